//! Moves that are more than a step, a slide or a leap: lion, hook, flight, leap and slide.

use super::bind::{Part, bind};
use super::clause::{Clause, Mode};
use super::dirs::Dirs;
use super::known::{TABLE, lion, step_dirs};
use super::lexicon::{Lex, Manner};
use super::phrase::{Extent, Item, Kind};
use super::resolve::Resolver;
use super::say;
use koma_pieces::{Direction, Hook, LineArea, RangeCapture, Reach};

impl Resolver<'_> {
    /// Acts on a clause that speaks of such a move; false when it does not.
    pub(super) fn special(&mut self, clause: &Clause) -> bool {
        let has = |mark: Lex| clause.has(&mark);
        if has(Lex::Stops)
            || has(Lex::PassOver) && clause.mode == Mode::Not && pieces(clause).next().is_some()
        {
            self.stoppers(clause);
        } else if has(Lex::PassOver) && clause.mode == Mode::Not
            || has(Lex::NoJump) && clause.run.is_empty()
        {
            // Steps and slides never jump: nothing new.
        } else if self.is_lion(clause) {
            self.lion();
            self.stray_numbers(clause, 2);
        } else if has(Lex::Within) && has(Lex::Capture) && !has(Lex::Anywhere) {
            let lion = !self.build.movement.area_moves.is_empty();
            let lines = has(Lex::Return) || has(Lex::OneAfterAnother);
            match (lines, lion && number(&clause.run) == Some(2)) {
                // Says what a lion is.
                (false, true) => {}
                (true, _) => self.line_area(clause),
                (false, false) => self.lost(clause),
            }
        } else if has(Lex::Within) && (has(Lex::Anywhere) || clause.manner == Some(Manner::Jump)) {
            self.area_leap(clause);
        } else if has(Lex::Turn) || has(Lex::RightAngle) || has(Lex::HookMove) {
            self.hook(clause);
        } else if has(Lex::RangeCapture)
            || has(Lex::PassOver) && has(Lex::Capture) && takes_all(clause)
        {
            self.flight(clause);
        } else if has(Lex::Continue) {
            self.leap_and_slide(clause);
        } else if has(Lex::PassOver) && men(clause).is_some() {
            self.pass_over(clause);
        } else if has(Lex::Igui) || has(Lex::Capture) || has(Lex::Return) {
            return self.capture(clause);
        } else if has(Lex::PassOver) && !lands(clause) {
            if let Some(span) = clause.span() {
                self.not_understood(span);
            }
        } else {
            return self.leftover_marks(clause);
        }
        true
    }

    /// Marks that no rule above took and that change the meaning.
    fn leftover_marks(&mut self, clause: &Clause) -> bool {
        for item in &clause.run {
            if matches!(item.kind, Kind::MenCount(_)) && !clause.has(&Lex::PassOver) {
                self.not_understood(item.span);
            }
        }
        for (lex, span) in &clause.marks {
            let lost = matches!(
                lex,
                Lex::Once
                    | Lex::Twice
                    | Lex::Again
                    | Lex::EveryMan
                    | Lex::Lower
                    | Lex::SameWay
                    | Lex::Within
                    | Lex::LionMove
                    | Lex::OneAfterAnother
                    | Lex::Anywhere
            );
            let lost = lost && (*lex != Lex::Again || self.build.movement.hooks.is_empty());
            let amount = clause
                .run
                .iter()
                .any(|item| matches!(&item.kind, Kind::Extent(extent) if extent.at_most));
            let lost = lost && !(*lex == Lex::Within && amount);
            let men =
                *lex == Lex::Men && !clause.has(&Lex::PassOver) && !clause.has(&Lex::Neighbour);
            if lost || men {
                self.not_understood(*span);
            }
        }
        false
    }

    /// Two king steps in one turn.
    fn is_lion(&self, clause: &Clause) -> bool {
        let king = pieces(clause).any(|index| TABLE.pieces[index].slug == "king");
        let two = clause.run.iter().any(|item| matches!(&item.kind, Kind::Extent(extent) if extent.max == Some(2) && !extent.unit));
        clause.has(&Lex::LionMove) || king && (two || clause.has(&Lex::Twice))
    }

    fn lion(&mut self) {
        for dir in Direction::ALL {
            self.build.step(dir, Reach::Single);
        }
        self.leaps_within(2);
        if self.build.movement.area_moves.is_empty() {
            self.build.movement.area_moves.push(lion());
        }
    }

    /// Numbers in such a clause that are not the one it is known by.
    fn stray_numbers(&mut self, clause: &Clause, known: u16) {
        for item in &clause.run {
            let number = match &item.kind {
                Kind::Extent(extent) => extent.max,
                Kind::MenCount(count) => *count,
                _ => continue,
            };
            if number != Some(known) {
                self.not_understood(item.span);
            }
        }
    }

    fn leaps_within(&mut self, radius: i8) {
        for rows in -radius..=radius {
            for cols in -radius..=radius {
                if rows.abs().max(cols.abs()) > 1 {
                    self.build.jump(rows, cols);
                }
            }
        }
    }

    /// "leaps to any square within two squares".
    fn area_leap(&mut self, clause: &Clause) {
        let radius = number(&clause.run).filter(|n| (2..=5).contains(n));
        let all = |item: &Item| matches!(&item.kind, Kind::Dir(phrase) if phrase.words.dirs() != Dirs::ALL);
        match (radius, clause.run.iter().any(all)) {
            (Some(n), false) => {
                for dir in Direction::ALL {
                    self.build.step(dir, Reach::Single);
                }
                self.leaps_within(n as i8);
            }
            _ => self.lost(clause),
        }
    }

    fn lost(&mut self, clause: &Clause) {
        if let Some(span) = clause.span() {
            self.not_understood(span);
        }
    }

    /// "within three squares on any line it may capture each piece, jump over pieces, or come back".
    fn line_area(&mut self, clause: &Clause) {
        let mut plain = clause.clone();
        plain.marks.clear();
        let parts =
            if clause.japanese { self.lines(&clause.run) } else { bind(self, &clause.run, &plain) };
        let mut max_steps: Vec<(Direction, u8)> = Vec::new();
        for part in parts {
            let Some(count) =
                part.extent.and_then(|extent| extent.max).and_then(|n| u8::try_from(n).ok())
            else {
                return self.lost(clause);
            };
            for dir in part.dirs.iter() {
                max_steps.retain(|(known, _)| *known != dir);
                max_steps.push((dir, count));
            }
        }
        if max_steps.is_empty() {
            return self.lost(clause);
        }
        max_steps.sort();
        let can_jump = clause.has(&Lex::PassOver);
        if can_jump {
            for &(dir, count) in &max_steps {
                if self.build.reach(dir) == Some(Reach::Ranging) {
                    (2..=count).for_each(|leap| self.build.jump_slide(dir, leap, Reach::Ranging));
                }
            }
        }
        let can_return = clause.has(&Lex::Return);
        let can_capture_each =
            clause.has(&Lex::OneAfterAnother) || clause.has(&Lex::Each) || clause.has(&Lex::Both);
        self.build.movement.line_area =
            Some(LineArea { max_steps, can_jump, can_capture_each, can_return });
        if can_return {
            self.build.movement.igui = Direction::ALL.to_vec();
        }
    }

    /// 三マス以内(斜め前は四マス以内): a distance without a direction holds for all lines.
    fn lines(&mut self, items: &[Item]) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut dirs = Dirs::NONE;
        for item in items {
            match &item.kind {
                Kind::Dir(phrase) => dirs = dirs | self.dirs(phrase, item.span, false),
                Kind::Extent(extent) => {
                    let dirs = if dirs.is_empty() { Dirs::ALL } else { std::mem::take(&mut dirs) };
                    parts.push(Part {
                        dirs,
                        extent: Some(extent.clone()),
                        weak: false,
                        span: Some(item.span),
                    });
                }
                _ => {}
            }
        }
        parts
    }

    /// The directions a clause speaks of: its own, its pieces', or those of the sentence so far.
    fn own_dirs(&mut self, clause: &Clause) -> (Dirs, bool) {
        let mut own = self.all_dirs(&clause.run, false) | self.all_dirs(&clause.about, false);
        for item in &clause.run {
            if let Kind::Piece(index) = item.kind {
                own = own | step_dirs(&TABLE.pieces[index].movement);
            }
        }
        if own.is_empty() {
            let ranging = self.build.ranging();
            let here = self.sentence & ranging;
            let dirs = if !here.is_empty() {
                here
            } else if !(self.before & ranging).is_empty() {
                self.before & ranging
            } else {
                ranging
            };
            (dirs, false)
        } else {
            (own & !self.all_dirs(&clause.except, false), true)
        }
    }

    fn hook(&mut self, clause: &Clause) {
        let (dirs, own) = self.own_dirs(clause);
        if dirs.is_empty() || clause.mode == Mode::Not {
            return self.lost(clause);
        }
        if own {
            for dir in dirs.iter() {
                self.build.step(dir, Reach::Ranging);
            }
            self.sentence = self.sentence | dirs;
            self.mentioned = self.mentioned | dirs;
        }
        let said = clause.run.iter().find_map(|item| match &item.kind {
            Kind::Extent(extent) if !extent.unit && extent.landing.is_empty() => extent.max,
            _ => None,
        });
        // "two bishop moves at right angles" turn once.
        let moves = pieces(clause).next().is_some();
        let numbers = clause
            .run
            .iter()
            .filter(|item| matches!(&item.kind, Kind::Extent(extent) if extent.max.is_some()));
        if numbers.count() > 1 {
            return self.lost(clause);
        }
        let max_turns = match said {
            Some(n) if moves => n.saturating_sub(1),
            Some(n) => n,
            None if clause.has(&Lex::Twice) => 2,
            None => 1,
        };
        if !(1..=2).contains(&max_turns) {
            return self.lost(clause);
        }
        let max_turns = max_turns as u8;
        let hook = Hook { dirs: dirs.list(), turn: 90, max_turns, then: Reach::Ranging };
        if !self.build.movement.hooks.contains(&hook) {
            self.build.movement.hooks.push(hook);
        }
    }

    /// 飛将 and its kin: flies over lower ranks and takes all of them.
    fn flight(&mut self, clause: &Clause) {
        let (mut dirs, _) = self.own_dirs(clause);
        if dirs.is_empty() {
            // Said before as passing over; now it takes what it passes.
            dirs = self
                .build
                .movement
                .jump_over
                .iter()
                .fold(Dirs::NONE, |set, over| set | Dirs::one(over.dir))
                & self.sentence;
        }
        if dirs.is_empty() || clause.mode == Mode::Not {
            return self.lost(clause);
        }
        self.build.movement.jump_over.retain(|over| !dirs.contains(over.dir));
        self.build.remove_steps(dirs);
        self.mentioned = self.mentioned | dirs;
        self.sentence = self.sentence | dirs;
        let rank = self.subject.map_or(0, |at| TABLE.pieces[at].rank).max(1);
        let rank = if rank > 3 { 1 } else { rank };
        self.build.movement.range_capture =
            Some(RangeCapture { dirs: dirs.list(), rank, cannot_jump: TABLE.stoppers(rank) });
    }

    /// "only kings and great generals stop it".
    fn stoppers(&mut self, clause: &Clause) {
        let named: Vec<usize> = pieces(clause).collect();
        let Some(rank) = named.iter().map(|&at| TABLE.pieces[at].rank).min() else {
            return self.lost(clause);
        };
        let Some(fly) = &mut self.build.movement.range_capture else { return self.lost(clause) };
        if rank == 0 {
            return self.lost(clause);
        }
        fly.rank = rank;
        fly.cannot_jump = TABLE.stoppers(rank);
        let missing = named
            .iter()
            .any(|&at| !fly.cannot_jump.iter().any(|slug| slug == TABLE.pieces[at].slug));
        let fewer = fly.cannot_jump.len() > named.len();
        if missing || fewer {
            self.doubt(say::stoppers_by_rank(), clause.span());
        }
    }

    /// "jumps to the second square and continues".
    fn leap_and_slide(&mut self, clause: &Clause) {
        let (dirs, _) = self.own_dirs(clause);
        let mut leaps: Vec<u16> = Vec::new();
        for item in &clause.run {
            if let Kind::Extent(extent) = &item.kind {
                match (&extent.landing[..], extent.max) {
                    ([], Some(n)) if extent.min > 1 => leaps.extend(extent.min..=n),
                    ([], Some(n)) => leaps.push(n),
                    (landing, _) => leaps.extend(landing),
                }
            }
        }
        leaps.retain(|&n| n > 1);
        if leaps.is_empty() && (clause.has(&Lex::Neighbour) || men(clause) == Some(Some(1))) {
            leaps.push(2);
        }
        let then = match clause.then.first().map(|item| &item.kind) {
            Some(Kind::Extent(extent)) => extent.max.map_or(Some(Reach::Ranging), Reach::up_to),
            _ if clause.has(&Lex::More) => Some(Reach::Single),
            _ => Some(Reach::Ranging),
        };
        let (false, Some(then), false, false) =
            (dirs.is_empty(), then, leaps.is_empty(), clause.mode == Mode::Not)
        else {
            return self.lost(clause);
        };
        self.mentioned = self.mentioned | dirs;
        self.sentence = self.sentence | dirs;
        for dir in dirs.iter() {
            for &leap in &leaps {
                if let Ok(leap) = u8::try_from(leap) {
                    self.build.jump_slide(dir, leap, then);
                }
            }
        }
    }

    /// "slides, passing over at most three pieces".
    fn pass_over(&mut self, clause: &Clause) {
        let (dirs, own) = self.own_dirs(clause);
        let leaper = !own && men(clause) == Some(None) && !self.build.movement.jumps.is_empty();
        if leaper && dirs.is_empty() {
            // "It can jump over other pieces": of a leaper, nothing new.
            return;
        }
        if leaper {
            return self.lost(clause);
        }
        let Some(count) = men(clause).filter(|_| !dirs.is_empty()) else {
            return self.lost(clause);
        };
        let limited = clause
            .run
            .iter()
            .any(|item| matches!(&item.kind, Kind::Extent(extent) if extent.max.is_some()));
        if limited {
            return self.lost(clause);
        }
        self.mentioned = self.mentioned | dirs;
        self.sentence = self.sentence | dirs;
        for dir in dirs.iter() {
            self.build.jump_over(dir, count.and_then(|n| u8::try_from(n).ok()));
        }
    }

    /// Captures that are no moves of their own; false when the clause says more.
    fn capture(&mut self, clause: &Clause) -> bool {
        let has = |mark: Lex| clause.has(&mark);
        if has(Lex::SameWay) {
            // "capturing the same way": nothing new, but the rest of the clause counts.
            return false;
        }
        if has(Lex::Igui) || has(Lex::Return) && (has(Lex::Neighbour) || has(Lex::Capture)) {
            self.igui = true;
            return clause
                .run
                .iter()
                .all(|item| !matches!(item.kind, Kind::Dir(_) | Kind::Extent(_) | Kind::Piece(_)));
        }
        if has(Lex::Both) || has(Lex::Capture) && number(&clause.run) == Some(2) {
            self.captures_two = true;
            return true;
        }
        let tells = clause
            .run
            .iter()
            .any(|item| matches!(item.kind, Kind::Dir(_) | Kind::Extent(_) | Kind::Piece(_)));
        if !tells && !self.build.movement.area_moves.is_empty() {
            return true;
        }
        if has(Lex::Capture) {
            let differs =
                clause.run.iter().any(|item| matches!(item.kind, Kind::Dir(_) | Kind::Extent(_)));
            if differs {
                self.doubt(say::capture_differs(), clause.span());
                return true;
            }
        }
        self.lost(clause);
        true
    }
}

