//! Move generation beside haitaka, the fastest peer measured: same process, same run, same
//! positions, leaves counted by sets in both. `cargo bench -p koma-rules`.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use koma_rules::{Position, Ruleset, Setup};

/// Name, position, depth, nodes.
const POSITIONS: [(&str, &str, u32, u64); 3] = [
    ("start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 5, 19_861_490),
    (
        "matsuri",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
        3,
        4_809_015,
    ),
    ("max", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 3, 53_393_368),
];

/// Runs of each, alternating; the median counts.
const ROUNDS: usize = 9;

fn main() {
    let rules = compile();
    println!("| position | depth | koma Mnodes/s | haitaka Mnodes/s | ratio |");
    println!("|---|---|---|---|---|");
    for (name, sfen, depth, nodes) in POSITIONS {
        let ours = position(&rules, sfen);
        let theirs: haitaka::Board = sfen.parse().expect("haitaka reads it");
        let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            our_times.push(time(|| assert_eq!(black_box(&ours).perft(depth), nodes)));
            their_times.push(time(|| assert_eq!(haitaka_perft(black_box(&theirs), depth), nodes)));
        }
        let (ours, theirs) = (median(our_times), median(their_times));
        let speed = |seconds: f64| nodes as f64 / seconds / 1e6;
        let (our_speed, their_speed) = (speed(ours), speed(theirs));
        println!("| {name} | {depth} | {our_speed:.0} | {their_speed:.0} | {:.2} |", theirs / ours);
    }
    println!();
    println!("| position | moves listed, M/s | moves made and taken back, M/s |");
    println!("|---|---|---|");
    for (name, sfen, _, _) in POSITIONS {
        let (listed, made) = listing(&mut position(&rules, sfen));
        println!("| {name} | {listed:.0} | {made:.1} |");
    }
    println!();
    let compile_time = median((0..ROUNDS).map(|_| time(|| drop(black_box(compile())))).collect());
    let kilobytes = rules.memory() / 1024;
    println!("ruleset: compiled in {:.2} ms, {kilobytes} KB", compile_time * 1e3);
}

fn compile() -> Arc<Ruleset> {
    let shogi = koma_variants::find("shogi").expect("in the catalogue");
    Ruleset::compile(shogi).expect("the catalogue compiles")
}

fn position(rules: &Arc<Ruleset>, sfen: &str) -> Position {
    Position::forgiving(rules, &Setup::read(rules, sfen).expect("a position")).0
}

/// Moves listed per second, and moves made and taken back per second, in millions.
fn listing(position: &mut Position) -> (f64, f64) {
    let mut moves = Vec::new();
    let (mut listed, mut made) = (0, 0);
    let listing = time(|| {
        for _ in 0..20_000 {
            black_box(&*position).legal_moves_into(&mut moves);
            listed += moves.len();
        }
    });
    let making = time(|| {
        while made < 2_000_000 {
            for &mv in &moves {
                let undo = position.play_unchecked(mv);
                black_box(&*position);
                position.undo(undo);
            }
            made += moves.len();
        }
    });
    (listed as f64 / listing / 1e6, made as f64 / making / 1e6)
}

fn haitaka_perft(board: &haitaka::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    let mut visit = |moves: haitaka::PieceMoves| {
        if depth == 1 {
            nodes += moves.into_iter().len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += haitaka_perft(&next, depth - 1);
            }
        }
        false
    };
    board.generate_moves(&mut visit);
    nodes
}

fn time(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
