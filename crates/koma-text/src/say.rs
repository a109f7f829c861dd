//! What this crate has to say: about bytes, about YAML, about lists of findings.

crate::findings! {
    /// Every finding that decoding and YAML can give.
    pub static FINDINGS;

    info "too-many-findings" too_many_findings(count) {
        "{count} more findings are not listed", "指摘が多いため、残りの{count}件は省きました"
    }
    error "undecodable-bytes" undecodable(count, bytes, offset, encoding) {
        "{count:byte|bytes} {bytes} at offset {offset} cannot be read as {encoding}",
        "{offset}バイト目の {bytes} は{encoding}の文字として読めません"
    }
    error "yaml-too-large" too_many_bytes(bytes, most) {
        "the text has {bytes} bytes, the limit is {most}",
        "ファイルが大きすぎます（{bytes}バイト。{most}バイトまで）"
    }
    error "yaml-too-large" too_many_values(most) {
        "the text has more than {most} values", "値が多すぎます（{most}個まで）"
    }
    error "yaml-too-deep" too_deep(most) {
        "the text has more than {most} levels of nesting", "入れ子が深すぎます（{most}段まで）"
    }
    error "yaml-nul" nul() {
        "a NUL character does not belong in a text file", "NUL文字があります。テキストファイルではないようです"
    }
    error "yaml-empty" empty() { "the text is empty", "内容がありません" }
    error "yaml-documents" second_document() {
        "a second document starts here; one file holds one document",
        "ここから二つ目の文書です（---）。一つのファイルに書けるのは一つです"
    }
    error "yaml-key" not_a_key() {
        "a key must be a single word, not a list or mapping", "項目の名前は一つの言葉です。リストや表は使えません"
    }
    error "yaml-duplicate-key" key_twice(key) {
        "`{key}` is given twice", "「{key}」が二度書かれています"
        help "the first one was read; delete one of them", "初めのものを読みました。どちらかを消してください"
    }
    error "yaml-tag" tag() {
        "tags (`!name`) are not used here", "タグ（!名前）は使えません"
        help "delete the tag", "タグを消してください"
    }
    error "yaml-anchor" anchor() {
        "anchors (`&name`) and aliases (`*name`) are not accepted", "アンカー（&名前）と参照（*名前）は使えません"
        help "write the value out at each place", "それぞれの場所に値を書いてください"
    }
    error "yaml-syntax" syntax(kind) {
        "not YAML: {kind}",
        "YAML として読めません。字下げ、コロン、括弧や引用符の閉じ忘れを確かめてください（{kind}）"
    }
    error "yaml-syntax" tab() {
        "a tab cannot indent a line of YAML", "行の字下げにタブは使えません"
        help "write spaces instead", "空白で字下げしてください"
    }
    error "yaml-syntax" unclosed_quote() {
        "this quote is never closed", "この引用符が閉じられていません"
        help "end the text with the same quote, on the same line", "同じ行の終わりに、同じ引用符を書いてください"
    }
    error "missing-field" missing_field(what, name) { "{what} has no `{name}`", "「{name}」がありません" }
    error "unknown-field" unknown_field(what, name) {
        "{what} has no field `{name}`", "「{name}」は知らない項目です"
    }
    error "out-of-range" out_of_range(what, low, high, text) {
        "{what} must be from {low} to {high}, not {text}", "{low}から{high}までの数にしてください（{text} ではなく）"
    }
    error "wrong-type" wrong_type(what, expected, found) {
        "{what} must be {expected}, not {found}", "{found}ではなく、{expected}を書いてください"
    }
}

crate::phrases! {
    /// Words that findings are put together from.
    pub static PHRASES;

    did_you_mean(known) { "did you mean `{known}`?", "「{known}」でしょうか" }
    looks_like(encoding) { "this looks like {encoding}; save it as UTF-8", "{encoding}のようです。UTF-8で保存してください" }
    errors(count) { "{count} {count:error|errors}", "エラー{count}件" }
    warnings(count) { "{count} {count:warning|warnings}", "警告{count}件" }
    notes(count) { "{count} {count:note|notes}", "お知らせ{count}件" }
    no_findings() { "no findings", "指摘なし" }
    a_mapping_of_keys() { "a mapping (`key: value`)", "「項目: 値」の組" }
    a_mapping() { "a mapping", "「項目: 値」の組" }
    a_list() { "a list", "リスト" }
    a_text() { "a text", "文字列" }
    true_or_false() { "`true` or `false`", " true か false " }
    a_whole_number() { "a whole number", "整数" }
    a_single_value() { "a single value", "一つの値" }
    an_empty_value() { "an empty value", "空の値" }
    null_value(text) { "null `{text}`", "空の値「{text}」" }
    the_boolean(text) { "the boolean `{text}`", "真偽値「{text}」" }
    the_number(text) { "the number `{text}`", "数「{text}」" }
    the_text(text) { "the text `{text}`", "文字列「{text}」" }
    the_quoted_text(text) { "the text \"{text}\"", "文字列「{text}」" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn everything_is_said_in_both_languages() {
        let mut faults = crate::finding_faults(super::FINDINGS);
        faults.extend(crate::template_faults(super::PHRASES));
        assert_eq!(faults, [""; 0]);
    }
}
