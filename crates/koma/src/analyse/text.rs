//! What was found, for people and for programs.

use std::io::{self, Write as _};

use koma_rules::{Game, Move, Position, Side};
use koma_search::Score;
use koma_train::analysis::{Fault, Judged, Line, missed, why};
use serde_json::{Value, json};

use super::record::Analysis;
use crate::lang::Lang;

/// The moves of a line that are shown to people.
const SHOWN: usize = 8;

/// Moves in USI.
fn words(position: &Position, moves: &[Move]) -> String {
    moves.iter().map(|&mv| position.usi(mv).to_string()).collect::<Vec<_>>().join(" ")
}

/// A score as Sente sees it: `+1.23`, `mate in 5`.
fn score(line: &Line, side: Side, lang: Lang) -> String {
    let sign = if side == Side::Sente { 1 } else { -1 };
    match line.score {
        Score::Cp(points) => format!("{:+.2}", f64::from(sign * points) / 100.0),
        Score::Mate(plies) => {
            let (side, plies) = (if plies * sign > 0 { '+' } else { '-' }, plies.unsigned_abs());
            lang.pick(format!("{side}mate in {plies}"), format!("{side}{plies}手詰"))
        }
    }
}

/// What Sente may hope for, in hundredths.
fn hope(judged: &Judged) -> f64 {
    let mover = judged.hope;
    let sente = if judged.position.side() == Side::Sente { mover } else { 1.0 - mover };
    (sente * 100.0).round()
}

fn line_json(position: &Position, line: &Line) -> Value {
    let (cp, mate) = match line.score {
        Score::Cp(points) => (Some(points), None),
        Score::Mate(plies) => (None, Some(plies)),
    };
    json!({
        "cp": cp, "mate": mate, "winProbability": line.hope,
        "depth": line.depth,
        "moves": line.moves.iter().map(|&mv| position.usi(mv).to_string()).collect::<Vec<_>>(),
    })
}

fn lines_json(judged: &Judged) -> Vec<Value> {
    judged.lines.iter().map(|line| line_json(&judged.position, line)).collect()
}

/// Shows what was thought of one position.
pub fn position(judged: &Judged, game: &Game, as_json: bool, lang: Lang) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let position = game.position();
    if as_json {
        let answer = json!({
            "sfen": position.sfen(), "winProbability": judged.hope, "nodes": judged.nodes,
            "lines": lines_json(judged),
        });
        return writeln!(out, "{answer}");
    }
    if judged.lines.is_empty() {
        return writeln!(out, "{}", lang.pick("the game is over", "対局は終了しています"));
    }
    for (number, line) in judged.lines.iter().enumerate() {
        let moves = &line.moves[..line.moves.len().min(2 * SHOWN)];
        let score = score(line, position.side(), lang);
        let depth = line.depth;
        writeln!(out, "{}. {score:>8}  depth {depth:>2}  {}", number + 1, words(position, moves))?;
    }
    let (percent, nodes) = (hope(judged), judged.nodes);
    match lang {
        Lang::En => writeln!(out, "Sente wins with {percent}% ({nodes} positions)"),
        Lang::Ja => writeln!(out, "先手勝率 {percent}%（{nodes}局面）"),
    }
}

/// Shows what was thought of a record, ply by ply.
pub fn record(analysis: &Analysis, as_json: bool, lang: Lang) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if as_json {
        return writeln!(out, "{}", record_json(analysis));
    }
    for (ply, verdict) in analysis.verdicts.iter().enumerate() {
        let (before, after) = (&analysis.judged[ply], &analysis.judged[ply + 1]);
        let mv = before.position.usi(verdict.mv).to_string();
        let shown = match after.lines.first() {
            Some(line) => score(line, after.position.side(), lang),
            None => lang.pick("end", "終局").to_owned(),
        };
        let mut text = format!("{:>4} {mv:<8} {shown:>9} {:>4}%", ply + 1, hope(after));
        if let Some(plies) = verdict.missed_mate {
            text.push_str(&format!("  {}", missed(plies, lang)));
        }
        if verdict.fault.is_some() || verdict.missed_mate.is_some() {
            let best = before.lines.first().map_or(&[][..], |line| &line.moves);
            let best = words(&before.position, &best[..best.len().min(SHOWN)]);
            let better = lang.pick("better", "最善");
            if let Some(fault) = verdict.fault {
                let loss = (verdict.loss * 100.0).round();
                text.push_str(&format!("  {} -{loss}%", fault.word(lang)));
            }
            text.push_str(&format!(", {better}: {best}"));
            if let Some(reason) = why(verdict, before, after, lang) {
                text.push_str(&format!("\n     {reason}"));
            }
        } else if verdict.is_only_move {
            text.push_str(lang.pick("  the only move", "  唯一の手"));
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    for side in Side::BOTH {
        let name = side.words(lang);
        let [inaccuracies, mistakes, blunders] = count(analysis, side);
        match lang {
            Lang::En => writeln!(
                out,
                "{name}: {inaccuracies} inaccuracies, {mistakes} mistakes, {blunders} blunders"
            )?,
            Lang::Ja => {
                writeln!(out, "{name}: 疑問手{inaccuracies}、悪手{mistakes}、大悪手{blunders}")?;
            }
        }
    }
    Ok(())
}

/// Inaccuracies, mistakes and blunders of a side.
fn count(analysis: &Analysis, side: Side) -> [usize; 3] {
    [Fault::Inaccuracy, Fault::Mistake, Fault::Blunder].map(|fault| {
        let pairs = analysis.verdicts.iter().zip(&analysis.judged);
        pairs.filter(|(v, before)| v.fault == Some(fault) && before.position.side() == side).count()
    })
}

fn record_json(analysis: &Analysis) -> Value {
    let ply = |(ply, judged): (usize, &Judged)| {
        let verdict = analysis.verdicts.get(ply);
        json!({
            "ply": ply, "sfen": judged.position.sfen(), "winProbability": judged.hope,
            "nodes": judged.nodes, "lines": lines_json(judged),
            "played": verdict.map(|verdict| json!({
                "move": judged.position.usi(verdict.mv).to_string(),
                "loss": verdict.loss,
                "fault": verdict.fault.map(|fault| fault.word(Lang::En)),
                "onlyMove": verdict.is_only_move,
                "missedMate": verdict.missed_mate,
            })),
        })
    };
    json!({ "plies": analysis.judged.iter().enumerate().map(ply).collect::<Vec<_>>() })
}
