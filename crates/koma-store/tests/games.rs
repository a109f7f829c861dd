//! Event logs: what was appended is there, in order, once; whoever comes second is told.

use koma_store::testing::TestDatabase;
use koma_store::{AppendError, Change, GameState, LogEntry, Store};

fn entry(game: &str, n: u32) -> LogEntry {
    LogEntry {
        game: game.to_owned(),
        n,
        at: i64::from(n) * 10,
        data: format!(r#"{{"n":{n}}}"#),
        command: (n > 1).then(|| format!("sente:{n}")),
        sealed: (n == 1).then(|| "{}".to_owned()),
    }
}

fn made(game: &str) -> Change {
    let created = vec![(game.to_owned(), 1)];
    Change { created, events: vec![entry(game, 1)], ..Change::default() }
}

fn event(game: &str, n: u32) -> Change {
    Change { events: vec![entry(game, n)], ..Change::default() }
}

async fn append_logs(store: &Store) {
    let games = store.games();
    // Many games at once: many changes in one transaction.
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..40 {
        let games = games.clone();
        tasks.spawn(async move {
            let id = format!("game{number:02}");
            games.append(made(&id)).await.unwrap();
            for n in 2..=20 {
                games.append(event(&id, n)).await.unwrap();
            }
            id
        });
    }
    let mut ids = tasks.join_all().await;
    ids.sort();
    for id in &ids {
        let log = games.log(id).await.unwrap();
        assert_eq!(log, (1..=20).map(|n| entry(id, n)).collect::<Vec<_>>());
        assert_eq!(games.events(id, 17, 2).await.unwrap(), log[17..19]);
    }
    assert_eq!(games.open().await.unwrap(), ids);
    let state = |state| vec![(ids[0].clone(), state)];
    for (now, left) in [(GameState::Ended, 40), (GameState::Closed, 39)] {
        let change = Change { states: state(now), ..Change::default() };
        games.append(change).await.unwrap();
        assert_eq!(games.open().await.unwrap().len(), left);
    }
    assert_eq!(games.log("nobody").await.unwrap(), []);
}

/// Two owners of one game: the numbers are taken once, and nobody else suffers.
async fn fence(store: &Store) {
    let games = store.games();
    games.append(made("fenced")).await.unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for owner in 0..20 {
        let games = games.clone();
        tasks.spawn(async move {
            let other = format!("other{owner}");
            let (one, two) =
                tokio::join!(games.append(event("fenced", 2)), games.append(made(&other)));
            two.unwrap();
            one
        });
    }
    let results = tasks.join_all().await;
    let conflict = |result: &&Result<(), AppendError>| matches!(result, Err(AppendError::Conflict));
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    assert_eq!(results.iter().filter(conflict).count(), 19);
    assert_eq!(games.log("fenced").await.unwrap().len(), 2);
    // All of a change or nothing.
    let mut both = made("whole");
    both.events.push(entry("fenced", 2));
    assert!(matches!(games.append(both).await, Err(AppendError::Conflict)));
    assert_eq!(games.log("whole").await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_come_back_as_they_were_appended() {
    for database in TestDatabase::all().await {
        append_logs(&Store::open(&database.url).await.unwrap()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_owners_one_writes() {
    for database in TestDatabase::all().await {
        fence(&Store::open(&database.url).await.unwrap()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_stored_is_an_error_for_everybody_and_none_of_it_is_there() {
    let database = TestDatabase::sqlite();
    let store = Store::open(&database.url).await.unwrap();
    let games = store.games();
    games.append(made("a")).await.unwrap();
    // The table is gone: every write fails, and none of them conflicts.
    let spoil = sqlx::SqlitePool::connect(&database.url).await.unwrap();
    sqlx::query("ALTER TABLE events RENAME TO elsewhere").execute(&spoil).await.unwrap();
    let (one, two) = tokio::join!(games.append(event("a", 2)), games.append(made("b")));
    assert!(matches!((one, two), (Err(AppendError::Failed(_)), Err(AppendError::Failed(_)))));
    sqlx::query("ALTER TABLE elsewhere RENAME TO events").execute(&spoil).await.unwrap();
    assert_eq!(games.log("a").await.unwrap().len(), 1);
    // And the writer goes on.
    games.append(event("a", 2)).await.unwrap();
    games.append(made("b")).await.unwrap();
    games.flush().await;
    assert_eq!(games.open().await.unwrap(), ["a", "b"]);
}
