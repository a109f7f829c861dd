//! What engines wrote into comments: scores, depths and lines, read from the text.

use crate::{NodeId, Record};

/// One statement of an engine about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// The score as the program wrote it; most write it as Black sees it.
    pub score: Option<Score>,
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Time in milliseconds.
    pub time: Option<u64>,
    /// Which of several candidates, from 1.
    pub candidate: Option<u32>,
    /// The line, in the words of the program.
    pub line: Option<String>,
}

/// A score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn, or what the program takes for it.
    Points(i32),
    /// Mate in so many plies, negative for being mated; 0 where the length is not said.
    Mate {
        /// Whether the mate is against the side the score is for.
        is_loss: bool,
        /// Plies to mate.
        plies: u32,
    },
}

impl Record {
    /// What engines wrote about the position after a node.
    pub fn analysis(&self, id: NodeId) -> Vec<Analysis> {
        analysis(self.node(id).comments())
    }
}

/// Reads the statements of engines in the comments of a node: those of floodgate and CSA V3
/// (`* 123 +7776FU ...`), ShogiGUI (`*解析 0 ... 評価値 207 読み筋 ...`), ShogiHome (`#評価値=123`)
/// and Piyo Shogi (`#形勢[...]`).
pub fn analysis(comments: &[String]) -> Vec<Analysis> {
    let mut found: Vec<Analysis> = Vec::new();
    // ShogiHome spreads one statement over several lines.
    let mut is_open = false;
    for comment in comments.iter().flat_map(|comment| comment.lines()) {
        if let Some((key, value)) = assignment(comment) {
            if !is_open || key == "評価値" && found.last().is_some_and(|a| a.score.is_some()) {
                found.push(Analysis::default());
            }
            is_open = true;
            if let Some(last) = found.last_mut() {
                set(last, key, value);
            }
            continue;
        }
        is_open = false;
        found.extend(shogi_gui(comment).or_else(|| floodgate(comment)));
    }
    found.retain(|analysis| *analysis != Analysis::default());
    found
}

/// `#評価値=123`, `*読み筋=▲...`, `#形勢[+120]`.
fn assignment(comment: &str) -> Option<(&str, &str)> {
    let rest = comment.strip_prefix(['#', '*'])?;
    let (key, value) = match rest.split_once('=') {
        Some(pair) => pair,
        None => {
            let (key, value) = rest.split_once('[')?;
            (key, value.split_once(']').map_or(value, |(inside, _)| inside))
        }
    };
    let is_known = matches!(
        key,
        "評価値"
            | "読み筋"
            | "深さ"
            | "ノード数"
            | "詰み"
            | "形勢"
            | "推奨手"
            | "順位"
            | "思考時間"
    );
    is_known.then_some((key, value.trim()))
}

fn set(analysis: &mut Analysis, key: &str, value: &str) {
    match key {
        "評価値" | "形勢" => analysis.score = score(value).or(analysis.score),
        "詰み" => analysis.score = mate(value),
        "読み筋" | "推奨手" => {
            analysis.line = Some(value.to_owned()).filter(|v| !v.is_empty());
        }
        "深さ" => analysis.depth = leading(value),
        "ノード数" => analysis.nodes = leading(value),
        "順位" => analysis.candidate = leading(value),
        "思考時間" => analysis.time = clock(value),
        _ => {}
    }
}

/// `*解析 0 ○ 候補1 時間 00:15.9 深さ 54/60 ノード数 123 評価値 207 読み筋 ▲...`.
fn shogi_gui(comment: &str) -> Option<Analysis> {
    let rest = comment.strip_prefix('*')?;
    let is_known = ["解析", "対局", "検討", "候補手"].iter().any(|word| rest.starts_with(word));
    if !is_known {
        return None;
    }
    let mut analysis = Analysis::default();
    let (facts, line) = match rest.split_once("読み筋") {
        Some((facts, line)) => (facts, Some(line.trim())),
        None => (rest, None),
    };
    analysis.line = line.filter(|line| !line.is_empty()).map(str::to_owned);
    let mut words = facts.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "時間" => analysis.time = words.next().and_then(clock),
            "深さ" => analysis.depth = words.next().and_then(leading),
            "ノード数" => analysis.nodes = words.next().and_then(leading),
            "評価値" => {
                let mut value = words.next().unwrap_or("").to_owned();
                // "+詰 7" is two words.
                if value.ends_with('詰')
                    && let Some(plies) = words.next_if(|w| w.bytes().all(|b| b.is_ascii_digit()))
                {
                    value.push_str(plies);
                }
                analysis.score = score(&value);
            }
            _ => {
                if let Some(number) = word.strip_prefix("候補") {
                    analysis.candidate = leading(number);
                }
            }
        }
    }
    Some(analysis)
}

