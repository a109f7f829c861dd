//! From bytes to records.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use koma_rules::Ruleset;
use koma_text::{Encoding, Evidence, Finding, Severity, decode, decode_as};

use super::{Format, Sign, Strength, binary, pasted};
use crate::{NodeId, Record, Remark, Remarks, say};

/// How to read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// What is outside the letter of a format is an error instead of a warning.
    pub strict: bool,
    /// The format, where the caller knows it.
    pub format: Option<Format>,
    /// The encoding, where the caller knows it.
    pub encoding: Option<Encoding>,
    /// The name of the file: its extension decides where the content does not.
    pub name: Option<String>,
    /// The rules of the games, where the caller knows them: variants people made, changed options,
    /// files that do not say which game they are of. Our own JSON and USI are then read by these
    /// rules; KIF, KI2 and BOD unless they name another game. The other formats are for shogi only.
    pub rules: Option<Arc<Ruleset>>,
}

/// What came of reading a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reading {
    /// The format; `None` where the content is of no known one.
    pub format: Option<Format>,
    /// What shows the format; `None` where the caller or the extension said so.
    pub sign: Option<Sign>,
    /// The encoding.
    pub encoding: Encoding,
    /// How the encoding is known.
    pub evidence: Evidence,
    /// The decoded text, which the places of remarks refer to.
    pub text: String,
    /// The games, as far as they could be read.
    pub records: Vec<Record>,
    /// Everything odd.
    pub remarks: Vec<Remark>,
}

impl Reading {
    /// Whether something could not be read as it should.
    pub fn has_errors(&self) -> bool {
        self.remarks.iter().any(|remark| remark.finding.is_error())
    }

    /// Makes moves against the rules errors, as a check of records wants it. One that ended its
    /// game as a foul (反則) is what happened, and stays a warning.
    pub fn blame_offences(&mut self) {
        let blamed: HashSet<(usize, u32)> = self
            .records
            .iter()
            .enumerate()
            .flat_map(|(game, record)| record.offences().map(move |id| (game, record.ply(id))))
            .collect();
        for Remark { finding, game, ply } in &mut self.remarks {
            let is_blamed = |ply: u32| blamed.contains(&(*game, ply));
            if finding.code == "illegal-move" && ply.is_some_and(is_blamed) {
                finding.severity = Severity::Error;
            }
        }
    }
}

/// Detects encoding and format and reads everything.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Reading {
    let decoded = match options.encoding {
        Some(encoding) => decode_as(bytes, encoding),
        None => decode(bytes),
    };
    let mut reading = Reading {
        format: None,
        sign: None,
        encoding: decoded.encoding,
        evidence: decoded.evidence,
        text: decoded.text,
        records: Vec::new(),
        remarks: Vec::new(),
    };
    let mut remarks = Remarks::new(options.strict);
    let refusal =
        binary::refusal(bytes).or_else(|| binary::is_noise(&reading.text).then(say::noise));
    if let Some(refusal) = refusal {
        remarks.push(refusal);
        reading.remarks = remarks.into_vec();
        return reading;
    }
    decoded.findings.into_iter().for_each(|finding| remarks.push(finding));
    if let Some((back, lost)) = pasted::undo_mojibake(&reading.text) {
        reading.text = back;
        remarks.push(match lost {
            0 => say::mojibake(),
            lost => say::mojibake_in_part(lost),
        });
    }
    if options.format.is_none()
        && let Some(text) = pasted::text(&reading.text)
    {
        reading.text = text;
    }
    (reading.format, reading.sign) = detect(&reading.text, options);
    if reading.format.is_none()
        && let Some(text) = pasted::linked(&reading.text)
    {
        reading.text = text;
        (reading.format, reading.sign) = detect(&reading.text, options);
    }
    match reading.format {
        Some(format) => {
            reading.records = format.codec().read(&reading.text, options, &mut remarks);
            let by_name_alone = reading.sign.is_none() && options.format.is_none();
            if by_name_alone && !remarks.is_empty() && reading.records.iter().all(says_nothing) {
                reading.format = None;
                reading.records.clear();
                remarks.push(unknown(&reading.text));
            } else if reading.records.is_empty() && !remarks.has_errors() {
                remarks.push(say::no_game());
            }
        }
        None => remarks.push(unknown(&reading.text)),
    }
    if let Some(rules) = &options.rules {
        compare_games(&reading.records, &rules.variant().slug, &mut remarks);
    }
    reading.remarks = remarks.into_vec();
    reading
}

/// A caller who names the game is told where a record is of another.
fn compare_games(records: &[Record], slug: &str, remarks: &mut Remarks) {
    for (game, record) in records.iter().enumerate().filter(|(_, record)| record.variant != slug) {
        remarks.set_game(game);
        remarks.push(say::variant_differs(&record.variant, slug));
    }
}

/// Reads text of a known format.
pub fn read_text(text: &str, format: Format, options: &ReadOptions) -> (Vec<Record>, Vec<Remark>) {
    let mut remarks = Remarks::new(options.strict);
    let records = format.codec().read(text, options, &mut remarks);
    (records, remarks.into_vec())
}

