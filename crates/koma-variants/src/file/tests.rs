use koma_text::{Finding, Source};

use super::read;
use crate::{
    Clock, DeadSquares, DropMate, EndingKind, ImpasseProfile, Outcome, PromotionWhen, Variant,
    Zone, find,
};

const TINY: &str = r#"slug: "tiny"
name: "Tiny"
piece_files: ["standard_shogi.yaml"]
board: { files: 3, ranks: 4 }
start: "rkg/3/p1P/GKR b - 1"
kinds:
  - { code: "R", piece: "Rook" }
  - { code: "G", piece: "Gold general" }
  - { code: "P", piece: "Pawn" }
  - { code: "K", piece: "King" }
  - { code: "+R", piece: "Dragon king" }
  - { code: "+P", piece: "Tokin" }
promotion: { zone: 1 }
"#;

fn read_text(text: &str) -> (Option<Variant>, Vec<String>) {
    let source = Source::new("tiny.yaml", text);
    let (variant, findings) = read(&source, koma_pieces::shipped::file);
    let show = |finding: Finding| {
        let at = source.line_col(finding.span.expect("every finding has a place").start);
        format!("{}:{} {}", at.line, at.column, finding.code)
    };
    (variant, findings.into_iter().map(show).collect())
}

/// Reads the tiny variant with one part replaced; `expected` are the findings as `line:column code`.
#[track_caller]
fn check(part: &str, by: &str, expected: &[&str]) -> Option<Variant> {
    assert!(TINY.contains(part), "{part:?} is not in the tiny variant");
    let (variant, findings) = read_text(&TINY.replacen(part, by, 1));
    assert_eq!(findings, expected, "{by}");
    variant
}

/// The tiny variant with lines added, which must be read without a finding.
#[track_caller]
fn tiny_with(lines: &str) -> Variant {
    let (variant, findings) = read_text(&format!("{TINY}{lines}"));
    assert_eq!(findings, [""; 0], "{lines}");
    variant.expect("a variant without findings")
}

#[test]
fn what_is_not_said_is_as_in_shogi() {
    let tiny = tiny_with("");
    assert_eq!(tiny.name_ja, "Tiny");
    assert_eq!(tiny.promotion.when, PromotionWhen::StartsOrEndsInZone);
    assert_eq!(tiny.drops.as_ref().map(|d| d.dead_squares), Some(DeadSquares::Forbidden));
    let shogi = find("shogi").expect("in the catalogue");
    assert_eq!(tiny.endings, shogi.endings);
    assert_eq!((tiny.impasse.profile, tiny.clock), (ImpasseProfile::None, Clock::None));
}

#[test]
fn a_kind_takes_its_rules_from_the_piece_unless_the_variant_changes_them() {
    let tiny = tiny_with("");
    let [rook, gold, pawn, king, dragon, tokin] = &tiny.kinds[..] else { panic!("six kinds") };
    assert_eq!((pawn.most_per_file, pawn.no_drop_ranks, pawn.royal), (Some(1), 1, false));
    assert!(king.royal && king.points == 0 && gold.points == 1);
    assert_eq!((rook.promotes_to, pawn.promotes_to, gold.promotes_to), (Some(4), Some(5), None));
    assert_eq!((dragon.in_hand, tokin.in_hand, rook.in_hand), (0, 2, 0));

    let changed = check(
        r#"piece: "Pawn" }"#,
        r#"piece: "Pawn", royal: true, most_per_file: none, no_drop_ranks: 0, zone: 2, promotes_to: none,
           must_promote_ranks: 1, drop_mate: forbidden, points: 9 }"#,
        &[],
    );
    let pawn = &changed.expect("a variant").kinds[2];
    assert_eq!((pawn.most_per_file, pawn.no_drop_ranks, pawn.royal), (None, 0, true));
    assert_eq!((pawn.zone.clone(), pawn.promotes_to), (Some(Zone::FarRanks(2)), None));
    assert_eq!((pawn.must_promote_ranks, pawn.drop_mate, pawn.points), (1, DropMate::Forbidden, 9));
}

