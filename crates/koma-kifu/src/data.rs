//! A reading as plain data for other programs, under the names the import API has.

use koma_rules::{Position, Side, Winner};
use koma_text::{Encoding, FindingJson, Lang, Source};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::format::csa_words;
use crate::notation::{Digits, english, japanese};
use crate::{
    Analysis, Ending, Fault, Format, FoundShape, Header, Headers, NodeId, Play, Reading, Record,
    Remark, Score,
};

/// Everything about a file; the game is its first one.
///
/// Serialised, it is the JSON of `koma kifu show --json` and of the import endpoint: `metadata`,
/// `moves` and `result` are what the first clients know, the rest came later.
///
/// ```
/// use koma_kifu::{DataOptions, KifuData, ReadOptions, read};
/// let reading = read("   1 ７六歩(77) ( 0:16/)\n".as_bytes(), &ReadOptions::default());
/// let data = KifuData::of(&reading, &DataOptions::default());
/// assert_eq!(data.moves[0].text, "７六歩");
/// assert_eq!(data.moves[0].time_spent, Some(16));
/// ```
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct KifuData {
    /// The name of the format (`kif`); `None` where it is unknown.
    pub format: Option<&'static str>,
    /// The name of the encoding (`CP932`).
    pub encoding: &'static str,
    /// The game's slug, or its name in the file.
    pub variant: Option<String>,
    /// Players, date, event and site.
    pub metadata: KifuMetadata,
    /// All headers; where a key stands several times, its values stand under each other.
    #[serde(serialize_with = "as_map")]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, String>))]
    pub headers: Headers,
    /// The handicap the file names.
    pub handicap: Option<String>,
    /// The start position: board, side and hands.
    pub initial_sfen: Option<String>,
    /// The position after the last move of the main line that could be carried out.
    pub final_sfen: Option<String>,
    /// The main line as USI, with blanks between.
    pub main_usi: String,
    /// The moves of the main line.
    pub moves: Vec<KifMove>,
    /// How it ends, in words.
    pub result: Option<String>,
    /// How it ends, as a keyword (`TORYO`).
    pub termination: Option<&'static str>,
    /// `sente`, `gote` or `draw`; nobody where that is not said.
    pub winner: Option<WinnerName>,
    /// The sentence that closes the main line, as the file has it (`まで64手で後手の勝ち`).
    pub result_line: Option<String>,
    /// The number of variations; `None` where there is no game.
    pub branches: Option<usize>,
    /// Castles, openings and tesuji of the main line.
    pub shapes: Vec<KifShape>,
    /// Comments on the start position.
    pub comments: Vec<String>,
    /// What engines wrote about the start position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub analysis: Vec<KifAnalysis>,
    /// Bookmarks of the start position.
    pub bookmarks: Vec<String>,
    /// Lines at the start that programs skip, such as what a server tells about ratings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asides: Vec<String>,
    /// All moves and endings of all lines, each after its parent. A game of any length fits, and
    /// the first child of a parent goes on with its line.
    pub tree: Vec<KifNode>,
    /// How many games the file has.
    pub games: usize,
    /// Everything odd about the file.
    pub findings: Vec<KifFinding>,
}

/// Who played, when and where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct KifuMetadata {
    /// 先手 or 下手.
    pub sente: Option<String>,
    /// 後手 or 上手.
    pub gote: Option<String>,
    /// 開始日時, as the file writes it.
    pub date: Option<String>,
    /// 棋戦.
    pub event: Option<String>,
    /// 場所.
    pub site: Option<String>,
}

/// A castle, an opening or a tesuji of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct KifShape {
    /// The keyword (`mino`).
    pub id: &'static str,
    /// `opening`, `castle`, `tesuji`, `game` or `family`.
    pub kind: &'static str,
    /// The name in Japanese.
    pub japanese: &'static str,
    /// The name in English.
    pub english: &'static str,
    /// `sente` or `gote`; nothing for what both sides did.
    pub side: Option<&'static str>,
    /// The number of the move that completed it.
    pub number: u32,
}

impl KifShape {
    /// The shapes of a record.
    pub fn all(record: &Record) -> Vec<Self> {
        let shape = |found: FoundShape| Self {
            id: found.shape.id,
            kind: found.shape.kind.name(),
            japanese: found.shape.japanese,
            english: found.shape.english,
            side: found.side.map(|side| side.name()),
            number: record.ply(found.node),
        };
        record.shapes().into_iter().map(shape).collect()
    }
}

