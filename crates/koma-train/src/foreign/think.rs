//! A foreign program that is asked for moves and lines, and watched.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use koma_rules::{Game, Move};
use koma_search::{Bound, Report, Score};
use koma_usi::{Answer, Best, Clock, Command, Dialect, Go, Info, OptionKind, Spelling};

use super::{Foreign, Running, position_words};
use crate::{Act, Player as _, Trouble};

/// How long a program may take beyond its time, and after it was asked to stop. Then it hangs, and
/// is ended.
const PATIENCE: Duration = Duration::from_secs(2);
const STOPPING: Duration = Duration::from_millis(400);

/// How often it is seen whether somebody stops it.
const LOOK: Duration = Duration::from_millis(50);

/// What is wanted of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// How long it thinks.
    pub time: Duration,
    /// How many positions it looks at, if that is fewer.
    pub nodes: Option<u64>,
    /// How many lines it shows.
    pub lines: usize,
}

impl Foreign {
    /// Starts it for a game, unless it plays that already; says so if it cannot.
    pub fn prepare(&mut self, game: &Game) -> Result<(), Trouble> {
        let rules = game.position().rules();
        if self.running.as_ref().is_some_and(|running| running.slug == rules.variant().slug) {
            return Ok(());
        }
        self.new_game(game, 0)
    }

    /// Has it think about a game that is not over, until its time is up or somebody stops it; what
    /// it says on the way is reported. A program that crashes or hangs is ended, and started anew
    /// the next time.
    pub fn think(
        &mut self,
        game: &Game,
        wish: &Wish,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Act, Trouble> {
        self.prepare(game)?;
        let Some(mut running) = self.running.take() else {
            return Err(Trouble::Crashed("it was not started".to_owned()));
        };
        let act = running.think(self.dialect, game, wish, stop, report)?;
        // Only a program that answered is spoken to again.
        self.running = Some(running);
        Ok(act)
    }
}

impl Running {
    fn think(
        &mut self,
        dialect: Dialect,
        game: &Game,
        wish: &Wish,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Act, Trouble> {
        if let Some(name) = self.lines_option() {
            let command = Command::SetOption { name, value: Some(wish.lines.to_string()) };
            self.process.say(&command.write(dialect))?;
        }
        let position = Command::Position(position_words(game, &self.spelling)?);
        self.process.say(&position.write(dialect))?;
        self.process.say(&Command::Go(go(wish, dialect)).write(dialect))?;
        let deadline = Instant::now() + wish.time + PATIENCE;
        let (mut stopped, mut until) = (false, deadline);
        loop {
            if stop.load(Ordering::Relaxed) && !stopped {
                stopped = true;
                until = until.min(Instant::now() + STOPPING);
                self.process.say("stop")?;
            }
            let now = Instant::now();
            let line = match self.process.hear((now + LOOK).min(until)) {
                Ok(line) => line,
                Err(Trouble::Silent(_)) if Instant::now() < until => continue,
                Err(trouble) => return Err(trouble),
            };
            if Instant::now() >= until {
                return Err(Trouble::Silent("it talks and does not answer".to_owned()));
            }
            match Answer::read(&line, dialect) {
                Answer::Info(info) => {
                    if let Some(told) = reported(game, &self.spelling, &info) {
                        report(&told);
                    }
                }
                Answer::BestMove { best, .. } => return Ok(self.act(game, best)),
                _ => {}
            }
        }
    }

    fn act(&self, game: &Game, best: Best) -> Act {
        match best {
            Best::Resign | Best::None => Act::Resign,
            Best::Win => Act::Declare,
            Best::Move(word) => match self.spelling.read(game, &word) {
                Ok(mv) => Act::Move(mv),
                Err(reason) => Act::Illegal { word, reason: reason.to_string() },
            },
        }
    }

    /// What its option for several lines is called.
    fn lines_option(&self) -> Option<String> {
        let is_it = |name: &str| {
            ["MultiPV", "USI_MultiPV"].iter().any(|known| known.eq_ignore_ascii_case(name))
        };
        let mut spins = self.about.options.iter();
        spins
            .find(|option| is_it(&option.name) && matches!(option.kind, OptionKind::Spin { .. }))
            .map(|option| option.name.clone())
    }
}

/// How long it may think, in its language.
fn go(wish: &Wish, dialect: Dialect) -> Go {
    let millis = wish.time.as_millis() as u64;
    let mut go = Go { nodes: wish.nodes, ..Go::default() };
    match dialect {
        Dialect::Uci => go.movetime = Some(millis),
        // Shogi programs know time a move as byoyomi without main time.
        Dialect::Usi => {
            go.clock = Clock { time: [Some(0); 2], byoyomi: Some(millis), ..Clock::default() };
        }
    }
    go
}

/// A line it tells, as far as its moves can be played; nothing if there is none.
fn reported(game: &Game, spelling: &Spelling, info: &Info) -> Option<Report> {
    let score = match info.score? {
        koma_usi::Score::Cp(points) => Score::Cp(points),
        koma_usi::Score::Mate(mate) => {
            let plies = mate.plies.and_then(|plies| i32::try_from(plies).ok()).unwrap_or(1);
            Score::Mate(if mate.is_loss { -plies } else { plies.max(1) })
        }
    };
    let bound = match info.bound {
        koma_usi::Bound::Exact => Bound::Exact,
        koma_usi::Bound::Lower => Bound::Lower,
        koma_usi::Bound::Upper => Bound::Upper,
    };
    let mut game = game.clone();
    let mut pv: Vec<Move> = Vec::new();
    for word in &info.pv {
        let Ok(mv) = spelling.read(&game, word) else { break };
        if game.play(mv).is_err() {
            break;
        }
        pv.push(mv);
    }
    (!pv.is_empty()).then(|| Report {
        depth: info.depth.unwrap_or(0),
        seldepth: info.seldepth.unwrap_or(0),
        multipv: info.multipv.unwrap_or(1) as usize,
        score,
        bound,
        nodes: info.nodes.unwrap_or(0),
        hashfull: info.hashfull.unwrap_or(0),
        pv,
    })
}
