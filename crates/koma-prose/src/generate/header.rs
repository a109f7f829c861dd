//! The comment lines on top of a generated file.

use koma_pieces::PieceDef;

/// Japanese names of games, so that a group's header can be written in both languages.
const GAMES: [(&str, &str); 22] = [
    ("Taikyoku Shogi", "大局将棋"),
    ("Standard Shogi", "標準将棋"),
    ("Maka Dai Dai Shogi", "摩訶大大将棋"),
    ("Dai Dai Shogi", "大大将棋"),
    ("Heian Dai Shogi", "平安大将棋"),
    ("Heian Shogi", "平安将棋"),
    ("Dai Shogi", "大将棋"),
    ("Chu Shogi", "中将棋"),
    ("Sho Shogi", "小将棋"),
    ("Tenjiku Shogi", "天竺大将棋"),
    ("Tori Shogi", "禽将棋"),
    ("Wa Shogi", "和将棋"),
    ("Yari Shogi", "鎗将棋"),
    ("Okisaki Shogi", "王妃将棋"),
    ("Cannon Shogi", "炮将棋"),
    ("Kyoto Shogi", "京都将棋"),
    ("Micro Shogi", "五分摩訶将棋"),
    ("Dobutsu Shogi", "どうぶつしょうぎ"),
    ("Judkins Shogi", "ジャドケンス将棋"),
    ("Goro Goro Shogi", "ごろごろ将棋"),
    ("Annan Shogi", "安南将棋"),
    ("Minishogi", "五五将棋"),
];

/// The three lines for a group and its pieces (in the order of the file).
///
/// Taikyoku has its group behind a dash; another game has only its name.
pub fn lines(
    group: &str,
    group_ja: Option<&str>,
    id_range: Option<&str>,
    pieces: &[PieceDef],
) -> Vec<String> {
    let game = GAMES.iter().find(|(name, _)| starts_with_words(group, name));
    let (rest, game_ja) = match game {
        Some((name, ja)) => (group[name.len()..].trim(), Some(*ja)),
        None => (group, None),
    };
    let derived = rest.replace("Group ", "グループ");
    let rest_ja = group_ja.unwrap_or(&derived);
    let mut lines = if game_ja == Some("大局将棋") {
        vec![
            format!("Taikyoku Shogi Piece Definitions - {group}"),
            format!("大局将棋 駒定義 {}", rest_ja.trim_start_matches("大局将棋").trim_start()),
        ]
    } else {
        let title_ja = match (group_ja, game_ja) {
            (Some(ja), _) => ja.to_string(),
            (None, Some(ja)) if rest.is_empty() => ja.to_string(),
            (None, Some(ja)) => format!("{ja} {rest_ja}"),
            (None, None) => group.to_string(),
        };
        vec![format!("{group} Piece Definitions"), format!("{title_ja} 駒定義")]
    };
    if let (Some(first), Some(last)) = (pieces.first(), pieces.last()) {
        let computed = format!("{}-{}", first.id, last.id);
        let range = id_range.unwrap_or(&computed);
        let promoted = if pieces.iter().any(|p| p.can_promote) { " + promoted forms" } else { "" };
        lines.push(format!("ID range: {range} ({} ~ {}{promoted})", first.name, last.name));
    }
    lines.iter().map(|line| line.trim_end().to_string()).collect()
}

fn starts_with_words(text: &str, words: &str) -> bool {
    text.get(..words.len()).is_some_and(|head| head.eq_ignore_ascii_case(words))
        && !text[words.len()..].starts_with(char::is_alphanumeric)
}
