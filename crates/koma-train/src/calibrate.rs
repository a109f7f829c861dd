//! Which grades are ten levels of equal steps in a game: grades next to each other play, then the
//! levels that come of it; the heights of all steps are fitted to all results, and the levels are
//! put where their sum says.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use koma_rules::{Game, Ruleset, Side};
use koma_search::{Engine, Options};

use crate::heights::heights;
use crate::ladder::LEVELS;
use crate::train::file;
use crate::{
    Conditions, EnginePlayer, Pairs, Player, Progress, Random, Strength, Tell, TrainError,
    even_opening, play,
};

/// Elo from a level to the next.
pub const STEP: f64 = 150.0;

/// The grades that play; close together where most changes.
const GRADES: [f64; 18] = [
    1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 6.25, 6.5, 6.75, 7.0, 8.0, 9.0, 10.0, 12.0, 14.0, 16.0, 18.0,
    20.0,
];

/// Random plies at the start of a game; where a game is over sooner, fewer.
const PLIES: usize = 4;

/// A measurement, kept in a file that outlives the program: a line for each pair of games, with the
/// grades and the half points of the second.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// The game.
    pub rules: Arc<Ruleset>,
    /// Where results are kept.
    pub file: PathBuf,
    /// Pairs of games of each step.
    pub pairs: u64,
    /// Games at the same time.
    pub threads: usize,
    /// Where the random numbers start.
    pub seed: u64,
}

/// A step from a grade to a better one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    /// The worse.
    pub from: f64,
    /// The better.
    pub to: f64,
    /// What the better one got.
    pub pairs: Pairs,
}

impl Calibration {
    /// Plays the grades against each other, from the bottom, until ten levels fit; what was played
    /// before is not played again. `told` hears of each step.
    pub fn measure(
        &self,
        tell: Tell<'_>,
        told: &mut dyn FnMut(&Rung),
    ) -> Result<Vec<Rung>, TrainError> {
        let mut rungs: Vec<Rung> = Vec::new();
        for pair in GRADES.windows(2) {
            let rung = self.rung(pair[0], pair[1], tell)?;
            told(&rung);
            rungs.push(rung);
            if steps(&rungs).1.iter().sum::<f64>() >= STEP * (LEVELS - 1) as f64 {
                break;
            }
        }
        Ok(rungs)
    }

