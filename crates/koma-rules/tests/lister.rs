//! A second list of the legal moves, made from the definitions by the reference interpreter of
//! movements: no list of the engine is used, and moves are compared with multiplicity. What is
//! counted is what is listed.

mod support;

use std::collections::BTreeSet;

use koma_pieces::reach::{self, Board, Mover, Options};
use koma_rules::{Game, KindId, Man, Move, Position, Ruleset, Side, Square};
use koma_variants::{Borrowed, CounterStrike, DeadSquares, PawnBridge, PromotionWhen, Zone};
use support::reference::{drop_fault, from_reach, is_dead, is_in, rank, to_reach};
use support::{Random, position, ruleset};

/// A move by what a player sees of it: from where or which man in hand, to where, the men it takes
/// by going there (not by fire), whether it turns over.
type Entry = (Result<Square, KindId>, Square, BTreeSet<Square>, bool);

/// The men of a position, to be changed freely.
#[derive(Clone)]
struct Scene<'a> {
    rules: &'a Ruleset,
    men: Vec<(Square, Man)>,
}

impl<'a> Scene<'a> {
    fn of(position: &'a Position) -> Self {
        let men = |side| {
            let men = position.men(side).into_iter();
            men.map(move |(square, kind)| (square, Man { kind, side }))
        };
        Self { rules: position.rules(), men: Side::BOTH.into_iter().flat_map(men).collect() }
    }

    fn at(&self, square: Square) -> Option<Man> {
        self.men.iter().find(|(other, _)| *other == square).map(|&(_, man)| man)
    }

    fn remove(&mut self, square: Square) {
        self.men.retain(|(other, _)| *other != square);
    }

    fn put(&mut self, square: Square, man: Man) {
        self.remove(square);
        self.men.push((square, man));
    }

    /// Where a man goes and what it takes; fire is another matter.
    fn ways(&self, from: Square, man: Man) -> Vec<(Square, BTreeSet<Square>)> {
        let rules = self.rules;
        let name = rules.geometry().name(from);
        let rank_behind = if man.side == Side::Sente { name.rank + 1 } else { name.rank - 1 };
        let behind = rules.geometry().square(name.file, rank_behind);
        let lender = behind
            .and_then(|square| self.at(square))
            .filter(|other| other.side == man.side)
            .filter(|_| rules.variant().special.borrowed == Borrowed::Behind);
        self.ways_like(from, man, lender.unwrap_or(man).kind)
    }

    fn ways_like(&self, from: Square, man: Man, like: KindId) -> Vec<(Square, BTreeSet<Square>)> {
        let rules = self.rules;
        let mut board = Board::new(rules.geometry().ranks(), rules.geometry().files());
        for &(square, other) in self.men.iter().filter(|(square, _)| *square != from) {
            let own = other.side == man.side;
            let seen = reach::Man { own, rank: rank(rules, other.kind), burns: false };
            board.put(to_reach(rules, square), seen);
        }
        let mut movement = rules.variant().kinds[like.index()].piece.movement.clone();
        movement.burn = false;
        if let Some(jump) = &mut movement.range_jump {
            jump.only_when_capturing &= !rules.variant().special.range_jump_freely;
        }
        let mover = Mover {
            movement: &movement,
            at: to_reach(rules, from),
            virgin: rules.start().man_at(from) == Some(man),
            faces_down: man.side == Side::Gote,
        };
        let special = &rules.variant().special;
        let options = Options {
            range_capture_blocker: special.range_capture_blocker,
            range_land_own: special.range_land_own,
            list_ways: false,
            ..Options::default()
        };
        let reached = reach::reach(&board, mover, options).expect("no hostile movement");
        let guards = movement.anywhere.is_some_and(|anywhere| !anywhere.takes_guarded);
        let free = |to: Square| {
            let mut after = self.clone();
            after.remove(from);
            !after.is_attacked(to, man.side.other(), to)
        };
        let way = |outcome: reach::Outcome| {
            let taken = outcome.captured.iter().map(|&s| from_reach(rules, s)).collect();
            (from_reach(rules, outcome.to), taken)
        };
        let ways = reached.moves.into_iter().map(way);
        ways.filter(|(to, taken): &(Square, BTreeSet<Square>)| {
            !guards || taken.is_empty() || free(*to)
        })
        .collect()
    }

