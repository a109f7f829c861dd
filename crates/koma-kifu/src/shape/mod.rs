//! Castles, openings and tesuji by name (囲い, 戦型, 手筋), found in a record.
//!
//! What they look like is data, `data/shapes.txt`; `docs/shapes.md` explains it. A shape belongs to
//! the side whose move completes it, and is told once a side, at the first move that does.

mod condition;
mod read;
mod scan;

use std::sync::OnceLock;

use koma_rules::Side;
use koma_text::Lang;

use crate::NodeId;
use condition::Case;

/// What a name is a name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShapeKind {
    /// 戦型, 戦法: how a side begins.
    Opening,
    /// 囲い: men around a king.
    Castle,
    /// 手筋: what a move does.
    Tesuji,
    /// What both sides did, e.g. 相振り飛車.
    Game,
    /// Several shapes under one name, e.g. 穴熊.
    Family,
}

impl ShapeKind {
    /// All kinds, in the order in which they are told.
    pub const ALL: [Self; 5] =
        [Self::Game, Self::Opening, Self::Castle, Self::Tesuji, Self::Family];

    /// The keyword.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Castle => "castle",
            Self::Tesuji => "tesuji",
            Self::Game => "game",
            Self::Family => "family",
        }
    }

    /// The word for people.
    pub const fn word(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Self::Opening, Lang::Ja) => "戦法",
            (Self::Castle, Lang::Ja) => "囲い",
            (Self::Tesuji, Lang::Ja) => "手筋",
            (Self::Game, Lang::Ja) => "戦型",
            (Self::Family, Lang::Ja) => "系統",
            (kind, Lang::En) => kind.name(),
        }
    }
}

/// A shape that has a name.
#[derive(Clone, Debug)]
pub struct Shape {
    /// What it is.
    pub kind: ShapeKind,
    /// The keyword, the same for ever: databases hold it.
    pub id: &'static str,
    /// 美濃囲い.
    pub japanese: &'static str,
    /// Mino castle.
    pub english: &'static str,
    /// Families it belongs to, as places in the list.
    families: Vec<u16>,
    /// Ways to have it.
    cases: Vec<Case>,
}

impl Shape {
    /// The name in a language.
    pub const fn name(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::Ja => self.japanese,
            Lang::En => self.english,
        }
    }
}

/// A shape in a record.
#[derive(Clone, Copy, Debug)]
pub struct FoundShape {
    /// Which.
    pub shape: &'static Shape,
    /// Whose; `None` for what both sides did.
    pub side: Option<Side>,
    /// The move that completed it, or the last that was looked at.
    pub node: NodeId,
}

/// All shapes that have names, in the order of the file.
pub fn shapes() -> &'static [Shape] {
    static SHAPES: OnceLock<Vec<Shape>> = OnceLock::new();
    SHAPES.get_or_init(|| {
        read::read(include_str!("../../data/shapes.txt")).expect("a test reads the file we ship")
    })
}

/// The shape of a keyword, or of a name in either language.
pub fn shape(name: &str) -> Option<&'static Shape> {
    let name = name.trim();
    let is_it = |shape: &&Shape| {
        shape.id == name || shape.japanese == name || shape.english.eq_ignore_ascii_case(name)
    };
    shapes().iter().find(is_it)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_file_we_ship_is_read_and_names_are_one_each() {
        let shapes = read::read(include_str!("../../data/shapes.txt")).unwrap();
        let count = |kind| shapes.iter().filter(|shape| shape.kind == kind).count();
        assert!(count(ShapeKind::Castle) + count(ShapeKind::Opening) >= 60);
        assert!(count(ShapeKind::Tesuji) >= 20);
        for of in [|s: &Shape| s.id, |s: &Shape| s.japanese, |s: &Shape| s.english] {
            let names: HashSet<_> = shapes.iter().map(of).collect();
            assert_eq!(names.len(), shapes.len());
        }
        let is_plain = |id: &str| id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        assert!(shapes.iter().all(|shape| is_plain(shape.id)));
    }

    #[test]
    fn a_shape_is_known_by_each_of_its_names() {
        for name in ["mino", "美濃囲い", "mino castle"] {
            assert_eq!(shape(name).map(|shape| shape.id), Some("mino"));
        }
        assert!(shape("nothing").is_none());
    }
}
