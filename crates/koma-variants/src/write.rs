//! Writing a variant as one self-contained file.

use std::fmt::Write as _;

use koma_pieces::PieceDef;
use koma_pieces::yaml::Style;
use koma_text::yaml::{comment, quoted};

use crate::file::endings::{CHASES, OUTCOMES};
use crate::file::kinds::{Carried, DROP_MATES};
use crate::file::rules::{DEAD_SQUARES, PROFILES, WHEN};
use crate::file::special::{BORROWED, BRIDGES, COUNTER_STRIKES, JUMP_TAKES, LOCKS, PASSES};
use crate::file::zone;
use crate::{
    ChoiceGroup, Clock, Contagion, DropMate, DropRules, Ending, EndingKind, Handicap, Impasse,
    Kind, LionRules, PromotionRules, SetupPhase, SpecialRules, Variant, Zone,
};

/// Writes a variant file that needs no other file: its pieces stand in it.
///
/// What follows from the pieces is left out, so the file says what the variant changes.
/// `read(write(x))` is `x`.
pub fn write(variant: &Variant) -> String {
    let mut text = format!(
        "{}\n\nslug: {}\nname: {}\nname_ja: {}\n",
        comment(&format!("{} ({})", variant.name, variant.name_ja)),
        quoted(&variant.slug),
        quoted(&variant.name),
        quoted(&variant.name_ja),
    );
    let Variant { files, ranks, start, .. } = variant;
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    line(format!("aliases: {}", list(variant.aliases.iter().map(|alias| quoted(alias)))));
    if !variant.sources.is_empty() {
        line(format!("sources: {}", list(variant.sources.iter().map(|source| quoted(source)))));
    }
    line(format!("\nboard: {{ files: {files}, ranks: {ranks} }}"));
    line(format!("start: {}", quoted(start)));
    if !variant.handicaps.is_empty() {
        line("handicaps:".into());
    }
    for handicap in &variant.handicaps {
        line(format!("  - {}", self::handicap(handicap)));
    }
    line("\nkinds:".into());
    for index in 0..variant.kinds.len() {
        line(format!("  - {}", kind(index, variant)));
    }
    let writer = Writer { kinds: &variant.kinds, board: (*files, *ranks) };
    line(format!("\npromotion: {}", writer.promotion(&variant.promotion)));
    let drops = variant.drops.as_ref().map(|drops| writer.drops(drops));
    line(format!("drops: {}", drops.unwrap_or_else(|| "none".into())));
    if let Some(setup) = &variant.setup {
        line(format!("setup: {}", writer.setup(setup)));
    }
    if variant.choice_groups.iter().any(|groups| !groups.is_empty()) {
        let groups = variant.choice_groups.each_ref();
        let groups = groups.map(|groups| list(groups.iter().map(|group| writer.group(group))));
        line(format!("choice_groups: {}", both_or_each(groups)));
    }
    line(format!("check_rules: {}", variant.check_rules));
    if variant.royals_needed != 1 {
        line(format!("royals_needed: {}", variant.royals_needed));
    }
    if variant.special != SpecialRules::default() {
        line(format!("special: {}", writer.special(&variant.special)));
    }
    line("\nendings:".into());
    for ending in &variant.endings {
        line(format!("  - {}", writer.ending(ending)));
    }
    line(format!("\nimpasse: {}", writer.impasse(&variant.impasse)));
    line(format!("clock: {}", clock(variant.clock)));

    text.push_str(&pieces(variant));
    text
}

/// The pieces as a piece file writes them, from `pieces:` on.
fn pieces(variant: &Variant) -> String {
    let mut pieces: Vec<PieceDef> = variant.kinds.iter().map(|k| k.piece.clone()).collect();
    pieces.sort_by_key(|piece| piece.id);
    pieces.dedup_by_key(|piece| piece.id);
    format!("\n{}", koma_pieces::yaml::write_list(pieces, Style::Flow))
}

/// A mapping in one line.
#[derive(Default)]
struct Row(String);

impl Row {
    fn field(&mut self, name: &str, value: impl std::fmt::Display) {
        let comma = if self.0.is_empty() { "" } else { ", " };
        write!(self.0, "{comma}{name}: {value}").expect("writing to a string");
    }

    /// The field, unless it is what a reader takes for granted.
    fn unless<T: PartialEq + std::fmt::Display>(&mut self, name: &str, value: T, default: T) {
        if value != default {
            self.field(name, value);
        }
    }

