//! Writes the catalogue files of the large games from a folder of variant facts (one JSON file a
//! game) and the shipped piece files.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use koma_pieces::PieceDef;
use koma_pieces::shipped;
use serde_json::Value;

use crate::Outcome;

/// What the facts do not say in a form we can read: names, and the rules in our words.
struct Game {
    slug: &'static str,
    /// The facts, where they have another name.
    facts: &'static str,
    name: &'static str,
    aliases: &'static [&'static str],
    sources: &'static [&'static str],
    note: &'static str,
    /// More fields for one code.
    extra: &'static [(&'static str, &'static str)],
    rules: &'static str,
}

/// The games this writes.
const SLUGS: [&str; 8] =
    ["wa", "wa-drops", "dai", "tenjiku", "dai-dai", "maka-dai-dai", "heian-dai", "taikyoku"];

const GAMES: [Game; 8] = [
    Game {
        slug: "wa",
        facts: "wa",
        name: "Wa shogi",
        aliases: &["washogi", "wa-shogi"],
        sources: &["HaChu", "Games::Shogi::Wa", "Ludii"],
        note: "11x11 board, all pieces are animals; captured pieces are out of the game. wa-drops is the same with drops.",
        extra: &[],
        rules: "promotion: { zone: 3 }\ndrops: none\ncheck_rules: true\n\nendings:\n  \
            - { kind: checkmate, outcome: loss }\n  - { kind: no_move, outcome: loss }\n  \
            - { kind: repetition, times: 4, chaser_loses: check, outcome: draw }\n",
    },
    Game {
        slug: "wa-drops",
        facts: "wa",
        name: "Wa shogi with drops",
        aliases: &["washogi-drops", "wa-shogi-with-drops"],
        sources: &["HaChu", "Games::Shogi::Wa", "drops as in shogi are a modern way to play"],
        note: "Wa shogi with the drops of shogi, the sparrow pawn in the role of the pawn.",
        extra: &[("SP", ", most_per_file: 1, drop_mate: forbidden")],
        rules: "promotion: { zone: 3 }\ndrops: { dead_squares: forbidden }\ncheck_rules: true\n\n\
            endings:\n  - { kind: checkmate, outcome: loss }\n  \
            - { kind: no_move, outcome: loss }\n  \
            - { kind: repetition, times: 4, chaser_loses: check, outcome: draw }\n",
    },
    Game {
        slug: "dai",
        facts: "dai",
        name: "Dai shogi",
        aliases: &["daishogi", "dai-shogi"],
        sources: &["HaChu", "Games::Shogi::Dai"],
        note: "15x15 board without drops: chu shogi's pieces and the pieces of the older game. Lions are taken freely.",
        extra: &[],
        rules: "# As CHU-3.\n\
            promotion: { zone: 5, when: enters_or_captures, dead_squares: allowed }\n\
            drops: none\ncheck_rules: false\n\nendings:\n  \
            - { kind: royal_taken, outcome: loss }\n  - { kind: no_move, outcome: loss }\n  \
            # As CHU-8; option repetition.\n  \
            - { kind: repetition, times: 4, chaser_loses: attack, outcome: draw }\n",
    },
    Game {
        slug: "tenjiku",
        facts: "tenjiku",
        name: "Tenjiku shogi",
        aliases: &["tenjikushogi", "tenjiku-shogi", "天竺大将棋"],
        sources: &[
            "HaChu",
            "Ludii (quoting Wikipedia)",
            "Games::Shogi::Tenjiku",
            "The Shogi Association",
        ],
        note: "16x16 board without drops. Fire demons burn (TEN-2 to TEN-8), generals jump lower ranks (TEN-9, TEN-10).",
        extra: &[],
        rules: "# TEN-1: promotion as CHU-3, lions are taken freely. TEN-12: dead pieces are allowed.\n\
            promotion: { zone: 5, when: enters_or_captures, dead_squares: allowed }\n\
            drops: none\ncheck_rules: false\n\
            # TEN-10; options range_jump and fire_demon.\nspecial: { range_jump_freely: false }\n\n\
            endings:\n  - { kind: royal_taken, outcome: loss }\n  \
            - { kind: no_move, outcome: loss }\n  \
            # Sources differ; option repetition.\n  \
            - { kind: repetition, times: 4, chaser_loses: attack, outcome: draw }\n",
    },
    Game {
        slug: "dai-dai",
        facts: "dai-dai",
        name: "Dai dai shogi",
        aliases: &["daidai", "daidaishogi", "dai-dai-shogi"],
        sources: &["HaChu", "Games::Shogi::DaiDai", "Ludii"],
        note: "17x17 board without drops. Sources differ more than for other games; moves follow HaChu, the set-up Ludii.",
        extra: &[],
        rules: "# No zone: a piece promotes when it captures, and must (contested).\n\
            promotion: { zone: 17, forced: true, only_captures: true, dead_squares: allowed }\n\
            drops: none\ncheck_rules: false\n\nendings:\n  \
            - { kind: royal_taken, outcome: loss }\n  - { kind: no_move, outcome: loss }\n  \
            - { kind: repetition, times: 4, chaser_loses: nothing, outcome: draw }\n",
    },
    Game {
        slug: "maka-dai-dai",
        facts: "maka-dai-dai",
        name: "Maka dai dai shogi",
        aliases: &["maka", "makadaidai", "maka-dai-dai-shogi"],
        sources: &["HaChu", "Games::Shogi::MakaDaiDai", "Ludii", "the Chess Variant Pages"],
        note: "19x19 board without drops; the king promotes to an emperor; devas and dark spirits change who takes them.",
        extra: &[],
        rules: "# No zone: a piece may promote when it captures (contested).\n\
            promotion: { zone: 19, only_captures: true, forced_by_promoted: true, dead_squares: allowed }\n\
            drops: none\ncheck_rules: false\n# Option contagion.\nspecial:\n  contagion:\n    \
            - { taken: [\"DV\", \"+DV\"], becomes: \"+DV\", spares: [\"K\", \"DE\", \"+K\", \"+DE\"] }\n    \
            - { taken: [\"DS\", \"+DS\"], becomes: \"+DS\", spares: [\"K\", \"DE\", \"+K\", \"+DE\"] }\n\nendings:\n  \
            - { kind: royal_taken, outcome: loss }\n  - { kind: no_move, outcome: loss }\n  \
            - { kind: repetition, times: 4, chaser_loses: nothing, outcome: draw }\n",
    },
    Game {
        slug: "heian-dai",
        facts: "heian-dai",
        name: "Heian dai shogi",
        aliases: &["heiandai", "heian-dai-shogi"],
        sources: &["Games::Shogi::HeianDai", "Ludii (quoting the Nichureki)"],
        note: "13x13 board without drops: a reconstruction. Men that reach the three far ranks become gold (conjecture).",
        extra: &[],
        rules: "promotion: { zone: 3, when: ends_in_zone, forced: true }\n\
            drops: none\ncheck_rules: true\n\nendings:\n  \
            - { kind: checkmate, outcome: loss }\n  - { kind: bare_royal, outcome: loss }\n  \
            - { kind: no_move, outcome: loss }\n  \
            - { kind: repetition, times: 4, chaser_loses: check, outcome: draw }\n",
    },
    Game {
        slug: "taikyoku",
        facts: "taikyoku",
        name: "Taikyoku shogi",
        aliases: &["taikyokushogi", "taikyoku-shogi"],
        sources: &[
            "taikyoku-shogi.github.io (after Umebayashi and Okano, Sekai no shogi)",
            "Games::Shogi::Taikyoku (2004 translation)",
            "six other programs; see koma piece readings",
        ],
        note: "36x36 board, 402 pieces a side of 209 types, no drops (TAI-1).",
        extra: &[],
        rules: "# TAI-3: a move that ends in the zone may promote. Option promotion.\n\
            promotion: { zone: 11, when: ends_in_zone, dead_squares: allowed }\n\
            drops: none\n# TAI-2\ncheck_rules: false\n\
            # TAI-6 and TAI-7; options range_capture_blocker and range_land_own.\n\
            special: { range_capture_blocker: true, range_land_own: false }\n\nendings:\n  \
            - { kind: royal_taken, outcome: loss }\n  - { kind: no_move, outcome: loss }\n  \
            # TAI-11: the sources are silent.\n  \
            - { kind: repetition, times: 4, chaser_loses: nothing, outcome: draw }\n",
    },
];

