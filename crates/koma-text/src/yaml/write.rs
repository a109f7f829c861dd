//! The parts of a YAML text that carry somebody's words.

use std::fmt::Write as _;

/// A text in double quotes, which reads back as it was.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if must_escape(c) => {
                let _ = match c as u32 {
                    code @ ..=0xff => write!(out, "\\x{code:02X}"),
                    code @ ..=0xffff => write!(out, "\\u{code:04X}"),
                    code => write!(out, "\\U{code:08X}"),
                };
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A text as a comment in one line: a line end inside it would end the comment.
pub fn comment(words: &str) -> String {
    let words: String = words.chars().map(|c| if must_escape(c) { ' ' } else { c }).collect();
    format!("# {words}").trim_end().into()
}

/// What YAML does not allow in a text, and what an editor would not show.
fn must_escape(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}
