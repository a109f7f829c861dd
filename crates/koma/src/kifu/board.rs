//! `koma kifu board`: the position after some move of a record.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use koma_kifu::NodeId;

use super::load::{self, Options};
use crate::board::Drawing;
use crate::failure::Failure;
use crate::files;
use crate::lang::Lang;

/// Draw the position after a move of the main line
#[derive(clap::Args)]
pub struct Args {
    /// A record; `-` is standard input
    file: PathBuf,
    /// The number of the move; 0 is the start position [default: the last move]
    #[arg(long)]
    ply: Option<u32>,
    /// Which game of the file, from 1
    #[arg(long, default_value_t = 1)]
    game: usize,
    /// Print the position as SFEN
    #[arg(long)]
    sfen: bool,
    #[command(flatten)]
    options: Options,
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let loaded = load::load(&args.file, &args.options)?;
    if loaded.reading.has_errors() {
        files::show(&loaded.findings(), Some(&loaded.source));
    }
    let games = loaded.reading.records.len();
    let record = args.game.checked_sub(1).and_then(|game| loaded.reading.records.get(game));
    let Some(record) = record else {
        return Err(Failure::content(format!("the file has {games} games that can be read")));
    };
    let line: Vec<_> = std::iter::once(NodeId::ROOT)
        .chain(record.main_line().filter(|&id| record.usi(id).is_some()))
        .collect();
    let first = record.ply(NodeId::ROOT);
    let at = match args.ply {
        None => line.len() - 1,
        // Moves are numbered as the record numbers them; 0 is always the start.
        Some(0) => 0,
        Some(ply) => ply.saturating_sub(first) as usize,
    };
    let Some(&node) = line.get(at) else {
        let last = first as usize + line.len() - 1;
        return Err(Failure::misuse(format!("the record has moves up to {last}")));
    };
    let Some(position) = record.position_at(node) else {
        return Err(Failure::content("the game of this record cannot be played here"));
    };
    let mut out = io::stdout().lock();
    if args.sfen {
        writeln!(out, "{}", position.sfen())?;
        return Ok(ExitCode::SUCCESS);
    }
    let colour = files::stdout_colour();
    let drawing = Drawing { lang, colour, letters: false, flipped: false };
    let last = match record.node(node).play {
        koma_kifu::Play::Move(mv) => Some(mv),
        _ => None,
    };
    anstream::print!("{}", drawing.draw(&position, last));
    let words = lang.pick(record.english(node), record.text(node));
    writeln!(out, "{}", drawing.turn(&position, words.as_deref()))?;
    Ok(ExitCode::SUCCESS)
}
