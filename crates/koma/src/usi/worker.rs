//! The thread that thinks.

use std::fs::File;
use std::io::Read as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use koma_rules::{Game, Ruleset};
use koma_search::mate::{Solver, Task, Verdict};
use koma_search::time::Clock;
use koma_search::{Control, Engine, Limits, Options, Report, Weights};
use koma_train::{Strength, win_probability};
use koma_usi::{
    Answer, Bound, Dialect, Info, Mate, MateTime, Request, Score, SearchOutcome, Settings, Solved,
};

use super::{Event, say};

/// What the thread is asked to do.
pub enum Job {
    /// Get ready for a game.
    Prepare(Arc<Ruleset>, Settings),
    /// Forget.
    NewGame,
    /// Think.
    Search(Box<Request>),
    /// Judge a position.
    Eval(Box<Game>, Settings),
    /// Measure the speed.
    Bench,
}

/// What is shared with a search that runs.
#[derive(Default)]
struct Flags {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Since when the time of the search counts.
    begun: Mutex<Option<Instant>>,
}

/// The thread, as the talk sees it.
pub struct Worker {
    jobs: Sender<Job>,
    flags: Arc<Flags>,
}

impl Worker {
    /// Starts the thread, which tells what it has done.
    pub fn start(events: Sender<Event>) -> Self {
        let (jobs, inbox) = channel();
        let flags = Arc::new(Flags::default());
        let mut mind = Mind { engine: None, events, flags: Arc::clone(&flags) };
        thread::spawn(move || mind.work(&inbox));
        Self { jobs, flags }
    }

    /// Asks for something.
    pub fn send(&self, job: Job) {
        // The thread lives as long as the program.
        let _ = self.jobs.send(job);
    }

    /// Asks for a search. Whatever stopped the last one is over.
    pub fn search(&self, request: Box<Request>) {
        self.flags.stop.store(false, Ordering::Relaxed);
        self.flags.pondering.store(request.go.ponder, Ordering::Relaxed);
        self.restart_clock();
        self.send(Job::Search(request));
    }

    /// Ends the search soon.
    pub fn stop(&self) {
        self.flags.stop.store(true, Ordering::Relaxed);
    }

    /// From now on the time counts.
    pub fn ponder_hit(&self) {
        self.restart_clock();
        self.flags.pondering.store(false, Ordering::Relaxed);
    }

    fn restart_clock(&self) {
        if let Ok(mut begun) = self.flags.begun.lock() {
            *begun = Some(Instant::now());
        }
    }
}

/// What the thread has.
struct Mind {
    engine: Option<(Engine, Settings)>,
    events: Sender<Event>,
    flags: Arc<Flags>,
}