/// A move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct KifMove {
    /// The number of the move as the record counts.
    pub number: u32,
    /// The move without the mark of its side (`７六歩`), of a CSA file in its own words
    /// (`+7776FU`); what cannot be read, as the file has it.
    pub text: String,
    /// Whole seconds spent on it.
    pub time_spent: Option<u64>,
    /// Comments, one a line.
    pub comment: Option<String>,
    /// The move as USI, if it could be carried out.
    pub usi: Option<String>,
    /// Milliseconds spent on it.
    pub time_ms: Option<u64>,
    /// What the rules have against it.
    pub illegal: Option<KifOffence>,
    /// The move in official notation (`▲７六歩`).
    pub japanese: Option<String>,
    /// The move in western notation (`P-7f`).
    pub english: Option<String>,
    /// What engines wrote about the position after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub analysis: Vec<KifAnalysis>,
    /// How bad it was, by what they wrote before and after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<KifFault>,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum KifFault {
    /// It cost a tenth of the game.
    Inaccuracy,
    /// A fifth.
    Mistake,
    /// Three tenths.
    Blunder,
    /// There was a mate, and after the move there is none.
    MissedMate,
}

impl From<Fault> for KifFault {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Inaccuracy => Self::Inaccuracy,
            Fault::Mistake => Self::Mistake,
            Fault::Blunder => Self::Blunder,
            Fault::MissedMate => Self::MissedMate,
        }
    }
}

/// Why a move is against the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct KifOffence {
    /// The stable code.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
}

/// A node of the tree: a move or an ending.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct KifNode {
    /// The node's number in this list and in `parent`; the start position is 0.
    pub id: usize,
    /// The node it comes after.
    pub parent: usize,
    /// What happens.
    #[serde(flatten)]
    pub what: KifPlay,
    /// Bookmarks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bookmarks: Vec<String>,
    /// Lines beside it that programs skip.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asides: Vec<String>,
    /// The line of the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The position after it as SFEN, if it was asked for, see [`DataOptions::positions`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sfen: Option<String>,
    /// The squares of royals in check there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checked: Vec<String>,
}

/// What happens at a node of the tree.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum KifPlay {
    /// A move.
    Move(KifMove),
    /// The end of a line.
    End(KifEnd),
}

/// The end of a line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct KifEnd {
    /// The number the next move would have had.
    pub number: u32,
    /// The ending in words.
    pub text: String,
    /// The keyword.
    pub termination: &'static str,
    /// `sente`, `gote` or `draw`; nobody where that is not said.
    pub winner: Option<WinnerName>,
    /// Milliseconds spent before it.
    pub time_ms: Option<u64>,
    /// Comments, one a line.
    pub comment: Option<String>,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum WinnerName {
    /// 先手.
    Sente,
    /// 後手.
    Gote,
    /// Nobody.
    Draw,
}

impl From<Winner> for WinnerName {
    fn from(winner: Winner) -> Self {
        match winner {
            Winner::Side(Side::Sente) => Self::Sente,
            Winner::Side(Side::Gote) => Self::Gote,
            Winner::Draw => Self::Draw,
        }
    }
}

impl From<WinnerName> for Winner {
    fn from(winner: WinnerName) -> Self {
        match winner {
            WinnerName::Sente => Self::Side(Side::Sente),
            WinnerName::Gote => Self::Side(Side::Gote),
            WinnerName::Draw => Self::Draw,
        }
    }
}

/// What an engine said, see [`Analysis`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct KifAnalysis {
    /// The score in hundredths of a pawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Plies to mate, negative for being mated; 0 where the length is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i64>,
    /// The chance to win that this stands for, 0 to 1, of the side the score is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// Search depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Which of several candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidate: Option<u32>,
    /// The line in the words of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
}

/// A finding with its place in the text and in the game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct KifFinding {
    /// The finding.
    #[serde(flatten)]
    pub finding: FindingJson,
    /// Which game of the file, from 0.
    pub game: usize,
    /// The number of the move.
    pub ply: Option<u32>,
}

/// What the data of a record is to hold, and in which words.
#[derive(Clone, Copy, Debug, Default)]
pub struct DataOptions<'s> {
    /// The text of the reading under the name of the file; without it, the nameless text.
    pub source: Option<&'s Source>,
    /// The language of findings and refusals.
    pub lang: Lang,
    /// Whether the position after each node is wanted.
    pub positions: bool,
}

impl KifuData {
    /// The data of a reading.
    pub fn of(reading: &Reading, options: &DataOptions<'_>) -> Self {
        let nameless = options.source.is_none().then(|| Source::new("", reading.text.clone()));
        let source = options.source.or(nameless.as_ref());
        let tell = |remark| KifFinding::of(remark, source, options.lang);
        let mut data = Self {
            format: reading.format.map(Format::name),
            encoding: reading.encoding.name(),
            games: reading.records.len(),
            findings: reading.remarks.iter().map(tell).collect(),
            ..Self::empty()
        };
        if let Some(record) = reading.records.first() {
            data.fill(record, reading.format == Some(Format::Csa), options);
        }
        data
    }

