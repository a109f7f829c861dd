//! Kinds of men, compiled: what a movement becomes on a board of a given shape.

use koma_pieces::reach::mobile_squares;
use koma_pieces::{Condition, Mode, Movement, Reach};
use koma_text::Finding;
use koma_variants::{Borrowed, DeadSquares, DropMate, Kind, Variant, Zone};

use crate::board::Frame;
use crate::price::say_piece;
use crate::special::{Ends, Special, Stride};
use crate::{Geometry, KindId, Side, Square};

/// One kind, compiled.
#[derive(Debug)]
pub(crate) struct KindRules {
    /// Leaps, as `(rows, cols)` for Sente.
    pub leaps: Vec<Leap>,
    /// Slides of at most `limit` squares.
    pub slides: Vec<Slide>,
    /// Everything else it can do.
    pub special: Vec<Special>,
    /// Which distances its moves can cover at all.
    pub sees: Distances,
    /// The steps it takes at most to look at its leaps and slides.
    pub price: usize,
    /// Whether two of its ways can lead to the same square, so that moves must be compared.
    pub overlaps: bool,
    /// What it turns into.
    pub promotes_to: Option<KindId>,
    /// It is the other side of a man.
    pub promoted: bool,
    /// It is a promoted man that turns back.
    pub turns_back: bool,
    /// What it is in its captor's hand; `None` if it leaves the game.
    pub in_hand: Option<KindId>,
    /// It can be in a hand.
    pub held: bool,
    /// What it is while in hand.
    pub held_as: KindId,
    /// Its other side, where men are dropped with either side up.
    pub other_side: Option<KindId>,
    /// What who takes it becomes, and by which contagion.
    pub infects: Option<(KindId, usize)>,
    pub royal: bool,
    /// Which flights it stops.
    pub rank: u8,
    pub burns: bool,
    /// Where it may promote.
    pub zone: Squares,
    /// Where it may not end its move unpromoted.
    pub must_promote: Squares,
    /// Where it may end its move only by promoting, because it could never move again; if that
    /// is anywhere.
    pub stuck: Option<Squares>,
    /// From where it could never move again.
    pub dead: Squares,
    /// Where it may not be dropped.
    pub no_drop: Squares,
    /// Where it may not stand, if that is anywhere.
    pub stays_out: Option<Squares>,
    pub most_per_file: Option<u8>,
    pub most_on_board: Option<u8>,
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

/// Differences of cells that a kind's moves can cover for Sente, whatever stands on the board: a
/// quick no to most questions about attacks.
#[derive(Debug, Default)]
pub(crate) struct Distances {
    /// Empty where every distance is possible.
    bits: Vec<bool>,
    middle: isize,
}

impl Distances {
    /// The distances of a kind on a framed board.
    pub fn of(kind: &KindMoves, frame: &Frame) -> Self {
        let middle = frame.size() as isize;
        let mut bits = vec![false; 2 * frame.size() + 1];
        let mut ray = |rows, cols, limit: u16| {
            let step = frame.offset(Side::Sente, rows, cols);
            for leaps in 1..=isize::from(limit.min(40) as i16) {
                if let Some(bit) = bits.get_mut((middle + step * leaps) as usize) {
                    *bit = true;
                }
            }
        };
        kind.leaps.iter().for_each(|leap| ray(leap.rows, leap.cols, 1));
        kind.slides.iter().for_each(|slide| ray(slide.rows, slide.cols, slide.limit));
        for special in &kind.special {
            match special {
                Special::Stride(stride) => ray(stride.rows, stride.cols, stride.limit),
                Special::OnlyPaths(_) => {}
                _ => return Self::default(),
            }
        }
        Self { bits, middle }
    }

    #[inline(always)]
    pub fn may(&self, distance: isize) -> bool {
        self.bits.is_empty() || self.bits[(self.middle + distance) as usize]
    }
}

/// A set of squares for each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Squares {
    bits: [Vec<bool>; 2],
}

impl Squares {
    pub fn new(geometry: Geometry, holds: impl Fn(Square, Side) -> bool) -> Self {
        Self { bits: Side::BOTH.map(|side| geometry.all().map(|s| holds(s, side)).collect()) }
    }

    pub fn of_zone(geometry: Geometry, zone: &Zone) -> Self {
        match zone {
            Zone::FarRanks(ranks) => {
                Self::new(geometry, |s, side| geometry.far_rank(s, side) < u16::from(*ranks))
            }
            Zone::Squares(squares) => Self::new(geometry, |square, side| {
                let name = geometry.name(square);
                squares[side as usize].iter().any(|&(file, rank)| {
                    (u16::from(file), u16::from(rank)) == (name.file, name.rank)
                })
            }),
        }
    }

