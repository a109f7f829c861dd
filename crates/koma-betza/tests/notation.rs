//! What the parser says: trees printed back, findings with their places, the three dialects.

use koma_betza::{Dialect, MAX_LENGTH, MAX_MOVES, expand, parse};
use koma_text::Severity;
use proptest::prelude::*;

/// The findings as `code@start..end`, worst kind marked: `!` error, `?` warning, nothing for info.
fn findings(text: &str, dialect: Dialect) -> Vec<String> {
    let (_, findings) = parse(text, dialect);
    findings
        .into_iter()
        .map(|finding| {
            let mark = match finding.severity {
                Severity::Error => "!",
                Severity::Warning => "?",
                Severity::Info => "",
            };
            let span = finding.span.expect("every finding has a place");
            assert!(!finding.message.is_empty());
            format!("{mark}{}@{}..{}", finding.code, span.start, span.end)
        })
        .collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(findings(text, Dialect::Strict), expected, "{text}");
}

/// The destinations of the single-leg moves of one reach, as `(dx, dy)`, sorted.
fn squares(text: &str, dialect: Dialect) -> Vec<(i8, i8)> {
    let (tree, findings) = parse(text, dialect);
    assert!(findings.iter().all(|finding| !finding.is_error()), "{text}: {findings:?}");
    let mut squares: Vec<_> =
        expand(&tree).expect("few moves").iter().map(|m| (m.legs[0].dx, m.legs[0].dy)).collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

#[test]
fn unknown_letters_are_errors_with_a_caret_and_never_skipped() {
    check("fM", &["!betza-unknown-atom@1..2"]);
    check("wW", &["!betza-unknown-letter@0..1"]);
    check("oR", &["!betza-unsupported@0..1"]);
    check("zBqR", &["!betza-unsupported@0..1", "!betza-unsupported@2..3"]);
    check("WeF", &["!betza-unsupported@1..2"]);
    check("O", &["!betza-unsupported@0..1"]);
    check("W F", &["!betza-unknown-letter@1..2"]);
    check("W2-F", &["!betza-unknown-letter@2..3"]);
    check("金", &["!betza-unknown-atom@0..3"]);
    check("3W", &["!betza-unknown-letter@0..1"]);
}

#[test]
fn the_good_groups_survive_the_bad_ones() {
    let (tree, findings) = parse("WoRfFxQ", Dialect::Strict);
    assert_eq!(tree.to_string(), "WfF");
    assert_eq!(findings.len(), 2);
}

/// The help of the only finding.
#[track_caller]
fn help(text: &str) -> String {
    let (_, findings) = parse(text, Dialect::Strict);
    assert_eq!(findings.len(), 1, "{text}: {findings:?}");
    findings[0].help.as_ref().map(|help| help.say(koma_text::Lang::En)).unwrap_or_default()
}

#[test]
fn older_forms_name_the_form_of_today() {
    check("K(cK-aK)", &["!betza-old-form@1..8"]);
    assert_eq!(help("(cK-aK)"), "write caK");
    assert_eq!(help("(K-bK)"), "write abK");
    assert_eq!(help("(mcF-bF)"), "write mcabF");
    assert_eq!(help("(cF-F)"), "write cafF");
    assert_eq!(help("(R-sR)"), "write [R-sR]");
    assert_eq!(help("t[FR]"), "write [F?R]");
    assert_eq!(help("t[WB3]"), "write [W?B3]");
    assert_eq!(parse("Kt[FR]W", Dialect::Strict).0.to_string(), "KW");
    // What is no form of ours either is said as before.
    check("(K-)", &["!betza-leap@0..4"]);
    check("(cO-O)", &["!betza-leap@0..6"]);
}

#[test]
fn legs_that_yield_nothing_are_told() {
    check("[R?rB]", &["?betza-no-move@3..5"]);
    check("[F?R]", &[]);
    check("[R-rB]", &["?betza-no-move@0..6"]);
    check("[R?R?rB]", &["?betza-no-move@5..7"]);
}

#[test]
fn unfinished_notation_is_an_error() {
    check("", &["!betza-empty@0..0"]);
    check("Wf", &["!betza-missing-atom@1..2"]);
    check("[R-sR", &["!betza-bracket@0..1"]);
    check("[R]", &["!betza-bracket@0..3"]);
    check("[R-]", &["!betza-missing-atom@3..3"]);
    check("[RxR]", &["!betza-bracket@2..3"]);
    check("f[R-sR]", &["!betza-bracket@0..1"]);
    check("[maR-sR]", &["!betza-bracket@1..4"]);
    check("(1,", &["!betza-leap@0..3"]);
    check("(R,sR)", &["!betza-leap@0..6"]);
    check("(0,0)", &["!betza-leap@0..5"]);
    check("(1,100)", &["!betza-leap@0..7"]);
    check("(1,-2)", &["!betza-leap@0..6"]);
    check("R99999", &["!betza-range@1..6"]);
}

#[test]
fn halves_belong_to_oblique_leapers() {
    check("hW", &["!betza-half@0..1"]);
    check("hrF", &["!betza-half@0..2"]);
    check("fhK", &["!betza-half@0..2"]);
    check("hN", &["!betza-half@0..1"]);
    check("fhNhrZlhC", &[]);
}

#[test]
fn legs_are_for_straight_atoms() {
    check("maN", &["!betza-oblique-leg@2..3"]);
    check("[N-R]", &["!betza-oblique-leg@1..2"]);
    check("gaW", &["!betza-unsupported@0..1"]);
    check("jaD", &["!betza-unsupported@0..1"]);
    check("pgR", &["!betza-conflict@0..2"]);
}

#[test]
fn lints_point_at_what_is_probably_not_meant() {
    check("RR", &["betza-redundant@0..2"]);
    check("W1", &["betza-redundant@0..2"]);
    check("KK", &[]);
    check("L", &["betza-legacy-atom@0..1"]);
    check("fJ", &["betza-legacy-atom@1..2"]);
    check("sK", &["?betza-side-compound@0..2"]);
    check("mvQ3", &["?betza-side-compound@1..4"]);
    check("fsK", &[]);
    check("pR1", &["?betza-no-move@0..3"]);
    check("jW", &["?betza-no-move@0..2"]);
    check("nW", &["betza-redundant@0..1"]);
    check("mmR", &["betza-redundant@1..2"]);
    check("jjR", &[]);
    let (_, findings) = parse("mvQ3", Dialect::Strict);
    assert_eq!(
        findings[0].help.as_ref().map(ToString::to_string).as_deref(),
        Some("the explicit form is mvR3mB3")
    );
}

#[test]
fn hostile_notation_is_refused_in_bounded_time() {
    let long = "W".repeat(MAX_LENGTH + 1);
    check(&long, &[&format!("!betza-too-long@0..{}", MAX_LENGTH + 1)]);
    check("aaaaaK", &["!betza-too-many-moves@0..6"]);
    check("aaaaaaapW", &["?betza-no-move@0..9"]);
    check(&"aK".repeat(12), &[]);
    check("KaKaKaKaKaKa", &["!betza-missing-atom@11..12"]);
    let (tree, findings) = parse(&"aaaK".repeat(9), Dialect::Strict);
    assert_eq!(findings[0].code, "betza-too-many-moves");
    assert!(expand(&tree).expect("the rest fits").len() <= MAX_MOVES);
    check(&format!("{}W", "a".repeat(20)), &["!betza-too-many-moves@0..21"]);
    check(&format!("{}R", "j".repeat(20)), &["!betza-unsupported@9..10"]);
}

#[test]
fn compounds_resolve_each_part_by_its_own_rule() {
    assert_eq!(squares("fK", Dialect::Strict).len(), 3);
    assert_eq!(squares("sK", Dialect::Strict).len(), 6);
    assert_eq!(squares("fsK", Dialect::Strict).len(), 5);
    assert_eq!(squares("frlK", Dialect::Strict).len(), 6);
    assert_eq!(squares("frK", Dialect::Strict).len(), 3);
    assert_eq!(squares("(4,1)", Dialect::Strict), squares("(1,4)", Dialect::Strict));
}

#[test]
fn neo_gives_the_sideways_squares_to_the_b_part_and_says_so() {
    let sideways = [(-1, 0), (1, 0)];
    let neo = squares("fQbK", Dialect::Neo);
    assert!(sideways.iter().all(|square| neo.contains(square)));
    let strict = squares("fQbK", Dialect::Strict);
    assert!(!sideways.iter().any(|square| strict.contains(square)));
    assert_eq!(findings("fQbK", Dialect::Neo), ["betza-neo-sideways@0..4"]);
    assert_eq!(findings("fQ3bQ2", Dialect::Neo), ["betza-neo-sideways@0..6"]);
    // Only that pair: neither other letters nor other atoms.
    for other in ["bKfQ", "fRbK", "fQsRbK", "fmQbK", "fKbKfN"] {
        let expected: &[&str] = if other == "fKbKfN" { &["betza-neo-sideways@0..4"] } else { &[] };
        assert_eq!(findings(other, Dialect::Neo), expected, "{other}");
    }
    let (tree, _) = parse("fQbQ2", Dialect::Neo);
    let moves = expand(&tree).expect("few moves");
    let aside = moves.iter().find(|m| (m.legs[0].dx, m.legs[0].dy) == (1, 0)).expect("sideways");
    assert_eq!(aside.legs[0].reach, Some(2));
}

#[test]
fn fairy_reads_what_fairy_stockfish_reads_and_reports_the_difference() {
    let fairy = |text| findings(text, Dialect::Fairy);
    assert_eq!(fairy("R10"), ["?betza-fairy-digits@1..3"]);
    assert_eq!(squares("R10", Dialect::Fairy).len(), 4);
    assert_eq!(parse("R10", Dialect::Fairy).0.to_string(), "R1");
    // fsK is four squares there: sideways and diagonally forward.
    assert_eq!(squares("fsK", Dialect::Fairy), [(-1, 0), (-1, 1), (1, 0), (1, 1)]);
    assert_eq!(fairy("fsK"), ["?betza-fairy-pair@0..2"]);
    assert_eq!(squares("fsW", Dialect::Fairy), [(-1, 0), (0, 1), (1, 0)]);
    assert_eq!(fairy("zB"), ["?betza-fairy-ignored@0..1"]);
    assert_eq!(squares("zB", Dialect::Fairy), squares("B", Dialect::Strict));
    assert_eq!(fairy("camK"), ["?betza-fairy-ignored@1..2"]);
    assert_eq!(fairy("DD"), ["?betza-fairy-no-move@0..2"]);
    assert_eq!(squares("DD", Dialect::Fairy), []);
    assert_eq!(fairy("nH"), ["?betza-fairy-no-move@0..2"]);
    assert_eq!(fairy("NN"), [] as [&str; 0]);
    assert_eq!(fairy("pR1"), ["?betza-fairy-hop@0..3"]);
    assert_eq!(fairy("[F?R]"), ["!betza-fairy-unsupported@0..5"]);
    assert_eq!(fairy("(1,4)"), ["!betza-fairy-unsupported@0..5"]);
    assert_eq!(fairy("fM"), ["!betza-unknown-atom@1..2"]);
}

/// Groups that can be read, in pieces, so that any row of them can be.
fn readable() -> impl Strategy<Value = String> {
    let group = prop_oneof![
        ("[fblrvs]{0,2}", "(|m|c|i|mcd)", "[WFKRBQDAHG]", "(|2|0|12|007)")
            .prop_map(|(d, c, a, r)| format!("{d}{c}{a}{r}")),
        ("(|fh|hr|ff|rf)", "[NCZ]", "(|3)").prop_map(|(d, a, r)| format!("{d}{a}{r}")),
        ("[fblr]?", "(m|c|mc|p)", "(|s|v|fs|b)", "[WFKR]")
            .prop_map(|(d, m, t, a)| format!("{d}{m}a{t}{a}")),
        ("[fb]?", "[WFRBD]", "[-?]", "(|s|fs)", "[WFRBK]")
            .prop_map(|(d, a, j, t, b)| format!("[{d}{a}{j}{t}{b}]")),
        (0..20_u8, 1..20_u8).prop_map(|(m, n)| format!("({m},{n})")),
    ];
    // A small letter first keeps a capital from doubling the one before.
    prop::collection::vec(group, 1..6)
        .prop_map(|groups| groups.into_iter().map(|g| format!("m{g}").replace("m[", "[")).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_read_prints_back_letter_for_letter(text in readable()) {
        let (tree, findings) = parse(&text, Dialect::Strict);
        prop_assert!(findings.iter().all(|finding| !finding.is_error()), "{text}: {findings:?}");
        prop_assert_eq!(tree.to_string(), text.clone());
        prop_assert_eq!(parse(&tree.to_string(), Dialect::Strict).0, tree);
    }

    #[test]
    fn every_text_is_read_or_reported(text in "\\PC{0,40}", letters in "[a-zA-Z0-9(),?\\[\\]-]{0,60}") {
        for text in [text, letters] {
            for dialect in [Dialect::Strict, Dialect::Neo, Dialect::Fairy] {
                let (tree, findings) = parse(&text, dialect);
                prop_assert!(!tree.groups.is_empty() || !findings.is_empty());
                prop_assert!(expand(&tree).is_ok());
                for finding in findings {
                    let span = finding.span.expect("a place");
                    prop_assert!(text.get(span.start..span.end).is_some(), "{:?} {:?}", text, span);
                }
            }
        }
    }
}
