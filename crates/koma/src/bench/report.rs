//! What was measured, in words and as JSON.

use std::time::Duration;

use serde_json::{Map, Value, json};

/// Times, to be asked for percentiles.
#[derive(Debug, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Adds one.
    pub fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// Adds all of another list.
    pub fn join(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The time that so many of a thousand do not exceed, in milliseconds.
    pub fn permille(&mut self, permille: usize) -> f64 {
        self.0.sort_unstable();
        let index = (self.0.len() * permille).div_ceil(1000).saturating_sub(1);
        self.0.get(index).map_or(0.0, |time| (time.as_secs_f64() * 1e6).round() / 1e3)
    }
}

/// The lines of a report.
#[derive(Debug, Default)]
pub struct Report {
    values: Map<String, Value>,
    is_json: bool,
    /// What fell short of what we promise.
    pub failures: Vec<String>,
}

impl Report {
    /// An empty report; `is_json` keeps its lines until [`Report::finish`].
    pub fn new(is_json: bool) -> Self {
        Self { is_json, ..Self::default() }
    }

    /// Adds a figure.
    pub fn say(&mut self, name: &str, value: impl Into<Value>, unit: &str) {
        let value = value.into();
        if !self.is_json {
            anstream::println!("{name:<44} {value} {unit}");
        }
        self.values.insert(name.replace(' ', "_"), value);
    }

    /// Adds percentiles.
    pub fn say_times(&mut self, name: &str, times: &mut Times) {
        for (label, permille) in [("p50", 500), ("p99", 990), ("p99.9", 999)] {
            self.say(&format!("{name} {label}"), json!(times.permille(permille)), "ms");
        }
    }

    /// Notes what must not be.
    pub fn fail(&mut self, what: String) {
        anstream::eprintln!("FAILED: {what}");
        self.failures.push(what);
    }

    /// Prints what was kept.
    pub fn finish(&self) {
        if self.is_json {
            let mut values = self.values.clone();
            values.insert("failures".to_owned(), json!(self.failures));
            anstream::println!("{}", Value::Object(values));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_times_that_were_measured() {
        let mut times = Times::default();
        assert_eq!(times.permille(500), 0.0);
        for ms in (1..=1000).rev() {
            times.add(Duration::from_millis(ms));
        }
        assert_eq!(times.permille(500), 500.0);
        assert_eq!(times.permille(990), 990.0);
        assert_eq!(times.permille(1000), 1000.0);
    }
}
