//! Plays the engine against another USI engine, or against itself with other numbers: a quick look
//! at what a change is worth. `koma match` is the thorough way.
//!
//! ```text
//! duel <variant> <games> <nodes|NNNms> [engine] [--ours key=value ..] [--theirs key=value ..]
//! ```

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use koma_rules::{Game, Ruleset, Side, Winner};
use koma_search::time::Clock;
use koma_search::{Control, Engine, Limits, Options, Params, Weights};

enum Player {
    Ours(Box<Engine>),
    Usi { child: Child, input: ChildStdin, output: BufReader<ChildStdout>, depth: u32 },
}

#[derive(Clone, Copy)]
enum Budget {
    Nodes(u64),
    Time(Duration),
}

impl Player {
    fn usi(path: &str, variant: &str) -> Self {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let mut player = Self::Usi { child, input, output, depth: 0 };
        player.say("usi");
        player.wait("usiok");
        player.say(&format!("setoption name UCI_Variant value {variant}"));
        player.say("setoption name USI_Hash value 16");
        player.say("isready");
        player.wait("readyok");
        player
    }

    fn say(&mut self, line: &str) {
        if let Self::Usi { input, .. } = self {
            writeln!(input, "{line}").expect("the engine listens");
        }
    }

    fn wait(&mut self, word: &str) -> String {
        let Self::Usi { output, depth, .. } = self else { return String::new() };
        let mut line = String::new();
        loop {
            line.clear();
            assert!(output.read_line(&mut line).expect("the engine talks") > 0, "it went away");
            if line.starts_with(word) {
                return line.trim().to_owned();
            }
            if let Some(reached) = line.strip_prefix("info depth ") {
                let number = reached.split_whitespace().next().and_then(|n| n.parse().ok());
                *depth = number.unwrap_or(0);
            }
        }
    }

    fn new_game(&mut self) {
        match self {
            Self::Ours(engine) => engine.new_game(),
            Self::Usi { .. } => {
                self.say("usinewgame");
                self.say("isready");
                self.wait("readyok");
            }
        }
    }

    /// Its move, the nodes it looked at, and how deep.
    fn go(&mut self, game: &Game, budget: Budget) -> (Option<String>, u64, u32) {
        if let Self::Ours(engine) = self {
            let begun = Instant::now();
            let clock = move || begun.elapsed();
            let limits = match budget {
                Budget::Nodes(nodes) => Limits::nodes(nodes),
                Budget::Time(time) => Limits::time(Clock::exactly(time)),
            };
            let outcome = engine.search(game, &limits, &Control::clock(&clock), &mut |_| {});
            let mv = outcome.best.map(|mv| game.position().usi(mv).to_string());
            return (mv, outcome.nodes, outcome.depth);
        }
        let moves: Vec<String> = {
            let mut position = game.first_position().clone();
            game.moves()
                .map(|mv| {
                    let text = position.usi(mv).to_string();
                    let _ = position.play_unchecked(mv);
                    text
                })
                .collect()
        };
        let sfen = game.first_position().sfen();
        self.say(&format!("position sfen {sfen} moves {}", moves.join(" ")));
        self.say(&match budget {
            Budget::Nodes(nodes) => format!("go nodes {nodes}"),
            Budget::Time(time) => format!("go movetime {}", time.as_millis()),
        });
        let answer = self.wait("bestmove");
        let depth = if let Self::Usi { depth, .. } = self { *depth } else { 0 };
        (answer.split_whitespace().nth(1).map(str::to_owned), 0, depth)
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.say("quit");
        if let Self::Usi { child, .. } = self {
            let _ = child.wait();
        }
    }
}

