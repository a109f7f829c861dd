//! Several servers on one PostgreSQL: who owns which games.
//!
//! Games are divided into 256 shards. A server owns a shard by a lease, which it renews, and under an
//! epoch, which fences: what an owner stores names its epoch, and is refused once there is a newer
//! one. Time is the database's own.

use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

use crate::database::Database;
use crate::{Store, StoreError};

/// The shard of a game.
pub fn shard_of(game: &str) -> u8 {
    blake3::hash(game.as_bytes()).as_bytes()[0]
}

/// What an owner says when it stores: its shard, and the epoch under which it has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fence {
    /// The shard.
    pub shard: u8,
    /// The epoch.
    pub epoch: i64,
}

/// A shard that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Under which epoch.
    pub fence: Fence,
    /// How long ago its last owner gave a sign of life, in milliseconds.
    pub silent: u64,
}

/// What came of a round.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// What this server had and still has.
    pub held: Vec<Fence>,
    /// What it has from now on.
    pub taken: Vec<Taken>,
    /// Whether it gave shards to servers that should have them.
    pub has_given: bool,
}

/// A server's place among those of a database.
#[derive(Clone, Debug)]
pub struct Leases {
    /// A connection of its own: what many moves wait for must not hold it up.
    pool: PgPool,
    node: String,
    cluster: String,
}

impl Store {
    /// Joins the servers of this database under a name nobody else has; `None` with SQLite, which has
    /// one server.
    pub async fn join_cluster(&self, node: &str) -> Result<Option<Leases>, StoreError> {
        let Database::Postgres(pool) = &self.database else { return Ok(None) };
        // Games of older versions have no shard yet.
        let sql = "SELECT id FROM games WHERE state < 2 AND shard IS NULL";
        let games: Vec<String> = sqlx::query_scalar(sql).fetch_all(pool).await?;
        for game in games {
            let update = sqlx::query("UPDATE games SET shard = $1 WHERE id = $2");
            update.bind(i64::from(shard_of(&game))).bind(&game).execute(pool).await?;
        }
        let old = "DELETE FROM nodes WHERE seen < now() - interval '1 hour'";
        sqlx::query(old).execute(pool).await?;
        let name =
            "INSERT INTO settings (name, value) VALUES ('cluster', $1) ON CONFLICT DO NOTHING";
        sqlx::query(name).bind(format!("{:016x}", rand::random::<u64>())).execute(pool).await?;
        let name = "SELECT value FROM settings WHERE name = 'cluster'";
        let cluster = sqlx::query_scalar(name).fetch_one(pool).await?;
        let options =
            PgPoolOptions::new().max_connections(1).acquire_timeout(Duration::from_secs(2));
        let pool = options.connect_lazy_with((*pool.connect_options()).clone());
        Ok(Some(Leases { pool, node: node.to_owned(), cluster }))
    }

    /// Whether a commit of this database waits for a standby, so that none is lost with its machine.
    pub async fn has_standby(&self) -> Result<bool, StoreError> {
        let Database::Postgres(pool) = &self.database else { return Ok(false) };
        let names: String =
            sqlx::query_scalar("SHOW synchronous_standby_names").fetch_one(pool).await?;
        let commit: String = sqlx::query_scalar("SHOW synchronous_commit").fetch_one(pool).await?;
        Ok(!names.trim().is_empty() && commit != "off" && commit != "local")
    }
}

impl Leases {
    /// This server's name.
    pub fn node(&self) -> &str {
        &self.node
    }

    /// The name of all of them together, the same for ever.
    pub fn cluster(&self) -> &str {
        &self.cluster
    }

