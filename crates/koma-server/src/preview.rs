//! What others show of a link: a title, a sentence and a picture in the head of the page (OGP).
//!
//! The page itself is drawn in the browser; who only looks at its head, as programs for messages
//! do, would see the same for every address.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use axum::http::header::HOST;
use axum::http::request::Parts;
use koma_store::Summary;

use crate::lang::Asked;
use crate::live::session::Stage;
use crate::live::wire::GameView;
use crate::routes::kifu;
use crate::{ApiError, App, Lang};

/// What is said of an address.
#[derive(Debug, PartialEq, Eq)]
struct Preview {
    title: String,
    words: String,
    /// Where the picture is, on this server.
    picture: String,
}

/// The page with a head of its own, if there is anything to say of its address.
pub async fn page(app: &App, parts: &Parts, html: &str) -> Option<String> {
    let lang = Asked::of(&parts.headers);
    let mut path = parts.uri.path().trim_matches('/').split('/');
    let query = parts.uri.query().unwrap_or_default();
    // Somebody else's secret is not shown; what cannot be found has no preview.
    let preview = match (path.next()?, path.next(), path.next()) {
        ("games", Some(id), None) => game(app, id, lang).await,
        ("kifu", Some(id), None) | ("embed", Some("kifu"), Some(id)) => record(app, id, lang).await,
        ("variants" | "play", Some(variant), None) => position(app, variant, query, lang).await,
        ("editor", variant, None) => position(app, variant.unwrap_or("shogi"), query, lang).await,
        _ => return None,
    };
    Some(preview.ok()?.put_into(html, &origin(app, parts), parts.uri.path()))
}

/// Under which address people know this server.
fn origin(app: &App, parts: &Parts) -> String {
    let named = app.config.origins.first().map(|origin| origin.trim_end_matches('/').to_owned());
    let host = || parts.headers.get(HOST).and_then(|host| host.to_str().ok());
    named.unwrap_or_else(|| format!("http://{}", host().unwrap_or("127.0.0.1")))
}

impl Preview {
    fn put_into(&self, html: &str, origin: &str, path: &str) -> String {
        let mut head = format!("<title>{} · Koma</title>\n", escaped(&self.title));
        let (url, picture) = (format!("{origin}{path}"), format!("{origin}{}", self.picture));
        for (name, value) in [
            ("og:site_name", "Koma 駒"),
            ("og:type", "website"),
            ("og:title", &self.title),
            ("og:description", &self.words),
            ("og:url", &url),
            ("og:image", &picture),
            ("og:image:type", "image/png"),
        ] {
            let _ =
                writeln!(head, "    <meta property=\"{name}\" content=\"{}\" />", escaped(value));
        }
        head.push_str("    <meta name=\"twitter:card\" content=\"summary_large_image\" />");
        html.replacen("<title>Koma 駒</title>", &head, 1)
    }
}

async fn game(app: &App, id: &str, lang: Lang) -> Result<Preview, ApiError> {
    let view = app.live.view(id, lang).await?;
    let variant = name(app, &view.variant, lang).await?;
    let picture = picture(&view.variant, Some(&view.sfen));
    let (title, words) = if view.state == Stage::Waiting {
        (
            lang.pick(format!("Play {variant} with me"), format!("{variant}の対局への招待")),
            lang.pick("An invitation to a game.", "対局相手を待っています。").to_owned(),
        )
    } else {
        (format!("{} – {variant}", players(&view, lang)), state(&view, lang))
    };
    Ok(Preview { title, words, picture })
}

fn players(view: &GameView, lang: Lang) -> String {
    let [sente, gote] = [&view.players.sente, &view.players.gote]
        .map(|player| player.name.as_deref().unwrap_or(lang.pick("Guest", "名無し")));
    format!("☗{sente} ☖{gote}")
}

fn state(view: &GameView, lang: Lang) -> String {
    if let Some(end) = &view.end {
        return end.sentence.clone();
    }
    let moves = view.moves.len();
    lang.pick(format!("A live game, {moves} moves so far."), format!("対局中、{moves}手まで。"))
}

