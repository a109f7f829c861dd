//! The positions of the rule books in `docs/rules` are set up and played as they say.
//!
//! A `position` block names a variant, perhaps options of it, and places men (`6c: lion gote`, with
//! names or codes) or gives an SFEN. The `moves` blocks after it say what is legal there.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use koma_rules::{Game, KindId, Man, Position, Ruleset, Setup, Side};

mod support;

const BOOKS: [&str; 7] =
    ["shogi", "66shogi", "chu", "tenjiku", "taikyoku", "small-games", "large-games"];

/// What a book may say in a `moves` block, one a line.
const SENTENCES: &str = "legal MOVE..., illegal MOVE CODE, play MOVE..., ends REASON WINNER, ends not, \
    stands SQUARE MAN SIDE, empty SQUARE..., holds SIDE CODE NUMBER, count NUMBER, listed NUMBER, perft DEPTH NUMBER";

struct Block<'b> {
    words: Vec<&'b str>,
    lines: Vec<(usize, &'b str)>,
}

/// The fenced blocks of a book, with the line number of each line.
fn blocks(book: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = book.lines().enumerate();
    while let Some((_, line)) = lines.next() {
        let Some(head) = line.strip_prefix("```") else { continue };
        let body = lines.by_ref().take_while(|(_, line)| !line.starts_with("```"));
        let lines = body.map(|(number, line)| (number + 1, line)).collect();
        blocks.push(Block { words: head.split_whitespace().collect(), lines });
    }
    blocks
}

fn ruleset(slug: &str, options: &[&str]) -> Result<Arc<Ruleset>, String> {
    let mut variant = koma_variants::find(slug).ok_or("no such variant")?.clone();
    for option in options {
        let (name, value) = option.split_once('=').ok_or("an option is NAME=VALUE")?;
        let set = koma_variants::options::apply(&mut variant, name, value);
        set.map_err(|error| error.to_string())?;
    }
    Ruleset::compile(&variant).map_err(|findings| format!("{findings:?}"))
}

fn side(word: &str) -> Result<Side, String> {
    match word {
        "sente" => Ok(Side::Sente),
        "gote" => Ok(Side::Gote),
        _ => Err(format!("`{word}` is no side")),
    }
}

/// A kind by its code, or by the name of its piece; of several the first, which is unpromoted.
fn kind(rules: &Ruleset, word: &str) -> Result<KindId, String> {
    let named = |kind: &KindId| {
        let piece = &rules.variant().kinds[kind.index()].piece;
        koma_pieces::slug(&piece.name) == word
    };
    let found = rules.kind(word).or_else(|| rules.kinds().find(named));
    found.ok_or_else(|| format!("`{word}` is no man of {}", rules.variant().slug))
}

fn place(rules: &Ruleset, setup: &mut Setup, text: &str) -> Result<(), String> {
    if let Some(word) = text.strip_prefix("to move: ") {
        setup.side = side(word.trim())?;
        return Ok(());
    }
    let (where_to, man) = text.split_once(": ").ok_or_else(|| format!("`{text}`"))?;
    let words: Vec<&str> = man.split_whitespace().collect();
    let [name, owner] = words[..] else { return Err(format!("`{man}` is not MAN SIDE")) };
    let (kind, side) = (kind(rules, name)?, side(owner)?);
    if where_to == "hand" {
        setup.hold(side, kind, setup.held(side, kind) + 1);
    } else {
        let square = rules.square(where_to).ok_or_else(|| format!("no square {where_to}"))?;
        setup.set(square, Some(Man { kind, side }));
    }
    Ok(())
}

fn position(rules: &Ruleset, block: &Block<'_>) -> Result<Setup, String> {
    let mut setup = Setup::empty(rules);
    for (_, line) in &block.lines {
        if let Some(sfen) = line.strip_prefix("sfen ") {
            setup = Setup::read(rules, sfen).map_err(|error| error.to_string())?;
            continue;
        }
        for item in line.split("  ").map(str::trim).filter(|item| !item.is_empty()) {
            place(rules, &mut setup, item)?;
        }
    }
    Ok(setup)
}

/// `RoyalTaken` as people write it: royal-taken.
fn kebab(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.extend(c.to_lowercase());
    }
    text
}

fn winner(side: Option<Side>) -> &'static str {
    match side {
        Some(Side::Sente) => "sente",
        Some(Side::Gote) => "gote",
        None => "draw",
    }
}

