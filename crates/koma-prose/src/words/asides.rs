//! What a text says besides moves: promotion, royalty, drops, notation, notes.

use std::borrow::Cow;

use super::chunk::{Chunk, Role};
use super::discourse::{Discourse, MOVES};
use super::mean::{Kind, Manner, Set, plain};
use super::value::{Conj, Sort, Sort::*, Val};
use crate::say;
use koma_pieces::SpecialRule;
use koma_text::Span;

/// How words begin that may be misspelt directions.
const ALIKE: [&str; 16] = [
    "diag", "dig", "orth", "vert", "hori", "forw", "fow", "back", "bakc", "side", "left", "rig",
    "up", "down", "fron", "rear",
];
const ALIKE_JA: [char; 11] = ['前', '後', '横', '縦', '斜', '左', '右', '上', '下', '周', '隣'];

/// How often something is so.
const OFTEN: [&str; 10] = [
    "sometimes",
    "usually",
    "often",
    "rarely",
    "seldom",
    "occasionally",
    "normally",
    "generally",
    "almost",
    "nearly",
];

/// Whether a part of a sentence begins here.
fn parted(chunk: &Chunk) -> bool {
    chunk.role == Role::Dash
        || chunk.is(&[Comma, Semi, But])
        || chunk.comma && chunk.is(&[Conj, Colon])
}

/// A sentence cut at its commas, each with what follows it.
fn parts(chunks: &[Chunk]) -> Vec<&[Chunk]> {
    let mut out = Vec::new();
    let mut start = 0;
    for at in 1..chunks.len() {
        if parted(&chunks[at]) {
            out.push(&chunks[start..at]);
            start = at;
        }
    }
    out.push(&chunks[start..]);
    out
}

