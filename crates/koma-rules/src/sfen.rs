//! SFEN: positions as text.

use std::fmt::Write as _;
use std::ops::Range;

use thiserror::Error;

use crate::{KindId, Man, Ruleset, Setup, Side, Square};

/// Why a text is not a position, with the place of the trouble.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what} (at column {})", .at.start + 1)]
pub struct SfenError {
    /// What is wrong, in words.
    pub what: String,
    /// Where, in bytes of the text.
    pub at: Range<usize>,
}

/// The most men of one kind a hand may hold.
const MOST_HELD: u32 = 250;

impl Setup {
    /// Reads a position: board, side to move, hands, number of the next move.
    ///
    /// `startpos` is the start position. Missing hands mean none, a missing number means 1, and
    /// hands may stand in any order.
    pub fn read(rules: &Ruleset, text: &str) -> Result<Self, SfenError> {
        if text.trim() == "startpos" {
            return Ok(rules.start().clone());
        }
        let mut fields = fields(text);
        let whole = text.len()..text.len();
        let mut setup = Self::empty(rules);
        let Some((board, at)) = fields.next() else {
            return Err(SfenError { what: "no position".to_owned(), at: whole });
        };
        read_board(rules, &mut setup, board, at)?;
        let Some((side, at)) = fields.next() else {
            return Err(SfenError {
                what: "the side to move is missing, b or w".to_owned(),
                at: whole,
            });
        };
        setup.side = match side {
            "b" => Side::Sente,
            "w" => Side::Gote,
            _ => {
                return Err(SfenError {
                    what: format!("the side to move is b or w, not `{}`", short(side)),
                    at,
                });
            }
        };
        if let Some((hands, at)) = fields.next() {
            read_hands(rules, &mut setup, hands, at)?;
        }
        if let Some((ply, at)) = fields.next() {
            setup.ply =
                ply.parse().ok().filter(|&ply| (1..=1_000_000_000).contains(&ply)).ok_or_else(
                    || SfenError { what: format!("`{}` is not a move number", short(ply)), at },
                )?;
        }
        match fields.next() {
            Some((more, at)) => {
                Err(SfenError { what: format!("`{}` is one field too many", short(more)), at })
            }
            None => Ok(setup),
        }
    }

    /// Writes the position; hands in the variant's order of kinds, Sente's first.
    pub fn write(&self, rules: &Ruleset) -> String {
        format!("{} {}", self.write_without_ply(rules), self.ply)
    }

    /// [`Setup::write`] without the last field.
    pub fn write_without_ply(&self, rules: &Ruleset) -> String {
        let geometry = rules.geometry;
        let mut text = String::new();
        for rank in 1..=u16::from(geometry.ranks()) {
            if rank > 1 {
                text.push('/');
            }
            let mut empty = 0;
            for file in (1..=u16::from(geometry.files())).rev() {
                let square = geometry.square(file, rank).expect("on the board");
                let Some(man) = self.man_at(square) else {
                    empty += 1;
                    continue;
                };
                flush(&mut text, &mut empty);
                push_code(&mut text, rules.code(man.kind), man.side);
            }
            flush(&mut text, &mut empty);
        }
        text.push_str(if self.side == Side::Sente { " b " } else { " w " });
        let before_hands = text.len();
        for side in Side::BOTH {
            for &kind in rules.hand_order() {
                match self.held(side, kind) {
                    0 => continue,
                    1 => {}
                    count => write!(text, "{count}").expect("writing to a string"),
                }
                push_code(&mut text, rules.code(kind), side);
            }
        }
        if text.len() == before_hands {
            text.push('-');
        }
        text
    }
}

fn flush(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        write!(text, "{empty}").expect("writing to a string");
        *empty = 0;
    }
}

