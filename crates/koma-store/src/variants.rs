//! Variants people made.

use sqlx::QueryBuilder;

use crate::database::{reading, writing};
use crate::names::storable;
use crate::{Store, StoreError, now};

/// A variant as somebody wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredVariant {
    /// Its id, which cannot be guessed.
    pub id: String,
    /// Which variant of the text: its slug or section.
    pub name: String,
    /// `yaml` or `ini`.
    pub format: String,
    /// The text.
    pub text: String,
    /// When it came, in milliseconds since 1970.
    pub added: i64,
    /// Whose it is, if they were signed in.
    pub account: Option<i64>,
    /// The hash of the key by which a guest can delete it.
    pub key_hash: Option<Vec<u8>>,
}

impl Store {
    /// Keeps a variant under a new id, which is 128 random bits (`v-…`), for an account or for
    /// whoever has a key.
    pub async fn put_variant(
        &self,
        name: &str,
        format: &str,
        text: &str,
        account: Option<i64>,
        key_hash: Option<&[u8]>,
    ) -> Result<String, StoreError> {
        let id = format!("v-{:032x}", rand::random::<u128>());
        let sql = "INSERT INTO variants (id, name, format, text, added, account, key_hash) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7)";
        writing!(self.database, tx => {
            let insert = sqlx::query(sql).bind(&id).bind(name).bind(format).bind(text).bind(now());
            insert.bind(account).bind(key_hash).execute(&mut *tx).await?;
        });
        Ok(id)
    }

    /// The variant of an id.
    pub async fn variant(&self, id: &str) -> Result<Option<StoredVariant>, StoreError> {
        let row: Option<Row> = reading!(self.database, pool => {
            let mut sql = QueryBuilder::new(VARIANT);
            sql.push(" WHERE id = ").push_bind(storable(id));
            sql.build_query_as().fetch_optional(pool).await?
        });
        Ok(row.map(stored))
    }

    /// The variants of an account, the newest first.
    pub async fn variants_of(&self, account: i64) -> Result<Vec<StoredVariant>, StoreError> {
        let rows: Vec<Row> = reading!(self.database, pool => {
            let mut sql = QueryBuilder::new(VARIANT);
            sql.push(" WHERE account = ").push_bind(account).push(" ORDER BY added DESC");
            sql.build_query_as().fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(stored).collect())
    }

    /// Removes a variant; says whether there was one. Records of it have its rules with them.
    pub async fn delete_variant(&self, id: &str) -> Result<bool, StoreError> {
        Ok(writing!(self.database, tx => {
            let delete = sqlx::query("DELETE FROM variants WHERE id = $1").bind(id);
            delete.execute(&mut *tx).await?.rows_affected() > 0
        }))
    }
}

const VARIANT: &str = "SELECT id, name, format, text, added, account, key_hash FROM variants";

type Row = (String, String, String, String, i64, Option<i64>, Option<Vec<u8>>);

fn stored((id, name, format, text, added, account, key_hash): Row) -> StoredVariant {
    StoredVariant { id, name, format, text, added, account, key_hash }
}
