//! What the hot loops may assume of a variant: facts that follow from it, derived once.

use koma_variants::{Borrowed, DropMate, EndingKind, Pass, PromotionWhen, Variant};

use crate::kinds::KindRules;
use crate::special::Special;

/// Facts that follow from a variant. What the variant says itself stands in
/// [`crate::ruleset::Core::variant`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// A move may promote by starting in the zone.
    pub promotes_on_leaving: bool,
    /// A side has lost with fewer royals.
    pub royals_needed: u8,
    /// Captured men go to the capturer's hand and come back.
    pub drops: bool,
    /// Drops may not give check.
    pub no_drop_checks: bool,
    /// Some man burns.
    pub burns: bool,
    /// Some man changes who takes it.
    pub infects: bool,
    /// There are rules about lions.
    pub lions: bool,
    /// Positions carry a state.
    pub state: bool,
    /// Checks are counted.
    pub counts_checks: bool,
    /// The first check wins, and nothing else ends a game at once.
    pub check_wins: bool,
    /// Every attack comes by a leap or along a file, rank or diagonal, from where the man stands.
    pub straight_attacks: bool,
    /// Some man attacks over others.
    pub hops: bool,
    /// Some man promotes to a royal.
    pub royals_are_made: bool,
    /// A candidate must be tried out before it is known to be legal.
    pub tested: bool,
    /// Rules look at all legal moves at once.
    pub unusual: bool,
    /// A game can end at once by a rule about the position, besides the loss of royals.
    pub ends_at_once: bool,
    /// Every way of a man is a legal move, lion trades apart.
    pub free: bool,
}

impl Facts {
    /// The facts about a variant and its compiled kinds.
    pub fn of(variant: &Variant, kinds: &[KindRules]) -> Self {
        let special = &variant.special;
        let drops = variant.drops.as_ref();
        let setup = variant.setup.is_some() || variant.choice_groups.iter().any(|g| !g.is_empty());
        let counts_checks =
            variant.endings.iter().any(|e| matches!(e.kind, EndingKind::Checks { .. }));
        let drop_mate = variant.kinds.iter().any(|kind| kind.drop_mate == DropMate::Forbidden);
        let pass = special.pass != [Pass::Never; 2];
        let must_drop = drops.is_some_and(|drops| !drops.must_drop.is_empty());
        let burns = kinds.iter().any(|kind| kind.burns);
        let lions = special.lions.is_some();
        let tested = variant.check_rules || drop_mate;
        let unusual = special.must_capture || pass || must_drop || variant.setup.is_some();
        let first_check = |ending: &koma_variants::Ending| {
            matches!(ending.kind, EndingKind::Checks { checks: [1, 1] })
        };
        let mut at_once = variant.endings.iter().filter(|ending| ending.kind.is_at_once());
        let hops = |special: &Special| matches!(special, Special::Stride(s) if s.hop.is_some() || s.must_leap);
        let borrows = special.borrowed != Borrowed::No;
        Self {
            promotes_on_leaving: variant.promotion.when == PromotionWhen::StartsOrEndsInZone,
            royals_needed: variant.royals_needed.max(1),
            drops: drops.is_some(),
            no_drop_checks: drops.is_some_and(|drops| !drops.may_check),
            burns,
            infects: !special.contagion.is_empty(),
            lions,
            state: setup || counts_checks || lions,
            counts_checks,
            check_wins: !setup && !lions && counts_checks && at_once.all(first_check),
            straight_attacks: !borrows && !burns && kinds.iter().all(attacks_straight),
            hops: kinds.iter().any(|kind| kind.special.iter().any(hops)),
            royals_are_made: variant.kinds.iter().any(|kind| {
                kind.promotes_to.is_some_and(|to| variant.kinds[to].royal != kind.royal)
            }),
            tested,
            unusual,
            ends_at_once: variant.endings.iter().any(|ending| ending.kind.is_at_once()),
            free: !(tested || unusual || counts_checks || borrows),
        }
    }
}

/// Whether a man attacks by leaps and along straight lines only.
fn attacks_straight(kind: &KindRules) -> bool {
    let straight = |rows: i16, cols: i16| rows == 0 || cols == 0 || rows.abs() == cols.abs();
    kind.slides.iter().all(|slide| straight(slide.rows, slide.cols))
        && kind.special.iter().all(|special| match special {
            Special::Stride(stride) => {
                straight(stride.rows, stride.cols) && !stride.initial && !stride.takes_own
            }
            _ => false,
        })
}
