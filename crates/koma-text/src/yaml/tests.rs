use super::*;
use crate::{Findings, Source};

/// A tree in one line: texts bare when plain, in quotes when quoted.
fn show(node: &Node<'_>) -> String {
    match &node.kind {
        Kind::Scalar { text, style: Style::Plain } => text.to_string(),
        Kind::Scalar { text, .. } => format!("{text:?}"),
        Kind::Sequence(items) => {
            format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(", "))
        }
        Kind::Mapping(entries) => {
            let pairs = entries.iter().map(|e| format!("{}: {}", show(&e.key), show(&e.value)));
            format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
        }
    }
}

/// `code line:column` of each finding.
fn places(text: &str, findings: &[crate::Finding]) -> Vec<String> {
    let source = Source::new("t", text);
    let place = |f: &crate::Finding| {
        let at = source.line_col(f.span.expect("YAML findings have places").start);
        format!("{} {}:{}", f.code, at.line, at.column)
    };
    findings.iter().map(place).collect()
}

#[track_caller]
fn check(text: &str, tree: &str, expected: &[&str]) {
    let (document, findings) = parse(text, &Limits::default());
    assert_eq!(document.root.as_ref().map_or("-".into(), show), tree);
    assert_eq!(places(text, &findings), expected);
}

#[test]
fn block_and_flow_give_the_same_tree() {
    check("a: 1\nb:\n  - x\n  - \"N\"\n", "{a: 1, b: [x, \"N\"]}", &[]);
    check("{ a: 1, b: [x, 'N'] }", "{a: 1, b: [x, \"N\"]}", &[]);
    check("a:\nb: |\n  two\n  lines\n", "{a: , b: \"two\\nlines\\n\"}", &[]);
}

#[test]
fn spans_cover_what_was_written() {
    let text = "名: \"歩兵\"  # c\nsteps:\n  - { direction: N, type: single }\njumps: []\n";
    let (document, findings) = parse(text, &Limits { comments: true, ..Limits::default() });
    assert!(findings.is_empty());
    let of = |span: Span| &text[span.start..span.end];
    assert_eq!(document.comments.iter().map(|&s| of(s)).collect::<Vec<_>>(), ["# c"]);
    let mut out = Findings::default();
    let root = document.root.unwrap();
    assert_eq!(of(root.span), text.trim_end());
    let mut fields = Fields::of(&root, "it", &mut out).unwrap();
    assert_eq!(of(fields.get("名").unwrap().span), "\"歩兵\"");
    let steps = fields.get("steps").unwrap();
    assert_eq!(of(steps.span), "- { direction: N, type: single }");
    let Kind::Sequence(items) = &steps.kind else { panic!() };
    assert_eq!(of(items[0].span), "{ direction: N, type: single }");
    let mut step = Fields::of(&items[0], "a step", &mut out).unwrap();
    assert_eq!(of(step.entry("direction").unwrap().key.span), "direction");
    assert_eq!(of(step.get("direction").unwrap().span), "N");
    assert_eq!(of(fields.get("jumps").unwrap().span), "[]");
}

#[test]
fn a_byte_order_mark_moves_no_place() {
    check("\u{feff}a: 1\na: 2\n", "{a: 1}", &["yaml-duplicate-key 2:1"]);
}

#[test]
fn every_duplicate_key_is_found_and_the_first_kept() {
    let found = ["yaml-duplicate-key 3:11", "yaml-duplicate-key 2:1", "yaml-duplicate-key 4:1"];
    check("a: 1\na: 2\nb: {c: 1, c: 2}\na: 3\n", "{a: 1, b: {c: 1}}", &found);
}

#[test]
fn syntax_error_is_one_finding_with_its_place() {
    check("a: [1, 2\nb: 3\n", "-", &["yaml-syntax 2:2"]);
    // At the quote, and at the tab, not where the parser gave up.
    check("a: \"open\n", "-", &["yaml-syntax 1:4"]);
    check("a:\n  b: \"it's\n  c: \"x\"\n", "-", &["yaml-syntax 2:6"]);
    check("a: 'open\nb: 'x'\n", "-", &["yaml-syntax 1:4"]);
    check("a: 1\n\tb: 2\n", "-", &["yaml-syntax 2:1"]);
    check("a:\n  b: 1\n  \tc: 2\n", "-", &["yaml-syntax 3:3"]);
}

#[test]
fn anchors_aliases_and_tags_are_refused() {
    check(
        "a: &x 1\nb: *x\nc: *y\n",
        "-",
        &["yaml-anchor 1:7", "yaml-anchor 2:4", "yaml-anchor 3:4"],
    );
    check("a: !!str 1\n", "{a: 1}", &["yaml-tag 1:10"]);
}

