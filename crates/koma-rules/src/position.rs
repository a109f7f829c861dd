//! A position that can be played.

use std::sync::Arc;

use crate::board::{Board, CellBoard, Listing, SetBoard, Way};
use crate::budget::{OutOfSteps, within};
use crate::field::Change;
use crate::key::Key;
use crate::legal::View;
use crate::make::{self, Taken};
use crate::state::State;
use crate::swift::{LargeBoard, SmallBoard, Swift, WideBoard};
use crate::{Fault, IllegalMove, KindId, Man, Move, Ruleset, Setup, Side, Square, UsiMove};

/// A position under its rules, with a side to move.
///
/// # Examples
///
/// ```
/// use koma_rules::{Position, Ruleset};
///
/// let rules = Ruleset::compile(koma_variants::find("shogi").unwrap()).unwrap();
/// let mut position = Position::start(&rules);
/// let undo = position.play_usi("7g7f")?;
/// assert_eq!(position.legal_moves().len(), 30);
/// assert_eq!(position.play_usi("7c7e").unwrap_err().code(), "INVALID_MOTION_VECTOR");
/// position.undo(undo);
/// assert_eq!(position, Position::start(&rules));
/// # Ok::<_, koma_rules::IllegalMove>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    rules: Arc<Ruleset>,
    pub(crate) board: AnyBoard,
    side: Side,
    ply: u32,
    key: Key,
    /// Whether each side had its royals to begin with: only then can it lose its last one.
    had_royal: [bool; 2],
    state: Option<Box<State>>,
}

/// The board, chosen once, when a position is set up.
#[derive(Clone, Debug)]
pub(crate) enum AnyBoard {
    Cells(CellBoard),
    Small(SmallBoard),
    Large(LargeBoard),
    Wide(WideBoard),
}

macro_rules! on_board {
    ($any:expr, $board:ident => $do:expr) => {
        match $any {
            AnyBoard::Cells($board) => $do,
            AnyBoard::Small($board) => $do,
            AnyBoard::Large($board) => $do,
            AnyBoard::Wide($board) => $do,
        }
    };
}

/// Something done on a board of sets, and something else where there is none.
macro_rules! on_sets {
    ($any:expr, $board:ident => $do:expr, $otherwise:expr) => {
        match $any {
            AnyBoard::Cells(_) => $otherwise,
            AnyBoard::Small($board) => $do,
            AnyBoard::Large($board) => $do,
            AnyBoard::Wide($board) => $do,
        }
    };
}
pub(crate) use {on_board, on_sets};

/// What it takes to take a move back.
#[derive(Clone, Debug)]
#[must_use = "a move can only be taken back with its undo record"]
pub struct Undo {
    mv: Move,
    taken: Taken,
    key: Key,
    before: Option<Box<Before>>,
}

/// What a move changed besides men and key.
#[derive(Clone, Debug)]
struct Before {
    state: Box<State>,
    /// Men that were put away when the set-up phase ended.
    put_away: Vec<(KindId, u16)>,
}

impl Undo {
    /// The move it takes back.
    pub fn mv(&self) -> Move {
        self.mv
    }

    /// The man the move captured on its last square.
    pub fn captured(&self) -> Option<Man> {
        self.taken.victim
    }

    /// Every man the move took off the board, wherever it stood; the man that moved is not among
    /// them even if it was burnt.
    pub fn victims(&self) -> impl Iterator<Item = (Square, Man)> {
        self.taken.victims(self.mv)
    }

    /// The man that moved, as it was before.
    pub fn mover(&self) -> Man {
        self.taken.mover
    }

    /// Calls `each` with what the move changed on the board and in the hands. `after` is the
    /// position it led to.
    pub(crate) fn changes(&self, after: &Position, mut each: impl FnMut(Change)) {
        let (rules, mover, to) = (&after.rules, self.taken.mover, self.mv.to());
        if self.mv.is_pass() {
            return;
        }
        match self.mv.from() {
            Some(from) => each(Change::Taken(mover, from)),
            None => each(Change::Held(mover.side, rules.held_as(mover.kind), -1)),
        }
        for (square, man) in self.taken.victims(self.mv) {
            each(Change::Taken(man, square));
        }
        for man in self.taken.kept(mover.side) {
            if let Some(held) = rules.rules(man.kind).in_hand {
                each(Change::Held(mover.side, held, 1));
            }
        }
        if let Some(arrived) = after.man_at(to) {
            each(Change::Put(arrived, to));
        }
        for &(kind, count) in self.before.iter().flat_map(|before| &before.put_away) {
            each(Change::Held(mover.side, kind, -(count as i16)));
        }
    }
}

