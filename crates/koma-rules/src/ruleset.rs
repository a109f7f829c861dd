//! A variant compiled for play: what hot loops may assume is derived here, once.

use std::sync::Arc;

use koma_pieces::{Condition, Mode, Reach};
use koma_text::Finding;
use koma_variants::{DeadSquares, DropMate, PromotionWhen, Variant};

use crate::key::Keys;
use crate::swift::Swift;
use crate::{Geometry, KindId, Move, Setup, Side, Square, UsiMove};

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
    pub(crate) variant: Variant,
    pub(crate) geometry: Geometry,
    pub(crate) kinds: Vec<KindRules>,
    pub(crate) keys: Keys,
    pub(crate) facts: Facts,
    pub(crate) swift: Option<Swift>,
    pub(crate) hand_order: Vec<KindId>,
    start: Option<Setup>,
}

/// What the hot loops may assume of a variant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// A promotion that is possible must be made.
    pub promotion_forced: bool,
    /// A move may promote by starting in the zone.
    pub promotes_on_leaving: bool,
    /// A royal may not be left where it can be taken.
    pub check_rules: bool,
    /// Captured men go to the capturer's hand and come back.
    pub drops: bool,
}

/// One kind, compiled.
#[derive(Debug)]
pub(crate) struct KindRules {
    /// Leaps, as `(rows, cols)` for Sente.
    pub leaps: Vec<Leap>,
    /// Slides of at most `limit` squares.
    pub slides: Vec<Slide>,
    pub promotes_to: Option<KindId>,
    /// What it is in its captor's hand; `None` if it leaves the game.
    pub in_hand: Option<KindId>,
    pub royal: bool,
    /// Where it may promote.
    pub zone: Squares,
    /// Where it may not end its move unpromoted.
    pub must_promote: Squares,
    /// Where it may not be dropped.
    pub no_drop: Squares,
    pub most_per_file: Option<u8>,
    pub drop_mate_forbidden: bool,
    pub points: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Leap {
    pub rows: i16,
    pub cols: i16,
    pub mode: Mode,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Slide {
    pub rows: i16,
    pub cols: i16,
    pub limit: u16,
    pub mode: Mode,
}

/// A set of squares as Sente sees it; Gote's is the same set turned round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Squares {
    bits: Vec<bool>,
}

impl Squares {
    fn new(geometry: Geometry, holds: impl Fn(Square) -> bool) -> Self {
        Self { bits: geometry.all().map(holds).collect() }
    }

    pub fn has(&self, square: Square, side: Side) -> bool {
        match side {
            Side::Sente => self.bits[square.index()],
            Side::Gote => self.bits[self.bits.len() - 1 - square.index()],
        }
    }
}

impl Ruleset {
    /// Compiles a variant, or says everything that keeps it from being played.
    pub fn compile(variant: &Variant) -> Result<Arc<Self>, Vec<Finding>> {
        let Some(geometry) = Geometry::new(variant.files, variant.ranks) else {
            let (files, ranks) = (variant.files, variant.ranks);
            let message = format!("a board of {files}x{ranks} squares cannot be played");
            return Err(vec![
                Finding::error("board-size", message).help("1 to 36 files and 1 to 36 ranks"),
            ]);
        };
        let mut findings = Vec::new();
        let kinds: Vec<_> = variant
            .kinds
            .iter()
            .map(|kind| compile_kind(variant, geometry, kind, &mut findings))
            .collect();
        if kinds.len() > 1000 {
            findings
                .push(Finding::error("too-many-kinds", "a variant has at most 1000 kinds of men"));
        }
        let facts = Facts {
            promotion_forced: variant.promotion.forced,
            promotes_on_leaving: variant.promotion.when == PromotionWhen::StartsOrEndsInZone,
            check_rules: variant.check_rules,
            drops: variant.drops.is_some(),
        };
        if findings.iter().any(Finding::is_error) {
            return Err(findings);
        }
        let swift = Swift::compile(geometry, &kinds, facts);
        let keys = Keys::new(geometry.squares(), kinds.len());
        let hand_order = hand_order(&kinds);
        let variant = variant.clone();
        let mut rules =
            Self { variant, geometry, kinds, keys, facts, swift, hand_order, start: None };
        match Setup::read(&rules, &rules.variant.start) {
            Ok(start) => rules.start = Some(start),
            Err(error) => {
                return Err(vec![Finding::error(
                    "start-position",
                    format!("the start position: {error}"),
                )]);
            }
        }
        Ok(Arc::new(rules))
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
        self.start.as_ref().expect("compile sets it or fails")
    }

    /// All kinds, promoted sides included.
    pub fn kinds(&self) -> impl ExactSizeIterator<Item = KindId> + use<> {
        (0..self.kinds.len() as u16).map(KindId)
    }

    /// The code of a kind in SFEN and USI, in capitals: `P`, `+P`.
    pub fn code(&self, kind: KindId) -> &str {
        &self.variant.kinds[kind.index()].code
    }

    /// The kind of that code.
    pub fn kind(&self, code: &str) -> Option<KindId> {
        self.kinds().find(|&kind| self.code(kind) == code)
    }