/// `* 123 +7776FU -3334FU #4567`.
fn floodgate(comment: &str) -> Option<Analysis> {
    let rest = comment.strip_prefix("* ")?;
    let mut words = rest.split_whitespace();
    let score = words.next()?.parse().ok()?;
    let mut line = Vec::new();
    let mut nodes = None;
    for word in words {
        match word.strip_prefix('#') {
            Some(count) => nodes = leading(count),
            None => line.push(word),
        }
    }
    let line = (!line.is_empty()).then(|| line.join(" "));
    Some(Analysis { score: Some(Score::Points(score)), nodes, line, ..Analysis::default() })
}

fn score(text: &str) -> Option<Score> {
    if text.contains('詰') {
        return mate(text);
    }
    let number = text.trim_start_matches('+');
    let end = number
        .char_indices()
        .find(|&(at, c)| !(c.is_ascii_digit() || at == 0 && c == '-'))
        .map_or(number.len(), |(at, _)| at);
    number[..end].parse().ok().map(Score::Points)
}

/// `+詰7`, `-7`, or with the side that mates, as ShogiHome has it: `後手勝ち:11手`.
fn mate(text: &str) -> Option<Score> {
    let digits: String = text.chars().filter(char::is_ascii_digit).take(9).collect();
    let plies = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    Some(Score::Mate { is_loss: text.starts_with(['-', '後']), plies })
}

/// A number at the start of a text.
fn leading<T: std::str::FromStr>(text: &str) -> Option<T> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..digits].parse().ok()
}

/// `00:15.9`, `1:02:03` or seconds, in milliseconds.
fn clock(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds: u64 = 0;
    for field in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(field.parse().ok()?)?;
    }
    let digits = fraction.bytes().take_while(u8::is_ascii_digit).take(3);
    let millis = digits.zip([100, 10, 1]).map(|(digit, unit)| u64::from(digit - b'0') * unit);
    seconds.checked_mul(1000)?.checked_add(millis.sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(comments: &[&str], expected: &[Analysis]) {
        let comments: Vec<_> = comments.iter().map(|&comment| comment.to_owned()).collect();
        assert_eq!(analysis(&comments), expected);
    }

    #[test]
    fn floodgate_writes_score_and_line() {
        check(
            &["* 123 +7776FU -3334FU #4567"],
            &[Analysis {
                score: Some(Score::Points(123)),
                nodes: Some(4567),
                line: Some("+7776FU -3334FU".to_owned()),
                ..Analysis::default()
            }],
        );
        check(&["* 良い手", "*", "普通のコメント 評価値 30"], &[]);
    }

    #[test]
    fn shogi_gui_writes_everything_on_one_line() {
        check(
            &[
                "*解析 0 ○ 候補1 時間 00:15.9 深さ 54/60 ノード数 1234 評価値 -207↑ 読み筋 ▲７六歩(77)",
            ],
            &[Analysis {
                score: Some(Score::Points(-207)),
                depth: Some(54),
                nodes: Some(1234),
                time: Some(15_900),
                candidate: Some(1),
                line: Some("▲７六歩(77)".to_owned()),
            }],
        );
        check(
            &["*対局 時間 00:01.0 評価値 +詰 7"],
            &[Analysis {
                score: Some(Score::Mate { is_loss: false, plies: 7 }),
                time: Some(1000),
                ..Analysis::default()
            }],
        );
    }

    #[test]
    fn shogi_home_writes_one_fact_a_line() {
        let first = Analysis {
            score: Some(Score::Points(80)),
            depth: Some(12),
            line: Some("△３四歩".to_owned()),
            ..Analysis::default()
        };
        let second = Analysis { score: Some(Score::Points(-5)), ..Analysis::default() };
        check(&["#評価値=80", "#読み筋=△３四歩", "#深さ=12", "#評価値=-5"], &[first, second]);
        for (said, is_loss, plies) in [
            ("#詰み=先手勝ち:15手", false, 15),
            ("#詰み=後手勝ち:11手", true, 11),
            ("*詰み=後手勝ち", true, 0),
        ] {
            let score = Some(Score::Mate { is_loss, plies });
            check(&[said], &[Analysis { score, ..Analysis::default() }]);
        }
    }

    #[test]
    fn hostile_numbers_are_left_out() {
        check(&["* 99999999999999999999 x", "#評価値=", "#深さ=99999999999999999999"], &[]);
    }
}
