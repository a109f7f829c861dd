//! What there is to say about variant files and `variants.ini`.

koma_text::findings! {
    /// Every finding about variants, beside those of YAML, of Betza and of piece files.
    pub static FINDINGS;

    error "ending-twice" ending_twice() {
        "this kind of ending is already listed; only the first acts", "同じ終局が二度書かれています。初めのものが働きます"
    }
    error "ending-missing" no_move_missing() {
        "nothing says what happens when a side has no legal move", "指せる手がないときの決まりがありません"
        help "add - {{ kind: no_move, outcome: loss }}", "- {{ kind: no_move, outcome: loss }} を加えてください"
    }
    error "ending-missing" checkmate_missing() {
        "nothing says what checkmate means", "詰みの決まりがありません"
        help "add - {{ kind: checkmate, outcome: loss }}, or set check_rules: false",
            "- {{ kind: checkmate, outcome: loss }} を加えるか、check_rules: false と書いてください"
    }
    error "ending-missing" royal_taken_missing() {
        "without check rules a game must end when the last royal is taken",
        "王手のルールがなければ、最後の玉を取られたときの決まりが必要です"
        help "add - {{ kind: royal_taken, outcome: loss }}, or set check_rules: true",
            "- {{ kind: royal_taken, outcome: loss }} を加えるか、check_rules: true と書いてください"
    }
    error "ending-never" mate_without_check() {
        "there is no checkmate without check rules", "王手のルールがなければ、詰みは起こりません"
    }
    warning "ending-never" royal_never_taken() {
        "with check rules a royal is never taken, so this never happens", "王手のルールがあるため、玉を取られることはありません"
    }
    error "bad-slug" handicap_twice(slug) { "the handicap `{slug}` is there twice", "手合割「{slug}」が二つあります" }
    error "bad-slug" bad_slug() {
        "a slug has small letters, digits and single hyphens", "小文字・数字・ハイフンで書いてください"
        help "for example slug: \"micro-shogi\"", "例えば slug: \"micro-shogi\" のように書きます"
    }
    error "bad-alias" bad_alias() { "this alias is empty or there twice", "別名が空か、二度書かれています" }
    error "kinds-count" kinds_count(most, count) {
        "a variant has 1 to {most} kinds, not {count}", "駒の種類は1〜{most}です（{count}ではなく）"
    }
    error "code-twice" code_taken(code) { "the code `{code}` is taken by another kind", "記号「{code}」の駒が二つあります" }
    error "code-twice" code_listed(code) { "{code} is already in this list", "「{code}」はもうこのリストにあります" }
    warning "unquoted-code" unquoted_code(code) {
        "older YAML readers take a bare {code} for a boolean", "古い YAML では {code} が真偽値と読まれます"
        help "quote it: code: \"{code}\"", "code: \"{code}\" と書いてください"
    }
    error "bad-code" bad_code() {
        "a code is one to four capitals, after + for a promoted piece", "駒の記号は大文字1〜4字です（成駒は前に +）"
        help "for example \"P\", \"+P\" or \"GG\"", "例: \"P\"、\"+P\"、\"GG\""
    }
    error "unknown-piece" unknown_piece(what) {
        "there is no piece {what}", "{what}の駒はありません"
        help "a name or number from the piece files", "駒ファイルにある名前か番号を書いてください"
    }
    error "ambiguous-piece" ambiguous_piece(count, what) {
        "there are {count} pieces {what}", "{what}の駒が{count}あります"
        help "write the piece's number; numbers must differ over all files",
            "駒の番号で書いてください。番号はすべてのファイルで違うものにします"
    }
    error "promotion-target" no_promotion_target(name, id) {
        "{name} promotes to piece {id}, which is no kind here", "「{name}」は番号{id}の駒に成りますが、この将棋にありません"
        help "add that kind, or write promotes_to: none", "その駒を加えるか、promotes_to: none と書いてください"
    }
    error "promotion-target" many_promotion_targets(id, code) {
        "several kinds are piece {id}, to which {code} promotes", "「{code}」の成った先（番号{id}）が一つに決まりません"
        help "write promotes_to with the code that is meant", "promotes_to に記号を書いてください"
    }
    error "promotion-loop" promotion_loop(codes) {
        "the promotions {codes} go round in a circle", "成りが循環しています（{codes}）"
    }
    error "in-hand" in_hand(code) {
        "several kinds promote to {code}, so a captured one has no clear front side",
        "「{code}」に成る駒がいくつもあり、取られたときにどれに戻るか決まりません"
        help "write in_hand with the code it goes back to", "in_hand に戻る駒の記号を書いてください"
    }
    error "no-royal" no_royal() {
        "no kind is royal, so nobody can win", "玉にあたる駒がないため、勝敗が付きません"
        help "write royal: true at the king's kind, or the special rule Royal at its piece",
            "玉にする駒に royal: true と書くか、駒の special_rules に Royal を加えてください"
    }
    warning "never-promotes" never_promotes(code) {
        "{code} has a promoted side but nowhere to promote", "「{code}」には成駒がありますが、成る場所がありません"
        help "write promotion: {{ zone: 3 }}, or promotes_to: none",
            "promotion: {{ zone: 3 }} か promotes_to: none と書いてください"
    }
    error "setup-without-drops" setup_without_drops() {
        "a set-up phase and choice groups are about drops, which this variant lacks",
        "配置の段階と選択の組には、駒を打てるルールが必要です"
        help "write drops: {{ captures_to_hand: false }} if only the first hands are dropped",
            "初めの持駒だけを打つなら drops: {{ captures_to_hand: false }} と書いてください"
    }
    warning "setup-missing" setup_missing() {
        "a required choice group acts in the set-up phase, which this variant lacks",
        "必ず選ぶ組がありますが、配置の段階がありません"
        help "add setup: {{ ... }}", "setup: {{ ... }} を加えてください"
    }
    error "no-pieces" no_pieces() {
        "the variant names no pieces", "駒がありません"
        help "add piece_files: [\"standard_shogi.yaml\"]", "piece_files: [\"standard_shogi.yaml\"] を加えてください"
    }
    error "piece-file-twice" piece_file_twice() { "this file is already named", "この駒ファイルはもう書かれています" }
    error "piece-file-missing" piece_file_missing(name) {
        "there is no piece file `{name}`", "駒ファイル「{name}」はありません"
        help "a path beside this file, or the name of a shipped one", "このファイルのそばのパスか、付属の駒ファイルの名前を書いてください"
    }
    error "too-many-pieces" too_many_pieces(most) {
        "a variant draws on at most {most} pieces", "一つの種類で使える駒は{most}までです"
    }
    error "bad-clock" two_clocks() {
        "a clock has `byoyomi` or `increment`, not both", "byoyomi と increment は一緒に使えません"
    }
    error "bad-clock" periods_alone() { "`periods` belongs to `byoyomi`", "periods は byoyomi と一緒に書きます" }
    error "bad-clock" no_time() { "a clock needs some time: `main` seconds", "持ち時間 main（秒）が必要です" }
    error "unknown-code" unknown_code(code) { "no kind has the code `{code}`", "記号「{code}」の駒はありません" }
    error "choice-groups-count" too_many_groups(most) {
        "a side has at most {most} choice groups", "選択の組は{most}までです"
    }
    error "choice-group-empty" empty_group() { "a choice group needs something to choose from", "選ぶ駒がありません" }
    warning "start-royal" start_without_royal() {
        "a side starts without a royal, so it cannot lose one", "開始局面に玉のない側があります"
    }
    error "bad-start" no_side(side) {
        "`{side}` is no side: b or w moves first", "「{side}」は手番ではありません。b か w と書いてください"
    }
    error "bad-start" side_missing() {
        "the start does not say who moves first: b or w", "手番がありません。b か w と書いてください"
    }
    error "bad-start" no_ply(text) { "`{text}` is no move number", "「{text}」は手数ではありません" }
    error "bad-start" too_many_fields() { "an SFEN has four fields", "SFEN の欄は四つです" }
    error "bad-start" start_ranks(count, ranks) {
        "the start has {count} ranks, the board {ranks}", "開始局面は{count}段、盤は{ranks}段です"
    }
    error "bad-start" start_files(width, files) {
        "this rank has {width} squares, the board {files} files", "この段は{width}マス、盤は{files}筋です"
    }
    error "bad-start" no_hands() { "this variant has no drops, so the hands are `-`", "駒を打てない将棋なので、持駒は - です" }
    error "bad-start" hand_count() { "a hand holds 1 to 999 of a kind", "持駒は一種につき1〜999です" }
    error "bad-start" never_in_hand(code) { "`{code}` is never in hand", "「{code}」は持駒になりません" }
    error "bad-start" stray_comma() {
        "a comma stands between two pieces or numbers", "コンマは駒や数の間に書きます"
    }
    error "bad-start" mixed_case(code) {
        "`{code}` mixes capitals (first player) and small letters", "「{code}」は大文字（先手）と小文字が混ざっています"
    }
    error "bad-start" start_code(code) { "no kind has the code `{code}`", "記号「{code}」の駒はありません" }
    error "unknown-word" unknown_word(what, text) { "{what} cannot be `{text}`", "ここに「{text}」は書けません" }
    error "bad-square" bad_square(text) {
        "`{text}` is no square, rank or file", "「{text}」は升目ではありません"
        help "write \"5b\" for a square, \"*b\" for a rank, \"5*\" for a file", "升は \"5b\"、段は \"*b\"、筋は \"5*\" と書きます"
    }
    error "out-of-range" outside_board(text, files, ranks) {
        "{text} is outside the board of {files}x{ranks}", "{text} は盤（{files}×{ranks}）の外です"
    }

    error "ini-bad-start" ini_start_missing() { "the section has no `startFen`", "startFen がありません" }
    error "ini-bad-start" ini_start_inherited() {
        "the inherited start does not fit this board", "元の将棋の開始局面がこの盤に合いません"
    }
    error "ini-bad-start" ini_no_pieces() { "no piece stands on the board or in hand", "盤上にも持駒にも駒がありません" }
    error "ini-bad-start" ini_bad_start(why) { "{why}", "開始局面を読めません" }
    warning "ini-short-start" ini_short_start(why) { "{why}", "開始局面が盤より小さいです" }
    warning "ini-hands-without-drops" ini_hands_without_drops() {
        "pieces in hand without `pieceDrops`: they can never be dropped", "打てない将棋に持駒があります"
        help "the hands are left empty", "持駒は空にしました"
    }
    error "ini-choice-group" ini_groups_exceeded() {
        "Maximum number of piece choice groups exceeded", "選択の組が多すぎます"
    }
    error "ini-choice-group" ini_one_group_too_many(most) {
        "Maximum number of piece choice groups exceeded", "選択の組が多すぎます"
        help "a side has at most {most}; this one is left out", "{most}までです。この組は除きました"
    }
    error "ini-choice-group" ini_bad_group(why) {
        "Invalid pieceChoiceGroup entry", "pieceChoiceGroup の書き方が違います"
        label "{why}", "ここを読めません（{why}）"
    }
    warning "ini-unsupported" ini_uneven_royals() {
        "the sides start with different numbers of royal types", "玉にあたる駒の種類の数が両者で違います"
        help "the smaller number is what each side must keep", "少ないほうの数を両者が守ります"
    }
    warning "ini-unsupported" ini_unsupported(what) {
        "{what}", "この設定には対応していません"
        help "the variant is played without it", "このルールなしで指します"
    }
    warning "ini-unsupported" ini_other_games(key, meaning) {
        "`{key}` is a rule of other games: {meaning}", "「{key}」はほかのゲームのルールで、対応していません"
        help "the variant is played without it", "このルールなしで指します"
    }
    warning "ini-initial" ini_initial() {
        "moves of the start (Betza `i`) are played while a piece has never moved",
        "最初だけの動き（Betza の i）は、一度も動いていない間に指せます"
        help "Fairy-Stockfish plays them from the squares of doubleStepRegion",
            "Fairy-Stockfish では doubleStepRegion の升から指せます"
    }
    error "ini-bad-value" ini_not_a_letter(text) {
        "`{text}` is not one letter", "「{text}」は一文字ではありません"
        help "a piece has one letter from a to z, or - for none", "駒の文字は a〜z の一文字です（なければ -）"
    }
    error "ini-bad-value" ini_custom_without_betza() {
        "a custom piece is written letter:Betza", "独自の駒は「文字:Betza」と書きます"
    }
    error "ini-bad-value" ini_betza_of_its_own() {
        "only the king and custom pieces have a Betza move of their own", "Betza で動きを書けるのは玉と独自の駒だけです"
    }
    error "ini-bad-value" ini_nothing(expected) {
        "nothing stands behind the `=`", "= の後に何もありません"
        help "expected: {expected}", "{expected}を書いてください"
    }
    error "ini-bad-value" ini_bad_value(text, expected) {
        "`{text}` is not {expected}", "「{text}」ではなく、{expected}を書いてください"
    }
    error "ini-bad-value" ini_not_a_pair(text) {
        "`{text}` is not two parts with a colon", "「{text}」はコロンで分かれた二つの部分ではありません"
    }
    warning "ini-old-key" ini_old_key(key, new) {
        "`{key}` is an old name", "「{key}」は古い名前の設定です"
        help "use {new}", "今は {new} です"
    }
    warning "ini-region-off-board" ini_region_off_board(files, ranks) {
        "no square of it is on the board of {files}x{ranks}", "場所がすべて盤（{files}×{ranks}）の外です"
    }
    error "ini-unknown-key" ini_unknown_key(key) { "`{key}` is no option", "「{key}」という設定はありません" }
    error "ini-duplicate-section" ini_section_twice(name) {
        "there is a section `{name}` already", "見出し「{name}」が二度あります"
        help "the first one holds", "初めのものを読みました"
    }
    error "ini-circle" ini_circle(name) { "`{name}` inherits from itself", "「{name}」の元になる将棋が循環しています" }
    error "ini-unknown-parent" ini_unknown_parent(name) {
        "there is no variant `{name}` to inherit from", "元になる将棋「{name}」がありません"
    }
    error "ini-too-many-kinds" ini_too_many_kinds(most) {
        "the variants up to here have more than {most} kinds of pieces: the rest is not read",
        "ここまでの駒の種類が{most}を超えたため、残りは読みません"
    }
    error "ini-too-many-sections" ini_too_many_sections(most) {
        "only the first {most} sections are read", "見出しが多すぎます。初めの{most}だけ読みました"
    }
    error "ini-bad-line" ini_bad_line(line) {
        "`{line}` is neither a section nor `key = value`", "「{line}」は見出しでも「名前 = 値」でもありません"
    }
    error "ini-no-section" ini_no_section() {
        "this entry stands before the first section", "どの見出しにも属さない行です"
        help "begin with [name] or [name:parent]", "[名前] か [名前:元] で始めてください"
    }
    warning "ini-duplicate-key" ini_key_twice(key) {
        "`{key}` is set a second time", "「{key}」が二度書かれています"
        help "the last one holds", "後のものを読みました"
    }
    error "ini-bad-section" ini_bad_section(why) {
        "{why}", "見出しの書き方が違います"
        help "[name:parent]", "[名前:元] の形で書いてください"
    }
    error "ini-bad-region" ini_bad_region(text) {
        "`{text}` is no region", "「{text}」は場所ではありません"
        help "*7 is a rank, c* a file, b3 a square, - nothing", "*7 は段、c* は筋、b3 は升、- はなし"
    }
    error "ini-unknown-piece" ini_unknown_letter(letter) {
        "no piece has the letter `{letter}`", "文字「{letter}」の駒はありません"
    }
}

koma_text::phrases! {
    /// Words that findings are put together from.
    pub(crate) static PHRASES;

    piece_number(id) { "number {id}", "番号{id}" }
    piece_named(name) { "named `{name}`", "名前「{name}」" }
    one_of(names) { "one of: {names}", "{names} のどれかです" }
    in_file(place, message) { "{place} {message}", "{place} {message}（駒ファイル）" }
    true_or_false() { "true or false", " true か false " }
    a_number_from(low, high) { "a number from {low} to {high}", "{low}から{high}までの数" }
    plain(text) { "{text}", "正しい値（{text}）" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn everything_is_said_in_both_languages() {
        let mut faults = koma_text::finding_faults(super::FINDINGS);
        faults.extend(koma_text::template_faults(super::PHRASES));
        assert_eq!(faults, [""; 0]);
    }
}
