//! How moves are written to and read from one program.

use koma_rules::{
    Game, Geometry, IllegalMove, Move, Position, Ruleset, Setup, SquareName, UsiMove,
};
use thiserror::Error;

use crate::Dialect;

/// How a program writes moves: its language, and its letters for men where they are not ours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    dialect: Dialect,
    /// Its code for each kind, by index; `None` where all are ours.
    codes: Option<Vec<String>>,
}

/// Why a program's game is not ours.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpellingError {
    /// Its board has another shape, or men elsewhere.
    #[error("its start position is another one: {0}")]
    OtherStart(String),
}

impl Spelling {
    /// Our letters.
    pub const fn new(dialect: Dialect) -> Self {
        Self { dialect, codes: None }
    }

    /// The language.
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The letters of a program that calls its men otherwise: found by comparing its start position
    /// (SFEN, or FEN as Fairy-Stockfish writes it) with ours, square by square.
    pub fn learn(dialect: Dialect, rules: &Ruleset, start: &str) -> Result<Self, SpellingError> {
        let other = || SpellingError::OtherStart(start.chars().take(120).collect());
        let geometry = rules.geometry();
        let board = start.split([' ', '[']).next().unwrap_or_default();
        let theirs = read_board(board, geometry).ok_or_else(other)?;
        let ours: &Setup = rules.start();
        let mut codes: Vec<Option<String>> = vec![None; rules.kinds().len()];
        for (square, code) in geometry.all().zip(theirs) {
            match (ours.man_at(square), code) {
                (None, None) => {}
                (Some(man), Some(code)) => {
                    let known = &mut codes[man.kind.index()];
                    if known.as_ref().is_some_and(|known| *known != code) {
                        return Err(other());
                    }
                    *known = Some(code);
                }
                _ => return Err(other()),
            }
        }
        // The other face of a man is its letter with or without a plus.
        for kind in rules.kinds() {
            let Some(code) = codes[kind.index()].clone() else { continue };
            if let Some(promoted) = rules.promoted(kind)
                && codes[promoted.index()].is_none()
            {
                let face = code.strip_prefix('+').map_or(format!("+{code}"), str::to_owned);
                codes[promoted.index()] = Some(face);
            }
        }
        let ours = |kind| rules.code(kind).to_owned();
        let codes: Vec<String> = rules
            .kinds()
            .map(|kind| codes[kind.index()].clone().unwrap_or_else(|| ours(kind)))
            .collect();
        let differs = rules.kinds().any(|kind| codes[kind.index()] != rules.code(kind));
        Ok(Self { dialect, codes: differs.then_some(codes) })
    }

    fn code<'a>(&'a self, rules: &'a Ruleset, kind: koma_rules::KindId) -> &'a str {
        self.codes.as_ref().map_or_else(|| rules.code(kind), |codes| &codes[kind.index()])
    }

    /// The move, which is one of the position.
    pub fn write(&self, position: &Position, mv: Move) -> String {
        let rules = position.rules();
        let geometry = rules.geometry();
        let square = |square| self.square(geometry, geometry.name(square));
        let Some(from) = mv.from() else {
            let Some(kind) = mv.dropped() else {
                return if self.dialect == Dialect::Usi { "pass" } else { "0000" }.to_owned();
            };
            let sign = if self.dialect == Dialect::Usi { '*' } else { '@' };
            return format!("{}{sign}{}", self.code(rules, kind), square(mv.to()));
        };
        let via: String = mv.via().map(square).collect();
        let turns = match (mv.promotes(), self.dialect) {
            (false, _) => "",
            (true, Dialect::Usi) => "+",
            // A man that shows its back turns to its front again.
            (true, Dialect::Uci) => match position.man_at(from) {
                Some(man) if self.code(rules, man.kind).starts_with('+') => "-",
                _ => "+",
            },
        };
        format!("{}{via}{}{turns}", square(from), square(mv.to()))
    }

    /// The steps of a move, each with where it starts and ends, all but the last with a comma, as
    /// xboard writes them: `f6f7,` and `f7f8+`. Most moves and all drops are one step. A step to a
    /// square where nothing is taken is none of its own: a turn passed by a man is `f6f6`.
    pub fn legs(&self, position: &Position, mv: Move) -> Vec<String> {
        let whole = self.write(position, mv);
        let Some(from) = mv.from() else { return vec![whole] };
        let geometry = position.rules().geometry();
        let taking = mv.via().filter(|&square| position.man_at(square).is_some());
        let squares: Vec<String> = std::iter::once(from)
            .chain(taking)
            .chain([mv.to()])
            .map(|square| self.square(geometry, geometry.name(square)))
            .collect();
        let last = squares.len() - 2;
        let sign = whole.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        let steps = squares.windows(2).enumerate();
        steps
            .map(|(index, step)| {
                let end = if index < last { "," } else { sign };
                format!("{}{}{end}", step[0], step[1])
            })
            .collect()
    }