/// Writes the files to the folder `catalogue`.
pub fn import(facts: &Path, catalogue: &Path) -> Outcome<()> {
    for slug in SLUGS {
        fs::write(catalogue.join(format!("{slug}.yaml")), file(slug, facts)?)?;
    }
    Ok(())
}

/// The catalogue file of a game.
fn file(slug: &str, facts: &Path) -> Outcome<String> {
    let game = GAMES.iter().find(|game| game.slug == slug).ok_or("not one of the large games")?;
    let json = load(&facts.join(format!("{}.json", game.facts)))?;
    let taikyoku = slug == "taikyoku";
    let (kanji, start, rows, files) = if taikyoku {
        let setup = load(&facts.join("taikyoku-setup.json"))?;
        let files = ["a", "b", "c", "d"].map(|letter| format!("taikyoku_{letter}.yaml")).to_vec();
        (text(&json["meta"]["kanji"])?, text(&setup["sfen"])?, taikyoku_rows(&json)?, files)
    } else {
        let files = vec![format!("{}.yaml", game.facts.replace('-', "_"))];
        (text(&json["kanji"])?, text(&json["setup"]["sfen"])?, rows(&json, game)?, files)
    };
    let start = if start.contains(' ') { start } else { format!("{start} b - 1") };
    let board = if taikyoku { &json["rules"]["board"] } else { &json["board"] };
    let kanji = if slug == "wa-drops" { format!("{kanji}（持駒あり）") } else { kanji };
    let mut aliases: Vec<String> = game.aliases.iter().map(ToString::to_string).collect();
    if !aliases.contains(&kanji) {
        aliases.push(kanji.clone());
    }
    let mut out = format!("# {} ({kanji})\n# {}\n\n", game.name, game.note);
    writeln!(out, "slug: {slug:?}\nname: {:?}\nname_ja: {kanji:?}", game.name)?;
    writeln!(out, "aliases: {aliases:?}\nsources: {:?}\n", game.sources)?;
    writeln!(out, "piece_files: {files:?}")?;
    writeln!(out, "board: {{ files: {}, ranks: {} }}", board["files"], board["ranks"])?;
    writeln!(out, "start: {start:?}\n")?;
    writeln!(
        out,
        "# Made by `cargo run -p xtask -- import-games`. A piece promotes once: +CODE is the back of CODE."
    )?;
    writeln!(out, "kinds:\n{rows}\n{}", game.rules)?;
    writeln!(out, "impasse: none\nclock: {{ main: 1800, byoyomi: 60 }}")?;
    Ok(out)
}

