//! `--line`: one line of a record instead of all.

use koma_kifu::NodeId;

use super::load::Loaded;
use crate::failure::Failure;
use crate::say;

/// Which line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Main,
    Last,
    Longest,
    Number(usize),
}

/// One line of each record
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Choice {
    /// Only this line: main, last, longest or its number; 1 is the main line, variations follow as
    /// `show` lists them
    #[arg(long, value_name = "LINE", value_parser = line)]
    line: Option<Line>,
}

impl Choice {
    /// Leaves the line that is wanted in each record.
    pub fn apply(&self, loaded: &mut Loaded) -> Result<(), Failure> {
        let Some(line) = self.line else { return Ok(()) };
        for record in &mut loaded.reading.records {
            let tips = record.tips();
            let depth = |id: &NodeId| record.node(*id).depth();
            let tip = match line {
                Line::Main => tips.first(),
                Line::Last => tips.last(),
                // Of equally long ones the first.
                Line::Longest => tips.iter().rev().max_by_key(|id| depth(id)),
                Line::Number(number) => number.checked_sub(1).and_then(|at| tips.get(at)),
            };
            let Some(&tip) = tip else {
                return Err(Failure::content(say::lines_of_record(tips.len())));
            };
            *record = record.extract(tip);
        }
        Ok(())
    }
}

fn line(text: &str) -> Result<Line, String> {
    Ok(match text {
        "main" => Line::Main,
        "last" => Line::Last,
        "longest" => Line::Longest,
        number => {
            let number = number.parse().ok().filter(|number| *number > 0);
            Line::Number(number.ok_or("a line is main, last, longest or a number from 1")?)
        }
    })
}
