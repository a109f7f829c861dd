//! The picture of a variant: its start position and its pieces.

use std::collections::BTreeMap;

use koma_pieces::PieceDef;
use koma_rules::{Ruleset, Side};
use koma_text::Lang;
use koma_variants::Variant;

use crate::diagram::svg::{self, Board, Drawing, Man};

/// The start position, and every piece with its codes.
pub fn drawing(rules: &Ruleset, lang: Lang) -> Drawing {
    let variant = rules.variant();
    let (first, second) =
        lang.pick((&variant.name, &variant.name_ja), (&variant.name_ja, &variant.name));
    svg::game(&format!("{first} {second}"), &board(rules), &pieces(variant), lang)
}

/// The start position alone.
pub fn board_drawing(rules: &Ruleset, lang: Lang) -> Drawing {
    svg::game("", &board(rules), &[], lang)
}

fn board(rules: &Ruleset) -> Board<'_> {
    let (variant, start, geometry) = (rules.variant(), rules.start(), rules.geometry());
    let kind = |index: usize| &variant.kinds[index];
    let mut men = Vec::new();
    for square in geometry.all() {
        let Some(man) = start.man_at(square) else { continue };
        let name = geometry.name(square);
        let kind = kind(man.kind.index());
        let drawn = Man {
            kanji: &kind.piece.name_kanji,
            gote: man.side == Side::Gote,
            promoted: kind.code.starts_with('+'),
        };
        men.push(((name.file as u8, name.rank as u8), drawn));
    }
    let hands = Side::BOTH.map(|side| {
        let held = rules.hand_order().iter().map(|&kind| (kind, start.held(side, kind)));
        let held = held.filter(|&(_, count)| count > 0);
        held.map(|(held, count)| (kind(held.index()).piece.name_kanji.as_str(), count)).collect()
    });
    let (files, ranks) = (variant.files, variant.ranks);
    Board { files, ranks, men, hands, zone: variant.promotion.zone.far_ranks() }
}

/// Each piece once, with the codes of the kinds that move so, in the order of the kinds.
pub fn pieces(variant: &Variant) -> Vec<(String, &PieceDef)> {
    let mut order: Vec<&PieceDef> = Vec::new();
    let mut codes: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for kind in &variant.kinds {
        // Fronts and backs of one name and one move are one picture.
        let same = |other: &&&PieceDef| {
            other.name == kind.piece.name && other.movement == kind.piece.movement
        };
        let id = order.iter().find(same).map_or(kind.piece.id, |piece| piece.id);
        if !codes.contains_key(&id) {
            order.push(&kind.piece);
        }
        codes.entry(id).or_default().push(&kind.code);
    }
    order.into_iter().map(|piece| (label(&codes[&piece.id]), piece)).collect()
}

/// At most three codes.
fn label(codes: &[&str]) -> String {
    let more = if codes.len() > 3 { " …" } else { "" };
    format!("{}{more}", codes[..codes.len().min(3)].join(" "))
}
