//! Rules on which the sources disagree, as options with named values.
//!
//! One table holds them all: the program's `--option`, the rules pages and `docs/options.md` are
//! made from it.

use koma_pieces::{Direction, Reach, Step};
use koma_text::yaml::nearest;

use crate::{
    Chase, CounterStrike, DeadSquares, Ending, EndingKind, ImpasseProfile, LockUnused, Outcome,
    PawnBridge, PromotionRules, PromotionWhen, Variant, Zone,
};

/// A rule that can be played in several ways.
#[derive(Clone, Copy, Debug)]
pub struct RuleOption {
    /// The name: `lion_pawn_bridge`.
    pub name: &'static str,
    /// The statement of the rules it is about: `LIO-4`.
    pub statement: &'static str,
    /// The question it answers, in English.
    pub question: &'static str,
    /// The same in Japanese.
    pub question_ja: &'static str,
    /// The ways to play; the first is the catalogue's.
    pub values: &'static [OptionValue],
    applies: fn(&Variant) -> bool,
}

/// One way to play.
#[derive(Clone, Copy, Debug)]
pub struct OptionValue {
    /// The name: `jcsa`.
    pub name: &'static str,
    /// What it means, in English.
    pub meaning: &'static str,
    /// The same in Japanese.
    pub meaning_ja: &'static str,
    /// Who plays so.
    pub source: &'static str,
    set: fn(&mut Variant),
}

/// Why an option could not be set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// No option has that name.
    UnknownOption {
        /// The name asked for.
        name: String,
        /// The name that was probably meant.
        nearest: Option<&'static str>,
    },
    /// The variant has nothing to which the option could apply.
    NotInThisVariant {
        /// The option.
        option: &'static str,
        /// The variant.
        variant: String,
    },
    /// The option has no such value.
    UnknownValue {
        /// The option.
        option: &'static str,
        /// The value asked for.
        value: String,
        /// The values it has.
        values: Vec<&'static str>,
    },
}

impl std::fmt::Display for OptionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownOption { name, nearest } => {
                write!(f, "there is no option `{}`", name.escape_debug())?;
                match nearest {
                    Some(near) => write!(f, "; did you mean `{near}`?"),
                    None => {
                        let names: Vec<&str> = all().iter().map(|option| option.name).collect();
                        write!(f, "; there are {}", names.join(", "))
                    }
                }
            }
            Self::NotInThisVariant { option, variant } => {
                write!(f, "the option `{option}` means nothing in {variant}")
            }
            Self::UnknownValue { option, value, values } => {
                let value = value.escape_debug();
                write!(f, "`{option}` cannot be `{value}`; one of: {}", values.join(", "))
            }
        }
    }
}

impl std::error::Error for OptionError {}

impl RuleOption {
    /// Which of its values a variant plays; `None` if none of them, or if it does not apply.
    pub fn current(&self, variant: &Variant) -> Option<&'static OptionValue> {
        let same = |value: &&OptionValue| {
            let mut changed = variant.clone();
            (value.set)(&mut changed);
            changed == *variant
        };
        (self.applies)(variant).then(|| self.values.iter().find(same))?
    }
}

/// Every option there is.
pub fn all() -> &'static [RuleOption] {
    OPTIONS
}

/// The options that mean something in a variant.
///
/// ```
/// let chu = koma_variants::find("chu").unwrap();
/// let names: Vec<&str> = koma_variants::options::all_for(chu).map(|o| o.name).collect();
/// assert_eq!(names, ["lion_pawn_bridge", "counter_strike", "repetition"]);
/// ```
pub fn all_for(variant: &Variant) -> impl Iterator<Item = &'static RuleOption> {
    OPTIONS.iter().filter(move |option| (option.applies)(variant))
}

/// Plays a variant in another way.
///
/// ```
/// let mut chu = koma_variants::find("chu").unwrap().clone();
/// koma_variants::options::apply(&mut chu, "counter_strike", "okazaki").unwrap();
/// assert!(koma_variants::options::apply(&mut chu, "promotion", "first_capture").is_err());
/// ```
pub fn apply(variant: &mut Variant, name: &str, value: &str) -> Result<(), OptionError> {
    let Some(option) = OPTIONS.iter().find(|option| option.name == name) else {
        let nearest = nearest(name, OPTIONS.iter().map(|option| option.name));
        return Err(OptionError::UnknownOption { name: name.into(), nearest });
    };
    if !(option.applies)(variant) {
        let variant = variant.slug.clone();
        return Err(OptionError::NotInThisVariant { option: option.name, variant });
    }
    let Some(chosen) = option.values.iter().find(|known| known.name == value) else {
        let values = option.values.iter().map(|value| value.name).collect();
        let value = value.into();
        return Err(OptionError::UnknownValue { option: option.name, value, values });
    };
    (chosen.set)(variant);
    Ok(())
}

