//! How quickly games go in, and positions are found.
//!
//! ```sh
//! cargo bench -p koma-store                # 10,000 games into SQLite, then searches
//! KOMA_BENCH_GAMES=100000 cargo bench -p koma-store
//! KOMA_BENCH_DATABASE=postgres://... cargo bench -p koma-store
//! ```
//!
//! The games are playouts of our own: legal moves, the openings crowded as in life (the first
//! moves are chosen from few), about 110 moves each, written as KIF, one file a game.

use std::io;
use std::time::{Duration, Instant};

use koma_kifu::{Board, Format, ReadOptions, Record, Table, WriteOptions, ruleset, write};
use koma_store::testing::playout;
use koma_store::{Filter, Intake, Page, Store, position_key};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games = std::env::var("KOMA_BENCH_GAMES").ok().and_then(|n| n.parse().ok());
    // `cargo test` runs benchmarks too, with no wish to wait for them.
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let games: usize = games.unwrap_or(if is_bench { 10_000 } else { 50 });
    let folder = tempfile::tempdir()?;
    let file = format!("sqlite://{}", folder.path().join("bench.db").display());
    let url = std::env::var("KOMA_BENCH_DATABASE").unwrap_or(file);
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(bench(&url, games))
}

async fn bench(url: &str, games: usize) -> Result<(), Box<dyn std::error::Error>> {
    let store = Store::open(url).await?;
    let began = Instant::now();
    let texts: Vec<Vec<u8>> = (0..games as u64).map(|seed| text(&game(seed))).collect();
    let bytes: usize = texts.iter().map(Vec::len).sum();
    println!("{games} games made in {:.1?}, {} MB of KIF", began.elapsed(), bytes >> 20);

    let (began, before) = (Instant::now(), processor_seconds());
    let files = texts.into_iter().enumerate().map(|(number, bytes)| Intake {
        name: format!("{number}.kif"),
        load: Box::new(move || io::Result::Ok(bytes)),
    });
    let imported = store.take_in(files, &ReadOptions::default(), &|_| {}).await?;
    let took = began.elapsed();
    let processor = processor_seconds() - before;
    println!(
        "import: {} games ({} duplicates) in {took:.2?}: {:.0} games/s; {processor:.2} s of all \
         processors: {:.0} games a second of one",
        imported.added,
        imported.duplicates,
        imported.added as f64 / took.as_secs_f64(),
        imported.added as f64 / processor
    );

    let rules = ruleset("shogi").ok_or("shogi")?;
    let mut table = Table::new(&Board::start(&rules));
    let mut plies = vec![("start position".to_owned(), position_key(table.position()))];
    let line = game(7);
    for id in line.main_line().take(60) {
        table.step(&line.node(id).play);
        let depth = line.node(id).depth();
        if matches!(depth, 1 | 2 | 4 | 8 | 60) {
            plies.push((format!("after {depth} moves"), position_key(table.position())));
        }
    }
    for (name, key) in plies {
        let filter = Filter { player: Some("player 3".to_owned()), ..Filter::default() };
        let everything = Filter::default();
        let all = time(|| store.explore(key, &everything, 20)).await;
        let some = time(|| store.explore(key, &filter, 20)).await;
        let explored = store.explore(key, &everything, 20).await?;
        println!(
            "{name}: {} hits, {} moves: {all:.2?}; of one player: {some:.2?}",
            explored.total,
            explored.moves.len()
        );
    }
    let filters = [
        ("all", Filter::default()),
        ("player", Filter { player: Some("player 3".to_owned()), ..Filter::default() }),
        ("event", Filter { event: Some("cup 12".to_owned()), ..Filter::default() }),
    ];
    for (name, filter) in filters {
        let took = time(|| store.find_records(&filter, &PAGE)).await;
        let found = store.find_records(&filter, &PAGE).await?;
        println!("list of {name}: {} records: {took:.2?}", found.total);
    }
    Ok(())
}

const PAGE: Page = Page { sort: koma_store::Sort::Newest, after: None, limit: 50 };

/// Processor time of all threads, where the system tells it: what a busy machine leaves alone.
fn processor_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name of the program, which may hold anything: fields 14 and 15 are ticks.
    let fields = told.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// The middle one of several runs.
async fn time<T, F: Future<Output = Result<T, koma_store::StoreError>>>(
    run: impl Fn() -> F,
) -> Duration {
    let mut times = Vec::new();
    for _ in 0..9 {
        let began = Instant::now();
        run().await.expect("the store answers");
        times.push(began.elapsed());
    }
    times.sort();
    times[4]
}

/// About 110 moves of shogi.
fn game(seed: u64) -> Record {
    playout("shogi", seed, 70 + seed.wrapping_mul(0x9e37_79b9) % 80)
}

fn text(record: &Record) -> Vec<u8> {
    write(std::slice::from_ref(record), Format::Kif, &WriteOptions::default()).bytes()
}
