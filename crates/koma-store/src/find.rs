//! Finding records.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use koma_kifu::Winner;
use sqlx::{Database, Encode, Postgres, QueryBuilder, Sqlite, Type};

use crate::database::reading;
use crate::names::pattern;
use crate::owners::{DELETED, Eyes};
use crate::records::{SUMMARY, SummaryRow};
use crate::summary::winner_code;
use crate::{Date, Store, StoreError, Summary};

/// Which records. What is not set does not matter; names are found by a part of them, see
/// [`crate::fold`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// A player, on either side.
    pub player: Option<String>,
    /// The player of sente (or 下手).
    pub sente: Option<String>,
    /// The player of gote (or 上手).
    pub gote: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// On this day or later.
    pub from: Option<Date>,
    /// On this day or before; a month or a year with all its days.
    pub to: Option<Date>,
    /// The game, by its slug.
    pub variant: Option<String>,
    /// Who won.
    pub winner: Option<Winner>,
    /// 手合割, by its usual name.
    pub handicap: Option<String>,
    /// The position of this key was on the board, see [`crate::position_key`].
    pub position: Option<i64>,
    /// A line of the head: its key, and a part of its value.
    pub header: Option<(String, String)>,
    /// Shapes that were seen, by their keywords (see [`koma_kifu::shape()`]), all of them.
    pub shapes: Vec<String>,
    /// Tags that it has, all of them, see [`crate::tag()`].
    pub tags: Vec<String>,
    /// Only records of this account.
    pub owner: Option<i64>,
    /// Who looks.
    pub eyes: Eyes,
}

impl Filter {
    /// Whether it lets every record through that is seen.
    pub(crate) fn lets_all_through(&self) -> bool {
        *self == Self { eyes: self.eyes, ..Self::default() }
    }
}

/// In which order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// The latest game first.
    #[default]
    Newest,
    /// The earliest game first; games without a date come before all others.
    Oldest,
    /// The record stored last first.
    LastAdded,
    /// The record stored first first.
    FirstAdded,
    /// The longest game first.
    Longest,
    /// The shortest game first.
    Shortest,
}

/// Where a page begins: after this record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The date, or the number of moves where that is the order.
    key: i64,
    id: i64,
}

/// Which part of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The order of the list.
    pub sort: Sort,
    /// After this one; from the beginning if `None`.
    pub after: Option<Cursor>,
    /// At most so many.
    pub limit: usize,
}

/// The largest page.
const MOST: usize = 1000;

impl Default for Page {
    fn default() -> Self {
        Self { sort: Sort::default(), after: None, limit: 50 }
    }
}

/// A page of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The records.
    pub records: Vec<Summary>,
    /// Where the next page begins, if there is one.
    pub next: Option<Cursor>,
    /// How many there are on all pages.
    pub total: u64,
}

impl Store {
    /// A page of the records a filter lets through.
    pub async fn find_records(&self, filter: &Filter, page: &Page) -> Result<Found, StoreError> {
        let limit = page.limit.clamp(1, MOST);
        let there = self.there(filter).await?;
        let (rows, total): (Vec<SummaryRow>, i64) = reading!(self.database, pool => {
            let mut sql = QueryBuilder::new(SUMMARY);
            push_filter(&mut sql, filter, there.as_deref());
            push_page(&mut sql, page);
            sql.push(" LIMIT ").push_bind(limit as i64 + 1);
            let rows = sql.build_query_as().fetch_all(pool).await?;
            let mut sql = QueryBuilder::new("SELECT count(*) FROM records r");
            push_filter(&mut sql, filter, there.as_deref());
            (rows, sql.build_query_scalar().fetch_one(pool).await?)
        });
        let mut records: Vec<Summary> = rows.into_iter().map(Summary::from).collect();
        let more = records.len() > limit;
        records.truncate(limit);
        let next = records.last().filter(|_| more).map(|last| Cursor::at(last, page.sort));
        Ok(Found { records, next, total: total.unsigned_abs() })
    }

    /// The records a filter lets through, with commas between; of these alone if there are few to
    /// look at one by one: among many the filter finds its own sooner.
    pub(crate) async fn let_through(
        &self,
        filter: &Filter,
        few: Option<Vec<i64>>,
    ) -> Result<String, StoreError> {
        let few = few.as_deref().map(list_of);
        let there = self.there(filter).await?;
        // As one text: a row each would take longer than finding them.
        let found: Option<String> = reading!(self.database, pool => {
            let mut sql = QueryBuilder::new(
                "SELECT string_agg(CAST(r.id AS TEXT), ',') FROM records r",
            );
            push_filter(&mut sql, filter, there.as_deref());
            if let Some(few) = &few {
                push_among(&mut sql, few);
            }
            sql.build_query_scalar().fetch_one(pool).await?
        });
        Ok(found.unwrap_or_default())
    }

