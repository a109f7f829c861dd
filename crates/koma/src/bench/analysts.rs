//! A load: many who have positions analysed while live games go on.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use http_body_util::Full;
use hyper::body::Bytes;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::client::Http;
use super::load;
use super::player::Script;
use super::report::{Report, Times};
use super::server::Server;

/// How long one position is thought about.
const SECONDS: u64 = 1;

/// The longest anybody waits for the end of an answer: hundreds are before him.
const PATIENCE: Duration = Duration::from_secs(600);

/// How the jobs of analysts went.
#[derive(Default)]
struct Jobs {
    /// From asking to the first line, and to the end.
    begun: Times,
    ended: Times,
    /// Why the others were refused.
    refused: Vec<String>,
}

/// So many people ask for one analysis after the other, each from an address of his own, while games
/// move once in two seconds.
pub async fn analysis(
    at: SocketAddr,
    server: Option<&Server>,
    scripts: &[Script],
    (analysts, games): (usize, usize),
    time: Duration,
    report: &mut Report,
) -> anyhow::Result<()> {
    let end = Instant::now() + time;
    let mut tasks = JoinSet::new();
    for number in 0..analysts {
        let script = scripts[number % scripts.len()].clone();
        tasks.spawn(async move {
            let mut http = Http::connect_from(at, own_address(at, number)).await?;
            let mut jobs = Jobs::default();
            for turn in 0.. {
                if Instant::now() >= end {
                    break;
                }
                let plies = 10 + (number * 7 + turn * 5) % (script.len() - 10);
                jobs.add(&mut http, &script[..plies]).await?;
            }
            anyhow::Ok(jobs)
        });
    }
    let peak = AtomicU64::new(0);
    let watching = async {
        loop {
            let now = server.and_then(Server::memory).unwrap_or(0);
            peak.fetch_max(now, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let mut all = Jobs::default();
    let working = async {
        load::paced(at, scripts, games, time, report).await?;
        while let Some(jobs) = tasks.join_next().await {
            let Jobs { begun, ended, refused } = jobs??;
            all.begun.join(begun);
            all.ended.join(ended);
            all.refused.extend(refused);
        }
        anyhow::Ok(())
    };
    tokio::select! {
        done = working => done?,
        () = watching => {}
    }
    report.say("analysts", analysts, "");
    report.say("analyses that ended", all.ended.len(), "");
    report.say("analyses refused in a sentence", all.refused.len(), "");
    all.refused.sort_unstable();
    all.refused.dedup();
    for sentence in &all.refused {
        anstream::eprintln!("  {sentence}");
    }
    report.say_times("analysis: to the first line", &mut all.begun);
    report.say_times("analysis: to the end", &mut all.ended);
    if server.is_some() {
        report.say("analysis: memory at most", peak.into_inner() >> 20, "MB");
    }
    Ok(())
}

/// An address of this machine for one of many, where the server is on it.
fn own_address(at: SocketAddr, number: usize) -> Option<IpAddr> {
    let [high, low] = (number as u16).to_be_bytes();
    at.ip().is_loopback().then_some(IpAddr::V4(Ipv4Addr::new(127, 1, high, low)))
}

impl Jobs {
    /// Asks for the best lines of a position, and waits for the last word.
    async fn add(&mut self, http: &mut Http, moves: &[String]) -> anyhow::Result<()> {
        let body = json!({ "game": { "moves": moves }, "lines": 3, "seconds": SECONDS });
        let body = Full::new(Bytes::from(body.to_string()));
        let asked = Instant::now();
        let (status, first, answer) = http.lines("/api/engine/lines", body, PATIENCE).await?;
        let last = answer.split(|&byte| byte == b'\n').rfind(|line| !line.is_empty());
        let last: Value = serde_json::from_slice(last.unwrap_or_default())
            .with_context(|| format!("an analysis: {status}, and no JSON"))?;
        let refusal = if status == 200 { &last["failure"] } else { &last };
        match refusal["message"].as_str() {
            Some(sentence) => self.refused.push(sentence.into()),
            None => {
                anyhow::ensure!(status == 200 && last["done"] == true, "an analysis broke off");
                self.begun.add(first.duration_since(asked));
                self.ended.add(asked.elapsed());
            }
        }
        Ok(())
    }
}
