//! The engine as an opponent and an analyst.

mod common;
#[allow(dead_code, reason = "the tests of live games use all of it")]
#[path = "live/player.rs"]
mod player;

use std::time::{Duration, Instant};

use common::{Answer, Running};
use koma_server::{Config, OwnEngine, Quota};
use player::Table;
use serde_json::{Value, json};
use tokio::time::timeout;

/// The longest anything may take, on a machine that others use, too.
const PATIENCE: Duration = Duration::from_secs(60);

/// Posts a body and reads the lines of the answer.
async fn lines(server: &Running, path: &str, body: Value) -> Vec<Value> {
    let sent = server.client.post(server.url(path)).json(&body).send();
    let answer = timeout(PATIENCE, sent).await.expect("in time").expect("an answer");
    assert_eq!(answer.status(), 200, "{:?}", answer.text().await);
    assert_eq!(answer.headers()["content-type"], "application/x-ndjson");
    let text = timeout(PATIENCE, answer.text()).await.expect("in time").expect("a body");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The engine plays on both sides for so many moves, each of them legal.
async fn play(server: &Running, variant: &str, level: u8, moves: usize) {
    let mut game = json!({ "variant": variant, "moves": [] });
    for ply in 0..moves {
        let began = Instant::now();
        let body = json!({ "game": game, "level": level, "seed": ply });
        let answer = server.post("/api/engine/move", body).await.payload();
        let spent = began.elapsed();
        if answer["resigns"] == true || answer["declares"] == true {
            return;
        }
        let legal = server.post("/api/position/legal", game.clone()).await.payload();
        let usi = &answer["move"]["usi"];
        assert!(legal["moves"].as_array().unwrap().contains(usi), "{variant} {ply}: {answer}");
        assert!(answer["move"]["japanese"].as_str().is_some_and(|text| !text.is_empty()));
        assert_eq!(answer["level"], level);
        println!("{variant} {ply}: {usi} in {spent:?}");
        // The search has 1.6 seconds by its clock; the rest is a machine that others use, too, and
        // a build for tests.
        assert!(spent < Duration::from_secs(20), "{variant}: {spent:?}");
        game["moves"].as_array_mut().unwrap().push(usi.clone());
        let after = server.post("/api/position/legal", game.clone()).await.payload();
        if !after["end"].is_null() {
            let over = json!({ "game": game, "level": level });
            assert_eq!(server.post("/api/engine/move", over).await.code(409), "ENDED");
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn level_five_plays_small_and_large_games() {
    let server = Running::start().await;
    play(&server, "dobutsu", 5, 10).await;
    play(&server, "chu", 5, 4).await;
    play(&server, "taikyoku", 5, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_set_up_of_a_game_is_played_too() {
    let server = Running::start().await;
    let start = server.post("/api/position/legal", json!({ "variant": "66shogi" })).await.payload();
    assert_eq!(start["placing"]["sente"], true, "it has one");
    play(&server, "66shogi", 3, 20).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_seed_plays_the_same_and_levels_are_checked() {
    let server = Running::start().await;
    let ask = |seed: u32| json!({ "game": { "moves": ["7g7f"] }, "level": 1, "seed": seed });
    let mut moves = Vec::new();
    for seed in [1, 1, 2, 3, 4, 5, 6, 7] {
        let answer = server.post("/api/engine/move", ask(seed)).await.payload();
        moves.push(answer["move"]["usi"].as_str().unwrap().to_owned());
    }
    assert_eq!(moves[0], moves[1]);
    assert!(moves.iter().any(|usi| *usi != moves[0]), "{moves:?}");
    for level in [0, 12] {
        let body = json!({ "game": {}, "level": level });
        assert_eq!(server.post("/api/engine/move", body).await.code(400), "BAD_REQUEST");
    }
    let body = json!({ "game": { "variant": "nonsense" }, "level": 1 });
    assert_eq!(server.post("/api/engine/move", body).await.code(404), "UNKNOWN_VARIANT");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_better_give_up_and_only_when_it_is_hopeless() {
    let server = Running::start().await;
    // Gote has one move, and is mated by a gold after it.
    let sfen = "8k/9/7GP/9/9/9/9/9/4K4 w 2G 1";
    for (level, resigns) in [(1, false), (6, false), (8, true)] {
        let body = json!({ "game": { "sfen": sfen }, "level": level, "seed": 1 });
        let answer = server.post("/api/engine/move", body).await.payload();
        assert_eq!(answer["resigns"], resigns, "level {level}: {answer}");
        assert_eq!(answer["move"].is_null(), resigns);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_are_told_as_they_are_found_until_the_time_is_up() {
    let server = Running::start().await;
    let body = json!({ "game": { "variant": "minishogi" }, "lines": 3, "seconds": 1 });
    let began = Instant::now();
    let told = lines(&server, "/api/engine/lines", body).await;
    let last = told.last().unwrap();
    assert_eq!(last["done"], true);
    assert!(told.len() <= 8, "{} in {:?}: five a second", told.len(), began.elapsed());
    assert!(told[..told.len() - 1].iter().all(|step| step["done"] == false));
    let best = last["lines"].as_array().unwrap();
    assert_eq!(best.len(), 3, "{last}");
    assert!(last["depth"].as_u64().unwrap() > 1 && last["nodes"].as_u64().unwrap() > 100);
    let mut firsts: Vec<&str> = Vec::new();
    for line in best {
        let win = line["win"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&win));
        assert!(line["score"]["cp"].is_i64() || line["score"]["mate"].is_i64(), "{line}");
        firsts.push(line["moves"][0]["usi"].as_str().unwrap());
    }
    firsts.dedup();
    assert_eq!(firsts.len(), 3);
    for (field, value) in [("lines", 6), ("lines", 0), ("seconds", 61), ("seconds", 0)] {
        let answer = server.post("/api/engine/lines", json!({ "game": {}, field: value })).await;
        assert_eq!(answer.code(400), "BAD_REQUEST");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_threat_is_what_the_other_side_would_do() {
    let server = Running::start().await;
    // Sente could mate at once; what does it threaten while Gote is to move?
    let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 w G 1";
    let body = json!({ "game": { "sfen": sfen }, "seconds": 1, "threat": true });
    let told = lines(&server, "/api/engine/lines", body).await;
    let best = &told.last().unwrap()["lines"][0];
    assert_eq!(best["moves"][0]["usi"], "G*5b", "{best}");
    assert_eq!(best["score"], json!({ "mate": 1 }));
    assert_eq!(best["win"], 1.0);
    let check = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    let body = json!({ "game": { "sfen": check }, "threat": true });
    assert_eq!(server.post("/api/engine/lines", body).await.code(409), "IN_CHECK");
}

/// The number of a gauge.
async fn figure(server: &Running, name: &str) -> f64 {
    let text =
        server.client.get(server.url("/metrics")).send().await.unwrap().text().await.unwrap();
    let line = text.lines().find(|line| line.starts_with(name));
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or(0.0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_the_connection_ends_the_job() {
    let server = Running::start().await;
    let thinking = "koma_engine_thinking{pool=\"analysis\"}";
    let body = json!({ "game": {}, "seconds": 60 });
    let mut answer =
        server.client.post(server.url("/api/engine/lines")).json(&body).send().await.unwrap();
    answer.chunk().await.unwrap().expect("a line");
    assert!(figure(&server, thinking).await >= 1.0);
    drop(answer);
    let began = Instant::now();
    while figure(&server, thinking).await > 0.0 {
        assert!(began.elapsed() < Duration::from_secs(5), "it goes on");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    println!("ended after {:?}", began.elapsed());
    // The next one does not wait for it.
    let told = lines(&server, "/api/engine/lines", json!({ "game": {}, "seconds": 1 })).await;
    assert_eq!(told.last().unwrap()["done"], true);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn live_games_do_not_wait_for_those_who_analyse() {
    let server = Running::start().await;
    let table = Table::new(&server, json!({})).await;
    let many = 6;
    let asked: Vec<_> = (0..many)
        .map(|_| {
            let body = json!({ "game": { "moves": ["7g7f"] }, "seconds": 1, "lines": 3 });
            server.client.post(server.url("/api/engine/lines")).json(&body).send()
        })
        .map(|sent| tokio::spawn(async { Answer::of(sent.await.unwrap()).await }))
        .collect();
    let mut spent = Vec::new();
    let moves = ["2h3h", "8b7b", "3h4h", "7b6b", "4h5h", "6b5b", "5h6h", "5b4b", "6h7h", "4b3b"];
    for (ply, usi) in moves.iter().enumerate() {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let command = json!({ "type": "move", "usi": usi });
        let body = json!({ "id": format!("m{ply}"), "ply": ply + 1, "command": command });
        let key = format!("Bearer {}", table.keys[ply % 2]);
        let path = format!("/api/games/{}/commands", table.id);
        let began = Instant::now();
        server.send("POST", &path, &[("authorization", &*key)], body).await.payload();
        spent.push(began.elapsed());
    }
    println!("moves took {spent:?}");
    spent.sort();
    assert!(spent[spent.len() / 2] < Duration::from_millis(500), "{spent:?}");
    for answer in asked {
        let answer = timeout(PATIENCE, answer).await.expect("in time").unwrap();
        assert_eq!(answer.status, 200);
        assert!(answer.body.as_str().unwrap().contains("\"done\":true"), "{}", answer.body);
    }
}

/// A game in which Gote lets a bishop go.
const BLUNDERED: [&str; 6] = ["7g7f", "3c3d", "8h2b+", "4a3b", "2b3a", "8c8d"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_judged_backwards_and_comes_at_once_the_second_time() {
    let server = Running::start().await;
    let body = json!({ "game": { "moves": BLUNDERED }, "nodes": 4000 });
    let told = lines(&server, "/api/engine/game", body.clone()).await;
    assert_eq!(told[0]["plies"], 6);
    assert_eq!(told.len(), 1 + 7 + 1);
    let plies: Vec<u64> = told[1..8].iter().map(|step| step["ply"].as_u64().unwrap()).collect();
    assert_eq!(plies, [6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(told[1]["mark"], Value::Null, "no move was played there");
    let done = &told[8];
    assert_eq!(done["done"], true, "{done}");
    // Gote did not take the horse back.
    let mark = |ply: usize| &told[7 - ply]["mark"];
    assert!(["blunder", "mistake"].contains(&mark(3).as_str().unwrap_or("")), "{:?}", told[4]);
    assert!(told[4]["best"][0]["usi"].as_str().unwrap().ends_with("2b"), "{}", told[4]);
    let words = told[4]["words"][0].as_str().unwrap();
    assert!(words.contains('%'), "{words}");
    assert!(told[4]["comments"][0].as_str().unwrap().starts_with("#評価値="));
    let gote = &done["summary"]["gote"];
    assert!(gote["blunders"].as_u64().unwrap() + gote["mistakes"].as_u64().unwrap() >= 1);
    // Again, and after a restart: the same, and nothing is thought about.
    let began = Instant::now();
    let again = lines(&server, "/api/engine/game", body.clone()).await;
    println!("again in {:?}", began.elapsed());
    let same = |ply: usize| {
        let (mut one, mut two) = (told[ply].clone(), again[ply].clone());
        assert_eq!((&one["stored"], &two["stored"]), (&json!(false), &json!(true)));
        one["stored"].take();
        two["stored"].take();
        // Lines are stored so far as they are told.
        assert_eq!(one, two);
    };
    (1..8).for_each(same);
    assert_eq!(again[8], told[8]);
    // Another number of nodes is another judgement.
    let other = json!({ "game": { "moves": BLUNDERED[..1] }, "nodes": 500 });
    let told = lines(&server, "/api/engine/game", other).await;
    assert!(told[1..3].iter().all(|step| step["stored"] == false), "{told:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mates_are_found_refused_and_defended_in_words() {
    let server = Running::start().await;
    let mate = async |body: Value| server.post("/api/engine/mate", body).await;
    let game = json!({ "sfen": "4k4/9/4P4/9/9/9/9/9/9 b G 1" });
    let found = mate(json!({ "game": game })).await.payload();
    assert_eq!((&found["verdict"], &found["plies"]), (&json!("mate"), &json!(1)));
    assert_eq!(found["line"][0]["usi"], "G*5b");
    assert_eq!((&found["shortest"], &found["sideSolutions"]), (&json!(true), &json!([])));
    assert!(found["sentence"].as_str().unwrap().contains("Mate in 1"), "{found}");
    let none = mate(json!({ "game": { "sfen": "4k4/9/9/9/9/9/9/9/9 b G 1" } })).await.payload();
    assert_eq!((&none["verdict"], &none["plies"]), (&json!("noMate"), &Value::Null));
    let no_king = mate(json!({ "game": { "sfen": "9/9/9/9/9/9/9/9/9 b G 1" } })).await;
    assert_eq!(no_king.code(422), "NO_ROYAL");
    // The right move, one from which the king walks away, and one without a check.
    let after = async |usi: &str| {
        let mut game = game.clone();
        game["moves"] = json!([usi]);
        mate(json!({ "game": game, "defend": true })).await.payload()
    };
    let right = after("G*5b").await;
    assert_eq!((&right["stillMate"], &right["reply"]), (&json!(true), &Value::Null));
    let wrong = after("G*4b").await;
    assert_eq!((&wrong["stillMate"], &wrong["verdict"]), (&json!(false), &json!("noMate")));
    assert!(wrong["reply"]["usi"].is_string(), "{wrong}");
    assert!(wrong["why"].as_str().unwrap().contains("no mate after"), "{wrong}");
    let quiet = after("G*5d").await;
    assert_eq!(quiet["stillMate"], false);
    assert!(quiet["why"].as_str().unwrap().contains("check"), "{quiet}");
    // A mate in three: the defender answers as long as it can, and then it is one.
    let three = json!({ "sfen": "8k/9/9/6B2/9/9/9/9/9 b 2G 1" });
    let found = mate(json!({ "game": three })).await.payload();
    println!("{found}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn problems_are_listed_by_collection_and_game() {
    let server = Running::start().await;
    let all = server.get("/api/tsume").await.payload().as_array().unwrap().len();
    let zukou = server.get("/api/tsume?set=zukou").await.payload();
    let zukou = zukou.as_array().unwrap();
    assert_eq!(zukou.len(), 100);
    assert_eq!(zukou[0]["id"], "zukou-1");
    let small = server.get("/api/tsume?set=small&variant=minishogi").await.payload();
    let small = small.as_array().unwrap();
    assert!(!small.is_empty() && small.len() + 100 < all);
    assert!(small.iter().all(|one| one["variant"] == "minishogi" && one["set"] == "small"));
    // One of them is solved as the page would.
    let problem = small.iter().find(|one| one["plies"] == 3).expect("a mate in three");
    let game = json!({ "variant": "minishogi", "sfen": problem["sfen"] });
    let found = server.post("/api/engine/mate", json!({ "game": game })).await.payload();
    assert_eq!((&found["verdict"], &found["plies"]), (&json!("mate"), &json!(3)));
    let mut played = game.clone();
    played["moves"] = json!([found["line"][0]["usi"]]);
    let ask = json!({ "game": played, "defend": true });
    let defence = server.post("/api/engine/mate", ask).await.payload();
    assert_eq!((&defence["stillMate"], &defence["plies"]), (&json!(true), &json!(1)));
    let reply = defence["reply"]["usi"].clone();
    played["moves"].as_array_mut().unwrap().push(reply);
    let found = server.post("/api/engine/mate", json!({ "game": played })).await.payload();
    played["moves"].as_array_mut().unwrap().push(found["line"][0]["usi"].clone());
    let ask = json!({ "game": played, "defend": true });
    let defence = server.post("/api/engine/mate", ask).await.payload();
    assert_eq!((&defence["stillMate"], &defence["reply"]), (&json!(true), &Value::Null));
    assert_eq!(server.get("/api/tsume?set=nonsense").await.status, 400);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_used_the_engine_for_long_is_told_to_let_it_rest() {
    let quota = Some(Quota { thinking: 0, ..Quota::default() });
    let server = Running::with(Config { quota, ..Config::default() }).await;
    for (path, body) in [
        ("/api/engine/move", json!({ "game": {}, "level": 1 })),
        ("/api/engine/lines", json!({ "game": {} })),
        ("/api/engine/game", json!({ "game": {} })),
        ("/api/engine/mate", json!({ "game": {} })),
    ] {
        let answer = server.post(path, body).await;
        assert_eq!(answer.code(429), "QUOTA");
        assert!(answer.retry_after.is_some());
    }
}

/// A program that speaks USI as a script of the shell, for tests.
#[cfg(unix)]
fn script(name: &str, go: &str) -> OwnEngine {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = std::env::temp_dir().join(format!("koma-own-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    let text = format!(
        "#!/bin/sh\nwhile read -r word rest; do\n  case $word in\n    usi) echo 'id name {name}'; \
         echo 'id author a test'; echo 'option name USI_MultiPV type spin default 1 min 1 max 9'; \
         echo 'option name Mood type spin default 3 min 1 max 9'; \
         echo usiok ;;\n    isready) echo readyok ;;\n    go) {go} ;;\n    quit) exit 0 ;;\n  esac\ndone\n"
    );
    std::fs::write(&file, text).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    OwnEngine { name: name.to_owned(), file }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn engines_of_ones_own_play_and_those_that_crash_or_hang_are_survived() {
    let good = "echo 'info depth 3 multipv 1 score cp 55 nodes 9 pv 2g2f 8c8d'; \
                echo 'info depth 3 multipv 2 score mate -4 nodes 9 pv 7g7f nonsense'; \
                echo 'bestmove 2g2f'";
    let engines = vec![
        script("good", good),
        script("crashes", "exit 3"),
        script("hangs", "sleep 60"),
        script("cheats", "echo 'bestmove 9i1a'"),
        OwnEngine { name: "nowhere".to_owned(), file: "/nonexistent/engine".into() },
    ];
    let server = Running::with(Config { engines, ..Config::default() }).await;
    let listed = server.get("/api/engines").await.payload();
    let ids: Vec<&str> =
        listed.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["koma", "own-1", "own-2", "own-3", "own-4", "own-5"]);
    assert_eq!((&listed[1]["name"], &listed[1]["author"]), (&json!("good"), &json!("a test")));
    assert_eq!(listed[1]["options"][0]["max"], 9);
    assert!(listed[1]["trouble"].is_null() && listed[5]["trouble"].is_string(), "{listed}");
    let ask = |id: &str| json!({ "game": {}, "level": 5, "engine": id });
    let played = server.post("/api/engine/move", ask("own-1")).await.payload();
    assert_eq!(played["move"]["usi"], "2g2f");
    for _ in 0..2 {
        let crashed = server.post("/api/engine/move", ask("own-2")).await;
        assert_eq!(crashed.code(409), "ENGINE_TROUBLE");
        assert!(crashed.body["message"].as_str().unwrap().contains("crashed"), "{}", crashed.body);
    }
    let began = Instant::now();
    let hung = server.post("/api/engine/move", ask("own-3")).await;
    assert_eq!(hung.code(409), "ENGINE_TROUBLE");
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    let cheat = server.post("/api/engine/move", ask("own-4")).await;
    assert!(cheat.body["message"].as_str().unwrap().contains("9i1a"), "{}", cheat.body);
    assert_eq!(server.post("/api/engine/move", ask("own-5")).await.code(409), "ENGINE_TROUBLE");
    assert_eq!(server.post("/api/engine/move", ask("own-9")).await.code(404), "UNKNOWN_ENGINE");
    let body = json!({ "game": {}, "lines": 2, "seconds": 1, "engine": "own-1" });
    let told = lines(&server, "/api/engine/lines", body).await;
    let last = told.last().unwrap();
    assert_eq!(last["lines"][0]["score"], json!({ "cp": 55 }));
    assert_eq!(last["lines"][1]["score"], json!({ "mate": -4 }));
    assert_eq!(last["lines"][1]["moves"].as_array().unwrap().len(), 1);
    let body = json!({ "game": {}, "seconds": 1, "engine": "own-2" });
    let told = lines(&server, "/api/engine/lines", body).await;
    assert_eq!(told.last().unwrap()["failure"]["error"]["code"], "ENGINE_TROUBLE", "{told:?}");
    let body = json!({ "game": { "moves": ["7g7f"] }, "engine": "own-1", "nodes": 100 });
    let told = lines(&server, "/api/engine/game", body).await;
    assert_eq!(told.last().unwrap()["done"], true);
    // Ours goes on all the while.
    server.post("/api/engine/move", ask("koma")).await.payload();
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_is_got_ready_or_says_before_the_game_that_it_cannot_play_it() {
    let engines = vec![script("ready", "echo 'bestmove 2g2f'")];
    let server = Running::with(Config { engines, ..Config::default() }).await;
    let ready = async |variant: &str, engine: &str| {
        let body = json!({ "game": { "variant": variant }, "engine": engine });
        server.post("/api/engine/ready", body).await
    };
    assert_eq!(ready("shogi", "own-1").await.payload(), json!({ "ready": true }));
    let unable = ready("minishogi", "own-1").await;
    assert_eq!(unable.code(409), "ENGINE_TROUBLE");
    assert!(unable.body["message"].as_str().unwrap().contains("cannot play"), "{}", unable.body);
    for variant in ["minishogi", "taikyoku"] {
        ready(variant, "koma").await.payload();
    }
    // It is there: the first move is not the one that makes it.
    let began = Instant::now();
    let body = json!({ "game": { "variant": "taikyoku" }, "level": 1 });
    server.post("/api/engine/move", body).await.payload();
    println!("the first move of taikyoku: {:?}", began.elapsed());
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn options_of_ones_own_engine_are_set_kept_and_told_to_it() {
    // It plays what its option says.
    let go = "if [ \"$lines\" = 7 ]; then echo 'bestmove 7g7f'; else echo 'bestmove 2g2f'; fi ;; \
              setoption) set -- $rest; [ \"$2\" = Mood ] && lines=$4";
    let engines = vec![script("moody", go)];
    let data = std::env::temp_dir().join(format!("koma-moody-{}", std::process::id()));
    std::fs::create_dir_all(&data).unwrap();
    let config = |name: &str| Config {
        engines: engines.clone(),
        database: Some(format!("sqlite://{}", data.join(name).display())),
        ..Config::default()
    };
    let server = Running::with(config("koma.db")).await;
    let put = async |server: &Running, options: Value| {
        let path = "/api/engines/own-1/options";
        server.send("PUT", path, &[], json!({ "options": options })).await
    };
    for bad in [json!({ "Mood": "10" }), json!({ "Mood": "7\nquit" }), json!({ "None": "1" })] {
        assert_eq!(put(&server, bad).await.status, 400);
    }
    let set = put(&server, json!({ "Mood": "7" })).await.payload();
    assert_eq!(set["options"][1]["value"], "7", "{set}");
    let ask = json!({ "game": {}, "level": 5, "engine": "own-1" });
    let played = server.post("/api/engine/move", ask.clone()).await.payload();
    assert_eq!(played["move"]["usi"], "7g7f");
    for file in ["koma.db", "koma.db-wal"] {
        let _ = std::fs::copy(data.join(file), data.join(file.replace("koma", "copy")));
    }
    let again = Running::with(config("copy.db")).await;
    let played = again.post("/api/engine/move", ask.clone()).await.payload();
    assert_eq!(played["move"]["usi"], "7g7f", "kept for the next start");
    put(&again, json!({})).await.payload();
    assert_eq!(again.post("/api/engine/move", ask).await.payload()["move"]["usi"], "2g2f");
    let path = "/api/engines/own-1/options";
    let stranger = [("x-forwarded-for", "127.0.0.1")];
    let refused = again.send("PUT", path, &stranger, json!({ "options": {} })).await;
    assert_eq!(refused.code(404), "UNKNOWN_ENGINE");
    let _ = std::fs::remove_dir_all(&data);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_cannot_reach_engines_of_ones_own() {
    let engines = vec![script("private", "echo 'bestmove 2g2f'")];
    let server = Running::with(Config { engines: engines.clone(), ..Config::default() }).await;
    let body = json!({ "game": {}, "level": 5, "engine": "own-1" });
    for (name, value) in [
        ("x-forwarded-for", "127.0.0.1"),
        ("forwarded", "for=127.0.0.1"),
        ("via", "1.1 proxy"),
        ("x-real-ip", "127.0.0.1"),
    ] {
        for path in ["/api/engine/move", "/api/engine/lines", "/api/engine/game"] {
            let mut body = body.clone();
            if path != "/api/engine/move" {
                body.as_object_mut().unwrap().remove("level");
            }
            let answer = server.send("POST", path, &[(name, value)], body).await;
            assert_eq!(answer.code(404), "UNKNOWN_ENGINE", "{name} {path}");
        }
        let request = server.client.get(server.url("/api/engines")).header(name, value);
        let listed = Answer::of(request.send().await.unwrap()).await.payload();
        assert_eq!(listed.as_array().unwrap().len(), 1, "{name}");
    }
    // Whoever sits here can.
    server.post("/api/engine/move", body.clone()).await.payload();
    // A server with a name is for others, also from here.
    let origins = vec!["https://koma.example.org".to_owned()];
    let public = Running::with(Config { engines, origins, ..Config::default() }).await;
    assert_eq!(public.post("/api/engine/move", body).await.code(404), "UNKNOWN_ENGINE");
    assert_eq!(public.get("/api/engines").await.payload().as_array().unwrap().len(), 1);
}
