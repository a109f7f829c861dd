//! What a piece is worth: a table of known pieces, else an estimate from its movement.
//!
//! The unit is that of piece files: a pawn is 100, a rook 1000, a royal piece 10000. The estimate counts
//! what a movement offers and knows nothing of boards or plans; it orders pieces, it does not
//! judge positions.
//!
//! ```
//! use koma_pieces::{value, Direction, Movement, Reach, Step};
//!
//! let running = |d| Step::new(d, Reach::Ranging);
//! let rook = Movement {
//!     steps: [Direction::N, Direction::E, Direction::S, Direction::W].map(running).to_vec(),
//!     ..Movement::default()
//! };
//! assert_eq!(value::estimate("Rook", "飛車", &rook, &[]), 1000); // the table
//! assert_eq!(value::estimate("Square mover", "方行", &rook, &[]), 1200); // the formula
//! assert_eq!(value::relative("Square mover", "方行", &rook, &[]), 1000); // a rook's move is 1000
//! ```

use crate::{Direction, Movement, Reach, SpecialRule};

/// The value of every royal piece.
pub const ROYAL: u32 = 10_000;

/// What the formula gives for a rook's movement.
const ROOK_BY_FORMULA: u32 = 1200;

/// A piece of the table.
struct Known {
    name: &'static str,
    names_ja: &'static [&'static str],
    value: u32,
    /// Its move, so that another piece of the same name is not given its value.
    moves: Shape,
}

