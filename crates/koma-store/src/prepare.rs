//! A record made ready to be stored: all the work that needs no database, so that it can be done
//! on many threads.

use std::cell::RefCell;
use std::io::Read as _;
use std::sync::Arc;

use flate2::read::ZlibDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};
use koma_kifu::{
    End, Format, Handicap, Header, Headers, KifuMetadata, NodeId, Play, Record, Table,
    WriteOptions, ruleset,
};
use koma_rules::{Position, Ruleset, Setup};

use crate::StoreError;
use crate::names::{fold, storable};
use crate::owners::{Keeping, Sight};
use crate::shapes::{ShapeRow, rows_of};
use crate::summary::{Date, winner_code};

/// A record and everything the tables say about it.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub(crate) digest: [u8; 16],
    pub(crate) variant: String,
    /// Rules that are not the catalogue's.
    pub(crate) rules: Option<Rules>,
    pub(crate) meta: KifuMetadata,
    pub(crate) date: i64,
    pub(crate) handicap: Option<String>,
    pub(crate) moves: i64,
    pub(crate) winner: i64,
    pub(crate) termination: Option<&'static str>,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) content: Vec<u8>,
    pub(crate) passed: Vec<Passed>,
    pub(crate) shapes: Vec<ShapeRow>,
    pub(crate) source: Option<Arc<str>>,
    pub(crate) keeping: Keeping,
}

/// A variant as its own text.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub digest: [u8; 16],
    pub yaml: String,
}

/// A position on the main line and the move that was played there; empty at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passed {
    pub key: i64,
    pub usi: String,
    pub ply: u32,
}

impl Prepared {
    /// Makes a record ready.
    pub fn of(record: &Record) -> Self {
        let mut meta = KifuMetadata::of(record);
        for text in
            [&mut meta.sente, &mut meta.gote, &mut meta.date, &mut meta.event, &mut meta.site]
        {
            *text = text.as_deref().map(storable);
        }
        let date = meta.date.as_deref().and_then(Date::read).map_or(0, Date::code);
        let rules = own_rules(record);
        let (mut passed, legal) = passed(record);
        let start = record.board.as_ref().map(|board| board.setup.write_without_ply(&board.rules));
        let ending = record.ending();
        let winner = winner_code(ending.and_then(|ending| ending.winner));
        let headers = record.headers.iter();
        let json =
            koma_kifu::write(std::slice::from_ref(record), Format::Json, &WriteOptions::default());
        let digest = digest(record, start.as_deref(), rules.as_ref(), &meta, date, &passed, winner);
        // What was played counts as far as the rules were kept.
        passed.truncate(legal + 1);
        if let Some(last) = passed.last_mut() {
            last.usi.clear();
        }
        Self {
            digest,
            variant: storable(&record.variant),
            rules,
            meta,
            date,
            handicap: handicap(record, start.as_deref()),
            moves: record.main_line().filter(|&id| record.node(id).is_move()).count() as i64,
            winner,
            termination: ending.map(|ending| ending.end.keyword()),
            headers: headers.map(|line| (storable(&line.key), storable(&line.value))).collect(),
            content: deflate(json.text.as_bytes()),
            passed,
            shapes: rows_of(record),
            source: None,
            keeping: Keeping::default(),
        }
    }

    /// The same, with the name of the file it comes from.
    #[must_use]
    pub fn from_file(mut self, name: &Arc<str>) -> Self {
        self.source = Some(Arc::clone(name));
        self
    }

    /// The same, for somebody, to be seen by some. What is not for all is the same record only for
    /// its owners.
    #[must_use]
    pub fn kept(mut self, keeping: Keeping) -> Self {
        if keeping.sight != Sight::Public {
            let mut hasher = blake3::Hasher::new();
            hasher.update(&self.digest);
            for (account, _) in &keeping.owners {
                hasher.update(&account.to_le_bytes());
            }
            // Of a guest nobody knows whether it is the same one.
            if keeping.owners.is_empty() {
                hasher.update(&rand::random::<[u8; 16]>());
            }
            self.digest = short(&hasher);
        }
        self.keeping = keeping;
        self
    }

