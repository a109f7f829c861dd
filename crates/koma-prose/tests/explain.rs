//! Movements in words, and the words read back by the reader of prose.

use koma_betza::Dialect;
use koma_pieces::Movement;
use koma_pieces::betza::{explain, read};

#[track_caller]
fn check(text: &str, english: &str, japanese: &str) {
    let (movement, findings) = read(text, Dialect::Strict);
    assert!(findings.iter().all(|finding| !finding.is_error()), "{text}: {findings:?}");
    let words = explain(&movement);
    assert_eq!((&words.english[..], &words.japanese[..]), (english, japanese), "{text}");
}

#[test]
fn plain_pieces_are_said_as_people_say_them() {
    assert_eq!(explain(&Movement::default()).english, "Does not move.");
    check(
        "WfF",
        "Steps one square orthogonally or diagonally forward.",
        "縦横と斜め前に1マス動ける。",
    );
    check(
        "fsWF",
        "Steps one square in any direction except straight backward.",
        "真後ろ以外の七方向に1マス動ける。",
    );
    check(
        "bWsR3fB5fR7",
        "Steps one square straight backward; moves up to three squares sideways; moves up to five \
         squares diagonally forward; moves up to seven squares straight forward.",
        "後ろに1マス動ける。横に3マスまで動ける。斜め前に5マスまで動ける。前に7マスまで動ける。",
    );
    check(
        "ffN",
        "Leaps two squares forward and one to either side.",
        "前に2マス左右に1マスの位置に飛び越えて行ける。",
    );
    check(
        "bWbFfsHfG",
        "Steps one square straight backward or diagonally backward; leaps exactly three squares \
         straight forward, sideways or diagonally forward.",
        "後ろと斜め後ろに1マス動け、前と横と斜め前の3マス先に飛び越えて行ける。",
    );
}

#[test]
fn conditions_are_said() {
    check(
        "mRcpR",
        "Slides any number of squares orthogonally, only without capturing; jumps exactly one \
         piece orthogonally and lands anywhere behind it up to the next piece, only to capture.",
        "駒を取らない時だけ縦横に何マスでも動け、駒を取る時だけ縦横に駒をちょうど一つ飛び越えて何マスでも動ける。",
    );
    check(
        "ifmnD",
        "On its first move leaps exactly two squares straight forward, if every square on the way \
         is empty, only without capturing.",
        "最初の一手に限り駒を取らない時だけ前の2マス先に途中のマスがすべて空いていれば行ける。",
    );
}

#[test]
fn named_moves_are_said_once() {
    check(
        "RmasR",
        "Slides any number of squares orthogonally and may then turn a right angle once and slide \
         again.",
        "縦横に走って途中で一度だけ直角に曲がりさらに走れる。",
    );
    check(
        "KmaK",
        "Takes up to two steps in any direction in one turn, stopping at its first capture.",
        "全方向に1マスずつ2回まで進める(駒を取ったらそこで止まる)。",
    );
    check(
        "[F-fsR]",
        "Steps one square diagonally, to an empty square, then slides any number of squares at 45 \
         degrees to either side.",
        "空いたマスへ斜めに1マス動け、続けて左右どちらかへ45度曲がって何マスでも動ける。",
    );
}

/// The pieces whose words are not read back as the movement they came from.
fn lost(say: impl Fn(&str) -> String) -> Vec<String> {
    let mut lost = Vec::new();
    for text in include_str!("../../koma-pieces/tests/data/canonical-betza.txt").lines() {
        let (movement, _) = read(text, Dialect::Strict);
        let words = say(text);
        let (draft, findings) = koma_prose::read(&words, &koma_prose::Options::default());
        if draft.movement != movement {
            let remarks: Vec<String> = findings.iter().map(|f| f.message.to_string()).collect();
            lost.push(format!("{text}: {words} {}", remarks.join("; ")));
        }
    }
    lost
}

#[test]
fn english_words_are_read_back_as_the_movement() {
    let lost = lost(|text| explain(&read(text, Dialect::Strict).0).english);
    assert!(lost.is_empty(), "{} lost:\n{}", lost.len(), lost.join("\n"));
}

#[test]
fn japanese_words_are_read_back_as_the_movement() {
    let lost = lost(|text| explain(&read(text, Dialect::Strict).0).japanese);
    assert!(lost.is_empty(), "{} lost:\n{}", lost.len(), lost.join("\n"));
}

#[test]
fn words_for_lions_hooks_and_leaps_are_read_back_without_a_remark() {
    let pieces =
        ["KNADcaKmcabK", "QNADcaKmcabK", "RmasR", "bB2fBfmasB", "QfjR", "vRBvjRjBvjjRjjB", "cabK"];
    for text in pieces {
        let (movement, _) = read(text, Dialect::Strict);
        let words = explain(&movement);
        for words in [words.english, words.japanese] {
            let (draft, findings) = koma_prose::read(&words, &koma_prose::Options::default());
            assert_eq!((draft.movement, findings), (movement.clone(), Vec::new()), "{words}");
        }
    }
}
