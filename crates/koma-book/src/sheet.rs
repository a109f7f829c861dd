//! Many boards on pages to print: one HTML file without anything else.

use std::fmt::Write as _;

use koma_text::Lang;

use crate::escape;

/// Boards under one heading, such as a game.
pub struct Part {
    /// The heading.
    pub title: String,
    /// Pictures as SVG; their captions are in them.
    pub boards: Vec<String>,
}

/// A page of parts. Browsers print it, or save it as PDF, with no board torn apart.
pub fn html(title: &str, parts: &[Part], columns: u8, lang: Lang) -> String {
    let code = match lang {
        Lang::Ja => "ja",
        Lang::En => "en",
    };
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n<style>\n\
         @page {{ size: A4; margin: 12mm }}\n\
         body {{ margin: 0 auto; max-width: 190mm; font-family: serif }}\n\
         h1 {{ font-size: 14pt }}\nh2 {{ font-size: 11pt; break-after: avoid }}\n\
         .boards {{ display: grid; grid-template-columns: repeat({columns}, 1fr); gap: 4mm }}\n\
         .boards > svg {{ width: 100%; height: auto; break-inside: avoid }}\n</style>\n<h1>{0}</h1>\n",
        escape(title)
    );
    for part in parts {
        if part.title != title {
            let _ = writeln!(out, "<h2>{}</h2>", escape(&part.title));
        }
        let _ = writeln!(out, "<div class=\"boards\">\n{}</div>", part.boards.concat());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_has_every_board_and_nobodys_markup() {
        let parts = [
            Part { title: "<b>".into(), boards: vec!["<svg>1</svg>\n".into(); 3] },
            Part { title: "one".into(), boards: vec!["<svg>2</svg>\n".into()] },
        ];
        let page = html("one", &parts, 2, Lang::En);
        assert_eq!(page.matches("<svg>").count(), 4);
        assert!(page.contains("<h2>&lt;b&gt;</h2>") && !page.contains("<h2>one"));
    }
}