impl Position {
    /// The start position.
    pub fn start(rules: &Arc<Ruleset>) -> Self {
        Self::unjudged(rules, rules.start())
    }

    /// A position without faults, or all its faults.
    pub fn new(rules: &Arc<Ruleset>, setup: &Setup) -> Result<Self, Vec<Fault>> {
        let (position, faults) = Self::forgiving(rules, setup);
        if faults.is_empty() { Ok(position) } else { Err(faults) }
    }

    /// A position with whatever faults it has.
    pub fn forgiving(rules: &Arc<Ruleset>, setup: &Setup) -> (Self, Vec<Fault>) {
        (Self::unjudged(rules, setup), setup.faults(rules))
    }

    /// A position whose faults nobody asks for: [`Position::forgiving`] without the time it takes
    /// to look for them.
    pub fn unjudged(rules: &Arc<Ruleset>, setup: &Setup) -> Self {
        Self::with_board(rules, setup, choose_board(rules, setup))
    }

    /// The same position on the reference board: slower, and computed another way. For tests.
    #[doc(hidden)]
    pub fn on_reference_board(&self) -> Self {
        Self::with_board(&self.rules, &self.setup(), cells(&self.rules, &self.setup()))
    }

    /// Whether it is played the fast way, on sets of squares. For tests.
    #[doc(hidden)]
    pub fn is_on_sets(&self) -> bool {
        !matches!(self.board, AnyBoard::Cells(_))
    }

    fn with_board(rules: &Arc<Ruleset>, setup: &Setup, board: AnyBoard) -> Self {
        let royals = |side| {
            let royal = |(_, man): &(Square, Man)| man.side == side && rules.rules(man.kind).royal;
            setup.men().filter(royal).count() >= usize::from(rules.facts.royals_needed)
        };
        let state = setup.state.clone().or_else(|| State::inferred(rules, setup));
        let mut position = Self {
            rules: Arc::clone(rules),
            board,
            side: setup.side,
            ply: setup.ply,
            key: Key::default(),
            had_royal: Side::BOTH.map(royals),
            state,
        };
        position.key = position.compute_key();
        position
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The number of the next move, from 1.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The key: equal for positions with the same board, hands and side to move, and practically
    /// never for others. It is the same in every run, and databases keep it: see `key.rs`.
    pub fn key(&self) -> u64 {
        self.key.value()
    }

    /// The part of the key that says nothing about men in hand: board, turn and state.
    pub fn board_key(&self) -> u64 {
        self.key.board
    }

    /// Whether a plain move changes nothing but men, hands and turn.
    pub(crate) fn moves_plainly(&self) -> bool {
        self.state.is_none() && !self.rules.facts.lions && !self.rules.facts.burns
    }

    /// The key, computed from scratch: what [`Position::key`] is kept equal to. For tests.
    #[doc(hidden)]
    pub fn computed_key(&self) -> u64 {
        self.compute_key().value()
    }

    fn compute_key(&self) -> Key {
        let keys = &self.rules.keys;
        let turn = if self.side == Side::Gote { keys.turn() } else { 0 };
        let mut key = Key { board: turn ^ self.state_key(), hands: 0 };
        for side in Side::BOTH {
            on_board!(&self.board, board => {
                board.men(side).for_each(|(square, kind)| key.board ^= keys.man(Man { kind, side }, square));
            });
            for &kind in self.rules.hand_order() {
                let held = u64::from(self.held(side, kind));
                key.hands = key.hands.wrapping_add(keys.held(side, kind).wrapping_mul(held));
            }
        }
        key
    }

    /// The man on a square.
    #[inline]
    pub fn man_at(&self, square: Square) -> Option<Man> {
        on_board!(&self.board, board => board.man_at(square))
    }

    /// How many men of a kind a side holds.
    pub fn held(&self, side: Side, kind: KindId) -> u16 {
        on_board!(&self.board, board => board.held(&self.rules, side, kind))
    }

    /// The position as it is written down.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty(&self.rules);
        for square in self.rules.geometry.all() {
            setup.set(square, self.man_at(square));
        }
        for side in Side::BOTH {
            for &kind in self.rules.hand_order() {
                setup.hold(side, kind, self.held(side, kind));
            }
        }
        (setup.side, setup.ply) = (self.side, self.ply);
        setup.state = self.state.clone();
        setup
    }

