//! `Symmetries`: the symmetries of a board, without a list of them.
//!
//! Symmetries are a group. For each place in reading order those that leave all earlier places alone move
//! this place to the places of its *orbit*; one symmetry is kept for each of them. Each symmetry is a product
//! of kept ones, one for each place, in exactly one way. So the number of symmetries is the product of the
//! sizes of all orbits, and a search goes through them place by place.

use super::pairs::{IN_ORDER, Order, Pairs, Relabelling, bits_of};
use crate::boards::Board;
use crate::budget::{Budget, OutOfBudget, Within};
use crate::grid::Cell;
use std::collections::HashMap;
use std::fmt::{self, Formatter};

/// Largest number of symmetries of a board whose puzzles have canonical forms.
pub const MOST_SYMMETRIES: u64 = 2_000_000;

/// Work of the search for the symmetries of a board: a unit is one cell put at a place, or compared with all
/// others, or one digit given a name.
const STEPS: u64 = 1_000_000;

/// Reason why the puzzles of a board have no canonical form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoForm {
    /// The number of symmetries, which is too large.
    TooMany(u64),
    /// Symmetries that a bounded search does not find.
    Unknown,
}

impl std::error::Error for NoForm {}

impl fmt::Display for NoForm {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            NoForm::TooMany(count) => {
                let most = MOST_SYMMETRIES;
                write!(f, "the board has {count} symmetries, and canonical forms are made for up to {most}")
            }
            NoForm::Unknown => f.write_str("a bounded search does not find the symmetries of the board"),
        }
    }
}

/// The symmetries of a board: the orders of its cells that turn houses into houses and links into links,
/// each with the new names of the digits that do so with it.
///
/// ```
/// use sudoscope_engine::{boards::Board, canon::Symmetries};
/// let of = |name: &str| Symmetries::of(&name.parse::<Board>().unwrap()).unwrap();
/// assert_eq!((of("plain").count(), of("plain").relabellings()), (3_359_232, 362_880));
/// assert_eq!((of("nc").count(), of("nc").relabellings()), (8, 2));
/// ```
pub struct Symmetries {
    pub(super) size: usize,
    /// The cell at each place, in reading order.
    pub(super) cells: Vec<Cell>,
    /// The orbit of each place.
    pub(super) orbits: Vec<Orbit>,
    /// One order for each way to begin, with the names of digits that it needs.
    pub(super) starts: Vec<(Order, Relabelling)>,
    /// Whether each digit may have each name.
    pub(super) any_labels: bool,
    /// Number of symmetries that need a start of their own.
    cosets: u64,
    /// Whether the board is the plain one.
    pub(super) is_plain: bool,
}

/// Symmetries that leave all earlier places alone: one for each place to which they move this place, the
/// identity first.
pub(super) type Orbit = Vec<(u8, Order)>;

impl Symmetries {
    /// Finds the symmetries of a board. Fails if a bounded search does not find them all.
    pub fn of(board: &Board) -> Result<Symmetries, NoForm> {
        let pairs = Pairs::of(board);
        let found = Symmetries::found(board, &pairs, &mut Budget(STEPS));
        found.map_err(|OutOfBudget| NoForm::Unknown)
    }

    fn found(board: &Board, pairs: &Pairs, budget: &mut Budget) -> Within<Symmetries> {
        let orbits = orbits(pairs, budget)?;
        let (mut starts, mut cosets) = (Vec::new(), 1);
        let any_labels = pairs.any_labels();
        if any_labels {
            starts.push((IN_ORDER, std::array::from_fn(|digit| digit as u8)));
        } else {
            let mut known: HashMap<Vec<u16>, Option<Order>> = HashMap::new();
            for (labels, recolouring) in pairs.recolourings(budget)? {
                let order = match known.get(&recolouring) {
                    Some(order) => *order,
                    None => {
                        let order = match recolouring == pairs.same_colours() {
                            true => Some(IN_ORDER),
                            false => {
                                let places = pairs.places(&recolouring, budget)?;
                                pairs.find(places, all_of(pairs), &recolouring, budget)?
                            }
                        };
                        known.insert(recolouring, order);
                        order
                    }
                };
                starts.extend(order.map(|order| (order, labels)));
            }
            cosets = known.values().flatten().count() as u64;
        }
        let (size, cells, is_plain) = (board.size(), pairs.cells.clone(), board.text() == "plain");
        Ok(Symmetries { size, cells, orbits, starts, any_labels, cosets, is_plain })
    }

    /// Returns the number of rearrangements of the cells, or the largest number of the type.
    pub fn count(&self) -> u64 {
        self.orbits.iter().fold(self.cosets, |all, orbit| all.saturating_mul(orbit.len() as u64))
    }

    /// Returns the number of ways to rename the digits that go with a rearrangement of the cells.
    pub fn relabellings(&self) -> u64 {
        match self.any_labels {
            true => (1..=self.size as u64).product(),
            false => self.starts.len() as u64 / self.cosets.max(1),
        }
    }

    /// Fails if there are too many symmetries for canonical forms. The plain board has a search of its own.
    pub(super) fn check_forms(&self) -> Result<(), NoForm> {
        let starts = if self.any_labels { 1 } else { self.relabellings() };
        match self.count().saturating_mul(starts) {
            count if count > MOST_SYMMETRIES && !self.is_plain => Err(NoForm::TooMany(count)),
            _ => Ok(()),
        }
    }
}

fn all_of(pairs: &Pairs) -> u128 {
    (0..pairs.cells.len()).fold(0, |all, place| all | 1 << place)
}

/// Returns the orbit of each place under the symmetries that leave all earlier places alone.
fn orbits(pairs: &Pairs, budget: &mut Budget) -> Within<Vec<Orbit>> {
    let same = pairs.same_colours();
    // The cells that each place can have if all earlier places have their own.
    let mut left = vec![pairs.places(&same, budget)?];
    for place in 0..pairs.cells.len() {
        let mut next = left[place].clone();
        pairs.put(&mut next, place, place, &same);
        left.push(next);
    }
    let mut orbits = vec![Orbit::new(); pairs.cells.len()];
    let mut generators: Vec<Order> = Vec::new();
    for place in (0..pairs.cells.len()).rev() {
        let mut own = orbit(place, &generators);
        let mut failed: Vec<u8> = Vec::new();
        for cell in bits_of(left[place][place]) {
            let is_in = |orbit: &Orbit| orbit.iter().any(|it| usize::from(it.0) == cell);
            if is_in(&own) || failed.contains(&(cell as u8)) {
                continue;
            }
            let mut places = left[place].clone();
            pairs.put(&mut places, place, cell, &same);
            let open = all_of(pairs) & !((2 << place) - 1);
            match pairs.find(places, open, &same, budget)? {
                None => failed.extend(orbit(cell, &generators).iter().map(|it| it.0)),
                Some(order) => {
                    generators.push(order);
                    own = orbit(place, &generators);
                }
            }
        }
        orbits[place] = own;
    }
    Ok(orbits)
}

/// Returns the places to which products of the generators move a place, each with such a product.
fn orbit(place: usize, generators: &[Order]) -> Orbit {
    let mut orbit: Orbit = vec![(place as u8, IN_ORDER)];
    let mut at = 0;
    while let Some((cell, order)) = orbit.get(at).copied() {
        for generator in generators {
            let moved = generator[usize::from(cell)];
            if orbit.iter().all(|it| it.0 != moved) {
                orbit.push((moved, order.map(|cell| generator[usize::from(cell)])));
            }
        }
        at += 1;
    }
    orbit
}
