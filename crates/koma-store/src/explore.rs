//! From a position: what was played there, and the games.

use sqlx::QueryBuilder;

use crate::database::reading;
use crate::find::push_filter;
use crate::{Filter, RecordId, Store, StoreError, Summary};

/// What was played in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// How often the position was left by a move or was the last one. A game that came back to it
    /// counts once for each way it went on.
    pub total: u64,
    /// How many of these games sente won.
    pub sente: u64,
    /// How many of these games gote won.
    pub gote: u64,
    /// How many of these games were drawn.
    pub draws: u64,
    /// The moves, the most frequent first.
    pub moves: Vec<NextMove>,
    /// Some of the games, those stored last first.
    pub records: Vec<Hit>,
}

/// A move that was played in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextMove {
    /// The move.
    pub usi: String,
    /// In how many games.
    pub count: u64,
    /// How many of these sente won.
    pub sente: u64,
    /// How many of these gote won.
    pub gote: u64,
    /// How many of these were drawn.
    pub draws: u64,
}

/// A game in which a position was on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The game.
    pub summary: Summary,
    /// After how many moves.
    pub ply: u32,
}

impl Store {
    /// What was played in the position of a key, see [`crate::position_key`], in the games a filter
    /// lets through, with at most so many of them.
    pub async fn explore(
        &self,
        key: i64,
        filter: &Filter,
        games: usize,
    ) -> Result<Explored, StoreError> {
        let all = *filter == Filter::default();
        type Row = (String, i64, i64, i64, i64);
        let (rows, hits): (Vec<Row>, Vec<(i64, i64)>) = reading!(self.database, pool => {
            let mut sql = QueryBuilder::new(
                "SELECT q.move, count(*), count(*) FILTER (WHERE q.winner = 1), \
                 count(*) FILTER (WHERE q.winner = 2), count(*) FILTER (WHERE q.winner = 3) \
                 FROM positions q WHERE q.key = ",
            );
            sql.push_bind(key);
            if !all {
                sql.push(" AND q.record IN (SELECT r.id FROM records r");
                push_filter(&mut sql, filter);
                sql.push(")");
            }
            sql.push(" GROUP BY q.move");
            let rows = sql.build_query_as().fetch_all(pool).await?;
            let mut sql = QueryBuilder::new("SELECT q.record, min(q.ply) FROM positions q WHERE q.key = ");
            sql.push_bind(key);
            if !all {
                sql.push(" AND q.record IN (SELECT r.id FROM records r");
                push_filter(&mut sql, filter);
                sql.push(")");
            }
            sql.push(" GROUP BY q.record ORDER BY q.record DESC LIMIT ").push_bind(games as i64);
            (rows, sql.build_query_as().fetch_all(pool).await?)
        });
        let mut explored = Explored::default();
        for (usi, count, sente, gote, draws) in rows {
            let [count, sente, gote, draws] = [count, sente, gote, draws].map(i64::unsigned_abs);
            explored.total += count;
            explored.sente += sente;
            explored.gote += gote;
            explored.draws += draws;
            if !usi.is_empty() {
                explored.moves.push(NextMove { usi, count, sente, gote, draws });
            }
        }
        explored.moves.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.usi.cmp(&b.usi)));
        for (id, ply) in hits {
            if let Some(summary) = self.summary(RecordId(id)).await? {
                explored.records.push(Hit { summary, ply: u32::try_from(ply).unwrap_or(0) });
            }
        }
        Ok(explored)
    }
}
