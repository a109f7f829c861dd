//! How games end: one table for all formats.

use koma_rules::{Reason, Side, Winner};
use koma_text::Lang;

/// The way a game ends, in the terms of CSA and what other formats add.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// 投了: the side to move resigns.
    Resign,
    /// 中断: interrupted.
    Interrupted,
    /// 千日手: a draw by repetition.
    Repetition,
    /// 切れ負け: the side to move has no time left.
    TimeUp,
    /// 反則負け: the side to move loses by a foul.
    IllegalMove,
    /// The named side fouled and loses, whoever is to move.
    IllegalAction(Side),
    /// 反則勝ち: the side to move wins by the other's foul.
    OpponentIllegal,
    /// 持将棋: a draw by impasse.
    Impasse,
    /// 入玉勝ち: the side to move wins by declaration.
    Declaration,
    /// 引き分け: a draw by declaration.
    DeclaredDraw,
    /// 最大手数: a draw because the number of moves is limited.
    MaxMoves,
    /// 待った: a move was taken back.
    TakenBack,
    /// 詰み: the side to move is mated.
    Mate,
    /// 不詰: a problem without a solution.
    NoMate,
    /// An error, says the program that wrote the file.
    Error,
    /// 不戦勝: the side to move wins without play.
    WonByDefault,
    /// 不戦敗: the side to move loses without play.
    LostByDefault,
    /// 封じ手: adjourned with a sealed move.
    SealedMove,
    /// トライ: the king reached its goal; who wins is not agreed on.
    Try,
    /// An ending in words of its own.
    Other,
}

/// Who gains by an ending, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gain {
    Mover,
    Opponent,
    Draw,
    Nobody,
}

/// Ending, CSA's keyword and its like, who gains, the word of KIF and other words for it, of which
/// the first is the one we write; and what is said of the side to move in English.
type Row = (End, &'static str, Gain, &'static [&'static str], &'static str);

#[rustfmt::skip]
const TABLE: &[Row] = &[
    (End::Resign, "TORYO", Gain::Opponent, &["投了", "resign", "Resign", "Resigns"], "resigns"),
    (End::Interrupted, "CHUDAN", Gain::Nobody, &["中断", "break", "指し掛け", "指掛", "差し掛け"], "interrupted"),
    (End::Repetition, "SENNICHITE", Gain::Draw, &["千日手", "rep_draw"], "repetition"),
    (End::TimeUp, "TIME_UP", Gain::Opponent, &["切れ負け", "時間切れ", "時間切れ負け", "切負", "Time-up", "Time-Up", "timeout"], "out of time"),
    (End::IllegalMove, "ILLEGAL_MOVE", Gain::Opponent, &["反則負け", "反則負"], "loses by an illegal move"),
    (End::IllegalAction(Side::Sente), "+ILLEGAL_ACTION", Gain::Nobody, &[], "Sente loses by a foul"),
    (End::IllegalAction(Side::Gote), "-ILLEGAL_ACTION", Gain::Nobody, &[], "Gote loses by a foul"),
    (End::OpponentIllegal, "OPPONENT_ILLEGAL", Gain::Mover, &["反則勝ち", "反則勝"], "wins by the other’s illegal move"),
    (End::Impasse, "JISHOGI", Gain::Draw, &["持将棋"], "impasse"),
    (End::Declaration, "KACHI", Gain::Mover, &["入玉勝ち", "勝ち宣言", "入玉宣言", "入玉宣言勝ち", "宣言勝ち", "入玉勝"], "wins by declaration"),
    (End::DeclaredDraw, "HIKIWAKE", Gain::Draw, &["引き分け", "引分け", "引分"], "draw"),
    (End::MaxMoves, "MAX_MOVES", Gain::Draw, &["最大手数"], "move limit"),
    (End::TakenBack, "MATTA", Gain::Nobody, &["待った"], "move taken back"),
    (End::Mate, "TSUMI", Gain::Opponent, &["詰み", "詰"], "checkmated"),
    (End::NoMate, "FUZUMI", Gain::Nobody, &["不詰", "不詰み"], "no mate"),
    (End::Error, "ERROR", Gain::Nobody, &["エラー"], "error"),
    (End::WonByDefault, "FUSENSHO", Gain::Mover, &["不戦勝", "不戦勝ち"], "wins by default"),
    (End::LostByDefault, "FUSENPAI", Gain::Opponent, &["不戦敗", "不戦負け"], "loses by default"),
    (End::SealedMove, "FUJITE", Gain::Nobody, &["封じ手"], "sealed move"),
    (End::Try, "TRY", Gain::Nobody, &["トライ"], "try"),
    (End::Other, "OTHER", Gain::Nobody, &[], ""),
];

impl End {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.0)
    }

    /// CSA's keyword without `%`, or the like where CSA has none: `TORYO`, `FUSENSHO`, `OTHER`.
    pub fn keyword(self) -> &'static str {
        self.row().1
    }

    /// The ending of a keyword, with or without `%`.
    pub fn from_keyword(keyword: &str) -> Option<Self> {
        let keyword = keyword.strip_prefix('%').unwrap_or(keyword);
        TABLE.iter().find(|row| row.1 == keyword).map(|row| row.0)
    }

    /// The word KIF has for it.
    pub fn word(self) -> Option<&'static str> {
        self.row().3.first().copied()
    }

    /// The ending a word of KIF means.
    pub fn from_word(word: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.3.contains(&word)).map(|row| row.0)
    }

    /// Who wins when `mover` is the side to move.
    pub fn winner(self, mover: Side) -> Option<Winner> {
        match (self, self.row().2) {
            (Self::IllegalAction(offender), _) => Some(Winner::Side(offender.other())),
            (_, Gain::Mover) => Some(Winner::Side(mover)),
            (_, Gain::Opponent) => Some(Winner::Side(mover.other())),
            (_, Gain::Draw) => Some(Winner::Draw),
            (_, Gain::Nobody) => None,
        }
    }

    fn row(self) -> &'static Row {
        TABLE.iter().find(|row| row.0 == self).expect("the table has all endings")
    }
}

