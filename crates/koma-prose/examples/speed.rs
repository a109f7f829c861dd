//! How many descriptions are read a second on one core: `cargo run --release -p koma-prose --example speed`.

use std::time::{Duration, Instant};

use koma_prose::{Options, read};

/// Processor time of this thread on Linux, so that other work on the machine does not matter; else the clock's.
fn spent(since: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|n| n.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

fn main() {
    let files = [
        include_str!("../tests/prose/hand.tsv"),
        include_str!("../tests/prose/templates.tsv"),
        include_str!("../tests/prose/other-words.tsv"),
    ];
    let texts: Vec<String> = files
        .iter()
        .flat_map(|file| file.lines().filter(|line| !line.starts_with('#')))
        .filter_map(|line| Some(line.split('\t').nth(2)?.replace("\\n", "\n")))
        .collect();
    let all = |texts: &[String]| {
        texts.iter().map(|text| read(text, &Options::default()).1.len()).sum::<usize>()
    };
    all(&texts);
    let (mut rounds, started) = (0u32, Instant::now());
    let before = spent(started);
    while spent(started) - before < Duration::from_secs(1) {
        all(&texts);
        rounds += 1;
    }
    let each = (spent(started) - before) / (rounds * texts.len() as u32);
    println!(
        "{} descriptions, {each:?} each, {:.0} a second",
        texts.len(),
        1.0 / each.as_secs_f64()
    );
    let nonsense = "one glim forward or zorp 斜めに two ".repeat(1_000_000 / 35);
    let started = Instant::now();
    let blocks = koma_prose::split(&nonsense).len();
    let refused = read(&nonsense, &Options::default()).1.len();
    println!("1 MB of nonsense: {blocks} block, {refused} finding, {:?}", started.elapsed());
    let started = Instant::now();
    let lines = "one glim forward or zorp: two\n".repeat(1_000_000 / 30);
    let blocks = koma_prose::split(&lines);
    let read: usize = blocks
        .iter()
        .map(|block| read(&lines[block.body.start..block.body.end], &Options::default()).1.len())
        .sum();
    println!("1 MB of lines: {} blocks, {read} findings, {:?}", blocks.len(), started.elapsed());
}
