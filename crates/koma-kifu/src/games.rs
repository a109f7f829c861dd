//! The rules of the catalogue's games, compiled once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use koma_rules::{Position, Ruleset};

/// The game nearly all records are of.
static SHOGI: OnceLock<Option<Arc<Ruleset>>> = OnceLock::new();

/// The position a game starts from, which for most records was set up before.
pub(crate) fn start(rules: &Arc<Ruleset>) -> Position {
    static START: OnceLock<Position> = OnceLock::new();
    match SHOGI.get() {
        Some(Some(shogi)) if Arc::ptr_eq(rules, shogi) => {
            START.get_or_init(|| Position::start(rules)).clone()
        }
        _ => Position::start(rules),
    }
}

/// The rules of a game of the catalogue, by slug or alias; `None` where it is unknown or cannot be
/// played yet. Compiled at the first call, shared afterwards.
pub fn ruleset(name: &str) -> Option<Arc<Ruleset>> {
    static OTHERS: Mutex<Option<HashMap<String, Option<Arc<Ruleset>>>>> = Mutex::new(None);
    let compile = |name: &str| Ruleset::compile(koma_variants::find(name)?).ok();
    if name == "shogi" {
        return SHOGI.get_or_init(|| compile("shogi")).clone();
    }
    // Unknown names are not remembered: files may hold any number of them.
    let variant = koma_variants::find(name)?;
    let mut others = OTHERS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let others = others.get_or_insert_with(HashMap::new);
    others.entry(variant.slug.clone()).or_insert_with(|| Ruleset::compile(variant).ok()).clone()
}
