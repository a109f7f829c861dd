//! A program that speaks USI or UCI, as a player and as an analyst.

mod process;
mod think;

use std::time::Duration;

use koma_rules::{Game, Ruleset};
use koma_usi::{
    Answer, Best, Clock, Command, Dialect, Go, OptionKind, OptionLine, PositionWords, Score,
    Spelling, Start,
};

pub use process::Process;
pub use think::Wish;

use crate::{Act, Choice, Player, Trouble, Turn, winning_move};

/// How long a program may take to greet, and to get ready.
const GREETING: Duration = Duration::from_secs(20);
const READY: Duration = Duration::from_secs(120);

/// A program that speaks USI or UCI.
pub struct Foreign {
    dialect: Dialect,
    words: Vec<String>,
    options: Vec<(String, String)>,
    name: String,
    running: Option<Running>,
}

/// The program, once it has been started and told the game.
struct Running {
    process: Process,
    spelling: Spelling,
    slug: String,
    about: About,
}

/// What a program says it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its name.
    pub name: String,
    /// Who made it.
    pub author: String,
    /// Its options.
    pub options: Vec<OptionLine>,
}

impl Foreign {
    /// A program to be started with these words, and its options.
    pub fn new(dialect: Dialect, words: Vec<String>, options: Vec<(String, String)>) -> Self {
        let name = words.first().map(|word| word.rsplit('/').next().unwrap_or(word).to_owned());
        Self { dialect, name: name.unwrap_or_default(), words, options, running: None }
    }

    /// What it says it is. It is started for that, and ended.
    pub fn about(&self) -> Result<About, Trouble> {
        greet(&mut Process::start(&self.words)?, self.dialect)
    }

    fn is_variant(name: &str) -> bool {
        ["USI_Variant", "UCI_Variant"].iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Starts the program and tells it which game is played.
    fn start(&self, rules: &Ruleset) -> Result<Running, Trouble> {
        let mut process = Process::start(&self.words)?;
        let mut about = greet(&mut process, self.dialect)?;
        let set = |process: &mut Process, name: &str, value: &str| {
            let value = (!value.is_empty()).then(|| value.to_owned());
            let command = Command::SetOption { name: name.to_owned(), value };
            process.say(&command.write(self.dialect))
        };
        // Files of variants first: they decide which there are.
        let is_path = |name: &str| name.eq_ignore_ascii_case("VariantPath");
        for (name, value) in self.options.iter().filter(|(name, _)| is_path(name)) {
            set(&mut process, name, value)?;
            about = greet(&mut process, self.dialect)?;
        }
        for (name, value) in &self.options {
            if !is_path(name) && !Self::is_variant(name) {
                set(&mut process, name, value)?;
            }
        }
        let mut spelling = Spelling::new(self.dialect);
        let wish = self.options.iter().find(|(name, _)| Self::is_variant(name));
        match about.options.iter().find(|option| Self::is_variant(&option.name)) {
            Some(option) => {
                let value = match wish {
                    Some((_, value)) => value.clone(),
                    None => variant_name(option, rules)?,
                };
                set(&mut process, &option.name, &value)?;
                process.say("isready")?;
                // It tells its start position, and so its letters.
                let mut start = None;
                process.await_line(READY, |line| {
                    let told = line.starts_with("info string variant");
                    if let Some((_, told)) = line.split_once(" startpos ").filter(|_| told) {
                        start = Some(told.to_owned());
                    }
                    (line.trim() == "readyok").then_some(())
                })?;
                if let Some(start) = start {
                    spelling = Spelling::learn(self.dialect, rules, &start)
                        .map_err(|error| Trouble::Unable(format!("{}: {error}", self.name)))?;
                }
            }
            None if rules.variant().slug == "shogi" || wish.is_some() => {}
            None => {
                let game = &rules.variant().slug;
                let message =
                    format!("{} has no option for variants, and this is {game}", self.name);
                return Err(Trouble::Unable(message));
            }
        }
        Ok(Running { process, spelling, slug: rules.variant().slug.clone(), about })
    }

    fn ask(&mut self, game: &Game, turn: &Turn<'_>) -> Result<Choice, Trouble> {
        let dialect = self.dialect;
        let gone = || Trouble::Crashed("it was not started".to_owned());
        let running = self.running.as_mut().ok_or_else(gone)?;
        let position = Command::Position(position_words(game, &running.spelling)?);
        running.process.say(&position.write(dialect))?;
        running.process.say(&Command::Go(go(turn, dialect)).write(dialect))?;
        let mut choice = Choice::from(Act::Resign);
        let best = running.process.await_line(turn.patience, |line| {
            match Answer::read(line, dialect) {
                Answer::Info(info) => {
                    if info.multipv.is_none_or(|line| line == 1) {
                        choice.depth = info.depth.unwrap_or(choice.depth);
                        choice.score = info.score.map(points).or(choice.score);
                    }
                    choice.nodes = info.nodes.unwrap_or(0).max(choice.nodes);
                    None
                }
                Answer::BestMove { best, .. } => Some(best),
                _ => None,
            }
        })?;
        choice.act = match best {
            Best::Resign | Best::None => Act::Resign,
            Best::Win => Act::Declare,
            Best::Move(word) => match running.spelling.read(game, &word) {
                Ok(mv) => Act::Move(mv),
                Err(reason) => Act::Illegal { word, reason: reason.to_string() },
            },
        };
        Ok(choice)
    }
}

impl Player for Foreign {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, game: &Game, _: u64) -> Result<(), Trouble> {
        let rules = game.position().rules();
        if self.running.as_ref().is_none_or(|running| running.slug != rules.variant().slug) {
            self.running = None;
            self.running = Some(self.start(rules)?);
        }
        let dialect = self.dialect;
        let Some(running) = &mut self.running else { return Ok(()) };
        let ready = running
            .process
            .say(&Command::NewGame.write(dialect))
            .and_then(|()| running.process.say("isready"))
            .and_then(|()| {
                running.process.await_line(READY, |line| (line.trim() == "readyok").then_some(()))
            });
        if ready.is_err() {
            self.running = None;
        }
        ready
    }