fn sentence(game: &mut Game, line: &str) -> Result<(), String> {
    let rules = Arc::clone(game.position().rules());
    let words: Vec<&str> = line.split_whitespace().collect();
    let verdict = |game: &Game, mv: &str| support::verdict(game, mv);
    let square = |name: &str| rules.square(name).ok_or_else(|| format!("no square {name}"));
    let same = |said: String, is: String| {
        if said == is { Ok(()) } else { Err(format!("it is {is}")) }
    };
    match words[..] {
        ["legal", ref moves @ ..] => moves.iter().try_for_each(|mv| match verdict(game, mv) {
            "legal" => Ok(()),
            code => Err(format!("{mv} is refused: {code}")),
        }),
        ["illegal", mv, code] => same(code.into(), verdict(game, mv).into()),
        ["play", ref moves @ ..] => moves.iter().try_for_each(|mv| {
            game.play_usi(mv).map_err(|reason| format!("{mv} is refused: {}", reason.code()))
        }),
        ["ends", "not"] => same("None".into(), format!("{:?}", game.end())),
        ["ends", reason, by] => {
            let is = game.end().map_or("not over".into(), |end| {
                format!("{} {}", kebab(&format!("{:?}", end.reason)), winner(end.winner.side()))
            });
            same(format!("{reason} {by}"), is)
        }
        ["stands", at, man, owner] => {
            let wanted = Man { kind: kind(&rules, man)?, side: side(owner)? };
            let found = game.position().man_at(square(at)?);
            let code = |man: Man| format!("{} {}", rules.code(man.kind), winner(Some(man.side)));
            same(code(wanted), found.map_or("empty".into(), code))
        }
        ["empty", ref squares @ ..] => {
            squares.iter().try_for_each(|name| match game.position().man_at(square(name)?) {
                None => Ok(()),
                Some(man) => Err(format!("{} stands on {name}", rules.code(man.kind))),
            })
        }
        ["holds", owner, code, number] => {
            let held = game.position().held(side(owner)?, kind(&rules, code)?);
            same(number.into(), held.to_string())
        }
        ["count", number] => same(number.into(), game.legal_moves().len().to_string()),
        ["listed", number] => same(number.into(), game.position().listed_moves().len().to_string()),
        ["perft", depth, number] => {
            let depth = depth.parse().map_err(|_| "a depth")?;
            same(number.into(), game.position().perft(depth).to_string())
        }
        [] => Ok(()),
        _ => Err(format!("not one of: {SENTENCES}")),
    }
}

/// Everything a book says that is not so, and how many sentences it has.
fn read_book(name: &str, book: &str) -> (Vec<String>, usize) {
    let (mut faults, mut sentences) = (Vec::new(), 0);
    let mut compiled: HashMap<String, Arc<Ruleset>> = HashMap::new();
    let mut current: Option<(Arc<Ruleset>, Setup)> = None;
    for block in blocks(book) {
        let first = block.lines.first().map_or(0, |(number, _)| *number);
        match block.words[..] {
            ["position", slug, ref options @ ..] => {
                let known = compiled.get(&block.words.join(" ")).cloned();
                let made = known.map_or_else(|| ruleset(slug, options), Ok).and_then(|rules| {
                    compiled.insert(block.words.join(" "), Arc::clone(&rules));
                    position(&rules, &block).map(|setup| (rules, setup))
                });
                current = made.map_err(|why| faults.push(format!("{name}:{first}: {why}"))).ok();
            }
            ["moves", ref more @ ..] => {
                let Some((rules, setup)) = &current else {
                    faults.push(format!("{name}:{first}: moves without a position"));
                    continue;
                };
                let mut setup = setup.clone();
                // `moves with 6d: pawn gote, 5d: pawn gote`
                let more = more.join(" ");
                let more = more.strip_prefix("with ").unwrap_or(&more);
                for item in more.split(", ").filter(|item| !item.is_empty()) {
                    if let Err(why) = place(rules, &mut setup, item) {
                        faults.push(format!("{name}:{first}: {why}"));
                    }
                }
                let mut game = Game::from(Position::forgiving(rules, &setup).0);
                for (number, line) in &block.lines {
                    sentences += usize::from(!line.trim().is_empty());
                    if let Err(why) = sentence(&mut game, line) {
                        faults.push(format!("{name}:{number}: {}: {why}", line.trim()));
                    }
                }
            }
            _ => {}
        }
    }
    (faults, sentences)
}

