//! `koma kifu board`: positions of records, drawn.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use koma_book::diagram::{png, svg};
use koma_book::film::{self, Still};
use koma_book::picture::{Drawn, Picture};
use koma_book::sheet;
use koma_kifu::{NodeId, Play, Record};
use koma_rules::{Position, Side, Square, SquareName, UsiMove};

use super::line::Choice;
use super::load::{self, Options};
use crate::board::Drawing;
use crate::failure::Failure;
use crate::lang::Lang;
use crate::say;
use crate::{files, fonts};

/// Draw positions of records: one, many, a sheet to print, or a film
#[derive(clap::Args)]
#[command(
    after_help = "Without --svg, --png, --html, --gif or --sfen boards are drawn with characters.\n\n\
    Examples:\n  \
    koma kifu board game.kif --ply 40\n  \
    koma kifu board game.kif --ply 40 --png -o position.png\n  \
    koma kifu board game.kif --every 10 --svg -o pictures/     one file each\n  \
    koma kifu board games/ --html --names -o sheet.html        the last positions, to print or save as PDF\n  \
    koma kifu board game.kif --bookmarked --html -o sheet.html\n  \
    koma kifu board game.kif --gif --delay 800 -o game.gif     a whole game"
)]
pub struct Args {
    /// Records, or folders of them; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    form: Form,
    /// Write to this file instead of standard output; many pictures go into a folder
    #[arg(long, short)]
    output: Option<PathBuf>,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    line: Choice,
    #[command(flatten)]
    options: Options,
}

/// Which positions
#[derive(clap::Args)]
struct Which {
    /// The number of the move, or several with commas between; 0 is the start position [default:
    /// the last move; of a film all]
    #[arg(long, value_delimiter = ',', conflicts_with_all = ["every", "all", "bookmarked"])]
    ply: Vec<u32>,
    /// The start, every so many moves, and the end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,
    /// Every position
    #[arg(long, conflicts_with = "every")]
    all: bool,
    /// Positions with a bookmark (しおり)
    #[arg(long, conflicts_with_all = ["every", "all"])]
    bookmarked: bool,
    /// Which game of a file, from 1 [default: the first; with --html all]
    #[arg(long)]
    game: Option<usize>,
}

/// As what
#[derive(clap::Args)]
#[group(multiple = false)]
struct Form {
    /// Print positions as SFEN
    #[arg(long)]
    sfen: bool,
    /// Draw SVG pictures
    #[arg(long)]
    svg: bool,
    /// Draw PNG pictures
    #[arg(long)]
    png: bool,
    /// One HTML page of all boards, ready to print
    #[arg(long)]
    html: bool,
    /// An animated GIF
    #[arg(long)]
    gif: bool,
}

/// How pictures look
#[derive(clap::Args)]
struct Look {
    /// The size of a PNG or GIF, as a multiple of the usual one
    #[arg(long, default_value_t = 1.0)]
    scale: f32,
    /// The line under a board, of {ply}, {move}, {sente}, {gote}, {event} and {date}
    #[arg(long, value_name = "TEXT", default_value = "{ply}. {move}")]
    caption: String,
    /// Put the players above each board
    #[arg(long)]
    names: bool,
    /// Gote sits at the bottom
    #[arg(long)]
    flipped: bool,
    /// Boards side by side on a sheet
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=8))]
    columns: u8,
    /// How long a film shows a position, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(20..=60_000))]
    delay: u32,
    /// A font file (TTF, OTF) for characters the built-in one lacks
    #[arg(long, value_name = "FILE")]
    font: Vec<PathBuf>,
}

/// A position to be drawn.
struct View {
    node: NodeId,
    position: Position,
}

/// A game with what is to be drawn of it.
struct Game {
    /// The name of its file, and its number where there are several.
    stem: String,
    record: Record,
    views: Vec<View>,
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    if !(0.05..=20.0).contains(&args.look.scale) {
        let scale = args.look.scale;
        return Err(Failure::misuse(say::scale_range(scale.to_string())));
    }
    let games = games(args)?;
    let count: usize = games.iter().map(|game| game.views.len()).sum();
    if count == 0 {
        return Err(Failure::content(say::no_such_position()));
    }
    let form = &args.form;
    let painter = Painter::new(args, &games, lang)?;
    if form.html {
        return painter.sheet(&games);
    }
    if form.gif {
        return painter.film(&games);
    }
    if form.svg || form.png {
        return painter.pictures(&games, count);
    }
    let mut text = String::new();
    for game in &games {
        for view in &game.views {
            if form.sfen {
                text += &format!("{}\n", view.position.sfen());
            } else {
                text += &drawn(&game.record, view, args.look.flipped, lang);
            }
        }
    }
    match &args.output {
        Some(path) => files::write(path, text.as_bytes())?,
        None => anstream::print!("{text}"),
    }
    Ok(ExitCode::SUCCESS)
}

