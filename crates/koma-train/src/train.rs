//! Training from games with itself, generation after generation, in a folder that outlives the
//! program: whatever was finished when it was killed is there when it goes on.
//!
//! The folder holds `start.kw` (where it began), `best.kw` (the best so far), `candidate.kw` (what
//! was learnt last) and `games-G-T.kp` (the games of generation G, thread T).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use koma_rules::Ruleset;
use koma_search::{Engine, Options, Weights, WeightsError, rules_digest};
use thiserror::Error;

use crate::{Check, GameFile, Learnt, Pairs, Plan, Played, SelfPlay, learn};

/// What is trained, and how.
#[derive(Clone, Debug)]
pub struct Training {
    /// The rules of the game.
    pub rules: Arc<Ruleset>,
    /// Where games and weights are kept.
    pub folder: PathBuf,
    /// Games at the same time.
    pub threads: usize,
    /// Positions a move in games with itself.
    pub nodes: u64,
    /// Positions to learn from that each generation plays.
    pub positions: u64,
    /// How to learn.
    pub plan: Plan,
    /// The command it was asked with, for the file.
    pub command: String,
}

/// What went wrong.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainError {
    /// A file could not be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// A file of weights is none for this game.
    #[error("{path}: {error}")]
    Weights {
        /// Which.
        path: String,
        /// Why.
        error: WeightsError,
    },
    /// There is nothing to learn from.
    #[error("there are too few positions to learn from; let it play first (`play`)")]
    TooFew,
}

/// What happens, as it happens.
pub enum Progress<'a> {
    /// A game was played: positions so far, of those wanted.
    Game(u64, u64),
    /// A pass of learning: its number, how many there may be, errors on what is learnt from and on
    /// what is kept apart.
    Pass(u32, u32, f64, f64),
    /// A pair of games of a match was played.
    Pair(&'a Pairs, u64),
}

