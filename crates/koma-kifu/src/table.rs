//! A board to walk on: play, also against the rules, and take back.

use koma_rules::{IllegalMove, Man, Move, Position, Side, Undo, UsiMove};

use crate::{Board, Play};

/// A position with the way back to where it began.
#[derive(Clone, Debug)]
pub struct Table {
    position: Position,
    trail: Vec<Step>,
}

/// How a step is taken back.
#[derive(Clone, Debug)]
enum Step {
    Played(Undo),
    /// A move against the rules: the whole position before it.
    Forced(Box<Position>),
    /// An ending, or a move that was not carried out.
    Nothing,
}

impl Table {
    /// A table with the start position of a record on it.
    pub fn new(board: &Board) -> Self {
        Self { position: board.position(), trail: Vec::new() }
    }

    /// The position on it.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Makes room for more steps.
    pub fn reserve(&mut self, steps: usize) {
        self.trail.reserve(steps);
    }

    /// How many steps can be taken back.
    pub fn depth(&self) -> usize {
        self.trail.len()
    }

    /// Takes the step of a node, which belongs after the position on the table.
    pub fn step(&mut self, play: &Play) {
        match play {
            Play::Move(mv) => self.play_unchecked(*mv),
            Play::Illegal(offence) => {
                self.force(&offence.usi);
            }
            Play::Start | Play::Unread(_) | Play::End(_) => self.trail.push(Step::Nothing),
        }
    }

    /// Plays a legal move. Any other may panic.
    pub fn play_unchecked(&mut self, mv: Move) {
        let undo = self.position.play_unchecked(mv);
        self.trail.push(Step::Played(undo));
    }

    /// Plays a move if it is legal, and says whether it was.
    pub fn play_if_legal(&mut self, mv: Move) -> bool {
        let undo = self.position.play_if_legal(mv);
        let is_legal = undo.is_some();
        self.trail.extend(undo.map(Step::Played));
        is_legal
    }

    /// Carries out a move against the rules, if there is something to carry out: a man on its first
    /// square, of whichever side, or a kind that can be held. Says whether it was.
    pub fn force(&mut self, usi: &UsiMove) -> bool {
        let forced = forced(&self.position, usi);
        let carried_out = forced.is_some();
        let step = match forced {
            Some(after) => Step::Forced(Box::new(std::mem::replace(&mut self.position, after))),
            None => Step::Nothing,
        };
        self.trail.push(step);
        carried_out
    }

    /// Takes the last step back, if there is one.
    pub fn back(&mut self) -> bool {
        match self.trail.pop() {
            Some(Step::Played(undo)) => self.position.undo(undo),
            Some(Step::Forced(before)) => self.position = *before,
            Some(Step::Nothing) => {}
            None => return false,
        }
        true
    }

    /// What the rules say to a move.
    pub fn judge(&self, usi: &UsiMove) -> Result<Move, IllegalMove> {
        self.position.explain_usi(usi)
    }

    /// The position with no way back, as a new beginning.
    pub(crate) fn at(position: Position) -> Self {
        Self { position, trail: Vec::new() }
    }
}

/// The position after a move the rules forbid.
fn forced(position: &Position, usi: &UsiMove) -> Option<Position> {
    let rules = position.rules();
    let geometry = rules.geometry();
    let side: Side = position.side();
    let mut setup = position.setup();
    let to = match usi {
        UsiMove::Board { from, to, promotes, .. } => {
            let from = geometry.square(from.file, from.rank)?;
            let to = geometry.square(to.file, to.rank)?;
            // The opponent's man stays the opponent's, and takes for him.
            let man = setup.man_at(from)?;
            let owner = man.side;
            setup.set(from, None);
            if let Some(victim) = setup.man_at(to).filter(|victim| victim.side != owner)
                && let Some(held) = rules.in_hand(victim.kind)
            {
                setup.hold(owner, held, setup.held(owner, held).saturating_add(1).min(MOST_HELD));
            }
            let kind = if *promotes { rules.promoted(man.kind) } else { None };
            setup.set(to, Some(Man { kind: kind.unwrap_or(man.kind), side: owner }));
            to
        }
        UsiMove::Drop { code, to } => {
            let to = geometry.square(to.file, to.rank)?;
            let kind = rules.kind(code)?;
            let either_side = rules.variant().drops.as_ref().is_some_and(|d| d.either_side);
            let held = if either_side { rules.in_hand(kind)? } else { kind };
            let held = Some(held).filter(|&held| rules.can_be_held(held))?;
            setup.hold(side, held, setup.held(side, held).saturating_sub(1));
            setup.set(to, Some(Man { kind, side }));
            to
        }
        UsiMove::Pass => return None,
    };
    debug_assert!(setup.man_at(to).is_some());
    setup.side = side.other();
    setup.ply = setup.ply.saturating_add(1);
    Some(Position::unjudged(rules, &setup))
}

/// A hand of the fast boards counts in bytes.
const MOST_HELD: u16 = 250;
