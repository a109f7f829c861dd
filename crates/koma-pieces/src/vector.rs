//! The vector form: a piece as `{ dx, dy, infinity }`.

use crate::{Direction, Jump, Movement, Reach, Step};

/// One motion of a piece: `dx` squares to the right and `dy` forward, once or again and again.
///
/// A vector to an adjacent square is a step, any other a leap; with `infinity` it is repeated
/// over empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vector {
    /// Squares to the right; negative is left.
    pub dx: i8,
    /// Squares forward; negative is backward.
    pub dy: i8,
    /// Whether it may be repeated over empty squares.
    pub infinity: bool,
}

impl Vector {
    /// Adds this motion to a movement. The null vector moves nothing and is refused.
    ///
    /// ```
    /// # use koma_pieces::{Direction, Movement, Reach, Step, Vector};
    /// let mut lance = Movement::default();
    /// assert!(Vector { dx: 0, dy: 1, infinity: true }.add_to(&mut lance));
    /// assert_eq!(lance.steps, [Step::new(Direction::N, Reach::Ranging)]);
    /// assert!(!Vector { dx: 0, dy: 0, infinity: true }.add_to(&mut lance));
    /// ```
    pub fn add_to(self, movement: &mut Movement) -> bool {
        // -128 has no opposite in i8; no board is that large.
        let Some(rows) = self.dy.checked_neg() else { return false };
        let offset = (rows, self.dx);
        let reach = if self.infinity { Reach::Ranging } else { Reach::Single };
        if offset == (0, 0) {
            return false;
        }
        match Direction::ALL.into_iter().find(|d| d.offset() == offset) {
            Some(direction) => movement.steps.push(Step::new(direction, reach)),
            None => movement.jumps.push(Jump { rider: reach, ..Jump::new(offset.0, offset.1) }),
        }
        true
    }
}
