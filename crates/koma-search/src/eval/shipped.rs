//! Weights that come with the program.

use std::sync::Arc;

use koma_rules::Ruleset;

use super::Weights;

/// Files of weights by the slug of their game.
macro_rules! shipped {
    ($($slug:literal)*) => {
        &[$(($slug, include_bytes!(concat!("../../weights/", $slug, ".kw")))),*]
    };
}

const SHIPPED: &[(&str, &[u8])] = shipped! { "dobutsu" "euro" "gorogoro" "judkins" "kyoto" "micro" "minishogi" "okisaki" "sho" "shogi" "tori" "yari" };

impl Weights {
    /// The weights that were learnt for a game and come with the program, or what its rules suggest.
    pub fn of(rules: &Arc<Ruleset>) -> Self {
        Self::shipped(rules).unwrap_or_else(|| Self::from_rules(rules))
    }

    /// The weights for a game that come with the program, if there are any for exactly these rules.
    pub fn shipped(rules: &Arc<Ruleset>) -> Option<Self> {
        let slug = &rules.variant().slug;
        let (_, bytes) = SHIPPED.iter().find(|(game, _)| game == slug)?;
        Self::read(rules, bytes).ok()
    }

    /// The games for which weights come with the program.
    pub fn games() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(slug, _)| *slug)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_come_with_the_program_fit_its_games() {
        let mut size = 0;
        for (slug, bytes) in SHIPPED {
            let variant = koma_variants::find(slug).expect(slug);
            let rules = Ruleset::compile(variant).expect(slug);
            let weights = Weights::read(&rules, bytes).expect(slug);
            assert!(weights.provenance.contains("koma train"), "{slug}: {}", weights.provenance);
            size += bytes.len();
        }
        assert!(size <= 4 << 20, "{size} bytes of weights");
    }
}
