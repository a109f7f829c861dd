//! `koma kifu board`: the position after some move of a record.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use koma_book::diagram::png;
use koma_book::picture::Picture;
use koma_kifu::{NodeId, Record};
use koma_rules::{Position, Square, SquareName, UsiMove};

use super::line::Choice;
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
    #[arg(long, conflicts_with_all = ["svg", "png"])]
    sfen: bool,
    /// Draw an SVG picture
    #[arg(long, conflicts_with = "png")]
    svg: bool,
    /// Draw a PNG picture
    #[arg(long)]
    png: bool,
    /// Write to this file instead of standard output
    #[arg(long, short)]
    output: Option<PathBuf>,
    /// The size of a PNG, as a multiple of the usual one
    #[arg(long, default_value_t = 1.0)]
    scale: f32,
    #[command(flatten)]
    line: Choice,
    #[command(flatten)]
    options: Options,
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let mut loaded = load::load(&args.file, &args.options)?;
    args.line.apply(&mut loaded)?;
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
    let words = lang.pick(record.english(node), record.text(node));
    if args.svg || args.png {
        let bytes = draw(args, &position, &squares(record, node), words.as_deref())?;
        return put(args, &bytes);
    }
    if args.sfen {
        return put(args, format!("{}\n", position.sfen()).as_bytes());
    }
    let colour = files::stdout_colour();
    let drawing = Drawing { lang, colour, letters: false, flipped: false };
    let last = match record.node(node).play {
        koma_kifu::Play::Move(mv) => Some(mv),
        _ => None,
    };
    let mut text = drawing.draw(&position, last);
    text.push_str(&drawing.turn(&position, words.as_deref()));
    text.push('\n');
    match &args.output {
        Some(_) => return put(args, text.as_bytes()),
        None => anstream::print!("{text}"),
    }
    Ok(ExitCode::SUCCESS)
}

/// The squares of the move that led to a node.
fn squares(record: &Record, node: NodeId) -> Vec<Square> {
    let Some(board) = &record.board else { return Vec::new() };
    let names: Vec<SquareName> = match record.usi(node) {
        Some(UsiMove::Board { from, via, to, .. }) => [vec![from], via, vec![to]].concat(),
        Some(UsiMove::Drop { to, .. }) => vec![to],
        Some(UsiMove::Pass) | None => Vec::new(),
    };
    let geometry = board.rules.geometry();
    names.iter().filter_map(|name| geometry.square(name.file, name.rank)).collect()
}

fn draw(
    args: &Args,
    position: &Position,
    marked: &[Square],
    words: Option<&str>,
) -> Result<Vec<u8>, Failure> {
    if !(0.05..=20.0).contains(&args.scale) {
        return Err(Failure::misuse(format!(
            "--scale must be from 0.05 to 20, not {}",
            args.scale
        )));
    }
    let caption = words.map_or(String::new(), |words| format!("{}. {words}", position.ply() - 1));
    let svg = Picture { position, marked, caption: &caption, flipped: false }.svg();
    if args.svg {
        return Ok(svg.into_bytes());
    }
    let missing: String = png::missing(&caption).iter().filter(|c| !c.is_control()).collect();
    if !missing.is_empty() {
        anstream::eprintln!("the built-in font lacks {missing}");
    }
    png::render(&svg, args.scale, &[]).map_err(Failure::misuse)
}

fn put(args: &Args, bytes: &[u8]) -> Result<ExitCode, Failure> {
    match &args.output {
        Some(path) => files::write(path, bytes)?,
        None => {
            let mut out = io::stdout().lock();
            out.write_all(bytes)?;
            out.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
