//! Players and openings as people name them.

use std::sync::Arc;

use koma_rules::{Game, Position, Ruleset, Setup};
use koma_search::{Options, Params};
use koma_train::{
    EnginePlayer, Foreign, Greedy, Player, RandomMover, Skill, Sprt, Strength, Trouble,
};
use koma_usi::{Command, Dialect, Settings, Spelling, Start};

use super::xboard::Xboard;

/// A player that can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    Koma,
    Random,
    Greedy { exchanges: bool },
    Engine(Dialect, Vec<String>),
    Xboard(Vec<String>),
}

impl Spec {
    /// What it is called.
    pub fn name(&self) -> String {
        let program = |words: &[String]| {
            let word = words.first().map_or("", String::as_str);
            word.rsplit('/').next().unwrap_or(word).to_owned()
        };
        match self {
            Self::Koma => "koma".to_owned(),
            Self::Random => "random".to_owned(),
            Self::Greedy { exchanges: false } => "greedy".to_owned(),
            Self::Greedy { exchanges: true } => "exchange".to_owned(),
            Self::Engine(_, words) | Self::Xboard(words) => program(words),
        }
    }

    /// Whether it plays as well without thinking.
    pub fn knows_nothing(&self) -> bool {
        matches!(self, Self::Random | Self::Greedy { .. })
    }

    /// The player, with its options.
    pub fn player(&self, options: &[(String, String)]) -> Result<Box<dyn Player>, Trouble> {
        let options = options.to_vec();
        if self.knows_nothing() && !options.is_empty() {
            return Err(Trouble::Unable(format!("{} has no options", self.name())));
        }
        Ok(match self {
            Self::Koma => Box::new(koma(&options)?),
            Self::Random => Box::new(RandomMover::default()),
            Self::Greedy { exchanges } => Box::new(Greedy::new(*exchanges)),
            Self::Engine(dialect, words) => {
                Box::new(Foreign::new(*dialect, words.clone(), options))
            }
            Self::Xboard(words) => Box::new(Xboard::new(words.clone(), options)),
        })
    }
}

/// Our engine, with options as `koma usi` has them, `Level`, and the margins of the search by name.
fn koma(options: &[(String, String)]) -> Result<EnginePlayer, Trouble> {
    let mut settings = Settings { hash: 16, ..Settings::default() };
    let mut params = Params::default();
    let mut level = None;
    for (name, value) in options {
        if name.eq_ignore_ascii_case("level") {
            let number = value.parse().ok().filter(|level| (1..=Skill::MOST_LEVEL).contains(level));
            let refused = || Trouble::Unable(format!("Level is 1 to {}", Skill::MOST_LEVEL));
            level = Some(Strength::Level(number.ok_or_else(refused)?));
            continue;
        }
        if value.parse().is_ok_and(|number| params.set(name, number)) {
            continue;
        }
        settings.set(name, value).map_err(|error| Trouble::Unable(error.to_string()))?;
    }
    let strength =
        Strength::of(settings.skill_level, settings.limit_strength.then_some(settings.elo));
    let options = Options {
        hash_mb: settings.hash as usize,
        threads: settings.threads as usize,
        params,
        ..Options::default()
    };
    let player = EnginePlayer::new("koma", options, level.or(strength));
    match settings.eval_file.as_str() {
        "" | "<empty>" => Ok(player),
        "rules" => Ok(player.by_rules_alone()),
        path => {
            let read = crate::usi::read_weights(path.as_ref());
            let refused = |why| Trouble::Unable(format!("EvalFile {path}: {why}"));
            Ok(player.with_weights(read.map_err(refused)?))
        }
    }
}

/// Reads a player.
pub fn parse(text: &str) -> Result<Spec, String> {
    let program = |rest: &str| {
        let words: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            Err("name the program after the colon".to_owned())
        } else {
            Ok(words)
        }
    };
    match text.split_once(':') {
        Some(("usi", rest)) => Ok(Spec::Engine(Dialect::Usi, program(rest)?)),
        Some(("uci", rest)) => Ok(Spec::Engine(Dialect::Uci, program(rest)?)),
        Some(("xboard", rest)) => Ok(Spec::Xboard(program(rest)?)),
        _ => match text {
            "koma" => Ok(Spec::Koma),
            "random" => Ok(Spec::Random),
            "greedy" => Ok(Spec::Greedy { exchanges: false }),
            "exchange" => Ok(Spec::Greedy { exchanges: true }),
            _ => Err("a player is koma, random, greedy, exchange, usi:PROGRAM, uci:PROGRAM or \
                      xboard:PROGRAM"
                .to_owned()),
        },
    }
}

