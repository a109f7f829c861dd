//! Text into words with places and meanings.

use koma_text::Span;

use super::dirs::Half;
use super::known::TABLE;
use super::lexicon::{ENGLISH, JAPANESE, Lex, Manner};
use koma_pieces::Direction;

/// A word or mark, where it stands and what it means.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) span: Span,
    pub(super) lex: Lex,
    /// Written in Japanese, where the verb comes last.
    pub(super) japanese: bool,
    /// A blank stood before it.
    pub(super) gap: bool,
    /// An English word in -s, which for "directions" means more than one.
    pub(super) plural: bool,
    /// "lion's", which tells about the noun after it.
    pub(super) owner: bool,
}

/// The words of a text, in order.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, out: Vec::new(), gap: true, line_start: true };
    while lexer.at < text.len() {
        lexer.next();
    }
    settle(text, lexer.out)
}

/// Words that only their neighbours decide.
fn settle(text: &str, mut out: Vec<Token>) -> Vec<Token> {
    let word = |lex: Option<&Lex>| {
        matches!(
            lex,
            Some(Lex::Half(_) | Lex::Axis(_) | Lex::Compass(_) | Lex::Diagonals | Lex::Straight)
        )
    };
    two_steps(&mut out);
    for at in 0..out.len() {
        let next = out.get(at + 1).map(|token| &token.lex);
        let after = out.get(at + 2).map(|token| &token.lex);
        let before = at.checked_sub(1).map(|before| &out[before].lex);
        let ends = matches!(
            next,
            None | Some(
                Lex::Stop | Lex::Close | Lex::Comma | Lex::Semicolon | Lex::Newline | Lex::Dash
            )
        );
        let lex = match out[at].lex {
            // "in all" sums up at the end of a statement; before a noun it is "in every".
            Lex::InAll if !out[at].japanese && !ends => Lex::Each,
            // "range 3", a noun
            Lex::Verb(Manner::Slide)
                if matches!(next, Some(Lex::Num(_)))
                    && text[out[at].span.start..out[at].span.end].eq_ignore_ascii_case("range") =>
            {
                Lex::UpTo
            }
            // "moves within three squares", "sideways: within three squares"
            Lex::Within
                if !out[at].japanese
                    && matches!(next, Some(Lex::Num(_)))
                    && (word(before) || matches!(before, Some(Lex::Verb(_) | Lex::Colon))) =>
            {
                Lex::UpTo
            }
            // "go between one and three squares" is no 仲人.
            Lex::Piece(_)
                if matches!(next, Some(Lex::Num(_)))
                    && text[out[at].span.start..out[at].span.end].ends_with(" between") =>
            {
                Lex::Verb(Manner::Move)
            }
            // "slides on the diagonals" goes on nowhere.
            Lex::Continue if !out[at].japanese && direction_follows(&out[at + 1..]) => {
                let words = &text[out[at].span.start..out[at].span.end];
                let verb = words.strip_suffix(" on").map(str::to_lowercase);
                match verb.and_then(|verb| ENGLISH.get(&verb)) {
                    Some([verb @ Lex::Verb(_)]) => verb.clone(),
                    _ => continue,
                }
            }
            // "N, S free"
            Lex::Filler
                if ends
                    && (word(before) || before == Some(&Lex::Colon))
                    && text[out[at].span.start..out[at].span.end].eq_ignore_ascii_case("free") =>
            {
                Lex::Unlimited
            }
            // "diagonally - one square": a dash between a direction and its distance.
            Lex::Dash
                if (word(before) || before == Some(&Lex::DirNoun))
                    && amount(text, &out[at + 1..])
                    && !out[at].japanese =>
            {
                Lex::Colon
            }
            // "N+S: slide"
            Lex::Plus if word(before) && word(next) => Lex::And,
            // 動けるが、…: a turn in the sentence.
            Lex::Topic
                if next == Some(&Lex::Comma) && text[out[at].span.start..].starts_with('が') =>
            {
                Lex::But
            }
            // "B + alfil jumps": a letter of Betza among words.
            Lex::Unknown if before == Some(&Lex::Plus) || next == Some(&Lex::Plus) => {
                match atom(&text[out[at].span.start..out[at].span.end]) {
                    Some(piece) => Lex::Piece(piece),
                    None => continue,
                }
            }
            // "cannot go back"
            Lex::Return if before == Some(&Lex::Not) => Lex::VerbToward(Half::Backward),
            // "in these directions: ..."
            Lex::Those if next == Some(&Lex::DirNoun) && after == Some(&Lex::Colon) => Lex::Filler,
            // "1. Lion", "(2) Kirin"
            Lex::Num(_)
                if matches!(before, None | Some(Lex::Newline))
                    && matches!(next, Some(Lex::Stop | Lex::Close))
                    && !ends_text(after) =>
            {
                out[at + 1].lex = Lex::Filler;
                Lex::Filler
            }
            _ => continue,
        };
        out[at].lex = lex;
    }
    out
}

