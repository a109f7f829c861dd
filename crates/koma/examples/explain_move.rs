//! Says why moves are illegal, in English and Japanese.

use koma_rules::{Game, Ruleset};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let variant = koma_variants::find("shogi").ok_or("shogi is in the catalogue")?;
    let rules = Ruleset::compile(variant).map_err(|findings| format!("{findings:?}"))?;
    let mut game = Game::start(&rules);
    for text in ["7g7f", "7c7e", "3c3d", "8h2b+", "8b2b", "P*5e", "3a2b", "B*2b"] {
        match game.play_usi(text) {
            Ok(()) => println!("{text:6} played"),
            Err(reason) => {
                println!(
                    "{text:6} {}: {reason} / {}",
                    reason.code(),
                    reason.say(koma_text::Lang::Ja)
                );
            }
        }
    }
    Ok(())
}
