//! What stands around every route: limits, headers, logs, languages.

use std::any::Any;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, AUTHORIZATION, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH,
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, HeaderName, REFERRER_POLICY, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tower_governor::governor::{GovernorConfig, GovernorConfigBuilder};
use tower_governor::key_extractor::KeyExtractor;
use tower_governor::{GovernorError, GovernorLayer};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use tower_http::timeout::TimeoutLayer;

use crate::address::AtHome;
use crate::envelope::NDJSON;
use crate::lang::Asked;
use crate::{ApiError, App, Asker, Lang, guard};

/// Puts the layers around the routes, the innermost first.
pub fn around(router: Router<App>, app: &App) -> Router<App> {
    let config = &app.config;
    let mut router = router
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .layer(DefaultBodyLimit::max(config.largest_body));
    if let Some(limit) = limit(config.rate) {
        router = router.layer(limit);
    }
    router
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, config.timeout))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn(speak))
        .layer(CompressionLayer::new().compress_when(
            // What is told line by line is not held back to be packed.
            DefaultPredicate::new().and(NotForContentType::const_new(NDJSON)),
        ))
        .layer(middleware::from_fn(observe))
        .layer(middleware::from_fn_with_state(app.clone(), ask))
}

/// Finds out who asks.
async fn ask(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let asker = Asker::of(&request, &app.config.proxies);
    let home = AtHome::of(&request, &app.config);
    request.extensions_mut().insert(asker);
    request.extensions_mut().insert(home);
    next.run(request).await
}

/// Limits count houses: in IPv6 everybody has more addresses than there are grains of sand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct House;

impl KeyExtractor for House {
    type Key = IpAddr;

    fn extract<T>(&self, request: &axum::http::Request<T>) -> Result<IpAddr, GovernorError> {
        let asker = request.extensions().get::<Asker>();
        asker.map(|asker| asker.house()).ok_or(GovernorError::UnableToExtractKey)
    }
}

type Plain = governor::middleware::NoOpMiddleware<governor::clock::QuantaInstant>;
type Limit = GovernorLayer<House, Plain, axum::body::Body>;

/// How often houses that were not heard of for long are forgotten.
const FORGETTING: Duration = Duration::from_secs(60);

/// So many requests a second for each house, ten seconds' worth at once; houses that ask no more are
/// forgotten.
fn counted(rate: u32) -> Option<GovernorConfig<House, Plain>> {
    let period = Duration::from_secs(1).checked_div(rate)?;
    let config = GovernorConfigBuilder::default()
        .period(period)
        .burst_size(rate.saturating_mul(10))
        .key_extractor(House)
        .finish()?;
    let houses = Arc::downgrade(config.limiter());
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(FORGETTING).await;
            let Some(houses) = houses.upgrade() else { return };
            houses.retain_recent();
            houses.shrink_to_fit();
        }
    });
    Some(config)
}

fn limit(rate: u32) -> Option<Limit> {
    Some(GovernorLayer::new(counted(rate)?).error_handler(|error| {
        match error {
            GovernorError::TooManyRequests { wait_time, .. } => {
                ApiError::of_status(StatusCode::TOO_MANY_REQUESTS)
                    .retry_after(wait_time.max(1))
                    .into_response()
            }
            _ => ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR).into_response(),
        }
    }))
}

fn panicked(_: Box<dyn Any + Send>) -> Response {
    // The panic itself is on stderr.
    tracing::error!("a request panicked");
    ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR).into_response()
}

/// Failures leave in the language of the request and in the envelope, also those that a library
/// made.
async fn speak(request: Request, next: Next) -> Response {
    let lang = Asked::of(request.headers());
    let response = next.run(request).await;
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    let error = response.extensions().get::<ApiError>().cloned();
    let error = match error {
        Some(_) if lang == Lang::En => return response,
        Some(error) => error,
        None => ApiError::of_status(status),
    };
    let mut answer = error.response(lang);
    for (name, value) in response.headers() {
        let is_of_body = [CONTENT_TYPE, CONTENT_LENGTH, CONTENT_ENCODING].contains(name);
        if !is_of_body {
            answer.headers_mut().insert(name, value.clone());
        }
    }
    answer
}

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const FRAMES: HeaderName = HeaderName::from_static("x-frame-options");
const OPENER: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Everything is ours; nothing is inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; media-src 'self'; connect-src 'self'; \
    worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; ";

