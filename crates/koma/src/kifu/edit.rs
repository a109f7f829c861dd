//! `koma kifu edit`: the same change in many records.

use std::path::PathBuf;
use std::process::ExitCode;

use koma_kifu::{FileKind, NodeId, Play, Record};

use super::convert::{self, Run, Target};
use super::line::Choice;
use super::load::Options;
use crate::failure::Failure;

/// Change records, one or many alike
#[derive(clap::Args)]
#[command(after_help = "The format stays that of each file's name unless --to names another.\n\n\
    Examples:\n  \
    koma kifu edit games/ --anonymise -o out/\n  \
    koma kifu edit games/ --header 棋戦=朝日杯 --no-times -o out/\n  \
    koma kifu edit game.kif --cut 40 --line main -o opening.kif\n  \
    koma kifu edit games/ --name '{date}-{sente}-{gote}' -o out/")]
pub struct Args {
    /// Records, or folders of them; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The format to write [default: that of the file's name]
    #[arg(long, value_parser = super::options::kind)]
    to: Option<FileKind>,
    #[command(flatten)]
    edits: Edits,
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    line: Choice,
    #[command(flatten)]
    options: Options,
}

/// What to change.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Edits {
    /// Take out who played, where and when, and all comments; files are called game, game-2 ...
    #[arg(long)]
    anonymise: bool,
    /// Set a header; an empty value takes it out
    #[arg(long, value_name = "KEY=VALUE", value_parser = header)]
    header: Vec<(String, String)>,
    /// Take out times
    #[arg(long)]
    no_times: bool,
    /// Take out comments, bookmarks and what programs wrote
    #[arg(long)]
    no_comments: bool,
    /// Take out everything after the move of this number
    #[arg(long, value_name = "PLY")]
    cut: Option<u32>,
    /// Take out variations
    #[arg(long)]
    prune: bool,
    /// Name files by a pattern of {date}, {sente}, {gote}, {event} and {moves}
    #[arg(long, value_name = "PATTERN")]
    name: Option<String>,
}

/// Headers that say nothing of who played, where or when; whatever else somebody wrote may.
const IMPERSONAL: &[&str] = &[
    "戦型",
    "持ち時間",
    "秒読み",
    "消費時間",
    "手数",
    "結末",
    "OPENING",
    "TIME_LIMIT",
    "TIME",
    "TIME+",
    "TIME-",
    "MAX_MOVES",
    "JISHOGI",
];

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let Args { files, to, edits, target, line, options } = args;
    convert::go(&Run { files, to: *to, target, line, options, edits: edits.clone() })
}

impl Edits {
    /// Changes a record.
    pub fn apply(&self, record: &mut Record) {
        if self.prune {
            *record = record.main_line_only();
        }
        if let Some(last) = self.cut {
            *record = record.up_to(last);
        }
        if self.anonymise {
            record.headers.retain(|header| IMPERSONAL.contains(&&*header.key));
        }
        for (key, value) in &self.header {
            record.headers.set(key, value);
        }
        let ids: Vec<NodeId> = record.ids().collect();
        for id in ids {
            let node = record.node_mut(id);
            if self.no_times {
                (node.time, node.total) = (None, None);
            }
            if self.no_comments || self.anonymise {
                // The closing sentence may name the players, and so may words of one's own.
                node.note = None;
                if let Play::End(ending) = &mut node.play
                    && ending
                        .text
                        .as_ref()
                        .is_some_and(|text| self.anonymise || text.starts_with("まで"))
                {
                    ending.text = None;
                }
            }
        }
    }

    /// The name of a file by the pattern, if there is one. Without names, files are `game`: theirs
    /// may be made of them.
    pub fn name(&self, records: &[Record]) -> Option<String> {
        let pattern = self.name.as_deref().or(self.anonymise.then_some("game"));
        let (pattern, record) = pattern.zip(records.first())?;
        let safe = |text: &str| -> String {
            text.chars().filter(|c| c.is_alphanumeric() || *c == '_').take(40).collect()
        };
        let player = |side| record.player(side).map(safe).unwrap_or_default();
        let event = record.headers.get("棋戦").map(safe).unwrap_or_default();
        let name = pattern
            .replace("{date}", &record.day().unwrap_or_default())
            .replace("{sente}", &player(koma_rules::Side::Sente))
            .replace("{gote}", &player(koma_rules::Side::Gote))
            .replace("{event}", &event)
            .replace("{moves}", &record.main_usi().len().to_string());
        // A pattern stays in its folder.
        let name = name.replace(['/', '\\', '\0'], "_");
        let name = name.trim_matches(['.', ' ', '-', '_']).to_owned();
        Some(if name.is_empty() { record.file_stem() } else { name })
    }
}

fn header(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once(['=', '：']).ok_or("a header is KEY=VALUE")?;
    let key = key.trim();
    if key.is_empty() || key.contains(['\n', '\r']) || value.contains(['\n', '\r']) {
        return Err("a header is one line, KEY=VALUE".to_owned());
    }
    Ok((key.to_owned(), value.to_owned()))
}
