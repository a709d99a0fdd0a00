//! The resolution state as defined in docs/theory.md: labels, variables and links by arithmetic, and the
//! theories of trial and error, as literally as possible. Only the names of candidates and variables are from
//! the library.

use std::collections::BTreeSet;
use std::sync::LazyLock;
pub use sudoscope_engine::grid::notation::Variable;
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Digit, Grid, House};

/// Cell and digit, both from 0.
pub type Label = (Cell, Digit);

/// Returns the label of a candidate of the library.
pub fn label(candidate: Candidate) -> Label {
    (candidate.cell, candidate.digit)
}

pub fn candidate((cell, digit): Label) -> Candidate {
    Candidate::new(digit, cell)
}

pub fn labels_of(candidates: &Candidates) -> BTreeSet<Label> {
    candidates.iter().map(label).collect()
}

/// Returns the cells of row, column or block `i`; `letter` says which.
pub fn house(letter: char, i: usize) -> [Cell; 9] {
    std::array::from_fn(|k| match letter {
        'r' => Cell::at(i, k),
        'c' => Cell::at(k, i),
        _ => Cell::at(i / 3 * 3 + k / 3, i % 3 * 3 + k % 3),
    })
}

pub fn block(cell: Cell) -> usize {
    cell.index() / 27 * 3 + cell.index() % 9 / 3
}

/// Lists all 324 variables.
pub fn all_variables() -> impl Iterator<Item = Variable> {
    let pairs = (0..81).map(|k| (k / 9, k % 9));
    pairs.flat_map(|(i, j)| {
        let of_digit = [House::row(i), House::column(i), House::block(i)];
        let [row, column, block] = of_digit.map(|house| Variable::In(house, Digit::new(j)));
        [Variable::Cell(Cell::at(i, j)), row, column, block]
    })
}

/// Returns the nine labels of a variable.
pub fn labels(variable: Variable) -> [Label; 9] {
    match variable {
        Variable::Cell(cell) => std::array::from_fn(|digit| (cell, Digit::new(digit))),
        Variable::In(own, digit) => house(own.kind().letter(), own.number()).map(|cell| (cell, digit)),
    }
}

/// Returns the four variables of a label: rc, rn, cn, bn.
pub fn variables((cell, digit): Label) -> [Variable; 4] {
    [
        Variable::Cell(cell),
        Variable::In(House::row(cell.index() / 9), digit),
        Variable::In(House::column(cell.index() % 9), digit),
        Variable::In(House::block(block(cell)), digit),
    ]
}

/// Whether two different labels share a variable.
pub fn linked(a: Label, b: Label) -> bool {
    a != b && (0..4).any(|kind| variables(a)[kind] == variables(b)[kind])
}

// ---------------------------------------------------------------- the resolution state

/// Candidates and asserted values.
#[derive(Clone)]
pub struct Model {
    pub candidate: [[bool; 9]; 81],
    pub value: [Option<Digit>; 81],
}

impl Model {
    pub fn of(grid: &Grid) -> Model {
        let mut model = Model { candidate: [[false; 9]; 81], value: [None; 81] };
        for digit in Digit::all() {
            grid.open_plane(digit).for_each(|cell| model.set((cell, digit), true));
            (grid.plane(digit) & grid.placed()).for_each(|cell| model.value[cell] = Some(digit));
        }
        model
    }

    pub fn of_clues(line: &str) -> Model {
        let mut model = Model { candidate: [[true; 9]; 81], value: [None; 81] };
        for (cell, byte) in line.bytes().take(81).enumerate() {
            if byte.is_ascii_digit() && byte != b'0' {
                model.assert((Cell::new(cell), Digit::new((byte - b'1') as usize)));
            }
        }
        model
    }

    pub fn has(&self, (cell, digit): Label) -> bool {
        self.candidate[cell][digit]
    }

    pub fn set(&mut self, (cell, digit): Label, present: bool) {
        self.candidate[cell][digit] = present;
    }

    /// Makes the label a value, and removes everything linked to it (ECP).
    pub fn assert(&mut self, label: Label) {
        self.value[label.0] = Some(label.1);
        self.set(label, false);
        for other in variables(label).into_iter().flat_map(labels) {
            self.set(other, false);
        }
    }

    pub fn candidates(&self) -> Vec<Label> {
        let all = Cell::all().flat_map(|cell| Digit::all().map(move |digit| (cell, digit)));
        all.filter(|&label| self.has(label)).collect()
    }

    pub fn candidates_of(&self, variable: Variable) -> Vec<Label> {
        labels(variable).into_iter().filter(|&label| self.has(label)).collect()
    }

    pub fn is_solved(&self, variable: Variable) -> bool {
        labels(variable).iter().any(|&(cell, digit)| self.value[cell] == Some(digit))
    }