    /// Renews what is owned, gives back what others should have, and takes what nobody has: at once
    /// if this server is the one who should, otherwise a second later.
    pub async fn round(&self) -> Result<Round, StoreError> {
        let seen = "INSERT INTO nodes (id, seen, leaving) VALUES ($1, now(), FALSE) \
                    ON CONFLICT (id) DO UPDATE SET seen = now()";
        sqlx::query(seen).bind(&self.node).execute(&self.pool).await?;
        let renew = "UPDATE shards SET until = now() + interval '3 seconds' WHERE owner = $1 \
                     RETURNING id, epoch";
        let held: Vec<(i64, i64)> =
            sqlx::query_as(renew).bind(&self.node).fetch_all(&self.pool).await?;
        let there =
            "SELECT id FROM nodes WHERE NOT leaving AND seen > now() - interval '2 seconds'";
        let nodes: Vec<String> = sqlx::query_scalar(there).fetch_all(&self.pool).await?;
        let (mine, others): (Vec<i64>, Vec<i64>) =
            (0..256).partition(|shard| should_own(*shard, &nodes) == Some(&self.node));
        let give =
            "UPDATE shards SET owner = NULL, until = now() WHERE owner = $1 AND id = ANY($2)";
        let give = sqlx::query(give).bind(&self.node).bind(&others);
        let given = give.execute(&self.pool).await?.rows_affected();
        let take = "WITH free AS ( \
                        SELECT id, owner, until FROM shards \
                        WHERE until <= now() AND (id = ANY($2) OR until <= now() - interval '1 second') \
                        ORDER BY id FOR UPDATE) \
                    UPDATE shards SET epoch = epoch + 1, owner = $1, \
                        until = now() + interval '3 seconds' \
                    FROM free WHERE shards.id = free.id \
                    RETURNING shards.id, shards.epoch, (extract(epoch FROM now() - free.until) * 1000 \
                        + CASE WHEN free.owner IS NULL THEN 0 ELSE 3000 END)::BIGINT";
        let take = sqlx::query_as(take).bind(&self.node).bind(&mine);
        let taken: Vec<(i64, i64, i64)> = take.fetch_all(&self.pool).await?;
        let fence = |shard: i64, epoch| Fence { shard: shard as u8, epoch };
        let keeps = |(shard, _): &&(i64, i64)| given == 0 || mine.contains(shard);
        Ok(Round {
            held: held.iter().filter(keeps).map(|&(shard, epoch)| fence(shard, epoch)).collect(),
            taken: taken
                .into_iter()
                .map(|(shard, epoch, silent)| Taken {
                    fence: fence(shard, epoch),
                    silent: u64::try_from(silent).unwrap_or_default(),
                })
                .collect(),
            has_given: given > 0,
        })
    }

    /// Gives back all, and is counted on no more.
    pub async fn leave(&self) -> Result<(), StoreError> {
        let leave = "UPDATE nodes SET leaving = TRUE WHERE id = $1";
        sqlx::query(leave).bind(&self.node).execute(&self.pool).await?;
        let give = "UPDATE shards SET owner = NULL, until = now() WHERE owner = $1";
        sqlx::query(give).bind(&self.node).execute(&self.pool).await?;
        Ok(())
    }

    /// Closes its connection.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// The server that should own a shard: the one with the highest digest of its name and the shard, so that
/// one who comes or goes moves its own shards alone.
fn should_own(shard: i64, nodes: &[String]) -> Option<&String> {
    let digest = |node: &&String| {
        let mut hasher = blake3::Hasher::new();
        hasher.update(node.as_bytes()).update(&[0]).update(&shard.to_le_bytes());
        *hasher.finalize().as_bytes()
    };
    nodes.iter().max_by_key(digest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_who_comes_or_goes_moves_its_own_shards_alone() {
        let three = ["a", "b", "c"].map(str::to_owned);
        let owners = |nodes: &[String]| -> Vec<Option<String>> {
            (0..256).map(|shard| should_own(shard, nodes).cloned()).collect()
        };
        let (before, after) = (owners(&three), owners(&three[..2]));
        let share = before.iter().filter(|owner| owner.as_deref() == Some("c")).count();
        assert!((50..120).contains(&share), "{share}");
        for (before, after) in before.iter().zip(&after) {
            assert!(before == after || before.as_deref() == Some("c"));
        }
        assert_eq!(owners(&[]), vec![None; 256]);
    }
}
