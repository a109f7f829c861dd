//! What is said of a command line that makes no sense, and help, in the language asked for.

use std::collections::HashMap;
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use crate::failure::Failure;
use crate::lang::{self, Lang};

/// The language of a command line that may not be readable yet.
pub fn language(args: impl Iterator<Item = String>) -> Lang {
    let mut args = args.skip_while(|arg| arg != "--lang" && !arg.starts_with("--lang="));
    let said = match args.next() {
        Some(arg) if arg == "--lang" => args.next(),
        Some(arg) => arg.strip_prefix("--lang=").map(str::to_owned),
        None => None,
    };
    said.and_then(|code| lang::parse(&code).ok()).unwrap_or_else(lang::from_environment)
}

/// What help says, English and Japanese.
const HELP: &str = include_str!("help-ja.tsv");

/// The headings that clap writes itself; longer ones first.
const HEADINGS: &[(&str, &str)] = &[
    (
        "Print this message or the help of the given subcommand(s)",
        "この説明、または各コマンドの説明を表示する",
    ),
    ("Print help (see a summary with '-h')", "この説明を表示する（-h で短く）"),
    ("Print help (see more with '--help')", "この説明を表示する（--help で詳しく）"),
    ("Print help", "この説明を表示する"),
    ("Print version", "版を表示する"),
    ("Usage:", "使い方:"),
    ("Commands:", "コマンド:"),
    ("Arguments:", "引数:"),
    ("Options:", "オプション:"),
    ("Possible values:", "値:"),
    ("[possible values: ", "[値: "),
    ("[default: ", "[既定: "),
];

/// A sentence of the help in Japanese.
fn translated(english: &str) -> Option<&'static str> {
    static ROWS: LazyLock<HashMap<&str, &str>> =
        LazyLock::new(|| HELP.lines().filter_map(|line| line.split_once('\t')).collect());
    ROWS.get(english).copied()
}

/// What stands below the options, line by line: the sentence, or what an example is for.
fn below(text: &str) -> String {
    let line = |line: &str| match (translated(line), line.rsplit_once("  ")) {
        (Some(words), _) => words.to_owned(),
        (None, Some((example, what))) => {
            format!("{example}  {}", translated(what).unwrap_or(what))
        }
        (None, None) => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The same command line, with its help in Japanese.
pub fn japanese(command: Command) -> Command {
    let said = |text: Option<&StyledStr>| translated(&text?.to_string());
    let (about, after) =
        (said(command.get_about()), command.get_after_help().map(|text| below(&text.to_string())));
    let command = match about {
        Some(words) => command.about(words),
        None => command,
    };
    let command = match after {
        Some(words) => command.after_help(words),
        None => command,
    };
    let argument = |arg: Arg| match said(arg.get_help()) {
        Some(words) => arg.help(words),
        None => arg,
    };
    command.mut_args(argument).mut_subcommands(japanese)
}

/// What clap has to say: help as it is, an error on one line.
pub fn report(error: &clap::Error, lang: Lang) -> ExitCode {
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if is_help {
        // A closed pipe (`koma --help | head`) is no reason to complain.
        let _ = match lang {
            Lang::En => error.print(),
            Lang::Ja => {
                let mut text = error.render().ansi().to_string();
                for (english, words) in HEADINGS {
                    text = text.replace(english, words);
                }
                anstream::stdout().write_all(text.as_bytes())
            }
        };
        return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
    }
    Failure::misuse(sentence(error, lang)).report()
}

/// The error in one line, with what was perhaps meant.
fn sentence(error: &clap::Error, lang: Lang) -> String {
    let fact = |kind| error.get(kind).map(ToString::to_string);
    let meant =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue]
            .into_iter()
            .find_map(|kind| match error.get(kind)? {
                ContextValue::String(one) => Some(one.clone()),
                // The likeliest stands last.
                ContextValue::Strings(all) => all.last().cloned(),
                _ => None,
            });
    let words = match (lang, error.kind()) {
        (Lang::Ja, ErrorKind::InvalidSubcommand) => fact(ContextKind::InvalidSubcommand)
            .map(|name| format!("「{name}」というコマンドはありません")),
        (Lang::Ja, ErrorKind::UnknownArgument) => {
            fact(ContextKind::InvalidArg).map(|name| format!("「{name}」という引数はありません"))
        }
        (Lang::Ja, ErrorKind::InvalidValue | ErrorKind::ValueValidation) => {
            fact(ContextKind::InvalidArg).map(|name| {
                let value = fact(ContextKind::InvalidValue).unwrap_or_default();
                format!("{name} に「{value}」は使えません")
            })
        }
        (Lang::Ja, ErrorKind::MissingRequiredArgument) => {
            fact(ContextKind::InvalidArg).map(|names| format!("{names} が必要です"))
        }
        _ => None,
    };
    let words = words.unwrap_or_else(|| {
        let text = error.to_string();
        let lines: Vec<&str> =
            text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
        let line = lines.join(" ");
        line.strip_prefix("error: ").unwrap_or(&line).to_owned()
    });
    let meant = meant.filter(|meant| !words.contains(meant.as_str())).map(|meant| {
        lang.pick(format!("; did you mean `{meant}`?"), format!("。「{meant}」のことですか？"))
    });
    let help = lang.pick(" (try --help)", "（--help で説明）");
    format!("{words}{}{help}", meant.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory as _;

    use super::*;

    /// For those who measure and train the program itself: their help is English.
    const WORKBENCH: &[&str] = &["bench", "match", "train"];

    fn sentences(command: &Command, all: &mut BTreeSet<String>) {
        all.extend(command.get_about().map(ToString::to_string));
        if WORKBENCH.contains(&command.get_name()) {
            return;
        }
        let args = command.get_arguments().filter(|arg| !arg.is_hide_set());
        all.extend(args.filter_map(|arg| arg.get_help().map(ToString::to_string)));
        command.get_subcommands().for_each(|sub| sentences(sub, all));
    }

    #[test]
    fn help_is_japanese_where_japanese_is_asked_for() {
        let mut all = BTreeSet::new();
        sentences(&crate::Cli::command(), &mut all);
        let missing: Vec<_> = all.iter().filter(|text| translated(text).is_none()).collect();
        assert!(missing.is_empty(), "no Japanese in help-ja.tsv: {missing:#?}");
        // And no row is left of something that is gone.
        let rows = HELP.split("# What stands below").next().unwrap_or_default().lines();
        let stale: Vec<_> = rows
            .filter(|row| !row.starts_with('#'))
            .filter(|row| !row.split_once('\t').is_some_and(|(key, _)| all.contains(key)))
            .collect();
        assert!(stale.is_empty(), "help-ja.tsv says what no command does: {stale:#?}");
    }
}
