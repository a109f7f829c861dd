//! Every function of the store, on both databases.

use std::collections::BTreeMap;

use koma_kifu::{Format, Note, Play, ReadOptions, Record, Table, Winner, read, ruleset};
use koma_rules::{Ruleset, Side};
use koma_store::testing::{TestDatabase, playout, playout_of};
use koma_store::{
    Cursor, Date, Eyes, Filter, Found, Page, Prepared, RecordId, Sight, Sort, Store, StoreError,
    StoredVariant, Summary, fold, position_key,
};
use koma_text::Source;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use sqlx::{Connection as _, SqliteConnection};

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

fn one(text: &str) -> Record {
    read(text.as_bytes(), &ReadOptions::default()).records.remove(0)
}

/// Keeps what somebody wrote.
async fn keep(store: &Store, record: &Record) -> koma_store::Put {
    store.keep_record(record, Prepared::of(record)).await.unwrap()
}

const KIF: &str = "開始日時：2020/01/02\n棋戦：竜王戦\n場所：東京\n先手：羽生　善治\n後手：Ａｂｃ\n\
   1 ７六歩(77) ( 0:16/00:00:16)\n   2 ３四歩(33) ( 0:01/00:00:01)\n   3 投了\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_record_comes_back_with_its_summary() {
    on_both(async |store| {
        let record = one(KIF);
        let put = store.put_record(&record).await.unwrap();
        assert!(!put.is_duplicate);
        let stored = store.record(put.id).await.unwrap().unwrap();
        assert_eq!(stored.record, record);
        let Summary { id, added, .. } = stored.summary;
        assert!(added > 0);
        let summary = Summary {
            id,
            variant: "shogi".to_owned(),
            sente: Some("羽生　善治".to_owned()),
            gote: Some("Ａｂｃ".to_owned()),
            day: Date::read("2020-01-02"),
            date: Some("2020/01/02".to_owned()),
            event: Some("竜王戦".to_owned()),
            site: Some("東京".to_owned()),
            handicap: Some("平手".to_owned()),
            moves: 2,
            winner: Some(Winner::Side(Side::Gote)),
            termination: Some("TORYO".to_owned()),
            added,
            sight: Sight::Public,
            link: None,
        };
        assert_eq!(stored.summary, summary);
        assert!(store.record(RecordId(id.0 + 1)).await.unwrap().is_none());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_game_is_stored_once() {
    on_both(async |store| {
        let first = store.put_record(&one(KIF)).await.unwrap();
        // The same game in another format, with another comment, with blanks elsewhere.
        let mut csa = koma_kifu::write(&[one(KIF)], Format::Csa, &Default::default()).text;
        csa.insert_str(0, "'comment\n");
        for text in [KIF, &csa, &KIF.replace("羽生　善治", "羽生善治 ")] {
            let again = store.put_record(&one(text)).await.unwrap();
            assert_eq!((again.id, again.is_duplicate), (first.id, true), "{text}");
        }
        for other in [
            KIF.replace("2020/01/02", "2020/01/03"),
            KIF.replace("羽生　善治", "谷川　浩司"),
            KIF.replace("３四歩(33)", "８四歩(83)"),
        ] {
            let put = store.put_record(&one(&other)).await.unwrap();
            assert!(!put.is_duplicate, "{other}");
        }
        let batch = vec![Prepared::of(&one(KIF)); 3];
        let imported = store.import(batch, &[]).await.unwrap();
        assert_eq!((imported.added, imported.duplicates), (0, 3));
        let mut twice = vec![Prepared::of(&playout("shogi", 1, 20)); 2];
        twice.push(Prepared::of(&playout("shogi", 2, 20)));
        let imported = store.import(twice, &[]).await.unwrap();
        assert_eq!((imported.added, imported.duplicates), (2, 1));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_winner_is_another_game() {
    on_both(async |store| {
        let ended = |word: &str| format!("   1 ７六歩(77)\n   2 {word}\n");
        for (word, is_duplicate) in
            [("投了", false), ("千日手", false), ("切れ負け", true), ("反則勝ち", false)]
        {
            let put = store.put_record(&one(&ended(word))).await.unwrap();
            assert_eq!(put.is_duplicate, is_duplicate, "{word}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_wrote_is_never_taken_for_another_record_of_the_game() {
    on_both(async |store| {
        let imported = store.put_record(&one(KIF)).await.unwrap().id;
        // The same words in another order, with other blanks and lines: nothing new.
        let kept = keep(&store, &one(&format!("\n{KIF}"))).await;
        assert_eq!((kept.id, kept.is_duplicate), (imported, true));
        let mut ids = vec![imported];
        for other in [
            format!("{KIF}*後から書いた\n"),
            format!("{KIF}*後から書き直した\n"),
            format!("{KIF}\n変化：1手\n   1 ２六歩(27)\n"),
            KIF.replace("後手：", "備考：雨\n後手："),
        ] {
            let first = keep(&store, &one(&other)).await;
            assert!(!first.is_duplicate && !ids.contains(&first.id), "{other}");
            let again = keep(&store, &one(&other)).await;
            assert_eq!((again.id, again.is_duplicate), (first.id, true), "{other}");
            let stored = store.record(first.id).await.unwrap().unwrap().record;
            assert_eq!(stored, one(&other));
            ids.push(first.id);
        }
        // An import does not add the game to them.
        assert!(store.put_record(&one(KIF)).await.unwrap().is_duplicate);
    })
    .await;
}

/// Of the same game in many files the first one stays, however unequal the work is that they give.
#[tokio::test(flavor = "multi_thread")]
async fn of_the_same_game_in_several_files_the_first_stays() {
    let database = TestDatabase::sqlite();
    let store = Store::open(&database.url).await.unwrap();
    let file = |at: usize| {
        let note = if at == 0 { "*初め\n".repeat(20_000) } else { format!("*{at}\n") };
        let text = format!("   1 ７六歩(77)\n   2 ３四歩(33)\n{note}   3 投了\n");
        let load: Box<dyn FnOnce() -> std::io::Result<Vec<u8>> + Send> =
            Box::new(move || Ok(text.into_bytes()));
        koma_store::Intake { name: format!("{at}.kif"), load }
    };
    let done = store.take_in((0..40).map(file), &Default::default(), &|_| {}).await.unwrap();
    assert_eq!((done.added, done.duplicates), (1, 39));
    let found = store.find_records(&Filter::default(), &Page::default()).await.unwrap();
    let record = store.record(found.records[0].id).await.unwrap().unwrap().record;
    assert!(koma_kifu::write(&[record], Format::Kif, &Default::default()).text.contains("初め"));
}

/// Texts as people and attackers write them.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,12}", "[\u{0}-\u{2ff}]{0,8}", "['\"%_\\\\; \u{3000}羽生A-C]{0,6}"]
}

prop_compose! {
    /// A game of some variant with headers, comments and a variation.
    fn any_record()(
        variant in prop::sample::select(vec!["shogi", "minishogi", "chu", "66shogi", "annan", "tori"]),
        seed in any::<u64>(),
        plies in 0u64..40,
        headers in prop::collection::vec((prop::sample::select(vec!["先手", "後手", "棋戦", "場所", "戦型", "開始日時"]), any_text()), 0..6),
        comments in prop::collection::vec((any::<prop::sample::Index>(), any_text()), 0..4),
        variation in any::<bool>(),
    ) -> Record {
        let mut record = playout(variant, seed, plies);
        record.headers.retain(|_| false);
        for (key, value) in headers {
            record.headers.push(key, value);
        }
        let ids: Vec<_> = record.ids().collect();
        for (at, text) in comments {
            let note = record.node_mut(*at.get(&ids)).note_mut();
            *note = Note { comments: vec![text], ..Note::default() };
        }
        if variation {
            let board = record.board.clone().unwrap();
            let mv = Table::new(&board).position().legal_moves().pop().unwrap();
            record.add(koma_kifu::NodeId::ROOT, Play::Move(mv));
        }
        record
    }
}

fn samples(count: usize) -> Vec<Record> {
    let mut runner = TestRunner::deterministic();
    let strategy = any_record();
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_in_comes_out() {
    let records = samples(120);
    on_both(async |store| {
        let mut ids = BTreeMap::new();
        for chunk in records.chunks(50) {
            let batch = chunk.iter().map(Prepared::of).collect();
            store.import(batch, &[]).await.unwrap();
        }
        for record in &records {
            let put = store.put_record(record).await.unwrap();
            assert!(put.is_duplicate);
            ids.entry(put.id).or_insert(record);
        }
        for (id, record) in ids {
            let stored = store.record(id).await.unwrap().unwrap();
            assert_eq!(stored.record, *record);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_by_own_rules_comes_back_with_them() {
    let text = koma_variants::write(koma_variants::find("minishogi").unwrap())
        .replace("slug: minishogi", "slug: my-game")
        .replace("slug: \"minishogi\"", "slug: \"my-game\"");
    let (variant, _) = koma_variants::read(&Source::new("x", text), |_| None);
    let mut own = variant.expect("a variant");
    own.check_rules = false;
    let rules = Ruleset::compile(&own).expect("it compiles");
    assert_eq!(own.slug, "my-game");
    on_both(async |store| {
        let record = playout_of(&rules, 3, 30);
        let put = store.put_record(&record).await.unwrap();
        assert!(store.put_record(&record).await.unwrap().is_duplicate);
        let stored = store.record(put.id).await.unwrap().unwrap();
        assert_eq!(stored.record, record);
        assert_eq!(stored.record.board.unwrap().rules.variant(), &own);
        // The start position looks like that of the game it came from and is another one.
        let start = position_key(&koma_rules::Position::start(&rules));
        let theirs = ruleset("minishogi").unwrap();
        assert_ne!(start, position_key(&koma_rules::Position::start(&theirs)));
        assert_eq!(store.explore(start, &Filter::default(), 5).await.unwrap().total, 1);
    })
    .await;
}

/// Payloads of SQL injection, and texts that are special in patterns.
const PAYLOADS: &[&str] = &[
    "' OR '1'='1",
    "' OR 1=1 --",
    "'; DROP TABLE records; --",
    "\"; DROP TABLE names; --",
    "') UNION SELECT password, 1 FROM accounts --",
    "1; ATTACH DATABASE 'x' AS y",
    "\\'; SELECT pg_sleep(10); --",
    "$1",
    "?1",
    ":name",
    "%",
    "_",
    "\\",
    "%' --",
    "a%b",
    "a_b",
    "\\%",
    "''",
    "NULL",
    "羽生'善治",
    "x\u{0}y",
    "{{7*7}}",
    "/* */",
    "||'",
    "' || (SELECT name FROM names LIMIT 1) || '",
    "randomblob(100000000)",
    "' COLLATE NOCASE --",
];

/// The same question to a plain list.
fn plainly(filter: &Filter, records: &[(Summary, Record)]) -> Vec<RecordId> {
    let holds = |part: &Option<String>, name: &Option<String>| {
        part.as_ref()
            .is_none_or(|part| name.as_ref().is_some_and(|name| fold(name).contains(&fold(part))))
    };
    let is = |filter: &Filter, record: &Summary| {
        holds(&filter.sente, &record.sente)
            && holds(&filter.gote, &record.gote)
            && holds(&filter.event, &record.event)
            && (holds(&filter.player, &record.sente) || holds(&filter.player, &record.gote))
            && filter.from.is_none_or(|from| record.day.is_some_and(|day| day >= from))
            && filter.to.is_none_or(|to| {
                let day = record.day.map(|day| day.to_string()).unwrap_or_default();
                !day.is_empty() && (*day <= *to.to_string() || day.starts_with(&to.to_string()))
            })
            && filter.variant.as_ref().is_none_or(|variant| *variant == record.variant)
            && filter.winner.is_none_or(|winner| record.winner == Some(winner))
            && filter.handicap.as_ref().is_none_or(|name| Some(name) == record.handicap.as_ref())
    };
    let header = |record: &Record| {
        filter.header.as_ref().is_none_or(|(key, value)| {
            let plain = |text: &str| text.replace('\0', "\u{fffd}");
            record.headers.iter().any(|line| {
                plain(&line.key) == plain(key) && plain(&line.value).contains(&plain(value))
            })
        })
    };
    let shapes = |record: &Record| {
        let found = record.shapes();
        filter.shapes.iter().all(|id| found.iter().any(|found| found.shape.id == id))
    };
    let found = records
        .iter()
        .filter(|(summary, record)| is(filter, summary) && header(record) && shapes(record));
    let mut ids: Vec<_> = found.map(|(summary, _)| summary.id).collect();
    ids.sort();
    ids
}

async fn all_pages(store: &Store, filter: &Filter, sort: Sort, limit: usize) -> Vec<Summary> {
    let mut page = Page { sort, after: None, limit };
    let mut list = Vec::new();
    loop {
        let Found { records, next, total } = store.find_records(filter, &page).await.unwrap();
        assert!(records.len() <= limit);
        list.extend(records);
        let Some(next) = next else {
            assert_eq!(list.len() as u64, total);
            return list;
        };
        // Cursors travel as text.
        page.after = Some(next.to_string().parse::<Cursor>().unwrap());
    }
}

async fn check_filter(store: &Store, filter: Filter, records: &[(Summary, Record)]) {
    let expected = plainly(&filter, records);
    let mut found: Vec<_> =
        all_pages(store, &filter, Sort::Newest, 1000).await.iter().map(|found| found.id).collect();
    found.sort();
    assert_eq!(found, expected, "{filter:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_asked_for_the_answer_is_that_of_a_plain_list() {
    let mut games = samples(60);
    for (seed, payload) in (1000..).zip(PAYLOADS) {
        for key in ["先手", "後手", "棋戦", "場所", "開始日時", "戦型"] {
            let mut game = playout("minishogi", seed, 6);
            game.headers.retain(|_| false);
            game.headers.push(key, *payload);
            games.push(game);
        }
    }
    games.extend((0..40).map(|seed| playout("shogi", seed, 10)));
    on_both(async |store| {
        let mut records = BTreeMap::new();
        for game in &games {
            let put = store.put_record(game).await.unwrap();
            let stored = store.record(put.id).await.unwrap().unwrap();
            records.entry(put.id).or_insert((stored.summary, stored.record));
        }
        let records: Vec<_> = records.into_values().collect();
        let text = |text: &str| Some(text.to_owned());
        for payload in PAYLOADS.iter().copied().chain(["", "player 1", "PLAYER　１", "cup 3"]) {
            let none = Filter::default;
            for filter in [
                Filter { player: text(payload), ..none() },
                Filter { sente: text(payload), ..none() },
                Filter { gote: text(payload), ..none() },
                Filter { event: text(payload), ..none() },
                Filter { variant: text(payload), ..none() },
                Filter { handicap: text(payload), ..none() },
                Filter { shapes: vec![payload.to_owned()], ..none() },
                Filter { header: Some(("戦型".to_owned(), payload.to_owned())), ..none() },
                Filter { header: Some((payload.to_owned(), payload.to_owned())), ..none() },
                Filter { player: text(payload), event: text("cup"), ..none() },
            ] {
                check_filter(&store, filter, &records).await;
            }
        }
        let day = |text| Date::read(text);
        for filter in [
            Filter::default(),
            Filter { from: day("1980"), ..Filter::default() },
            Filter { to: day("1980"), ..Filter::default() },
            Filter { from: day("1960-05"), to: day("1990-07-01"), ..Filter::default() },
            Filter { variant: text("shogi"), from: day("1990"), ..Filter::default() },
            Filter { winner: Some(Winner::Draw), ..Filter::default() },
            Filter { winner: Some(Winner::Side(Side::Sente)), ..Filter::default() },
            Filter { handicap: text("平手"), ..Filter::default() },
            Filter { shapes: vec!["ranging-rook".to_owned()], ..Filter::default() },
            Filter {
                shapes: vec!["ranging-rook".to_owned(), "tokin".to_owned()],
                ..Filter::default()
            },
        ] {
            check_filter(&store, filter, &records).await;
        }
        // Tags are set whole, found all at once, counted for who sees the record, and go with it.
        let (first, second) = (records[0].0.id, records[1].0.id);
        let tags = |tags: &[&str]| tags.iter().map(|&tag| tag.to_owned()).collect::<Vec<_>>();
        store.set_tags(first, &tags(&["old"])).await.unwrap();
        let set = store.set_tags(first, &tags(&["教材", " b  c ", "教材", ","])).await.unwrap();
        assert_eq!(set, tags(&["b c", "教材"]));
        store.set_tags(second, &tags(&["教材"])).await.unwrap();
        let of = async |names: &[&str]| {
            let filter = Filter { tags: tags(names), ..Filter::default() };
            let found = all_pages(&store, &filter, Sort::FirstAdded, 1000).await;
            found.iter().map(|found| found.id).collect::<Vec<_>>()
        };
        assert_eq!(of(&["教材"]).await, [first, second]);
        assert_eq!(of(&["教材", "b c"]).await, [first]);
        assert!(of(&["old"]).await.is_empty());
        assert_eq!(store.tags_of(&[first, second]).await.unwrap()[&second], tags(&["教材"]));
        let counts = store.tag_counts(Eyes::Public).await.unwrap();
        assert_eq!(counts, [("b c".to_owned(), 1), ("教材".to_owned(), 2)]);
        for id in [first, second] {
            store.set_tags(id, &[]).await.unwrap();
        }
        // Every order, page by page, is the whole list in that order.
        let mut by_id: Vec<Summary> = records.iter().map(|record| record.0.clone()).collect();
        let pages = async |sort, limit| all_pages(&store, &Filter::default(), sort, limit).await;
        assert_eq!(pages(Sort::FirstAdded, 7).await, by_id);
        let mut by_date = by_id.clone();
        by_date.sort_by_key(|record| (record.day, record.id));
        assert_eq!(pages(Sort::Oldest, 13).await, by_date);
        by_date.reverse();
        assert_eq!(pages(Sort::Newest, 1).await, by_date);
        by_id.reverse();
        assert_eq!(pages(Sort::LastAdded, 1000).await, by_id);
        let mut by_length = by_id.clone();
        by_length.sort_by_key(|record| (record.moves, record.id));
        assert_eq!(pages(Sort::Shortest, 9).await, by_length);
        by_length.reverse();
        assert_eq!(pages(Sort::Longest, 5).await, by_length);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn from_a_position_the_moves_are_counted_as_in_the_games() {
    let games: Vec<Record> = (0..60).map(|seed| playout("shogi", seed, 30)).collect();
    on_both(async |store| {
        store.import(games.iter().map(Prepared::of).collect(), &[]).await.unwrap();
        // Counted by hand: for each key and move, the games and their winners.
        type Counts = BTreeMap<String, [u64; 4]>;
        let mut expected: BTreeMap<i64, Counts> = BTreeMap::new();
        for game in &games {
            let winner = game.ending().and_then(|ending| ending.winner);
            let mut table = Table::new(game.board.as_ref().unwrap());
            let mut seen = std::collections::BTreeSet::new();
            for id in game.main_line() {
                let key = position_key(table.position());
                let usi = game.usi(id).map(|usi| usi.to_string()).unwrap_or_default();
                if seen.insert((key, usi.clone())) {
                    let counts = expected.entry(key).or_default().entry(usi).or_default();
                    counts[0] += 1;
                    match winner {
                        Some(Winner::Side(Side::Sente)) => counts[1] += 1,
                        Some(Winner::Side(Side::Gote)) => counts[2] += 1,
                        Some(Winner::Draw) => counts[3] += 1,
                        None => {}
                    }
                }
                table.step(&game.node(id).play);
            }
        }
        for (key, moves) in expected.iter().take(300) {
            let explored = store.explore(*key, &Filter::default(), 100).await.unwrap();
            let found: Counts = explored
                .moves
                .iter()
                .map(|m| (m.usi.clone(), [m.count, m.sente, m.gote, m.draws]))
                .chain(moves.get("").map(|counts| (String::new(), *counts)))
                .collect();
            assert_eq!(found, *moves);
            let sum = |at: usize| moves.values().map(|counts| counts[at]).sum::<u64>();
            assert_eq!(
                [explored.total, explored.sente, explored.gote, explored.draws],
                [sum(0), sum(1), sum(2), sum(3)]
            );
            assert!(explored.moves.is_sorted_by(|a, b| a.count >= b.count));
            let filter = Filter { position: Some(*key), ..Filter::default() };
            let list = all_pages(&store, &filter, Sort::LastAdded, 1000).await;
            let hits: Vec<_> = explored.records.iter().map(|hit| hit.summary.clone()).collect();
            assert_eq!(hits, list);
            for hit in &explored.records {
                let game = store.record(hit.summary.id).await.unwrap().unwrap().record;
                let there = game.replay().nth(hit.ply as usize).unwrap().position;
                assert_eq!(position_key(&there), *key);
            }
        }
        // One player's games only.
        let start = position_key(&games[0].board.as_ref().unwrap().position());
        let filter = Filter { player: Some("player 1".to_owned()), ..Filter::default() };
        let theirs = all_pages(&store, &filter, Sort::LastAdded, 1000).await;
        let explored = store.explore(start, &filter, 100).await.unwrap();
        assert!(explored.total as usize >= theirs.len(), "some came back to it");
        assert_eq!(explored.records.len(), theirs.len());
        assert!(store.explore(0, &filter, 100).await.unwrap().records.is_empty());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_and_sessions_are_kept() {
    on_both(async |store| {
        let made = store.create_account("Ｙａmada", "hash").await.unwrap();
        assert!(matches!(
            store.create_account("yaｍada", "other").await,
            Err(StoreError::Taken { .. })
        ));
        assert_eq!(store.account("YAMADA").await.unwrap(), Some(made.clone()));
        assert_eq!(store.account("' OR '1'='1").await.unwrap(), None);
        let later = i64::MAX / 2;
        store.put_session(b"hash 1", made.id, "csrf", later).await.unwrap();
        store.put_session(b"hash 2", made.id, "csrf", 1).await.unwrap();
        let session = store.session(b"hash 1").await.unwrap().unwrap();
        assert_eq!((session.account, &*session.csrf, session.expires), (made, "csrf", later));
        assert_eq!(store.session(b"hash 2").await.unwrap(), None, "it is over");
        assert!(store.delete_session(b"hash 1").await.unwrap());
        assert!(!store.delete_session(b"hash 1").await.unwrap());
        assert_eq!(store.session(b"hash 1").await.unwrap(), None);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn variants_people_made_are_kept_under_ids_nobody_guesses() {
    on_both(async |store| {
        store.health_write().await.unwrap();
        store.health_write().await.unwrap();
        let put =
            async |text: &str| store.put_variant("my-game", "ini", text, None, None).await.unwrap();
        let id = put("[my-game:shogi]\n'; --").await;
        let other = put("[my-game:shogi]\n").await;
        assert_ne!(id, other);
        assert_eq!(id.len(), 34);
        let kept = store.variant(&id).await.unwrap().unwrap();
        let StoredVariant { name, format, text, .. } = kept;
        assert_eq!((&*name, &*format, &*text), ("my-game", "ini", "[my-game:shogi]\n'; --"));
        assert_eq!(store.variant("' OR '1'='1").await.unwrap(), None);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_is_opened_again_as_it_was() {
    for database in TestDatabase::all().await {
        let store = Store::open(&database.url).await.unwrap();
        let put = store.put_record(&one(KIF)).await.unwrap();
        store.close().await;
        let store = Store::open(&database.url).await.unwrap();
        assert_eq!(store.record(put.id).await.unwrap().unwrap().record, one(KIF));
        store.close().await;
    }
    assert!(matches!(Store::open("x").await, Err(StoreError::UnknownDatabase { .. })));
}

#[tokio::test(flavor = "multi_thread")]
async fn however_games_come_in_their_positions_are_found() {
    let games: Vec<Prepared> =
        (0..90).map(|seed| Prepared::of(&playout("shogi", seed, 2 + seed % 40))).collect();
    let start = position_key(&koma_rules::Position::start(&ruleset("shogi").unwrap()));
    let cup = Filter { event: Some("cup 1".to_owned()), ..Filter::default() };
    let answers = std::sync::Mutex::new(Vec::new());
    // So many at once: runs of the index are made, merged and left alone in different ways.
    for sizes in [&[90][..], &[1; 90], &[30, 30, 30], &[64, 16, 8, 1, 1], &[1, 2, 4, 8, 16, 32, 27]]
    {
        on_both(async |store| {
            let mut rest = games.clone();
            for &size in sizes {
                let batch: Vec<Prepared> = rest.drain(..size).collect();
                assert_eq!(store.import(batch, &[]).await.unwrap().added, size);
            }
            for filter in [&Filter::default(), &cup] {
                let mut explored = store.explore(start, filter, 100).await.unwrap();
                explored.records.iter_mut().for_each(|hit| hit.summary.added = 0);
                answers.lock().unwrap().push(explored);
            }
        })
        .await;
    }
    let answers = answers.into_inner().unwrap();
    assert!(answers[0].total >= 90 && !answers[1].records.is_empty());
    for pair in answers.chunks(2) {
        assert_eq!(pair, &answers[..2]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_index_that_is_damaged_is_told_and_one_that_is_missing_is_made() {
    let database = TestDatabase::sqlite();
    let store = Store::open(&database.url).await.unwrap();
    let games: Vec<Record> = (0..30).map(|seed| playout("shogi", seed, 40)).collect();
    store.import(games.iter().map(Prepared::of).collect(), &[]).await.unwrap();
    let start = position_key(&koma_rules::Position::start(&ruleset("shogi").unwrap()));
    let explored = store.explore(start, &Filter::default(), 100).await.unwrap();
    store.close().await;
    let behind = async |sql: &'static str| {
        let mut connection = SqliteConnection::connect(&database.url).await.unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    };
    for sql in [
        "UPDATE position_blocks SET data = substr(data, 1, 100) WHERE first < 0",
        "UPDATE position_blocks SET first = first - 1 WHERE place = 0",
        "UPDATE position_runs SET visits = visits + 1",
        "DELETE FROM position_blocks WHERE place = 0",
    ] {
        behind("DELETE FROM position_blocks; DELETE FROM position_runs").await;
        let store = Store::open(&database.url).await.unwrap();
        assert_eq!(store.explore(start, &Filter::default(), 100).await.unwrap(), explored);
        assert_eq!(store.verify(&|_| {}).await.unwrap().faults, []);
        store.close().await;
        behind(sql).await;
        let store = Store::open(&database.url).await.unwrap();
        let faults = store.verify(&|_| {}).await.unwrap().faults;
        assert!(faults.iter().any(|fault| fault.code == "damaged-positions"), "{sql}: {faults:?}");
        store.close().await;
    }
}

#[test]
fn no_statement_is_made_of_somebodys_text() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // The databases of tests have names of our own making; a rescue names our own tables, and
        // columns that they have.
        if path.is_dir() || path.ends_with("backup.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for (number, line) in text.lines().enumerate() {
            let place = format!("{}:{}: {line}", path.display(), number + 1);
            assert!(!line.contains("AssertSqlSafe"), "{place}");
            // What is pushed is a literal, or chosen among literals, or one of our constants.
            for pushed in line.split("sql.push(").skip(1) {
                let is_ours = ["\"", "if ", "match ", "before)", "after)"]
                    .iter()
                    .any(|s| pushed.starts_with(s));
                assert!(is_ours, "{place}");
            }
            for made in line.split("QueryBuilder::").skip(1).filter_map(|m| m.split_once("new(")) {
                let ours =
                    ["\"", "SUMMARY)", "ACCOUNT)", "SESSION)", "VARIANT)", "columns)", "into)"];
                let is_ours = ours.iter().chain(&[""]).any(|start| {
                    made.1 == *start || !start.is_empty() && made.1.starts_with(start)
                });
                assert!(is_ours, "{place}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_legal_moves_are_counted_from_a_position() {
    on_both(async |store| {
        let foul = "   1 ７六歩(77)\n   2 ３五歩(33)\n   3 ２六歩(27)\n   4 反則勝ち\n";
        store.put_record(&one(foul)).await.unwrap();
        store.put_record(&one("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n")).await.unwrap();
        let record = one("   1 ７六歩(77)\n");
        let key = position_key(&record.last_position().unwrap());
        let explored = store.explore(key, &Filter::default(), 10).await.unwrap();
        let moves: Vec<_> = explored.moves.iter().map(|next| (&*next.usi, next.count)).collect();
        assert_eq!((explored.total, moves), (2, vec![("3c3d", 1)]));
        // The game with the foul is found where it still kept to the rules, and no further.
        assert_eq!(explored.records.len(), 2);
        let after = position_key(&one(foul).last_position().unwrap());
        let explored = store.explore(after, &Filter::default(), 10).await.unwrap();
        assert_eq!((explored.total, explored.records.len()), (0, 0));
    })
    .await;
}

/// 四間飛車 with 美濃囲い.
const MINO: &str = "position startpos moves 7g7f 3c3d 6g6f 8c8d 2h6h 8d8e 8h7g 7a6b 5i4h 5a4b \
                    4h3h 4b3b 3h2h 1c1d 3i3h 9c9d 6i5h";

#[tokio::test(flavor = "multi_thread")]
async fn openings_and_castles_are_found_by_name() {
    on_both(async |store| {
        let mino = store.put_record(&one(MINO)).await.unwrap().id;
        let other = store.put_record(&one("   1 ７六歩(77)\n")).await.unwrap().id;
        let shapes = store.shapes_of(&[mino, other]).await.unwrap();
        let ids: Vec<_> =
            shapes[&mino].iter().map(|shape| (&*shape.id, shape.side, shape.ply)).collect();
        assert!(ids.contains(&("fourth-file-rook", Some(Side::Sente), 5)), "{ids:?}");
        assert!(ids.contains(&("mino", Some(Side::Sente), 17)), "{ids:?}");
        assert!(!shapes.contains_key(&other));
        let with = async |names: &[&str]| {
            let shapes = names.iter().map(|name| (*name).to_owned()).collect();
            let filter = Filter { shapes, ..Filter::default() };
            let found = store.find_records(&filter, &Page::default()).await.unwrap();
            found.records.iter().map(|record| record.id).collect::<Vec<_>>()
        };
        assert_eq!(with(&["mino"]).await, [mino]);
        assert_eq!(with(&["any-mino", "ranging-rook"]).await, [mino]);
        assert_eq!(with(&["mino", "yagura"]).await, []);
        let counts = store.shape_counts(koma_store::Eyes::Public).await.unwrap();
        assert!(counts.contains(&("mino".to_owned(), 1)), "{counts:?}");
        store.delete_record(mino).await.unwrap();
        assert_eq!(store.shape_counts(koma_store::Eyes::Public).await.unwrap(), []);
        assert_eq!(with(&["mino"]).await, []);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn records_of_older_versions_get_their_names() {
    on_both(async |store| {
        let id = store.put_record(&one(MINO)).await.unwrap().id;
        let before = store.shapes_of(&[id]).await.unwrap();
        assert_eq!(store.look_for_shapes().await.unwrap(), 0);
        store.forget_shapes().await.unwrap();
        assert!(store.shapes_of(&[id]).await.unwrap().is_empty());
        assert_eq!(store.without_shapes().await.unwrap(), 1);
        assert_eq!(store.look_for_shapes().await.unwrap(), 1);
        assert_eq!(store.look_for_shapes().await.unwrap(), 0);
        assert_eq!(store.shapes_of(&[id]).await.unwrap(), before);
    })
    .await;
}
