//! What the sentences of a text say together: definitions, restatements, notes, rules, doubt.

use std::borrow::Cow;

use super::asides::{clipped, headless, leaps_there, likened, odd, reasons};
use super::chart::{Doubt, LONGEST};
use super::chunk::{Chunk, Cutter, Role};
use super::evidence::agrees;
use super::mean::{Dirs, Kind, Set};
use super::sentence::{Item, Reading, readings, single};
use super::state::{State, apply, keep, others, place, tell};
use super::title::subject;
use super::value::{Mean, Sort, Sort::*, Val};
use crate::known::TABLE;
use crate::say;
use koma_pieces::{Movement, SpecialRule};
use koma_text::{Finding, Span};

/// Chunks as the chart takes them: their meanings, whether they are Japanese, where they stand.
type Prepared = (Vec<Vec<(Val, f32)>>, Vec<bool>, Vec<Span>);

pub(crate) struct Discourse<'a> {
    pub(super) cutter: &'a Cutter<'a>,
    pub(crate) subject: Vec<String>,
    pub(super) states: Vec<State>,
    pub(super) unknown: Vec<Span>,
    /// Rules of the game that are no part of a movement.
    pub(super) left_out: Vec<Span>,
    pub(super) disputed: Vec<Finding>,
    /// Words nobody knows in sentences that say nothing of moves.
    passed: Vec<Span>,
    pub(super) notations: Vec<(Span, bool)>,
    pub(super) rules: Vec<SpecialRule>,
    pub(super) promotes_to: Option<String>,
    pub(super) does_not_promote: bool,
    /// The directions of the sentence before.
    before: u8,
    /// Where the first subject stands.
    named: Option<Span>,
    /// The known piece of that name.
    pub(crate) model: Option<Set>,
    /// Brackets within brackets.
    depth: u8,
}

/// The outcome.
pub(crate) struct Read {
    pub(crate) movement: Movement,
    pub(crate) others: Vec<Movement>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) notations: Vec<(Span, bool)>,
    pub(crate) rules: Vec<SpecialRule>,
    pub(crate) promotes_to: Option<String>,
    pub(crate) does_not_promote: bool,
    pub(crate) captures_two: bool,
    pub(crate) named: Option<Span>,
}

impl<'a> Discourse<'a> {
    pub(crate) fn new(cutter: &'a Cutter<'a>) -> Self {
        Self {
            cutter,
            subject: Vec::new(),
            states: vec![State::default()],
            unknown: Vec::new(),
            left_out: Vec::new(),
            disputed: Vec::new(),
            passed: Vec::new(),
            notations: Vec::new(),
            rules: Vec::new(),
            promotes_to: None,
            does_not_promote: false,
            before: 0,
            named: None,
            model: None,
            depth: 0,
        }
    }

    pub(super) fn defined(&self) -> bool {
        self.states.iter().any(|state| !state.set.is_empty())
    }

    /// Reads one sentence; a very long one by its clauses.
    pub(crate) fn sentence(&mut self, chunks: &[Chunk]) {
        let words = |chunks: &[Chunk]| chunks.iter().filter(|c| c.role == Role::Word).count();
        if words(chunks) > LONGEST {
            let verb = |c: &Chunk| c.japanese && c.is(&[Verb, Mod]);
            let joint = |at: usize| {
                let c = &chunks[at];
                c.is(&[Semi]) || at > 0 && verb(&chunks[at - 1]) && c.is(&[Comma])
            };
            let half = chunks.len() / 2;
            let middle =
                (1..chunks.len()).filter(|at| joint(*at)).min_by_key(|at| at.abs_diff(half));
            if let Some(at) = middle {
                self.sentence(&chunks[..at]);
                return self.sentence(&chunks[at + 1..]);
            }
        }
        self.clauses(chunks);
    }

