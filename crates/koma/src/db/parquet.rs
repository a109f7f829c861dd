//! Records as a table for other people's tools (DuckDB, Polars, pandas): one row a game.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use koma_kifu::Record;
use koma_store::Summary;
use parquet::basic::{Compression, GzipLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::failure::Failure;
use crate::{files, say};

/// The columns, in the order in which they are written. Names are those of the API.
const SCHEMA: &str = "message records {
    REQUIRED INT64 id;
    REQUIRED BINARY variant (UTF8);
    OPTIONAL BINARY sente (UTF8);
    OPTIONAL BINARY gote (UTF8);
    OPTIONAL BINARY date (UTF8);
    OPTIONAL BINARY event (UTF8);
    OPTIONAL BINARY site (UTF8);
    OPTIONAL BINARY handicap (UTF8);
    REQUIRED INT64 moves;
    OPTIONAL BINARY winner (UTF8);
    OPTIONAL BINARY termination (UTF8);
    REQUIRED INT64 added;
    OPTIONAL BINARY start (UTF8);
    REQUIRED BINARY usi (UTF8);
}";

/// Rows in one group: what is held in memory.
const ROWS: usize = 10_000;

/// A row: what lists say about a game, its start position, its main line.
struct Row {
    summary: Summary,
    start: Option<String>,
    usi: String,
}

/// A table that is being written. It takes its place when it is whole.
pub struct Table {
    path: PathBuf,
    beside: PathBuf,
    writer: SerializedFileWriter<File>,
    rows: Vec<Row>,
}

impl Table {
    pub fn new(path: &Path) -> std::result::Result<Self, Failure> {
        let (beside, file) = files::begin(path)?;
        let schema = Arc::new(parse_message_type(SCHEMA).map_err(failed)?);
        let gzip = Compression::GZIP(GzipLevel::default());
        let properties = Arc::new(WriterProperties::builder().set_compression(gzip).build());
        let writer = SerializedFileWriter::new(file, schema, properties).map_err(failed)?;
        Ok(Self { path: path.to_path_buf(), beside, writer, rows: Vec::new() })
    }

    pub fn put(&mut self, summary: Summary, record: &Record) -> std::result::Result<(), Failure> {
        let start = record.board.as_ref().map(|board| board.setup.write(&board.rules));
        let usi: Vec<String> = record.main_usi().iter().map(ToString::to_string).collect();
        self.rows.push(Row { summary, start, usi: usi.join(" ") });
        if self.rows.len() < ROWS {
            return Ok(());
        }
        self.flush().map_err(failed)
    }

    pub fn finish(mut self) -> std::result::Result<(), Failure> {
        self.flush().map_err(failed)?;
        self.writer.close().map_err(failed)?;
        std::fs::rename(&self.beside, &self.path).map_err(failed)
    }

    fn flush(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        let out = &mut group;
        numbers(out, rows.iter().map(|row| row.summary.id.0))?;
        texts(out, rows.iter().map(|row| row.summary.variant.clone()))?;
        maybe_texts(out, rows.iter().map(|row| row.summary.sente.clone()))?;
        maybe_texts(out, rows.iter().map(|row| row.summary.gote.clone()))?;
        let day = |row: &Row| row.summary.day.map(|day| day.to_string());
        maybe_texts(out, rows.iter().map(|row| day(row).or(row.summary.date.clone())))?;
        maybe_texts(out, rows.iter().map(|row| row.summary.event.clone()))?;
        maybe_texts(out, rows.iter().map(|row| row.summary.site.clone()))?;
        maybe_texts(out, rows.iter().map(|row| row.summary.handicap.clone()))?;
        numbers(out, rows.iter().map(|row| i64::from(row.summary.moves)))?;
        let winner = |row: &Row| row.summary.winner.map(|winner| winner.name().to_owned());
        maybe_texts(out, rows.iter().map(winner))?;
        maybe_texts(out, rows.iter().map(|row| row.summary.termination.clone()))?;
        numbers(out, rows.iter().map(|row| row.summary.added))?;
        maybe_texts(out, rows.iter().map(|row| row.start.clone()))?;
        texts(out, rows.iter().map(|row| row.usi.clone()))?;
        group.close()?;
        Ok(())
    }
}

type Group<'w> = SerializedRowGroupWriter<'w, File>;

fn numbers(group: &mut Group<'_>, values: impl Iterator<Item = i64>) -> Result<()> {
    column::<Int64Type>(group, &values.collect::<Vec<_>>(), None)
}

fn texts(group: &mut Group<'_>, values: impl Iterator<Item = String>) -> Result<()> {
    let values: Vec<ByteArray> = values.map(|text| ByteArray::from(text.into_bytes())).collect();
    column::<ByteArrayType>(group, &values, None)
}

fn maybe_texts(group: &mut Group<'_>, values: impl Iterator<Item = Option<String>>) -> Result<()> {
    let values: Vec<Option<String>> = values.collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let there: Vec<ByteArray> =
        values.into_iter().flatten().map(|text| ByteArray::from(text.into_bytes())).collect();
    column::<ByteArrayType>(group, &there, Some(&levels))
}

fn column<T: DataType>(
    group: &mut Group<'_>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<()> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(values, levels, None)?;
        column.close()?;
    }
    Ok(())
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::misuse(say::cannot_write_out(error.to_string()))
}
