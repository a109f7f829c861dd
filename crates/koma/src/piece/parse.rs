//! `koma piece parse`: a description or notation as a movement.

use std::io::{self, BufRead as _, Read as _, Write};
use std::process::ExitCode;

use koma_book::diagram;
use koma_pieces::{Movement, SpecialRule, betza, json, yaml};
use koma_prose::Options;
use koma_text::{Finding, Source};
use serde_json::{Value, json};

use super::options::{Dialect, Template};
use crate::failure::{CONTENT, Failure};
use crate::files;
use crate::lang::Lang;

/// Read a description (English or Japanese) or Betza notation
#[derive(clap::Args)]
#[command(
    after_help = "With `-` every line of standard input is one description, and is answered by one line of\n\
    JSON: `movement`, `betza` (null where Betza cannot say it), `special_rules`, `findings`.\n\
    Exit code 0: all understood, 1: an error finding, 2: misuse.\n\n\
    Examples:\n  \
    koma piece parse \"Moves like a bishop, or one square straight ahead\"\n  \
    koma piece parse 「縦横に何マスでも動け、斜めに1マス動ける」\n  \
    koma piece parse --betza --dialect neo fQbK\n  \
    koma piece parse --json - < descriptions.txt"
)]
pub struct Args {
    /// The text; `-` reads standard input, one a line
    #[arg(allow_hyphen_values = true)]
    text: String,
    /// The text is Betza notation
    #[arg(long)]
    betza: bool,
    /// Print JSON (always with `-`)
    #[arg(long)]
    json: bool,
    /// How Betza is read
    #[arg(long, value_enum, default_value_t)]
    dialect: Dialect,
    /// What a bare "knight" is
    #[arg(long, value_enum, default_value_t)]
    template: Template,
}

/// Longest line read from standard input; longer ones are answered with an error.
const LONGEST_LINE: u64 = 1 << 20;

/// What a text says.
#[derive(Default)]
struct Read {
    name: Option<String>,
    name_ja: Option<String>,
    movement: Movement,
    special_rules: Vec<SpecialRule>,
    promotes_to: Option<String>,
    findings: Vec<Finding>,
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.text == "-" {
        return lines(args, &mut out);
    }
    let read = read(args, &args.text);
    let source = Source::new("<text>", args.text.clone());
    if args.json {
        writeln!(out, "{}", answer(&read, &source))?;
    } else {
        files::show(&read.findings, Some(&source));
        describe(&read, lang, &mut out)?;
    }
    out.flush()?;
    Ok(code(read.findings.iter().any(Finding::is_error)))
}

fn code(errors: bool) -> ExitCode {
    if errors { ExitCode::from(CONTENT) } else { ExitCode::SUCCESS }
}

/// Answers every line of standard input with one line of JSON.
fn lines(args: &Args, out: &mut impl Write) -> Result<ExitCode, Failure> {
    let mut input = io::stdin().lock();
    let mut errors = false;
    loop {
        let mut line = Vec::new();
        let cannot = |e: io::Error| Failure::misuse(format!("cannot read standard input: {e}"));
        let n = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(cannot)?;
        if n == 0 {
            break;
        }
        let too_long = n as u64 == LONGEST_LINE && !line.ends_with(b"\n");
        if too_long {
            input.skip_until(b'\n').map_err(cannot)?;
        }
        let answer = match String::from_utf8(line) {
            Ok(text) if !too_long => {
                let text = text.trim_end_matches(['\n', '\r']).to_string();
                let read = read(args, &text);
                answer(&read, &Source::new("", text))
            }
            Ok(_) => broken("line-too-long", "the line has more than a million bytes"),
            Err(_) => broken("undecodable-bytes", "the line is not UTF-8"),
        };
        errors |= answer["findings"]
            .as_array()
            .is_some_and(|list| list.iter().any(|f| f["severity"] == "error"));
        writeln!(out, "{answer}")?;
    }
    out.flush()?;
    Ok(code(errors))
}

fn broken(code: &'static str, message: &str) -> Value {
    let findings = vec![Finding::error(code, message)];
    answer(&Read { findings, ..Read::default() }, &Source::new("", ""))
}

fn read(args: &Args, text: &str) -> Read {
    if args.betza {
        let (movement, findings) = betza::read(text.trim(), args.dialect.into());
        // Places count from the text as given.
        let lead = text.len() - text.trim_start().len();
        let shift = |mut f: Finding| {
            f.span = f.span.map(|span| span.shift(lead));
            f
        };
        let findings = findings.into_iter().map(shift).collect();
        return Read { movement, findings, ..Read::default() };
    }
    let options = Options {
        template: args.template.into(),
        dialect: args.dialect.into(),
        ..Options::default()
    };
    let (draft, findings) = koma_prose::read(text, &options);
    Read {
        name: draft.name,
        name_ja: draft.name_ja,
        movement: draft.movement,
        special_rules: draft.special_rules,
        promotes_to: draft.promotes_to,
        findings,
    }
}

fn answer(read: &Read, source: &Source) -> Value {
    let movement = yaml::normalised(&read.movement);
    let rules: Vec<String> = read.special_rules.iter().map(ToString::to_string).collect();
    let empty = movement == Movement::default();
    json!({
        "name": read.name,
        "name_ja": read.name_ja,
        "movement": json::movement(&movement),
        "betza": betza::canonical(&movement).ok().filter(|_| !empty),
        "special_rules": rules,
        "promotes_to": read.promotes_to,
        "findings": koma_text::to_json(&read.findings, Some(source), crate::lang::chosen()),
    })
}

fn describe(read: &Read, lang: Lang, out: &mut impl Write) -> io::Result<()> {
    if read.movement == Movement::default() {
        return Ok(());
    }
    let names: Vec<&str> =
        [&read.name, &read.name_ja].into_iter().filter_map(|n| n.as_deref()).collect();
    if !names.is_empty() {
        writeln!(out, "{}", names.join(" "))?;
    }
    let movement = yaml::normalised(&read.movement);
    let words = betza::explain(&movement);
    writeln!(out, "{}", lang.pick(words.english, words.japanese))?;
    if let Ok(notation) = betza::canonical(&movement) {
        writeln!(out, "Betza: {notation}")?;
    }
    for rule in &read.special_rules {
        writeln!(out, "{rule}")?;
    }
    let kanji = read.name_ja.as_deref().unwrap_or("駒");
    let picture = diagram::Diagram::of(&movement);
    write!(out, "\n{}", diagram::text::with_legend(&picture, kanji, lang))
}
