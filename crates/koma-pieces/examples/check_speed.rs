//! Times the check of piece files, or of a generated one of 10 MB:
//! `cargo run --release -p koma-pieces --example check_speed [FILE...]`.

use std::time::Instant;

use koma_pieces::check::{Options, check_files};
use koma_pieces::yaml::{self, PieceFile, Style};
use koma_text::{Source, summary};

fn main() -> std::io::Result<()> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    for file in &files {
        let bytes = std::fs::read(file)?;
        time(Source::from_utf8(file, &bytes).0);
    }
    if files.is_empty() {
        let text = large_file();
        for _ in 0..3 {
            time(Source::new("large.yaml", text.as_str()));
        }
    }
    Ok(())
}

fn time(source: Source) {
    let (name, bytes) = (source.name().to_string(), source.text().len());
    let start = Instant::now();
    let checked = check_files(&[source], &Options::default());
    let time = start.elapsed();
    let Some(checked) = checked.first() else { return };
    let (pieces, found) =
        (checked.file.pieces.len(), summary(&checked.findings, koma_text::Lang::En));
    println!("{name}: {bytes} bytes, {pieces} pieces, {found}, checked in {time:?}");
}

/// The standard pieces again and again, with ids of their own.
fn large_file() -> String {
    let standard = Source::new("standard", include_str!("../data/standard_shogi.yaml"));
    let (file, _) = yaml::read(&standard);
    let copies = (10 << 20) / standard.text().len();
    let mut large = PieceFile { pieces: Vec::new(), ..file.clone() };
    for base in (0..copies as u32).map(|copy| copy * 20) {
        large.pieces.extend(file.pieces.iter().cloned().map(|mut piece| {
            piece.id += base;
            piece.promotes_to = piece.promotes_to.map(|id| id + base);
            piece
        }));
    }
    yaml::write(&large, Style::Flow)
}
