//! What can be written down: men on squares, men in hand, whose turn it is.

use koma_text::{Fact, Finding, wide_number};

use crate::board::{Board, CellBoard};
use crate::legal::View;
use crate::price::say_piece;
use crate::ruleset::Core;
use crate::state::State;
use crate::{KindId, Man, Ruleset, Side, Square, say};

/// A position as it is written: nothing promises that it could arise in a game.
///
/// [`Setup::faults`] lists everything that is odd about it, and [`crate::Position`] is the one
/// door to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    pub(crate) cells: Vec<Option<Man>>,
    /// Men in hand, by side and kind.
    pub(crate) hands: [Vec<u16>; 2],
    /// Whose turn it is.
    pub side: Side,
    /// The number of the next move, from 1.
    pub ply: u32,
    /// What a position of some games knows besides; `None` is what the men tell.
    pub(crate) state: Option<Box<State>>,
}

/// Something odd about a [`Setup`]. All of them can be forgiven; text that cannot be read never
/// becomes a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A side has no royal man, though the start position gives it one.
    MissingRoyal {
        /// Which side.
        side: Side,
    },
    /// More men than the start position has.
    TooManyMen {
        /// Unpromoted kind.
        kind: KindId,
        /// How many there are on the board and in hand, of both sides.
        count: usize,
        /// How many the start position has.
        most: usize,
    },
    /// 二歩 and its kin: more men of a kind on a file than drops could have put there.
    FileOverfull {
        /// Whose men.
        side: Side,
        /// The kind.
        kind: KindId,
        /// The file, from 1.
        file: u16,
    },
    /// A man stands where it could never move again.
    DeadMan {
        /// Where.
        square: Square,
        /// Which.
        man: Man,
    },
    /// The side that is not to move stands in check.
    WaitingSideInCheck {
        /// The royal that could be taken.
        royal: Square,
    },
}

impl Setup {
    /// An empty board, Sente to move.
    pub fn empty(rules: &Ruleset) -> Self {
        Self::empty_of(rules)
    }

    pub(crate) fn empty_of(core: &Core) -> Self {
        let kinds = core.kinds.len();
        Self {
            cells: vec![None; core.geometry.squares()],
            hands: [vec![0; kinds], vec![0; kinds]],
            side: Side::Sente,
            ply: 1,
            state: None,
        }
    }

    /// The man on a square.
    pub fn man_at(&self, square: Square) -> Option<Man> {
        self.cells[square.index()]
    }

    /// Puts a man (or nothing) on a square.
    pub fn set(&mut self, square: Square, man: Option<Man>) {
        self.cells[square.index()] = man;
    }

    /// How many men of a kind a side holds.
    pub fn held(&self, side: Side, kind: KindId) -> u16 {
        self.hands[side as usize][kind.index()]
    }

    /// Changes how many men of a kind a side holds.
    pub fn hold(&mut self, side: Side, kind: KindId, count: u16) {
        self.hands[side as usize][kind.index()] = count;
    }

    /// All men on the board with their squares.
    pub fn men(&self) -> impl Iterator<Item = (Square, Man)> {
        let man =
            |(index, cell): (usize, &Option<Man>)| cell.map(|man| (Square(index as u16), man));
        self.cells.iter().enumerate().filter_map(man)
    }

    /// Everything that is odd about it.
    pub fn faults(&self, rules: &Ruleset) -> Vec<Fault> {
        let mut faults = Vec::new();
        let is_start = self.cells == rules.start().cells;
        let royals = |setup: &Self, side| {
            let royal = |kind: KindId| rules.rules(kind).royal;
            setup.men().filter(|(_, man)| man.side == side && royal(man.kind)).count()
                + rules.kinds().filter(|&kind| royal(kind) && setup.held(side, kind) > 0).count()
        };
        for side in Side::BOTH {
            if royals(self, side) == 0 && royals(rules.start(), side) > 0 {
                faults.push(Fault::MissingRoyal { side });
            }
        }
        let most = census(rules.start(), rules);
        for (index, (&count, &most)) in census(self, rules).iter().zip(&most).enumerate() {
            if count > most {
                faults.push(Fault::TooManyMen { kind: KindId(index as u16), count, most });
            }
        }
        if rules.facts.drops && !is_start {
            self.overfull_files(rules, &mut faults);
        }
        for (square, man) in self.men() {
            let kind = rules.rules(man.kind);
            if kind.must_promote.has(square, man.side) && !is_start {
                faults.push(Fault::DeadMan { square, man });
            }
        }
        if rules.variant.check_rules {
            let board: CellBoard = self.on_board(rules, CellBoard::new(rules));
            let view = View { rules, board: &board, side: self.side, state: None };
            if let Some(royal) = view.royal_in_danger(self.side.other()) {
                faults.push(Fault::WaitingSideInCheck { royal });
            }
        }
        faults
    }

    /// Puts everything on an empty board.
    pub(crate) fn on_board<B: Board>(&self, rules: &Ruleset, mut board: B) -> B {
        for (square, man) in self.men() {
            board.put(rules, square, man);
        }
        for side in Side::BOTH {
            for &kind in rules.hand_order() {
                board.hold(rules, side, kind, self.held(side, kind) as i16);
            }
        }
        board
    }

    fn overfull_files(&self, rules: &Ruleset, faults: &mut Vec<Fault>) {
        let geometry = rules.geometry;
        for kind in rules.kinds() {
            let Some(most) = rules.rules(kind).most_per_file else { continue };
            for side in Side::BOTH {
                for file in 1..=u16::from(geometry.files()) {
                    let man = Man { kind, side };
                    let count =
                        self.men().filter(|&(s, m)| m == man && geometry.file(s) == file).count();
                    if count > usize::from(most) {
                        faults.push(Fault::FileOverfull { side, kind, file });
                    }
                }
            }
        }
    }
}

/// How many men of each unpromoted kind there are, wherever they are and whoever has them.
fn census(setup: &Setup, rules: &Ruleset) -> Vec<usize> {
    let mut count = vec![0; rules.kinds.len()];
    let base = |kind: KindId| rules.variant.kinds[kind.index()].in_hand;
    for (_, man) in setup.men() {
        count[base(man.kind)] += 1;
    }
    for hand in &setup.hands {
        for (kind, &held) in hand.iter().enumerate() {
            count[base(KindId(kind as u16))] += usize::from(held);
        }
    }
    count
}

impl Fault {
    /// The fault as a finding: a warning, with a stable code.
    pub fn finding(&self, rules: &Ruleset) -> Finding {
        let piece = |kind: KindId| say_piece(&rules.variant.kinds[kind.index()]);
        let square = |square| rules.geometry.name(square).fact();
        match *self {
            Self::MissingRoyal { side: whose } => say::missing_royal(whose.fact()),
            Self::TooManyMen { kind, count, most } => say::too_many_men(piece(kind), count, most),
            Self::FileOverfull { side: whose, kind, file } => {
                let file = Fact::named(file.to_string(), wide_number(file.into()));
                say::file_overfull(whose.fact(), piece(kind), file)
            }
            Self::DeadMan { square: at, man } => say::dead_man(piece(man.kind), square(at)),
            Self::WaitingSideInCheck { royal } => say::waiting_side_in_check(square(royal)),
        }
    }
}
