//! Reads CSA: statements in, one record a game out.

use std::sync::Arc;

use koma_rules::{Move, Ruleset, Side};
use koma_text::{Finding, Line, Lines, Span};

use super::place::Place;
use super::usual::{self, Usual};
use super::{KEYS, SUMMARIES, code, head};
use crate::format::play::{keep, next_ply, play, short, span_in};
use crate::notation::names::{self, Kinds};
use crate::{
    Board, Builder, End, Ending, Handicap, Headers, Millis, Node, NodeId, Note, Play, Record,
    Remarks, Winner, ruleset, say,
};

/// Reads all games of a text.
pub(super) fn read(text: &str, remarks: &mut Remarks) -> Vec<Record> {
    read_with(text, remarks, true)
}

/// The same; `at_a_glance` says whether moves in the usual shape are read as such.
pub(super) fn read_with(text: &str, remarks: &mut Remarks, at_a_glance: bool) -> Vec<Record> {
    let Some(rules) = ruleset("shogi") else { return Vec::new() };
    let kinds = Kinds::of(&rules);
    let head = Head::new(&rules, kinds);
    let mut reader =
        Reader { base: text, rules, kinds, remarks, records: Vec::new(), head, game: None };
    let mut lines = Lines::new(text);
    while let Some(line) = lines.next() {
        reader.line(&line);
        if let Some(game) = reader.game.as_mut().filter(|game| at_a_glance && game.is_at_tip()) {
            go_on(game, &reader.kinds, &mut lines);
        }
    }
    reader.finish_game();
    reader.records
}

/// Reads moves in the usual shape, up to the first line that is anything else.
fn go_on(game: &mut Builder, kinds: &Kinds, lines: &mut Lines<'_>) {
    while let Some(line) = usual::take(lines.rest().as_bytes())
        && let Some(node) = play_usual(game, kinds, &line)
    {
        node.line = lines.number() as u32 + 1;
        lines.pass(line.length);
        if let Some((time, length)) = line.time {
            node.time = Some(time);
            lines.pass(length);
        }
    }
}

/// Plays a move in the usual shape, if nothing at all is to be said about it.
fn play_usual<'g>(game: &'g mut Builder, kinds: &Kinds, line: &Usual) -> Option<&'g mut Node> {
    let position = game.position().filter(|position| position.side() == line.side)?;
    let rules = position.rules();
    let square = |[file, rank]: [u16; 2]| rules.geometry().square(file, rank);
    let kind = kinds.kind(line.row)?;
    let to = square(line.to)?;
    let mv = if line.from == [0, 0] {
        Move::drop(kind, to)
    } else {
        let from = square(line.from)?;
        // The code names the man as it is after the move.
        let before = position.man_at(from)?.kind;
        let promotes = before != kind;
        if promotes && rules.promoted(before) != Some(kind) {
            return None;
        }
        Move::board(from, to, promotes)
    };
    game.go_on(mv)
}

struct Reader<'t, 'r> {
    base: &'t str,
    rules: Arc<Ruleset>,
    kinds: Kinds,
    remarks: &'r mut Remarks,
    records: Vec<Record>,
    head: Head,
    game: Option<Builder>,
}

/// What stands before the first move.
struct Head {
    headers: Headers,
    note: Note,
    place: Place,
    turn: Option<Side>,
    /// Something was said about a game.
    is_begun: bool,
}

impl Head {
    fn new(rules: &Arc<Ruleset>, kinds: Kinds) -> Self {
        Self {
            headers: Headers::default(),
            note: Note::default(),
            place: Place::new(rules, kinds),
            turn: None,
            is_begun: false,
        }
    }
}

