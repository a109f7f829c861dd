//! Movements put into many wordings by a generator, and read back.
//!
//! The wordings are not those the reader was written against one by one: they are combined at
//! random (with a fixed seed) out of lists of synonyms. Reading one wrong is bad, reading it
//! wrong without a finding is not accepted.

mod dice;
#[path = "prose_wording/words.rs"]
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use dice::Dice;
use koma_pieces::yaml::Template;
use koma_pieces::{Direction, Movement};
use koma_prose::{Options, read};
use words::Ways;

impl Dice {
    /// A wording of the list; those marked with `?` are left out.
    fn word(&mut self, list: &'static [&'static str], used: &mut Used) -> &'static str {
        loop {
            let word = self.pick(list);
            if !word.ends_with('?') {
                used.insert(word);
                return word;
            }
        }
    }
}

type Used = BTreeSet<&'static str>;

/// How far one goes: 0 any distance, else squares; leaps land there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Range,
    Limit(u8),
    Single,
    Leap(u8),
}

/// Sets of directions with one way of going each.
type Moves = Vec<(Way, Vec<Direction>)>;

fn dirs(names: &str) -> Vec<Direction> {
    names.split(' ').map(|name| Direction::from_name(name).expect("a compass name")).collect()
}

fn symmetric(dice: &mut Dice) -> Vec<Vec<Direction>> {
    let mut groups: Vec<Vec<Direction>> =
        ["N", "S", "E W", "NE NW", "SE SW"].iter().map(|names| dirs(names)).collect();
    if dice.roll(4) == 0 {
        groups = Direction::ALL.iter().map(|&dir| vec![dir]).collect();
    }
    groups
}

/// A random piece: a few ways to go, over lines as real pieces have them.
fn piece(dice: &mut Dice) -> Moves {
    let ways = [Way::Range, Way::Limit(2 + dice.roll(4) as u8), Way::Single];
    let mut moves: BTreeMap<Way, Vec<Direction>> = BTreeMap::new();
    for group in symmetric(dice) {
        if dice.roll(5) > 0 {
            moves.entry(dice.pick(&ways)).or_default().extend(group);
        }
    }
    if dice.roll(4) == 0 || moves.is_empty() {
        let group = dice.pick(&["N", "N S", "E W", "NE NW", "SE SW", "N E S W", "NE SE SW NW"]);
        moves.entry(Way::Leap(2 + dice.roll(2) as u8)).or_default().extend(dirs(group));
    }
    for list in moves.values_mut() {
        list.sort();
    }
    moves.into_iter().collect()
}

/// Cuts a set into sets that have a name, the larger ones first.
fn named(
    dice: &mut Dice,
    ways: Ways,
    mut set: Vec<Direction>,
    used: &mut Used,
) -> Vec<&'static str> {
    let mut out = Vec::new();
    for (names, wordings) in ways {
        let group = dirs(names);
        if group.iter().all(|dir| set.contains(dir)) && (group.len() == 1 || dice.roll(8) > 0) {
            set.retain(|dir| !group.contains(dir));
            out.push(dice.word(wordings, used));
        }
    }
    // "up, down, left or right" is a list of its own and reads only alone.
    if out.len() > 1 && out.iter().any(|word| word.starts_with("up, down")) {
        out.retain(|word| !word.starts_with("up, down"));
        out.insert(0, "orthogonally");
    }
    out
}

fn list(words: &[&str], comma: &str, last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [head @ .., tail] => format!("{}{last}{tail}", head.join(comma)),
    }
}

const NUMBERS: [&str; 7] = ["zero", "one", "two", "three", "four", "five", "six"];
const KANJI: [&str; 7] = ["〇", "一", "二", "三", "四", "五", "六"];
const ORDINALS: [&str; 4] = ["zeroth", "first", "second", "third"];

