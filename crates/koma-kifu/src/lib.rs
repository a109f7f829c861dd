#![doc = include_str!("../README.md")]
//!
//! Game records (棋譜): detect, read, replay, edit and write them.
//!
//! [`read`] takes bytes and gives a [`Reading`]: the [`Record`]s, how we know what they are, and a
//! [`Remark`] for everything that was odd. Nothing is lost in silence: unknown headers, endings and
//! moves that cannot be read are kept, and [`write()`] gives the list of what a format cannot hold.
//!
//! This crate never decides what is legal; it asks `koma-rules`. A move against the rules stays in
//! the record, marked with the reason.

// No I/O, no clock, no thread: `clippy.toml` has the list.
#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod analysis;
mod build;
mod data;
mod ending;
mod file;
mod format;
mod games;
mod handicap;
mod judge;
pub mod notation;
mod record;
mod remark;
mod replay;
pub mod say;
mod shape;
mod table;
mod text;
mod verify;

pub use analysis::{Analysis, Score, analysis};
pub use build::Builder;
pub use data::{
    DataOptions, KifAnalysis, KifEnd, KifFinding, KifMove, KifNode, KifOffence, KifPlay, KifShape,
    KifuData, KifuMetadata, WinnerName,
};
pub use ending::{End, Ending};
pub use file::FileKind;
pub use format::{
    Format, Loss, ReadOptions, Reading, Sign, Strength, WriteOptions, Written, is_record, read,
    read_text, usi_game_line, usi_game_named, write,
};
pub use games::ruleset;
pub use handicap::Handicap;
pub use judge::{Fault, USUAL_SCALE, chance};
pub use koma_rules::Winner;
pub use record::{
    Board, Difference, Header, Headers, MergeError, Merged, Millis, Node, NodeId, Note, Offence,
    Play, Record, Stats, Unread,
};
pub use remark::{Remark, Remarks};
pub use replay::{Frame, Replay, Walk};
pub use shape::{FoundShape, Shape, ShapeKind, shape, shapes};
pub use table::Table;
pub use verify::verify;
