//! Positions and variants over HTTP.

mod common;

use common::Running;
use serde_json::{Value, json};

#[tokio::test]
async fn a_position_comes_with_everything_a_board_needs() {
    let server = Running::start().await;
    let view = server
        .post("/api/position/legal", json!({ "variant": "shogi", "moves": ["7g7f", "3c3d"] }))
        .await
        .payload();
    assert_eq!(view["sfen"], "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3");
    assert_eq!(view["side"], "sente");
    assert_eq!(view["ply"], 3);
    assert!(view["moves"].as_array().unwrap().contains(&json!("8h2b+")));
    assert_eq!(
        view["lastMove"],
        json!({ "usi": "3c3d", "japanese": "△３四歩", "english": "P-3d" })
    );
    assert_eq!(view["played"][0]["japanese"], "▲７六歩");
    assert_eq!(view["points"], json!({ "sente": 27, "gote": 27 }));
    assert_eq!(view["placing"], json!({ "sente": false, "gote": false }));
    assert_eq!(view["inCheck"], false);
    assert_eq!(view["end"], Value::Null);
    // Without anything it is the start of shogi; a handicap and an alias are understood.
    let start = server.post("/api/position/legal", json!({})).await.payload();
    assert_eq!(start["moves"].as_array().unwrap().len(), 30);
    let handicap = json!({ "variant": "Standard", "handicap": "二枚落ち" });
    let handicap = server.post("/api/position/legal", handicap).await.payload();
    assert_eq!(handicap["side"], "gote");
    let placing = server.post("/api/position/legal", json!({ "variant": "66shogi" })).await;
    assert_eq!(placing.payload()["placing"], json!({ "sente": true, "gote": true }));
}

#[tokio::test]
async fn a_game_at_one_screen_goes_on_by_its_key_as_if_it_had_been_sent_whole() {
    let server = Running::start().await;
    let legal = async |body: Value| server.post("/api/position/legal", body).await;
    // Four times the same position: the repetition is seen, so the history goes with the key.
    let shuffle = ["5i5h", "5a5b", "5h5i", "5b5a"];
    let moves: Vec<&str> = shuffle.iter().cycle().take(12).copied().collect();
    let mut view = legal(json!({})).await.payload();
    for (at, usi) in moves.iter().enumerate() {
        let mut next = legal(json!({ "after": view["key"], "moves": [usi] })).await.payload();
        let mut whole = legal(json!({ "moves": moves[..=at] })).await.payload();
        assert_eq!(next["played"].as_array().map(Vec::len), Some(1));
        assert_eq!(next["played"][0], whole["played"][at]);
        assert_eq!(next["key"].is_null(), whole["key"].is_null());
        view = next.clone();
        for answer in [&mut next, &mut whole] {
            answer["played"].take();
            answer["key"].take();
        }
        assert_eq!(next, whole);
    }
    assert_eq!(view["end"]["reason"], "repetition");
    assert!(view["key"].is_null(), "nothing comes after the end");
    let key = legal(json!({ "moves": ["7g7f"] })).await.payload()["key"].clone();
    let refused = legal(json!({ "after": key, "moves": ["7f7e"] })).await;
    assert_eq!(refused.body["error"]["ply"], 2);
    refused.code(400);
    let asked = json!({ "after": key, "move": "8b1b" });
    let explained = server.post("/api/position/explain", asked).await.payload();
    assert_eq!(explained["code"], "LEAP_RESTRICTION");
    for key in [json!("0123456789abcdef0123456789abcdef"), json!("")] {
        assert_eq!(legal(json!({ "after": key, "moves": [] })).await.code(410), "UNKNOWN_KEY");
    }
}

#[tokio::test]
async fn a_royal_that_may_be_taken_is_attacked_and_in_check_only_where_that_binds() {
    let server = Running::start().await;
    let ask = async |variant: &str, sfen: &str| {
        let body = json!({ "variant": variant, "sfen": sfen });
        server.post("/api/position/legal", body).await.payload()
    };
    let shogi = ask("shogi", "4k4/9/9/4R4/9/9/9/9/4K4 w - 1").await;
    assert_eq!((&shogi["inCheck"], &shogi["attacked"]), (&json!(true), &json!([])));
    // Tenjiku has no check rules: a king may stay where it can be taken.
    let start = "15,k/16/16/16/15,R/16/16/16/16/16/16/16/16/16/16/K,15 w - 1";
    let tenjiku = ask("tenjiku", start).await;
    assert_eq!((&tenjiku["inCheck"], &tenjiku["checked"]), (&json!(false), &json!([])));
    assert_eq!(tenjiku["attacked"], json!([{ "royal": "1a", "by": ["1e"] }]));
    let taikyoku = server.post("/api/position/legal", json!({ "variant": "taikyoku" })).await;
    assert_eq!(taikyoku.payload()["inCheck"], false);
}

