//! A variant as data: everything the rules engine must know about a game, and nothing it must do.

mod model;

pub use model::{
    Clock, DeadSquares, DropRules, Ending, EndingKind, Impasse, ImpasseProfile, Kind, Outcome,
    PromotionRules, PromotionWhen, Variant, Zone,
};