    /// How many moves its main line has.
    pub fn moves(&self) -> usize {
        usize::try_from(self.moves).unwrap_or(usize::MAX)
    }

    /// About how many bytes it takes until it is stored.
    pub fn weight(&self) -> usize {
        let headers: usize = self.headers.iter().map(|(key, value)| key.len() + value.len()).sum();
        500 + self.content.len() + headers + self.passed.len() * (size_of::<Passed>() + 16)
    }
}

/// The key under which a position is found, whichever way it was reached. Positions of different
/// games differ, also where the same men stand on the same squares.
pub fn position_key(position: &Position) -> i64 {
    mixed(salt(position.rules()), position)
}

fn mixed(salt: u64, position: &Position) -> i64 {
    (position.key() ^ salt).cast_signed()
}

/// A number for the game: its name, its board and its kinds, which are what a key of `koma-rules`
/// is made of. Options do not change it, so that their games are found together.
fn salt(rules: &Ruleset) -> u64 {
    let mut hasher = blake3::Hasher::new();
    let geometry = rules.geometry();
    hasher.update(rules.variant().slug.as_bytes());
    hasher.update(&[0, geometry.files(), geometry.ranks()]);
    for kind in rules.kinds() {
        hasher.update(rules.code(kind).as_bytes());
        hasher.update(&[0]);
    }
    let mut bytes = [0; 8];
    hasher.finalize_xof().fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

/// The positions of the main line up to the first move that could not be carried out, and how many
/// moves were made before the first against the rules.
fn passed(record: &Record) -> (Vec<Passed>, usize) {
    let Some(board) = &record.board else { return (Vec::new(), 0) };
    let mut legal = None;
    let salt = salt(&board.rules);
    let mut table = Table::new(board);
    let mut passed = Vec::new();
    for id in record.main_line() {
        let play = &record.node(id).play;
        match play {
            Play::Unread(_) => break,
            Play::Start | Play::End(_) => continue,
            Play::Illegal(_) => legal = legal.or(Some(passed.len())),
            Play::Move(_) => {}
        }
        let usi = record.usi(id).map(|usi| usi.to_string()).unwrap_or_default();
        let ply = passed.len() as u32;
        passed.push(Passed { key: mixed(salt, table.position()), usi, ply });
        table.step(play);
    }
    let ply = passed.len() as u32;
    passed.push(Passed { key: mixed(salt, table.position()), usi: String::new(), ply });
    let legal = legal.unwrap_or(passed.len() - 1);
    (passed, legal)
}

/// What makes two records the same game: rules, start, main line, players, day and who won.
fn digest(
    record: &Record,
    start: Option<&str>,
    rules: Option<&Rules>,
    meta: &KifuMetadata,
    date: i64,
    passed: &[Passed],
    winner: i64,
) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    let mut add = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    add(&record.variant);
    start.into_iter().for_each(&mut add);
    record.diagram.iter().for_each(|line| add(line));
    for name in [&meta.sente, &meta.gote] {
        add(&fold(name.as_deref().unwrap_or_default()));
    }
    passed.iter().for_each(|passed| add(&passed.usi));
    // What could not be read is part of the game all the same.
    for id in record.main_line() {
        if let Play::Unread(unread) = &record.node(id).play {
            add(&unread.text);
        }
    }
    hasher.update(&date.to_le_bytes());
    hasher.update(&winner.to_le_bytes());
    if let Some(rules) = rules {
        hasher.update(&rules.digest);
    }
    short(&hasher)
}

