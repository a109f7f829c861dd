//! The numbers of an evaluation.

use std::sync::Arc;

use koma_rules::Ruleset;

use super::{MEAN, Net, Span, reach, values};

/// The counts of [`koma_rules::field::Danger`] that are weighed.
pub const DANGERS: usize = 9;

/// All numbers of an evaluation, for one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// What a man of each kind is worth on the board.
    pub board: Vec<i32>,
    /// What it is worth in hand; 0 for kinds that are never held.
    pub hand: Vec<i32>,
    /// More by its square as its side sees the board: kind by kind, square by square; empty where
    /// squares make no difference.
    pub square: Vec<i16>,
    /// More by its place relative to its own royal: kind by kind, place by place.
    pub own: Vec<i16>,
    /// More by its place relative to the enemy's royal.
    pub enemy: Vec<i16>,
    /// Danger of a royal: a weight for each count.
    pub danger: [i32; DANGERS],
    /// In 64ths: a square that men attack; what hangs of the side to move; what hangs of the other.
    pub threats: [i32; 3],
    /// The right to move.
    pub tempo: i32,
    /// Points that make a win 2.7 times as likely as a loss.
    pub scale: i32,
    /// A net whose output is added.
    pub net: Option<Arc<Net>>,
    /// Where they are from: how they were made, and from what.
    pub provenance: String,
}

/// What the attack on a square costs or brings by its distance from a royal, in 1,024ths of
/// [`MEAN`]: from one's own, and from the enemy's.
const NEAR_OWN: i32 = 100;
const NEAR_ENEMY: i32 = 150;

impl Weights {
    /// Level 0: everything from the rules alone.
    pub fn from_rules(rules: &Arc<Ruleset>) -> Self {
        let (board, hand) = values::of(rules);
        let span = Span::of(rules);
        let (own, enemy) = reach::tables(rules, span, MEAN * NEAR_OWN, MEAN * NEAR_ENEMY);
        Self {
            board,
            hand,
            own,
            enemy,
            danger: [36, 52, 14, -20, 72, 84, 12, 9, -16],
            threats: [160, 4, 8],
            tempo: 15,
            square: Vec::new(),
            scale: 400,
            net: None,
            provenance: String::new(),
        }
    }
}

impl Weights {
    /// Sets a number by its name: `danger3`, `tempo`, or the code of a kind; `false` if there is
    /// none of that name.
    pub fn set(&mut self, rules: &Ruleset, name: &str, value: i32) -> bool {
        if name == "tempo" {
            self.tempo = value;
        } else if let Some(place) = name.strip_prefix("danger").and_then(|n| n.parse().ok()) {
            let Some(weight) = self.danger.get_mut::<usize>(place) else { return false };
            *weight = value;
        } else if let Some(place) = name.strip_prefix("threat").and_then(|n| n.parse().ok()) {
            let Some(weight) = self.threats.get_mut::<usize>(place) else { return false };
            *weight = value;
        } else if let Some(kind) = rules.kind(name) {
            self.board[kind.index()] = value;
            if self.hand[kind.index()] != 0 {
                self.hand[kind.index()] = value + MEAN / 16;
            }
        } else if name == "near" {
            // Hundredths of what the rules suggest.
            for weight in self.own.iter_mut().chain(&mut self.enemy) {
                *weight = (i32::from(*weight) * value / 100) as i16;
            }
        } else {
            return false;
        }
        true
    }
}
