//! Counting moves without listing them, for games without check rules: every way of a
//! man is a legal move, lion trades apart. `tests/lister.rs` and `tests/boards_agree.rs` compare
//! the counts with lists.

use koma_pieces::Mode;
use koma_variants::{LionRules, PromotionWhen};

use super::cells::{CellBoard, Content, content, man};
use super::runs::Runs;
use super::watch::Look;
use super::{Board, Listing};
use crate::kinds::{KindRules, Squares};
use crate::legal::View;
use crate::ruleset::Core;
use crate::state::SetupRules;
use crate::{Man, Side};

/// The kinds of a variant as counting wants them.
#[derive(Debug)]
pub(crate) struct CountTables {
    /// For each side and kind.
    kinds: [Vec<CountKind>; 2],
    /// Whether a kind is a lion that other lions may not take at will.
    lions: Vec<bool>,
    /// For each side and cell: in the zone.
    zone: [Vec<bool>; 2],
    /// For each side and cell: not in the zone, nor is any neighbour.
    calm: [Vec<bool>; 2],
}

/// A kind of one side. Directions are bits of [`super::Frame::around`].
#[derive(Debug)]
struct CountKind {
    /// Directions of its single steps.
    steps: u8,
    /// Directions of its slides, and how far they go.
    slides: u8,
    limits: [u16; 8],
    /// Leaps to other squares, as differences of cells.
    leaps: Vec<isize>,
    /// There is nothing more to it, and it moves and captures alike.
    simple: bool,
    /// Where it must find room to move at all; every direction where that does not tell.
    gate: u8,
    promotes: bool,
    /// All its ways, if it is not simple and they can be counted without being listed.
    runs: Option<Runs>,
}

impl CountTables {
    /// The tables of a variant that can be counted so, or `None`.
    pub fn new(core: &Core, setup: Option<&SetupRules>) -> Option<Self> {
        // One zone for all: kinds with their own are counted the general way.
        let usual = |kind: &KindRules| {
            kind.stays_out.is_none()
                && kind.most_on_board.is_none()
                && kind.is_never_stuck()
                && !(core.variant.promotion.only_captures && kind.stuck.is_some())
        };
        if !core.facts.free || setup.is_some() || !core.kinds.iter().all(usual) {
            return None;
        }
        let lions = core.variant.special.lions.as_ref();
        let is_lion = |kind| lions.is_some_and(|lions: &LionRules| lions.lions.contains(&kind));
        let lions: Vec<bool> = (0..core.kinds.len()).map(is_lion).collect();
        let kinds = Side::BOTH.map(|side| {
            let kinds = core.kinds.iter().enumerate();
            kinds.map(|(index, kind)| count_kind(core, index, kind, side, lions[index])).collect()
        });
        let squares = Squares::of_zone(core.geometry, &core.variant.promotion.zone);
        let zone = Side::BOTH.map(|side| {
            let mut zone = vec![false; core.frame.size()];
            let inside = core.geometry.all().filter(|&square| squares.has(square, side));
            inside.for_each(|square| zone[core.frame.cell(square)] = true);
            zone
        });
        let calm = Side::BOTH.map(|side| {
            let zone = &zone[side as usize];
            let near = |cell: usize| {
                let mut around = core.frame.around().iter();
                zone[cell] || around.any(|&step| zone[cell.wrapping_add_signed(step)])
            };
            let mut calm = vec![false; core.frame.size()];
            for cell in core.geometry.all().map(|square| core.frame.cell(square)) {
                calm[cell] = !near(cell);
            }
            calm
        });
        Some(Self { kinds, lions, zone, calm })
    }

    /// Whether the moves of a man may have to be listed: what it looks at is not known then.
    pub(super) fn stands_apart(&self, view: View<'_, CellBoard>, man: Man) -> bool {
        let kind = &self.kinds[man.side as usize][man.kind.index()];
        let is_lion = view.rules.facts.lions && self.lions[man.kind.index()];
        !kind.simple && kind.runs.as_ref().is_none_or(|runs| runs.stays || is_lion)
    }

    pub fn memory(&self) -> usize {
        let runs = |kind: &CountKind| kind.runs.as_ref().map_or(0, Runs::memory);
        let of = |kind: &CountKind| size_of::<CountKind>() + kind.leaps.len() * 8 + runs(kind);
        self.kinds.iter().flatten().map(of).sum::<usize>() + 4 * self.zone[0].len()
    }
}