const OPTIONS: &[RuleOption] = &[
    RuleOption {
        name: "lion_pawn_bridge",
        statement: "LIO-4",
        question: "A lion takes a pawn or go-between on its way to a lion behind: does that man still guard the lion?",
        question_ja: "獅子が歩兵・仲人を取りながら向こうの獅子を取るとき、取られる駒も繋ぎとみなすか",
        values: &[
            OptionValue {
                name: "jcsa",
                meaning: "yes, a man that guarded the lion before the move still does",
                meaning_ja: "みなす（指す前の局面で繋いでいた駒は繋ぎに数える）",
                source: "Japanese Chu Shogi Association; lishogi",
                set: |variant| set_bridge(variant, PawnBridge::Jcsa),
            },
            OptionValue {
                name: "after",
                meaning: "no, the board after the move decides",
                meaning_ja: "みなさない（指した後の局面で判断する）",
                source: "HaChu",
                set: |variant| set_bridge(variant, PawnBridge::After),
            },
        ],
        applies: |variant| variant.special.lions.is_some(),
    },
    RuleOption {
        name: "counter_strike",
        statement: "LIO-7",
        question: "After a lion was taken by another man, may another man take a lion in return?",
        question_ja: "獅子以外の駒で獅子を取られた直後に、獅子以外の駒で獅子を取り返せるか（先獅子）",
        values: &[
            OptionValue {
                name: "forbidden",
                meaning: "no, except on the square where the lion was taken",
                meaning_ja: "取れない（獅子が取られたマスを除く）",
                source: "Japanese Chu Shogi Association; lishogi",
                set: |variant| set_counter_strike(variant, CounterStrike::Forbidden),
            },
            OptionValue {
                name: "okazaki",
                meaning: "yes, if nothing guards that lion",
                meaning_ja: "足の付いていない獅子なら取れる",
                source: "Okazaki's rule; an option of HaChu",
                set: |variant| set_counter_strike(variant, CounterStrike::Unguarded),
            },
            OptionValue {
                name: "allowed",
                meaning: "yes",
                meaning_ja: "取れる",
                source: "games without the rule",
                set: |variant| set_counter_strike(variant, CounterStrike::Allowed),
            },
        ],
        applies: |variant| variant.special.lions.is_some(),
    },
    RuleOption {
        name: "repetition",
        statement: "CHU-8",
        question: "What happens when a position comes about for the fourth time?",
        question_ja: "同一局面が四回現れたらどうなるか",
        values: &[
            OptionValue {
                name: "lishogi",
                meaning: "a side that attacked with every move loses; otherwise it is a draw",
                meaning_ja: "当たりをかけ続けた側の負け、それ以外は引き分け",
                source: "lishogi",
                set: |variant| {
                    let attack = (4, Chase::Attack);
                    set_repetition(variant, None, Some(attack));
                },
            },
            OptionValue {
                name: "jcsa",
                meaning: "a side that attacked with every move must deviate, or it loses; otherwise it is a draw",
                meaning_ja: "当たりをかけ続けた側は手を変えなければ負け、それ以外は引き分け",
                source: "Japanese Chu Shogi Association",
                set: |variant| {
                    let attack = (4, Chase::Attack);
                    set_repetition(variant, Some(attack), Some(attack));
                },
            },
            OptionValue {
                name: "forbidden",
                meaning: "nobody may bring it about",
                meaning_ja: "四回目となる手は指せない",
                source: "HaChu",
                set: |variant| set_repetition(variant, Some((4, Chase::Nothing)), None),
            },
        ],
        applies: |variant| {
            variant.promotion.when == PromotionWhen::EntersOrCaptures && !has_range_capture(variant)
        },
    },
    RuleOption {
        name: "fire_demon",
        statement: "TEN-2",
        question: "Which way does the fire demon slide, besides the diagonals?",
        question_ja: "火鬼は斜めのほか、どちらへ走るか",
        values: &[
            OptionValue {
                name: "sideways",
                meaning: "to the left and the right",
                meaning_ja: "左右",
                source: "Ludii, quoting Wikipedia; the lines of the water buffalo",
                set: |variant| set_burners(variant, [Direction::E, Direction::W]),
            },
            OptionValue {
                name: "vertical",
                meaning: "forward and backward",
                meaning_ja: "前後",
                source: "HaChu",
                set: |variant| set_burners(variant, [Direction::N, Direction::S]),
            },
        ],
        applies: |variant| variant.kinds.iter().any(|kind| kind.piece.movement.burn),
    },
    RuleOption {
        name: "range_jump",
        statement: "TEN-10",
        question: "When may a general jump men of lower rank?",
        question_ja: "飛び越しのできる将は、いつ下位の駒を飛び越せるか",
        values: &[
            OptionValue {
                name: "capturing",
                meaning: "when the move captures; otherwise it slides",
                meaning_ja: "駒を取るときだけ",
                source: "The Shogi Association",
                set: |variant| variant.special.range_jump_freely = false,
            },
            OptionValue {
                name: "free",
                meaning: "with any move",
                meaning_ja: "いつでも",
                source: "Japanese Wikipedia",
                set: |variant| variant.special.range_jump_freely = true,
            },
        ],
        applies: |variant| {
            variant.kinds.iter().any(|kind| kind.piece.movement.range_jump.is_some())
        },
    },
    RuleOption {
        name: "promotion",
        statement: "TAI-3",
        question: "When do men promote?",
        question_ja: "駒はいつ成るか",
        values: &[
            OptionValue {
                name: "zone11_end_optional",
                meaning: "a move that ends in the 11 far ranks may promote",
                meaning_ja: "敵陣十一段で手を終えたとき成れる",
                source: "the reading of our data",
                set: |variant| set_promotion(variant, 11, PromotionWhen::EndsInZone, false),
            },
            OptionValue {
                name: "first_capture",
                meaning: "the first capture a man makes promotes it; there is no zone",
                meaning_ja: "最初に駒を取ったとき必ず成る（敵陣なし）",
                source: "older English Wikipedia; other large games",
                set: |variant| {
                    let (zone, when) = (variant.ranks, PromotionWhen::StartsOrEndsInZone);
                    set_promotion(variant, zone, when, true);
                    variant.promotion.only_captures = true;
                },
            },
            OptionValue {
                name: "zone11_optional",
                meaning: "a move may promote that enters the 11 far ranks or captures there; men that could never move again must",
                meaning_ja: "敵陣十一段に入るとき、またはその中で駒を取るとき成れる（行き所のない駒は必ず成る）",
                source: "the Japanese text; jh85's engine",
                set: |variant| {
                    set_promotion(variant, 11, PromotionWhen::EntersOrCaptures, false);
                    variant.promotion.dead_squares = DeadSquares::Forbidden;
                },
            },
            OptionValue {
                name: "zone11_forced",
                meaning: "a move that ends in the 11 far ranks or stops there on its way must promote",
                meaning_ja: "敵陣十一段で手を終えるか途中で止まれば必ず成る",
                source: "taikyoku-shogi.github.io; tomatene's engine",
                set: |variant| set_promotion(variant, 11, PromotionWhen::TouchesZone, true),
            },
            OptionValue {
                name: "zone7_optional",
                meaning: "a move that ends in the 7 far ranks may promote",
                meaning_ja: "敵陣七段で手を終えたとき成れる",
                source: "Ludii",
                set: |variant| set_promotion(variant, 7, PromotionWhen::EndsInZone, false),
            },
        ],
        applies: has_range_capture,
    },
    RuleOption {
        name: "range_capture_blocker",
        statement: "TAI-6",
        question: "May a flight that takes all it passes also take the enemy that stops it?",
        question_ja: "飛び越して取る将は、止められた敵の駒も取れるか",
        values: &[
            OptionValue {
                name: "yes",
                meaning: "yes, whatever its rank",
                meaning_ja: "位にかかわらず取れる",
                source: "Japanese Wikipedia, which restricts the jumping only",
                set: |variant| variant.special.range_capture_blocker = true,
            },
            OptionValue {
                name: "no",
                meaning: "no; so no royal can be taken by a flight",
                meaning_ja: "取れない（玉は飛び越しでは取られない）",
                source: "taikyoku-shogi.github.io",
                set: |variant| variant.special.range_capture_blocker = false,
            },
        ],
        applies: has_range_capture,
    },
    RuleOption {
        name: "range_land_own",
        statement: "TAI-7",
        question: "May such a flight end on an own man, which is lost too?",
        question_ja: "飛び越して取る将は、味方の駒の上に止まれるか（その駒も失う）",
        values: &[
            OptionValue {
                name: "no",
                meaning: "no",
                meaning_ja: "止まれない",
                source: "yetiowin805's engine; the reading of our data",
                set: |variant| variant.special.range_land_own = false,
            },
            OptionValue {
                name: "yes",
                meaning: "yes",
                meaning_ja: "止まれる",
                source: "jh85's engine; taikyoku-shogi.github.io",
                set: |variant| variant.special.range_land_own = true,
            },
        ],
        applies: has_range_capture,
    },
    RuleOption {
        name: "no_progress",
        statement: "TAI-11",
        question: "Is a game drawn in which nothing happens?",
        question_ja: "駒が取られず成りもしない手が続いたら引き分けにするか",
        values: &[
            OptionValue {
                name: "no",
                meaning: "no",
                meaning_ja: "しない",
                source: "the sources are silent",
                set: |variant| set_no_progress(variant, None),
            },
            OptionValue {
                name: "500",
                meaning: "after 500 moves of each side without a capture or a promotion",
                meaning_ja: "双方五百手ずつで引き分け",
                source: "jh85's engine",
                set: |variant| set_no_progress(variant, Some(1000)),
            },
        ],
        applies: has_range_capture,
    },
    RuleOption {
        name: "lock_unused",
        statement: "S66-6",
        question: "May a man be dropped, once captured, of which the side chose not to place its own?",
        question_ja: "選ばなかった駒を相手から取ったとき、打てるか",
        values: &[
            OptionValue {
                name: "game",
                meaning: "no, never in this game",
                meaning_ja: "最後まで打てない",
                source: "stepney141's fork of Fairy-Stockfish",
                set: |variant| set_lock(variant, LockUnused::Game),
            },
            OptionValue {
                name: "setup",
                meaning: "yes, once the set-up is over",
                meaning_ja: "配置が終われば打てる",
                source: "the same author's later mod",
                set: |variant| set_lock(variant, LockUnused::Setup),
            },
            OptionValue {
                name: "no",
                meaning: "yes",
                meaning_ja: "打てる",
                source: "the Tendo rules, which only put the unused man away",
                set: |variant| set_lock(variant, LockUnused::No),
            },
        ],
        applies: |variant| variant.choice_groups.iter().any(|groups| !groups.is_empty()),
    },
    RuleOption {
        name: "impasse",
        statement: "SHO-8",
        question: "Which declaration ends a game in which both kings have entered?",
        question_ja: "入玉宣言法",
        values: &[
            OptionValue {
                name: "27-point",
                meaning: "28 points win for the first player, 27 for the second",
                meaning_ja: "27点法（先手28点、後手27点で勝ち）",
                source: "lishogi; amateur matches",
                set: |variant| variant.impasse.profile = ImpasseProfile::Points27,
            },
            OptionValue {
                name: "24-point",
                meaning: "31 points win, 24 to 30 draw",
                meaning_ja: "24点法（31点で勝ち、24点から30点は引き分け）",
                source: "professional matches",
                set: |variant| variant.impasse.profile = ImpasseProfile::Points24,
            },
            OptionValue {
                name: "agreement",
                meaning: "only when both agree; a side under 24 points loses",
                meaning_ja: "合意による（24点に満たない側の負け）",
                source: "the traditional rule",
                set: |variant| variant.impasse.profile = ImpasseProfile::Agreement,
            },
            OptionValue {
                name: "none",
                meaning: "none",
                meaning_ja: "なし",
                source: "Fairy-Stockfish",
                set: |variant| variant.impasse.profile = ImpasseProfile::None,
            },
        ],
        // Where some men count more than others, points have been thought about.
        applies: |variant| {
            variant.kinds.iter().any(|kind| kind.points > 1)
                && variant.check_rules
                && variant.drops.is_some()
        },
    },
];

