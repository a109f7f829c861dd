//! 日本語. Two clauses join with 、, more are sentences of their own.

use super::clauses::Clause;
use crate::betza::families::{Family, Turned};
use crate::{Condition, Direction, Hop, Jump, Leg, Mode, Reach};

pub(super) fn sentence(clauses: &[Clause]) -> String {
    if clauses.is_empty() {
        return "動けない。".to_owned();
    }
    let said: Vec<String> = clauses.iter().map(clause).collect();
    match &said[..] {
        [first, last] if !first.ends_with('。') && !last.ends_with('。') => {
            format!("{first}、{last}る。")
        }
        _ => said.iter().map(|one| ended(one)).collect(),
    }
}

/// A stem takes る; what has its own end stays.
fn ended(clause: &str) -> String {
    if clause.ends_with('。') { clause.to_owned() } else { format!("{clause}る。") }
}

fn clause(clause: &Clause) -> String {
    match clause {
        Clause::Walk { dirs, reach, hop, skip, when } => {
            conditioned(&walk(&format!("{}に", ways(dirs)), *reach, *hop, *skip), *when)
        }
        Clause::Leap { offsets, like } => leap(offsets, like),
        Clause::LeapThenSlide { dirs, squares, then } => {
            let squares: Vec<String> = squares.iter().map(|n| format!("{n}マス先")).collect();
            let more = match then {
                Reach::Single => "1マス".to_owned(),
                Reach::Limited(n) => format!("{n}マスまで"),
                Reach::Ranging => "何マスでも".to_owned(),
            };
            let squares = squares.join("か");
            format!("{}の{squares}に飛んでそこからさらに{more}進め", ways(dirs))
        }
        Clause::Over { dirs, most } => {
            let most = match most {
                None => "いくつでも".to_owned(),
                Some(n) => format!("{n}枚まで"),
            };
            format!("{}に駒を{most}飛び越えながら何マスでも動け", ways(dirs))
        }
        Clause::Lion { dirs } if dirs.len() == 8 => {
            "獅子の動き(1マスずつ2回まで進み、それぞれで駒を取れる。2マス以内なら飛び越えても行ける。居喰いもじっともできる)ができ"
                .to_owned()
        }
        Clause::Lion { dirs } => format!(
            "{}に1マスずつ2回まで進める(それぞれで駒を取れる。その先へ飛び越えても行ける。居喰いもじっともできる)。",
            ways(dirs)
        ),
        Clause::Area { area, home } => {
            let mut notes = vec![match area.captures {
                0 => "駒は取れない".to_owned(),
                1 => "駒を取ったらそこで止まる".to_owned(),
                n => format!("駒を{n}枚まで取れる"),
            }];
            if area.radius < area.max_steps {
                notes.push(format!("元のマスから{}マス以内", area.radius));
            }
            if area.jump {
                notes.push("その先へ飛び越えても行ける".to_owned());
            }
            match (area.can_return, home) {
                (true, _) => notes.push("元のマスに戻れる".to_owned()),
                (false, true) => notes.push("別の2マスを通って元のマスに戻れる".to_owned()),
                (false, false) => {}
            }
            let (ways, steps) = (ways(&area.dirs), area.max_steps);
            format!("{ways}に1マスずつ{steps}回まで進める({})。", notes.join("。"))
        }
        Clause::Hook { dirs, turn, turns, then } => {
            let angle = match turn {
                90 => "直角に".to_owned(),
                degrees => format!("{degrees}度"),
            };
            let times = if *turns == 1 { "一度だけ".to_owned() } else { format!("{turns}度まで") };
            let then = match then {
                Reach::Single => "1マス進め".to_owned(),
                Reach::Limited(n) => format!("{n}マスまで進め"),
                Reach::Ranging => "さらに走れ".to_owned(),
            };
            format!("{}に走って途中で{times}{angle}曲がり{then}", ways(dirs))
        }
        Clause::Line { dirs, steps, jumps, takes_each, returns } => {
            let mut may = Vec::new();
            for (can, words) in [
                (*takes_each, "それぞれで駒を取れる"),
                (*jumps, "駒を飛び越えてもよい"),
                (*returns, "同じ線上を戻れる"),
            ] {
                if can {
                    may.push(words);
                }
            }
            let may = if may.is_empty() { String::new() } else { format!("({})", may.join("。")) };
            format!("{}の一直線上を1マスずつ{steps}回まで進める{may}。", ways(dirs))
        }
        Clause::Igui { dirs } if dirs.len() == 8 => "隣の敵の駒を動かずに取れ".to_owned(),
        Clause::Igui { dirs } => format!("{}の隣の敵の駒を動かずに取れ", ways(dirs)),
        Clause::Flight { dirs } => {
            format!("{}に格下の駒を敵味方とも全部取りながら飛び越えて何マスでも進め", ways(dirs))
        }
        Clause::RankJump { dirs, only_when_capturing } => {
            let when = if *only_when_capturing { "駒を取る時に限り" } else { "" };
            format!("{}に何マスでも動け、{when}格下の駒をいくつでも飛び越えられ", ways(dirs))
        }
        Clause::Burn => "止まると隣の敵の駒をすべて焼く。隣に止まった敵の駒も焼く。".to_owned(),
        Clause::Anywhere { takes_guarded: true } => "盤上のどのマスにも飛べ".to_owned(),
        Clause::Anywhere { takes_guarded: false } => {
            "守られている駒を取らない限り盤上のどのマスにも飛べ".to_owned()
        }
        Clause::Legs(family) => path(family),
        Clause::OtherPaths(n) => format!("ほかに独自の道筋で{n}通りに動け"),
    }
}

