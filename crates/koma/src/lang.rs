//! The two languages of the program.

use clap::ValueEnum;

/// A language for messages to players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Lang {
    /// English
    #[default]
    En,
    /// 日本語
    Ja,
}

impl Lang {
    /// The language the environment asks for; English when it asks for none we have.
    pub fn from_environment() -> Self {
        let set = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
        let wish = set("LC_ALL").or_else(|| set("LC_MESSAGES")).or_else(|| set("LANG"));
        match wish {
            Some(wish) if wish.starts_with("ja") => Self::Ja,
            _ => Self::En,
        }
    }

    /// One of two texts: both stand where they are used, so neither is forgotten.
    pub fn pick<T>(self, en: T, ja: T) -> T {
        match self {
            Self::En => en,
            Self::Ja => ja,
        }
    }
}
