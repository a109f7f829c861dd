//! Durability: the server is killed under load, and every move it acknowledged must be there.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, bail};
use rand::RngExt as _;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::client::{Heard, Http, Socket};
use super::player::{Script, Seats, move_command};
use super::report::Report;
use super::server::Server;

/// How long the server is away, at least.
const AWAY: Duration = Duration::from_millis(250);

/// How long a server that was started may take until it acknowledges its first move: it has to be
/// found, games are made and joined, and others may use the machine.
const FIRST_MOVE: Duration = Duration::from_secs(120);

/// One server in so many is killed whether or not anybody has moved yet.
const YOUNG: u32 = 8;

/// What is to be done.
pub struct Plan {
    /// Where data and the list of acknowledged moves are.
    pub folder: PathBuf,
    /// The database, if it is not a file there.
    pub database: Option<String>,
    /// Games at a time.
    pub games: usize,
    /// How often the server is killed, at least.
    pub kills: u32,
    /// How many moves are acknowledged, at least.
    pub moves: u64,
    /// How long it lives at most after the first move it acknowledged.
    pub life: Duration,
    /// Stop it in peace instead.
    pub term: bool,
}

/// A game and what the server acknowledged of it.
#[derive(Clone, Debug)]
struct Played {
    seats: Seats,
    script: usize,
    /// The numbers of the events of acknowledged moves, in order.
    acked: Vec<u32>,
    /// The end was acknowledged.
    is_over: bool,
}

/// The list of acknowledged moves: in memory, and in a file from which a run can go on.
struct Ledger {
    games: Vec<Played>,
    moves: u64,
    kills: u32,
    file: Arc<Mutex<BufWriter<File>>>,
    /// When servers of this run lived, by the date.
    lives: Vec<(Duration, Duration)>,
}

/// What the players of one life share.
struct Life {
    /// Moves acknowledged in it.
    moves: AtomicU64,
    /// The server is being killed: whoever loses it does not look for it again.
    is_over: AtomicBool,
    /// The list of acknowledged moves.
    file: Arc<Mutex<BufWriter<File>>>,
}

/// Runs the plan.
pub async fn run(plan: &Plan, scripts: &[Script], report: &mut Report) -> anyhow::Result<()> {
    std::fs::create_dir_all(&plan.folder)?;
    let mut ledger = Ledger::open(plan)?;
    let database = plan.database.as_deref();
    let mut starts = Vec::new();
    let mut stops: Vec<Duration> = Vec::new();
    // The most time somebody was charged after a restart, and how long servers had lived meanwhile.
    let mut charged = (0, 0);
    let mut born = today()?;
    let mut server = Server::start(&plan.folder, database)?;
    while ledger.kills < plan.kills || ledger.moves < plan.moves {
        let silent = round(&mut server, plan, scripts, &mut ledger, &mut stops).await?;
        if plan.term && silent > 0 {
            report.fail(format!("{silent} games heard no goodbye"));
        }
        ledger.kills += 1;
        ledger.lives.push((born, today()?));
        // Time nobody may be charged for.
        tokio::time::sleep(AWAY).await;
        let began = Instant::now();
        born = today()?;
        server = Server::start(&plan.folder, database)?;
        starts.push(began.elapsed());
        let mut http = Http::connect(server.address).await?;
        let open = ledger.games.len().saturating_sub(2 * plan.games);
        for game in &ledger.games[open..] {
            check(game, scripts, &mut http, report).await?;
            let lives = ledger.lives.iter().copied().chain([(born, Duration::MAX)]);
            charged = charged.max(check_clock(game, lives, &mut http, report).await?);
        }
        anstream::eprintln!("{} kills, {} acknowledged moves", ledger.kills, ledger.moves);
        ledger.note(format_args!("kill"))?;
        if !report.failures.is_empty() {
            break;
        }
    }
    // Everything once more, from the first game on.
    let mut http = Http::connect(server.address).await?;
    for game in &ledger.games {
        check(game, scripts, &mut http, report).await?;
    }
    report.say(if plan.term { "stops" } else { "kills" }, ledger.kills, "");
    report.say("games", ledger.games.len(), "");
    report.say("acknowledged moves", ledger.moves, "");
    report.say("acknowledged moves lost or out of order", report.failures.len(), "");
    report.say("most time charged after a restart", charged.0, "ms");
    report.say("lived since that clock was set", charged.1, "ms");
    if let Some(slowest) = starts.iter().max() {
        report.say("slowest start", slowest.as_millis() as u64, "ms");
    }
    if let Some(slowest) = stops.iter().max() {
        report.say("slowest stop", slowest.as_millis() as u64, "ms");
        if *slowest > Duration::from_secs(2) {
            report.fail(format!("stopping took {slowest:?}"));
        }
    }
    let (took, in_peace) = server.stop()?;
    if !in_peace {
        report.fail(format!("the server did not end well after {took:?}"));
    }
    Ok(())
}

