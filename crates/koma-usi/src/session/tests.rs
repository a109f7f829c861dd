use super::*;

/// What the session says to a line; other actions in short.
fn said(actions: &[Action]) -> Vec<String> {
    let one = |action: &Action| match action {
        Action::Say(answer) => answer.write(Dialect::Usi),
        Action::Search(request) => format!("<search {}>", request.id),
        Action::Stop => "<stop>".to_owned(),
        Action::PonderHit(_) => "<ponderhit>".to_owned(),
        Action::Load(path) => format!("<load {path}>"),
        Action::NewGame => "<new>".to_owned(),
        Action::Ready(rules) => format!("<ready {}>", rules.variant().slug),
        Action::Eval(_) => "<eval>".to_owned(),
        Action::Bench => "<bench>".to_owned(),
        Action::Quit => "<quit>".to_owned(),
    };
    actions.iter().map(one).collect()
}

fn session() -> Session {
    Session::new(Dialect::Usi)
}

/// The first legal move of the position the session has.
fn first(session: &mut Session) -> Outcome {
    let game = session.current().expect("a game");
    Outcome { best: game.legal_moves().first().copied(), ..Outcome::default() }
}

#[test]
fn the_greeting_ends_with_usiok_and_names_every_variant() {
    let lines = said(&session().line("usi"));
    assert_eq!(lines.last().map(String::as_str), Some("usiok"));
    let variants = lines.iter().find(|line| line.contains("USI_Variant")).expect("the option");
    for name in ["shogi", "standard", "chushogi", "taikyoku", "kyotoshogi", "66shogi"] {
        assert!(variants.contains(&format!(" var {name}")), "{name}");
    }
    let spaced =
        |line: &&String| line.split(" type ").next().is_some_and(|l| l.split(' ').count() > 3);
    assert_eq!(lines.iter().filter(|line| line.starts_with("option")).find(spaced), None);
    assert_eq!(said(&session().line("uci")).last().map(String::as_str), Some("uciok"));
}

#[test]
fn a_search_is_answered_once() {
    let mut session = session();
    session.line("position startpos");
    assert_eq!(said(&session.line("go nodes 10")), ["<search 1>"]);
    let outcome = first(&mut session);
    let lines = said(&session.finished(1, outcome.clone()));
    assert_eq!(lines.len(), 1);
    assert!(lines[0].starts_with("bestmove "), "{lines:?}");
    assert!(session.finished(1, outcome).is_empty());
    assert!(session.line("stop").is_empty());
}

#[test]
fn a_storm_of_stops_is_one_stop() {
    let mut session = session();
    session.line("go infinite");
    assert_eq!(said(&session.line("stop")), ["<stop>"]);
    for _ in 0..100 {
        assert!(session.line("stop").is_empty());
    }
    let outcome = first(&mut session);
    assert_eq!(session.finished(1, outcome).len(), 1);
}

#[test]
fn an_infinite_search_holds_its_answer_until_it_is_stopped() {
    let mut session = session();
    session.line("go infinite");
    let outcome = first(&mut session);
    assert!(session.finished(1, outcome).is_empty());
    let lines = said(&session.line("stop"));
    assert!(lines[0].starts_with("bestmove "), "{lines:?}");
}

#[test]
fn pondering_is_answered_after_the_hit_or_after_stop() {
    for (line, expected) in [("ponderhit", "<ponderhit>"), ("stop", "<stop>")] {
        let mut session = session();
        session.line("go ponder btime 1000 wtime 1000");
        assert_eq!(said(&session.line(line)), [expected]);
        let outcome = first(&mut session);
        assert_eq!(session.finished(1, outcome).len(), 1);
    }
    let mut session = session();
    session.line("go ponder");
    let outcome = first(&mut session);
    assert!(session.finished(1, outcome).is_empty());
    assert!(said(&session.line("ponderhit"))[0].starts_with("bestmove"));
    assert!(session.line("ponderhit").is_empty());
}

#[test]
fn a_second_go_waits_for_the_answer_to_the_first() {
    let mut session = session();
    session.line("go infinite");
    assert_eq!(said(&session.line("go nodes 5")), ["<stop>"]);
    let outcome = first(&mut session);
    let lines = said(&session.finished(1, outcome));
    assert!(lines[0].starts_with("bestmove") && lines[1] == "<search 2>", "{lines:?}");
}

#[test]
fn a_program_may_ask_whether_the_engine_is_ready_at_any_time() {
    let mut session = session();
    assert_eq!(said(&session.line("isready")), ["<ready shogi>"]);
    session.line("setoption name USI_Variant value dobutsu");
    assert_eq!(said(&session.line("isready")), ["<ready dobutsu>"]);
    session.line("go infinite");
    assert_eq!(said(&session.line("isready")), ["readyok"]);
}

#[test]
fn quitting_during_a_search_stops_it() {
    let mut session = session();
    session.line("go infinite");
    assert_eq!(said(&session.line("quit")), ["<stop>", "<quit>"]);
    assert_eq!(said(&super::Session::new(Dialect::Usi).line("quit")), ["<quit>"]);
}

