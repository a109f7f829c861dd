//! When servers lived: a clock is charged for the time in which somebody could have moved.

use crate::database::{reading, writing};
use crate::{Store, StoreError, now};

/// Longer ago than any clock goes back, in milliseconds.
const FORGOTTEN: i64 = 90 * 24 * 60 * 60 * 1000;

/// Times in which a server lived, in Unix milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lives(Vec<(i64, i64)>);

impl Lives {
    /// Times from and to, in any order; they may overlap.
    pub fn new(mut lives: Vec<(i64, i64)>) -> Self {
        lives.sort_unstable();
        let mut apart: Vec<(i64, i64)> = Vec::new();
        for (begun, last) in lives.into_iter().filter(|(begun, last)| begun < last) {
            match apart.last_mut() {
                Some(before) if begun <= before.1 => before.1 = before.1.max(last),
                _ => apart.push((begun, last)),
            }
        }
        Self(apart)
    }

    /// How long a server has lived since a time, in milliseconds.
    pub fn since(&self, at: i64) -> u64 {
        self.between(at, i64::MAX)
    }

    /// How long a server has lived between two times, in milliseconds.
    pub fn between(&self, from: i64, to: i64) -> u64 {
        let lived = self.0.iter().map(|&(begun, last)| (last.min(to) - begun.max(from)).max(0));
        lived.sum::<i64>().unsigned_abs()
    }

    /// The same lives and another time in which a server lived.
    #[must_use]
    pub fn and(self, begun: i64, last: i64) -> Self {
        let mut lives = self.0;
        lives.push((begun, last));
        Self::new(lives)
    }
}

impl Store {
    /// When servers have lived so far.
    pub async fn lives(&self) -> Result<Lives, StoreError> {
        let sql = "SELECT begun, last FROM lives WHERE last > $1";
        Ok(Lives::new(reading!(self.database, pool => {
            sqlx::query_as(sql).bind(now() - FORGOTTEN).fetch_all(pool).await?
        })))
    }

    /// Begins a life that has lasted for some time already; gives its number.
    pub async fn live(&self, begun: i64, at: i64) -> Result<i64, StoreError> {
        Ok(writing!(self.database, tx => {
            let old = sqlx::query("DELETE FROM lives WHERE last <= $1").bind(at - FORGOTTEN);
            old.execute(&mut *tx).await?;
            let sql = "INSERT INTO lives (begun, last) VALUES ($1, $2) RETURNING id";
            sqlx::query_scalar(sql).bind(begun).bind(at).fetch_one(&mut *tx).await?
        }))
    }

    /// A sign of life.
    pub async fn go_on_living(&self, life: i64, at: i64) -> Result<(), StoreError> {
        writing!(self.database, tx => {
            let update = sqlx::query("UPDATE lives SET last = $1 WHERE id = $2");
            update.bind(at).bind(life).execute(&mut *tx).await?;
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_time_in_which_a_server_lived_counts_and_once() {
        let lives = Lives::new(vec![(100, 200), (300, 400), (150, 250), (500, 500), (350, 360)]);
        for (at, lived) in [(0, 250), (100, 250), (180, 170), (250, 100), (320, 80), (400, 0)] {
            assert_eq!(lives.since(at), lived, "since {at}");
        }
        assert_eq!((lives.between(120, 320), lives.between(0, 50)), (150, 0));
        assert_eq!(lives.and(250, 320).between(200, 320), 120);
    }
}
