//! The lexicons: tables of phrases, one file a language, and how they are found in a text.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::first::First;
use super::numbers::{DIGITS, ORDINALS, WORDS, counts, number, ordinal};
use super::spell::Spelling;
use crate::known::TABLE;

/// What a phrase of the lexicon is: the row's type and value.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) kind: &'static str,
    pub(crate) value: String,
    pub(crate) cost: f32,
}

/// A character of the text, tidied, and where it stood.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Letter {
    pub(crate) c: char,
    pub(crate) at: usize,
    /// Written in katakana.
    pub(crate) kata: bool,
}

/// A phrase found.
#[derive(Clone, Debug)]
pub(crate) struct Hit {
    pub(crate) end: usize,
    /// The rows, each with the numbers found in its slots.
    pub(crate) rows: Vec<(u32, Vec<u16>)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Edge {
    Char(char),
    Number,
    Ordinal,
    Class(u32),
}

/// Where a search stands: the text, the numbers found, the steps left.
struct Way<'t> {
    text: &'t [Letter],
    numbers: Vec<u16>,
    steps: u32,
}

/// Told of each phrase: its end and its rows.
type Found<'a> = &'a mut dyn FnMut(&mut Way<'_>, usize, &[u32]);

#[derive(Default)]
struct Node {
    /// In the order of the letters.
    chars: Vec<(char, u32)>,
    others: Vec<(Edge, u32)>,
    rows: Vec<u32>,
}

/// The trie as it is searched: nodes in the order of a walk, so that a phrase lies in one place of memory.
#[derive(Default)]
struct Trie {
    /// Where the letters, the other edges and the rows of a node begin; those of the next node end them.
    nodes: Vec<[u32; 3]>,
    letters: Vec<(char, u32)>,
    others: Vec<(Edge, u32)>,
    rows: Vec<u32>,
}

impl Trie {
    /// The nodes in order, and where the roots are now.
    fn new(nodes: &[Node], roots: &mut [u32]) -> Self {
        let mut places = vec![0; nodes.len()];
        let mut order = Vec::with_capacity(nodes.len());
        let mut stack: Vec<u32> = roots.iter().rev().copied().chain([0]).collect();
        while let Some(at) = stack.pop() {
            let node = &nodes[at as usize];
            places[at as usize] = order.len() as u32;
            order.push(at);
            stack.extend(node.others.iter().rev().map(|(_, next)| *next));
            stack.extend(node.chars.iter().rev().map(|(_, next)| *next));
        }
        let place = |at: u32| places[at as usize];
        let mut out = Self::default();
        for at in order {
            out.mark();
            let node = &nodes[at as usize];
            out.letters.extend(node.chars.iter().map(|(c, next)| (*c, place(*next))));
            out.others.extend(node.others.iter().map(|(edge, next)| (*edge, place(*next))));
            out.rows.extend(&node.rows);
        }
        out.mark();
        roots.iter_mut().for_each(|root| *root = place(*root));
        out
    }

    fn mark(&mut self) {
        self.nodes.push([self.letters.len(), self.others.len(), self.rows.len()].map(|n| n as u32));
    }

    fn part<'a, T>(&self, list: &'a [T], node: u32, kind: usize) -> &'a [T] {
        let (from, to) = (self.nodes[node as usize][kind], self.nodes[node as usize + 1][kind]);
        &list[from as usize..to as usize]
    }

    fn next(&self, node: u32, c: char) -> Option<u32> {
        match self.part(&self.letters, node, 0) {
            [] => None,
            [(only, next)] => (*only == c).then_some(*next),
            list => list.binary_search_by_key(&c, |(c, _)| *c).ok().map(|at| list[at].1),
        }
    }
}

