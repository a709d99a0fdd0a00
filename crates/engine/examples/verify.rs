//! Explains a puzzle, and has the checker verify the proof.

use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::path::ResolutionPath;
use sudoscope_engine::proof::verify;
use sudoscope_engine::scale::{DEFAULT_BUDGET, Scale};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let line = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    let puzzle: Puzzle = line.parse()?;
    let path = ResolutionPath::climb(&puzzle, &Scale::named("W")?, DEFAULT_BUDGET);
    let hardest = path.hardest().expect("the puzzle needs more than singles");
    println!("{}", hardest.step.text);

    // A proof is data: it may be kept as JSON, and checked without the engine that found it.
    let proof = serde_json::from_str(&path.json(false, None))?;
    let verdict = verify(&proof)?;
    println!("{} steps hold", verdict.steps);
    Ok(())
}
//> whip[5]: r6n2{c2 c6} - c1n2{r6 r1} - r1n1{c1 c5} - r6n1{c5 c4} - r6n6{c4 .} ==> r5c2≠2
//> 103 steps hold
