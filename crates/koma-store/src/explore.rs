//! From a position: what was played there, and the games.

use std::collections::HashMap;

use koma_kifu::Winner;
use koma_rules::Side;
use sqlx::QueryBuilder;

use crate::database::reading;
use crate::records::{SUMMARY, SummaryRow};
use crate::runs::visits_at;
use crate::summary::winner_of;
use crate::visits::Visit;
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
        let blocks = self.blocks_of(key).await?;
        let mut visits: Vec<Visit> = Vec::new();
        for data in &blocks {
            for visit in visits_at(data, key) {
                visits.push(visit?);
            }
        }
        visits.sort_unstable_by_key(|visit| (visit.record, visit.ply));
        let mut records: Vec<i64> = visits.iter().map(|visit| visit.record).collect();
        records.dedup();
        let records = self.let_through(filter, records).await?;
        let mut explored = Explored::default();
        let mut moves: HashMap<&str, NextMove> = HashMap::new();
        let mut first: Vec<(i64, u32)> = Vec::new();
        let mut allowed = records.into_iter().peekable();
        for Visit { usi, record, ply, winner, .. } in visits {
            while allowed.next_if(|&id| id < record).is_some() {}
            if allowed.peek() != Some(&record) {
                continue;
            }
            if first.last().is_none_or(|last| last.0 != record) {
                first.push((record, ply));
            }
            let next = moves.entry(usi).or_default();
            next.count += 1;
            match winner_of(winner.into()) {
                Some(Winner::Side(Side::Sente)) => next.sente += 1,
                Some(Winner::Side(Side::Gote)) => next.gote += 1,
                Some(Winner::Draw) => next.draws += 1,
                None => {}
            }
        }
        for (usi, next) in moves {
            explored.total += next.count;
            explored.sente += next.sente;
            explored.gote += next.gote;
            explored.draws += next.draws;
            if !usi.is_empty() {
                explored.moves.push(NextMove { usi: usi.to_owned(), ..next });
            }
        }
        explored.moves.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.usi.cmp(&b.usi)));
        first.reverse();
        first.truncate(games.min(MOST_GAMES));
        let ids: Vec<i64> = first.iter().map(|hit| hit.0).collect();
        let summaries = self.summaries(&ids).await?;
        explored.records = first
            .into_iter()
            .filter_map(|(id, ply)| {
                let summary = summaries.get(&id)?.clone();
                Some(Hit { summary, ply })
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
