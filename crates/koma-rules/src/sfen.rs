//! SFEN: positions as text.

use std::ops::Range;

use koma_text::Phrase;
use thiserror::Error;

use crate::ruleset::Core;
use crate::state::{Choices, SetupRules, Stage, State};
use crate::{KindId, Man, Ruleset, Setup, Side, Square, say};

/// Why a text is not a position, with the place of the trouble.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what} (at column {})", .at.start + 1)]
pub struct SfenError {
    /// What is wrong, in words.
    pub what: Phrase,
    /// Where, in bytes of the text.
    pub at: Range<usize>,
}

impl SfenError {
    /// What is wrong and where.
    pub fn phrase(&self) -> Phrase {
        say::at_column(self.what.clone(), self.at.start + 1)
    }
}

/// The most men of one kind a hand may hold.
const MOST_HELD: u32 = 250;

impl Setup {
    /// Reads a position: board, side to move, hands, number of the next move.
    ///
    /// `startpos` is the start position. Missing hands mean none, a missing number means 1, and
    /// hands may stand in any order. Where a kind's code has several letters, men stand between
    /// commas, and `gg3` is three in a row.
    pub fn read(rules: &Ruleset, text: &str) -> Result<Self, SfenError> {
        if text.trim() == "startpos" {
            return Ok(rules.start().clone());
        }
        let (mut setup, rest) = Self::read_men(rules, text)?;
        setup.state = State::inferred(rules, &setup);
        rest.read(rules, rules.setup.is_some(), &mut setup)?;
        Ok(setup)
    }

    /// Reads the start position of a variant, and what there is to place and to choose in it.
    pub(crate) fn read_start(core: &Core) -> Result<(Self, Option<SetupRules>), SfenError> {
        let (mut start, rest) = Self::read_men(core, &core.variant.start)?;
        let phase = SetupRules::of(core, &start);
        start.state = State::inferred_from(core, phase.as_ref(), &start, &start);
        rest.read(core, phase.is_some(), &mut start)?;
        Ok((start, phase))
    }

    /// Reads all but the state.
    fn read_men<'a>(core: &Core, text: &'a str) -> Result<(Self, Rest<'a>), SfenError> {
        let mut fields = fields(text);
        let end = text.len()..text.len();
        let mut setup = Self::empty_of(core);
        let Some((board, at)) = fields.next() else {
            return Err(SfenError { what: say::no_position(), at: end });
        };
        read_board(core, &mut setup, board, at)?;
        let Some((side, at)) = fields.next() else {
            return Err(SfenError { what: say::no_side(), at: end });
        };
        setup.side = match side {
            "b" => Side::Sente,
            "w" => Side::Gote,
            _ => return Err(SfenError { what: say::strange_side(short(side)), at }),
        };
        let mut struck = None;
        if let Some((hands, at)) = fields.next() {
            // Where nothing is held, the field tells of a lion taken with the last move.
            let lion = hands.parse().ok().and_then(|name| core.square_of(name));
            match lion.filter(|_| core.facts.lions && !core.facts.drops) {
                Some(square) => struck = Some(square),
                None => read_hands(core, &mut setup, hands, at)?,
            }
        }
        if let Some((ply, at)) = fields.next() {
            setup.ply = ply
                .parse()
                .ok()
                .filter(|&ply| (1..=1_000_000_000).contains(&ply))
                .ok_or_else(|| SfenError { what: say::no_move_number(short(ply)), at })?;
        }
        Ok((setup, Rest { struck, fields: fields.collect() }))
    }

    /// Writes the position; hands in the variant's order of kinds, Sente's first. What the men
    /// do not tell of a set-up phase or of checks given stands in fields of its own at the end.
    pub fn write(&self, rules: &Ruleset) -> String {
        let mut text = format!("{} {}", self.write_without_ply(rules), self.ply);
        write_state(self, rules, &mut text);
        text
    }

    /// [`Setup::write`] without the last field.
    pub fn write_without_ply(&self, rules: &Ruleset) -> String {
        let geometry = rules.geometry;
        let mut text = String::new();
        for rank in 1..=u16::from(geometry.ranks()) {
            if rank > 1 {
                text.push('/');
            }
            let mut items = Items::new(&mut text, rules);
            let mut empty = 0;
            for file in (1..=u16::from(geometry.files())).rev() {
                let square = geometry.square(file, rank).expect("on the board");
                let Some(man) = self.man_at(square) else {
                    empty += 1;
                    continue;
                };
                items.push(&count(std::mem::take(&mut empty)));
                items.push(&cased(rules.code(man.kind), man.side));
            }
            items.push(&count(empty));
        }
        text.push_str(if self.side == Side::Sente { " b " } else { " w " });
        let before_hands = text.len();
        let mut items = Items::new(&mut text, rules);
        for side in Side::BOTH {
            for &kind in rules.hand_order() {
                let code = cased(rules.code(kind), side);
                match self.held(side, kind) {
                    0 => {}
                    1 => items.push(&code),
                    held => items.push(&format!("{held}{code}")),
                }
            }
        }
        let struck = self.state.as_ref().and_then(|state| state.struck);
        match struck.filter(|_| !rules.facts.drops) {
            Some(square) => text.push_str(&geometry.name(square).to_string()),
            None if text.len() == before_hands => text.push('-'),
            None => {}
        }
        text
    }
}

