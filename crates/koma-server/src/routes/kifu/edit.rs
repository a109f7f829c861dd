//! Records made in the browser.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use axum::extract::{Extension, Query, State};
use axum::http::StatusCode;
use koma_kifu::{Board, Builder, End, Ending, Handicap, Millis, NodeId, Record, Winner};
use koma_rules::{Ruleset, Side, UsiMove};
use koma_store::Prepared;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::own::{Keeper, SightName, address};
use super::{MOST_NODES, WrittenRecord, kind_named, write_options, written};
use crate::envelope::{Answer, Envelope, Failure, Payload};
use crate::guard::Viewer;
use crate::lang::Asked;
use crate::request::Json;
use crate::rules::start;
use crate::view::{EndReason, WinnerName};
use crate::{ApiError, App, Asker};

/// A record and the format it is wanted in.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditRequest {
    /// The record.
    pub record: EditedRecord,
    /// The format.
    pub to: String,
    /// The encoding of the bytes of the answer; without, what readers of the format expect.
    #[serde(default)]
    pub encoding: Option<String>,
    /// The version of the format, where it has several.
    #[serde(default)]
    pub flavour: Option<String>,
}

/// A record made in the browser: the fields of a record as it is told, without those that follow
/// from others.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditedRecord {
    /// A slug, an alias, or the id of a stored variant.
    pub variant: String,
    /// Contested rules played in other ways, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The start position; with `handicap`, that is its name.
    #[serde(default)]
    pub initial_sfen: Option<String>,
    /// The handicap.
    #[serde(default)]
    pub handicap: Option<String>,
    /// The head, in the words of KIF.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// Comments on the start position, one a line.
    #[serde(default)]
    pub comments: Vec<String>,
    /// Bookmarks of the start position.
    #[serde(default)]
    pub bookmarks: Vec<String>,
    /// Moves and endings, each after its parent; the first child of a node goes on with its line.
    #[serde(default)]
    pub tree: Vec<EditedNode>,
}

/// A move or an ending.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditedNode {
    /// Any number but 0, which is the start position.
    pub id: u32,
    /// The node it comes after.
    pub parent: u32,
    /// The move.
    #[serde(default)]
    pub usi: Option<String>,
    /// The ending: a keyword of records (`TORYO`), or the reason a game over gives (`resignation`).
    #[serde(default)]
    pub termination: Option<String>,
    /// Who won; without it, who usually does by such an ending.
    #[serde(default)]
    pub winner: Option<WinnerName>,
    /// The words for an ending without a keyword of its own (`OTHER`).
    #[serde(default)]
    pub text: Option<String>,
    /// A comment.
    #[serde(default)]
    pub comment: Option<String>,
    /// Bookmarks.
    #[serde(default)]
    pub bookmarks: Vec<String>,
    /// Milliseconds spent.
    #[serde(default)]
    pub time_ms: Option<u64>,
}

/// What to do with it.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct EditOptions {
    /// Store it.
    pub save: bool,
    /// Who sees it then.
    pub sight: SightName,
}

/// Writes a record made in the browser in any format.
#[utoipa::path(
    post, path = "/api/kifu/edit", tag = "records", params(EditOptions), request_body = EditRequest,
    responses((status = 200, body = Envelope<WrittenRecord>), (status = "default", body = Failure))
)]
pub async fn edit(
    State(app): State<App>,
    Asked(lang): Asked,
    Viewer(viewer): Viewer,
    Extension(asker): Extension<Asker>,
    Query(options): Query<EditOptions>,
    Json(request): Json<EditRequest>,
) -> Answer<WrittenRecord> {
    let kind = kind_named(&request.to)?;
    let how = write_options(kind, request.encoding.as_deref(), request.flavour)?;
    let rules = app.rules.ruleset(&request.record.variant, &request.record.options).await?;
    let (record, mut answer) = app
        .work
        .run(move || {
            let record = build(&rules, request.record)?;
            let answer = written(std::slice::from_ref(&record), kind, &how, lang)?;
            Ok::<_, ApiError>((record, answer))
        })
        .await??;
    if options.save {
        let bytes = answer.text.len();
        let keeper = Keeper::of(&app, viewer.as_ref(), asker, options.sight, bytes).await?;
        let keeping = keeper.keeping;
        let ready = app.work.run(move || {
            let prepared = Prepared::of(&record).kept(keeping);
            (record, prepared)
        });
        let (record, prepared) = ready.await?;
        // What somebody has written is never taken for another record of the same game.
        let put = app.store.keep_record(&record, prepared).await?;
        answer.duplicate = Some(put.is_duplicate);
        answer.key = keeper.key.filter(|_| !put.is_duplicate);
        answer.id = Some(address(&app, put.id).await?);
    }
    Ok(Payload(answer))
}