    fn choose(&mut self, game: &Game, turn: &Turn<'_>) -> Result<Choice, Trouble> {
        // It may know the game with check, and not how a royal comes to be taken.
        if let Some(mv) = winning_move(game) {
            return Ok(Act::Move(mv).into());
        }
        let choice = self.ask(game, turn);
        if choice.is_err() {
            // Nobody knows what it will say next: the next game starts it anew.
            self.running = None;
        }
        choice
    }

    fn is_foreign(&self) -> bool {
        true
    }
}

/// Says hello and hears what it is.
fn greet(process: &mut Process, dialect: Dialect) -> Result<About, Trouble> {
    process.say(dialect.name())?;
    let mut about = About::default();
    process.await_line(GREETING, |line| match Answer::read(line, dialect) {
        Answer::Name(name) => {
            about.name = name;
            None
        }
        Answer::Author(author) => {
            about.author = author;
            None
        }
        Answer::Option(option) => {
            about.options.push(option);
            None
        }
        Answer::HelloOk(_) => Some(()),
        _ => None,
    })?;
    Ok(about)
}

/// What a program calls a game.
fn variant_name(option: &OptionLine, rules: &Ruleset) -> Result<String, Trouble> {
    let variant = rules.variant();
    let plain = |name: &str| {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|c| c.to_ascii_lowercase()).collect::<String>()
    };
    let names: Vec<String> =
        std::iter::once(&variant.slug).chain(&variant.aliases).map(|name| plain(name)).collect();
    let OptionKind::Combo { vars, .. } = &option.kind else { return Ok(variant.slug.clone()) };
    let is_it = |var: &&String| {
        let var = plain(var);
        !var.is_empty() && names.contains(&var)
    };
    vars.iter().find(is_it).cloned().ok_or_else(|| {
        Trouble::Unable(format!("its {} does not have {}", option.name, variant.slug))
    })
}

/// The game so far.
fn position_words(game: &Game, spelling: &Spelling) -> Result<PositionWords, Trouble> {
    let mut position = game.first_position().clone();
    let is_start = position.setup() == *position.rules().start();
    let start = match (is_start, spelling.dialect()) {
        (true, _) => Start::Startpos,
        (false, Dialect::Usi) => Start::Sfen(position.sfen()),
        (false, Dialect::Uci) => {
            let fen = koma_usi::fen_of(&position.sfen());
            Start::Fen(fen.ok_or_else(|| Trouble::Unable("no FEN for this position".to_owned()))?)
        }
    };
    let mut moves = Vec::new();
    for mv in game.moves() {
        moves.push(spelling.write(&position, mv));
        let _ = position.play_unchecked(mv);
    }
    Ok(PositionWords { start, moves })
}

/// How long it may think, in its language.
fn go(turn: &Turn<'_>, dialect: Dialect) -> Go {
    let limits = turn.limits;
    let millis = |time: Duration| time.as_millis() as u64;
    let mut go = Go { nodes: limits.nodes, depth: limits.depth.map(u64::from), ..Go::default() };
    if let Some(left) = turn.left {
        go.clock = Clock {
            time: left.map(|left| Some(millis(left))),
            increment: [(!limits.increment.is_zero()).then(|| millis(limits.increment)); 2],
            byoyomi: (!limits.byoyomi.is_zero()).then(|| millis(limits.byoyomi)),
            moves_to_go: None,
        };
    }
    match (limits.move_time, dialect) {
        (Some(time), Dialect::Uci) => go.movetime = Some(millis(time)),
        // Shogi programs know time a move as byoyomi without main time.
        (Some(time), Dialect::Usi) => {
            let time = Some(millis(time));
            go.clock = Clock { time: [Some(0); 2], byoyomi: time, ..Clock::default() };
        }
        (None, _) => {}
    }
    go
}

/// A score as one number; a mate is 30,000 and more.
fn points(score: Score) -> i32 {
    match score {
        Score::Cp(points) => points.clamp(-29_000, 29_000),
        Score::Mate(mate) => {
            let far = i32::try_from(mate.plies.unwrap_or(1000)).unwrap_or(1000).min(1000);
            if mate.is_loss { far - 31_000 } else { 31_000 - far }
        }
    }
}
