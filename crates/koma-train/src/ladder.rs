//! What was measured of the engine in each game: which grades are its levels (by `koma train GAME
//! levels`), and what its points are worth (by moves of masters, docs/engine.md). The table is data; a
//! game that nobody measured takes the levels of the one nearest in size.

use std::sync::LazyLock;

use koma_rules::Ruleset;

/// The levels that hold something back.
pub const LEVELS: usize = 10;

/// What was measured in one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    slug: String,
    squares: usize,
    /// Points that make a win 2.7 times as likely as a loss to those who judge moves; none where what
    /// the weights say will do.
    scale: Option<i32>,
    grades: [f64; LEVELS],
}

static MEASURED: LazyLock<Vec<Ladder>> =
    LazyLock::new(|| include_str!("../levels.tsv").lines().filter_map(Ladder::read).collect());

impl Ladder {
    /// Of a game, or of the measured one nearest to it.
    pub fn of(rules: &Ruleset) -> &'static Self {
        let squares = rules.geometry().squares();
        let far = |ladder: &Self| {
            let ratio = (ladder.squares as f64 / squares as f64).ln().abs();
            if ladder.slug == rules.variant().slug { -1.0 } else { ratio }
        };
        let nearest = MEASURED.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
        nearest.unwrap_or(&UNMEASURED)
    }

    /// The points of this game that make a win 2.7 times as likely as a loss to those who judge
    /// moves, where they were measured: those of other games say nothing.
    pub fn scale_of(rules: &Ruleset) -> Option<i32> {
        MEASURED.iter().find(|ladder| ladder.slug == rules.variant().slug)?.scale
    }

    /// The grade of a level, also of one between two, below the first or above the last.
    pub fn grade(&self, level: f64) -> f64 {
        let (first, last) = (self.grades[0], self.grades[LEVELS - 1]);
        if level <= 1.0 {
            return first * level.max(0.0);
        }
        let at = level as usize;
        if at >= LEVELS {
            return last + level - LEVELS as f64;
        }
        let (low, high) = (self.grades[at - 1], self.grades[at]);
        low + (high - low) * (level - at as f64)
    }

    /// A line of the table: game, squares, scale, grades.
    fn read(line: &str) -> Option<Self> {
        let mut words = line.split('\t');
        let slug = words.next().filter(|slug| !slug.starts_with('#'))?.to_owned();
        let squares = words.next()?.parse().ok()?;
        let scale = words.next()?.parse().ok();
        let mut grades = [0.0; LEVELS];
        for grade in &mut grades {
            *grade = words.next()?.parse().ok()?;
        }
        Some(Self { slug, squares, scale, grades })
    }

    /// The line of a game with other grades.
    pub fn line(rules: &Ruleset, grades: &[f64; LEVELS]) -> String {
        let (slug, squares) = (&rules.variant().slug, rules.geometry().squares());
        let scale = Self::scale_of(rules).map_or_else(|| "-".to_owned(), |scale| scale.to_string());
        let grades: Vec<String> = grades.iter().map(|grade| format!("{grade:.2}")).collect();
        format!("{slug}\t{squares}\t{scale}\t{}", grades.join("\t"))
    }
}

/// Were there no table.
static UNMEASURED: Ladder = Ladder {
    slug: String::new(),
    squares: 81,
    scale: None,
    grades: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0],
};

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(slug: &str) -> std::sync::Arc<Ruleset> {
        Ruleset::compile(koma_variants::find(slug).expect(slug)).expect("rules")
    }

    #[test]
    fn every_line_of_the_table_is_read_fits_its_game_and_rises() {
        let lines = include_str!("../levels.tsv").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.count(), MEASURED.len());
        for ladder in MEASURED.iter() {
            assert_eq!(rules(&ladder.slug).geometry().squares(), ladder.squares);
            assert!(ladder.grades.is_sorted(), "{ladder:?}");
            assert!(ladder.scale.is_none_or(|scale| (50..3000).contains(&scale)), "{ladder:?}");
            let written = Ladder::line(&rules(&ladder.slug), &ladder.grades);
            assert_eq!(Ladder::read(&written).as_ref(), Some(ladder));
        }
    }

    #[test]
    fn a_game_takes_its_own_numbers_or_those_of_the_nearest_in_size() {
        assert_eq!(Ladder::of(&rules("shogi")).slug, "shogi");
        let large = Ladder::of(&rules("taikyoku"));
        let most = MEASURED.iter().map(|ladder| ladder.squares).max();
        assert_eq!(Some(large.squares), most);
        assert_eq!(Ladder::scale_of(&rules("taikyoku")), None);
    }

    #[test]
    fn grades_lie_between_those_of_the_levels() {
        let ladder = &UNMEASURED;
        assert_eq!(
            [0.0, 1.0, 2.5, 10.0, 12.0].map(|level| ladder.grade(level)),
            [0.0, 1.0, 2.5, 10.0, 12.0]
        );
    }
}
