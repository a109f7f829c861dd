//! A program that speaks xboard's protocol (CECP), as a player: HaChu, the engine of large games.

use std::time::{Duration, Instant};

use koma_rules::{Game, Move, Ruleset};
use koma_train::{Act, Choice, Player, Process, Trouble, Turn};
use koma_usi::{Dialect, Spelling};

/// How long a program may take to tell its features.
const GREETING: Duration = Duration::from_secs(5);

/// A program that speaks CECP.
pub struct Xboard {
    words: Vec<String>,
    options: Vec<(String, String)>,
    name: String,
    running: Option<Running>,
    /// How much more time it is told to have for one move than it should take. It budgets as it
    /// likes, so this is learnt from what it takes.
    stretch: f64,
}

struct Running {
    process: Process,
    /// How many moves of the game it knows.
    told: usize,
}

impl Xboard {
    /// A program to be started with these words, and its options.
    pub fn new(words: Vec<String>, options: Vec<(String, String)>) -> Self {
        let name = words.first().map(|word| word.rsplit('/').next().unwrap_or(word).to_owned());
        Self { name: name.unwrap_or_default(), words, options, running: None, stretch: 8.0 }
    }

    fn start(&self, rules: &Ruleset) -> Result<Running, Trouble> {
        let mut process = Process::start(&self.words)?;
        process.say("xboard\nprotover 2")?;
        let mut variants = Vec::new();
        let mut refuses_repeats = false;
        process.await_line(GREETING, |line| {
            refuses_repeats |= line.contains("option=\"Allow repeats");
            if let Some((_, list)) = line.split_once("variants=\"") {
                let list = list.split('"').next().unwrap_or_default();
                variants = list.split(',').map(str::to_owned).collect();
            }
            line.contains("done=1").then_some(())
        })?;
        let variant = self.variant(&variants, rules)?;
        // HaChu crashes if it is not told how much memory it has.
        process.say("memory 64\nnew")?;
        process.say(&format!("variant {variant}"))?;
        for (name, value) in self.options.iter().filter(|(name, _)| name != "variant") {
            process.say(&format!("option {name}={value}"))?;
        }
        if refuses_repeats {
            // Ours is the referee: a position may come again until our rules say otherwise.
            process.say("option Allow repeats=1")?;
        }
        process.say("easy\npost\nforce")?;
        Ok(Running { process, told: 0 })
    }

    /// What it calls the game.
    fn variant(&self, variants: &[String], rules: &Ruleset) -> Result<String, Trouble> {
        if let Some((_, name)) = self.options.iter().find(|(name, _)| name == "variant") {
            return Ok(name.clone());
        }
        let variant = rules.variant();
        let is_it = |name: &&String| {
            **name == variant.slug || variant.aliases.iter().any(|alias| alias == *name)
        };
        variants
            .iter()
            .find(is_it)
            .cloned()
            .ok_or_else(|| Trouble::Unable(format!("{} does not know {}", self.name, variant.slug)))
    }

    fn ask(&mut self, game: &Game, turn: &Turn<'_>) -> Result<Choice, Trouble> {
        let spelling = Spelling::new(Dialect::Uci);
        let gone = || Trouble::Crashed("it was not started".to_owned());
        let running = self.running.as_mut().ok_or_else(gone)?;
        tell_moves(running, game, &spelling)?;
        set_limits(&mut running.process, turn, self.stretch)?;
        let begun = Instant::now();
        running.process.say("go")?;
        let mut choice = Choice::from(Act::Resign);
        let mut legs = String::new();
        let heard = running.process.await_line(turn.patience, |line| {
            if let Some(word) = line.strip_prefix("move ") {
                legs.push_str(word.trim());
                return (!legs.ends_with(',')).then(|| Heard::Move(legs.clone()));
            }
            if line == "resign" || ["1-0", "0-1", "1/2"].iter().any(|w| line.starts_with(w)) {
                return Some(Heard::Claim(line.to_owned()));
            }
            if line.starts_with("Illegal move") || line.starts_with("Error") {
                return Some(Heard::Refused(line.to_owned()));
            }
            note(line, &mut choice);
            None
        })?;
        choice.act = match heard {
            Heard::Move(word) => match read_legs(&word, game, &spelling) {
                Ok(mv) => {
                    running.told += 1;
                    Act::Move(mv)
                }
                Err(reason) => Act::Illegal { word, reason },
            },
            Heard::Claim(line) if line == "resign" || line.contains("{resign") => Act::Resign,
            Heard::Claim(line) => Act::Illegal { word: line, reason: "no move".to_owned() },
            Heard::Refused(line) => return Err(Trouble::Unable(line)),
        };
        running.process.say("force")?;
        if let Some(wanted) = turn.limits.move_time {
            // Slowly: single moves differ much.
            let ratio = wanted.as_secs_f64() / begun.elapsed().as_secs_f64().max(1e-3);
            self.stretch = (self.stretch * ratio.clamp(0.5, 2.0).powf(0.2)).clamp(1.0, 100.0);
        }
        Ok(choice)
    }
}

impl Player for Xboard {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, game: &Game, _: u64) -> Result<(), Trouble> {
        if *game.first_position() != koma_rules::Position::start(game.position().rules()) {
            let message = "it is only started from the start position".to_owned();
            return Err(Trouble::Unable(message));
        }
        // A fresh program for each game: `new` would undo the variant.
        self.running = None;
        self.running = Some(self.start(game.position().rules())?);
        Ok(())
    }

    fn choose(&mut self, game: &Game, turn: &Turn<'_>) -> Result<Choice, Trouble> {
        let choice = self.ask(game, turn);
        if choice.is_err() {
            self.running = None;
        }
        choice
    }

    fn is_foreign(&self) -> bool {
        true
    }
}

