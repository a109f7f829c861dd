//! Making moves and taking them back.

use crate::board::Board;
use crate::key::Key;
use crate::{Man, Move, Ruleset, Side, Square};

/// What a move took off the board.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    /// The man that moved, as it was.
    pub mover: Man,
    /// The man on the last square.
    pub victim: Option<Man>,
    /// All that happened elsewhere.
    pub more: Option<Box<More>>,
}

/// What a move of several steps, a flight or fire took off the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct More {
    /// Men taken on the way, in order.
    pub on_way: Vec<(Square, Man)>,
    /// Men burnt.
    pub burnt: Vec<(Square, Man)>,
    /// The man that moved was burnt itself: how it stood there.
    pub burnt_mover: Option<Man>,
}

impl Taken {
    /// Every man that is gone, with its square, except the one that moved.
    pub fn victims(&self, mv: Move) -> impl Iterator<Item = (Square, Man)> {
        let more = self.more.iter().flat_map(|more| more.on_way.iter().chain(&more.burnt));
        more.copied().chain(self.victim.map(|victim| (mv.to(), victim)))
    }
}

impl Taken {
    /// The men that went to the hand of the side that moved, if men do.
    pub fn kept(&self, side: Side) -> impl Iterator<Item = Man> {
        let on_way = self.more.iter().flat_map(|more| more.on_way.iter().map(|&(_, man)| man));
        on_way.chain(self.victim).filter(move |man| man.side != side)
    }
}

/// Makes a move that is one of the ways of a man, or a drop, or a pass.
#[inline]
pub(crate) fn make<B: Board>(rules: &Ruleset, board: &mut B, side: Side, mv: Move) -> Taken {
    let Some(from) = mv.from() else { return drop(rules, board, side, mv) };
    if !mv.is_plain() || rules.facts.burns {
        return make_long(rules, board, side, mv, from);
    }
    let mover = board.take(rules, from);
    let victim = board.man_at(mv.to()).is_some().then(|| board.take(rules, mv.to()));
    if let Some(victim) = victim {
        keep(rules, board, side, victim, 1);
    }
    board.put(rules, mv.to(), arrived(rules, mover, mv, victim));
    Taken { mover, victim, more: None }
}

/// Makes a plain move in a game without fire, and brings the key up
/// to date on the way, except for the turn.
#[inline]
pub(crate) fn make_plain<B: Board>(
    rules: &Ruleset,
    board: &mut B,
    side: Side,
    mv: Move,
    key: &mut Key,
) -> Taken {
    let (keys, to) = (&rules.keys, mv.to());
    let Some(from) = mv.from() else {
        let taken = drop(rules, board, side, mv);
        let held = rules.held_as(taken.mover.kind);
        key.hands = key.hands.wrapping_sub(keys.held(side, held));
        key.board ^= keys.man(taken.mover, to);
        return taken;
    };
    let mover = board.take(rules, from);
    let victim = board.man_at(to).is_some().then(|| board.take(rules, to));
    if let Some(victim) = victim {
        key.board ^= keys.man(victim, to);
        if let Some(held) = rules.rules(victim.kind).in_hand.filter(|_| victim.side != side) {
            board.hold(rules, side, held, 1);
            key.hands = key.hands.wrapping_add(keys.held(side, held));
        }
    }
    let arrived = arrived(rules, mover, mv, victim);
    board.put(rules, to, arrived);
    key.board ^= keys.man(mover, from) ^ keys.man(arrived, to);
    Taken { mover, victim, more: None }
}

fn drop<B: Board>(rules: &Ruleset, board: &mut B, side: Side, mv: Move) -> Taken {
    // A passed turn changes nothing; its undo record needs some man.
    let Some(kind) = mv.dropped() else {
        let mover = Man { kind: crate::KindId(0), side };
        return Taken { mover, victim: None, more: None };
    };
    let mover = Man { kind, side };
    board.hold(rules, side, rules.held_as(kind), -1);
    board.put(rules, mv.to(), mover);
    Taken { mover, victim: None, more: None }
}

