//! The flags that say which position is meant.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use koma_rules::{Move, Position, Ruleset, Setup, UsiMove, UsiMoveError};
use koma_text::{Fact, Finding, Source};
use koma_variants::Variant;

use crate::failure::Failure;
use crate::files;
use crate::say;

/// Which variant, which position, and which moves from there.
#[derive(clap::Args, Debug)]
pub struct Selectors {
    #[command(flatten)]
    pub game: GameSelectors,
    /// Give the turn to the other side after the moves
    #[arg(long)]
    pub pass: bool,
}

/// Which variant and where the game starts.
#[derive(clap::Args, Clone, Debug)]
pub struct GameSelectors {
    /// A variant of the catalogue (see `koma variant list`), or of `--variants-ini` [default: shogi,
    /// or the last one of that file]
    #[arg(long, value_name = "V", conflicts_with = "variant_file")]
    pub variant: Option<String>,
    /// A variant file of your own (see `koma variant check`)
    #[arg(long, value_name = "FILE")]
    pub variant_file: Option<PathBuf>,
    /// More variants, in Fairy-Stockfish's language (see `koma variant new`)
    #[arg(long, value_name = "FILE", conflicts_with = "variant_file")]
    pub variants_ini: Option<PathBuf>,
    /// Play a contested rule in another way, e.g. `counter_strike=okazaki` (see `koma variant rules`)
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// The position as SFEN, `startpos`, or a USI `position` line [default: startpos]
    #[arg(long, value_name = "SFEN")]
    pub sfen: Option<String>,
    /// Start with a named handicap, e.g. `two-piece` or 二枚落ち (see `koma variant rules`)
    #[arg(long, value_name = "NAME", conflicts_with = "sfen")]
    pub handicap: Option<String>,
    /// Moves to play from there, in USI, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub moves: String,
}

/// A position somebody chose, and how it was reached.
pub struct Selected {
    /// The rules of the variant.
    pub rules: Arc<Ruleset>,
    /// Where the moves start.
    pub start: Setup,
    /// The position after the moves.
    pub position: Position,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Selected {
    /// The last move in USI.
    pub fn last_usi(&self) -> Option<String> {
        self.moves.last().map(|&mv| self.position.usi(mv).to_string())
    }
}

impl Selectors {
    /// The position meant. Oddities of it are shown as warnings; text that cannot be read, and
    /// moves that cannot be played, are misuse.
    pub fn select(&self) -> Result<Selected, Failure> {
        let mut selected = self.game.select()?;
        if self.pass {
            selected.position.pass();
        }
        Ok(selected)
    }
}

impl GameSelectors {
    /// See [`Selectors::select`].
    pub fn select(&self) -> Result<Selected, Failure> {
        let named = self.sfen.as_deref().and_then(game_line).map(|(name, _)| name);
        let rules = self.rules_or(named)?;
        let (sfen, more_moves) = match &self.handicap {
            Some(name) => (handicap(rules.variant(), name)?, ""),
            None => position_words(self.sfen.as_deref().unwrap_or("startpos")),
        };
        let start = Setup::read(&rules, sfen)
            .map_err(|error| Failure::misuse(say::no_position(error.phrase())))?;
        let (mut position, faults) = Position::forgiving(&rules, &start);
        let warnings: Vec<Finding> = faults.iter().map(|fault| fault.finding(&rules)).collect();
        files::show(&warnings, None);
        let mut moves = Vec::new();
        let texts = more_moves.split_whitespace().chain(self.moves.split_whitespace());
        for (index, text) in texts.enumerate() {
            let usi: UsiMove = text
                .parse()
                .map_err(|error: UsiMoveError| say::no_move(index + 1, error.to_string()))
                .map_err(Failure::misuse)?;
            let mv = position.explain_usi(&usi).map_err(|reason| {
                let (code, reason) = (reason.code(), reason.phrase());
                Failure::misuse(say::illegal_move(index + 1, usi.to_string(), code, reason))
            })?;
            let _ = position.play_unchecked(mv);
            moves.push(mv);
        }
        Ok(Selected { rules, start, position, moves })
    }

