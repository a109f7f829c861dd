//! `koma db` as people call it.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use koma_kifu::{Format, ReadOptions, Record, WriteOptions, read, write};
use koma_store::testing::playout;

/// A folder of records, and a database beside it.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(folder.path().join("in")).expect("a folder");
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_koma"));
        command
            .args(["--lang", "en", "db"])
            .args(args)
            .arg("--data")
            .arg(self.path("data"))
            .current_dir(self.folder.path());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the program runs")
    }

    /// Runs a command that must end with a code; gives stdout and stderr.
    #[track_caller]
    fn check(&self, args: &[&str], code: i32) -> (String, String) {
        let output = self.run(args);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        let (out, err) = (text(output.stdout), text(output.stderr));
        assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{err}");
        (out, err)
    }

    fn json(&self, args: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.check(args, 0).0).expect("JSON")
    }
}

fn text(record: &Record, format: Format) -> Vec<u8> {
    write(std::slice::from_ref(record), format, &WriteOptions::default()).bytes()
}

/// So many games, one file each, in turn as KIF, CSA and our own JSON.
fn games(folder: &Path, numbers: std::ops::Range<u64>) -> Vec<Record> {
    fs::create_dir_all(folder).expect("a folder");
    numbers
        .map(|number| {
            let game = playout("shogi", number, 40);
            let format = [Format::Kif, Format::Csa, Format::Json][number as usize % 3];
            let path = folder.join(format!("{number}.{}", format.name()));
            fs::write(path, text(&game, format)).expect("a file is written");
            game
        })
        .collect()
}

#[test]
fn a_folder_is_imported_once() {
    let place = Place::new();
    games(&place.path("in/deep/er"), 0..20);
    games(&place.path("in"), 15..30);
    fs::write(place.path("in/notes.txt"), "not a record").unwrap();
    let (_, err) = place.check(&["import", "in"], 0);
    assert!(err.contains("30 games stored, 5 were"), "15 to 19 are there twice: {err}");
    let (_, err) = place.check(&["import", "in"], 0);
    assert!(err.contains("0 files read") && err.contains("0 games stored"), "{err}");
    // The same games in another format are no new games.
    for (number, game) in (0..).zip(games(&place.path("again"), 0..5)) {
        fs::write(place.path(&format!("again/{number}.csa")), text(&game, Format::Csa)).unwrap();
    }
    let (_, err) = place.check(&["import", "again"], 0);
    assert!(err.contains("0 games stored"), "{err}");
    assert_eq!(place.json(&["search", "--json"])["total"], 30);
    let (out, _) = place.check(&["verify"], 0);
    assert!(out.starts_with("30 records") && out.ends_with("0 faults\n"), "{out}");
}

#[test]
fn archives_are_opened_and_bombs_are_not() {
    let place = Place::new();
    let all = games(&place.path("in"), 0..9);
    let mut zip = zip::ZipWriter::new(File::create(place.path("a.zip")).unwrap());
    for (number, game) in (0..).zip(&all[..3]) {
        zip.start_file(format!("x/{number}.kif"), zip::write::SimpleFileOptions::default())
            .unwrap();
        zip.write_all(&text(game, Format::Kif)).unwrap();
    }
    zip.start_file("readme.md", zip::write::SimpleFileOptions::default()).unwrap();
    zip.start_file("bomb.kif", zip::write::SimpleFileOptions::default()).unwrap();
    (0..40).for_each(|_| zip.write_all(&vec![b'*'; 1 << 20]).unwrap());
    zip.finish().unwrap();
    let tar = |games: &[Record], out: &mut dyn std::io::Write| {
        let mut tar = tar::Builder::new(out);
        for (number, game) in (0..).zip(games) {
            let bytes = text(game, Format::Csa);
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            tar.append_data(&mut header, format!("{number}.csa"), &bytes[..]).unwrap();
        }
        tar.finish().unwrap();
    };
    tar(&all[3..6], &mut File::create(place.path("b.tar")).unwrap());
    let gz = File::create(place.path("c.tar.gz")).unwrap();
    tar(&all[6..9], &mut flate2::write::GzEncoder::new(gz, flate2::Compression::fast()));
    fs::write(place.path("broken.zip"), "PK\u{3}\u{4}").unwrap();
    fs::write(place.path("broken.tgz"), "nothing").unwrap();
    let paths = ["import", "a.zip", "b.tar", "c.tar.gz", "broken.zip", "broken.tgz"];
    let (_, err) = place.check(&paths, 1);
    assert!(err.contains("9 games stored"), "{err}");
    for bad in ["a.zip:bomb.kif: it becomes more than", "broken.zip", "broken.tgz"] {
        assert!(err.contains(bad), "{bad}: {err}");
    }
}

