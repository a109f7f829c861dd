//! `koma piece show`: one piece, or a contact sheet of a file.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use koma_book::diagram::{Diagram, png, svg, text};
use koma_pieces::{PieceDef, betza, shipped, taikyoku, yaml};
use koma_text::{Finding, Source};
use serde_json::json;

use crate::failure::Failure;
use crate::lang::Lang;
use crate::say;
use crate::{files, fonts};

/// Draw a piece in the terminal, as SVG or as PNG
#[derive(clap::Args)]
#[command(
    after_help = "Without --file the pieces that come with Koma are searched, by id, by name in any case, by\n\
    Japanese name or by the characters on the piece.\n\n\
    Examples:\n  \
    koma piece show 140\n  \
    koma piece show 獅子 --svg > lion.svg\n  \
    koma piece show \"hook mover\" --png -o hook.png --scale 3\n  \
    koma piece show --file pieces.yaml 7\n  \
    koma piece show --file tori --png -o tori.png      a contact sheet of the file"
)]
pub struct Args {
    /// Id or name; without it, a contact sheet of --file
    #[arg(required_unless_present = "file")]
    piece: Option<String>,
    /// A piece file, or the name of a shipped one (chu, taikyoku_a, ...)
    #[arg(long, short)]
    file: Option<PathBuf>,
    /// Write SVG
    #[arg(long, conflicts_with = "png")]
    svg: bool,
    /// Write PNG
    #[arg(long)]
    png: bool,
    /// Print the definition as JSON
    #[arg(long, conflicts_with_all = ["svg", "png"])]
    json: bool,
    /// Where to write [default: standard output]
    #[arg(long, short)]
    output: Option<PathBuf>,
    /// Size of a PNG, as a multiple of the SVG's
    #[arg(long, default_value_t = 2.0)]
    scale: f32,
    /// A font file (TTF, OTF) for characters the built-in one lacks [default: those of the system]
    #[arg(long)]
    font: Vec<PathBuf>,
    /// Another reading of taikyoku's disputed moves (see `koma piece readings`)
    #[arg(long)]
    reading: Vec<String>,
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    if !(0.05..=20.0).contains(&args.scale) {
        return Err(Failure::misuse(say::scale_range(args.scale.to_string())));
    }
    let (title, mut pieces) = find(args)?;
    let names = args.reading.iter().map(String::as_str);
    let readings = taikyoku::select(names).map_err(Failure::caused)?;
    if !readings.is_empty() && taikyoku::apply(&mut pieces, &readings) == 0 {
        return Err(Failure::misuse(say::no_such_reading()));
    }
    let drawing = if args.svg || args.png { Some(draw(args, &title, &pieces, lang)) } else { None };
    let bytes = match drawing {
        Some(drawing) if args.png => {
            let fonts = fonts::needed(&drawing.words(), &args.font)?;
            png::render(&drawing, args.scale, &fonts).map_err(Failure::caused)?
        }
        Some(drawing) => drawing.to_string().into_bytes(),
        None => {
            let mut out = Vec::new();
            for (i, piece) in pieces.iter().enumerate() {
                if args.json {
                    writeln!(out, "{}", to_json(piece))?;
                } else {
                    if i > 0 {
                        writeln!(out)?;
                    }
                    describe(piece, lang, &mut out)?;
                }
            }
            out
        }
    };
    files::put(args.output.as_deref(), &bytes)?;
    Ok(ExitCode::SUCCESS)
}

