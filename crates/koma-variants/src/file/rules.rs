//! Promotion, drops, endings, impasse and clock.

use koma_text::yaml::{Entry, Fields, Node};
use koma_text::{Finding, Findings, Span};

use super::words::{is_none, word};
use crate::{
    Chase, Clock, DeadSquares, DropRules, Ending, EndingKind, Impasse, ImpasseProfile, Outcome,
    PromotionRules, PromotionWhen, Zone,
};

/// The words for [`DeadSquares`].
pub const DEAD_SQUARES: [(&str, DeadSquares); 2] =
    [("forbidden", DeadSquares::Forbidden), ("allowed", DeadSquares::Allowed)];

/// The words for [`PromotionWhen`].
pub const WHEN: [(&str, PromotionWhen); 4] = [
    ("starts_or_ends_in_zone", PromotionWhen::StartsOrEndsInZone),
    ("ends_in_zone", PromotionWhen::EndsInZone),
    ("touches_zone", PromotionWhen::TouchesZone),
    ("enters_or_captures", PromotionWhen::EntersOrCaptures),
];

/// The words for [`Outcome`].
pub const OUTCOMES: [(&str, Outcome); 4] = [
    ("loss", Outcome::Loss),
    ("win", Outcome::Win),
    ("draw", Outcome::Draw),
    ("first_player_loses", Outcome::FirstPlayerLoses),
];

/// The words for [`ImpasseProfile`], `none` apart.
pub const PROFILES: [(&str, ImpasseProfile); 3] = [
    ("27-point", ImpasseProfile::Points27),
    ("24-point", ImpasseProfile::Points24),
    ("agreement", ImpasseProfile::Agreement),
];

/// A number of far ranks that fits the board.
pub fn far_ranks(node: &Node<'_>, what: &str, ranks: u8, out: &mut Findings) -> Option<u8> {
    node.integer(what, 0..=i64::from(ranks), out).map(|n| n as u8)
}

pub fn promotion(node: Option<&Node<'_>>, ranks: u8, out: &mut Findings) -> PromotionRules {
    let mut rules = PromotionRules {
        zone: Zone::FarRanks(0),
        when: PromotionWhen::StartsOrEndsInZone,
        forced: false,
        only_captures: false,
        turns_back: false,
        dead_squares: DeadSquares::Forbidden,
    };
    let Some(node) = node.filter(|node| !is_none(node)) else { return rules };
    let Some(mut fields) = Fields::of(node, "`promotion`", out) else { return rules };
    if let Some(zone) = fields.need("zone", out) {
        let far_ranks = far_ranks(zone, "the promotion zone", ranks, out).unwrap_or(0);
        rules.zone = Zone::FarRanks(far_ranks);
    }
    if let Some(when) = fields.get("when").and_then(|n| word(n, "`when`", &WHEN, out)) {
        rules.when = when;
    }
    if let Some(forced) = fields.get("forced").and_then(|n| n.boolean("`forced`", out)) {
        rules.forced = forced;
    }
    if let Some(dead) = dead_squares(&mut fields, out) {
        rules.dead_squares = dead;
    }
    fields.finish(out);
    rules
}

fn dead_squares(fields: &mut Fields<'_, '_>, out: &mut Findings) -> Option<DeadSquares> {
    word(fields.get("dead_squares")?, "`dead_squares`", &DEAD_SQUARES, out)
}

pub fn drops(node: &Node<'_>, out: &mut Findings) -> DropRules {
    let mut rules = DropRules::default();
    if let Some(mut fields) = Fields::of(node, "`drops`", out) {
        if let Some(dead) = dead_squares(&mut fields, out) {
            rules.dead_squares = dead;
        }
        fields.finish(out);
    }
    rules
}

fn chase(perpetual_check_loses: bool) -> Chase {
    if perpetual_check_loses { Chase::Check } else { Chase::Nothing }
}

