//! Solves the mate problems of a file: one SFEN a line, more columns after a tab are ignored.
//!
//! `cargo run -p koma-search --example tsume -- FILE [NODES] [MB] [shortest]`

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use koma_rules::Ruleset;
use koma_search::mate::{self, Solver, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, rest @ ..] = &args[..] else {
        println!("tsume FILE [NODES] [MEGABYTES] [shortest]");
        return Ok(());
    };
    let number = |at: usize, or: u64| rest.get(at).and_then(|n| n.parse().ok()).unwrap_or(or);
    let shortest = rest.iter().any(|word| word == "shortest");
    let task = Task { nodes: number(0, 100_000), shortest };
    let mut solver = Solver::new((number(1, 64) as usize) << 20);
    let rules = Ruleset::compile(koma_variants::find("shogi").ok_or("shogi")?)
        .map_err(|_| "shogi compiles")?;
    let (mut total, mut nodes) = (0.0, 0);
    for line in std::fs::read_to_string(file)?.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let sfen = fields.next().unwrap_or_default();
        let label = fields.next().unwrap_or_default();
        let Ok(position) = mate::read(&rules, sfen) else {
            println!("no position\t\t{label}\t\t\t\t\t\t{sfen}");
            continue;
        };
        let start = Instant::now();
        let answer = solver.solve(&position, &task, &AtomicBool::new(false), &mut |_| {});
        let seconds = start.elapsed().as_secs_f64();
        total += seconds;
        match answer {
            Ok(answer) => {
                nodes += answer.nodes;
                let moves: Vec<_> =
                    answer.line.iter().map(|&mv| position.usi(mv).to_string()).collect();
                println!(
                    "{:?}\t{}\t{label}\t{}\t{}\t{:.1}\t{}\t{}\t{sfen}",
                    answer.verdict,
                    moves.len(),
                    answer.shortest,
                    answer.nodes,
                    seconds * 1000.0,
                    solver.sweeps(),
                    moves.join(" ")
                );
            }
            Err(reason) => println!("{reason}\t\t{label}\t\t\t\t\t\t{sfen}"),
        }
    }
    eprintln!("{total:.2} s, {nodes} nodes, {:.0} nodes/s", nodes as f64 / total);
    Ok(())
}
