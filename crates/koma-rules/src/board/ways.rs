//! Moves beyond leaps and slides, walked over the cells.

use koma_pieces::{Direction, Hop};
use koma_variants::JumpTakes;

use super::cells::{CellBoard, Content, content, man};
use super::{Listing, Way};
use crate::budget::{afford, charge};
use crate::kinds::KindRules;
use crate::special::{Area, Special, Stride};
use crate::{Man, Move, Ruleset, Side};

impl CellBoard {
    /// Calls `each` with the special ways of a man that moves like `kind`.
    pub(super) fn special_ways(
        &self,
        rules: &Ruleset,
        kind: &KindRules,
        from: usize,
        man: Man,
        listing: Listing,
        each: &mut dyn FnMut(Way),
    ) {
        let mut walk = Walk {
            board: self,
            rules,
            man,
            from,
            listing,
            target: None,
            hit: false,
            passed: false,
            each,
        };
        kind.special.iter().for_each(|special| walk.special(special));
    }

    /// Whether a man that moves like `kind` could take on a target in a special way.
    pub(super) fn special_attacks(
        &self,
        rules: &Ruleset,
        kind: &KindRules,
        from: usize,
        man: Man,
        target: usize,
    ) -> bool {
        if kind.special.iter().any(|special| matches!(special, Special::Anywhere { .. })) {
            return true;
        }
        let mut walk = Walk {
            board: self,
            rules,
            man,
            from,
            listing: Listing::Moves,
            target: Some(target),
            hit: false,
            passed: false,
            each: &mut |_| {},
        };
        kind.special.iter().any(|special| {
            walk.special(special);
            walk.hit
        })
    }
}

/// What it costs to look along a line as long as the board.
const LINE: usize = 64;

/// What it costs to remember a path.
const TRAIL: usize = 64;

/// One man looking for its ways. It is compiled once: who asks is called through a pointer.
struct Walk<'a> {
    board: &'a CellBoard,
    rules: &'a Ruleset,
    man: Man,
    from: usize,
    listing: Listing,
    /// The cell that is asked about: an enemy is taken to stand there.
    target: Option<usize>,
    /// It could be taken.
    hit: bool,
    /// じっと is already among the ways.
    passed: bool,
    each: &'a mut dyn FnMut(Way),
}

/// What a man sees of the board.
#[derive(Clone, Copy)]
struct Sight<'a> {
    board: &'a CellBoard,
    from: usize,
    side: Side,
    target: Option<usize>,
}

impl Sight<'_> {
    /// What stands there once the man has left its square and `taken` are gone.
    #[inline(always)]
    fn content(self, cell: usize, taken: &[usize]) -> Content {
        if cell == self.from || taken.contains(&cell) {
            return Content::Empty;
        }
        if Some(cell) == self.target {
            return Content::Enemy;
        }
        content(self.board.cells[cell], self.side)
    }

    /// Calls `each` with the cells where a leg may end, and whether it takes there.
    #[inline(always)]
    fn each_end(
        self,
        from: usize,
        taken: &[usize],
        stride: &Stride,
        mut each: impl FnMut(usize, bool),
    ) {
        let offset = |rows, cols| self.board.frame.offset(self.side, rows, cols);
        let step = offset(stride.rows, stride.cols);
        let occupied =
            |cell: usize| matches!(self.content(cell, taken), Content::Own | Content::Enemy);
        let mut at = from;
        let mut jumped = false;
        let mut looked = 1;
        for leaps in 1..=stride.limit {
            looked += 1 + stride.passes.len();
            if stride.lame || stride.must_leap {
                let passed = |&&(rows, cols): &&(i16, i16)| {
                    occupied(at.wrapping_add_signed(offset(rows, cols)))
                };
                let count = stride.passes.iter().filter(passed).count();
                if stride.lame && count > 0 || stride.must_leap && count < stride.passes.len() {
                    break;
                }
            }
            at = at.wrapping_add_signed(step);
            let content = self.content(at, taken);
            if content == Content::Edge || step == 0 {
                break;
            }
            if leaps <= stride.skip {
                continue;
            }
            if stride.hop.is_some() && !jumped {
                jumped = content != Content::Empty;
                continue;
            }
            match content {
                Content::Empty if stride.on_empty => each(at, false),
                Content::Enemy if stride.takes => each(at, true),
                Content::Own if stride.takes_own => each(at, true),
                _ => {}
            }
            if content != Content::Empty && stride.hops {
                each(at, false);
            }
            if content != Content::Empty || stride.hop == Some(Hop::Behind) {
                break;
            }
        }
        charge(2 * looked);
    }
}

