//! What a reader has to say about a record.

use koma_text::{Finding, Severity};

/// A finding with its place in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remark {
    /// What was found, with its place in the text.
    pub finding: Finding,
    /// Which game of the file, from 0.
    pub game: usize,
    /// The number of the move it concerns, from 1.
    pub ply: Option<u32>,
}

/// Remarks, in the order in which they were made. A hostile file cannot make the list endless:
/// past the limit they are counted only, and the last one says how many.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    list: Vec<Remark>,
    left_out: usize,
    worst: Option<Severity>,
    game: usize,
    strict: bool,
}

/// More remarks than this are only counted.
const MOST: usize = 1000;

impl Remarks {
    /// An empty list. In strict mode, warnings become errors.
    pub fn new(strict: bool) -> Self {
        Self { strict, ..Self::default() }
    }

    /// The following remarks concern this game of the file.
    pub fn set_game(&mut self, game: usize) {
        self.game = game;
    }

    /// Adds a finding that concerns no move.
    pub fn push(&mut self, finding: Finding) {
        self.push_at_ply(finding, None);
    }

    /// Adds a finding about a move.
    pub fn push_at_ply(&mut self, mut finding: Finding, ply: Option<u32>) {
        if self.strict && finding.severity == Severity::Warning {
            finding.severity = Severity::Error;
        }
        if self.list.len() < MOST {
            self.list.push(Remark { finding, game: self.game, ply });
        } else {
            self.left_out += 1;
            self.worst = self.worst.max(Some(finding.severity));
        }
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether one of them is an error.
    pub fn has_errors(&self) -> bool {
        let is_error = |remark: &Remark| remark.finding.is_error();
        self.worst == Some(Severity::Error) || self.list.iter().any(is_error)
    }

    /// Whether further remarks are only counted.
    pub fn is_full(&self) -> bool {
        self.list.len() >= MOST
    }

    /// The remarks, in order.
    pub fn into_vec(mut self) -> Vec<Remark> {
        if let Some(worst) = self.worst {
            let mut finding = Finding::of_many(self.left_out);
            finding.severity = worst;
            self.list.push(Remark { finding, game: self.game, ply: None });
        }
        self.list
    }
}
