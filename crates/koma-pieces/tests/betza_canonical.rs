//! A movement written as notation, and read back.

use koma_betza::Dialect;
use koma_pieces::betza::{Unsayable, canonical, lower, read, shortest};
use koma_pieces::{
    AreaMove, Direction, Hook, Jump, JumpOver, JumpSlide, LineArea, Movement, RangeCapture, Reach,
    Step,
};
use serde_json::Value;

fn movement(text: &str) -> Movement {
    let (movement, findings) = read(text, Dialect::Strict);
    assert!(findings.iter().all(|finding| !finding.is_error()), "{text}: {findings:?}");
    movement
}

#[track_caller]
fn check(text: &str, expected_canonical: &str, expected_shortest: &str) {
    let movement = movement(text);
    assert_eq!(canonical(&movement).as_deref(), Ok(expected_canonical), "canonical {text}");
    assert_eq!(shortest(&movement).as_deref(), Ok(expected_shortest), "shortest {text}");
}

#[test]
fn steps_go_by_reach_then_orthogonals_before_diagonals() {
    check("fFW", "WfF", "WfF");
    check("FfW", "fWF", "fWF");
    check("fQbK", "bWbFfRfB", "bKfQ");
    check("RfBbrBblB2rA", "blB2RfBbrBrA", "B2RfBrBrA");
    check("sWFvR", "sWFvR", "KvR");
    check("K2", "Q2", "Q2");
    check("vQ", "vRB", "vQ");
    check("frBblB", "frBblB", "frblB");
}

#[test]
fn leapers_riders_and_attributes_keep_their_letters() {
    check("N", "N", "N");
    check("fN", "ffN", "fN");
    check("ffbsN", "ffNbsN", "fNbsN");
    check("NN(1,4)0D3", "D3NN(1,4)0", "D3NN(1,4)0");
    check("fmWfcFifmnD", "fmWfcFifmnD", "fmWfcFifmnD");
    check("mRcpR", "mRcpR", "mRcpR");
    check("jBvjRsjR3cabK", "sjR3vjRjBcabK", "sjR3vjRjBcabK");
    check("hrNjD", "hrNjD", "hrNjD");
    check("mcdRdB", "mcdRdB", "mcdRdB");
}

#[test]
fn moves_of_several_legs_have_their_known_names() {
    check("KNADcaKmcabK", "KNADcaKmcabK", "KNADcaKmcabK");
    check("RmasR", "RmasR", "RmasR");
    check("R[R-sR]", "RmasR", "RmasR");
    check("bB2fBfmasB", "bB2fBfmasB", "B2fBfmasB");
    check("KmaK", "KmaK", "KmaK");
    check("KmaKmamaK", "KmaKmamaK", "KmaKmamaK");
    check("KmaKmamaKmabK", "KmaKmamaKmabK", "KmaKmamaKmabK");
    check("BsbRfWfDfcavWfmabW", "fWbsRBfDfcavWfmabW", "KBbsQfDfcavWfmabW");
    check("mafsW", "mafsW", "mafsW");
    check("[F?R]", "F[F-fsR]", "F[F-fsR]");
    check("pafW", "pafW", "pafW");
    check("cabK", "cabK", "cabK");
    check("fcabW", "fcabW", "fcabW");
}

#[test]
fn the_data_is_written_as_it_was() {
    for text in include_str!("data/canonical-betza.txt").lines() {
        let movement = movement(text);
        assert_eq!(canonical(&movement).as_deref(), Ok(text));
        let short = shortest(&movement).expect("a plain movement");
        assert!(short.len() <= text.len());
        assert_eq!(read(&short, Dialect::Strict).0, movement, "{text} shortened to {short}");
    }
}

#[test]
fn what_betza_cannot_say_is_refused_with_the_reason() {
    let refused = |movement: &Movement| canonical(movement).expect_err("Betza cannot say it");
    let over = Movement {
        jump_over: vec![JumpOver { dir: Direction::N, max_pieces: Some(3) }],
        burn: true,
        ..Movement::default()
    };
    assert_eq!(refused(&over), [Unsayable::JumpOver, Unsayable::Burn]);
    let flight = RangeCapture { dirs: vec![Direction::N], rank: 1, cannot_jump: Vec::new() };
    let flies = Movement { range_capture: Some(flight), ..Movement::default() };
    assert_eq!(refused(&flies), [Unsayable::RangeCapture]);
    let area = AreaMove {
        radius: 4,
        max_steps: 4,
        can_return: true,
        captures: 1,
        jump: false,
        dirs: Vec::new(),
    };
    let walks = Movement { area_moves: vec![area], ..Movement::default() };
    assert_eq!(refused(&walks), [Unsayable::AreaMove]);
}

