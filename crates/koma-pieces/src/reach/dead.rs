//! Squares from which a man could never move again.

use std::collections::BTreeSet;

use super::{Board, Square};
use crate::{Direction, Movement, Path};

/// Whether a man of this movement could ever move from here, whatever the other men do.
///
/// For pieces without hoppers this is "has a move on an empty board" (SHO-5). Moves that are made
/// only before the piece has moved do not count: a man in hand or on its way is no longer virgin.
pub fn can_ever_move(
    movement: &Movement,
    rows: u8,
    cols: u8,
    at: Square,
    faces_down: bool,
) -> bool {
    let board = Board { rows, cols, men: Vec::new() };
    let sign: i16 = if faces_down { -1 } else { 1 };
    let on_board = |rows: i16, cols: i16| board.step(at, (sign * rows, sign * cols)).is_some();
    let along = |direction: Direction, squares: i16| {
        let (rows, cols) = direction.offset();
        on_board(i16::from(rows) * squares, i16::from(cols) * squares)
    };
    let any = |dirs: &[Direction]| dirs.iter().any(|&direction| along(direction, 1));
    movement.steps.iter().any(|step| {
        let first = i16::from(step.skip) + 1 + i16::from(step.hop.is_some());
        let in_reach = step.reach.limit().is_none_or(|limit| i32::from(first) <= i32::from(limit));
        !step.when.initial && in_reach && along(step.direction, first)
    }) || movement.jumps.iter().any(|jump| {
        let first = 1 + i16::from(jump.hop.is_some());
        let in_reach = jump.rider.limit().is_none_or(|limit| first as u16 <= limit);
        !jump.when.initial
            && in_reach
            && on_board(i16::from(jump.rows) * first, i16::from(jump.cols) * first)
    }) || movement.area_moves.iter().any(|area| {
        area.max_steps > 0
            && area.radius > 0
            && any(if area.dirs.is_empty() { &Direction::ALL } else { &area.dirs })
    }) || movement.hooks.iter().any(|hook| any(&hook.dirs))
        || movement
            .line_area
            .iter()
            .flat_map(|line| &line.max_steps)
            .any(|&(direction, steps)| steps > 0 && along(direction, 1))
        || movement.jump_slides.iter().any(|slide| along(slide.dir, slide.leap.into()))
        || movement.jump_over.iter().any(|slide| along(slide.dir, 1))
        || movement.range_capture.iter().any(|flight| any(&flight.dirs))
        || movement.range_jump.iter().any(|flight| any(&flight.dirs))
        || any(&movement.igui)
        || movement.paths.iter().any(|path| !path.initial && fits(&board, path, at, sign))
}

/// Whether some choice of lengths keeps every leg on the board.
fn fits(board: &Board, path: &Path, at: Square, sign: i16) -> bool {
    let mut squares = BTreeSet::from([at]);
    for leg in &path.legs {
        let first = i16::from(leg.skip) + 1 + i16::from(leg.hop.is_some());
        let most = leg.reach.limit().map_or(255, |limit| limit.min(255)) as i16;
        let mut next = BTreeSet::new();
        for &from in &squares {
            next.extend((first..=most).map_while(|length| {
                let (rows, cols) = (i16::from(leg.rows) * length, i16::from(leg.cols) * length);
                board.step(from, (sign * rows, sign * cols))
            }));
        }
        squares = next;
    }
    !squares.is_empty()
}