    /// The records that somebody does not see, in order.
    pub(crate) async fn hidden(&self, eyes: Eyes) -> Result<Vec<i64>, StoreError> {
        let mut hidden: Vec<i64> = reading!(self.database, pool => {
            let mut sql = QueryBuilder::new("");
            push_hidden(&mut sql, eyes);
            sql.build_query_scalar().fetch_all(pool).await?
        });
        hidden.sort_unstable();
        Ok(hidden)
    }

    /// The records that have the position of a filter, as a list for [`push_among`].
    async fn there(&self, filter: &Filter) -> Result<Option<String>, StoreError> {
        let Some(key) = filter.position else { return Ok(None) };
        Ok(Some(list_of(&self.records_at(key).await?)))
    }
}

/// How a database takes a list as one value.
pub(crate) trait Lists: Database {
    /// What stands before the list, and after it.
    const LIST: (&'static str, &'static str);
}

impl Lists for Sqlite {
    const LIST: (&'static str, &'static str) = ("SELECT value FROM json_each(", ")");
}

impl Lists for Postgres {
    const LIST: (&'static str, &'static str) =
        ("SELECT value::bigint FROM json_array_elements_text(", "::json) AS value");
}

/// Numbers as a list of JSON.
fn list_of(numbers: &[i64]) -> String {
    let mut list = String::with_capacity(numbers.len() * 7 + 2);
    list.push('[');
    for (at, number) in numbers.iter().enumerate() {
        // Writing to a text cannot fail.
        let _ = write!(list, "{}{number}", if at == 0 { "" } else { "," });
    }
    list.push(']');
    list
}

/// One of the records of a list.
fn push_among<DB>(sql: &mut QueryBuilder<DB>, list: &str)
where
    DB: Lists,
    String: for<'q> Encode<'q, DB> + Type<DB>,
{
    let (before, after) = DB::LIST;
    sql.push(" AND r.id IN (").push(before);
    sql.push_bind(list.to_owned()).push(after).push(")");
}

/// The conditions of a filter, over `records r`; its position as a list of records.
fn push_filter<DB>(sql: &mut QueryBuilder<DB>, filter: &Filter, there: Option<&str>)
where
    DB: Lists,
    String: for<'q> Encode<'q, DB> + Type<DB>,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
{
    let Filter {
        player,
        sente,
        gote,
        event,
        from,
        to,
        variant,
        winner,
        handicap,
        position: _,
        header,
        shapes,
        tags,
        owner,
        eyes,
    } = filter;
    sql.push(" WHERE r.id NOT IN (");
    push_hidden(sql, *eyes);
    sql.push(")");
    if let Some(owner) = owner {
        sql.push(" AND r.id IN (SELECT o.record FROM owners o WHERE o.account = ");
        sql.push_bind(*owner).push(")");
    }
    let mut named = |before: &'static str, text: &Option<String>| {
        if let Some(text) = text {
            sql.push(before);
            sql.push(" IN (SELECT n.id FROM names n WHERE n.folded LIKE ");
            sql.push_bind(pattern(text));
            sql.push(" ESCAPE '\\')");
        }
    };
    named(" AND r.sente", sente);
    named(" AND r.gote", gote);
    named(" AND r.event", event);
    named(" AND (r.sente", player);
    named(" OR r.gote", player);
    if player.is_some() {
        sql.push(")");
    }
    if let Some(from) = from {
        sql.push(" AND r.date >= ").push_bind(from.code());
    }
    if let Some(to) = to {
        // A game without a date is not before anything.
        sql.push(" AND r.date > 0 AND r.date <= ").push_bind(to.last().code());
    }
    if let Some(variant) = variant {
        sql.push(" AND r.variant = ").push_bind(crate::names::storable(variant));
    }
    if let Some(winner) = winner {
        sql.push(" AND r.winner = ").push_bind(winner_code(Some(*winner)));
    }
    if let Some(handicap) = handicap {
        sql.push(" AND r.handicap = ").push_bind(crate::names::storable(handicap));
    }
    if let Some(there) = there {
        push_among(sql, there);
    }
    for shape in shapes {
        sql.push(" AND r.id IN (SELECT f.record FROM shapes f WHERE f.shape = ");
        sql.push_bind(crate::names::storable(shape)).push(")");
    }
    for tag in tags {
        sql.push(" AND r.id IN (SELECT t.record FROM tags t WHERE t.tag = ");
        sql.push_bind(crate::names::storable(tag)).push(")");
    }
    if let Some((key, value)) = header {
        sql.push(" AND r.id IN (SELECT h.record FROM headers h WHERE h.name = ");
        sql.push_bind(crate::names::storable(key)).push(" AND h.value LIKE ");
        sql.push_bind(plain_pattern(value)).push(" ESCAPE '\\')");
    }
}

