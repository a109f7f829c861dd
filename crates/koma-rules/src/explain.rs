//! Finding the reason against a move, or the legal move it means.

use koma_variants::{Borrowed, Pass};

use crate::board::{Board, CellBoard, Listing, Way};
use crate::legal::View;
use crate::lions::LionRefusal;
use crate::refusal::PieceName;
use crate::state::GroupRefusal;
use crate::{IllegalMove, KindId, Man, Move, Ruleset, Square, SquareName, UsiMove};

impl Ruleset {
    /// The move a text names, or why this board knows none such. Whether it is legal is for
    /// [`crate::Position::explain`] to say.
    pub fn read_move(&self, mv: &UsiMove) -> Result<Move, IllegalMove> {
        let on_board =
            |square: SquareName| self.square_of(square).ok_or(IllegalMove::OffBoard { square });
        match mv {
            UsiMove::Board { from, via, to, promotes } => {
                let start = on_board(*from)?;
                let on_way =
                    via.iter().map(|&s| on_board(s)).collect::<Result<Vec<Square>, _>>()?;
                let mv = Move::board(start, on_board(*to)?, *promotes);
                if on_way.len() > Move::MOST_VIA {
                    let piece = PieceName::any();
                    return Err(IllegalMove::NotItsMove { from: *from, to: *to, piece });
                }
                Ok(mv.through(&on_way))
            }
            UsiMove::Drop { code, to } => {
                let to = on_board(*to)?;
                let kind = self.kind(code);
                let kind = kind
                    .ok_or_else(|| IllegalMove::NotInHand { piece: PieceName::of(code, self) })?;
                Ok(Move::drop(kind, to))
            }
            UsiMove::Pass => Ok(Move::pass()),
        }
    }
}

/// What people call a man.
fn called(rules: &Ruleset, man: Man) -> PieceName {
    PieceName::of(rules.code(man.kind), rules)
}

/// What people call what stands on a square.
fn stands<B: Board>(rules: &Ruleset, board: &B, square: Square) -> PieceName {
    board.man_at(square).map_or_else(PieceName::any, |man| called(rules, man))
}

/// The legal move that a move means, or the first reason against it, in the order players are
/// told.
pub(crate) fn explain<B: Board>(view: View<'_, B>, mv: Move) -> Result<Move, IllegalMove> {
    let geometry = view.rules.geometry;
    let is_off = |square: &Square| square.index() >= geometry.squares();
    let mut named = mv.from().into_iter().chain(mv.via()).chain([mv.to()]);
    if let Some(square) = named.find(is_off) {
        return Err(IllegalMove::OffBoard { square: geometry.name(square) });
    }
    let mv = match (mv.from(), mv.dropped()) {
        (Some(from), _) => board_move(view, mv, from)?,
        (None, Some(kind)) => drop(view, kind, mv.to())?,
        (None, None) if view.rules.variant.special.pass[view.side as usize] == Pass::Never => {
            return Err(IllegalMove::MayNotPass);
        }
        (None, None) => mv,
    };
    if view.rules.facts.unusual { among_legal(view, mv) } else { Ok(mv) }
}

/// Rules that look at all moves at once.
fn among_legal<B: Board>(view: View<'_, B>, mv: Move) -> Result<Move, IllegalMove> {
    let mut legal = Vec::new();
    view.each_legal(Listing::Moves, &mut |mv| legal.push(mv));
    if legal.contains(&mv) {
        return Ok(mv);
    }
    let must_be_dropped = |mv: &Move| mv.dropped().is_some_and(|k| view.rules.must_be_dropped(k));
    Err(if mv.is_pass() {
        IllegalMove::MayNotPass
    } else if view.must_place() {
        IllegalMove::MustPlace
    } else if legal.iter().any(must_be_dropped) {
        IllegalMove::MustDrop
    } else {
        IllegalMove::MustCapture
    })
}

