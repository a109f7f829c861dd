//! Prints the legal moves of a position.

use koma_rules::{Position, Ruleset, Setup};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let variant = koma_variants::find("shogi").ok_or("shogi is in the catalogue")?;
    let rules = Ruleset::compile(variant).map_err(|findings| format!("{findings:?}"))?;
    let setup = Setup::read(&rules, "4k4/9/4P4/9/9/9/9/9/4K4 b G2P 1")?;
    let (position, faults) = Position::forgiving(&rules, &setup);
    for fault in faults {
        eprintln!("warning: {}", fault.finding(&rules).message);
    }
    let mut moves: Vec<String> =
        position.legal_moves().iter().map(|&mv| position.usi(mv).to_string()).collect();
    moves.sort();
    println!("{} moves: {}", moves.len(), moves.join(" "));
    Ok(())
}
