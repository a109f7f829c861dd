//! `koma db search`: records by what is known of them, and what was played in a position.

use std::process::ExitCode;

use koma_kifu::notation::{Digits, english, japanese};
use koma_rules::{Position, UsiMove};
use koma_store::{Cursor, Explored, Page, Sort, Store, Summary, position_key};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr as _;

use super::filter::Flags;
use crate::failure::Failure;
use crate::lang::Lang;
use crate::select::GameSelectors;
use crate::{lang, say};

/// Find records, and what was played in a position
#[derive(clap::Args)]
#[command(
    after_help = "With --sfen or --moves: the moves that were played in that position, with the\n\
    results of their games, and games that came to it."
)]
pub struct Args {
    #[command(flatten)]
    flags: Flags,
    /// The game, see `koma variant list` [default: all; with --sfen or --moves: shogi]
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// A position that was on the board, as SFEN
    #[arg(long, value_name = "SFEN")]
    sfen: Option<String>,
    /// Moves that lead to the position, in USI, separated by spaces
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// The order: newest, oldest, lastAdded or firstAdded
    #[arg(long, default_value = "newest")]
    sort: Sort,
    /// At most so many records
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
    limit: u16,
    /// Go on where another search ended (its `next`)
    #[arg(long, value_name = "CURSOR")]
    cursor: Option<Cursor>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub async fn run(args: &Args, store: &Store, lang: Lang) -> Result<ExitCode, Failure> {
    let filter = args.flags.filter(args.variant.as_deref())?;
    if args.sfen.is_some() || args.moves.is_some() {
        let position = position(args)?;
        let key = position_key(&position);
        let explored =
            store.explore(key, &filter, args.limit.into()).await.map_err(Failure::caused)?;
        if args.json {
            anstream::println!("{:#}", explored_json(&explored, &position));
        } else {
            show_explored(&explored, &position, lang);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let page = Page { sort: args.sort, after: args.cursor, limit: args.limit.into() };
    let found = store.find_records(&filter, &page).await.map_err(Failure::caused)?;
    if args.json {
        let json = json!({
            "records": found.records.iter().map(summary_json).collect::<Vec<_>>(),
            "next": found.next.map(|next| next.to_string()),
            "total": found.total,
        });
        anstream::println!("{json:#}");
        return Ok(ExitCode::SUCCESS);
    }
    found.records.iter().for_each(|record| anstream::println!("{}", line(record)));
    let shown = found.records.len();
    lang::tell(&match found.next {
        Some(next) => say::found_more(shown, found.total, next.to_string()),
        None => say::found(shown, found.total),
    });
    Ok(ExitCode::SUCCESS)
}

fn position(args: &Args) -> Result<Position, Failure> {
    let game = GameSelectors {
        variant: args.variant.clone(),
        variant_file: None,
        variants_ini: None,
        options: Vec::new(),
        sfen: args.sfen.clone(),
        handicap: args.flags.handicap.clone().filter(|_| args.sfen.is_none()),
        moves: args.moves.clone().unwrap_or_default(),
    };
    Ok(game.select()?.position)
}

/// A record in one line.
fn line(record: &Summary) -> String {
    let date = record.day.map(|day| day.to_string()).or_else(|| record.date.clone());
    let player = |name: &Option<String>| padded(name.as_deref().unwrap_or("?"), 16);
    let result = match record.winner {
        Some(winner) => winner.name(),
        None => "-",
    };
    let event = record.event.as_deref().unwrap_or_default();
    let line = format!(
        "{:>7}  {}  {} {} {:>4} {:<5} {:<10} {}",
        record.id,
        padded(&date.unwrap_or_default(), 10),
        player(&record.sente),
        player(&record.gote),
        record.moves,
        result,
        record.variant,
        event
    );
    // Names are other people's text: nothing in them may move the cursor of a terminal.
    line.trim_end().chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// A text in so many columns.
fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

fn show_explored(explored: &Explored, position: &Position, lang: Lang) {
    let Explored { total, sente, gote, draws, moves, records } = explored;
    anstream::println!("{}", position.sfen());
    anstream::println!("{}", say::explored(*total, *sente, *gote, *draws).say(lang));
    for next in moves {
        let (en, ja) = names(&next.usi, position);
        let name = lang.pick(en, ja);
        anstream::println!(
            "  {} {} {:>7}   sente {:>6}  gote {:>6}  draws {:>5}",
            padded(&next.usi, 8),
            padded(&name, 12),
            next.count,
            next.sente,
            next.gote,
            next.draws
        );
    }
    for hit in records {
        anstream::println!("{}  {}", line(&hit.summary), say::after_moves(hit.ply).say(lang));
    }
}

/// A move in English and in Japanese; as USI where the position does not know it.
fn names(usi: &str, position: &Position) -> (String, String) {
    let read = usi.parse::<UsiMove>().ok();
    let in_english = read.as_ref().and_then(|mv| english(position, mv));
    let in_japanese = read.as_ref().and_then(|mv| japanese(position, mv, None, Digits::Mixed));
    let or_usi = |name: Option<String>| name.unwrap_or_else(|| usi.to_owned());
    (or_usi(in_english), or_usi(in_japanese))
}

fn explored_json(explored: &Explored, position: &Position) -> Value {
    let Explored { total, sente, gote, draws, moves, records } = explored;
    let moves: Vec<Value> = moves
        .iter()
        .map(|next| {
            let (en, ja) = names(&next.usi, position);
            json!({
                "usi": next.usi,
                "japanese": ja,
                "english": en,
                "count": next.count,
                "sente": next.sente,
                "gote": next.gote,
                "draws": next.draws,
            })
        })
        .collect();
    let records: Vec<Value> = records
        .iter()
        .map(|hit| {
            let mut record = summary_json(&hit.summary);
            record["ply"] = hit.ply.into();
            record
        })
        .collect();
    json!({
        "sfen": position.sfen(),
        "total": total,
        "sente": sente,
        "gote": gote,
        "draws": draws,
        "moves": moves,
        "records": records,
    })
}

/// A record under the names the API has.
pub fn summary_json(record: &Summary) -> Value {
    let day = record.day.map(|day| day.to_string()).or_else(|| record.date.clone());
    json!({
        "id": record.id.to_string(),
        "variant": record.variant,
        "sente": record.sente,
        "gote": record.gote,
        "date": day,
        "event": record.event,
        "site": record.site,
        "handicap": record.handicap,
        "moves": record.moves,
        "winner": record.winner.map(koma_kifu::Winner::name),
        "termination": record.termination,
        "added": record.added,
    })
}
