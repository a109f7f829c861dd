//! Copies and damage: `koma db backup`, `restore`, `rescue`, `--read-only`; and `koma admin`.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use koma_kifu::{Format, WriteOptions, write};
use koma_store::testing::playout;

/// A folder with a database of some games.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn with_games(count: u64) -> Self {
        let place = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        let games: Vec<_> = (0..count).map(|seed| playout("shogi", seed, 30)).collect();
        let file = write(&games, Format::Csa, &WriteOptions::default());
        fs::write(place.path("games.csa"), file.bytes()).expect("a file is written");
        place.check(&["db", "import", "games.csa"], 0);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, args: &[&str], input: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_koma"));
        command.args(["--lang", "en"]).args(args).arg("--data").arg(self.path("data"));
        command.current_dir(self.folder.path()).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        child.wait_with_output().expect("it ends")
    }

    /// Runs a command that must end with a code; gives stdout and stderr.
    #[track_caller]
    fn check(&self, args: &[&str], code: i32) -> (String, String) {
        let output = self.run(args, "");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        let (out, err) = (text(output.stdout), text(output.stderr));
        assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{err}");
        (out, err)
    }

    #[track_caller]
    fn total(&self) -> u64 {
        let (out, _) = self.check(&["db", "search", "--json"], 0);
        let found: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        found["total"].as_u64().expect("a number")
    }
}

#[test]
fn a_copy_is_whole_and_takes_the_place_of_what_was_there() {
    let place = Place::with_games(40);
    place.check(&["db", "backup", "copy.db"], 0);
    let (_, err) = place.check(&["db", "backup", "copy.db"], 2);
    assert!(err.contains("copy.db"), "{err}");
    let more: Vec<_> = (100..120).map(|seed| playout("shogi", seed, 30)).collect();
    let file = write(&more, Format::Csa, &WriteOptions::default());
    fs::write(place.path("more.csa"), file.bytes()).unwrap();
    place.check(&["db", "import", "more.csa"], 0);
    assert_eq!(place.total(), 60);
    place.check(&["db", "restore", "copy.db"], 0);
    assert_eq!(place.total(), 40);
    place.check(&["db", "verify"], 0);
    assert!(place.path("data/koma.db.before-restore").exists());
    fs::write(place.path("torn.db"), &fs::read(place.path("copy.db")).unwrap()[..20_000]).unwrap();
    place.check(&["db", "restore", "torn.db"], 1);
    fs::write(place.path("text.db"), "this is no database").unwrap();
    place.check(&["db", "restore", "text.db"], 1);
    assert_eq!(place.total(), 40, "nothing has changed");
}

#[cfg(unix)]
#[test]
fn the_files_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::with_games(1);
    place.check(&["db", "backup", "copy.db"], 0);
    for (name, mode) in [("data", 0o700), ("data/koma.db", 0o600), ("copy.db", 0o600)] {
        let found = fs::metadata(place.path(name)).unwrap().permissions().mode() & 0o777;
        assert_eq!(found, mode, "{name}: {found:o}");
    }
}

#[test]
fn a_copy_is_read_where_nothing_may_be_written() {
    let place = Place::with_games(10);
    place.check(&["db", "backup", "copy.db"], 0);
    let url = format!("sqlite://{}", place.path("copy.db").display());
    let before = fs::read_dir(place.folder.path()).unwrap().count();
    let (out, _) = place.check(&["db", "--read-only", "--database", &url, "search", "--json"], 0);
    assert!(out.contains("\"total\":10") || out.contains("\"total\": 10"), "{out}");
    place.check(&["db", "--read-only", "--database", &url, "verify"], 0);
    assert_eq!(
        fs::read_dir(place.folder.path()).unwrap().count(),
        before,
        "nothing is made beside it"
    );
    place.check(&["db", "--read-only", "import", "games.csa"], 2);
}

