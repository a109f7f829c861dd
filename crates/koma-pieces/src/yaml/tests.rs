use koma_text::Source;
use proptest::prelude::*;

use super::*;
use crate::{
    Anywhere, AreaMove, Condition, Direction, Hook, Hop, Jump, JumpOver, JumpSlide, Leg, LineArea,
    Mode, Path, RangeCapture, RangeJump, SpecialRule, Step, Vector,
};

fn read_clean(text: &str) -> PieceFile {
    let (file, findings) = read(&Source::new("t", text));
    let faults: Vec<_> = findings.iter().filter(|f| f.is_error()).collect();
    assert!(faults.is_empty(), "{faults:?}\n{text}");
    file
}

#[test]
fn the_shipped_file_is_in_the_form_we_write() {
    let text = include_str!("../../data/standard_shogi.yaml");
    assert_eq!(write(&read_clean(text), Style::Flow), text);
}

#[test]
fn the_seeds_examples_come_back_byte_for_byte() {
    for text in [
        include_str!("../../tests/golden/example-taikyoku.yaml"),
        include_str!("../../tests/golden/example-standard.yaml"),
    ] {
        let written = write(&read_clean(text), Style::Flow);
        let from_pieces = &written[written.find("pieces:").unwrap()..];
        assert_eq!(from_pieces, text);
    }
}

#[test]
fn the_template_is_recognised_by_what_the_file_calls_ranged() {
    let standard = read_clean(include_str!("../../tests/golden/example-standard.yaml"));
    assert_eq!(standard.template, Template::StandardShogi);
    let neo = read_clean(include_str!("../../tests/golden/example-taikyoku.yaml"));
    assert_eq!(neo.template, Template::NeoShogi);
}

#[track_caller]
fn check_movement(text: &str, expected: Movement, codes: &[&str]) {
    let (movement, findings) = read_movement(&Source::new("t", text));
    assert_eq!(movement, expected);
    assert_eq!(findings.iter().map(|f| f.code).collect::<Vec<_>>(), codes);
}

#[test]
fn vectors_are_steps_and_jumps() {
    use Direction::{E, N, SW};
    check_movement(
        "vectors: [{dx: 0, dy: 1, infinity: false}, {dx: 1, dy: 0, infinity: true}, {dx: -1, dy: -1}, {dx: -1, dy: 2}, {dx: 2, dy: 0, infinity: true}]",
        Movement {
            steps: vec![
                Step::new(N, Reach::Single),
                Step::new(E, Reach::Ranging),
                Step::new(SW, Reach::Single),
            ],
            jumps: vec![Jump::new(-2, -1), Jump { rider: Reach::Ranging, ..Jump::new(0, 2) }],
            ..Movement::default()
        },
        &[],
    );
    check_movement(
        "vectors: [{dx: 0, dy: 0, infinity: true}]",
        Movement::default(),
        &["zero-vector"],
    );
}

#[test]
fn the_catalogues_shapes_are_read() {
    let all = Direction::ALL.to_vec();
    check_movement(
        r#"{"steps": {"N": 1, "NE": "ranging", "S": 3}, "jumps": [],
            "area": {"type": "lion", "radius": 2, "max_steps": 2, "can_return": true, "igui": true, "captures": 2},
            "line_area": {"max_steps": {"N": 2}, "can_jump": true, "can_capture_each": true, "can_return": true},
            "igui": true}"#,
        Movement {
            steps: vec![
                Step::new(Direction::N, Reach::Single),
                Step::new(Direction::NE, Reach::Ranging),
                Step::new(Direction::S, Reach::Limited(3)),
            ],
            area_moves: vec![lion()],
            line_area: Some(LineArea {
                max_steps: vec![(Direction::N, 2)],
                can_jump: true,
                can_capture_each: true,
                can_return: true,
            }),
            igui: vec![Direction::N],
            ..Movement::default()
        },
        &[],
    );
    check_movement(
        r#"{"steps": [], "igui": true, "burn": {"active": "words", "passive": "more words"}}"#,
        Movement { igui: all, burn: true, ..Movement::default() },
        &[],
    );
}

#[test]
fn the_seeds_area_move_is_a_lion() {
    check_movement(
        "{ steps: [], area_moves: [{ radius: 2, max_steps: 2, can_return: true }], jump_overs: [\"N\"] }",
        Movement {
            area_moves: vec![lion()],
            jump_over: vec![JumpOver { dir: Direction::N, max_pieces: None }],
            ..Movement::default()
        },
        &[],
    );
}

