//! Writes KIF and KI2: the same head, the same order of variations, two ways to write moves.

use std::fmt::Write as _;

use koma_rules::{Position, Side, UsiMove};
use koma_text::Encoding;

use super::ending::{self, sentence};
use super::line::Kind;
use super::reader::{find_time, is_an_ending, is_like_a_move};
use super::resolve::{Trouble, always_turns, resolve};
use super::{diagram, head, lexicon, time};
use crate::format::{Text, WriteOptions};
use crate::notation::names::{self, Kinds};
use crate::notation::token::MoveText;
use crate::notation::{Digits, japanese, push_square};
use crate::{Board, End, Ending, Millis, NodeId, Note, Play, Record, Table, Winner, say};

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::format) enum Style {
    /// `   1 ７六歩(77)   ( 0:16/00:00:16)`.
    Kif,
    /// `▲７六歩    △３四歩`.
    Ki2,
}

impl Style {
    fn name(self) -> &'static str {
        match self {
            Self::Kif => "KIF",
            Self::Ki2 => "KI2",
        }
    }
}

pub(in crate::format) fn write(
    records: &[Record],
    options: &WriteOptions,
    text: &mut Text,
    style: Style,
) {
    // Readers take a file for Shift_JIS unless it says otherwise.
    if options.encoding == Encoding::Utf8 {
        text.text.push_str("#KIF version=2.0 encoding=UTF-8\n");
    }
    for (game, record) in records.iter().enumerate() {
        text.set_game(game);
        if game > 0 {
            text.lose(say::games_lost(style.name()), None);
            continue;
        }
        let has_own_names =
            record.board.as_ref().is_some_and(|board| !Kinds::are_all(&board.rules));
        let most = usize::from(has_own_names);
        let is_too_long = |id: NodeId| match record.usi(id) {
            Some(UsiMove::Board { via, .. }) => via.len() > most,
            usi => usi == Some(UsiMove::Pass),
        };
        if record.ids().any(is_too_long) {
            text.lose(say::no_words_for_steps(style.name()), None);
            continue;
        }
        if has_own_names && style == Style::Ki2 {
            text.lose(say::no_names_for_men("KI2"), None);
            continue;
        }
        let is_nameless = record.handicap.is_none() && record.diagram.is_empty();
        if record.board.is_none() && (is_nameless || crate::ruleset(&record.variant).is_some()) {
            text.lose(say::position_lost(), None);
        }
        let table = record.board.as_ref().map(Table::new);
        let mut writer = Writer { record, text, style, table, has_own_names, column: 0 };
        writer.head();
        writer.notes(NodeId::ROOT);
        if style == Style::Kif {
            writer.text.text.push_str("手数----指手---------消費時間--\n");
        }
        writer.lines();
    }
}

struct Writer<'r, 'x> {
    record: &'r Record,
    text: &'x mut Text,
    style: Style,
    table: Option<Table>,
    /// The men have names that the table of shogi's does not have.
    has_own_names: bool,
    /// Moves of KI2 on the current line of text.
    column: usize,
}

/// A variation to be written.
#[derive(Clone, Copy)]
struct Pending {
    first: NodeId,
    /// Nodes before it.
    level: usize,
    /// Time each side has spent before it.
    spent: [u64; 2],
}

impl Writer<'_, '_> {
    fn head(&mut self) {
        let record = self.record;
        let is_named = |board: &Board| {
            let handicap = record.handicap.as_ref();
            let sfen = handicap.map_or_else(|| self.even(board), |handicap| handicap.sfen());
            let setup = board.setup.write_without_ply(&board.rules);
            sfen == Some(&*setup) && board.setup.ply == 1 && board.last_to.is_none()
        };
        // Not every program knows every name; all of them take the diagram.
        let is_common = record.handicap.as_ref().is_none_or(|handicap| handicap.is_common());
        let needs_diagram =
            record.board.as_ref().is_some_and(|board| !is_named(board) || !is_common);
        self.handicap(needs_diagram);
        headers(record, self.text);
        if let Some(board) = record.board.as_ref().filter(|_| needs_diagram) {
            self.diagram(board);
        }
        for row in &record.diagram {
            self.text.text.push_str(row);
            self.text.text.push('\n');
        }
    }

