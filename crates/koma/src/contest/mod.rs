//! `koma match`: one player against another, many games, with our rules as the referee.

mod save;
mod spec;
mod tally;
mod xboard;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use koma_rules::{Game, Position, Side};
use koma_search::{Engine, Options};
use koma_train::{
    Conditions, Finished, Limits, Player, Random, Sprt, Trouble, Verdict, even_opening, play,
    random_opening,
};

use crate::failure::Failure;
use crate::files;
use crate::lang::Lang;
use crate::say;
use crate::select::GameSelectors;
use spec::Spec;
use tally::Tally;

/// Let two players play many games: ours, other programs, or players that know nothing
#[derive(clap::Args)]
#[command(
    name = "match",
    after_help = "PLAYERS\n  \
    koma               our engine (--set-a Hash=64, Threads=1, Level=1 to 11)\n  \
    random             any legal move\n  \
    greedy             takes what is dearest; `exchange` also minds what is taken back\n  \
    usi:PROGRAM ARGS   a program that speaks USI, such as `usi:gpsusi`\n  \
    uci:PROGRAM ARGS   one that speaks UCI with variants, such as `uci:fairy-stockfish`\n  \
    xboard:PROGRAM     one that speaks xboard's protocol, such as `xboard:hachu`\n\n\
    Two games are played from each opening, with sides swapped, and count as one pair. What a program \
    from\nelsewhere plays against our rules is told apart, and the pair is played again from another \
    opening;\ncrashes and losses on time count as losses and are told, too.\n\n\
    Examples:\n  \
    koma match koma uci:fairy-stockfish --variant minishogi --movetime 100 --concurrency 2\n  \
    koma match koma \"usi:old/koma usi\" --nodes 5000 --games 4000 --sprt 0,8\n  \
    koma match greedy random --variant dobutsu --games 50\n  \
    koma match exchange uci:fairy-stockfish --variant minishogi --nodes 1000\n  \
    koma match uci:fairy-stockfish uci:fairy-stockfish --nodes-a 2000 --nodes-b 1000 --sprt 0,30\n  \
    koma match greedy xboard:hachu --variant chu --movetime 200 --games 4 --save games"
)]
pub struct Args {
    /// The first player (see below)
    #[arg(value_name = "A", value_parser = spec::parse)]
    a: Spec,
    /// The second player
    #[arg(value_name = "B", value_parser = spec::parse)]
    b: Spec,
    #[command(flatten)]
    game: GameSelectors,
    #[command(flatten)]
    time: Time,
    /// How many games; an odd number is rounded up to pairs
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// How many games are played at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    concurrency: u64,
    /// Openings: a USI position a line (`startpos moves 7g7f`, or `sfen ...`); else random plies
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random plies at the start of each pair, after the opening of a file if there is one, such
    /// that neither side stands much better [default: 6, or 0 with a file]
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Where the random numbers start: the same seed plays the same openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Stop as soon as A is shown to be better than the first or not better than the second number,
    /// in normalised Elo
    #[arg(long, value_name = "FROM,TO", value_parser = spec::sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// A game of so many plies is a draw
    #[arg(long, value_name = "N", default_value_t = 1000)]
    most_plies: usize,
    /// Give a game to the side that both players have held to be so far ahead for some moves
    #[arg(long, value_name = "CP")]
    adjudicate: Option<i32>,
    /// Milliseconds over the limit that are forgiven
    #[arg(long, value_name = "MS", default_value_t = 500)]
    margin: u64,
    /// An option of A, e.g. `Hash=64`
    #[arg(long, value_name = "NAME=VALUE", value_parser = spec::setting)]
    set_a: Vec<(String, String)>,
    /// An option of B
    #[arg(long, value_name = "NAME=VALUE", value_parser = spec::setting)]
    set_b: Vec<(String, String)>,
    /// Moves against our rules lose, also those of programs from elsewhere
    #[arg(long)]
    strict: bool,
    /// Save the games in this folder, as KIF where it can hold them and as JSON
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// Print one JSON object for each game, and one at the end
    #[arg(long)]
    json: bool,
    /// Print no line for each game
    #[arg(long, short)]
    quiet: bool,
}

