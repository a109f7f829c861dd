//! Mate problems to practise on (詰将棋).

use std::sync::LazyLock;

use axum::extract::Query;
use koma_rules::{Game, Move, Position};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::envelope::{Answer, Envelope, Failure, Payload};
use crate::lang::Asked;
use crate::{App, Lang};

/// The routes of this file.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(tsume))
}

/// The problems of Shogi Zukou.
const ZUKOU: &str = include_str!("../../data/zukou.tsv");
/// Short ones, made by `koma tsume`.
const SMALL: &str = include_str!("../../data/small.tsv");

/// A collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TsumeSet {
    /// 将棋図巧, a hundred problems of 1755.
    Zukou,
    /// Mates in one to five moves, of several games.
    Small,
}

/// Which problems.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct TsumeOptions {
    /// The collection; all without.
    #[param(inline)]
    #[serde(default)]
    pub set: Option<TsumeSet>,
    /// The game, by its slug; all without.
    #[serde(default)]
    pub variant: Option<String>,
}

/// A problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TsumeView {
    /// Its name in addresses, which does not change.
    pub id: String,
    /// The collection.
    pub set: TsumeSet,
    /// The slug of its game.
    pub variant: String,
    /// The position; the side to move mates.
    pub sfen: String,
    /// The moves to the end; null where that is not agreed on.
    pub plies: Option<u32>,
    /// What to call it, in the language asked for.
    pub title: String,
}

/// One problem of a file.
struct Problem {
    set: TsumeSet,
    id: String,
    variant: &'static str,
    number: usize,
    plies: Option<u32>,
    sfen: &'static str,
    /// How the solution begins, as it is handed down; empty where that is not written down.
    first: &'static str,
    /// A mate that the solver has proved once and for all, as USI; empty where it does so at once, or
    /// could not.
    solution: &'static str,
}

/// The problem a game began with.
fn begun(game: &Game) -> Option<&'static Problem> {
    let first = game.first_position();
    let sfen = first.sfen();
    let men = |sfen: &str| sfen.split(' ').take(3).collect::<Vec<_>>().join(" ");
    let is_it = |problem: &&Problem| {
        problem.variant == first.rules().variant().slug && men(problem.sfen) == men(&sfen)
    };
    PROBLEMS.iter().find(is_it)
}

/// Moves in USI, from a position; nothing where one cannot be played.
fn played(from: &Position, line: &str) -> Vec<Move> {
    let mut at = from.clone();
    let play = |usi: &str| {
        let mv = at.explain_usi(&usi.parse().ok()?).ok()?;
        let _ = at.play_unchecked(mv);
        Some(mv)
    };
    line.split_whitespace().map(play).collect::<Option<_>>().unwrap_or_default()
}

/// What is left of the solution of a problem that is shipped with one, where a game has followed it so
/// far; empty otherwise.
pub fn known(game: &Game) -> Vec<Move> {
    let Some(problem) = begun(game).filter(|problem| !problem.solution.is_empty()) else {
        return Vec::new();
    };
    let line = played(game.first_position(), problem.solution);
    let so_far: Vec<Move> = game.moves().collect();
    line.strip_prefix(&*so_far).unwrap_or_default().to_vec()
}

/// How the solution of the problem on the board begins, as it is handed down.
pub fn handed_down(game: &Game) -> Option<Move> {
    let problem = begun(game).filter(|_| game.moves().len() == 0)?;
    played(game.position(), problem.first).first().copied()
}

static PROBLEMS: LazyLock<Vec<Problem>> = LazyLock::new(|| {
    let rows = |text: &'static str| {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(|line| line.split('\t').collect::<Vec<&'static str>>())
    };
    let zukou = rows(ZUKOU).filter_map(|row| {
        let [number, plies, sfen, first, solution] = row[..] else { return None };
        let (set, variant, id) = (TsumeSet::Zukou, "shogi", format!("zukou-{number}"));
        let number = number.parse().ok()?;
        let plies = plies.parse().ok();
        Some(Problem { set, id, variant, number, plies, sfen, first, solution })
    });
    let small = rows(SMALL).filter_map(|row| {
        let [variant, number, plies, sfen] = row[..] else { return None };
        let (set, id) = (TsumeSet::Small, format!("{variant}-{plies}-{number}"));
        let number = number.parse().ok()?;
        let (plies, first, solution) = (plies.parse().ok(), "", "");
        Some(Problem { set, id, variant, number, plies, sfen, first, solution })
    });
    zukou.chain(small).collect()
});

impl Problem {
    fn view(&self, lang: Lang) -> TsumeView {
        let Self { set, variant, number, plies, .. } = *self;
        let plies_or = plies.unwrap_or(0);
        let title = match set {
            TsumeSet::Zukou => {
                lang.pick(format!("Shogi Zukou no. {number}"), format!("将棋図巧 第{number}番"))
            }
            TsumeSet::Small => lang.pick(
                format!("Mate in {plies_or}, no. {number}"),
                format!("{plies_or}手詰 第{number}番"),
            ),
        };
        let (id, sfen) = (self.id.clone(), self.sfen.to_owned());
        TsumeView { id, set, variant: variant.to_owned(), sfen, plies, title }
    }
}