fn pieces(clause: &Clause) -> impl Iterator<Item = usize> {
    clause.run.iter().filter_map(|item| match item.kind {
        Kind::Piece(index) => Some(index),
        _ => None,
    })
}

fn men(clause: &Clause) -> Option<Option<u16>> {
    let counted = clause.run.iter().find_map(|item| match item.kind {
        Kind::MenCount(count) => Some(count),
        _ => None,
    });
    let unlimited = clause.run.iter().any(
        |item| matches!(&item.kind, Kind::Extent(extent) if extent.max.is_none() && !extent.unit),
    );
    if counted.is_none() && unlimited && clause.has(&Lex::PassOver) && !clause.has(&Lex::Neighbour)
    {
        return Some(None);
    }
    // "jumping over pieces" with no number: any number of them.
    counted.or_else(|| {
        (clause.has(&Lex::Men) && !clause.has(&Lex::Neighbour) && !lands(clause)).then_some(None)
    })
}

fn takes_all(clause: &Clause) -> bool {
    clause.has(&Lex::EveryMan) || clause.has(&Lex::Lower) || clause.has(&Lex::Men)
}

/// Whether the clause names the square landed on, or a plain distance for a leap.
fn lands(clause: &Clause) -> bool {
    clause.run.iter().any(|item| matches!(&item.kind, Kind::Extent(Extent { landing, max, .. }) if !landing.is_empty() || max.is_some_and(|n| n > 1)))
}

fn number(items: &[Item]) -> Option<u16> {
    items.iter().find_map(|item| match &item.kind {
        Kind::Extent(extent) => extent.max,
        Kind::MenCount(count) => *count,
        _ => None,
    })
}
