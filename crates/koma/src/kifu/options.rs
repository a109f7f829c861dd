//! Names of games, formats and encodings on the command line.

use std::sync::Arc;

use koma_kifu::{FileKind, Format};
use koma_rules::Ruleset;
use koma_text::Encoding;

/// The rules of a game of the catalogue.
pub fn game(name: &str) -> Result<Arc<Ruleset>, String> {
    koma_kifu::ruleset(name).ok_or_else(|| crate::select::unknown_variant(name).to_string())
}

/// The format of a name.
pub fn format(name: &str) -> Result<Format, String> {
    Format::named(name).ok_or_else(|| {
        let names: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
        format!("the formats are {}", names.join(", "))
    })
}

/// The kind of file of a name.
pub fn kind(name: &str) -> Result<FileKind, String> {
    FileKind::named(name).ok_or_else(|| {
        let names: Vec<_> = FileKind::all().map(|kind| kind.extension).collect();
        format!("the formats are {}", names.join(", "))
    })
}

/// The encoding of a name, as people write it.
pub fn encoding(name: &str) -> Result<Encoding, String> {
    let plain: String =
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    Ok(match &*plain {
        "utf8" => Encoding::Utf8,
        "cp932" | "sjis" | "shiftjis" | "windows31j" | "ms932" => Encoding::Cp932,
        "eucjp" | "euc" => Encoding::EucJp,
        "iso2022jp" | "jis" => Encoding::Iso2022Jp,
        "utf16" | "utf16le" => Encoding::Utf16Le,
        "utf16be" => Encoding::Utf16Be,
        _ => {
            let names: Vec<_> = Encoding::ALL.iter().map(|encoding| encoding.name()).collect();
            return Err(format!("the encodings are {}", names.join(", ")));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_we_print_is_understood() {
        for encoding in Encoding::ALL {
            assert_eq!(super::encoding(encoding.name()), Ok(encoding));
        }
        for &format in Format::ALL {
            assert_eq!(super::format(format.name()), Ok(format));
        }
        for kind in FileKind::all() {
            assert_eq!(super::kind(kind.extension), Ok(kind));
        }
        assert!(super::format("doc").is_err() && super::encoding("ebcdic").is_err());
    }
}
