//! What a player types.

/// A line a player typed, understood.
#[derive(Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// Anything that is no other command: a move.
    Move(&'a str),
    /// Take back so many moves.
    Undo(usize),
    /// Legal moves, of one square or kind if given.
    Hint(&'a str),
    /// Save the game, in the format of the extension.
    Save(&'a str),
    Resign,
    Declare,
    Draw,
    Impasse,
    Points,
    Sfen,
    Flip,
    Lang(&'a str),
    Show,
    New,
    Help,
    Quit,
}

impl<'a> Command<'a> {
    /// Reads a line; `None` for an empty one.
    pub fn parse(line: &'a str) -> Option<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Some(match word.to_lowercase().as_str() {
            "" => return None,
            "undo" | "u" | "待った" => Self::Undo(rest.parse().unwrap_or(1)),
            "hint" | "moves" | "候補" => Self::Hint(rest),
            "save" | "保存" => Self::Save(rest),
            "resign" | "投了" => Self::Resign,
            "declare" | "宣言" => Self::Declare,
            "draw" | "引き分け" => Self::Draw,
            "impasse" | "持将棋" => Self::Impasse,
            "points" | "点数" => Self::Points,
            "sfen" => Self::Sfen,
            "flip" | "反転" => Self::Flip,
            "lang" | "言語" => Self::Lang(rest),
            "show" | "board" | "盤" => Self::Show,
            "new" | "新規" => Self::New,
            "help" | "h" | "?" | "ヘルプ" => Self::Help,
            "quit" | "exit" | "q" | "終了" => Self::Quit,
            _ => Self::Move(line),
        })
    }
}

/// The words of commands that people are reminded of.
const WORDS: &[&str] = &[
    "undo",
    "hint",
    "moves",
    "save",
    "resign",
    "declare",
    "draw",
    "impasse",
    "points",
    "sfen",
    "flip",
    "lang",
    "show",
    "board",
    "new",
    "help",
    "quit",
    "exit",
    "待った",
    "候補",
    "保存",
    "投了",
    "宣言",
    "引き分け",
    "持将棋",
    "点数",
    "反転",
    "言語",
    "新規",
    "ヘルプ",
    "終了",
];

/// The command that a mistyped line may have meant.
pub fn nearest(line: &str) -> Option<&'static str> {
    let typed = line.split_whitespace().next()?.to_lowercase();
    let distance = |word: &&&str| strsim::damerau_levenshtein(word, &typed);
    let found = WORDS.iter().min_by_key(distance)?;
    // A slip in a short word, two in a long one.
    let most = if found.chars().count() < 5 { 1 } else { 2 };
    (distance(&found) <= most && found.chars().count() > 1).then_some(found)
}

/// A move as a person types it, as USI wants it: `７ｇ７ｆ`, `p*5E` and `7G7F` are understood.
pub fn tidy_move(text: &str) -> String {
    let half_width = |c: char| match c {
        '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        c => c,
    };
    let text: String = text.chars().map(half_width).collect::<String>().to_lowercase();
    match text.split_once('*') {
        Some((code, square)) => format!("{}*{square}", code.to_uppercase()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_in_both_languages() {
        for (line, expected) in [
            ("7g7f", Some(Command::Move("7g7f"))),
            ("  Undo ", Some(Command::Undo(1))),
            ("undo 3", Some(Command::Undo(3))),
            ("待った", Some(Command::Undo(1))),
            ("save my game.usi", Some(Command::Save("my game.usi"))),
            ("hint 7g", Some(Command::Hint("7g"))),
            ("投了", Some(Command::Resign)),
            ("", None),
            ("   ", None),
        ] {
            assert_eq!(Command::parse(line), expected, "{line}");
        }
    }

    #[test]
    fn a_mistyped_command_is_guessed_and_a_move_is_not() {
        for (typed, meant) in [
            ("undoo", Some("undo")),
            ("hlep", Some("help")),
            ("reisgn", Some("resign")),
            ("sav game.kif", Some("save")),
            ("投了す", Some("投了")),
            ("7g7f", None),
            ("58金", None),
            ("what", None),
        ] {
            assert_eq!(nearest(typed), meant, "{typed}");
        }
    }

    #[test]
    fn moves_may_be_typed_in_capitals_or_full_width() {
        for (typed, usi) in
            [("7G7F", "7g7f"), ("７ｇ７ｆ", "7g7f"), ("p*5E", "P*5e"), ("8h2b＋", "8h2b+")]
        {
            assert_eq!(tidy_move(typed), usi);
        }
    }
}
