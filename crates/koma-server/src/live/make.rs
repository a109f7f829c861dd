//! New games: their first events, and the keys to their seats.

use std::sync::Arc;

use koma_rules::{Game, Position, Ruleset, Setup, Side};
use koma_store::{Account, Change, LogEntry, Waits};

use super::Live;
use super::clock::TimeControl;
use super::event::{Event, EventKind, Setting};
use super::keys::Keys;
use super::room::{json_of, not_stored};
use super::secret::{Secret, game_id};
use super::session::GameSession;
use super::wire::{Choice, Made, NewGame};
use crate::rules::{self, is_heavy};
use crate::view::SideName;
use crate::{ApiError, work};

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
    let (asked, handicap, sfen) = (Arc::clone(&rules), wish.handicap.clone(), wish.sfen.clone());
    let judge = move || {
        let start = || start_sfen(&asked, handicap.as_deref(), sfen.as_deref());
        work::of_position(&asked, start)?
    };
    let start_sfen = live.work().run_if(is_heavy(&rules), judge).await??;
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
    let keys = keys.sharing(side.into(), wish.share);
    let at = live.unix();
    let created = Event { n: 1, at, what: EventKind::Created(setting) };
    let change = Change {
        created: vec![(id.clone(), unix(at))],
        events: vec![entry(&id, &created, Some(&keys))],
        seats: account
            .map(|account| (account, id.clone(), side.into(), unix(at)))
            .into_iter()
            .collect(),
        ..Change::default()
    };
    live.games().append(change).await.map_err(|error| not_stored(&id, &error))?;
    metrics::counter!("koma_games_total").increment(1);
    Ok(Made { id, side, secret: secret.reveal(), invite: invite.reveal() })
}

/// The start position meant, if a game can be played from it.
fn start_sfen(
    rules: &Arc<Ruleset>,
    handicap: Option<&str>,
    sfen: Option<&str>,
) -> Result<String, ApiError> {
    let setup = rules::start(rules, handicap, sfen)?;
    let start = Position::new(rules, &setup).map_err(|faults| {
        let findings: Vec<_> = faults.iter().map(|fault| fault.finding(rules)).collect();
        ApiError::findings(&findings, None)
    })?;
    let start_sfen = start.sfen();
    if Game::from(start).end().is_some() {
        let (en, ja) = ("the game would be over before it begins", "すでに終局している局面です");
        return Err(ApiError::new(axum::http::StatusCode::BAD_REQUEST, "OVER", en, ja));
    }
    // A stored game must start again from its text alone.
    if Setup::read(rules, &start_sfen).is_err() {
        return Err(ApiError::bad_request("this is no start position", "開始局面にできません"));
    }
    Ok(start_sfen)
}

/// The first events of a rematch: the same players with their old keys, sides changed.
pub fn rematch(live: &Live, of: &str, session: &GameSession, keys: &Keys, next: &str) -> Change {
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
    let joined = EventKind::Joined {
        side: old.side,
        name: session.name(side.into()).map(str::to_owned),
        clocks: old.clock.start().map(|clocks| clocks.running(Some(first_to_move))),
    };
    let created = Event { n: 1, at, what: EventKind::Created(setting) };
    let joined = Event { n: 2, at, what: joined };
    metrics::counter!("koma_games_total").increment(1);
    let left = old.clock.start().map(|clocks| clocks.of(first_to_move).left(old.clock));
    Change {
        dues: left.map(|left| (next.to_owned(), Some(unix(at + left)))).into_iter().collect(),
        created: vec![(next.to_owned(), unix(at))],
        events: vec![entry(next, &created, Some(&keys.of_rematch())), entry(next, &joined, None)],
        waits: vec![(next.to_owned(), waits(old.clock))],
        seats: Side::BOTH
            .into_iter()
            .zip(keys.of_rematch().accounts())
            .filter_map(|(side, account)| Some((account?, next.to_owned(), side, unix(at))))
            .collect(),
        ..Change::default()
    }
}

/// What a game with both players waits for.
pub fn waits(clock: TimeControl) -> Waits {
    if clock == TimeControl::None { Waits::ForAMove } else { Waits::ForAClock }
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
    if name.chars().count() > LONGEST_NAME || name.chars().any(koma_store::is_unseen) {
        return Err(ApiError::new(
            axum::http::StatusCode::BAD_REQUEST,
            "BAD_NAME",
            format!("a name has at most {LONGEST_NAME} characters and no control characters"),
            format!("名前は{LONGEST_NAME}文字以内で、制御文字は使えません"),
        ));
    }
    Ok(Some(name))
}
