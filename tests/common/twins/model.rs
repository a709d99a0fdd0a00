//! The resolution state as docs/theory.md has it: labels, variables and links by arithmetic, and the theories
//! of trial and error, as literally as possible. Of the library it uses the names of candidates and variables
//! only.

use std::collections::BTreeSet;
use std::sync::LazyLock;
pub use sudoscope_engine::grid::notation::Variable;
use sudoscope_engine::grid::{Candidate, Candidates, Grid};

/// (cell, digit), both from 0.
pub type Label = (usize, usize);

/// As above, in the library's words.
pub fn label(candidate: Candidate) -> Label {
    (candidate.cell.into(), candidate.digit.into())
}

pub fn candidate((cell, digit): Label) -> Candidate {
    Candidate::new(digit, cell)
}

pub fn labels_of(candidates: &Candidates) -> BTreeSet<Label> {
    candidates.iter().map(label).collect()
}

/// The cells of row, column or block `i`, `letter` saying which.
pub fn house(letter: char, i: usize) -> [usize; 9] {
    std::array::from_fn(|k| match letter {
        'r' => 9 * i + k,
        'c' => 9 * k + i,
        _ => 27 * (i / 3) + 9 * (k / 3) + 3 * (i % 3) + k % 3,
    })
}

pub fn block(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// All 324.
pub fn all_variables() -> impl Iterator<Item = Variable> {
    use Variable::{Block, Cell, Column, Row};
    let pairs = (0..81).map(|k| (k / 9, k % 9));
    pairs.flat_map(|(i, j)| [Cell(9 * i + j), Row(i, j), Column(i, j), Block(i, j)])
}

/// The nine labels of a variable.
pub fn labels(variable: Variable) -> [Label; 9] {
    let of_house = |letter, i: u8, digit: u8| house(letter, i.into()).map(|cell| (cell, digit.into()));
    match variable {
        Variable::Cell(cell) => std::array::from_fn(|digit| (cell.into(), digit)),
        Variable::Row(row, digit) => of_house('r', row, digit),
        Variable::Column(column, digit) => of_house('c', column, digit),
        Variable::Block(block, digit) => of_house('b', block, digit),
    }
}

/// The four variables of a label: rc, rn, cn, bn.
pub fn variables((cell, digit): Label) -> [Variable; 4] {
    let digit = digit as u8;
    [
        Variable::Cell(cell as u8),
        Variable::Row((cell / 9) as u8, digit),
        Variable::Column((cell % 9) as u8, digit),
        Variable::Block(block(cell) as u8, digit),
    ]
}

/// Two different labels are linked if they share a variable.
pub fn linked(a: Label, b: Label) -> bool {
    a != b && (0..4).any(|kind| variables(a)[kind] == variables(b)[kind])
}

// ---------------------------------------------------------------- the resolution state

/// Candidates, and values asserted.
#[derive(Clone)]
pub struct Model {
    pub candidate: [[bool; 9]; 81],
    pub value: [Option<usize>; 81],
}

impl Model {
    pub fn of(grid: &Grid) -> Model {
        let mut model = Model { candidate: [[false; 9]; 81], value: [None; 81] };
        for digit in 0..9 {
            grid.open_plane(digit).for_each(|cell| model.set((cell, digit), true));
            (grid.plane(digit) & grid.placed()).for_each(|cell| model.value[cell] = Some(digit));
        }
        model
    }

    pub fn of_clues(line: &str) -> Model {
        let mut model = Model { candidate: [[true; 9]; 81], value: [None; 81] };
        for (cell, byte) in line.bytes().take(81).enumerate() {
            if byte.is_ascii_digit() && byte != b'0' {
                model.assert((cell, (byte - b'1') as usize));
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

    /// The label becomes a value, and everything linked to it goes (ECP).
    pub fn assert(&mut self, label: Label) {
        self.value[label.0] = Some(label.1);
        self.set(label, false);
        for other in variables(label).into_iter().flat_map(labels) {
            self.set(other, false);
        }
    }

    pub fn candidates(&self) -> Vec<Label> {
        let all = (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit)));
        all.filter(|&label| self.has(label)).collect()
    }

    pub fn candidates_of(&self, variable: Variable) -> Vec<Label> {
        labels(variable).into_iter().filter(|&label| self.has(label)).collect()
    }

    pub fn is_solved(&self, variable: Variable) -> bool {
        labels(variable).iter().any(|&(cell, digit)| self.value[cell] == Some(digit))
    }

    /// Whether it is the state of the grid.
    pub fn is(&self, grid: &Grid) -> bool {
        self.candidates().into_iter().collect::<BTreeSet<_>>() == labels_of(&grid.candidates())
            && (0..81).all(|cell| self.value[cell].is_some() == grid.placed().contains(cell))
    }

    /// All candidates and values as 729 characters, nine a cell.
    pub fn sukaku(&self) -> String {
        let one = |k: usize| match self.has((k / 9, k % 9)) || self.value[k / 9] == Some(k % 9) {
            true => (b'1' + (k % 9) as u8) as char,
            false => '.',
        };
        (0..729).map(one).collect()
    }

    pub fn apply(&mut self, eliminated: &[Candidate], asserted: &[Candidate]) {
        eliminated.iter().for_each(|&one| self.set(label(one), false));
        asserted.iter().for_each(|&one| self.assert(label(one)));
    }
}

/// Whether these are the only candidates of some variable.
pub fn are_pair(model: &Model, a: Label, b: Label) -> bool {
    let both = |v: &Variable| labels(*v).contains(&b) && model.candidates_of(*v).len() == 2;
    a != b && variables(a).iter().any(both)
}

/// The labels where two families of nine variables cross, either way round: the cells and the digits of a
/// house, the rows and the columns of a digit.
static CROSSINGS: LazyLock<Vec<[[Label; 9]; 9]>> = LazyLock::new(|| {
    let planes = (0..9).flat_map(|i| {
        let of_house = |letter| {
            let cells = house(letter, i);
            std::array::from_fn(|k| std::array::from_fn(|digit| (cells[k], digit)))
        };
        let of_digit = std::array::from_fn(|row| std::array::from_fn(|column| (9 * row + column, i)));
        [of_house('r'), of_house('c'), of_house('b'), of_digit]
    });
    let turned = |plane: [[Label; 9]; 9]| std::array::from_fn(|j| plane.map(|line| line[j]));
    planes.flat_map(|plane| [plane, turned(plane)]).collect()
});

impl Model {
    /// The theory BRT, with whip\[1\] from 1 on, with Subsets of up to `p` from 2 on, applied to quiescence.
    /// False: a variable has neither value nor candidate.
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

    /// The candidates linked to every candidate of some variable.
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

    /// Naked, hidden and super-hidden Subsets of 2 to `p` variables.
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