/// Plays all games at once until the server goes; gives how many of those that were connected heard
/// no goodbye.
async fn round(
    server: &mut Server,
    plan: &Plan,
    scripts: &[Script],
    ledger: &mut Ledger,
    stops: &mut Vec<Duration>,
) -> anyhow::Result<usize> {
    let at = server.address;
    let open: Vec<usize> =
        (0..ledger.games.len()).filter(|&index| !ledger.games[index].is_over).collect();
    let life = Arc::new(Life {
        moves: AtomicU64::new(0),
        is_over: AtomicBool::new(false),
        file: Arc::clone(&ledger.file),
    });
    let mut tasks = JoinSet::new();
    for number in 0..plan.games {
        let index = open.get(number).copied();
        let game = index.map(|index| ledger.games[index].clone());
        let (scripts, life) = (scripts.to_vec(), Arc::clone(&life));
        tasks.spawn(async move { (index, play(at, game, number, &scripts, &life).await) });
    }
    let began = Instant::now();
    let dies_young = !plan.term && rand::rng().random_ratio(1, YOUNG);
    while !dies_young && life.moves.load(Ordering::Relaxed) == 0 {
        if began.elapsed() > FIRST_MOVE {
            bail!("no move was acknowledged in {FIRST_MOVE:?}");
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tokio::time::sleep(rand::rng().random_range(plan.life / 5..plan.life)).await;
    life.is_over.store(true, Ordering::Relaxed);
    if plan.term {
        let (took, in_peace) = tokio::task::block_in_place(|| server.stop())?;
        stops.push(took);
        if !in_peace {
            bail!("the server did not end well after {took:?}");
        }
    } else {
        server.kill();
    }
    let mut silent = 0;
    while let Some(done) = tasks.join_next().await {
        let (mut index, (played, gone)) = done?;
        silent += usize::from(gone == Gone::InSilence);
        for game in played {
            let before = index.map_or(0, |index| ledger.games[index].acked.len());
            ledger.moves += (game.acked.len() - before) as u64;
            match index.take() {
                Some(index) => ledger.games[index] = game,
                None => ledger.games.push(game),
            }
        }
    }
    Ok(silent)
}

/// Plays game after game until the server goes. Gives all of them, and how it went.
async fn play(
    at: SocketAddr,
    first: Option<Played>,
    number: usize,
    scripts: &[Script],
    life: &Life,
) -> (Vec<Played>, Gone) {
    let mut played: Vec<Played> = first.into_iter().collect();
    loop {
        let gone = match play_one(at, &mut played, number, scripts, life).await {
            Ok(()) => continue,
            Err(gone) => gone,
        };
        if gone == Gone::WithBye || life.is_over.load(Ordering::Relaxed) {
            return (played, gone);
        }
        // A server that is busy may not answer in time; nobody stays away because of that.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Plays one game to its end: the last one, if it goes on, or a new one.
async fn play_one(
    at: SocketAddr,
    played: &mut Vec<Played>,
    number: usize,
    scripts: &[Script],
    life: &Life,
) -> Result<(), Gone> {
    if played.last().is_none_or(|game| game.is_over) {
        let mut http = Http::connect(at).await.map_err(|_| Gone::Before)?;
        let seats = Seats::make(&mut http).await.map_err(|_| Gone::Before)?;
        let script = (number + played.len() * 7) % scripts.len();
        let [one, two] = &seats.secrets;
        write(&life.file, format_args!("game {} {one} {two} {script}", seats.id));
        played.push(Played { seats, script, acked: Vec::new(), is_over: false });
    }
    let game = played.last_mut().ok_or(Gone::Before)?;
    go_on(at, game, scripts, life).await
}

/// The server is gone.
#[derive(Debug, PartialEq, Eq)]
enum Gone {
    /// Before both players were connected.
    Before,
    /// With a goodbye.
    WithBye,
    /// Without one.
    InSilence,
}

impl From<anyhow::Error> for Gone {
    fn from(_: anyhow::Error) -> Self {
        Self::InSilence
    }
}

/// Plays one game to its end. The first command may be one that was sent before and never
/// answered: its id is the same, and so must be what comes of it.
async fn go_on(
    at: SocketAddr,
    game: &mut Played,
    scripts: &[Script],
    life: &Life,
) -> Result<(), Gone> {
    let script = &scripts[game.script];
    let since = Some(game.acked.last().copied().unwrap_or(2));
    let [one, two] = &game.seats.secrets;
    let id = &game.seats.id;
    let (one, two) = (
        Socket::enter(at, id, Some(one), since).await,
        Socket::enter(at, id, Some(two), since).await,
    );
    let (Ok((one, _)), Ok((two, _))) = (one, two) else { return Err(Gone::Before) };
    let mut sockets = [one, two];
    while game.acked.len() < script.len() {
        let ply = game.acked.len() + 1;
        let [one, two] = &mut sockets;
        let (mover, other) = if ply % 2 == 1 { (one, two) } else { (two, one) };
        send(mover, move_command(ply, &script[ply - 1])).await?;
        let n = answer(mover).await?;
        write(&life.file, format_args!("ack {id} {n}"));
        life.moves.fetch_add(1, Ordering::Relaxed);
        game.acked.push(n);
        loop {
            match other.hear().await? {
                Heard::Event(told) if told.n >= n => break,
                Heard::Bye(_) => return Err(Gone::WithBye),
                _ => {}
            }
        }
    }
    let resign = json!({ "type": "command", "id": "end", "command": { "type": "resign" } });
    send(&mut sockets[0], resign.to_string()).await?;
    answer(&mut sockets[0]).await?;
    write(&life.file, format_args!("over {id}"));
    game.is_over = true;
    Ok(())
}

/// Sends a text; where that does not work, a goodbye may be waiting.
async fn send(socket: &mut Socket, text: String) -> Result<(), Gone> {
    if socket.send(text).await.is_ok() {
        return Ok(());
    }
    while let Ok(heard) = socket.hear().await {
        if let Heard::Bye(_) = heard {
            return Err(Gone::WithBye);
        }
    }
    Err(Gone::InSilence)
}

/// The number of the event that the command sent last has caused.
async fn answer(socket: &mut Socket) -> Result<u32, Gone> {
    loop {
        match socket.hear().await? {
            Heard::Done(n) => return Ok(n),
            // The server goes away: what it refuses now did not happen.
            Heard::Refused(_, code) if code == "NOT_STORED" || code == "MAYBE_STORED" => {}
            Heard::Refused(id, code) => {
                anstream::eprintln!("{id} was refused: {code}");
                return Err(Gone::InSilence);
            }
            Heard::Bye(_) => return Err(Gone::WithBye),
            _ => {}
        }
    }
}

/// Compares what was acknowledged with what the server has.
async fn check(
    game: &Played,
    scripts: &[Script],
    http: &mut Http,
    report: &mut Report,
) -> anyhow::Result<()> {
    let id = &game.seats.id;
    let log = http.get(&format!("/api/games/{id}/events?since=0")).await?;
    let events = log["events"].as_array().context("no events")?;
    let script = &scripts[game.script];
    let mut moves = 0;
    let mut numbers = Vec::new();
    for (event, n) in events.iter().zip(1_u64..) {
        if event["n"] != n {
            report.fail(format!("{id}: event {n} is {}", event["n"]));
        }
        if event["type"] == "moved" {
            let usi = event["usi"].as_str().unwrap_or_default();
            if event["ply"] != moves as u64 + 1 || script.get(moves).is_none_or(|mv| mv != usi) {
                report.fail(format!("{id}: event {n}: move {} {usi} is out of order", moves + 1));
            }
            moves += 1;
            numbers.push(u32::try_from(n)?);
        }
    }
    if !numbers.starts_with(&game.acked) {
        report.fail(format!("{id}: {} moves acknowledged, {moves} found", game.acked.len()));
    }
    if moves > game.acked.len() + 1 {
        report.fail(format!("{id}: {} moves were sent, {moves} found", game.acked.len() + 1));
    }
    let has_end = events.iter().any(|event| event["type"] == "ended");
    if game.is_over && !has_end {
        report.fail(format!("{id}: the acknowledged end is lost"));
    }
    Ok(())
}

/// The date.
fn today() -> anyhow::Result<Duration> {
    Ok(SystemTime::now().duration_since(UNIX_EPOCH)?)
}

/// Looks whether the clock went on from the last stored event: nobody pays for the time the server
/// was away, and who thought while it lived does. Gives the time charged and how long servers had
/// lived since, in milliseconds.
async fn check_clock(
    game: &Played,
    lives: impl Iterator<Item = (Duration, Duration)>,
    http: &mut Http,
    report: &mut Report,
) -> anyhow::Result<(u64, u64)> {
    let id = &game.seats.id;
    if game.is_over {
        return Ok((0, 0));
    }
    let view = http.get(&format!("/api/games/{id}")).await?;
    let now = today()?;
    let log = http.get(&format!("/api/games/{id}/events?since=0")).await?;
    let events = log["events"].as_array().context("no events")?;
    let Some(stored) = events.iter().rev().find(|event| event["clocks"].is_object()) else {
        return Ok((0, 0));
    };
    let Some(side) = view["clocks"]["running"].as_str() else { return Ok((0, 0)) };
    let at = Duration::from_millis(stored["at"].as_u64().unwrap_or_default());
    let lived: Duration = lives.map(|(from, to)| to.min(now).saturating_sub(from.max(at))).sum();
    // Ticks and dates are whole milliseconds, each rounded by itself.
    let most = u64::try_from(lived.as_millis())? + 5;
    let left = |value: &Value| value["clocks"][side]["main"].as_u64().unwrap_or_default();
    let (before, now) = (left(stored), left(&view));
    if now > before || before - now > most {
        report.fail(format!("{id}: {before} ms were left, {now} ms are after {most} ms of life"));
    }
    Ok((before.saturating_sub(now), most))
}

impl Ledger {
    /// An empty list, or that of a run which was broken off.
    fn open(plan: &Plan) -> anyhow::Result<Self> {
        let path = plan.folder.join("acknowledged.txt");
        let mut games: Vec<Played> = Vec::new();
        let mut places = HashMap::new();
        let (mut moves, mut kills) = (0, 0);
        if let Ok(old) = File::open(&path) {
            for line in BufReader::new(old).lines() {
                let line = line?;
                let words: Vec<&str> = line.split(' ').collect();
                match words[..] {
                    ["game", id, one, two, script] => {
                        places.insert(id.to_owned(), games.len());
                        let secrets = [one.to_owned(), two.to_owned()];
                        let seats = Seats { id: id.to_owned(), secrets };
                        let script = script.parse()?;
                        games.push(Played { seats, script, acked: Vec::new(), is_over: false });
                    }
                    ["ack", id, n] => {
                        moves += 1;
                        games[places[id]].acked.push(n.parse()?);
                    }
                    ["over", id] => games[places[id]].is_over = true,
                    ["kill"] => kills += 1,
                    // The last line may be half written.
                    _ => {}
                }
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let file = Arc::new(Mutex::new(BufWriter::new(file)));
        // When those of the earlier run lived is not known.
        let lives = if games.is_empty() { vec![] } else { vec![(Duration::ZERO, today()?)] };
        Ok(Self { games, moves, kills, file, lives })
    }

    fn note(&self, line: std::fmt::Arguments<'_>) -> anyhow::Result<()> {
        write(&self.file, line);
        Ok(self.file.lock().map_err(|_| anyhow::anyhow!("a writer panicked"))?.flush()?)
    }
}

fn write(file: &Mutex<BufWriter<File>>, line: std::fmt::Arguments<'_>) {
    if let Ok(mut file) = file.lock() {
        let _ = writeln!(file, "{line}");
    }
}
