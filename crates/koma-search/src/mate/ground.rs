//! The board a mate search plays on: checks, answers, keys.

use koma_rules::{Ahead, Move, Position, Side, Undo, Winner};

use super::hands::{Hand, Slots};

/// A place in the table: a board (with its turn), and the attacker's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub key: u64,
    pub hand: Hand,
}

/// A position with the moves that led to it.
#[derive(Debug)]
pub(super) struct Ground {
    position: Position,
    made: Vec<Undo>,
    attacker: Side,
    pub slots: Slots,
}

impl Ground {
    /// The side to move attacks.
    pub fn new(position: &Position) -> Self {
        let slots = Slots::of(position);
        Self { position: position.clone(), made: Vec::new(), attacker: position.side(), slots }
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
        self.made.push(undo);
    }

    /// Takes back the last move.
    pub fn unmake(&mut self) {
        let undo = self.made.pop().expect("a move was made");
        self.position.undo(undo);
    }

    /// Who has won, if the game is over as the position stands: whether it is the attacker.
    pub fn won(&self) -> Option<bool> {
        self.position.end_at_once().map(|end| end.winner == Winner::Side(self.attacker))
    }

    /// Where we are.
    pub fn spot(&self) -> Spot {
        if self.slots.compares() {
            let hand = self.slots.hand(&self.position, self.attacker);
            Spot { key: self.position.board_key(), hand }
        } else {
            Spot { key: self.position.key(), hand: Hand::default() }
        }
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
            return Spot { key: board_key, hand };
        }
        self.make(mv);
        let spot = self.spot();
        self.unmake();
        spot
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
