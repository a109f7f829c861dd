//! Descriptions in many wordings, and the movements they mean.

use std::fmt::Write as _;

use koma_pieces::yaml::Template;
use koma_pieces::{Movement, Reach};
use koma_prose::{Draft, Options, read};
use koma_text::Finding;

/// A movement in the words of the fixture files.
fn spec(movement: &Movement) -> String {
    let far = |reach: Reach| reach.limit().map_or("*".to_owned(), |n| n.to_string());
    let names = |dirs: &[koma_pieces::Direction]| {
        dirs.iter().map(|d| d.name()).collect::<Vec<_>>().join("/")
    };
    let mut words: Vec<String> = Vec::new();
    for step in &movement.steps {
        let mode = match step.when.mode {
            koma_pieces::Mode::Both => "",
            koma_pieces::Mode::MoveOnly => ":m",
            koma_pieces::Mode::CaptureOnly => ":c",
        };
        words.push(format!("{}{}{mode}", step.direction.name(), far(step.reach)));
    }
    for jump in &movement.jumps {
        let mut word = format!("{},{}", jump.rows, jump.cols);
        if !jump.is_plain() {
            let _ = write!(word, "{}", if jump.lame { ":lame" } else { ":?" });
        }
        words.push(word);
    }
    for area in &movement.area_moves {
        let lion = (area.radius, area.max_steps, area.can_return, area.captures, area.jump)
            == (2, 2, true, 2, true);
        words.push(if lion && area.dirs.is_empty() {
            "lion".to_owned()
        } else {
            format!("{area:?}")
        });
    }
    for hook in &movement.hooks {
        let turns =
            if hook.max_turns == 1 { String::new() } else { format!("x{}", hook.max_turns) };
        words.push(format!("hook{turns}:{}", names(&hook.dirs)));
    }
    for slide in &movement.jump_slides {
        words.push(format!("leap:{}:{}:{}", slide.dir.name(), slide.leap, far(slide.then)));
    }
    for over in &movement.jump_over {
        let men = over.max_pieces.map_or("any".to_owned(), |n| n.to_string());
        words.push(format!("over:{}:{men}", over.dir.name()));
    }
    if let Some(line) = &movement.line_area {
        assert!(line.can_jump && line.can_capture_each && line.can_return, "{line:?}");
        let steps: Vec<_> =
            line.max_steps.iter().map(|(dir, n)| format!("{}{n}", dir.name())).collect();
        words.push(format!("line:{}", steps.join("/")));
    }
    match movement.igui.len() {
        0 => {}
        8 => words.push("igui".to_owned()),
        _ => words.push(format!("igui:{}", names(&movement.igui))),
    }
    if let Some(fly) = &movement.range_capture {
        words.push(format!("fly:{}:{}", names(&fly.dirs), fly.rank));
    }
    assert!(movement.paths.is_empty() && movement.range_jump.is_none() && !movement.burn);
    words.join(" ")
}

fn draft(text: &str) -> (Draft, Vec<Finding>) {
    read(text, &Options { template: Template::StandardShogi, ..Options::default() })
}

struct Score {
    total: usize,
    exact: usize,
    silently_wrong: usize,
    report: String,
}

/// Reads every line of a fixture: `id, style, text, movement`; `!` for the movement asks for a finding.
fn score(fixture: &str) -> Score {
    let mut score = Score { total: 0, exact: 0, silently_wrong: 0, report: String::new() };
    for line in fixture.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, _, text, expected] = fields[..] else { panic!("four fields, please: {line:?}") };
        let text = text.replace("\\n", "\n");
        let (draft, findings) = draft(&text);
        let found = spec(&draft.movement);
        let loud = findings.iter().any(|finding| finding.severity > koma_text::Severity::Info);
        score.total += 1;
        let right = if expected == "!" { loud } else { found == expected };
        if right {
            score.exact += 1;
        } else {
            if !loud {
                score.silently_wrong += 1;
            }
            let words: Vec<_> =
                findings.iter().map(|f| format!("{}: {}", f.code, f.message)).collect();
            let silent = if loud { "" } else { " SILENT" };
            let _ = writeln!(
                score.report,
                "{id}{silent}: {text}\n  expected {expected}\n  found    {found}\n  {words:?}"
            );
        }
        if right && loud && expected != "!" {
            let words: Vec<_> =
                findings.iter().map(|f| format!("{}: {}", f.code, f.message)).collect();
            let _ = writeln!(score.report, "{id} (right, but doubted): {text}\n  {words:?}");
        }
    }
    score
}