fn count_kind(core: &Core, index: usize, kind: &KindRules, side: Side, is_lion: bool) -> CountKind {
    let own_zone = core.variant.kinds[index].zone.is_some();
    let around = core.frame.around();
    let mut count = CountKind {
        steps: 0,
        slides: 0,
        limits: [0; 8],
        leaps: Vec::new(),
        simple: kind.special.is_empty() && !kind.overlaps && !own_zone && !is_lion,
        gate: u8::MAX,
        promotes: kind.promotes_to.is_some(),
        runs: None,
    };
    let direction = |rows, cols| {
        let step = core.frame.offset(side, rows, cols);
        around
            .iter()
            .position(|&other| other == step)
            .filter(|_| i16::abs(rows) <= 1 && i16::abs(cols) <= 1)
    };
    for slide in &kind.slides {
        match direction(slide.rows, slide.cols) {
            Some(direction) if slide.mode == Mode::Both => {
                count.slides |= 1 << direction;
                count.limits[direction] = count.limits[direction].max(slide.limit);
            }
            _ => count.simple = false,
        }
    }
    for leap in &kind.leaps {
        match direction(leap.rows, leap.cols) {
            _ if leap.mode != Mode::Both => count.simple = false,
            // A step along a slide is no other move.
            Some(direction) => count.steps |= 1 << direction & !count.slides,
            None => count.leaps.push(core.frame.offset(side, leap.rows, leap.cols)),
        }
    }
    if count.simple && count.leaps.is_empty() {
        count.gate = count.steps | count.slides;
    }
    if !count.simple && !own_zone {
        count.runs = Runs::of(core, kind, side);
    }
    count
}

