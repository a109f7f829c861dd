//! What the modifiers of one leg ask for, apart from directions.

use koma_text::{Finding, Span};

use crate::expand::{Hop, MoveLeg};
use crate::say;
use crate::tree::{Dialect, Letter, Mark};

/// How many `j` one leg may have.
const MAX_SKIP: u8 = 9;

/// The conditions of a leg, before it has a direction.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Conditions {
    pub(crate) empty: bool,
    pub(crate) takes: bool,
    pub(crate) takes_own: bool,
    pub(crate) hops: bool,
    pub(crate) hop: Option<Hop>,
    pub(crate) jumps: u8,
    pub(crate) lame: bool,
    pub(crate) initial: bool,
}

/// Reads the modifiers of a leg. `last` is false for a leg after which the move goes on.
pub(crate) fn conditions(
    marks: &[Mark],
    last: bool,
    dialect: Dialect,
) -> Result<Conditions, Box<Finding>> {
    let mut c = Conditions::default();
    let mut hop_at: Option<Span> = None;
    let mut named = false;
    for &Mark { letter, span } in marks {
        match letter {
            Letter::Move => (c.empty, named) = (true, true),
            Letter::Capture => (c.takes, named) = (true, true),
            Letter::Own => (c.takes_own, named) = (true, true),
            Letter::Initial => c.initial = true,
            Letter::Lame => c.lame = true,
            Letter::Jump if c.jumps == MAX_SKIP => {
                return Err(say::too_many_jumps(MAX_SKIP).at(span).into());
            }
            Letter::Jump => c.jumps += 1,
            Letter::Hop if !last => (c.hops, named) = (true, true),
            Letter::Grasshopper if !last => {
                return Err(say::grasshopper_goes_on().at(span).into());
            }
            // Fairy-Stockfish takes `g` for a `p` of range 1, so that both together are `g`.
            Letter::Hop if dialect == Dialect::Fairy && c.hop == Some(Hop::Behind) => {}
            Letter::Grasshopper if dialect == Dialect::Fairy => c.hop = Some(Hop::Behind),
            Letter::Hop | Letter::Grasshopper => {
                let kind = if letter == Letter::Hop { Hop::Over } else { Hop::Behind };
                if let (Some(before), true) = (hop_at, c.hop != Some(kind)) {
                    return Err(say::hop_and_grasshopper().at(before.to(span)).into());
                }
                (c.hop, hop_at) = (Some(kind), Some(span));
            }
            _ => {}
        }
    }
    if !named {
        (c.empty, c.takes) = (true, last);
    }
    Ok(c)
}

impl Conditions {
    /// The leg in a direction; `None` when it could never be made (`pW`, `jR1`).
    pub(crate) fn leg(&self, (dx, dy): (i8, i8), reach: Option<u16>) -> Option<MoveLeg> {
        let is_step = dx.abs().max(dy.abs()) == 1;
        let skip = if is_step { self.jumps } else { 0 };
        let first_landing = u16::from(skip) + 1 + u16::from(self.hop.is_some());
        if reach.is_some_and(|limit| limit < first_landing) {
            return None;
        }
        let must_leap = !is_step && self.jumps > 0;
        if must_leap && self.lame {
            return None;
        }
        Some(MoveLeg {
            dx,
            dy,
            reach,
            on_empty: self.empty,
            takes: self.takes,
            takes_own: self.takes_own,
            hops: self.hops,
            hop: self.hop,
            skip,
            lame: self.lame && !is_step,
            must_leap,
        })
    }
}
