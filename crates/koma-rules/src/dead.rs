//! Games that can be played by their rules and still are none: over before the first move, without a
//! royal to mate, with a set-up phase in which nothing is set up.

use koma_text::Finding;
use koma_variants::EndingKind;

use crate::{Game, KindId, Position, Ruleset, Setup, Side, say};

impl Ruleset {
    /// Everything that makes this a game nobody can play. A maker of variants is told so at once;
    /// whoever has such a variant can still look at it.
    ///
    /// ```
    /// # use koma_rules::Ruleset;
    /// let shogi = Ruleset::compile(koma_variants::find("shogi").unwrap()).unwrap();
    /// assert!(Ruleset::dead_ends(&shogi).is_empty());
    /// ```
    pub fn dead_ends(self: &std::sync::Arc<Self>) -> Vec<Finding> {
        let mut found: Vec<Finding> =
            Side::BOTH.into_iter().filter(|&side| self.lacks_royal(side)).map(no_royal).collect();
        if self.is_setup_empty() {
            found.push(say::setup_empty());
        }
        if found.is_empty()
            && let Some(end) = Game::from(Position::start(self)).end()
        {
            found.push(say::over_at_start(koma_text::Phrase::both(
                end.say(koma_text::Lang::En),
                end.say(koma_text::Lang::Ja),
            )));
        }
        found
    }

    /// Whether a side begins without a royal in a game that is decided by royals alone.
    fn lacks_royal(&self, side: Side) -> bool {
        let by = |wanted: fn(&EndingKind) -> bool| {
            self.variant.endings.iter().any(|ending| wanted(&ending.kind))
        };
        by(|kind| matches!(kind, EndingKind::Checkmate | EndingKind::RoyalTaken))
            && !by(EndingKind::is_at_once)
            && !has_royal(self, self.start(), side)
    }

    /// Whether there is a set-up phase, and no piece in hand that has to be placed in it.
    fn is_setup_empty(&self) -> bool {
        let Some(phase) = self.setup.as_ref().filter(|setup| setup.phase) else { return false };
        let is_placing = |side: Side| {
            let needed = phase.needed[side as usize].iter().any(|&(_, count)| count > 0);
            let held = |&kind: &usize| self.start().held(side, KindId(kind as u16)) > 0;
            needed
                || phase.groups[side as usize]
                    .iter()
                    .any(|group| group.required && group.options.iter().any(held))
        };
        !Side::BOTH.into_iter().any(is_placing)
    }
}

fn has_royal(rules: &Ruleset, start: &Setup, side: Side) -> bool {
    let royal = |kind: KindId| rules.rules(kind).royal;
    start.men().any(|(_, man)| man.side == side && royal(man.kind))
        || rules.kinds().any(|kind| royal(kind) && start.held(side, kind) > 0)
}

fn no_royal(side: Side) -> Finding {
    say::no_royal(side.fact())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codes of a shipped variant whose file was changed in one place.
    fn codes(slug: &str, change: impl Fn(&mut koma_variants::Variant)) -> Vec<String> {
        let mut variant = koma_variants::find(slug).expect("in the catalogue").clone();
        change(&mut variant);
        let rules = Ruleset::compile(&variant).expect("it compiles");
        rules.dead_ends().into_iter().map(|finding| finding.code.to_owned()).collect()
    }

    #[test]
    fn every_game_of_the_catalogue_is_alive() {
        for variant in koma_variants::catalogue() {
            assert_eq!(codes(&variant.slug, |_| {}), Vec::<String>::new(), "{}", variant.slug);
        }
    }

    #[test]
    fn a_board_without_royals_is_dead_for_each_side() {
        let empty = |variant: &mut koma_variants::Variant| variant.start = "5/5/5/5/5 b - 1".into();
        assert_eq!(codes("minishogi", empty), ["no-royal", "no-royal"]);
        let one = |variant: &mut koma_variants::Variant| variant.start = "4k/5/5/5/P4 b - 1".into();
        assert_eq!(codes("minishogi", one), ["no-royal"]);
        // A try wins without a royal to mate.
        let pawns =
            |variant: &mut koma_variants::Variant| variant.start = "1l1/3/3/1L1 b - 1".into();
        assert_eq!(codes("dobutsu", pawns), Vec::<String>::new());
    }

    #[test]
    fn a_game_that_is_over_at_once_is_dead() {
        // Sente is mated before it has moved.
        let mated =
            |variant: &mut koma_variants::Variant| variant.start = "k4/5/5/r4/1r2K b - 1".into();
        assert_eq!(codes("minishogi", mated), ["over-at-start"]);
    }

    #[test]
    fn a_set_up_phase_without_pieces_is_dead() {
        let none = |variant: &mut koma_variants::Variant| {
            variant.setup = Some(koma_variants::SetupPhase {
                must_drop: true,
                zone: None,
                kinds: [Vec::new(), Vec::new()],
            });
        };
        assert_eq!(codes("minishogi", none), ["setup-empty"]);
    }
}
