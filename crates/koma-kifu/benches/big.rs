//! One enormous game through every writer and reader: the time a move takes must not grow with the
//! game.
//!
//! `cargo bench -p koma-kifu --bench big` plays games of 250,000, 500,000 and 1,000,000 moves;
//! `-- csa` runs the formats whose names have that in them. The last column is the time a move took
//! in the longest game, divided by that in the shortest: 1 is linear, 4 is quadratic.

use std::time::Instant;

use koma_kifu::{
    Board, Builder, Format, Millis, ReadOptions, Record, WriteOptions, read_text, ruleset, write,
};

fn main() {
    // `cargo test` runs benchmarks too, with no wish to wait for them.
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let wanted: Vec<_> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let sizes = if is_bench { [250_000, 500_000, 1_000_000] } else { [250, 500, 1_000] };
    println!("{:<6} {:>9} {:>10} {:>10} {:>8}", "format", "moves", "write", "read", "growth");
    for &format in Format::ALL {
        if !wanted.is_empty() && !wanted.iter().any(|word| format.name().contains(word.as_str())) {
            continue;
        }
        let mut first = None;
        for moves in sizes {
            let record = shuffle(moves);
            let start = Instant::now();
            let text = write(&[record], format, &WriteOptions::default()).text;
            let written = start.elapsed();
            let (records, _) = read_text(&text, format, &ReadOptions::default());
            let read = start.elapsed() - written;
            // A diagram holds no moves.
            let kept = records[0].stats().moves;
            assert!(kept == moves || format == Format::Bod, "{kept} of {moves}");
            let each = start.elapsed().as_secs_f64() / moves as f64;
            let growth = each / *first.get_or_insert(each);
            println!(
                "{:<6} {moves:>9} {written:>10.2?} {read:>10.2?} {growth:>8.2}",
                format.name()
            );
        }
    }
}

/// A game in which both sides move a gold to and fro.
fn shuffle(moves: usize) -> Record {
    let rules = ruleset("shogi").expect("in the catalogue");
    let mut game = Builder::new(Record::new(Board::start(&rules)));
    game.reserve(moves);
    let cycle = ["4i4h", "4a4b", "4h4i", "4b4a"].map(|text| text.parse().expect("a move"));
    for number in 0..moves {
        game.play(&cycle[number % cycle.len()]).expect("legal");
        game.time(Some(Millis::seconds(number as u64 % 60)), None);
    }
    game.finish()
}