    /// One step: the pairs that are kept, and those that are missing.
    pub fn rung(&self, from: f64, to: f64, tell: Tell<'_>) -> Result<Rung, TrainError> {
        let (mut pairs, known) = self.known(from, to);
        let log = Mutex::new((self.log().map_err(|error| file(&self.file, error))?, None));
        let (next, stopped) = (AtomicU64::new(known), AtomicBool::new(false));
        let all = Mutex::new(&mut pairs);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let mut table = Table::new(&self.rules, from, to);
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= self.pairs || stopped.load(Ordering::Relaxed) {
                            return;
                        }
                        let points = table.pair(self.seed, index);
                        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
                        if let Err(error) = writeln!(log.0, "{from}\t{to}\t{points}") {
                            log.1 = Some(error);
                            return;
                        }
                        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                        all.add(points);
                        if !tell(Progress::Pair(&all, self.pairs)) {
                            stopped.store(true, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        match log.into_inner().unwrap_or_else(PoisonError::into_inner).1 {
            Some(error) => Err(file(&self.file, error)),
            None => Ok(Rung { from, to, pairs }),
        }
    }

    /// The file, at the beginning of a line, whatever was being written when the program was killed.
    fn log(&self) -> io::Result<File> {
        let text = fs::read(&self.file).unwrap_or_default();
        let mut log = OpenOptions::new().create(true).append(true).open(&self.file)?;
        if text.last().is_some_and(|&last| last != b'\n') {
            writeln!(log)?;
        }
        Ok(log)
    }

    /// The results of a step that are kept, and how many.
    fn known(&self, from: f64, to: f64) -> (Pairs, u64) {
        let mut pairs = Pairs::default();
        let text = fs::read_to_string(&self.file).unwrap_or_default();
        for line in text.lines() {
            let mut words = line.split('\t').map(str::parse::<f64>);
            let (Some(Ok(a)), Some(Ok(b)), Some(Ok(points))) =
                (words.next(), words.next(), words.next())
            else {
                continue;
            };
            if (a, b) == (from, to) && pairs.count() < self.pairs {
                pairs.add(points as u8);
            }
        }
        (pairs, pairs.count())
    }
}

/// The grades of ten levels, equally far from each other: [`STEP`] where the game has room for it.
pub fn ladder(rungs: &[Rung]) -> [f64; LEVELS] {
    let (scale, heights) = steps(rungs);
    let step = (heights.iter().sum::<f64>() / (LEVELS - 1) as f64).min(STEP);
    let mut grades = [scale[0]; LEVELS];
    for (level, grade) in grades.iter_mut().enumerate().skip(1) {
        let mut left = step * level as f64;
        for (pair, height) in scale.windows(2).zip(&heights) {
            *grade = pair[1];
            if left <= *height {
                *grade = pair[0] + (pair[1] - pair[0]) * left / height.max(1e-9);
                break;
            }
            left -= height;
        }
    }
    grades.map(|grade| (grade * 100.0).round() / 100.0)
}

/// The grades up to the highest that played, and the heights of the steps between them.
fn steps(rungs: &[Rung]) -> (&'static [f64], Vec<f64>) {
    let highest = rungs.iter().map(|rung| rung.to).fold(GRADES[0], f64::max);
    let known = GRADES.iter().filter(|&&grade| grade <= highest).count();
    let scale = &GRADES[..known];
    (scale, heights(scale, rungs))
}

/// Two grades of the engine, and a third that finds even openings.
struct Table {
    players: [EnginePlayer; 2],
    judge: Engine,
    start: Game,
    conditions: Conditions,
}

impl Table {
    fn new(rules: &Arc<Ruleset>, from: f64, to: f64) -> Self {
        let options = Options { hash_mb: 4, ..Options::default() };
        let player = |grade: f64| {
            EnginePlayer::new(grade.to_string(), options.clone(), Some(Strength::Grade(grade)))
        };
        // Beginners do not find the end of a large game for long.
        let most_plies = 400.max(4 * rules.geometry().squares());
        Self {
            players: [player(from), player(to)],
            judge: Engine::new(rules, options.clone()),
            start: Game::start(rules),
            conditions: Conditions { most_plies, ..Conditions::default() },
        }
    }

    /// Half points of the second grade in two games from one opening.
    fn pair(&mut self, seed: u64, index: u64) -> u8 {
        let opening = (0..=PLIES)
            .rev()
            .find_map(|plies| even_opening(&mut self.judge, &self.start, plies, seed, index).ok())
            .unwrap_or_else(|| self.start.clone());
        let mut random = Random::of(seed, index);
        let mut points = 0;
        for side in [Side::Sente, Side::Gote] {
            let [low, high] = &mut self.players;
            for player in [&mut *low, &mut *high] {
                // Whoever plays by a glance alone plays the same again from the same seed.
                let _ = player.new_game(&opening, random.next_u64());
            }
            let seated: [&mut dyn Player; 2] = match side {
                Side::Sente => [high, low],
                Side::Gote => [low, high],
            };
            points += match play(opening.clone(), seated, &self.conditions).verdict.winner() {
                Some(winner) if winner == side => 2,
                Some(_) => 0,
                None => 1,
            };
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A step of so many Elo, as far as a million pairs can say it.
    fn rung(from: f64, to: f64, elo: f64) -> Rung {
        let won = (1e6 / (1.0 + 10.0_f64.powf(-elo / 400.0))).round() as u64;
        Rung { from, to, pairs: Pairs([1_000_000 - won, 0, 0, 0, won]) }
    }

    #[test]
    fn levels_stand_equally_far_from_each_other() {
        let rungs: Vec<_> =
            GRADES[..6].windows(2).map(|pair| rung(pair[0], pair[1], 300.0)).collect();
        assert_eq!(ladder(&rungs), [1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5]);
        // A small game has no room for so much; a step down is none.
        let small = ladder(&[rung(1.0, 2.0, 90.0), rung(2.0, 3.0, -50.0), rung(3.0, 4.0, 990.0)]);
        assert_eq!(small, [1.0, 3.03, 3.15, 3.27, 3.39, 3.52, 3.64, 3.76, 3.88, 4.0]);
    }

    #[test]
    fn results_are_kept_and_not_played_again() {
        let rules = Ruleset::compile(koma_variants::find("dobutsu").expect("it")).expect("rules");
        let path = std::env::temp_dir().join(format!("koma-levels-{}.tsv", std::process::id()));
        let _ = fs::remove_file(&path);
        let two = Calibration { rules, file: path.clone(), pairs: 2, threads: 2, seed: 7 };
        let first = two.rung(6.0, 7.0, &|_| true).expect("played");
        assert_eq!(first.pairs.count(), 2);
        // A line that was cut off when the program was killed counts for nothing.
        let text = fs::read_to_string(&path).expect("kept") + "6\t7";
        fs::write(&path, text).expect("written");
        assert_eq!(two.rung(6.0, 7.0, &|_| panic!("nothing is played")).expect("known"), first);
        let three = Calibration { pairs: 3, ..two };
        assert_eq!(three.known(6.0, 7.0), (first.pairs, 2));
        three.rung(6.0, 7.0, &|_| true).expect("played");
        assert_eq!(three.known(6.0, 7.0).1, 3, "the next line is whole");
        let _ = fs::remove_file(&path);
    }
}