enum Heard {
    Move(String),
    Claim(String),
    Refused(String),
}

/// Tells it the moves it does not know.
fn tell_moves(running: &mut Running, game: &Game, spelling: &Spelling) -> Result<(), Trouble> {
    let mut position = game.first_position().clone();
    for (index, mv) in game.moves().enumerate() {
        if index >= running.told {
            // All steps in one line, though it says its own in several.
            let legs = spelling.legs(&position, mv).concat();
            running.process.say(&format!("usermove {legs}"))?;
        }
        let _ = position.play_unchecked(mv);
    }
    running.told = game.moves().len();
    Ok(())
}

fn set_limits(process: &mut Process, turn: &Turn<'_>, stretch: f64) -> Result<(), Trouble> {
    let limits = turn.limits;
    if let Some(depth) = limits.depth {
        process.say(&format!("sd {depth}"))?;
    }
    let (left, increment) = match (limits.move_time, turn.left) {
        (Some(time), _) => (time.mul_f64(stretch), time),
        (None, Some([left, _])) => (left + limits.byoyomi, limits.increment + limits.byoyomi),
        // It knows no limit of positions; an hour is not used up.
        (None, None) => (Duration::from_secs(3600), Duration::from_secs(60)),
    };
    let seconds = left.as_secs().max(1);
    let increment = increment.as_secs_f64().ceil().max(1.0);
    process.say(&format!("level 0 {}:{:02} {increment}", seconds / 60, seconds % 60))?;
    let hundredths = left.as_millis() / 10;
    process.say(&format!("time {hundredths}\notim {hundredths}"))
}

/// A line of thinking: depth, score, hundredths of seconds, positions, the line.
fn note(line: &str, choice: &mut Choice) {
    let mut numbers = line.split_whitespace().map_while(|word| word.parse::<i64>().ok());
    if let (Some(depth), Some(score), Some(_), Some(nodes)) =
        (numbers.next(), numbers.next(), numbers.next(), numbers.next())
    {
        choice.depth = u32::try_from(depth).unwrap_or(0);
        choice.score = i32::try_from(score).ok().map(|score| score.clamp(-31_000, 31_000));
        choice.nodes = u64::try_from(nodes).unwrap_or(0).max(choice.nodes);
    }
}

/// `e4f5,f5g6` as one move. A turn passed by a man is `e4e4` or, whoever passes, `@@@@`.
fn read_legs(word: &str, game: &Game, spelling: &Spelling) -> Result<Move, String> {
    let mut joined = String::new();
    for leg in word.split(',') {
        let leg = leg.trim();
        if joined.is_empty() {
            joined.push_str(leg);
            continue;
        }
        // The second leg starts where the first ended.
        let letters = leg.chars().take_while(char::is_ascii_lowercase).count();
        let digits = leg[letters..].chars().take_while(char::is_ascii_digit).count();
        joined.push_str(&leg[letters + digits..]);
    }
    let refused = match spelling.read(game, &joined) {
        Ok(mv) => return Ok(mv),
        Err(reason) => reason.to_string(),
    };
    let position = game.position();
    let passes = |mv: &Move| mv.from() == Some(mv.to()) && spelling.legs(position, *mv).len() == 1;
    let means = |mv: &Move| joined == "@@@@" || spelling.legs(position, *mv)[0] == joined;
    game.legal_moves().into_iter().find(|mv| passes(mv) && means(mv)).ok_or(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chu(sfen: &str) -> Game {
        let rules = Ruleset::compile(koma_variants::find("chu").expect("chu")).expect("rules");
        let setup = koma_rules::Setup::read(&rules, sfen).expect("a position");
        Game::from(koma_rules::Position::forgiving(&rules, &setup).0)
    }

    #[test]
    fn a_lions_two_steps_are_one_move() {
        let game = chu("12/12/12/12/12/5p6/5N6/12/12/12/12/K10k b - 1");
        let spelling = Spelling::new(Dialect::Uci);
        let mv = read_legs("f6f7,f7f8", &game, &spelling).expect("it takes and goes on");
        assert_eq!(spelling.legs(game.position(), mv), ["f6f7,", "f7f8"]);
        let home = read_legs("f6f7,f7f6", &game, &spelling).expect("it takes and comes back");
        assert_eq!(spelling.legs(game.position(), home), ["f6f7,", "f7f6"]);
        assert!(read_legs("f6f9", &game, &spelling).is_err());
    }

    /// As HaChu wants to hear it, and says it.
    #[test]
    fn a_lion_passes_by_standing_still() {
        let game = chu("12/12/12/12/12/p11/5N6/12/12/12/12/K10k b - 1");
        let spelling = Spelling::new(Dialect::Uci);
        let pass = read_legs("f6f6", &game, &spelling).expect("it stays");
        assert_eq!(spelling.legs(game.position(), pass), ["f6f6"]);
        assert_eq!(read_legs("@@@@", &game, &spelling), Ok(pass));
        // A king cannot.
        assert!(read_legs("a1a1", &game, &spelling).is_err());
        let leap = read_legs("f6g8", &game, &spelling).expect("it leaps");
        assert_eq!(spelling.legs(game.position(), leap), ["f6g8"]);
    }

    #[test]
    fn a_line_of_thinking_tells_depth_score_and_positions() {
        let mut choice = Choice::from(Act::Resign);
        note("4 -118 89 27087 e9e8 h4h5", &mut choice);
        assert_eq!((choice.depth, choice.score, choice.nodes), (4, Some(-118), 27_087));
        note("# comment", &mut choice);
        note("tellics say", &mut choice);
        assert_eq!(choice.nodes, 27_087);
    }
}