    /// Whether a man of a side, other than one on `but`, could take on a square.
    fn is_attacked(&self, square: Square, by: Side, but: Square) -> bool {
        let mut scene = self.clone();
        let any = scene.at(square).map_or(self.men[0].1.kind, |man| man.kind);
        scene.put(square, Man { kind: any, side: by.other() });
        let men = scene.men.iter().filter(|(from, man)| man.side == by && *from != but);
        men.clone().any(|&(from, man)| {
            let emperor = self.rules.variant().kinds[man.kind.index()].piece.movement.anywhere;
            emperor.is_some()
                || scene.ways(from, man).iter().any(|(_, taken)| taken.contains(&square))
        })
    }

    fn royals(&self, side: Side) -> Vec<Square> {
        let royal = |man: Man| self.rules.variant().kinds[man.kind.index()].royal;
        let men = self.men.iter().filter(|(_, man)| man.side == side && royal(*man));
        men.map(|&(square, _)| square).collect()
    }

    /// Whether a royal that must be guarded could be taken.
    fn hangs(&self, side: Side) -> bool {
        let royals = self.royals(side);
        let needed = usize::from(self.rules.variant().royals_needed.max(1));
        royals.len() <= needed
            && royals.iter().any(|&royal| self.is_attacked(royal, side.other(), royal))
    }

    /// King steps between two squares.
    fn distance(&self, a: Square, b: Square) -> u16 {
        let (a, b) = (self.rules.geometry().name(a), self.rules.geometry().name(b));
        a.file.abs_diff(b.file).max(a.rank.abs_diff(b.rank))
    }

    /// LIO-1 to LIO-7: whether lions forbid a capture. `struck` is where the last move, by no
    /// lion, took one.
    fn lions_forbid(
        &self,
        (from, man): (Square, Man),
        (to, taken): (Square, &BTreeSet<Square>),
        struck: Option<Square>,
    ) -> bool {
        let Some(lions) = &self.rules.variant().special.lions else { return false };
        let is_lion = |man: Man| lions.lions.contains(&man.kind.index());
        let taken_lion = |square: &Square| self.at(*square).is_some_and(is_lion);
        let guarded = |gone: &[Square], lion: Square| {
            let mut after = self.clone();
            gone.iter().for_each(|&square| after.remove(square));
            after.remove(from);
            after.put(lion, man);
            after.is_attacked(lion, man.side.other(), lion)
        };
        if !is_lion(man) {
            let Some(struck) = struck else { return false };
            let mut others = taken.iter().filter(|square| **square != struck && taken_lion(square));
            return match lions.counter_strike {
                CounterStrike::Allowed => false,
                CounterStrike::Forbidden => others.next().is_some(),
                CounterStrike::Unguarded => others.any(|&lion| guarded(&[], lion)),
            };
        }
        if !taken.contains(&to) || !taken_lion(&to) || self.distance(from, to) < 2 {
            return false;
        }
        let first = taken.iter().copied().find(|&square| square != to);
        let Some(first) = first else { return guarded(&[], to) };
        let victim = self.at(first).expect("a man is taken there");
        if !lions.baits.contains(&victim.kind.index()) {
            return false;
        }
        let bridges = lions.pawn_bridge == PawnBridge::Jcsa
            && self.ways(first, victim).iter().any(|(_, taken)| taken.contains(&to));
        // The victim sees its own lion there; what it guards it could take back.
        let seen_as_enemy = || {
            let mut scene = self.clone();
            scene.put(to, man);
            scene.ways(first, victim).iter().any(|(_, taken)| taken.contains(&to))
        };
        bridges || lions.pawn_bridge == PawnBridge::Jcsa && seen_as_enemy() || guarded(&[first], to)
    }

