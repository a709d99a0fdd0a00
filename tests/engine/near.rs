//! Neighbours of puzzles: against a brute-force twin, and against closures that another program counted.

use crate::common::{is_taken, shared};
use rayon::prelude::*;
use std::collections::BTreeSet;
use sudoscope::brute::solutions;
use sudoscope::budget::Budget;
use sudoscope::canon::Canon;
use sudoscope::check::{Near, Neighbour, after_removal, clue_sets};
use sudoscope::grid::{Candidate, Candidates, Cells, Grid, notation, parse_puzzle};

type Clues = [Cells; 9];

fn read(line: &str) -> Clues {
    parse_puzzle(line.as_bytes()).unwrap()
}

/// Returns the neighbours in which `removed` clues are replaced by this many others.
fn replaced(seed: &Clues, removed: &Clues, added: usize, minimal: bool) -> Vec<Neighbour> {
    let (mut all, (kept, allowed)) = (Vec::new(), after_removal(seed, removed));
    let each = &mut |found: &Neighbour| all.push(*found);
    Near::new(minimal).extend(&kept, &allowed, added, &mut Budget(u64::MAX), each).unwrap();
    all
}

fn texts(found: &[Neighbour]) -> BTreeSet<String> {
    let texts: BTreeSet<_> = found.iter().map(|found| notation::clues(&found.clues)).collect();
    assert_eq!(texts.len(), found.len(), "found twice");
    texts
}

/// Returns all neighbours that come from replacing up to this many clues.
fn closure(seed: &Clues, changes: usize) -> Vec<Neighbour> {
    let removed =
        (1..=changes).flat_map(|count| clue_sets(seed, count).into_iter().map(move |it| (it, count)));
    removed.flat_map(|(removed, count)| replaced(seed, &removed, count, false)).collect()
}

#[test]
fn closures_have_the_counted_sizes() {
    let Some(path) = shared("near/closures.csv") else { return };
    let table = std::fs::read_to_string(path).unwrap();
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert_eq!(rows.len(), 33);
    // Rows of two changes, at the end, take seconds each.
    let taken = rows.par_iter().enumerate().filter(|(at, _)| *at < 25 || is_taken(at + 1, 8));
    taken.for_each(|(_, row)| {
        let fields: Vec<&str> = row.split(',').collect();
        let found = closure(&read(fields[0]), fields[1].parse().unwrap());
        let minimal = found.iter().filter(|found| found.redundant.is_empty()).count();
        let counts = [texts(&found).len(), minimal].map(|count| count.to_string());
        assert_eq!(counts, fields[2..], "{row}");
    });
}

#[test]
fn minimal_puzzles_of_one_change_are_those_listed() {
    let paths = shared("near/closures.csv").zip(shared("near/minimal-1.txt"));
    let Some((table, list)) = paths else { return };
    let [table, list] = [table, list].map(|path| std::fs::read_to_string(path).unwrap());
    let seeds = table.lines().filter_map(|row| row.split(',').next().filter(|_| row.contains(",1,")));
    let form = |clues: &Clues| notation::clues(&Canon::default().of(clues).clues);
    let one = |seed: &str| {
        let seed = read(seed);
        let of_part = |removed: &Clues| replaced(&seed, removed, 1, true);
        clue_sets(&seed, 1).iter().flat_map(of_part).map(|found| form(&found.clues)).collect::<Vec<_>>()
    };
    let found: BTreeSet<String> = seeds.flat_map(one).collect();
    let expected: BTreeSet<String> = list.lines().map(|line| form(&read(line))).collect();
    assert_eq!(found.len(), 723);
    assert!(found == expected);
}

/// Tries every set of candidates in turn.
fn naive(kept: &Clues, allowed: &[Candidate], added: usize, found: &mut BTreeSet<String>) {
    if added == 0 {
        if solutions(&Grid::from_clues(kept), 2).0 == 1 {
            found.insert(notation::clues(kept));
        }
        return;
    }
    for (at, clue) in allowed.iter().enumerate() {
        let mut more = *kept;
        more[clue.digit].insert(clue.cell);
        let others: Vec<_> = allowed[at + 1..].iter().filter(|it| it.cell != clue.cell).copied().collect();
        naive(&more, &others, added - 1, found);
    }
}

/// Some sets of removed clues, of a puzzle with few clues, of a usual one, and of one with redundant clues.
#[test]
fn neighbours_equal_their_naive_twin() {
    let sparse = "...8.1..........435............7.8........1...2..3....6......75..34........2..6..";
    let usual = "12.3.....4...5......6..17..5..2......3..1..4...1..68....9....7....1..9.......9.68";
    let full = "123456789456789123789123456234567891567891234891234567345678912678912345912345...";
    let cases = [
        (sparse, 2, 1),
        (sparse, 1, 1),
        (sparse, 1, 0),
        (usual, 1, 2),
        (usual, 2, 1),
        (full, 2, 2),
        (full, 1, 3),
    ];
    let sizes = cases.par_iter().map(|&(seed, removed, added)| {
        let seed = read(seed);
        let parts = clue_sets(&seed, removed);
        let parts = parts.iter().step_by(if added > 1 { parts.len() / 3 } else { 1 });
        parts.map(|removed| check(&seed, removed, added)).sum::<usize>()
    });
    let sizes: Vec<usize> = sizes.collect();
    assert!(sizes[3] > 100 && sizes[5..].iter().all(|size| *size > 0), "{sizes:?}");
    assert!(sizes[1] + sizes[4] > 0, "{sizes:?}");
}

fn check(seed: &Clues, removed: &Clues, added: usize) -> usize {
    let (kept, allowed) = after_removal(seed, removed);
    let possible = Candidates(Grid::from_clues(&kept).planes);
    let allowed: Vec<Candidate> = allowed.iter().filter(|&it| possible.contains(it)).collect();
    let mut expected = BTreeSet::new();
    naive(&kept, &allowed, added, &mut expected);
    let found = replaced(seed, removed, added, false);
    assert!(texts(&found) == expected, "{removed:?}");
    let mut minimal = found.clone();
    minimal.retain(|found| found.redundant.is_empty());
    assert!(texts(&replaced(seed, removed, added, true)) == texts(&minimal), "{removed:?}");
    found.len()
}
