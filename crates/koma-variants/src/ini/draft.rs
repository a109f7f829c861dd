//! A variant while its options are gathered: what a section inherits, and what it says itself.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use koma_betza::Dialect;
use koma_pieces::Movement;
use koma_text::{Findings, Span, nearest};

use super::groups::{self, Group};
use super::keys::{self, ForSides, KEYS, Key, Takes, Use};
use super::pieces::{BUILT_IN, TypeId};
use super::scan::{Entry, Section, Word};
use super::values::{Gain, Part, Reader, Region, Types, Value, squares};
use crate::say;
use crate::{Kind, Variant};

/// A type of man as a section has it.
#[derive(Clone, Debug)]
pub struct Type {
    /// Its letter, small; `None` when another type took it, or for a mere promoted side.
    pub letter: Option<char>,
    /// How it moves.
    pub movement: Arc<Movement>,
    /// The kind of the catalogue it was.
    pub kind: Option<Arc<Kind>>,
}

/// The start position.
#[derive(Clone, Debug)]
pub enum Start {
    /// None was given.
    Missing,
    /// As Fairy-Stockfish writes it.
    Fen(String, Option<Span>),
    /// As we write it, for men whose letters a FEN cannot hold.
    Sfen(String),
}

/// What is known of a variant so far.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The men.
    pub types: BTreeMap<TypeId, Type>,
    /// What types promote to.
    pub promoted: BTreeMap<TypeId, TypeId>,
    /// The names of promoted men, where the catalogue has them.
    pub promoted_kinds: BTreeMap<(TypeId, TypeId), Arc<Kind>>,
    /// How many of a type a side may have for another man to promote to it.
    pub limits: BTreeMap<TypeId, u32>,
    /// Where a type may stand, first and second player's.
    pub mobility: BTreeMap<TypeId, [Option<Region>; 2]>,
    /// Choice groups for both sides, and each side's own.
    pub groups: (Vec<Group>, [Vec<Group>; 2]),
    /// The start.
    pub start: Start,
    /// The variant of the catalogue it comes from.
    pub base: Option<&'static Variant>,
    /// The types of its kinds.
    pub base_types: Vec<TypeId>,
    values: BTreeMap<(usize, usize), Value>,
}

impl Draft {
    /// Chess rules without men: what a section without a parent starts from.
    pub fn template() -> Self {
        Self {
            types: BTreeMap::new(),
            promoted: BTreeMap::new(),
            promoted_kinds: BTreeMap::new(),
            limits: BTreeMap::new(),
            mobility: BTreeMap::new(),
            groups: Default::default(),
            start: Start::Missing,
            base: None,
            base_types: Vec::new(),
            values: BTreeMap::new(),
        }
    }

    /// Sets an option as if it had been written for these sides.
    pub fn set(&mut self, name: &str, sides: ForSides, value: Value) {
        let index = KEYS.iter().position(|key| key.name == name).expect("a name of the table");
        for side in (0..2).filter(|&side| sides[side]) {
            self.values.insert((index, side), value.clone());
        }
    }

    fn value(&self, name: &str, side: usize) -> Option<&Value> {
        let index = KEYS.iter().position(|key| key.name == name).expect("a name of the table");
        self.values.get(&(index, side))
    }

