//! Positions as browsers see them: everything a board needs.

use std::borrow::Cow;
use std::collections::BTreeMap;

pub use koma_kifu::WinnerName;
use koma_kifu::notation::{Digits, english, japanese};
use koma_rules::{
    Declaration, End, Game, Position, Reason, Side, Square, SquareName, UsiMove, Winner,
};
use koma_variants::Variant;
use serde::de::Error as _;
use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

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
    /// The squares a move empties of pieces it takes, where they are not simply its last one.
    pub captures: BTreeMap<String, Vec<String>>,
    /// The royals in check.
    pub checked: Vec<String>,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Royals that could be taken where that is no check: the game has no check rules, or the side
    /// more royals than it needs.
    pub attacked: Vec<AttackView>,
    /// The last move.
    pub last_move: Option<MoveText>,
    /// The moves of the reference.
    pub played: Vec<MoveText>,
    /// Whether a side still places its pieces.
    pub placing: Sides<bool>,
    /// Impasse points of all pieces.
    pub points: Sides<u32>,
    /// Whether an entering-king declaration would not lose.
    pub can_declare: bool,
    /// How the game ended, if it did.
    pub end: Option<EndView>,
    /// A key for `after`, to go on from here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A royal that could be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AttackView {
    /// Its square.
    pub royal: String,
    /// The squares of the pieces that could take it.
    pub by: Vec<String>,
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
    /// What happened.
    pub reason: EndReason,
    /// Who won; null where there is no result.
    pub winner: Option<WinnerName>,
    /// The same in a sentence, in the language asked for.
    pub sentence: String,
}

/// What ended a game: a rule, or that it never began. On the wire, the name of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// By the rules.
    Rules(Reason),
    /// Whoever made the game left before somebody joined.
    Aborted,
    /// A player left and did not come back; the other claimed the game or called it off.
    Abandoned,
}

impl EndReason {
    const ABORTED: &str = "aborted";
    const ABANDONED: &str = "abandoned";

    /// The name on the wire and in the log.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rules(reason) => reason.name(),
            Self::Aborted => Self::ABORTED,
            Self::Abandoned => Self::ABANDONED,
        }
    }

    /// The reason of such a name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            Self::ABORTED => Some(Self::Aborted),
            Self::ABANDONED => Some(Self::Abandoned),
            _ => Reason::from_name(name).map(Self::Rules),
        }
    }
}

impl From<Reason> for EndReason {
    fn from(reason: Reason) -> Self {
        Self::Rules(reason)
    }
}

impl Serialize for EndReason {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for EndReason {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = Cow::<str>::deserialize(from)?;
        Self::from_name(&name).ok_or_else(|| D::Error::custom("no reason for which games end"))
    }
}

impl PartialSchema for EndReason {
    fn schema() -> RefOr<Schema> {
        let names =
            Reason::ALL.iter().map(|reason| reason.name()).chain([Self::ABORTED, Self::ABANDONED]);
        let schema = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names));
        schema.description(Some("What ended a game.")).into()
    }
}

impl ToSchema for EndReason {}

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
    /// The view of a game as it stands; `played` are the moves told, the last one at its end.
    pub fn of(game: &Game, played: Vec<MoveText>, lang: Lang) -> Self {
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
        let name = |square| geometry.name(square).to_string();
        let attack = |(royal, by): (_, Vec<_>)| AttackView {
            royal: name(royal),
            by: by.into_iter().map(name).collect(),
        };
        let attacked = match checked.is_empty() && game.end().is_none() {
            true => news(position).into_iter().map(attack).collect(),
            false => Vec::new(),
        };
        Self {
            variant: position.rules().variant().slug.clone(),
            sfen: position.sfen(),
            side: position.side().into(),
            ply: position.ply(),
            moves: texts,
            captures,
            in_check: !checked.is_empty(),
            attacked,
            checked: checked.into_iter().map(name).collect(),
            last_move: played.last().cloned(),
            played,
            placing: Sides::each(|side| position.is_placing(side)),
            points: Sides::each(|side| game.points(side).all),
            can_declare: game.end().is_none()
                && matches!(game.declaration(), Declaration::Wins | Declaration::Draws),
            end: game.end().map(|end| {
                EndView::new(
                    end.reason.into(),
                    Some(end.winner),
                    Some(position.rules().variant()),
                    lang,
                )
            }),
            key: None,
        }
    }
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

/// The royals of the side to move that could be taken, by whom: what is so from the start of every game
/// (in taikyoku shogi generals jump as far as the king) is no news.
fn news(position: &Position) -> Vec<(Square, Vec<Square>)> {
    let mut attacked = position.attacked_royals();
    if attacked.is_empty() {
        return attacked;
    }
    let start = Position::start(position.rules());
    for (royal, by) in &mut attacked {
        if start.man_at(*royal) == position.man_at(*royal) {
            let always = start.attackers(position.side().other(), *royal);
            by.retain(|square| !always.contains(square));
        }
    }
    attacked.retain(|(_, by)| !by.is_empty());
    attacked
}

impl EndView {
    /// An end in a language; `None` for the winner of a game that never began.
    pub fn new(
        reason: EndReason,
        winner: Option<Winner>,
        variant: Option<&Variant>,
        lang: Lang,
    ) -> Self {
        let sentence = match (reason, winner) {
            (EndReason::Rules(reason), Some(winner)) => {
                let sentence = koma_book::ended(End { reason, winner }, variant).say(lang);
                if lang == Lang::En { sentence + "." } else { sentence }
            }
            (EndReason::Rules(reason), None) => reason.words(lang).to_owned(),
            (EndReason::Aborted, _) => lang
                .pick("The game ended before it began.", "対局は始まらないまま終わりました。")
                .to_owned(),
            (EndReason::Abandoned, Some(Winner::Side(winner))) => {
                let (gone, winner) = (winner.other().words(lang), winner.words(lang));
                lang.pick(
                    format!("{gone} left the game. {winner} wins."),
                    format!("{gone}が対局を離れたため、{winner}の勝ち。"),
                )
            }
            (EndReason::Abandoned, _) => lang
                .pick(
                    "The game was called off: a player had left.",
                    "一方が離れたため、対局は中止されました。",
                )
                .to_owned(),
        };
        Self { reason, winner: winner.map(WinnerName::from), sentence }
    }
}