    fn finish(self) -> String {
        format!("{{ {} }}", self.0)
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// What the sides have in common, or each its own.
fn both_or_each([sente, gote]: [String; 2]) -> String {
    if sente == gote { sente } else { format!("{{ sente: {sente}, gote: {gote} }}") }
}

fn none_or<T: std::fmt::Display>(value: Option<T>) -> String {
    value.map_or_else(|| "none".into(), |value| value.to_string())
}

fn handicap(handicap: &Handicap) -> String {
    let mut row = Row::default();
    row.field("slug", quoted(&handicap.slug));
    row.field("name", quoted(&handicap.name));
    row.unless("name_ja", quoted(&handicap.name_ja), quoted(&handicap.name));
    let aliases = list(handicap.aliases.iter().map(|alias| quoted(alias)));
    row.unless("aliases", aliases, "[]".into());
    row.field("start", quoted(&handicap.start));
    row.finish()
}

fn kind(index: usize, variant: &Variant) -> String {
    let all: &[Kind] = &variant.kinds;
    let kind = &all[index];
    let board = (variant.files, variant.ranks);
    let carried = Carried::by(&kind.piece);
    let mut row = Row::default();
    row.field("code", quoted(&kind.code));
    row.field("piece", kind.piece.id);
    row.unless("royal", kind.royal, carried.royal);
    match kind.promotes_to {
        Some(index) => row.field("promotes_to", quoted(&all[index].code)),
        None if kind.piece.promotes_to.is_some() && !kind.code.starts_with('+') => {
            row.field("promotes_to", "none");
        }
        None => {}
    }
    let is_promoted = all.iter().any(|other| other.promotes_to == Some(index));
    if kind.in_hand != index || is_promoted {
        row.field("in_hand", quoted(&all[kind.in_hand].code));
    }
    let mut zone = |name: &str, zone: &Option<Zone>| {
        if let Some(zone) = zone {
            row.field(name, zone::write(zone, board));
        }
    };
    zone("zone", &kind.zone);
    zone("stays_in", &kind.stays_in);
    row.unless("must_promote_ranks", kind.must_promote_ranks, carried.must_promote_ranks);
    row.unless("most_per_file", none_or(kind.most_per_file), none_or(carried.most_per_file));
    row.unless("most_on_board", none_or(kind.most_on_board), none_or(None::<u8>));
    row.unless("no_drop_ranks", kind.no_drop_ranks, carried.no_drop_ranks);
    if kind.drop_mate != DropMate::Allowed {
        row.field("drop_mate", word(&DROP_MATES, kind.drop_mate));
    }
    row.unless("points", kind.points, u8::from(!kind.royal));
    row.finish()
}

/// What the parts of a file are written against.
struct Writer<'a> {
    kinds: &'a [Kind],
    board: zone::Board,
}

impl Writer<'_> {
    fn codes(&self, indices: &[usize]) -> String {
        list(indices.iter().map(|&index| quoted(&self.kinds[index].code)))
    }

    fn codes_of_sides(&self, sides: &[Vec<usize>; 2]) -> String {
        both_or_each(sides.each_ref().map(|indices| self.codes(indices)))
    }

    fn zone(&self, zone: &Zone) -> String {
        zone::write(zone, self.board)
    }

    fn promotion(&self, rules: &PromotionRules) -> String {
        let mut row = Row::default();
        row.field("zone", self.zone(&rules.zone));
        row.field("when", word(&WHEN, rules.when));
        row.field("forced", rules.forced);
        row.unless("only_captures", rules.only_captures, false);
        row.unless("forced_by_promoted", rules.forced_by_promoted, false);
        row.unless("turns_back", rules.turns_back, false);
        row.field("dead_squares", word(&DEAD_SQUARES, rules.dead_squares));
        row.finish()
    }

    fn drops(&self, rules: &DropRules) -> String {
        let mut row = Row::default();
        row.field("dead_squares", word(&DEAD_SQUARES, rules.dead_squares));
        if let Some(zone) = &rules.zone {
            row.field("zone", self.zone(zone));
        }
        row.unless("either_side", rules.either_side, false);
        row.unless("stays_promoted", rules.stays_promoted, false);
        row.unless("captures_to_hand", rules.captures_to_hand, true);
        row.unless("may_check", rules.may_check, true);
        if !rules.must_drop.is_empty() {
            row.field("must_drop", self.codes(&rules.must_drop));
        }
        row.finish()
    }

    fn setup(&self, setup: &SetupPhase) -> String {
        let mut row = Row::default();
        row.field("must_drop", setup.must_drop);
        if let Some(zone) = &setup.zone {
            row.field("zone", self.zone(zone));
        }
        row.field("kinds", self.codes_of_sides(&setup.kinds));
        row.finish()
    }

    fn group(&self, group: &ChoiceGroup) -> String {
        let mut row = Row::default();
        row.field("options", self.codes(&group.options));
        row.field("limit", group.limit);
        row.field("required", group.required);
        row.field("lock_unused", word(&LOCKS, group.lock_unused));
        row.finish()
    }

