//! The variant model.
//!
//! A [`Variant`] is complete: its pieces are resolved, nothing refers to a file any more.
//! Ranks in zones are counted from the far side, as the player sees the enemy camp.

use koma_pieces::PieceDef;

/// A game: board, men, start, rules of promotion and drops, endings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name in commands and addresses, e.g. `minishogi`.
    pub slug: String,
    /// English name.
    pub name: String,
    /// Japanese name.
    pub name_ja: String,
    /// Other spellings people and programs use.
    pub aliases: Vec<String>,
    /// Where the rules are from: books, programs, statements. For people to read.
    pub sources: Vec<String>,
    /// Number of files (columns).
    pub files: u8,
    /// Number of ranks (rows).
    pub ranks: u8,
    /// The kinds of men, promoted sides included. At most 1,000.
    pub kinds: Vec<Kind>,
    /// The start position as SFEN.
    pub start: String,
    /// Other start positions that have a name.
    pub handicaps: Vec<Handicap>,
    /// When men promote.
    pub promotion: PromotionRules,
    /// How captured men come back; `None` where captured men are out of the game.
    pub drops: Option<DropRules>,
    /// The phase in which the men in hand are placed first; `None` where the game starts at once.
    pub setup: Option<SetupPhase>,
    /// The groups of men of which a side may use only some, Sente's and Gote's. At most 8 a side.
    pub choice_groups: [Vec<ChoiceGroup>; 2],
    /// Whether a royal may not be left where it can be taken (check rules). Without them a game
    /// is decided by taking the last royal.
    pub check_rules: bool,
    /// How many royals a side must keep: it has lost with fewer. Usually 1.
    pub royals_needed: u8,
    /// Rules about moves that few games have.
    pub special: SpecialRules,
    /// How games end by themselves, in the order in which they are looked at.
    pub endings: Vec<Ending>,
    /// Impasse (持将棋) and entering-king declarations.
    pub impasse: Impasse,
    /// The clock offered first.
    pub clock: Clock,
}

impl Variant {
    /// The handicap of that slug, name or alias; capitals do not matter.
    ///
    /// ```
    /// let shogi = koma_variants::find("shogi").unwrap();
    /// let lance = shogi.handicap("香落ち").unwrap();
    /// assert_eq!(lance.slug, "lance");
    /// assert!(shogi.handicap("two-piece").unwrap().start.starts_with("lnsgkgsnl/9/"));
    /// ```
    pub fn handicap(&self, name: &str) -> Option<&Handicap> {
        let name = name.trim().to_lowercase();
        self.handicaps.iter().find(|handicap| {
            let Handicap { slug, name: english, name_ja, aliases, .. } = handicap;
            let names = [slug, english, name_ja].into_iter().chain(aliases);
            names.map(|other| other.to_lowercase()).any(|other| other == name)
        })
    }
}

/// 手合割: a start position with a name, in which one side plays without some of its men.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// The name in commands and addresses, e.g. `two-piece`.
    pub slug: String,
    /// English name.
    pub name: String,
    /// Japanese name, as records write it (`二枚落ち`).
    pub name_ja: String,
    /// Other spellings.
    pub aliases: Vec<String>,
    /// The start position as SFEN. The side that gives the handicap moves first.
    pub start: String,
}

/// A kind of man in a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// How it moves and what it is called.
    pub piece: PieceDef,
    /// Its letters in SFEN and USI, in capitals: `P`, `+P`, `GG`.
    pub code: String,
    /// The kind on its other side, as an index into [`Variant::kinds`].
    pub promotes_to: Option<usize>,
    /// The kind it becomes in hand when captured, as an index; itself for an unpromoted man.
    pub in_hand: usize,
    /// Whether losing (or, with check rules, being unable to save) the last one loses.
    pub royal: bool,
    /// Where it may promote, when that differs from [`PromotionRules::zone`].
    pub zone: Option<Zone>,
    /// Ends its move there: must promote. Counted in far ranks; 0 where it never must. This is
    /// besides [`PromotionRules::dead_squares`].
    pub must_promote_ranks: u8,
    /// How many of its kind one file may hold for another to be dropped there (二歩 is 1);
    /// `None` where it does not matter.
    pub most_per_file: Option<u8>,
    /// May not be dropped on this many far ranks, besides [`DropRules::dead_squares`].
    pub no_drop_ranks: u8,
    /// 打ち歩詰め: whether a drop of this kind may give mate.
    pub drop_mate: DropMate,
    /// Impasse points; 0 for royals.
    pub points: u8,
    /// The only squares it may stand on; `None` is the whole board. Drops and captures keep to it.
    pub stays_in: Option<Zone>,
    /// How many of this kind a side may have on the board for another man to promote to it.
    pub most_on_board: Option<u8>,
}

