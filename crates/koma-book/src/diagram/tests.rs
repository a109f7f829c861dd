use super::*;
use koma_pieces::{Hook, JumpOver, JumpSlide, LineArea, Step};

fn check(movement: &Movement, expected: &str) {
    let grid = text::grid(&Diagram::of(movement), "駒");
    let rows =
        |text: &str| text.trim().lines().map(str::trim).map(String::from).collect::<Vec<_>>();
    assert_eq!(rows(&grid), rows(expected), "\n{grid}");
}

fn steps(list: &[(Direction, Reach)]) -> Movement {
    let steps = list.iter().map(|&(d, r)| Step::new(d, r)).collect();
    Movement { steps, ..Movement::default() }
}

use Direction::{E, N, NE, NW, S, W};

#[test]
fn gold_general_steps_six_ways() {
    let gold = [N, NE, E, S, W, NW].map(|d| (d, Reach::Single));
    check(
        &steps(&gold),
        "
        ·  ·  ·  ·  ·
        ·  ○  ○  ○  ·
        ·  ○  駒 ○  ·
        ·  ·  ○  ·  ·
        ·  ·  ·  ·  ·
        ",
    );
}

#[test]
fn slides_go_on_past_the_picture_and_limited_ones_stop() {
    check(
        &steps(&[(N, Reach::Ranging), (E, Reach::Limited(2))]),
        "
        ↑
        ·  ·  ●  ·  ·
        ·  ·  ●  ·  ·
        ·  ·  駒 ○  ○
        ·  ·  ·  ·  ·
        ·  ·  ·  ·  ·

        ",
    );
}

#[test]
fn hook_mover_reaches_every_square_after_one_turn() {
    let hook = Hook { dirs: vec![N, E, S, W], turn: 90, max_turns: 1, then: Reach::Ranging };
    let mut movement = steps(&[N, E, S, W].map(|d| (d, Reach::Ranging)));
    movement.hooks.push(hook);
    let diagram = Diagram::of(&movement);
    assert_eq!(diagram.marks.len(), 48, "7 x 7 without the middle");
    assert_eq!(diagram.marks[&(-3, 2)], Mark::Turn);
    assert_eq!(diagram.marks[&(-3, 0)], Mark::Slide);
}

#[test]
fn leap_then_slide_shows_the_leap_and_what_follows() {
    let slide = JumpSlide { dir: N, leap: 2, then: Reach::Limited(2) };
    let movement = Movement { jump_slides: vec![slide], ..Movement::default() };
    let diagram = Diagram::of(&movement);
    let along: Vec<_> = (1..=4).map(|n| diagram.marks.get(&(-n, 0)).copied()).collect();
    assert_eq!(along, [None, Some(Mark::Leap), Some(Mark::Over), Some(Mark::Over)]);
}

#[test]
fn lion_marks_win_over_steps_and_leaps() {
    let lion = AreaMove {
        radius: 2,
        max_steps: 2,
        can_return: true,
        captures: 2,
        jump: true,
        dirs: vec![],
    };
    let mut movement = steps(&[(N, Reach::Single)]);
    movement.area_moves.push(lion);
    check(
        &movement,
        "
        ◎  ◎  ◎  ◎  ◎
        ◎  ◎  ◎  ◎  ◎
        ◎  ◎  駒 ◎  ◎
        ◎  ◎  ◎  ◎  ◎
        ◎  ◎  ◎  ◎  ◎
        ",
    );
}

#[test]
fn falcon_takes_twice_straight_ahead() {
    let movement = Movement {
        line_area: Some(LineArea {
            max_steps: vec![(N, 2)],
            can_jump: true,
            can_capture_each: true,
            can_return: true,
        }),
        igui: vec![N],
        ..Movement::default()
    };
    let diagram = Diagram::of(&movement);
    assert_eq!(diagram.legend(), [Mark::Lion]);
    assert!(text::with_legend(&diagram, "鷹", Lang::En).contains("igui): N\n"));
}

#[test]
fn a_japanese_picture_has_no_english_words() {
    let movement = Movement {
        igui: vec![N, S],
        burn: true,
        anywhere: Some(koma_pieces::Anywhere { takes_guarded: true }),
        jumps: vec![koma_pieces::Jump::new(-20, 0)],
        ..steps(&[(N, Reach::Ranging)])
    };
    let legend = text::with_legend(&Diagram::of(&movement), "駒", Lang::Ja);
    assert!(legend.contains("居喰い）: 縦\n"), "{legend}");
    let piece = koma_pieces::PieceDef {
        id: 1,
        name: String::new(),
        name_ja: "駒".into(),
        name_kanji: "駒".into(),
        value: 1,
        can_promote: false,
        promotes_to: None,
        movement,
        special_rules: vec![],
    };
    let picture = svg::piece(&piece, "", Lang::Ja).to_string();
    let texts = picture.lines().filter(|line| line.starts_with("<text"));
    let texts: String = texts.filter_map(|line| line.split(['<', '>']).nth(2)).collect();
    let all = Mark::ALL.map(|mark| mark.meaning(Lang::Ja)).concat() + &legend + &texts;
    assert!(texts.contains("図の外にあと1マス"), "{texts}");
    assert!(!all.contains(|c: char| c.is_ascii_alphabetic()), "{all}");
}

#[test]
fn moving_and_capturing_apart_are_told_apart_and_joined() {
    let mut movement = steps(&[(N, Reach::Single), (N, Reach::Single), (NE, Reach::Single)]);
    movement.steps[0].when.mode = Mode::MoveOnly;
    movement.steps[1].when.mode = Mode::MoveOnly;
    movement.steps[2].when.mode = Mode::CaptureOnly;
    let marks = Diagram::of(&movement).marks;
    assert_eq!((marks[&(-1, 0)], marks[&(-1, 1)]), (Mark::MoveOnly, Mark::CaptureOnly));
    movement.steps[1].when.mode = Mode::CaptureOnly;
    assert_eq!(Diagram::of(&movement).marks[&(-1, 0)], Mark::Step);
}

#[test]
fn a_huge_movement_still_gives_a_small_picture() {
    let mut movement = steps(&[(N, Reach::Limited(u16::MAX))]);
    movement.jumps = vec![koma_pieces::Jump::new(i8::MIN, i8::MAX); 1000];
    movement.jump_over.push(JumpOver { dir: S, max_pieces: None });
    let diagram = Diagram::of(&movement);
    assert_eq!(diagram.radius, MOST);
    assert_eq!(diagram.outside, usize::from(u16::MAX) - 9 + 1000);
}