#[test]
fn large_files_are_read_in_pieces_and_formats_that_cannot_be_cut_are_refused() {
    let place = Place::new();
    let mut csa = Vec::new();
    let game = text(&playout("shogi", 1, 30), Format::Csa);
    let comment = format!("'{}\n", "x".repeat(1 << 20));
    for day in 1..=28 {
        for month in 1..=2 {
            csa.extend(b"V2.2\n");
            let head = format!("N+a\nN-b\n$START_TIME:1999/{month:02}/{day:02}\n{comment}PI\n+\n");
            csa.extend(head.into_bytes());
            csa.extend(b"+7776FU\n-3334FU\n%TORYO\n/\n");
        }
    }
    csa.extend(game);
    assert!(csa.len() > 40 << 20);
    fs::write(place.path("in/big.csa"), csa).unwrap();
    let huge = File::create(place.path("in/huge.kif")).unwrap();
    huge.set_len(1 << 30).unwrap();
    let (_, err) = place.check(&["import", "in"], 1);
    assert!(err.contains("57 games stored"), "{err}");
    assert!(err.contains("huge.kif: it is larger than 32 MB"), "{err}");
}

#[test]
fn records_are_found_by_what_is_known_of_them() {
    let place = Place::new();
    let all = games(&place.path("in"), 0..30);
    place.check(&["import", "in"], 0);
    let player = |record: &Record| record.player(koma_rules::Side::Sente).unwrap().to_owned();
    let name = player(&all[0]);
    let found = place.json(&["search", "--sente", &name, "--json"]);
    let expected = all.iter().filter(|game| player(game).contains(&name)).count();
    assert_eq!(found["total"], expected);
    let (out, err) = place.check(&["search", "--from", "1980", "--limit", "2"], 0);
    assert_eq!(out.lines().count(), 2);
    assert!(err.contains("--cursor"), "{err}");
    // A position: all games begin in the same one.
    let found = place.json(&["search", "--moves", "", "--json"]);
    assert!(found["total"].as_u64() >= Some(30));
    let first = all[0].main_usi()[0].to_string();
    let moves = found["moves"].as_array().unwrap();
    let theirs = moves.iter().find(|next| next["usi"] == *first).unwrap();
    let count = all.iter().filter(|game| game.main_usi()[0].to_string() == first).count();
    assert_eq!(theirs["count"], count);
    let (out, _) = place.check(&["search", "--moves", &first], 0);
    assert!(out.contains("games: sente"), "{out}");
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    assert_eq!(place.json(&["search", "--sfen", sfen, "--json"])["total"], found["total"]);
    place.check(&["search", "--sfen", "x"], 2);
    place.check(&["search", "--from", "yesterday"], 2);
    place.check(&["search", "--variant", "x'; DROP TABLE records"], 2);
}

