//! `koma bench attack`: one attacker does the worst he can, and others play on.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use http_body_util::Full;
use hyper::body::Bytes;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::client::{Http, Socket};
use super::player::{self, Pair, Script};
use super::report::{Report, Times};
use super::server::Server;

/// Attack a server of its own while others play on it
///
/// The server is one for strangers (quotas, limits of connections), but without a limit of requests. Fails if
/// moves of the others take too long, if it takes too much memory, or if it is not itself again five
/// seconds later.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  koma bench attack --seconds 60")]
pub struct Args {
    /// How long
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// Connections of the attacker
    #[arg(long, value_name = "N", default_value_t = 10)]
    connections: usize,
    /// Games of the others
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: usize,
    /// The most milliseconds in which 99 of 100 moves are heard by the other side
    #[arg(long, value_name = "MS", default_value_t = 250)]
    p99: u64,
    /// The most memory, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    memory: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub async fn measure(args: &Args) -> anyhow::Result<Report> {
    let mut report = Report::new(args.json);
    let folder = std::env::temp_dir().join(format!("koma-attack-{}", std::process::id()));
    let server = Server::start_with(&folder, None, &["--quota", "64", "--connections", "512"])?;
    let (at, scripts) = (server.address, player::scripts(32, 20_261_117));
    let before = play(at, &scripts, args.games, Duration::from_secs(2)).await?;
    let calm = server.memory().unwrap_or(0);
    let weapons = Arc::new(Weapons::gather(at).await?);
    let is_over = Arc::new(AtomicBool::new(false));
    // On threads of their own: what they send is made by them, and the others are not kept waiting by
    // that.
    let theirs = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (mut attackers, connections) = (JoinSet::new(), args.connections);
    for first in 0..connections {
        let (weapons, is_over) = (Arc::clone(&weapons), Arc::clone(&is_over));
        let attack = async move { weapons.attack(at, first, connections, &is_over).await };
        attackers.spawn_on(attack, theirs.handle());
    }
    let peak = Arc::new(AtomicU64::new(0));
    let playing = play(at, &scripts, args.games, Duration::from_secs(args.seconds));
    let watching = async {
        loop {
            peak.fetch_max(server.memory().unwrap_or(0), Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let mut during = tokio::select! {
        times = playing => times?,
        () = watching => Times::default(),
    };
    is_over.store(true, Ordering::Relaxed);
    let mut attacks = 0;
    while let Some(done) = attackers.join_next().await {
        attacks += done??;
    }
    theirs.shutdown_background();
    tokio::time::sleep(Duration::from_secs(5)).await;
    let asked = Instant::now();
    Http::connect(at).await?.post("/api/position/legal", None, &json!({})).await?;
    let asked = asked.elapsed();
    let mut after = play(at, &scripts, args.games, Duration::from_secs(2)).await?;
    let megabytes = |bytes: u64| bytes >> 20;
    report.say("attacks", attacks, "");
    let mut before = before;
    report.say_times("before: send to other side", &mut before);
    report.say_times("attacked: send to other side", &mut during);
    report.say_times("five seconds later: send to other side", &mut after);
    report.say("five seconds later: legal moves", asked.as_millis() as u64, "ms");
    report.say("memory before", megabytes(calm), "MB");
    let peak = megabytes(peak.load(Ordering::Relaxed));
    report.say("memory at most", peak, "MB");
    report.say("memory later", megabytes(server.memory().unwrap_or(0)), "MB");
    for (when, times) in [("during the attack", &mut during), ("after it", &mut after)] {
        let p99 = times.permille(990);
        if p99 > args.p99 as f64 {
            report.fail(format!("moves took {p99} ms (p99) {when}"));
        }
    }
    if peak > args.memory {
        report.fail(format!("the server took {peak} MB"));
    }
    drop(server);
    let _ = std::fs::remove_dir_all(&folder);
    Ok(report)
}

/// Games at an even pace, five moves a second each.
async fn play(
    at: SocketAddr,
    scripts: &[Script],
    games: usize,
    time: Duration,
) -> anyhow::Result<Times> {
    const PACE: Duration = Duration::from_millis(200);
    let mut pairs = Vec::new();
    for number in 0..games {
        let mut http = Http::connect(at).await?;
        pairs.push(Pair::start(&mut http, at, &scripts[number % scripts.len()]).await?);
    }
    let end = Instant::now() + time;
    let mut tasks = JoinSet::new();
    for (number, mut pair) in pairs.into_iter().enumerate() {
        let scripts = scripts.to_vec();
        tasks.spawn(async move {
            let mut times = Times::default();
            tokio::time::sleep(PACE * number as u32 / 20).await;
            while Instant::now() < end {
                if !pair.has_more() {
                    let mut http = Http::connect(at).await?;
                    pair = Pair::start(&mut http, at, &scripts[number % scripts.len()]).await?;
                }
                let took = pair.play().await?;
                times.add(took);
                tokio::time::sleep(PACE.saturating_sub(took)).await;
            }
            anyhow::Ok(times)
        });
    }
    let mut all = Times::default();
    while let Some(times) = tasks.join_next().await {
        all.join(times??);
    }
    Ok(all)
}

/// What an attacker has prepared.
struct Weapons {
    /// A game of three hundred kinds.
    giant: String,
    /// A game of a piece whose paths are long, and a position full of it.
    web: String,
    /// A live game of it.
    game: String,
}

/// A game on 36x36 with some men whose moves have so many long legs; the salt makes it another one.
fn web(legs: usize, salt: usize) -> String {
    let leg = |n: usize| {
        let to = if n.is_multiple_of(2) { "[-1, 0]" } else { "[0, 1]" };
        format!("{{ to: {to}, rider: ranging, ends_on: [empty] }}")
    };
    let legs: Vec<String> = (0..legs).map(leg).collect();
    format!(
        "slug: \"web\"\nname: \"Web {salt}\"\npiece_files: [\"standard_shogi.yaml\"]\n\
         board: {{ files: 36, ranks: 36 }}\nstart: \"{}\"\n\
         kinds:\n  - {{ code: \"K\", piece: \"King\" }}\n  \
         - {{ code: \"WV\", piece: \"Weaver\", promotes_to: none }}\n\
         pieces:\n  - id: 900\n    name: \"Weaver\"\n    name_ja: \"織\"\n    name_kanji: \"織\"\n    \
         value: 1\n    can_promote: false\n    promotes_to: null\n    movement:\n      steps: []\n      \
         paths:\n        - {{ legs: [{}] }}\n    is_ranged: true\n    special_rules: []\n",
        rows(1),
        legs.join(", ")
    )
}

fn rows(men: usize) -> String {
    let row = |code: &str| format!("{code}{men},{}", 36 - men);
    format!("17,k,18/{}/{}{}/17,K,18 b - 1", row("wv"), "36/".repeat(32), row("WV"))
}

fn giants(sections: usize) -> String {
    (0..sections).map(|number| format!("[t{number}:taikyoku]\n")).collect()
}

fn games(count: usize, salt: usize) -> String {
    let one = |game| format!("position startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e # {salt}-{game}\n");
    (0..count).map(one).collect()
}

/// One game of so many moves; the salt makes it another one.
fn long_game(moves: usize, salt: usize) -> String {
    let round = "2h1h 8b9b 1h2h 9b8b ".repeat(moves / 4);
    format!("position startpos moves {round}# {salt}\n")
}

/// Kinds of attacks, a prime number: whoever takes every tenth comes to all of them.
const KINDS: usize = 17;

impl Weapons {
    async fn gather(at: SocketAddr) -> anyhow::Result<Self> {
        let mut http = Http::connect(at).await?;
        let id = |made: Value| made["id"].as_str().map(str::to_owned).context("an id");
        let text = json!({ "text": giants(1), "format": "ini" });
        let giant = id(http.post("/api/variants", None, &text).await?)?;
        let web = id(http.post("/api/variants", None, &json!({ "text": web(3, 0) })).await?)?;
        let game = id(http.post("/api/games", None, &json!({ "variant": web })).await?)?;
        Ok(Self { giant, web, game })
    }

    /// One attack after the other, until it is over; gives how many.
    async fn attack(
        &self,
        at: SocketAddr,
        first: usize,
        step: usize,
        is_over: &AtomicBool,
    ) -> anyhow::Result<u64> {
        let mut count = 0;
        let mut http = Http::connect(at).await?;
        for turn in (first..).step_by(step) {
            if is_over.load(Ordering::Relaxed) {
                break;
            }
            count += 1;
            if turn % KINDS == KINDS - 1 {
                let looks = (0..4).map(|_| Socket::look(at, &self.game));
                let _ = futures_util::future::join_all(looks).await;
                continue;
            }
            let (path, body) = self.request(turn);
            let method = if body.is_null() { "GET" } else { "POST" };
            let body = Full::new(Bytes::from(body.to_string()));
            match http.send(method, path, None, body).await {
                Ok((status, _)) => anyhow::ensure!(status != 500, "{path}: 500"),
                // He comes again.
                Err(_) => http = Http::connect(at).await?,
            }
        }
        Ok(count)
    }

    /// What to send, all kinds in turn; nothing to send is something to get.
    fn request(&self, turn: usize) -> (&'static str, Value) {
        let (web_variant, giant) = (&self.web, &self.giant);
        match turn % KINDS {
            0 => ("/api/variants/check", json!({ "text": giants(2000), "format": "ini" })),
            1 => ("/api/kifu/import?save=true", json!({ "text": games(2000, turn) })),
            2 => ("/api/session", json!({ "name": "x", "password": format!("wrong {turn}") })),
            3 => ("/api/position/legal", json!({ "variant": "taikyoku" })),
            4 => {
                let options = json!({ "x": turn.to_string() });
                ("/api/position/legal", json!({ "variant": giant, "options": options }))
            }
            5 => ("/api/kifu/position", json!({})),
            6 => ("/api/position/legal", json!({ "variant": web_variant, "sfen": rows(30) })),
            // Another text each time: nothing that is known helps.
            7 => ("/api/variants/check", json!({ "text": web(3, turn) })),
            8 => ("/api/variants/check", json!({ "text": web(4, turn) })),
            9 => ("/api/kifu/import", json!({ "text": games(100_000, turn) })),
            10 => {
                let name = format!("stranger {turn}");
                ("/api/accounts", json!({ "name": name, "password": "correct horse" }))
            }
            11 => ("/api/pieces/parse", json!({ "text": "(".repeat(500_000) })),
            12 => ("/api/position/picture.png?variant=taikyoku", Value::Null),
            13 => ("/api/games", json!({ "variant": web_variant })),
            14 => ("/api/kifu/import?save=true", json!({ "text": long_game(20_000, turn) })),
            _ => ("/api/kifu?player=a&sort=date", Value::Null),
        }
    }
}