/// Destroys a part of the content of a record, as a bad disk would.
fn damage(place: &Place) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let path = place.path("data/koma.db");
        let pool =
            sqlx::SqlitePool::connect(&format!("sqlite://{}", path.display())).await.unwrap();
        sqlx::query("UPDATE contents SET content = x'00ff' WHERE record IN (3, 7)")
            .execute(&pool)
            .await
            .unwrap();
        pool.close().await;
    });
}

#[test]
fn damaged_records_do_not_keep_the_others() {
    let place = Place::with_games(20);
    damage(&place);
    let (_, err) = place.check(&["db", "export", "--to", "csa", "-o", "all.csa"], 1);
    assert!(err.contains("18 games written") && err.contains("2 records are damaged"), "{err}");
    let (_, err) = place.check(&["db", "rescue", "-o", "new.db"], 1);
    assert!(err.contains("2 records cannot be read"), "{err}");
    let url = format!("sqlite://{}", place.path("new.db").display());
    place.check(&["db", "--database", &url, "verify"], 0);
    let (_, err) =
        place.check(&["db", "--database", &url, "export", "--to", "csa", "-o", "x.csa"], 0);
    assert!(err.contains("18 games written"), "{err}");
}

#[test]
fn a_torn_file_is_named_with_advice_and_rescued_as_far_as_it_goes() {
    let place = Place::with_games(60);
    place.check(&["db", "backup", "copy.db"], 0);
    let path = place.path("data/koma.db");
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{end}", path.display()));
    }
    let mut bytes = fs::read(place.path("copy.db")).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 3 * 4096].fill(0xa5);
    fs::write(&path, &bytes).unwrap();
    let rescued = place.run(&["db", "rescue", "-o", "new.db"], "");
    assert!(matches!(rescued.status.code(), Some(0 | 1)), "{rescued:?}");
    let url = format!("sqlite://{}", place.path("new.db").display());
    place.check(&["db", "--database", &url, "verify"], 0);
    fs::write(&path, "this is no database, and never was one of ours").unwrap();
    let (_, err) = place.check(&["db", "search"], 2);
    assert!(err.contains("koma db rescue"), "{err}");
}

#[test]
fn an_administrator_works_at_the_machine() {
    let place = Place::with_games(3);
    place.check(&["admin", "close", "sign-up"], 0);
    place.check(&["admin", "open", "sign-up"], 0);
    let (key, _) = place.check(&["admin", "token", "new", "laptop"], 0);
    assert!(key.starts_with("koma-admin-") && key.trim().len() == 43, "{key}");
    assert_eq!(place.check(&["admin", "token", "list"], 0).0, "laptop\n");
    place.check(&["admin", "token", "revoke", "laptop"], 0);
    place.check(&["admin", "token", "revoke", "laptop"], 2);
    let (link, _) = place.check(&["admin", "hide-record", "1"], 0);
    assert!(link.starts_with("r-"), "{link}");
    place.check(&["admin", "delete-record", "2"], 0);
    place.check(&["admin", "delete-record", "2"], 2);
    place.check(&["db", "verify"], 0);
    assert_eq!(place.total(), 2, "whoever has the database sees what is hidden");
    for args in [["admin", "ban", "nobody"], ["admin", "delete-account", "nobody"]] {
        let (_, err) = place.check(&args, 2);
        assert!(err.contains("there is no account `nobody`"), "{err}");
    }
    assert_eq!(place.run(&["admin", "password", "nobody"], "long enough\n").status.code(), Some(2));
    let add = |name: &str, password: &str| {
        place.run(&["admin", "add-account", name], password).status.code()
    };
    assert_eq!(add("Habu", "long enough\n"), Some(0));
    assert_eq!(add("habu", "long enough\n"), Some(2), "it is taken");
    assert_eq!(add("Tanigawa", "short\n"), Some(2));
    assert!(place.check(&["admin", "accounts"], 0).0.starts_with("Habu\t"));
    assert_eq!(place.run(&["admin", "password", "Habu"], "other words\n").status.code(), Some(0));
}
