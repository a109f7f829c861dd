//! Board diagrams (BOD): rows, hands, whose turn, the last move.

use koma_rules::{KindId, Man, Ruleset, Setup, Side, SquareName};
use koma_text::Span;

use super::lexicon::{self, Lexicon};
use crate::notation::names::{self, Kinds, NAMES};
use crate::notation::push_rank;
use crate::notation::token::{MoveText, digit, kanji_digit, trim_start};
use crate::{Remarks, say};

/// A diagram as it is written.
#[derive(Clone, Debug, Default)]
pub(super) struct Diagram<'t> {
    pub rows: Vec<(&'t str, Span)>,
    /// Hands by side.
    pub hands: [Option<(&'t str, Span)>; 2],
    /// The number of the last move.
    pub ply: Option<u32>,
    /// Where the last move ended.
    pub last_to: Option<SquareName>,
}

/// More rows than any board has are not kept.
const MOST_ROWS: usize = 40;

impl<'t> Diagram<'t> {
    pub fn push_row(&mut self, row: &'t str, span: Span) {
        if self.rows.len() < MOST_ROWS {
            self.rows.push((row, span));
        }
    }

    /// `171  ▲６二角成  まで`.
    pub fn read_last_move(&mut self, text: &str) {
        let digits: String =
            text.chars().map_while(digit).take(8).map(|d| char::from(b'0' + d as u8)).collect();
        self.ply = digits.parse().ok();
        let rest = text.trim_start_matches(|c| digit(c).is_some());
        self.last_to = MoveText::take(trim_start(rest)).and_then(|(mv, _)| mv.to);
    }

    /// Whether there are rows; hands alone are no board.
    pub fn is_some(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Files and ranks of the board that is drawn.
    pub fn size(&self) -> (usize, usize) {
        let files = self.rows.first().map_or(0, |(row, _)| cells(row).count());
        (files, self.rows.len())
    }

    /// The position, if the board has the size of the game's.
    pub fn setup(&self, rules: &Ruleset, remarks: &mut Remarks) -> Option<Setup> {
        let geometry = rules.geometry();
        let (files, ranks) = (usize::from(geometry.files()), usize::from(geometry.ranks()));
        let all = self.rows.first().zip(self.rows.last());
        let span = all.map_or(Span::default(), |(first, last)| first.1.to(last.1));
        let kinds = Kinds::of(rules);
        let lexicon = Lexicon::of(rules);
        let mut setup = Setup::empty(rules);
        if self.rows.len() != ranks {
            remarks.push(say::diagram_rows(self.rows.len(), ranks).at(span));
            if self.rows.len() > ranks {
                return None;
            }
            // The rows that are missing are taken from the start position.
            setup = rules.start().clone();
        }
        let mut is_whole = true;
        for (rank, &(row, span)) in (1..).zip(&self.rows) {
            let mut count = 0;
            for cell in match &lexicon {
                Some(lexicon) => named_cells(row, lexicon),
                None => cells(row).collect(),
            } {
                count += 1;
                let Some(file) = (files + 1).checked_sub(count) else { break };
                let Some(square) = geometry.square(file as u16, rank) else { continue };
                setup.set(square, None);
                match cell {
                    Cell::Empty => {}
                    Cell::Named(side, kind) => setup.set(square, Some(Man { kind, side })),
                    Cell::Man(side, name) => match kinds.kind(name) {
                        Some(kind) => setup.set(square, Some(Man { kind, side })),
                        None => remarks.push(say::unknown_man(NAMES[name].kif).at(span)),
                    },
                    Cell::Strange(c) => remarks.push(say::strange_man(c).at(span)),
                }
            }
            if count != files {
                remarks.push(say::diagram_files(count, files).at(span));
                is_whole = false;
            }
        }
        for side in Side::BOTH {
            if let Some((text, span)) = self.hands[side as usize] {
                read_hand(text, span, side, (rules, &kinds, lexicon.as_ref()), &mut setup, remarks);
            }
        }
        setup.ply = self.ply.map_or(1, |ply| ply.saturating_add(1).min(MOST_PLIES));
        is_whole.then_some(setup)
    }
}

const MOST_PLIES: u32 = 1_000_000_000;

/// A square of a row.
enum Cell {
    Empty,
    Man(Side, usize),
    Named(Side, KindId),
    Strange(char),
}

/// The squares of a row where men have names of their own, of one character or two.
fn named_cells(row: &str, lexicon: &Lexicon) -> Vec<Cell> {
    let row = row.trim_start_matches(['|', '｜']);
    let mut rest = &row[..row.find(['|', '｜']).unwrap_or(row.len())];
    let mut side = Side::Sente;
    let mut found = Vec::new();
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            'v' | 'V' | 'ｖ' => {
                side = Side::Gote;
                after
            }
            ' ' | '\t' => after,
            '・' | '．' | '.' | '*' | '＊' | '\u{3000}' | '･' => {
                found.push(Cell::Empty);
                after
            }
            _ => {
                let taken = lexicon.take(rest);
                let kind = taken.and_then(|(kinds, _)| kinds.first());
                found.push(kind.map_or(Cell::Strange(c), |&kind| Cell::Named(side, kind)));
                side = Side::Sente;
                taken.map_or(after, |(_, after)| after)
            }
        };
    }
    found
}

/// How many squares a row has, where each man is one character.
pub(super) fn count(row: &str) -> usize {
    cells(row).count()
}

/// The squares of a row `|v香v桂 ・|一`: a sign for the side, then the man.
fn cells(row: &str) -> impl Iterator<Item = Cell> {
    let row = row.trim_start_matches(['|', '｜']);
    let end = row.find(['|', '｜']).unwrap_or(row.len());
    let mut side = Side::Sente;
    row[..end].chars().filter_map(move |c| {
        match c {
            'v' | 'V' | 'ｖ' | '▽' | '△' => side = Side::Gote,
            ' ' | '^' | '+' | '▲' | '▼' | '\t' => side = Side::Sente,
            '・' | '．' | '.' | '*' | '＊' | '\u{3000}' | '･' => return Some(Cell::Empty),
            _ => {
                let man = names::from_sign(c);
                let cell = man.map_or(Cell::Strange(c), |name| Cell::Man(side, name));
                side = Side::Sente;
                return Some(cell);
            }
        }
        None
    })
}

/// `飛　角　金二　歩十五`, `なし`, `飛角金2`.
fn read_hand(
    text: &str,
    span: Span,
    side: Side,
    (rules, kinds, lexicon): (&Ruleset, &Kinds, Option<&Lexicon>),
    setup: &mut Setup,
    remarks: &mut Remarks,
) {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(is_gap);
        if rest.is_empty() || rest.starts_with("なし") || rest.starts_with("無し") {
            return;
        }
        let by_table =
            || names::take(rest).and_then(|(row, after)| Some((kinds.kind(row)?, after)));
        let by_lexicon = |lexicon: &Lexicon| {
            lexicon.take(rest).and_then(|(kinds, after)| Some((*kinds.first()?, after)))
        };
        let taken = lexicon.map_or_else(by_table, by_lexicon);
        let held = taken.and_then(|(kind, _)| in_hand(rules, kind));
        if taken.is_none() || held != taken.map(|(kind, _)| kind) {
            let strange: String = rest.chars().take_while(|c| !is_gap(*c)).take(20).collect();
            let finding = match held {
                Some(_) => say::hand_cannot_be(strange),
                None => say::unknown_hand(strange),
            };
            remarks.push(finding.at(span));
        }
        // The other pieces of the hand are read all the same.
        let Some((kind, after)) = held.zip(taken.map(|(_, after)| after)) else {
            rest = match taken {
                Some((_, after)) => number(after).1,
                None => rest.trim_start_matches(|c| !is_gap(c)),
            };
            continue;
        };
        let (count, after) = number(after);
        let held = u32::from(setup.held(side, kind)).saturating_add(count);
        if held > MOST_HELD {
            remarks.push(say::hand_overfull(count).at(span));
        }
        setup.hold(side, kind, held.min(MOST_HELD) as u16);
        rest = after;
    }
}

