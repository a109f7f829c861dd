//! Legal moves the general way: make each move, see whether a royal is left to be taken.
//!
//! This works on any board and for any variant. [`crate::swift`] is the fast way for the variants
//! that allow it.

use koma_variants::{Borrowed, Pass, PromotionWhen};

use crate::board::{Board, Listing, Way};
use crate::budget::afford;
use crate::make::{make, unmake};
use crate::special::Special;
use crate::state::State;
use crate::{KindId, Man, Move, Ruleset, Side, Square};

/// Which moves leave no guarded royal to be taken, without trying them.
#[derive(Clone, Copy)]
enum Safety {
    /// Nothing is known.
    Unsure,
    /// All of them: there is no royal to guard.
    Sure,
    /// The one royal is not in check, and every attack comes by a leap or along a line.
    Royal(Square),
}

impl Safety {
    /// Whether a move cannot open a line to the royal.
    #[inline(always)]
    fn is_sure<B: Board>(self, view: View<'_, B>, mv: Move) -> bool {
        let Self::Royal(royal) = self else { return matches!(self, Self::Sure) };
        let (rules, facts) = (view.rules, &view.rules.facts);
        let off_line = |square| !rules.on_line(royal, square);
        if !mv.is_plain() || facts.royals_are_made && mv.promotes() {
            return false;
        }
        match mv.from() {
            Some(from) => {
                from != royal
                    && off_line(from)
                    && (!facts.hops || off_line(mv.to()) && off_line(from))
            }
            None => !facts.hops || off_line(mv.to()),
        }
    }
}

/// Where the moves of one man stop in its zone on their way.
pub(crate) struct Touches {
    /// For every path what it comes to, and whether it stops there; sorted.
    list: Vec<(u64, bool)>,
}

impl Touches {
    /// Whether some and whether all of the paths stop there that make the same move.
    fn of(&self, mv: Move) -> (bool, bool) {
        let begin = self.list.partition_point(|&(result, _)| result < mv.result());
        let same = self.list[begin..].iter().take_while(|&&(result, _)| result == mv.result());
        let (mut some, mut all) = (false, true);
        same.for_each(|&(_, stops)| (some, all) = (some || stops, all && stops));
        (some, all && some)
    }
}

/// A board with the side to move: what a rule can look at.
pub(crate) struct View<'a, B> {
    pub rules: &'a Ruleset,
    pub board: &'a B,
    pub side: Side,
    pub state: Option<&'a State>,
}

impl<B> Clone for View<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for View<'_, B> {}

impl<'a, B: Board> View<'a, B> {
    /// Calls `each` with every legal move. It is much code, so it is compiled once for a board and a
    /// listing, whoever asks.
    pub fn each_legal(self, listing: Listing, each: &mut dyn FnMut(Move)) {
        match listing {
            Listing::Moves => self.each_legal_of(Listing::Moves, each),
            Listing::Paths => self.each_legal_of(Listing::Paths, each),
        }
    }

    #[inline(always)]
    fn each_legal_of(self, listing: Listing, each: &mut dyn FnMut(Move)) {
        let (special, unusual) = (&self.rules.variant.special, self.rules.facts.unusual);
        let mut moves = Vec::new();
        self.each_lawful(listing, |mv, takes| match unusual {
            true => moves.push((mv, takes)),
            false => each(mv),
        });
        if !unusual {
            return;
        }
        // Rules that look at all moves at once.
        if self.must_place() && moves.iter().any(|(mv, _)| mv.dropped().is_some()) {
            moves.retain(|(mv, _)| mv.dropped().is_some());
        }
        let urged = |mv: Move| mv.dropped().is_some_and(|kind| self.rules.must_be_dropped(kind));
        if moves.iter().any(|&(mv, _)| urged(mv)) {
            moves.retain(|&(mv, _)| urged(mv));
        }
        if special.must_capture && moves.iter().any(|&(_, takes)| takes) {
            moves.retain(|&(_, takes)| takes);
        }
        // A pass leaves the royal where it is.
        let in_check =
            || self.rules.variant.check_rules && self.royal_in_danger(self.side).is_some();
        match special.pass[self.side as usize] {
            Pass::Never => {}
            _ if in_check() => {}
            Pass::Always => moves.push((Move::pass(), false)),
            Pass::WithoutMove if moves.is_empty() => moves.push((Move::pass(), false)),
            _ => {}
        }
        moves.into_iter().for_each(|(mv, _)| each(mv));
    }

