//! What readers find in records and what writers lose: codes and facts, in both languages.

koma_text::findings! {
    /// Every finding about a record, and everything a format may lose.
    pub static FINDINGS;

    error "empty-file" empty_file() { "there is nothing in this file", "内容がありません" }
    error "not-text" packed_file(name) {
        "this is a {name} file, not text", "{name}ファイルです（テキストではありません）"
        help "unpack it, or give it to `koma db import` or to the library's Import",
            "展開してから読むか、koma db import またはライブラリの「取り込み」で読み込んでください"
    }
    error "not-text" noise() { "this is not text", "テキストファイルではありません" }
    error "unknown-format" unknown_format() {
        "this is no game record of a known format", "対応していない形式です"
        help "known are KIF, KI2, BOD, CSA, USI, SFEN, USEN, PSN, PGN, JKF and Koma's own JSON",
            "読めるのは KIF、KI2、BOD、CSA、USI、SFEN、USEN、PSN、PGN、JKF と Koma の JSON です"
    }
    error "unknown-format" foreign_json() { "this JSON is no record of Koma's", "このJSONはKomaの棋譜ではありません" }
    error "no-game" no_game() { "there is no game in this file", "対局が見つかりません" }
    error "no-game" no_list_of_games() { "there is no list of games", "対局の一覧（games）がありません" }
    error "no-game" no_list_of_moves() { "there is no list of moves", "指し手の一覧（moves）がありません" }
    error "link-without-moves" link_without_moves() {
        "the moves are not in this address", "このアドレスには指し手がありません"
        help "save the record there and open the file: no page is fetched",
            "そのページで棋譜を保存し、ファイルを開いてください。ページの取得はしません"
    }
    warning "mojibake" mojibake() {
        "this was UTF-8, read as Shift_JIS by some program; it is read as it was",
        "UTF-8がShift_JISとして読まれて文字化けしたものです。元のとおりに読みました"
    }
    warning "mojibake" mojibake_in_part(count) {
        "this was UTF-8, read as Shift_JIS by some program; it is read as it was; {count} characters could not be brought back",
        "UTF-8がShift_JISとして読まれて文字化けしたものです。元のとおりに読みましたが、{count}字は戻せませんでした"
    }
    error "not-json" not_json() { "this is not JSON from here on", "ここからJSONとして読めません" }
    warning "not-a-text" not_texts(key) { "`{key}` is a list of texts", "「{key}」には文字列を並べてください" }
    warning "not-a-text" header_not_a_text() { "a header is a text", "見出しの値は文字列です" }
    warning "not-a-text" comment_not_a_text() { "a comment is a text", "コメントは文字列です" }
    info "unknown-field" unknown_field(name) { "the field `{name}` is not of the format", "「{name}」はこの形式にない項目です" }
    error "empty-node" empty_node() { "a node is a move, a text or an ending", "節には指し手、文字、終局のどれかを書きます" }
    warning "empty-node" silent_node() { "this is neither a move nor an ending", "指し手でも終局でもない節があります" }
    error "no-parent" no_parent() { "a node names one before it as its parent", "節の親（parent）は、それより前の節です" }
    warning "empty-key" empty_key() { "a header without a key", "見出しの名前がありません" }
    warning "no-colon" no_colon() { "a header has a colon after its key", "見出しの名前の後にコロンがありません" }
    warning "unreadable-header" unreadable_header() { "a header is a pair of texts", "見出しは名前と値の組です" }
    warning "unknown-version" unknown_json_version() { "this version of the format is not known", "知らない版の形式です" }
    warning "unknown-version" unknown_version(words) { "`{words}` is no version of the format that is known", "「{words}」は知らない版です" }
    warning "unknown-handicap" unknown_handicap(name) {
        "the start position of `{name}` is unknown, and there is no diagram", "手合割「{name}」の開始局面がわからず、局面図もありません"
        help "the even start position is taken", "平手として読みました"
    }
    error "unknown-handicap" unknown_preset(name) { "`{name}` is no preset that is known", "「{name}」は知らない手合割（preset）です" }
    warning "handicap-spelling" handicap_spelling(name) { "`{name}` is not a handicap of the format", "「{name}」はこの形式にない手合割の名前です" }
    warning "variant-not-playable" variant_kept_as_text(name) {
        "the game {name} cannot be played here; moves stay as text", "「{name}」のルールがないため、指し手は文字のまま残しました"
    }
    warning "variant-not-playable" variant_not_playable(name) { "the game {name} cannot be played here", "「{name}」のルールがありません" }
    warning "variant-differs" variant_differs(found, wanted) { "this is a record of {found}, not of {wanted}", "{wanted}ではなく{found}の棋譜です" }
    warning "variant-differs" variant_told(name, wanted) { "the file names {name}, but is read as {wanted}", "棋譜には{name}とありますが、{wanted}として読みました" }
    info "game-by-board" game_by_board(name) {
        "{name} starts here, so this is taken to be a game of it", "{name}の開始局面なので、その対局として読みました"
        help "name the game: `setoption name USI_Variant value ...` in the line before",
            "前の行に setoption name USI_Variant value ... と書くと種類を指定できます"
    }
    warning "no-position" no_position() {
        "the file tells no start position", "開始局面がありません"
        help "the even start position is taken", "平手として読みました"
    }
    warning "no-turn" no_turn() {
        "the file does not tell the side to move", "手番がありません"
        help "a line + or - stands before the moves", "指し手の前に + か - の行を書きます"
    }
    warning "two-positions" two_positions() { "the position is given twice; the last one counts", "開始局面が二度書かれています。後のものを採りました" }
    warning "two-rows" two_rows(rank) { "row {rank} is given twice", "{rank}段目が二度書かれています" }
    warning "two-turns" two_turns() { "the side to move is given twice", "手番が二度書かれています" }
    warning "missing-rows" missing_rows() { "not all rows of the position are there; the others are empty", "局面の段が足りません。足りない段は空けました" }
    warning "row-length" row_length(count) { "the row has {count} squares instead of 9", "この段は{count}マスです（9マスではなく）" }
    error "diagram-size" diagram_rows(count, ranks) { "the diagram has {count} rows, the board {ranks}", "局面図は{count}段、盤は{ranks}段です" }
    error "diagram-size" diagram_files(count, files) { "the row has {count} squares, the board {files} files", "この段は{count}マス、盤は{files}筋です" }
    warning "late-diagram" late_diagram() { "a diagram after the first move is not read", "指し手の後の局面図は読みません" }
    warning "late-position" late_position() { "a position after the first move is not read", "指し手の後の局面は読みません" }
    warning "late-header" late_handicap() { "the handicap stands after the first move and is not used", "指し手の後の手合割は使いません" }
    warning "late-turn" late_turn() { "the side to move is told before the moves, not among them", "手番は指し手の前に書きます" }
    error "unknown-man" unknown_man(piece) { "{piece} is no piece of this game", "「{piece}」はこの将棋にない駒です" }
    error "unknown-man" strange_man(text) { "`{text}` is no piece; the square is left empty", "「{text}」は駒ではないため、その升は空けました" }
    error "unknown-man" no_man(text) { "`{text}` is no piece", "「{text}」は駒ではありません" }
    error "unknown-man" no_man_on_square() { "this is no piece on a square", "升の駒として読めません" }
    error "unknown-man" move_without_man() { "the move names no piece", "指し手に駒がありません" }
    error "unknown-hand" unknown_hand(text) {
        "`{text}` cannot be in hand", "「{text}」は持ち駒として読めません"
        help "hands are written like 飛　金二　歩十五", "持ち駒は「飛　金二　歩十五」のように書きます"
    }
    error "hand-overfull" hand_overfull(count) { "{count} pieces of a kind are more than a hand holds", "同じ駒を{count}枚も持つことはできません" }
    warning "cannot-be-held" hand_cannot_be(text) {
        "`{text}` cannot be in hand", "「{text}」は持ち駒にできません"
        help "hands are written like 飛　金二　歩十五", "持ち駒は「飛　金二　歩十五」のように書きます"
    }
    warning "cannot-be-held" cannot_be_held(text) { "{text} cannot be in hand", "{text} は持ち駒にできません" }
    error "cannot-be-held" no_count() { "this is no count of pieces", "持ち駒の枚数として読めません" }
    error "unreadable-men" unreadable_men() { "this is not a list of pieces", "駒の配置を読めません" }
    warning "man-not-there" man_not_there(text) { "{text} does not stand there to be taken off", "{text} はそこにないため、取り除けません" }
    warning "square-taken" square_taken(text) { "{text}: a piece stands there already", "{text}: その升にはすでに駒があります" }
    error "unreadable-position" unreadable_position(error) { "{error}", "局面（SFEN）を読めません: {error}" }
    warning "illegal-move" illegal_move(word, reason) { "{word}: {reason}", "{word}：{reason}" }
    error "impossible-move" impossible_move(word, reason) {
        "{word}: {reason}", "{word}：{reason}"
        help "this move and what follows it are kept as text", "この手とその後は文字のまま残しました"
    }
    error "unreadable-move" no_move(text) { "`{text}` is no move", "「{text}」を指し手として読めません" }
    error "unreadable-move" move_after_unread() { "a move before it could not be read", "前の指し手を読めなかったため、読めません" }
    error "unreadable-move" move_to_nowhere() { "the move goes nowhere", "指し手の行き先がありません" }
    error "unreadable-move" unclear_words(text) { "`{text}` does not say which piece moves", "「{text}」では、どの駒の手か決まりません" }
    error "ambiguous-move" ambiguous_move(squares) { "the move can start from {squares}", "どの駒の手か決まりません（{squares}）" }
    error "no-such-man" no_such_man(piece, square) { "no {piece} can go to {square}", "{square}へ動ける{piece}がありません" }
    error "no-such-man" nobody_can(text) { "no piece can make the move {text}", "「{text}」と指せる駒がありません" }
    error "not-in-hand" not_in_hand(piece) { "there is no {piece} in hand", "持ち駒に{piece}がありません" }
    warning "wrong-words" wrong_words() { "the words do not fit the piece that moves", "右・左・上・引などの言葉が駒に合いません" }
    error "same-square" same_square() { "同 has no move before it to refer to", "「同」の前に指し手がありません" }
    error "off-board" off_board(square) { "{square} is not on the board", "{square} は盤の外です" }
    error "cannot-be-dropped" cannot_be_dropped(piece) { "{piece} cannot be dropped", "{piece}は打てません" }
    warning "man-differs" man_differs(written, standing, square) {
        "the record moves {written}, but {standing} stands on {square}", "棋譜では{written}ですが、{square}の駒は{standing}です"
    }
    warning "man-differs" other_man(square) { "another piece than that of the record stands on {square}", "{square}の駒が棋譜の駒と違います" }
    warning "man-differs" man_elsewhere(written) { "the record moves {written}, which does not stand there", "棋譜では{written}ですが、そこの駒は違います" }
    warning "wrong-mark" wrong_mark() { "the mark of the move is not that of the side to move", "先後の印が手番と違います" }
    warning "wrong-mark" wrong_colour() { "the colour of the move is not that of the side to move", "先後（color）が手番と違います" }
    error "wrong-side" wrong_side(text) { "`{text}` is a move of the side that waits", "「{text}」は手番でない側の指し手です" }
    warning "move-number" move_number(found, expected) { "the move is numbered {found} instead of {expected}", "手数が{found}になっています（{expected}のはず）" }
    warning "text-after-move" text_after_move(text) { "`{text}` after the move is not read", "指し手の後の「{text}」は読みません" }
    warning "move-after-ending" move_after_ending() { "the game has ended before this move", "終局の後に指し手があります" }
    warning "unreadable-time" not_seconds() { "a time is a number of seconds", "消費時間は秒の数です" }
    warning "unreadable-time" not_a_clock() { "a time is hours, minutes and seconds", "消費時間は時・分・秒で書きます" }
    warning "time-precision" time_precision() { "parts of a millisecond are cut off", "消費時間のミリ秒より細かい部分は切り捨てました" }
    warning "time-without-move" time_without_move() { "there is no move before this time", "この消費時間の前に指し手がありません" }
    warning "two-times" two_times() { "the move has a time already", "消費時間が二度書かれています" }
    warning "indented-line" indented_line() { "statements begin in the first column", "行の先頭に空白があります" }
    warning "unreadable-line" no_line_of_kif() {
        "this line is not part of a record", "この行は棋譜として読めません"
        help "comments begin with *, headers have a colon", "コメントは * で始め、見出しにはコロンを付けます"
    }
    warning "unreadable-line" no_line_of_usi() {
        "this line is no position", "この行は局面として読めません"
        help "a line is `startpos`, `sfen ...` or a bare SFEN, then `moves`", "startpos か sfen、または SFEN だけを書き、その後に moves を続けます"
    }
    warning "unreadable-line" no_statement() {
        "this is no statement of the format", "この形式の行ではありません"
        help "comments begin with '", "コメントは ' で始めます"
    }
    warning "unreadable-line" no_position_statement() { "this is no statement about a position", "局面の行として読めません" }
    warning "unreadable-line" stray_bracket() { "a bracket that was never opened", "始まりのない括弧があります" }
    warning "unreadable-line" open_bracket() { "a variation is not closed", "変化の括弧が閉じられていません" }
    warning "no-separator" no_separator() { "another game begins without a line / before it", "対局の区切りの行（/）がありません" }
    warning "unknown-ending" unknown_ending(text) { "`{text}` is no ending that is known", "「{text}」は知らない終局の言葉です。そのまま残しました" }
    warning "unknown-result" unknown_result() { "the result is in words that are not known", "結果の文を読めません。そのまま残しました" }
    warning "second-ending" second_ending(second, first) { "a second ending, {second}, after {first}", "終局が二つあります（{first} の後に {second}）" }
    warning "result-count" result_count(told, played) { "the result counts {told} moves, the record has {played}", "結果の文では{told}手、棋譜は{played}手です" }
    warning "result-differs" result_differs(result, last) { "the result says {result}, the last line {last}", "結果の文（{result}）が最後の行（{last}）と食い違います" }
    error "variation-without-place" no_move_to_vary() { "there is no such move to vary", "変化の始まる手がありません" }
    error "variation-without-place" no_move_before_bracket() { "there is no move before this bracket to vary", "この括弧の前に、変化の始まる手がありません" }
    warning "variation-continues" variation_continues() {
        "the variation replaces no move, it goes on with the line before", "置き換える手がなく、前の手順の続きになっている変化です"
    }
    warning "early-variation" early_variation() { "a variation before the first move is not one", "初手より前に変化は書けません" }

    warning "branches-lost" branches_lost(format) { "{format} has no variations", "{format}には変化を書けません" }
    warning "branches-lost" branches_beside_lost() { "variations beside a move that cannot be read are left out", "読めない手と並ぶ変化は書けません" }
    error "games-lost" games_lost(format) { "a file of {format} holds one game", "{format}のファイルには一局だけを書けます" }
    error "game-lost" not_shogi(format) { "{format} is for shogi only; the game is left out", "{format}には本将棋の棋譜だけを書けます" }
    error "game-lost" no_words_for_steps(format) { "{format} has no words for a move of so many steps", "{format}には、何歩も続く手を書けません" }
    error "game-lost" no_names_for_men(format) { "{format} has no names for the pieces of this game", "{format}には、この将棋の駒の名前がありません" }
    error "game-lost" no_board(format) { "{format} needs a board; here are only words", "{format}には盤上の指し手だけを書けます（この棋譜は文字だけです）" }
    warning "position-lost" position_lost() { "the start position could not be read, so it cannot be written", "読めなかった開始局面は書けません" }
    warning "moves-lost" rest_of_record_lost() { "a move that cannot be read ends the record", "読めない手から後は書けません" }
    warning "moves-lost" rest_of_line_lost() { "a move that cannot be written ends its line", "書けない手から後の手順は書けません" }
    warning "moves-lost" no_words_for_move(format) { "{format} has no words for this move", "{format}には書けない指し手です" }
    warning "moves-lost" only_the_position() { "only the last position is drawn, not the moves", "最後の局面だけを書きます（指し手は書きません）" }
    warning "nodes-lost" nodes_lost() { "endings and variations are not drawn", "終局と変化は書けません" }
    warning "move-changed" like_a_time() { "words that look like a time or the sign of a variation", "消費時間や変化の印と紛らわしい言葉です" }
    warning "move-changed" marks_inside() { "marks inside words that are no move are left out", "指し手でない言葉の中の先後の印は省きます" }
    warning "move-changed" nothing_to_promote_to() { "the piece has nothing to promote to", "成れない駒の成りは書けません" }
    warning "times-lost" times_lost(format) { "{format} has no times", "{format}には消費時間を書けません" }
    warning "times-lost" time_of_closing_lost() { "an ending that only the closing sentence tells has no time", "結果の文だけで表す終局の消費時間は書けません" }
    warning "milliseconds-lost" milliseconds_lost(format) { "{format} has whole seconds only", "{format}の消費時間は秒単位です" }
    warning "comments-lost" comments_lost(format) { "{format} has no comments", "{format}にはコメントを書けません" }
    warning "comments-lost" comment_as_bookmark() { "a comment that begins with & becomes a bookmark", "& で始まるコメントはしおりになります" }
    warning "comments-lost" comment_in_braces() { "a comment that braces cannot hold is changed", "括弧の中に書けないコメントは変わります" }
    warning "comment-split" comment_split() { "a comment of several lines becomes several", "複数行のコメントは、いくつかのコメントになります" }
    warning "comment-moved" comment_moved(format) { "{format} has comments on an ending with the last move", "{format}では、終局のコメントは最後の手に書かれます" }
    warning "bookmarks-lost" bookmarks_lost(format) { "{format} has no bookmarks", "{format}にはしおりを書けません" }
    warning "bookmarks-lost" bookmark_changed() { "a bookmark is one line without blanks at its ends", "しおりは、両端に空白のない一行です" }
    warning "bookmarks-lost" bookmark_of_comment() { "a comment that begins with & becomes a bookmark", "& で始まるコメントはしおりになります" }
    warning "asides-lost" asides_lost() { "lines that programs skip are left out", "読み飛ばされる行は書かれません" }
    warning "endings-lost" ending_lost(format, ending) { "{format} has no word for {ending} here", "{format}では、ここに {ending} を書けません" }
    warning "endings-lost" ending_only_last(format) { "{format} has endings at the end only", "{format}では、終局は最後にだけ書けます" }
    warning "endings-lost" ending_after_lost() { "an ending after a move that is lost", "書けない手の後の終局です" }
    warning "ending-changed" no_word_for_foul(format) { "{format} has no word for a foul out of turn", "{format}には、手番でない側の反則を表す言葉がありません" }
    warning "ending-changed" ending_changed(format, ending) { "{format} has no word for {ending}", "{format}には {ending} を表す言葉がありません" }
    warning "ending-changed" no_own_endings(format) { "{format} has no words of its own for an ending", "{format}では、終局を自由な言葉で書けません" }
    warning "second-ending-lost" second_ending_lost(format) { "{format} has one ending a line", "{format}では、一つの手順に終局は一つです" }
    warning "winner-lost" winner_lost(format) { "{format} cannot say who won like that", "{format}では、この勝敗を表せません" }
    warning "reason-lost" reason_lost() { "why a move could not be carried out is not kept", "指せなかった理由は書かれません" }
    warning "header-lost" headers_lost(format) { "{format} has no headers", "{format}には見出しを書けません" }
    warning "header-lost" header_lost(header) { "the header {header} would not be read as one", "見出し {header} は、見出しとして読まれません" }
    warning "header-lost" second_header_lost(key) { "a second header {key} has no place", "二つ目の見出し {key} は書けません" }
    warning "header-changed" handicap_players(format) { "{format} has no words for the players of a handicap game", "{format}では、上手・下手は先手・後手になります" }
    warning "header-changed" header_renamed(key) { "{key} is read back under its name in KIF", "{key} は、KIFでの名前で読まれます" }
    warning "header-changed" header_cut() { "blanks at the end of a header are cut", "見出しの終わりの空白は省かれます" }
    warning "header-changed" day_as_start() { "対局日 is written as the start of the game", "対局日は開始日時として書かれます" }
    warning "header-changed" header_in_form(key, value, form) { "{key} {value} is written in the standard's form, {form}", "{key} {value} は、標準の書き方 {form} になります" }
    warning "header-changed" header_as_comment(key, value) { "{key} {value} has no form in the standard; it is a comment", "{key} {value} は標準の書き方がないため、コメントになります" }
    warning "header-split" header_split() { "a header of several lines becomes several", "複数行の見出しは、いくつかの見出しになります" }
    warning "ply-lost" ply_lost(format) { "{format} counts moves from 1", "{format}の手数は1から始まります" }
    warning "last-move-lost" last_move_lost() { "the move before the start is not written", "開始局面の直前の指し手は書けません" }
    warning "diagram-lost" diagram_lost() { "a diagram that is no position is left out", "局面として読めない図は書けません" }
    warning "character-lost" character_lost(encoding, character, file) { "{encoding} has no character {character}; {file} holds it", "{encoding}に {character} はありません。{file}なら書けます" }
    warning "character-changed" character_changed(encoding, twin, character) { "{encoding} has {twin} for {character}", "{encoding}では {character} が {twin} になります" }
}

koma_text::phrases! {
    pub(crate) static PHRASES;

    several(what, count) { "{what} ({count} times)", "{what}（{count}か所）" }
    kept_as_text() { "this move and what follows it are kept as text", "この手とその後は文字のまま残しました" }
    kept_as_comments() { "its moves are kept as comments", "指し手はコメントとして残しました" }
    nobody() { "nobody", "勝者なし" }
    utf8_file() { "one in UTF-8", "UTF-8のファイル" }
    file_of(extension) { "a {extension} file", "{extension} ファイル" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn everything_is_said_in_both_languages() {
        assert_eq!(koma_text::finding_faults(super::FINDINGS), Vec::<String>::new());
        assert_eq!(koma_text::template_faults(super::PHRASES), Vec::<String>::new());
    }
}