/// What stands between the pieces of a hand.
fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '\u{3000}' | '\t' | '、' | ',')
}

/// What a piece is in hand: itself, or what it was before it promoted.
fn in_hand(rules: &Ruleset, kind: KindId) -> Option<KindId> {
    let kind = if rules.can_be_held(kind) { Some(kind) } else { rules.in_hand(kind) };
    kind.filter(|&kind| rules.can_be_held(kind))
}

const MOST_HELD: u32 = 250;

/// A number of men: 十八, 18, １８; one where there is none.
fn number(text: &str) -> (u32, &str) {
    let mut value: Option<u32> = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        value = match (c, digit(c), kanji_digit(c)) {
            ('十', ..) => Some(value.unwrap_or(1).saturating_mul(10)),
            (_, Some(digit), _) => {
                Some(value.unwrap_or(0).saturating_mul(10).saturating_add(digit.into()))
            }
            (.., Some(digit)) => Some(value.unwrap_or(0).saturating_add(digit.into())),
            _ => break,
        };
        rest = &rest[c.len_utf8()..];
    }
    (value.unwrap_or(1), rest)
}

/// Writes a hand: `飛　角　金二　歩十五　`, or `なし`.
fn push_hand(text: &mut String, setup: &Setup, rules: &Ruleset, side: Side) {
    let mut is_empty = true;
    for &kind in rules.hand_order() {
        let held = setup.held(side, kind);
        if held == 0 {
            continue;
        }
        is_empty = false;
        text.push_str(names::kif_name(rules, kind));
        if held > 1 {
            push_count(text, held);
        }
        text.push('\u{3000}');
    }
    if is_empty {
        text.push_str("なし");
    }
}

