//! Accounts and sessions. Passwords and secrets come here hashed.

use crate::database::{reading, writing};
use crate::{Store, StoreError, fold, looks, now};

/// Somebody with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// A random number.
    pub id: i64,
    /// The name as its owner writes it.
    pub name: String,
    /// The hash of the password, in the words of the function that made it.
    pub password: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Whether an administrator has closed it.
    pub is_banned: bool,
}

impl Account {
    /// The day on which it was made, `2026-11-17`, in the time of Greenwich.
    pub fn day(&self) -> String {
        let at = jiff::Timestamp::from_millisecond(self.created).unwrap_or_default();
        at.strftime("%Y-%m-%d").to_string()
    }
}

/// Somebody signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Login {
    /// Whose.
    pub account: Account,
    /// The hash of its secret.
    pub hash: Vec<u8>,
    /// What unsafe requests must say.
    pub csrf: String,
    /// When it began, in milliseconds since 1970.
    pub begun: i64,
    /// Until when.
    pub expires: i64,
}

/// A session that was ended before its time: servers close its sockets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revoked {
    /// They are numbered from 1.
    pub id: i64,
    /// Whose.
    pub account: i64,
    /// The hash of the session's secret; without it all sessions of the account.
    pub hash: Option<Vec<u8>>,
}

/// How long it is remembered that a session was ended, in milliseconds.
const REMEMBERED: i64 = 60 * 60 * 1000;

type AccountRow = (i64, String, String, i64, i64);

fn account((id, name, password, created, banned): AccountRow) -> Account {
    Account { id, name, password, created, is_banned: banned != 0 }
}

type SessionRow = (i64, String, String, i64, i64, Vec<u8>, String, i64, i64);

fn session(row: SessionRow) -> Login {
    let (id, name, password, created, banned, hash, csrf, begun, expires) = row;
    Login { account: account((id, name, password, created, banned)), hash, csrf, begun, expires }
}

const ACCOUNT: &str = "SELECT id, name, password, created, banned FROM accounts";

const SESSION: &str = "SELECT a.id, a.name, a.password, a.created, a.banned, \
    s.hash, s.csrf, s.begun, s.expires FROM sessions s JOIN accounts a ON a.id = s.account";

/// Notes in the transaction that ends sessions which ones they are.
macro_rules! revoke {
    ($tx:expr, $account:expr, $hash:expr) => {{
        let old = sqlx::query("DELETE FROM revocations WHERE at < $1").bind(now() - REMEMBERED);
        old.execute(&mut *$tx).await?;
        let sql = "INSERT INTO revocations (account, hash, at) VALUES ($1, $2, $3)";
        let hash: Option<&[u8]> = $hash;
        sqlx::query(sql).bind($account).bind(hash).bind(now()).execute(&mut *$tx).await?;
    }};
}

impl Store {
    /// Makes an account. Names that differ only in case, width or blanks are one name, and so are
    /// names that look the same; a taken one is [`StoreError::Taken`].
    pub async fn create_account(&self, name: &str, password: &str) -> Result<Account, StoreError> {
        let made = Account {
            id: rand::random::<i64>() & i64::MAX,
            name: name.to_owned(),
            password: password.to_owned(),
            created: now(),
            is_banned: false,
        };
        let sql = "INSERT INTO accounts (id, name, folded, looks, password, created) \
                   VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
        let rows = writing!(self.database, tx => {
            let insert = sqlx::query(sql)
                .bind(made.id)
                .bind(name)
                .bind(fold(name))
                .bind(looks(name))
                .bind(password)
                .bind(made.created);
            insert.execute(&mut *tx).await?.rows_affected()
        });
        if rows == 0 {
            return Err(StoreError::Taken { name: name.to_owned() });
        }
        Ok(made)
    }

    /// Notes what names look like that were taken before it mattered. Where two look the same, both
    /// stay.
    pub(crate) async fn look_at_names(&self) -> Result<(), StoreError> {
        let rows: Vec<(i64, String)> = reading!(self.database, pool => {
            let sql = "SELECT id, name FROM accounts WHERE looks IS NULL";
            sqlx::query_as(sql).fetch_all(pool).await?
        });
        if rows.is_empty() {
            return Ok(());
        }
        writing!(self.database, tx => {
            for (id, name) in &rows {
                let sql = "UPDATE accounts SET looks = $1 WHERE id = $2 AND NOT EXISTS \
                           (SELECT 1 FROM accounts WHERE looks = $1)";
                sqlx::query(sql).bind(looks(name)).bind(id).execute(&mut *tx).await?;
            }
        });
        Ok(())
    }

