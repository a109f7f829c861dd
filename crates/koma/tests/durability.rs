//! D1 and O1 in small: a real server is killed, or asked to stop, while games go on. `koma bench
//! serve --kills` does both and checks every acknowledged move; run it longer to be surer.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// Runs `koma bench serve` with a database and gives its report.
fn bench(name: &str, database: Option<&str>, args: &[&str]) -> Value {
    let folder: PathBuf = std::env::temp_dir().join(format!("koma-{name}-{}", std::process::id()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_koma"));
    command.args(["bench", "serve", "--json", "--games", "40", "--life", "1500", "--data"]);
    command.arg(&folder).args(args);
    if let Some(database) = database {
        command.args(["--database", database]);
    }
    let output = command.output().expect("the program runs");
    let words = String::from_utf8_lossy(&output.stderr);
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: no report but {words}"));
    assert!(output.status.success(), "{report}\n{words}");
    assert_eq!(report["failures"], serde_json::json!([]), "{words}");
    std::fs::remove_dir_all(&folder).expect("its folder is ours");
    report
}

/// The PostgreSQL server for tests, if there is one.
fn postgres() -> Option<String> {
    let server = std::env::var("KOMA_TEST_POSTGRES").ok();
    if server.is_none() {
        println!("not run on PostgreSQL: KOMA_TEST_POSTGRES is not set");
    }
    server
}

fn nothing_is_lost(name: &str, database: Option<&str>) {
    let report = bench(name, database, &["--kills", "5", "--moves", "200"]);
    assert!(report["kills"].as_u64() >= Some(5), "{report}");
    assert!(report["acknowledged_moves"].as_u64() >= Some(200), "{report}");
}

fn it_stops_in_peace(name: &str, database: Option<&str>) {
    let report = bench(name, database, &["--kills", "2", "--moves", "80", "--term"]);
    assert!(report["stops"].as_u64() >= Some(2), "{report}");
    assert!(report["acknowledged_moves"].as_u64() >= Some(80), "{report}");
    assert!(report["slowest_stop"].as_u64() <= Some(2000), "{report}");
}

#[test]
fn a_server_that_is_killed_has_every_move_it_acknowledged() {
    nothing_is_lost("d1", None);
}

#[test]
fn a_server_that_is_killed_has_every_move_it_acknowledged_in_postgresql() {
    if let Some(database) = postgres() {
        nothing_is_lost("d1-postgres", Some(&database));
    }
}

#[test]
fn a_server_that_is_asked_to_stop_does_so_within_two_seconds_and_loses_nothing() {
    it_stops_in_peace("o1", None);
}

#[test]
fn a_server_on_postgresql_stops_within_two_seconds_and_loses_nothing() {
    if let Some(database) = postgres() {
        it_stops_in_peace("o1-postgres", Some(&database));
    }
}

/// One attacker with ten connections, for some seconds; `koma bench attack` does it in full, with the
/// limits we promise. Here nothing is optimised and other tests share the machine: moves may take
/// four times as long.
#[test]
fn others_play_on_while_one_does_the_worst_he_can() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_koma"));
    command.args(["bench", "attack", "--json", "--seconds", "8", "--games", "4", "--p99", "1000"]);
    let output = command.output().expect("the program runs");
    let words = String::from_utf8_lossy(&output.stderr);
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: no report but {words}"));
    assert!(output.status.success(), "{report}\n{words}");
    assert!(report["attacks"].as_u64() >= Some(10), "{report}");
}
