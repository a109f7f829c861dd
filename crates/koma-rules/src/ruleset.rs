//! A variant compiled for play: what hot loops may assume is derived here, once.

use std::ops::Deref;
use std::sync::Arc;

use koma_text::Finding;
use koma_variants::{EndingKind, Variant};

use crate::board::{CountTables, Frame};
use crate::facts::Facts;
use crate::key::Keys;
use crate::kinds::{self, KindMoves, KindRules, Squares};
use crate::state::SetupRules;
use crate::swift::Swift;
use crate::{Geometry, KindId, Man, Move, Setup, Square, SquareName, UsiMove};
use crate::{price, say};

/// A variant, ready to be played.
///
/// # Examples
///
/// ```
/// use koma_rules::{Position, Ruleset};
///
/// let shogi = koma_variants::find("shogi").expect("in the catalogue");
/// let rules = Ruleset::compile(shogi).expect("the catalogue compiles");
/// assert_eq!(Position::start(&rules).legal_moves().len(), 30);
/// ```
#[derive(Debug)]
pub struct Ruleset {
    core: Core,
    start: Setup,
    /// The set-up phase and the choices, where there are some.
    pub(crate) setup: Option<SetupRules>,
    /// Tables for games whose moves are counted on cells.
    pub(crate) count: Option<CountTables>,
    /// Tables for games that are played on sets.
    pub(crate) swift: Option<Swift>,
}

/// The part of a ruleset that does not depend on the start position: all that reading a position
/// and moving men on a board need. A [`Ruleset`] is read through to it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Core {
    pub(crate) variant: Variant,
    pub(crate) geometry: Geometry,
    pub(crate) kinds: Vec<KindRules>,
    pub(crate) frame: Arc<Frame>,
    pub(crate) keys: Keys,
    pub(crate) facts: Facts,
    pub(crate) hand_order: Vec<KindId>,
    /// The zones of the endings that have one.
    pub(crate) goals: Vec<Option<Squares>>,
    /// Whether two squares share a file, a rank or a diagonal; kept where checks are looked for.
    lines: Vec<bool>,
}

impl Deref for Ruleset {
    type Target = Core;

    #[inline(always)]
    fn deref(&self) -> &Core {
        &self.core
    }
}

impl Core {
    /// Compiles all of a variant but its start position.
    fn compile(variant: &Variant) -> Result<Self, Vec<Finding>> {
        let Some(geometry) = Geometry::new(variant.files, variant.ranks) else {
            return Err(vec![say::board_size(variant.files, variant.ranks)]);
        };
        let mut findings = Vec::new();
        let moves: Vec<KindMoves> =
            variant.kinds.iter().map(|kind| KindMoves::of(variant, kind, &mut findings)).collect();
        if variant.kinds.len() > MOST_KINDS {
            findings.push(say::too_many_kinds(MOST_KINDS));
        }
        if variant.drops.as_ref().is_some_and(|drops| drops.either_side && drops.stays_promoted) {
            findings.push(say::drops_conflict());
        }
        findings.extend(price::too_many_legs(variant, geometry));
        if !findings.is_empty() {
            return Err(findings);
        }
        let longest = moves.iter().map(KindMoves::longest).max().unwrap_or(1);
        let frame = Arc::new(Frame::new(geometry, longest));
        let kinds: Vec<KindRules> = moves
            .into_iter()
            .enumerate()
            .map(|(index, moves)| kinds::compile(variant, geometry, &frame, index, moves))
            .collect();
        Ok(Self {
            facts: Facts::of(variant, &kinds),
            keys: Keys::new(geometry.squares(), kinds.len()),
            hand_order: hand_order(&kinds),
            goals: goals(variant, geometry),
            lines: if variant.check_rules { lines(geometry) } else { Vec::new() },
            variant: variant.clone(),
            geometry,
            kinds,
            frame,
        })
    }

    #[inline(always)]
    pub(crate) fn rules(&self, kind: KindId) -> &KindRules {
        &self.kinds[kind.index()]
    }

    /// Whether two squares share a file, a rank or a diagonal. Only for games with check rules.
    #[inline(always)]
    pub(crate) fn on_line(&self, a: Square, b: Square) -> bool {
        self.lines[a.index() * self.geometry.squares() + b.index()]
    }

    /// The kind in hand that is dropped as a kind: its front side where either side may be up.
    pub(crate) fn held_as(&self, kind: KindId) -> KindId {
        self.rules(kind).held_as
    }

    /// What a man becomes by taking another, whether it likes it or not.
    #[inline]
    pub(crate) fn infected(&self, mover: Man, victim: Man) -> Option<KindId> {
        if !self.facts.infects || victim.side == mover.side {
            return None;
        }
        let (becomes, contagion) = self.rules(victim.kind).infects?;
        let spares = &self.variant.special.contagion[contagion].spares;
        (!spares.contains(&mover.kind.index())).then_some(becomes)
    }

    /// Whether a kind must be dropped before other moves are made.
    pub(crate) fn must_be_dropped(&self, kind: KindId) -> bool {
        let drops = self.variant.drops.as_ref();
        drops.is_some_and(|drops| drops.must_drop.contains(&self.held_as(kind).index()))
    }

    pub(crate) fn all_kinds(&self) -> impl ExactSizeIterator<Item = KindId> + use<> {
        (0..self.kinds.len() as u16).map(KindId)
    }

