//! Makes the shipped piece files from a folder of variant facts (one JSON file a variant).

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use koma_betza::Dialect;
use koma_pieces::yaml::{self, Metadata, PieceFile, Style, Template};
use koma_pieces::{Movement, PieceDef, SpecialRule, value};
use koma_prose::generate::{header, note};
use koma_text::Source;
use serde_json::Value;

use crate::Outcome;

/// Variant, file and group name, first id. Variants whose men are all standard have no file.
const VARIANTS: [(&str, &str, u32); 16] = [
    ("chu", "Chu Shogi", 1000),
    ("dai", "Dai Shogi", 1100),
    ("tenjiku", "Tenjiku Shogi", 1200),
    ("dai-dai", "Dai Dai Shogi", 1300),
    ("maka-dai-dai", "Maka Dai Dai Shogi", 1400),
    ("wa", "Wa Shogi", 1500),
    ("tori", "Tori Shogi", 1600),
    ("yari", "Yari Shogi", 1620),
    ("okisaki", "Okisaki Shogi", 1640),
    ("cannon", "Cannon Shogi", 1660),
    ("kyoto", "Kyoto Shogi", 1700),
    ("micro", "Micro Shogi", 1720),
    ("dobutsu", "Dobutsu Shogi", 1740),
    ("sho", "Sho Shogi", 1760),
    ("heian", "Heian Shogi", 1780),
    ("heian-dai", "Heian Dai Shogi", 1800),
];

/// Taikyoku's four files: letter, first and last id.
const TAIKYOKU: [(char, u32, u32); 4] =
    [('a', 100, 205), ('b', 206, 309), ('c', 310, 413), ('d', 414, 517)];

/// Writes the piece files to the folder `data`.
pub fn import(facts: &Path, data: &Path) -> Outcome<()> {
    for (slug, group, first) in VARIANTS {
        let json = load(&facts.join(format!("{slug}.json")))?;
        let pieces = variant(&json, first)?;
        let path = data.join(format!("{}.yaml", slug.replace('-', "_")));
        save(&path, group, None, pieces)?;
    }
    let json = load(&facts.join("taikyoku.json"))?;
    let entries = taikyoku(&json)?;
    for (letter, first, last) in TAIKYOKU {
        let pieces: Vec<_> =
            entries.iter().filter(|p| (first..=last).contains(&p.id)).cloned().collect();
        let group = format!("Taikyoku Shogi Group {}", letter.to_ascii_uppercase());
        let path = data.join(format!("taikyoku_{letter}.yaml"));
        save(&path, &group, Some(&format!("{first}-{last}")), pieces)?;
    }
    let text = readings(&json)?;
    fs::write(data.join("readings/taikyoku.yaml"), text)?;
    Ok(())
}

fn load(path: &Path) -> Outcome<Value> {
    Ok(serde_json::from_str(&fs::read_to_string(path)?)?)
}

fn save(path: &Path, group: &str, range: Option<&str>, pieces: Vec<PieceDef>) -> Outcome<()> {
    let file = PieceFile {
        header: header::lines(group, None, range, &pieces),
        metadata: Metadata { name: group.into(), ..Metadata::default() },
        template: Template::NeoShogi,
        notes: pieces.iter().map(|piece| (piece.id, vec![note(piece)])).collect(),
        pieces,
        ..PieceFile::default()
    };
    fs::write(path, yaml::write(&file, Style::Flow))?;
    println!("{}: {} pieces", path.display(), file.pieces.len());
    Ok(())
}

/// One entry for each type of a variant, in the order of the facts.
fn variant(json: &Value, first: u32) -> Outcome<Vec<PieceDef>> {
    let list = json["pieces"].as_array().ok_or("no pieces")?;
    let id_of = |slug: &Value| {
        let at = list.iter().position(|p| p["slug"] == *slug)?;
        Some(first + u32::try_from(at).ok()?)
    };
    let drops = &json["drops"];
    list.iter()
        .map(|p| {
            let mut piece = piece(p, id_of(&p["slug"]).ok_or("no slug")?)?;
            // "Free king (queen)": the words in brackets explain, they are not the name.
            piece.name = piece.name.split(" (").next().unwrap_or_default().to_string();
            piece.promotes_to = id_of(&p["promotes_to"]);
            piece.can_promote = piece.promotes_to.is_some();
            let ranks = p["must_promote_ranks"].as_u64().and_then(|n| u8::try_from(n).ok());
            if drops["allowed"] == true {
                let nifu = drops["nifu"].as_array().is_some_and(|l| l.contains(&p["slug"]));
                // More than one to a file is the variant's rule, not the piece's.
                if nifu && drops["nifu_max"].as_u64().unwrap_or(1) == 1 {
                    piece.special_rules.push(SpecialRule::NifuProhibited);
                }
                if let Some(ranks) = ranks.filter(|_| drops["no_dead_drop"] == true) {
                    piece.special_rules.push(SpecialRule::CannotDropInZone(ranks));
                }
            }
            piece.special_rules.extend(ranks.map(SpecialRule::MustPromoteInZone));
            piece.value = worth(&piece);
            Ok(piece)
        })
        .collect()
}

