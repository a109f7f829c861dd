//! The rules of a variant for people: sentences, a page, the picture of its start.

mod page;
mod start;
mod words;

pub use page::{escape, html, markdown, moves};
pub use start::{board_svg, pieces, svg};
pub use words::{Section, sections};