    #[inline(always)]
    pub fn has(&self, square: Square, side: Side) -> bool {
        self.bits[side as usize][square.index()]
    }

    pub fn is_empty(&self) -> bool {
        !self.bits.iter().flatten().any(|&bit| bit)
    }

    /// Whether it holds every square, for both sides.
    pub fn is_full(&self) -> bool {
        self.bits.iter().flatten().all(|&bit| bit)
    }

    /// Whether all of its squares are among `others`.
    pub fn are_among(&self, others: &Self) -> bool {
        self.bits.iter().flatten().zip(others.bits.iter().flatten()).all(|(&a, &b)| !a || b)
    }
}

impl KindRules {
    /// Whether it can promote wherever it would be stuck.
    pub fn is_never_stuck(&self) -> bool {
        let promotes = self.promotes_to.is_some();
        self.stuck.as_ref().is_none_or(|stuck| promotes && stuck.are_among(&self.zone))
    }
}

/// How a kind moves, whatever the board.
#[derive(Debug)]
pub(crate) struct KindMoves {
    leaps: Vec<Leap>,
    slides: Vec<Slide>,
    special: Vec<Special>,
}

impl KindMoves {
    /// The moves of a kind; what cannot be played is a finding.
    pub fn of(variant: &Variant, kind: &Kind, findings: &mut Vec<Finding>) -> Self {
        let movement = &kind.piece.movement;
        let (mut leaps, slides, mut special) = plain(movement);
        if let Err(say) = Special::compile(movement, variant, &mut special) {
            findings.push(say(say_piece(kind)));
        }
        Special::drop_repeated(&mut leaps, &mut special);
        Self { leaps, slides, special }
    }

    /// The longest leap along either axis.
    pub fn longest(&self) -> u16 {
        let far = |rows: i16, cols: i16| rows.abs().max(cols.abs());
        let leaps = self.leaps.iter().map(|leap| far(leap.rows, leap.cols));
        let slides = self.slides.iter().map(|slide| far(slide.rows, slide.cols));
        let special = self.special.iter().map(Special::extent);
        leaps.chain(slides).chain(special).max().unwrap_or(1).unsigned_abs()
    }

    /// The steps it takes at most to look at leaps and slides on a board.
    fn price(&self, geometry: Geometry) -> usize {
        let longest = u16::from(geometry.files().max(geometry.ranks()));
        let slides = self.slides.iter().map(|slide| usize::from(slide.limit.min(longest)));
        1 + self.leaps.len() + slides.sum::<usize>()
    }

    /// Whether two ways can be the same move: they end on one square and take the same. What meets
    /// does so on the empty board already, or is said to by [`Special::ends`].
    fn overlap(&self, geometry: Geometry) -> bool {
        let mut ends = Ends::new(geometry);
        let modes = |mode| (mode != Mode::CaptureOnly, mode != Mode::MoveOnly);
        self.leaps.iter().for_each(|leap| ends.push((leap.rows, leap.cols), modes(leap.mode)));
        for slide in &self.slides {
            ends.line((slide.rows, slide.cols), 0, slide.limit, modes(slide.mode));
        }
        !self.special.iter().all(|special| special.ends(&mut ends)) || ends.has_twins()
    }
}

