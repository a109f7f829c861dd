//! The reference interpreter, rule by rule.
//!
//! In the diagrams `M` is the man that moves, `o` its own men, `x` enemies, digits enemies of that
//! rank and `k` an own man of rank 9. In the answers `*` is a square it may move to, `#` a man it
//! may take by ending there.

use std::collections::BTreeSet;

use koma_betza::Dialect;
use koma_pieces::betza::read;
use koma_pieces::reach::{
    Board, Man, Mover, Options, Outcome, Reached, Square, can_ever_move, reach,
};
use koma_pieces::{
    AreaMove, Direction, JumpOver, LineArea, Movement, RangeCapture, RangeJump, Reach, Step,
};

fn rows(diagram: &str) -> Vec<Vec<char>> {
    let rows = diagram.lines().map(|line| line.split_whitespace().flat_map(str::chars).collect());
    rows.filter(|row: &Vec<char>| !row.is_empty()).collect()
}

fn position(diagram: &str) -> (Board, Square) {
    let rows = rows(diagram);
    let mut board = Board::new(rows.len() as u8, rows[0].len() as u8);
    let mut at = Square { row: 0, col: 0 };
    for (row, line) in rows.iter().enumerate() {
        for (col, &c) in line.iter().enumerate() {
            let square = Square { row: row as u8, col: col as u8 };
            match c {
                'M' => at = square,
                'o' => board.put(square, Man { own: true, ..Man::default() }),
                'k' => board.put(square, Man { own: true, rank: 9, ..Man::default() }),
                'x' => board.put(square, Man::default()),
                'f' => board.put(square, Man { burns: true, ..Man::default() }),
                '0'..='9' => board.put(square, Man { rank: c as u8 - b'0', ..Man::default() }),
                _ => {}
            }
        }
    }
    (board, at)
}

fn reached(diagram: &str, movement: &Movement, options: Options) -> (Reached, Square) {
    let (board, at) = position(diagram);
    let mover = Mover { movement, at, virgin: true, faces_down: false };
    (reach(&board, mover, options).expect("few moves"), at)
}