/// Whether a direction follows after an article or a number: "the two forward diagonals".
fn direction_follows(rest: &[Token]) -> bool {
    let article = matches!(
        rest.first().map(|token| &token.lex),
        Some(Lex::Filler | Lex::Each | Lex::Both | Lex::Axis(_))
    );
    let next = rest.iter().map(|token| &token.lex).find(|lex| {
        !matches!(lex, Lex::Filler | Lex::Each | Lex::Both | Lex::Num(_) | Lex::Straight)
    });
    article
        && matches!(
            next,
            Some(Lex::Half(_) | Lex::Axis(_) | Lex::Diagonals | Lex::Compass(_) | Lex::DirNoun)
        )
}

/// Whether a distance and nothing else stands up to the end of the line or statement.
fn amount(text: &str, rest: &[Token]) -> bool {
    let line = rest.iter().take_while(|token| {
        !matches!(token.lex, Lex::Newline | Lex::Semicolon | Lex::Stop | Lex::Comma | Lex::Dash)
    });
    let mut said = false;
    for token in line {
        match token.lex {
            Lex::Num(_) | Lex::Unlimited | Lex::Each | Lex::Verb(Manner::Slide | Manner::Step) => {
                said = true;
            }
            Lex::Filler if text[token.span.start..].starts_with("free") => said = true,
            Lex::UpTo
            | Lex::Within
            | Lex::Unit
            | Lex::Filler
            | Lex::Only
            | Lex::Exactly
            | Lex::To
            | Lex::And
            | Lex::Or
            | Lex::More => {}
            _ => return false,
        }
    }
    said
}

/// 二歩 is the fault of two pawns, but 前に二歩進む walks two squares.
fn two_steps(out: &mut Vec<Token>) {
    let mut at = 0;
    while at < out.len() {
        let walks = matches!(
            out.get(at + 1).map(|token| &token.lex),
            Some(Lex::UpTo | Lex::Landing | Lex::Verb(_) | Lex::VerbToward(_) | Lex::Only)
        );
        if out[at].lex == Lex::Nifu && out[at].japanese && walks {
            out[at].lex = Lex::Num(2);
            let unit = Token { lex: Lex::Unit, ..out[at].clone() };
            out.insert(at + 1, unit);
        }
        at += 1;
    }
}

/// The piece an atom of Betza stands for.
fn atom(letter: &str) -> Option<usize> {
    TABLE.slug(match letter {
        "R" => "rook",
        "B" => "bishop",
        "Q" => "free-king",
        "K" => "king",
        "F" => "ferz",
        "D" => "dabbaba",
        "A" => "alfil",
        _ => return None,
    })
}