/// Reads `NAME=VALUE`.
pub fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("an option is written NAME=VALUE")?;
    let one_line = !text.contains(['\n', '\r']) && !name.trim().is_empty();
    one_line
        .then(|| (name.trim().to_owned(), value.trim().to_owned()))
        .ok_or_else(|| "an option is one line".to_owned())
}

/// Reads `FROM,TO`.
pub fn sprt(text: &str) -> Result<Sprt, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite());
    let bounds = text.split_once(',').and_then(|(from, to)| number(from).zip(number(to)));
    match bounds {
        Some((from, to)) if from < to => Ok(Sprt::new(from, to)),
        _ => Err("two numbers with a comma between, the smaller first, such as 0,8".to_owned()),
    }
}

/// The game a line of openings means: a USI position, with or without `position` and `startpos`.
pub fn opening(rules: &Arc<Ruleset>, line: &str) -> Result<Game, String> {
    let first = line.split_whitespace().next().unwrap_or_default();
    let line = match first {
        "position" => line.to_owned(),
        "startpos" | "sfen" => format!("position {line}"),
        "moves" => format!("position startpos {line}"),
        word if word.contains('/') => format!("position sfen {line}"),
        _ => format!("position startpos moves {line}"),
    };
    let words = match Command::read(&line, Dialect::Usi) {
        Ok(Command::Position(words)) => words,
        Ok(_) => return Err("no position".to_owned()),
        Err(error) => return Err(error.to_string()),
    };
    let setup = match &words.start {
        Start::Startpos => rules.start().clone(),
        Start::Sfen(sfen) | Start::Fen(sfen) => {
            Setup::read(rules, sfen).map_err(|error| error.to_string())?
        }
    };
    let position = Position::new(rules, &setup).map_err(|faults| {
        faults.first().map(|fault| fault.finding(rules).message.to_string()).unwrap_or_default()
    })?;
    let mut game = Game::from(position);
    let spelling = Spelling::new(Dialect::Usi);
    for word in &words.moves {
        let mv = spelling.read(&game, word).map_err(|reason| format!("{word}: {reason}"))?;
        game.play_unchecked(mv);
    }
    if game.end().is_some() { Err("the game is over there".to_owned()) } else { Ok(game) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_by_name_and_program() {
        assert_eq!(parse("random"), Ok(Spec::Random));
        assert_eq!(parse("exchange"), Ok(Spec::Greedy { exchanges: true }));
        let words = vec!["engine".to_owned(), "--fast".to_owned()];
        assert_eq!(parse("usi:engine --fast"), Ok(Spec::Engine(Dialect::Usi, words.clone())));
        assert_eq!(parse("uci:a/b/engine").map(|spec| spec.name()), Ok("engine".to_owned()));
        assert_eq!(parse("xboard: engine --fast"), Ok(Spec::Xboard(words)));
        assert!(parse("usi:").is_err() && parse("somebody").is_err());
    }

    #[test]
    fn openings_are_read_in_the_ways_people_write_them() {
        let rules = Ruleset::compile(koma_variants::find("shogi").expect("shogi")).expect("rules");
        let key = |line: &str| opening(&rules, line).expect(line).position().key();
        let expected = key("position startpos moves 7g7f 3c3d");
        for line in ["startpos moves 7g7f 3c3d", "moves 7g7f 3c3d", "7g7f 3c3d"] {
            assert_eq!(key(line), expected, "{line}");
        }
        let sfen = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
        assert_eq!(key(sfen), expected);
        for wrong in ["7g7f 7g7f", "sfen x", "go", "4k4/9/9/9/9/9/9/9/9 b - 1"] {
            assert!(opening(&rules, wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sprt_bounds_are_two_numbers_in_order() {
        assert_eq!(sprt("0,8"), Ok(Sprt::new(0.0, 8.0)));
        assert_eq!(sprt("-5, 0"), Ok(Sprt::new(-5.0, 0.0)));
        for wrong in ["8,0", "8", "a,b", "0,inf", ""] {
            assert!(sprt(wrong).is_err(), "{wrong}");
        }
    }
}
