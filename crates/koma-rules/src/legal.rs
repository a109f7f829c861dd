//! Legal moves the general way: make each move, see whether a royal is left to be taken.
//!
//! This works on any board and for any variant. [`crate::swift`] is the fast way for the variants
//! that allow it.

use crate::board::Board;
use crate::{KindId, Man, Move, Ruleset, Side, Square};

/// A board with the side to move: what a rule can look at.
pub(crate) struct View<'a, B> {
    pub rules: &'a Ruleset,
    pub board: &'a B,
    pub side: Side,
}

impl<B> Clone for View<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for View<'_, B> {}

impl<'a, B: Board> View<'a, B> {
    /// Calls `each` with every legal move.
    pub fn each_legal(self, mut each: impl FnMut(Move)) {
        let mut probe = self.board.clone();
        self.each_candidate(|mv| {
            if self.is_safe(&mut probe, mv) && !self.is_forbidden_drop_mate(mv) {
                each(mv);
            }
        });
    }

    /// Whether there is a legal move.
    pub fn has_legal(self) -> bool {
        let mut probe = self.board.clone();
        let mut found = false;
        self.each_candidate(|mv| {
            found = found || self.is_safe(&mut probe, mv) && !self.is_forbidden_drop_mate(mv);
        });
        found
    }

    /// Every move that only checks, royals and drop mates could still forbid.
    fn each_candidate(self, mut each: impl FnMut(Move)) {
        let Self { rules, board, side } = self;
        for (from, kind) in board.men(side) {
            board.reach(rules, from, Man { kind, side }, |to| {
                let (may, must) = self.promotion(kind, from, to);
                if !must {
                    each(Move::board(from, to, false));
                }
                if may || must {
                    each(Move::board(from, to, true));
                }
            });
        }
        if !rules.facts.drops {
            return;
        }
        for &kind in rules.hand_order() {
            if board.held(rules, side, kind) == 0 {
                continue;
            }
            for to in rules.geometry.all() {
                let no_drop = rules.rules(kind).no_drop.has(to, side);
                if board.man_at(to).is_none() && !no_drop && !self.is_file_full(kind, to) {
                    each(Move::drop(kind, to));
                }
            }
        }
    }

    /// Whether a man may promote with a move, and whether it must.
    pub fn promotion(self, kind: KindId, from: Square, to: Square) -> (bool, bool) {
        let (facts, kind) = (self.rules.facts, self.rules.rules(kind));
        let starts = facts.promotes_on_leaving && kind.zone.has(from, self.side);
        let may = starts || kind.zone.has(to, self.side);
        let must = kind.must_promote.has(to, self.side) || may && facts.promotion_forced;
        (may, must)
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
        let royal = move |&(_, kind): &(Square, KindId)| self.rules.rules(kind).royal;
        self.board.men(side).filter(royal).map(|(square, _)| square)
    }

    /// The royal that must be guarded: the last one a side has, under check rules.
    pub fn guarded_royal(self, side: Side) -> Option<Square> {
        let mut royals = self.royals(side);
        let royal = royals.next().filter(|_| self.rules.facts.check_rules)?;
        royals.next().is_none().then_some(royal)
    }

    /// Whether a move leaves no royal to be taken that must be guarded.
    fn is_safe(self, probe: &mut B, mv: Move) -> bool {
        if !self.rules.facts.check_rules {
            return true;
        }
        let undo = make(self.rules, probe, self.side, mv);
        let after = View { board: &*probe, ..self };
        let safe = after
            .guarded_royal(self.side)
            .is_none_or(|royal| !probe.is_attacked(self.rules, royal, self.side.other()));
        unmake(self.rules, probe, self.side, mv, undo);
        safe
    }

    /// The first man that could take the side's royal after a move, if the move is not safe.
    pub fn danger_after(self, mv: Move) -> Option<(Square, Square)> {
        let mut board = self.board.clone();
        make(self.rules, &mut board, self.side, mv);
        let after = View { board: &board, ..self };
        let royal = after.guarded_royal(self.side).filter(|_| self.rules.facts.check_rules)?;
        after.attackers(royal, self.side.other()).first().map(|&by| (royal, by))
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
        if !self.rules.rules(kind).drop_mate_forbidden || !self.rules.facts.check_rules {
            return false;
        }
        let Some(royal) = self.guarded_royal(self.side.other()) else { return false };
        let mut board = self.board.clone();
        make(self.rules, &mut board, self.side, mv);
        let reply = View { board: &board, side: self.side.other(), ..self };
        let dropped = Man { kind, side: self.side };
        board.attacks(self.rules, mv.to(), dropped, royal) && !reply.has_legal()
    }
}

/// What a move took off the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    /// The man that moved, as it was.
    pub mover: Man,
    pub victim: Option<Man>,
}

/// Makes a move that [`View::each_legal`] could have given (safe or not).
pub(crate) fn make<B: Board>(rules: &Ruleset, board: &mut B, side: Side, mv: Move) -> Taken {
    let Some(from) = mv.from() else {
        let kind = mv.dropped().expect("a move starts on the board or in hand");
        let mover = Man { kind, side };
        board.hold(rules, side, kind, -1);
        board.put(rules, mv.to(), mover);
        return Taken { mover, victim: None };
    };
    let mover = board.take(rules, from);
    let victim = board.man_at(mv.to()).is_some().then(|| board.take(rules, mv.to()));
    if let Some(held) = victim.and_then(|victim| rules.rules(victim.kind).in_hand) {
        board.hold(rules, side, held, 1);
    }
    let kind = match rules.rules(mover.kind).promotes_to {
        Some(promoted) if mv.promotes() => promoted,
        _ => mover.kind,
    };
    board.put(rules, mv.to(), Man { kind, side });
    Taken { mover, victim }
}

/// Takes back a move.
pub(crate) fn unmake<B: Board>(rules: &Ruleset, board: &mut B, side: Side, mv: Move, taken: Taken) {
    board.take(rules, mv.to());
    let Some(from) = mv.from() else {
        board.hold(rules, side, taken.mover.kind, 1);
        return;
    };
    board.put(rules, from, taken.mover);
    if let Some(victim) = taken.victim {
        board.put(rules, mv.to(), victim);
        if let Some(held) = rules.rules(victim.kind).in_hand {
            board.hold(rules, side, held, -1);
        }
    }
}
