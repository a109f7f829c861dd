//! A finished game as a record.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use koma_kifu::{Board, Builder, End, Ending, Handicap, Millis, Record};
use koma_rules::{Side, UsiMove};

use super::clock::TimeControl;
use super::session::GameSession;
use crate::view::EndReason;

/// The record of a game that is over; `began` and `ended` are Unix milliseconds. `None` for a game
/// in which nothing was played.
pub fn record(session: &GameSession, began: u64, ended: u64) -> Option<Record> {
    let outcome = session.outcome().filter(|_| is_worth_keeping(session))?;
    let first = session.game().first_position();
    let mut board = Board::start(first.rules());
    board.setup = first.setup();
    let mut record = Record::new(board);
    let setting = session.setting();
    let handicaps = &first.rules().variant().handicaps;
    record.handicap = setting.handicap.as_ref().map(|slug| {
        let named = handicaps.iter().find(|handicap| handicap.slug == *slug);
        Handicap { name: named.map_or_else(|| slug.clone(), |named| named.name_ja.clone()) }
    });
    let headers = &mut record.headers;
    headers.push("開始日時", date(began));
    headers.push("終了日時", date(ended));
    headers.push("場所", "Koma");
    if let Some(limit) = limit(setting.clock) {
        headers.push("持ち時間", limit);
    }
    let names = match setting.handicap {
        Some(_) => ["下手", "上手"],
        None => ["先手", "後手"],
    };
    for (side, key) in Side::BOTH.into_iter().zip(names) {
        headers.push(key, session.name(side).unwrap_or_default());
    }
    let mut builder = Builder::new(record);
    let mut totals = [0; 2];
    for turn in session.turns() {
        let usi: UsiMove = turn.text.usi.parse().ok()?;
        // The game has judged it; what the record says of it is the record's.
        let _ = builder.play(&usi);
        let total = &mut totals[turn.side as usize];
        *total += turn.spent;
        builder.time(Some(Millis::new(turn.spent)), Some(Millis::new(*total)));
    }
    let mover = session.game().position().side();
    builder.end(match (outcome.reason, outcome.winner) {
        (EndReason::Rules(reason), Some(winner)) => {
            Ending::of(koma_rules::End { reason, winner }, mover)
        }
        // Who is gone had the move.
        (EndReason::Abandoned, Some(_)) => Ending::new(End::LostByDefault, mover),
        _ => Ending::new(End::Interrupted, mover),
    });
    Some(builder.finish())
}

/// Whether anything was played.
pub fn is_worth_keeping(session: &GameSession) -> bool {
    !session.turns().is_empty()
}

fn date(ms: u64) -> String {
    let time = i64::try_from(ms).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    let time = time.unwrap_or_default().to_zoned(TimeZone::UTC);
    time.strftime("%Y/%m/%d %H:%M:%S").to_string()
}

/// 持ち時間.
fn limit(clock: TimeControl) -> Option<String> {
    let words = |ms: u64| match (ms / 60_000, ms % 60_000 / 1000) {
        (minutes, 0) => format!("{minutes}分"),
        (0, seconds) => format!("{seconds}秒"),
        (minutes, seconds) => format!("{minutes}分{seconds}秒"),
    };
    Some(match clock {
        TimeControl::None => return None,
        TimeControl::Sudden { main } => format!("{}切れ負け", words(main)),
        TimeControl::Byoyomi { main, byoyomi, periods: 1 } => {
            format!("{}＋秒読み{}", words(main), words(byoyomi))
        }
        TimeControl::Byoyomi { main, byoyomi, periods } => {
            format!("{}＋秒読み{}×{periods}", words(main), words(byoyomi))
        }
        TimeControl::Fischer { main, increment } => {
            format!("{}＋1手{}加算", words(main), words(increment))
        }
    })
}

#[cfg(test)]
mod tests {
    use koma_kifu::{Format, NodeId, WriteOptions, write};
    use koma_rules::{Position, Ruleset};

    use super::super::event::{Command, Proposal, Setting};
    use super::*;
    use crate::view::SideName;

    /// A game in which Sente moves after two seconds and Gote after five, and then this happens.
    fn played(last: &[(Side, Command)]) -> GameSession {
        let rules = Ruleset::compile(koma_variants::find("shogi").unwrap()).unwrap();
        let clock = TimeControl::Byoyomi { main: 600_000, byoyomi: 30_000, periods: 1 };
        let setting = Setting {
            variant: "shogi".to_owned(),
            options: Default::default(),
            handicap: None,
            start_sfen: Position::start(&rules).sfen(),
            clock,
            side: SideName::Gote,
            name: Some("後".to_owned()),
            previous: None,
        };
        let mut session = GameSession::new(&rules, setting, 0).unwrap();
        session.join(Some("先".to_owned()), 0).unwrap();
        let moves = [(Side::Sente, "7g7f", 2000), (Side::Gote, "3c3d", 7000)];
        for (side, usi, now) in moves {
            let command = Command::Move { usi: usi.to_owned() };
            session.command(side, Some(session.ply()), &command, None, now).unwrap();
        }
        for (side, command) in last {
            session.command(*side, Some(3), command, None, 8000).unwrap();
        }
        session
    }

    fn check(last: &[(Side, Command)], keyword: &str, winner: &str) {
        let record = record(&played(last), 0, 60_000).unwrap();
        let ending = record.ending().unwrap();
        let winner_found = ending.winner.map_or("nobody", koma_kifu::Winner::name);
        assert_eq!((ending.end.keyword(), winner_found), (keyword, winner), "{last:?}");
    }

    #[test]
    fn the_record_says_who_played_when_and_how_long() {
        let record = record(&played(&[(Side::Sente, Command::Resign)]), 0, 60_000).unwrap();
        for (key, value) in [
            ("先手", "先"),
            ("後手", "後"),
            ("開始日時", "1970/01/01 00:00:00"),
            ("終了日時", "1970/01/01 00:01:00"),
            ("持ち時間", "10分＋秒読み30秒"),
        ] {
            assert_eq!(record.headers.get(key), Some(value));
        }
        let times: Vec<_> =
            record.line_from(NodeId::ROOT).filter_map(|id| record.node(id).time).collect();
        assert_eq!(times, [Millis::new(2000), Millis::new(5000)]);
        let kif = write(&[record], Format::Kif, &WriteOptions::default());
        let text = kif.text.as_str();
        assert!(text.contains("７六歩(77)") && text.contains("( 0:05/00:00:05)"), "{text}");
    }

    #[test]
    fn every_end_has_its_word_and_its_winner() {
        let offer = |what| Command::Offer { what };
        let accept = |what| Command::Accept { what };
        let (sente, gote) = (Side::Sente, Side::Gote);
        check(&[(sente, Command::Resign)], "TORYO", "gote");
        check(&[(gote, Command::Resign)], "TORYO", "sente");
        check(&[(sente, Command::Declare)], "ILLEGAL_MOVE", "gote");
        for (what, keyword) in [(Proposal::Draw, "HIKIWAKE"), (Proposal::Impasse, "JISHOGI")] {
            check(&[(gote, offer(what)), (sente, accept(what))], keyword, "draw");
        }
    }
}
