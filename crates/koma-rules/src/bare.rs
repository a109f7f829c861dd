//! 裸玉 (CHU-7): what happens when a side has nothing left but a royal.

/// What a side has left that can ever move again. Squares are indices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remains {
    pub royals: Few,
    /// Men that are neither royal nor too weak to count.
    pub strong: Few,
    /// How many men there are in all.
    pub men: usize,
}

/// A few men: how many, and where one of them stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Few {
    pub count: usize,
    pub one: Option<usize>,
}

impl Few {
    pub fn of(mut squares: impl Iterator<Item = usize>) -> Self {
        let one = squares.next();
        Self { count: squares.count() + usize::from(one.is_some()), one }
    }

    /// The square of the only man.
    fn only(self) -> Option<usize> {
        self.one.filter(|_| self.count == 1)
    }
}

/// Who is bare, so that the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bare {
    Both,
    Mover,
    Other,
}

/// Whether a bare royal ends the game. `takes` says whether the side to move, whose men are
/// `own`, could take on a square.
pub(crate) fn bare(own: Remains, their: Remains, takes: impl Fn(usize) -> bool) -> Option<Bare> {
    let is_bare = |side: Remains| side.men == 1 && side.royals.count == 1;
    let takes_only = |men: Few| men.only().is_some_and(&takes);
    match (is_bare(own), is_bare(their)) {
        (true, true) => (!takes_only(their.royals)).then_some(Bare::Both),
        (true, false) => {
            let saved = takes_only(their.royals) || takes_only(their.strong);
            let lost = their.royals.count > 0 && their.strong.count > 0 && !saved;
            lost.then_some(Bare::Mover)
        }
        (false, true) => (own.royals.count > 0 && own.strong.count > 0).then_some(Bare::Other),
        (false, false) => None,
    }
}
