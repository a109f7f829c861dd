//! The engine: rules, weights and memory, ready to think.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use koma_rules::field::{Field, Gains, Visitor};
use koma_rules::{Declaration, Game, Move, Position, Ruleset};

use crate::eval::{Evaluation, Weights};
use crate::limits::{Control, Limits};
use crate::mate::{self, Solver, Verdict};
use crate::params::{Params, Reductions};
use crate::report::{Bound, Outcome, Report, Score};
use crate::score::{MATE, shown};
use crate::table::Table;
use crate::tree::{Ends, History, Line, Past, RootMove, Shared, Worker, past_of};

/// What an engine is made with.
#[derive(Clone, Debug)]
pub struct Options {
    /// Memory of the hash table in megabytes.
    pub hash_mb: usize,
    /// Threads that search.
    pub threads: usize,
    /// Lines that are searched and reported.
    pub multi_pv: usize,
    /// The numbers of the evaluation; those that come with the program if there are none, and for
    /// other games those the rules suggest.
    pub weights: Option<Weights>,
    /// The margins of the search.
    pub params: Params,
    /// Numbers kept up with the moves are compared with fresh ones all the time: for tests.
    pub verify: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash_mb: 16,
            threads: 1,
            multi_pv: 1,
            weights: None,
            params: Params::default(),
            verify: false,
        }
    }
}

/// Most threads.
const THREADS: usize = 256;

/// An engine for one game.
pub struct Engine {
    rules: Arc<Ruleset>,
    options: Options,
    eval: Evaluation,
    reductions: Reductions,
    ends: Ends,
    table: Table,
    histories: Vec<History>,
    /// The mate solver, once it was needed.
    solver: Option<Solver>,
}

/// Memory of the mate solver.
const SOLVER_BYTES: usize = 4 << 20;

impl Engine {
    /// An engine for the game of these rules.
    pub fn new(rules: &Arc<Ruleset>, mut options: Options) -> Self {
        let weights = options.weights.take().unwrap_or_else(|| Weights::of(rules));
        options.threads = options.threads.clamp(1, THREADS);
        let eval = Evaluation::new(rules, weights);
        Self {
            eval: if options.verify { eval.verifying() } else { eval },
            reductions: Reductions::new(&options.params),
            ends: Ends::of(rules),
            table: Table::new(options.hash_mb),
            histories: (0..options.threads).map(|_| History::new(rules)).collect(),
            solver: None,
            rules: Arc::clone(rules),
            options,
        }
    }

    /// The rules it plays by.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// The evaluation it uses.
    pub fn evaluation(&self) -> &Evaluation {
        &self.eval
    }

