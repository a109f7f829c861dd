//! The pieces that a `variants.ini` can name without describing them.

/// A piece with a name of its own.
pub struct BuiltIn {
    /// Its key.
    pub key: &'static str,
    /// Its move, in Fairy-Stockfish's reading of Betza.
    pub betza: &'static str,
    /// English name.
    pub name: &'static str,
    /// Japanese name.
    pub name_ja: &'static str,
    /// What is written on it; its letter where empty.
    pub kanji: &'static str,
}

const fn piece(
    key: &'static str,
    betza: &'static str,
    name: &'static str,
    name_ja: &'static str,
    kanji: &'static str,
) -> BuiltIn {
    BuiltIn { key, betza, name, name_ja, kanji }
}

/// All of them, in the order in which their keys are read: of two with one letter the later has it.
pub const BUILT_IN: [BuiltIn; 37] = [
    piece("pawn", "fmWfceF", "Chess pawn", "ポーン", ""),
    piece("knight", "N", "Chess knight", "ナイト", ""),
    piece("bishop", "B", "Bishop", "角行", "角"),
    piece("rook", "R", "Rook", "飛車", "飛"),
    piece("queen", "Q", "Queen", "奔王", "奔"),
    piece("fers", "F", "Fers", "猫刃", "猫"),
    piece("alfil", "A", "Alfil", "アルフィル", ""),
    piece("fersAlfil", "FA", "Fers-alfil", "フェルスアルフィル", ""),
    piece("silver", "FfW", "Silver general", "銀将", "銀"),
    piece("aiwok", "RNF", "Aiwok", "アイウォク", ""),
    piece("bers", "RF", "Dragon king", "竜王", "竜"),
    piece("archbishop", "BN", "Archbishop", "アーチビショップ", ""),
    piece("chancellor", "RN", "Chancellor", "チャンセラー", ""),
    piece("amazon", "QN", "Amazon", "アマゾン", ""),
    piece("knibis", "mNcB", "Knibis", "ナイビス", ""),
    piece("biskni", "mBcN", "Biskni", "ビスナイ", ""),
    piece("kniroo", "mNcR", "Kniroo", "ナイルー", ""),
    piece("rookni", "mRcN", "Rookni", "ルークナイ", ""),
    piece("shogiPawn", "fW", "Pawn", "歩兵", "歩"),
    piece("lance", "fR", "Lance", "香車", "香"),
    piece("shogiKnight", "fN", "Knight", "桂馬", "桂"),
    piece("gold", "WfF", "Gold general", "金将", "金"),
    piece("dragonHorse", "BW", "Dragon horse", "竜馬", "馬"),
    piece("clobber", "cW", "Clobber stone", "クロバー", ""),
    piece("breakthrough", "fmWfF", "Breakthrough pawn", "ブレイクスルー", ""),
    piece("immobile", "", "Immobile piece", "不動駒", ""),
    piece("cannon", "mRcpR", "Cannon", "砲", "砲"),
    piece("janggiCannon", "pR", "Janggi cannon", "包", "包"),
    piece("soldier", "fsW", "Soldier", "兵", "兵"),
    piece("horse", "nN", "Horse", "傌", "傌"),
    piece("elephant", "nA", "Elephant", "相", "相"),
    piece("janggiElephant", "nZ", "Janggi elephant", "象", "象"),
    piece("banner", "RcpRnN", "Banner", "旗", "旗"),
    piece("wazir", "W", "Wazir", "嗔猪", "嗔"),
    piece("commoner", "K", "Commoner", "酔人", "人"),
    piece("centaur", "KN", "Centaur", "ケンタウロス", ""),
    piece("king", "K", "King", "玉将", "玉"),
];

/// How many pieces a section can describe: `customPiece1` to `customPiece25`.
pub const CUSTOM_PIECES: u16 = 25;

/// A type of piece: built in, described in the file, or taken from the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u16);

impl TypeId {
    /// The royal piece.
    pub const KING: Self = Self(36);
    /// The only type that `shogiPawnDropMateIllegal` speaks of.
    pub const SHOGI_PAWN: Self = Self(18);
    /// The only type with chess's two steps and promotions.
    pub const CHESS_PAWN: Self = Self(0);
    /// The first type taken from the catalogue.
    pub const FIRST_OF_CATALOGUE: u16 = 100;

    /// The type of a key: a built-in name or `customPieceN`.
    pub fn of_key(key: &str) -> Option<Self> {
        if let Some(number) = key.strip_prefix("customPiece") {
            let number: u16 = number.parse().ok().filter(|_| !number.starts_with(['0', '+']))?;
            let known = (1..=CUSTOM_PIECES).contains(&number);
            return known.then_some(Self(BUILT_IN.len() as u16 + number - 1));
        }
        BUILT_IN.iter().position(|piece| piece.key == key).map(|index| Self(index as u16))
    }

    /// The built-in piece, if it is one.
    pub fn built_in(self) -> Option<&'static BuiltIn> {
        BUILT_IN.get(usize::from(self.0))
    }
}

/// The usual names of promoted men: type, promoted type, English, Japanese, kanji.
pub const PROMOTED: [(&str, &str, &str, &str, &str); 4] = [
    ("shogiPawn", "gold", "Tokin", "と金", "と"),
    ("lance", "gold", "Promoted lance", "成香", "杏"),
    ("shogiKnight", "gold", "Promoted knight", "成桂", "圭"),
    ("silver", "gold", "Promoted silver", "成銀", "全"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_with_rules_of_their_own_are_where_they_should_be() {
        assert_eq!(TypeId::of_key("king"), Some(TypeId::KING));
        assert_eq!(TypeId::of_key("shogiPawn"), Some(TypeId::SHOGI_PAWN));
        assert_eq!(TypeId::of_key("pawn"), Some(TypeId::CHESS_PAWN));
        assert_eq!(TypeId::of_key("customPiece25").map(|t| t.0), Some(61));
        for wrong in ["customPiece0", "customPiece26", "customPiece01", "customPiece", "dragon"] {
            assert_eq!(TypeId::of_key(wrong), None, "{wrong}");
        }
    }
}
