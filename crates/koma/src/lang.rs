//! The two languages of the program.

pub use koma_server::Lang;

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
pub fn parse(code: &str) -> Result<Lang, String> {
    match code {
        "en" => Ok(Lang::En),
        "ja" => Ok(Lang::Ja),
        _ => Err("en or ja".to_owned()),
    }
}
