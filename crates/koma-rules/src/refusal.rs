//! The reasons against a move, in words.

use std::fmt;

use crate::SquareName;

/// Why a move is refused, with the squares concerned.
///
/// [`IllegalMove::code`] is stable; `Display` is the English sentence and
/// [`IllegalMove::japanese`] the Japanese one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over.
    GameEnded,
    /// The text is not a move at all.
    NotAMove {
        /// The text.
        text: String,
    },
    /// A square is not on this board.
    OffBoard {
        /// Which.
        square: SquareName,
    },
    /// No man stands on the square the move starts from.
    EmptyOrigin {
        /// Where the move starts.
        from: SquareName,
    },
    /// The man belongs to the other side.
    OpponentsMan {
        /// Where the move starts.
        from: SquareName,
    },
    /// The man does not move that way.
    NotItsMove {
        /// Where the move starts.
        from: SquareName,
        /// Where it ends.
        to: SquareName,
    },
    /// Another man stands in the way.
    Blocked {
        /// Where the move starts.
        from: SquareName,
        /// Where it ends.
        to: SquareName,
        /// The first man in the way.
        by: SquareName,
    },
    /// A man of the same side stands on the target.
    OwnManThere {
        /// The target.
        to: SquareName,
    },
    /// The man cannot promote with this move.
    MayNotPromote {
        /// Where the move starts.
        from: SquareName,
        /// Where it ends.
        to: SquareName,
    },
    /// The man must promote with this move.
    MustPromote {
        /// Where it ends.
        to: SquareName,
    },
    /// 王手放置: a royal in check is left where it can be taken.
    RoyalLeftAttacked {
        /// The royal.
        royal: SquareName,
        /// The man that could take it.
        by: SquareName,
    },
    /// 自殺手: a royal steps where it can be taken, or another man's move lets it be taken.
    RoyalExposed {
        /// The royal.
        royal: SquareName,
        /// The man that could take it.
        by: SquareName,
    },
    /// No such man is in hand.
    NotInHand {
        /// The code of the kind.
        code: String,
    },
    /// Drops go to empty squares.
    DropOnMan {
        /// The target.
        to: SquareName,
    },
    /// 行き所のない駒: the dropped man could never move, or its kind may not be dropped there.
    DeadDrop {
        /// The target.
        to: SquareName,
    },
    /// 二歩 and its kin: the file already holds as many men of this kind as it may.
    FileFull {
        /// The target.
        to: SquareName,
        /// One of the men in question.
        man: SquareName,
    },
    /// 打ち歩詰め: a drop of this kind may not give mate.
    DropMate {
        /// The target.
        to: SquareName,
    },
    /// This kind may not stand on that square.
    MayNotStand {
        /// The target.
        to: SquareName,
    },
    /// The side is placing its men, and may do nothing else.
    MustPlace,
    /// In the set-up phase men are placed elsewhere.
    OutsideSetup {
        /// The target.
        to: SquareName,
    },
    /// As many men of its choice group as may be are down.
    ChoiceLimit {
        /// The code of the kind.
        code: String,
    },
    /// Another man of its choice group was chosen.
    ChoiceLocked {
        /// The code of the kind.
        code: String,
    },
    /// A lion two squares away is guarded.
    LionProtected {
        /// The lion.
        lion: SquareName,
        /// The man that guards it.
        by: SquareName,
    },
    /// 先獅子: a lion was taken just before, so another may not be now.
    LionCounterStrike {
        /// The lion.
        lion: SquareName,
    },
    /// A capture is possible, and so compulsory.
    MustCapture,
    /// A man in hand must be dropped first.
    MustDrop,
    /// The move gives check, which it may not.
    MayNotCheck {
        /// The royal.
        royal: SquareName,
    },
    /// The turn may not be passed.
    MayNotPass,
    /// The position would come about once more, which is forbidden.
    Repeats,
}

