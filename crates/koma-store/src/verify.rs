//! Is everything there, and does it agree?

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use crate::database::{Database, reading};
use crate::owners::DELETED;
use crate::prepare::whole_digest;
use crate::records::read_content;
use crate::visits::{Visit, unpack};
use crate::{Prepared, RecordId, Store, StoreError};

/// What was looked at, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Records read and replayed.
    pub records: u64,
    /// Visits of the position index.
    pub positions: u64,
    /// Live games.
    pub games: u64,
    /// Their events.
    pub events: u64,
    /// Everything wrong.
    pub faults: Vec<Fault>,
}

/// Something wrong in a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Stable name: `unreadable-record`, `wrong-positions`, ...
    pub code: &'static str,
    /// What is wrong, in words.
    pub message: String,
}

/// Records looked at in one go.
const PAGE: i64 = 500;

/// Blocks of the position index looked at in one go.
const BLOCKS: i64 = 500;

/// What the position index says about a game: how many visits, and a sum over them that any other
/// visits will hardly have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    visits: u64,
    sum: u64,
}

impl Tally {
    fn add(&mut self, visit: &Visit) {
        let mut hasher = blake3::Hasher::new();
        for number in [visit.key, visit.ply.into(), visit.winner.into()] {
            hasher.update(&number.to_le_bytes());
        }
        hasher.update(visit.usi.as_bytes());
        let mut bytes = [0; 8];
        hasher.finalize_xof().fill(&mut bytes);
        self.visits += 1;
        self.sum = self.sum.wrapping_add(u64::from_le_bytes(bytes));
    }

    /// What the index should say about a game.
    fn of(prepared: &Prepared) -> Self {
        let mut visits: Vec<Visit> = prepared.visits(0).collect();
        visits.sort_unstable();
        visits.dedup_by_key(|visit| (visit.key, visit.usi));
        let mut tally = Self::default();
        visits.iter().for_each(|visit| tally.add(visit));
        tally
    }
}

/// A run of the position index being looked at.
#[derive(Default)]
struct InOrder {
    visits: u64,
    is_broken: bool,
    last: Option<(i64, String, i64)>,
}

impl InOrder {
    /// Looks at the next block: can it be read, is it in order, does it begin as its row says?
    fn look_at(&mut self, first: i64, data: &[u8], found: &mut HashMap<i64, Tally>) {
        self.is_broken |= data.is_empty();
        let mut last = self.last.take();
        let mut before = last.as_ref().map(|(key, usi, record)| (*key, &**usi, *record));
        for (at, visit) in unpack(data).enumerate() {
            let Ok(visit) = visit else {
                self.is_broken = true;
                break;
            };
            let here = (visit.key, visit.usi, visit.record);
            self.is_broken |= before.is_some_and(|before| before >= here);
            self.is_broken |= at == 0 && visit.key != first;
            self.visits += 1;
            found.entry(visit.record).or_default().add(&visit);
            before = Some(here);
        }
        last = before.map(|(key, usi, record)| (key, usi.to_owned(), record));
        self.last = last;
    }
}

impl Store {
    /// Reads every record, replays it, and compares what the tables say about it: digest, moves,
    /// winner, keys of all positions. Looks for gaps in the events of live games. `tell` hears how
    /// many records have been read.
    pub async fn verify(&self, tell: &(dyn Fn(u64) + Sync)) -> Result<Verified, StoreError> {
        let mut verified = Verified::default();
        if let Database::Sqlite { readers, .. } = &self.database {
            let lines: Vec<String> =
                sqlx::query_scalar("PRAGMA integrity_check").fetch_all(readers).await?;
            for line in lines.into_iter().filter(|line| line != "ok") {
                verified.fault("damaged-file", line);
            }
        }
        let (tallies, deleted) = self.verify_records(&mut verified, tell).await?;
        self.verify_positions(&mut verified, &tallies, &deleted).await?;
        self.verify_events(&mut verified).await?;
        Ok(verified)
    }

    async fn verify_records(
        &self,
        verified: &mut Verified,
        tell: &(dyn Fn(u64) + Sync),
    ) -> Result<(HashMap<i64, Tally>, HashSet<i64>), StoreError> {
        let sql = "SELECT r.id, r.digest, r.moves, r.winner, c.content, s.yaml, \
                   CAST(CASE WHEN r.sight = 3 THEN 3 WHEN r.link IS NULL THEN 0 ELSE 1 END \
                   AS BIGINT) FROM records r \
                   LEFT JOIN contents c ON c.record = r.id \
                   LEFT JOIN rulesets s ON s.digest = r.rules \
                   WHERE r.id > $1 ORDER BY r.id LIMIT $2";
        let mut tallies = HashMap::new();
        let mut deleted = HashSet::new();
        let mut last = 0;
        loop {
            let rows: Vec<Kept> = reading!(self.database, pool => {
                sqlx::query_as(sql).bind(last).bind(PAGE).fetch_all(pool).await?
            });
            let Some(newest) = rows.last() else { break };
            last = newest.0;
            let (gone, kept): (Vec<Kept>, Vec<Kept>) =
                rows.into_iter().partition(|row| row.6 == DELETED);
            deleted.extend(gone.into_iter().map(|row| row.0));
            let looked_at: Vec<(i64, Tally, Vec<Fault>)> = kept.into_par_iter().map(look).collect();
            verified.records += looked_at.len() as u64;
            for (id, tally, faults) in looked_at {
                tallies.insert(id, tally);
                verified.faults.extend(faults);
            }
            tell(verified.records);
        }
        Ok((tallies, deleted))
    }