    fn clauses(&mut self, chunks: &[Chunk]) {
        let rest = self.rules_off(chunks);
        let rest = likened(&rest);
        let rest = self.opened(&rest);
        let mut chunks = headless(&rest);
        let mut restates = false;
        let leading = |chunks: &[Chunk]| chunks.iter().take_while(|c| c.role == Role::Skip).count();
        let at = leading(chunks);
        if self.defined() && chunks.get(at).is_some_and(|c| c.is(&[Colon])) {
            restates = true;
            chunks = &chunks[at + 1..];
        }
        let chunks = clipped(chunks);
        if self.defined() && reasons(chunks) || self.said_how(chunks) {
            return;
        }
        let whole = chunks;
        let used = subject(chunks, self.cutter).max(self.itself(chunks));
        let proper = |c: &Chunk| {
            c.is_piece()
                || c.japanese
                || c.role == Role::Unknown
                    && self.cutter.text[c.span.start..].starts_with(char::is_uppercase)
        };
        let about_other =
            used > 0 && self.other(&chunks[..used]) && chunks[..used].iter().any(proper);
        self.introduce(&chunks[..used]);
        if about_other && self.defined() {
            return;
        }
        let chunks = self.to_the_point(&chunks[used..]);
        let chunks = &self.contrasted(chunks)[..];
        // "It may also glim.": an unknown deed.
        let deeds = self.deeds(chunks);
        let Some((mut vals, japanese, spans)) = self.prepared(chunks) else {
            return self.unknown.extend(deeds);
        };
        leaps_there(chunks, &mut vals);
        let says = |sorts: &[Sort]| vals.iter().flatten().any(|(val, _)| val.is(sorts));
        // A note, unless the sentence also tells where the piece goes.
        let goes =
            says(&[Verb]) && (says(&[Dirs, Vectors]) || says(&[Piece]) && says(&[Like, Power]));
        if says(&[Note]) && !goes {
            return;
        }
        let moving = says(MOVES);
        let likeness = says(&[Piece]) && (says(&[Like, Verb, Power]) || !self.defined());
        let mut unknown = odd(chunks, says(&[Like]));
        let foreign = chunks.iter().any(|c| c.role == Role::Unknown);
        if says(&[Stops]) && chunks.iter().any(Chunk::is_piece) {
            return self.stoppers(chunks);
        }
        if !moving && !likeness {
            // "It slides.": how, but not where.
            let walks = says(&[Slide, Step]);
            if walks && (unknown.is_empty() || chunks.len() < 7) {
                self.unknown.extend(spans.iter().copied().reduce(Span::to));
            }
            // "May leap."
            let leaps = |v: &Vec<(Val, f32)>| {
                v.iter().any(|(val, _)| *val == Val::Verb(super::mean::Manner::Leap))
            };
            if self.defined() && unknown.is_empty() && vals.len() == 1 && vals.iter().all(leaps) {
                let reading = Reading { items: vec![Item::Way], cost: 0.0, notes: Vec::new() };
                self.define(&[reading], &spans);
                return;
            }
            self.unknown.extend(deeds);
            if chunks.iter().any(|c| c.role == Role::Betza) {
                self.unknown.extend(unknown);
            } else {
                self.passed.extend(unknown);
            }
            return self.note(chunks, whole);
        }
        if self.defined() && foreign && (!tells(chunks, 3) || self.remarks(chunks)) {
            return self.note(chunks, whole);
        }
        let starts_like =
            vals.first().is_some_and(|v| v.iter().any(|(val, _)| matches!(val, Val::Like)));
        let restates = restates || starts_like && self.defined();
        let starts: Vec<bool> = self.starts(chunks);
        let all = readings(&vals, &japanese, &starts, unknown.is_empty());
        unknown.extend(super::fillers::misplaced(chunks));
        if restates {
            self.told(chunks, &[Risky, Cap]);
            return self.restated(&all, &unknown, &spans);
        }
        if self.define(&all, &spans) {
            self.unknown.extend(unknown);
            self.disputes(chunks);
        }
    }

    /// Remembers who the text is about.
    fn introduce(&mut self, subject: &[Chunk]) {
        if self.model.is_none() {
            let piece = |c: &Chunk| {
                c.vals.iter().find_map(|(val, _)| {
                    if let Val::Piece(m) = val { Some(m.set.clone()) } else { None }
                })
            };
            self.model = subject.iter().find_map(piece);
        }
        if !subject.is_empty() && self.subject.is_empty() {
            self.subject = self.names(subject);
            let word = |c: &Chunk| c.role != Role::Skip;
            let plain = |c: &Chunk| word(c) && !matches!(c.role, Role::Bracket(..));
            if let (Some(first), Some(last)) =
                (subject.iter().position(word), subject.iter().rposition(plain))
            {
                self.named = Some(subject[first].span.to(subject[last.max(first)].span));
            }
        }
    }