/// A captured man goes to its captor's hand, or (`more` is -1) comes back from there. A man of
/// one's own that is taken on a flight is out of the game.
#[inline(always)]
fn keep<B: Board>(rules: &Ruleset, board: &mut B, side: Side, victim: Man, more: i16) {
    if let Some(held) = rules.rules(victim.kind).in_hand.filter(|_| victim.side != side) {
        board.hold(rules, side, held, more);
    }
}

/// The man after its move: turned over, or changed by the last of its victims that changes it.
#[inline(always)]
fn arrived(rules: &Ruleset, man: Man, mv: Move, victims: impl IntoIterator<Item = Man>) -> Man {
    let infected = victims.into_iter().filter_map(|victim| rules.infected(man, victim)).last();
    if let Some(kind) = infected {
        return Man { kind, ..man };
    }
    match rules.rules(man.kind).promotes_to {
        Some(kind) if mv.promotes() => Man { kind, ..man },
        _ => man,
    }
}

fn make_long<B: Board>(
    rules: &Ruleset,
    board: &mut B,
    side: Side,
    mv: Move,
    from: Square,
) -> Taken {
    let to = mv.to();
    let mover = board.take(rules, from);
    let mut more = More::default();
    let line: Vec<Square> =
        if mv.flies() { rules.geometry.between(from, to) } else { mv.via().collect() };
    for square in line {
        if let Some(victim) = board.man_at(square) {
            board.take(rules, square);
            more.on_way.push((square, victim));
            keep(rules, board, side, victim, 1);
        }
    }
    let victim = board.man_at(to).is_some().then(|| board.take(rules, to));
    if let Some(victim) = victim {
        keep(rules, board, side, victim, 1);
    }
    let victims = more.on_way.iter().map(|&(_, man)| man).chain(victim);
    let arrived = arrived(rules, mover, mv, victims);
    board.put(rules, to, arrived);
    if rules.facts.burns {
        burn(rules, board, to, arrived, &mut more);
    }
    Taken { mover, victim, more: Some(Box::new(more)) }
}

/// Fire: TEN-3 (active), TEN-5 (passive), TEN-6 (the standing burner burns first).
fn burn<B: Board>(rules: &Ruleset, board: &mut B, at: Square, man: Man, more: &mut More) {
    let beside: Vec<(Square, Man)> = rules
        .geometry
        .neighbours(at)
        .filter_map(|square| board.man_at(square).map(|man| (square, man)))
        .filter(|(_, other)| other.side != man.side)
        .collect();
    let burns = |man: Man| rules.rules(man.kind).burns;
    if beside.iter().any(|&(_, man)| burns(man)) {
        board.take(rules, at);
        more.burnt_mover = Some(man);
    } else if burns(man) {
        for (square, victim) in beside {
            board.take(rules, square);
            more.burnt.push((square, victim));
        }
    }
}

/// Takes back a move.
#[inline]
pub(crate) fn unmake<B: Board>(
    rules: &Ruleset,
    board: &mut B,
    side: Side,
    mv: Move,
    taken: &Taken,
) {
    if mv.is_pass() {
        return;
    }
    if let Some(more) = &taken.more {
        for &(square, victim) in &more.burnt {
            board.put(rules, square, victim);
        }
        if let Some(man) = more.burnt_mover {
            board.put(rules, mv.to(), man);
        }
    }
    board.take(rules, mv.to());
    let Some(from) = mv.from() else {
        board.hold(rules, side, rules.held_as(taken.mover.kind), 1);
        return;
    };
    if let Some(victim) = taken.victim {
        board.put(rules, mv.to(), victim);
        keep(rules, board, side, victim, -1);
    }
    if let Some(more) = &taken.more {
        for &(square, victim) in &more.on_way {
            board.put(rules, square, victim);
            keep(rules, board, side, victim, -1);
        }
    }
    board.put(rules, from, taken.mover);
}
