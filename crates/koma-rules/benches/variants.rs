//! Move generation of the variants beside what other programs were measured to reach, scaled by
//! haitaka's speed at shogi in this run (`cargo bench -p koma-rules --bench variants`).

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use koma_rules::{Position, Ruleset, Setup};

/// haitaka at shogi's start position, in the run in which the others were measured (Mnodes/s).
const HAITAKA_THEN: f64 = 96.0;

/// A middle game of chu shogi.
const CHU_MIDDLE: &str = "l4ekgtcfl/1c4o2s1a/7O2vm/6pxp1p1/8ip1p/4N2p4/P7I2P/1P4Q5/1V5+d1PP1/9RVM/4TGX1HB1A/L1CS1KEGSCFL w - 138";

/// Variant, position, depth, the best peer and its speed then (Mnodes/s), the factor asked for.
const CASES: [(&str, &str, u32, &str, f64, f64); 17] = [
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
    ("annan", "startpos", 3, "", 0.0, 0.0),
    ("tenjiku", "startpos", 3, "", 0.0, 0.0),
];

fn main() {
    let scale = haitaka_now() / HAITAKA_THEN;
    println!("haitaka, shogi start depth 5: {scale:.2} of its speed then\n");
    println!("| variant | depth | nodes | koma Mnodes/s | peer | times the peer, scaled | asked |");
    println!("|---|---|---|---|---|---|---|");
    for (slug, sfen, depth, peer, speed, asked) in CASES {
        let rules = compile(slug);
        let setup = Setup::read(&rules, sfen).expect("a position");
        let position = Position::forgiving(&rules, &setup).0;
        let mut nodes = 0;
        let mut times: Vec<f64> =
            (0..5).map(|_| time(|| nodes = black_box(&position).perft(depth))).collect();
        times.sort_by(f64::total_cmp);
        let ours = nodes as f64 / times[times.len() / 2] / 1e6;
        let (ratio, asked) = match peer {
            "" => (String::new(), String::new()),
            _ => (format!("{:.1}", ours / (speed * scale)), format!("{asked}")),
        };
        println!("| {slug} | {depth} | {nodes} | {ours:.1} | {peer} | {ratio} | {asked} |");
    }
    let compiled = time(|| drop(black_box(compile("taikyoku"))));
    let memory = compile("taikyoku").memory() >> 20;
    println!("\ntaikyoku ruleset: compiled in {:.0} ms, {memory} MB", compiled * 1e3);
}

fn compile(slug: &str) -> Arc<Ruleset> {
    let variant = koma_variants::find(slug).expect("in the catalogue");
    Ruleset::compile(variant).expect("the catalogue compiles")
}

fn time(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// haitaka's speed in this run, in Mnodes/s.
fn haitaka_now() -> f64 {
    let start = haitaka::Board::startpos();
    let mut times: Vec<f64> =
        (0..5).map(|_| time(|| assert_eq!(count(black_box(&start), 5), 19_861_490))).collect();
    times.sort_by(f64::total_cmp);
    19.861_490 / times[2]
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
