//! What is whose: records and who sees them, accounts and their end, administrators.

mod common;

use common::{Answer, Running, Signed};
use koma_server::{Config, admin};
use koma_store::Store;
use serde_json::{Value, json};

fn kif(name: &str) -> Value {
    json!({ "text": format!("先手：{name}\n後手：b\n   1 ７六歩(77)\n   2 投了\n") })
}

async fn status(server: &Running, who: Option<&Signed>, path: &str) -> u16 {
    match who {
        Some(who) => server.send_as(who, "GET", path, json!({})).await.status,
        None => server.get(path).await.status,
    }
}

#[tokio::test]
async fn records_are_seen_and_deleted_by_those_who_may() {
    let server = Running::start().await;
    let (alice, bob) = (server.sign_up("Alice").await, server.sign_up("Bob").await);
    let save = async |sight: &str| {
        let path = format!("/api/kifu/import?save=true&sight={sight}");
        let saved = server.send_as(&alice, "POST", &path, kif(sight)).await.payload();
        saved["id"].as_str().unwrap().to_owned()
    };
    let (public, unlisted, private) =
        (save("public").await, save("unlisted").await, save("private").await);
    assert!(unlisted.starts_with("r-") && private.starts_with("r-"), "{unlisted} {private}");
    for (id, seen) in [(&public, [200; 3]), (&unlisted, [200; 3]), (&private, [200, 404, 404])] {
        let path = format!("/api/kifu/{id}");
        for (who, expected) in [Some(&alice), Some(&bob), None].into_iter().zip(seen) {
            assert_eq!(status(&server, who, &path).await, expected, "{id}");
            assert_eq!(status(&server, who, &format!("{path}.kif")).await, expected, "{id}");
        }
    }
    // Numbers can be guessed, so they show nothing that is hidden.
    for number in 1..=4 {
        let expected = if number.to_string() == public { 200 } else { 404 };
        assert_eq!(status(&server, Some(&bob), &format!("/api/kifu/{number}")).await, expected);
    }
    let total = async |who: Option<&Signed>, query: &str| {
        let path = format!("/api/kifu{query}");
        let found = match who {
            Some(who) => server.send_as(who, "GET", &path, json!({})).await,
            None => server.get(&path).await,
        };
        found.payload()["total"].as_u64().unwrap()
    };
    assert_eq!(total(None, "").await, 1);
    assert_eq!(total(Some(&bob), "").await, 1);
    assert_eq!(total(Some(&alice), "").await, 3);
    assert_eq!(total(Some(&alice), "?mine=true").await, 3);
    assert_eq!(server.get("/api/kifu?mine=true").await.code(401), "NOT_SIGNED_IN");
    let explored = server.post("/api/kifu/position", json!({})).await.payload();
    assert_eq!(explored["total"], 1, "what is hidden is not counted");
    // Others can neither delete nor show them.
    let path = format!("/api/kifu/{public}");
    assert_eq!(server.send_as(&bob, "DELETE", &path, json!({})).await.code(403), "FORBIDDEN");
    assert_eq!(server.send("DELETE", &path, &[], json!({})).await.code(401), "NOT_SIGNED_IN");
    let hidden = format!("/api/kifu/{private}");
    assert_eq!(server.send_as(&bob, "DELETE", &hidden, json!({})).await.code(404), "NOT_FOUND");
    let show = json!({ "sight": "public" });
    let shown = server.send_as(&alice, "PUT", &format!("{hidden}/sight"), show).await.payload();
    assert_eq!(
        status(&server, None, &format!("/api/kifu/{}", shown["id"].as_str().unwrap())).await,
        200
    );
    assert_eq!(server.send_as(&alice, "DELETE", &path, json!({})).await.payload()["deleted"], true);
    assert_eq!(status(&server, Some(&alice), &path).await, 404);
    // A guest has a key.
    let saved = server.post("/api/kifu/import?save=true", kif("guest")).await.payload();
    let path = format!("/api/kifu/{}", saved["id"].as_str().unwrap());
    let key = format!("Bearer {}", saved["key"].as_str().unwrap());
    let wrong = [("authorization", "Bearer 0123")];
    assert_eq!(server.send("DELETE", &path, &wrong, json!({})).await.code(403), "FORBIDDEN");
    let right = [("authorization", &*key)];
    assert_eq!(server.send("DELETE", &path, &right, json!({})).await.payload()["deleted"], true);
    let private = server.post("/api/kifu/import?save=true&sight=private", kif("x")).await;
    assert_eq!(private.code(401), "NOT_SIGNED_IN");
}