fn push_code(text: &mut String, code: &str, side: Side) {
    match side {
        Side::Sente => text.push_str(code),
        Side::Gote => text.extend(code.chars().map(|c| c.to_ascii_lowercase())),
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
    rules: &Ruleset,
    setup: &mut Setup,
    text: &str,
    at: Range<usize>,
) -> Result<(), SfenError> {
    let geometry = rules.geometry;
    let (files, ranks) = (u16::from(geometry.files()), u16::from(geometry.ranks()));
    let mut tokens = Tokens { rules, text, start: at.start, next: 0 };
    let (mut rank, mut column) = (1, 0);
    while let Some((token, at)) = tokens.next()? {
        let fail = |what: String| Err(SfenError { what, at: at.clone() });
        match token {
            Token::Slash => {
                if column != files {
                    return fail(format!("rank {rank} has {column} squares instead of {files}"));
                }
                (rank, column) = (rank + 1, 0);
                if rank > ranks {
                    return fail(format!("the board has only {ranks} ranks"));
                }
            }
            Token::Number(empty) => {
                if empty == 0 || u32::from(files - column) < empty {
                    return fail(format!("{empty} empty squares do not fit on rank {rank}"));
                }
                column += empty as u16;
            }
            Token::Man(man) => {
                if column == files {
                    return fail(format!("rank {rank} has more than {files} squares"));
                }
                column += 1;
                let square =
                    geometry.square(files + 1 - column, rank).expect("column is on the board");
                setup.set(square, Some(man));
            }
        }
    }
    let fail = |what: String| Err(SfenError { what, at: at.end..at.end });
    if column != files {
        return fail(format!("rank {rank} has {column} squares instead of {files}"));
    }
    if rank != ranks {
        return fail(format!("the board has {rank} ranks instead of {ranks}"));
    }
    Ok(())
}

fn read_hands(
    rules: &Ruleset,
    setup: &mut Setup,
    text: &str,
    at: Range<usize>,
) -> Result<(), SfenError> {
    if text == "-" {
        return Ok(());
    }
    let mut tokens = Tokens { rules, text, start: at.start, next: 0 };
    let mut count = None;
    while let Some((token, at)) = tokens.next()? {
        match token {
            Token::Number(number) if count.is_none() && number > 0 => count = Some(number),
            Token::Man(man) if rules.can_be_held(man.kind) => {
                let held = u32::from(setup.held(man.side, man.kind)) + count.take().unwrap_or(1);
                if held > MOST_HELD {
                    return Err(SfenError {
                        what: format!("a hand holds at most {MOST_HELD} men of a kind"),
                        at,
                    });
                }
                setup.hold(man.side, man.kind, held as u16);
            }
            Token::Man(man) => {
                let what = format!("`{}` is never held in hand", rules.code(man.kind));
                return Err(SfenError { what, at });
            }
            _ => return Err(SfenError { what: "hands are written like R2P or -".to_owned(), at }),
        }
    }
    match count {
        Some(_) => Err(SfenError {
            what: "a number at the end of the hands".to_owned(),
            at: at.end..at.end,
        }),
        None => Ok(()),
    }
}

enum Token {
    Slash,
    Number(u32),
    Man(Man),
}

/// The tokens of a board or hands field: slashes, numbers and men.
struct Tokens<'a> {
    rules: &'a Ruleset,
    text: &'a str,
    start: usize,
    next: usize,
}

impl Tokens<'_> {
    fn next(&mut self) -> Result<Option<(Token, Range<usize>)>, SfenError> {
        let rest = &self.text[self.next..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let (token, length) = if first == '/' {
            (Some(Token::Slash), 1)
        } else if first.is_ascii_digit() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            (rest[..digits].parse().ok().map(Token::Number), digits)
        } else {
            let plus = usize::from(first == '+');
            let length = plus + rest[plus..].chars().next().map_or(0, char::len_utf8);
            (self.man(&rest[..length]).map(Token::Man), length)
        };
        let at = self.start + self.next..self.start + self.next + length;
        self.next += length;
        match token {
            Some(token) => Ok(Some((token, at))),
            None => {
                let word = &rest[..length.min(rest.len())];
                Err(SfenError { what: format!("`{}` is not a man of this game", short(word)), at })
            }
        }
    }

    fn man(&self, word: &str) -> Option<Man> {
        let side =
            if word.bytes().any(|b| b.is_ascii_lowercase()) { Side::Gote } else { Side::Sente };
        let kind: KindId = self.rules.kind(&word.to_ascii_uppercase())?;
        Some(Man { kind, side })
    }
}

impl Ruleset {
    /// Whether men of this kind can be in hand.
    pub fn can_be_held(&self, kind: KindId) -> bool {
        self.hand_order().contains(&kind)
    }

    /// The kinds that can be in hand, in the order hands are written: the variant's order, so a
    /// variant lists its kinds as its players write hands (R B G S N L P in shogi).
    pub fn hand_order(&self) -> &[KindId] {
        &self.hand_order
    }

    /// The square of that name on this board.
    pub fn square(&self, name: &str) -> Option<Square> {
        let name: crate::SquareName = name.parse().ok()?;
        self.geometry.square(name.file, name.rank)
    }
}
