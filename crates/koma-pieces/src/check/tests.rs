use std::collections::BTreeSet;

use koma_text::{Encoding, Severity, Source, decode_as};

use super::*;

/// A sound file that uses most of the format.
const SOUND: &str = r#"# Test pieces

metadata:
  name: "Test"
  version: "1.0"
  piece_count: 3

pieces:
  # --- Pawn (歩) ---
  # 1 step N
  - id: 1
    name: "Pawn"
    name_ja: "歩兵"
    name_kanji: "歩"
    value: 100
    can_promote: true
    promotes_to: 2
    movement:
      steps:
        - { direction: "N", type: single }
        - { direction: "S", type: { limited: 2 } }
    is_ranged: false
    special_rules:
      - NifuProhibited
      - CannotDropInZone 1

  # --- Lion (獅) ---
  # area move
  - id: 2
    name: "Lion"
    name_ja: "獅子"
    name_kanji: "獅"
    value: 3000
    can_promote: false
    promotes_to: null
    movement:
      steps: []
      jumps:
        - [-2, 1]    # forward-right
        - { to: [2, 0], rider: 3, mode: move }
      area_moves:
        - { radius: 2, max_steps: 2, can_return: true }
      jump_overs:
        - "N"
    is_ranged: true
    special_rules: []

  # --- Hook mover (鉤) ---
  # hook
  - id: 3
    name: "Hook mover"
    name_ja: "鉤行"
    name_kanji: "鉤"
    value: 5000
    can_promote: false
    promotes_to: null
    movement:
      steps:
        - { direction: "E", type: ranging }
      hooks:
        - { dirs: ["N", "E", "S", "W"], turn: 90, max_turns: 1, then: ranging }
      jump_over:
        - { dir: "NE", max_pieces: 3 }
      jump_slides:
        - { dir: "N", leap: 2, then: ranging }
      line_area: { max_steps: { "N": 3 }, can_jump: true, can_capture_each: true, can_return: true }
      range_capture: { dirs: ["N"], rank: 1, cannot_jump: ["king"] }
      igui: ["N"]
      burn: false
      paths:
        - { legs: [{ to: [-1, 0], rider: ranging, ends_on: [empty] }, { to: [0, 1] }] }
    is_ranged: true
    special_rules: []
"#;

/// `code line:column` of each finding; infos and warnings are marked.
fn places(source: &Source, findings: &[Finding]) -> Vec<String> {
    let place = |f: &Finding| {
        let at = f.span.map_or("-".into(), |span| {
            let at = source.line_col(span.start);
            format!("{}:{}", at.line, at.column)
        });
        let mark = match f.severity {
            Severity::Error => "",
            Severity::Warning => "~",
            Severity::Info => "(i)",
        };
        format!("{mark}{} {at}", f.code)
    };
    findings.iter().map(place).collect()
}

fn check_text(text: &str) -> Vec<String> {
    let source = Source::new("test.yaml", text);
    let checked = check_files(std::slice::from_ref(&source), &Options::default());
    places(&source, &checked[0].findings)
}

/// What to replace in [`SOUND`], with what, and what must be found.
type Broken = (&'static str, &'static str, &'static [&'static str]);

