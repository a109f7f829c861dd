//! The field on cells: any size, every movement.

use std::cell::OnceCell;
use std::sync::Arc;

use super::sealed::Sealed;
use super::{Change, Field, Gains, Stage};
use crate::board::{Board, CellBoard, Inverse, Listing};
use crate::position::AnyBoard;
use crate::{KindId, Man, Move, Position, Side, Square, Undo};

/// A field of framed cells. It keeps apart the men that matter in every question: royals, and men
/// whose attacks cannot be looked at from the target.
#[derive(Clone, Debug)]
pub(crate) struct CellField {
    position: Position,
    made: Vec<Undo>,
    inverse: Arc<Inverse>,
    royals: [Vec<Square>; 2],
    apart: [Vec<Square>; 2],
}

impl Sealed for CellField {}

impl CellField {
    fn board(&self) -> &CellBoard {
        match &self.position.board {
            AnyBoard::Cells(board) => board,
            _ => unreachable!("the board of a position stays the same"),
        }
    }

    fn is_royal(&self, kind: KindId) -> bool {
        self.position.rules().rules(kind).royal
    }

    fn note(&mut self, man: Man, square: Square, stands: bool) {
        let side = man.side as usize;
        let lists = [
            (self.is_royal(man.kind), &mut self.royals[side]),
            (self.inverse.is_apart(man.kind), &mut self.apart[side]),
        ];
        for (_, list) in lists.into_iter().filter(|(is, _)| *is) {
            if stands {
                list.push(square);
            } else if let Some(place) = list.iter().position(|&other| other == square) {
                list.swap_remove(place);
            }
        }
    }

    /// Notes what the last move changed, or takes the notes back.
    fn follow(&mut self, undo: &Undo, forward: bool) {
        let mut noted = Vec::new();
        let position = &self.position;
        undo.changes(position, |change| match change {
            Change::Put(man, square) => noted.push((man, square, forward)),
            Change::Taken(man, square) => noted.push((man, square, !forward)),
            Change::Held(..) => {}
        });
        for (man, square, stands) in noted {
            if self.is_royal(man.kind) || self.inverse.is_apart(man.kind) {
                self.note(man, square, stands);
            }
        }
    }

    /// Calls `each` with the men of a side that could take on a square, until it has enough.
    fn each_attacker(&self, target: Square, by: Side, each: impl FnMut(Square, KindId) -> bool) {
        let (rules, apart) = (self.position.rules(), &self.apart[by as usize]);
        self.board().each_attacker(rules, &self.inverse, apart, target, by, each);
    }

    /// What the men of a side are worth that could take on the last square of a move, once it is
    /// made: its man has gone, and so have those it took on its way.
    fn takers(&self, mv: Move, side: Side, gains: &Gains) -> Takers {
        let mut takers = Takers::default();
        let (from, to) = (mv.from(), mv.to());
        self.each_attacker(to, side, |square, kind| {
            if Some(square) != from && !mv.via().any(|via| via == square) {
                takers.add(gains.of(kind));
            }
            takers.is_full()
        });
        takers
    }

    /// Whether a move takes something.
    fn takes(&self, mv: Move) -> bool {
        let (position, rules) = (&self.position, self.position.rules());
        let Some(from) = mv.from() else { return false };
        let occupied = |square: Square| square != from && position.man_at(square).is_some();
        if occupied(mv.to()) || mv.via().any(occupied) {
            return true;
        }
        if mv.flies() && rules.geometry().between(from, mv.to()).into_iter().any(occupied) {
            return true;
        }
        let burns = rules.facts.burns
            && position.man_at(from).is_some_and(|man| {
                let turned = rules.promoted(man.kind).filter(|_| mv.promotes());
                rules.rules(turned.unwrap_or(man.kind)).burns
            });
        burns && {
            let mut after = position.clone();
            let undo = after.play_unchecked(mv);
            undo.victims().next().is_some()
        }
    }

    /// All legal moves, each with its stage: one of captures, promotions, quiets and drops.
    fn all<'a>(&self, look: &'a CellLook) -> &'a [(Move, Stage)] {
        look.moves.get_or_init(|| {
            let mut moves = Vec::new();
            self.position.view(self.board()).each_legal(Listing::Moves, &mut |mv| {
                let stage = match () {
                    () if mv.dropped().is_some() => Stage::Drops,
                    () if self.takes(mv) => Stage::Captures,
                    () if mv.promotes() => Stage::Promotions,
                    () => Stage::Quiets,
                };
                moves.push((mv, stage));
            });
            moves
        })
    }
}

/// What was seen from a position. Moves are listed once, when the first stage is asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct CellLook {
    checked: bool,
    moves: OnceCell<Vec<(Move, Stage)>>,
}

/// The worth of men that could take on one square, the cheapest first.
#[derive(Default)]
struct Takers {
    worth: [i32; Self::MOST],
    count: usize,
    next: usize,
}

impl Takers {
    const MOST: usize = 12;

    fn add(&mut self, worth: i32) {
        let place = self.worth[..self.count].partition_point(|&other| other <= worth);
        self.worth.copy_within(place..self.count, place + 1);
        self.worth[place] = worth;
        self.count += 1;
    }

