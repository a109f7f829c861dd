//! Many rows in one statement, each database in its own fastest way.

use std::vec::IntoIter;

use sqlx::query_with;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments as _, PgConnection, QueryBuilder, Sqlite, SqliteConnection};

/// The values of a column, one for each row.
pub(crate) enum Column {
    Ints(Vec<i64>),
    MaybeInts(Vec<Option<i64>>),
    Texts(Vec<String>),
    MaybeTexts(Vec<Option<String>>),
    Blobs(Vec<Vec<u8>>),
    MaybeBlobs(Vec<Option<Vec<u8>>>),
}

impl Column {
    fn len(&self) -> usize {
        match self {
            Self::Ints(values) => values.len(),
            Self::MaybeInts(values) => values.len(),
            Self::Texts(values) => values.len(),
            Self::MaybeTexts(values) => values.len(),
            Self::Blobs(values) => values.len(),
            Self::MaybeBlobs(values) => values.len(),
        }
    }
}

/// A connection that takes many rows at once.
pub(crate) trait Bulk {
    /// Waits until nobody else gives numbers to rows, until the end of the transaction.
    async fn take_turn(&mut self) -> Result<(), sqlx::Error>;

    /// Inserts rows; `into` is `INSERT INTO table (columns)`, `after` what follows them.
    async fn insert(
        &mut self,
        into: &'static str,
        rows: Vec<Column>,
        after: &'static str,
    ) -> Result<(), sqlx::Error>;
}

/// Values in one statement; SQLite allows 32,766.
const MOST_VALUES: usize = 32_000;

/// Values by rows: SQLite has no arrays, but it is quick with long statements it knows already.
impl Bulk for SqliteConnection {
    /// SQLite's transactions that write are alone from their beginning.
    async fn take_turn(&mut self) -> Result<(), sqlx::Error> {
        Ok(())
    }

    async fn insert(
        &mut self,
        into: &'static str,
        rows: Vec<Column>,
        after: &'static str,
    ) -> Result<(), sqlx::Error> {
        let width = rows.len();
        let mut left = rows.first().map_or(0, Column::len);
        let mut values: Vec<Values> = rows.into_iter().map(Values::of).collect();
        let statement = |rows: usize| {
            let mut sql = QueryBuilder::<Sqlite>::new(into);
            sql.push(" VALUES ");
            for row in 0..rows {
                sql.push(if row == 0 { "(" } else { ", (" });
                (0..width).for_each(|at| {
                    sql.push(if at == 0 { "?" } else { ", ?" });
                });
                sql.push(")");
            }
            sql.push(after);
            sql.into_sql()
        };
        let most = MOST_VALUES / width.max(1);
        let whole = (left >= most).then(|| statement(most));
        while left > 0 {
            let rows = left.min(most);
            let mut arguments = SqliteArguments::default();
            arguments.reserve(rows * width, 0);
            for _ in 0..rows {
                for column in &mut values {
                    column.give(&mut arguments)?;
                }
            }
            // Whole chunks are one statement, prepared once; what is left is never seen again.
            let sql = whole.clone().filter(|_| rows == most).unwrap_or_else(|| statement(rows));
            let query = query_with::<Sqlite, _>(sql, arguments).persistent(rows == most);
            query.execute(&mut *self).await?;
            left -= rows;
        }
        Ok(())
    }
}

/// A column being used up.
enum Values {
    Ints(IntoIter<i64>),
    MaybeInts(IntoIter<Option<i64>>),
    Texts(IntoIter<String>),
    MaybeTexts(IntoIter<Option<String>>),
    Blobs(IntoIter<Vec<u8>>),
    MaybeBlobs(IntoIter<Option<Vec<u8>>>),
}

impl Values {
    fn of(column: Column) -> Self {
        match column {
            Column::Ints(values) => Self::Ints(values.into_iter()),
            Column::MaybeInts(values) => Self::MaybeInts(values.into_iter()),
            Column::Texts(values) => Self::Texts(values.into_iter()),
            Column::MaybeTexts(values) => Self::MaybeTexts(values.into_iter()),
            Column::Blobs(values) => Self::Blobs(values.into_iter()),
            Column::MaybeBlobs(values) => Self::MaybeBlobs(values.into_iter()),
        }
    }

    /// Gives the next value to a statement.
    fn give(&mut self, arguments: &mut SqliteArguments) -> Result<(), sqlx::Error> {
        let given = match self {
            Self::Ints(values) => arguments.add(values.next()),
            Self::MaybeInts(values) => arguments.add(values.next().flatten()),
            Self::Texts(values) => arguments.add(values.next()),
            Self::MaybeTexts(values) => arguments.add(values.next().flatten()),
            Self::Blobs(values) => arguments.add(values.next()),
            Self::MaybeBlobs(values) => arguments.add(values.next().flatten()),
        };
        given.map_err(sqlx::Error::Encode)
    }
}

/// Values by columns: PostgreSQL takes each as one array.
impl Bulk for PgConnection {
    async fn take_turn(&mut self) -> Result<(), sqlx::Error> {
        // Any number will do; all writers of records take the same.
        sqlx::query("SELECT pg_advisory_xact_lock(1802464609)").execute(self).await?;
        Ok(())
    }

    async fn insert(
        &mut self,
        into: &'static str,
        rows: Vec<Column>,
        after: &'static str,
    ) -> Result<(), sqlx::Error> {
        if rows.first().is_none_or(|column| column.len() == 0) {
            return Ok(());
        }
        let mut sql = QueryBuilder::new(into);
        sql.push(" SELECT * FROM unnest(");
        let mut list = sql.separated(", ");
        for column in rows {
            match column {
                Column::Ints(values) => list.push_bind(values),
                Column::MaybeInts(values) => list.push_bind(values),
                Column::Texts(values) => list.push_bind(values),
                Column::MaybeTexts(values) => list.push_bind(values),
                Column::Blobs(values) => list.push_bind(values),
                Column::MaybeBlobs(values) => list.push_bind(values),
            };
        }
        sql.push(")").push(after);
        sql.build().execute(self).await?;
        Ok(())
    }
}
