//! The page of rules of a variant, made from its data: Markdown, or HTML with pictures.

use std::fmt::Write as _;
use std::sync::Arc;

use koma_pieces::{PieceDef, betza};
use koma_rules::Ruleset;
use koma_text::Lang;
use koma_variants::{Variant, options};

use crate::diagram::{Diagram, svg, text};
use crate::{start, words};

/// The page as Markdown; pictures are drawn with characters. `board` is the start position, drawn
/// as the caller draws boards.
pub fn markdown(rules: &Arc<Ruleset>, board: &str, lang: Lang) -> String {
    let variant = rules.variant();
    let mut page = format!("# {}\n\n{}\n", title(variant, lang), summary(variant, lang));
    let _ = write!(page, "\n## {}\n\n```text\n{}\n```\n", start_title(lang), board.trim_end());
    let _ = write!(page, "\n```text\n{}\n```\n", variant.start);
    for section in words::sections(variant, lang, true) {
        let _ = write!(page, "\n## {}\n\n", section.title);
        for line in section.lines {
            let _ = writeln!(page, "- {line}");
        }
    }
    let _ = write!(page, "{}", options_markdown(variant, lang));
    let _ = write!(page, "\n## {}\n", lang.pick("Pieces", "駒"));
    for (codes, piece) in start::pieces(variant) {
        let grid = text::grid(&Diagram::of(&piece.movement), &piece.name_kanji);
        let _ = write!(page, "\n### {codes} {}\n\n", names(piece, lang));
        let _ = write!(page, "{}\n\n```text\n{}\n```\n", moves(piece, lang), grid.trim_end());
    }
    if !variant.sources.is_empty() {
        let _ = write!(page, "\n## {}\n\n", lang.pick("Sources", "出典"));
        for source in &variant.sources {
            let _ = writeln!(page, "- {source}");
        }
    }
    page
}

/// The page as HTML; pictures are SVG, and nothing else is needed.
pub fn html(rules: &Arc<Ruleset>, lang: Lang) -> String {
    let variant = rules.variant();
    let title = escape(&title(variant, lang));
    let code = lang.pick("en", "ja");
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n{STYLE}\n\
         <h1>{title}</h1>\n<p>{}</p>\n",
        escape(&summary(variant, lang))
    );
    let _ = writeln!(page, "<h2>{}</h2>\n{}", start_title(lang), start::board_drawing(rules, lang));
    for section in words::sections(variant, lang, true) {
        let _ = writeln!(page, "<h2>{}</h2>\n<ul>", section.title);
        for line in section.lines {
            let _ = writeln!(page, "<li>{}</li>", escape(&line));
        }
        page.push_str("</ul>\n");
    }
    page.push_str(&options_html(variant, lang));
    let _ = writeln!(page, "<h2>{}</h2>\n<div class=\"pieces\">", lang.pick("Pieces", "駒"));
    for (codes, piece) in start::pieces(variant) {
        let _ = writeln!(
            page,
            "<section>\n<h3>{} {}</h3>\n<p>{}</p>\n{}</section>",
            escape(&codes),
            escape(&names(piece, lang)),
            escape(&moves(piece, lang)),
            svg::moves(piece, lang)
        );
    }
    page.push_str("</div>\n");
    if !variant.sources.is_empty() {
        let _ = writeln!(page, "<h2>{}</h2>\n<ul>", lang.pick("Sources", "出典"));
        for source in &variant.sources {
            let _ = writeln!(page, "<li>{}</li>", escape(source));
        }
        page.push_str("</ul>\n");
    }
    page.push_str("</html>\n");
    page
}

const STYLE: &str = "<style>\nbody { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font-family: serif; \
    color: #222; background: #fffdf7; line-height: 1.5 }\nsvg { max-width: 100%; height: auto }\n\
    .pieces { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1.5rem }\n\
    table { border-collapse: collapse } td, th { border: 1px solid #ccc; padding: .2rem .6rem; text-align: left }\n\
    </style>";

fn title(variant: &Variant, lang: Lang) -> String {
    lang.pick(
        format!("{} ({})", variant.name, variant.name_ja),
        format!("{} ({})", variant.name_ja, variant.name),
    )
}

fn start_title(lang: Lang) -> &'static str {
    lang.pick("Start position", "初期配置")
}

fn summary(variant: &Variant, lang: Lang) -> String {
    let (files, ranks) = (variant.files, variant.ranks);
    let pieces = start::pieces(variant).len();
    lang.pick(
        format!("A board of {files} files and {ranks} ranks; {pieces} kinds of pieces, promoted ones included."),
        format!("盤は{files}筋{ranks}段。駒は成駒も含めて{pieces}種。"),
    )
}

fn names(piece: &PieceDef, lang: Lang) -> String {
    let (en, ja, kanji) = (&piece.name, &piece.name_ja, &piece.name_kanji);
    let kanji = if kanji == ja { String::new() } else { format!(" ({kanji})") };
    lang.pick(format!("{en} {ja}{kanji}"), format!("{ja}{kanji} {en}"))
}

/// How a piece moves, in a sentence.
pub fn moves(piece: &PieceDef, lang: Lang) -> String {
    let words = betza::explain(&piece.movement);
    lang.pick(words.english, words.japanese)
}

/// The options, the value played, and the others.
fn option_rows(variant: &Variant, lang: Lang) -> Vec<[String; 3]> {
    let mut rows = Vec::new();
    for option in options::all_for(variant) {
        let current = option.current(variant).map(|value| value.name);
        let question = lang.pick(option.question, option.question_ja);
        for (i, value) in option.values.iter().enumerate() {
            let played = if current == Some(value.name) { " ✓" } else { "" };
            let head =
                if i == 0 { format!("{question} ({})", option.statement) } else { String::new() };
            let meaning = lang.pick(value.meaning, value.meaning_ja);
            let name = format!("{}={}{played}", option.name, value.name);
            rows.push([head, name, format!("{meaning} ({})", value.source)]);
        }
    }
    rows
}

fn option_heads(lang: Lang) -> [&'static str; 3] {
    lang.pick(["question", "option", "meaning"], ["問い", "選択", "意味"])
}

fn options_markdown(variant: &Variant, lang: Lang) -> String {
    let rows = option_rows(variant, lang);
    if rows.is_empty() {
        return String::new();
    }
    let [a, b, c] = option_heads(lang);
    let mut text = format!("\n## {}\n\n| {a} | {b} | {c} |\n|---|---|---|\n", option_title(lang));
    for [question, name, meaning] in rows {
        let _ = writeln!(text, "| {question} | `{name}` | {meaning} |");
    }
    text
}

fn options_html(variant: &Variant, lang: Lang) -> String {
    let rows = option_rows(variant, lang);
    if rows.is_empty() {
        return String::new();
    }
    let heads = option_heads(lang).map(|head| format!("<th>{head}</th>")).concat();
    let mut text = format!("<h2>{}</h2>\n<table>\n<tr>{heads}</tr>\n", option_title(lang));
    for row in rows {
        let cells = row.map(|cell| format!("<td>{}</td>", escape(&cell))).concat();
        let _ = writeln!(text, "<tr>{cells}</tr>");
    }
    text + "</table>\n"
}

fn option_title(lang: Lang) -> &'static str {
    lang.pick("Rule options (--option)", "ルールの選択 (--option)")
}

/// The text as HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
