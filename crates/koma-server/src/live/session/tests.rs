//! Games played by script, and by chance: no time is lost or made, and the log tells it all.

use proptest::prelude::*;

use super::*;
use crate::view::SideName;

fn rules(slug: &str) -> Arc<Ruleset> {
    Ruleset::compile(koma_variants::find(slug).unwrap()).unwrap()
}

fn setting(slug: &str, clock: TimeControl) -> Setting {
    Setting {
        variant: slug.to_owned(),
        options: Default::default(),
        handicap: None,
        start_sfen: Position::start(&rules(slug)).sfen(),
        clock,
        side: SideName::Sente,
        name: Some("A".to_owned()),
        previous: None,
    }
}

/// A game both have joined at time 0, and its log.
struct Table {
    session: GameSession,
    log: Vec<EventKind>,
}

impl Table {
    fn new(slug: &str, clock: TimeControl) -> Self {
        Self::from(slug, &Position::start(&rules(slug)).sfen(), clock)
    }

    fn from(slug: &str, sfen: &str, clock: TimeControl) -> Self {
        let setting = Setting { start_sfen: sfen.to_owned(), ..setting(slug, clock) };
        let mut session = GameSession::new(&rules(slug), setting.clone(), 0).unwrap();
        let joined = session.join(Some("B".to_owned()), 0).unwrap();
        Self { session, log: vec![EventKind::Created(setting), joined] }
    }

    fn tell(&mut self, side: Side, command: Command, now: Tick) -> Result<(), Refusal> {
        self.log.extend(self.session.flag(now));
        let ply = Some(self.session.ply());
        let events = self.session.command(side, ply, &command, Some("next"), now)?;
        assert!(!events.is_empty());
        self.log.extend(events);
        Ok(())
    }

    fn moves(&mut self, moves: &str) {
        for usi in moves.split_whitespace() {
            let side = self.session.game().position().side();
            self.tell(side, Command::Move { usi: usi.to_owned() }, self.session.since).unwrap();
        }
    }

    fn replayed(&self) -> GameSession {
        let EventKind::Created(setting) = &self.log[0] else { panic!("the log has no head") };
        let rules = rules(&setting.variant);
        let mut session = GameSession::new(&rules, setting.clone(), 0).unwrap();
        for event in &self.log[1..] {
            // Through text, as the store has it.
            let text = serde_json::to_string(event).unwrap();
            session.apply(&serde_json::from_str(&text).unwrap(), self.session.since).unwrap();
        }
        session
    }

    fn agrees_with_its_log(&self) {
        let (one, two) = (&self.session, &self.replayed());
        assert_eq!(one.last as usize, self.log.len());
        assert_eq!(one.last, two.last);
        assert_eq!(one.game.position().sfen(), two.game.position().sfen());
        assert_eq!(one.game.end(), two.game.end());
        assert_eq!(
            (one.clocks, one.since, one.spent, one.turn_began, one.gifts),
            (two.clocks, two.since, two.spent, two.turn_began, two.gifts)
        );
        assert_eq!((&one.turns, &one.names, one.seated), (&two.turns, &two.names, two.seated));
        assert_eq!((&one.offers, &one.asked), (&two.offers, &two.asked));
        assert_eq!((&one.outcome, &one.next), (&two.outcome, &two.next));
    }
}

const SENTE: Side = Side::Sente;
const GOTE: Side = Side::Gote;
const SUDDEN: TimeControl = TimeControl::Sudden { main: 60_000 };

fn mv(usi: &str) -> Command {
    Command::Move { usi: usi.to_owned() }
}

fn offer(what: Proposal) -> Command {
    Command::Offer { what }
}

fn accept(what: Proposal) -> Command {
    Command::Accept { what }
}

#[test]
fn a_mate_ends_the_game() {
    let mut table = Table::from("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", SUDDEN);
    table.tell(SENTE, mv("G*5b"), 2000).unwrap();
    let outcome = table.session.outcome().unwrap();
    assert_eq!(
        (outcome.reason, outcome.winner),
        (Reason::Checkmate.into(), Some(Winner::Side(SENTE)))
    );
    assert_eq!(table.session.deadline(), None);
    let [.., EventKind::Moved { spent, japanese, .. }, EventKind::Ended { clocks, .. }] =
        &table.log[..]
    else {
        panic!("a move, then the end")
    };
    assert_eq!((*spent, japanese.as_str()), (2000, "▲５二金"));
    assert_eq!(clocks.unwrap().sente.main, 58_000);
    table.agrees_with_its_log();
}

