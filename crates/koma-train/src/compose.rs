//! Short mate problems made at random: one solution, nothing left in hand, no man too many.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use koma_rules::{Fault, KindId, Man, Position, Ruleset, Setup, Side, Square};
use koma_search::mate::{Solver, Task, Verdict};

use crate::Random;

/// Memory of the solver.
const SOLVER_BYTES: usize = 8 << 20;

/// Positions it looks at for a problem, and for other solutions: short mates are found at once or
/// are none.
const NODES: u64 = 3_000;
const CHECKED_NODES: u64 = 30_000;

/// Makes problems of one game.
pub struct Composer {
    rules: Arc<Ruleset>,
    solver: Solver,
    random: Random,
    /// How many men of each kind there are, royals aside, as they are held.
    stock: BTreeMap<KindId, u16>,
    royal: KindId,
}

impl Composer {
    /// For the game of these rules; `None` if nothing can be dropped in it, or nobody mated.
    pub fn new(rules: &Arc<Ruleset>, seed: u64) -> Option<Self> {
        let start = rules.start();
        let is_royal = |kind: KindId| rules.variant().kinds[kind.index()].royal;
        let mut stock = BTreeMap::new();
        for (_, man) in start.men().filter(|(_, man)| !is_royal(man.kind)) {
            *stock.entry(rules.in_hand(man.kind)?).or_default() += 1;
        }
        let royal = start.men().find(|(_, man)| man.side == Side::Gote && is_royal(man.kind))?;
        rules.has_check_rules().then(|| Self {
            rules: Arc::clone(rules),
            solver: Solver::new(SOLVER_BYTES),
            random: Random::new(seed),
            stock,
            royal: royal.1.kind,
        })
    }

    /// A mate in so many plies, by Sente, if one of so many tries is one.
    pub fn compose(&mut self, plies: usize, tries: usize) -> Option<Setup> {
        for _ in 0..tries {
            let Some(setup) = self.scatter(plies) else { continue };
            if self.is_problem(&setup, plies) {
                return Some(self.reduced(setup, plies));
            }
        }
        None
    }

    /// A few men near a king.
    fn scatter(&mut self, plies: usize) -> Option<Setup> {
        let geometry = self.rules.geometry();
        let (files, ranks) = (usize::from(geometry.files()), usize::from(geometry.ranks()));
        let mut setup = Setup::empty(&self.rules);
        let mut stock = self.stock.clone();
        let king = (1 + self.random.below(files), 1 + self.random.below(ranks.div_ceil(2)));
        let square = |(file, rank): (usize, usize)| geometry.square(file as u16, rank as u16);
        setup.set(square(king)?, Some(Man { kind: self.royal, side: Side::Gote }));
        let attackers = 1 + self.random.below(2 + plies / 4);
        let defenders = self.random.below(4);
        for index in 0..attackers + defenders {
            let side = if index < attackers { Side::Sente } else { Side::Gote };
            let kind = self.draw(&mut stock)?;
            let turned = if self.random.below(4) == 0 { self.rules.promoted(kind) } else { None };
            let far = if side == Side::Sente { 3 } else { 2 };
            let place = |random: &mut Random, at: usize| at + random.below(2 * far + 1);
            let at = (place(&mut self.random, king.0), place(&mut self.random, king.1));
            let at = (at.0.checked_sub(far)?, at.1.checked_sub(far)?);
            let at = square(at).filter(|&at| setup.man_at(at).is_none())?;
            setup.set(at, Some(Man { kind: turned.unwrap_or(kind), side }));
        }
        for _ in 0..=self.random.below(plies.div_ceil(2)) {
            let kind = self.draw(&mut stock)?;
            setup.hold(Side::Sente, kind, setup.held(Side::Sente, kind) + 1);
        }
        // The defender holds all the rest, as is the custom.
        for (kind, count) in stock {
            setup.hold(Side::Gote, kind, count);
        }
        Some(setup)
    }

    /// A man of the stock; each is as likely.
    fn draw(&mut self, stock: &mut BTreeMap<KindId, u16>) -> Option<KindId> {
        let all: usize = stock.values().map(|&count| usize::from(count)).sum();
        let mut at = self.random.below(all);
        for (&kind, count) in stock.iter_mut() {
            if at < usize::from(*count) {
                *count -= 1;
                return Some(kind);
            }
            at -= usize::from(*count);
        }
        None
    }

    /// Whether a position is a problem of so many plies, with one solution.
    fn is_problem(&mut self, setup: &Setup, plies: usize) -> bool {
        let is_custom = |fault: &Fault| matches!(fault, Fault::MissingRoyal { side: Side::Sente });
        if !setup.faults(&self.rules).iter().all(is_custom) {
            return false;
        }
        let position = Position::unjudged(&self.rules, setup);
        let stop = AtomicBool::new(false);
        let answer = self.solver.solve(&position, &Task::shortest(NODES), &stop, &mut |_| {});
        let Ok(answer) = answer else { return false };
        let is_mate = answer.verdict == Verdict::Mate && answer.shortest;
        if !is_mate || answer.line.len() != plies {
            return false;
        }
        // As many by custom, so that nobody argues about futile drops.
        answer.custom.is_some_and(|custom| custom.len() == plies)
            && self
                .solver
                .check(&position, &answer.line, CHECKED_NODES, &stop, &mut |_| {})
                .is_clean()
    }

    /// The same problem without the men that it does not need.
    fn reduced(&mut self, mut setup: Setup, plies: usize) -> Setup {
        let men: Vec<(Square, Man)> =
            setup.men().filter(|(_, man)| man.kind != self.royal).collect();
        for (square, man) in men {
            let Some(kind) = self.rules.in_hand(man.kind) else { continue };
            let mut fewer = setup.clone();
            fewer.set(square, None);
            fewer.hold(Side::Gote, kind, fewer.held(Side::Gote, kind) + 1);
            if self.is_problem(&fewer, plies) {
                setup = fewer;
            }
        }
        setup
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_mates_of_their_length_and_need_every_man() {
        let rules = Ruleset::compile(koma_variants::find("minishogi").expect("it")).expect("rules");
        let mut composer = Composer::new(&rules, 7).expect("it has drops");
        for plies in [1, 3] {
            let setup = composer.compose(plies, 20_000).expect("one of many");
            assert!(composer.is_problem(&setup, plies), "{}", setup.write(&rules));
            assert!(!composer.is_problem(&setup, plies + 2));
            assert_eq!(composer.reduced(setup.clone(), plies), setup);
        }
        let chu = Ruleset::compile(koma_variants::find("chu").expect("it")).expect("rules");
        assert!(Composer::new(&chu, 7).is_none(), "nothing is dropped there");
    }
}
