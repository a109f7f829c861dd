//! The search of one thread.

mod ends;
mod history;
mod node;
mod picker;
mod quiet;
mod root;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use koma_rules::field::Field;
use koma_rules::{KindId, Move, Position, Side};

use crate::eval::{Evaluation, Stack};
use crate::limits::{Control, Limits};
use crate::params::{Params, Reductions};
use crate::score::PLIES;
use crate::table::Table;
use crate::time::Budget;
use ends::Cycle;
pub(crate) use ends::Ends;
pub(crate) use history::History;
use history::{Arrival, NOWHERE};
use node::Tried;
use picker::Lists;
pub(crate) use root::{Line, RootMove};

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub table: &'a Table,
    pub eval: &'a Evaluation,
    pub params: &'a Params,
    pub reductions: &'a Reductions,
    pub ends: &'a Ends,
    pub limits: &'a Limits,
    pub control: &'a Control<'a>,
    pub budget: Option<Budget>,
    /// Raised when the search is over.
    pub done: AtomicBool,
    /// Positions looked at, told every few hundred.
    pub nodes: AtomicU64,
    /// Those that were looked at before the search.
    pub spent: u64,
}

/// What is remembered of a position of the game or the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past {
    pub key: u64,
    /// The side to move was in check.
    pub check: bool,
    /// Plies since something was taken, promoted or dropped.
    pub idle: u32,
    /// It was reached by passing the turn: nothing before it can come again.
    pub null: bool,
}

/// What a thread knows of a ply of its line.
#[derive(Clone)]
struct Frame {
    /// The move made here, by where it led.
    arrival: Arrival,
    mv: Move,
    eval: i32,
    killers: [Move; 2],
    excluded: Option<Move>,
    pv: Vec<Move>,
    /// Nodes of the next ply that were cut off.
    cutoffs: u32,
}

/// Frames before the root, so that every ply has some before it.
const BEFORE: usize = 4;

/// One thread.
pub(crate) struct Worker<'a, F: Field> {
    field: F,
    shared: &'a Shared<'a>,
    history: &'a mut History,
    frames: Vec<Frame>,
    stack: Stack,
    past: Vec<Past>,
    /// The place of the root in it.
    root: usize,
    /// Plies played before the first position of `past`.
    played: u32,
    pool: Vec<Lists>,
    tried: Vec<Tried>,
    pub nodes: u64,
    told: u64,
    /// The position at which it looks at the clock again, how many lie between two looks, and when
    /// it looked last.
    next_look: u64,
    between_looks: u64,
    looked: Duration,
    pub seldepth: usize,
    stopped: bool,
    /// The thread that keeps the limits.
    leads: bool,
    large: bool,
}

/// Positions between two looks at the clock: at first, and at most. On boards where a position takes
/// long they are fewer, so that no search is late by more than some milliseconds.
const FIRST_LOOK: u64 = 16;
const MOST_BETWEEN_LOOKS: u64 = 256;

/// Looks that lie further apart than the second are made more often, nearer ones less.
const LOOKS_APART: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(4)];

impl<'a, F: Field> Worker<'a, F> {
    pub fn new(
        field: F,
        past: Vec<Past>,
        played: u32,
        shared: &'a Shared<'a>,
        history: &'a mut History,
        leads: bool,
    ) -> Self {
        let stack = Stack::new(shared.eval, &field, PLIES + 4);
        let frame = Frame {
            arrival: NOWHERE,
            mv: Move::pass(),
            eval: 0,
            killers: [Move::pass(); 2],
            excluded: None,
            pv: Vec::new(),
            cutoffs: 0,
        };
        let large = field.rules().geometry().squares() > 200;
        Self {
            field,
            shared,
            history,
            frames: vec![frame; PLIES + BEFORE + 4],
            stack,
            root: past.len() - 1,
            past,
            played,
            pool: Vec::new(),
            tried: Vec::new(),
            nodes: 0,
            told: 0,
            next_look: FIRST_LOOK,
            between_looks: FIRST_LOOK,
            looked: Duration::ZERO,
            seldepth: 0,
            stopped: false,
            leads,
            large,
        }
    }

    #[inline(always)]
    fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// Counts a position, and sees whether it is time to stop.
    #[inline(always)]
    fn visit(&mut self, ply: usize) {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        let most = self.shared.limits.nodes;
        if self.nodes >= self.next_look
            || most.is_some_and(|most| self.nodes + self.shared.spent + 255 >= most)
        {
            self.look_at_clock();
        }
    }

    #[cold]
    fn look_at_clock(&mut self) {
        let Shared { limits, control, done, nodes, .. } = self.shared;
        let all =
            nodes.fetch_add(self.nodes - self.told, Ordering::Relaxed) + self.nodes - self.told;
        self.told = self.nodes;
        self.plan_look();
        if done.load(Ordering::Relaxed) {
            self.stopped = true;
        }
        if !self.leads || self.stopped {
            return;
        }
        let over = limits.nodes.is_some_and(|most| all >= most)
            || control.stop.load(Ordering::Relaxed)
            || self.is_past(|budget| budget.hard);
        if over {
            self.stopped = true;
            done.store(true, Ordering::Relaxed);
        }
    }

