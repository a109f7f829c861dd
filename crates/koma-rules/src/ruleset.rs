//! A variant compiled for play: what hot loops may assume is derived here, once.

use std::sync::Arc;

use koma_text::Finding;
use koma_variants::{Borrowed, DropMate, EndingKind, Pass, PromotionWhen, Variant, Zone};

use crate::board::{Board, CellBoard, CountTables, Frame, Listing};
use crate::key::Keys;
use crate::kinds::{self, Distances, KindRules, Squares};
use crate::special::Special;
use crate::state::{SetupRules, State};
use crate::swift::{AtOnce, Swift};
use crate::{Geometry, KindId, Man, Move, Setup, Side, Square, UsiMove};

/// A variant, ready to be played.
///
/// # Examples
///
/// ```
/// use koma_rules::{Position, Ruleset};
///
/// let shogi = koma_variants::find("shogi").expect("in the catalogue");
/// let rules = Ruleset::compile(shogi).expect("the catalogue compiles");
/// assert_eq!(Position::start(&rules).legal_moves().len(), 30);
/// ```
#[derive(Debug)]
pub struct Ruleset {
    pub(crate) variant: Variant,
    pub(crate) geometry: Geometry,
    pub(crate) kinds: Vec<KindRules>,
    pub(crate) keys: Keys,
    pub(crate) facts: Facts,
    pub(crate) swift: Option<Swift>,
    pub(crate) hand_order: Vec<KindId>,
    pub(crate) frame: Arc<Frame>,
    pub(crate) setup: Option<SetupRules>,
    pub(crate) count: Option<CountTables>,
    /// Whether two squares share a file, a rank or a diagonal; kept where checks are looked for.
    lines: Vec<bool>,
    /// The zones of the endings that have one.
    pub(crate) goals: Vec<Option<Squares>>,
    start: Option<Setup>,
}

/// What the hot loops may assume of a variant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// A promotion that is possible must be made.
    pub promotion_forced: bool,
    /// A move may promote by starting in the zone.
    pub promotes_on_leaving: bool,
    /// Which moves promote.
    pub when: PromotionWhen,
    /// Only captures promote.
    pub only_captures: bool,
    /// A man that takes a promoted man must promote.
    pub forced_by_promoted: bool,
    /// A royal may not be left where it can be taken.
    pub check_rules: bool,
    /// A side has lost with fewer royals.
    pub royals_needed: u8,
    /// Captured men go to the capturer's hand and come back.
    pub drops: bool,
    pub borrowed: Borrowed,
    pub royals_may_not_face: bool,
    /// Royals that need no guard one by one may not all be left to be taken.
    pub duple_check: bool,
    pub flights: Flights,
    pub must_capture: bool,
    pub no_checks: bool,
    pub no_drop_checks: bool,
    pub pass: [Pass; 2],
    /// Some man burns.
    pub burns: bool,
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
}

/// How flights that take everything end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flights {
    pub takes_blocker: bool,
    pub lands_on_own: bool,
}