/// All entries of Taikyoku: fronts and backs, each with its own id.
fn taikyoku(json: &Value) -> Outcome<Vec<PieceDef>> {
    let types = json["types"].as_array().ok_or("no types")?;
    let entries = json["entries"].as_array().ok_or("no entries")?;
    let number = |v: &Value| v.as_u64().and_then(|n| u32::try_from(n).ok());
    let mut pieces = Vec::new();
    for entry in entries {
        let kind = types.iter().find(|t| t["slug"] == entry["type"]).ok_or("unknown type")?;
        let mut piece = piece(kind, number(&entry["id"]).ok_or("no id")?)?;
        piece.promotes_to = number(&entry["promotes_to_id"]);
        piece.can_promote = piece.promotes_to.is_some();
        piece.value = worth(&piece);
        pieces.push(piece);
    }
    pieces.sort_by_key(|p| p.id);
    Ok(pieces)
}

/// Every alternative move of the facts, as `readings/taikyoku.yaml`.
fn readings(json: &Value) -> Outcome<String> {
    let mut out = String::from(
        "# Other readings of Taikyoku's pieces, by source (docs/piece-generator.md says who they are).\n\
         # The default reading of each piece stands in taikyoku_a.yaml to taikyoku_d.yaml.\n\n\
         readings:\n",
    );
    for kind in json["types"].as_array().ok_or("no types")? {
        let text = |key: &str| kind[key].as_str().unwrap_or_default();
        for alternative in kind["alternatives"].as_array().into_iter().flatten() {
            let mut json = alternative["movement"].clone();
            // A source that only names the lines of a flight means the rank everybody knows.
            for key in ["rank", "cannot_jump"] {
                if json["range_capture"].is_object() && json["range_capture"][key].is_null() {
                    json["range_capture"][key] = kind["movement"]["range_capture"][key].clone();
                }
            }
            let movement = movement(&json)?;
            let sources = alternative["sources"].as_array().ok_or("no sources")?;
            let first = sources[0].as_str().unwrap_or_default().to_lowercase();
            writeln!(
                out,
                "  # {} ({}): {}\n  - name: \"{}:{first}\"\n    piece: \"{}\"\n    \
                 sources: {}\n    open: {}\n    movement: {}\n",
                text("name"),
                text("kanji"),
                yaml::describe(&movement),
                text("slug"),
                text("name"),
                alternative["sources"],
                kind["ambiguous"] == true,
                yaml::movement_to_json(&movement)
            )?;
        }
    }
    Ok(format!("{}\n", out.trim_end()))
}

fn piece(json: &Value, id: u32) -> Outcome<PieceDef> {
    let text = |key: &str| json[key].as_str().unwrap_or_default().to_string();
    let movement = movement(&json["movement"])?;
    let mut special_rules = Vec::new();
    if json["royal"] == true {
        special_rules.push(SpecialRule::Royal);
    }
    let lion = movement.area_moves.iter().any(|a| a.captures > 1)
        || movement.line_area.as_ref().is_some_and(|a| a.can_capture_each);
    if lion || !movement.igui.is_empty() {
        special_rules.push(SpecialRule::Igui);
    }
    if lion {
        special_rules.push(SpecialRule::CanCaptureTwo);
    }
    Ok(PieceDef {
        id,
        name: text("name"),
        name_ja: text("kanji"),
        name_kanji: text("kanji_abbr"),
        value: 0,
        can_promote: false,
        promotes_to: None,
        movement,
        special_rules,
    })
}

fn movement(json: &Value) -> Outcome<Movement> {
    let mut json = json.clone();
    let special = json.as_object_mut().and_then(|m| m.remove("special"));
    let (mut movement, mut findings) = yaml::read_movement(&Source::new("facts", json.to_string()));
    if let Some(betza) = special.as_ref().and_then(|s| s["betza"].as_str()) {
        let (extra, more) = koma_pieces::betza::read(betza, Dialect::Strict);
        movement.steps.extend(extra.steps);
        movement.jumps.extend(extra.jumps);
        findings.extend(more);
    } else if special.is_some_and(|s| s["emperor"].is_string()) {
        movement.anywhere = Some(koma_pieces::Anywhere { takes_guarded: false });
    }
    if findings.iter().any(|f| f.is_error()) {
        return Err(format!("{findings:?}").into());
    }
    Ok(movement)
}

fn worth(piece: &PieceDef) -> u32 {
    value::estimate(&piece.name, &piece.name_ja, &piece.movement, &piece.special_rules)
}
