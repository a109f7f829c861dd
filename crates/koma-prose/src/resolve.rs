//! Clauses into a movement.

use koma_text::{Finding, Span};

use super::bind::{Part, bind};
use super::build::{Build, filtered};
use super::clause::{Clause, Mode};
use super::dirs::{Axis, Compose, Dirs};
use super::known::{TABLE, step_dirs};
use super::lexicon::{Lex, Manner};
use super::phrase::{DirPhrase, Extent, Item, Kind};
use super::say;
use koma_pieces::{Direction, Jump, Movement, Reach};

/// What has been read so far.
pub(super) struct Resolver<'a> {
    pub(super) text: &'a str,
    pub(super) build: Build,
    pub(super) findings: Vec<Finding>,
    /// The known piece the text is about, by its header.
    pub(super) subject: Option<usize>,
    /// Directions any statement spoke of, for "all other directions".
    pub(super) mentioned: Dirs,
    /// Directions of this sentence and of the one before, for "those directions".
    pub(super) sentence: Dirs,
    pub(super) before: Dirs,
    /// What "cannot" took away; it holds for later sentences too.
    pub(super) forbidden: Dirs,
    /// The directions of the last statement, for "but at most two squares".
    pub(super) last: Dirs,
    /// Directions read as one square for want of a distance, and the finding that says so.
    pub(super) assumed: Option<(Dirs, usize)>,
    /// The diagonals were spoken of by name, so "backward" alone is the straight line.
    pub(super) diagonals_said: bool,
    pub(super) igui: bool,
    pub(super) captures_two: bool,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(text: &'a str, subject: Option<usize>) -> Self {
        Self {
            text,
            build: Build::default(),
            findings: Vec::new(),
            subject,
            mentioned: Dirs::NONE,
            sentence: Dirs::NONE,
            before: Dirs::NONE,
            forbidden: Dirs::NONE,
            last: Dirs::NONE,
            assumed: None,
            diagonals_said: false,
            igui: false,
            captures_two: false,
        }
    }

    pub(super) fn quote(&self, span: Span) -> &'a str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    pub(super) fn not_understood(&mut self, span: Span) {
        let words = self.quote(span);
        let finding = say::not_understood(words).at(span);
        if self.findings.last() != Some(&finding) {
            self.findings.push(finding);
        }
    }

    pub(super) fn doubt(&mut self, finding: Finding, span: Option<Span>) {
        self.findings.push(match span {
            Some(span) => finding.at(span),
            None => finding,
        });
    }

    pub(super) fn end_sentence(&mut self) {
        if !self.sentence.is_empty() {
            self.before = std::mem::take(&mut self.sentence);
        }
    }

    /// The directions of a phrase; with `sides` a bare side means its three lines.
    pub(super) fn dirs(&mut self, phrase: &DirPhrase, span: Span, sides: bool) -> Dirs {
        let words = match phrase.words.bare() {
            Some(half) if sides => half.plane(),
            _ => phrase.words.dirs(),
        };
        let dirs = if phrase.others {
            let rest = !(self.mentioned | self.build.dirs());
            if words.is_empty() { rest } else { rest & words }
        } else if phrase.those {
            let those = if self.sentence.is_empty() { self.before } else { self.sentence };
            if words.is_empty() { those } else { those & words }
        } else {
            words
        };
        self.diagonals_said |= phrase.words.is_diagonal();
        if dirs.is_empty() {
            self.not_understood(span);
        }
        if phrase.words.is_ambiguous() {
            self.doubt(say::two_ways(self.quote(span)), Some(span));
        }
        if let Some(count) = phrase.count
            && usize::from(count) != dirs.len()
        {
            self.count_mismatch(usize::from(count), dirs.len(), span);
        }
        dirs
    }

    fn count_mismatch(&mut self, said: usize, found: usize, span: Span) {
        self.doubt(say::count_mismatch(self.quote(span), said, found), Some(span));
    }

    /// Acts on one clause.
    pub(super) fn clause(&mut self, clause: &Clause) {
        if self.special(clause) {
            return;
        }
        match clause.mode {
            Mode::Not => self.deny(clause),
            Mode::Add | Mode::But => self.state(clause),
        }
    }

    /// The directions of an item list, all of them together.
    pub(super) fn all_dirs(&mut self, items: &[Item], sides: bool) -> Dirs {
        let mut set = Dirs::NONE;
        for item in items {
            if let Kind::Dir(phrase) = &item.kind {
                set = set | self.dirs(phrase, item.span, sides);
            }
        }
        set
    }

    /// The movement of the pieces named in a clause, cut to the directions said beside each,
    /// and the items that belong to no piece.
    fn pieces(&mut self, clause: &Clause) -> (Option<Movement>, Vec<Item>) {
        let mut rest: Vec<Item> = Vec::new();
        let mut whole: Option<Build> = None;
        let items = &clause.run;
        let mut at = 0;
        while at < items.len() {
            let item = &items[at];
            let Kind::Piece(index) = item.kind else {
                rest.push(item.clone());
                at += 1;
                continue;
            };
            at += 1;
            let mut movement = self.known(index, item.span);
            // "forward queen", "two bishop moves"
            if !item.joined() {
                let mut keep = Dirs::NONE;
                while let Some(Item { kind: Kind::Dir(phrase), span, .. }) = rest.last() {
                    let (phrase, span, joined) =
                        (phrase.clone(), *span, rest.last().is_some_and(Item::joined));
                    keep = keep | self.dirs(&phrase, span, true);
                    rest.pop();
                    if !joined {
                        break;
                    }
                }
                if !keep.is_empty() {
                    movement = filtered(&movement, keep);
                }
                if matches!(rest.last(), Some(Item { kind: Kind::Extent(extent), .. }) if !extent.unit)
                {
                    rest.pop();
                }
            }
            // "like a rook forward", "knight, forward only"
            let mut keep = Dirs::NONE;
            let only = clause.has(&Lex::Only);
            while let Some(Item { kind: Kind::Dir(phrase), span, .. }) = items.get(at) {
                let first = keep.is_empty();
                if first && items[at].joined() && !only
                    || matches!(items.get(at + 1).map(|next| &next.kind), Some(Kind::Extent(_)))
                {
                    break;
                }
                let part = self.dirs(&phrase.clone(), *span, true);
                if filtered(&movement, part) == Movement::default() {
                    // "like a lance backward": a lance has nothing there.
                    self.not_understood(*span);
                }
                keep = keep | part;
                at += 1;
            }
            if !keep.is_empty() {
                movement = filtered(&movement, keep);
                if movement == Movement::default() {
                    self.not_understood(item.span.to(items[at - 1].span));
                }
            }
            // "like a bishop, at most two squares"
            if let Some(Item { kind: Kind::Extent(extent), .. }) = items.get(at)
                && matches!(items.get(at + 1).map(|next| &next.kind), None | Some(Kind::Piece(_)))
                && (extent.unit || items.get(at + 1).is_none())
            {
                for step in &mut movement.steps {
                    if let Some(limit) = extent.max.and_then(Reach::up_to)
                        && step.reach.max(limit) == step.reach
                    {
                        step.reach = limit;
                    }
                }
                at += 1;
            }
            whole.get_or_insert_default().add(&movement);
        }
        (whole.map(|build| build.movement), rest)
    }

    pub(super) fn known(&mut self, index: usize, span: Span) -> Movement {
        let piece = &TABLE.pieces[index];
        if !piece.disputed.is_empty() && self.subject != Some(index) {
            let name = piece.slug.replace('-', " ");
            self.findings.push(say::disputed_piece(name, piece.disputed).at(span));
        }
        piece.movement.clone()
    }

    /// A plain statement: it moves so far, in these directions.
    fn state(&mut self, clause: &Clause) {
        let except = self.all_dirs(&clause.except, false);
        if clause.has(&Lex::Except) && except.is_empty() {
            if let Some(span) = clause.span() {
                self.not_understood(span);
            }
            return;
        }
        let (pieces, mut rest) = self.pieces(clause);
        if clause.has(&Lex::Except)
            && clause.run.is_empty()
            && clause.about.is_empty()
            && (!clause.japanese || clause.manner.is_none())
        {
            // "It slides in all directions (except sideways)."
            self.build.remove_steps(except);
            self.mentioned = self.mentioned | except;
            return;
        }
        if rest.is_empty() && pieces.is_none() && !clause.about.is_empty() {
            return;
        }
        self.settle_numbers(&mut rest, clause);
        self.counts(&mut rest, clause, except);
        if !clause.about.is_empty() && rest.iter().all(|item| !matches!(item.kind, Kind::Dir(_))) {
            rest.extend(clause.about.iter().cloned());
            // "but not sideways, where it moves one square"
            self.forbidden = self.forbidden & !self.all_dirs(&clause.about, false);
        }
        let told = pieces.is_some();
        let area = pieces.as_ref().is_some_and(|movement| !movement.area_moves.is_empty());
        let along = rest.iter().chain(&clause.about).any(|item| matches!(item.kind, Kind::Dir(_)));
        if area && along {
            // "on the forward diagonals it moves as a lion": a part of a lion has no form here.
            self.doubt(say::part_of_a_lion(), clause.span());
        }
        if let Some(movement) = pieces {
            let movement = filtered(&movement, !except);
            let dirs = step_dirs(&movement);
            self.mentioned = self.mentioned | dirs;
            self.sentence = self.sentence | dirs;
            self.last = dirs;
            self.build.add(&movement);
        } else if !except.is_empty() && rest.iter().all(|item| !matches!(item.kind, Kind::Dir(_))) {
            // 真後ろ以外に1マス: all but these.
            self.except_all(clause, &rest, except);
            return;
        }
        let only_dirs =
            !rest.is_empty() && rest.iter().all(|item| matches!(item.kind, Kind::Dir(_)));
        if clause.mode == Mode::But && clause.manner.is_none() && only_dirs {
            // "in every direction but straight back"
            if clause.has(&Lex::Only) {
                // "like a bishop, but only forward"
                let keep = self.all_dirs(&rest, true);
                self.build.movement = filtered(&self.build.movement, keep);
                return;
            }
            let dirs = self.all_dirs(&rest, false);
            if (dirs & self.build.dirs()).is_empty()
                && let Some(span) = clause.span()
            {
                // "like a lance, but backward" takes nothing away.
                self.not_understood(span);
            }
            self.build.remove_steps(dirs);
            self.mentioned = self.mentioned | dirs;
            return;
        }
        if clause.mode == Mode::But
            && let [Item { kind: Kind::Extent(extent), .. }] = &rest[..]
            && let Some(limit) = extent.max.and_then(Reach::up_to)
            && extent.landing.is_empty()
            && clause.toward.is_none()
            && clause.manner != Some(Manner::Jump)
            && clause.marks.iter().all(|(lex, _)| *lex == Lex::Only)
        {
            // "as a rook, but no more than four squares"
            if let Some((dirs, at)) = self.assumed.take() {
                // "it may go straight ahead, but at most three squares"
                dirs.iter().for_each(|dir| self.build.set_step(dir, limit));
                self.findings.remove(at);
                return;
            }
            for step in &mut self.build.movement.steps {
                if step.reach.max(limit) == step.reach && self.last.contains(step.direction) {
                    step.reach = limit;
                }
            }
            return;
        }
        let parts = bind(self, &rest, clause);
        let vector = rest.iter().any(|item| matches!(item.kind, Kind::Vector(..)));
        if parts.is_empty() && !told && !vector {
            self.nothing_told(clause, &rest);
        }
        if self.knight_leap(clause, &parts) {
            return;
        }
        let span = clause.span();
        let landing = parts
            .iter()
            .any(|part| part.extent.as_ref().is_some_and(|extent| !extent.landing.is_empty()));
        if !parts.is_empty() {
            self.assumed = None;
            self.last = parts.iter().fold(Dirs::NONE, |set, part| set | part.dirs);
        }
        for part in &parts {
            let mut part = part.clone();
            part.dirs = part.dirs & !except;
            self.part(clause, &part, landing, span);
        }
    }

    /// A clause that moved nothing must not pass in silence.
    fn nothing_told(&mut self, clause: &Clause, rest: &[Item]) {
        let marks = clause.marks.iter().any(|(lex, _)| {
            matches!(lex, Lex::Neighbour | Lex::Position | Lex::More | Lex::Then | Lex::NothingBut)
        });
        let leap = clause.manner == Some(Manner::Jump);
        let extent = rest.iter().any(|item| matches!(item.kind, Kind::Extent(_)));
        let noun = rest.iter().any(|item| matches!(item.kind, Kind::Square | Kind::MenCount(_)));
        if (marks || leap || noun) && !extent {
            match clause.span() {
                Some(span) => self.not_understood(span),
                None => self.doubt(say::leap_without_anything(), None),
            }
        }
    }

    /// "the four diagonally adjacent squares": the number counts squares, it is no distance.
    fn settle_numbers(&mut self, rest: &mut Vec<Item>, clause: &Clause) {
        let adjacent = clause.has(&Lex::Neighbour) && clause.manner != Some(Manner::Jump);
        for at in 0..rest.len() {
            let Kind::Extent(extent) = &rest[at].kind else { continue };
            let bare = !extent.unit
                && !extent.at_most
                && extent.landing.is_empty()
                && extent.max.is_some_and(|n| n > 1);
            let (dir, square) = (rest.get(at + 1), rest.get(at + 2));
            let noun = matches!(dir, Some(Item { kind: Kind::Dir(_), .. }))
                && square.is_some_and(|item| matches!(item.kind, Kind::Square) && !item.joined());
            if !bare {
                continue;
            }
            if adjacent {
                rest[at].kind = Kind::Count(extent.max.unwrap_or(0));
            } else if noun {
                let span = rest[at].span;
                self.doubt(say::number_or_distance(), Some(span));
            }
        }
        let only_squares =
            !rest.is_empty() && rest.iter().all(|item| matches!(item.kind, Kind::Square));
        if adjacent && only_squares && clause.about.is_empty() {
            // "any adjacent square"
            let words = Compose { axes: vec![Axis::All], ..Compose::default() };
            let kind = Kind::Dir(DirPhrase { words, others: false, those: false, count: None });
            let item = Item { kind, ..rest[0].clone() };
            rest.push(item);
        }
    }

    fn except_all(&mut self, clause: &Clause, rest: &[Item], except: Dirs) {
        let extent = rest.iter().find_map(|item| match &item.kind {
            Kind::Extent(extent) => Some(extent.clone()),
            _ => None,
        });
        let part = Part {
            dirs: !except,
            extent,
            weak: rest.iter().any(|item| matches!(item.kind, Kind::Square)),
            span: clause.span(),
        };
        self.part(clause, &part, false, clause.span());
    }

    /// Checks "six directions" and "six squares in all" against what was said.
    fn counts(&mut self, rest: &mut Vec<Item>, clause: &Clause, except: Dirs) {
        if clause.has(&Lex::InAll) {
            let found = self.build.movement.steps.len() + self.build.movement.jumps.len();
            let single = self.build.movement.steps.iter().all(|step| step.reach == Reach::Single);
            let dirs = rest.iter().fold(Dirs::NONE, |set, item| match &item.kind {
                Kind::Dir(phrase) => set | phrase.words.dirs(),
                _ => set,
            });
            if !dirs.is_empty() {
                // 前と左右に1マスずつ、計3マス: the last number sums up.
                let at = rest
                    .iter()
                    .rposition(|item| matches!(item.kind, Kind::Extent(_) | Kind::Count(_)));
                if let Some(item) = at.map(|at| rest.remove(at))
                    && let Kind::Extent(Extent { max: Some(n), .. }) | Kind::Count(n) = item.kind
                    && usize::from(n) != dirs.len()
                {
                    self.count_mismatch(usize::from(n), dirs.len(), item.span);
                }
                return;
            }
            for item in rest.drain(..) {
                let said = match item.kind {
                    Kind::Extent(Extent { max: Some(n), .. }) | Kind::Count(n) => usize::from(n),
                    Kind::Square => continue,
                    _ => {
                        self.not_understood(item.span);
                        continue;
                    }
                };
                if single && said != found
                    || !single
                        && matches!(item.kind, Kind::Count(_))
                        && said != self.build.dirs().len()
                {
                    self.count_mismatch(said, found, item.span);
                }
            }
            return;
        }
        let Some(at) = rest.iter().position(|item| matches!(item.kind, Kind::Count(_))) else {
            return;
        };
        let item = rest.remove(at);
        let Kind::Count(said) = item.kind else { return };
        let mut found = Dirs::NONE;
        for item in rest.iter() {
            if let Kind::Dir(phrase) = &item.kind {
                found = found | phrase.words.dirs();
            }
        }
        let found = if found.is_empty() && !except.is_empty() { !except } else { found & !except };
        if found.len() != usize::from(said) {
            self.count_mismatch(usize::from(said), found.len(), item.span);
        }
    }

    /// One group of directions with one distance.
    fn part(&mut self, clause: &Clause, part: &Part, landing: bool, span: Option<Span>) {
        self.mentioned = self.mentioned | part.dirs;
        self.sentence = self.sentence | part.dirs;
        let manner = match clause.manner {
            // 二マス飛び越えて行く
            _ if clause.has(&Lex::PassOver) => Manner::Jump,
            manner => manner.unwrap_or(Manner::Move),
        };
        let place = part.span.or(span);
        let Some(extent) = &part.extent else {
            let reach = match manner {
                Manner::Slide => Reach::Ranging,
                Manner::Step => Reach::Single,
                Manner::Move if part.weak => Reach::Single,
                Manner::Jump if part.weak && clause.has(&Lex::Neighbour) => {
                    return self.leap(clause, part.dirs, &[2]);
                }
                Manner::Jump => {
                    self.doubt(say::leap_without_distance(), place);
                    return;
                }
                Manner::Move => {
                    self.assumed = Some((part.dirs, self.findings.len()));
                    self.doubt(say::no_distance(), place);
                    Reach::Single
                }
            };
            return self.steps(clause, part.dirs, reach, place);
        };
        // A Japanese verb may close over plain steps said before the leap.
        let leaps = manner == Manner::Jump && (!landing || !extent.landing.is_empty());
        if leaps && extent.max != Some(1) {
            let over = clause.has(&Lex::PassOver) && clause.manner != Some(Manner::Jump);
            if over && extent.landing.is_empty() && clause.japanese {
                self.doubt(say::over_or_onto(), place);
            }
            return self.leap_extent(clause, part.dirs, extent, place);
        }
        if !extent.landing.is_empty() && extent.landing != [1] || extent.beyond {
            // "moves to the second square": over the first or not?
            self.doubt(say::exactly_that_square(), place);
            return self.leap_extent(clause, part.dirs, extent, place);
        }
        if extent.exactly && extent.max.is_some_and(|n| n > 1) || extent.min > 1 {
            let lame = clause.has(&Lex::NoJump);
            if !lame {
                self.doubt(say::exactly_so_many(), place);
            }
            return self.leap_extent(clause, part.dirs, extent, place);
        }
        let Some(reach) = extent.max.map_or(Some(Reach::Ranging), Reach::up_to) else {
            self.doubt(say::zero_distance(), place);
            return;
        };
        self.steps(clause, part.dirs, reach, place);
    }

    fn steps(&mut self, clause: &Clause, dirs: Dirs, reach: Reach, span: Option<Span>) {
        let weaker = |dir| {
            self.build
                .reach(dir)
                .is_some_and(|before| before != reach && before.max(reach) == before)
        };
        let restated = !dirs.is_empty() && dirs.iter().all(weaker);
        // "a rook that can only go two squares backward" takes away, as "but" does.
        let replaces = clause.mode == Mode::But || restated && clause.has(&Lex::Only);
        if restated && !replaces && !clause.also && !clause.parenthesis {
            self.doubt(say::weaker_restatement(), span);
        }
        for dir in dirs.iter() {
            if replaces {
                self.build.set_step(dir, reach);
            } else {
                self.build.step(dir, reach);
            }
        }
    }

    fn leap_extent(&mut self, clause: &Clause, dirs: Dirs, extent: &Extent, span: Option<Span>) {
        let far = match (&extent.landing[..], extent.max) {
            ([], None) => {
                self.doubt(say::endless_leap(), span);
                return;
            }
            ([], Some(n)) if extent.at_most && n > 1 => {
                self.doubt(say::leap_up_to(), span);
                (2..=n).collect()
            }
            ([], Some(n)) if extent.min > 1 => (extent.min..=n).collect(),
            ([], Some(n)) => vec![n],
            (landing, _) => landing.to_vec(),
        };
        self.leap(clause, dirs, &far);
    }

    fn leap(&mut self, clause: &Clause, dirs: Dirs, far: &[u16]) {
        for dir in dirs.iter() {
            for &n in far {
                let (rows, cols) = dir.offset();
                // No board is so large, and a leap to its own square is no leap.
                let Some(n) = i8::try_from(n).ok().filter(|n| (1..=40).contains(n)) else {
                    self.doubt(say::long_leap(), None);
                    continue;
                };
                let (rows, cols) = (rows * n, cols * n);
                if n == 1 {
                    self.build.step(dir, Reach::Single);
                } else {
                    let lame = clause.has(&Lex::NoJump) && clause.manner != Some(Manner::Jump);
                    self.build.add_jump(Jump { lame, ..Jump::new(rows, cols) });
                }
            }
        }
    }

    /// A leap to a square, unless it is the one the piece stands on.
    pub(super) fn vector(&mut self, rows: i8, cols: i8) {
        if (rows, cols) == (0, 0) {
            self.doubt(say::leap_to_itself(), None);
        } else {
            self.build.jump(rows, cols);
        }
    }

    /// "two squares forward and one to the side", 前へ2マス、横へ1マスの位置: one leap of two legs.
    fn knight_leap(&mut self, clause: &Clause, parts: &[Part]) -> bool {
        let [long, short] = parts else { return false };
        let numbers =
            (long.extent.as_ref().and_then(|e| e.max), short.extent.as_ref().and_then(|e| e.max));
        let (Some(a), Some(b)) = numbers else { return false };
        let across = |x: Dirs, y: Dirs| x.within(Dirs::VERTICAL) && y.within(Dirs::HORIZONTAL);
        let perpendicular = across(long.dirs, short.dirs) || across(short.dirs, long.dirs);
        let outward = a == 1
            && b == 1
            && long.dirs.within(Dirs::ORTHOGONAL)
            && short.dirs.within(Dirs::DIAGONAL);
        let or = clause.run.iter().any(|item| item.or && matches!(item.kind, Kind::Extent(_)));
        let said = clause.manner == Some(Manner::Jump) || clause.has(&Lex::Position);
        let knight = self
            .subject
            .is_some_and(|at| matches!(TABLE.pieces[at].slug, "shogi-knight" | "knight-of-chess"));
        if !(perpendicular || outward) || or || clause.mode != Mode::Add || a == b && !outward {
            return false;
        }
        if !(said || knight && a.max(b) == 2) {
            return false;
        }
        for from in long.dirs.iter() {
            for to in short.dirs.iter() {
                let ((r, c), (dr, dc)) = (from.offset(), to.offset());
                if outward && (r * dr + c * dc) <= 0 {
                    continue;
                }
                let (Ok(a), Ok(b)) = (i8::try_from(a.min(40)), i8::try_from(b.min(40))) else {
                    continue;
                };
                self.vector(r * a + dr * b, c * a + dc * b);
            }
        }
        true
    }

    /// "cannot move backward".
    fn deny(&mut self, clause: &Clause) {
        // 後ろは一マス、横は動けない: only the last directions are denied.
        let last_extent = clause.run.iter().rposition(|item| matches!(item.kind, Kind::Extent(_)));
        if let Some(at) = last_extent.filter(|&at| clause.japanese && at + 1 < clause.run.len()) {
            let mut told = clause.clone();
            let mut denied = clause.clone();
            denied.run = told.run.split_off(at + 1);
            (told.mode, told.toward) = (Mode::Add, None);
            self.state(&told);
            return self.deny(&denied);
        }
        // 玉将の動きができるが、後ろには動けない
        let last_piece = clause.run.iter().rposition(|item| matches!(item.kind, Kind::Piece(_)));
        if let Some(at) = last_piece.filter(|&at| clause.japanese && at + 1 < clause.run.len()) {
            let mut told = clause.clone();
            let mut denied = clause.clone();
            denied.run = told.run.split_off(at + 1);
            (told.mode, told.manner, told.toward) = (Mode::Add, None, None);
            self.state(&told);
            return self.deny(&denied);
        }
        let mut dirs = self.all_dirs(&clause.run, false) | self.all_dirs(&clause.about, false);
        if let Some(half) = clause.toward {
            let side = half.plane();
            dirs = if dirs.is_empty() { side } else { dirs & side };
        }
        let limit = clause.run.iter().find_map(|item| match &item.kind {
            Kind::Extent(extent) => Some((extent.clone(), item.span)),
            _ => None,
        });
        if let Some((extent, span)) = limit {
            match extent.max.and_then(Reach::up_to) {
                // "cannot move more than two squares backward"
                Some(reach) if extent.beyond => {
                    let dirs = if dirs.is_empty() { self.build.dirs() } else { dirs };
                    self.mentioned = self.mentioned | dirs;
                    dirs.iter().for_each(|dir| self.build.set_step(dir, reach));
                }
                _ => self.not_understood(span),
            }
            return;
        }
        if clause
            .run
            .iter()
            .any(|item| matches!(item.kind, Kind::Piece(_) | Kind::Count(_) | Kind::Vector(..)))
        {
            if let Some(span) = clause.span() {
                self.not_understood(span);
            }
            return;
        }
        if dirs.is_empty() {
            // "does not jump" says nothing new; any other bare denial is not understood.
            if clause.manner != Some(Manner::Jump)
                && let Some(span) = clause.span()
            {
                self.not_understood(span);
            }
            return;
        }
        if clause.manner == Some(Manner::Jump) {
            self.build.movement.jumps.retain(|jump| {
                let sign = (jump.rows.signum(), jump.cols.signum());
                !dirs.iter().any(|dir| dir.offset() == sign)
            });
            return;
        }
        self.mentioned = self.mentioned | dirs;
        self.forbidden = self.forbidden | dirs;
        self.build.remove_steps(dirs);
        // "cannot move backward" with the diagonals left: which did the writer mean?
        let bare = clause
            .run
            .iter()
            .any(|item| matches!(&item.kind, Kind::Dir(phrase) if phrase.words.bare().is_some()));
        let beside = dirs.iter().any(|dir| {
            dir.is_orthogonal()
                && [1, -1].iter().any(|&turn| self.build.reach(dir.turn(turn)).is_some())
                && dir != Direction::N
        });
        if bare
            && beside
            && !self.diagonals_said
            && clause.toward.is_none()
            && !clause.japanese
            && dirs.within(Dirs::VERTICAL)
        {
            self.doubt(say::diagonals_kept(), clause.span());
        }
    }
}
