//! `koma db export`: records out of the database, in any format.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use koma_kifu::{FileKind, Format, WriteOptions, Written, usi_game_line, write};
use koma_store::{Filter, Page, Sort, Store, Stored};
use koma_text::{Encoding, encode};

use super::filter::Flags;
use crate::failure::{CONTENT, Failure};
use crate::files;
use crate::piece::progress;
use crate::{lang, say};

/// Export records in any format, to a folder or to one file
#[derive(clap::Args)]
#[command(
    after_help = "To a folder: one file a game, named by its number, day and players. To one file: csa, usi and json, which\n\
    hold many games, and parquet (one row a game), if the program was built with it. What a format\n\
    cannot hold is counted on stderr.\n\
    Exit code 0: all games are written, 1: the format cannot hold some of them or they are damaged,\n\
    2: misuse."
)]
pub struct Args {
    #[command(flatten)]
    flags: Flags,
    /// The game, see `koma variant list` [default: all]
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// The format to write: one of records, or parquet
    #[arg(long, value_parser = to)]
    to: To,
    /// Where to write: a folder (that exists, or with a slash at its end), or a file
    #[arg(short, long)]
    output: PathBuf,
    /// The encoding to write [default: what readers of the format expect]
    #[arg(long, value_parser = crate::kifu::options::encoding)]
    encoding: Option<Encoding>,
}

/// What to write.
#[derive(Clone, Copy, Debug)]
enum To {
    Records(FileKind),
    #[cfg(feature = "export")]
    Parquet,
}

fn to(name: &str) -> Result<To, String> {
    match name {
        #[cfg(feature = "export")]
        "parquet" => Ok(To::Parquet),
        #[cfg(not(feature = "export"))]
        "parquet" => {
            Err("this program was built without it (cargo build --features export)".into())
        }
        _ => crate::kifu::options::kind(name).map(To::Records),
    }
}

/// What could not be written.
type Losses = std::collections::BTreeMap<&'static str, usize>;

pub async fn run(args: &Args, store: &Store) -> Result<ExitCode, Failure> {
    let filter = args.flags.filter(args.variant.as_deref())?;
    let is_whole = match args.to {
        To::Records(kind) => records(args, kind, store, &filter).await?,
        #[cfg(feature = "export")]
        To::Parquet => {
            let mut table = super::parquet::Table::new(&args.output)?;
            let damaged =
                each(store, &filter, |stored| table.put(stored.summary, &stored.record)).await?;
            table.finish()?;
            damaged == 0
        }
    };
    Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(CONTENT) })
}

/// Writes records; `false` if there are games that the format cannot hold.
async fn records(
    args: &Args,
    kind: FileKind,
    store: &Store,
    filter: &Filter,
) -> Result<bool, Failure> {
    let is_folder =
        args.output.is_dir() || args.output.as_os_str().as_encoded_bytes().ends_with(b"/");
    let mut out = match is_folder {
        true => Out::folder(&args.output)?,
        false => Out::file(&args.output, kind.format)?,
    };
    let options = crate::kifu::output::options(kind, args.encoding);
    let mut losses = Losses::new();
    let (mut games, mut lost) = (0, Vec::new());
    let damaged = each(store, filter, |stored| {
        let written = write(std::slice::from_ref(&stored.record), kind.format, &options);
        for loss in &written.losses {
            *losses.entry(loss.code()).or_default() += loss.count;
        }
        if written.games == 0 {
            lost.push(format!("{} ({})", stored.summary.id, stored.record.variant));
            return Ok(());
        }
        games += written.games;
        out.put(&stored, &written, kind, options.encoding)
    })
    .await?;
    out.finish(kind.format, options.encoding)?;
    lang::tell(&say::exported(games, losses.values().sum::<usize>()));
    for (code, count) in losses {
        anstream::eprintln!("  lost[{code}]: {count}");
    }
    if !lost.is_empty() {
        let listed = lost.iter().take(MOST_LISTED).map(String::as_str).collect::<Vec<_>>();
        let more = if lost.len() > MOST_LISTED { ", ..." } else { "" };
        let list = format!("{}{more}", listed.join(", "));
        let total = games + lost.len();
        let finding = say::records_not_written(lost.len(), total, kind.extension, list);
        files::show(&[finding], None);
    }
    if damaged > 0 {
        files::show(&[say::damaged_records(damaged)], None);
    }
    Ok(lost.is_empty() && damaged == 0)
}

/// So many games that are not written are named.
const MOST_LISTED: usize = 10;

