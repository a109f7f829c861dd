//! Move generation of the variants beside what other programs were measured to reach, scaled by
//! haitaka's speed at shogi in this run (`cargo bench -p koma-rules --bench variants`).
//!
//! Time is that of the processor, where Linux tells it, and haitaka runs between our rounds: a busy
//! machine slows both alike. Words after the name choose rows: `-- cannon sho`.
//!
//! All but the large games and annan are counted by sets. In annan a man moves like the one behind
//! it, so what a set of men can do changes with every move of another.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use koma_rules::{Position, Ruleset, Setup};

/// haitaka at shogi's start position, in the run in which the others were measured (Mnodes/s).
const HAITAKA_THEN: f64 = 96.0;

/// A middle game of chu shogi.
const CHU_MIDDLE: &str = "l4ekgtcfl/1c4o2s1a/7O2vm/6pxp1p1/8ip1p/4N2p4/P7I2P/1P4Q5/1V5+d1PP1/9RVM/4TGX1HB1A/L1CS1KEGSCFL w - 138";

/// Variant, position, depth, the best peer and its speed then (Mnodes/s), the factor asked for.
const CASES: [(&str, &str, u32, &str, f64, f64); 18] = [
    ("chu", "startpos", 4, "HaChu", 11.0, 5.0),
    ("chu", CHU_MIDDLE, 3, "HaChu", 11.0, 5.0),
    ("taikyoku", "startpos", 2, "jh85", 17.0, 5.0),
    ("minishogi", "startpos", 6, "Fairy-Stockfish", 7.7, 10.0),
    ("kyoto", "startpos", 5, "Fairy-Stockfish", 6.4, 10.0),
    ("tori", "startpos", 4, "Fairy-Stockfish", 7.5, 10.0),
    ("euro", "startpos", 4, "Fairy-Stockfish", 8.6, 10.0),
    ("dobutsu", "startpos", 7, "Fairy-Stockfish", 19.0, 10.0),
    ("sho", "startpos", 4, "Fairy-Stockfish", 7.2, 10.0),
    ("yari", "startpos", 4, "Fairy-Stockfish", 4.5, 10.0),
    ("gorogoroplus", "startpos", 4, "Fairy-Stockfish", 12.0, 10.0),
    ("judkins", "startpos", 5, "Fairy-Stockfish", 4.4, 10.0),
    ("okisaki", "startpos", 4, "Fairy-Stockfish", 7.3, 10.0),
    ("cannon", "startpos", 3, "Fairy-Stockfish", 18.0, 10.0),
    ("checkshogi", "startpos", 4, "Fairy-Stockfish", 8.0, 10.0),
    ("micro", "startpos", 6, "", 0.0, 0.0),
    ("annan", "startpos", 3, "", 0.0, 0.0),
    ("tenjiku", "startpos", 3, "", 0.0, 0.0),
];

/// Rounds of each, ours and haitaka's by turns; the median counts.
const ROUNDS: usize = 5;
/// How long a round of ours is at least: Linux tells the time of the processor by ticks.
const ROUND: Duration = Duration::from_millis(200);

fn main() {
    let chosen: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let start = haitaka::Board::startpos();
    println!(
        "| variant | depth | nodes | koma Mnodes/s | haitaka | peer | times the peer, scaled | asked |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (slug, sfen, depth, peer, speed, asked) in CASES {
        if !chosen.is_empty() && !chosen.iter().any(|chosen| chosen == slug) {
            continue;
        }
        let rules = compile(slug);
        let setup = Setup::read(&rules, sfen).expect("a position");
        let position = Position::forgiving(&rules, &setup).0;
        let mut nodes = 0;
        let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
        let one = Instant::now();
        black_box(position.perft(depth));
        let times = (ROUND.as_secs_f64() / one.elapsed().as_secs_f64()).ceil().max(1.0);
        for _ in 0..ROUNDS {
            our_times.push(time(|| {
                (0..times as u32).for_each(|_| nodes = black_box(&position).perft(depth));
            }));
            their_times.push(time(|| assert_eq!(count(black_box(&start), 5), 19_861_490)));
        }
        let ours = nodes as f64 * times / median(our_times) / 1e6;
        let haitaka = 19.861_490 / median(their_times);
        let (ratio, asked) = match peer {
            "" => (String::new(), String::new()),
            _ => (format!("{:.1}", ours / speed * HAITAKA_THEN / haitaka), format!("{asked}")),
        };
        println!(
            "| {slug} | {depth} | {nodes} | {ours:.1} | {haitaka:.0} | {peer} | {ratio} | {asked} |"
        );
    }
    let compiled = time(|| drop(black_box(compile("taikyoku"))));
    let memory = compile("taikyoku").memory() >> 20;
    println!("\ntaikyoku ruleset: compiled in {:.0} ms, {memory} MB", compiled * 1e3);
}

fn compile(slug: &str) -> Arc<Ruleset> {
    let variant = koma_variants::find(slug).expect("in the catalogue");
    Ruleset::compile(variant).expect("the catalogue compiles")
}

/// The seconds some work takes.
fn time(work: impl FnOnce()) -> f64 {
    let (start, busy) = (Instant::now(), processor_time());
    work();
    match (busy, processor_time()) {
        (Some(before), Some(after)) if after > before => (after - before) as f64 / 1e9,
        _ => start.elapsed().as_secs_f64(),
    }
}

/// How long this thread has run, in nanoseconds.
fn processor_time() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn count(board: &haitaka::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(&mut |moves: haitaka::PieceMoves| {
        if depth == 1 {
            nodes += moves.into_iter().len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += count(&next, depth - 1);
            }
        }
        false
    });
    nodes
}