/// Compares destinations; moves that take anything but the man on their last square are left out.
#[track_caller]
fn check_with(diagram: &str, movement: &Movement, options: Options, expected: &str) {
    let (reached, _) = reached(diagram, movement, options);
    let mut drawn = rows(diagram);
    for Outcome { to, captured, .. } in &reached.moves {
        let cell = &mut drawn[usize::from(to.row)][usize::from(to.col)];
        if captured.is_empty() && *cell != 'M' {
            *cell = '*';
        } else if captured.len() == 1 && captured.contains(to) {
            *cell = '#';
        }
    }
    let text = |rows: Vec<Vec<char>>| {
        rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(text(drawn), text(rows(expected)));
}

#[track_caller]
fn check(diagram: &str, movement: &Movement, expected: &str) {
    check_with(diagram, movement, Options::default(), expected);
}

fn betza(text: &str) -> Movement {
    let (movement, findings) = read(text, Dialect::Strict);
    assert!(findings.iter().all(|finding| !finding.is_error()), "{findings:?}");
    movement
}

/// A destination and the men taken, relative to the mover: columns to the right, rows up.
type OddMove = ((i8, i8), Vec<(i8, i8)>);

/// Moves that take other men than the one on their last square, as `(to, captured)`.
fn odd_moves(diagram: &str, movement: &Movement) -> Vec<OddMove> {
    let (reached, at) = reached(diagram, movement, Options::default());
    let relative = |s: &Square| (s.col as i8 - at.col as i8, at.row as i8 - s.row as i8);
    reached
        .moves
        .iter()
        .filter(|m| m.captured != BTreeSet::from([m.to]) && !m.captured.is_empty())
        .map(|m| (relative(&m.to), m.captured.iter().map(relative).collect()))
        .collect()
}

#[test]
fn hook_mover_turns_once_on_an_empty_square_and_a_capture_ends_its_move() {
    check(
        "
        . . . . .
        . o . x .
        M . . . .
        . . o . .
        ",
        &betza("RmasR"),
        "
        * * * * *
        * o * # *
        M * * * *
        * * o * *
        ",
    );
}

#[test]
fn peacock_hooks_only_after_a_forward_slide() {
    check(
        "
        . . . . .
        . . . . .
        . . M . .
        . . . . .
        . . . . .
        ",
        &betza("fBfmasB"),
        "
        * . * . *
        . * . * .
        * . M . *
        . . . . .
        . . . . .
        ",
    );
}

#[test]
fn lion_counts_are_those_of_two_programs() {
    // CHU-6: a lone lion has 25 distinct moves, listed 88 with the square between.
    let mut empty = String::new();
    for row in 0..12 {
        empty += if row == 6 { ". . . . . . M . . . . .\n" } else { ". . . . . . . . . . . .\n" };
    }
    let lion = Movement { area_moves: betza("KNADcaKmcabK").area_moves, ..Movement::default() };
    let (reached, _) = reached(&empty, &lion, Options::default());
    assert_eq!((reached.moves.len(), reached.listed.len()), (25, 88));
    // Falcon and eagle along their lines: 41 and 40 listed from that square.
    let falcon = self::reached(&empty, &betza("BsbRfWfDfcavWfmabW"), Options::default()).0;
    let slides = self::reached(&empty, &betza("BsbR"), Options::default()).0;
    assert_eq!(falcon.listed.len(), slides.listed.len() + 4);
    let eagle = self::reached(&empty, &betza("RbBfFfAfcavFfmabF"), Options::default()).0;
    let slides = self::reached(&empty, &betza("RbB"), Options::default()).0;
    assert_eq!(eagle.listed.len(), slides.listed.len() + 8);
}

#[test]
fn lion_surrounded_by_own_men_cannot_pass_but_leaps() {
    let diagram = "
        . . . . .
        . o o o .
        . o M o .
        . o o o .
        . . . . .
    ";
    let lion = betza("KNADcaKmcabK");
    check(
        diagram,
        &lion,
        "
        * * * * *
        * o o o *
        * o M o *
        * o o o *
        * * * * *
        ",
    );
    let (reached, at) = reached(diagram, &lion, Options::default());
    assert!(reached.moves.iter().all(|m| m.to != at));
}

#[test]
fn lion_takes_twice_takes_and_goes_on_and_takes_without_moving() {
    let diagram = "
        o o x
        o x o
        M o o
    ";
    let odd = odd_moves(diagram, &betza("KNADcaKmcabK"));
    assert!(odd.contains(&((2, 2), vec![(2, 2), (1, 1)])));
    assert!(odd.contains(&((0, 0), vec![(1, 1)])));
    assert_eq!(odd.len(), 2);
}

#[test]
fn area_mover_walks_round_men_and_stops_where_it_takes() {
    check(
        "
        . . . . .
        . o x o .
        . o M . .
        . o o o .
        . . . . .
        ",
        &betza("KmaK"),
        "
        . . . . .
        . o # o *
        . o M * *
        . o o o *
        . . . . .
        ",
    );
}

#[test]
fn lion_dog_works_along_each_line_up_to_three_steps() {
    let dog = Movement {
        line_area: Some(LineArea {
            max_steps: vec![(Direction::N, 3)],
            can_jump: true,
            can_capture_each: true,
            can_return: true,
        }),
        ..Movement::default()
    };
    let odd = odd_moves(". \n x \n x \n x \n M", &dog);
    let expected: Vec<OddMove> = vec![
        ((0, 3), vec![(0, 3), (0, 2)]),
        ((0, 3), vec![(0, 3), (0, 2), (0, 1)]),
        ((0, 3), vec![(0, 3), (0, 1)]),
        ((0, 2), vec![(0, 2), (0, 1)]),
        ((0, 1), vec![(0, 2), (0, 1)]),
        ((0, 0), vec![(0, 1)]),
    ];
    let set = |list: Vec<OddMove>| BTreeSet::from_iter(list);
    assert_eq!(set(odd), set(expected));
}

#[test]
fn slide_passes_over_at_most_so_many_men() {
    let over = |max_pieces| Movement {
        jump_over: vec![JumpOver { dir: Direction::E, max_pieces }],
        ..Movement::default()
    };
    check("M . x . o . x . x .", &over(Some(0)), "M * # . o . x . x .");
    check("M . x . o . x . x .", &over(Some(2)), "M * # * o * # . x .");
    check("M . x . o . x . x .", &over(None), "M * # * o * # * # *");
}

#[test]
fn leap_and_slide_starts_beyond_whatever_is_near() {
    check("M x . . o .", &betza("rjR"), "M x * * o .");
    check("M o . . . .", &betza("rjjR4"), "M o . * * .");
    check("M . o . . .", &betza("rjR"), "M . o . . .");
}

#[test]
fn range_capture_takes_all_it_flies_over_up_to_an_equal() {
    let flight = RangeCapture { dirs: vec![Direction::E], rank: 2, cannot_jump: Vec::new() };
    let flies = Movement { range_capture: Some(flight), ..Movement::default() };
    let diagram = "M . 1 o . 2 .";
    let ends = |options: Options| -> Vec<(u8, usize)> {
        let (reached, _) = reached(diagram, &flies, options);
        reached.moves.iter().map(|m| (m.to.col, m.captured.len())).collect()
    };
    assert_eq!(ends(Options::default()), [(1, 0), (2, 1), (4, 2), (5, 3)]);
    let spares = Options { range_capture_blocker: false, ..Options::default() };
    assert_eq!(ends(spares), [(1, 0), (2, 1), (4, 2)]);
    let lands = Options { range_land_own: true, ..Options::default() };
    assert_eq!(ends(lands), [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3)]);
    // An own man of equal rank stops the flight for good.
    let (blocked, _) = reached("M . k .", &flies, lands);
    assert_eq!(blocked.moves.len(), 1);
}