async fn record(app: &App, address: &str, lang: Lang) -> Result<Preview, ApiError> {
    let standing = kifu::seen(app, None, address).await?;
    let summary = app.store.summary(standing.id).await?.ok_or_else(ApiError::not_found)?;
    let variant = name(app, &summary.variant, lang).await.unwrap_or(summary.variant.clone());
    let Summary { sente, gote, event, date, moves, .. } = summary;
    let name = |name: Option<String>| name.filter(|name| !name.is_empty());
    let title = match (name(sente), name(gote)) {
        (None, None) => lang.pick(format!("A game of {variant}"), format!("{variant}の棋譜")),
        (sente, gote) => format!("☗{} ☖{}", sente.unwrap_or_default(), gote.unwrap_or_default()),
    };
    let moves = lang.pick(format!("{moves} moves"), format!("{moves}手"));
    let parts = [Some(variant), name(event), name(date), Some(moves)];
    let words = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    Ok(Preview { title, words, picture: format!("/api/kifu/{}.png", coded(address)) })
}

/// A game of the catalogue, or a position of one where the address has it.
async fn position(app: &App, slug: &str, query: &str, lang: Lang) -> Result<Preview, ApiError> {
    let slug = decoded(slug);
    let rules = app.rules.ruleset(&slug, &BTreeMap::new()).await?;
    let variant = rules.variant();
    let title = lang.pick(&variant.name, &variant.name_ja).clone();
    let sfen = query.split('&').find_map(|pair| pair.strip_prefix("sfen=")).map(decoded);
    let (files, ranks, kinds) = (variant.files, variant.ranks, variant.kinds.len());
    let words = match &sfen {
        Some(_) => lang.pick("A position to play on from.", "ここから指せる局面。").to_owned(),
        None => lang.pick(
            format!("{files}×{ranks}, {kinds} piece types: rules, pieces, and a game at once."),
            format!("{files}×{ranks}マス、駒{kinds}種。ルールと駒の動き、対局。"),
        ),
    };
    Ok(Preview { title, words, picture: picture(&slug, sfen.as_deref()) })
}

async fn name(app: &App, slug: &str, lang: Lang) -> Result<String, ApiError> {
    let rules = app.rules.ruleset(slug, &BTreeMap::new()).await?;
    Ok(lang.pick(&rules.variant().name, &rules.variant().name_ja).clone())
}

fn picture(variant: &str, sfen: Option<&str>) -> String {
    let sfen = sfen.map(|sfen| format!("&sfen={}", coded(sfen))).unwrap_or_default();
    format!("/api/position/picture.png?variant={}{sfen}", coded(variant))
}

/// A text as a part of an address.
fn coded(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'.' | b'_' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}

/// A part of an address as a text.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let pair = after.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        let byte = pair.and_then(|pair| u8::from_str_radix(pair, 16).ok());
        let (read, left) = match (first, byte) {
            (b'%', Some(byte)) => (byte, &after[2..]),
            (b'+', _) => (b' ', after),
            (first, _) => (first, after),
        };
        bytes.push(read);
        rest = left;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text in HTML, also between quotes.
fn escaped(text: &str) -> String {
    let one = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\'' => "&#39;".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_people_stay_text() {
        let preview = Preview {
            title: "\"><script>alert(1)</script>".to_owned(),
            words: "a & b".to_owned(),
            picture: "/x".to_owned(),
        };
        let page = preview.put_into("<head><title>Koma 駒</title></head>", "http://h", "/kifu/1");
        assert!(!page.contains("<script>") && page.contains("a &amp; b"), "{page}");
        assert!(page.contains("content=\"http://h/x\""), "{page}");
    }

    #[test]
    fn addresses_are_written_and_read_back() {
        for text in ["lnsgkgsnl/9 b - 1", "+P*5e 駒%", ""] {
            assert_eq!(decoded(&coded(text)), text);
        }
        assert_eq!(decoded("a+b%2"), "a b%2");
    }
}
