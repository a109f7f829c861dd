//! What the engine thought of positions, kept for the next one who asks.

use crate::database::{reading, writing};
use crate::{Store, StoreError};

/// So many are kept, about half a kilobyte each; the oldest are forgotten.
const MOST: i64 = 200_000;

/// How many are forgotten at once.
const AT_ONCE: i64 = 1_000;

impl Store {
    /// What was thought of a position, by the digest of all that decides it.
    pub async fn analysis(&self, key: &[u8; 32]) -> Result<Option<String>, StoreError> {
        Ok(reading!(self.database, pool => {
            let sql = "SELECT judged FROM analysis WHERE key = $1";
            sqlx::query_scalar(sql).bind(&key[..]).fetch_optional(pool).await?
        }))
    }

    /// Keeps what was thought of a position.
    pub async fn put_analysis(&self, key: &[u8; 32], judged: &str) -> Result<(), StoreError> {
        self.put_analysis_of(key, judged, MOST, AT_ONCE).await
    }

    async fn put_analysis_of(
        &self,
        key: &[u8; 32],
        judged: &str,
        most: i64,
        at_once: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO analysis (key, judged) VALUES ($1, $2) \
                   ON CONFLICT (key) DO UPDATE SET judged = excluded.judged RETURNING id";
        writing!(self.database, tx => {
            let insert = sqlx::query_scalar(sql).bind(&key[..]).bind(judged);
            let id: i64 = insert.fetch_one(&mut *tx).await?;
            if id > most && id % at_once == 0 {
                let old = sqlx::query("DELETE FROM analysis WHERE id <= $1").bind(id - most);
                old.execute(&mut *tx).await?;
            }
        });
        Ok(())
    }
}

#[cfg(all(test, feature = "testing"))]
mod tests {
    use super::*;
    use crate::testing::TestDatabase;

    #[tokio::test]
    async fn what_was_thought_is_kept_and_the_oldest_is_forgotten() {
        for database in TestDatabase::all().await {
            let store = Store::open(&database.url).await.unwrap();
            let key = |n: u8| [n; 32];
            assert_eq!(store.analysis(&key(1)).await.unwrap(), None);
            store.put_analysis(&key(1), "first").await.unwrap();
            store.put_analysis(&key(1), "again").await.unwrap();
            assert_eq!(store.analysis(&key(1)).await.unwrap().as_deref(), Some("again"));
            for n in 2..=40 {
                store.put_analysis_of(&key(n), "more", 10, 5).await.unwrap();
            }
            assert_eq!(store.analysis(&key(1)).await.unwrap(), None);
            assert_eq!(store.analysis(&key(40)).await.unwrap().as_deref(), Some("more"));
            let kept = async |n: u8| store.analysis(&key(n)).await.unwrap().is_some();
            let mut count = 0;
            for n in 1..=40 {
                count += usize::from(kept(n).await);
            }
            assert!((10..16).contains(&count), "{count}");
            store.close().await;
        }
    }
}
