//! Descriptions in many wordings, and the movements they mean.

use std::fmt::Write as _;

use koma_pieces::prose::{Draft, Options, Template, read};
use koma_pieces::{Movement, Reach};
use koma_text::Finding;

/// A movement in the words of the fixture files.
fn spec(movement: &Movement) -> String {
    let far = |reach: Reach| reach.limit().map_or("*".to_owned(), |n| n.to_string());
    let names = |dirs: &[koma_pieces::Direction]| {
        dirs.iter().map(|d| d.name()).collect::<Vec<_>>().join("/")
    };
    let mut words: Vec<String> = Vec::new();
    for step in &movement.steps {
        assert!(step.is_plain());
        words.push(format!("{}{}", step.direction.name(), far(step.reach)));
    }
    for jump in &movement.jumps {
        let mut word = format!("{},{}", jump.rows, jump.cols);
        if !jump.is_plain() {
            let _ = write!(word, "{}", if jump.lame { ":lame" } else { ":?" });
        }
        words.push(word);
    }
    for area in &movement.area_moves {
        let lion = (area.radius, area.max_steps, area.can_return, area.captures, area.jump)
            == (2, 2, true, 2, true);
        words.push(if lion && area.dirs.is_empty() {
            "lion".to_owned()
        } else {
            format!("{area:?}")
        });
    }
    for hook in &movement.hooks {
        let turns =
            if hook.max_turns == 1 { String::new() } else { format!("x{}", hook.max_turns) };
        words.push(format!("hook{turns}:{}", names(&hook.dirs)));
    }
    for slide in &movement.jump_slides {
        words.push(format!("leap:{}:{}:{}", slide.dir.name(), slide.leap, far(slide.then)));
    }
    for over in &movement.jump_over {
        let men = over.max_pieces.map_or("any".to_owned(), |n| n.to_string());
        words.push(format!("over:{}:{men}", over.dir.name()));
    }
    if let Some(line) = &movement.line_area {
        assert!(line.can_jump && line.can_capture_each && line.can_return, "{line:?}");
        let steps: Vec<_> =
            line.max_steps.iter().map(|(dir, n)| format!("{}{n}", dir.name())).collect();
        words.push(format!("line:{}", steps.join("/")));
    }
    match movement.igui.len() {
        0 => {}
        8 => words.push("igui".to_owned()),
        _ => words.push(format!("igui:{}", names(&movement.igui))),
    }
    if let Some(fly) = &movement.range_capture {
        words.push(format!("fly:{}:{}", names(&fly.dirs), fly.rank));
    }
    assert!(movement.paths.is_empty() && movement.range_jump.is_none() && !movement.burn);
    words.join(" ")
}

fn draft(text: &str) -> (Draft, Vec<Finding>) {
    read(text, &Options { template: Template::StandardShogi, ..Options::default() })
}

struct Score {
    total: usize,
    exact: usize,
    silently_wrong: usize,
    report: String,
}

/// Reads every line of a fixture: `id, style, text, movement`; `!` for the movement asks for a finding.
fn score(fixture: &str) -> Score {
    let mut score = Score { total: 0, exact: 0, silently_wrong: 0, report: String::new() };
    for line in fixture.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, _, text, expected] = fields[..] else { panic!("four fields, please: {line:?}") };
        let text = text.replace("\\n", "\n");
        let (draft, findings) = draft(&text);
        let found = spec(&draft.movement);
        let loud = findings.iter().any(|finding| finding.severity > koma_text::Severity::Info);
        score.total += 1;
        let right = if expected == "!" { loud } else { found == expected };
        if right {
            score.exact += 1;
        } else {
            if !loud {
                score.silently_wrong += 1;
            }
            let words: Vec<_> =
                findings.iter().map(|f| format!("{}: {}", f.code, f.message)).collect();
            let silent = if loud { "" } else { " SILENT" };
            let _ = writeln!(
                score.report,
                "{id}{silent}: {text}\n  expected {expected}\n  found    {found}\n  {words:?}"
            );
        }
        if right && loud && expected != "!" {
            let words: Vec<_> =
                findings.iter().map(|f| format!("{}: {}", f.code, f.message)).collect();
            let _ = writeln!(score.report, "{id} (right, but doubted): {text}\n  {words:?}");
        }
    }
    score
}

#[test]
fn descriptions_from_templates_and_rule_sheets_give_their_movements() {
    let score = score(include_str!("prose/templates.tsv"));
    println!("{}", score.report);
    println!(
        "{} of {} exact, wrong without a finding: {}",
        score.exact, score.total, score.silently_wrong
    );
    assert_eq!(score.silently_wrong, 0, "{}", score.report);
    assert!(score.exact * 100 >= score.total * 99, "{}", score.report);
}
