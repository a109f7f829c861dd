//! Reading `movement`: the base format's four fields and our additions.

use std::ops::RangeInclusive;

use koma_text::yaml::{Entry, Fields, Kind, Node};
use koma_text::{Fact, Findings};

use super::{Repair, direction};
use crate::check::LARGEST_BOARD;
use crate::say;
use crate::{
    Anywhere, AreaMove, Condition, Direction, Hook, Hop, Jump, JumpOver, JumpSlide, Leg, LineArea,
    Mode, Movement, Path, RangeCapture, RangeJump, Reach, Step, Vector,
};

/// Most entries in one list of a piece; the longest known has 24.
pub(super) const LONGEST: usize = 1000;

const U8: RangeInclusive<i64> = 1..=u8::MAX as i64;

/// The movement at a node, as far as it could be read.
pub(super) fn read(node: &Node<'_>, repair: Repair, out: &mut Findings) -> Movement {
    let mut movement = Movement::default();
    let Some(mut fields) = Fields::of(node, "a movement", out) else { return movement };
    let mut r = Reader { repair, out };
    let m = &mut movement;
    let vectors = fields.get("vectors");
    match fields.get("steps") {
        Some(node) => r.steps(node, m),
        None if vectors.is_none() => {
            r.out.push(say::missing_steps().at(node.span));
        }
        None => {}
    }
    if let Some(node) = fields.get("jumps") {
        r.jumps(node, m);
    }
    if let Some(node) = fields.get("area_moves") {
        m.area_moves = r.each(node, "`area_moves`", Reader::area);
    }
    // The catalogue of variants calls it `area` and has at most one.
    if let Some(node) = fields.get("area") {
        match &node.kind {
            Kind::Mapping(_) => m.area_moves.extend(r.area(node)),
            _ => m.area_moves.extend(r.each(node, "`area`", Reader::area)),
        }
    }
    if let Some(node) = fields.get("jump_overs") {
        let dirs = direction::list(node, "`jump_overs`", repair, r.out);
        m.jump_over.extend(dirs.into_iter().map(|dir| JumpOver { dir, max_pieces: None }));
    }
    if let Some(node) = fields.get("jump_over") {
        m.jump_over.extend(r.each(node, "`jump_over`", Reader::jump_over));
    }
    if let Some(node) = fields.get("jump_slides") {
        m.jump_slides = r.each(node, "`jump_slides`", Reader::jump_slide);
    }
    if let Some(node) = fields.get("hooks") {
        m.hooks = r.each(node, "`hooks`", Reader::hook);
    }
    m.line_area = fields.get("line_area").and_then(|node| r.line_area(node));
    m.range_capture = fields.get("range_capture").and_then(|node| r.range_capture(node));
    m.range_jump = fields.get("range_jump").and_then(|node| r.range_jump(node));
    if let Some(node) = fields.get("igui") {
        m.igui = r.igui(node, m.line_area.as_ref());
    }
    if let Some(node) = fields.get("burn") {
        // Spelt out in a mapping, as the catalogue of variants does, it is the same rule.
        m.burn = matches!(node.kind, Kind::Mapping(_))
            || node.boolean("`burn`", r.out).unwrap_or_default();
    }
    m.anywhere = fields.get("anywhere").and_then(|node| r.anywhere(node));
    if let Some(node) = fields.get("paths") {
        m.paths = r.each(node, "`paths`", Reader::path);
    }
    for vector in vectors.map_or(Vec::new(), |node| r.each(node, "`vectors`", Reader::vector)) {
        vector.add_to(m);
    }
    fields.finish(out);
    movement.canonical()
}

struct Reader<'o> {
    repair: Repair,
    out: &'o mut Findings,
}

