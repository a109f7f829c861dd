//! `koma variant`: the catalogue and variant files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Subcommand;
use koma_book as book;
use koma_rules::{Position, Ruleset};
use koma_text::{Colour, Finding, FindingJson};
use koma_variants::Clock;

use crate::board::Drawing;
use crate::failure::{CONTENT, Failure, MISUSE};
use crate::files;
use crate::lang::Lang;
use crate::say;
use crate::select::{VariantFile, catalogue_rules, with_options};

/// List, show and check variants
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List what can be played
    List {
        /// Print a JSON array instead
        #[arg(long)]
        json: bool,
    },
    /// Show the board, the pieces and the rules of a variant
    #[command(after_help = "Examples:\n  \
        koma variant show minishogi\n  \
        koma variant show shogi --file > mygame.yaml")]
    Show {
        /// A name of the catalogue, or a variant file
        variant: String,
        /// Print the variant file itself, to start a new one from
        #[arg(long)]
        file: bool,
        /// Draw with letters instead of kanji
        #[arg(long)]
        letters: bool,
    },
    /// Print the rules of a variant, made from its data
    #[command(after_help = "Examples:\n  \
        koma variant rules chu > chu.md\n  \
        koma variant rules taikyoku --html -o taikyoku.html --lang ja\n  \
        koma variant rules 66shogi --option lock_unused=setup")]
    Rules {
        /// A name of the catalogue, or a variant file
        variant: String,
        /// A web page with pictures instead of Markdown
        #[arg(long)]
        html: bool,
        /// Play a contested rule in another way
        #[arg(long = "option", value_name = "NAME=VALUE")]
        options: Vec<String>,
        /// Where to write [default: standard output]
        #[arg(long, short)]
        output: Option<PathBuf>,
    },
    /// Draw the start position and the pieces of a variant as SVG
    #[command(after_help = "Example:\n  koma variant diagram tenjiku -o tenjiku.svg")]
    Diagram {
        /// A name of the catalogue, or a variant file
        variant: String,
        /// Write PNG
        #[arg(long)]
        png: bool,
        /// Size of a PNG, as a multiple of the SVG's
        #[arg(long, default_value_t = 1.0)]
        scale: f32,
        /// Where to write [default: standard output]
        #[arg(long, short)]
        output: Option<PathBuf>,
    },
    /// Write a commented variants.ini to start a game of your own from
    #[command(after_help = "Example:\n  koma variant new -o mygame.ini")]
    New {
        /// The name of the game
        #[arg(default_value = "mygame")]
        name: String,
        /// Where to write [default: standard output]
        #[arg(long, short)]
        output: Option<PathBuf>,
    },
    /// Check variant files and report everything that is wrong
    #[command(after_help = "Exit code 0: no errors, 1: errors, 2: a file cannot be read.\n\n\
        Examples:\n  koma variant check mygame.yaml --json\n  koma variant check variants.ini")]
    Check {
        /// Variant files (YAML, or Fairy-Stockfish's .ini)
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print a JSON array of findings instead
        #[arg(long)]
        json: bool,
    },
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    match &args.command {
        Command::List { json } => list(&mut out, *json, lang),
        Command::Show { variant, file, letters } => {
            let rules = rules_of(variant)?;
            if *file {
                out.write_all(file_text(variant, &rules).as_bytes())?;
                return Ok(ExitCode::SUCCESS);
            }
            let colour = files::stdout_colour();
            let drawing = Drawing { lang, colour, letters: *letters, flipped: false };
            show(&mut out, &rules, &drawing)
        }
        Command::Rules { variant, html, options, output } => {
            let rules = with_options(rules_of(variant)?, options)?;
            let page = if *html {
                book::html(&rules, lang)
            } else {
                let drawing =
                    Drawing { lang, colour: Colour::Never, letters: false, flipped: false };
                book::markdown(&rules, &drawing.draw(&Position::start(&rules), None), lang)
            };
            write_to(output.as_deref(), page.as_bytes())
        }
        Command::Diagram { variant, png, scale, output } => {
            let drawing = book::drawing(&*rules_of(variant)?, lang);
            if !*png {
                return write_to(output.as_deref(), drawing.to_string().as_bytes());
            }
            if !(0.05..=20.0).contains(scale) {
                return Err(Failure::misuse(say::scale_range(scale.to_string())));
            }
            let fonts = crate::fonts::needed(&drawing.words(), &[])?;
            let png = koma_book::diagram::png::render(&drawing, *scale, &fonts);
            write_to(output.as_deref(), &png.map_err(Failure::caused)?)
        }
        Command::New { name, output } => {
            let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
            if name.is_empty() || name.len() > 40 || !name.chars().all(is_plain) {
                return Err(Failure::misuse(say::form_of_name()));
            }
            if let Some(path) = output.as_deref().filter(|path| path.is_file()) {
                return Err(Failure::misuse(say::stays_as_it_is(path.display().to_string())));
            }
            write_to(output.as_deref(), starter(name).as_bytes())
        }
        Command::Check { files, json } => check(&mut out, files, *json),
    }
}

/// A commented `variants.ini` with a game of that name.
fn starter(name: &str) -> String {
    include_str!("variant/starter.ini").replace("mygame", name)
}

