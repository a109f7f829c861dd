//! Records over HTTP: two examples, garbage, encodings, limits, the library.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{Answer, Running};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

/// A game with a comment and times.
const KIF: &str = "先手：山田太郎
後手：佐藤花子
開始日時：2025/01/15
棋戦：竜王戦
   1 ７六歩(77)   ( 0:16/00:00:16)
   2 ３四歩(33)   ( 0:12/00:00:12)
*この手は定石
   3 ２六歩(27)   ( 0:08/00:00:24)
まで3手で中断
";

/// A game with an event and a place.
const CSA: &str = "V2.2
N+山田太郎
N-佐藤花子
$EVENT:竜王戦
$SITE:東京
+7776FU
-3334FU
+2726FU
%CHUDAN
";

async fn import(server: &Running, text: &str) -> Answer {
    server.post("/api/kifu/import", json!({ "text": text })).await
}

fn check_kif(record: &Value) {
    assert_eq!(record["metadata"]["sente"], "山田太郎");
    assert_eq!(record["metadata"]["gote"], "佐藤花子");
    assert_eq!(record["metadata"]["date"], "2025/01/15");
    assert_eq!(record["metadata"]["event"], "竜王戦");
    assert_eq!(record["moves"].as_array().unwrap().len(), 3);
    assert_eq!(record["moves"][0]["number"], 1);
    assert_eq!(record["moves"][0]["text"], "７六歩");
    assert_eq!(record["moves"][0]["timeSpent"], 16);
    assert_eq!(record["moves"][0]["comment"], Value::Null);
    assert_eq!(record["moves"][1]["comment"], "この手は定石");
    assert_eq!(record["result"], "中断");
}

#[tokio::test]
async fn the_seeds_kif_example_is_read_as_the_reading_says() {
    let server = Running::start().await;
    let record = import(&server, KIF).await.payload();
    check_kif(&record);
    assert_eq!(record["format"], "kif");
    assert_eq!(record["games"], 1);
    // Every node knows the position after it.
    let tree = record["tree"].as_array().unwrap();
    assert_eq!(
        tree[0]["sfen"],
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"
    );
    assert!(tree.iter().all(|node| node["sfen"].is_string()), "{tree:?}");
}

#[tokio::test]
async fn the_seeds_csa_example_is_read_as_the_reading_says() {
    let server = Running::start().await;
    let record = import(&server, CSA).await.payload();
    assert_eq!(record["format"], "csa");
    assert_eq!(record["metadata"]["sente"], "山田太郎");
    assert_eq!(record["metadata"]["event"], "竜王戦");
    assert_eq!(record["metadata"]["site"], "東京");
    assert_eq!(record["moves"].as_array().unwrap().len(), 3);
    assert_eq!(record["moves"][0]["text"], "+7776FU");
    assert_eq!(record["moves"][0]["timeSpent"], Value::Null);
    assert_eq!(record["result"], "中断");
}

#[tokio::test]
async fn garbage_is_400_with_findings() {
    let server = Running::start().await;
    for text in
        ["", "hello", "これは棋譜ではありません\n", "{\"a\": 1}", "\u{0}\u{1}", "+", "V2.2\n"]
    {
        let answer = import(&server, text).await;
        let code = answer.code(400);
        let findings = answer.body["error"]["findings"].as_array().unwrap();
        assert!(!findings.is_empty(), "{text:?}");
        let first = findings.iter().find(|finding| finding["severity"] == "error");
        let first = first.unwrap_or_else(|| panic!("{text:?}: {findings:?}"));
        assert_eq!(code, first["code"].as_str().unwrap().replace('-', "_").to_uppercase());
    }
}

#[tokio::test]
async fn a_broken_move_is_kept_and_told_with_its_line() {
    let server = Running::start().await;
    let text = KIF.replace("３四歩(33)", "５五角(33)");
    let record = import(&server, &text).await.payload();
    let findings = record["findings"].as_array().unwrap();
    assert!(findings.iter().any(|finding| finding["line"] == 6), "{findings:?}");
    assert!(record["moves"][1]["illegal"]["code"].is_string(), "{record}");
    assert_eq!(record["moves"][0]["usi"], "7g7f");
}