fn board_move<B: Board>(view: View<'_, B>, mv: Move, from: Square) -> Result<Move, IllegalMove> {
    let View { rules, board, side, .. } = view;
    let (to, promotes) = (mv.to(), mv.promotes());
    let name = |square| rules.geometry.name(square);
    let man = board.man_at(from).ok_or(IllegalMove::EmptyOrigin { from: name(from) })?;
    if man.side != side {
        return Err(IllegalMove::OpponentsMan { from: name(from), piece: called(rules, man) });
    }
    if view.must_place() {
        let mut drops = false;
        view.each_legal(Listing::Moves, &mut |mv| drops |= mv.dropped().is_some());
        if drops {
            return Err(IllegalMove::MustPlace);
        }
    }
    let way = find_way(view, man, from, mv).ok_or_else(|| {
        let via: Vec<Square> = mv.via().collect();
        let step = why_not_step(view, man, from, &via, to);
        step.unwrap_or_else(|| why_not(view, man, from, to))
    })?;
    let (may, must) = view.promotion(man, way);
    if view.is_stuck(man, way, may) {
        return Err(IllegalMove::MayNotStand { to: name(to), piece: called(rules, man) });
    }
    if promotes && !may && !must {
        let (from, to, piece) = (name(from), name(to), called(rules, man));
        return Err(IllegalMove::MayNotPromote { from, to, piece });
    }
    if must && !promotes {
        return Err(IllegalMove::MustPromote { to: name(to), piece: called(rules, man) });
    }
    match view.lion_refusal(man, way.mv).filter(|_| way.takes) {
        Some(LionRefusal::Protected { lion, by }) => {
            return Err(IllegalMove::LionProtected { lion: name(lion), by: name(by) });
        }
        Some(LionRefusal::CounterStrike { lion }) => {
            return Err(IllegalMove::LionCounterStrike { lion: name(lion) });
        }
        None => {}
    }
    guarded(view, way.mv.turning(promotes))
}

/// The way a move means: the squares it names are those it takes on, or all it touches.
fn find_way<B: Board>(view: View<'_, B>, man: Man, from: Square, mv: Move) -> Option<Way> {
    let View { rules, board, .. } = view;
    let to = mv.to();
    let mut ways = Vec::new();
    let mut found: &mut dyn FnMut(Way) = &mut |way| {
        if way.mv.to() == to {
            ways.push(way);
        }
    };
    board.ways(rules, from, man, Listing::Moves, &mut found);
    let same = |way: &&Way| way.mv == mv.turning(false);
    let named = |way: &&Way| way.mv.via().eq(mv.via());
    if let Some(way) = ways.iter().find(same).or_else(|| ways.iter().find(named)) {
        return Some(*way);
    }
    let mut path = None;
    let mut found: &mut dyn FnMut(Way) = &mut |way| {
        if way.mv.to() == to && named(&&way) {
            path = Some(way);
        }
    };
    board.ways(rules, from, man, Listing::Paths, &mut found);
    // The same end, and the same men taken.
    let taken = |way: &Way| {
        let mut squares: Vec<Square> =
            way.mv.via().filter(|&square| board.man_at(square).is_some()).collect();
        squares.sort_unstable();
        squares
    };
    let path = path?;
    ways.iter().find(|way| taken(way) == taken(&path) && way.takes == path.takes).copied()
}

/// The first step of a move in several that is no step of the man, or that ends on its own side.
fn why_not_step<B: Board>(
    view: View<'_, B>,
    man: Man,
    from: Square,
    via: &[Square],
    to: Square,
) -> Option<IllegalMove> {
    let View { rules, board, side, .. } = view;
    if via.is_empty() || from == to {
        return None;
    }
    let name = |square| rules.geometry.name(square);
    let stops = || via.iter().copied().filter(|&square| square != from);
    let is_own = |&square: &Square| board.man_at(square).is_some_and(|man| man.side == side);
    if let Some(own) = stops().find(is_own) {
        let piece = stands(rules, board, own);
        return Some(IllegalMove::OwnManThere { to: name(own), piece });
    }
    // Alone with something to take at every stop: how far does one of its ways go along?
    let mut alone = CellBoard::new(rules);
    alone.put(rules, from, man);
    for square in stops().filter(|&square| square != to) {
        if alone.man_at(square).is_none() {
            alone.put(rules, square, Man { side: side.other(), ..man });
        }
    }
    let asked: Vec<Square> = via.iter().copied().chain([to]).collect();
    let mut known = 0;
    alone.ways(rules, from, man, Listing::Paths, |way| {
        let shared = way.mv.via().zip(via).take_while(|(a, b)| a == *b).count();
        let whole = shared == via.len() && way.mv.to() == to;
        known = known.max(shared + usize::from(whole));
    });
    let is_short = known < asked.len();
    let start = if known == 0 { from } else { asked[known - 1] };
    is_short.then(|| IllegalMove::NotItsMove {
        from: name(start),
        to: name(asked[known]),
        piece: called(rules, man),
    })
}

