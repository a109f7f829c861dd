//! What there is to say about a notation.

use koma_text::Phrase;

koma_text::findings! {
    /// Every finding about Betza notation.
    pub static FINDINGS;

    error "betza-too-long" too_long(bytes, most) {
        "the notation has {bytes} bytes; at most {most} are read", "記法が長すぎます（{bytes}バイト。{most}バイトまで）"
    }
    error "betza-empty" empty() { "there is no notation to read", "記法がありません" }
    error "betza-too-many-moves" too_many_moves(most) {
        "the notation stands for more than {most} moves", "動きが多すぎます（{most}通りまで）"
    }
    error "betza-too-many-moves" too_many_legs(most) { "more than {most} legs", "続きの動きは{most}回までです" }
    error "betza-bracket" marks_before_bracket() {
        "modifiers stand before a bracket; each leg has its own inside",
        "角括弧の前に文字があります。文字は括弧の中のそれぞれの動きに付けてください"
    }
    error "betza-bracket" bracket_not_closed() { "the bracket is not closed", "角括弧が閉じていません" }
    error "betza-bracket" bracket_too_short() {
        "a bracket holds at least two legs", "角括弧には二つ以上の動きを書きます"
    }
    error "betza-bracket" a_in_bracket() { "`a` has no place inside a bracket", "角括弧の中では a を使えません" }
    error "betza-bracket" between_legs(letter) {
        "`{letter}` between two legs", "動きと動きの間に「{letter}」があります"
        help "legs are joined by `-` (goes on) or `?` (may stop)", "-（続ける）か ?（止まってもよい）でつないでください"
    }
    error "betza-missing-atom" missing_atom() {
        "modifiers without an atom", "動きの文字がありません"
        help "an atom (W F D N A H C Z G K Q R B or (m,n)) follows its modifiers",
            "修飾の文字の後に W F D N A H C Z G K Q R B か (m,n) を書いてください"
    }
    error "betza-missing-atom" leg_without_atom() { "a leg without an atom", "続きの動きに動きの文字がありません" }
    error "betza-leap" not_a_leap() {
        "a leap in numbers is written (m,n)", "数で書く跳びは (m,n) の形です（例: (2,1)）"
        help "moves of several legs go into square brackets: [R-sR]", "続けて動く駒は角括弧で書きます: [R-sR]"
    }
    error "betza-leap" leap_too_long(most) { "a leap goes at most {most} squares", "跳びは{most}マスまでです" }
    error "betza-leap" leap_nowhere() { "(0,0) does not move", "(0,0) ではどこへも動きません" }
    error "betza-range" range_too_long(most) { "a range goes up to {most}", "距離は{most}までです" }
    error "betza-half" half_alone() {
        "`h` needs a side before it (fh, bh, lh, rh) or a hand after it (hl, hr)",
        "h の前に向き（fh, bh, lh, rh）か、後に左右（hl, hr）が必要です"
    }
    error "betza-half" half_of_nothing() {
        "`h` halves oblique leapers (N, C, Z); this atom has no such half",
        "h が半分にするのは斜め跳び（N, C, Z）だけです"
    }
    error "betza-half" half_on_leg() {
        "`h` has no meaning on a leg that continues a move", "続きの動きでは h を使えません"
    }
    error "betza-oblique-leg" oblique_leg(atom) {
        "`{atom}` cannot be part of a move of several legs", "「{atom}」は続けて動く手の一部にできません"
        help "only orthogonal and diagonal atoms, K and Q have legs", "使えるのは縦横と斜めの文字、K と Q だけです"
    }
    error "betza-oblique-leg" oblique_bracket(atom) {
        "`{atom}` cannot be a leg of a bracket", "「{atom}」は角括弧の中では使えません"
        help "only orthogonal and diagonal atoms, K and Q have legs", "使えるのは縦横と斜めの文字、K と Q だけです"
    }
    error "betza-unsupported" jump_on_leg() {
        "`j` on a leaper has no meaning in a move of several legs", "続けて動く手では、跳ぶ駒に j を使えません"
    }
    error "betza-unsupported" too_many_jumps(most) {
        "at most {most} squares can be skipped", "飛び越せるのは{most}マスまでです"
    }
    error "betza-unsupported" grasshopper_goes_on() {
        "`g` has no meaning on a leg after which the move goes on", "続きのある動きでは g を使えません"
        help "write `p` to hop onto a piece and go on", "駒の上に乗って続けるなら p と書いてください"
    }
    error "betza-unsupported" unsupported(letter, meaning) {
        "`{letter}` ({meaning}) is not supported", "「{letter}」（{meaning}）には対応していません"
    }
    error "betza-conflict" hop_and_grasshopper() {
        "`p` and `g` exclude each other", "p と g は同時に使えません"
    }
    error "betza-unknown-letter" unknown_letter(letter) {
        "`{letter}` is not a modifier", "「{letter}」という修飾の文字はありません"
        help "modifiers are f b l r v s h, m c d, i n j p g, and a between legs",
            "修飾の文字は f b l r v s h、m c d、i n j p g と、動きの間の a です"
    }
    error "betza-unknown-letter" not_notation(letter) { "`{letter}` is not notation", "「{letter}」は記法の文字ではありません" }
    error "betza-unknown-atom" unknown_atom(letter) {
        "`{letter}` is not an atom", "「{letter}」という動きの文字はありません"
        help "atoms are W F D N A H C Z G, K Q R B and (m,n)", "動きの文字は W F D N A H C Z G、K Q R B、(m,n) です"
    }
    error "betza-old-form" old_form(written, now) {
        "`{written}` is an older way of writing", "「{written}」は古い書き方です"
        help "write {now}", "今は {now} と書きます"
    }
    warning "betza-no-move" idle_leg(leg) {
        "the leg `{leg}` never moves", "続きの動き「{leg}」ではどこへも動けません"
        help "letters turn a leg by right angles; from R and W they lead to R and W, from B and F to B and F",
            "文字による曲がりは直角です。R と W からは R と W、B と F からは B と F に続きます"
    }
    warning "betza-no-move" no_move(group) {
        "`{group}` never moves", "「{group}」ではどこへも動けません"
        help "the range counts every square from the origin, the jumped ones too",
            "距離は飛び越したマスも含めて元の升から数えます"
    }
    info "betza-neo-sideways" neo_sideways(front, back) {
        "in `{front}{back}` the two sideways squares are read as part of `{back}`",
        "「{front}{back}」の横の二方向は「{back}」に含めて読みました"
        help "strict Betza has nothing sideways here", "厳密な Betza では横へ動けません"
    }
    info "betza-legacy-atom" legacy_atom(atom, now) {
        "`{atom}` is an old letter", "「{atom}」は古い文字です"
        help "write {now}", "今は {now} と書きます"
    }
    info "betza-redundant" redundant_range(head, atom) {
        "`{head}` says no more than `{atom}`", "「{head}」は「{atom}」と同じです"
        help "write {atom}", "{atom} と書いてください"
    }
    info "betza-redundant" idle_letter(letter) { "`{letter}` changes nothing here", "ここの「{letter}」には効果がありません" }
    warning "betza-side-compound" side_compound(letter, atom, explicit) {
        "`{letter}` on {atom} selects among the orthogonals only; all four diagonals are included",
        "{atom}の「{letter}」は縦横の動きだけを選び、斜めは四方向とも残ります"
        help "the explicit form is {explicit}", "はっきり書くと {explicit} です"
    }
    error "betza-fairy-unsupported" fairy_leap() {
        "Fairy-Stockfish has no leaps in numbers", "Fairy-Stockfish に数で書く跳びはありません"
    }
    error "betza-fairy-unsupported" fairy_bracket() {
        "Fairy-Stockfish has no brackets", "Fairy-Stockfish に角括弧はありません"
    }
    warning "betza-fairy-digits" fairy_digits(value) {
        "Fairy-Stockfish reads one digit: the range is {value}",
        "Fairy-Stockfish は数字を一つだけ読みます。距離は{value}になります"
    }
    warning "betza-fairy-ignored" fairy_ignored(letter) {
        "Fairy-Stockfish ignores `{letter}`", "Fairy-Stockfish は「{letter}」を読み飛ばします"
        help "the piece moves as if the letter were not there", "この文字がないものとして動きます"
    }
    info "betza-fairy-en-passant" fairy_en_passant() {
        "`e` (en passant) has no effect: no piece here moves two squares at first",
        "e（アンパッサン）には効果がありません。最初に二マス進む駒がないためです"
    }
    warning "betza-fairy-pair" fairy_pair() {
        "Fairy-Stockfish does not split this pair of directions on a compound atom",
        "Fairy-Stockfish は組み合わせの文字でこの二方向を分けません"
    }
    warning "betza-fairy-no-move" fairy_no_move() {
        "Fairy-Stockfish accepts this and makes no move of it",
        "Fairy-Stockfish はこれを受け付けますが、動きにはなりません"
    }
    warning "betza-fairy-hop" fairy_grasshopper() {
        "Fairy-Stockfish reads this as a grasshopper", "Fairy-Stockfish はグラスホッパーとして読みます"
    }
    warning "betza-fairy-hop" fairy_ranged_hop() {
        "with a range Fairy-Stockfish reads `g` as `p`", "距離があると、Fairy-Stockfish は g を p として読みます"
    }
    warning "betza-fairy-hop" fairy_endless_hop() {
        "Fairy-Stockfish gives this hopper no limit", "Fairy-Stockfish はこの飛び越しの距離を限りません"
    }
    warning "betza-fairy-initial" fairy_initial() {
        "Fairy-Stockfish captures nothing with a move of the start",
        "Fairy-Stockfish では、最初だけの動きで駒を取れません"
    }
}

