//! People and what is theirs: names, passwords they try, quotas, records and who sees them.

use koma_kifu::{ReadOptions, Record, read};
use koma_rules::Side;
use koma_store::testing::TestDatabase;
use koma_store::{
    Change, Eyes, Filter, Keeping, LogEntry, Page, Prepared, Sight, Store, StoreError, Trier,
    position_key,
};

/// Runs a body on a new database of each kind.
async fn on_both(body: impl AsyncFn(Store)) {
    for database in TestDatabase::all().await {
        println!("on {}", database.name);
        let store = Store::open(&database.url).await.expect("a new database opens");
        body(store.clone()).await;
        let verified = store.verify(&|_| {}).await.expect("it can be looked at");
        assert_eq!(verified.faults, [], "on {}", database.name);
        store.close().await;
    }
}

fn game(sente: &str) -> Record {
    let kif = format!("先手：{sente}\n後手：Gote\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n");
    read(kif.as_bytes(), &ReadOptions::default()).records.remove(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_look_like_a_taken_one_are_taken() {
    on_both(async |store| {
        store.create_account("alice", "hash").await.unwrap();
        for name in
            ["Alice", "ａｌｉｃｅ", "\u{430}lice", "alic\u{435}", "al\u{ad}ice", "al\u{131}ce"]
        {
            let taken = store.create_account(name, "hash").await;
            assert!(matches!(taken, Err(StoreError::Taken { .. })), "{name:?}");
        }
        store.create_account("alicia", "hash").await.unwrap();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_that_end_before_their_time_are_told() {
    on_both(async |store| {
        let account = store.create_account("alice", "hash").await.unwrap().id;
        for hash in [b"1", b"2", b"3"] {
            store.put_session(hash, account, "csrf", i64::MAX / 2).await.unwrap();
        }
        assert_eq!(store.sessions(account).await.unwrap().len(), 3);
        store.delete_session(b"1").await.unwrap();
        store.set_password(account, "another", Some(b"3")).await.unwrap();
        let told = store.revoked(0).await.unwrap();
        let hashes: Vec<_> = told.iter().map(|revoked| revoked.hash.clone().unwrap()).collect();
        assert_eq!(hashes, [b"1".to_vec(), b"2".to_vec()]);
        assert!(store.session(b"3").await.unwrap().is_some());
        store.set_banned(account, true).await.unwrap();
        assert_eq!(store.session(b"3").await.unwrap(), None);
        let news = store.revoked(told[1].id).await.unwrap();
        assert_eq!((news.len(), news[0].account, &news[0].hash), (1, account, &None));
        assert!(store.account("alice").await.unwrap().unwrap().is_banned);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_tries_passwords_waits_twice_as_long_each_time() {
    on_both(async |store| {
        let trier = |who: &str| Trier { who: who.to_owned(), free: 3, longest: 60_000 };
        let both = [trier("alice"), trier("192.0.2.1")];
        let mut waits = Vec::new();
        for _ in 0..12 {
            store.failed(&both).await.unwrap();
            waits.push((store.wait_of(&both).await.unwrap() + 999) / 1000);
        }
        assert_eq!(waits, [0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(store.wait_of(&[trier("bob")]).await.unwrap(), 0);
        store.succeeded(&both[..1]).await.unwrap();
        assert_eq!(store.wait_of(&both[..1]).await.unwrap(), 0);
        assert!(store.wait_of(&both).await.unwrap() > 0, "the address still waits");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_has_room_for_so_much() {
    on_both(async |store| {
        let add = async |who: &str, amount| store.use_up(who, "bytes", amount, 100).await.unwrap();
        assert!(add("a", 60).await && add("a", 40).await);
        assert!(!add("a", 1).await && add("b", 100).await && !add("c", 101).await);
        assert!(store.use_up("a", "games", 1, 1).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_seen_by_those_who_may_and_gone_when_deleted() {
    on_both(async |store| {
        let [alice, bob] = [1, 2];
        let put = async |name: &str, sight, owners: &[i64]| {
            let owners = owners.iter().map(|&owner| (owner, None)).collect();
            let keeping = Keeping { sight, owners, key_hash: None, ..Keeping::default() };
            store.put_prepared(Prepared::of(&game(name)).kept(keeping)).await.unwrap()
        };
        let public = put("public", Sight::Public, &[alice]).await.id;
        let unlisted = put("unlisted", Sight::Unlisted, &[alice]).await.id;
        let private = put("private", Sight::Private, &[bob]).await.id;
        // What is not for all is another record for others, and the same for its owners.
        assert!(!put("private", Sight::Private, &[alice]).await.is_duplicate);
        assert!(put("private", Sight::Private, &[bob]).await.is_duplicate);
        let key = position_key(&game("x").board.unwrap().position());
        let seen = async |eyes, owner| {
            let filter = Filter { eyes, owner, ..Filter::default() };
            let found = store.find_records(&filter, &Page::default()).await.unwrap();
            assert_eq!(found.total, found.records.len() as u64);
            let explored = store.explore(key, &filter, 100).await.unwrap();
            assert_eq!(explored.records.len(), found.records.len(), "{eyes:?}");
            assert_eq!(explored.total, found.total, "{eyes:?}");
            found.total
        };
        assert_eq!(seen(Eyes::All, None).await, 4);
        assert_eq!(seen(Eyes::Public, None).await, 1);
        assert_eq!(seen(Eyes::Account(alice), None).await, 3);
        assert_eq!(seen(Eyes::Account(bob), None).await, 2);
        assert_eq!(seen(Eyes::Account(bob), Some(bob)).await, 1);
        let standing = store.standing(&unlisted.to_string()).await.unwrap().unwrap();
        assert_eq!((standing.sight, &standing.owners[..]), (Sight::Unlisted, &[alice][..]));
        let link = standing.link.clone().unwrap();
        assert_eq!(store.standing(&link).await.unwrap(), Some(standing));
        assert_eq!(store.standing("r-00000000000000000000000000000000").await.unwrap(), None);
        assert_eq!(store.set_sight(unlisted, Sight::Public).await.unwrap(), None);
        assert_eq!(seen(Eyes::Public, None).await, 2);
        assert!(store.set_sight(public, Sight::Private).await.unwrap().is_some());
        assert_eq!(seen(Eyes::Public, None).await, 1);
        for (id, is_there) in [(private, true), (private, false)] {
            assert_eq!(store.delete_record(id).await.unwrap(), is_there);
            assert_eq!(store.standing(&id.to_string()).await.unwrap(), None);
        }
        assert_eq!(seen(Eyes::All, None).await, 3);
        assert_eq!(seen(Eyes::Account(bob), None).await, 1);
        // It may come back.
        assert!(!put("private", Sight::Private, &[bob]).await.is_duplicate);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_goes_takes_what_is_theirs_and_their_name() {
    on_both(async |store| {
        let alice = store.create_account("alice", "hash").await.unwrap().id;
        let bob = store.create_account("bob", "hash").await.unwrap().id;
        let own = Keeping { owners: vec![(alice, None)], ..Keeping::default() };
        let uploaded = store.put_prepared(Prepared::of(&game("x")).kept(own)).await.unwrap().id;
        let both = vec![(alice, Some(Side::Sente)), (bob, Some(Side::Gote))];
        let both = Keeping { owners: both, ..Keeping::default() };
        let played = Prepared::of(&game("alice")).kept(both);
        let played = store.put_prepared(played).await.unwrap().id;
        store.put_variant("mine", "yaml", "text", Some(alice), None).await.unwrap();
        let entry = |n: u32, data: &str| LogEntry {
            game: "game".to_owned(),
            n,
            at: 0,
            data: data.to_owned(),
            command: None,
            sealed: None,
        };
        let change = Change {
            created: vec![("game".to_owned(), 0)],
            events: vec![
                entry(1, r#"{"n":1,"type":"created","side":"sente","name":"alice"}"#),
                entry(2, r#"{"n":2,"type":"joined","side":"gote","name":"bob"}"#),
            ],
            seats: vec![
                (alice, "game".to_owned(), Side::Sente, 0),
                (bob, "game".to_owned(), Side::Gote, 0),
            ],
            ..Change::default()
        };
        store.games().append(change).await.unwrap();
        assert_eq!(store.seats(alice, 10).await.unwrap().len(), 1);
        store.delete_all_of(alice).await.unwrap();
        store.delete_account(alice).await.unwrap();
        assert_eq!(store.account("alice").await.unwrap(), None);
        assert_eq!(store.record(uploaded).await.unwrap().map(|_| ()), None);
        let left = store.record(played).await.unwrap().unwrap();
        assert_eq!(left.record.player(Side::Sente).unwrap_or_default(), "");
        assert_eq!(left.record.player(Side::Gote), Some("Gote"));
        assert_eq!(left.summary.sente, None);
        assert!(store.variants_of(alice).await.unwrap().is_empty());
        let log = store.games().log("game").await.unwrap();
        assert!(!log[0].data.contains("alice") && log[1].data.contains("bob"), "{log:?}");
        assert_eq!(store.seats(alice, 10).await.unwrap(), []);
        store.create_account("alice", "hash").await.unwrap();
    })
    .await;
}
