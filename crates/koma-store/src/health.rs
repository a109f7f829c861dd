//! Does writing work?

use crate::database::writing;
use crate::{Store, StoreError, now};

impl Store {
    /// Writes a row and reads it back.
    pub async fn health_write(&self) -> Result<(), StoreError> {
        let at = now();
        let sql = "INSERT INTO health (id, at) VALUES (1, $1) \
                   ON CONFLICT (id) DO UPDATE SET at = excluded.at";
        let read: i64 = writing!(self.database, tx => {
            sqlx::query(sql).bind(at).execute(&mut *tx).await?;
            sqlx::query_scalar("SELECT at FROM health WHERE id = 1").fetch_one(&mut *tx).await?
        });
        if read == at {
            return Ok(());
        }
        let why = format!("wrote {at}, read {read}");
        Err(StoreError::Damaged { what: "the health row".to_owned(), why })
    }
}