    /// The variant, compiled; where no flag names one, a saved game may.
    fn rules_or(&self, named: Option<&str>) -> Result<Arc<Ruleset>, Failure> {
        let rules = match (&self.variant_file, &self.variants_ini) {
            (Some(path), _) => rules_of_file(path),
            (None, Some(path)) => rules_of_ini(path, self.variant.as_deref()),
            (None, None) => catalogue_rules(self.variant.as_deref().or(named).unwrap_or("shogi")),
        }?;
        with_options(rules, &self.options)
    }
}

/// The start position of a handicap.
fn handicap<'a>(variant: &'a Variant, name: &str) -> Result<&'a str, Failure> {
    if let Some(handicap) = variant.handicap(name) {
        return Ok(&handicap.start);
    }
    let known = Fact::list(variant.handicaps.iter().map(|handicap| &handicap.slug));
    Err(Failure::misuse(match variant.handicaps.is_empty() {
        true => say::no_handicap(&variant.slug, name),
        false => say::no_handicap_of(&variant.slug, name, known),
    }))
}

/// The same game with these options, each `NAME=VALUE`.
pub fn with_options(rules: Arc<Ruleset>, options: &[String]) -> Result<Arc<Ruleset>, Failure> {
    if options.is_empty() {
        return Ok(rules);
    }
    let mut variant = rules.variant().clone();
    for option in options {
        let (name, value) =
            option.split_once('=').ok_or_else(|| Failure::misuse(say::form_of_option(option)))?;
        koma_variants::options::apply(&mut variant, name.trim(), value.trim())
            .map_err(Failure::caused)?;
    }
    compile(&variant)
}

/// The rules of a variant of the catalogue.
pub fn catalogue_rules(name: &str) -> Result<Arc<Ruleset>, Failure> {
    compile(koma_variants::find(name).ok_or_else(|| unknown_variant(name))?)
}

fn compile(variant: &Variant) -> Result<Arc<Ruleset>, Failure> {
    Ruleset::compile(variant).map_err(|findings| {
        files::show(&findings, None);
        Failure::content(say::not_playable(&variant.slug))
    })
}

/// Nobody knows a variant of that name.
pub fn unknown_variant(name: &str) -> Failure {
    let names = || koma_variants::catalogue().iter().map(|variant| variant.slug.as_str());
    let short: String = name.chars().take(40).collect();
    Failure::misuse(match koma_text::nearest(name, names()) {
        Some(near) => say::no_variant_but(short, near),
        None => say::no_variant_listed(short),
    })
}

/// The rules of a variant file; its findings are shown.
fn rules_of_file(path: &Path) -> Result<Arc<Ruleset>, Failure> {
    let file = VariantFile::read(path)?;
    files::show(&file.findings, Some(&file.source));
    let has_errors = file.findings.iter().any(Finding::is_error);
    let rules = file.rules.into_iter().next_back().filter(|_| !has_errors);
    rules.ok_or_else(|| Failure::content(say::has_errors(path.display().to_string())))
}

/// The rules of a variant of a `variants.ini`, or else of the catalogue; the last one without a
/// name. What is wrong in the file is shown, and what is right in it is played.
fn rules_of_ini(path: &Path, name: Option<&str>) -> Result<Arc<Ruleset>, Failure> {
    let file = VariantFile::read_ini(path)?;
    files::show(&file.findings, Some(&file.source));
    let Some(name) = name else {
        let last = file.rules.into_iter().next_back();
        let message = || say::none_playable(path.display().to_string());
        return last.ok_or_else(|| Failure::content(message()));
    };
    let slug = |rules: &&Arc<Ruleset>| rules.variant().slug.eq_ignore_ascii_case(name);
    match file.rules.iter().find(slug) {
        Some(rules) => Ok(Arc::clone(rules)),
        None if file.sections.iter().any(|section| section.eq_ignore_ascii_case(name)) => {
            Err(Failure::content(say::not_playable(name)))
        }
        None if koma_variants::find(name).is_some() => catalogue_rules(name),
        None => {
            let path = path.display().to_string();
            let near = koma_text::nearest(name, file.sections.iter().map(String::as_str));
            Err(Failure::misuse(match near {
                Some(near) => say::no_variant_in_but(path, name, near),
                None => say::no_variant_in(path, name),
            }))
        }
    }
}

