//! What a mate search asks of a position: checks, answers to checks, keys ahead of moves.

use koma_variants::Borrowed;

use crate::board::Board;
use crate::kinds::{Leap, Slide};
use crate::position::{AnyBoard, on_board, on_sets};
use crate::{KindId, Man, Move, Position, Ruleset, Side, Square};

/// What a move does to the key and to the hand of its side, known before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// [`Position::board_key`] after the move.
    pub board_key: u64,
    /// The kind that leaves the hand.
    pub spent: Option<KindId>,
    /// The kind that comes to the hand.
    pub gained: Option<KindId>,
}

/// How many answers there are to a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Moves of men on the board.
    pub moves: u32,
    /// Those of them that go to the square asked about.
    pub taking: u32,
    /// Squares on which something can be dropped.
    pub drop_squares: u32,
}

impl Answers {
    /// Counts what was listed.
    fn of(moves: &[Move], square: Square) -> Self {
        let mut answers = Self::default();
        let mut dropped: Vec<Square> = Vec::new();
        for mv in moves {
            if mv.dropped().is_some() {
                dropped.push(mv.to());
            } else {
                answers.moves += 1;
                answers.taking += u32::from(mv.to() == square);
            }
        }
        dropped.sort_unstable();
        dropped.dedup();
        answers.drop_squares = dropped.len() as u32;
        answers
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.moves == 0 && self.drop_squares == 0
    }
}

impl Position {
    /// Whether a side would lose its last royal if the other side could take now: the checks that
    /// must be answered, also in games that allow not to.
    pub fn is_threatened(&self, side: Side) -> bool {
        on_board!(&self.board, board => self.view(board).last_royal_attacked(side))
    }

    /// All legal moves after which the other side is threatened ([`Position::is_threatened`]),
    /// into a list that is emptied first.
    pub fn checks_into(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.is_over() {
            return;
        }
        let side = self.side();
        // The masks look for new attacks; where one stands already, every move is tried.
        let known = !self.is_threatened(side.other())
            && on_sets!(&self.board, board => board.checks(side, moves), false);
        if !known {
            self.legal_moves_into(moves);
            self.keep_if_after(moves, |after| after.is_threatened(side.other()));
        }
    }

    /// All legal moves after which the side that makes them is not threatened, into a list that is
    /// emptied first. Under check rules these are the legal moves.
    pub fn evasions_into(&self, moves: &mut Vec<Move>) {
        self.legal_moves_into(moves);
        if !self.rules().has_check_rules() {
            let side = self.side();
            self.keep_if_after(moves, |after| {
                after.has_lost_royal(side.other()) || !after.is_threatened(side)
            });
        }
    }

    /// How many evasions there are ([`Position::evasions_into`]), and how many go to `square`. The
    /// game must not be over: it was asked whether it is, once.
    pub fn answers(&self, square: Square) -> Answers {
        debug_assert!(!self.is_over(), "nobody moves any more");
        let listed = || {
            let mut moves = Vec::new();
            self.evasions_into(&mut moves);
            Answers::of(&moves, square)
        };
        if !self.rules().has_check_rules() {
            return listed();
        }
        on_sets!(&self.board, board => board.answers(self.side(), square), listed())
    }

    /// Where the royal of a side stands, if it has just one.
    pub fn only_royal(&self, side: Side) -> Option<Square> {
        on_board!(&self.board, board => {
            let mut royals = board.royals(self.rules(), side);
            royals.next().filter(|_| royals.next().is_none())
        })
    }

    fn keep_if_after(&self, moves: &mut Vec<Move>, keep: impl Fn(&Self) -> bool) {
        let mut probe = self.clone();
        moves.retain(|&mv| {
            let undo = probe.play_unchecked(mv);
            let kept = keep(&probe);
            probe.undo(undo);
            kept
        });
    }

    /// Whether men dropped between could answer the check that the side to move is in; also `true`
    /// where this is not known.
    pub fn may_interpose(&self) -> bool {
        on_sets!(&self.board, board => board.may_interpose(self.side()), true)
    }

