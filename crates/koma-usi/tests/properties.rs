//! What must hold for every line: it is read without a panic, and what is written is read back.

use koma_usi::{
    Answer, Best, Bound, Clock, Command, Dialect, Go, Info, Mate, MateTime, Outcome, PositionWords,
    Score, Session, Start,
};
use proptest::prelude::*;

fn dialect() -> impl Strategy<Value = Dialect> {
    prop_oneof![Just(Dialect::Usi), Just(Dialect::Uci)]
}

/// A word as moves and names are, and never one of the protocol's own.
fn word() -> impl Strategy<Value = String> {
    "[0-9][a-i][0-9][a-i]\\+?"
}

fn number() -> impl Strategy<Value = Option<u64>> {
    prop::option::of(0_u64..1 << 50)
}

fn clock() -> impl Strategy<Value = Clock> {
    let sides = || [number(), number()];
    (sides(), sides(), number(), number()).prop_map(|(time, increment, byoyomi, moves_to_go)| {
        Clock { time, increment, byoyomi, moves_to_go }
    })
}

fn go() -> impl Strategy<Value = Go> {
    let mate = prop_oneof![
        Just(None),
        Just(Some(MateTime::Infinite)),
        (0_u64..1 << 40).prop_map(|ms| Some(MateTime::Limit(ms))),
    ];
    let flags = (any::<bool>(), any::<bool>());
    let numbers = (number(), number(), number(), number());
    (clock(), numbers, mate, flags, prop::collection::vec(word(), 0..4)).prop_map(
        |(clock, (movetime, depth, nodes, perft), mate, (infinite, ponder), searchmoves)| Go {
            clock,
            movetime,
            depth,
            nodes,
            mate,
            perft,
            infinite,
            ponder,
            searchmoves,
        },
    )
}

fn command() -> impl Strategy<Value = Command> {
    let start = prop_oneof![
        Just(Start::Startpos),
        Just(Start::Sfen("9/9/9 b - 1".to_owned())),
        Just(Start::Fen("9/9/9[] w - - 0 1".to_owned())),
    ];
    let moves = prop::collection::vec(word(), 0..5);
    prop_oneof![
        dialect().prop_map(Command::Hello),
        Just(Command::IsReady),
        (word(), prop::option::of(word()))
            .prop_map(|(name, value)| Command::SetOption { name, value }),
        Just(Command::NewGame),
        (start, moves).prop_map(|(start, moves)| Command::Position(PositionWords { start, moves })),
        go().prop_map(Command::Go),
        clock().prop_map(Command::PonderHit),
        Just(Command::Stop),
        Just(Command::GameOver(None)),
        Just(Command::GameOver(Some(Outcome::Draw))),
        any::<bool>().prop_map(Command::Debug),
        Just(Command::Quit),
    ]
}

fn score() -> impl Strategy<Value = Score> {
    prop_oneof![
        (-32_000..32_000).prop_map(Score::Cp),
        // The winner mates with an odd ply, the loser is mated with an even one.
        (0_u32..100).prop_map(|n| Score::Mate(Mate { is_loss: false, plies: Some(2 * n + 1) })),
        (0_u32..100).prop_map(|n| Score::Mate(Mate { is_loss: true, plies: Some(2 * n) })),
        any::<bool>().prop_map(|is_loss| Score::Mate(Mate { is_loss, plies: None })),
    ]
}

fn answer() -> impl Strategy<Value = Answer> {
    let bound = prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)];
    let numbers = (prop::option::of(0_u32..99), number(), number(), prop::option::of(0_u32..1001));
    let lines = prop::collection::vec(word(), 0..6);
    let string = prop::option::of("[a-z]{1,8}( [a-z]{1,8}){0,3}");
    let info = (numbers, prop::option::of(score()), bound, lines, string).prop_map(
        |((depth, nodes, time, hashfull), score, bound, pv, string)| {
            Answer::Info(Box::new(Info {
                depth,
                nodes,
                time,
                hashfull,
                score,
                bound,
                pv,
                string,
                ..Info::default()
            }))
        },
    );
    prop_oneof![
        info,
        (word(), prop::option::of(word()))
            .prop_map(|(best, ponder)| Answer::BestMove { best: Best::Move(best), ponder }),
        Just(Answer::ReadyOk),
    ]
}

proptest! {
    #[test]
    fn a_written_command_is_read_as_it_was(command in command(), dialect in dialect()) {
        let line = command.write(dialect);
        prop_assert_eq!(Command::read(&line, dialect), Ok(command), "{}", line);
    }

    #[test]
    fn a_written_answer_is_read_as_it_was(answer in answer(), dialect in dialect()) {
        let line = answer.write(dialect);
        prop_assert_eq!(Answer::read(&line, dialect), answer, "{}", line);
    }

    #[test]
    fn no_line_makes_a_reader_panic(line in "\\PC{0,60}", dialect in dialect()) {
        let _ = Command::read(&line, dialect);
        let _ = Answer::read(&line, dialect);
    }

    #[test]
    fn no_talk_makes_the_session_panic(lines in prop::collection::vec(nearly(), 0..12)) {
        let mut session = Session::new(Dialect::Usi);
        session.line("setoption name USI_Variant value minishogi");
        for line in lines {
            for action in session.line(&line) {
                if let koma_usi::Action::Search(request) = action {
                    prop_assert!(!request.game.legal_moves().is_empty());
                    session.finished(request.id, koma_usi::SearchOutcome::default());
                }
            }
        }
    }
}

/// Lines that look like commands, damaged.
fn nearly() -> impl Strategy<Value = String> {
    let words = prop_oneof![
        Just("position".to_owned()),
        Just("startpos".to_owned()),
        Just("moves".to_owned()),
        Just("sfen".to_owned()),
        Just("fen".to_owned()),
        Just("rbsgk/4p/5/P4/KGSBR".to_owned()),
        Just("rbsgk/4p/5/P4/KGSBR[Pp]".to_owned()),
        Just("go".to_owned()),
        Just("stop".to_owned()),
        Just("ponder".to_owned()),
        Just("ponderhit".to_owned()),
        Just("infinite".to_owned()),
        Just("searchmoves".to_owned()),
        Just("setoption".to_owned()),
        Just("name".to_owned()),
        Just("value".to_owned()),
        Just("uci".to_owned()),
        Just("nodes".to_owned()),
        Just("1e1d".to_owned()),
        Just("a2a3".to_owned()),
        Just("b".to_owned()),
        Just("w".to_owned()),
        Just("-".to_owned()),
        "\\PC{0,6}",
    ];
    prop::collection::vec(words, 0..8).prop_map(|words| words.join(" "))
}
