//! `sudoscope study`: puts finished scans of several collections side by side.

use super::args::StudyArgs;
use super::exit::{Exit, say};
use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::path::PathBuf;
use sudoscope::report::View;
use sudoscope::stats::Weights;
use sudoscope::study::{NamedScan, Study};

pub fn run(args: StudyArgs) -> Result<Exit> {
    let formats = args.formats.formats()?;
    let scans: Vec<NamedScan> = args.scans.iter().map(|scan| named(scan)).collect::<Result<_>>()?;
    let Some(first) = scans.first() else { bail!("a study is of scans") };
    let reference = args.reference.unwrap_or_else(|| first.collection.clone());
    let unbiased = View { weights: Weights::ControlledBias, ..View::default() };
    let views: BTreeMap<String, View> = args.unbiased.into_iter().map(|name| (name, unbiased)).collect();
    let study = Study { scans, reference, views, about: args.about, jobs: args.threads.count() };
    study.write(&args.output, &formats)?;
    let output = args.output.display();
    say(&format!("study: {output}/index.html, study.md and tables\n"))?;
    Ok(Exit::Complete)
}

/// Reads a scan and the name of its collection, which is the text before `=`, unless the whole text is a
/// directory.
fn named(text: &str) -> Result<NamedScan> {
    let whole = PathBuf::from(text);
    let (collection, directory) = match text.split_once('=') {
        Some((name, directory)) if !whole.is_dir() => (name.to_string(), PathBuf::from(directory)),
        _ => (whole.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default(), whole),
    };
    if collection.is_empty() {
        bail!("'{text}' names no collection: NAME={text}");
    }
    Ok(NamedScan { collection, directory })
}
