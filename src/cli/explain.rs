//! `sudoscope explain`: the resolution path of one puzzle.

use super::End;
use super::args::{ExplainArgs, ladders, need_validation};
use super::net::NetReport;
use super::rows::Out;
use anyhow::{Context, Result, bail};
use std::io::Write;
use std::path::Path as FilePath;
use std::time::Duration;
use sudoscope::brute;
use sudoscope::draw::{self, Board};
use sudoscope::grid::{Grid, Puzzle, notation, read_puzzle};
use sudoscope::input::{Batches, Input, Next, Reading};
use sudoscope::ladder::{Item, Ladder, POLICY};
use sudoscope::proof::prove;
use sudoscope::rules::{Step, matchings};
use sudoscope::solve::{Outcome, Solver};
use sudoscope::verify::format::Proof;

pub fn run(args: ExplainArgs) -> Result<End> {
    let mut ladders = ladders(std::slice::from_ref(&args.ladder))?;
    need_validation(&ladders, args.no_validate)?;
    let (Some(ladder), true) = (ladders.pop(), ladders.is_empty()) else {
        bail!("explain climbs one ladder: name exactly one");
    };
    let text = match args.puzzle.as_str() {
        "-" => first_puzzle(Input::Stdin)?,
        puzzle => puzzle.as_bytes().to_vec(),
    };
    let puzzle = match read_puzzle(&text) {
        Ok(found) => found.puzzle,
        Err(error) => bail!("not a puzzle: column {}: {error}", error.column),
    };
    if !args.no_validate {
        match brute::solutions(&puzzle.grid(), 2).0 {
            0 => bail!("the puzzle has no solution (--no-validate shows how far the rules get)"),
            1 => {}
            _ => {
                bail!("the puzzle has more than one solution (--no-validate goes on all the same)")
            }
        }
    }
    let path = Path::climb(&puzzle, &ladder, args.budget);
    let ending = path.ending();
    let net = args.net.then(|| NetReport::of(&path.end));
    if let Some(folder) = &args.svg_dir {
        path.draw_all(folder)?;
        return Ok(ending);
    }
    let mut out = Out::open(args.output.as_ref())?;
    if args.svg {
        out.write_all(path.draw(path.choose(args.step)?).as_bytes())?;
    } else if args.json {
        let net = net.map(|net| net.json());
        let proof = path.proof(args.matching);
        // As an error of the output, by which it is told whether nobody reads on.
        serde_json::to_writer_pretty(&mut out, &Explained { proof, policy: POLICY, net })
            .map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        out.write_all(path.text(&ladder, args.matching).as_bytes())?;
        if let Some(net) = net {
            out.write_all(net.text().as_bytes())?;
        }
    }
    out.close(false)?;
    Ok(ending)
}

/// What `--json` prints: a proof, and what readers may want besides.
#[derive(serde::Serialize)]
struct Explained {
    #[serde(flatten)]
    proof: Proof,
    policy: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<serde_json::Value>,
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

/// A resolution path.
struct Path {
    puzzle: Puzzle,
    steps: Vec<PathStep>,
    outcome: Outcome,
    end: Grid,
    proof: Proof,
}

struct PathStep {
    item: Item,
    step: Step,
    /// See [`matchings`].
    matchings: Vec<String>,
    /// The grid before the step, and before those applied together with it.
    grid: Grid,
}

impl Path {
    fn climb(puzzle: &Puzzle, ladder: &Ladder, budget: u64) -> Path {
        let mut steps = Vec::new();
        let mut solver = Solver::new();
        let (climb, proof) = prove(&mut solver, puzzle, ladder, budget, &mut |applied| {
            for step in applied.found.steps.iter().flatten() {
                steps.push(PathStep {
                    item: *applied.item,
                    step: step.clone(),
                    matchings: matchings(applied.grid, step),
                    grid: *applied.grid,
                });
            }
        });
        Path { puzzle: *puzzle, steps, outcome: climb.outcome, end: *solver.grid(), proof }
    }

    fn ending(&self) -> End {
        match self.outcome {
            Outcome::NoSolution => End::Rejects,
            _ => End::Complete,
        }
    }

    /// The step with this number, from 1; or the first on the highest rung.
    fn choose(&self, number: Option<usize>) -> Result<&PathStep> {
        let Some(number) = number else {
            let hardest = self.steps.iter().rev().max_by_key(|step| step.item.rung);
            return hardest.context("there is no step to draw");
        };
        let step = number.checked_sub(1).and_then(|at| self.steps.get(at));
        step.with_context(|| {
            format!("there is no step {number}: the path has {}", self.steps.len())
        })
    }

    /// The picture of a step, as a file.
    fn draw(&self, step: &PathStep) -> String {
        let board = Board::of_state(&self.puzzle.clues(), &step.grid);
        draw::step(&board, &step.step, step.item.rule.info()).document()
    }

    /// Writes the pictures of all steps, one a file, into a folder.
    fn draw_all(&self, folder: &FilePath) -> Result<()> {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
        for (k, step) in self.steps.iter().enumerate() {
            let file = folder.join(format!("step-{:03}.svg", k + 1));
            let mut out = Out::open(Some(&file))?;
            out.write_all(self.draw(step).as_bytes())?;
            out.close(false)?;
        }
        Ok(())
    }

    /// Steps as SudoRules prints them, with the rung each was found on, and the candidates when a
    /// higher rung is reached for the first time.
    fn text(&self, ladder: &Ladder, with_matchings: bool) -> String {
        let mut text = format!("{}\n", self.puzzle);
        text += &format!("ladder {} = {}\n", ladder.name, ladder.definition);
        let mut highest = 0;
        for step in &self.steps {
            if step.item.rung > highest {
                highest = step.item.rung;
                let grid = notation::pencilmarks(&step.grid);
                text += &format!("\nrung {highest} is needed here:\n{grid}\n");
            }
            text += &format!("{}\n", step.step.text());
            for line in step.matchings.iter().filter(|_| with_matchings) {
                text += &format!("    {line}\n");
            }
        }
        match self.outcome {
            Outcome::Solved(rung) => {
                let hardest = self.steps.iter().rev().find(|step| step.item.rung == rung);
                let hardest = hardest.map_or(String::new(), |step| step.item.name());
                text += &format!("\n{}\n", notation::puzzle(&self.end));
                text += &format!(
                    "PUZZLE SOLVED. rating-type = {}, rating = {rung}, MOST COMPLEX RULE = {hardest}\n",
                    ladder.name
                );
            }
            outcome => {
                text += &format!("\n{}", notation::pencilmarks(&self.end));
                text += &format!("PUZZLE NOT SOLVED: {}\n", reason(outcome));
            }
        }
        text
    }

    /// The proof, with what is told of subsets if asked for.
    fn proof(mut self, with_matchings: bool) -> Proof {
        let told = self.steps.into_iter().map(|step| step.matchings);
        let steps = self.proof.rounds.iter_mut().flat_map(|round| &mut round.steps);
        for (step, matchings) in steps.zip(told).filter(|_| with_matchings) {
            step.matchings = matchings;
        }
        self.proof
    }
}

fn reason(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Solved(_) => "ok",
        Outcome::Stuck => "unsolved",
        Outcome::Budget => "budget",
        Outcome::NoSolution => "no-solution",
    }
}
