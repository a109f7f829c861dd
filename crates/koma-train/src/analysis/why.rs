//! Why a move was bad, in a sentence: by what the lines before and after it win and lose.

use std::collections::BTreeMap;

use koma_kifu::notation::{Digits, english, japanese};
use koma_rules::{KindId, Move, Position, Ruleset, Side};
use koma_search::Score;
use koma_text::Lang;

use super::{Judged, Verdict};

/// Plies of a line within which something is lost at once.
const SOON: usize = 6;

/// Why a move was bad, as far as the lines say it; `None` where it was not, or nothing is known.
pub fn why(verdict: &Verdict, before: &Judged, after: &Judged, lang: Lang) -> Option<String> {
    if verdict.fault.is_none() && verdict.missed_mate.is_none() {
        return None;
    }
    let best = before.lines.first()?;
    let better = words(&before.position, *best.moves.first()?, None, lang);
    if let Some(plies) = verdict.missed_mate {
        return Some(lang.pick(
            format!("It misses a mate in {plies} that begins with {better}."),
            format!("{better}からの{plies}手詰を逃しました。"),
        ));
    }
    let reply_line = after.lines.first()?;
    let reply = words(&after.position, *reply_line.moves.first()?, Some(verdict.mv), lang);
    if let Score::Mate(plies @ 1..) = reply_line.score {
        return Some(lang.pick(
            format!("It allows mate in {plies}: {reply}."),
            format!("{reply}から{plies}手で詰まされます。"),
        ));
    }
    let rules = before.position.rules();
    let side = before.position.side();
    let mut played = vec![verdict.mv];
    played.extend(&reply_line.moves);
    let (kept, missed) = (
        Balance::after(&before.position, &played, side),
        Balance::after(&before.position, &best.moves, side),
    );
    // What is lost anyway is not the fault of this move.
    if kept.worth < missed.worth.min(0)
        && let Some((lost, left)) = dearest(&kept.lost, rules)
    {
        let lost_words = several(lost, left, rules, lang);
        return Some(match dearest(&kept.taken, rules) {
            None => lang.pick(
                format!("It loses {lost_words}: {reply}."),
                format!("{reply}で{lost_words}を取られます。"),
            ),
            Some((taken, rest)) => {
                let taken = several(taken, rest, rules, lang);
                lang.pick(
                    format!("It loses {lost_words} for {taken}: {reply}."),
                    format!("{reply}で{lost_words}を取られ、得るのは{taken}だけです。"),
                )
            }
        });
    }
    if kept.turned < missed.turned {
        return Some(lang.pick(
            format!("It lets a piece promote: {reply}."),
            format!("{reply}から成り込まれます。"),
        ));
    }
    if missed.worth > kept.worth.max(0)
        && let Some((taken, rest)) = dearest(&missed.taken, rules)
    {
        let taken = several(taken, rest, rules, lang);
        return Some(lang.pick(
            format!("{better} would have won {taken}."),
            format!("{better}なら{taken}が取れました。"),
        ));
    }
    Some(lang.pick(
        format!("Nothing is lost at once, but {reply} is a strong answer; {better} was better."),
        format!("すぐに駒損にはなりませんが、{reply}が厳しく、{better}が優りました。"),
    ))
}

/// What a line wins and loses for a side.
#[derive(Clone, Default)]
struct Balance {
    /// What it took, and what it lost, as pieces are dear.
    worth: i64,
    taken: BTreeMap<KindId, u32>,
    lost: BTreeMap<KindId, u32>,
    /// What the other side gained by promoting, negative.
    turned: i64,
}

