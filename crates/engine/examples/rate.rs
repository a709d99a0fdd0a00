//! Rates a puzzle by two scales.

use sudoscope_engine::grid::parse_puzzle;
use sudoscope_engine::scale::{Effort, Outcome, Scale, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let line = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    let puzzle = parse_puzzle(line.as_bytes())?;
    let scales = Scale::parse("W,SER")?;
    // One solver serves any number of puzzles.
    let (_, climbs) = Solver::new().rate(&puzzle, &scales, Effort::default());
    for (scale, climb) in scales.iter().zip(&climbs) {
        match climb.outcome {
            Outcome::Solved(rating) => println!("{} {}", scale.name, scale.unit().text(rating.0[0])),
            outcome => println!("{} {}", scale.name, outcome.status().name()),
        }
    }
    Ok(())
}
//> W 5
//> SER 8.3