/// Writes what the men do not tell: `setup:KG/K` (placing), `chose:R/B` (bound by a choice), with
/// the men each side has used, and `checks:1/0`.
fn write_state(setup: &Setup, rules: &Ruleset, text: &mut String) {
    let (Some(state), Some(inferred)) = (&setup.state, State::inferred(rules, setup)) else {
        return;
    };
    if state.choices != inferred.choices {
        let sides = Side::BOTH.map(|side| {
            let Choices { stage, used } = &state.choices[side as usize];
            let mut part = match stage {
                Stage::Placing => "placing".to_owned(),
                Stage::Bound => "chose".to_owned(),
                Stage::Free => "free".to_owned(),
            };
            let mut items = String::new();
            let mut list = Items::new(&mut items, rules);
            for kind in rules.kinds() {
                match used[kind.index()] {
                    0 => {}
                    1 => list.push(rules.code(kind)),
                    used => list.push(&format!("{used}{}", rules.code(kind))),
                }
            }
            if !items.is_empty() {
                part.push('=');
                part.push_str(&items);
            }
            part
        });
        text.push_str(&format!(" setup:{}", sides.join("/")));
    }
    if state.checks != [0; 2] {
        let [sente, gote] = state.checks;
        text.push_str(&format!(" checks:{sente}/{gote}"));
    }
}

/// What a text says of the state.
struct Rest<'a> {
    struck: Option<Square>,
    fields: Vec<(&'a str, Range<usize>)>,
}

impl Rest<'_> {
    /// Reads it into a setup; `phase` says whether there is something to place or to choose.
    fn read(self, core: &Core, phase: bool, setup: &mut Setup) -> Result<(), SfenError> {
        if let Some(state) = &mut setup.state {
            state.struck = self.struck;
        }
        self.fields.into_iter().try_for_each(|(text, at)| read_state(core, phase, setup, text, at))
    }
}

