//! Compiled rules, kept for the next one who asks.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use axum::http::StatusCode;
use koma_rules::{Ruleset, Setup};
use koma_store::Store;
use koma_text::{Finding, Phrase, Source, Span, nearest};
use koma_variants::{IniLimits, IniSections, Variant, options};

use crate::{ApiError, Lang, Work, say};

/// Names longer than this are nobody's.
const LONGEST_NAME: usize = 64;
/// How many bytes of rules with options, or of people's own variants, are kept.
const MOST_MEMORY: usize = 256 << 20;
/// What keeping a refusal counts as: there are at most some thousand.
const MEMORY_OF_A_REFUSAL: usize = 64 << 10;
/// More contested rules than any game has.
const MOST_OPTIONS: usize = 32;

/// The rules of all games, compiled when first asked for.
///
/// The games of the catalogue stay; what people make of them (options, variants of their own) is
/// forgotten when it was not asked for the longest. Also that something cannot be compiled is kept:
/// asking again costs nothing.
#[derive(Clone, Debug)]
pub struct Rules {
    store: Store,
    work: Work,
    catalogue: Arc<RwLock<HashMap<&'static str, Arc<Ruleset>>>>,
    made: Arc<Mutex<Made>>,
    /// The turns of those who make the same rules at the same time: one of them does.
    turns: Arc<Mutex<HashMap<String, Turn>>>,
}

type Turn = Arc<tokio::sync::Mutex<()>>;

#[derive(Debug, Default)]
struct Made {
    entries: HashMap<String, Entry>,
    memory: usize,
    clock: u64,
}

#[derive(Debug)]
struct Entry {
    rules: Result<Arc<Ruleset>, ApiError>,
    used: u64,
}

impl Entry {
    fn memory(&self) -> usize {
        self.rules.as_ref().map_or(MEMORY_OF_A_REFUSAL, |rules| rules.memory())
    }
}

impl Rules {
    /// The rules of the catalogue, and of the variants a store holds.
    pub fn new(store: Store, work: Work) -> Self {
        let (catalogue, made, turns) = (Arc::default(), Arc::default(), Arc::default());
        Self { store, work, catalogue, made, turns }
    }

