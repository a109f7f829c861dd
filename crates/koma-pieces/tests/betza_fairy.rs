//! Fairy-Stockfish's reading of notation, as facts: each was seen in the engine, by asking it for
//! the moves of a variant with one custom piece. The pictures are what it answered.

use koma_betza::Dialect;
use koma_pieces::betza::read;
use koma_pieces::reach::{Board, Man, Mover, Options, Square, reach};

/// Checks pictures of one line, read away from the man: `.` empty, `x` an enemy, `X` an own man,
/// `*` an empty square it moves to, `!` an enemy it takes.
fn check(betza: &str, (rows, cols): (i16, i16), pictures: &[&str]) {
    let (movement, _) = read(betza, Dialect::Fairy);
    for picture in pictures {
        let at = Square { row: 9, col: 9 };
        let square = |n: usize| {
            let n = n as i16 + 1;
            Square { row: (9 + n * rows) as u8, col: (9 + n * cols) as u8 }
        };
        let mut board = Board::new(19, 19);
        for (n, c) in picture.chars().enumerate() {
            if matches!(c, 'x' | 'X' | '!') {
                board.put(square(n), Man { own: c == 'X', ..Man::default() });
            }
        }
        let mover = Mover { movement: &movement, at, virgin: true, faces_down: false };
        let moves = reach(&board, mover, Options::default()).expect("few moves").moves;
        let shown: String = picture
            .chars()
            .enumerate()
            .map(|(n, c)| {
                let goes = moves.iter().any(|m| m.to == square(n));
                match (c, goes) {
                    ('x' | '!', true) => '!',
                    ('x' | '!', false) => 'x',
                    ('X', _) => 'X',
                    (_, true) => '*',
                    (_, false) => '.',
                }
            })
            .collect();
        assert_eq!(shown, *picture, "{betza}");
    }
}

const AHEAD: (i16, i16) = (-1, 0);
const BEHIND: (i16, i16) = (1, 0);
const RIGHT: (i16, i16) = (0, 1);
const LEFT: (i16, i16) = (0, -1);
const SLANTED: (i16, i16) = (-1, 1);
const KNIGHTLY: (i16, i16) = (-2, 1);

#[test]
fn a_lame_step_never_moves_and_a_lame_slide_is_a_slide() {
    check("nW", AHEAD, &["....", "x..."]);
    check("nK", SLANTED, &["....", "x..."]);
    check("nR", AHEAD, &["*****", "**!..", "*!x.x", "**X.."]);
    check("nW2", AHEAD, &["**...", "**x..", "*!x.."]);
    check("nQ", SLANTED, &["*****", "**!.."]);
    check("nWnD", AHEAD, &[".*...", "x...."]);
}

#[test]
fn g_is_p_of_range_one_and_a_number_overrules_it() {
    for behind in ["gR", "gRR", "gW", "gW1", "gWW", "pR1", "pW1", "pgR", "gpR", "ggQ"] {
        check(behind, AHEAD, &[".....", "x*...", "..x*.", ".x!.x", "..X*.", ".x*x."]);
    }
    for over in ["pR", "pR0", "pW", "pWW", "pK", "gR0", "gW0", "npR"] {
        check(over, AHEAD, &[".....", "x****", "..x**", ".x!.x", "..X**", ".x*!."]);
    }
    for short in ["pR2", "pW2", "gR2", "pK2", "gQ2"] {
        check(short, AHEAD, &[".....", "x*...", "..x..", ".xx.x"]);
    }
    check("gR3", AHEAD, &["x**..", ".x!.x", ".x*x.", "..x.."]);
    check("cpR", AHEAD, &["..x..", ".x!.x", ".x.!."]);
    check("mpgR", AHEAD, &["..x*.", ".xx.x"]);
    check("rnpW", RIGHT, &["x....", "....."]);
}

#[test]
fn only_steps_and_slides_hop() {
    for never in ["pN", "gN", "pNN", "pN2", "pD", "gA", "pH", "pC", "npD", "pnN"] {
        for way in [AHEAD, SLANTED, KNIGHTLY] {
            check(never, way, &["...", "x..", ".x."]);
        }
    }
}

