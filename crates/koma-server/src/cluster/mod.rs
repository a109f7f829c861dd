//! Several servers that are one site: `docs/scale.md`.
//!
//! PostgreSQL has the truth: the logs of games, and who owns which of them ([`lease`]). NATS ([`nats`]) carries
//! what players want to the owner of their game, and what happened to those who watch it elsewhere;
//! nothing is lost with it that the log does not have. What is said is in `live/afar.rs`.

pub mod lease;
pub mod nats;

use std::sync::Arc;
use std::time::Duration;

use koma_store::{Store, shard_of};
use tokio::sync::mpsc;

use crate::ServerError;
use lease::Shards;
use nats::{Address, Heard, Nats, Subscription, Unanswered};

/// How many things asked by other servers wait for this one.
const QUEUE: usize = 4096;

/// How a server finds the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterConfig {
    /// Where NATS is: `nats://HOST:PORT`, several with commas.
    pub nats: String,
    /// A name for this server, for people to read.
    pub node: Option<String>,
    /// Whether it may start although no standby has what PostgreSQL has committed.
    pub without_standby: bool,
}

/// A server's place among the others; cheap to clone.
#[derive(Clone, Debug)]
pub struct Cluster(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    shards: Shards,
    nats: Nats,
    /// What stands before all subjects: sites may share a NATS.
    prefix: String,
    asked: mpsc::Sender<Heard>,
}

impl Cluster {
    /// Joins the others; what they ask comes out of the receiver.
    pub async fn join(
        config: &ClusterConfig,
        store: &Store,
    ) -> Result<(Self, mpsc::Receiver<Heard>), ServerError> {
        let refused = |why: &str| ServerError::Cluster(why.to_owned());
        let servers = Address::list(&config.nats)
            .ok_or_else(|| refused("`--cluster` takes nats://HOST:PORT, several with commas"))?;
        // No two processes have the same name: one that starts again is another owner.
        let name = config.node.clone().unwrap_or_else(|| "koma".to_owned());
        let name = format!("{name}-{:08x}", rand::random::<u32>());
        let leases = store.join_cluster(&name).await?;
        let leases = leases.ok_or_else(|| {
            refused("`--cluster` needs PostgreSQL: `--database postgres://…`; an SQLite file has one server")
        })?;
        if !config.without_standby && !store.has_standby().await? {
            return Err(refused(
                "PostgreSQL has no synchronous standby (`synchronous_standby_names` is empty, or `synchronous_commit` is \
                 off): moves that were acknowledged could be lost with its machine. Set one up (docs/scale.md), or say \
                 `--without-standby`",
            ));
        }
        let nats = Nats::connect(servers, &name);
        if !nats.up(Duration::from_secs(5)).await {
            tracing::warn!("there is no connection to NATS yet; it is tried again and again");
        }
        let prefix = format!("koma.{}", leases.cluster());
        let (asked, asks) = mpsc::channel(QUEUE);
        tracing::info!(node = name, "joined the cluster");
        Ok((Self(Arc::new(Inner { shards: Shards::new(leases), nats, prefix, asked })), asks))
    }

    /// Which shards are owned by whom.
    pub fn shards(&self) -> &Shards {
        &self.0.shards
    }

    /// The subject of a game, on which its owner tells what happened.
    fn game(&self, game: &str) -> String {
        format!("{}.game.{game}", self.0.prefix)
    }

    /// The subject of a shard, on which its owner is asked.
    fn shard(&self, shard: u8) -> String {
        format!("{}.shard.{shard}", self.0.prefix)
    }

    /// Tells all servers where somebody watches a game.
    pub fn tell(&self, game: &str, note: &[u8]) {
        self.0.nats.publish(&self.game(game), note);
    }

    /// Hears what its owner tells of a game.
    pub async fn listen(&self, game: &str, queue: mpsc::Sender<Heard>) -> Subscription {
        self.0.nats.subscribe(self.game(game), queue).await
    }

    /// Asks the owner of a game.
    pub async fn ask(
        &self,
        game: &str,
        ask: &[u8],
        patience: Duration,
    ) -> Result<bytes::Bytes, Unanswered> {
        self.0.nats.request(&self.shard(shard_of(game)), ask, patience).await
    }

    /// Answers what somebody asked.
    pub fn answer(&self, to: &str, answer: &[u8]) {
        self.0.nats.publish(to, answer);
    }

    /// Tells the owner of a game something that needs no answer.
    pub fn send(&self, game: &str, ask: &[u8]) {
        self.0.nats.publish(&self.shard(shard_of(game)), ask);
    }

    /// From now on this server is asked about a shard.
    pub fn serve(&self, shard: u8) -> Subscription {
        self.0.nats.listen(self.shard(shard), self.0.asked.clone())
    }

    /// Somebody has given shards away: the others look at once.
    pub fn poke(&self) {
        self.0.nats.publish(&format!("{}.shards", self.0.prefix), b"");
    }

    /// Hears when somebody has given shards away.
    pub async fn pokes(&self, queue: mpsc::Sender<Heard>) -> Subscription {
        self.0.nats.subscribe(format!("{}.shards", self.0.prefix), queue).await
    }

    /// Whether there is a connection to the others.
    pub fn is_up(&self) -> bool {
        self.0.nats.is_up()
    }
}