fn set_bridge(variant: &mut Variant, bridge: PawnBridge) {
    if let Some(lions) = &mut variant.special.lions {
        lions.pawn_bridge = bridge;
    }
}

fn set_counter_strike(variant: &mut Variant, strike: CounterStrike) {
    if let Some(lions) = &mut variant.special.lions {
        lions.counter_strike = strike;
    }
}

/// Puts other rules of repetition in the place of those there are.
fn set_repetition(
    variant: &mut Variant,
    forbidden: Option<(u8, Chase)>,
    ends: Option<(u8, Chase)>,
) {
    let is_old = |ending: &Ending| {
        use EndingKind::{Repetition, RepetitionForbidden};
        matches!(ending.kind, Repetition { .. } | RepetitionForbidden { .. })
    };
    let at = variant.endings.iter().position(is_old).unwrap_or(variant.endings.len());
    variant.endings.retain(|ending| !is_old(ending));
    let forbidden =
        forbidden.map(|(times, chaser)| EndingKind::RepetitionForbidden { times, chaser });
    let ends = ends.map(|(times, chaser_loses)| EndingKind::Repetition { times, chaser_loses });
    let new = forbidden.into_iter().chain(ends);
    let new = new.map(|kind| Ending { kind, outcome: Outcome::Draw });
    variant.endings.splice(at..at, new);
}