fn fill(words: &str, n: u8) -> String {
    let at = usize::from(n);
    let number = if words.contains(['マ', 'つ', '枡'])
        || words.starts_with(['1', '2', '3'])
        || words.contains("1-")
    {
        n.to_string()
    } else {
        NUMBERS[at].to_owned()
    };
    let between = if n == 2 { "one square" } else { "two squares" };
    words
        .replace("{n}", &number)
        .replace("{k}", KANJI[at])
        .replace("{o}", ORDINALS.get(at).unwrap_or(&"last"))
        .replace("{m}", between)
}

fn amount(dice: &mut Dice, way: Way, used: &mut Used) -> String {
    match way {
        Way::Range => dice.word(words::FAR, used).to_owned(),
        Way::Limit(n) => fill(dice.word(words::LIMIT, used), n),
        Way::Single => dice.word(words::ONE, used).to_owned(),
        Way::Leap(n) => fill(dice.word(words::LEAP, used), n),
    }
}

fn sentence(dice: &mut Dice, moves: &Moves, used: &mut Used) -> String {
    let mut parts = Vec::new();
    for (way, set) in moves {
        let last = dice.pick(&[" or ", " and ", ", or "]);
        let where_to = list(&named(dice, words::ENGLISH, set.clone(), used), ", ", last);
        let amount = amount(dice, *way, used);
        parts.push(match way {
            Way::Leap(_) => format!("{amount} {where_to}"),
            _ => format!("{} {amount} {where_to}", dice.word(words::GO, used)),
        });
    }
    let start = dice.pick(&[
        "It can ",
        "It may ",
        "The piece can ",
        "This piece is able to ",
        "It is allowed to ",
    ]);
    let joint =
        dice.pick(&[", or ", "; ", ", and ", ". It can also ", "; it may also ", ". It may "]);
    format!("{start}{}.", parts.join(joint))
}

fn verbs(dice: &mut Dice, moves: &Moves, used: &mut Used) -> String {
    let mut parts = Vec::new();
    for (way, set) in moves {
        let last = dice.pick(&[" or ", " and "]);
        let where_to = list(&named(dice, words::ENGLISH, set.clone(), used), ", ", last);
        let verb = match *way {
            Way::Range => dice.word(words::SLIDES, used).to_owned(),
            Way::Limit(n) => fill(dice.word(words::LIMITED, used), n),
            Way::Single => dice.word(words::STEPS, used).to_owned(),
            Way::Leap(n) => fill(dice.word(words::LEAPS, used), n),
        };
        parts.push(format!("{verb} {where_to}"));
    }
    let start =
        dice.pick(&["Night crane: ", "Night crane - ", "Night crane (夜鶴): ", "The night crane "]);
    let joint = dice.pick(&["; ", ", and ", ", "]);
    format!("{start}{}.", parts.join(joint))
}

fn bullets(dice: &mut Dice, moves: &Moves, used: &mut Used) -> String {
    let bullet = dice.pick(&["* ", "- ", "• ", "– "]);
    let colon = dice.pick(&[": ", " - ", " = ", " — "]);
    let mut out = String::from(dice.pick(&["", "Night crane\n", "Night crane:\n", "Moves:\n"]));
    for (way, set) in moves {
        for words in named(dice, words::ENGLISH, set.clone(), used) {
            let amount = amount(dice, *way, used);
            let _ = match way {
                Way::Leap(_) => writeln!(out, "{bullet}can also {amount} {words}"),
                _ => writeln!(out, "{bullet}{words}{colon}{amount}"),
            };
        }
    }
    out.trim_end().to_owned()
}