    fn state_key(&self) -> u64 {
        self.state.as_ref().map_or(0, |state| state.key())
    }

    /// All men of a side with their squares, in no particular order.
    pub fn men(&self, side: Side) -> Vec<(Square, KindId)> {
        on_board!(&self.board, board => board.men(side).collect())
    }

    pub(crate) fn men_count(&self, side: Side) -> usize {
        on_board!(&self.board, board => board.men(side).count())
    }

    /// Whether a man of `by` could take on a square, were an enemy standing there.
    pub fn is_attacked(&self, square: Square, by: Side) -> bool {
        on_board!(&self.board, board => board.is_attacked(&self.rules, square, by))
    }

    pub(crate) fn attacks(&self, from: Square, man: Man, target: Square) -> bool {
        on_board!(&self.board, board => board.attacks(&self.rules, from, man, target))
    }

    /// Calls `each` with every way of the man on a square, whoever is to move and whatever the
    /// rules of the game say about it, and whether it takes something.
    pub fn each_way(&self, from: Square, mut each: impl FnMut(Move, bool)) {
        let Some(man) = self.man_at(from) else { return };
        on_board!(&self.board, board => {
            board.ways(&self.rules, from, man, Listing::Moves, |way| each(way.mv, way.takes));
        });
    }

    /// The checks each side has given, where the game counts them.
    pub fn checks_given(&self) -> [u8; 2] {
        self.state.as_ref().map_or([0; 2], |state| state.checks)
    }

    /// Whether a side is still placing its men.
    pub fn is_placing(&self, side: Side) -> bool {
        self.state.as_ref().is_some_and(|state| {
            self.rules.setup.as_ref().is_some_and(|setup| setup.phase) && state.is_placing(side)
        })
    }

    /// The position as SFEN.
    pub fn sfen(&self) -> String {
        self.setup().write(&self.rules)
    }

    /// All legal moves, in no particular order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// All legal moves, or an error where they take more steps than a list of this game may
    /// ([`Ruleset::step_budget`]): for positions that strangers send.
    pub fn try_legal_moves(&self) -> Result<Vec<Move>, OutOfSteps> {
        within(self.rules.step_budget(), || self.legal_moves())
    }