#[tokio::test]
async fn the_person_at_this_machine_looks_after_what_belongs_to_nobody() {
    let server = Running::start().await;
    let alice = server.sign_up("Alice").await;
    let save = "/api/kifu/import?save=true";
    let hers = server.send_as(&alice, "POST", save, kif("hers")).await.payload();
    let nobodys = server.post(save, kif("nobody's")).await.payload();
    let path = |saved: &Value| format!("/api/kifu/{}", saved["id"].as_str().unwrap());
    let tags = |tags: &[&str]| json!({ "tags": tags });
    let put = async |headers: &[(&str, &str)], saved: &Value, body: Value| {
        server.send("PUT", &format!("{}/tags", path(saved)), headers, body).await
    };
    let set = put(&[], &nobodys, tags(&["教材", " a  b "])).await.payload();
    assert_eq!(set["tags"], json!(["a b", "教材"]));
    // Through a proxy it is somebody else.
    let proxied = [("x-forwarded-for", "192.0.2.1")];
    assert_eq!(put(&proxied, &nobodys, tags(&["x"])).await.code(401), "NOT_SIGNED_IN");
    assert_eq!(put(&[], &hers, tags(&["x"])).await.code(401), "NOT_SIGNED_IN");
    assert_eq!(put(&[], &nobodys, tags(&[""])).await.status, 400);
    let found = server.get("/api/kifu?tag=%E6%95%99%E6%9D%90").await.payload();
    assert_eq!((&found["total"], &found["records"][0]["tags"][0]), (&json!(1), &json!("a b")));
    assert_eq!(server.get("/api/kifu?tag=x").await.payload()["total"], 0);
    let all = server.get("/api/kifu/tags").await.payload();
    assert_eq!(all, json!([{ "tag": "a b", "count": 1 }, { "tag": "教材", "count": 1 }]));
    assert_eq!(server.get(&path(&nobodys)).await.payload()["tags"], set["tags"]);
    let delete = async |headers: &[(&str, &str)], saved: &Value| {
        server.send("DELETE", &path(saved), headers, json!({})).await
    };
    assert_eq!(delete(&proxied, &nobodys).await.code(401), "NOT_SIGNED_IN");
    assert_eq!(delete(&[], &hers).await.code(401), "NOT_SIGNED_IN");
    assert_eq!(delete(&[], &nobodys).await.payload()["deleted"], true);
    assert_eq!(server.get("/api/kifu/tags").await.payload(), json!([]));
}

#[tokio::test]
async fn what_is_hidden_is_not_in_the_way_of_others() {
    let server = Running::start().await;
    let (alice, bob) = (server.sign_up("Alice").await, server.sign_up("Bob").await);
    let save = async |who: &Signed| {
        server.send_as(who, "POST", "/api/kifu/import?save=true", kif("same")).await.payload()
    };
    let first = save(&alice).await;
    assert_eq!(save(&bob).await["duplicate"], true);
    let path = format!("/api/kifu/{}/sight", first["id"].as_str().unwrap());
    let hidden = server.send_as(&alice, "PUT", &path, json!({ "sight": "private" })).await;
    let link = hidden.payload()["id"].clone();
    let second = save(&bob).await;
    assert_eq!(second["duplicate"], false, "Bob cannot see that there was one");
    assert_ne!(second["id"], link);
    let mine = server.send_as(&alice, "GET", "/api/kifu?mine=true", json!({})).await.payload();
    assert_eq!(mine["records"][0]["sight"], "private");
    assert_eq!(mine["records"][0]["id"], link);
}