koma_text::phrases! {
    /// What letters of other dialects mean there.
    static MEANINGS;

    cylinder() { "cylinder board", "円筒の盤" }
    crooked() { "crooked path", "折れ曲がる道" }
    circular() { "circular path", "円を描く道" }
    toggling() {
        "toggling between slide and leap; use a bracket such as [F?R]", "走りと跳びの切り替え。[F?R] のように書けます"
    }
    en_passant() { "en passant", "アンパッサン" }
    unloading() { "unloading", "荷下ろし" }
    tame() { "tame or test captures", "試しの取り" }
    activation() { "activation by another piece", "ほかの駒による発動" }
    king_only() { "king-only captures", "王だけを取る" }
    castling() { "castling", "キャスリング" }
    universal() { "universal leaper", "どこへでも跳ぶ" }
    extended() { "extended leaps", "長い跳び" }
    imitator() { "imitator", "まねをする駒" }
}

/// What a letter or an atom of other dialects means there.
pub(crate) fn meaning_elsewhere(letter: char) -> Option<Phrase> {
    Some(match letter {
        'o' => cylinder(),
        'z' => crooked(),
        'q' => circular(),
        'y' => toggling(),
        'e' => en_passant(),
        'u' => unloading(),
        't' => tame(),
        'x' => activation(),
        'k' => king_only(),
        'O' => castling(),
        'U' => universal(),
        'X' | 'Y' => extended(),
        'I' => imitator(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn everything_is_said_in_both_languages() {
        let mut faults = koma_text::finding_faults(super::FINDINGS);
        faults.extend(koma_text::template_faults(super::MEANINGS));
        assert_eq!(faults, [""; 0]);
    }
}
