//! Drawing a position in the terminal.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use koma_rules::{Man, Move, Position, Side, Square};
use koma_text::{Colour, kanji_number};
use unicode_width::UnicodeWidthStr as _;

use crate::lang::Lang;

/// How a position is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// The language of the words around the board.
    pub lang: Lang,
    /// Whether to colour.
    pub colour: Colour,
    /// Codes (`P`, `+p`) instead of kanji, for terminals without Japanese characters.
    pub letters: bool,
    /// Gote at the bottom.
    pub flipped: bool,
}

impl Drawing {
    /// The board with hands, side to move and, where given, the last move.
    pub fn draw(&self, position: &Position, last: Option<Move>) -> String {
        let geometry = position.rules().geometry();
        let cells = Cells::new(self, position, last);
        let (top, bottom) =
            if self.flipped { (Side::Sente, Side::Gote) } else { (Side::Gote, Side::Sente) };
        let mut files: Vec<u16> = (1..=u16::from(geometry.files())).rev().collect();
        let mut ranks: Vec<u16> = (1..=u16::from(geometry.ranks())).collect();
        if self.flipped {
            files.reverse();
            ranks.reverse();
        }

        let labels: String =
            files.iter().map(|&file| centred(&self.file_label(file), cells.width)).collect();
        let line = format!("+{}+", "-".repeat(cells.width * files.len()));
        let mut text = format!("{}\n {}\n{line}\n", self.hand(position, top), labels.trim_end());
        for &rank in &ranks {
            text.push('|');
            for &file in &files {
                let square = geometry.square(file, rank).expect("file and rank are on the board");
                text.push_str(&cells.cell(position, square));
            }
            let _ = writeln!(text, "|{}", self.rank_label(position, rank));
        }
        let _ = writeln!(text, "{line}\n{}", self.hand(position, bottom));
        text
    }

    /// "Sente to move", with the number of the move, the last move and whether it gave check.
    pub fn turn(&self, position: &Position, last: Option<&str>) -> String {
        let side = self.side(position.side());
        let ply = position.ply();
        let mut text = self
            .lang
            .pick(format!("Move {ply}: {side} to play"), format!("{ply}手目 {side}の手番"));
        if let Some(last) = last {
            text.push_str(&self.lang.pick(format!(", after {last}"), format!(" 直前の手 {last}")));
        }
        if !position.binding_checks().is_empty() {
            text.push_str(self.lang.pick(", in check", " 王手"));
        } else {
            let name = |square| position.rules().geometry().name(square).to_string();
            for (royal, by) in position.attacked_royals() {
                let by: Vec<String> = by.into_iter().map(name).collect();
                let (royal, by) = (name(royal), by.join(", "));
                text.push_str(&self.lang.pick(
                    format!(", {royal} attacked by {by}"),
                    format!(" {royal}に当たり（{by}）"),
                ));
            }
        }
        text
    }

    /// A side's name.
    pub fn side(&self, side: Side) -> &'static str {
        side.words(self.lang)
    }

    /// What a side holds.
    fn hand(&self, position: &Position, side: Side) -> String {
        let rules = position.rules();
        let mut men = String::new();
        for &kind in rules.hand_order() {
            let held = position.held(side, kind);
            if held == 0 {
                continue;
            }
            let name = if self.letters {
                rules.code(kind)
            } else {
                &rules.variant().kinds[kind.index()].piece.name_kanji
            };
            let _ = write!(men, " {name}");
            if held > 1 {
                let _ = write!(men, "{held}");
            }
        }
        if men.is_empty() {
            men.push_str(self.lang.pick(" nothing", " なし"));
        }
        let side = self.side(side);
        self.lang.pick(format!("{side} holds:{men}"), format!("{side}の持ち駒:{men}"))
    }

    fn file_label(&self, file: u16) -> String {
        if self.letters || file > 9 {
            return file.to_string();
        }
        // Full-width digits stand over the kanji below them.
        char::from_u32(u32::from('０') + u32::from(file)).map(String::from).unwrap_or_default()
    }

    fn rank_label(&self, position: &Position, rank: u16) -> String {
        let square = position.rules().geometry().square(1, rank);
        let name = square.map(|square| position.rules().geometry().name(square).to_string());
        let letter = name.unwrap_or_default().trim_start_matches(char::is_numeric).to_string();
        if self.letters {
            format!(" {letter}")
        } else {
            format!("{} {letter}", kanji_number(rank.into()))
        }
    }
}

/// What all cells of one drawing have in common.
struct Cells<'a> {
    drawing: &'a Drawing,
    /// Terminal columns of a cell: the side's mark, the piece, the mark of the last move.
    width: usize,
    last: Option<Move>,
    checked: Vec<Square>,
}

impl<'a> Cells<'a> {
    fn new(drawing: &'a Drawing, position: &Position, last: Option<Move>) -> Self {
        let kinds = &position.rules().variant().kinds;
        let widest = kinds.iter().map(|kind| {
            if drawing.letters { kind.code.width() } else { kind.piece.name_kanji.width() }
        });
        let width = widest.max().unwrap_or(2).max(2) + 2;
        Self { drawing, width, last, checked: position.checked_royals() }
    }

    fn cell(&self, position: &Position, square: Square) -> String {
        let man = position.man_at(square);
        let mark = match (man, self.drawing.letters) {
            (Some(Man { side: Side::Gote, .. }), false) => 'v',
            _ => ' ',
        };
        let face = match man {
            Some(man) => self.face(position, man),
            None if self.drawing.letters => ".".to_string(),
            None => "・".to_string(),
        };
        let is_last = self.last.is_some_and(|mv| mv.to() == square);
        let text = format!("{mark}{face}{}", if is_last { "*" } else { "" });
        let gap = " ".repeat(self.width.saturating_sub(text.width()));
        match (self.drawing.colour, man) {
            (Colour::Always, Some(man)) => {
                let style = self.style(position, square, man, is_last);
                format!("{style}{text}{style:#}{gap}")
            }
            _ => format!("{text}{gap}"),
        }
    }

    fn face(&self, position: &Position, man: Man) -> String {
        let rules = position.rules();
        if !self.drawing.letters {
            return rules.variant().kinds[man.kind.index()].piece.name_kanji.clone();
        }
        let code = rules.code(man.kind);
        if man.side == Side::Gote { code.to_lowercase() } else { code.to_string() }
    }

    fn style(&self, position: &Position, square: Square, man: Man, is_last: bool) -> Style {
        let is_promoted = position.rules().code(man.kind).starts_with('+');
        let mut style = Style::new();
        style = match (is_promoted, man.side) {
            (true, _) => style.fg_color(Some(AnsiColor::Red.into())),
            (false, Side::Gote) => style.fg_color(Some(AnsiColor::Cyan.into())),
            (false, Side::Sente) => style.bold(),
        };
        if self.checked.contains(&square) {
            style =
                style.bg_color(Some(AnsiColor::Red.into())).fg_color(Some(AnsiColor::White.into()));
        } else if is_last {
            style = style.invert();
        }
        style
    }
}

/// A text in the middle of so many columns.
fn centred(text: &str, width: usize) -> String {
    let room = width.saturating_sub(text.width());
    let left = room / 2;
    format!("{}{text}{}", " ".repeat(left), " ".repeat(room - left))
}
