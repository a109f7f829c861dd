//! Why a command is not carried out, in words.

use koma_rules::IllegalMove;
use koma_text::Phrase;

/// Why a command is not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The move is against the rules.
    Illegal(IllegalMove),
    /// The sender does not know the newest move.
    Stale {
        /// The number of the move that is next.
        next: u32,
    },
    /// The other side is to move.
    NotYourTurn,
    /// The game is over.
    Ended,
    /// The game is not over yet.
    NotEnded,
    /// The other player has not come.
    NotStarted,
    /// Both seats are taken, or the invitation is not this game's.
    SeatTaken,
    /// The other side did not ask for this.
    NotOffered,
    /// The same was asked before the last move.
    AlreadyOffered,
    /// The side has made no move to take back.
    NothingToTakeBack,
    /// The game has no declarations.
    NoDeclaration,
    /// The game has no clock.
    NoClock,
    /// Not an amount of time that can be given.
    BadTime,
    /// There is a rematch already.
    HasNext,
    /// The game has as many events as a game may have.
    TooLong,
    /// A move without the number it is meant to have.
    NeedsPly,
    /// The other side is there, or was until a moment ago.
    NotGone,
    /// The side itself is to move.
    YourTurn,
    /// One of the players has closed the chat.
    ChatClosed,
    /// Nothing was said, or too much.
    BadText,
}

koma_text::phrases! {
    static SENTENCES;

    stale(next) {
        "the game has gone on: move {next} is next",
        "局面が進んでいます（次は{next}手目です）"
    }
    not_your_turn() {
        "the other side is to move",
        "相手の手番です"
    }
    ended() {
        "the game is over",
        "対局はすでに終了しています"
    }
    not_ended() {
        "the game is not over yet",
        "対局はまだ終わっていません"
    }
    not_started() {
        "the other player has not joined yet",
        "相手がまだ席についていません"
    }
    seat_taken() {
        "the seat is taken",
        "その席は埋まっています"
    }
    not_offered() {
        "the other side did not ask for this",
        "相手から申し出がありません"
    }
    already_offered() {
        "this was asked already; it may be asked again after the next move",
        "すでに申し出ました。次の手の後にもう一度申し出られます"
    }
    nothing_to_take_back() {
        "there is no move to take back",
        "待ったできる手がありません"
    }
    no_declaration() {
        "this game has no entering-king declaration",
        "この対局に入玉宣言はありません"
    }
    no_clock() {
        "this game has no clock",
        "この対局に時計はありません"
    }
    bad_time() {
        "from one second to one hour can be given",
        "追加できる時間は1秒から1時間です"
    }
    has_next() {
        "the next game has begun already",
        "次の対局はもう始まっています"
    }
    too_long() {
        "the game is too long; it can only be resigned",
        "対局が長すぎます。投了のみできます"
    }
    needs_ply() {
        "the command needs \"ply\"",
        "手数 (ply) が必要です"
    }
    not_gone() {
        "the other player has not been away for long enough",
        "相手が離れてからまだ時間がたっていません"
    }
    your_turn() {
        "it is your move",
        "あなたの手番です"
    }
    chat_closed() {
        "the chat is closed",
        "チャットは閉じられています"
    }
    bad_text() {
        "from 1 to 200 characters can be said",
        "1〜200文字で入力してください"
    }
}

impl Refusal {
    /// The stable code, for programs.
    pub fn code(&self) -> &'static str {
        self.row().0
    }

    /// The sentence in both languages.
    pub fn phrase(&self) -> Phrase {
        self.row().1
    }

    fn row(&self) -> (&'static str, Phrase) {
        match self {
            Self::Illegal(reason) => (reason.code(), reason.phrase()),
            Self::Stale { next } => ("STALE", stale(*next)),
            Self::NotYourTurn => ("NOT_YOUR_TURN", not_your_turn()),
            Self::Ended => ("ENDED", ended()),
            Self::NotEnded => ("NOT_ENDED", not_ended()),
            Self::NotStarted => ("NOT_STARTED", not_started()),
            Self::SeatTaken => ("SEAT_TAKEN", seat_taken()),
            Self::NotOffered => ("NOT_OFFERED", not_offered()),
            Self::AlreadyOffered => ("ALREADY_OFFERED", already_offered()),
            Self::NothingToTakeBack => ("NOTHING_TO_TAKE_BACK", nothing_to_take_back()),
            Self::NoDeclaration => ("NO_DECLARATION", no_declaration()),
            Self::NoClock => ("NO_CLOCK", no_clock()),
            Self::BadTime => ("BAD_TIME", bad_time()),
            Self::HasNext => ("HAS_NEXT", has_next()),
            Self::TooLong => ("TOO_LONG", too_long()),
            Self::NeedsPly => ("NEEDS_PLY", needs_ply()),
            Self::NotGone => ("NOT_GONE", not_gone()),
            Self::YourTurn => ("YOUR_TURN", your_turn()),
            Self::ChatClosed => ("CHAT_CLOSED", chat_closed()),
            Self::BadText => ("BAD_TEXT", bad_text()),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_refusal_is_said_in_both_languages() {
        assert_eq!(koma_text::template_faults(super::SENTENCES), Vec::<String>::new());
    }
}
