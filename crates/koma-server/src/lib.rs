#![doc = include_str!("../README.md")]
//!
//! Koma on the web: the API, live games and the page.
//!
//! [`run`] is the whole server, [`Server`] one that somebody else stops. Every answer under `/api` is
//! an envelope; `docs/api.md` says what they mean.

mod address;
mod app;
mod cluster;
mod config;
mod desk;
mod docs;
mod engine;
mod envelope;
mod fonts;
mod guard;
mod lang;
mod layers;
mod listen;
mod live;
mod page;
mod preview;
mod quota;
mod request;
mod routes;
mod rules;
pub mod say;
mod view;
mod work;

pub use address::{Network, NoNetwork};
pub use app::{Server, ServerError, openapi_json, run};
pub use cluster::ClusterConfig;
pub use config::{Config, OwnEngine, Quota};
pub use envelope::ApiError;

use address::Asker;
use app::App;
use envelope::{Answer, Envelope, Failure, Payload};
use koma_text::Lang;
use rules::Rules;
use work::Work;

/// What who looks after a server needs besides its store.
pub mod admin {
    pub use crate::guard::{ADMIN_KEY, hash};
    pub use crate::routes::accounts::{
        CLOSED, SIGN_UP, UPLOADS, check_name, check_password, hash_password,
    };
}
