//! What a move cost.

use koma_kifu::Fault;
use koma_rules::Move;
use koma_search::Score;

use super::Judged;

/// A move that was played, judged by the positions before and after it.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The move.
    pub mv: Move,
    /// What its side could hope for less after it, 0 to 1.
    pub loss: f64,
    /// How bad that was.
    pub fault: Option<Fault>,
    /// Every other move was much worse.
    pub is_only_move: bool,
    /// 詰み逃し: there was a mate in so many plies, and after the move none is seen.
    pub missed_mate: Option<u32>,
}

/// Judges a move by what was thought before and after it.
pub fn judge(mv: Move, before: &Judged, after: &Judged) -> Verdict {
    let is_best = before.lines.first().and_then(|line| line.moves.first()) == Some(&mv);
    // After it the other side hopes.
    let loss = if is_best { 0.0 } else { (before.hope - (1.0 - after.hope)).max(0.0) };
    let second = before.lines.get(1).map(|line| line.hope);
    let is_only_move = is_best && second.is_some_and(|second| before.hope - second >= 0.2);
    let plies = |judged: &Judged| match judged.lines.first().map(|line| line.score) {
        Some(Score::Mate(plies)) => Some(plies),
        _ => None,
    };
    // A game that has ended is won by whoever moved last, or was not a mate.
    let still = after.lines.is_empty() && after.hope == 0.0 || plies(after).is_some_and(|n| n <= 0);
    let mate = plies(before).filter(|&plies| plies > 0 && !is_best && !still);
    let missed_mate = mate.map(i32::unsigned_abs);
    Verdict { mv, loss, fault: Fault::of(loss), is_only_move, missed_mate }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Line;
    use koma_rules::{Game, Ruleset};

    #[test]
    fn a_move_is_judged_by_what_it_costs() {
        let rules = Ruleset::compile(koma_variants::find("minishogi").expect("it")).expect("rules");
        let game = Game::start(&rules);
        let moves = game.legal_moves();
        let judged = |hope: f64, lines: Vec<Line>| Judged {
            position: game.position().clone(),
            lines,
            nodes: 1,
            hope,
        };
        let line = |mv, points| Line {
            score: Score::Cp(points),
            depth: 1,
            moves: vec![mv],
            hope: crate::analysis::hope(Score::Cp(points)),
        };
        let before = judged(0.7, vec![line(moves[0], 400), line(moves[1], -400)]);
        let judge_after = |mv, hope| judge(mv, &before, &judged(hope, Vec::new()));
        assert_eq!(judge_after(moves[1], 0.35).fault, None);
        assert_eq!(judge_after(moves[1], 0.41).fault, Some(Fault::Inaccuracy));
        assert_eq!(judge_after(moves[1], 0.51).fault, Some(Fault::Mistake));
        assert_eq!(judge_after(moves[1], 1.0).fault, Some(Fault::Blunder));
        // A mate is missed where the move that is played leads to none.
        let mated = Line { score: Score::Mate(5), ..line(moves[0], 0) };
        let before = judged(1.0, vec![mated.clone()]);
        let after = |lines| judged(0.4, lines);
        assert_eq!(judge(moves[1], &before, &after(Vec::new())).missed_mate, Some(5));
        assert_eq!(judge(moves[0], &before, &after(Vec::new())).missed_mate, None);
        let losing = Line { score: Score::Mate(-6), ..mated };
        assert_eq!(judge(moves[1], &before, &after(vec![losing])).missed_mate, None);
        assert_eq!(judge(moves[1], &before, &judged(0.0, Vec::new())).missed_mate, None);
        // The best move costs nothing, even if a deeper look is less happy with it.
        let best = judge_after(moves[0], 0.9);
        assert!(best.fault.is_none() && best.is_only_move && best.loss == 0.0);
    }
}