    /// Whether a move may and must turn its man over.
    fn turns(
        &self,
        (from, man): (Square, Man),
        to: Square,
        taken: &BTreeSet<Square>,
    ) -> (bool, bool, bool) {
        let (rules, side) = (self.rules, man.side);
        let variant = rules.variant();
        let (kind, promotion) = (&variant.kinds[man.kind.index()], &variant.promotion);
        let is_back =
            |kind: KindId| variant.kinds.iter().any(|k| k.promotes_to == Some(kind.index()));
        let turns_back = promotion.turns_back && is_back(man.kind) && kind.promotes_to.is_none();
        let zone = kind.zone.as_ref().unwrap_or(&promotion.zone);
        let (starts, ends) = (is_in(rules, zone, from, side), is_in(rules, zone, to, side));
        let enemies: Vec<Man> =
            taken.iter().filter_map(|&s| self.at(s)).filter(|other| other.side != side).collect();
        let takes = !enemies.is_empty();
        let dead = variant.special.borrowed == Borrowed::No && is_dead(rules, man.kind, to, side);
        let fits = match promotion.when {
            _ if turns_back => true,
            PromotionWhen::StartsOrEndsInZone => starts || ends,
            PromotionWhen::EndsInZone | PromotionWhen::TouchesZone => ends,
            PromotionWhen::EntersOrCaptures => {
                ends && (!starts || takes || dead) || starts && takes
            }
        };
        let changed = variant.special.contagion.iter().any(|contagion| {
            !contagion.spares.contains(&man.kind.index())
                && enemies.iter().any(|victim| contagion.taken.contains(&victim.kind.index()))
        });
        let may = (kind.promotes_to.is_some() || turns_back)
            && fits
            && (takes || !promotion.only_captures)
            && !changed;
        let far = is_in(rules, &Zone::FarRanks(kind.must_promote_ranks), to, side);
        let no_future = promotion.dead_squares == DeadSquares::Forbidden && dead;
        let forced = promotion.forced
            || promotion.forced_by_promoted && enemies.iter().any(|victim| is_back(victim.kind));
        let must = may && forced || kind.promotes_to.is_some() && !changed && (no_future || far);
        let stuck = no_future && !may && !(kind.promotes_to.is_some() && far);
        (may, must, stuck)
    }
}

/// The legal moves of a position of a game that goes on.
fn expected(position: &Position, struck: Option<Square>) -> Vec<Entry> {
    let (rules, side) = (position.rules(), position.side());
    let variant = rules.variant();
    let scene = Scene::of(position);
    let mut list: Vec<Entry> = Vec::new();
    for &(from, man) in scene.men.iter().filter(|(_, man)| man.side == side) {
        for (to, taken) in scene.ways(from, man) {
            let outside = variant.kinds[man.kind.index()].stays_in.as_ref();
            if outside.is_some_and(|zone| !is_in(rules, zone, to, side))
                || scene.lions_forbid((from, man), (to, &taken), struck)
            {
                continue;
            }
            let (may, must, stuck) = scene.turns((from, man), to, &taken);
            if variant.check_rules {
                let mut after = scene.clone();
                taken.iter().for_each(|&square| after.remove(square));
                after.remove(from);
                after.put(to, man);
                // Only a man that becomes a royal changes what hangs.
                let crowned = kind_after(rules, man);
                let safe = !after.hangs(side);
                after.put(to, crowned);
                if stuck {
                    continue;
                }
                if safe && !must {
                    list.push((Ok(from), to, taken.clone(), false));
                }
                if (may || must) && !after.hangs(side) {
                    list.push((Ok(from), to, taken, true));
                }
                continue;
            }
            if stuck {
                continue;
            }
            if !must {
                list.push((Ok(from), to, taken.clone(), false));
            }
            if may || must {
                list.push((Ok(from), to, taken, true));
            }
        }
    }
    list.extend(expected_drops(position, &scene));
    list.sort();
    list
}

/// A man turned over.
fn kind_after(rules: &Ruleset, man: Man) -> Man {
    rules.promoted(man.kind).map_or(man, |kind| Man { kind, ..man })
}

fn expected_drops(position: &Position, scene: &Scene<'_>) -> Vec<Entry> {
    let (rules, side) = (position.rules(), position.side());
    let variant = rules.variant();
    let Some(drops) = &variant.drops else { return Vec::new() };
    let mut list = Vec::new();
    for kind in rules.kinds() {
        let is_front = variant.kinds[kind.index()].in_hand == kind.index();
        if !(is_front || drops.either_side || drops.stays_promoted) {
            continue;
        }
        for to in rules.geometry().all() {
            if drop_fault(position, kind, to).is_some() || is_locked(position, kind) {
                continue;
            }
            let mut after = scene.clone();
            after.put(to, Man { kind, side });
            if variant.check_rules && after.hangs(side) || is_drop_mate(position, &after, kind, to)
            {
                continue;
            }
            list.push((Err(kind), to, BTreeSet::new(), false));
        }
    }
    list
}

