//! Writing a variant as one self-contained file.

use std::fmt::Write as _;

use koma_pieces::PieceDef;
use koma_pieces::yaml::{PieceFile, Style};

use crate::file::kinds::Carried;
use crate::file::rules::{DEAD_SQUARES, OUTCOMES, PROFILES, WHEN};
use crate::{Chase, Clock, DropMate, Ending, EndingKind, Impasse, Kind, Variant, Zone};

/// Writes a variant file that needs no other file: its pieces stand in it.
///
/// What follows from the pieces is left out, so the file says what the variant changes.
/// `read(write(x))` is `x`.
pub fn write(variant: &Variant) -> String {
    let mut text = format!(
        "# {} ({})\n\nslug: {}\nname: {}\nname_ja: {}\n",
        one_line(&variant.name),
        one_line(&variant.name_ja),
        quoted(&variant.slug),
        quoted(&variant.name),
        quoted(&variant.name_ja),
    );
    let aliases: Vec<String> = variant.aliases.iter().map(|alias| quoted(alias)).collect();
    let Variant { files, ranks, start, promotion, .. } = variant;
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    line(format!("aliases: [{}]", aliases.join(", ")));
    if !variant.sources.is_empty() {
        let sources: Vec<String> = variant.sources.iter().map(|source| quoted(source)).collect();
        line(format!("sources: [{}]", sources.join(", ")));
    }
    line(format!("\nboard: {{ files: {files}, ranks: {ranks} }}"));
    line(format!("start: {}", quoted(start)));
    line("\nkinds:".into());
    for index in 0..variant.kinds.len() {
        line(format!("  - {{ {} }}", kind_fields(index, &variant.kinds)));
    }
    line(format!(
        "\npromotion: {{ zone: {}, when: {}, forced: {}, dead_squares: {} }}",
        promotion.zone.far_ranks().unwrap_or(0),
        word(&WHEN, promotion.when),
        promotion.forced,
        word(&DEAD_SQUARES, promotion.dead_squares),
    ));
    line(match &variant.drops {
        Some(drops) => {
            format!("drops: {{ dead_squares: {} }}", word(&DEAD_SQUARES, drops.dead_squares))
        }
        None => "drops: none".into(),
    });
    line(format!("check_rules: {}", variant.check_rules));
    line("\nendings:".into());
    for ending in &variant.endings {
        line(format!("  - {{ {} }}", ending_fields(ending)));
    }
    line(format!("\nimpasse: {}", impasse(&variant.impasse)));
    line(format!("clock: {}", clock(variant.clock)));

    text.push_str(&pieces(variant));
    text
}

/// The pieces as a piece file writes them, from `pieces:` on.
fn pieces(variant: &Variant) -> String {
    let mut pieces: Vec<PieceDef> = variant.kinds.iter().map(|k| k.piece.clone()).collect();
    pieces.sort_by_key(|piece| piece.id);
    pieces.dedup_by_key(|piece| piece.id);
    let file = PieceFile { pieces, ..PieceFile::default() };
    let text = koma_pieces::yaml::write(&file, Style::Flow);
    text.find("\npieces:").map_or(String::new(), |at| text[at..].to_string())
}

fn kind_fields(index: usize, all: &[Kind]) -> String {
    let kind = &all[index];
    let carried = Carried::by(&kind.piece);
    let mut text = format!("code: {}, piece: {}", quoted(&kind.code), kind.piece.id);
    let mut field = |name: &str, value: String| {
        write!(text, ", {name}: {value}").expect("writing to a string");
    };
    if kind.royal != carried.royal {
        field("royal", kind.royal.to_string());
    }
    match kind.promotes_to {
        Some(index) => field("promotes_to", quoted(&all[index].code)),
        None if kind.piece.promotes_to.is_some() && !kind.code.starts_with('+') => {
            field("promotes_to", "none".into());
        }
        None => {}
    }
    let is_promoted = all.iter().any(|other| other.promotes_to == Some(index));
    if kind.in_hand != index || is_promoted {
        field("in_hand", quoted(&all[kind.in_hand].code));
    }
    if let Some(ranks) = kind.zone.as_ref().and_then(Zone::far_ranks) {
        field("zone", ranks.to_string());
    }
    if kind.must_promote_ranks != carried.must_promote_ranks {
        field("must_promote_ranks", kind.must_promote_ranks.to_string());
    }
    if kind.most_per_file != carried.most_per_file {
        let most = kind.most_per_file.map_or("none".into(), |most| most.to_string());
        field("most_per_file", most);
    }
    if kind.no_drop_ranks != carried.no_drop_ranks {
        field("no_drop_ranks", kind.no_drop_ranks.to_string());
    }
    if kind.drop_mate == DropMate::Forbidden {
        field("drop_mate_forbidden", "true".into());
    }
    if kind.points != u8::from(!kind.royal) {
        field("points", kind.points.to_string());
    }
    text
}

fn ending_fields(ending: &Ending) -> String {
    let kind = match &ending.kind {
        EndingKind::Checkmate => "kind: checkmate".to_string(),
        EndingKind::NoMove => "kind: no_move".to_string(),
        EndingKind::RoyalTaken => "kind: royal_taken".to_string(),
        EndingKind::Repetition { times, chaser_loses } => format!(
            "kind: repetition, times: {times}, perpetual_check_loses: {}",
            *chaser_loses == Chase::Check
        ),
        EndingKind::MoveLimit { plies } => format!("kind: move_limit, plies: {plies}"),
        _ => todo!("the file format does not say it yet"),
    };
    format!("{kind}, outcome: {}", word(&OUTCOMES, ending.outcome))
}

fn impasse(impasse: &Impasse) -> String {
    // `none` as a profile keeps the zone and the number of men, which a bare `none` would not.
    let profile = PROFILES.iter().find(|(_, profile)| *profile == impasse.profile);
    let profile = profile.map_or("none".into(), |(name, _)| quoted(name));
    let (zone, men) = (impasse.zone.far_ranks().unwrap_or(0), impasse.men_in_zone);
    format!("{{ profile: {profile}, zone: {zone}, men_in_zone: {men} }}")
}

fn clock(clock: Clock) -> String {
    match clock {
        Clock::None => "none".into(),
        Clock::SuddenDeath { main } => format!("{{ main: {main} }}"),
        Clock::Byoyomi { main, period, periods } => {
            format!("{{ main: {main}, byoyomi: {period}, periods: {periods} }}")
        }
        Clock::Fischer { main, increment } => {
            format!("{{ main: {main}, increment: {increment} }}")
        }
    }
}

fn word<T: PartialEq>(words: &[(&'static str, T)], choice: T) -> &'static str {
    let found = words.iter().find(|(_, value)| *value == choice);
    found.map_or("none", |(name, _)| name)
}

/// A text in double quotes, with what YAML would misread escaped.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                write!(quoted, "\\u{:04x}", u32::from(c)).expect("writing to a string");
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A text for a comment line.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