#[test]
fn descriptions_from_templates_and_rule_sheets_give_their_movements() {
    let score = score(include_str!("prose/templates.tsv"));
    println!("{}", score.report);
    println!(
        "{} of {} exact, wrong without a finding: {}",
        score.exact, score.total, score.silently_wrong
    );
    assert_eq!(score.silently_wrong, 0, "{}", score.report);
    assert!(score.exact * 100 >= score.total * 99, "{}", score.report);
}

#[test]
fn descriptions_written_by_hand_give_their_movements_or_a_finding() {
    let score = score(include_str!("prose/hand.tsv"));
    println!("{}", score.report);
    println!(
        "{} of {} exact, wrong without a finding: {}",
        score.exact, score.total, score.silently_wrong
    );
    assert_eq!(score.silently_wrong, 0, "{}", score.report);
    assert_eq!(score.exact, score.total, "{}", score.report);
}

#[test]
fn descriptions_in_words_of_other_writers_give_their_movements_or_a_finding() {
    let score = score(include_str!("prose/other-words.tsv"));
    assert!(score.total >= 80);
    assert_eq!(score.silently_wrong, 0, "{}", score.report);
    assert_eq!(score.exact, score.total, "{}", score.report);
}

/// Three pieces, with blank lines between and lines broken in mid-sentence.
const THREE: &str = "\
Running rabbit (走兎): Forward queen (N, NE, NW ranging) plus backward king
(all other dirs single step). Betza: fQbK

Fire demon (火鬼): Forward/backward limited 2, sideways and all diagonals
ranging. Betza: vR2sRB

Right mountain eagle (右山鷲): All orthogonal ranging, forward diagonals
ranging, SE ranging, SW limited 2. Plus right alfil jumps (NE, SE at 2
squares diagonal). Betza: RfBbrBblB2rA
";

fn codes(findings: &[Finding]) -> Vec<&str> {
    findings.iter().map(|finding| finding.code).collect()
}

#[test]
fn the_seeds_own_text_splits_into_its_pieces_and_gives_their_movements() {
    let blocks = koma_prose::split(THREE);
    let expected = [
        ("Running rabbit", "走兎", "N* NE* E1 SE1 S1 SW1 W1 NW*", &["readings-differ"][..]),
        ("Fire demon", "火鬼", "N2 NE* E* SE* S2 SW* W* NW*", &[]),
        ("Right mountain eagle", "右山鷲", "N* NE* E* SE* S* SW2 W* NW* -2,2 2,2", &[]),
    ];
    assert_eq!(blocks.len(), expected.len());
    for (block, (name, name_ja, movement, findings)) in blocks.iter().zip(expected) {
        let (draft, found) = draft(&THREE[block.span.start..block.span.end]);
        assert_eq!(draft.name.as_deref(), Some(name));
        assert_eq!(draft.name_ja.as_deref(), Some(name_ja));
        assert_eq!(spec(&draft.movement), movement);
        assert_eq!(codes(&found), findings);
        assert!(draft.betza.is_some());
        let span = block.name.expect("a header");
        assert_eq!(&THREE[span.start..span.end], name);
    }
}

#[test]
fn lines_that_start_with_a_name_start_a_new_piece() {
    let text = "King (王将): Moves 1-2 squares in any direction.\n\
                Crown prince (太子): Steps 1 square in any direction. Royal piece.\n\
                Gold general (金将): Moves 1 square to N, NE, E, W, NW, S. Promotes to Rook.\n";
    let drafts: Vec<Draft> = koma_prose::split(text)
        .iter()
        .map(|block| {
            let (draft, findings) = draft(&text[block.span.start..block.span.end]);
            assert!(findings.is_empty(), "{findings:?}");
            draft
        })
        .collect();
    let movements: Vec<String> = drafts.iter().map(|draft| spec(&draft.movement)).collect();
    assert_eq!(
        movements,
        ["N2 NE2 E2 SE2 S2 SW2 W2 NW2", "N1 NE1 E1 SE1 S1 SW1 W1 NW1", "N1 NE1 E1 S1 W1 NW1"]
    );
    assert!(drafts[1].royal && !drafts[0].royal);
    assert_eq!(drafts[2].promotes_to.as_deref(), Some("Rook"));
    assert_eq!(drafts[2].name.as_deref(), Some("Gold general"));
}

