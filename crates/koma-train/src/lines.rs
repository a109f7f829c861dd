//! The lines of a search that shows several.

use koma_search::{Bound, Report};

use crate::points;

/// Collects the lines a search reports: those of its last depth, and of the one before what that
/// one had no time for.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    current: Vec<Report>,
    before: Vec<Report>,
}

impl Lines {
    /// Takes note of a report. Bounds are no lines.
    pub fn note(&mut self, report: &Report) {
        if report.pv.is_empty() || report.bound != Bound::Exact {
            return;
        }
        if self.current.last().is_some_and(|last| last.depth < report.depth) {
            self.before = std::mem::take(&mut self.current);
        }
        self.current.retain(|known| known.multipv != report.multipv);
        self.current.push(report.clone());
    }

    /// The lines, best first, no two with the same first move.
    pub fn finish(mut self) -> Vec<Report> {
        self.current.sort_by_key(|line| line.multipv);
        self.before.sort_by_key(|line| line.multipv);
        let most = self.current.len().max(self.before.len());
        let mut lines: Vec<Report> = Vec::with_capacity(most);
        for line in self.current.into_iter().chain(self.before) {
            if lines.len() < most && lines.iter().all(|known| known.pv[0] != line.pv[0]) {
                lines.push(line);
            }
        }
        // What was looked at less deep is worth no more than what the deeper look puts before it.
        for at in 1..lines.len() {
            if points(lines[at].score) > points(lines[at - 1].score) {
                lines[at].score = lines[at - 1].score;
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use koma_rules::{Game, Ruleset};
    use koma_search::Score;

    #[test]
    fn a_depth_that_was_not_finished_is_filled_from_the_one_before() {
        let rules = Ruleset::compile(koma_variants::find("minishogi").expect("it")).expect("rules");
        let moves = Game::start(&rules).legal_moves();
        let report = |depth, multipv, mv: usize| Report {
            depth,
            seldepth: depth,
            multipv,
            score: Score::Cp(mv as i32),
            bound: Bound::Exact,
            nodes: 1,
            hashfull: 0,
            pv: vec![moves[mv]],
        };
        let mut lines = Lines::default();
        for line in [report(1, 1, 0), report(1, 2, 1), report(1, 3, 2), report(2, 1, 1)] {
            lines.note(&line);
        }
        let told = lines.finish();
        let firsts: Vec<_> = told.iter().map(|line| (line.depth, line.pv[0])).collect();
        assert_eq!(firsts, [(2, moves[1]), (1, moves[0]), (1, moves[2])]);
        let scores: Vec<_> = told.iter().map(|line| line.score).collect();
        assert_eq!(scores, [Score::Cp(1), Score::Cp(0), Score::Cp(0)], "best first");
    }
}
