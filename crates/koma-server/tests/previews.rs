//! What programs for messages see of a link: the head of the page.

mod common;

use common::Running;
use serde_json::{Value, json};

/// The head of a page in a language.
async fn head(server: &Running, path: &str, language: &str) -> String {
    let sent = server.client.get(server.url(path)).header("accept-language", language);
    let page = sent.send().await.expect("an answer").text().await.expect("a text");
    page.split("</head>").next().unwrap_or_default().to_owned()
}

/// What a property says.
fn said<'h>(head: &'h str, property: &str) -> &'h str {
    let start = format!("<meta property=\"{property}\" content=\"");
    let rest = head.split_once(start.as_str()).map_or("", |(_, rest)| rest);
    rest.split('"').next().unwrap_or_default()
}

/// Fetches the picture that a head names.
async fn has_picture(server: &Running, head: &str) {
    let address = said(head, "og:image").replace("&amp;", "&");
    let own = format!("http://{}", server.address);
    assert!(address.starts_with(&own), "{address}");
    let picture = server.client.get(&address).send().await.expect("an answer");
    assert_eq!(
        (picture.status().as_u16(), &picture.headers()["content-type"]),
        (200, &"image/png".parse().unwrap())
    );
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[tokio::test]
async fn games_records_positions_and_variants_have_titles_and_pictures() {
    let server = Running::start().await;
    let plain = head(&server, "/library", "en").await;
    assert!(plain.contains("<title>Koma 駒</title>") && !plain.contains("og:title"));

    let chu = head(&server, "/variants/chu", "en").await;
    assert_eq!(said(&chu, "og:title"), "Chu shogi");
    assert!(chu.contains("<title>Chu shogi · Koma</title>"));
    has_picture(&server, &chu).await;
    let japanese = head(&server, "/play/chu", "ja").await;
    assert_eq!(said(&japanese, "og:title"), "中将棋");

    let position = head(&server, "/editor/shogi?sfen=4k4/9/9/9/9/9/9/9/4K4+b+-+1", "en").await;
    assert!(said(&position, "og:image").contains("sfen=4k4%2F9"), "{position}");
    has_picture(&server, &position).await;

    let game = server
        .post("/api/games", json!({ "name": "<b>\"Habu\"", "side": "sente" }))
        .await
        .payload();
    let path = format!("/games/{}", text(&game["id"]));
    let invitation = head(&server, &path, "ja").await;
    assert!(said(&invitation, "og:title").contains("招待"), "{invitation}");
    has_picture(&server, &invitation).await;
    let join = json!({ "invite": game["invite"], "name": "Yoshi" });
    server.post(&format!("/api{path}/join"), join).await.payload();
    let live = head(&server, &path, "en").await;
    assert_eq!(said(&live, "og:title"), "☗&lt;b&gt;&quot;Habu&quot; ☖Yoshi – Shogi");
    has_picture(&server, &live).await;

    let kif = json!({ "text": "先手：羽生\n後手：谷川\n棋戦：竜王戦\n手数----指手---------消費時間--\n1 ７六歩(77)\n" });
    let saved = server.post("/api/kifu/import?save=true", kif).await.payload();
    let record = head(&server, &format!("/kifu/{}", text(&saved["id"])), "ja").await;
    assert_eq!(said(&record, "og:title"), "☗羽生 ☖谷川");
    assert!(said(&record, "og:description").contains("竜王戦"), "{record}");
    has_picture(&server, &record).await;
    let framed = head(&server, &format!("/embed/kifu/{}", text(&saved["id"])), "ja").await;
    assert_eq!(said(&framed, "og:title"), "☗羽生 ☖谷川");
}

#[tokio::test]
async fn what_is_not_for_all_has_no_preview() {
    let server = Running::start().await;
    let alice = server.sign_up("Alice").await;
    let kif = json!({ "text": "先手：秘密\n手数----指手---------消費時間--\n1 ７六歩(77)\n" });
    let save = "/api/kifu/import?save=true&sight=private";
    let saved = server.send_as(&alice, "POST", save, kif).await.payload();
    for path in [format!("/kifu/{}", text(&saved["id"])), "/kifu/999".into(), "/games/x".into()] {
        let head = head(&server, &path, "en").await;
        assert!(head.contains("<title>Koma 駒</title>") && !head.contains("秘密"), "{path}");
    }
}
