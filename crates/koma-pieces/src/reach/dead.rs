//! Squares from which a man could never move again.

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
    // A man that faces down sees the board turned round.
    let turned = Square { row: rows - 1 - at.row, col: cols - 1 - at.col };
    let at = if faces_down { turned } else { at };
    moves_without_paths(&board, movement, at)
        || movement
            .paths
            .iter()
            .any(|path| !path.initial && can_be_made(&board, path)[board.index(at)])
}

/// [`can_ever_move`] for every square, row by row, of a man that does not face down; far cheaper
/// than one by one.
pub fn mobile_squares(movement: &Movement, rows: u8, cols: u8) -> Vec<bool> {
    let board = Board { rows, cols, men: Vec::new() };
    let mut mobile: Vec<bool> =
        board.squares().map(|at| moves_without_paths(&board, movement, at)).collect();
    for path in movement.paths.iter().filter(|path| !path.initial) {
        if mobile.iter().all(|&mobile| mobile) {
            break;
        }
        let made = can_be_made(&board, path);
        mobile.iter_mut().zip(made).for_each(|(mobile, made)| *mobile |= made);
    }
    mobile
}

fn moves_without_paths(board: &Board, movement: &Movement, at: Square) -> bool {
    let on_board = |rows: i16, cols: i16| board.step(at, (rows, cols)).is_some();
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
        || movement.anywhere.is_some() && (board.rows > 1 || board.cols > 1)
}

/// For every square, row by row, whether some choice of lengths keeps every leg on the board. Found
/// from the last leg back, for all squares at once.
fn can_be_made(board: &Board, path: &Path) -> Vec<bool> {
    let all = board.squares().count();
    path.legs.iter().rev().fold(vec![true; all], |made, leg| {
        let first = i16::from(leg.skip) + 1 + i16::from(leg.hop.is_some());
        let most = leg.reach.limit().map_or(255, |limit| limit.min(255)) as i16;
        let ends = |from: Square| {
            (first..=most).map_while(move |length| {
                board.step(from, (i16::from(leg.rows) * length, i16::from(leg.cols) * length))
            })
        };
        board.squares().map(|from| ends(from).any(|to| made[board.index(to)])).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Anywhere, Leg, Reach, Step};

    #[test]
    fn who_goes_anywhere_is_never_stuck() {
        let anywhere = Some(Anywhere { takes_guarded: true });
        let emperor = Movement { anywhere, ..Movement::default() };
        assert_eq!(mobile_squares(&emperor, 3, 2), [true; 6]);
        assert_eq!(mobile_squares(&emperor, 1, 1), [false]);
        assert_eq!(mobile_squares(&Movement::default(), 3, 2), [false; 6]);
    }

    #[test]
    fn all_squares_at_once_are_the_squares_one_by_one() {
        let leg = |rows, cols, reach| Leg {
            rows,
            cols,
            reach,
            on_empty: true,
            takes: true,
            takes_own: false,
            hops: false,
            hop: None,
            skip: 0,
            lame: false,
        };
        let path = |legs: &[Leg]| Movement {
            paths: vec![Path { legs: legs.to_vec(), initial: false }],
            ..Movement::default()
        };
        let lance = Movement {
            steps: vec![Step::new(Direction::N, Reach::Ranging)],
            ..Movement::default()
        };
        let movements = [
            lance,
            path(&[leg(-1, 0, Reach::Ranging), leg(0, 2, Reach::Single)]),
            path(&[
                leg(2, 1, Reach::Limited(2)),
                leg(-1, -1, Reach::Ranging),
                leg(0, 3, Reach::Single),
            ]),
            path(&[leg(0, 1, Reach::Ranging), leg(9, 0, Reach::Single)]),
        ];
        for movement in &movements {
            let (rows, cols) = (7, 5);
            let mobile = mobile_squares(movement, rows, cols);
            for (index, &mobile) in mobile.iter().enumerate() {
                let at = Square { row: index as u8 / cols, col: index as u8 % cols };
                assert_eq!(mobile, can_ever_move(movement, rows, cols, at, false));
                let turned = Square { row: rows - 1 - at.row, col: cols - 1 - at.col };
                assert_eq!(mobile, can_ever_move(movement, rows, cols, turned, true));
            }
        }
        assert_eq!(mobile_squares(&movements[1], 2, 3), [false, false, false, true, false, false]);
    }
}
