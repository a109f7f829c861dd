//! `koma show`: a position drawn in the terminal.

use std::io::{self, Write as _};
use std::process::ExitCode;

use koma_rules::{End, Game};

use crate::board::Drawing;
use crate::failure::Failure;
use crate::files;
use crate::lang::Lang;
use crate::legal;
use crate::select::{Selected, Selectors};

/// Draw a position: board, hands, side to move, last move, ending
#[derive(clap::Args)]
#[command(after_help = "Gote's pieces are marked v, the piece that moved last *.\n\nExamples:\n  \
    koma show --moves \"7g7f 3c3d 8h2b+\"\n  \
    koma show --sfen \"position startpos moves 2g2f\" --lang ja\n  \
    koma show --variant minishogi --letters")]
pub struct Args {
    #[command(flatten)]
    selectors: Selectors,
    /// Draw with letters instead of kanji
    #[arg(long)]
    letters: bool,
    /// Draw with Gote at the bottom
    #[arg(long)]
    flip: bool,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let selected = args.selectors.select()?;
    let end = ending(&selected);
    let last = selected.moves.last().copied();
    let position = &selected.position;
    let mut out = io::stdout().lock();
    if args.json {
        let is_check = !position.binding_checks().is_empty();
        let name = |square| position.rules().geometry().name(square).to_string();
        // Royals that could be taken where that is no check.
        let attacks = position.attacked_royals().into_iter().filter(|_| !is_check);
        let attacked: Vec<_> = attacks
            .map(|(royal, by)| {
                let by: Vec<String> = by.into_iter().map(name).collect();
                serde_json::json!({ "royal": name(royal), "by": by })
            })
            .collect();
        let answer = serde_json::json!({
            "variant": selected.rules.variant().slug,
            "sfen": position.sfen(),
            "side": position.side().name(),
            "ply": position.ply(),
            "inCheck": is_check,
            "attacked": attacked,
            "lastMove": selected.last_usi(),
            "legalMoves": if end.is_some() { 0 } else { legal::sorted(position).len() },
            "ended": end.is_some(),
            "reason": end.map(|end| end.reason.name()),
            "winner": end.map(|end| end.winner.name()),
        });
        writeln!(out, "{answer}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let colour = files::stdout_colour();
    let drawing = Drawing { lang, colour, letters: args.letters, flipped: args.flip };
    write!(out, "{}", drawing.draw(position, last))?;
    match end {
        Some(end) => writeln!(out, "{}", end.say(lang))?,
        None => writeln!(out, "{}", drawing.turn(position, selected.last_usi().as_deref()))?,
    }
    writeln!(out, "sfen {}", position.sfen())?;
    Ok(ExitCode::SUCCESS)
}

/// How the game that led here ended, if it did.
pub fn ending(selected: &Selected) -> Option<End> {
    let (start, _) = koma_rules::Position::forgiving(&selected.rules, &selected.start);
    let mut game = Game::from(start);
    let turned = selected.moves.iter().try_for_each(|&mv| game.play(mv)).is_err()
        || game.position().side() != selected.position.side();
    if turned { Game::from(selected.position.clone()).end() } else { game.end() }
}
