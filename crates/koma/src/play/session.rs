//! A game between two people, or with the engine: what each line they type does.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::sync::Arc;

use koma_kifu::{Board, Builder, Ending, FileKind, Format, Record, write};
use koma_rules::{Game, IllegalMove, Side, UsiMove};

use super::command::{Command, nearest, tidy_move};
use super::opponent::Opponent;
use super::typed::{Meant, meant};
use crate::board::Drawing;
use crate::lang::Lang;
use crate::legal;

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The line was done.
    Go,
    /// The line was refused; it was said why.
    Refused,
    /// The players leave.
    Quit,
}

/// A question to the player; `None` when nobody answers.
pub type Ask<'a> = &'a mut dyn FnMut(&str) -> Option<String>;

/// A game and how it is shown.
pub struct TerminalGame {
    game: Game,
    drawing: Drawing,
    opponent: Option<Opponent>,
}

impl TerminalGame {
    pub fn new(game: Game, drawing: Drawing, opponent: Option<Opponent>) -> Self {
        Self { game, drawing, opponent }
    }

    /// Lets the engine move where it is its turn; says what it plays, and whether it did.
    pub fn reply(&mut self, out: &mut impl Write) -> io::Result<bool> {
        let Some(opponent) = self.opponent.as_mut().filter(|o| o.is_to_move(&self.game)) else {
            return Ok(false);
        };
        let lang = self.drawing.lang;
        let played = opponent.choose(&self.game).filter(|&mv| self.game.play(mv).is_ok());
        if played.is_none() {
            // It always has a move while the game goes on; whoever has none has lost.
            let side = self.game.position().side();
            let _ = self.game.resign(side);
            return Ok(true);
        }
        let words = self.last_words().unwrap_or_default();
        let told = lang.pick(format!("The engine plays {words}"), format!("エンジンの手: {words}"));
        writeln!(out, "{told}")?;
        Ok(true)
    }

    fn lang(&self) -> Lang {
        self.drawing.lang
    }

    /// The last move as players of the language write it.
    fn last_words(&self) -> Option<String> {
        let mv = self.game.last()?.mv();
        let mut before = self.game.clone();
        before.undo().ok()?;
        Some(self.words(&before, &before.position().usi(mv)))
    }

    /// A move that can be made now as players of the language write it.
    fn words(&self, game: &Game, usi: &UsiMove) -> String {
        let position = game.position();
        let words = match self.lang() {
            Lang::Ja => {
                let to = game.last().and_then(|undo| position.usi(undo.mv()).to());
                koma_kifu::notation::japanese(position, usi, to, Default::default())
            }
            Lang::En => koma_kifu::notation::english(position, usi),
        };
        words.unwrap_or_else(|| usi.to_string())
    }

    /// What players see first.
    pub fn welcome(&self) -> String {
        let variant = self.game.position().rules().variant();
        self.lang().pick(
            format!(
                "{}. Type moves (P-7f, 7g7f, 76歩), `help` for more, `quit` to leave.\n",
                variant.name
            ),
            format!("{}　指し手を入力（76歩、7g7f）、helpで説明、quitで終了\n", variant.name_ja),
        )
    }

    /// Draws the game as it stands.
    pub fn show(&self, out: &mut impl Write) -> io::Result<()> {
        let position = self.game.position();
        let last = self.game.last().map(|undo| undo.mv());
        write!(out, "{}", self.drawing.draw(position, last))?;
        match self.game.end() {
            Some(end) => writeln!(out, "{}", end.say(self.drawing.lang)),
            None => {
                writeln!(out, "{}", self.drawing.turn(position, self.last_words().as_deref()))
            }
        }
    }