/// The end of a game as the file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Which way.
    pub end: End,
    /// Who won, where the file or the way says so.
    pub winner: Option<Winner>,
    /// The words of the file (`投了`, `%TORYO`), where it has any of its own.
    pub text: Option<String>,
}

impl Ending {
    /// An ending with the winner that follows from it.
    pub fn new(end: End, mover: Side) -> Self {
        Self { end, winner: end.winner(mover), text: None }
    }

    /// The end of a game of ours in the words of records. `mover` is the side to move.
    pub fn of(end: koma_rules::End, mover: Side) -> Self {
        use Reason as R;
        let is_draw = end.winner == Winner::Draw;
        let is_won = end.winner == Winner::Side(mover);
        let is_lost = !is_draw && !is_won;
        let way = match end.reason {
            R::Checkmate if is_lost => End::Mate,
            // Whoever is to move; the winner says who it was.
            R::Resignation => End::Resign,
            R::TimeLoss => End::TimeUp,
            R::Repetition if is_draw => End::Repetition,
            R::PerpetualCheck
            | R::PerpetualAttack
            | R::DropMate
            | R::IllegalMove
            | R::FalseDeclaration
                if !is_draw =>
            {
                if is_lost {
                    End::IllegalMove
                } else {
                    End::OpponentIllegal
                }
            }
            R::Declaration if is_won => End::Declaration,
            R::AgreedImpasse if is_draw => End::Impasse,
            R::Declaration | R::AgreedDraw if is_draw => End::DeclaredDraw,
            R::MoveLimit if is_draw => End::MaxMoves,
            R::Goal => End::Try,
            _ => End::Other,
        };
        // What records have no keyword for is said in the words of the rules.
        let text = (way == End::Other).then(|| end.reason.words(Lang::Ja).to_owned());
        Self { end: way, winner: Some(end.winner), text }
    }

    /// An end of a game of ours where nobody says who won: the side that has just moved, unless
    /// that was its fault.
    pub fn usual(reason: Reason, mover: Side) -> Self {
        use Reason as R;
        let winner = match reason {
            R::Repetition | R::MoveLimit | R::NoProgress | R::AgreedImpasse | R::AgreedDraw => {
                Winner::Draw
            }
            R::PerpetualCheck | R::PerpetualAttack | R::DropMate | R::Declaration => {
                Winner::Side(mover)
            }
            _ => Winner::Side(mover.other()),
        };
        Self::of(koma_rules::End { reason, winner }, mover)
    }

    /// The ending in words: KIF's if it has one, else the file's, else the keyword.
    pub fn words(&self) -> String {
        let own = || self.text.clone().unwrap_or_else(|| self.end.keyword().to_owned());
        self.end.word().map_or_else(own, str::to_owned)
    }

