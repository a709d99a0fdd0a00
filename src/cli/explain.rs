//! `sudoscope explain`: the resolution path of one puzzle.

use super::args::{ExplainArgs, TERMS, settings};
use super::exit::Exit;
use super::relations::NetReport;
use super::rows::Out;
use anyhow::{Context, Result, anyhow};
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use sudoscope::explain::explain;
use sudoscope::files::{Protected, make_folder};
use sudoscope::input::{Batches, Input, Next, Reading};
use sudoscope::path::{PathStep, ResolutionPath};
use sudoscope::scale::{Effort, Outcome, Policy};

pub fn run(args: ExplainArgs) -> Result<Exit> {
    let effort = Effort { budget: args.budget, validate: !args.no_validate };
    let settings = settings(&[&args.ladder], Policy::AllAtOnce, effort)?;
    let text = match args.puzzle.as_str() {
        "-" => first_puzzle(Input::Stdin)?,
        puzzle => puzzle.as_bytes().to_vec(),
    };
    let path = explain(&text, &settings).map_err(|error| anyhow!(error.in_terms(&TERMS)))?;
    let ending = match path.outcome {
        Outcome::NoSolution => Exit::Rejects,
        _ => Exit::Complete,
    };
    let net = args.net.then(|| NetReport::of(&path.end));
    if let Some(folder) = &args.svg_dir {
        draw_all(&path, folder)?;
        return Ok(ending);
    }
    let mut out = Out::open(args.output.as_ref(), &Protected::default())?;
    if args.svg {
        out.write_all(path.draw(choose(&path, args.step)?).as_bytes())?;
    } else if args.json {
        let net = net.map(|net| net.json());
        writeln!(out, "{}", path.json(args.matching, net))?;
    } else {
        out.write_all(path.text(args.matching).as_bytes())?;
        if let Some(net) = net {
            out.write_all(net.text().as_bytes())?;
        }
    }
    out.finish()?;
    Ok(ending)
}

/// The text of the first puzzle.
fn first_puzzle(input: Input) -> Result<Vec<u8>> {
    let mut batches = Batches::new(vec![input], Reading { take: Some(1), ..Reading::default() });
    loop {
        match batches.next_batch(1)? {
            Next::Later => batches.wait(Duration::from_secs(1)),
            Next::End => return Ok(Vec::new()),
            Next::Ready(batch) => {
                if let Some((_, text)) = batch.lines().next() {
                    return Ok(text.to_vec());
                }
            }
        }
    }
}

/// The step with this number, from 1; or the first on the highest rung.
fn choose(path: &ResolutionPath, number: Option<usize>) -> Result<&PathStep> {
    let Some(number) = number else { return path.hardest().context("there is no step to draw") };
    let step = number.checked_sub(1).and_then(|at| path.steps.get(at));
    step.with_context(|| format!("there is no step {number}: the path has {}", path.steps.len()))
}

/// Writes the pictures of all steps, one a file, into a folder.
fn draw_all(path: &ResolutionPath, folder: &Path) -> Result<()> {
    make_folder(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (k, step) in path.steps.iter().enumerate() {
        let file = folder.join(format!("step-{:03}.svg", k + 1));
        let mut out = Out::open(Some(&file), &Protected::default())?;
        out.write_all(path.draw(step).as_bytes())?;
        out.finish()?;
    }
    Ok(())
}