/// How long the players think.
#[derive(clap::Args, Debug)]
struct Time {
    /// Positions a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Positions a move of A
    #[arg(long, value_name = "N")]
    nodes_a: Option<u64>,
    /// Positions a move of B
    #[arg(long, value_name = "N")]
    nodes_b: Option<u64>,
    /// Plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Milliseconds a move
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Milliseconds a move of A
    #[arg(long, value_name = "MS")]
    movetime_a: Option<u64>,
    /// Milliseconds a move of B
    #[arg(long, value_name = "MS")]
    movetime_b: Option<u64>,
    /// Seconds for the game
    #[arg(long, value_name = "S")]
    main: Option<f64>,
    /// Seconds added with each move
    #[arg(long, value_name = "S", default_value_t = 0.0)]
    increment: f64,
    /// Seconds for each move once the main time is used up
    #[arg(long, value_name = "S", default_value_t = 0.0)]
    byoyomi: f64,
}

impl Time {
    /// The limits of A and of B.
    fn limits(&self) -> Result<[Limits; 2], Failure> {
        let seconds = |value: f64| {
            Duration::try_from_secs_f64(value)
                .map_err(|_| Failure::misuse(say::no_seconds(value.to_string())))
        };
        let shared = Limits {
            nodes: self.nodes,
            depth: self.depth,
            move_time: self.movetime.map(Duration::from_millis),
            main_time: self.main.map(seconds).transpose()?,
            increment: seconds(self.increment)?,
            byoyomi: seconds(self.byoyomi)?,
        };
        let own = |nodes: Option<u64>, time: Option<u64>| Limits {
            nodes: nodes.or(shared.nodes),
            move_time: time.map(Duration::from_millis).or(shared.move_time),
            ..shared
        };
        Ok([own(self.nodes_a, self.movetime_a), own(self.nodes_b, self.movetime_b)])
    }
}

/// Two games from one opening.
struct Pair {
    index: u64,
    /// A has Sente in the first.
    games: [Finished; 2],
}

impl Pair {
    /// Whether a program from elsewhere does not play our rules.
    fn is_void(&self) -> bool {
        self.games.iter().any(|game| is_disagreement(&game.verdict))
    }
}

fn is_disagreement(verdict: &Verdict) -> bool {
    matches!(
        verdict,
        Verdict::Illegal { is_foreign: true, .. }
            | Verdict::Failed { trouble: Trouble::Unable(_), .. }
    )
}

/// What all workers share.
struct Plan<'a> {
    args: &'a Args,
    starts: Vec<Game>,
    plies: usize,
    limits: [Limits; 2],
    next: AtomicU64,
    /// Pairs to be played, those that are played again included.
    wanted: AtomicU64,
    is_over: AtomicBool,
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let limits = args.time.limits()?;
    let is_limited =
        |spec: &Spec, limits: &Limits| spec.knows_nothing() || *limits != Limits::default();
    if !is_limited(&args.a, &limits[0]) || !is_limited(&args.b, &limits[1]) {
        return Err(Failure::misuse(say::how_long()));
    }
    let starts = starts(args)?;
    let plies = args.plies.unwrap_or(if args.openings.is_some() { 0 } else { 6 });
    // What cannot be played is said before anything is.
    random_opening(&starts[0], plies, args.seed, 0).map_err(Failure::caused)?;
    for (spec, options) in [(&args.a, &args.set_a), (&args.b, &args.set_b)] {
        let player = spec.player(options);
        player.and_then(|mut player| player.new_game(&starts[0], 1)).map_err(Failure::caused)?;
    }
    if let Some(folder) = &args.save {
        files::make_folder(folder)?;
    }
    let plan = Plan {
        args,
        starts,
        plies,
        limits,
        next: AtomicU64::new(0),
        wanted: AtomicU64::new(args.games.div_ceil(2)),
        is_over: AtomicBool::new(false),
    };
    let mut tally = Tally::new([args.a.name(), args.b.name()], args.sprt, lang);
    let (send, receive) = channel();
    let done = thread::scope(|scope| {
        for _ in 0..args.concurrency {
            let (send, plan) = (send.clone(), &plan);
            scope.spawn(move || work(plan, &send));
        }
        drop(send);
        let result = receive.into_iter().try_for_each(|pair| note(&plan, &mut tally, &pair, lang));
        plan.is_over.store(true, Ordering::Relaxed);
        result
    });
    done?;
    tally.summary(args.json)?;
    Ok(ExitCode::SUCCESS)
}

