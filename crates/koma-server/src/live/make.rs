//! New games: their first events, and the keys to their seats.

use koma_rules::{Game, Position, Setup};
use koma_store::{Account, Change, LogEntry};

use super::Live;
use super::event::{Event, Happening, Setting};
use super::keys::Keys;
use super::room::json_of;
use super::secret::{Secret, game_id};
use super::session::Session;
use super::wire::{Choice, Made, NewGame};
use crate::view::SideName;
use crate::{ApiError, routes};

/// Names are no longer than this, in characters.
const LONGEST_NAME: usize = 40;

/// Makes a game and stores it. The seat belongs to the account, too, if somebody is signed in.
pub async fn make(live: &Live, wish: NewGame, account: Option<Account>) -> Result<Made, ApiError> {
    let (account, own_name) = account.map(|account| (account.id, account.name)).unzip();
    let name = clean_name(wish.name)?.or(own_name);
    if let Some((en, ja)) = wish.clock.fault() {
        return Err(ApiError::new(axum::http::StatusCode::BAD_REQUEST, "BAD_CLOCK", en, ja));
    }
    let rules = live.rules().ruleset(&wish.variant, &wish.options).await?;
    let setup = routes::position::start(&rules, wish.handicap.as_deref(), wish.sfen.as_deref())?;
    let start = Position::new(&rules, &setup).map_err(|faults| {
        let findings: Vec<_> = faults.iter().map(|fault| fault.finding(&rules)).collect();
        ApiError::findings(&findings, None)
    })?;
    let start_sfen = start.sfen();
    if Game::from(start).end().is_some() {
        let (en, ja) = ("the game would be over before it begins", "すでに終局している局面です");
        return Err(ApiError::new(axum::http::StatusCode::BAD_REQUEST, "OVER", en, ja));
    }
    // A stored game must start again from its text alone.
    if Setup::read(&rules, &start_sfen).is_err() {
        return Err(ApiError::bad_request("this is no start position", "開始局面にできません"));
    }
    let side = match wish.side {
        Choice::Sente => SideName::Sente,
        Choice::Gote => SideName::Gote,
        Choice::Random if rand::random() => SideName::Sente,
        Choice::Random => SideName::Gote,
    };
    // Aliases are for those who ask; what is stored has one name. A stored variant has its id.
    let is_shipped = koma_variants::find(&wish.variant).is_some();
    let variant = if is_shipped { rules.variant().slug.clone() } else { wish.variant };
    let handicap = wish.handicap.and_then(|name| rules.variant().handicap(&name));
    let setting = Setting {
        variant,
        options: wish.options,
        handicap: handicap.map(|handicap| handicap.slug.clone()),
        start_sfen,
        clock: wish.clock,
        side,
        name,
        previous: None,
    };
    let (id, secret, invite) = (game_id()?, Secret::new()?, Secret::new()?);
    let keys = Keys::of_seat(side.into(), secret.hash(), account).inviting(invite.hash());
    let at = live.unix();
    let created = Event { n: 1, at, what: Happening::Created(setting) };
    let change = Change {
        created: vec![(id.clone(), unix(at))],
        events: vec![entry(&id, &created, Some(&keys))],
        states: Vec::new(),
    };
    live.games().append(change).await.map_err(|error| {
        tracing::error!(%error, "a game was not stored");
        ApiError::not_stored()
    })?;
    metrics::counter!("koma_games_total").increment(1);
    Ok(Made { id, side, secret: secret.reveal(), invite: invite.reveal() })
}

/// The first events of a rematch: the same players with their old keys, sides changed.
pub fn rematch(live: &Live, of: &str, session: &Session, keys: &Keys, next: &str) -> Change {
    let old = session.setting();
    let side = other(old.side);
    let setting = Setting {
        side,
        name: session.name(old.side.into()).map(str::to_owned),
        previous: Some(of.to_owned()),
        ..old.clone()
    };
    let at = live.unix();
    let first_to_move = session.game().first_position().side();
    let joined = Happening::Joined {
        side: old.side,
        name: session.name(side.into()).map(str::to_owned),
        clocks: old.clock.start().map(|clocks| clocks.running(Some(first_to_move))),
    };
    let created = Event { n: 1, at, what: Happening::Created(setting) };
    let joined = Event { n: 2, at, what: joined };
    metrics::counter!("koma_games_total").increment(1);
    Change {
        created: vec![(next.to_owned(), unix(at))],
        events: vec![entry(next, &created, Some(&keys.of_rematch())), entry(next, &joined, None)],
        states: Vec::new(),
    }
}

fn entry(game: &str, event: &Event, keys: Option<&Keys>) -> LogEntry {
    LogEntry {
        game: game.to_owned(),
        n: event.n,
        at: unix(event.at),
        data: json_of(event),
        command: None,
        sealed: keys.map(json_of),
    }
}

fn unix(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX)
}

fn other(side: SideName) -> SideName {
    match side {
        SideName::Sente => SideName::Gote,
        SideName::Gote => SideName::Sente,
    }
}

/// A name without blanks around it; none if nothing is left.
pub fn clean_name(name: Option<String>) -> Result<Option<String>, ApiError> {
    let Some(name) = name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()) else {
        return Ok(None);
    };
    // Marks that turn the direction of text would let a name disturb what stands beside it.
    let is_odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if name.chars().count() > LONGEST_NAME || name.chars().any(is_odd) {
        return Err(ApiError::new(
            axum::http::StatusCode::BAD_REQUEST,
            "BAD_NAME",
            format!("a name has at most {LONGEST_NAME} characters and no control characters"),
            format!("名前は{LONGEST_NAME}文字以内で、制御文字は使えません"),
        ));
    }
    Ok(Some(name))
}
