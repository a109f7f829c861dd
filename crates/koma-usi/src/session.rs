//! An engine's side of the talk: a line goes in, actions come out.

use std::sync::Arc;

use koma_rules::{Fault, Game, Move, Position, Ruleset, Setup};

use crate::settings::key;
use crate::{
    Answer, Best, Checkmate, Clock, Command, CommandError, Dialect, Games, Go, OptionKind,
    OptionLine, PositionWords, Settings, Spelling, Start, fen_of, sfen_of_fen,
};

/// What the driver of an engine is to do.
#[derive(Debug)]
pub enum Action {
    /// Write a line.
    Say(Answer),
    /// Read a file of variants, then [`Session::bring`] them.
    Load(String),
    /// Get ready to play by these rules, then say `readyok`.
    Ready(Arc<Ruleset>),
    /// Forget what was learnt: another game begins.
    NewGame,
    /// Begin a search, and tell [`Session::finished`] what came of it.
    Search(Box<Request>),
    /// End the search soon. Its end is awaited.
    Stop,
    /// The search thinks in its own time from now on.
    PonderHit(Clock),
    /// Judge the position.
    Eval(Box<Game>),
    /// Measure the speed.
    Bench,
    /// Leave.
    Quit,
}

/// A search that was asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its number, which the answer carries.
    pub id: u64,
    /// The game so far, with at least one legal move.
    pub game: Game,
    /// How long.
    pub go: Go,
    /// Only these moves; all if empty.
    pub moves: Vec<Move>,
    /// How well.
    pub settings: Settings,
    /// How moves are written.
    pub spelling: Spelling,
}

/// What came of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The move.
    pub best: Option<Move>,
    /// What it expects then.
    pub ponder: Option<Move>,
    /// Whether it declares to have won instead.
    pub declares: bool,
    /// Whether it gives up instead.
    pub resigns: bool,
    /// What came of looking for a mate, if that was asked for ([`Request::solves`]).
    pub solved: Option<Solved>,
}

/// What came of looking for a mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The mate, to its last move.
    Mate(Vec<Move>),
    /// There is none.
    NoMate,
    /// Nothing was decided in the time there was.
    Unknown,
    /// In this position nobody can be mated.
    Impossible,
}

impl Request {
    /// Whether a mate is looked for, and not a move: `go mate` of USI. In UCI it is a search that
    /// ends when it finds one.
    pub fn solves(&self) -> bool {
        self.go.mate.is_some() && self.spelling.dialect() == Dialect::Usi
    }
}

/// The state of the talk.
///
/// ```
/// use koma_usi::{Action, Dialect, Session};
///
/// let mut session = Session::new(Dialect::Usi);
/// session.line("position startpos moves 7g7f 3c3d");
/// let actions = session.line("go nodes 1000");
/// assert!(matches!(&actions[..], [Action::Search(request)] if request.go.nodes == Some(1000)));
/// ```
#[derive(Debug)]
pub struct Session {
    dialect: Dialect,
    games: Games,
    variant: String,
    rules: Option<Arc<Ruleset>>,
    game: Option<Game>,
    settings: Settings,
    running: Option<Running>,
    /// A `go` that came while another search had not ended.
    waiting: Option<Go>,
    searches: u64,
}

/// A search that has not been answered.
#[derive(Debug)]
struct Running {
    id: u64,
    start: Position,
    /// The answer waits for `stop` or `ponderhit`, as `infinite` and `ponder` ask.
    holds: bool,
    is_stopped: bool,
    outcome: Option<Outcome>,
}