    /// A line of moves from a position; it ends before a move that cannot be played.
    pub fn line(&self, position: &Position, moves: &[Move]) -> Vec<String> {
        let mut position = position.clone();
        let mut words = Vec::with_capacity(moves.len());
        for &mv in moves {
            if !position.is_legal(mv) {
                break;
            }
            words.push(self.write(&position, mv));
            let _ = position.play_unchecked(mv);
        }
        words
    }

    /// The legal move a word means, or why it is refused.
    pub fn read(&self, game: &Game, word: &str) -> Result<Move, IllegalMove> {
        let not_a_move = || IllegalMove::NotAMove { text: word.chars().take(40).collect() };
        let usi = self.parse(game.position().rules(), word).ok_or_else(not_a_move)?;
        game.explain_usi(&usi).or_else(|reason| match &usi {
            // Some pass by moving a man nowhere.
            UsiMove::Board { from, via, to, .. } if from == to && via.is_empty() => {
                game.explain_usi(&UsiMove::Pass).map_err(|_| reason)
            }
            _ => Err(reason),
        })
    }

    /// The move a word means, which need not be possible.
    pub fn parse(&self, rules: &Ruleset, word: &str) -> Option<UsiMove> {
        let usi = match self.dialect {
            Dialect::Usi => word.parse().ok()?,
            Dialect::Uci => read_uci(word, rules.geometry())?,
        };
        match (usi, &self.codes) {
            (UsiMove::Drop { code, to }, Some(codes)) => {
                let kind = rules.kinds().find(|kind| codes[kind.index()] == code)?;
                Some(UsiMove::Drop { code: rules.code(kind).to_owned(), to })
            }
            (usi, _) => Some(usi),
        }
    }

    fn square(&self, geometry: Geometry, name: SquareName) -> String {
        match self.dialect {
            Dialect::Usi => name.to_string(),
            Dialect::Uci => {
                // Letters from the left, numbers from below; after z come two letters.
                let file = u16::from(geometry.files()) + 1 - name.file;
                let letters = SquareName { file: 1, rank: file }.to_string();
                format!("{}{}", &letters[1..], u16::from(geometry.ranks()) + 1 - name.rank)
            }
        }
    }
}

/// `a1b2+`, `P@c3`, `0000`, and in several steps `e4f5g6`.
fn read_uci(word: &str, geometry: Geometry) -> Option<UsiMove> {
    if word == "0000" || word == "pass" {
        return Some(UsiMove::Pass);
    }
    if let Some((code, to)) = word.split_once('@') {
        let (to, rest) = take_uci(to, geometry)?;
        let letters = code.strip_prefix('+').unwrap_or(code);
        let is_code =
            (1..=8).contains(&letters.len()) && letters.bytes().all(|b| b.is_ascii_alphanumeric());
        return (is_code && rest.is_empty())
            .then(|| UsiMove::Drop { code: code.to_ascii_uppercase(), to });
    }
    let (from, mut rest) = take_uci(word, geometry)?;
    let mut via = Vec::new();
    while let Some((square, more)) = take_uci(rest, geometry).filter(|_| via.len() <= 8) {
        via.push(square);
        rest = more;
    }
    let to = via.pop()?;
    let promotes = match rest {
        "" | "=" => false,
        "+" | "-" => true,
        _ => return None,
    };
    Some(UsiMove::Board { from, via, to, promotes })
}

/// A square at the start of a text, and what follows.
fn take_uci(text: &str, geometry: Geometry) -> Option<(SquareName, &str)> {
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=2).contains(&letters) || !(1..=2).contains(&digits) {
        return None;
    }
    let file = text[..letters].bytes().fold(0, |n, b| n * 26 + u16::from(b - b'a') + 1);
    let rank: u16 = text[letters..letters + digits].parse().ok()?;
    let on_board = (1..=u16::from(geometry.files())).contains(&file)
        && (1..=u16::from(geometry.ranks())).contains(&rank);
    let file = (u16::from(geometry.files()) + 1).checked_sub(file)?;
    let rank = (u16::from(geometry.ranks()) + 1).checked_sub(rank)?;
    on_board.then(|| (SquareName { file, rank }, &text[letters + digits..]))
}