fn walk(to: &str, reach: Reach, hop: Option<Hop>, skip: u8) -> String {
    let at_most = match reach.limit() {
        None => "何マスでも".to_owned(),
        Some(n) => format!("元のマスから{n}マス目まで"),
    };
    match (hop, skip, reach) {
        (None, 0, Reach::Single) => format!("{to}1マス動け"),
        (None, 0, Reach::Limited(n)) => format!("{to}{n}マスまで動け"),
        (None, 0, Reach::Ranging) => format!("{to}何マスでも動け"),
        (Some(hop), skip, _) => {
            let first = match skip {
                0 => String::new(),
                n => format!("最初の{n}マスを数えずに"),
            };
            match hop {
                Hop::Over => format!("{to}{first}駒をちょうど一つ飛び越えて{at_most}動け"),
                Hop::Behind => {
                    let near = reach.limit().map_or_else(String::new, |_| at_most);
                    format!("{to}{first}駒を一つ飛び越えたすぐ先に{near}動け")
                }
            }
        }
        (None, skip, _) => format!("{to}最初の{skip}マスを駒があっても飛ばして{at_most}動け"),
    }
}

fn conditioned(stem: &str, when: Condition) -> String {
    let first = if when.initial { "最初の一手に限り" } else { "" };
    let own = if when.takes_own { "味方の駒も取って" } else { "" };
    let mode = match when.mode {
        Mode::Both => "",
        Mode::MoveOnly => "駒を取らない時だけ",
        Mode::CaptureOnly => "駒を取る時だけ",
    };
    format!("{first}{mode}{own}{stem}")
}

fn leap(offsets: &[(i8, i8)], like: &Jump) -> String {
    let (rows, cols) = offsets[0];
    let (a, b) = (rows.unsigned_abs(), cols.unsigned_abs());
    let (long, short) = (a.max(b), a.min(b));
    if (offsets.len(), long, short) == (8, 2, 1) && *like == Jump::new(0, 0) {
        return "チェスのナイトの動きができ".to_owned();
    }
    let target = if short == 0 || short == long {
        let dirs: Vec<Direction> = offsets
            .iter()
            .filter_map(|&(r, c)| super::super::direction(r.signum(), c.signum()))
            .collect();
        format!("{}の{long}マス先に", ways(&dirs))
    } else {
        oblique(offsets, long, short)
    };
    let clear = match (like.lame, like.must_leap) {
        (true, _) => "途中のマスがすべて空いていれば",
        (_, true) => "途中のマスがすべて埋まっていれば",
        _ => "",
    };
    let again = match like.rider {
        Reach::Single => String::new(),
        Reach::Limited(n) => format!("同じ向きに続けて{n}回まで"),
        Reach::Ranging => "同じ向きに続けて何回でも".to_owned(),
    };
    let hop = match like.hop {
        None => "",
        Some(Hop::Over) => "着地点の駒をちょうど一つ越えて",
        Some(Hop::Behind) => "着地点の駒を一つ越えたすぐ次に",
    };
    let verb = if like.lame { "行け" } else { "飛び越えて行け" };
    conditioned(&format!("{target}{clear}{again}{hop}{verb}"), like.when)
}

fn oblique(offsets: &[(i8, i8)], long: u8, short: u8) -> String {
    if offsets.len() == 8 && (long, short) == (2, 1) {
        return "チェスのナイトのように".to_owned();
    }
    if offsets.len() == 8 {
        return format!("縦横に{long}マスとその直角に{short}マスの位置に");
    }
    let mut parts = Vec::new();
    for vertical in [true, false] {
        let group: Vec<(i8, i8)> =
            offsets.iter().copied().filter(|&(r, c)| (r.abs() > c.abs()) == vertical).collect();
        let word = |less: bool, more: bool, words: [&'static str; 3]| match (less, more) {
            (true, true) => (words[2], 2),
            (true, false) => (words[0], 1),
            _ => (words[1], 1),
        };
        let any = |test: fn(&(i8, i8)) -> bool| group.iter().any(test);
        let rows = word(any(|o| o.0 < 0), any(|o| o.0 > 0), ["前", "後ろ", "前後"]);
        let cols = word(any(|o| o.1 < 0), any(|o| o.1 > 0), ["左", "右", "左右"]);
        let say = |rows: &str, cols: &str| match vertical {
            true => format!("{rows}に{long}マス{cols}に{short}マス"),
            false => format!("{cols}に{long}マス{rows}に{short}マス"),
        };
        if group.is_empty() {
            continue;
        }
        if group.len() == rows.1 * cols.1 {
            parts.push(say(rows.0, cols.0));
        } else {
            parts.extend(group.iter().map(|&(r, c)| {
                say(if r < 0 { "前" } else { "後ろ" }, if c < 0 { "左" } else { "右" })
            }));
        }
    }
    format!("{}の位置に", parts.join("か"))
}

