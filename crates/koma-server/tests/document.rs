//! The OpenAPI document: committed as it is served, true about the routes, and a source of requests
//! that try to break them.

mod common;

use std::path::PathBuf;

use common::{Answer, Running, coded};
use serde_json::{Map, Value, json};

/// Texts that break careless programs.
const HOSTILE: &[&str] = &[
    "",
    " ",
    "shogi",
    "7g7f",
    "startpos",
    "kif",
    "1",
    "0",
    "-1",
    "99999999999999999999",
    "1e309",
    "null",
    "true",
    "'",
    "\"",
    "' OR '1'='1",
    "'; DROP TABLE records; --",
    "\" OR \"\"=\"",
    "%",
    "_",
    "\\",
    "1) UNION SELECT password FROM accounts --",
    "${jndi:ldap://x}",
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "../../etc/passwd",
    "..\\..\\windows",
    "C:\\",
    "CON",
    "\u{0}",
    "a\u{0}b",
    "\u{202e}",
    "\u{feff}",
    "\u{200b}",
    "🂡",
    "𠮷野家",
    "ｼｮｳｷﾞ",
    "\r\nSet-Cookie: a=b",
    "{{7*7}}",
    "%00",
    "%2e%2e%2f",
    "=cmd|' /C calc'!A0",
    "[",
    "{",
    "((((((((((",
    "&a [*a]",
    "9/9 b - 1",
    "[x]\nmaxFile=99",
    "   1 ７六歩(77)",
    "+7776FU",
    "\u{1b}[31m",
    "v-00000000000000000000000000000000",
];

/// A small random number generator: the same requests every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }

    fn text(&mut self) -> String {
        match self.roll(12) {
            0 => HOSTILE[self.roll(HOSTILE.len())].repeat(1 + self.roll(2000)),
            _ => HOSTILE[self.roll(HOSTILE.len())].to_owned(),
        }
    }

    fn any(&mut self) -> Value {
        match self.roll(8) {
            0 => Value::Null,
            1 => json!(true),
            2 => json!([]),
            3 => json!({}),
            4 => json!(-1),
            5 => json!(1.5e300),
            6 => json!([[[[[[[[]]]]]]]]),
            _ => json!(self.text()),
        }
    }
}

/// A value of a schema, now and then of another.
fn value(document: &Value, schema: &Value, dice: &mut Dice, depth: usize) -> Value {
    if dice.roll(40) == 0 || depth > 8 {
        return dice.any();
    }
    if let Some(name) = schema["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
        return value(document, &document["components"]["schemas"][name], dice, depth + 1);
    }
    for of in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[of].as_array() {
            return value(document, &choices[dice.roll(choices.len())], dice, depth + 1);
        }
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let mut whole = Map::new();
        for part in parts {
            if let Value::Object(part) = value(document, part, dice, depth + 1) {
                whole.extend(part);
            }
        }
        return Value::Object(whole);
    }
    if let Some(words) = schema["enum"].as_array() {
        return words[dice.roll(words.len())].clone();
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds[dice.roll(kinds.len())].as_str().unwrap_or("").to_owned(),
        kind => kind.as_str().unwrap_or("").to_owned(),
    };
    match kind.as_str() {
        "string" => json!(dice.text()),
        "integer" => json!([0, 1, 2, 9, -1, 36, 1000, i64::MAX, i64::from(u32::MAX)][dice.roll(9)]),
        "number" => json!([0.0, -1.5, 1e308][dice.roll(3)]),
        "boolean" => json!(dice.roll(2) == 0),
        "null" => Value::Null,
        "array" => {
            let count = dice.roll(4);
            (0..count).map(|_| value(document, &schema["items"], dice, depth + 1)).collect()
        }
        "object" => {
            let mut object = Map::new();
            let required: Vec<&str> = schema["required"]
                .as_array()
                .map(|names| names.iter().filter_map(Value::as_str).collect())
                .unwrap_or_default();
            for (name, field) in schema["properties"].as_object().into_iter().flatten() {
                let keep = if required.contains(&name.as_str()) {
                    dice.roll(30) > 0
                } else {
                    dice.roll(2) == 0
                };
                if keep {
                    object.insert(name.clone(), value(document, field, dice, depth + 1));
                }
            }
            if schema["additionalProperties"].is_object() {
                object.insert(
                    dice.text(),
                    value(document, &schema["additionalProperties"], dice, depth + 1),
                );
            }
            Value::Object(object)
        }
        _ => dice.any(),
    }
}

/// An address with its parameters filled in.
fn address(document: &Value, path: &str, operation: &Value, dice: &mut Dice) -> String {
    let mut address = path.to_owned();
    let mut query = Vec::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().expect("a parameter has a name");
        let value = match value(document, &parameter["schema"], dice, 0) {
            Value::String(text) => text,
            other => other.to_string(),
        };
        if parameter["in"] == "path" {
            let value =
                if value.is_empty() { "x".to_owned() } else { value.chars().take(200).collect() };
            address = address.replace(&format!("{{{name}}}"), &coded(&value));
        } else if dice.roll(2) == 0 {
            let value: String = value.chars().take(500).collect();
            query.push(format!("{name}={}", coded(&value)));
        }
    }
    if query.is_empty() { address } else { format!("{address}?{}", query.join("&")) }
}

