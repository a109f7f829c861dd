//! The words the reader knows, in English and Japanese, and what they mean.
//!
//! A phrase of several words may mean several things in a row ("a square" is *one* and *square*).
//! Words that carry nothing for a movement are listed as [`Lex::Filler`]; a word that is in
//! neither list is reported, never skipped.

mod en;
mod ja;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use super::dirs::{Axis, Half};
use koma_pieces::Direction;

/// How a verb moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Says nothing about the distance: "moves", 動く.
    Move,
    /// One square unless a distance is given: "steps".
    Step,
    /// Any distance unless one is given: "slides", 走る.
    Slide,
    /// Over whatever stands between: "jumps", 跳ぶ.
    Jump,
}

/// What a word means.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Lex {
    // Directions.
    Half(Half),
    Axis(Axis),
    Compass(Direction),
    /// "straight", "directly", 真.
    Straight,
    /// "directions", "lines", 方向.
    DirNoun,
    /// "diagonals", as a noun.
    Diagonals,
    /// "all other", それ以外の.
    Others,
    /// "those", その.
    Those,

    // Amounts.
    Num(u16),
    Ordinal(u16),
    /// "squares", マス.
    Unit,
    /// "every", "any", "each".
    Each,
    UpTo,
    MoreThan,
    Unlimited,
    Exactly,
    Only,
    /// しか: with a negation after it, "only".
    NothingBut,
    /// Between the two ends of a range: "to", 〜.
    To,
    /// The square counted is the one landed on: 先, "away".
    Landing,
    /// After a number, with the unit, an ordinal: マス目.
    UnitLanding,
    /// "the two squares": counts the directions that follow.
    Tally(u16),
    InAll,
    More,

    // Verbs.
    Verb(Manner),
    /// "retreats", 下がる: a verb with a side.
    VerbToward(Half),
    /// "by jumping", after what it tells about.
    Jumping,
    Modal,
    Pronoun,
    /// "that", "which": what follows tells more about the noun before.
    Relative,
    /// "if", "when", "sometimes": a condition, which a movement cannot say.
    Condition,

    // Joints.
    And,
    Or,
    Comma,
    /// Between Japanese nouns: の.
    Of,
    /// Japanese topic and subject marks: は, が.
    Topic,
    Plus,
    Also,
    /// さらに: "also", or after a leap "and on from there".
    Further,
    But,
    Except,
    Without,
    Not,
    /// ない, ません: turns the verb before it.
    NotAfter,
    Where,
    Then,
    Colon,
    Semicolon,
    Stop,
    Newline,
    Bullet,
    Dash,
    Slash,
    Open,
    Close,

    // Comparison.
    Like,
    /// An index into the table of known pieces.
    Piece(usize),
    /// A bare "knight", which the template decides.
    Knight,
    /// "chess", "western": qualifies the piece after it.
    Chess,
    /// "shogi": qualifies the piece after it.
    Shogi,
    /// "move", "power": a noun after a piece.
    Power,

    // More than one line.
    Turn,
    RightAngle,
    Once,
    Twice,
    Again,
    PassOver,
    /// "skipping one square", 一マス飛ばして: lands one farther.
    Skipping,
    NoJump,
    Men,
    Capture,
    /// "every piece", すべての駒.
    EveryMan,
    Lower,
    Stops,
    Continue,
    SameWay,
    Neighbour,
    Within,
    Return,
    Igui,
    RangeCapture,
    HookMove,
    LionMove,
    Both,
    OneAfterAnother,
    Anywhere,
    /// 位置: the two distances before it make one leap.
    Position,

    // Beyond movement.
    Promote,
    Royal,
    Drop,
    Must,
    Row,
    Last,
    File,
    Same,
    Nifu,
    BetzaLabel,
    /// A word in Betza notation.
    Betza,
    /// `[-2, 1]`: rows and columns.
    Vector(i8, i8),

    /// Carries nothing.
    Filler,
    /// Not in the lexicon.
    Unknown,
}

type Entry = (&'static str, &'static [Lex]);

/// The phrases of one language.
pub(super) struct Lexicon {
    phrases: HashMap<Cow<'static, str>, &'static [Lex]>,
    /// Words (English) or characters (Japanese) of the longest phrase.
    pub(super) longest: usize,
}

impl Lexicon {
    /// `combined` phrases are put together from parts; a phrase of the tables goes before them.
    fn new(
        tables: &[&'static [Entry]],
        combined: Vec<(String, &'static [Lex])>,
        length: fn(&str) -> usize,
    ) -> Self {
        let phrases: HashMap<Cow<'static, str>, _> = combined
            .into_iter()
            .map(|(phrase, lexes)| (Cow::Owned(phrase), lexes))
            .chain(
                tables
                    .iter()
                    .flat_map(|table| table.iter())
                    .map(|&(phrase, lexes)| (Cow::Borrowed(phrase), lexes)),
            )
            .collect();
        let longest = phrases.keys().map(|phrase| length(phrase)).max().unwrap_or(1);
        Self { phrases, longest }
    }

    pub(super) fn get(&self, phrase: &str) -> Option<&'static [Lex]> {
        self.phrases.get(phrase).copied()
    }
}

/// English, in lower case, words separated by one blank, hyphens as blanks.
pub(super) static ENGLISH: LazyLock<Lexicon> =
    LazyLock::new(|| Lexicon::new(en::TABLES, en::combined(), |phrase| phrase.split(' ').count()));

/// Japanese, as written, digits half width, 竜 as 龍.
pub(super) static JAPANESE: LazyLock<Lexicon> =
    LazyLock::new(|| Lexicon::new(ja::TABLES, ja::combined(), |phrase| phrase.chars().count()));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_phrase_stands_twice_in_a_lexicon() {
        for tables in [en::TABLES, ja::TABLES] {
            let mut seen = std::collections::HashSet::new();
            for (phrase, _) in tables.iter().flat_map(|table| table.iter()) {
                assert!(seen.insert(phrase), "{phrase:?} stands twice");
            }
        }
    }

    #[test]
    fn english_phrases_are_in_the_form_the_tokenizer_looks_up() {
        for (phrase, _) in en::TABLES.iter().flat_map(|table| table.iter()) {
            assert_eq!(*phrase, phrase.to_lowercase());
            assert!(!phrase.contains('-') && !phrase.contains("  "), "{phrase:?}");
        }
    }
}
