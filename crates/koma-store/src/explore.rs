//! From a position: what was played there, and the games.

use std::collections::HashMap;

use sqlx::{Database, Encode, QueryBuilder, Type};

use crate::database::reading;
use crate::find::push_filter;
use crate::records::{SUMMARY, SummaryRow};
use crate::{Filter, Store, StoreError, Summary};

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

/// Rows looked at for each game that is listed: a game that came back to the position has several.
const ROWS_A_GAME: usize = 4;

/// The most games listed.
const MOST_GAMES: usize = 200;

impl Store {
    /// What was played in the position of a key, see [`crate::position_key`], in the games a filter
    /// lets through, with at most so many of them.
    pub async fn explore(
        &self,
        key: i64,
        filter: &Filter,
        games: usize,
    ) -> Result<Explored, StoreError> {
        let games = games.min(MOST_GAMES);
        type Row = (String, i64, i64, i64, i64);
        let (rows, hits): (Vec<Row>, Vec<(i64, i64)>) = reading!(self.database, pool => {
            let mut sql = QueryBuilder::new(
                "SELECT q.move, count(*), count(*) FILTER (WHERE q.winner = 1), \
                 count(*) FILTER (WHERE q.winner = 2), count(*) FILTER (WHERE q.winner = 3) \
                 FROM positions q WHERE q.key = ",
            );
            push_visits(&mut sql, key, filter);
            sql.push(" GROUP BY q.move");
            let rows = sql.build_query_as().fetch_all(pool).await?;
            let mut sql = QueryBuilder::new("SELECT q.record, q.ply FROM positions q WHERE q.key = ");
            push_visits(&mut sql, key, filter);
            sql.push(" ORDER BY q.record DESC, q.ply LIMIT ");
            sql.push_bind((games * ROWS_A_GAME) as i64);
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
        let mut first: Vec<(i64, i64)> = Vec::new();
        for (record, ply) in hits {
            if first.last().is_none_or(|last| last.0 != record) && first.len() < games {
                first.push((record, ply));
            }
        }
        let ids: Vec<i64> = first.iter().map(|hit| hit.0).collect();
        let summaries = self.summaries(&ids).await?;
        explored.records = first
            .into_iter()
            .filter_map(|(id, ply)| {
                let summary = summaries.get(&id)?.clone();
                Some(Hit { summary, ply: u32::try_from(ply).unwrap_or(u32::MAX) })
            })
            .collect();
        Ok(explored)
    }

    async fn summaries(&self, ids: &[i64]) -> Result<HashMap<i64, Summary>, StoreError> {
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let rows: Vec<SummaryRow> = reading!(self.database, pool => {
            let mut sql = QueryBuilder::new(SUMMARY);
            sql.push(" WHERE r.id IN (");
            let mut list = sql.separated(", ");
            for id in ids {
                list.push_bind(*id);
            }
            sql.push(")");
            sql.build_query_as().fetch_all(pool).await?
        });
        let rows = rows.into_iter().map(Summary::from);
        Ok(rows.map(|summary| (summary.id.0, summary)).collect())
    }
}

/// The rows of a position in the games of a filter.
fn push_visits<DB>(sql: &mut QueryBuilder<DB>, key: i64, filter: &Filter)
where
    DB: Database,
    String: for<'q> Encode<'q, DB> + Type<DB>,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
{
    sql.push_bind(key);
    if *filter != Filter::default() {
        sql.push(" AND q.record IN (SELECT r.id FROM records r");
        push_filter(sql, filter);
        sql.push(")");
    }
}