impl Balance {
    /// At the place of a line, after its first two plies, where takes have come to rest and it
    /// stands worst for the side; what both sides took cancels out.
    fn after(position: &Position, line: &[Move], side: Side) -> Self {
        let rules = position.rules();
        let (mut at, mut now) = (position.clone(), Self::default());
        let mut worst: Option<Self> = None;
        let mut turned_now: Option<(KindId, KindId)> = None;
        for (ply, &mv) in line.iter().enumerate() {
            let (mover, before) = (at.side(), count(&at));
            let _ = at.play_unchecked(mv);
            let after = count(&at);
            let mut is_quiet = true;
            if ply == 0 && mv.promotes() {
                turned_now = mv
                    .from()
                    .zip(at.man_at(mv.to()))
                    .and_then(|(from, new)| Some((new.kind, position.man_at(from)?.kind)));
            }
            for (kind, men) in gone(&before[mover.other() as usize], &after[mover.other() as usize])
            {
                is_quiet = false;
                // Who gives a bishop away that has just promoted loses a bishop.
                let just = turned_now.filter(|&(new, _)| new == kind && mover != side);
                let kind = just.map_or(kind, |(_, old)| old);
                let (list, sign) =
                    if mover == side { (&mut now.taken, 1) } else { (&mut now.lost, -1) };
                *list.entry(kind).or_default() += men;
                now.worth += sign * i64::from(men) * value(rules, kind);
            }
            if mv.promotes() && mover != side {
                let own = mover as usize;
                let gained = gone(&after[own], &before[own]).next();
                let left = gone(&before[own], &after[own]).next();
                if let (Some((new, _)), Some((old, _))) = (gained, left) {
                    now.turned -= value(rules, new) - value(rules, old);
                }
            }
            // Where the next take is under way, nothing is decided yet, however long it takes.
            let next_takes = line.get(ply + 1).is_some_and(|next| at.man_at(next.to()).is_some());
            if ply > 0 && !next_takes && worst.as_ref().is_none_or(|worst| now.worth < worst.worth)
            {
                worst = Some(now.clone());
            }
            // A quiet move by both sides ends what began with the first.
            if !next_takes && (ply > 2 && is_quiet || ply + 1 >= SOON) {
                break;
            }
        }
        let mut found = worst.unwrap_or(now);
        found.cancel();
        found
    }

    /// A bishop for a bishop is nothing.
    fn cancel(&mut self) {
        for (kind, lost) in &mut self.lost {
            if let Some(taken) = self.taken.get_mut(kind) {
                let both = (*lost).min(*taken);
                (*lost, *taken) = (*lost - both, *taken - both);
            }
        }
        self.lost.retain(|_, men| *men > 0);
        self.taken.retain(|_, men| *men > 0);
    }
}

type Men = BTreeMap<KindId, u32>;

/// The men of both sides by kind.
fn count(position: &Position) -> [Men; 2] {
    let mut all = [Men::new(), Men::new()];
    for side in Side::BOTH {
        for (_, kind) in position.men(side) {
            *all[side as usize].entry(kind).or_default() += 1;
        }
    }
    all
}

/// The men of the first count that are not in the second.
fn gone<'a>(before: &'a Men, after: &'a Men) -> impl Iterator<Item = (KindId, u32)> + 'a {
    before.iter().filter_map(|(kind, &men)| {
        let left = after.get(kind).copied().unwrap_or(0);
        (men > left).then(|| (*kind, men - left))
    })
}

fn value(rules: &Ruleset, kind: KindId) -> i64 {
    i64::from(rules.variant().kinds[kind.index()].piece.value.max(1))
}

/// The dearest of some men, and how many there are besides.
fn dearest(men: &Men, rules: &Ruleset) -> Option<(KindId, u32)> {
    let most = men.keys().max_by_key(|&&kind| value(rules, kind))?;
    Some((*most, men.values().sum::<u32>() - 1))
}

/// `a rook`, `a rook and more`.
fn several(kind: KindId, besides: u32, rules: &Ruleset, lang: Lang) -> String {
    let piece = &rules.variant().kinds[kind.index()].piece;
    let more = match besides {
        0 => "",
        _ => lang.pick(" and more", "など"),
    };
    let name = piece.name.to_lowercase();
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    lang.pick(format!("{article} {name}{more}"), format!("{}{more}", piece.name_ja))
}

