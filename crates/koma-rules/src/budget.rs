//! A step budget: what bounds the work of looking for moves.
//!
//! A *step* is one look at one square, a nanosecond or two. The walkers of this crate ask whether
//! their job can afford what they are about to do ([`afford`]), or pay for it afterwards
//! ([`charge`]), and stop once its steps are used up; whoever set the budget is told ([`within`]) and
//! throws the half-done answer away. Without a budget nothing stops them.
//!
//! What one list of moves may take on a board is [`crate::Ruleset::step_budget`]; no variant is
//! accepted whose start position takes more.

use std::cell::Cell;

use thiserror::Error;

use crate::Geometry;

thread_local! {
    /// The steps left to the job of this thread, less than none once it has overdrawn;
    /// [`UNLIMITED`] where there is no budget.
    static LEFT: Cell<i64> = const { Cell::new(UNLIMITED) };
}

const UNLIMITED: i64 = i64::MAX;

/// A job took more steps than it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this takes more than {steps} steps")]
#[non_exhaustive]
pub struct OutOfSteps {
    /// How many it was given.
    pub steps: u64,
    /// How many it had taken when it stopped.
    pub spent: u64,
}

/// Does a job that may take so many steps.
///
/// An error means that its answer was thrown away; whatever the job changed, a game it played on
/// for instance, must be thrown away too. Budgets nest: a job inside another spends the steps of
/// both.
///
/// # Examples
///
/// ```
/// use koma_rules::{Position, Ruleset, within};
///
/// let rules = Ruleset::compile(koma_variants::find("chu").unwrap()).unwrap();
/// let start = Position::start(&rules);
/// assert_eq!(within(rules.step_budget(), || start.legal_moves().len()), Ok(36));
/// assert_eq!(within(100, || start.legal_moves().len()).unwrap_err().steps, 100);
/// ```
pub fn within<T>(steps: u64, job: impl FnOnce() -> T) -> Result<T, OutOfSteps> {
    spent_within(steps, job).map(|(answer, _)| answer)
}

/// [`within`], with the number of steps the job took.
pub fn spent_within<T>(steps: u64, job: impl FnOnce() -> T) -> Result<(T, u64), OutOfSteps> {
    /// Takes from the outer job what the inner one has spent, also when that panics.
    struct Outer {
        left: i64,
        given: i64,
    }

    impl Outer {
        fn spent(&self) -> i64 {
            self.given.saturating_sub(LEFT.get())
        }
    }

    impl Drop for Outer {
        fn drop(&mut self) {
            let left = if self.left == UNLIMITED { UNLIMITED } else { self.left - self.spent() };
            LEFT.set(left);
        }
    }

    let left = LEFT.get();
    let given = i64::try_from(steps).unwrap_or(UNLIMITED).min(left).min(UNLIMITED - 1);
    let outer = Outer { left, given };
    LEFT.set(given);
    let answer = job();
    let spent = outer.spent();
    drop(outer);
    if spent < given {
        Ok((answer, spent as u64))
    } else {
        Err(OutOfSteps { steps, spent: spent as u64 })
    }
}

/// Spends steps before the work they are for. `false` if there are not enough of them: the work is
/// not to be done, the answer will not be used any more. What is not done costs nothing, but no job
/// goes on from there: nothing is left to it.
#[inline]
pub(crate) fn afford(steps: usize) -> bool {
    spend(steps, |left, _| left.min(0))
}

/// Spends steps on work that is done. `false` once there are none left: the answer will not be used
/// any more.
#[inline]
pub(crate) fn charge(steps: usize) -> bool {
    spend(steps, i64::saturating_sub)
}

/// Spends steps; `short` says what is left where they are too many.
#[inline]
fn spend(steps: usize, short: impl FnOnce(i64, i64) -> i64) -> bool {
    LEFT.with(|cell| {
        let (left, steps) = (cell.get(), i64::try_from(steps).unwrap_or(UNLIMITED));
        if left == UNLIMITED {
            return true;
        }
        let is_enough = left > steps;
        cell.set(if is_enough { left - steps } else { short(left, steps) });
        is_enough
    })
}

/// Whether the job has a budget.
pub(crate) fn is_limited() -> bool {
    LEFT.get() != UNLIMITED
}

/// What one list of moves may take on a board: some milliseconds, and ten times that on the
/// largest.
pub(crate) fn of_list(geometry: Geometry) -> u64 {
    let squares = geometry.squares() as u64;
    (6 * squares * squares).max(1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_ends_the_job_and_no_other() {
        assert!(charge(1 << 40), "nobody set a budget");
        assert_eq!(within(10, || charge(9)), Ok(true));
        assert_eq!(within(10, || charge(12)), Err(OutOfSteps { steps: 10, spent: 12 }));
        assert_eq!(spent_within(10, || charge(3)), Ok((true, 3)));
        assert!(charge(1 << 40), "the budget is gone with its job");
    }

    #[test]
    fn an_inner_job_spends_the_steps_of_the_outer() {
        let both = within(10, || {
            assert!(within(100, || charge(6)).is_ok());
            assert!(within(3, || charge(3)).is_err());
            charge(2)
        });
        assert_eq!(both, Err(OutOfSteps { steps: 10, spent: 11 }));
        let outer = within(10, || within(100, || charge(50)));
        assert_eq!(outer, Err(OutOfSteps { steps: 10, spent: 50 }));
    }

    #[test]
    fn what_a_job_cannot_afford_is_not_done_and_not_paid_for() {
        let refused = within(10, || (afford(4), afford(1000), afford(1), charge(3)));
        assert_eq!(refused, Err(OutOfSteps { steps: 10, spent: 13 }));
        let outer = spent_within(100, || {
            assert!(within(10, || assert!(!afford(50))).is_err());
            afford(80)
        });
        assert_eq!(outer, Ok((true, 90)));
        assert!(afford(usize::MAX), "nobody set a budget");
    }

    #[test]
    fn a_panic_gives_the_steps_back() {
        let job = || within(10, || -> bool { panic!("on purpose") });
        assert!(std::panic::catch_unwind(job).is_err());
        assert!(charge(1 << 40));
    }
}
