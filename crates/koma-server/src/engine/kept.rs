//! Engines of the last games, kept for whoever plays the same.

use std::sync::{Arc, Mutex, PoisonError};

use koma_rules::{OutOfSteps, Ruleset, within};
use koma_search::Options;
use koma_train::analysis::Analyst;

/// Memory of the hash table of each, in megabytes.
const HASH_MB: usize = 16;

/// Memory of each one's mate solver.
const SOLVER_BYTES: usize = 16 << 20;

/// How judgements are kept: those of another form are not read.
const FORM: &[u8] = b"2";

/// A few engines, the one that was used last at the end.
pub struct Kept {
    most: usize,
    minds: Mutex<Vec<Mind>>,
}

/// An engine with what is known of it.
pub struct Mind {
    /// It.
    pub analyst: Analyst,
    identity: Option<[u8; 32]>,
}

impl Kept {
    /// So many at most.
    pub fn new(most: usize) -> Self {
        Self { most, minds: Mutex::default() }
    }

    /// Thinks with an engine for a game, one that was kept or a new one, within so many steps of the
    /// rules. One that was cut short in the middle of a list knows nonsense, and is not kept.
    pub fn with<T>(
        &self,
        rules: &Arc<Ruleset>,
        steps: u64,
        think: impl FnOnce(&mut Mind) -> T,
    ) -> Result<T, OutOfSteps> {
        let (answer, mind) = within(steps, || {
            let mut mind = self.take(rules);
            (think(&mut mind), mind)
        })?;
        let mut minds = self.minds.lock().unwrap_or_else(PoisonError::into_inner);
        minds.push(mind);
        if minds.len() > self.most {
            minds.remove(0);
        }
        Ok(answer)
    }

    fn take(&self, rules: &Arc<Ruleset>) -> Mind {
        let mut minds = self.minds.lock().unwrap_or_else(PoisonError::into_inner);
        let at = minds.iter().rposition(|mind| Arc::ptr_eq(mind.analyst.rules(), rules));
        if let Some(at) = at {
            return minds.remove(at);
        }
        drop(minds);
        let options = Options { hash_mb: HASH_MB, ..Options::default() };
        Mind { analyst: Analyst::new(rules, options, SOLVER_BYTES), identity: None }
    }
}

impl Mind {
    /// What its judgements depend on besides the position: its version, the rules and the weights.
    pub fn identity(&mut self) -> [u8; 32] {
        *self.identity.get_or_insert_with(|| {
            let rules = Arc::clone(self.analyst.rules());
            let scale = self.analyst.scale();
            let weights = self.analyst.engine().evaluation().weights();
            let mut hasher = blake3::Hasher::new();
            hasher.update(koma_search::VERSION.as_bytes()).update(FORM);
            hasher.update(&scale.to_le_bytes());
            hasher.update(&weights.write(&rules));
            *hasher.finalize().as_bytes()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use koma_rules::{Game, Position};
    use std::time::{Duration, Instant};

    #[test]
    fn a_second_of_thinking_takes_fewer_steps_than_it_may() {
        use koma_search::time::Clock;
        use koma_search::{Control, Limits};
        let (kept, time) = (Kept::new(1), Duration::from_millis(300));
        for slug in ["chu", "tenjiku", "taikyoku", "wa"] {
            let rules = koma_kifu::ruleset(slug).unwrap();
            let game = Game::from(Position::start(&rules));
            let search = |mind: &mut Mind| {
                let begun = Instant::now();
                let clock = || begun.elapsed();
                let limits = Limits::time(Clock::exactly(time));
                let engine = mind.analyst.engine();
                let job = || engine.search(&game, &limits, &Control::clock(&clock), &mut |_| {});
                let (outcome, steps) = koma_rules::spent_within(u64::MAX, job).unwrap();
                println!("{slug}: {steps} steps, {} nodes, {:?}", outcome.nodes, begun.elapsed());
                steps
            };
            let steps = kept.with(&rules, u64::MAX, search).unwrap();
            let most = super::super::STEPS_A_SECOND as f64 * time.as_secs_f64();
            assert!((steps as f64) < most / 2.0, "{slug}: {steps}");
        }
    }

    #[test]
    fn engines_are_kept_and_those_that_were_cut_short_are_not() {
        let kept = Kept::new(2);
        let rules = ["chu", "minishogi", "dobutsu"].map(|slug| koma_kifu::ruleset(slug).unwrap());
        let count = || kept.minds.lock().unwrap().len();
        let list = |_: &mut Mind| Game::from(Position::start(&rules[0])).legal_moves().len();
        assert!(kept.with(&rules[0], 10, list).is_err());
        assert_eq!(count(), 0);
        assert_eq!(kept.with(&rules[0], 1 << 40, list), Ok(36));
        let identities =
            rules.each_ref().map(|rules| kept.with(rules, 1 << 40, Mind::identity).unwrap());
        assert_eq!(count(), 2);
        assert_ne!(identities[1], identities[2]);
        let again =
            kept.with(&rules[1], 1 << 40, |mind| (mind.identity.is_some(), mind.identity()));
        assert_eq!(again, Ok((true, identities[1])), "it was kept");
        assert_eq!(kept.with(&rules[0], 1 << 40, Mind::identity), Ok(identities[0]), "made anew");
    }
}