#[derive(Default)]
pub(crate) struct Lexicon {
    /// While it is built: its nodes, and the classes made of lists.
    nodes: Vec<Node>,
    lists: HashMap<Vec<Vec<Part>>, u32>,
    trie: Trie,
    /// Where the trie of a class begins.
    classes: Vec<u32>,
    /// What the phrases of a class begin with.
    firsts: Vec<First>,
    /// The other edges of the root that a letter can begin; there are hundreds in all.
    begins: HashMap<char, Vec<(Edge, u32)>>,
    /// Those of the letters of English, by their place.
    latin: Vec<Vec<(Edge, u32)>>,
    pub(crate) rows: Vec<Row>,
    pub(crate) spelling: Spelling,
    /// Words before a colon that name no piece but a part of its description.
    pub(crate) labels: Vec<&'static str>,
    /// Words of everyday speech, of no moment for a move.
    plain: HashSet<&'static str>,
}

pub(crate) static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut lexicon = Lexicon { nodes: vec![Node::default()], ..Lexicon::default() };
    for text in [include_str!("../lexicon/en.txt"), include_str!("../lexicon/ja.txt")] {
        lexicon.load(text);
    }
    lexicon.names();
    for word in WORDS.iter().chain(&ORDINALS) {
        lexicon.spelling.learn(word, false);
    }
    lexicon.spelling.close();
    let mut firsts = vec![None; lexicon.classes.len()];
    lexicon.firsts = (0..firsts.len()).map(|id| lexicon.first(id, &mut firsts)).collect();
    let nodes = std::mem::take(&mut lexicon.nodes);
    lexicon.trie = Trie::new(&nodes, &mut lexicon.classes);
    lexicon.lists.clear();
    lexicon.begins = lexicon.beginnings();
    let latin = (0..128u8).map(|c| lexicon.begins.remove(&char::from(c)).unwrap_or_default());
    lexicon.latin = latin.collect();
    lexicon
});

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Part {
    Text(String),
    Class(u32),
    Group(Vec<Vec<Part>>),
    Maybe(Vec<Vec<Part>>),
}

