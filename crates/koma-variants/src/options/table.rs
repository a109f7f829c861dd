//! The table of options.

use koma_pieces::Direction;

use super::set::{
    area_movers, has_chu_zone, has_devas, has_piece, has_range_capture, is_tenjiku_eagle, restore,
    set_area_pass, set_bridge, set_burners, set_contagion, set_counter_strike, set_free_demons,
    set_free_eagle, set_level_tetrarchs, set_lock, set_major_promotion, set_no_progress,
    set_plain_lion_hawk, set_plain_teaching_king, set_promotion, set_repetition, set_white_tiger,
};
use super::{OptionValue, RuleOption};
use crate::{
    Chase, CounterStrike, DeadSquares, ImpasseProfile, JumpTakes, LockUnused, PawnBridge,
    PromotionWhen,
};

pub(super) const OPTIONS: &[RuleOption] = &[
    RuleOption {
        name: "lion_pawn_bridge",
        statement: "LIO-4",
        question: "A lion takes a pawn or go-between on its way to a lion behind: does that piece still guard the lion?",
        question_ja: "獅子が歩兵・仲人を取りながら向こうの獅子を取るとき、取られる駒も繋ぎとみなすか",
        values: &[
            OptionValue {
                name: "jcsa",
                meaning: "yes, a piece that guarded the lion before the move still does",
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
        question: "After a lion was taken by another piece, may another piece take a lion in return?",
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
            variant.drops.is_none() && has_chu_zone(variant) && !has_range_capture(variant)
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
        question: "When may a general jump pieces of lower rank?",
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
        question: "When do pieces promote?",
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
                meaning: "the first capture a piece makes promotes it; there is no zone",
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
                meaning: "a move may promote that enters the 11 far ranks or captures there; pieces that could never move again must",
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
        question: "May such a flight end on an own piece, which is lost too?",
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
        name: "range_jump_takes",
        statement: "TEN-10",
        question: "What may a general take at the end of a jump?",
        question_ja: "飛び越した将は、何を取れるか",
        values: &[
            OptionValue {
                name: "any",
                meaning: "whatever stands there, of equal or higher rank too",
                meaning_ja: "位にかかわらず取れる",
                source: "The Shogi Association; Ludii",
                set: |variant| variant.special.range_jump_takes = JumpTakes::Any,
            },
            OptionValue {
                name: "no_royals",
                meaning: "all but royals",
                meaning_ja: "玉と太子は取れない",
                source: "several modern rule sets",
                set: |variant| variant.special.range_jump_takes = JumpTakes::NoRoyals,
            },
            OptionValue {
                name: "lower",
                meaning: "what it could jump: lower ranks only",
                meaning_ja: "下位の駒だけ",
                source: "the reading that ranks bind captures too",
                set: |variant| variant.special.range_jump_takes = JumpTakes::Lower,
            },
        ],
        applies: |variant| {
            variant.kinds.iter().any(|kind| kind.piece.movement.range_jump.is_some())
        },
    },
    RuleOption {
        name: "free_eagle",
        statement: "TEN-11",
        question: "What does the free eagle do besides sliding like a queen?",
        question_ja: "奔鷲は走るほかに何ができるか",
        values: &[
            OptionValue {
                name: "two_steps",
                meaning: "two diagonal steps, taking with each; it leaps over nothing",
                meaning_ja: "斜めに二歩（各歩で取れる）。飛び越さない",
                source: "Ludii, quoting Wikipedia",
                set: |variant| set_free_eagle(variant, true, &[]),
            },
            OptionValue {
                name: "diagonal_leaps",
                meaning: "the same, and leaps to the second diagonal square",
                meaning_ja: "斜めに二歩、または斜め二マス目へ飛ぶ",
                source: "the reading of a lion on the diagonals",
                set: |variant| set_free_eagle(variant, true, &[(-2, -2), (-2, 2), (2, -2), (2, 2)]),
            },
            OptionValue {
                name: "orthogonal_leaps",
                meaning: "leaps to the second orthogonal square",
                meaning_ja: "縦横の二マス目へ飛ぶ",
                source: "Games::Shogi; tenjiku-shogi.net",
                set: |variant| set_free_eagle(variant, false, &[(-2, 0), (0, -2), (0, 2), (2, 0)]),
            },
        ],
        applies: |variant| is_tenjiku_eagle(variant),
    },
    RuleOption {
        name: "lion_hawk",
        statement: "TEN-11",
        question: "Has the lion hawk the powers of a lion, besides the slides of a bishop?",
        question_ja: "獅鷹は角行の走りのほかに獅子の力を持つか",
        values: &[
            OptionValue {
                name: "lion",
                meaning: "yes: two steps with two captures, captures without moving, passes",
                meaning_ja: "持つ（二歩動き二枚取れる。居喰い、じっともできる）",
                source: "HaChu; Wikipedia",
                set: |variant| restore(variant, "tenjiku", "Lion hawk"),
            },
            OptionValue {
                name: "reach",
                meaning: "it goes to every square a lion reaches, and takes only there",
                meaning_ja: "獅子の届くマスへ行けるが、取れるのは止まったマスの一枚だけ",
                source: "Games::Shogi",
                set: set_plain_lion_hawk,
            },
        ],
        applies: |variant| is_tenjiku_eagle(variant) && has_piece(variant, "Lion hawk"),
    },
    RuleOption {
        name: "tetrarchs",
        statement: "TEN-11",
        question: "Do the heavenly tetrarchs also slide forward and backward, over the first square?",
        question_ja: "四天王は前後にも（一マス目を越えて）走るか",
        values: &[
            OptionValue {
                name: "vertical",
                meaning: "yes",
                meaning_ja: "走る",
                source: "Wikipedia; HaChu, which lets them slide from the first square on",
                set: |variant| restore(variant, "tenjiku", "Heavenly tetrarchs"),
            },
            OptionValue {
                name: "no_vertical",
                meaning: "no, only on the diagonals, and sideways to the third square",
                meaning_ja: "走らない（斜めに走り、横は三マス目まで）",
                source: "Games::Shogi",
                set: set_level_tetrarchs,
            },
        ],
        applies: |variant| has_piece(variant, "Heavenly tetrarchs"),
    },
    RuleOption {
        name: "teaching_king",
        statement: "MAK-4",
        question: "Has the teaching king the powers of a lion dog, besides the slides of a queen?",
        question_ja: "教王は奔王の走りのほかに狛犬の力を持つか",
        values: &[
            OptionValue {
                name: "lion_dog",
                meaning: "yes: three steps along a line with captures on each, and leaps",
                meaning_ja: "持つ（一直線に三歩まで、各歩で取れる。飛び越しもできる）",
                source: "HaChu; Wikipedia",
                set: |variant| restore(variant, "maka-dai-dai", "Teaching king"),
            },
            OptionValue {
                name: "free_king",
                meaning: "no, it slides like a queen and that is all",
                meaning_ja: "持たない（奔王と同じ）",
                source: "the first of two readings in an older program of the large games",
                set: set_plain_teaching_king,
            },
        ],
        applies: |variant| has_piece(variant, "Teaching king"),
    },
    RuleOption {
        name: "area_pass",
        statement: "TEN-2",
        question: "May a piece that makes several steps come back to where it started, and so pass the turn?",
        question_ja: "数歩動く駒は元のマスに戻れるか（じっと）",
        values: &[
            OptionValue {
                name: "yes",
                meaning: "yes",
                meaning_ja: "戻れる",
                source: "Ludii; the lion's example",
                set: |variant| set_area_pass(variant, true),
            },
            OptionValue {
                name: "no",
                meaning: "no, where it takes at most one piece",
                meaning_ja: "一枚しか取れない駒は戻れない",
                source: "HaChu's notation, which has no such move",
                set: |variant| set_area_pass(variant, false),
            },
        ],
        applies: |variant| area_movers(variant).next().is_some(),
    },
    RuleOption {
        name: "quiet_promotion",
        statement: "CHU-3",
        question: "May a piece inside the zone promote with a move that takes nothing?",
        question_ja: "敵陣の中で、駒を取らない手で成れるか",
        values: &[
            OptionValue {
                name: "dead_squares",
                meaning: "only where it could never move again",
                meaning_ja: "行き所のないマスに限り成れる",
                source: "lishogi; HaChu",
                set: |variant| variant.promotion.when = PromotionWhen::EntersOrCaptures,
            },
            OptionValue {
                name: "every_move",
                meaning: "yes, with every move that starts or ends in the zone",
                meaning_ja: "敵陣に関わる手ならいつでも成れる",
                source: "the rule of shogi, played by some programs",
                set: |variant| variant.promotion.when = PromotionWhen::StartsOrEndsInZone,
            },
        ],
        applies: |variant| variant.drops.is_none() && has_chu_zone(variant),
    },
    RuleOption {
        name: "contagion",
        statement: "MAK-1",
        question: "Does a piece that takes a deva or a dark spirit become a teaching king or a buddhist spirit?",
        question_ja: "提婆・無明を取った駒は教王・法性になるか",
        values: &[
            OptionValue {
                name: "yes",
                meaning: "yes, it must; royals and the drunk elephant stay what they are",
                meaning_ja: "必ずなる（玉・太子・酔象を除く）",
                source: "the Chess Variant Pages; Japanese Wikipedia",
                set: |variant| set_contagion(variant, Some(true)),
            },
            OptionValue {
                name: "royals_exempt",
                meaning: "yes, it must; only royals stay what they are",
                meaning_ja: "必ずなる（玉・太子を除く）",
                source: "the reading that exempts nobody else",
                set: |variant| set_contagion(variant, Some(false)),
            },
            OptionValue {
                name: "no",
                meaning: "no",
                meaning_ja: "ならない",
                source: "programs without the rule",
                set: |variant| set_contagion(variant, None),
            },
        ],
        applies: has_devas,
    },
    RuleOption {
        name: "capture_promotion",
        statement: "MAK-2",
        question: "Must a piece promote that takes another?",
        question_ja: "駒を取ったら必ず成るか",
        values: &[
            OptionValue {
                name: "promoted",
                meaning: "only if it takes a promoted piece",
                meaning_ja: "成駒を取ったときだけ必ず成る",
                source: "the Chess Variant Pages",
                set: |variant| variant.promotion.forced = false,
            },
            OptionValue {
                name: "always",
                meaning: "always",
                meaning_ja: "必ず成る",
                source: "Japanese Wikipedia; HaChu",
                set: |variant| variant.promotion.forced = true,
            },
        ],
        applies: |variant| variant.promotion.forced_by_promoted,
    },
    RuleOption {
        name: "major_promotion",
        statement: "MAK-3",
        question: "Do the dragon king, the dragon horse and the free king promote?",
        question_ja: "龍王・龍馬・奔王は成るか",
        values: &[
            OptionValue {
                name: "gold",
                meaning: "yes, to a gold",
                meaning_ja: "金に成る",
                source: "HaChu; Games::Shogi",
                set: |variant| set_major_promotion(variant, true),
            },
            OptionValue {
                name: "none",
                meaning: "no",
                meaning_ja: "成らない",
                source: "two other sources",
                set: |variant| set_major_promotion(variant, false),
            },
        ],
        applies: has_devas,
    },
    RuleOption {
        name: "free_demon",
        statement: "DAI-1",
        question: "Do the free demon and the free dream-eater slide on all four diagonals?",
        question_ja: "奔鬼・奔獏は斜め後ろへも走るか",
        values: &[
            OptionValue {
                name: "forward",
                meaning: "no, forward only",
                meaning_ja: "前だけ",
                source: "HaChu",
                set: |variant| set_free_demons(variant, false),
            },
            OptionValue {
                name: "all",
                meaning: "yes",
                meaning_ja: "四方の斜め",
                source: "Games::Shogi; the tables of taikyoku shogi",
                set: |variant| set_free_demons(variant, true),
            },
        ],
        applies: |variant| has_piece(variant, "Free demon") && !has_range_capture(variant),
    },
    RuleOption {
        name: "white_tiger",
        statement: "DAI-2",
        question: "On which forward diagonal does the white tiger slide?",
        question_ja: "白虎はどちらの斜め前へ走るか",
        values: &[
            OptionValue {
                name: "left",
                meaning: "the left one; one step on the right one",
                meaning_ja: "左斜め前へ走る",
                source: "HaChu; most tables of taikyoku shogi",
                set: |variant| set_white_tiger(variant, Direction::NW, Direction::NE),
            },
            OptionValue {
                name: "right",
                meaning: "the right one; one step on the left one",
                meaning_ja: "右斜め前へ走る",
                source: "yetiowin805's table of taikyoku shogi",
                set: |variant| set_white_tiger(variant, Direction::NE, Direction::NW),
            },
        ],
        applies: |variant| has_piece(variant, "White tiger") && !has_range_capture(variant),
    },
    RuleOption {
        name: "last_rank",
        statement: "TAI-3",
        question: "Must a piece promote where it could never move again?",
        question_ja: "行き所のないマスでは必ず成るか",
        values: &[
            OptionValue {
                name: "free",
                meaning: "no, it may stand there",
                meaning_ja: "成らなくてもよい",
                source: "the reading of our data",
                set: |variant| variant.promotion.dead_squares = DeadSquares::Allowed,
            },
            OptionValue {
                name: "forced",
                meaning: "yes",
                meaning_ja: "必ず成る",
                source: "the Japanese text; jh85's engine",
                set: |variant| variant.promotion.dead_squares = DeadSquares::Forbidden,
            },
        ],
        applies: has_range_capture,
    },
    RuleOption {
        name: "lock_unused",
        statement: "S66-6",
        question: "May a piece be dropped, once captured, of which the side chose not to place its own?",
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
                source: "the Tendo rules, which only put the unused piece away",
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
