//! `sudoscope generate`: random minimal puzzles, one a line.

use super::End;
use super::args::{GenerateArgs, Method, jobs};
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::io::Write;
use sudoscope::generate::{Random, top_down};
use sudoscope::grid::notation;
use sudoscope::report::Output;

/// Puzzles made between two writes, for each thread.
const CHUNK: u64 = 256;

pub fn run(args: GenerateArgs) -> Result<End> {
    let generate = match args.method {
        Method::TopDown => top_down,
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs(args.jobs)).build()?;
    let chunk = CHUNK * pool.current_num_threads() as u64;
    let text_of = |from: u64| -> String {
        let to = args.count.min(from.saturating_add(chunk));
        let line = |index| notation::clues(&generate(&mut Random::of(args.seed, index))) + "\n";
        pool.install(|| (from..to).into_par_iter().map(line).collect::<Vec<_>>()).concat()
    };
    let starts = (0..args.count).step_by(chunk as usize);
    match &args.output {
        None => {
            let mut out = std::io::stdout().lock();
            for from in starts {
                out.write_all(text_of(from).as_bytes())?;
            }
            out.flush()?;
        }
        Some(path) => {
            let mut out =
                Output::create(path).with_context(|| format!("cannot write {}", path.display()))?;
            for from in starts {
                out.write_all(text_of(from).as_bytes())?;
            }
            out.finish()?;
        }
    }
    Ok(End::Complete)
}
