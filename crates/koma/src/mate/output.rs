//! What is said about a problem, to programs and to people.

use std::fmt::Write as _;

use koma_kifu::notation::{Digits, english, japanese};
use koma_rules::{Move, Position};
use koma_search::mate::{Answer, Other, Problem, Unsolvable, Verdict};
use serde_json::{Value, json};

use super::{Posed, Solved};
use crate::board::Drawing;
use crate::files;
use crate::lang::Lang;

/// One JSON object; `asked` is the position as it was given.
pub fn json(position: &Position, asked: Option<&str>, solved: &Solved) -> Value {
    let sfen = asked.map_or_else(|| position.sfen(), str::to_owned);
    let usi = |mv: &Move| position.usi(*mv).to_string();
    let ms = (solved.milliseconds * 1000.0).round() / 1000.0;
    match &solved.answer {
        Ok(answer) => {
            let mut object = json!({
                "sfen": sfen,
                "result": word(answer.verdict),
                "plies": (answer.verdict == Verdict::Mate).then_some(answer.line.len()),
                "line": answer.line.iter().map(usi).collect::<Vec<_>>(),
                "shortest": answer.shortest,
                "nodes": answer.nodes,
                "ms": ms,
            });
            if let Some(custom) = &answer.custom {
                object["custom"] = json!({
                    "plies": custom.len(),
                    "line": custom.iter().map(usi).collect::<Vec<_>>(),
                });
            }
            if let Some(problem) = &solved.problem {
                object["check"] = check(position, problem);
            }
            object
        }
        Err(reason) => {
            let mut object = unread(&sfen, &reason.to_string());
            object["ms"] = json!(ms);
            object
        }
    }
}

/// The answer to something that is no problem.
pub fn unread(sfen: &str, reason: &str) -> Value {
    json!({
        "sfen": sfen,
        "result": "unknown",
        "plies": null,
        "line": [],
        "shortest": false,
        "nodes": 0,
        "ms": 0,
        "error": reason,
    })
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Mate => "mate",
        Verdict::NoMate => "nomate",
        Verdict::Unknown => "unknown",
    }
}

fn check(position: &Position, problem: &Problem) -> Value {
    let rules = position.rules();
    let other = |other: &Other| {
        let mv = rules.usi(other.mv).to_string();
        let side = other.side.iter().map(|&mv| rules.usi(mv).to_string()).collect::<Vec<_>>();
        json!({
            "ply": other.after + 1,
            "side": side,
            "move": mv,
            "plies": other.plies,
            "insteadOf": other.instead_of,
        })
    };
    let left =
        problem.left.iter().map(|&(kind, count)| (rules.code(kind).to_owned(), json!(count)));
    json!({
        "others": problem.others.iter().map(other).collect::<Vec<_>>(),
        "left": left.collect::<serde_json::Map<_, _>>(),
        "clean": problem.is_clean(),
        "complete": problem.complete,
        "sidesComplete": problem.sides_complete,
    })
}

/// Board, verdict, line and check for people.
pub fn text(posed: &Posed, solved: &Solved, checked: bool, lang: Lang) -> String {
    let mut text = String::new();
    if let Some(name) = &posed.name {
        let _ = writeln!(text, "{name}");
    }
    let drawing = Drawing { lang, colour: files::stdout_colour(), letters: false, flipped: false };
    text.push_str(&drawing.draw(&posed.position, None));
    let _ = writeln!(text, "{}", verdict(solved, lang));
    for line in wrapped(&moves(&posed.position, solved.line(), lang)) {
        let _ = writeln!(text, "{line}");
    }
    text.push_str(&by_custom(posed, solved, lang));
    if let Some(problem) = &solved.problem {
        for sentence in sentences(&posed.position, solved.line(), problem, lang) {
            let _ = writeln!(text, "{sentence}");
        }
    } else if checked && solved.line().is_empty() {
        let _ = writeln!(
            text,
            "{}",
            lang.pick("There is no line to check.", "検討する手順はありません。")
        );
    }
    text.push('\n');
    text
}

/// The mate without futile drops, where that is another.
fn by_custom(posed: &Posed, solved: &Solved, lang: Lang) -> String {
    let custom = solved.answer.as_ref().ok().and_then(|answer| answer.custom.as_deref());
    let Some(custom) = custom.filter(|custom| custom.len() < solved.line().len()) else {
        return String::new();
    };
    let plies = custom.len();
    let mut text = lang.pick(
        format!("Without futile drops, as problems are counted: mate in {plies}.\n"),
        format!("無駄合いを数えない慣例では{plies}手詰。\n"),
    );
    for line in wrapped(&moves(&posed.position, custom, lang)) {
        let _ = writeln!(text, "{line}");
    }
    text
}

fn verdict(solved: &Solved, lang: Lang) -> String {
    let answer = match &solved.answer {
        Ok(answer) => answer,
        Err(reason) => {
            return lang.pick(format!("Not a mate problem: {reason}."), refused(*reason));
        }
    };
    let Answer { nodes, shortest, line, .. } = answer;
    let (plies, ms) = (line.len(), solved.milliseconds.round());
    let effort =
        lang.pick(format!("({nodes} nodes, {ms} ms)"), format!("（{nodes}局面、{ms}ミリ秒）"));
    let sentence = match (answer.verdict, *shortest) {
        (Verdict::Mate, true) => {
            lang.pick(format!("Mate in {plies}, and no sooner."), format!("最短{plies}手詰。"))
        }
        (Verdict::Mate, false) => lang.pick(
            format!("Mate in {plies}; there may be a shorter one."),
            format!("{plies}手で詰み（最短とは限りません）。"),
        ),
        (Verdict::NoMate, _) => lang.pick("There is no mate.".into(), "不詰。".into()),
        (Verdict::Unknown, _) => {
            lang.pick("Not decided within the limits.".into(), "制限内では結論が出ません。".into())
        }
    };
    format!("{sentence} {effort}")
}

