//! Accounts and sessions. Passwords and secrets come here hashed.

use crate::database::{reading, writing};
use crate::{Store, StoreError, fold, now};

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
}

/// Somebody signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Whose.
    pub account: Account,
    /// What unsafe requests must say.
    pub csrf: String,
    /// Until when, in milliseconds since 1970.
    pub expires: i64,
}

type AccountRow = (i64, String, String, i64);

fn account((id, name, password, created): AccountRow) -> Account {
    Account { id, name, password, created }
}

impl Store {
    /// Makes an account. Names that differ only in case, width or blanks are one name; a taken one
    /// is [`StoreError::Taken`].
    pub async fn create_account(&self, name: &str, password: &str) -> Result<Account, StoreError> {
        let made = Account {
            id: rand::random::<i64>() & i64::MAX,
            name: name.to_owned(),
            password: password.to_owned(),
            created: now(),
        };
        let sql = "INSERT INTO accounts (id, name, folded, password, created) \
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (folded) DO NOTHING";
        let rows = writing!(self.database, tx => {
            let insert = sqlx::query(sql)
                .bind(made.id)
                .bind(name)
                .bind(fold(name))
                .bind(password)
                .bind(made.created);
            insert.execute(&mut *tx).await?.rows_affected()
        });
        if rows == 0 {
            return Err(StoreError::Taken { name: name.to_owned() });
        }
        Ok(made)
    }

    /// The account of a name.
    pub async fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let sql = "SELECT id, name, password, created FROM accounts WHERE folded = $1";
        let row: Option<AccountRow> = reading!(self.database, pool => {
            sqlx::query_as(sql).bind(fold(name)).fetch_optional(pool).await?
        });
        Ok(row.map(account))
    }

    /// Keeps a session under the hash of its secret; those that are over are removed.
    pub async fn put_session(
        &self,
        hash: &[u8],
        account: i64,
        csrf: &str,
        expires: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO sessions (hash, account, csrf, expires) VALUES ($1, $2, $3, $4)";
        writing!(self.database, tx => {
            let old = sqlx::query("DELETE FROM sessions WHERE expires <= $1").bind(now());
            old.execute(&mut *tx).await?;
            let insert = sqlx::query(sql).bind(hash).bind(account).bind(csrf).bind(expires);
            insert.execute(&mut *tx).await?;
        });
        Ok(())
    }

    /// The session of a secret's hash, if it is not over.
    pub async fn session(&self, hash: &[u8]) -> Result<Option<Session>, StoreError> {
        let sql = "SELECT a.id, a.name, a.password, a.created, s.csrf, s.expires \
                   FROM sessions s JOIN accounts a ON a.id = s.account \
                   WHERE s.hash = $1 AND s.expires > $2";
        type Row = (i64, String, String, i64, String, i64);
        let row: Option<Row> = reading!(self.database, pool => {
            sqlx::query_as(sql).bind(hash).bind(now()).fetch_optional(pool).await?
        });
        Ok(row.map(|(id, name, password, created, csrf, expires)| Session {
            account: account((id, name, password, created)),
            csrf,
            expires,
        }))
    }

    /// Ends a session; says whether there was one.
    pub async fn delete_session(&self, hash: &[u8]) -> Result<bool, StoreError> {
        let rows = writing!(self.database, tx => {
            let delete = sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(hash);
            delete.execute(&mut *tx).await?.rows_affected()
        });
        Ok(rows > 0)
    }
}