#[tokio::test]
async fn a_lions_captures_are_listed_where_the_last_square_does_not_tell() {
    let server = Running::start().await;
    let sfen = "12/12/12/12/12/6p5/5pN5/12/12/12/12/K10k b - 1";
    let view = json!({ "variant": "chu", "sfen": sfen });
    let view = server.post("/api/position/legal", view).await.payload();
    let captures = view["captures"].as_object().unwrap();
    assert!(!captures.is_empty(), "{view}");
    for (usi, squares) in captures {
        let squares: Vec<&str> =
            squares.as_array().unwrap().iter().map(|square| square.as_str().unwrap()).collect();
        assert!(squares.iter().any(|square| !usi.ends_with(square)), "{usi} {squares:?}");
    }
}

#[tokio::test]
async fn a_finished_game_says_how_it_ended_in_the_language_asked_for() {
    let server = Running::start().await;
    let body = json!({ "sfen": "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1" });
    let request = server.client.post(server.url("/api/position/legal"));
    let request = request.header("accept-language", "ja").json(&body);
    let view = common::Answer::of(request.send().await.unwrap()).await.payload();
    assert_eq!(view["moves"], json!([]));
    assert_eq!(
        view["end"],
        json!({ "reason": "checkmate", "winner": "sente", "sentence": "後手の玉が詰みました。先手の勝ちです。" })
    );
    assert_eq!(view["checked"], json!(["5a"]));
}

#[tokio::test]
async fn illegal_moves_and_unreadable_requests_are_400_with_a_code() {
    let server = Running::start().await;
    for (body, code, ply) in [
        (json!({ "moves": ["7g7f", "7g7f"] }), "MOVE_UNDEFINED_PIECE", json!(2)),
        (json!({ "moves": ["8h2b+"] }), "LEAP_RESTRICTION", json!(1)),
        (json!({ "moves": ["what"] }), "NOT_A_MOVE", json!(1)),
        (json!({ "sfen": "nonsense" }), "BAD_SFEN", Value::Null),
        (json!({ "sfen": "startpos", "handicap": "角落ち" }), "BAD_REQUEST", Value::Null),
        (json!({ "handicap": "everything" }), "UNKNOWN_HANDICAP", Value::Null),
        (json!({ "options": { "no": "such" } }), "BAD_REQUEST", Value::Null),
        (json!({ "sfn": "a slip of the pen" }), "BAD_FIELD", Value::Null),
        (json!([]), "BAD_REQUEST", Value::Null),
    ] {
        let answer = server.post("/api/position/legal", body.clone()).await;
        assert_eq!(answer.code(400), code, "{body}");
        assert_eq!(answer.body["error"].get("ply").cloned().unwrap_or_default(), ply, "{body}");
    }
    let unknown = server.post("/api/position/legal", json!({ "variant": "shogy" })).await;
    assert_eq!(unknown.code(404), "UNKNOWN_VARIANT");
    assert!(unknown.body["message"].as_str().unwrap().contains("did you mean shogi"));
    let url = server.url("/api/position/legal");
    let send = async |kind: &str, body: &'static str| {
        let request = server.client.post(&url).header("content-type", kind).body(body);
        common::Answer::of(request.send().await.unwrap()).await
    };
    assert_eq!(send("text/plain", "{}").await.code(415), "UNSUPPORTED_MEDIA_TYPE");
    let broken = send("application/json", "{\n  \"moves\": [").await;
    assert_eq!(broken.code(400), "BAD_JSON");
    assert_eq!(broken.body["error"]["findings"][0]["line"], 2);
    assert_eq!(server.get("/api/position/legal").await.code(405), "METHOD_NOT_ALLOWED");
    assert_eq!(server.get("/api/nowhere").await.code(404), "NOT_FOUND");
}

#[tokio::test]
async fn a_move_is_explained_in_the_language_asked_for() {
    let server = Running::start().await;
    let url = server.url("/api/position/explain");
    let ask = async |usi: &str, lang: &str| {
        let request = server.client.post(&url).header("accept-language", lang);
        let answer = request.json(&json!({ "move": usi })).send().await.unwrap();
        common::Answer::of(answer).await.payload()
    };
    let refused = ask("8h2b+", "en").await;
    assert_eq!(refused["legal"], false);
    assert_eq!(refused["code"], "LEAP_RESTRICTION");
    assert_eq!(refused["squares"], json!(["8h", "2b", "7g"]));
    assert!(ask("8h2b+", "ja").await["message"].as_str().unwrap().contains("邪魔"));
    assert_eq!(
        ask("7g7f", "en").await,
        json!({ "legal": true, "code": null, "message": null, "squares": [] })
    );
    assert_eq!(ask("🂡", "en").await["code"], "NOT_A_MOVE");
}

