//! How games end.

use koma_text::yaml::{Entry, Fields, Node};
use koma_text::{Findings, Span};

use super::sides::{Codes, both_or_each};
use super::words::word;
use super::zone::{self, Board};
use crate::say;
use crate::{Chase, Ending, EndingKind, Outcome};

/// The words for [`Outcome`].
pub const OUTCOMES: [(&str, Outcome); 5] = [
    ("loss", Outcome::Loss),
    ("win", Outcome::Win),
    ("draw", Outcome::Draw),
    ("first_player_loses", Outcome::FirstPlayerLoses),
    ("second_player_loses", Outcome::SecondPlayerLoses),
];

/// The words for [`Chase`].
pub const CHASES: [(&str, Chase); 3] =
    [("nothing", Chase::Nothing), ("check", Chase::Check), ("attack", Chase::Attack)];

/// The most plies an ending can count.
const MOST_PLIES: i64 = 1_000_000;

/// What the endings are read against.
pub struct Context<'a> {
    pub codes: &'a Codes<'a>,
    pub board: Board,
    pub check_rules: bool,
}

/// What ends a game where the file says nothing about it.
fn default_endings(check_rules: bool) -> Vec<Ending> {
    let (decided, chaser_loses) = if check_rules {
        (EndingKind::Checkmate, Chase::Check)
    } else {
        (EndingKind::RoyalTaken, Chase::Nothing)
    };
    vec![
        Ending { kind: decided, outcome: Outcome::Loss },
        Ending { kind: EndingKind::NoMove, outcome: Outcome::Loss },
        Ending { kind: EndingKind::Repetition { times: 4, chaser_loses }, outcome: Outcome::Draw },
    ]
}

pub fn read(
    entry: Option<&Entry<'_>>,
    context: &Context<'_>,
    variant: Span,
    out: &mut Findings,
) -> Vec<Ending> {
    let Some(entry) = entry else { return default_endings(context.check_rules) };
    let Some(items) = entry.value.list("`endings`", out) else { return Vec::new() };
    let mut endings: Vec<Ending> = Vec::new();
    let mut complete = true;
    for item in items {
        let Some(ending) = ending(item, context, out) else {
            complete = false;
            continue;
        };
        if endings.iter().any(|other| says_the_same(&other.kind, &ending.kind)) {
            out.push(say::ending_twice().at(item.span));
        } else {
            endings.push(ending);
        }
    }
    if complete {
        let span = if items.is_empty() { variant } else { entry.key.span };
        report_missing(&endings, context.check_rules, span, out);
    }
    endings
}

/// Whether a second ending would never act. Several goals and extinctions may stand side by side.
fn says_the_same(a: &EndingKind, b: &EndingKind) -> bool {
    use EndingKind::{Extinction, Goal};
    match b {
        Extinction { .. } | Goal { .. } => a == b,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

fn report_missing(endings: &[Ending], check_rules: bool, span: Span, out: &mut Findings) {
    let has = |test: fn(&EndingKind) -> bool| endings.iter().any(|ending| test(&ending.kind));
    if !has(|kind| *kind == EndingKind::NoMove) {
        out.push(say::no_move_missing().at(span));
    }
    if check_rules && !has(|kind| *kind == EndingKind::Checkmate) {
        out.push(say::checkmate_missing().at(span));
    }
    let decides = |kind: &EndingKind| {
        use EndingKind::{Checks, Extinction, Goal, RoyalTaken};
        matches!(kind, RoyalTaken | Extinction { .. } | Goal { .. } | Checks { .. })
    };
    if !check_rules && !has(decides) {
        out.push(say::royal_taken_missing().at(span));
    }
}

#[derive(Clone, Copy)]
enum Name {
    Checkmate,
    NoMove,
    RoyalTaken,
    Repetition,
    RepetitionForbidden,
    MoveLimit,
    NoProgress,
    Checks,
    Extinction,
    Goal,
    BareRoyal,
}

const NAMES: [(&str, Name); 11] = [
    ("checkmate", Name::Checkmate),
    ("no_move", Name::NoMove),
    ("royal_taken", Name::RoyalTaken),
    ("repetition", Name::Repetition),
    ("repetition_forbidden", Name::RepetitionForbidden),
    ("move_limit", Name::MoveLimit),
    ("no_progress", Name::NoProgress),
    ("checks", Name::Checks),
    ("extinction", Name::Extinction),
    ("goal", Name::Goal),
    ("bare_royal", Name::BareRoyal),
];

/// Every parameter of some ending.
const PARAMETERS: [&str; 15] = [
    "times",
    "chaser_loses",
    "chaser",
    "plies",
    "kinds",
    "checks",
    "at_most",
    "other_has",
    "claim",
    "zone",
    "count",
    "safe",
    "last_move",
    "when_full",
    "too_weak",
];

fn ending(node: &Node<'_>, context: &Context<'_>, out: &mut Findings) -> Option<Ending> {
    let mut fields = Fields::of(node, "an ending", out)?;
    let named = fields.need("kind", out);
    let name = named.and_then(|node| word(node, "the kind of ending", &NAMES, out));
    let outcome = match name {
        // A move that is forbidden has no outcome.
        Some(Name::RepetitionForbidden) => Some(Outcome::Draw),
        _ => fields.need("outcome", out).and_then(|n| word(n, "`outcome`", &OUTCOMES, out)),
    };
    let kind = match name {
        Some(name) => kind(name, &mut Parameters { fields: &mut fields, context, good: true }, out),
        None => {
            // The parameters belong to a kind that could not be read: nothing to say about them.
            for parameter in PARAMETERS {
                fields.get(parameter);
            }
            None
        }
    };
    fields.finish(out);
    if matches!(kind, Some(EndingKind::Checkmate)) && !context.check_rules {
        out.push(say::mate_without_check().at(node.span));
    }
    if matches!(kind, Some(EndingKind::RoyalTaken)) && context.check_rules {
        out.push(say::royal_never_taken().at(node.span));
    }
    Some(Ending { kind: kind?, outcome: outcome? })
}

/// The parameters of one ending. All are read before a wrong one gives the ending up.
struct Parameters<'f, 'a, 't> {
    fields: &'f mut Fields<'a, 't>,
    context: &'f Context<'f>,
    good: bool,
}

impl<'a, 't> Parameters<'_, 'a, 't> {
    fn keep<T>(&mut self, value: Option<T>, otherwise: T) -> T {
        self.good &= value.is_some();
        value.unwrap_or(otherwise)
    }

    fn number(
        &mut self,
        name: &'a str,
        least: i64,
        most: i64,
        default: i64,
        out: &mut Findings,
    ) -> i64 {
        let Some(node) = self.fields.get(name) else { return default };
        let number = node.integer(&format!("`{name}`"), least..=most, out);
        self.keep(number, default)
    }

    fn flag(&mut self, name: &'a str, out: &mut Findings) -> bool {
        let Some(node) = self.fields.get(name) else { return false };
        let flag = node.boolean(&format!("`{name}`"), out);
        self.keep(flag, false)
    }

    fn chase(&mut self, name: &'a str, default: Chase, out: &mut Findings) -> Chase {
        let Some(node) = self.fields.get(name) else { return default };
        let chase = word(node, &format!("`{name}`"), &CHASES, out);
        self.keep(chase, default)
    }

    fn plies(&mut self, out: &mut Findings) -> u32 {
        let plies = self.fields.need("plies", out);
        let plies = plies.and_then(|n| n.integer("`plies`", 1..=MOST_PLIES, out));
        self.keep(plies, 1) as u32
    }

    fn kinds(&mut self, out: &mut Findings) -> Vec<usize> {
        let Some(node) = self.fields.get("kinds") else { return Vec::new() };
        let kinds = self.context.codes.read(node, "`kinds`", out);
        self.keep(kinds, Vec::new())
    }

    fn kinds_of_sides(&mut self, needed: bool, out: &mut Findings) -> [Vec<usize>; 2] {
        let node = if needed { self.fields.need("kinds", out) } else { self.fields.get("kinds") };
        let Some(node) = node else {
            self.good &= !needed;
            return Default::default();
        };
        let codes =
            |node: &Node<'_>, out: &mut Findings| self.context.codes.read(node, "`kinds`", out);
        let kinds = both_or_each(node, "`kinds`", codes, out);
        self.keep(kinds, Default::default())
    }
}

