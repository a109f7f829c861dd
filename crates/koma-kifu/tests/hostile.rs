//! Files made to break readers: findings, not panics, in bounded time and memory.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use koma_kifu::{Format, ReadOptions, Reading, WriteOptions, read, write};

/// Reads in both modes, writes everything that came of it, and gives the lenient reading.
fn survive(name: &str, bytes: &[u8]) -> Reading {
    let start = Instant::now();
    for strict in [true, false] {
        for format in std::iter::once(None).chain(Format::ALL.iter().copied().map(Some)) {
            let reading = read(bytes, &ReadOptions { strict, format, ..ReadOptions::default() });
            assert!(reading.remarks.len() <= 1001, "{name}: the remarks are bounded");
            for record in &reading.records {
                let _ = record.stats();
                let _ = record.last_position();
                if format.is_none() && !strict {
                    for to in Format::ALL {
                        let _ = write(std::slice::from_ref(record), *to, &WriteOptions::default());
                    }
                }
            }
        }
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{name} took {:?}", start.elapsed());
    if start.elapsed() > Duration::from_secs(1) {
        eprintln!("{} took {:?}", name.escape_debug(), start.elapsed());
    }
    read(bytes, &ReadOptions::default())
}

/// Small files: a name, the text, and a code that must be among the findings (or none).
#[rustfmt::skip]
const SMALL: &[(&str, &str, &str)] = &[
    ("empty", "", "empty-file"),
    ("blanks", " \n\t\n　\n", "empty-file"),
    ("nonsense", "hello world\n", "unknown-format"),
    ("a number alone", "1\n", "unknown-format"),
    ("script tags", "先手：<script>alert(1)</script>\n   1 ７六歩(77)\n*<img onerror=x>\n", ""),
    ("a move off the board", "   1 ０六歩(77)\n   1 ７六歩(77)\n", "unreadable-move"),
    ("an origin off the board", "   1 ７六歩(70)\n   1 ７六歩(77)\n", "unreadable-move"),
    ("an empty square moves", "   1 ５五歩(56)\n", "impossible-move"),
    ("the other side moves", "   1 ３四歩(33)\n", "illegal-move"),
    ("a drop of nothing", "   1 ５五角打\n", "illegal-move"),
    ("two pawns", "手合割：その他\n後手の持駒：なし\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n先手の持駒：歩\n   1 ５五歩打\n", "illegal-move"),
    ("a king is taken", "   1 ５一飛(28)\n   2 ５二玉(51)\n   3 ７六歩(77)\n", "illegal-move"),
    ("同 at the start", "   1 同　歩(77)\n", "same-square"),
    ("a garbled move", "   1 ７七二金(61)\n", "unreadable-move"),
    ("an unknown ending", "   1 ７六歩(77)\n   2 爆発\n", "unknown-ending"),
    ("two endings", "   1 ７六歩(77)\n   2 投了\n   3 持将棋\n", "second-ending"),
    ("a number that is too great", "4294967299 ７六歩(77)\n   1 ７六歩(77)\n", "unreadable-line"),
    ("numbers out of order", "   1 ７六歩(77)\n   9 ３四歩(33)\n", "move-number"),
    ("a variation of nothing", "   1 ７六歩(77)\n変化：9手\n   9 ３四歩(33)\n", "variation-without-place"),
    ("a variation of move zero", "   1 ７六歩(77)\n変化：0手\n   1 ２六歩(27)\n", "variation-without-place"),
    ("a variation without a number", "   1 ７六歩(77)\n変化：手\n   1 ２六歩(27)\n", "variation-without-place"),
    ("a variation with a giant number", "   1 ７六歩(77)\n変化：99999999999999999999手\n", "variation-without-place"),
    ("a variation in the head", "変化：1手\n   1 ７六歩(77)\n", "early-variation"),
    ("a result that miscounts", "   1 ７六歩(77)\nまで99999999999手で中断\n", "result-count"),
    ("a result that contradicts", "   1 ７六歩(77)\n   2 投了\nまで1手で後手の勝ち\n", "result-differs"),
    ("a result in strange words", "   1 ７六歩(77)\nまで1手で雨\n", "unknown-result"),
    ("a hand of millions", "後手の持駒：歩99999999999999999999\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n", "hand-overfull"),
    ("a hand of kings", "後手の持駒：玉二\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n", "unknown-hand"),
    ("a hand of nonsense", "先手の持駒：林檎\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n", "unknown-hand"),
    ("a diagram of one row", "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n", "diagram-size"),
    ("a row too long", "| ・ ・ ・ ・v玉 ・ ・ ・ ・ ・ ・ ・|一\n   1 ７六歩(77)\n", "variant-not-playable"),
    ("a man from nowhere", "| ・ ・ ・ ・v王 ・ 鯨 ・ ・|一\n", "unknown-man"),
    ("an unknown handicap", "手合割：百枚落ち\n   1 ７六歩(77)\n", "unknown-handicap"),
    ("a game nobody knows", "手合割：火星将棋\n   1 ３四金(25)\n   2 投了\n", "variant-not-playable"),
    ("a lion's steps", "手合割：中将棋\n57手目一歩目 ▲仝獅子 （←7七）\n57手目二歩目 ▲7七獅子（居食い） （←6六）\n", "impossible-move"),
    ("an ambiguous move", "▲５八金\n", "ambiguous-move"),
    ("nobody can go there", "▲５五角\n", "no-such-man"),
    ("the wrong mark", "▲７六歩 ▲３四歩\n", "wrong-mark"),
    ("marks only", "▲▲▲△▲７六歩\n", "unreadable-move"),
    ("the wrong man", "   1 ７六銀(77)\n", "man-differs"),
    ("text after a move", "   1 ７六歩(77) と言った\n", "text-after-move"),
    ("control characters", "先手：\u{0}\u{1}\u{7f}\u{200f}\u{202e}\n   1 ７六歩(77)\n*\u{0}\u{1b}[31m\n", ""),
    ("a header without a key", "：値\n   1 ７六歩(77)\n", "empty-key"),
    ("times that overflow", "   1 ７六歩(77) (99999999999999999999:99/99999999999999999999:00:00)\n", ""),
    ("brackets", "   1 ((((((((((((((((((((((((((((((((((((\n   1 ７六歩(77)\n", ""),
    ("promotion where there is none", "   1 ７六歩成(77)\n", "illegal-move"),
    ("half a script tag in every place", "手合割：<script>\n先手：\"><svg onload=x>\n後手：'; DROP TABLE games; --\n   1 ７六歩(77) <b>\n*</textarea><script>\n&<i>\n   2 <投了>\n", "unknown-ending"),
    ("script tags in CSA", "N+<script>alert(1)</script>\n$EVENT:<img src=x onerror=alert(1)>\nPI\n+\n'*<script>\n+7776FU\n%<TORYO>\n", "unknown-ending"),
    ("script tags in JKF", "{\"header\":{\"<script>\":\"</script>\"},\"moves\":[{\"comments\":[\"<script>\"]},{\"special\":\"<b>\"}]}", "unknown-ending"),
    ("CSA without a board", "V2.2\n", "no-game"),
    ("a king in hand in CSA", "P+00OU00OU\n+\n", "cannot-be-held"),
    ("CSA's men from nowhere", "P1+XX-YY\n+\n", "unknown-man"),
    ("CSA's odd list of men", "PI82H\n+\n", "unreadable-men"),
    ("CSA's row too long", "P1 * * * * * * * * * * * *\n+\n", "row-length"),
    ("CSA's two positions", "PI\nP1 * * * * * * * * *\n+\n", "two-positions"),
    ("CSA's eleventh hour", "PI\n+\n+7776FU\nT99999999999999999999999999999999999999\n%TORYO\n", ""),
    ("CSA's time before a move", "PI\n+\nT5\n+7776FU\n", "time-without-move"),
    ("CSA's move off the board", "PI\n+\n+7770FU\n", "off-board"),
    ("CSA's wrong side", "PI\n+\n-3334FU\n", "wrong-side"),
    ("CSA's version of tomorrow", "V9.9\nPI\n+\n+7776FU\n", "unknown-version"),
    ("CSA's commas", "PI,,,,,,,,,\n+,,,,\n+7776FU,,,T1,,,\n", ""),
    ("a thousand games of nothing", "PI\n+\n%TORYO\n/\n/\n/\n/\nPI\n+\n", ""),
    ("USI of nine men too many", "position sfen 9999/9/9/9/9/9/9/9/9 b - 1\n", "unreadable-position"),
    ("USI's count of men", "sfen 4k4/9/9/9/9/9/9/9/4K4 b 99999999999P 1\n", "unreadable-position"),
    ("USI's strange move", "startpos moves 7g7f 7g7f7g7f7g7f7g7f7g7f7g7f7g7f7g7f7g7f7g7f\n", "unreadable-move"),
    ("USI's giant number", "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 99999999999999999999\n", "unreadable-position"),
    ("USEN's place of nowhere", "~0.7ku.r~99999999999.7ku.r\n", "variation-without-place"),
    ("USEN's odd digits", "~0.zzzzzzz.q\n", "unreadable-move"),
    ("JKF of the wrong types", "{\"header\":5,\"initial\":[],\"moves\":[1,null,\"x\",[],{\"move\":7},{\"time\":{\"now\":\"x\"}}]}", "empty-node"),
    ("JKF's squares of nowhere", "{\"moves\":[{},{\"move\":{\"from\":{\"x\":99,\"y\":-1},\"to\":{\"x\":0,\"y\":1e9},\"piece\":\"FU\"}}]}", "unreadable-move"),
    ("JKF's hand of millions", "{\"initial\":{\"preset\":\"OTHER\",\"data\":{\"color\":0,\"board\":[],\"hands\":[{\"FU\":99999999},{\"OU\":1}]}},\"moves\":[{}]}", "cannot-be-held"),
    ("our JSON with circles", "{\"format\":\"koma-record\",\"version\":1,\"games\":[{\"variant\":\"shogi\",\"start\":\"startpos\",\"nodes\":[{},{\"parent\":1,\"move\":\"7g7f\"},{\"parent\":2,\"move\":\"7g7f\"}]}]}", "no-parent"),
    ("bidirectional tricks", "先手：\u{202e}gnp.exe\u{2066}\n\u{feff}   1 ７六歩(77)\u{200b}\n", "unreadable-line"),
    ("an ending inside a comment", "   1 ７六歩(77)\n*   2 投了\n*まで1手で後手の勝ち\n", ""),
    ("a diagram after the moves", "   1 ７六歩(77)\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n", "late-diagram"),
];

#[test]
fn small_hostile_files_give_findings() {
    assert!(SMALL.len() >= 60);
    let mut failures = Vec::new();
    for (name, text, code) in SMALL {
        let reading = survive(name, text.as_bytes());
        let codes: Vec<_> = reading.remarks.iter().map(|r| r.finding.code).collect();
        let is_right = match *code {
            "" => !reading.has_errors(),
            code => codes.contains(&code),
        };
        if !is_right {
            failures.push(format!("{name}: {codes:?} without {code}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_small_file_survives_cuts_and_other_encodings() {
    use koma_text::{Encoding, encode};
    for (name, text, _) in SMALL {
        for encoding in [Encoding::Cp932, Encoding::EucJp, Encoding::Utf16Le] {
            let bytes = encode(text, encoding).bytes;
            read(&bytes, &ReadOptions::default());
            let mixed = [text.as_bytes(), &bytes].concat();
            read(&mixed, &ReadOptions::default());
        }
        for cut in (0..text.len()).step_by(7) {
            let reading = read(&text.as_bytes()[..cut], &ReadOptions::default());
            assert!(reading.remarks.len() <= 1001, "{name}");
        }
    }
}

/// The knights go out and back, again and again.
fn long_line(plies: usize) -> String {
    const CYCLE: [&str; 4] = ["４八銀(39)", "６二銀(71)", "３九銀(48)", "７一銀(62)"];
    let mut text = String::from("手合割：平手\n");
    for ply in 0..plies {
        let _ = writeln!(text, "{} {}", ply + 1, CYCLE[ply % 4]);
    }
    text
}

#[test]
fn a_game_of_a_hundred_thousand_moves_is_read() {
    let start = Instant::now();
    let reading = read(long_line(100_000).as_bytes(), &ReadOptions::default());
    assert_eq!(reading.records[0].stats().moves, 100_000);
    assert!(!reading.has_errors());
    let written = write(&reading.records, Format::Ki2, &WriteOptions::default());
    assert!(written.text.len() > 1_000_000);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn variations_that_jump_to_and_fro_do_not_go_quadratic() {
    let mut text = long_line(20_000);
    for _ in 0..5_000 {
        text.push_str("変化：1手\n1 ７六歩(77)\n変化：19999手\n19999 ７六歩(77)\n");
    }
    let start = Instant::now();
    let reading = read(text.as_bytes(), &ReadOptions::default());
    assert_eq!(reading.records[0].stats().moves, 20_000);
    assert_eq!(reading.records[0].branches(), 2);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn variations_a_hundred_thousand_deep_do_not_overflow_the_stack() {
    // Each variation begins at the second move of the one before it.
    let mut text = String::from("1 ７六歩(77)\n2 ３四歩(33)\n");
    let cycle = ["４八銀(39)", "６二銀(71)", "３九銀(48)", "７一銀(62)"];
    for depth in 0..50_000 {
        let _ = writeln!(text, "{} {}", depth + 3, cycle[depth % 4]);
        let _ = writeln!(text, "{} 投了", depth + 4);
        let _ = writeln!(text, "変化：{}手", depth + 4);
    }
    let reading = read(text.as_bytes(), &ReadOptions::default());
    assert!(reading.records[0].len() > 90_000);
    let _ = write(&reading.records, Format::Kif, &WriteOptions::default());
    let _ = reading.records[0].stats();
}

#[test]
fn two_hundred_thousand_bytes_of_anything_are_survived() {
    let big = |unit: &str| unit.repeat(200_000 / unit.len());
    for unit in [
        "*\n",
        "(",
        "変化：1手\n",
        "▲",
        "まで1手で\n",
        "1 投了\n",
        "：\n",
        "|\n",
        "\r",
        "&x\n",
        "９",
        "同",
    ] {
        survive(unit, big(unit).as_bytes());
        survive(unit, format!("1 ７六歩(77)\n{}", big(unit)).as_bytes());
    }
    let noise: Vec<u8> =
        (0..100_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    survive("noise", &noise);
}