    /// The data of a record that came from no file.
    pub fn of_record(record: &Record, options: &DataOptions<'_>) -> Self {
        let mut data = Self { games: 1, ..Self::empty() };
        data.fill(record, false, options);
        data
    }

    fn empty() -> Self {
        Self {
            format: None,
            encoding: Encoding::Utf8.name(),
            variant: None,
            metadata: KifuMetadata::default(),
            headers: Headers::default(),
            handicap: None,
            initial_sfen: None,
            final_sfen: None,
            main_usi: String::new(),
            moves: Vec::new(),
            result: None,
            termination: None,
            winner: None,
            result_line: None,
            branches: None,
            shapes: Vec::new(),
            comments: Vec::new(),
            analysis: Vec::new(),
            bookmarks: Vec::new(),
            asides: Vec::new(),
            tree: Vec::new(),
            games: 0,
            findings: Vec::new(),
        }
    }

    fn fill(&mut self, record: &Record, is_csa: bool, options: &DataOptions<'_>) {
        self.variant = Some(record.variant.clone());
        self.metadata = KifuMetadata::of(record);
        self.headers = record.headers.clone();
        self.handicap = record.handicap.as_ref().map(|handicap| handicap.name.clone());
        self.initial_sfen =
            record.board.as_ref().map(|board| board.setup.write_without_ply(&board.rules));
        let usi: Vec<_> = record.main_usi().iter().map(ToString::to_string).collect();
        self.main_usi = usi.join(" ");
        let ending = record.ending();
        let words = |(id, ending): (NodeId, &Ending)| ending.words_for(record.side_at(id));
        self.result = record.ending_node().map(words);
        self.termination = ending.map(|ending| ending.end.keyword());
        self.winner = ending.and_then(|ending| ending.winner).map(WinnerName::from);
        let closing = |id: NodeId| record.node(id).note.as_ref()?.result.clone();
        self.result_line = closing(NodeId::ROOT).or_else(|| record.main_line().find_map(closing));
        self.branches = Some(record.branches());
        self.shapes = KifShape::all(record);
        let root = record.node(NodeId::ROOT);
        self.comments = root.comments().to_vec();
        self.analysis = record.analysis(NodeId::ROOT).into_iter().map(KifAnalysis::from).collect();
        self.bookmarks = root.bookmarks().to_vec();
        self.asides = root.asides().to_vec();
        let is_read = |id: &NodeId| !matches!(record.node(*id).play, Play::Unread(_));
        let last = record.main_line().take_while(is_read).last().unwrap_or(NodeId::ROOT);
        let (tree, end) = tree(record, is_csa, options, last);
        self.tree = tree;
        self.final_sfen = end.map(|position| position.setup().write_without_ply(position.rules()));
        let mut at = vec![usize::MAX; record.len() + 1];
        self.tree.iter().enumerate().for_each(|(place, node)| at[node.id] = place);
        self.moves = record
            .main_line()
            .filter_map(|id| match &self.tree[at[id.index()]].what {
                KifPlay::Move(mv) => Some(mv.clone()),
                KifPlay::End(_) => None,
            })
            .collect();
    }
}

impl KifuMetadata {
    /// The metadata of a record, from its headers.
    pub fn of(record: &Record) -> Self {
        let header = |keys: &[&str]| {
            let value = keys.iter().find_map(|key| record.headers.get(key))?;
            Some(value.trim().to_owned()).filter(|value| !value.is_empty())
        };
        let name = |side| record.player(side).filter(|name| !name.is_empty()).map(str::to_owned);
        Self {
            sente: name(Side::Sente),
            gote: name(Side::Gote),
            date: header(&["開始日時", "対局日"]),
            event: header(&["棋戦"]),
            site: header(&["場所"]),
        }
    }
}

impl KifFinding {
    /// The finding of a remark, with its place in `source`.
    pub fn of(remark: &Remark, source: Option<&Source>, lang: Lang) -> Self {
        let finding = FindingJson::new(&remark.finding, source, lang);
        Self { finding, game: remark.game, ply: remark.ply }
    }
}

