//! Live games over HTTP and WebSocket: whole games, races, reconnection, doors that stay shut.

#[path = "../common/mod.rs"]
mod common;

mod doors;
#[cfg(unix)]
mod faults;
mod games;
mod player;
mod races;
mod talk;