impl Facts {
    fn of(variant: &Variant) -> Self {
        let special = &variant.special;
        let drops = variant.drops.as_ref();
        let setup = variant.setup.is_some() || variant.choice_groups.iter().any(|g| !g.is_empty());
        let counts_checks =
            variant.endings.iter().any(|e| matches!(e.kind, EndingKind::Checks { .. }));
        let drop_mate = variant.kinds.iter().any(|kind| kind.drop_mate == DropMate::Forbidden);
        let pass = special.pass != [Pass::Never; 2];
        let must_drop = drops.is_some_and(|drops| !drops.must_drop.is_empty());
        Self {
            promotion_forced: variant.promotion.forced,
            promotes_on_leaving: variant.promotion.when == PromotionWhen::StartsOrEndsInZone,
            when: variant.promotion.when,
            only_captures: variant.promotion.only_captures,
            forced_by_promoted: variant.promotion.forced_by_promoted,
            check_rules: variant.check_rules,
            royals_needed: variant.royals_needed.max(1),
            drops: drops.is_some(),
            borrowed: special.borrowed,
            royals_may_not_face: special.royals_may_not_face,
            duple_check: special.duple_check,
            flights: Flights {
                takes_blocker: special.range_capture_blocker,
                lands_on_own: special.range_land_own,
            },
            must_capture: special.must_capture,
            no_checks: special.no_checks,
            no_drop_checks: drops.is_some_and(|drops| !drops.may_check),
            pass: special.pass,
            burns: variant.kinds.iter().any(|kind| kind.piece.movement.burn),
            lions: special.lions.is_some(),
            counts_checks,
            check_wins: !setup
                && special.lions.is_none()
                && variant
                    .endings
                    .iter()
                    .filter(|ending| ending.kind.is_at_once())
                    .all(|ending| matches!(ending.kind, EndingKind::Checks { checks: [1, 1] }))
                && counts_checks,
            straight_attacks: false,
            hops: false,
            royals_are_made: variant.kinds.iter().any(|kind| {
                kind.promotes_to.is_some_and(|to| variant.kinds[to].royal != kind.royal)
            }),
            state: setup || counts_checks || special.lions.is_some(),
            tested: variant.check_rules || drop_mate,
            unusual: special.must_capture || pass || must_drop || variant.setup.is_some(),
            ends_at_once: variant.endings.iter().any(|ending| ending.kind.is_at_once()),
        }
    }

    /// Looks at how men attack.
    fn look_at(&mut self, kinds: &[KindRules]) {
        let straight = |rows: i16, cols: i16| rows == 0 || cols == 0 || rows.abs() == cols.abs();
        let plain = |kind: &KindRules| {
            kind.slides.iter().all(|slide| straight(slide.rows, slide.cols))
                && kind.special.iter().all(|special| match special {
                    Special::Stride(stride) => {
                        straight(stride.rows, stride.cols) && !stride.initial && !stride.takes_own
                    }
                    _ => false,
                })
        };
        let hops = |special: &Special| matches!(special, Special::Stride(s) if s.hop.is_some() || s.must_leap);
        self.hops = kinds.iter().any(|kind| kind.special.iter().any(hops));
        self.straight_attacks =
            self.borrowed == Borrowed::No && !self.burns && kinds.iter().all(plain);
    }

    /// Whether every way of a man is a legal move, lion trades apart.
    pub fn is_free(&self) -> bool {
        !(self.tested || self.unusual || self.counts_checks) && self.borrowed == Borrowed::No
    }

    /// Whether the variant has only rules that [`crate::swift`] knows.
    fn is_swift(&self, variant: &Variant, kinds: &[KindRules]) -> bool {
        let drops = variant.drops.as_ref();
        let usual_drops = drops
            .is_none_or(|drops| drops.captures_to_hand && !drops.stays_promoted && drops.may_check);
        let usual_kind = |kind: &KindRules| {
            (!kind.turns_back || kind.zone.is_full())
                && kind.is_never_stuck()
                && kind.stays_out.is_none()
                && kind.most_on_board.is_none()
                && kind.most_per_file != Some(0)
        };
        let stuck = kinds.iter().any(|kind| kind.stuck.is_some());
        let taken = |ending: &koma_variants::Ending| ending.kind == EndingKind::RoyalTaken;
        // A man that turns into a royal does so on the board, and answers no drop with it.
        let usual_heirs = !self.royals_are_made
            || kinds.iter().all(|kind| kind.other_side.is_none() && !kind.drop_mate_forbidden);
        matches!(self.when, PromotionWhen::StartsOrEndsInZone | PromotionWhen::EndsInZone)
            && (!self.only_captures || self.promotion_forced && !stuck)
            && usual_heirs
            && !self.forced_by_promoted
            && self.royals_needed == 1
            && self.borrowed == Borrowed::No
            && !(self.royals_may_not_face || self.duple_check || self.no_checks || self.burns)
            && !self.unusual
            && (self.check_rules || variant.endings.iter().any(taken))
            && (self.check_wins || !self.state)
            && usual_drops
            && kinds.iter().all(usual_kind)
    }
}

