//! The kinds of men: which piece, which code, and what the variant changes about it.

use std::collections::HashMap;

use koma_pieces::{PieceDef, SpecialRule};
use koma_text::yaml::{Fields, Node, Style};
use koma_text::{Fact, Findings, Span, nearest};

use super::rules::far_ranks;
use super::words::{is_none, word};
use super::zone::{self, Board};
use super::{MOST_KINDS, sides};
use crate::say;
use crate::{DropMate, Ending, EndingKind, Kind, PromotionRules};

/// The words for [`DropMate`].
pub const DROP_MATES: [(&str, DropMate); 3] = [
    ("allowed", DropMate::Allowed),
    ("forbidden", DropMate::Forbidden),
    ("loses", DropMate::Loses),
];

/// What the kinds are read against.
pub struct Context<'a> {
    /// The pieces at hand; `None` when some could not be read.
    pub pieces: Option<&'a [PieceDef]>,
    /// The size of the board.
    pub board: Board,
    /// Whether captured men come back.
    pub drops: bool,
}

/// Another kind, as a row names it.
enum Link<'a> {
    /// Not written: follows from the piece.
    Derived,
    /// Written `none`, or wrong.
    None,
    /// A code.
    Code(&'a str, Span),
}

/// One row of the list before the codes are resolved.
struct Row<'a> {
    span: Span,
    code: &'a str,
    piece: &'a PieceDef,
    promotes_to: Link<'a>,
    in_hand: Link<'a>,
    /// Everything else, with `promotes_to` and `in_hand` still open.
    kind: Kind,
}

/// The rules a piece carries with it, which a variant may change.
pub struct Carried {
    pub royal: bool,
    pub most_per_file: Option<u8>,
    pub no_drop_ranks: u8,
    pub must_promote_ranks: u8,
    pub points: u8,
}

impl Carried {
    /// What the special rules of a piece say, and one impasse point unless it is `royal`.
    pub fn by(piece: &PieceDef) -> Self {
        let mut carried = Self {
            royal: false,
            most_per_file: None,
            no_drop_ranks: 0,
            must_promote_ranks: 0,
            points: 1,
        };
        for rule in &piece.special_rules {
            match *rule {
                SpecialRule::Royal => (carried.royal, carried.points) = (true, 0),
                SpecialRule::NifuProhibited => carried.most_per_file = Some(1),
                SpecialRule::CannotDropInZone(n) => carried.no_drop_ranks = n,
                SpecialRule::MustPromoteInZone(n) => carried.must_promote_ranks = n,
                // These two are part of how the piece moves.
                SpecialRule::Igui | SpecialRule::CanCaptureTwo => {}
            }
        }
        carried
    }
}

/// Reads the list; `None` when a kind could not be made out.
pub fn read(node: &Node<'_>, context: &Context<'_>, out: &mut Findings) -> Option<Vec<Kind>> {
    let items = node.list("`kinds`", out)?;
    if items.is_empty() || items.len() > MOST_KINDS {
        out.push(say::kinds_count(MOST_KINDS, items.len()).at(node.span));
        return None;
    }
    let mut complete = true;
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut codes: HashMap<&str, usize> = HashMap::new();
    for item in items {
        match row(item, context, &mut codes, rows.len(), out) {
            Some(row) => rows.push(row),
            None => complete = false,
        }
    }
    if !complete {
        return None;
    }
    let promotes: Vec<Option<usize>> = (0..rows.len())
        .map(|index| promotion_of(&rows, index, &codes, out).ok())
        .collect::<Option<_>>()?;
    if report_loops(&rows, &promotes, out) {
        return None;
    }
    let in_hand: Vec<Option<usize>> = (0..rows.len())
        .map(|index| in_hand_of(&rows, index, &promotes, &codes, context.drops, out))
        .collect();
    let kinds = rows.into_iter().zip(promotes).zip(in_hand).map(|((row, promotes_to), in_hand)| {
        Some(Kind { promotes_to, in_hand: in_hand?, ..row.kind })
    });
    kinds.collect()
}

