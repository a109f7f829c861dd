//! Where games begin, so that no two are the same.

use koma_rules::{Game, Move};
use koma_search::{Control, Engine, Limits};
use thiserror::Error;

use crate::{Random, points};

/// Why there is no opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// Games of this variant are over sooner.
    #[error("no game lasts {0} random plies; ask for fewer")]
    TooLong(usize),
}

/// How often chance may end a game too early before there is no such opening.
const MOST_TRIES: u64 = 1000;

/// A move that takes the last royal or otherwise wins at once, in a game without check rules.
/// Programs from elsewhere may know such games with check, and not understand that a royal may be
/// left to be taken.
pub fn winning_move(game: &Game) -> Option<Move> {
    if game.position().rules().variant().check_rules {
        return None;
    }
    let side = game.position().side();
    let mut position = game.position().clone();
    game.legal_moves().into_iter().find(|&mv| {
        let undo = position.play_unchecked(mv);
        let wins = position.end_at_once().is_some_and(|end| end.winner.side() == Some(side));
        position.undo(undo);
        wins
    })
}

/// A game so many random plies after `start` that is not over, the same for the same numbers.
pub fn random_opening(
    start: &Game,
    plies: usize,
    seed: u64,
    index: u64,
) -> Result<Game, OpeningError> {
    (0..MOST_TRIES)
        .find_map(|attempt| {
            let mut random = Random::of(seed, index.wrapping_mul(MOST_TRIES).wrapping_add(attempt));
            let mut game = start.clone();
            for _ in 0..plies {
                let moves = game.legal_moves();
                if moves.is_empty() {
                    return None;
                }
                game.play_unchecked(moves[random.below(moves.len())]);
                if winning_move(&game).is_some() {
                    return None;
                }
            }
            // The side to move must have a choice, or the opening decides.
            (game.end().is_none() && game.legal_moves().len() > 1).then_some(game)
        })
        .ok_or(OpeningError::TooLong(plies))
}

/// Positions looked at to see whether an opening is even.
const JUDGED: u64 = 1000;
/// How far from even the first opening tried may be, in points, and how much farther each next.
const EVEN: i32 = 100;
const EVEN_STEP: i32 = 10;
/// So many are tried; in some games there are none.
const MOST_JUDGED: u64 = 60;
/// On boards with more squares a few random plies decide nothing.
const DECIDED_BY_FEW: usize = 100;

/// A random opening that is about even, as an engine sees it: where chance has decided the game,
/// both sides of a pair win once, whoever is better.
pub fn even_opening(
    judge: &mut Engine,
    start: &Game,
    plies: usize,
    seed: u64,
    index: u64,
) -> Result<Game, OpeningError> {
    if plies == 0 || start.position().rules().geometry().squares() > DECIDED_BY_FEW {
        return random_opening(start, plies, seed, index);
    }
    for attempt in 0..MOST_JUDGED {
        let opening = random_opening(start, plies, seed, attempt << 40 | index)?;
        judge.new_game();
        let found = judge.search(&opening, &Limits::nodes(JUDGED), &Control::free(), &mut |_| {});
        let off = points(found.score).abs();
        if off <= EVEN + EVEN_STEP * attempt as i32 {
            return Ok(opening);
        }
    }
    random_opening(start, plies, seed, index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use koma_rules::Ruleset;
    use koma_search::Options;

    #[test]
    fn even_openings_are_even_and_the_same_for_the_same_numbers() {
        let rules = Ruleset::compile(koma_variants::find("judkins").expect("it")).expect("rules");
        let engine = || Engine::new(&rules, Options { hash_mb: 1, ..Options::default() });
        let (mut judge, start) = (engine(), Game::start(&rules));
        for index in 0..8 {
            let opening = even_opening(&mut judge, &start, 6, 3, index).expect("an opening");
            let again = even_opening(&mut engine(), &start, 6, 3, index).expect("an opening");
            assert_eq!(opening.position().key(), again.position().key());
            let limits = Limits::nodes(JUDGED);
            let found = engine().search(&opening, &limits, &Control::free(), &mut |_| {});
            assert!(
                points(found.score).abs() <= EVEN + MOST_JUDGED as i32 * EVEN_STEP,
                "{:?}",
                found.score
            );
        }
    }

    #[test]
    fn openings_are_the_same_for_the_same_numbers_and_differ_otherwise() {
        let rules = Ruleset::compile(koma_variants::find("shogi").expect("shogi")).expect("rules");
        let key = |seed, index| {
            let game = random_opening(&Game::start(&rules), 8, seed, index).expect("an opening");
            assert_eq!(game.moves().len(), 8);
            game.position().key()
        };
        assert_eq!(key(1, 5), key(1, 5));
        let mut keys: Vec<u64> = (0..50).map(|index| key(1, index)).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 50);
        assert_ne!(key(1, 5), key(2, 5));
    }

    #[test]
    fn an_opening_longer_than_any_game_is_refused() {
        let dobutsu = koma_variants::find("dobutsu").expect("dobutsu");
        let rules = Ruleset::compile(dobutsu).expect("rules");
        assert_eq!(
            random_opening(&Game::start(&rules), 5000, 1, 1).err(),
            Some(OpeningError::TooLong(5000))
        );
    }
}
