//! Reads descriptions from the command line: `cargo run -p koma-prose --example read -- "..."`.

use koma_prose::{Options, read};

fn main() {
    for text in std::env::args().skip(1) {
        let (draft, findings) = read(&text, &Options::default());
        let movement = koma_pieces::yaml::movement_to_json(&draft.movement);
        println!("{text}\n  {:?}\n  {movement}", draft.name);
        for finding in findings {
            let words = finding.span.map_or("", |span| &text[span.start..span.end]);
            println!("  {} at {words:?}: {}", finding.code, finding.message);
        }
    }
}