    /// What a kind turns into when it promotes.
    pub fn promoted(&self, kind: KindId) -> Option<KindId> {
        self.rules(kind).promotes_to
    }

    /// What a kind is in its captor's hand; `None` if it leaves the game.
    pub fn in_hand(&self, kind: KindId) -> Option<KindId> {
        self.rules(kind).in_hand
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
            + kinds * (size_of::<KindRules>() + 3 * squares + 16 * 12)
            + self.keys.memory()
            + self.swift.as_ref().map_or(0, Swift::memory)
    }

    pub(crate) fn rules(&self, kind: KindId) -> &KindRules {
        &self.kinds[kind.index()]
    }
}

/// The kinds that can be in hand, in the variant's order.
fn hand_order(kinds: &[KindRules]) -> Vec<KindId> {
    let mut order: Vec<_> = kinds.iter().filter_map(|kind| kind.in_hand).collect();
    order.sort_unstable();
    order.dedup();
    order
}

fn compile_kind(
    variant: &Variant,
    geometry: Geometry,
    kind: &koma_variants::Kind,
    findings: &mut Vec<Finding>,
) -> KindRules {
    let movement = &kind.piece.movement;
    let mut unplayable = |what: &str| {
        let message = format!("{}: {what} cannot be played yet", kind.piece.name);
        findings.push(Finding::error("movement-not-playable", message));
    };
    let plain = |when: Condition| !when.initial && !when.takes_own;
    let (mut leaps, mut slides) = (Vec::new(), Vec::new());
    for step in &movement.steps {
        if step.hop.is_some() || step.skip > 0 || !plain(step.when) {
            unplayable("a step with conditions");
            continue;
        }
        let (rows, cols) = step.direction.offset();
        let (rows, cols, mode) = (rows.into(), cols.into(), step.when.mode);
        match step.reach {
            Reach::Single => leaps.push(Leap { rows, cols, mode }),
            reach => {
                slides.push(Slide { rows, cols, limit: reach.limit().unwrap_or(u16::MAX), mode });
            }
        }
    }
    for jump in &movement.jumps {
        if jump.lame || jump.must_leap || jump.hop.is_some() || !plain(jump.when) {
            unplayable("a jump with conditions");
            continue;
        }
        let (rows, cols, mode) = (jump.rows.into(), jump.cols.into(), jump.when.mode);
        match jump.rider {
            Reach::Single => leaps.push(Leap { rows, cols, mode }),
            reach => {
                slides.push(Slide { rows, cols, limit: reach.limit().unwrap_or(u16::MAX), mode });
            }
        }
    }
    let more = [
        (!movement.area_moves.is_empty(), "an area move"),
        (!movement.jump_slides.is_empty(), "a slide after a jump"),
        (!movement.jump_over.is_empty(), "a slide over men"),
        (!movement.hooks.is_empty(), "a hook move"),
        (movement.line_area.is_some(), "a lion move along a line"),
        (movement.range_capture.is_some(), "a range capture"),
        (movement.range_jump.is_some(), "a jump over lower ranks"),
        (!movement.igui.is_empty(), "a capture without moving"),
        (movement.burn, "burning"),
        (movement.anywhere.is_some(), "a move to any square of the board"),
        (!movement.paths.is_empty(), "a move of several legs"),
    ];
    more.iter().filter(|(is_there, _)| *is_there).for_each(|(_, what)| unplayable(what));
    leaps.sort_unstable();
    leaps.dedup();
    slides.sort_unstable();
    slides.dedup();

    let stays = |from, rows, cols| geometry.offset(from, Side::Sente, rows, cols).is_some();
    let dead = |square| {
        !leaps.iter().any(|leap| stays(square, leap.rows, leap.cols))
            && !slides.iter().any(|slide| stays(square, slide.rows, slide.cols))
    };
    let far = |square, ranks: u8| geometry.far_rank(square, Side::Sente) < u16::from(ranks);
    let zone = kind.zone.as_ref().unwrap_or(&variant.promotion.zone);
    let promotes = kind.promotes_to.is_some();
    let dead_forbidden = variant.promotion.dead_squares == DeadSquares::Forbidden;
    let dead_drop_forbidden =
        variant.drops.as_ref().is_some_and(|drops| drops.dead_squares == DeadSquares::Forbidden);
    KindRules {
        promotes_to: kind.promotes_to.map(|index| KindId(index as u16)),
        in_hand: (variant.drops.is_some() && !kind.royal).then_some(KindId(kind.in_hand as u16)),
        royal: kind.royal,
        zone: Squares::new(geometry, |square| {
            promotes && far(square, zone.far_ranks().unwrap_or(0))
        }),
        must_promote: Squares::new(geometry, |square| {
            promotes && (far(square, kind.must_promote_ranks) || dead_forbidden && dead(square))
        }),
        no_drop: Squares::new(geometry, |square| {
            far(square, kind.no_drop_ranks) || dead_drop_forbidden && dead(square)
        }),
        most_per_file: kind.most_per_file,
        drop_mate_forbidden: kind.drop_mate == DropMate::Forbidden,
        points: kind.points.into(),
        leaps,
        slides,
    }
}