#[test]
fn a_piece_may_be_named_by_its_number() {
    let by_number = check(r#"piece: "Pawn""#, "piece: 1", &[]);
    assert_eq!(by_number, Some(tiny_with("")));
}

#[test]
fn the_catalogue_has_minishogi_with_its_own_repetition_rule() {
    let mini = find("mini").expect("in the catalogue");
    let repetition = mini.endings.iter().find(|e| matches!(e.kind, EndingKind::Repetition { .. }));
    assert_eq!(repetition.map(|e| e.outcome), Some(Outcome::FirstPlayerLoses));
    assert_eq!(mini.impasse.profile, ImpasseProfile::None);
    assert_eq!(find("本将棋").map(|v| v.impasse.profile), Some(ImpasseProfile::Points27));
}

#[test]
fn each_game_says_which_drops_may_not_mate() {
    let forbidden = |slug: &str| {
        let kinds = &find(slug).expect("in the catalogue").kinds;
        let kinds = kinds.iter().filter(|kind| kind.drop_mate == DropMate::Forbidden);
        kinds.map(|kind| kind.code.as_str()).collect::<Vec<_>>().join(" ")
    };
    for (slug, codes) in [("shogi", "P"), ("minishogi", "P"), ("tori", "S"), ("yari", "")] {
        assert_eq!(forbidden(slug), codes, "{slug}");
    }
}

#[test]
fn a_file_with_many_faults_lists_them_all() {
    let text = r#"slug: "Bad Slug"
name: 12
piece_files: ["standard_shogi.yaml", "nowhere.yaml"]
board: { files: 0, ranks: 37, depth: 3 }
kinds:
  - { code: "p", piece: "Pawn" }
  - { code: "P", piece: "Pawn", points: 300, roial: true }
  - { code: "P", piece: "King" }
promotion: { when: never, forced: yes }
drops: { dead_squares: forbiden }
endings:
  - { kind: checkmate, outcome: los }
  - { kind: mate }
  - { kind: repetition, times: 1, outcome: draw }
impasse: { profile: "26-point" }
clock: { byoyomi: 10, increment: 5 }
colour: red
"#;
    let (variant, findings) = read_text(text);
    assert_eq!(variant, None);
    let expected = [
        "1:7 bad-slug",
        "2:7 wrong-type",
        "4:17 out-of-range",
        "4:27 out-of-range",
        "4:31 unknown-field",
        "3:38 piece-file-missing",
        "9:14 missing-field",
        "9:20 unknown-word",
        "9:35 wrong-type",
        "10:24 unknown-word",
        "6:13 bad-code",
        "7:41 out-of-range",
        "7:46 unknown-field",
        "8:13 code-twice",
        "12:33 unknown-word",
        "13:13 unknown-word",
        "13:7 missing-field",
        "14:32 out-of-range",
        "15:21 unknown-word",
        "16:34 bad-clock",
        "1:1 missing-field",
        "17:1 unknown-field",
    ];
    let sorted = |list: &[&str]| {
        let mut list: Vec<String> = list.iter().map(|s| s.to_string()).collect();
        list.sort();
        list
    };
    let findings: Vec<&str> = findings.iter().map(String::as_str).collect();
    assert_eq!(sorted(&findings), sorted(&expected));
}

#[test]
fn boards_that_cannot_be_are_refused() {
    for (board, place) in [
        ("{ files: 0, ranks: 4 }", "4:17 out-of-range"),
        ("{ files: 3, ranks: 40000 }", "4:27 out-of-range"),
        ("{ files: 3, ranks: -4 }", "4:27 out-of-range"),
        ("{ files: 3, ranks: 99999999999999999999 }", "4:27 out-of-range"),
        ("{ files: 3.5, ranks: 4 }", "4:17 wrong-type"),
        ("[3, 4]", "4:8 wrong-type"),
    ] {
        assert_eq!(check("{ files: 3, ranks: 4 }", board, &[place]), None);
    }
}

#[test]
fn a_start_position_must_fit_the_board_and_the_kinds() {
    for (start, expected) in [
        ("rkg/3/p1P b - 1", &["5:9 bad-start"][..]),
        ("rkg/3/p1P/GKR/3 b - 1", &["5:9 bad-start"]),
        ("rkg/4/p1P/GKR b - 1", &["5:13 bad-start"]),
        ("rkg/3/p1PP/GK b - 1", &["5:15 bad-start", "5:20 bad-start"]),
        ("rkx/3/p1P/G+KR b - 1", &["5:11 bad-start", "5:20 bad-start"]),
        ("rkg/3/p1P/GKR", &["5:9 bad-start"]),
        ("rkg/3/p1P/GKR x - 1", &["5:23 bad-start"]),
        ("rkg/3/p1P/GKR b +P 1", &["5:25 bad-start"]),
        ("rkg/3/p1P/GKR b 2X0P 1", &["5:26 bad-start", "5:27 bad-start"]),
        ("rkg/3/p1P/GKR b - 0", &["5:27 bad-start"]),
        ("rkg/3/p1P/GKR b - 1 more", &["5:29 bad-start"]),
        ("rkg/歩2/p1P/GKR b - 1", &["5:13 bad-start"]),
        ("rkg/99999999999999999999/p1P/GKR b - 1", &["5:13 bad-start"]),
        ("", &["5:8 bad-start", "5:8 bad-start", "5:8 bad-start"]),
    ] {
        let variant = check("rkg/3/p1P/GKR b - 1", start, expected);
        assert_eq!(variant, None, "{start}");
    }
    // Hands and the move number may be left out; a side without a king is odd but playable.
    assert!(check("rkg/3/p1P/GKR b - 1", "rkg/3/p1P/GKR w", &[]).is_some());
    assert!(check("rkg/3/p1P/GKR b - 1", "rkg/3/p1P/GKR w 2Pr 7", &[]).is_some());
    assert!(check("rkg/3/p1P/GKR b - 1", "rkg/3/p1P/G1R b - 1", &["5:8 start-royal"]).is_some());
}

#[test]
fn codes_of_several_letters_stand_between_commas() {
    let text = TINY
        .replace(r#""G", piece"#, r#""GG", piece"#)
        .replace("rkg/3/p1P/GKR b - 1", "r,k,gg/3/p3/GG,1,KR b GG,2P 1");
    let (variant, findings) = read_text(&text);
    assert_eq!((variant, findings), (None, vec!["5:26 bad-start".to_string()]), "KR is no kind");
    let (variant, findings) = read_text(&text.replace("GG,1,KR", "GG,K,R"));
    assert!(variant.is_some(), "{findings:?}");
}

#[test]
fn kinds_that_cannot_be_resolved_are_reported() {
    for (part, by, expected) in [
        (r#"piece: "King""#, r#"piece: "Kin""#, &["10:25 unknown-piece"][..]),
        (r#"piece: "King""#, "piece: 77", &["10:25 unknown-piece"]),
        (r#"piece: "King""#, "piece: []", &["10:25 wrong-type"]),
        (r#"code: "+R""#, r#"code: "++R""#, &["11:13 bad-code"]),
        (r#"code: "+R""#, r#"code: "RRRRR""#, &["11:13 bad-code"]),
        (r#"code: "+R""#, r#"code: "P""#, &["11:13 code-twice"]),
        (r#"piece: "Dragon king""#, r#"piece: "King""#, &["7:5 promotion-target"]),
        (r#""Rook" }"#, r#""Rook", promotes_to: "X" }"#, &["7:46 unknown-code"]),
        (r#""Rook" }"#, r#""Rook", in_hand: "X" }"#, &["7:42 unknown-code"]),
        (r#""Rook" }"#, r#""Rook", promotes_to: "R" }"#, &["7:5 promotion-loop"]),
        (r#""Tokin" }"#, r#""Tokin", promotes_to: "P" }"#, &["9:5 promotion-loop"]),
        (r#""Rook" }"#, r#""Rook", zone: 5 }"#, &["7:39 out-of-range"]),
        (r#"piece: "King" }"#, r#"piece: "King", royal: false }"#, &["1:1 no-royal"]),
        ("promotion: { zone: 1 }", "", &["1:1 never-promotes", "1:1 never-promotes"]),
    ] {
        check(part, by, expected);
    }
    check(
        r#""G", piece"#,
        r#"N, piece"#,
        &["8:13 unquoted-code", "5:11 bad-start", "5:19 bad-start"],
    );
}

#[test]
fn a_captured_man_needs_one_front_side() {
    // Rook and pawn both promote to the gold: which of them comes to hand?
    let both = TINY
        .replace(r#""Rook" }"#, r#""Rook", promotes_to: "G" }"#)
        .replace(r#""Pawn" }"#, r#""Pawn", promotes_to: "G" }"#);
    assert_eq!(read_text(&both).1, ["8:5 in-hand"]);
    let said = both.replace(r#""Gold general" }"#, r#""Gold general", in_hand: "P" }"#);
    let (variant, findings) = read_text(&said);
    assert_eq!((variant.map(|v| v.kinds[1].in_hand), findings), (Some(2), vec![]));
    assert!(read_text(&format!("{both}drops: none\n")).0.is_some(), "without drops nobody asks");
    // A man promoted from +P's own front side is that one again, whoever else gets there.
    let own = TINY.replace(r#""Rook" }"#, r#""Rook", promotes_to: "+P" }"#);
    assert_eq!(read_text(&own).0.map(|v| v.kinds[5].in_hand), Some(2));
}

#[test]
fn endings_must_decide_every_game() {
    for (endings, expected) in [
        ("endings: []", &["1:1 ending-missing", "1:1 ending-missing"][..]),
        ("endings: [{ kind: no_move, outcome: loss }]", &["14:1 ending-missing"]),
        (
            "check_rules: false\nendings: [{ kind: no_move, outcome: draw }]",
            &["15:1 ending-missing"],
        ),
        (
            "endings:\n- { kind: checkmate, outcome: loss }\n- { kind: no_move, outcome: loss }\n\
             - { kind: royal_taken, outcome: loss }\n- { kind: no_move, outcome: draw }",
            &["17:3 ending-never", "18:3 ending-twice"],
        ),
        ("endings: 3", &["14:10 wrong-type"]),
    ] {
        let (_, findings) = read_text(&format!("{TINY}{endings}\n"));
        assert_eq!(findings, expected, "{endings}");
    }
}

#[test]
fn clocks_are_byoyomi_fischer_or_sudden_death() {
    for (clock, expected) in [
        ("none", Clock::None),
        ("{ main: 60 }", Clock::SuddenDeath { main: 60 }),
        ("{ main: 0, byoyomi: 30 }", Clock::Byoyomi { main: 0, period: 30, periods: 1 }),
        (
            "{ main: 60, byoyomi: 30, periods: 3 }",
            Clock::Byoyomi { main: 60, period: 30, periods: 3 },
        ),
        ("{ main: 60, increment: 5 }", Clock::Fischer { main: 60, increment: 5 }),
    ] {
        assert_eq!(tiny_with(&format!("clock: {clock}\n")).clock, expected);
    }
    for clock in ["{}", "{ main: 0 }", "{ periods: 2 }", "{ byoyomi: 1, increment: 1 }"] {
        let (_, findings) = read_text(&format!("{TINY}clock: {clock}\n"));
        assert!(
            matches!(&findings[..], [one] if one.ends_with("bad-clock")),
            "{clock} {findings:?}"
        );
    }
}

#[test]
fn text_that_is_no_variant_is_refused_without_a_panic() {
    for text in
        ["", "\0", "[]", "a: b: c", "slug: &a x\nname: *a", "- \n- ", "%YAML 9\n---\n", "{{{{"]
    {
        let source = Source::new("x.yaml", text);
        let (variant, findings) = read(&source, koma_pieces::shipped::file);
        assert!(variant.is_none() && findings.iter().any(Finding::is_error), "{text:?}");
    }
}

#[test]
fn a_broken_piece_file_is_reported_where_it_is_named() {
    let broken = |name: &str| Some(Source::new(name, "pieces:\n  - id: 1\n    nam: x\n"));
    let (variant, findings) = read(&Source::new("tiny.yaml", TINY), broken);
    assert_eq!(variant, None);
    let first = findings.first().expect("a finding");
    assert!(first.message.to_string().starts_with("standard_shogi.yaml:"), "{}", first.message);
    assert_eq!(first.span.map(|span| TINY[..span.start].lines().count()), Some(3));
}

/// The tiny variant with lines added; `expected` are the findings as `line:column code`.
#[track_caller]
fn check_with(lines: &str, expected: &[&str]) {
    let (_, findings) = read_text(&format!("{TINY}{lines}\n"));
    assert_eq!(findings, expected, "{lines}");
}

#[test]
fn zones_are_far_ranks_or_squares() {
    let zone = |text: &str| tiny_with(&format!("drops: {{ zone: {text} }}")).drops.unwrap().zone;
    assert_eq!(zone("2"), Some(Zone::FarRanks(2)));
    assert_eq!(zone("none"), None);
    let turned = Zone::Squares([vec![(1, 1), (3, 4)], vec![(1, 1), (3, 4)]]);
    assert_eq!(zone(r#"["3d", "1a", "1a"]"#), Some(turned));
    let each = Zone::Squares([vec![(1, 2), (2, 2), (3, 2)], vec![(2, 1), (2, 2), (2, 3), (2, 4)]]);
    assert_eq!(zone(r#"{ sente: ["*b"], gote: ["2*"] }"#), Some(each));
    for (text, expected) in [
        ("5", &["14:16 out-of-range"][..]),
        (
            r#"["4a", "1e", "a1", 7]"#,
            &["14:17 out-of-range", "14:23 out-of-range", "14:29 bad-square", "14:35 wrong-type"],
        ),
        (r#"{ sente: ["*a"] }"#, &["14:18 missing-field"]),
        (r#"{ sente: [], gote: [], both: [] }"#, &["14:39 unknown-field"]),
        ("near", &["14:16 wrong-type"]),
    ] {
        check_with(&format!("drops: {{ zone: {text} }}"), expected);
    }
}

#[test]
fn set_up_and_choice_groups_are_read_and_their_faults_reported() {
    let lines = r#"setup: { zone: ["*d"], kinds: ["G"] }
choice_groups: { sente: [{ options: all, limit: 2 }], gote: [] }"#;
    let tiny = tiny_with(lines);
    let setup = tiny.setup.expect("a set-up phase");
    assert!(setup.must_drop && setup.kinds == [vec![1], vec![1]]);
    assert_eq!(tiny.choice_groups[0][0].options, [0, 1, 2, 3, 4, 5]);
    assert!(tiny.choice_groups[1].is_empty());
    for (lines, expected) in [
        (r#"setup: { kinds: ["X"], must: 1 }"#, &["14:18 unknown-code", "14:24 unknown-field"][..]),
        ("setup: {}", &["14:8 missing-field"]),
        (
            "choice_groups: [{ options: [], limit: 0 }]",
            &["14:28 choice-group-empty", "14:39 out-of-range"],
        ),
        (
            r#"choice_groups: [{ options: ["G", "G"], limit: 1, lock_unused: yes }]"#,
            &["14:34 code-twice", "14:63 unknown-word"],
        ),
        ("choice_groups: [{ options: all, limit: 1, required: true }]", &["1:1 setup-missing"]),
        ("drops: none\nsetup: { kinds: all }", &["1:1 setup-without-drops"]),
    ] {
        check_with(lines, expected);
    }
    let many = [r#"{ options: ["G"], limit: 1 }"#; 9].join(", ");
    check_with(&format!("choice_groups: [{many}]"), &["14:16 choice-groups-count"]);
}

#[test]
fn special_rules_are_read_and_their_faults_reported() {
    for (lines, expected) in [
        (
            "special: { borrowed: front, pass: sometimes }",
            &["14:35 unknown-word", "14:22 unknown-word"][..],
        ),
        (
            r#"special: { lions: { kinds: ["Q"], baits: 3 } }"#,
            &["14:29 unknown-code", "14:42 wrong-type"],
        ),
        ("special: { lions: {} }", &["14:19 missing-field"]),
        ("royals_needed: 0", &["14:16 out-of-range"]),
    ] {
        check_with(lines, expected);
    }
}

#[test]
fn every_parameter_of_an_ending_is_checked() {
    let ending = |text: &str, expected: &[&str]| {
        let need = "- { kind: checkmate, outcome: loss }\n- { kind: no_move, outcome: loss }";
        check_with(&format!("endings:\n{need}\n- {{ {text} }}"), expected);
    };
    ending("kind: repetition_forbidden, times: 3", &[]);
    ending("kind: repetition, chaser_loses: all, outcome: draw", &["17:37 unknown-word"]);
    ending("kind: no_progress, outcome: draw", &["17:5 missing-field"]);
    ending("kind: checks, checks: { sente: 0, gote: 2 }, outcome: loss", &["17:36 out-of-range"]);
    ending(
        r#"kind: goal, kinds: ["X"], zone: 9, count: 0, safe: 1, outcome: loss"#,
        &["17:25 unknown-code", "17:37 out-of-range", "17:47 out-of-range", "17:56 wrong-type"],
    );
    ending("kind: bare_royal, too_weak: 5, outcome: loss", &["17:33 wrong-type"]);
    ending("kind: extinction, plies: 5, outcome: loss", &["17:23 unknown-field"]);
}

#[test]
fn handicaps_are_start_positions_with_names() {
    let row = r#"{ slug: "gold", name: "Gold", name_ja: "金落ち", start: "rk1/3/p1P/GKR w - 1" }"#;
    let tiny = tiny_with(&format!("handicaps: [{row}]\n"));
    assert_eq!(tiny.handicap("金落ち").map(|h| h.start.as_str()), Some("rk1/3/p1P/GKR w - 1"));
    assert_eq!(tiny.handicap(" GOLD "), tiny.handicap("gold"));
    assert_eq!(tiny.handicap("silver"), None);
    for (rows, expected) in [
        (format!("[{row}, {row}]"), &["14:91 bad-slug"][..]),
        (
            r#"[{ slug: "Gold", start: "rk1" }]"#.into(),
            &["14:15 missing-field", "14:21 bad-slug", "14:37 bad-start", "14:37 bad-start"],
        ),
    ] {
        let (variant, mut findings) = read_text(&format!("{TINY}handicaps: {rows}\n"));
        findings.sort();
        assert_eq!(findings, expected, "{rows}");
        assert!(variant.is_some(), "the rest of the variant stands");
    }
}

#[test]
fn every_handicap_of_shogi_takes_men_from_the_giver_only() {
    let shogi = find("shogi").expect("in the catalogue");
    assert_eq!(shogi.handicaps.len(), 20);
    let men = |start: &str, wanted: fn(&char) -> bool| start.chars().filter(wanted).count();
    for handicap in shogi.handicaps.iter().filter(|handicap| handicap.slug != "blue-sky") {
        let board = handicap.start.split(' ').next().unwrap_or_default();
        assert_eq!(men(board, char::is_ascii_uppercase), 20, "{}", handicap.slug);
        assert!(men(board, char::is_ascii_lowercase) < 20, "{}", handicap.slug);
        assert!(handicap.start.contains(" w "), "{}", handicap.slug);
    }
}