fn row<'a>(
    node: &'a Node<'_>,
    context: &Context<'a>,
    codes: &mut HashMap<&'a str, usize>,
    index: usize,
    out: &mut Findings,
) -> Option<Row<'a>> {
    let mut fields = Fields::of(node, "a kind", out)?;
    let code = fields.need("code", out).and_then(|node| {
        let code = code(node, out)?;
        if codes.insert(code, index).is_some() {
            out.push(say::code_taken(code).at(node.span));
            return None;
        }
        Some(code)
    });
    let piece = fields.need("piece", out).and_then(|node| piece(node, context.pieces?, out));
    // The other fields are read even if the piece is unknown: all faults in one go.
    let carried = piece.map(Carried::by);
    let royal = fields.get("royal").and_then(|n| n.boolean("`royal`", out));
    let royal = royal.unwrap_or(carried.as_ref().is_some_and(|c| c.royal));
    let promotes_to = link(fields.get("promotes_to"), "`promotes_to`", out);
    let in_hand = link(fields.get("in_hand"), "`in_hand`", out);
    let mut zone = |name: &'static str, out: &mut Findings| {
        let node = fields.get(name).filter(|node| !is_none(node))?;
        zone::read(node, &format!("`{name}`"), context.board, out)
    };
    let (own_zone, stays_in) = (zone("zone", out), zone("stays_in", out));
    let board_ranks = context.board.1;
    let mut ranks = |name: &'static str, carried: Option<u8>, out: &mut Findings| {
        let written =
            fields.get(name).and_then(|n| far_ranks(n, &format!("`{name}`"), board_ranks, out));
        // A piece made for a larger board may carry more ranks than this one has.
        written.unwrap_or_else(|| carried.unwrap_or(0).min(board_ranks))
    };
    let must_promote_ranks =
        ranks("must_promote_ranks", carried.as_ref().map(|c| c.must_promote_ranks), out);
    let no_drop_ranks = ranks("no_drop_ranks", carried.as_ref().map(|c| c.no_drop_ranks), out);
    let mut most = |name: &'static str, carried: Option<u8>, least, out: &mut Findings| match fields
        .get(name)
    {
        Some(node) if is_none(node) => None,
        Some(node) => node.integer(&format!("`{name}`"), least..=255, out).map(|n| n as u8),
        None => carried,
    };
    let carried_most = carried.as_ref().and_then(|c| c.most_per_file);
    let most_per_file = most("most_per_file", carried_most, 0, out);
    let most_on_board = most("most_on_board", None, 0, out);
    let drop_mate = fields.get("drop_mate");
    let drop_mate = drop_mate.and_then(|n| word(n, "`drop_mate`", &DROP_MATES, out));
    let points = fields.get("points").and_then(|n| n.integer("`points`", 0..=255, out));
    let points = points.map(|n| n as u8);
    fields.finish(out);

    let (code, piece) = (code?, piece?);
    let kind = Kind {
        piece: piece.clone(),
        code: code.to_string(),
        promotes_to: None,
        in_hand: index,
        royal,
        zone: own_zone,
        must_promote_ranks,
        most_per_file,
        no_drop_ranks,
        drop_mate: drop_mate.unwrap_or(DropMate::Allowed),
        points: points.unwrap_or(if royal { 0 } else { 1 }),
        stays_in,
        most_on_board,
    };
    Some(Row { span: node.span, code, piece, promotes_to, in_hand, kind })
}

/// A code is one to four capitals, with `+` before it for a promoted man.
fn code<'a>(node: &'a Node<'_>, out: &mut Findings) -> Option<&'a str> {
    // A bare N or Y is fine for us, but other YAML readers take it for a boolean.
    if let Some((text @ ("N" | "Y"), Style::Plain)) = node.scalar() {
        out.push(say::unquoted_code(text).at(node.span));
    }
    let text = node.text("a code", out)?;
    let letters = text.strip_prefix('+').unwrap_or(text);
    if (1..=4).contains(&letters.len()) && letters.bytes().all(|b| b.is_ascii_uppercase()) {
        return Some(text);
    }
    out.push(say::bad_code().at(node.span));
    None
}

/// The piece of that name or number.
fn piece<'a>(node: &Node<'_>, pieces: &'a [PieceDef], out: &mut Findings) -> Option<&'a PieceDef> {
    let by_id = node.scalar().is_some_and(|(text, style)| {
        style == Style::Plain && text.bytes().all(|b| b.is_ascii_digit()) && !text.is_empty()
    });
    let (found, what): (Vec<&PieceDef>, koma_text::Phrase) = if by_id {
        let id = node.integer("a piece number", 0..=i64::from(u32::MAX), out)?;
        let found = pieces.iter().filter(|piece| i64::from(piece.id) == id).collect();
        (found, say::piece_number(id))
    } else {
        let name = node.text("`piece`", out)?;
        let found = pieces.iter().filter(|piece| piece.name == name).collect();
        (found, say::piece_named(name.escape_debug().to_string()))
    };
    match found[..] {
        [piece] => Some(piece),
        [] => {
            let finding = say::unknown_piece(what);
            let name = node.scalar().map_or("", |(text, _)| text);
            let finding = match nearest(name, pieces.iter().map(|piece| piece.name.as_str())) {
                Some(near) => finding.help(koma_text::did_you_mean(near)),
                None => finding,
            };
            out.push(finding.at(node.span));
            None
        }
        _ => {
            out.push(say::ambiguous_piece(found.len(), what).at(node.span));
            None
        }
    }
}

