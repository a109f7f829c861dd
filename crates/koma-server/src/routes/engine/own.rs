//! Which engines there are: ours, and those of the person at this machine.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use koma_usi::{OptionKind, OptionLine};
use serde::Serialize;
use utoipa::ToSchema;

use crate::address::AtHome;
use crate::engine::Owned;
use crate::envelope::{Answer, Envelope, Failure, Payload};
use crate::lang::Asked;
use crate::{ApiError, App};

/// The id of our own.
const KOMA: &str = "koma";

/// An engine.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EngineView {
    /// For the field `engine` of requests.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Who made it.
    pub author: String,
    /// Its options, as it announces them.
    pub options: Vec<EngineOption>,
    /// Whether it is a program of the person at this machine.
    pub own: bool,
    /// Why it cannot be used, in the language asked for.
    pub trouble: Option<String>,
}

/// An option of an engine.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// `check`, `spin`, `combo`, `button`, `string` or `file`.
    pub kind: &'static str,
    /// What it is unless it is set.
    pub default: Option<String>,
    /// The least of a number.
    pub min: Option<i64>,
    /// The greatest.
    pub max: Option<i64>,
    /// The words it may be.
    pub vars: Vec<String>,
}

impl From<&OptionLine> for EngineOption {
    fn from(option: &OptionLine) -> Self {
        let plain = |kind, default: Option<String>| Self {
            name: option.name.clone(),
            kind,
            default,
            min: None,
            max: None,
            vars: Vec::new(),
        };
        match &option.kind {
            OptionKind::Check { default } => plain("check", Some(default.to_string())),
            OptionKind::Spin { default, min, max } => Self {
                min: Some(*min),
                max: Some(*max),
                ..plain("spin", Some(default.to_string()))
            },
            OptionKind::Combo { default, vars } => {
                Self { vars: vars.clone(), ..plain("combo", Some(default.clone())) }
            }
            OptionKind::Button => plain("button", None),
            OptionKind::Text { default } => plain("string", Some(default.clone())),
            OptionKind::File { default } => plain("file", Some(default.clone())),
        }
    }
}

/// The engines that may be asked: ours, and for the person at this machine those of
/// `koma serve --engine`.
#[utoipa::path(
    get, path = "/api/engines", tag = "engine",
    responses((status = 200, body = Envelope<Vec<EngineView>>), (status = "default", body = Failure))
)]
pub async fn engines(
    State(app): State<App>,
    Extension(home): Extension<AtHome>,
    Asked(lang): Asked,
) -> Answer<Vec<EngineView>> {
    let mut engines = vec![EngineView {
        id: KOMA.to_owned(),
        name: "Koma".to_owned(),
        author: "the Koma authors".to_owned(),
        options: Vec::new(),
        own: false,
        trouble: None,
    }];
    let own = if home.0 { app.engines.own.all() } else { &[] };
    for one in own {
        let (about, trouble) = match one.about().await {
            Ok(about) => (about, None),
            Err(error) => (koma_train::About::default(), Some(error.message(lang))),
        };
        engines.push(EngineView {
            id: one.id.clone(),
            name: one.name.clone(),
            author: about.author,
            options: about.options.iter().map(EngineOption::from).collect(),
            own: true,
            trouble,
        });
    }
    Ok(Payload(engines))
}

/// The engine that is meant: none is ours. For strangers there are no others.
pub fn meant(app: &App, home: AtHome, id: Option<&str>) -> Result<Option<Arc<Owned>>, ApiError> {
    match id {
        None | Some(KOMA) => Ok(None),
        Some(id) => {
            let own = app.engines.own.find(id).filter(|_| home.0);
            own.cloned().map(Some).ok_or_else(unknown)
        }
    }
}

fn unknown() -> ApiError {
    ApiError::new(
        StatusCode::NOT_FOUND,
        "UNKNOWN_ENGINE",
        "there is no such engine",
        "そのエンジンはありません",
    )
}
