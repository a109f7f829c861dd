//! The shipped piece files: sound, complete, and what the facts say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use koma_betza::Dialect;
use koma_pieces::check::{self, check_files};
use koma_pieces::{Movement, PieceDef, betza, shipped, yaml};
use koma_text::Source;
use serde_json::Value;

fn sources() -> Vec<Source> {
    shipped::FILES.iter().map(|&(name, text)| Source::new(name, text)).collect()
}

#[test]
fn all_shipped_files_together_pass_every_check() {
    for (source, checked) in
        sources().iter().zip(check_files(&sources(), &check::Options::default()))
    {
        assert_eq!(checked.findings, [], "{}", source.name());
    }
}

#[test]
fn every_file_of_the_data_folder_is_shipped() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let on_disk: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".yaml"))
        .collect();
    let embedded: BTreeSet<String> =
        shipped::FILES.iter().map(|(name, _)| (*name).to_string()).collect();
    assert_eq!(on_disk, embedded);
}

#[test]
fn formatting_a_shipped_file_changes_nothing() {
    for source in sources() {
        let (text, _) = yaml::fmt(&source, yaml::Style::Flow);
        assert!(text == source.text(), "{} is not formatted", source.name());
    }
}

#[test]
fn taikyoku_has_404_entries_with_the_ids_of_the_seed() {
    let ids: BTreeMap<&str, (usize, u32, u32)> = shipped::pieces()
        .iter()
        .filter(|p| p.file.starts_with("taikyoku_"))
        .fold(BTreeMap::new(), |mut files, p| {
            let entry = files.entry(p.file).or_insert((0, u32::MAX, 0));
            *entry = (entry.0 + 1, entry.1.min(p.piece.id), entry.2.max(p.piece.id));
            files
        });
    assert_eq!(ids.values().map(|(count, ..)| count).sum::<usize>(), 404);
    for (file, range) in [("taikyoku_a.yaml", 100..=205), ("taikyoku_d.yaml", 414..=517)] {
        assert!(range.contains(&ids[file].1) && range.contains(&ids[file].2), "{ids:?}");
    }
    for (id, name) in [
        (100, "King"),
        (102, "Crown prince"),
        (106, "Gold general"),
        (132, "Right mountain eagle"),
        (136, "Fire demon"),
        (140, "Running rabbit"),
    ] {
        assert_eq!(shipped::find(&id.to_string())[0].piece.name, name);
    }
}

#[test]
fn running_rabbit_has_no_sideways_step() {
    let rabbit = &shipped::find("Running rabbit")[0].piece;
    let directions: Vec<_> = rabbit.movement.steps.iter().map(|s| s.direction.name()).collect();
    assert_eq!(directions, ["N", "NE", "SE", "S", "SW", "NW"]);
}

#[test]
fn the_emperor_goes_anywhere_in_words_in_reach_and_not_in_betza() {
    use koma_pieces::reach::{Board, Mover, Options, Square, reach};
    let emperor = &shipped::find("自在天王")[0].piece.movement;
    assert!(betza::explain(emperor).english.contains("any square of the board"));
    assert_eq!(betza::canonical(emperor), Err(vec![betza::Unsayable::Anywhere]));
    let at = Square { row: 4, col: 4 };
    let mover = Mover { movement: emperor, at, virgin: true, faces_down: false };
    let reached = reach(&Board::new(9, 9), mover, Options::default()).unwrap();
    assert_eq!(reached.moves.len(), 80);
}

/// The facts beside the repository; `None`, said aloud, where they are absent.
fn facts() -> Option<PathBuf> {
    koma_testkit::shared("data/variants")
}

