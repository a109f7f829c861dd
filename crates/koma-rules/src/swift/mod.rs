//! The fast way: legal moves by masks, counted by sets, for variants that allow it.
//!
//! It serves boards of at most 128 squares on which every man leaps, slides straight or hops over
//! one man, and royals only leap; with check rules, or without them where taking the royal wins.
//! Men may become a second royal; the try, the first check and a bare royal may end the game.
//! Everything else is played by [`crate::legal`], and tests compare the two on every ply of random
//! games.
//!
//! * Kinds that move and promote alike form a *class* with one set of squares.
//! * A *slot* is a step offset. Men that own the same slots are united first, so all steps of all
//!   men are counted with one shift and one population count for each slot.
//! * A *group* is a way of going along lines. They are looked up by their occupancy (`lines`).
//! * Checkers, pinned men and squares the royal may not enter are found first (`survey`, and
//!   `crossed` where men hop); what is left is legal as it stands.

mod along;
mod checks;
pub(crate) mod cpu;
mod crossed;
mod drop_mate;
mod ends;
mod fits;
pub(crate) mod generate;
mod lines;
mod make;
mod perft;
mod single;
pub(crate) mod survey;
mod tables;

use std::sync::Arc;

pub(crate) use perft::perft;
pub(crate) use tables::{GROUPS, Guard, Tables};

use crate::board::SetBoard;
use crate::ruleset::Core;

/// Most classes of men.
pub(crate) const CLASSES: usize = 12;

/// Most classes of men where that is too few.
pub(crate) const MORE_CLASSES: usize = 16;

/// A set board of at most 64 squares.
pub(crate) type SmallBoard = SetBoard<1, CLASSES>;

/// A set board of at most 128 squares.
pub(crate) type LargeBoard = SetBoard<2, CLASSES>;

/// The same with more classes of men.
pub(crate) type WideBoard = SetBoard<2, MORE_CLASSES>;

/// The tables of a variant that can be played the fast way.
#[derive(Debug)]
pub(crate) enum Swift {
    /// At most 64 squares.
    Small(Arc<Tables<1, CLASSES>>),
    /// At most 128 squares.
    Large(Arc<Tables<2, CLASSES>>),
    /// The same with more classes of men.
    Wide(Arc<Tables<2, MORE_CLASSES>>),
}

impl Swift {
    /// The tables of a variant, or `None` if it needs the general way.
    pub fn compile(core: &Core) -> Option<Self> {
        let ending = fits::at_once(core).filter(|_| fits::fits(core))?;
        let small = || Tables::compile(core, &ending).map(|tables| Self::Small(Arc::new(tables)));
        let large = || Tables::compile(core, &ending).map(|tables| Self::Large(Arc::new(tables)));
        let wide = || Tables::compile(core, &ending).map(|tables| Self::Wide(Arc::new(tables)));
        small().or_else(large).or_else(wide)
    }

    pub fn memory(&self) -> usize {
        match self {
            Self::Small(tables) => tables.memory(),
            Self::Large(tables) => tables.memory(),
            Self::Wide(tables) => tables.memory(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::cpu::{Any, Cpu};
    use crate::board::SetBoard;
    use crate::position::{AnyBoard, on_sets};
    use crate::{Position, Ruleset, Setup};

    #[test]
    fn processors_without_bit_gathering_count_the_same() {
        for (slug, sfen, depth, nodes) in [
            ("shogi", "startpos", 4, 719_731),
            (
                "shogi",
                "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
                2,
                28_684,
            ),
            ("shogi", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 2, 105_677),
            ("minishogi", "startpos", 4, 35_401),
            ("sho", "startpos", 3, 17_368),
            ("cannon", "startpos", 2, 3_447),
        ] {
            let rules = Ruleset::compile(koma_variants::find(slug).unwrap()).unwrap();
            let position = Position::unjudged(&rules, &Setup::read(&rules, sfen).unwrap());
            on_sets!(&position.board, board => check(&position, board, depth, nodes), {
                panic!("{slug} is played on sets")
            });
        }
    }

    fn check<const W: usize, const C: usize>(
        position: &Position,
        board: &SetBoard<W, C>,
        depth: u32,
        nodes: u64,
    ) {
        let tables = &*board.tables;
        let mut cells = board.cells;
        let side = position.side() as usize;
        assert_eq!(Any.perft(tables, &board.planes, &mut cells, side, depth), nodes);
        assert_eq!(cells, board.cells);
        let (mut any, mut here) = (Vec::new(), Vec::new());
        Any.list(tables, board, side, &mut any);
        board.legal_moves(position.side(), &mut here);
        assert_eq!(any, here);
    }
}
