//! Times the check of a large piece file: `cargo run --release -p koma-pieces --example check_speed`.

use std::time::Instant;

use koma_pieces::check::{Options, check_files};
use koma_pieces::yaml::{self, PieceFile, Style};
use koma_text::Source;

fn main() {
    let standard = Source::new("s", include_str!("../data/standard_shogi.yaml"));
    let (file, _) = yaml::read(&standard);
    let mut large = PieceFile { pieces: Vec::new(), ..file.clone() };
    while yaml::write(&file, Style::Flow).len() * large.pieces.len()
        < (10 << 20) * file.pieces.len()
    {
        let base = large.pieces.len() as u32 * 20;
        large.pieces.extend(file.pieces.iter().cloned().map(|mut piece| {
            piece.id += base;
            piece.promotes_to = piece.promotes_to.map(|id| id + base);
            piece
        }));
    }
    let start = Instant::now();
    let text = yaml::write(&large, Style::Flow);
    println!(
        "written: {} pieces, {} bytes in {:?}",
        large.pieces.len(),
        text.len(),
        start.elapsed()
    );
    for _ in 0..3 {
        let text = text.clone();
        let start = Instant::now();
        let source = Source::new("large.yaml", text);
        let lines = start.elapsed();
        let (document, _) =
            koma_text::yaml::parse(source.text(), &koma_text::yaml::Limits::default());
        let parsed = start.elapsed() - lines;
        drop(document);
        let start = Instant::now();
        let checked = check_files(&[source], &Options::default());
        println!(
            "lines {lines:?}, tree {parsed:?}, check {:?}: {} findings",
            start.elapsed(),
            checked[0].findings.len()
        );
    }
}
