//! How a game ended, in a sentence that a newcomer understands.

use koma_rules::{End, Reason, Winner};
use koma_text::Phrase;

koma_text::phrases! {
    static SENTENCES;

    wins(winner) {
        "{winner} wins",
        "{winner}の勝ちです。"
    }
    checkmate(winner, loser) {
        "{loser}’s king is in checkmate. {winner} wins",
        "{loser}の玉が詰みました。{winner}の勝ちです。"
    }
    no_move(winner, loser) {
        "{loser} has no legal move. {winner} wins",
        "{loser}に指せる手がありません。{winner}の勝ちです。"
    }
    royal_taken(winner, loser) {
        "{loser}’s last royal piece was taken. {winner} wins",
        "{loser}の最後の玉が取られました。{winner}の勝ちです。"
    }
    repetition(winner, loser) {
        "The position was repeated. {winner} wins",
        "同じ局面が繰り返されました。{winner}の勝ちです。"
    }
    perpetual_check(winner, loser) {
        "{loser} repeated the position by checking all the time, which is forbidden. {winner} wins",
        "{loser}の王手が続いて千日手になりました。反則で{winner}の勝ちです。"
    }
    perpetual_attack(winner, loser) {
        "{loser} repeated the position by chasing a piece all the time. {winner} wins",
        "{loser}が駒を追い続けて同じ局面を繰り返しました。{winner}の勝ちです。"
    }
    move_limit(winner, loser) {
        "The limit of moves was reached. {winner} wins",
        "決められた手数に達しました。{winner}の勝ちです。"
    }
    no_progress(winner, loser) {
        "Too many moves without progress. {winner} wins",
        "進展のないまま手数が尽きました。{winner}の勝ちです。"
    }
    checks(winner, loser) {
        "{winner} has given the number of checks that wins",
        "{winner}が決められた回数の王手をかけました。{winner}の勝ちです。"
    }
    extinction(winner, loser) {
        "{loser} has lost the pieces it may not lose. {winner} wins",
        "{loser}の駒がなくなりました。{winner}の勝ちです。"
    }
    goal(winner, loser) {
        "{winner}’s king has reached its goal. {winner} wins",
        "{winner}の玉が目的の升に着きました。{winner}の勝ちです。"
    }
    bare_royal(winner, loser) {
        "{loser} has nothing left but the king. {winner} wins",
        "{loser}は玉だけになりました。{winner}の勝ちです。"
    }
    drop_mate(winner, loser) {
        "A pawn may not be dropped to give mate. {winner} wins",
        "打ち歩詰めは禁じ手です。{winner}の勝ちです。"
    }
    declaration(winner, loser) {
        "{winner} declared the entering king, and the conditions hold. {winner} wins",
        "{winner}の入玉宣言が認められました。{winner}の勝ちです。"
    }
    false_declaration(winner, loser) {
        "{loser} declared the entering king, but the conditions do not hold. {winner} wins",
        "{loser}の入玉宣言は条件を満たしていません。{winner}の勝ちです。"
    }
    resignation(winner, loser) {
        "{loser} resigned. {winner} wins",
        "{loser}が投了しました。{winner}の勝ちです。"
    }
    time_loss(winner, loser) {
        "{loser} ran out of time. {winner} wins",
        "{loser}の時間が切れました。{winner}の勝ちです。"
    }
    illegal_move(winner, loser) {
        "{loser} made an illegal move. {winner} wins",
        "{loser}の反則です。{winner}の勝ちです。"
    }
    draw() {
        "The game is a draw",
        "引き分けです。"
    }
    repetition_drawn() {
        "The same position came up too often (sennichite): a draw",
        "同じ局面が四度現れ、千日手になりました。引き分けです。"
    }
    no_move_drawn() {
        "There is no legal move: a draw",
        "指せる手がありません。引き分けです。"
    }
    move_limit_drawn() {
        "The limit of moves was reached: a draw",
        "決められた手数に達しました。引き分けです。"
    }
    no_progress_drawn() {
        "Too many moves without progress: a draw",
        "進展のないまま手数が尽きました。引き分けです。"
    }
    declaration_drawn() {
        "The entering king was declared with the points of a draw",
        "入玉宣言により持将棋、引き分けです。"
    }
    agreed_impasse_drawn() {
        "Both agreed on an impasse (jishogi): a draw",
        "持将棋に合意しました。引き分けです。"
    }
    agreed_draw_drawn() {
        "Both agreed on a draw",
        "合意により引き分けです。"
    }
    bare_royal_drawn() {
        "Both have nothing left but the king: a draw",
        "双方が玉だけになりました。引き分けです。"
    }
}

/// How a game ended, in a sentence (without its full stop in English).
pub fn ended(end: End) -> Phrase {
    use Reason as R;
    let Winner::Side(side) = end.winner else { return drawn(end.reason) };
    let (winner, loser) = (side.fact(), side.other().fact());
    match end.reason {
        R::Checkmate => checkmate(winner, loser),
        R::NoMove => no_move(winner, loser),
        R::RoyalTaken => royal_taken(winner, loser),
        R::Repetition => repetition(winner, loser),
        R::PerpetualCheck => perpetual_check(winner, loser),
        R::PerpetualAttack => perpetual_attack(winner, loser),
        R::MoveLimit => move_limit(winner, loser),
        R::NoProgress => no_progress(winner, loser),
        R::Checks => checks(winner, loser),
        R::Extinction => extinction(winner, loser),
        R::Goal => goal(winner, loser),
        R::BareRoyal => bare_royal(winner, loser),
        R::DropMate => drop_mate(winner, loser),
        R::Declaration => declaration(winner, loser),
        R::FalseDeclaration => false_declaration(winner, loser),
        R::Resignation => resignation(winner, loser),
        R::TimeLoss => time_loss(winner, loser),
        R::IllegalMove => illegal_move(winner, loser),
        // A reason that is new to us is told by its outcome.
        _ => wins(winner),
    }
}

fn drawn(reason: Reason) -> Phrase {
    use Reason as R;
    match reason {
        R::Repetition => repetition_drawn(),
        R::NoMove => no_move_drawn(),
        R::MoveLimit => move_limit_drawn(),
        R::NoProgress => no_progress_drawn(),
        R::Declaration => declaration_drawn(),
        R::AgreedImpasse => agreed_impasse_drawn(),
        R::AgreedDraw => agreed_draw_drawn(),
        R::BareRoyal => bare_royal_drawn(),
        _ => draw(),
    }
}

#[cfg(test)]
mod tests {
    use koma_rules::Side;
    use koma_text::Lang;

    use super::{Reason as R, *};

    #[test]
    fn every_ending_is_said_in_both_languages() {
        assert_eq!(koma_text::template_faults(SENTENCES), Vec::<String>::new());
        let won = |reason| ended(End { reason, winner: Winner::Side(Side::Gote) });
        assert_eq!(won(R::Resignation).say(Lang::En), "Sente resigned. Gote wins");
        assert_eq!(won(R::Resignation).say(Lang::Ja), "先手が投了しました。後手の勝ちです。");
        let drawn = End { reason: R::Repetition, winner: Winner::Draw };
        assert!(ended(drawn).say(Lang::Ja).contains("千日手"));
    }
}