    /// Compares each tally with what the index has; what is left over is wrong.
    async fn verify_positions(
        &self,
        verified: &mut Verified,
        tallies: &HashMap<i64, Tally>,
        deleted: &HashSet<i64>,
    ) -> Result<(), StoreError> {
        let mut found: HashMap<i64, Tally> = HashMap::new();
        let sql = "SELECT id, visits FROM position_runs ORDER BY id";
        let runs: Vec<(i64, i64)> = reading!(self.database, pool => {
            sqlx::query_as(sql).fetch_all(pool).await?
        });
        let sql = "SELECT first, place, data FROM position_blocks \
                   WHERE run = $1 AND (first, place) > ($2, $3) ORDER BY first, place LIMIT $4";
        for (run, visits) in runs {
            let mut in_order = InOrder::default();
            let mut last = (i64::MIN, -1);
            loop {
                let rows: Vec<(i64, i64, Vec<u8>)> = reading!(self.database, pool => {
                    let query = sqlx::query_as(sql).bind(run).bind(last.0).bind(last.1);
                    query.bind(BLOCKS).fetch_all(pool).await?
                });
                let Some((first, place, _)) = rows.last() else { break };
                last = (*first, *place);
                for (first, _, data) in rows {
                    in_order.look_at(first, &data, &mut found);
                }
            }
            verified.positions += in_order.visits;
            if in_order.is_broken || in_order.visits != visits.unsigned_abs() {
                let message = format!(
                    "run {run} of the position index: {} of its {visits} visits can be found",
                    in_order.visits
                );
                verified.fault("damaged-positions", message);
            }
        }
        let mut wrong: Vec<(i64, u64, u64)> = Vec::new();
        for (id, expected) in tallies.iter() {
            let there = found.remove(id).unwrap_or_default();
            if there != *expected {
                wrong.push((*id, there.visits, expected.visits));
            }
        }
        wrong.sort_unstable();
        for (id, there, expected) in wrong {
            let message =
                format!("record {id}: its {expected} positions are not the {there} of the index");
            verified.fault("wrong-positions", message);
        }
        let mut strays: Vec<i64> = found.into_keys().filter(|id| !deleted.contains(id)).collect();
        strays.sort_unstable();
        for id in strays {
            verified.fault("stray-positions", format!("the index has record {id}, which is not"));
        }
        Ok(())
    }

    async fn verify_events(&self, verified: &mut Verified) -> Result<(), StoreError> {
        let sql = "SELECT g.id, count(e.n), coalesce(min(e.n), 1), coalesce(max(e.n), 0) \
                   FROM games g LEFT JOIN events e ON e.game = g.id \
                   WHERE g.id > $1 GROUP BY g.id ORDER BY g.id LIMIT $2";
        let mut last = String::new();
        loop {
            let rows: Vec<(String, i64, i64, i64)> = reading!(self.database, pool => {
                sqlx::query_as(sql).bind(&last).bind(PAGE).fetch_all(pool).await?
            });
            let Some((id, ..)) = rows.last() else { break };
            last.clone_from(id);
            for (id, count, first, newest) in rows {
                verified.games += 1;
                verified.events += count.unsigned_abs();
                if first != 1 || newest != count {
                    let message =
                        format!("game {id}: {count} events, numbered from {first} to {newest}");
                    verified.fault("missing-events", message);
                }
            }
        }
        let sql = "SELECT count(*) FROM events e LEFT JOIN games g ON g.id = e.game \
                   WHERE g.id IS NULL";
        let strays: i64 = reading!(self.database, pool => {
            sqlx::query_scalar(sql).fetch_one(pool).await?
        });
        if strays > 0 {
            verified.fault("stray-events", format!("{strays} events belong to no game"));
        }
        Ok(())
    }
}

impl Verified {
    fn fault(&mut self, code: &'static str, message: impl Into<String>) {
        self.faults.push(Fault { code, message: message.into() });
    }
}

/// What the tables have of a record: number, digest, moves, winner, content, rules, and whether it is
/// deleted, or was ever not for all.
type Kept = (i64, Vec<u8>, i64, i64, Option<Vec<u8>>, Option<String>, i64);

/// Reads a record and compares it with its row.
fn look((id, digest, moves, winner, content, yaml, sight): Kept) -> (i64, Tally, Vec<Fault>) {
    let fault = |code, message| (id, Tally::default(), vec![Fault { code, message }]);
    let Some(content) = content else {
        return fault("missing-content", format!("record {id}: its moves are missing"));
    };
    let record = match read_content(RecordId(id), &content, yaml) {
        Ok(record) => record,
        Err(error) => return fault("unreadable-record", error.to_string()),
    };
    let prepared = Prepared::of(&record);
    let mut faults = Vec::new();
    let mut differs = |code, what: &str| {
        faults.push(Fault { code, message: format!("record {id}: {what} is another one") });
    };
    let whole = || whole_digest(&record, prepared.rules.as_ref());
    // What was stored for some has a digest that its owners are part of.
    let is_own = sight > 0;
    if !is_own && prepared.digest[..] != digest[..] && whole()[..] != digest[..] {
        differs("wrong-digest", "its digest");
    }
    if prepared.moves != moves {
        differs("wrong-moves", "its number of moves");
    }
    if prepared.winner != winner {
        differs("wrong-winner", "its winner");
    }
    (id, Tally::of(&prepared), faults)
}