fn path(Family { initial, starts, legs }: &Family) -> String {
    let mut text = if *initial { "最初の一手に限り".to_owned() } else { String::new() };
    for (i, turned) in legs.iter().enumerate() {
        let to = if i == 0 { format!("{}に", ways(starts)) } else { turn(&turned.turns) };
        text += &leg(turned, &to);
        if i + 1 < legs.len() {
            text += "、続けて";
        }
    }
    text
}

fn leg(turned: &Turned, to: &str) -> String {
    let Leg { reach, hop, skip, lame, .. } = turned.leg;
    let ends = ends(&turned.leg);
    if turned.length == 1 {
        return format!("{ends}{}", walk(to, reach, hop, skip));
    }
    let again = match reach {
        Reach::Single => String::new(),
        Reach::Limited(n) => format!("{n}回まで"),
        Reach::Ranging => "何回でも".to_owned(),
    };
    let clear = if lame { "空いたマスを通って" } else { "" };
    format!("{ends}{to}{clear}{}マスずつ{again}飛べ", turned.length)
}

fn ends(leg: &Leg) -> &'static str {
    match (leg.on_empty, leg.takes, leg.takes_own, leg.hops) {
        (true, true, false, false) => "",
        (true, false, false, false) => "空いたマスへ",
        (false, true, false, false) => "駒を取って",
        (false, false, true, false) => "味方の駒を取って",
        (false, false, false, true) => "駒の上に(取らずに)",
        (true, false, false, true) => "空いたマスか駒の上に(取らずに)",
        (true, true, true, false) => "味方の駒も取って",
        (false, true, true, false) => "敵か味方の駒を取って",
        (true, false, true, false) => "空いたマスへ、または味方の駒を取って",
        (true, true, _, true) => "取っても取らなくてもよく",
        (false, _, _, true) => "駒の上に(取っても取らなくてもよく)",
        _ => "",
    }
}

fn turn(turns: &[u8]) -> String {
    match turns {
        [0] => "そのまま真っ直ぐ".to_owned(),
        [4] => "真後ろへ戻って".to_owned(),
        [0, 4] => "そのまま真っ直ぐか後ろへ戻って".to_owned(),
        [2, 6] => "左右どちらかへ直角に曲がって".to_owned(),
        [1, 7] => "左右どちらかへ45度曲がって".to_owned(),
        [3, 5] => "左右どちらかへ135度曲がって".to_owned(),
        [0, 2, 6] => "そのままか直角に曲がって".to_owned(),
        [0, 1, 2, 3, 5, 6, 7] => "真後ろ以外のどの向きにも".to_owned(),
        turns => {
            let words: Vec<String> = turns
                .iter()
                .map(|turn| match turn {
                    0 => "そのまま".to_owned(),
                    4 => "真後ろへ".to_owned(),
                    n if *n < 4 => format!("右へ{}度", u16::from(*n) * 45),
                    n => format!("左へ{}度", (8 - u16::from(*n)) * 45),
                })
                .collect();
            format!("{}の向きに", words.join("か"))
        }
    }
}

/// A set of directions in Japanese.
pub fn ways(dirs: &[Direction]) -> String {
    use Direction::{E, N, NE, NW, S, SE, SW, W};
    let has = |d: Direction| dirs.contains(&d);
    let missing: Vec<Direction> = Direction::ALL.into_iter().filter(|&d| !has(d)).collect();
    match missing[..] {
        [] => return "全方向".to_owned(),
        [S] => return "真後ろ以外の七方向".to_owned(),
        [N] => return "真ん前以外の七方向".to_owned(),
        _ => {}
    }
    let mut words: Vec<&str> = Vec::new();
    match [N, E, S, W].map(has) {
        [true, true, true, true] => words.push("縦横"),
        [n, e, s, w] => {
            match (n, s) {
                (true, true) => words.push("縦"),
                (true, false) => words.push("前"),
                (false, true) => words.push("後ろ"),
                (false, false) => {}
            }
            match (w, e) {
                (true, true) => words.push("横"),
                (true, false) => words.push("左"),
                (false, true) => words.push("右"),
                (false, false) => {}
            }
        }
    }
    match [NW, NE, SW, SE].map(has) {
        [true, true, true, true] => words.push("斜め"),
        [nw, ne, sw, se] => {
            match (nw, ne) {
                (true, true) => words.push("斜め前"),
                (true, false) => words.push("左斜め前"),
                (false, true) => words.push("右斜め前"),
                (false, false) => {}
            }
            match (sw, se) {
                (true, true) => words.push("斜め後ろ"),
                (true, false) => words.push("左斜め後ろ"),
                (false, true) => words.push("右斜め後ろ"),
                (false, false) => {}
            }
        }
    }
    words.join("と")
}
