#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| koma_properties::run("variants_ini", bytes));