    /// Every move that is legal by itself, and whether it takes something.
    #[inline(always)]
    fn each_lawful(self, listing: Listing, mut each: impl FnMut(Move, bool)) {
        if !self.rules.facts.tested {
            self.each_candidate(listing, each);
            return;
        }
        let mut probe = self.board.clone();
        let safety = self.safety();
        self.each_candidate(listing, |mv, takes| {
            if (safety.is_sure(self, mv) || self.is_safe(&mut probe, mv))
                && !self.is_forbidden_drop_mate(mv)
            {
                each(mv, takes);
            }
        });
    }

    /// Which moves are safe without being tried.
    fn safety(self) -> Safety {
        let (facts, special) = (&self.rules.facts, &self.rules.variant.special);
        let royals: Vec<Square> = self.guarded_royals(self.side).collect();
        let unsure = !facts.straight_attacks
            || special.no_checks
            || facts.no_drop_checks
            || special.duple_check
            || royals.len() > 1
            || self.royal_in_danger(self.side).is_some();
        match royals[..] {
            _ if unsure => Safety::Unsure,
            // A man could become the first royal, and that must be guarded.
            [] if facts.royals_are_made && self.royals(self.side).next().is_none() => {
                Safety::Unsure
            }
            [] => Safety::Sure,
            [royal, ..] => Safety::Royal(royal),
        }
    }

    /// Whether there is a legal move.
    pub fn has_legal(self) -> bool {
        let mut found = false;
        if self.rules.facts.unusual {
            self.each_legal(Listing::Moves, &mut |_| found = true);
            return found;
        }
        if !self.rules.facts.tested {
            let first = self.board.men(self.side).any(|(from, kind)| {
                let man = Man { kind, side: self.side };
                let touches = self.touches(man, from);
                self.board.ways(self.rules, from, man, Listing::Moves, |way| {
                    let (may, _) = self.promotion_of(man, way, touches.as_ref());
                    found |= (!way.takes || self.lion_refusal(man, way.mv).is_none())
                        && !self.is_stuck(man, way, may);
                });
                found
            });
            if !first && self.rules.facts.drops {
                self.each_candidate(Listing::Moves, |_, _| found = true);
            }
            return found;
        }
        let mut probe = self.board.clone();
        let safety = self.safety();
        self.each_candidate(Listing::Moves, |mv, _| {
            found = found
                || (safety.is_sure(self, mv) || self.is_safe(&mut probe, mv))
                    && !self.is_forbidden_drop_mate(mv);
        });
        found
    }

    /// Whether the side to move is placing its men and may do nothing else.
    pub fn must_place(self) -> bool {
        self.rules.setup.as_ref().is_some_and(|setup| setup.must_drop)
            && self.state.is_some_and(|state| state.is_placing(self.side))
    }

