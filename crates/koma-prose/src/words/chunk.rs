//! A text cut into chunks: phrases of the lexicons, names, notation, brackets, and what is unknown.

use std::rc::Rc;
use std::sync::LazyLock;

use super::lex::{LEXICON, Letter, is_japanese};
use super::mean::{Dist, Set};
use super::value::{Mean, Sort, Sort::*, Val, values};
use crate::known::TABLE;
use koma_text::Span;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Role {
    /// Has meanings for the chart.
    Word,
    Skip,
    Modal,
    Unknown,
    Stop,
    Newline,
    Bullet,
    Dash,
    /// From and to, in letters.
    Bracket(usize, usize),
    Rule(&'static str, Vec<u16>),
    Label,
    Betza,
}

#[derive(Clone, Debug)]
pub(crate) struct Chunk {
    pub(crate) role: Role,
    pub(crate) vals: Vec<(Val, f32)>,
    /// First and last letter, the last exclusive.
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) span: Span,
    /// As the lexicon has it.
    pub(crate) word: Rc<str>,
    pub(crate) japanese: bool,
    /// A blank stands before it.
    pub(crate) gap: bool,
    /// It begins with a comma.
    pub(crate) comma: bool,
    /// A word of everyday speech, of no moment for a move.
    pub(crate) plain: bool,
}

impl Chunk {
    /// Whether it has a meaning of one of these sorts.
    pub(crate) fn is(&self, sorts: &[Sort]) -> bool {
        self.any(|val| val.is(sorts))
    }

    pub(crate) fn any(&self, test: impl Fn(&Val) -> bool) -> bool {
        self.vals.iter().any(|(val, _)| test(val))
    }

    /// Whether it is one of these words.
    pub(crate) fn says(&self, words: &[&str]) -> bool {
        words.contains(&&*self.word)
    }

    pub(crate) fn is_piece(&self) -> bool {
        self.is(&[Piece])
    }

    /// A word nobody knows, and not one of everyday speech.
    pub(crate) fn strange(&self) -> bool {
        self.role == Role::Unknown && !self.plain
    }
}

/// The movements of the known pieces as sets.
static SETS: LazyLock<Vec<Set>> =
    LazyLock::new(|| TABLE.pieces.iter().map(|piece| Set::of(&piece.movement)).collect());

/// What a chunk is, its meanings, and where it ends.
type Cut = (Role, Vec<(Val, f32)>, usize);

pub(crate) struct Cutter<'a> {
    pub(crate) text: &'a str,
    pub(crate) letters: &'a [Letter],
    /// What a bare "knight" is.
    pub(crate) knight: &'a Set,
    pub(crate) known: Option<crate::Lookup<'a>>,
}

