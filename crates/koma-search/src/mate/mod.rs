//! Mates: found, proved, and as short as they can be.
//!
//! The attacker gives check with every move, the defender answers in every legal way. It works for
//! every game in which a last royal can be cornered; where the rules do not ask for an answer to
//! check, a move that leaves the last royal to be taken is no answer all the same.
//!
//! # Examples
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use koma_rules::{Position, Ruleset, Setup};
//! use koma_search::mate::{Solver, Task, Verdict};
//!
//! let rules = Ruleset::compile(koma_variants::find("shogi").unwrap()).unwrap();
//! let setup = Setup::read(&rules, "4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
//! // Problems have no royal on the side of the attacker.
//! let (position, _) = Position::forgiving(&rules, &setup);
//! let mut solver = Solver::new(1 << 20);
//! let answer = solver.solve(&position, &Task::shortest(10_000), &AtomicBool::new(false), &mut |_| {})?;
//! assert_eq!(answer.verdict, Verdict::Mate);
//! assert_eq!(position.usi(answer.line[0]).to_string(), "G*5b");
//! # Ok::<_, koma_search::mate::Unsolvable>(())
//! ```

mod children;
mod dfpn;
mod ground;
mod hands;
mod length;
mod problem;
mod read;
mod result;
mod table;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use koma_rules::{Move, Position, Ruleset, Side};

pub use problem::{Other, Problem};
pub use read::read;

use dfpn::Budget;
use ground::Ground;
use hands::Slots;
use table::{Glances, Paths, Table};

/// More threads would hardly find anything the others do not.
const MOST_THREADS: usize = 64;

/// Nodes for what is asked once a mate is known.
const MORE: u64 = 20_000;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The most positions to look at.
    pub nodes: u64,
    /// Whether the shortest mate is wanted, and not just any.
    pub shortest: bool,
}

impl Task {
    /// Any mate.
    pub const fn any(nodes: u64) -> Self {
        Self { nodes, shortest: false }
    }

    /// The shortest mate.
    pub const fn shortest(nodes: u64) -> Self {
        Self { nodes, shortest: true }
    }
}

/// Whether there is a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is one.
    Mate,
    /// There is none.
    NoMate,
    /// Nothing was decided with so many nodes, or before it was stopped.
    Unknown,
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether there is a mate.
    pub verdict: Verdict,
    /// The mate to its last move, against a defender who holds out as long as was seen.
    pub line: Vec<Move>,
    /// The mate as is the custom of problems: futile drops (無駄合い) are not played, so it may end
    /// where something could still be put between. Known only where `shortest` is.
    pub custom: Option<Vec<Move>>,
    /// Whether no shorter mate exists, and no longer defence against it.
    pub shortest: bool,
    /// The positions looked at.
    pub nodes: u64,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The positions looked at so far.
    pub nodes: u64,
}

/// Why a position is no problem of mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsolvable {
    /// The defender has no royal that could be cornered.
    NoRoyal,
    /// The defender's royal could be taken at once.
    AlreadyInCheck,
    /// The game is over.
    GameOver,
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoRoyal => "the side that is not to move has no royal piece to mate",
            Self::AlreadyInCheck => "the side that is not to move stands in check",
            Self::GameOver => "the game is over",
        })
    }
}

impl std::error::Error for Unsolvable {}

/// A solver with its memory, for one problem after another.
#[derive(Debug)]
pub struct Solver {
    /// One for each thread. They look for the same in different ways, and do not share.
    minds: Vec<Mind>,
    /// The one that answered last.
    last: usize,
    /// What it remembers holds for.
    scene: Option<Scene>,
}

/// What all positions of a problem have in common.
#[derive(Debug)]
struct Scene {
    rules: Arc<Ruleset>,
    attacker: Side,
    men: Slots,
}

impl Scene {
    fn of(position: &Position) -> Self {
        let men = Slots::of(position);
        Self { rules: Arc::clone(position.rules()), attacker: position.side(), men }
    }

    fn is(&self, other: &Self) -> bool {
        let same = self.attacker == other.attacker && self.men == other.men;
        same && Arc::ptr_eq(&self.rules, &other.rules)
    }
}

#[derive(Debug)]
struct Mind {
    table: Table,
    paths: Paths,
    glances: Glances,
}