    /// The start position that needs neither handicap nor diagram.
    fn even(&self, board: &Board) -> Option<&'static str> {
        let even = crate::Handicap::named("平手");
        even.sfen().filter(|_| board.rules.variant().slug == "shogi")
    }

    fn handicap(&mut self, needs_diagram: bool) {
        let record = self.record;
        let name = match (&record.handicap, &record.board) {
            (Some(handicap), _) => handicap.usual_name().to_owned(),
            (None, Some(board)) if board.rules.variant().slug != "shogi" => {
                board.rules.variant().name_ja.clone()
            }
            (None, Some(_)) if needs_diagram => return,
            (None, Some(_)) => "平手".to_owned(),
            (None, None) => return,
        };
        let line = format!("手合割：{name}\n");
        self.text.text.push_str(&line);
    }

    fn diagram(&mut self, board: &Board) {
        let is_handicap = self
            .record
            .handicap
            .as_ref()
            .is_some_and(|handicap| !handicap.is_even() && handicap.sfen().is_some());
        let uses_uneven_names =
            self.record.headers.get("上手").is_some() || self.record.headers.get("下手").is_some();
        let is_uneven = is_handicap || uses_uneven_names;
        let names = if is_uneven { ["下手", "上手"] } else { ["先手", "後手"] };
        diagram::push(&mut self.text.text, &board.setup, &board.rules, names);
        if board.setup.ply > 1 || board.last_to.is_some() {
            let _ = write!(self.text.text, "手数＝{}", board.setup.ply.saturating_sub(1));
            if let Some(to) = board.last_to {
                let square = board.rules.geometry().square(to.file, to.rank);
                let man = square.and_then(|square| board.setup.man_at(square));
                let mark = if board.setup.side == Side::Gote { '▲' } else { '△' };
                let _ = write!(self.text.text, "  {mark}");
                push_square(&mut self.text.text, to);
                let name = man.map_or("歩", |man| names::kif_name(&board.rules, man.kind));
                self.text.text.push_str(name);
                self.text.text.push_str("  まで");
            }
            self.text.text.push('\n');
        }
        if board.setup.side == Side::Gote || is_uneven {
            self.text.text.push_str(names[board.setup.side as usize]);
            self.text.text.push_str("番\n");
        }
    }

    /// All lines: the main line, then variations from the end backwards, as Kifu for Windows does.
    fn lines(&mut self) {
        let mut pending = Vec::new();
        if let Some(first) = self.record.next(NodeId::ROOT) {
            self.line(Pending { first, level: 0, spent: [0; 2] }, &mut pending);
        }
        while let Some(variation) = pending.pop() {
            self.end_row();
            while self.table.as_ref().is_some_and(|table| table.depth() > variation.level) {
                self.table.as_mut().map(Table::back);
            }
            let depth = self.record.node(variation.first).depth();
            let _ = write!(self.text.text, "\n変化：{depth}手\n");
            self.line(variation, &mut pending);
        }
        self.end_row();
    }

    /// One line to its end; its branches are left for later.
    fn line(&mut self, start: Pending, pending: &mut Vec<Pending>) {
        let Pending { first, mut level, mut spent } = start;
        let mut node = Some(first);
        while let Some(id) = node {
            if let Some(sibling) = self.record.sibling(id) {
                pending.push(Pending { first: sibling, level, spent });
            }
            let mover = match self.record.parent(id) {
                Some(parent) => self.record.side_at(parent),
                None => Side::Sente,
            };
            if let Some(time) = self.record.node(id).time {
                let total = &mut spent[mover as usize];
                *total = total.saturating_add(time.get());
            }
            if self.is_second_ending(id) {
                self.text.lose(say::second_ending_lost("KI2"), Some(id));
                break;
            }
            let is_numbered = match self.style {
                Style::Kif => self.kif(id, mover, spent[mover as usize]),
                Style::Ki2 => self.ki2(id, mover),
            };
            // Comments go with what makes the node: the numbered line, or the closing sentence.
            let ending = match &self.record.node(id).play {
                Play::End(ending) => Some(ending),
                _ => None,
            };
            // After that sentence, programs look for nothing more in KI2.
            let is_before = is_numbered || self.style == Style::Ki2;
            if !is_numbered
                && is_before
                && self.record.node(id).note.as_deref().is_some_and(is_said)
            {
                self.text.lose(say::comment_moved("KI2"), Some(id));
            }
            if is_before {
                self.notes(id);
            }
            if let Some(ending) = ending {
                self.closing(id, ending, mover, is_numbered);
            }
            if !is_before {
                self.notes(id);
            }
            if let Some(table) = &mut self.table {
                table.step(&self.record.node(id).play);
            }
            level += 1;
            node = self.record.next(id);
        }
    }

    /// Writes a numbered line; says whether there is one.
    fn kif(&mut self, id: NodeId, mover: Side, spent: u64) -> bool {
        let node = self.record.node(id);
        let words = match &node.play {
            Play::Start => return false,
            // A mark says that words are meant for a move, whatever they look like.
            Play::Unread(unread) => {
                let words = one_line(&unread.text);
                if words.ends_with('+') || find_time(&words).is_some() {
                    self.text.lose(say::like_a_time(), Some(id));
                }
                let is_plain = is_like_a_move(&words) && !words.starts_with(['手', '目', '.']);
                if is_plain { words } else { format!("{}{words}", mark_of(mover)) }
            }
            Play::End(ending) => match self.ending_words(id, ending, mover) {
                Some(words) => words,
                None => return false,
            },
            Play::Move(_) | Play::Illegal(_) if self.has_own_names => {
                let mut steps = self.steps(id);
                let last = steps.pop().unwrap_or_default();
                let prefix = if steps.is_empty() { "手目   " } else { "手目二歩目 " };
                for step in steps {
                    let _ = writeln!(self.text.text, "{:4}手目一歩目 {step}", node.depth());
                }
                format!("{prefix}{last}")
            }
            Play::Move(_) | Play::Illegal(_) => self.kif_move(id).unwrap_or_default(),
        };
        let text = &mut self.text.text;
        let is_step = self.has_own_names && self.record.usi(id).is_some();
        let blank = if is_step { "" } else { " " };
        let _ = write!(text, "{:4}{blank}{words}", node.depth());
        let has_sibling = self.record.sibling(id).is_some();
        if node.time.is_some() || has_sibling {
            let width: usize = words.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
            text.extend(std::iter::repeat_n(' ', 13_usize.saturating_sub(width).max(1)));
        }
        if let Some(spent_now) = node.time {
            time::push(text, spent_now, node.total.unwrap_or(Millis::new(spent)));
            if spent_now.get() % 1000 != 0 {
                self.text.lose(say::milliseconds_lost("KIF"), Some(id));
            }
        }
        self.text.text.push_str(if has_sibling { "+\n" } else { "\n" });
        true
    }

    /// Whether this is an ending after an ending, which KI2 cannot tell from one.
    fn is_second_ending(&self, id: NodeId) -> bool {
        let is_end = matches!(self.record.node(id).play, Play::End(_));
        self.style == Style::Ki2 && is_end && self.is_after_an_ending(id)
    }

    /// The lines of a move whose man has a name of its own. KIF has two at most.
    fn steps(&mut self, id: NodeId) -> Vec<String> {
        let position = self.table.as_ref().map(Table::position);
        let usi = self.record.usi(id);
        let lines = position
            .zip(usi)
            .and_then(|(position, usi)| lexicon::words(position, &usi, self.record.last_to(id)));
        let lines = lines.unwrap_or_default();
        if lines.is_empty() || lines.len() > 2 {
            self.text.lose(say::no_words_for_move("KIF"), Some(id));
        }
        lines
    }

    /// `７六歩(77)`, `同　銀成(31)`, `５五角打`.
    fn kif_move(&self, id: NodeId) -> Option<String> {
        let position = self.table.as_ref()?.position();
        let usi = self.record.usi(id)?;
        explicit(position, &usi, self.record.last_to(id))
    }

    /// Writes a move with its mark; says whether there is one.
    fn ki2(&mut self, id: NodeId, mover: Side) -> bool {
        let node = self.record.node(id);
        if node.time.is_some() {
            self.text.lose(say::times_lost("KI2"), Some(id));
        }
        let mark = mark_of(mover);
        let words = match &node.play {
            Play::Start | Play::End(_) => return false,
            Play::Unread(unread) => {
                let words = one_line(&unread.text);
                let plain = words.trim_start_matches(MARKS);
                // A mark in the middle would begin another move.
                if plain.contains(MARKS)
                    || words.trim_start_matches(MARKS)
                        != words.strip_prefix(MARKS).unwrap_or(&words)
                {
                    self.text.lose(say::marks_inside(), Some(id));
                }
                let first = words.chars().next().filter(|c| MARKS.contains(c)).unwrap_or(mark);
                format!("{first}{}", plain.replace(MARKS, ""))
            }
            Play::Illegal(offence) if self.is_plain(id, &offence.usi) => {
                self.ki2_move(id).unwrap_or_default()
            }
            // Words tell apart only men that could make the move.
            Play::Illegal(offence) => {
                // (00) says that the drop is no slip, though nothing was in hand.
                let is_drop = matches!(offence.usi, UsiMove::Drop { .. });
                let origin = if is_drop { "(00)" } else { "" };
                format!("{mark}{}{origin}", self.kif_move(id).unwrap_or_default())
            }
            Play::Move(_) => self.ki2_move(id).unwrap_or_default(),
        };
        let text = &mut self.text.text;
        if self.column == 6 {
            self.column = 0;
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        let width: usize = words.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        text.push_str(&words);
        text.extend(std::iter::repeat_n(' ', 14_usize.saturating_sub(width).max(1)));
        self.column += 1;
        true
    }

    fn ki2_move(&self, id: NodeId) -> Option<String> {
        let position = self.table.as_ref()?.position();
        let usi = self.record.usi(id)?;
        japanese(position, &usi, self.record.last_to(id), Digits::Mixed)
    }

    /// Whether the words of a move against the rules say which it is.
    fn is_plain(&self, id: NodeId, usi: &UsiMove) -> bool {
        let said = || {
            let position = self.table.as_ref()?.position();
            let rules = position.rules();
            let words = self.ki2_move(id)?;
            let (text, after) = MoveText::take(&words)?;
            let last_to = self.record.last_to(id);
            let last_to = last_to.and_then(|to| rules.geometry().square(to.file, to.rank));
            match resolve(position, &Kinds::of(rules), &text, last_to) {
                Err(Trouble::Illegal(said)) if after.is_empty() => Some(said),
                _ => None,
            }
        };
        said().as_ref() == Some(usi)
    }

    /// The end of a row of KI2's moves.
    fn end_row(&mut self) {
        if self.column > 0 {
            self.column = 0;
            let text = &mut self.text.text;
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
    }

    fn notes(&mut self, id: NodeId) {
        let node = self.record.node(id);
        let Some(note) = &node.note else { return };
        if !note.asides.is_empty() {
            self.text.lose(say::asides_lost(), Some(id));
        }
        if !node.comments().is_empty() || !node.bookmarks().is_empty() {
            self.end_row();
        }
        for comment in node.comments() {
            // A line break would end the comment.
            for line in comment.split('\n') {
                self.text.text.push('*');
                self.text.text.push_str(line.trim_end_matches('\r'));
                self.text.text.push('\n');
            }
            if comment.contains(['\n', '\r']) {
                self.text.lose(say::comment_split(), Some(id));
            }
        }
        for bookmark in node.bookmarks() {
            if bookmark.contains(['\n', '\r']) || bookmark.trim() != bookmark {
                self.text.lose(say::bookmark_changed(), Some(id));
            }
            self.text.text.push('&');
            self.text.text.push_str(&one_line(bookmark));
            self.text.text.push('\n');
        }
    }

    /// The word of an ending on its numbered line; `None` if only the closing sentence can say it.
    fn ending_words(&mut self, id: NodeId, ending: &Ending, mover: Side) -> Option<String> {
        let own = ending.text.as_deref().filter(|text| !text.starts_with("まで"));
        // The word is said of the side to move; only the sentence says that the other one lost.
        if ending.is_out_of_turn(mover) && self.closing_says_it(id, ending, mover) {
            self.only_closed(id);
            return None;
        }
        let words = match ending.end {
            End::Other if ending.text.is_none() => "終局".to_owned(),
            End::Other => own.map(one_line)?,
            End::IllegalAction(offender) => {
                self.text.lose(say::no_word_for_foul("KIF"), Some(id));
                if offender == mover { "反則負け" } else { "反則勝ち" }.to_owned()
            }
            End::TakenBack | End::Error => {
                self.text.lose(say::ending_changed("KIF", ending.end.keyword()), Some(id));
                "中断".to_owned()
            }
            end => end.word()?.to_owned(),
        };
        // Words that name a side say more than the plain ones.
        let names_a_side = |text: &&str| text.starts_with(['先', '後', '上', '下']);
        let words = match own.filter(names_a_side) {
            Some(text) if ending.winner != ending.end.winner(mover) => one_line(text),
            _ => words,
        };
        match ending::numbered(&words, mover) {
            Some(read) if read.end == ending.end && read.winner != ending.winner => {
                self.text.lose(say::winner_lost("KIF"), Some(id));
            }
            // Words that would be read as something else.
            read if ending.end == End::Other
                && (read.is_some() || !is_an_ending(&words) || !self.is_played(id)) =>
            {
                self.text.lose(say::ending_changed("KIF", format!("{words:?}")), Some(id));
                if ending.winner.is_some() && !self.is_after_an_ending(id) {
                    // The sentence tells at least who won.
                    self.only_closed(id);
                    return None;
                }
                return Some("中断".to_owned());
            }
            _ => {}
        }
        Some(words)
    }

    /// Whether the closing sentence alone, after a move, is read as this ending.
    fn closing_says_it(&self, id: NodeId, ending: &Ending, mover: Side) -> bool {
        let names = Side::BOTH.map(|side| self.record.player(side));
        let said = sentence(&self.sentence(ending, 0, mover), mover, names).ending;
        let is_same = said.end == ending.end && said.winner == ending.winner;
        is_same && !self.is_after_an_ending(id)
    }

    fn is_after_an_ending(&self, id: NodeId) -> bool {
        let is_end = |id: NodeId| matches!(self.record.node(id).play, Play::End(_));
        self.record.parent(id).is_some_and(is_end)
    }

    /// An ending has no line of its own, which would have its time.
    fn only_closed(&mut self, id: NodeId) {
        if self.record.node(id).time.is_some() {
            self.text.lose(say::time_of_closing_lost(), Some(id));
        }
    }

    /// Whether the node before this one was carried out: after one that was not, words that are no
    /// known ending are read as a move.
    fn is_played(&self, id: NodeId) -> bool {
        let before = self.record.parent(id).map(|parent| &self.record.node(parent).play);
        let is_played = matches!(before, Some(Play::Start | Play::Move(_) | Play::Illegal(_)));
        is_played && self.record.board.is_some()
    }

    /// `まで64手で後手の勝ち`.
    fn closing(&mut self, id: NodeId, ending: &Ending, mover: Side, is_numbered: bool) {
        self.end_row();
        let node = self.record.node(id);
        let moves = node.depth() - 1;
        let names = Side::BOTH.map(|side| self.record.player(side));
        // The file's own sentence, as long as it is true and put as other programs expect it.
        if let Some(result) = node.note.as_ref().and_then(|note| note.result.as_deref()) {
            let said = sentence(result, mover, names);
            // An ending in words of its own has them on its own line.
            let is_own = ending.end == End::Other && self.style == Style::Kif;
            // Who won is enough where the line before says how.
            let is_verdict = is_numbered && said.ending.end == End::Resign;
            let is_true = (said.ending.end == ending.end || is_own || is_verdict)
                && said.ending.winner == ending.winner
                && said.moves.is_none_or(|said| said == moves);
            if is_true && is_usual(result) {
                self.text.text.push_str(result);
                self.text.text.push('\n');
                return;
            }
        }
        let mut closing = self.sentence(ending, moves, mover);
        // Words of its own may sound like more than they say; their own line has them already.
        let is_own = ending.end == End::Other && self.style == Style::Kif;
        if is_own && sentence(&closing, mover, names).ending.winner != ending.winner {
            return;
        }
        if self.style == Style::Ki2 {
            let said = sentence(&closing, mover, names).ending;
            // Better the winner without the reason than the reason with another winner.
            let is_wrong =
                said.winner != ending.winner && (said.winner.is_some() || ending.end == End::Other);
            if is_wrong {
                closing = format!("まで{moves}手で{}", self.verdict(ending.winner));
            }
            let said = sentence(&closing, mover, names).ending;
            if said.end != ending.end {
                self.text.lose(say::ending_changed("KI2", ending.end.keyword()), Some(id));
            } else if said.winner != ending.winner {
                self.text.lose(say::winner_lost("KI2"), Some(id));
            }
        }
        self.text.text.push_str(&closing);
        self.text.text.push('\n');
    }

    /// The words for the players.
    fn side_names(&self) -> [&'static str; 2] {
        let handicap = self.record.handicap.as_ref();
        let is_uneven = handicap.is_some_and(|h| h.sfen().is_some() && !h.is_even());
        if is_uneven { ["下手", "上手"] } else { ["先手", "後手"] }
    }

    /// Who won, and nothing else.
    fn verdict(&self, winner: Option<Winner>) -> String {
        match winner {
            Some(Winner::Side(side)) => format!("{}の勝ち", self.side_names()[side as usize]),
            Some(Winner::Draw) => "引き分け".to_owned(),
            None => "終局".to_owned(),
        }
    }

    fn sentence(&self, ending: &Ending, moves: u32, mover: Side) -> String {
        let names = self.side_names();
        let winner = match ending.winner {
            Some(Winner::Side(side)) => Some(side),
            _ => None,
        };
        let name = |side: Side| names[side as usize];
        let outcome = match (ending.end, winner) {
            (End::Resign, Some(winner)) => format!("{}の勝ち", name(winner)),
            (End::TimeUp, Some(winner)) => format!("時間切れにより{}の勝ち", name(winner)),
            (End::IllegalMove, Some(winner)) => format!("{}の反則負け", name(winner.other())),
            (End::OpponentIllegal, Some(winner)) => format!("{}の反則勝ち", name(winner)),
            (End::IllegalAction(offender), _) if offender == mover => {
                format!("{}の反則負け", name(offender))
            }
            (End::IllegalAction(offender), _) => format!("{}の反則勝ち", name(offender.other())),
            (End::Declaration, Some(winner)) => format!("{}の入玉勝ち", name(winner)),
            (End::WonByDefault, Some(winner)) => format!("{}の不戦勝", name(winner)),
            (End::LostByDefault, Some(winner)) => format!("{}の不戦敗", name(winner.other())),
            (End::TakenBack | End::Error, _) => "中断".to_owned(),
            (End::Other, _) => match &ending.text {
                Some(text) if text.starts_with("まで") => return one_line(text),
                // The ending has a line of its own; who won is said here.
                _ if ending.winner.is_some() && self.style == Style::Kif => {
                    self.verdict(ending.winner)
                }
                Some(text) => one_line(text),
                None => "終局".to_owned(),
            },
            (end, _) => end.word().unwrap_or("終局").to_owned(),
        };
        format!("まで{moves}手で{outcome}")
    }
}

/// Writes the headers that will be read as such.
pub(in crate::format) fn headers(record: &Record, text: &mut Text) {
    for header in record.headers.iter() {
        let line = format!("{}：{}", header.key, header.value);
        let is_one = Kind::of(&line) == Kind::Header(&header.key, &header.value);
        let is_start = matches!(&*header.key, "手合割" | "手合");
        let is_hand = record.board.is_some() && head::is_hand(&header.key);
        if is_one && !is_start && !is_hand && !line.contains(['\n', '\r']) {
            text.text.push_str(&line);
            text.text.push('\n');
        } else {
            text.lose(say::header_lost(format!("{line:?}")), None);
        }
    }
}

/// A move with its origin in brackets: `７六歩(77)`, `同　銀成(31)`, `５五角打`.
pub(crate) fn explicit(
    position: &Position,
    usi: &UsiMove,
    last_to: Option<koma_rules::SquareName>,
) -> Option<String> {
    let rules = position.rules();
    let mut text = String::with_capacity(24);
    match usi {
        UsiMove::Board { from, to, promotes, .. } => {
            if last_to == Some(*to) {
                text.push_str("同　");
            } else {
                push_square(&mut text, *to);
            }
            let man = position.man_at(rules.geometry().square(from.file, from.rank)?)?;
            text.push_str(names::kif_name(rules, man.kind));
            if *promotes {
                text.push('成');
            } else if always_turns(rules, man.kind) {
                text.push_str("不成");
            }
            let _ = write!(text, "({}{})", from.file, from.rank);
        }
        UsiMove::Drop { code, to } => {
            push_square(&mut text, *to);
            text.push_str(names::kif_name(rules, rules.kind(code)?));
            text.push('打');
        }
        UsiMove::Pass => return None,
    }
    Some(text)
}

/// Whether a closing sentence begins as programs look for it: `まで64手で`.
fn is_usual(sentence: &str) -> bool {
    let count = sentence.strip_prefix("まで").unwrap_or_default();
    let rest = count.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < count.len() && rest.starts_with("手で") && !rest.contains(['\n', '\r'])
}

/// The marks of a side.
const MARKS: [char; 6] = ['▲', '△', '▼', '▽', '☗', '☖'];

fn mark_of(side: Side) -> char {
    if side == Side::Sente { '▲' } else { '△' }
}

/// Whether there is something in a note that the format writes.
fn is_said(note: &Note) -> bool {
    !note.comments.is_empty() || !note.bookmarks.is_empty()
}

/// A text without line breaks.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