/// A move in words; `last` is the one before it.
fn words(position: &Position, mv: Move, last: Option<Move>, lang: Lang) -> String {
    let usi = position.usi(mv);
    let last_to = last.map(|last| position.rules().geometry().name(last.to()));
    let text = lang.pick(
        english(position, &usi),
        japanese(position, &usi, last_to, Digits::Mixed).map(|text| text.replace('　', "")),
    );
    text.unwrap_or_else(|| usi.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Line, judge};
    use koma_rules::{Game, Ruleset};

    /// The sentence about a move, after `moves`, where `best` was better and `answer` answers it; both
    /// are lines with their points.
    #[track_caller]
    fn check(moves: &str, mv: &str, best: (&str, Score), answer: (&str, Score), said: [&str; 2]) {
        let rules = Ruleset::compile(koma_variants::find("shogi").expect("it")).expect("rules");
        let mut game = Game::start(&rules);
        let play = |game: &mut Game, usi: &str| {
            let mv = game.position().explain_usi(&usi.parse().expect(usi)).expect(usi);
            game.play(mv).expect(usi);
            mv
        };
        for usi in moves.split_whitespace() {
            play(&mut game, usi);
        }
        let judged = |game: &Game, (line, score): (&str, Score)| {
            let mut on = game.clone();
            let moves = line.split_whitespace().map(|usi| play(&mut on, usi)).collect();
            Judged::new(game.position().clone(), vec![Line::new(score, 1, moves)], 1)
        };
        let before = judged(&game, best);
        let mv = play(&mut game, mv);
        let after = judged(&game, answer);
        let verdict = judge(mv, &before, &after);
        for (lang, said) in [Lang::En, Lang::Ja].into_iter().zip(said) {
            assert_eq!(why(&verdict, &before, &after, lang).as_deref(), Some(said));
        }
    }

    #[test]
    fn a_piece_that_is_lost_is_named_with_what_takes_it() {
        check(
            "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e",
            "8h3c+",
            ("6i7h", Score::Cp(50)),
            ("2b3c 6i7h", Score::Cp(900)),
            ["It loses a bishop: Bx3c.", "△同角で角行を取られます。"],
        );
        check(
            "2g2f 3c3d 2f2e 2b3c 2e2d 2c2d",
            "2h2d",
            ("7g7f 8c8d", Score::Cp(50)),
            ("3c2d 7g7f", Score::Cp(1200)),
            ["It loses a rook for a pawn: Bx2d.", "△同角で飛車を取られ、得るのは歩兵だけです。"],
        );
        // An exchange that is even is no loss; here a strong answer is all there is to say.
        check(
            "7g7f 3c3d",
            "8h2b+",
            ("2g2f 8c8d", Score::Cp(500)),
            ("3a2b 2g2f 8c8d", Score::Cp(300)),
            [
                "Nothing is lost at once, but Sx2b is a strong answer; P-2f was better.",
                "すぐに駒損にはなりませんが、△同銀が厳しく、▲２六歩が優りました。",
            ],
        );
    }

    #[test]
    fn mates_allowed_and_missed_are_told_and_so_is_what_could_be_won() {
        check(
            "7g7f 3c3d",
            "5i5h",
            ("2g2f", Score::Cp(0)),
            ("8c8d", Score::Mate(5)),
            ["It allows mate in 5: P-8d.", "△８四歩から5手で詰まされます。"],
        );
        check(
            "7g7f 3c3d",
            "5i5h",
            ("2g2f", Score::Mate(7)),
            ("8c8d", Score::Cp(0)),
            ["It misses a mate in 7 that begins with P-2f.", "▲２六歩からの7手詰を逃しました。"],
        );
        // The bishop goes for nothing.
        check(
            "7g7f 3c3d 2g2f 2b5e",
            "1g1f",
            ("8h5e", Score::Cp(1000)),
            ("5e3c 2f2e", Score::Cp(0)),
            ["Bx5e would have won a bishop.", "▲５五角なら角行が取れました。"],
        );
    }
}
