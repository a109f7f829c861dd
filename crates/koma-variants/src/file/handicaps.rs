//! The named start positions of a variant.

use koma_text::yaml::{Fields, Node};
use koma_text::{Findings, Source};

use super::start::{self, Men};
use super::{aliases, slug};
use crate::Handicap;
use crate::say;

pub fn read(node: &Node<'_>, source: &Source, men: &Men<'_>, out: &mut Findings) -> Vec<Handicap> {
    let mut handicaps: Vec<Handicap> = Vec::new();
    for item in node.list("`handicaps`", out).unwrap_or_default() {
        let Some(handicap) = handicap(item, source, men, out) else { continue };
        if handicaps.iter().any(|other| other.slug == handicap.slug) {
            out.push(say::handicap_twice(handicap.slug).at(item.span));
        } else {
            handicaps.push(handicap);
        }
    }
    handicaps
}

fn handicap(
    node: &Node<'_>,
    source: &Source,
    men: &Men<'_>,
    out: &mut Findings,
) -> Option<Handicap> {
    let mut fields = Fields::of(node, "a handicap", out)?;
    let slug = fields.need("slug", out).and_then(|node| slug(node, out));
    let name = fields.need("name", out).and_then(|node| node.text("the name", out));
    let name_ja = fields.get("name_ja").and_then(|node| node.text("the Japanese name", out));
    let aliases = fields.get("aliases").map(|node| aliases(node, out)).unwrap_or_default();
    let start = fields.need("start", out).and_then(|node| start::read(node, source, men, out));
    fields.finish(out);
    let name = name?.to_owned();
    Some(Handicap {
        slug: slug?,
        name_ja: name_ja.map_or_else(|| name.clone(), str::to_owned),
        name,
        aliases,
        start: start?,
    })
}