impl IllegalMove {
    /// The stable code, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::GameEnded => "GAME_ALREADY_ENDED",
            Self::NotAMove { .. } => "NOT_A_MOVE",
            Self::OffBoard { .. } => "OUT_OF_BOARD",
            Self::EmptyOrigin { .. } => "MOVE_UNDEFINED_PIECE",
            Self::OpponentsMan { .. } => "MOVE_OPPONENT_SIDES_PIECE",
            Self::NotItsMove { .. } => "INVALID_MOTION_VECTOR",
            Self::Blocked { .. } => "LEAP_RESTRICTION",
            Self::OwnManThere { .. } => "MOVE_TO_INVALID_SQUARE",
            Self::MayNotPromote { .. } => "INVALID_PROMOTION",
            Self::MustPromote { .. } => "FORCED_PROMOTION",
            Self::RoyalLeftAttacked { .. } => "SELF_CHECKED",
            Self::RoyalExposed { .. } => "MOVE_INTO_CHECK",
            Self::NotInHand { .. } => "DROP_UNDEFINED_PIECE",
            Self::DropOnMan { .. } | Self::DeadDrop { .. } => "DROP_TO_INVALID_SQUARE",
            Self::FileFull { .. } => "DOUBLE_PAWN",
            Self::DropMate { .. } => "DROP_PAWN_MATE",
            Self::MayNotStand { .. } => "MOVE_TO_INVALID_SQUARE",
            Self::MustPlace => "SETUP_DROP_REQUIRED",
            Self::OutsideSetup { .. } => "SETUP_REGION",
            Self::ChoiceLimit { .. } => "CHOICE_GROUP_LIMIT",
            Self::ChoiceLocked { .. } => "CHOICE_GROUP_LOCKED",
            Self::LionProtected { .. } => "LION_TRADE_PROTECTED",
            Self::LionCounterStrike { .. } => "LION_COUNTER_STRIKE",
            Self::MustCapture => "MUST_CAPTURE",
            Self::MustDrop => "DROP_REQUIRED",
            Self::MayNotCheck { .. } => "CHECK_FORBIDDEN",
            Self::MayNotPass => "PASS_FORBIDDEN",
            Self::Repeats => "REPETITION_FORBIDDEN",
        }
    }

    /// The sentence in Japanese.
    pub fn japanese(&self) -> String {
        match self {
            Self::GameEnded => "対局はすでに終了しています".to_owned(),
            Self::NotAMove { text } => format!("「{text}」は指し手ではありません"),
            Self::OffBoard { square } => format!("{square}は盤の外です"),
            Self::EmptyOrigin { from } => format!("{from}に駒がありません"),
            Self::OpponentsMan { from } => format!("{from}の駒は相手の駒です"),
            Self::NotItsMove { from, to } => format!("{from}の駒は{to}へは動けません"),
            Self::Blocked { from, to, by } => {
                format!("{by}の駒が邪魔をしているため、{from}から{to}へは進めません")
            }
            Self::OwnManThere { to } => format!("{to}には自分の駒があります"),
            Self::MayNotPromote { from, to } => format!("{from}から{to}への手では成れません"),
            Self::MustPromote { to } => format!("{to}では必ず成らなければなりません"),
            Self::RoyalLeftAttacked { royal, by } => {
                format!("{royal}の玉が{by}の駒に取られてしまいます（王手放置）")
            }
            Self::RoyalExposed { royal, by } => {
                format!("この手では{royal}の玉が{by}の駒に取られる形になります（自殺手）")
            }
            Self::NotInHand { code } => format!("持ち駒に{code}はありません"),
            Self::DropOnMan { to } => format!("{to}には駒があるので打てません"),
            Self::DeadDrop { to } => format!("その駒は{to}には打てません（行き所のない駒）"),
            Self::FileFull { to, man } => {
                format!("{man}に同じ駒があるので{to}には打てません（二歩）")
            }
            Self::DropMate { to } => format!("{to}に打つと打ち歩詰めになります"),
            Self::MayNotStand { to } => format!("その駒は{to}には入れません"),
            Self::MustPlace => "初期配置の間は駒を打たなければなりません".to_owned(),
            Self::OutsideSetup { to } => format!("初期配置では{to}に駒を置けません"),
            Self::ChoiceLimit { code } => format!("選択枠がいっぱいなので{code}は打てません"),
            Self::ChoiceLocked { code } => format!("選ばなかった{code}は打てません"),
            Self::LionProtected { lion, by } => {
                format!("{lion}の獅子には{by}の駒のツナギがあるので取れません")
            }
            Self::LionCounterStrike { lion } => {
                format!("先獅子のため、この手で{lion}の獅子は取れません")
            }
            Self::MustCapture => "取れる駒があるときは取らなければなりません".to_owned(),
            Self::MustDrop => "先に持ち駒を打たなければなりません".to_owned(),
            Self::MayNotCheck { royal } => format!("{royal}の玉に王手をかける手は指せません"),
            Self::MayNotPass => "パスはできません".to_owned(),
            Self::Repeats => "同じ局面を繰り返す手は指せません".to_owned(),
        }
    }

    /// The squares concerned, the most telling last.
    pub fn squares(&self) -> Vec<SquareName> {
        match *self {
            Self::GameEnded | Self::NotAMove { .. } | Self::NotInHand { .. } => vec![],
            Self::OffBoard { square } => vec![square],
            Self::EmptyOrigin { from } | Self::OpponentsMan { from } => vec![from],
            Self::NotItsMove { from, to } | Self::MayNotPromote { from, to } => vec![from, to],
            Self::Blocked { from, to, by } => vec![from, to, by],
            Self::OwnManThere { to }
            | Self::MustPromote { to }
            | Self::DropOnMan { to }
            | Self::DeadDrop { to }
            | Self::DropMate { to } => vec![to],
            Self::RoyalLeftAttacked { royal, by } | Self::RoyalExposed { royal, by } => {
                vec![royal, by]
            }
            Self::FileFull { to, man } => vec![to, man],
            Self::MayNotStand { to } | Self::OutsideSetup { to } => vec![to],
            Self::LionProtected { lion, by } => vec![lion, by],
            Self::LionCounterStrike { lion } => vec![lion],
            Self::MayNotCheck { royal } => vec![royal],
            Self::MustPlace
            | Self::ChoiceLimit { .. }
            | Self::ChoiceLocked { .. }
            | Self::MustCapture
            | Self::MustDrop
            | Self::MayNotPass
            | Self::Repeats => vec![],
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameEnded => write!(f, "the game is over"),
            Self::NotAMove { text } => write!(f, "`{text}` is not a move"),
            Self::OffBoard { square } => write!(f, "{square} is not on the board"),
            Self::EmptyOrigin { from } => write!(f, "no piece stands on {from}"),
            Self::OpponentsMan { from } => write!(f, "the piece on {from} is the opponent's"),
            Self::NotItsMove { from, to } => write!(f, "the piece on {from} does not move to {to}"),
            Self::Blocked { from, to, by } => {
                write!(f, "the piece on {by} is in the way from {from} to {to}")
            }
            Self::OwnManThere { to } => write!(f, "a piece of your own stands on {to}"),
            Self::MayNotPromote { from, to } => {
                write!(f, "a move from {from} to {to} does not promote this piece")
            }
            Self::MustPromote { to } => write!(f, "the piece must promote on {to}"),
            Self::RoyalLeftAttacked { royal, by } => {
                write!(f, "the royal piece on {royal} is left in check by the piece on {by}")
            }
            Self::RoyalExposed { royal, by } => {
                write!(f, "this move lets the piece on {by} take the royal piece on {royal}")
            }
            Self::NotInHand { code } => write!(f, "there is no {code} in hand"),
            Self::DropOnMan { to } => {
                write!(f, "a piece stands on {to}; drops go to empty squares")
            }
            Self::DeadDrop { to } => {
                write!(f, "this piece may not be dropped on {to}: it could never move from there")
            }
            Self::FileFull { to, man } => {
                write!(f, "no drop on {to}: the piece on {man} holds the file already (nifu)")
            }
            Self::DropMate { to } => {
                write!(f, "a drop on {to} would give mate, which this piece may not (uchifuzume)")
            }
            Self::MayNotStand { to } => write!(f, "this piece may not stand on {to}"),
            Self::MustPlace => write!(f, "during set-up only drops are allowed"),
            Self::OutsideSetup { to } => write!(f, "pieces are not placed on {to} during set-up"),
            Self::ChoiceLimit { code } => {
                write!(f, "no drop of {code}: its choice group has reached its limit")
            }
            Self::ChoiceLocked { code } => {
                write!(f, "no drop of {code}: another piece of its choice group was chosen")
            }
            Self::LionProtected { lion, by } => {
                write!(f, "the lion on {lion} is two squares away and guarded by the piece on {by}")
            }
            Self::LionCounterStrike { lion } => write!(
                f,
                "the lion on {lion} may not be taken right after a lion was taken elsewhere"
            ),
            Self::MustCapture => write!(f, "a capture is possible, so one must be made"),
            Self::MustDrop => write!(f, "a piece in hand must be dropped first"),
            Self::MayNotCheck { royal } => {
                write!(f, "this move may not give check to the royal piece on {royal}")
            }
            Self::MayNotPass => write!(f, "the turn may not be passed"),
            Self::Repeats => write!(f, "this move would repeat the position once too often"),
        }
    }
}

impl std::error::Error for IllegalMove {}