fn compass(dice: &mut Dice, moves: &Moves, used: &mut Used) -> String {
    let (far, one, limit): (&[&str], &[&str], &[&str]) = (
        &[
            "ranging",
            "slide",
            "any",
            "unlimited",
            "sliding",
            "any distance",
            "slides",
            "ranges",
            "infinite",
            "free",
            "full range",
        ],
        &[
            "single",
            "step",
            "one",
            "1",
            "single step",
            "one square",
            "steps",
            "1 square",
            "one step",
        ],
        &[
            "limited {n}",
            "up to {n}",
            "max {n}",
            "limit {n}",
            "{n}",
            "{n} squares",
            "limited to {n}",
            "at most {n}",
            "range {n}",
        ],
    );
    let (far, one, limit) = (dice.pick(far), dice.pick(one), dice.pick(limit));
    let full = dice.roll(4) == 0;
    let comma = dice.pick(if full { &[", ", "/", ",", " and "] } else { &[", ", "/", " ", ","] });
    let joint = dice.pick(&[" ", ": ", " - "]);
    let mut parts = Vec::new();
    for (way, set) in moves {
        let names: Vec<&str> = set
            .iter()
            .map(|dir| match dir.name() {
                "N" if full => "north",
                "E" if full => "east",
                "S" if full => "south",
                "W" if full => "west",
                "NE" if full => "northeast",
                "SE" if full => "south-east",
                "SW" if full => "southwest",
                "NW" if full => "north-west",
                name => name,
            })
            .collect();
        let amount = match *way {
            Way::Range => far.to_owned(),
            Way::Limit(n) => limit.replace("{n}", &n.to_string()),
            Way::Single => one.to_owned(),
            Way::Leap(n) => {
                for (rows, cols) in set.iter().map(|dir| dir.offset()) {
                    parts.push(format!("jump [{}, {}]", rows * n as i8, cols * n as i8));
                }
                continue;
            }
        };
        used.extend([far, one, limit]);
        parts.push(format!("{}{joint}{amount}", names.join(comma)));
    }
    let start = dice.pick(&[
        "Night crane moves: ",
        "Night crane: ",
        "",
        "Directions: ",
        "Night crane goes: ",
        "Movement: ",
    ]);
    format!("{start}{}.", parts.join("; "))
}

/// All but some directions.
fn except(dice: &mut Dice, used: &mut Used) -> (Moves, String) {
    let apart =
        dirs(dice.pick(&["N", "S", "N S", "E W", "NE NW", "SE SW", "N NE NW", "E", "NE", "NE SW"]));
    let rest: Vec<_> = Direction::ALL.into_iter().filter(|dir| !apart.contains(dir)).collect();
    let way = dice.pick(&[Way::Range, Way::Single, Way::Limit(3)]);
    let every = dice.pick(&[
        "in every direction",
        "in any direction",
        "in all directions",
        "in all eight directions",
        "every way",
    ]);
    let but = dice.word(
        &[
            "except",
            "except for",
            "save",
            "apart from",
            "other than",
            "excluding",
            "with the exception of",
            "but not",
            "but",
            "bar",
            "aside from",
            "excepting",
            "not counting",
            "save for",
            "barring",
        ],
        used,
    );
    let words = list(&named(dice, words::ENGLISH, apart.clone(), used), ", ", " or ");
    let mut text = format!(
        "Night crane can {} {} {every} {but} {words}",
        dice.word(words::GO, used),
        amount(dice, way, used)
    );
    let mut moves = vec![(way, rest)];
    match dice.roll(3) {
        0 => {
            let other = if way == Way::Limit(2) { Way::Range } else { Way::Limit(2) };
            let verb = dice.pick(&[
                "it moves",
                "it goes",
                "it can move",
                "it is limited to",
                "it may go",
                "it can only move",
            ]);
            let amount = if verb.ends_with("limited to") {
                "two squares".to_owned()
            } else {
                amount(dice, other, used)
            };
            let _ = write!(text, ", where {verb} {amount}");
            moves.push((other, apart));
        }
        1 => text.push_str(dice.pick(&[
            ", where it cannot move",
            ", where it cannot go",
            ", where it may not move",
            ", where it does not move",
        ])),
        _ => {}
    }
    text.push('.');
    (moves, text)
}