    fn default(name: &str) -> &'static str {
        KEYS.iter().find(|key| key.name == name).map_or("", |key| key.default)
    }

    /// An option that is true or false.
    pub fn is(&self, name: &str) -> bool {
        self.is_for(name, 0)
    }

    /// The same for one side.
    pub fn is_for(&self, name: &str, side: usize) -> bool {
        match self.value(name, side) {
            Some(Value::Bool(value)) => *value,
            _ => Self::default(name) == "true",
        }
    }

    /// An option that is a number.
    pub fn number(&self, name: &str) -> u32 {
        match self.value(name, 0) {
            Some(Value::Number(value)) => *value,
            _ => Self::default(name).parse().unwrap_or(0),
        }
    }

    /// An option that says who gains.
    pub fn gain(&self, name: &str) -> Gain {
        match (self.value(name, 0), Self::default(name)) {
            (Some(Value::Outcome(gain)), _) => *gain,
            (_, "draw") => Gain::Draw,
            (_, "loss") => Gain::Loss,
            (_, "win") => Gain::Win,
            _ => Gain::None,
        }
    }

    /// An option that is a region; `None` when nobody set it.
    pub fn region(&self, name: &str, side: usize) -> Option<&Region> {
        match self.value(name, side) {
            Some(Value::Region(region)) => Some(region),
            _ => None,
        }
    }

    /// An option that names types; `None` when nobody set it.
    pub fn types_of(&self, name: &str, side: usize) -> Option<&Types> {
        match self.value(name, side) {
            Some(Value::Types(types)) => Some(types),
            _ => None,
        }
    }

    /// Files and ranks.
    pub fn board(&self) -> (u8, u8) {
        (self.number("maxFile") as u8, self.number("maxRank") as u8)
    }

    /// The type of a letter.
    pub fn type_of(&self, letter: char) -> Option<TypeId> {
        self.types.iter().find(|(_, t)| t.letter == Some(letter)).map(|(&id, _)| id)
    }

    /// Gives a letter to a type; whoever had it loses it.
    pub fn name(&mut self, id: TypeId, letter: char, movement: Arc<Movement>) {
        for other in self.types.values_mut().filter(|other| other.letter == Some(letter)) {
            other.letter = None;
        }
        // A man of the catalogue that only gets another letter stays who it is.
        let kind = self.types.remove(&id).and_then(|before| before.kind);
        let kind = kind.filter(|kind| kind.piece.movement == *movement);
        self.types.insert(id, Type { letter: Some(letter), movement, kind });
    }

    /// Takes in what a section says. Faults are reported; the rest holds.
    pub fn apply(&mut self, section: &Section<'_>, out: &mut Findings) {
        let entries: HashMap<&str, &Entry<'_>> =
            section.entries.iter().map(|entry| (entry.key.text, entry)).collect();
        for built_in in &BUILT_IN {
            if let Some(entry) = entries.get(built_in.key) {
                self.piece(entry, out);
            }
        }
        for entry in section.entries.iter().filter(|e| e.key.text.starts_with("customPiece")) {
            if TypeId::of_key(entry.key.text).is_some() {
                self.piece(entry, out);
            }
        }
        // What speaks for both sides comes first, so that a side's own word holds.
        let mut sided = Vec::new();
        for entry in &section.entries {
            let name = entry.key.text;
            match keys::find(name) {
                Some((index, [true, true])) => self.option(entry, index, [true, true], out),
                Some((index, sides)) => sided.push((entry, index, sides)),
                None if TypeId::of_key(name).is_some() => {}
                None => match mobility(name) {
                    Some((side, id)) => self.mobility(entry, side, id, out),
                    None => unknown_key(entry.key, out),
                },
            }
        }
        for (entry, index, sides) in sided {
            self.option(entry, index, sides, out);
        }
        self.regions_on_board(section, out);
    }

    /// `rook = r`, `king = k:KN`, `customPiece1 = x:WfF`, `rook = -`.
    fn piece(&mut self, entry: &Entry<'_>, out: &mut Findings) {
        let Some(id) = TypeId::of_key(entry.key.text) else { return };
        let value = entry.value;
        let (letter, betza) = match value.split_once(':') {
            Some((letter, betza)) => (letter.trim(), Some(betza.trim())),
            None => (value, None),
        };
        if letter.text == "-" && betza.is_none() {
            if let Some(gone) = self.types.get_mut(&id) {
                gone.letter = None;
            }
            return;
        }
        let mut chars = letter.text.chars();
        let (Some(c), None) = (chars.next().filter(char::is_ascii_alphabetic), chars.next()) else {
            out.push(say::ini_not_a_letter(letter.shown()).at(value.span));
            return;
        };
        let is_custom = id.built_in().is_none();
        let fault = match betza {
            None if is_custom => Some(say::ini_custom_without_betza()),
            Some(_) if !is_custom && id != TypeId::KING => Some(say::ini_betza_of_its_own()),
            _ => None,
        };
        if let Some(finding) = fault {
            out.push(finding.at(value.span));
            return;
        }
        let text = betza.map_or(id.built_in().map_or("", |piece| piece.betza), |word| word.text);
        let (movement, findings) = match text {
            "" if betza.is_none() => (Movement::default(), Vec::new()),
            text => koma_pieces::betza::read(text, Dialect::Fairy),
        };
        if let Some(word) = betza {
            for mut finding in findings {
                let span = finding.span.unwrap_or(Span::new(0, text.len()));
                finding.span = Some(span.shift(word.span.start));
                out.push(finding);
            }
        }
        self.name(id, c.to_ascii_lowercase(), Arc::new(movement));
    }

    fn mobility(&mut self, entry: &Entry<'_>, side: usize, id: TypeId, out: &mut Findings) {
        let letters = |_| None;
        if let Some(region) = (Reader { letters: &letters, out }).region(entry.value) {
            self.mobility.entry(id).or_default()[side] = Some(region);
        }
    }

    fn option(&mut self, entry: &Entry<'_>, index: usize, sides: ForSides, out: &mut Findings) {
        let key = &KEYS[index];
        let value = entry.value;
        match key.takes {
            Takes::Fen => self.start = Start::Fen(value.text.to_owned(), Some(value.span)),
            Takes::Groups => {
                let groups = groups::read(value, &|c| self.type_of(c), out);
                match sides {
                    [true, true] => self.groups.0 = groups,
                    [first, _] => self.groups.1[usize::from(!first)] = groups,
                }
            }
            Takes::Map | Takes::Counts => self.pairs(key, value, out),
            _ => {
                let letters = |c| self.type_of(c);
                let mut reader = Reader { letters: &letters, out };
                let read = match key.takes {
                    Takes::Bool => reader.boolean(value).map(Value::Bool),
                    Takes::Number(most) => reader.number(value, 0, most).map(Value::Number),
                    Takes::Rank => reader.line(value, false).map(Value::Number),
                    Takes::File => reader.line(value, true).map(Value::Number),
                    Takes::Region => reader.region(value).map(Value::Region),
                    Takes::Type => reader.one_type(value).map(Value::Types),
                    Takes::Types => reader.types(value).map(Value::Types),
                    Takes::Outcome => reader.outcome(value).map(Value::Outcome),
                    _ => Some(Value::Text(value.text.to_owned())),
                };
                let Some(read) = read else { return };
                self.use_value(entry, key, sides, read, out);
            }
        }
    }

    fn use_value(
        &mut self,
        entry: &Entry<'_>,
        key: &Key,
        sides: ForSides,
        value: Value,
        out: &mut Findings,
    ) {
        let is_default =
            entry.value.text == key.default || (key.default.is_empty() && entry.value.text == "-");
        match key.used {
            Use::OtherGames if !is_default => {
                out.push(say::ini_other_games(key.name, key.meaning).at(entry.key.span));
            }
            Use::Old(new) => {
                out.push(say::ini_old_key(key.name, new).at(entry.key.span));
                self.old_value(key.name, value);
                return;
            }
            _ => {}
        }
        self.set(key.name, sides, value);
    }

    /// Old names that still say something about shogi.
    fn old_value(&mut self, name: &str, value: Value) {
        let (first, second) = ([true, false], [false, true]);
        match (name, value) {
            ("whiteFlag", value) => self.set("flagRegion", first, value),
            ("blackFlag", value) => self.set("flagRegion", second, value),
            ("whiteDropRegion", value) => self.set("dropRegion", first, value),
            ("blackDropRegion", value) => self.set("dropRegion", second, value),
            ("promotionRank", Value::Number(rank)) => {
                let ranks = self.board().1;
                let far: Region = (rank as u8..=ranks).map(Part::Rank).collect();
                let near = far.iter().map(|part| match part {
                    Part::Rank(rank) => Part::Rank(ranks + 1 - rank),
                    other => *other,
                });
                self.set("promotionRegion", second, Value::Region(near.collect()));
                self.set("promotionRegion", first, Value::Region(far));
            }
            _ => {}
        }
    }

    /// `p:g s:g` and `g:4`.
    fn pairs(&mut self, key: &Key, value: Word<'_>, out: &mut Findings) {
        let letters = |c| self.type_of(c);
        let mut reader = Reader { letters: &letters, out };
        let (mut maps, mut counts) = (Vec::new(), Vec::new());
        reader.pairs(value, |reader, id, other| match key.takes {
            Takes::Map if other.text == "-" => maps.push((id, None)),
            Takes::Map => maps.extend(reader.letter(other).map(|to| (id, Some(to)))),
            _ => counts.extend(reader.number(other, 0, 100_000).map(|count| (id, count))),
        });
        for (id, to) in maps {
            match to {
                Some(to) => drop(self.promoted.insert(id, to)),
                None => drop(self.promoted.remove(&id)),
            }
        }
        if key.name == "promotionLimit" {
            self.limits.extend(counts);
        }
    }

    /// Reports regions of this section that hold no square of its board.
    fn regions_on_board(&self, section: &Section<'_>, out: &mut Findings) {
        let (files, ranks) = self.board();
        for entry in &section.entries {
            let Some((index, _)) = keys::find(entry.key.text) else { continue };
            if KEYS[index].takes != Takes::Region || KEYS[index].used != Use::Rule {
                continue;
            }
            let letters = |_| None;
            let mut nowhere = Findings::with_limit(0);
            let region = Reader { letters: &letters, out: &mut nowhere }.region(entry.value);
            let off_board = region.is_some_and(|region| {
                !region.is_empty() && squares(&region, files, ranks).is_empty()
            });
            if off_board {
                out.push(say::ini_region_off_board(files, ranks).at(entry.value.span));
            }
        }
    }
}

/// The side and the type of `mobilityRegionWhiteKing`.
fn mobility(name: &str) -> Option<(usize, TypeId)> {
    let rest = name.strip_prefix("mobilityRegion")?;
    let (side, piece) = match rest.strip_prefix("White") {
        Some(piece) => (0, piece),
        None => (1, rest.strip_prefix("Black")?),
    };
    let first = piece.chars().next().filter(char::is_ascii_uppercase)?;
    let key = format!("{}{}", first.to_ascii_lowercase(), &piece[1..]);
    TypeId::of_key(&key).map(|id| (side, id))
}

fn unknown_key(key: Word<'_>, out: &mut Findings) {
    let finding = say::ini_unknown_key(key.shown()).at(key.span);
    if out.is_full() {
        out.push(finding);
        return;
    }
    let same = keys::all_spellings().find(|known| known.eq_ignore_ascii_case(key.text));
    let near = same.or_else(|| nearest(key.text, keys::all_spellings()));
    out.push(match near {
        Some(near) => finding.help(koma_text::did_you_mean(near)),
        None => finding,
    });
}
