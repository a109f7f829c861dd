//! The variant model.
//!
//! A [`Variant`] is complete: its pieces are resolved, nothing refers to a file any more.
//! Ranks in zones are counted from the far side, as the player sees the enemy camp.

use koma_pieces::PieceDef;

/// A game: board, men, start, rules of promotion and drops, endings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name in commands and addresses, e.g. `minishogi`.
    pub slug: String,
    /// English name.
    pub name: String,
    /// Japanese name.
    pub name_ja: String,
    /// Other spellings people and programs use.
    pub aliases: Vec<String>,
    /// Number of files (columns).
    pub files: u8,
    /// Number of ranks (rows).
    pub ranks: u8,
    /// The kinds of men, promoted sides included. At most 1,000.
    pub kinds: Vec<Kind>,
    /// The start position as SFEN.
    pub start: String,
    /// When men promote.
    pub promotion: PromotionRules,
    /// How captured men come back; `None` where captured men are out of the game.
    pub drops: Option<DropRules>,
    /// Whether a royal may not be left where it can be taken (check rules). Without them a game
    /// is decided by taking the last royal.
    pub check_rules: bool,
    /// How games end by themselves, in the order in which they are looked at.
    pub endings: Vec<Ending>,
    /// Impasse (持将棋) and entering-king declarations.
    pub impasse: Impasse,
    /// The clock offered first.
    pub clock: Clock,
}

/// A kind of man in a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// How it moves and what it is called.
    pub piece: PieceDef,
    /// Its letters in SFEN and USI, in capitals: `P`, `+P`, `GG`.
    pub code: String,
    /// The kind on its other side, as an index into [`Variant::kinds`].
    pub promotes_to: Option<usize>,
    /// The kind it becomes in hand when captured, as an index; itself for an unpromoted man.
    pub in_hand: usize,
    /// Whether losing (or, with check rules, being unable to save) the last one loses.
    pub royal: bool,
    /// Where it may promote, when that differs from [`PromotionRules::zone`].
    pub zone: Option<Zone>,
    /// Ends its move there: must promote. Counted in far ranks; 0 where it never must. This is
    /// besides [`PromotionRules::dead_squares`].
    pub must_promote_ranks: u8,
    /// How many of its kind one file may hold for another to be dropped there (二歩 is 1);
    /// `None` where it does not matter.
    pub most_per_file: Option<u8>,
    /// May not be dropped on this many far ranks, besides [`DropRules::dead_squares`].
    pub no_drop_ranks: u8,
    /// 打ち歩詰め: a drop of this kind may not give mate.
    pub drop_mate_forbidden: bool,
    /// Impasse points; 0 for royals.
    pub points: u8,
}

/// A set of ranks counted from the far side, for one side; the other side's is its mirror image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone {
    /// How many far ranks.
    pub far_ranks: u8,
}

/// When a man may turn over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionRules {
    /// The zone of every kind that has none of its own.
    pub zone: Zone,
    /// Which moves may promote.
    pub when: PromotionWhen,
    /// Whether a promotion that is possible must be made.
    pub forced: bool,
    /// What happens on a square from which the unpromoted man could never move again.
    pub dead_squares: DeadSquares,
}

/// Which moves may promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionWhen {
    /// A move that starts or ends in the zone (shogi).
    StartsOrEndsInZone,
    /// A move that ends in the zone.
    EndsInZone,
}

/// What the rules say about squares from which a man could never move on an empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadSquares {
    /// Promotion is forced there; a drop there is illegal.
    Forbidden,
    /// The man may stand there, immobile.
    Allowed,
}

/// How men in hand come back to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropRules {
    /// Drops to squares without a future move.
    pub dead_squares: DeadSquares,
}

/// One way in which a game ends by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// What happens.
    pub kind: EndingKind,
    /// Who wins, seen from the side to move.
    pub outcome: Outcome,
}

/// What ends a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EndingKind {
    /// In check and no legal move (詰み).
    Checkmate,
    /// Not in check and no legal move.
    NoMove,
    /// The last royal was taken.
    RoyalTaken,
    /// The same board, hands and side to move for the nth time (千日手).
    Repetition {
        /// How many occurrences.
        times: u8,
        /// If one side gave check with every move since the first occurrence, it loses.
        perpetual_check_loses: bool,
    },
    /// This many plies were played.
    MoveLimit {
        /// Plies.
        plies: u32,
    },
}

/// Who gains by an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move loses.
    Loss,
    /// The side to move wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The side that moved first in the game loses (minishogi's repetition).
    FirstPlayerLoses,
}

/// 持将棋 and the entering king.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impasse {
    /// The declaration people use by default.
    pub profile: ImpasseProfile,
    /// The zone the royal must have entered.
    pub zone: Zone,
    /// How many men besides the royal must stand in the zone.
    pub men_in_zone: u8,
}

/// Which declaration rule holds (READING 003.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImpasseProfile {
    /// 28 points win for the first player, 27 for the second.
    Points27,
    /// 31 points win, 24 to 30 draw.
    Points24,
    /// Only when both agree: a side under 24 loses.
    Agreement,
    /// No impasse.
    None,
}

/// A clock setting, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// No clock.
    None,
    /// Main time only.
    SuddenDeath {
        /// Main time.
        main: u32,
    },
    /// 秒読み: main time, then so many periods of so many seconds.
    Byoyomi {
        /// Main time.
        main: u32,
        /// Seconds of one period.
        period: u32,
        /// Number of periods.
        periods: u16,
    },
    /// Main time and a bonus with every move.
    Fischer {
        /// Main time.
        main: u32,
        /// Bonus with every move.
        increment: u32,
    },
}