fn set_burners(variant: &mut Variant, ways: [Direction; 2]) {
    for kind in variant.kinds.iter_mut().filter(|kind| kind.piece.movement.burn) {
        let steps = &mut kind.piece.movement.steps;
        steps.retain(|step| !step.direction.is_orthogonal());
        steps.extend(ways.map(|way| Step::new(way, Reach::Ranging)));
        steps.sort_by_key(|step| step.direction);
    }
}

fn has_range_capture(variant: &Variant) -> bool {
    variant.kinds.iter().any(|kind| kind.piece.movement.range_capture.is_some())
}

fn set_promotion(variant: &mut Variant, ranks: u8, when: PromotionWhen, forced: bool) {
    variant.promotion = PromotionRules {
        zone: Zone::FarRanks(ranks.min(variant.ranks)),
        when,
        forced,
        only_captures: false,
        forced_by_promoted: false,
        turns_back: false,
        dead_squares: DeadSquares::Allowed,
    };
}

fn set_no_progress(variant: &mut Variant, plies: Option<u32>) {
    variant.endings.retain(|ending| !matches!(ending.kind, EndingKind::NoProgress { .. }));
    let kind = plies.map(|plies| EndingKind::NoProgress { plies, kinds: Default::default() });
    variant.endings.extend(kind.map(|kind| Ending { kind, outcome: Outcome::Draw }));
}

