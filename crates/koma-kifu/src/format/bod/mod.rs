//! BOD: a diagram of one position.

use koma_rules::Side;

use super::kif::writer::headers;
use super::kif::{diagram, reader, signs};
use super::{Codec, ReadOptions, Sign, Strength, Text, WriteOptions};
use crate::notation::{Digits, japanese};
use crate::{NodeId, Play, Record, Remarks, say};

/// The codec of BOD.
pub(super) struct Bod;

impl Codec for Bod {
    fn extensions(&self) -> &'static [&'static str] {
        &["bod"]
    }

    fn recognise(&self, text: &str) -> Option<Sign> {
        let signs = signs(text);
        let span = signs.row.filter(|_| signs.numbered.is_none() && signs.marked.is_none())?;
        Some(Sign { strength: Strength::Weak, why: "a row of a diagram", span })
    }

    fn strongest(&self) -> Strength {
        Strength::Weak
    }

    fn read(&self, text: &str, options: &ReadOptions, remarks: &mut Remarks) -> Vec<Record> {
        reader::read(text, options.rules.clone(), remarks)
    }

    fn write(&self, records: &[Record], _: &WriteOptions, text: &mut Text) {
        for (game, record) in records.iter().enumerate() {
            text.set_game(game);
            write(record, text);
        }
    }
}

/// Draws the last position of the main line; everything else is lost.
fn write(record: &Record, text: &mut Text) {
    let Some(board) = &record.board else {
        return text.lose(say::no_board("BOD"), None);
    };
    let moves: Vec<_> = record
        .main_line()
        .filter(|&id| matches!(record.node(id).play, Play::Move(_) | Play::Illegal(_)))
        .collect();
    let last = moves.last().copied().unwrap_or(NodeId::ROOT);
    let Some(position) = record.position_at(last) else { return };
    let is_uneven = record.handicap.as_ref().is_some_and(|handicap| !handicap.is_even());
    let names = if is_uneven { ["下手", "上手"] } else { ["先手", "後手"] };
    if record.variant != "shogi" {
        text.text.push_str(&format!("手合割：{}\n", board.rules.variant().name_ja));
    }
    headers(record, text);
    let setup = position.setup();
    diagram::push(&mut text.text, &setup, &board.rules, names);
    if setup.ply > 1 {
        text.text.push_str(&format!("手数＝{}", setup.ply - 1));
        let before = record.parent(last).and_then(|parent| record.position_at(parent));
        if let Some((before, usi)) = before.zip(record.usi(last)) {
            let mv = japanese(&before, &usi, None, Digits::Mixed);
            text.text.push_str(&format!("  {}  まで", mv.unwrap_or_default()));
        } else if let Some(to) = board.last_to.filter(|_| last == NodeId::ROOT) {
            text.text.push_str(&last_move(&position, to));
        }
        text.text.push('\n');
    }
    if position.side() == Side::Gote {
        text.text.push_str(names[1]);
        text.text.push_str("番\n");
    }
    if !moves.is_empty() {
        text.lose(say::only_the_position(), moves.first().copied());
    }
    let others = record.len() - moves.len();
    if others > 0 {
        text.lose(say::nodes_lost(), None);
    }
    let is_noted = |id: &NodeId| record.node(*id).note.is_some();
    if let Some(node) = record.ids().find(is_noted) {
        text.lose(say::comments_lost("BOD"), Some(node));
    }
}

/// The man that stands where the move before the start went is taken to have made it.
fn last_move(position: &koma_rules::Position, to: koma_rules::SquareName) -> String {
    let square = position.rules().geometry().square(to.file, to.rank);
    let Some(man) = square.and_then(|square| position.man_at(square)) else {
        return String::new();
    };
    let mark = if man.side == Side::Sente { '▲' } else { '△' };
    let mut text = format!("  {mark}");
    crate::notation::push_square(&mut text, to);
    text.push_str(crate::notation::names::kif_name(position.rules(), man.kind));
    text.push_str("  まで");
    text
}
