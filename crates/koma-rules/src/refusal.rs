//! The reasons against a move, in words.

use std::fmt;

use koma_text::{Fact, Lang, Phrase};

use crate::{Ruleset, SquareName};

/// Why a move is refused, with the squares concerned.
///
/// [`IllegalMove::code`] is stable; [`IllegalMove::say`] is the sentence in a language, `Display`
/// the English one.
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
        /// Which piece.
        piece: PieceName,
    },
    /// The man does not move that way.
    NotItsMove {
        /// Where the move starts.
        from: SquareName,
        /// Where it ends.
        to: SquareName,
        /// Which piece.
        piece: PieceName,
    },
    /// Another man stands in the way.
    Blocked {
        /// Where the move starts.
        from: SquareName,
        /// Where it ends.
        to: SquareName,
        /// The first man in the way.
        by: SquareName,
        /// Which piece.
        piece: PieceName,
        /// What stands in the way.
        blocker: PieceName,
    },
    /// A man of the same side stands on the target.
    OwnManThere {
        /// The target.
        to: SquareName,
        /// Which piece.
        piece: PieceName,
    },
    /// The man cannot promote with this move.
    MayNotPromote {
        /// Where the move starts.
        from: SquareName,
        /// Where it ends.
        to: SquareName,
        /// Which piece.
        piece: PieceName,
    },
    /// The man must promote with this move.
    MustPromote {
        /// Where it ends.
        to: SquareName,
        /// Which piece.
        piece: PieceName,
    },
    /// 王手放置: a royal in check is left where it can be taken.
    RoyalLeftAttacked {
        /// The royal.
        royal: SquareName,
        /// The man that could take it.
        by: SquareName,
        /// What the royal is.
        piece: PieceName,
        /// What could take it.
        taker: PieceName,
    },
    /// 自殺手: a royal steps where it can be taken, or another man's move lets it be taken.
    RoyalExposed {
        /// The royal.
        royal: SquareName,
        /// The man that could take it.
        by: SquareName,
        /// What the royal is.
        piece: PieceName,
        /// What could take it.
        taker: PieceName,
    },
    /// No such man is in hand.
    NotInHand {
        /// Which piece.
        piece: PieceName,
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
        /// Which piece.
        piece: PieceName,
    },
    /// 二歩 and its kin: the file already holds as many men of this kind as it may.
    FileFull {
        /// The target.
        to: SquareName,
        /// One of the men in question.
        man: SquareName,
        /// Which piece.
        piece: PieceName,
    },
    /// 打ち歩詰め: a drop of this kind may not give mate.
    DropMate {
        /// The target.
        to: SquareName,
        /// Which piece.
        piece: PieceName,
    },
    /// This kind may not stand on that square.
    MayNotStand {
        /// The target.
        to: SquareName,
        /// Which piece.
        piece: PieceName,
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
        /// Which piece.
        piece: PieceName,
    },
    /// Another man of its choice group was chosen.
    ChoiceLocked {
        /// Which piece.
        piece: PieceName,
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

/// A piece as people call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceName {
    /// The code of its kind, or what was taken for one.
    pub code: Box<str>,
    /// The English name, in lower case.
    pub en: Box<str>,
    /// The Japanese name.
    pub ja: Box<str>,
}

impl PieceName {
    /// The piece of a code; a code this game has not stands for itself.
    pub(crate) fn of(code: &str, rules: &Ruleset) -> Self {
        let piece = rules.kind(code).map(|kind| &rules.variant.kinds[kind.index()].piece);
        Self {
            code: code.into(),
            en: piece.map_or_else(|| code.into(), |piece| piece.name.to_lowercase().into()),
            ja: piece.map_or_else(|| code.into(), |piece| piece.name_ja.as_str().into()),
        }
    }

    /// A piece that nobody knows anything about.
    pub(crate) fn any() -> Self {
        Self { code: "".into(), en: "piece".into(), ja: "駒".into() }
    }

    fn fact(&self) -> Fact {
        Fact::named(&*self.en, &*self.ja)
    }
}