/// What makes two records the same in everything people write: the game and its comments,
/// variations, times, bookmarks and head. The form of a file is left out: its lines, the order of
/// its head, its words for an ending, sums of times.
pub(crate) fn whole_digest(record: &Record, rules: Option<&Rules>) -> [u8; 16] {
    let mut record = record.clone();
    let mut headers: Vec<Header> = record.headers.iter().cloned().collect();
    headers.sort_by(|a, b| a.key.cmp(&b.key));
    record.headers = Headers::default();
    headers.into_iter().for_each(|header| record.headers.push(header.key, header.value));
    let mut nodes = vec![NodeId::ROOT];
    let mut walk = record.walk();
    while let Some(id) = walk.next() {
        nodes.push(id);
    }
    drop(walk);
    for id in nodes {
        let node = record.node_mut(id);
        node.line = 0;
        if node.time.is_some() {
            node.total = None;
        }
        if let Play::End(ending) = &mut node.play
            && ending.end != End::Other
        {
            ending.text = None;
        }
        if let Some(note) = &mut node.note {
            note.asides.clear();
            note.result = None;
        }
    }
    let json = koma_kifu::write(&[record], Format::Json, &WriteOptions::default());
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"whole");
    hasher.update(json.text.as_bytes());
    if let Some(rules) = rules {
        hasher.update(&rules.digest);
    }
    short(&hasher)
}

fn short(hasher: &blake3::Hasher) -> [u8; 16] {
    let mut digest = [0; 16];
    hasher.finalize_xof().fill(&mut digest);
    digest
}

/// The rules of a record, where reading it back by the name of its game would give others.
fn own_rules(record: &Record) -> Option<Rules> {
    let rules = &record.board.as_ref()?.rules;
    let known = ruleset(&record.variant);
    if known.as_ref().is_some_and(|known| Arc::ptr_eq(known, rules)) {
        return None;
    }
    if known.is_some_and(|known| known.variant() == rules.variant()) {
        return None;
    }
    let yaml = koma_variants::write(rules.variant());
    let mut hasher = blake3::Hasher::new();
    hasher.update(yaml.as_bytes());
    Some(Rules { digest: short(&hasher), yaml })
}

/// 手合割 by its usual name: as the file says, else as the start position shows.
fn handicap(record: &Record, start: Option<&str>) -> Option<String> {
    let by_name = |handicap: &Handicap| {
        let usual = handicap.sfen().and_then(Handicap::from_sfen);
        storable(&usual.as_ref().unwrap_or(handicap).name)
    };
    record.handicap.as_ref().map(by_name).or_else(|| {
        let (board, start) = (record.board.as_ref()?, start?);
        let others = &board.rules.variant().handicaps;
        let is_start = |sfen: &str| {
            let setup = Setup::read(&board.rules, sfen);
            setup.is_ok_and(|setup| setup.write_without_ply(&board.rules) == start)
        };
        // Most games start where games start.
        if board.setup != *board.rules.start()
            && let Some(other) = others.iter().find(|other| is_start(&other.start))
        {
            return Some(other.name_ja.clone());
        }
        Handicap::from_sfen(start).map(|handicap| handicap.name)
    })
}

thread_local! {
    /// Its tables are large: making them anew takes longer than packing a game.
    static PACKER: RefCell<Compress> = RefCell::new(Compress::new(Compression::fast(), true));
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    PACKER.with_borrow_mut(|packer| {
        packer.reset();
        let mut packed = Vec::with_capacity(bytes.len() / 3 + 64);
        loop {
            let done = packer.total_in() as usize;
            let status = packer.compress_vec(&bytes[done..], &mut packed, FlushCompress::Finish);
            match status.expect("a new stream takes any bytes") {
                Status::StreamEnd => return packed,
                Status::Ok | Status::BufError => packed.reserve(packed.capacity()),
            }
        }
    })
}

/// The text of a stored record.
pub(crate) fn inflate(id: crate::RecordId, bytes: &[u8]) -> Result<String, StoreError> {
    let mut text = String::new();
    ZlibDecoder::new(bytes).read_to_string(&mut text).map_err(|error| StoreError::Damaged {
        what: format!("record {id}"),
        why: error.to_string(),
    })?;
    Ok(text)
}
