//! The two languages we speak.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use koma_pieces::diagram::Language;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// A language for messages to players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// 日本語.
    Ja,
}

impl Lang {
    /// One of two texts: both stand where they are used, so neither is forgotten.
    pub fn pick<T>(self, en: T, ja: T) -> T {
        match self {
            Self::En => en,
            Self::Ja => ja,
        }
    }

    /// `en` or `ja`.
    pub fn code(self) -> &'static str {
        self.pick("en", "ja")
    }

    /// The language a request asks for; English where it asks for none we have.
    pub fn of(headers: &HeaderMap) -> Self {
        headers.get(ACCEPT_LANGUAGE).and_then(wish).unwrap_or_default()
    }
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Self {
        lang.pick(Self::English, Self::Japanese)
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

impl<S: Sync> FromRequestParts<S> for Lang {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
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
            assert_eq!(Lang::of(&headers), lang, "{header}");
        }
        assert_eq!(Lang::of(&HeaderMap::new()), Lang::En);
    }
}