#[test]
fn range_jump_jumps_lower_ranks_and_takes_only_where_it_ends() {
    let jump = |only_when_capturing| Movement {
        range_jump: Some(RangeJump {
            dirs: vec![Direction::E],
            rank: 2,
            cannot_jump: Vec::new(),
            only_when_capturing,
        }),
        ..Movement::default()
    };
    check("M . 1 . o . 3 . x", &jump(true), "M * # . o . # . x");
    check("M . 1 . o . 3 . x", &jump(false), "M * # * o * # . x");
}

#[test]
fn igui_takes_next_to_itself_without_moving() {
    let odd = odd_moves("x x . \n M o .", &betza("cabK"));
    assert_eq!(odd, [((0, 0), vec![(0, 1)]), ((0, 0), vec![(1, 1)])]);
}

#[test]
fn fire_burns_its_neighbours_where_it_stops_and_the_standing_fire_burns_first() {
    let step = vec![Step::new(Direction::E, Reach::Single)];
    let demon = Movement { steps: step, burn: true, ..Movement::default() };
    let only = |diagram| {
        let (reached, _) = reached(diagram, &demon, Options::default());
        let all: Vec<Outcome> = reached.moves.into_iter().collect();
        assert_eq!(all.len(), 1);
        (all[0].captured.len(), all[0].burnt)
    };
    assert_eq!(only("x . x \n M . x \n o x o"), (4, false));
    assert_eq!(only("x . f \n M x x \n o x o"), (1, true));
    assert_eq!(only(". . . \n M f x \n . . ."), (2, false));
}

#[test]
fn second_players_men_move_the_other_way() {
    let (board, at) = position(". . . \n . M . \n . . .");
    let pawn = betza("fW");
    let mover = Mover { movement: &pawn, at, virgin: true, faces_down: true };
    let reached = reach(&board, mover, Options::default()).expect("one move");
    assert_eq!(reached.moves.first().map(|m| m.to), Some(Square { row: 2, col: 1 }));
}

#[test]
fn initial_moves_end_with_the_first_one() {
    let (board, at) = position(". \n . \n M");
    let pawn = betza("fmWifmnD");
    let count = |virgin| {
        let mover = Mover { movement: &pawn, at, virgin, faces_down: false };
        reach(&board, mover, Options::default()).expect("few moves").moves.len()
    };
    assert_eq!((count(true), count(false)), (2, 1));
}

#[test]
fn a_movement_with_too_many_ways_is_refused() {
    let area = AreaMove {
        radius: 30,
        max_steps: 30,
        can_return: true,
        captures: 1,
        jump: false,
        dirs: Vec::new(),
    };
    let walks = Movement { area_moves: vec![area], ..Movement::default() };
    let mover = Mover {
        movement: &walks,
        at: Square { row: 18, col: 18 },
        virgin: true,
        faces_down: false,
    };
    assert!(reach(&Board::new(36, 36), mover, Options::default()).is_err());
}

#[test]
fn dead_squares_are_those_without_a_future() {
    let dead = |text: &str, faces_down| -> Vec<u8> {
        let movement = betza(text);
        (0..9)
            .filter(|&row| !can_ever_move(&movement, 9, 9, Square { row, col: 4 }, faces_down))
            .collect()
    };
    assert_eq!(dead("fW", false), [0]);
    assert_eq!(dead("fR", true), [8]);
    assert_eq!(dead("ffN", false), [0, 1]);
    assert_eq!(dead("WfF", false), [] as [u8; 0]);
    assert_eq!(dead("fpR", false), [0, 1]);
    assert_eq!(dead("fcF", false), [0]);
    assert_eq!(dead("[fW-fsF]", false), [0, 1]);
    assert_eq!(dead("ifW", false).len(), 9);
}
