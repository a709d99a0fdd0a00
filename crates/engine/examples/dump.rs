//! Temporary.
use sudoscope_engine::{
    grid::read_puzzle,
    scale::{Effort, Scale, Solver},
};
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let scale = [Scale::named("minutes").unwrap()];
    let mut solver = Solver::new();
    for line in text.lines().skip(1) {
        let puzzle = read_puzzle(line[..81].as_bytes()).unwrap().puzzle;
        let (s, c) = solver.rate(&puzzle, &scale, Effort::default());
        if std::env::var("DUMP").is_err() {
            println!("{s:?} {:?}", c[0].outcome);
        }
        if c[0].outcome.rating().is_none() {
            println!("NOT {s:?} {:?}", c[0].outcome);
        }
    }
}
