//! `koma variant`: the catalogue and variant files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Subcommand;
use koma_rules::{Position, Ruleset};
use koma_text::{Finding, FindingJson};
use koma_variants::{Chase, Clock, EndingKind, ImpasseProfile, Outcome, Variant};

use crate::board::Drawing;
use crate::failure::{CONTENT, Failure, MISUSE};
use crate::files;
use crate::lang::Lang;
use crate::select::{VariantFile, catalogue_rules};

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
    /// Check variant files and report everything that is wrong
    #[command(after_help = "Exit code 0: no errors, 1: errors, 2: a file cannot be read.\n\n\
        Example:\n  koma variant check mygame.yaml --json")]
    Check {
        /// Variant files (YAML)
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
        Command::Check { files, json } => check(&mut out, files, *json),
    }
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
    file.rules.ok_or_else(|| Failure::content(format!("{name} has errors")))
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
    for line in rules_in_words(variant, lang) {
        writeln!(out, "- {line}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The rules people ask about, one sentence each.
fn rules_in_words(variant: &Variant, lang: Lang) -> Vec<String> {
    let zone = variant.promotion.zone.far_ranks().unwrap_or(0);
    let mut lines = vec![
        lang.pick(format!("promotion zone: {zone} far ranks"), format!("敵陣: {zone}段")),
        match &variant.drops {
            Some(_) => lang.pick("captured men come back as drops", "取った駒は持駒として打てる"),
            None => lang.pick("captured men are out of the game", "取った駒は使えない"),
        }
        .to_string(),
    ];
    for ending in &variant.endings {
        let event = match ending.kind {
            EndingKind::Checkmate => lang.pick("checkmate".into(), "詰み".into()),
            EndingKind::NoMove => lang.pick("no legal move".into(), "合法手なし".into()),
            EndingKind::RoyalTaken => lang.pick("last royal taken".into(), "玉を取られる".into()),
            EndingKind::Repetition { times, chaser_loses } => {
                let perpetual_check_loses = chaser_loses == Chase::Check;
                let en = if perpetual_check_loses { " (perpetual check loses)" } else { "" };
                let ja = if perpetual_check_loses { "（連続王手は負け）" } else { "" };
                lang.pick(format!("{times}-fold repetition{en}"), format!("同一局面{times}回{ja}"))
            }
            EndingKind::MoveLimit { plies } => {
                lang.pick(format!("{plies} plies played"), format!("{plies}手"))
            }
            _ => continue,
        };
        let outcome = match ending.outcome {
            Outcome::Loss => lang.pick("the side to move loses", "手番の負け"),
            Outcome::Win => lang.pick("the side to move wins", "手番の勝ち"),
            Outcome::Draw => lang.pick("draw", "引き分け"),
            Outcome::FirstPlayerLoses => lang.pick("the first player loses", "先手の負け"),
            Outcome::SecondPlayerLoses => lang.pick("the second player loses", "後手の負け"),
        };
        lines.push(format!("{event}: {outcome}"));
    }
    let impasse = match variant.impasse.profile {
        ImpasseProfile::Points27 => lang.pick("27-point declaration", "27点法"),
        ImpasseProfile::Points24 => lang.pick("24-point declaration", "24点法"),
        ImpasseProfile::Agreement => lang.pick("by agreement", "合意による"),
        ImpasseProfile::None => lang.pick("none", "なし"),
    };
    lines.push(lang.pick(format!("impasse: {impasse}"), format!("持将棋: {impasse}")));
    let clock = match variant.clock {
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
    lines.push(lang.pick(format!("clock: {clock}"), format!("持ち時間: {clock}")));
    lines
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
            all.extend(file.findings.iter().map(|f| FindingJson::new(f, Some(&file.source))));
            continue;
        }
        files::show(&file.findings, Some(&file.source));
        let name = path.display();
        match &file.rules {
            Some(rules) if file.findings.is_empty() => {
                let v = rules.variant();
                writeln!(out, "{name}: ok, {} ({}x{})", v.name, v.files, v.ranks)?;
            }
            _ => writeln!(out, "{name}: {}", koma_text::summary(&file.findings))?,
        }
    }
    if json {
        writeln!(out, "{}", serde_json::to_string(&all).expect("strings and numbers are JSON"))?;
    }
    Ok(ExitCode::from(worst))
}