/// Says what happens; false ends the step early.
pub type Tell<'a> = &'a (dyn Fn(Progress<'_>) -> bool + Sync);

/// Most plies of a game with itself.
const MOST_PLIES: usize = 400;
/// Generations before the last whose games are learnt from too.
const OLDER: u32 = 2;

impl Training {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Begins in its folder, with these weights if it has not begun yet.
    pub fn begin(&self, from: &Weights) -> Result<(), TrainError> {
        fs::create_dir_all(&self.folder).map_err(|error| file(&self.folder, error))?;
        for name in ["start.kw", "best.kw"] {
            if !self.path(name).exists() {
                self.write(name, from)?;
            }
        }
        Ok(())
    }

    /// Weights of the folder by name: `start`, `best` or `candidate`.
    pub fn weights(&self, name: &str) -> Result<Weights, TrainError> {
        read_weights(&self.rules, &self.path(&format!("{name}.kw")))
    }

    fn write(&self, name: &str, weights: &Weights) -> Result<(), TrainError> {
        // A file is there as a whole or not at all.
        let (path, half) = (self.path(name), self.path(&format!("{name}.new")));
        fs::write(&half, weights.write(&self.rules)).map_err(|error| file(&half, error))?;
        fs::rename(&half, &path).map_err(|error| file(&path, error))
    }

    /// The last generation that has games.
    pub fn generation(&self) -> u32 {
        self.files().iter().map(|&(generation, _)| generation).max().unwrap_or(0)
    }

    /// Files of games with their generations, in order.
    fn files(&self) -> Vec<(u32, PathBuf)> {
        let mut files: Vec<(u32, PathBuf)> = fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .filter_map(|entry| {
                let path = entry.ok()?.path();
                let name = path.file_name()?.to_str()?;
                let numbers = name.strip_prefix("games-")?.strip_suffix(".kp")?;
                let generation = numbers.split('-').next()?.parse().ok()?;
                Some((generation, path))
            })
            .collect();
        files.sort();
        files
    }

    /// Plays with the best weights until a generation has its positions; gives how many it has.
    pub fn play(&self, generation: u32, tell: Tell<'_>) -> Result<u64, TrainError> {
        let best = self.weights("best")?;
        let threads = self.threads.max(1) as u64;
        let digest = rules_digest(&self.rules);
        let (all, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        let failed: Mutex<Option<TrainError>> = Mutex::new(None);
        let thread = |number: u64| -> Result<(), TrainError> {
            let path = self.path(&format!("games-{generation}-{number}.kp"));
            let failed = |error| file(&path, error);
            let (mut games, known) = GameFile::open(&path, digest).map_err(failed)?;
            let mut own = count(&known) as u64;
            all.fetch_add(own, Ordering::Relaxed);
            let mut index = known.last().map_or(number, |game| game.index + threads);
            let weights = Some(best.clone());
            let options = Options { hash_mb: 4, weights, ..Options::default() };
            let mut engine = Engine::new(&self.rules, options);
            let seed = self.plan.seed.wrapping_add(u64::from(generation) << 32);
            let play = SelfPlay { nodes: self.nodes, seed, most_plies: MOST_PLIES };
            // Each thread plays its share, so that the games do not depend on who is faster.
            while own < self.positions.div_ceil(threads) && !stopped.load(Ordering::Relaxed) {
                let game = play.game(&mut engine, index);
                games.add(&game).map_err(failed)?;
                index += threads;
                let more = game.samples.len() as u64;
                own += more;
                let now = all.fetch_add(more, Ordering::Relaxed) + more;
                if !tell(Progress::Game(now, self.positions)) {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            for number in 0..threads {
                let (thread, failed) = (&thread, &failed);
                scope.spawn(move || {
                    if let (Err(error), Ok(mut failed)) = (thread(number), failed.lock()) {
                        *failed = Some(error);
                    }
                });
            }
        });
        match failed.into_inner() {
            Ok(Some(error)) => Err(error),
            _ => Ok(all.into_inner()),
        }
    }

    /// Learns from the games of the last generations; the candidate is what comes of it. It begins
    /// where everything began: the best has seen the older games already, and would learn them by
    /// heart.
    pub fn learn(&self, tell: Tell<'_>) -> Result<Learnt, TrainError> {
        let start = self.weights("start")?;
        let last = self.generation();
        let digest = rules_digest(&self.rules);
        let mut games = Vec::new();
        for (generation, path) in self.files() {
            if generation + OLDER >= last {
                games.extend(GameFile::open(&path, digest).map_err(|error| file(&path, error))?.1);
            }
        }
        let mut told = |pass, own, apart| {
            tell(Progress::Pass(pass, self.plan.passes, own, apart));
        };
        let learnt = learn(&self.rules, &start, &games, self.plan, &mut told);
        let mut learnt = learnt.ok_or(TrainError::TooFew)?;
        learnt.weights.provenance = format!(
            "{}; seed {}; generation {last}; {} positions of {} games, the last at {} nodes a move; error on \
             games kept apart {:.5}, before {:.5}; koma-search {}",
            self.command,
            self.plan.seed,
            learnt.samples[0] + learnt.samples[1],
            games.len(),
            self.nodes,
            learnt.error[1],
            learnt.error[0],
            koma_search::VERSION,
        );
        self.write("candidate.kw", &learnt.weights)?;
        Ok(learnt)
    }

    /// A match of the candidate against the best. If it wins, it is the best from now on.
    pub fn check(&self, check: &Check, tell: Tell<'_>) -> Result<(Pairs, bool), TrainError> {
        let pairs = self.duel("candidate", "best", check, tell)?;
        let better = pairs.count() > 0 && pairs.share() > 0.5;
        if better {
            let mut weights = self.weights("candidate")?;
            weights.provenance += &format!("; {}", sentence(&pairs, check, "those before"));
            self.write("best.kw", &weights)?;
        }
        Ok((pairs, better))
    }

    /// A match of the best against the start.
    pub fn last_check(
        &self,
        check: &Check,
        tell: Tell<'_>,
    ) -> Result<(Pairs, Weights), TrainError> {
        let pairs = self.duel("best", "start", check, tell)?;
        let mut weights = self.weights("best")?;
        weights.provenance += &format!("; {}", sentence(&pairs, check, "the start"));
        Ok((pairs, weights))
    }

    fn duel(
        &self,
        new: &str,
        old: &str,
        check: &Check,
        tell: Tell<'_>,
    ) -> Result<Pairs, TrainError> {
        let (new, old) = (self.weights(new)?, self.weights(old)?);
        let mut told = |pairs: &Pairs| tell(Progress::Pair(pairs, check.pairs));
        Ok(check.run(&self.rules, [&new, &old], &mut told).0)
    }
}

/// Reads a file of weights.
pub fn read_weights(rules: &Arc<Ruleset>, path: &Path) -> Result<Weights, TrainError> {
    let bytes = fs::read(path).map_err(|error| file(path, error))?;
    let refused = |error| TrainError::Weights { path: path.display().to_string(), error };
    Weights::read(rules, &bytes).map_err(refused)
}

fn sentence(pairs: &Pairs, check: &Check, whom: &str) -> String {
    let limit = match (check.limits.nodes, check.limits.move_time) {
        (Some(nodes), _) => format!("{nodes} nodes"),
        (None, Some(time)) => format!("{} ms", time.as_millis()),
        (None, None) => "any".to_owned(),
    };
    let elo = pairs.elo();
    format!(
        "{:.1}% of {} games against {whom} at {limit} a move ({:+.0} Elo, {:+.0} to {:+.0})",
        100.0 * pairs.share(),
        2 * pairs.count(),
        elo.value,
        elo.low,
        elo.high
    )
}

fn count(games: &[Played]) -> usize {
    games.iter().map(|game| game.samples.len()).sum()
}

pub(crate) fn file(path: &Path, error: io::Error) -> TrainError {
    TrainError::File { path: path.display().to_string(), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn training(folder: &Path) -> Training {
        let rules = Ruleset::compile(koma_variants::find("dobutsu").expect("it")).expect("rules");
        Training {
            rules,
            folder: folder.to_owned(),
            threads: 2,
            nodes: 20,
            positions: 3000,
            plan: Plan { hidden: 16, passes: 2, ..Plan::default() },
            command: "koma train dobutsu".to_owned(),
        }
    }

    /// Two runs, one of them broken off in between, come to the same weights.
    #[test]
    fn training_goes_on_where_it_was_broken_off_and_comes_to_the_same() {
        let folder = std::env::temp_dir().join(format!("koma-train-{}", std::process::id()));
        let run = |name: &str, broken: bool| {
            let training = training(&folder.join(name));
            training.begin(&Weights::from_rules(&training.rules)).expect("begun");
            if broken {
                let enough = |progress: Progress<'_>| match progress {
                    Progress::Game(now, _) => now < 500,
                    _ => true,
                };
                assert!(training.play(0, &enough).expect("played") < 3000);
            }
            assert!(training.play(0, &|_| true).expect("played") >= 3000);
            let learnt = training.learn(&|_| true).expect("learnt");
            assert!(learnt.error[1] < learnt.error[0], "{:?}", learnt.error);
            let check = Check::nodes(20, 2, 1);
            let (pairs, better) = training.check(&check, &|_| true).expect("checked");
            assert_eq!(better, pairs.share() > 0.5);
            training.weights("candidate").expect("weights").write(&training.rules)
        };
        let (first, second) = (run("whole", false), run("broken", true));
        let _ = fs::remove_dir_all(&folder);
        assert_eq!(first, second);
    }

    #[test]
    fn without_games_nothing_is_learnt() {
        let folder = std::env::temp_dir().join(format!("koma-train-none-{}", std::process::id()));
        let training = training(&folder);
        training.begin(&Weights::from_rules(&training.rules)).expect("begun");
        assert!(matches!(training.learn(&|_| true), Err(TrainError::TooFew)));
        fs::write(folder.join("best.kw"), "nonsense").expect("written");
        let why = training.play(0, &|_| true).expect_err("no weights").to_string();
        assert!(why.ends_with("this is no file of weights (.kw)"), "{why}");
        let _ = fs::remove_dir_all(&folder);
    }
}
