//! Each feature of each crate, by itself.
//!
//! A build of the whole workspace gives every crate the features that any other asks for, so that
//! a missing one goes unseen until somebody uses the crate alone.

use std::process::Command;

use serde_json::Value;

use crate::Outcome;

/// Checks every library and program that is published: without features, then with each of them.
pub fn check() -> Outcome<()> {
    let output =
        Command::new("cargo").args(["metadata", "--no-deps", "--format-version=1"]).output()?;
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    for package in metadata["packages"].as_array().into_iter().flatten() {
        if package["publish"].as_array().is_some_and(Vec::is_empty) {
            continue;
        }
        let name = package["name"].as_str().ok_or("a package without a name")?;
        check_with(name, None)?;
        let features = package["features"].as_object().into_iter().flatten();
        for (feature, _) in features.filter(|(feature, _)| *feature != "default") {
            check_with(name, Some(feature))?;
        }
    }
    Ok(())
}

fn check_with(name: &str, feature: Option<&str>) -> Outcome<()> {
    println!("{name}: {}", feature.unwrap_or("no feature"));
    let mut command = Command::new("cargo");
    command.args(["check", "-q", "-p", name, "--no-default-features"]);
    command.args(feature.iter().flat_map(|feature| ["--features", feature]));
    match command.status()?.success() {
        true => Ok(()),
        false => Err(format!("{name} does not build with {}", feature.unwrap_or("none")).into()),
    }
}
