//! Where words are in doubt: what they may mean, each as a text that is read so.

use koma_pieces::Movement;
use koma_pieces::betza::{canonical, explain};
use koma_text::{Finding, Span};

use crate::words::{is_japanese, near};
use crate::{Draft, Options, read};

/// A place in doubt, and what may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Which of the findings says so.
    pub finding: usize,
    /// What may be meant, the reading taken first.
    pub candidates: Vec<Candidate>,
}

/// One way to mean it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// A text to put in the place of the whole: it is read as this movement, without doubt.
    pub text: String,
    /// The movement.
    pub movement: Movement,
}

/// Most places and candidates offered.
const MOST: usize = 4;
/// Longest text for which candidates are looked for, in bytes.
const LONGEST: usize = 2_000;

/// What the findings of [`read`] leave open, as texts to choose from.
///
/// ```
/// use koma_prose::{Options, choices, read};
/// let (text, options) = ("Moves forward.", Options::default());
/// let (draft, findings) = read(text, &options);
/// let found = choices(text, &options, &draft, &findings);
/// let texts: Vec<&str> = found[0].candidates.iter().map(|c| c.text.as_str()).collect();
/// assert_eq!(texts, ["Steps one square straight forward.", "Slides any number of squares straight forward."]);
/// ```
pub fn choices(
    text: &str,
    options: &Options<'_>,
    draft: &Draft,
    findings: &[Finding],
) -> Vec<Choice> {
    let whole = Span::new(0, text.len());
    let mut out: Vec<Choice> = Vec::new();
    // Each candidate is read again: a stranger's book is not worth that.
    let worth = if text.len() > LONGEST { &[] } else { findings };
    for (at, finding) in worth.iter().enumerate().take(2 * MOST) {
        let span = finding.span.unwrap_or(whole);
        let candidates = match finding.code {
            "not-understood" => respelt(text, span, findings, options),
            "ambiguous-words" | "no-distance" | "restatement-differs" | "readings-differ" => {
                let all = std::iter::once(&draft.movement).chain(&draft.others);
                all.filter_map(|movement| sentence(movement, text, options)).collect()
            }
            _ => Vec::new(),
        };
        let new = |c: &Choice| c.candidates != candidates;
        let enough = if finding.code == "not-understood" { 1 } else { 2 };
        if candidates.len() >= enough && out.iter().all(new) && out.len() < MOST {
            out.push(Choice { finding: at, candidates });
        }
    }
    out
}

/// The words of a movement, or its notation, if they are read as nothing else.
fn sentence(movement: &Movement, text: &str, options: &Options<'_>) -> Option<Candidate> {
    let movement = movement.clone().canonical();
    let words = explain(&movement);
    let words = if text.chars().any(is_japanese) { words.japanese } else { words.english };
    let texts = [Some(words), canonical(&movement).ok()];
    let sure = |text: &String| {
        let (draft, findings) = read(text, options);
        findings.is_empty() && draft.movement.canonical() == movement
    };
    let text = texts.into_iter().flatten().find(sure)?;
    Some(Candidate { text, movement })
}

/// The text with a word of the lexicon in the place of one that nobody knows, without it, and without all such words.
fn respelt(text: &str, span: Span, findings: &[Finding], options: &Options<'_>) -> Vec<Candidate> {
    let (before, word, after) =
        (&text[..span.start], &text[span.start..span.end], &text[span.end..]);
    let with = near(word).into_iter().map(|known| format!("{before}{known}{after}"));
    let without = format!("{}{after}", before.trim_end());
    let unread = findings.iter().filter(|f| f.code == "not-understood").filter_map(|f| f.span);
    let mut spans: Vec<Span> = unread.collect();
    spans.sort_by_key(|span| std::cmp::Reverse(span.start));
    let bare = spans.iter().fold(text.to_owned(), |mut text, span| {
        let from = text.get(..span.start).map_or(0, |before| before.trim_end().len());
        if text.is_char_boundary(span.end.min(text.len())) && span.end <= text.len() {
            text.replace_range(from..span.end, "");
        }
        text
    });
    let bare = Some(bare).filter(|_| spans.len() > 1);
    let read_so = |text: String| {
        let (draft, findings) = read(&text, options);
        let told = findings.iter().any(|f| f.severity > koma_text::Severity::Info);
        let clear = !told && draft.movement != Movement::default();
        clear.then_some(Candidate { text, movement: draft.movement })
    };
    with.chain([without]).chain(bare).filter_map(read_so).take(MOST).collect()
}