koma_text::phrases! {
    static SENTENCES;

    game_ended() {
        "the game is over",
        "対局はすでに終了しています"
    }
    not_a_move(text) {
        "`{text}` is not a move",
        "「{text}」は指し手ではありません"
    }
    off_board(square) {
        "{square} is not on the board",
        "{square}は盤の外です"
    }
    empty_origin(from) {
        "no piece stands on {from}",
        "{from}に駒がありません"
    }
    opponents_man(piece, from) {
        "the {piece} on {from} is the opponent’s",
        "{from}の{piece}は相手の駒です"
    }
    not_its_move(piece, to) {
        "the {piece} can’t move to {to}",
        "{piece}は{to}へは動けません"
    }
    blocked(piece, to, blocker, by) {
        "the {piece} can’t move to {to}: the {blocker} on {by} is in the way",
        "{by}の{blocker}が邪魔をしているため、{piece}は{to}へ進めません"
    }
    own_man_there(piece, to) {
        "your own {piece} stands on {to}",
        "{to}には自分の{piece}があります"
    }
    may_not_promote(piece, from, to) {
        "the {piece} can’t promote by moving from {from} to {to}",
        "{from}から{to}への手では、{piece}は成れません"
    }
    must_promote(piece, to) {
        "the {piece} must promote on {to}: it could not move again",
        "{to}では{piece}は必ず成らなければなりません"
    }
    royal_left_attacked(piece, royal, taker, by) {
        "the {piece} on {royal} is in check from the {taker} on {by}",
        "{royal}の{piece}が{by}の{taker}に取られてしまいます（王手放置）"
    }
    royal_exposed(piece, royal, taker, by) {
        "this move lets the {taker} on {by} take the {piece} on {royal}",
        "この手では{royal}の{piece}が{by}の{taker}に取られる形になります（自殺手）"
    }
    not_in_hand(piece) {
        "there is no {piece} in hand",
        "持ち駒に{piece}はありません"
    }
    drop_on_man(to) {
        "a piece stands on {to}; drops go to empty squares",
        "{to}には駒があるので打てません"
    }
    dead_drop(piece, to) {
        "the {piece} can’t be dropped on {to}: it could never move from there",
        "{piece}は{to}には打てません（行き所のない駒）"
    }
    file_full(piece, to, man) {
        "no {piece} can be dropped on {to}: there is one on this file already, on {man} (nifu)",
        "{man}に{piece}があるので{to}には打てません（二歩）"
    }
    drop_mate(piece, to) {
        "the {piece} can’t be dropped on {to}: it would give checkmate (uchifuzume)",
        "{to}に{piece}を打つと打ち歩詰めになります"
    }
    may_not_stand(piece, to) {
        "the {piece} may not stand on {to}",
        "{piece}は{to}には入れません"
    }
    must_place() {
        "during set-up only drops are allowed",
        "初期配置の間は駒を打たなければなりません"
    }
    outside_setup(to) {
        "pieces are not placed on {to} during set-up",
        "初期配置では{to}に駒を置けません"
    }
    choice_limit(piece) {
        "no drop of {piece}: its choice group has reached its limit",
        "選択枠がいっぱいなので{piece}は打てません"
    }
    choice_locked(piece) {
        "no drop of {piece}: another piece of its choice group was chosen",
        "選ばなかった{piece}は打てません"
    }
    lion_protected(lion, by) {
        "the lion on {lion} is two squares away and guarded by the piece on {by}",
        "{lion}の獅子には{by}の駒のツナギがあるので取れません"
    }
    lion_counter_strike(lion) {
        "the lion on {lion} may not be taken right after a lion was taken elsewhere",
        "先獅子のため、この手で{lion}の獅子は取れません"
    }
    must_capture() {
        "a capture is possible, so one must be made",
        "取れる駒があるときは取らなければなりません"
    }
    must_drop() {
        "a piece in hand must be dropped first",
        "先に持ち駒を打たなければなりません"
    }
    may_not_check(royal) {
        "this move may not give check to the royal piece on {royal}",
        "{royal}の玉に王手をかける手は指せません"
    }
    may_not_pass() {
        "the turn may not be passed",
        "パスはできません"
    }
    repeats() {
        "this move would repeat the position once too often",
        "同じ局面を繰り返す手は指せません"
    }
}