/// A file with variants, read and compiled as far as it goes.
pub struct VariantFile {
    /// The text.
    pub source: Source,
    /// Everything found in it.
    pub findings: Vec<Finding>,
    /// The names of its variants, also of those that cannot be played.
    pub sections: Vec<String>,
    /// The rules of those that can: at most one for a YAML file.
    pub rules: Vec<Arc<Ruleset>>,
}

impl VariantFile {
    /// Reads a file, as `variants.ini` if its name ends so; a missing one is misuse.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ini")) {
            return Self::read_ini(path);
        }
        let (source, mut findings) = files::read(path)?;
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        // Beside the variant file first, so that a local copy of a shipped piece file wins.
        let resolve = |name: &str| {
            let beside = folder.join(name);
            let local =
                if beside != path && beside.is_file() { files::read(&beside).ok() } else { None };
            // A variant may have the name of a piece file, but is none.
            let is_variant =
                |source: &Source| source.text().lines().any(|line| line.starts_with("kinds:"));
            local
                .map(|(source, _)| source)
                .filter(|source| !is_variant(source))
                .or_else(|| koma_pieces::shipped::file(name))
        };
        let (variant, found) = koma_variants::read(&source, resolve);
        findings.extend(found);
        let variant = variant.filter(|_| !findings.iter().any(Finding::is_error));
        let mut file = Self::compiled(source, findings, variant.into_iter().collect());
        file.findings.extend(file.rules.iter().flat_map(Ruleset::dead_ends));
        Ok(file)
    }

    /// Reads a `variants.ini`; a missing one is misuse.
    pub fn read_ini(path: &Path) -> Result<Self, Failure> {
        let (source, mut findings) = files::read(path)?;
        let (variants, found) = koma_variants::read_ini(&source);
        findings.extend(found);
        if variants.is_empty() && findings.is_empty() {
            findings.push(say::ini_empty());
        }
        Ok(Self::compiled(source, findings, variants))
    }

    fn compiled(source: Source, mut findings: Vec<Finding>, variants: Vec<Variant>) -> Self {
        let mut rules = Vec::new();
        for variant in &variants {
            match Ruleset::compile(variant) {
                Ok(compiled) => rules.push(compiled),
                Err(found) => findings.extend(found),
            }
        }
        // As they stand in the file, whatever looked at it first.
        findings.sort_by_key(|finding| finding.span.map_or(usize::MAX, |span| span.start));
        let sections = variants.into_iter().map(|variant| variant.slug).collect();
        Self { source, findings, sections, rules }
    }
}

/// The game that a saved one names in the line before it, and the text after that line.
fn game_line(text: &str) -> Option<(&str, &str)> {
    let (line, rest) = text.trim_start().split_once('\n')?;
    Some((koma_kifu::usi_game_named(line.trim_end())?, rest))
}

/// Splits a position as USI writes it into the SFEN and its moves. Both the whole line
/// (`position sfen ... moves ...`) and its parts are understood.
pub fn position_words(text: &str) -> (&str, &str) {
    let text = game_line(text).map_or(text, |(_, rest)| rest).trim();
    let text = text.strip_prefix("position ").map_or(text, str::trim_start);
    let text = text.strip_prefix("sfen ").map_or(text, str::trim_start);
    match text.split_once(" moves") {
        Some((sfen, moves)) if moves.is_empty() || moves.starts_with(' ') => {
            (sfen.trim_end(), moves)
        }
        _ => (text, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usi_position_line_is_a_position_with_moves() {
        for (text, expected) in [
            ("startpos", ("startpos", "")),
            ("position startpos moves 7g7f 3c3d", ("startpos", " 7g7f 3c3d")),
            (" position sfen 9/9 b - 1 moves 1a1b ", ("9/9 b - 1", " 1a1b")),
            ("sfen 9/9 b - 1", ("9/9 b - 1", "")),
            ("9/9 w", ("9/9 w", "")),
            ("startpos moves", ("startpos", "")),
            ("setoption name USI_Variant value chu\nposition startpos\n", ("startpos", "")),
        ] {
            assert_eq!(position_words(text), expected, "{text}");
        }
    }
}
