//! How a game ended: what happened, and who won.

use std::fmt;
use std::str::FromStr;

use koma_text::{Fact, Lang};
use thiserror::Error;

use crate::Side;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// What happened.
    pub reason: Reason,
    /// Who won.
    pub winner: Winner,
}

impl End {
    /// An end; without a winner it is a draw.
    pub fn new(reason: Reason, winner: impl Into<Winner>) -> Self {
        Self { reason, winner: winner.into() }
    }

    /// Who won and why, such as `Sente wins: checkmate`.
    pub fn say(self, lang: Lang) -> String {
        let (who, why) = (self.winner, self.reason.words(lang));
        match (who, lang) {
            (Winner::Side(side), Lang::En) => format!("{} wins: {why}", side.words(lang)),
            (Winner::Side(side), Lang::Ja) => format!("{}の勝ち（{why}）", side.words(lang)),
            (Winner::Draw, Lang::En) => format!("Draw: {why}"),
            (Winner::Draw, Lang::Ja) => format!("引き分け（{why}）"),
        }
    }
}

/// Who won a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// One of the players.
    Side(Side),
    /// Nobody: a draw.
    Draw,
}

impl Winner {
    /// Everybody who can win, and a draw.
    pub const ALL: [Self; 3] = [Self::Side(Side::Sente), Self::Side(Side::Gote), Self::Draw];

    /// The name in files and on the wire: `sente`, `gote` or `draw`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Side(side) => side.name(),
            Self::Draw => "draw",
        }
    }

    /// The winner of such a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|winner| winner.name() == name)
    }

    /// Who won, in words.
    pub fn fact(self) -> Fact {
        match self {
            Self::Side(side) => side.fact(),
            Self::Draw => Fact::named("draw", "引き分け"),
        }
    }

    /// The side that won; `None` is a draw.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Side(side) => Some(side),
            Self::Draw => None,
        }
    }
}

impl From<Option<Side>> for Winner {
    fn from(side: Option<Side>) -> Self {
        side.map_or(Self::Draw, Self::Side)
    }
}

impl From<Side> for Winner {
    fn from(side: Side) -> Self {
        Self::Side(side)
    }
}

/// Declares the reasons with their names and words, so that no list of them can forget one.
macro_rules! reasons {
    ($($(#[$doc:meta])* $reason:ident = $name:literal, $en:literal, $ja:literal,)*) => {
        /// What ended a game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Reason {
            $($(#[$doc])* $reason,)*
        }

        impl Reason {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$reason),*];

            /// The stable name in files and on the wire, such as `perpetualCheck`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$reason => $name,)*
                }
            }

            /// What happened, in a few words.
            pub fn words(self, lang: Lang) -> &'static str {
                match self {
                    $(Self::$reason => lang.pick($en, $ja),)*
                }
            }
        }
    };
}

reasons! {
    /// 詰み.
    Checkmate = "checkmate", "checkmate", "詰み",
    /// No legal move, though not in check.
    NoMove = "noMove", "no legal move", "合法手なし",
    /// The last royal was taken.
    RoyalTaken = "royalTaken", "the last royal piece was taken", "玉取り",
    /// 千日手.
    Repetition = "repetition", "repetition", "千日手",
    /// 連続王手の千日手: the side that gave check with every move loses.
    PerpetualCheck = "perpetualCheck", "perpetual check", "連続王手の千日手",
    /// A side that attacked something with every move repeated the position.
    PerpetualAttack = "perpetualAttack", "perpetual attack", "連続して駒を追う千日手",
    /// The greatest number of moves was played.
    MoveLimit = "moveLimit", "move limit", "手数制限",
    /// Nothing was taken or promoted for a long time.
    NoProgress = "noProgress", "no progress", "進展なし",
    /// A side gave as many checks as win.
    Checks = "checks", "enough checks given", "王手の回数",
    /// A side ran out of men, or of men of a kind.
    Extinction = "extinction", "a side ran out of pieces", "駒切れ",
    /// トライ: a man reached its goal.
    Goal = "goal", "a piece reached its goal", "トライ",
    /// 裸玉.
    BareRoyal = "bareRoyal", "bare royal piece", "駒枯れ",
    /// A drop gave mate that may not, and so loses.
    DropMate = "dropMate", "mate by a drop that may not give it", "打ち歩詰め",
    /// 入玉宣言: a declaration that held.
    Declaration = "declaration", "entering-king declaration", "入玉宣言",
    /// A declaration that did not hold.
    FalseDeclaration = "falseDeclaration", "false declaration", "宣言失敗",
    /// 持将棋 by agreement.
    AgreedImpasse = "agreedImpasse", "impasse", "持将棋",
    /// A draw by agreement.
    AgreedDraw = "agreedDraw", "agreement", "合意",
    /// 投了.
    Resignation = "resignation", "resignation", "投了",
    /// 時間切れ.
    TimeLoss = "timeLoss", "time", "時間切れ",
    /// 反則.
    IllegalMove = "illegalMove", "illegal move", "反則",
}

impl Reason {
    /// The reason of such a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|reason| reason.name() == name)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Not the name of a reason or of a winner.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a name of this list")]
pub struct NameError(String);

impl FromStr for Reason {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::from_name(name).ok_or_else(|| NameError(name.chars().take(40).collect()))
    }
}

impl FromStr for Winner {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::from_name(name).ok_or_else(|| NameError(name.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back_as_what_it_names() {
        for &reason in Reason::ALL {
            assert_eq!(reason.name().parse(), Ok(reason));
            // The name is the identifier in camel case: databases and the API hold it.
            let debug = format!("{reason:?}");
            assert_eq!(debug[..1].to_lowercase() + &debug[1..], reason.name());
        }
        for winner in Winner::ALL {
            assert_eq!(winner.name().parse(), Ok(winner));
            assert_eq!(Winner::from(winner.side()), winner);
        }
        assert!("black".parse::<Winner>().is_err() && "other".parse::<Reason>().is_err());
    }
}
