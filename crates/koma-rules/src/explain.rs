//! Why a move is refused.

use std::fmt;

use crate::board::Board;
use crate::legal::View;
use crate::{KindId, Man, Move, Square, SquareName, UsiMove};

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
    /// The royal could be taken next turn.
    RoyalLeftAttacked {
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
            Self::NotInHand { .. } => "DROP_UNDEFINED_PIECE",
            Self::DropOnMan { .. } | Self::DeadDrop { .. } => "DROP_TO_INVALID_SQUARE",
            Self::FileFull { .. } => "DOUBLE_PAWN",
            Self::DropMate { .. } => "DROP_PAWN_MATE",
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
            Self::NotInHand { code } => format!("持ち駒に{code}はありません"),
            Self::DropOnMan { to } => format!("{to}には駒があるので打てません"),
            Self::DeadDrop { to } => format!("その駒は{to}には打てません（行き所のない駒）"),
            Self::FileFull { to, man } => {
                format!("{man}に同じ駒があるので{to}には打てません（二歩）")
            }
            Self::DropMate { to } => format!("{to}に打つと打ち歩詰めになります"),
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
            Self::RoyalLeftAttacked { royal, by } => vec![royal, by],
            Self::FileFull { to, man } => vec![to, man],
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
                write!(f, "the royal piece on {royal} could be taken by the piece on {by}")
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
        }
    }
}

impl std::error::Error for IllegalMove {}

/// The legal move a text means, or the first reason against it, in the order players are told.
pub(crate) fn explain<B: Board>(
    view: View<'_, B>,
    over: bool,
    mv: &UsiMove,
) -> Result<Move, IllegalMove> {
    if over {
        return Err(IllegalMove::GameEnded);
    }
    match mv {
        UsiMove::Board { from, to, promotes, .. } => {
            explain_board_move(view, *from, *to, *promotes)
        }
        UsiMove::Drop { code, to } => explain_drop(view, code, *to),
        UsiMove::Pass => Err(IllegalMove::NotAMove { text: mv.to_string() }),
    }
}

fn explain_board_move<B: Board>(
    view: View<'_, B>,
    from_name: SquareName,
    to_name: SquareName,
    promotes: bool,
) -> Result<Move, IllegalMove> {
    let View { rules, board, side } = view;
    let (from, to) = (on_board(view, from_name)?, on_board(view, to_name)?);
    let man = board.man_at(from).ok_or(IllegalMove::EmptyOrigin { from: from_name })?;
    if man.side != side {
        return Err(IllegalMove::OpponentsMan { from: from_name });
    }
    let not_its_move = IllegalMove::NotItsMove { from: from_name, to: to_name };
    match way(view, man, from, to) {
        Way::None => return Err(not_its_move),
        Way::Blocked(by) => {
            let by = rules.geometry.name(by);
            return Err(IllegalMove::Blocked { from: from_name, to: to_name, by });
        }
        Way::Open => {}
    }
    if board.man_at(to).is_some_and(|other| other.side == side) {
        return Err(IllegalMove::OwnManThere { to: to_name });
    }
    let mut reaches = false;
    board.reach(rules, from, man, |square| reaches |= square == to);
    if !reaches {
        return Err(not_its_move); // It only captures that way, or never does.
    }
    let (may, must) = view.promotion(man.kind, from, to);
    if promotes && !may && !must {
        return Err(IllegalMove::MayNotPromote { from: from_name, to: to_name });
    }
    if must && !promotes {
        return Err(IllegalMove::MustPromote { to: to_name });
    }
    guarded(view, Move::board(from, to, promotes))
}

fn explain_drop<B: Board>(
    view: View<'_, B>,
    code: &str,
    to_name: SquareName,
) -> Result<Move, IllegalMove> {
    let View { rules, board, side } = view;
    let to = on_board(view, to_name)?;
    let held = |&kind: &KindId| rules.can_be_held(kind) && board.held(rules, side, kind) > 0;
    let kind = rules.kind(code).filter(held);
    let kind = kind.ok_or_else(|| IllegalMove::NotInHand { code: code.to_owned() })?;
    if board.man_at(to).is_some() {
        return Err(IllegalMove::DropOnMan { to: to_name });
    }
    if rules.rules(kind).no_drop.has(to, side) {
        return Err(IllegalMove::DeadDrop { to: to_name });
    }
    if view.is_file_full(kind, to) {
        let geometry = rules.geometry;
        let same = |&(square, other): &(Square, KindId)| {
            other == kind && geometry.file(square) == to_name.file
        };
        let man = board.men(side).filter(same).map(|(square, _)| square).min().unwrap_or(to);
        return Err(IllegalMove::FileFull { to: to_name, man: geometry.name(man) });
    }
    let mv = guarded(view, Move::drop(kind, to))?;
    if view.is_forbidden_drop_mate(mv) {
        return Err(IllegalMove::DropMate { to: to_name });
    }
    Ok(mv)
}

fn on_board<B>(view: View<'_, B>, square: SquareName) -> Result<Square, IllegalMove> {
    view.rules.geometry.square(square.file, square.rank).ok_or(IllegalMove::OffBoard { square })
}

fn guarded<B: Board>(view: View<'_, B>, mv: Move) -> Result<Move, IllegalMove> {
    match view.danger_after(mv) {
        None => Ok(mv),
        Some((royal, by)) => {
            let name = |square| view.rules.geometry.name(square);
            Err(IllegalMove::RoyalLeftAttacked { royal: name(royal), by: name(by) })
        }
    }
}

/// Whether a man's movement leads from one square to another.
enum Way {
    Open,
    Blocked(Square),
    None,
}

fn way<B: Board>(view: View<'_, B>, man: Man, from: Square, to: Square) -> Way {
    let geometry = view.rules.geometry;
    let kind = view.rules.rules(man.kind);
    let leads = |rows, cols| geometry.offset(from, man.side, rows, cols) == Some(to);
    if kind.leaps.iter().any(|leap| leads(leap.rows, leap.cols)) {
        return Way::Open;
    }
    let mut result = Way::None;
    for slide in &kind.slides {
        let mut at = from;
        let mut blocker = None;
        for _ in 0..slide.limit {
            let Some(next) = geometry.offset(at, man.side, slide.rows, slide.cols) else { break };
            if next == to {
                match blocker {
                    None => return Way::Open,
                    Some(by) => result = Way::Blocked(by),
                }
                break;
            }
            blocker = blocker.or_else(|| view.board.man_at(next).map(|_| next));
            at = next;
        }
    }
    result
}
