//! What the server finds in somebody's text beside what the readers do.

koma_text::findings! {
    /// Every finding of the server's own.
    pub static FINDINGS;

    error "no-variant" no_variant() { "there is no variant in this text", "この文に将棋の種類はありません" }
    error "bad-sfen" bad_sfen(error) { "{error}", "局面（SFEN）を読めません: {error}" }
    error "too-many-variants" too_many_variants(count) {
        "{count} variants are not looked at: the text takes too long", "時間がかかりすぎるため、{count}種の将棋は調べていません"
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn everything_is_said_in_both_languages() {
        assert_eq!(koma_text::finding_faults(super::FINDINGS), Vec::<String>::new());
    }
}