impl<'t> Reader<'t, '_> {
    fn line(&mut self, line: &Line<'t>) {
        let bytes = line.text.as_bytes();
        // The common case: nothing but a move.
        if bytes.len() == 7 && code::is_move(bytes) {
            return self.play(line.text, line);
        }
        let mut rest = line.text.trim_start_matches([' ', '\t', '\u{3000}', '\u{feff}']);
        if rest.len() < line.text.len() && !rest.is_empty() {
            self.remarks.push(say::indented_line().at(line.span));
        }
        while !rest.is_empty() {
            // Names, headers and comments go on to the end of the line, commas and all.
            let is_whole = rest.starts_with(['N', '$', '\'']);
            let end = if is_whole { rest.len() } else { rest.find(',').unwrap_or(rest.len()) };
            let statement = &rest[..end];
            self.statement(statement, line);
            rest = rest[end..].strip_prefix(',').unwrap_or("").trim_start_matches([' ', '\t']);
        }
    }

    fn statement(&mut self, statement: &'t str, line: &Line<'t>) {
        let words = statement.trim_end();
        let span = self.span(words);
        match words.as_bytes() {
            [] => {}
            [b'\'', ..] => self.comment(&statement[1..]),
            [b'+' | b'-'] => self.turn(words, span),
            [b'+' | b'-', ..] => self.play(words, line),
            [b'T', ..] => self.time(&words[1..], span),
            [b'%', ..] => self.end(words, line),
            [b'/'] => {
                self.finish_game();
                self.remarks.set_game(self.records.len());
            }
            [b'P', ..] => {
                self.next_game_if_over(span);
                if self.game.is_some() {
                    return self.remarks.push(say::late_position().at(span));
                }
                self.head.is_begun = true;
                let row = if words.as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
                    statement
                } else {
                    words
                };
                self.head.place.statement(row, span, self.remarks);
            }
            [b'N', b'+', ..] => self.name("先手", &words[2..], span),
            [b'N', b'-', ..] => self.name("後手", &words[2..], span),
            [b'V', b'0'..=b'9', ..] => {
                self.next_game_if_over(span);
                if !matches!(words, "V1" | "V2" | "V2.1" | "V2.2" | "V3.0") {
                    self.remarks.push(say::unknown_version(words).at(span));
                }
            }
            [b'$', ..] => self.header(&words[1..], span),
            // Clients log what the server tells at the end.
            [b'#', ..] => self.note().asides.push(words.to_owned()),
            _ => self.remarks.push(say::no_statement().at(span)),
        }
    }

    fn name(&mut self, key: &str, name: &str, span: Span) {
        self.next_game_if_over(span);
        self.head.is_begun = true;
        self.headers().push(key, name);
    }

    fn header(&mut self, text: &str, span: Span) {
        let Some((key, value)) = text.split_once(':') else {
            self.head.is_begun = true;
            self.remarks.push(say::no_colon().at(span));
            return self.headers().push(text, "");
        };
        // The standard itself spells this one in two ways.
        let key = match key {
            "TIMET+" => "TIME+",
            "TIMET-" => "TIME-",
            key => key,
        };
        let word = KEYS.iter().find(|row| row.0 == key).map_or(key, |row| row.1);
        let value = if key == "NOTE" { unescape(value) } else { value.to_owned() };
        self.head.is_begun = true;
        self.headers().push(word, value);
    }

    fn comment(&mut self, text: &str) {
        if let Some(ending) = summary(text)
            && let Some(game) = &mut self.game
            && let here = game.here()
            && let Play::End(told) = &mut game.record_mut().node_mut(here).play
            && told.end == End::Interrupted
        {
            // The game was not interrupted: the side that waited has given up.
            **told = ending;
            return;
        }
        let is_head = self.game.is_none() && self.head.turn.is_none() && self.head.place.is_empty();
        if let Some((key, value)) = head::commented(text).filter(|_| is_head) {
            self.head.is_begun = true;
            self.headers().push(key, value);
        } else if let Some(comment) = text.strip_prefix('*') {
            self.note().comments.push(comment.to_owned());
        } else if !(text.starts_with("CSA encoding=") || text.starts_with("encoding=")) {
            // What the encoding line says is known from the bytes.
            self.note().asides.push(text.to_owned());
        }
    }

    fn turn(&mut self, words: &str, span: Span) {
        if self.game.is_some() {
            return self.remarks.push(say::late_turn().at(span));
        }
        self.head.is_begun = true;
        if self.head.turn.replace(side(words)).is_some() {
            self.remarks.push(say::two_turns().at(span));
        }
    }

    fn play(&mut self, words: &'t str, line: &Line<'t>) {
        if self.game.is_none() {
            self.begin(Some(side(words)), line.span);
        }
        let (kinds, rules) = (self.kinds, Arc::clone(&self.rules));
        let game = self.game.as_mut().expect("begun");
        let number = line.number as u32;
        let is_after_end = matches!(game.record().node(game.here()).play, Play::End(_));
        if is_after_end {
            let ending = game.record().ending().map(|ending| ending.end);
            if ending != Some(End::Interrupted) {
                let ply = Some(next_ply(game));
                self.remarks.push_at_ply(say::move_after_ending().at(line.span), ply);
            }
        }
        let Some(position) = game.position() else {
            let id = game.unread(words, None);
            game.record_mut().node_mut(id).line = number;
            return;
        };
        let read = match Squares::of(words) {
            None => Err(Box::new(say::no_move(short(words)))),
            Some(squares) if squares.side != position.side() => {
                Err(Box::new(say::wrong_side(short(words))))
            }
            Some(squares) => squares.resolve(position, &kinds, &rules),
        };
        let (mv, doubt) = match read {
            Ok(read) => read,
            Err(finding) => {
                let span = span_in(self.base, words);
                let id = keep(game, words, *finding, span, self.remarks);
                game.record_mut().node_mut(id).line = number;
                return;
            }
        };
        if let Some(finding) = doubt {
            let ply = Some(next_ply(game));
            self.remarks.push_at_ply(finding.at(span_in(self.base, words)), ply);
        }
        if position.is_legal(mv) {
            let id = game.play_legal(mv);
            game.record_mut().node_mut(id).line = number;
        } else {
            let usi = position.usi(mv);
            let id = play(game, &usi, words, span_in(self.base, words), self.remarks);
            game.record_mut().node_mut(id).line = number;
        }
    }

    fn time(&mut self, text: &str, span: Span) {
        let Some((time, is_exact)) = seconds(text.trim()) else {
            return self.remarks.push(say::not_seconds().at(span));
        };
        if !is_exact {
            self.remarks.push(say::time_precision().at(span));
        }
        match &mut self.game {
            Some(game) if game.here() != NodeId::ROOT => {
                let here = game.here();
                if game.record().node(here).time.is_some() {
                    self.remarks.push(say::two_times().at(span));
                }
                game.time(Some(time), None);
            }
            _ => self.remarks.push(say::time_without_move().at(span)),
        }
    }

    fn end(&mut self, words: &'t str, line: &Line<'t>) {
        if self.game.is_none() {
            self.begin(None, line.span);
        }
        let game = self.game.as_mut().expect("begun");
        let here = game.here();
        let mover = game.record().side_at(here);
        // Some of our keywords are not of this format.
        let end = End::from_keyword(words).filter(|end| is_standard(*end));
        if end.is_none() {
            let finding = say::unknown_ending(short(words)).at(line.span);
            self.remarks.push_at_ply(finding, Some(next_ply(game)));
        }
        if let Play::End(first) = &game.record().node(here).play {
            // Servers repeat what the player said.
            if Some(first.end) == end {
                return;
            }
            self.remarks.push(say::second_ending(words, first.end.keyword()).at(line.span));
        }
        let ending = match end {
            Some(end) => Ending::new(end, mover),
            None => Ending::new(End::Other, mover).text(words),
        };
        let id = game.end(ending);
        game.record_mut().node_mut(id).line = line.number as u32;
    }

    /// Sets up the board for the first move. `first` is the side that makes it.
    fn begin(&mut self, first: Option<Side>, span: Span) {
        let head = std::mem::replace(&mut self.head, Head::new(&self.rules, self.kinds));
        if head.place.is_empty() {
            self.remarks.push(say::no_position().at(span));
        }
        let mut board = Board::start(&self.rules);
        if let Some(setup) = head.place.finish(self.remarks) {
            board.setup = setup;
        }
        if head.turn.is_none() {
            self.remarks.push(say::no_turn().at(span));
        }
        board.setup.side = head.turn.or(first).unwrap_or(Side::Sente);
        let is_even = board.setup == *self.rules.start();
        let mut record = Record::new(board);
        if !is_even && let Some(board) = &record.board {
            record.handicap = Handicap::from_sfen(&board.setup.write_without_ply(&self.rules));
        }
        record.headers = head.headers;
        if head.note != Note::default() {
            *record.node_mut(NodeId::ROOT).note_mut() = head.note;
        }
        let mut game = Builder::new(record);
        // A move takes some ten bytes; a hostile text gets no more than it brings.
        game.reserve((self.base.len().saturating_sub(span.start) / 10).min(USUAL_MOVES));
        self.game = Some(game);
    }

    fn finish_game(&mut self) {
        if self.game.is_none() && self.head.is_begun {
            let end = self.base.len();
            self.begin(None, Span::new(end, end));
        }
        if let Some(game) = self.game.take() {
            self.records.push(game.finish());
        }
        // Comments without a game belong to nobody's.
        let note = std::mem::take(&mut self.head.note);
        if note != Note::default()
            && let Some(last) = self.records.last_mut()
        {
            let note_of_last = last.node_mut(NodeId::ROOT).note_mut();
            note_of_last.comments.extend(note.comments);
            note_of_last.asides.extend(note.asides);
        }
    }

    /// Some put games one after the other without a line between them.
    fn next_game_if_over(&mut self, span: Span) {
        let is_over = |game: &Builder| matches!(game.record().node(game.here()).play, Play::End(_));
        if self.game.as_ref().is_some_and(is_over) {
            self.finish_game();
            self.remarks.set_game(self.records.len());
            self.remarks.push(say::no_separator().at(span));
        }
    }

    fn note(&mut self) -> &mut Note {
        match &mut self.game {
            Some(game) => {
                let here = game.here();
                game.record_mut().node_mut(here).note_mut()
            }
            None => &mut self.head.note,
        }
    }

    fn headers(&mut self) -> &mut Headers {
        match &mut self.game {
            Some(game) => &mut game.record_mut().headers,
            None => &mut self.head.headers,
        }
    }

    fn span(&self, part: &str) -> Span {
        span_in(self.base, part)
    }
}