/// The movement a name of the table stands for.
enum Shape {
    /// Exactly these directions, all with the same reach, and nothing else.
    Lines(&'static [Direction], Reach),
    /// Any movement that crosses the board in all eight directions.
    EightWays,
}

use Direction::{E, N, NE, NW, S, SE, SW, W};

const KNOWN: &[Known] = &[
    // Taikyoku's king moves up to two squares, everybody else's one.
    Known {
        name: "king",
        names_ja: &["王将", "玉将"],
        value: ROYAL,
        moves: Shape::Lines(&Direction::ALL, Reach::Limited(2)),
    },
    Known {
        name: "king",
        names_ja: &["王将", "玉将"],
        value: ROYAL,
        moves: Shape::Lines(&Direction::ALL, Reach::Single),
    },
    Known { name: "great general", names_ja: &["大将"], value: 5000, moves: Shape::EightWays },
    Known {
        name: "free king",
        names_ja: &["奔王"],
        value: 2000,
        moves: Shape::Lines(&Direction::ALL, Reach::Ranging),
    },
    Known {
        name: "rook",
        names_ja: &["飛車"],
        value: 1000,
        moves: Shape::Lines(&[N, E, S, W], Reach::Ranging),
    },
    Known {
        name: "bishop",
        names_ja: &["角行"],
        value: 900,
        moves: Shape::Lines(&[NE, SE, SW, NW], Reach::Ranging),
    },
    Known {
        name: "gold general",
        names_ja: &["金将"],
        value: 600,
        moves: Shape::Lines(&[N, NE, E, S, W, NW], Reach::Single),
    },
    Known {
        name: "silver general",
        names_ja: &["銀将"],
        value: 500,
        moves: Shape::Lines(&[N, NE, SE, SW, NW], Reach::Single),
    },
    Known {
        name: "lance",
        names_ja: &["香車"],
        value: 400,
        moves: Shape::Lines(&[N], Reach::Ranging),
    },
    Known {
        name: "pawn",
        names_ja: &["歩兵"],
        value: 100,
        moves: Shape::Lines(&[N], Reach::Single),
    },
];

/// The value of a piece: 10000 when royal, the table's for a known name with its known move, else
/// [`by_movement`].
pub fn estimate(name: &str, name_ja: &str, movement: &Movement, rules: &[SpecialRule]) -> u32 {
    fixed(name, name_ja, movement, rules).unwrap_or_else(|| by_movement(movement))
}

/// As [`estimate`], with the formula scaled so that a rook's move gives 1000, like the table's rook.
pub fn relative(name: &str, name_ja: &str, movement: &Movement, rules: &[SpecialRule]) -> u32 {
    fixed(name, name_ja, movement, rules).unwrap_or_else(|| {
        let scaled = u64::from(by_movement(movement)) * 1000 + u64::from(ROOK_BY_FORMULA) / 2;
        u32::try_from(scaled / u64::from(ROOK_BY_FORMULA)).unwrap_or(u32::MAX)
    })
}

fn fixed(name: &str, name_ja: &str, movement: &Movement, rules: &[SpecialRule]) -> Option<u32> {
    if rules.contains(&SpecialRule::Royal) {
        return Some(ROYAL);
    }
    let known = KNOWN.iter().find(|known| {
        (known.name.eq_ignore_ascii_case(name.trim()) || known.names_ja.contains(&name_ja.trim()))
            && known.moves.fits(movement)
    })?;
    Some(known.value)
}

impl Shape {
    fn fits(&self, movement: &Movement) -> bool {
        match self {
            Self::Lines(directions, reach) => {
                let only_steps = Movement { steps: movement.steps.clone(), ..Movement::default() };
                *movement == only_steps
                    && movement.steps.len() == directions.len()
                    && movement.steps.iter().all(|step| {
                        step.is_plain()
                            && step.reach == *reach
                            && directions.contains(&step.direction)
                    })
            }
            Self::EightWays => lines(movement).iter().all(|&reach| reach == Some(Reach::Ranging)),
        }
    }
}

/// The formula of `docs/piece-generator.md`, carried on to the movements beyond the base format.
///
/// | what | value |
/// |---|---|
/// | each direction it steps or slides in | 100 |
/// | ... any distance | +200 |
/// | ... up to n squares | +50 n, at most +200 |
/// | each leap | 100, with the same bonus when it may be repeated |
/// | each leap to slide on from | 100, besides the direction it slides in |
/// | each area move (lion), and lion moves along lines | 300 x radius |
/// | each direction from which it may turn (hook) | 300 |
/// | flying over men, with or without taking them | +1000 once |
/// | burning | +1000 |
/// | going anywhere on the board | +3000 |
/// | each move of several legs | 100 |
pub fn by_movement(movement: &Movement) -> u32 {
    let directions: u32 = lines(movement).into_iter().flatten().map(line_value).sum();
    let leaps: u32 = movement.jumps.iter().map(|jump| line_value(jump.rider)).sum();
    let areas: u32 = movement.area_moves.iter().map(|area| 300 * u32::from(area.radius)).sum();
    let line_area = movement.line_area.iter().flat_map(|area| &area.max_steps);
    let line_area = 300 * line_area.map(|&(_, steps)| u32::from(steps)).max().unwrap_or(0);
    let hooks: u32 = movement.hooks.iter().map(|hook| 300 * count(hook.dirs.len())).sum();
    let flies = !movement.jump_over.is_empty()
        || movement.range_capture.is_some()
        || movement.range_jump.is_some();
    directions
        + leaps
        + 100 * count(movement.jump_slides.len())
        + areas
        + line_area
        + hooks
        + 100 * count(movement.paths.len())
        + 1000 * u32::from(flies)
        + 1000 * u32::from(movement.burn)
        + 3000 * u32::from(movement.anywhere.is_some())
}

/// The farthest slide in each direction, in the order of [`Direction::ALL`]: overlaps count once.
fn lines(movement: &Movement) -> [Option<Reach>; 8] {
    let mut lines = [None; 8];
    let mut add = |direction: Direction, reach: Reach| {
        let line = &mut lines[direction as usize];
        *line = Some(line.map_or(reach, |before: Reach| before.max(reach)));
    };
    for step in &movement.steps {
        add(step.direction, step.reach);
    }
    for slide in &movement.jump_slides {
        add(slide.dir, slide.then);
    }
    for over in &movement.jump_over {
        add(over.dir, Reach::Ranging);
    }
    let flown = movement.range_capture.iter().flat_map(|flight| &flight.dirs);
    let jumped = movement.range_jump.iter().flat_map(|flight| &flight.dirs);
    for &direction in flown.chain(jumped) {
        add(direction, Reach::Ranging);
    }
    lines
}

fn line_value(reach: Reach) -> u32 {
    100 + match reach {
        Reach::Single => 0,
        Reach::Limited(n) => (50 * u32::from(n)).min(200),
        Reach::Ranging => 200,
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX / 1000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AreaMove, Jump, JumpOver, Step};

    fn steps(list: &[(Direction, Reach)]) -> Movement {
        let steps = list.iter().map(|&(d, r)| Step::new(d, r)).collect();
        Movement { steps, ..Movement::default() }
    }

    fn all(directions: &[Direction], reach: Reach) -> Movement {
        steps(&directions.iter().map(|&d| (d, reach)).collect::<Vec<_>>())
    }

    fn check(movement: &Movement, expected: u32) {
        assert_eq!(by_movement(movement), expected, "{movement:?}");
    }

    #[test]
    fn the_formula_counts_directions_ranges_and_leaps() {
        check(&Movement::default(), 0);
        check(&all(&[N], Reach::Single), 100);
        check(&all(&[N, E, S, W], Reach::Ranging), 1200);
        check(&all(&[NE, NW], Reach::Limited(2)), 400);
        check(&all(&[N], Reach::Limited(4)), 300);
        check(&all(&[N], Reach::Limited(30)), 300);
        let knight =
            Movement { jumps: vec![Jump::new(-2, -1), Jump::new(-2, 1)], ..Movement::default() };
        check(&knight, 200);
        let lion = AreaMove {
            radius: 2,
            max_steps: 2,
            can_return: true,
            captures: 2,
            jump: true,
            dirs: vec![],
        };
        check(&Movement { area_moves: vec![lion], ..Movement::default() }, 600);
    }

    #[test]
    fn flying_over_counts_once_and_its_lines_are_directions() {
        let over = |dir| JumpOver { dir, max_pieces: None };
        let mut movement = all(&[N, S], Reach::Ranging);
        movement.jump_over = vec![over(N)];
        check(&movement, 600 + 1000);
        movement.jump_over = vec![over(N), over(E)];
        check(&movement, 900 + 1000);
    }

    #[test]
    fn known_pieces_have_the_table_value_only_with_their_own_move() {
        let value = |name: &str, ja: &str, m: &Movement| estimate(name, ja, m, &[]);
        assert_eq!(value("LANCE", "", &all(&[N], Reach::Ranging)), 400);
        assert_eq!(value("Incense chariot", "香車", &all(&[N], Reach::Ranging)), 400);
        assert_eq!(value("Lance", "香車", &all(&[N, S], Reach::Ranging)), 600);
        assert_eq!(value("Gold general", "金将", &all(&[N, NE, E, S, W, NW], Reach::Single)), 600);
        assert_eq!(value("Free king", "奔王", &all(&Direction::ALL, Reach::Ranging)), 2000);
        assert_eq!(value("Great general", "大将", &all(&Direction::ALL, Reach::Ranging)), 5000);
        assert_eq!(value("Great general", "大将", &all(&[N, S], Reach::Ranging)), 600);
    }

    #[test]
    fn a_royal_piece_is_worth_ten_thousand_whatever_it_does() {
        let king = all(&Direction::ALL, Reach::Limited(2));
        assert_eq!(estimate("King", "王将", &king, &[SpecialRule::Royal]), ROYAL);
        assert_eq!(relative("Crown prince", "太子", &king, &[SpecialRule::Royal]), ROYAL);
        assert_eq!(estimate("King", "王将", &king, &[]), ROYAL);
        assert_eq!(estimate("Emperor's aunt", "", &king, &[]), 1600);
    }

    #[test]
    fn relative_values_put_the_rook_at_one_thousand() {
        let value = |m: &Movement| relative("Nobody", "", m, &[]);
        assert_eq!(value(&all(&[N, E, S, W], Reach::Ranging)), 1000);
        assert_eq!(value(&all(&[N], Reach::Single)), 83);
        assert_eq!(value(&all(&Direction::ALL, Reach::Ranging)), 2000);
        assert_eq!(relative("Bishop", "角行", &all(&[NE, SE, SW, NW], Reach::Ranging), &[]), 900);
    }
}
