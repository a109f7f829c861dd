//! 左右直上寄引: the examples the Japan Shogi Association publishes, for both sides.

use koma_kifu::notation::{Digits, english, japanese};
use koma_kifu::{Format, ReadOptions, read_text, ruleset};
use koma_rules::{Man, Position, Setup, Side, UsiMove};

/// Men of one code on squares; the target; the words each of them gets.
#[rustfmt::skip]
const EXAMPLES: &[(&str, &str, &str, &str)] = &[
    ("G", "93 72", "82", "上 寄"),
    ("G", "43 31", "32", "上 引"),
    ("G", "56 45", "55", "上 寄"),
    ("S", "89 77", "88", "上 引"),
    ("S", "49 27", "38", "上 引"),
    ("G", "92 72", "81", "左 右"),
    ("G", "32 12", "22", "左 右"),
    ("S", "65 45", "56", "左 右"),
    ("G", "89 79", "78", "左 直"),
    ("S", "39 29", "38", "直 右"),
    ("G", "63 53 43", "52", "左 直 右"),
    ("+P", "79 89 99 98 87", "88", "右 直 左上 寄 引"),
    ("S", "29 17 39 37", "28", "直 右 左上 左引"),
    ("+R", "91 84", "82", "引 上"),
    ("+R", "23 52", "43", "寄 引"),
    ("+R", "55 15", "35", "左 右"),
    ("+R", "99 89", "88", "左 右"),
    ("+R", "28 19", "17", "左 右"),
    ("+B", "91 81", "82", "左 右"),
    ("+B", "95 63", "85", "寄 引"),
    ("+B", "11 34", "12", "引 上"),
    ("+B", "99 59", "77", "左 右"),
    ("+B", "47 18", "29", "左 右"),
    ("+B", "93 74", "92", "左 右"),
];

/// A square `93`, turned round for Gote.
fn square(text: &str, side: Side) -> (u16, u16) {
    let digit = |at: usize| u16::from(text.as_bytes()[at] - b'0');
    match side {
        Side::Sente => (digit(0), digit(1)),
        Side::Gote => (10 - digit(0), 10 - digit(1)),
    }
}

/// The men of an example and the words of each, checked by reading them back.
fn check(code: &str, men: &str, to: &str, words: &str, side: Side) {
    let rules = ruleset("shogi").expect("in the catalogue");
    let geometry = rules.geometry();
    let kind = rules.kind(code).expect("a man of shogi");
    let mut setup = Setup::empty(&rules);
    setup.side = side;
    let squares: Vec<_> = men.split(' ').map(|man| square(man, side)).collect();
    for &(file, rank) in &squares {
        setup.set(geometry.square(file, rank).expect("on the board"), Some(Man { kind, side }));
    }
    let position = Position::unjudged(&rules, &setup);
    let (file, rank) = square(to, side);
    for (&(from_file, from_rank), words) in squares.iter().zip(words.split(' ')) {
        let name = |file, rank| koma_rules::SquareName { file, rank };
        let usi = UsiMove::board(name(from_file, from_rank), name(file, rank), false);
        let text = japanese(&position, &usi, None, Digits::Plain).expect("a move");
        let plain = text.trim_end_matches("不成");
        assert!(plain.ends_with(words), "{code} {men} to {to}: {text} instead of {words}");
        let without = &plain[..plain.len() - words.len()];
        assert!(!without.ends_with(['左', '右', '直', '上', '寄', '引']), "{text}");
        assert!(english(&position, &usi).expect("a move").contains(&usi.to_string()[..2]));
        // And back: the words mean this man.
        let diagram = diagram(&setup, &rules);
        let mixed = japanese(&position, &usi, None, Digits::Mixed).expect("a move");
        let record = format!("{diagram}{mixed}\n");
        let (records, _) = read_text(&record, Format::Ki2, &ReadOptions::default());
        let read = records[0].main_usi();
        assert_eq!(read.first(), Some(&usi), "{mixed}");
    }
}

fn diagram(setup: &Setup, rules: &std::sync::Arc<koma_rules::Ruleset>) -> String {
    let mut board = koma_kifu::Board::start(rules);
    board.setup = setup.clone();
    let record = koma_kifu::Record::new(board);
    koma_kifu::write(&[record], Format::Ki2, &koma_kifu::WriteOptions::default()).text
}

#[test]
fn the_association_s_examples_get_their_words() {
    assert_eq!(EXAMPLES.len(), 24);
    for (code, men, to, words) in EXAMPLES {
        for side in Side::BOTH {
            check(code, men, to, words, side);
        }
    }
}

#[test]
fn drops_say_so_only_where_a_man_could_move_there() {
    let rules = ruleset("shogi").expect("in the catalogue");
    let text = |sfen: &str, usi: &str| {
        let setup = Setup::read(&rules, sfen).expect("a position");
        let position = Position::unjudged(&rules, &setup);
        japanese(&position, &usi.parse().expect("a move"), None, Digits::Mixed)
    };
    assert_eq!(text("4k4/9/9/9/9/9/9/9/4K1G2 b G", "G*4h").as_deref(), Some("▲４八金打"));
    assert_eq!(text("4k4/9/9/9/9/9/9/9/4K1G2 b G", "G*8h").as_deref(), Some("▲８八金"));
    assert_eq!(text("4k4/9/4P4/9/9/9/9/9/4K4 b -", "5c5b").as_deref(), Some("▲５二歩不成"));
    assert_eq!(text("4k4/9/4P4/9/9/9/9/9/4K4 b -", "5c5b+").as_deref(), Some("▲５二歩成"));
}