/// What ends a game where the file says nothing about it.
fn default_endings(check_rules: bool) -> Vec<Ending> {
    let decided = if check_rules { EndingKind::Checkmate } else { EndingKind::RoyalTaken };
    vec![
        Ending { kind: decided, outcome: Outcome::Loss },
        Ending { kind: EndingKind::NoMove, outcome: Outcome::Loss },
        Ending {
            kind: EndingKind::Repetition { times: 4, chaser_loses: chase(check_rules) },
            outcome: Outcome::Draw,
        },
    ]
}

pub fn endings(
    entry: Option<&Entry<'_>>,
    check_rules: bool,
    variant: Span,
    out: &mut Findings,
) -> Vec<Ending> {
    let Some(entry) = entry else { return default_endings(check_rules) };
    let Some(items) = entry.value.list("`endings`", out) else { return Vec::new() };
    let mut endings: Vec<Ending> = Vec::new();
    let mut complete = true;
    for item in items {
        let Some(ending) = ending(item, check_rules, out) else {
            complete = false;
            continue;
        };
        let same = |other: &Ending| {
            std::mem::discriminant(&other.kind) == std::mem::discriminant(&ending.kind)
        };
        if endings.iter().any(same) {
            let message = "this kind of ending is already listed; only the first acts";
            out.push(Finding::error("ending-twice", message).at(item.span));
        } else {
            endings.push(ending);
        }
    }
    let has = |kind: &EndingKind| endings.iter().any(|ending| ending.kind == *kind);
    let span = if items.is_empty() { variant } else { entry.key.span };
    let mut need = |kind: EndingKind, message: &str, help: &str| {
        if complete && !has(&kind) {
            out.push(Finding::error("ending-missing", message).at(span).help(help));
        }
    };
    need(
        EndingKind::NoMove,
        "nothing says what happens when a side has no legal move",
        "add - { kind: no_move, outcome: loss }",
    );
    if check_rules {
        need(
            EndingKind::Checkmate,
            "nothing says what checkmate means",
            "add - { kind: checkmate, outcome: loss }, or set check_rules: false",
        );
    } else {
        need(
            EndingKind::RoyalTaken,
            "without check rules a game must end when the last royal is taken",
            "add - { kind: royal_taken, outcome: loss }, or set check_rules: true",
        );
    }
    endings
}

#[derive(Clone, Copy)]
enum Name {
    Checkmate,
    NoMove,
    RoyalTaken,
    Repetition,
    MoveLimit,
}

fn ending(node: &Node<'_>, check_rules: bool, out: &mut Findings) -> Option<Ending> {
    const NAMES: [(&str, Name); 5] = [
        ("checkmate", Name::Checkmate),
        ("no_move", Name::NoMove),
        ("royal_taken", Name::RoyalTaken),
        ("repetition", Name::Repetition),
        ("move_limit", Name::MoveLimit),
    ];
    let mut fields = Fields::of(node, "an ending", out)?;
    let named = fields.need("kind", out);
    let name = named.and_then(|node| word(node, "the kind of ending", &NAMES, out));
    let outcome = fields.need("outcome", out);
    let outcome = outcome.and_then(|node| word(node, "`outcome`", &OUTCOMES, out));
    let kind = match name {
        Some(Name::Checkmate) => Some(EndingKind::Checkmate),
        Some(Name::NoMove) => Some(EndingKind::NoMove),
        Some(Name::RoyalTaken) => Some(EndingKind::RoyalTaken),
        Some(Name::Repetition) => {
            let times = fields.get("times");
            let times = times.map_or(Some(4), |n| n.integer("`times`", 2..=255, out));
            let perpetual = fields.get("perpetual_check_loses");
            let perpetual = perpetual
                .map_or(Some(check_rules), |node| node.boolean("`perpetual_check_loses`", out));
            times.zip(perpetual).map(|(times, perpetual_check_loses)| EndingKind::Repetition {
                times: times as u8,
                chaser_loses: chase(perpetual_check_loses),
            })
        }
        Some(Name::MoveLimit) => fields
            .need("plies", out)
            .and_then(|n| n.integer("`plies`", 1..=1_000_000, out))
            .map(|plies| EndingKind::MoveLimit { plies: plies as u32 }),
        None => {
            // The parameters belong to a kind that could not be read: nothing to say about them.
            for parameter in ["times", "perpetual_check_loses", "plies"] {
                fields.get(parameter);
            }
            None
        }
    };
    fields.finish(out);
    let needs_check = matches!(kind, Some(EndingKind::Checkmate));
    if needs_check && !check_rules {
        let message = "there is no checkmate without check rules";
        out.push(Finding::error("ending-never", message).at(node.span));
    }
    if matches!(kind, Some(EndingKind::RoyalTaken)) && check_rules {
        let message = "with check rules a royal is never taken, so this never happens";
        out.push(Finding::warning("ending-never", message).at(node.span));
    }
    Some(Ending { kind: kind?, outcome: outcome? })
}

