//! Findings for people (the source line with a caret) and for programs (JSON).

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use unicode_width::UnicodeWidthChar as _;

use crate::{Finding, Lang, Severity, Source, Span};

/// Whether to colour. The caller knows if a terminal reads this; we never ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    #[default]
    Never,
    /// ANSI colours.
    Always,
}

/// A finding as a compiler would show it.
///
/// ```
/// use koma_text::{Colour, Lang, Source, Span, findings, render};
/// findings! {
///     static FINDINGS;
///     error "unquoted-direction" unquoted(name) {
///         "the direction `{name}` is not quoted", "方角「{name}」に引用符がありません"
///         label "YAML 1.1 reads a bare N as false", "YAML 1.1 では N が偽と読まれます"
///         help "quote it: direction: \"{name}\"", "direction: \"{name}\" と書いてください"
///     }
/// }
/// # fn main() {
/// let source = Source::new("pawn.yaml", "- { direction: N, type: single }\n");
/// let finding = unquoted("N").at(Span::new(15, 16));
/// assert_eq!(render(&finding, Some(&source), Lang::En, Colour::Never), r#"
/// error[unquoted-direction]: the direction `N` is not quoted
///   --> pawn.yaml:1:16
///   |
/// 1 | - { direction: N, type: single }
///   |                ^ YAML 1.1 reads a bare N as false
///   = help: quote it: direction: "N"
/// "#.trim_start());
/// # }
/// ```
pub fn render(finding: &Finding, source: Option<&Source>, lang: Lang, colour: Colour) -> String {
    let paint = Paint { on: colour == Colour::Always };
    let severity = severity_style(finding.severity);
    let mut out = String::new();
    let head = format!("{}[{}]", finding.severity.word(lang), finding.code);
    let message = visible(&finding.message.say(lang));
    let _ = writeln!(out, "{}{}", paint.with(severity, &head), paint.bold(&format!(": {message}")));
    let mut gutter = 1;
    match (source, finding.span) {
        (Some(source), Some(span)) => {
            let at = source.line_col(span.start);
            gutter = at.line.to_string().len();
            let (name, line, column) = (visible(source.name()), at.line, at.column);
            let _ = writeln!(out, "  {} {name}:{line}:{column}", paint.blue("-->"));
            let excerpt = Excerpt::of(source, line, span);
            let bar = paint.blue("|");
            let pad = " ".repeat(gutter);
            let number = paint.blue(&line.to_string());
            let _ = writeln!(out, "{pad} {bar}");
            let _ = writeln!(out, "{}", format!("{number} {bar} {}", excerpt.text).trim_end());
            let mut mark = "^".repeat(excerpt.carets);
            if let Some(label) = &finding.label {
                let _ = write!(mark, " {}", visible(&label.say(lang)));
            }
            let before = " ".repeat(excerpt.before);
            let _ = writeln!(out, "{pad} {bar} {before}{}", paint.with(severity, &mark));
        }
        (Some(source), None) if !source.name().is_empty() => {
            let _ = writeln!(out, "  {} {}", paint.blue("-->"), visible(source.name()));
        }
        _ => {}
    }
    if let Some(help) = &finding.help {
        let pad = " ".repeat(gutter);
        let (equals, word) = (paint.blue("="), paint.bold(lang.pick("help", "ヒント")));
        let _ = writeln!(out, "{pad} {equals} {word}: {}", visible(&help.say(lang)));
    }
    out
}

/// All findings of one text, a blank line between them.
pub fn render_all(
    findings: &[Finding],
    source: Option<&Source>,
    lang: Lang,
    colour: Colour,
) -> String {
    let each: Vec<String> = findings.iter().map(|f| render(f, source, lang, colour)).collect();
    each.join("\n")
}

/// How many errors and warnings, for a last line: "2 errors, 1 warning"; "no findings".
pub fn summary<'f>(findings: impl IntoIterator<Item = &'f Finding>, lang: Lang) -> String {
    let mut counts = [0usize; 3];
    for finding in findings {
        counts[finding.severity as usize] += 1;
    }
    let parts: Vec<String> = [Severity::Error, Severity::Warning, Severity::Info]
        .into_iter()
        .filter(|&severity| counts[severity as usize] > 0)
        .map(|severity| {
            let count = counts[severity as usize];
            let said = match severity {
                Severity::Error => crate::say::errors(count),
                Severity::Warning => crate::say::warnings(count),
                Severity::Info => crate::say::notes(count),
            };
            said.say(lang)
        })
        .collect();
    if parts.is_empty() {
        crate::say::no_findings().say(lang)
    } else {
        parts.join(lang.pick(", ", "、"))
    }
}

/// A finding as programs read it; the shape of `--json` and of the web API.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FindingJson {
    /// The text's name, when it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// How bad it is.
    pub severity: Severity,
    /// The stable code.
    pub code: String,
    /// One sentence, in the language asked for.
    pub message: String,
    /// Line of the first character, from 1.
    pub line: Option<usize>,
    /// Column of the first character, from 1, in characters.
    pub column: Option<usize>,
    /// Line of the end.
    pub end_line: Option<usize>,
    /// Column one past the last character.
    pub end_column: Option<usize>,
    /// The words concerned, at most 200 characters of them.
    pub text: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
}

