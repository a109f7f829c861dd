//! The flags that say which records are meant.

use koma_kifu::Winner;
use koma_store::{Date, Filter};

use crate::failure::Failure;
use crate::say;

/// Which records
#[derive(clap::Args, Debug, Default)]
pub struct Flags {
    /// A player, on either side; a part of the name will do
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// The player of sente
    #[arg(long, value_name = "NAME")]
    pub sente: Option<String>,
    /// The player of gote
    #[arg(long, value_name = "NAME")]
    pub gote: Option<String>,
    /// The event; a part of its name will do
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,
    /// On this day or later: 2020, 2020-01 or 2020-01-02
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub from: Option<Date>,
    /// On this day or before; a year or a month counts with all its days
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub to_date: Option<Date>,
    /// Who won: sente, gote or draw
    #[arg(long, value_name = "SIDE", value_parser = winner)]
    pub winner: Option<Winner>,
    /// 手合割, e.g. 二枚落ち or two-piece
    #[arg(long, value_name = "NAME")]
    pub handicap: Option<String>,
    /// An opening, a castle or a tesuji: its keyword or name, e.g. mino or 美濃囲い; several with
    /// commas between (docs/shapes.md)
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = shape)]
    pub shape: Vec<String>,
    /// A line of the head, and a part of it, e.g. 戦型=矢倉
    #[arg(long, value_name = "KEY=VALUE", value_parser = header)]
    pub header: Option<(String, String)>,
}

impl Flags {
    /// The filter they mean, in games of a variant.
    pub fn filter(&self, variant: Option<&str>) -> Result<Filter, Failure> {
        let found = match variant {
            Some(name) => Some(
                koma_variants::find(name).ok_or_else(|| Failure::misuse(say::no_variant(name)))?,
            ),
            None => None,
        };
        // People may say it in English; records have the Japanese name.
        let usual = |name: &String| {
            let variant = found.or_else(|| koma_variants::find("shogi"));
            let handicap = variant.and_then(|variant| variant.handicap(name));
            handicap.map_or_else(|| name.clone(), |handicap| handicap.name_ja.clone())
        };
        Ok(Filter {
            player: self.player.clone(),
            sente: self.sente.clone(),
            gote: self.gote.clone(),
            event: self.event.clone(),
            from: self.from,
            to: self.to_date,
            variant: found.map(|variant| variant.slug.clone()),
            winner: self.winner,
            handicap: self.handicap.as_ref().map(usual),
            header: self.header.clone(),
            shapes: self.shape.clone(),
            ..Filter::default()
        })
    }
}

fn date(text: &str) -> Result<Date, String> {
    Date::read(text).ok_or_else(|| "a date is 2020, 2020-01 or 2020-01-02".to_owned())
}

fn winner(text: &str) -> Result<Winner, String> {
    Winner::from_name(text).ok_or_else(|| "the winner is sente, gote or draw".to_owned())
}

fn shape(name: &str) -> Result<String, String> {
    let shape = koma_kifu::shape(name);
    shape
        .map(|shape| shape.id.to_owned())
        .ok_or_else(|| "docs/shapes.md lists the names".to_owned())
}

fn header(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("a line of the head is KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}