/// A set of squares for each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Zone {
    /// So many ranks counted from the far side; the other side's is its mirror image.
    FarRanks(u8),
    /// Squares one by one, Sente's and Gote's, as `(file, rank)` in USI's numbers from 1.
    Squares([Vec<(u8, u8)>; 2]),
}

impl Zone {
    /// How many far ranks it is, if it is such a zone.
    pub fn far_ranks(&self) -> Option<u8> {
        match self {
            Self::FarRanks(ranks) => Some(*ranks),
            Self::Squares(_) => None,
        }
    }

    /// Whether a side finds no square in it.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::FarRanks(ranks) => *ranks == 0,
            Self::Squares(squares) => squares.iter().all(Vec::is_empty),
        }
    }
}

/// When a man may turn over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionRules {
    /// The zone of every kind that has none of its own.
    pub zone: Zone,
    /// Which moves may promote.
    pub when: PromotionWhen,
    /// Whether a promotion that is possible must be made.
    pub forced: bool,
    /// Only capturing moves promote (micro shogi).
    pub only_captures: bool,
    /// A man that takes a promoted man must promote, if it may (maka dai dai shogi).
    pub forced_by_promoted: bool,
    /// A promoted man turns back over with its next move that could promote (kyoto shogi). Where
    /// it stands does not matter for that.
    pub turns_back: bool,
    /// What happens on a square from which the unpromoted man could never move again.
    pub dead_squares: DeadSquares,
}

/// Which moves may promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionWhen {
    /// A move that starts or ends in the zone (shogi).
    StartsOrEndsInZone,
    /// A move that ends in the zone.
    EndsInZone,
    /// A move that ends in the zone, or stops there on its way (TAI-3, `zone11_forced`).
    TouchesZone,
    /// A move that enters the zone from outside, a capture that starts or ends in it, and a move
    /// to a square of it from which the man could never move again (CHU-3).
    EntersOrCaptures,
}

/// What the rules say about squares from which a man could never move on an empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadSquares {
    /// Promotion is forced there; a drop there is illegal.
    Forbidden,
    /// The man may stand there, immobile.
    Allowed,
}

/// What happens when a drop gives mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropMate {
    /// It wins like any other mate.
    Allowed,
    /// It is no legal move (打ち歩詰め).
    Forbidden,
    /// It may be played, and loses: how Fairy-Stockfish reads `shogiPawnDropMateIllegal`.
    Loses,
}

/// How men in hand come back to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropRules {
    /// Drops to squares without a future move.
    pub dead_squares: DeadSquares,
    /// Where men may be dropped; `None` is the whole board.
    pub zone: Option<Zone>,
    /// A man may be dropped with either side up (kyoto shogi).
    pub either_side: bool,
    /// Captured men stay as they were, promoted ones promoted.
    pub stays_promoted: bool,
    /// Captured men go to the hand of who took them. Without, hands only hold what they began
    /// with.
    pub captures_to_hand: bool,
    /// A drop may give check.
    pub may_check: bool,
    /// The kinds that must be dropped before any other move, while they are in hand and can be:
    /// indices into [`Variant::kinds`].
    pub must_drop: Vec<usize>,
}

impl Default for DropRules {
    /// As in shogi.
    fn default() -> Self {
        Self {
            dead_squares: DeadSquares::Forbidden,
            zone: None,
            either_side: false,
            stays_promoted: false,
            captures_to_hand: true,
            may_check: true,
            must_drop: Vec::new(),
        }
    }
}

/// The phase in which each side places men from its hand (`docs/rules/66shogi.md`). It ends for a side with
/// the drop that puts down the last of [`SetupPhase::kinds`] and fills each required group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupPhase {
    /// Only drops are legal in it, as long as there is one.
    pub must_drop: bool,
    /// Where men are placed, instead of [`DropRules::zone`]; `None` is the whole board.
    pub zone: Option<Zone>,
    /// The kinds whose men of the start hand must all be placed, Sente's and Gote's: indices into
    /// [`Variant::kinds`].
    pub kinds: [Vec<usize>; 2],
}

/// Men of which a side may use only some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceGroup {
    /// The kinds to choose from: indices into [`Variant::kinds`].
    pub options: Vec<usize>,
    /// How many of them may be dropped.
    pub limit: u16,
    /// The set-up phase lasts until the limit is reached; what is left of the options is then
    /// put away, and the limit binds no longer. Without, the limit binds the whole game.
    pub required: bool,
    /// Whether a kind that was never used may not be dropped once the limit is reached.
    pub lock_unused: LockUnused,
}

