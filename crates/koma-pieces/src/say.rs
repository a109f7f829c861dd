//! What there is to say about pieces and piece files.

koma_text::findings! {
    /// Every finding about pieces, beside those of YAML and of Betza.
    pub static FINDINGS;

    error "betza-too-many-moves" too_many_moves(most) {
        "the notation stands for more than {most} moves", "動きが多すぎます（{most}通りまで）"
    }
    error "betza-unsupported" own_men_over_a_hurdle() {
        "`d` alone and `j` cannot be combined on a leaper: write m or c too",
        "跳ぶ駒では d だけと j を一緒に使えません。m か c も書いてください"
    }
    warning "missing-metadata" no_metadata() {
        "the file has no `metadata`", "metadata がありません"
        help "add metadata with name, version and piece_count", "name、version、piece_count を書いてください"
    }
    warning "missing-metadata" missing_metadata(name) {
        "`metadata` has no `{name}`", "metadata に「{name}」がありません"
    }
    info "extra-metadata" extra_metadata(name) {
        "`{name}` is kept, but not used", "「{name}」は知らない項目です。残しますが、使われません"
    }
    error "list-too-long" too_many_pieces(count, most) {
        "the file has {count} pieces; the limit is {most}", "駒が多すぎます（{count}。{most}まで）"
    }
    error "list-too-long" list_too_long(what, count, most) {
        "{what} has {count} entries, the limit is {most}", "リストが長すぎます（{count}。{most}まで）"
    }
    error "empty-list" no_direction(what) { "{what} names no direction", "方向が一つもありません" }
    error "empty-list" no_leg() { "a path needs a leg", "legs が空です。動きを一つ以上書いてください" }
    error "empty-list" no_end() {
        "a leg must be able to end somewhere", "ends_on が空です。止まれる場所を一つ以上書いてください"
    }
    error "empty-name" empty_name(what) { "{what} is empty", "名前がありません" }
    warning "unknown-rule" unknown_rule(name) {
        "there is no special rule `{name}`; it is left out", "「{name}」というルールはありません。除きました"
    }
    warning "duplicate-rule" rule_twice(rule) { "`{rule}` is given twice", "「{rule}」が二度書かれています" }
    error "rule-parameter" rule_needs_ranks(name) {
        "`{name}` needs one number of ranks, from 1 to 255", "「{name}」には段数（1〜255）が必要です"
    }
    error "rule-parameter" rule_takes_no_ranks(name) { "`{name}` takes no number", "「{name}」に数は要りません" }
    warning "unquoted-direction" unquoted(name) {
        "the direction `{name}` is not quoted", "方向「{name}」が引用符で囲まれていません"
        help "quote it: \"{name}\"", "\"{name}\" と書いてください"
    }
    error "unquoted-direction" unquoted_n(name) {
        "the direction `{name}` is not quoted", "方向「{name}」が引用符で囲まれていません"
        label "YAML 1.1 reads a bare N as false", "YAML 1.1 では N が「いいえ」と読まれます"
        help "quote it: \"{name}\"", "\"{name}\" と書いてください"
    }
    warning "boolean-direction" was_n(text) {
        "`{text}` was an unquoted N; it is \"N\" again", "「{text}」は引用符のない N でした。\"N\" として読みました"
    }
    error "boolean-direction" perhaps_n(text) {
        "`{text}` is not a direction", "「{text}」は方向ではありません"
        label "YAML 1.1 reads a bare N as false", "YAML 1.1 では N が「いいえ」と読まれます"
        help "write \"N\", in quotes", "引用符で囲んで \"N\" と書いてください"
    }
    error "boolean-direction" boolean_direction(text) {
        "`{text}` is not a direction", "「{text}」は方向ではありません"
        label "a boolean", "真偽値です"
        help "write one of the eight directions, in quotes", "八方向の一つを引用符で囲んで書いてください"
    }
    error "unknown-direction" unknown_direction(text) {
        "`{text}` is not a direction", "「{text}」は方向ではありません"
        help "the directions are \"N\" \"NE\" \"E\" \"SE\" \"S\" \"SW\" \"W\" \"NW\"",
            "方向は \"N\" \"NE\" \"E\" \"SE\" \"S\" \"SW\" \"W\" \"NW\" です"
    }
    warning "duplicate-direction" direction_twice(name) {
        "the direction {name} is given twice", "方向「{name}」が二度書かれています"
    }
    warning "missing-steps" missing_steps() {
        "the movement has no `steps`", "steps がありません"
        help "write `steps: []` where there are none", "なければ steps: [] と書いてください"
    }
    warning "overlapping-steps" overlapping_steps(direction) {
        "a second step to {direction}; the stronger one counts",
        "方向 {direction} の動きが二つあります。遠くまで動けるほうを採りました"
    }
    info "limited-one" limited_one() { "`{{ limited: 1 }}` is `single`", "{{ limited: 1 }} は single と同じです" }
    error "unknown-step-type" unknown_reach(text, what) {
        "`{text}` is not {what}", "「{text}」という動きの種類はありません"
        help "write single, ranging or {{ limited: n }}", "single、ranging、{{ limited: 数 }} のどれかを書いてください"
    }
    error "unknown-step-type" unlimited_limit(text, what) {
        "`{text}` is not {what}", "「{text}」という動きの種類はありません"
        help "say how far: {{ limited: 2 }}", "距離を書いてください: {{ limited: 2 }}"
    }
    warning "beyond-board" beyond_board(squares) {
        "no board lets a piece go {squares} squares", "{squares}マスも動ける盤はありません"
        help "write ranging where there is no limit", "限りがなければ ranging と書いてください"
    }
    warning "beyond-board" too_many_ranks(rule, ranks) {
        "`{rule}`: no board has {ranks} ranks", "「{rule}」: {ranks}段もある盤はありません"
    }
    error "unknown-word" unknown_word(what, known, text) {
        "{what} must be {known}, not `{text}`", "「{text}」は使えません。{known}のどれかを書いてください"
    }
    error "jump-shape" jump_shape(what, count) {
        "{what} must be two numbers, [rows, cols], not {count}", "跳びは [縦, 横] の二つの数で書きます（{count}個ではなく）"
    }
    error "zero-jump" zero_jump(what) { "{what} [0, 0] goes nowhere", "[0, 0] ではどこへも動きません" }
    warning "duplicate-jump" jump_twice(rows, cols) {
        "the jump [{rows}, {cols}] is given twice", "跳び [{rows}, {cols}] が二度書かれています"
    }
    warning "jump-is-step" jump_is_step(direction) {
        "a jump to an adjacent square is a step", "隣のマスへの跳びは一歩と同じです"
        help "steps: {{ direction: \"{direction}\", type: single }}",
            "steps: {{ direction: \"{direction}\", type: single }} と書いてください"
    }
    warning "igui-disagrees" igui_disagrees() {
        "`igui` disagrees with `can_return` and `captures`, which decide",
        "igui が can_return・captures と合いません。後の二つに従います"
    }
    error "out-of-range" odd_turn(turn) {
        "`turn` must be 45, 90, 135 or 180, not {turn}", "turn は 45・90・135・180 のどれかです（{turn} ではなく）"
    }
    error "zero-vector" zero_vector() {
        "the vector dx 0, dy 0 goes nowhere", "dx と dy がどちらも 0 では、どこへも動きません"
    }
    error "piece-count" piece_count(claimed, count) {
        "`piece_count` is {claimed}, but the file has {count} pieces", "piece_count は{claimed}ですが、駒は{count}あります"
        help "piece_count: {count}", "piece_count: {count} と書いてください"
    }
    error "duplicate-id" id_taken(id, name, place) {
        "id {id} already belongs to \"{name}\" ({place})", "番号{id}は「{name}」に使われています（{place}）"
    }
    error "ids-not-ascending" ids_not_ascending(id, before) {
        "id {id} comes after id {before}; ids ascend in a file",
        "番号{id}が{before}の後にあります。番号は小さい順に並べてください"
    }
    error "promotion-mismatch" promotes_to_nothing() {
        "`can_promote` is true, but `promotes_to` is null", "can_promote が true なのに promotes_to がありません"
        help "give the id of the promoted piece, or write can_promote: false",
            "成駒の番号を書くか、can_promote: false と書いてください"
    }
    error "promotion-mismatch" promotes_though_it_may_not(id) {
        "`can_promote` is false, but `promotes_to` is {id}", "can_promote が false なのに promotes_to が{id}です"
        help "write can_promote: true, or promotes_to: null", "can_promote: true か promotes_to: null と書いてください"
    }
    error "promotes-to-itself" promotes_to_itself() { "the piece promotes to itself", "自分自身に成る駒です" }
    error "unknown-promotion" unknown_promotion(id) {
        "no piece of the given files has the id {id}", "番号{id}の駒がどのファイルにもありません"
        help "give all files of the set, or allow external ids", "そろいのファイルをすべて指定するか、外の番号を許してください"
    }
    error "is-ranged" is_ranged(claimed, correct, template) {
        "`is_ranged` is {claimed}, but the movement says {correct}", "is_ranged は {claimed} ですが、動きからは {correct} です"
        help "is_ranged: {correct} (template {template})", "is_ranged: {correct} と書いてください（テンプレート {template}）"
    }
    warning "empty-movement" cannot_move(name) { "\"{name}\" cannot move", "「{name}」は動けない駒です" }
    warning "odd-value" odd_value(value) {
        "a value of {value} is unusual: a pawn is 100, a king 10000", "価値{value}はめったにありません（歩兵は100、王将は10000）"
    }
    warning "odd-name" odd_name() {
        "a name has spaces around it or invisible characters in it", "名前の前後に空白があるか、見えない文字が入っています"
    }
    warning "must-promote-without-promotion" must_promote_without_promotion(rule) {
        "`{rule}` on a piece that cannot promote", "成れない駒に「{rule}」というルールがあります"
    }
    warning "same-name-differs" same_name_differs(name, place) {
        "another \"{name}\" moves differently ({place})", "同じ名前「{name}」で動きの違う駒があります（{place}）"
    }
    error "not-formatted" not_formatted() {
        "the file was left as it is: rewriting would lose what is not understood",
        "読めないものが失われるため、ファイルはそのままにしました"
    }
}

koma_text::phrases! {
    /// Words that findings are put together from.
    pub(crate) static PHRASES;

    eight_directions() { "one of the eight", "八方向の一つ" }
    a_reach() { "single, ranging or {{ limited: n }}", " single か ranging か {{ limited: 数 }} " }
    an_offset() { "[rows, cols]", " [縦, 横] " }
    known_rules(names) { "known are {names}", "ルールは {names} です" }
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