impl Discourse<'_> {
    /// "The forward diagonals slide.": how it goes in ways that are known to go far.
    pub(super) fn said_how(&self, chunks: &[Chunk]) -> bool {
        let said: Vec<&Chunk> = chunks.iter().filter(|c| c.role != Role::Skip).collect();
        let [names @ .., last] = &said[..] else { return false };
        let (mut ways, mut only) = (0u8, false);
        for chunk in names {
            match chunk.vals.first() {
                Some((Val::Dirs(dirs), _)) => ways |= plain(dirs),
                Some((Val::Only, _)) => only = true,
                Some((Val::Dirn | Val::Power | Val::Conj(Conj::And), _)) => {}
                Some((Val::Verb(Manner::Move), _)) => {}
                _ => return false,
            }
        }
        let far = |set: &Set| {
            (0..8).all(|at| match (ways >> at & 1 == 1, set.reach[at]) {
                (true, far) => far > 1,
                (false, far) => !only || far < 2,
            })
        };
        let slides = last.is(&[Slide]);
        slides
            && !last.japanese
            && ways != 0
            && self.states.first().is_some_and(|state| far(&state.set))
    }

    /// Takes sentences about promotion, royalty and drops out of the chunks.
    pub(super) fn rules_off<'c>(&mut self, chunks: &'c [Chunk]) -> Cow<'c, [Chunk]> {
        if !chunks.iter().any(|c| matches!(c.role, Role::Rule(..) | Role::Label)) {
            return Cow::Borrowed(chunks);
        }
        let mut out = Vec::new();
        let mut at = 0;
        while at < chunks.len() {
            let chunk = &chunks[at];
            at += 1;
            let Role::Rule(kind, numbers) = &chunk.role else {
                if chunk.role == Role::Label {
                    at = self.label(chunks, at);
                } else {
                    out.push(chunk.clone());
                }
                continue;
            };
            let n = numbers.first().map_or(1, |n| (*n).min(200) as u8);
            let rule = match *kind {
                "royal" => Some(SpecialRule::Royal),
                "nifu" => Some(SpecialRule::NifuProhibited),
                "nodrop" => Some(SpecialRule::CannotDropInZone(n)),
                "mustpromote" => Some(SpecialRule::MustPromoteInZone(n)),
                _ => None,
            };
            match *kind {
                "promoteto" => {
                    let end = chunks[at..]
                        .iter()
                        .position(|c| c.is(&[Conj, But]) || matches!(c.role, Role::Rule(..)));
                    let end = end.map_or(chunks.len(), |n| at + n);
                    let name: Vec<Chunk> =
                        chunks[at..end].iter().filter(|c| c.role != Role::Skip).cloned().collect();
                    let words = super::quote(self.cutter.text, &name)
                        .trim_matches(['[', ']', '「', '」', ' ']);
                    if words.is_empty() {
                        self.unknown.push(chunk.span);
                    } else {
                        self.promotes_to = Some(words.to_owned());
                    }
                    at = end;
                    // 「成ると馬となり、前後左右にも動ける」, "promotes to a horse, which ...": of the other piece.
                    let says = |c: &Chunk| c.is(MOVES);
                    let after = chunks[end..].iter().take(3).any(|c| c.word.contains("which"));
                    let told = self.defined() || out.iter().any(says);
                    if told && (chunk.japanese || after) && chunks[end..].iter().any(says) {
                        return Cow::Owned(out);
                    }
                    if chunks.get(at).is_some_and(
                        |c| matches!(&c.role, Role::Rule(kind, _) if *kind == "promoted"),
                    ) {
                        at += 1;
                    }
                }
                // What it does once promoted is another piece.
                "ifpromoted" if self.defined() => return Cow::Owned(out),
                "ifpromoted" => self.unknown.push(chunk.span),
                "nopromote" => self.does_not_promote = true,
                // "It is also involved in castling, along with the king."
                "game" => {
                    self.left_out.push(chunk.span);
                    let moves = |c: &Chunk| c.is(&[Dirs, Dist, Adj, Vectors]);
                    if !chunks.iter().any(moves) {
                        return Cow::Owned(Vec::new());
                    }
                }
                // 「ライオンが取られると負け」
                "royal" => {
                    let named = out.last().is_some_and(|c: &Chunk| c.says(&["が"]));
                    if named {
                        out.pop();
                    }
                    let subject = |c: &Chunk| {
                        c.japanese
                            && (matches!(c.role, Role::Unknown | Role::Skip)
                                || named && c.is_piece())
                    };
                    while out.last().is_some_and(subject) {
                        out.pop();
                    }
                }
                _ => {}
            }
            let denied =
                at > 1 && (chunks[at - 2].is(&[Not, Exc]) || chunks[at - 2].says(&["not"]));
            if denied && *kind == "royal" {
                out.pop();
                continue;
            }
            if let Some(rule) = rule.filter(|rule| !self.rules.contains(rule)) {
                self.rules.push(rule);
            }
        }
        Cow::Owned(out)
    }

    /// "Betza: fQbK": the notation behind its label.
    pub(super) fn label(&mut self, chunks: &[Chunk], at: usize) -> usize {
        let mut at = at;
        let mark = |c: &Chunk| {
            c.is(&[Colon]) || c.says(&["is"]) || !c.word.chars().any(char::is_alphanumeric)
        };
        while chunks.get(at).is_some_and(mark) {
            at += 1;
        }
        let Some(first) = chunks.get(at) else { return at };
        let start = first.span.start;
        let text = &self.cutter.text[start..];
        let len = text
            .find(|c: char| c.is_whitespace() || matches!(c, '。' | '、' | ';'))
            .unwrap_or(text.len());
        let word = text[..len].trim_end_matches(['.', ',', ')']);
        let opened = word.matches('(').count() > word.matches(')').count();
        let end = start + word.len();
        let end = end + usize::from(opened && self.cutter.text[end..].starts_with(')'));
        self.notations.push((Span::new(start, end), true));
        while chunks.get(at).is_some_and(|c| c.span.start < end) {
            at += 1;
        }
        at
    }

    /// "only kings and great generals stop it": says again what ranks say.
    pub(super) fn stoppers(&mut self, chunks: &[Chunk]) {
        let flies = self
            .states
            .iter()
            .any(|s| s.set.more.as_ref().is_some_and(|m| m.range_capture.is_some()));
        let known = self
            .model
            .as_ref()
            .is_some_and(|m| m.more.as_ref().is_some_and(|m| m.range_capture.is_some()));
        self.unknown.extend(chunks.iter().filter(|c| c.role == Role::Unknown).map(|c| c.span));
        if !flies || !known {
            self.unknown.extend(chunks.iter().filter(|c| c.is_piece()).map(|c| c.span));
        }
    }

    /// A sentence without what is said beside the point: "in shatranj" behind a name, the piece it is unlike,
    /// ", arguably the weakest piece,".
    pub(super) fn to_the_point<'c>(&self, chunks: &'c [Chunk]) -> Cow<'c, [Chunk]> {
        // Where every word is known there is no remark.
        let odd = |c: &Chunk| c.role == Role::Unknown || c.is(&[Unlike]);
        if !chunks.iter().any(odd) {
            return Cow::Borrowed(chunks);
        }
        let chunks = self.unlikened(&self.attributed(&self.own_name(chunks)));
        let parts: Vec<&[Chunk]> = parts(&chunks);
        let speaks: Vec<bool> =
            parts.iter().map(|part| part.iter().any(|c| self.speaks(c))).collect();
        let mut out = Vec::with_capacity(chunks.len());
        for (at, part) in parts.iter().enumerate() {
            let others = self.defined()
                || speaks.iter().enumerate().any(|(other, says)| other != at && *says);
            if !(others && !speaks[at] && self.beside(part)) {
                out.extend(part.iter().cloned());
            }
        }
        Cow::Owned(out)
    }

    /// "Or the champion can jump": its own name says nothing.
    fn own_name(&self, chunks: &[Chunk]) -> Vec<Chunk> {
        let mut out = chunks.to_vec();
        for at in 0..chunks.len() {
            let said = |own: &String| **own == *chunks[at].word;
            let own = chunks[at].role == Role::Unknown && self.subject.iter().any(said);
            let acts = chunks
                .get(at + 1)
                .is_some_and(|c| c.role == Role::Modal || c.is(&[Verb, Not, Way, NoJump, Mod]));
            if own && acts {
                out[at].role = Role::Skip;
            }
        }
        out
    }

    /// "like the ferz in Shatranj": where it is so called.
    fn attributed(&self, chunks: &[Chunk]) -> Vec<Chunk> {
        let mut out = chunks.to_vec();
        for at in 0..chunks.len() {
            let named = chunks[at].is_piece() || chunks[at].is(&[Power]);
            let opens = chunks
                .get(at + 1)
                .is_some_and(|c| c.role == Role::Skip && c.says(&["in", "from", "of"]));
            if !named || !opens {
                continue;
            }
            let loose = |c: &&Chunk| matches!(c.role, Role::Unknown | Role::Skip);
            let end = at + 1 + chunks[at + 1..].iter().take_while(loose).count();
            let closed = chunks.get(end).is_none_or(|c| c.role != Role::Word || c.is(&[Conj, But]));
            if closed {
                out[at + 1..end].iter_mut().for_each(|c| c.role = Role::Skip);
            }
        }
        out
    }

    /// "It is an orthogonal counterpart of the elephant as ...": says nothing of its own moves.
    fn unlikened(&self, chunks: &[Chunk]) -> Vec<Chunk> {
        let mut out: Vec<Chunk> = Vec::with_capacity(chunks.len());
        let mut at = 0;
        while let Some(chunk) = chunks.get(at) {
            at += 1;
            if at > 1 && chunk.is(&[Unlike]) {
                let noun = |c: &&Chunk| {
                    matches!(c.role, Role::Unknown | Role::Skip) || c.is(&[Piece, Power, Like])
                };
                // 「飛車と並んで」: the name stands before it.
                if chunk.japanese {
                    let named = out.iter().rev().take_while(noun).count();
                    out.truncate(out.len() - named);
                    continue;
                }
                at += chunks[at..].iter().take_while(noun).count();
                // "... in contrast to the queen, which moved one step"
                if chunks[at - 1].says(&["which", "that", "who"]) {
                    at += chunks[at..].iter().take_while(|c| !parted(c)).count();
                }
            } else {
                out.push(chunk.clone());
            }
        }
        out
    }

    /// Whether a chunk is about moves.
    fn speaks(&self, chunk: &Chunk) -> bool {
        match chunk.role {
            Role::Bracket(from, to) if from < to => {
                super::discourse::tells(&self.cutter.cut(from, to), 0)
            }
            Role::Betza | Role::Label | Role::Rule(..) => true,
            Role::Unknown => {
                let words = &chunk.word;
                chunk.japanese && ALIKE_JA.iter().any(|c| words.contains(*c))
                    || ALIKE.iter().any(|start| words.starts_with(start))
            }
            Role::Word => !chunk.is(&[Dirn, But, Colon, And, Or, Comma, Semi]),
            _ => false,
        }
    }

    /// Whether words between commas, none of which is about moves, are a remark: long enough to be one.
    fn beside(&self, part: &[Chunk]) -> bool {
        const PLACE: [&str; 9] =
            ["to", "toward", "towards", "onto", "into", "along", "by", "at", "on"];
        let unknown: Vec<&Chunk> = part.iter().filter(|c| c.role == Role::Unknown).collect();
        if !self.deeds(part).is_empty() {
            return false;
        }
        if part.iter().any(|c| c.japanese) {
            return unknown.iter().any(|c| c.to - c.from > 2);
        }
        let noun = |c: &Chunk| {
            c.role == Role::Modal
                || c.is_piece()
                || c.role == Role::Skip && c.to - c.from > 3 && !c.says(&PLACE)
        };
        let most = usize::from(!part.iter().any(noun)) + 1;
        let places = part.iter().find(|c| !parted(c)).is_some_and(|c| c.says(&PLACE));
        let most = if places { 3 } else { most };
        unknown.len() >= most
    }

    /// A sentence that says nothing of moves; what bends them is told all the same, unless the sentence is a remark:
    /// after the definition, with words nobody knows, and it says what the piece is, not what it may do
    /// ("It is a favourite of beginners, sometimes to their regret.").
    pub(super) fn note(&mut self, chunks: &[Chunk], whole: &[Chunk]) {
        let deed = |c: &Chunk| {
            c.role == Role::Word && c.is(&[Verb, Cap, Not])
                || c.role == Role::Modal && !self.copula(c)
        };
        let strange = whole.iter().any(|c| c.role == Role::Unknown);
        // A condition is none: "when", "if"; how often is.
        let often = |c: &Chunk| c.says(&OFTEN);
        let bends = |c: &Chunk| c.is(&[Risky]) && !often(c);
        let speaks = |c: &Chunk| c.japanese || deed(c) || bends(c) || c.is(MOVES);
        let is = whole.iter().any(|c| c.role == Role::Modal && self.copula(c));
        if self.defined() && is && strange && !whole.iter().any(speaks) {
            return;
        }
        self.told(chunks, &[Risky, Cap, Leap]);
    }

    /// Whether a sentence after the definition speaks of no move: directions or numbers, foreign words, and
    /// "is" or several foreign words, but nothing that goes ("Four are present in the starting array").
    pub(super) fn remarks(&self, chunks: &[Chunk]) -> bool {
        const DEEDS: &[Sort] = &[
            Verb, VerbTo, VerbFar, Like, Power, Deed, Vectors, Way, NoJump, NegVerb, Not, Mod, Exc,
            ExcPost, Only, Cap, Adj, Risky, Total,
        ];
        let foreign = chunks.iter().filter(|c| c.role == Role::Unknown).count();
        let is = chunks.iter().any(|c| c.role == Role::Modal && self.copula(c));
        let able = chunks.iter().any(|c| c.role == Role::Modal && !self.copula(c));
        let brackets = chunks.iter().any(|c| matches!(c.role, Role::Bracket(..)));
        !able
            && !brackets
            && (is && foreign > 0 || foreign > 2)
            && chunks.iter().all(|c| !c.japanese && !c.is(DEEDS))
    }

    /// "is", "has": says what a piece is, not what it may do.
    fn copula(&self, chunk: &Chunk) -> bool {
        let words = &chunk.word;
        let first = words.split(' ').find(|word| *word != "it").unwrap_or_default();
        let be = ["is", "are", "was", "were", "be", "being", "has", "have", "had", "it's"];
        be.contains(&first) && !words.contains("able") && !words.contains("allowed")
    }

    /// Tells the words of one kind.
    pub(super) fn told(&mut self, chunks: &[Chunk], bends: &[Sort]) {
        let found = chunks.iter().filter(|c| c.role == Role::Word && c.is(bends));
        self.unknown.extend(found.map(|c| c.span));
    }

    /// Words nobody knows that are said to be possible: "can glim", 「グリムできる」.
    pub(super) fn deeds(&self, chunks: &[Chunk]) -> Vec<Span> {
        let able = |c: &Chunk| {
            c.role == Role::Modal
                && ["can", "may", "could", "might", "is able", "is allowed", "it can", "it may"]
                    .iter()
                    .any(|word| c.word.starts_with(word))
        };
        let can = |c: &Chunk| {
            c.japanese
                && ["ことができ", "ことが出来", "できる", "できます", "出来る"]
                    .iter()
                    .any(|w| c.word.starts_with(w))
        };
        let pairs = chunks.windows(2);
        let said = pairs.filter_map(|pair| match (pair[0].strange(), pair[1].strange()) {
            (_, true) if able(&pair[0]) => Some(pair[1].span),
            (true, _) if can(&pair[1]) => Some(pair[0].span),
            _ => None,
        });
        said.collect()
    }

    /// "one square diagonally or two straight": beside diagonals, straight is orthogonal.
    pub(super) fn contrasted<'c>(&mut self, said: Cow<'c, [Chunk]>) -> Cow<'c, [Chunk]> {
        let one = |c: &Chunk| match c.vals.first() {
            Some((Val::Dirs(dirs), _)) if dirs.len() == 1 => Some(dirs[0]),
            _ => None,
        };
        if !said.iter().filter_map(one).any(|d| d.kind == Kind::Straight) {
            return said;
        }
        let mut chunks = said.into_owned();
        let words: Vec<usize> =
            (0..chunks.len()).filter(|at| chunks[*at].role != Role::Skip).collect();
        // "diagonally forward" goes forward straight, too.
        let slant = |at: usize| one(&chunks[at]).is_some_and(|d| d.plain == super::mean::DIAGONAL);
        let half = |at: usize| one(&chunks[at]).is_some_and(|d| d.kind == Kind::Half);
        let slanted = words.iter().enumerate().any(|(n, at)| {
            slant(*at)
                && !words.get(n + 1).is_some_and(|next| half(*next))
                && !n.checked_sub(1).is_some_and(|n| half(words[n]))
        });
        for (n, &at) in words.iter().enumerate().filter(|_| slanted) {
            let straight = one(&chunks[at]).is_some_and(|d| d.kind == Kind::Straight);
            let before = n.checked_sub(1).map(|n| &chunks[words[n]]);
            let after = words.get(n + 1).map(|at| &chunks[*at]);
            let next = words.get(n + 2).map(|at| &chunks[*at]);
            let opens = before.is_some_and(|c| c.is(&[Dist, Verb, Adj, Either, Or, And]));
            let every = |c: &Chunk| one(c).is_some_and(|d| d.kind == Kind::All);
            let way = |c: &Chunk| c.is(&[Dirs]);
            let joint = |c: &Chunk| c.is(&[Conj]);
            // "in a straight line, diagonally" says one thing.
            let apart = |c: &Chunk| c.is(&[Comma]) && next.is_some_and(way);
            let closes = after.is_none_or(|c| {
                every(c) || joint(c) && !apart(c) || matches!(c.role, Role::Bracket(..))
            });
            if straight && !chunks[at].japanese && opens && closes {
                // "straight or diagonally" may lack a word.
                if !after.is_some_and(every) {
                    let span = chunks[at].span;
                    let words = &self.cutter.text[span.start..span.end];
                    self.disputed.push(say::two_ways(words).at(span));
                }
                let line = vec![super::mean::Comp::class(super::mean::ORTHOGONAL)];
                chunks[at].vals = vec![(Val::Dirs(line), 0.0)];
            }
        }
        Cow::Owned(chunks)
    }

    /// 「(成:金の動き)」: what it becomes.
    pub(crate) fn of_promotion(&self, from: usize, to: usize) -> bool {
        if !matches!(self.cutter.letters[from].c, '成' | '裏' | 'p' | 'w' | 'o' | 'a' | 'i') {
            return false;
        }
        let chunks = self.cutter.cut(from, to);
        let rule = |c: &Chunk| matches!(c.role, Role::Rule("promoteto" | "ifpromoted" | "note", _));
        chunks.first().is_some_and(rule) && chunks.iter().any(|c| c.is(MOVES) || c.is(&[Power]))
    }
}