/// How long the kinds that a side did not choose are locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockUnused {
    /// They are not.
    No,
    /// To the end of the set-up phase.
    Setup,
    /// For the whole game, captured ones too.
    Game,
}

/// Rules about moves that few games have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecialRules {
    /// A side that can capture must (antichess and its kin).
    pub must_capture: bool,
    /// No move may give check.
    pub no_checks: bool,
    /// Two royals may not face each other on a file with nothing between.
    pub royals_may_not_face: bool,
    /// A side with more royals than it needs may leave some to be taken, but not all at once.
    pub duple_check: bool,
    /// Passing the turn, Sente's and Gote's.
    pub pass: [Pass; 2],
    /// Men move like another man of their side (安南).
    pub borrowed: Borrowed,
    /// The rules about lions that take lions (LIO-1 to LIO-7); `None` where lions are taken freely.
    pub lions: Option<LionRules>,
    /// TAI-6: a flight that takes all it passes may take the enemy that stops it.
    pub range_capture_blocker: bool,
    /// TAI-7: such a flight may end on an own man, which is lost too.
    pub range_land_own: bool,
    /// TEN-10: men that jump lower ranks do so on any move, not only to capture.
    pub range_jump_freely: bool,
    /// TEN-10: what such a man may take at the end of a jump.
    pub range_jump_takes: JumpTakes,
    /// Men that change who takes them (maka dai dai shogi).
    pub contagion: Vec<Contagion>,
}

impl Default for SpecialRules {
    /// As in shogi; flights as in `taikyoku.json`.
    fn default() -> Self {
        Self {
            must_capture: false,
            no_checks: false,
            royals_may_not_face: false,
            duple_check: false,
            pass: [Pass::Never; 2],
            borrowed: Borrowed::No,
            lions: None,
            range_capture_blocker: true,
            range_land_own: false,
            range_jump_freely: false,
            range_jump_takes: JumpTakes::Any,
            contagion: Vec::new(),
        }
    }
}

/// What a man that jumps lower ranks may take at the end of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpTakes {
    /// Whatever stands there.
    Any,
    /// All but royals.
    NoRoyals,
    /// What it could jump: lower ranks only.
    Lower,
}

/// Who takes one of these men becomes another, whether it likes it or not; it does not promote with
/// the same move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contagion {
    /// The men that are taken: indices into [`Variant::kinds`].
    pub taken: Vec<usize>,
    /// What who takes them becomes.
    pub becomes: usize,
    /// Kinds that stay what they are.
    pub spares: Vec<usize>,
}

/// Whether the turn may be passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Never.
    Never,
    /// When there is no other legal move.
    WithoutMove,
    /// At any time.
    Always,
}

/// Whose moves a man makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Borrowed {
    /// Its own.
    No,
    /// Those of the man of its side directly behind it, if there is one, instead of its own.
    Behind,
}

/// How lions may take lions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LionRules {
    /// The lions: indices into [`Variant::kinds`].
    pub lions: Vec<usize>,
    /// The men that do not count as a first victim that frees the capture of a guarded lion
    /// (pawn and go-between).
    pub baits: Vec<usize>,
    /// LIO-4: what guards the lion when the first victim was such a man.
    pub pawn_bridge: PawnBridge,
    /// LIO-5 and LIO-7: 先獅子.
    pub counter_strike: CounterStrike,
}

/// LIO-4: whether a pawn that is itself taken on the way still guards the lion behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PawnBridge {
    /// It does (JCSA, lishogi).
    Jcsa,
    /// The board after the move decides (HaChu).
    After,
}

/// 先獅子: whether a lion may be taken by another man right after a lion was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterStrike {
    /// It may.
    Allowed,
    /// It may not, on any other square (LIO-5).
    Forbidden,
    /// It may if nothing guards it (LIO-7, Okazaki).
    Unguarded,
}

/// One way in which a game ends by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// What happens.
    pub kind: EndingKind,
    /// Who wins, seen from the side to move.
    pub outcome: Outcome,
}