    /// "(and one square backward)" adds, so it stands as if there were no brackets.
    fn opened<'c>(&self, chunks: &'c [Chunk]) -> Cow<'c, [Chunk]> {
        if !chunks.iter().any(|c| matches!(c.role, Role::Bracket(..))) {
            return Cow::Borrowed(chunks);
        }
        let joint = |c: &Chunk| c.is(&[And, Or]);
        let mut out = Vec::with_capacity(chunks.len());
        for chunk in chunks {
            match chunk.role {
                Role::Bracket(from, to) if from < to => {
                    let inner = self.cutter.cut(from, to);
                    let adds = inner.first().is_some_and(joint) && tells(&inner, 0);
                    if adds { out.extend(inner) } else { out.push(chunk.clone()) }
                }
                _ => out.push(chunk.clone()),
            }
        }
        Cow::Owned(out)
    }

    /// The chunks as the chart takes them: brackets read, fillers and the unknown left out.
    fn prepared(&mut self, chunks: &[Chunk]) -> Option<Prepared> {
        let (mut vals, mut japanese, mut spans) = (Vec::new(), Vec::new(), Vec::new());
        let mut named = 0;
        for chunk in chunks {
            let val = match &chunk.role {
                Role::Word => {
                    let before = if named == 0 { self.before } else { named };
                    if let Some((Val::Dirs(dirs), _)) = chunk.vals.first() {
                        named |= super::mean::plain(dirs);
                    }
                    settled(&chunk.vals, before)
                }
                Role::Bracket(from, to) => match self.bracket(*from, *to) {
                    Some(val) => vec![(Val::Evidence(Box::new(val)), 0.0)],
                    None => continue,
                },
                Role::Dash => vec![(Val::Colon, 0.2), (Val::Conj(super::value::Conj::Semi), 0.0)],
                Role::Betza => {
                    self.notations.push((chunk.span, false));
                    continue;
                }
                _ => continue,
            };
            vals.push(val);
            japanese.push(chunk.japanese);
            spans.push(chunk.span);
        }
        (!vals.is_empty()).then_some((vals, japanese, spans))
    }

    /// Which of the chunks that count begin a phrase of their own: "along the left".
    fn starts(&self, chunks: &[Chunk]) -> Vec<bool> {
        const WORDS: [&str; 7] = ["along", "on", "to", "toward", "towards", "at", "in"];
        let mut before = false;
        let mut out = Vec::new();
        for chunk in chunks {
            let words = &chunk.word;
            let first = words.split(' ').next().unwrap_or_default();
            let opens = WORDS.contains(&first);
            match chunk.role {
                Role::Skip => before |= opens,
                Role::Word | Role::Bracket(..) | Role::Dash => {
                    out.push(before || opens);
                    before = false;
                }
                _ => {}
            }
        }
        out
    }

    /// Pieces about which games differ.
    fn disputes(&mut self, chunks: &[Chunk]) {
        for chunk in chunks.iter().filter(|c| c.is_piece()) {
            let words = &*chunk.word;
            let found = TABLE.english(words).or_else(|| TABLE.japanese(words));
            if let Some(dispute) =
                found.map(|at| TABLE.pieces[at].disputed).filter(|d| !d.is_empty())
            {
                self.disputed.push(say::disputed_piece(words, dispute).at(chunk.span));
            }
        }
    }

    /// What a bracket says, if it is about the movement.
    fn bracket(&mut self, from: usize, to: usize) -> Option<Val> {
        if self.depth > 1 || from >= to || self.of_promotion(from, to) {
            return None;
        }
        self.depth += 1;
        let val = self.inner(from, to);
        self.depth -= 1;
        // What speaks of moves and is not understood is told.
        if val.is_none() && self.depth == 0 {
            let chunks = self.cutter.cut(from, to);
            let moves = chunks.iter().all(|c| c.role != Role::Unknown)
                && chunks.iter().any(|c| c.is(&[Dirs, Dist]))
                || tells(&chunks, 0);
            let other = subject(&chunks, self.cutter) > 0 || chunks.iter().any(Chunk::is_piece);
            if moves && !other {
                self.unknown.push(self.cutter.span(from, to));
            }
        }
        val
    }

    fn inner(&mut self, from: usize, to: usize) -> Option<Val> {
        let chunks = self.cutter.cut(from, to);
        let used = subject(&chunks, self.cutter);
        if used > 0 && self.other(&chunks[..used]) {
            return None;
        }
        let chunks = self.rules_off(&chunks[used..]);
        if chunks.iter().any(|c| matches!(c.role, Role::Bracket(..))) && chunks.len() == 1 {
            return None;
        }
        let (mut vals, japanese, _) = self.prepared(&chunks)?;
        let unknown = chunks.iter().any(Chunk::strange);
        let joint =
            |v: &Vec<(Val, f32)>| v.iter().any(|(val, _)| matches!(val, Val::Colon | Val::Conj(_)));
        let lead = vals.iter().take_while(|v| joint(v)).count();
        vals.drain(..lead);
        let japanese = japanese[lead..].to_vec();
        single(&vals, &japanese).filter(|_| !unknown)
    }

    fn names(&self, chunks: &[Chunk]) -> Vec<String> {
        let words = chunks.iter().filter(|c| c.role != Role::Skip).map(|c| &c.word);
        words.flat_map(|w| w.split(' ').map(str::to_owned).collect::<Vec<_>>()).collect()
    }

    /// How many chunks at the head name the piece itself once more: "The knight ignores ...".
    fn itself(&self, chunks: &[Chunk]) -> usize {
        let at = chunks.iter().take_while(|c| c.role == Role::Skip).count();
        let [.., article] = &chunks[..at] else { return 0 };
        let named =
            chunks.get(at).is_some_and(|c| c.is_piece() && !self.other(std::slice::from_ref(c)));
        let known = self.defined() && !self.subject.is_empty() && article.says(&["the", "a", "an"]);
        if known && named { at + 1 } else { 0 }
    }

    /// Whether a subject is another piece than the one the text is about.
    fn other(&self, chunks: &[Chunk]) -> bool {
        let names = self.names(chunks);
        let said = |name: &String| {
            let stem = name.trim_end_matches('s');
            self.subject.iter().any(|word| {
                word.trim_end_matches('s') == stem
                    || word.contains(stem) && !stem.is_ascii()
                    || stem.contains(word.as_str()) && !word.is_ascii()
            })
        };
        !self.subject.is_empty() && !names.is_empty() && !names.iter().any(said)
    }

    /// Joins the readings of a sentence to what stands. True if it said anything.
    fn define(&mut self, all: &[Reading], spans: &[Span]) -> bool {
        let mut next: Vec<State> = Vec::new();
        let mut before = 0;
        for state in &self.states {
            for reading in all {
                let mut joined = state.clone();
                joined.cost += reading.cost;
                joined
                    .findings
                    .extend(reading.notes.iter().map(|note| (note.doubt, place(*note, spans))));
                apply(&mut joined, reading, spans);
                next.push(joined);
            }
        }
        if let Some(best) = all.first() {
            for item in &best.items {
                if let Item::Moves(mean) = item {
                    before |= mean.set.lines();
                }
            }
        }
        if before != 0 {
            self.before = before;
        }
        let said = all.first().is_some_and(|reading| !reading.items.is_empty());
        if !next.is_empty() {
            self.states = keep(next);
        }
        said
    }

    /// "That is, ...": compares with what stands.
    fn restated(&mut self, all: &[Reading], unknown: &[Span], spans: &[Span]) {
        let whole = all.iter().filter(|reading| {
            unknown.is_empty()
                && reading.notes.iter().all(|note| note.doubt != Doubt::Unread)
                && reading.items.iter().any(|item| matches!(item, Item::Moves(_)))
        });
        let whole: Vec<&Reading> = whole.collect();
        if whole.is_empty() {
            return;
        }
        let mut next = Vec::new();
        for state in &self.states {
            for reading in &whole {
                let mut alone = State::default();
                apply(&mut alone, reading, spans);
                let mut joined = state.clone();
                let evidence = Mean {
                    set: alone.set.clone(),
                    vague: alone.vague.is_some() && alone.set.is_empty(),
                };
                let evidence = match &alone.vague {
                    Some(vague) if alone.set.is_empty() => vague.clone(),
                    _ => evidence,
                };
                let said = Mean { set: joined.set.clone(), vague: false };
                if joined.set.is_empty() && !evidence.vague {
                    joined.set = alone.set.clone();
                    joined.cost += reading.cost;
                } else if agrees(&joined.set, &evidence) || agrees(&alone.set, &said) {
                    joined.cost += reading.cost * 0.3 - 0.6;
                } else {
                    joined.cost += reading.cost * 0.3 + 3.0;
                    let span = spans.iter().copied().reduce(Span::to);
                    joined.findings.extend(span.map(|span| (Doubt::Differs, span)));
                    joined.said = Some(alone.set.clone());
                }
                next.push(joined);
            }
        }
        self.states = keep(next);
    }

    pub(crate) fn finish(self) -> Read {
        let mut states = self.states;
        states.iter_mut().filter(|state| state.set.is_empty()).for_each(|state| state.cost += 0.4);
        states.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        let mut best = states.first().cloned().unwrap_or_default();
        if best.set.is_empty()
            && let Some(vague) = &best.vague
        {
            best.set = vague.set.clone();
            let whole = Span::new(0, self.cutter.text.len());
            best.findings.push((Doubt::Ambiguous, whole));
        }
        if best.set.others > 0 {
            let named = (best.set.lines() | best.ruled_out).count_zeros();
            if named != u32::from(best.set.others) {
                best.findings.push((Doubt::Count, Span::new(0, self.cutter.text.len())));
            }
            best.set.others = 0;
        }
        let mut findings = self.disputed;
        let rival = states.get(1).filter(|other| {
            other.cost - best.cost < 0.35
                && other.set.without(other.denied) != best.set.without(best.denied)
                && !other.set.is_empty()
        });
        if rival.is_some() && best.findings.is_empty() {
            best.findings.push((Doubt::Ambiguous, Span::new(0, self.cutter.text.len())));
        }
        let others = if best.findings.is_empty() { Vec::new() } else { others(&best, &states) };
        let quote = |span: Span| self.cutter.text[span.start..span.end].to_owned();
        for (doubt, span) in &best.findings {
            findings.push(tell(*doubt, quote(*span)).at(*span));
        }
        // Where nothing was found, what was passed over may be the reason.
        let passed =
            self.passed.iter().filter(|_| best.set.is_empty() && self.notations.is_empty());
        for span in self.unknown.iter().chain(passed) {
            findings.push(say::not_understood(quote(*span)).at(*span));
        }
        for span in &self.left_out {
            findings.push(say::left_out(quote(*span)).at(*span));
        }
        let mut set = best.set;
        if set.rest > 0 && best.ruled_out != 0 {
            let named = set.lines() | best.ruled_out;
            set.add(&Set::walk(!named, set.rest));
            set.rest = 0;
        }
        let slides_on = set.slides_on;
        let mut movement = set.without(best.denied).movement();
        // What stops a flight is a matter of rank, which the name tells.
        let model = self.model.as_ref().and_then(|m| m.more.clone()).unwrap_or_default();
        if let Some(known) = model.range_capture {
            if let Some(fly) = &mut movement.range_jump {
                (fly.rank, fly.cannot_jump) = (known.rank, known.cannot_jump.clone());
            }
            if let Some(fly) = &mut movement.range_capture {
                (fly.rank, fly.cannot_jump) = (known.rank, known.cannot_jump);
            }
        }

        if slides_on {
            movement = super::settle::line_slides(movement);
        }
        if let Some(captures) = best.captures {
            movement = super::settle::split(&movement, &captures.movement());
        }
        Read {
            movement,
            others,
            findings,
            notations: self.notations,
            rules: self.rules,
            promotes_to: self.promotes_to,
            does_not_promote: self.does_not_promote,
            captures_two: false,
            named: self.named,
        }
    }
}