/// The format, from the content if it shows one, else from the name of the file.
fn detect(text: &str, options: &ReadOptions) -> (Option<Format>, Option<Sign>) {
    if options.format.is_some() {
        return (options.format, None);
    }
    let by_name = options.name.as_ref().and_then(|name| Format::named(name.rsplit_once('.')?.1));
    // Of equally strong signs, the one of the name is taken, else that of the format listed first.
    let rank = |format: Format, strength: Strength| {
        let place = Format::ALL.iter().position(|&other| other == format);
        (strength, by_name == Some(format), Reverse(place))
    };
    // Formats with strong signs first: once one is found, most of the others need not be asked.
    let mut formats = Format::ALL.to_vec();
    formats.sort_by_key(|format| Reverse(format.codec().strongest()));
    let mut strongest: Option<(Format, Sign)> = None;
    for format in formats {
        let is_better = |strength| {
            strongest.is_none_or(|(best, sign)| rank(format, strength) > rank(best, sign.strength))
        };
        if is_better(format.codec().strongest())
            && let Some(sign) = format.codec().recognise(text)
            && is_better(sign.strength)
        {
            strongest = Some((format, sign));
        }
    }
    match strongest {
        Some((format, sign)) => (Some(format), Some(sign)),
        // A name alone makes no record out of nothing.
        None => (by_name.filter(|_| !text.trim().is_empty()), None),
    }
}

/// Whether the content of a file is a record, whatever it is called.
pub fn is_record(bytes: &[u8]) -> bool {
    if binary::refusal(bytes).is_some() {
        return false;
    }
    let text = decode(bytes).text;
    if binary::is_noise(&text) {
        return false;
    }
    let text = pasted::undo_mojibake(&text).map_or(text, |(back, _)| back);
    let text = pasted::text(&text).unwrap_or(text);
    detect(&text, &ReadOptions::default()).0.is_some()
}

/// Whether nothing of a file went into a record. Rows that are no board are nothing.
fn says_nothing(record: &Record) -> bool {
    record.is_empty()
        && record.headers.iter().next().is_none()
        && record.handicap.is_none()
        && record.node(NodeId::ROOT).note.is_none()
}

fn unknown(text: &str) -> Finding {
    if text.trim().is_empty() {
        return say::empty_file();
    }
    if pasted::is_link(text) {
        return say::link_without_moves();
    }
    say::unknown_format()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beginnings, middles and ends of files of every format.
    const PIECES: &[&str] = &[
        "手合割：平手\n",
        "   1 ７六歩(77)\n",
        "▲７六歩 △３四歩\n",
        "| ・ ・ ・ 歩 ・|一\n",
        "V2.2\nPI\n",
        "+7776FU\n",
        "startpos moves 7g7f\n",
        "lnsgkgsnl/1r5b1/9 b - 1\n",
        "~0.6y236e~",
        "[Sente \"Habu\"]\n",
        "1.P-7f P-3d\n",
        "{ \"format\": \"koma-record\",\n",
        "{\"header\":{},\"moves\":[]}\n",
        "# what\n",
        "\n",
    ];

    /// All formats are asked, whatever the others say.
    fn detect_slowly(text: &str, by_name: Option<Format>) -> Option<(Format, Sign)> {
        let signs = Format::ALL
            .iter()
            .filter_map(|&format| Some((format, format.codec().recognise(text)?)));
        signs.reduce(|best, other| {
            let preferred = other.1.strength == best.1.strength && by_name == Some(other.0);
            if other.1.strength > best.1.strength || preferred { other } else { best }
        })
    }

    #[test]
    fn a_name_makes_no_record_out_of_noise() {
        let named = |name: &str, text: &str| {
            let options = ReadOptions { name: Some(name.to_owned()), ..ReadOptions::default() };
            read(text.as_bytes(), &options)
        };
        for name in ["x.kif", "x.ki2", "x.csa", "x.usi", "x.jkf"] {
            let reading = named(name, "hello world\nthis is nothing\n");
            assert!(reading.records.is_empty() && reading.has_errors(), "{name}");
            assert_eq!(reading.format, None, "{name}");
        }
        let reading = named("x.kif", "先手：A\nhello\n");
        assert_eq!(reading.records.len(), 1);
    }

    #[test]
    fn formats_that_need_not_be_asked_would_have_changed_nothing() {
        let names = std::iter::once(None).chain(Format::ALL.iter().copied().map(Some));
        for by_name in names {
            let name = by_name.map(|format| format!("x.{}", format.name()));
            let options = ReadOptions { name, ..ReadOptions::default() };
            for (first, second) in
                PIECES.iter().flat_map(|first| PIECES.iter().map(move |second| (first, second)))
            {
                let text = format!("{first}{second}");
                let Some((format, sign)) = detect_slowly(&text, by_name) else { continue };
                assert_eq!(detect(&text, &options), (Some(format), Some(sign)), "{text:?}");
                assert!(sign.strength <= format.codec().strongest());
            }
        }
    }
}
