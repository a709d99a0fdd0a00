//! The rules that assume a unique solution, by their definitions (docs/theory.md, "Uniqueness").

use super::Proved;
use std::collections::BTreeSet;
use sudoscope::grid::{Candidate, Candidates, Cells, Grid, HOUSES, PEERS, block_of};

pub const RULES: [&str; 7] = ["ur1", "ur2", "ur3", "ur4", "ur5", "ur6", "hidden-ur"];

pub fn proved(rule: &str, grid: &Grid) -> Option<Proved> {
    match rule {
        "bug1" => Some(Proved::true_ones(naive_bug(grid))),
        _ => RULES.contains(&rule).then(|| Proved::false_ones(naive(rule, grid))),
    }
}

/// Four cells going around a rectangle, from any of its corners in either direction, and two digits in either
/// order: so each definition is written once.
struct Walk<'a> {
    grid: &'a Grid,
    corners: [usize; 4],
    ab: u16,
    a: usize,
    b: usize,
}

impl Walk<'_> {
    fn digits(&self, cell: usize) -> u16 {
        if self.grid.placed().contains(cell) { 0 } else { self.grid.digits_of(cell) }
    }

    fn bare(&self, cells: &[usize]) -> bool {
        cells.iter().all(|&cell| self.digits(cell) == self.ab)
    }

    fn roof(&self, cells: &[usize]) -> bool {
        cells.iter().all(|&cell| self.digits(cell) != self.ab)
    }

    /// In some house with both cells the digit has no third place.
    fn only(&self, digit: usize, one: usize, other: usize) -> bool {
        let both: Cells = [one, other].into_iter().collect();
        let holds = |house: &&Cells| both.is_subset(**house);
        HOUSES.iter().filter(holds).any(|&h| (h & self.grid.open_plane(digit)).len() == 2)
    }

    /// What each rule proves: digits and cells, present or not.
    fn proved(&self, rule: &str) -> Vec<(u16, Cells)> {
        let [p, q, r, s] = self.corners;
        let (a, b) = (1 << self.a, 1 << self.b);
        let cells = |list: &[usize]| list.iter().copied().collect::<Cells>();
        let same = |list: &[usize]| {
            let extra = self.digits(list[0]) & !self.ab;
            let same = list.iter().all(|&cell| self.digits(cell) == self.ab | extra);
            let seen = list.iter().fold(Cells::ALL, |seen, &cell| seen & PEERS[cell]);
            if same && extra.count_ones() == 1 { vec![(extra, seen)] } else { vec![] }
        };
        match rule {
            "ur1" if self.bare(&[p, q, r]) && self.roof(&[s]) => vec![(self.ab, cells(&[s]))],
            "ur2" if self.bare(&[p, q]) => same(&[r, s]),
            "ur3" if self.bare(&[p, q]) && self.roof(&[r, s]) => self.subsets(r, s),
            "ur4" if self.bare(&[p, q]) && self.roof(&[r, s]) && self.only(self.a, r, s) => {
                vec![(b, cells(&[r, s]))]
            }
            "ur5" if self.bare(&[p, r]) => same(&[q, s]),
            "ur5" if self.bare(&[p]) => same(&[q, r, s]),
            "ur6" if self.bare(&[p, r]) && self.roof(&[q, s]) => {
                // The sides are lines: rows first or columns first, by where the walk begins.
                let wing = self.line_only(p, q) && self.line_only(r, s);
                if wing { vec![(a, cells(&[q, s]))] } else { vec![] }
            }
            "hidden-ur" if self.bare(&[p]) => {
                let both = self.line_only(q, r) && self.line_only(r, s);
                if both { vec![(b, cells(&[r]))] } else { vec![] }
            }
            _ => vec![],
        }
    }

    /// In the row or column of both cells `a` has no third place.
    fn line_only(&self, one: usize, other: usize) -> bool {
        let both: Cells = [one, other].into_iter().collect();
        let line = HOUSES[..18].iter().find(|house| both.is_subset(**house)).unwrap();
        (*line & self.grid.open_plane(self.a)).len() == 2
    }

    /// One to three other cells of a house that with the extra digits of both hold one digit more.
    fn subsets(&self, r: usize, s: usize) -> Vec<(u16, Cells)> {
        let extras = (self.digits(r) | self.digits(s)) & !self.ab;
        let both: Cells = [r, s].into_iter().collect();
        let mut proved = Vec::new();
        for &house in HOUSES.iter().filter(|house| both.is_subset(**house)) {
            let others: Vec<usize> = (house - both - self.grid.placed()).collect();
            for set in 1..1u32 << others.len() {
                let chosen: Vec<usize> =
                    (0..others.len()).filter(|k| set >> k & 1 != 0).map(|k| others[k]).collect();
                let digits = chosen.iter().fold(extras, |all, &cell| all | self.digits(cell));
                let size = digits.count_ones() as usize;
                let fits = chosen.len() <= 3 && size == chosen.len() + 1;
                // Real cells have some digit, and without several extras it is type 2.
                if fits && extras.count_ones() > 1 && chosen.iter().all(|&c| self.digits(c) != 0) {
                    let kept = both | chosen.into_iter().collect::<Cells>();
                    proved.push((digits, house - kept));
                }
            }
        }
        proved
    }
}

/// Everything that the rule's definition proves in the grid.
pub fn naive(rule: &str, grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    let cell = |row: usize, column: usize| 9 * row + column;
    let different = |k: usize| (k / 9, k % 9);
    for (r1, r2) in (0..81).map(different).filter(|(i, j)| i != j) {
        for (c1, c2) in (0..81).map(different).filter(|(i, j)| i != j) {
            let by_row = [cell(r1, c1), cell(r1, c2), cell(r2, c2), cell(r2, c1)];
            let by_column = [cell(r1, c1), cell(r2, c1), cell(r2, c2), cell(r1, c2)];
            let blocks: BTreeSet<usize> = by_row.into_iter().map(block_of).collect();
            if blocks.len() != 2 || by_row.iter().any(|&cell| grid.placed().contains(cell)) {
                continue;
            }
            for (a, b) in (0..81).map(different).filter(|(i, j)| i != j) {
                let ab = 1 << a | 1 << b;
                if by_row.iter().any(|&cell| grid.digits_of(cell) & ab != ab) {
                    continue;
                }
                for corners in [by_row, by_column] {
                    for (digits, cells) in (Walk { grid, corners, ab, a, b }).proved(rule) {
                        for digit in (0..9).filter(|digit| digits >> digit & 1 != 0) {
                            all.0[digit] |= cells & grid.open_plane(digit);
                        }
                    }
                }
            }
        }
    }
    all
}

/// A candidate without which every cell has two digits and every digit no place or two in every house.
pub fn naive_bug(grid: &Grid) -> Candidates {
    let open = !grid.placed();
    let is_last = |candidate: &Candidate| {
        let mut without = *grid;
        without.eliminate(&[*candidate].into_iter().collect());
        let places = |digit: usize, house: &Cells| (*house & without.open_plane(digit)).len();
        open.into_iter().all(|cell| without.digits_of(cell).count_ones() == 2)
            && (0..9).all(|digit| HOUSES.iter().all(|house| [0, 2].contains(&places(digit, house))))
    };
    grid.candidates().iter().filter(is_last).collect()
}
