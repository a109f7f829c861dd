//! From the text of a piece file to [`PieceFile`], with every fault and where it stands.

mod comments;
mod direction;
mod movement;

use koma_text::say as words;
use koma_text::yaml::{Entry, Fields, Kind, Limits, Node, parse};
use koma_text::{Finding, Findings, Source, Span};

use super::{Metadata, PieceFile, Template};
use crate::say;
use crate::{Movement, PieceDef, SpecialRule};

/// Reads a piece file. Entries with faults are read as far as they go; an entry without a usable
/// `id` is left out. Codes: those of [`koma_text::yaml`] and of the first part of
/// [`crate::FINDINGS`]; what needs more than one entry is [`crate::check::check_files`]' work.
///
/// ```
/// use koma_pieces::yaml;
/// use koma_text::Source;
///
/// let source = Source::new("pawn.yaml", r#"
/// metadata: { name: "Pawns", version: "1.0", piece_count: 1 }
/// pieces:
///   - id: 1
///     name: "Pawn"
///     name_ja: "歩兵"
///     name_kanji: "歩"
///     value: 100
///     can_promote: false
///     promotes_to: null
///     movement:
///       steps:
///         - { direction: N, type: single }
///     is_ranged: false
///     special_rules: [NifuProhibited]
/// "#);
/// let (file, findings) = yaml::read(&source);
/// assert_eq!(file.pieces[0].movement.steps.len(), 1);
/// assert_eq!(findings[0].code, "unquoted-direction");
/// assert_eq!(source.line_col(findings[0].span.unwrap().start).line, 13);
/// ```
pub fn read(source: &Source) -> (PieceFile, Vec<Finding>) {
    let (read, findings) = read_with_places(source, true, Repair::No);
    (read.file, findings.into_vec())
}

/// Reads a movement alone, as it stands under `movement:` (JSON will do, too).
///
/// ```
/// let source = koma_text::Source::new("<argument>", r#"{"steps": [{"direction": "N", "type": "ranging"}]}"#);
/// let (lance, findings) = koma_pieces::yaml::read_movement(&source);
/// assert!(findings.is_empty());
/// assert_eq!(lance.steps.len(), 1);
/// ```
pub fn read_movement(source: &Source) -> (Movement, Vec<Finding>) {
    let (document, findings) = parse(source.text(), &Limits::default());
    let mut out = Findings::default();
    out.extend(findings);
    let movement = document.root.map(|root| movement::read(&root, Repair::No, &mut out));
    (movement.unwrap_or_default(), out.into_vec())
}

/// Reads the movement at a node of another kind of file.
pub fn read_movement_node(node: &Node<'_>, out: &mut Findings) -> Movement {
    movement::read(node, Repair::No, out)
}

/// Most pieces of one file: memory is bounded also when a small text claims many.
const MOST_PIECES: usize = 100_000;

/// Whether directions that YAML 1.1 spoilt are put right or refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repair {
    No,
    Yes,
}

/// A file and where its parts stand.
#[derive(Debug, Default)]
pub(crate) struct Read {
    pub(crate) file: PieceFile,
    /// One for each piece of `file`.
    pub(crate) places: Vec<Places>,
    /// How many entries the text has, unusable ones included; `None` without a list of pieces.
    pub(crate) entries: Option<usize>,
    /// The `piece_count` it claims.
    pub(crate) piece_count: Option<(i64, Span)>,
}

/// Where the fields of a piece stand, for the checks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    pub(crate) id: Span,
    pub(crate) name: Span,
    pub(crate) value: Option<Span>,
    pub(crate) can_promote: Option<Span>,
    pub(crate) promotes_to: Option<Span>,
    pub(crate) movement: Option<Span>,
    pub(crate) special_rules: Span,
    /// The claim and its place.
    pub(crate) is_ranged: Option<(bool, Span)>,
    /// Whether the movement was read without errors: else nothing may be concluded from it.
    pub(crate) sound: bool,
    /// The whole entry.
    pub(crate) whole: Span,
}

