//! The field on sets of squares.

use std::sync::Arc;

use super::sealed::Sealed;
use super::{Danger, Field, Gains, Stage};
use crate::board::{Board, Set, SetBoard};
use crate::position::AnyBoard;
use crate::swift::Guard;
use crate::swift::cpu::{Cpu, Task};
use crate::swift::generate::{Batch, drop_region, each_otherwise, man};
use crate::swift::survey::Survey;
use crate::{End, KindId, Man, Move, Position, Side, Square, Undo};

/// A field of at most 64 * `W` squares and `C` classes of men.
#[derive(Clone, Debug)]
pub(crate) struct SetField<const W: usize, const C: usize> {
    position: Position,
    made: Vec<Undo>,
    rings: Arc<[Set<W>]>,
}

/// The board of a position, if it is of that shape.
pub(crate) trait Shape: Sized {
    fn of(any: &AnyBoard) -> Option<&Self>;
}

macro_rules! shape {
    ($board:ty, $arm:ident) => {
        impl Shape for $board {
            #[inline(always)]
            fn of(any: &AnyBoard) -> Option<&Self> {
                match any {
                    AnyBoard::$arm(board) => Some(board),
                    _ => None,
                }
            }
        }
    };
}

shape!(crate::swift::SmallBoard, Small);
shape!(crate::swift::LargeBoard, Large);
shape!(crate::swift::WideBoard, Wide);

/// What was seen from a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetLook<const W: usize> {
    survey: Survey<W>,
    checked: bool,
    /// Own men that alone stand between a slider of their side and an enemy royal.
    screens: Set<W>,
}

impl<const W: usize, const C: usize> Sealed for SetField<W, C> {}