fn write_to(path: Option<&Path>, bytes: &[u8]) -> Result<ExitCode, Failure> {
    files::put(path, bytes)?;
    Ok(ExitCode::SUCCESS)
}

fn list(out: &mut impl Write, json: bool, lang: Lang) -> Result<ExitCode, Failure> {
    let variants = koma_variants::catalogue();
    if json {
        let entries: Vec<_> = variants
            .iter()
            .map(|v| {
                serde_json::json!({
                    "slug": v.slug, "name": v.name, "nameJa": v.name_ja, "aliases": v.aliases,
                    "files": v.files, "ranks": v.ranks, "kinds": v.kinds.len(),
                    "handicaps": v.handicaps.iter().map(|h| &h.slug).collect::<Vec<_>>(),
                })
            })
            .collect();
        writeln!(out, "{}", serde_json::Value::Array(entries))?;
        return Ok(ExitCode::SUCCESS);
    }
    for v in variants {
        let name = lang.pick(&v.name, &v.name_ja);
        writeln!(out, "{:<12} {}x{}  {name} ({})", v.slug, v.files, v.ranks, v.aliases.join(", "))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A variant of the catalogue, or the file of that name.
fn rules_of(name: &str) -> Result<Arc<Ruleset>, Failure> {
    if koma_variants::find(name).is_some() || !Path::new(name).is_file() {
        return catalogue_rules(name);
    }
    let file = VariantFile::read(Path::new(name))?;
    files::show(&file.findings, Some(&file.source));
    let last = file.rules.into_iter().next_back();
    last.ok_or_else(|| Failure::content(say::has_errors(name)))
}

fn file_text(name: &str, rules: &Ruleset) -> String {
    let shipped = koma_variants::find(name).and_then(|v| koma_variants::variant_file(&v.slug));
    shipped.map_or_else(|| koma_variants::write(rules.variant()), |file| file.text().to_string())
}

fn show(
    out: &mut impl Write,
    rules: &Arc<Ruleset>,
    drawing: &Drawing,
) -> Result<ExitCode, Failure> {
    let variant = rules.variant();
    let lang = drawing.lang;
    writeln!(out, "{} ({}), {}x{}\n", variant.name, variant.name_ja, variant.files, variant.ranks)?;
    writeln!(out, "{}", drawing.draw(&Position::start(rules), None))?;
    for kind in &variant.kinds {
        let piece = &kind.piece;
        let promoted = kind.promotes_to.map(|index| format!(" -> {}", variant.kinds[index].code));
        let royal = if kind.royal { lang.pick(", royal", "、玉") } else { "" };
        let name = lang.pick(&piece.name, &piece.name_ja);
        let promoted = promoted.unwrap_or_default();
        writeln!(out, "{:<3} {} {name}{promoted}{royal}", kind.code, piece.name_kanji)?;
    }
    writeln!(out)?;
    for section in book::sections(variant, lang, true) {
        writeln!(out, "{}", section.title)?;
        for line in section.lines {
            writeln!(out, "- {line}")?;
        }
    }
    writeln!(out, "{}", clock_in_words(variant.clock, lang))?;
    Ok(ExitCode::SUCCESS)
}

fn clock_in_words(clock: Clock, lang: Lang) -> String {
    let clock = match clock {
        Clock::None => lang.pick("none".into(), "なし".into()),
        Clock::SuddenDeath { main } => lang.pick(format!("{main} s"), format!("{main}秒切れ負け")),
        Clock::Byoyomi { main, period, periods } => lang.pick(
            format!("{main} s, then {periods} x {period} s"),
            format!("{main}秒、秒読み{period}秒x{periods}"),
        ),
        Clock::Fischer { main, increment } => lang.pick(
            format!("{main} s + {increment} s a move"),
            format!("{main}秒、1手{increment}秒加算"),
        ),
    };
    lang.pick(format!("Clock: {clock}"), format!("持ち時間: {clock}"))
}

fn check(out: &mut impl Write, paths: &[PathBuf], json: bool) -> Result<ExitCode, Failure> {
    let mut worst = 0;
    let mut all: Vec<FindingJson> = Vec::new();
    for path in paths {
        let file = match VariantFile::read(path) {
            Ok(file) => file,
            Err(failure) => {
                let _ = failure.report();
                worst = MISUSE;
                continue;
            }
        };
        if file.findings.iter().any(Finding::is_error) {
            worst = worst.max(CONTENT);
        }
        if json {
            all.extend(
                file.findings
                    .iter()
                    .map(|f| FindingJson::new(f, Some(&file.source), crate::lang::chosen())),
            );
            continue;
        }
        files::show(&file.findings, Some(&file.source));
        let name = path.display();
        if !file.findings.is_empty() {
            writeln!(out, "{name}: {}", koma_text::summary(&file.findings, crate::lang::chosen()))?;
            continue;
        }
        let games = file.rules.iter().map(|rules| rules.variant());
        let games = games.map(|v| format!("{} ({}x{})", v.name, v.files, v.ranks));
        writeln!(out, "{name}: ok, {}", games.collect::<Vec<_>>().join(", "))?;
    }
    if json {
        writeln!(out, "{}", serde_json::to_string(&all).expect("strings and numbers are JSON"))?;
    }
    Ok(ExitCode::from(worst))
}
