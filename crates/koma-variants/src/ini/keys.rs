//! The one table of options: what the reader accepts, what it checks, what the documentation lists.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What kind of value an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// `true` or `false`.
    Bool,
    /// A whole number up to the given one.
    Number(u32),
    /// A rank: a number.
    Rank,
    /// A file: a number or a letter.
    File,
    /// Squares: `*7` a rank, `c*` a file, `b3` a square, `-` none.
    Region,
    /// One type by its letter; `*` any, `-` none.
    Type,
    /// Types by their letters; `*` all, `-` none.
    Types,
    /// `win`, `loss`, `draw` or `none`, for the side to move.
    Outcome,
    /// Type to type, `p:g s:g`; `p:-` takes it back.
    Map,
    /// Type to number, `g:4`.
    Counts,
    /// A position.
    Fen,
    /// Choice groups.
    Groups,
    /// Any text.
    Text,
}

impl Takes {
    /// The name in the documentation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Number(_) => "number",
            Self::Rank => "rank",
            Self::File => "file",
            Self::Region => "squares",
            Self::Type => "piece",
            Self::Types => "pieces",
            Self::Outcome => "outcome",
            Self::Map => "piece:piece",
            Self::Counts => "piece:number",
            Self::Fen => "FEN",
            Self::Groups => "groups",
            Self::Text => "text",
        }
    }
}

/// What becomes of an option here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It is a rule, and is played.
    Rule,
    /// It tells other programs something and changes no rule.
    Hint,
    /// A rule of other games: reported when its value differs from the default.
    OtherGames,
    /// A rule of chess pawns: reported when the section has such men.
    ChessPawns,
    /// An old name of another option; Fairy-Stockfish warns of it.
    Old(&'static str),
}

impl Use {
    /// The name in the documentation.
    pub fn name(self) -> String {
        match self {
            Self::Rule => "played".into(),
            Self::Hint => "no effect".into(),
            Self::OtherGames => "not supported".into(),
            Self::ChessPawns => "not supported (chess pawns)".into(),
            Self::Old(new) => format!("old; use `{new}`"),
        }
    }
}

/// How an option is spelled for the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Once, for both.
    Both,
    /// With `White` and `Black` behind it.
    Each,
    /// In all three ways.
    BothOrEach,
}

/// An option.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name, without a side.
    pub name: &'static str,
    /// Its spellings.
    pub sides: Sides,
    /// Its value.
    pub takes: Takes,
    /// What holds without it, as it would be written; for `Each` White's.
    pub default: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What becomes of it here.
    pub used: Use,
}

/// The table as one row an option: spellings, name, value, default, use, meaning.
macro_rules! keys {
    ($($sides:ident $name:literal, $takes:expr, $default:literal, $used:expr, $meaning:literal;)*) => {
        &[$(Key {
            name: $name,
            sides: Sides::$sides,
            takes: $takes,
            default: $default,
            meaning: $meaning,
            used: $used,
        }),*]
    };
}

use Takes::{
    Bool, Counts, Fen, File, Groups, Map, Number, Outcome, Rank, Region, Text, Type, Types,
};
use Use::{ChessPawns, Hint, Old, OtherGames, Rule};

