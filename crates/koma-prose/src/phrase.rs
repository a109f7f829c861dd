//! Words into phrases: directions, distances, pieces, and the marks between them.

use koma_text::Span;

use super::dirs::{Axis, Compose, Dirs, Half};
use super::lexicon::{Lex, Manner};
use super::token::Token;

/// How far, as said.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Extent {
    /// The least number said, 1 unless a range or "exactly" says otherwise.
    pub(super) min: u16,
    /// The greatest, `None` without limit.
    pub(super) max: Option<u16>,
    /// The squares it lands on: "the second or third square", 2マス先.
    pub(super) landing: Vec<u16>,
    /// "up to", まで.
    pub(super) at_most: bool,
    pub(super) exactly: bool,
    /// "more than three", which only a negation makes sense of.
    pub(super) beyond: bool,
    /// A unit was named ("two squares"), so it can be nothing but a distance.
    pub(super) unit: bool,
}

impl Extent {
    pub(super) fn number(n: u16) -> Self {
        Self {
            min: 1,
            max: Some(n),
            landing: Vec::new(),
            at_most: false,
            exactly: false,
            beyond: false,
            unit: true,
        }
    }

    fn unlimited() -> Self {
        Self { max: None, unit: false, ..Self::number(1) }
    }
}

/// Which directions, as said.
#[derive(Clone, Debug)]
pub(super) struct DirPhrase {
    pub(super) words: Compose,
    /// "the other six directions".
    pub(super) others: bool,
    /// "those directions".
    pub(super) those: bool,
    /// A number said with them, to be checked.
    pub(super) count: Option<u16>,
}

/// A phrase, or a mark that steers how the phrases combine.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Dir(DirPhrase),
    Extent(Extent),
    /// "the square", with no number: one, if nothing else says how far.
    Square,
    /// "six directions", with no word for which.
    Count(u16),
    /// How many men are passed; `None` any number.
    MenCount(Option<u16>),
    Piece(usize),
    Verb(Manner),
    VerbToward(Half),
    Vector(i8, i8),
    Mark(Lex),
}

/// A phrase with its place and what joins it to the one before.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) kind: Kind,
    pub(super) span: Span,
    pub(super) japanese: bool,
    pub(super) comma: bool,
    pub(super) and: bool,
    pub(super) or: bool,
    /// Joined by の.
    pub(super) of: bool,
}

impl Item {
    pub(super) fn joined(&self) -> bool {
        self.comma || self.and || self.or
    }
}

/// What the phrase layer needs to know about pieces.
pub(super) trait Pieces {
    /// The piece a bare "knight" means, with or without "chess" or "shogi" before it.
    fn knight(&self, qualifier: Option<&Lex>) -> Option<usize>;
    /// Whether "chess X" is the X we know.
    fn is_chess(&self, piece: usize) -> bool;
}

/// The phrases of a run of words.
pub(super) fn phrases(tokens: &[Token], pieces: &dyn Pieces) -> Vec<Item> {
    let kept = tokens.iter().enumerate().filter(|&(at, token)| match token.lex {
        Lex::Filler => false,
        Lex::To => is_range(tokens, at),
        _ => true,
    });
    let (places, words) = kept.unzip();
    let mut scan = Scan { words, places, at: 0, out: Vec::new(), pieces };
    while scan.at < scan.words.len() {
        scan.next();
    }
    skipping(&mut scan.out);
    men_before_amount(&mut scan.out);
    scan.out
}

/// Whether "to" at this place stands between two numbers.
fn is_range(tokens: &[Token], at: usize) -> bool {
    let before = tokens[..at].last().map(|t| &t.lex);
    // "one square to the two rear corners" is no range.
    let after = tokens.get(at + 1).map(|t| &t.lex);
    matches!(before, Some(Lex::Num(_) | Lex::Unit)) && matches!(after, Some(Lex::Num(_)))
}

struct Scan<'a> {
    words: Vec<&'a Token>,
    /// Where each word stood before the fillers went.
    places: Vec<usize>,
    at: usize,
    out: Vec<Item>,
    pieces: &'a dyn Pieces,
}

