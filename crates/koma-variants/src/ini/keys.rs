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

const fn both(
    name: &'static str,
    takes: Takes,
    default: &'static str,
    used: Use,
    meaning: &'static str,
) -> Key {
    Key { name, sides: Sides::Both, takes, default, meaning, used }
}

const fn each(
    name: &'static str,
    takes: Takes,
    default: &'static str,
    used: Use,
    meaning: &'static str,
) -> Key {
    Key { name, sides: Sides::Each, takes, default, meaning, used }
}

const fn any(
    name: &'static str,
    takes: Takes,
    default: &'static str,
    used: Use,
    meaning: &'static str,
) -> Key {
    Key { name, sides: Sides::BothOrEach, takes, default, meaning, used }
}

use Takes::{
    Bool, Counts, Fen, File, Groups, Map, Number, Outcome, Rank, Region, Text, Type, Types,
};
use Use::{ChessPawns, Hint, Old, OtherGames, Rule};

/// Every option but those named after pieces: built-in names, `customPieceN` and
/// `mobilityRegion{White,Black}{Piece}`.
pub const KEYS: &[Key] = &[
    // Board
    both("maxRank", Rank, "8", Rule, "number of ranks"),
    both("maxFile", File, "8", Rule, "number of files"),
    both("startFen", Fen, "", Rule, "the start; hands in `[...]`, `+` before a promoted piece"),
    both("pieceValueMg", Counts, "", Hint, "values for the engine's middle game"),
    both("pieceValueEg", Counts, "", Hint, "values for the engine's endgame"),
    both("variantTemplate", Text, "fairy", Hint, "which XBoard interface to imitate"),
    both("pieceToCharTable", Text, "-", Hint, "XBoard's table of pictures"),
    both("pocketSize", Number(99), "0", Hint, "how many kinds XBoard shows in hand"),
    both("nnueAlias", Text, "", Hint, "whose evaluation file the engine loads"),
    both("chess960", Bool, "false", OtherGames, "shuffled start with castling"),
    both("twoBoards", Bool, "false", OtherGames, "hands are filled from another board"),
    // Promotion
    each("promotionRegion", Region, "*8", Rule, "where a move must start or end to promote"),
    both("promotedPieceType", Map, "", Rule, "what a type promotes to"),
    both(
        "mandatoryPiecePromotion",
        Bool,
        "false",
        Rule,
        "a promotion that is possible must be made",
    ),
    both("piecePromotionOnCapture", Bool, "false", Rule, "only captures promote"),
    both("pieceDemotion", Bool, "false", Rule, "a promoted piece turns back with its next move"),
    both("promotionLimit", Counts, "", Rule, "how many of a type a side may have to promote to it"),
    any("promotionPawnTypes", Types, "", ChessPawns, "types that promote as chess pawns do"),
    any("promotionPieceTypes", Types, "", ChessPawns, "what such pawns promote to"),
    both("mandatoryPawnPromotion", Bool, "true", ChessPawns, "such pawns must promote"),
    both("sittuyinPromotion", Bool, "false", OtherGames, "promotion by standing still"),
    both("pawnTypes", Types, "", ChessPawns, "what counts as a chess pawn"),
    // Drops
    both("pieceDrops", Bool, "false", Rule, "pieces in hand may be dropped"),
    both("capturesToHand", Bool, "false", Rule, "captured pieces go to the hand of who took them"),
    both("dropNoDoubled", Type, "-", Rule, "no drop on a file that holds another (二歩)"),
    both(
        "dropNoDoubledCount",
        Number(99),
        "1",
        Rule,
        "how many others forbid it; 0 forbids always",
    ),
    both(
        "immobilityIllegal",
        Bool,
        "false",
        Rule,
        "no move or drop to where a piece could never move",
    ),
    both(
        "shogiPawnDropMateIllegal",
        Bool,
        "false",
        Rule,
        "a mate by dropping a shogi pawn loses (打ち歩詰め)",
    ),
    both("dropPromoted", Bool, "false", Rule, "pieces may be dropped either side up"),
    both("dropLoop", Bool, "false", Rule, "captured pieces stay promoted"),
    each("dropRegion", Region, "", Rule, "where pieces may be dropped; everywhere without it"),
    both("dropChecks", Bool, "true", Rule, "a drop may give check"),
    both("mustDrop", Bool, "false", Rule, "who can drop must"),
    both("mustDropType", Type, "*", Rule, "the type that must be dropped"),
    both(
        "firstRankPawnDrops",
        Bool,
        "false",
        ChessPawns,
        "chess pawns may be dropped on the first rank",
    ),
    both(
        "promotionZonePawnDrops",
        Bool,
        "false",
        ChessPawns,
        "chess pawns may be dropped in the zone",
    ),
    both("sittuyinRookDrop", Bool, "false", OtherGames, "rooks are dropped on the back rank"),
    both(
        "dropOppositeColoredBishop",
        Bool,
        "false",
        OtherGames,
        "bishops are dropped on both colours",
    ),
    both("enclosingDrop", Text, "none", OtherGames, "a drop must enclose pieces"),
    each("enclosingDropStart", Region, "", OtherGames, "where such a game starts"),
    both("flipEnclosedPieces", Text, "none", OtherGames, "enclosed pieces change sides"),
    both("gating", Bool, "false", OtherGames, "pieces enter behind a move"),
    both("seirawanGating", Bool, "false", OtherGames, "pieces enter behind the first move"),
    both("freeDrops", Bool, "false", OtherGames, "hands never run out"),
    // Set-up phase
    both("setupDrops", Bool, "false", Rule, "the game starts with placing pieces from hand"),
    both("setupMustDrop", Bool, "false", Rule, "during set-up only drops are legal"),
    each("setupDropRegion", Region, "", Rule, "where pieces are placed; replaces the drop region"),
    any(
        "setupDropPieceTypes",
        Types,
        "-",
        Rule,
        "types whose pieces must all be placed before set-up ends",
    ),
    any("pieceChoiceGroup", Groups, "", Rule, "pieces of which only some may be used; see below"),
    // Moves
    both(
        "doubleStep",
        Bool,
        "true",
        ChessPawns,
        "chess pawns, and Betza `i`, move two squares at first",
    ),
    both("castling", Bool, "true", Hint, "castling; it needs rights in the start position"),
    both("checking", Bool, "true", Rule, "moves may give check"),
    both("mustCapture", Bool, "false", Rule, "who can capture must"),
    any("pass", Bool, "false", Rule, "the turn may be passed"),
    any("passOnStalemate", Bool, "false", Rule, "the turn may be passed when there is no move"),
    both("flyingGeneral", Bool, "false", Rule, "two kings may not face each other on an open file"),
    each("doubleStepRegion", Region, "*2", ChessPawns, "from where chess pawns move two squares"),
    each("tripleStepRegion", Region, "-", ChessPawns, "from where chess pawns move three squares"),
    any("enPassantRegion", Region, "", ChessPawns, "where chess pawns are taken in passing"),
    any("enPassantTypes", Types, "", ChessPawns, "what takes in passing"),
    both("castlingDroppedPiece", Bool, "false", OtherGames, "dropped rooks castle"),
    both("castlingKingsideFile", File, "g", Hint, "castling"),
    both("castlingQueensideFile", File, "c", Hint, "castling"),
    both("castlingRank", Rank, "1", Hint, "castling"),
    both("castlingKingFile", File, "e", Hint, "castling"),
    any("castlingKingPiece", Type, "", Hint, "castling"),
    both("castlingRookKingsideFile", File, "h", Hint, "castling"),
    both("castlingRookQueensideFile", File, "a", Hint, "castling"),
    any("castlingRookPieces", Types, "", Hint, "castling"),
    both("oppositeCastling", Bool, "false", OtherGames, "castling to opposite sides"),
    both("castlingWins", Text, "-", OtherGames, "castling wins"),
    both("blastOnCapture", Bool, "false", OtherGames, "captures explode"),
    both("blastImmuneTypes", Types, "-", Hint, "pieces that explosions spare"),
    both("mutuallyImmuneTypes", Types, "-", OtherGames, "types that cannot take their like"),
    both(
        "petrifyOnCaptureTypes",
        Types,
        "-",
        OtherGames,
        "pieces that turn to stone when they capture",
    ),
    both("petrifyBlastPieces", Bool, "false", OtherGames, "explosions turn pieces to stone"),
    both("wallingRule", Text, "none", OtherGames, "moves leave walls"),
    each("wallingRegion", Region, "", Hint, "where walls are left"),
    both("wallOrMove", Bool, "false", OtherGames, "a wall instead of a move"),
    both("cambodianMoves", Bool, "false", OtherGames, "first moves of king and queen"),
    both("diagonalLines", Region, "-", OtherGames, "palaces with diagonals"),
    both("makpongRule", Bool, "false", OtherGames, "the king may not leave check by moving"),
    both("soldierPromotionRank", Rank, "1", OtherGames, "from where soldiers step sideways"),
    both("bikjangRule", Text, "none", OtherGames, "facing kings end the game"),
    // Endings
    both("stalemateValue", Outcome, "draw", Rule, "no legal move, not in check"),
    both("checkmateValue", Outcome, "loss", Rule, "no legal move, in check"),
    both(
        "nFoldRule",
        Number(255),
        "3",
        Rule,
        "how often a position repeats to end the game; 0 never",
    ),
    both("nFoldValue", Outcome, "draw", Rule, "what repetition means"),
    both("nFoldValueAbsolute", Bool, "false", Rule, "`nFoldValue` is seen from the first player"),
    both(
        "perpetualCheckIllegal",
        Bool,
        "false",
        Rule,
        "who checked with every move of the cycle loses",
    ),
    both("moveRepetitionIllegal", Bool, "false", OtherGames, "moving to and fro is forbidden"),
    both("chasingRule", Text, "none", OtherGames, "who chases for ever loses"),
    both(
        "nMoveRule",
        Number(10_000),
        "50",
        Rule,
        "moves of each side without progress that draw; 0 never",
    ),
    any(
        "nMoveRuleTypes",
        Types,
        "",
        Rule,
        "types whose moves are progress where they cannot be taken back; chess pawns without it",
    ),
    both("extinctionValue", Outcome, "none", Rule, "a side has too few pieces of a type"),
    both("extinctionPieceTypes", Types, "-", Rule, "the types; `*` all pieces together"),
    both("extinctionPieceCount", Number(999), "0", Rule, "how many are too few"),
    both(
        "extinctionOpponentPieceCount",
        Number(999),
        "0",
        Rule,
        "and the other side has at least so many",
    ),
    both(
        "extinctionClaim",
        Bool,
        "false",
        Rule,
        "a side to move that has too few has lost only if the opponent has one more",
    ),
    both("extinctionPseudoRoyal", Bool, "false", Rule, "the last pieces of these types are royal"),
    both("dupleCheck", Bool, "false", Rule, "all royals attacked at once is check, too"),
    any("flagPiece", Type, "*", Rule, "the type that must reach the goal"),
    each("flagRegion", Region, "-", Rule, "the goal"),
    both("flagPieceCount", Number(255), "1", Rule, "how many must reach it"),
    both(
        "flagPieceSafe",
        Bool,
        "false",
        Rule,
        "they count only where no enemy piece could take them",
    ),
    both("flagMove", Bool, "false", Rule, "the second player has one more move to do the same"),
    both(
        "flagPieceBlockedWin",
        Bool,
        "false",
        Rule,
        "one piece is enough where no square of the goal is empty",
    ),
    both(
        "checkCounting",
        Bool,
        "false",
        Rule,
        "so many checks win; how many stands in the start, `3+3`",
    ),
    both("stalematePieceCount", Bool, "false", OtherGames, "without a move, fewer pieces win"),
    both("shatarMateRule", Bool, "false", OtherGames, "how mate must be given"),
    both("materialCounting", Text, "none", OtherGames, "the end is counted"),
    both("adjudicateFullBoard", Text, "none", OtherGames, "a full board ends the game"),
    both("countingRule", Text, "none", OtherGames, "endgames have a number of moves"),
    both("connectN", Number(99), "0", OtherGames, "pieces in a row win"),
    any("connectPieceTypes", Types, "*", Hint, "which pieces in a row"),
    both("connectHorizontal", Bool, "true", Hint, "rows count"),
    both("connectVertical", Bool, "true", Hint, "columns count"),
    both("connectDiagonal", Bool, "true", Hint, "diagonals count"),
    each("connectRegion1", Region, "-", OtherGames, "pieces that join two regions win"),
    each("connectRegion2", Region, "-", OtherGames, "pieces that join two regions win"),
    both("connectNxN", Number(99), "0", OtherGames, "a square of pieces wins"),
    both("collinearN", Number(99), "0", OtherGames, "pieces on a line win"),
    both("connectValue", Outcome, "win", Hint, "what a row means"),
    // Old names
    both("promotionRank", Rank, "8", Old("promotionRegionWhite"), "first rank of the zone"),
    both("doubleStepRank", Rank, "2", Old("doubleStepRegionWhite"), "chess pawns"),
    both("doubleStepRankMin", Rank, "2", Old("doubleStepRegionWhite"), "chess pawns"),
    both("whiteFlag", Region, "-", Old("flagRegionWhite"), "the first player's goal"),
    both("blackFlag", Region, "-", Old("flagRegionBlack"), "the second player's goal"),
    both("castlingRookPiece", Type, "", Old("castlingRookPieces"), "castling"),
    both("whiteDropRegion", Region, "", Old("dropRegionWhite"), "where the first player may drop"),
    both("blackDropRegion", Region, "", Old("dropRegionBlack"), "where the second player may drop"),
    both("dropOnTop", Bool, "false", Old("enclosingDrop"), "drops fall on top of pieces"),
];

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
