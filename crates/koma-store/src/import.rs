//! Many records at once.

use std::collections::{HashMap, HashSet};

use sqlx::QueryBuilder;

use crate::bulk::{Bulk as _, Column};
use crate::database::{reading, writing};
use crate::names::{fold, storable};
use crate::owners::{Sight, new_link, side_code};
use crate::runs::add_visits;
use crate::{Prepared, Store, StoreError, now};

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

/// Values looked up in one statement.
const MOST_VALUES: usize = 30_000;

impl Store {
    /// Stores many records in one transaction: all of them, or none if it fails. `files` are marked
    /// as imported in the same transaction.
    ///
    /// Large batches are quicker.
    pub async fn import(
        &self,
        batch: Vec<Prepared>,
        files: &[FileMark],
    ) -> Result<Imported, StoreError> {
        let total = batch.len();
        let added = writing!(self.database, tx => {
            tx.take_turn().await?;
            let mut known: HashSet<Vec<u8>> = HashSet::new();
            for chunk in batch.chunks(MOST_VALUES) {
                let mut sql = QueryBuilder::new("SELECT digest FROM records WHERE digest IN (");
                let mut list = sql.separated(", ");
                for record in chunk {
                    list.push_bind(record.digest.to_vec());
                }
                sql.push(")");
                let found = sql.build_query_scalar().persistent(false);
                known.extend(found.fetch_all(&mut *tx).await?);
            }
            let mut seen = HashSet::new();
            let mut fresh = batch;
            fresh.retain(|record| {
                !known.contains(&record.digest[..]) && seen.insert(record.digest)
            });
            let mut names: HashMap<String, i64> = HashMap::new();
            let mut wanted = names_of(&fresh);
            for chunk in wanted.chunks(MOST_VALUES) {
                let mut sql = QueryBuilder::new("SELECT name, id FROM names WHERE name IN (");
                let mut list = sql.separated(", ");
                for name in chunk {
                    list.push_bind(name.clone());
                }
                sql.push(")");
                let found = sql.build_query_as().persistent(false);
                names.extend(found.fetch_all(&mut *tx).await?);
            }
            wanted.retain(|name| !names.contains_key(name));
            let next = sqlx::query_scalar("SELECT coalesce(max(id), 0) + 1 FROM names");
            let first: i64 = next.fetch_one(&mut *tx).await?;
            names.extend(wanted.iter().cloned().zip(first..));
            tx.insert("INSERT INTO names (id, name, folded)", vec![
                Column::Ints((first..).take(wanted.len()).collect()),
                Column::Texts(wanted.clone()),
                Column::Texts(wanted.iter().map(|name| fold(name)).collect()),
            ], "").await?;
            let next = sqlx::query_scalar("SELECT coalesce(max(id), 0) + 1 FROM records");
            let first: i64 = next.fetch_one(&mut *tx).await?;
            if !fresh.is_empty() {
                let visits = (first..).zip(&fresh).flat_map(|(id, record)| record.visits(id));
                add_visits(&mut *tx, visits.collect()).await?;
            }
            for (into, rows) in record_rows(&mut fresh, first, &names) {
                tx.insert(into, rows, "").await?;
            }
            for (account, id, side) in owners_of(&fresh, first) {
                let sql = "INSERT INTO owners (account, record, side) VALUES ($1, $2, $3) \
                           ON CONFLICT DO NOTHING";
                let insert = sqlx::query(sql).bind(account).bind(id).bind(side);
                insert.execute(&mut *tx).await?;
            }
            for rules in fresh.iter().filter_map(|record| record.rules.as_ref()) {
                let sql = "INSERT INTO rulesets (digest, yaml) VALUES ($1, $2) \
                           ON CONFLICT (digest) DO NOTHING";
                let insert = sqlx::query(sql).bind(&rules.digest[..]).bind(&rules.yaml);
                insert.execute(&mut *tx).await?;
            }
            let marks = vec![
                Column::Blobs(files.iter().map(|file| file.digest.to_vec()).collect()),
                Column::Texts(files.iter().map(|file| storable(&file.name)).collect()),
                Column::Ints(files.iter().map(|file| file.games as i64).collect()),
                Column::Ints(vec![now(); files.len()]),
            ];
            let into = "INSERT INTO imports (digest, name, games, added)";
            tx.insert(into, marks, " ON CONFLICT (digest) DO NOTHING").await?;
            fresh.len()
        });
        Ok(Imported { added, duplicates: total - added })
    }

