//! Positions to learn from.

use std::sync::Arc;

use koma_rules::{Game, KindId, Position, Ruleset, Setup, Side};
use koma_search::{Control, Engine, Limits, Score};

use crate::{Lines, Random, points, random_opening};

/// A position of a game, what the engine thought of it, and how the game ended, all as Sente sees
/// it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position.
    pub sfen: String,
    /// The score of a search.
    pub score: i32,
    /// What came of the game: 1, ½ or 0.
    pub result: f32,
}

impl Sample {
    /// As a line of a file.
    pub fn write(&self) -> String {
        format!("{}\t{}\t{}", self.sfen, self.score, self.result)
    }

    /// A line of a file, if it is one.
    pub fn read(line: &str) -> Option<Self> {
        let mut fields = line.split('\t');
        let (sfen, score, result) = (fields.next()?, fields.next()?, fields.next()?);
        let result: f32 = result.parse().ok().filter(|r| [0.0, 0.5, 1.0].contains(r))?;
        let score = score.parse().ok().filter(|score: &i32| score.abs() < 100_000)?;
        Some(Self { sfen: sfen.to_owned(), score, result })
    }
}

/// How games are played to learn from.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// Positions a move.
    pub nodes: u64,
    /// Where the random numbers start.
    pub seed: u64,
    /// A game of so many plies is a draw.
    pub most_plies: usize,
}

/// A game is decided when the score is beyond this for some plies.
const DECIDED: i32 = 3000;
const DECIDED_PLIES: usize = 6;
/// Random plies at the start: from, and how many more there may be.
const OPENING: (usize, usize) = (4, 7);
/// In the first plies another move is played once in so many, if it is not much worse.
const STRAYING_PLIES: usize = 20;
const STRAYS: usize = 10;
const STRAY_LOSS: i32 = 60;

impl SelfPlay {
    /// Plays game number `index` with itself, and gives the positions worth learning from: quiet
    /// ones that nobody has won yet. The same for the same numbers and engine.
    pub fn game(&self, engine: &mut Engine, index: u64) -> Vec<Sample> {
        let rules = Arc::clone(engine.rules());
        let mut random = Random::of(self.seed ^ 0x706c_6179, index);
        let plies = OPENING.0 + random.below(OPENING.1);
        let start = Game::start(&rules);
        let Ok(mut game) = random_opening(&start, plies, self.seed, index) else {
            return Vec::new();
        };
        engine.new_game();
        let limits = Limits::nodes(self.nodes);
        let mut seen: Vec<(String, i32)> = Vec::new();
        let mut decided = 0;
        let winner = loop {
            if let Some(end) = game.end() {
                break end.winner.side();
            }
            if game.moves().len() >= self.most_plies {
                break None;
            }
            let is_straying =
                game.moves().len() < plies + STRAYING_PLIES && random.below(STRAYS) == 0;
            engine.set_multi_pv(if is_straying { 4 } else { 1 });
            let mut lines = Lines::default();
            let outcome =
                engine.search(&game, &limits, &Control::free(), &mut |report| lines.note(report));
            let side = game.position().side();
            let Some(mut best) = outcome.best else { break Some(side.other()) };
            if outcome.declares {
                break Some(side);
            }
            let score = points(outcome.score);
            if is_straying {
                let mut near = lines.finish();
                near.retain(|line| points(line.score) >= score - STRAY_LOSS);
                if !near.is_empty() {
                    best = near[random.below(near.len())].pv[0];
                }
            } else if is_quiet(game.position(), best) && matches!(outcome.score, Score::Cp(_)) {
                let sente = if side == Side::Sente { score } else { -score };
                if sente.abs() < DECIDED {
                    seen.push((game.position().sfen(), sente));
                }
            }
            decided = if score.abs() > DECIDED { decided + 1 } else { 0 };
            if decided >= DECIDED_PLIES {
                break Some(if score > 0 { side } else { side.other() });
            }
            if game.play(best).is_err() {
                break Some(side.other());
            }
        };
        engine.set_multi_pv(1);
        let result = match winner {
            Some(Side::Sente) => 1.0,
            Some(Side::Gote) => 0.0,
            None => 0.5,
        };
        seen.into_iter().map(|(sfen, score)| Sample { sfen, score, result }).collect()
    }
}

/// Whether a position is at rest: no check, and the best move takes and turns nothing.
fn is_quiet(position: &Position, best: koma_rules::Move) -> bool {
    if best.promotes() || position.in_check() {
        return false;
    }
    best.dropped().is_some() || best.via().next().is_none() && position.man_at(best.to()).is_none()
}

/// How many more men of each kind Sente has than Gote: on the board, then in hand.
pub(crate) fn balance(position: &Position) -> Vec<i16> {
    let rules = position.rules();
    let kinds = rules.kinds().len();
    let mut balance = vec![0_i16; 2 * kinds];
    for side in Side::BOTH {
        let sign = if side == Side::Sente { 1 } else { -1 };
        for (_, kind) in position.men(side) {
            balance[kind.index()] += sign;
        }
        for &kind in rules.hand_order() {
            let held = i16::try_from(position.held(side, kind)).unwrap_or(i16::MAX);
            balance[kinds + kind.index()] += sign * held;
        }
    }
    balance
}

/// The position a sample is of, if it is one of these rules.
pub(crate) fn position_of(rules: &Arc<Ruleset>, sample: &Sample) -> Option<Position> {
    let setup = Setup::read(rules, &sample.sfen).ok()?;
    Some(Position::unjudged(rules, &setup))
}

/// Whether a kind is ever worth anything.
pub(crate) fn is_royal(rules: &Ruleset, kind: KindId) -> bool {
    rules.variant().kinds[kind.index()].royal
}