impl Lexicon {
    fn load(&mut self, text: &'static str) {
        let mut named = HashMap::new();
        let mut kana = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let Some((head, patterns)) = line.split_once(" = ") else { continue };
            match head {
                "kana" => kana = patterns.split('|').filter_map(|w| w.split_once(' ')).collect(),
                "label" => self.labels.extend(patterns.split('|')),
                "plain" => self.plain.extend(patterns.split(' ')),
                _ => {}
            }
            if matches!(head, "kana" | "label" | "plain") {
                continue;
            }
            let mut words: Vec<&str> = head.split(' ').collect();
            let kind = words.remove(0);
            let cost =
                words.last().and_then(|word| word.strip_prefix('~')).and_then(|n| n.parse().ok());
            if cost.is_some() {
                words.pop();
            }
            self.spelling.learn(patterns, matches!(kind, "dir" | "dirn") || head == "class unit");
            let mut pattern = Parser { text: patterns, named: &named }.alternatives();
            for written in in_kana(patterns, &kana) {
                pattern.extend(Parser { text: &written, named: &named }.alternatives());
            }
            if kind == "class" {
                named.insert(words.join(" "), self.class_of(&pattern));
                continue;
            }
            let row = self.rows.len() as u32;
            self.rows.push(Row { kind, value: words.join(" "), cost: cost.unwrap_or(0.0) });
            for parts in pattern {
                self.insert(0, &parts, row + 1);
            }
        }
    }

    /// The pieces everybody knows; a bare knight is left to the caller.
    fn names(&mut self) {
        for (name, piece) in TABLE.names() {
            self.spelling.learn(name, false);
            let row = self.rows.len() as u32 + 1;
            self.rows.push(Row { kind: "piece", value: piece.to_string(), cost: 0.0 });
            let english = name.is_ascii();
            for suffix in if english { &["", "s"][..] } else { &[""] } {
                self.path(0, &[Part::Text(format!("{name}{suffix}"))], row);
            }
        }
        let row = self.rows.len() as u32 + 1;
        self.rows.push(Row { kind: "knight", value: String::new(), cost: 0.0 });
        for name in ["knight", "knights", "ナイト"] {
            self.path(0, &[Part::Text(name.to_owned())], row);
        }
    }

    fn node(&mut self) -> u32 {
        self.nodes.push(Node::default());
        self.nodes.len() as u32 - 1
    }

    /// Puts a pattern into the trie: optional parts both ways, further groups as classes.
    fn insert(&mut self, root: u32, parts: &[Part], row: u32) {
        let mut variants: Vec<Vec<Part>> = vec![Vec::new()];
        let mut first = true;
        for part in parts {
            match part {
                Part::Text(_) | Part::Class(_) => {
                    variants.iter_mut().for_each(|v| v.push(part.clone()));
                }
                Part::Group(list) if first => {
                    let flat: Vec<Vec<Part>> = list.iter().map(|parts| flat(parts, self)).collect();
                    variants = variants
                        .iter()
                        .flat_map(|v| flat.iter().map(|f| [&v[..], &f[..]].concat()))
                        .collect();
                }
                Part::Group(list) => {
                    let class = Part::Class(self.class_of(list));
                    Self::close(&mut variants, list);
                    variants.iter_mut().for_each(|v| v.push(class.clone()));
                }
                Part::Maybe(list) if first => {
                    variants.extend(
                        list.iter().map(|alternative| flat(alternative, self)).collect::<Vec<_>>(),
                    );
                    first = false;
                    continue;
                }
                Part::Maybe(list) => {
                    let class = Part::Class(self.class_of(list));
                    let mut with = variants.clone();
                    Self::close(&mut with, list);
                    with.iter_mut().for_each(|v| v.push(class.clone()));
                    variants.append(&mut with);
                }
            }
            first = first && matches!(part, Part::Text(t) if t.trim().is_empty());
        }
        for variant in variants {
            self.path(root, &variant, row);
        }
    }

    /// A list that begins with a comma stands close to the word before it.
    fn close(variants: &mut [Vec<Part>], list: &[Vec<Part>]) {
        let comma = |parts: &Vec<Part>| matches!(parts.first(), Some(Part::Text(text)) if text.starts_with(','));
        if list.iter().any(comma) {
            for variant in variants {
                if let Some(Part::Text(text)) = variant.last_mut() {
                    text.truncate(text.trim_end().len());
                }
            }
        }
    }

    /// The class of a list, one for all lists that are the same.
    fn class_of(&mut self, list: &[Vec<Part>]) -> u32 {
        if let Some(id) = self.lists.get(list) {
            return *id;
        }
        let root = self.node();
        let id = self.classes.len() as u32;
        self.classes.push(root);
        self.lists.insert(list.to_vec(), id);
        for parts in list {
            self.insert(root, parts, 0);
        }
        id
    }

    fn path(&mut self, root: u32, parts: &[Part], row: u32) {
        // Blanks around what was left out run together.
        let mut edges: Vec<Edge> = Vec::new();
        let blank = |edges: &[Edge]| matches!(edges.last(), None | Some(Edge::Char(' ')));
        for part in parts {
            match part {
                Part::Class(id) => edges.push(Edge::Class(*id)),
                Part::Text(text) => {
                    for Letter { c, .. } in letters(text, 0) {
                        match c {
                            '#' => edges.push(Edge::Number),
                            '%' => edges.push(Edge::Ordinal),
                            ' ' if blank(&edges) => {}
                            c => edges.push(Edge::Char(c)),
                        }
                    }
                }
                _ => {}
            }
        }
        while edges.last() == Some(&Edge::Char(' ')) {
            edges.pop();
        }
        if edges.is_empty() && row > 0 {
            return;
        }
        let mut at = root;
        for edge in edges {
            at = self.follow(at, edge);
        }
        let rows = &mut self.nodes[at as usize].rows;
        if !rows.contains(&row) {
            rows.push(row);
        }
    }

    fn follow(&mut self, at: u32, edge: Edge) -> u32 {
        let next = self.nodes.len() as u32;
        let node = &mut self.nodes[at as usize];
        let found = match edge {
            Edge::Char(c) => match node.chars.binary_search_by_key(&c, |(c, _)| *c) {
                Ok(at) => node.chars[at].1,
                Err(at) => {
                    node.chars.insert(at, (c, next));
                    next
                }
            },
            other => match node.others.iter().find(|(edge, _)| *edge == other) {
                Some((_, to)) => *to,
                None => {
                    node.others.push((other, next));
                    next
                }
            },
        };
        if found == next {
            self.nodes.push(Node::default());
        }
        found
    }

    /// What the phrases of a class begin with.
    fn first(&self, id: usize, known: &mut [Option<First>]) -> First {
        if let Some(first) = &known[id] {
            return first.clone();
        }
        let mut out = First::default();
        let mut nodes = vec![self.classes[id]];
        while let Some(node) = nodes.pop() {
            let node = &self.nodes[node as usize];
            out.empty |= !node.rows.is_empty();
            node.chars.iter().for_each(|(c, _)| out.letter(*c));
            for (edge, next) in &node.others {
                if let Edge::Class(inner) = edge {
                    let inner = self.first(*inner as usize, known);
                    out.add(&inner);
                    nodes.extend(inner.empty.then_some(*next));
                } else {
                    out.number();
                }
            }
        }
        known[id] = Some(out.clone());
        out
    }

    /// The other edges of the root by the letters that can begin them.
    fn beginnings(&self) -> HashMap<char, Vec<(Edge, u32)>> {
        let edges = self.trie.part(&self.trie.others, 0, 1);
        let numbers = (' '..='~').chain(DIGITS.chars());
        let wide = self.firsts.iter().flat_map(|first| first.wide.iter().copied());
        let letters: HashSet<char> = numbers.chain(wide).collect();
        let begins = |edge: &Edge, c: char| match edge {
            Edge::Class(id) => self.firsts[*id as usize].admits(c),
            _ => counts(c),
        };
        let of = |c: char| edges.iter().filter(|(edge, _)| begins(edge, c)).copied().collect();
        letters.into_iter().map(|c| (c, of(c))).collect()
    }

    /// Whether a word is one of everyday speech, as it stands or with an ending ("thought", "worries"), or a square ("e4").
    pub(crate) fn is_plain(&self, word: &str) -> bool {
        const ENDINGS: [&str; 8] = ["s", "es", "ed", "d", "ing", "ly", "er", "est"];
        let word = word.trim_matches('\'').trim_end_matches("'s");
        let mut letters = word.chars();
        let square = letters.next().is_some_and(|c| c.is_ascii_lowercase())
            && (1..3).contains(&letters.as_str().len())
            && letters.all(|c| c.is_ascii_digit());
        let known = |stem: &str| self.plain.contains(stem);
        let inflected = |ending: &str| {
            let Some(stem) = word.strip_suffix(ending).filter(|stem| stem.len() > 2) else {
                return false;
            };
            let doubled = stem.len() > 3
                && stem.as_bytes().ends_with(&stem.as_bytes()[stem.len() - 2..][..1]);
            known(stem)
                || known(&format!("{stem}e"))
                || stem.strip_suffix('i').is_some_and(|stem| known(&format!("{stem}y")))
                || doubled && stem.is_ascii() && known(&stem[..stem.len() - 1])
        };
        square || known(word) || ENDINGS.into_iter().any(inflected)
    }

    /// The longest phrase at a place, with every row that has it.
    pub(crate) fn longest(&self, text: &[Letter], from: usize) -> Option<Hit> {
        let mut best: Option<Hit> = None;
        let mut way = Way { text, numbers: Vec::new(), steps: 20_000 };
        self.walk(0, from, &mut way, &mut |way, end, rows| {
            let numbers = &way.numbers;
            let falls = numbers.windows(2).any(|pair| pair[0] >= pair[1]);
            let sets = |row: &u32| *row > 0 && self.rows[*row as usize - 1].value == "set";
            // 「とビショップ」: no word ends within another.
            let within = |end: usize| {
                !text[from].kata && text[end - 1].kata && text.get(end).is_some_and(|l| l.kata)
            };
            if end == from
                || within(end)
                || best.as_ref().is_some_and(|hit| hit.end > end)
                || falls && rows.iter().all(sets)
            {
                // "two squares or one square diagonally": two legs, no choice of distances.
                return;
            }
            let hit = best.get_or_insert(Hit { end, rows: Vec::new() });
            if hit.end < end {
                *hit = Hit { end, rows: Vec::new() };
            }
            for row in rows {
                if !hit.rows.iter().any(|(r, n)| r == row && n == numbers) {
                    hit.rows.push((*row, numbers.to_vec()));
                }
            }
        });
        best
    }

    /// Tells every phrase that begins here, and goes on behind each where it stands within another.
    fn walk(&self, mut node: u32, mut at: usize, way: &mut Way<'_>, found: Found<'_>) {
        loop {
            if way.steps == 0 {
                return;
            }
            way.steps -= 1;
            let text = way.text;
            let trie = &self.trie;
            let rows = trie.part(&trie.rows, node, 2);
            if !rows.is_empty() && boundary(text, at) {
                found(way, at, rows);
            }
            let letter = text.get(at).map(|letter| letter.c);
            let mut next = letter.and_then(|c| trie.next(node, c)).map(|next| (next, at + 1));
            // Japanese has no blanks between words.
            if next.is_none() && letter == Some(' ') && at > 0 && wide(text, at) {
                next = trie.next(node, text[at + 1].c).map(|next| (next, at + 2));
            }
            let others = match (node, letter) {
                (0, Some(c)) if c.is_ascii() => &self.latin[c as usize],
                (0, Some(c)) => self.begins.get(&c).map_or(&[][..], |list| list),
                _ => trie.part(&trie.others, node, 1),
            };
            if others.is_empty() {
                let Some(next) = next else { return };
                (node, at) = next;
                continue;
            }
            if let Some((next, at)) = next {
                self.walk(next, at, way, found);
            }
            for (edge, next) in others {
                self.other(*edge, *next, at, way, found);
            }
            return;
        }
    }

    /// Goes on over a number or a phrase of a class.
    fn other(&self, edge: Edge, next: u32, at: usize, way: &mut Way<'_>, found: Found<'_>) {
        let read = match edge {
            Edge::Class(id) => {
                let first = &self.firsts[id as usize];
                if way.text.get(at).is_some_and(|letter| first.admits(letter.c)) {
                    let root = self.classes[id as usize];
                    self.walk(root, at, way, &mut |way, end, _| self.walk(next, end, way, found));
                } else if first.empty && boundary(way.text, at) {
                    self.walk(next, at, way, found);
                }
                return;
            }
            Edge::Number => number(way.text, at),
            Edge::Ordinal => ordinal(way.text, at),
            Edge::Char(_) => None,
        };
        if let Some((n, end)) = read {
            way.numbers.push(n);
            self.walk(next, end, way, found);
            way.numbers.pop();
        }
    }
}

