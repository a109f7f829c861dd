//! A 5x5 game from 30 lines of YAML, and a random game of it.

use koma_rules::{Game, Ruleset};
use koma_text::{Colour, Source};

const GAME: &str = r#"
slug: "corners"
name: "Corners"
piece_files: ["standard_shogi.yaml"]
board: { files: 5, ranks: 5 }
start: "k3c/1p3/5/3P1/C3K b - 1"
kinds:
  - { code: "K", piece: "King" }
  - { code: "P", piece: "Pawn", promotes_to: "C", zone: 1 }
  - { code: "C", piece: "Camel", in_hand: "C" }
pieces:
  - id: 901
    name: "Camel"
    name_ja: "駱駝"
    name_kanji: "駱"
    value: 400
    can_promote: false
    promotes_to: null
    movement:
      steps:
        - { direction: "N", type: single }
        - { direction: "S", type: { limited: 2 } }
      jumps:
        - [-3, 1]
        - [3, -1]
    is_ranged: true
    special_rules: []
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let source = Source::new("corners.yaml", GAME);
    let (variant, findings) = koma_variants::read(&source, koma_pieces::shipped::file);
    print!(
        "{}",
        koma_text::render_all(&findings, Some(&source), koma_text::Lang::En, Colour::Never)
    );
    let variant = variant.ok_or("the variant has errors")?;
    let rules = Ruleset::compile(&variant).map_err(|findings| format!("{findings:?}"))?;
    let mut game = Game::start(&rules);
    let mut seed = 2026_usize;
    while game.end().is_none() {
        let moves = game.legal_moves();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mv = moves[(seed >> 33) % moves.len()];
        print!("{} ", game.position().usi(mv));
        game.play(mv)?;
    }
    println!("\n{}\n{:?}", game.position().sfen(), game.end());
    Ok(())
}