impl Mind {
    fn work(&mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            match job {
                Job::Prepare(rules, settings) => {
                    // Should it fail, the search will say so.
                    let _ = catch_unwind(AssertUnwindSafe(|| {
                        self.engine(&rules, &settings);
                    }));
                    let _ = self.events.send(Event::Ready);
                }
                Job::NewGame => {
                    if let Some((engine, _)) = &mut self.engine {
                        engine.new_game();
                    }
                }
                Job::Search(request) => {
                    let outcome = self.search(&request);
                    let _ = self.events.send(Event::Done(request.id, outcome));
                }
                Job::Eval(game, settings) => {
                    let engine = self.engine(game.position().rules(), &settings);
                    let _ = say(&format!(
                        "Evaluation: {} for the side to move",
                        engine.evaluate(&game)
                    ));
                }
                Job::Bench => bench(),
            }
        }
    }

    /// The engine for these rules and settings; what is as it was is kept.
    fn engine(&mut self, rules: &Arc<Ruleset>, settings: &Settings) -> &mut Engine {
        let is_same =
            |known: &Settings| known.eval_file == settings.eval_file && known.hash == settings.hash;
        let fits = self
            .engine
            .as_ref()
            .is_some_and(|(engine, known)| Arc::ptr_eq(engine.rules(), rules) && is_same(known));
        if !fits {
            // First the old memory is given back.
            self.engine = None;
            let options = Options {
                hash_mb: usize::try_from(settings.hash).unwrap_or(usize::MAX),
                weights: weights(rules, &settings.eval_file),
                ..Options::default()
            };
            let mut engine = Engine::new(rules, options);
            // The system hands memory out when it is first written: now, not in the first search.
            engine.new_game();
            self.engine = Some((engine, settings.clone()));
        }
        let (engine, known) = self.engine.as_mut().expect("it was just made");
        *known = settings.clone();
        engine.set_threads(usize::try_from(settings.threads).unwrap_or(1));
        engine.set_multi_pv(usize::try_from(settings.multi_pv).unwrap_or(1));
        engine
    }

    fn search(&mut self, request: &Request) -> SearchOutcome {
        if let Some(depth) = request.go.perft {
            perft(request, u32::try_from(depth).unwrap_or(u32::MAX));
            return SearchOutcome::default();
        }
        if request.solves() {
            let solved = catch_unwind(AssertUnwindSafe(|| self.solve(request)));
            let solved = solved.unwrap_or(Solved::Unknown);
            return SearchOutcome { solved: Some(solved), ..SearchOutcome::default() };
        }
        let thought = catch_unwind(AssertUnwindSafe(|| self.think(request)));
        thought.unwrap_or_else(|_| {
            // An engine that fails still owes a move.
            self.engine = None;
            let words =
                Answer::words("internal error: the search failed; any legal move is played");
            let _ = say(&words.write(request.spelling.dialect()));
            let best = request.game.legal_moves().first().copied();
            SearchOutcome { best, ..SearchOutcome::default() }
        })
    }

    /// Looks for a mate.
    fn solve(&mut self, request: &Request) -> Solved {
        // Memory is for one of them: a search to come makes its own anew.
        self.engine = None;
        let mut solver =
            Solver::new(usize::try_from(request.settings.hash << 20).unwrap_or(1 << 28));
        let started = Instant::now();
        let most = match request.go.mate {
            Some(MateTime::Limit(millis)) => Some(Duration::from_millis(millis)),
            _ => None,
        };
        let mut last_said = started;
        let mut progress = |progress: koma_search::mate::Progress| {
            let time = started.elapsed();
            if most.is_some_and(|most| time >= most) {
                self.flags.stop.store(true, Ordering::Relaxed);
            }
            if last_said.elapsed() < Duration::from_millis(request.settings.pv_interval.max(100)) {
                return;
            }
            last_said = Instant::now();
            let nps = (progress.nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
            let info = Info {
                nodes: Some(progress.nodes),
                nps: Some(nps),
                time: Some(time.as_millis() as u64),
                ..Info::default()
            };
            let line = Answer::Info(Box::new(info)).write(request.spelling.dialect());
            if say(&line).is_err() {
                self.flags.stop.store(true, Ordering::Relaxed);
            }
        };
        let task = Task::any(request.go.nodes.unwrap_or(u64::MAX));
        let position = request.game.position();
        match solver.solve(position, &task, &self.flags.stop, &mut progress) {
            Ok(answer) => match answer.verdict {
                Verdict::Mate => Solved::Mate(answer.line),
                Verdict::NoMate => Solved::NoMate,
                Verdict::Unknown => Solved::Unknown,
            },
            Err(_) => Solved::Impossible,
        }
    }

    fn think(&mut self, request: &Request) -> SearchOutcome {
        let flags = Arc::clone(&self.flags);
        let settings = &request.settings;
        let engine = self.engine(request.game.position().rules(), settings);
        let scale = engine.evaluation().weights().scale;
        let elapsed = || {
            let begun = flags.begun.lock().ok().and_then(|begun| *begun);
            begun.map_or(Duration::ZERO, |begun| begun.elapsed())
        };
        let control = Control { stop: &flags.stop, pondering: &flags.pondering, clock: &elapsed };
        let limits = limits(request);
        let started = Instant::now();
        let mut last_said = None;
        let mut report = |report: &Report| {
            let interval = Duration::from_millis(settings.pv_interval);
            let is_early = last_said.is_some_and(|said: Instant| said.elapsed() < interval);
            if is_early && report.multipv <= 1 {
                return;
            }
            last_said = Some(Instant::now());
            if tell(request, report, scale, started.elapsed()).is_err() {
                // Nobody listens any more.
                flags.stop.store(true, Ordering::Relaxed);
            }
        };
        let strength =
            Strength::of(settings.skill_level, settings.limit_strength.then_some(settings.elo));
        if let Some(strength) = strength.filter(|_| !settings.analyse) {
            let skill = strength.skill(engine.rules());
            let seed = request.game.position().key() ^ started.elapsed().as_nanos() as u64;
            let seed = seed ^ u64::from(std::process::id());
            let best = skill.choose(engine, &request.game, &limits, &control, seed);
            return SearchOutcome { best, ..SearchOutcome::default() };
        }
        let outcome = engine.search(&request.game, &limits, &control, &mut report);
        let is_lost = match outcome.score {
            koma_search::Score::Cp(points) => i64::from(points) <= -settings.resign_value,
            koma_search::Score::Mate(_) => false,
        };
        let least = Duration::from_millis(settings.minimum_time);
        while elapsed() < least && !flags.stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(5).min(least));
        }
        SearchOutcome {
            best: outcome.best,
            ponder: outcome.ponder,
            declares: outcome.declares,
            resigns: is_lost && !settings.analyse && !request.go.infinite,
            solved: None,
        }
    }
}