/// A board in characters.
fn drawn(record: &Record, view: &View, flipped: bool, lang: Lang) -> String {
    let drawing = Drawing { lang, colour: files::stdout_colour(), letters: false, flipped };
    let last = match record.node(view.node).play {
        Play::Move(mv) => Some(mv),
        _ => None,
    };
    let words = lang.pick(record.english(view.node), record.text(view.node));
    let turn = drawing.turn(&view.position, words.as_deref());
    format!("{}{turn}\n", drawing.draw(&view.position, last))
}

/// The games, with the positions that are wanted.
fn games(args: &Args) -> Result<Vec<Game>, Failure> {
    let mut games = Vec::new();
    for path in load::list(&args.files)? {
        let mut loaded = load::load(&path, &args.options)?;
        args.line.apply(&mut loaded)?;
        if loaded.reading.has_errors() {
            files::show(&loaded.findings(), Some(&loaded.source));
        }
        let records = loaded.reading.records;
        let count = records.len();
        let wanted: Vec<(usize, Record)> = match args.which.game {
            None if args.form.html => records.into_iter().enumerate().collect(),
            game => {
                let at = game.unwrap_or(1).checked_sub(1);
                let record = at.and_then(|at| records.into_iter().enumerate().nth(at));
                vec![record.ok_or_else(|| Failure::content(say::games_readable(count)))?]
            }
        };
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("game").to_owned();
        for (at, record) in wanted {
            let stem = if count > 1 { format!("{stem}-{}", at + 1) } else { stem.clone() };
            let views = views(args, &record)?;
            games.push(Game { stem, record, views });
        }
    }
    Ok(games)
}

/// The positions of a record that are wanted.
fn views(args: &Args, record: &Record) -> Result<Vec<View>, Failure> {
    if record.board.is_none() {
        return Err(Failure::content(say::not_playable_here()));
    }
    let is_drawn = |id: NodeId| id == NodeId::ROOT || record.usi(id).is_some();
    let line: Vec<NodeId> = std::iter::once(NodeId::ROOT)
        .chain(record.main_line())
        .filter(|&id| is_drawn(id))
        .collect();
    let Which { ply, every, all, bookmarked, .. } = &args.which;
    let last = line.len() - 1;
    let places: Vec<usize> =
        if *all || args.form.gif && ply.is_empty() && every.is_none() && !bookmarked {
            (0..=last).collect()
        } else if let Some(every) = every {
            (0..=last).filter(|at| at % *every as usize == 0 || *at == last).collect()
        } else if *bookmarked {
            let has_mark = |&at: &usize| !record.node(line[at]).bookmarks().is_empty();
            (0..=last).filter(has_mark).collect()
        } else if ply.is_empty() {
            vec![last]
        } else {
            // Moves are numbered as the record numbers them; 0 is always the start.
            let first = record.ply(NodeId::ROOT);
            let place = |&ply: &u32| match ply {
                0 => Ok(0),
                ply => Some(ply.saturating_sub(first) as usize)
                    .filter(|&at| at <= last)
                    .ok_or_else(|| Failure::misuse(say::moves_up_to(first as usize + last))),
            };
            ply.iter().map(place).collect::<Result<_, _>>()?
        };
    let mut positions: Vec<Option<Position>> = vec![None; line.len()];
    let mut frames = record.replay();
    for (at, &id) in line.iter().enumerate() {
        let frame = frames.find(|frame| frame.node == id);
        if places.contains(&at) {
            positions[at] = frame.map(|frame| frame.position);
        }
    }
    let view = |at: usize| Some(View { node: line[at], position: positions[at].clone()? });
    Ok(places.into_iter().filter_map(view).collect())
}

/// The squares of the move that led to a node.
fn squares(record: &Record, node: NodeId) -> Vec<Square> {
    let Some(board) = &record.board else { return Vec::new() };
    let names: Vec<SquareName> = match record.usi(node) {
        Some(UsiMove::Board { from, via, to, .. }) => [vec![from], via, vec![to]].concat(),
        Some(UsiMove::Drop { to, .. }) => vec![to],
        Some(UsiMove::Pass) | None => Vec::new(),
    };
    let geometry = board.rules.geometry();
    names.iter().filter_map(|name| geometry.square(name.file, name.rank)).collect()
}

/// The arrows and rings of a node.
fn marks_of(record: &Record, node: NodeId) -> Vec<Drawn> {
    let Some(board) = &record.board else { return Vec::new() };
    let marks = record.node(node).marks().unwrap_or_default();
    Drawn::read(marks, board.rules.geometry())
}

/// Draws.
struct Painter<'a> {
    args: &'a Args,
    fonts: Vec<Vec<u8>>,
    lang: Lang,
}

impl<'a> Painter<'a> {
    fn new(args: &'a Args, games: &[Game], lang: Lang) -> Result<Self, Failure> {
        let mut painter = Self { args, fonts: Vec::new(), lang };
        if args.form.png || args.form.gif {
            let views = games.iter().flat_map(|game| game.views.iter().map(move |v| (game, v)));
            let words = views.map(|(game, view)| painter.words(&game.record, view));
            let words: String = words.flat_map(|(heading, caption)| [heading, caption]).collect();
            painter.fonts = fonts::needed(&words, &args.look.font)?;
        }
        Ok(painter)
    }

