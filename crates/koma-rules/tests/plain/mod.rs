//! What searches ask of a field, the slow way.

use koma_rules::field::{Gains, Stage};
use koma_rules::{KindId, Man, Move, Position, Square};

/// What a field answers, asked of the position alone: slow, and for every board.
pub struct Plain(pub Position);

impl Plain {
    /// Whether a legal move takes something of the enemy, or of its own side.
    fn takes(&self, mv: Move) -> bool {
        let mut after = self.0.clone();
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
                (drop || !mv.promotes() && !self.takes(mv)) && self.gives_check(mv)
            }
            Stage::All => true,
        }
    }

    pub fn list(&self, stage: Stage, moves: &mut Vec<Move>) {
        moves.extend(self.0.legal_moves().into_iter().filter(|&mv| self.is_of(mv, stage)));
    }

    pub fn gives_check(&self, mv: Move) -> bool {
        let mut after = self.0.clone();
        let _ = after.play_unchecked(mv);
        after.in_check()
    }

    pub fn mate_in_one(&self) -> Option<Move> {
        self.0.legal_moves().into_iter().find(|&mv| {
            let mut after = self.0.clone();
            let _ = after.play_unchecked(mv);
            after.in_check() && !after.has_legal_move()
        })
    }

    pub fn key_after(&self, mv: Move) -> u64 {
        let mut after = self.0.clone();
        let _ = after.play_unchecked(mv);
        after.key()
    }

    pub fn exchange(&self, mv: Move, gains: &Gains, least: i32) -> bool {
        let mut position = self.0.clone();
        let undo = position.play_unchecked(mv);
        let side = self.0.side();
        let taken = |(_, man): (Square, Man)| {
            if man.side == side { -gains.of(man.kind) } else { gains.of(man.kind) }
        };
        let won: i32 = undo.victims().map(taken).sum();
        let turned = mv.from().filter(|_| mv.promotes()).map_or(0, |from| {
            let kind = |position: &Position, square| position.man_at(square).map(|man| man.kind);
            let worth = |kind: Option<KindId>| kind.map_or(0, |kind| gains.of(kind));
            worth(kind(&position, mv.to())) - worth(kind(&self.0, from))
        });
        won + turned - recapture(&mut position, mv.to(), gains) >= least
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
