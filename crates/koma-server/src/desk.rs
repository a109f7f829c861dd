//! Games that somebody plays at one screen, remembered between two moves: the next move is sent
//! alone, and nothing is replayed.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use koma_rules::Game;

/// The games remembered may take about so many bytes together; the oldest are forgotten first.
const MOST_BYTES: usize = 32 << 20;

/// Positions of games by keys that cannot be guessed.
#[derive(Default)]
pub struct Desk(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    games: HashMap<String, Arc<Game>>,
    /// Keys and bytes, the oldest first.
    order: VecDeque<(String, usize)>,
    bytes: usize,
}

impl Desk {
    /// Remembers a game as it stands. Those that alone take a sixteenth of the room have no key.
    pub fn keep(&self, game: Game) -> Option<String> {
        let bytes = bytes_of(&game);
        if bytes > MOST_BYTES / 16 {
            return None;
        }
        let key = format!("{:032x}", rand::random::<u128>());
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.bytes += bytes;
        kept.order.push_back((key.clone(), bytes));
        kept.games.insert(key.clone(), Arc::new(game));
        while kept.bytes > MOST_BYTES
            && let Some((oldest, bytes)) = kept.order.pop_front()
        {
            kept.bytes -= bytes;
            kept.games.remove(&oldest);
        }
        Some(key)
    }

    /// The game of a key, unless it was forgotten.
    pub fn find(&self, key: &str) -> Option<Arc<Game>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).games.get(key).cloned()
    }
}

/// About what a game takes: its two positions, and each move with its undo and its key.
fn bytes_of(game: &Game) -> usize {
    let squares = game.position().rules().geometry().squares();
    4096 + 2 * 32 * squares + 128 * game.moves().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use koma_rules::Ruleset;

    #[test]
    fn the_oldest_games_are_forgotten_when_there_is_no_room() {
        let rules = Ruleset::compile(koma_variants::find("shogi").unwrap()).unwrap();
        let desk = Desk::default();
        let first = desk.keep(Game::start(&rules)).unwrap();
        assert!(desk.find(&first).is_some());
        let most = MOST_BYTES / bytes_of(&Game::start(&rules));
        let last = (0..most).map(|_| desk.keep(Game::start(&rules)).unwrap()).last().unwrap();
        assert!(desk.find(&first).is_none());
        assert!(desk.find(&last).is_some());
        assert!(desk.find("").is_none());
    }
}
