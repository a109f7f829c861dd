//! What a position knows beyond men, hands and turn: the set-up phase, checks given, a lion just
//! taken. Most games know nothing of the kind and carry no state.

use koma_variants::{ChoiceGroup, LockUnused};

use crate::kinds::Squares;
use crate::ruleset::Core;
use crate::{KindId, Ruleset, Setup, Side, Square};

/// The state of a position of a game that has some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// Where a man that is no lion took a lion with the last move (LIO-5).
    pub struck: Option<Square>,
    /// Checks given by each side.
    pub checks: [u8; 2],
    /// What each side has placed and chosen; empty where there is nothing to choose.
    pub choices: Vec<Choices>,
}

/// How far a side is with its set-up and its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choices {
    pub stage: Stage,
    /// How many men of each kind it has dropped, as far as that still matters.
    pub used: Vec<u16>,
}

/// Where a side is in the set-up phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// It places its men.
    Placing,
    /// It is done; what it chose still binds it.
    Bound,
    /// Every man in hand may be dropped.
    Free,
}

/// Why a choice group forbids a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupRefusal {
    Limit,
    Locked,
}

/// The set-up phase of a variant, compiled.
#[derive(Debug)]
pub(crate) struct SetupRules {
    /// Whether there is a phase at all, or only groups.
    pub phase: bool,
    pub must_drop: bool,
    /// Where men are placed.
    pub zone: Option<Squares>,
    /// The men of the start hand that must be placed, by side.
    pub needed: [Vec<(KindId, u16)>; 2],
    pub groups: [Vec<ChoiceGroup>; 2],
}

impl SetupRules {
    /// The phase and the choices of a variant that begins with `start`, if it has some.
    pub fn of(core: &Core, start: &Setup) -> Option<Self> {
        let variant = &core.variant;
        let has_groups = variant.choice_groups.iter().any(|groups| !groups.is_empty());
        if variant.setup.is_none() && !has_groups {
            return None;
        }
        let zone = variant.setup.as_ref().and_then(|setup| setup.zone.as_ref());
        let needed = Side::BOTH.map(|side| {
            let kinds = variant.setup.iter().flat_map(|setup| &setup.kinds[side as usize]);
            let kinds = kinds.map(|&kind| KindId(kind as u16));
            kinds.map(|kind| (kind, start.held(side, kind))).collect()
        });
        Some(Self {
            phase: variant.setup.is_some(),
            must_drop: variant.setup.as_ref().is_some_and(|setup| setup.must_drop),
            zone: zone.map(|zone| Squares::of_zone(core.geometry, zone)),
            needed,
            groups: variant.choice_groups.clone(),
        })
    }

    /// Whether a kind counts for a side's groups or phase.
    fn counts(&self, side: Side, kind: usize) -> bool {
        let side = side as usize;
        self.needed[side].iter().any(|(needed, _)| needed.index() == kind)
            || self.groups[side].iter().any(|group| group.options.contains(&kind))
    }

    /// Whether a kind's use still matters once the phase is over.
    fn lasts(&self, side: Side, kind: usize) -> bool {
        self.groups[side as usize].iter().any(|group| {
            group.options.contains(&kind)
                && (!group.required || group.lock_unused == LockUnused::Game)
        })
    }
}

fn total(used: &[u16], group: &ChoiceGroup) -> u32 {
    group.options.iter().map(|&kind| u32::from(used[kind])).sum()
}

impl State {
    /// The state of the empty board of a game that has one.
    pub fn new(core: &Core, phase: Option<&SetupRules>) -> Option<Box<Self>> {
        core.facts.state.then(|| {
            let stage = match phase {
                Some(SetupRules { phase: true, .. }) => Stage::Placing,
                Some(_) => Stage::Bound,
                None => Stage::Free,
            };
            let choices = |_| Choices { stage, used: vec![0; core.kinds.len()] };
            let sides = phase.map_or(0, |_| 2);
            Box::new(Self {
                struck: None,
                checks: [0; 2],
                choices: (0..sides).map(choices).collect(),
            })
        })
    }

    /// What a position says of its state where nothing is written about it: a side whose men all
    /// stand where they could have been placed is placing; any other has done and is free.
    pub fn inferred(rules: &Ruleset, setup: &Setup) -> Option<Box<Self>> {
        Self::inferred_from(rules, rules.setup.as_ref(), rules.start(), setup)
    }

