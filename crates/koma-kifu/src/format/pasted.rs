//! What people paste instead of a record: the address of a page with the moves in it, or the line
//! in which Shogi Wars sends a game. No network is asked: what is not in the text is not known.

use std::fmt::Write as _;

use koma_text::Encoding;

/// A text in some format made of something pasted; `None` where it is nothing of the kind.
pub(super) fn text(pasted: &str) -> Option<String> {
    let trimmed = pasted.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if trimmed.starts_with("http") && !trimmed.contains(char::is_whitespace) {
        return link(trimmed);
    }
    // Only a short look at what begins like a move of CSA.
    let begins = trimmed.trim_start_matches("receiveMove(\"");
    let is_wars = begins.get(..9).is_some_and(|start| {
        start.starts_with(['+', '-']) && start.ends_with(",L") && start.is_ascii()
    });
    is_wars.then(|| wars(begins)).flatten()
}

/// The record in an address that stands among other words.
pub(super) fn linked(text: &str) -> Option<String> {
    let at = text.find("https://").or_else(|| text.find("http://"))?;
    let ends = |c: char| c.is_whitespace() || !c.is_ascii() || "\"<>".contains(c);
    let address = text[at..].split(ends).next()?;
    link(address.trim_end_matches([')', '.', ',']))
}

/// Whether a text is the address of a page.
pub(super) fn is_link(text: &str) -> bool {
    let trimmed = text.trim();
    trimmed.starts_with("http") && !trimmed.contains(char::is_whitespace) && !trimmed.is_empty()
}

/// The record in an address: KENTO, Shogi Playground, shogi-extend, lishogi and their like.
fn link(address: &str) -> Option<String> {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    let (place, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (path, query) = place.split_once('?').unwrap_or((place, ""));
    let value = |name: &str| {
        let all = query.split('&').chain(fragment.split('&'));
        let found = all.filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name);
        found.map(|(_, value)| unescaped(value)).filter(|value| !value.is_empty())
    };
    // Shogi Playground: USEN.
    if let Some(usen) = value("u").or_else(|| value("usen")).filter(|text| text.contains('~')) {
        return Some(usen);
    }
    // KENTO: a start, moves with dots between, and perhaps a branch.
    let start = || match value("initpos") {
        Some(sfen) => format!("sfen {sfen}"),
        None => "startpos".to_owned(),
    };
    let list = |text: String| -> Vec<String> {
        text.split(['.', ',', ' ', '_'])
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (moves, branch) = (value("moves").map(list), value("branch").map(list));
    if moves.is_some() || branch.is_some() || value("initpos").is_some() {
        let main = moves.clone().or_else(|| branch.clone()).unwrap_or_default();
        let mut text = line(&start(), &main);
        if let (Some(moves), Some(branch)) = (moves, branch) {
            let from = value("branchFrom").and_then(|n| n.parse().ok()).unwrap_or(0_usize);
            let way: Vec<_> = moves.into_iter().take(from).chain(branch).collect();
            text.push_str(&line(&start(), &way));
        }
        return Some(text);
    }
    // shogi-extend: a record of any format, or a line of USI with dots for blanks.
    let coded = || {
        let text = value("xbody")?;
        Some(String::from_utf8_lossy(&base64(&text)?).into_owned())
    };
    if let Some(body) = value("body").or_else(coded).or_else(|| value("sfen")) {
        return Some(if body.starts_with("position.") { body.replace('.', " ") } else { body });
    }
    // Lishogi: a position in the path.
    let mut parts = path.splitn(3, '/').skip(1);
    let (page, place) = (parts.next()?, parts.next()?);
    if !matches!(page, "analysis" | "editor") {
        return None;
    }
    let place = unescaped(place);
    let (game, sfen) = match place.split_once('/') {
        Some((game, sfen)) if crate::ruleset(game).is_some() => (game, sfen),
        _ => ("standard", &*place),
    };
    let sfen = sfen.replace('_', " ");
    let slug = crate::ruleset(game).map(|rules| rules.variant().slug.clone())?;
    let named = if slug == "shogi" { String::new() } else { super::usi_game_line(&slug) };
    (sfen.split('/').count() > 2).then(|| format!("{named}{}", line(&format!("sfen {sfen}"), &[])))
}

fn line(start: &str, moves: &[String]) -> String {
    let moves =
        if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    format!("position {start}{moves}\n")
}

/// `%2A` is `*`, `+` a blank.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match (first, hex.and_then(|hex| u8::from_str_radix(hex, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &after[2..];
                continue;
            }
            (b'+', _) => bytes.push(b' '),
            _ => bytes.push(first),
        }
        rest = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Base 64 in the letters of addresses or the usual ones.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in text.bytes().take_while(|&byte| byte != b'=') {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' | b' ' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        (bits, count) = (bits << 6 | u32::from(value), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Some(bytes)
}