#[tokio::test]
async fn a_faulty_position_is_validated_without_failing() {
    let server = Running::start().await;
    for (sfen, playable, codes) in [
        ("startpos", true, &[][..]),
        ("4k4/9/9/9/9/9/4P4/4P4/4K4 b", false, &["file-overfull"]),
        ("9/9/9/9/9/9/9/9/4K4 b - 1", false, &["missing-royal"]),
        ("what", false, &["bad-sfen"]),
    ] {
        let body = json!({ "variant": "shogi", "sfen": sfen });
        let validity = server.post("/api/position/validate", body).await.payload();
        assert_eq!(validity["playable"], playable, "{validity}");
        let found: Vec<&str> = validity["faults"]
            .as_array()
            .unwrap()
            .iter()
            .map(|fault| fault["code"].as_str().unwrap())
            .collect();
        assert_eq!(found, codes, "{sfen}");
        assert_eq!(validity["sfen"].is_null(), sfen == "what");
    }
}

#[tokio::test]
async fn faults_are_told_in_the_words_of_japanese_players() {
    let server = Running::start().await;
    for (sfen, words) in [
        ("4k4/9/9/9/9/9/4P4/4P4/4K4 b", "５筋に先手の歩兵が多すぎます（二歩）"),
        ("9/9/9/9/9/9/9/9/4K4 b - 1", "後手に玉がありません"),
        ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "９一の歩兵は行き所がありません"),
        ("4k4/9/9/9/9/9/9/9/RRR1K4 b - 1", "飛車が3枚あります（この将棋では2枚まで）"),
        ("4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "手番でない側の５一の玉が、すぐに取られてしまいます"),
    ] {
        let request = server.client.post(server.url("/api/position/validate"));
        let request = request.header("accept-language", "ja").json(&json!({ "sfen": sfen }));
        let validity = common::Answer::of(request.send().await.unwrap()).await.payload();
        assert_eq!(validity["faults"][0]["message"], words, "{sfen}");
    }
}

#[tokio::test]
async fn every_variant_can_be_looked_at_in_both_languages() {
    let server = Running::start().await;
    let list = server.get("/api/variants").await.payload();
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), koma_variants::catalogue().len());
    for (summary, lang) in list.iter().zip(["en", "ja"].into_iter().cycle()) {
        let slug = summary["slug"].as_str().unwrap();
        let request = server.client.get(server.url(&format!("/api/variants/{slug}")));
        let answer = request.header("accept-language", lang).send().await.unwrap();
        let view = common::Answer::of(answer).await.payload();
        for field in ["name", "nameJa", "aliases", "files", "ranks", "hasHands", "hasSetup"] {
            assert_eq!(view[field], summary[field], "{slug} {field}");
        }
        let kinds = view["kinds"].as_array().unwrap();
        assert_eq!(kinds.len() as u64, summary["kinds"].as_u64().unwrap());
        for kind in kinds {
            assert!(!kind["words"].as_str().unwrap().is_empty(), "{slug} {kind}");
            assert!(!kind["dots"].as_array().unwrap().is_empty(), "{slug} {kind}");
        }
        assert!(!view["rules"].as_array().unwrap().is_empty());
    }
    let shogi = server.get("/api/variants/shogi").await.payload();
    assert_eq!(shogi["zones"]["sente"].as_array().unwrap().len(), 27);
    let kinds = shogi["kinds"].as_array().unwrap();
    let pawn = kinds.iter().find(|kind| kind["code"] == "P").unwrap();
    assert_eq!(pawn["dots"], json!([{ "dx": 0, "dy": 1, "kind": "step" }]));
    assert_eq!(pawn["promotesTo"], "+P");
    let lance = kinds.iter().find(|kind| kind["code"] == "L").unwrap();
    assert_eq!(lance["dots"], json!([{ "dx": 0, "dy": 1, "kind": "slide" }]));
    let knight = kinds.iter().find(|kind| kind["code"] == "N").unwrap();
    assert_eq!(
        knight["dots"],
        json!([{ "dx": -1, "dy": 2, "kind": "leap" }, { "dx": 1, "dy": 2, "kind": "leap" }])
    );
    assert!(shogi["handicaps"].as_array().unwrap().len() >= 16);
    assert_eq!(server.get("/api/variants/draughts").await.code(404), "UNKNOWN_VARIANT");
}

#[tokio::test]
async fn a_refusal_calls_men_by_their_names() {
    let server = Running::start().await;
    for (lang, words) in [("en", "there is no pawn in hand"), ("ja", "持ち駒に歩兵はありません")]
    {
        let request = server.client.post(server.url("/api/position/explain"));
        let request = request.header("accept-language", lang).json(&json!({ "move": "P*5e" }));
        let answer = common::Answer::of(request.send().await.unwrap()).await.payload();
        assert_eq!(answer["message"], words);
    }
}

#[tokio::test]
async fn rules_for_the_page_have_no_flags_of_commands() {
    let server = Running::start().await;
    let rules = server.get("/api/variants/shogi").await.payload()["rules"].to_string();
    assert!(rules.contains("香落ち") && !rules.contains("--"), "{rules}");
}
