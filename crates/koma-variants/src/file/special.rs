//! The set-up phase, choice groups, and rules about moves that few games have.

use koma_text::Findings;
use koma_text::yaml::{Fields, Node};

use super::sides::{Codes, both_or_each};
use super::words::{is_none, word};
use super::zone::{self, Board};
use crate::say;
use crate::{
    Borrowed, ChoiceGroup, Contagion, CounterStrike, JumpTakes, LionRules, LockUnused, Pass,
    PawnBridge, SetupPhase, SpecialRules,
};

/// The words for [`LockUnused`].
pub const LOCKS: [(&str, LockUnused); 3] =
    [("no", LockUnused::No), ("setup", LockUnused::Setup), ("game", LockUnused::Game)];

/// The words for [`Pass`].
pub const PASSES: [(&str, Pass); 3] =
    [("never", Pass::Never), ("without_move", Pass::WithoutMove), ("always", Pass::Always)];

/// The words for [`Borrowed`].
pub const BORROWED: [(&str, Borrowed); 2] = [("no", Borrowed::No), ("behind", Borrowed::Behind)];

/// The words for [`JumpTakes`].
pub const JUMP_TAKES: [(&str, JumpTakes); 3] =
    [("any", JumpTakes::Any), ("no_royals", JumpTakes::NoRoyals), ("lower", JumpTakes::Lower)];

/// The words for [`PawnBridge`].
pub const BRIDGES: [(&str, PawnBridge); 2] =
    [("jcsa", PawnBridge::Jcsa), ("after", PawnBridge::After)];

/// The words for [`CounterStrike`].
pub const COUNTER_STRIKES: [(&str, CounterStrike); 3] = [
    ("forbidden", CounterStrike::Forbidden),
    ("unguarded", CounterStrike::Unguarded),
    ("allowed", CounterStrike::Allowed),
];

/// The most choice groups of a side.
const MOST_GROUPS: usize = 8;

/// Reads `setup`.
pub fn setup(
    node: &Node<'_>,
    codes: &Codes<'_>,
    board: Board,
    out: &mut Findings,
) -> Option<SetupPhase> {
    let mut fields = Fields::of(node, "`setup`", out)?;
    let must_drop = fields.get("must_drop").map_or(Some(true), |n| n.boolean("`must_drop`", out));
    let zone = fields.get("zone").filter(|node| !is_none(node));
    let zone = zone.map(|node| zone::read(node, "the set-up zone", board, out));
    let kinds = fields.need("kinds", out).and_then(|node| {
        let list = |n: &Node<'_>, out: &mut Findings| codes.read(n, "`kinds`", out);
        both_or_each(node, "`kinds`", list, out)
    });
    fields.finish(out);
    // A zone that could not be read is not the whole board.
    let zone = match zone {
        Some(None) => return None,
        Some(zone) => zone,
        None => None,
    };
    Some(SetupPhase { must_drop: must_drop?, zone, kinds: kinds? })
}

/// Reads `choice_groups`: a list for both sides, or one for each.
pub fn choice_groups(
    node: &Node<'_>,
    codes: &Codes<'_>,
    out: &mut Findings,
) -> [Vec<ChoiceGroup>; 2] {
    let groups = |node: &Node<'_>, out: &mut Findings| {
        let items = node.list("`choice_groups`", out)?;
        if items.len() > MOST_GROUPS {
            out.push(say::too_many_groups(MOST_GROUPS).at(node.span));
        }
        let items = items.iter().take(MOST_GROUPS);
        Some(items.filter_map(|item| group(item, codes, out)).collect::<Vec<_>>())
    };
    both_or_each(node, "`choice_groups`", groups, out).unwrap_or_default()
}