impl Solver {
    /// A solver that remembers in about so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self::with_threads(bytes, 1)
    }

    /// A solver with several threads, which share the bytes among them. The first that decides a
    /// problem answers for all; with more than one, nodes and lines may differ from run to run.
    pub fn with_threads(bytes: usize, threads: usize) -> Self {
        let threads = threads.clamp(1, MOST_THREADS);
        let bytes = bytes / threads;
        let mind = |_| {
            let part = bytes / 16;
            let (table, paths) = (Table::new(bytes - 2 * part), Paths::new(part));
            Mind { table, paths, glances: Glances::new(part) }
        };
        Self { minds: (0..threads).map(mind).collect(), last: 0, scene: None }
    }

    /// How full the memory is, in thousandths.
    pub fn permille(&self) -> u32 {
        self.minds[self.last].table.permille()
    }

    /// How often memory was made free during the last problem.
    pub fn sweeps(&self) -> u64 {
        self.minds[self.last].table.sweeps
    }

    /// Looks for a mate by the side to move, until the task is done or `stop` is set.
    pub fn solve(
        &mut self,
        position: &Position,
        task: &Task,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Answer, Unsolvable> {
        self.scene = None;
        self.go_on(position, task, stop, progress)
    }

    /// The same without forgetting: for a position of the problem that was solved last, such as
    /// after an answer of the defender. Anything else starts anew.
    pub fn go_on(
        &mut self,
        position: &Position,
        task: &Task,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Answer, Unsolvable> {
        judge(position)?;
        let scene = Scene::of(position);
        if !self.scene.as_ref().is_some_and(|last| last.is(&scene)) {
            for mind in &mut self.minds {
                mind.table.clear();
                mind.glances.clear();
            }
        }
        self.scene = Some(scene);
        let (done, count) = (AtomicBool::new(false), self.minds.len());
        let task = Task { nodes: task.nodes / count as u64, ..*task };
        let mut report = |nodes| progress(Progress { nodes: nodes * count as u64 });
        let [first, others @ ..] = &mut self.minds[..] else { unreachable!("there is one") };
        let answers: Vec<Answer> = std::thread::scope(|scope| {
            let done = &done;
            let helpers: Vec<_> = others
                .iter_mut()
                .enumerate()
                .map(|(index, mind)| {
                    let otherwise = index % 2 == 0;
                    scope.spawn(move || {
                        let mut budget_report = |_| {};
                        let mut budget = Budget::new(task.nodes, stop, &mut budget_report);
                        budget.done = Some(done);
                        mind.solve(position, &task, otherwise, budget, done)
                    })
                })
                .collect();
            let mut budget = Budget::new(task.nodes, stop, &mut report);
            budget.done = Some(done);
            let mut answers = vec![first.solve(position, &task, false, budget, done)];
            answers.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
            answers
        });
        let nodes = answers.iter().map(|answer| answer.nodes).sum();
        let worth = |answer: &Answer| (answer.verdict != Verdict::Unknown, answer.shortest);
        let mut best = 0;
        for (index, answer) in answers.iter().enumerate() {
            if worth(answer) > worth(&answers[best]) {
                best = index;
            }
        }
        self.last = best;
        let answer = answers.into_iter().nth(best).expect("one for each thread");
        Ok(Answer { nodes, ..answer })
    }
}

impl Mind {
    fn solve(
        &mut self,
        position: &Position,
        task: &Task,
        otherwise: bool,
        mut budget: Budget<'_>,
        done: &AtomicBool,
    ) -> Answer {
        let mut ground = Ground::new(position);
        let Self { table, paths, glances } = self;
        let mut lines = length::Lines::new(&mut ground, table, paths, glances, &mut budget);
        lines.otherwise = otherwise;
        let (verdict, line) = lines.solve(task.shortest);
        let length::Line { moves: line, shortest, .. } = line;
        if verdict == Verdict::NoMate || verdict == Verdict::Mate && (shortest || !task.shortest) {
            done.store(true, Ordering::Relaxed);
            lines.budget.done = None;
        }
        let mut custom = None;
        if task.shortest && shortest {
            // Once more as much as the mate took: what it is called is worth no more.
            let most = lines.budget.nodes.saturating_mul(2).saturating_add(MORE);
            lines.budget.most = most.min(task.nodes.max(lines.budget.nodes + MORE));
            custom = lines.by_custom(&line);
        }
        Answer { verdict, line, custom, shortest, nodes: budget.nodes }
    }
}

/// Whether a position is a problem of mate at all.
fn judge(position: &Position) -> Result<(), Unsolvable> {
    let rules = position.rules();
    let defender = position.side().other();
    let royal = |kind: koma_rules::KindId| rules.variant().kinds[kind.index()].royal;
    if position.is_over() {
        return Err(Unsolvable::GameOver);
    }
    if !position.men(defender).iter().any(|&(_, kind)| royal(kind)) {
        return Err(Unsolvable::NoRoyal);
    }
    if position.is_threatened(defender) {
        return Err(Unsolvable::AlreadyInCheck);
    }
    Ok(())
}
