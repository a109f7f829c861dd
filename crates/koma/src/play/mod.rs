//! `koma play`: a game at the terminal, against a person or the engine.

mod command;
mod opponent;
mod screen;
mod session;
mod typed;

use std::io::{self, BufRead as _};
use std::process::ExitCode;

use koma_rules::{Game, Side};
use koma_train::Skill;

use crate::board::Drawing;
use crate::failure::{CONTENT, Failure};
use crate::files;
use crate::lang::Lang;
use crate::select::GameSelectors;
use opponent::Opponent;
use screen::Screen;
use session::{Flow, TerminalGame};

/// Play a game: two people at one terminal, or against the engine
#[derive(clap::Args)]
#[command(
    after_help = "Type moves as players write them (P-7f, Bx2b+, 76歩, 22角成) or in USI (7g7f, P*5e), or `help` \
    for the other commands.\nMoves may also be piped in; then the board is drawn once, at the end.\n\nExamples:\n  \
    koma play minishogi\n  \
    koma play --level 3                     against the engine; 1 is for beginners\n  \
    koma play chu --level 7 --side gote\n  \
    koma play --sfen \"$(cat game.usi)\"      continue a saved game\n  \
    printf '7g7f\\n3c3d\\n' | koma play"
)]
pub struct Args {
    /// The game, as with `--variant`
    #[arg(value_name = "GAME", conflicts_with_all = ["variant", "variant_file"])]
    pub name: Option<String>,
    #[command(flatten)]
    pub game: GameSelectors,
    /// Draw with letters instead of kanji
    #[arg(long)]
    pub letters: bool,
    /// Play against the engine, from 1 (for beginners) to 10; 11 is full strength
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(Skill::MOST_LEVEL)))]
    pub level: Option<u8>,
    /// Your side against the engine, sente or gote
    #[arg(long, value_name = "SIDE", default_value = "sente", value_parser = side, requires = "level")]
    pub side: Side,
    /// Where the engine's misjudgements start: the same seed plays the same
    #[arg(long, value_name = "S", default_value_t = 1, requires = "level")]
    pub seed: u64,
}

/// A side by its name.
fn side(name: &str) -> Result<Side, String> {
    match name {
        "sente" | "black" | "先手" => Ok(Side::Sente),
        "gote" | "white" | "後手" => Ok(Side::Gote),
        _ => Err("sente or gote".to_owned()),
    }
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let mut session = session(args, lang)?;
    if !files::stdin_is_a_person() {
        return piped(&mut session);
    }
    let mut screen = Screen::new(lang);
    let mut said: Vec<u8> = session.welcome().into_bytes();
    session.reply(&mut said)?;
    loop {
        screen.draw(&session, &said)?;
        said.clear();
        let Some(line) = screen.command() else { break };
        let mut ask = |question: &str| screen.answer(&format!("{question} "));
        if session.line(&line, &mut said, Some(&mut ask))? == Flow::Quit {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn session(args: &Args, lang: Lang) -> Result<TerminalGame, Failure> {
    let mut game = args.game.clone();
    game.variant = game.variant.or_else(|| args.name.clone());
    let selected = game.select()?;
    let (start, _) = koma_rules::Position::forgiving(&selected.rules, &selected.start);
    let mut game = Game::from(start);
    for &mv in &selected.moves {
        game.play(mv).map_err(|reason| Failure::misuse(reason.to_string()))?;
    }
    let colour = files::stdout_colour();
    let opponent =
        args.level.map(|level| Opponent::new(&game, level, args.side.other(), args.seed));
    let flipped = opponent.is_some() && args.side == Side::Gote;
    let drawing = Drawing { lang, colour, letters: args.letters, flipped };
    Ok(TerminalGame::new(game, drawing, opponent))
}

/// Plays what is piped in, then draws the board.
fn piped(session: &mut TerminalGame) -> Result<ExitCode, Failure> {
    let mut out = io::stdout();
    let mut all_good = true;
    session.reply(&mut out)?;
    for line in lines() {
        match session.line(&line, &mut out, None)? {
            Flow::Quit => break,
            Flow::Refused => all_good = false,
            Flow::Go => {}
        }
    }
    session.show(&mut out)?;
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::from(CONTENT) })
}

/// The lines of standard input.
fn lines() -> impl Iterator<Item = String> {
    let mut input = io::stdin().lock();
    // Bytes, not text: a broken character is the line's fault, not the stream's.
    std::iter::from_fn(move || {
        let mut bytes = Vec::new();
        let read = input.read_until(b'\n', &mut bytes);
        matches!(read, Ok(1..)).then(|| String::from_utf8_lossy(&bytes).trim().to_string())
    })
}