/// "Because it cannot move orthogonally, ...": what follows from what was said.
pub(super) fn reasons(chunks: &[Chunk]) -> bool {
    const SAYS: &[Sort] = &[Adj, Vectors, Mod, Like, Way];
    let said: Vec<&Chunk> = chunks.iter().filter(|c| c.role != Role::Skip).collect();
    let far = |pair: &[&Chunk]| {
        pair[0].is(&[Verb]) && pair[1].is(&[Dist]) || pair[0].is(&[Dist]) && pair[1].is(&[Dirs])
    };
    chunks.first().is_some_and(|c| c.says(&["because", "since", "as"]))
        && !chunks.iter().any(|c| c.is(SAYS))
        && !said.windows(2).any(far)
}

/// "..., one or two squares, and can jump.": how it goes where it goes.
pub(super) fn leaps_there(chunks: &[Chunk], vals: &mut [Vec<(Val, f32)>]) {
    let is = |list: &[(Val, f32)], test: fn(&Val) -> bool| list.iter().any(|(val, _)| test(val));
    let bracket = |c: &&Chunk| matches!(c.role, Role::Bracket(..));
    let behind = chunks.iter().rev().take_while(bracket).count();
    let able = chunks.iter().rev().nth(behind + 1).is_some_and(|c| c.role == Role::Modal);
    let several = vals
        .iter()
        .any(|list| is(list, |val| matches!(val, Val::Dist(super::mean::Dist::UpTo(_)))));
    let last = vals.len().checked_sub(behind + 1).filter(|last| able && several && *last > 1);
    if let Some(last) = last
        && is(&vals[last], |val| val.is(&[Leap]))
    {
        vals[last] = vec![(Val::Way, 0.0)];
    }
}