/// Why a man does not go from one square to another.
fn why_not<B: Board>(view: View<'_, B>, man: Man, from: Square, to: Square) -> IllegalMove {
    let View { rules, board, side, .. } = view;
    let (from_name, to_name) = (rules.geometry.name(from), rules.geometry.name(to));
    let piece = called(rules, man);
    let not_its_move =
        IllegalMove::NotItsMove { from: from_name, to: to_name, piece: piece.clone() };
    if from == to {
        return not_its_move;
    }
    if rules.rules(man.kind).stays_out.as_ref().is_some_and(|out| out.has(to, side)) {
        return IllegalMove::MayNotStand { to: to_name, piece };
    }
    let leads = |board: &CellBoard| {
        let mut leads = false;
        board.ways(rules, from, man, Listing::Moves, |way| leads |= way.mv.to() == to);
        leads
    };
    let mut cells = CellBoard::new(rules);
    let all = board.men(side).map(|(square, kind)| (square, Man { kind, side }));
    let others = board.men(side.other());
    let others = others.map(|(square, kind)| (square, Man { kind, side: side.other() }));
    all.chain(others).for_each(|(square, man)| cells.put(rules, square, man));
    // Were the target empty, or an enemy's?
    let there = board.man_at(to);
    if there.is_some() {
        cells.take(rules, to);
    }
    let empty = leads(&cells);
    cells.put(rules, to, Man { side: side.other(), ..there.unwrap_or(man) });
    let enemy = leads(&cells);
    if there.is_some_and(|man| man.side == side) && (empty || enemy) {
        return IllegalMove::OwnManThere { to: to_name, piece: stands(rules, board, to) };
    }
    let blocked = |by: Square| {
        let (by, blocker) = (rules.geometry.name(by), stands(rules, board, by));
        let piece = piece.clone();
        IllegalMove::Blocked { from: from_name, to: to_name, by, piece, blocker }
    };
    if there.is_some() && empty {
        // It never takes that way, or not a man of this rank.
        let low = rules.kinds().find(|&kind| rules.rules(kind).rank == 0);
        cells.take(rules, to);
        cells.put(rules, to, Man { kind: low.unwrap_or(man.kind), side: side.other() });
        return if leads(&cells) { blocked(to) } else { not_its_move };
    }
    let mut alone = CellBoard::new(rules);
    alone.put(rules, from, man);
    // A man that borrows its moves keeps the man it borrows them from.
    let behind = rules.geometry.offset(from, side, 1, 0).filter(|&behind| behind != to);
    let behind = behind.filter(|_| rules.variant.special.borrowed == Borrowed::Behind);
    let lender = behind.and_then(|behind| Some((behind, board.man_at(behind)?)));
    if let Some((behind, man)) = lender.filter(|(_, man)| man.side == side) {
        alone.put(rules, behind, man);
    }
    let mut lone = leads(&alone);
    if !lone && !enemy {
        alone.put(rules, to, Man { side: side.other(), ..man });
        lone = leads(&alone);
    }
    if !lone {
        return not_its_move;
    }
    let line = rules.geometry.between(from, to).into_iter().chain(leap_line(view, man, from, to));
    let line: Vec<Square> = line.filter(|&square| board.man_at(square).is_some()).collect();
    // Some men it passes over: the first that would stop it alone, if one would.
    let stops = |&square: &Square| {
        let mut pair = alone.clone();
        for square in [square, to] {
            if pair.man_at(square).is_some() {
                pair.take(rules, square);
            }
            board.man_at(square).into_iter().for_each(|man| pair.put(rules, square, man));
        }
        !leads(&pair)
    };
    let first = line.iter().copied().find(stops).or_else(|| line.first().copied());
    let first = first.or_else(|| {
        // No straight way: men are taken away, the nearest first, until it is free.
        cells.take(rules, to);
        if let Some(man) = there.filter(|man| man.side != side) {
            cells.put(rules, to, man);
        }
        let all = board.men(side).chain(board.men(side.other())).map(|(square, _)| square);
        let mut others: Vec<Square> =
            all.filter(|&s| s != from && s != to && Some(s) != behind).collect();
        others.sort_by_key(|&square| (view.distance(from, square), square));
        others.into_iter().find(|&square| {
            cells.take(rules, square);
            leads(&cells)
        })
    });
    first.map_or(not_its_move, blocked)
}