/// Every operation: method, path, description.
fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for method in ["get", "post", "put", "delete", "patch"] {
            if item.get(method).is_some() {
                all.push((method.to_owned(), path.clone(), item[method].clone()));
            }
        }
    }
    all
}

#[test]
fn the_committed_document_is_the_one_that_is_served() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/openapi.json");
    let served = koma_server::openapi_json() + "\n";
    if std::env::var_os("KOMA_BLESS").is_some() {
        std::fs::write(&path, &served).expect("the document is written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == served,
        "KOMA_BLESS=1 cargo test -p koma-server --test document writes it anew"
    );
}

#[tokio::test]
async fn every_operation_of_the_document_is_a_route_and_says_what_it_answers() {
    let server = Running::start().await;
    let document = server.get("/api/openapi.json").await.body;
    assert_eq!(document, serde_json::from_str::<Value>(&koma_server::openapi_json()).unwrap());
    let all = operations(&document);
    assert!(all.len() >= 25, "{}", all.len());
    let mut dice = Dice(7);
    for (method, path, operation) in &all {
        assert!(operation["responses"].as_object().is_some_and(|all| !all.is_empty()), "{path}");
        assert!(operation["summary"].as_str().is_some_and(|words| !words.is_empty()), "{path}");
        // A method that is not there is told by the router; one that is, is not refused so.
        let url = server.url(&address(&document, path, operation, &mut dice));
        let send = async |method: &str| {
            let method = method.to_uppercase().parse().unwrap();
            server.client.request(method, &url).send().await.unwrap().status().as_u16()
        };
        assert_ne!(send(method).await, 405, "{method} {path}");
        assert_eq!(send("patch").await, 405, "{path}");
    }
}

#[tokio::test]
async fn no_request_the_document_allows_or_forbids_breaks_the_server() {
    let server = Running::start().await;
    let document: Value = serde_json::from_str(&koma_server::openapi_json()).unwrap();
    let rounds = if std::env::var_os("KOMA_LONG").is_some() { 2000 } else { 25 };
    let mut dice = Dice(2026);
    for (method, path, operation) in operations(&document) {
        // A socket is opened by a handshake; `live` has its own tests.
        if path.ends_with("/live") {
            continue;
        }
        for _ in 0..rounds {
            let address = address(&document, &path, &operation, &mut dice);
            let mut request =
                server.client.request(method.to_uppercase().parse().unwrap(), server.url(&address));
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            let mut sent = Value::Null;
            if !body.is_null() {
                sent = value(&document, body, &mut dice, 0);
                request = match dice.roll(30) {
                    0 => request.header("content-type", "application/json").body(dice.text()),
                    // A header of many kilobytes is answered below us, without words (431).
                    1 => {
                        let is_odd = |c: &char| c.is_control() || !c.is_ascii();
                        let kind = dice.text();
                        let kind = kind.chars().filter(|c| !is_odd(c)).take(1_000);
                        request.header("content-type", kind.collect::<String>()).json(&sent)
                    }
                    _ => request.json(&sent),
                };
            }
            let response = request.send().await.expect("an answer");
            let kind = response
                .headers()
                .get("content-type")
                .and_then(|kind| kind.to_str().ok())
                .unwrap_or("")
                .to_owned();
            let status = response.status().as_u16();
            assert!(
                status < 500,
                "{method} {address} {sent}: {status} {}",
                response.text().await.unwrap()
            );
            if status >= 400
                || kind == "application/json"
                    && path.starts_with("/api/")
                    && !address.contains("openapi")
            {
                let answer = Answer::of(response).await;
                match answer.status {
                    200 => {
                        answer.payload();
                    }
                    other => {
                        answer.code(other);
                    }
                }
            }
        }
    }
    // It still stands, and what is stored is what was meant to be.
    server.get("/api/health").await.payload();
}

#[tokio::test]
async fn the_examples_of_the_guide_are_json_and_true() {
    let guide = include_str!("../../../docs/api.md");
    let blocks: Vec<Value> = guide
        .split("```json\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .map(|block| serde_json::from_str(block).unwrap_or_else(|error| panic!("{error}: {block}")))
        .collect();
    let [envelope, failure, reference, view] = &blocks[..4] else { panic!("{blocks:?}") };
    let server = Running::start().await;
    let keys = |value: &Value| -> Vec<String> {
        let mut keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys
    };
    let answer = server.post("/api/position/legal", reference.clone()).await;
    assert_eq!(keys(&answer.body), keys(envelope));
    let payload = answer.payload();
    assert_eq!(keys(&payload), keys(view));
    assert_eq!(payload["lastMove"], view["lastMove"]);
    let garbage = server.post("/api/kifu/import", json!({ "text": "?" })).await;
    assert_eq!(
        (keys(&garbage.body), keys(&garbage.body["error"])),
        (keys(failure), keys(&failure["error"]))
    );
}
