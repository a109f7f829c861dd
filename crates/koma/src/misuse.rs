//! What is said of a command line that makes no sense, and help, in the language asked for.

use std::process::ExitCode;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

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

/// The commands with what they do, for the list of them.
const COMMANDS: &[(&str, &str)] = &[
    ("serve", "APIとページを提供し、ブラウザーを開く"),
    ("play", "対局する（一台で二人、またはコンピューターと）"),
    ("show", "局面を表示する"),
    ("legal", "合法手をUSIで並べる"),
    ("explain", "指し手が合法か、そうでなければ理由を示す"),
    ("mate", "詰将棋を解く"),
    ("tsume", "短い詰将棋を作る"),
    ("perft", "指し手の列を数える"),
    ("playout", "でたらめに終局まで指す"),
    ("variant", "将棋の種類：一覧、ルール、検査、新しいファイル"),
    ("piece", "駒：文章やBetzaから読み、検査し、図にする"),
    ("kifu", "棋譜：表示、変換、編集、検査"),
    ("analyse", "局面や棋譜をエンジンで解析する"),
    ("usi", "エンジン（USI）"),
    ("uci", "エンジン（UCI）"),
    ("match", "エンジン同士を対局させる"),
    ("train", "自己対局から学ぶ"),
    ("bench", "速さと負荷を測る"),
    ("db", "棋譜データベース"),
    ("admin", "サーバーの管理"),
    ("completions", "シェルの補完"),
    ("help", "この説明、または各コマンドの説明を表示する"),
];

/// The same command line, with the list of commands and its headings in Japanese.
pub fn japanese(command: Command) -> Command {
    let template = "{about-with-newline}\n使い方: {usage}\n\nコマンド:\n{subcommands}\n\n\
                    オプション:\n{options}{after-help}";
    let known = |name: &str| COMMANDS.iter().find(|(one, _)| *one == name).map(|(_, words)| *words);
    command
        .about("将棋とその仲間：対局、局面、ファイルの検査")
        .help_template(template)
        .mut_subcommands(move |sub| match known(sub.get_name()) {
            Some(words) => sub.about(words),
            None => sub,
        })
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
        let _ = error.print();
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
