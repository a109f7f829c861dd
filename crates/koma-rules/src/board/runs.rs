//! Counting special moves by where they end, for men none of whose ways needs to be listed: hooks,
//! flights, jumps, lions far from other lions.

use koma_pieces::Mode;
use koma_variants::PromotionWhen;

use super::cells::{CellBoard, Content, content, man};
use super::watch::Look;
use super::ways::may_take;
use crate::Side;
use crate::kinds::KindRules;
use crate::legal::View;
use crate::ruleset::Core;
use crate::special::{Special, Stride};

/// The most cells of a board whose ends are compared as bits.
const MOST_CELLS: usize = 4096;

/// The ways of a kind, for one side. Steps are differences of cells.
#[derive(Debug)]
pub(super) struct Runs {
    list: Vec<Run>,
    /// A lion's single steps: it may take two men with them.
    pairs: Vec<isize>,
    /// Where it takes without moving.
    igui: Vec<isize>,
    /// Two ways can end on the same square.
    overlaps: bool,
    /// Some moves leave the man where it stands.
    pub stays: bool,
}

/// Moves along one line that are told apart by where they end.
#[derive(Debug)]
enum Run {
    Leap {
        by: isize,
        on_empty: bool,
        takes: bool,
    },
    /// Its first `skip` squares may hold anything.
    Slide {
        step: isize,
        skip: u16,
        limit: u16,
        on_empty: bool,
        takes: bool,
    },
    Over {
        step: isize,
        most: u16,
    },
    /// A slide that may turn once.
    Hook {
        step: isize,
        turned: Vec<isize>,
        then: u16,
    },
    /// Takes all it passes: what it passed tells it from a slide to the same square.
    Flight {
        step: isize,
        rank: u8,
    },
    RangeJump {
        step: isize,
        rank: u8,
        only_takes: bool,
    },
    /// A lion's steps along a line, as long as no enemy is near.
    Line {
        step: isize,
        steps: u8,
        returns: bool,
    },
}

impl Runs {
    /// The ways of a kind, if all of them can be counted so.
    pub fn of(core: &Core, kind: &KindRules, side: Side) -> Option<Self> {
        let frame = &core.frame;
        let promotion = &core.variant.promotion;
        let unusual = promotion.when == PromotionWhen::TouchesZone
            || promotion.forced_by_promoted
            || core.facts.infects;
        if frame.size() > MOST_CELLS || unusual && kind.promotes_to.is_some() {
            return None;
        }
        let (mut list, mut pairs, mut igui) = (Vec::new(), Vec::new(), Vec::new());
        let modes = |mode| (mode != Mode::CaptureOnly, mode != Mode::MoveOnly);
        for leap in &kind.leaps {
            let (on_empty, takes) = modes(leap.mode);
            let by = frame.offset(side, leap.rows, leap.cols);
            list.push(Run::Leap { by, on_empty, takes });
        }
        for slide in &kind.slides {
            let (on_empty, takes) = modes(slide.mode);
            let step = frame.offset(side, slide.rows, slide.cols);
            list.push(Run::Slide { step, skip: 0, limit: slide.limit, on_empty, takes });
        }
        let mut stays = false;
        for special in &kind.special {
            match special {
                Special::Stride(stride) if is_plain(stride) => {
                    let Stride { skip, limit, on_empty, takes, .. } = *stride;
                    let step = frame.offset(side, stride.rows, stride.cols);
                    list.push(Run::Slide { step, skip, limit, on_empty, takes });
                }
                Special::Over { dir, most } => {
                    list.push(Run::Over { step: frame.step(side, *dir), most: *most });
                }
                Special::Hook { dirs, eighths, turns: 1, then } if eighths % 4 != 0 => {
                    list.extend(dirs.iter().map(|dir| {
                        Run::Hook {
                            step: frame.step(side, *dir),
                            turned: [*eighths, -eighths]
                                .map(|turn| frame.step(side, dir.turn(turn)))
                                .to_vec(),
                            then: *then,
                        }
                    }));
                }
                Special::RangeCapture { dirs, rank } => list.extend(
                    dirs.iter()
                        .map(|dir| Run::Flight { step: frame.step(side, *dir), rank: *rank }),
                ),
                &Special::RangeJump { ref dirs, rank, only_takes } => {
                    list.extend(dirs.iter().map(|dir| {
                        let step = frame.step(side, *dir);
                        Run::RangeJump { step, rank, only_takes }
                    }));
                }
                // Listed only where every path is.
                Special::OnlyPaths(_) => {}
                Special::Area(area)
                    if (area.captures, area.steps, area.radius) == (2, 2, 2)
                        && area.returns
                        && area.dirs.len() == 8
                        && !area.leaps.is_empty()
                        && pairs.is_empty() =>
                {
                    list.extend(area.leaps.iter().map(|&(rows, cols)| Run::Leap {
                        by: frame.offset(side, rows, cols),
                        on_empty: true,
                        takes: true,
                    }));
                    stays = true;
                    pairs.extend(area.dirs.iter().map(|dir| frame.step(side, *dir)));
                }
                &Special::Line { dir, steps, jumps: true, returns, .. } => {
                    stays = true;
                    list.push(Run::Line { step: frame.step(side, dir), steps, returns });
                }
                Special::Igui(dirs) => {
                    stays = true;
                    igui.extend(dirs.iter().map(|dir| frame.step(side, *dir)));
                }
                _ => return None,
            }
        }
        Some(Self { list, pairs, igui, overlaps: kind.overlaps, stays })
    }