#[test]
fn only_w_f_and_n_are_riders() {
    for never in ["D1", "D2", "DD", "D0", "H1", "HH", "nH"] {
        check(never, AHEAD, &["......"]);
    }
    for never in ["A1", "AA", "GG", "nG"] {
        check(never, SLANTED, &["......"]);
    }
    check("NN", KNIGHTLY, &["****", "*!.."]);
    check("N2", KNIGHTLY, &["**..", "**x."]);
    check("N1", KNIGHTLY, &["*...", "!..."]);
    check("R12", AHEAD, &["*...."]);
}

#[test]
fn along_a_line_the_last_range_written_holds() {
    check("W1W4", AHEAD, &["****.", "**!.."]);
    check("W4W1", AHEAD, &["*....", "*.x.."]);
    check("RW2", AHEAD, &["**...", "**x.."]);
    check("W2R", AHEAD, &["*****", "**!.."]);
    check("R3W", AHEAD, &["***..", "**!.."]);
    check("WR1", AHEAD, &["*....", "!...."]);
    check("RcW2", AHEAD, &["*****", "**x..", "*!..."]);
    check("RmW2", AHEAD, &["**...", "**!.."]);
    check("pRgR", AHEAD, &["..x*.", ".x*x."]);
    check("gRpR", AHEAD, &["..x**", ".x*!."]);
}

#[test]
fn slides_and_hops_on_one_line_lend_each_other_their_range() {
    for both in ["pRW2", "W2pR"] {
        check(both, AHEAD, &["*****", "**!**", "*!*!."]);
    }
    check("gRW2", AHEAD, &["*****", "**!*.", "*!*x."]);
    check("fW2bpR", AHEAD, &["**...", "**x..", "*!.x."]);
    check("fW2bpR", BEHIND, &["****", "**!*", "*!*!"]);
    check("lW2rpR", RIGHT, &["*****", "**!**"]);
    check("lW2rpR", LEFT, &["**...", "**x..", "*!.x."]);
    check("lW2rpR", AHEAD, &[".....", "x...."]);
    check("WpR", AHEAD, &["*....", "*.x**", "*x*!."]);
    check("fRsW2", RIGHT, &["**...", "**x.."]);
    check("DDfR", BEHIND, &[".*.*.", ".*x..", ".!.x."]);
    // The pieces of cannon shogi, which keep moving and capturing apart.
    check("mRcpR", AHEAD, &["*****", "**x..", "**x.!"]);
    check("mRpRmFpB2", AHEAD, &["*****", "**x**", "**x*!"]);
    check("mRpRmFpB2", SLANTED, &["*....", "x*...", "x!..."]);
}

#[test]
fn a_pair_that_begins_with_v_or_s_has_no_way_but_on_orthogonal_atoms() {
    for never in ["vlF", "vrF", "vsF", "sfF", "svF", "svK", "sfQ", "vrB"] {
        check(never, SLANTED, &["..."]);
        check(never, AHEAD, &["..."]);
    }
    check("sfW", AHEAD, &["*.."]);
    check("sfW", RIGHT, &["*.."]);
    check("fsF", SLANTED, &["*.."]);
    check("svN", KNIGHTLY, &["..."]);
    check("fsK", AHEAD, &["..."]);
    check("fsK", RIGHT, &["*.."]);
}

#[test]
fn a_letter_written_twice_is_one_word() {
    // `bb`, `l`, `r`: without the rule it would be `b`, `bl`, `r`.
    check("bblrF", (-1, -1), &["*.."]);
    check("bbrbK", RIGHT, &["..."]);
    check("ffN", KNIGHTLY, &["*.."]);
}

#[test]
fn moves_of_the_start_capture_nothing() {
    check("iR", AHEAD, &["*****", "**x.."]);
    check("imcW", AHEAD, &["*..", "x.."]);
    check("icW", AHEAD, &["...", "x.."]);
}

#[test]
fn ignored_letters_are_as_if_they_were_not_there() {
    check("camK", AHEAD, &["*..", "!.."]);
    check("caK", AHEAD, &["...", "!.."]);
    check("jfbK", AHEAD, &["*..", "!.."]);
    check("jfbK", RIGHT, &["...", "x.."]);
    check("fmWfceF", AHEAD, &["*..", "x.."]);
    check("fmWfceF", SLANTED, &["...", "!.."]);
    check("eW", AHEAD, &["*..", "!.."]);
}
