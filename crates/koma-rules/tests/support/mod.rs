//! What the tests of the rules share.
#![allow(dead_code)] // No test uses all of it.

pub mod reference;

use std::path::PathBuf;
use std::sync::Arc;

use koma_rules::{Game, Position, Ruleset, Setup};

/// The rules of a catalogue variant.
pub fn ruleset(slug: &str) -> Arc<Ruleset> {
    let variant = koma_variants::find(slug).unwrap_or_else(|| panic!("{slug} is in the catalogue"));
    Ruleset::compile(variant).unwrap_or_else(|findings| panic!("{slug} compiles: {findings:?}"))
}

/// A position of a catalogue variant, whatever its faults.
pub fn position(slug: &str, sfen: &str) -> Position {
    let rules = ruleset(slug);
    let setup = Setup::read(&rules, sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"));
    Position::forgiving(&rules, &setup).0
}

/// A game of shogi from a position, after some moves.
pub fn shogi(sfen: &str, moves: &str) -> Game {
    let mut game = Game::from(position("shogi", sfen));
    for mv in moves.split_whitespace() {
        game.play_usi(mv).unwrap_or_else(|reason| panic!("{mv} in {sfen}: {reason}"));
    }
    game
}

/// `"legal"` or the code of the refusal.
pub fn verdict(game: &Game, mv: &str) -> &'static str {
    match game.explain_usi(&mv.parse().expect("a move")) {
        Ok(_) => "legal",
        Err(reason) => reason.code(),
    }
}

/// The legal moves as sorted text.
pub fn legal(position: &Position) -> Vec<String> {
    let mut moves: Vec<_> =
        position.legal_moves().into_iter().map(|mv| position.usi(mv).to_string()).collect();
    moves.sort_unstable();
    moves
}

/// A table of move counts that other people's programs found (`perft/tables/SOURCE.md`).
pub fn table(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/perft/tables");
    std::fs::read_to_string(folder.join(name)).expect("a table")
}

/// Small random numbers, the same in every run.
pub struct Random(pub u64);

impl Random {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}