const BROKEN: &[Broken] = &[
    // Directions.
    (r#"direction: "N""#, "direction: N", &["unquoted-direction 20:24"]),
    (r#"direction: "E""#, "direction: E", &["~unquoted-direction 59:24"]),
    (r#"direction: "N""#, "direction: false", &["boolean-direction 20:24"]),
    (r#"direction: "N""#, "direction: y", &["boolean-direction 20:24"]),
    (r#"direction: "N""#, "direction: \"X\"", &["unknown-direction 20:24"]),
    (r#"direction: "N""#, "direction: \"north\"", &["unknown-direction 20:24"]),
    (r#"direction: "N""#, "direction: [\"N\"]", &["wrong-type 20:24"]),
    ("        - \"N\"\n", "        - no\n", &["boolean-direction 44:11"]),
    (
        "        - \"N\"\n",
        "        - N\n        - true\n",
        &["unquoted-direction 44:11", "boolean-direction 45:11"],
    ),
    (r#"igui: ["N"]"#, r#"igui: [false]"#, &["boolean-direction 68:14"]),
    (r#"igui: ["N"]"#, r#"igui: ["N", "N"]"#, &["~duplicate-direction 68:19"]),
    (
        r#"dirs: ["N", "E", "S", "W"]"#,
        r#"dirs: ["N", E, false]"#,
        &["~unquoted-direction 61:25", "boolean-direction 61:28"],
    ),
    (r#"dirs: ["N", "E", "S", "W"]"#, "dirs: []", &["empty-list 61:19"]),
    (r#"{ "N": 3 }"#, "{ N: 3 }", &["unquoted-direction 66:33"]),
    (r#"{ "N": 3 }"#, "{ false: 3 }", &["boolean-direction 66:33"]),
    (r#"{ "N": 3 }"#, "{}", &["empty-list 66:31"]),
    (r#"dir: "NE""#, "dir: \"ne\"", &["unknown-direction 63:18"]),
    // Steps.
    ("type: single", "type: sliding", &["unknown-step-type 20:35"]),
    ("type: single", "type: limited", &["unknown-step-type 20:35"]),
    ("type: single", "type: limited: 2", &["yaml-syntax 20:42"]),
    ("{ limited: 2 }", "{ limited: 0 }", &["out-of-range 21:46"]),
    ("{ limited: 2 }", "{ limited: 1 }", &["(i)limited-one 21:35"]),
    ("{ limited: 2 }", "{ limited: 99 }", &["~beyond-board 21:46"]),
    ("{ limited: 2 }", "{ limited: two }", &["wrong-type 21:46"]),
    ("{ limited: 2 }", "{ limit: 2 }", &["missing-field 21:37", "unknown-field 21:37"]),
    ("{ direction: \"S\"", "{ direction: \"N\"", &["~overlapping-steps 21:11"]),
    ("type: single }", "type: single, mode: attack }", &["unknown-word 20:49"]),
    (
        "type: single }",
        "type: single, hop: under, skip: 300 }",
        &["unknown-word 20:48", "out-of-range 20:61"],
    ),
    ("type: single }", "tipe: single }", &["missing-field 20:13", "unknown-field 20:29"]),
    ("      steps: []\n", "", &["~missing-steps 37:7"]),
    // Jumps, areas and the rest of a movement.
    ("[-2, 1] ", "[0, 0] ", &["zero-jump 39:11"]),
    ("[-2, 1] ", "[-2, 1, 3] ", &["jump-shape 39:11"]),
    ("[-2, 1] ", "[-2, 300] ", &["out-of-range 39:16"]),
    ("[-2, 1] ", "[-1, 1] ", &["~jump-is-step 39:11"]),
    ("- { to: [2, 0], rider: 3, mode: move }", "- [-2, 1]", &["~duplicate-jump 40:11"]),
    ("rider: 3", "rider: 3, lame: maybe", &["wrong-type 40:41"]),
    ("radius: 2", "radius: 0", &["out-of-range 42:21"]),
    ("can_return: true }", "can_return: \"true\" }", &["wrong-type 42:50"]),
    ("can_return: true }", "can_return: true, igui: false }", &["~igui-disagrees 42:62"]),
    ("turn: 90", "turn: 100", &["out-of-range 61:47"]),
    ("leap: 2", "leap: 1", &["out-of-range 65:29"]),
    ("max_pieces: 3", "max_pieces: lots", &["wrong-type 63:36"]),
    ("rank: 1", "rank: -1", &["out-of-range 67:43"]),
    ("burn: false", "burn: often", &["wrong-type 69:13"]),
    ("ends_on: [empty]", "ends_on: []", &["empty-list 71:60"]),
    ("ends_on: [empty]", "ends_on: [nothing]", &["unknown-word 71:61"]),
    (
        "legs: [{ to: [-1, 0], rider: ranging, ends_on: [empty] }, { to: [0, 1] }]",
        "legs: []",
        &["empty-list 71:19"],
    ),
    ("      burn: false\n", "      burns: true\n", &["unknown-field 69:7"]),
    (
        "      steps: []\n",
        "      vectors: [{ dx: 0, dy: 0, infinity: true }, { dx: 1 }]\n",
        &["zero-vector 37:17", "missing-field 37:53"],
    ),
    // Fields of a piece.
    ("  - id: 1\n", "  - id: one\n", &["wrong-type 11:9"]),
    ("  - id: 1\n", "  - id: -1\n", &["out-of-range 11:9"]),
    ("  - id: 1\n", "  - id: 99999999999999999999999999\n", &["out-of-range 11:9"]),
    ("    name: \"Pawn\"\n", "", &["missing-field 11:5"]),
    ("    name: \"Pawn\"\n", "    name: \"\"\n", &["empty-name 12:11"]),
    ("    name: \"Pawn\"\n", "    name: 12\n", &["wrong-type 12:11"]),
    ("    name: \"Pawn\"\n", "    name: \" Pawn\"\n", &["~odd-name 12:11"]),
    ("    name: \"Lion\"\n", "    name: \"Pawn\"\n", &["~same-name-differs 30:11"]),
    (
        "    name_kanji: \"歩\"\n",
        "    name_kanzi: \"歩\"\n",
        &["missing-field 11:5", "unknown-field 14:5"],
    ),
    ("    value: 100\n", "    value: 100.5\n", &["wrong-type 15:12"]),
    ("    value: 100\n", "    value: 0\n", &["~odd-value 15:12"]),
    ("    value: 5000\n", "    value: 50000\n", &["~odd-value 54:12"]),
    ("    can_promote: true\n", "    can_promote: yes\n", &["wrong-type 16:18"]),
    ("    can_promote: true\n", "    can_promote: false\n", &["promotion-mismatch 16:18"]),
    ("    promotes_to: 2\n", "    promotes_to: null\n", &["promotion-mismatch 17:18"]),
    ("    promotes_to: 2\n", "    promotes_to: 1\n", &["promotes-to-itself 17:18"]),
    ("    promotes_to: 2\n", "    promotes_to: 77\n", &["unknown-promotion 17:18"]),
    ("    is_ranged: false\n", "    is_ranged: true\n", &["is-ranged 22:16"]),
    ("    is_ranged: false\n", "    is_ranged: no\n", &["wrong-type 22:16"]),
    ("      - NifuProhibited\n", "      - HookMove\n", &["~unknown-rule 24:9"]),
    ("      - NifuProhibited\n", "      - CannotDropInZone\n", &["rule-parameter 24:9"]),
    ("      - NifuProhibited\n", "      - Royal 2\n", &["rule-parameter 24:9"]),
    ("      - NifuProhibited\n", "      - CannotDropInZone: 1\n", &["~duplicate-rule 25:9"]),
    ("      - NifuProhibited\n", "      - CannotDropInZone 99\n", &["~beyond-board 24:7"]),
    (
        "    special_rules: []\n\n",
        "    special_rules: [MustPromoteInZone 2]\n\n",
        &["~must-promote-without-promotion 46:20"],
    ),
    ("    special_rules: []\n\n", "    special_rules: None\n\n", &["wrong-type 46:20"]),
    (
        "      steps:\n        - { direction: \"N\", type: single }\n        - { direction: \"S\", type: { limited: 2 } }\n",
        "      steps: []\n",
        &["~empty-movement 19:7"],
    ),
    // The file.
    ("  piece_count: 3", "  piece_count: 4", &["piece-count 6:16"]),
    ("  piece_count: 3", "  piece_count: many", &["wrong-type 6:16"]),
    ("  piece_count: 3", "  author: me", &["~missing-metadata 4:3", "(i)extra-metadata 6:3"]),
    ("  - id: 2\n", "  - id: 1\n", &["unknown-promotion 17:18", "duplicate-id 29:9"]),
    ("  - id: 3\n", "  - id: 0\n", &["ids-not-ascending 50:9"]),
    ("pieces:\n", "peices:\n", &["missing-field 3:1", "unknown-field 8:1"]),
    ("# Test pieces\n", "---\n", &[]),
    (
        "  # --- Lion (獅) ---\n",
        "---\n",
        &["yaml-documents 27:1", "piece-count 6:16", "unknown-promotion 17:18"],
    ),
    // YAML itself.
    ("    value: 100\n", "    value: 100\n    value: 200\n", &["yaml-duplicate-key 16:5"]),
    ("    value: 100\n", "    value: &v 100\n", &["yaml-anchor 15:15"]),
    ("    value: 100\n", "    value: *v\n", &["yaml-anchor 15:12"]),
    ("    value: 100\n", "    value: !!int 100\n", &["yaml-tag 15:18"]),
    ("    value: 100\n", "    value: \0\n", &["yaml-nul 15:12"]),
    ("    value: 100\n", "    ? [a, b]\n    : 1\n", &["missing-field 11:5", "yaml-key 15:7"]),
    ("    value: 100\n", "   value: 100\n", &["yaml-syntax 15:4"]),
    ("    value: 100\n", "    value: \"100\n", &["yaml-syntax 15:12"]),
    ("steps: []", "steps: [", &["yaml-syntax 39:9"]),
];

#[test]
fn a_sound_file_has_no_findings() {
    assert_eq!(check_text(SOUND), [""; 0]);
}

#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    for end in ["\r\n", "\r", "\r\r\n"] {
        assert_eq!(check_text(&SOUND.replace('\n', end)), [""; 0], "{end:?}");
        let broken = SOUND.replacen("value: 100\n", "value: x\n", 1).replace('\n', end);
        assert_eq!(check_text(&broken), ["wrong-type 15:12"], "{end:?}");
    }
    assert_eq!(check_text(&format!("\u{feff}{SOUND}")), [""; 0]);
}

#[test]
fn every_broken_file_is_found_out() {
    let mut wrong = Vec::new();
    for (from, to, expected) in BROKEN {
        assert!(SOUND.contains(from), "{from}");
        let found = check_text(&SOUND.replacen(from, to, 1));
        let mut wanted: Vec<&str> = expected.to_vec();
        let mut got: Vec<&str> = found.iter().map(String::as_str).collect();
        wanted.sort_unstable();
        got.sort_unstable();
        if got != wanted {
            wrong.push(format!("{to:?}\n  wanted {expected:?}\n  found  {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_is_found_by_a_test_and_in_the_list() {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for (from, to, _) in BROKEN {
        let source = Source::new("t", SOUND.replacen(from, to, 1));
        seen.extend(
            check_files(&[source], &Options::default())[0]
                .findings
                .iter()
                .map(|f| f.code.to_string()),
        );
    }
    // Those that take a text of their own: see the tests below.
    let elsewhere = [
        "undecodable-bytes",
        "yaml-too-large",
        "yaml-too-deep",
        "yaml-empty",
        "list-too-long",
        "too-many-findings",
        "not-formatted",
        "missing-metadata",
    ];
    seen.extend(elsewhere.map(String::from));
    let kinds = koma_text::FINDINGS.iter().chain(crate::FINDINGS);
    let listed = kinds.map(|kind| kind.code).filter(|code| !code.starts_with("betza-"));
    assert_eq!(seen, listed.map(String::from).collect());
}

#[test]
fn ids_are_checked_across_files() {
    let first = Source::new("a.yaml", SOUND);
    let second = Source::new(
        "b.yaml",
        SOUND
            .replace("id: 1\n", "id: 7\n")
            .replace("id: 3\n", "id: 9\n")
            .replace("\"Lion\"", "\"Lion dog\""),
    );
    let checked = check_files(&[first, second.clone()], &Options::default());
    assert!(checked[0].findings.is_empty());
    assert_eq!(
        places(&second, &checked[1].findings),
        ["ids-not-ascending 29:9", "duplicate-id 29:9"]
    );
    let message = checked[1].findings[1].message.to_string();
    assert_eq!(message, "id 2 already belongs to \"Lion\" (a.yaml:29)");
}

#[test]
fn a_promotion_may_lead_into_another_file() {
    let alone = Source::new("a.yaml", SOUND.replacen("promotes_to: 2", "promotes_to: 20", 1));
    let other = Source::new(
        "b.yaml",
        SOUND
            .replace("id: 1\n", "id: 20\n")
            .replace("id: 2\n", "id: 21\n")
            .replace("id: 3\n", "id: 22\n")
            .replace("promotes_to: 2\n", "promotes_to: 21\n"),
    );
    let together = check_files(&[alone.clone(), other], &Options::default());
    assert!(together.iter().all(|c| c.findings.is_empty()), "{together:?}");
    let checked = check_files(std::slice::from_ref(&alone), &Options::default());
    assert_eq!(places(&alone, &checked[0].findings), ["unknown-promotion 17:18"]);
    let options = Options { external_ids: true, ..Options::default() };
    assert!(check_files(&[alone], &options)[0].findings.is_empty());
}

#[test]
fn the_seeds_examples_pass_with_external_ids() {
    let taikyoku = include_str!("../../tests/golden/example-taikyoku.yaml");
    let standard = include_str!("../../tests/golden/example-standard.yaml");
    let options = Options { external_ids: true, ..Options::default() };
    for text in [taikyoku, standard] {
        let found = check_files(&[Source::new("example.yaml", text)], &options);
        assert!(!found[0].findings.iter().any(Finding::is_error), "{:?}", found[0].findings);
    }
    // Without, they fail, as they must.
    let found = check_text(taikyoku);
    assert_eq!(
        found,
        [
            "~missing-metadata 1:1",
            "unknown-promotion 10:18",
            "ids-not-ascending 26:9",
            "unknown-promotion 32:18",
            "ids-not-ascending 48:9",
            "unknown-promotion 54:18",
        ]
    );
}

#[test]
fn strict_makes_errors_of_warnings() {
    let source = Source::new("t", SOUND.replacen("value: 100\n", "value: 0\n", 1));
    let options = Options { strict: true, ..Options::default() };
    assert!(check_files(&[source], &options)[0].findings[0].is_error());
}

#[test]
fn a_knight_is_ranged_in_one_template_and_not_in_the_other() {
    let text = SOUND.replacen("is_ranged: true", "is_ranged: false", 1);
    let source = Source::new("t", text.as_str());
    let check = |template| {
        let options = Options { template: Some(template), ..Options::default() };
        places(&source, &check_files(std::slice::from_ref(&source), &options)[0].findings)
    };
    assert_eq!(check(Template::NeoShogi), ["is-ranged 45:16"]);
    // It flies over any number of men, which is ranged in either.
    assert_eq!(check(Template::StandardShogi), ["is-ranged 45:16"]);
    let knight = include_str!("../../tests/golden/example-standard.yaml");
    let found = check_files(
        &[Source::new("t", knight)],
        &Options { template: Some(Template::NeoShogi), external_ids: true, ..Options::default() },
    );
    assert_eq!(found[0].findings.iter().filter(|f| f.code == "is-ranged").count(), 1);
}

#[test]
fn all_faults_of_a_file_are_listed_at_once() {
    let text = SOUND
        .replacen("direction: \"N\"", "direction: N", 1)
        .replacen("value: 3000", "value: lots", 1)
        .replacen("leap: 2", "leap: 0", 1)
        .replacen("piece_count: 3", "piece_count: 2", 1);
    let found = check_text(&text);
    let wanted =
        ["piece-count 6:16", "unquoted-direction 20:24", "wrong-type 33:12", "out-of-range 65:29"];
    assert_eq!(found, wanted);
}

#[test]
fn the_report_is_a_markdown_table() {
    let source = Source::new("a.yaml", SOUND.replacen("piece_count: 3", "piece_count: 9", 1));
    let checked = check_files(std::slice::from_ref(&source), &Options::default());
    assert_eq!(
        report(&[source], &checked, koma_text::Lang::En),
        "# Piece check

3 pieces in 1 file: 1 error

## a.yaml

3 pieces, 1 error

| place | severity | code | message | help |
|---|---|---|---|---|
| 6:16 | error | piece-count | `piece\\_count` is 9, but the file has 3 pieces | piece\\_count: 3 |
"
    );
}

#[test]
fn hostile_texts_are_refused_in_bounded_time() {
    let deep = format!("pieces: {}", "[".repeat(5_000_000));
    assert_eq!(check_text(&deep), ["yaml-too-deep 1:73"]);
    assert_eq!(check_text(&format!("pieces:\n{}", "- ".repeat(500_000))), ["yaml-too-deep 2:127"]);
    assert_eq!(check_text(""), ["yaml-empty 1:1"]);
    let laughs: String = (1..30)
        .map(|i| format!("a{i}: &a{i} [{}]\n", format!("*a{}, ", i - 1).repeat(9)))
        .collect();
    assert!(check_text(&laughs).iter().all(|f| f.starts_with("yaml-anchor")));
    let many = format!("pieces:\n{}", "  - { id: x }\n".repeat(100_000));
    let found = check_text(&many);
    assert_eq!(
        (found.len(), found.last().map(String::as_str)),
        (1001, Some("too-many-findings -"))
    );
    let steps = "{ direction: \"N\", type: single, skip: 1 }, ".repeat(200_000);
    let long = SOUND.replacen("      steps: []", &format!("      steps: [{steps}]"), 1);
    assert!(check_text(&long).contains(&"list-too-long 37:43015".to_string()));
    let keys: String = (0..200_000).map(|i| format!("k{i}: 1\n")).collect();
    assert_eq!(check_text(&keys).len(), 1001);
    let huge = "x".repeat(33 << 20);
    assert_eq!(check_text(&huge), ["yaml-too-large 1:1"]);
}

#[test]
fn broken_utf8_is_found_where_it_stands() {
    let mut bytes = SOUND.as_bytes().to_vec();
    let at = SOUND.find("歩兵").unwrap();
    bytes[at] = 0xFF;
    let decoded = decode_as(&bytes, Encoding::Utf8);
    let source = Source::new("t", decoded.text);
    let found = places(&source, &decoded.findings);
    assert_eq!(found[0], "undecodable-bytes 13:15");
}
