//! The moves of a node, the most promising first, listed no sooner than they are needed.

use koma_rules::Move;
use koma_rules::field::{Field, Stage};

use super::history::{Arrival, History};
use crate::eval::Evaluation;

/// A move and how promising it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub mv: Move,
    pub score: i32,
}

/// Where a picker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Hash,
    Captures,
    GoodCaptures,
    Killers(u8),
    Quiets,
    GoodQuiets,
    BadCaptures,
    Evasions,
    AllEvasions,
    Checks,
    AllChecks,
    End,
}

/// Lists that are used again.
#[derive(Default)]
pub(crate) struct Lists {
    moves: Vec<Move>,
    scored: Vec<Scored>,
    bad: Vec<Move>,
    /// Origin and end of promotions: the same moves without promotion are seldom wanted.
    turned: Vec<Move>,
}

/// What helps to put moves in order.
pub(crate) struct Aids<'a> {
    pub history: &'a History,
    pub eval: &'a Evaluation,
    /// Moves 1, 2 and 4 plies earlier.
    pub before: [Arrival; 3],
}

/// The moves of one node.
pub(crate) struct Picker {
    at: At,
    hash: Option<Move>,
    /// A hash move that must be found among the listed ones.
    digest: u32,
    killers: [Move; 3],
    next: usize,
    next_bad: usize,
    /// No quiet move is wanted any more.
    pub skip_quiets: bool,
    /// Quiescence: captures and promotions, and quiet checks or not.
    quiescent: bool,
    checks: bool,
    lists: Lists,
}

impl Picker {
    /// All moves of a node.
    pub fn new(mut lists: Lists, packed: u32, killers: [Move; 3], in_check: bool) -> Self {
        lists.scored.clear();
        lists.bad.clear();
        lists.turned.clear();
        let hash = if packed == 0 { None } else { Move::unpack(packed) };
        Self {
            at: if in_check { At::Evasions } else { At::Hash },
            hash,
            digest: if packed != 0 && hash.is_none() { packed } else { 0 },
            killers,
            next: 0,
            next_bad: 0,
            skip_quiets: false,
            quiescent: false,
            checks: false,
            lists,
        }
    }

    /// The moves of a node of quiescence.
    pub fn quiescent(lists: Lists, packed: u32, in_check: bool, checks: bool) -> Self {
        let mut picker = Self::new(lists, packed, [Move::pass(); 3], in_check);
        picker.quiescent = true;
        picker.checks = checks;
        picker
    }

    /// Gives the lists back.
    pub fn into_lists(self) -> Lists {
        self.lists
    }

    /// The next move and its score; legal, and none twice.
    pub fn next<F: Field>(&mut self, field: &F, look: &F::Look, aids: &Aids<'_>) -> Option<Scored> {
        loop {
            match self.at {
                At::Hash => {
                    self.at = At::Captures;
                    match self.hash {
                        Some(mv) if field.is_legal(look, mv) && self.wants(field, mv) => {
                            return Some(Scored { mv, score: i32::MAX });
                        }
                        _ => self.hash = None,
                    }
                }
                At::Captures => {
                    self.list(field, look, Stage::Captures);
                    self.list(field, look, Stage::Promotions);
                    self.score_captures(field, aids);
                    self.at = At::GoodCaptures;
                }
                At::GoodCaptures => match self.best() {
                    Some(scored) if self.quiescent => return Some(scored),
                    Some(scored) => {
                        let least = -scored.score.clamp(-20_000, 20_000) / 64;
                        if field.exchange(scored.mv, aids.eval.gains(), least.min(0)) {
                            return Some(scored);
                        }
                        self.lists.bad.push(scored.mv);
                    }
                    None if self.quiescent && self.checks => self.at = At::Checks,
                    None if self.quiescent => self.at = At::End,
                    None => self.at = At::Killers(0),
                },
                At::Killers(3) => self.at = At::Quiets,
                At::Killers(n) => {
                    self.at = At::Killers(n + 1);
                    let mv = self.killers[usize::from(n)];
                    let repeated = self.killers[..usize::from(n)].contains(&mv);
                    let good = !self.skip_quiets
                        && !mv.is_pass()
                        && !repeated
                        && Some(mv) != self.hash
                        && !mv.promotes()
                        && field.man_at(mv.to()).is_none()
                        && field.is_legal(look, mv);
                    if good {
                        return Some(Scored { mv, score: 20_000 - i32::from(n) });
                    }
                    self.killers[usize::from(n)] = Move::pass();
                }
                At::Quiets => {
                    self.at = At::GoodQuiets;
                    if !self.skip_quiets {
                        self.list(field, look, Stage::Quiets);
                        self.list(field, look, Stage::Drops);
                        self.score_quiets(field, aids);
                    }
                }
                At::GoodQuiets => match if self.skip_quiets { None } else { self.best() } {
                    Some(scored) if self.killers.contains(&scored.mv) => {}
                    Some(scored) => return Some(scored),
                    None => self.at = At::BadCaptures,
                },
                At::BadCaptures => match self.lists.bad.get(self.next_bad) {
                    Some(&mv) => {
                        self.next_bad += 1;
                        return Some(Scored { mv, score: -20_000 });
                    }
                    None => self.at = At::End,
                },
                At::Evasions => {
                    self.list(field, look, Stage::All);
                    self.score_evasions(field, aids);
                    self.at = At::AllEvasions;
                }
                At::AllEvasions => match self.best() {
                    Some(scored) => return Some(scored),
                    None => self.at = At::End,
                },
                At::Checks => {
                    self.list(field, look, Stage::QuietChecks);
                    self.score_quiets(field, aids);
                    self.at = At::AllChecks;
                }
                At::AllChecks => match self.best() {
                    Some(scored) => return Some(scored),
                    None => self.at = At::End,
                },
                At::End => return None,
            }
        }
    }

