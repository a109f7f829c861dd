//! `koma db shapes`: which openings and castles the records have.

use std::io::{self, Write as _};
use std::process::ExitCode;

use koma_store::{Eyes, Store};
use serde_json::json;

use crate::failure::Failure;
use crate::lang::Lang;

/// Count openings, castles and tesuji; records stored by older versions are looked at first
#[derive(clap::Args)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Look at all records again, after an upgrade that knows more names
    #[arg(long)]
    again: bool,
}

pub async fn run(
    args: &Args,
    store: &Store,
    read_only: bool,
    lang: Lang,
) -> Result<ExitCode, Failure> {
    if args.again && !read_only {
        store.forget_shapes().await.map_err(Failure::caused)?;
    }
    let bar = crate::piece::progress::bar(
        usize::try_from(store.without_shapes().await.map_err(Failure::caused)?).unwrap_or(0),
        "looking",
    );
    if !read_only {
        loop {
            let looked = store.look_for_shapes().await.map_err(Failure::caused)?;
            if looked == 0 {
                break;
            }
            bar.inc(looked as u64);
        }
    }
    bar.finish_and_clear();
    let counts = store.shape_counts(Eyes::All).await.map_err(Failure::caused)?;
    let mut out = io::stdout().lock();
    for (id, count) in counts {
        let Some(shape) = koma_kifu::shape(&id) else { continue };
        if args.json {
            let (ja, en, kind) = (shape.japanese, shape.english, shape.kind.name());
            let value =
                json!({ "id": id, "kind": kind, "japanese": ja, "english": en, "count": count });
            writeln!(out, "{value}")?;
        } else {
            writeln!(out, "{count:>8}  {:<8} {:<34} {}", shape.kind.name(), id, shape.name(lang))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