    /// Where rules are made.
    pub fn work(&self) -> &Work {
        &self.work
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
            return self.shipped(known).await?.ok_or_else(|| unknown(variant));
        }
        if known.is_none() && (!variant.starts_with("v-") || variant.len() > LONGEST_NAME) {
            return Err(unknown(variant));
        }
        let is_long = |text: &String| text.len() > LONGEST_NAME;
        if options.len() > MOST_OPTIONS || options.iter().any(|(k, v)| is_long(k) || is_long(v)) {
            return Err(ApiError::bad_request(
                "there are no such rules",
                "そのようなルールはありません",
            ));
        }
        let key = key(known.map_or(variant, |known| &known.slug), options);
        if let Some(rules) = self.get(&key) {
            return rules;
        }
        // Made to the end, also if whoever asked goes away: the next one finds it.
        let (rules, id, options) = (self.clone(), variant.to_owned(), options.clone());
        let made = tokio::spawn(async move { rules.make(key, known, &id, options).await });
        let internal = |_| ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR);
        made.await.map_err(internal)?
    }

    /// Makes rules that are not at hand. Of many who want the same one does it.
    async fn make(
        &self,
        key: String,
        known: Option<&'static Variant>,
        id: &str,
        options: BTreeMap<String, String>,
    ) -> Result<Arc<Ruleset>, ApiError> {
        let turn = Arc::clone(lock(&self.turns).entry(key.clone()).or_default());
        let _held = turn.lock().await;
        if let Some(rules) = self.get(&key) {
            return rules;
        }
        let made = match known {
            Some(known) => self.compile(move || with_options(known, &options)).await,
            None if options.is_empty() => self.own(id).await,
            None => match self.plain(id).await {
                Ok(plain) => self.compile(move || with_options(plain.variant(), &options)).await,
                Err(error) => Err(error),
            },
        };
        self.keep_lasting(&key, &made);
        lock(&self.turns).remove(&key);
        made
    }

    /// The rules of a stored variant without options: its text is read once, whatever options are
    /// tried on it.
    async fn plain(&self, id: &str) -> Result<Arc<Ruleset>, ApiError> {
        if let Some(rules) = self.get(id) {
            return rules;
        }
        let made = self.own(id).await;
        self.keep_lasting(id, &made);
        made
    }

    async fn compile(
        &self,
        variant: impl FnOnce() -> Result<Variant, ApiError> + Send + 'static,
    ) -> Result<Arc<Ruleset>, ApiError> {
        let compile = move || {
            Ruleset::compile(&variant()?).map_err(|findings| ApiError::findings(&findings, None))
        };
        self.work.run(compile).await?
    }

    async fn shipped(&self, variant: &'static Variant) -> Result<Option<Arc<Ruleset>>, ApiError> {
        let known = || {
            let known = self.catalogue.read().unwrap_or_else(PoisonError::into_inner);
            known.get(variant.slug.as_str()).cloned()
        };
        if let Some(rules) = known() {
            return Ok(Some(rules));
        }
        let compiled = self.work.run(|| koma_kifu::ruleset(&variant.slug)).await?;
        let Some(rules) = compiled else { return Ok(None) };
        let mut known = self.catalogue.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(&variant.slug, Arc::clone(&rules));
        Ok(Some(rules))
    }

    /// The rules of a variant somebody stored. Its slug is its id, so that positions, records and
    /// games of it lead back here.
    async fn own(&self, id: &str) -> Result<Arc<Ruleset>, ApiError> {
        let stored = self.store.variant(id).await?.ok_or_else(|| unknown(id))?;
        self.compile(move || {
            let (variant, findings, source) = read(stored.text, &stored.format, Some(&stored.name));
            let found = variant.filter(|variant| variant.slug == stored.name);
            let mut variant = found.ok_or_else(|| ApiError::findings(&findings, Some(&source)))?;
            variant.slug = stored.id;
            variant.aliases.clear();
            Ok(variant)
        })
        .await
    }

    /// Forgets a variant that somebody stored, with all options.
    pub fn forget(&self, id: &str) {
        let mut made = lock(&self.made);
        let made = &mut *made;
        made.entries.retain(|key, entry| {
            let is_other = key.split('\n').next() != Some(id);
            made.memory -= if is_other { 0 } else { entry.memory() };
            is_other
        });
    }

    fn get(&self, key: &str) -> Option<Result<Arc<Ruleset>, ApiError>> {
        let mut made = lock(&self.made);
        made.clock += 1;
        let now = made.clock;
        let entry = made.entries.get_mut(key)?;
        entry.used = now;
        Some(entry.rules.clone())
    }

    /// Keeps what was made. That the store does not answer, or that nothing is there, may be
    /// otherwise tomorrow.
    fn keep_lasting(&self, key: &str, rules: &Result<Arc<Ruleset>, ApiError>) {
        if let Err(error) = rules
            && error.status() != StatusCode::BAD_REQUEST
        {
            return;
        }
        let (key, rules) = (key.to_owned(), rules.clone());
        let mut made = lock(&self.made);
        let made = &mut *made;
        made.clock += 1;
        let entry = Entry { rules, used: made.clock };
        made.memory += entry.memory();
        if let Some(old) = made.entries.insert(key, entry) {
            made.memory -= old.memory();
        }
        while made.memory > MOST_MEMORY && made.entries.len() > 1 {
            let oldest = made.entries.iter().min_by_key(|(_, entry)| entry.used);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else { break };
            if let Some(old) = made.entries.remove(&oldest) {
                made.memory -= old.memory();
            }
        }
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// On boards of more squares finding legal moves takes milliseconds.
const MANY_SQUARES: usize = 400;

/// Whether judging a move or listing all of them may take milliseconds: on large boards, and in
/// games that people made.
pub fn is_heavy(rules: &Ruleset) -> bool {
    rules.geometry().squares() > MANY_SQUARES || rules.variant().slug.starts_with("v-")
}

/// How much of a stranger's `variants.ini` is read.
pub const INI_LIMITS: IniLimits = IniLimits { sections: 100, kinds: 5_000 };

/// One variant of a text, `yaml` or `ini`, and what is wrong with it: that of a name, or the last.
/// Of a `variants.ini` only this one is built.
pub fn read(
    text: String,
    format: &str,
    name: Option<&str>,
) -> (Option<Variant>, Vec<Finding>, Source) {
    let source = Source::new("", text);
    let (variant, mut findings) = match format {
        "ini" => {
            let wanted = name.map_or(IniSections::Last, IniSections::Named);
            let mut found = None;
            let findings = koma_variants::visit_ini(&source, wanted, INI_LIMITS, |_, variant| {
                found = Some(variant);
            });
            (found, findings)
        }
        _ => koma_variants::read(&source, koma_pieces::shipped::file),
    };
    if variant.is_none() && !findings.iter().any(Finding::is_error) {
        findings.push(say::no_variant());
    }
    (variant, findings, source)
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
            let ja = format!("このルールは選べません（{error}）");
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
        StatusCode::NOT_FOUND,
        "UNKNOWN_VARIANT",
        format!("there is no variant `{shown}`{en}"),
        format!("「{shown}」という種類の将棋はありません{ja}"),
    )
}

/// The start position meant: of a handicap, of a text, or the variant's own.
pub fn start(
    rules: &Arc<Ruleset>,
    handicap: Option<&str>,
    sfen: Option<&str>,
) -> Result<Setup, ApiError> {
    let named = |name: &str| {
        rules.variant().handicap(name).map(|handicap| handicap.start.as_str()).ok_or_else(|| {
            let name: String = name.chars().take(40).collect();
            ApiError::new(
                StatusCode::BAD_REQUEST,
                "UNKNOWN_HANDICAP",
                format!("this game has no handicap `{name}`"),
                format!("「{name}」という手合割はありません"),
            )
        })
    };
    let text = match (sfen, handicap) {
        (Some(_), Some(_)) => {
            return Err(ApiError::bad_request(
                "a position is given by `sfen` or by `handicap`, not by both",
                "sfenとhandicapは同時に指定できません",
            ));
        }
        (Some(sfen), None) => sfen,
        (None, Some(name)) => named(name)?,
        (None, None) => return Ok(rules.start().clone()),
    };
    Setup::read(rules, text).map_err(|error| {
        let sentence = Phrase::both(
            format!("this is no position: {error}"),
            format!("局面を読み取れません（{}）", error.phrase().say(Lang::Ja)),
        );
        ApiError::content(&[unreadable(&error)], Some(&Source::new("", text)), sentence)
    })
}

/// What an unreadable position is.
pub fn unreadable(error: &koma_rules::SfenError) -> Finding {
    say::bad_sfen(error.what.clone()).at(Span::new(error.at.start, error.at.end))
}
