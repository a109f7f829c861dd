//! The terminal of a game: the board stays where it is, and lines can be edited and called back.

use std::io::{self, IsTerminal as _, Write as _};

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

use super::session::TerminalGame;
use crate::lang::Lang;

/// What people look at and type into.
pub struct Screen {
    /// None where the terminal is none that can be edited in.
    editor: Option<Editor<(), MemHistory>>,
    /// Whether the board is drawn over the last one.
    in_place: bool,
    lang: Lang,
}

impl Screen {
    /// The screen of this terminal.
    pub fn new(lang: Lang) -> Self {
        let config = Config::builder().build();
        let editor = Editor::with_history(config.clone(), MemHistory::with_config(&config)).ok();
        if editor.is_none() {
            let sentence = lang.pick(
                "lines cannot be edited in this terminal",
                "この端末では行の編集ができません",
            );
            anstream::eprintln!("{sentence}");
        }
        // `TERM=dumb` cannot go back to the top.
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self { editor, in_place: io::stdout().is_terminal() && !is_dumb, lang }
    }

    /// Draws the game, and below it what there is to say.
    pub fn draw(&mut self, session: &TerminalGame, said: &[u8]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.in_place {
            // Clears the screen, not what scrolled out of it before.
            out.write_all(b"\x1b[H\x1b[2J")?;
        }
        session.show(&mut out)?;
        out.write_all(said)?;
        out.flush()
    }

    /// The next command a person types, which can be called back; none at the end.
    pub fn command(&mut self) -> Option<String> {
        let line = self.answer("> ")?;
        if let Some(editor) = &mut self.editor {
            let _ = editor.add_history_entry(&line);
        }
        Some(line)
    }

    /// What a person types at a prompt. Ctrl-C drops the line, as in a shell; only a second one leaves the game.
    pub fn answer(&mut self, prompt: &str) -> Option<String> {
        let Some(editor) = &mut self.editor else {
            print!("{prompt}");
            io::stdout().flush().ok()?;
            let mut line = String::new();
            return (io::stdin().read_line(&mut line).ok()? > 0).then_some(line);
        };
        let mut dropped = false;
        loop {
            match editor.readline(prompt) {
                Ok(line) => return Some(line),
                Err(ReadlineError::Interrupted) if !dropped => {
                    dropped = true;
                    let sentence = self.lang.pick(
                        "Ctrl-C again, or `quit`, leaves the game",
                        "もう一度Ctrl-Cか `quit` で対局をやめます",
                    );
                    println!("{sentence}");
                }
                Err(_) => return None,
            }
        }
    }
}