impl<const W: usize, const C: usize> SetField<W, C>
where
    SetBoard<W, C>: Shape,
{
    #[inline(always)]
    fn board(&self) -> &SetBoard<W, C> {
        Shape::of(&self.position.board).expect("the board of a position stays the same")
    }

    /// The squares from which a class of `by` would check a royal on `royal`: where a man of the
    /// other side would go from there, since sides move as mirror images.
    #[inline(always)]
    fn checks_from<P: Cpu>(
        &self,
        cpu: P,
        by: usize,
        class: usize,
        royal: usize,
        occupied: Set<W>,
    ) -> Set<W> {
        let tables = &self.board().tables;
        let along =
            tables.group(class).map(|group| cpu.covers(tables, by ^ 1, group, royal, occupied));
        tables.sides[by ^ 1].steps[class][royal] | along.unwrap_or(Set::EMPTY)
    }

    /// Appends the moves of a stage.
    #[inline(always)]
    fn stage<P: Cpu>(&self, cpu: P, look: &SetLook<W>, stage: Stage, moves: &mut Vec<Move>) {
        let board = self.board();
        let (tables, planes, cells) = (&*board.tables, &board.planes, &board.cells);
        let side = self.position.side() as usize;
        let survey = &look.survey;
        let enemy = planes.sides[side ^ 1];
        let (mask, plain, promoting) = match stage {
            Stage::Captures => (enemy, true, true),
            Stage::Promotions => (!enemy, false, true),
            Stage::Quiets | Stage::QuietChecks => (!enemy, true, false),
            Stage::Drops => (Set::EMPTY, false, false),
            Stage::All => (tables.board, true, true),
        };
        let square = |index: usize| Square(index as u16);
        if plain || promoting {
            let mut push = |batch: Batch<W>| {
                let Batch::Man { from, plain: as_it_is, promoting: turned } = batch else { return };
                if plain {
                    let to = as_it_is & mask;
                    to.each(|to| moves.push(Move::board(square(from), square(to), false)));
                }
                if promoting {
                    let to = turned & mask;
                    to.each(|to| moves.push(Move::board(square(from), square(to), true)));
                }
            };
            if let Some(from) = survey.royal {
                push(Batch::Man { from, plain: survey.royal_targets, promoting: Set::EMPTY });
            }
            let targets = survey.targets & mask;
            if !targets.is_empty() {
                survey.free.each_at_length(|from| {
                    push(man(cpu, tables, planes, cells, side, from, targets));
                });
            }
            survey.each_pinned(tables, |from, line| {
                push(man(cpu, tables, planes, cells, side, from, line & mask));
            });
            if tables.guard.knows_more() {
                each_otherwise(cpu, tables, planes, cells, side, survey, &mut push);
            }
        }
        let drops = matches!(stage, Stage::Drops | Stage::QuietChecks | Stage::All);
        if !drops || planes.held[side] == 0 || survey.drop_targets.is_empty() {
            return;
        }
        for group in &tables.sides[side].drops {
            let held = planes.held[side] & group.slots;
            if held == 0 {
                continue;
            }
            let to = drop_region(cpu, tables, planes, cells, side, group, survey.drop_targets);
            Set::<1>([u64::from(held)]).each(|slot| {
                let kind = KindId(tables.dropped(group, slot) as u16);
                to.each(|to| moves.push(Move::drop(kind, square(to))));
            });
        }
    }

    /// Appends quiet moves and drops that give check to the only enemy royal, where all that goes
    /// along lines slides.
    #[inline(always)]
    fn quiet_checks<P: Cpu>(&self, cpu: P, look: &SetLook<W>, royal: usize, moves: &mut Vec<Move>) {
        let board = self.board();
        let (tables, planes, cells) = (&*board.tables, &board.planes, &board.cells);
        let side = self.position.side() as usize;
        let survey = &look.survey;
        let occupied = planes.sides[0] | planes.sides[1];
        let square = |index: usize| Square(index as u16);
        let checking: [Set<W>; C] = std::array::from_fn(|class| {
            if class < tables.classes {
                self.checks_from(cpu, side, class, royal, occupied)
            } else {
                Set::EMPTY
            }
        });
        let empty = tables.board & !occupied;
        let mut push = |batch: Batch<W>| {
            let Batch::Man { from, plain, .. } = batch else { return };
            let class = tables.class_in(cells[from]);
            (plain & empty & checking[class])
                .each(|to| moves.push(Move::board(square(from), square(to), false)));
        };
        survey.free.each_at_length(|from| {
            let class = tables.class_in(cells[from]);
            if !(checking[class] & survey.targets & empty).is_empty() {
                push(man(cpu, tables, planes, cells, side, from, survey.targets & empty));
            }
        });
        survey.each_pinned(tables, |from, line| {
            push(man(cpu, tables, planes, cells, side, from, line & empty));
        });
        // Men that uncover a check, the royal among them.
        look.screens.each(|from| {
            let to = if survey.royal == Some(from) {
                survey.royal_targets & empty
            } else {
                let mut bound = if survey.free.has(from) { survey.targets } else { Set::EMPTY };
                survey.each_pinned(tables, |man, line| {
                    if man == from {
                        bound = line;
                    }
                });
                match man(cpu, tables, planes, cells, side, from, bound & empty) {
                    Batch::Man { plain, .. } => plain,
                    Batch::Drop { .. } => Set::EMPTY,
                }
            };
            let class = tables.class_in(cells[from]);
            (to & !checking[class]).each(|to| {
                let mv = Move::board(square(from), square(to), false);
                if self.uncovers(mv, royal) {
                    moves.push(mv);
                }
            });
        });
        if planes.held[side] == 0 {
            return;
        }
        for group in &tables.sides[side].drops {
            let held = planes.held[side] & group.slots;
            let mut near = Set::EMPTY;
            Set::<1>([u64::from(held)])
                .each(|slot| near |= checking[tables.class(tables.dropped(group, slot))]);
            let targets = survey.drop_targets & near;
            if targets.is_empty() {
                continue;
            }
            let region = drop_region(cpu, tables, planes, cells, side, group, targets);
            Set::<1>([u64::from(held)]).each(|slot| {
                let kind = tables.dropped(group, slot);
                let to = region & checking[tables.class(kind)];
                to.each(|to| moves.push(Move::drop(KindId(kind as u16), square(to))));
            });
        }
    }

    /// Whether a move of a man opens a line to an enemy royal.
    fn uncovers(&self, mv: Move, royal: usize) -> bool {
        let Some(from) = mv.from() else { return false };
        let board = self.board();
        let side = self.position.side() as usize;
        let planes = &board.planes;
        let occupied = planes.sides[0] | planes.sides[1];
        let after = (occupied ^ Set::of(from.index())) | Set::of(mv.to().index());
        let men = planes.sides[side] & !Set::of(from.index());
        board.tables.is_attacked_by(planes, royal, side, men, after)
    }

    /// The one enemy royal, if checks are plain: no hoppers, and not several royals.
    fn plain_target(&self) -> Option<usize> {
        let board = self.board();
        let side = self.position.side() as usize;
        let royals = board.planes.classes[board.tables.royal] & board.planes.sides[side ^ 1];
        let plain = board.tables.plain && board.tables.guard == Guard::Only;
        royals.first().filter(|_| plain && !royals.is_several())
    }

    /// Men of a side that attack a square directly, and sliders that might once others are gone.
    fn attackers(&self, target: usize, by: usize, occupied: Set<W>) -> (Set<W>, Set<W>) {
        let board = self.board();
        let (tables, planes) = (&*board.tables, &board.planes);
        let men = planes.sides[by] & occupied;
        let (mut direct, mut snipers) = (Set::EMPTY, Set::EMPTY);
        for class in 0..tables.classes {
            direct |= tables.sides[by].steps_to[class][target] & planes.classes[class];
        }
        direct &= men;
        for slider in &tables.sides[by].sliders {
            let lines = tables.sides[by].slides_to[usize::from(slider.group)][target];
            snipers |= planes.classes[usize::from(slider.class)] & lines;
        }
        snipers &= men;
        (direct, snipers)
    }

    /// The cheapest of some men, the first of equals.
    fn cheapest(&self, men: Set<W>, gains: &Gains) -> Option<(usize, i32)> {
        let cells = &self.board().cells;
        let mut best = None::<(usize, i32)>;
        men.each(|man| {
            let gain = gains.0[usize::from(cells[man] - 1) >> 1];
            if best.is_none_or(|(_, least)| gain < least) {
                best = Some((man, gain));
            }
        });
        best
    }
}