/// The pieces asked for, and a title for a sheet of them.
fn find(args: &Args) -> Result<(String, Vec<PieceDef>), Failure> {
    let Some(path) = &args.file else {
        let wanted = args.piece.as_deref().unwrap_or_default();
        let mut found = shipped::find(wanted);
        if !args.reading.is_empty() {
            found.retain(|p| p.file.starts_with("taikyoku_"));
        }
        let Some(first) = found.first() else { return Err(nothing(wanted)) };
        let others = found.iter().skip(1).filter(|p| p.piece.movement != first.piece.movement);
        let mut files: Vec<&str> = others.map(|p| p.file).collect();
        files.dedup();
        if !files.is_empty() {
            let files: Vec<_> = files.iter().map(|f| f.trim_end_matches(".yaml")).collect();
            let list = files.join(", ");
            anstream::eprintln!("another piece of this name moves differently: --file {list}");
        }
        return Ok((first.piece.name.clone(), vec![first.piece.clone()]));
    };
    let name = path.to_string_lossy();
    let source = match shipped::file(&name) {
        Some(source) if !path.exists() => source,
        _ => files::read(path)?.0,
    };
    let file = read(&source)?;
    let title =
        if file.metadata.name.is_empty() { source.name().into() } else { file.metadata.name };
    let Some(wanted) = &args.piece else { return Ok((title, file.pieces)) };
    let key = koma_pieces::slug(wanted);
    let id = wanted.trim().parse::<u32>().ok();
    let fits = |p: &PieceDef| match id {
        Some(id) => p.id == id,
        None => {
            koma_pieces::slug(&p.name) == key || p.name_ja == *wanted || p.name_kanji == *wanted
        }
    };
    let found = file.pieces.into_iter().find(fits);
    found
        .map(|p| (title, vec![p]))
        .ok_or_else(|| Failure::misuse(say::no_piece_in(wanted, name.to_string())))
}

fn read(source: &Source) -> Result<yaml::PieceFile, Failure> {
    let (file, findings) = yaml::read(source);
    if findings.iter().any(Finding::is_error) {
        files::show(&findings, Some(source));
    }
    if file.pieces.is_empty() {
        return Err(Failure::content(say::no_readable_piece(source.name())));
    }
    Ok(file)
}

fn nothing(wanted: &str) -> Failure {
    let names = shipped::pieces().iter().map(|p| p.piece.name.as_str());
    Failure::misuse(match koma_text::nearest(wanted, names) {
        Some(near) => say::no_piece_but(wanted, near),
        None => say::no_piece(wanted),
    })
}

fn draw(args: &Args, title: &str, pieces: &[PieceDef], lang: Lang) -> svg::Drawing {
    match pieces {
        [piece] if args.piece.is_some() => svg::piece(piece, &note(piece), lang),
        pieces => svg::sheet(title, pieces, lang),
    }
}

fn note(piece: &PieceDef) -> String {
    match betza::canonical(&piece.movement) {
        Ok(notation) if notation.len() <= 40 => format!("No. {}, Betza {notation}", piece.id),
        _ => format!("No. {}", piece.id),
    }
}

fn describe(piece: &PieceDef, lang: Lang, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{} {} {} ({})", piece.id, piece.name, piece.name_ja, piece.name_kanji)?;
    let words = betza::explain(&piece.movement);
    writeln!(out, "{}", lang.pick(words.english, words.japanese))?;
    if let Ok(notation) = betza::canonical(&piece.movement) {
        writeln!(out, "Betza: {notation}")?;
    }
    write!(out, "Value: {}", piece.value)?;
    if let Some(id) = piece.promotes_to {
        write!(out, ", promotes to {id}")?;
    }
    for rule in &piece.special_rules {
        write!(out, ", {rule}")?;
    }
    writeln!(out, "\n")?;
    write!(out, "{}", text::with_legend(&Diagram::of(&piece.movement), &piece.name_kanji, lang))
}

fn to_json(piece: &PieceDef) -> serde_json::Value {
    let rules: Vec<String> = piece.special_rules.iter().map(ToString::to_string).collect();
    json!({
        "id": piece.id, "name": piece.name, "name_ja": piece.name_ja,
        "name_kanji": piece.name_kanji, "value": piece.value,
        "can_promote": piece.can_promote, "promotes_to": piece.promotes_to,
        "movement": yaml::movement_to_json(&piece.movement), "special_rules": rules,
        "betza": betza::canonical(&piece.movement).ok(),
    })
}
