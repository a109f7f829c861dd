#![doc = include_str!("../README.md")]
//!
//! Koma on the web: the API, live games and the page.
//!
//! [`run`] is the whole server; [`App`] is what its handlers share. Every answer under `/api` is an
//! [`Envelope`] or a [`Failure`]; `docs/api.md` says what they mean.

mod address;
mod app;
mod config;
mod envelope;
pub mod guard;
mod lang;
mod layers;
mod listen;
pub mod live;
mod page;
mod quota;
pub mod request;
pub mod routes;
pub mod rules;
pub mod view;
mod work;

pub use address::{Asker, Network, NoNetwork};
pub use app::{App, Server, ServerError, openapi, openapi_json, run};
pub use config::{Config, Quota};
pub use envelope::{Answer, ApiError, Envelope, Failure, FailureDetail, Payload};
pub use koma_text::Lang;
pub use rules::Rules;
pub use work::Work;
