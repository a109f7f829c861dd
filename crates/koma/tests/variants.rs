//! `koma variant rules` and `koma variant diagram`, for every game of the catalogue.

use assert_cmd::Command;
use koma_pieces::diagram::png;

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
        assert_eq!(png::missing(&shown), [' '; 0], "{slug}: the font lacks them");
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