/// Words nobody knows. One of everyday speech may say what sort of rook it is, or how many; else it is passed over.
pub(super) fn odd(chunks: &[Chunk], likens: bool) -> Vec<Span> {
    let odd = |at: &usize| {
        let next = |sorts: &[Sort]| chunks.get(at + 1).is_some_and(|c| c.is(sorts));
        let bends = next(&[Piece]) && likens || next(&[Dist]);
        chunks[*at].strange() || chunks[*at].role == Role::Unknown && bends
    };
    (0..chunks.len()).filter(odd).map(|at| chunks[at].span).collect()
}

/// A sentence without ", like a bishop," before what it is: "is, like a bishop, bound to one colour".
pub(super) fn likened(chunks: &[Chunk]) -> Cow<'_, [Chunk]> {
    let comma = |at: usize| chunks.get(at).is_some_and(|c| c.comma && c.is(&[Comma, But]));
    let noun = |c: &&Chunk| c.role == Role::Skip && !c.comma || c.is_piece();
    for at in 0..chunks.len() {
        let like = chunks[at].is(&[Like]) && (chunks[at].comma || at > 0 && comma(at - 1));
        let end = at + 1 + chunks[at + 1..].iter().take_while(noun).count();
        let states = |c: &Chunk| {
            c.role == Role::Modal && ["is", "are", "was"].iter().any(|w| c.word.starts_with(w))
                || c.is(&[Note])
        };
        if like && end > at + 1 && comma(end) && chunks.get(end + 1).is_some_and(states) {
            return Cow::Owned([&chunks[..at], &chunks[end + 1..]].concat());
        }
    }
    Cow::Borrowed(chunks)
}

