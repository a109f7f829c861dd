//! Castles, openings and tesuji are found where people see them. The boards and games here were
//! written down on their own: nothing of them is taken from the file of shapes.
//! `KOMA_BLESS=1 cargo test -p koma-kifu --test shapes` rewrites `docs/shapes.md`.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;

use koma_kifu::{ReadOptions, Record, ShapeKind, read, shape, shapes};
use koma_rules::Side;
use koma_text::Lang;

/// Ranks 6 to 9 of Sente's camp; the king (where there is none, a silver) arrives last.
const CASTLES: &[(&str, [&str; 4])] = &[
    ("gold-yagura", ["9", "2SG5", "1KG6", "9"]),
    ("silver-yagura", ["9", "2SS5", "1KG6", "9"]),
    ("half-yagura", ["9", "2SG5", "2KG5", "9"]),
    ("complete-yagura", ["9", "2SGS4", "1KG6", "9"]),
    ("diamond-yagura", ["3S5", "2SG5", "1KG6", "9"]),
    ("square-yagura", ["9", "2SG5", "1KGS5", "9"]),
    ("sunken-yagura", ["9", "2S6", "1KGG5", "9"]),
    ("corner-yagura", ["9", "2SG5", "K1G6", "9"]),
    ("standing-silver-yagura", ["2S6", "3G5", "1KG6", "9"]),
    ("doi-yagura", ["9", "2SG5", "2K1G4", "9"]),
    ("kikusui-yagura", ["9", "2NG5", "1SG6", "1K7"]),
    ("yagura-bear", ["9", "2SG5", "L1G6", "K8"]),
    ("right-yagura", ["9", "5GS2", "6GK1", "9"]),
    ("crab", ["9", "9", "2GSG4", "3K5"]),
    ("snowroof", ["9", "3SS4", "2G1G4", "9"]),
    ("new-snowroof", ["9", "3S1S3", "2G1G4", "9"]),
    ("mino", ["9", "9", "4G1SK1", "5G3"]),
    ("half-mino", ["9", "9", "6SK1", "5G3"]),
    ("high-mino", ["9", "5G3", "6SK1", "5G3"]),
    ("diamond-mino", ["9", "5S3", "4G1SK1", "5G3"]),
    ("silver-mino", ["9", "9", "4S1SK1", "5G3"]),
    ("gold-mino", ["9", "9", "6GK1", "6S2"]),
    ("kimura-mino", ["9", "5S3", "6GK1", "9"]),
    ("left-mino", ["9", "9", "1KS6", "3G5"]),
    ("castle-tower-mino", ["9", "1K7", "2S6", "3G5"]),
    ("silver-crown", ["9", "7S1", "6GK1", "9"]),
    ("silver-crown", ["9", "1S7", "1KG6", "9"]),
    ("yonenaga-king", ["9", "1S7", "K1G6", "9"]),
    ("static-bear", ["9", "9", "LS7", "K8"]),
    ("ranging-bear", ["9", "9", "7SL", "8K"]),
    ("matsuo-bear", ["9", "9", "LSG6", "K1S6"]),
    ("silver-crown-bear", ["9", "1S7", "LG7", "K8"]),
    ("big-four", ["9", "1SS6", "LGG6", "K8"]),
    ("four-piece-bear", ["9", "9", "LSGS5", "K1G6"]),
    ("skewer", ["9", "9", "KS7", "L1G6"]),
    ("boat", ["9", "9", "2K1G4", "2SG5"]),
    ("box", ["9", "9", "2KG5", "2SG5"]),
    ("elmo", ["9", "9", "2KS5", "2G6"]),
    ("ranging-elmo", ["9", "9", "5SK2", "6G2"]),
    ("fast", ["9", "9", "5SK2", "5G3"]),
    ("millennium", ["9", "2N6", "1S7", "1KG6"]),
    ("bonanza", ["9", "2S6", "2KGG4", "9"]),
    ("strawberry", ["9", "9", "2GKG4", "9"]),
    ("central-house", ["9", "9", "2G1K1G2", "9"]),
    ("central-house", ["9", "9", "2G1K1S2", "9"]),
    ("nakahara", ["9", "9", "2G2S3", "3KG4"]),
    ("duck", ["9", "9", "3SKS3", "2G3G2"]),
    ("gold-fortress", ["9", "9", "4GGKS1", "9"]),
    ("right-king", ["9", "5S3", "5GK2", "7R1"]),
    ("invincible", ["9", "9", "3SRS3", "3GKG3"]),
];