impl<'a> Walk<'a> {
    fn special(&mut self, special: &Special) {
        if !afford(2) {
            return;
        }
        match special {
            Special::Stride(stride) => self.single(stride),
            Special::Over { dir, most } => self.over(*dir, *most),
            Special::Hook { dirs, eighths, turns, then } => {
                for &dir in dirs {
                    self.hook(*eighths, *turns, *then, &mut Vec::new(), dir, u16::MAX);
                }
            }
            Special::Area(area) => self.area(area),
            Special::Line { dir, steps, jumps, takes_each, returns } => {
                let line = Line {
                    step: self.step(*dir),
                    jumps: *jumps,
                    takes_each: *takes_each,
                    returns: *returns,
                };
                self.line(&line, *steps, self.from, true, true, &mut Trail::default());
            }
            Special::Igui(dirs) => {
                for &dir in dirs {
                    let victim = self.ahead(self.from, dir);
                    if self.content(victim, &[]) == Content::Enemy {
                        self.note(&[victim, self.from], &[victim]);
                    }
                }
            }
            Special::RangeCapture { dirs, rank } => {
                dirs.iter().for_each(|&dir| self.range_capture(dir, *rank));
            }
            Special::RangeJump { dirs, rank, only_takes } => {
                dirs.iter().for_each(|&dir| self.range_jump(dir, *rank, *only_takes));
            }
            Special::OnlyPaths(leaps) => {
                if self.listing == Listing::Paths {
                    leaps.iter().for_each(|leap| self.leap(leap.rows, leap.cols));
                }
            }
            Special::Anywhere { takes_guarded } => self.anywhere(*takes_guarded),
            Special::Path { legs, initial } => {
                if !initial || self.is_initial() {
                    self.path(legs);
                }
            }
        }
    }

    fn side(&self) -> Side {
        self.man.side
    }

    fn step(&self, dir: Direction) -> isize {
        self.board.frame.step(self.side(), dir)
    }

    fn ahead(&self, cell: usize, dir: Direction) -> usize {
        cell.wrapping_add_signed(self.step(dir))
    }

    #[inline(always)]
    fn content(&self, cell: usize, taken: &[usize]) -> Content {
        self.sight().content(cell, taken)
    }

    /// The rank of the man in a cell.
    fn rank(&self, cell: usize) -> u8 {
        match self.board.cells[cell] {
            0 => 0,
            code => self.rules.rules(man(code).kind).rank,
        }
    }

    /// Whether such a man stands on this square when the game begins.
    fn is_initial(&self) -> bool {
        self.rules.start().man_at(self.board.frame.square(self.from)) == Some(self.man)
    }

    /// Notes a way by the cells it touches, the last one being its end, and those it takes.
    fn note(&mut self, touched: &[usize], taken: &[usize]) {
        let Some((&to, on_way)) = touched.split_last() else { return };
        if self.target.is_some() {
            self.hit |= taken.contains(&self.target.unwrap_or_default());
            return;
        }
        let frame = &self.board.frame;
        let mv = Move::board(frame.square(self.from), frame.square(to), false);
        if on_way.is_empty() {
            (self.each)(Way { mv, takes: !taken.is_empty() });
            return;
        }
        let mut via = [frame.square(self.from); Move::MOST_VIA];
        let mut count = 0;
        let mut push = |cell: usize| {
            if count < via.len() {
                via[count] = frame.square(cell);
                count += 1;
            }
        };
        match self.listing {
            Listing::Paths => on_way.iter().for_each(|&cell| push(cell)),
            Listing::Moves if taken.is_empty() && to == self.from => {
                if self.passed {
                    return;
                }
                self.passed = true;
                push(touched[0]);
            }
            Listing::Moves => {
                taken.iter().filter(|&&cell| cell != to).for_each(|&cell| push(cell));
            }
        }
        (self.each)(Way { mv: mv.through(&via[..count]), takes: !taken.is_empty() });
    }

    fn single(&mut self, stride: &Stride) {
        if stride.initial && !self.is_initial() {
            return;
        }
        if let Some(target) = self.target
            && !self.may_meet(stride, target)
        {
            return;
        }
        let sight = self.sight();
        sight.each_end(self.from, &[], stride, |to, takes| {
            self.note(&[to], if takes { std::slice::from_ref(&to) } else { &[] });
        });
    }

