//! What is a record, and what only looks like one.

use std::path::Path;

use koma_kifu::{Format, ReadOptions, read};

/// The format found in a text, whose name says nothing.
#[track_caller]
fn check(text: &str, format: Option<Format>) {
    let reading = read(text.as_bytes(), &ReadOptions::default());
    assert_eq!(reading.format, format, "{text}");
    assert_eq!(reading.records.is_empty(), format.is_none(), "{text}");
    let is_unknown = reading.remarks.iter().any(|remark| remark.finding.code == "unknown-format");
    assert_eq!(is_unknown, format.is_none(), "{text}");
}

#[test]
fn tables_and_prose_are_no_records() {
    for text in [
        "| kind | 駒 |\n|---|---|\n| pawn | 歩 |\n| king | 玉 |\n",
        "| 駒 |\n|---|\n| 歩 |\n| 玉 |\n| 王 |\n",
        "| 歩は一マス前に進みます | 玉は全方向 |\n| 歩 | 玉 |\n| 歩 | 玉 |\n| 歩 | 玉 |\n",
        "+------+\n| text |\n| more |\n+------+\n",
    ] {
        check(text, None);
        for name in ["x.md", "x.kif", "x.bod"] {
            let options = ReadOptions { name: Some(name.to_owned()), ..ReadOptions::default() };
            let reading = read(text.as_bytes(), &options);
            assert!(reading.records.is_empty() && reading.has_errors(), "{name}: {text}");
        }
    }
    // By the name of KIF these would be comments, and moves that cannot be read.
    check("Shogi is played by two.\n\n* 歩\n* 玉\n", None);
    check("1. 2 files\n2. 3 ranks\n3. 4 men\n", None);
    // More rows than a board can have.
    check(&"| ・ ・ 歩 ・ ・|\n".repeat(40), None);
}

#[test]
fn boards_are_still_seen() {
    let row = "| ・ ・ 歩 ・ ・|一\n";
    for rows in [1, 4, 5, 9, 36] {
        check(&row.repeat(rows), Some(Format::Bod));
    }
    let wide = format!("|{}|三十六\n", " ・".repeat(36));
    check(&wide.repeat(36), Some(Format::Bod));
    // One row of it is garbled.
    check(&format!("{}| ・ ? ・|\n{}", row.repeat(4), row.repeat(4)), Some(Format::Bod));
}

#[test]
fn our_own_pages_are_no_records() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = ["docs", "."].map(|folder| std::fs::read_dir(root.join(folder)).expect("a folder"));
    let mut count = 0;
    for path in pages.into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.extension().is_some_and(|extension| extension == "md") {
            let reading = read(&std::fs::read(&path).expect("a page"), &ReadOptions::default());
            assert_eq!(reading.format, None, "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 8, "the pages are found");
}