/// Problems to practise on, the shortest first.
#[utoipa::path(
    get, path = "/api/tsume", tag = "engine", params(TsumeOptions),
    responses((status = 200, body = Envelope<Vec<TsumeView>>), (status = "default", body = Failure))
)]
async fn tsume(Asked(lang): Asked, Query(wish): Query<TsumeOptions>) -> Answer<Vec<TsumeView>> {
    let is_wanted = |problem: &&Problem| {
        wish.set.is_none_or(|set| set == problem.set)
            && wish.variant.as_ref().is_none_or(|variant| variant == problem.variant)
    };
    Ok(Payload(PROBLEMS.iter().filter(is_wanted).map(|problem| problem.view(lang)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::sync::atomic::AtomicBool;

    use koma_search::mate::{Solver, Task, Verdict, read};

    #[test]
    fn every_line_of_the_files_is_a_problem_of_its_own() {
        let lines = |text: &str| text.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(PROBLEMS.len(), lines(ZUKOU) + lines(SMALL));
        let ids: HashSet<&str> = PROBLEMS.iter().map(|problem| problem.id.as_str()).collect();
        assert_eq!(ids.len(), PROBLEMS.len());
        let sfens: HashSet<_> = PROBLEMS.iter().map(|one| (one.variant, one.sfen)).collect();
        assert_eq!(sfens.len(), PROBLEMS.len());
        assert_eq!(PROBLEMS.iter().filter(|one| one.set == TsumeSet::Zukou).count(), 100);
        for problem in PROBLEMS.iter() {
            let rules = koma_kifu::ruleset(problem.variant).expect(problem.variant);
            assert!(read(&rules, problem.sfen).is_ok(), "{}", problem.id);
        }
    }

    #[test]
    fn solutions_that_are_shipped_mate_as_long_as_they_are_followed() {
        let mut count = 0;
        for problem in PROBLEMS.iter().filter(|one| !one.solution.is_empty()) {
            let rules = koma_kifu::ruleset(problem.variant).unwrap();
            let mut game = Game::from(read(&rules, problem.sfen).unwrap());
            let attacker = game.position().side();
            let line = known(&game);
            assert_eq!(line.len(), problem.solution.split(' ').count(), "{}", problem.id);
            for (ply, &mv) in line.iter().enumerate() {
                assert_eq!(known(&game), line[ply..], "{}", problem.id);
                game.play(mv).unwrap();
                let checks = game.position().is_threatened(game.position().side());
                assert!(ply % 2 == 1 || checks, "{}: every move of the attacker", problem.id);
            }
            let winner = game.end().and_then(|end| end.winner.side());
            assert_eq!(winner, Some(attacker), "{}", problem.id);
            count += 1;
        }
        assert!(count > 30, "the long problems of Zukou have theirs, not {count}");
        let other = Game::start(&koma_kifu::ruleset("shogi").unwrap());
        assert!(known(&other).is_empty());
    }

    #[test]
    fn every_problem_of_zukou_begins_with_a_check_that_is_handed_down() {
        for problem in PROBLEMS.iter().filter(|one| one.set == TsumeSet::Zukou) {
            let rules = koma_kifu::ruleset(problem.variant).unwrap();
            let mut game = Game::from(read(&rules, problem.sfen).unwrap());
            let first = handed_down(&game).expect(&problem.id);
            game.play(first).unwrap();
            assert!(game.position().is_threatened(game.position().side()), "{}", problem.id);
            assert_eq!(handed_down(&game), None, "it is the first move alone");
        }
    }

    #[test]
    fn short_problems_mate_in_as_many_moves_as_they_say_and_have_one_solution() {
        let mut solver = Solver::new(8 << 20);
        let stop = AtomicBool::new(false);
        for problem in PROBLEMS.iter().filter(|one| one.set == TsumeSet::Small) {
            let rules = koma_kifu::ruleset(problem.variant).unwrap();
            let position = read(&rules, problem.sfen).unwrap();
            let answer = solver.solve(&position, &Task::shortest(100_000), &stop, &mut |_| {});
            let answer = answer.unwrap();
            assert_eq!(answer.verdict, Verdict::Mate, "{}", problem.id);
            assert!(answer.shortest, "{}", problem.id);
            let line = answer.custom.unwrap_or(answer.line);
            assert_eq!(Some(line.len() as u32), problem.plies, "{}", problem.id);
            let checked = solver.check(&position, &line, 100_000, &stop, &mut |_| {});
            assert!(checked.is_clean(), "{}: {checked:?}", problem.id);
        }
    }
}
