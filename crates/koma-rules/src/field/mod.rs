//! The fast door for searches.
//!
//! [`Position`] serves people: it explains, lists and never goes wrong in silence. A search asks
//! narrower questions a million times a second, and asks several of them about one position: it
//! enters the position ([`Position::enter`]) and gets a [`Field`], made for the board the position
//! is played on. `tests/fields_agree.rs` asks the position alone for every answer of a field, over
//! random games of all variants.

mod cells;
mod danger;
mod sets;

use std::sync::Arc;

use cells::CellField;
use sets::SetField;

use crate::position::AnyBoard;
use crate::swift::{CLASSES, MORE_CLASSES};
use crate::{End, KindId, Man, Move, Position, Ruleset, Side, Square, Undo};

mod sealed {
    /// Fields are made by this crate alone.
    pub trait Sealed {}
}

/// A part of the legal moves. Captures, promotions, quiet moves and drops are disjoint, and
/// together all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Moves that take something.
    Captures,
    /// Promotions that take nothing.
    Promotions,
    /// Moves on the board that neither take nor promote; passes.
    Quiets,
    /// Drops.
    Drops,
    /// Quiet moves and drops that give check.
    QuietChecks,
    /// All of them: what answers a check.
    All,
}

/// What a move did to a board or a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A man came to a square.
    Put(Man, Square),
    /// A man left a square.
    Taken(Man, Square),
    /// A side holds so many more men of a kind, or less.
    Held(Side, KindId, i16),
}

/// Men in hand, a byte for each of at most 16 kinds in the order of [`Ruleset::hand_order`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(pub u128);

impl Hand {
    /// Whether it holds at least what another holds, kind by kind.
    #[must_use]
    pub fn covers(self, other: Self) -> bool {
        // Counts stay below 128, so the high bit of a byte survives iff its difference is not
        // negative.
        const HIGH: u128 = u128::from_ne_bytes([0x80; 16]);
        ((self.0 | HIGH) - other.0) & HIGH == HIGH
    }
}

/// What a man is worth to whoever takes it, by kind: the scale of exchanges.
#[derive(Clone, Debug)]
pub struct Gains(pub Vec<i32>);

impl Gains {
    /// What taking a man of a kind brings.
    #[inline(always)]
    pub fn of(&self, kind: KindId) -> i32 {
        self.0[kind.index()]
    }
}

/// What threatens a side, its royal first of all: counts that an evaluation weighs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Danger {
    /// Enemy men that attack the royal or a square next to it.
    pub attackers: u16,
    /// Squares next to the royal that the enemy attacks and nobody but the royal guards.
    pub weak: u16,
    /// Attacks on squares next to the royal, counted at most twice a square.
    pub attacks: u16,
    /// Squares next to the royal where it could go.
    pub escapes: u16,
    /// Classes of men that could give check by a move to a square where nothing safely takes them.
    pub safe_checks: u16,
    /// Kinds in the enemy's hand that could be dropped with a check so.
    pub drop_checks: u16,
    /// Squares from which enemy men could give check, but would be taken.
    pub unsafe_checks: u16,
    /// Men in the enemy's hand, the cheapest kind aside.
    pub hand: u16,
    /// Own men that guard a square next to the royal.
    pub guards: u16,
    /// Squares its men attack, each man's counted by itself, those of own men aside.
    pub mobility: u16,
    /// What the enemy gains by taking its men that nobody guards, and half of what it gains by
    /// taking guarded men with cheaper ones.
    pub hanging: i32,
}

/// A position a search plays on: moves made and taken back on a stack inside.
///
/// Moves given to `make`, `gives_check`, `key_after` and `exchange` are legal ones, unless a method
/// says otherwise.
pub trait Field: Clone + Send + Sync + sealed::Sealed {
    /// What was seen by looking once: checks, pins, where the royal may go.
    type Look: Clone;

    /// The field of a position, if it is played on the board of this field.
    fn of(position: &Position) -> Option<Self>
    where
        Self: Sized;

    /// The position now.
    fn position(&self) -> &Position;

    /// The man on a square.
    fn man_at(&self, square: Square) -> Option<Man>;

    /// Calls `each` with every man of a side, in no particular order.
    fn each_man(&self, side: Side, each: impl FnMut(Square, KindId));

