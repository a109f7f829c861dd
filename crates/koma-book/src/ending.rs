//! How a game ended, in a sentence that a newcomer understands.

use koma_rules::{End, Reason, Winner};
use koma_text::{Fact, Phrase};
use koma_variants::Variant;

koma_text::phrases! {
    static SENTENCES;

    wins(winner) {
        "{winner} wins",
        "{winner}の勝ちです。"
    }
    checkmate(winner, loser, royal) {
        "{loser}’s {royal} is in checkmate. {winner} wins",
        "{loser}の{royal}が詰みました。{winner}の勝ちです。"
    }
    no_move(winner, loser) {
        "{loser} has no legal move. {winner} wins",
        "{loser}に指せる手がありません。{winner}の勝ちです。"
    }
    royal_taken(winner, loser) {
        "{loser}’s last royal piece was taken. {winner} wins",
        "{loser}の最後の玉が取られました。{winner}の勝ちです。"
    }
    taken(winner, loser, royal) {
        "{loser}’s {royal} was taken. {winner} wins",
        "{loser}の{royal}が取られました。{winner}の勝ちです。"
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
    goal(winner, loser, royal) {
        "{winner}’s {royal} has reached its goal. {winner} wins",
        "{winner}の{royal}が目的の升に着きました。{winner}の勝ちです。"
    }
    bare_royal(winner, loser, royal) {
        "{loser} has nothing left but the {royal}. {winner} wins",
        "{loser}は{royal}だけになりました。{winner}の勝ちです。"
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

/// What the only kind of royal piece of a game is called: the king, unless it has another name (the
/// lion of dobutsu shogi).
fn royal(variant: Option<&Variant>) -> Option<Fact> {
    let mut royals = variant?.kinds.iter().filter(|kind| kind.royal);
    let only = royals.next().filter(|_| royals.next().is_none())?;
    let (en, ja) = (only.piece.name.to_lowercase(), &only.piece.name_ja);
    (!en.contains("king") && !ja.is_empty()).then(|| Fact::named(en, ja))
}

/// How a game of a variant ended, in a sentence (without its full stop in English).
pub fn ended(end: End, variant: Option<&Variant>) -> Phrase {
    let other = royal(variant);
    let royal = other.clone().unwrap_or_else(|| Fact::named("king", "玉"));
    use Reason as R;
    let Winner::Side(side) = end.winner else { return drawn(end.reason) };
    let (winner, loser) = (side.fact(), side.other().fact());
    match end.reason {
        R::Checkmate => checkmate(winner, loser, royal),
        R::NoMove => no_move(winner, loser),
        R::RoyalTaken if other.is_some() => taken(winner, loser, royal),
        R::RoyalTaken => royal_taken(winner, loser),
        R::Repetition => repetition(winner, loser),
        R::PerpetualCheck => perpetual_check(winner, loser),
        R::PerpetualAttack => perpetual_attack(winner, loser),
        R::MoveLimit => move_limit(winner, loser),
        R::NoProgress => no_progress(winner, loser),
        R::Checks => checks(winner, loser),
        R::Extinction => extinction(winner, loser),
        R::Goal => goal(winner, loser, royal),
        R::BareRoyal => bare_royal(winner, loser, royal),
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
        let gote = Winner::Side(Side::Gote);
        let won = |reason| ended(End { reason, winner: gote }, None);
        assert_eq!(won(R::Resignation).say(Lang::En), "Sente resigned. Gote wins");
        assert_eq!(won(R::Resignation).say(Lang::Ja), "先手が投了しました。後手の勝ちです。");
        let drawn = End { reason: R::Repetition, winner: Winner::Draw };
        assert!(ended(drawn, None).say(Lang::Ja).contains("千日手"));
    }

    #[test]
    fn a_royal_piece_is_called_by_its_name() {
        let said = |slug, reason| {
            let end = End { reason, winner: Winner::Side(Side::Gote) };
            [Lang::En, Lang::Ja].map(|lang| ended(end, koma_variants::find(slug)).say(lang))
        };
        assert_eq!(said("dobutsu", R::Goal)[0], "Gote’s lion has reached its goal. Gote wins");
        assert!(said("dobutsu", R::Checkmate)[1].starts_with("先手のらいおんが詰みました"));
        assert_eq!(said("shogi", R::Checkmate)[0], "Sente’s king is in checkmate. Gote wins");
        assert!(said("chu", R::RoyalTaken)[0].contains("last royal piece"));
    }
}
