//! Records going in and coming out.

use std::sync::Arc;

use koma_kifu::{Format, ReadOptions, Record};
use koma_rules::Ruleset;
use koma_text::Source;
use sqlx::QueryBuilder;

use crate::database::reading;
use crate::prepare::{inflate, whole_digest};
use crate::summary::{Date, winner_of};
use crate::{Prepared, RecordId, Sight, Store, StoreError, Summary};

/// What came of storing a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    /// Its number; that of the record it equals, if it had been stored before.
    pub id: RecordId,
    /// Whether it was there already.
    pub is_duplicate: bool,
}

/// A record and what lists say about it.
#[derive(Clone, Debug)]
pub struct Stored {
    /// What lists say about it.
    pub summary: Summary,
    /// The record.
    pub record: Record,
}

impl Store {
    /// Stores a record, unless the same game is there.
    pub async fn put_record(&self, record: &Record) -> Result<Put, StoreError> {
        self.put(Prepared::of(record)).await
    }

    /// Stores a record that was made ready, unless the same game is there.
    pub async fn put_prepared(&self, prepared: Prepared) -> Result<Put, StoreError> {
        self.put(prepared).await
    }

    /// Stores a record that somebody wrote, unless the same one is there to the last comment. The
    /// same game in another record is no reason to drop it: both stay.
    pub async fn keep_record(
        &self,
        record: &Record,
        mut prepared: Prepared,
    ) -> Result<Put, StoreError> {
        let whole = whole_digest(record, prepared.rules.as_ref());
        let put = self.put(prepared.clone()).await?;
        if !put.is_duplicate {
            return Ok(put);
        }
        // A record that cannot be read is not this one.
        if let Ok(Some(other)) = self.record(put.id).await
            && whole_digest(&other.record, prepared.rules.as_ref()) == whole
        {
            return Ok(put);
        }
        prepared.digest = whole;
        let keeping = prepared.keeping.clone();
        self.put(prepared.kept(keeping)).await
    }

    async fn put(&self, prepared: Prepared) -> Result<Put, StoreError> {
        let digest = prepared.digest;
        let imported = self.import(vec![prepared], &[]).await?;
        let id: i64 = reading!(self.database, pool => {
            let sql = "SELECT id FROM records WHERE digest = $1";
            sqlx::query_scalar(sql).bind(&digest[..]).fetch_one(pool).await?
        });
        Ok(Put { id: RecordId(id), is_duplicate: imported.added == 0 })
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
            sql.push(" WHERE r.sight < 3 AND r.id = ").push_bind(id.0);
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
            let first = remarks.first().map(|remark| remark.finding.message.to_string());
            Err(damaged(first.unwrap_or_else(|| "it is not one game".to_owned())))
        }
    }
}

/// The rules of a variant's own text.
fn own_ruleset(yaml: String) -> Result<Arc<Ruleset>, String> {
    let (variant, findings) = koma_variants::read(&Source::new("rules", yaml), |_| None);
    let first = || findings.first().map(|finding| finding.message.to_string()).unwrap_or_default();
    Ruleset::compile(&variant.ok_or_else(first)?).map_err(|_| "its rules do not compile".to_owned())
}

/// Everything a [`Summary`] has; conditions follow.
pub(crate) const SUMMARY: &str = "SELECT r.id, r.variant, s.name, g.name, e.name, p.name, \
    r.date, r.date_text, r.handicap, r.moves, r.winner, r.termination, r.added, r.sight, r.link \
    FROM records r \
    LEFT JOIN names s ON s.id = r.sente LEFT JOIN names g ON g.id = r.gote \
    LEFT JOIN names e ON e.id = r.event LEFT JOIN names p ON p.id = r.site";

/// A row of [`SUMMARY`].
pub(crate) type SummaryRow = (
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
    i64,
    Option<String>,
);

impl From<SummaryRow> for Summary {
    fn from(row: SummaryRow) -> Self {
        let (
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
            sight,
            link,
        ) = row;
        let sight = Sight::of(sight).unwrap_or(Sight::Private);
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
            sight,
            link: link.filter(|_| sight != Sight::Public),
        }
    }
}
