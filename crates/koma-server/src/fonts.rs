//! A font of the machine for what the pictures' own font lacks: most names of people.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use koma_book::diagram::png;

/// The largest file that is opened, and the most.
const MOST_BYTES: u64 = 64 << 20;
const MOST_OPENED: usize = 100;

/// Characters of names that our own font lacks: a font that has these has the others.
const OF_NAMES: [char; 4] = ['辺', '郁', '聡', '誠'];

/// The font files of the machine, of which one is used.
#[derive(Debug, Default)]
pub struct Fonts {
    files: Vec<PathBuf>,
    found: OnceLock<Vec<Vec<u8>>>,
}

impl Fonts {
    /// Some files, the likeliest first.
    pub fn new(files: Vec<PathBuf>) -> Self {
        Self { files, found: OnceLock::new() }
    }

    /// What the words of a picture need besides our own font. It is looked for once, and kept: whoever asks for
    /// pictures chooses their words, but not how many files are read.
    pub fn for_words(&self, words: &str) -> &[Vec<u8>] {
        if png::missing(words, &[]).is_empty() {
            return &[];
        }
        let shows_names = |font: &Vec<u8>| png::shows(font, &OF_NAMES).len() == OF_NAMES.len();
        self.found.get_or_init(|| {
            let some = self.files.iter().take(MOST_OPENED);
            some.filter_map(|path| open(path)).find(shows_names).into_iter().collect()
        })
    }
}

fn open(path: &Path) -> Option<Vec<u8>> {
    fs::metadata(path).ok().filter(|file| file.len() <= MOST_BYTES)?;
    fs::read(path).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_font_is_looked_for_where_ours_lacks_a_character_and_only_once() {
        let ours = std::env::temp_dir().join(format!("koma-font-{}.otf", std::process::id()));
        fs::write(&ours, png::FONT).unwrap();
        let fonts = Fonts::new(vec!["/nowhere.ttf".into(), ours.clone()]);
        assert!(fonts.for_words("▲先手　△後手 12手目 P-7f").is_empty());
        assert!(fonts.found.get().is_none(), "nothing was read");
        assert!(fonts.for_words("渡辺").is_empty(), "ours has no names");
        assert!(fonts.found.get().is_some());
        fs::remove_file(&ours).unwrap();
    }
}