impl Scan<'_> {
    fn lex(&self, at: usize) -> Option<&Lex> {
        self.words.get(at).map(|token| &token.lex)
    }

    fn span(&self, from: usize, to: usize) -> Span {
        self.words[from].span.to(self.words[to.max(from + 1) - 1].span)
    }

    fn next(&mut self) {
        let (mut comma, mut and, mut or, mut of) = (false, false, false, false);
        let start = self.at;
        loop {
            match self.lex(self.at) {
                Some(Lex::Comma) => comma = true,
                Some(Lex::And) => and = true,
                Some(Lex::Or | Lex::Slash) => or = true,
                Some(Lex::Of) => of = true,
                Some(Lex::Modal) => {}
                _ => break,
            }
            self.at += 1;
        }
        if self.at >= self.words.len() {
            return;
        }
        let from = self.at;
        let (kind, used) = self.phrase();
        self.at += used.max(1);
        let span = self.span(from, self.at);
        let japanese = self.words[from].japanese || self.words[start].japanese;
        self.out.push(Item { kind, span, japanese, comma, and, or, of });
    }

    fn phrase(&self) -> (Kind, usize) {
        if let Some((dir, used)) = self.direction() {
            return (dir, used);
        }
        if let Some((extent, used)) = self.extent() {
            return (extent, used);
        }
        match self.lex(self.at) {
            Some(Lex::Piece(index)) => (Kind::Piece(*index), 1),
            Some(Lex::Knight) => (self.knight(None), 1),
            Some(qualifier @ (Lex::Chess | Lex::Shogi)) => match self.lex(self.at + 1) {
                Some(Lex::Knight) => (self.knight(Some(qualifier)), 2),
                Some(Lex::Piece(index))
                    if *qualifier == Lex::Shogi || self.pieces.is_chess(*index) =>
                {
                    (Kind::Piece(*index), 2)
                }
                Some(Lex::Piece(_)) => (Kind::Mark(Lex::Unknown), 2),
                _ => (Kind::Mark(qualifier.clone()), 1),
            },
            Some(Lex::Verb(manner)) => (Kind::Verb(*manner), 1),
            Some(Lex::VerbToward(half)) => (Kind::VerbToward(*half), 1),
            Some(Lex::Vector(rows, cols)) => (Kind::Vector(*rows, *cols), 1),
            // "takes up to two steps" takes nothing.
            Some(Lex::Capture)
                if !self.words[self.at].japanese
                    && matches!(
                        self.lex(self.at + 1),
                        Some(Lex::UpTo | Lex::Num(_) | Lex::Unlimited)
                    ) =>
            {
                (Kind::Mark(Lex::Filler), 1)
            }
            Some(Lex::Unit) => (Kind::Square, 1),
            Some(lex) => (Kind::Mark(lex.clone()), 1),
            None => (Kind::Mark(Lex::Filler), 1),
        }
    }

    fn knight(&self, qualifier: Option<&Lex>) -> Kind {
        match self.pieces.knight(qualifier) {
            Some(index) => Kind::Piece(index),
            None => Kind::Mark(Lex::Unknown),
        }
    }

    /// `(each | number | other | those)* word+ noun?`
    fn direction(&self) -> Option<(Kind, usize)> {
        let mut at = self.at;
        let (mut each, mut count, mut others, mut those) = (false, None, false, false);
        let mut tally = false;
        loop {
            match self.lex(at) {
                Some(Lex::Each | Lex::Both) => each = true,
                Some(Lex::Num(n)) if count.is_none() && self.next_to_word(at) => count = Some(*n),
                Some(Lex::Tally(n)) if count.is_none() => {
                    count = Some(*n);
                    tally = true;
                }
                Some(Lex::Others) => others = true,
                Some(Lex::Those) => those = true,
                Some(Lex::Of) if others || those => {}
                _ => break,
            }
            at += 1;
        }
        let mut words = Compose::default();
        let mut said = 0;
        let mut ends_in_noun = false;
        if let Some(side) = self.elided_side(at) {
            let words = Compose { halves: vec![side], straight: true, ..Compose::default() };
            let phrase = DirPhrase { words, others, those, count };
            return Some((Kind::Dir(phrase), at + 1 - self.at));
        }
        loop {
            match self.lex(at) {
                Some(Lex::And) if self.corner(at, &words) => {
                    words.corner = true;
                    at += 1;
                    continue;
                }
                Some(Lex::Half(half)) => {
                    // 前後前: a side said twice starts a new phrase.
                    if words.halves.contains(half) {
                        break;
                    }
                    words.halves.push(*half);
                    words.diagonal_last = false;
                }
                Some(Lex::Axis(axis)) => {
                    if words.axes.contains(axis) {
                        break;
                    }
                    words.diagonal_last = *axis == Axis::Diagonal && !words.halves.is_empty();
                    words.axes.push(*axis);
                }
                Some(Lex::Compass(direction)) => {
                    words.compass = words.compass | Dirs::one(*direction);
                }
                Some(Lex::Straight) if self.is_word(at + 1) => words.straight = true,
                Some(Lex::Diagonals) => {
                    words.diagonal_last = !words.halves.is_empty();
                    if !words.axes.contains(&Axis::Diagonal) {
                        words.axes.push(Axis::Diagonal);
                    }
                    ends_in_noun = true;
                }
                Some(Lex::DirNoun) => {
                    ends_in_noun = true;
                    words.noun = true;
                    at += 1;
                    break;
                }
                Some(Lex::Of)
                    if said > 0
                        && count.is_none()
                        && matches!(self.lex(at + 1), Some(Lex::Num(_)))
                        && self.lex(at + 2) == Some(&Lex::DirNoun) =>
                {
                    at += 1;
                    continue;
                }
                Some(Lex::Of)
                    if said > 0
                        && self.is_word(at + 1)
                        && self.words[at].japanese
                        && !self.after_amount() =>
                {
                    at += 1;
                    continue;
                }
                // 前3方向, 後ろの三方向: the number after the side.
                Some(Lex::Num(n))
                    if said > 0 && count.is_none() && self.lex(at + 1) == Some(&Lex::DirNoun) =>
                {
                    count = Some(*n);
                    at += 1;
                    continue;
                }
                _ => break,
            }
            at += 1;
            said += 1;
        }
        if said == 0 {
            // No word for which: all, the others, those, or only a number.
            if !ends_in_noun {
                return None;
            }
            words = Compose::default();
            let kind = match count {
                _ if others || those => Kind::Dir(DirPhrase { words, others, those, count }),
                Some(8) => Kind::Dir(DirPhrase { words: all(), others, those, count }),
                Some(n) => Kind::Count(n),
                None if each => Kind::Dir(DirPhrase { words: all(), others, those, count }),
                None => return None,
            };
            return Some((kind, at - self.at));
        }
        // "the three backward moves"
        let moves = self.lex(at) == Some(&Lex::Verb(Manner::Move)) && self.words[at].plural;
        let before_piece = moves
            || matches!(self.lex(at), Some(Lex::Piece(_) | Lex::Knight | Lex::Shogi | Lex::Chess));
        if count.is_some() && !ends_in_noun && !tally {
            if !before_piece {
                return None;
            }
            words.noun = true;
        }
        // "the three squares ahead"
        if tally
            && count == Some(3)
            && words.axes.is_empty()
            && words.halves.len() == 1
            && !words.straight
        {
            words.noun = true;
        }
        // "the forward diagonal" is one word with a side, not three lines.
        if words.noun && !words.axes.is_empty() {
            words.noun = false;
        }
        // A single side with "direction" in the singular is that one line; a count of one says so too.
        if words.noun
            && (count == Some(1) || count.is_none() && !each && self.singular(at) || words.straight)
        {
            words.noun = false;
        }
        Some((Kind::Dir(DirPhrase { words, others, those, count }), at - self.at))
    }

    /// "straight or diagonally backward": the side is said once, for both.
    fn elided_side(&self, at: usize) -> Option<Half> {
        let straight = self.lex(at) == Some(&Lex::Straight)
            && matches!(self.lex(at + 1), Some(Lex::Or | Lex::And));
        let (first, second) = (self.lex(at + 2), self.lex(at + 3));
        match (first, second) {
            (Some(Lex::Axis(Axis::Diagonal)), Some(Lex::Half(half)))
            | (Some(Lex::Half(half)), Some(Lex::Axis(Axis::Diagonal)))
                if straight && half.is_vertical() =>
            {
                Some(*half)
            }
            _ => None,
        }
    }

    /// "diagonally forward and to the right", "up and to the left": one corner, unless the list
    /// goes on.
    fn corner(&self, at: usize, words: &Compose) -> bool {
        let [ahead] = words.halves[..] else { return false };
        let beside = matches!(self.lex(at + 1), Some(Lex::Half(half)) if !half.is_vertical());
        // "forward, back and to the left" is a list.
        let listed = self.at > 1
            && matches!(self.lex(self.at - 1), Some(Lex::Comma | Lex::And | Lex::Or | Lex::Slash))
            && matches!(self.lex(self.at - 2), Some(Lex::Half(half)) if *half != ahead && half.is_vertical())
            && self.at.checked_sub(3).and_then(|at| self.lex(at)) != Some(&Lex::Straight);
        // "diagonally forward and to the left or right", but not "... or to the right rear".
        let goes_on = matches!(self.lex(at + 2), Some(Lex::And | Lex::Or))
            && matches!(self.lex(at + 3), Some(Lex::Half(half)) if !half.is_vertical())
            && !self.is_word(at + 4)
            || matches!(self.lex(at + 2), Some(Lex::Half(_) | Lex::Axis(_)));
        ahead.is_vertical()
            && beside
            && !goes_on
            && !self.next_to_word(at)
            && !self.words[at].japanese
            && (words.is_diagonal() || words.axes.is_empty() && !words.straight && !listed)
    }

    /// Whether no preposition stands between this number and the next word: "four diagonals", not
    /// "four on the diagonals".
    fn next_to_word(&self, at: usize) -> bool {
        self.places.get(at + 1).is_some_and(|&next| next == self.places[at] + 1)
    }

    /// Whether the noun just read names one line ("the forward direction", 前方向).
    fn singular(&self, at: usize) -> bool {
        self.words.get(at.wrapping_sub(1)).is_some_and(|token| token.japanese || !token.plural)
    }

    fn is_word(&self, at: usize) -> bool {
        matches!(
            self.lex(at),
            Some(Lex::Half(_) | Lex::Axis(_) | Lex::Compass(_) | Lex::Diagonals | Lex::Straight)
        )
    }

    /// Whether a distance stands right before this phrase (二つ前の左右: the knight's leap).
    fn after_amount(&self) -> bool {
        matches!(
            self.at.checked_sub(1).and_then(|before| self.lex(before)),
            Some(Lex::Unit | Lex::Num(_))
        )
    }

    fn extent(&self) -> Option<(Kind, usize)> {
        let mut at = self.at;
        let (mut at_most, mut exactly, mut beyond) = (false, false, false);
        loop {
            match self.lex(at) {
                Some(Lex::UpTo) => at_most = true,
                Some(Lex::Exactly) => exactly = true,
                Some(Lex::MoreThan) => beyond = true,
                Some(Lex::Only | Lex::Of | Lex::Colon | Lex::Each)
                    if at > self.at
                        && matches!(self.lex(at + 1), Some(Lex::Num(_) | Lex::Unlimited)) => {}
                _ => break,
            }
            at += 1;
        }
        let ordinal = matches!(self.lex(at), Some(Lex::Ordinal(_)));
        let mut extent = match self.lex(at)? {
            // "forward any, backward 1"
            Lex::Each if at == self.at && self.ends_statement(at + 1) => {
                at += 1;
                Extent::unlimited()
            }
            Lex::Unlimited => {
                at += 1;
                Extent::unlimited()
            }
            Lex::Num(_) => self.numbers(&mut at)?,
            Lex::Ordinal(_) => self.ordinals(&mut at)?,
            _ => return None,
        };
        extent.at_most |= at_most;
        extent.exactly |= exactly;
        extent.beyond |= beyond;
        let mut men = false;
        loop {
            match self.lex(at) {
                Some(Lex::Unit) if !extent.unit || extent.max.is_none() => extent.unit = true,
                // "any number of steps"
                Some(Lex::Verb(Manner::Step)) if extent.max.is_none() && self.words[at].plural => {
                    extent.unit = true;
                }
                // "one or more squares"
                Some(Lex::Or) if self.lex(at + 1) == Some(&Lex::More) && extent.max.is_some() => {
                    extent.min = extent.max.unwrap_or(1);
                    extent.max = None;
                    at += 1;
                }
                Some(Lex::More) => {}
                Some(Lex::UpTo) => extent.at_most = true,
                Some(Lex::Others | Lex::Neighbour) if self.lex(at + 1) == Some(&Lex::Men) => {}
                Some(Lex::Of) if self.lex(at + 1) == Some(&Lex::Men) => {}
                Some(Lex::Landing | Lex::UnitLanding) => {
                    if let (true, Some(n)) = (extent.landing.is_empty(), extent.max) {
                        extent.landing = (extent.min.max(1)..=n)
                            .filter(|k| *k == n || extent.min > 1 || extent.at_most)
                            .collect();
                    }
                }
                Some(Lex::Men) => men = true,
                _ => break,
            }
            at += 1;
        }
        // 二マス先まで: up to there, not only there.
        if extent.at_most && !ordinal {
            extent.landing.clear();
        }
        let used = at - self.at;
        Some(if men { (Kind::MenCount(extent.max), used) } else { (Kind::Extent(extent), used) })
    }

    fn ends_statement(&self, at: usize) -> bool {
        matches!(
            self.lex(at),
            None | Some(
                Lex::Comma | Lex::Semicolon | Lex::Stop | Lex::Newline | Lex::Close | Lex::Slash
            )
        ) && self.at > 0
            && (self.is_word(self.at - 1)
                || matches!(self.lex(self.at - 1), Some(Lex::Colon | Lex::DirNoun)))
    }

    /// "one", "1-2", "one or two", "one, two or three", 一マスか二マス.
    fn numbers(&self, at: &mut usize) -> Option<Extent> {
        let Some(Lex::Num(first)) = self.lex(*at) else { return None };
        let (mut least, mut most, mut ranged, mut unit) = (*first, *first, false, false);
        *at += 1;
        loop {
            let mut next = *at;
            let mut named = false;
            if matches!(self.lex(next), Some(Lex::Unit | Lex::Verb(Manner::Step))) {
                named = true;
                next += 1;
            }
            let comma = self.lex(next) == Some(&Lex::Comma);
            if comma {
                next += 1;
            }
            let link = matches!(self.lex(next), Some(Lex::To | Lex::Or | Lex::And | Lex::Slash));
            let range = self.lex(next) == Some(&Lex::To);
            if link {
                next += 1;
            }
            let Some(Lex::Num(n)) = self.lex(next) else { break };
            let then_unit = matches!(self.lex(next + 1), Some(Lex::Unit | Lex::Verb(Manner::Step)));
            let goes_on =
                comma && !link && matches!(self.lex(next + 1), Some(Lex::Or | Lex::Comma));
            let joined = range
                || link && !comma && (then_unit || !named && self.ends_amount(next + 1))
                || link && comma && then_unit && ranged
                || goes_on && !named;
            if !joined || *n < least {
                break;
            }
            least = least.min(*n);
            most = most.max(*n);
            ranged = true;
            *at = next + 1;
        }
        if matches!(self.lex(*at), Some(Lex::Unit | Lex::Verb(Manner::Step))) {
            unit = true;
            *at += 1;
        }
        let mut extent = Extent::number(most);
        extent.unit = unit;
        if ranged {
            extent.min = least;
        }
        Some(extent)
    }

    fn ends_amount(&self, at: usize) -> bool {
        !matches!(
            self.lex(at),
            Some(
                Lex::Half(_)
                    | Lex::Axis(_)
                    | Lex::Straight
                    | Lex::Compass(_)
                    | Lex::Diagonals
                    | Lex::Piece(_)
            )
        )
    }

    /// "the second", "the second or third".
    fn ordinals(&self, at: &mut usize) -> Option<Extent> {
        let mut landing = Vec::new();
        while let Some(Lex::Ordinal(n)) = self.lex(*at) {
            landing.push(*n);
            *at += 1;
            // "square or", "or", ", "
            let mut next = *at;
            if self.lex(next) == Some(&Lex::Unit) {
                next += 1;
            }
            let after_unit = next;
            while matches!(self.lex(next), Some(Lex::Or | Lex::And | Lex::Comma | Lex::Slash)) {
                next += 1;
            }
            if !matches!(self.lex(next), Some(Lex::Ordinal(_))) || next == after_unit {
                break;
            }
            *at = next;
        }
        let most = landing.iter().copied().max()?;
        Some(Extent { landing, unit: false, ..Extent::number(most) })
    }
}

