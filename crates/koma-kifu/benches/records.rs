//! Games read per second, every move checked against the rules, on one thread.
//!
//! `cargo bench -p koma-kifu`. 2,000 games of 98 moves from a fixed seed, as KIF and as CSA, and
//! the `csa` crate, which checks the syntax only, on the same texts in the same process.
//! `cargo bench -p koma-kifu --bench records -- kif` runs those whose names have that in them.

use std::sync::OnceLock;
use std::time::Instant;

use koma_kifu::{
    Board, Builder, End, Ending, Format, Millis, ReadOptions, Record, WriteOptions, read,
    read_text, ruleset, write,
};
use koma_rules::Position;

const GAMES: usize = 2_000;
const MOVES: usize = 98;

/// One way to read a set of texts.
struct Contender<'a> {
    name: String,
    texts: &'a [String],
    read: Box<dyn Fn(&str) -> usize>,
    best: f64,
}

fn main() {
    // `cargo test` runs benchmarks too, with no wish to wait for them.
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let wanted: Vec<_> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let games = games(if is_bench { GAMES } else { 20 });
    let moves: usize = games.iter().map(|game| game.stats().moves).sum();
    println!("{} games, {:.1} moves each", games.len(), moves as f64 / games.len() as f64);
    let written = |format: Format| -> Vec<String> {
        let options = WriteOptions::default();
        games.iter().map(|game| write(std::slice::from_ref(game), format, &options).text).collect()
    };
    let (kif, csa) = (written(Format::Kif), written(Format::Csa));
    let mut contenders = Vec::new();
    let mut add = |name: &str, texts, read| {
        if wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str())) {
            contenders.push(Contender { name: name.to_owned(), texts, read, best: f64::MAX });
        }
    };
    for (format, texts) in [(Format::Kif, &kif[..]), (Format::Csa, &csa[..])] {
        let name = format.name();
        add(&format!("koma, {name}"), texts, Box::new(move |text| known(text, format)));
        add(&format!("koma, {name}, detected"), texts, Box::new(detected));
    }
    let syntax_only = |text: &str| csa::parse_csa(text).expect("CSA").moves.len();
    add("csa crate, syntax only", &csa[..], Box::new(syntax_only));

    // In turn, so that a busy machine is unfair to all of them alike.
    for _ in 0..if is_bench { 20 } else { 1 } {
        for contender in &mut contenders {
            let start = processor_seconds();
            let nodes: usize = contender.texts.iter().map(|text| (contender.read)(text)).sum();
            contender.best = contender.best.min(processor_seconds() - start);
            assert!(nodes >= contender.texts.len());
        }
    }
    for Contender { name, texts, best, .. } in contenders {
        let bytes: usize = texts.iter().map(String::len).sum();
        let (games, megabytes) = (texts.len() as f64 / best, bytes as f64 / best / 1e6);
        println!("{name:<24} {games:>10.0} games/s {megabytes:>8.1} MB/s");
    }
}

/// Reads a text of a format that the caller knows.
fn known(text: &str, format: Format) -> usize {
    let (records, remarks) = read_text(text, format, &ReadOptions::default());
    assert!(remarks.is_empty());
    records[0].len()
}

/// Reads bytes of which nothing is known.
fn detected(text: &str) -> usize {
    let reading = read(text.as_bytes(), &ReadOptions::default());
    assert!(reading.remarks.is_empty());
    reading.records[0].len()
}

/// The time this thread has had a processor, where the system tells it; else the time of day.
fn processor_seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let told = told.as_deref().and_then(|line| line.split(' ').next()?.parse::<f64>().ok());
    told.map_or_else(|| START.get_or_init(Instant::now).elapsed().as_secs_f64(), |ns| ns / 1e9)
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