    fn is_full(&self) -> bool {
        self.count == Self::MOST
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn next(&mut self) -> Option<i32> {
        let worth = self.worth[..self.count].get(self.next).copied();
        self.next += 1;
        worth
    }
}

impl Field for CellField {
    type Look = CellLook;

    fn of(position: &Position) -> Option<Self> {
        let AnyBoard::Cells(_) = &position.board else { return None };
        let mut field = Self {
            position: position.clone(),
            made: Vec::new(),
            inverse: Arc::new(Inverse::new(position.rules())),
            royals: Default::default(),
            apart: Default::default(),
        };
        for side in Side::BOTH {
            for (square, kind) in position.men(side) {
                field.note(Man { kind, side }, square, true);
            }
        }
        Some(field)
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn man_at(&self, square: Square) -> Option<Man> {
        self.board().man_at(square)
    }

    fn each_man(&self, side: Side, mut each: impl FnMut(Square, KindId)) {
        self.board().men(side).for_each(|(square, kind)| each(square, kind));
    }

    fn look(&self) -> CellLook {
        let side = self.position.side();
        let attacked = |&royal: &Square| self.is_attacked(royal, side.other());
        let checked = self.royals[side as usize].iter().any(attacked);
        CellLook { checked, moves: OnceCell::new() }
    }

    fn in_check(&self, look: &CellLook) -> bool {
        look.checked
    }

    fn list(&self, look: &CellLook, stage: Stage, moves: &mut Vec<Move>) {
        let quiet = |other: Stage| matches!(other, Stage::Quiets | Stage::Drops);
        let wanted = |&(mv, other): &(Move, Stage)| match stage {
            Stage::All => true,
            Stage::QuietChecks => quiet(other) && self.gives_check(look, mv),
            stage => stage == other,
        };
        moves.extend(self.all(look).iter().filter(|entry| wanted(entry)).map(|&(mv, _)| mv));
    }

    fn is_legal(&self, _: &CellLook, mv: Move) -> bool {
        self.position.is_legal(mv)
    }

    /// By the man that moved alone: checks uncovered by its going are not seen.
    fn gives_check(&self, _: &CellLook, mv: Move) -> bool {
        let (position, rules) = (&self.position, self.position.rules());
        let side = position.side();
        let kind = match (mv.from().and_then(|from| position.man_at(from)), mv.dropped()) {
            (Some(man), _) => {
                rules.promoted(man.kind).filter(|_| mv.promotes()).unwrap_or(man.kind)
            }
            (None, Some(kind)) => kind,
            (None, None) => return false,
        };
        let man = Man { kind, side };
        let royals = &self.royals[side.other() as usize];
        royals.iter().any(|&royal| self.board().attacks(rules, mv.to(), man, royal))
    }

    fn mate_in_one(&mut self, _: &CellLook) -> Option<Move> {
        self.position.legal_moves().into_iter().find(|&mv| {
            self.make(mv);
            let mated = self.look().checked && !self.position.has_legal_move();
            self.unmake();
            mated
        })
    }

    fn make(&mut self, mv: Move) {
        let undo = self.position.play_unchecked(mv);
        self.follow(&undo, true);
        self.made.push(undo);
    }

    fn unmake(&mut self) {
        let undo = self.made.pop().expect("a move was made");
        self.follow(&undo, false);
        self.position.undo(undo);
    }

    fn pass_turn(&mut self) {
        self.position.pass_turn();
    }

    fn key_after(&mut self, mv: Move) -> u64 {
        self.position.key_after(mv)
    }

    fn is_attacked(&self, square: Square, by: Side) -> bool {
        let mut found = false;
        self.each_attacker(square, by, |_, _| {
            found = true;
            true
        });
        found
    }

    /// Men that come into line when another one goes are not seen, nor is what burns.
    fn exchange(&self, mv: Move, gains: &Gains, least: i32) -> bool {
        let side = self.position.side();
        let squares = mv.via().chain([mv.to()]).filter(|&square| Some(square) != mv.from());
        let victims = squares.filter_map(|square| self.position.man_at(square));
        let won: i32 = victims
            .map(|man| if man.side == side { -gains.of(man.kind) } else { gains.of(man.kind) })
            .sum();
        let mover = mv.from().and_then(|from| self.position.man_at(from)).map(|man| man.kind);
        let Some(kind) = mover.or(mv.dropped()) else { return true };
        let promoted = self.position.rules().promoted(kind).filter(|_| mv.promotes());
        let arrived = promoted.unwrap_or(kind);
        let won = won + gains.of(arrived) - gains.of(kind);
        if mv.flies() {
            return true;
        }
        if won < least {
            return false;
        }
        if won - gains.of(arrived) >= least {
            return true;
        }
        let mut enemies = self.takers(mv, side.other(), gains);
        if enemies.is_empty() {
            return true;
        }
        let mut friends = self.takers(mv, side, gains);
        // Whoever is to take would lose `stake` of what they are ahead of `least` if they did not.
        let mut stake = gains.of(arrived) - (won - least);
        let mut wins = true;
        loop {
            let takers = if wins { &mut enemies } else { &mut friends };
            let Some(taker) = takers.next() else { break };
            wins = !wins;
            stake = taker - stake;
            if stake < i32::from(wins) {
                break;
            }
        }
        wins
    }

    fn last(&self) -> Option<&Undo> {
        self.made.last()
    }
}
