//! Every property for a few seconds, on damaged copies of good texts.
//!
//! `KOMA_FUZZ_SECONDS` says how long each may take (1 when absent). The damage is reproducible: a
//! failure prints the text that caused it.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use koma_properties::{PROPERTIES, Property};

/// A small generator (xorshift64*): the same damage in every run.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, limit: usize) -> usize {
        if limit == 0 { 0 } else { (self.next() % limit as u64) as usize }
    }
}

/// Damages a text: a few bytes or a stretch removed, doubled, overwritten, or taken from another.
fn damage(text: &mut Vec<u8>, others: &[&str], chance: &mut Chance) {
    const BYTES: &[u8] = b"+-0123456789 \n\t:{}[]\",'#&*!|>/%@.abfnpsxKNPQRSW\x00\xff\xe3\x81\x82";
    for _ in 0..=chance.below(4) {
        let at = chance.below(text.len() + 1);
        let end = (at + chance.below(12)).min(text.len());
        match chance.below(6) {
            0 => drop(text.drain(at..end)),
            1 => text.insert(at, BYTES[chance.below(BYTES.len())]),
            2 if at < text.len() => text[at] = BYTES[chance.below(BYTES.len())],
            3 => {
                let stretch = text[at..end].to_vec();
                text.splice(at..at, stretch);
            }
            4 => {
                let other = others[chance.below(others.len())].as_bytes();
                let from = chance.below(other.len() + 1);
                let to = (from + chance.below(40)).min(other.len());
                text.splice(at..end, other[from..to].iter().copied());
            }
            _ => text.truncate(at),
        }
    }
}

fn check(property: &Property) {
    let seconds = std::env::var("KOMA_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let until = Instant::now() + Duration::from_secs_f64(seconds.unwrap_or(1.0));
    let mut chance = Chance(0x6B6F_6D61);
    let mut runs = 0_u64;
    while runs < 100 || Instant::now() < until {
        let mut text = property.seeds[chance.below(property.seeds.len())].as_bytes().to_vec();
        // The seeds themselves come first, so that a property which always fails says so at once.
        match property.seeds.get(runs as usize) {
            Some(seed) => text = seed.as_bytes().to_vec(),
            None => damage(&mut text, property.seeds, &mut chance),
        }
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (property.holds)(&text))) {
            eprintln!("{} failed on {:?}", property.name, String::from_utf8_lossy(&text));
            resume_unwind(panic);
        }
        runs += 1;
    }
    println!("{}: held {runs} times", property.name);
}

fn check_named(name: &str) {
    check(PROPERTIES.iter().find(|property| property.name == name).expect("a property"));
}

#[test]
fn any_text_is_a_position_or_refused() {
    check_named("sfen");
}

#[test]
fn any_text_is_a_move_or_refused_with_a_reason() {
    check_named("usi_moves");
}

#[test]
fn any_text_is_a_piece_file_or_has_findings() {
    check_named("piece_yaml");
}

#[test]
fn any_text_is_a_variant_or_has_findings() {
    check_named("variant_yaml");
}

#[test]
fn any_text_is_a_variants_ini_or_has_findings() {
    check_named("variants_ini");
}

#[test]
fn any_text_is_betza_or_has_findings() {
    check_named("betza");
}

#[test]
fn any_words_are_read_without_a_panic() {
    check_named("prose");
}

#[test]
fn any_request_gives_a_file_or_findings() {
    check_named("generator_request");
}

#[test]
fn any_bytes_are_a_record_or_say_why_not() {
    check_named("record_detection");
}

#[test]
fn every_reader_of_records_survives_any_text() {
    for format in ["kif", "ki2", "bod", "csa", "usi", "usen", "jkf", "json"] {
        check_named(&format!("record_{format}"));
    }
}

#[test]
fn every_record_comes_back_from_every_format() {
    check_named("record_writers");
}
