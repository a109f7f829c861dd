//! Reads PSN, PGN and moves in letters.

use std::collections::BTreeMap;
use std::sync::Arc;

use koma_rules::{Ruleset, Setup, Side, Square};
use koma_text::{Severity, Span};

use super::TAGS;
use super::words::{Meaning, Words};
use crate::format::kif::resolve::ambiguous;
use crate::format::play::{keep, play, short, span_in};
use crate::{
    Board, Builder, End, Ending, Handicap, NodeId, Play, Record, Remarks, Winner, ruleset, say,
};

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// `[Sente "Habu"]`.
    Tag(&'t str, &'t str, Span),
    /// `{ ... }` or `; ...`.
    Comment(&'t str),
    /// `(`.
    Open(Span),
    /// `)`.
    Close(Span),
    /// Anything else without blanks.
    Word(&'t str, Span),
}

/// The parts of a text.
pub(super) struct Tokens<'t> {
    base: &'t str,
    rest: &'t str,
}

impl<'t> Tokens<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { base: text, rest: text }
    }

    /// A tag at the start of the rest, which goes to the end of its line.
    fn tag(&mut self) -> Option<Token<'t>> {
        // No honest tag is longer, and a hostile text is not looked through again and again.
        let end = self.rest.char_indices().take(MOST_OF_A_TAG).find(|(_, c)| "\n\r".contains(*c));
        let end =
            end.map(|(at, _)| at).or((self.rest.len() < MOST_OF_A_TAG).then_some(self.rest.len()));
        let line = &self.rest[..end?];
        let inside = line.trim_end().strip_prefix('[')?.strip_suffix(']')?;
        let (key, value) = inside.trim().split_once([' ', '\t'])?;
        let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
        let is_key = !key.is_empty() && !key.contains(['"', '[', ']']);
        is_key.then(|| {
            self.rest = &self.rest[line.len()..];
            Token::Tag(key, value, span_in(self.base, line))
        })
    }
}

/// So many characters a tag may have.
const MOST_OF_A_TAG: usize = 1000;

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        self.rest = self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let first = self.rest.chars().next()?;
        if first == '['
            && let Some(tag) = self.tag()
        {
            return Some(tag);
        }
        let span = |length: usize| span_in(self.base, &self.rest[..length]);
        let (token, length) = match first {
            '(' => (Token::Open(span(1)), 1),
            ')' => (Token::Close(span(1)), 1),
            '{' => {
                let end = self.rest.find('}').unwrap_or(self.rest.len());
                (Token::Comment(&self.rest[1..end]), (end + 1).min(self.rest.len()))
            }
            ';' => {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                (Token::Comment(&self.rest[1..end]), end)
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || "(){};".contains(c);
                // A brace that closes nothing is a word by itself.
                let start = first.len_utf8();
                let end = self.rest[start..].find(ends).map_or(self.rest.len(), |at| start + at);
                (Token::Word(&self.rest[..end], span(end)), end)
            }
        };
        self.rest = &self.rest[length..];
        Some(token)
    }
}

/// A word without the number of the move before it: `12.P7f`, `12...`.
pub(super) fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) if word.len() > rest.len() + 1 => rest.trim_start_matches('.'),
        _ if rest.is_empty() => "",
        _ => word,
    }
}

/// What stands for nothing: signs of quality.
fn is_sign(word: &str) -> bool {
    word.starts_with('$') || word.chars().all(|c| "!?.-".contains(c))
}

/// Whether a word stands among moves and is none: a sign, a result, an ending.
pub(super) fn is_no_move(word: &str) -> bool {
    let is_ending = |end: &(&str, End)| end.0.eq_ignore_ascii_case(word);
    is_sign(word) || RESULTS.iter().any(|row| row.0 == word) || END_WORDS.iter().any(is_ending)
}

/// Reads all games of a text. `told` are the rules the caller wants them read by.
pub(super) fn read(text: &str, told: Option<&Arc<Ruleset>>, remarks: &mut Remarks) -> Vec<Record> {
    let mut records = Vec::new();
    let mut game: Option<Game> = None;
    let mut tags: Vec<(&str, &str, Span)> = Vec::new();
    for token in Tokens::new(text) {
        if let Token::Tag(key, value, span) = token {
            // Tags after moves are those of the next game.
            if let Some(over) = game.take() {
                records.push(over.finish(remarks));
                remarks.set_game(records.len());
            }
            tags.push((key, value, span));
            continue;
        }
        if game.is_none() {
            game = Game::new(&std::mem::take(&mut tags), told, remarks);
        }
        match &mut game {
            Some(game) => game.token(token, remarks),
            None => break,
        }
    }
    if game.is_none() && !tags.is_empty() {
        game = Game::new(&tags, told, remarks);
    }
    records.extend(game.map(|game| game.finish(remarks)));
    records
}

