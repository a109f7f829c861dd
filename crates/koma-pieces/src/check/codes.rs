//! Every code a piece file can get: the one list behind the checks' documentation.

use std::fmt::Write as _;

use koma_text::Severity::{self, Error, Info, Warning};

/// A code and what it means.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// The stable name.
    pub name: &'static str,
    /// How bad it is by default.
    pub severity: Severity,
    /// What was found.
    pub meaning: &'static str,
}

const fn code(name: &'static str, severity: Severity, meaning: &'static str) -> Code {
    Code { name, severity, meaning }
}

/// All codes, in the order in which a file meets them.
pub const CODES: &[Code] = &[
    code("undecodable-bytes", Error, "bytes that are not in the text's encoding"),
    code("yaml-too-large", Error, "more bytes or values than any real file has"),
    code("yaml-too-deep", Error, "more than 64 levels of nesting"),
    code("yaml-nul", Error, "a NUL character"),
    code("yaml-syntax", Error, "not YAML"),
    code("yaml-empty", Error, "no content"),
    code("yaml-documents", Error, "a second document (`---`)"),
    code("yaml-anchor", Error, "an anchor `&a` or alias `*a`"),
    code("yaml-tag", Error, "a tag `!a`"),
    code("yaml-key", Error, "a key that is a list or mapping"),
    code("yaml-duplicate-key", Error, "a key given twice; the first counts"),
    code("wrong-type", Error, "a text where a number belongs, a mapping where a list belongs, ..."),
    code(
        "missing-field",
        Error,
        "one of the ten fields, or a needed part of a movement, is missing",
    ),
    code("unknown-field", Error, "a field nobody knows; the nearest name is suggested"),
    code("out-of-range", Error, "a number too small or too large"),
    code("missing-metadata", Warning, "no metadata, or part of it missing"),
    code("extra-metadata", Info, "a further field of the metadata, kept"),
    code("empty-name", Error, "a name without a character"),
    code("unknown-rule", Warning, "an unknown special rule, left out"),
    code("duplicate-rule", Warning, "a special rule given twice"),
    code("rule-parameter", Error, "a special rule with a wrong or missing number of ranks"),
    code(
        "unquoted-direction",
        Error,
        "a bare `N`, false to YAML 1.1 (a warning for the other seven)",
    ),
    code("boolean-direction", Error, "`false` or another boolean where a direction belongs"),
    code("unknown-direction", Error, "not one of the eight directions"),
    code("duplicate-direction", Warning, "a direction given twice in one list"),
    code("unknown-step-type", Error, "not `single`, `ranging` or `{ limited: n }`"),
    code("limited-one", Info, "`{ limited: 1 }`, which is `single`"),
    code("beyond-board", Warning, "a limit or zone larger than the largest board"),
    code("unknown-word", Error, "a word the field does not know (`mode`, `hop`, `ends_on`)"),
    code("missing-steps", Warning, "a movement without `steps`"),
    code("overlapping-steps", Warning, "two steps in one direction; the stronger counts"),
    code("jump-shape", Error, "a jump that is not `[rows, cols]`"),
    code("zero-jump", Error, "the jump `[0, 0]`"),
    code("jump-is-step", Warning, "a jump to an adjacent square, which is a step"),
    code("duplicate-jump", Warning, "a jump given twice"),
    code("empty-list", Error, "a list of directions, legs or ends that must not be empty"),
    code("list-too-long", Error, "more than 1000 entries in a list of a piece, or 100000 pieces"),
    code(
        "igui-disagrees",
        Warning,
        "`igui` of an area move against its other fields, which decide",
    ),
    code("zero-vector", Error, "a vector with dx 0 and dy 0"),
    code("piece-count", Error, "`piece_count` is not the number of pieces"),
    code("duplicate-id", Error, "an id used before, in this or another file"),
    code("ids-not-ascending", Error, "an id smaller than the one before (info with external ids)"),
    code("promotion-mismatch", Error, "`can_promote` and `promotes_to` disagree"),
    code("promotes-to-itself", Error, "a piece that promotes to its own id"),
    code(
        "unknown-promotion",
        Error,
        "a promotion target in none of the files (allowed with external ids)",
    ),
    code("is-ranged", Error, "`is_ranged` is not what the movement says under the file's template"),
    code("empty-movement", Warning, "a piece that cannot move"),
    code("odd-value", Warning, "a value of 0 or above 10000"),
    code("odd-name", Warning, "a name with outer spaces or control characters"),
    code(
        "must-promote-without-promotion",
        Warning,
        "`MustPromoteInZone` on a piece that cannot promote",
    ),
    code("same-name-differs", Warning, "two pieces of one game and name that move differently"),
    code("not-formatted", Error, "the formatter left the file as it is"),
    code("too-many-findings", Error, "more than 1000 findings; severity of the worst not listed"),
];

/// The list as the table of `docs/findings-pieces.md`.
pub fn codes_as_markdown() -> String {
    let mut out = String::from("| code | severity | found |\n|---|---|---|\n");
    for Code { name, severity, meaning } in CODES {
        let _ = writeln!(out, "| `{name}` | {} | {meaning} |", severity.name());
    }
    out
}
