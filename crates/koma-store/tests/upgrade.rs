//! Databases of older versions: read whole, and brought up to date. Those of newer ones are refused.

use koma_kifu::{Format, WriteOptions, write};
use koma_rules::Position;
use koma_store::testing::{TestDatabase, playout};
use koma_store::{
    Change, Explored, Eyes, Filter, GameState, LogEntry, Page, Prepared, RecordId, Store,
    StoreError, Summary, position_key,
};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

/// The last step of the schema: a new one belongs here, too.
const LAST: i64 = 11;

/// What a database holds, as far as a version of that step could hold it.
#[derive(Debug, PartialEq)]
struct Seen {
    records: Vec<Summary>,
    texts: Vec<Vec<u8>>,
    explored: Explored,
    log: Vec<LogEntry>,
    people: Option<(String, Option<String>)>,
    tags: Vec<(String, u64)>,
}

async fn seen(store: &Store, step: i64, variant: &str) -> Seen {
    let found = store.find_records(&Filter::default(), &Page::default()).await.unwrap();
    let mut texts = Vec::new();
    for record in &found.records {
        let stored = store.record(record.id).await.unwrap().expect("it is there");
        let written = write(&[stored.record], Format::Json, &WriteOptions::default());
        texts.push(written.bytes());
    }
    let rules = koma_kifu::ruleset("shogi").unwrap();
    let key = position_key(&Position::start(&rules));
    let verified = store.verify(&|_| {}).await.unwrap();
    assert!(verified.faults.is_empty(), "{:?}", verified.faults);
    assert_eq!(verified.records, found.total);
    let people = async {
        let account = store.account("Habu").await.unwrap().expect("an account");
        let variant = store.variant(variant).await.unwrap();
        (account.password, variant.map(|variant| variant.text))
    };
    Seen {
        explored: store.explore(key, &Filter::default(), 100).await.unwrap(),
        records: found.records,
        texts,
        log: if step >= 2 { store.games().log("game").await.unwrap() } else { Vec::new() },
        people: if step >= 3 { Some(people.await) } else { None },
        tags: if step >= 10 { store.tag_counts(Eyes::All).await.unwrap() } else { Vec::new() },
    }
}

/// A database of this version with something of everything, and the id of its variant.
async fn furnished() -> (TestDatabase, String) {
    let database = TestDatabase::sqlite();
    let store = Store::open(&database.url).await.unwrap();
    let game = |seed| playout(if seed % 3 == 0 { "minishogi" } else { "shogi" }, seed, 20);
    let games = (0..12).map(|seed| Prepared::of(&game(seed))).collect();
    assert_eq!(store.import(games, &[]).await.unwrap().added, 12);
    store.set_tags(RecordId(1), &["club".to_owned()]).await.unwrap();
    store.create_account("Habu", "a hash").await.unwrap();
    let variant = store.put_variant("Own", "yaml", "slug: own", None, None).await.unwrap();
    let event = |n: u32| LogEntry {
        game: "game".to_owned(),
        n,
        at: i64::from(n),
        data: format!("{{\"n\":{n}}}"),
        command: Some(format!("sente:{n}")),
        sealed: None,
    };
    let change = Change {
        created: vec![("game".to_owned(), 1)],
        events: (1..=3).map(event).collect(),
        states: vec![("game".to_owned(), GameState::Closed)],
        ..Change::default()
    };
    store.games().append(change).await.unwrap();
    store.close().await;
    (database, variant)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_older_versions_stored_is_all_there() {
    let (now, variant) = furnished().await;
    let file = now.file().unwrap();
    for step in 1..=LAST {
        let whole = Store::open(&now.url).await.unwrap();
        let expected = seen(&whole, step, &variant).await;
        whole.close().await;
        let old = TestDatabase::of_step(step, &file).await;
        let url = old.url.parse().unwrap();
        if step < LAST {
            let refused = Store::open_read_only(&url).await.unwrap_err().to_string();
            assert!(refused.contains("older"), "{refused}");
        }
        // Opened twice: what the first time brings up to date stays so.
        for _ in 0..2 {
            let store = Store::open(&old.url).await.unwrap();
            assert_eq!(seen(&store, step, &variant).await, expected, "from step {step}");
            store.close().await;
        }
        // And it can be written to.
        let store = Store::open(&old.url).await.unwrap();
        assert!(store.put_record(&playout("shogi", 99, 5)).await.unwrap().id.0 > 12);
        assert_eq!(store.account("Habu").await.unwrap().is_some(), step >= 3);
        store.close().await;
        assert!(Store::open_read_only(&url).await.is_ok(), "from step {step}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_newer_version_made_is_refused_in_words() {
    let (database, _) = furnished().await;
    let options = SqliteConnectOptions::new().filename(database.file().unwrap());
    let mut connection = options.connect().await.unwrap();
    let newer = "INSERT INTO _sqlx_migrations SELECT version + 1, 'new', installed_on, success, \
                 checksum, execution_time FROM _sqlx_migrations ORDER BY version DESC LIMIT 1";
    sqlx::query(newer).execute(&mut connection).await.unwrap();
    let last: i64 = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(last, LAST + 1, "a new step belongs into this test");
    // All of it is in the file then: who only reads looks at nothing beside it.
    connection.close().await.unwrap();
    let url = database.url.parse().unwrap();
    for refused in [Store::open_url(&url).await, Store::open_read_only(&url).await] {
        let error = refused.expect_err("it is refused");
        assert!(matches!(error, StoreError::Closed { .. }), "{error:?}");
        assert!(error.to_string().contains("newer than this version of Koma"), "{error}");
    }
}
