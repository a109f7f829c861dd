//! The language of the program.

use std::sync::OnceLock;

pub use koma_text::Lang;
use koma_text::Phrase;

/// The language of this run: chosen once, before any command runs.
static CHOSEN: OnceLock<Lang> = OnceLock::new();

/// Chooses the language of everything that follows.
pub fn choose(lang: Lang) {
    let _ = CHOSEN.set(lang);
}

/// The language that was chosen; English before that.
pub fn chosen() -> Lang {
    CHOSEN.get().copied().unwrap_or_default()
}

/// Says something on stderr, in the language that was chosen.
pub fn tell(phrase: &Phrase) {
    anstream::eprintln!("{}", phrase.say(chosen()));
}

/// The language the environment asks for; English when it asks for none we have.
pub fn from_environment() -> Lang {
    let set = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
    let wish = set("LC_ALL").or_else(|| set("LC_MESSAGES")).or_else(|| set("LANG"));
    match wish {
        Some(wish) if wish.starts_with("ja") => Lang::Ja,
        _ => Lang::En,
    }
}

/// A language by its code.
pub fn parse(code: &str) -> Result<Lang, &'static str> {
    code.parse()
}