#[test]
fn one_file_is_one_document() {
    check("---\na: 1\n", "{a: 1}", &[]);
    check("a: 1\n---\nb: 2\n---\nc: 3\n", "{a: 1}", &["yaml-documents 2:1"]);
    check("", "-", &["yaml-empty 1:1"]);
    check("# nothing but words\n", "-", &["yaml-empty 1:1"]);
}

#[test]
fn keys_are_single_words() {
    check("? [a, b]\n: 1\nc: 2\n", "{c: 2}", &["yaml-key 1:3"]);
}

#[test]
fn nul_is_refused() {
    check("a: 1\nb: \0\n", "-", &["yaml-nul 2:4"]);
}

#[test]
fn nesting_size_and_number_of_values_are_bounded() {
    check(&"[".repeat(1_000_000), "-", &["yaml-too-deep 1:65"]);
    check(&"- ".repeat(1_000_000), "-", &["yaml-too-deep 1:129"]);
    check(&"{a: ".repeat(100_000), "-", &["yaml-too-deep 1:257"]);
    let limits = Limits { nodes: 10, ..Limits::default() };
    assert_eq!(places("", &parse(&"- a\n".repeat(20), &limits).1)[0], "yaml-too-large 1:1");
    let limits = Limits { bytes: 10, ..Limits::default() };
    assert_eq!(parse("12345678901", &limits).1[0].code, "yaml-too-large");
}

#[test]
fn a_million_aliases_cost_little_and_say_so() {
    let mut text = String::from("a: &x [1]\nb: [*x");
    text.push_str(&", *x".repeat(1_000_000));
    text.push_str("]\n");
    let (document, findings) = parse(&text, &Limits::default());
    assert!(document.root.is_none());
    assert_eq!(findings.len(), 1001);
    assert_eq!(findings[1000].message, "999002 more findings are not listed");
}

#[track_caller]
fn check_integer(text: &str, expected: Result<i64, &str>) {
    let (document, _) = parse(text, &Limits::default());
    let mut out = Findings::default();
    let got = document.root.unwrap().integer("the value", -5..=100, &mut out);
    let message = out.into_vec().pop().map(|f| f.message.to_string());
    assert_eq!(got.ok_or(message.unwrap_or_default()), expected.map_err(String::from));
}

#[test]
fn numbers_are_whole_and_in_range() {
    check_integer("12", Ok(12));
    check_integer("-5", Ok(-5));
    check_integer("101", Err("the value must be from -5 to 100, not 101"));
    check_integer(
        &"9".repeat(60),
        Err("the value must be from -5 to 100, not 9999999999999999999999999999999999999999…"),
    );
    check_integer("1.5", Err("the value must be a whole number, not the number `1.5`"));
    check_integer("\"12\"", Err("the value must be a whole number, not the text \"12\""));
    check_integer("~", Err("the value must be a whole number, not null `~`"));
    check_integer("0x1F", Err("the value must be a whole number, not the number `0x1F`"));
}

#[test]
fn booleans_are_those_of_yaml_1_2() {
    let ask = |text: &str| {
        let mut out = Findings::default();
        parse(text, &Limits::default()).0.root.unwrap().boolean("it", &mut out)
    };
    assert_eq!(ask("true"), Some(true));
    assert_eq!(ask("False"), Some(false));
    assert_eq!(ask("no"), None);
    assert_eq!(ask("\"true\""), None);
}

#[test]
fn texts_are_not_numbers_or_booleans() {
    let ask = |text: &str| {
        let (document, _) = parse(text, &Limits::default());
        let mut out = Findings::default();
        document.root.unwrap().text("it", &mut out).map(String::from)
    };
    assert_eq!(ask("歩兵").as_deref(), Some("歩兵"));
    assert_eq!(ask("N").as_deref(), Some("N"));
    assert_eq!(ask("\"12\"").as_deref(), Some("12"));
    assert_eq!(ask("infinity").as_deref(), Some("infinity"));
    for wrong in ["12", "1e3", ".5", "true", "null", "~", "[a]", "0o17", "-.inf"] {
        assert_eq!(ask(wrong), None, "{wrong}");
    }
}

/// Every character there is, a thousand to a text: quoted it reads back, in a comment it harms
/// nothing.
#[test]
fn every_character_can_be_written() {
    let all: Vec<char> = (0..=u32::from(char::MAX)).filter_map(char::from_u32).collect();
    for some in all.chunks(1000) {
        let words: String = some.iter().collect();
        let text = format!("{}\n{}\n", comment(&words), quoted(&words));
        let (document, findings) = parse(&text, &Limits::default());
        assert!(findings.is_empty(), "from {:?}: {findings:?}", some[0]);
        let mut out = Findings::default();
        let read = document.root.unwrap().text("it", &mut out).map(String::from);
        assert!(read.as_deref() == Some(words.as_str()), "from {:?}: {out:?}", some[0]);
    }
}