#[test]
fn a_table_without_names_is_one_piece() {
    let text = "Side mover (横行):\n- sideways: any distance\n- vertically: one square\n";
    let blocks = koma_prose::split(text);
    assert_eq!(blocks.len(), 1);
    assert_eq!(spec(&draft(text).0.movement), "N1 E* S1 W*");
}

#[test]
fn rules_beside_the_movement_are_kept() {
    use koma_pieces::SpecialRule::{CannotDropInZone, MustPromoteInZone, NifuProhibited, Royal};
    let check = |text: &str, rules: &[koma_pieces::SpecialRule]| {
        let (draft, findings) = draft(text);
        assert_eq!(draft.special_rules, rules, "{text}");
        assert!(findings.is_empty(), "{text}: {findings:?}");
    };
    check(
        "Pawn (歩兵): Moves 1 square forward. Cannot have two in same column (Nifu).\nCannot drop in last row.",
        &[NifuProhibited, CannotDropInZone(1)],
    );
    check(
        "Knight (桂馬): Jumps to 2 forward + 1 sideways (like shogi Knight, forward only).\nCannot drop in last 2 rows.",
        &[CannotDropInZone(2)],
    );
    check("Lance: slides forward. It must promote on the last rank.", &[MustPromoteInZone(1)]);
    check("King: one square in any direction. Royal.", &[Royal]);
    check(
        "歩兵は前に一マス進む。二歩は禁止。最奥の段には打てない。",
        &[NifuProhibited, CannotDropInZone(1)],
    );
    check("玉将:全方向に一マス動ける。取られると負け。", &[Royal]);
}

#[test]
fn a_bare_knight_is_what_the_template_says() {
    let read_as = |text: &str, template| {
        let (draft, _) = read(text, &Options { template, ..Options::default() });
        draft.movement.jumps.len()
    };
    assert_eq!(read_as("Moves like a knight.", Template::StandardShogi), 2);
    assert_eq!(read_as("Moves like a knight.", Template::NeoShogi), 8);
    assert_eq!(read_as("Moves like a chess knight.", Template::StandardShogi), 8);
    assert_eq!(read_as("Moves like a shogi knight.", Template::NeoShogi), 2);
    assert_eq!(read_as("桂馬と同じ動き。", Template::NeoShogi), 2);
    assert_eq!(read_as("Betza: N", Template::StandardShogi), 8);
}

