//! Counting move sequences: the classic check of a move generator.

use rustc_hash::FxHashMap;

use crate::board::{CellBoard, CountTables};
use crate::budget;
use crate::legal::View;
use crate::position::{AnyBoard, on_sets};
use crate::swift::perft;
use crate::{Move, Position, Setup};

impl Position {
    /// The number of legal sequences of `depth` moves: what playing every move of
    /// [`Position::legal_moves`] comes to. Leaves are counted without being listed where the
    /// variant allows it. Repetition, impasse and move limits do not act.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_over() {
            return 0;
        }
        if depth > 2 && budget::is_limited() {
            return self.clone().perft_charged(depth);
        }
        on_sets!(&self.board, board => perft(board, self.side() as usize, depth), {
            match self.rules().count {
                Some(_) => self.clone().perft_on_cells(depth),
                None => self.clone().perft_by_list(depth),
            }
        })
    }

    /// [`Position::perft`] under a budget: what is counted without being listed costs a step.
    fn perft_charged(&mut self, depth: u32) -> u64 {
        let mut nodes = 0;
        for mv in self.legal_moves() {
            let undo = self.play_unchecked(mv);
            let below = self.perft(depth - 1);
            self.undo(undo);
            nodes += below;
            if !budget::charge(1 + below as usize) {
                break;
            }
        }
        nodes
    }

    /// Leaves counted without listing them.
    fn perft_on_cells(&mut self, depth: u32) -> u64 {
        if self.is_over() {
            return 0;
        }
        if depth == 1 {
            let (view, tables) = self.counted();
            return view.count(tables);
        }
        let moves = self.legal_moves();
        if depth == 2 {
            return self.count_answers(moves);
        }
        let mut nodes = 0;
        for mv in moves {
            let undo = self.play_unchecked(mv);
            nodes += self.perft_on_cells(depth - 1);
            self.undo(undo);
        }
        nodes
    }

    /// The number of answers to some moves.
    fn count_answers(&mut self, moves: Vec<Move>) -> u64 {
        let (view, tables) = self.counted();
        let mut watch = View { side: view.side.other(), ..view }.watch(tables);
        let mut nodes = 0;
        for mv in moves {
            let undo = self.play_unchecked(mv);
            if !self.is_over() {
                let (view, tables) = self.counted();
                let touched = mv.from().into_iter().chain([mv.to()]);
                let touched = touched.chain(undo.victims().map(|(square, _)| square));
                let touched = touched.map(|square| view.rules.frame.cell(square));
                nodes += view.count_after(tables, &mut watch, touched);
            }
            self.undo(undo);
            if !budget::charge(100) {
                break;
            }
        }
        nodes
    }

    /// What counting on cells looks at.
    fn counted(&self) -> (View<'_, CellBoard>, &CountTables) {
        match (&self.board, &self.rules().count) {
            (AnyBoard::Cells(board), Some(tables)) => (self.view(board), tables),
            _ => unreachable!("asked only of games counted on cells"),
        }
    }

    /// The same number, every move of every position listed and played. For tests.
    #[doc(hidden)]
    pub fn perft_by_list(&mut self, depth: u32) -> u64 {
        self.count(depth, &mut |position| position.legal_moves())
    }

    /// [`Position::perft`] where moves to the same position count once: two lions that pass the
    /// turn, two men that take a third without moving. Positions are compared; this is slow.
    pub fn perft_outcomes(&self, depth: u32) -> u64 {
        self.clone().count_outcomes(depth)
    }

    fn count_outcomes(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut seen: FxHashMap<u64, Vec<Setup>> = FxHashMap::default();
        let mut nodes = 0;
        for mv in self.legal_moves() {
            let undo = self.play_unchecked(mv);
            let (same, setup) = (seen.entry(self.key()).or_default(), self.setup());
            if !same.contains(&setup) {
                same.push(setup);
                nodes += self.count_outcomes(depth - 1);
            }
            self.undo(undo);
        }
        nodes
    }

    /// [`Position::perft`] with every square a move touches told apart
    /// ([`Position::listed_moves`]).
    pub fn perft_listed(&mut self, depth: u32) -> u64 {
        self.count(depth, &mut |position| position.listed_moves())
    }

    fn count(&mut self, depth: u32, list: &mut impl FnMut(&Self) -> Vec<Move>) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = list(self);
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut nodes = 0;
        for mv in moves {
            let undo = self.play_unchecked(mv);
            nodes += self.count(depth - 1, list);
            self.undo(undo);
        }
        nodes
    }

    /// [`Position::perft`] for each move, in the order of their texts.
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        let mut position = self.clone();
        let mut counts: Vec<_> = self
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let undo = position.play_unchecked(mv);
                let nodes = position.perft(depth.saturating_sub(1));
                position.undo(undo);
                (mv, nodes)
            })
            .collect();
        counts.sort_by_cached_key(|&(mv, _)| self.usi(mv).to_string());
        counts
    }
}