fn load(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn from_facts(json: &Value) -> Option<Movement> {
    // What only words describe is compared by other tests.
    if json.get("special").is_some() {
        return None;
    }
    let (mut movement, findings) = yaml::read_movement(&Source::new("facts", json.to_string()));
    assert!(!findings.iter().any(|f| f.is_error()), "{findings:?}");
    // Two successive diagonal steps, the facts say: no leaps, which a lion has by default.
    if json["area"]["type"] == "diagonal-lion" {
        movement.area_moves.iter_mut().for_each(|area| area.jump = false);
    }
    Some(movement)
}

/// Compares a piece with its facts; gives what was compared: (movements, notations).
fn compare(piece: &PieceDef, facts: &Value, file: &str) -> (usize, usize) {
    let mut compared = (0, 0);
    let place = format!("{file}: {} {}", piece.id, piece.name);
    assert_eq!(piece.name_kanji, facts["kanji_abbr"], "{place}");
    assert_eq!(piece.name_ja, facts["kanji"], "{place}");
    if let Some(movement) = from_facts(&facts["movement"]) {
        assert_eq!(piece.movement, movement, "{place}");
        compared.0 = 1;
    }
    let notation = facts["betza"].as_str().or(facts["movement"]["special"]["betza"].as_str());
    if let Some(notation) = notation {
        let (movement, findings) = betza::read(notation, Dialect::Strict);
        assert!(!findings.iter().any(|f| f.is_error()), "{place}: {notation} {findings:?}");
        assert_eq!(piece.movement, movement, "{place}: {notation}");
        compared.1 = 1;
    }
    compared
}

#[test]
fn taikyoku_is_what_the_facts_say() {
    let Some(folder) = facts() else { return };
    let json = load(&folder.join("taikyoku.json"));
    let types: BTreeMap<&str, &Value> = json["types"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| (t["slug"].as_str().unwrap(), t))
        .collect();
    let (mut movements, mut notations) = (0, 0);
    for entry in json["entries"].as_array().unwrap() {
        let found = shipped::find(&entry["id"].to_string());
        let piece = &found[0].piece;
        let kind = types[entry["type"].as_str().unwrap()];
        assert_eq!(piece.name, entry["name"]);
        assert_eq!(piece.promotes_to.map(u64::from), entry["promotes_to_id"].as_u64());
        let (m, n) = compare(piece, kind, found[0].file);
        (movements, notations) = (movements + m, notations + n);
    }
    assert_eq!(movements, 404);
    assert!(notations > 350, "{notations}");
}

#[test]
fn the_other_games_are_what_the_facts_say() {
    let Some(folder) = facts() else { return };
    let (mut movements, mut notations) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let slug = path.file_stem().unwrap().to_str().unwrap().to_string();
        if path.extension().is_none_or(|e| e != "json") || slug.starts_with("taikyoku") {
            continue;
        }
        // Games all of whose men are standard have no file of their own.
        let file = match slug.as_str() {
            "standard" | "mini" | "annan" | "judkins" | "goro-goro" => "standard_shogi.yaml".into(),
            slug => format!("{}.yaml", slug.replace('-', "_")),
        };
        let json = load(&path);
        for facts in json["pieces"].as_array().unwrap() {
            let name = facts["name"].as_str().unwrap().split(" (").next().unwrap();
            let piece = shipped::pieces()
                .iter()
                .find(|p| p.file == file && p.piece.name == name)
                .unwrap_or_else(|| panic!("{file} has no {name}"));
            let promotes_to = facts["promotes_to"].as_str().map(|slug| {
                let back = json["pieces"].as_array().unwrap().iter().find(|p| p["slug"] == slug);
                back.unwrap()["name"].as_str().unwrap().split(" (").next().unwrap()
            });
            let target = piece.piece.promotes_to.map(|id| &shipped::find(&id.to_string())[0].piece);
            assert_eq!(target.map(|p| p.name.as_str()), promotes_to, "{file} {name}");
            let (m, n) = compare(&piece.piece, facts, &file);
            (movements, notations) = (movements + m, notations + n);
        }
    }
    assert!(movements > 350 && notations > 330, "{movements} {notations}");
}
