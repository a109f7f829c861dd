//! `koma kifu show`: what a record says.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use koma_kifu::{DataOptions, KifuData, NodeId, Record, ShapeKind};
use koma_rules::Side;

use super::line::Choice;
use super::load::{self, Options};
use crate::failure::{CONTENT, Failure};
use crate::files;
use crate::lang::Lang;

/// Show the headers, moves and ending of a record
#[derive(clap::Args)]
#[command(
    after_help = "Exit code 0: read, 1: errors in the record (what could be read is shown), 2: misuse."
)]
pub struct Args {
    /// A record; `-` is standard input
    file: PathBuf,
    /// Print everything as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    line: Choice,
    #[command(flatten)]
    options: Options,
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let mut loaded = load::load(&args.file, &args.options)?;
    args.line.apply(&mut loaded)?;
    let mut out = io::stdout().lock();
    if args.json {
        let options = DataOptions { source: Some(&loaded.source), lang, positions: false };
        let data = KifuData::of(&loaded.reading, &options);
        serde_json::to_writer(&mut out, &data).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        files::show(&loaded.findings(), Some(&loaded.source));
        for (game, record) in loaded.reading.records.iter().enumerate() {
            if game > 0 {
                writeln!(out)?;
            }
            describe(record, lang, &mut out)?;
        }
    }
    out.flush()?;
    let is_bad = loaded.reading.has_errors() || loaded.reading.records.is_empty();
    Ok(if is_bad { ExitCode::from(CONTENT) } else { ExitCode::SUCCESS })
}

fn describe(record: &Record, lang: Lang, out: &mut impl Write) -> io::Result<()> {
    match (&record.handicap, &record.board) {
        (Some(handicap), _) => writeln!(out, "手合割：{}", handicap.name)?,
        (None, Some(board)) if record.variant != "shogi" => {
            writeln!(out, "手合割：{}", board.rules.variant().name_ja)?;
        }
        _ => {}
    }
    for header in record.headers.iter() {
        writeln!(out, "{}：{}", header.key, header.value)?;
    }
    names(record, lang, out)?;
    for comment in record.node(NodeId::ROOT).comments() {
        writeln!(out, "  {comment}")?;
    }
    let mut walk = record.walk();
    while let Some(id) = walk.next() {
        let Some(parent) = record.parent(id) else { continue };
        if record.next(parent) != Some(id) {
            let ply = record.ply(id);
            writeln!(
                out,
                "{}",
                lang.pick(format!("variation at {ply}:"), format!("変化：{ply}手"))
            )?;
        }
        let node = record.node(id);
        let words = match (&node.play, walk.position(), record.usi(id)) {
            (koma_kifu::Play::End(ending), ..) => ending.say(record.side_at(id), lang),
            (koma_kifu::Play::Unread(unread), ..) => format!("? {}", unread.text),
            (_, Some(before), Some(usi)) => lang
                .pick(koma_kifu::notation::english(before, &usi), {
                    let last = record.last_to(id);
                    koma_kifu::notation::japanese(before, &usi, last, Default::default())
                })
                .unwrap_or_else(|| usi.to_string()),
            _ => continue,
        };
        write!(out, "{:4} {words}", record.ply(id))?;
        if let Some(time) = node.time {
            let seconds = time.get() / 1000;
            write!(out, "  {}:{:02}", seconds / 60, seconds % 60)?;
        }
        if let Some(reason) = node.illegal() {
            write!(out, "  ! {}", reason.say(lang))?;
        }
        writeln!(out)?;
        for comment in node.comments() {
            writeln!(out, "       {comment}")?;
        }
    }
    if let Some(winner) = record.ending().and_then(|ending| ending.winner) {
        let sides = [Side::Sente, Side::Gote].map(|side| record.player(side).unwrap_or(""));
        let line = match winner {
            koma_kifu::Winner::Draw => lang.pick("a draw", "引き分け").to_owned(),
            koma_kifu::Winner::Side(Side::Sente) => {
                format!("{} {}", lang.pick("Sente wins", "先手の勝ち"), sides[0])
            }
            koma_kifu::Winner::Side(Side::Gote) => {
                format!("{} {}", lang.pick("Gote wins", "後手の勝ち"), sides[1])
            }
        };
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Openings, castles and tesuji by name, a line for each kind and side.
fn names(record: &Record, lang: Lang, out: &mut impl Write) -> io::Result<()> {
    let found = record.shapes();
    for kind in ShapeKind::ALL {
        for side in [None, Some(Side::Sente), Some(Side::Gote)] {
            let names: Vec<_> = found
                .iter()
                .filter(|found| found.shape.kind == kind && found.side == side)
                .map(|found| match side {
                    Some(_) => format!("{} ({})", found.shape.name(lang), record.ply(found.node)),
                    None => found.shape.name(lang).to_owned(),
                })
                .collect();
            if names.is_empty() || kind == ShapeKind::Family {
                continue;
            }
            let whose = match side {
                None => "",
                Some(Side::Sente) => lang.pick("Sente's ", "先手の"),
                Some(Side::Gote) => lang.pick("Gote's ", "後手の"),
            };
            let (word, list) = (kind.word(lang), names.join(lang.pick(", ", "、")));
            writeln!(out, "{whose}{word}{}{list}", lang.pick(": ", "："))?;
        }
    }
    Ok(())
}