#[tokio::test]
async fn the_encoding_of_a_file_is_found_however_it_is_sent() {
    let server = Running::start().await;
    let cases = [("CP932", koma_text::Encoding::Cp932), ("EUC-JP", koma_text::Encoding::EucJp)];
    for (name, encoding) in cases {
        let bytes = koma_text::encode(KIF, encoding).bytes;
        let url = server.url("/api/kifu/import?name=game.kif");
        let plain = server.client.post(&url).header("content-type", "application/octet-stream");
        let form = Form::new()
            .text("note", "other fields are passed over")
            .part("file", Part::bytes(bytes.clone()).file_name("game.kif"));
        for request in [plain.body(bytes), server.client.post(&url).multipart(form)] {
            let record = Answer::of(request.send().await.unwrap()).await.payload();
            check_kif(&record);
            assert_eq!(record["encoding"], name);
        }
    }
    let form = Form::new().text("text", "no file");
    let request = server.client.post(server.url("/api/kifu/import")).multipart(form);
    assert_eq!(Answer::of(request.send().await.unwrap()).await.code(400), "BAD_REQUEST");
}

#[tokio::test]
async fn a_file_over_the_limit_is_refused_there() {
    let config = koma_server::Config { largest_record: 100_000, ..Default::default() };
    let server = Running::with(config).await;
    let url = server.url("/api/kifu/import");
    let send = async |body: reqwest::Body| {
        let request = server.client.post(&url).header("content-type", "application/octet-stream");
        Answer::of(request.body(body).send().await.unwrap()).await
    };
    let at_limit = format!("{KIF}{}", "*".repeat(100_000 - KIF.len()));
    assert_eq!(send(at_limit.into()).await.status, 200);
    assert_eq!(send(vec![b'*'; 100_001].into()).await.code(413), "TOO_LARGE");
    // Without a length it is refused where it passes the limit: the rest is never asked for.
    let chunks =
        futures_util::stream::iter((0..8).map(|_| Ok::<_, std::io::Error>(vec![b'*'; 20_000])));
    let body = reqwest::Body::wrap_stream(chunks);
    assert_eq!(send(body).await.code(413), "TOO_LARGE");
    // Other routes have a smaller one.
    let large = json!({ "moves": ["7g7f"], "sfen": "x".repeat(2 << 20) });
    let answer = server.post("/api/position/legal", large).await;
    assert_eq!(answer.code(413), "TOO_LARGE");
}

#[tokio::test]
async fn of_fifty_megabytes_little_more_than_the_limit_is_taken() {
    let server = Running::start().await;
    let taken = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&taken);
    let chunks = futures_util::stream::iter((0..50).map(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
        Ok::<_, std::io::Error>(vec![b'*'; 1 << 20])
    }));
    let request = server.client.post(server.url("/api/kifu/import"));
    let request = request.header("content-type", "application/octet-stream");
    let answer = request.body(reqwest::Body::wrap_stream(chunks)).send().await;
    // A client that is still sending may find the connection closed before it reads the answer.
    if let Ok(answer) = answer {
        assert_eq!(Answer::of(answer).await.code(413), "TOO_LARGE");
    }
    let taken = taken.load(Ordering::Relaxed);
    assert!((16..32).contains(&taken), "{taken} MiB, the limit is 16");
    server.get("/api/health").await.payload();
}

fn base64_of(text: &str) -> Vec<u8> {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.decode(text).expect("base64")
}

