//! The head of a record: headers, handicap, diagram; and the start position that follows from it.

use std::sync::Arc;

use koma_rules::{Ruleset, Setup, Side};
use koma_text::Span;

use super::diagram::Diagram;
use super::ending::side;
use crate::notation::names::Kinds;
use crate::notation::token::{MoveText, digit};
use crate::{Board, Handicap, Headers, Note, Record, Remarks, ruleset, say};

/// What stands before the first move.
#[derive(Debug, Default)]
pub(super) struct Head<'t> {
    headers: Headers,
    handicap: Option<(&'t str, Span)>,
    pub diagram: Diagram<'t>,
    turn: Option<Side>,
    /// 上手 and 下手 are named instead of 後手 and 先手.
    is_uneven: bool,
    /// The first move has an arrow before its origin.
    pub has_arrows: bool,
    /// Comments on the start position.
    pub note: Note,
    /// The rules of the game, where the caller knows them.
    told: Option<Arc<Ruleset>>,
}

impl<'t> Head<'t> {
    /// Nothing yet. `told` are the rules of the game, where the caller knows them.
    pub fn new(told: Option<Arc<Ruleset>>) -> Self {
        Self { told, ..Self::default() }
    }

    /// Takes a line `key：value`.
    pub fn header(&mut self, key: &'t str, value: &'t str, span: Span) {
        if let Some(side) = hand_of(key) {
            self.is_uneven |= key.starts_with(['上', '下']);
            self.diagram.hands[side as usize] = Some((value, span));
            return;
        }
        match key {
            "手合割" | "手合" => self.handicap = Some((trim(value), span)),
            // "手番" is no key of the format, but its meaning is plain.
            "手番" => {
                self.turn = side(trim(value).trim_end_matches('番')).or(self.turn);
                self.headers.push(key, value);
            }
            _ => {
                self.is_uneven |= matches!(key, "上手" | "下手");
                self.headers.push(key, value);
            }
        }
    }

    /// Takes a line `後手番`.
    pub fn turn(&mut self, word: &str) {
        self.turn = side(word.trim_end_matches('番'));
    }

    /// The record, with nothing played yet. `first` is the first move, where it is known.
    pub fn start(&mut self, first: Option<&MoveText>, remarks: &mut Remarks) -> Record {
        let handicap = self.handicap.map(|(name, _)| Handicap::named(name));
        let mut record = match self.rules() {
            Ok(rules) => match self.board(&rules, handicap.as_ref(), first, remarks) {
                Some(board) => Record::new(board),
                None => Record::unplayable(rules.variant().slug.clone()),
            },
            Err(name) => {
                let finding = say::variant_kept_as_text(&name);
                let place = self.handicap.map(|(_, span)| span).or(self.diagram_span());
                remarks.push(match place {
                    Some(span) => finding.at(span),
                    None => finding,
                });
                Record::unplayable(name)
            }
        };
        if record.board.is_none() {
            record.diagram = self.diagram.rows.iter().map(|(row, _)| (*row).to_owned()).collect();
            // What no position can hold stays with the headers.
            for (side, name) in [(Side::Gote, "後手の持駒"), (Side::Sente, "先手の持駒")]
            {
                if let Some((hand, _)) = self.diagram.hands[side as usize] {
                    self.headers.push(name, hand);
                }
            }
        }
        record.handicap = handicap;
        record.headers = std::mem::take(&mut self.headers);
        record
    }

    fn diagram_span(&self) -> Option<Span> {
        self.diagram.rows.first().map(|(_, span)| *span)
    }

    /// The rules: of the game the handicap line names, else those the caller knows, else of the
    /// size of the diagram.
    fn rules(&self) -> Result<Arc<Ruleset>, String> {
        if let Some((name, _)) = self.handicap
            && is_game(name)
        {
            let plain: String = name.chars().map(narrow).collect();
            return ruleset(&plain).or_else(|| ruleset(name)).ok_or_else(|| name.to_owned());
        }
        if let Some(told) = &self.told {
            return Ok(Arc::clone(told));
        }
        match self.diagram.size() {
            // Lishogi calls chu shogi even, or nothing; its moves have arrows.
            _ if !self.diagram.is_some() && self.has_arrows => {
                return ruleset("chu").ok_or_else(|| "chu".to_owned());
            }
            _ if !self.diagram.is_some() => {}
            (9, 9) => {}
            (5, 5) => return ruleset("minishogi").ok_or_else(|| "minishogi".to_owned()),
            // A row too long or short, or rows missing: a broken diagram of the usual board.
            (files, ranks) if files.abs_diff(9) <= 1 && ranks <= 10 => {}
            (12, 12) => return ruleset("chu").ok_or_else(|| "chu".to_owned()),
            (files, ranks) => return Err(format!("on {files}x{ranks} squares")),
        }
        ruleset("shogi").ok_or_else(|| "shogi".to_owned())
    }