    /// Whether a hash move belongs to this node of quiescence.
    fn wants<F: Field>(&self, field: &F, mv: Move) -> bool {
        !self.quiescent || mv.promotes() || field.man_at(mv.to()).is_some()
    }

    fn list<F: Field>(&mut self, field: &F, look: &F::Look, stage: Stage) {
        field.list(look, stage, &mut self.lists.moves);
    }

    /// The best of the moves that are left.
    fn best(&mut self) -> Option<Scored> {
        let rest = &mut self.lists.scored[self.next..];
        if self.next == 12 {
            // Whoever asks so often wants them all.
            rest.sort_by_key(|scored| std::cmp::Reverse(scored.score));
        } else if self.next < 12 {
            let best = (0..rest.len()).reduce(|best, other| {
                if rest[other].score > rest[best].score { other } else { best }
            })?;
            rest.swap(0, best);
        }
        let scored = rest.first().copied();
        self.next += usize::from(scored.is_some());
        scored
    }

    /// Moves listed moves to the scored ones, without those that are not wanted.
    fn take(&mut self, mut score: impl FnMut(Move) -> i32, outdone: impl Fn(Move) -> bool) {
        let lists = &mut self.lists;
        lists.turned.extend(lists.moves.iter().filter(|mv| mv.promotes()));
        lists.scored.clear();
        self.next = 0;
        for &mv in &lists.moves {
            if Some(mv) == self.hash && self.at != At::Evasions {
                continue;
            }
            if !mv.promotes() && !lists.turned.is_empty() && outdone(mv) {
                let same = |other: &&Move| other.from() == mv.from() && other.to() == mv.to();
                if lists.turned.iter().any(|other| same(&other)) {
                    continue;
                }
            }
            let first = self.digest != 0 && mv.pack() == self.digest
                || self.at == At::Evasions && Some(mv) == self.hash;
            lists.scored.push(Scored { mv, score: if first { i32::MAX } else { score(mv) } });
        }
        lists.moves.clear();
    }

    fn score_captures<F: Field>(&mut self, field: &F, aids: &Aids<'_>) {
        let outdone = outdone(field, aids.eval);
        self.take(|mv| capture_score(field, aids, mv), outdone);
    }

    fn score_quiets<F: Field>(&mut self, field: &F, aids: &Aids<'_>) {
        let outdone = outdone(field, aids.eval);
        self.take(|mv| quiet_score(field, aids, mv), outdone);
    }

    fn score_evasions<F: Field>(&mut self, field: &F, aids: &Aids<'_>) {
        let outdone = outdone(field, aids.eval);
        let score = |mv: Move| {
            if mv.promotes() || field.man_at(mv.to()).is_some() {
                100_000 + capture_score(field, aids, mv)
            } else {
                quiet_score(field, aids, mv)
            }
        };
        self.take(score, outdone);
    }
}

fn outdone<'a, F: Field>(field: &'a F, eval: &'a Evaluation) -> impl Fn(Move) -> bool + 'a {
    move |mv| {
        let man = mv.from().and_then(|from| field.man_at(from));
        man.is_some_and(|man| eval.outdone[man.kind.index()])
    }
}

fn capture_score<F: Field>(field: &F, aids: &Aids<'_>, mv: Move) -> i32 {
    let Some(mover) = mv.from().and_then(|from| field.man_at(from)) else { return 0 };
    let side = field.side();
    let victims = mv.via().filter(|&square| Some(square) != mv.from()).chain([mv.to()]);
    let mut score = 0;
    let mut first = None;
    for man in victims.filter_map(|square| field.man_at(square)) {
        if man.side != side {
            score += 8 * aids.eval.gains().of(man.kind);
            first.get_or_insert(man.kind);
        }
    }
    if mv.promotes()
        && let Some(promoted) = field.rules().promoted(mover.kind)
    {
        score += 8 * (aids.eval.value(promoted) - aids.eval.value(mover.kind));
    }
    let arrival = aids.history.arrival(side, mover.kind, mv.to());
    let history = aids.history.capture(arrival, first.unwrap_or(mover.kind));
    score - aids.eval.value(mover.kind) / 2 + history / 8
}

fn quiet_score<F: Field>(field: &F, aids: &Aids<'_>, mv: Move) -> i32 {
    let side = field.side();
    let kind = match (mv.from(), mv.dropped()) {
        (Some(from), _) => field.man_at(from).map(|man| man.kind),
        (None, kind) => kind,
    };
    let Some(kind) = kind else { return 0 };
    let arrival = aids.history.arrival(side, kind, mv.to());
    aids.history.quiet(side, mv, arrival, &aids.before)
}
