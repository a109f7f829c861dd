//! Whole pages as people have them: each piece gets its own words, and what belongs to none is listed.

use koma_pieces::Movement;
use koma_prose::{Options, read, split};

/// Names and words of three pieces.
type Three = [(&'static str, &'static str); 3];

const ENGLISH: Three = [
    ("Sparrow", "One square forward."),
    ("Marsh Heron", "Slides diagonally."),
    ("Otter", "Leaps two squares sideways."),
];
const SENTENCES: Three = [
    ("sparrow", "moves one square forward."),
    ("marsh heron", "slides diagonally."),
    ("otter", "leaps two squares sideways."),
];
const JAPANESE: Three = [
    ("雀", "前に1マス動ける。"),
    ("沼鷺", "斜めに何マスでも動ける。"),
    ("川獺", "横の2マス先に跳べる。"),
];

fn page(three: Three, line: &str, between: &str) -> String {
    let lines: Vec<String> = three
        .iter()
        .enumerate()
        .map(|(n, (name, words))| {
            line.replace("{n}", &(n + 1).to_string())
                .replace("{name}", name)
                .replace("{words}", words)
        })
        .collect();
    lines.join(between)
}

/// Names and movements of a page, and how many blocks belong to no piece.
fn pieces(page: &str) -> (Vec<(String, Movement)>, usize) {
    let mut nameless = 0;
    let mut found = Vec::new();
    for block in split(page) {
        let Some(name) = block.name else {
            nameless += 1;
            continue;
        };
        let name = &page[name.start..name.end];
        let words = &page[block.body.start..block.body.end];
        let (draft, _) = read(words, &Options { name: Some(name), ..Options::default() });
        found.push((name.to_owned(), draft.movement));
    }
    (found, nameless)
}

fn check(three: Three, line: &str, between: &str, around: [&str; 2], others: usize) {
    let text = format!("{}{}{}", around[0], page(three, line, between), around[1]);
    let expected: Vec<(String, Movement)> = three
        .iter()
        .map(|(name, words)| ((*name).to_owned(), read(words, &Options::default()).0.movement))
        .collect();
    assert_eq!(pieces(&text), (expected, others), "{text}");
}

const ALONE: [&str; 2] = ["", ""];

#[test]
fn lines_with_a_name_and_a_mark() {
    for line in [
        "{name}: {words}",
        "- {name}: {words}",
        "* {name}: {words}",
        "{n}. {name}: {words}",
        "**{name}**: {words}",
        "**{name}:** {words}",
        "- **{name}**: {words}",
        "{name} - {words}",
        "{name} — {words}",
        "{name} → {words}",
        "{n}) {name} - {words}",
        "**{name}** {words}",
        "\'\'\'{name}\'\'\' {words}",
    ] {
        check(ENGLISH, line, "\n", ALONE, 0);
        check(ENGLISH, line, "\n\n", ALONE, 0);
    }
    for line in [
        "{name}：{words}",
        "・{name}：{words}",
        "【{name}】{words}",
        "「{name}」{words}",
        "■{name}：{words}",
        "{name} - {words}",
        "{name} → {words}",
        "{name}…{words}",
    ] {
        check(JAPANESE, line, "\n", ALONE, 0);
    }
}

#[test]
fn tables_and_columns() {
    for line in
        ["| {name} | {words} |", "{name}\t{words}", "|{n}|{name}|{words}|", "{name},\"{words}\""]
    {
        check(ENGLISH, line, "\n", ALONE, 0);
        check(JAPANESE, line, "\n", ALONE, 0);
    }
    check(ENGLISH, "{name}   {words}", "\n", ALONE, 0);
    check(JAPANESE, "{name}　{words}", "\n", ALONE, 0);
    check(JAPANESE, "{name} {words}", "\n", ALONE, 0);
}

#[test]
fn headings_with_text_below() {
    for line in
        ["## {name}\n{words}", "=== {name} ===\n{words}", "{name}\n{words}", "# {name}\n\n{words}"]
    {
        check(ENGLISH, line, "\n\n", ALONE, 0);
        check(JAPANESE, line, "\n\n", ALONE, 0);
    }
}

#[test]
fn names_inside_sentences() {
    check(SENTENCES, "The {name} {words}", " ", ALONE, 0);
    check(SENTENCES, "The {name} {words}", "\n", ALONE, 0);
    check(JAPANESE, "{name}は{words}", "", ALONE, 0);
    check(JAPANESE, "{name}は{words}", "\n", ALONE, 0);
}

#[test]
fn what_belongs_to_no_piece_is_listed() {
    check(ENGLISH, "{name}: {words}", "\n", ["A game for two.\n\n", "\n\nHave fun!"], 2);
    check(JAPANESE, "{name}：{words}", "\n", ["二人で遊ぶ。\n\n", ""], 1);
}