#[test]
fn every_refusal_has_its_reason() {
    let mut table = Table::new("shogi", SUDDEN);
    for (side, command, code) in [
        (GOTE, mv("3c3d"), "NOT_YOUR_TURN"),
        (SENTE, mv("7g7e"), "INVALID_MOTION_VECTOR"),
        (SENTE, mv("hello"), "NOT_A_MOVE"),
        (SENTE, offer(Proposal::Takeback), "NOTHING_TO_TAKE_BACK"),
        (SENTE, offer(Proposal::Rematch), "NOT_ENDED"),
        (GOTE, accept(Proposal::Draw), "NOT_OFFERED"),
        (GOTE, Command::Decline { what: Proposal::Draw }, "NOT_OFFERED"),
        (GOTE, Command::Declare, "NOT_YOUR_TURN"),
        (GOTE, Command::AddTime { ms: 1 }, "BAD_TIME"),
    ] {
        let refusal = table.tell(side, command.clone(), 0).unwrap_err();
        assert_eq!(refusal.code(), code, "{command:?}");
        assert!(!refusal.phrase().is_empty());
    }
    assert_eq!(
        table.session.command(SENTE, Some(2), &mv("7g7f"), None, 0),
        Err(Refusal::Stale { next: 1 })
    );
    assert_eq!(table.session.command(SENTE, None, &mv("7g7f"), None, 0), Err(Refusal::NeedsPly));
    table.tell(SENTE, Command::Resign, 0).unwrap();
    assert_eq!(table.tell(GOTE, Command::Resign, 0), Err(Refusal::Ended));
    table.agrees_with_its_log();
}

#[test]
fn nobody_plays_before_both_are_there() {
    let setting = setting("shogi", SUDDEN);
    let mut session = GameSession::new(&rules("shogi"), setting, 0).unwrap();
    assert_eq!(session.stage(), Stage::Waiting);
    assert_eq!(session.command(SENTE, Some(1), &mv("7g7f"), None, 5), Err(Refusal::NotStarted));
    assert_eq!(session.deadline(), None);
    session.join(None, 500_000).unwrap();
    assert_eq!(session.join(None, 500_000), Err(Refusal::SeatTaken));
    assert_eq!(session.deadline(), Some(560_000));
}

#[test]
fn a_game_nobody_joins_can_be_given_up() {
    let mut session = GameSession::new(&rules("shogi"), setting("shogi", SUDDEN), 0).unwrap();
    session.command(SENTE, Some(1), &Command::Resign, None, 5).unwrap();
    let outcome = session.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winner), (EndReason::Aborted, None));
    assert_eq!(session.join(None, 6), Err(Refusal::Ended));
}

#[test]
fn the_flag_falls_at_the_last_millisecond() {
    let mut table = Table::new("shogi", SUDDEN);
    assert_eq!(table.session.flag(59_999), None);
    table.tell(SENTE, mv("7g7f"), 59_999).unwrap();
    assert_eq!(table.session.clocks(59_999).unwrap().sente.main, 1);
    table.tell(GOTE, mv("3c3d"), 60_000).unwrap();
    assert_eq!(table.tell(SENTE, mv("2g2f"), 60_001), Err(Refusal::Ended));
    let outcome = table.session.outcome().unwrap();
    assert_eq!(
        (outcome.reason, outcome.winner),
        (Reason::TimeLoss.into(), Some(Winner::Side(GOTE)))
    );
    table.agrees_with_its_log();
}