/// Whether a side chose another kind of a group that locks what it did not choose. The choice is
/// read from the position as it is written down: `setup:chose=R/chose=B`.
fn is_locked(position: &Position, kind: KindId) -> bool {
    let (rules, side) = (position.rules(), position.side() as usize);
    let locks = |group: &&koma_variants::ChoiceGroup| {
        group.lock_unused == koma_variants::LockUnused::Game
            && group.options.contains(&kind.index())
    };
    let mut groups = rules.variant().choice_groups[side].iter().filter(locks).peekable();
    if groups.peek().is_none() {
        return false;
    }
    let sfen = position.sfen();
    let choices = sfen.split_once("setup:").map_or("", |(_, choices)| choices);
    let chosen = choices.split('/').nth(side).and_then(|choice| choice.strip_prefix("chose="));
    let code = rules.code(kind);
    groups.any(|_| chosen.is_some_and(|chosen| !chosen.contains(code)))
}

/// 打ち歩詰め: the dropped man gives check by its own moves, and nothing answers it.
fn is_drop_mate(position: &Position, after: &Scene<'_>, kind: KindId, to: Square) -> bool {
    let (rules, side) = (position.rules(), position.side());
    let man = Man { kind, side };
    let forbidden = koma_variants::DropMate::Forbidden;
    let royals = after.royals(side.other());
    let checks = |(_, taken): &(Square, BTreeSet<Square>)| royals.iter().any(|r| taken.contains(r));
    if rules.variant().kinds[kind.index()].drop_mate != forbidden
        || !after.ways_like(to, man, kind).iter().any(checks)
        || !after.ways(to, man).iter().any(checks)
        || !after.hangs(side.other())
    {
        return false;
    }
    let mut setup = position.setup();
    setup.set(to, Some(man));
    let held = rules.in_hand(kind).unwrap_or(kind);
    setup.hold(side, held, setup.held(side, held) - 1);
    setup.side = side.other();
    expected(&Position::unjudged(rules, &setup), None).is_empty()
}

/// A move of the engine by what a player sees of it.
fn entry(position: &Position, mv: Move) -> Entry {
    let Some(from) = mv.from() else {
        return (
            Err(mv.dropped().expect("no game of the catalogue passes")),
            mv.to(),
            BTreeSet::new(),
            false,
        );
    };
    let burns = position.rules().variant().kinds.iter().any(|kind| kind.piece.movement.burn);
    let taken = if burns {
        let on_way = mv.via().chain([mv.to()]);
        on_way.filter(|&s| s != from && position.man_at(s).is_some()).collect()
    } else {
        let mut after = position.clone();
        let undo = after.play_unchecked(mv);
        undo.victims().map(|(square, _)| square).collect()
    };
    (Ok(from), mv.to(), taken, mv.promotes())
}

fn compare(position: &Position, struck: Option<Square>) {
    let sfen = position.sfen();
    let slug = &position.rules().variant().slug;
    let moves = position.legal_moves();
    let mut listed: Vec<Entry> = moves.iter().map(|&mv| entry(position, mv)).collect();
    listed.sort();
    let expected = expected(position, struck);
    if listed != expected {
        let missing: Vec<_> = expected.iter().filter(|entry| !listed.contains(entry)).collect();
        let wrong: Vec<_> = listed.iter().filter(|entry| !expected.contains(entry)).collect();
        let twice: Vec<_> = listed.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        panic!("{slug} {sfen}\nmissing {missing:?}\nwrong {wrong:?}\ntwice {twice:?}");
    }
    assert_eq!(position.perft(1), moves.len() as u64, "{slug} {sfen}");
    // No two moves are written alike.
    let mut texts: Vec<String> = moves.iter().map(|&mv| position.usi(mv).to_string()).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), moves.len(), "{slug} {sfen}");
}

/// Where the last move took a lion with no lion.
fn struck(game: &Game) -> Option<Square> {
    let lions = game.position().rules().variant().special.lions.as_ref()?;
    let undo = game.last()?;
    let is_lion = |man: Man| lions.lions.contains(&man.kind.index());
    let mut victims = undo.victims();
    victims.find(|&(_, man)| !is_lion(undo.mover()) && is_lion(man)).map(|(square, _)| square)
}