/// Reads one of the fields of [`write_state`].
fn read_state(
    core: &Core,
    phase: bool,
    setup: &mut Setup,
    text: &str,
    at: Range<usize>,
) -> Result<(), SfenError> {
    let fail = |what: Phrase| Err(SfenError { what, at: at.clone() });
    let Some(state) = setup.state.as_mut() else {
        return fail(say::field_too_many(short(text)));
    };
    let parts = |text: &str| text.split_once('/').map(|(a, b)| [a.to_owned(), b.to_owned()]);
    if let Some([sente, gote]) = text.strip_prefix("checks:").and_then(parts) {
        let (Ok(sente), Ok(gote)) = (sente.parse(), gote.parse()) else {
            return fail(say::form_of_checks());
        };
        state.checks = [sente, gote];
        return Ok(());
    }
    let sides = text.strip_prefix("setup:").filter(|_| phase).and_then(parts);
    let Some(sides) = sides else {
        return fail(say::field_too_many(short(text)));
    };
    for (part, choices) in sides.iter().zip(&mut state.choices) {
        let (stage, used) = part.split_once('=').unwrap_or((part, ""));
        choices.stage = match stage {
            "placing" => Stage::Placing,
            "chose" => Stage::Bound,
            "free" => Stage::Free,
            _ => return fail(say::strange_stage(short(stage))),
        };
        choices.used.fill(0);
        let mut tokens = Tokens::new(core, used, at.start);
        let mut count = 1;
        while let Some((token, _)) = tokens.next()? {
            match token {
                Token::Number(number @ 1..=MOST_HELD) => count = number as u16,
                Token::Man(man, 1) if man.side == Side::Sente => {
                    choices.used[man.kind.index()] = std::mem::replace(&mut count, 1);
                }
                _ => return fail(say::form_of_setup()),
            }
        }
    }
    Ok(())
}

/// Writes the items of a rank or of the hands, with commas where codes are words.
struct Items<'a> {
    text: &'a mut String,
    comma: bool,
    first: bool,
}

impl<'a> Items<'a> {
    fn new(text: &'a mut String, rules: &Ruleset) -> Self {
        Self { text, comma: rules.codes_are_words(), first: true }
    }

    fn push(&mut self, item: &str) {
        if item.is_empty() {
            return;
        }
        if self.comma && !self.first {
            self.text.push(',');
        }
        self.first = false;
        self.text.push_str(item);
    }
}

fn count(empty: u32) -> String {
    if empty == 0 { String::new() } else { empty.to_string() }
}

fn cased(code: &str, side: Side) -> String {
    match side {
        Side::Sente => code.to_owned(),
        Side::Gote => code.to_ascii_lowercase(),
    }
}

/// The words of a text with their places.
fn fields(text: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    text.split_ascii_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (word, start..start + word.len())
    })
}

fn short(text: &str) -> String {
    text.chars().take(20).collect()
}

fn read_board(
    core: &Core,
    setup: &mut Setup,
    text: &str,
    at: Range<usize>,
) -> Result<(), SfenError> {
    let geometry = core.geometry;
    let (files, ranks) = (u16::from(geometry.files()), u16::from(geometry.ranks()));
    let mut tokens = Tokens::new(core, text, at.start);
    let (mut rank, mut column) = (1, 0);
    while let Some((token, at)) = tokens.next()? {
        let fail = |what: Phrase| Err(SfenError { what, at: at.clone() });
        match token {
            Token::Slash => {
                if column != files {
                    return fail(say::rank_length(rank, column, files));
                }
                (rank, column) = (rank + 1, 0);
                if rank > ranks {
                    return fail(say::ranks_too_many(ranks));
                }
            }
            Token::Number(empty) => {
                if empty == 0 || u32::from(files - column) < empty {
                    return fail(say::empty_too_many(empty, rank));
                }
                column += empty as u16;
            }
            Token::Man(man, times) => {
                if times == 0 || u32::from(files - column) < times {
                    return fail(say::rank_too_long(rank, files));
                }
                for _ in 0..times {
                    column += 1;
                    let square =
                        geometry.square(files + 1 - column, rank).expect("column is on the board");
                    setup.set(square, Some(man));
                }
            }
        }
    }
    let fail = |what: Phrase| Err(SfenError { what, at: at.end..at.end });
    if column != files {
        return fail(say::rank_length(rank, column, files));
    }
    if rank != ranks {
        return fail(say::ranks_too_few(rank, ranks));
    }
    Ok(())
}