fn refused(reason: Unsolvable) -> String {
    match reason {
        Unsolvable::NoRoyal => "詰将棋になりません：受方に玉がありません。",
        Unsolvable::AlreadyInCheck => {
            "詰将棋になりません：受方の玉に最初から王手がかかっています。"
        }
        _ => "詰将棋になりません：すでに終局しています。",
    }
    .to_owned()
}

/// The moves in words.
fn moves(position: &Position, line: &[Move], lang: Lang) -> Vec<String> {
    let mut position = position.clone();
    let mut last = None;
    let mut words = Vec::new();
    for &mv in line {
        let usi = position.usi(mv);
        let text =
            lang.pick(english(&position, &usi), japanese(&position, &usi, last, Digits::Mixed));
        words.push(text.unwrap_or_else(|| usi.to_string()));
        last = usi.to();
        let _ = position.play_unchecked(mv);
    }
    words
}

/// One move in words, after so many of a line.
fn word_of(
    position: &Position,
    (line, after, side): (&[Move], usize, &[Move]),
    mv: Move,
    lang: Lang,
) -> String {
    let mut all = line[..after.min(line.len())].to_vec();
    all.extend_from_slice(side);
    all.push(mv);
    moves(position, &all, lang).pop().unwrap_or_default()
}

/// The moves numbered, ten plies to a line.
fn wrapped(words: &[String]) -> Vec<String> {
    let line =
        |(row, words): (usize, &[String])| format!("{:>4}  {}", row * 10 + 1, words.join("  "));
    words.chunks(10).enumerate().map(line).collect()
}

/// The check of a problem, a sentence each.
fn sentences(position: &Position, line: &[Move], problem: &Problem, lang: Lang) -> Vec<String> {
    let mut all = Vec::new();
    for other in &problem.others {
        let (ply, rest) = (other.after + 1, other.instead_of);
        let mv = word_of(position, (line, other.after, &other.side), other.mv, lang);
        let plies = other.plies;
        all.push(if let [answer, before @ ..] = &other.side[..] {
            let answer = word_of(position, (line, other.after, &[]), *answer, lang);
            let at = ply + 1 + before.len();
            lang.pick(
                format!(
                    "In a side line: after {answer} at move {ply}, {mv} at move {at} also mates, in {plies} or fewer."
                ),
                format!("変化余詰：{ply}手目{answer}の変化で、{at}手目{mv}以下{plies}手以内でも詰む。"),
            )
        } else if other.is_last() {
            lang.pick(
                format!("Move {ply} (the last) could also be {mv}."),
                format!("最終手の余詰：{ply}手目は{mv}でも詰む。"),
            )
        } else if other.is_early() {
            lang.pick(
                format!("Early mate: at move {ply}, {mv} mates in {plies} instead of {rest}."),
                format!("早詰：{ply}手目{mv}以下{plies}手で詰む（本手順は{rest}手）。"),
            )
        } else {
            lang.pick(
                format!("Second solution: at move {ply}, {mv} also mates, in {plies} or fewer."),
                format!("余詰：{ply}手目{mv}以下{plies}手以内でも詰む。"),
            )
        });
    }
    let left: Vec<String> = problem
        .left
        .iter()
        .map(|&(kind, count)| {
            let rules = position.rules();
            let name = lang.pick(
                rules.code(kind).to_owned(),
                rules.variant().kinds[kind.index()].piece.name_kanji.clone(),
            );
            if count > 1 { format!("{name}{count}") } else { name }
        })
        .collect();
    if !left.is_empty() {
        let left = left.join(lang.pick(" ", "・"));
        all.push(lang.pick(
            format!("Pieces left in hand at the end: {left}."),
            format!("駒余り：詰め上がりに{left}が残る。"),
        ));
    }
    if !problem.complete {
        all.push(lang.pick(
            "Some other checks were not decided within the limits.".into(),
            "一部の別手順は制限内で結論が出ていない。".into(),
        ));
    } else if problem.is_clean() {
        all.push(lang.pick(
            "No second solution, nothing left over.".into(),
            "余詰なし、駒余りなし。".into(),
        ));
    }
    if !problem.sides_complete {
        all.push(lang.pick(
            "Not all side lines were looked at within the limits.".into(),
            "変化手順の一部は制限内で調べきれていない。".into(),
        ));
    }
    all
}

/// How many of each there were.
pub fn summary([mates, none, open]: [usize; 3], total: usize, lang: Lang) -> String {
    let odd = total - mates - none - open;
    lang.pick(
        format!(
            "{total} positions: {mates} with mate, {none} without, {open} not decided, {odd} not mate problems"
        ),
        format!("全{total}題：詰み{mates}、不詰{none}、未決{open}、詰将棋でないもの{odd}"),
    )
}
