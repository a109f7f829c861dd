//! A request to the generator: its parameters, read from YAML with places.

use koma_text::yaml::{Fields, Limits, Node, Style as Scalar, parse};
use koma_text::{Fact, Finding, Findings, Source, Span};

use super::placed::Placed;
use crate::say;
use koma_pieces::yaml::{BadRule, Style, Template, read_movement_node};
use koma_pieces::{Movement, SpecialRule};

/// What the generator is asked for: every parameter of `docs/piece-generator.md`.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Descriptions of pieces, as copied from a wiki or a rule sheet.
    pub source_text: Placed,
    /// Which pieces to make of them.
    pub piece_list: Vec<Entry>,
    /// Where the caller wants the result; the library itself writes no file.
    pub output_file: Option<String>,
    /// What counts as ranged, and which dialect of Betza is read.
    pub yaml_template: Template,
    /// Where values come from.
    pub value_estimation: ValueEstimation,
    /// Name of the group in header and metadata.
    pub group_name: Option<String>,
    /// The same in Japanese (ours; derived from `group_name` when absent).
    pub group_name_ja: Option<String>,
    /// The ids reserved for this file, e.g. `100-205`.
    pub id_range: Option<Ranged>,
    /// Whether the result is read back and checked.
    pub verify: bool,
    /// How steps are laid out.
    pub format_style: Style,
}

/// The parameter `value_estimation`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValueEstimation {
    /// The table of known pieces, else the formula.
    #[default]
    Auto,
    /// The `value` of each entry of the piece list.
    Manual,
    /// As `auto`, scaled so that a rook's move is worth 1000.
    Relative,
}

impl ValueEstimation {
    /// All, with their names in requests.
    pub const NAMES: [(&'static str, Self); 3] =
        [("auto", Self::Auto), ("manual", Self::Manual), ("relative", Self::Relative)];
}

/// A reserved range of ids: the text as written, and the numbers if it is two numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranged {
    /// As written; goes into the header.
    pub text: String,
    /// First and last id.
    pub ids: Option<(u32, u32)>,
    /// Where it stands in the request.
    pub span: Option<Span>,
}

impl Ranged {
    /// Reads `100-205`; other words are only a description.
    pub fn new(text: &str) -> Self {
        let ids = text
            .split_once(['-', '~', '–', '〜', '～'])
            .and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)))
            .filter(|(first, last)| first <= last);
        Self { text: text.into(), ids, span: None }
    }
}

/// One piece of the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// Its id.
    pub id: u32,
    /// English name; the source text is searched for it.
    pub name: String,
    /// Japanese name; searched for, too. When empty, the one in the description, else `name`.
    pub name_ja: String,
    /// The characters on the piece. When empty, the first of the Japanese name.
    pub name_kanji: String,
    /// Whether it promotes.
    pub can_promote: bool,
    /// The id of its promoted side.
    pub promotes_to: Option<u32>,
    /// Its value, for `value_estimation: manual`.
    pub value: Option<u32>,
    /// Rules besides those the text states.
    pub special_rules: Vec<SpecialRule>,
    /// Its move in Betza, besides or instead of a description.
    pub betza: Option<(String, Option<Span>)>,
    /// Its move in the fields of piece files, besides or instead of a description.
    pub movement: Option<Movement>,
    /// Where the entry stands.
    pub span: Option<Span>,
}

/// Most entries of a list: a hundred times Taikyoku's.
const MOST_ENTRIES: usize = 40_000;

/// Reads a request file (`docs/piece-generator.md`). All faults are listed; entries with faults are
/// left out.
///
/// Codes: those of [`koma_text::yaml`], `unknown-choice`, `unknown-rule`, `bad-rule`,
/// `too-many-entries`, and those of a movement in a piece file.
pub fn read(source: &Source) -> (Request, Vec<Finding>) {
    let mut out = Findings::default();
    let (document, findings) = parse(source.text(), &Limits::default());
    out.extend(findings);
    let mut request = Request { verify: true, ..Request::default() };
    let Some(root) = document.root else { return (request, out.into_vec()) };
    let Some(mut fields) = Fields::of(&root, "a request", &mut out) else {
        return (request, out.into_vec());
    };
    if let Some(node) = fields.need("source_text", &mut out)
        && let Some(text) = node.text("`source_text`", &mut out)
    {
        request.source_text = Placed::in_node(source.text(), node.span, text);
    }
    if let Some(node) = fields.need("piece_list", &mut out) {
        request.piece_list = entries(node, &mut out);
    }
    request.output_file = fields
        .need("output_file", &mut out)
        .and_then(|node| node.text("`output_file`", &mut out))
        .map(String::from);
    if let Some(choice) = fields.get("yaml_template").and_then(|node| {
        let names = ["neo_shogi", "standard_shogi"];
        let known = names.map(|name| (name, Template::from_name(name).unwrap_or_default()));
        one_of(node, "`yaml_template`", &known, &mut out)
    }) {
        request.yaml_template = choice;
    }
    if let Some(choice) = fields
        .get("value_estimation")
        .and_then(|node| one_of(node, "`value_estimation`", &ValueEstimation::NAMES, &mut out))
    {
        request.value_estimation = choice;
    }
    if let Some(choice) = fields.get("format_style").and_then(|node| {
        let known = [("flow", Style::Flow), ("block", Style::Block)];
        one_of(node, "`format_style`", &known, &mut out)
    }) {
        request.format_style = choice;
    }
    request.group_name = optional_text(fields.get("group_name"), "`group_name`", &mut out);
    request.group_name_ja = optional_text(fields.get("group_name_ja"), "`group_name_ja`", &mut out);
    if let Some(node) = fields.get("id_range") {
        request.id_range = optional_text(Some(node), "`id_range`", &mut out)
            .map(|text| Ranged { span: Some(node.span), ..Ranged::new(&text) });
    }
    if let Some(verify) = fields.get("verify").and_then(|n| n.boolean("`verify`", &mut out)) {
        request.verify = verify;
    }
    fields.finish(&mut out);
    (request, out.into_vec())
}