    fn board(
        &self,
        rules: &Arc<Ruleset>,
        handicap: Option<&Handicap>,
        first: Option<&MoveText>,
        remarks: &mut Remarks,
    ) -> Option<Board> {
        let mut board = Board::start(rules);
        if self.diagram.is_some() {
            board.setup = self.diagram.setup(rules, remarks)?;
            board.last_to = self.diagram.last_to;
            board.setup.side = self.side_of_diagram(&board.setup, rules, handicap, first);
            for fault in board.setup.faults(rules) {
                use koma_rules::Fault::{DeadMan, FileOverfull, TooManyMen};
                // A problem's board may lack a king or much else; only the impossible is told.
                if matches!(fault, TooManyMen { .. } | FileOverfull { .. } | DeadMan { .. }) {
                    let span = self.diagram_span().unwrap_or_default();
                    remarks.push(fault.finding(rules).at(span));
                }
            }
            return Some(board);
        }
        if let Some(handicap) = handicap.filter(|_| rules.variant().slug == "shogi") {
            self.set_handicap(&mut board, handicap, remarks);
        }
        if let Some(turn) = self.turn {
            board.setup.side = turn;
        }
        Some(board)
    }

    fn set_handicap(&self, board: &mut Board, handicap: &Handicap, remarks: &mut Remarks) {
        let span = self.handicap.map_or(Span::default(), |(_, span)| span);
        let name = &handicap.name;
        match handicap.sfen() {
            // The start position is that already.
            Some(_) if handicap.is_even() => {}
            Some(sfen) => {
                if let Ok(setup) = Setup::read(&board.rules, sfen) {
                    board.setup = setup;
                }
                if !handicap.is_exact() {
                    remarks.push(say::handicap_spelling(name).at(span));
                }
            }
            None if name.is_empty() => {}
            None => remarks.push(say::unknown_handicap(name).at(span)),
        }
    }

    fn side_of_diagram(
        &self,
        setup: &Setup,
        rules: &Ruleset,
        handicap: Option<&Handicap>,
        first: Option<&MoveText>,
    ) -> Side {
        let by_handicap = || {
            let is_real = handicap?.sfen().is_some() && !handicap?.is_even();
            is_real.then_some(Side::Gote)
        };
        let by_names = || self.is_uneven.then(|| mover(setup, rules, first)).flatten();
        self.turn.or_else(by_handicap).or_else(by_names).unwrap_or(Side::Sente)
    }
}

/// Whose man makes a move, as far as the move shows it.
fn mover(setup: &Setup, rules: &Ruleset, first: Option<&MoveText>) -> Option<Side> {
    let first = first?;
    if let Some(from) = first.from {
        let square = rules.geometry().square(from.file, from.rank)?;
        return setup.man_at(square).map(|man| man.side);
    }
    if first.mark.is_some() {
        return first.mark;
    }
    let kind = Kinds::of(rules).kind(first.man)?;
    let holds = |side: &Side| first.is_drop && setup.held(*side, kind) > 0;
    let mut holders = Side::BOTH.into_iter().filter(holds);
    holders.next().filter(|_| holders.next().is_none())
}

/// Whether a header stands at the beginning of a game, so that another one after moves begins the
/// next.
pub(super) fn is_first(key: &str) -> bool {
    let keys = [
        "手合割",
        "手合",
        "開始日時",
        "対局日",
        "先手",
        "後手",
        "下手",
        "上手",
        "棋戦",
        "作品番号",
    ];
    keys.contains(&key)
}

/// Whether a header is a hand of a diagram.
pub(super) fn is_hand(key: &str) -> bool {
    hand_of(key).is_some()
}

/// The side whose hand a key names: 後手の持駒.
fn hand_of(key: &str) -> Option<Side> {
    let owner = key
        .strip_suffix("持駒")
        .or_else(|| key.strip_suffix("持ち駒"))
        .map(|owner| owner.trim_end_matches(['の', ' ', '\u{3000}']))?;
    side(owner)
}

/// Whether the handicap line names a game instead of a handicap.
fn is_game(name: &str) -> bool {
    let is_named_like_one = name.ends_with("将棋") || name.ends_with("しょうぎ");
    is_named_like_one && name != "詰将棋" && Handicap::named(name).sfen().is_none()
}

fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\u{3000}'])
}

/// Full-width digits and letters as half-width ones.
fn narrow(c: char) -> char {
    match digit(c) {
        Some(value) => char::from(b'0' + value as u8),
        None => c,
    }
}