/// `KOMA_LISTS=1000` compares so many positions of every game, a tenth of the largest board's.
#[test]
fn every_game_lists_what_the_reference_lists_each_move_once() {
    let asked = std::env::var("KOMA_LISTS").ok().and_then(|n| n.parse().ok()).unwrap_or(100_usize);
    for variant in koma_variants::catalogue() {
        let rules = ruleset(&variant.slug);
        let squares = rules.geometry().squares();
        let (positions, every) = match squares {
            ..=100 => (asked, 7),
            101..=400 => (asked, 41),
            _ => (asked.div_ceil(10), 120),
        };
        let mut random = Random(variant.slug.bytes().fold(11, |n, b| n * 31 + u64::from(b)));
        let mut game = Game::start(&rules);
        let mut compared = 0;
        while compared < positions {
            if game.end().is_some() || game.moves().len() > 600 {
                game = Game::start(&rules);
            }
            let moves = game.legal_moves();
            // The set-up phase has tests of its own.
            let placing = game.position().is_placing(game.position().side());
            if game.moves().len().is_multiple_of(every) && !placing {
                compare(game.position(), struck(&game));
                compared += 1;
            }
            game.play_unchecked(moves[random.below(moves.len())]);
            // Men that take make other positions than men that wander.
            let takes = |mv: &&Move| game.position().man_at(mv.to()).is_some();
            if game.end().is_none() && random.below(3) == 0 {
                let captures: Vec<Move> =
                    game.legal_moves().iter().filter(takes).copied().collect();
                if !captures.is_empty() {
                    game.play_unchecked(captures[random.below(captures.len())]);
                }
            }
        }
    }
}

#[test]
fn counts_are_the_sums_of_lists() {
    for variant in koma_variants::catalogue() {
        let rules = ruleset(&variant.slug);
        let mut random = Random(5);
        let mut position = Position::start(&rules);
        let rounds = if rules.geometry().squares() > 400 { 2 } else { 6 };
        for _ in 0..rounds {
            let moves = position.legal_moves();
            assert_eq!(position.perft(1), moves.len() as u64, "{}", position.sfen());
            let mut sum = 0;
            for &mv in &moves {
                let undo = position.play_unchecked(mv);
                sum += position.legal_moves().len() as u64;
                position.undo(undo);
            }
            assert_eq!(position.perft(2), sum, "{} {}", variant.slug, position.sfen());
            for _ in 0..12 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    position = Position::start(&rules);
                    continue;
                }
                let _ = position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
    }
}

/// The cases of a second move generator.
#[test]
fn moves_are_listed_and_counted_once() {
    for (slug, sfen, moves) in [
        ("chu", "11k/11p/12/3N4+O3/12/12/12/12/12/12/12/K11 b - 1", 53),
        ("tenjiku", "15,k/16/16/16/16/16/8,p,7/8,FI,7/16/13,LN,2/16/16/16/16/16/K,15 b - 1", 102),
    ] {
        let position = position(slug, sfen);
        compare(&position, None);
        assert_eq!(
            (position.legal_moves().len(), position.perft(1)),
            (moves, moves as u64),
            "{slug}"
        );
    }
    let rules = ruleset("taikyoku");
    let hawk = rules
        .kinds()
        .find(|kind| rules.variant().kinds[kind.index()].piece.name == "Mountain hawk");
    let king = rules.kind("K").expect("a king");
    let mut setup = koma_rules::Setup::empty(&rules);
    for (square, kind, side) in [
        ("20s", hawk.expect("a hawk"), Side::Sente),
        ("1aj", king, Side::Sente),
        ("1a", king, Side::Gote),
    ] {
        setup.set(rules.square(square).expect("on the board"), Some(Man { kind, side }));
    }
    let position = Position::unjudged(&rules, &setup);
    compare(&position, None);
    assert_eq!((position.legal_moves().len(), position.perft(1)), (145, 145));
}

#[test]
fn equal_positions_count_once_as_outcomes() {
    // Two lions may both pass the turn, and both take the pawn between them without moving.
    let two = position("chu", "11k/12/12/12/3NpN6/12/12/12/12/12/12/K11 b - 1");
    let listed = two.perft(1);
    assert_eq!(listed, two.legal_moves().len() as u64);
    assert_eq!(two.perft_outcomes(1), listed - 2);
    let shogi = position("shogi", "startpos");
    assert_eq!(shogi.perft_outcomes(2), 900);
}