#[tokio::test]
async fn records_are_converted_with_their_losses() {
    let server = Running::start().await;
    let body = json!({ "text": KIF, "to": "csa", "encoding": "Shift_JIS" });
    let written = server.post("/api/kifu/convert", body).await.payload();
    assert!(written["text"].as_str().unwrap().contains("+7776FU"), "{written}");
    assert_eq!(written["fileName"], "20250115-山田太郎-佐藤花子.csa");
    assert!(written["base64"].as_str().unwrap().len() > 40);
    let back = json!({ "base64": written["base64"], "to": "kif", "name": "game.csa" });
    let back = server.post("/api/kifu/convert", back).await.payload();
    assert!(back["text"].as_str().unwrap().contains("先手：山田太郎"), "{back}");
    // KIF is Shift_JIS unless its name says otherwise.
    for (to, encoding) in [("kif", "CP932"), ("kifu", "UTF-8"), ("ki2", "CP932"), ("ki2u", "UTF-8")]
    {
        let body = json!({ "text": KIF, "to": to });
        let written = server.post("/api/kifu/convert", body).await.payload();
        let again = json!({ "base64": written["base64"], "to": "json" });
        assert_eq!(written["fileName"], format!("20250115-山田太郎-佐藤花子.{to}"));
        let bytes = base64_of(written["base64"].as_str().unwrap());
        assert_eq!(koma_text::decode(&bytes).encoding.name(), encoding, "{to}");
        server.post("/api/kifu/convert", again).await.payload();
    }
    let party = json!({ "text": KIF.replace("佐藤", "🎉"), "to": "kif" });
    let written = server.post("/api/kifu/convert", party).await.payload();
    assert_eq!(written["losses"][0]["code"], "character-lost");
    for (body, code) in [
        (json!({ "text": KIF, "to": "doc" }), "UNKNOWN_FORMAT"),
        (json!({ "text": KIF, "to": "kif", "encoding": "ebcdic" }), "UNKNOWN_ENCODING"),
        (json!({ "text": KIF, "base64": "", "to": "kif" }), "BAD_REQUEST"),
        (json!({ "base64": "?", "to": "kif" }), "BAD_REQUEST"),
        (json!({ "to": "kif" }), "BAD_REQUEST"),
    ] {
        assert_eq!(server.post("/api/kifu/convert", body).await.code(400), code);
    }
    let unknown = server.post("/api/kifu/convert", json!({ "id": "77", "to": "kif" })).await;
    assert_eq!(unknown.code(404), "NOT_FOUND");
}

#[tokio::test]
async fn a_format_that_cannot_hold_the_game_is_an_error() {
    let server = Running::start().await;
    let text = "setoption name USI_Variant value chu\nposition startpos moves 7j7h\n";
    let stored = server.post("/api/kifu/import?save=true", json!({ "text": text })).await.payload();
    let id = stored["id"].as_str().expect("an id").to_owned();
    for format in ["csa", "ki2", "jkf"] {
        let answer = server.get(&format!("/api/kifu/{id}.{format}")).await;
        assert_eq!(answer.status, 422, "{format}");
        assert_eq!(answer.body["error"]["code"], "GAME_LOST");
        assert_eq!(answer.body["error"]["findings"][0]["severity"], "error");
        let answer = server.post("/api/kifu/convert", json!({ "text": text, "to": format })).await;
        assert_eq!(answer.status, 422, "{format}");
    }
    let answer = server.post("/api/kifu/convert", json!({ "text": text, "to": "usi" })).await;
    let written = answer.payload();
    assert!(
        written["text"].as_str().unwrap().starts_with("setoption name USI_Variant value chu\n")
    );
}

#[tokio::test]
async fn a_saved_record_is_found_again_in_every_way() {
    let server = Running::start().await;
    let save = async |text: &str| {
        server.post("/api/kifu/import?save=true", json!({ "text": text })).await.payload()
    };
    let saved = save(KIF).await;
    let id = saved["id"].as_str().expect("an id").to_owned();
    assert_eq!(saved["duplicate"], false);
    let again = save(KIF).await;
    assert_eq!((&again["id"], &again["duplicate"]), (&saved["id"], &json!(true)));
    check_kif(&server.get(&format!("/api/kifu/{id}")).await.payload());
    for (query, total) in [
        ("", 1),
        ("?player=%E5%B1%B1%E7%94%B0", 1),
        ("?gote=%E5%B1%B1%E7%94%B0", 0),
        ("?from=2025-01&to=2025-01&variant=shogi&sort=oldest&limit=5", 1),
        ("?winner=sente", 0),
    ] {
        let list = server.get(&format!("/api/kifu{query}")).await.payload();
        assert_eq!(list["total"], total, "{query}");
    }
    for query in ["?winner=nobody", "?sort=odd", "?cursor=x", "?from=someday", "?limit=-1", "?x=1"]
    {
        server.get(&format!("/api/kifu{query}")).await.code(400);
    }
    for (extension, part) in [
        ("kif", "７六歩(77)"),
        ("kifu", "#KIF version=2.0 encoding=UTF-8"),
        ("ki2", "▲７六歩"),
        ("csa", "+7776FU"),
        ("usi", "7g7f 3c3d 2g2f"),
        ("jkf", "\"piece\""),
        ("svg", "<svg"),
    ] {
        let path = format!("/api/kifu/{id}.{extension}");
        let answer = server.client.get(server.url(&path)).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{extension}");
        let text = koma_text::decode(&answer.bytes().await.unwrap()).text;
        assert!(text.contains(part), "{extension}: {text}");
    }
    let picture = server.client.get(server.url(&format!("/api/kifu/{id}.png?ply=1"))).send();
    let picture = picture.await.unwrap().bytes().await.unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
    for path in
        ["/api/kifu/0", "/api/kifu/x", "/api/kifu/1.doc", "/api/kifu/01", "/api/kifu/1.png?ply=99"]
    {
        assert_eq!(server.get(path).await.code(404), "NOT_FOUND", "{path}");
    }
    let at = json!({ "moves": ["7g7f"] });
    let played = server.post("/api/kifu/position", at).await.payload();
    assert_eq!(played["total"], 1);
    assert_eq!(
        played["moves"][0],
        json!({ "usi": "3c3d", "japanese": "△３四歩", "english": "P-3d", "count": 1, "sente": 0,
            "gote": 0, "draws": 0 })
    );
    assert_eq!(played["records"][0]["ply"], 1);
}