    pub(crate) fn code_of(&self, kind: KindId) -> &str {
        &self.variant.kinds[kind.index()].code
    }

    pub(crate) fn kind_of(&self, code: &str) -> Option<KindId> {
        self.all_kinds().find(|&kind| self.code_of(kind) == code)
    }

    pub(crate) fn square_of(&self, name: SquareName) -> Option<Square> {
        self.geometry.square(name.file, name.rank)
    }
}

/// The most kinds of men of a variant.
const MOST_KINDS: usize = 1000;

impl Ruleset {
    /// Compiles a variant, or says everything that keeps it from being played.
    pub fn compile(variant: &Variant) -> Result<Arc<Self>, Vec<Finding>> {
        let core = Core::compile(variant)?;
        let (start, setup) =
            Setup::read_start(&core).map_err(|error| vec![say::start_position(error.phrase())])?;
        let swift = Swift::compile(&core);
        let count = CountTables::new(&core, setup.as_ref());
        let rules = Arc::new(Self { core, start, setup, count, swift });
        match price::too_dear(&rules) {
            None => Ok(rules),
            Some(finding) => Err(vec![finding]),
        }
    }

    /// The steps that one list of moves may take ([`crate::within`]): some milliseconds of work,
    /// tens of them on the largest boards. A position in play can be dearer than the start
    /// position, and dearer than this: [`crate::Position::try_legal_moves`] says so.
    pub fn step_budget(&self) -> u64 {
        crate::budget::of_list(self.geometry)
    }

    /// The variant it was compiled from.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The shape of the board.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The start position.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// All kinds, promoted sides included.
    pub fn kinds(&self) -> impl ExactSizeIterator<Item = KindId> + use<> {
        self.all_kinds()
    }

    /// The code of a kind in SFEN and USI, in capitals: `P`, `+P`.
    pub fn code(&self, kind: KindId) -> &str {
        self.code_of(kind)
    }

    /// The kind of that code.
    pub fn kind(&self, code: &str) -> Option<KindId> {
        self.kind_of(code)
    }

    /// What a kind turns into when it promotes.
    pub fn promoted(&self, kind: KindId) -> Option<KindId> {
        self.rules(kind).promotes_to
    }

    /// What a kind is in its captor's hand; `None` if it leaves the game.
    pub fn in_hand(&self, kind: KindId) -> Option<KindId> {
        self.rules(kind).in_hand
    }

    /// Whether men of this kind can be in hand.
    pub fn can_be_held(&self, kind: KindId) -> bool {
        self.hand_order.contains(&kind)
    }

    /// The kinds that can be in hand, in the order hands are written: the variant's order, so a
    /// variant lists its kinds as its players write hands (R B G S N L P in shogi).
    pub fn hand_order(&self) -> &[KindId] {
        &self.hand_order
    }

    /// The square of that name on this board.
    pub fn square(&self, name: &str) -> Option<Square> {
        self.square_of(name.parse().ok()?)
    }

    /// The text of a move.
    pub fn usi(&self, mv: Move) -> UsiMove {
        let name = |square| self.geometry.name(square);
        match (mv.from(), mv.dropped()) {
            (Some(from), _) => UsiMove::Board {
                from: name(from),
                via: mv.via().map(name).collect(),
                to: name(mv.to()),
                promotes: mv.promotes(),
            },
            (None, Some(kind)) => {
                UsiMove::Drop { code: self.code(kind).to_owned(), to: name(mv.to()) }
            }
            (None, None) => UsiMove::Pass,
        }
    }

    /// Bytes of memory it takes, tables included.
    pub fn memory(&self) -> usize {
        let squares = self.geometry.squares();
        let kinds = self.kinds.len();
        size_of::<Self>()
            + kinds * (size_of::<KindRules>() + 10 * squares + 2 * self.frame.size() + 16 * 12)
            + self.frame.memory()
            + self.lines.len()
            + self.count.as_ref().map_or(0, CountTables::memory)
            + self.keys.memory()
            + self.swift.as_ref().map_or(0, Swift::memory)
    }
}

/// The kinds that can be in hand, in the variant's order.
fn hand_order(kinds: &[KindRules]) -> Vec<KindId> {
    let mut order: Vec<_> =
        kinds.iter().filter(|kind| kind.held).map(|kind| kind.held_as).collect();
    order.sort_unstable();
    order.dedup();
    order
}

/// For each pair of squares, whether they share a file, a rank or a diagonal.
fn lines(geometry: Geometry) -> Vec<bool> {
    let names: Vec<_> = geometry.all().map(|square| geometry.name(square)).collect();
    let on_line = |a: usize, b: usize| {
        let files = names[a].file.abs_diff(names[b].file);
        let ranks = names[a].rank.abs_diff(names[b].rank);
        files == 0 || ranks == 0 || files == ranks
    };
    let squares = geometry.squares();
    (0..squares * squares).map(|pair| on_line(pair / squares, pair % squares)).collect()
}

/// Where the endings of a variant have their goals.
fn goals(variant: &Variant, geometry: Geometry) -> Vec<Option<Squares>> {
    let goal = |ending: &koma_variants::Ending| match &ending.kind {
        EndingKind::Goal { zone, .. } => Some(Squares::of_zone(geometry, zone)),
        _ => None,
    };
    variant.endings.iter().map(goal).collect()
}
