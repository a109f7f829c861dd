//! Openings, castles and tesuji by name, as tables have them.

use std::collections::HashMap;

use koma_kifu::Record;
use koma_rules::Side;
use rayon::prelude::*;
use sqlx::QueryBuilder;

use crate::bulk::{Bulk as _, Column};
use crate::database::{reading, writing};
use crate::owners::{DELETED, Eyes};
use crate::records::read_content;
use crate::{RecordId, Store, StoreError};

/// A shape of a stored record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredShape {
    /// Its keyword, see [`koma_kifu::shape()`].
    pub id: String,
    /// Whose; `None` for what both sides did.
    pub side: Option<Side>,
    /// After how many moves.
    pub ply: u32,
}

/// A shape as a row: keyword, side, ply.
pub(crate) type ShapeRow = (&'static str, i64, i64);

/// The rows of a record.
pub(crate) fn rows_of(record: &Record) -> Vec<ShapeRow> {
    let row = |found: koma_kifu::FoundShape| {
        let side = found.side.map_or(BOTH, |side| side as i64);
        (found.shape.id, side, i64::from(record.node(found.node).depth()))
    };
    record.shapes().into_iter().map(row).collect()
}

/// What both sides did.
const BOTH: i64 = 2;

/// Records looked at in one transaction.
const PAGE: i64 = 500;

/// The rows of records as columns of the table.
pub(crate) fn columns<'r>(
    records: impl IntoIterator<Item = (i64, &'r [ShapeRow])>,
) -> (&'static str, Vec<Column>) {
    let mut table = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (id, rows) in records {
        for &(shape, side, ply) in rows {
            table.0.push(shape.to_owned());
            table.1.push(id);
            table.2.push(side);
            table.3.push(ply);
        }
    }
    let columns = vec![
        Column::Texts(table.0),
        Column::Ints(table.1),
        Column::Ints(table.2),
        Column::Ints(table.3),
    ];
    ("INSERT INTO shapes (shape, record, side, ply)", columns)
}

impl Store {
    /// The shapes of records, in the order in which they came about.
    pub async fn shapes_of(
        &self,
        records: &[RecordId],
    ) -> Result<HashMap<RecordId, Vec<StoredShape>>, StoreError> {
        let mut found: HashMap<RecordId, Vec<StoredShape>> = HashMap::new();
        if records.is_empty() {
            return Ok(found);
        }
        let rows: Vec<(i64, String, i64, i64)> = reading!(self.database, pool => {
            let mut sql = QueryBuilder::new("SELECT record, shape, side, ply FROM shapes WHERE record IN (");
            let mut list = sql.separated(", ");
            for id in records {
                list.push_bind(id.0);
            }
            sql.push(") ORDER BY record, ply, side, shape");
            sql.build_query_as().fetch_all(pool).await?
        });
        for (record, id, side, ply) in rows {
            let side = match side {
                0 => Some(Side::Sente),
                1 => Some(Side::Gote),
                _ => None,
            };
            let shape = StoredShape { id, side, ply: u32::try_from(ply).unwrap_or(0) };
            found.entry(RecordId(record)).or_default().push(shape);
        }
        Ok(found)
    }

    /// In how many of the records that somebody sees each shape is, the commonest first.
    pub async fn shape_counts(&self, eyes: Eyes) -> Result<Vec<(String, u64)>, StoreError> {
        let hidden = self.hidden(eyes).await?;
        let rows: Vec<(String, i64)> = reading!(self.database, pool => {
            let sql = "SELECT shape, count(DISTINCT record) FROM shapes GROUP BY shape";
            sqlx::query_as(sql).fetch_all(pool).await?
        });
        // Few records are hidden: they are taken off again.
        let mut counts: HashMap<String, i64> = rows.into_iter().collect();
        for ids in hidden.chunks(10_000) {
            let ids: Vec<_> = ids.iter().copied().map(RecordId).collect();
            for shapes in self.shapes_of(&ids).await?.into_values() {
                let mut names: Vec<_> = shapes.into_iter().map(|shape| shape.id).collect();
                names.sort_unstable();
                names.dedup();
                for name in names {
                    counts.entry(name).and_modify(|count| *count -= 1);
                }
            }
        }
        let mut counts: Vec<_> = counts
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(shape, count)| (shape, count.unsigned_abs()))
            .collect();
        counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Ok(counts)
    }

    /// Looks for shapes in some of the records that were stored before there were any; how many
    /// were looked at, none at the end. What cannot be read has none.
    pub async fn look_for_shapes(&self) -> Result<usize, StoreError> {
        let sql = "SELECT r.id, c.content, s.yaml FROM records r \
                   LEFT JOIN contents c ON c.record = r.id \
                   LEFT JOIN rulesets s ON s.digest = r.rules \
                   WHERE r.shaped = 0 ORDER BY r.id LIMIT $1";
        let rows: Vec<(i64, Option<Vec<u8>>, Option<String>)> = reading!(self.database, pool => {
            sqlx::query_as(sql).bind(PAGE).fetch_all(pool).await?
        });
        let look = |(id, content, yaml): (i64, Option<Vec<u8>>, Option<String>)| {
            let record =
                content.and_then(|content| read_content(RecordId(id), &content, yaml).ok());
            (id, record.map(|record| rows_of(&record)).unwrap_or_default())
        };
        let found: Vec<(i64, Vec<ShapeRow>)> = rows.into_par_iter().map(look).collect();
        writing!(self.database, tx => {
            for (id, _) in &found {
                sqlx::query("DELETE FROM shapes WHERE record = $1").bind(id).execute(&mut *tx).await?;
                let sql = "UPDATE records SET shaped = 1 WHERE id = $1";
                sqlx::query(sql).bind(id).execute(&mut *tx).await?;
            }
            let (into, rows) = columns(found.iter().map(|(id, rows)| (*id, &rows[..])));
            tx.insert(into, rows, "").await?;
        });
        Ok(found.len())
    }

    /// How many records were stored before there were shapes.
    pub async fn without_shapes(&self) -> Result<u64, StoreError> {
        let count: i64 = reading!(self.database, pool => {
            let sql = "SELECT count(*) FROM records WHERE shaped = 0 AND sight <> $1";
            sqlx::query_scalar(sql).bind(DELETED).fetch_one(pool).await?
        });
        Ok(count.unsigned_abs())
    }

    /// Makes all records as those of older versions are: their shapes are looked for again.
    pub async fn forget_shapes(&self) -> Result<(), StoreError> {
        writing!(self.database, tx => {
            sqlx::query("DELETE FROM shapes").execute(&mut *tx).await?;
            sqlx::query("UPDATE records SET shaped = 0").execute(&mut *tx).await?;
        });
        Ok(())
    }
}
