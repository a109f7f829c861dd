//! What scores mean to people: chances to win, and how bad a move was. The one place for it: the
//! engine's judgements and those read from comments are measured by the same.

use koma_rules::Side;
use koma_text::Lang;

use crate::notation::{Digits, japanese};
use crate::{Analysis, NodeId, Record, Score};

/// Points that make a win 2.7 times as likely as a loss, as Ponanza's authors fitted them and most
/// programs of shogi show them.
pub const USUAL_SCALE: f64 = 600.0;

/// The chance to win that points stand for, 0 to 1.
pub fn chance(points: f64) -> f64 {
    1.0 / (1.0 + (-points / USUAL_SCALE).exp())
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// 疑問手: it cost a tenth of the game.
    Inaccuracy,
    /// 悪手: a fifth.
    Mistake,
    /// 大悪手: three tenths.
    Blunder,
    /// 詰み逃し: there was a mate, and after the move there is none.
    MissedMate,
}

impl Fault {
    /// By what its side could hope for less after it, 0 to 1.
    pub fn of(loss: f64) -> Option<Self> {
        match loss {
            loss if loss >= 0.3 => Some(Self::Blunder),
            loss if loss >= 0.2 => Some(Self::Mistake),
            loss if loss >= 0.1 => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// Its name.
    pub fn word(self, lang: Lang) -> &'static str {
        match self {
            Self::Inaccuracy => lang.pick("inaccuracy", "疑問手"),
            Self::Mistake => lang.pick("mistake", "悪手"),
            Self::Blunder => lang.pick("blunder", "大悪手"),
            Self::MissedMate => lang.pick("missed mate", "詰み逃し"),
        }
    }
}

impl Score {
    /// The chance to win of the side the score is for, 0 to 1.
    pub fn chance(self) -> f64 {
        match self {
            Self::Points(points) => chance(points.into()),
            Self::Mate { is_loss, .. } => f64::from(u8::from(!is_loss)),
        }
    }
}

impl Record {
    /// How bad a move was, by what stands in the comments before and after it. Scores in records are
    /// Sente's. One number a move tells nothing of moves that had no equal.
    pub fn fault(&self, id: NodeId) -> Option<Fault> {
        let parent = self.parent(id)?;
        let (before, after) = (best(self.analysis(parent))?, best(self.analysis(id))?);
        let fault = self.cost(id, parent, before.score?, after.score?)?;
        let is_advised = before.line.is_some_and(|line| self.begins_with(&line, id, parent));
        (!is_advised).then_some(fault)
    }

    /// How bad a move was by the scores before and after it.
    fn cost(&self, id: NodeId, parent: NodeId, before: Score, after: Score) -> Option<Fault> {
        self.usi(id)?;
        let side = self.side_at(parent);
        let mates = |score: Score| match score {
            Score::Mate { is_loss, .. } => is_loss == (side == Side::Gote),
            Score::Points(_) => false,
        };
        if mates(before) && !mates(after) {
            return Some(Fault::MissedMate);
        }
        let gain = after.chance() - before.chance();
        Fault::of(if side == Side::Sente { -gain } else { gain })
    }

    /// Whether a line of a comment begins with the move of a node: in USI, or in Japanese with or
    /// without the square it comes from.
    fn begins_with(&self, line: &str, id: NodeId, parent: NodeId) -> bool {
        let Some(usi) = self.usi(id) else { return false };
        if line.split_whitespace().next() == Some(&usi.to_string()) {
            return true;
        }
        let line = plain(line);
        if !line.starts_with(['▲', '△']) {
            return false;
        }
        let Some(position) = self.position_at(parent) else { return false };
        let last_to = self.usi(parent).and_then(|usi| usi.to());
        [last_to, None].into_iter().any(|last_to| {
            let word = japanese(&position, &usi, last_to, Digits::Mixed).map(|word| plain(&word));
            let rest = word.and_then(|word| line.strip_prefix(&word).map(str::to_owned));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['▲', '△', '(']))
        })
    }
}

/// A line of moves without spaces, with one mark for each side and one kind of digits.
fn plain(line: &str) -> String {
    let plain = |c: char| match c {
        '▼' | '☗' => '▲',
        '▽' | '☖' => '△',
        '1'..='9' => char::from_u32(c as u32 - '1' as u32 + '１' as u32).unwrap_or(c),
        _ => c,
    };
    line.chars().filter(|c| !c.is_whitespace()).map(plain).collect()
}

/// The first candidate that has a score.
fn best(all: Vec<Analysis>) -> Option<Analysis> {
    let mut scored: Vec<Analysis> = all.into_iter().filter(|one| one.score.is_some()).collect();
    let first = scored.iter().position(|one| one.candidate.unwrap_or(1) == 1).unwrap_or(0);
    (!scored.is_empty()).then(|| scored.swap_remove(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadOptions, read};

    /// The faults of a record with these comments, one after each move.
    fn faults(comments: [&str; 4]) -> Vec<Option<Fault>> {
        let moves = ["７六歩(77)", "３四歩(33)", "２六歩(27)"];
        let mut text = format!("手合割：平手\n{}\n", comments[0]);
        for (number, (mv, comment)) in (1..).zip(moves.iter().zip(&comments[1..])) {
            text += &format!("{number} {mv}\n{comment}\n");
        }
        let reading = read(text.as_bytes(), &ReadOptions::default());
        let record = &reading.records[0];
        record.main_line().map(|id| record.fault(id)).collect()
    }

    #[test]
    fn a_move_is_as_bad_as_what_it_costs_its_side() {
        // 600 points are 73 of 100, 250 are 60.
        let found = faults(["*#評価値=600", "*#評価値=250", "*#評価値=1200", "*#評価値=-1200"]);
        assert_eq!(found, [Some(Fault::Inaccuracy), Some(Fault::Mistake), Some(Fault::Blunder)]);
        assert_eq!(faults(["*#評価値=0", "*#評価値=-10", "", "*#評価値=-900"]), [None; 3]);
    }

    #[test]
    fn the_move_of_the_line_is_no_fault_and_a_mate_that_is_gone_was_missed() {
        let found = faults([
            "*#評価値=600\n*#読み筋=7g7f 3c3d",
            "*#評価値=-600",
            "*#詰み=+7",
            "*#評価値=900",
        ]);
        assert_eq!(found, [None, Some(Fault::Blunder), Some(Fault::MissedMate)]);
        let advised = |line: &str| {
            let first = format!("*#評価値=600\n*#読み筋={line}");
            faults([&first, "*#評価値=-600", "", ""])[0].is_none()
        };
        for line in ["▲７六歩△３四歩", "☗７六歩(77) ☖３四歩(33)", "▲ 7六歩", "7g7f"]
        {
            assert!(advised(line), "{line}");
        }
        for line in ["▲７六歩成", "▲２六歩△３四歩", "△７六歩", "", "7g7f+"] {
            assert!(!advised(line), "{line}");
        }
        assert_eq!(faults(["*#詰み=+7", "*#詰み=+9", "*#評価値=9", ""]).first(), Some(&None));
    }
}