    /// Forgets everything: the next search is as the first.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(History::clear);
    }

    /// Searches with so many threads from now on.
    pub fn set_threads(&mut self, threads: usize) {
        self.options.threads = threads.clamp(1, THREADS);
        let rules = &self.rules;
        self.histories.resize_with(self.options.threads, || History::new(rules));
    }

    /// Reports so many lines from now on.
    pub fn set_multi_pv(&mut self, lines: usize) {
        self.options.multi_pv = lines.max(1);
    }

    /// What the position is worth to the side to move, without a search.
    pub fn evaluate(&self, game: &Game) -> i32 {
        struct Judge<'a>(&'a Evaluation);
        impl Visitor for Judge<'_> {
            type Out = i32;
            fn visit<F: Field>(self, field: F) -> i32 {
                self.0.of(&field)
            }
        }
        game.position().enter(Judge(&self.eval))
    }

    /// What each legal move is worth at a glance: the position after it, without a search. A win
    /// that it makes at once is seen.
    pub fn glance(&self, game: &Game) -> Vec<(Move, Score)> {
        struct Glance<'a>(&'a Evaluation, Vec<Move>);
        impl Visitor for Glance<'_> {
            type Out = Vec<(Move, Score)>;
            fn visit<F: Field>(self, mut field: F) -> Self::Out {
                let Self(eval, moves) = self;
                let side = field.side();
                let mut judge = |mv: Move| {
                    field.make(mv);
                    let look = field.look();
                    let position = field.position();
                    let score = match position.end_at_once().map(|end| end.winner.side()) {
                        Some(Some(winner)) if winner == side => Score::Mate(1),
                        Some(Some(_)) => Score::Mate(-1),
                        Some(None) => Score::Cp(0),
                        None if field.in_check(&look) && !position.has_legal_move() => {
                            Score::Mate(1)
                        }
                        None => Score::Cp(-eval.of(&field)),
                    };
                    field.unmake();
                    (mv, score)
                };
                moves.into_iter().map(&mut judge).collect()
            }
        }
        game.position().enter(Glance(&self.eval, game.legal_moves()))
    }

    /// Leaves out moves that could promote and lose nothing by it. Not to promote is the point only
    /// where a dropped pawn may not mate, and there the mate solver looks.
    fn leave_out_outdone(&self, position: &Position, moves: &mut Vec<Move>) {
        let turned: Vec<Move> = moves.iter().copied().filter(|mv| mv.promotes()).collect();
        let outdone = |mv: &Move| {
            let man = mv.from().and_then(|from| position.man_at(from));
            let same = |other: &Move| {
                other.from() == mv.from() && other.to() == mv.to() && other.via().eq(mv.via())
            };
            man.is_some_and(|man| self.eval.outdone[man.kind.index()]) && turned.iter().any(same)
        };
        moves.retain(|mv| mv.promotes() || !outdone(mv));
    }

    /// Thinks about a game until a limit is met or somebody stops it. Every line found is reported.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Outcome {
        let mut legal = game.legal_moves();
        if limits.searchmoves.is_empty() {
            self.leave_out_outdone(game.position(), &mut legal);
        } else {
            legal.retain(|mv| limits.searchmoves.contains(mv));
        }
        if legal.is_empty() {
            return nothing(game);
        }
        let (mated, solved) = self.mate(game, limits, control);
        if let Some(line) = mated {
            return self.announce(game, line, solved, report);
        }
        self.table.grow_older();
        let past = past_of(game.first_position(), game.moves());
        let roots = root_moves(game, &past, legal);
        let ply = game.moves().len() as u32 + 1;
        let shared = Shared {
            table: &self.table,
            eval: &self.eval,
            params: &self.options.params,
            reductions: &self.reductions,
            ends: &self.ends,
            limits,
            control,
            budget: limits.time.map(|clock| clock.budget(ply)),
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(solved),
            spent: solved,
        };
        let lines = self.options.multi_pv;
        let think =
            Think { past, roots, shared: &shared, histories: &mut self.histories, lines, report };
        let line = game.position().enter(think);
        Outcome {
            best: line.pv.first().copied(),
            ponder: line.pv.get(1).copied(),
            score: shown(line.score),
            depth: line.depth,
            nodes: shared.nodes.load(Ordering::Relaxed),
            pv: line.pv,
            declares: game.declaration() == Declaration::Wins,
        }
    }
}

impl Engine {
    /// A mate that the solver finds in a small part of the time or the positions there are, and the
    /// positions it looked at.
    fn mate(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control<'_>,
    ) -> (Option<Vec<Move>>, u64) {
        let share = self.options.params.solver.max(0) as u64;
        let elsewhere = limits.infinite
            || limits.depth.is_some()
            || limits.mate.is_some()
            || !limits.searchmoves.is_empty()
            || self.options.multi_pv > 1
            || control.pondering.load(Ordering::Relaxed);
        // Where a position can be over as it stands, a check need not be answered.
        if share == 0 || elsewhere || self.ends.at_once || !self.rules.variant().check_rules {
            return (None, 0);
        }
        let soft = limits.time.map(|clock| clock.budget(game.moves().len() as u32 + 1).soft);
        // About as many positions as the solver looks at in that time.
        let in_time = soft.map(|soft| soft.as_millis() as u64 * 1_280 / share);
        let nodes = limits.nodes.map(|nodes| nodes / share).into_iter().chain(in_time).min();
        let Some(nodes) = nodes.filter(|&nodes| nodes >= 1_000) else { return (None, 0) };
        // Elsewhere the solver looks at so few positions in its time that it would be late.
        if !game.position().enter(IsQuick(self.eval.gains())) {
            return (None, 0);
        }
        let stop = AtomicBool::new(false);
        let mut progress = |_: mate::Progress| {
            let late = soft.is_some_and(|soft| (control.clock)() * 8 >= soft);
            if late || control.stop.load(Ordering::Relaxed) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let solver = self.solver.get_or_insert_with(|| Solver::new(SOLVER_BYTES));
        let task = mate::Task::any(nodes);
        match solver.solve(game.position(), &task, &stop, &mut progress) {
            Ok(answer) => {
                let line = (answer.verdict == Verdict::Mate).then_some(answer.line);
                (line.filter(|line| mates(game, line)), answer.nodes)
            }
            Err(_) => (None, 0),
        }
    }

    /// Reports a mate, and plays it.
    fn announce(
        &self,
        game: &Game,
        line: Vec<Move>,
        nodes: u64,
        report: &mut dyn FnMut(&Report),
    ) -> Outcome {
        let plies = line.len() as u32;
        let score = shown(MATE - plies as i32);
        report(&Report {
            depth: plies,
            seldepth: plies,
            multipv: 1,
            score,
            bound: Bound::Exact,
            nodes,
            hashfull: self.table.full(),
            pv: line.clone(),
        });
        Outcome {
            best: line.first().copied(),
            ponder: line.get(1).copied(),
            score,
            depth: plies,
            nodes,
            pv: line,
            declares: game.declaration() == Declaration::Wins,
        }
    }
}

/// Asks whether a board is a quick one, with one royal on each side.
struct IsQuick<'a>(&'a Gains);