fn options(rules: &Arc<Ruleset>, settings: &[String]) -> Options {
    let mut weights = Weights::of(rules);
    let mut params = Params::default();
    for setting in settings {
        let (key, value) = setting.split_once('=').expect("key=value");
        let value: i32 = value.parse().expect("a number");
        if !params.set(key, value) {
            assert!(weights.set(rules, key, value), "{key} is no number of the engine");
        }
    }
    Options { weights: Some(weights), params, hash_mb: 16, ..Options::default() }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let settings = |flag: &str| -> Vec<String> {
        let after = args.iter().skip_while(|arg| *arg != flag).skip(1);
        after.take_while(|arg| !arg.starts_with("--")).cloned().collect()
    };
    let plain: Vec<&String> = args.iter().take_while(|arg| !arg.starts_with("--")).collect();
    if plain.len() < 3 {
        println!("duel VARIANT GAMES NODES|TIMEms [--ours NAME=VALUE ..] [--theirs NAME=VALUE ..]");
        return;
    }
    let slug = plain[0];
    let games: usize = plain[1].parse().expect("a number of games");
    let budget = match plain[2].strip_suffix("ms") {
        Some(time) => Budget::Time(Duration::from_millis(time.parse().expect("milliseconds"))),
        None => Budget::Nodes(plain[2].parse().expect("a number of nodes")),
    };
    let rules = Ruleset::compile(koma_variants::find(slug).expect("a variant")).expect("compiles");
    if args.iter().any(|arg| arg == "--values") {
        let weights = Weights::from_rules(&rules);
        for kind in rules.kinds() {
            let (board, hand) = (weights.board[kind.index()], weights.hand[kind.index()]);
            println!("{:>3} {board:>5} {hand:>5}", rules.code(kind));
        }
    }
    let mut ours =
        Player::Ours(Box::new(Engine::new(&rules, options(&rules, &settings("--ours")))));
    let mut theirs = match plain.get(3) {
        Some(path) => Player::usi(path, slug),
        None => Player::Ours(Box::new(Engine::new(&rules, options(&rules, &settings("--theirs"))))),
    };
    let seed = settings("--seed").first().map_or(1, |seed| seed.parse().expect("a number"));
    let plies: usize = settings("--plies").first().map_or(8, |n| n.parse().expect("a number"));
    let mut random = seed * 0x9e37_79b9_7f4a_7c15_u64;
    let (mut won, mut lost, mut drawn) = (0, 0, 0);
    let (mut nodes, mut time, mut length) = (0, Duration::ZERO, 0);
    let (mut depths, mut moved) = ([0_u64; 2], [0_u64; 2]);
    let shows = args.iter().any(|arg| arg == "--show");
    let mut opening = Vec::new();
    for number in 0..games {
        if number % 2 == 0 {
            opening = random_opening(&rules, &mut ours, &mut random, plies);
        }
        let our_side = if number % 2 == 0 { Side::Sente } else { Side::Gote };
        let mut game = Game::start(&rules);
        for mv in &opening {
            game.play_usi(mv).expect("openings are legal");
        }
        ours.new_game();
        theirs.new_game();
        while game.end().is_none() && game.moves().len() < 400 {
            let side = game.position().side();
            let player = if side == our_side { &mut ours } else { &mut theirs };
            let begun = Instant::now();
            let (mv, looked, depth) = player.go(&game, budget);
            let whose = usize::from(side != our_side);
            depths[whose] += u64::from(depth);
            moved[whose] += 1;
            if side == our_side {
                nodes += looked;
                time += begun.elapsed();
            }
            let mv = mv.unwrap_or_else(|| "resign".to_owned());
            if mv == "resign" || mv == "(none)" {
                let _ = game.resign(side);
            } else if let Err(why) = game.play_usi(&mv) {
                println!("{side:?} {mv} in {}: {why}", game.position().sfen());
                let _ = game.resign(side);
            }
        }
        length += game.moves().len();
        match game.end().map(|end| end.winner) {
            Some(Winner::Side(side)) if side == our_side => won += 1,
            Some(Winner::Side(_)) => lost += 1,
            _ => drawn += 1,
        }
        let speed = nodes as f64 / time.as_secs_f64().max(1e-9) / 1e3;
        let deep = |whose: usize| depths[whose] as f64 / moved[whose].max(1) as f64;
        println!(
            "{:?} {our_side:?}  +{won} ={drawn} -{lost}  {speed:.0} knps  {} plies  depth {:.1} {:.1}",
            game.end().map(|end| end.reason),
            length / (number + 1),
            deep(0),
            deep(1),
        );
        if shows {
            let mut position = game.first_position().clone();
            for mv in game.moves() {
                print!(" {}", position.usi(mv));
                let _ = position.play_unchecked(mv);
            }
            println!();
        }
    }
    let (points, all) = (won as f64 + drawn as f64 / 2.0, games as f64);
    let rate = (points / all).clamp(0.001, 0.999);
    let variance = (won as f64 * (1.0 - rate).powi(2)
        + lost as f64 * rate * rate
        + drawn as f64 * (0.5 - rate).powi(2))
        / all;
    let elo = |rate: f64| -400.0 * (1.0 / rate.clamp(0.001, 0.999) - 1.0).log10();
    let error = 1.96 * (variance / all).sqrt();
    println!(
        "{slug}: +{won} ={drawn} -{lost}  {:.1} %  {:+.0} [{:+.0}, {:+.0}]",
        100.0 * rate,
        elo(rate),
        elo(rate - error),
        elo(rate + error)
    );
}

/// Random moves after which nobody stands much better.
fn random_opening(
    rules: &Arc<Ruleset>,
    judge: &mut Player,
    random: &mut u64,
    plies: usize,
) -> Vec<String> {
    loop {
        let mut game = Game::start(rules);
        let mut moves = Vec::new();
        while moves.len() < plies && game.end().is_none() {
            let legal = game.legal_moves();
            *random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let mv = legal[(*random >> 33) as usize % legal.len()];
            moves.push(game.position().usi(mv).to_string());
            game.play_unchecked(mv);
        }
        let Player::Ours(engine) = judge else { return moves };
        engine.new_game();
        let outcome = engine.search(&game, &Limits::nodes(3_000), &Control::free(), &mut |_| {});
        if game.end().is_none()
            && matches!(outcome.score, koma_search::Score::Cp(score) if score.abs() < 150)
        {
            return moves;
        }
    }
}
