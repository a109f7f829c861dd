#![doc = include_str!("../README.md")]
//!
//! Games between players of any kind, and what can be learnt from them.
//!
//! A [`Player`] is asked for a move at a time; [`play`] is the referee, which knows the rules and
//! holds the clocks; [`Pairs`] and [`Sprt`] judge what the games say.

pub mod analysis;
mod calibrate;
mod check;
mod compose;
mod engine;
mod foreign;
mod heights;
mod ladder;
mod learn;
mod lines;
mod openings;
mod pack;
mod player;
mod random;
mod referee;
mod sample;
mod skill;
mod stats;
mod train;

pub use calibrate::{Calibration, Rung, STEP, ladder};
pub use check::Check;
pub use compose::Composer;
pub use engine::{EnginePlayer, points, win_probability};
pub use foreign::{About, Foreign, Process, Wish};
pub use ladder::{LEVELS, Ladder};
pub use learn::{Learnt, Plan, learn, scale_of};
pub use lines::Lines;
pub use openings::{OpeningError, even_opening, random_opening, winning_move};
pub use pack::{GameFile, Played, Sample, pack, unpack};
pub use player::{Act, Choice, Greedy, Limits, Player, RandomMover, Trouble, Turn};
pub use random::Random;
pub use referee::{Conditions, Effort, Finished, Thought, Verdict, play};
pub use sample::SelfPlay;
pub use skill::{Decision, Skill, Strength};
pub use stats::{Elo, Pairs, Sprt, SprtState};
pub use train::{Progress, Tell, TrainError, Training, read_weights};