impl FindingJson {
    /// The finding with its places in `source`, in words of a language.
    pub fn new(finding: &Finding, source: Option<&Source>, lang: Lang) -> Self {
        let place = source.zip(finding.span);
        let start = place.map(|(source, span)| source.line_col(span.start));
        let end = place.map(|(source, span)| source.line_col(span.end.max(span.start)));
        Self {
            file: source.map(Source::name).filter(|name| !name.is_empty()).map(String::from),
            severity: finding.severity,
            code: finding.code.to_string(),
            message: finding.message.say(lang),
            line: start.map(|p| p.line),
            column: start.map(|p| p.column),
            end_line: end.map(|p| p.line),
            end_column: end.map(|p| p.column),
            text: place.map(|(source, span)| source.slice(span).chars().take(200).collect()),
            help: finding.help.as_ref().map(|help| help.say(lang)),
        }
    }
}

/// All findings of one text as a JSON array.
pub fn to_json(findings: &[Finding], source: Option<&Source>, lang: Lang) -> serde_json::Value {
    let list = findings.iter().map(|f| serde_json::to_value(FindingJson::new(f, source, lang)));
    serde_json::Value::Array(list.map(|v| v.expect("strings and numbers are JSON")).collect())
}

/// The widest source line shown in full, in terminal columns.
const WIDEST: usize = 120;
/// Columns kept before the place when a line is cut.
const LEAD: usize = 40;
/// A tab is shown as this many spaces.
const TAB: usize = 4;

/// The part of a source line worth showing, and where its carets go.
struct Excerpt {
    text: String,
    before: usize,
    carets: usize,
}

impl Excerpt {
    fn of(source: &Source, line: usize, span: Span) -> Self {
        let whole = source.line(line);
        let line_start = source.line_start(line);
        let floor = |at: usize| {
            let mut at = at.saturating_sub(line_start).min(whole.len());
            while !whole.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let (start, end) = (floor(span.start), floor(span.end.max(span.start)));
        // Walk outwards from the place, so that a line of many megabytes costs nothing.
        let short = whole.len() <= 4 * WIDEST && width(whole) <= WIDEST;
        let left = if short { 0 } else { start - back(&whole[..start], LEAD) };
        let marked = shown(&whole[start..start + forth(&whole[start..end], WIDEST - LEAD)]);
        let mut text = String::new();
        if left > 0 {
            text.push('…');
        }
        text.push_str(&shown(&whole[left..start]));
        let before = width(&text);
        let carets = width(&marked).max(1);
        let room = WIDEST.saturating_sub(before);
        let rest = &whole[start..];
        let right = if short { rest.len() } else { forth(rest, room) };
        text.push_str(&shown(&rest[..right]));
        if right < rest.len() {
            text.push('…');
        }
        Self { text, before, carets }
    }
}

/// Bytes of the longest end of `text` that is at most `columns` wide.
fn back(text: &str, columns: usize) -> usize {
    let mut used = 0;
    let mut bytes = 0;
    for c in text.chars().rev() {
        used += char_width(c);
        if used > columns {
            break;
        }
        bytes += c.len_utf8();
    }
    bytes
}

/// Bytes of the longest beginning of `text` that is at most `columns` wide.
fn forth(text: &str, columns: usize) -> usize {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += char_width(c);
        if used > columns {
            return at;
        }
    }
    text.len()
}

fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

fn char_width(c: char) -> usize {
    let mut buffer = String::new();
    show_char(c, &mut buffer);
    if buffer.len() == c.len_utf8() { c.width().unwrap_or(1) } else { buffer.chars().count() }
}

/// The text with tabs as spaces and every invisible character made visible.
fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| show_char(c, &mut out));
    out
}

fn show_char(c: char, out: &mut String) {
    match c {
        '\t' => out.extend(std::iter::repeat_n(' ', TAB)),
        // U+2400 on are the pictures of the control characters.
        '\0'..='\x1f' => out.push(char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}')),
        '\x7f' => out.push('\u{2421}'),
        // C1 controls, and what turns or hides text.
        '\u{80}'..='\u{9f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}' => {
            let _ = write!(out, "\\u{{{:x}}}", c as u32);
        }
        _ => out.push(c),
    }
}

/// Somebody's words in our sentence: no control character reaches the terminal.
fn visible(text: &str) -> String {
    text.split('\n').map(shown).collect::<Vec<_>>().join("\n")
}

fn severity_style(severity: Severity) -> Style {
    let colour = match severity {
        Severity::Error => AnsiColor::BrightRed,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Info => AnsiColor::BrightGreen,
    };
    colour.on_default().bold()
}

struct Paint {
    on: bool,
}

impl Paint {
    fn with(&self, style: Style, text: &str) -> String {
        if self.on { format!("{style}{text}{style:#}") } else { text.into() }
    }

    fn bold(&self, text: &str) -> String {
        self.with(Style::new().bold(), text)
    }

    fn blue(&self, text: &str) -> String {
        self.with(AnsiColor::BrightBlue.on_default().bold(), text)
    }
}

#[cfg(test)]
mod tests;