fn compare(dice: &mut Dice, used: &mut Used) -> (Moves, String) {
    let (name, lines) = dice.pick(&[
        ("rook", "N E S W"),
        ("bishop", "NE SE SW NW"),
        ("lance", "N"),
        ("queen", "N NE E SE S SW W NW"),
    ]);
    let lines = dirs(lines);
    let mut moves: Moves = vec![(Way::Range, lines.clone())];
    let like = dice.word(
        &[
            "Moves like a {}",
            "Has the move of a {}",
            "Moves as a {}",
            "Moves just like a {}",
            "Moves the same as a {}",
            "Has the powers of a {}",
            "Has the same moves as a {}",
            "Moves in the same way as a {}",
            "Combines the moves of a {}",
            "Can move like a {}",
            "Goes like a {}",
            "Has the movement of a {}",
            "Possesses the move of a {}",
            "Follows the move of a {}",
            "Behaves like a {}",
            "Acts as a {}",
        ],
        used,
    );
    let mut text = like.replace("{}", name);
    let free: Vec<Vec<Direction>> = symmetric(dice)
        .into_iter()
        .filter(|group| group.iter().all(|dir| !lines.contains(dir)))
        .collect();
    let plus = dice.word(
        &[
            ", plus it may ",
            ", and can also ",
            "; in addition it can ",
            ", and may also ",
            "; it can also ",
            ". It can also ",
            ", and additionally may ",
            ". In addition, it may ",
            "; besides, it can ",
            ". Moreover, it can ",
            ", with the added ability to ",
        ],
        used,
    );
    if !free.is_empty() {
        let way = dice.pick(&[Way::Single, Way::Limit(2), Way::Limit(5)]);
        let set = dice.pick(&free.iter().map(Vec::as_slice).collect::<Vec<_>>()).to_vec();
        let words = list(&named(dice, words::ENGLISH, set.clone(), used), ", ", " or ");
        let _ = write!(
            text,
            "{plus}{} {} {words}",
            dice.word(words::GO, used),
            amount(dice, way, used)
        );
        moves.push((way, set));
    }
    text.push('.');
    (moves, text)
}

fn japanese(dice: &mut Dice, moves: &Moves, polite: bool, used: &mut Used) -> String {
    let mut parts = Vec::new();
    let to = if polite {
        dice.pick(&["へは", "には", "へ", "に"])
    } else {
        dice.pick(&["に", "へ", "に"])
    };
    let and = dice.pick(&["と", "、", "および", "・", "、または"]);
    let go = dice.word(words::JA_GO, used);
    let mut leaps = false;
    for (way, set) in moves {
        let words = named(dice, words::JAPANESE, set.clone(), used);
        let words = list(&words, and, and);
        parts.push(match *way {
            Way::Range if dice.roll(4) == 0 => format!("{words}{to}走れ"),
            Way::Range => format!("{words}{to}{}{go}", dice.word(words::JA_FAR, used)),
            Way::Single => format!("{words}{to}{}{go}", dice.word(words::JA_ONE, used)),
            Way::Limit(n) => {
                format!("{words}{to}{}{go}", fill(dice.word(words::JA_LIMIT, used), n))
            }
            Way::Leap(n) => {
                leaps = true;
                format!("{words}{}", fill(dice.word(words::JA_LEAP, used), n))
            }
        });
    }
    let end = if polite { "ます。" } else { "る。" };
    if polite || leaps || dice.roll(2) == 0 {
        parts.iter().map(|part| format!("{part}{end}")).collect()
    } else {
        format!("{}{end}", parts.join("、"))
    }
}

