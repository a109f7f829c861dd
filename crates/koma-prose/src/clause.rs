//! Phrases into clauses: what belongs to which verb.
//!
//! English puts the verb first, so a verb opens a clause; Japanese puts it last, so a verb closes
//! one. Everything else (a semicolon, "but", "plus") closes a clause in both.

use koma_text::Span;

use super::dirs::{Dirs, Half};
use super::lexicon::{Lex, Manner};
use super::phrase::{Item, Kind};

/// How a clause acts on what was said before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    /// One more way to move.
    #[default]
    Add,
    /// "but": takes the place of what was said for these directions.
    But,
    /// "cannot": takes these directions away.
    Not,
}

/// One statement about the movement.
#[derive(Clone, Debug, Default)]
pub(super) struct Clause {
    pub(super) mode: Mode,
    /// "also", "plus": a weaker restatement is no contradiction.
    pub(super) also: bool,
    pub(super) manner: Option<Manner>,
    pub(super) toward: Option<Half>,
    /// Directions, distances and pieces, in order.
    pub(super) run: Vec<Item>,
    /// "except ...": directions taken out of this clause.
    pub(super) except: Vec<Item>,
    /// The directions of an "except", which "where" speaks about.
    pub(super) about: Vec<Item>,
    /// Distances after "and continue".
    pub(super) then: Vec<Item>,
    /// Marks that change what kind of move it is.
    pub(super) marks: Vec<(Lex, Span)>,
    pub(super) japanese: bool,
    pub(super) parenthesis: bool,
    in_except: bool,
}

impl Clause {
    pub(super) fn has(&self, mark: &Lex) -> bool {
        self.marks.iter().any(|(lex, _)| lex == mark)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.run.is_empty()
            && self.marks.is_empty()
            && self.except.is_empty()
            && self.toward.is_none()
            && self.about.is_empty()
    }

    pub(super) fn span(&self) -> Option<Span> {
        let items = self
            .run
            .iter()
            .chain(&self.except)
            .chain(&self.then)
            .chain(&self.about)
            .map(|item| item.span);
        items.chain(self.marks.iter().map(|(_, span)| *span)).reduce(Span::to)
    }

    /// "skipping one square, it jumps back": said before the verb.
    fn only_landing(&self) -> bool {
        matches!(&self.run[..], [Item { kind: Kind::Extent(extent), .. }] if !extent.landing.is_empty())
    }

    fn only_directions(&self) -> bool {
        self.run.iter().all(|item| matches!(item.kind, Kind::Dir(_) | Kind::Count(_)))
    }
}

/// Something the reader acts on, in order.
#[derive(Clone, Debug)]
pub(super) enum Event {
    Clause(Clause),
    /// A sentence ended.
    Sentence,
    /// Words about promotion, drops or royalty, up to the end of their sentence.
    Rule(Vec<Item>),
    /// Betza notation.
    Betza(Span),
    /// A word nobody knows.
    Unknown(Span),
}

/// The clauses of a text, in order.
pub(super) fn clauses(items: &[Item]) -> Vec<Event> {
    let mut fold = Fold {
        items,
        at: 0,
        clause: Clause::default(),
        out: Vec::new(),
        parentheses: 0,
        noun: None,
    };
    while fold.at < items.len() {
        fold.next();
        fold.at += 1;
    }
    fold.flush();
    fold.out.push(Event::Sentence);
    fold.out
}

struct Fold<'a> {
    items: &'a [Item],
    at: usize,
    clause: Clause,
    out: Vec<Event>,
    parentheses: usize,
    /// The verb last used as a noun ("alfil jumps"), for a remark in parentheses behind it.
    noun: Option<Manner>,
}

