//! The types of the grammar and what the rows of the lexicons mean in them.

use super::lex::{Hit, LEXICON};
use super::mean::{
    Comp, DIAGONAL, Dirs, Dist, HORIZONTAL, Kind, Manner, ORTHOGONAL, Set, VERTICAL,
};
use koma_pieces::{Hop, Mode, Reach};

/// A movement with the question whether it is said exactly ("a limited bishop" is not).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mean {
    pub(crate) set: Set,
    pub(crate) vague: bool,
}

impl Mean {
    pub(crate) fn exact(set: Set) -> Self {
        Self { set, vague: false }
    }

    /// Another movement, said as exactly as this one.
    pub(crate) fn with(&self, set: Set) -> Self {
        Self { set, vague: self.vague }
    }

    pub(crate) fn vague(&self) -> Self {
        Self { vague: true, ..self.clone() }
    }
}

/// Directions with a distance, before a verb has settled them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Leg {
    pub(crate) dirs: Dirs,
    pub(crate) dist: Option<Dist>,
    pub(crate) leaps: bool,
    pub(crate) mods: Vec<Mod>,
    /// Settled already, by evidence.
    pub(crate) done: Option<Set>,
}

impl Leg {
    pub(crate) fn new(dirs: Dirs, dist: Option<Dist>) -> Self {
        Self { dirs, dist, leaps: false, mods: Vec::new(), done: None }
    }
}

/// What can be said of a movement besides where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mod {
    /// Passes over so many pieces.
    Over(Option<u8>),
    /// Turns a right angle so often.
    Hook(u8),
    /// Takes everything it passes.
    Fly,
    /// Leaps, then goes on.
    Onward(Reach),
    /// The move made twice: of a king, a lion.
    Twice,
    Lion,
    Igui,
    /// Only to move, only to take.
    Only(Mode),
    /// Over a hurdle: before it is said where it lands, and then.
    Hurdle,
    Hop(Hop),
    /// Over lower ranks; `true`: only to take.
    Ranks(bool),
    Burn,
    /// Any square of the board; `false`: but no guarded man.
    Anywhere(bool),
    /// Any square so near.
    Area(u8),
    /// Jumps the next square, then slides.
    Next(Reach),
    /// Two steps, each of which may take.
    LionEnd,
    /// Several steps: captures, and then what.
    Walk {
        captures: u8,
        jump: bool,
        back: bool,
    },
    /// A lion's freedom along lines: takes each, jumps, comes back.
    Line {
        takes: bool,
        jumps: bool,
        back: bool,
        /// Where it also slides, its leaps go on as slides.
        slides: bool,
    },
    /// A hop no farther than this from where it stood.
    Within(u8),
}

impl Mod {
    /// Said of the piece, not of one of its moves.
    pub(crate) fn of_piece(self) -> bool {
        matches!(self, Self::Igui | Self::Burn | Self::Anywhere(_) | Self::Area(_) | Self::Lion)
    }
}

/// Words that join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conj {
    And,
    Or,
    Comma,
    Semi,
    Then,
}