pub(crate) fn read_with_places(
    source: &Source,
    comments: bool,
    repair: Repair,
) -> (Read, Findings) {
    let mut out = Findings::default();
    let (document, findings) = parse(source.text(), &Limits { comments, ..Limits::default() });
    out.extend(findings);
    let Some(root) = document.root else { return (Read::default(), out) };
    let mut read = Read::default();
    let Some(mut fields) = Fields::of(&root, "a piece file", &mut out) else { return (read, out) };
    match fields.get("metadata") {
        Some(node) => read_metadata(node, &mut read, &mut out),
        None => {
            out.push(say::no_metadata().at(Span::new(root.span.start, root.span.start)));
        }
    }
    if let Some(node) = fields.need("pieces", &mut out)
        && let Some(items) = node.list("`pieces`", &mut out)
    {
        read.entries = Some(items.len());
        (read.file.pieces, read.places) = pieces(items, repair, &mut out).unzip();
    }
    let pieces_from = fields.entry("pieces").map_or(root.span.end, |e| e.key.span.start);
    fields.finish(&mut out);
    read.file.template = template_of(&read);
    if comments {
        comments::attach(source, &document.comments, pieces_from, &mut read);
    }
    (read, out)
}

/// The template with which most claims of `is_ranged` agree.
fn template_of(read: &Read) -> Template {
    let agreeing = |template: Template| {
        let pieces = read.file.pieces.iter().zip(&read.places);
        pieces
            .filter(|(piece, places)| {
                places.is_ranged.is_some_and(|(is, _)| is == template.is_ranged(&piece.movement))
            })
            .count()
    };
    if agreeing(Template::StandardShogi) > agreeing(Template::NeoShogi) {
        Template::StandardShogi
    } else {
        Template::NeoShogi
    }
}

fn read_metadata(node: &Node<'_>, read: &mut Read, out: &mut Findings) {
    let Some(entries) = node.mapping("`metadata`", out) else { return };
    let metadata = &mut read.file.metadata;
    *metadata = Metadata { version: String::new(), ..Metadata::default() };
    let mut seen = [false; 3];
    for Entry { key, value } in entries {
        let Some((name, _)) = key.scalar() else { continue };
        match name {
            "name" => {
                seen[0] = true;
                metadata.name = value.text("`name`", out).unwrap_or_default().into();
            }
            "version" => {
                seen[1] = true;
                // A version is not a number, even where it looks like one.
                match value.scalar() {
                    Some((version, _)) => metadata.version = version.into(),
                    None => {
                        let _ = value.wrong::<()>("`version`", words::a_text(), out);
                    }
                }
            }
            "piece_count" => {
                seen[2] = true;
                let count = value.integer("`piece_count`", 0..=i64::from(u32::MAX), out);
                read.piece_count = count.map(|count| (count, value.span));
            }
            _ => match value.scalar() {
                Some((text, _)) => {
                    out.push(say::extra_metadata(name).at(key.span));
                    metadata.extra.push((name.into(), text.into()));
                }
                None => {
                    let what = "a further field of `metadata`";
                    let _ = value.wrong::<()>(what, words::a_single_value(), out);
                }
            },
        }
    }
    for (seen, name) in seen.into_iter().zip(["name", "version", "piece_count"]) {
        if !seen {
            out.push(say::missing_metadata(name).at(node.span));
        }
    }
}

/// Reads a list of pieces that stands in another file, such as `pieces` of a variant file.
pub fn read_pieces(node: &Node<'_>, out: &mut Findings) -> Vec<PieceDef> {
    let items = node.list("`pieces`", out).unwrap_or_default();
    pieces(items, Repair::No, out).map(|(piece, _)| piece).collect()
}

/// The pieces of a list that can be read.
fn pieces<'a>(
    items: &'a [Node<'a>],
    repair: Repair,
    out: &'a mut Findings,
) -> impl Iterator<Item = (PieceDef, Places)> {
    if let Some(extra) = items.get(MOST_PIECES) {
        out.push(say::too_many_pieces(items.len(), MOST_PIECES).at(extra.span));
    }
    items.iter().take(MOST_PIECES).filter_map(move |item| read_piece(item, repair, out))
}

