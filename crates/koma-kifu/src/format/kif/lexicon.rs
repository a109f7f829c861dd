//! Games whose men have names of their own, as lishogi writes them in KIF: `7七金将 （←7八）`, and a
//! move in two steps on two lines, `一歩目 仝獅子 （←5九）` and `二歩目 1一獅子 （←2八）`.

use koma_rules::{KindId, Position, Ruleset, SquareName, UsiMove};

use crate::notation::names::Kinds;
use crate::notation::push_rank;
use crate::notation::token::{digit, kanji_digit, mark, trim_start};

/// The names of a game's men.
#[derive(Clone, Debug)]
pub(super) struct Lexicon {
    /// Each name with the kinds it stands for, longest names first; of several kinds, one that
    /// has not promoted comes first.
    words: Vec<(String, Vec<KindId>)>,
}

/// A move, or a step of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// Whether this is the first step (一歩目) or the second (二歩目) of two.
    pub half: Option<Half>,
    /// The target; `None` is 仝.
    pub to: Option<SquareName>,
    /// The kinds that the name stands for.
    pub kinds: Vec<KindId>,
    pub promotes: bool,
    pub is_drop: bool,
    /// Where it comes from.
    pub from: Option<SquareName>,
}

/// Which half of a move in two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    First,
    Second,
}

/// Other names for men that have promoted: what the man is now, what it was, the name.
const MORE: &[(&str, &str, &[&str])] = &[
    ("角", "豹", &["小角"]),
    ("飛", "金", &["金飛車"]),
    ("金", "歩", &["と", "と金", "杏", "成歩"]),
    ("獅", "麒", &["成師"]),
];

impl Lexicon {
    /// The names of a game; `None` where the table of shogi's names has them all.
    pub fn of(rules: &Ruleset) -> Option<Self> {
        if Kinds::are_all(rules) {
            return None;
        }
        let mut lexicon = Self { words: Vec::new() };
        let is_promoted = |kind: &KindId| rules.code(*kind).starts_with('+');
        let (fronts, backs): (Vec<_>, Vec<_>) = rules.kinds().partition(|k| !is_promoted(k));
        for kind in fronts.iter().chain(&backs).copied() {
            let piece = &rules.variant().kinds[kind.index()].piece;
            for name in [&piece.name_ja, &piece.name_kanji] {
                lexicon.add(name, kind);
            }
            let front = rules.kinds().find(|&other| rules.promoted(other) == Some(kind));
            let Some(front) = front.filter(|_| is_promoted(&kind)) else { continue };
            let before = &rules.variant().kinds[front.index()].piece.name_kanji;
            lexicon.add(&format!("成{}", piece.name_kanji), kind);
            for (now, was, names) in MORE {
                if piece.name_kanji == *now && before == was {
                    names.iter().for_each(|name| lexicon.add(name, kind));
                }
            }
        }
        lexicon.words.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
        Some(lexicon)
    }

    /// Adds a name and the ways it is spelled.
    fn add(&mut self, name: &str, kind: KindId) {
        let swap = |one: char, two: char| {
            let change = |c| if c == one { two } else { c };
            name.chars().map(change).collect::<String>()
        };
        for word in [
            name.to_owned(),
            swap('龍', '竜'),
            swap('竜', '龍'),
            swap('酔', '醉'),
            swap('玉', '王'),
        ] {
            match self.words.iter_mut().find(|(other, _)| *other == word) {
                Some((_, kinds)) if kinds.contains(&kind) => {}
                Some((_, kinds)) => kinds.push(kind),
                None if word.is_empty() => {}
                None => self.words.push((word, vec![kind])),
            }
        }
    }

    /// Reads a name at the start of a text; the longest wins.
    pub fn take<'t>(&self, text: &'t str) -> Option<(&[KindId], &'t str)> {
        let (word, kinds) = self.words.iter().find(|(word, _)| text.starts_with(word))?;
        Some((kinds, &text[word.len()..]))
    }

    /// Reads a move, or a step of one; gives what follows it.
    pub fn step<'t>(&self, text: &'t str) -> Option<(Step, &'t str)> {
        let (half, rest) = match text.strip_prefix("一歩目") {
            Some(rest) => (Some(Half::First), rest),
            None => match text.strip_prefix("二歩目") {
                Some(rest) => (Some(Half::Second), rest),
                None => (None, text),
            },
        };
        let rest = trim_start(rest);
        let rest = rest.strip_prefix(|c| mark(c).is_some()).unwrap_or(rest);
        let (to, rest) = match rest.strip_prefix(['同', '仝']) {
            Some(rest) => (None, rest),
            None => square(rest).map(|(to, rest)| (Some(to), rest))?,
        };
        let (kinds, rest) = self.take(trim_start(rest))?;
        let (promotes, rest) = match rest.strip_prefix("不成") {
            Some(rest) => (false, rest),
            None => rest.strip_prefix('成').map_or((false, rest), |rest| (true, rest)),
        };
        let (is_drop, rest) = rest.strip_prefix('打').map_or((false, rest), |rest| (true, rest));
        // What a lion does on the spot is said beside it, and follows from the squares.
        let notes = ["（居食い）", "(居食い)", "（じっと）", "じっと", "まで"];
        let rest = trim_start(rest);
        let rest = notes.iter().find_map(|note| rest.strip_prefix(note)).unwrap_or(rest);
        let (from, rest) = match origin(trim_start(rest)) {
            Some((from, rest)) => (Some(from), rest),
            None => (None, rest),
        };
        let is_whole = is_drop || from.is_some();
        is_whole.then(|| (Step { half, to, kinds: kinds.to_vec(), promotes, is_drop, from }, rest))
    }
}

