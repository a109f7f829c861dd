//! Games read per second, every move checked against the rules, on one thread.
//!
//! `cargo bench -p koma-kifu`. 2,000 games of 98 moves from a fixed seed, as KIF and as CSA, and
//! the `csa` crate, which checks the syntax only, on the same texts in the same process.
//! `cargo bench -p koma-kifu --bench records -- kif` runs those whose names have that in them.

use std::time::{Duration, Instant};

use koma_kifu::{
    Board, Builder, End, Ending, Format, Millis, ReadOptions, Record, WriteOptions, read_text,
    ruleset, write,
};
use koma_rules::Position;

const GAMES: usize = 2_000;
const MOVES: usize = 98;

fn main() {
    // `cargo test` runs benchmarks too, with no wish to wait for them.
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let games = games(if is_bench { GAMES } else { 20 });
    let moves: usize = games.iter().map(|game| game.stats().moves).sum();
    println!("{} games, {:.1} moves each", games.len(), moves as f64 / games.len() as f64);
    for format in [Format::Kif, Format::Csa] {
        let texts: Vec<_> = games
            .iter()
            .map(|game| write(std::slice::from_ref(game), format, &WriteOptions::default()).text)
            .collect();
        report(&format!("koma, {}", format.name()), &texts, is_bench, |text| {
            let (records, remarks) = read_text(text, format, &ReadOptions::default());
            assert!(remarks.is_empty());
            records[0].len()
        });
        if format == Format::Csa {
            report("csa crate, syntax only", &texts, is_bench, |text| {
                csa::parse_csa(text).expect("CSA").moves.len()
            });
        }
    }
}

/// The best of several runs.
fn report(name: &str, texts: &[String], is_bench: bool, read: impl Fn(&str) -> usize) {
    let bytes: usize = texts.iter().map(String::len).sum();
    let wanted: Vec<_> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
        return;
    }
    let mut best = Duration::MAX;
    for _ in 0..if is_bench { 10 } else { 1 } {
        let start = Instant::now();
        let nodes: usize = texts.iter().map(|text| read(text)).sum();
        best = best.min(start.elapsed());
        assert!(nodes >= texts.len());
    }
    let seconds = best.as_secs_f64();
    let (games, megabytes) = (texts.len() as f64 / seconds, bytes as f64 / seconds / 1e6);
    println!("{name:<24} {games:>10.0} games/s {megabytes:>8.1} MB/s");
}

/// Random games with times, from a fixed seed.
fn games(count: usize) -> Vec<Record> {
    let rules = ruleset("shogi").expect("in the catalogue");
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut one = || {
        let mut game = Builder::new(Record::new(Board::start(&rules)));
        for _ in 0..MOVES {
            let moves = game.position().map_or(Vec::new(), Position::legal_moves);
            if moves.is_empty() {
                break;
            }
            game.play_legal(moves[random() as usize % moves.len()]);
            game.time(Some(Millis::seconds(random() % 60)), None);
        }
        let mover = game.record().side_at(game.here());
        game.end(Ending::new(End::Resign, mover));
        let mut record = game.finish();
        record.headers.push("先手", "甲");
        record.headers.push("後手", "乙");
        record
    };
    (0..count).map(|_| one()).collect()
}