impl Fold<'_> {
    fn flush(&mut self) {
        let clause = std::mem::take(&mut self.clause);
        self.clause.parenthesis = self.parentheses > 0;
        let said = !clause.is_empty() || clause.manner == Some(Manner::Jump);
        if said {
            self.out.push(Event::Clause(clause));
        }
    }

    fn end_sentence(&mut self) {
        self.flush();
        self.out.push(Event::Sentence);
        self.parentheses = 0;
        self.clause = Clause::default();
    }

    fn kind(&self, at: usize) -> Option<&Kind> {
        self.items.get(at).map(|item| &item.kind)
    }

    fn mark(&self, at: usize) -> Option<&Lex> {
        match self.kind(at) {
            Some(Kind::Mark(lex)) => Some(lex),
            _ => None,
        }
    }

    fn next(&mut self) {
        let item = &self.items[self.at];
        self.clause.japanese |= item.japanese;
        match &item.kind {
            Kind::Verb(manner) => self.verb(*manner, None),
            Kind::VerbToward(half) => self.verb(Manner::Move, Some(*half)),
            Kind::Mark(lex) => self.steer(lex.clone(), item),
            Kind::Extent(_)
                if self.clause.has(&Lex::Continue)
                    || item.japanese
                        && self.clause.has(&Lex::Then)
                        && self.clause.manner == Some(Manner::Jump) =>
            {
                self.clause.then.push(item.clone());
            }
            Kind::Dir(_) if self.clause.in_except => {
                // "except forward, sideways one square": the list ends where a distance follows.
                self.clause.except.push(item.clone());
            }
            _ if self.clause.in_except && !matches!(item.kind, Kind::Count(_) | Kind::Square) => {
                self.clause.in_except = false;
                self.clause.run.push(item.clone());
            }
            _ => self.clause.run.push(item.clone()),
        }
    }

    fn verb(&mut self, manner: Manner, toward: Option<Half>) {
        let item = &self.items[self.at];
        if item.japanese {
            return self.japanese_verb(manner, toward);
        }
        // "a bishop move", "king steps": a noun.
        let after_piece =
            self.at > 0 && !item.joined() && matches!(self.kind(self.at - 1), Some(Kind::Piece(_)));
        if after_piece && toward.is_none() {
            self.noun = Some(manner);
            return;
        }
        // "two-square steps", "a two-square leap": a noun too.
        let sized = matches!(self.clause.run.last(), Some(Item { kind: Kind::Extent(extent), .. }) if extent.unit);
        let after_extent = self.at > 0 && matches!(self.kind(self.at - 1), Some(Kind::Extent(_)));
        if sized
            && after_extent
            && !item.joined()
            && self.clause.manner.is_none()
            && toward.is_none()
        {
            self.clause.manner = Some(manner);
            return;
        }
        // "jump to the second square and then slide": one move.
        let leaps = self.clause.manner == Some(Manner::Jump) || self.clause.has(&Lex::PassOver);
        if self.clause.has(&Lex::Then) && leaps && manner != Manner::Jump {
            self.clause.marks.push((Lex::Continue, item.span));
            if manner == Manner::Step {
                self.clause.marks.push((Lex::More, item.span));
            }
            return;
        }
        // "an orthogonal step or a diagonal slide": the noun closes its own directions.
        let next = self.items.get(self.at + 1);
        let closes = next.is_none_or(|next| {
            next.joined()
                || matches!(
                    next.kind,
                    Kind::Mark(Lex::Stop | Lex::Semicolon | Lex::Newline | Lex::Close)
                )
        });
        let after_direction = self.at > 0 && matches!(self.kind(self.at - 1), Some(Kind::Dir(_)));
        if after_direction
            && closes
            && !item.joined()
            && self.clause.manner.is_some()
            && !self.clause.in_except
        {
            let mut own = Vec::new();
            while let Some(last) = self.clause.run.pop() {
                let joined = last.joined();
                own.push(last);
                if joined {
                    break;
                }
            }
            own.reverse();
            self.flush();
            self.clause.run = own;
            self.clause.manner = Some(manner);
            return;
        }
        let fronted = self.clause.manner.is_none()
            && (self.clause.only_directions() || self.clause.only_landing())
            && !self.clause.in_except
            && !item.joined();
        let empty = self.clause.run.is_empty()
            && self.clause.marks.iter().all(|(lex, _)| *lex == Lex::Only)
            && self.clause.manner.is_none();
        // "Apart from straight back, it moves one square in every direction."
        let apart = self.clause.run.is_empty()
            && !self.clause.except.is_empty()
            && self.clause.manner.is_none();
        if apart {
            self.clause.in_except = false;
        } else if !(fronted || empty) {
            let also = self.clause.also && self.clause.run.is_empty();
            let only =
                matches!(self.at.checked_sub(1).and_then(|at| self.mark(at)), Some(Lex::Only));
            self.flush();
            self.clause.also |= also;
            if only {
                self.clause.marks.push((Lex::Only, item.span));
            }
        }
        self.clause.manner = Some(manner);
        self.clause.toward = toward;
    }

    fn japanese_verb(&mut self, manner: Manner, toward: Option<Half>) {
        let span = self.items[self.at].span;
        // 飛び越えてから走る: the leap and the run are one move.
        let goes_on = self.clause.has(&Lex::Then) && manner != Manner::Jump;
        let leaps = self.clause.manner == Some(Manner::Jump) || self.clause.has(&Lex::PassOver);
        if goes_on && leaps {
            self.clause.marks.push((Lex::Continue, span));
        } else if goes_on && !self.clause.run.is_empty() {
            self.clause.manner = Some(manner);
        } else if self.clause.manner != Some(Manner::Jump) {
            // 飛んで行ける: the first verb tells how.
            self.clause.manner = Some(manner);
        }
        if toward.is_some() {
            self.clause.toward = toward;
        }
        let mut next = self.at + 1;
        while matches!(self.mark(next), Some(Lex::Topic)) {
            next += 1;
        }
        let negated = self.mark(next) == Some(&Lex::NotAfter);
        if negated && self.clause.has(&Lex::NothingBut) {
            // 一マスしか動けない: one square and no more.
            self.at = next;
            self.clause.marks.retain(|(lex, _)| *lex != Lex::NothingBut);
            self.clause.marks.push((Lex::Only, span));
        } else if negated {
            self.at = next;
            self.clause.mode = Mode::Not;
        }
        // Another verb of the same chain, or a continuation, keeps the clause open.
        let further = self.mark(self.at + 1) == Some(&Lex::Further) && self.leaps_on();
        let chain = further
            || matches!(self.items.get(self.at + 1), Some(item) if !item.joined() && matches!(item.kind, Kind::Verb(_)));
        let then = matches!(self.mark(self.at + 1), Some(Lex::Then | Lex::Position))
            || matches!((self.items.get(self.at + 1), self.mark(self.at + 2)), (Some(one), Some(Lex::Then)) if !one.joined());
        if (chain || then) && !negated {
            return;
        }
        let jumped = self.clause.mode == Mode::Add;
        self.flush();
        // 動けるが、… : が after a verb turns the sentence.
        if matches!(self.mark(self.at + 1), Some(Lex::Topic)) && jumped {
            self.clause.mode = Mode::But;
        }
    }

    fn steer(&mut self, lex: Lex, item: &Item) {
        match lex {
            Lex::Stop | Lex::Newline | Lex::Bullet => self.end_sentence(),
            Lex::Semicolon | Lex::Dash => self.flush(),
            Lex::Open if self.small_parenthesis() => {}
            Lex::Open => {
                self.parentheses += 1;
                if !self.clause.has(&Lex::Within) {
                    let noun =
                        self.noun.take().filter(|_| self.mark(self.at.wrapping_sub(1)).is_none());
                    let manner = self.clause.manner.or(noun);
                    self.flush();
                    self.clause.manner = manner.filter(|_| !item.japanese);
                    self.clause.parenthesis = true;
                }
            }
            Lex::Close => {
                self.parentheses = self.parentheses.saturating_sub(1);
                if !self.clause.has(&Lex::Within) {
                    self.flush();
                    self.clause.parenthesis = self.parentheses > 0;
                }
            }
            Lex::But => {
                self.flush();
                self.clause.mode = Mode::But;
            }
            Lex::Plus => self.plus(item),
            Lex::Further if self.leaps_on() => self.clause.marks.push((Lex::Then, item.span)),
            Lex::Also | Lex::Further => self.clause.also = true,
            Lex::Not => self.not(item),
            Lex::NotAfter => self.clause.mode = Mode::Not,
            Lex::Except | Lex::Without => self.except(item),
            Lex::Where => {
                // "in every direction but sideways, where ..."
                let turned = self.clause.mode != Mode::Add
                    && self.clause.manner.is_none()
                    && self.clause.only_directions();
                let about = match self.clause.except.is_empty() && turned {
                    true => self.clause.run.clone(),
                    false => self.clause.except.clone(),
                };
                self.flush();
                self.clause.about = about;
            }
            Lex::Pronoun => self.pronoun(),
            Lex::Jumping if item.japanese => self.clause.manner = Some(Manner::Jump),
            Lex::Jumping => {
                let ends = !matches!(self.items.get(self.at + 1), Some(next) if !next.joined() && matches!(next.kind, Kind::Dir(_) | Kind::Extent(_)));
                if ends && self.clause.run.iter().any(|item| matches!(item.kind, Kind::Extent(_))) {
                    self.clause.manner = Some(Manner::Jump);
                } else {
                    self.flush();
                    self.clause.manner = Some(Manner::Jump);
                }
            }
            Lex::RangeCapture if item.joined() && !self.clause.run.is_empty() => {
                self.flush();
                self.clause.marks.push((lex, item.span));
            }
            // "or capture a neighbour": another thing it may do.
            Lex::Capture
                if item.or && self.clause.manner.is_some() && !self.clause.run.is_empty() =>
            {
                self.flush();
                self.clause.marks.push((lex, item.span));
            }
            Lex::Promote
            | Lex::Royal
            | Lex::Drop
            | Lex::Nifu
            | Lex::Must
            | Lex::Same
            | Lex::Row
            | Lex::File
            | Lex::Last => self.rule(),
            Lex::Betza => self.out.push(Event::Betza(item.span)),
            Lex::Unknown
            | Lex::Chess
            | Lex::MoreThan
            | Lex::InAll
            | Lex::Those
            | Lex::Condition => {
                // "six squares in all" counts what was said; the rest is not understood here.
                if lex == Lex::InAll {
                    self.clause.marks.push((lex, item.span));
                } else {
                    self.out.push(Event::Unknown(item.span));
                }
            }
            Lex::Colon
            | Lex::Relative
            | Lex::Modal
            | Lex::Like
            | Lex::Power
            | Lex::Topic
            | Lex::Of
            | Lex::Each
            | Lex::Straight
            | Lex::Shogi
            | Lex::BetzaLabel
            | Lex::Comma
            | Lex::And
            | Lex::Or
            | Lex::Slash
            | Lex::To
            | Lex::Filler
            | Lex::DirNoun
            | Lex::UpTo
            | Lex::Landing
            | Lex::Unit
            | Lex::Others
            | Lex::Exactly
            | Lex::UnitLanding => self.small(&lex, item),
            _ => self.clause.marks.push((lex, item.span)),
        }
    }

    /// Words that mean something only beside others: alone they are reported.
    fn small(&mut self, lex: &Lex, item: &Item) {
        let beside_piece =
            matches!(self.kind(self.at + 1), Some(Kind::Piece(_) | Kind::Mark(Lex::Men)));
        let lost = match lex {
            Lex::UpTo | Lex::Landing | Lex::Exactly | Lex::UnitLanding => true,
            Lex::Others => !beside_piece,
            _ => false,
        };
        if lost {
            self.out.push(Event::Unknown(item.span));
        }
    }

    /// "forward (N)", "forward (max 3)", "all directions (8)": a remark on the phrase before it.
    fn small_parenthesis(&mut self) -> bool {
        let inside = self.items[self.at + 1..].iter().take(12);
        let Some(length) =
            inside.clone().position(|item| matches!(item.kind, Kind::Mark(Lex::Close)))
        else {
            return false;
        };
        let (first, end) = (self.at + 1, self.at + 1 + length);
        let inside = &self.items[first..end];
        let before = match self.clause.run.last() {
            Some(Item { kind: Kind::Dir(phrase), .. }) => Some(phrase.words.dirs()),
            _ => None,
        };
        match (inside, before) {
            ([Item { kind: Kind::Extent(extent), span, .. }], Some(dirs))
                if !self.clause.has(&Lex::Within) =>
            {
                let counts =
                    !extent.unit && !extent.at_most && extent.max == u16::try_from(dirs.len()).ok();
                let doubtful =
                    !extent.unit && !extent.at_most && extent.max.is_some() && dirs.len() > 1;
                if counts {
                    // Says how many directions there are.
                } else if doubtful {
                    self.out.push(Event::Unknown(*span));
                } else {
                    self.clause.run.push(self.items[first].clone());
                }
            }
            (inside, Some(dirs))
                if !inside.is_empty()
                    && inside.iter().all(|item| matches!(item.kind, Kind::Dir(_))) =>
            {
                let again = inside.iter().fold(Dirs::NONE, |set, item| match &item.kind {
                    Kind::Dir(phrase) => set | phrase.words.dirs(),
                    _ => set,
                });
                let total = self.clause.run.iter().fold(Dirs::NONE, |set, item| match &item.kind {
                    Kind::Dir(phrase) => set | phrase.words.dirs(),
                    _ => set,
                });
                if again != dirs && again != total {
                    let span = inside[0].span.to(inside[inside.len() - 1].span);
                    self.out.push(Event::Unknown(span));
                }
            }
            _ => return false,
        }
        self.at = end;
        true
    }

    /// After a leap, 「さらに走れる」 with no direction of its own goes on from where it landed.
    fn leaps_on(&self) -> bool {
        let leaps = self.clause.manner == Some(Manner::Jump) || self.clause.has(&Lex::PassOver);
        let rest = self.items[self.at + 1..].iter();
        let stop = rest.map(|item| &item.kind).find(|kind| {
            matches!(
                kind,
                Kind::Dir(_)
                    | Kind::Verb(_)
                    | Kind::VerbToward(_)
                    | Kind::Mark(Lex::Stop | Lex::Semicolon | Lex::Newline)
            )
        });
        leaps && matches!(stop, Some(Kind::Verb(_)))
    }

    /// "plus": a new clause, unless it adds the second leg of a knight's leap ("2 forward + 1 sideways").
    fn plus(&mut self, item: &Item) {
        let second_leg = self.clause.manner == Some(Manner::Jump)
            && !self.clause.run.is_empty()
            && matches!(self.kind(self.at + 1), Some(Kind::Extent(_)));
        if !second_leg {
            self.flush();
            self.clause.also = true;
        } else {
            self.clause.marks.push((Lex::And, item.span));
        }
    }

    fn not(&mut self, item: &Item) {
        // 後ろ:なし and "backward: no" deny what stands before.
        let denies = self.items.get(self.at + 1).is_none_or(|next| {
            next.joined()
                || matches!(
                    next.kind,
                    Kind::Mark(Lex::Stop | Lex::Newline | Lex::Semicolon | Lex::Close)
                )
        });
        let before = self.at > 0
            && !item.joined()
            && (matches!(self.kind(self.at - 1), Some(Kind::Dir(_)))
                || self.mark(self.at - 1) == Some(&Lex::Colon));
        if denies
            && before
            && let Some(Item { kind: Kind::Dir(_), .. }) = self.clause.run.last()
        {
            let denied = self.clause.run.pop();
            let japanese = self.clause.japanese;
            self.flush();
            self.out.push(Event::Clause(Clause {
                mode: Mode::Not,
                run: denied.into_iter().collect(),
                japanese,
                ..Clause::default()
            }));
            return;
        }
        let (about, manner, mode) =
            (std::mem::take(&mut self.clause.about), self.clause.manner, self.clause.mode);
        let fronted = manner.is_none()
            && self.clause.only_directions()
            && !item.joined()
            && mode != Mode::Not
            && !self.clause.run.is_empty()
            && !item.japanese;
        if fronted {
            self.clause.about = about;
        } else {
            self.flush();
            self.clause.about = about;
        }
        self.clause.mode = Mode::Not;
    }

    fn except(&mut self, item: &Item) {
        // After: 真後ろ以外.
        if item.japanese {
            let mut taken = Vec::new();
            while matches!(self.clause.run.last(), Some(Item { kind: Kind::Dir(_), .. })) {
                let joined =
                    self.clause.run.last().is_some_and(|item| item.and || item.or || item.comma);
                taken.extend(self.clause.run.pop());
                if !joined {
                    break;
                }
            }
            taken.reverse();
            if taken.is_empty() {
                self.out.push(Event::Unknown(item.span));
            }
            self.clause.except.extend(taken);
            self.clause.marks.push((Lex::Except, item.span));
            return;
        }
        // "except when", "without" with no direction: reported when nothing follows.
        self.clause.in_except = true;
        self.clause.marks.push((Lex::Except, item.span));
    }

    /// "diagonally forward it slides": the directions before "it" belong to what follows.
    fn pronoun(&mut self) {
        let follows_direction = self.at > 0 && matches!(self.kind(self.at - 1), Some(Kind::Dir(_)));
        if !follows_direction
            || self.clause.has(&Lex::Within)
            || self.clause.in_except
            || self.clause.only_directions()
        {
            return;
        }
        let mut fronted = Vec::new();
        while let Some(item) = self.clause.run.last() {
            if !matches!(item.kind, Kind::Dir(_)) {
                break;
            }
            let comma = item.comma;
            fronted.extend(self.clause.run.pop());
            if comma {
                break;
            }
        }
        fronted.reverse();
        self.flush();
        self.clause.run = fronted;
    }

    /// Hands the rest of the sentence, or the part up to a comma, to the rules.
    fn rule(&mut self) {
        let negated = self.clause.mode == Mode::Not;
        let mut rule: Vec<Item> = std::mem::take(&mut self.clause.run);
        let keep = rule.iter().all(|item| {
            matches!(item.kind, Kind::Piece(_) | Kind::Count(_) | Kind::Extent(_) | Kind::Dir(_))
        }) && self.clause.manner.is_none();
        if !keep {
            self.clause.run = std::mem::take(&mut rule);
        } else {
            let marks = std::mem::take(&mut self.clause.marks);
            rule.extend(marks.into_iter().map(|(lex, span)| plain(Kind::Mark(lex), span)));
        }
        self.clause.mode = if negated && !keep { Mode::Not } else { Mode::Add };
        if keep {
            self.clause = Clause::default();
        } else {
            self.flush();
        }
        if negated && keep {
            rule.push(plain(Kind::Mark(Lex::Not), self.items[self.at].span));
        }
        while let Some(item) = self.items.get(self.at) {
            if matches!(
                item.kind,
                Kind::Mark(
                    Lex::Stop
                        | Lex::Newline
                        | Lex::Semicolon
                        | Lex::Bullet
                        | Lex::Betza
                        | Lex::BetzaLabel
                )
            ) {
                break;
            }
            rule.push(item.clone());
            self.at += 1;
        }
        self.at -= 1;
        self.out.push(Event::Rule(rule));
    }
}

fn plain(kind: Kind, span: Span) -> Item {
    Item { kind, span, japanese: false, comma: false, and: false, or: false, of: false }
}
