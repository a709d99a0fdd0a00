//! Closures: fixed points that no order of application changes, so two correct programs solve the same puzzles.
//! Every rule of colouring, templates, nets and exclusion against the published sets, puzzle by puzzle: of a sample, or of all
//! in a thorough run.

use crate::common::{is_taken, shared};
use rayon::prelude::*;
use sudoscope::grid::parse_puzzle;
use sudoscope::scale::{Effort, Outcome, Scale, Solver};

/// Column of the published table, our ladder.
const COLUMNS: &[(&str, &str)] = &[
    ("BRT", "BRT"),
    ("LC", "LC"),
    ("LC+X", "LC+X"),
    ("LC+X+hinge", "LC+X+hinge"),
    ("POM1", "POM1"),
    ("LC+SS", "LC+SS"),
    ("POM1+POM2", "POM2"),
    ("BR", "BR"),
    ("LC+BR", "LC+BR"),
    ("LC+SS+BR", "LC+SS+BR"),
    ("PB1", "PB1"),
    ("PB2", "PB2"),
    ("PB3", "PB3"),
    ("LC+K", "LC+K"),
    ("LC+Y+K", "LC+Y+K"),
    ("FL", "TE1"),
];

#[test]
fn sixteen_columns_of_controlled_bias_000() {
    let (Some(puzzles), Some(table)) = (shared("cbg-000.csv"), shared("cbg-000-closures.csv"))
    else {
        return;
    };
    let ladders: Vec<Scale> =
        COLUMNS.iter().map(|(_, ladder)| Scale::named(ladder).unwrap()).collect();
    let text = std::fs::read_to_string(puzzles).unwrap();
    let lines: Vec<(usize, &str)> = text.lines().skip(1).enumerate().collect();
    let rate = |solver: &mut Solver, &(k, line): &(usize, &str)| -> (usize, Vec<bool>) {
        let clues = &parse_puzzle(line.as_bytes()).unwrap();
        let (_, climbs) = solver.rate(clues, &ladders, Effort::default());
        assert_eq!(climbs.len(), ladders.len(), "every puzzle of this file has one solution");
        (k, climbs.iter().map(|climb| matches!(climb.outcome, Outcome::Solved(_))).collect())
    };
    let taken = lines.par_iter().filter(|(k, _)| is_taken(*k, 4));
    let ours: Vec<(usize, Vec<bool>)> = taken.map_init(Solver::new, rate).collect();

    let mut table = csv::Reader::from_path(table).unwrap();
    let headers = table.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!((rows.len(), headers.len()), (lines.len(), COLUMNS.len() + 1));
    for (at, (name, _)) in COLUMNS.iter().enumerate() {
        let column = headers.iter().position(|header| header == *name).unwrap();
        let differ = |(k, row): &&(usize, Vec<bool>)| row[at] != (&rows[*k][column] == "1");
        let wrong: Vec<usize> = ours.iter().filter(differ).map(|(k, _)| k + 1).collect();
        assert_eq!(wrong, [0; 0], "lines that differ in {name}");
        let solved = ours.iter().filter(|(_, row)| row[at]).count();
        eprintln!("{name}: {solved} of {} solved, line by line as published", ours.len());
    }
}
