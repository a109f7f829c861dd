use super::*;

crate::findings! {
    static FINDINGS;

    error "code" wrong(message) { "{message}", "{message}です" }
    warning "code" odd(message) { "{message}", "{message}です" }
    info "code" noted(message) { "{message}", "{message}です" }
}

/// Renders an error at the first `words` in `text`.
fn at(text: &str, words: &str) -> String {
    let start = text.find(words).expect("the words are in the text");
    let finding = wrong("message").at(Span::new(start, start + words.len()));
    render(&finding, Some(&Source::new("f.yaml", text)), Lang::En, Colour::Never)
}

#[test]
fn the_look_is_that_of_the_style_guide() {
    let text = format!("{}        - {{ direction: N, type: single }}\n", "\n".repeat(213));
    let start = text.find('N').unwrap();
    let finding = wrong("`false` is not a direction")
        .at(Span::new(start, start + 1))
        .label("YAML reads a bare N as false")
        .help("quote it: direction: \"N\"");
    let source = Source::new("pieces/taikyoku-a.yaml", text);
    assert_eq!(
        render(&finding, Some(&source), Lang::En, Colour::Never),
        "error[code]: `false` is not a direction
  --> pieces/taikyoku-a.yaml:214:24
    |
214 |         - { direction: N, type: single }
    |                        ^ YAML reads a bare N as false
    = help: quote it: direction: \"N\"
"
    );
}

#[test]
fn carets_stand_under_full_width_text() {
    let expected = "error[code]: message
  --> f.yaml:1:5
  |
1 | 名前: 歩兵の駒
  |       ^^^^
";
    assert_eq!(at("名前: 歩兵の駒\n", "歩兵"), expected);
}

#[test]
fn tabs_and_control_characters_are_visible_and_counted() {
    let expected = "error[code]: message
  --> f.yaml:1:5
  |
1 |     ␛a\\u{202e}X
  |               ^
";
    assert_eq!(at("\t\x1ba\u{202e}X\n", "X"), expected);
}

#[test]
fn a_place_without_width_gets_one_caret() {
    let finding = odd("message").at(Span::new(3, 3));
    let rendered = render(&finding, Some(&Source::new("f", "abc")), Lang::En, Colour::Never);
    assert_eq!(rendered, "warning[code]: message\n  --> f:1:4\n  |\n1 | abc\n  |    ^\n");
}

#[test]
fn a_span_over_lines_marks_the_first() {
    assert!(at("ab: [c,\n  d]\n", "[c,\n  d]").ends_with("1 | ab: [c,\n  |     ^^^\n"));
}

#[test]
fn long_lines_are_cut_around_the_place() {
    let text = format!("{}here{}", "左".repeat(5000), "右".repeat(5000));
    let rendered = at(&text, "here");
    let lines: Vec<&str> = rendered.lines().collect();
    assert_eq!(lines[3], format!("1 | …{}here{}…", "左".repeat(20), "右".repeat(37)));
    assert_eq!(lines[4], format!("  | {}^^^^", " ".repeat(41)));
    let whole = at(&text, &text.clone());
    assert!(whole.lines().all(|l| l.chars().count() < 200));
}

#[test]
fn findings_without_a_place_are_short() {
    let finding = noted("message").help("do\nthis");
    assert_eq!(
        render(&finding, None, Lang::En, Colour::Never),
        "info[code]: message\n  = help: do\nthis\n"
    );
    let named = render(&finding, Some(&Source::new("f.kif", "")), Lang::En, Colour::Never);
    assert!(named.starts_with("info[code]: message\n  --> f.kif\n"));
}

#[test]
fn colours_are_there_only_when_asked() {
    let finding = wrong("message\x1b[31m").at(Span::new(0, 1));
    let source = Source::new("f", "abc");
    assert!(!render(&finding, Some(&source), Lang::En, Colour::Never).contains('\x1b'));
    let coloured = render(&finding, Some(&source), Lang::En, Colour::Always);
    let mut stripped = String::new();
    let mut rest = coloured.as_str();
    while let Some(start) = rest.find('\x1b') {
        stripped.push_str(&rest[..start]);
        rest = &rest[start + rest[start..].find('m').expect("a colour ends with m") + 1..];
    }
    stripped.push_str(rest);
    assert_eq!(stripped, render(&finding, Some(&source), Lang::En, Colour::Never));
}

#[test]
fn json_has_lines_columns_and_the_words() {
    let text = "a: 1\n名: 歩兵\n";
    let start = text.find("歩兵").unwrap();
    let finding = wrong("message").at(Span::new(start, start + 6)).help("help");
    let json = to_json(&[finding, noted("m")], Some(&Source::new("f", text)), Lang::En);
    assert_eq!(
        json,
        serde_json::json!([
            { "file": "f", "severity": "error", "code": "code", "message": "message", "line": 2,
              "column": 4, "endLine": 2, "endColumn": 6, "text": "歩兵", "help": "help" },
            { "file": "f", "severity": "info", "code": "code", "message": "m", "line": null,
              "column": null, "endLine": null, "endColumn": null, "text": null, "help": null },
        ])
    );
}

#[test]
fn summary_counts_in_words() {
    let findings = [wrong(""), odd(""), wrong("")];
    assert_eq!(summary(&findings, Lang::En), "2 errors, 1 warning");
    assert_eq!(summary(&[], Lang::En), "no findings");
}
