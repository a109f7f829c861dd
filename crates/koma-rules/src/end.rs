//! How a game ended: what happened, and who won.

use std::fmt;
use std::str::FromStr;

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

/// Declares the reasons with their names, so that no list of them can forget one.
macro_rules! reasons {
    ($($(#[$doc:meta])* $reason:ident = $name:literal,)*) => {
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
        }
    };
}

reasons! {
    /// 詰み.
    Checkmate = "checkmate",
    /// No legal move, though not in check.
    NoMove = "noMove",
    /// The last royal was taken.
    RoyalTaken = "royalTaken",
    /// 千日手.
    Repetition = "repetition",
    /// 連続王手の千日手: the side that gave check with every move loses.
    PerpetualCheck = "perpetualCheck",
    /// A side that attacked something with every move repeated the position.
    PerpetualAttack = "perpetualAttack",
    /// The greatest number of moves was played.
    MoveLimit = "moveLimit",
    /// Nothing was taken or promoted for a long time.
    NoProgress = "noProgress",
    /// A side gave as many checks as win.
    Checks = "checks",
    /// A side ran out of men, or of men of a kind.
    Extinction = "extinction",
    /// トライ: a man reached its goal.
    Goal = "goal",
    /// 裸玉.
    BareRoyal = "bareRoyal",
    /// A drop gave mate that may not, and so loses.
    DropMate = "dropMate",
    /// 入玉宣言: a declaration that held.
    Declaration = "declaration",
    /// A declaration that did not hold.
    FalseDeclaration = "falseDeclaration",
    /// 持将棋 by agreement.
    AgreedImpasse = "agreedImpasse",
    /// A draw by agreement.
    AgreedDraw = "agreedDraw",
    /// 投了.
    Resignation = "resignation",
    /// 時間切れ.
    TimeLoss = "timeLoss",
    /// 反則.
    IllegalMove = "illegalMove",
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
