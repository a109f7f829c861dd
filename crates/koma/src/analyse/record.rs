//! Every move of a record.

use std::path::Path;
use std::process::ExitCode;

use koma_kifu::{Format, NodeId, Play, Record, WriteOptions, write};
use koma_rules::{Game, Move};
use koma_train::analysis::{Judged, Verdict, verdict_words};

use super::{Args, Desk, load_record, text};
use crate::failure::{CONTENT, Failure};
use crate::files;
use crate::kifu::load;
use crate::lang::Lang;
use crate::say;

/// A record with what was thought of it.
pub struct Analysis {
    /// The nodes of the main line, the start first.
    pub nodes: Vec<NodeId>,
    /// What was thought of each.
    pub judged: Vec<Judged>,
    /// The moves between them.
    pub verdicts: Vec<Verdict>,
}

pub fn run(args: &Args, path: &Path, lang: Lang) -> Result<ExitCode, Failure> {
    let format = match &args.output {
        None => None,
        Some(output) => {
            let extension = output.extension().and_then(|extension| extension.to_str());
            let format = extension.and_then(Format::named);
            let message = || say::which_format(output.display().to_string());
            Some((output, format.ok_or_else(|| Failure::misuse(message()))?))
        }
    };
    let mut record = load_record(args, path)?;
    let (game, nodes, is_whole) = main_line(&record)?;
    let mut desk = Desk::new(args, &game);
    let judged = desk.judge_all(&game);
    let verdict = |(ply, mv): (usize, Move)| desk.verdict(mv, &judged[ply], &judged[ply + 1]);
    let verdicts = game.moves().enumerate().map(verdict).collect();
    let analysis = Analysis { nodes, judged, verdicts };
    text::record(&analysis, args.json, lang)?;
    if let Some((output, format)) = format {
        annotate(&mut record, &analysis, lang);
        let written = write(&[record], format, &WriteOptions::default());
        load::tell_losses(&written.losses);
        files::write(output, written.text.as_bytes())?;
    }
    Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(CONTENT) })
}

/// The game of the main line, as far as it can be played, and its nodes with the root.
fn main_line(record: &Record) -> Result<(Game, Vec<NodeId>, bool), Failure> {
    let board = record.board.as_ref();
    let board = board.ok_or_else(|| Failure::content(say::not_playable_here()))?;
    let mut game = Game::from(board.position());
    let mut nodes = vec![NodeId::ROOT];
    for id in record.main_line() {
        match record.node(id).play {
            Play::Move(mv) => {
                // Records go on where our rules call the game over.
                if game.end().is_some() || game.play(mv).is_err() {
                    anstream::eprintln!("the rules end the game after ply {}", nodes.len() - 1);
                    return Ok((game, nodes, false));
                }
                nodes.push(id);
            }
            Play::Illegal(_) | Play::Unread(_) => {
                anstream::eprintln!(
                    "ply {} cannot be played; what follows is left out",
                    nodes.len()
                );
                return Ok((game, nodes, false));
            }
            _ => break,
        }
    }
    Ok((game, nodes, true))
}

/// Writes what was thought into the comments, in the words `koma-kifu` and other programs read.
fn annotate(record: &mut Record, analysis: &Analysis, lang: Lang) {
    for (index, (&id, judged)) in analysis.nodes.iter().zip(&analysis.judged).enumerate() {
        let comments = &mut record.node_mut(id).note_mut().comments;
        if let Some(verdict) = index.checked_sub(1).map(|at| &analysis.verdicts[at]) {
            comments.extend(verdict_words(verdict, lang));
        }
        comments.extend(koma_train::analysis::comments(judged));
    }
}