impl Ruleset {
    /// Compiles a variant, or says everything that keeps it from being played.
    pub fn compile(variant: &Variant) -> Result<Arc<Self>, Vec<Finding>> {
        let Some(geometry) = Geometry::new(variant.files, variant.ranks) else {
            let (files, ranks) = (variant.files, variant.ranks);
            let message = format!("a board of {files}x{ranks} squares cannot be played");
            return Err(vec![
                Finding::error("board-size", message).help("1 to 36 files and 1 to 36 ranks"),
            ]);
        };
        let mut findings = Vec::new();
        let kinds: Vec<_> = (0..variant.kinds.len())
            .map(|index| kinds::compile(variant, geometry, index, &mut findings))
            .collect();
        if kinds.len() > 1000 {
            findings
                .push(Finding::error("too-many-kinds", "a variant has at most 1000 kinds of men"));
        }
        if variant.drops.as_ref().is_some_and(|drops| drops.either_side && drops.stays_promoted) {
            let message = "men that may be dropped either side up cannot stay promoted in hand";
            let finding = Finding::error("drops-conflict", message);
            findings.push(finding.help("choose one of either_side and stays_promoted"));
        }
        let mut facts = Facts::of(variant);
        facts.look_at(&kinds);
        if findings.iter().any(Finding::is_error) {
            return Err(findings);
        }
        let swift = at_once(variant, geometry, &facts)
            .filter(|_| facts.is_swift(variant, &kinds))
            .and_then(|ending| Swift::compile(geometry, &kinds, facts, &ending));
        let keys = Keys::new(geometry.squares(), kinds.len());
        let hand_order = hand_order(&kinds);
        let mut rules = Self {
            variant: variant.clone(),
            geometry,
            frame: Arc::new(Frame::new(geometry, longest(&kinds))),
            kinds,
            keys,
            facts,
            swift,
            hand_order,
            setup: None,
            count: None,
            lines: if facts.check_rules { lines(geometry) } else { Vec::new() },
            goals: goals(variant, geometry),
            start: None,
        };
        match Setup::read(&rules, &rules.variant.start) {
            Ok(start) => rules.begin_with(start),
            Err(error) => {
                return Err(vec![Finding::error(
                    "start-position",
                    format!("the start position: {error}"),
                )]);
            }
        }
        rules.find_overlaps();
        for index in 0..rules.kinds.len() {
            rules.kinds[index].sees = Distances::of(&rules.kinds[index], &rules.frame);
        }
        rules.count = CountTables::new(&rules);
        Ok(Arc::new(rules))
    }

    /// The start position, and what follows from it.
    fn begin_with(&mut self, mut start: Setup) {
        let variant = &self.variant;
        if self.facts.state && (variant.setup.is_some() || has_groups(variant)) {
            let zone = variant.setup.as_ref().and_then(|setup| setup.zone.as_ref());
            let needed = Side::BOTH.map(|side| {
                let kinds = variant.setup.iter().flat_map(|setup| &setup.kinds[side as usize]);
                let kinds = kinds.map(|&kind| KindId(kind as u16));
                kinds.map(|kind| (kind, start.held(side, kind))).collect()
            });
            self.setup = Some(SetupRules {
                phase: variant.setup.is_some(),
                must_drop: variant.setup.as_ref().is_some_and(|setup| setup.must_drop),
                zone: zone.map(|zone| Squares::of_zone(self.geometry, zone)),
                needed,
                groups: variant.choice_groups.clone(),
            });
            self.start = Some(start.clone());
            start.state = State::inferred(self, &start);
        }
        self.start = Some(start);
    }

    /// The start position, or `setup` while there is none yet.
    pub(crate) fn start_or<'a>(&'a self, setup: &'a Setup) -> &'a Setup {
        self.start.as_ref().unwrap_or(setup)
    }