/// A short game as the browser sends it, with something after its last move.
fn edited(last: Value) -> Value {
    let mut tree = vec![
        json!({ "id": 1, "parent": 0, "usi": "7g7f" }),
        json!({ "id": 2, "parent": 1, "usi": "3c3d" }),
    ];
    tree.push(last);
    json!({ "record": { "variant": "shogi", "tree": tree }, "to": "json" })
}

#[tokio::test]
async fn a_saved_edit_loses_nothing_and_takes_nobodys_place() {
    let server = Running::start().await;
    let save = async |body: &Value| {
        let saved = server.post("/api/kifu/edit?save=true", body.clone()).await.payload();
        (saved["id"].as_str().unwrap().to_owned(), saved["duplicate"].as_bool().unwrap())
    };
    let bare = edited(json!({ "id": 3, "parent": 2, "usi": "2g2f" }));
    let (first, _) = save(&bare).await;
    assert_eq!(save(&bare).await, (first.clone(), true));
    let mut ids = vec![first];
    for (node, part) in [
        (json!({ "id": 3, "parent": 2, "usi": "2g2f", "comment": "後から" }), "*後から"),
        (json!({ "id": 3, "parent": 2, "usi": "2g2f", "bookmarks": ["要所"] }), "&要所"),
        (json!({ "id": 3, "parent": 2, "usi": "2g2f", "timeMs": 5000 }), "0:05"),
    ] {
        let body = edited(node);
        let (id, duplicate) = save(&body).await;
        assert!(!duplicate && !ids.contains(&id), "{body}");
        assert_eq!(save(&body).await, (id.clone(), true));
        let path = server.url(&format!("/api/kifu/{id}.kif"));
        let kif = server.client.get(path).send().await.unwrap().bytes().await.unwrap();
        let kif = koma_text::decode(&kif).text;
        assert!(kif.contains(part), "{part}: {kif}");
        ids.push(id);
    }
    // A variation at the first move, and a bookmark of the start.
    let mut forked = bare.clone();
    forked["record"]["bookmarks"] = json!(["はじめ"]);
    let branch = json!({ "id": 4, "parent": 0, "usi": "2g2f" });
    forked["record"]["tree"].as_array_mut().unwrap().push(branch);
    let (id, duplicate) = save(&forked).await;
    assert!(!duplicate && !ids.contains(&id));
    let stored = server.get(&format!("/api/kifu/{id}")).await.payload();
    assert_eq!(stored["branches"], 1);
    assert_eq!(stored["bookmarks"], json!(["はじめ"]));
}