fn read_piece(node: &Node<'_>, repair: Repair, out: &mut Findings) -> Option<(PieceDef, Places)> {
    const ID: std::ops::RangeInclusive<i64> = 0..=u32::MAX as i64;
    let mut fields = Fields::of(node, "a piece", out)?;
    let mut places = Places { whole: node.span, ..Places::default() };

    let id = fields.need("id", out);
    places.id = id.map_or(node.span, |n| n.span);
    let id = id.and_then(|n| n.integer("`id`", ID, out));

    let name = fields.need("name", out);
    places.name = name.map_or(places.id, |n| n.span);
    let name = text(name, "`name`", out);
    let name_ja = text(fields.need("name_ja", out), "`name_ja`", out);
    let name_kanji = text(fields.need("name_kanji", out), "`name_kanji`", out);

    let value = fields.need("value", out);
    let worth = value.and_then(|n| n.integer("`value`", ID, out));
    places.value = worth.and(value).map(|n| n.span);

    let can_promote = fields.need("can_promote", out);
    let may = can_promote.and_then(|n| n.boolean("`can_promote`", out));
    places.can_promote = may.and(can_promote).map(|n| n.span);

    let target = fields.need("promotes_to", out);
    let promotes_to = match target {
        Some(n) if !n.is_null() => n.integer("`promotes_to`", ID, out),
        _ => None,
    };
    let readable = target.filter(|n| n.is_null() || promotes_to.is_some());
    places.promotes_to = readable.map(|n| n.span);

    let movement = fields.need("movement", out);
    places.movement = movement.map(|n| n.span);
    let errors = out.errors();
    let movement = movement.map(|n| movement::read(n, repair, out));
    places.sound = movement.is_some() && out.errors() == errors;

    if let Some(node) = fields.need("is_ranged", out) {
        places.is_ranged = node.boolean("`is_ranged`", out).map(|is| (is, node.span));
    }
    let rules = fields.need("special_rules", out);
    places.special_rules = rules.map_or(places.id, |n| n.span);
    let special_rules = rules.map_or(Vec::new(), |n| read_rules(n, out));
    fields.finish(out);

    let piece = PieceDef {
        id: to_u32(id?),
        name,
        name_ja,
        name_kanji,
        value: to_u32(worth.unwrap_or(0)),
        can_promote: may.unwrap_or(false),
        promotes_to: promotes_to.map(to_u32),
        movement: movement.unwrap_or_default(),
        special_rules,
    };
    Some((piece, places))
}

/// A name: read, and found when it says nothing.
fn text(node: Option<&Node<'_>>, what: &str, out: &mut Findings) -> String {
    let Some(node) = node else { return String::new() };
    let text = node.text(what, out).unwrap_or_default();
    if text.trim().is_empty() && node.scalar().is_some_and(|(text, _)| text.trim().is_empty()) {
        out.push(say::empty_name(what).at(node.span));
    }
    text.into()
}

fn to_u32(number: i64) -> u32 {
    u32::try_from(number).expect("the range was checked on reading")
}

fn read_rules(node: &Node<'_>, out: &mut Findings) -> Vec<SpecialRule> {
    let mut rules: Vec<SpecialRule> = Vec::new();
    let items = node.list("`special_rules`", out).unwrap_or_default();
    if items.len() > movement::LONGEST {
        let finding = say::list_too_long("`special_rules`", items.len(), movement::LONGEST);
        out.push(finding.at(node.span));
    }
    for item in items.iter().take(movement::LONGEST) {
        let Some(rule) = read_rule(item, out) else { continue };
        if rules.contains(&rule) {
            out.push(say::rule_twice(rule.to_string()).at(item.span));
        } else {
            rules.push(rule);
        }
    }
    rules
}

/// `Royal`, `CannotDropInZone 2`, or as a mapping `CannotDropInZone: 2`.
fn read_rule(node: &Node<'_>, out: &mut Findings) -> Option<SpecialRule> {
    let text = match &node.kind {
        Kind::Mapping(entries) if entries.len() == 1 => {
            let ranks = entries[0].value.scalar().map_or("", |(text, _)| text);
            format!("{} {ranks}", entries[0].name())
        }
        _ => node.text("a special rule", out)?.into(),
    };
    match text.parse::<SpecialRule>() {
        Ok(rule) => Some(rule),
        Err(bad) => {
            out.push(bad.finding().at(node.span));
            None
        }
    }
}
