//! Compiled rules, kept for the next one who asks.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use koma_rules::Ruleset;
use koma_store::Store;
use koma_text::yaml::nearest;
use koma_text::{Finding, Source};
use koma_variants::{Variant, options};

use crate::ApiError;

/// Names longer than this are nobody's.
const LONGEST_NAME: usize = 64;
/// How many bytes of rules with options, or of people's own variants, are kept.
const MOST_MEMORY: usize = 256 << 20;

/// The rules of all games, compiled when first asked for.
///
/// The games of the catalogue stay; what people make of them (options, variants of their own) is
/// forgotten when it was not asked for the longest.
#[derive(Clone, Debug)]
pub struct Rules {
    store: Store,
    catalogue: Arc<RwLock<HashMap<&'static str, Arc<Ruleset>>>>,
    made: Arc<Mutex<Made>>,
}

#[derive(Debug, Default)]
struct Made {
    rules: HashMap<String, (Arc<Ruleset>, u64)>,
    memory: usize,
    clock: u64,
}

impl Rules {
    /// The rules of the catalogue, and of the variants a store holds.
    pub fn new(store: Store) -> Self {
        Self { store, catalogue: Arc::default(), made: Arc::default() }
    }

    /// The rules of a variant by slug, alias or the id of a stored one, with its contested rules
    /// played as `options` say.
    pub async fn ruleset(
        &self,
        variant: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<Arc<Ruleset>, ApiError> {
        let known = koma_variants::find(variant);
        if let Some(known) = known.filter(|_| options.is_empty()) {
            return self.shipped(known).await.ok_or_else(|| unknown(variant));
        }
        let key = key(known.map_or(variant, |known| &known.slug), options);
        if let Some(rules) = self.get(&key) {
            return Ok(rules);
        }
        let changed = match known {
            Some(known) => with_options(known, options)?,
            None => with_options(&self.own(variant).await?, options)?,
        };
        let rules = blocking(move || Ruleset::compile(&changed))
            .await
            .map_err(|findings| ApiError::findings(&findings, None))?;
        self.keep(key, &rules);
        Ok(rules)
    }

    async fn shipped(&self, variant: &'static Variant) -> Option<Arc<Ruleset>> {
        let known = || {
            let known = self.catalogue.read().unwrap_or_else(PoisonError::into_inner);
            known.get(variant.slug.as_str()).cloned()
        };
        if let Some(rules) = known() {
            return Some(rules);
        }
        let rules = blocking(|| koma_kifu::ruleset(&variant.slug)).await?;
        let mut known = self.catalogue.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(&variant.slug, Arc::clone(&rules));
        Some(rules)
    }

    /// A variant somebody stored. Its slug is its id, so that positions, records and games of it
    /// lead back here.
    async fn own(&self, id: &str) -> Result<Variant, ApiError> {
        if !id.starts_with("v-") || id.len() > LONGEST_NAME {
            return Err(unknown(id));
        }
        let stored = self.store.variant(id).await?.ok_or_else(|| unknown(id))?;
        let (variants, findings, source) = read(stored.text, &stored.format);
        let found = variants.into_iter().find(|variant| variant.slug == stored.name);
        let mut variant = found.ok_or_else(|| ApiError::findings(&findings, Some(&source)))?;
        variant.slug = stored.id;
        variant.aliases.clear();
        Ok(variant)
    }

    fn get(&self, key: &str) -> Option<Arc<Ruleset>> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.clock += 1;
        let now = made.clock;
        let (rules, used) = made.rules.get_mut(key)?;
        *used = now;
        Some(Arc::clone(rules))
    }

    fn keep(&self, key: String, rules: &Arc<Ruleset>) {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let made = &mut *made;
        made.clock += 1;
        made.memory += rules.memory();
        if let Some((old, _)) = made.rules.insert(key, (Arc::clone(rules), made.clock)) {
            made.memory -= old.memory();
        }
        while made.memory > MOST_MEMORY && made.rules.len() > 1 {
            let oldest = made.rules.iter().min_by_key(|(_, (_, used))| *used);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else { break };
            if let Some((old, _)) = made.rules.remove(&oldest) {
                made.memory -= old.memory();
            }
        }
    }
}

/// The variants of a text, `yaml` or `ini`, and what is wrong with it.
pub fn read(text: String, format: &str) -> (Vec<Variant>, Vec<Finding>, Source) {
    let source = Source::new("", text);
    let (variants, mut findings) = match format {
        "ini" => koma_variants::read_ini(&source),
        _ => {
            let (variant, findings) = koma_variants::read(&source, koma_pieces::shipped::file);
            (variant.into_iter().collect(), findings)
        }
    };
    if variants.is_empty() && !findings.iter().any(Finding::is_error) {
        findings.push(Finding::error("no-variant", "there is no variant in this text"));
    }
    (variants, findings, source)
}

/// Runs what may take some milliseconds where it holds up nobody else.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(value) => value,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}

fn key(slug: &str, options: &BTreeMap<String, String>) -> String {
    let mut key = slug.to_owned();
    for (name, value) in options {
        key.push('\n');
        key.push_str(name);
        key.push('=');
        key.push_str(value);
    }
    key
}

/// The variant with its contested rules played in these ways.
fn with_options(
    variant: &Variant,
    options: &BTreeMap<String, String>,
) -> Result<Variant, ApiError> {
    let mut changed = variant.clone();
    for (name, value) in options {
        options::apply(&mut changed, name, value).map_err(|error| {
            let ja = format!("この規則は選べません（{error}）");
            ApiError::bad_request(error.to_string(), ja)
        })?;
    }
    Ok(changed)
}

/// Nobody knows a variant of that name.
fn unknown(name: &str) -> ApiError {
    let shown: String = name.chars().take(40).collect();
    let slugs = || koma_variants::catalogue().iter().map(|variant| variant.slug.as_str());
    let near = (name.len() <= LONGEST_NAME).then(|| nearest(name, slugs())).flatten();
    let (en, ja) = match near {
        Some(near) => (format!("; did you mean {near}?"), format!("（{near}のことですか）")),
        None => (String::new(), String::new()),
    };
    ApiError::new(
        axum::http::StatusCode::NOT_FOUND,
        "UNKNOWN_VARIANT",
        format!("there is no variant `{shown}`{en}"),
        format!("「{shown}」という種類の将棋はありません{ja}"),
    )
}
