//! Why a command is not carried out, in words.

use koma_rules::IllegalMove;
use thiserror::Error;

/// Why a command is not carried out. `Display` is the English sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The move is against the rules.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// The sender does not know the newest move.
    #[error("the game has gone on: move {next} is next")]
    Stale {
        /// The number of the move that is next.
        next: u32,
    },
    /// The other side is to move.
    #[error("the other side is to move")]
    NotYourTurn,
    /// The game is over.
    #[error("the game is over")]
    Ended,
    /// The game is not over yet.
    #[error("the game is not over yet")]
    NotEnded,
    /// The other player has not come.
    #[error("the other player has not joined yet")]
    NotStarted,
    /// Both seats are taken, or the invitation is not this game's.
    #[error("the seat is taken")]
    SeatTaken,
    /// The other side did not ask for this.
    #[error("the other side did not ask for this")]
    NotOffered,
    /// The same was asked before the last move.
    #[error("this was asked already; it may be asked again after the next move")]
    AlreadyOffered,
    /// The side has made no move to take back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// The game has no declarations.
    #[error("this game has no entering-king declaration")]
    NoDeclaration,
    /// The game has no clock.
    #[error("this game has no clock")]
    NoClock,
    /// Not an amount of time that can be given.
    #[error("from one second to one hour can be given")]
    BadTime,
    /// There is a rematch already.
    #[error("the next game has begun already")]
    HasNext,
    /// The game has as many events as a game may have.
    #[error("the game is too long; it can only be resigned")]
    TooLong,
    /// A move without the number it is meant to have.
    #[error("the command needs \"ply\"")]
    NeedsPly,
}

impl Refusal {
    /// The stable code, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Illegal(reason) => reason.code(),
            Self::Stale { .. } => "STALE",
            Self::NotYourTurn => "NOT_YOUR_TURN",
            Self::Ended => "ENDED",
            Self::NotEnded => "NOT_ENDED",
            Self::NotStarted => "NOT_STARTED",
            Self::SeatTaken => "SEAT_TAKEN",
            Self::NotOffered => "NOT_OFFERED",
            Self::AlreadyOffered => "ALREADY_OFFERED",
            Self::NothingToTakeBack => "NOTHING_TO_TAKE_BACK",
            Self::NoDeclaration => "NO_DECLARATION",
            Self::NoClock => "NO_CLOCK",
            Self::BadTime => "BAD_TIME",
            Self::HasNext => "HAS_NEXT",
            Self::TooLong => "TOO_LONG",
            Self::NeedsPly => "NEEDS_PLY",
        }
    }

    /// The sentence in Japanese.
    pub fn japanese(&self) -> String {
        match self {
            Self::Illegal(reason) => return reason.japanese(),
            Self::Stale { next } => return format!("局面が進んでいます（次は{next}手目です）"),
            Self::NotYourTurn => "相手の手番です",
            Self::Ended => "対局はすでに終了しています",
            Self::NotEnded => "対局はまだ終わっていません",
            Self::NotStarted => "相手がまだ席についていません",
            Self::SeatTaken => "その席は埋まっています",
            Self::NotOffered => "相手から申し出がありません",
            Self::AlreadyOffered => "すでに申し出ました。次の手の後にもう一度申し出られます",
            Self::NothingToTakeBack => "待ったできる手がありません",
            Self::NoDeclaration => "この対局に入玉宣言はありません",
            Self::NoClock => "この対局に時計はありません",
            Self::BadTime => "追加できる時間は1秒から1時間です",
            Self::HasNext => "次の対局はもう始まっています",
            Self::TooLong => "対局が長すぎます。投了のみできます",
            Self::NeedsPly => "手数 (ply) が必要です",
        }
        .to_owned()
    }
}