/// The movement of a shared data entry; `None` where it has a field we have no reader for.
fn from_data(value: &Value) -> Option<Movement> {
    let direction = |value: &Value| Direction::from_name(value.as_str()?);
    let directions = |value: &Value| -> Option<Vec<Direction>> {
        value.as_array()?.iter().map(direction).collect()
    };
    let reach = |value: &Value| match value.as_u64() {
        Some(n) => Reach::up_to(n as u16),
        None => (value == "ranging").then_some(Reach::Ranging),
    };
    let mut movement = Movement::default();
    for (key, value) in value.as_object()? {
        match key.as_str() {
            "steps" => {
                for (name, far) in value.as_object()? {
                    movement.steps.push(Step::new(Direction::from_name(name)?, reach(far)?));
                }
            }
            "jumps" => {
                for jump in value.as_array()? {
                    movement
                        .jumps
                        .push(Jump::new(jump[0].as_i64()? as i8, jump[1].as_i64()? as i8));
                }
            }
            "jump_slides" => {
                for slide in value.as_array()? {
                    movement.jump_slides.push(JumpSlide {
                        dir: direction(&slide["dir"])?,
                        leap: slide["leap"].as_u64()? as u8,
                        then: reach(&slide["then"])?,
                    });
                }
            }
            "hooks" => {
                for hook in value.as_array()? {
                    movement.hooks.push(Hook {
                        dirs: directions(&hook["dirs"])?,
                        turn: hook["turn"].as_u64()? as u16,
                        max_turns: hook["max_turns"].as_u64()? as u8,
                        then: reach(&hook["then"])?,
                    });
                }
            }
            "area" => movement.area_moves.push(AreaMove {
                radius: value["radius"].as_u64()? as u8,
                max_steps: value["max_steps"].as_u64()? as u8,
                can_return: value["can_return"].as_bool()?,
                captures: value["captures"].as_u64()? as u8,
                jump: value["captures"].as_u64()? > 1,
                dirs: directions(&value["dirs"]).unwrap_or_default(),
            }),
            "line_area" => {
                let mut max_steps = Vec::new();
                for (name, steps) in value["max_steps"].as_object()? {
                    max_steps.push((Direction::from_name(name)?, steps.as_u64()? as u8));
                }
                movement.line_area = Some(LineArea {
                    max_steps,
                    can_jump: value["can_jump"].as_bool()?,
                    can_capture_each: value["can_capture_each"].as_bool()?,
                    can_return: value["can_return"].as_bool()?,
                });
            }
            "igui" if value == true => movement.igui = Direction::ALL.to_vec(),
            _ => return None,
        }
    }
    if movement.line_area.is_some() {
        // There it says again that the man may come back along its line.
        movement.igui.clear();
    }
    Some(movement)
}

#[test]
fn every_shared_piece_with_betza_is_written_exactly_so() {
    let Some(folder) = koma_testkit::shared("data/variants") else { return };
    let files = std::fs::read_dir(folder).expect("a folder");
    let (mut exact, mut sayable) = (0, 0);
    for file in files.flatten().map(|file| file.path()) {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let Ok(data) = serde_json::from_str::<Value>(&text) else { continue };
        let pieces = ["types", "pieces"].into_iter().filter_map(|key| data[key].as_array());
        for piece in pieces.flatten() {
            let Some(movement) = from_data(&piece["movement"]) else { continue };
            let movement = movement.canonical();
            if let Some(betza) = piece["betza"].as_str() {
                assert_eq!(canonical(&movement).as_deref(), Ok(betza), "{}", piece["slug"]);
                assert_eq!(read(betza, Dialect::Strict).0, movement, "{betza}");
                exact += 1;
            } else if let Ok(text) = canonical(&movement) {
                let (tree, findings) = koma_betza::parse(&text, Dialect::Strict);
                assert!(findings.is_empty(), "{text}: {findings:?}");
                // Steps and leaps that a named form implies are spelt out by the way.
                let again = lower(&tree).0;
                let named = |m: &Movement| (m.area_moves.clone(), m.hooks.clone());
                assert_eq!(named(&again), named(&movement), "{} {text}", piece["slug"]);
                assert_eq!(canonical(&again).as_deref(), Ok(&text[..]), "{}", piece["slug"]);
                sayable += 1;
            }
        }
    }
    println!("{exact} pieces written as in the data, {sayable} more with legs or leaps and slides");
    assert!(exact >= 600);
}
