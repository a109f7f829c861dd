//! What strangers may do how often: passwords they try, what they store in a day.

use crate::database::{reading, writing};
use crate::{Store, StoreError, now};

/// A day, in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// How long failures count, in milliseconds.
const FORGIVEN: i64 = DAY;

/// Who tries, how often they may be wrong before they have to wait, and how long at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trier {
    /// An account, an address, or both.
    pub who: String,
    /// So many failures are free.
    pub free: u32,
    /// The longest wait, in milliseconds.
    pub longest: i64,
}

impl Store {
    /// How long these have to wait before they may try again, in milliseconds; 0 if not at all.
    pub async fn wait_of(&self, triers: &[Trier]) -> Result<i64, StoreError> {
        let mut wait = 0;
        for trier in triers {
            let sql = "SELECT until FROM attempts WHERE who = $1";
            let until: Option<i64> = reading!(self.database, pool => {
                sqlx::query_scalar(sql).bind(&trier.who).fetch_optional(pool).await?
            });
            // No longer than it can be, whatever the date does.
            wait = wait.max(until.map_or(0, |until| (until - now()).min(trier.longest)));
        }
        Ok(wait)
    }

    /// Notes that these were wrong: from some time on each failure doubles the wait, from a second.
    pub async fn failed(&self, triers: &[Trier]) -> Result<(), StoreError> {
        writing!(self.database, tx => {
            let old = sqlx::query("DELETE FROM attempts WHERE until < $1").bind(now() - FORGIVEN);
            old.execute(&mut *tx).await?;
            for trier in triers {
                let sql = "INSERT INTO attempts (who, failures, until) VALUES ($1, 1, $2) \
                           ON CONFLICT (who) DO UPDATE SET failures = attempts.failures + 1, \
                           until = excluded.until RETURNING failures";
                let failures: i64 = sqlx::query_scalar(sql)
                    .bind(&trier.who)
                    .bind(now())
                    .fetch_one(&mut *tx)
                    .await?;
                let over = failures - i64::from(trier.free);
                if over > 0 {
                    let wait = (1000_i64 << (over - 1).min(30)).min(trier.longest);
                    let sql = "UPDATE attempts SET until = $1 WHERE who = $2";
                    let update = sqlx::query(sql).bind(now() + wait).bind(&trier.who);
                    update.execute(&mut *tx).await?;
                }
            }
        });
        Ok(())
    }

    /// Forgives these.
    pub async fn succeeded(&self, triers: &[Trier]) -> Result<(), StoreError> {
        let mut known = false;
        for trier in triers {
            let sql = "SELECT count(*) FROM attempts WHERE who = $1";
            let count: i64 = reading!(self.database, pool => {
                sqlx::query_scalar(sql).bind(&trier.who).fetch_one(pool).await?
            });
            known |= count > 0;
        }
        if !known {
            return Ok(());
        }
        writing!(self.database, tx => {
            for trier in triers {
                let delete = sqlx::query("DELETE FROM attempts WHERE who = $1").bind(&trier.who);
                delete.execute(&mut *tx).await?;
            }
        });
        Ok(())
    }

    /// Adds to what somebody has used today, unless it would be more than `most`; says whether it
    /// was not.
    pub async fn use_up(
        &self,
        who: &str,
        what: &str,
        amount: u64,
        most: u64,
    ) -> Result<bool, StoreError> {
        let amount = i64::try_from(amount).unwrap_or(i64::MAX);
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        if amount > most {
            return Ok(false);
        }
        let today = now() / DAY;
        let sql = "INSERT INTO usage (who, day, what, amount) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (who, day, what) DO UPDATE SET \
                   amount = usage.amount + excluded.amount \
                   WHERE usage.amount + excluded.amount <= $5";
        let rows = writing!(self.database, tx => {
            let old = sqlx::query("DELETE FROM usage WHERE day < $1").bind(today - 7);
            old.execute(&mut *tx).await?;
            let add = sqlx::query(sql).bind(who).bind(today).bind(what).bind(amount).bind(most);
            add.execute(&mut *tx).await?.rows_affected()
        });
        Ok(rows > 0)
    }

    /// What an administrator has decided about something.
    pub async fn setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(reading!(self.database, pool => {
            let sql = "SELECT value FROM settings WHERE name = $1";
            sqlx::query_scalar(sql).bind(name).fetch_optional(pool).await?
        }))
    }

    /// Decides something; without a value it is as it was at first.
    pub async fn set_setting(&self, name: &str, value: Option<&str>) -> Result<(), StoreError> {
        writing!(self.database, tx => {
            let delete = sqlx::query("DELETE FROM settings WHERE name = $1").bind(name);
            delete.execute(&mut *tx).await?;
            if let Some(value) = value {
                let sql = "INSERT INTO settings (name, value) VALUES ($1, $2)";
                sqlx::query(sql).bind(name).bind(value).execute(&mut *tx).await?;
            }
        });
        Ok(())
    }

    /// Keeps the hash of an administrator's key.
    pub async fn put_token(&self, hash: &[u8], name: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO tokens (hash, name, added) VALUES ($1, $2, $3)";
        writing!(self.database, tx => {
            sqlx::query(sql).bind(hash).bind(name).bind(now()).execute(&mut *tx).await?;
        });
        Ok(())
    }

    /// The name of an administrator's key, by its hash.
    pub async fn token(&self, hash: &[u8]) -> Result<Option<String>, StoreError> {
        Ok(reading!(self.database, pool => {
            let sql = "SELECT name FROM tokens WHERE hash = $1";
            sqlx::query_scalar(sql).bind(hash).fetch_optional(pool).await?
        }))
    }

    /// The names of all administrators' keys.
    pub async fn tokens(&self) -> Result<Vec<String>, StoreError> {
        Ok(reading!(self.database, pool => {
            sqlx::query_scalar("SELECT name FROM tokens ORDER BY added").fetch_all(pool).await?
        }))
    }

    /// Takes administrators' keys of a name away; says how many.
    pub async fn delete_tokens(&self, name: &str) -> Result<u64, StoreError> {
        Ok(writing!(self.database, tx => {
            let delete = sqlx::query("DELETE FROM tokens WHERE name = $1").bind(name);
            delete.execute(&mut *tx).await?.rows_affected()
        }))
    }
}
