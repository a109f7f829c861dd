//! 持将棋: points, entering-king declarations, impasse by agreement.

use koma_variants::ImpasseProfile;

use crate::kinds::Squares;
use crate::{Position, Ruleset, Setup, Side};

/// What a side has towards an impasse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// Points of men in the zone and in hand: what a declaration counts.
    pub declared: u32,
    /// Points of all men: what an agreement counts.
    pub all: u32,
    /// Men besides the royal in the zone.
    pub men_in_zone: u32,
    /// Whether the royal stands in the zone.
    pub royal_in_zone: bool,
}

/// What a declaration of the entering king would come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// The side that declares wins.
    Wins,
    /// The game is drawn.
    Draws,
    /// The conditions do not hold: the side that declares loses.
    Fails,
    /// The profile has no declarations.
    NotOffered,
}

impl Position {
    /// The impasse points of a side. `bonus` is what a giver of odds adds for the missing men.
    pub(crate) fn points_with(&self, side: Side, bonus: u32) -> Points {
        let rules = self.rules();
        let zone = Squares::of_zone(rules.geometry, &rules.variant.impasse.zone);
        let mut points =
            Points { declared: bonus, all: bonus, men_in_zone: 0, royal_in_zone: false };
        let setup = self.setup();
        for (square, man) in setup.men().filter(|(_, man)| man.side == side) {
            let kind = rules.rules(man.kind);
            points.all += kind.points;
            if zone.has(square, side) {
                points.declared += kind.points;
                points.royal_in_zone |= kind.royal;
                points.men_in_zone += u32::from(!kind.royal);
            }
        }
        for &kind in rules.hand_order() {
            let held = u32::from(self.held(side, kind)) * rules.rules(kind).points;
            points.all += held;
            points.declared += held;
        }
        points
    }

    /// What a declaration by the side to move comes to.
    pub(crate) fn declaration_with(&self, profile: ImpasseProfile, bonus: u32) -> Declaration {
        let points = self.points_with(self.side(), bonus);
        let needed = u32::from(self.rules().variant.impasse.men_in_zone);
        let entered = points.royal_in_zone && points.men_in_zone >= needed && !self.in_check();
        let first = self.side() == Side::Sente;
        match profile {
            ImpasseProfile::Points27
                if entered && points.declared >= if first { 28 } else { 27 } =>
            {
                Declaration::Wins
            }
            ImpasseProfile::Points24 if entered && points.declared >= 31 => Declaration::Wins,
            ImpasseProfile::Points24 if entered && points.declared >= 24 => Declaration::Draws,
            ImpasseProfile::Points27 | ImpasseProfile::Points24 => Declaration::Fails,
            ImpasseProfile::Agreement | ImpasseProfile::None => Declaration::NotOffered,
        }
    }
}

/// The points a giver of odds adds: those of the men missing from an otherwise whole start
/// position.
pub(crate) fn handicap_bonus(first: &Setup, rules: &Ruleset, side: Side) -> u32 {
    let start = rules.start();
    if first.hands != start.hands {
        return 0;
    }
    let mut bonus = 0;
    for square in rules.geometry.all() {
        match (start.man_at(square), first.man_at(square)) {
            (before, now) if before == now => {}
            (Some(man), None) if man.side == side => bonus += rules.rules(man.kind).points,
            (Some(_), None) => {}
            _ => return 0,
        }
    }
    bonus
}