impl Reader<'_> {
    fn items<'a, 't>(&mut self, node: &'a Node<'t>, what: &str) -> &'a [Node<'t>] {
        let items = node.list(what, self.out).unwrap_or_default();
        if items.len() > LONGEST {
            let finding = say::list_too_long(what, items.len(), LONGEST);
            self.out.push(finding.at(items[LONGEST].span));
            return &items[..LONGEST];
        }
        items
    }

    fn each<T>(
        &mut self,
        node: &Node<'_>,
        what: &str,
        read: impl Fn(&mut Self, &Node<'_>) -> Option<T>,
    ) -> Vec<T> {
        let items = self.items(node, what);
        items.iter().filter_map(|item| read(self, item)).collect()
    }

    fn direction(&mut self, node: &Node<'_>) -> Option<Direction> {
        direction::read(node, self.repair, self.out)
    }

    /// A list of directions that must not be empty.
    fn directions(&mut self, node: Option<&Node<'_>>, what: &str) -> Option<Vec<Direction>> {
        let node = node?;
        let directions = direction::list(node, what, self.repair, self.out);
        if let Kind::Sequence(items) = &node.kind
            && items.is_empty()
        {
            self.out.push(say::no_direction(what).at(node.span));
        }
        Some(directions).filter(|d| !d.is_empty())
    }

    /// `steps: [...]`, or as the catalogue of variants has it, `steps: { "N": 1, "E": ranging }`.
    fn steps(&mut self, node: &Node<'_>, movement: &mut Movement) {
        let Kind::Mapping(entries) = &node.kind else {
            for item in self.items(node, "`steps`") {
                let Some(step) = self.step(item) else { continue };
                let same = |other: &Step| Step { reach: step.reach, ..*other } == step;
                if movement.steps.iter().any(same) {
                    self.out.push(say::overlapping_steps(step.direction.name()).at(item.span));
                }
                movement.steps.push(step);
            }
            return;
        };
        for entry in entries {
            let direction = direction::key(entry, self.repair, self.out);
            let reach = self.reach(&entry.value, "the reach of a step");
            movement.steps.extend(direction.zip(reach).map(|(d, r)| Step::new(d, r)));
        }
    }

    fn step(&mut self, node: &Node<'_>) -> Option<Step> {
        let mut fields = Fields::of(node, "a step", self.out)?;
        let direction = fields.need("direction", self.out).and_then(|n| self.direction(n));
        let reach = fields.need("type", self.out).and_then(|n| self.reach(n, "the type of a step"));
        let hop = self.hop(&mut fields);
        let skip = self.skip(&mut fields);
        let when = self.condition(&mut fields);
        fields.finish(self.out);
        Some(Step { direction: direction?, reach: reach?, hop, skip, when })
    }

    /// `single`, `ranging`, `{ limited: n }`, or just a number.
    fn reach(&mut self, node: &Node<'_>, what: &str) -> Option<Reach> {
        match &node.kind {
            Kind::Mapping(_) => {
                let mut fields = Fields::of(node, what, self.out)?;
                let limit = fields.need("limited", self.out);
                fields.finish(self.out);
                let reach = self.limit(limit?, "the limit")?;
                if reach == Reach::Single {
                    self.out.push(say::limited_one().at(node.span));
                }
                Some(reach)
            }
            Kind::Scalar { text, .. } => match &**text {
                "single" => Some(Reach::Single),
                "ranging" => Some(Reach::Ranging),
                text if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                    self.limit(node, what)
                }
                text => {
                    let finding = if text.starts_with("limited") {
                        say::unlimited_limit(text, what)
                    } else {
                        say::unknown_reach(text, what)
                    };
                    self.out.push(finding.at(node.span));
                    None
                }
            },
            Kind::Sequence(_) => node.wrong(what, say::a_reach(), self.out),
        }
    }

    fn limit(&mut self, node: &Node<'_>, what: &str) -> Option<Reach> {
        let limit = node.integer(what, 1..=u16::MAX.into(), self.out)?;
        if limit >= LARGEST_BOARD.into() {
            self.out.push(say::beyond_board(limit).at(node.span));
        }
        Reach::up_to(limit as u16)
    }

    fn hop(&mut self, fields: &mut Fields<'_, '_>) -> Option<Hop> {
        let node = fields.get("hop")?;
        self.word(node, "`hop`", &[("over", Hop::Over), ("behind", Hop::Behind)])
    }

    fn skip(&mut self, fields: &mut Fields<'_, '_>) -> u8 {
        let skip = fields.get("skip").and_then(|n| self.small(n, "`skip`", 0..=255));
        skip.unwrap_or(0)
    }

    fn condition(&mut self, fields: &mut Fields<'_, '_>) -> Condition {
        let modes =
            [("both", Mode::Both), ("move", Mode::MoveOnly), ("capture", Mode::CaptureOnly)];
        let mode = fields.get("mode").and_then(|n| self.word(n, "`mode`", &modes));
        Condition {
            mode: mode.unwrap_or_default(),
            initial: self.flag(fields, "initial", false),
            takes_own: self.flag(fields, "takes_own", false),
        }
    }

    fn flag<'a>(&mut self, fields: &mut Fields<'a, '_>, name: &'a str, default: bool) -> bool {
        let value = fields.get(name).and_then(|n| n.boolean(&format!("`{name}`"), self.out));
        value.unwrap_or(default)
    }

    fn small(&mut self, node: &Node<'_>, what: &str, range: RangeInclusive<i64>) -> Option<u8> {
        node.integer(what, range, self.out).and_then(|n| u8::try_from(n).ok())
    }

    fn word<T: Copy>(&mut self, node: &Node<'_>, what: &str, words: &[(&str, T)]) -> Option<T> {
        let text = node.text(what, self.out)?;
        let found = words.iter().find(|(word, _)| *word == text);
        if found.is_none() {
            let known: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            let known = Fact::named(known.join(" or "), known.join("、"));
            self.out.push(say::unknown_word(what, known, text).at(node.span));
        }
        found.map(|&(_, value)| value)
    }

    /// `[rows, cols]`, not both 0.
    fn offset(&mut self, node: &Node<'_>, what: &str) -> Option<(i8, i8)> {
        let items = node.list(what, self.out)?;
        let [rows, cols] = items else {
            self.out.push(say::jump_shape(what, items.len()).at(node.span));
            return None;
        };
        let range = i8::MIN.into()..=i8::MAX.into();
        let rows = rows.integer("rows", range.clone(), self.out);
        let cols = cols.integer("cols", range, self.out);
        let offset = (rows? as i8, cols? as i8);
        if offset == (0, 0) {
            self.out.push(say::zero_jump(what).at(node.span));
            return None;
        }
        Some(offset)
    }

    fn jumps(&mut self, node: &Node<'_>, movement: &mut Movement) {
        for item in self.items(node, "`jumps`") {
            let Some(jump) = self.jump(item) else { continue };
            if movement.jumps.contains(&jump) {
                self.out.push(say::jump_twice(jump.rows, jump.cols).at(item.span));
            }
            let step = Direction::ALL.into_iter().find(|d| d.offset() == (jump.rows, jump.cols));
            if let Some(direction) = step.filter(|_| jump.is_plain()) {
                self.out.push(say::jump_is_step(direction.name()).at(item.span));
            }
            movement.jumps.push(jump);
        }
    }

    fn jump(&mut self, node: &Node<'_>) -> Option<Jump> {
        match &node.kind {
            Kind::Sequence(_) => {
                let (rows, cols) = self.offset(node, "a jump")?;
                return Some(Jump::new(rows, cols));
            }
            Kind::Scalar { .. } => return node.wrong("a jump", say::an_offset(), self.out),
            Kind::Mapping(_) => {}
        }
        let mut fields = Fields::of(node, "a jump", self.out)?;
        let to = fields.need("to", self.out).and_then(|n| self.offset(n, "a jump"));
        let rider = match fields.get("rider") {
            Some(node) => self.reach(node, "`rider`"),
            None => Some(Reach::Single),
        };
        let lame = self.flag(&mut fields, "lame", false);
        let must_leap = self.flag(&mut fields, "must_leap", false);
        let hop = self.hop(&mut fields);
        let when = self.condition(&mut fields);
        fields.finish(self.out);
        let (rows, cols) = to?;
        Some(Jump { rows, cols, rider: rider?, lame, must_leap, hop, when })
    }

    fn area(&mut self, node: &Node<'_>) -> Option<AreaMove> {
        let mut fields = Fields::of(node, "an area move", self.out)?;
        let radius = fields.need("radius", self.out).and_then(|n| self.small(n, "`radius`", U8));
        let steps = fields.need("max_steps", self.out);
        let max_steps = steps.and_then(|n| self.small(n, "`max_steps`", U8));
        let can_return = fields.need("can_return", self.out);
        let can_return = can_return.and_then(|n| n.boolean("`can_return`", self.out));
        let captures = fields.get("captures").and_then(|n| self.small(n, "`captures`", 0..=255));
        let captures = captures.or(max_steps);
        let jump = self.flag(&mut fields, "jump", captures.is_some_and(|n| n > 1));
        let dirs = fields.get("dirs");
        let dirs = dirs.map(|n| direction::list(n, "`dirs`", self.repair, self.out));
        // Words for people in the catalogue of variants; the fields above say it all.
        let _ = (fields.get("type"), fields.get("note"));
        if let Some(node) = fields.get("igui")
            && let Some(igui) = node.boolean("`igui`", self.out)
            && igui != (can_return == Some(true) && captures.is_some_and(|n| n > 1))
        {
            self.out.push(say::igui_disagrees().at(node.span));
        }
        fields.finish(self.out);
        Some(AreaMove {
            radius: radius?,
            max_steps: max_steps?,
            can_return: can_return?,
            captures: captures?,
            jump,
            dirs: dirs.unwrap_or_default(),
        })
    }

    fn jump_over(&mut self, node: &Node<'_>) -> Option<JumpOver> {
        let mut fields = Fields::of(node, "an entry of `jump_over`", self.out)?;
        let dir = fields.need("dir", self.out).and_then(|n| self.direction(n));
        let most = fields.get("max_pieces").filter(|n| !n.is_null());
        let max_pieces = most.map(|n| self.small(n, "`max_pieces`", U8));
        fields.finish(self.out);
        // A limit that could not be read must not become "no limit".
        let max_pieces = match max_pieces {
            Some(limit) => Some(limit?),
            None => None,
        };
        Some(JumpOver { dir: dir?, max_pieces })
    }

    fn jump_slide(&mut self, node: &Node<'_>) -> Option<JumpSlide> {
        let mut fields = Fields::of(node, "an entry of `jump_slides`", self.out)?;
        let dir = fields.need("dir", self.out).and_then(|n| self.direction(n));
        let leap = fields.need("leap", self.out).and_then(|n| self.small(n, "`leap`", 2..=255));
        let then = fields.need("then", self.out).and_then(|n| self.reach(n, "`then`"));
        fields.finish(self.out);
        Some(JumpSlide { dir: dir?, leap: leap?, then: then? })
    }

    fn hook(&mut self, node: &Node<'_>) -> Option<Hook> {
        let mut fields = Fields::of(node, "a hook", self.out)?;
        let dirs = fields.need("dirs", self.out);
        let dirs = self.directions(dirs, "`dirs`");
        let turn = match fields.get("turn") {
            Some(node) => self.turn(node),
            None => Some(90),
        };
        let max_turns = match fields.get("max_turns") {
            Some(node) => self.small(node, "`max_turns`", U8),
            None => Some(1),
        };
        let then = match fields.get("then") {
            Some(node) => self.reach(node, "`then`"),
            None => Some(Reach::Ranging),
        };
        fields.finish(self.out);
        Some(Hook { dirs: dirs?, turn: turn?, max_turns: max_turns?, then: then? })
    }

    fn turn(&mut self, node: &Node<'_>) -> Option<u16> {
        let turn = node.integer("`turn`", 45..=180, self.out)?;
        if turn % 45 != 0 {
            self.out.push(say::odd_turn(turn).at(node.span));
            return None;
        }
        u16::try_from(turn).ok()
    }

    fn line_area(&mut self, node: &Node<'_>) -> Option<LineArea> {
        let mut fields = Fields::of(node, "`line_area`", self.out)?;
        let lines = fields.need("max_steps", self.out);
        let entries = lines.and_then(|n| n.mapping("`max_steps`", self.out));
        let can_jump = self.flag(&mut fields, "can_jump", true);
        let can_capture_each = self.flag(&mut fields, "can_capture_each", true);
        let can_return = self.flag(&mut fields, "can_return", true);
        fields.finish(self.out);
        let max_steps: Vec<_> = entries?.iter().filter_map(|e| self.line(e)).collect();
        if entries?.is_empty() {
            self.out.push(say::no_direction("`max_steps`").at(lines?.span));
        }
        let area = LineArea { max_steps, can_jump, can_capture_each, can_return };
        Some(area).filter(|area| !area.max_steps.is_empty())
    }

    fn line(&mut self, entry: &Entry<'_>) -> Option<(Direction, u8)> {
        let direction = direction::key(entry, self.repair, self.out);
        let steps = self.small(&entry.value, "the number of steps", U8);
        direction.zip(steps)
    }

    /// `rank` and `cannot_jump`, which the two kinds of flight share.
    fn rank<'a>(&mut self, fields: &mut Fields<'a, '_>) -> (Option<u8>, Vec<String>) {
        let rank = fields.need("rank", self.out).and_then(|n| self.small(n, "`rank`", 0..=255));
        let names = fields.get("cannot_jump");
        let names = names.map(|n| {
            self.each(n, "`cannot_jump`", |r, item| {
                item.text("an entry of `cannot_jump`", r.out).map(String::from)
            })
        });
        (rank, names.unwrap_or_default())
    }

    fn range_capture(&mut self, node: &Node<'_>) -> Option<RangeCapture> {
        let mut fields = Fields::of(node, "`range_capture`", self.out)?;
        let dirs = fields.need("dirs", self.out);
        let dirs = self.directions(dirs, "`dirs`");
        let (rank, cannot_jump) = self.rank(&mut fields);
        fields.finish(self.out);
        Some(RangeCapture { dirs: dirs?, rank: rank?, cannot_jump })
    }

    fn range_jump(&mut self, node: &Node<'_>) -> Option<RangeJump> {
        let mut fields = Fields::of(node, "`range_jump`", self.out)?;
        let dirs = fields.need("dirs", self.out);
        let dirs = self.directions(dirs, "`dirs`");
        let (rank, cannot_jump) = self.rank(&mut fields);
        let only_when_capturing = self.flag(&mut fields, "only_when_capturing", true);
        fields.finish(self.out);
        Some(RangeJump { dirs: dirs?, rank: rank?, cannot_jump, only_when_capturing })
    }

    /// Directions, or `true` for those of `line_area`, for all eight where there is none.
    fn igui(&mut self, node: &Node<'_>, line_area: Option<&LineArea>) -> Vec<Direction> {
        if let Kind::Sequence(_) = &node.kind {
            return direction::list(node, "`igui`", self.repair, self.out);
        }
        match (node.boolean("`igui`", self.out), line_area) {
            (Some(true), Some(area)) => area.max_steps.iter().map(|&(dir, _)| dir).collect(),
            (Some(true), None) => Direction::ALL.into(),
            _ => Vec::new(),
        }
    }

    /// `true`, or `{ takes_guarded: false }`.
    fn anywhere(&mut self, node: &Node<'_>) -> Option<Anywhere> {
        if let Kind::Scalar { .. } = &node.kind {
            let anywhere = node.boolean("`anywhere`", self.out)?;
            return anywhere.then_some(Anywhere { takes_guarded: true });
        }
        let mut fields = Fields::of(node, "`anywhere`", self.out)?;
        let takes_guarded = self.flag(&mut fields, "takes_guarded", true);
        fields.finish(self.out);
        Some(Anywhere { takes_guarded })
    }

    fn path(&mut self, node: &Node<'_>) -> Option<Path> {
        let mut fields = Fields::of(node, "a path", self.out)?;
        let list = fields.need("legs", self.out);
        let wanted = list.map_or(0, |n| if let Kind::Sequence(l) = &n.kind { l.len() } else { 0 });
        let legs = list.map_or(Vec::new(), |n| self.each(n, "`legs`", Self::leg));
        let initial = self.flag(&mut fields, "initial", false);
        fields.finish(self.out);
        if let Some(node) = list
            && matches!(&node.kind, Kind::Sequence(items) if items.is_empty())
        {
            self.out.push(say::no_leg().at(node.span));
        }
        // A path with a leg missing would be another path.
        Some(Path { legs, initial }).filter(|p| p.legs.len() == wanted && wanted > 0)
    }

    fn leg(&mut self, node: &Node<'_>) -> Option<Leg> {
        let mut fields = Fields::of(node, "a leg", self.out)?;
        let to = fields.need("to", self.out).and_then(|n| self.offset(n, "a leg"));
        let reach = match fields.get("rider") {
            Some(node) => self.reach(node, "`rider`"),
            None => Some(Reach::Single),
        };
        let on = match fields.get("ends_on") {
            Some(node) => self.ends(node),
            None => vec![End::Empty, End::Enemy],
        };
        let hop = self.hop(&mut fields);
        let skip = self.skip(&mut fields);
        let lame = self.flag(&mut fields, "lame", false);
        fields.finish(self.out);
        let (rows, cols) = to?;
        Some(Leg {
            rows,
            cols,
            reach: reach?,
            on_empty: on.contains(&End::Empty),
            takes: on.contains(&End::Enemy),
            takes_own: on.contains(&End::Own),
            hops: on.contains(&End::Any),
            hop,
            skip,
            lame,
        })
    }

    fn ends(&mut self, node: &Node<'_>) -> Vec<End> {
        let words =
            [("empty", End::Empty), ("enemy", End::Enemy), ("own", End::Own), ("any", End::Any)];
        let ends =
            self.each(node, "`ends_on`", |r, item| r.word(item, "an entry of `ends_on`", &words));
        if matches!(&node.kind, Kind::Sequence(items) if items.is_empty()) {
            self.out.push(say::no_end().at(node.span));
        }
        ends
    }

    fn vector(&mut self, node: &Node<'_>) -> Option<Vector> {
        let mut fields = Fields::of(node, "a vector", self.out)?;
        let range = -i64::from(i8::MAX)..=i8::MAX.into();
        let dx = fields.need("dx", self.out);
        let dx = dx.and_then(|n| n.integer("`dx`", range.clone(), self.out));
        let dy = fields.need("dy", self.out);
        let dy = dy.and_then(|n| n.integer("`dy`", range, self.out));
        let infinity = self.flag(&mut fields, "infinity", false);
        fields.finish(self.out);
        let vector = Vector { dx: dx? as i8, dy: dy? as i8, infinity };
        if (vector.dx, vector.dy) == (0, 0) {
            self.out.push(say::zero_vector().at(node.span));
            return None;
        }
        Some(vector)
    }
}

/// Where a leg may end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Empty,
    Enemy,
    Own,
    Any,
}
