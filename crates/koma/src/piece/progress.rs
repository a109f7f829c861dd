//! A bar for long runs; only where a person watches.

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar over `total` things on stderr. Hidden when stderr is no terminal or there is little to do.
pub fn bar(total: usize, what: &'static str) -> ProgressBar {
    let watched = std::io::stderr().is_terminal() && total >= 50;
    let target =
        if watched { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(total as u64), target);
    let style = ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
    bar.set_message(what);
    bar
}