/// The landing squares of a rider between two squares.
fn leap_line<B: Board>(view: View<'_, B>, man: Man, from: Square, to: Square) -> Vec<Square> {
    let geometry = view.rules.geometry;
    for slide in &view.rules.rules(man.kind).slides {
        let mut line = Vec::new();
        let mut at = from;
        while let Some(next) = geometry.offset(at, man.side, slide.rows, slide.cols) {
            if next == to {
                return line;
            }
            line.push(next);
            at = next;
        }
    }
    Vec::new()
}

fn drop<B: Board>(view: View<'_, B>, kind: KindId, to: Square) -> Result<Move, IllegalMove> {
    let View { rules, board, side, .. } = view;
    let to_name = rules.geometry.name(to);
    if kind.index() >= rules.kinds.len() {
        return Err(IllegalMove::NotInHand {
            piece: PieceName::of(&kind.index().to_string(), rules),
        });
    }
    let piece = || PieceName::of(rules.code(kind), rules);
    let held = |kind: KindId| {
        let held = rules.held_as(kind);
        let shows = held == kind || rules.rules(held).other_side == Some(kind);
        shows && rules.can_be_held(held) && board.held(rules, side, held) > 0
    };
    if !held(kind) {
        return Err(IllegalMove::NotInHand { piece: piece() });
    }
    if board.man_at(to).is_some() {
        return Err(IllegalMove::DropOnMan { to: to_name });
    }
    if view.placing_zone().is_none() && !view.may_drop_on(kind, to) {
        return Err(IllegalMove::DeadDrop { to: to_name, piece: piece() });
    }
    if view.is_file_full(kind, to) {
        let geometry = rules.geometry;
        let same = |&(square, other): &(Square, KindId)| {
            other == kind && geometry.file(square) == to_name.file
        };
        let man = board.men(side).filter(same).map(|(square, _)| square).min().unwrap_or(to);
        let man = geometry.name(man);
        return Err(IllegalMove::FileFull { to: to_name, man, piece: piece() });
    }
    if !view.may_drop_on(kind, to) {
        return Err(IllegalMove::OutsideSetup { to: to_name });
    }
    match view.group_refusal(rules.held_as(kind)) {
        Some(GroupRefusal::Limit) => {
            return Err(IllegalMove::ChoiceLimit { piece: piece() });
        }
        Some(GroupRefusal::Locked) => {
            return Err(IllegalMove::ChoiceLocked { piece: piece() });
        }
        None => {}
    }
    let mv = guarded(view, Move::drop(kind, to))?;
    if view.is_forbidden_drop_mate(mv) {
        return Err(IllegalMove::DropMate { to: to_name, piece: piece() });
    }
    Ok(mv)
}

fn guarded<B: Board>(view: View<'_, B>, mv: Move) -> Result<Move, IllegalMove> {
    let name = |square| view.rules.geometry.name(square);
    if let Some((royal, by)) = view.danger_after(mv) {
        let View { rules, board, .. } = view;
        let stood = mv.from() != Some(royal) && mv.to() != royal;
        let in_check = stood && board.is_attacked(rules, royal, view.side.other());
        let piece = stands(rules, board, mv.from().filter(|_| !stood).unwrap_or(royal));
        let (taker, royal, by) = (stands(rules, board, by), name(royal), name(by));
        return Err(match in_check {
            true => IllegalMove::RoyalLeftAttacked { royal, by, piece, taker },
            false => IllegalMove::RoyalExposed { royal, by, piece, taker },
        });
    }
    match view.forbidden_check(mv) {
        Some(royal) => Err(IllegalMove::MayNotCheck { royal: name(royal) }),
        None => Ok(mv),
    }
}