/// Declares the meanings, and their sorts: the same names without what they hold.
macro_rules! meanings {
    ($($(#[$doc:meta])* $name:ident $(($($field:ty),+))?,)+) => {
        /// What stands in a cell of the chart.
        #[derive(Clone, Debug, PartialEq)]
        pub(crate) enum Val {
            $($(#[$doc])* $name $(($($field),+))?,)+
        }

        /// What sort of meaning something has; joints and verbs have a second, finer one.
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum Sort { $($name,)+ And, Or, Comma, Semi, Then, Move, Step, Slide, Leap }

        impl Val {
            /// Its sorts, as bits.
            pub(crate) fn sorts(&self) -> u128 {
                let sort = match self {
                    $(Self::$name { .. } => Sort::$name,)+
                };
                set_of(&[sort, self.finer().unwrap_or(sort)])
            }
        }
    };
}

meanings! {
    Dirs(Dirs),
    /// The noun "direction".
    Dirn,
    Dist(Dist),
    /// The squares next to it.
    Adj,
    Count(u16),
    /// So many in all; `true`: squares, not directions.
    Total(u16, bool),
    /// How it goes; and where; and how far.
    Verb(Manner), VerbTo(Manner, Comp), VerbFar(Manner, u16),
    /// 動けない.
    NegVerb(Option<Comp>),
    Not, NotVerb,
    /// Directions denied; a distance denied, in these directions.
    Neg(Dirs), NegDist(u16, u8),
    Like, Power,
    /// "a knight's leap": of a piece only.
    Deed,
    Lim, Strong, Piece(Mean),
    /// Likeness, or a movement finished without a verb.
    Like2(Mean),
    /// A leap formula; `weak` if it may also be two moves.
    Vectors(Vec<(i8, i8)>, bool),
    OneDir, OthDir, Part1(u16), Part2(u16),
    Conj(Conj), But,
    /// An exception; `true` if it must take something away.
    Exc(bool), ExcPost, ExcD(Dirs, bool),
    /// A verb and a distance that wait for directions; several of them, for the same directions.
    VerbDist(Manner, Dist), Each(Vec<(Manner, Dist)>),
    /// Says that the whole sentence is beside the point.
    Note,
    Only, OnlyD(Dirs), Either, EitherD(Dirs), Colon, Where, WhereDist(Dist), Same, NoJump, Way, Pos, Partitive,
    Mod(Mod),
    /// What a bracket says.
    Evidence(Box<Val>),
    /// A movement that the words after a colon explain.
    Def(Mean),
    Legs(Vec<Leg>), Vp(Mean),
    /// What replaces part of what stands.
    Override(Mean),
    /// A joint and what it joins.
    Tail(Conj, Box<Val>),
    /// Captures, or moves without capturing.
    Cap(bool),
    Risky, Unlike,
    /// One square at a time, so often.
    Times(u16), Walks(u8, u16),
    /// So many squares on every line.
    Span(u16), Spans(Set),
    /// What stops a flight.
    Stops,
}

/// A set of sorts.
pub(crate) const fn set_of(sorts: &[Sort]) -> u128 {
    let (mut out, mut at) = (0, 0);
    while at < sorts.len() {
        out |= 1 << sorts[at] as u8;
        at += 1;
    }
    out
}

impl Val {
    fn finer(&self) -> Option<Sort> {
        Some(match self {
            Self::Conj(Conj::And) => Sort::And,
            Self::Conj(Conj::Or) => Sort::Or,
            Self::Conj(Conj::Comma) => Sort::Comma,
            Self::Conj(Conj::Semi) => Sort::Semi,
            Self::Conj(Conj::Then) => Sort::Then,
            Self::Verb(Manner::Move) => Sort::Move,
            Self::Verb(Manner::Step) => Sort::Step,
            Self::Verb(Manner::Slide) => Sort::Slide,
            Self::Verb(Manner::Leap) => Sort::Leap,
            _ => return None,
        })
    }

    /// Whether it is of one of these sorts.
    pub(crate) fn is(&self, sorts: &[Sort]) -> bool {
        self.sorts() & set_of(sorts) != 0
    }

    /// A finished movement.
    pub(crate) fn vp(set: Set) -> Self {
        Self::Vp(Mean::exact(set))
    }

    /// The movement it is by itself, if it is one.
    pub(crate) fn mean(&self) -> Option<Mean> {
        match self {
            Self::Piece(mean) | Self::Like2(mean) | Self::Vp(mean) => Some(mean.clone()),
            Self::Legs(legs) => super::settle::verbless(legs).map(Mean::exact),
            Self::Vectors(vectors, _) => Some(Mean::exact(Set::vectors(vectors.clone()))),
            _ => None,
        }
    }
}

const N: Comp = Comp::new(0b1000_0011, 1, Kind::Half);
const S: Comp = Comp::new(0b0011_1000, 0b0001_0000, Kind::Half);
const E: Comp = Comp::new(0b0000_1110, 0b0000_0100, Kind::Half);
const W: Comp = Comp::new(0b1110_0000, 0b0100_0000, Kind::Half);

/// The value of a `dir` row: alternatives joined by `|`, compositions by `&`.
fn dirs(value: &str) -> Option<Dirs> {
    value
        .split('|')
        .map(|word| {
            let mut comps = word.split('&').map(|letter| match letter {
                "f" => Some(N),
                "b" => Some(S),
                "l" => Some(W),
                "r" => Some(E),
                "h" => Some(Comp::class(HORIZONTAL)),
                "v" => Some(Comp::class(VERTICAL)),
                "+" => Some(Comp::class(ORTHOGONAL)),
                "x" => Some(Comp::class(DIAGONAL)),
                "*" => Some(Comp::ALL),
                "st" => Some(Comp::new(ORTHOGONAL, ORTHOGONAL, Kind::Straight)),
                "rest" => Some(Comp::new(0, 0, Kind::Rest)),
                "those" => Some(Comp::new(0, 0, Kind::Those)),
                "f3" => Some(Comp::class(N.region)),
                "b3" => Some(Comp::class(S.region)),
                name => koma_pieces::Direction::from_name(name).map(|d| Comp::class(1 << d as u8)),
            });
            let first = comps.next()??;
            comps.try_fold(first, |a, b| a.cross(b?))
        })
        .collect()
}

/// All meanings of a phrase found, with the cost of each.
pub(crate) fn values(hit: &Hit) -> Vec<(Val, f32)> {
    hit.rows
        .iter()
        .filter_map(|(row, numbers)| {
            let row = &LEXICON.rows[*row as usize - 1];
            value(row.kind, &row.value, numbers).map(|value| (value, row.cost))
        })
        .collect()
}

fn value(kind: &str, value: &str, numbers: &[u16]) -> Option<Val> {
    let first = numbers.first().copied();
    Some(match kind {
        "dir" if value == "adjall" => Val::Adj,
        "dir" => {
            let mut dirs = dirs(value)?;
            if let (Some(n), Kind::Rest) = (first, dirs[0].kind) {
                dirs[0].region = n.min(8) as u8;
            }
            Val::Dirs(dirs)
        }
        "dirn" => Val::Dirn,
        "dist" => Val::Dist(match value {
            "adj" => return Some(Val::Adj),
            "n" => Dist::N(first?),
            "upto" => Dist::UpTo(first?),
            "exact" => Dist::Exactly(first?),
            "kth" => Dist::Kth(first?),
            "kth2" => Dist::Kth(2),
            "any" => Dist::Any,
            "only1" => Dist::UpTo(1),
            "range" if first? <= 1 => Dist::UpTo(*numbers.get(1)?),
            "range" => Dist::Set((first?..=(*numbers.get(1)?).min(99)).collect()),
            "set" => set(numbers),
            "kskip" => Dist::Kth(first.unwrap_or(1) + 1),
            "kset" => Dist::Set(numbers.to_vec()),
            n => Dist::N(n.strip_prefix('n')?.parse().ok()?),
        }),
        "kleg" => Val::Legs(vec![Leg::new(dirs(value)?, Some(Dist::Kth(first.unwrap_or(1))))]),
        "butupto" => Val::Tail(Conj::Comma, Box::new(Val::Dist(Dist::UpTo(first?)))),
        "lionline" => Val::Span(first?.min(99)),
        "times" => Val::Times(first?.min(99)),
        "stops" => Val::Stops,
        "count" => Val::Count(first.unwrap_or(2)),
        "total" => Val::Total(first?, value == "sq"),
        "verb" => match value.split_once('+') {
            Some((manner, dir)) => Val::VerbTo(self::manner(manner), dirs(dir)?[0]),
            None if value == "step1" => Val::VerbFar(Manner::Step, 1),
            None if value == "leap2" => Val::VerbFar(Manner::Leap, 2),
            None => Val::Verb(self::manner(value)),
        },
        "neg" => Val::NegVerb(value.split_once('+').and_then(|(_, d)| Some(dirs(d)?[0]))),
        "like" => Val::Like,
        "power" => Val::Power,
        "deed" => Val::Deed,
        "lim" => Val::Lim,
        "strong" => Val::Strong,
        // 「駒を飛び越えられる唯一の駒」 is a knight.
        "proof" => {
            let set = Set::vectors(oblique(2, 1));
            Val::Evidence(Box::new(Val::Piece(Mean { set, vague: true })))
        }
        "leap" => Val::Vectors(
            match value {
                "N" => oblique(2, 1),
                "S" => vec![(-2, -1), (-2, 1)],
                // So far ahead and so far to the side; so far, and there to either side.
                "fs" => ahead(first?, *numbers.get(1)?),
                "ffork" => ahead(first?, 1),
                "fork" => oblique(first?, 1),
                // Corners of a rectangle of so many squares.
                "rect" => oblique(first?.checked_sub(1)?, numbers.get(1)?.checked_sub(1)?),
                _ => {
                    numbers.get(1)?;
                    numbers.chunks_exact(2).flat_map(|pair| oblique(pair[0], pair[1])).collect()
                }
            },
            false,
        ),
        "onedir" => Val::OneDir,
        "othdir" => Val::OthDir,
        "conj" => Val::Conj(match value {
            "and" => Conj::And,
            "or" => Conj::Or,
            "semi" => Conj::Semi,
            _ => Conj::Comma,
        }),
        "but" => Val::But,
        "exc" => Val::Exc(value != "not"),
        "aside" => Val::Note,
        "excpost" => Val::ExcPost,
        "only" => Val::Only,
        "not" => Val::Not,
        "then" => Val::Conj(Conj::Then),
        "either" => Val::Either,
        "colon" => Val::Colon,
        "where" => Val::Where,
        "same" => Val::Same,
        "nojump" => Val::NoJump,
        "way" => Val::Way,
        "pos" => Val::Pos,
        "part" => Val::Partitive,
        "mod" => Val::Mod(modifier(value, first)?),
        "cap" => Val::Cap(value == "capture"),
        "unlike" => Val::Unlike,
        "risky" | "more" => Val::Risky,
        _ => return None,
    })
}

fn modifier(value: &str, number: Option<u16>) -> Option<Mod> {
    let (name, far) = value.split_once(' ').unwrap_or((value, ""));
    let n = number.or(far.parse().ok());
    Some(match name {
        "over" => Mod::Over(n.map(|n| n.min(200) as u8)),
        "noover" => Mod::Over(n.map(|n| n.min(200) as u8)),
        "hook" => Mod::Hook(n.unwrap_or(1).min(9) as u8),
        "fly" => Mod::Fly,
        "onward" => Mod::Onward(match far {
            "any" => Reach::Ranging,
            _ => Reach::up_to(n?)?,
        }),
        "area" => Mod::Area(n?.min(9) as u8),
        "next" => Mod::Next(Reach::Ranging),
        "lionend" => Mod::LionEnd,
        "walk" => Mod::Walk {
            captures: if far.contains('1') { 1 } else { n.unwrap_or(0).min(99) as u8 },
            jump: far.contains('j'),
            back: far.contains('b'),
        },
        "line" => Mod::Line {
            takes: far.contains('t'),
            jumps: far.contains('j'),
            back: far.contains('b'),
            slides: far.contains('s'),
        },
        "within" => Mod::Within(n?.min(200) as u8),
        "twice" => Mod::Twice,
        "lionstep" => Mod::Lion,
        "igui" => Mod::Igui,
        "only" => Mod::Only(if far == "c" { Mode::CaptureOnly } else { Mode::MoveOnly }),
        "hurdle" => Mod::Hurdle,
        "hop" => Mod::Hop(if far == "over" { Hop::Over } else { Hop::Behind }),
        "ranks" => Mod::Ranks(far == "c"),
        "burn" => Mod::Burn,
        "anywhere" => Mod::Anywhere(far.is_empty()),
        _ => return None,
    })
}

fn manner(word: &str) -> Manner {
    match word {
        "step" => Manner::Step,
        "slide" => Manner::Slide,
        "leap" => Manner::Leap,
        _ => Manner::Move,
    }
}

fn set(numbers: &[u16]) -> Dist {
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    let run = numbers.iter().enumerate().all(|(at, &n)| usize::from(n) == at + 1);
    if run { Dist::UpTo(numbers.len() as u16) } else { Dist::Set(numbers) }
}

/// The two leaps of one shape that lead ahead.
fn ahead(rows: u16, cols: u16) -> Vec<(i8, i8)> {
    let (a, b) = (rows.min(100) as i8, cols.min(100) as i8);
    vec![(-a, -b), (-a, b)]
}

/// All eight (or four) leaps of one shape.
pub(crate) fn oblique(long: u16, short: u16) -> Vec<(i8, i8)> {
    let (a, b) = (long.min(100) as i8, short.min(100) as i8);
    let mut out = Vec::new();
    for (r, c) in [(a, b), (b, a)] {
        for (s, t) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            out.push((r * s, c * t));
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}