/// Compiles a kind.
pub(crate) fn compile(
    variant: &Variant,
    geometry: Geometry,
    frame: &Frame,
    index: usize,
    moves: KindMoves,
) -> KindRules {
    let kind = &variant.kinds[index];
    let movement = &kind.piece.movement;
    let borrowed = variant.special.borrowed != Borrowed::No;
    let mobile = mobile_squares(movement, geometry.ranks(), geometry.files());
    let dead = Squares::new(geometry, |square, side| {
        let at = row_by_row(geometry, square);
        let at = if side == Side::Sente { at } else { mobile.len() - 1 - at };
        // A man that borrows its moves is never stuck for good.
        !borrowed && !mobile[at]
    });
    let far = |square, side, ranks: u8| geometry.far_rank(square, side) < u16::from(ranks);
    let front = variant.kinds.iter().position(|other| other.promotes_to == Some(index));
    let turns_back = variant.promotion.turns_back && front.is_some() && kind.promotes_to.is_none();
    let promotes_to = kind.promotes_to.or(front.filter(|_| turns_back));
    let zone = Squares::of_zone(geometry, kind.zone.as_ref().unwrap_or(&variant.promotion.zone));
    let dead_forbidden = variant.promotion.dead_squares == DeadSquares::Forbidden;
    let drops = variant.drops.as_ref();
    let dead_drop_forbidden = drops.is_some_and(|d| d.dead_squares == DeadSquares::Forbidden);
    let drop_zone = drops.and_then(|d| d.zone.as_ref()).map(|z| Squares::of_zone(geometry, z));
    let stays_in = kind.stays_in.as_ref().map(|zone| Squares::of_zone(geometry, zone));
    let held = drops.is_some() && (!kind.royal || variant.setup.is_some());
    let kept_promoted = drops.is_some_and(|drops| drops.stays_promoted);
    let captured = drops.filter(|d| d.captures_to_hand && held);
    KindRules {
        promotes_to: promotes_to.map(|index| KindId(index as u16)),
        promoted: front.is_some(),
        turns_back,
        in_hand: captured.map(|_| KindId(if kept_promoted { index } else { kind.in_hand } as u16)),
        held,
        held_as: KindId(if kept_promoted { index } else { kind.in_hand } as u16),
        other_side: drops
            .filter(|drops| drops.either_side)
            .and(kind.promotes_to)
            .map(|index| KindId(index as u16)),
        infects: variant.special.contagion.iter().enumerate().find_map(|(place, contagion)| {
            let becomes = KindId(contagion.becomes as u16);
            contagion.taken.contains(&index).then_some((becomes, place))
        }),
        royal: kind.royal,
        rank: rank(kind.royal, movement),
        burns: movement.burn,
        must_promote: Squares::new(geometry, |square, side| {
            kind.promotes_to.is_some()
                && (far(square, side, kind.must_promote_ranks)
                    || dead_forbidden && dead.has(square, side))
        }),
        stuck: Some(Squares::new(geometry, |square, side| {
            let forced = kind.promotes_to.is_some() && far(square, side, kind.must_promote_ranks);
            dead_forbidden && dead.has(square, side) && !forced
        }))
        .filter(|stuck| !stuck.is_empty()),
        no_drop: Squares::new(geometry, |square, side| {
            far(square, side, kind.no_drop_ranks)
                || dead_drop_forbidden && dead.has(square, side)
                || drop_zone.as_ref().is_some_and(|zone| !zone.has(square, side))
                || stays_in.as_ref().is_some_and(|zone| !zone.has(square, side))
        }),
        zone: Squares::new(geometry, |square, side| {
            promotes_to.is_some() && zone.has(square, side)
        }),
        stays_out: stays_in
            .map(|zone| Squares::new(geometry, |square, side| !zone.has(square, side))),
        dead,
        most_per_file: kind.most_per_file,
        most_on_board: kind.most_on_board,
        drop_mate_forbidden: kind.drop_mate == DropMate::Forbidden,
        points: kind.points.into(),
        sees: Distances::of(&moves, frame),
        price: moves.price(geometry),
        overlaps: moves.overlap(geometry),
        leaps: moves.leaps,
        slides: moves.slides,
        special: moves.special,
    }
}

/// The leaps and slides of a movement, and those of its steps and jumps that are more.
fn plain(movement: &Movement) -> (Vec<Leap>, Vec<Slide>, Vec<Special>) {
    let is_plain = |when: Condition| !when.initial && !when.takes_own;
    let (mut leaps, mut slides, mut special) = (Vec::new(), Vec::new(), Vec::new());
    let mut push = |rows: i8, cols: i8, reach: Reach, mode: Mode| {
        let (rows, cols) = (rows.into(), cols.into());
        match reach {
            Reach::Single => leaps.push(Leap { rows, cols, mode }),
            reach => {
                let limit = reach.limit().unwrap_or(u16::MAX);
                slides.push(Slide { rows, cols, limit, mode });
            }
        }
    };
    for step in &movement.steps {
        if step.hop.is_none() && step.skip == 0 && is_plain(step.when) {
            let (rows, cols) = step.direction.offset();
            push(rows, cols, step.reach, step.when.mode);
        } else {
            special.push(Special::Stride(Stride::of_step(step)));
        }
    }
    for jump in &movement.jumps {
        if !jump.lame && !jump.must_leap && jump.hop.is_none() && is_plain(jump.when) {
            push(jump.rows, jump.cols, jump.rider, jump.when.mode);
        } else {
            special.push(Special::Stride(Stride::of_jump(jump)));
        }
    }
    leaps.sort_unstable();
    leaps.dedup();
    slides.sort_unstable();
    slides.dedup();
    (leaps, slides, special)
}

/// Which flights a man stops: royals all, others those of their own rank and below.
fn rank(royal: bool, movement: &Movement) -> u8 {
    let flight = movement.range_capture.as_ref().map(|flight| flight.rank);
    let jump = movement.range_jump.as_ref().map(|flight| flight.rank);
    if royal { u8::MAX } else { flight.max(jump).unwrap_or(0) }
}

/// The place of a square, counted row by row from the top left.
fn row_by_row(geometry: Geometry, square: Square) -> usize {
    let files = usize::from(geometry.files());
    let row = usize::from(geometry.rank(square)) - 1;
    row * files + files - usize::from(geometry.file(square))
}
