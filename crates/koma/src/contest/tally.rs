//! What the games of a match come to, as lines.

use std::io::Write as _;

use koma_rules::Side;
use koma_train::{Effort, Finished, Pairs, Sprt, SprtState, Verdict};
use serde_json::json;

use super::is_disagreement;
use crate::failure::Failure;
use crate::lang::Lang;

/// The results so far, seen by the first player.
pub struct Tally {
    names: [String; 2],
    sprt: Option<Sprt>,
    lang: Lang,
    /// Wins, draws and losses.
    games: [u64; 3],
    pairs: Pairs,
    effort: [Effort; 2],
    illegal: [u64; 2],
    late: [u64; 2],
    failed: [u64; 2],
    replayed: u64,
    shown: u64,
}

impl Tally {
    pub fn new(names: [String; 2], sprt: Option<Sprt>, lang: Lang) -> Self {
        let names = match names {
            [a, b] if a == b => [format!("{a} A"), format!("{b} B")],
            names => names,
        };
        Self {
            names,
            sprt,
            lang,
            games: [0; 3],
            pairs: Pairs::default(),
            effort: [Effort::default(); 2],
            illegal: [0; 2],
            late: [0; 2],
            failed: [0; 2],
            replayed: 0,
            shown: 0,
        }
    }

    /// The players' names, Sente's first.
    pub fn names_by_side(&self, a_is: Side) -> [String; 2] {
        let [a, b] = self.names.clone();
        if a_is == Side::Sente { [a, b] } else { [b, a] }
    }

    /// Notes a game and gives its line. A game of a pair that is played again counts for nothing.
    pub fn game(
        &mut self,
        finished: &Finished,
        a_is: Side,
        is_void: bool,
        as_json: bool,
    ) -> String {
        let who = |side: Side| usize::from(side != a_is);
        match &finished.verdict {
            Verdict::Illegal { side, .. } => self.illegal[who(*side)] += 1,
            Verdict::TimeLoss { side, .. } => self.late[who(*side)] += 1,
            Verdict::Failed { side, .. } => self.failed[who(*side)] += 1,
            _ => {}
        }
        let effort = Side::BOTH.map(|side| finished.effort[side as usize]);
        let effort = if a_is == Side::Sente { effort } else { [effort[1], effort[0]] };
        self.effort = [0, 1].map(|at| self.effort[at].plus(effort[at]));
        self.replayed += u64::from(is_void && a_is == Side::Gote);
        let winner = finished.verdict.winner().map(who);
        if !is_void {
            let column = match winner {
                Some(0) => 0,
                Some(_) => 2,
                None => 1,
            };
            self.games[column] += 1;
        }
        self.shown += 1;
        let plies = finished.game.moves().len();
        let why = why(&finished.verdict, self.lang);
        if as_json {
            let moves: Vec<String> = finished
                .game
                .moves()
                .map(|mv| finished.game.position().usi(mv).to_string())
                .collect();
            let side = |at: usize| {
                json!({ "name": self.names[at], "nodes": effort[at].nodes, "moves": effort[at].moves,
                        "ms": effort[at].time.as_millis() as u64,
                        "nps": effort[at].speed().round() })
            };
            return json!({
                "game": self.shown, "sente": self.names_by_side(a_is)[0],
                "winner": winner.map(|at| &self.names[at]), "reason": why, "plies": plies,
                "irregular": finished.verdict.is_irregular(), "counted": !is_void,
                "players": [side(0), side(1)],
                "start": finished.game.first_position().sfen(), "moves": moves,
            })
            .to_string();
        }
        let [sente, gote] = self.names_by_side(a_is);
        let result = match finished.verdict.winner() {
            Some(Side::Sente) => "1-0",
            Some(Side::Gote) => "0-1",
            None => "½-½",
        };
        let played = |effort: Effort| {
            let depth = effort.depths as f64 / effort.moves.max(1) as f64;
            format!("{} d{depth:.1} {:.1}s", speed(effort), effort.time.as_secs_f64())
        };
        let void = if is_void { " (played again)" } else { "" };
        let [wins, draws, losses] = self.games;
        format!(
            "{:>4} {sente} {result} {gote}: {why}, {plies} plies{void} | {}: {} | {}: {} | +{wins} \
             ={draws} -{losses} {:.1}%",
            self.shown,
            self.names[0],
            played(effort[0]),
            self.names[1],
            played(effort[1]),
            100.0 * self.share(),
        )
    }

    /// Counts a pair; A had Sente in its first game.
    pub fn pair(&mut self, verdicts: [&Verdict; 2]) {
        let points = |verdict: &Verdict, a_is: Side| match verdict.winner() {
            None => 1,
            Some(winner) if winner == a_is => 2,
            Some(_) => 0,
        };
        self.pairs.add(points(verdicts[0], Side::Sente) + points(verdicts[1], Side::Gote));
    }

