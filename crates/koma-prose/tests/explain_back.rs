//! What `koma piece explain` says is read back as the movement it was said of: shipped pieces, the notation
//! corpus and random movements, in both languages.

mod dice;

use std::fmt::Write as _;

use dice::Dice;
use koma_betza::Dialect;
use koma_pieces::betza::{canonical, explain};
use koma_pieces::{Direction, Jump, JumpOver, JumpSlide, Movement, Reach, Step, shipped};
use koma_prose::{Options, read};

/// Steps, slides and leaps of any sort, sometimes with more.
fn random(dice: &mut Dice) -> Movement {
    let mut movement = Movement::default();
    let reaches = [1, 1, 2, 3, 5, 0].map(|n| Reach::up_to(n).unwrap_or(Reach::Ranging));
    let symmetric = dice.roll(2) == 0;
    let mut reach = [None; 8];
    for at in 0..8 {
        let mirror = (8 - at) % 8;
        reach[at] = if symmetric && mirror < at {
            reach[mirror]
        } else if dice.roll(5) < 3 {
            None
        } else {
            Some(reaches[dice.roll(reaches.len())])
        };
    }
    for (dir, reach) in Direction::ALL.into_iter().zip(reach) {
        movement.steps.extend(reach.map(|reach| Step::new(dir, reach)));
    }
    if dice.roll(3) == 0 {
        let (long, short) = [(2, 0), (2, 2), (2, 1), (3, 0), (3, 1), (3, 2), (3, 3)][dice.roll(7)];
        let mut all: Vec<(i8, i8)> = Vec::new();
        for (r, c) in [(long, short), (short, long)] {
            all.extend([(r, c), (-r, c), (r, -c), (-r, -c)]);
        }
        all.sort_unstable();
        all.dedup();
        let kept = dice.roll(4);
        all.retain(|&(r, _)| kept != 1 || r < 0);
        if kept == 2 {
            all.retain(|_| dice.roll(2) == 0);
        }
        movement.jumps.extend(all.into_iter().map(|(r, c)| Jump::new(r, c)));
    }
    match dice.roll(12) {
        0 => {
            let dir = dice.pick(&Direction::ALL);
            let leap = 2 + dice.roll(2) as u8;
            movement.jump_slides.push(JumpSlide { dir, leap, then: Reach::Ranging });
        }
        1 => {
            let dir = dice.pick(&Direction::ALL);
            movement.steps.retain(|step| step.direction != dir);
            let max_pieces = [None, Some(1), Some(3)][dice.roll(3)];
            movement.jump_over.push(JumpOver { dir, max_pieces });
        }
        _ => {}
    }
    movement
}

#[derive(Default)]
struct Tally {
    total: usize,
    lost: [usize; 2],
    silent: [usize; 2],
    report: String,
    names: Vec<String>,
}

impl Tally {
    fn add(&mut self, name: &str, movement: &Movement) {
        self.add_as(name, None, movement);
    }

    /// What stops a flight is a matter of rank, which the name tells.
    fn add_as(&mut self, name: &str, called: Option<&str>, movement: &Movement) {
        // One form: a movement may be written in several ways, and a leap that may slide on ends where it lands.
        let form = |m: &Movement| {
            let mut m = m.clone().canonical();
            let begins: Vec<Jump> = m
                .jump_slides
                .iter()
                .map(|s| {
                    Jump::new(s.dir.offset().0 * s.leap as i8, s.dir.offset().1 * s.leap as i8)
                })
                .collect();
            m.jumps.retain(|jump| !begins.contains(jump));
            implied(&mut m);
            m
        };
        let words = explain(movement);
        self.total += 1;
        for (lang, words) in [&words.english, &words.japanese].into_iter().enumerate() {
            let (draft, findings) = read(words, &Options { name: called, ..Options::default() });
            if form(&draft.movement) != form(movement) {
                self.lost[lang] += 1;
                self.names.push(name.to_owned());
                let silent = findings.is_empty();
                self.silent[lang] += usize::from(silent);
                let said: Vec<_> = findings.iter().map(|f| f.message.to_string()).collect();
                let again = canonical(&draft.movement).unwrap_or_default();
                let _ = writeln!(self.report, "{name}: {words}\n   read as {again} {said:?}");
            }
        }
    }

    fn close(self, what: &str) {
        let (total, lost, silent) = (self.total, self.lost, self.silent);
        println!(
            "{}{what}: {total} movements, lost {lost:?}, of them in silence {silent:?}",
            self.report
        );
        assert_eq!(self.names, [""; 0], "{what}");
        assert_eq!(silent, [0, 0], "{what}: lost in silence, English and Japanese");
    }
}

/// Takes off what a lion, an area or a line says already, and the names of what stops a flight: its rank decides.
fn implied(m: &mut Movement) {
    let mut near: Vec<(Direction, u16)> = Vec::new();
    let mut leaps: Vec<(i8, i8)> = Vec::new();
    for area in &m.area_moves {
        let dirs = if area.dirs.is_empty() { &Direction::ALL[..] } else { &area.dirs[..] };
        near.extend(dirs.iter().map(|d| (*d, 1)));
        if area.jump {
            let far = area.radius as i8;
            leaps.extend((-far..=far).flat_map(|r| (-far..=far).map(move |c| (r, c))));
        }
    }
    for (dir, far) in m.line_area.iter().flat_map(|line| line.max_steps.clone()) {
        near.push((dir, far.into()));
        let (r, c) = dir.offset();
        leaps.extend((2..=far as i8).map(|n| (r * n, c * n)));
    }
    let said = |s: &Step| {
        let far = s.reach.limit().unwrap_or(u16::MAX);
        s.is_plain() && near.iter().any(|(d, most)| *d == s.direction && far <= *most)
    };
    m.steps.retain(|step| !said(step));
    m.jumps.retain(|jump| !(jump.is_plain() && leaps.contains(&(jump.rows, jump.cols))));
    m.range_capture.iter_mut().for_each(|fly| fly.cannot_jump.clear());
    m.range_jump.iter_mut().for_each(|fly| fly.cannot_jump.clear());
}

#[test]
fn shipped_pieces_are_read_back() {
    let mut tally = Tally::default();
    for piece in shipped::pieces() {
        tally.add_as(&piece.piece.name, Some(&piece.piece.name), &piece.piece.movement);
    }
    tally.close("shipped pieces");
}

#[test]
fn the_notation_corpus_is_read_back() {
    let mut tally = Tally::default();
    for text in include_str!("../../koma-pieces/tests/data/canonical-betza.txt").lines() {
        let (movement, _) = koma_pieces::betza::read(text, Dialect::Strict);
        tally.add(text, &movement);
    }
    tally.close("corpus");
}

#[test]
fn random_movements_are_read_back() {
    let mut dice = Dice(0x5eed_2001);
    let mut tally = Tally::default();
    while tally.total < 10_000 {
        let movement = random(&mut dice);
        if movement != Movement::default() {
            tally.add(&canonical(&movement).unwrap_or_default(), &movement);
        }
    }
    tally.close("random movements");
}