impl View<'_, CellBoard> {
    /// The number of legal moves.
    pub fn count(self, tables: &CountTables) -> u64 {
        let mut count = 0;
        let struck = self.is_struck();
        for (from, man) in self.board.each_man(self.side) {
            count += match struck {
                true => self.count_listed(from, man),
                false => self.count_man(tables, from, man, ()),
            };
        }
        count + self.count_drops()
    }

    /// Whether a lion was just taken: captures of lions must be looked at one by one.
    pub(super) fn is_struck(self) -> bool {
        self.state.is_some_and(|state| state.struck.is_some())
    }

    /// The number of moves of a man.
    #[inline(always)]
    pub(super) fn count_man(
        self,
        tables: &CountTables,
        from: usize,
        man: Man,
        eye: impl Look,
    ) -> u64 {
        let (board, side) = (self.board, self.side as usize);
        let kind = &tables.kinds[side][man.kind.index()];
        let open = board.open[side][from];
        eye.look_around(&board.frame, from, kind.steps | kind.slides);
        if kind.simple && open & kind.gate == 0 && kind.leaps.is_empty() {
            return 0;
        }
        if !kind.simple && kind.runs.is_none() {
            return self.count_listed(from, man);
        }
        if !kind.promotes {
            return match &kind.runs {
                None => self.count_simple(kind, from, open, |_, _| 1, eye),
                Some(runs) => self.count_special(tables, runs, from, |_, _| 1, eye),
            };
        }
        let (zone, calm) = (&tables.zone[side][..], &tables.calm[side][..]);
        let (rules, starts) = (self.rules.rules(man.kind), zone[from]);
        let weight = |to: usize, takes| self.choices(man, rules, zone[to], starts, to, takes);
        match &kind.runs {
            Some(runs) => self.count_special(tables, runs, from, weight, eye),
            // Its single steps cannot promote.
            None if calm[from] => {
                let steps = (open & kind.steps).count_ones();
                u64::from(steps) + self.count_far(kind, from, open, weight, eye)
            }
            None => self.count_simple(kind, from, open, weight, eye),
        }
    }

    pub(super) fn count_drops(self) -> u64 {
        let Self { rules, board, side, .. } = self;
        let mut count = 0;
        for &held in rules.hand_order() {
            if board.held(rules, side, held) == 0 {
                continue;
            }
            for kind in [Some(held), rules.rules(held).other_side].into_iter().flatten() {
                let empty = rules.geometry.all().filter(|&square| {
                    board.cells[board.frame.cell(square)] == 0
                        && self.may_drop_on(kind, square)
                        && !self.is_file_full(kind, square)
                });
                count += empty.count() as u64;
            }
        }
        count
    }

    fn is_promoted(self, code: u16) -> bool {
        code != 0 && self.rules.rules(man(code).kind).promoted
    }

    /// In how many ways a move can end: turning over or not.
    #[inline(always)]
    fn choices(
        self,
        man: Man,
        kind: &KindRules,
        ends: bool,
        starts: bool,
        to: usize,
        takes: bool,
    ) -> u64 {
        let infected = || self.rules.infected(man, self::man(self.board.cells[to])).is_some();
        if !(ends || starts) || self.rules.facts.infects && takes && infected() {
            return 1;
        }
        let promotion = &self.rules.variant.promotion;
        let (cell, to) = (to, self.board.frame.square(to));
        let fits = match promotion.when {
            PromotionWhen::StartsOrEndsInZone => true,
            PromotionWhen::EndsInZone | PromotionWhen::TouchesZone => ends,
            PromotionWhen::EntersOrCaptures => {
                ends && (!starts || takes || kind.dead.has(to, self.side)) || takes && starts
            }
        };
        let may = fits && (takes || !promotion.only_captures);
        let forced = promotion.forced
            || takes && promotion.forced_by_promoted && self.is_promoted(self.board.cells[cell]);
        let must = may && forced || kind.must_promote.has(to, self.side);
        1 + u64::from(may && !must)
    }

    /// Steps, leaps and slides of a kind that has nothing else.
    #[inline(always)]
    fn count_simple(
        self,
        kind: &CountKind,
        from: usize,
        open: u8,
        weight: impl Fn(usize, bool) -> u64,
        eye: impl Look,
    ) -> u64 {
        let board = self.board;
        let mut count = 0;
        let mut steps = open & kind.steps;
        while steps != 0 {
            let to =
                from.wrapping_add_signed(board.frame.around()[steps.trailing_zeros() as usize]);
            count += weight(to, board.cells[to] != 0);
            steps &= steps - 1;
        }
        count + self.count_far(kind, from, open, weight, eye)
    }

    /// Slides and leaps.
    #[inline(always)]
    fn count_far(
        self,
        kind: &CountKind,
        from: usize,
        open: u8,
        weight: impl Fn(usize, bool) -> u64,
        eye: impl Look,
    ) -> u64 {
        let cells = &self.board.cells[..];
        let mut count = 0;
        let mut slides = open & kind.slides;
        while slides != 0 {
            let direction = slides.trailing_zeros() as usize;
            slides &= slides - 1;
            let step = self.board.frame.around()[direction];
            let mut left = kind.limits[direction];
            let mut at = from.wrapping_add_signed(step);
            eye.look(at);
            while cells[at] == 0 {
                count += weight(at, false);
                left -= 1;
                if left == 0 {
                    break;
                }
                at = at.wrapping_add_signed(step);
                eye.look(at);
            }
            if left > 0 && content(cells[at], self.side) == Content::Enemy {
                count += weight(at, true);
            }
        }
        for &leap in &kind.leaps {
            let to = from.wrapping_add_signed(leap);
            eye.look(to);
            count += match content(cells[to], self.side) {
                Content::Empty => weight(to, false),
                Content::Enemy => weight(to, true),
                Content::Own | Content::Edge => 0,
            };
        }
        count
    }

    /// A man with more than leaps and slides.
    fn count_special(
        self,
        tables: &CountTables,
        runs: &Runs,
        from: usize,
        weight: impl Fn(usize, bool) -> u64,
        eye: impl Look,
    ) -> u64 {
        let man = man(self.board.cells[from]);
        // A lion asks before it takes a lion.
        let asks = self.rules.facts.lions && tables.lions[man.kind.index()];
        let shy = asks.then_some(&tables.lions[..]);
        let count = self.count_runs(runs, shy, from, weight, eye);
        count.unwrap_or_else(|| self.count_listed(from, man))
    }

    /// The moves of a man, listed.
    fn count_listed(self, from: usize, man: Man) -> u64 {
        let Self { rules, board, .. } = self;
        let square = board.frame.square(from);
        let touches = self.touches(man, square);
        let mut count = 0;
        board.ways(rules, square, man, Listing::Moves, |way| {
            if rules.facts.lions && way.takes && self.lion_refusal(man, way.mv).is_some() {
                return;
            }
            let (may, must) = self.promotion_of(man, way, touches.as_ref());
            count += 1 + u64::from(may && !must);
        });
        count
    }
}
