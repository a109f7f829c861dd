//! Nothing that is accepted takes long: random movements on boards of every size, priced before
//! anybody plays, and bounded in whatever position strangers send.

mod support;

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use koma_pieces::{
    Anywhere, AreaMove, Condition, Direction, Hook, Hop, Jump, JumpOver, JumpSlide, Leg, LineArea,
    Mode, Movement, Path, RangeCapture, RangeJump, Reach, Step,
};
use koma_rules::{Geometry, Position, Ruleset, Setup, Side, spent_within};
use koma_variants::{PromotionWhen, Variant};
use support::Random;

/// The most a list may take on the largest board, where it is not out of steps before, and the most
/// memory rules may take.
const LONGEST: Duration = Duration::from_millis(50);
const MOST_MEMORY: usize = 100 << 20;

/// A list that ran out of steps may have looked at so many squares more before it noticed.
const OVERSHOOT: u64 = 1_000;

impl Random {
    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    fn reach(&mut self) -> Reach {
        match self.below(4) {
            0 => Reach::Single,
            1 => Reach::Limited(2 + self.below(6) as u16),
            _ => Reach::Ranging,
        }
    }

    fn offset(&mut self) -> i8 {
        self.below(7) as i8 - 3
    }

    fn direction(&mut self) -> Direction {
        Direction::ALL[self.below(8)]
    }

    fn directions(&mut self) -> Vec<Direction> {
        let all = Direction::ALL.into_iter();
        all.filter(|_| !self.chance(3)).collect()
    }

    fn condition(&mut self) -> Condition {
        let mode = [Mode::Both, Mode::MoveOnly, Mode::CaptureOnly][self.below(3)];
        Condition { mode, initial: self.chance(8), takes_own: self.chance(8) }
    }

    fn hop(&mut self) -> Option<Hop> {
        [None, None, Some(Hop::Over), Some(Hop::Behind)][self.below(4)]
    }

    fn leg(&mut self) -> Leg {
        Leg {
            rows: self.offset(),
            cols: self.offset(),
            reach: self.reach(),
            on_empty: !self.chance(4),
            takes: self.chance(2),
            takes_own: self.chance(8),
            hops: self.chance(6),
            hop: self.hop(),
            skip: self.below(3) as u8,
            lame: self.chance(6),
        }
    }

    /// Some of every field there is.
    fn movement(&mut self) -> Movement {
        let few = |random: &mut Self, most: usize| 0..random.below(most + 1);
        Movement {
            steps: few(self, 8)
                .map(|_| Step {
                    hop: self.hop(),
                    skip: self.below(3) as u8,
                    when: self.condition(),
                    ..Step::new(self.direction(), self.reach())
                })
                .collect(),
            jumps: few(self, 12)
                .map(|_| Jump {
                    rider: self.reach(),
                    lame: self.chance(4),
                    must_leap: self.chance(6),
                    hop: self.hop(),
                    when: self.condition(),
                    ..Jump::new(self.offset(), self.offset())
                })
                .collect(),
            area_moves: few(self, 1)
                .map(|_| AreaMove {
                    radius: 1 + self.below(4) as u8,
                    max_steps: 1 + self.below(4) as u8,
                    can_return: self.chance(2),
                    captures: self.below(5) as u8,
                    jump: self.chance(2),
                    dirs: if self.chance(2) { Vec::new() } else { self.directions() },
                })
                .collect(),
            jump_slides: few(self, 2)
                .map(|_| JumpSlide { dir: self.direction(), leap: 2, then: self.reach() })
                .collect(),
            jump_over: few(self, 2)
                .map(|_| JumpOver { dir: self.direction(), max_pieces: None })
                .collect(),
            hooks: few(self, 1)
                .map(|_| Hook {
                    dirs: self.directions(),
                    turn: [45, 90, 135, 180][self.below(4)],
                    max_turns: 1 + self.below(2) as u8,
                    then: self.reach(),
                })
                .collect(),
            line_area: self.chance(4).then(|| LineArea {
                max_steps: vec![(self.direction(), 1 + self.below(4) as u8)],
                can_jump: self.chance(2),
                can_capture_each: self.chance(2),
                can_return: self.chance(2),
            }),
            range_capture: self.chance(8).then(|| RangeCapture {
                dirs: self.directions(),
                rank: self.below(4) as u8,
                cannot_jump: Vec::new(),
            }),
            range_jump: self.chance(8).then(|| RangeJump {
                dirs: self.directions(),
                rank: self.below(4) as u8,
                cannot_jump: Vec::new(),
                only_when_capturing: self.chance(2),
            }),
            igui: if self.chance(4) { self.directions() } else { Vec::new() },
            burn: self.chance(10),
            anywhere: self.chance(12).then(|| Anywhere { takes_guarded: self.chance(2) }),
            paths: few(self, 3)
                .map(|_| Path {
                    legs: (0..1 + self.below(4)).map(|_| self.leg()).collect(),
                    initial: self.chance(6),
                })
                .collect(),
        }
    }

