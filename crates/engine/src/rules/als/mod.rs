//! Almost locked sets: `n` cells of a house with `n + 1` digits. If one digit is in none of them, all others
//! are.
//!
//! ```text
//!   A ─x─ B         x is a *restricted common*: each place of x in A sees each in B, so not both have it,
//!                   and one of them has all its other digits
//! ```

pub(super) mod aligned;
pub(super) mod blossom;
pub(super) mod chain;
pub(super) mod pairs;

use crate::evidence::{AlmostLocked, Digit, Evidence};
use crate::grid::{Candidates, Cells, Grid, HOUSES, PEERS, bits, notation::Variable};
use chain::AlsChains;

/// An almost locked set.
struct Als {
    cells: Cells,
    digits: u16,
    /// For each of its digits the cells that have it, and what sees all of these.
    places: [Cells; 9],
    seen: [Cells; 9],
}

impl Als {
    /// The candidates of a digit that see all its places here and there.
    fn seen_by_both(&self, other: &Als, digit: usize, grid: &Grid) -> Cells {
        grid.open_plane(digit) & self.seen[digit] & other.seen[digit]
    }

    fn variables(&self) -> Vec<Variable> {
        self.cells.map(|cell| Variable::Cell(cell as u8)).collect()
    }
}

/// The almost locked sets of a state, which all rules of them share.
struct AlsTable {
    all: Vec<Als>,
    commons: Commons,
    chains: Option<AlsChains>,
}

impl AlsTable {
    fn of(grid: &Grid) -> AlsTable {
        let all = all(grid);
        AlsTable { commons: Commons::of(&all), all, chains: None }
    }
}

/// All almost locked sets of a grid.
fn all(grid: &Grid) -> Vec<Als> {
    let held = |cell| if grid.placed().contains(cell) { 0 } else { grid.digits_of(cell) };
    let digits: [u16; 81] = std::array::from_fn(held);
    let mut all = Vec::with_capacity(256);
    for (house, cells) in HOUSES.iter().enumerate() {
        let open = *cells - grid.placed();
        grow(open, Cells::EMPTY, 0, &digits, &mut |set, held| {
            if is_first_house(house, set) {
                let mut places = [Cells::EMPTY; 9];
                let mut seen = [Cells::EMPTY; 9];
                for digit in bits(held) {
                    places[digit] = set & grid.open_plane(digit);
                    seen[digit] = places[digit].fold(Cells::ALL, |seen, cell| seen & PEERS[cell]);
                }
                all.push(Als { cells: set, digits: held, places, seen });
            }
        });
    }
    all
}

/// Whether the cells are in no house before this one.
fn is_first_house(house: usize, set: Cells) -> bool {
    match house / 9 {
        0 => true,
        1 => set.len() > 1,
        _ => HOUSES[..18].iter().all(|&line| !set.is_subset(line)),
    }
}

/// The sets of undecided cells of a house that are of this size, and their digits.
fn each_set(grid: &Grid, size: usize, mut found: impl FnMut(Cells, u16)) {
    fn add(left: Cells, set: Cells, size: usize, found: &mut impl FnMut(Cells)) {
        let mut left = left;
        while let Some(cell) = left.next() {
            match set | Cells::of(cell) {
                set if set.len() == size => found(set),
                set => add(left, set, size, found),
            }
        }
    }
    for (house, cells) in HOUSES.iter().enumerate() {
        add(*cells - grid.placed(), Cells::EMPTY, size, &mut |set| {
            if is_first_house(house, set) {
                found(set, set.fold(0, |digits, cell| digits | grid.digits_of(cell)));
            }
        });
    }
}

/// The almost locked sets of two cells or more, each with the places of its digits.
pub(super) fn places(grid: &Grid) -> impl Iterator<Item = (Cells, Vec<(usize, Cells)>)> {
    let several = all(grid).into_iter().filter(|set| set.cells.len() > 1);
    several.map(|set| (set.cells, bits(set.digits).map(|d| (d, set.places[d])).collect()))
}

/// Adds cells to a set, the first of those left or a later one, and shows what is almost locked.
fn grow(left: Cells, set: Cells, held: u16, digits: &[u16; 81], found: &mut impl FnMut(Cells, u16)) {
    let mut left = left;
    while let Some(cell) = left.next() {
        let (set, held) = (set | Cells::of(cell), held | digits[cell]);
        // What is still to come adds a cell for each digit at most.
        if held.count_ones() as usize > set.len() + left.len() + 1 {
            continue;
        }
        if held.count_ones() as usize == set.len() + 1 {
            found(set, held);
        }
        grow(left, set, held, digits, found);
    }
}

/// The sets that have a restricted common with a set, by its number, and this digit.
struct Commons(Vec<Vec<(usize, usize)>>);

impl Commons {
    /// Of sets that share no cell.
    fn of(all: &[Als]) -> Commons {
        let mut commons = vec![Vec::new(); all.len()];
        for (i, one) in all.iter().enumerate() {
            for (j, other) in all.iter().enumerate().skip(i + 1) {
                each_common(one, other, |digit| {
                    commons[i].push((j, digit));
                    commons[j].push((i, digit));
                });
            }
        }
        Commons(commons)
    }
}

/// The restricted commons of two sets that share no cell.
fn each_common(one: &Als, other: &Als, mut found: impl FnMut(usize)) {
    let shared = one.digits & other.digits;
    // One that joins them, and one that both have at the ends.
    if shared.count_ones() > 0 && !one.cells.intersects(other.cells) {
        bits(shared).filter(|&digit| other.places[digit].is_subset(one.seen[digit])).for_each(&mut found);
    }
}

/// The evidence: these sets, and the digits between them.
fn because(sets: &[&Als], commons: &[usize]) -> Evidence {
    Evidence::AlmostLocked(AlmostLocked {
        sets: sets.iter().map(|set| set.variables()).collect(),
        commons: commons.iter().map(|&digit| Digit(digit as u8)).collect(),
    })
}

/// What the ends of a chain that begins and ends with these commons prove: each digit that both have besides.
fn by_ends(grid: &Grid, [first, last]: [&Als; 2], commons: u16) -> Candidates {
    let mut targets = Candidates::EMPTY;
    for digit in bits(first.digits & last.digits & !commons) {
        targets.0[digit] = first.seen_by_both(last, digit, grid);
    }
    targets
}
