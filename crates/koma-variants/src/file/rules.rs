//! Promotion, drops, impasse and clock.

use koma_text::yaml::{Fields, Node};
use koma_text::{Finding, Findings, Span};

use super::sides::Codes;
use super::words::{is_none, word};
use super::zone::{self, Board};
use crate::say;
use crate::{
    Clock, DeadSquares, DropRules, Impasse, ImpasseProfile, PromotionRules, PromotionWhen, Zone,
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

pub fn promotion(node: Option<&Node<'_>>, board: Board, out: &mut Findings) -> PromotionRules {
    let mut rules = PromotionRules {
        zone: Zone::FarRanks(0),
        when: PromotionWhen::StartsOrEndsInZone,
        forced: false,
        only_captures: false,
        forced_by_promoted: false,
        turns_back: false,
        dead_squares: DeadSquares::Forbidden,
    };
    let Some(node) = node.filter(|node| !is_none(node)) else { return rules };
    let Some(mut fields) = Fields::of(node, "`promotion`", out) else { return rules };
    if let Some(node) = fields.need("zone", out)
        && let Some(zone) = zone::read(node, "the promotion zone", board, out)
    {
        rules.zone = zone;
    }
    if let Some(when) = fields.get("when").and_then(|n| word(n, "`when`", &WHEN, out)) {
        rules.when = when;
    }
    flag(&mut fields, "forced", &mut rules.forced, out);
    flag(&mut fields, "only_captures", &mut rules.only_captures, out);
    flag(&mut fields, "forced_by_promoted", &mut rules.forced_by_promoted, out);
    flag(&mut fields, "turns_back", &mut rules.turns_back, out);
    if let Some(dead) = dead_squares(&mut fields, out) {
        rules.dead_squares = dead;
    }
    fields.finish(out);
    rules
}

/// Reads a boolean field, if it is there.
fn flag(fields: &mut Fields<'_, '_>, name: &'static str, into: &mut bool, out: &mut Findings) {
    let value = fields.get(name).and_then(|node| node.boolean(&format!("`{name}`"), out));
    *into = value.unwrap_or(*into);
}

fn dead_squares(fields: &mut Fields<'_, '_>, out: &mut Findings) -> Option<DeadSquares> {
    word(fields.get("dead_squares")?, "`dead_squares`", &DEAD_SQUARES, out)
}

pub fn drops(node: &Node<'_>, codes: &Codes<'_>, board: Board, out: &mut Findings) -> DropRules {
    let mut rules = DropRules::default();
    let Some(mut fields) = Fields::of(node, "`drops`", out) else { return rules };
    if let Some(dead) = dead_squares(&mut fields, out) {
        rules.dead_squares = dead;
    }
    let zone = fields.get("zone").filter(|node| !is_none(node));
    rules.zone = zone.and_then(|node| zone::read(node, "the drop zone", board, out));
    flag(&mut fields, "either_side", &mut rules.either_side, out);
    flag(&mut fields, "stays_promoted", &mut rules.stays_promoted, out);
    flag(&mut fields, "captures_to_hand", &mut rules.captures_to_hand, out);
    flag(&mut fields, "may_check", &mut rules.may_check, out);
    if let Some(node) = fields.get("must_drop") {
        rules.must_drop = codes.read(node, "`must_drop`", out).unwrap_or_default();
    }
    fields.finish(out);
    rules
}

pub fn impasse(
    node: Option<&Node<'_>>,
    board: Board,
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
        impasse.zone = zone::read(zone, "the impasse zone", board, out).unwrap_or(impasse.zone);
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
    let mut fault = |finding: Finding, at: Span| {
        out.push(finding.at(at));
        Clock::None
    };
    let main_seconds = main.and_then(|(n, _)| n).unwrap_or(0);
    let clock = match (byoyomi, increment, periods) {
        _ if !all_good => Clock::None,
        (Some(_), Some((_, at)), _) => fault(say::two_clocks(), at),
        (None, _, Some((_, at))) => fault(say::periods_alone(), at),
        (Some((Some(period), _)), None, periods) => {
            let periods = periods.map_or(1, |(n, _)| n.unwrap_or(1)) as u16;
            Clock::Byoyomi { main: main_seconds, period, periods }
        }
        (None, Some((Some(increment), _)), None) => {
            Clock::Fischer { main: main_seconds, increment }
        }
        _ if main_seconds == 0 => fault(say::no_time(), node.span),
        _ => Clock::SuddenDeath { main: main_seconds },
    };
    fields.finish(out);
    clock
}