/// Most games are not much longer.
const USUAL_MOVES: usize = 128;

/// `+7776FU` in its parts.
struct Squares {
    side: Side,
    from: [u16; 2],
    to: [u16; 2],
    row: usize,
}

impl Squares {
    fn of(words: &str) -> Option<Self> {
        let &[sign, a, b, c, d, one, two] = words.as_bytes() else { return None };
        let digit = |byte: u8| byte.is_ascii_digit().then(|| u16::from(byte - b'0'));
        let row = code::row([one, two])?;
        let side = if sign == b'+' { Side::Sente } else { Side::Gote };
        let (from, to) = ([digit(a)?, digit(b)?], [digit(c)?, digit(d)?]);
        Some(Self { side, from, to, row })
    }

    /// The move on a board, and what is odd about it.
    fn resolve(
        &self,
        position: &koma_rules::Position,
        kinds: &Kinds,
        rules: &Ruleset,
    ) -> Result<(Move, Option<Finding>), Box<Finding>> {
        let geometry = rules.geometry();
        let off_board = |[file, rank]: [u16; 2]| Box::new(say::off_board(format!("{file}{rank}")));
        let written = names::NAMES[self.row].kif;
        let kind = kinds.kind(self.row);
        let kind = kind.ok_or_else(|| Box::new(say::unknown_man(written)))?;
        let square = |[file, rank]: [u16; 2]| geometry.square(file, rank);
        let to = square(self.to).ok_or_else(|| off_board(self.to))?;
        if self.from == [0, 0] {
            if !rules.can_be_held(kind) {
                return Err(Box::new(say::cannot_be_dropped(written)));
            }
            return Ok((Move::drop(kind, to), None));
        }
        let from = square(self.from).ok_or_else(|| off_board(self.from))?;
        // The code names the man as it is after the move.
        let Some(man) = position.man_at(from) else {
            return Ok((Move::board(from, to, false), None));
        };
        if man.kind == kind {
            return Ok((Move::board(from, to, false), None));
        }
        if rules.promoted(man.kind) == Some(kind) {
            return Ok((Move::board(from, to, true), None));
        }
        let standing = names::kif_name(rules, man.kind);
        let [file, rank] = self.from;
        let doubt = say::man_differs(written, standing, format!("{file}{rank}"));
        Ok((Move::board(from, to, false), Some(doubt)))
    }
}

