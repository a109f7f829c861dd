//! Records going in and coming out.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use koma_kifu::{Format, ReadOptions, Record};
use koma_rules::Ruleset;
use koma_text::Source;
use sqlx::{PgConnection, QueryBuilder, SqliteConnection};

use crate::database::{reading, writing};
use crate::names::{fold, storable};
use crate::prepare::{Passed, inflate};
use crate::summary::{Date, winner_of};
use crate::{Prepared, RecordId, Store, StoreError, Summary, now};

/// What came of storing a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    /// Its number; that of the record it equals, if it had been stored before.
    pub id: RecordId,
    /// Whether the same game was there already.
    pub is_duplicate: bool,
}

/// A file whose games are stored with it, so that it need not be read again.
#[derive(Clone, Debug)]
pub struct FileMark {
    /// The BLAKE3 digest of its bytes.
    pub digest: [u8; 32],
    /// Its name.
    pub name: String,
    /// How many games it has.
    pub games: usize,
}

/// What came of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games that are new.
    pub added: usize,
    /// Games that had been stored before, or stand in the batch twice.
    pub duplicates: usize,
}

/// A record and what lists say about it.
#[derive(Clone, Debug)]
pub struct Stored {
    /// What lists say about it.
    pub summary: Summary,
    /// The record.
    pub record: Record,
}

/// Values in one statement: SQLite allows 32,766 of them.
const MOST_VALUES: usize = 32_000;

impl Store {
    /// Stores a record, unless the same game is there.
    pub async fn put_record(&self, record: &Record) -> Result<Put, StoreError> {
        let prepared = Prepared::of(record);
        let digest = prepared.digest;
        let imported = self.import(vec![prepared], &[]).await?;
        let id: i64 = reading!(self.database, pool => {
            let sql = "SELECT id FROM records WHERE digest = $1";
            sqlx::query_scalar(sql).bind(&digest[..]).fetch_one(pool).await?
        });
        Ok(Put { id: RecordId(id), is_duplicate: imported.added == 0 })
    }