    /// A position: so many squares in a hundred hold a man of one of the kinds.
    fn start(&mut self, variant: &Variant, codes: &[&str], percent: usize) -> String {
        let (files, ranks) = (usize::from(variant.files), usize::from(variant.ranks));
        let rows = (0..ranks).map(|rank| {
            let (mut row, mut empty) = (String::new(), 0_usize);
            for file in 0..files {
                let man = match (rank, file) {
                    (0, 0) => "k".to_owned(),
                    _ if (rank, file) == (ranks - 1, files - 1) => "K".to_owned(),
                    _ if self.below(100) < percent => {
                        let code = codes[self.below(codes.len())];
                        if self.chance(2) { code.to_owned() } else { code.to_lowercase() }
                    }
                    _ => {
                        empty += 1;
                        continue;
                    }
                };
                push_empty(&mut row, std::mem::take(&mut empty));
                row.push_str(&man);
            }
            push_empty(&mut row, empty);
            row
        });
        format!("{} b - 1", rows.collect::<Vec<_>>().join("/"))
    }

    fn variant(&mut self) -> Variant {
        let base = ["minishogi", "sho", "judkins"][self.below(3)];
        let mut variant = koma_variants::find(base).expect("in the catalogue").clone();
        let size = |random: &mut Self| match random.below(3) {
            0 => 3 + random.below(10) as u8,
            1 => 10 + random.below(20) as u8,
            _ => Geometry::MOST,
        };
        (variant.files, variant.ranks) = (size(self), size(self));
        for kind in variant.kinds.iter_mut().filter(|kind| !kind.royal) {
            kind.piece.movement = self.movement();
            kind.zone = None;
        }
        variant.check_rules = self.chance(3);
        if self.chance(4) {
            variant.promotion.when = PromotionWhen::TouchesZone;
        }
        variant.endings.retain(|ending| !ending.kind.is_at_once());
        variant.handicaps.clear();
        let (codes, percent) = (codes(&variant), [2, 10, 30, 70][self.below(4)]);
        let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
        variant.start = self.start(&variant, &codes, percent);
        variant
    }
}

fn push_empty(row: &mut String, empty: usize) {
    if empty > 0 {
        row.push_str(&empty.to_string());
    }
}

/// The codes of the men that are not royal, unpromoted.
fn codes(variant: &Variant) -> Vec<String> {
    let plain = variant.kinds.iter().filter(|kind| !kind.royal && !kind.code.starts_with('+'));
    plain.map(|kind| kind.code.clone()).collect()
}

/// How long this thread has run, whoever else wants the processor; where the system does not say, how
/// long it is since the first call.
fn time_run() -> Duration {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    let began = BEGAN.get_or_init(Instant::now);
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = said.and_then(|said| said.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| began.elapsed(), Duration::from_nanos)
}

