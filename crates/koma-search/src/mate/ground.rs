//! The board a mate search plays on: checks, answers, keys.

use koma_rules::{Ahead, KindId, Move, Position, Side, Square, Undo, Winner};

use super::hands::{Hand, Slots};

/// A place in the table: a board (with its turn), and the attacker's hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spot {
    pub key: u64,
    pub hand: Hand,
}

/// A position with the moves that led to it.
#[derive(Debug)]
pub(super) struct Ground {
    position: Position,
    made: Vec<Made>,
    attacker: Side,
    pub slots: Slots,
    /// Whether plies are counted as is the custom of problems: futile drops do not count. Places
    /// in the table are others then.
    pub by_custom: bool,
    /// By kind: whether it loses no move by promoting.
    gains: Vec<bool>,
}

/// Sets places by custom apart.
const CUSTOM: u64 = 0x7a1c_93d2_50be_64f1;

#[derive(Debug)]
enum Made {
    Move(Undo),
    /// The defender passed, and the attacker moved.
    Nearer(Undo),
}

impl Ground {
    /// The side to move attacks.
    pub fn new(position: &Position) -> Self {
        let slots = Slots::of(position);
        let (attacker, rules) = (position.side(), position.rules());
        let gains = rules.kinds().map(|kind| rules.promotion_keeps_moves(kind)).collect();
        let position = position.clone();
        Self { position, made: Vec::new(), attacker, slots, by_custom: false, gains }
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether the attacker is to move.
    pub fn attacks(&self) -> bool {
        self.position.side() == self.attacker
    }

    /// Lists the attacker's checks, or all answers of the defender.
    pub fn list(&self, moves: &mut Vec<Move>) {
        if self.attacks() {
            self.position.checks_into(moves);
        } else {
            self.position.evasions_into(moves);
        }
    }

    /// Makes a legal move.
    pub fn make(&mut self, mv: Move) {
        let undo = self.position.play_unchecked(mv);
        self.made.push(Made::Move(undo));
    }

    /// A man that gives check goes nearer, to a square where something could be put between: where
    /// it stands once it has taken that. What it took goes back to the defender's hand.
    pub fn make_nearer(&mut self, mv: Move) {
        self.position.pass();
        let undo = self.position.play_unchecked(mv);
        self.made.push(Made::Nearer(undo));
    }

    /// The move of the man whose check would be blocked on `square`, to that square, if it still
    /// gives check from there.
    pub fn nearer(&mut self, square: Square) -> Option<Move> {
        let from = self.blocked_checker(square)?;
        self.position.pass();
        let defender = self.attacker.other();
        let found = [true, false].into_iter().find_map(|promotes| {
            let mv = Move::board(from, square, promotes);
            if !self.position.is_legal(mv) {
                return None;
            }
            let undo = self.position.play_unchecked(mv);
            let checks = self.position.is_threatened(defender);
            self.position.undo(undo);
            checks.then_some(mv)
        });
        self.position.pass();
        found
    }

    /// The attacker's man that stands beyond a square as seen from the royal it checks.
    fn blocked_checker(&self, square: Square) -> Option<Square> {
        let geometry = self.position.rules().geometry();
        let place = |s: Square| (i32::from(geometry.file(s)), i32::from(geometry.rank(s)));
        let (file, rank) = place(square);
        let royals = self.position.checked_royals();
        royals.into_iter().find_map(|royal| {
            let (df, dr) = (file - place(royal).0, rank - place(royal).1);
            if df != 0 && dr != 0 && df.abs() != dr.abs() {
                return None;
            }
            let (mut file, mut rank) = (file, rank);
            loop {
                (file, rank) = (file + df.signum(), rank + dr.signum());
                let next = geometry.square(file.try_into().ok()?, rank.try_into().ok()?)?;
                if let Some(man) = self.position.man_at(next) {
                    return (man.side == self.attacker).then_some(next);
                }
            }
        })
    }

    /// Takes back the last move.
    pub fn unmake(&mut self) {
        match self.made.pop().expect("a move was made") {
            Made::Move(undo) => self.position.undo(undo),
            Made::Nearer(undo) => {
                self.position.undo(undo);
                self.position.pass();
            }
        }
    }

    /// Who has won, if the game is over as the position stands: whether it is the attacker.
    pub fn won(&self) -> Option<bool> {
        self.position.end_at_once().map(|end| end.winner == Winner::Side(self.attacker))
    }

    /// Where we are.
    pub fn spot(&self) -> Spot {
        if self.slots.compares() {
            let hand = self.slots.hand(&self.position, self.attacker);
            Spot { key: self.position.board_key() ^ self.salt(), hand }
        } else {
            Spot { key: self.position.key(), hand: Hand::default() }
        }
    }

    #[inline]
    fn salt(&self) -> u64 {
        if self.by_custom { CUSTOM } else { 0 }
    }

    /// Where a legal move leads, from a spot that is known.
    pub fn spot_after(&mut self, here: Spot, mv: Move) -> Spot {
        if self.slots.compares()
            && let Some(Ahead { board_key, spent, gained }) = self.position.ahead(mv)
        {
            let hand = if self.attacks() {
                self.slots.changed(here.hand, gained, spent)
            } else {
                here.hand
            };
            return Spot { key: board_key ^ self.salt(), hand };
        }
        self.make(mv);
        let spot = self.spot();
        self.unmake();
        spot
    }

    /// Whether the man of a move could do all it can now once it has promoted.
    pub fn only_gains(&self, mv: Move) -> bool {
        let man = mv.from().and_then(|from| self.position.man_at(from));
        man.is_some_and(|man| self.gains[man.kind.index()])
    }

    /// The defender's royal, if it has only one.
    pub fn royal(&self) -> Option<Square> {
        self.position.only_royal(self.attacker.other())
    }

    /// Whether the defender's royal could take whatever the attacker drops on a free square. Once it
    /// has, the board is as if it had just gone there.
    pub fn takes(&mut self, royal: Square, to: Square) -> bool {
        self.position.pass();
        let legal = self.position.is_legal(Move::board(royal, to, false));
        self.position.pass();
        legal
    }

    /// How far apart two squares on one line are.
    pub fn distance(&self, a: Square, b: Square) -> Option<u32> {
        let geometry = self.position.rules().geometry();
        let files = u32::from(geometry.file(a).abs_diff(geometry.file(b)));
        let ranks = u32::from(geometry.rank(a).abs_diff(geometry.rank(b)));
        (files == 0 || ranks == 0 || files == ranks).then_some(files.max(ranks))
    }

    /// Whether the defender has something it could put between.
    pub fn defender_holds(&self) -> bool {
        let defender = self.attacker.other();
        let held = |&kind: &KindId| self.position.held(defender, kind) > 0;
        self.position.rules().hand_order().iter().any(held)
    }

    /// How many men the attacker holds.
    pub fn held(&self) -> u32 {
        let held = |&kind: &KindId| u32::from(self.position.held(self.attacker, kind));
        self.position.rules().hand_order().iter().map(held).sum()
    }

    /// The men in both hands: what the attacker could hold at most with this board.
    pub fn free(&self) -> Hand {
        let hand = |side| self.slots.hand(&self.position, side);
        Slots::sum(hand(Side::Sente), hand(Side::Gote))
    }

    /// What the attacker must hold so that the defender gets no man to put between that it does
    /// not have now.
    pub fn blocked(&self) -> Hand {
        if !self.slots.compares() || !self.position.may_interpose() {
            return Hand::default();
        }
        let hand = |side| self.slots.hand(&self.position, side);
        self.slots.where_none(hand(self.attacker), hand(self.attacker.other()))
    }
}