#[test]
fn pieces_of_the_same_file_can_be_referred_to() {
    let griffon = draft("jumps to the second square diagonally").0.movement;
    let known = |name: &str| (name == "griffon").then(|| griffon.clone());
    let options = Options { known: Some(&known), ..Options::default() };
    let (draft, findings) = read("Moves like a griffon, plus one square forward.", &options);
    assert_eq!(spec(&draft.movement), "N1 -2,-2 -2,2 2,-2 2,2");
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn words_win_over_the_notation_beside_them_and_say_so() {
    let (draft, findings) = draft("Steps one square diagonally. Betza: W");
    assert_eq!(spec(&draft.movement), "NE1 SE1 SW1 NW1");
    assert_eq!(codes(&findings), ["readings-differ"]);
}

#[test]
fn what_is_not_understood_is_quoted_with_its_place() {
    let text = "Slides forward and glimmers backward.";
    let (_, findings) = draft(text);
    let finding =
        findings.iter().find(|finding| finding.code == "not-understood").expect("a finding");
    let span = finding.span.expect("a place");
    assert_eq!(&text[span.start..span.end], "glimmers");
}

#[test]
fn long_and_hostile_texts_are_answered_at_once() {
    let started = std::time::Instant::now();
    let words = "moves forward any distance ".repeat(400_000);
    assert_eq!(codes(&draft(&words).1), ["text-too-long"]);
    koma_prose::split(&words);
    koma_prose::split(&"Lion: one square\n".repeat(100_000));
    for unit in [
        "(",
        ")",
        "((((one square forward",
        "N, ",
        "one or ",
        "斜め前と",
        "前の",
        "except ",
        "not ",
        "一",
        "two ",
        "駒を三つまで飛び越え",
        "[1,",
        "Betza: ((((",
        "skipping one ",
    ] {
        let text = unit.repeat(19_000 / unit.len());
        let _ = draft(&text);
    }
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

mod properties {
    use proptest::prelude::*;

    use super::draft;

    /// Words the reader knows, in any order: far more likely to reach its corners than noise.
    const WORDS: &[&str] = &[
        "forward",
        "backward",
        "sideways",
        "diagonally",
        "left",
        "right",
        "any",
        "distance",
        "one",
        "two",
        "3",
        "square",
        "squares",
        "slides",
        "steps",
        "jumps",
        "up to",
        "exactly",
        "and",
        "or",
        ",",
        ";",
        ".",
        "(",
        ")",
        ":",
        "\n",
        "* ",
        "but",
        "except",
        "not",
        "cannot",
        "where it",
        "like a",
        "queen",
        "lion",
        "knight",
        "chess",
        "pass over",
        "pieces",
        "turn",
        "right angle",
        "then",
        "continue",
        "second",
        "third",
        "within",
        "other",
        "those",
        "directions",
        "Betza: fQbK",
        "WfF",
        "promotes to",
        "royal",
        "drop",
        "last",
        "in all",
        "plus",
        "also",
        "skipping",
        "capture",
        "igui",
        "前",
        "後ろ",
        "斜め",
        "縦横",
        "に",
        "の",
        "と",
        "、",
        "。",
        "一",
        "マス",
        "まで",
        "先",
        "走り",
        "動ける",
        "動けない",
        "飛び越え",
        "て",
        "しか",
        "以外",
        "金将",
        "と同じ",
        "駒",
        "枚",
        "は",
        "が",
        "[-2, 1]",
    ];

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "\\PC{0,200}") {
            let _ = draft(&text);
            koma_prose::split(&text);
        }

        #[test]
        fn no_order_of_known_words_makes_it_panic_or_misplace_a_finding(picks in prop::collection::vec(0..WORDS.len(), 0..30), blank in any::<bool>()) {
            let words: Vec<&str> = picks.iter().map(|&at| WORDS[at]).collect();
            let text = words.join(if blank { " " } else { "" });
            let (read, findings) = draft(&text);
            for finding in &findings {
                if let Some(span) = finding.span {
                    prop_assert!(text.get(span.start..span.end).is_some(), "{finding:?}");
                }
            }
            prop_assert!(read.movement != koma_pieces::Movement::default() || !findings.is_empty());
        }
    }
}

/// Every description of the fixtures, with its line breaks.
fn descriptions() -> impl Iterator<Item = String> {
    let lines =
        include_str!("prose/templates.tsv").lines().chain(include_str!("prose/hand.tsv").lines());
    lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| Some(line.split('\t').nth(2)?.replace("\\n", "\n")))
}

fn doubted(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.severity > koma_text::Severity::Info)
}

#[test]
fn a_foreign_word_is_reported_wherever_it_stands() {
    let mut swallowed = String::new();
    let mut tried = 0;
    for text in descriptions().filter(|text| text.is_ascii()) {
        let name_end = draft(&text).0.name_span.map_or(0, |span| span.end);
        for (at, _) in text.match_indices(' ').filter(|(at, _)| *at > name_end + 2) {
            let with = format!("{} zorping{}", &text[..at], &text[at..]);
            tried += 1;
            if !doubted(&draft(&with).1) {
                let _ = writeln!(swallowed, "{with}");
            }
        }
    }
    // The few that are left stand where a name may stand: before the verb, after "promotes to".
    let lost = swallowed.lines().count();
    println!("{lost} of {tried} swallowed");
    assert!(lost * 200 <= tried, "{swallowed}");
}