/// A pattern with its first words in kana, and with all that can be; ずつ is also written づつ, でき 出来.
fn in_kana(patterns: &str, kana: &[(&str, &str)]) -> Vec<String> {
    let written = |words: &[(&str, &str)]| {
        words.iter().fold(patterns.to_owned(), |text, (kanji, kana)| text.replace(kanji, kana))
    };
    let mut out = vec![written(&kana[..kana.len().min(2)]), written(kana)];
    out.extend([("ずつ", "づつ"), ("でき", "出来")].map(|(a, b)| patterns.replace(a, b)));
    out.dedup();
    out.retain(|kana| kana != patterns);
    out
}

/// The alternatives of a first group, flattened.
fn flat(parts: &[Part], lexicon: &mut Lexicon) -> Vec<Part> {
    parts
        .iter()
        .map(|part| match part {
            Part::Group(list) => Part::Class(lexicon.class_of(list)),
            Part::Maybe(list) => {
                let mut list = list.clone();
                list.push(Vec::new());
                Part::Class(lexicon.class_of(&list))
            }
            other => other.clone(),
        })
        .collect()
}

struct Parser<'a> {
    text: &'a str,
    named: &'a HashMap<String, u32>,
}

impl Parser<'_> {
    fn alternatives(&self) -> Vec<Vec<Part>> {
        let chars: Vec<char> = self.text.chars().collect();
        self.list(&chars, '|')
    }

    fn list(&self, chars: &[char], mark: char) -> Vec<Vec<Part>> {
        let mut out = Vec::new();
        let (mut depth, mut start) = (0, 0);
        for (at, &c) in chars.iter().enumerate() {
            let escaped = at > 0 && chars[at - 1] == '\\';
            match c {
                '(' | '[' if !escaped => depth += 1,
                ')' | ']' if !escaped => depth -= 1,
                c if c == mark && depth == 0 => {
                    out.push(self.parts(&chars[start..at]));
                    start = at + 1;
                }
                _ => {}
            }
        }
        out.push(self.parts(&chars[start..]));
        out
    }

    fn parts(&self, chars: &[char]) -> Vec<Part> {
        let mut out = Vec::new();
        let mut text = String::new();
        let mut at = 0;
        while at < chars.len() {
            match chars[at] {
                '\\' => {
                    text.extend(chars.get(at + 1));
                    at += 1;
                }
                open @ ('(' | '[') => {
                    let close = closing(chars, at);
                    let inner = self.list(&chars[at + 1..close], '/');
                    if open == '(' && inner.len() == 1 {
                        text.push('(');
                        text.extend(&chars[at + 1..close]);
                        text.push(')');
                    } else {
                        out.push(Part::Text(std::mem::take(&mut text)));
                        out.push(if open == '(' { Part::Group(inner) } else { Part::Maybe(inner) });
                    }
                    at = close;
                }
                '<' => {
                    let end =
                        chars[at..].iter().position(|&c| c == '>').map_or(chars.len(), |n| at + n);
                    let name: String = chars[at + 1..end].iter().collect();
                    match self.named.get(&name) {
                        Some(id) => {
                            out.push(Part::Text(std::mem::take(&mut text)));
                            out.push(Part::Class(*id));
                        }
                        None => text.extend(&chars[at..=end.min(chars.len() - 1)]),
                    }
                    at = end;
                }
                c => text.push(c),
            }
            at += 1;
        }
        out.push(Part::Text(text));
        out
    }
}

