//! Reading a variant file: YAML in, a [`Variant`] and everything that is wrong with the text out.
//!
//! The fields are described one by one in `docs/variant-files.md`.

pub(crate) mod endings;
mod handicaps;
pub(crate) mod kinds;
mod pieces;
pub(crate) mod rules;
mod sides;
pub(crate) mod special;
mod start;
#[cfg(test)]
mod tests;
mod words;
pub(crate) mod zone;

use koma_text::yaml::{self, Fields, Limits, Node};
use koma_text::{Finding, Findings, Source, Span};

use crate::say;
use crate::{ChoiceGroup, DropRules, Variant};
use sides::Codes;
use words::{is_none, none_or};

/// The longest side of a board, as in the largest historical game (大局将棋).
pub const MOST_FILES_AND_RANKS: u8 = 36;

/// The most kinds of men in one variant.
pub const MOST_KINDS: usize = 1000;

/// Reads a variant file.
///
/// `resolve` finds the piece files it names; nothing here opens a file. All faults are reported,
/// not only the first. Without a usable board, start position or list of kinds there is no
/// variant; a fault elsewhere leaves that part at its default and is an error finding all the
/// same, so ask for errors before you play.
///
/// A fault inside a piece file is placed at the line that names the file, with its own line and
/// column in the message.
pub fn read(
    source: &Source,
    resolve: impl Fn(&str) -> Option<Source>,
) -> (Option<Variant>, Vec<Finding>) {
    let mut out = Findings::default();
    let limits = Limits { bytes: 4 << 20, nodes: 400_000, ..Limits::default() };
    let (document, syntax) = yaml::parse(source.text(), &limits);
    out.extend(syntax);
    let variant = document.root.and_then(|root| variant(&root, source, resolve, &mut out));
    (variant, out.into_vec())
}

fn variant(
    root: &Node<'_>,
    source: &Source,
    resolve: impl Fn(&str) -> Option<Source>,
    out: &mut Findings,
) -> Option<Variant> {
    let mut fields = Fields::of(root, "a variant", out)?;

    let slug = fields.need("slug", out).and_then(|node| slug(node, out));
    let name = fields.need("name", out).and_then(|node| node.text("the name", out));
    let name_ja = fields.get("name_ja").and_then(|node| node.text("the Japanese name", out));
    let aliases = fields.get("aliases").map(|node| aliases(node, out)).unwrap_or_default();
    let sources = fields.get("sources").map(|node| sources(node, out)).unwrap_or_default();

    let board = fields.need("board", out).and_then(|node| board(node, out));
    // The board bounds the zones; without one, the largest will do.
    let size = board.unwrap_or((MOST_FILES_AND_RANKS, MOST_FILES_AND_RANKS));

    let pieces = pieces::read(&mut fields, resolve, out);
    let promotion = rules::promotion(fields.get("promotion"), size, out);
    let drops = fields.get("drops");
    let has_drops = !drops.is_some_and(is_none);
    let check_rules = fields.get("check_rules");
    let check_rules = check_rules.and_then(|n| n.boolean("`check_rules`", out)).unwrap_or(true);
    let royals = fields.get("royals_needed");
    let royals = royals.and_then(|n| n.integer("`royals_needed`", 1..=255, out)).unwrap_or(1);
    let kinds = fields.need("kinds", out).and_then(|node| {
        let context = kinds::Context { pieces: pieces.as_deref(), board: size, drops: has_drops };
        kinds::read(node, &context, out)
    });
    // From here on men are named by their codes.
    let codes = Codes::of(kinds.as_deref());
    let drops = match drops {
        Some(node) => none_or(node, |node| rules::drops(node, &codes, size, out)),
        None => Some(DropRules::default()),
    };
    let setup = fields.get("setup").filter(|node| !is_none(node));
    let setup = setup.and_then(|node| special::setup(node, &codes, size, out));
    let groups = fields.get("choice_groups");
    let choice_groups =
        groups.map(|node| special::choice_groups(node, &codes, out)).unwrap_or_default();
    let special = fields.get("special").filter(|node| !is_none(node));
    let special = special.map(|node| special::special(node, &codes, out)).unwrap_or_default();
    let context = endings::Context { codes: &codes, board: size, check_rules };
    let endings = endings::read(fields.entry("endings"), &context, fields.span, out);
    let impasse = rules::impasse(fields.get("impasse"), size, promotion.zone.clone(), out);
    let clock = rules::clock(fields.get("clock"), out);
    let start = fields.need("start", out);
    let handicaps = fields.get("handicaps").filter(|node| !is_none(node));
    fields.finish(out);

    let (files, ranks) = board?;
    let kinds = kinds?;
    kinds::check_use(&kinds, root.span, &promotion, check_rules, &endings, out);
    check_setup(root.span, drops.is_none(), setup.is_some(), &choice_groups, out);
    let men = start::Men { board: (files, ranks), kinds: &kinds, drops: drops.as_ref() };
    let start = start::read(start?, source, &men, out)?;
    let handicaps =
        handicaps.map(|node| handicaps::read(node, source, &men, out)).unwrap_or_default();
    let (slug, name) = (slug?, name?.to_string());
    Some(Variant {
        name_ja: name_ja.map_or_else(|| name.clone(), str::to_string),
        slug,
        name,
        aliases,
        sources,
        files,
        ranks,
        kinds,
        start,
        handicaps,
        promotion,
        drops,
        setup,
        choice_groups,
        check_rules,
        royals_needed: royals as u8,
        special,
        endings,
        impasse,
        clock,
    })
}

/// What set-up and choice groups need from the rest of the variant.
fn check_setup(
    variant: Span,
    no_drops: bool,
    setup: bool,
    groups: &[Vec<ChoiceGroup>; 2],
    out: &mut Findings,
) {
    let grouped = groups.iter().any(|groups| !groups.is_empty());
    if no_drops && (setup || grouped) {
        out.push(say::setup_without_drops().at(variant));
    }
    if !setup && groups.iter().flatten().any(|group| group.required) {
        out.push(say::setup_missing().at(variant));
    }
}

/// A name for commands and addresses: small letters, digits and single hyphens.
fn slug(node: &Node<'_>, out: &mut Findings) -> Option<String> {
    let text = node.text("the slug", out)?;
    let good = (1..=40).contains(&text.len())
        && text.split('-').all(|part| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        });
    if good {
        return Some(text.to_string());
    }
    out.push(say::bad_slug().at(node.span));
    None
}

fn aliases(node: &Node<'_>, out: &mut Findings) -> Vec<String> {
    let mut aliases: Vec<String> = Vec::new();
    for item in node.list("`aliases`", out).unwrap_or_default() {
        let Some(text) = item.text("an alias", out) else { continue };
        if text.trim().is_empty() || aliases.iter().any(|a| a == text) {
            out.push(say::bad_alias().at(item.span));
        } else {
            aliases.push(text.to_string());
        }
    }
    aliases
}

fn sources(node: &Node<'_>, out: &mut Findings) -> Vec<String> {
    let items = node.list("`sources`", out).unwrap_or_default();
    items.iter().filter_map(|item| item.text("a source", out)).map(str::to_string).collect()
}

fn board(node: &Node<'_>, out: &mut Findings) -> Option<(u8, u8)> {
    let mut fields = Fields::of(node, "the board", out)?;
    let mut side = |name: &'static str, out: &mut Findings| {
        let node = fields.need(name, out)?;
        node.integer(name, 1..=i64::from(MOST_FILES_AND_RANKS), out)
    };
    let (files, ranks) = (side("files", out), side("ranks", out));
    fields.finish(out);
    Some((files? as u8, ranks? as u8))
}