/// What ends a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EndingKind {
    /// In check and no legal move (詰み).
    Checkmate,
    /// Not in check and no legal move.
    NoMove,
    /// The last royal was taken.
    RoyalTaken,
    /// The same board, hands and side to move for the nth time (千日手).
    Repetition {
        /// How many occurrences.
        times: u8,
        /// A side that did this with every move since the first occurrence loses.
        chaser_loses: Chase,
    },
    /// A move that brings a position about for the nth time is illegal (HaChu's reading of CHU-8).
    RepetitionForbidden {
        /// How many occurrences.
        times: u8,
        /// Only to a side that did this with every move since the first occurrence, and the other
        /// did not (JCSA's reading). `Nothing`: to both.
        chaser: Chase,
    },
    /// This many plies were played.
    MoveLimit {
        /// Plies.
        plies: u32,
    },
    /// This many plies were played without a capture, a promotion, a drop, or a move of these kinds
    /// that its man could not take back at once.
    NoProgress {
        /// Plies.
        plies: u32,
        /// Sente's and Gote's, as indices into [`Variant::kinds`].
        kinds: [Vec<usize>; 2],
    },
    /// A side gave so many checks (checkshogi: the first). The side to move was checked.
    Checks {
        /// How many, Sente's and Gote's.
        checks: [u8; 2],
    },
    /// A side has so many men or fewer of these kinds, on the board and in hand. The side that has
    /// is looked at as the side to move.
    Extinction {
        /// Counted together, as indices into [`Variant::kinds`]; all men when empty. Kinds that die
        /// out each by itself are endings of their own.
        kinds: Vec<usize>,
        /// How many are too few.
        at_most: u16,
        /// And the other side has at least so many.
        other_has: u16,
        /// And one more, where it is the side to move that has too few: the other must still have
        /// its men one turn later.
        claim: bool,
    },
    /// The try: a side has brought a man of these kinds to its goal. The side that did is looked
    /// at as the *other* side: the outcome `loss` means it wins.
    Goal {
        /// Sente's and Gote's, as indices into [`Variant::kinds`].
        kinds: [Vec<usize>; 2],
        /// Where to.
        zone: Zone,
        /// How many men must be there.
        count: u8,
        /// They count only where no enemy man could take them (dobutsu's try).
        safe: bool,
        /// The other side has one more move: the men must still be there when their side is to
        /// move again. Where the goal is for royals only the second player has that move, if its
        /// royal can go there at once, and both there is a draw (racing kings).
        last_move: bool,
        /// One man there is enough once no square of the goal is empty.
        when_full: bool,
    },
    /// 裸玉: a side has only its royals left, and the other side more than these kinds (CHU-7).
    BareRoyal {
        /// The kinds that do not count as something left: pawns, go-betweens. Indices into
        /// [`Variant::kinds`]. Men that can never move again never count.
        too_weak: Vec<usize>,
    },
}

impl EndingKind {
    /// Whether it ends the game by the position alone, so that nobody can move any more: the loss
    /// of royals, of men, a goal, checks, a bare royal.
    pub fn is_at_once(&self) -> bool {
        matches!(
            self,
            Self::Extinction { .. }
                | Self::Goal { .. }
                | Self::Checks { .. }
                | Self::BareRoyal { .. }
        )
    }
}

/// What a side must not do for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chase {
    /// Anything may be repeated.
    Nothing,
    /// Giving check (連続王手の千日手).
    Check,
    /// Giving check, or attacking something with the man that moved (CHU-8, lishogi).
    Attack,
}

/// Who gains by an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move loses.
    Loss,
    /// The side to move wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The side that moved first in the game loses (minishogi's repetition).
    FirstPlayerLoses,
    /// The side that moved second in the game loses.
    SecondPlayerLoses,
}

/// 持将棋 and the entering king.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impasse {
    /// The declaration people use by default.
    pub profile: ImpasseProfile,
    /// The zone the royal must have entered.
    pub zone: Zone,
    /// How many men besides the royal must stand in the zone.
    pub men_in_zone: u8,
}

/// Which declaration rule holds (`docs/options.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImpasseProfile {
    /// 28 points win for the first player, 27 for the second.
    Points27,
    /// 31 points win, 24 to 30 draw.
    Points24,
    /// Only when both agree: a side under 24 loses.
    Agreement,
    /// No impasse.
    None,
}

/// A clock setting, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// No clock.
    None,
    /// Main time only.
    SuddenDeath {
        /// Main time.
        main: u32,
    },
    /// 秒読み: main time, then so many periods of so many seconds.
    Byoyomi {
        /// Main time.
        main: u32,
        /// Seconds of one period.
        period: u32,
        /// Number of periods.
        periods: u16,
    },
    /// Main time and a bonus with every move.
    Fischer {
        /// Main time.
        main: u32,
        /// Bonus with every move.
        increment: u32,
    },
}