/// A game while it is read.
struct Game {
    build: Builder,
    size: (u16, u16),
    last_to: Option<Square>,
    /// Where to go on after a variation: the node reached before it.
    open: Vec<NodeId>,
    /// `1-0` and its kin, from the tag or the end of the moves.
    result: Option<String>,
    /// How the game ended, in words.
    termination: Option<String>,
    /// The players as PGN has them, White and Black, until it is known who was first.
    players: BTreeMap<String, String>,
    /// Squares are written as in chess, so that White was first.
    is_chess: bool,
}

impl Game {
    fn new(
        tags: &[(&str, &str, Span)],
        told: Option<&Arc<Ruleset>>,
        remarks: &mut Remarks,
    ) -> Option<Self> {
        let tag = |name: &str| tags.iter().find(|(key, ..)| key.eq_ignore_ascii_case(name));
        let mut rules = told.cloned();
        if let Some((_, name, span)) = tag("Variant").filter(|_| told.is_none()) {
            let plain = name.trim().to_ascii_lowercase().replace(' ', "-");
            rules = ruleset(&plain).or_else(|| ruleset(&plain.replace('-', "")));
            if rules.is_none() {
                let finding = say::variant_not_playable(short(name)).at(*span);
                remarks.push(finding.of_severity(Severity::Error));
                return None;
            }
        }
        let rules = rules.or_else(|| ruleset("shogi"))?;
        let mut board = Board::start(&rules);
        let start = tag("SFEN").map(|tag| (tag, tag.1.to_owned()));
        let start = start.or_else(|| tag("FEN").map(|tag| (tag, sfen_of(tag.1))));
        if let Some(((_, _, span), sfen)) = start {
            match Setup::read(&rules, &sfen) {
                Ok(setup) => board.setup = setup,
                Err(error) => remarks.push(say::unreadable_position(error.what).at(*span)),
            }
        }
        let mut record = Record::new(board);
        let mut players = BTreeMap::new();
        for (key, value, _) in tags {
            match *key {
                "Variant" | "SFEN" | "FEN" | "Result" | "Termination" | "SetUp" => {}
                "White" | "Black" => {
                    players.insert((*key).to_owned(), (*value).to_owned());
                }
                "Handicap" if Handicap::named(*value).sfen().is_some() => {
                    record.handicap = Some(Handicap::named(*value));
                    if let (Some(board), Some(sfen)) =
                        (&mut record.board, Handicap::named(*value).sfen())
                        && let Ok(setup) = Setup::read(&rules, sfen)
                        && tag("SFEN").is_none()
                    {
                        board.setup = setup;
                    }
                }
                _ => {
                    let word = TAGS.iter().find(|row| row.0 == *key).map_or(*key, |row| row.1);
                    record.headers.push(word, value.replace("\\\"", "\""));
                }
            }
        }
        let geometry = rules.geometry();
        let told = |name| tag(name).map(|tag| tag.1.trim().to_owned()).filter(|v| !v.is_empty());
        Some(Self {
            size: (u16::from(geometry.files()), u16::from(geometry.ranks())),
            build: Builder::new(record),
            last_to: None,
            open: Vec::new(),
            result: told("Result"),
            termination: told("Termination"),
            players,
            is_chess: tag("Variant").is_some(),
        })
    }

    fn token(&mut self, token: Token<'_>, remarks: &mut Remarks) {
        match token {
            Token::Tag(..) => {}
            Token::Comment(text) => self.comment(text),
            Token::Open(span) => {
                let here = self.build.here();
                match self.build.record().parent(here).filter(|_| self.open.len() < MOST_OPEN) {
                    Some(parent) => {
                        self.open.push(here);
                        self.go(parent);
                    }
                    None => remarks.push(say::no_move_before_bracket().at(span)),
                }
            }
            Token::Close(span) => match self.open.pop() {
                Some(node) => self.go(node),
                None => remarks.push(say::stray_bracket().at(span)),
            },
            Token::Word(word, span) => self.word(word, span, remarks),
        }
    }

    fn go(&mut self, node: NodeId) {
        self.build.go(node);
        let to = self.build.record().last_square(node);
        let geometry = self.build.record().board.as_ref().map(|board| board.rules.geometry());
        self.last_to =
            geometry.zip(to).and_then(|(geometry, to)| geometry.square(to.file, to.rank));
    }

    fn comment(&mut self, text: &str) {
        let words = text.trim();
        if self.open.is_empty() && END_WORDS.iter().any(|end| end.0.eq_ignore_ascii_case(words)) {
            self.termination = Some(words.to_owned());
            return;
        }
        let here = self.build.here();
        let lines = text.lines().map(|line| line.trim_end_matches('\r').to_owned());
        self.build.record_mut().node_mut(here).note_mut().comments.extend(lines);
    }