    /// Whether this is the state of the grid.
    pub fn is(&self, grid: &Grid) -> bool {
        self.candidates().into_iter().collect::<BTreeSet<_>>() == labels_of(&grid.candidates())
            && Cell::all().all(|cell| self.value[cell].is_some() == grid.placed().contains(cell))
    }

    /// Writes all candidates and values as 729 characters, nine for each cell.
    pub fn sukaku(&self) -> String {
        let one = |(cell, digit): Label| match self.has((cell, digit)) || self.value[cell] == Some(digit) {
            true => (b'0' + digit.number()) as char,
            false => '.',
        };
        let all = Cell::all().flat_map(|cell| Digit::all().map(move |digit| (cell, digit)));
        all.map(one).collect()
    }

    pub fn apply(&mut self, eliminated: &[Candidate], asserted: &[Candidate]) {
        eliminated.iter().for_each(|&one| self.set(label(one), false));
        asserted.iter().for_each(|&one| self.assert(label(one)));
    }
}

/// Whether these two are the only candidates of some variable.
pub fn are_pair(model: &Model, a: Label, b: Label) -> bool {
    let both = |v: &Variable| labels(*v).contains(&b) && model.candidates_of(*v).len() == 2;
    a != b && variables(a).iter().any(both)
}

/// Labels at the crossings of two families of nine variables, in both orders: the cells and the digits of a
/// house, the rows and the columns of a digit.
static CROSSINGS: LazyLock<Vec<[[Label; 9]; 9]>> = LazyLock::new(|| {
    let planes = (0..9).flat_map(|i| {
        let of_house = |letter| {
            let cells = house(letter, i);
            cells.map(|cell| std::array::from_fn(|digit| (cell, Digit::new(digit))))
        };
        let of_digit =
            std::array::from_fn(|row| std::array::from_fn(|column| (Cell::at(row, column), Digit::new(i))));
        [of_house('r'), of_house('c'), of_house('b'), of_digit]
    });
    let turned = |plane: [[Label; 9]; 9]| std::array::from_fn(|j| plane.map(|line| line[j]));
    planes.flat_map(|plane| [plane, turned(plane)]).collect()
});

impl Model {
    /// Applies the theory BRT to quiescence; from `p` = 1 on with whip\[1\], from 2 on with Subsets of up to
    /// `p`. Returns `false` if a variable has neither value nor candidate.
    pub fn close(&mut self, p: u32) -> bool {
        loop {
            let open = || all_variables().filter(|&variable| !self.is_solved(variable));
            if open().any(|variable| self.candidates_of(variable).is_empty()) {
                return false;
            }
            let only = open().find_map(|v| match self.candidates_of(v)[..] {
                [only] => Some(only),
                _ => None,
            });
            if let Some(only) = only {
                self.assert(only);
                continue;
            }
            let mut targets = if p > 0 { self.by_whips_1() } else { BTreeSet::new() };
            if targets.is_empty() {
                targets = self.by_subsets(p);
            }
            if targets.is_empty() {
                return true;
            }
            targets.into_iter().for_each(|label| self.set(label, false));
        }
    }

    /// Returns the candidates linked to every candidate of some variable.
    pub fn by_whips_1(&self) -> BTreeSet<Label> {
        let mut targets = BTreeSet::new();
        for variable in all_variables() {
            let held = self.candidates_of(variable);
            let Some(&first) = held.first() else { continue };
            let near = variables(first).into_iter().flat_map(|v| self.candidates_of(v));
            targets.extend(near.filter(|&z| held.iter().all(|&c| linked(c, z))));
        }
        targets
    }

    /// Returns the eliminations of naked, hidden and super-hidden Subsets of 2 to `p` variables.
    pub fn by_subsets(&self, p: u32) -> BTreeSet<Label> {
        let mut targets = BTreeSet::new();
        for lines in CROSSINGS.iter() {
            let mask =
                |line: &[Label; 9]| (0..9).fold(0_u16, |mask, j| mask | u16::from(self.has(line[j])) << j);
            let masks = lines.map(|line| mask(&line));
            for some in (1..512_u16).filter(|some| (2..=p).contains(&some.count_ones())) {
                let is_in = |i: &usize| some >> i & 1 == 1;
                let union = (0..9).filter(is_in).fold(0, |union, i| union | masks[i]);
                let all_open = (0..9).filter(is_in).all(|i| masks[i] != 0);
                if all_open && union.count_ones() == some.count_ones() {
                    let others = (0..9).filter(|i| !is_in(i)).flat_map(|i| lines[i].into_iter().enumerate());
                    let killed = others.filter(|&(j, label)| union >> j & 1 == 1 && self.has(label));
                    targets.extend(killed.map(|(_, label)| label));
                }
            }
        }
        targets
    }
}
