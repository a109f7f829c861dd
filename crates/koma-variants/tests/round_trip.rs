//! What is written reads back as it was.

use koma_text::Source;
use koma_variants::{
    Chase, Clock, DeadSquares, DropMate, DropRules, Ending, EndingKind, Impasse, ImpasseProfile,
    Outcome, PromotionRules, PromotionWhen, Variant, Zone,
};
use proptest::prelude::*;

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

fn zone(ranks: u8) -> impl Strategy<Value = Zone> {
    (0..=ranks).prop_map(Zone::FarRanks)
}

fn dead() -> impl Strategy<Value = DeadSquares> {
    prop_oneof![Just(DeadSquares::Forbidden), Just(DeadSquares::Allowed)]
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        Just(Outcome::Loss),
        Just(Outcome::Win),
        Just(Outcome::Draw),
        Just(Outcome::FirstPlayerLoses)
    ]
}

fn endings(check_rules: bool) -> impl Strategy<Value = Vec<Ending>> {
    let decided = if check_rules { EndingKind::Checkmate } else { EndingKind::RoyalTaken };
    let repetition = (2..=255_u8, any::<bool>()).prop_map(|(times, check)| {
        let chaser_loses = if check { Chase::Check } else { Chase::Nothing };
        EndingKind::Repetition { times, chaser_loses }
    });
    let limit = (1..=1_000_000_u32).prop_map(|plies| EndingKind::MoveLimit { plies });
    let kinds = (Just(decided), Just(EndingKind::NoMove), repetition, limit, 2..=4_usize);
    let kinds = kinds.prop_map(|(a, b, c, d, count)| {
        let mut kinds = vec![a, b, c, d];
        kinds.truncate(count);
        kinds
    });
    (kinds.prop_shuffle(), prop::collection::vec(outcome(), 4)).prop_map(|(kinds, outcomes)| {
        let pair = |(kind, outcome)| Ending { kind, outcome };
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
    prop_oneof![
        Just(ImpasseProfile::Points27),
        Just(ImpasseProfile::Points24),
        Just(ImpasseProfile::Agreement),
        Just(ImpasseProfile::None)
    ]
}

/// A shipped variant with other names, rules and kinds.
fn variant() -> impl Strategy<Value = Variant> {
    let base = prop::sample::select(koma_variants::catalogue());
    let rules = (base, any::<bool>()).prop_flat_map(|(base, check_rules)| {
        let ranks = base.ranks;
        let promotion = (zone(ranks), any::<bool>(), any::<bool>(), dead());
        let impasse = (profile(), zone(ranks), any::<u8>());
        let drops = prop::option::of(dead());
        let rules = (promotion, drops, endings(check_rules), impasse, clock());
        (Just(base), Just(check_rules), rules)
    });
    let names = ("\\PC{0,12}", ".{0,12}", prop::collection::hash_set("[^ \\x00-\\x1f]{1,8}", 0..3));
    let kind = (any::<[bool; 4]>(), prop::option::of(0..=5_u8), any::<[u8; 3]>());
    let kinds = prop::collection::vec(kind, 14);
    (rules, names, kinds).prop_map(
        |((base, check_rules, rules), (name, name_ja, aliases), kinds)| {
            let ((zone, ends, forced, dead_squares), drops, endings, impasse, clock) = rules;
            let when =
                if ends { PromotionWhen::EndsInZone } else { PromotionWhen::StartsOrEndsInZone };
            let mut variant = Variant {
                name,
                name_ja,
                aliases: aliases.into_iter().collect(),
                promotion: PromotionRules {
                    zone,
                    when,
                    forced,
                    dead_squares,
                    ..base.promotion.clone()
                },
                drops: drops.map(|dead_squares| DropRules { dead_squares, ..DropRules::default() }),
                check_rules,
                endings,
                impasse: Impasse { profile: impasse.0, zone: impasse.1, men_in_zone: impasse.2 },
                clock,
                ..base.clone()
            };
            if variant.drops.is_none() {
                // Nothing is in hand where nothing is dropped.
                let board = variant.start.split(' ').next().unwrap_or_default();
                variant.start = format!("{board} b - 1");
            }
            let ranks = variant.ranks;
            for (index, (kind, change)) in variant.kinds.iter_mut().zip(kinds).enumerate() {
                let ([royal, mate, alone, stays], zone, [points, file, far]) = change;
                kind.royal |= royal;
                kind.drop_mate = if mate { DropMate::Forbidden } else { DropMate::Allowed };
                kind.zone = zone.map(|far_ranks| Zone::FarRanks(far_ranks.min(ranks)));
                kind.points = points;
                kind.most_per_file = (file > 0).then_some(file);
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
        },
    )
}

proptest! {
    #[test]
    fn any_variant_reads_back(variant in variant()) {
        check(&variant);
    }
}