/// A number in kanji; from 100 on in digits.
fn push_count(text: &mut String, count: u16) {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    if count >= 100 {
        return text.push_str(&count.to_string());
    }
    let (tens, ones) = (usize::from(count / 10), usize::from(count % 10));
    if tens > 1 {
        text.push_str(DIGITS[tens]);
    }
    if tens > 0 {
        text.push('十');
    }
    text.push_str(DIGITS[ones]);
}

/// Writes a diagram with hands, as Kifu for Windows draws it. `names` are the words for the sides.
pub(crate) fn push(text: &mut String, setup: &Setup, rules: &Ruleset, names: [&str; 2]) {
    const DIGITS: [&str; 10] = ["０", "１", "２", "３", "４", "５", "６", "７", "８", "９"];
    let geometry = rules.geometry();
    let (files, ranks) = (u16::from(geometry.files()), u16::from(geometry.ranks()));
    text.push_str(names[1]);
    text.push_str("の持駒：");
    push_hand(text, setup, rules, Side::Gote);
    text.push_str("\n ");
    for file in (1..=files).rev() {
        text.push(' ');
        // Beyond nine, still in full-width digits, so that the line is known for what it is.
        let digits = file.to_string();
        digits.bytes().for_each(|digit| text.push_str(DIGITS[usize::from(digit - b'0')]));
    }
    let is_usual = Kinds::are_all(rules);
    let border = format!("\n+{}+\n", "-".repeat(usize::from(files) * 3));
    text.push_str(&border);
    for rank in 1..=ranks {
        text.push('|');
        for file in (1..=files).rev() {
            let man = geometry.square(file, rank).and_then(|square| setup.man_at(square));
            match man {
                None => text.push_str(" ・"),
                Some(man) => {
                    text.push(if man.side == Side::Sente { ' ' } else { 'v' });
                    match names::row_in(rules, man.kind).filter(|_| is_usual) {
                        Some(row) => text.push(NAMES[row].sign),
                        None => text.push_str(&lexicon::sign(rules, man.kind)),
                    }
                }
            }
        }
        text.push('|');
        push_rank(text, rank);
        text.push('\n');
    }
    text.push_str(border.trim_start());
    text.push_str(names[0]);
    text.push_str("の持駒：");
    push_hand(text, setup, rules, Side::Sente);
    text.push('\n');
}