/// A sentence without a name and a colon before it: "the promoted lance: slides ...".
pub(super) fn headless(chunks: &[Chunk]) -> &[Chunk] {
    let colon = |c: &Chunk| c.to - c.from == 1 && c.is(&[Colon]);
    let Some(at) = chunks.iter().take(8).position(colon) else { return chunks };
    let name = |c: &Chunk| matches!(c.role, Role::Skip | Role::Unknown) || c.is_piece();
    let rest = &chunks[at + 1..];
    let says = rest.iter().any(|c| c.is(&[Verb, Dirs]));
    let named = at > 0 && chunks[..at].iter().all(name) && chunks[..at].iter().any(Chunk::is_piece);
    if named && says { rest } else { chunks }
}

/// Whether words are about something else: several that nobody knows, and none that moves.
fn strange(chunks: &[Chunk]) -> bool {
    let unknown = chunks.iter().filter(|c| c.role == Role::Unknown && !c.japanese).count();
    let idle = |c: &Chunk| matches!(c.role, Role::Skip | Role::Unknown) || c.is_piece();
    unknown > 1 && chunks.iter().all(idle)
}

/// A sentence without "Unlike the queen, ..." at its head and notes behind a dash or semicolon.
pub(super) fn clipped(chunks: &[Chunk]) -> &[Chunk] {
    let mut chunks = chunks;
    let first = chunks.iter().position(|c| c.role != Role::Skip).unwrap_or(0);
    if chunks.get(first).is_some_and(|c| c.is(&[Unlike]))
        && let Some(comma) = chunks.iter().position(|c| c.is(&[Conj]))
    {
        chunks = &chunks[comma + 1..];
    }
    // "Like the fers, the queen can step ...": the head only compares.
    let joint = |c: &Chunk| c.is(&[Comma]);
    // "Named after a famous general, the hannibal moves ...": so does a head of strange words.
    let likens = chunks.get(first).is_some_and(|c| c.is(&[Like]));
    if let Some(comma) = chunks.iter().position(joint)
        && (likens || strange(&chunks[..comma]))
    {
        let rest = &chunks[comma + 1..];
        let noun = |c: &&Chunk| matches!(c.role, Role::Skip | Role::Unknown) || c.is_piece();
        let name: Vec<&Chunk> = rest.iter().take_while(noun).collect();
        let acts = |c: &Chunk| c.role == Role::Modal || c.is(&[Verb]);
        let says = rest.iter().any(|c| c.is(&[Dirs]));
        if says
            && name.iter().any(|c| c.role != Role::Skip)
            && rest.get(name.len()).is_some_and(acts)
        {
            chunks = rest;
        }
    }
    // "And the fool moved ...": a joint with nothing before it.
    if let [first, next, ..] = chunks
        && !first.japanese
        && first.is(&[And])
        && matches!(next.role, Role::Skip | Role::Unknown)
    {
        chunks = &chunks[1..];
    }
    // "Not diagonally, but orthogonally."
    if let [not, dirs, but, ..] = &chunks[first.min(chunks.len())..]
        && not.is(&[Risky])
        && dirs.is(&[Dirs])
        && but.is(&[But])
    {
        chunks = &chunks[first + 3..];
    }
    // "Next to the king stands the sage, which moves ...": where it stands, then how it goes.
    let stands =
        |c: &Chunk| c.is(&[Note]) && (c.says(&["stands the", "stands a", "sits the", "sits a"]));
    if let Some(at) = chunks.iter().position(stands)
        && let Some(verb) = chunks[at..].iter().position(|c| c.is(&[Verb]))
    {
        chunks = &chunks[at + verb..];
    }
    // "rook + knight = marshal": its name.
    if let Some(at) = chunks.iter().rposition(|c| c.says(&["="]))
        && at > 0
        && chunks[at + 1..]
            .iter()
            .all(|c| matches!(c.role, Role::Skip | Role::Unknown | Role::Bracket(..) | Role::Betza))
    {
        chunks = &chunks[..at];
    }
    let breaks = |c: &Chunk| c.role == Role::Dash || c.is(&[Semi]);
    while let Some(at) = chunks.iter().rposition(breaks) {
        let tail = &chunks[at + 1..];
        let says = tail.iter().any(|c| {
            c.is(&[
                Dirs, Dist, Adj, Piece, Vectors, Mod, Way, NoJump, Risky, Cap, NegVerb, Total,
                Step, Slide, Leap,
            ]) || matches!(c.role, Role::Bracket(..) | Role::Betza | Role::Label)
        });
        if says || at == 0 {
            break;
        }
        chunks = &chunks[..at];
    }
    chunks
}