    /// Looks around, once for a position.
    fn look(&self) -> Self::Look;

    /// Whether the side to move is in check.
    fn in_check(&self, look: &Self::Look) -> bool;

    /// Appends the legal moves of a stage. The game is not over.
    fn list(&self, look: &Self::Look, stage: Stage, moves: &mut Vec<Move>);

    /// Whether a move is legal. Any move may be asked about.
    fn is_legal(&self, look: &Self::Look, mv: Move) -> bool;

    /// Whether a legal move gives check.
    fn gives_check(&self, look: &Self::Look, mv: Move) -> bool;

    /// A legal move after which the other side is in check and has no legal move.
    fn mate_in_one(&mut self, look: &Self::Look) -> Option<Move>;

    /// Makes a legal move.
    fn make(&mut self, mv: Move);

    /// Takes back the last move made, which there is.
    fn unmake(&mut self);

    /// Gives the turn to the other side, and with it nothing else.
    fn pass_turn(&mut self);

    /// The key after a legal move.
    fn key_after(&mut self, mv: Move) -> u64;

    /// Whether a man of a side could take on a square, were an enemy standing there.
    fn is_attacked(&self, square: Square, by: Side) -> bool;

    /// Whether the exchange that a legal move begins on its last square brings its side at least
    /// `least`, if both sides go on taking there with their cheapest man as long as it pays. A
    /// promotion brings the difference between the man's two sides.
    fn exchange(&self, mv: Move, gains: &Gains, least: i32) -> bool;

    /// What threatens Sente and Gote, where each has one royal and the board can tell quickly.
    /// `cheapest` is the kind in hand that does not count.
    fn dangers(&self, _gains: &Gains, _cheapest: Option<KindId>) -> Option<[Danger; 2]> {
        None
    }

    /// The record of the last move made.
    fn last(&self) -> Option<&Undo>;

    /// The side to move.
    #[inline(always)]
    fn side(&self) -> Side {
        self.position().side()
    }

    /// The key.
    #[inline(always)]
    fn key(&self) -> u64 {
        self.position().key()
    }

    /// The rules.
    #[inline(always)]
    fn rules(&self) -> &Arc<Ruleset> {
        self.position().rules()
    }

    /// How many men of a kind a side holds.
    fn held(&self, side: Side, kind: KindId) -> u16 {
        self.position().held(side, kind)
    }

    /// The men a side holds as one number; `None` where more than 16 kinds can be held.
    fn hand(&self, side: Side) -> Option<Hand> {
        let order = self.rules().hand_order();
        (order.len() <= 16).then(|| {
            let byte = |(place, &kind): (usize, &KindId)| {
                u128::from(self.held(side, kind).min(127)) << (8 * place)
            };
            Hand(order.iter().enumerate().map(byte).fold(0, |all, byte| all | byte))
        })
    }

    /// How the game is over as the position stands.
    fn end_at_once(&self) -> Option<End> {
        self.position().end_at_once()
    }

    /// Calls `each` with what the last move changed.
    fn changes(&self, each: impl FnMut(Change)) {
        if let Some(undo) = self.last() {
            undo.changes(self.position(), each);
        }
    }
}

/// Takes this machine for one without bit gathering from now on, in the whole program: for tests
/// that compare what both kinds of processors come to.
#[doc(hidden)]
pub fn as_on_any_processor() {
    crate::swift::cpu::as_on_any_processor();
}

/// Who wants to play on a position, whatever its board.
pub trait Visitor {
    /// What comes out.
    type Out;

    /// Plays.
    fn visit<F: Field>(self, field: F) -> Self::Out;
}

impl Position {
    /// Enters the position by the fast door of its board.
    pub fn enter<V: Visitor>(&self, visitor: V) -> V::Out {
        match &self.board {
            AnyBoard::Cells(_) => visitor.visit(entered::<CellField>(self)),
            AnyBoard::Small(_) => visitor.visit(entered::<SetField<1, CLASSES>>(self)),
            AnyBoard::Large(_) => visitor.visit(entered::<SetField<2, CLASSES>>(self)),
            AnyBoard::Wide(_) => visitor.visit(entered::<SetField<2, MORE_CLASSES>>(self)),
        }
    }
}

fn entered<F: Field>(position: &Position) -> F {
    F::of(position).expect("the field is that of the board")
}