    /// The account of a name.
    pub async fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let row: Option<AccountRow> = reading!(self.database, pool => {
            let mut sql = sqlx::QueryBuilder::new(ACCOUNT);
            sql.push(" WHERE folded = ").push_bind(fold(name));
            sql.build_query_as().fetch_optional(pool).await?
        });
        Ok(row.map(account))
    }

    /// All accounts, the newest first, at most so many.
    pub async fn accounts(&self, limit: u32) -> Result<Vec<Account>, StoreError> {
        let rows: Vec<AccountRow> = reading!(self.database, pool => {
            let mut sql = sqlx::QueryBuilder::new(ACCOUNT);
            sql.push(" ORDER BY created DESC LIMIT ").push_bind(i64::from(limit));
            sql.build_query_as().fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(account).collect())
    }

    /// Gives an account another password; all its sessions but one are over.
    pub async fn set_password(
        &self,
        account: i64,
        password: &str,
        but: Option<&[u8]>,
    ) -> Result<(), StoreError> {
        writing!(self.database, tx => {
            let sql = "UPDATE accounts SET password = $1 WHERE id = $2";
            sqlx::query(sql).bind(password).bind(account).execute(&mut *tx).await?;
            let sql = "SELECT hash FROM sessions WHERE account = $1";
            let all: Vec<Vec<u8>> =
                sqlx::query_scalar(sql).bind(account).fetch_all(&mut *tx).await?;
            for hash in all.iter().filter(|hash| Some(&hash[..]) != but) {
                let delete = sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(&hash[..]);
                delete.execute(&mut *tx).await?;
                revoke!(tx, account, Some(&hash[..]));
            }
        });
        Ok(())
    }

    /// Closes an account or opens it again; a closed one has no sessions.
    pub async fn set_banned(&self, account: i64, is_banned: bool) -> Result<(), StoreError> {
        writing!(self.database, tx => {
            let sql = "UPDATE accounts SET banned = $1 WHERE id = $2";
            sqlx::query(sql).bind(i64::from(is_banned)).bind(account).execute(&mut *tx).await?;
            if is_banned {
                let sql = "DELETE FROM sessions WHERE account = $1";
                sqlx::query(sql).bind(account).execute(&mut *tx).await?;
                revoke!(tx, account, None);
            }
        });
        Ok(())
    }

    /// Keeps a session under the hash of its secret; those that are over are removed.
    pub async fn put_session(
        &self,
        hash: &[u8],
        account: i64,
        csrf: &str,
        expires: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO sessions (hash, account, csrf, begun, expires) \
                   VALUES ($1, $2, $3, $4, $5)";
        writing!(self.database, tx => {
            // A day late: the date may have jumped, and will jump back.
            let day = 24 * 60 * 60 * 1000;
            let old = sqlx::query("DELETE FROM sessions WHERE expires <= $1").bind(now() - day);
            old.execute(&mut *tx).await?;
            let insert = sqlx::query(sql).bind(hash).bind(account).bind(csrf);
            insert.bind(now()).bind(expires).execute(&mut *tx).await?;
        });
        Ok(())
    }

    /// The session of a secret's hash, if it is not over.
    pub async fn session(&self, hash: &[u8]) -> Result<Option<Login>, StoreError> {
        let row: Option<SessionRow> = reading!(self.database, pool => {
            let mut sql = sqlx::QueryBuilder::new(SESSION);
            sql.push(" WHERE s.hash = ").push_bind(hash.to_vec());
            sql.push(" AND a.banned = 0 AND s.expires > ").push_bind(now());
            sql.build_query_as().fetch_optional(pool).await?
        });
        Ok(row.map(session))
    }

    /// The sessions of an account, the newest first.
    pub async fn sessions(&self, account: i64) -> Result<Vec<Login>, StoreError> {
        let rows: Vec<SessionRow> = reading!(self.database, pool => {
            let mut sql = sqlx::QueryBuilder::new(SESSION);
            sql.push(" WHERE s.account = ").push_bind(account);
            sql.push(" AND s.expires > ").push_bind(now()).push(" ORDER BY s.begun DESC");
            sql.build_query_as().fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(session).collect())
    }

    /// Ends a session; says whether there was one.
    pub async fn delete_session(&self, hash: &[u8]) -> Result<bool, StoreError> {
        let rows = writing!(self.database, tx => {
            let sql = "SELECT account FROM sessions WHERE hash = $1";
            let owner: Option<i64> =
                sqlx::query_scalar(sql).bind(hash).fetch_optional(&mut *tx).await?;
            if let Some(owner) = owner {
                let delete = sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(hash);
                delete.execute(&mut *tx).await?;
                revoke!(tx, owner, Some(hash));
            }
            owner
        });
        Ok(rows.is_some())
    }

    /// The sessions that were ended after that of a number, and the newest number.
    pub async fn revoked(&self, after: i64) -> Result<Vec<Revoked>, StoreError> {
        let sql = "SELECT id, account, hash FROM revocations WHERE id > $1 ORDER BY id";
        let rows: Vec<(i64, i64, Option<Vec<u8>>)> = reading!(self.database, pool => {
            sqlx::query_as(sql).bind(after).fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(|(id, account, hash)| Revoked { id, account, hash }).collect())
    }

    /// Removes an account with its sessions. What it stored is removed by
    /// [`Store::delete_all_of`] before.
    pub async fn delete_account(&self, account: i64) -> Result<(), StoreError> {
        writing!(self.database, tx => {
            for sql in [
                "DELETE FROM sessions WHERE account = $1",
                "DELETE FROM seats WHERE account = $1",
                "DELETE FROM owners WHERE account = $1",
                "DELETE FROM accounts WHERE id = $1",
            ] {
                sqlx::query(sql).bind(account).execute(&mut *tx).await?;
            }
            revoke!(tx, account, None);
        });
        Ok(())
    }
}