    /// Stores many records in one transaction: all of them, or none if it fails. `files` are marked
    /// as imported in the same transaction.
    pub async fn import(
        &self,
        batch: Vec<Prepared>,
        files: &[FileMark],
    ) -> Result<Imported, StoreError> {
        let imported = writing!(self.database, tx => {
            (&mut *tx).take_turn().await?;
            let total = batch.len();
            let known = {
                let mut known = HashSet::new();
                for chunk in batch.chunks(MOST_VALUES) {
                    let mut sql = QueryBuilder::new("SELECT digest FROM records WHERE digest IN (");
                    let mut list = sql.separated(", ");
                    chunk.iter().for_each(|record| {
                        list.push_bind(record.digest.to_vec());
                    });
                    sql.push(")");
                    let rows: Vec<Vec<u8>> = sql.build_query_scalar().fetch_all(&mut *tx).await?;
                    known.extend(rows);
                }
                known
            };
            let mut seen = HashSet::new();
            let fresh: Vec<Prepared> = batch
                .into_iter()
                .filter(|record| !known.contains(&record.digest[..]) && seen.insert(record.digest))
                .collect();
            if !fresh.is_empty() {
                let names = {
                    let mut wanted: Vec<&str> = fresh.iter().flat_map(names_of).collect();
                    wanted.sort_unstable();
                    wanted.dedup();
                    let mut ids: HashMap<String, i64> = HashMap::with_capacity(wanted.len());
                    for chunk in wanted.chunks(MOST_VALUES) {
                        let mut sql =
                            QueryBuilder::new("SELECT name, id FROM names WHERE name IN (");
                        let mut list = sql.separated(", ");
                        chunk.iter().for_each(|name| {
                            list.push_bind((*name).to_owned());
                        });
                        sql.push(")");
                        let rows: Vec<(String, i64)> =
                            sql.build_query_as().fetch_all(&mut *tx).await?;
                        ids.extend(rows);
                    }
                    let first: i64 =
                        sqlx::query_scalar("SELECT coalesce(max(id), 0) + 1 FROM names")
                            .fetch_one(&mut *tx)
                            .await?;
                    wanted.retain(|name| !ids.contains_key(*name));
                    let new: Vec<(i64, &str)> = (first..).zip(wanted).collect();
                    for chunk in new.chunks(MOST_VALUES / 3) {
                        let mut sql = QueryBuilder::new("INSERT INTO names (id, name, folded) ");
                        sql.push_values(chunk, |mut row, (id, name)| {
                            row.push_bind(*id);
                            row.push_bind((*name).to_owned());
                            row.push_bind(fold(name));
                        });
                        sql.build().persistent(false).execute(&mut *tx).await?;
                    }
                    ids.extend(new.into_iter().map(|(id, name)| (name.to_owned(), id)));
                    ids
                };
                let first: i64 = sqlx::query_scalar("SELECT coalesce(max(id), 0) + 1 FROM records")
                    .fetch_one(&mut *tx)
                    .await?;
                let added = now();
                let name = |name: &Option<String>| Some(names[name.as_ref()?]);
                let numbered: Vec<(i64, &Prepared)> = (first..).zip(&fresh).collect();
                for chunk in numbered.chunks(MOST_VALUES / 16) {
                    let mut sql = QueryBuilder::new(
                        "INSERT INTO records (id, digest, variant, rules, sente, gote, event, site, \
                         date, date_text, handicap, moves, winner, termination, added, source) ",
                    );
                    sql.push_values(chunk, |mut row, (id, record)| {
                        row.push_bind(*id);
                        row.push_bind(record.digest.to_vec());
                        row.push_bind(record.variant.clone());
                        row.push_bind(record.rules.as_ref().map(|rules| rules.digest.to_vec()));
                        row.push_bind(name(&record.meta.sente));
                        row.push_bind(name(&record.meta.gote));
                        row.push_bind(name(&record.meta.event));
                        row.push_bind(name(&record.meta.site));
                        row.push_bind(record.date);
                        row.push_bind(record.meta.date.clone());
                        row.push_bind(record.handicap.clone());
                        row.push_bind(record.moves);
                        row.push_bind(record.winner);
                        row.push_bind(record.termination);
                        row.push_bind(added);
                        row.push_bind(record.source.as_deref().map(storable));
                    });
                    sql.build().persistent(false).execute(&mut *tx).await?;
                }
                for chunk in numbered.chunks(1000) {
                    let mut sql = QueryBuilder::new("INSERT INTO contents (record, content) ");
                    sql.push_values(chunk, |mut row, (id, record)| {
                        row.push_bind(*id);
                        row.push_bind(record.content.clone());
                    });
                    sql.build().persistent(false).execute(&mut *tx).await?;
                }
                for record in fresh.iter().filter_map(|record| record.rules.as_ref()) {
                    let sql = "INSERT INTO rulesets (digest, yaml) VALUES ($1, $2) \
                               ON CONFLICT (digest) DO NOTHING";
                    let insert = sqlx::query(sql).bind(&record.digest[..]).bind(&record.yaml);
                    insert.execute(&mut *tx).await?;
                }
                let headers: Vec<_> = numbered
                    .iter()
                    .flat_map(|(id, record)| {
                        let lines = record.headers.iter().enumerate();
                        lines.map(move |(place, line)| (*id, place as i64, line))
                    })
                    .collect();
                for chunk in headers.chunks(MOST_VALUES / 4) {
                    let mut sql =
                        QueryBuilder::new("INSERT INTO headers (record, place, name, value) ");
                    sql.push_values(chunk, |mut row, (id, place, (key, value))| {
                        row.push_bind(*id);
                        row.push_bind(*place);
                        row.push_bind(key.clone());
                        row.push_bind(value.clone());
                    });
                    sql.build().persistent(false).execute(&mut *tx).await?;
                }
                for chunk in rows_of(&numbered).chunks(MOST_VALUES / 5) {
                    let mut sql = QueryBuilder::new(
                        "INSERT INTO positions (key, move, record, ply, winner) ",
                    );
                    sql.push_values(chunk, |mut row, (passed, id, winner)| {
                        row.push_bind(passed.key);
                        row.push_bind(passed.usi.clone());
                        row.push_bind(*id);
                        row.push_bind(i64::from(passed.ply));
                        row.push_bind(*winner);
                    });
                    let is_whole = chunk.len() == MOST_VALUES / 5;
                    sql.build().persistent(is_whole).execute(&mut *tx).await?;
                }
            }
            for file in files {
                let sql = "INSERT INTO imports (digest, name, games, added) \
                           VALUES ($1, $2, $3, $4) ON CONFLICT (digest) DO NOTHING";
                let insert = sqlx::query(sql)
                    .bind(&file.digest[..])
                    .bind(storable(&file.name))
                    .bind(file.games as i64)
                    .bind(now());
                insert.execute(&mut *tx).await?;
            }
            Imported { added: fresh.len(), duplicates: total - fresh.len() }
        });
        Ok(imported)
    }

