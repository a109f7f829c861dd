//! Whose records are: who sees them, who changes that, who deletes them.

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use koma_store::{Eyes, Keeping, Login, RecordId, Sight, Standing};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::address::AtHome;
use crate::envelope::{Answer, Deleted, Envelope, Failure, Payload};
use crate::guard::{self, Viewer, guest_key};
use crate::request::Json;
use crate::{ApiError, App, Asker, quota};

/// Who sees a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SightName {
    /// Everybody; it is in the list.
    #[default]
    Public,
    /// Whoever has its link.
    Unlisted,
    /// Its owners, when they are signed in.
    Private,
}

impl From<SightName> for Sight {
    fn from(name: SightName) -> Self {
        match name {
            SightName::Public => Self::Public,
            SightName::Unlisted => Self::Unlisted,
            SightName::Private => Self::Private,
        }
    }
}

impl From<Sight> for SightName {
    fn from(sight: Sight) -> Self {
        match sight {
            Sight::Public => Self::Public,
            Sight::Unlisted => Self::Unlisted,
            Sight::Private => Self::Private,
        }
    }
}

/// For whom something is stored.
pub struct Keeper {
    /// What the store is told.
    pub keeping: Keeping,
    /// The key for a guest.
    pub key: Option<String>,
}

impl Keeper {
    /// For the one who asks, if so many bytes may be stored.
    pub async fn of(
        app: &App,
        viewer: Option<&Login>,
        asker: Asker,
        sight: SightName,
        bytes: usize,
    ) -> Result<Self, ApiError> {
        if sight == SightName::Private && viewer.is_none() {
            return Err(ApiError::of_status(StatusCode::UNAUTHORIZED));
        }
        quota::may_store(app, asker, viewer, bytes).await?;
        let account = viewer.map(|session| session.account.id);
        let (key, hash) = guest_key(account);
        let keeping = Keeping {
            sight: sight.into(),
            owners: account.map(|account| (account, None)).into_iter().collect(),
            key_hash: hash.map(|hash| hash.to_vec()),
            is_withheld: false,
        };
        Ok(Self { keeping, key })
    }
}

/// Who looks at lists.
pub fn eyes(viewer: Option<&Login>) -> Eyes {
    viewer.map_or(Eyes::Public, |session| Eyes::Account(session.account.id))
}

/// The address of a record: its number, or its link if it is not for all.
pub async fn address(app: &App, id: RecordId) -> Result<String, ApiError> {
    let standing = app.store.standing(&id.to_string()).await?;
    let hidden = standing.filter(|standing| standing.sight != Sight::Public);
    Ok(hidden.and_then(|standing| standing.link).unwrap_or_else(|| id.to_string()))
}

/// The record of an address, if the one who asks sees it. Numbers can be guessed, so they show what
/// is for all, and its own to who is signed in; links show what is not private.
pub async fn seen(app: &App, viewer: Option<&Login>, address: &str) -> Result<Standing, ApiError> {
    let standing = app.store.standing(address).await?.ok_or_else(ApiError::not_found)?;
    let is_owner = viewer.is_some_and(|session| standing.owners.contains(&session.account.id));
    let by_link = address.starts_with("r-");
    match standing.sight {
        Sight::Public => Ok(standing),
        Sight::Unlisted if by_link || is_owner => Ok(standing),
        Sight::Private if is_owner => Ok(standing),
        _ => Err(ApiError::not_found()),
    }
}

/// The record of an address, for one who may change it; to others a hidden one is not there. What
/// belongs to no account is the affair of the person at this machine, too.
async fn owned(
    app: &App,
    viewer: Option<&Login>,
    AtHome(is_home): AtHome,
    headers: &HeaderMap,
    address: &str,
) -> Result<Standing, ApiError> {
    let found = app.store.standing(address).await?.ok_or_else(ApiError::not_found)?;
    let Standing { owners, key_hash, .. } = &found;
    if is_home && owners.is_empty() && guard::bearer(headers).is_none() {
        return Ok(found);
    }
    match guard::may_change(app, viewer, headers, owners, key_hash.as_deref()).await {
        Ok(()) => Ok(found),
        Err(error) => Err(match seen(app, viewer, address).await {
            Ok(_) => error,
            Err(hidden) => hidden,
        }),
    }
}

