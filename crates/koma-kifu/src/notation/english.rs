//! Moves as English books write them: `P-7f`, `Sx3c+`, `B*5e`, `G6i-7h`.

use koma_rules::{Position, SquareName, UsiMove};

use super::relative::Candidates;

/// A move in western notation: the man's letter, its square where another man of its kind could
/// make the move too, `-` or `x` or `*`, the target, `+` or `=` where it may promote. Of a move in
/// several steps each has its sign and square (`Nx9e-9f`); `x!9e` takes there and comes back.
///
/// `position` is the one before the move. `None` if no man makes this move.
pub fn english(position: &Position, usi: &UsiMove) -> Option<String> {
    let rules = position.rules();
    let geometry = rules.geometry();
    match usi {
        UsiMove::Drop { code, to } => Some(format!("{code}*{to}")),
        UsiMove::Pass => Some("pass".to_owned()),
        UsiMove::Board { from, via, to, promotes } => {
            let origin = geometry.square(from.file, from.rank)?;
            let target = geometry.square(to.file, to.rank)?;
            let man = position.man_at(origin)?;
            let is_one_of_many =
                Candidates::of(position, man.kind, target).squares().any(|other| other != origin);
            let origin_text = if is_one_of_many { from.to_string() } else { String::new() };
            let takes = |name: &SquareName| {
                let square = geometry.square(name.file, name.rank);
                square != Some(origin) && square.is_some_and(|s| position.man_at(s).is_some())
            };
            let steps: String = match &**via {
                [there] if to == from && takes(there) => format!("x!{there}"),
                _ => via
                    .iter()
                    .chain([to])
                    .map(|name| format!("{}{name}", if takes(name) { 'x' } else { '-' }))
                    .collect(),
            };
            let promotion = match promotes {
                true => "+",
                false if position.may_promote(man.kind, origin, target) => "=",
                false => "",
            };
            Some(format!("{}{origin_text}{steps}{promotion}", rules.code(man.kind)))
        }
    }
}
