//! Pieces everybody knows: what "like a gold general" and 「飛車の動き」 refer to.

use std::collections::HashMap;
use std::sync::LazyLock;

use koma_pieces::{
    AreaMove, Direction, Hook, Jump, JumpOver, JumpSlide, LineArea, Movement, RangeCapture, Reach,
    Step,
};

/// A piece with its names and movement.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) slug: &'static str,
    pub(super) movement: Movement,
    /// Its rank among the pieces that fly over others; 0 for nearly all.
    pub(super) rank: u8,
    /// Set when games disagree about the movement: the game followed, then the others.
    pub(super) disputed: &'static str,
}

pub(super) struct Table {
    pub(super) pieces: Vec<Known>,
    english: HashMap<&'static str, usize>,
    japanese: HashMap<&'static str, usize>,
}

/// The table, read once from `known.tsv`.
pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table { pieces: Vec::new(), english: HashMap::new(), japanese: HashMap::new() };
    for line in include_str!("known.tsv").lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let mut next = || fields.next().unwrap_or_default();
        let (slug, english, japanese, movement, rank, disputed) =
            (next(), next(), next(), next(), next(), next());
        let at = table.pieces.len();
        let rank = rank.parse().unwrap_or(0);
        table.pieces.push(Known { slug, movement: Movement::default(), rank, disputed });
        table.english.extend(english.split('|').filter(|n| !n.is_empty()).map(|name| (name, at)));
        table.japanese.extend(japanese.split('|').filter(|n| !n.is_empty()).map(|name| (name, at)));
        table.pieces[at].movement = read_movement(movement);
    }
    // Flights name the pieces that stop them, so they need the whole table.
    for at in 0..table.pieces.len() {
        if let Some(rank) = table.pieces[at].movement.range_capture.as_ref().map(|fly| fly.rank) {
            let stoppers = table.stoppers(rank);
            if let Some(fly) = &mut table.pieces[at].movement.range_capture {
                fly.cannot_jump = stoppers;
            }
        }
    }
    table
});

impl Table {
    /// A piece by English name in lower case, hyphens as blanks.
    pub(super) fn english(&self, name: &str) -> Option<usize> {
        self.english.get(name).copied()
    }

    /// A piece by Japanese name, 竜 written 龍.
    pub(super) fn japanese(&self, name: &str) -> Option<usize> {
        self.japanese.get(name).copied()
    }

    /// Every name with its piece.
    pub(super) fn names(&self) -> Vec<(&'static str, usize)> {
        let mut names: Vec<_> =
            self.english.iter().chain(&self.japanese).map(|(name, at)| (*name, *at)).collect();
        names.sort_unstable();
        names
    }

    pub(super) fn slug(&self, slug: &str) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.slug == slug)
    }

    /// The slugs of the pieces of this rank or above, highest first.
    pub(super) fn stoppers(&self, rank: u8) -> Vec<String> {
        const ORDER: [&str; 8] = [
            "king",
            "crown-prince",
            "great-general",
            "vice-general",
            "flying-general",
            "angle-general",
            "fierce-dragon",
            "flying-crocodile",
        ];
        ORDER
            .iter()
            .filter(|slug| self.slug(slug).is_some_and(|at| self.pieces[at].rank >= rank.max(1)))
            .map(|&slug| slug.to_owned())
            .collect()
    }
}

/// Reads the movement column. The file is ours, so what it cannot read is a fault of the file
/// and shows in the test below.
fn read_movement(text: &str) -> Movement {
    let mut movement = Movement::default();
    for word in text.split(' ') {
        read_word(word, &mut movement);
    }
    movement
}

fn read_word(word: &str, to: &mut Movement) -> Option<()> {
    if word == "lion" {
        to.area_moves.push(lion());
    } else if word == "igui" {
        to.igui = Direction::ALL.to_vec();
    } else if let Some(dirs) = word.strip_prefix("hook:") {
        to.hooks.push(Hook {
            dirs: directions(dirs),
            turn: 90,
            max_turns: 1,
            then: Reach::Ranging,
        });
    } else if let Some(rest) = word.strip_prefix("leap:") {
        let mut parts = rest.split(':');
        let (dir, leap, then) = (parts.next()?, parts.next()?, parts.next()?);
        let dir = Direction::from_name(dir)?;
        to.jump_slides.push(JumpSlide { dir, leap: leap.parse().ok()?, then: reach(then)? });
    } else if let Some(rest) = word.strip_prefix("over:") {
        let (dir, count) = rest.split_once(':')?;
        to.jump_over
            .push(JumpOver { dir: Direction::from_name(dir)?, max_pieces: count.parse().ok() });
    } else if let Some(rest) = word.strip_prefix("line:") {
        let max_steps = rest.split('/').filter_map(|part| {
            let (dir, count) = part.split_at(part.len() - 1);
            Some((Direction::from_name(dir)?, count.parse().ok()?))
        });
        to.line_area = Some(LineArea {
            max_steps: max_steps.collect(),
            can_jump: true,
            can_capture_each: true,
            can_return: true,
        });
    } else if let Some(rest) = word.strip_prefix("fly:") {
        let (dirs, rank) = rest.split_once(':')?;
        let rank = rank.parse().ok()?;
        to.range_capture =
            Some(RangeCapture { dirs: directions(dirs), rank, cannot_jump: Vec::new() });
    } else if let Some((rows, cols)) = word.split_once(',') {
        to.jumps.push(Jump::new(rows.parse().ok()?, cols.parse().ok()?));
    } else {
        let at = word.find(|c: char| !c.is_ascii_alphabetic())?;
        let (dir, far) = word.split_at(at);
        to.steps.push(Step::new(Direction::from_name(dir)?, reach(far)?));
    }
    Some(())
}

fn directions(text: &str) -> Vec<Direction> {
    text.split('/').filter_map(Direction::from_name).collect()
}

fn reach(text: &str) -> Option<Reach> {
    if text == "*" { Some(Reach::Ranging) } else { Reach::up_to(text.parse().ok()?) }
}

/// 獅子: two king steps, each of which may take.
pub(super) fn lion() -> AreaMove {
    AreaMove {
        radius: 2,
        max_steps: 2,
        can_return: true,
        captures: 2,
        jump: true,
        dirs: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read_whole() {
        for line in include_str!("known.tsv").lines().filter(|line| !line.starts_with('#')) {
            let movement = line.split('\t').nth(3).unwrap_or_default();
            for word in movement.split(' ') {
                assert!(
                    read_word(word, &mut Movement::default()).is_some(),
                    "{word:?} in {line:?}"
                );
            }
        }
        assert!(TABLE.pieces.len() > 350);
        let general = &TABLE.pieces[TABLE.english("vice general").expect("in the table")];
        let stop = &general.movement.range_capture.as_ref().expect("flies").cannot_jump;
        assert_eq!(stop.join(" "), "king crown-prince great-general vice-general");
    }
}