fn lion() -> AreaMove {
    AreaMove { radius: 2, max_steps: 2, can_return: true, captures: 2, jump: true, dirs: vec![] }
}

#[test]
fn overlapping_steps_merge_to_the_strongest_in_order() {
    let file = read_clean(&piece_with(
        "{ steps: [{direction: \"S\", type: single}, {direction: \"N\", type: {limited: 2}}, {direction: \"N\", type: ranging}, {direction: \"N\", type: single, mode: capture}, {direction: \"E\", type: single, mode: capture}, {direction: \"E\", type: single, mode: move}, {direction: \"W\", type: single, mode: move}, {direction: \"W\", type: ranging, mode: capture}] }",
    ));
    let written = write(&file, Style::Flow);
    let expected = "      steps:
        - { direction: \"N\", type: ranging }
        - { direction: \"E\", type: single }
        - { direction: \"S\", type: single }
        - { direction: \"W\", type: single, mode: move }
        - { direction: \"W\", type: ranging, mode: capture }
";
    assert!(written.contains(expected), "{written}");
}

#[test]
fn block_style_puts_one_key_on_a_line() {
    let file = read_clean(&piece_with(
        "{ steps: [{direction: \"N\", type: {limited: 2}}], jumps: [[-2, 1]], hooks: [{ dirs: [\"N\"] }] }",
    ));
    let expected = "    movement:
      steps:
        - direction: \"N\"
          type:
            limited: 2
      jumps:
        - [-2, 1]    # forward-right
      hooks:
        - dirs: [\"N\"]
          turn: 90
          max_turns: 1
          then: ranging
    is_ranged: true
";
    let written = write(&file, Style::Block);
    assert!(written.contains(expected), "{written}");
    assert_eq!(read_clean(&written), file);
}

/// A file of one piece with this movement, in the fields of the base format.
fn piece_with(movement: &str) -> String {
    format!(
        "metadata: {{ name: \"T\", version: \"1.0\", piece_count: 1 }}\npieces:\n  - {{ id: 1, name: \"A\", name_ja: \"あ\", name_kanji: \"あ\", value: 1, can_promote: false, promotes_to: null, movement: {movement}, is_ranged: true, special_rules: [] }}\n"
    )
}

#[test]
fn vectors_that_are_adjacent_are_steps() {
    for direction in Direction::ALL {
        let (rows, cols) = direction.offset();
        let mut movement = Movement::default();
        assert!(Vector { dx: cols, dy: -rows, infinity: false }.add_to(&mut movement));
        assert_eq!(movement.steps, [Step::new(direction, Reach::Single)]);
    }
}

fn direction() -> impl Strategy<Value = Direction> {
    prop::sample::select(Direction::ALL.to_vec())
}

fn directions() -> impl Strategy<Value = Vec<Direction>> {
    prop::sample::subsequence(Direction::ALL.to_vec(), 1..=8)
}

fn reach() -> impl Strategy<Value = Reach> {
    prop_oneof![
        Just(Reach::Single),
        Just(Reach::Ranging),
        (2..=u16::MAX).prop_map(Reach::Limited),
        (2..9u16).prop_map(Reach::Limited)
    ]
}

fn hop() -> impl Strategy<Value = Option<Hop>> {
    prop_oneof![4 => Just(None), 1 => Just(Some(Hop::Over)), 1 => Just(Some(Hop::Behind))]
}

fn condition() -> impl Strategy<Value = Condition> {
    let mode =
        prop_oneof![3 => Just(Mode::Both), 1 => Just(Mode::MoveOnly), 1 => Just(Mode::CaptureOnly)];
    (mode, any::<bool>(), any::<bool>()).prop_map(|(mode, initial, takes_own)| Condition {
        mode,
        initial,
        takes_own,
    })
}

fn offset() -> impl Strategy<Value = (i8, i8)> {
    prop_oneof![(-3..=3i8, -3..=3i8), any::<(i8, i8)>()]
        .prop_filter("goes somewhere", |&to| to != (0, 0))
}

fn step() -> impl Strategy<Value = Step> {
    let plain = (direction(), reach()).prop_map(|(d, r)| Step::new(d, r));
    let rich = (direction(), reach(), hop(), any::<u8>(), condition())
        .prop_map(|(direction, reach, hop, skip, when)| Step { direction, reach, hop, skip, when });
    prop_oneof![plain, rich]
}

fn jump() -> impl Strategy<Value = Jump> {
    let plain = offset().prop_map(|(rows, cols)| Jump::new(rows, cols));
    let rich = (offset(), reach(), any::<bool>(), any::<bool>(), hop(), condition()).prop_map(
        |((rows, cols), rider, lame, must_leap, hop, when)| Jump {
            rows,
            cols,
            rider,
            lame,
            must_leap,
            hop,
            when,
        },
    );
    prop_oneof![plain, rich]
}

fn area() -> impl Strategy<Value = AreaMove> {
    let dirs = prop::sample::subsequence(Direction::ALL.to_vec(), 0..=8);
    (1..=255u8, 1..=255u8, any::<bool>(), any::<u8>(), any::<bool>(), dirs).prop_map(
        |(radius, max_steps, can_return, captures, jump, dirs)| AreaMove {
            radius,
            max_steps,
            can_return,
            captures,
            jump,
            dirs,
        },
    )
}

fn hook() -> impl Strategy<Value = Hook> {
    (directions(), prop::sample::select(vec![45, 90, 135, 180]), 1..=255u8, reach())
        .prop_map(|(dirs, turn, max_turns, then)| Hook { dirs, turn, max_turns, then })
}

fn line_area() -> impl Strategy<Value = LineArea> {
    (prop::collection::vec((direction(), 1..=255u8), 1..9), any::<[bool; 3]>()).prop_map(
        |(max_steps, [can_jump, can_capture_each, can_return])| LineArea {
            max_steps,
            can_jump,
            can_capture_each,
            can_return,
        },
    )
}

fn slugs() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-z-]{0,8}|\\PC{0,5}", 0..4)
}

fn leg() -> impl Strategy<Value = Leg> {
    let ends = any::<[bool; 4]>().prop_filter("ends somewhere", |ends| ends.contains(&true));
    (offset(), reach(), ends, hop(), any::<u8>(), any::<bool>()).prop_map(
        |((rows, cols), reach, [on_empty, takes, takes_own, hops], hop, skip, lame)| Leg {
            rows,
            cols,
            reach,
            on_empty,
            takes,
            takes_own,
            hops,
            hop,
            skip,
            lame,
        },
    )
}

fn movement() -> impl Strategy<Value = Movement> {
    use prop::collection::vec;
    use prop::option::weighted;
    let seed = (vec(step(), 0..12), vec(jump(), 0..6), vec(area(), 0..3));
    let slides = vec((direction(), 2..=255u8, reach()), 0..4).prop_map(|slides| {
        slides.into_iter().map(|(dir, leap, then)| JumpSlide { dir, leap, then }).collect()
    });
    let overs = vec((direction(), weighted(0.5, 1..=255u8)), 0..4).prop_map(|overs| {
        overs.into_iter().map(|(dir, max_pieces)| JumpOver { dir, max_pieces }).collect()
    });
    let capture = (directions(), any::<u8>(), slugs())
        .prop_map(|(dirs, rank, cannot_jump)| RangeCapture { dirs, rank, cannot_jump });
    let flight = (directions(), any::<u8>(), slugs(), any::<bool>()).prop_map(
        |(dirs, rank, cannot_jump, only_when_capturing)| RangeJump {
            dirs,
            rank,
            cannot_jump,
            only_when_capturing,
        },
    );
    let path = (vec(leg(), 1..4), any::<bool>()).prop_map(|(legs, initial)| Path { legs, initial });
    let rest = (
        vec(hook(), 0..3),
        weighted(0.2, line_area()),
        weighted(0.2, capture),
        weighted(0.2, flight),
        prop_oneof![Just(vec![]), directions()],
        any::<bool>(),
        weighted(0.2, any::<bool>()),
        vec(path, 0..3),
    );
    (seed, slides, overs, rest).prop_map(
        |((steps, jumps, area_moves), jump_slides, jump_over, rest)| {
            let (hooks, line_area, range_capture, range_jump, igui, burn, anywhere, paths) = rest;
            Movement {
                steps,
                jumps,
                area_moves,
                jump_slides,
                jump_over,
                hooks,
                line_area,
                range_capture,
                range_jump,
                igui,
                burn,
                anywhere: anywhere.map(|takes_guarded| Anywhere { takes_guarded }),
                paths,
            }
        },
    )
}

fn rules() -> impl Strategy<Value = Vec<SpecialRule>> {
    let rule = prop_oneof![
        Just(SpecialRule::Royal),
        Just(SpecialRule::NifuProhibited),
        (1..=255u8).prop_map(SpecialRule::CannotDropInZone),
        (1..=255u8).prop_map(SpecialRule::MustPromoteInZone),
        Just(SpecialRule::Igui),
        Just(SpecialRule::CanCaptureTwo),
    ];
    prop::collection::vec(rule, 0..4).prop_map(|mut rules| {
        let mut seen = Vec::new();
        rules.retain(|rule| {
            !seen.contains(rule) && {
                seen.push(*rule);
                true
            }
        });
        rules
    })
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[A-Z][a-z]{1,9}",
        "\\PC{1,6}",
        any::<String>(),
        Just("null".into()),
        Just("N".into())
    ]
    .prop_filter("a name says something", |name: &String| !name.trim().is_empty())
}

fn piece() -> impl Strategy<Value = PieceDef> {
    let names = (name(), name(), name());
    let movement = movement().prop_map(Movement::canonical);
    (any::<u32>(), names, any::<u32>(), any::<bool>(), any::<Option<u32>>(), movement, rules())
        .prop_map(|(id, names, value, can_promote, promotes_to, movement, special_rules)| {
            PieceDef {
                id,
                name: names.0,
                name_ja: names.1,
                name_kanji: names.2,
                value,
                can_promote,
                promotes_to,
                movement,
                special_rules,
            }
        })
}

fn comment_line() -> impl Strategy<Value = String> {
    "[a-zA-Z歩兵][a-z 歩兵#:'\"-]{0,20}[a-z歩]"
}

prop_compose! {
    fn file()(
        header in prop::collection::vec(comment_line(), 0..4),
        name in any::<String>(),
        version in any::<String>(),
        extra in prop::collection::btree_map("[a-z ]{1,5}x", any::<String>(), 0..3),
        standard in any::<bool>(),
        pieces in prop::collection::vec(piece(), 0..4),
        note in prop::collection::vec(comment_line(), 1..3),
        footer in prop::collection::vec(comment_line(), 0..2),
    ) -> PieceFile {
        let template = if standard { Template::StandardShogi } else { Template::NeoShogi };
        let notes = pieces.first().map(|piece: &PieceDef| (piece.id, note));
        PieceFile {
            header,
            metadata: Metadata { name, version, extra: extra.into_iter().collect() },
            template,
            notes: notes.into_iter().collect(),
            // Comments after an empty list are the list's, not the file's.
            footer: if pieces.is_empty() { Vec::new() } else { footer },
            pieces,
        }
    }
}

/// What must come back: the same file, with another template if no piece shows it.
fn expected(mut file: PieceFile) -> PieceFile {
    let differs = |p: &PieceDef| {
        Template::NeoShogi.is_ranged(&p.movement) != Template::StandardShogi.is_ranged(&p.movement)
    };
    if !file.pieces.iter().any(differs) {
        file.template = Template::NeoShogi;
    }
    file
}

/// What must not be found in our own text; odd but well-formed movements are generated, too.
fn faults(findings: &[koma_text::Finding]) -> Vec<&koma_text::Finding> {
    let odd = ["beyond-board", "jump-is-step", "extra-metadata"];
    findings.iter().filter(|f| !odd.contains(&f.code)).collect()
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(file in file(), block in any::<bool>()) {
        let style = if block { Style::Block } else { Style::Flow };
        let text = write(&file, style);
        let (back, findings) = read(&Source::new("t", text.as_str()));
        let faults: Vec<_> = faults(&findings);
        prop_assert!(faults.is_empty(), "{:?}\n{}", faults, text);
        prop_assert_eq!(&back, &expected(file), "{}", text);
        prop_assert_eq!(write(&back, style), text);
    }

    #[test]
    fn the_canonical_form_is_stable(movement in movement()) {
        let once = movement.canonical();
        prop_assert_eq!(once.clone().canonical(), once);
    }

    #[test]
    fn the_canonical_form_does_not_depend_on_the_order(movement in movement()) {
        let mut other = movement.clone();
        other.steps.reverse();
        other.jumps.reverse();
        other.area_moves.reverse();
        other.jump_slides.reverse();
        other.jump_over.reverse();
        other.hooks.reverse();
        other.paths.reverse();
        prop_assert_eq!(other.canonical(), movement.canonical());
    }

    #[test]
    fn the_canonical_form_makes_the_same_moves(
        movement in movement(),
        men in prop::collection::vec((0..9u8, 0..9u8, any::<bool>(), any::<u8>()), 0..20),
        virgin in any::<bool>(),
    ) {
        use crate::reach::{Board, Man, Mover, Options, Square, reach};
        let hooks = movement.hooks.into_iter().map(|hook| Hook { max_turns: 1, ..hook }).collect();
        let before = Movement { hooks, area_moves: Vec::new(), line_area: None, ..movement };
        let after = before.clone().canonical();
        let at = Square { row: 4, col: 4 };
        let mut board = Board::new(9, 9);
        for (row, col, own, rank) in men {
            board.put(Square { row, col }, Man { own, rank, burns: false });
        }
        board.clear(at);
        let moves = |movement| {
            reach(&board, Mover { movement, at, virgin, faces_down: false }, Options::default())
        };
        prop_assert_eq!(moves(&before), moves(&after), "{:?}", after);
    }

    #[test]
    fn json_is_read_back(movement in movement()) {
        let movement = movement.canonical();
        let json = movement_to_json(&movement).to_string();
        let (back, findings) = read_movement(&Source::new("t", json.as_str()));
        let faults = faults(&findings);
        prop_assert!(faults.is_empty(), "{:?} {}", faults, json);
        prop_assert_eq!(back, movement);
    }

    #[test]
    fn formatting_twice_changes_nothing(file in file()) {
        let (once, _) = fmt(&Source::new("t", write(&file, Style::Block)), Style::Flow);
        let (twice, _) = fmt(&Source::new("t", once.as_str()), Style::Flow);
        prop_assert_eq!(once, twice);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC*|[ \\-:\\[\\]{}#\"'a-zN0-9\n,&*!|>?]{0,200}") {
        let _ = read(&Source::new("t", text.as_str()));
        let _ = fmt(&Source::new("t", text), Style::Flow);
    }
}

#[track_caller]
fn check_fmt(text: &str, formatted: &str, codes: &[&str]) {
    let (got, findings) = fmt(&Source::new("t", text), Style::Flow);
    assert_eq!(got, formatted);
    assert_eq!(findings.iter().map(|f| f.code).collect::<Vec<_>>(), codes);
    let again = fmt(&Source::new("t", got.as_str()), Style::Flow).0;
    assert_eq!(again, got);
}

#[test]
fn formatting_repairs_orders_and_keeps_comments() {
    check_fmt(
        "# My pieces

# second line
pieces:
- id: 5   # five
  movement:
    # the steps
    steps:
    - direction: S
      type: single
    - direction: false
      type: ranging
    jumps: [[2, 2], [-2, 2]]
  name: Lance
  name_kanji: 香
  name_ja: '香車'
  can_promote: no
  value: 400
  promotes_to:
  is_ranged: true
  special_rules: []
",
        "# My pieces

# second line
pieces:
- id: 5   # five
  movement:
    # the steps
    steps:
    - direction: S
      type: single
    - direction: false
      type: ranging
    jumps: [[2, 2], [-2, 2]]
  name: Lance
  name_kanji: 香
  name_ja: '香車'
  can_promote: no
  value: 400
  promotes_to:
  is_ranged: true
  special_rules: []
",
        &[
            "missing-metadata",
            "wrong-type",
            "unquoted-direction",
            "boolean-direction",
            "not-formatted",
        ],
    );
    check_fmt(
        "# My pieces

# second line
metadata: {piece_count: 7, name: Mine, version: 2} # about it
pieces:
# --- old title ---
# Runs forward.
- id: 5   # five
  movement:
    # the steps
    steps:
    - direction: S
      type: single
    - direction: false
      type: ranging
    jumps: [[2, 2], [-2, 2]] # forward-right alfil (NE)
  name: Lance
  name_kanji: 香
  name_ja: '香車'
  can_promote: false
  value: 400
  promotes_to:
  is_ranged: true
  special_rules: [] # none
- {id: 4, name: Dog, name_ja: 犬, name_kanji: 犬, value: 50, can_promote: false, promotes_to: ~, movement: {steps: []}, is_ranged: false, special_rules: [CannotDropInZone: 2]}
# the end
",
        "# My pieces
# second line
# about it

metadata:
  name: \"Mine\"
  version: \"2\"
  piece_count: 2

pieces:
  # --- Dog (犬) ---
  # Does not move
  - id: 4
    name: \"Dog\"
    name_ja: \"犬\"
    name_kanji: \"犬\"
    value: 50
    can_promote: false
    promotes_to: null
    movement:
      steps: []
    is_ranged: false
    special_rules:
      - CannotDropInZone 2

  # --- Lance (香) ---
  # Runs forward.
  # five
  # the steps
  # none
  - id: 5
    name: \"Lance\"
    name_ja: \"香車\"
    name_kanji: \"香\"
    value: 400
    can_promote: false
    promotes_to: null
    movement:
      steps:
        - { direction: \"N\", type: ranging }
        - { direction: \"S\", type: single }
      jumps:
        - [-2, 2]    # forward-right alfil (NE)
        - [2, 2]     # backward-right alfil (SE)
    is_ranged: true
    special_rules: []

# the end
",
        &["unquoted-direction", "boolean-direction"],
    );
}

#[test]
fn two_pieces_of_one_id_do_not_pile_up_comments() {
    let one = piece_with("{ steps: [] }");
    let entry = one.lines().last().unwrap();
    let text = format!("{one}  # a note\n{entry}\n  # another\n{entry}\n");
    let (once, _) = fmt(&Source::new("t", text), Style::Flow);
    assert!(once.contains("# a note\n  # another\n"), "{once}");
    assert_eq!(fmt(&Source::new("t", once.as_str()), Style::Flow).0, once);
}

#[test]
fn formatting_never_deletes_what_it_does_not_know() {
    let text =
        piece_with("{ steps: [] }").replace("special_rules: []", "special_rules: [HookMove]");
    check_fmt(&text, &text, &["unknown-rule", "not-formatted"]);
}

#[test]
fn descriptions_are_short_and_exact() {
    let describe_text = |text: &str| {
        let (movement, findings) = read_movement(&Source::new("t", text));
        assert!(findings.is_empty(), "{findings:?}");
        describe(&movement)
    };
    for (text, line) in [
        (
            "steps: {\"N\": 1, \"NE\": 1, \"E\": 1, \"SE\": 1, \"S\": 1, \"SW\": 1, \"W\": 1, \"NW\": 1}",
            "1 step in all 8 directions",
        ),
        (
            "steps: {\"N\": ranging, \"NE\": ranging, \"NW\": ranging, \"SE\": 1, \"S\": 1, \"SW\": 1}",
            "Ranging N/NE/NW + 1 step SE/S/SW",
        ),
        ("{steps: [], jumps: [[-2, 1], [-2, -1]]}", "Jumps [-2, -1] [-2, 1]"),
        (
            "{steps: [], hooks: [{dirs: [\"N\", \"E\", \"S\", \"W\"]}]}",
            "Ranging N/E/S/W, may turn 90 degrees once and range again",
        ),
        (
            "{steps: [], area_moves: [{radius: 2, max_steps: 2, can_return: true}]}",
            "Area move: 2 king steps within 2, may jump, takes up to 2, may return",
        ),
        (
            "{steps: [{direction: \"N\", type: single, mode: move, initial: true}]}",
            "1 step N (not capturing, first move only)",
        ),
        (
            "{steps: [], jump_over: [{dir: \"NE\", max_pieces: 3}], jump_overs: [\"N\"]}",
            "Ranging N over any number of pieces + ranging NE over up to 3 pieces",
        ),
        (
            "{steps: [], jump_slides: [{dir: \"N\", leap: 2, then: 1}]}",
            "Leaps to square 2 N, then 1 step",
        ),
        ("{steps: []}", "Does not move"),
    ] {
        assert_eq!(describe_text(text), line);
    }
}

/// Everything the writer leaves without quotes.
fn bare_words(value: &shape::Value, words: &mut Vec<&'static str>) {
    match value {
        shape::Value::Word(word) => words.push(word),
        shape::Value::List(items) => items.iter().for_each(|item| bare_words(item, words)),
        shape::Value::Map(entries) => {
            for (key, value) in entries {
                if let shape::Key::Field(name) = key {
                    words.push(name);
                }
                bare_words(value, words);
            }
        }
        shape::Value::Number(_) | shape::Value::Flag(_) | shape::Value::Text(_) => {}
    }
}

proptest! {
    #[test]
    fn no_bare_word_is_a_boolean_to_yaml_1_1(movement in movement()) {
        let mut words = Vec::new();
        for (name, value) in shape::fields(&movement) {
            words.push(name);
            bare_words(&value, &mut words);
        }
        for word in words {
            let boolean = ["y", "yes", "n", "no", "on", "off", "true", "false", "null"];
            prop_assert!(!boolean.contains(&word), "{}", word);
        }
    }
}
