//! Everybody who hears of a game: players' and spectators' sockets.

use axum::extract::ws::Utf8Bytes;
use koma_rules::Side;
use tokio::sync::mpsc::{self, error::TrySendError};

use super::clock::Tick;
use crate::Lang;

/// How many messages wait for a socket before it is too slow.
const QUEUE: usize = 64;

/// The sockets of a game.
#[derive(Debug, Default)]
pub struct Audience {
    listeners: Vec<Listener>,
    next: u64,
    /// How many sit at Sente, at Gote, and watch.
    counts: [usize; 3],
    /// Since when each side was seen not to be there.
    gone: [Option<Tick>; 2],
    /// A message about who is there is on its way.
    pub is_telling: bool,
}

#[derive(Debug)]
struct Listener {
    id: u64,
    side: Option<Side>,
    positions: Option<Lang>,
    queue: mpsc::Sender<Utf8Bytes>,
}

impl Audience {
    /// Somebody comes; what they are to hear comes out of the receiver, which ends when they are
    /// too slow.
    pub fn enter(
        &mut self,
        side: Option<Side>,
        positions: Option<Lang>,
    ) -> (u64, mpsc::Receiver<Utf8Bytes>) {
        let (queue, messages) = mpsc::channel(QUEUE);
        self.next += 1;
        self.counts[place(side)] += 1;
        self.listeners.push(Listener { id: self.next, side, positions, queue });
        (self.next, messages)
    }

    /// Somebody goes. Ids grow, so a binary search finds them.
    pub fn leave(&mut self, id: u64) {
        if let Ok(index) = self.listeners.binary_search_by_key(&id, |listener| listener.id) {
            let listener = self.listeners.remove(index);
            self.counts[place(listener.side)] -= 1;
        }
    }

    /// Sends all away: they come back and say what they know.
    pub fn dismiss(&mut self) {
        self.listeners.clear();
        self.counts = [0; 3];
    }

    /// Tells all, the text shared by all. Who does not keep up is dropped.
    pub fn tell(&mut self, text: &Utf8Bytes) {
        self.tell_those(text, |_| true);
    }

    /// Tells the players alone.
    pub fn tell_players(&mut self, text: &Utf8Bytes) {
        self.tell_those(text, |listener| listener.side.is_some());
    }

    /// Tells those who want positions in a language.
    pub fn tell_position(&mut self, lang: Lang, text: &Utf8Bytes) {
        self.tell_those(text, |listener| listener.positions == Some(lang));
    }

    fn tell_those(&mut self, text: &Utf8Bytes, who: impl Fn(&Listener) -> bool) {
        let counts = &mut self.counts;
        self.listeners.retain(|listener| {
            if !who(listener) {
                return true;
            }
            let sent = listener.queue.try_send(text.clone());
            if let Err(error) = &sent {
                counts[place(listener.side)] -= 1;
                if let TrySendError::Full(_) = error {
                    metrics::counter!("koma_slow_sockets_total").increment(1);
                }
            }
            sent.is_ok()
        });
    }

    /// Whether anybody wants positions in a language.
    pub fn wants_positions(&self, lang: Lang) -> bool {
        self.listeners.iter().any(|listener| listener.positions == Some(lang))
    }

    /// Whether each side is there.
    pub fn online(&self) -> [bool; 2] {
        Side::BOTH.map(|side| self.counts[place(Some(side))] > 0)
    }

    /// A side has done something: programs that play without a socket are not gone.
    pub fn heard(&mut self, side: Side) {
        self.gone[place(Some(side))] = None;
    }

    /// How long each side is gone, counted from when this was first asked: `None` for who is there.
    pub fn gone(&mut self, now: Tick) -> [Option<u64>; 2] {
        let online = self.online();
        for (gone, online) in self.gone.iter_mut().zip(online) {
            *gone = if online { None } else { gone.or(Some(now)) };
        }
        self.gone.map(|since| since.map(|since| now.saturating_sub(since)))
    }

    /// How many watch.
    pub fn spectators(&self) -> usize {
        self.counts[place(None)]
    }

    /// How many are there.
    pub fn len(&self) -> usize {
        self.listeners.len()
    }

    /// Whether nobody is here.
    pub fn is_empty(&self) -> bool {
        self.listeners.is_empty()
    }
}

fn place(side: Option<Side>) -> usize {
    side.map_or(2, |side| side as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_not_keep_up_is_dropped_and_the_others_hear_all() {
        let mut audience = Audience::default();
        let (_, mut slow) = audience.enter(None, None);
        let (_, mut quick) = audience.enter(Some(Side::Sente), Some(Lang::Ja));
        let text = Utf8Bytes::from_static("x");
        for _ in 0..=QUEUE {
            audience.tell(&text);
            assert!(quick.try_recv().is_ok());
        }
        assert_eq!((audience.len(), audience.spectators()), (1, 0));
        let heard = std::iter::from_fn(|| slow.try_recv().ok()).count();
        assert_eq!(heard, QUEUE);
        assert!(matches!(slow.try_recv(), Err(mpsc::error::TryRecvError::Disconnected)));
    }

    #[test]
    fn who_comes_back_was_never_gone() {
        let mut audience = Audience::default();
        let (one, _first) = audience.enter(Some(Side::Sente), None);
        assert_eq!(audience.gone(1000), [None, Some(0)]);
        audience.leave(one);
        assert_eq!(audience.gone(2000), [Some(0), Some(1000)]);
        assert_eq!(audience.gone(5000), [Some(3000), Some(4000)]);
        let (_two, _second) = audience.enter(Some(Side::Sente), None);
        assert_eq!(audience.gone(6000), [None, Some(5000)]);
    }

    #[test]
    fn positions_go_to_those_who_want_them() {
        let mut audience = Audience::default();
        let (one, mut plain) = audience.enter(None, None);
        let (_, mut japanese) = audience.enter(None, Some(Lang::Ja));
        assert!(audience.wants_positions(Lang::Ja) && !audience.wants_positions(Lang::En));
        audience.tell_position(Lang::Ja, &Utf8Bytes::from_static("x"));
        assert!(plain.try_recv().is_err() && japanese.try_recv().is_ok());
        audience.leave(one);
        assert_eq!(audience.len(), 1);
    }
}
