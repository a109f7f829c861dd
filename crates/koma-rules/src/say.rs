//! What there is to say about a variant that cannot be played, and about odd positions.

koma_text::findings! {
    /// Every finding about rules and positions.
    pub static FINDINGS;

    error "board-size" board_size(files, ranks) {
        "a board of {files}x{ranks} squares cannot be played", "{files}×{ranks}の盤では指せません"
        help "1 to 36 files and 1 to 36 ranks", "筋も段も1から36までです"
    }
    error "too-many-kinds" too_many_kinds(most) {
        "a variant has at most {most} kinds of pieces", "駒の種類は{most}までです"
    }
    error "drops-conflict" drops_conflict() {
        "pieces that may be dropped either side up cannot stay promoted in hand",
        "どちらの面でも打てる駒は、成ったまま持ち駒にはできません"
        help "choose one of either_side and stays_promoted", "either_side か stays_promoted のどちらかにしてください"
    }
    error "movement-not-playable" hook_turns(piece) {
        "{piece}: a hook move with more than two turns cannot be played", "{piece}: 三回以上曲がる動きは指せません"
    }
    error "movement-not-playable" area_steps(piece) {
        "{piece}: an area move of more than four steps cannot be played", "{piece}: 五歩以上の居喰い・踊りは指せません"
    }
    error "movement-not-playable" line_steps(piece) {
        "{piece}: a lion move along a line of more than four steps cannot be played",
        "{piece}: 一直線に五歩以上踊る動きは指せません"
    }
    error "movement-not-playable" legs(piece) {
        "{piece}: a move of more than four legs cannot be played", "{piece}: 五回以上に分かれる動きは指せません"
    }
    error "start-position" start_position(error) {
        "the start position: {error}", "初期配置: {error}"
    }
    error "moves-too-dear" moves_too_dear(piece, steps, files, ranks) {
        "{piece}: looking for its moves takes more than {steps} steps on a board of {files}x{ranks}",
        "{piece}: {files}×{ranks}の盤では、動きを調べるのに{steps}歩以上かかります"
        help "fewer or shorter legs and turns, fewer of these pieces, or a smaller board",
            "動きの数や長さ、この駒の数、盤の大きさのどれかを減らしてください"
    }
    error "no-royal" no_royal(side) {
        "{side} has no royal piece, so that nobody can win", "{side}に玉がないため、勝敗がつきません"
        help "put a royal piece on the board or in hand, or let a goal decide the game",
            "玉にあたる駒を盤上か持ち駒に置くか、目標（トライ）で勝てるようにしてください"
    }
    error "over-at-start" over_at_start(end) {
        "the game is over before the first move: {end}", "一手も指さないうちに終局しています: {end}"
        help "change the start position so that the side to move can play", "手番の側が指せる初期配置にしてください"
    }
    error "setup-empty" setup_empty() {
        "there is an opening set-up, but no piece to place in it", "駒組みの段階がありますが、配置する駒がありません"
        help "put pieces in hand at the start and list them in setup.kinds",
            "初期配置で持ち駒を置き、setup.kinds に書いてください"
    }
    warning "missing-royal" missing_royal(side) {
        "{side} has no royal piece", "{side}に玉がありません"
    }
    warning "too-many-men" too_many_men(piece, count, most) {
        "{count} pieces of kind {piece}, the game has {most}", "{piece}が{count}枚あります（この将棋では{most}枚まで）"
    }
    warning "file-overfull" file_overfull(side, piece, file) {
        "{side} has too many pieces of kind {piece} on file {file}", "{file}筋に{side}の{piece}が多すぎます（二歩）"
    }
    warning "dead-man" dead_man(piece, square) {
        "{piece} on {square} can never move", "{square}の{piece}は行き所がありません"
    }
    warning "waiting-side-in-check" waiting_side_in_check(royal) {
        "the royal piece on {royal} could be taken at once", "手番でない側の{royal}の玉が、すぐに取られてしまいます"
    }
}

koma_text::phrases! {
    /// Why a text is no position.
    pub(crate) static PHRASES;

    at_column(what, column) { "{what} (at column {column})", "{what}（{column}文字目）" }
    no_position() { "no position", "局面がありません" }
    no_side() { "the side to move is missing, b or w", "手番（b か w）がありません" }
    strange_side(text) { "the side to move is b or w, not `{text}`", "手番は b か w です（「{text}」ではなく）" }
    no_move_number(text) { "`{text}` is not a move number", "「{text}」は手数ではありません" }
    field_too_many(text) { "`{text}` is one field too many", "「{text}」は余分です" }
    form_of_checks() { "checks are written like checks:1/0", "王手の数は checks:1/0 のように書きます" }
    strange_stage(text) { "a set-up is placing, chose or free, not `{text}`", "駒組みは placing、chose、free のどれかです（「{text}」ではなく）" }
    form_of_setup() { "used pieces are written like setup:placing=KG/placing", "使った駒は setup:placing=KG/placing のように書きます" }
    rank_length(rank, count, files) { "rank {rank} has {count} squares instead of {files}", "{rank}段目が{count}マスです（{files}マスのはず）" }
    ranks_too_many(ranks) { "the board has only {ranks} ranks", "盤は{ranks}段しかありません" }
    empty_too_many(count, rank) { "{count} empty squares do not fit on rank {rank}", "{rank}段目に空きマス{count}は入りません" }
    rank_too_long(rank, files) { "rank {rank} has more than {files} squares", "{rank}段目が{files}マスを超えています" }
    ranks_too_few(count, ranks) { "the board has {count} ranks instead of {ranks}", "盤が{count}段です（{ranks}段のはず）" }
    hand_too_full(most) { "a hand holds at most {most} pieces of a kind", "同じ種類の持ち駒は{most}枚までです" }
    never_held(code) { "`{code}` is never held in hand", "「{code}」は持ち駒にできません" }
    form_of_hands() { "hands are written like R2P or -", "持ち駒は R2P や - のように書きます" }
    number_after_hands() { "a number at the end of the hands", "持ち駒の終わりに余分な数字があります" }
    strange_piece(text) { "`{text}` is not a piece of this game", "「{text}」はこの将棋の駒ではありません" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_sentence_is_said_in_both_languages_with_its_facts() {
        assert_eq!(koma_text::finding_faults(super::FINDINGS), Vec::<String>::new());
        assert_eq!(koma_text::template_faults(super::PHRASES), Vec::<String>::new());
    }
}