    /// Does what a line says. With `ask` a person is there, who sees the board and is asked questions.
    pub fn line(
        &mut self,
        line: &str,
        out: &mut impl Write,
        ask: Option<Ask<'_>>,
    ) -> io::Result<Flow> {
        let Some(command) = Command::parse(line) else { return Ok(Flow::Go) };
        let somebody = ask.is_some();
        let answer = match command {
            Command::Quit => return Ok(Flow::Quit),
            Command::Move(text) => self.play(text, ask).map(|()| None),
            Command::Undo(count) => self.undo(count).map(|()| None),
            Command::Resign => {
                let side = self.game.position().side();
                self.game.resign(side).map(|()| None).map_err(|refusal| self.refusal(refusal))
            }
            Command::Declare => match self.game.declare() {
                Ok(_) => Ok(None),
                Err(refusal) => Err(self.refusal(refusal)),
            },
            Command::Draw | Command::Impasse if self.opponent.is_some() => {
                Err(self.lang().pick("the engine plays on", "エンジンは対局を続けます").to_owned())
            }
            Command::Draw => {
                self.game.agree_draw().map(|()| None).map_err(|refusal| self.refusal(refusal))
            }
            Command::Impasse => {
                self.game.agree_impasse().map(|()| None).map_err(|refusal| self.refusal(refusal))
            }
            Command::New => {
                self.game = Game::from(self.game.first_position().clone());
                Ok(None)
            }
            Command::Flip => {
                self.drawing.flipped = !self.drawing.flipped;
                Ok(None)
            }
            // People see the board all the time; a script when it asks.
            Command::Show => {
                if !somebody {
                    self.show(out)?;
                }
                return Ok(Flow::Go);
            }
            Command::Lang(name) => self.change_language(name),
            Command::Hint(about) => Ok(Some(self.hint(about))),
            Command::Points => Ok(Some(self.points())),
            Command::Sfen => Ok(Some(format!("sfen {}", self.game.position().sfen()))),
            Command::Save(path) => self.save(path).map(Some),
            Command::Help => Ok(Some(self.help().to_string())),
        };
        if matches!(answer, Ok(None)) {
            self.reply(out)?;
        }
        match answer {
            Ok(Some(text)) => writeln!(out, "{text}")?,
            // The board has changed; people see it at once, a script at its end.
            Ok(None) => {}
            Err(text) => {
                writeln!(out, "{text}")?;
                return Ok(Flow::Refused);
            }
        }
        Ok(Flow::Go)
    }

    fn play(&mut self, text: &str, ask: Option<Ask<'_>>) -> Result<(), String> {
        let lang = self.lang();
        let tidy = tidy_move(text);
        let last_to = self.game.last().and_then(|undo| self.game.position().usi(undo.mv()).to());
        let mut usi = match tidy.parse::<UsiMove>() {
            Ok(usi) => usi,
            Err(_) => match meant(self.game.position(), last_to, text) {
                Meant::Move(usi) => usi,
                Meant::Several(ways) => {
                    let ways = ways.join(lang.pick(", ", "、"));
                    return Err(lang.pick(
                        format!("more than one piece can do that: {ways}"),
                        format!("どの駒か決まりません: {ways}"),
                    ));
                }
                Meant::Nothing => return Err(self.not_a_move(text)),
            },
        };
        let says_no = tidy.ends_with('=') || text.trim_end().ends_with("不成");
        if let UsiMove::Board { from, via, to, promotes: false } = &usi {
            let (from, via, to) = (*from, via.clone(), *to);
            let promoting = UsiMove::Board { from, via, to, promotes: true };
            let may = self.game.explain_usi(&promoting).is_ok();
            match self.game.explain_usi(&usi) {
                // Nothing to choose: it turns over.
                Err(IllegalMove::MustPromote { .. }) if may => usi = promoting,
                Ok(_) if may && !says_no && wants_promotion(ask, lang)? => usi = promoting,
                _ => {}
            }
        }
        let played = self.game.explain_usi(&usi).and_then(|mv| self.game.play(mv));
        played.map_err(|reason| format!("{usi}: {} ({})", reason.say(lang), reason.code()))
    }

    /// What is neither a move nor a command; a command that is nearly that is named.
    fn not_a_move(&self, text: &str) -> String {
        let lang = self.lang();
        let text: String = text.chars().take(40).collect();
        match nearest(&text) {
            Some(command) => lang.pick(
                format!(
                    "`{text}` is neither a legal move nor a command; did you mean `{command}`?"
                ),
                format!("「{text}」は指せる手でもコマンドでもありません。「{command}」ですか？"),
            ),
            None => lang.pick(
                format!(
                    "`{text}` is neither a legal move (P-7f, 7g7f, 76歩) nor a command; try `help`"
                ),
                format!("「{text}」は指せる手（76歩、7g7f）でもコマンドでもありません（help）"),
            ),
        }
    }

    fn undo(&mut self, count: usize) -> Result<(), String> {
        let played = self.game.moves().len();
        for _ in 0..count.clamp(1, played.max(1)) {
            self.game.undo().map_err(|refusal| self.refusal(refusal))?;
            // Against the engine one's own move is meant, and its answer goes with it.
            if self.opponent.as_ref().is_some_and(|o| o.is_to_move(&self.game)) {
                let _ = self.game.undo();
            }
        }
        Ok(())
    }