fn ends_text(after: Option<&Lex>) -> bool {
    matches!(after, None | Some(Lex::Newline))
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    out: Vec<Token>,
    gap: bool,
    line_start: bool,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn push(&mut self, lex: Lex, length: usize, japanese: bool) {
        let span = Span::new(self.at, self.at + length);
        let again = lex == Lex::Unknown
            && !self.gap
            && self
                .out
                .last()
                .is_some_and(|last| last.lex == Lex::Unknown && last.span.end == self.at);
        if again {
            // Neighbouring unknown characters are one unknown word.
            if let Some(last) = self.out.last_mut() {
                last.span.end = span.end;
            }
        } else {
            let word = &self.text[span.start..span.end];
            let plural = word.ends_with('s');
            let owner = ["'s", "’s", "s'", "s’"].iter().any(|end| word.ends_with(end));
            self.out.push(Token { span, lex, japanese, gap: self.gap, plural, owner });
        }
        self.at += length;
        self.gap = false;
        self.line_start = false;
    }

    fn next(&mut self) {
        let Some(c) = self.rest().chars().next() else { return };
        let length = c.len_utf8();
        match c {
            '\n' => {
                self.push(Lex::Newline, length, false);
                self.gap = true;
                self.line_start = true;
            }
            _ if c.is_whitespace() => {
                self.at += length;
                self.gap = true;
            }
            _ if narrow(c).is_ascii_digit() => self.number(),
            _ if c.is_alphabetic() && !is_japanese(c) => self.word(),
            '[' if self.vector().is_some() => {
                let (lex, length) = self.vector().unwrap_or((Lex::Unknown, length));
                self.push(lex, length, false);
            }
            _ if is_japanese(c) => self.japanese(),
            _ => self.mark(c),
        }
    }

    fn mark(&mut self, c: char) {
        let length = c.len_utf8();
        let after_blank = self.rest()[length..].starts_with(char::is_whitespace)
            || self.at + length == self.text.len();
        let lex = match c {
            '*' | '•' | '‣' | '◦' | '●' | '■' | '◆' | '·' | '・' if self.line_start => {
                Lex::Bullet
            }
            '-' | '–' | '—' | '−' if self.line_start && after_blank => Lex::Bullet,
            '・' | '&' | '＆' => Lex::And,
            ',' | '、' | '，' | '|' | '｜' => Lex::Comma,
            ';' | '；' => Lex::Semicolon,
            '→' if self.text.contains(['↑', '↓', '←', '↖', '↗', '↘', '↙']) => {
                Lex::Compass(Direction::E)
            }
            '↑' => Lex::Compass(Direction::N),
            '↗' => Lex::Compass(Direction::NE),
            '↘' => Lex::Compass(Direction::SE),
            '↓' => Lex::Compass(Direction::S),
            '↙' => Lex::Compass(Direction::SW),
            '←' => Lex::Compass(Direction::W),
            '↖' => Lex::Compass(Direction::NW),
            '*' if self.gap
                && (after_blank || self.rest()[1..].starts_with([',', ';', '.', '/']))
                && !self.line_start =>
            {
                Lex::Unlimited
            }
            '#' if self.line_start => Lex::Filler,
            ':' | '：' | '=' | '＝' | '→' => Lex::Colon,
            '.' | '．' if self.abbreviation() => Lex::Filler,
            '.' | '。' | '．' | '!' | '！' => Lex::Stop,
            '+' | '＋' => Lex::Plus,
            '/' | '／' => Lex::Slash,
            '(' | '（' | '【' | '〔' | '[' | '{' => Lex::Open,
            ')' | '）' | '】' | '〕' | ']' | '}' => Lex::Close,
            '∞' | '＊' => Lex::Unlimited,
            '×' | '✕' => Lex::Not,
            '~' | '〜' | '～' => Lex::To,
            '-' | '–' | '—' | '−' | '‐' | '―' => self.dash(after_blank),
            '"' | '\'' | '“' | '”' | '‘' | '’' | '「' | '」' | '『' | '』' | '«' | '»' | '`'
            | '\u{feff}' | '_' | '\\' | '…' | '*' => Lex::Filler,
            _ => Lex::Unknown,
        };
        self.push(lex, length, false);
    }

    /// A dash joins the ends of a range, the halves of a word, or sets off a remark.
    fn dash(&self, after_blank: bool) -> Lex {
        if self.gap && after_blank || self.rest().starts_with(['—', '―']) {
            return Lex::Dash;
        }
        match self.out.last().map(|last| &last.lex) {
            Some(Lex::Num(_)) => Lex::To,
            _ => Lex::Filler,
        }
    }

    /// "sq." and "max." end no sentence.
    fn abbreviation(&self) -> bool {
        let Some(last) = self.out.last().filter(|last| last.span.end == self.at) else {
            return false;
        };
        let word = self.text[last.span.start..last.span.end].to_lowercase();
        matches!(
            word.as_str(),
            "sq" | "sqs" | "max" | "dir" | "dirs" | "diag" | "e" | "g" | "i" | "fwd" | "bwd"
        ) && self.rest()[1..]
            .trim_start()
            .starts_with(|c: char| c.is_alphanumeric() || c == ',' || c == ')')
    }

    fn number(&mut self) {
        let mut value: u32 = 0;
        let mut length = 0;
        for c in self.rest().chars() {
            let Some(digit) = narrow(c).to_digit(10) else { break };
            value = value.saturating_mul(10).saturating_add(digit).min(60_000);
            length += c.len_utf8();
        }
        let before_japanese = self.rest()[length..].chars().next().is_some_and(is_japanese);
        // "2nd", "90 degrees", "8-way" and 「90度」 are phrases of the lexicon.
        if self.english_phrase() {
            return;
        }
        let normal: String = self.rest().chars().take(JAPANESE.longest + 2).map(narrow).collect();
        if before_japanese
            && let Some((lexes, count)) =
                longest(&normal, |phrase| JAPANESE.get(phrase)).filter(|(_, n)| *n > 1)
        {
            let length = self.rest().chars().take(count).map(char::len_utf8).sum();
            self.phrase(lexes, length, true);
            return;
        }
        self.push(Lex::Num(value as u16), length, false);
    }

    fn word(&mut self) {
        if matches!(self.out.last().map(|t| &t.lex), Some(Lex::BetzaLabel))
            || self.after_betza_label()
        {
            self.betza_run();
            return;
        }
        if self.english_phrase() {
            return;
        }
        let word = word_at(self.rest());
        let (shape, length) = (run_at(self.rest()), word.len());
        if let Some(direction) = Direction::from_name(shape) {
            self.push(Lex::Compass(direction), length, false);
        } else if looks_like_betza(shape) {
            let length = shape.len();
            self.push(Lex::Betza, length, false);
        } else {
            self.push(Lex::Unknown, length, false);
        }
    }

    /// "Betza:" stands right before.
    fn after_betza_label(&self) -> bool {
        let mut back = self.out.iter().rev().map(|token| &token.lex);
        let mut last = back.next();
        while matches!(last, Some(Lex::Colon | Lex::Filler | Lex::Modal | Lex::Open)) {
            last = back.next();
        }
        last == Some(&Lex::BetzaLabel)
    }

    fn betza_run(&mut self) {
        let run: String =
            self.rest().chars().take_while(|c| !c.is_whitespace() && !is_japanese(*c)).collect();
        let mut run = run.trim_end_matches(['.', ',', ';', ':', '!', '"', '\'']);
        if run.matches(')').count() > run.matches('(').count() {
            run = run.trim_end_matches(')');
        }
        let prose = !run.chars().any(|c| c.is_ascii_uppercase())
            || ENGLISH.get(&run.to_lowercase()).is_some() && run.len() > 1;
        if run.is_empty() || prose {
            if !self.english_phrase() {
                let length = word_at(self.rest()).len();
                self.push(Lex::Unknown, length, false);
            }
            return;
        }
        let length = run.len();
        self.push(Lex::Betza, length, false);
    }

    /// The longest phrase of the lexicon or name of a piece that starts here.
    fn english_phrase(&mut self) -> bool {
        let limit = ENGLISH.longest;
        let mut phrase = String::new();
        let (mut end, mut best) = (0, None);
        for count in 0..limit {
            let rest = &self.rest()[end..];
            let skipped = if count == 0 { 0 } else { joint(rest) };
            if count > 0 && skipped == 0 {
                break;
            }
            let word = run_word(&rest[skipped..]);
            if word.is_empty() {
                break;
            }
            if count > 0 {
                phrase.push(' ');
            }
            phrase.extend(
                word.chars().map(|c| if c == '’' { '\'' } else { c }).flat_map(char::to_lowercase),
            );
            end += skipped + word.len();
            if let Some(lexes) = ENGLISH.get(&phrase) {
                best = Some((lexes.to_vec(), end));
            } else if let Some(piece) = piece_named(&phrase) {
                best = Some((vec![piece], end));
            }
        }
        let Some((lexes, length)) = best else { return false };
        // A capital N, E, S, W inside a longer run ("sR2") is no word; run_word saw to that.
        self.phrase(&lexes, length, false);
        true
    }

    fn phrase(&mut self, lexes: &[Lex], length: usize, japanese: bool) {
        let start = self.at;
        for lex in lexes {
            self.at = start;
            self.push(lex.clone(), length, japanese);
        }
        self.at = start + length;
    }

    fn japanese(&mut self) {
        let window: Vec<char> = self.rest().chars().take(JAPANESE.longest.max(6)).collect();
        let normal: String = window.iter().map(|&c| narrow(c)).collect();
        let word = longest(&normal, |phrase| JAPANESE.get(phrase));
        let piece = longest(&normal, |phrase| self.japanese_piece(phrase, &window));
        let bytes = |count: usize| window[..count].iter().map(|c| c.len_utf8()).sum();
        let numeral = kanji_number(&normal);
        let longest_word = word.map_or(0, |(_, n)| n);
        if let Some((index, count)) = piece.filter(|(_, n)| *n >= longest_word) {
            self.push(Lex::Piece(index), bytes(count), true);
        } else if let Some((value, count)) = numeral.filter(|(_, n)| *n >= longest_word) {
            self.push(Lex::Num(value), bytes(count), true);
        } else if let Some((lexes, count)) = word {
            self.phrase(lexes, bytes(count), true);
        } else {
            let length = bytes(1);
            self.push(Lex::Unknown, length, true);
        }
    }

    /// A piece by name; a single character only where it stands as a word.
    fn japanese_piece(&self, phrase: &str, window: &[char]) -> Option<usize> {
        let index = TABLE.japanese(phrase)?;
        let count = phrase.chars().count();
        let alone = count > 1
            || (window
                .get(count)
                .is_none_or(|next| "のとはがを、，,：:+＋)）。 /／".contains(*next))
                && !matches!(self.out.last(), Some(last) if matches!(last.lex, Lex::Num(_) | Lex::Unknown) && last.span.end == self.at));
        alone.then_some(index)
    }

    /// `[-2, 1]`.
    fn vector(&self) -> Option<(Lex, usize)> {
        let inner = self.rest().strip_prefix('[')?;
        let end = inner.find(']').filter(|&end| end <= 16)?;
        let (rows, cols) = inner[..end].split_once(',')?;
        Some((Lex::Vector(rows.trim().parse().ok()?, cols.trim().parse().ok()?), end + 2))
    }
}