#[test]
fn taking_back_restores_the_clocks_and_pays_the_one_who_agrees() {
    let mut table = Table::new("shogi", SUDDEN);
    table.tell(SENTE, mv("7g7f"), 1000).unwrap();
    table.tell(GOTE, mv("3c3d"), 3000).unwrap();
    table.tell(SENTE, mv("2g2f"), 6000).unwrap();
    // Gote gives time while Sente's last move still stands.
    table.tell(GOTE, Command::AddTime { ms: 5000 }, 7000).unwrap();
    table.tell(SENTE, offer(Proposal::Takeback), 8000).unwrap();
    assert_eq!(table.tell(SENTE, offer(Proposal::Takeback), 8000), Err(Refusal::AlreadyOffered));
    table.tell(GOTE, accept(Proposal::Takeback), 9000).unwrap();
    assert_eq!(table.session.ply(), 3);
    let clocks = table.session.clocks(9000).unwrap();
    assert_eq!(clocks.sente.main, 59_000 + 5000, "what was given stays given");
    assert_eq!(clocks.gote.main, 58_000 + TAKEBACK_GAIN);
    assert_eq!(clocks.running, Some(SideName::Sente));
    // On one's own turn two moves go back.
    table.tell(SENTE, offer(Proposal::Takeback), 9000).unwrap();
    table.tell(GOTE, offer(Proposal::Takeback), 9000).unwrap();
    assert_eq!(table.session.ply(), 1);
    let clocks = table.session.clocks(9000).unwrap();
    assert_eq!(clocks.sente.main, 65_000);
    assert_eq!(clocks.gote.main, 60_000 + 2 * TAKEBACK_GAIN);
    table.agrees_with_its_log();
}

#[test]
fn a_move_answers_every_offer() {
    let mut table = Table::new("shogi", TimeControl::None);
    table.tell(SENTE, offer(Proposal::Draw), 0).unwrap();
    table.tell(SENTE, mv("7g7f"), 0).unwrap();
    assert_eq!(table.tell(GOTE, accept(Proposal::Draw), 0), Err(Refusal::NotOffered));
    table.tell(SENTE, offer(Proposal::Draw), 0).unwrap();
    table.tell(GOTE, Command::Decline { what: Proposal::Draw }, 0).unwrap();
    assert_eq!(table.tell(SENTE, offer(Proposal::Draw), 0), Err(Refusal::AlreadyOffered));
    table.tell(GOTE, offer(Proposal::Impasse), 0).unwrap();
    table.tell(SENTE, accept(Proposal::Impasse), 0).unwrap();
    let outcome = table.session.outcome().unwrap();
    assert_eq!(
        (outcome.reason, outcome.winner),
        (Reason::AgreedImpasse.into(), Some(Winner::Draw))
    );
    table.tell(GOTE, offer(Proposal::Rematch), 0).unwrap();
    table.tell(SENTE, accept(Proposal::Rematch), 0).unwrap();
    assert_eq!(table.tell(SENTE, offer(Proposal::Rematch), 0), Err(Refusal::HasNext));
    table.agrees_with_its_log();
}

#[test]
fn a_false_declaration_loses() {
    let mut table = Table::new("shogi", SUDDEN);
    table.tell(SENTE, Command::Declare, 10).unwrap();
    let outcome = table.session.outcome().unwrap();
    assert_eq!(
        (outcome.reason, outcome.winner),
        (Reason::FalseDeclaration.into(), Some(Winner::Side(GOTE)))
    );
    table.agrees_with_its_log();
}

#[test]
fn repetition_ends_the_game() {
    let mut table = Table::new("shogi", TimeControl::None);
    table.moves(&"2h3h 8b7b 3h2h 7b8b ".repeat(3));
    let outcome = table.session.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winner), (Reason::Repetition.into(), Some(Winner::Draw)));
    table.agrees_with_its_log();
}

fn any_control() -> impl Strategy<Value = TimeControl> {
    prop_oneof![
        Just(TimeControl::None),
        (1000..90_000_u64).prop_map(|main| TimeControl::Sudden { main }),
        (0..20_000_u64, 1000..9000_u64, 1..4_u32).prop_map(|(main, byoyomi, periods)| {
            TimeControl::Byoyomi { main, byoyomi, periods }
        }),
        (1000..30_000_u64, 0..5000_u64)
            .prop_map(|(main, increment)| TimeControl::Fischer { main, increment }),
    ]
}

/// What is tried: who, which command, how long after the one before.
fn any_step() -> impl Strategy<Value = (bool, u8, u16, u64)> {
    let wait = prop_oneof![8 => 0..800_u64, 2 => 0..6000_u64, 1 => Just(0)];
    (any::<bool>(), 0..40_u8, any::<u16>(), wait)
}

