//! What the sentences of a text say together: definitions, restatements, notes, rules, doubt.

use std::borrow::Cow;

use super::asides::{clipped, headless, likened};
use super::chart::{Doubt, LONGEST, Note};
use super::chunk::{Chunk, Cutter, Role};
use super::evidence::agrees;
use super::mean::{Dirs, Kind, Set, direction, on_side};
use super::sentence::{Item, Reading, readings, single};
use super::settle::{leapt, limited, modified, replaced};
use super::title::subject;
use super::value::{Mean, Sort, Sort::*, Val};
use crate::known::TABLE;
use crate::say;
use koma_pieces::{Movement, SpecialRule};
use koma_text::{Finding, Span};

/// Chunks as the chart takes them: their meanings, whether they are Japanese, where they stand.
type Prepared = (Vec<Vec<(Val, f32)>>, Vec<bool>, Vec<Span>);

/// One way to read all sentences so far.
#[derive(Clone, Default)]
pub(super) struct State {
    pub(super) set: Set,
    /// Directions denied before anything was said, and at any time.
    denied: u8,
    ruled_out: u8,
    vague: Option<Mean>,
    /// Directions still without a distance.
    open: u8,
    captures: Option<Set>,
    /// What a restatement says instead.
    said: Option<Set>,
    cost: f32,
    findings: Vec<(Doubt, Span)>,
}

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