    fn refusal(&self, refusal: koma_rules::Refusal) -> String {
        use koma_rules::Refusal;
        match (self.lang(), refusal) {
            (Lang::Ja, Refusal::Ended) => "対局はすでに終了しています".into(),
            (Lang::Ja, Refusal::NoDeclaration) => "この対局に入玉宣言はありません".into(),
            (Lang::Ja, Refusal::NoMove) => "まだ一手も指されていません".into(),
            _ => refusal.to_string(),
        }
    }

    /// The legal moves, or those that begin with what the player asks about: a line for each kind of piece.
    fn hint(&self, about: &str) -> String {
        let about = tidy_move(about);
        let position = self.game.position();
        let all = match self.game.end() {
            Some(_) => Vec::new(),
            None => legal::sorted(position),
        };
        let (kind, upper) = (about.trim_end_matches('*'), about.to_uppercase());
        let fits = |usi: &&String| {
            about.is_empty()
                || usi.starts_with(&about)
                || usi.split_once('*').is_some_and(|(code, _)| code == upper || code == kind)
        };
        let mut count = 0;
        let mut lines: Vec<(String, String)> = Vec::new();
        for usi in all.iter().filter(fits).filter_map(|usi| usi.parse::<UsiMove>().ok()) {
            let who = self.mover(&usi);
            let words = self.words(&self.game, &usi);
            count += 1;
            match lines.iter_mut().find(|(other, _)| *other == who) {
                Some((_, line)) => *line = format!("{line}  {words}"),
                None => lines.push((who, words)),
            }
        }
        if count == 0 {
            return self.lang().pick("no legal move", "合法手はありません").into();
        }
        let plural = if count == 1 { "" } else { "s" };
        let count =
            self.lang().pick(format!("{count} legal move{plural}:"), format!("合法手{count}:"));
        match lines.as_slice() {
            [(_, line)] => format!("{count} {line}"),
            _ => lines.iter().fold(count, |text, (_, line)| format!("{text}\n  {line}")),
        }
    }

    /// The code of the piece that moves, `*` after it where it is dropped.
    fn mover(&self, usi: &UsiMove) -> String {
        let rules = self.game.position().rules();
        match usi {
            UsiMove::Board { from, .. } => {
                let square = rules.geometry().square(from.file, from.rank);
                let man = square.and_then(|square| self.game.position().man_at(square));
                man.map_or(String::new(), |man| rules.code(man.kind).to_owned())
            }
            UsiMove::Drop { code, .. } => format!("{code}*"),
            UsiMove::Pass => String::new(),
        }
    }

    fn points(&self) -> String {
        let side = |side: Side| {
            let points = self.game.points(side);
            let name = self.drawing.side(side);
            let (declared, all, men) = (points.declared, points.all, points.men_in_zone);
            self.lang().pick(
                format!("{name}: {declared} points for a declaration ({men} pieces in the zone), {all} in all"),
                format!("{name}: 宣言法{declared}点（敵陣{men}枚）、全{all}点"),
            )
        };
        format!("{}\n{}", side(Side::Sente), side(Side::Gote))
    }

    fn change_language(&mut self, name: &str) -> Result<Option<String>, String> {
        self.drawing.lang = match name {
            "en" => Lang::En,
            "ja" => Lang::Ja,
            "" => self.lang().pick(Lang::Ja, Lang::En),
            _ => return Err(self.lang().pick("lang en or lang ja", "lang en か lang ja").into()),
        };
        Ok(None)
    }

    /// Saves the game in the format of the file's extension; without one as USI writes it.
    fn save(&self, path: &str) -> Result<String, String> {
        let lang = self.lang();
        if path.is_empty() {
            return Err(lang
                .pick("save where? save FILE", "ファイル名が必要です: save FILE")
                .into());
        }
        let extension = std::path::Path::new(path).extension().and_then(|end| end.to_str());
        let kind = match extension {
            None => FileKind::from(Format::Usi),
            Some(name) => FileKind::named(name).ok_or_else(|| {
                let all: Vec<&str> = FileKind::all().map(|kind| kind.extension).collect();
                let all = all.join(", ");
                lang.pick(
                    format!("cannot save as .{name}; the formats are {all}"),
                    format!(".{name}形式では保存できません。使える形式: {all}"),
                )
            })?,
        };
        let written = write(&[record(&self.game)], kind.format, &kind.options());
        if written.games == 0 {
            let name = kind.extension.to_uppercase();
            return Err(lang.pick(
                format!("{name} cannot hold this game; save it as .json or .usi"),
                format!("{name}形式ではこの対局を表せません。.json か .usi で保存してください"),
            ));
        }
        // Somebody's file is not overwritten.
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let done = file.and_then(|mut file| file.write_all(&written.bytes()));
        match done {
            Ok(()) => Ok(lang.pick(format!("saved as {path}"), format!("{path}に保存しました"))),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(lang.pick(
                format!("there is a file {path} already; save under another name"),
                format!("{path}はすでにあります。別の名前で保存してください"),
            )),
            Err(error) => Err(lang.pick(
                format!("cannot save {path}: {error}"),
                format!("{path}に保存できません: {error}"),
            )),
        }
    }