    fn word(&mut self, whole: &str, span: Span, remarks: &mut Remarks) {
        let word = without_number(whole);
        if word.is_empty() || is_sign(word) {
            return;
        }
        if RESULTS.iter().any(|(name, _)| *name == word) {
            self.result = Some(word.to_owned());
            return;
        }
        if END_WORDS.iter().any(|end| end.0.eq_ignore_ascii_case(word)) {
            self.termination = Some(word.to_owned());
            return;
        }
        let span = Span::new(span.end - word.len(), span.end);
        let Some(words) = Words::of(word, self.size) else {
            keep(&mut self.build, word, say::no_move(short(word)), span, remarks);
            return;
        };
        self.is_chess |= words.is_chess();
        let Some(position) = self.build.position() else {
            self.build.unread(word, None);
            return;
        };
        match words.meaning(position, self.last_to) {
            Meaning::Legal(mv) => {
                self.last_to = Some(mv.to());
                self.build.play_legal(mv);
            }
            Meaning::Illegal(usi) => {
                let geometry = position.rules().geometry();
                self.last_to = usi.to().and_then(|to| geometry.square(to.file, to.rank));
                play(&mut self.build, &usi, word, span, remarks);
            }
            Meaning::Ambiguous(squares) => {
                let finding = ambiguous(position.rules(), &squares);
                keep(&mut self.build, word, finding, span, remarks);
            }
            Meaning::Nothing => {
                keep(&mut self.build, word, say::nobody_can(short(word)), span, remarks);
            }
        }
    }

    fn finish(mut self, remarks: &mut Remarks) -> Record {
        if let Some(&node) = self.open.first() {
            remarks.push(say::open_bracket());
            self.go(node);
        }
        // In games of chess White is first, in books on shogi Black.
        let first = if self.is_chess { ["White", "Black"] } else { ["Black", "White"] };
        for (tag, key) in first.into_iter().zip(["先手", "後手"]) {
            let value = self.players.remove(tag).filter(|value| !value.is_empty());
            let headers = &mut self.build.record_mut().headers;
            if let Some(value) = value.filter(|_| headers.get(key).is_none()) {
                headers.push(key, value);
            }
        }
        if let Some(ending) = self.ending() {
            self.build.end(ending);
        }
        self.build.finish()
    }

    fn ending(&self) -> Option<Ending> {
        let here = self.build.here();
        if matches!(self.build.record().node(here).play, Play::End(_)) {
            return None;
        }
        let mover = self.build.record().side_at(here);
        let result = self.result.as_deref();
        let winner = RESULTS.iter().find(|row| Some(row.0) == result).and_then(|row| row.1);
        let told = self.termination.as_deref().and_then(|words| {
            let row = END_WORDS.iter().find(|row| row.0.eq_ignore_ascii_case(words));
            row.map(|row| row.1).or_else(|| End::from_keyword(words))
        });
        let usual = match (told, winner) {
            (Some(end), _) => Ending::new(end, mover),
            (None, None) => return None,
            (None, Some(Winner::Draw)) => Ending::new(End::DeclaredDraw, mover),
            (None, Some(winner)) if End::Resign.winner(mover) == Some(winner) => {
                Ending::new(End::Resign, mover)
            }
            (None, Some(_)) => Ending::new(End::Other, mover).text(result.unwrap_or_default()),
        };
        Some(Ending { winner: winner.or(usual.winner), ..usual })
    }
}

/// Brackets in brackets, no deeper.
const MOST_OPEN: usize = 1000;

/// Results: the first number is that of the side that moves first.
pub(super) const RESULTS: &[(&str, Option<Winner>)] = &[
    ("1-0", Some(Winner::Side(Side::Sente))),
    ("0-1", Some(Winner::Side(Side::Gote))),
    ("1/2-1/2", Some(Winner::Draw)),
    ("*", None),
];

/// How games end, in words.
const END_WORDS: &[(&str, End)] = &[
    ("Resigns", End::Resign),
    ("Resign", End::Resign),
    ("Mate", End::Mate),
    ("Checkmate", End::Mate),
    ("Time forfeit", End::TimeUp),
    ("Sennichite", End::Repetition),
    ("Jishogi", End::Impasse),
    ("Adjourned", End::Interrupted),
];

/// The position of a FEN of Fairy-Stockfish: hands in square brackets, `w` for the side that moves
/// first.
fn sfen_of(fen: &str) -> String {
    let mut fields = fen.split_whitespace();
    let place = fields.next().unwrap_or("");
    let (board, hand) = place.split_once('[').unwrap_or((place, ""));
    let side = if fields.next() == Some("b") { "w" } else { "b" };
    let mut counts: Vec<(char, usize)> = Vec::new();
    for c in hand.chars().filter(char::is_ascii_alphabetic) {
        match counts.iter_mut().find(|(other, _)| *other == c) {
            Some((_, count)) => *count += 1,
            None => counts.push((c, 1)),
        }
    }
    let held = |(c, count): &(char, usize)| match count {
        1 => c.to_string(),
        _ => format!("{count}{c}"),
    };
    let hand: String = counts.iter().map(held).collect();
    format!("{board} {side} {} 1", if hand.is_empty() { "-" } else { &hand })
}