/// The most memory this process ever had, where the system says so: rules, positions, lists and what
/// was in use while they were made.
fn most_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok().map(|kilobytes: usize| kilobytes << 10)
}

/// The time of a job: the least of some tries, because others use the machine, too.
fn least_time(mut job: impl FnMut()) -> Duration {
    let mut least = Duration::MAX;
    for _ in 0..12 {
        let began = time_run();
        job();
        least = least.min(time_run() - began);
        if least < LONGEST / 2 {
            break;
        }
    }
    least
}

/// A number that may be set from outside.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// `KOMA_FUZZ=5000` tries so many variants, each in several positions; `KOMA_SEED=2` tries others.
#[test]
fn no_accepted_variant_lists_its_moves_without_end() {
    let tries = number("KOMA_FUZZ", 150) as usize;
    let mut random = Random(number("KOMA_SEED", 14));
    let (mut accepted, mut refused, mut ended, mut worst) = (0, 0, 0, 0.0_f64);
    let (mut slowest, mut largest) = (Duration::ZERO, 0);
    for _ in 0..tries {
        let variant = random.variant();
        let rules = match Ruleset::compile(&variant) {
            Ok(rules) => rules,
            Err(findings) => {
                let known = |code: &str| matches!(code, "moves-too-dear" | "movement-not-playable");
                assert!(findings.iter().all(|f| known(f.code)), "{findings:?}");
                refused += 1;
                continue;
            }
        };
        accepted += 1;
        let budget = rules.step_budget();
        // The start position is promised; other positions may run out, and say so.
        let mut position = Position::start(&rules);
        let moves = position.try_legal_moves().expect("the start position was priced");
        let time = least_time(|| drop(position.try_legal_moves()));
        assert!(time <= LONGEST, "{time:?} for {} moves of {}", moves.len(), position.sfen());
        assert!(rules.memory() <= MOST_MEMORY, "{} bytes", rules.memory());
        (slowest, largest) = (slowest.max(time), largest.max(rules.memory()));
        let all = codes(&variant);
        let codes: Vec<&str> = all.iter().map(String::as_str).collect();
        if !moves.is_empty() {
            let _ = position.play_unchecked(moves[random.below(moves.len())]);
            ended += usize::from(check(&position, budget, &mut worst));
        }
        for percent in [5, 40] {
            let sfen = random.start(&variant, &codes, percent);
            let setup = Setup::read(&rules, &sfen).expect("a position");
            ended += usize::from(check(&Position::unjudged(&rules, &setup), budget, &mut worst));
        }
    }
    eprintln!("{accepted} accepted, {refused} refused, {ended} positions ended, worst {worst:.2}");
    eprintln!("the slowest list {slowest:?}, the largest rules {} KB", largest >> 10);
    if let Some(peak) = most_memory() {
        eprintln!("this process took {} MB at most", peak >> 20);
        assert!(peak <= 2 * MOST_MEMORY, "{peak} bytes");
    }
    assert!(accepted > tries / 4 && refused > 0, "{accepted} accepted, {refused} refused");
}

/// Lists the moves of a position under the budget; whether it ran out. Whether or not, it has
/// stopped soon after.
fn check(position: &Position, budget: u64, worst: &mut f64) -> bool {
    let listed = || position.legal_moves().len() as u64;
    match spent_within(budget, listed) {
        // A move listed is paid for.
        Ok((moves, steps)) => {
            assert!(moves <= steps, "{moves} moves in {steps} steps");
            *worst = worst.max(steps as f64 / budget as f64);
            false
        }
        Err(error) => {
            let time = least_time(|| drop(position.try_legal_moves()));
            assert!(time <= 2 * LONGEST, "{time:?} until it ends: {}", position.sfen());
            let over = error.spent - budget;
            assert!(over <= OVERSHOOT, "{over} steps too many in {}", position.sfen());
            true
        }
    }
}

