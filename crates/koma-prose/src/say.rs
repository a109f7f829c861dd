//! What there is to say about descriptions in words, and about requests for piece files.

koma_text::findings! {
    /// Every finding about prose and about requests to the generator.
    pub static FINDINGS;

    error "text-too-long" text_too_long(bytes, most) {
        "a description of {bytes} bytes is too long, at most {most} are read",
        "説明が長すぎます（{bytes}バイト。{most}バイトまで）"
        help "split the text into pieces first", "駒ごとに分けてください"
    }
    error "no-movement" no_movement() { "no movement was found in this text", "この文から動きを読み取れません" }
    warning "not-understood" not_understood(words) {
        "`{words}` is not understood here", "「{words}」がわかりません"
        help "say it with directions, distances and known pieces, or leave it out",
            "方向・距離・知られた駒の名前で書くか、除いてください"
    }
    warning "not-understood" endless_leap() {
        "a leap over any distance is left out", "距離の限りのない跳びは除きました"
    }
    info "game-rule" left_out(words) {
        "`{words}` is a rule of the game, not of the piece: left out", "「{words}」は駒の動きではなく対局の決まりなので、除きました"
    }
    info "spelling" read_as(word, known) {
        "`{word}` is read as `{known}`", "「{word}」は「{known}」として読みました"
    }
    info "disputed-piece" disputed_piece(name, dispute) {
        "games differ about the {name}: {dispute}", "この駒（{name}）の動きには諸説があります"
    }
    warning "no-distance" no_distance() {
        "no distance is given, read as one square", "距離がないため、1マスとして読みました"
    }
    warning "no-distance" leap_without_distance() {
        "a leap without a distance is left out", "跳ぶ距離がないため、除きました"
    }
    warning "no-distance" zero_distance() { "a distance of zero is left out", "距離が0のため、除きました" }
    warning "no-direction" no_direction(words) { "`{words}` has no direction", "「{words}」に方向がありません" }
    warning "ambiguous-words" two_ways(words) {
        "`{words}` can be read in two ways", "「{words}」は二通りに読めます。読み取った動きを図で確かめてください"
    }
    warning "captures-differ" captures_differ(words) {
        "`{words}`: it captures otherwise than it moves; see the picture", "「{words}」: 動きと取り方が違います。図で確かめてください"
    }
    warning "ambiguous-words" exactly_so_many() {
        "a move of exactly that many squares: a leap or a slide? read as a leap",
        "ちょうどその数だけの動きは、跳びとも走りとも読めます。跳びとして読みました"
    }
    warning "count-mismatch" counted_otherwise(words) {
        "the number in `{words}` fits nothing said there", "「{words}」の数が内容と合いません"
    }
    warning "restatement-differs" restatement_differs(words) {
        "`{words}` says two different things; the first was followed", "「{words}」は二つの違う動きを表しています。初めのほうを採りました"
    }
    warning "exception-empty" exception_empty(words) {
        "`{words}` takes nothing away", "「{words}」は何も除いていません"
    }
    warning "readings-differ" notation_differs(notation) {
        "the words and `{notation}` say different things; the words are followed",
        "言葉と「{notation}」が違う動きを表しています。言葉のほうを採りました"
    }
    warning "readings-differ" readings_differ(first, other, name) {
        "{first} and {other} differ for {name}: {first} was followed",
        "「{name}」の{first}と{other}が違う動きを表しています。{first}に従いました"
    }
    error "too-many-descriptions" too_many_descriptions(most, count) {
        "only the first {most} of {count} descriptions are read", "説明が多すぎます（{count}件）。初めの{most}件だけ読みました"
    }
    warning "promotion-differs" promotes_in_words_only(name, to) {
        "{name} promotes to {to} in its description, never in the list",
        "「{name}」は説明では「{to}」に成りますが、一覧では成りません"
        help "the list was followed", "一覧に従いました"
    }
    warning "promotion-differs" promotes_in_list_only(name) {
        "{name} promotes in the list, but its description says never",
        "「{name}」は一覧では成りますが、説明では成りません"
        help "the list was followed", "一覧に従いました"
    }
    warning "nameless-description" nameless_description() {
        "this description has no name, so it belongs to no piece of the list", "名前のない説明です。どの駒のものかわかりません"
        help "start it with the name and a colon: Gold general (金将): ...",
            "「金将: …」のように名前とコロンで始めてください"
    }
    warning "two-descriptions" described_again(name) {
        "{name} is described again: the first was used", "「{name}」の説明が二つあります。初めのものを使いました"
    }
    warning "not-in-list" not_in_list(name) {
        "{name} is not in the list: its description was not used", "「{name}」は一覧にありません。説明は使われませんでした"
    }
    error "no-description" unreadable_description(name) {
        "{name} was left out: its move could not be read", "「{name}」は動きを読み取れないため、除きました"
    }
    error "no-description" no_description(names) {
        "nothing describes {names}: it was left out", "「{names}」の説明がないため、除きました"
        help "add a line to source_text that starts with its name and a colon",
            "source_text に名前とコロンで始まる行を加えてください"
    }
    error "duplicate-id" id_taken(name, id) {
        "{name} has the id {id} of another piece: it was left out", "「{name}」の番号{id}はほかの駒に使われています。除きました"
    }
    error "no-pieces" no_pieces() {
        "the piece list is empty: there is nothing to do", "駒の一覧が空です。作るものがありません"
    }
    warning "id-outside-range" id_outside_range(name, id, first, last) {
        "{name} has id {id}, outside {first}-{last}", "「{name}」の番号{id}は{first}〜{last}の外です"
    }
    warning "king-not-royal" king_not_royal(name) {
        "nothing says that {name} is royal", "「{name}」が玉にあたる駒と書かれていません"
        help "add \"Royal piece.\" to its description, or special_rules: [Royal]",
            "説明に「玉駒」と書くか、special_rules: [Royal] を加えてください"
    }
    error "missing-value" missing_value(name, estimate) {
        "{name} has no `value`: {estimate} was estimated", "「{name}」に value がないため、{estimate}と見積もりました"
    }
    info "value-ignored" value_ignored(name) {
        "the `value` of {name} is not used", "「{name}」の value は使われません"
        help "write value_estimation: manual", "使うには value_estimation: manual と書いてください"
    }
    error "verify-differs" verify_differs() {
        "reading the result back gives other pieces than were written", "書いたものを読み返すと違う駒になります"
        help "this is a bug in Koma", "Koma の不具合です"
    }
    error "too-many-entries" too_many_entries(count, most) {
        "the list has {count} pieces, the limit is {most}", "駒が多すぎます（{count}。{most}まで）"
    }
    error "bad-rule" bad_rule(why) { "{why}", "{why}（規則）" }
    error "unknown-choice" unknown_choice(what, known, word) {
        "{what} must be {known}, not `{word}`", "「{word}」は使えません。{known}のどれかを書いてください"
    }
}

koma_text::phrases! {
    /// What a movement can be read from.
    pub(crate) static SOURCES;

    its_movement() { "its `movement`", "項目 movement " }
    its_description() { "its description", "説明" }
    its_betza() { "its `betza`", "項目 betza " }
}

#[cfg(test)]
mod tests {
    #[test]
    fn everything_is_said_in_both_languages() {
        let mut faults = koma_text::finding_faults(super::FINDINGS);
        faults.extend(koma_text::template_faults(super::SOURCES));
        assert_eq!(faults, [""; 0]);
    }
}