    /// Whether the test of the match, if there is one, has an answer.
    pub fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| sprt.state(&self.pairs) != SprtState::Open)
    }

    fn share(&self) -> f64 {
        let [wins, draws, losses] = self.games.map(|count| count as f64);
        (wins + draws / 2.0) / (wins + draws + losses).max(1.0)
    }

    /// What the match came to.
    pub fn summary(&self, as_json: bool) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        let elo = self.pairs.elo();
        let [wins, draws, losses] = self.games;
        if as_json {
            let finite = |value: f64| value.is_finite().then_some((value * 10.0).round() / 10.0);
            let player = |at: usize| {
                json!({ "name": self.names[at], "nodes": self.effort[at].nodes,
                        "moves": self.effort[at].moves, "nps": self.effort[at].speed().round(),
                        "illegal": self.illegal[at], "timeLosses": self.late[at],
                        "failures": self.failed[at] })
            };
            let sprt = self.sprt.map(|sprt| {
                json!({ "ratio": sprt.ratio(&self.pairs), "bound": sprt.bound(),
                        "state": format!("{:?}", sprt.state(&self.pairs)).to_lowercase() })
            });
            let answer = json!({
                "wins": wins, "draws": draws, "losses": losses, "share": self.share(),
                "pairs": self.pairs.0, "elo": finite(elo.value),
                "low": finite(elo.low), "high": finite(elo.high), "sprt": sprt,
                "replayedPairs": self.replayed, "players": [player(0), player(1)],
            });
            writeln!(out, "{answer}")?;
            return Ok(());
        }
        let [a, b] = &self.names;
        let total = wins + draws + losses;
        writeln!(
            out,
            "{a} against {b}: +{wins} ={draws} -{losses}, {:.1}% of {total} games",
            100.0 * self.share()
        )?;
        let pairs = self.pairs.0.map(|count| count.to_string()).join(" ");
        writeln!(
            out,
            "Elo {:+.0} [{:+.0}, {:+.0}] with 95%, stronger with {:.1}%; pairs of 0 ½ 1 1½ 2 points: {pairs}",
            elo.value,
            elo.low,
            elo.high,
            100.0 * self.pairs.superiority()
        )?;
        if let Some(sprt) = self.sprt {
            let state = match sprt.state(&self.pairs) {
                SprtState::Open => "open",
                SprtState::Passed => "passed",
                SprtState::Failed => "failed",
            };
            let (ratio, bound) = (sprt.ratio(&self.pairs), sprt.bound());
            writeln!(
                out,
                "SPRT {} to {} nElo: {state}, ratio {ratio:+.2} of ±{bound:.2}",
                sprt.nelo0, sprt.nelo1
            )?;
        }
        for at in [0, 1] {
            let effort = self.effort[at];
            let moves = effort.moves.max(1);
            let millis = effort.time.as_secs_f64() * 1000.0 / moves as f64;
            writeln!(
                out,
                "{}: {}, depth {:.1}, {millis:.1} ms a move (at most {} ms over); illegal moves {}, \
                 losses on time {}, failures {}",
                self.names[at],
                speed(effort),
                effort.depths as f64 / moves as f64,
                effort.worst_overrun.as_millis(),
                self.illegal[at],
                self.late[at],
                self.failed[at],
            )?;
        }
        if self.replayed > 0 {
            writeln!(out, "{} pairs were played again: the rules are not the same", self.replayed)?;
        }
        Ok(())
    }
}

/// Positions a second, short.
fn speed(effort: Effort) -> String {
    match effort.speed() {
        speed if speed >= 1e6 => format!("{:.2} Mnps", speed / 1e6),
        speed if speed >= 1e4 => format!("{:.0} knps", speed / 1e3),
        speed => format!("{speed:.0} nps"),
    }
}

/// Why a game ended.
pub fn why(verdict: &Verdict, lang: Lang) -> String {
    match verdict {
        Verdict::Ended(end) => end.reason.words(lang).to_owned(),
        Verdict::TooLong => lang.pick("too long", "最大手数").to_owned(),
        Verdict::Adjudicated { .. } => lang.pick("adjudicated", "判定").to_owned(),
        Verdict::Illegal { word, reason, .. } if is_disagreement(verdict) => {
            format!("ILLEGAL {word} ({reason}; or its rules are not ours)")
        }
        Verdict::Illegal { word, reason, .. } => format!("ILLEGAL {word} ({reason})"),
        Verdict::TimeLoss { over, .. } => format!("TIME, {over} ms over"),
        Verdict::Failed { trouble, .. } => format!("FAILED, {trouble}"),
        _ => lang.pick("another reason", "その他").to_owned(),
    }
}