/// `+7776FU,L599<tab>-3334FU,L597<tab>SENTE_WIN_TORYO` as CSA. L is the time that is left, so that
/// the time of a side's first move is not known.
fn wars(text: &str) -> Option<String> {
    let text = text.trim_end_matches([';', ')', '"']);
    let mut csa = String::from("V2.2\nPI\n+\n");
    let mut left: [Option<u32>; 2] = [None; 2];
    let mut last = '-';
    for word in text.split(|c: char| c.is_whitespace()).filter(|word| !word.is_empty()) {
        let (mv, time) = word.split_once(",L").unwrap_or((word, ""));
        if !mv.starts_with(['+', '-']) {
            csa.push_str(&wars_end(mv, last));
            continue;
        }
        last = if mv.starts_with('+') { '+' } else { '-' };
        let _ = writeln!(csa, "{mv}");
        let now = time.parse::<u32>().ok();
        let before = &mut left[usize::from(last == '-')];
        if let Some(spent) = before.zip(now).and_then(|(before, now)| before.checked_sub(now)) {
            let _ = writeln!(csa, "T{spent}");
        }
        *before = now.or(*before);
    }
    Some(csa)
}

/// The ending of a line of Shogi Wars. `last` is the side of the last move.
fn wars_end(word: &str, last: char) -> String {
    let (winner, how) = match (word.strip_prefix("SENTE_WIN_"), word.strip_prefix("GOTE_WIN_")) {
        (Some(how), _) => ('+', how),
        (_, Some(how)) => ('-', how),
        _ => match word {
            "DRAW_SENNICHI" => return "%SENNICHITE\n".to_owned(),
            _ => return format!("%{word}\n"),
        },
    };
    let result = |mark| if mark == winner { "win" } else { "lose" };
    let reason = if how == "TORYO" { "toryo" } else { "time up" };
    let other = if winner == '+' { '-' } else { '+' };
    match how {
        "TORYO" if winner == last => "%TORYO\n".to_owned(),
        "CHECKMATE" => "%TSUMI\n".to_owned(),
        "TIMEOUT" if winner == last => "%TIME_UP\n".to_owned(),
        "DISCONNECT" if winner == last => "%TIME_UP\n'*DISCONNECT\n".to_owned(),
        "TORYO" | "TIMEOUT" | "DISCONNECT" => {
            format!("%CHUDAN\n'summary:{reason}:sente {}:gote {}\n", result('+'), result('-'))
        }
        "ENTERINGKING" if winner != last => "%KACHI\n".to_owned(),
        "OUTE_SENNICHI" => format!("%{other}ILLEGAL_ACTION\n"),
        _ => format!("%{word}\n"),
    }
}

/// Text that is UTF-8 read as Shift_JIS, read back; with the number of characters that could not be
/// brought back. `None` where it is nothing of the kind.
pub(super) fn undo_mojibake(text: &str) -> Option<(String, usize)> {
    // Nearly all kana and most kanji of records turn into one of these.
    const SIGNS: &str = "縺繧繝謇蜈蠕豁驥譯鬟荳蜷莠螳譌蟆";
    let is_sign = |c: &char| SIGNS.contains(*c);
    let signs = |text: &str, most: usize| text.chars().take(most).filter(is_sign).count();
    if signs(text, LOOKED_AT) == 0 || signs(text, usize::MAX) < FEWEST_SIGNS {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len());
    // What could not be read then is a gap now; Windows wrote a dot for it.
    for (at, part) in text.replace("・ｼ", "\u{fffd}ｼ").split('\u{fffd}').enumerate() {
        if at > 0 {
            bytes.push(GAP);
        }
        bytes.extend(koma_text::encode(part, Encoding::Cp932).bytes);
    }
    let (back, lost) = rebuilt(&bytes);
    let known = back.chars().filter(|c| WORDS.contains(*c)).count();
    let is_better = known > signs(&back, usize::MAX) && lost * 4 < back.chars().count();
    is_better.then_some((back, lost))
}