    /// What stands above and under a board.
    fn words(&self, record: &Record, view: &View) -> (String, String) {
        let player = |side| record.player(side).filter(|name| !name.is_empty()).unwrap_or("?");
        let (sente, gote) = (player(Side::Sente), player(Side::Gote));
        let heading =
            if self.args.look.names { format!("☗{sente}  ☖{gote}") } else { String::new() };
        let words = self.lang.pick(record.english(view.node), record.text(view.node));
        let header = |key| record.headers.get(key).unwrap_or_default();
        let pattern = &self.args.look.caption;
        let has_move = words.is_some();
        let pattern = match has_move || !pattern.contains("{move}") {
            true => pattern.as_str(),
            false => self.lang.pick("start", "開始局面"),
        };
        let caption = pattern
            .replace("{ply}", &view.position.ply().saturating_sub(1).to_string())
            .replace("{move}", &words.unwrap_or_default())
            .replace("{sente}", sente)
            .replace("{gote}", gote)
            .replace("{event}", header("棋戦"))
            .replace("{date}", &record.day().unwrap_or_default());
        (heading, caption)
    }

    fn draw(&self, record: &Record, view: &View) -> svg::Drawing {
        let (heading, caption) = self.words(record, view);
        Picture {
            position: &view.position,
            marked: &squares(record, view.node),
            heading: &heading,
            caption: &caption,
            drawn: &marks_of(record, view.node),
            flipped: self.args.look.flipped,
        }
        .draw()
    }

    /// One picture, or a folder of them.
    fn pictures(&self, games: &[Game], count: usize) -> Result<ExitCode, Failure> {
        let (form, output) = (&self.args.form, self.args.output.as_deref());
        let is_folder = |path: &Path| path.is_dir() || path.to_string_lossy().ends_with('/');
        let folder = output.filter(|path| count > 1 || is_folder(path));
        if count > 1 && folder.is_none_or(|path| path.is_file()) {
            return Err(Failure::misuse(say::pictures_need_folder(count)));
        }
        if let Some(folder) = folder {
            files::make_folder(folder)?;
        }
        let extension = if form.svg { "svg" } else { "png" };
        for game in games {
            for view in &game.views {
                let drawing = self.draw(&game.record, view);
                let bytes = match form.svg {
                    true => drawing.to_string().into_bytes(),
                    false => png::render(&drawing, self.args.look.scale, &self.fonts)
                        .map_err(Failure::caused)?,
                };
                match folder {
                    Some(folder) => {
                        let ply = view.position.ply().saturating_sub(1);
                        let name = format!("{}-{ply:03}.{extension}", game.stem);
                        files::write(&folder.join(name), &bytes)?;
                    }
                    None => self.put(&bytes)?,
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// One page of all boards.
    fn sheet(&self, games: &[Game]) -> Result<ExitCode, Failure> {
        let title = |game: &Game| {
            let player = |side| game.record.player(side).filter(|name| !name.is_empty());
            let event = game.record.headers.get("棋戦").filter(|event| !event.trim().is_empty());
            let mut words: Vec<String> = game.record.day().into_iter().collect();
            words.extend(event.map(str::to_owned));
            match (player(Side::Sente), player(Side::Gote)) {
                (None, None) => words.push(game.stem.clone()),
                (sente, gote) => {
                    let name = |name: Option<&str>| name.unwrap_or("?").to_owned();
                    words.push(format!("☗{} ☖{}", name(sente), name(gote)));
                }
            }
            words.join(" ")
        };
        let part = |game: &Game| {
            let boards =
                game.views.iter().map(|view| self.draw(&game.record, view).to_string()).collect();
            sheet::Part { title: title(game), boards }
        };
        let parts: Vec<_> = games.iter().map(part).collect();
        let heading = match &parts[..] {
            [part] => part.title.clone(),
            _ => self.lang.pick("Positions", "局面集").to_owned(),
        };
        let page = sheet::html(&heading, &parts, self.args.look.columns, self.lang);
        self.put(page.as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }

    /// The positions of one game, one after the other.
    fn film(&self, games: &[Game]) -> Result<ExitCode, Failure> {
        let [game] = games else {
            return Err(Failure::misuse(say::film_of_one_game()));
        };
        let last = game.views.len() - 1;
        let still = |(at, view): (usize, &View)| {
            // The end stays a while before it begins again.
            let shown = if at == last { self.args.look.delay * 3 } else { self.args.look.delay };
            let hundredths = u16::try_from(shown.div_ceil(10)).unwrap_or(u16::MAX);
            Still { drawing: self.draw(&game.record, view), hundredths }
        };
        let stills: Vec<_> = game.views.iter().enumerate().map(still).collect();
        let mut bytes = Vec::new();
        film::gif(&mut bytes, &stills, self.args.look.scale, &self.fonts)
            .map_err(Failure::caused)?;
        self.put(&bytes)?;
        Ok(ExitCode::SUCCESS)
    }

    fn put(&self, bytes: &[u8]) -> Result<(), Failure> {
        files::put(self.args.output.as_deref(), bytes)
    }
}