fn build(rules: &Arc<Ruleset>, edited: EditedRecord) -> Result<Record, ApiError> {
    if edited.tree.len() > MOST_NODES {
        return Err(ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE));
    }
    let name = edited.handicap.as_deref().filter(|_| edited.initial_sfen.is_none());
    let setup = start(rules, name, edited.initial_sfen.as_deref())?;
    let mut record = Record::new(Board { rules: Arc::clone(rules), setup, last_to: None });
    // The variant's own name for it, where it has one.
    record.handicap = edited.handicap.map(|name| {
        let known = rules.variant().handicap(&name).map(|handicap| handicap.name_ja.clone());
        Handicap::named(known.unwrap_or(name))
    });
    // As a record is told, the values of a key that stands several times are under each other.
    for (key, values) in &edited.headers {
        values.split('\n').for_each(|value| record.headers.push(key, value));
    }
    comment(&mut record, NodeId::ROOT, &edited.comments.join("\n"), edited.bookmarks);
    let mut ids = HashMap::from([(0, NodeId::ROOT)]);
    let mut builder = Builder::new(record);
    for node in edited.tree {
        let wrong = |en: &str, ja: &str| {
            let (en, ja) = (format!("node {}: {en}", node.id), format!("節{}: {ja}", node.id));
            ApiError::new(StatusCode::BAD_REQUEST, "BAD_TREE", en, ja)
        };
        let &parent = ids
            .get(&node.parent)
            .ok_or_else(|| wrong("its parent does not stand before it", "親が前にありません"))?;
        if ids.contains_key(&node.id) {
            return Err(wrong("the number is taken", "番号が重複しています"));
        }
        builder.go(parent);
        let id = match (&node.usi, &node.termination) {
            (Some(usi), None) => {
                let usi: UsiMove = usi
                    .parse()
                    .map_err(|_| wrong("its move cannot be read", "指し手を読み取れません"))?;
                // What the rules have against it stays in the record.
                builder.play(&usi).unwrap_or_else(|(id, _)| id)
            }
            (None, Some(name)) => {
                let mover = builder.position().map_or(Side::Sente, |position| position.side());
                let ending = ending(name, node.winner, mover)
                    .ok_or_else(|| wrong("there is no such ending", "終局の種類が不明です"))?;
                builder.end(match &node.text {
                    Some(words) if ending.end == End::Other => ending.text(words),
                    _ => ending,
                })
            }
            _ => {
                return Err(wrong(
                    "it is either a move or an ending",
                    "指し手か終局のどちらか一方です",
                ));
            }
        };
        if node.time_ms.is_some() {
            builder.time(node.time_ms.map(Millis::new), None);
        }
        let text = node.comment.unwrap_or_default();
        comment(builder.record_mut(), id, &text, node.bookmarks);
        ids.insert(node.id, id);
    }
    Ok(builder.finish())
}

/// The ending of a name: of records, or of our own games.
fn ending(name: &str, winner: Option<WinnerName>, mover: Side) -> Option<Ending> {
    let winner = winner.map(Winner::from);
    let usual = if let Some(end) = End::from_keyword(name) {
        Ending::new(end, mover)
    } else {
        match (EndReason::from_name(name)?, winner) {
            (EndReason::Aborted, _) | (EndReason::Abandoned, None) => {
                Ending::new(End::Interrupted, mover)
            }
            (EndReason::Abandoned, Some(_)) => Ending::new(End::LostByDefault, mover),
            (EndReason::Rules(reason), Some(winner)) => {
                Ending::of(koma_rules::End { reason, winner }, mover)
            }
            (EndReason::Rules(reason), None) => Ending::usual(reason, mover),
        }
    };
    Some(Ending { winner: winner.or(usual.winner), ..usual })
}

fn comment(record: &mut Record, id: NodeId, comment: &str, bookmarks: Vec<String>) {
    let lines: Vec<String> = comment.lines().map(str::to_owned).collect();
    if lines.is_empty() && bookmarks.is_empty() {
        return;
    }
    let note = record.node_mut(id).note_mut();
    note.comments = lines;
    note.bookmarks = bookmarks;
}