    /// Finds the kinds that can reach a square in two ways: their moves must be compared. Ways
    /// that meet do so on the empty board already, but for those over other men.
    fn find_overlaps(&mut self) {
        let middle = self.geometry.squares() / 2 + usize::from(self.geometry.ranks()) / 2;
        let middle = Square(middle.min(self.geometry.squares() - 1) as u16);
        for index in 0..self.kinds.len() {
            let special = &self.kinds[index].special;
            if special.is_empty() {
                continue;
            }
            let hops = |special: &Special| match special {
                Special::Stride(stride) => stride.hop.is_some(),
                Special::Path { .. } => true,
                _ => false,
            };
            let man = Man { kind: KindId(index as u16), side: Side::Sente };
            let mut board = CellBoard::new(self);
            board.put(self, middle, man);
            let mut results = Vec::new();
            board.ways(self, middle, man, Listing::Moves, |way| results.push(way.mv.result()));
            let count = results.len();
            results.sort_unstable();
            results.dedup();
            self.kinds[index].overlaps =
                results.len() < count || self.kinds[index].special.iter().any(hops);
        }
    }

    /// The variant it was compiled from.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The shape of the board.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The start position.
    pub fn start(&self) -> &Setup {
        self.start.as_ref().expect("compile sets it or fails")
    }

    /// All kinds, promoted sides included.
    pub fn kinds(&self) -> impl ExactSizeIterator<Item = KindId> + use<> {
        (0..self.kinds.len() as u16).map(KindId)
    }

    /// The code of a kind in SFEN and USI, in capitals: `P`, `+P`.
    pub fn code(&self, kind: KindId) -> &str {
        &self.variant.kinds[kind.index()].code
    }

    /// The kind of that code.
    pub fn kind(&self, code: &str) -> Option<KindId> {
        self.kinds().find(|&kind| self.code(kind) == code)
    }

    /// What a kind turns into when it promotes.
    pub fn promoted(&self, kind: KindId) -> Option<KindId> {
        self.rules(kind).promotes_to
    }

    /// What a kind is in its captor's hand; `None` if it leaves the game.
    pub fn in_hand(&self, kind: KindId) -> Option<KindId> {
        self.rules(kind).in_hand
    }

    /// The text of a move.
    pub fn usi(&self, mv: Move) -> UsiMove {
        let name = |square| self.geometry.name(square);
        match (mv.from(), mv.dropped()) {
            (Some(from), _) => UsiMove::Board {
                from: name(from),
                via: mv.via().map(name).collect(),
                to: name(mv.to()),
                promotes: mv.promotes(),
            },
            (None, Some(kind)) => {
                UsiMove::Drop { code: self.code(kind).to_owned(), to: name(mv.to()) }
            }
            (None, None) => UsiMove::Pass,
        }
    }

    /// Bytes of memory it takes, tables included.
    pub fn memory(&self) -> usize {
        let squares = self.geometry.squares();
        let kinds = self.kinds.len();
        size_of::<Self>()
            + kinds * (size_of::<KindRules>() + 10 * squares + 2 * self.frame.size() + 16 * 12)
            + self.frame.memory()
            + self.lines.len()
            + self.count.as_ref().map_or(0, CountTables::memory)
            + self.keys.memory()
            + self.swift.as_ref().map_or(0, Swift::memory)
    }

    #[inline(always)]
    pub(crate) fn rules(&self, kind: KindId) -> &KindRules {
        &self.kinds[kind.index()]
    }

    /// Whether two squares share a file, a rank or a diagonal. Only for games with check rules.
    #[inline(always)]
    pub(crate) fn on_line(&self, a: Square, b: Square) -> bool {
        self.lines[a.index() * self.geometry.squares() + b.index()]
    }

    /// The kind in hand that is dropped as a kind: its front side where either side may be up.
    pub(crate) fn held_as(&self, kind: KindId) -> KindId {
        self.rules(kind).held_as
    }

