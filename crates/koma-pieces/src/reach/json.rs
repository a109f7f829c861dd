//! Questions about reach as JSON, one a line: notation and squares in, moves out.
//!
//! The question: `{"betza": "WfF", "board": [15, 15], "at": [7, 7], "own": [[0, 1]], "enemy": [],
//! "virgin": true}`. Everything but `betza` may be absent; the board is then 15x15 and the man
//! stands in its middle. `at` counts columns from the left and rows from the mover's own side;
//! `own` and `enemy` are offsets from the man, `[right, forward]`, as are all squares of the answer.

use std::collections::BTreeSet;

use koma_betza::Dialect;
use serde_json::{Map, Value, json};

use super::{Board, Man, Mover, Options, Outcome, Square, reach};

/// Answers one question: `{"quiet", "capture", "multi"}`, or `{"error"}`.
///
/// # Examples
///
/// ```
/// use koma_betza::Dialect;
/// use koma_pieces::reach::json::answer;
///
/// let pawn = answer(r#"{"betza": "fW"}"#, Dialect::Strict);
/// assert_eq!(pawn.to_string(), r#"{"quiet":[[0,1]],"capture":[],"multi":[]}"#);
/// assert!(answer(r#"{"betza": "fM"}"#, Dialect::Strict)["error"].is_string());
/// ```
pub fn answer(line: &str, dialect: Dialect) -> Value {
    match question(line, dialect) {
        Ok(answer) => answer,
        Err(message) => json!({ "error": message }),
    }
}

fn question(line: &str, dialect: Dialect) -> Result<Value, String> {
    let question: Value =
        serde_json::from_str(line).map_err(|error| format!("this is not JSON: {error}"))?;
    let question = question.as_object().ok_or("a question is a JSON object")?;
    let betza = question
        .get("betza")
        .and_then(Value::as_str)
        .ok_or("`betza` is missing or not a string")?;
    let (tree, mut findings) = koma_betza::parse(betza, dialect);
    let (movement, more) = crate::betza::lower(&tree);
    findings.extend(more);
    if findings.iter().any(koma_text::Finding::is_error) {
        let messages: Vec<String> = findings
            .iter()
            .filter(|finding| finding.is_error())
            .map(|finding| match finding.span {
                Some(span) => {
                    let column = betza.get(..span.start).map_or(0, |s| s.chars().count()) + 1;
                    format!("{} at column {column}: {}", finding.code, finding.message)
                }
                None => format!("{}: {}", finding.code, finding.message),
            })
            .collect();
        return Err(messages.join("; "));
    }
    let (cols, rows) = pair(question, "board")?.unwrap_or((15, 15));
    if !(1..=100).contains(&cols) || !(1..=100).contains(&rows) {
        return Err("`board` is [columns, rows], each from 1 to 100".into());
    }
    let (x, y) = pair(question, "at")?.unwrap_or((cols / 2, rows / 2));
    let square = |x: i64, y: i64| {
        let inside = (0..cols).contains(&x) && (0..rows).contains(&y);
        inside.then(|| Square { row: (rows - 1 - y) as u8, col: x as u8 })
    };
    let at = square(x, y).ok_or("`at` is outside the board")?;
    let virgin = match question.get("virgin") {
        None | Some(Value::Null) => true,
        Some(value) => value.as_bool().ok_or("`virgin` is true or false")?,
    };
    let mut board = Board::new(rows as u8, cols as u8);
    for (key, own) in [("own", true), ("enemy", false)] {
        for (dx, dy) in pairs(question, key)? {
            let place = x.checked_add(dx).zip(y.checked_add(dy)).and_then(|(x, y)| square(x, y));
            let place = place.ok_or_else(|| format!("`{key}` has a piece outside the board"))?;
            if place == at || board.man(place).is_some() {
                return Err(format!("`{key}` has a piece on a square that is taken"));
            }
            board.put(place, Man { own, ..Man::default() });
        }
    }
    let mover = Mover { movement: &movement, at, virgin, faces_down: false };
    let options = Options { list_ways: false, ..Options::default() };
    let reached = reach(&board, mover, options).map_err(|error| error.to_string())?;
    Ok(write(&reached.moves, at))
}

fn write(moves: &BTreeSet<Outcome>, at: Square) -> Value {
    let offset = |square: &Square| {
        [i64::from(square.col) - i64::from(at.col), i64::from(at.row) - i64::from(square.row)]
    };
    let (mut quiet, mut capture) = (BTreeSet::new(), BTreeSet::new());
    let mut multi = BTreeSet::new();
    for outcome in moves {
        let to = offset(&outcome.to);
        if outcome.captured.is_empty() {
            quiet.insert(to);
        } else if outcome.captured.len() == 1 && outcome.captured.contains(&outcome.to) {
            capture.insert(to);
        } else {
            let captures: BTreeSet<[i64; 2]> = outcome.captured.iter().map(offset).collect();
            multi.insert((to, captures));
        }
    }
    let multi: Vec<Value> =
        multi.into_iter().map(|(to, captures)| json!({ "to": to, "captures": captures })).collect();
    json!({ "quiet": quiet, "capture": capture, "multi": multi })
}

/// `[a, b]` under a key; `None` when it is absent.
fn pair(question: &Map<String, Value>, key: &str) -> Result<Option<(i64, i64)>, String> {
    match question.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            as_pair(value).map(Some).ok_or_else(|| format!("`{key}` is a pair of whole numbers"))
        }
    }
}

fn pairs(question: &Map<String, Value>, key: &str) -> Result<Vec<(i64, i64)>, String> {
    let fault = || format!("`{key}` is a list of pairs of whole numbers");
    match question.get(key) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(value) => {
            let list = value.as_array().ok_or_else(fault)?;
            list.iter().map(|value| as_pair(value).ok_or_else(fault)).collect()
        }
    }
}

fn as_pair(value: &Value) -> Option<(i64, i64)> {
    match value.as_array()?.as_slice() {
        [a, b] => Some((a.as_i64()?, b.as_i64()?)),
        _ => None,
    }
}