/// Readings of the text so far that are carried on.
const KEPT: usize = 6;

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
        let mut chunks = clipped(chunks);
        // "And the fool moved ...": a joint with nothing before it.
        if let [first, next, ..] = chunks
            && !first.japanese
            && first.is(&[And])
            && matches!(next.role, Role::Skip | Role::Unknown)
        {
            chunks = &chunks[1..];
        }
        // "Because it cannot move orthogonally, ...": what follows from what was said.
        let reason = chunks.first().is_some_and(|c| c.says(&["because", "since", "as"]));
        if reason && self.defined() && !chunks.iter().any(|c| c.is(&[Dist, Adj, Vectors, Mod])) {
            return;
        }
        if self.said_how(chunks) {
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
        if used > 0 && self.model.is_none() {
            let piece = |c: &Chunk| {
                c.vals.iter().find_map(|(val, _)| {
                    if let Val::Piece(m) = val { Some(m.set.clone()) } else { None }
                })
            };
            self.model = chunks[..used].iter().find_map(piece);
        }
        if used > 0 && self.subject.is_empty() {
            self.subject = self.names(&chunks[..used]);
            let first = chunks[..used].iter().position(|c| c.role != Role::Skip);
            let last = chunks[..used]
                .iter()
                .rposition(|c| c.role != Role::Skip && !matches!(c.role, Role::Bracket(..)));
            if let (Some(first), Some(last)) = (first, last) {
                self.named = Some(chunks[first].span.to(chunks[last.max(first)].span));
            }
        }
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
        // "..., and can jump.": how it goes where it goes.
        let leap = |v: &Vec<(Val, f32)>| v.iter().any(|(val, _)| val.is(&[Leap]));
        let bracket = |c: &&Chunk| matches!(c.role, Role::Bracket(..));
        let behind = chunks.iter().rev().take_while(bracket).count();
        let able = chunks.iter().rev().nth(behind + 1).is_some_and(|c| c.role == Role::Modal);
        let last = vals.len().checked_sub(behind + 1).filter(|last| able && *last > 1);
        let several = |(val, _): &(Val, f32)| matches!(val, Val::Dist(super::mean::Dist::UpTo(_)));
        let last = last.filter(|_| vals.iter().flatten().any(several));
        if let Some(last) = last.filter(|last| leap(&vals[*last])) {
            vals[last] = vec![(Val::Way, 0.0)];
        }
        let says = |sorts: &[Sort]| vals.iter().flatten().any(|(val, _)| val.is(sorts));
        // A note, unless the sentence also tells where the piece goes.
        let goes =
            says(&[Verb]) && (says(&[Dirs, Vectors]) || says(&[Piece]) && says(&[Like, Power]));
        if says(&[Note]) && !goes {
            return;
        }
        let moving = says(MOVES);
        let likeness = says(&[Piece]) && (says(&[Like, Verb, Power]) || !self.defined());
        // A word of everyday speech may say what sort of rook it is, else it is passed over.
        let odd = |at: usize| {
            let next = |sorts: &[Sort]| chunks.get(at + 1).is_some_and(|c| c.is(sorts));
            let bends = next(&[Piece]) && says(&[Like]) || next(&[Dist]);
            chunks[at].strange() || chunks[at].role == Role::Unknown && bends
        };
        let mut unknown: Vec<Span> =
            (0..chunks.len()).filter(|at| odd(*at)).map(|at| chunks[at].span).collect();
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

/// What the words may mean besides the best reading, the likeliest first.
fn others(best: &State, states: &[State]) -> Vec<Movement> {
    let mut sets: Vec<Set> = best.said.iter().cloned().collect();
    if best.open != 0 {
        let far = Set::walk(best.open, super::mean::ANY);
        sets.push(best.set.without(best.open).plus(&far));
    }
    let near = states.iter().filter(|s| s.cost - best.cost < 2.5 && !s.set.is_empty());
    sets.extend(near.map(|state| state.set.without(state.denied)));
    let mut out: Vec<Movement> = Vec::new();
    let taken = best.set.without(best.denied).movement();
    for movement in sets.iter().map(Set::movement) {
        if movement != taken && !out.contains(&movement) && out.len() < 3 {
            out.push(movement);
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

fn place(note: Note, spans: &[Span]) -> Span {
    let first = spans.get(note.from as usize).or(spans.last()).copied().unwrap_or(Span::new(0, 0));
    let last = spans.get((note.to as usize).max(1) - 1).or(spans.last()).copied().unwrap_or(first);
    first.to(last)
}

fn keep(mut states: Vec<State>) -> Vec<State> {
    states.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut kept: Vec<State> = Vec::new();
    for state in states {
        if kept.len() < KEPT
            && !kept.iter().any(|other| {
                other.set == state.set
                    && other.denied == state.denied
                    && other.captures == state.captures
            })
        {
            kept.push(state);
        }
    }
    kept
}

/// Acts on what a sentence says, item by item.
fn apply(state: &mut State, reading: &Reading, spans: &[Span]) {
    let whole = || spans.iter().copied().reduce(Span::to).unwrap_or(Span::new(0, 0));
    let mut captures = false;
    // "moves forward and captures diagonally": nothing else is said.
    let two_ways =
        matches!(&reading.items[..], [Item::Moves(_), Item::Capture(true), Item::Moves(_)])
            && reading.notes.is_empty();
    // "has three moves: ...": counted when all is said.
    let counts = |item: &&Item| matches!(item, Item::Total(..));
    let all = reading.items.iter().filter(|item| !counts(item));
    for item in all.chain(reading.items.iter().filter(counts)) {
        match item {
            Item::Moves(mean) if mean.vague => {
                if !state.set.is_empty() && !agrees(&state.set, mean) {
                    doubt(state, Doubt::Unread, whole(), 2.0);
                }
                state.vague = Some(mean.clone());
            }
            Item::Moves(mean) if captures => {
                state.captures.get_or_insert_default().add(&mean.set);
            }
            Item::Moves(mean) => {
                // 「横に1マス、縦に2マス、…横に2マス、縦に1マス」: the same ways again, and not as far.
                let walks =
                    |set: &Set| set.leaps.is_empty() && !set.reach.contains(&super::mean::ANY);
                let again = state.set.mask() == mean.set.mask() && state.set != mean.set;
                if again && mean.set.mask() != 0 && walks(&state.set) && walks(&mean.set) {
                    doubt(state, Doubt::Ambiguous, whole(), 0.0);
                }
                state.set.add(&mean.set);
            }
            // "like a rook, moving vertically and horizontally": the lines again, no new move.
            Item::Open(mask) if state.set.lines() == *mask && state.set != Set::walk(*mask, 1) => {
                let here = whole().start;
                state.findings.retain(|(doubt, at)| *doubt != Doubt::NoDistance || at.start < here);
                state.cost -= 1.5;
            }
            Item::Open(mask) => state.open = *mask,
            Item::Override(mean) => state.set = replaced(&state.set, &mean.set),
            Item::Neg(mask) | Item::Except(mask) => {
                state.ruled_out |= mask;
                // A leap lies between lines: what is denied of it is told.
                let leans = |&(r, c): &(i8, i8)| direction(r, c).is_none() && on_side(r, c, *mask);
                if state.set.is_empty() {
                    state.denied |= mask;
                } else {
                    let leaps = state.set.leaps.len();
                    state.set = state.set.without(*mask);
                    state.set.leaps.retain(|leap| !leans(leap));
                    if state.set.leaps.len() < leaps
                        && state.set.leaps.iter().any(|&(r, c)| direction(r, c).is_none())
                    {
                        doubt(state, Doubt::Ambiguous, whole(), 0.0);
                    }
                }
            }
            Item::Only(mask) => match state.set.within(*mask) {
                Some(set) => state.set = set,
                None => doubt(state, Doubt::Unread, whole(), 3.0),
            },
            Item::Limit(dist)
                if state.open != 0 && !super::settle::limit(state.open, dist).is_empty() =>
            {
                let far = super::settle::limit(state.open, dist);
                state.set = state.set.without(state.open).plus(&far);
                state.open = 0;
                // Only what was said before is settled by it.
                let here = whole().start;
                state
                    .findings
                    .retain(|(doubt, at)| *doubt != Doubt::NoDistance || at.start >= here);
                state.cost -= 2.0;
            }
            Item::Limit(dist) => match limited(&state.set, dist) {
                Some(set) => state.set = set,
                None => {
                    let vague = state.vague.as_ref().and_then(|mean| limited(&mean.set, dist));
                    match vague {
                        Some(set) if state.set.is_empty() => state.set = set,
                        _ => doubt(state, Doubt::NoDirection, whole(), 3.0),
                    }
                }
            },
            Item::NegDist(n, mask) => {
                let far = |at: usize| if mask >> at & 1 == 1 { state.set.reach[at] } else { 0 };
                let walks = (0..8).any(|at| far(at) >= *n);
                if walks || state.set.leaps.is_empty() {
                    doubt(state, Doubt::Unread, whole(), 2.0);
                } else {
                    state.cost -= 1.6;
                }
            }
            Item::NoJump => {
                let leaps = !state.set.leaps.is_empty() || state.set.more.is_some();
                if leaps {
                    doubt(state, Doubt::Unread, whole(), 0.5);
                }
            }
            Item::Way => {
                let short = |far: &u16| (2..=60).contains(far);
                if state.set.leaps.is_empty() && state.set.reach.iter().any(short) {
                    state.set = leapt(&state.set);
                    state.cost += 0.5;
                } else if state.set.leaps.is_empty() {
                    doubt(state, Doubt::Unread, whole(), 2.0);
                } else {
                    state.cost -= 1.6;
                    state.findings.retain(|(doubt, _)| *doubt != Doubt::ExactLeap);
                }
            }
            Item::Total(n, squares) => {
                let far = |far: &u16| usize::from(*far);
                let all = state.set.reach.iter().map(far).sum::<usize>() + state.set.leaps.len();
                if state.set.count() != usize::from(*n) {
                    doubt(state, Doubt::Count, whole(), 2.0);
                } else if *squares && all != usize::from(*n) {
                    // 「左前方、正面、右前方の3マスと左右2マス…の計6マス」: so many squares, not so far.
                    state.set = state.set.at_most(1);
                    doubt(state, Doubt::Ambiguous, whole(), 0.5);
                }
            }
            Item::Mod(modifier) => match modified(&state.set, *modifier) {
                Some(_)
                    if !modifier.of_piece()
                        && reading.items.iter().filter(|i| matches!(i, Item::Moves(_))).count()
                            > 1
                        && state.set.reach.iter().filter(|&&r| r > 1).count() > 1 =>
                {
                    state.set = modified(&state.set, *modifier).unwrap_or_default();
                    doubt(state, Doubt::Ambiguous, whole(), 0.5);
                }
                Some(set) => state.set = set,
                None => doubt(state, Doubt::Unread, whole(), 3.0),
            },
            Item::Evidence(mean) => {
                if state.set.is_empty() && !mean.vague {
                    state.set = mean.set.clone();
                } else if agrees(&state.set, mean) {
                    state.cost -= 0.4;
                } else {
                    state.said = Some(mean.set.clone());
                    doubt(state, Doubt::Differs, whole(), 4.0);
                }
            }
            Item::Lines(mask) => {
                if state.set.lines() != *mask {
                    doubt(state, Doubt::Differs, whole(), 4.0);
                }
            }
            Item::Capture(takes) => {
                captures = *takes;
                let told = if two_ways { Doubt::TwoWays } else { Doubt::Unread };
                doubt(state, told, whole(), 0.5);
            }
        }
    }
}

fn doubt(state: &mut State, doubt: Doubt, span: Span, cost: f32) {
    state.cost += cost;
    state.findings.push((doubt, span));
}

fn tell(doubt: Doubt, words: String) -> Finding {
    match doubt {
        Doubt::NoDistance => say::no_distance(),
        Doubt::NoDirection => say::no_direction(words),
        Doubt::Ambiguous => say::two_ways(words),
        Doubt::ExactLeap => say::exactly_so_many(),
        Doubt::Differs => say::restatement_differs(words),
        Doubt::Count => say::counted_otherwise(words),
        Doubt::EmptyException => say::exception_empty(words),
        Doubt::LeapWithoutDistance => say::leap_without_distance(),
        Doubt::Zero => say::zero_distance(),
        Doubt::EndlessLeap => say::endless_leap(),
        Doubt::Unread => say::not_understood(words),
        Doubt::TwoWays => say::captures_differ(words),
    }
}