#[test]
fn what_is_said_besides_is_passed_over() {
    for remark in [
        "The heron is about as strong as a rook.",
        "It is worth a little less than a rook.",
        "Other pieces cannot jump over it.",
        "It is a favourite of beginners, sometimes to their regret.",
        "It was devised by a schoolmaster and is rarely seen today.",
    ] {
        let (read, findings) = draft(&format!("The heron steps one square backward. {remark}"));
        assert!(!doubted(&findings), "{remark}: {findings:?}");
        assert_eq!(read.movement, draft("Steps one square backward.").0.movement, "{remark}");
    }
    let (read, findings) = draft("Named after a wading bird, the heron steps one square backward.");
    assert!(!doubted(&findings) && read.movement.steps.len() == 1, "{findings:?}");
    // A sentence that also tells a move is read.
    let (read, _) =
        draft("Steps one square forward. It also moves like a bishop and is worth a rook.");
    assert_eq!(read.movement.steps.len(), 5);
    // What it may do is no remark, nor what may bend a move.
    for told in ["It can glim at the end.", "It is blocked when it glims.", "It must glim twice."] {
        let (_, findings) = draft(&format!("The heron steps one square backward. {told}"));
        assert!(doubted(&findings), "{told}");
    }
}

#[test]
fn a_number_is_never_ignored() {
    const OTHERS: [(&str, &str); 10] = [
        ("one", "seven"),
        ("two", "seven"),
        ("three", "seven"),
        ("five", "seven"),
        ("一", "七"),
        ("二", "七"),
        ("三", "七"),
        ("1", "7"),
        ("2", "7"),
        ("3", "7"),
    ];
    let mut ignored = String::new();
    for text in descriptions() {
        let (before, findings) = draft(&text);
        if doubted(&findings) {
            continue;
        }
        for (number, other) in OTHERS {
            for (at, _) in text.match_indices(number) {
                let (head, tail) = (&text[..at], &text[at + number.len()..]);
                let inside = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
                let listed = head.is_empty() && tail.starts_with('.');
                if listed || inside(head.chars().next_back()) || inside(tail.chars().next()) {
                    continue;
                }
                let with = format!("{head}{other}{tail}");
                let (after, findings) = draft(&with);
                let same = before.movement == after.movement
                    && before.special_rules == after.special_rules;
                if same && !doubted(&findings) {
                    let _ = writeln!(ignored, "{with}");
                }
            }
        }
    }
    assert!(ignored.is_empty(), "{ignored}");
}

/// A movement as JSON, or in the words of the data files.
fn from_json(json: &serde_json::Value) -> Movement {
    let source = koma_text::Source::new("json", json.to_string());
    let (movement, findings) = koma_pieces::yaml::read_movement(&source);
    // `type` of an area says again what its numbers say.
    let faults: Vec<_> = findings.iter().filter(|f| f.is_error()).collect();
    assert!(faults.is_empty(), "{faults:?} {json}");
    movement
}

#[test]
fn a_description_gives_the_movement_of_the_data_file_and_comes_back_from_json() {
    let Some(path) = koma_testkit::shared("data/text/dev.json") else { return };
    let text = std::fs::read_to_string(path).expect("a file");
    let data: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    for item in data["items"].as_array().expect("items") {
        let (draft, _) = draft(item["text"].as_str().expect("a text"));
        assert_eq!(draft.movement, from_json(&item["expected"]), "{}", item["text"]);
        let json = koma_pieces::yaml::movement_to_json(&draft.movement);
        assert_eq!(draft.movement, from_json(&json), "{}", item["text"]);
    }
}

#[test]
fn a_lion_and_a_flight_have_the_fields_of_piece_files() {
    use koma_pieces::yaml::movement_to_json;
    use serde_json::json;
    let lion = movement_to_json(&draft("Has the lion move.").0.movement);
    let area = json!({ "radius": 2, "max_steps": 2, "can_return": true });
    assert_eq!(lion["area_moves"], json!([area]));
    assert_eq!(lion["jumps"].as_array().map(Vec::len), Some(16));
    let pawn = movement_to_json(&draft("One square forward.").0.movement);
    assert_eq!(pawn, json!({ "steps": [{ "direction": "N", "type": "single" }], "jumps": [] }));
    let fly =
        movement_to_json(&draft("Vice general: range capture along the diagonals.").0.movement);
    assert_eq!(fly["range_capture"]["rank"], 2);
}

#[test]
fn a_leap_to_its_own_square_is_reported_and_left_out() {
    for text in ["Jumps to 0 squares forward.", "Leaps 0 squares forward and 0 sideways."] {
        let (draft, findings) = koma_prose::read(text, &koma_prose::Options::default());
        assert!(draft.movement.jumps.is_empty(), "{text}: {:?}", draft.movement.jumps);
        assert!(!findings.is_empty(), "{text}");
    }
}