/// Where pairs begin, before the random plies.
fn starts(args: &Args) -> Result<Vec<Game>, Failure> {
    let selected = args.game.select()?;
    let mut first = Game::from(Position::forgiving(&selected.rules, &selected.start).0);
    for &mv in &selected.moves {
        first.play(mv).map_err(Failure::caused)?;
    }
    if first.end().is_some() {
        return Err(Failure::misuse(say::game_over()));
    }
    let Some(path) = &args.openings else { return Ok(vec![first]) };
    let (source, _) = files::read(path)?;
    let mut starts = Vec::new();
    for (index, line) in source.text().lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let game = spec::opening(&selected.rules, line).map_err(|why| {
            Failure::misuse(say::about_line(path.display().to_string(), index + 1, why))
        })?;
        starts.push(game);
    }
    if starts.is_empty() {
        return Err(Failure::misuse(say::no_opening(path.display().to_string())));
    }
    Ok(starts)
}

/// Plays pairs until there are enough.
fn work(plan: &Plan<'_>, results: &Sender<Pair>) {
    let args = plan.args;
    let player = |spec: &Spec, options| spec.player(options);
    let (Ok(mut a), Ok(mut b)) = (player(&args.a, &args.set_a), player(&args.b, &args.set_b))
    else {
        return;
    };
    let options = Options { hash_mb: 4, ..Options::default() };
    let mut judge = Engine::new(plan.starts[0].position().rules(), options);
    loop {
        let index = plan.next.fetch_add(1, Ordering::Relaxed);
        let enough = index >= plan.wanted.load(Ordering::Relaxed);
        if enough || plan.is_over.load(Ordering::Relaxed) {
            return;
        }
        let start = &plan.starts[index as usize % plan.starts.len()];
        let opening = even_opening(&mut judge, start, plan.plies, args.seed, index);
        let Ok(opening) = opening else { return };
        let first = game(plan, &opening, [a.as_mut(), b.as_mut()], [0, 1], index);
        let second = game(plan, &opening, [b.as_mut(), a.as_mut()], [1, 0], index);
        let pair = Pair { index, games: [first, second] };
        // Another in its place, but not for ever.
        let most = args.games.saturating_mul(2).saturating_add(20);
        if pair.is_void() && !args.strict && index < most {
            plan.wanted.fetch_add(1, Ordering::Relaxed);
        }
        if results.send(pair).is_err() {
            return;
        }
    }
}

/// One game; `order` says which of the players has Sente.
fn game(
    plan: &Plan<'_>,
    opening: &Game,
    players: [&mut dyn Player; 2],
    order: [usize; 2],
    index: u64,
) -> Finished {
    let args = plan.args;
    let conditions = Conditions {
        limits: order.map(|who| plan.limits[who]),
        most_plies: args.most_plies,
        margin: Duration::from_millis(args.margin),
        adjudicate: args.adjudicate,
    };
    let mut random = Random::of(args.seed ^ GAME_SEED, index);
    let [sente, gote] = players;
    for (side, player) in [(Side::Sente, &mut *sente), (Side::Gote, &mut *gote)] {
        if let Err(trouble) = player.new_game(opening, random.next_u64()) {
            return Finished::failed(opening.clone(), side, trouble);
        }
    }
    play(opening.clone(), [sente, gote], &conditions)
}

/// So that players are not handed the numbers of the openings.
const GAME_SEED: u64 = 0x6b6f_6d61;

/// Counts a pair, shows and saves its games, and ends the match once it is decided.
fn note(plan: &Plan<'_>, tally: &mut Tally, pair: &Pair, lang: Lang) -> Result<(), Failure> {
    let args = plan.args;
    let is_void = pair.is_void() && !args.strict;
    for (second, finished) in pair.games.iter().enumerate() {
        let a_is = Side::BOTH[second];
        let line = tally.game(finished, a_is, is_void, args.json);
        if !args.quiet {
            anstream::println!("{line}");
        }
        if let Some(folder) = &args.save {
            let names = tally.names_by_side(a_is);
            let number = pair.index * 2 + second as u64 + 1;
            save::save(folder, number, finished, &names, lang)?;
        }
    }
    if !is_void {
        tally.pair([&pair.games[0].verdict, &pair.games[1].verdict]);
    }
    if tally.is_decided() {
        plan.is_over.store(true, Ordering::Relaxed);
    }
    Ok(())
}
