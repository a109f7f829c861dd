//! `koma kifu stats`: figures about records.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use koma_kifu::{Record, Shape, ShapeKind, shapes};
use koma_text::Finding;
use serde_json::json;

use super::check::games_in;
use super::line::Choice;
use super::load::{self, Options};
use crate::failure::{Failure, worst};
use crate::files;
use crate::lang::Lang;
use crate::piece::progress;

/// Count moves, time, endings, openings and castles
#[derive(clap::Args)]
#[command(
    after_help = "Exit code 0: all was read, 1: errors in records (what could be read is counted), 2: a file\n\
    cannot be read."
)]
pub struct Args {
    /// Records, or folders of them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    line: Choice,
    #[command(flatten)]
    options: Options,
}

#[derive(Default)]
struct Total {
    files: usize,
    games: usize,
    moves: usize,
    longest: usize,
    branches: usize,
    commented: usize,
    illegal: usize,
    unread: usize,
    time: [u64; 2],
    endings: BTreeMap<&'static str, usize>,
    winners: BTreeMap<&'static str, usize>,
    /// In how many games each shape was seen.
    shapes: BTreeMap<&'static str, usize>,
}

impl Total {
    fn add(&mut self, record: &Record) {
        let stats = &record.stats();
        let seen: BTreeSet<_> = record.shapes().iter().map(|found| found.shape.id).collect();
        seen.into_iter().for_each(|id| *self.shapes.entry(id).or_default() += 1);
        self.games += 1;
        self.moves += stats.moves;
        self.longest = self.longest.max(stats.moves);
        self.branches += stats.branches;
        self.commented += stats.commented;
        self.illegal += stats.illegal.len();
        self.unread += stats.unread;
        for (total, time) in self.time.iter_mut().zip(stats.time) {
            *total = total.saturating_add(time.unwrap_or(0));
        }
        let ending = stats.ending.as_ref();
        *self.endings.entry(ending.map_or("none", |ending| ending.end.keyword())).or_default() += 1;
        let winner = ending.and_then(|ending| ending.winner).map_or("nobody", |w| w.name());
        *self.winners.entry(winner).or_default() += 1;
    }
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let files = load::list(&args.files)?;
    let bar = progress::bar(files.len(), "counting");
    let mut total = Total::default();
    let (mut unreadable, mut errors) = (false, false);
    for path in &files {
        bar.inc(1);
        match load::load(path, &args.options) {
            Ok(mut loaded) => {
                args.line.apply(&mut loaded)?;
                total.files += 1;
                errors |= loaded.reading.has_errors();
                // Why something is missing from the figures.
                let mut findings = loaded.findings();
                findings.retain(Finding::is_error);
                bar.suspend(|| files::show(&findings, Some(&loaded.source)));
                loaded.reading.records.iter().for_each(|record| total.add(record));
            }
            Err(failure) => {
                failure.report();
                unreadable = true;
            }
        }
    }
    bar.finish_and_clear();
    print(&total, args.json, lang)?;
    Ok(worst(unreadable, errors))
}

fn print(total: &Total, as_json: bool, lang: Lang) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if as_json {
        let value = json!({
            "files": total.files, "games": total.games, "moves": total.moves,
            "longest": total.longest, "branches": total.branches, "commented": total.commented,
            "illegal": total.illegal, "unread": total.unread,
            "timeMs": { "sente": total.time[0], "gote": total.time[1] },
            "terminations": total.endings, "winners": total.winners, "shapes": total.shapes,
        });
        return writeln!(out, "{value}");
    }
    writeln!(out, "{}", games_in(total.games, total.files, lang))?;
    let average = total.moves as f64 / total.games.max(1) as f64;
    writeln!(out, "moves      {} ({average:.1} a game, at most {})", total.moves, total.longest)?;
    writeln!(out, "variations {}", total.branches)?;
    writeln!(out, "comments   {}", total.commented)?;
    writeln!(out, "illegal    {}, unreadable {}", total.illegal, total.unread)?;
    let clock =
        |ms: u64| format!("{}:{:02}:{:02}", ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    writeln!(out, "time       sente {}, gote {}", clock(total.time[0]), clock(total.time[1]))?;
    for (word, counts) in [("endings", &total.endings), ("winners", &total.winners)] {
        let list: Vec<_> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
        writeln!(out, "{word}    {}", list.join(", "))?;
    }
    for kind in ShapeKind::ALL {
        let count = |shape: &Shape| total.shapes.get(shape.id).copied().unwrap_or(0);
        let mut seen: Vec<_> =
            shapes().iter().filter(|shape| shape.kind == kind && count(shape) > 0).collect();
        seen.sort_by_key(|shape| std::cmp::Reverse(count(shape)));
        let list = seen.iter().map(|shape| format!("{} {}", shape.name(lang), count(shape)));
        let list: Vec<_> = list.collect();
        if !list.is_empty() {
            writeln!(out, "{:<10} {}", kind.name(), list.join(", "))?;
        }
    }
    Ok(())
}
