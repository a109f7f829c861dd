//! Fonts for pictures: ours, those a user names, and what the machine has for characters that both lack.

use std::fs;
use std::path::{Path, PathBuf};

use koma_book::diagram::png;

use crate::failure::Failure;
use crate::files;

/// Most files that are looked at, and the largest that is opened.
const MOST_FILES: usize = 5_000;
const MOST_BYTES: u64 = 64 << 20;

/// The fonts that the words of pictures need besides ours. What none of them shows is told.
pub fn needed(words: &str, named: &[PathBuf]) -> Result<Vec<Vec<u8>>, Failure> {
    let mut fonts =
        named.iter().map(|path| files::read_bytes(path)).collect::<Result<Vec<_>, _>>()?;
    let mut missing = png::missing(words, &fonts);
    if missing.is_empty() {
        return Ok(fonts);
    }
    for path in installed(&folders()) {
        let small = fs::metadata(&path).is_ok_and(|file| file.len() <= MOST_BYTES);
        let Some(font) = fs::read(&path).ok().filter(|_| small) else { continue };
        let shown = png::shows(&font, &missing);
        if !shown.is_empty() {
            missing.retain(|c| !shown.contains(c));
            fonts.push(font);
        }
        if missing.is_empty() {
            break;
        }
    }
    if !missing.is_empty() {
        let list: String = missing.iter().take(20).collect();
        files::show(&[png::no_glyph(list)], None);
    }
    Ok(fonts)
}

/// The font files of this machine, the likeliest for kanji first.
#[cfg(feature = "serve")]
pub fn of_machine() -> Vec<PathBuf> {
    installed(&folders())
}

/// Where systems keep their fonts.
fn folders() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let own = [".local/share/fonts", ".fonts", "Library/Fonts"];
    let shared = [
        "/usr/share/fonts",
        "/usr/local/share/fonts",
        "/System/Library/Fonts",
        "/Library/Fonts",
        "C:\\Windows\\Fonts",
    ];
    let own = home.iter().flat_map(|home| own.iter().map(move |folder| home.join(folder)));
    own.chain(shared.iter().map(PathBuf::from)).collect()
}

/// The font files in some folders, the likeliest for kanji first.
fn installed(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in folders {
        collect(folder, 6, &mut found);
    }
    let likely = [
        "serifcjk", "cjk", "serif", "mincho", "ming", "song", "gothic", "ipa", "hiragino", "yu",
        "meiryo",
    ];
    let rank = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let at = likely.iter().position(|word| name.contains(word)).unwrap_or(likely.len());
        (at, name)
    };
    found.sort_by_cached_key(rank);
    found
}

fn collect(folder: &Path, depth: u8, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if found.len() >= MOST_FILES {
            return;
        }
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_dir() && depth > 0 {
            collect(&path, depth - 1, found);
        } else if ["ttf", "otf", "ttc", "otc"].contains(&extension.as_str()) {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_for_kanji_come_first_and_folders_that_are_not_there_do_not_matter() {
        let folder = tempfile::tempdir().expect("a folder");
        let inner = folder.path().join("truetype");
        fs::create_dir(&inner).expect("a folder");
        for name in ["a.ttf", "NotoSansCJK.ttc", "notes.txt", "IPAex.otf"] {
            fs::write(inner.join(name), b"").expect("a file");
        }
        let found = installed(&[folder.path().join("none"), folder.path().to_owned()]);
        let names: Vec<_> = found.iter().filter_map(|p| p.file_name()?.to_str()).collect();
        assert_eq!(names, ["NotoSansCJK.ttc", "IPAex.otf", "a.ttf"]);
    }
}
