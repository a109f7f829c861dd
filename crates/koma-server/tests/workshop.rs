//! Pieces and own variants over HTTP.

mod common;

use common::Running;
use serde_json::{Value, json};

const INI: &str = "[66shogi:shogi]
maxRank = 6
maxFile = f
pocketSize = 7
startFen = 6/pppppp/6/6/PPPPPP/6[KGSNLRBkgsnlrb] w - - 0 1
setupDrops = true
setupMustDrop = true
setupDropRegionWhite = *1
setupDropRegionBlack = *6
setupDropPieceTypes = kgsnl
promotionRegionWhite = *5 *6
promotionRegionBlack = *2 *1
pieceChoiceGroup = options=rb limit=1 required=true lockUnused=true
";

#[tokio::test]
async fn a_variant_sent_as_an_object_comes_back_as_a_file() {
    let server = Running::start().await;
    let king = server.post("/api/pieces/parse", json!({ "text": "K" })).await.payload();
    let variant = json!({
        "slug": "kings", "name": "Two kings", "name_ja": "二王",
        "pieces": [{
            "id": 1, "name": "King", "name_ja": "王将", "name_kanji": "王", "value": 1000,
            "can_promote": false, "promotes_to": null, "movement": king["movement"],
            "is_ranged": king["isRanged"], "special_rules": ["Royal"],
        }],
        "board": { "files": 3, "ranks": 4 }, "start": "1k1/3/3/1K1 b - 1",
        "kinds": [{ "code": "K", "piece": 1 }],
        "promotion": "none", "drops": "none", "check_rules": true,
        "endings": [{ "kind": "checkmate", "outcome": "loss" }], "impasse": "none",
    });
    let check = async |text: String, file: bool| {
        let body = json!({ "text": text, "file": file });
        server.post("/api/variants/check", body).await.payload()
    };
    let checked = check(variant.to_string(), true).await;
    assert_eq!(checked["variants"][0]["slug"], "kings", "{checked}");
    let file = checked["file"].as_str().unwrap();
    assert!(file.contains("\nslug: \"kings\"\n") && file.contains("\npieces:\n"), "{file}");
    let again = check(file.to_owned(), true).await;
    assert_eq!((&again["file"], &again["variants"]), (&checked["file"], &checked["variants"]));
    assert!(check(file.to_owned(), false).await["file"].is_null(), "only where it is asked for");
}

