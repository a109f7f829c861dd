//! `koma variant rules` and `koma variant diagram`, for every game of the catalogue.

use assert_cmd::Command;
use koma_book::diagram::png;

fn good(args: &[&str]) -> String {
    let output = Command::cargo_bin("koma").unwrap().args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_game_has_a_page_of_rules_and_a_picture() {
    for variant in koma_variants::catalogue() {
        let slug = variant.slug.as_str();
        let page = good(&["variant", "rules", slug]);
        assert!(page.starts_with(&format!("# {} ({})\n", variant.name, variant.name_ja)));
        for part in ["## Start position", "## How a game ends", "## Pieces", "## Sources"] {
            assert!(page.contains(part), "{slug}: {part}");
        }
        let svg = good(&["variant", "diagram", slug]);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{slug}");
        for kind in &variant.kinds {
            assert!(page.contains(&kind.piece.name), "{slug}: {}", kind.piece.name);
            assert!(svg.contains(&kind.piece.name), "{slug}: {}", kind.code);
        }
        let shown = format!("{} {}", variant.name, variant.name_ja);
        assert_eq!(png::missing(&shown, &[]), [' '; 0], "{slug}: the font lacks them");
    }
}

#[test]
fn a_page_says_what_is_special() {
    let chu = good(&["variant", "rules", "chushogi"]);
    assert!(chu.contains("counter_strike=forbidden ✓") && chu.contains("Only the royal left"));
    let okazaki = good(&["variant", "rules", "chu", "--option", "counter_strike=okazaki"]);
    assert!(okazaki.contains("counter_strike=okazaki ✓") && okazaki.contains("a guarded lion"));
    let kyoto = good(&["variant", "rules", "kyoto", "--lang", "ja"]);
    assert!(kyoto.contains("表裏どちらで打ってもよい"), "{kyoto}");
    let placed = good(&["variant", "rules", "66shogi"]);
    assert!(placed.contains("Of rook, bishop, 1 must be placed"), "{placed}");
    let html = good(&["variant", "rules", "tenjiku", "--html"]);
    assert!(html.starts_with("<!doctype html>") && html.matches("<svg").count() > 40);
    assert!(html.contains("fire_demon=sideways ✓"), "the options");
}

/// Runs the program; its exit code, output and errors.
fn run(args: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("koma").unwrap().args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

#[test]
fn a_new_variants_ini_passes_its_own_check_and_can_be_played() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("tora.ini");
    // What an earlier run left there would not be written over.
    let _ = std::fs::remove_file(&path);
    let path = path.to_str().unwrap();
    good(&["variant", "new", "tora", "-o", path]);
    let checked = good(&["variant", "check", path]);
    assert!(checked.ends_with(": ok, tora (5x6), tora-placed (5x6)\n"), "{checked}");
    assert_eq!(good(&["perft", "1", "--variants-ini", path]), "nodes 25\n");
    assert_eq!(good(&["perft", "1", "--variants-ini", path, "--variant", "Tora"]), "nodes 38\n");
    // The catalogue is still there, behind the sections of the file.
    assert_eq!(
        good(&["perft", "1", "--variants-ini", path, "--variant", "minishogi"]),
        "nodes 14\n"
    );
    let legal = good(&["legal", "--variants-ini", path, "--moves", "K*5f"]);
    assert!(legal.contains("K*1a") && !legal.contains("K*1f"), "{legal}");
    good(&["show", "--variants-ini", path]);
    good(&["explain", "--variants-ini", path, "K*5f"]);
    let (code, _, errors) = run(&["perft", "1", "--variants-ini", path, "--variant", "tura"]);
    assert!(code == 2 && errors.contains("did you mean tora?"), "{errors}");
    assert_eq!(run(&["variant", "new", "a b"]).0, 2);
}

#[test]
fn a_faulty_variants_ini_fails_its_check_and_its_good_part_is_played() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("faulty.INI");
    let text = "[a:minishogi]\nmaxRnk = 3\n[b:nothing]\n[c]\nking = k\n";
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let (code, out, errors) = run(&["variant", "check", path]);
    assert_eq!((code, out.ends_with(": 3 errors\n")), (1, true), "{out}");
    for expected in [":2:1", "did you mean `maxRank`?", ":3:4", "ini-unknown-parent", ":4:2"] {
        assert!(errors.contains(expected), "{expected}: {errors}");
    }
    let (code, out, _) = run(&["variant", "check", path, "--json"]);
    assert!(code == 1 && out.contains("ini-unknown-key"), "{out}");
    let (code, out, _) = run(&["perft", "1", "--variants-ini", path, "--variant", "a"]);
    assert_eq!((code, out.as_str()), (0, "nodes 14\n"));
    assert_eq!(run(&["perft", "1", "--variants-ini", "no/such.ini"]).0, 2);
}

#[test]
fn a_game_starts_with_a_handicap_by_any_of_its_names() {
    for name in ["two-piece", "二枚落ち", "Two pieces"] {
        let shown = good(&["show", "--handicap", name, "--moves", "7a7b"]);
        assert!(shown.contains("sfen ln1gkgsnl/2s6/ppppppppp/"), "{shown}");
    }
    assert!(good(&["variant", "rules", "shogi"]).contains("Lance (香落ち): --handicap lance"));
    let (code, _, why) = run(&["show", "--handicap", "seven-rooks"]);
    assert!(code == 2 && why.contains("it has lance, right-lance"), "{why}");
    assert_eq!(run(&["show", "--variant", "chu", "--handicap", "lance"]).0, 2);
}