/// The name of a piece, also in the plural or as an owner: "kings", "lion's".
fn piece_named(phrase: &str) -> Option<Lex> {
    let stem = |suffix: &str| phrase.strip_suffix(suffix).and_then(|stem| TABLE.english(stem));
    TABLE
        .english(phrase)
        .or_else(|| stem("'s"))
        .or_else(|| stem("s'"))
        .or_else(|| stem("s"))
        .or_else(|| stem("es"))
        .map(Lex::Piece)
}

fn longest<T>(text: &str, find: impl Fn(&str) -> Option<T>) -> Option<(T, usize)> {
    let mut best = None;
    for (count, (at, c)) in text.char_indices().enumerate() {
        if let Some(found) = find(&text[..at + c.len_utf8()]) {
            best = Some((found, count + 1));
        }
    }
    best
}

/// The blanks or hyphen between two words of one phrase; 0 when something else stands there.
fn joint(rest: &str) -> usize {
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\u{a0}']).len();
    if blanks > 0 {
        return blanks.min(3);
    }
    // A line broken inside a sentence.
    if let Some(next) = rest.strip_prefix('\n') {
        let indent = next.len() - next.trim_start_matches([' ', '\t']).len();
        return if next[indent..].starts_with(|c: char| c.is_ascii_lowercase()) {
            1 + indent
        } else {
            0
        };
    }
    usize::from(rest.starts_with('-'))
}