    /// The digests of the bytes of all files that have been imported.
    pub(crate) async fn all_imported(&self) -> Result<HashSet<[u8; 32]>, StoreError> {
        let rows: Vec<Vec<u8>> = reading!(self.database, pool => {
            sqlx::query_scalar("SELECT digest FROM imports").fetch_all(pool).await?
        });
        Ok(rows.into_iter().filter_map(|digest| <[u8; 32]>::try_from(digest).ok()).collect())
    }
}

/// The names of players, events and places, each once.
fn names_of(records: &[Prepared]) -> Vec<String> {
    let names = records
        .iter()
        .map(|record| &record.meta)
        .flat_map(|meta| [&meta.sente, &meta.gote, &meta.event, &meta.site].into_iter().flatten());
    let mut names: Vec<&String> = names.collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().cloned().collect()
}

/// Whose the records are: account, number, side.
fn owners_of(records: &[Prepared], first: i64) -> Vec<(i64, i64, Option<i64>)> {
    let mut rows = Vec::new();
    for (id, record) in (first..).zip(records) {
        for (account, side) in &record.keeping.owners {
            rows.push((*account, id, side.map(side_code)));
        }
    }
    rows
}

/// The rows of the tables that have one for each record, or some.
fn record_rows(
    records: &mut [Prepared],
    first: i64,
    names: &HashMap<String, i64>,
) -> [(&'static str, Vec<Column>); 4] {
    let added = now();
    let ids: Vec<i64> = (first..).take(records.len()).collect();
    let named = |name: fn(&Prepared) -> &Option<String>, records: &[Prepared]| {
        let id = |record| name(record).as_ref().and_then(|name| names.get(name)).copied();
        Column::MaybeInts(records.iter().map(id).collect())
    };
    let ints = |value: fn(&Prepared) -> i64, records: &[Prepared]| {
        Column::Ints(records.iter().map(value).collect())
    };
    let texts = |text: fn(&Prepared) -> Option<String>, records: &[Prepared]| {
        Column::MaybeTexts(records.iter().map(text).collect())
    };
    let rules = |record: &Prepared| record.rules.as_ref().map(|rules| rules.digest.to_vec());
    let rows = vec![
        Column::Ints(ids.clone()),
        Column::Blobs(records.iter().map(|record| record.digest.to_vec()).collect()),
        Column::Texts(records.iter().map(|record| record.variant.clone()).collect()),
        Column::MaybeBlobs(records.iter().map(rules).collect()),
        named(|record| &record.meta.sente, records),
        named(|record| &record.meta.gote, records),
        named(|record| &record.meta.event, records),
        named(|record| &record.meta.site, records),
        ints(|record| record.date, records),
        texts(|record| record.meta.date.clone(), records),
        texts(|record| record.handicap.clone(), records),
        ints(|record| record.moves, records),
        ints(|record| record.winner, records),
        texts(|record| record.termination.map(str::to_owned), records),
        Column::Ints(vec![added; records.len()]),
        texts(|record| record.source.as_deref().map(storable), records),
        ints(|record| record.keeping.sight as i64, records),
        texts(|record| (record.keeping.sight != Sight::Public).then(new_link), records),
        Column::MaybeBlobs(records.iter().map(|r| r.keeping.key_hash.clone()).collect()),
        ints(|record| i64::from(record.keeping.is_withheld), records),
        Column::Ints(vec![1; records.len()]),
    ];
    let contents = records.iter_mut().map(|record| std::mem::take(&mut record.content)).collect();
    let named = records.iter().map(|record| &record.shapes[..]);
    let shapes = crate::shapes::columns(ids.iter().copied().zip(named));
    let mut headers = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (id, record) in ids.iter().zip(records) {
        for (place, (key, value)) in (0..).zip(record.headers.drain(..)) {
            headers.0.push(*id);
            headers.1.push(place);
            headers.2.push(key);
            headers.3.push(value);
        }
    }
    [
        (
            "INSERT INTO records (id, digest, variant, rules, sente, gote, event, site, date, \
             date_text, handicap, moves, winner, termination, added, source, sight, link, \
             key_hash, withheld, shaped)",
            rows,
        ),
        shapes,
        (
            "INSERT INTO contents (record, content)",
            vec![Column::Ints(ids), Column::Blobs(contents)],
        ),
        (
            "INSERT INTO headers (record, place, name, value)",
            vec![
                Column::Ints(headers.0),
                Column::Ints(headers.1),
                Column::Texts(headers.2),
                Column::Texts(headers.3),
            ],
        ),
    ]
}