fn set_lock(variant: &mut Variant, lock: LockUnused) {
    for group in variant.choice_groups.iter_mut().flatten() {
        group.lock_unused = lock;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalogue, find};

    #[test]
    fn every_value_can_be_set_and_is_then_the_current_one() {
        let mut seen = 0;
        for variant in catalogue() {
            for option in all_for(variant) {
                for value in option.values {
                    let mut changed = (*variant).clone();
                    apply(&mut changed, option.name, value.name).unwrap();
                    let current = option.current(&changed).map(|value| value.name);
                    assert_eq!(current, Some(value.name), "{} {}", variant.slug, option.name);
                    seen += 1;
                }
            }
        }
        assert!(seen > 25, "{seen}");
    }

    #[test]
    fn the_catalogue_plays_the_first_value() {
        for (slug, name) in [
            ("chu", "lion_pawn_bridge"),
            ("chu", "counter_strike"),
            ("chu", "repetition"),
            ("tenjiku", "fire_demon"),
            ("tenjiku", "range_jump"),
            ("taikyoku", "promotion"),
            ("taikyoku", "range_capture_blocker"),
            ("taikyoku", "range_land_own"),
            ("taikyoku", "no_progress"),
            ("66shogi", "lock_unused"),
            ("shogi", "impasse"),
        ] {
            let variant = find(slug).unwrap();
            let option = all_for(variant).find(|option| option.name == name).unwrap();
            let current = option.current(variant).map(|value| value.name);
            assert_eq!(current, Some(option.values[0].name), "{slug} {name}");
        }
    }

    #[test]
    fn what_is_unknown_is_refused_with_the_nearest() {
        let mut chu = find("chu").unwrap().clone();
        let refused = |name: &str, value: &str, chu: &mut Variant| {
            apply(chu, name, value).unwrap_err().to_string()
        };
        assert_eq!(
            refused("counterstrike", "x", &mut chu),
            "there is no option `counterstrike`; did you mean `counter_strike`?"
        );
        assert_eq!(
            refused("counter_strike", "x", &mut chu),
            "`counter_strike` cannot be `x`; one of: forbidden, okazaki, allowed"
        );
        assert_eq!(
            refused("promotion", "first_capture", &mut chu),
            "the option `promotion` means nothing in chu"
        );
        assert_eq!(Some(&chu), find("chu"));
    }
}