#[test]
fn what_is_exported_is_what_was_imported() {
    let place = Place::new();
    games(&place.path("in"), 0..12);
    place.check(&["import", "in"], 0);
    let read_all = |bytes: &[u8]| read(bytes, &ReadOptions::default()).records;
    for format in ["json", "csa", "usi"] {
        place.check(&["export", "--to", format, "-o", "all"], 0);
        let games = read_all(&fs::read(place.path("all")).unwrap());
        assert_eq!(games.len(), 12, "{format}");
    }
    for format in Format::ALL.iter().filter(|&&format| format != Format::Bod) {
        let folder = format!("out-{}/", format.name());
        place.check(&["export", "--to", format.name(), "-o", &folder], 0);
        let mut names: Vec<_> =
            fs::read_dir(place.path(&folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        names.sort();
        assert_eq!(names.len(), 12);
        let first = &read_all(&fs::read(&names[0]).unwrap())[0];
        let original = place.path("all");
        place.check(&["export", "--to", "json", "-o", "all"], 0);
        let same = &read_all(&fs::read(original).unwrap())[0];
        assert_eq!(first.main_usi(), same.main_usi(), "{}", format.name());
    }
    place.check(&["export", "--to", "kif", "-o", "one.kif"], 2);
    // What was exported whole is in already, some of it byte by byte.
    let (_, err) = place.check(&["import", "out-json"], 0);
    assert!(
        err.contains("8 files read, 4 were in already") && err.contains("0 games stored"),
        "{err}"
    );
}

#[test]
fn games_that_a_format_cannot_hold_are_not_counted_as_written() {
    let place = Place::new();
    let chu = "setoption name USI_Variant value chu\nposition startpos moves 7j7h 5d5e\n";
    let text = format!("{chu}setoption name USI_Variant value shogi\nstartpos moves 7g7f 3c3d\n");
    fs::write(place.path("both.usi"), &text).unwrap();
    place.check(&["import", "both.usi"], 0);
    let (_, err) = place.check(&["export", "--to", "csa", "-o", "all.csa"], 1);
    assert!(err.contains("1 games written") && err.contains("error[game-lost]"), "{err}");
    assert!(err.contains("1 of 2 games are not written") && err.contains("(chu)"), "{err}");
    let csa = fs::read_to_string(place.path("all.csa")).unwrap();
    assert_eq!((csa.matches("PI").count(), csa.matches("/\n").count()), (1, 0), "{csa}");
    place.check(&["export", "--to", "ki2", "-o", "folder/"], 1);
    assert_eq!(fs::read_dir(place.path("folder")).unwrap().count(), 1);
    // In USI each has its name, whatever stands before it.
    place.check(&["export", "--to", "usi", "-o", "all.usi"], 0);
    let bytes = fs::read(place.path("all.usi")).unwrap();
    let reading = koma_kifu::read(&bytes, &koma_kifu::ReadOptions::default());
    let games: Vec<_> = reading.records.iter().map(|record| &*record.variant).collect();
    assert_eq!(games, ["chu", "shogi"]);
}

#[test]
fn an_import_that_is_killed_leaves_whole_games_and_goes_on_later() {
    let place = Place::new();
    games(&place.path("in"), 0..600);
    for wait in [30, 120, 400] {
        let mut command = place.command(&["import", "in"]);
        let mut child = command.stderr(Stdio::null()).spawn().expect("the program runs");
        std::thread::sleep(Duration::from_millis(wait));
        let _ = child.kill();
        let _ = child.wait();
        if place.path("data/koma.db").exists() {
            place.check(&["verify"], 0);
        }
    }
    place.check(&["import", "in"], 0);
    assert_eq!(place.json(&["search", "--json"])["total"], 600);
    let (out, _) = place.check(&["verify"], 0);
    assert!(out.starts_with("600 records"), "{out}");
}

#[test]
fn bad_files_are_told_and_good_ones_are_in() {
    let place = Place::new();
    games(&place.path("in"), 0..3);
    fs::write(place.path("in/bad.kif"), "   1 ７六歩(77)\n   2 あああ(51)\n").unwrap();
    fs::write(place.path("in/none.csa"), "garbage").unwrap();
    let (_, err) = place.check(&["import", "in"], 1);
    assert!(err.contains("bad.kif") && err.contains("none.csa"), "{err}");
    assert!(err.contains("2 with errors; 4 games stored"), "{err}");
    place.check(&["search", "--database", "mysql://x"], 2);
    place.check(&["import", "nowhere"], 2);
    let nowhere = Place::new();
    let (_, err) = nowhere.check(&["search"], 2);
    assert!(err.contains("there is no database at"), "{err}");
}

#[test]
fn a_file_that_is_no_database_is_named() {
    let place = Place::new();
    fs::create_dir(place.path("data")).expect("a folder");
    fs::write(place.path("data/koma.db"), "no database at all, but long enough\n".repeat(100))
        .expect("a file");
    for (args, code) in [(["verify"], 1), (["search"], 2)] {
        let (_, err) = place.check(&args, code);
        assert!(err.contains("koma.db cannot be opened: "), "{err}");
    }
}

#[test]
fn a_server_that_is_not_there_is_missed_at_once() {
    let started = std::time::Instant::now();
    let place = Place::new();
    let nobody = "postgres://koma:secret@127.0.0.1:1/koma";
    let (_, err) = place.check(&["search", "--database", nobody], 2);
    assert!(err.contains("127.0.0.1:1/koma cannot be opened: "), "{err}");
    assert!(!err.contains("secret"), "{err}");
    assert!(started.elapsed() < Duration::from_secs(20), "it knocked again and again");
}
