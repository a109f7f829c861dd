//! Tags: words that those who may change a record put on it. All records of a tag are a collection.

use std::collections::{BTreeSet, HashMap};

use sqlx::QueryBuilder;

use crate::database::{reading, writing};
use crate::owners::Eyes;
use crate::{RecordId, Store, StoreError};

/// The longest tag, in characters.
const LONGEST: usize = 60;
/// How many tags a record may have.
const MOST: usize = 20;

/// A tag as it is stored: without blanks around it, and without what would part a list of them.
/// `None` where nothing is left, or too much.
pub fn tag(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let tag: String = words.join(" ").chars().filter(|&c| !c.is_control() && c != ',').collect();
    (!tag.is_empty() && tag.chars().count() <= LONGEST).then_some(tag)
}

impl Store {
    /// Gives a record these tags and no others; gives what it has now.
    pub async fn set_tags(&self, id: RecordId, tags: &[String]) -> Result<Vec<String>, StoreError> {
        let tags: BTreeSet<String> = tags.iter().filter_map(|text| tag(text)).take(MOST).collect();
        writing!(self.database, tx => {
            let clear = sqlx::query("DELETE FROM tags WHERE record = $1").bind(id.0);
            clear.execute(&mut *tx).await?;
            for tag in &tags {
                let add = sqlx::query("INSERT INTO tags (tag, record) VALUES ($1, $2)");
                add.bind(tag).bind(id.0).execute(&mut *tx).await?;
            }
        });
        Ok(tags.into_iter().collect())
    }

    /// The tags of records, in order.
    pub async fn tags_of(
        &self,
        records: &[RecordId],
    ) -> Result<HashMap<RecordId, Vec<String>>, StoreError> {
        let mut found: HashMap<RecordId, Vec<String>> = HashMap::new();
        if records.is_empty() {
            return Ok(found);
        }
        let rows: Vec<(i64, String)> = reading!(self.database, pool => {
            let mut sql = QueryBuilder::new("SELECT record, tag FROM tags WHERE record IN (");
            let mut list = sql.separated(", ");
            for id in records {
                list.push_bind(id.0);
            }
            sql.push(") ORDER BY record, tag");
            sql.build_query_as().fetch_all(pool).await?
        });
        for (record, tag) in rows {
            found.entry(RecordId(record)).or_default().push(tag);
        }
        Ok(found)
    }

    /// All tags, with how many records that somebody sees have each.
    pub async fn tag_counts(&self, eyes: Eyes) -> Result<Vec<(String, u64)>, StoreError> {
        let hidden: BTreeSet<i64> = self.hidden(eyes).await?.into_iter().collect();
        let rows: Vec<(String, i64)> = reading!(self.database, pool => {
            sqlx::query_as("SELECT tag, record FROM tags ORDER BY tag").fetch_all(pool).await?
        });
        let mut counts: Vec<(String, u64)> = Vec::new();
        for (tag, _) in rows.into_iter().filter(|(_, record)| !hidden.contains(record)) {
            match counts.last_mut() {
                Some((last, count)) if *last == tag => *count += 1,
                _ => counts.push((tag, 1)),
            }
        }
        Ok(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_one_line_without_commas() {
        assert_eq!(tag(" 居飛車　の, 教材 \n 1"), Some("居飛車 の 教材 1".to_owned()));
        assert_eq!((tag(" , "), tag(&"長".repeat(LONGEST + 1))), (None, None));
    }
}
