//! `docs/options.md` is the table of options, written out. `KOMA_BLESS=1` rewrites it.

use std::fmt::Write as _;
use std::path::Path;

use koma_variants::options;

const INTRODUCTION: &str = "\
# Contested rules

Where sources disagree about a rule, it is an option with named values. Every command that takes `--variant` takes
`--option NAME=VALUE`, as often as you like:

```sh
koma legal --variant chu --option counter_strike=okazaki --option lion_pawn_bridge=after
```

`koma variant rules V` says which options a game has. The first value is the one the catalogue plays. In a program,
`koma_variants::options::apply` does the same. This page is made from the table in `crates/koma-variants/src/options/table.rs`;
the statements are those the tests name.
";

fn page() -> String {
    let mut page = INTRODUCTION.to_string();
    for option in options::all() {
        let games: Vec<&str> = koma_variants::catalogue()
            .iter()
            .filter(|variant| options::all_for(variant).any(|other| other.name == option.name))
            .map(|variant| variant.slug.as_str())
            .collect();
        write!(page, "\n## `{}` ({})\n\n", option.name, option.statement).unwrap();
        writeln!(page, "{} Games: {}.\n", option.question, games.join(", ")).unwrap();
        writeln!(page, "| value | meaning | who plays so |\n|---|---|---|").unwrap();
        for value in option.values {
            writeln!(page, "| `{}` | {} | {} |", value.name, value.meaning, value.source).unwrap();
        }
    }
    page
}

#[test]
fn the_page_of_options_is_the_table_of_options() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/options.md");
    if std::env::var_os("KOMA_BLESS").is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    let stands = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stands == page(), "run KOMA_BLESS=1 cargo test -p koma-variants");
}