fn group(node: &Node<'_>, codes: &Codes<'_>, out: &mut Findings) -> Option<ChoiceGroup> {
    let mut fields = Fields::of(node, "a choice group", out)?;
    let listed = fields.need("options", out);
    let options = listed.and_then(|node| codes.read(node, "`options`", out));
    if let (Some(node), Some([])) = (listed, options.as_deref()) {
        out.push(say::empty_group().at(node.span));
    }
    let limit = fields.need("limit", out).and_then(|n| n.integer("`limit`", 1..=1296, out));
    let required = fields.get("required").map_or(Some(false), |n| n.boolean("`required`", out));
    let lock = fields.get("lock_unused");
    let lock = lock.map_or(Some(LockUnused::No), |n| word(n, "`lock_unused`", &LOCKS, out));
    fields.finish(out);
    let options = options.filter(|options| !options.is_empty())?;
    Some(ChoiceGroup { options, limit: limit? as u16, required: required?, lock_unused: lock? })
}

/// Reads `special`.
pub fn special(node: &Node<'_>, codes: &Codes<'_>, out: &mut Findings) -> SpecialRules {
    let mut rules = SpecialRules::default();
    let Some(mut fields) = Fields::of(node, "`special`", out) else { return rules };
    let mut flag = |name: &'static str, into: &mut bool, out: &mut Findings| {
        let value = fields.get(name).and_then(|node| node.boolean(&format!("`{name}`"), out));
        *into = value.unwrap_or(*into);
    };
    flag("must_capture", &mut rules.must_capture, out);
    flag("no_checks", &mut rules.no_checks, out);
    flag("royals_may_not_face", &mut rules.royals_may_not_face, out);
    flag("duple_check", &mut rules.duple_check, out);
    flag("range_capture_blocker", &mut rules.range_capture_blocker, out);
    flag("range_land_own", &mut rules.range_land_own, out);
    flag("range_jump_freely", &mut rules.range_jump_freely, out);
    if let Some(node) = fields.get("pass") {
        let read = |n: &Node<'_>, out: &mut Findings| word(n, "`pass`", &PASSES, out);
        rules.pass = both_or_each(node, "`pass`", read, out).unwrap_or(rules.pass);
    }
    if let Some(node) = fields.get("range_jump_takes") {
        let takes = word(node, "`range_jump_takes`", &JUMP_TAKES, out);
        rules.range_jump_takes = takes.unwrap_or(rules.range_jump_takes);
    }
    if let Some(node) = fields.get("borrowed") {
        rules.borrowed = word(node, "`borrowed`", &BORROWED, out).unwrap_or(rules.borrowed);
    }
    if let Some(node) = fields.get("lions").filter(|node| !is_none(node)) {
        rules.lions = lions(node, codes, out);
    }
    if let Some(node) = fields.get("contagion").filter(|node| !is_none(node)) {
        let items = node.list("`contagion`", out).unwrap_or_default();
        rules.contagion = items.iter().filter_map(|item| contagion(item, codes, out)).collect();
    }
    fields.finish(out);
    rules
}

fn contagion(node: &Node<'_>, codes: &Codes<'_>, out: &mut Findings) -> Option<Contagion> {
    let mut fields = Fields::of(node, "a contagion", out)?;
    let taken = fields.need("taken", out).and_then(|n| codes.read(n, "`taken`", out));
    let becomes = fields.need("becomes", out).and_then(|n| codes.one(n, out));
    let spares = fields.get("spares");
    let spares = spares.map_or(Some(Vec::new()), |n| codes.read(n, "`spares`", out));
    fields.finish(out);
    Some(Contagion { taken: taken?, becomes: becomes?, spares: spares? })
}

fn lions(node: &Node<'_>, codes: &Codes<'_>, out: &mut Findings) -> Option<LionRules> {
    let mut fields = Fields::of(node, "`lions`", out)?;
    let lions = fields.need("kinds", out).and_then(|n| codes.read(n, "`kinds`", out));
    let baits = fields.get("baits");
    let baits = baits.map_or(Some(Vec::new()), |n| codes.read(n, "`baits`", out));
    let bridge = fields.get("pawn_bridge");
    let bridge = bridge.map_or(Some(PawnBridge::Jcsa), |n| word(n, "`pawn_bridge`", &BRIDGES, out));
    let strike = fields.get("counter_strike");
    let strike = strike.map_or(Some(CounterStrike::Forbidden), |node| {
        word(node, "`counter_strike`", &COUNTER_STRIKES, out)
    });
    fields.finish(out);
    Some(LionRules { lions: lions?, baits: baits?, pawn_bridge: bridge?, counter_strike: strike? })
}
