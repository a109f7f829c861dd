//! Positions as browsers see them: everything a board needs.

use std::collections::BTreeMap;

use koma_kifu::notation::{Digits, english, japanese};
use koma_rules::{
    Declaration, End, Game, IllegalMove, Position, Reason, Ruleset, Side, SquareName, UsiMove,
    Winner,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Lang;

/// A side on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SideName {
    /// 先手, who moves first in shogi; `b` in SFEN.
    Sente,
    /// 後手.
    Gote,
}

/// One of something for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Sides<T> {
    /// Sente's.
    pub sente: T,
    /// Gote's.
    pub gote: T,
}

/// A position and what can be done in it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    /// The slug of the variant, or the id of a stored one.
    pub variant: String,
    /// The position as SFEN.
    pub sfen: String,
    /// Who is to move.
    pub side: SideName,
    /// The number of the next move, from 1, as SFEN counts.
    pub ply: u32,
    /// The legal moves as USI; none once the game is over.
    pub moves: Vec<String>,
    /// The squares a move empties of men it takes, where they are not simply its last one.
    pub captures: BTreeMap<String, Vec<String>>,
    /// The royals in check.
    pub checked: Vec<String>,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The last move.
    pub last_move: Option<MoveText>,
    /// All moves from the start of the reference.
    pub played: Vec<MoveText>,
    /// Whether a side still places its men.
    pub placing: Sides<bool>,
    /// Impasse points of all men.
    pub points: Sides<u32>,
    /// Whether an entering-king declaration would not lose.
    pub can_declare: bool,
    /// How the game ended, if it did.
    pub end: Option<EndView>,
}

/// A move in three notations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MoveText {
    /// `7g7f`.
    pub usi: String,
    /// `▲７六歩`.
    pub japanese: String,
    /// `P-7f`.
    pub english: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EndView {
    /// What happened: `checkmate`, `resignation`, ...
    pub reason: String,
    /// Who won; null is a draw.
    pub winner: Option<SideName>,
    /// The same in a sentence.
    pub sentence: String,
}

impl From<Side> for SideName {
    fn from(side: Side) -> Self {
        match side {
            Side::Sente => Self::Sente,
            Side::Gote => Self::Gote,
        }
    }
}

impl From<SideName> for Side {
    fn from(side: SideName) -> Self {
        match side {
            SideName::Sente => Self::Sente,
            SideName::Gote => Self::Gote,
        }
    }
}

impl<T> Sides<T> {
    /// What `each` gives for each side.
    pub fn each(mut each: impl FnMut(Side) -> T) -> Self {
        Self { sente: each(Side::Sente), gote: each(Side::Gote) }
    }
}

impl PositionView {
    /// The view of a game as it stands.
    pub fn of(game: &Game, lang: Lang) -> Self {
        Self::with_played(game, played(game), lang)
    }

    /// The same where the words for all its moves are known already.
    pub fn with_played(game: &Game, played: Vec<MoveText>, lang: Lang) -> Self {
        let position = game.position();
        let geometry = position.rules().geometry();
        let moves = game.legal_moves();
        let mut texts = Vec::with_capacity(moves.len());
        let mut captures = BTreeMap::new();
        // A copy to try moves on: what a move takes is known when it is made.
        let mut trial = position.clone();
        for mv in moves {
            let usi = position.usi(mv).to_string();
            let undo = trial.play_unchecked(mv);
            let mut victims: Vec<_> = undo.victims().map(|(square, _)| square).collect();
            trial.undo(undo);
            if victims.iter().any(|&square| square != mv.to()) {
                victims.sort_unstable();
                let names = victims.into_iter().map(|square| geometry.name(square).to_string());
                captures.insert(usi.clone(), names.collect());
            }
            texts.push(usi);
        }
        texts.sort_unstable();
        let checked = position.binding_checks();
        Self {
            variant: position.rules().variant().slug.clone(),
            sfen: position.sfen(),
            side: position.side().into(),
            ply: position.ply(),
            moves: texts,
            captures,
            in_check: !checked.is_empty(),
            checked: checked.into_iter().map(|at| geometry.name(at).to_string()).collect(),
            last_move: played.last().cloned(),
            played,
            placing: Sides::each(|side| position.is_placing(side)),
            points: Sides::each(|side| game.points(side).all),
            can_declare: game.end().is_none()
                && matches!(game.declaration(), Declaration::Wins | Declaration::Draws),
            end: game.end().map(|end| EndView::of(end, lang)),
        }
    }
}