    /// [`State::inferred`] by the start position and the set-up phase it begins with.
    pub fn inferred_from(
        core: &Core,
        phase: Option<&SetupRules>,
        start: &Setup,
        setup: &Setup,
    ) -> Option<Box<Self>> {
        let mut state = Self::new(core, phase)?;
        let Some(phase) = phase else { return Some(state) };
        for side in Side::BOTH {
            let choices = &mut state.choices[side as usize];
            let mut placed = vec![0; core.kinds.len()];
            let mut unmoved = true;
            for square in core.geometry.all() {
                let own = |man: Option<crate::Man>| man.filter(|man| man.side == side);
                let (before, now) = (own(start.man_at(square)), own(setup.man_at(square)));
                match (before, now) {
                    (None, None) => {}
                    (Some(before), Some(now)) if before == now => {}
                    (None, Some(man)) => {
                        placed[man.kind.index()] += 1;
                        unmoved &= phase.zone.as_ref().is_none_or(|zone| zone.has(square, side));
                    }
                    _ => unmoved = false,
                }
            }
            let whole = core.all_kinds().all(|kind| {
                setup.held(side, kind) + placed[kind.index()] == start.held(side, kind)
            });
            if !unmoved || !whole {
                choices.stage = Stage::Free;
                continue;
            }
            for (kind, used) in choices.used.iter_mut().enumerate() {
                *used = if phase.counts(side, kind) { placed[kind] } else { 0 };
            }
            if choices.stage == Stage::Placing && phase.is_done(side, &choices.used) {
                choices.finish(phase, side);
            }
        }
        Some(state)
    }

    /// Whether a side is placing its men.
    pub fn is_placing(&self, side: Side) -> bool {
        self.choices.get(side as usize).is_some_and(|choices| choices.stage == Stage::Placing)
    }

    /// Why a side's groups forbid a drop of a kind.
    pub fn refuses(&self, rules: &SetupRules, side: Side, kind: KindId) -> Option<GroupRefusal> {
        let choices = &self.choices[side as usize];
        if choices.stage == Stage::Free {
            return None;
        }
        let placing = choices.stage == Stage::Placing;
        let groups = rules.groups[side as usize].iter();
        groups.filter(|group| group.options.contains(&kind.index())).find_map(|group| {
            if total(&choices.used, group) < u32::from(group.limit) {
                return None;
            }
            if placing || !group.required {
                return Some(GroupRefusal::Limit);
            }
            let locked = group.lock_unused == LockUnused::Game && choices.used[kind.index()] == 0;
            locked.then_some(GroupRefusal::Locked)
        })
    }

    /// Notes a drop. Gives the kinds of which the side puts away what it still holds.
    pub fn note_drop(&mut self, rules: &SetupRules, side: Side, kind: KindId) -> Vec<KindId> {
        let choices = &mut self.choices[side as usize];
        if choices.stage == Stage::Free || !rules.counts(side, kind.index()) {
            return Vec::new();
        }
        if choices.stage == Stage::Placing || rules.lasts(side, kind.index()) {
            choices.used[kind.index()] = choices.used[kind.index()].saturating_add(1);
        }
        if choices.stage != Stage::Placing || !rules.is_done(side, &choices.used) {
            return Vec::new();
        }
        let full = |group: &&ChoiceGroup| {
            group.required && total(&choices.used, group) >= u32::from(group.limit)
        };
        let mut away: Vec<KindId> = rules.groups[side as usize]
            .iter()
            .filter(full)
            .flat_map(|group| group.options.iter().map(|&kind| KindId(kind as u16)))
            .collect();
        away.sort_unstable();
        away.dedup();
        choices.finish(rules, side);
        away
    }

    /// Its part of a position key.
    pub fn key(&self) -> u64 {
        let mut key = 0_u64;
        let mut mix = |number: u64| {
            key = (key ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(23);
            key = key.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        };
        mix(self.struck.map_or(0, |square| square.index() as u64 + 1));
        mix(u64::from(self.checks[0]) << 8 | u64::from(self.checks[1]));
        for choices in &self.choices {
            mix(choices.stage as u64 + 1);
            for (kind, &used) in choices.used.iter().enumerate() {
                if used > 0 {
                    mix((kind as u64) << 20 | u64::from(used));
                }
            }
        }
        key
    }
}

impl SetupRules {
    /// Whether a side has placed all it must.
    fn is_done(&self, side: Side, used: &[u16]) -> bool {
        let side = side as usize;
        self.needed[side].iter().all(|&(kind, count)| used[kind.index()] >= count)
            && self.groups[side]
                .iter()
                .filter(|group| group.required)
                .all(|group| total(used, group) >= u32::from(group.limit))
    }
}

impl Choices {
    /// The set-up is over: only what still binds is remembered.
    fn finish(&mut self, rules: &SetupRules, side: Side) {
        let mut binds = false;
        for (kind, used) in self.used.iter_mut().enumerate() {
            if rules.lasts(side, kind) {
                binds = true;
            } else {
                *used = 0;
            }
        }
        self.stage = if binds { Stage::Bound } else { Stage::Free };
    }
}