/// Seconds with up to three decimals; whether nothing was cut off.
fn seconds(text: &str) -> Option<(Millis, bool)> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(part) {
        return None;
    }
    let whole = whole
        .bytes()
        .fold(0_u64, |sum, b| sum.saturating_mul(10).saturating_add(u64::from(b - b'0')));
    let digits = part.bytes().chain(std::iter::repeat(b'0')).take(3);
    let millis = digits.fold(0, |sum, b| sum * 10 + u64::from(b - b'0'));
    let is_exact = part.bytes().skip(3).all(|b| b == b'0');
    Some((Millis::new(whole.saturating_mul(1000).saturating_add(millis)), is_exact))
}

/// What a server's comment `summary:toryo:NAME win:NAME lose` tells, Sente first.
fn summary(text: &str) -> Option<Ending> {
    let rest = text.strip_prefix("summary:")?;
    let told = |(end, reason): &(End, &str)| Some((*end, rest.strip_prefix(reason)?));
    let (end, players) = SUMMARIES.iter().find_map(told)?;
    let players = players.strip_prefix(':')?.trim_end();
    let winner = match (players.ends_with(" win"), players.ends_with(" lose")) {
        (true, _) if players.contains(" lose:") => Side::Gote,
        (_, true) if players.contains(" win:") => Side::Sente,
        _ => return None,
    };
    Some(Ending { end, winner: Some(Winner::Side(winner)), text: None })
}

