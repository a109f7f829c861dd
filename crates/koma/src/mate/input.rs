//! Problems from the command line, from lines and from files.

use std::path::Path;
use std::sync::Arc;

use koma_kifu::{Format, NodeId, ReadOptions, Record, read};
use koma_rules::{Position, Ruleset, UsiMove, UsiMoveError};
use koma_text::{Phrase, Source};

use super::{Args, Posed};
use crate::failure::Failure;
use crate::files;
use crate::kifu::load;
use crate::lang::Lang;
use crate::say;
use crate::select::{self, position_words};

/// The position of `--sfen`.
pub fn position(args: &Args, sfen: &str) -> Result<Position, Failure> {
    let rules = select::catalogue_rules(args.variant.as_deref().unwrap_or("shogi"))?;
    read_position(&rules, sfen).map_err(Failure::misuse)
}

/// A position as SFEN or as USI writes it, after its moves.
pub fn read_position(rules: &Arc<Ruleset>, text: &str) -> Result<Position, Phrase> {
    let (sfen, moves) = position_words(text);
    let mut position =
        koma_search::mate::read(rules, sfen).map_err(|error| say::no_position(error.phrase()))?;
    for (number, text) in (1_usize..).zip(moves.split_whitespace()) {
        let usi: UsiMove =
            text.parse().map_err(|error: UsiMoveError| say::no_move(number, error.to_string()))?;
        let mv = position.explain_usi(&usi).map_err(|reason| {
            say::illegal_move(number, usi.to_string(), reason.code(), reason.phrase())
        })?;
        let _ = position.play_unchecked(mv);
    }
    Ok(position)
}

/// The problems of all files, in order.
pub fn files(args: &Args, lang: Lang) -> Result<Vec<Posed>, Failure> {
    let rules = args.variant.as_deref().map(select::catalogue_rules).transpose()?;
    if let Some(path) = args.files.iter().find(|path| is_position(path)) {
        // Without quotes its words stand apart.
        let words: Vec<_> = args.files.iter().map(|path| path.display().to_string()).collect();
        let words =
            if args.files[0] == *path { words.join(" ") } else { path.display().to_string() };
        return Err(Failure::misuse(lang.pick(
            format!("there is no file {words}; a position is given by --sfen \"{words}\""),
            format!("{words} というファイルはありません。局面は --sfen \"{words}\" で指定します"),
        )));
    }
    let mut problems = Vec::new();
    for path in load::list(&args.files)? {
        problems.extend(problems_of(&path, rules.clone())?);
    }
    Ok(problems)
}

/// Whether a path is no file but the board of a position: ranks with strokes between them.
fn is_position(path: &Path) -> bool {
    let text = path.display().to_string();
    let board = text.trim_start_matches("sfen ").split_whitespace().next().unwrap_or_default();
    let is_rank = |rank: &str| {
        !rank.is_empty() && rank.chars().all(|c| c.is_ascii_alphanumeric() || "+[]'".contains(c))
    };
    let ranks = board.split('/').count();
    !path.exists() && ranks > 2 && board.split('/').all(is_rank) && board.contains(['k', 'K'])
}

fn problems_of(path: &Path, rules: Option<Arc<Ruleset>>) -> Result<Vec<Posed>, Failure> {
    let bytes = files::read_bytes(path)?;
    let name = path.display().to_string();
    let options = ReadOptions { name: Some(name.clone()), rules, ..ReadOptions::default() };
    let mut reading = read(&bytes, &options);
    let source = Source::new(name.clone(), std::mem::take(&mut reading.text));
    let findings: Vec<_> = reading
        .remarks
        .iter()
        .map(|remark| remark.finding.clone())
        .filter(|f| f.is_error())
        .collect();
    files::show(&findings, Some(&source));
    let several = reading.records.len() > 1;
    let mut problems = Vec::new();
    for (index, record) in reading.records.iter().enumerate() {
        // The moves of a diagram are its solution; those of a USI line lead to the problem.
        let position = match reading.format {
            Some(Format::Usi) => record.last_position(),
            _ => record.position_at(NodeId::ROOT),
        };
        let Some(position) = position else {
            return Err(Failure::content(say::record_not_playable(name, index + 1)));
        };
        let title = title(record).unwrap_or_default();
        let number = if several { format!(" {}", index + 1) } else { String::new() };
        let name = format!("{name}{number}{title}");
        problems.push(Posed { position, name: Some(name) });
    }
    Ok(problems)
}

/// What a record calls its problem.
fn title(record: &Record) -> Option<String> {
    let title = record.headers.get("作品名").or_else(|| record.headers.get("表題"))?;
    Some(format!(" {title}"))
}
