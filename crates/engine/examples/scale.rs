//! Makes a scale that adds up the lengths of all whips in a path.

use sudoscope_engine::grid::parse_puzzle;
use sudoscope_engine::scale::{Aspect, Column, Description, Effort, Item, Policy, Scale, Solver, Unit};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let line = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    let puzzle = parse_puzzle(line.as_bytes())?;
    let ladder = Scale::named("W")?;
    let description = Description { name: "lengths".into(), policy: Policy::OneHint, ..ladder.description() };
    let column = Column { name: "", aspect: Aspect::Sum, unit: Unit::Level };
    // A whip adds its length to the sum, anything else nothing.
    let of_length = |item: Item| Item { rating: u32::from(item.size).into(), ..item };
    let scale = Scale::new(description, vec![column], ladder.items.into_iter().map(of_length).collect());
    let (_, climbs) = Solver::new().rate(&puzzle, &[scale], Effort::default());
    println!("{:?}", climbs[0].outcome.column(0));
    Ok(())
}
//> Solved(88)
