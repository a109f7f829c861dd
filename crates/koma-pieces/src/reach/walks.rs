//! Lions, area movers, hooks and lion moves along a line: walks that may turn.

use std::collections::BTreeSet;

use super::{Content, Scene, Square, TooManyWays};
use crate::{AreaMove, Direction, Hook, LineArea};

impl Scene<'_> {
    /// King steps one after the other, taking on the way (CHU-5, TEN-2).
    pub(super) fn area(&mut self, area: &AreaMove) -> Result<(), TooManyWays> {
        if area.jump {
            self.area_leaps(area)?;
        }
        self.area_walk(area, &mut Vec::new(), BTreeSet::new())
    }

    /// Leaps straight to every square its steps could bring it to on an empty board.
    fn area_leaps(&mut self, area: &AreaMove) -> Result<(), TooManyWays> {
        let mut near = BTreeSet::from([self.mover.at]);
        for _ in 0..area.max_steps {
            let mut next = near.clone();
            for &square in &near {
                self.spend()?;
                next.extend(self.area_neighbours(area, square));
            }
            if next == near {
                break;
            }
            near = next;
        }
        near.remove(&self.mover.at);
        for to in near {
            match self.content(to, &BTreeSet::new()) {
                Content::Empty => self.note(&[to], BTreeSet::new()),
                Content::Enemy(_) if area.captures > 0 => self.note(&[to], [to].into()),
                _ => {}
            }
        }
        Ok(())
    }

    fn area_neighbours(&self, area: &AreaMove, square: Square) -> Vec<Square> {
        let dirs = if area.dirs.is_empty() { &Direction::ALL[..] } else { &area.dirs };
        dirs.iter()
            .filter_map(|&direction| self.ahead(square, direction))
            .filter(|to| {
                let origin = self.mover.at;
                to.row.abs_diff(origin.row).max(to.col.abs_diff(origin.col)) <= area.radius
            })
            .collect()
    }

    fn area_walk(
        &mut self,
        area: &AreaMove,
        touched: &mut Vec<Square>,
        taken: BTreeSet<Square>,
    ) -> Result<(), TooManyWays> {
        self.spend()?;
        if touched.len() >= usize::from(area.max_steps) {
            return Ok(());
        }
        let at = touched.last().copied().unwrap_or(self.mover.at);
        for to in self.area_neighbours(area, at) {
            if to == self.mover.at && !area.can_return {
                continue;
            }
            let mut taken = taken.clone();
            let mut goes_on = true;
            match self.content(to, &taken) {
                Content::Own(_) => continue,
                Content::Enemy(_) if area.captures == 0 => continue,
                Content::Enemy(_) => {
                    taken.insert(to);
                    // It stops when it has taken as many as it may.
                    goes_on = taken.len() < usize::from(area.captures);
                }
                Content::Empty => {}
            }
            touched.push(to);
            self.note(touched, taken.clone());
            if goes_on {
                self.area_walk(area, touched, taken)?;
            }
            touched.pop();
        }
        Ok(())
    }

    /// Slides that turn on an empty square (TAI-9).
    pub(super) fn hook(&mut self, hook: &Hook) -> Result<(), TooManyWays> {
        for &direction in &hook.dirs {
            self.hook_leg(hook, &mut Vec::new(), direction, None)?;
        }
        Ok(())
    }

    fn hook_leg(
        &mut self,
        hook: &Hook,
        corners: &mut Vec<Square>,
        direction: Direction,
        limit: Option<u16>,
    ) -> Result<(), TooManyWays> {
        let mut at = corners.last().copied().unwrap_or(self.mover.at);
        let mut steps = 0;
        while limit.is_none_or(|limit| steps < limit) {
            self.spend()?;
            let Some(to) = self.ahead(at, direction) else { break };
            (at, steps) = (to, steps + 1);
            let content = self.content(at, &BTreeSet::new());
            corners.push(at);
            match content {
                Content::Empty => self.note(corners, BTreeSet::new()),
                Content::Enemy(_) => self.note(corners, [at].into()),
                Content::Own(_) => {}
            }
            if content == Content::Empty && corners.len() <= usize::from(hook.max_turns) {
                let eighths = (hook.turn / 45) as i8;
                let mut ways = vec![direction.turn(eighths), direction.turn(-eighths)];
                ways.dedup();
                for way in ways {
                    self.hook_leg(hook, corners, way, hook.then.limit())?;
                }
            }
            corners.pop();
            if content != Content::Empty {
                break;
            }
        }
        Ok(())
    }

    /// Lion moves that stay on one line (飛鷲, 奔鷲, 狛犬).
    pub(super) fn line_area(&mut self, line: &LineArea) -> Result<(), TooManyWays> {
        for &(direction, steps) in &line.max_steps {
            self.line_walk(line, direction, steps, &mut Vec::new(), &Walker::start(self.mover.at))?;
        }
        Ok(())
    }

    fn line_walk(
        &mut self,
        line: &LineArea,
        direction: Direction,
        steps_left: u8,
        touched: &mut Vec<Square>,
        walker: &Walker,
    ) -> Result<(), TooManyWays> {
        self.spend()?;
        let Some(steps_left) = steps_left.checked_sub(1) else { return Ok(()) };
        for outward in [true, false] {
            // It turns only where it stands, not above a man it leaps over.
            if outward != walker.outward && !(line.can_return && walker.standing) {
                continue;
            }
            let way = if outward { direction } else { direction.turn(4) };
            let Some(to) = self.ahead(walker.at, way) else { continue };
            let home = to == self.mover.at;
            if walker.at == self.mover.at && !outward {
                continue;
            }
            let content = self.content(to, &walker.taken);
            if content != Content::Empty && line.can_jump {
                let over = Walker { at: to, outward, standing: false, ..walker.clone() };
                self.line_walk(line, direction, steps_left, touched, &over)?;
            }
            let mut here = Walker { at: to, outward, standing: true, ..walker.clone() };
            match content {
                Content::Own(_) => continue,
                Content::Enemy(_) => {
                    here.taken.insert(to);
                }
                Content::Empty => {}
            }
            touched.push(to);
            self.note(touched, here.taken.clone());
            let goes_on = content == Content::Empty || line.can_capture_each;
            if goes_on && !home {
                self.line_walk(line, direction, steps_left, touched, &here)?;
            }
            touched.pop();
        }
        Ok(())
    }

    /// 居喰い: takes a neighbour without moving.
    pub(super) fn igui(&mut self, directions: &[Direction]) {
        for &direction in directions {
            if let Some(victim) = self.ahead(self.mover.at, direction)
                && matches!(self.content(victim, &BTreeSet::new()), Content::Enemy(_))
            {
                self.note(&[victim, self.mover.at], [victim].into());
            }
        }
    }
}

/// A man on its way along a line.
#[derive(Clone)]
struct Walker {
    at: Square,
    taken: BTreeSet<Square>,
    outward: bool,
    standing: bool,
}

impl Walker {
    fn start(at: Square) -> Self {
        Self { at, taken: BTreeSet::new(), outward: true, standing: true }
    }
}