fn link<'a>(node: Option<&'a Node<'_>>, what: &str, out: &mut Findings) -> Link<'a> {
    match node {
        None => Link::Derived,
        Some(node) if is_none(node) => Link::None,
        Some(node) => node.text(what, out).map_or(Link::None, |text| Link::Code(text, node.span)),
    }
}

fn find(
    code: &str,
    span: Span,
    codes: &HashMap<&str, usize>,
    out: &mut Findings,
) -> Result<Option<usize>, ()> {
    if let Some(&index) = codes.get(code) {
        return Ok(Some(index));
    }
    out.push(sides::unknown(code, codes.keys().copied()).at(span));
    Err(())
}

/// What a kind promotes to: as written, or else the kind made from the piece its piece promotes
/// to. A man that is already promoted (`+`) does not promote again.
fn promotion_of(
    rows: &[Row<'_>],
    index: usize,
    codes: &HashMap<&str, usize>,
    out: &mut Findings,
) -> Result<Option<usize>, ()> {
    let row = &rows[index];
    match row.promotes_to {
        Link::None => return Ok(None),
        Link::Code(code, span) => return find(code, span, codes, out),
        Link::Derived if row.code.starts_with('+') => return Ok(None),
        Link::Derived => {}
    }
    let Some(id) = row.piece.promotes_to else { return Ok(None) };
    let fits = |&other: &usize| rows[other].piece.id == id;
    let own = codes.get(format!("+{}", row.code).as_str()).copied().filter(fits);
    let all: Vec<usize> = (0..rows.len()).filter(fits).collect();
    match (own, &all[..]) {
        (Some(target), _) | (None, &[target]) => Ok(Some(target)),
        (None, []) => {
            out.push(say::no_promotion_target(&row.piece.name, id).at(row.span));
            Err(())
        }
        _ => {
            out.push(say::many_promotion_targets(id, row.code).at(row.span));
            Err(())
        }
    }
}

/// Reports chains of promotion that come back to their start.
fn report_loops(rows: &[Row<'_>], promotes: &[Option<usize>], out: &mut Findings) -> bool {
    let mut found = false;
    let mut safe = vec![false; rows.len()];
    for start in 0..rows.len() {
        let mut chain = Vec::new();
        let mut here = Some(start);
        while let Some(index) = here.filter(|&index| !safe[index]) {
            if chain.contains(&index) {
                let codes: Vec<&str> = chain.iter().map(|&i: &usize| rows[i].code).collect();
                out.push(say::promotion_loop(Fact::list(codes)).at(rows[index].span));
                found = true;
                break;
            }
            chain.push(index);
            here = promotes[index];
        }
        for index in chain {
            safe[index] = true;
        }
    }
    found
}

/// The kind a captured man becomes: as written, or else the far end of the promotions that lead
/// here.
fn in_hand_of(
    rows: &[Row<'_>],
    index: usize,
    promotes: &[Option<usize>],
    codes: &HashMap<&str, usize>,
    drops: bool,
    out: &mut Findings,
) -> Option<usize> {
    match rows[index].in_hand {
        Link::Code(code, span) => return find(code, span, codes, out).ok().flatten(),
        Link::None => return Some(index),
        Link::Derived => {}
    }
    let mut here = index;
    loop {
        let from: Vec<usize> = (0..rows.len()).filter(|&i| promotes[i] == Some(here)).collect();
        match from[..] {
            [] => return Some(here),
            [only] => here = only,
            _ => {
                let own = rows[here].code.strip_prefix('+');
                if let Some(&own) = from.iter().find(|&&i| Some(rows[i].code) == own) {
                    here = own;
                } else if drops {
                    out.push(say::in_hand(rows[here].code).at(rows[index].span));
                    return None;
                } else {
                    return Some(index);
                }
            }
        }
    }
}

/// What the kinds need from the rest of the variant.
pub fn check_use(
    kinds: &[Kind],
    variant: Span,
    promotion: &PromotionRules,
    check_rules: bool,
    endings: &[Ending],
    out: &mut Findings,
) {
    let royals_matter = check_rules || endings.iter().any(|e| e.kind == EndingKind::RoyalTaken);
    if royals_matter && !kinds.iter().any(|kind| kind.royal) {
        out.push(say::no_royal().at(variant));
    }
    for kind in kinds.iter().filter(|kind| kind.promotes_to.is_some()) {
        let zone = kind.zone.as_ref().unwrap_or(&promotion.zone);
        if zone.is_empty() {
            out.push(say::never_promotes(&kind.code).at(variant));
        }
    }
}