/// Gives each request a number, logs and counts it, and puts the headers of safety on its answer.
///
/// The log has the route, not the address: that of somebody's own variant is as good as a secret.
async fn observe(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let id = format!("{:016x}", rand::random::<u64>());
    let method = request.method().clone();
    let is_api = request.uri().path().starts_with("/api/");
    let is_embedded = request.uri().path().starts_with("/embed/");
    let is_open = is_open(&request);
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("page", |route| route.as_str()).to_owned();
    let mut response = next.run(request).await;
    let status = response.status().as_u16();
    let spent = began.elapsed();
    let labels =
        [("method", method.to_string()), ("route", route.clone()), ("status", status.to_string())];
    metrics::counter!("koma_requests_total", &labels).increment(1);
    metrics::histogram!("koma_request_seconds", "route" => route.clone()).record(spent);
    let micros = u64::try_from(spent.as_micros()).unwrap_or(u64::MAX);
    tracing::info!(request = %id, %method, route, status, micros, "request");
    let headers = response.headers_mut();
    if is_api {
        headers.append(VARY, HeaderValue::from_static("accept-language"));
    }
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_picture = kind.is_some_and(|kind| kind.starts_with("image/"));
    let mut set = |name: HeaderName, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    };
    set(REQUEST_ID, &id);
    if is_api {
        // Answers change with the game, the session and the language; pictures hardly ever.
        set(CACHE_CONTROL, if is_picture { "private, max-age=600" } else { "no-store" });
    }
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(REFERRER_POLICY, "same-origin");
    set(OPENER, "same-origin");
    if is_open {
        set(ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    }
    let ancestors = if is_embedded { "*" } else { "'none'" };
    set(CONTENT_SECURITY_POLICY, &format!("{POLICY}frame-ancestors {ancestors}"));
    if !is_embedded {
        set(FRAMES, "DENY");
    }
    response
}

/// What pages of other sites may read: what everybody may, asked for without a session or a key. The browser
/// sends neither for them, since `*` allows no credentials. Records of one's own machine are not among it:
/// pages from anywhere reach a server at home.
fn is_open(request: &Request) -> bool {
    let path = request.uri().path();
    let under = |root: &str| {
        path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let is_kept = under("/api/kifu");
    let is_same_for_all = path.starts_with("/embed/")
        || path.starts_with("/api/position/picture")
        || ["/api/variants", "/api/pieces", "/api/tsume", "/api/openapi.json"]
            .into_iter()
            .any(under);
    let is_nobodys =
        ![COOKIE, AUTHORIZATION].iter().any(|name| request.headers().contains_key(name));
    let is_home = request.extensions().get().is_none_or(|AtHome(is_home)| *is_home);
    matches!(*request.method(), Method::GET | Method::HEAD)
        && (is_same_for_all || is_kept && is_nobodys && !is_home)
}

static METRICS: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Counts from now on; once for all servers of a process.
pub fn count() {
    METRICS.get_or_init(|| {
        let buckets = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
        let builder = PrometheusBuilder::new().set_buckets(&buckets).ok()?;
        builder.install_recorder().ok()
    });
}

/// What was counted, as Prometheus reads it.
pub fn metrics_text() -> String {
    match METRICS.get() {
        Some(Some(handle)) => {
            handle.run_upkeep();
            handle.render()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(method: Method, path: &str, header: Option<HeaderName>, is_home: bool) -> bool {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(name) = header {
            request = request.header(name, "x");
        }
        let mut request = request.body(axum::body::Body::empty()).unwrap();
        request.extensions_mut().insert(AtHome(is_home));
        is_open(&request)
    }

    #[test]
    fn other_sites_read_what_everybody_may_and_nothing_else() {
        for path in [
            "/embed/shogi-board.js",
            "/api/variants/chu",
            "/api/position/picture.png",
            "/api/pieces",
            "/api/tsume",
        ] {
            assert!(asked(Method::GET, path, None, true), "{path}");
            assert!(!asked(Method::POST, path, None, false), "{path}");
        }
        for path in ["/api/kifu", "/api/kifu/1", "/api/kifu/1.kif", "/api/kifu/tags"] {
            assert!(asked(Method::GET, path, None, false), "{path}");
            assert!(!asked(Method::GET, path, None, true), "{path} at home");
            assert!(!asked(Method::DELETE, path, None, false), "{path}");
            for header in [COOKIE, AUTHORIZATION] {
                assert!(!asked(Method::GET, path, Some(header), false), "{path}");
            }
        }
        for path in [
            "/api/games/x",
            "/api/account",
            "/api/admin/settings",
            "/",
            "/api/variantsx",
            "/api/kifux",
        ] {
            assert!(!asked(Method::GET, path, None, false), "{path}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn houses_that_ask_no_more_are_forgotten() {
        let counted = counted(1000).unwrap();
        let houses = counted.limiter();
        for house in 0..500_u32 {
            assert!(houses.check_key(&IpAddr::from(house.to_be_bytes())).is_ok());
        }
        assert_eq!(houses.len(), 500);
        // The limiter has a clock of its own: a request is made up for after a millisecond.
        std::thread::sleep(Duration::from_millis(50));
        tokio::time::sleep(FORGETTING * 2).await;
        assert!(houses.is_empty(), "{} are left", houses.len());
    }
}