/// `12十一`, `7七`, `７七`.
fn square(text: &str) -> Option<(SquareName, &str)> {
    let mut rest = text;
    let mut file = 0;
    while let Some(value) = rest.chars().next().and_then(digit).filter(|_| file < 10) {
        file = file * 10 + value;
        rest = &rest[rest.chars().next().map_or(0, char::len_utf8)..];
    }
    let mut rank = 0;
    while let Some(c) = rest.chars().next() {
        match kanji_digit(c) {
            Some(value) => rank += value,
            None if c == '十' => rank = rank.max(1) * 10,
            None => break,
        }
        rest = &rest[c.len_utf8()..];
    }
    (file > 0 && (1..100).contains(&rank)).then_some((SquareName { file, rank }, rest))
}

/// `（←7八）`.
fn origin(text: &str) -> Option<(SquareName, &str)> {
    let inside = trim_start(text.strip_prefix(['（', '('])?);
    let (from, rest) = square(inside.strip_prefix('←').unwrap_or(inside))?;
    Some((from, rest.strip_prefix(['）', ')'])?))
}

/// The sign of a kind in a diagram: 成 goes before one that looks like another that is no back.
pub(super) fn sign(rules: &Ruleset, kind: KindId) -> String {
    let kanji = |kind: KindId| &*rules.variant().kinds[kind.index()].piece.name_kanji;
    let is_back = |kind: KindId| rules.code(kind).starts_with('+');
    let is_taken = rules.kinds().any(|other| !is_back(other) && kanji(other) == kanji(kind));
    let before = if is_back(kind) && is_taken { "成" } else { "" };
    format!("{before}{}", kanji(kind))
}

/// The lines of a move: one, or one for each step. `None` if no man makes it.
pub(super) fn words(
    position: &Position,
    usi: &UsiMove,
    last_to: Option<SquareName>,
) -> Option<Vec<String>> {
    let rules = position.rules();
    let name = |kind: KindId| &*rules.variant().kinds[kind.index()].piece.name_ja;
    let (from, via, to, promotes) = match usi {
        UsiMove::Board { from, via, to, promotes } => (from, via, to, promotes),
        UsiMove::Drop { code, to } => {
            return Some(vec![format!("{}{}打", text(*to), name(rules.kind(code)?))]);
        }
        UsiMove::Pass => return None,
    };
    let man = position.man_at(rules.geometry().square(from.file, from.rank)?)?;
    let mut lines = Vec::new();
    let mut here = *from;
    let mut last = last_to;
    for square in via.iter().chain(std::iter::once(to)) {
        let is_end = lines.len() == via.len();
        let target = if last.take() == Some(*square) { "仝".to_owned() } else { text(*square) };
        let promotion = if is_end && *promotes { "成" } else { "" };
        lines.push(format!("{target}{}{promotion} （←{}）", name(man.kind), text(here)));
        here = *square;
    }
    Some(lines)
}

/// `12十一`.
fn text(square: SquareName) -> String {
    let mut text = square.file.to_string();
    push_rank(&mut text, square.rank);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_chu_shogi_are_read() {
        let rules = crate::ruleset("chu").expect("in the catalogue");
        let lexicon = Lexicon::of(&rules).expect("names of its own");
        for (text, expected) in [
            ("7七金将 （←7八）", "None 7g G,+P false 7h|"),
            ("一歩目 仝龍馬 （←5九）", "Some(First) same H,+B false 5i|"),
            ("二歩目 ▲12十一獅子（居食い） （←6六）", "Some(Second) 12k N,+O false 6f|"),
            ("2八角行成 （←4十）   ( 0:01/)", "None 2h B,+F true 4j|   ( 0:01/)"),
            ("1一竜王 （←1十二）", "None 1a D,+R false 1l|"),
            ("3三成獅 （←4四）", "None 3c +O false 4d|"),
        ] {
            let (step, rest) = lexicon.step(text).expect(text);
            let kinds: Vec<_> = step.kinds.iter().map(|&kind| rules.code(kind)).collect();
            let square =
                |square: Option<SquareName>| square.map_or("same".to_owned(), |s| s.to_string());
            let found = format!(
                "{:?} {} {} {} {}|{rest}",
                step.half,
                square(step.to),
                kinds.join(","),
                step.promotes,
                square(step.from)
            );
            assert_eq!(found, expected, "{text}");
        }
        for text in ["", "7七", "7七金将", "13十三鯨", "投了", "7七金将 （←7）"] {
            assert_eq!(lexicon.step(text), None, "{text}");
        }
        assert!(Lexicon::of(&crate::ruleset("shogi").expect("shogi")).is_none());
    }
}
