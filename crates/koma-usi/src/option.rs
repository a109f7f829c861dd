//! Options of an engine, as it announces them.

use crate::Dialect;

/// An option an engine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLine {
    /// The name; in UCI it may have spaces.
    pub name: String,
    /// What it takes.
    pub kind: OptionKind,
}

/// What an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// Unless it is set.
        default: bool,
    },
    /// A number.
    Spin {
        /// Unless it is set.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of some words.
    Combo {
        /// Unless it is set.
        default: String,
        /// The words.
        vars: Vec<String>,
    },
    /// Nothing: it does something.
    Button,
    /// A text.
    Text {
        /// Unless it is set; may be empty.
        default: String,
    },
    /// A file; only USI tells it from a text.
    File {
        /// Unless it is set; may be empty.
        default: String,
    },
}

impl OptionLine {
    /// Reads what follows `option`.
    pub(crate) fn read(rest: &str) -> Option<Self> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let at = |word: &str| words.iter().position(|&other| other == word);
        let (name, kind) = (at("name")?, at("type")?);
        if name != 0 || kind < 2 {
            return None;
        }
        let name = words[1..kind].join(" ");
        // The words between a keyword and the next one.
        let is_keyword = |word: &str| matches!(word, "default" | "min" | "max" | "var");
        let after = |start: usize| {
            let rest = &words[start + 1..];
            let end = rest.iter().position(|word| is_keyword(word)).unwrap_or(rest.len());
            rest[..end].join(" ")
        };
        let value = |word: &str| {
            let start = words.iter().skip(kind + 2).position(|&other| other == word)?;
            Some(after(start + kind + 2))
        };
        let text = || value("default").filter(|text| text != "<empty>").unwrap_or_default();
        let number = |word: &str| value(word).and_then(|number| number.parse().ok());
        let kind = match *words.get(kind + 1)? {
            "check" => OptionKind::Check { default: value("default").as_deref() == Some("true") },
            "spin" => OptionKind::Spin {
                default: number("default")?,
                min: number("min").unwrap_or(i64::MIN),
                max: number("max").unwrap_or(i64::MAX),
            },
            "combo" => {
                let vars = (kind + 2..words.len()).filter(|&index| words[index] == "var");
                OptionKind::Combo { default: text(), vars: vars.map(after).collect() }
            }
            "button" => OptionKind::Button,
            "string" => OptionKind::Text { default: text() },
            "filename" => OptionKind::File { default: text() },
            _ => return None,
        };
        Some(Self { name, kind })
    }

    /// The line, without its end.
    pub(crate) fn write(&self, dialect: Dialect) -> String {
        let empty =
            |text: &str| if text.is_empty() { "<empty>".to_owned() } else { text.to_owned() };
        let kind = match &self.kind {
            OptionKind::Check { default } => format!("check default {default}"),
            OptionKind::Spin { default, min, max } => {
                format!("spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, vars } => {
                let vars: String = vars.iter().map(|var| format!(" var {var}")).collect();
                format!("combo default {default}{vars}")
            }
            OptionKind::Button => "button".to_owned(),
            OptionKind::Text { default } => format!("string default {}", empty(default)),
            OptionKind::File { default } => {
                let word = if dialect == Dialect::Usi { "filename" } else { "string" };
                format!("{word} default {}", empty(default))
            }
        };
        format!("option name {} type {kind}", self.name)
    }
}
