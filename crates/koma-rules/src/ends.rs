//! Endings that a position shows by itself: nobody moves any more.

use koma_variants::{Ending, EndingKind, Outcome};

use crate::bare::{Bare, Few, Remains, bare};
use crate::kinds::Squares;
use crate::{End, KindId, Man, Position, Reason, Side, Square};

/// Who wins if an outcome comes about for a side.
pub(crate) fn winner(outcome: Outcome, side: Side) -> Option<Side> {
    match outcome {
        Outcome::Loss => Some(side.other()),
        Outcome::Win => Some(side),
        Outcome::Draw => None,
        Outcome::FirstPlayerLoses => Some(Side::Gote),
        Outcome::SecondPlayerLoses => Some(Side::Sente),
    }
}

impl Position {
    /// Whether the game is over as the position stands, whatever was played before: a last royal
    /// was taken, a goal reached, a kind of man has died out. Mate and the like are for
    /// [`crate::Game`] to see.
    pub fn end_at_once(&self) -> Option<End> {
        if !self.rules().facts.ends_at_once {
            return self.royal_end(Outcome::Loss);
        }
        let endings = &self.rules().variant.endings;
        let royal = |ending: &Ending| ending.kind == EndingKind::RoyalTaken;
        let mut all = endings.iter().zip(&self.rules().goals);
        all.find_map(|(ending, goal)| self.ending(ending, goal.as_ref())).or_else(|| {
            // Without its royals a side cannot go on, whatever the variant lists.
            if endings.iter().any(royal) { None } else { self.royal_end(Outcome::Loss) }
        })
    }

    fn royal_end(&self, outcome: Outcome) -> Option<End> {
        let side = self.lost_royal()?;
        Some(End::new(Reason::RoyalTaken, winner(outcome, side)))
    }

    fn ending(&self, ending: &Ending, goal: Option<&Squares>) -> Option<End> {
        let side = self.side();
        let end = |reason, side| End::new(reason, winner(ending.outcome, side));
        match &ending.kind {
            EndingKind::RoyalTaken => self.royal_end(ending.outcome),
            EndingKind::Checks { checks } => {
                let given = self.checks_given();
                let reached = |&by: &Side| given[by as usize] >= checks[by as usize];
                Side::BOTH.into_iter().find(reached).map(|by| end(Reason::Checks, by.other()))
            }
            EndingKind::Extinction { kinds, at_most, other_has, claim } => {
                let count = |side: Side| -> u32 {
                    match &kinds[..] {
                        [] => self.census(side, None),
                        kinds => kinds.iter().map(|&kind| self.census(side, Some(kind))).sum(),
                    }
                };
                let died = |&dying: &Side| {
                    let more = u32::from(*claim && dying == side);
                    count(dying) <= u32::from(*at_most)
                        && count(dying.other()) >= u32::from(*other_has) + more
                };
                let side = [side.other(), side].into_iter().find(died)?;
                Some(end(Reason::Extinction, side))
            }
            EndingKind::Goal { kinds, count, safe, last_move, when_full, .. } => {
                let zone = goal?;
                let is_full = |by: Side| {
                    let mut squares = self.rules().geometry().all();
                    squares.all(|square| !zone.has(square, by) || self.man_at(square).is_some())
                };
                let reached = |by: Side| {
                    let there = self.in_goal(by, &kinds[by as usize], zone, *safe);
                    there >= usize::from(*count) || *when_full && there > 0 && is_full(by)
                };
                let won = |by: Side| end(Reason::Goal, by.other());
                if *last_move {
                    return self.goal_after_a_move(kinds, zone, reached, won);
                }
                [side.other(), side].into_iter().find(|&by| reached(by)).map(won)
            }
            EndingKind::BareRoyal { too_weak } => self.bare_end(too_weak, ending.outcome),
            _ => None,
        }
    }

