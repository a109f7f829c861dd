//! From a position: what was played there, and the games.

use std::collections::{BTreeMap, BTreeSet, HashMap};

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

/// The visits of a position, not yet counted.
#[derive(Clone, Debug)]
pub struct Visits {
    key: i64,
    blocks: Vec<Vec<u8>>,
    allowed: Allowed,
}

/// Which records count.
#[derive(Clone, Debug)]
enum Allowed {
    /// All but these, which are in order.
    AllBut(Vec<i64>),
    /// These, in any order, with commas between: reading them takes its time, too.
    Only(String),
}

/// What was counted, and the games whose heads are to be told: number and ply.
#[derive(Clone, Debug)]
pub struct Counted {
    explored: Explored,
    first: Vec<(i64, u32)>,
}

impl Visits {
    /// The second step of [`Store::explore`]: counts, which takes long where there are many. It
    /// asks no database.
    pub fn count(&self, games: usize) -> Result<Counted, StoreError> {
        let mut only = Vec::new();
        let (listed, counts_if_listed) = match &self.allowed {
            Allowed::AllBut(hidden) => (hidden, false),
            Allowed::Only(records) => {
                only.extend(records.split(',').filter_map(|id| id.parse::<i64>().ok()));
                only.sort_unstable();
                (&only, true)
            }
        };
        let is_allowed = |record: i64| listed.binary_search(&record).is_ok() == counts_if_listed;
        let games = games.min(MOST_GAMES);
        let mut explored = Explored::default();
        let mut moves: HashMap<&str, NextMove> = HashMap::new();
        // The newest games, each with its first visit; no more of them than are told, or nearly.
        let mut newest: BTreeMap<i64, u32> = BTreeMap::new();
        for data in &self.blocks {
            for visit in visits_at(data, self.key) {
                let Visit { usi, record, ply, winner, .. } = visit?;
                if !is_allowed(record) {
                    continue;
                }
                let next = moves.entry(usi).or_default();
                next.count += 1;
                match winner_of(winner.into()) {
                    Some(Winner::Side(Side::Sente)) => next.sente += 1,
                    Some(Winner::Side(Side::Gote)) => next.gote += 1,
                    Some(Winner::Draw) => next.draws += 1,
                    None => {}
                }
                let is_new = newest.first_key_value().is_none_or(|(oldest, _)| record >= *oldest);
                if is_new || newest.len() < games {
                    let first = newest.entry(record).or_insert(ply);
                    *first = ply.min(*first);
                    if newest.len() > games {
                        newest.pop_first();
                    }
                }
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
        Ok(Counted { explored, first: newest.into_iter().rev().collect() })
    }
}

/// So many records are looked at one by one.
const FEW: usize = 1_000;

/// The records of the visits of a position, if they are few.
fn few(blocks: &[Vec<u8>], key: i64) -> Result<Option<Vec<i64>>, StoreError> {
    let mut records = BTreeSet::new();
    for visit in blocks.iter().flat_map(|data| visits_at(data, key)) {
        records.insert(visit?.record);
        if records.len() > FEW {
            return Ok(None);
        }
    }
    Ok(Some(records.into_iter().collect()))
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
        let counted = self.visits_of(key, filter).await?.count(games)?;
        self.with_summaries(counted).await
    }

    /// The first step of [`Store::explore`]: finds the visits of a position.
    pub async fn visits_of(&self, key: i64, filter: &Filter) -> Result<Visits, StoreError> {
        let blocks = self.blocks_of(key).await?;
        // Only what a filter says about records needs to know which they are.
        let allowed = match filter.lets_all_through() {
            true => Allowed::AllBut(self.hidden(filter.eyes).await?),
            false => Allowed::Only(self.let_through(filter, few(&blocks, key)?).await?),
        };
        Ok(Visits { key, blocks, allowed })
    }

    /// The last step of [`Store::explore`]: says what games were counted.
    pub async fn with_summaries(&self, counted: Counted) -> Result<Explored, StoreError> {
        let Counted { mut explored, first } = counted;
        let ids: Vec<i64> = first.iter().map(|hit| hit.0).collect();
        let summaries = self.summaries(&ids).await?;
        let hit = |(id, ply)| Some(Hit { summary: summaries.get(&id)?.clone(), ply });
        explored.records = first.into_iter().filter_map(hit).collect();
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