/// Every option but those named after pieces: built-in names, `customPieceN` and
/// `mobilityRegion{White,Black}{Piece}`.
pub const KEYS: &[Key] = keys! {
    // Board
    Both "maxRank", Rank, "8", Rule, "number of ranks";
    Both "maxFile", File, "8", Rule, "number of files";
    Both "startFen", Fen, "", Rule, "the start; hands in `[...]`, `+` before a promoted piece";
    Both "pieceValueMg", Counts, "", Hint, "values for the engine's middle game";
    Both "pieceValueEg", Counts, "", Hint, "values for the engine's endgame";
    Both "variantTemplate", Text, "fairy", Hint, "which XBoard interface to imitate";
    Both "pieceToCharTable", Text, "-", Hint, "XBoard's table of pictures";
    Both "pocketSize", Number(99), "0", Hint, "how many kinds XBoard shows in hand";
    Both "nnueAlias", Text, "", Hint, "whose evaluation file the engine loads";
    Both "chess960", Bool, "false", OtherGames, "shuffled start with castling";
    Both "twoBoards", Bool, "false", OtherGames, "hands are filled from another board";
    // Promotion
    Each "promotionRegion", Region, "*8", Rule, "where a move must start or end to promote";
    Both "promotedPieceType", Map, "", Rule, "what a type promotes to";
    Both "mandatoryPiecePromotion", Bool, "false", Rule, "a promotion that is possible must be made";
    Both "piecePromotionOnCapture", Bool, "false", Rule, "only captures promote";
    Both "pieceDemotion", Bool, "false", Rule, "a promoted piece turns back with its next move";
    Both "promotionLimit", Counts, "", Rule, "how many of a type a side may have to promote to it";
    BothOrEach "promotionPawnTypes", Types, "", ChessPawns, "types that promote as chess pawns do";
    BothOrEach "promotionPieceTypes", Types, "", ChessPawns, "what such pawns promote to";
    Both "mandatoryPawnPromotion", Bool, "true", ChessPawns, "such pawns must promote";
    Both "sittuyinPromotion", Bool, "false", OtherGames, "promotion by standing still";
    Both "pawnTypes", Types, "", ChessPawns, "what counts as a chess pawn";
    // Drops
    Both "pieceDrops", Bool, "false", Rule, "pieces in hand may be dropped";
    Both "capturesToHand", Bool, "false", Rule, "captured pieces go to the hand of who took them";
    Both "dropNoDoubled", Type, "-", Rule, "no drop on a file that holds another (二歩)";
    Both "dropNoDoubledCount", Number(99), "1", Rule, "how many others forbid it; 0 forbids always";
    Both "immobilityIllegal", Bool, "false", Rule, "no move or drop to where a piece could never move";
    Both "shogiPawnDropMateIllegal", Bool, "false", Rule, "a mate by dropping a shogi pawn loses (打ち歩詰め)";
    Both "dropPromoted", Bool, "false", Rule, "pieces may be dropped either side up";
    Both "dropLoop", Bool, "false", Rule, "captured pieces stay promoted";
    Each "dropRegion", Region, "", Rule, "where pieces may be dropped; everywhere without it";
    Both "dropChecks", Bool, "true", Rule, "a drop may give check";
    Both "mustDrop", Bool, "false", Rule, "who can drop must";
    Both "mustDropType", Type, "*", Rule, "the type that must be dropped";
    Both "firstRankPawnDrops", Bool, "false", ChessPawns, "chess pawns may be dropped on the first rank";
    Both "promotionZonePawnDrops", Bool, "false", ChessPawns, "chess pawns may be dropped in the zone";
    Both "sittuyinRookDrop", Bool, "false", OtherGames, "rooks are dropped on the back rank";
    Both "dropOppositeColoredBishop", Bool, "false", OtherGames, "bishops are dropped on both colours";
    Both "enclosingDrop", Text, "none", OtherGames, "a drop must enclose pieces";
    Each "enclosingDropStart", Region, "", OtherGames, "where such a game starts";
    Both "flipEnclosedPieces", Text, "none", OtherGames, "enclosed pieces change sides";
    Both "gating", Bool, "false", OtherGames, "pieces enter behind a move";
    Both "seirawanGating", Bool, "false", OtherGames, "pieces enter behind the first move";
    Both "freeDrops", Bool, "false", OtherGames, "hands never run out";
    // Set-up phase
    Both "setupDrops", Bool, "false", Rule, "the game starts with placing pieces from hand";
    Both "setupMustDrop", Bool, "false", Rule, "during set-up only drops are legal";
    Each "setupDropRegion", Region, "", Rule, "where pieces are placed; replaces the drop region";
    BothOrEach "setupDropPieceTypes", Types, "-", Rule, "types whose pieces must all be placed before set-up ends";
    BothOrEach "pieceChoiceGroup", Groups, "", Rule, "pieces of which only some may be used; see below";
    // Moves
    Both "doubleStep", Bool, "true", ChessPawns, "chess pawns, and Betza `i`, move two squares at first";
    Both "castling", Bool, "true", Hint, "castling; it needs rights in the start position";
    Both "checking", Bool, "true", Rule, "moves may give check";
    Both "mustCapture", Bool, "false", Rule, "who can capture must";
    BothOrEach "pass", Bool, "false", Rule, "the turn may be passed";
    BothOrEach "passOnStalemate", Bool, "false", Rule, "the turn may be passed when there is no move";
    Both "flyingGeneral", Bool, "false", Rule, "two kings may not face each other on an open file";
    Each "doubleStepRegion", Region, "*2", ChessPawns, "from where chess pawns move two squares";
    Each "tripleStepRegion", Region, "-", ChessPawns, "from where chess pawns move three squares";
    BothOrEach "enPassantRegion", Region, "", ChessPawns, "where chess pawns are taken in passing";
    BothOrEach "enPassantTypes", Types, "", ChessPawns, "what takes in passing";
    Both "castlingDroppedPiece", Bool, "false", OtherGames, "dropped rooks castle";
    Both "castlingKingsideFile", File, "g", Hint, "castling";
    Both "castlingQueensideFile", File, "c", Hint, "castling";
    Both "castlingRank", Rank, "1", Hint, "castling";
    Both "castlingKingFile", File, "e", Hint, "castling";
    BothOrEach "castlingKingPiece", Type, "", Hint, "castling";
    Both "castlingRookKingsideFile", File, "h", Hint, "castling";
    Both "castlingRookQueensideFile", File, "a", Hint, "castling";
    BothOrEach "castlingRookPieces", Types, "", Hint, "castling";
    Both "oppositeCastling", Bool, "false", OtherGames, "castling to opposite sides";
    Both "castlingWins", Text, "-", OtherGames, "castling wins";
    Both "blastOnCapture", Bool, "false", OtherGames, "captures explode";
    Both "blastImmuneTypes", Types, "-", Hint, "pieces that explosions spare";
    Both "mutuallyImmuneTypes", Types, "-", OtherGames, "types that cannot take their like";
    Both "petrifyOnCaptureTypes", Types, "-", OtherGames, "pieces that turn to stone when they capture";
    Both "petrifyBlastPieces", Bool, "false", OtherGames, "explosions turn pieces to stone";
    Both "wallingRule", Text, "none", OtherGames, "moves leave walls";
    Each "wallingRegion", Region, "", Hint, "where walls are left";
    Both "wallOrMove", Bool, "false", OtherGames, "a wall instead of a move";
    Both "cambodianMoves", Bool, "false", OtherGames, "first moves of king and queen";
    Both "diagonalLines", Region, "-", OtherGames, "palaces with diagonals";
    Both "makpongRule", Bool, "false", OtherGames, "the king may not leave check by moving";
    Both "soldierPromotionRank", Rank, "1", OtherGames, "from where soldiers step sideways";
    Both "bikjangRule", Text, "none", OtherGames, "facing kings end the game";
    // Endings
    Both "stalemateValue", Outcome, "draw", Rule, "no legal move, not in check";
    Both "checkmateValue", Outcome, "loss", Rule, "no legal move, in check";
    Both "nFoldRule", Number(255), "3", Rule, "how often a position repeats to end the game; 0 never";
    Both "nFoldValue", Outcome, "draw", Rule, "what repetition means";
    Both "nFoldValueAbsolute", Bool, "false", Rule, "`nFoldValue` is seen from the first player";
    Both "perpetualCheckIllegal", Bool, "false", Rule, "who checked with every move of the cycle loses";
    Both "moveRepetitionIllegal", Bool, "false", OtherGames, "moving to and fro is forbidden";
    Both "chasingRule", Text, "none", OtherGames, "who chases for ever loses";
    Both "nMoveRule", Number(10_000), "50", Rule, "moves of each side without progress that draw; 0 never";
    BothOrEach "nMoveRuleTypes", Types, "", Rule, "types whose moves are progress where they cannot be taken back; chess pawns without it";
    Both "extinctionValue", Outcome, "none", Rule, "a side has too few pieces of a type";
    Both "extinctionPieceTypes", Types, "-", Rule, "the types; `*` all pieces together";
    Both "extinctionPieceCount", Number(999), "0", Rule, "how many are too few";
    Both "extinctionOpponentPieceCount", Number(999), "0", Rule, "and the other side has at least so many";
    Both "extinctionClaim", Bool, "false", Rule, "a side to move that has too few has lost only if the opponent has one more";
    Both "extinctionPseudoRoyal", Bool, "false", Rule, "the last pieces of these types are royal";
    Both "dupleCheck", Bool, "false", Rule, "all royals attacked at once is check, too";
    BothOrEach "flagPiece", Type, "*", Rule, "the type that must reach the goal";
    Each "flagRegion", Region, "-", Rule, "the goal";
    Both "flagPieceCount", Number(255), "1", Rule, "how many must reach it";
    Both "flagPieceSafe", Bool, "false", Rule, "they count only where no enemy piece could take them";
    Both "flagMove", Bool, "false", Rule, "the second player has one more move to do the same";
    Both "flagPieceBlockedWin", Bool, "false", Rule, "one piece is enough where no square of the goal is empty";
    Both "checkCounting", Bool, "false", Rule, "so many checks win; how many stands in the start, `3+3`";
    Both "stalematePieceCount", Bool, "false", OtherGames, "without a move, fewer pieces win";
    Both "shatarMateRule", Bool, "false", OtherGames, "how mate must be given";
    Both "materialCounting", Text, "none", OtherGames, "the end is counted";
    Both "adjudicateFullBoard", Text, "none", OtherGames, "a full board ends the game";
    Both "countingRule", Text, "none", OtherGames, "endgames have a number of moves";
    Both "connectN", Number(99), "0", OtherGames, "pieces in a row win";
    BothOrEach "connectPieceTypes", Types, "*", Hint, "which pieces in a row";
    Both "connectHorizontal", Bool, "true", Hint, "rows count";
    Both "connectVertical", Bool, "true", Hint, "columns count";
    Both "connectDiagonal", Bool, "true", Hint, "diagonals count";
    Each "connectRegion1", Region, "-", OtherGames, "pieces that join two regions win";
    Each "connectRegion2", Region, "-", OtherGames, "pieces that join two regions win";
    Both "connectNxN", Number(99), "0", OtherGames, "a square of pieces wins";
    Both "collinearN", Number(99), "0", OtherGames, "pieces on a line win";
    Both "connectValue", Outcome, "win", Hint, "what a row means";
    // Old names
    Both "promotionRank", Rank, "8", Old("promotionRegionWhite"), "first rank of the zone";
    Both "doubleStepRank", Rank, "2", Old("doubleStepRegionWhite"), "chess pawns";
    Both "doubleStepRankMin", Rank, "2", Old("doubleStepRegionWhite"), "chess pawns";
    Both "whiteFlag", Region, "-", Old("flagRegionWhite"), "the first player's goal";
    Both "blackFlag", Region, "-", Old("flagRegionBlack"), "the second player's goal";
    Both "castlingRookPiece", Type, "", Old("castlingRookPieces"), "castling";
    Both "whiteDropRegion", Region, "", Old("dropRegionWhite"), "where the first player may drop";
    Both "blackDropRegion", Region, "", Old("dropRegionBlack"), "where the second player may drop";
    Both "dropOnTop", Bool, "false", Old("enclosingDrop"), "drops fall on top of pieces";
};