/// Plays a short game between two accounts; the game's id and the address of its record.
async fn played(server: &Running, who: [&Signed; 2], share: [Value; 2]) -> (String, String) {
    let [sente, gote] = share;
    let wish = json!({ "side": "sente", "share": sente });
    let made = server.send_as(who[0], "POST", "/api/games", wish).await.payload();
    let id = made["id"].as_str().unwrap().to_owned();
    let game = format!("/api/games/{id}");
    let join = json!({ "invite": made["invite"], "share": gote });
    server.send_as(who[1], "POST", &format!("{game}/join"), join).await.payload();
    for (ply, command) in
        [(1, json!({ "type": "move", "usi": "7g7f" })), (2, json!({ "type": "resign" }))]
    {
        let order = json!({ "id": ply.to_string(), "ply": ply, "command": command });
        server.send_as(who[0], "POST", &format!("{game}/commands"), order).await.payload();
    }
    loop {
        if let Some(record) = server.get(&game).await.payload()["record"].as_str() {
            return (id, record.to_owned());
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_two_is_shown_by_both_and_kept_by_the_other() {
    let server = Running::start().await;
    let (alice, bob) = (server.sign_up("Alice").await, server.sign_up("Bob").await);
    let no = [json!(true), json!(false)];
    let (game, record) = played(&server, [&alice, &bob], no).await;
    let path = format!("/api/kifu/{record}");
    let show = json!({ "sight": "public" });
    for who in [&alice, &bob] {
        let shown = server.send_as(who, "PUT", &format!("{path}/sight"), show.clone()).await;
        assert_eq!(shown.code(409), "NOT_AGREED");
    }
    let hide = json!({ "sight": "private" });
    server.send_as(&bob, "PUT", &format!("{path}/sight"), hide).await.payload();
    let own = server.send_as(&alice, "GET", "/api/account", json!({})).await.payload();
    let own = &own["games"][0];
    assert_eq!((&own["id"], &own["opponent"]), (&json!(game), &json!("Bob")));
    assert_eq!((&own["variant"], &own["over"]), (&json!("shogi"), &json!(true)));
    // Alice deletes it: Bob keeps his game, without her name.
    assert_eq!(server.send_as(&alice, "DELETE", &path, json!({})).await.payload()["deleted"], true);
    assert_eq!(status(&server, Some(&alice), &path).await, 404);
    let left = server.send_as(&bob, "GET", &path, json!({})).await.payload();
    assert!(left.to_string().contains("Bob") && !left.to_string().contains("Alice"), "{left}");
    server.send_as(&bob, "DELETE", &path, json!({})).await.payload();
    assert_eq!(status(&server, Some(&bob), &path).await, 404);
    // What both wanted to be seen can be hidden and shown again by either.
    let (_, record) = played(&server, [&alice, &bob], [json!(true), json!(true)]).await;
    let path = format!("/api/kifu/{record}/sight");
    let link = server.send_as(&bob, "PUT", &path, json!({ "sight": "unlisted" })).await.payload();
    let path = format!("/api/kifu/{}/sight", link["id"].as_str().unwrap());
    server.send_as(&bob, "PUT", &path, show).await.payload();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_goes_takes_their_name_out_of_games_that_go_on() {
    let server = Running::start().await;
    let (alice, bob) = (server.sign_up("Alice").await, server.sign_up("Bob").await);
    let clock = json!({ "kind": "sudden", "main": 600_000 });
    let wish = json!({ "side": "sente", "clock": clock });
    let made = server.send_as(&alice, "POST", "/api/games", wish).await.payload();
    let game = format!("/api/games/{}", made["id"].as_str().unwrap());
    let join = json!({ "invite": made["invite"] });
    server.send_as(&bob, "POST", &format!("{game}/join"), join).await.payload();
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert_eq!(server.get(&game).await.payload()["players"]["sente"]["name"], "Alice");
    let sure = json!({ "password": "correct horse" });
    server.send_as(&alice, "DELETE", "/api/account", sure).await.payload();
    let view = server.get(&game).await.payload();
    assert!(!view.to_string().contains("Alice"), "{view}");
    assert_eq!(view["players"]["gote"]["name"], "Bob");
    // Her clock has run on meanwhile.
    assert!(view["clocks"]["sente"]["main"].as_u64() <= Some(599_900), "{view}");
}

#[tokio::test]
async fn variants_go_with_who_made_them() {
    let server = Running::start().await;
    let (alice, bob) = (server.sign_up("Alice").await, server.sign_up("Bob").await);
    let text = json!({ "text": "[my:minishogi]\n", "format": "ini" });
    let made = server.send_as(&alice, "POST", "/api/variants", text.clone()).await.payload();
    assert!(made["key"].is_null());
    let path = format!("/api/variants/{}", made["id"].as_str().unwrap());
    server.get(&path).await.payload();
    assert_eq!(server.send_as(&bob, "DELETE", &path, json!({})).await.code(403), "FORBIDDEN");
    assert_eq!(server.send_as(&alice, "DELETE", &path, json!({})).await.payload()["deleted"], true);
    assert_eq!(server.get(&path).await.status, 404);
    let made = server.post("/api/variants", text).await.payload();
    let key = format!("Bearer {}", made["key"].as_str().unwrap());
    let path = format!("/api/variants/{}", made["id"].as_str().unwrap());
    let gone = server.send("DELETE", &path, &[("authorization", &*key)], json!({})).await;
    assert_eq!(gone.payload()["deleted"], true);
    assert_eq!(server.send("DELETE", "/api/variants/shogi", &[], json!({})).await.status, 404);
}

#[tokio::test]
async fn solved_problems_go_with_the_account() {
    let server = Running::start().await;
    let path = "/api/account/tsume";
    assert_eq!(server.get(path).await.status, 401);
    let one = server.sign_up("Solver").await;
    let add =
        async |ids: Value| server.send_as(&one, "POST", path, json!({ "problems": ids })).await;
    let all = add(json!(["zukou-2", "shogi-1-4"])).await.payload();
    assert_eq!(all, json!(["shogi-1-4", "zukou-2"]));
    assert_eq!(add(json!(["zukou-2"])).await.payload(), all);
    for bad in [json!([""]), json!(["x".repeat(301)]), json!(["a\nb"])] {
        assert_eq!(add(bad).await.status, 400);
    }
    let other = server.sign_up("Other").await;
    assert_eq!(server.send_as(&other, "GET", path, json!({})).await.payload(), json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_is_changed_carried_away_and_deleted_by_its_owner() {
    let server = Running::start().await;
    let alice = server.sign_up("Alice").await;
    let body = json!({ "name": "Alice", "password": "correct horse" });
    let elsewhere =
        server.client.post(server.url("/api/session")).json(&body).send().await.unwrap();
    let line = elsewhere.headers()["set-cookie"].to_str().unwrap().to_owned();
    let cookie = line.split(';').next().unwrap().to_owned();
    let csrf = Answer::of(elsewhere).await.payload()["csrf"].as_str().unwrap().to_owned();
    let elsewhere = Signed { cookie, csrf };
    assert_eq!(server.get("/api/account").await.code(401), "NOT_SIGNED_IN");
    let about = server.send_as(&alice, "GET", "/api/account", json!({})).await.payload();
    assert_eq!((&about["name"], about["sessions"].as_array().unwrap().len()), (&json!("Alice"), 2));
    let wrong = json!({ "old": "wrong horse", "new": "another horse" });
    let wrong = server.send_as(&alice, "PUT", "/api/account/password", wrong).await;
    assert_eq!(wrong.code(401), "WRONG_PASSWORD");
    let right = json!({ "old": "correct horse", "new": "another horse" });
    let about = server.send_as(&alice, "PUT", "/api/account/password", right).await.payload();
    assert_eq!(about["sessions"].as_array().unwrap().len(), 1, "the other session is over");
    assert_eq!(status(&server, Some(&elsewhere), "/api/account").await, 401);
    server.send_as(&alice, "POST", "/api/kifu/import?save=true", kif("Alice")).await.payload();
    let text = json!({ "text": "[my:minishogi]\n", "format": "ini" });
    server.send_as(&alice, "POST", "/api/variants", text).await.payload();
    let made = server.send_as(&alice, "POST", "/api/games", json!({ "side": "sente" })).await;
    let game = made.payload()["id"].as_str().unwrap().to_owned();
    let sent = server.client.get(server.url("/api/account/export")).header("cookie", &alice.cookie);
    let zip = sent.send().await.unwrap();
    assert_eq!(zip.headers()["content-type"], "application/zip");
    let bytes = zip.bytes().await.unwrap();
    // Browsers ask for it packed once more: it comes to an end all the same.
    let packed = server.client.get(server.url("/api/account/export"));
    let packed = packed.header("cookie", &alice.cookie).header("accept-encoding", "gzip");
    assert!(packed.send().await.unwrap().bytes().await.is_ok_and(|bytes| !bytes.is_empty()));
    for name in ["account.json", "records/1.kif", "records/1.json", "variants/v-", "games/"] {
        let is_there = bytes.windows(name.len()).any(|part| part == name.as_bytes());
        assert!(is_there, "{name}");
    }
    let wrong = json!({ "password": "wrong horse" });
    let wrong = server.send_as(&alice, "DELETE", "/api/account", wrong).await;
    assert_eq!(wrong.code(401), "WRONG_PASSWORD");
    let right = json!({ "password": "another horse" });
    let gone = server.send_as(&alice, "DELETE", "/api/account", right).await.payload();
    assert_eq!(gone["deleted"], true);
    assert_eq!(status(&server, Some(&alice), "/api/account").await, 401);
    assert_eq!(server.get("/api/kifu/1").await.status, 404);
    let log = server.get(&format!("/api/games/{game}/events")).await;
    assert!(!log.body.to_string().contains("Alice"), "{}", log.body);
    server.sign_up("Alice").await;
}

#[tokio::test]
async fn an_administrator_closes_bans_resets_and_deletes() {
    let server = Running::start().await;
    let alice = server.sign_up("Alice").await;
    let url = format!("sqlite://{}", server.data.join("koma.db").display());
    let store = Store::open(&url).await.unwrap();
    let key = format!("{}0123456789abcdef0123456789abcdef", admin::ADMIN_KEY);
    store.put_token(&admin::hash(&key), "test").await.unwrap();
    let bearer = format!("Bearer {key}");
    let admin = async |method: &str, path: &str, body: Value| {
        server.send(method, path, &[("authorization", &*bearer)], body).await
    };
    for path in ["/api/admin/settings", "/api/admin/accounts"] {
        assert_eq!(server.get(path).await.code(401), "NOT_SIGNED_IN");
        assert_eq!(server.send_as(&alice, "GET", path, json!({})).await.code(401), "NOT_SIGNED_IN");
        assert_eq!(admin("GET", path, json!({})).await.status, 200);
    }
    let closed = json!({ "signUp": false, "uploads": false });
    assert_eq!(admin("PUT", "/api/admin/settings", closed.clone()).await.payload(), closed);
    let body = json!({ "name": "Bob", "password": "correct horse" });
    assert_eq!(server.post("/api/accounts", body.clone()).await.code(409), "SIGN_UP_CLOSED");
    assert_eq!(
        server.post("/api/kifu/import?save=true", kif("x")).await.code(409),
        "UPLOADS_CLOSED"
    );
    let open = json!({ "signUp": true, "uploads": true });
    admin("PUT", "/api/admin/settings", open).await.payload();
    assert_eq!(server.post("/api/accounts", body).await.status, 200);
    let record = server.post("/api/kifu/import?save=true", kif("x")).await.payload();
    let record = format!("/api/kifu/{}", record["id"].as_str().unwrap());
    assert_eq!(admin("DELETE", &record, json!({})).await.payload()["deleted"], true);
    let banned =
        admin("PUT", "/api/admin/accounts/Alice", json!({ "banned": true })).await.payload();
    assert_eq!(banned["banned"], true);
    assert_eq!(status(&server, Some(&alice), "/api/account").await, 401);
    let body = json!({ "name": "Alice", "password": "correct horse" });
    assert_eq!(server.post("/api/session", body).await.code(401), "NOT_SIGNED_IN");
    let change = json!({ "banned": false, "password": "given by hand" });
    admin("PUT", "/api/admin/accounts/Alice", change).await.payload();
    let body = json!({ "name": "Alice", "password": "given by hand" });
    assert_eq!(server.post("/api/session", body).await.status, 200);
    admin("DELETE", "/api/admin/accounts/Alice", json!({})).await.payload();
    assert_eq!(admin("PUT", "/api/admin/accounts/Alice", json!({})).await.code(404), "NOT_FOUND");
    store.delete_tokens("test").await.unwrap();
    assert_eq!(admin("GET", "/api/admin/accounts", json!({})).await.code(401), "NOT_SIGNED_IN");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_live_game_goes_to_the_library_only_if_both_say_so() {
    let server = Running::with(Config { shares_games: false, ..Config::default() }).await;
    for (sente, gote, is_listed) in [
        (json!(true), json!(true), true),
        (json!(true), json!(false), false),
        (json!(true), Value::Null, false),
        (Value::Null, Value::Null, false),
    ] {
        let before = server.get("/api/kifu").await.payload()["total"].as_u64().unwrap();
        let wish = json!({ "side": "sente", "share": sente });
        let made = server.post("/api/games", wish).await.payload();
        let game = format!("/api/games/{}", made["id"].as_str().unwrap());
        let join = json!({ "invite": made["invite"], "share": gote });
        server.post(&format!("{game}/join"), join).await.payload();
        let bearer = format!("Bearer {}", made["secret"].as_str().unwrap());
        for (id, ply, command) in [
            ("1", 1, json!({ "type": "move", "usi": "7g7f" })),
            ("2", 2, json!({ "type": "resign" })),
        ] {
            let order = json!({ "id": id, "ply": ply, "command": command });
            let path = format!("{game}/commands");
            let done = server.send("POST", &path, &[("authorization", &*bearer)], order).await;
            assert_eq!(done.status, 200, "{}", done.body);
        }
        let record = loop {
            let view = server.get(&game).await.payload();
            if let Some(record) = view["record"].as_str() {
                break record.to_owned();
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        };
        assert_eq!(record.starts_with("r-"), !is_listed, "{record}");
        assert_eq!(server.get(&format!("/api/kifu/{record}")).await.status, 200);
        let after = server.get("/api/kifu").await.payload()["total"].as_u64().unwrap();
        assert_eq!(after - before, u64::from(is_listed));
    }
}