impl IllegalMove {
    /// The stable code, for programs.
    pub fn code(&self) -> &'static str {
        self.row().0
    }

    /// The reason in a sentence.
    pub fn say(&self, lang: Lang) -> String {
        self.phrase().say(lang)
    }

    /// The reason in both languages.
    pub fn phrase(&self) -> Phrase {
        self.row().1
    }

    /// Code and sentence of each.
    fn row(&self) -> (&'static str, Phrase) {
        match self {
            Self::GameEnded => ("GAME_ALREADY_ENDED", game_ended()),
            Self::NotAMove { text } => ("NOT_A_MOVE", not_a_move(text)),
            Self::OffBoard { square } => ("OUT_OF_BOARD", off_board(square.fact())),
            Self::EmptyOrigin { from } => ("MOVE_UNDEFINED_PIECE", empty_origin(from.fact())),
            Self::OpponentsMan { from, piece } => {
                ("MOVE_OPPONENT_SIDES_PIECE", opponents_man(piece.fact(), from.fact()))
            }
            Self::NotItsMove { to, piece, .. } => {
                ("INVALID_MOTION_VECTOR", not_its_move(piece.fact(), to.fact()))
            }
            Self::Blocked { to, by, piece, blocker, .. } => {
                ("LEAP_RESTRICTION", blocked(piece.fact(), to.fact(), blocker.fact(), by.fact()))
            }
            Self::OwnManThere { to, piece } => {
                ("MOVE_TO_INVALID_SQUARE", own_man_there(piece.fact(), to.fact()))
            }
            Self::MayNotPromote { from, to, piece } => {
                ("INVALID_PROMOTION", may_not_promote(piece.fact(), from.fact(), to.fact()))
            }
            Self::MustPromote { to, piece } => {
                ("FORCED_PROMOTION", must_promote(piece.fact(), to.fact()))
            }
            Self::RoyalLeftAttacked { royal, by, piece, taker } => (
                "SELF_CHECKED",
                royal_left_attacked(piece.fact(), royal.fact(), taker.fact(), by.fact()),
            ),
            Self::RoyalExposed { royal, by, piece, taker } => (
                "MOVE_INTO_CHECK",
                royal_exposed(piece.fact(), royal.fact(), taker.fact(), by.fact()),
            ),
            Self::NotInHand { piece } => ("DROP_UNDEFINED_PIECE", not_in_hand(piece.fact())),
            Self::DropOnMan { to } => ("DROP_TO_INVALID_SQUARE", drop_on_man(to.fact())),
            Self::DeadDrop { to, piece } => {
                ("DROP_TO_INVALID_SQUARE", dead_drop(piece.fact(), to.fact()))
            }
            Self::FileFull { to, man, piece } => {
                ("DOUBLE_PAWN", file_full(piece.fact(), to.fact(), man.fact()))
            }
            Self::DropMate { to, piece } => ("DROP_PAWN_MATE", drop_mate(piece.fact(), to.fact())),
            Self::MayNotStand { to, piece } => {
                ("MOVE_TO_INVALID_SQUARE", may_not_stand(piece.fact(), to.fact()))
            }
            Self::MustPlace => ("SETUP_DROP_REQUIRED", must_place()),
            Self::OutsideSetup { to } => ("SETUP_REGION", outside_setup(to.fact())),
            Self::ChoiceLimit { piece } => ("CHOICE_GROUP_LIMIT", choice_limit(piece.fact())),
            Self::ChoiceLocked { piece } => ("CHOICE_GROUP_LOCKED", choice_locked(piece.fact())),
            Self::LionProtected { lion, by } => {
                ("LION_TRADE_PROTECTED", lion_protected(lion.fact(), by.fact()))
            }
            Self::LionCounterStrike { lion } => {
                ("LION_COUNTER_STRIKE", lion_counter_strike(lion.fact()))
            }
            Self::MustCapture => ("MUST_CAPTURE", must_capture()),
            Self::MustDrop => ("DROP_REQUIRED", must_drop()),
            Self::MayNotCheck { royal } => ("CHECK_FORBIDDEN", may_not_check(royal.fact())),
            Self::MayNotPass => ("PASS_FORBIDDEN", may_not_pass()),
            Self::Repeats => ("REPETITION_FORBIDDEN", repeats()),
        }
    }

    /// The squares concerned, the most telling last.
    pub fn squares(&self) -> Vec<SquareName> {
        match *self {
            Self::GameEnded | Self::NotAMove { .. } | Self::NotInHand { .. } => vec![],
            Self::OffBoard { square } => vec![square],
            Self::EmptyOrigin { from } | Self::OpponentsMan { from, .. } => vec![from],
            Self::NotItsMove { from, to, .. } | Self::MayNotPromote { from, to, .. } => {
                vec![from, to]
            }
            Self::Blocked { from, to, by, .. } => vec![from, to, by],
            Self::OwnManThere { to, .. }
            | Self::MustPromote { to, .. }
            | Self::DropOnMan { to }
            | Self::DeadDrop { to, .. }
            | Self::DropMate { to, .. } => vec![to],
            Self::RoyalLeftAttacked { royal, by, .. } | Self::RoyalExposed { royal, by, .. } => {
                vec![royal, by]
            }
            Self::FileFull { to, man, .. } => vec![to, man],
            Self::MayNotStand { to, .. } | Self::OutsideSetup { to } => vec![to],
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
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for IllegalMove {}

#[cfg(test)]
mod tests {
    #[test]
    fn every_refusal_is_said_in_both_languages_with_its_facts() {
        assert_eq!(koma_text::template_faults(super::SENTENCES), Vec::<String>::new());
    }
}