    /// All legal moves, into a list that is emptied first.
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.is_over() {
            return;
        }
        match &self.board {
            AnyBoard::Cells(board) => {
                self.view(board).each_legal(Listing::Moves, &mut |mv| moves.push(mv));
            }
            AnyBoard::Small(board) => board.legal_moves(self.side, moves),
            AnyBoard::Large(board) => board.legal_moves(self.side, moves),
            AnyBoard::Wide(board) => board.legal_moves(self.side, moves),
        }
    }

    /// All legal moves by making each candidate and looking whether a royal is left to be taken,
    /// whatever the board: a second way to get [`Position::legal_moves`]. For tests.
    #[doc(hidden)]
    pub fn legal_moves_by_trial(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if !self.is_over() {
            on_board!(&self.board, board => {
                self.view(board).each_legal(Listing::Moves, &mut |mv| moves.push(mv));
            });
        }
        moves
    }

    /// All legal moves with every square they touch told apart, as some programs list moves of
    /// several steps: a lion that steps over an empty square to its target makes another move
    /// than one that leaps there.
    pub fn listed_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if !self.is_over() {
            on_board!(&self.board, board => {
                self.view(board).each_legal(Listing::Paths, &mut |mv| moves.push(mv));
            });
        }
        moves
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        !self.is_over() && on_board!(&self.board, board => self.view(board).has_legal())
    }

    /// The squares of the side to move's royals that could be taken, in order, whether or not that
    /// binds it ([`Position::binding_checks`]).
    pub fn checked_royals(&self) -> Vec<Square> {
        on_board!(&self.board, board => {
            let attacked = |&square: &Square| board.is_attacked(&self.rules, square, self.side.other());
            let mut checked: Vec<_> =
                self.view(board).royals(self.side).filter(attacked).collect();
            checked.sort_unstable();
            checked
        })
    }

    /// The royals of the side to move that are in check where that binds: the side has to do
    /// something about it. Where a game has no check rules, or a side more royals than it needs,
    /// a royal may be attacked ([`Position::attacked_royals`]), and that is all.
    pub fn binding_checks(&self) -> Vec<Square> {
        let attacked = self.checked_royals();
        let (guarded, all): (Vec<Square>, usize) = on_board!(&self.board, board => {
            let view = self.view(board);
            (view.guarded_royals(self.side).collect(), view.royals(self.side).count())
        });
        let variant = self.rules.variant();
        let duple = variant.check_rules && variant.special.duple_check && attacked.len() == all;
        attacked.into_iter().filter(|royal| duple || guarded.contains(royal)).collect()
    }

    /// The royals of the side to move that could be taken, each with the squares of the men that
    /// could take it.
    pub fn attacked_royals(&self) -> Vec<(Square, Vec<Square>)> {
        let by = |royal| (royal, self.attackers(self.side.other(), royal));
        self.checked_royals().into_iter().map(by).collect()
    }

    /// Whether a royal of the side to move could be taken.
    pub fn in_check(&self) -> bool {
        !self.checked_royals().is_empty()
    }

    /// The squares from which `side` attacks `target`. A pinned man still attacks.
    pub fn attackers(&self, side: Side, target: Square) -> Vec<Square> {
        on_board!(&self.board, board => self.view(board).attackers(target, side))
    }

    /// Whether a side has lost its last royal. A side that never had one has not.
    pub fn has_lost_royal(&self, side: Side) -> bool {
        let needed = usize::from(self.rules.facts.royals_needed);
        self.had_royal[side as usize]
            && on_board!(&self.board, board => !board.has_royals(&self.rules, side, needed))
    }

    /// The side that has lost its royal; if both have, the one to move.
    pub(crate) fn lost_royal(&self) -> Option<Side> {
        let needed = usize::from(self.rules.facts.royals_needed);
        on_board!(&self.board, board => {
            let lost = |side: &Side| {
                self.had_royal[*side as usize] && !board.has_royals(&self.rules, *side, needed)
            };
            [self.side, self.side.other()].into_iter().find(lost)
        })
    }

    /// Whether the game is over as the position stands: nobody moves any more.
    pub fn is_over(&self) -> bool {
        self.end_at_once().is_some()
    }

    /// Whether a move is legal. Any move may be asked about, also one of another board.
    pub fn is_legal(&self, mv: Move) -> bool {
        on_sets!(&self.board, board => self.is_legal_swiftly(board, mv), self.explain(mv).is_ok())
    }

    fn is_legal_swiftly<const W: usize, const C: usize>(
        &self,
        board: &SetBoard<W, C>,
        mv: Move,
    ) -> bool {
        let tables = &board.tables;
        let stands = |side: usize| !self.had_royal[side] || tables.royal_of(board, side).is_some();
        mv.is_plain()
            && stands(0)
            && stands(1)
            && !(self.rules.facts.ends_at_once && self.is_over())
            && tables.is_legal(board, self.side, mv)
    }

    /// Whether a man of the side to move could choose to promote, or would have to, with a move
    /// between two squares.
    pub fn may_promote(&self, kind: KindId, from: Square, to: Square) -> bool {
        let way = Way {
            mv: Move::board(from, to, false),
            takes: self.man_at(to).is_some_and(|man| man.side != self.side),
        };
        let man = Man { kind, side: self.side };
        on_board!(&self.board, board => {
            let (may, must) = self.view(board).promotion(man, way);
            may || must
        })
    }

    /// The legal move that a move means, or why it is refused. Any move may be asked about, also
    /// one of another board. A move may name every square it touches; the answer names those on
    /// which it takes.
    pub fn explain(&self, mv: Move) -> Result<Move, IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::GameEnded);
        }
        on_board!(&self.board, board => crate::explain::explain(self.view(board), mv))
    }

    /// The legal move a text means, or why it is refused.
    pub fn explain_usi(&self, mv: &UsiMove) -> Result<Move, IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::GameEnded);
        }
        self.explain(self.rules.read_move(mv)?)
    }

    /// The text of a move.
    pub fn usi(&self, mv: Move) -> UsiMove {
        self.rules.usi(mv)
    }

    /// Plays a move if it is legal.
    pub fn play(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        let mv = self.explain(mv)?;
        Ok(self.play_unchecked(mv))
    }

    /// Plays a move if it is legal, and does not ask why where it is not.
    pub fn play_if_legal(&mut self, mv: Move) -> Option<Undo> {
        let legal = on_sets!(
            &self.board,
            board => self.is_legal_swiftly(board, mv).then_some(mv),
            self.explain(mv).ok()
        );
        legal.map(|mv| self.play_unchecked(mv))
    }

    /// Plays a move given as text, if it is legal.
    pub fn play_usi(&mut self, text: &str) -> Result<Undo, IllegalMove> {
        let mv = text.parse().map_err(|_| IllegalMove::NotAMove { text: text.to_owned() })?;
        let mv = self.explain_usi(&mv)?;
        Ok(self.play_unchecked(mv))
    }

    /// Plays a move of [`Position::legal_moves`]. Any other move may panic, or give a position
    /// that makes no sense.
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        let facts = &self.rules.facts;
        if self.state.is_some() || facts.lions || facts.burns || !mv.is_plain() {
            return self.play_oddly(mv);
        }
        let key = self.key;
        let Self { rules, board, side, .. } = self;
        let taken = on_board!(board, board => {
            make::make_plain(rules, board, *side, mv, &mut self.key)
        });
        self.key.board ^= rules.keys.turn();
        self.side = self.side.other();
        self.ply += 1;
        Undo { mv, taken, key, before: None }
    }

    /// Plays a move of several steps, or of a game in which a move changes more than men.
    fn play_oddly(&mut self, mv: Move) -> Undo {
        let key = self.key;
        let struck = self.strikes(mv);
        let Self { rules, board, side, .. } = self;
        let taken = on_board!(board, board => make::make(rules, board, *side, mv));
        self.key = self.follow(key, mv, &taken);
        let before = self.state.is_some().then(|| self.follow_state(mv, struck));
        self.side = self.side.other();
        self.ply += 1;
        if let Some(state) = self.state.as_mut()
            && self.rules.facts.counts_checks
        {
            self.key.board ^= state.key();
            let checked = on_board!(&self.board, board => {
                let view = View { rules: &self.rules, board, side: self.side, state: None };
                view.royals(self.side).any(|s| board.is_attacked(&self.rules, s, self.side.other()))
            });
            let checks = &mut state.checks[self.side.other() as usize];
            *checks = checks.saturating_add(checked.into());
            self.key.board ^= state.key();
        }
        Undo { mv, taken, key, before: before.map(Box::new) }
    }

    /// Where a move takes a lion that the other side may not answer in kind.
    fn strikes(&self, mv: Move) -> Option<Square> {
        if !self.rules.facts.lions {
            return None;
        }
        let mover = self.man_at(mv.from()?)?;
        on_board!(&self.board, board => self.view(board).strikes(mover, mv))
    }

    /// Updates the state for a move that was just made by the side still to move.
    fn follow_state(&mut self, mv: Move, struck: Option<Square>) -> Before {
        let state = self.state.as_mut().expect("the caller has looked");
        let before = state.clone();
        self.key.board ^= state.key();
        state.struck = struck;
        let mut put_away = Vec::new();
        if let (Some(kind), Some(setup)) = (mv.dropped(), self.rules.setup.as_ref()) {
            let held = self.rules.held_as(kind);
            for kind in state.note_drop(setup, self.side, held) {
                let side = self.side;
                let left = on_board!(&self.board, board => board.held(&self.rules, side, kind));
                on_board!(&mut self.board, board => {
                    board.hold(&self.rules, side, kind, -(left as i16));
                });
                let gone = self.rules.keys.held(side, kind).wrapping_mul(left.into());
                self.key.hands = self.key.hands.wrapping_sub(gone);
                put_away.push((kind, left));
            }
        }
        self.key.board ^= self.state_key();
        Before { state: before, put_away }
    }

    /// Takes back the last move that was played.
    pub fn undo(&mut self, undo: Undo) {
        self.side = self.side.other();
        self.ply -= 1;
        self.key = undo.key;
        let Self { rules, board, side, .. } = self;
        if let Some(before) = undo.before {
            for (kind, count) in before.put_away {
                on_board!(board, board => board.hold(rules, *side, kind, count as i16));
            }
            self.state = Some(before.state);
        }
        on_board!(board, board => make::unmake(rules, board, *side, undo.mv, &undo.taken));
    }

    /// Gives the turn to the other side, as if it had been its move all along.
    pub fn pass(&mut self) {
        if self.state.is_none() {
            return self.pass_turn();
        }
        self.side = self.side.other();
        self.key = self.compute_key();
    }

    /// [`Position::pass`] in no time: the turn is all that changes, in the key too.
    pub(crate) fn pass_turn(&mut self) {
        self.side = self.side.other();
        self.key.board ^= self.rules.keys.turn();
    }

    /// The key after a legal move.
    pub(crate) fn key_after(&mut self, mv: Move) -> u64 {
        let facts = &self.rules.facts;
        if self.state.is_some() || facts.lions || facts.burns || !mv.is_plain() {
            let undo = self.play_unchecked(mv);
            let key = self.key();
            self.undo(undo);
            return key;
        }
        let (keys, side, to) = (&self.rules.keys, self.side, mv.to());
        let mut key = self.key;
        key.board ^= keys.turn();
        let arrived =
            match (mv.from().and_then(|from| Some((from, self.man_at(from)?))), mv.dropped()) {
                (Some((from, man)), _) => {
                    key.board ^= keys.man(man, from);
                    let turned = self.rules.promoted(man.kind).filter(|_| mv.promotes());
                    turned.unwrap_or(man.kind)
                }
                (None, Some(kind)) => {
                    key.hands = key.hands.wrapping_sub(keys.held(side, self.rules.held_as(kind)));
                    kind
                }
                (None, None) => return key.value(),
            };
        if let Some(victim) = self.man_at(to) {
            key.board ^= keys.man(victim, to);
            if let Some(held) = self.rules.in_hand(victim.kind).filter(|_| victim.side != side) {
                key.hands = key.hands.wrapping_add(keys.held(side, held));
            }
        }
        key.board ^= keys.man(Man { kind: arrived, side }, to);
        key.value()
    }

    /// Updates the key for a move that was just made by the side still to move.
    fn follow(&self, mut key: Key, mv: Move, taken: &Taken) -> Key {
        let (keys, side) = (&self.rules.keys, self.side);
        key.board ^= keys.turn();
        match (mv.from(), mv.dropped()) {
            (Some(from), _) => key.board ^= keys.man(taken.mover, from),
            (None, Some(kind)) => {
                let held = self.rules.held_as(kind);
                key.hands = key.hands.wrapping_sub(keys.held(side, held));
            }
            (None, None) => return key,
        }
        for (square, victim) in taken.victims(mv) {
            key.board ^= keys.man(victim, square);
        }
        for victim in taken.kept(side) {
            if let Some(held) = self.rules.rules(victim.kind).in_hand {
                key.hands = key.hands.wrapping_add(keys.held(side, held));
            }
        }
        if let Some(arrived) = self.man_at(mv.to()) {
            key.board ^= keys.man(arrived, mv.to());
        }
        key
    }

    pub(crate) fn view<'a, B: Board>(&'a self, board: &'a B) -> View<'a, B> {
        View { rules: &self.rules, board, side: self.side, state: self.state.as_deref() }
    }
}

