//! What a player must know of a piece besides how it moves, in short sentences.

use koma_text::{Fact, Lang, Phrase};
use koma_variants::{DropMate, Kind, Variant};

koma_text::phrases! {
    static SENTENCES;

    mated() {
        "If it cannot escape being taken, the game is lost",
        "取られるのを防げなくなったら負け。"
    }
    royal_taken() {
        "Whoever loses the last royal piece loses the game",
        "最後の玉を取られたら負け。"
    }
    never_dropped() {
        "It may not be dropped",
        "打つことはできない。"
    }
    one_on_file() {
        "It may not be dropped on a file where you already have one, unpromoted (nifu)",
        "成っていない同じ駒がある筋には打てない（二歩）。"
    }
    some_on_file(most) {
        "It may not be dropped on a file where you already have {most}, unpromoted",
        "成っていない同じ駒が{most}枚ある筋には打てない。"
    }
    drop_mate() {
        "Dropping it may not give checkmate (uchifuzume)",
        "打って詰ますことはできない（打ち歩詰め）。"
    }
    drop_mate_loses() {
        "Dropping it to give checkmate loses",
        "打って詰ますと負け。"
    }
    stays_in() {
        "It stays on its own part of the board",
        "決められた場所から出られない。"
    }
    turns_back(front) {
        "Once taken, it is a {front} again",
        "取られると{front}に戻る。"
    }
}

/// The special rules of a kind, each in a sentence; none for most.
pub fn notes(variant: &Variant, index: usize, lang: Lang) -> Vec<String> {
    let kind = &variant.kinds[index];
    let mut notes: Vec<Phrase> = Vec::new();
    if kind.royal {
        let is_alone = variant.check_rules && variant.kinds.iter().filter(|k| k.royal).count() == 1;
        notes.push(if is_alone { mated() } else { royal_taken() });
    }
    if let Some(drops) = &variant.drops {
        notes.extend(dropping(kind));
        let front = &variant.kinds[kind.in_hand].piece;
        if kind.in_hand != index && drops.captures_to_hand {
            notes.push(turns_back(Fact::named(front.name.to_lowercase(), &front.name_ja)));
        }
    }
    if kind.stays_in.is_some() {
        notes.push(stays_in());
    }
    // Each stands for itself: a sentence of English ends with a full stop.
    let end = lang.pick(".", "");
    notes.iter().map(|note| note.say(lang) + end).collect()
}

fn dropping(kind: &Kind) -> impl Iterator<Item = Phrase> {
    let files = kind.most_per_file.map(|most| match most {
        0 => never_dropped(),
        1 => one_on_file(),
        most => some_on_file(usize::from(most)),
    });
    let mate = match kind.drop_mate {
        DropMate::Allowed => None,
        DropMate::Forbidden => Some(drop_mate()),
        DropMate::Loses => Some(drop_mate_loses()),
    };
    files.into_iter().chain(mate)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(slug: &str, code: &str, lang: Lang) -> Vec<String> {
        let variant = koma_variants::find(slug).expect("in the catalogue");
        let index = variant.kinds.iter().position(|kind| kind.code == code).expect("a kind");
        notes(variant, index, lang)
    }

    #[test]
    fn every_sentence_is_said_in_both_languages() {
        assert_eq!(koma_text::template_faults(SENTENCES), Vec::<String>::new());
    }

    #[test]
    fn a_pawn_has_its_rules_and_a_rook_none() {
        assert_eq!(
            said("shogi", "P", Lang::Ja),
            [
                "成っていない同じ駒がある筋には打てない（二歩）。",
                "打って詰ますことはできない（打ち歩詰め）。"
            ]
        );
        assert_eq!(said("shogi", "R", Lang::En), Vec::<String>::new());
        assert_eq!(said("shogi", "+R", Lang::En), ["Once taken, it is a rook again."]);
        assert_eq!(
            said("shogi", "K", Lang::En),
            ["If it cannot escape being taken, the game is lost."]
        );
        assert_eq!(
            said("taikyoku", "CP", Lang::En),
            ["Whoever loses the last royal piece loses the game."]
        );
    }
}
