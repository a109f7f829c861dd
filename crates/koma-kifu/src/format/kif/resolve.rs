//! From the words of a move to a move on the board.

use koma_rules::{KindId, Move, Position, Ruleset, Square, UsiMove};
use koma_text::{Fact, Finding};

use crate::notation::names::{self, Kinds, NAMES};
use crate::notation::relative::Candidates;
use crate::notation::token::{MoveText, Words};
use crate::say;

/// A legal move, and what is odd about its words.
pub(in crate::format) struct Resolved {
    pub mv: Move,
    pub doubt: Option<Box<Finding>>,
}

/// Why words are no legal move.
pub(in crate::format) enum Trouble {
    /// They are a move that the rules forbid.
    Illegal(UsiMove),
    /// They do not say which move.
    Unclear(Box<Finding>),
}

/// The move that words mean in a position. `last_to` is what 同 refers to.
pub(super) fn resolve(
    position: &Position,
    kinds: &Kinds,
    text: &MoveText,
    last_to: Option<Square>,
) -> Result<Resolved, Trouble> {
    let rules = position.rules();
    let geometry = rules.geometry();
    let to = match text.to {
        Some(name) => geometry
            .square(name.file, name.rank)
            .ok_or_else(|| unclear(say::off_board(name.fact())))?,
        None => last_to.ok_or_else(|| unclear(say::same_square()))?,
    };
    let Some(kind) = kinds.kind(text.man) else {
        return Err(unclear(say::unknown_man(NAMES[text.man].kif)));
    };
    if text.is_drop {
        // KI2 leaves the origin out, so a drop of nothing may well be a slip for a move.
        let is_told = text.mark.is_none() || text.is_from_hand;
        if !is_told && !holds(position, kind) {
            return Err(unclear(say::not_in_hand(NAMES[text.man].kif)));
        }
        return judge(position, Move::drop(kind, to), None);
    }
    let Some(name) = text.from else {
        return by_words(position, kind, text.words, text.promotes, to);
    };
    let Some(from) = geometry.square(name.file, name.rank) else {
        return Err(unclear(say::off_board(name.fact())));
    };
    let promotes = text.promotes == Some(true);
    match position.man_at(from) {
        Some(man) if man.kind != kind && man.side == position.side() => {
            let written = NAMES[text.man].kif;
            let standing = names::kif_name(rules, man.kind);
            // Some name the man as it is after the move.
            let is_promoted = text.promotes.is_none() && rules.promoted(man.kind) == Some(kind);
            let doubt = say::man_differs(written, standing, name.fact());
            judge(position, Move::board(from, to, promotes || is_promoted), Some(Box::new(doubt)))
        }
        Some(man) if text.promotes.is_none() && always_turns(rules, man.kind) => {
            judge(position, Move::board(from, to, true), None)
        }
        _ => judge(position, Move::board(from, to, promotes), None),
    }
}

/// Whether the side to move has a man of a kind in hand, on whichever side it may be dropped.
fn holds(position: &Position, kind: KindId) -> bool {
    let rules = position.rules();
    let either_side = rules.variant().drops.as_ref().is_some_and(|drops| drops.either_side);
    let in_hand = if either_side { rules.in_hand(kind) } else { Some(kind) };
    in_hand.is_some_and(|k| rules.can_be_held(k) && position.held(position.side(), k) > 0)
}

/// Whether a man turns over with every move, so that a record need not say so.
pub(super) fn always_turns(rules: &Ruleset, kind: KindId) -> bool {
    rules.variant().promotion.turns_back && rules.promoted(kind).is_some()
}

fn judge(position: &Position, mv: Move, doubt: Option<Box<Finding>>) -> Result<Resolved, Trouble> {
    if position.is_legal(mv) {
        Ok(Resolved { mv, doubt })
    } else {
        Err(Trouble::Illegal(position.usi(mv)))
    }
}

/// The move of a man that is told by 左右直上寄引 only, or of one in hand.
pub(in crate::format) fn by_words(
    position: &Position,
    kind: KindId,
    words: Words,
    told: Option<bool>,
    to: Square,
) -> Result<Resolved, Trouble> {
    let rules = position.rules();
    let promotes = told.unwrap_or_else(|| always_turns(rules, kind));
    let candidates = Candidates::of(position, kind, to);
    let mut squares = candidates.select(words);
    let mut doubt = None;
    if squares.is_empty() && !candidates.is_empty() {
        squares = candidates.squares().collect();
        if squares.len() == 1 {
            doubt = Some(Box::new(say::wrong_words()));
        }
    }
    let keep_if_any = |squares: &mut Vec<Square>, test: &dyn Fn(Square) -> bool| {
        let kept: Vec<_> = squares.iter().copied().filter(|&square| test(square)).collect();
        if !kept.is_empty() {
            *squares = kept;
        }
    };
    if told.is_some() {
        keep_if_any(&mut squares, &|from| position.may_promote(kind, from, to));
    }
    keep_if_any(&mut squares, &|from| position.is_legal(Move::board(from, to, promotes)));
    match squares[..] {
        [from] => judge(position, Move::board(from, to, promotes), doubt),
        [] if told.is_none() && holds(position, kind) => {
            judge(position, Move::drop(kind, to), None)
        }
        [] => {
            let square = rules.geometry().name(to).fact();
            Err(unclear(say::no_such_man(names::kif_name(rules, kind), square)))
        }
        _ => Err(unclear(ambiguous(rules, &squares))),
    }
}

fn unclear(finding: Finding) -> Trouble {
    Trouble::Unclear(Box::new(finding))
}

/// A move that can start from several squares.
pub(in crate::format) fn ambiguous(rules: &Ruleset, squares: &[Square]) -> Finding {
    let names = squares.iter().map(|&square| rules.geometry().name(square).fact());
    say::ambiguous_move(Fact::list(names))
}