/// "those directions" are the ones spoken of before.
fn settled(vals: &[(Val, f32)], before: u8) -> Vec<(Val, f32)> {
    let mut out = vals.to_vec();
    for (val, _) in &mut out {
        if let Val::Dirs(dirs) = val
            && super::mean::has(dirs, Kind::Those)
        {
            let one: Dirs = vec![super::mean::Comp::class(before)];
            *val = if before == 0 { Val::Risky } else { Val::Dirs(one) };
        }
    }
    out
}

/// Whether words with unknown ones among them can still tell where a piece goes: a direction and how far, or how,
/// or a likeness. Beside fewer unknown words than `few` a direction or a number is enough.
pub(super) fn tells(chunks: &[Chunk], few: usize) -> bool {
    let unknown = chunks.iter().filter(|c| c.role == Role::Unknown).count();
    let says = |sorts: &[Sort]| chunks.iter().any(|c| c.is(sorts));
    let way = says(&[Dirs, VerbTo]);
    let how = says(&[Dist, Adj, Verb, VerbTo, VerbFar]);
    let denies = says(&[NegVerb, Not, NoJump, Way]);
    let likens = says(&[Piece]) && says(&[Like, Verb, Power]);
    let alone = unknown < few && (way || how);
    way && how || alone || denies || likens || says(&[Vectors, Mod])
}

/// What speaks of moves by itself.
pub(super) const MOVES: &[Sort] =
    &[Dirs, Dist, Adj, Vectors, Legs, Mod, NegVerb, Way, NoJump, Evidence];