/// Whether the format has a word for an ending.
pub(in crate::format) fn is_standard(end: End) -> bool {
    !matches!(
        end,
        End::OpponentIllegal
            | End::WonByDefault
            | End::LostByDefault
            | End::SealedMove
            | End::Try
            | End::Other
    )
}

/// `\n` is a line break, `\\` a backslash.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => plain.push('\n'),
                Some('\\') | None => plain.push('\\'),
                Some(other) => plain.extend(['\\', other]),
            },
            c => plain.push(c),
        }
    }
    plain
}

fn side(words: &str) -> Side {
    if words.starts_with('-') { Side::Gote } else { Side::Sente }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_up_to_three_decimals() {
        for (text, ms, is_exact) in [
            ("10", 10_000, true),
            ("6.123", 6_123, true),
            ("1.", 1_000, true),
            ("0.5", 500, true),
            ("1.001", 1_001, true),
            ("1.0019", 1_001, false),
            ("1.00100", 1_001, true),
            ("99999999999999999999999", u64::MAX - 1, true),
        ] {
            assert_eq!(seconds(text), Some((Millis::new(ms), is_exact)), "{text}");
        }
        for text in ["", "x", "-1", "1:00", ".5", "1.x"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }

    #[test]
    fn notes_hold_line_breaks() {
        assert_eq!(unescape(r"a\nb\\c\"), "a\nb\\c\\");
        assert_eq!(unescape(r"\x"), r"\x");
    }
}