    /// What a legal move will do; `None` for moves that change more than men, hands and turn.
    pub fn ahead(&self, mv: Move) -> Option<Ahead> {
        if !mv.is_plain() || !self.moves_plainly() {
            return None;
        }
        let (rules, keys, side, to) = (self.rules(), &self.rules().keys, self.side(), mv.to());
        let mut board_key = self.board_key() ^ keys.turn();
        if let Some(kind) = mv.dropped() {
            board_key ^= keys.man(Man { kind, side }, to);
            return Some(Ahead { board_key, spent: Some(rules.held_as(kind)), gained: None });
        }
        let from = mv.from()?;
        let mover = self.man_at(from)?;
        let kind = rules.rules(mover.kind).promotes_to.filter(|_| mv.promotes());
        let arrived = Man { kind: kind.unwrap_or(mover.kind), side };
        board_key ^= keys.man(mover, from) ^ keys.man(arrived, to);
        let victim = self.man_at(to);
        if let Some(victim) = victim {
            board_key ^= keys.man(victim, to);
        }
        let taken = victim.filter(|victim| victim.side != side);
        let gained = taken.and_then(|victim| rules.rules(victim.kind).in_hand);
        Some(Ahead { board_key, spent: None, gained })
    }
}

impl Ruleset {
    /// Whether more men in a side's hand, and fewer in the other's, never hurt a side that mates,
    /// and board and one hand tell the other hand.
    ///
    /// Men must come back from every capture as what they are counted as, nothing may have to be
    /// dropped, and no drop may be forbidden for giving mate where a man put between would make
    /// it legal.
    pub fn hands_can_be_compared(&self) -> bool {
        let (facts, special) = (&self.facts, &self.variant.special);
        let usual = facts.drops
            && !(facts.unusual || facts.burns || facts.state || special.range_land_own)
            && !(facts.no_drop_checks || facts.ends_at_once)
            && special.borrowed == Borrowed::No;
        let kept = |kind: &crate::kinds::KindRules| {
            let same = kind.promotes_to.is_none_or(|to| self.rules(to).in_hand == kind.in_hand);
            let steps = kind.slides.is_empty() && kind.special.is_empty();
            same && kind.most_on_board.is_none() && (steps || !kind.drop_mate_forbidden)
        };
        usual && self.kinds.iter().all(kept)
    }

    /// Whether a kind promotes, and its other side goes wherever it goes itself. Where that is not
    /// certain, no.
    pub fn promotion_keeps_moves(&self, kind: KindId) -> bool {
        let Some(to) = self.rules(kind).promotes_to else { return false };
        let (from, to) = (self.rules(kind), self.rules(to));
        let slid = |rows, cols, limit, mode| {
            let same = |slide: &Slide| (slide.rows, slide.cols, slide.mode) == (rows, cols, mode);
            to.slides.iter().any(|slide| same(slide) && slide.limit >= limit)
        };
        let leapt =
            |leap: &Leap| to.leaps.contains(leap) || slid(leap.rows, leap.cols, 1, leap.mode);
        from.special.is_empty()
            && from.leaps.iter().all(leapt)
            && from.slides.iter().all(|s| slid(s.rows, s.cols, s.limit, s.mode))
    }

    /// Whether a check must be answered, and a side that cannot has lost.
    pub fn has_check_rules(&self) -> bool {
        self.variant.check_rules
    }
}

impl<B: Board> crate::legal::View<'_, B> {
    /// Whether one of the royals a side cannot do without is attacked; of several that need no
    /// guard one by one, all.
    fn last_royal_attacked(self, side: Side) -> bool {
        let facts = &self.rules.facts;
        let needed = usize::from(facts.royals_needed);
        let attacked = |square| self.board.is_attacked(self.rules, square, side.other());
        let count = self.royals(side).take(needed + 1).count();
        if count > needed {
            let variant = &self.rules.variant;
            return variant.special.duple_check
                && variant.check_rules
                && self.royals(side).all(attacked);
        }
        self.royals(side).any(attacked)
    }
}