    /// How many men of a kind (or of all) a side has, on the board and in hand.
    fn census(&self, side: Side, kind: Option<usize>) -> u32 {
        let rules = self.rules();
        let is = |other: KindId| kind.is_none_or(|kind| kind == other.index());
        let standing = self.men(side).into_iter().filter(|&(_, kind)| is(kind)).count() as u32;
        let held = rules.hand_order().iter().filter(|&&kind| is(kind));
        standing + held.map(|&kind| u32::from(self.held(side, kind))).sum::<u32>()
    }

    fn in_goal(&self, side: Side, kinds: &[usize], zone: &Squares, safe: bool) -> usize {
        let there = self.men(side).into_iter().filter(|&(square, kind)| {
            kinds.contains(&kind.index())
                && zone.has(square, side)
                && !(safe && self.is_attacked(square, side.other()))
        });
        there.count()
    }

    /// A goal that leaves the other side a move: men must still be there when their side is to
    /// move again. Of royals only the second player's has that move, and only if it can use it:
    /// both there is a draw.
    fn goal_after_a_move(
        &self,
        kinds: &[Vec<usize>; 2],
        zone: &Squares,
        reached: impl Fn(Side) -> bool,
        won: impl Fn(Side) -> End,
    ) -> Option<End> {
        let (side, other) = (self.side(), self.side().other());
        let is_royal = |kind: &usize| self.rules().variant().kinds[*kind].royal;
        let of_royals = |side: Side| kinds[side as usize].iter().all(is_royal);
        if reached(side) {
            let both = side == Side::Sente && of_royals(other) && reached(other);
            return Some(if both { End::new(Reason::Goal, None) } else { won(side) });
        }
        let too_late = || side == Side::Sente || !self.can_bring_royal_to(zone);
        (reached(other) && of_royals(side) && too_late()).then(|| won(other))
    }

    /// Whether a royal of the side to move can go to a zone at once.
    fn can_bring_royal_to(&self, zone: &Squares) -> bool {
        let side = self.side();
        let is_free = |square: Square| {
            zone.has(square, side)
                && self.man_at(square).is_none_or(|man| man.side != side)
                && !self.is_attacked(square, side.other())
        };
        let squares: Vec<Square> = self.rules().geometry().all().filter(|&s| is_free(s)).collect();
        let mut royals =
            self.men(side).into_iter().filter(|&(_, kind)| self.rules().rules(kind).royal);
        !self.in_check()
            && royals.any(|(from, kind)| {
                squares.iter().any(|&to| self.attacks(from, Man { kind, side }, to))
            })
    }

    /// Whether a bare royal ends the game.
    fn bare_end(&self, too_weak: &[usize], outcome: Outcome) -> Option<End> {
        let rules = self.rules();
        let (side, other) = (self.side(), self.side().other());
        // Men that can never move again stand on the last ranks: with more men nobody is bare.
        let many = 2 * usize::from(rules.geometry().files()) + 1;
        if Side::BOTH.into_iter().all(|side| self.men_count(side) > many) {
            return None;
        }
        let live = |side: Side| -> Vec<(Square, KindId)> {
            let dead = |(square, kind)| rules.rules(kind).dead.has(square, side);
            self.men(side).into_iter().filter(|&man| !dead(man)).collect()
        };
        let (own, their) = (live(side), live(other));
        if own.len() > 1 && their.len() > 1 {
            return None;
        }
        let royal = |kind: KindId| rules.rules(kind).royal;
        let remains = |men: &[(Square, KindId)]| {
            let weak = |kind: KindId| too_weak.contains(&kind.index());
            let royals = men.iter().filter(|&&(_, kind)| royal(kind));
            let strong = men.iter().filter(|&&(_, kind)| !royal(kind) && !weak(kind));
            Remains {
                royals: Few::of(royals.map(|(square, _)| square.index())),
                strong: Few::of(strong.map(|(square, _)| square.index())),
                men: men.len(),
            }
        };
        let takes = |target: usize| self.is_attacked(Square(target as u16), side);
        let winner = match bare(remains(&own), remains(&their), takes)? {
            Bare::Both => None,
            Bare::Mover => winner(outcome, side),
            Bare::Other => winner(outcome, other),
        };
        Some(End::new(Reason::BareRoyal, winner))
    }
}