    /// Every move that only checks, royals and drop mates could still forbid, and whether it
    /// takes something.
    #[inline(always)]
    fn each_candidate(self, listing: Listing, mut each: impl FnMut(Move, bool)) {
        let Self { rules, board, side, .. } = self;
        for (from, kind) in board.men(side) {
            let man = Man { kind, side };
            let touches = match listing {
                Listing::Moves => self.touches(man, from),
                // A path that names its stops is meant as it is.
                Listing::Paths => None,
            };
            board.ways(rules, from, man, listing, |way| {
                if rules.facts.lions && way.takes && self.lion_refusal(man, way.mv).is_some() {
                    return;
                }
                let (may, must) = self.promotion_of(man, way, touches.as_ref());
                if self.is_stuck(man, way, may) {
                    return;
                }
                if !must {
                    each(way.mv, way.takes);
                }
                if may || must {
                    each(way.mv.turning(true), way.takes);
                }
            });
        }
        if !rules.facts.drops {
            return;
        }
        for &held in rules.hand_order() {
            if board.held(rules, side, held) == 0 || self.group_refusal(held).is_some() {
                continue;
            }
            for kind in [Some(held), rules.rules(held).other_side].into_iter().flatten() {
                let looks = if rules.rules(kind).most_per_file.is_some() { 36 } else { 4 };
                if !afford(looks * rules.geometry.squares()) {
                    return;
                }
                for to in rules.geometry.all() {
                    if board.man_at(to).is_none()
                        && self.may_drop_on(kind, to)
                        && !self.is_file_full(kind, to)
                    {
                        each(Move::drop(kind, to), false);
                    }
                }
            }
        }
    }

    /// Why the choice groups forbid a drop.
    pub fn group_refusal(self, held: KindId) -> Option<crate::state::GroupRefusal> {
        self.state?.refuses(self.rules.setup.as_ref()?, self.side, held)
    }

    /// Whether a kind may be dropped on a square as far as the square goes.
    pub fn may_drop_on(self, kind: KindId, to: Square) -> bool {
        match self.placing_zone() {
            Some(Some(zone)) => zone.has(to, self.side),
            Some(None) => true,
            None => !self.rules.rules(kind).no_drop.has(to, self.side),
        }
    }

