//! Counting move sequences: the classic check of a move generator.

use crate::board::{CellBoard, CountTables};
use crate::legal::View;
use crate::position::{AnyBoard, on_sets};
use crate::swift::perft;
use crate::{Move, Position};

impl Position {
    /// The number of legal sequences of `depth` moves, leaves counted by sets where the variant
    /// allows it. Moves with the same result count once (two lions that pass the turn). Repetition,
    /// impasse and move limits do not act.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_over() {
            return 0;
        }
        on_sets!(&self.board, board => perft(board, self.side() as usize, depth), {
            match self.rules().count {
                Some(_) => self.clone().perft_on_cells(depth),
                None => self.clone().perft_by_list(depth),
            }
        })
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
        let moves = self.distinct(self.legal_moves());
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
        self.count(depth, &mut |position| position.distinct(position.legal_moves()))
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
            .distinct(self.legal_moves())
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

    /// One move of each result. Moves of different men have the same result only if neither
    /// leaves its square.
    fn distinct(&self, mut moves: Vec<Move>) -> Vec<Move> {
        let stays = |mv: &Move| mv.from() == Some(mv.to()) && !mv.promotes();
        if moves.iter().filter(|mv| stays(mv)).count() < 2 {
            return moves;
        }
        let mut seen = Vec::new();
        moves.retain(|mv| {
            if !stays(mv) {
                return true;
            }
            let mut taken: Vec<_> = mv.via().filter(|&s| self.man_at(s).is_some()).collect();
            taken.sort_unstable();
            let new = !seen.contains(&taken);
            seen.push(taken);
            new
        });
        moves
    }
}
