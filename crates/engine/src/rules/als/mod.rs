//! Almost locked sets: `n` cells of a house with `n + 1` digits. If one digit is in none of the cells, every
//! other digit is in one of them.
//!
//! ```text
//!   A ─x─ B         x is a *restricted common*: each place of x in A sees each in B, so not both have it,
//!                   and one of them has all its other digits
//! ```

pub(super) mod aligned;
pub(super) mod blossom;
pub(super) mod chain;
pub(super) mod pairs;

use crate::evidence::{AlmostLocked, Evidence};
use crate::grid::mask::Mask;
use crate::grid::{Candidates, Cell, Cells, Digit, Grid, House, HouseKind, bits, notation::Variable};
use chain::AlsChains;

/// Almost locked set.
struct Als {
    cells: Cells,
    digits: u16,
    /// For each digit of the set, the set's cells with the digit, and (`seen`) the cells that see all cells
    /// with the digit.
    places: [Cells; 9],
    seen: [Cells; 9],
}

impl Als {
    /// Returns the candidates of a digit that see all its places in both sets.
    fn seen_by_both(&self, other: &Als, digit: Digit, grid: &Grid) -> Cells {
        grid.open_plane(digit) & self.seen[digit] & other.seen[digit]
    }

    fn variables(&self) -> Vec<Variable> {
        self.cells.map(Variable::Cell).collect()
    }
}

/// Almost locked sets of a state, shared by all rules that use them.
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

/// Finds all almost locked sets of a grid.
fn all(grid: &Grid) -> Vec<Als> {
    let held = |cell: Cell| if grid.placed().contains(cell) { 0 } else { grid.digits_of(cell) };
    let digits: [u16; 81] = std::array::from_fn(|cell| held(Cell::new(cell)));
    let mut all = Vec::with_capacity(256);
    for house in House::all() {
        let open = house.cells() - grid.placed();
        grow(open, Cells::EMPTY, 0, &digits, &mut |set, held| {
            if is_first_house(house, set) {
                let mut places = [Cells::EMPTY; 9];
                let mut seen = [Cells::EMPTY; 9];
                for digit in Digit::in_mask(held) {
                    places[digit] = set & grid.open_plane(digit);
                    seen[digit] = places[digit].fold(Cells::ALL, |seen, cell| seen & cell.peers());
                }
                all.push(Als { cells: set, digits: held, places, seen });
            }
        });
    }
    all
}

/// Whether no earlier house contains all the cells.
fn is_first_house(house: House, set: Cells) -> bool {
    match house.kind() {
        HouseKind::Row => true,
        HouseKind::Column => set.len() > 1,
        HouseKind::Block => House::lines().all(|line| !set.is_subset(line.cells())),
    }
}

/// Finds the sets of `size` undecided cells of a house, with their digits.
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
    for house in House::all() {
        add(house.cells() - grid.placed(), Cells::EMPTY, size, &mut |set| {
            if is_first_house(house, set) {
                found(set, set.fold(0, |digits, cell| digits | grid.digits_of(cell)));
            }
        });
    }
}

/// Lists the almost locked sets that have two cells or more, and the places of the digits in each set.
pub(super) fn places(grid: &Grid) -> impl Iterator<Item = (Cells, Vec<(Digit, Cells)>)> {
    let several = all(grid).into_iter().filter(|set| set.cells.len() > 1);
    several.map(|set| (set.cells, Digit::in_mask(set.digits).map(|d| (d, set.places[d])).collect()))
}

/// Adds cells of `left`, in order, to a set, and reports almost locked sets.
fn grow(left: Cells, set: Cells, held: u16, digits: &[u16; 81], found: &mut impl FnMut(Cells, u16)) {
    let mut left = left;
    while let Some(cell) = left.next() {
        let (set, held) = (set | Cells::of(cell), held | digits[cell]);
        // Each further cell makes room for one more digit.
        if held.size() > set.len() + left.len() + 1 {
            continue;
        }
        if held.size() == set.len() + 1 {
            found(set, held);
        }
        grow(left, set, held, digits, found);
    }
}

/// For each set, by its number, the sets that have a restricted common with it, and this digit.
struct Commons(Vec<Vec<(usize, usize)>>);

impl Commons {
    /// Finds the restricted commons of all sets that share no cell.
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

/// Finds the restricted commons of two sets that share no cell.
fn each_common(one: &Als, other: &Als, mut found: impl FnMut(usize)) {
    let shared = one.digits & other.digits;
    if shared.count_ones() > 0 && !one.cells.intersects(other.cells) {
        bits(shared).filter(|&digit| other.places[digit].is_subset(one.seen[digit])).for_each(&mut found);
    }
}

/// Makes the evidence of these sets and the digits between them.
fn because(sets: &[&Als], commons: &[usize]) -> Evidence {
    Evidence::AlmostLocked(AlmostLocked {
        sets: sets.iter().map(|set| set.variables()).collect(),
        commons: commons.iter().map(|&digit| Digit::new(digit)).collect(),
    })
}

/// Returns the eliminations by the ends of a chain, for each digit of both ends except the `commons` next to
/// them.
fn by_ends(grid: &Grid, [first, last]: [&Als; 2], commons: u16) -> Candidates {
    let mut targets = Candidates::EMPTY;
    for digit in bits(first.digits & last.digits & !commons) {
        targets.0[digit] = first.seen_by_both(last, Digit::new(digit), grid);
    }
    targets
}
