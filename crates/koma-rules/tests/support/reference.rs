//! The reference: what men may do by the definitions, without regard to speed. Nothing here asks
//! the engine for moves.

use koma_pieces::reach;
use koma_rules::{KindId, Man, Position, Ruleset, Side, Square};
use koma_variants::{Borrowed, DeadSquares, Zone};

/// A square as the interpreter counts.
pub fn to_reach(rules: &Ruleset, square: Square) -> reach::Square {
    let name = rules.geometry().name(square);
    let col = u16::from(rules.geometry().files()) - name.file;
    reach::Square { row: (name.rank - 1) as u8, col: col as u8 }
}

/// A square as the engine counts.
pub fn from_reach(rules: &Ruleset, square: reach::Square) -> Square {
    let file = u16::from(rules.geometry().files()) - u16::from(square.col);
    rules.geometry().square(file, u16::from(square.row) + 1).expect("on the board")
}

/// Which flights a man stops, from its definition.
pub fn rank(rules: &Ruleset, kind: KindId) -> u8 {
    let kind = &rules.variant().kinds[kind.index()];
    let movement = &kind.piece.movement;
    let flight = movement.range_capture.as_ref().map(|flight| flight.rank);
    let jump = movement.range_jump.as_ref().map(|flight| flight.rank);
    if kind.royal { u8::MAX } else { flight.max(jump).unwrap_or(0) }
}

/// Whether a square is in a zone of a side, from the definition.
pub fn is_in(rules: &Ruleset, zone: &Zone, square: Square, side: Side) -> bool {
    let name = rules.geometry().name(square);
    match zone {
        Zone::FarRanks(ranks) if side == Side::Sente => name.rank <= u16::from(*ranks),
        Zone::FarRanks(ranks) => {
            name.rank + u16::from(*ranks) > u16::from(rules.geometry().ranks())
        }
        Zone::Squares(squares) => {
            squares[side as usize].contains(&(name.file as u8, name.rank as u8))
        }
    }
}

/// Whether a man could never move from a square, from the definition.
pub fn is_dead(rules: &Ruleset, kind: KindId, square: Square, side: Side) -> bool {
    let movement = &rules.variant().kinds[kind.index()].piece.movement;
    let (files, ranks) = (rules.geometry().files(), rules.geometry().ranks());
    // A man of the second player sees the board turned round.
    let at = to_reach(rules, square);
    let turned = reach::Square { row: ranks - 1 - at.row, col: files - 1 - at.col };
    let at = if side == Side::Sente { at } else { turned };
    !reach::can_ever_move(movement, ranks, files, at, false)
}

/// Why a man may not be dropped, by the words of the variant.
pub fn drop_fault(position: &Position, kind: KindId, to: Square) -> Option<&'static str> {
    let (rules, side) = (position.rules(), position.side());
    let (variant, placing) = (rules.variant(), position.is_placing(side));
    let drops = variant.drops.as_ref()?;
    let row = &variant.kinds[kind.index()];
    let (file, ranks) = (rules.geometry().name(to).file, rules.geometry().ranks());
    let same = (1..=u16::from(ranks))
        .filter_map(|rank| position.man_at(rules.geometry().square(file, rank)?))
        .filter(|&man| man == Man { kind, side });
    let dead = drops.dead_squares == DeadSquares::Forbidden
        && !variant.special.borrowed.eq(&Borrowed::Behind)
        && is_dead(rules, kind, to, side);
    let zone = match &variant.setup {
        Some(setup) if placing => setup.zone.as_ref(),
        _ => drops.zone.as_ref(),
    };
    if rules.in_hand(kind).is_none_or(|held| position.held(side, held) == 0) {
        Some("nothing to drop is in hand")
    } else if position.man_at(to).is_some() {
        Some("the square is taken")
    } else if dead && !placing || is_in(rules, &Zone::FarRanks(row.no_drop_ranks), to, side) {
        Some("it could never move from there")
    } else if zone.is_some_and(|zone| !is_in(rules, zone, to, side)) {
        Some("the square is outside the zone")
    } else if row.most_per_file.is_some_and(|most| same.count() >= usize::from(most)) {
        Some("the file is full")
    } else {
        None
    }
}
