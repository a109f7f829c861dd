//! Problems as diagrams give them.

use std::sync::Arc;

use koma_rules::{KindId, Position, Ruleset, Setup, SfenError};

/// The position of an SFEN, whatever a game would say about it: problems have no royal on the side
/// of the attacker.
///
/// Diagrams say that the defender holds all the rest, and programs that write this out may put the
/// missing royal there too. Nobody can hold one, so it is left out.
pub fn read(rules: &Arc<Ruleset>, sfen: &str) -> Result<Position, SfenError> {
    let setup = Setup::read(rules, sfen);
    let setup = setup.or_else(|error| without_held_royals(rules, sfen).ok_or(error))?;
    Ok(Position::unjudged(rules, &setup))
}

fn without_held_royals(rules: &Ruleset, sfen: &str) -> Option<Setup> {
    let royal = |letter: char| {
        let is_it = |kind: &KindId| rules.code(*kind).eq_ignore_ascii_case(&letter.to_string());
        rules.kinds().any(|kind| is_it(&kind) && rules.variant().kinds[kind.index()].royal)
    };
    let mut words: Vec<String> = sfen.split_whitespace().map(str::to_owned).collect();
    let hand = words.get_mut(2)?;
    let letters = hand.chars().filter(|&letter| royal(letter)).count();
    // One for each side at most, and never a number of them.
    if !(1..=2).contains(&letters) {
        return None;
    }
    hand.retain(|letter| !royal(letter));
    if hand.is_empty() {
        hand.push('-');
    }
    Setup::read(rules, &words.join(" ")).ok()
}
