//! Games of a match as records.

use std::path::Path;
use std::sync::Arc;

use koma_kifu::{Board, Builder, End, Ending, Format, Millis, Record, Winner, WriteOptions, write};
use koma_rules::Side;
use koma_train::{Finished, Verdict};

use super::tally::why;
use crate::failure::Failure;
use crate::files;
use crate::lang::Lang;

/// Writes a game as JSON, which holds all games, and as KIF where that can.
pub fn save(
    folder: &Path,
    number: u64,
    finished: &Finished,
    names: &[String; 2],
    lang: Lang,
) -> Result<(), Failure> {
    let record = record(finished, names, lang);
    for format in [Format::Json, Format::Kif] {
        let written = write(std::slice::from_ref(&record), format, &WriteOptions::default());
        if written.losses.iter().any(koma_kifu::Loss::is_a_game) {
            continue;
        }
        let path = folder.join(format!("{number:05}.{}", format.name()));
        files::write(&path, written.text.as_bytes())?;
    }
    Ok(())
}

fn record(finished: &Finished, names: &[String; 2], lang: Lang) -> Record {
    let game = &finished.game;
    let start = game.first_position();
    let board = Board { rules: Arc::clone(start.rules()), setup: start.setup(), last_to: None };
    let mut record = Record::new(board);
    record.headers.push("先手", names[0].clone());
    record.headers.push("後手", names[1].clone());
    let mut build = Builder::new(record);
    let opening = game.moves().len() - finished.thoughts.len();
    for (ply, mv) in game.moves().enumerate() {
        let id = build.play_legal(mv);
        let Some(thought) = ply.checked_sub(opening).and_then(|at| finished.thoughts.get(at))
        else {
            continue;
        };
        build.time(Some(Millis::new(thought.time.as_millis() as u64)), None);
        let Some(score) = thought.score else { continue };
        // Scores in records are Sente's.
        let mover = if ply % 2 == 0 { start.side() } else { start.side().other() };
        let score = if mover == Side::Sente { score } else { -score };
        let note = build.record_mut().node_mut(id).note_mut();
        note.comments.push(format!("#評価値={score}"));
        note.comments.push(format!("#深さ={}", thought.depth));
        note.comments.push(format!("#ノード数={}", thought.nodes));
    }
    build.end(ending(&finished.verdict, game.position().side(), lang));
    build.finish()
}

/// The ending in the words of records.
fn ending(verdict: &Verdict, mover: Side, lang: Lang) -> Ending {
    let end = match verdict {
        Verdict::Ended(end) => return Ending::of(*end, mover),
        Verdict::TooLong => End::MaxMoves,
        Verdict::Illegal { .. } => End::IllegalMove,
        Verdict::TimeLoss { .. } => End::TimeUp,
        _ => End::Other,
    };
    let winner = verdict.winner().map_or(Winner::Draw, Winner::Side);
    let ending = Ending { winner: Some(winner), ..Ending::new(end, mover) };
    if end == End::Other { ending.text(why(verdict, lang)) } else { ending }
}
