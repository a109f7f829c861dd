//! `koma piece gen`: descriptions in, a piece file out.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use koma_prose::generate::{self, Generated, Placed, Ranged, Request, ValueEstimation, request};
use koma_text::{Finding, Source};
use serde_json::json;

use super::options::{Style, Template};
use super::progress;
use crate::failure::{CONTENT, Failure};
use crate::files;
use crate::say;

/// Generate a piece file from descriptions
#[derive(clap::Args)]
#[command(
    after_help = "The request is a YAML file with source_text, piece_list and output_file, and optionally\n\
    yaml_template, value_estimation, group_name, id_range, verify and format_style; docs/piece-generator.md\n\
    describes them. A flag wins over the request. What was understood is written even where findings\n\
    are reported. Exit code 0: no errors, 1: errors, 2: misuse.\n\n\
    Examples:\n  \
    koma piece gen request.yaml\n  \
    koma piece gen request.yaml -o -               to standard output\n  \
    koma piece gen --source wiki.txt --list pieces.yaml -o taikyoku_a.yaml \\\n                 \
    --group-name \"Taikyoku Shogi Group A\" --id-range 100-205"
)]
pub struct Args {
    /// The request file; `-` is standard input
    #[arg(required_unless_present_all = ["source", "list"])]
    request: Option<PathBuf>,
    /// source_text: a file of descriptions
    #[arg(long, value_name = "FILE")]
    source: Option<PathBuf>,
    /// piece_list: a YAML file with the list
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// output_file; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// yaml_template
    #[arg(long, value_enum)]
    template: Option<Template>,
    /// value_estimation
    #[arg(long, value_enum)]
    values: Option<Values>,
    /// group_name, in header and metadata
    #[arg(long)]
    group_name: Option<String>,
    /// id_range, e.g. 100-205
    #[arg(long)]
    id_range: Option<String>,
    /// verify: true or false
    #[arg(long)]
    verify: Option<bool>,
    /// format_style
    #[arg(long, value_enum)]
    style: Option<Style>,
    /// Warnings are errors
    #[arg(long)]
    strict: bool,
    /// Print the findings as JSON on standard output (the file then needs -o)
    #[arg(long)]
    json: bool,
}

/// Where values come from.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Values {
    /// The table of known pieces, else the formula
    Auto,
    /// The list's own values
    Manual,
    /// As auto, a rook's move being 1000
    Relative,
}

/// The texts a request came from: findings point into them.
struct Texts {
    /// The request, or the piece list where that is a file of its own.
    list: Source,
    /// The descriptions, where they are a file of their own.
    text: Option<Source>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (request, texts, faults) = request(args)?;
    let bar = progress::bar(request.piece_list.len(), "reading descriptions");
    let made = generate::generate_with(&request, &mut |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let output = request.output_file.as_deref().unwrap_or("-");
    if args.json && output == "-" {
        return Err(Failure::misuse(say::json_needs_file()));
    }
    let result = Source::new(output, made.text.clone());
    report(args, &texts, &faults, &made, &result)?;
    let worst = faults.iter().chain(made.findings()).map(|f| f.severity).max();
    let fails = worst.is_some_and(|w| {
        w == koma_text::Severity::Error || (args.strict && w == koma_text::Severity::Warning)
    });
    write(output, &made)?;
    let (done, asked) = (made.file.pieces.len(), request.piece_list.len());
    if output != "-" {
        anstream::eprintln!("{output}: {done} of {asked} pieces");
    }
    Ok(if fails { ExitCode::from(CONTENT) } else { ExitCode::SUCCESS })
}

/// Request file and flags together.
fn request(args: &Args) -> Result<(Request, Texts, Vec<Finding>), Failure> {
    let mut findings = Vec::new();
    let mut list = Source::new("", "");
    let mut request = Request { verify: true, ..Request::default() };
    if let Some(path) = &args.request {
        let (source, decoding) = files::read(path)?;
        let (read, faults) = request::read(&source);
        // A flag may give what the request leaves out.
        let flags = [
            ("source_text", args.source.is_some()),
            ("piece_list", args.list.is_some()),
            ("output_file", args.output.is_some()),
        ];
        let is_given = |fault: &Finding| {
            let given =
                |&(name, flag): &(&str, bool)| flag && fault.fact("name") == Some(&name.into());
            fault.code == "missing-field" && flags.iter().any(given)
        };
        findings.extend(decoding);
        findings.extend(faults.into_iter().filter(|fault| !is_given(fault)));
        request = read;
        list = source;
    }
    let mut text = None;
    if let Some(path) = &args.source {
        let (source, decoding) = files::read(path)?;
        files::show(&decoding, Some(&source));
        request.source_text = Placed::alone(source.text());
        text = Some(source);
    }
    if let Some(path) = &args.list {
        // Findings about the request file itself would point into the wrong text from here on.
        files::show(&findings, Some(&list));
        if findings.iter().any(Finding::is_error) {
            return Err(Failure::content(say::request_has_errors()));
        }
        let (source, decoding) = files::read(path)?;
        let (entries, faults) = request::read_list(&source);
        findings = decoding.into_iter().chain(faults).collect();
        request.piece_list = entries;
        list = source;
    }
    if let Some(path) = &args.output {
        request.output_file = Some(path.display().to_string());
    }
    if let Some(template) = args.template {
        request.yaml_template = template.into();
    }
    if let Some(style) = args.style {
        request.format_style = style.into();
    }
    if let Some(values) = args.values {
        request.value_estimation = match values {
            Values::Auto => ValueEstimation::Auto,
            Values::Manual => ValueEstimation::Manual,
            Values::Relative => ValueEstimation::Relative,
        };
    }
    request.group_name = args.group_name.clone().or(request.group_name);
    request.id_range = args.id_range.as_deref().map(Ranged::new).or(request.id_range);
    request.verify = args.verify.unwrap_or(request.verify);
    Ok((request, Texts { list, text }, findings))
}

fn report(
    args: &Args,
    texts: &Texts,
    faults: &[Finding],
    made: &Generated,
    result: &Source,
) -> Result<(), Failure> {
    let about_list: Vec<Finding> = faults.iter().chain(&made.about_list).cloned().collect();
    let text = texts.text.as_ref().unwrap_or(&texts.list);
    let parts =
        [(&about_list, &texts.list), (&made.about_text, text), (&made.about_result, result)];
    if args.json {
        let mut all = Vec::new();
        for (findings, source) in parts {
            if let serde_json::Value::Array(list) =
                koma_text::to_json(findings, Some(source), crate::lang::chosen())
            {
                all.extend(list);
            }
        }
        let report = json!({ "pieces": made.file.pieces.len(), "findings": all });
        writeln!(io::stdout().lock(), "{report}")?;
        return Ok(());
    }
    for (findings, source) in parts {
        files::show(findings, Some(source));
    }
    Ok(())
}

fn write(output: &str, made: &Generated) -> Result<(), Failure> {
    let path = Some(Path::new(output)).filter(|_| output != "-");
    if let Some(folder) = path.and_then(Path::parent).filter(|p| !p.as_os_str().is_empty()) {
        files::make_folder(folder)?;
    }
    files::put(path, made.text.as_bytes())
}