/// The numbers of the records that somebody does not see. There are few of them, in an index of
/// their own: looking at all records for it would take longer than the search.
fn push_hidden<DB>(sql: &mut QueryBuilder<DB>, eyes: Eyes)
where
    DB: Database,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
{
    sql.push("SELECT h.id FROM records h WHERE h.sight > 0");
    match eyes {
        Eyes::All => {
            sql.push(" AND h.sight = ").push_bind(DELETED);
        }
        Eyes::Public => {}
        Eyes::Account(account) => {
            sql.push(" AND (h.sight = ").push_bind(DELETED).push(" OR h.id NOT IN ");
            sql.push("(SELECT m.record FROM owners m WHERE m.account = ").push_bind(account);
            sql.push("))");
        }
    }
}

/// The place of a page and its order.
fn push_page<DB>(sql: &mut QueryBuilder<DB>, page: &Page)
where
    DB: Database,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
{
    if let Some(Cursor { key, id }) = page.after {
        match page.sort {
            Sort::Newest => {
                sql.push(" AND (r.date, r.id) < (").push_bind(key);
                sql.push(", ").push_bind(id).push(")");
            }
            Sort::Oldest => {
                sql.push(" AND (r.date, r.id) > (").push_bind(key);
                sql.push(", ").push_bind(id).push(")");
            }
            Sort::LastAdded => {
                sql.push(" AND r.id < ").push_bind(id);
            }
            Sort::FirstAdded => {
                sql.push(" AND r.id > ").push_bind(id);
            }
            Sort::Longest => {
                sql.push(" AND (r.moves, r.id) < (").push_bind(key);
                sql.push(", ").push_bind(id).push(")");
            }
            Sort::Shortest => {
                sql.push(" AND (r.moves, r.id) > (").push_bind(key);
                sql.push(", ").push_bind(id).push(")");
            }
        }
    }
    sql.push(match page.sort {
        Sort::Newest => " ORDER BY r.date DESC, r.id DESC",
        Sort::Oldest => " ORDER BY r.date, r.id",
        Sort::LastAdded => " ORDER BY r.id DESC",
        Sort::FirstAdded => " ORDER BY r.id",
        Sort::Longest => " ORDER BY r.moves DESC, r.id DESC",
        Sort::Shortest => " ORDER BY r.moves, r.id",
    });
}

fn plain_pattern(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    format!("%{}%", crate::names::storable(&escaped))
}

impl Cursor {
    fn at(record: &Summary, sort: Sort) -> Self {
        let key = match sort {
            Sort::Longest | Sort::Shortest => i64::from(record.moves),
            _ => record.day.map_or(0, Date::code),
        };
        Self { key, id: record.id.0 }
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.key, self.id)
    }
}

/// The text is no cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no place in a list")]
pub struct NoCursor;

impl FromStr for Cursor {
    type Err = NoCursor;

    fn from_str(text: &str) -> Result<Self, NoCursor> {
        let (key, id) = text.split_once('-').ok_or(NoCursor)?;
        let number = |text: &str| text.parse::<u32>().map(i64::from).map_err(|_| NoCursor);
        Ok(Self { key: number(key)?, id: number(id)? })
    }
}

impl FromStr for Sort {
    type Err = NoSort;

    fn from_str(text: &str) -> Result<Self, NoSort> {
        match text {
            "newest" => Ok(Self::Newest),
            "oldest" => Ok(Self::Oldest),
            "lastAdded" => Ok(Self::LastAdded),
            "firstAdded" => Ok(Self::FirstAdded),
            "longest" => Ok(Self::Longest),
            "shortest" => Ok(Self::Shortest),
            _ => Err(NoSort),
        }
    }
}

/// The text is no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the order is newest, oldest, lastAdded, firstAdded, longest or shortest")]
pub struct NoSort;