    /// Of some files, by the digest of their bytes, those that have been imported.
    pub async fn imported(&self, digests: &[[u8; 32]]) -> Result<HashSet<[u8; 32]>, StoreError> {
        let mut found = HashSet::new();
        for chunk in digests.chunks(MOST_VALUES) {
            let rows: Vec<Vec<u8>> = reading!(self.database, pool => {
                let mut sql = QueryBuilder::new("SELECT digest FROM imports WHERE digest IN (");
                let mut list = sql.separated(", ");
                chunk.iter().for_each(|digest| {
                    list.push_bind(digest.to_vec());
                });
                sql.push(")");
                sql.build_query_scalar().persistent(false).fetch_all(pool).await?
            });
            found.extend(rows.into_iter().filter_map(|digest| <[u8; 32]>::try_from(digest).ok()));
        }
        Ok(found)
    }

    /// A record, as it was stored.
    pub async fn record(&self, id: RecordId) -> Result<Option<Stored>, StoreError> {
        let Some(summary) = self.summary(id).await? else { return Ok(None) };
        let sql = "SELECT c.content, s.yaml FROM records r \
                   JOIN contents c ON c.record = r.id LEFT JOIN rulesets s ON s.digest = r.rules \
                   WHERE r.id = $1";
        let row: Option<(Vec<u8>, Option<String>)> = reading!(self.database, pool => {
            sqlx::query_as(sql).bind(id.0).fetch_optional(pool).await?
        });
        let damaged = |why: &str| {
            let why = why.to_owned();
            StoreError::Damaged { what: format!("record {id}"), why }
        };
        let (content, yaml) = row.ok_or_else(|| damaged("its moves are missing"))?;
        let record = read_content(id, &content, yaml)?;
        Ok(Some(Stored { summary, record }))
    }

    /// What lists say about a record.
    pub async fn summary(&self, id: RecordId) -> Result<Option<Summary>, StoreError> {
        let row: Option<SummaryRow> = reading!(self.database, pool => {
            let mut sql = QueryBuilder::new(SUMMARY);
            sql.push(" WHERE r.id = ").push_bind(id.0);
            sql.build_query_as().fetch_optional(pool).await?
        });
        Ok(row.map(Summary::from))
    }
}

