//! Second ways to solve a mate problem, which share nothing with the solver but the rules.
#![allow(dead_code)] // No test uses all of it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use koma_rules::{Game, KindId, Man, Move, Position, Ruleset, Setup, Side, Square, Winner};
use koma_search::mate::{Answer, Solver, Task};

/// The rules of a catalogue variant.
pub fn ruleset(slug: &str) -> Arc<Ruleset> {
    let variant = koma_variants::find(slug).unwrap_or_else(|| panic!("{slug} is in the catalogue"));
    Ruleset::compile(variant).unwrap_or_else(|findings| panic!("{slug} compiles: {findings:?}"))
}

/// A position of a catalogue variant, whatever its faults.
pub fn position(slug: &str, sfen: &str) -> Position {
    koma_search::mate::read(&ruleset(slug), sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

/// The rows of a table of problems, their fields at tabs.
pub fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').collect())
}

/// Whether everything is asked for, and not a sample.
pub fn full() -> bool {
    std::env::var_os("KOMA_FULL").is_some()
}

/// What the solver says.
#[track_caller]
pub fn solve_in(solver: &mut Solver, position: &Position, task: Task) -> Answer {
    let stop = AtomicBool::new(false);
    solver.solve(position, &task, &stop, &mut |_| {}).unwrap_or_else(|reason| panic!("{reason}"))
}

/// Plays a line to its end, which must be the end of the game.
#[track_caller]
pub fn replay(position: &Position, answer: &Answer) {
    let mut game = Game::from(position.clone());
    for &mv in &answer.line {
        game.play(mv).unwrap_or_else(|reason| panic!("{}: {reason}", position.sfen()));
    }
    let won = game.end().is_some_and(|end| end.winner == Winner::Side(position.side()));
    // In games without check rules the royal is still to be taken.
    let threatened = game.position().is_threatened(game.position().side());
    let mut left = Vec::new();
    game.position().evasions_into(&mut left);
    let cornered = !position.rules().has_check_rules() && threatened && left.is_empty();
    assert!(won || cornered, "{}: {:?}", position.sfen(), game.end());
}

/// Small random numbers, the same in every run.
pub struct Random(pub u64);

impl Random {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// The attacker's checks, or the defender's answers, each by trying every legal move.
fn moves(position: &Position, attacks: bool) -> Vec<(Move, Position)> {
    let side = position.side();
    let mut all = Vec::new();
    for mv in position.legal_moves_by_trial() {
        let mut after = position.clone();
        let _ = after.play_unchecked(mv);
        let counts = if attacks {
            after.is_threatened(side.other()) || after.has_lost_royal(side.other())
        } else {
            position.rules().has_check_rules()
                || after.has_lost_royal(side.other())
                || !after.is_threatened(side)
        };
        if counts {
            all.push((mv, after));
        }
    }
    all
}

struct Node {
    attacks: bool,
    next: Vec<usize>,
    /// Over, with this many plies to mate (0) or never.
    over: Option<bool>,
}

/// The length of the shortest mate (`Some(None)` if there is none), from the graph of all positions
/// that checks and answers lead to; `None` if there are more than `most`.
pub fn exact(position: &Position, most: usize) -> Option<Option<u16>> {
    let attacker = position.side();
    let mut index = HashMap::from([(position.key(), 0)]);
    let mut queue = vec![position.clone()];
    let mut nodes: Vec<Node> = Vec::new();
    while nodes.len() < queue.len() {
        let here = queue[nodes.len()].clone();
        let attacks = here.side() == attacker;
        let over = here.end_at_once().map(|end| end.winner == Winner::Side(attacker));
        let mut next = Vec::new();
        if over.is_none() {
            for (_, after) in moves(&here, attacks) {
                let fresh = queue.len();
                let at = *index.entry(after.key()).or_insert(fresh);
                if at == fresh {
                    queue.push(after);
                }
                next.push(at);
            }
        }
        if queue.len() > most {
            return None;
        }
        nodes.push(Node { attacks, next, over });
    }
    // The least fixed point: mates in 0, 1, 2, ... until nothing new is found.
    let mut plies: Vec<Option<u16>> = nodes
        .iter()
        .map(|node| match node.over {
            Some(won) => won.then_some(0),
            None => (!node.attacks && node.next.is_empty()).then_some(0),
        })
        .collect();
    let mut missed = 0;
    for length in 1..u16::MAX {
        let mut changed = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            if plies[at].is_some() || node.over.is_some() || node.next.is_empty() {
                continue;
            }
            let known = |&next: &usize| plies[next].is_some();
            if if node.attacks { node.next.iter().any(known) } else { node.next.iter().all(known) }
            {
                changed.push(at);
            }
        }
        missed = if changed.is_empty() { missed + 1 } else { 0 };
        changed.iter().for_each(|&at| plies[at] = Some(length));
        if missed > 1 {
            break;
        }
    }
    Some(plies[0])
}

/// Plays every answer of the defender against the attacker's `reply`; each must end in mate within
/// so many plies. Says how many positions it met.
pub fn refutes_every_defence(
    position: &Position,
    plies: usize,
    reply: &mut impl FnMut(&Position) -> Option<Move>,
) -> usize {
    let mut met = HashMap::new();
    refute(position, plies, reply, &mut met);
    met.len()
}

fn refute(
    position: &Position,
    plies: usize,
    reply: &mut impl FnMut(&Position) -> Option<Move>,
    met: &mut HashMap<u64, usize>,
) {
    // What mates in few plies mates in more.
    if met.get(&position.key()).is_some_and(|&fewer| fewer <= plies) {
        return;
    }
    let mut after = position.clone();
    let mv = reply(position).unwrap_or_else(|| panic!("no reply in {}", position.sfen()));
    assert!(position.is_legal(mv), "{} in {}", position.usi(mv), position.sfen());
    assert!(plies > 0, "the mate takes longer in {}", position.sfen());
    let _ = after.play_unchecked(mv);
    assert!(after.is_threatened(after.side()), "no check: {}", after.sfen());
    for (_, answered) in moves(&after, false) {
        refute(&answered, plies.saturating_sub(2), reply, met);
    }
    met.insert(position.key(), plies);
}

/// Positions in which the side to move has checks, made from random play.
pub fn attacks(slug: &str, count: usize, seed: u64) -> Vec<Position> {
    let rules = ruleset(slug);
    let mut random = Random(seed);
    let mut found = Vec::new();
    for _ in 0..20 * count {
        let mut position = Position::start(&rules);
        for _ in 0..12 + random.below(80) {
            let mut moves = Vec::new();
            position.checks_into(&mut moves);
            if moves.is_empty() || random.below(2) > 0 {
                moves = position.legal_moves();
            }
            if moves.is_empty() {
                break;
            }
            let _ = position.play_unchecked(moves[random.below(moves.len())]);
        }
        let mut checks = Vec::new();
        position.checks_into(&mut checks);
        if !checks.is_empty() && !position.is_threatened(position.side().other()) {
            found.push(position);
        }
        if found.len() >= count {
            break;
        }
    }
    found
}

/// A position with few men: the defender's royal near an edge with two men of its own at most, the
/// attacker's men around it, and little in hand.
pub fn sparse(rules: &Arc<Ruleset>, random: &mut Random) -> Option<Position> {
    let geometry = rules.geometry();
    let squares: Vec<_> = geometry.all().collect();
    let royal = |kind: &KindId| rules.variant().kinds[kind.index()].royal;
    let kinds: Vec<KindId> = rules.kinds().filter(|kind| !royal(kind)).collect();
    let king = rules.kinds().find(royal)?;
    let mut setup = Setup::empty(rules);
    let home = squares[random.below(squares.len())];
    setup.set(home, Some(Man { kind: king, side: Side::Gote }));
    let near = |a: Square, b: Square| {
        let (a, b) = (geometry.name(a), geometry.name(b));
        a.file.abs_diff(b.file) <= 3 && a.rank.abs_diff(b.rank) <= 3
    };
    let around: Vec<_> = squares.iter().copied().filter(|&s| s != home && near(s, home)).collect();
    let put = |side: Side, count: usize, random: &mut Random, setup: &mut Setup| {
        for _ in 0..count {
            let kind = kinds[random.below(kinds.len())];
            setup.set(around[random.below(around.len())], Some(Man { kind, side }));
        }
    };
    put(Side::Gote, random.below(3), random, &mut setup);
    put(Side::Sente, 1 + random.below(3), random, &mut setup);
    for (side, most) in [(Side::Sente, 4), (Side::Gote, 2)] {
        for _ in 0..random.below(most) {
            if let [_, ..] = rules.hand_order() {
                let kind = rules.hand_order()[random.below(rules.hand_order().len())];
                setup.hold(side, kind, 1);
            }
        }
    }
    let position = Position::unjudged(rules, &setup);
    let mut checks = Vec::new();
    position.checks_into(&mut checks);
    let fine = !checks.is_empty()
        && !position.is_threatened(Side::Gote)
        && !position.is_over()
        && position.side() == Side::Sente;
    fine.then_some(position)
}

/// Whether there is a mate in at most so many plies, by trying everything.
pub fn mates_within(position: &Position, plies: u16) -> bool {
    let refuted = |after: &Position| {
        let over = after.end_at_once().map(|end| end.winner == Winner::Side(position.side()));
        over.unwrap_or_else(|| {
            let mut answers = moves(after, false).into_iter();
            answers.all(|(_, answered)| plies > 2 && mates_within(&answered, plies - 2))
        })
    };
    moves(position, true).iter().any(|(_, after)| refuted(after))
}