#[test]
fn every_sentence_of_the_rule_books_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    let mut all = Vec::new();
    for slug in BOOKS {
        let book = std::fs::read_to_string(folder.join(format!("{slug}.md"))).unwrap();
        let (faults, sentences) = read_book(&format!("{slug}.md"), &book);
        assert!(sentences >= 20, "{slug}.md has {sentences} sentences");
        all.extend(faults);
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// The statements of the rules that a source or another program vouches for, and how many each
/// family has. Those about files are the readers' business.
const STATEMENTS: [(&str, u32, &[u32]); 21] = [
    ("SHO", 7, &[]),
    ("S66", 10, &[8]),
    ("CHU", 8, &[]),
    ("LIO", 7, &[]),
    ("TEN", 12, &[]),
    // TAI-11 is our assumption; `the_no_progress_limit_is_an_option` plays it.
    ("TAI", 13, &[11]),
    ("MIN", 1, &[]),
    ("KYO", 1, &[]),
    ("MIC", 1, &[]),
    ("DOB", 1, &[]),
    ("TOR", 1, &[]),
    ("EUR", 1, &[]),
    ("YAR", 1, &[]),
    ("OKI", 1, &[]),
    ("SHS", 1, &[]),
    ("CHK", 1, &[]),
    ("ANN", 1, &[]),
    ("GOR", 1, &[]),
    ("CAN", 1, &[]),
    ("MAK", 4, &[]),
    ("DAI", 2, &[]),
];

#[test]
fn every_statement_has_a_section_with_positions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    let books =
        BOOKS.map(|slug| std::fs::read_to_string(folder.join(format!("{slug}.md"))).unwrap());
    let sections: Vec<(&str, bool)> = books
        .iter()
        .flat_map(|book| book.split("\n## ").skip(1))
        .map(|section| (section.lines().next().unwrap_or_default(), section.contains("```moves")))
        .collect();
    for (family, count, elsewhere) in STATEMENTS {
        for number in (1..=count).filter(|number| !elsewhere.contains(number)) {
            let id = format!("{family}-{number}");
            let names = |heading: &str| heading.split(['(', ')', ',', ' ']).any(|word| word == id);
            assert!(sections.iter().any(|(heading, plays)| *plays && names(heading)), "{id}");
        }
    }
}

/// Options whose values have tests of their own: below, and in `endings.rs`.
const ELSEWHERE: [&str; 2] = ["no_progress", "impasse"];

#[test]
fn every_value_of_every_option_is_played_in_a_book() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    let books =
        BOOKS.map(|slug| std::fs::read_to_string(folder.join(format!("{slug}.md"))).unwrap());
    let lines = || books.iter().flat_map(|book| book.lines());
    let games = koma_variants::catalogue();
    for option in koma_variants::options::all().iter().filter(|o| !ELSEWHERE.contains(&o.name)) {
        // The first value is what a position without options plays.
        for value in &option.values[1..] {
            let set = format!("{}={}", option.name, value.name);
            let plays = |line: &str| {
                line.starts_with("```position ") && line.split_whitespace().any(|word| word == set)
            };
            assert!(lines().any(plays), "{set} is nowhere played");
        }
        assert!(games.iter().any(|game| option.current(game).is_some()), "{}", option.name);
    }
}

#[test]
fn the_no_progress_limit_is_an_option() {
    // TAI-11: two kings walk about at random, far from each other.
    let rules = ruleset("taikyoku", &["no_progress=500"]).unwrap();
    let mut setup = Setup::empty(&rules);
    for item in ["1aj: K sente", "36a: K gote"] {
        place(&rules, &mut setup, item).unwrap();
    }
    let mut game = Game::from(Position::forgiving(&rules, &setup).0);
    let mut random = support::Random(7);
    while game.end().is_none() {
        let moves = game.legal_moves();
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    let end =
        game.end().map(|end| (format!("{:?}", end.reason), end.winner.side(), game.moves().len()));
    assert_eq!(end, Some(("NoProgress".into(), None, 1000)));
}

#[test]
fn a_man_that_takes_a_promoted_man_must_promote_where_the_game_says_so() {
    let book = "```position maka-dai-dai\n10j: S sente  10i: +S gote  9i: P gote  1s: K sente  1a: K gote\n```\n\
        ```moves\nlegal 10j10i+ 10j9i 10j9i+\nillegal 10j10i FORCED_PROMOTION\nillegal 10j11i+ INVALID_PROMOTION\n```\n";
    let (faults, sentences) = read_book("test", book);
    assert!(faults.is_empty() && sentences == 3, "{faults:#?}");
}

#[test]
fn a_false_sentence_is_noticed() {
    let book = "```position shogi\nsfen startpos\n```\n```moves\nlegal 7g7f\nlegal 7g7e\ncount 31\n\
        illegal 7g7f DOUBLE_PAWN\nends checkmate gote\nhurra\nstands 5i rook sente\nempty 5i\n```\n\
        ```position nonsense\n```\n```moves\nlegal 7g7f\n```\n";
    let (faults, sentences) = read_book("test", book);
    let lines: Vec<&str> = faults.iter().filter_map(|fault| fault.split(':').nth(1)).collect();
    assert_eq!(lines, ["6", "7", "8", "9", "10", "11", "12", "0", "17"], "{faults:#?}");
    assert_eq!(sentences, 8);
}
