//! What is written reads back as it was.

use koma_text::Source;
use koma_variants::{
    Borrowed, Chase, ChoiceGroup, Clock, Contagion, CounterStrike, DeadSquares, DropMate,
    DropRules, Ending, EndingKind, Impasse, ImpasseProfile, JumpTakes, LionRules, LockUnused,
    Outcome, Pass, PawnBridge, PromotionRules, PromotionWhen, SetupPhase, SpecialRules, Variant,
    Zone,
};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

#[track_caller]
fn check(variant: &Variant) {
    let text = koma_variants::write(variant);
    let source = Source::new("written.yaml", text.as_str());
    let (again, findings) = koma_variants::read(&source, |_| None);
    let errors: Vec<_> = findings.iter().filter(|finding| finding.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    assert_eq!(again.as_ref(), Some(variant), "{text}");
}

#[test]
fn the_catalogue_reads_back() {
    koma_variants::catalogue().iter().copied().for_each(check);
}

/// A set of some of the kinds.
fn some_of(kinds: usize) -> impl Strategy<Value = Vec<usize>> {
    subsequence((0..kinds).collect::<Vec<_>>(), 0..=kinds.min(4))
}

fn zone((files, ranks): (u8, u8)) -> impl Strategy<Value = Zone> {
    let all: Vec<(u8, u8)> = (1..=files).flat_map(|f| (1..=ranks).map(move |r| (f, r))).collect();
    let rank = (1..=ranks).prop_map(move |rank| (1..=files).map(|file| (file, rank)).collect());
    let few = prop_oneof![subsequence(all, 0..=5), rank];
    prop_oneof![
        (0..=ranks).prop_map(Zone::FarRanks),
        (few.clone(), few).prop_map(|(sente, gote)| Zone::Squares([sente, gote])),
    ]
}

fn dead() -> impl Strategy<Value = DeadSquares> {
    select(vec![DeadSquares::Forbidden, DeadSquares::Allowed])
}

fn promotion(board: (u8, u8)) -> impl Strategy<Value = PromotionRules> {
    use PromotionWhen::{EndsInZone, EntersOrCaptures, StartsOrEndsInZone, TouchesZone};
    let when = select(vec![EndsInZone, EntersOrCaptures, StartsOrEndsInZone, TouchesZone]);
    (zone(board), when, any::<[bool; 4]>(), dead()).prop_map(|(zone, when, flags, dead_squares)| {
        let [forced, only_captures, forced_by_promoted, turns_back] = flags;
        PromotionRules {
            zone,
            when,
            forced,
            only_captures,
            forced_by_promoted,
            turns_back,
            dead_squares,
        }
    })
}

fn drops(board: (u8, u8), kinds: usize) -> impl Strategy<Value = DropRules> {
    let zone = prop::option::of(zone(board));
    (dead(), zone, any::<[bool; 4]>(), some_of(kinds)).prop_map(
        |(dead_squares, zone, flags, must_drop)| {
            let [either_side, stays_promoted, captures_to_hand, may_check] = flags;
            DropRules {
                dead_squares,
                zone,
                either_side,
                stays_promoted,
                captures_to_hand,
                may_check,
                must_drop,
            }
        },
    )
}

fn setup(board: (u8, u8), kinds: usize) -> impl Strategy<Value = SetupPhase> {
    let kinds = [some_of(kinds), some_of(kinds)];
    (any::<bool>(), prop::option::of(zone(board)), kinds)
        .prop_map(|(must_drop, zone, kinds)| SetupPhase { must_drop, zone, kinds })
}

fn groups(kinds: usize) -> impl Strategy<Value = Vec<ChoiceGroup>> {
    let lock = select(vec![LockUnused::No, LockUnused::Setup, LockUnused::Game]);
    let options = subsequence((0..kinds).collect::<Vec<_>>(), 1..=kinds.min(4));
    let group = (options, 1..=1296_u16, any::<bool>(), lock).prop_map(
        |(options, limit, required, lock_unused)| ChoiceGroup {
            options,
            limit,
            required,
            lock_unused,
        },
    );
    prop::collection::vec(group, 0..=8)
}

fn special(kinds: usize) -> impl Strategy<Value = SpecialRules> {
    use CounterStrike::{Allowed, Forbidden, Unguarded};
    let pass = || select(vec![Pass::Never, Pass::WithoutMove, Pass::Always]);
    let bridge = select(vec![PawnBridge::Jcsa, PawnBridge::After]);
    let strike = select(vec![Allowed, Forbidden, Unguarded]);
    let lions = (some_of(kinds), some_of(kinds), bridge, strike);
    let lions = lions.prop_map(|(lions, baits, pawn_bridge, counter_strike)| LionRules {
        lions,
        baits,
        pawn_bridge,
        counter_strike,
    });
    let borrowed = select(vec![Borrowed::No, Borrowed::Behind]);
    let contagion = (some_of(kinds), 0..kinds, some_of(kinds));
    let contagion =
        contagion.prop_map(|(taken, becomes, spares)| Contagion { taken, becomes, spares });
    let contagion = prop::collection::vec(contagion, 0..3);
    let takes = select(vec![JumpTakes::Any, JumpTakes::NoRoyals, JumpTakes::Lower]);
    let rest = (contagion, takes);
    (any::<[bool; 7]>(), [pass(), pass()], borrowed, prop::option::of(lions), rest).prop_map(
        |(flags, pass, borrowed, lions, (contagion, range_jump_takes))| SpecialRules {
            must_capture: flags[0],
            no_checks: flags[1],
            royals_may_not_face: flags[2],
            duple_check: flags[6],
            pass,
            borrowed,
            lions,
            range_capture_blocker: flags[3],
            range_land_own: flags[4],
            range_jump_freely: flags[5],
            range_jump_takes,
            contagion,
        },
    )
}

fn outcome() -> impl Strategy<Value = Outcome> {
    select(vec![
        Outcome::Loss,
        Outcome::Win,
        Outcome::Draw,
        Outcome::FirstPlayerLoses,
        Outcome::SecondPlayerLoses,
    ])
}

fn endings(check_rules: bool, board: (u8, u8), kinds: usize) -> impl Strategy<Value = Vec<Ending>> {
    let decided = if check_rules { EndingKind::Checkmate } else { EndingKind::RoyalTaken };
    let chase = || select(vec![Chase::Nothing, Chase::Check, Chase::Attack]);
    let repetition = (2..=255_u8, chase())
        .prop_map(|(times, chaser_loses)| EndingKind::Repetition { times, chaser_loses });
    let forbidden = (2..=255_u8, chase())
        .prop_map(|(times, chaser)| EndingKind::RepetitionForbidden { times, chaser });
    let plies = 1..=1_000_000_u32;
    let limit = plies.clone().prop_map(|plies| EndingKind::MoveLimit { plies });
    let progress = (plies, [some_of(kinds), some_of(kinds)])
        .prop_map(|(plies, kinds)| EndingKind::NoProgress { plies, kinds });
    let checks = [1..=255_u8, 1..=255_u8].prop_map(|checks| EndingKind::Checks { checks });
    let extinct = (some_of(kinds), 0..=9_u16, 0..=9_u16, any::<bool>()).prop_map(
        |(kinds, at_most, other_has, claim)| EndingKind::Extinction {
            kinds,
            at_most,
            other_has,
            claim,
        },
    );
    let goal = ([some_of(kinds), some_of(kinds)], zone(board), 1..=9_u8, any::<[bool; 3]>())
        .prop_map(|(kinds, zone, count, [safe, last_move, when_full])| EndingKind::Goal {
            kinds,
            zone,
            count,
            safe,
            last_move,
            when_full,
        });
    let bare = some_of(kinds).prop_map(|too_weak| EndingKind::BareRoyal { too_weak });
    let more = (repetition, forbidden, limit, progress, checks, extinct, goal, bare);
    let kinds = more.prop_flat_map(move |(a, b, c, d, e, f, g, h)| {
        let needed = vec![decided.clone(), EndingKind::NoMove];
        let more = subsequence(vec![a, b, c, d, e, f, g, h], 0..=8);
        more.prop_map(move |more| [needed.clone(), more].concat()).prop_shuffle()
    });
    (kinds, prop::collection::vec(outcome(), 10)).prop_map(|(kinds, outcomes)| {
        let pair = |(kind, outcome)| {
            // A forbidden move has no outcome.
            let forbidden = matches!(kind, EndingKind::RepetitionForbidden { .. });
            Ending { kind, outcome: if forbidden { Outcome::Draw } else { outcome } }
        };
        kinds.into_iter().zip(outcomes).map(pair).collect()
    })
}

fn clock() -> impl Strategy<Value = Clock> {
    let seconds = 1..=86_400_u32;
    let more = (seconds.clone(), seconds.clone(), 1..=100_u16);
    prop_oneof![
        Just(Clock::None),
        seconds.prop_map(|main| Clock::SuddenDeath { main }),
        more.clone().prop_map(|(main, period, periods)| Clock::Byoyomi { main, period, periods }),
        more.prop_map(|(main, increment, _)| Clock::Fischer { main, increment }),
    ]
}

fn profile() -> impl Strategy<Value = ImpasseProfile> {
    use ImpasseProfile::{Agreement, None, Points24, Points27};
    select(vec![Agreement, None, Points24, Points27])
}

/// A shipped variant with other names, rules and kinds.
fn variant() -> impl Strategy<Value = Variant> {
    let small: Vec<&Variant> =
        koma_variants::catalogue().iter().copied().filter(|v| v.kinds.len() < 40).collect();
    (select(small), any::<bool>()).prop_flat_map(|(base, check_rules)| {
        let (board, kinds) = ((base.files, base.ranks), base.kinds.len());
        let drops = prop::option::of(drops(board, kinds));
        let phase = (prop::option::of(setup(board, kinds)), [groups(kinds), groups(kinds)]);
        let impasse = (profile(), zone(board), any::<u8>())
            .prop_map(|(profile, zone, men_in_zone)| Impasse { profile, zone, men_in_zone });
        let rules = (promotion(board), drops, phase, special(kinds), 1..=9_u8);
        let ends = (endings(check_rules, board, kinds), impasse, clock());
        let aliases = prop::collection::hash_set("[^\\s\\x00-\\x1f]{1,8}", 0..3);
        let names = ("\\PC{0,12}", ".{0,12}", aliases, prop::collection::vec(".{0,12}", 0..3));
        let flags = (any::<[bool; 3]>(), any::<[u8; 4]>(), 0..3_u8);
        let kind = (flags, prop::option::of(zone(board)), prop::option::of(zone(board)));
        let changes = prop::collection::vec(kind, 40);
        (rules, ends, names, changes).prop_map(move |(rules, ends, names, changes)| {
            let (promotion, drops, (setup, choice_groups), special, royals_needed) = rules;
            let (endings, impasse, clock) = ends;
            let (name, name_ja, aliases, sources) = names;
            let with_drops = drops.is_some();
            let mut variant = Variant {
                name,
                name_ja,
                aliases: aliases.into_iter().collect(),
                sources,
                promotion,
                drops,
                setup: setup.filter(|_| with_drops),
                choice_groups: if with_drops { choice_groups } else { Default::default() },
                check_rules,
                royals_needed,
                special,
                endings,
                impasse,
                clock,
                ..base.clone()
            };
            if !with_drops {
                // Nothing is in hand where nothing is dropped.
                let board = variant.start.split(' ').next().unwrap_or_default();
                variant.start = format!("{board} b - 1");
                variant.handicaps.clear();
            }
            let ranks = variant.ranks;
            for (index, (kind, change)) in variant.kinds.iter_mut().zip(changes).enumerate() {
                let (([royal, alone, stays], [points, file, far, most], mate), zone, home) = change;
                kind.royal |= royal;
                kind.drop_mate =
                    [DropMate::Allowed, DropMate::Forbidden, DropMate::Loses][usize::from(mate)];
                (kind.zone, kind.stays_in) = (zone, home);
                kind.points = points;
                kind.most_per_file = file.checked_sub(4);
                kind.most_on_board = (most > 99).then_some(most);
                kind.no_drop_ranks = far % (ranks + 1);
                kind.must_promote_ranks = far / 16 % (ranks + 1);
                if alone {
                    kind.promotes_to = None;
                }
                if stays {
                    kind.in_hand = index;
                }
            }
            variant
        })
    })
}

proptest! {
    #[test]
    fn any_variant_reads_back(variant in variant()) {
        check(&variant);
    }
}