fn table(dice: &mut Dice, moves: &Moves, used: &mut Used) -> String {
    let keys: &[[&'static str; 8]] = &[
        ["前", "右前", "右", "右後", "後", "左後", "左", "左前"],
        ["上", "右上", "右", "右下", "下", "左下", "左", "左上"],
        ["前方", "右前方", "右方", "右後方", "後方", "左後方", "左方", "左前方"],
        ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"],
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"],
        ["前", "右斜め前", "右", "右斜め後ろ", "後ろ", "左斜め後ろ", "左", "左斜め前"],
        ["真前", "斜め右前", "右横", "斜め右後ろ", "真後ろ", "斜め左後ろ", "左横", "斜め左前"],
        ["北", "北東", "東", "南東", "南", "南西", "西", "北西"],
    ];
    let keys = dice.pick(&keys.iter().collect::<Vec<_>>());
    let (far, one, limit) = (
        dice.word(
            &[
                "走り",
                "∞",
                "無制限",
                "走",
                "何マスでも",
                "自由",
                "走る",
                "無限",
                "どこまでも",
                "制限なし",
                "＊",
            ],
            used,
        ),
        dice.word(&["1", "一", "１", "1マス", "一マス", "一歩", "歩み"], used),
        dice.word(
            &["{n}", "{k}", "{w}", "{n}マス", "{k}マス", "{n}マスまで", "{k}マスまで", "最大{n}"],
            used,
        ),
    );
    used.insert(keys[1]);
    let colon = dice.pick(&[":", "：", "＝", "=", "…", "→"]);
    let colon = if keys[0] == "↑" && colon == "→" { ":" } else { colon };
    let comma = dice.pick(&["、", "，", "／", " ", "\n", "；", " / ", ", "]);
    let mut cells = Vec::new();
    for dir in Direction::ALL {
        let Some((way, _)) = moves.iter().find(|(_, set)| set.contains(&dir)) else { continue };
        let amount = match *way {
            Way::Range => far.to_owned(),
            Way::Single => one.to_owned(),
            Way::Limit(n) => fill(limit, n).replace(
                "{w}",
                &char::from_u32(0xff10 + u32::from(n)).expect("a digit").to_string(),
            ),
            Way::Leap(_) => continue,
        };
        let amount = if limit == "{n}" {
            amount
                .replace(NUMBERS[2], "2")
                .replace(NUMBERS[3], "3")
                .replace(NUMBERS[4], "4")
                .replace(NUMBERS[5], "5")
        } else {
            amount
        };
        cells.push(format!("{}{colon}{amount}", keys[dir as usize]));
    }
    cells.join(comma)
}

fn steps(moves: &Moves) -> BTreeSet<String> {
    let mut out = BTreeMap::new();
    for (way, set) in moves {
        for dir in set {
            let (rows, cols) = dir.offset();
            match *way {
                Way::Range => out.insert(dir.name().to_owned(), "*".to_owned()),
                Way::Limit(n) => out.insert(dir.name().to_owned(), n.to_string()),
                Way::Single => out.insert(dir.name().to_owned(), "1".to_owned()),
                Way::Leap(n) => {
                    out.insert(format!("{},{} ", rows * n as i8, cols * n as i8), String::new())
                }
            };
        }
    }
    out.into_iter().map(|(dir, far)| dir + &far).collect()
}

fn found(movement: &Movement) -> BTreeSet<String> {
    let mut plain = movement.clone();
    plain.steps.clear();
    plain.jumps.clear();
    let more = if plain == Movement::default() { None } else { Some("more".to_owned()) };
    let step = movement.steps.iter().map(|step| {
        let far = step.reach.limit().map_or("*".to_owned(), |n| n.to_string());
        format!("{}{far}", step.direction.name())
    });
    let jump = movement.jumps.iter().map(|jump| format!("{},{} ", jump.rows, jump.cols));
    step.chain(jump).chain(more).collect()
}

#[derive(Default)]
struct Score {
    total: usize,
    exact: usize,
    silent: usize,
    report: String,
    /// Uses and failures of each wording.
    blame: BTreeMap<&'static str, (usize, usize)>,
}

impl Score {
    fn add(&mut self, moves: &Moves, text: &str, used: &Used) {
        let (draft, findings) =
            read(text, &Options { template: Template::StandardShogi, ..Options::default() });
        let (expected, found) = (steps(moves), found(&draft.movement));
        let loud = findings.iter().any(|finding| finding.severity > koma_text::Severity::Info);
        let right = expected == found;
        self.total += 1;
        self.exact += usize::from(right);
        self.silent += usize::from(!right && !loud);
        for word in used {
            let entry = self.blame.entry(word).or_default();
            entry.0 += 1;
            entry.1 += usize::from(!right);
        }
        if !right {
            let said: Vec<_> = findings.iter().map(|f| f.message.clone()).collect();
            let _ = writeln!(
                self.report,
                "{}{text}\n   expected {expected:?}\n   found    {found:?}\n   {said:?}",
                if loud { "" } else { "SILENT " },
            );
        }
    }
}

fn check(
    style: &str,
    seed: u64,
    least: usize,
    one: impl Fn(&mut Dice, &mut Used) -> (Moves, String),
) {
    let mut dice = Dice(seed);
    let mut score = Score::default();
    for _ in 0..1500 {
        let mut used = Used::new();
        let (moves, text) = one(&mut dice, &mut used);
        if moves.is_empty() || text.is_empty() {
            continue;
        }
        score.add(&moves, &text, &used);
    }
    println!("{}", score.report);
    let mut blame: Vec<_> = score.blame.iter().filter(|(_, (_, bad))| *bad > 0).collect();
    blame.sort_by_key(|(_, (all, bad))| std::cmp::Reverse(bad * 1000 / all));
    for (word, (all, bad)) in blame.iter().take(25) {
        println!("BLAME {style}: {bad} of {all}: {word}");
    }
    println!(
        "SCORE {style}: {} of {} exact, wrong without a finding: {}",
        score.exact, score.total, score.silent
    );
    assert_eq!(score.silent, 0, "{style}: wrong without a finding");
    assert!(
        score.exact * 100 >= score.total * least,
        "{style}: {} of {}",
        score.exact,
        score.total
    );
}

/// A random piece without leaps, which a table cannot say.
fn stepper(dice: &mut Dice) -> Moves {
    let mut moves = piece(dice);
    moves.retain(|(way, _)| !matches!(way, Way::Leap(_)));
    moves
}

#[test]
fn sentences_in_other_words() {
    check("sentence", 0x5eed_0001, 98, |dice, used| {
        let moves = piece(dice);
        let text = sentence(dice, &moves, used);
        (moves, text)
    });
}

#[test]
fn verbs_in_other_words() {
    check("verbs", 0x5eed_0002, 98, |dice, used| {
        let moves = piece(dice);
        let text = verbs(dice, &moves, used);
        (moves, text)
    });
}

#[test]
fn bullets_in_other_words() {
    check("bullets", 0x5eed_0003, 98, |dice, used| {
        let moves = piece(dice);
        let text = bullets(dice, &moves, used);
        (moves, text)
    });
}

#[test]
fn compass_lists_in_other_words() {
    check("compass", 0x5eed_0004, 98, |dice, used| {
        let moves = piece(dice);
        let text = compass(dice, &moves, used);
        (moves, text)
    });
}

#[test]
fn exceptions_in_other_words() {
    check("except", 0x5eed_0005, 98, except);
}

#[test]
fn comparisons_in_other_words() {
    check("compare", 0x5eed_0006, 98, compare);
}

#[test]
fn japanese_plain_in_other_words() {
    check("ja-plain", 0x5eed_0007, 98, |dice, used| {
        let moves = piece(dice);
        let text = japanese(dice, &moves, false, used);
        (moves, text)
    });
}

#[test]
fn japanese_polite_in_other_words() {
    check("ja-polite", 0x5eed_0008, 98, |dice, used| {
        let moves = piece(dice);
        let text = japanese(dice, &moves, true, used);
        (moves, text)
    });
}

#[test]
fn japanese_tables_in_other_words() {
    check("ja-table", 0x5eed_0009, 98, |dice, used| {
        let moves = stepper(dice);
        let text = table(dice, &moves, used);
        (moves, text)
    });
}