fn command_of(table: &Table, number: u8, choice: u16) -> Command {
    use Proposal::{Draw, Impasse, Rematch, Takeback};
    let what = [Takeback, Takeback, Draw, Impasse, Rematch][usize::from(choice) % 5];
    match number {
        0..=3 => Command::Offer { what },
        4..=6 => Command::Accept { what },
        7 => Command::Decline { what },
        8 if choice.is_multiple_of(8) => Command::Resign,
        9 if choice.is_multiple_of(8) => Command::Declare,
        10..=11 => Command::AddTime { ms: 1000 + u64::from(choice) },
        _ => {
            let moves = table.session.game().legal_moves();
            let usi = moves.get(usize::from(choice) % moves.len().max(1));
            let usi = usi.map(|&mv| table.session.game().position().usi(mv).to_string());
            Command::Move { usi: usi.unwrap_or_default() }
        }
    }
}

/// Time both sides have, counted as if no byoyomi had been used.
fn main_time(session: &GameSession, now: Tick) -> u64 {
    session.clocks(now).map_or(0, |clocks| clocks.sente.main + clocks.gote.main)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_log_tells_it_all_and_no_time_is_lost_or_made(
        control in any_control(),
        steps in prop::collection::vec(any_step(), 0..80),
    ) {
        let mut table = Table::new("minishogi", control);
        let mut now = 0;
        for (is_sente, number, choice, wait) in steps {
            now += wait;
            let before = table.session.clone();
            let mover = before.game().position().side();
            // Moves by the side to move, most of the time.
            let side = if number >= 12 { mover } else if is_sente { SENTE } else { GOTE };
            let command = command_of(&table, number, choice);
            let heard = table.log.len();
            let result = table.tell(side, command, now);
            let after = &table.session;
            if result.is_err() && table.log.len() == heard {
                prop_assert_eq!(after.last, before.last);
                prop_assert_eq!(after.clocks, before.clocks);
            }
            if let Some(clocks) = after.clocks(now) {
                let running = clocks.running.is_some();
                prop_assert_eq!(running, after.stage() == Stage::Playing);
                prop_assert!(after.deadline().is_none_or(|deadline| deadline > now));
            }
            // The balance: what was there, less what passed, plus what was given.
            let passed = now - before.since;
            let gained: i128 = table.log[heard..].iter().map(|event| match event {
                EventKind::Moved { .. } => i128::from(control.increment()),
                EventKind::TimeAdded { ms, .. } => i128::from(*ms),
                _ => 0,
            }).sum();
            let is_back = table.log[heard..].iter().any(|e| matches!(e, EventKind::TakenBack { .. }));
            let is_over = after.outcome.is_some();
            let has_periods = matches!(control, TimeControl::Byoyomi { .. });
            if before.clocks.is_some_and(|clocks| clocks.running.is_some())
                && !is_back && !is_over && !has_periods && after.last > before.last
            {
                let expected = i128::from(main_time(&before, before.since)) - i128::from(passed);
                let found = i128::from(main_time(after, now));
                if after.since == now {
                    prop_assert_eq!(found, expected + gained);
                }
            }
        }
        table.agrees_with_its_log();
        // Thinking times are those of the moves that stand.
        for turn in table.session.turns() {
            prop_assert!(turn.spent <= now);
        }
    }

    #[test]
    fn byoyomi_never_gives_more_than_it_has(
        main in 0..20_000_u64, byoyomi in 1000..9000_u64, periods in 1..5_u32,
        one in 0..30_000_u64, two in 0..30_000_u64,
    ) {
        let control = TimeControl::Byoyomi { main, byoyomi, periods };
        let clock = control.start().unwrap().sente;
        let all = main + byoyomi * u64::from(periods);
        prop_assert_eq!(clock.left(control), all);
        // Thinking in two parts is thinking once.
        let parts = clock.after(one, control).and_then(|clock| clock.after(two, control));
        prop_assert_eq!(parts, clock.after(one + two, control));
        prop_assert_eq!(parts.map(|clock| clock.left(control)), (one + two < all).then(|| all - one - two));
    }
}