/// All nodes in one walk, with the position before each at hand; and the position after `last`.
fn tree(
    record: &Record,
    is_csa: bool,
    options: &DataOptions<'_>,
    last: NodeId,
) -> (Vec<KifNode>, Option<Position>) {
    let mut list = Vec::with_capacity(record.len());
    let mut end = if last == NodeId::ROOT { record.position_at(last) } else { None };
    let mut walk = record.walk();
    while let Some(id) = walk.next() {
        let node = record.node(id);
        let Some(parent) = record.parent(id) else { continue };
        let comment = Some(node.comments().join("\n")).filter(|_| !node.comments().is_empty());
        let time = node.time.map(|time| time.get());
        let what = match &node.play {
            Play::End(ending) => KifPlay::End(KifEnd {
                number: record.ply(id),
                text: ending.words_for(record.side_at(id)),
                termination: ending.end.keyword(),
                winner: ending.winner.map(WinnerName::from),
                time_ms: time,
                comment,
            }),
            _ => KifPlay::Move(KifMove {
                time_spent: time.map(|time| time / 1000),
                comment,
                time_ms: time,
                ..one_move(record, id, walk.position(), is_csa, options.lang)
            }),
        };
        let is_wanted = options.positions || id == last;
        let after = walk.position().filter(|_| is_wanted).and_then(|before| match &node.play {
            Play::Move(mv) => {
                let mut after = before.clone();
                let _ = after.play_unchecked(*mv);
                Some(after)
            }
            Play::End(_) => Some(before.clone()),
            Play::Illegal(_) => record.position_at(id),
            _ => None,
        });
        let shown = after.as_ref().filter(|_| options.positions);
        let checked = |position: &Position| {
            let name = |square| position.rules().geometry().name(square).to_string();
            position.binding_checks().into_iter().map(name).collect()
        };
        list.push(KifNode {
            id: id.index(),
            parent: parent.index(),
            what,
            bookmarks: node.bookmarks().to_vec(),
            asides: node.asides().to_vec(),
            line: Some(node.line).filter(|&line| line > 0),
            sfen: shown.map(Position::sfen),
            checked: shown.map(checked).unwrap_or_default(),
        });
        if id == last {
            end = after;
        }
    }
    (list, end)
}

/// A move in words; times and comments are left open.
fn one_move(
    record: &Record,
    id: NodeId,
    before: Option<&Position>,
    is_csa: bool,
    lang: Lang,
) -> KifMove {
    let usi = record.usi(id);
    let played = before.zip(usi.as_ref());
    let official = played
        .and_then(|(position, usi)| japanese(position, usi, record.last_to(id), Digits::Mixed));
    let in_csa = played.filter(|_| is_csa).and_then(|(position, usi)| csa_words(position, usi));
    let plain = official.as_deref().map(|text| text.trim_start_matches(['▲', '△']).to_owned());
    let text = match &record.node(id).play {
        Play::Unread(unread) => Some(unread.text.clone()),
        _ => in_csa.or(plain).or_else(|| usi.as_ref().map(ToString::to_string)),
    };
    KifMove {
        number: record.ply(id),
        text: text.unwrap_or_default(),
        time_spent: None,
        comment: None,
        time_ms: None,
        illegal: record
            .node(id)
            .illegal()
            .map(|reason| KifOffence { code: reason.code(), message: reason.say(lang) }),
        japanese: official,
        english: played.and_then(|(position, usi)| english(position, usi)),
        usi: usi.map(|usi| usi.to_string()),
        analysis: record.analysis(id).into_iter().map(KifAnalysis::from).collect(),
        fault: record.fault(id).map(KifFault::from),
    }
}

impl From<Analysis> for KifAnalysis {
    fn from(analysis: Analysis) -> Self {
        let chance = analysis.score.map(|score| (score.chance() * 1e4).round() / 1e4);
        let (score, mate) = match analysis.score {
            Some(Score::Points(points)) => (Some(points), None),
            Some(Score::Mate { is_loss, plies }) => {
                (None, Some(if is_loss { -i64::from(plies) } else { i64::from(plies) }))
            }
            None => (None, None),
        };
        let Analysis { depth, nodes, time, candidate, line, .. } = analysis;
        Self { score, mate, chance, depth, nodes, time_ms: time, candidate, line }
    }
}

/// Headers by key, in the order of the file.
fn as_map<S: Serializer>(headers: &Headers, serializer: S) -> Result<S::Ok, S::Error> {
    let mut by_key: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for Header { key, value } in headers.iter() {
        let place = *places.entry(&**key).or_insert(by_key.len());
        if place == by_key.len() {
            by_key.push((key, Vec::new()));
        }
        by_key[place].1.push(value);
    }
    let mut map = serializer.serialize_map(Some(by_key.len()))?;
    for (key, values) in by_key {
        map.serialize_entry(key, &values.join("\n"))?;
    }
    map.end()
}
