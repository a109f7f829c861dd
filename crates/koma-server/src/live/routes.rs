//! Live games over HTTP.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path, Query, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{IntoParams, Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::event::Event;
use super::keys::Credentials;
use super::room::{Room, raw};
use super::secret::SecretHash;
use super::wire::{
    Caused, ClientMessage, CommandRequest, Events, GameView, Join, Joined, Made, NewGame,
    ServerMessage,
};
use super::{Live, make, socket};
use crate::guard::Viewer;
use crate::lang::Asked;
use crate::listen::Held;
use crate::quota::quota;
use crate::request::Json;
use crate::{Answer, ApiError, App, Asker, Envelope, Failure, Payload, guard};

/// Ids of commands are no longer than this, in bytes.
const LONGEST_ID: usize = 64;
/// Events given at once.
const MOST_EVENTS: u32 = 10_000;

/// What the routes do not name by themselves: the messages of the socket, and the key to a seat.
#[derive(OpenApi)]
#[openapi(components(schemas(ClientMessage, ServerMessage)), modifiers(&SeatKey))]
struct Document;

struct SeatKey;

impl Modify for SeatKey {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme =
            SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
        document.components.get_or_insert_default().add_security_scheme("seat", scheme);
    }
}

/// The routes of this file.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(create))
        .routes(routes!(view))
        .routes(routes!(join))
        .routes(routes!(events))
        .routes(routes!(command))
        .routes(routes!(live))
}

/// Makes a game.
#[utoipa::path(
    post, path = "/api/games", tag = "games", request_body = NewGame,
    responses((status = 200, body = Envelope<Made>), (status = "default", body = Failure))
)]
async fn create(
    State(app): State<App>,
    Viewer(session): Viewer,
    Extension(asker): Extension<Asker>,
    Json(wish): Json<NewGame>,
) -> Answer<Made> {
    quota(&app, asker, session.as_ref(), "games", 1, |quota| quota.games).await?;
    make::make(&app.live, wish, session.map(|session| session.account)).await.map(Payload)
}

/// A game as it stands.
#[utoipa::path(
    get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<GameView>), (status = "default", body = Failure))
)]
async fn view(
    State(app): State<App>,
    Asked(lang): Asked,
    Path(id): Path<String>,
) -> Answer<GameView> {
    app.live.view(&id, lang).await.map(Payload)
}

/// Takes the empty seat of a game. The first one with the invitation gets it.
#[utoipa::path(
    post, path = "/api/games/{id}/join", tag = "games", params(("id" = String, Path)),
    request_body = Join,
    responses((status = 200, body = Envelope<Joined>), (status = "default", body = Failure))
)]
async fn join(
    State(app): State<App>,
    Path(id): Path<String>,
    Viewer(session): Viewer,
    Json(Join { invite, name, share }): Json<Join>,
) -> Answer<Joined> {
    let account = session.map(|session| (session.account.id, session.account.name));
    let (account, own_name) = account.unzip();
    let name = make::clean_name(name)?.or(own_name);
    let room = app.live.room(&id)?;
    let live = app.live.clone();
    let invite = SecretHash::of(&invite);
    let (side, secret) =
        detached(async move { room.join(&live, invite, name, account, share).await }).await?;
    Ok(Payload(Joined { side: side.into(), secret: secret.reveal() }))
}

/// After which event.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Since {
    /// The number of the last event that is known.
    #[serde(default)]
    since: u32,
}

/// The events of a game after a number, at most 10,000 of them.
#[utoipa::path(
    get, path = "/api/games/{id}/events", tag = "games", params(("id" = String, Path), Since),
    responses((status = 200, body = Envelope<Events>), (status = "default", body = Failure))
)]
async fn events(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(Since { since }): Query<Since>,
) -> Answer<Events> {
    // A room that is there or not, as the log says; only what is on disk is told.
    app.live.room(&id)?.exists(&app.live).await?;
    let entries = app.live.games().events(&id, since, MOST_EVENTS).await;
    let entries = entries.map_err(|error| {
        tracing::error!(game = id, %error, "events could not be read");
        ApiError::of_status(StatusCode::SERVICE_UNAVAILABLE)
    })?;
    Ok(Payload(Events { events: entries.iter().map(|entry| raw(&entry.data)).collect() }))
}

/// Carries out a command of a player, who shows the key to the seat or is signed in.
#[utoipa::path(
    post, path = "/api/games/{id}/commands", tag = "games", params(("id" = String, Path)),
    request_body = CommandRequest, security(("seat" = [])),
    responses((status = 200, body = Envelope<Event>), (status = "default", body = Failure))
)]
async fn command(
    State(app): State<App>,
    Path(id): Path<String>,
    Viewer(session): Viewer,
    headers: HeaderMap,
    Json(order): Json<CommandRequest>,
) -> Answer<Caused> {
    let arrived = app.live.tick();
    let account = session.map(|session| session.account.id);
    let credentials = Credentials { key: bearer(&headers), account };
    if credentials.key.is_none() && account.is_none() {
        return Err(ApiError::of_status(StatusCode::UNAUTHORIZED));
    }
    check_id(&order.id)?;
    let room = app.live.room(&id)?;
    let live = app.live.clone();
    let told = detached(async move {
        let side = room.side_of(&live, credentials).await?.ok_or_else(ApiError::forbidden)?;
        room.command(&live, credentials, side, &order, arrived).await
    });
    Ok(Payload(Caused(told.await?.raw())))
}

/// The game, live: a WebSocket. The first message of the browser is `hello`; see docs/api.md.
#[utoipa::path(
    get, path = "/api/games/{id}/live", tag = "games", params(("id" = String, Path)),
    responses(
        (status = 101, description = "ServerMessage and ClientMessage as JSON texts"),
        (status = "default", body = Failure)
    )
)]
async fn live(
    State(app): State<App>,
    Path(id): Path<String>,
    Asked(lang): Asked,
    Viewer(session): Viewer,
    headers: HeaderMap,
    held: Option<Extension<Held>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    if !guard::is_own_page(&app, &headers) {
        return Err(guard::bad_origin());
    }
    let room: Arc<Room> = app.live.room(&id)?;
    let live: Live = app.live.clone();
    // A game that is not there is told before the upgrade, with a status.
    room.exists(&live).await?;
    let held = held.map(|Extension(held)| held);
    Ok(socket::accept(upgrade, live, room, lang, session, held))
}

/// The hash of the key that a request shows.
fn bearer(headers: &HeaderMap) -> Option<SecretHash> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, secret) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| SecretHash::of(secret.trim()))
}

/// Whether the id of a command can be kept.
pub fn check_id(id: &str) -> Result<(), ApiError> {
    if id.is_empty() || id.len() > LONGEST_ID || id.chars().any(char::is_control) {
        return Err(ApiError::bad_request(
            format!("the id of a command has 1 to {LONGEST_ID} bytes"),
            format!("コマンドのidは1〜{LONGEST_ID}バイトです"),
        ));
    }
    Ok(())
}

/// Finishes what it began, also if the one who asked hangs up.
async fn detached<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    let internal = || ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR);
    tokio::spawn(work).await.unwrap_or_else(|_| Err(internal()))
}