/// The codes on a board in SFEN's letters, in the order of squares; `None` where it has another
/// shape. Only codes of one letter, with or without a plus, are read.
fn read_board(text: &str, geometry: Geometry) -> Option<Vec<Option<String>>> {
    let mut codes = vec![None; geometry.squares()];
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(geometry.ranks()) {
        return None;
    }
    for (rank, text) in (1..).zip(ranks) {
        let mut file = u16::from(geometry.files());
        let (mut digits, mut plus) = (String::new(), false);
        for letter in text.chars().chain([' ']) {
            if !letter.is_ascii_digit() && !digits.is_empty() {
                file = file.checked_sub(digits.parse().ok()?)?;
                digits.clear();
            }
            match letter {
                ' ' => {}
                '+' => plus = true,
                letter if letter.is_ascii_digit() => digits.push(letter),
                letter if letter.is_ascii_alphabetic() => {
                    let sign = if std::mem::take(&mut plus) { "+" } else { "" };
                    let square = geometry.square(file, rank)?;
                    codes[square.index()] = Some(format!("{sign}{}", letter.to_ascii_uppercase()));
                    file = file.checked_sub(1)?;
                }
                _ => return None,
            }
        }
        if file != 0 {
            return None;
        }
    }
    Some(codes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn rules(name: &str) -> Arc<Ruleset> {
        Ruleset::compile(koma_variants::find(name).expect(name)).expect(name)
    }

    /// Whatever is written for a legal move is read as that move, in both languages.
    #[test]
    fn every_legal_move_of_every_variant_is_read_as_it_was_written() {
        for variant in koma_variants::catalogue() {
            let rules = Ruleset::compile(variant).expect("it can be played");
            let mut game = Game::start(&rules);
            let mut random = 1_u64;
            let plies = if rules.geometry().squares() > 400 { 6 } else { 60 };
            for _ in 0..plies {
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let step = (moves.len() / 40).max(1);
                for dialect in [Dialect::Usi, Dialect::Uci] {
                    let spelling = Spelling::new(dialect);
                    for &mv in moves.iter().step_by(step) {
                        let word = spelling.write(game.position(), mv);
                        assert_eq!(spelling.read(&game, &word), Ok(mv), "{}: {word}", variant.slug);
                    }
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game.play_unchecked(moves[(random >> 33) as usize % moves.len()]);
            }
        }
    }

    #[test]
    fn uci_counts_files_from_the_left_and_ranks_from_below() {
        let game = Game::start(&rules("shogi"));
        let uci = Spelling::new(Dialect::Uci);
        let mv = uci.read(&game, "c3c4").expect("the pawn before the bishop");
        assert_eq!(game.position().usi(mv).to_string(), "7g7f");
        assert_eq!(uci.write(game.position(), mv), "c3c4");
        assert!(uci.read(&game, "c3c5").is_err() && uci.read(&game, "z9z8").is_err());
    }

    #[test]
    fn a_man_that_turns_back_is_written_with_a_minus_in_uci() {
        let game = Game::start(&rules("kyoto"));
        let uci = Spelling::new(Dialect::Uci);
        let mut words: Vec<String> =
            game.legal_moves().iter().map(|&mv| uci.write(game.position(), mv)).collect();
        words.sort();
        // As Fairy-Stockfish lists them.
        let theirs = "a1a2- a1b2- b1a2+ b1b2+ b1c2+ c1b2 c1c2 c1d2 d1c2- d1d2- d1e2- e1e2+";
        assert_eq!(words.join(" "), theirs);
    }

    #[test]
    fn letters_of_another_program_are_learnt_from_its_start_position() {
        let rules = rules("dobutsu");
        let learn = |start| Spelling::learn(Dialect::Uci, &rules, start);
        assert_eq!(learn("gle/1c1/1C1/ELG[-] w 0 1"), Ok(Spelling::new(Dialect::Uci)));
        let other = learn("rkb/1p1/1P1/BKR[-] w 0 1").expect("the same men");
        let mut game = Game::start(&rules);
        for word in ["b2b3", "c4b3"] {
            let mv = other.read(&game, word).expect(word);
            game.play_unchecked(mv);
        }
        game.play_unchecked(other.read(&game, "b1b2").expect("the lion steps"));
        let drops: Vec<String> = game
            .legal_moves()
            .into_iter()
            .filter(|mv| mv.dropped().is_some())
            .map(|mv| other.write(game.position(), mv))
            .collect();
        assert!(!drops.is_empty() && drops.iter().all(|drop| drop.starts_with("P@")), "{drops:?}");
        let drop = other.read(&game, &drops[0]).expect("a drop");
        assert_eq!(other.write(game.position(), drop), drops[0]);
        for wrong in ["gle/1c1/3/ELG w", "gle/1c1/1C1 w", "", "gl/1c1/1C1/ELG w", "99999/1/1/1"] {
            assert!(learn(wrong).is_err(), "{wrong}");
        }
    }
}