#[tokio::test]
async fn a_piece_is_read_from_words_and_from_notation() {
    let server = Running::start().await;
    let parse = async |body: Value| server.post("/api/pieces/parse", body).await.payload();
    let gold = parse(json!({ "text": "WfF" })).await;
    assert_eq!(gold["betza"], "WfF");
    assert_eq!(gold["dots"].as_array().unwrap().len(), 6);
    assert!(gold["diagram"].as_str().unwrap().starts_with("<svg"));
    let yaml = gold["yaml"].as_str().unwrap();
    let fields = [
        "id",
        "name",
        "name_ja",
        "name_kanji",
        "value",
        "can_promote",
        "promotes_to",
        "movement",
        "is_ranged",
        "special_rules",
    ];
    let places: Vec<_> = fields.iter().map(|field| yaml.find(&format!(" {field}:"))).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{yaml}");
    // The same as data: what piece files have under `movement`.
    let movement = &gold["movement"];
    assert_eq!(movement["steps"].as_array().map(Vec::len), Some(6), "{movement}");
    assert_eq!(gold["isRanged"], false);
    let entry = format!(
        "metadata: {{ name: a, version: '1', piece_count: 1 }}\npieces:\n  - {{ id: 1, name: a, name_ja: a, \
         name_kanji: a, value: 1, can_promote: false, promotes_to: null, movement: {movement}, is_ranged: false, \
         special_rules: [] }}\n"
    );
    let checked = server.post("/api/pieces/check", json!({ "text": entry })).await.payload();
    assert_eq!(checked["pieces"], 1, "{checked}");
    let errors = checked["findings"].as_array().unwrap().iter();
    assert_eq!(errors.filter(|finding| finding["severity"] == "error").count(), 0, "{checked}");
    assert_eq!(
        (&gold["name"], &gold["nameJa"], &gold["kanji"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    let words = parse(json!({ "text": "縦横に何マスでも動ける", "as": "prose" })).await;
    assert_eq!(words["betza"], "R");
    let auto = parse(json!({ "text": "Moves like a bishop" })).await;
    assert_eq!(auto["betza"], "B");
    let neo = parse(json!({ "text": "fQbK", "as": "betza", "dialect": "neo" })).await;
    let strict = parse(json!({ "text": "fQbK", "as": "betza" })).await;
    assert_ne!(neo["dots"], strict["dots"]);
    let told = parse(json!({ "text": "One square forward. Promotes to a gold general." })).await;
    assert_eq!(
        (&told["promotesTo"], &told["doesNotPromote"]),
        (&json!("gold general"), &json!(false))
    );
    let king = parse(json!({ "text": "One square in any direction. Does not promote." })).await;
    assert_eq!((&king["promotesTo"], &king["doesNotPromote"]), (&Value::Null, &json!(true)));
    // What cannot be read is told with its place, and is no failure.
    let wrong = parse(json!({ "text": "  W(", "as": "betza" })).await;
    assert_eq!(wrong["findings"][0]["severity"], "error", "{wrong}");
    assert!(wrong["findings"][0]["column"].as_u64().unwrap() > 2, "{wrong}");
}

#[tokio::test]
async fn reach_stops_at_men_in_the_way() {
    let server = Running::start().await;
    let body = json!({ "text": "R", "size": 9, "at": "5e", "men": [
        { "square": "5c", "side": "gote" }, { "square": "6e", "side": "sente" },
    ] });
    let moves = server.post("/api/pieces/reach", body).await.payload();
    let mut squares: Vec<&str> =
        moves["moves"].as_array().unwrap().iter().map(|mv| mv["to"].as_str().unwrap()).collect();
    squares.sort_unstable();
    assert_eq!(squares, ["1e", "2e", "3e", "4e", "5c", "5d", "5f", "5g", "5h", "5i"]);
    let taken = moves["moves"].as_array().unwrap().iter().find(|mv| mv["to"] == "5c");
    assert_eq!(taken.unwrap()["captures"], json!(["5c"]));
    for (body, code) in [
        (json!({ "text": "R", "at": "5e", "size": 99 }), "BAD_REQUEST"),
        (json!({ "text": "R", "at": "9z" }), "OUT_OF_BOARD"),
        (
            json!({ "text": "R", "at": "5e", "men": [{ "square": "?", "side": "gote" }] }),
            "OUT_OF_BOARD",
        ),
    ] {
        assert_eq!(server.post("/api/pieces/reach", body).await.code(400), code);
    }
}

#[tokio::test]
async fn piece_files_are_generated_and_checked() {
    let server = Running::start().await;
    let request = "source_text: |\n  Pawn (歩兵): Moves 1 square forward.\npiece_list:\n  - { id: 1, name: \"Pawn\", name_ja: \"歩兵\", name_kanji: \"歩\", can_promote: false, promotes_to: null }\noutput_file: \"pawns.yaml\"\n";
    let made = server.post("/api/pieces/generate", json!({ "text": request })).await.payload();
    assert_eq!(made["pieces"], 1, "{made}");
    let text = made["text"].as_str().unwrap();
    let good = server.post("/api/pieces/check", json!({ "text": text })).await.payload();
    assert_eq!(good["findings"], json!([]));
    let unquoted = text.replace("direction: \"N\"", "direction: N");
    let bad = server.post("/api/pieces/check", json!({ "text": unquoted })).await.payload();
    assert!(bad["findings"][0]["line"].as_u64().is_some(), "{bad}");
}

#[tokio::test]
async fn shipped_pieces_and_all_taikyoku_entries_are_listed_and_drawn() {
    let server = Running::start().await;
    let list = server.get("/api/pieces").await.payload();
    let list = list.as_array().unwrap();
    assert!(list.len() > 404);
    let rabbit = list.iter().find(|piece| piece["name"] == "Running rabbit").unwrap();
    let (file, id) = (rabbit["file"].as_str().unwrap(), &rabbit["id"]);
    let whole = server.get(&format!("/api/pieces/shipped/{file}/{id}")).await.payload();
    assert_eq!(whole["nameJa"], "走兎");
    assert!(whole["yaml"].as_str().unwrap().contains("Running rabbit"));
    assert_eq!(server.get("/api/pieces/shipped/nowhere/1").await.code(404), "NOT_FOUND");
    let entries = server.get("/api/pieces/taikyoku").await.payload();
    let entries = entries.as_array().unwrap();
    assert_eq!(entries.len(), 404);
    assert_eq!(entries.iter().filter(|entry| entry["isPromoted"] == true).count(), 195);
    let disputed = entries.iter().find(|entry| !entry["readings"].as_array().unwrap().is_empty());
    let disputed = disputed.expect("some moves are disputed");
    let reading = disputed["readings"][0]["name"].as_str().unwrap();
    let id = &disputed["id"];
    let picture = |query: String| server.client.get(server.url(&query)).send();
    let ours = picture(format!("/api/pieces/taikyoku/{id}.svg")).await.unwrap();
    assert_eq!(ours.headers()["content-type"], "image/svg+xml");
    let theirs = picture(format!("/api/pieces/taikyoku/{id}.svg?reading={reading}")).await.unwrap();
    assert_ne!(ours.text().await.unwrap(), theirs.text().await.unwrap());
    for path in [
        "/api/pieces/taikyoku/1.doc",
        "/api/pieces/taikyoku/x.svg",
        "/api/pieces/taikyoku/99999.svg",
    ] {
        assert_eq!(server.get(path).await.code(404), "NOT_FOUND");
    }
}

#[tokio::test]
async fn an_own_variant_is_checked_stored_and_played_under_its_id() {
    let server = Running::start().await;
    let checked = server.post("/api/variants/check", json!({ "text": INI, "format": "ini" }));
    let checked = checked.await.payload();
    assert_eq!(checked["variants"][0]["slug"], "66shogi");
    assert_eq!(checked["variants"][0]["hasSetup"], true);
    let wrong = INI.replace("limit=1", "limit=0");
    let wrong = server.post("/api/variants/check", json!({ "text": wrong, "format": "ini" }));
    assert_eq!(wrong.await.payload()["findings"][0]["line"], 13);
    let body = json!({ "text": INI, "format": "ini", "name": "66shogi" });
    let id = server.post("/api/variants", body).await.payload()["id"].clone();
    let id = id.as_str().unwrap();
    assert!(id.starts_with("v-") && id.len() >= 34, "128 random bits: {id}");
    let view = server.get(&format!("/api/variants/{id}")).await.payload();
    assert_eq!((&view["slug"], &view["name"]), (&json!(id), &json!("66shogi")));
    let legal = server.post("/api/position/legal", json!({ "variant": id })).await.payload();
    assert_eq!(legal["moves"].as_array().unwrap().len(), 42);
    assert_eq!(legal["variant"], id);
    let source = server.get(&format!("/api/variants/{id}/source")).await.payload();
    // Of a variants.ini the one variant is kept, as a file of its own.
    assert_eq!(source["format"], "yaml");
    let again = server.post("/api/variants/check", json!({ "text": source["text"] }));
    let mut again = again.await.payload()["variants"][0].clone();
    again["slug"] = json!(id);
    assert_eq!(again, view);
    let shipped = server.get("/api/variants/shogi/source").await.payload();
    assert_eq!(shipped["format"], "yaml");
    // A shipped file is a variant of its own, too.
    let body = json!({ "text": shipped["text"], "format": "yaml" });
    let copy = server.post("/api/variants", body).await.payload()["id"].clone();
    let copy = json!({ "variant": copy, "moves": ["7g7f"] });
    assert_eq!(server.post("/api/position/legal", copy).await.status, 200);
    for (text, format) in
        [("", "yaml"), ("kinds: [", "yaml"), ("", "ini"), ("[x]\nmaxFile=99", "ini")]
    {
        let answer = server.post("/api/variants", json!({ "text": text, "format": format })).await;
        answer.code(400);
        assert!(!answer.body["error"]["findings"].as_array().unwrap().is_empty(), "{text}");
    }
    for path in ["/api/variants/v-0123", "/api/variants/v-0123/source", "/api/variants/x/source"] {
        assert_eq!(server.get(path).await.status, 404);
    }
}

#[tokio::test]
async fn pictures_are_drawn_of_positions_variants_and_pieces() {
    let server = Running::start().await;
    for (path, kind) in [
        ("/api/position/picture.svg", "image/svg+xml"),
        ("/api/position/picture.png?variant=minishogi", "image/png"),
        ("/api/position/picture.svg?sfen=9/9/9/9/4p4/9/9/9/9%20b&flipped=true", "image/svg+xml"),
        ("/api/variants/chu/picture.svg", "image/svg+xml"),
        ("/api/variants/shogi/pieces/%2BR.svg", "image/svg+xml"),
    ] {
        let answer = server.client.get(server.url(path)).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        assert_eq!(answer.headers()["content-type"], kind, "{path}");
    }
    for (path, words) in [
        ("/api/variants/shogi/pieces/P.svg?lang=ja", "1マス動く"),
        ("/api/variants/shogi/pieces/P.svg?lang=en", "step"),
        ("/api/pieces/taikyoku/516.svg?lang=ja", "1マス動く"),
        ("/api/variants/shogi/picture.svg?lang=ja", "九"),
        ("/api/variants/shogi/picture.svg?lang=en", "i"),
    ] {
        let answer = server.client.get(server.url(path)).send().await.unwrap();
        let vary = answer.headers().get_all("vary").iter();
        assert!(vary.into_iter().any(|name| name == "accept-language"), "{path}");
        let text = answer.text().await.unwrap();
        assert!(text.contains(&format!(">{words}<")), "{path}: {text}");
    }
    let drawn =
        "/api/position/picture.svg?heading=%3CA%3E&caption=B&last=7g7f&marks=7g7f:red%205e:blue";
    let text = server.client.get(server.url(drawn)).send().await.unwrap().text().await.unwrap();
    for part in [">&lt;A&gt;</text>", ">B</text>", "#e25822", "#b3201a", "<circle"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    server.get("/api/variants/shogi/pieces/P.svg?lang=fr").await.code(400);
    server.get("/api/position/picture.svg?sfen=nonsense").await.code(400);
    for path in [
        "/api/position/picture.gif",
        "/api/variants/shogi/pieces/X.svg",
        "/api/variants/x/picture.svg",
    ] {
        server.get(path).await.code(404);
    }
}