    /// Whether a kind must be dropped before other moves are made.
    pub(crate) fn must_be_dropped(&self, kind: KindId) -> bool {
        let drops = self.variant.drops.as_ref();
        drops.is_some_and(|drops| drops.must_drop.contains(&self.held_as(kind).index()))
    }
}

/// The kinds that can be in hand, in the variant's order.
fn hand_order(kinds: &[KindRules]) -> Vec<KindId> {
    let mut order: Vec<_> =
        kinds.iter().filter(|kind| kind.held).map(|kind| kind.held_as).collect();
    order.sort_unstable();
    order.dedup();
    order
}

/// For each pair of squares, whether they share a file, a rank or a diagonal.
fn lines(geometry: Geometry) -> Vec<bool> {
    let names: Vec<_> = geometry.all().map(|square| geometry.name(square)).collect();
    let on_line = |a: usize, b: usize| {
        let files = names[a].file.abs_diff(names[b].file);
        let ranks = names[a].rank.abs_diff(names[b].rank);
        files == 0 || ranks == 0 || files == ranks
    };
    let squares = geometry.squares();
    (0..squares * squares).map(|pair| on_line(pair / squares, pair % squares)).collect()
}

/// The ending that a position shows by itself, if there is at most one and [`crate::swift`] knows
/// it.
fn at_once(variant: &Variant, geometry: Geometry, facts: &Facts) -> Option<AtOnce> {
    let mut endings = variant.endings.iter().filter(|ending| ending.kind.is_at_once());
    match (endings.next().map(|ending| &ending.kind), endings.next()) {
        (None, _) => Some(AtOnce::Plain),
        _ if facts.check_wins => Some(AtOnce::Plain),
        (Some(EndingKind::BareRoyal { too_weak }), None) if too_weak.is_empty() => {
            Some(AtOnce::Bare)
        }
        (Some(EndingKind::Goal { .. }), None) if !facts.check_rules => {
            let (zone, safe) = royal_goal(variant)?;
            Some(AtOnce::Goal(Squares::of_zone(geometry, zone), safe))
        }
        _ => None,
    }
}

/// The goal of a variant, if a side reaches it with one royal and ends the game with that, and
/// whether only where nothing could take it.
fn royal_goal(variant: &Variant) -> Option<(&Zone, bool)> {
    variant.endings.iter().find_map(|ending| match &ending.kind {
        EndingKind::Goal { kinds, zone, count: 1, safe, last_move: false, .. } => {
            let royal = |index: usize| variant.kinds[index].royal;
            let all = |kinds: &Vec<usize>| {
                (0..variant.kinds.len()).all(|index| royal(index) == kinds.contains(&index))
            };
            kinds.iter().all(all).then_some((zone, *safe))
        }
        _ => None,
    })
}

/// Where the endings of a variant have their goals.
fn goals(variant: &Variant, geometry: Geometry) -> Vec<Option<Squares>> {
    let goal = |ending: &koma_variants::Ending| match &ending.kind {
        EndingKind::Goal { zone, .. } => Some(Squares::of_zone(geometry, zone)),
        _ => None,
    };
    variant.endings.iter().map(goal).collect()
}

fn has_groups(variant: &Variant) -> bool {
    variant.choice_groups.iter().any(|groups| !groups.is_empty())
}

/// The longest leap along either axis.
fn longest(kinds: &[KindRules]) -> u16 {
    let far = |rows: i16, cols: i16| rows.abs().max(cols.abs());
    let of = |kind: &KindRules| {
        let leaps = kind.leaps.iter().map(|leap| far(leap.rows, leap.cols));
        let slides = kind.slides.iter().map(|slide| far(slide.rows, slide.cols));
        leaps.chain(slides).chain(kind.special.iter().map(Special::extent)).max().unwrap_or(1)
    };
    kinds.iter().map(of).max().unwrap_or(1).unsigned_abs()
}