#[test]
fn a_variant_is_chosen_by_either_option_and_any_name() {
    let mut session = session();
    let lines = said(&session.line("setoption name USI_Variant value chushogi"));
    assert_eq!(lines[0], "<new>");
    assert!(
        lines[1].starts_with("info string variant chu files 12 ranks 12 pocket 0"),
        "{lines:?}"
    );
    session.line("position startpos moves 6i6h");
    let lines = said(&session.line("setoption name UCI_Variant value mini"));
    assert!(lines[1].contains("startpos rbsgk/4p/5/P4/KGSBR b - 1"), "{lines:?}");
    // The position of another game is forgotten.
    assert!(said(&session.line("d"))[0].contains("rbsgk"));
    let lines = said(&session.line("setoption name USI_Variant value draughts"));
    assert_eq!(lines, ["info string there is no variant `draughts`"]);
    assert!(said(&session.line("d"))[0].contains("rbsgk"));
}

#[test]
fn moves_are_played_up_to_an_illegal_one_which_is_named() {
    let mut session = session();
    let lines = said(&session.line("position startpos moves 7g7f 7g7f 3c3d"));
    assert!(lines[0].starts_with("info string move 2 is illegal"), "{lines:?}");
    assert!(said(&session.line("d"))[0].contains(" w - 2"));
}

#[test]
fn an_impossible_position_is_named_and_the_old_one_stays() {
    let mut session = session();
    session.line("position startpos moves 7g7f");
    for line in [
        "position sfen 9/9 b - 1",
        "position sfen x",
        "position fen 9[ w",
        "position sfen 9/9/9/9/9/9/9/9/9 b - 1",
    ] {
        let lines = said(&session.line(line));
        assert!(lines.len() == 1 && lines[0].starts_with("info string this "), "{line}: {lines:?}");
    }
    assert!(said(&session.line("d"))[0].contains(" w - 2"));
}

#[test]
fn a_mated_side_resigns_at_once() {
    let mut session = session();
    session.line("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    assert_eq!(said(&session.line("go nodes 5")), ["bestmove resign"]);
    // But not before `stop` where the program asked to wait.
    assert!(session.line("go infinite").is_empty());
    assert_eq!(said(&session.line("stop")), ["bestmove resign"]);
}

#[test]
fn a_repetition_does_not_end_what_a_program_goes_on_with() {
    let mut session = session();
    let cycle = "4i4h 4a4b 4h4i 4b4a";
    let moves = [cycle; 4].join(" ");
    assert!(session.line(&format!("position startpos moves {moves} 7g7f")).is_empty());
    assert_eq!(said(&session.line("go depth 1")), ["<search 1>"]);
}

#[test]
fn nonsense_gets_one_line_and_changes_nothing() {
    let mut session = session();
    for line in ["joho", "setoption", "setoption name Hush value 3", "go fast", "position", "\u{0}"]
    {
        let lines = said(&session.line(line));
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert!(lines[0].starts_with("info string "), "{line}: {lines:?}");
    }
    assert!(session.line("").is_empty() && session.line("   \t").is_empty());
}

#[test]
fn uci_speaks_fairy_stockfishs_coordinates() {
    let mut session = Session::new(Dialect::Uci);
    session.line("setoption name UCI_Variant value minishogi");
    assert!(session.line("position startpos moves a2a3").is_empty());
    let actions = session.line("d");
    let fen = said(&actions)[1].clone();
    assert_eq!(fen, "Fen: rbsgk/4p/P4/5/KGSBR[] b - - 0 1");
    assert!(session.line(&format!("position fen {}", &fen[5..])).is_empty());
    assert!(session.line("position fen rbsgk/4p/5/P4/KGSBR[PPp] w - - 0 1").is_empty());
    let moves = said(&session.line("moves"));
    assert!(moves[0].contains("P@b3") && moves[0].contains("a2a3"), "{moves:?}");
}

#[test]
fn mates_are_looked_for_and_told() {
    let mut session = session();
    session.line("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1");
    let actions = session.line("go mate 1000");
    let [Action::Search(request)] = &actions[..] else { panic!("{actions:?}") };
    assert!(request.solves());
    let mv = request.game.legal_moves()[0];
    let told = [
        (Solved::NoMate, "checkmate nomate"),
        (Solved::Unknown, "checkmate timeout"),
        (Solved::Impossible, "checkmate notimplemented"),
    ];
    let id = request.id;
    let word = request.spelling.write(request.game.position(), mv);
    let outcome = |solved| Outcome { solved: Some(solved), ..Outcome::default() };
    let line = said(&session.finished(id, outcome(Solved::Mate(vec![mv]))));
    assert_eq!(line, [format!("checkmate {word}")]);
    for (number, (solved, line)) in told.into_iter().enumerate() {
        assert!(matches!(&session.line("go mate infinite")[..], [Action::Search(_)]));
        let id = id + 1 + number as u64;
        assert_eq!(said(&session.finished(id, outcome(solved))), [line]);
    }
}

#[test]
fn go_mate_is_a_search_in_uci() {
    let mut session = Session::new(Dialect::Uci);
    let actions = session.line("go mate 3");
    assert!(matches!(&actions[..], [Action::Search(request)] if !request.solves()), "{actions:?}");
}
