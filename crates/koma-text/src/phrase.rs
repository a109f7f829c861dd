//! Sentences are data: templates in both languages with named holes, and the facts that fill them.
//!
//! A crate says what it has to say in one table, made with [`crate::findings!`] and
//! [`crate::phrases!`]. Each row becomes a function whose arguments are the facts, so that no
//! hole is left empty; [`template_faults`] is what a test of the table asserts to be empty.

use std::fmt::{self, Write as _};

use crate::{Lang, Severity};

/// A sentence or a few words in both languages.
///
/// `{name}` is a hole for a fact, `{count:move|moves}` one of two words by a number; `{{` and
/// `}}` are braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// The English words: lower case, no full stop.
    pub en: &'static str,
    /// The Japanese words.
    pub ja: &'static str,
    /// The names of the facts, in the order of the arguments.
    pub facts: &'static [&'static str],
}

/// A row of a table of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FindingKind {
    /// How bad it usually is.
    pub severity: Severity,
    /// The stable code in kebab case. Several rows may share one.
    pub code: &'static str,
    /// What is said.
    pub message: Template,
    /// What stands beside the caret.
    pub label: Option<Template>,
    /// What to do about it.
    pub help: Option<Template>,
}

/// One fact of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Somebody's text, a code, a name: the same in both languages.
    Text(String),
    /// A number.
    Number(i64),
    /// A thing with a name in each language: a piece, a square, a variant.
    Named {
        /// Its English name.
        en: String,
        /// Its Japanese name.
        ja: String,
    },
    /// Words with facts of their own.
    Phrase(Box<Phrase>),
    /// Several facts, with commas between them.
    List(Vec<Fact>),
}

/// A template with its facts: words that can be said in either language.
///
/// `Display` is the English sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase(Inner);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Inner {
    Said(&'static Template, Vec<Fact>),
    Both { en: String, ja: String },
    Plain(String),
}

impl Phrase {
    /// A template filled in; `facts` are in the order of [`Template::facts`].
    pub fn new(template: &'static Template, facts: impl Into<Vec<Fact>>) -> Self {
        let facts = facts.into();
        debug_assert_eq!(facts.len(), template.facts.len(), "{}", template.en);
        Self(Inner::Said(template, facts))
    }

    /// Words that are made in both languages where they are used.
    pub fn both(en: impl Into<String>, ja: impl Into<String>) -> Self {
        Self(Inner::Both { en: en.into(), ja: ja.into() })
    }

    /// The words in a language.
    pub fn say(&self, lang: Lang) -> String {
        let mut out = String::new();
        self.say_to(lang, &mut out);
        out
    }

    /// Whether nothing would be said.
    pub fn is_empty(&self) -> bool {
        matches!(&self.0, Inner::Plain(text) if text.is_empty())
    }

    /// The facts by name, for programs.
    pub fn facts(&self) -> impl Iterator<Item = (&'static str, &Fact)> {
        let (names, facts): (&[&str], &[Fact]) = match &self.0 {
            Inner::Said(template, facts) => (template.facts, facts),
            Inner::Both { .. } | Inner::Plain(_) => (&[], &[]),
        };
        names.iter().copied().zip(facts)
    }

    fn say_to(&self, lang: Lang, out: &mut String) {
        let (template, facts) = match &self.0 {
            Inner::Said(template, facts) => (*template, facts),
            Inner::Both { en, ja } => return out.push_str(lang.pick(en, ja)),
            Inner::Plain(text) => return out.push_str(text),
        };
        for part in parts(lang.pick(template.en, template.ja)) {
            let Part::Hole { name, forms } = part else {
                if let Part::Text(text) = part {
                    out.push_str(text);
                }
                continue;
            };
            let fact = template.facts.iter().position(|&known| known == name);
            match (fact.and_then(|at| facts.get(at)), forms) {
                (Some(Fact::Number(number)), Some((one, many))) => {
                    out.push_str(if *number == 1 { one } else { many });
                }
                (Some(fact), _) => fact.say_to(lang, out),
                (None, _) => out.push('…'),
            }
        }
    }
}

