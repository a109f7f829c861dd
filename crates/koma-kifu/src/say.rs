//! What each code of a finding or a loss means, in both languages.
//!
//! The English sentence at hand is made where something is found, with the words of the file; the
//! Japanese one is that of its code.

use koma_text::{Finding, FindingKind, Severity, Template};

macro_rules! meanings {
    ($($severity:ident $code:literal: $en:literal, $ja:literal;)*) => {
        /// Every finding about a record, and everything a format may lose.
        pub static FINDINGS: &[FindingKind] = &[$(FindingKind {
            severity: meanings!(@$severity),
            code: $code,
            message: Template { en: $en, ja: $ja, facts: &[] },
            label: None,
            help: None,
        }),*];
    };
    (@error) => { Severity::Error };
    (@warning) => { Severity::Warning };
    (@info) => { Severity::Info };
}

meanings! {
    error "empty-file": "there is nothing in the file", "内容がありません";
    error "not-text": "an archive, a picture or a program, not text", "テキストファイルではありません";
    error "unknown-format": "no known format of game records", "対応していない形式です";
    error "no-game": "the format is known, but there is no game in it", "この形式ですが、対局が見つかりません";
    error "link-without-moves": "the address of a page that does not hold the moves", "このアドレスには指し手がありません";
    warning "mojibake": "UTF-8 that some program read as Shift_JIS; read as it was meant", "UTF-8がShift_JISとして読まれて文字化けしたものです。元のとおりに読みました";
    error "not-json": "not JSON", "JSONとして読めません";
    warning "not-a-text": "a value of another type where a text belongs", "文字列であるべき値が違う種類です";
    warning "unknown-field": "a field that is not known", "知らない項目です";
    error "empty-node": "a node that is neither a move nor an ending", "指し手でも終局でもない節があります";
    error "no-parent": "a node that hangs nowhere", "どこにもつながらない節があります";
    warning "too-many-findings": "the rest is only counted", "指摘が多いため、残りは数だけ数えました";
    warning "empty-key": "a header without a key", "見出しの名前がありません";
    warning "no-colon": "a line of CSA without its colon", "コロンがありません";
    warning "unreadable-header": "a header that cannot be read", "見出しを読めません";
    warning "unknown-version": "a version of CSA that is not known", "知らない版のCSA形式です";
    warning "unknown-handicap": "a handicap without a known position; the even one is taken", "この手合割を知らないため、平手として読みました";
    warning "handicap-spelling": "a handicap under a name the format does not have", "この形式にはない手合割の名前です";
    warning "variant-not-playable": "a game whose rules are not here; its moves stay as text", "この種類のルールがないため、指し手は文字のまま残しました";
    warning "variant-differs": "another game than the caller says", "棋譜に書かれた種類と、読んだ種類が違います";
    info "game-by-board": "a game known only by where it starts", "開始局面から種類を判断しました";
    warning "no-position": "no start position; the usual one is taken", "開始局面がないため、平手として読みました";
    warning "no-turn": "no side to move; Sente is taken", "手番がないため、先手番として読みました";
    warning "two-positions": "a start position that is told twice", "開始局面が二度書かれています";
    warning "two-rows": "a row that is told twice", "同じ段が二度書かれています";
    warning "two-turns": "a side to move that is told twice", "手番が二度書かれています";
    warning "missing-rows": "a diagram with rows missing", "局面図の段が足りません";
    warning "row-length": "a row of another length", "局面図の段の長さが違います";
    warning "diagram-size": "a diagram of another size", "局面図の大きさが違います";
    warning "late-diagram": "a diagram after the first move", "局面図が指し手の後にあります";
    warning "late-position": "a start position after the first move", "開始局面が指し手の後にあります";
    warning "late-header": "a header after the first move", "見出しが指し手の後にあります";
    warning "late-turn": "a side to move after the first move", "手番が指し手の後にあります";
    warning "unknown-man": "a piece that is not known", "知らない駒です";
    warning "unknown-hand": "a hand that cannot be read", "持ち駒を読めません";
    warning "hand-overfull": "more pieces in hand than can be", "持ち駒が多すぎます";
    warning "cannot-be-held": "a piece that cannot be held in hand", "持ち駒にできない駒です";
    warning "unreadable-men": "a placement of pieces that cannot be read", "駒の配置を読めません";
    warning "man-not-there": "a piece that is not there", "そこにその駒はありません";
    warning "square-taken": "a square that is taken already", "その升にはすでに駒があります";
    error "unreadable-position": "a position (SFEN) that cannot be read", "局面（SFEN）を読めません";
    warning "illegal-move": "a move against the rules; carried out and marked", "反則の手です。指したものとして印を付けました";
    error "impossible-move": "a move that cannot be carried out; the rest stays as text", "実行できない手です。これ以降は文字のまま残しました";
    error "unreadable-move": "a move that cannot be read; kept as text", "指し手を読めません。文字のまま残しました";
    warning "ambiguous-move": "a move that several pieces can make", "どの駒の手か決まりません";
    warning "no-such-man": "a move that no piece can make", "その手を指せる駒がありません";
    warning "not-in-hand": "a drop of a piece that is not in hand", "その駒は持ち駒にありません";
    warning "wrong-words": "words (右, 左, 上, 引 ...) that do not fit the piece", "右・左・上・引などの言葉が駒に合いません";
    warning "same-square": "同 with no move before it", "「同」の前に指し手がありません";
    warning "off-board": "a square off the board", "盤の外です";
    warning "cannot-be-dropped": "a piece that cannot be dropped", "打てない駒です";
    warning "man-differs": "another piece than the one on the board", "駒の名前が盤上の駒と違います";
    warning "wrong-mark": "the mark of the side that is not to move", "先後の印が手番と違います";
    warning "wrong-side": "the sign of the side that is not to move", "先後の符号が手番と違います";
    warning "move-number": "a move number out of order", "手数の番号が順番どおりではありません";
    warning "text-after-move": "words after a move", "指し手の後に余分な文字があります";
    warning "move-after-ending": "a move after an ending", "終局の後に指し手があります";
    warning "unreadable-time": "a time that cannot be read", "消費時間を読めません";
    warning "time-precision": "a time finer than milliseconds", "消費時間が細かすぎます";
    warning "time-without-move": "a time without a move", "指し手のない消費時間です";
    warning "two-times": "a time that is told twice", "消費時間が二度書かれています";
    warning "indented-line": "a line that begins with a space", "行の先頭に空白があります";
    warning "unreadable-line": "a line that is not of the format", "この行を読めません";
    warning "no-separator": "no separator between two games", "対局の区切りがありません";
    warning "unknown-ending": "an ending in words of its own; kept", "知らない終局の言葉です。そのまま残しました";
    warning "unknown-result": "a closing sentence that cannot be read; kept", "結果の文を読めません。そのまま残しました";
    warning "second-ending": "two endings; the first counts", "終局が二つあります。初めのものを採りました";
    warning "result-count": "a closing sentence that miscounts the moves", "結果の文の手数が合いません";
    warning "result-differs": "a closing sentence that contradicts the ending", "結果の文が終局と食い違います";
    warning "variation-without-place": "a variation of no move; kept as comments", "変化の始まる手がありません。コメントとして残しました";
    warning "variation-continues": "a variation that replaces no move", "置き換える手のない変化です";
    warning "early-variation": "a variation before the first move", "初手より前に変化があります";
    warning "branches-lost": "lost: variations, which the format has not", "この形式は変化を書けません";
    error "games-lost": "lost: all games but the first, the format holds one", "この形式は一局だけを書けます";
    error "game-lost": "lost: a game that the format cannot hold", "この形式では、この将棋の棋譜を書けません";
    warning "moves-lost": "lost: moves that cannot be written", "書けない指し手があります";
    warning "nodes-lost": "lost: all but one position", "この形式は局面だけを書きます";
    warning "move-changed": "a move that is written in another way", "指し手の書き方が変わります";
    warning "times-lost": "lost: times", "この形式は消費時間を書けません";
    warning "milliseconds-lost": "lost: parts of a second", "消費時間は秒単位になります";
    warning "comments-lost": "lost: comments", "この形式はコメントを書けません";
    warning "comment-split": "a comment that is written in several parts", "コメントが分かれて書かれます";
    warning "comment-moved": "a comment on the ending, written before it", "終局のコメントは、その前に書かれます";
    warning "bookmarks-lost": "lost: bookmarks", "この形式はしおりを書けません";
    warning "asides-lost": "lost: lines that programs skip", "読み飛ばされる行は書かれません";
    warning "endings-lost": "lost: endings of variations", "変化の終局は書けません";
    warning "ending-changed": "an ending that is written in another way", "終局の書き方が変わります";
    warning "second-ending-lost": "lost: a second ending", "二つ目の終局は書けません";
    warning "winner-lost": "lost: who won", "勝者を書けません";
    warning "reason-lost": "lost: the reason of a foul", "反則の理由は書けません";
    warning "header-lost": "lost: headers the format cannot hold", "書けない見出しがあります";
    warning "header-changed": "a header that is written in another way", "見出しの書き方が変わります";
    warning "header-split": "a header of several lines, written as several", "複数行の見出しは、いくつかの見出しになります";
    warning "ply-lost": "lost: the number of the first move", "開始の手数は書けません";
    warning "last-move-lost": "lost: the move before the start", "直前の指し手は書けません";
    warning "position-lost": "lost: the start position", "開始局面を書けません";
    warning "diagram-lost": "lost: the diagram", "局面図は書けません";
    warning "character-lost": "lost: a character the encoding has not", "この文字コードにない文字があります";
    warning "character-changed": "a character that becomes its twin in the encoding", "似た文字に置き換えられます";
}