    /// Decides when to look at the clock again.
    fn plan_look(&mut self) {
        let now = self.shared.budget.map(|_| (self.shared.control.clock)());
        let apart = now.map_or(Duration::ZERO, |now| now.saturating_sub(self.looked));
        if apart > LOOKS_APART[1] {
            self.between_looks = (self.between_looks / 2).max(1);
        } else if apart < LOOKS_APART[0] {
            self.between_looks = (self.between_looks * 2).min(MOST_BETWEEN_LOOKS);
        }
        self.looked = now.unwrap_or_default();
        self.next_look = self.nodes + self.between_looks;
    }

    /// Positions looked at by all threads.
    pub fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.nodes - self.told
    }

    /// Tells the last of the positions looked at.
    pub fn finish(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told, Ordering::Relaxed);
        self.told = self.nodes;
    }

    /// Whether more than a part of the budget is used up.
    fn is_past(&self, part: impl Fn(Budget) -> Duration) -> bool {
        self.shared.budget.is_some_and(|budget| {
            !self.shared.control.pondering.load(Ordering::Relaxed)
                && (self.shared.control.clock)() >= part(budget)
        })
    }

    fn side(&self) -> Side {
        self.field.side()
    }

    /// The kind a move moves or drops.
    fn kind(&self, mv: Move) -> Option<KindId> {
        match mv.from() {
            Some(from) => self.field.man_at(from).map(|man| man.kind),
            None => mv.dropped(),
        }
    }

    /// The moves 1, 2 and 4 plies before a ply.
    fn before(&self, ply: usize) -> [Arrival; 3] {
        let arrival = |back: usize| self.frames[ply + BEFORE - back].arrival;
        [arrival(1), arrival(2), arrival(4)]
    }

    /// Makes a move at `ply`.
    fn make(&mut self, mv: Move, ply: usize) {
        let side = self.side();
        let arrival =
            self.kind(mv).map_or(NOWHERE, |kind| self.history.arrival(side, kind, mv.to()));
        let frame = self.frame(ply);
        (frame.mv, frame.arrival) = (mv, arrival);
        self.field.make(mv);
        self.shared.table.prefetch(self.field.key());
        self.stack.follow(self.shared.eval, &self.field, ply);
        let taken = self.field.last().is_some_and(|undo| undo.victims().next().is_some());
        let progress = taken || mv.promotes() || mv.dropped().is_some();
        let idle = self.past.last().map_or(0, |past| past.idle);
        let idle = if progress { 0 } else { idle + 1 };
        self.past.push(Past { key: self.field.key(), check: false, idle, null: false });
    }

    fn unmake(&mut self) {
        self.past.pop();
        self.field.unmake();
    }

    /// Notes that the side to move of the last position is in check.
    fn note_check(&mut self, check: bool) {
        if let Some(past) = self.past.last_mut() {
            past.check = check;
        }
    }

    /// The score of a position that is over by what was played before.
    fn end_by_history(&self, check: bool) -> Option<i32> {
        let now = self.past.len() - 1;
        let past = self.past[now];
        let side = self.side();
        if let Some(score) = self.shared.ends.too_long(side, self.played + now as u32, past.idle) {
            return Some(score);
        }
        // Repetitions farther back are left to the game.
        let first = now.saturating_sub(160);
        let mut back = now.checked_sub(4).filter(|&back| back >= first)?;
        if self.past[back + 1..=now].iter().any(|past| past.null) {
            return None;
        }
        let mut stood = 0;
        loop {
            stood += usize::from(self.past[back].key == past.key);
            let is_enough = back > self.root || stood >= self.shared.ends.stood;
            if self.past[back].key == past.key && is_enough {
                let cycle = &self.past[back + 1..now];
                let mover_checks = cycle.iter().step_by(2).all(|past| past.check);
                let other_checks = check && cycle.iter().skip(1).step_by(2).all(|past| past.check);
                return self.shared.ends.repetition(side, &Cycle { mover_checks, other_checks });
            }
            if self.past[back].null || self.past[back + 1].null {
                return None;
            }
            back = back.checked_sub(2).filter(|&back| back >= first)?;
        }
    }
}

/// What a game played so far leaves to be remembered.
pub(crate) fn past_of(first: &Position, moves: impl Iterator<Item = Move>) -> Vec<Past> {
    let mut position = first.clone();
    let check = position.in_check();
    let mut past = vec![Past { key: position.key(), check, idle: 0, null: false }];
    for mv in moves {
        let undo = position.play_unchecked(mv);
        let progress = undo.victims().next().is_some() || mv.promotes() || mv.dropped().is_some();
        let idle = if progress { 0 } else { past.last().map_or(0, |past| past.idle) + 1 };
        let check = position.in_check();
        past.push(Past { key: position.key(), check, idle, null: false });
    }
    past
}
