//! The games an engine can play, by name.

use std::sync::Arc;

use koma_rules::Ruleset;
use thiserror::Error;

/// The games of the catalogue, and those somebody brought.
#[derive(Clone, Debug, Default)]
pub struct Games {
    brought: Vec<Arc<Ruleset>>,
    /// What was compiled of the catalogue.
    compiled: Vec<Arc<Ruleset>>,
}

/// Why a game cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// Nobody knows it.
    #[error("there is no variant `{0}`")]
    Unknown(String),
    /// It has faults.
    #[error("{slug} cannot be played: {why}")]
    Unplayable {
        /// The game.
        slug: String,
        /// The first fault.
        why: String,
    },
}

impl Games {
    /// The names programs may use, the usual ones first: slugs, and aliases in plain letters.
    pub fn names(&self) -> Vec<String> {
        let plain = |name: &&String| name.bytes().all(|b| b.is_ascii_graphic());
        let catalogue = koma_variants::catalogue();
        let slugs = catalogue.iter().map(|variant| &variant.slug);
        let aliases = catalogue.iter().flat_map(|variant| &variant.aliases).filter(plain);
        let brought = self.brought.iter().map(|rules| &rules.variant().slug);
        let mut names: Vec<String> = Vec::new();
        for name in slugs.chain(brought).chain(aliases) {
            // An option's value is a word.
            let name: String = name.split_whitespace().collect::<Vec<_>>().join("-");
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Adds a game; one of the same name is replaced.
    pub fn bring(&mut self, rules: Arc<Ruleset>) {
        let slug = rules.variant().slug.clone();
        self.brought.retain(|known| known.variant().slug != slug);
        self.brought.push(rules);
    }

    /// The game of that name, in any case: one that was brought before one of the catalogue.
    pub fn find(&mut self, name: &str) -> Result<Arc<Ruleset>, GameError> {
        let named = |rules: &&Arc<Ruleset>| {
            let slug = rules.variant().slug.split_whitespace().collect::<Vec<_>>().join("-");
            slug.eq_ignore_ascii_case(name.trim())
        };
        if let Some(rules) = self.brought.iter().find(named) {
            return Ok(Arc::clone(rules));
        }
        let short = || name.chars().filter(|c| !c.is_control()).take(40).collect();
        let variant = koma_variants::find(name).ok_or_else(|| GameError::Unknown(short()))?;
        let same = |rules: &&Arc<Ruleset>| rules.variant().slug == variant.slug;
        if let Some(rules) = self.compiled.iter().find(same) {
            return Ok(Arc::clone(rules));
        }
        let rules = Ruleset::compile(variant).map_err(|findings| GameError::Unplayable {
            slug: variant.slug.clone(),
            why: findings.first().map(|finding| finding.message.to_string()).unwrap_or_default(),
        })?;
        self.compiled.push(Arc::clone(&rules));
        Ok(rules)
    }
}