    pub fn memory(&self) -> usize {
        self.list.len() * (size_of::<Run>() + 16) + (self.pairs.len() + self.igui.len()) * 8
    }
}

/// Whether a leg is a slide, after some squares that may hold anything.
fn is_plain(stride: &Stride) -> bool {
    let Stride { takes_own, hops, hop, lame, must_leap, initial, .. } = *stride;
    !(takes_own || hops || lame || must_leap || initial) && hop.is_none()
}

/// The ends found so far.
struct Ends<'a, W> {
    count: u64,
    /// Cells that were reached, where ways can meet.
    seen: Option<[u64; MOST_CELLS / 64]>,
    /// In how many ways a move can end on a cell.
    weight: W,
    /// The kinds that may not be taken without asking.
    shy: Option<&'a [bool]>,
    /// One of them could be taken.
    asks: bool,
}

impl<W: Fn(usize, bool) -> u64> Ends<'_, W> {
    #[inline(always)]
    fn empty(&mut self, cell: usize) {
        if self.is_new(cell) {
            self.count += (self.weight)(cell, false);
        }
    }

    #[inline(always)]
    fn enemy(&mut self, cell: usize, code: u16) {
        if self.is_new(cell) {
            self.count += (self.weight)(cell, true);
            self.asks |= self.shy.is_some_and(|shy| shy[man(code).kind.index()]);
        }
    }

    #[inline(always)]
    fn is_new(&mut self, cell: usize) -> bool {
        let Some(seen) = &mut self.seen else { return true };
        let (word, bit) = (&mut seen[cell / 64 % (MOST_CELLS / 64)], 1 << (cell % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

impl View<'_, CellBoard> {
    /// The number of moves of a man whose ways are `runs`; `None` where they must be listed after
    /// all. `shy` are the kinds it may not take without asking.
    pub(super) fn count_runs(
        self,
        runs: &Runs,
        shy: Option<&[bool]>,
        from: usize,
        weight: impl Fn(usize, bool) -> u64,
        eye: impl Look,
    ) -> Option<u64> {
        // A man that may turn over where it stands makes moves that are not counted here.
        if runs.stays && [true, false].into_iter().any(|takes| weight(from, takes) != 1) {
            return None;
        }
        let seen = runs.overlaps.then_some([0; MOST_CELLS / 64]);
        let mut ends = Ends { count: 0, seen, weight, shy, asks: false };
        // じっと is one move, whichever square it steps to.
        let mut passes = false;
        for run in &runs.list {
            self.run(run, from, &mut ends, &mut passes, eye)?;
        }
        if ends.asks {
            return None;
        }
        let (cells, side) = (&self.board.cells[..], self.side);
        for &step in &runs.igui {
            let victim = from.wrapping_add_signed(step);
            eye.look(victim);
            ends.count += u64::from(content(cells[victim], side) == Content::Enemy);
        }
        for &step in &runs.pairs {
            let first = from.wrapping_add_signed(step);
            match content(cells[first], side) {
                Content::Empty => passes = true,
                Content::Enemy => {
                    // It comes back, or goes on.
                    ends.count += 1;
                    for &step in &runs.pairs {
                        let to = first.wrapping_add_signed(step);
                        if matches!(content(cells[to], side), Content::Empty | Content::Enemy) {
                            ends.count += (ends.weight)(to, true);
                        }
                    }
                }
                Content::Own | Content::Edge => {}
            }
        }
        Some(ends.count + u64::from(passes))
    }

    /// Walks one run. `None` where its moves must be listed.
    #[inline(always)]
    fn run<W: Fn(usize, bool) -> u64>(
        self,
        run: &Run,
        from: usize,
        ends: &mut Ends<'_, W>,
        passes: &mut bool,
        eye: impl Look,
    ) -> Option<()> {
        let (cells, side) = (&self.board.cells[..], self.side);
        match *run {
            Run::Leap { by, on_empty, takes } => {
                let to = from.wrapping_add_signed(by);
                eye.look(to);
                match content(cells[to], side) {
                    Content::Empty if on_empty => ends.empty(to),
                    Content::Enemy if takes => ends.enemy(to, cells[to]),
                    _ => {}
                }
            }
            Run::Slide { step, skip, limit, on_empty, takes } => {
                let mut at = from;
                for leaps in 1..=limit {
                    at = at.wrapping_add_signed(step);
                    eye.look(at);
                    let there = content(cells[at], side);
                    match there {
                        Content::Edge => break,
                        _ if leaps <= skip => continue,
                        Content::Empty if on_empty => ends.empty(at),
                        Content::Enemy if takes => ends.enemy(at, cells[at]),
                        _ => {}
                    }
                    if there != Content::Empty {
                        break;
                    }
                }
            }
            Run::Over { step, most } => {
                let (mut at, mut passed) = (from, 0);
                loop {
                    at = at.wrapping_add_signed(step);
                    eye.look(at);
                    match content(cells[at], side) {
                        Content::Edge => break,
                        Content::Empty => {
                            ends.empty(at);
                            continue;
                        }
                        Content::Enemy => ends.enemy(at, cells[at]),
                        Content::Own => {}
                    }
                    passed += 1;
                    if passed > most {
                        break;
                    }
                }
            }
            Run::Hook { step, ref turned, then } => self.hook(step, turned, then, from, ends, eye),
            Run::Flight { step, rank } => self.flight(step, rank, from, ends, eye),
            Run::RangeJump { step, rank, only_takes } => {
                let (mut at, mut jumped) = (from, false);
                loop {
                    at = at.wrapping_add_signed(step);
                    eye.look(at);
                    match content(cells[at], side) {
                        Content::Edge => break,
                        Content::Empty => {
                            if !jumped || !only_takes {
                                ends.empty(at);
                            }
                            continue;
                        }
                        Content::Enemy if jumped && !may_take(self.rules, cells[at], rank) => {}
                        Content::Enemy => ends.enemy(at, cells[at]),
                        Content::Own => {}
                    }
                    if self.rules.rules(man(cells[at]).kind).rank >= rank {
                        break;
                    }
                    jumped = true;
                }
            }
            Run::Line { step, steps, returns } => {
                let mut at = from;
                for far in 1..=steps {
                    at = at.wrapping_add_signed(step);
                    eye.look(at);
                    match content(cells[at], side) {
                        Content::Edge => break,
                        Content::Enemy => return None,
                        Content::Own => {}
                        Content::Empty => {
                            ends.empty(at);
                            *passes |= returns && 2 * far <= steps;
                        }
                    }
                }
            }
        }
        Some(())
    }

    /// A slide that may turn once.
    #[inline(always)]
    fn hook<W: Fn(usize, bool) -> u64>(
        self,
        step: isize,
        turned: &[isize],
        then: u16,
        from: usize,
        ends: &mut Ends<'_, W>,
        eye: impl Look,
    ) {
        let (cells, side) = (&self.board.cells[..], self.side);
        let mut at = from.wrapping_add_signed(step);
        eye.look(at);
        while cells[at] == 0 {
            ends.empty(at);
            for &step in turned {
                let mut to = at;
                for _ in 0..then {
                    to = to.wrapping_add_signed(step);
                    eye.look(to);
                    match content(cells[to], side) {
                        Content::Empty => ends.empty(to),
                        Content::Enemy => {
                            ends.enemy(to, cells[to]);
                            break;
                        }
                        Content::Own | Content::Edge => break,
                    }
                }
            }
            at = at.wrapping_add_signed(step);
            eye.look(at);
        }
        if content(cells[at], side) == Content::Enemy {
            ends.enemy(at, cells[at]);
        }
    }

    fn flight<W: Fn(usize, bool) -> u64>(
        self,
        step: isize,
        rank: u8,
        from: usize,
        ends: &mut Ends<'_, W>,
        eye: impl Look,
    ) {
        let (cells, side) = (&self.board.cells[..], self.side);
        let flights = &self.rules.variant.special;
        let (mut at, mut passed, mut takes) = (from, false, false);
        loop {
            at = at.wrapping_add_signed(step);
            eye.look(at);
            let there = content(cells[at], side);
            takes |= there == Content::Enemy;
            match there {
                Content::Edge => return,
                // What it passed makes it a move of its own.
                Content::Empty if passed => ends.count += (ends.weight)(at, takes),
                Content::Empty => ends.empty(at),
                Content::Own | Content::Enemy => {
                    let stops = self.rules.rules(man(cells[at]).kind).rank >= rank;
                    let lands = match (stops, there) {
                        (true, Content::Own) => false,
                        (true, _) => flights.range_capture_blocker,
                        (false, Content::Own) => flights.range_land_own,
                        (false, _) => true,
                    };
                    match lands {
                        true if passed => ends.count += (ends.weight)(at, takes),
                        true if takes => ends.enemy(at, cells[at]),
                        true => ends.empty(at),
                        false => {}
                    }
                    if stops {
                        return;
                    }
                    passed = true;
                }
            }
        }
    }
}
