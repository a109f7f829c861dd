//! What a net sees of a position: men by kind, side and square, and men in hand one by one.

use std::sync::Arc;

use koma_rules::{Geometry, KindId, Man, Position, Ruleset, Side, Square};

/// How the inputs of a net are numbered for a game. A net looks twice, once with the eyes of each
/// side; Gote sees the board turned around.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    kinds: usize,
    squares: usize,
    /// For each kind where its inputs in hand begin, and how many there are.
    hands: Vec<(usize, usize)>,
    /// Inputs of the hand of one side.
    held: usize,
    /// The zone of each square, as whoever looks sees it.
    zones: Vec<u8>,
}

/// What an input stands for, as whoever looks sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// It is a man of the side that looks.
    pub own: bool,
    /// Its kind.
    pub kind: usize,
    /// Where it stands; in hand otherwise.
    pub square: Option<usize>,
}

/// More men of one kind in hand are not told apart.
const MOST_HELD: usize = 40;

impl Inputs {
    /// For a game.
    pub fn of(rules: &Arc<Ruleset>) -> Self {
        let kinds = rules.kinds().len();
        let start = Position::start(rules);
        let mut most = vec![0; kinds];
        for side in Side::BOTH {
            for (_, kind) in start.men(side) {
                if let Some(held) = rules.in_hand(kind) {
                    most[held.index()] += 1;
                }
            }
            for &kind in rules.hand_order() {
                most[kind.index()] += usize::from(start.held(side, kind));
            }
        }
        let mut hands = vec![(0, 0); kinds];
        let mut held = 0;
        for &kind in rules.hand_order() {
            let count = most[kind.index()].clamp(1, MOST_HELD);
            hands[kind.index()] = (held, count);
            held += count;
        }
        let geometry = rules.geometry();
        Self { kinds, squares: geometry.squares(), hands, held, zones: zones(geometry) }
    }

    /// Zones of the board: a net may see pieces otherwise where its own royal stands elsewhere.
    pub fn zones(&self) -> usize {
        self.zones.iter().max().map_or(1, |&most| usize::from(most) + 1)
    }

    /// The zone of a square as whoever looks sees it; the first, where there is none.
    #[inline(always)]
    pub fn zone(&self, square: Option<usize>) -> usize {
        square.map_or(0, |square| self.zones[square].into())
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        2 * (self.kinds * self.squares + self.held)
    }

    /// Kinds of men.
    pub fn kinds(&self) -> usize {
        self.kinds
    }

    /// What an input stands for.
    pub fn meaning(&self, input: usize) -> Meaning {
        let standing = self.kinds * self.squares;
        if input < 2 * standing {
            let (own, rest) = (input < standing, input % standing);
            return Meaning { own, kind: rest / self.squares, square: Some(rest % self.squares) };
        }
        let place = input - 2 * standing;
        let (own, place) = (place < self.held, place % self.held.max(1));
        let kind = self
            .hands
            .iter()
            .position(|&(first, count)| (first..first + count).contains(&place))
            .unwrap_or(0);
        Meaning { own, kind, square: None }
    }

    /// The number of a man on a square, seen by a side.
    #[inline(always)]
    pub fn man(&self, eyes: Side, man: Man, square: Square) -> usize {
        let whose = usize::from(man.side != eyes);
        let square = match eyes {
            Side::Sente => square.index(),
            Side::Gote => self.squares - 1 - square.index(),
        };
        (whose * self.kinds + man.kind.index()) * self.squares + square
    }

    /// The number of the `nth` man of a kind in the hand of a side, from 1, seen by a side.
    #[inline(always)]
    pub fn held(&self, eyes: Side, side: Side, kind: KindId, nth: usize) -> Option<usize> {
        let (first, count) = self.hands[kind.index()];
        let first = 2 * self.kinds * self.squares + usize::from(side != eyes) * self.held + first;
        (1..=count).contains(&nth).then(|| first + nth - 1)
    }
}

/// Ranks that are zones of their own, from the home rank on; the rest is one more.
const HOME_RANKS: u16 = 3;

/// The zone of each square as Sente sees it: by thirds of the files, and by ranks near home.
fn zones(geometry: Geometry) -> Vec<u8> {
    let (files, ranks) = (u16::from(geometry.files()), u16::from(geometry.ranks()));
    let (outer, home) = ((files / 3).max(1), HOME_RANKS.min(ranks / 2));
    let zone = |square| {
        let file = geometry.file(square);
        let third = u16::from(file > outer) + u16::from(file + outer > files);
        let away = (ranks - geometry.rank(square)).min(home);
        (away * 3 + third) as u8
    };
    geometry.all().map(zone).collect()
}