fn closing(chars: &[char], open: usize) -> usize {
    let mut depth = 0;
    for (at, c) in chars.iter().enumerate().skip(open) {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    chars.len()
}

/// Whether no word is cut in two here.
pub(super) fn boundary(text: &[Letter], at: usize) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c.is_alphabetic() && !is_japanese(c);
    // "can't" is one word.
    let clipped = || text[at - 1].c == 'n' && text.get(at + 1).is_some_and(|l| l.c == 't');
    match (at.checked_sub(1).and_then(|n| text.get(n)), text.get(at)) {
        (Some(_), Some(b)) if b.c == '\'' => !clipped(),
        (Some(a), Some(b)) => !(word(a.c) && word(b.c)),
        _ => true,
    }
}

fn wide(text: &[Letter], at: usize) -> bool {
    let near = |n: Option<usize>| n.and_then(|n| text.get(n)).is_some_and(|l| is_japanese(l.c));
    near(at.checked_sub(1)) && near(Some(at + 1))
}

/// Kana, kanji and their marks.
pub(crate) fn is_japanese(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}' | '…')
}

/// One shape for what is written in several: case, widths, kana, marks.
pub(crate) fn fold(c: char) -> char {
    match c {
        'Ａ'..='Ｚ'
        | 'ａ'..='ｚ'
        | '０'..='９'
        | '！'..='／'
        | '：'..='＠'
        | '［'..='｀'
        | '｛'..='｝' => fold(char::from_u32(c as u32 - 0xfee0).unwrap_or(c)),
        '\t' => '|',
        '\u{3000}' | '\u{a0}' => ' ',
        '‘' | '’' | '`' | '´' => '\'',
        '“' | '”' => '"',
        '{' => '(',
        '}' => ')',
        '～' | '〜' | '∼' => '~',
        '竜' => '龍',
        'ァ'..='ヶ' => char::from_u32(c as u32 - 0x60).unwrap_or(c),
        c => c.to_lowercase().next().unwrap_or(c),
    }
}