impl<const W: usize, const C: usize> Field for SetField<W, C>
where
    SetBoard<W, C>: Shape,
{
    type Look = SetLook<W>;

    fn of(position: &Position) -> Option<Self> {
        <SetBoard<W, C> as Shape>::of(&position.board)?;
        let rings = super::danger::rings(position.rules().geometry());
        Some(Self { position: position.clone(), made: Vec::new(), rings })
    }

    #[inline(always)]
    fn position(&self) -> &Position {
        &self.position
    }

    #[inline(always)]
    fn man_at(&self, square: Square) -> Option<Man> {
        self.board().man_at(square)
    }

    fn each_man(&self, side: Side, mut each: impl FnMut(Square, KindId)) {
        self.board().men(side).for_each(|(square, kind)| each(square, kind));
    }

    fn look(&self) -> SetLook<W> {
        struct Looking<'a, const W: usize, const C: usize> {
            board: &'a SetBoard<W, C>,
            side: usize,
            look: &'a mut SetLook<W>,
        }
        impl<const W: usize, const C: usize> Task for Looking<'_, W, C> {
            type Out = ();
            #[inline(always)]
            fn go<P: Cpu>(self, cpu: P) {
                let Self { board, side, look } = self;
                let (tables, planes) = (&*board.tables, &board.planes);
                look.survey = Survey::of(cpu, tables, planes, &board.cells, side);
                let survey = &look.survey;
                let (own, enemy) = (planes.sides[side], planes.sides[side ^ 1]);
                let (occupied, royals) = (own | enemy, planes.classes[tables.royal]);
                let mut checked = false;
                if tables.plain && survey.royal.is_some() && !(royals & enemy).is_empty() {
                    // The enemy's royal gives no check: where men may go says whether there is one.
                    checked = survey.targets != tables.board & !own;
                } else {
                    (royals & own).each(|royal| {
                        checked |= tables.attacks_royal(planes, royal, side ^ 1, enemy, occupied);
                    });
                }
                let mut screens = Set::EMPTY;
                if tables.plain {
                    (royals & enemy).each(|royal| {
                        for slider in &tables.sides[side].sliders {
                            let lines = tables.sides[side].slides_to[usize::from(slider.group)];
                            let men = planes.classes[usize::from(slider.class)] & own;
                            (men & lines[royal]).each_at_length(|sniper| {
                                let screen = tables.between(royal, sniper) & occupied;
                                if !screen.is_several() {
                                    screens |= screen & own;
                                }
                            });
                        }
                    });
                }
                (look.checked, look.screens) = (checked, screens);
            }
        }
        let (board, side) = (self.board(), self.position.side() as usize);
        let survey = Survey::unbound(&board.tables, &board.planes, side, None);
        let mut look = SetLook { survey, checked: false, screens: Set::EMPTY };
        crate::swift::cpu::run(Looking { board, side, look: &mut look });
        look
    }

    #[inline(always)]
    fn in_check(&self, look: &SetLook<W>) -> bool {
        look.checked
    }

    fn list(&self, look: &SetLook<W>, stage: Stage, moves: &mut Vec<Move>) {
        struct Listing<'a, const W: usize, const C: usize> {
            field: &'a SetField<W, C>,
            look: &'a SetLook<W>,
            stage: Stage,
            moves: &'a mut Vec<Move>,
        }
        impl<const W: usize, const C: usize> Task for Listing<'_, W, C>
        where
            SetBoard<W, C>: Shape,
        {
            type Out = ();
            #[inline(always)]
            fn go<P: Cpu>(self, cpu: P) {
                let Self { field, look, stage, moves } = self;
                if stage != Stage::QuietChecks {
                    return field.stage(cpu, look, stage, moves);
                }
                match field.plain_target() {
                    Some(royal) => field.quiet_checks(cpu, look, royal, moves),
                    None => {
                        let first = moves.len();
                        field.stage(cpu, look, stage, moves);
                        let mut place = first;
                        while place < moves.len() {
                            if field.gives_check(look, moves[place]) {
                                place += 1;
                            } else {
                                moves.swap_remove(place);
                            }
                        }
                    }
                }
            }
        }
        crate::swift::cpu::run(Listing { field: self, look, stage, moves });
    }

    fn is_legal(&self, _: &SetLook<W>, mv: Move) -> bool {
        let squares = self.position.rules().geometry().squares();
        let on_board = |square: Square| square.index() < squares;
        mv.is_plain()
            && on_board(mv.to())
            && mv.from().is_none_or(on_board)
            && mv.dropped().is_none_or(|kind| kind.index() < self.position.rules().kinds().len())
            && self.board().tables.is_legal(self.board(), self.position.side(), mv)
    }

    fn gives_check(&self, look: &SetLook<W>, mv: Move) -> bool {
        let board = self.board();
        let (tables, planes) = (&*board.tables, &board.planes);
        let side = self.position.side() as usize;
        let to = mv.to().index();
        let mut after = planes.sides[0] | planes.sides[1] | Set::of(to);
        let kind = match (mv.from(), mv.dropped()) {
            (Some(from), _) => {
                after ^= Set::of(from.index());
                let kind = usize::from(board.cells[from.index()] - 1) >> 1;
                if mv.promotes() { tables.promoted(kind) } else { kind }
            }
            (None, Some(kind)) => kind.index(),
            (None, None) => return false,
        };
        let class = tables.class(kind);
        let own = &tables.sides[side];
        let mut royals = planes.classes[tables.royal] & planes.sides[side ^ 1] & !Set::of(to);
        royals.any(|royal| {
            let steps = own.steps[class][to].has(royal);
            let slides = || {
                tables.group(class).is_some_and(|group| {
                    if tables.plain {
                        own.slides_to[group][royal].has(to)
                            && (tables.between(royal, to) & after).is_empty()
                    } else {
                        tables.covers(side, group, to, after).has(royal)
                    }
                })
            };
            // Where nobody must answer a check, it may stand already.
            let plain = tables.plain && tables.guard == Guard::Only;
            let uncovers = || match mv.from() {
                Some(from) if plain => look.screens.has(from.index()) && self.uncovers(mv, royal),
                _ if plain => false,
                // What comes between can be what a man hops over.
                Some(_) => self.uncovers(mv, royal),
                None => tables.is_attacked_by(planes, royal, side, planes.sides[side], after),
            };
            steps || slides() || uncovers()
        })
    }

    fn mate_in_one(&mut self, look: &SetLook<W>) -> Option<Move> {
        let mut moves = Vec::new();
        self.list(look, Stage::All, &mut moves);
        moves.retain(|&mv| self.gives_check(look, mv));
        let mut answers = Vec::new();
        moves.into_iter().find(|&mv| {
            self.make(mv);
            let over = self.position.is_over();
            let look = self.look();
            answers.clear();
            if !over && look.survey.royal_targets.is_empty() {
                self.list(&look, Stage::All, &mut answers);
            }
            let mated = over || look.survey.royal_targets.is_empty() && answers.is_empty();
            self.unmake();
            mated
        })
    }

    #[inline]
    fn make(&mut self, mv: Move) {
        let undo = self.position.play_unchecked(mv);
        self.made.push(undo);
    }

    #[inline]
    fn unmake(&mut self) {
        let undo = self.made.pop().expect("a move was made");
        self.position.undo(undo);
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.position.pass_turn();
    }

    fn key_after(&mut self, mv: Move) -> u64 {
        self.position.key_after(mv)
    }

    fn is_attacked(&self, square: Square, by: Side) -> bool {
        self.position.is_attacked(square, by)
    }

    fn exchange(&self, mv: Move, gains: &Gains, least: i32) -> bool {
        let board = self.board();
        let (tables, planes, cells) = (&*board.tables, &board.planes, &board.cells);
        let to = mv.to().index();
        let worth = |cell: u8| gains.0[usize::from(cell - 1) >> 1];
        let mut balance = if cells[to] == 0 { 0 } else { worth(cells[to]) } - least;
        let mut occupied = planes.sides[0] | planes.sides[1] | Set::of(to);
        let kind = match (mv.from(), mv.dropped()) {
            (Some(from), _) => {
                occupied ^= Set::of(from.index());
                let kind = usize::from(cells[from.index()] - 1) >> 1;
                if mv.promotes() {
                    let promoted = tables.promoted(kind);
                    balance += gains.0[promoted] - gains.0[kind];
                    promoted
                } else {
                    kind
                }
            }
            (None, Some(kind)) => kind.index(),
            (None, None) => return balance >= 0,
        };
        if balance < 0 {
            return false;
        }
        balance = gains.0[kind] - balance;
        if balance <= 0 {
            return true;
        }
        let mut side = self.position.side() as usize;
        // The man that moved stands on the square; whoever stood there is gone.
        occupied &= !Set::of(to);
        let found = [self.attackers(to, 0, occupied), self.attackers(to, 1, occupied)];
        let full = |occupied: Set<W>| occupied | Set::of(to);
        let mut wins = true;
        loop {
            side ^= 1;
            let (direct, snipers) = found[side];
            let mut men = direct & occupied;
            (snipers & occupied & !men).each(|sniper| {
                if (tables.between(to, sniper) & occupied).is_empty() {
                    men |= Set::of(sniper);
                }
            });
            if !tables.plain {
                for group in 0..tables.groups {
                    let hoppers = tables.sliders(planes, group)
                        & tables.sides[side].hops_to[group][to]
                        & planes.sides[side]
                        & occupied;
                    hoppers.each(|hopper| {
                        let screen = tables.between(to, hopper) & full(occupied);
                        if !screen.is_empty() && !screen.is_several() {
                            men |= Set::of(hopper);
                        }
                    });
                }
            }
            let Some((man, gain)) = self.cheapest(men, gains) else { break };
            wins = !wins;
            balance = gain - balance;
            if balance < i32::from(wins) {
                break;
            }
            occupied ^= Set::of(man);
        }
        wins
    }

    fn dangers(&self, gains: &Gains, cheapest: Option<KindId>) -> Option<[Danger; 2]> {
        super::danger::dangers(self.board(), &self.rings, gains, cheapest)
    }

    fn last(&self) -> Option<&Undo> {
        self.made.last()
    }

    fn end_at_once(&self) -> Option<End> {
        self.position.end_at_once()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruleset;
    use crate::swift::cpu::Any;
    use crate::swift::{CLASSES, MORE_CLASSES};

    /// Plays at random, and compares what this machine says with what any machine says.
    fn check<const W: usize, const C: usize>(slug: &str) -> bool
    where
        SetBoard<W, C>: Shape,
    {
        let rules = Ruleset::compile(koma_variants::find(slug).unwrap()).unwrap();
        let start = Position::start(&rules);
        let Some(mut field) = SetField::<W, C>::of(&start) else { return false };
        let gains = Gains(rules.kinds().map(|kind| 50 + 30 * kind.index() as i32).collect());
        let mut random = 7_u64;
        for ply in 0..120 {
            let look = field.look();
            for stage in [Stage::Captures, Stage::Promotions, Stage::Quiets, Stage::All] {
                let (mut here, mut anywhere) = (Vec::new(), Vec::new());
                field.list(&look, stage, &mut here);
                field.stage(Any, &look, stage, &mut anywhere);
                assert_eq!(here, anywhere, "{slug} ply {ply} {stage:?}");
            }
            let anywhere =
                super::super::danger::dangers_anywhere(field.board(), &field.rings, &gains, None);
            assert_eq!(field.dangers(&gains, None), anywhere, "{slug} ply {ply}");
            let mut moves = Vec::new();
            field.list(&look, Stage::All, &mut moves);
            if moves.is_empty() || field.position().is_over() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            field.make(moves[(random >> 33) as usize % moves.len()]);
        }
        true
    }

    #[test]
    fn every_processor_sees_the_same_field() {
        for slug in ["shogi", "minishogi", "kyoto", "cannon", "sho", "dobutsu", "tori"] {
            let small = check::<1, CLASSES>(slug);
            assert!(small || check::<2, CLASSES>(slug) || check::<2, MORE_CLASSES>(slug), "{slug}");
        }
    }
}
