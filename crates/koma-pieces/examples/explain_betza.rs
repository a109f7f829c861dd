//! Says Betza notation in words: `cargo run --example explain_betza WfF RmasR`.

use koma_betza::Dialect;
use koma_pieces::betza::{canonical, explain, read};

fn main() {
    for text in std::env::args().skip(1) {
        let (movement, findings) = read(&text, Dialect::Strict);
        for finding in findings {
            eprintln!("{text}: {}: {}", finding.code, finding.message);
        }
        let words = explain(&movement);
        println!(
            "{}\n  {}\n  {}",
            canonical(&movement).unwrap_or(text),
            words.english,
            words.japanese
        );
    }
}
