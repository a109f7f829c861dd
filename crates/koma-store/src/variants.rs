//! Variants people made.

use crate::database::{reading, writing};
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
}

impl Store {
    /// Keeps a variant under a new id, which is 128 random bits (`v-…`).
    pub async fn put_variant(
        &self,
        name: &str,
        format: &str,
        text: &str,
    ) -> Result<String, StoreError> {
        let id = format!("v-{:032x}", rand::random::<u128>());
        let sql =
            "INSERT INTO variants (id, name, format, text, added) VALUES ($1, $2, $3, $4, $5)";
        writing!(self.database, tx => {
            sqlx::query(sql)
                .bind(&id)
                .bind(name)
                .bind(format)
                .bind(text)
                .bind(now())
                .execute(&mut *tx)
                .await?;
        });
        Ok(id)
    }

    /// The variant of an id.
    pub async fn variant(&self, id: &str) -> Result<Option<StoredVariant>, StoreError> {
        let sql = "SELECT id, name, format, text, added FROM variants WHERE id = $1";
        type Row = (String, String, String, String, i64);
        let row: Option<Row> = reading!(self.database, pool => {
            sqlx::query_as(sql).bind(id).fetch_optional(pool).await?
        });
        Ok(row.map(|(id, name, format, text, added)| StoredVariant {
            id,
            name,
            format,
            text,
            added,
        }))
    }
}