#[test]
fn a_piece_of_many_ranging_legs_is_refused_by_name() {
    let mut variant = koma_variants::find("sho").unwrap().clone();
    (variant.files, variant.ranks) = (36, 36);
    let leg = |rows, cols| Leg { rows, cols, reach: Reach::Ranging, ..Random(1).leg() };
    let leg =
        |rows, cols| Leg { on_empty: true, hop: None, skip: 0, lame: false, ..leg(rows, cols) };
    let paths = (0..8).map(|turn| Path {
        legs: (0..4_i8)
            .map(|more| Direction::ALL[0].turn(turn + 2 * more).offset())
            .map(|(rows, cols)| leg(rows, cols))
            .collect(),
        initial: false,
    });
    let rook = variant.kinds.iter_mut().find(|kind| kind.code == "R").unwrap();
    rook.piece.movement = Movement { paths: paths.collect(), ..Movement::default() };
    rook.piece.name = "Spider".to_owned();
    let rows: Vec<String> = (0..36)
        .map(|rank| match rank {
            0 => "k35".to_owned(),
            35 => "35K".to_owned(),
            1..5 => "r".repeat(36),
            31..35 => "R".repeat(36),
            _ => "36".to_owned(),
        })
        .collect();
    variant.start = format!("{} b - 1", rows.join("/"));
    variant.endings.retain(|ending| !ending.kind.is_at_once());
    let findings = Ruleset::compile(&variant).unwrap_err();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].code, "moves-too-dear");
    let message = findings[0].message.say(koma_text::Lang::En);
    assert!(message.starts_with("Spider: "), "{message}");
}

#[test]
fn a_list_that_is_out_of_steps_asks_for_no_more_of_them() {
    // Half of the largest board full of men that range everywhere: what they would cost is asked for
    // one by one, and none of it is spent after the first refusal.
    let mut variant = koma_variants::find("sho").unwrap().clone();
    (variant.files, variant.ranks) = (36, 36);
    let rook = variant.kinds.iter_mut().find(|kind| kind.code == "R").unwrap();
    let ranging = Direction::ALL.into_iter().map(|dir| Step::new(dir, Reach::Ranging));
    rook.piece.movement = Movement { steps: ranging.collect(), ..Movement::default() };
    variant.start = format!("k35/{}35K b - 1", "36/".repeat(34));
    variant.endings.retain(|ending| !ending.kind.is_at_once());
    variant.handicaps.clear();
    let rules = Ruleset::compile(&variant).unwrap();
    let full =
        format!("k35/{}{}35K b - 1", "36/".repeat(17), format!("{}/", "R".repeat(36)).repeat(17));
    let position = Position::unjudged(&rules, &Setup::read(&rules, &full).unwrap());
    let (moves, steps) = spent_within(u64::MAX, || position.legal_moves().len()).unwrap();
    assert!(moves > 1000 && steps > 100_000, "{moves} moves in {steps} steps");
    let short = spent_within(1000, || position.legal_moves()).unwrap_err();
    assert!(short.spent < 2000, "{} steps of 1000", short.spent);
}

#[test]
fn every_game_of_the_catalogue_is_far_below_its_budget() {
    for variant in koma_variants::catalogue() {
        let rules = support::ruleset(&variant.slug);
        let mut position = Position::start(&rules);
        let mut random = Random(3);
        let plies = if rules.geometry().squares() > 400 { 30 } else { 60 };
        for _ in 0..plies {
            let (moves, steps) = spent_within(rules.step_budget(), || position.legal_moves())
                .unwrap_or_else(|error| panic!("{}: {error}", position.sfen()));
            let share = steps as f64 / rules.step_budget() as f64;
            assert!(share < 0.5, "{}: {share} in {}", variant.slug, position.sfen());
            if moves.is_empty() {
                break;
            }
            let _ = position.play_unchecked(moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn sides_have_the_same_budget() {
    let rules = support::ruleset("taikyoku");
    let mut turned = rules.start().clone();
    turned.side = Side::Gote;
    assert!(Position::unjudged(&rules, &turned).try_legal_moves().is_ok());
}