/// A record from its stored text.
pub(crate) fn read_content(
    id: RecordId,
    content: &[u8],
    yaml: Option<String>,
) -> Result<Record, StoreError> {
    let damaged = |why: String| StoreError::Damaged { what: format!("record {id}"), why };
    let text = inflate(id, content)?;
    let rules = match yaml {
        Some(yaml) => Some(own_ruleset(yaml).map_err(damaged)?),
        None => None,
    };
    let options = ReadOptions { rules, ..ReadOptions::default() };
    let (records, remarks) = koma_kifu::read_text(&text, Format::Json, &options);
    let mut records = records.into_iter();
    match (records.next(), records.next()) {
        (Some(record), None) => Ok(record),
        _ => {
            let first = remarks.first().map(|remark| remark.finding.message.clone());
            Err(damaged(first.unwrap_or_else(|| "it is not one game".to_owned())))
        }
    }
}

/// The rules of a variant's own text.
fn own_ruleset(yaml: String) -> Result<Arc<Ruleset>, String> {
    let (variant, findings) = koma_variants::read(&Source::new("rules", yaml), |_| None);
    let first = || findings.first().map(|finding| finding.message.clone()).unwrap_or_default();
    Ruleset::compile(&variant.ok_or_else(first)?).map_err(|_| "its rules do not compile".to_owned())
}

fn names_of(record: &Prepared) -> impl Iterator<Item = &str> {
    let meta = &record.meta;
    [&meta.sente, &meta.gote, &meta.event, &meta.site].into_iter().flatten().map(|name| &**name)
}

/// The rows of the position index in the order of its key, each move of a game once a position.
fn rows_of<'p>(numbered: &[(i64, &'p Prepared)]) -> Vec<(&'p Passed, i64, i64)> {
    let mut rows: Vec<_> = numbered
        .iter()
        .flat_map(|&(id, record)| {
            record.passed.iter().map(move |passed| (passed, id, record.winner))
        })
        .collect();
    rows.sort_unstable_by(|(a, x, _), (b, y, _)| {
        (a.key, &a.usi, x, a.ply).cmp(&(b.key, &b.usi, y, b.ply))
    });
    rows.dedup_by(|(a, x, _), (b, y, _)| a.key == b.key && x == y && a.usi == b.usi);
    rows
}

/// Everything a [`Summary`] has; conditions follow.
pub(crate) const SUMMARY: &str = "SELECT r.id, r.variant, s.name, g.name, e.name, p.name, \
    r.date, r.date_text, r.handicap, r.moves, r.winner, r.termination, r.added FROM records r \
    LEFT JOIN names s ON s.id = r.sente LEFT JOIN names g ON g.id = r.gote \
    LEFT JOIN names e ON e.id = r.event LEFT JOIN names p ON p.id = r.site";

/// A row of [`SUMMARY`].
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct SummaryRow(
    i64,
    String,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    i64,
    Option<String>,
    Option<String>,
    i64,
    i64,
    Option<String>,
    i64,
);

impl From<SummaryRow> for Summary {
    fn from(row: SummaryRow) -> Self {
        let SummaryRow(
            id,
            variant,
            sente,
            gote,
            event,
            site,
            day,
            date,
            handicap,
            moves,
            winner,
            termination,
            added,
        ) = row;
        Self {
            id: RecordId(id),
            variant,
            sente,
            gote,
            day: Date::from_code(day),
            date,
            event,
            site,
            handicap,
            moves: u32::try_from(moves).unwrap_or(u32::MAX),
            winner: winner_of(winner),
            termination,
            added,
        }
    }
}

/// Whoever gives numbers to rows must be alone.
trait Turn {
    async fn take_turn(self) -> Result<(), sqlx::Error>;
}

/// SQLite's transactions that write are alone from their beginning.
impl Turn for &mut SqliteConnection {
    async fn take_turn(self) -> Result<(), sqlx::Error> {
        Ok(())
    }
}

impl Turn for &mut PgConnection {
    async fn take_turn(self) -> Result<(), sqlx::Error> {
        // Any number will do; all writers of records take the same.
        sqlx::query("SELECT pg_advisory_xact_lock(1802464609)").execute(self).await?;
        Ok(())
    }
}