/// Hands over every record of a filter, the one stored first first, few at a time. Gives how many
/// could not be read.
async fn each(
    store: &Store,
    filter: &Filter,
    mut take: impl FnMut(Stored) -> Result<(), Failure>,
) -> Result<usize, Failure> {
    let mut damaged = 0;
    let mut page = Page { sort: Sort::FirstAdded, after: None, limit: 500 };
    let mut bar = None;
    loop {
        let found = store.find_records(filter, &page).await.map_err(Failure::caused)?;
        let total = usize::try_from(found.total).unwrap_or(usize::MAX);
        let bar = bar.get_or_insert_with(|| progress::bar(total, "exporting"));
        for summary in found.records {
            match store.record(summary.id).await {
                Ok(Some(stored)) => take(stored)?,
                Ok(None) => {}
                // One that is damaged does not keep the others from being written.
                Err(error) => {
                    damaged += 1;
                    if damaged <= MOST_LISTED {
                        files::show(&[say::damaged_record(error.to_string())], None);
                    }
                }
            }
            bar.inc(1);
        }
        match found.next {
            Some(next) => page.after = Some(next),
            None => {
                bar.finish_and_clear();
                return Ok(damaged);
            }
        }
    }
}

/// Where records go.
enum Out {
    Folder(PathBuf),
    /// `game` is that of the record written last.
    File {
        path: PathBuf,
        beside: PathBuf,
        file: BufWriter<File>,
        is_first: bool,
        game: String,
    },
}

/// The end of a file of our own JSON, after its last game.
const JSON_END: &str = "\n]}\n";

impl Out {
    fn folder(path: &Path) -> Result<Self, Failure> {
        files::make_folder(path)?;
        Ok(Self::Folder(path.to_path_buf()))
    }

    /// A file is made beside its place and takes it when it is whole.
    fn file(path: &Path, format: Format) -> Result<Self, Failure> {
        if !matches!(format, Format::Csa | Format::Usi | Format::Json) {
            return Err(Failure::misuse(say::one_game_a_file(format.name())));
        }
        let (beside, file) = files::begin(path)?;
        let file = BufWriter::new(file);
        let game = "shogi".to_owned();
        Ok(Self::File { path: path.to_path_buf(), beside, file, is_first: true, game })
    }

    fn put(
        &mut self,
        stored: &Stored,
        written: &Written,
        kind: FileKind,
        encoding: Encoding,
    ) -> Result<(), Failure> {
        match self {
            Self::Folder(folder) => {
                let name = file_name(stored, kind.extension);
                files::write(&folder.join(name), &written.bytes())
            }
            Self::File { file, is_first, game, .. } => {
                let last = std::mem::replace(game, stored.record.variant.clone());
                let (format, text) = (kind.format, &*written.text);
                let before = match format {
                    _ if *is_first => String::new(),
                    // The name of a game holds until another comes, and shogi comes without one.
                    Format::Usi if last != *game && game == "shogi" => usi_game_line(game),
                    _ => between(format).to_owned(),
                };
                let text = if format == Format::Json { game_of(text, *is_first) } else { text };
                *is_first = false;
                let bytes = encode(&format!("{before}{text}"), encoding).bytes;
                file.write_all(&bytes).map_err(cannot_write)
            }
        }
    }

    fn finish(self, format: Format, encoding: Encoding) -> Result<(), Failure> {
        let Self::File { path, beside, mut file, is_first, .. } = self else { return Ok(()) };
        if format == Format::Json {
            let end = if is_first { empty_json() } else { JSON_END.to_owned() };
            file.write_all(&encode(&end, encoding).bytes).map_err(cannot_write)?;
        }
        file.into_inner().map_err(|error| cannot_write(error.into_error()))?;
        std::fs::rename(&beside, &path).map_err(cannot_write)
    }
}

/// `0000012-20250115-山田太郎-佐藤花子.kif`: by its number no two are called alike.
fn file_name(stored: &Stored, extension: &str) -> String {
    let (id, stem) = (stored.summary.id.0, stored.record.file_stem());
    match &*stem {
        "game" => format!("{id:07}.{extension}"),
        stem => format!("{id:07}-{stem}.{extension}"),
    }
}

fn cannot_write(error: io::Error) -> Failure {
    Failure::misuse(say::cannot_write_out(error.to_string()))
}

/// What stands between two games of one file.
fn between(format: Format) -> &'static str {
    match format {
        Format::Csa => "/\n",
        Format::Json => ",\n",
        _ => "",
    }
}

fn empty_json() -> String {
    write(&[], Format::Json, &WriteOptions::default()).text
}

/// A game of a file of our own JSON, with the head of the file if it is the first.
fn game_of(text: &str, is_first: bool) -> &str {
    let text = text.strip_suffix(JSON_END).unwrap_or(text);
    if is_first {
        return text;
    }
    text.split_once("[\n").map_or(text, |(_, game)| game)
}
