//! Judgements in words, as records keep them.

use koma_kifu::notation::{Digits, japanese};
use koma_rules::{Move, Position, Side};
use koma_search::Score;
use koma_text::Lang;

use super::{Judged, Verdict};

/// Says that a mate was not seen.
pub fn missed(plies: u32, lang: Lang) -> String {
    lang.pick(format!("missed mate in {plies}"), format!("詰み逃し（{plies}手詰）"))
}

/// What is to be said about a move, a sentence each.
pub fn verdict_words(verdict: &Verdict, lang: Lang) -> Vec<String> {
    let mut words: Vec<String> =
        verdict.missed_mate.map(|plies| missed(plies, lang)).into_iter().collect();
    if let Some(fault) = verdict.fault {
        let (word, loss) = (fault.word(lang), (verdict.loss * 100.0).round());
        words.push(format!("{word} -{loss}%"));
    } else if verdict.is_only_move {
        words.push(lang.pick("the only move", "唯一の手").to_owned());
    }
    words
}

/// What was thought of a position as comments of a record, in the words `koma-kifu` and other
/// programs read; none where the game is over.
pub fn comments(judged: &Judged) -> Vec<String> {
    let Some(best) = judged.lines.first() else { return Vec::new() };
    // Scores in records are Sente's.
    let sign = if judged.position.side() == Side::Sente { 1 } else { -1 };
    let score = match best.score {
        Score::Cp(points) => format!("#評価値={}", sign * points),
        Score::Mate(plies) => {
            let winner = if (plies > 0) == (sign > 0) { "先手" } else { "後手" };
            format!("#詰み={winner}勝ち:{}手", plies.unsigned_abs())
        }
    };
    vec![
        score,
        format!("#読み筋={}", line(&judged.position, &best.moves)),
        format!("#深さ={}", best.depth),
        format!("#ノード数={}", judged.nodes),
    ]
}

/// Moves one after another, as other programs read them: `▲７六歩△３四歩`. A move that has no words
/// ends the line.
fn line(position: &Position, moves: &[Move]) -> String {
    let (mut at, mut last_to) = (position.clone(), None);
    let mut text = String::new();
    for &mv in moves {
        let usi = at.usi(mv);
        let Some(word) = japanese(&at, &usi, last_to, Digits::Mixed) else { break };
        text.push_str(&word);
        last_to = usi.to();
        let _ = at.play_unchecked(mv);
    }
    text
}

#[cfg(test)]
mod tests {
    use koma_rules::{Game, Ruleset};

    use super::*;
    use crate::analysis::Line;

    /// The first comments on shogi after `moves` with this line and score of the side to move.
    fn written(moves: &[&str], line: &[&str], score: Score) -> Vec<String> {
        let rules = Ruleset::compile(koma_variants::find("shogi").expect("it")).expect("rules");
        let mut game = Game::start(&rules);
        moves.iter().for_each(|usi| game.play_usi(usi).expect("a legal move"));
        let mut on = game.clone();
        let play = |usi: &&str| {
            let mv = on.position().explain_usi(&usi.parse().expect(usi)).expect(usi);
            on.play(mv).expect(usi);
            mv
        };
        let line = Line::new(score, 9, line.iter().map(play).collect());
        let judged = Judged::new(game.position().clone(), vec![line], 1);
        comments(&judged)[..2].to_vec()
    }

    #[test]
    fn comments_are_what_other_programs_read() {
        let exchange = ["8h2b+", "3a2b"];
        let opening = ["7g7f", "3c3d"];
        let words = ["#評価値=70", "#読み筋=▲２二角成△同　銀"];
        assert_eq!(written(&opening, &exchange, Score::Cp(70)), words);
        let mate = ["#詰み=先手勝ち:7手", "#読み筋=▲２二角成△同　銀"];
        assert_eq!(written(&opening, &exchange, Score::Mate(7)), mate);
        // Scores are Sente's, whoever is to move.
        let second = ["#評価値=-70", "#読み筋=△３四歩"];
        assert_eq!(written(&opening[..1], &opening[1..], Score::Cp(70)), second);
        let mated = ["#詰み=先手勝ち:8手", "#読み筋=△３四歩"];
        assert_eq!(written(&opening[..1], &opening[1..], Score::Mate(-8)), mated);
    }
}