/// So many characters at the beginning are looked at in every file.
const LOOKED_AT: usize = 120;

/// So many signs make it likely.
const FEWEST_SIGNS: usize = 3;

/// A byte that no UTF-8 has.
const GAP: u8 = 0xFF;

/// The characters of records: one of them is what a cut-off beginning was, if it fits alone.
const WORDS: &str = "歩香桂銀金角飛玉王と成龍竜馬全圭杏打同不一二三四五六七八九先手後合割平落車枚上下持駒将棋戦対局開始日時終了中断投勝負";

/// UTF-8 with gaps as text, and how many characters are missing.
fn rebuilt(bytes: &[u8]) -> (String, usize) {
    let is_tail = |byte: Option<&u8>| byte.is_some_and(|byte| (0x80..=0xBF).contains(byte));
    let (mut text, mut lost) = (String::with_capacity(bytes.len()), 0);
    let mut rest = bytes;
    while let Some(&first) = rest.first() {
        let length = match first {
            0..=0x7F => 1,
            // Full-width signs begin with bytes that Shift_JIS lacks.
            GAP if is_tail(rest.get(1)) => {
                let is_two = matches!(rest[1], 0xBC | 0xBD) && is_tail(rest.get(2));
                let sign = if is_two { [0xEF, rest[1], rest[2]] } else { [0xEF, 0xBC, rest[1]] };
                push(&sign, &mut text, &mut lost);
                rest = &rest[if is_two { 3 } else { 2 }..];
                continue;
            }
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => 1,
        };
        // Some programs lose one byte of a pair, others both.
        if let Some(c) = rest.get(..length).and_then(with_gap) {
            text.push(c);
            rest = &rest[length..];
            continue;
        }
        let taken = 1 + rest[1..].iter().take(length - 1).take_while(|b| is_tail(Some(b))).count();
        push(&rest[..taken], &mut text, &mut lost);
        rest = &rest[taken..];
        if taken < length {
            rest = rest.strip_prefix(&[GAP]).unwrap_or(rest);
        }
    }
    (text, lost)
}

/// The one character of records whose bytes are these but for one that was lost.
fn with_gap(bytes: &[u8]) -> Option<char> {
    if bytes.iter().filter(|byte| **byte == GAP).count() != 1 || bytes[0] == GAP {
        return None;
    }
    let fits = |c: &char| {
        let mut buffer = [0; 4];
        let whole = c.encode_utf8(&mut buffer).as_bytes();
        let is_same = |(one, two): (&u8, &u8)| one == two || *two == GAP;
        whole.len() == bytes.len() && whole.iter().zip(bytes).all(is_same) && is_gap(&whole[1..])
    };
    let mut fitting = WORDS.chars().filter(fits);
    fitting.next().filter(|_| fitting.next().is_none())
}

/// Whether two bytes are no character together, so that they could be lost.
fn is_gap(pair: &[u8]) -> bool {
    koma_text::decode_as(pair, Encoding::Cp932).text.contains('\u{fffd}')
}