impl Cutter<'_> {
    pub(crate) fn span(&self, from: usize, to: usize) -> Span {
        let start = self.letters[from].at;
        let last = &self.letters[to - 1];
        let end = last.at + self.text[last.at..].chars().next().map_or(1, char::len_utf8);
        Span::new(start, end)
    }

    pub(crate) fn words(&self, from: usize, to: usize) -> String {
        self.letters[from..to].iter().map(|l| l.c).collect()
    }

    pub(crate) fn cut(&self, from: usize, to: usize) -> Vec<Chunk> {
        let mut out: Vec<Chunk> = Vec::new();
        let letters = &self.letters[..to];
        let mut at = from;
        let mut gap = false;
        while at < to {
            let c = letters[at].c;
            if c == ' ' {
                gap = true;
                at += 1;
                continue;
            }
            let line_start =
                out.last().is_none_or(|last: &Chunk| matches!(last.role, Role::Newline));
            let (role, vals, end) = self.next(letters, at, line_start, gap);
            let japanese = letters[at..end].iter().any(|l| is_japanese(l.c));
            let word: Rc<str> = self.words(at, end).into();
            out.push(Chunk {
                plain: role == Role::Unknown && LEXICON.is_plain(&word),
                role,
                vals,
                from: at,
                to: end,
                span: self.span(at, end),
                word,
                japanese,
                gap,
                comma: matches!(c, ',' | ';' | '、'),
            });
            gap = false;
            at = end;
        }
        self.known_names(&mut out);
        self.hyphened(&mut out);
        self.squares_of(&mut out);
        out
    }

    /// "forward-diagonally": two directions that a hyphen makes one.
    fn hyphened(&self, chunks: &mut Vec<Chunk>) {
        let one = |c: &Chunk| match &c.vals[..] {
            [(Val::Dirs(dirs), _)] if dirs.len() == 1 => Some(dirs[0]),
            _ => None,
        };
        let mut at = 1;
        while at < chunks.len() {
            let (a, b) = (&chunks[at - 1], &chunks[at]);
            let joined = self.text.get(a.span.end..b.span.start) == Some("-");
            let both = one(a).filter(|_| joined).zip(one(b)).and_then(|(a, b)| a.cross(b));
            if let Some(both) = both {
                let (to, span) = (b.to, a.span.to(b.span));
                let vals = vec![(Val::Dirs(vec![both]), 0.0)];
                let word = self.words(a.from, to).into();
                chunks[at - 1] = Chunk { vals, to, span, word, ..a.clone() };
                chunks.remove(at);
            } else {
                at += 1;
            }
        }
    }

    /// 「前の三マスに」: the three squares before it, each one step away.
    fn squares_of(&self, chunks: &mut [Chunk]) {
        for at in 0..chunks.len().saturating_sub(3) {
            let [side, of, squares, next] = &chunks[at..at + 4] else { return };
            let (Some((Val::Dirs(dirs), _)), Some((Val::Dist(Dist::N(n)), _))) =
                (side.vals.first(), squares.vals.first())
            else {
                continue;
            };
            let ends = next.says(&["に", "へ", "と", "や", "、"]);
            let plain = squares.word.ends_with("マス") && &*of.word == "の";
            if *n < 2 || !side.japanese || !plain || !ends {
                continue;
            }
            let Some(dirs) = super::ways::counted(*n, dirs) else { continue };
            chunks[at].vals = vec![(Val::Dirs(dirs), 0.0)];
            chunks[at + 2].vals = vec![(Val::Dist(Dist::N(1)), 0.0)];
        }
    }

    fn next(&self, letters: &[Letter], at: usize, line_start: bool, gap: bool) -> Cut {
        let c = letters[at].c;
        let after = letters.get(at + 1).map(|l| l.c);
        let none = Vec::new();
        let gap_or_start = gap || at == 0 || line_start;
        match c {
            '\n' => return (Role::Newline, none, at + 1),
            // Cells of a table, the end of bold words.
            '|' if !line_start => return (Role::Dash, none, at + 1),
            '【' => {
                if let Some(n) = letters[at..].iter().take(40).position(|l| l.c == '】') {
                    return (Role::Bracket(at + 1, at + n), none, at + n + 1);
                }
            }
            '-' | '•' | '・' | '◆' | '■' | '●' | '○' | '*'
                if line_start && after.is_none_or(|c| c == ' ' || c != '-') =>
            {
                return (Role::Bullet, none, at + 1);
            }
            '-' | '—' | '–' | '−' if gap || c == '—' || c == '–' => {
                return (Role::Dash, none, at + 1);
            }
            // 「はしるうさぎ」は: a name in quotes.
            '「' | '『' => {
                let close = letters[at..].iter().take(14).position(|l| matches!(l.c, '」' | '』'));
                if let Some(n) = close
                    && letters.get(at + n + 1).is_some_and(|l| l.c == 'は')
                {
                    return (Role::Unknown, none, at + n + 1);
                }
                return (Role::Skip, none, at + 1);
            }
            '"' | '」' | '』' | '《' | '》' | '〈' | '〉' | '|' | '#' | '_' | ']' | ')' | '-'
            | '^' | '】' => {
                return (Role::Skip, none, at + 1);
            }
            _ => {}
        }
        if let Some(end) = self.notation(at) {
            return (Role::Betza, none, end);
        }
        if let Some((vector, end)) = self.coordinates(letters, at) {
            return (Role::Word, vec![(Val::Vectors(vec![vector], false), 0.0)], end);
        }
        let mut hit = LEXICON.longest(letters, at);
        // 「右と左斜め前」: the second word goes on.
        let pair = |hit: &super::lex::Hit| {
            matches!(c, '右' | '左')
                && ["右と左", "左と右"].contains(&self.words(at, hit.end).as_str())
                && letters.get(hit.end).is_some_and(|l| "斜な前後上下".contains(l.c))
        };
        if hit.as_ref().is_some_and(pair) {
            hit = LEXICON.longest(&letters[..at + 1], at);
        }
        // 「縦、横、斜め前」: so does the last.
        let slant = |hit: &super::lex::Hit| {
            if letters[hit.end - 1].c != 'め' {
                return None;
            }
            let words = self.words(at, hit.end);
            let last = ["斜め", "ななめ"].into_iter().find(|last| words.ends_with(last))?;
            let goes_on = letters.get(hit.end).is_some_and(|l| "前後上下まう".contains(l.c));
            let rest = words.chars().count() - last.chars().count();
            (words.contains(['、', '・']) && goes_on).then_some(at + rest)
        };
        if let Some(end) = hit.as_ref().and_then(slant) {
            hit = LEXICON.longest(&letters[..end], at).or(hit);
        }
        // ダイナミック: no particle at the head of a word.
        let run = letters[at..].iter().take(40).take_while(|l| l.kata).count();
        if run > 1 && hit.as_ref().is_none_or(|hit| hit.end == at + 1) {
            return (Role::Unknown, none, at + run);
        }
        // 「かくぎょうは」: no joint at the head of a name.
        if gap_or_start && self.begins_name(letters, at, hit.as_ref()) {
            return (Role::Unknown, none, self.unknown(letters, at));
        }
        if let Some(hit) = &hit {
            let first = &LEXICON.rows[hit.rows[0].0 as usize - 1];
            let end = hit.end;
            // "can go between one and three squares" is no go-between.
            let word = self.words(at, end);
            if word == "go between" && super::numbers::number(letters, end + 1).is_some() {
                return (Role::Word, vec![(Val::Verb(super::mean::Manner::Move), 0.0)], at + 2);
            }
            let mut vals = values(hit);
            // An arrow between others is a direction, alone it points to what follows.
            if word == "→" && !self.text.contains(['↑', '↓', '←', '↗', '↘', '↙', '↖'])
            {
                return (Role::Word, vec![(Val::Colon, 0.0)], end);
            }
            if let Some(found) = self.special(letters, (at, end), &word) {
                return found;
            }
            let mut role = match first.kind {
                "skip" if vals.is_empty() => Role::Skip,
                "modal" if vals.is_empty() => Role::Modal,
                "betza" => Role::Label,
                "rule" => Role::Rule(&first.value, hit.rows[0].1.clone()),
                _ => Role::Word,
            };
            for (row, _) in &hit.rows {
                let row = &LEXICON.rows[*row as usize - 1];
                let set = match row.kind {
                    "piece" => row.value.parse::<usize>().ok().map(|n| SETS[n].clone()),
                    "knight" => Some(self.knight.clone()),
                    _ => None,
                };
                if let Some(set) = set {
                    vals.push((Val::Piece(Mean::exact(set)), row.cost));
                    role = Role::Word;
                }
            }
            return (role, vals, end);
        }
        match c {
            '.' | '!' | '?' | '。' => (Role::Stop, none, at + 1),
            '\'' => (Role::Skip, none, at + 1),
            '(' => match self.closing(letters, at) {
                Some(close) => (Role::Bracket(at + 1, close), none, close + 1),
                None => (Role::Skip, none, at + 1),
            },
            '[' => {
                let close = letters[at..].iter().take(6).position(|l| l.c == ']');
                let note = close
                    .is_some_and(|n| letters[at + 1..at + n].iter().all(|l| l.c.is_ascii_digit()));
                (Role::Skip, none, if note { at + close.unwrap_or(0) + 1 } else { at + 1 })
            }
            _ => (Role::Unknown, none, self.unknown(letters, at)),
        }
    }

    /// Whether a single kana that could be a joint is the head of a word nobody knows.
    fn begins_name(&self, letters: &[Letter], at: usize, hit: Option<&super::lex::Hit>) -> bool {
        let kana =
            |n: usize| letters.get(n).is_some_and(|l| ('\u{3041}'..='\u{3096}').contains(&l.c));
        hit.is_some_and(|hit| hit.end == at + 1)
            && kana(at)
            && kana(at + 1)
            && LEXICON.longest(letters, at + 1).is_none_or(|next| next.end == at + 2)
    }

    /// Words that mean another thing by what stands around them.
    fn special(&self, letters: &[Letter], (at, end): (usize, usize), word: &str) -> Option<Cut> {
        // ナイト, not 「…ないと」.
        if word == "ないと" && self.text[letters[at].at..].starts_with('な') {
            return Some((Role::Unknown, Vec::new(), end));
        }
        // "These make a leap": who, not where.
        if ["these", "those", "that"].contains(&word)
            && letters.get(end).is_some_and(|l| l.c == ' ')
        {
            let next = LEXICON.longest(letters, end + 1);
            let kind = |(row, _): &(u32, _)| LEXICON.rows[*row as usize - 1].kind;
            let acts = |row: &(u32, Vec<u16>)| matches!(kind(row), "verb" | "modal" | "not");
            if next.is_some_and(|hit| hit.rows.iter().any(acts)) {
                return Some((Role::Skip, Vec::new(), end));
            }
        }
        // "takes one diagonal step" captures nothing.
        if ["take", "takes", "taking"].contains(&word) {
            let rest = letters[end..].iter().map(|l| l.c).take(40);
            let rest: String = rest.take_while(|c| !matches!(c, ',' | ';' | '.' | '\n')).collect();
            let steps = rest.split(' ').any(|word| word == "step" || word == "steps");
            return steps.then_some((Role::Skip, Vec::new(), end));
        }
        // 「横にも後ろにも」 joins, 「横にも1マス」 does not.
        if word == "にも" {
            let next = LEXICON.longest(letters, end);
            let kind = |(row, _): &(u32, _)| LEXICON.rows[*row as usize - 1].kind;
            let joins = next.is_some_and(|hit| hit.rows.iter().any(|row| kind(row) == "dir"));
            return (!joins).then_some((Role::Skip, Vec::new(), end));
        }
        let before = letters[..at].iter().rev().map(|l| l.c).find(|c| *c != ' ');
        // 「縦に2マスから横に1マス」
        if word == "から" && before.is_some_and(|c| "スつ目間歩升".contains(c)) {
            return Some((Role::Word, vec![(Val::Conj(super::value::Conj::Then), 0.2)], end));
        }
        // 「斜めなら」: of that direction, not if.
        if word == "なら" && before.is_some_and(|c| "前後ろ横縦め右左上下方外ぐ".contains(c))
        {
            return Some((Role::Skip, Vec::new(), end));
        }
        // A bare number in Japanese is a distance only in a table: 前:二.
        if word.chars().all(|c| "一二三四五六七八九十".contains(c))
            && !before.is_some_and(|c| matches!(c, ':' | '=' | '…' | '→' | '|' | '('))
        {
            return Some((Role::Unknown, Vec::new(), end));
        }
        if word == "any" && before == Some('n') {
            return Some((Role::Unknown, Vec::new(), end));
        }
        // "forward any, backward 1": a distance only at the end of its phrase.
        let rest = letters[end..].iter().map(|l| l.c).find(|c| *c != ' ');
        if word == "any"
            && rest.is_some_and(|c| !matches!(c, ',' | ';' | '.' | '\n' | ')' | '、' | '。'))
        {
            return Some((Role::Skip, Vec::new(), end));
        }
        None
    }

    /// `[-2, 1]`: rows and columns, as in piece files.
    fn coordinates(&self, letters: &[Letter], at: usize) -> Option<((i8, i8), usize)> {
        if letters[at].c != '[' {
            return None;
        }
        let close = letters[at..].iter().take(12).position(|l| l.c == ']')? + at;
        let inner: String = letters[at + 1..close].iter().map(|l| l.c).collect();
        let (rows, cols) = inner.split_once(',')?;
        let vector = (rows.trim().parse().ok()?, cols.trim().parse().ok()?);
        (vector != (0, 0)).then_some((vector, close + 1))
    }

    /// Where a word that is in no list ends.
    fn unknown(&self, letters: &[Letter], at: usize) -> usize {
        let word = |c: char| (c.is_alphanumeric() || c == '\'') && !is_japanese(c);
        let mut end = at + 1;
        if word(letters[at].c) {
            while end < letters.len() && word(letters[end].c) {
                end += 1;
            }
            return end;
        }
        if !is_japanese(letters[at].c) {
            return end;
        }
        let kana = |c: char| ('\u{3041}'..='\u{3096}').contains(&c) || c == 'ー';
        while end < letters.len()
            && is_japanese(letters[end].c)
            && !matches!(letters[end].c, '、' | '。' | '・')
        {
            // A single kana inside an unknown run is no word.
            let hit = LEXICON.longest(letters, end);
            let known = hit.is_some_and(|hit| {
                hit.end - end > 1 || !kana(letters[end].c) || letters[end].c == 'は'
            });
            if known && !(letters[end].c == 'は' && end == at) {
                break;
            }
            end += 1;
        }
        end
    }

    fn closing(&self, letters: &[Letter], open: usize) -> Option<usize> {
        let mut depth = 0;
        for (at, letter) in letters.iter().enumerate().skip(open).take(600) {
            match letter.c {
                '(' => depth += 1,
                ')' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Betza notation inside prose: capitals, small letters and digits as no word has them.
    fn notation(&self, at: usize) -> Option<usize> {
        let before = at.checked_sub(1).map(|n| self.letters[n].c);
        if before.is_some_and(|c| c.is_ascii_alphanumeric())
            || !self.letters[at].c.is_ascii_alphabetic()
        {
            return None;
        }
        let len = self.letters[at..].iter().take_while(|l| l.c.is_ascii_alphanumeric()).count();
        let start = self.letters[at].at;
        let word = self.text.get(start..start + len)?;
        let atoms = |c: char| "WFDNAHCZGKQRB".contains(c);
        let shape =
            word.chars().all(|c| atoms(c) || c.is_ascii_digit() || "fblrvshmcnijpga".contains(c));
        let capitals = word.chars().filter(|c| c.is_ascii_uppercase()).count();
        let inner = word.chars().skip(1).any(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
        let compass = ["N", "E", "S", "W", "NE", "NW", "SE", "SW"].contains(&word);
        let ends = word.chars().last().is_some_and(|c| atoms(c) || c.is_ascii_digit());
        let looks = shape && capitals > 0 && inner && ends && !compass;
        let (_, findings) = koma_betza_ok(word, looks)?;
        findings.then_some(at + len)
    }

    /// Names the caller knows, among the words nobody knows.
    fn known_names(&self, chunks: &mut Vec<Chunk>) {
        let Some(known) = self.known else { return };
        let mut at = 0;
        while at < chunks.len() {
            if chunks[at].role != Role::Unknown {
                at += 1;
                continue;
            }
            let mut end = at + 1;
            while end < chunks.len() && chunks[end].role == Role::Unknown {
                end += 1;
            }
            let span = chunks[at].span.to(chunks[end - 1].span);
            if let Some(movement) = known(&self.text[span.start..span.end]) {
                let mean = Mean { set: Set::of(&movement), vague: false };
                let to = chunks[end - 1].to;
                let word = self.words(chunks[at].from, to).into();
                chunks[at] = Chunk {
                    word,
                    role: Role::Word,
                    vals: vec![(Val::Piece(mean), 0.0)],
                    span,
                    to,
                    ..chunks[at].clone()
                };
                chunks.drain(at + 1..end);
            }
            at += 1;
        }
    }
}

fn koma_betza_ok(word: &str, looks: bool) -> Option<((), bool)> {
    if !looks {
        return None;
    }
    let (movement, findings) = koma_pieces::betza::read(word, koma_betza::Dialect::Strict);
    let good = !findings.iter().any(koma_text::Finding::is_error)
        && movement != koma_pieces::Movement::default();
    Some(((), good))
}