fn load(path: &Path) -> Outcome<Value> {
    Ok(serde_json::from_str(&fs::read_to_string(path)?)?)
}

fn text(value: &Value) -> Outcome<String> {
    Ok(value.as_str().ok_or("a text is missing")?.to_string())
}

fn pieces(file: &str) -> Vec<&'static PieceDef> {
    let mine = shipped::pieces().iter().filter(|piece| piece.file.starts_with(file));
    mine.map(|piece| &piece.piece).collect()
}

/// One row for each type of the start board, then one for the back of each that has one.
fn rows(json: &Value, game: &Game) -> Outcome<String> {
    let pieces = pieces(&format!("{}.yaml", game.facts.replace('-', "_")));
    let list = json["pieces"].as_array().ok_or("no pieces")?;
    let (mut fronts, mut backs) = (String::new(), String::new());
    for (piece, fact) in pieces.iter().zip(list) {
        if fact["on_initial_board"] != true {
            continue;
        }
        let code = text(&fact["code"])?;
        let extra = game.extra.iter().find(|(of, _)| *of == code).map_or("", |(_, extra)| *extra);
        let back = piece.promotes_to.and_then(|id| pieces.iter().find(|piece| piece.id == id));
        writeln!(fronts, "  - {{ code: {code:?}, piece: {:?}{extra} }}", piece.name)?;
        if let Some(back) = back {
            writeln!(backs, "  - {{ code: \"+{code}\", piece: {:?} }}", back.name)?;
        }
    }
    Ok(fronts + &backs)
}

/// Taikyoku's entries are numbered, front and back; names occur more than once.
fn taikyoku_rows(json: &Value) -> Outcome<String> {
    let pieces = pieces("taikyoku_");
    let types = json["types"].as_array().ok_or("no types")?;
    let entries = json["entries"].as_array().ok_or("no entries")?;
    let code_of = |slug: &Value| {
        let found = types.iter().find(|kind| kind["slug"] == *slug).ok_or("an unknown type")?;
        text(&found["code"])
    };
    let mut out = String::new();
    for entry in entries {
        let is_back = entry["side"] == "back";
        let code = code_of(if is_back { &entry["base_type"] } else { &entry["type"] })?;
        let code = if is_back { format!("+{code}") } else { code };
        let piece = pieces.iter().find(|piece| Some(u64::from(piece.id)) == entry["id"].as_u64());
        let piece = piece.ok_or("an unknown entry")?;
        writeln!(out, "  - {{ code: {code:?}, piece: {} }} # {}", piece.id, piece.name)?;
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_files_of_the_large_games_are_what_the_importer_writes() {
        let Some(facts) = koma_testkit::shared("data/variants") else { return };
        for slug in super::SLUGS {
            let made = super::file(slug, &facts).unwrap();
            let shipped = koma_variants::variant_file(slug).unwrap();
            assert!(made == shipped.text(), "{slug}: run cargo run -p xtask -- import-games");
        }
    }
}
