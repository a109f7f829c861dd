//! `koma show`: a position drawn in the terminal.

use std::io::{self, Write as _};
use std::process::ExitCode;

use koma_rules::{End, Game, Reason, Side};

use crate::board::Drawing;
use crate::failure::Failure;
use crate::files;
use crate::lang::Lang;
use crate::legal;
use crate::select::{Selected, Selectors};

/// Draw a position: board, hands, side to move, last move, ending
#[derive(clap::Args)]
#[command(after_help = "Gote's men are marked v, the man that moved last *.\n\nExamples:\n  \
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
    let selected = args.selectors.select(lang)?;
    let end = ending(&selected);
    let last = selected.moves.last().copied();
    let position = &selected.position;
    let mut out = io::stdout().lock();
    if args.json {
        let winner = end.and_then(|end| end.winner);
        let answer = serde_json::json!({
            "variant": selected.rules.variant().slug,
            "sfen": position.sfen(),
            "side": if position.side() == Side::Sente { "sente" } else { "gote" },
            "ply": position.ply(),
            "inCheck": position.in_check(),
            "lastMove": selected.last_usi(),
            "legalMoves": if end.is_some() { 0 } else { legal::sorted(position).len() },
            "ended": end.is_some(),
            "reason": end.map(|end| in_words(end.reason, Lang::En)),
            "winner": winner.map(|side| if side == Side::Sente { "sente" } else { "gote" }),
        });
        writeln!(out, "{answer}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let colour = files::stdout_colour();
    let drawing = Drawing { lang, colour, letters: args.letters, flipped: args.flip };
    write!(out, "{}", drawing.draw(position, last))?;
    match end {
        Some(end) => writeln!(out, "{}", drawing.end(end))?,
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

impl Drawing {
    /// How a game ended, in a sentence.
    pub fn end(&self, end: End) -> String {
        let reason = in_words(end.reason, self.lang);
        match end.winner {
            Some(side) => {
                let side = self.side(side);
                self.lang
                    .pick(format!("{side} wins: {reason}"), format!("{side}の勝ち（{reason}）"))
            }
            None => self.lang.pick(format!("Draw: {reason}"), format!("引き分け（{reason}）")),
        }
    }
}

/// What ended a game.
pub fn in_words(reason: Reason, lang: Lang) -> &'static str {
    match reason {
        Reason::Checkmate => lang.pick("checkmate", "詰み"),
        Reason::NoMove => lang.pick("no legal move", "合法手なし"),
        Reason::RoyalTaken => lang.pick("the last royal was taken", "玉を取られた"),
        Reason::Repetition => lang.pick("repetition", "千日手"),
        Reason::PerpetualCheck => lang.pick("perpetual check", "連続王手の千日手"),
        Reason::PerpetualAttack => lang.pick("perpetual attack", "連続して駒を追う千日手"),
        Reason::NoProgress => lang.pick("no progress", "進展なし"),
        Reason::Checks => lang.pick("enough checks given", "王手の回数"),
        Reason::Extinction => lang.pick("a side ran out of men", "駒がなくなった"),
        Reason::Goal => lang.pick("a man reached its goal", "トライ"),
        Reason::BareRoyal => lang.pick("bare king", "駒枯れ（裸玉）"),
        Reason::DropMate => lang.pick("mate by a drop that may not give it", "打ち歩詰め"),
        Reason::MoveLimit => lang.pick("move limit", "手数制限"),
        Reason::Declaration => lang.pick("entering-king declaration", "入玉宣言"),
        Reason::FalseDeclaration => lang.pick("false declaration", "宣言失敗"),
        Reason::AgreedImpasse => lang.pick("impasse", "持将棋"),
        Reason::AgreedDraw => lang.pick("agreement", "合意"),
        Reason::Resignation => lang.pick("resignation", "投了"),
        Reason::TimeLoss => lang.pick("time", "時間切れ"),
        Reason::IllegalMove => lang.pick("illegal move", "反則"),
        _ => lang.pick("the game is over", "終局"),
    }
}
