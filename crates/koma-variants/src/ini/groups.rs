//! Choice groups: `options=rb limit=1 required=true lockUnused=true`, separated by `;`.

use std::cell::Cell;

use koma_text::Findings;

use super::pieces::TypeId;
use super::scan::Word;
use super::values::{Reader, Types};
use crate::LockUnused;
use crate::say;

/// The most groups a side may have.
pub const MOST_GROUPS: usize = 8;

/// A choice group by types; [`crate::ChoiceGroup`] is the same by kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What may be chosen.
    pub options: Types,
    /// How many.
    pub limit: u16,
    /// Needed to end the set-up phase.
    pub required: bool,
    /// What happens to the rest.
    pub lock_unused: LockUnused,
}

/// Reads the groups of one key. Faulty ones are reported and left out.
pub fn read(
    value: Word<'_>,
    letters: &dyn Fn(char) -> Option<TypeId>,
    out: &mut Findings,
) -> Vec<Group> {
    let mut groups = Vec::new();
    for text in value.split(';').map(Word::trim) {
        if text.text.is_empty() {
            // A semicolon at the end closes the last group.
            if value.text.is_empty() {
                invalid(value, "no options and no limit", out);
            }
            continue;
        }
        let Some(group) = group(text, letters, out) else { continue };
        if groups.len() == MOST_GROUPS {
            too_many(text, out);
            continue;
        }
        groups.push(group);
    }
    groups
}

/// Says that a side has more groups than it may.
pub fn too_many(at: Word<'_>, out: &mut Findings) {
    out.push(say::ini_one_group_too_many(MOST_GROUPS).at(at.span));
}

fn invalid(at: Word<'_>, why: &str, out: &mut Findings) {
    out.push(say::ini_bad_group(why).at(at.span));
}

fn group(
    text: Word<'_>,
    letters: &dyn Fn(char) -> Option<TypeId>,
    out: &mut Findings,
) -> Option<Group> {
    let mut group = Group {
        options: Types::Some(Vec::new()),
        limit: 0,
        required: false,
        lock_unused: LockUnused::No,
    };
    let faults = Cell::new(0);
    let fault = |at: Word<'_>, why: &str, out: &mut Findings| {
        faults.set(faults.get() + 1);
        invalid(at, why, out);
    };
    for word in text.words() {
        let Some((name, value)) = word.split_once('=') else {
            fault(word, "not name=value", out);
            continue;
        };
        let is_true = matches!(value.text, "true" | "1");
        match name.text {
            "options" => {
                let mut unknown = Findings::with_limit(1);
                let read = Reader { letters, out: &mut unknown }.types(value);
                match read {
                    Some(options) if unknown.is_empty() => group.options = options,
                    _ => {
                        let why = unknown
                            .into_vec()
                            .into_iter()
                            .next()
                            .map(|finding| finding.message.to_string());
                        fault(value, &why.unwrap_or_default(), out);
                    }
                }
            }
            "limit" => match value.text.parse::<i64>() {
                Ok(limit) if limit > 0 => group.limit = limit.min(u16::MAX.into()) as u16,
                Ok(_) => fault(value, "a limit is at least 1", out),
                Err(_) => fault(value, "a limit is a number", out),
            },
            "required" | "requiredForSetup" => group.required = is_true,
            "lockUnused" | "lockUnusedOptions" | "banUnused" => {
                group.lock_unused = match value.text {
                    "setup" => LockUnused::Setup,
                    _ if is_true => LockUnused::Game,
                    _ => LockUnused::No,
                };
            }
            _ => fault(name, "options, limit, required and lockUnused are known", out),
        }
    }
    if faults.get() == 0 && group.options.is_none() {
        fault(text, "options are missing", out);
    }
    if faults.get() == 0 && group.limit == 0 {
        fault(text, "the limit is missing", out);
    }
    (faults.get() == 0).then_some(group)
}