    /// The ending in words where `mover` is to move: if the side that waits has resigned or lost on
    /// time, it is named (後手投了).
    pub fn words_for(&self, mover: Side) -> String {
        let follows = self.end.winner(mover);
        let by = Side::BOTH.into_iter().find(|&side| self.end.winner(side) == self.winner);
        match (by, self.end.word()) {
            (Some(side), Some(word)) if follows != self.winner => {
                format!("{}{word}", side.words(Lang::Ja))
            }
            _ => self.words(),
        }
    }

    /// The ending in a language where `mover` is to move. In English whoever resigns or loses is named; what a file says in words
    /// of its own stays as it is.
    pub fn say(&self, mover: Side, lang: Lang) -> String {
        let english = self.end.row().4;
        if lang == Lang::Ja || english.is_empty() {
            return self.words_for(mover);
        }
        let is_about_somebody = !matches!(self.end.row().2, Gain::Draw | Gain::Nobody);
        let by = match self.is_out_of_turn(mover) {
            true => mover.other(),
            false => mover,
        };
        match is_about_somebody {
            true => format!("{} {english}", by.words(Lang::En)),
            false => english.to_owned(),
        }
    }

    /// Whether the plain word or keyword would name somebody else as the winner: it is said of the
    /// side to move, and here it is the other one that has resigned or lost on time.
    pub fn is_out_of_turn(&self, mover: Side) -> bool {
        let follows = self.end.winner(mover);
        follows.is_some() && follows != self.winner
    }

    /// The same ending in the file's words.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_and_word_means_one_ending() {
        for row in TABLE {
            assert_eq!(End::from_keyword(row.1), Some(row.0));
            assert_eq!(row.0.keyword(), row.1);
            for word in row.3 {
                assert_eq!(End::from_word(word), Some(row.0), "{word}");
            }
        }
        assert_eq!(End::from_keyword("%TORYO"), Some(End::Resign));
        assert_eq!(End::from_keyword("%X"), None);
    }

    #[test]
    fn who_ends_a_game_out_of_turn_is_named() {
        let words = |end, winner, mover| {
            let ending = Ending { end, winner: Some(Winner::Side(winner)), text: None };
            (ending.words_for(mover), ending.is_out_of_turn(mover))
        };
        let (black, white) = (Side::Sente, Side::Gote);
        assert_eq!(words(End::Resign, black, white), ("投了".to_owned(), false));
        assert_eq!(words(End::Resign, black, black), ("後手投了".to_owned(), true));
        assert_eq!(words(End::TimeUp, white, white), ("先手切れ負け".to_owned(), true));
        assert_eq!(words(End::Try, white, white), ("トライ".to_owned(), false));
    }

    #[test]
    fn endings_are_said_in_english() {
        let said = |end, mover| Ending::new(end, mover).say(mover, Lang::En);
        assert_eq!(said(End::Interrupted, Side::Sente), "interrupted");
        assert_eq!(said(End::Resign, Side::Gote), "Gote resigns");
        let waits = Ending {
            winner: Some(Winner::Side(Side::Gote)),
            ..Ending::new(End::TimeUp, Side::Gote)
        };
        assert_eq!(waits.say(Side::Gote, Lang::En), "Sente out of time");
        assert_eq!(waits.say(Side::Gote, Lang::Ja), "先手切れ負け");
        let own = Ending::new(End::Other, Side::Sente).text("喧嘩");
        assert_eq!(own.say(Side::Sente, Lang::En), "喧嘩");
        assert!(End::all().all(|end| end == End::Other || !end.row().4.is_empty()));
    }

    #[test]
    fn the_winner_follows_from_the_side_to_move() {
        let black = Some(Winner::Side(Side::Sente));
        let white = Some(Winner::Side(Side::Gote));
        for (end, winner) in [
            (End::Resign, white),
            (End::TimeUp, white),
            (End::IllegalMove, white),
            (End::IllegalAction(Side::Sente), white),
            (End::IllegalAction(Side::Gote), black),
            (End::OpponentIllegal, black),
            (End::Declaration, black),
            (End::Mate, white),
            (End::WonByDefault, black),
            (End::LostByDefault, white),
            (End::Repetition, Some(Winner::Draw)),
            (End::Impasse, Some(Winner::Draw)),
            (End::Interrupted, None),
        ] {
            assert_eq!(end.winner(Side::Sente), winner, "{end:?}");
        }
    }
}