fn read_hands(
    core: &Core,
    setup: &mut Setup,
    text: &str,
    at: Range<usize>,
) -> Result<(), SfenError> {
    if text == "-" {
        return Ok(());
    }
    let mut tokens = Tokens::new(core, text, at.start);
    let mut count = None;
    while let Some((token, at)) = tokens.next()? {
        match token {
            Token::Number(number) if count.is_none() && number > 0 => count = Some(number),
            Token::Man(man, 1) if core.hand_order.contains(&man.kind) => {
                let held = u32::from(setup.held(man.side, man.kind)) + count.take().unwrap_or(1);
                if held > MOST_HELD {
                    return Err(SfenError { what: say::hand_too_full(MOST_HELD), at });
                }
                setup.hold(man.side, man.kind, held as u16);
            }
            Token::Man(man, 1) => {
                let what = say::never_held(core.code_of(man.kind));
                return Err(SfenError { what, at });
            }
            _ => return Err(SfenError { what: say::form_of_hands(), at }),
        }
    }
    match count {
        Some(_) => Err(SfenError { what: say::number_after_hands(), at: at.end..at.end }),
        None => Ok(()),
    }
}

enum Token {
    Slash,
    Number(u32),
    /// A man, and how many of it stand in a row.
    Man(Man, u32),
}

/// The tokens of a board or hands field: slashes, numbers and men.
struct Tokens<'a> {
    core: &'a Core,
    text: &'a str,
    start: usize,
    next: usize,
    /// Codes have several letters, and so stand between commas.
    words: bool,
}

impl<'a> Tokens<'a> {
    fn new(core: &'a Core, text: &'a str, start: usize) -> Self {
        Self { core, text, start, next: 0, words: core.codes_are_words() }
    }

    fn next(&mut self) -> Result<Option<(Token, Range<usize>)>, SfenError> {
        if self.words && self.is_at_comma() {
            self.next += 1;
        }
        let rest = &self.text[self.next..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let (token, length) = if first == '/' {
            (Some(Token::Slash), 1)
        } else if first.is_ascii_digit() {
            let length = digits(rest);
            (rest[..length].parse().ok().map(Token::Number), length)
        } else {
            let code = self.code_length(rest);
            let repeat = if self.words { digits(&rest[code..]) } else { 0 };
            let times = if repeat == 0 { Some(1) } else { rest[code..code + repeat].parse().ok() };
            let man = self.man(&rest[..code]).zip(times);
            (man.map(|(man, times)| Token::Man(man, times)), code + repeat)
        };
        let at = self.start + self.next..self.start + self.next + length;
        self.next += length;
        match token {
            Some(token) => Ok(Some((token, at))),
            None => Err(SfenError { what: say::strange_piece(short(&rest[..length])), at }),
        }
    }

    /// Whether a comma stands here that parts two items.
    fn is_at_comma(&self) -> bool {
        let (before, rest) = self.text.split_at(self.next);
        let parts = |c: Option<char>| c.is_some_and(|c| !matches!(c, ',' | '/'));
        rest.starts_with(',')
            && parts(before.chars().next_back())
            && parts(rest[1..].chars().next())
    }

    /// The length of the code at the start of a text: a letter or a word, `+` before it.
    fn code_length(&self, text: &str) -> usize {
        let plus = usize::from(text.starts_with('+'));
        let letters = text[plus..].bytes().take_while(u8::is_ascii_alphabetic).count();
        match letters {
            1.. if self.words => plus + letters,
            _ => plus + text[plus..].chars().next().map_or(0, char::len_utf8),
        }
    }

    fn man(&self, word: &str) -> Option<Man> {
        let capitals = word.to_ascii_uppercase();
        let side = if word == capitals { Side::Sente } else { Side::Gote };
        if side == Side::Gote && word != word.to_ascii_lowercase() {
            return None;
        }
        let kind: KindId = self.core.kind_of(&capitals)?;
        Some(Man { kind, side })
    }
}

impl Core {
    /// Whether a code has several letters, so that SFEN needs commas.
    fn codes_are_words(&self) -> bool {
        self.all_kinds().any(|kind| self.code_of(kind).trim_start_matches('+').len() > 1)
    }
}