    fn special(&self, rules: &SpecialRules) -> String {
        let default = SpecialRules::default();
        let mut row = Row::default();
        row.unless("must_capture", rules.must_capture, default.must_capture);
        row.unless("no_checks", rules.no_checks, default.no_checks);
        let face = (rules.royals_may_not_face, default.royals_may_not_face);
        row.unless("royals_may_not_face", face.0, face.1);
        row.unless("duple_check", rules.duple_check, default.duple_check);
        if rules.pass != default.pass {
            row.field("pass", both_or_each(rules.pass.map(|pass| word(&PASSES, pass).into())));
        }
        if rules.borrowed != default.borrowed {
            row.field("borrowed", word(&BORROWED, rules.borrowed));
        }
        if let Some(lions) = &rules.lions {
            row.field("lions", self.lions(lions));
        }
        let blocker = (rules.range_capture_blocker, default.range_capture_blocker);
        row.unless("range_capture_blocker", blocker.0, blocker.1);
        row.unless("range_land_own", rules.range_land_own, default.range_land_own);
        row.unless("range_jump_freely", rules.range_jump_freely, default.range_jump_freely);
        if rules.range_jump_takes != default.range_jump_takes {
            row.field("range_jump_takes", word(&JUMP_TAKES, rules.range_jump_takes));
        }
        if !rules.contagion.is_empty() {
            let list: Vec<String> = rules.contagion.iter().map(|c| self.contagion(c)).collect();
            row.field("contagion", format!("[{}]", list.join(", ")));
        }
        row.finish()
    }

    fn contagion(&self, contagion: &Contagion) -> String {
        let mut row = Row::default();
        row.field("taken", self.codes(&contagion.taken));
        row.field("becomes", quoted(&self.kinds[contagion.becomes].code));
        row.field("spares", self.codes(&contagion.spares));
        row.finish()
    }

    fn lions(&self, rules: &LionRules) -> String {
        let mut row = Row::default();
        row.field("kinds", self.codes(&rules.lions));
        row.field("baits", self.codes(&rules.baits));
        row.field("pawn_bridge", word(&BRIDGES, rules.pawn_bridge));
        row.field("counter_strike", word(&COUNTER_STRIKES, rules.counter_strike));
        row.finish()
    }

    fn ending(&self, ending: &Ending) -> String {
        let mut row = Row::default();
        let mut kind = |name: &str| row.field("kind", name);
        match &ending.kind {
            EndingKind::Checkmate => kind("checkmate"),
            EndingKind::NoMove => kind("no_move"),
            EndingKind::RoyalTaken => kind("royal_taken"),
            EndingKind::Repetition { times, chaser_loses } => {
                kind("repetition");
                row.field("times", times);
                row.field("chaser_loses", word(&CHASES, *chaser_loses));
            }
            EndingKind::RepetitionForbidden { times, chaser } => {
                kind("repetition_forbidden");
                row.field("times", times);
                row.field("chaser", word(&CHASES, *chaser));
                // A move that is forbidden has no outcome.
                return row.finish();
            }
            EndingKind::MoveLimit { plies } => {
                kind("move_limit");
                row.field("plies", plies);
            }
            EndingKind::NoProgress { plies, kinds } => {
                kind("no_progress");
                row.field("plies", plies);
                row.field("kinds", self.codes_of_sides(kinds));
            }
            EndingKind::Checks { checks } => {
                kind("checks");
                row.field("checks", both_or_each(checks.map(|checks| checks.to_string())));
            }
            EndingKind::Extinction { kinds, at_most, other_has, claim } => {
                kind("extinction");
                row.field("kinds", self.codes(kinds));
                row.field("at_most", at_most);
                row.field("other_has", other_has);
                row.unless("claim", *claim, false);
            }
            EndingKind::Goal { kinds, zone, count, safe, last_move, when_full } => {
                kind("goal");
                row.field("kinds", self.codes_of_sides(kinds));
                row.field("zone", self.zone(zone));
                row.field("count", count);
                row.field("safe", safe);
                row.field("last_move", last_move);
                row.unless("when_full", *when_full, false);
            }
            EndingKind::BareRoyal { too_weak } => {
                kind("bare_royal");
                row.field("too_weak", self.codes(too_weak));
            }
        }
        row.field("outcome", word(&OUTCOMES, ending.outcome));
        row.finish()
    }

    fn impasse(&self, impasse: &Impasse) -> String {
        // `none` as a profile keeps the zone and the number of men, which a bare `none` would not.
        let profile = PROFILES.iter().find(|(_, profile)| *profile == impasse.profile);
        let mut row = Row::default();
        row.field("profile", profile.map_or("none".into(), |(name, _)| quoted(name)));
        row.field("zone", self.zone(&impasse.zone));
        row.field("men_in_zone", impasse.men_in_zone);
        row.finish()
    }
}

fn clock(clock: Clock) -> String {
    match clock {
        Clock::None => "none".into(),
        Clock::SuddenDeath { main } => format!("{{ main: {main} }}"),
        Clock::Byoyomi { main, period, periods } => {
            format!("{{ main: {main}, byoyomi: {period}, periods: {periods} }}")
        }
        Clock::Fischer { main, increment } => {
            format!("{{ main: {main}, increment: {increment} }}")
        }
    }
}

fn word<T: PartialEq>(words: &[(&'static str, T)], choice: T) -> &'static str {
    let found = words.iter().find(|(_, value)| *value == choice);
    found.map_or("none", |(name, _)| name)
}
