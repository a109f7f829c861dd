//! The language somebody asks for.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use koma_text::Lang;
use serde::Deserialize;
use utoipa::IntoParams;

/// The language a request asks for in `Accept-Language`; English where it asks for none we have.
pub struct Asked(pub Lang);

impl Asked {
    /// The language these headers ask for.
    pub fn of(headers: &HeaderMap) -> Lang {
        headers.get(ACCEPT_LANGUAGE).and_then(wish).unwrap_or_default()
    }
}

/// The language of the words in a picture, for pages: an `<img>` cannot choose its headers.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct LangOptions {
    /// The language of the words in it; what `Accept-Language` asks for without.
    #[param(inline)]
    pub lang: Option<Lang>,
}

/// The language with the greatest weight, the first of several.
fn wish(header: &HeaderValue) -> Option<Lang> {
    let mut best: Option<(f32, Lang)> = None;
    for range in header.to_str().ok()?.split(',').take(20) {
        let mut parts = range.split(';').map(str::trim);
        let tag = parts.next().and_then(|tag| tag.get(..2)).unwrap_or_default();
        let lang = match tag.to_ascii_lowercase().as_str() {
            "en" => Lang::En,
            "ja" => Lang::Ja,
            _ => continue,
        };
        let weight = parts.find_map(|part| part.strip_prefix("q=")?.trim().parse().ok());
        let weight = weight.unwrap_or(1.0);
        if weight > 0.0 && best.is_none_or(|(other, _)| weight > other) {
            best = Some((weight, lang));
        }
    }
    best.map(|(_, lang)| lang)
}

impl<S: Sync> FromRequestParts<S> for Asked {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(Self::of(&parts.headers)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_the_greatest_weight_is_spoken() {
        for (header, lang) in [
            ("ja", Lang::Ja),
            ("ja-JP, en;q=0.5", Lang::Ja),
            ("en-GB,ja;q=0.9", Lang::En),
            ("en;q=0.3, ja;q=0.7", Lang::Ja),
            ("de, fr;q=0.9, ja;q=0.1", Lang::Ja),
            ("de", Lang::En),
            ("*, ja;q=0.5", Lang::Ja),
            ("", Lang::En),
            ("ja;q=0", Lang::En),
            ("é, ;;q=, ja;q=nonsense", Lang::En),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_str(header).unwrap());
            assert_eq!(Asked::of(&headers), lang, "{header}");
        }
        assert_eq!(Asked::of(&HeaderMap::new()), Lang::En);
    }
}
