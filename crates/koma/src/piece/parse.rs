//! `koma piece parse`: a description or notation as a movement.

use std::io::{self, Write};
use std::process::ExitCode;

use koma_book::diagram;
use koma_pieces::{Movement, betza, yaml};
use koma_prose::{As, Choice, Draft, Options, choices};
use koma_text::{Finding, Source};
use serde_json::{Value, json};

use super::options::{Dialect, Template};
use crate::failure::{Failure, worst};
use crate::files::{self, Line};
use crate::lang::Lang;
use crate::say;

/// Read a description (English or Japanese) or Betza notation
#[derive(clap::Args)]
#[command(
    after_help = "With `-` every line of standard input is one description, and is answered by one line of\n\
    JSON: `movement`, `betza` (null where Betza cannot say it), `special_rules`, `findings`, and\n\
    `choices`: where a finding leaves two readings, texts that are read as one of them.\n\
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

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.text == "-" {
        return lines(args, &mut out);
    }
    let (draft, findings, choices) = read(args, &args.text);
    let source = Source::new("<text>", args.text.clone());
    if args.json {
        writeln!(out, "{}", answer(&draft, &findings, &choices, &source))?;
    } else {
        files::show(&findings, Some(&source));
        for choice in &choices {
            writeln!(out, "{}", lang.pick("It may mean:", "次のどれかかもしれません:"))?;
            for candidate in &choice.candidates {
                writeln!(out, "- {}", candidate.text)?;
            }
            writeln!(out)?;
        }
        describe(&draft, lang, &mut out)?;
    }
    out.flush()?;
    Ok(worst(false, findings.iter().any(Finding::is_error)))
}

/// Answers every line of standard input with one line of JSON.
fn lines(args: &Args, out: &mut impl Write) -> Result<ExitCode, Failure> {
    let mut input = io::stdin().lock();
    let mut errors = false;
    while let Some(line) = files::next_line(&mut input)? {
        let text = match line {
            Line::Bytes(line) => String::from_utf8(line).map_err(|_| broken(say::not_utf8())),
            Line::TooLong => Err(broken(say::line_too_long())),
        };
        let answer = text.map_or_else(std::convert::identity, |text| {
            let text = text.trim_end_matches(['\n', '\r']).to_string();
            let (draft, findings, choices) = read(args, &text);
            answer(&draft, &findings, &choices, &Source::new("", text))
        });
        errors |= answer["findings"]
            .as_array()
            .is_some_and(|list| list.iter().any(|f| f["severity"] == "error"));
        writeln!(out, "{answer}")?;
    }
    out.flush()?;
    Ok(worst(false, errors))
}

fn broken(finding: Finding) -> Value {
    answer(&Draft::default(), &[finding], &[], &Source::new("", ""))
}

fn read(args: &Args, text: &str) -> (Draft, Vec<Finding>, Vec<Choice>) {
    let options = Options {
        template: args.template.into(),
        dialect: args.dialect.into(),
        ..Options::default()
    };
    let taken_as = if args.betza { As::Betza } else { As::Prose };
    let (draft, findings) = koma_prose::read_any(text, taken_as, &options);
    let choices = choices(text, &options, &draft, &findings);
    (draft, findings, choices)
}

fn answer(draft: &Draft, findings: &[Finding], choices: &[Choice], source: &Source) -> Value {
    let movement = &draft.movement;
    let rules: Vec<String> = draft.special_rules.iter().map(ToString::to_string).collect();
    let empty = *movement == Movement::default();
    json!({
        "name": draft.name,
        "name_ja": draft.name_ja,
        "movement": yaml::movement_to_json(movement),
        "betza": betza::canonical(movement).ok().filter(|_| !empty),
        "special_rules": rules,
        "promotes_to": draft.promotes_to,
        "findings": koma_text::to_json(findings, Some(source), crate::lang::chosen()),
        "choices": choices.iter().map(choice).collect::<Vec<Value>>(),
    })
}

/// What a finding leaves open: texts to write instead, and what each says.
fn choice(choice: &Choice) -> Value {
    let candidates = choice.candidates.iter().map(|candidate| {
        let movement = &candidate.movement;
        let betza = betza::canonical(movement).ok();
        let text = &candidate.text;
        json!({ "text": text, "betza": betza, "movement": yaml::movement_to_json(movement) })
    });
    json!({ "finding": choice.finding, "candidates": candidates.collect::<Vec<Value>>() })
}

fn describe(draft: &Draft, lang: Lang, out: &mut impl Write) -> io::Result<()> {
    if draft.movement == Movement::default() {
        return Ok(());
    }
    let names: Vec<&str> =
        [&draft.name, &draft.name_ja].into_iter().filter_map(|n| n.as_deref()).collect();
    if !names.is_empty() {
        writeln!(out, "{}", names.join(" "))?;
    }
    let movement = &draft.movement;
    let words = betza::explain(movement);
    writeln!(out, "{}", lang.pick(words.english, words.japanese))?;
    if let Ok(notation) = betza::canonical(movement) {
        writeln!(out, "Betza: {notation}")?;
    }
    for rule in &draft.special_rules {
        writeln!(out, "{rule}")?;
    }
    let kanji = draft.name_ja.as_deref().unwrap_or("駒");
    let picture = diagram::Diagram::of(movement);
    write!(out, "\n{}", diagram::text::with_legend(&picture, kanji, lang))
}