/// When a search that was asked for ends.
fn limits(request: &Request) -> Limits {
    let go = &request.go;
    let millis = |time: Option<u64>| Duration::from_millis(time.unwrap_or(0));
    let side = request.game.position().side() as usize;
    let time = match go.movetime {
        Some(time) => Some(Clock::exactly(Duration::from_millis(time))),
        None if go.clock.is_empty() => None,
        None => Some(Clock {
            left: millis(go.clock.time[side]),
            increment: millis(go.clock.increment[side]),
            byoyomi: millis(go.clock.byoyomi),
            move_time: None,
            overhead: Duration::from_millis(request.settings.overhead),
        }),
    };
    Limits {
        depth: go.depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
        nodes: go.nodes,
        time: time.filter(|_| !go.infinite),
        mate: match go.mate {
            // UCI counts moves.
            Some(MateTime::Limit(moves)) => Some(u32::try_from(moves * 2).unwrap_or(u32::MAX)),
            _ => None,
        },
        searchmoves: request.moves.clone(),
        infinite: go.infinite,
    }
}

/// The weights of a file. If it has none for this game, that is said, and the engine goes on with
/// its own.
fn weights(rules: &Arc<Ruleset>, path: &str) -> Option<Weights> {
    match path {
        "" | "<empty>" => return None,
        // Without what was learnt.
        "rules" => return Some(Weights::from_rules(rules)),
        _ => {}
    }
    let read = read_weights(path.as_ref())
        .and_then(|bytes| Weights::read(rules, &bytes).map_err(|why| why.to_string()));
    read.inspect_err(|why| {
        let words = Answer::words(format!("EvalFile {path}: {why}; own weights are used"));
        let _ = say(&words.write(Dialect::Usi));
    })
    .ok()
}

/// The bytes of a file of weights, if it is not too long to be one.
pub fn read_weights(path: &Path) -> Result<Vec<u8>, String> {
    const MOST: u64 = 64 << 20;
    let file = File::open(path).map_err(|why| why.to_string())?;
    let mut bytes = Vec::new();
    file.take(MOST + 1).read_to_end(&mut bytes).map_err(|why| why.to_string())?;
    if bytes.len() as u64 > MOST {
        return Err("this is no file of weights (.kw)".to_owned());
    }
    Ok(bytes)
}

/// Says what a search reports.
fn tell(request: &Request, report: &Report, scale: i32, time: Duration) -> std::io::Result<()> {
    let score = match report.score {
        koma_search::Score::Cp(points) => Score::Cp(points),
        koma_search::Score::Mate(plies) => {
            Score::Mate(Mate { is_loss: plies <= 0, plies: Some(plies.unsigned_abs()) })
        }
    };
    let wdl = request.settings.show_wdl.then(|| {
        let win = (1000.0 * win_probability(report.score, scale)).round() as u32;
        [win, 0, 1000 - win]
    });
    let millis = time.as_millis() as u64;
    let nps = (report.nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    let info = Info {
        depth: Some(report.depth),
        seldepth: Some(report.seldepth),
        multipv: Some(u32::try_from(report.multipv).unwrap_or(u32::MAX)),
        score: Some(score),
        bound: match report.bound {
            koma_search::Bound::Exact => Bound::Exact,
            koma_search::Bound::Lower => Bound::Lower,
            koma_search::Bound::Upper => Bound::Upper,
        },
        wdl,
        nodes: Some(report.nodes),
        nps: Some(nps),
        hashfull: Some(report.hashfull),
        time: Some(millis),
        pv: request.spelling.line(request.game.position(), &report.pv),
        ..Info::default()
    };
    say(&Answer::Info(Box::new(info)).write(request.spelling.dialect()))
}

/// Counts move sequences, move by move.
fn perft(request: &Request, depth: u32) {
    let position = request.game.position();
    let mut total = 0;
    let mut moves = position.legal_moves();
    moves.sort_unstable();
    for mv in moves.into_iter().filter(|_| depth > 0) {
        let mut after = position.clone();
        let _ = after.play_unchecked(mv);
        let nodes = after.perft(depth - 1);
        total += nodes;
        let _ = say(&format!("{}: {nodes}", request.spelling.write(position, mv)));
    }
    let _ = say(&format!("\nNodes searched: {}\n", if depth == 0 { 1 } else { total }));
}

/// The signature of the search, and its speed here.
fn bench() {
    let begun = Instant::now();
    let rows: Vec<_> = koma_variants::catalogue()
        .iter()
        .filter_map(|variant| Ruleset::compile(variant).ok())
        .map(|rules| koma_search::bench::run(&rules))
        .collect();
    let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
    let seconds = begun.elapsed().as_secs_f64();
    let _ = say(&format!("Nodes searched: {nodes}"));
    let _ = say(&format!("Nodes/second: {:.0}", nodes as f64 / seconds.max(1e-9)));
    let _ = say(&format!("Signature: {}", koma_search::bench::signature(&rows)));
}