/// A character by its bytes, or by their beginning.
fn push(bytes: &[u8], text: &mut String, lost: &mut usize) {
    if let Ok(whole) = std::str::from_utf8(bytes) {
        return text.push_str(whole);
    }
    let fits = |c: &char| {
        let mut buffer = [0; 4];
        let whole = c.encode_utf8(&mut buffer).as_bytes();
        // Two bytes are missing at once only where they are no character together.
        whole.starts_with(bytes) && (bytes.len() > 1 || is_gap(&whole[1..]))
    };
    // After a piece's name stands what the piece does, elsewhere not.
    let is_after_piece = text.ends_with(|c| "歩香桂銀金角飛".contains(c));
    let is_apt = |c: &char| "成打不".contains(*c) == is_after_piece;
    let mut fitting = WORDS.chars().filter(fits).filter(is_apt);
    match (fitting.next(), fitting.next()) {
        (Some(c), None) => text.push(c),
        _ => {
            text.push('\u{fffd}');
            *lost += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_hold_records() {
        for (address, expected) in [
            (
                "https://www.kento-shogi.com/?moves=7g7f.3c3d.8h2b%2B#3",
                "position startpos moves 7g7f 3c3d 8h2b+\n",
            ),
            (
                "https://www.kento-shogi.com/?initpos=4k4%2F9%2F9%2F9%2F9%2F9%2F9%2F9%2F4K4+b+P+1&moves=P%2A5e",
                "position sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1 moves P*5e\n",
            ),
            (
                "https://www.kento-shogi.com/?moves=7g7f.3c3d&branch=8c8d&branchFrom=1",
                "position startpos moves 7g7f 3c3d\nposition startpos moves 7g7f 8c8d\n",
            ),
            ("https://play.mogproject.com/?u=~0.7ku2jm.r&fold=1", "~0.7ku2jm.r"),
            (
                "https://www.shogi-extend.com/share-board?body=position.startpos.moves.7g7f&turn=1",
                "position startpos moves 7g7f",
            ),
            (
                "https://www.shogi-extend.com/share-board?xbody=cG9zaXRpb24gc3RhcnRwb3MgbW92ZXMgN2c3Zg",
                "position startpos moves 7g7f",
            ),
            (
                "https://lishogi.org/analysis/standard/4k4/9/9/9/9/9/9/9/4K4_b_P_1",
                "position sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1\n",
            ),
            (
                "https://lishogi.org/editor/minishogi/rbsgk/4p/5/P4/KGSBR%20b%20-%201",
                "setoption name USI_Variant value minishogi\nposition sfen rbsgk/4p/5/P4/KGSBR b - 1\n",
            ),
        ] {
            assert_eq!(text(address).as_deref(), Some(expected), "{address}");
        }
        let words = "見て！https://www.kento-shogi.com/?moves=7g7f.3c3d すごい\nよ";
        assert_eq!(linked(words).as_deref(), Some("position startpos moves 7g7f 3c3d\n"));
        assert_eq!(linked("(https://example.com/)"), None);
        for other in ["https://lishogi.org/AbCdEfGh", "https://example.com", "http", "▲７六歩", ""]
        {
            assert_eq!(text(other), None, "{other}");
        }
    }

    #[test]
    fn a_line_of_shogi_wars_is_csa() {
        let line = "+7776FU,L599\t-3334FU,L598\t+2726FU,L590\t-8384FU,L597\tGOTE_WIN_TORYO";
        let csa = "V2.2\nPI\n+\n+7776FU\n-3334FU\n+2726FU\nT9\n-8384FU\nT1\n%TORYO\n";
        assert_eq!(text(line).as_deref(), Some(csa));
        let wrapped = format!("receiveMove(\"{line}\");");
        assert_eq!(text(&wrapped).as_deref(), Some(csa));
        assert_eq!(text("+7776FU\n-3334FU\n"), None);
        assert!(wars_end("SENTE_WIN_TORYO", '-').contains("summary:toryo:sente win:gote lose"));
    }

    #[test]
    fn utf_8_read_as_shift_jis_is_read_back() {
        let record = "手合割：平手\n先手：山田太一\n   2 ３四歩(33)\n   3 ２二角成(88)\n";
        let broken = koma_text::decode_as(record.as_bytes(), Encoding::Cp932).text;
        assert!(!broken.contains("手合割"));
        let (back, _) = undo_mojibake(&broken).expect("read back");
        assert!(back.contains("手合割：平手\n") && back.contains("先手：山田太"), "{back}");
        assert!(back.contains("   2 ３四歩(33)\n") && back.contains("２二角成(88)"), "{back}");
        // Other programs lose one byte, not the pair.
        let broken = "謇句粋蜑ｲ\u{fffd}ｼ壼ｹｳ謇\u{fffd}\n   1 \u{fffd}ｼ怜\u{fffd}ｭ豁ｩ(77)\n   \
            2 \u{fffd}ｼ灘屁豁ｩ(33)\n   3 \u{fffd}ｼ怜\u{fffd}ｫ驥\u{fffd}(69)\n";
        let expected = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ７八金(69)\n";
        assert_eq!(undo_mojibake(broken), Some((expected.to_owned(), 0)));
        assert_eq!(undo_mojibake(record), None);
        assert_eq!(undo_mojibake("繧縺"), None);
    }
}