    /// Whether a leg points at a cell at all: most do not, and need not be walked.
    fn may_meet(&self, stride: &Stride, target: usize) -> bool {
        let step = self.board.frame.offset(self.side(), stride.rows, stride.cols);
        let distance = target as isize - self.from as isize;
        step != 0 && distance % step == 0 && distance / step > 0
    }

    /// The cells where a leg may end, and whether it takes there.
    fn ends(&self, from: usize, taken: &[usize], stride: &Stride) -> Vec<(usize, bool)> {
        let mut ends = Vec::new();
        self.sight().each_end(from, taken, stride, |to, takes| ends.push((to, takes)));
        ends
    }

    fn sight(&self) -> Sight<'a> {
        Sight { board: self.board, from: self.from, side: self.man.side, target: self.target }
    }

    fn path(&mut self, legs: &[Stride]) {
        let mut states = vec![Trail::default()];
        for leg in legs {
            let mut next: Vec<Trail> = Vec::new();
            for trail in &states {
                // Many that lead nowhere cost as well.
                if !afford(1) {
                    return;
                }
                let from = trail.touched.last().copied().unwrap_or(self.from);
                for (to, takes) in self.ends(from, &trail.taken, leg) {
                    if !afford(TRAIL) {
                        return;
                    }
                    let mut trail = trail.clone();
                    trail.touched.push(to);
                    if takes {
                        trail.taken.push(to);
                    }
                    next.push(trail);
                }
            }
            states = next;
        }
        states.iter().for_each(|trail| self.note(&trail.touched, &trail.taken));
    }

    fn over(&mut self, dir: Direction, most: u16) {
        charge(LINE);
        let step = self.step(dir);
        let mut at = self.from;
        let mut passed = 0;
        loop {
            at = at.wrapping_add_signed(step);
            match self.content(at, &[]) {
                Content::Edge => return,
                Content::Empty => {
                    self.note(&[at], &[]);
                    continue;
                }
                Content::Enemy => self.note(&[at], &[at]),
                Content::Own => {}
            }
            passed += 1;
            if passed > most {
                return;
            }
        }
    }

    fn hook(
        &mut self,
        eighths: i8,
        turns: u8,
        then: u16,
        corners: &mut Vec<usize>,
        dir: Direction,
        limit: u16,
    ) {
        let step = self.step(dir);
        let mut at = corners.last().copied().unwrap_or(self.from);
        for _ in 0..limit {
            if !afford(4) {
                return;
            }
            at = at.wrapping_add_signed(step);
            let content = self.content(at, &[]);
            corners.push(at);
            match content {
                Content::Empty => self.note(corners, &[]),
                Content::Enemy => self.note(corners, &[at]),
                Content::Own | Content::Edge => {}
            }
            if content == Content::Empty && corners.len() <= usize::from(turns) {
                self.hook(eighths, turns, then, corners, dir.turn(eighths), then);
                if eighths % 4 != 0 {
                    self.hook(eighths, turns, then, corners, dir.turn(-eighths), then);
                }
            }
            corners.pop();
            if content != Content::Empty {
                break;
            }
        }
    }

    #[inline]
    fn leap(&mut self, rows: i16, cols: i16) {
        let to = self.from.wrapping_add_signed(self.board.frame.offset(self.side(), rows, cols));
        match self.content(to, &[]) {
            Content::Empty => self.note(&[to], &[]),
            Content::Enemy => self.note(&[to], &[to]),
            Content::Own | Content::Edge => {}
        }
    }

    fn area(&mut self, area: &Area) {
        charge(4 * area.leaps.len());
        for &(rows, cols) in &area.leaps {
            self.leap(rows, cols);
        }
        match (self.listing, area.captures, area.steps) {
            (Listing::Moves, 0 | 1, _) if area.leaps.is_empty() => self.area_flood(area),
            (Listing::Moves, 2, 2) if !area.leaps.is_empty() => self.area_pair(area),
            _ => self.area_walk(area, (0, 0), &mut Trail::default()),
        }
    }

    /// Steps through empty squares until it takes: each square once.
    fn area_flood(&mut self, area: &Area) {
        let mut seen = vec![(self.from, (0, 0))];
        let mut taken: Vec<usize> = Vec::new();
        let mut begin = 0;
        for _ in 0..area.steps {
            let end = seen.len();
            for index in begin..end {
                if !afford(area.dirs.len() * (4 + seen.len())) {
                    return;
                }
                let (at, offset) = seen[index];
                for &dir in &area.dirs {
                    let Some(offset) = inside(area, offset, dir) else { continue };
                    let to = self.ahead(at, dir);
                    if to == self.from {
                        if area.returns && !self.passed {
                            self.note(&[at, to], &[]);
                        }
                        continue;
                    }
                    if taken.contains(&to) || seen.iter().any(|&(cell, _)| cell == to) {
                        continue;
                    }
                    match self.content(to, &[]) {
                        Content::Empty => {
                            self.note(&[to], &[]);
                            seen.push((to, offset));
                        }
                        Content::Enemy if area.captures > 0 => {
                            self.note(&[to], &[to]);
                            taken.push(to);
                        }
                        _ => {}
                    }
                }
            }
            begin = end;
        }
    }

    /// The lion: what two steps add to its leaps.
    fn area_pair(&mut self, area: &Area) {
        charge(4 * area.dirs.len() * area.dirs.len());
        for &first in &area.dirs {
            let Some(offset) = inside(area, (0, 0), first) else { continue };
            let mid = self.ahead(self.from, first);
            match self.content(mid, &[]) {
                Content::Empty => {
                    if area.returns && !self.passed && area.dirs.contains(&first.turn(4)) {
                        self.note(&[mid, self.from], &[]);
                    }
                }
                Content::Enemy => {
                    for &second in &area.dirs {
                        let to = self.ahead(mid, second);
                        if inside(area, offset, second).is_none()
                            || to == self.from && !area.returns
                        {
                            continue;
                        }
                        match self.content(to, &[mid]) {
                            Content::Empty => self.note(&[mid, to], &[mid]),
                            Content::Enemy => self.note(&[mid, to], &[mid, to]),
                            Content::Own | Content::Edge => {}
                        }
                    }
                }
                Content::Own | Content::Edge => {}
            }
        }
    }

    fn area_walk(&mut self, area: &Area, offset: (i16, i16), trail: &mut Trail) {
        if trail.touched.len() >= usize::from(area.steps) {
            return;
        }
        let at = trail.touched.last().copied().unwrap_or(self.from);
        for &dir in &area.dirs {
            if !afford(8) {
                return;
            }
            let Some(offset) = inside(area, offset, dir) else { continue };
            let to = self.ahead(at, dir);
            if to == self.from && !area.returns {
                continue;
            }
            let takes = match self.content(to, &trail.taken) {
                Content::Empty => false,
                Content::Enemy if area.captures > 0 => true,
                _ => continue,
            };
            trail.touched.push(to);
            if takes {
                trail.taken.push(to);
            }
            self.note(&trail.touched, &trail.taken);
            // It stops when it has taken as many as it may.
            if !takes || trail.taken.len() < usize::from(area.captures) {
                self.area_walk(area, offset, trail);
            }
            if takes {
                trail.taken.pop();
            }
            trail.touched.pop();
        }
    }

    fn line(
        &mut self,
        line: &Line,
        steps: u8,
        at: usize,
        outward: bool,
        standing: bool,
        trail: &mut Trail,
    ) {
        let Some(steps) = steps.checked_sub(1).filter(|_| afford(8)) else { return };
        for ahead in [true, false] {
            // It turns only where it stands, not above a man it leaps over.
            if ahead != outward && !(line.returns && standing) || at == self.from && !ahead {
                continue;
            }
            let to = at.wrapping_add_signed(if ahead { line.step } else { -line.step });
            let content = self.content(to, &trail.taken);
            if matches!(content, Content::Own | Content::Enemy) && line.jumps {
                self.line(line, steps, to, ahead, false, trail);
            }
            match content {
                Content::Own | Content::Edge => continue,
                Content::Enemy => trail.taken.push(to),
                Content::Empty => {}
            }
            trail.touched.push(to);
            self.note(&trail.touched, &trail.taken);
            if to != self.from && (content == Content::Empty || line.takes_each) {
                self.line(line, steps, to, ahead, true, trail);
            }
            trail.touched.pop();
            if content == Content::Enemy {
                trail.taken.pop();
            }
        }
    }

    fn range_capture(&mut self, dir: Direction, rank: u8) {
        charge(LINE);
        let step = self.step(dir);
        let special = &self.rules.variant.special;
        let mut at = self.from;
        let mut passed = Vec::new();
        loop {
            at = at.wrapping_add_signed(step);
            let content = self.content(at, &[]);
            let lands = match content {
                Content::Edge => return,
                Content::Empty => true,
                _ => {
                    let stops = self.rank(at) >= rank;
                    let own = content == Content::Own;
                    passed.push(at);
                    let lands = match (stops, own) {
                        (true, true) => false,
                        (true, false) => special.range_capture_blocker,
                        (false, true) => special.range_land_own,
                        (false, false) => true,
                    };
                    if stops {
                        if lands {
                            self.note_flight(at, &passed);
                        }
                        return;
                    }
                    lands
                }
            };
            if lands {
                self.note_flight(at, &passed);
            }
        }
    }

    /// A flight takes everything up to its end, so its ends say it all.
    fn note_flight(&mut self, to: usize, taken: &[usize]) {
        if let Some(target) = self.target {
            self.hit |= taken.contains(&target);
            return;
        }
        let frame = &self.board.frame;
        let mv = Move::board(frame.square(self.from), frame.square(to), false);
        let on_way = taken.iter().any(|&cell| cell != to);
        let mv = if on_way { mv.flying() } else { mv };
        // Men of its own side that it takes along make it no capture (TAI-5).
        let takes = taken.iter().any(|&cell| self.content(cell, &[]) == Content::Enemy);
        (self.each)(Way { mv, takes });
    }

    fn range_jump(&mut self, dir: Direction, rank: u8, only_takes: bool) {
        charge(LINE);
        let step = self.step(dir);
        let mut at = self.from;
        let mut jumped = false;
        loop {
            at = at.wrapping_add_signed(step);
            match self.content(at, &[]) {
                Content::Edge => return,
                Content::Empty => {
                    if !jumped || !only_takes {
                        self.note(&[at], &[]);
                    }
                    continue;
                }
                Content::Enemy if jumped && !may_take(self.rules, self.board.cells[at], rank) => {}
                Content::Enemy => self.note(&[at], &[at]),
                Content::Own => {}
            }
            if self.rank(at) >= rank {
                return;
            }
            jumped = true;
        }
    }

    fn anywhere(&mut self, takes_guarded: bool) {
        let frame = &self.board.frame;
        for square in self.rules.geometry.all() {
            if !afford(4) {
                return;
            }
            let to = frame.cell(square);
            match self.content(to, &[]) {
                Content::Empty if to != self.from => self.note(&[to], &[]),
                Content::Enemy if takes_guarded || !self.is_guarded(to) => self.note(&[to], &[to]),
                _ => {}
            }
        }
    }

    /// Whether another enemy man could take back on a cell once this man has left its own.
    fn is_guarded(&self, cell: usize) -> bool {
        if !afford(self.board.frame.size()) {
            return true;
        }
        let mut board = self.board.clone();
        super::Board::take(&mut board, self.rules, self.board.frame.square(self.from));
        super::Board::take(&mut board, self.rules, self.board.frame.square(cell));
        super::Board::is_attacked(
            &board,
            self.rules,
            self.board.frame.square(cell),
            self.side().other(),
        )
    }
}

/// Whether a man of a rank may take the man in a cell at the end of a jump.
pub(super) fn may_take(rules: &Ruleset, code: u16, rank: u8) -> bool {
    let there = (code != 0).then(|| rules.rules(man(code).kind));
    match rules.variant.special.range_jump_takes {
        JumpTakes::Any => true,
        JumpTakes::NoRoyals => there.is_none_or(|kind| !kind.royal),
        JumpTakes::Lower => there.is_none_or(|kind| kind.rank < rank),
    }
}

/// The cells touched and taken on the way.
#[derive(Clone, Default)]
struct Trail {
    touched: Vec<usize>,
    taken: Vec<usize>,
}

struct Line {
    step: isize,
    jumps: bool,
    takes_each: bool,
    returns: bool,
}

/// The offset one step further, if the area reaches so far.
fn inside(area: &Area, (rows, cols): (i16, i16), dir: Direction) -> Option<(i16, i16)> {
    let (more_rows, more_cols) = dir.offset();
    let next = (rows + i16::from(more_rows), cols + i16::from(more_cols));
    (next.0.abs().max(next.1.abs()) <= i16::from(area.radius)).then_some(next)
}