/// Positions are equal when they are written alike, move number included.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.setup() == other.setup()
    }
}

impl Eq for Position {}

fn choose_board(rules: &Ruleset, setup: &Setup) -> AnyBoard {
    let royal =
        |side| move |(_, man): &(Square, Man)| man.side == side && rules.rules(man.kind).royal;
    let men = setup.men().count() as u32
        + setup.hands.iter().flatten().map(|&n| u32::from(n)).sum::<u32>();
    // The fast way knows at most one royal a side, or at least one where men turn into royals; and
    // it counts men in hand in bytes.
    let made = rules.facts.royals_are_made;
    let usual = |royals: usize| if made { royals > 0 } else { royals <= 1 };
    let fits = Side::BOTH.into_iter().all(|side| usual(setup.men().filter(royal(side)).count()))
        && men <= 255;
    match &rules.swift {
        Some(Swift::Small(t)) if fits => AnyBoard::Small(setup.on_board(rules, SetBoard::new(t))),
        Some(Swift::Large(t)) if fits => AnyBoard::Large(setup.on_board(rules, SetBoard::new(t))),
        Some(Swift::Wide(t)) if fits => AnyBoard::Wide(setup.on_board(rules, SetBoard::new(t))),
        _ => cells(rules, setup),
    }
}

fn cells(rules: &Ruleset, setup: &Setup) -> AnyBoard {
    AnyBoard::Cells(setup.on_board(rules, CellBoard::new(rules)))
}
