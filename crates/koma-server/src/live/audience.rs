//! Everybody who hears of a game: players' and spectators' sockets.

use axum::extract::ws::Utf8Bytes;
use koma_rules::Side;
use tokio::sync::mpsc::{self, error::TrySendError};

use super::clock::Tick;
use crate::Lang;

/// How many messages wait for a socket before it is too slow.
const QUEUE: usize = 64;
/// After so many milliseconds what another server said counts no more.
const STALE: u64 = 3500;

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
    /// Who is there on other servers, as each said the last time, and when.
    elsewhere: Vec<(String, [usize; 3], Tick)>,
    /// Who is there in all as the owner said the last time, where another server owns the game: how long
    /// each side is gone, how many watch, and when it said so.
    told: Option<([Option<u64>; 2], usize, Tick)>,
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

    /// Another server says who is there; whether that is new.
    pub fn hear_from(&mut self, server: &str, counts: [usize; 3], now: Tick) -> bool {
        let known = self.elsewhere.iter().position(|(name, ..)| name == server);
        let old = known.map(|index| self.elsewhere.swap_remove(index).1);
        if counts != [0; 3] {
            self.elsewhere.push((server.to_owned(), counts, now));
        }
        old.unwrap_or_default() != counts
    }

    /// The owner says who is there in all; whether that is new.
    pub fn hear_of(&mut self, gone: [Option<u64>; 2], spectators: usize, now: Tick) -> bool {
        let there = |gone: [Option<u64>; 2]| gone.map(|gone| gone.is_none());
        let old = self.told.replace((gone, spectators, now));
        old.is_none_or(|(old, watched, _)| there(old) != there(gone) || watched != spectators)
    }

    /// How many sit at Sente, at Gote, and watch on this server.
    pub fn counts(&self) -> [usize; 3] {
        self.counts
    }

    fn count(&self, place: usize) -> usize {
        let elsewhere = self.elsewhere.iter().map(|(_, counts, _)| counts[place]);
        elsewhere.sum::<usize>() + self.counts[place]
    }

    /// Whether each side is there.
    pub fn online(&self) -> [bool; 2] {
        Side::BOTH.map(|side| self.count(place(Some(side))) > 0)
    }

    /// A side has done something: programs that play without a socket are not gone.
    pub fn heard(&mut self, side: Side) {
        self.gone[place(Some(side))] = None;
    }

    /// How long each side is gone, counted from when this was first asked: `None` for who is there.
    pub fn gone(&mut self, now: Tick) -> [Option<u64>; 2] {
        // A server that says nothing any more has nobody.
        self.elsewhere.retain(|(.., at)| now.saturating_sub(*at) < STALE);
        self.told = self.told.filter(|(.., at)| now.saturating_sub(*at) < STALE);
        if let Some((gone, _, at)) = self.told {
            let passed = now.saturating_sub(at);
            let here = Side::BOTH.map(|side| self.counts[place(Some(side))] > 0);
            let mut gone = gone.map(|gone| gone.map(|gone| gone + passed));
            for (gone, here) in gone.iter_mut().zip(here) {
                *gone = gone.filter(|_| !here);
            }
            return gone;
        }
        let online = self.online();
        for (gone, online) in self.gone.iter_mut().zip(online) {
            *gone = if online { None } else { gone.or(Some(now)) };
        }
        self.gone.map(|since| since.map(|since| now.saturating_sub(since)))
    }

    /// How many watch.
    pub fn spectators(&self) -> usize {
        self.told.map_or_else(|| self.count(place(None)), |(_, spectators, _)| spectators)
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
    fn who_is_on_another_server_is_there_as_long_as_it_says_so() {
        let mut owner = Audience::default();
        assert!(owner.hear_from("b", [1, 0, 5], 1000) && !owner.hear_from("b", [1, 0, 5], 2000));
        assert_eq!((owner.gone(2000), owner.spectators()), ([None, Some(0)], 5));
        assert_eq!(owner.gone(2000 + STALE), [Some(0), Some(STALE)]);
        assert_eq!(owner.spectators(), 0);
        let mut follower = Audience::default();
        let (_, _gote) = follower.enter(Some(Side::Gote), None);
        assert!(follower.hear_of([Some(100), Some(100)], 7, 1000));
        assert_eq!((follower.gone(1500), follower.spectators()), ([Some(600), None], 7));
        assert!(!follower.hear_of([Some(1100), Some(1100)], 7, 2000));
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
