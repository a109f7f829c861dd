//! Several servers on one PostgreSQL: shards have one owner each, and the one before writes nothing more.

use std::time::Duration;

use koma_store::testing::TestDatabase;
use koma_store::{AppendError, Change, Fence, Leases, LogEntry, Round, Store, shard_of};

async fn join(store: &Store, node: &str) -> Leases {
    store.join_cluster(node).await.unwrap().expect("PostgreSQL")
}

fn event(game: &str, n: u32, fence: Option<Fence>) -> Change {
    let data = format!(r#"{{"n":{n}}}"#);
    let entry = LogEntry { game: game.to_owned(), n, at: 1, data, command: None, sealed: None };
    Change { events: vec![entry], fence, ..Change::default() }
}

fn owned(round: &Round) -> Vec<Fence> {
    round.held.iter().copied().chain(round.taken.iter().map(|taken| taken.fence)).collect()
}

#[tokio::test]
async fn a_file_has_one_server() {
    let database = TestDatabase::sqlite();
    let store = Store::open(&database.url).await.unwrap();
    assert!(store.join_cluster("a").await.unwrap().is_none());
    assert!(!store.has_standby().await.unwrap());
}

#[tokio::test]
async fn a_newer_owner_waits_for_commits_and_the_older_one_stores_nothing_more() {
    let Some(database) = TestDatabase::postgres().await else { return };
    let store = Store::open(&database.url).await.unwrap();
    let (a, b) = (join(&store, "a").await, join(&store, "b").await);
    assert_eq!(a.cluster(), b.cluster());
    let all = a.round().await.unwrap();
    assert_eq!(owned(&all).len(), 256, "nobody else is there");
    // The second one comes: the first gives it its share.
    assert_eq!(owned(&b.round().await.unwrap()), []);
    let kept = a.round().await.unwrap();
    assert!(kept.has_given && kept.taken.is_empty(), "{kept:?}");
    let got = b.round().await.unwrap();
    assert_eq!(kept.held.len() + got.taken.len(), 256);
    assert!(got.taken.iter().all(|taken| taken.silent < 2000), "{:?}", got.taken);
    // Games of a shard each still has, and of one that has gone to the other.
    let game = |fence: &Fence| {
        let ids = (0..).map(|n: u32| format!("game{n}"));
        ids.into_iter().find(|id| shard_of(id) == fence.shard).unwrap()
    };
    let gone = all.taken.iter().map(|taken| taken.fence);
    let gone = gone.into_iter().find(|fence| !kept.held.contains(fence)).unwrap();
    let (mine, theirs) = (game(&kept.held[0]), game(&gone));
    for id in [&mine, &theirs] {
        let created = vec![(id.clone(), 1)];
        store.games().append(Change { created, ..event(id, 1, None) }).await.unwrap();
    }
    let games = store.games();
    // Both in one transaction: that one is refused and the other stored.
    let (stored, refused) = tokio::join!(
        games.append(event(&mine, 2, Some(kept.held[0]))),
        games.append(event(&theirs, 2, Some(gone))),
    );
    assert!(
        stored.is_ok() && matches!(refused, Err(AppendError::NotOwner)),
        "{stored:?} {refused:?}"
    );
    let now = got.taken.iter().map(|taken| taken.fence).find(|fence| fence.shard == gone.shard);
    games.append(event(&theirs, 2, now)).await.unwrap();
    assert_eq!(games.log(&theirs).await.unwrap().len(), 2);
    // What is due is told by shards.
    let dues = vec![(mine.clone(), Some(5)), (theirs.clone(), Some(6))];
    games.append(Change { dues, ..Change::default() }).await.unwrap();
    assert_eq!(games.due(5, 9).await.unwrap(), std::slice::from_ref(&mine));
    assert_eq!(games.due_in(&[gone.shard], 9, 9).await.unwrap(), std::slice::from_ref(&theirs));
    // One that says nothing for three seconds is taken over, and its silence is known.
    let mut taken = 0;
    while taken < kept.held.len() {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let round = b.round().await.unwrap();
        assert!(round.taken.iter().all(|taken| (2900..8000).contains(&taken.silent)), "{round:?}");
        taken += round.taken.len();
    }
    let refused = games.append(event(&mine, 3, Some(kept.held[0]))).await;
    assert!(matches!(refused, Err(AppendError::NotOwner)), "{refused:?}");
    // One that leaves gives all at once, and nothing goes back to it.
    b.leave().await.unwrap();
    let back = a.round().await.unwrap();
    assert_eq!(owned(&back).len(), 256);
    assert!(back.taken.iter().all(|taken| taken.silent < 2000), "{back:?}");
}