impl Visitor for IsQuick<'_> {
    type Out = bool;

    fn visit<F: Field>(self, field: F) -> bool {
        field.dangers(self.0, None).is_some()
    }
}

/// Whether a line is legal to its end, and there its side has won.
fn mates(game: &Game, line: &[Move]) -> bool {
    let side = game.position().side();
    let mut game = game.clone();
    line.iter().all(|&mv| game.play(mv).is_ok())
        && game.end().is_some_and(|end| end.winner.side() == Some(side))
}

/// A game without a move: it is over.
fn nothing(game: &Game) -> Outcome {
    let side = game.position().side();
    let score = match game.end().map(|end| end.winner.side()) {
        Some(Some(winner)) if winner == side => MATE,
        Some(Some(_)) => -MATE,
        _ => 0,
    };
    Outcome {
        best: None,
        ponder: None,
        score: shown(score),
        depth: 0,
        nodes: 0,
        pv: Vec::new(),
        declares: false,
    }
}

/// The moves of the root, with the scores of those that end the game by what was played before: only
/// the game knows that rule to the letter.
fn root_moves(game: &Game, past: &[Past], legal: Vec<Move>) -> Vec<RootMove> {
    let mut position = game.position().clone();
    let mut root = |mv: Move| {
        let undo = position.play_unchecked(mv);
        let key = position.key();
        position.undo(undo);
        let repeats = past.iter().any(|past| past.key == key);
        RootMove::new(mv, if repeats { end_after(game, mv) } else { None })
    };
    legal.into_iter().map(&mut root).collect()
}

/// The score of a move that ends the game.
fn end_after(game: &Game, mv: Move) -> Option<i32> {
    let side = game.position().side();
    let mut game = game.clone();
    game.play_unchecked(mv);
    let end = game.end()?;
    Some(match end.winner.side() {
        None => 0,
        Some(winner) if winner == side => MATE - 1,
        Some(_) => -MATE + 2,
    })
}

/// A search that waits for its board.
struct Think<'a> {
    past: Vec<Past>,
    roots: Vec<RootMove>,
    shared: &'a Shared<'a>,
    histories: &'a mut [History],
    lines: usize,
    report: &'a mut dyn FnMut(&Report),
}

impl Visitor for Think<'_> {
    type Out = Line;

    fn visit<F: Field>(self, field: F) -> Line {
        let Self { past, roots, shared, histories, lines, report } = self;
        let Some((first, others)) = histories.split_first_mut() else {
            unreachable!("an engine has at least one thread");
        };
        let mut lead = Worker::new(field.clone(), past.clone(), 0, shared, first, true);
        let mut tell = |worker: &Worker<'_, F>, line: &Line| {
            report(&Report {
                depth: line.depth,
                seldepth: worker.seldepth as u32,
                multipv: line.number,
                score: shown(line.score),
                bound: line.bound,
                nodes: worker.all_nodes(),
                hashfull: shared.table.full(),
                pv: line.pv.clone(),
            });
        };
        if others.is_empty() {
            let line = lead.deepen(roots, lines, 0, &mut tell);
            lead.finish();
            return line;
        }
        std::thread::scope(|scope| {
            for (number, history) in others.iter_mut().enumerate() {
                let (field, past, roots) = (field.clone(), past.clone(), roots.clone());
                scope.spawn(move || {
                    let mut worker = Worker::new(field, past, 0, shared, history, false);
                    worker.deepen(roots, lines, number as u32 + 1, &mut |_, _| {});
                    worker.finish();
                });
            }
            let line = lead.deepen(roots, lines, 0, &mut tell);
            lead.finish();
            shared.done.store(true, Ordering::Relaxed);
            line
        })
    }
}
