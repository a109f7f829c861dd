//! The plain way: everything is asked of the position.

use super::{Field, Gains, Stage, sealed::Sealed};
use crate::{KindId, Man, Move, Position, Side, Square, Undo};

/// A field that asks the position alone: slow, for every board, and what the others are compared
/// with.
#[derive(Clone, Debug)]
pub struct PlainField {
    position: Position,
    made: Vec<Undo>,
}

impl Sealed for PlainField {}

impl PlainField {
    /// The field of any position.
    pub fn new(position: Position) -> Self {
        Self { position, made: Vec::new() }
    }

    /// Whether a legal move takes something of the enemy, or of its own side.
    fn takes(&self, mv: Move) -> bool {
        let mut after = self.position.clone();
        let undo = after.play_unchecked(mv);
        undo.victims().next().is_some()
    }

    fn is_of(&self, mv: Move, stage: Stage) -> bool {
        let drop = mv.dropped().is_some();
        match stage {
            Stage::Captures => !drop && self.takes(mv),
            Stage::Promotions => mv.promotes() && !self.takes(mv),
            Stage::Quiets => !drop && !mv.promotes() && !self.takes(mv),
            Stage::Drops => drop,
            Stage::QuietChecks => {
                (drop || !mv.promotes() && !self.takes(mv)) && self.gives_check(&(), mv)
            }
            Stage::All => true,
        }
    }
}

impl Field for PlainField {
    type Look = ();

    fn of(position: &Position) -> Option<Self> {
        Some(Self::new(position.clone()))
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn man_at(&self, square: Square) -> Option<Man> {
        self.position.man_at(square)
    }

    fn each_man(&self, side: Side, mut each: impl FnMut(Square, KindId)) {
        self.position.men(side).into_iter().for_each(|(square, kind)| each(square, kind));
    }

    fn look(&self) -> Self::Look {}

    fn in_check(&self, (): &Self::Look) -> bool {
        self.position.in_check()
    }

    fn list(&self, (): &Self::Look, stage: Stage, moves: &mut Vec<Move>) {
        moves.extend(self.position.legal_moves().into_iter().filter(|&mv| self.is_of(mv, stage)));
    }

    fn is_legal(&self, (): &Self::Look, mv: Move) -> bool {
        self.position.is_legal(mv)
    }

    fn gives_check(&self, (): &Self::Look, mv: Move) -> bool {
        let mut after = self.position.clone();
        let _ = after.play_unchecked(mv);
        after.in_check()
    }

    fn mate_in_one(&mut self, (): &Self::Look) -> Option<Move> {
        self.position.legal_moves().into_iter().find(|&mv| {
            let mut after = self.position.clone();
            let _ = after.play_unchecked(mv);
            after.in_check() && !after.has_legal_move()
        })
    }

    fn make(&mut self, mv: Move) {
        let undo = self.position.play_unchecked(mv);
        self.made.push(undo);
    }

    fn unmake(&mut self) {
        let undo = self.made.pop().expect("a move was made");
        self.position.undo(undo);
    }

    fn pass_turn(&mut self) {
        self.position.pass();
    }

    fn key_after(&mut self, mv: Move) -> u64 {
        let mut after = self.position.clone();
        let _ = after.play_unchecked(mv);
        after.key()
    }

    fn is_attacked(&self, square: Square, by: Side) -> bool {
        self.position.is_attacked(square, by)
    }

    fn exchange(&self, mv: Move, gains: &Gains, least: i32) -> bool {
        let mut position = self.position.clone();
        let undo = position.play_unchecked(mv);
        let side = self.position.side();
        let taken = |(_, man): (Square, Man)| {
            if man.side == side { -gains.of(man.kind) } else { gains.of(man.kind) }
        };
        let won: i32 = undo.victims().map(taken).sum();
        let turned = mv.from().filter(|_| mv.promotes()).map_or(0, |from| {
            let kind = |position: &Position, square| position.man_at(square).map(|man| man.kind);
            let worth = |kind: Option<KindId>| kind.map_or(0, |kind| gains.of(kind));
            worth(kind(&position, mv.to())) - worth(kind(&self.position, from))
        });
        won + turned - recapture(&mut position, mv.to(), gains) >= least
    }

    fn last(&self) -> Option<&Undo> {
        self.made.last()
    }
}

/// What the side to move gains by taking on a square, and going on there, or by leaving it.
fn recapture(position: &mut Position, square: Square, gains: &Gains) -> i32 {
    let Some(victim) = position.man_at(square) else { return 0 };
    let side = position.side();
    let worth = |&from: &Square| {
        let man = position.man_at(from).expect("an attacker stands there");
        (gains.of(man.kind), from)
    };
    let cheapest = position.attackers(side, square).iter().map(worth).min();
    let Some((_, from)) = cheapest.filter(|_| victim.side != side) else { return 0 };
    let undo = position.play_unchecked(Move::board(from, square, false));
    let gain = gains.of(victim.kind) - recapture(position, square, gains);
    position.undo(undo);
    gain.max(0)
}