    fn help(&self) -> &'static str {
        self.lang().pick(
            "P-7f  76歩  7g7f    a move; + or 成 to promote; P*5e drops a pawn\n\
             hint [7g|P]         the legal moves, of a square or of a piece in hand\n\
             undo [N]            take back\n\
             save FILE           save the game: game.kif, game.csa, game.usi ...\n\
             resign  draw        give up; agree on a draw\n\
             declare  impasse    declare an entered king; agree on an impasse\n\
             points  sfen        impasse points; the position as text\n\
             show  flip  lang    draw again; flip the board; English or Japanese\n\
             new  quit           start again; leave",
            "76歩  22角成  7g7f  指し手。成るなら「成」か+、P*5e は歩を打つ\n\
             hint [7g|P]         合法手（位置や持ち駒で絞れる）\n\
             undo [N]            待った\n\
             save FILE           保存: game.kif、game.csa、game.usi など\n\
             resign  draw        投了、合意の引き分け\n\
             declare  impasse    入玉宣言、合意の持将棋\n\
             points  sfen        点数、局面の文字列\n\
             show  flip  lang    盤の再表示、反転、言語\n\
             new  quit           最初から、終了",
        )
    }
}

/// Asks whether a piece promotes until that is said. A script is not asked: it says so in the move. Who ends the input
/// takes the move back.
fn wants_promotion(ask: Option<Ask<'_>>, lang: Lang) -> Result<bool, String> {
    let Some(ask) = ask else { return Ok(false) };
    let mut question = lang.pick("Promote? [y/n]", "成りますか? [y/n]");
    loop {
        let Some(answer) = ask(question) else {
            return Err(lang.pick("the move was not made", "指し手を取り消しました").to_owned());
        };
        match answer.trim().to_lowercase().as_str() {
            "y" | "yes" | "はい" | "成" | "成る" | "+" => return Ok(true),
            "n" | "no" | "いいえ" | "不成" | "成らない" | "ならない" | "=" => {
                return Ok(false);
            }
            _ => {
                question = lang.pick(
                    "Please answer y (promote) or n (stay as it is):",
                    "y（成る）か n（成らない）で答えてください:",
                );
            }
        }
    }
}

/// The game as a record, with its end if it has one.
fn record(game: &Game) -> Record {
    let start = game.first_position();
    let board = Board { rules: Arc::clone(start.rules()), setup: start.setup(), last_to: None };
    let mut build = Builder::new(Record::new(board));
    game.moves().for_each(|mv| {
        build.play_legal(mv);
    });
    if let Some(end) = game.end() {
        build.end(Ending::of(end, game.position().side()));
    }
    build.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks with these answers; gives what came of it and what was asked.
    fn promotion(answers: &[&str]) -> (Result<bool, String>, Vec<String>) {
        let mut asked = Vec::new();
        let mut left = answers.iter();
        let mut ask = |question: &str| {
            asked.push(question.to_owned());
            left.next().map(|answer| (*answer).to_owned())
        };
        let wish = wants_promotion(Some(&mut ask), Lang::En);
        (wish, asked)
    }

    #[test]
    fn the_question_about_promotion_comes_again_until_it_is_answered() {
        for (answers, wish) in [
            (&["y"][..], Ok(true)),
            (&["YES"], Ok(true)),
            (&["n"], Ok(false)),
            (&["", "yep", "成"], Ok(true)),
            (&["7g7f", "no"], Ok(false)),
            (&["what"], Err("the move was not made".to_owned())),
        ] {
            let (found, asked) = promotion(answers);
            assert_eq!(found, wish, "{answers:?}");
            let is_told = asked.iter().skip(1).all(|question| question.contains("y (promote)"));
            assert!(is_told, "{asked:?}");
        }
        assert_eq!(wants_promotion(None, Lang::En), Ok(false), "a script is not asked");
    }
}
