//! What a net sees of a position: men by kind, side and square, and men in hand one by one.

use std::sync::Arc;

use koma_rules::{Geometry, KindId, Man, Position, Ruleset, Side, Square};

use super::mirror::Mirror;

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
    sight: Sight,
    zones: usize,
    /// By the square of the own royal, as whoever looks sees it.
    gazes: Vec<Gaze>,
    mirror: Option<Mirror>,
}

/// How what a net sees depends on where the own royal of the side that looks stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sight {
    /// Not at all.
    #[default]
    Plain,
    /// In each zone of the board the weights are others.
    Zoned,
    /// The same, and a side whose royal stands on the right half sees the board in a mirror: what
    /// is learnt on one wing is known on the other.
    Mirrored,
}

/// How a side looks at the board as its royal stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gaze {
    /// Where the weights of its zone begin.
    pub first: u32,
    /// It looks in a mirror.
    pub mirrored: bool,
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
    /// For a game. Where not all pieces have an image in a mirror, there is none.
    pub fn of(rules: &Arc<Ruleset>, sight: Sight) -> Self {
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
        let mirror = Some(rules).filter(|_| sight == Sight::Mirrored).and_then(Mirror::of);
        let sight = if mirror.is_none() && sight == Sight::Mirrored { Sight::Zoned } else { sight };
        let geometry = rules.geometry();
        let squares = geometry.squares();
        let mut inputs =
            Self { kinds, squares, hands, held, sight, zones: 1, gazes: Vec::new(), mirror };
        let zones = zones(geometry, sight);
        inputs.zones = zones.iter().map(|&(zone, _)| zone + 1).max().unwrap_or(1);
        let first = |zone: usize| (zone * inputs.count()) as u32;
        let gaze = |(zone, mirrored)| Gaze { first: first(zone), mirrored };
        inputs.gazes = zones.into_iter().map(gaze).collect();
        inputs
    }

    /// What is seen otherwise where the own royal stands elsewhere.
    pub fn sight(&self) -> Sight {
        self.sight
    }

    /// Zones of the board that are told apart.
    pub fn zones(&self) -> usize {
        self.zones
    }

    /// How a side looks whose royal stands on a square as it sees the board, or nowhere.
    #[inline(always)]
    pub fn gaze(&self, royal: Option<usize>) -> Gaze {
        royal.map_or(Gaze::default(), |square| self.gazes[square])
    }

    /// An input in the mirror, if there is one.
    pub fn image(&self, input: usize) -> Option<usize> {
        let mirror = self.mirror.as_ref()?;
        let standing = self.kinds * self.squares;
        let Meaning { own, kind, square } = self.meaning(input);
        let image = usize::from(mirror.kinds[kind]);
        Some(match square {
            Some(square) => {
                let first = if own { 0 } else { standing };
                first + image * self.squares + usize::from(mirror.squares[square])
            }
            None => input + self.hands[image].0 - self.hands[kind].0,
        })
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

    /// The number of the weights of a man on a square, seen by a side.
    #[inline(always)]
    pub fn man(&self, eyes: Side, gaze: Gaze, man: Man, square: Square) -> usize {
        let whose = usize::from(man.side != eyes);
        let mut square = match eyes {
            Side::Sente => square.index(),
            Side::Gote => self.squares - 1 - square.index(),
        };
        let mut kind = man.kind.index();
        if let Some(mirror) = self.mirror.as_ref().filter(|_| gaze.mirrored) {
            (kind, square) = (mirror.kinds[kind].into(), mirror.squares[square].into());
        }
        gaze.first as usize + (whose * self.kinds + kind) * self.squares + square
    }

    /// The number of the weights of the `nth` man of a kind in the hand of a side, from 1, seen by
    /// a side.
    #[inline(always)]
    pub fn held(
        &self,
        eyes: Side,
        gaze: Gaze,
        side: Side,
        kind: KindId,
        nth: usize,
    ) -> Option<usize> {
        let mut kind = kind.index();
        if let Some(mirror) = self.mirror.as_ref().filter(|_| gaze.mirrored) {
            kind = mirror.kinds[kind].into();
        }
        let (first, count) = self.hands[kind];
        let whose = usize::from(side != eyes) * self.held;
        let first = gaze.first as usize + 2 * self.kinds * self.squares + whose + first;
        (1..=count).contains(&nth).then(|| first + nth - 1)
    }
}

/// Ranks that are zones of their own, from the home rank on; the rest is one more.
const HOME_RANKS: u16 = 3;

/// The zone of each square as Sente sees it, and whether the board is seen in a mirror from there:
/// zones are thirds of the files, the two outer ones one in a mirror, and ranks near home.
fn zones(geometry: Geometry, sight: Sight) -> Vec<(usize, bool)> {
    let (files, ranks) = (u16::from(geometry.files()), u16::from(geometry.ranks()));
    let (outer, home) = ((files / 3).max(1), HOME_RANKS.min(ranks / 2));
    let zone = |square| {
        let file = geometry.file(square);
        let away = usize::from((ranks - geometry.rank(square)).min(home));
        let folded = file.min(files + 1 - file);
        match sight {
            Sight::Plain => (0, false),
            Sight::Zoned => {
                let third = usize::from(file > outer) + usize::from(file + outer > files);
                (away * 3 + third, false)
            }
            Sight::Mirrored => (away * 2 + usize::from(folded > outer), folded != file),
        }
    };
    geometry.all().map(zone).collect()
}