fn all() -> Compose {
    Compose { axes: vec![Axis::All], ..Compose::default() }
}

/// "skipping one square", 一マス飛ばして, 一つ飛び越えて: a leap that lands one square farther.
fn skipping(items: &mut Vec<Item>) {
    let plain = |item: Option<&Item>| match item.map(|item| &item.kind) {
        Some(Kind::Extent(extent)) if extent.landing.is_empty() && !extent.at_most => extent.max,
        _ => None,
    };
    let mut at = 0;
    while at < items.len() {
        let japanese = items[at].japanese;
        let beside = if japanese { at.wrapping_sub(1) } else { at + 1 };
        match (&items[at].kind, plain(items.get(beside))) {
            (Kind::Mark(Lex::Skipping), Some(n)) => {
                items[beside].kind =
                    Kind::Extent(Extent { landing: vec![n + 1], ..Extent::number(n + 1) });
                if japanese {
                    items[at].kind = Kind::Mark(Lex::Jumping);
                } else {
                    let joint = items.remove(at);
                    items[at].comma |= joint.comma;
                }
            }
            // "leaps over one square"
            (Kind::Mark(Lex::PassOver), Some(n)) if !japanese && has_unit(items.get(beside)) => {
                items[beside].kind =
                    Kind::Extent(Extent { landing: vec![n + 1], ..Extent::number(n + 1) });
                items[at].kind = Kind::Verb(Manner::Jump);
            }
            (Kind::Mark(Lex::Skipping), None) => items[at].kind = Kind::Mark(Lex::PassOver),
            (Kind::Mark(Lex::PassOver), Some(n)) if japanese => {
                let lands = |item: &Item| matches!(&item.kind, Kind::Extent(extent) if extent.landing == [n + 1]);
                if items.get(at + 1).is_some_and(lands) {
                    items.remove(beside);
                    continue;
                }
                if n == 1 {
                    items[beside].kind =
                        Kind::Extent(Extent { landing: vec![2], ..Extent::number(2) });
                }
            }
            _ => {}
        }
        at += 1;
    }
}

fn has_unit(item: Option<&Item>) -> bool {
    matches!(item, Some(Item { kind: Kind::Extent(extent), .. }) if extent.unit)
}

/// 駒を三つまで飛び越える: a number after the men and before the jump counts the men.
fn men_before_amount(items: &mut Vec<Item>) {
    let mut at = 0;
    while at + 2 < items.len() {
        let men = matches!(items[at].kind, Kind::Mark(Lex::Men));
        let over = matches!(items[at + 2].kind, Kind::Mark(Lex::PassOver));
        if let (true, true, Kind::Extent(extent)) = (men, over, &items[at + 1].kind) {
            items[at].kind = Kind::MenCount(extent.max);
            items[at].span = items[at].span.to(items[at + 1].span);
            items.remove(at + 1);
        }
        at += 1;
    }
}