/// Deletes a record: by who is signed in and stored or played it, by the key a guest was given, by
/// an administrator, or, where it belongs to no account, by the person at this machine. Of a game that two people with accounts played the other keeps it, without
/// the name of the one who deletes it.
#[utoipa::path(
    delete, path = "/api/kifu/{name}", tag = "records",
    params(("name" = String, Path, description = "the id, or the link of a record that is not for all")),
    responses((status = 200, body = Envelope<Deleted>), (status = "default", body = Failure))
)]
pub async fn remove(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Extension(home): Extension<AtHome>,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Answer<Deleted> {
    let found = owned(&app, viewer.as_ref(), home, &headers, &name).await?;
    let account = viewer.map(|session| session.account.id);
    let deleted = match account.filter(|account| found.owners.contains(account)) {
        Some(account) => app.store.leave_record(found.id, account).await?,
        None => app.store.delete_record(found.id).await?,
    };
    Ok(Payload(Deleted { deleted }))
}

/// Who is to see a record.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SightRequest {
    /// Who.
    pub sight: SightName,
}

/// Where a record is now.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RecordAddress {
    /// Its number, or its link if it is not for all.
    pub id: String,
    /// Who sees it.
    pub sight: SightName,
}

/// Shows a record to others, or hides it.
#[utoipa::path(
    put, path = "/api/kifu/{name}/sight", tag = "records", request_body = SightRequest,
    params(("name" = String, Path, description = "the id, or the link of a record that is not for all")),
    responses((status = 200, body = Envelope<RecordAddress>), (status = "default", body = Failure))
)]
pub async fn sight(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Extension(home): Extension<AtHome>,
    headers: HeaderMap,
    Path(name): Path<String>,
    Json(SightRequest { sight }): Json<SightRequest>,
) -> Answer<RecordAddress> {
    let found = owned(&app, viewer.as_ref(), home, &headers, &name).await?;
    if sight == SightName::Private && found.owners.is_empty() {
        return Err(ApiError::bad_request(
            "a record that belongs to no account cannot be private",
            "アカウントのない棋譜は非公開にできません",
        ));
    }
    if sight == SightName::Public && found.is_withheld && !guard::is_admin(&app, &headers).await? {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "NOT_AGREED",
            "a game is for all only if both players said so when they sat down",
            "対局の棋譜は、両対局者が着席時に同意した場合だけ公開できます",
        ));
    }
    let link = app.store.set_sight(found.id, sight.into()).await?;
    Ok(Payload(RecordAddress { id: link.unwrap_or_else(|| found.id.to_string()), sight }))
}

/// What a record is to be called by.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TagsRequest {
    /// All its tags: at most 20, each of at most 60 characters.
    pub tags: Vec<String>,
}

/// What a record is called by.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Tags {
    /// Its tags, in order.
    pub tags: Vec<String>,
}

/// Puts tags on a record in place of those it had, as far as one may delete it.
#[utoipa::path(
    put, path = "/api/kifu/{name}/tags", tag = "records", request_body = TagsRequest,
    params(("name" = String, Path, description = "the id, or the link of a record that is not for all")),
    responses((status = 200, body = Envelope<Tags>), (status = "default", body = Failure))
)]
pub async fn tags(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Extension(home): Extension<AtHome>,
    headers: HeaderMap,
    Path(name): Path<String>,
    Json(TagsRequest { tags }): Json<TagsRequest>,
) -> Answer<Tags> {
    let found = owned(&app, viewer.as_ref(), home, &headers, &name).await?;
    if tags.iter().any(|tag| koma_store::tag(tag).is_none()) {
        return Err(ApiError::bad_request(
            "a tag has from 1 to 60 characters",
            "タグは1〜60文字です",
        ));
    }
    Ok(Payload(Tags { tags: app.store.set_tags(found.id, &tags).await? }))
}