pub fn impasse(
    node: Option<&Node<'_>>,
    ranks: u8,
    promotion_zone: Zone,
    out: &mut Findings,
) -> Impasse {
    let mut impasse =
        Impasse { profile: ImpasseProfile::None, zone: promotion_zone, men_in_zone: 10 };
    let Some(node) = node.filter(|node| !is_none(node)) else { return impasse };
    let Some(mut fields) = Fields::of(node, "`impasse`", out) else { return impasse };
    if let Some(profile) = fields.need("profile", out).filter(|node| !is_none(node)) {
        impasse.profile =
            word(profile, "the impasse profile", &PROFILES, out).unwrap_or(ImpasseProfile::None);
    }
    if let Some(zone) = fields.get("zone") {
        let zone = far_ranks(zone, "the impasse zone", ranks, out);
        if let Some(zone) = zone {
            impasse.zone = Zone::FarRanks(zone);
        }
    }
    if let Some(men) = fields.get("men_in_zone") {
        impasse.men_in_zone = men.integer("`men_in_zone`", 0..=255, out).unwrap_or(10) as u8;
    }
    fields.finish(out);
    impasse
}

pub fn clock(node: Option<&Node<'_>>, out: &mut Findings) -> Clock {
    /// A day: longer games are not played at a clock.
    const MOST_SECONDS: i64 = 86_400;
    let Some(node) = node.filter(|node| !is_none(node)) else { return Clock::None };
    let Some(mut fields) = Fields::of(node, "`clock`", out) else { return Clock::None };
    let mut seconds = |name: &'static str, least: i64, out: &mut Findings| {
        let node = fields.get(name)?;
        let number = node.integer(&format!("`{name}`"), least..=MOST_SECONDS, out);
        Some((number.map(|n| n as u32), node.span))
    };
    let main = seconds("main", 0, out);
    let byoyomi = seconds("byoyomi", 1, out);
    let increment = seconds("increment", 1, out);
    let periods = fields.get("periods").map(|n| (n.integer("`periods`", 1..=100, out), n.span));
    let all_good = [&main, &byoyomi, &increment].iter().all(|s| !matches!(s, Some((None, _))));
    let mut fault = |message: &str, at: Span| {
        out.push(Finding::error("bad-clock", message).at(at));
        Clock::None
    };
    let main_seconds = main.and_then(|(n, _)| n).unwrap_or(0);
    let clock = match (byoyomi, increment, periods) {
        _ if !all_good => Clock::None,
        (Some(_), Some((_, at)), _) => fault("a clock has `byoyomi` or `increment`, not both", at),
        (None, _, Some((_, at))) => fault("`periods` belongs to `byoyomi`", at),
        (Some((Some(period), _)), None, periods) => {
            let periods = periods.map_or(1, |(n, _)| n.unwrap_or(1)) as u16;
            Clock::Byoyomi { main: main_seconds, period, periods }
        }
        (None, Some((Some(increment), _)), None) => {
            Clock::Fischer { main: main_seconds, increment }
        }
        _ if main_seconds == 0 => fault("a clock needs some time: `main` seconds", node.span),
        _ => Clock::SuddenDeath { main: main_seconds },
    };
    fields.finish(out);
    clock
}