fn kind(name: Name, p: &mut Parameters<'_, '_, '_>, out: &mut Findings) -> Option<EndingKind> {
    let kind = match name {
        Name::Checkmate => EndingKind::Checkmate,
        Name::NoMove => EndingKind::NoMove,
        Name::RoyalTaken => EndingKind::RoyalTaken,
        Name::Repetition => {
            let times = p.number("times", 2, 255, 4, out) as u8;
            let default = if p.context.check_rules { Chase::Check } else { Chase::Nothing };
            EndingKind::Repetition { times, chaser_loses: p.chase("chaser_loses", default, out) }
        }
        Name::RepetitionForbidden => {
            let times = p.number("times", 2, 255, 4, out) as u8;
            let chaser = p.chase("chaser", Chase::Nothing, out);
            EndingKind::RepetitionForbidden { times, chaser }
        }
        Name::MoveLimit => EndingKind::MoveLimit { plies: p.plies(out) },
        Name::NoProgress => {
            EndingKind::NoProgress { plies: p.plies(out), kinds: p.kinds_of_sides(false, out) }
        }
        Name::Checks => {
            let checks = p.fields.need("checks", out).and_then(|node| {
                let one = |n: &Node<'_>, out: &mut Findings| n.integer("`checks`", 1..=255, out);
                both_or_each(node, "`checks`", one, out)
            });
            EndingKind::Checks { checks: p.keep(checks, [1; 2]).map(|n| n as u8) }
        }
        Name::Extinction => EndingKind::Extinction {
            kinds: p.kinds(out),
            at_most: p.number("at_most", 0, 1296, 0, out) as u16,
            other_has: p.number("other_has", 0, 1296, 0, out) as u16,
            claim: p.flag("claim", out),
        },
        Name::Goal => {
            let kinds = p.kinds_of_sides(true, out);
            let board = p.context.board;
            let zone = p.fields.need("zone", out);
            let zone = zone.and_then(|node| zone::read(node, "the goal", board, out));
            let zone = p.keep(zone, crate::Zone::FarRanks(0));
            let count = p.number("count", 1, 255, 1, out) as u8;
            let (safe, last_move) = (p.flag("safe", out), p.flag("last_move", out));
            let when_full = p.flag("when_full", out);
            EndingKind::Goal { kinds, zone, count, safe, last_move, when_full }
        }
        Name::BareRoyal => {
            let weak = p.fields.get("too_weak");
            let weak =
                weak.map_or(Some(Vec::new()), |n| p.context.codes.read(n, "`too_weak`", out));
            EndingKind::BareRoyal { too_weak: p.keep(weak, Vec::new()) }
        }
    };
    p.good.then_some(kind)
}