/// Letters, and apostrophes between them.
fn word_at(rest: &str) -> &str {
    let end = rest
        .char_indices()
        .find(|&(at, c)| {
            let inside = matches!(c, '\'' | '’')
                && at > 0
                && rest[at + c.len_utf8()..]
                    .starts_with(|n: char| n.is_alphabetic() && !is_japanese(n));
            !(c.is_alphabetic() && !is_japanese(c) || inside)
        })
        .map_or(rest.len(), |(at, _)| at);
    &rest[..end]
}

/// A word for the lexicon: letters or digits, not mixed with more of the other kind ("2nd" apart).
fn run_word(rest: &str) -> &str {
    let run = run_at(rest);
    if run.is_empty() {
        return word_at(rest);
    }
    let word = word_at(rest);
    if word.len() >= run.len() { word } else { run }
}

/// Letters and digits.
fn run_at(rest: &str) -> &str {
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    &rest[..end]
}

/// Whether an unmarked word can only be Betza: atoms with modifiers or ranges, no compass name.
fn looks_like_betza(run: &str) -> bool {
    let atoms = run.chars().filter(char::is_ascii_uppercase).count();
    let known = run.chars().all(|c| {
        "WFDNAHLJGCZKQRBMUO".contains(c) || "fblrsvhmcnjpgiado".contains(c) || c.is_ascii_digit()
    });
    let tail = run.chars().skip(1).any(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    atoms > 0 && known && tail && Direction::from_name(run).is_none()
}

/// 一 to 九十九, as written before マス.
fn kanji_number(text: &str) -> Option<(u16, usize)> {
    let digit = |c: char| "〇一二三四五六七八九".chars().position(|k| k == c).map(|n| n as u16);
    let (mut total, mut current, mut count) = (0, None, 0);
    for c in text.chars().take(3) {
        if c == '十' && total == 0 {
            total = 10 * current.unwrap_or(1);
            current = None;
        } else if let Some(n) = digit(c).filter(|_| current.is_none()) {
            current = Some(n);
        } else {
            break;
        }
        count += 1;
    }
    (count > 0).then(|| (total + current.unwrap_or(0), count))
}

/// Full-width letters and digits as half-width ones, and one form of 龍.
fn narrow(c: char) -> char {
    match c {
        '\u{ff10}'..='\u{ff19}' | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' => {
            char::from_u32(c as u32 - 0xfee0).unwrap_or(c)
        }
        '竜' => '龍',
        c => c,
    }
}

pub(super) fn is_japanese(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' | '\u{ff66}'..='\u{ff9f}')
}