    /// Where the side to move places its men, if it is placing them.
    pub fn placing_zone(self) -> Option<Option<&'a crate::kinds::Squares>> {
        let setup = self.rules.setup.as_ref()?;
        self.state?.is_placing(self.side).then_some(setup.zone.as_ref())
    }

    /// Whether a man may promote with a move, and whether it must.
    pub fn promotion(self, man: Man, way: Way) -> (bool, bool) {
        let touches = way.mv.from().and_then(|from| self.touches(man, from));
        self.promotion_of(man, way, touches.as_ref())
    }

    /// [`View::promotion`] of a man whose stops in the zone are known. Without them the squares
    /// that the move names count.
    #[inline(always)]
    pub fn promotion_of(self, man: Man, way: Way, touches: Option<&Touches>) -> (bool, bool) {
        let (promotion, kind) = (&self.rules.variant.promotion, self.rules.rules(man.kind));
        let Some(promoted) = kind.promotes_to else { return (false, false) };
        if self.rules.facts.infects && way.takes && self.is_infected(man, way) {
            return (false, false);
        }
        let (from, to) = (way.mv.from().unwrap_or(way.mv.to()), way.mv.to());
        let starts = || kind.zone.has(from, self.side);
        let ends = kind.zone.has(to, self.side);
        let fits = match promotion.when {
            _ if kind.turns_back => true,
            PromotionWhen::StartsOrEndsInZone => ends || starts(),
            PromotionWhen::EndsInZone => ends,
            PromotionWhen::TouchesZone => {
                let own = || way.mv.via().any(|square| kind.zone.has(square, self.side));
                let known = touches.map(|touches| touches.of(self.taking(way.mv)));
                let (some, all) = known.unwrap_or_else(|| (own(), own()));
                if ends || !some || all { ends || some } else { return (true, false) }
            }
            PromotionWhen::EntersOrCaptures => {
                let enters = ends && !starts();
                enters || way.takes && (ends || starts()) || ends && kind.dead.has(to, self.side)
            }
        };
        let room = || {
            self.rules.rules(promoted).most_on_board.is_none_or(|most| {
                let same = self.board.men(self.side).filter(|&(_, kind)| kind == promoted);
                same.count() < usize::from(most)
            })
        };
        let may = fits && (way.takes || !promotion.only_captures) && room();
        let forced = promotion.forced || promotion.forced_by_promoted && self.takes_promoted(way);
        let must = kind.must_promote.has(to, self.side) || may && forced;
        (may, must)
    }

    /// Where the moves of a man stop on their way, if that matters: a hook may turn at either of
    /// two corners, a lion step through a square or leap over it.
    #[inline(always)]
    pub fn touches(self, man: Man, from: Square) -> Option<Touches> {
        let promotion = &self.rules.variant.promotion;
        let kind = self.rules.rules(man.kind);
        (promotion.when == PromotionWhen::TouchesZone
            && kind.promotes_to.is_some()
            && kind.special.iter().any(Special::has_stops))
        .then(|| self.all_touches(man, from))
    }

    fn all_touches(self, man: Man, from: Square) -> Touches {
        let kind = self.rules.rules(man.kind);
        let mut list = Vec::new();
        let mut note: &mut dyn FnMut(Way) = &mut |path| {
            let stops = path.mv.via().any(|square| kind.zone.has(square, self.side));
            list.push((self.taking(path.mv).result(), stops));
        };
        self.board.ways(self.rules, from, man, Listing::Paths, &mut note);
        list.sort_unstable();
        Touches { list }
    }

    /// A move by its end and the squares on which it takes, whatever else it names.
    fn taking(self, mv: Move) -> Move {
        let Some(from) = mv.from() else { return mv };
        let taken =
            mv.via().filter(|&square| square != from && self.board.man_at(square).is_some());
        let mut via = [from; Move::MOST_VIA];
        let mut count = 0;
        for (place, square) in via.iter_mut().zip(taken) {
            *place = square;
            count += 1;
        }
        Move::board(from, mv.to(), false).through(&via[..count])
    }

    /// Whether a man becomes another by what it takes.
    fn is_infected(self, man: Man, way: Way) -> bool {
        let squares = way.mv.via().chain([way.mv.to()]);
        let mut victims = squares.filter_map(|square| self.board.man_at(square));
        victims.any(|victim| self.rules.infected(man, victim).is_some())
    }

    /// Whether a move takes a promoted man.
    fn takes_promoted(self, way: Way) -> bool {
        let squares = way.mv.via().chain([way.mv.to()]);
        let mut victims = squares.filter_map(|square| self.board.man_at(square));
        victims.any(|victim| victim.side != self.side && self.rules.rules(victim.kind).promoted)
    }

    /// Whether a man ends its move where it could never move again, though it may not promote.
    #[inline(always)]
    pub fn is_stuck(self, man: Man, way: Way, may_promote: bool) -> bool {
        let stuck = self.rules.rules(man.kind).stuck.as_ref();
        !may_promote && stuck.is_some_and(|stuck| stuck.has(way.mv.to(), self.side))
    }

    /// 二歩 and its kin: whether the file of `to` holds as many men of this kind as it may.
    pub fn is_file_full(self, kind: KindId, to: Square) -> bool {
        let Some(most) = self.rules.rules(kind).most_per_file else { return false };
        let geometry = self.rules.geometry;
        let file = geometry.file(to);
        let on_file =
            |rank| geometry.square(file, rank).and_then(|square| self.board.man_at(square));
        let same = (1..=u16::from(geometry.ranks()))
            .filter(|&rank| on_file(rank) == Some(Man { kind, side: self.side }));
        same.count() >= usize::from(most)
    }

    /// The squares of a side's royals.
    pub fn royals(self, side: Side) -> impl Iterator<Item = Square> {
        self.board.royals(self.rules, side)
    }

    /// The royals that must be guarded under check rules: all, once a side can lose none.
    pub fn guarded_royals(self, side: Side) -> impl Iterator<Item = Square> {
        let needed = usize::from(self.rules.facts.royals_needed);
        let guarded =
            self.rules.variant.check_rules && self.royals(side).take(needed + 1).count() <= needed;
        self.royals(side).filter(move |_| guarded)
    }

    /// A guarded royal of a side that could be taken.
    pub fn royal_in_danger(self, side: Side) -> Option<Square> {
        let attacked = |royal: &Square| self.board.is_attacked(self.rules, *royal, side.other());
        let guarded = self.guarded_royals(side).find(attacked);
        if !self.rules.variant.special.duple_check || guarded.is_some() {
            return guarded;
        }
        // None of several needs a guard, but one of them must be safe.
        let all = self.royals(side).all(|royal| attacked(&royal));
        self.royals(side).next().filter(|_| all && self.rules.variant.check_rules)
    }

    /// Whether a move leaves no royal to be taken that must be guarded, and gives no check that
    /// may not be given.
    fn is_safe(self, probe: &mut B, mv: Move) -> bool {
        if !self.rules.variant.check_rules {
            return true;
        }
        if !afford(32) {
            return false;
        }
        let undo = make(self.rules, probe, self.side, mv);
        let after = View { board: &*probe, ..self };
        let checks_forbidden = self.forbids_check(mv);
        let safe = after.royal_in_danger(self.side).is_none()
            && !(checks_forbidden && after.royal_in_danger(self.side.other()).is_some());
        unmake(self.rules, probe, self.side, mv, &undo);
        safe
    }

    /// Whether a move may not give check.
    fn forbids_check(self, mv: Move) -> bool {
        self.rules.variant.special.no_checks
            || self.rules.facts.no_drop_checks && mv.dropped().is_some()
    }

    /// The first man that could take the side's royal after a move, if the move is not safe.
    pub fn danger_after(self, mv: Move) -> Option<(Square, Square)> {
        let mut board = self.board.clone();
        make(self.rules, &mut board, self.side, mv);
        let after = View { board: &board, ..self };
        let royal = after.royal_in_danger(self.side)?;
        after.attackers(royal, self.side.other()).first().map(|&by| (royal, by))
    }

    /// The enemy royal that a move gives check to, though it may not.
    pub fn forbidden_check(self, mv: Move) -> Option<Square> {
        if !self.forbids_check(mv) {
            return None;
        }
        let mut board = self.board.clone();
        make(self.rules, &mut board, self.side, mv);
        View { board: &board, ..self }.royal_in_danger(self.side.other())
    }

    /// The squares from which `by` attacks `target`.
    pub fn attackers(self, target: Square, by: Side) -> Vec<Square> {
        let attacks = |&(from, kind): &(Square, KindId)| {
            self.board.attacks(self.rules, from, Man { kind, side: by }, target)
        };
        let mut attackers: Vec<_> =
            self.board.men(by).filter(attacks).map(|(from, _)| from).collect();
        attackers.sort_unstable();
        attackers
    }

    /// 打ち歩詰め: whether a man that may not give mate by being dropped does.
    pub fn is_forbidden_drop_mate(self, mv: Move) -> bool {
        let Some(kind) = mv.dropped() else { return false };
        self.rules.rules(kind).drop_mate_forbidden && self.gives_drop_mate(mv)
    }

    /// Whether a dropped man gives check itself, and mate.
    fn gives_drop_mate(self, mv: Move) -> bool {
        let Some(kind) = mv.dropped() else { return false };
        let man = Man { kind, side: self.side };
        let attacks = |royal| self.board.attacks(self.rules, mv.to(), man, royal);
        if self.rules.variant.special.borrowed == Borrowed::No
            && !self.guarded_royals(self.side.other()).any(attacks)
        {
            return false;
        }
        let mut board = self.board.clone();
        make(self.rules, &mut board, self.side, mv);
        let after = View { board: &board, side: self.side.other(), ..self };
        let dropped = Man { kind, side: self.side };
        // A man that borrows its check from the man behind it gives no drop mate.
        let geometry = self.rules.geometry;
        let leads_by_itself = |royal: Square| {
            self.rules.variant.special.borrowed == Borrowed::No
                || self.rules.rules(kind).leaps.iter().any(|leap| {
                    geometry.offset(mv.to(), self.side, leap.rows, leap.cols) == Some(royal)
                })
        };
        let checks = |royal: Square| {
            board.attacks(self.rules, mv.to(), dropped, royal) && leads_by_itself(royal)
        };
        after.guarded_royals(after.side).any(checks) && !after.has_legal()
    }
}