/// The finding with Japanese words, where it has none of its own.
pub(crate) fn in_both(mut finding: Finding) -> Finding {
    if let Some(ja) = japanese(&finding.code) {
        finding.message = finding.message.or_japanese(ja);
    }
    finding
}

/// The words of a code in Japanese.
pub(crate) fn japanese(code: &str) -> Option<&'static str> {
    let kind = FINDINGS.iter().find(|kind| kind.code == code);
    // Odd positions are said by the rules, undecodable bytes by the decoder.
    let mut others = koma_rules::say::FINDINGS.iter().chain(koma_text::FINDINGS);
    debug_assert!(kind.is_some() || others.any(|kind| kind.code == code), "{code} is not listed");
    kind.map(|kind| kind.message.ja)
}

koma_text::phrases! {
    pub(crate) static PHRASES;

    move_and_reason(word, reason) { "{word}: {reason}", "{word}: {reason}" }
    kif_lines() { "comments begin with *, headers have a colon", "コメントは * で始め、見出しにはコロンを付けます" }
    kept_as_text() { "this move and what follows it are kept as text", "この手とその後は文字のまま残しました" }
    kept_as_comments() { "its moves are kept as comments", "指し手はコメントとして残しました" }
    even_position() { "the even start position is taken", "平手として読みました" }
    save_the_page() { "save the record there and open the file: no page is fetched", "そのページで棋譜を保存し、ファイルを開いてください。ページの取得はしません" }
    packed_file(name) { "this is a {name} file, not text", "{name}ファイルです（テキストではありません）" }
    unpack_first() { "unpack it, or give it to `koma db import` or to the library's Import", "展開してから読むか、koma db import またはライブラリの「取り込み」で読み込んでください" }
    known_formats() { "known are KIF, KI2, BOD, CSA, USI, SFEN, USEN, PSN, PGN, JKF and Koma's own JSON", "読めるのは KIF、KI2、BOD、CSA、USI、SFEN、USEN、PSN、PGN、JKF と Koma の JSON です" }
    usi_lines() { "a line is `startpos`, `sfen ...` or a bare SFEN, then `moves`", "startpos か sfen、または SFEN だけを書き、その後に moves を続けます" }
    hand_form() { "hands are written like 飛　金二　歩十五", "持ち駒は「飛　金二　歩十五」のように書きます" }
    name_the_game() {
        "name the game: `setoption name USI_Variant value ...` in the line before",
        "前の行に setoption name USI_Variant value ... と書くと種類を指定できます"
    }
    csa_comments() { "comments begin with '", "コメントは ' で始めます" }
    csa_turn() { "a line + or - stands before the moves", "指し手の前に + か - の行を書きます" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_code_is_said_in_both_languages() {
        assert_eq!(koma_text::finding_faults(super::FINDINGS), Vec::<String>::new());
        let helps = &super::PHRASES[1..];
        assert_eq!(koma_text::template_faults(helps), Vec::<String>::new());
        let mut codes: Vec<&str> = super::FINDINGS.iter().map(|kind| kind.code).collect();
        codes.sort_unstable();
        assert!(codes.windows(2).all(|pair| pair[0] != pair[1]), "each code stands once");
    }
}