#[tokio::test]
async fn every_ending_of_a_game_comes_into_its_record_with_its_winner() {
    let server = Running::start().await;
    let check = async |name: &str, winner: Option<&str>, expected: [Option<&str>; 3]| {
        let node = json!({ "id": 3, "parent": 2, "termination": name, "winner": winner });
        let saved = server.post("/api/kifu/edit?save=true", edited(node)).await.payload();
        let path = format!("/api/kifu/{}", saved["id"].as_str().unwrap());
        let record = server.get(&path).await.payload();
        let found = [&record["termination"], &record["winner"], &record["result"]];
        assert_eq!(found.map(Value::as_str), expected, "{name} {winner:?}");
    };
    // Sente is to move. As keywords of records, and as our own games tell their ends.
    for (name, winner, expected) in [
        ("TORYO", None, ["TORYO", "gote", "投了"]),
        ("resignation", Some("gote"), ["TORYO", "gote", "投了"]),
        ("resignation", None, ["TORYO", "gote", "投了"]),
        ("timeLoss", Some("gote"), ["TIME_UP", "gote", "切れ負け"]),
        ("checkmate", Some("gote"), ["TSUMI", "gote", "詰み"]),
        ("noMove", Some("gote"), ["OTHER", "gote", "合法手なし"]),
        ("royalTaken", Some("gote"), ["OTHER", "gote", "玉取り"]),
        ("repetition", None, ["SENNICHITE", "draw", "千日手"]),
        ("repetition", Some("sente"), ["OTHER", "sente", "千日手"]),
        ("perpetualCheck", Some("sente"), ["OPPONENT_ILLEGAL", "sente", "反則勝ち"]),
        ("perpetualAttack", Some("gote"), ["ILLEGAL_MOVE", "gote", "反則負け"]),
        ("moveLimit", Some("draw"), ["MAX_MOVES", "draw", "最大手数"]),
        ("noProgress", Some("draw"), ["OTHER", "draw", "進展なし"]),
        ("checks", Some("gote"), ["OTHER", "gote", "王手の回数"]),
        ("extinction", Some("gote"), ["OTHER", "gote", "駒切れ"]),
        ("goal", Some("gote"), ["TRY", "gote", "トライ"]),
        ("bareRoyal", Some("sente"), ["OTHER", "sente", "駒枯れ"]),
        ("dropMate", Some("sente"), ["OPPONENT_ILLEGAL", "sente", "反則勝ち"]),
        ("declaration", Some("sente"), ["KACHI", "sente", "入玉勝ち"]),
        ("falseDeclaration", Some("gote"), ["ILLEGAL_MOVE", "gote", "反則負け"]),
        ("agreedImpasse", None, ["JISHOGI", "draw", "持将棋"]),
        ("agreedDraw", None, ["HIKIWAKE", "draw", "引き分け"]),
        ("illegalMove", Some("gote"), ["ILLEGAL_MOVE", "gote", "反則負け"]),
    ] {
        check(name, winner, expected.map(Some)).await;
    }
    check("aborted", None, [Some("CHUDAN"), None, Some("中断")]).await;
}

#[tokio::test]
async fn a_record_made_in_the_browser_is_written_and_stored() {
    let server = Running::start().await;
    let record = json!({
        "variant": "shogi", "comments": ["はじめ"],
        "headers": { "先手": "甲", "後手": "乙", "備考": "朝から晴れ\n午後は雨" },
        "tree": [
            { "id": 1, "parent": 0, "usi": "7g7f", "timeMs": 3000, "comment": "良い手" },
            { "id": 2, "parent": 1, "usi": "3c3d" },
            { "id": 3, "parent": 1, "usi": "8c8d", "bookmarks": ["変化"] },
            { "id": 4, "parent": 2, "termination": "TORYO" },
        ],
    });
    let body = json!({ "record": record, "to": "kif" });
    let written = server.post("/api/kifu/edit?save=true", body).await.payload();
    let text = written["text"].as_str().unwrap();
    for part in [
        "先手：甲",
        "備考：朝から晴れ",
        "備考：午後は雨",
        "*はじめ",
        "７六歩(77)",
        "*良い手",
        "変化：2手",
        "８四歩(83)",
        "投了",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(written["duplicate"], false);
    for (node, code) in [
        (json!({ "id": 1, "parent": 9, "usi": "7g7f" }), "BAD_TREE"),
        (json!({ "id": 0, "parent": 0, "usi": "7g7f" }), "BAD_TREE"),
        (json!({ "id": 1, "parent": 0 }), "BAD_TREE"),
        (json!({ "id": 1, "parent": 0, "usi": "seven" }), "BAD_TREE"),
        (json!({ "id": 1, "parent": 0, "termination": "SOON" }), "BAD_TREE"),
    ] {
        let body = json!({ "record": { "variant": "shogi", "tree": [node] }, "to": "kif" });
        assert_eq!(server.post("/api/kifu/edit", body).await.code(400), code);
    }
}
