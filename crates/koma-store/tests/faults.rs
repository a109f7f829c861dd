//! What a full disk and a lost answer do to the store: nothing is lost, and it goes on by itself.

#![cfg(unix)]

use koma_store::testing::{Cutter, SmallDisk, TestDatabase};
use koma_store::{AppendError, Change, LogEntry, Store, StoreError};

fn entry(game: &str, n: u32) -> LogEntry {
    LogEntry {
        game: game.to_owned(),
        n,
        at: i64::from(n),
        data: "x".repeat(2000),
        command: None,
        sealed: None,
    }
}

fn made(game: &str) -> Change {
    let created = vec![(game.to_owned(), 1)];
    Change { created, events: vec![entry(game, 1)], ..Change::default() }
}

fn event(game: &str, n: u32) -> Change {
    Change { events: vec![entry(game, n)], ..Change::default() }
}

/// D4: what was acknowledged is there, what was refused is not, and when there is room again the
/// next write works.
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_was_full_is_written_to_again_as_soon_as_there_is_room() {
    let Some(disk) = SmallDisk::mount(3072) else { return };
    let url = format!("sqlite://{}", disk.path().join("koma.db").display());
    let store = Store::open(&url).await.unwrap();
    let games = store.games();
    games.append(made("a")).await.unwrap();
    let mut stored = 1;
    for round in 0..3 {
        disk.fill();
        let mut refused = 0;
        while refused < 20 {
            match games.append(event("a", stored + 1)).await {
                Ok(()) => stored += 1,
                Err(AppendError::Failed(_)) => refused += 1,
                Err(other) => panic!("{other:?}"),
            }
        }
        // Reading goes on, and so does everybody else who writes: they are told the truth.
        assert_eq!(games.log("a").await.unwrap().len(), stored as usize);
        assert!(matches!(store.health_write().await, Err(StoreError::Database(_))));
        disk.free();
        let again = games.append(event("a", stored + 1)).await;
        assert!(again.is_ok(), "round {round}: {again:?}");
        stored += 1;
        store.health_write().await.unwrap();
        assert_eq!(games.log("a").await.unwrap().len(), stored as usize);
    }
    let verified = store.verify(&|_| {}).await.unwrap();
    assert!(verified.faults.is_empty(), "{:?}", verified.faults);
}

/// The server has committed and nobody heard it: that is neither stored nor refused.
#[tokio::test(flavor = "multi_thread")]
async fn a_commit_whose_answer_is_lost_is_unknown_and_found_by_reading() {
    let Some(database) = TestDatabase::postgres().await else { return };
    let cutter = Cutter::before(&database).await;
    let store = Store::open(&cutter.url).await.unwrap();
    let games = store.games();
    games.append(made("a")).await.unwrap();
    for n in 2..5 {
        cutter.arm();
        let unknown = games.append(event("a", n)).await;
        assert!(matches!(unknown, Err(AppendError::Unknown(_))), "{unknown:?}");
        assert_eq!(cutter.cuts(), n as usize - 1);
        assert_eq!(games.log("a").await.unwrap().len(), n as usize, "it was stored");
        assert!(matches!(games.append(event("a", n)).await, Err(AppendError::Conflict)));
    }
    games.append(event("a", 5)).await.unwrap();
}