/// The moves of a game in words.
pub fn played(game: &Game) -> Vec<MoveText> {
    let mut position = game.first_position().clone();
    let mut last_to = None;
    let mut texts = Vec::with_capacity(game.moves().len());
    for mv in game.moves() {
        let usi = position.usi(mv);
        texts.push(MoveText::of(&position, &usi, last_to));
        last_to = usi.to();
        let _ = position.play_unchecked(mv);
    }
    texts
}

impl MoveText {
    /// A move in words. `position` is the one before it, `last_to` where the move before it went.
    pub fn of(position: &Position, usi: &UsiMove, last_to: Option<SquareName>) -> Self {
        let side = position.side();
        let mark = if side == Side::Sente { "▲" } else { "△" };
        let plain = || match usi {
            UsiMove::Pass => format!("{mark}パス"),
            _ => format!("{mark}{usi}"),
        };
        let in_japanese = japanese(position, usi, last_to, Digits::Mixed);
        Self {
            usi: usi.to_string(),
            japanese: in_japanese.unwrap_or_else(plain),
            english: english(position, usi).unwrap_or_else(|| usi.to_string()),
        }
    }
}

impl EndView {
    /// An end in a language.
    pub fn of(end: End, lang: Lang) -> Self {
        let words = reason_words(end.reason, lang);
        let sentence = match end.winner {
            Winner::Side(Side::Sente) => {
                lang.pick(format!("Sente wins: {words}"), format!("先手の勝ち（{words}）"))
            }
            Winner::Side(Side::Gote) => {
                lang.pick(format!("Gote wins: {words}"), format!("後手の勝ち（{words}）"))
            }
            Winner::Draw => lang.pick(format!("Draw: {words}"), format!("引き分け（{words}）")),
        };
        let reason = end.reason.name().to_owned();
        Self { reason, winner: end.winner.side().map(SideName::from), sentence }
    }
}

/// What ended a game, in words.
pub fn reason_words(reason: Reason, lang: Lang) -> &'static str {
    match reason {
        Reason::Checkmate => lang.pick("checkmate", "詰み"),
        Reason::NoMove => lang.pick("no legal move", "合法手なし"),
        Reason::RoyalTaken => lang.pick("the last royal was taken", "玉を取られた"),
        Reason::Repetition => lang.pick("repetition", "千日手"),
        Reason::PerpetualCheck => lang.pick("perpetual check", "連続王手の千日手"),
        Reason::PerpetualAttack => lang.pick("perpetual attack", "連続して駒を追う千日手"),
        Reason::NoProgress => lang.pick("no progress", "進展なし"),
        Reason::Checks => lang.pick("enough checks given", "王手の回数"),
        Reason::Extinction => lang.pick("a side ran out of men", "駒がなくなった"),
        Reason::Goal => lang.pick("a man reached its goal", "トライ"),
        Reason::BareRoyal => lang.pick("bare king", "駒枯れ（裸玉）"),
        Reason::DropMate => lang.pick("mate by a drop that may not give it", "打ち歩詰め"),
        Reason::MoveLimit => lang.pick("move limit", "手数制限"),
        Reason::Declaration => lang.pick("entering-king declaration", "入玉宣言"),
        Reason::FalseDeclaration => lang.pick("false declaration", "宣言失敗"),
        Reason::AgreedImpasse => lang.pick("impasse", "持将棋"),
        Reason::AgreedDraw => lang.pick("agreement", "合意"),
        Reason::Resignation => lang.pick("resignation", "投了"),
        Reason::TimeLoss => lang.pick("time", "時間切れ"),
        Reason::IllegalMove => lang.pick("illegal move", "反則"),
        // Reasons that are new to this crate have no words yet.
        _ => lang.pick("another reason", "その他"),
    }
}

/// Why a move is refused, in a sentence that calls men by their names.
pub fn refusal_words(reason: &IllegalMove, rules: &Ruleset, lang: Lang) -> String {
    let mut reason = reason.clone();
    if let IllegalMove::NotInHand { code }
    | IllegalMove::ChoiceLimit { code }
    | IllegalMove::ChoiceLocked { code } = &mut reason
        && let Some(kind) = rules.kind(code)
    {
        let piece = &rules.variant().kinds[kind.index()].piece;
        *code = lang.pick(piece.name.to_lowercase(), piece.name_ja.clone());
    }
    lang.pick(reason.to_string(), reason.japanese())
}
