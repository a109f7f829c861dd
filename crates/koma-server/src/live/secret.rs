//! Secrets: 128 bits of the operating system's randomness. Only their hashes are kept.

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rand::TryRng as _;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};

use crate::ApiError;

/// A secret as its owner is told it, once. It has no `Debug` and no `Display`, so that it is not
/// logged by mistake.
pub struct Secret(String);

impl Secret {
    /// A new one.
    pub fn new() -> Result<Self, ApiError> {
        random(16).map(Self)
    }

    /// The text, for the one who owns it.
    pub fn reveal(self) -> String {
        self.0
    }

    /// Its hash.
    pub fn hash(&self) -> SecretHash {
        SecretHash::of(&self.0)
    }
}

/// The hash of a secret. Comparing takes the same time wherever two differ.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SecretHash(blake3::Hash);

impl SecretHash {
    /// The hash of a text somebody says is the secret. A secret has 128 random bits: no salt and
    /// no slow hash are needed.
    pub fn of(text: &str) -> Self {
        Self(blake3::hash(text.as_bytes()))
    }
}

impl fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretHash")
    }
}

impl From<SecretHash> for String {
    fn from(hash: SecretHash) -> Self {
        hash.0.to_hex().to_string()
    }
}

impl TryFrom<String> for SecretHash {
    type Error = blake3::HexError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        blake3::Hash::from_hex(text).map(Self)
    }
}

/// A new id of a game: 96 random bits.
pub fn game_id() -> Result<String, ApiError> {
    random(12)
}

/// Whether a text could be the id of a game.
pub fn is_game_id(text: &str) -> bool {
    text.len() == 16
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

fn random(bytes: usize) -> Result<String, ApiError> {
    let mut random = [0; 16];
    let random = &mut random[..bytes];
    SysRng.try_fill_bytes(random).map_err(|error| {
        tracing::error!(%error, "the system gives no random numbers");
        ApiError::of_status(axum::http::StatusCode::INTERNAL_SERVER_ERROR)
    })?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(random))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_has_128_bits_and_is_known_by_its_hash() {
        let secret = Secret::new().unwrap();
        let hash = secret.hash();
        let text = secret.reveal();
        assert_eq!(text.len(), 22);
        assert_eq!(SecretHash::of(&text), hash);
        assert_ne!(SecretHash::of("x"), hash);
        assert_eq!(format!("{hash:?}"), "SecretHash");
        let json = serde_json::to_string(&hash).unwrap();
        assert_eq!(serde_json::from_str::<SecretHash>(&json).unwrap(), hash);
        assert!(!json.contains(&text));
    }

    #[test]
    fn ids_of_games_look_like_it() {
        let id = game_id().unwrap();
        assert!(is_game_id(&id), "{id}");
        assert_ne!(id, game_id().unwrap());
        for other in ["", "x", "../../etc/passwd", "aaaaaaaaaaaaaaaé", "aaaaaaaaaaaaaaaaa"] {
            assert!(!is_game_id(other), "{other}");
        }
    }
}
