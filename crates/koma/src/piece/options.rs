//! Choices several commands share, as clap knows them.

use clap::ValueEnum;
use koma_pieces::yaml;

/// How Betza notation is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Dialect {
    /// The notation as specified
    #[default]
    Strict,
    /// As the generator's template neo_shogi reads it: the sideways squares of fQbK belong to bK
    Neo,
    /// As Fairy-Stockfish reads it in variants.ini
    Fairy,
}

impl From<Dialect> for koma_betza::Dialect {
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Strict => Self::Strict,
            Dialect::Neo => Self::Neo,
            Dialect::Fairy => Self::Fairy,
        }
    }
}

/// The templates of piece files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Template {
    /// A bare "knight" is the chess knight; leaps count as ranged
    #[default]
    #[value(name = "neo_shogi", alias = "neo-shogi")]
    NeoShogi,
    /// A bare "knight" is the shogi knight; only slides count as ranged
    #[value(name = "standard_shogi", alias = "standard-shogi")]
    StandardShogi,
}

impl From<Template> for yaml::Template {
    fn from(template: Template) -> Self {
        match template {
            Template::NeoShogi => Self::NeoShogi,
            Template::StandardShogi => Self::StandardShogi,
        }
    }
}

/// How steps are laid out in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// { direction: "N", type: single }
    #[default]
    Flow,
    /// One key a line
    Block,
}

impl From<Style> for yaml::Style {
    fn from(style: Style) -> Self {
        match style {
            Style::Flow => Self::Flow,
            Style::Block => Self::Block,
        }
    }
}
