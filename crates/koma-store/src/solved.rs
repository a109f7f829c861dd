//! The mate problems somebody has solved.

use crate::database::{reading, writing};
use crate::{Store, StoreError};

/// So many of one account are kept; more are not taken.
const MOST: i64 = 10_000;

impl Store {
    /// The problems an account has solved, in order.
    pub async fn solved(&self, account: i64) -> Result<Vec<String>, StoreError> {
        Ok(reading!(self.database, pool => {
            let sql = "SELECT problem FROM solved WHERE account = $1 ORDER BY problem";
            sqlx::query_scalar(sql).bind(account).fetch_all(pool).await?
        }))
    }

    /// Adds problems to those an account has solved.
    pub async fn add_solved(&self, account: i64, problems: &[String]) -> Result<(), StoreError> {
        self.add_solved_of(account, problems, MOST).await
    }

    async fn add_solved_of(
        &self,
        account: i64,
        problems: &[String],
        most: i64,
    ) -> Result<(), StoreError> {
        let count = "SELECT COUNT(*) FROM solved WHERE account = $1";
        let add = "INSERT INTO solved (account, problem) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        writing!(self.database, tx => {
            let count = sqlx::query_scalar(count).bind(account);
            let mut there: i64 = count.fetch_one(&mut *tx).await?;
            for problem in problems {
                if there >= most {
                    break;
                }
                let add = sqlx::query(add).bind(account).bind(problem);
                there += add.execute(&mut *tx).await?.rows_affected() as i64;
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
    async fn what_was_solved_is_kept_once_up_to_a_limit_and_goes_with_the_account() {
        for database in TestDatabase::all().await {
            let store = Store::open(&database.url).await.unwrap();
            let names =
                |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
            store.add_solved(1, &names(&["b", "a", "b"])).await.unwrap();
            store.add_solved(1, &names(&["a"])).await.unwrap();
            store.add_solved(2, &names(&["z"])).await.unwrap();
            assert_eq!(store.solved(1).await.unwrap(), names(&["a", "b"]));
            store.add_solved_of(1, &names(&["a", "c", "d"]), 3).await.unwrap();
            assert_eq!(store.solved(1).await.unwrap(), names(&["a", "b", "c"]));
            store.delete_all_of(1).await.unwrap();
            assert!(store.solved(1).await.unwrap().is_empty());
            assert_eq!(store.solved(2).await.unwrap(), names(&["z"]));
        }
    }
}