/// Reads a piece list that stands alone: a YAML list, or a mapping with `piece_list`.
pub fn read_list(source: &Source) -> (Vec<Entry>, Vec<Finding>) {
    let mut out = Findings::default();
    let (document, findings) = parse(source.text(), &Limits::default());
    out.extend(findings);
    let Some(root) = document.root else { return (Vec::new(), out.into_vec()) };
    let list = match &root.kind {
        koma_text::yaml::Kind::Mapping(entries) => entries
            .iter()
            .find(|entry| entry.name() == "piece_list")
            .map_or(&root, |entry| &entry.value),
        _ => &root,
    };
    let list = entries(list, &mut out);
    (list, out.into_vec())
}

fn entries(node: &Node<'_>, out: &mut Findings) -> Vec<Entry> {
    let items = node.list("`piece_list`", out).unwrap_or_default();
    if items.len() > MOST_ENTRIES {
        out.push(say::too_many_entries(items.len(), MOST_ENTRIES).at(node.span));
    }
    items.iter().take(MOST_ENTRIES).filter_map(|item| entry(item, out)).collect()
}

fn entry(node: &Node<'_>, out: &mut Findings) -> Option<Entry> {
    const IDS: std::ops::RangeInclusive<i64> = 0..=u32::MAX as i64;
    let mut fields = Fields::of(node, "a piece of the list", out)?;
    let id = fields.need("id", out).and_then(|n| n.integer("`id`", IDS, out));
    let name = fields.need("name", out).and_then(|n| n.text("`name`", out));
    let name_ja = optional_text(fields.get("name_ja"), "`name_ja`", out);
    let name_kanji = optional_text(fields.get("name_kanji"), "`name_kanji`", out);
    let promotes_to = fields
        .get("promotes_to")
        .filter(|n| !n.is_null())
        .and_then(|n| n.integer("`promotes_to`", IDS, out));
    let can_promote = fields.get("can_promote").and_then(|n| n.boolean("`can_promote`", out));
    let value =
        fields.get("value").filter(|n| !n.is_null()).and_then(|n| n.integer("`value`", IDS, out));
    let special_rules = fields.get("special_rules").map_or(Vec::new(), |n| rules(n, out));
    let betza = fields
        .get("betza")
        .filter(|n| !n.is_null())
        .and_then(|n| Some((n.text("`betza`", out)?.to_string(), inner(n))));
    let movement = fields.get("movement").filter(|n| !n.is_null());
    let movement = movement.map(|n| read_movement_node(n, out));
    fields.finish(out);
    let (id, name) = (u32::try_from(id?).ok()?, name?.to_string());
    Some(Entry {
        id,
        name,
        name_ja: name_ja.or_else(|| name_kanji.clone()).unwrap_or_default(),
        name_kanji: name_kanji.unwrap_or_default(),
        can_promote: can_promote.unwrap_or(promotes_to.is_some()),
        promotes_to: promotes_to.and_then(|id| u32::try_from(id).ok()),
        value: value.and_then(|value| u32::try_from(value).ok()),
        special_rules,
        betza,
        movement,
        span: Some(node.span),
    })
}

/// The known rules of a list; unknown ones are reported and left out (seed 7.2).
fn rules(node: &Node<'_>, out: &mut Findings) -> Vec<SpecialRule> {
    let mut rules = Vec::new();
    for item in node.list("`special_rules`", out).unwrap_or_default() {
        let Some(text) = item.text("a special rule", out) else { continue };
        match text.parse::<SpecialRule>() {
            Ok(rule) if rules.contains(&rule) => {}
            Ok(rule) => rules.push(rule),
            Err(bad @ BadRule::Unknown { .. }) => out.push(bad.finding().at(item.span)),
            Err(bad) => out.push(say::bad_rule(bad.finding().message).at(item.span)),
        }
    }
    rules
}

fn optional_text(node: Option<&Node<'_>>, what: &str, out: &mut Findings) -> Option<String> {
    node.filter(|n| !n.is_null()).and_then(|n| n.text(what, out)).map(String::from)
}

fn one_of<T: Copy>(
    node: &Node<'_>,
    what: &str,
    known: &[(&str, T)],
    out: &mut Findings,
) -> Option<T> {
    let word = node.text(what, out)?;
    if let Some((_, choice)) = known.iter().find(|(name, _)| *name == word) {
        return Some(*choice);
    }
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let names = Fact::named(names.join(" or "), names.join("、"));
    out.push(say::unknown_choice(what, names, word).at(node.span));
    None
}

/// Where the text of a scalar stands, quotes left out.
fn inner(node: &Node<'_>) -> Option<Span> {
    match node.scalar()? {
        (_, Scalar::Quoted) => Some(Span::new(node.span.start + 1, node.span.end - 1)),
        (_, Scalar::Plain) => Some(node.span),
        (_, Scalar::Block) => None,
    }
}