impl Session {
    /// The beginning of a talk: shogi, from its start.
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            games: Games::default(),
            variant: "shogi".to_owned(),
            rules: None,
            game: None,
            settings: Settings::default(),
            running: None,
            waiting: None,
            searches: 0,
        }
    }

    /// The language spoken.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The options as they are set.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether a search was begun and not yet answered.
    pub fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// What a line asks for. Nothing a line holds is an error of the engine: it says what it did
    /// not understand, and goes on.
    pub fn line(&mut self, line: &str) -> Vec<Action> {
        let command = match Command::read(line, self.dialect) {
            Ok(command) => command,
            Err(CommandError::Empty) => return Vec::new(),
            Err(error) => return say(Answer::words(error.to_string())),
        };
        match command {
            Command::Hello(dialect) => self.hello(dialect),
            // A search goes on while its program asks whether anybody is there.
            Command::IsReady if self.running.is_some() => say(Answer::ReadyOk),
            Command::IsReady => match self.rules() {
                Ok(rules) => vec![Action::Ready(rules)],
                Err(answer) => vec![Action::Say(answer), Action::Say(Answer::ReadyOk)],
            },
            Command::SetOption { name, value } => self.set(&name, value.as_deref().unwrap_or("")),
            Command::NewGame => vec![Action::NewGame],
            Command::Position(words) => self.place(&words),
            Command::Go(go) => self.go(go),
            Command::PonderHit(clock) => self.ponder_hit(clock),
            Command::Stop | Command::GameOver(_) => self.stop(),
            Command::Debug(_) => Vec::new(),
            Command::Quit => {
                let mut actions = self.stop();
                actions.retain(|action| matches!(action, Action::Stop));
                actions.push(Action::Quit);
                actions
            }
            Command::Show => self.show(),
            Command::Moves => self.moves(),
            Command::Eval => match self.current() {
                Ok(game) => vec![Action::Eval(Box::new(game))],
                Err(answer) => say(answer),
            },
            Command::Bench => vec![Action::Bench],
        }
    }

    /// Adds games that a file brought, and says which can be played now.
    pub fn bring(&mut self, games: Vec<Arc<Ruleset>>) -> Vec<Action> {
        let names: Vec<String> = games.iter().map(|rules| rules.variant().slug.clone()).collect();
        games.into_iter().for_each(|rules| self.games.bring(rules));
        let mut actions = vec![Action::Say(Answer::Option(self.variant_option()))];
        if !names.is_empty() {
            let words = format!("variants read: {}", names.join(" "));
            actions.push(Action::Say(Answer::words(words)));
        }
        actions
    }

    /// A search has ended.
    pub fn finished(&mut self, id: u64, outcome: Outcome) -> Vec<Action> {
        let Some(running) = self.running.as_mut().filter(|running| running.id == id) else {
            return Vec::new();
        };
        running.outcome = Some(outcome);
        if running.holds { Vec::new() } else { self.answer() }
    }

    fn hello(&mut self, dialect: Dialect) -> Vec<Action> {
        self.dialect = dialect;
        let version = env!("CARGO_PKG_VERSION");
        let path = OptionKind::File { default: String::new() };
        let path = OptionLine { name: "VariantPath".to_owned(), kind: path };
        let mut answers = vec![
            Answer::Name(format!("Koma {version}")),
            Answer::Author("the Koma authors".to_owned()),
            Answer::Option(self.variant_option()),
            Answer::Option(path),
        ];
        answers.extend(Settings::options(dialect).into_iter().map(Answer::Option));
        answers.push(Answer::HelloOk(dialect));
        answers.into_iter().map(Action::Say).collect()
    }

    fn variant_option(&self) -> OptionLine {
        let name = if self.dialect == Dialect::Usi { "USI_Variant" } else { "UCI_Variant" };
        let vars = self.games.names();
        let kind = OptionKind::Combo { default: "shogi".to_owned(), vars };
        OptionLine { name: name.to_owned(), kind }
    }

    fn set(&mut self, name: &str, value: &str) -> Vec<Action> {
        match key(name).as_str() {
            "variant" => self.set_variant(value),
            "variantpath" if matches!(value, "" | "<empty>") => Vec::new(),
            "variantpath" => vec![Action::Load(value.to_owned())],
            "clearhash" => vec![Action::NewGame],
            _ => match self.settings.set(name, value) {
                Ok(()) => Vec::new(),
                Err(error) => say(Answer::words(error.to_string())),
            },
        }
    }

    fn set_variant(&mut self, name: &str) -> Vec<Action> {
        let rules = match self.games.find(name) {
            Ok(rules) => rules,
            Err(error) => return say(Answer::words(error.to_string())),
        };
        let geometry = rules.geometry();
        let sfen = rules.start().write(&rules);
        let start = match self.dialect {
            Dialect::Usi => format!("startpos {sfen}"),
            Dialect::Uci => {
                format!("template shogi startpos {}", fen_of(&sfen).unwrap_or(sfen))
            }
        };
        let pocket = rules.kinds().filter(|&kind| rules.can_be_held(kind)).count();
        let (files, ranks) = (geometry.files(), geometry.ranks());
        let words = format!(
            "variant {} files {files} ranks {ranks} pocket {pocket} {start}",
            rules.variant().slug
        );
        self.variant = name.trim().to_owned();
        self.rules = Some(rules);
        self.game = None;
        vec![Action::NewGame, Action::Say(Answer::words(words))]
    }

    /// The rules in force, compiled when they are first needed.
    fn rules(&mut self) -> Result<Arc<Ruleset>, Answer> {
        if let Some(rules) = &self.rules {
            return Ok(Arc::clone(rules));
        }
        let rules = self.games.find(&self.variant);
        let rules = rules.map_err(|error| Answer::words(error.to_string()))?;
        self.rules = Some(Arc::clone(&rules));
        Ok(rules)
    }

    /// The game in hand.
    fn current(&mut self) -> Result<Game, Answer> {
        let rules = self.rules()?;
        Ok(self.game.get_or_insert_with(|| Game::start(&rules)).clone())
    }

    fn place(&mut self, words: &PositionWords) -> Vec<Action> {
        match self.read_position(words) {
            Ok((game, complaint)) => {
                self.game = Some(game);
                complaint.map_or_else(Vec::new, say)
            }
            Err(complaint) => say(complaint),
        }
    }

    /// The game that the words of a position mean, as far as its moves are legal.
    fn read_position(&mut self, words: &PositionWords) -> Result<(Game, Option<Answer>), Answer> {
        let rules = self.rules()?;
        let unreadable = |what: &str| Answer::complaint("this is no position", what);
        let sfen = match &words.start {
            Start::Startpos => None,
            Start::Sfen(sfen) => Some(sfen.clone()),
            // What is SFEN already, and only called otherwise, is taken as it is.
            Start::Fen(fen) => Some(sfen_of_fen(fen).unwrap_or_else(|| fen.clone())),
        };
        let mut game = match sfen {
            None => Game::start(&rules),
            Some(sfen) => {
                let setup = Setup::read(&rules, &sfen);
                let setup = setup.map_err(|error| unreadable(&error.to_string()))?;
                let (position, faults) = Position::forgiving(&rules, &setup);
                if let Some(fault) = fatal(&faults) {
                    let fault = fault.finding(&rules).message;
                    return Err(Answer::words(format!("this position cannot be played: {fault}")));
                }
                Game::from(position)
            }
        };
        let spelling = Spelling::new(self.dialect);
        for (index, word) in words.moves.iter().enumerate() {
            if game.end().is_some() {
                // Programs may play on where our rules call the game over.
                game = Game::from(game.position().clone());
            }
            match spelling.read(&game, word) {
                Ok(mv) => game.play_unchecked(mv),
                Err(reason) => {
                    let what = format!("move {} is illegal ({reason})", index + 1);
                    return Ok((game, Some(Answer::complaint(&what, word))));
                }
            }
        }
        Ok((game, None))
    }

    fn go(&mut self, go: Go) -> Vec<Action> {
        if self.running.is_some() {
            // The answer to the first is owed before the second begins.
            self.waiting = Some(go);
            return self.stop();
        }
        let solves = go.mate.is_some() && self.dialect == Dialect::Usi;
        let mut game = match self.current() {
            Ok(game) => game,
            Err(answer) => return say(answer),
        };
        if game.end().is_some() && game.position().has_legal_move() {
            game = Game::from(game.position().clone());
        }
        let spelling = Spelling::new(self.dialect);
        let mut actions = Vec::new();
        let mut moves = Vec::new();
        for word in &go.searchmoves {
            match spelling.read(&game, word) {
                Ok(mv) => moves.push(mv),
                Err(reason) => {
                    let what = format!("searchmoves: {reason}");
                    actions.push(Action::Say(Answer::complaint(&what, word)));
                }
            }
        }
        self.searches += 1;
        let id = self.searches;
        self.running = Some(Running {
            id,
            start: game.position().clone(),
            holds: !solves && (go.infinite || go.ponder),
            is_stopped: false,
            outcome: None,
        });
        if go.perft.is_none() && (game.end().is_some() || game.legal_moves().is_empty()) {
            let solved = solves.then_some(Solved::NoMate);
            let outcome = Outcome { resigns: true, solved, ..Outcome::default() };
            actions.extend(self.finished(id, outcome));
            return actions;
        }
        let settings = self.settings.clone();
        actions.push(Action::Search(Box::new(Request { id, game, go, moves, settings, spelling })));
        actions
    }

    fn stop(&mut self) -> Vec<Action> {
        let Some(running) = &mut self.running else { return Vec::new() };
        running.holds = false;
        if running.outcome.is_some() {
            return self.answer();
        }
        // One is enough, however often it is asked for.
        if std::mem::replace(&mut running.is_stopped, true) {
            Vec::new()
        } else {
            vec![Action::Stop]
        }
    }

    fn ponder_hit(&mut self, clock: Clock) -> Vec<Action> {
        match &mut self.running {
            Some(running) if running.holds => {
                running.holds = false;
                match running.outcome {
                    Some(_) => self.answer(),
                    None => vec![Action::PonderHit(clock)],
                }
            }
            _ => Vec::new(),
        }
    }

    /// Says what came of the search, and begins the one that waits.
    fn answer(&mut self) -> Vec<Action> {
        let Some(running) = self.running.take() else { return Vec::new() };
        let outcome = running.outcome.unwrap_or_default();
        let spelling = Spelling::new(self.dialect);
        if let Some(solved) = &outcome.solved {
            let mut actions = say(Answer::Checkmate(match solved {
                Solved::Mate(line) => Checkmate::Moves(spelling.line(&running.start, line)),
                Solved::NoMate => Checkmate::NoMate,
                Solved::Unknown => Checkmate::Timeout,
                Solved::Impossible => Checkmate::NotImplemented,
            }));
            actions.extend(self.begin_waiting());
            return actions;
        }
        let best = match outcome.best {
            _ if outcome.declares && self.dialect == Dialect::Usi => Best::Win,
            _ if outcome.resigns => Best::Resign,
            Some(mv) => Best::Move(spelling.write(&running.start, mv)),
            None => Best::Resign,
        };
        let ponder = match (&best, outcome.best, outcome.ponder) {
            (Best::Move(_), Some(best), Some(ponder)) => {
                spelling.line(&running.start, &[best, ponder]).get(1).cloned()
            }
            _ => None,
        };
        let mut actions = say(Answer::BestMove { best, ponder });
        actions.extend(self.begin_waiting());
        actions
    }

    /// Begins the search that waits, if there is one.
    fn begin_waiting(&mut self) -> Vec<Action> {
        self.waiting.take().map_or_else(Vec::new, |go| self.go(go))
    }

    fn show(&mut self) -> Vec<Action> {
        match self.current() {
            Ok(game) => {
                let sfen = game.position().sfen();
                let mut lines = vec![Answer::Other(format!("Sfen: {sfen}"))];
                if let Some(fen) = fen_of(&sfen) {
                    lines.push(Answer::Other(format!("Fen: {fen}")));
                }
                lines.push(Answer::Other(format!("Key: {:016X}", game.position().key())));
                lines.into_iter().map(Action::Say).collect()
            }
            Err(answer) => say(answer),
        }
    }

    fn moves(&mut self) -> Vec<Action> {
        let spelling = Spelling::new(self.dialect);
        match self.current() {
            Ok(game) => {
                let moves = game.legal_moves();
                let mut words: Vec<String> =
                    moves.iter().map(|&mv| spelling.write(game.position(), mv)).collect();
                words.sort();
                say(Answer::Other(words.join(" ")))
            }
            Err(answer) => say(answer),
        }
    }
}

/// A fault with which there is no game. Problems have one royal, and more men than the game.
fn fatal(faults: &[Fault]) -> Option<&Fault> {
    let royalless = |fault: &&Fault| matches!(fault, Fault::MissingRoyal { .. });
    let takable = |fault: &&Fault| matches!(fault, Fault::WaitingSideInCheck { .. });
    faults.iter().find(takable).or_else(|| faults.iter().filter(royalless).nth(1))
}

fn say(answer: Answer) -> Vec<Action> {
    vec![Action::Say(answer)]
}

#[cfg(test)]
mod tests;
