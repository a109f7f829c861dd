//! Which engines there are: ours, and those of the person at this machine.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use koma_usi::{OptionKind, OptionLine};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::address::AtHome;
use crate::engine::Owned;
use crate::envelope::{Answer, Envelope, Failure, Payload};
use crate::lang::Asked;
use crate::request::Json;
use crate::{ApiError, App, Lang};

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
    /// What its owner has set it to.
    pub value: Option<String>,
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
            value: None,
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
        engines.push(view(&app, one, lang).await?);
    }
    Ok(Payload(engines))
}

/// An engine of the person at this machine.
async fn view(app: &App, one: &Arc<Owned>, lang: Lang) -> Result<EngineView, ApiError> {
    let set = one.options(&app.store).await?;
    let option = |line: &OptionLine| {
        let value = set.iter().find(|(name, _)| *name == line.name).map(|(_, value)| value.clone());
        EngineOption { value, ..EngineOption::from(line) }
    };
    let (about, trouble) = match one.about().await {
        Ok(about) => (about, None),
        Err(error) => (koma_train::About::default(), Some(error.message(lang))),
    };
    Ok(EngineView {
        id: one.id.clone(),
        name: one.name.clone(),
        author: about.author,
        options: about.options.iter().map(option).collect(),
        own: true,
        trouble,
    })
}

/// Options to set.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionsRequest {
    /// Values by names; what is not named is as the program has it.
    pub options: BTreeMap<String, String>,
}

/// Sets the options of an engine of the person at this machine, and keeps them. It is started anew.
#[utoipa::path(
    put, path = "/api/engines/{id}/options", tag = "engine", params(("id" = String, Path)),
    request_body = OptionsRequest,
    responses((status = 200, body = Envelope<EngineView>), (status = "default", body = Failure))
)]
pub async fn set_options(
    State(app): State<App>,
    Extension(home): Extension<AtHome>,
    Asked(lang): Asked,
    Path(id): Path<String>,
    Json(request): Json<OptionsRequest>,
) -> Answer<EngineView> {
    let own = meant(&app, home, Some(&id)).await?.ok_or_else(unknown)?;
    let known = own.about().await?.options;
    for (name, value) in &request.options {
        let option = known.iter().find(|option| option.name == *name);
        let fits = option.is_some_and(|option| fits(&option.kind, value));
        if !fits {
            return Err(ApiError::bad_request(
                format!("`{name}` cannot be set to `{value}`"),
                format!("{name}に{value}は設定できません"),
            ));
        }
    }
    own.set_options(&app.store, request.options.into_iter().collect()).await?;
    Ok(Payload(view(&app, &own, lang).await?))
}

/// Whether an option may have a value. Nothing that would be read as another command.
fn fits(kind: &OptionKind, value: &str) -> bool {
    let is_plain = value.len() <= 1000 && !value.chars().any(char::is_control);
    is_plain
        && match kind {
            OptionKind::Check { .. } => ["true", "false"].contains(&value),
            OptionKind::Spin { min, max, .. } => {
                value.parse::<i64>().is_ok_and(|number| (*min..=*max).contains(&number))
            }
            OptionKind::Combo { vars, .. } => vars.iter().any(|var| var == value),
            OptionKind::Button => false,
            OptionKind::Text { .. } | OptionKind::File { .. } => true,
        }
}

/// The engine that is meant, as its owner has set it: none is ours. For strangers there are no others.
pub async fn meant(
    app: &App,
    home: AtHome,
    id: Option<&str>,
) -> Result<Option<Arc<Owned>>, ApiError> {
    let Some(id) = id.filter(|&id| id != KOMA) else { return Ok(None) };
    let own = app.engines.own.find(id).filter(|_| home.0).ok_or_else(unknown)?;
    own.options(&app.store).await?;
    Ok(Some(Arc::clone(own)))
}

fn unknown() -> ApiError {
    ApiError::new(
        StatusCode::NOT_FOUND,
        "UNKNOWN_ENGINE",
        "there is no such engine",
        "そのエンジンはありません",
    )
}