/// The letters of a rank, a blank for an empty square.
fn squares(rank: &str) -> Vec<char> {
    let square = |c: char| match c.to_digit(10) {
        Some(empty) => vec![' '; empty as usize],
        None => vec![c],
    };
    rank.chars().flat_map(square).collect()
}

fn sfen_rank(rank: &[char]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for &c in rank {
        if c == ' ' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.push(c);
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

/// The position before a castle is whole, and the move that makes it so.
fn before(ranks: [&str; 4], side: Side) -> (String, String) {
    let mut board = vec![vec![' '; 9]; 5];
    board.extend(ranks.map(squares));
    let find = |letter| {
        let all = (0..81).map(|n| (n / 9, n % 9));
        all.into_iter().find(|&(row, col): &(usize, usize)| board[row][col] == letter)
    };
    // The king comes from wherever there is room, a silver from behind.
    let around = [(-1, 0), (1, 0), (0, 1), (0, -1), (-1, 1), (-1, -1), (1, 1), (1, -1)];
    let behind = [(1, 0), (1, 1), (1, -1)];
    let arrivals = [('K', &around[..]), ('S', &behind[..])];
    let (man, (row, col), from) = arrivals
        .into_iter()
        .find_map(|(man, near)| {
            let to = find(man)?;
            let from = near.iter().find_map(|(rows, cols)| {
                let (row, col) = (to.0 as i32 + rows, to.1 as i32 + cols);
                let is_free = (0..9).contains(&row)
                    && (0..9).contains(&col)
                    && board[row as usize][col as usize] == ' ';
                is_free.then_some((row as usize, col as usize))
            })?;
            Some((man, to, from))
        })
        .expect("room for the man that comes last");
    board[row][col] = ' ';
    board[from.0][from.1] = man;
    if board.concat().iter().all(|&c| c != 'K') {
        board[8][8] = 'K';
    }
    board[0][4] = 'k';
    if side == Side::Gote {
        board.reverse();
        for rank in &mut board {
            rank.reverse();
            for c in rank {
                *c = if c.is_ascii_uppercase() {
                    c.to_ascii_lowercase()
                } else {
                    c.to_ascii_uppercase()
                };
            }
        }
    }
    let name = |(row, col): (usize, usize)| {
        let (row, col) = if side == Side::Gote { (8 - row, 8 - col) } else { (row, col) };
        format!("{}{}", 9 - col, char::from(b'a' + row as u8))
    };
    let ranks: Vec<_> = board.iter().map(|rank| sfen_rank(rank)).collect();
    let turn = if side == Side::Gote { "w" } else { "b" };
    (format!("{} {turn} - 1", ranks.join("/")), format!("{}{}", name(from), name((row, col))))
}

fn record(start: &str, moves: &str) -> Record {
    let text = format!("position {start} moves {moves}");
    let reading = read(text.as_bytes(), &ReadOptions::default());
    assert!(reading.remarks.is_empty(), "{text}: {:?}", reading.remarks);
    reading.records.into_iter().next().expect("a game")
}

fn check(id: &str, record: &Record, side: Option<Side>, ply: u32) {
    let found = record.shapes();
    let this = found.iter().find(|found| found.shape.id == id && found.side == side);
    let all: Vec<_> = found.iter().map(|found| (found.shape.id, record.ply(found.node))).collect();
    let Some(this) = this else { panic!("no {id} for {side:?} among {all:?}") };
    assert_eq!(record.node(this.node).depth(), ply, "{id} among {all:?}");
}

#[test]
fn castles_are_found_for_both_sides_when_they_are_whole() {
    for &(id, ranks) in CASTLES {
        for side in Side::BOTH {
            let (start, last) = before(ranks, side);
            let record = record(&format!("sfen {start}"), &last);
            check(id, &record, Some(side), 1);
            let others = record.shapes();
            assert!(others.iter().all(|found| found.side == Some(side)), "{id}");
        }
    }
    let start = "sfen 4k4/9/9/9/9/4K4/9/9/9 b - 1";
    check("miyako", &record(start, "5f5e"), Some(Side::Sente), 1);
}

/// Moves of one side while the other waits with its left gold.
fn alone(moves: &str) -> String {
    let waiting = ["4a4b", "4b4a"].into_iter().cycle();
    let all: Vec<_> =
        moves.split(' ').zip(waiting).map(|(mv, wait)| format!("{mv} {wait}")).collect();
    all.join(" ")
}

const SIDE_PAWN: &str =
    "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d";
const EXCHANGE: &str = "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 2b7g+ 8h7g 4a3b 6i7h";

#[test]
fn openings_are_found_at_the_move_that_makes_them() {
    use Side::{Gote, Sente};
    let after = |start: &str, more: &str| format!("{start} {more}");
    let gokigen = "7g7f 3c3d 2g2f 5c5d 2f2e 8b5b";
    let ranging = "7g7f 3c3d 5g5f 4c4d 7i6h 8b4b 6h5g 6a6b";
    let double_wing =
        "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2f 6a6b 7g7f 6b6a 7f7e 6a6b 2f7f";
    for (id, moves, side, ply) in [
        ("central-rook", "7g7f 3c3d 2h5h".into(), Sente, 3),
        ("fourth-file-rook", "7g7f 3c3d 6g6f 8c8d 2h6h".into(), Sente, 5),
        ("third-file-rook", "7g7f 3c3d 6g6f 8b3b".into(), Gote, 4),
        ("opposing-rook", alone("7g7f 6g6f 8h7g 2h8h"), Sente, 7),
        ("right-fourth-file-rook", alone("7g7f 4g4f 2h4h"), Sente, 5),
        ("sleeve-rook", alone("3g3f 2h3h"), Sente, 3),
        (
            "subway-rook",
            alone("7g7f 8h6f 7i8h 8i7g 3g3f 2i3g 2h2i 3i4h 4i5h 5i6h 6i7h 2i8i"),
            Sente,
            23,
        ),
        ("gokigen", gokigen.into(), Gote, 6),
        ("first-central-rook", alone("5g5f 7g7f 2h5h"), Sente, 5),
        ("horn-silver", alone("7g7f 6g6f 5g5f 2h5h 7i6h 6h6g 3i4h 4g4f 4h4g 6i7h"), Sente, 19),
        ("ishida", alone("7g7f 6g6f 7f7e 2h7h 7h7f"), Sente, 9),
        ("ishida-formation", alone("7g7f 6g6f 7f7e 2h7h 7h7f 9g9f 8h9g 8i7g"), Sente, 15),
        ("quick-ishida", "7g7f 3c3d 7f7e 8c8d 2h7h".into(), Sente, 5),
        ("masuda-ishida", "7g7f 3c3d 7f7e 8c8d 2h7h 2b8h+ 7i8h 4a3b 7h7f".into(), Sente, 9),
        ("fujii-system", alone("7g7f 6g6f 2h6h 3i3h 1g1f 4g4f"), Sente, 11),
        ("tateishi", alone("7g7f 6g6f 2h6h 7f7e 6f6e 6h6f 6f7f"), Sente, 13),
        ("bishop-exchange-ranging-rook", "7g7f 3c3d 2h6h 2b8h+ 7i8h".into(), Sente, 5),
        ("bishop-exchange-fourth-file-rook", "7g7f 3c3d 2h6h 2b8h+ 7i8h".into(), Sente, 5),
        ("direct-opposing-rook", "7g7f 3c3d 2g2f 2b8h+ 7i8h 4a3b 8h7g 1c1d 2h8h".into(), Sente, 9),
        ("sakata", alone("7g7f 8h6f 6i7h 7h7g 2h8h"), Sente, 9),
        ("yagura", alone("7g7f 6g6f 7i6h 6h7g 6i7h"), Sente, 9),
        ("bishop-exchange", EXCHANGE.into(), Sente, 11),
        ("one-turn-loss", "7g7f 3c3d 2g2f 2b8h+ 7i8h".into(), Gote, 4),
        ("double-wing", "2g2f 8c8d 2f2e 8d8e 6i7h".into(), Gote, 4),
        ("double-wing", "2g2f 8c8d 2f2e 8d8e 6i7h".into(), Sente, 5),
        ("side-pawn", SIDE_PAWN.into(), Sente, 15),
        ("mutual-side-pawn", after(SIDE_PAWN, "8f7f"), Gote, 16),
        ("snow-roof", alone("7g7f 6g6f 7i6h 6h6g 6i7h"), Sente, 9),
        ("climbing-silver", alone("2g2f 2f2e 3i3h 3h2g 2g2f"), Sente, 9),
        ("quick-silver", alone("3g3f 3i4h 4h3g 3g4f"), Sente, 7),
        ("seated-silver", alone("4g4f 3i4h 4h4g 4g5f"), Sente, 7),
        (
            "bishop-exchange-climbing-silver",
            after(EXCHANGE, "3a4b 2f2e 4b3a 3i3h 3a4b 3h2g 4b3a 2g2f"),
            Sente,
            19,
        ),
        (
            "bishop-exchange-quick-silver",
            after(EXCHANGE, "3a4b 3g3f 4b3a 3i4h 3a4b 4h3g 4b3a 3g4f"),
            Sente,
            19,
        ),
        (
            "bishop-exchange-seated-silver",
            after(EXCHANGE, "3a4b 4g4f 4b3a 3i4h 3a4b 4h4g 4b3a 4g5f"),
            Sente,
            19,
        ),
        ("sparrow", alone("1g1f 1i1g 2h1h"), Sente, 5),
        ("yagura-central-rook", alone("7g7f 6g6f 7i6h 6h7g 2h5h"), Sente, 9),
        (
            "waki-system",
            "7g7f 3c3d 6g6f 4c4d 7i6h 3a4b 6h7g 4b3c 6i7h 4a3b 5g5f 5c5d 8h7i 2b3a 1g1f 3a6d 7i4f"
                .into(),
            Sente,
            17,
        ),
        ("crab-silvers", alone("7g7f 7i6h 6h7g 7g6f 3g3f 3i4h 4h3g 3g4f"), Sente, 15),
        ("ureshino", alone("7i6h 8h7i"), Sente, 3),
        ("twisting-rook", double_wing.into(), Sente, 17),
        ("aono", after(SIDE_PAWN, "2b3c 3g3f 5a4a 2i3g"), Sente, 19),
        ("yuki", after(SIDE_PAWN, "2b3c 5i6h"), Sente, 17),
        ("side-pawn-bishop", after(SIDE_PAWN, "2b3c"), Gote, 16),
        ("side-pawn-knight", after(SIDE_PAWN, "2a3c"), Gote, 16),
        ("side-pawn-4e-bishop", after(SIDE_PAWN, "2b8h+ 7i8h B*4e"), Gote, 18),
        ("airplane", after(SIDE_PAWN, "2b3c 5i6h 8f8e"), Gote, 18),
        ("super-fast-silver", after(gokigen, "3i4h 5a6b 3g3f 6b7b 4h3g"), Sente, 11),
        ("maruyama-vaccine", after(gokigen, "8h2b+"), Sente, 7),
        (
            "early-fourth-file-push",
            "7g7f 3c3d 4g4f 4c4d 3g3f 8b4b 2i3g 6a6b 3i4h 6b6a 5g5f 6a6b 4h5g 6b6a 4f4e".into(),
            Sente,
            15,
        ),
        ("left-silver-46", after(ranging, "5g4f"), Sente, 9),
        (
            "king-head-hold",
            "7g7f 3c3d 7f7e 4c4d 7i7h 8b4b 7h7g 6a6b 7g7f 6b6a 5i6h 6a6b 6h7h".into(),
            Sente,
            13,
        ),
        (
            "centre-hold",
            "5g5f 3c3d 5f5e 4c4d 3i4h 8b4b 4h5g 6a6b 5g5f 6b6a 5i6h 6a6b 6h7h".into(),
            Sente,
            13,
        ),
        ("oni-goroshi", "7g7f 3c3d 8i7g 8c8d 7g6e".into(), Sente, 5),
        ("odd-bishop", "7g7f 3c3d 8h2b+ 3a2b B*4e".into(), Sente, 5),
        ("pacman", "7g7f 4c4d".into(), Gote, 2),
        ("bishop-head-pawn", "7g7f 3c3d 8g8f".into(), Sente, 3),
        ("new-yonenaga-king", "7g7f 5a6b".into(), Gote, 2),
        ("second-move-32-rook", "7g7f 8b3b".into(), Gote, 2),
        ("fourth-move-33-bishop", "7g7f 3c3d 2g2f 2b3c".into(), Gote, 4),
    ] {
        let moves: String = moves;
        check(id, &record("startpos", &moves), Some(side), ply);
    }
}

/// Boards as SFEN, the moves, and what they are called.
const TESUJI: &[(&str, &str, &str)] = &[
    ("dangling-pawn", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*2d"),
    ("striking-pawn", "4k4/6g2/9/9/9/9/9/9/4K4 b P 1", "P*3c"),
    ("joining-pawn", "4k4/9/9/7p1/9/9/9/9/4K4 b P 1", "P*2e"),
    ("follow-up-pawn", "4k4/9/7p1/9/9/9/9/9/4K4 b 2P 1", "P*2d 2c2d P*2e"),
    ("bottom-pawn", "4k4/9/9/9/9/9/9/4S4/K8 b P 1", "P*5i"),
    ("gold-bottom-pawn", "4k4/9/9/9/9/9/9/4G4/K8 b P 1", "P*5i"),
    ("belly-silver", "4k4/9/9/9/9/9/9/9/4K4 b S 1", "S*4a"),
    ("belly-silver", "9/4k4/9/9/9/9/9/9/4K4 b S 1", "S*6b"),
    ("buttock-silver", "9/4k4/9/9/9/9/9/9/4K4 b S 1", "S*5a"),
    ("knight-head-silver", "4k4/9/6n2/9/9/9/9/9/4K4 b S 1", "S*3d"),
    ("splitting-silver", "k8/3g1g3/9/9/9/9/9/9/4K4 b S 1", "S*5a"),
    ("loincloth-knight", "k8/3g1g3/9/9/9/9/9/9/4K4 b N 1", "N*5d"),
    ("pawn-head-knight", "4k4/9/9/7p1/9/9/9/9/4K4 b N 1", "N*2e"),
    ("skewering-lance", "k8/4g4/4r4/9/9/9/9/9/3K5 b L 1", "L*5f"),
    ("under-lance", "k8/4g4/9/9/9/9/9/9/3K5 b L 1", "L*5h"),
    ("head-gold", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b"),
    ("belly-gold", "8k/8p/9/9/9/9/9/9/4K2R1 b G 1", "G*2a"),
    ("buttock-gold", "8R/2G1k1G2/R8/9/9/9/9/9/4K4 b G 1", "G*5a"),
    ("check-and-rook", "4k4/1r7/9/9/9/9/9/9/4K4 b B 1", "B*7c"),
    ("check-and-bishop", "4k1b2/9/9/9/9/9/9/9/4K4 b S 1", "S*4b"),
    ("cross-rook", "k8/7b1/9/4s2p1/9/9/9/7R1/4K4 b - 1", "2h2d"),
    ("rook-and-bishop-fork", "k8/9/3b1r3/9/9/9/9/9/4K4 b S 1", "S*5d"),
    ("distant-bishop", "4k4/9/9/5r3/9/9/9/9/4K4 b B 1", "B*9i"),
    ("double-check", "4k4/9/9/9/4B4/9/9/9/4R2K1 b - 1", "5e3c"),
    ("discovered-check", "4k4/9/9/9/4S4/9/9/9/4R2K1 b - 1", "5e4d"),
    ("promotion-sacrifice", "4k4/6g2/9/7P1/9/9/9/9/4K4 b - 1", "2d2c+"),
    ("tokin", "4k4/9/9/7P1/9/9/9/9/4K4 b - 1", "2d2c+"),
];

#[test]
fn tesuji_are_found_when_they_are_played() {
    for &(id, start, moves) in TESUJI {
        let record = record(&format!("sfen {start}"), moves);
        check(id, &record, Some(Side::Sente), moves.split(' ').count() as u32);
    }
}

#[test]
fn tesuji_are_not_found_beside_their_place() {
    for (id, start, moves) in [
        ("dangling-pawn", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*2e"),
        ("striking-pawn", "4k4/6p2/9/9/9/9/9/9/4K4 b P 1", "P*3c"),
        ("follow-up-pawn", "4k4/9/9/7p1/9/9/9/9/4K4 b P 1", "P*2e"),
        ("gold-bottom-pawn", "4k4/9/9/9/9/9/9/4S4/K8 b P 1", "P*5i"),
        ("head-gold", "4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b"),
        ("skewering-lance", "k8/4g4/9/4p4/9/9/9/9/3K5 b L 1", "L*5f"),
        ("check-and-rook", "4k4/9/1r7/9/9/9/9/9/4K4 b B 1", "B*7c"),
        ("cross-rook", "k3s4/7b1/9/3gs2p1/9/9/9/7R1/4K4 b - 1", "2h2d"),
        ("double-check", "4k4/9/9/9/4S4/9/9/9/4R2K1 b - 1", "5e4d"),
        ("discovered-check", "4k4/9/9/9/9/9/9/9/4R2K1 b - 1", "5i5e"),
        ("promotion-sacrifice", "4k4/9/9/7P1/9/9/9/9/4K4 b - 1", "2d2c+"),
        ("distant-bishop", "4k4/9/9/9/9/2r6/9/9/4K4 b B 1", "B*9i"),
    ] {
        let record = record(&format!("sfen {start}"), moves);
        assert!(record.shapes().iter().all(|found| found.shape.id != id), "{id}");
    }
}

#[test]
fn games_are_named_by_what_both_sides_did() {
    let both = record("startpos", "7g7f 3c3d 2h6h 8b4b");
    check("double-ranging-rook", &both, None, 4);
    // It takes thirty moves to say that somebody has not swung the rook.
    let long = |first: &str| {
        let gold = ["4i4h", "3b4b", "4h4i", "4b3b"];
        let moves: Vec<_> = first.split(' ').chain(gold.into_iter().cycle().take(28)).collect();
        record("startpos", &moves.join(" "))
    };
    let short = record("startpos", "7g7f 3c3d 2h6h 4a3b 1g1f 1c1d");
    assert!(short.shapes().iter().all(|found| found.side.is_some()));
    check("opposing-styles", &long("7g7f 8c8d 2h6h 4a3b"), None, 32);
    check("double-static-rook", &long("7g7f 8c8d 2g2f 4a3b"), None, 32);
}

#[test]
fn every_shape_has_a_case_here() {
    let source = include_str!("shapes.rs");
    let families: HashSet<&str> =
        ["yagura-castle", "any-mino", "bear", "ranging-rook"].into_iter().collect();
    // Two games have to be long to be called so: they are made of their members.
    let long = ["double-yagura", "double-bear", "double-mino"];
    for shape in shapes().iter().filter(|shape| !long.contains(&shape.id)) {
        let is_family = shape.kind == ShapeKind::Family;
        assert_eq!(is_family, families.contains(shape.id), "{}", shape.id);
        assert!(source.contains(&format!("\"{}\"", shape.id)) || is_family, "{}", shape.id);
    }
}

#[test]
fn nothing_has_a_name_where_nothing_was_built() {
    assert!(record("startpos", "7g7f 3c3d 2g2f 8c8d").shapes().is_empty());
    // What stands at the start was not built, and a handicap game has no opening.
    let mino = record("sfen 4k4/9/9/9/9/9/9/4G1SK1/5G3 b - 1", "5h6h 5a5b");
    assert!(mino.shapes().is_empty());
    let gift = "sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    let gift = record(gift, "4a3b 2h6h");
    assert!(gift.shapes().iter().all(|found| found.shape.kind != ShapeKind::Opening));
    // Another game has other names.
    let chu = read(
        b"position startpos moves",
        &ReadOptions { rules: koma_kifu::ruleset("chu"), ..ReadOptions::default() },
    );
    assert!(chu.records.iter().all(|record| record.shapes().is_empty()));
    assert!(shape("mino").is_some());
}

#[test]
fn a_family_comes_with_its_first_member_only() {
    let mino = "7g7f 3c3d 2h6h 8c8d 5i4h 6c6d 4h3h 7c7d 3h2h 1c1d 3i3h 9c9d 6i5h";
    let found = record("startpos", mino).shapes();
    let count = |id| found.iter().filter(|found| found.shape.id == id).count();
    assert_eq!([count("half-mino"), count("mino"), count("any-mino")], [1, 1, 1]);
}

#[test]
fn the_page_lists_every_shape() {
    let mut page = include_str!("shapes_page.md").to_owned();
    let data = include_str!("../data/shapes.txt");
    for kind in ShapeKind::ALL {
        let head = "| id | 日本語 | English | conditions |\n|---|---|---|---|";
        let _ = writeln!(page, "\n## {} ({})\n\n{head}", kind.name(), kind.word(Lang::Ja));
        for shape in shapes().iter().filter(|shape| shape.kind == kind) {
            let line = data.lines().find(|line| line.split(" | ").nth(1) == Some(shape.id));
            let conditions = line.and_then(|line| line.split(" | ").nth(4)).unwrap_or_default();
            let conditions =
                if conditions.is_empty() { "".into() } else { format!("`{conditions}`") };
            let (id, ja, en) = (shape.id, shape.japanese, shape.english);
            let _ = writeln!(page, "| `{id}` | {ja} | {en} | {conditions} |");
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/shapes.md");
    if std::env::var_os("KOMA_BLESS").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let stands = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stands == page, "run KOMA_BLESS=1 cargo test -p koma-kifu --test shapes");
}

/// Other people's records: names are found in most of them, and reading them harms nothing.
#[test]
fn most_games_of_the_corpus_have_names() {
    let Some(folder) = koma_testkit::shared("data/kifu") else { return };
    let (mut long, mut named) = (0, 0);
    for kind in ["kif", "ki2", "csa"] {
        for entry in std::fs::read_dir(folder.join(kind)).expect("a folder") {
            let bytes = std::fs::read(entry.expect("an entry").path()).expect("a file");
            for record in read(&bytes, &ReadOptions::default()).records {
                let found = record.shapes();
                let is_shogi = record.variant == "shogi" && record.handicap.is_none();
                if is_shogi && record.stats().moves >= 60 {
                    long += 1;
                    let is_name = |kind| matches!(kind, ShapeKind::Opening | ShapeKind::Castle);
                    named += usize::from(found.iter().any(|found| is_name(found.shape.kind)));
                }
            }
        }
    }
    assert!(long > 0 && named * 10 >= long * 9, "{named} of {long}");
}