impl Fact {
    /// A thing by its name in each language.
    pub fn named(en: impl Into<String>, ja: impl Into<String>) -> Self {
        Self::Named { en: en.into(), ja: ja.into() }
    }

    /// Several facts, with commas between them.
    pub fn list<T: Into<Self>>(facts: impl IntoIterator<Item = T>) -> Self {
        Self::List(facts.into_iter().map(Into::into).collect())
    }

    /// The fact in a language.
    pub fn say(&self, lang: Lang) -> String {
        let mut out = String::new();
        self.say_to(lang, &mut out);
        out
    }

    fn say_to(&self, lang: Lang, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(text),
            Self::Number(number) => {
                let _ = write!(out, "{number}");
            }
            Self::Named { en, ja } => out.push_str(lang.pick(en, ja)),
            Self::Phrase(phrase) => phrase.say_to(lang, out),
            Self::List(facts) => {
                for (at, fact) in facts.iter().enumerate() {
                    if at > 0 {
                        out.push_str(lang.pick(", ", "、"));
                    }
                    fact.say_to(lang, out);
                }
            }
        }
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl PartialEq<&str> for Phrase {
    fn eq(&self, english: &&str) -> bool {
        self.say(Lang::En) == *english
    }
}

impl From<&str> for Phrase {
    fn from(text: &str) -> Self {
        Self(Inner::Plain(text.to_owned()))
    }
}

impl From<String> for Phrase {
    fn from(text: String) -> Self {
        Self(Inner::Plain(text))
    }
}

impl From<&str> for Fact {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Fact {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for Fact {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<std::borrow::Cow<'_, str>> for Fact {
    fn from(text: std::borrow::Cow<'_, str>) -> Self {
        Self::Text(text.into_owned())
    }
}

impl From<char> for Fact {
    fn from(letter: char) -> Self {
        Self::Text(letter.to_string())
    }
}

impl From<Phrase> for Fact {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(Box::new(phrase))
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Fact {
            fn from(number: $number) -> Self {
                Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )*};
}

numbers!(u8 i8 u16 i16 u32 i32 u64 i64 usize);

/// A piece of a template.
enum Part<'t> {
    Text(&'t str),
    Hole {
        name: &'t str,
        forms: Option<(&'t str, &'t str)>,
    },
    /// A brace without its partner.
    Broken,
}

/// The pieces of a template, in order.
fn parts(template: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        if rest.starts_with("{{") || rest.starts_with("}}") {
            let (brace, after) = (&rest[..1], &rest[2..]);
            rest = after;
            return Some(Part::Text(brace));
        }
        if !matches!(first, '{' | '}') {
            let end = rest.find(['{', '}']).unwrap_or(rest.len());
            let (text, after) = rest.split_at(end);
            rest = after;
            return Some(Part::Text(text));
        }
        let inside = &rest[1..];
        let Some(end) = inside.find('}').filter(|_| first == '{') else {
            rest = inside;
            return Some(Part::Broken);
        };
        rest = &inside[end + 1..];
        let (name, forms) = match inside[..end].split_once(':') {
            Some((name, forms)) => (name, Some(forms.split_once('|').unwrap_or((forms, forms)))),
            None => (&inside[..end], None),
        };
        Some(Part::Hole { name, forms })
    })
}

impl Template {
    /// What is wrong with it: a language that says nothing, a hole without a fact, a brace
    /// without its partner.
    fn faults(&self, out: &mut Vec<String>) {
        for text in [self.en, self.ja] {
            if text.trim().is_empty() {
                out.push(format!("nothing is said: {:?}, {:?}", self.en, self.ja));
            }
            for part in parts(text) {
                match part {
                    Part::Hole { name, .. } if !self.facts.contains(&name) => {
                        out.push(format!("no fact for {{{name}}} in {text:?}"));
                    }
                    Part::Broken => out.push(format!("a brace without its partner in {text:?}")),
                    _ => {}
                }
            }
        }
        if !self.ja.chars().any(|c| c >= '\u{3000}') {
            out.push(format!("not Japanese: {:?}", self.ja));
        }
        if self.en.ends_with('.') && !self.en.ends_with("...") {
            out.push(format!("a full stop: {:?}", self.en));
        }
    }
}

/// All that is wrong with a table of findings. A test of each crate asserts that nothing is.
pub fn finding_faults(kinds: &[FindingKind]) -> Vec<String> {
    let mut out = Vec::new();
    for kind in kinds {
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if kind.code.is_empty() || !kind.code.chars().all(kebab) {
            out.push(format!("not a code: {:?}", kind.code));
        }
        for template in [Some(kind.message), kind.label, kind.help].into_iter().flatten() {
            template.faults(&mut out);
        }
    }
    out
}

/// All that is wrong with a table of phrases.
pub fn template_faults(templates: &[Template]) -> Vec<String> {
    let mut out = Vec::new();
    templates.iter().for_each(|template| template.faults(&mut out));
    out
}

/// A table of findings: for each row a function with the facts as arguments, which makes the
/// [`crate::Finding`]; and a list of all rows for tests and for the page of all codes.
///
/// ```
/// koma_text::findings! {
///     /// What the reader of ranges finds.
///     pub static FINDINGS;
///
///     error "range-too-long" range_too_long(range, most) {
///         "a range of {range} is longer than {most} {most:square|squares}",
///         "距離{range}は{most}マスを超えています"
///         help "write at most {most}", "{most}以下にしてください"
///     }
/// }
/// use koma_text::{Lang, Span};
///
/// # fn main() {
/// assert!(koma_text::finding_faults(FINDINGS).is_empty());
/// let finding = range_too_long(40, 36).at(Span::new(3, 5));
/// assert_eq!(finding.code, "range-too-long");
/// assert_eq!(finding.message.say(Lang::En), "a range of 40 is longer than 36 squares");
/// assert_eq!(finding.message.say(Lang::Ja), "距離40は36マスを超えています");
/// # }
/// ```
#[macro_export]
macro_rules! findings {
    (
        $(#[$doc:meta])* $table_vis:vis static $table:ident;
        $($severity:ident $code:literal $name:ident($($fact:ident),* $(,)?) {
            $en:literal, $ja:literal $(,)?
            $(label $label_en:literal, $label_ja:literal $(,)?)?
            $(help $help_en:literal, $help_ja:literal $(,)?)?
        })*
    ) => {
        $(#[$doc])*
        #[allow(dead_code)]
        $table_vis static $table: &[$crate::FindingKind] = &[$(
            $crate::findings!(@kind $severity $code [$($fact)*] $en, $ja;
                $($label_en, $label_ja)?; $($help_en, $help_ja)?)
        ),*];
        $(
            #[doc = $en]
            $table_vis fn $name($($fact: impl ::core::convert::Into<$crate::Fact>),*) -> $crate::Finding {
                static KIND: $crate::FindingKind =
                    $crate::findings!(@kind $severity $code [$($fact)*] $en, $ja;
                        $($label_en, $label_ja)?; $($help_en, $help_ja)?);
                $crate::Finding::of(&KIND, ::std::vec![$($fact.into()),*])
            }
        )*
    };
    (@kind $severity:ident $code:literal [$($fact:ident)*] $en:literal, $ja:literal;
        $($label_en:literal, $label_ja:literal)?; $($help_en:literal, $help_ja:literal)?) => {
        $crate::FindingKind {
            severity: $crate::findings!(@severity $severity),
            code: $code,
            message: $crate::findings!(@template [$($fact)*] $en, $ja),
            label: $crate::findings!(@maybe [$($fact)*] $($label_en, $label_ja)?),
            help: $crate::findings!(@maybe [$($fact)*] $($help_en, $help_ja)?),
        }
    };
    (@template [$($fact:ident)*] $en:literal, $ja:literal) => {
        $crate::Template { en: $en, ja: $ja, facts: &[$(stringify!($fact)),*] }
    };
    (@maybe [$($fact:ident)*]) => { ::core::option::Option::None };
    (@maybe [$($fact:ident)*] $en:literal, $ja:literal) => {
        ::core::option::Option::Some($crate::findings!(@template [$($fact)*] $en, $ja))
    };
    (@severity error) => { $crate::Severity::Error };
    (@severity warning) => { $crate::Severity::Warning };
    (@severity info) => { $crate::Severity::Info };
}

/// A table of phrases: for each row a function with the facts as arguments, which makes the
/// [`Phrase`]; and a list of all rows for tests.
///
/// ```
/// koma_text::phrases! {
///     static PHRASES;
///     mate_in(plies) { "mate in {plies}", "{plies}手詰" }
/// }
/// # fn main() {
/// assert!(koma_text::template_faults(PHRASES).is_empty());
/// assert_eq!(mate_in(3).say(koma_text::Lang::Ja), "3手詰");
/// # }
/// ```
#[macro_export]
macro_rules! phrases {
    (
        $(#[$doc:meta])* $table_vis:vis static $table:ident;
        $($name:ident($($fact:ident),* $(,)?) { $en:literal, $ja:literal $(,)? })*
    ) => {
        $(#[$doc])*
        #[allow(dead_code)]
        $table_vis static $table: &[$crate::Template] =
            &[$($crate::findings!(@template [$($fact)*] $en, $ja)),*];
        $(
            #[doc = $en]
            $table_vis fn $name($($fact: impl ::core::convert::Into<$crate::Fact>),*) -> $crate::Phrase {
                static TEMPLATE: $crate::Template =
                    $crate::findings!(@template [$($fact)*] $en, $ja);
                $crate::Phrase::new(&TEMPLATE, ::std::vec![$($fact.into()),*])
            }
        )*
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::phrases! {
        static PHRASES;
        moves(count) { "{count} {count:move|moves}", "{count}手" }
        one_of(word, known) { "`{word}` is none of {{{known}}}", "「{word}」は{{{known}}}のどれでもありません" }
    }

    #[test]
    fn a_phrase_is_said_in_both_languages() {
        assert_eq!([moves(1), moves(2)].map(|m| m.say(Lang::En)), ["1 move", "2 moves"]);
        let known = Fact::list([Fact::named("gold", "金"), moves(3).into(), "x".into()]);
        let phrase = one_of("y", known);
        assert_eq!(phrase.to_string(), "`y` is none of {gold, 3 moves, x}");
        assert_eq!(phrase.say(Lang::Ja), "「y」は{金、3手、x}のどれでもありません");
        let names: Vec<_> = phrase.facts().map(|(name, _)| name).collect();
        assert_eq!(names, ["word", "known"]);
        assert!(template_faults(PHRASES).is_empty());
    }

    #[test]
    fn faults_of_a_table_are_found() {
        let bad = |en, ja| template_faults(&[Template { en, ja, facts: &["a"] }]).len();
        assert_eq!(bad("{a}", "{a}は"), 0);
        assert_eq!(bad("{b}", "は"), 1, "a hole without a fact");
        assert_eq!(bad("{a", "は"), 1, "a brace without its partner");
        assert_eq!(bad("a}", "は"), 1, "a brace without its partner");
        assert_eq!(bad("", "は"), 1, "no English");
        assert_eq!(bad("a", "a"), 1, "no Japanese");
        assert_eq!(bad("a.", "は"), 1, "a full stop");
    }
}