/// How many characters a reading in brackets takes, if more of the sentence follows at once.
fn reading(rest: &[(usize, char)]) -> usize {
    let kana = |c: char| ('\u{3041}'..='\u{3096}').contains(&c);
    let inner = rest[1..].iter().take_while(|(_, c)| kana(*c)).count();
    let closed = matches!(rest.get(inner + 1), Some((_, ')' | '）')));
    let goes_on = rest.get(inner + 2).is_some_and(|(_, c)| kana(*c) || *c == '、');
    if inner > 0 && closed && goes_on { inner + 2 } else { 0 }
}

/// Whether the letters around a hyphen stand alone.
fn compass(raw: &[(usize, char)], hyphen: usize) -> bool {
    let letter =
        |n: Option<usize>| n.and_then(|n| raw.get(n)).is_some_and(|(_, c)| c.is_alphanumeric());
    !letter(hyphen.checked_sub(2)) && !letter(hyphen.checked_add(2))
}

/// The letters of a text: folded, blanks run together, hyphens inside words opened.
pub(crate) fn letters(text: &str, base: usize) -> Vec<Letter> {
    let raw: Vec<(usize, char)> = text.char_indices().collect();
    let mut out: Vec<Letter> = Vec::with_capacity(raw.len());
    let mut skip = 0;
    for (n, &(at, c)) in raw.iter().enumerate() {
        let before = n.checked_sub(1).map(|n| raw[n].1);
        let after = raw.get(n + 1).map(|next| next.1);
        let mut c = match (before, c, after) {
            (Some(a), '-' | '–' | '‐' | '‑' | '−', Some(b))
                if a.is_ascii_digit() && b.is_ascii_digit() =>
            {
                '~'
            }
            (Some(a), '×', Some(b)) if a.is_ascii_digit() && b.is_ascii_digit() => 'x',
            // "n-e" is one point of the compass.
            (Some('n' | 'N' | 's' | 'S'), '-' | '‐' | '‑', Some('e' | 'E' | 'w' | 'W'))
                if compass(&raw, n) =>
            {
                continue;
            }
            (Some(a), '-' | '‐' | '‑', Some(b))
                if a.is_alphanumeric() && b.is_alphanumeric() || a == ')' =>
            {
                ' '
            }
            // マス is a unit, ます an ending.
            (_, '＊', _) => '∞',
            (_, 'マ', Some('ス')) | (Some('マ'), 'ス', _) => c,
            _ => fold(c),
        };
        let alone = before == Some(' ')
            && after.is_none_or(|after| matches!(after, ',' | ';' | '.' | '\n' | ')'));
        if c == '*' && alone {
            c = '∞';
        } else if c == '*' {
            // Bold ends where a word stood before it.
            let close = before == Some('*')
                && n > 1
                && !raw[n - 2].1.is_whitespace()
                && raw[n - 2].1 != '*';
            c = if close { '|' } else { ' ' };
        }
        // 後(うし)ろ: a reading inside a word.
        if c == '(' && before.is_some_and(|b| ('\u{3400}'..='\u{9fff}').contains(&b)) {
            skip = reading(&raw[n..]);
        }
        if skip > 0 {
            skip -= 1;
            continue;
        }
        if c == ' ' && out.last().is_some_and(|l| l.c == ' ') {
            continue;
        }
        let kata = matches!(raw[n].1, 'ァ'..='ヺ' | 'ー') && !matches!(c, 'マ' | 'ス');
        out.push(Letter { c, at: base + at, kata });
    }
    out
}