/// Which sides a spelling speaks of: `[first player, second player]`.
pub type ForSides = [bool; 2];

static SPELLINGS: LazyLock<HashMap<String, (usize, ForSides)>> = LazyLock::new(|| {
    let mut all = HashMap::new();
    for (index, key) in KEYS.iter().enumerate() {
        for (name, sides) in spellings(key) {
            all.insert(name, (index, sides));
        }
    }
    all
});

/// The ways a key is spelled, and for whom.
pub fn spellings(key: &Key) -> Vec<(String, ForSides)> {
    let white = (format!("{}White", key.name), [true, false]);
    let black = (format!("{}Black", key.name), [false, true]);
    let both = (key.name.to_owned(), [true, true]);
    match key.sides {
        Sides::Both => vec![both],
        Sides::Each => vec![white, black],
        Sides::BothOrEach => vec![both, white, black],
    }
}

/// The option of a spelling, and for whom it speaks.
pub fn find(spelling: &str) -> Option<(usize, ForSides)> {
    SPELLINGS.get(spelling).copied()
}

/// Every spelling there is, to suggest the nearest.
pub fn all_spellings() -> impl Iterator<Item = &'static str> {
    let pieces = super::pieces::BUILT_IN.iter().map(|piece| piece.key);
    SPELLINGS.keys().map(String::as_str).chain(pieces).chain(["customPiece1"])
}
