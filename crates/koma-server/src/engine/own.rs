//! Engines of the person at this machine: programs that speak USI, started when they are needed,
//! watched, started anew after a crash, and ended with the server.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use koma_rules::Game;
use koma_search::Report;
use koma_store::Store;
use koma_train::{About, Act, Foreign, Trouble, Wish};
use koma_usi::Dialect;
use tokio::time::timeout;

use crate::work::internal;
use crate::{ApiError, OwnEngine};

/// How long stopping waits for them.
const STOPPING: Duration = Duration::from_millis(800);

/// All of them.
pub struct Own(Vec<Arc<Owned>>);

/// One of them.
pub struct Owned {
    /// Its name in addresses.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// What it said it is, once it did.
    about: Mutex<Option<About>>,
    foreign: Mutex<Foreign>,
    /// The program and its arguments.
    words: Vec<String>,
    /// What its owner has set, once that was read.
    set: Mutex<Option<Vec<(String, String)>>>,
    /// The server stops.
    closing: AtomicBool,
    /// What stops the one that thinks now.
    stop: Mutex<Arc<AtomicBool>>,
}

impl Own {
    /// The engines of a configuration; none is started yet.
    pub fn new(engines: &[OwnEngine]) -> Self {
        let one = |(number, engine): (usize, &OwnEngine)| {
            let words = vec![engine.file.display().to_string()];
            Arc::new(Owned {
                id: format!("own-{}", number + 1),
                name: engine.name.clone(),
                about: Mutex::default(),
                foreign: Mutex::new(Foreign::new(Dialect::Usi, words.clone(), Vec::new())),
                words,
                set: Mutex::default(),
                closing: AtomicBool::new(false),
                stop: Mutex::default(),
            })
        };
        Self(engines.iter().enumerate().map(one).collect())
    }

    /// All of them.
    pub fn all(&self) -> &[Arc<Owned>] {
        &self.0
    }

    /// The one of an id.
    pub fn find(&self, id: &str) -> Option<&Arc<Owned>> {
        self.0.iter().find(|own| own.id == id)
    }

    /// Ends them.
    pub async fn close(&self) {
        let ends: Vec<_> = self
            .0
            .iter()
            .map(|own| {
                tokio::task::spawn_blocking({
                    let own = Arc::clone(own);
                    move || own.end()
                })
            })
            .collect();
        let all = async {
            for end in ends {
                let _ = end.await;
            }
        };
        let _ = timeout(STOPPING, all).await;
    }
}

/// Stops a program when whoever asked goes away.
struct Asked(Arc<AtomicBool>);

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Owned {
    /// What it says it is.
    pub async fn about(self: &Arc<Self>) -> Result<About, ApiError> {
        let own = Arc::clone(self);
        let about = move || {
            let mut about = own.about.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(about) = &*about {
                return Ok(about.clone());
            }
            let told = own.foreign.lock().unwrap_or_else(PoisonError::into_inner).about()?;
            *about = Some(told.clone());
            Ok(told)
        };
        let told = tokio::task::spawn_blocking(about).await.map_err(|_| internal())?;
        told.map_err(|trouble| self.trouble(&trouble))
    }

    /// What its owner has set: the options that are not as the program has them.
    pub async fn options(
        self: &Arc<Self>,
        store: &Store,
    ) -> Result<Vec<(String, String)>, ApiError> {
        if let Some(known) = &*self.set.lock().unwrap_or_else(PoisonError::into_inner) {
            return Ok(known.clone());
        }
        let text = store.setting(&self.setting()).await?;
        let kept = text.and_then(|text| serde_json::from_str(&text).ok());
        let kept: Vec<(String, String)> = kept.unwrap_or_default();
        self.take(kept.clone()).await?;
        Ok(kept)
    }

    /// Sets options, for now and for the next start. The program is started anew.
    pub async fn set_options(
        self: &Arc<Self>,
        store: &Store,
        options: Vec<(String, String)>,
    ) -> Result<(), ApiError> {
        let text = serde_json::to_string(&options).map_err(|_| internal())?;
        let text = (!options.is_empty()).then_some(text.as_str());
        store.set_setting(&self.setting(), text).await?;
        self.take(options).await
    }

    /// The name under which its options are kept.
    fn setting(&self) -> String {
        format!("engine {}", self.name)
    }

    /// Has a program with these options ready to be started.
    async fn take(self: &Arc<Self>, options: Vec<(String, String)>) -> Result<(), ApiError> {
        let own = Arc::clone(self);
        let take = move || {
            // What it thinks about ends first.
            own.stop.lock().unwrap_or_else(PoisonError::into_inner).store(true, Ordering::Relaxed);
            let foreign = Foreign::new(Dialect::Usi, own.words.clone(), options.clone());
            *own.foreign.lock().unwrap_or_else(PoisonError::into_inner) = foreign;
            *own.set.lock().unwrap_or_else(PoisonError::into_inner) = Some(options);
        };
        tokio::task::spawn_blocking(take).await.map_err(|_| internal())
    }

    /// Starts it for a game, if it can play that.
    pub async fn ready(self: &Arc<Self>, game: Game) -> Result<(), ApiError> {
        let own = Arc::clone(self);
        let start = move || {
            let mut foreign = own.foreign.lock().unwrap_or_else(PoisonError::into_inner);
            foreign.prepare(&game)
        };
        let started = tokio::task::spawn_blocking(start).await.map_err(|_| internal())?;
        started.map_err(|trouble| self.trouble(&trouble))
    }

    /// Has it think about a game.
    pub async fn think(
        self: &Arc<Self>,
        game: Game,
        wish: Wish,
        mut report: impl FnMut(&Report) + Send + 'static,
    ) -> Result<Act, ApiError> {
        let (own, stop) = (Arc::clone(self), Arc::new(AtomicBool::new(false)));
        let asked = Asked(Arc::clone(&stop));
        let think = move || {
            let mut foreign = own.foreign.lock().unwrap_or_else(PoisonError::into_inner);
            *own.stop.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&stop);
            if own.closing.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed) {
                return Err(Trouble::Silent("nobody waits".to_owned()));
            }
            foreign.think(&game, &wish, &stop, &mut report)
        };
        let act = tokio::task::spawn_blocking(think).await.map_err(|_| internal())?;
        drop(asked);
        act.map_err(|trouble| self.trouble(&trouble))
    }

    /// Ends it, whatever it does.
    fn end(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.stop.lock().unwrap_or_else(PoisonError::into_inner).store(true, Ordering::Relaxed);
        let mut foreign = self.foreign.lock().unwrap_or_else(PoisonError::into_inner);
        *foreign = Foreign::new(Dialect::Usi, Vec::new(), Vec::new());
    }

    /// It crashed, hangs, or cannot play this.
    fn trouble(&self, trouble: &Trouble) -> ApiError {
        let name = &self.name;
        tracing::warn!(engine = name, %trouble, "an engine of one's own is in trouble");
        let (en, ja) = match trouble {
            Trouble::Crashed(_) => ("crashed", "が異常終了しました"),
            Trouble::Silent(_) => {
                ("does not answer, and was ended", "が応答しないため終了させました")
            }
            _ => ("cannot play this", "はこの将棋を指せません"),
        };
        ApiError::new(
            StatusCode::CONFLICT,
            "ENGINE_TROUBLE",
            format!("the engine {name} {en} ({trouble}); it is started anew the next time"),
            format!("エンジン{name}{ja}（{trouble}）。次に使うときに起動し直します"),
        )
    }
}
