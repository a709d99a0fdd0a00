//! Hall sets: variables whose candidates lie in as many others that cross them.

use super::list;
use crate::grid::notation::{Variable, house_kind, house_name};
use crate::grid::{Candidate, bits};
use serde::{Deserialize, Serialize};

/// Variables whose candidates lie in as many others of the same house or digit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hall {
    /// The variables.
    pub variables: Vec<Variable>,
    /// The others: the transversal sets.
    pub transversals: Vec<Variable>,
}

/// A fish but for its fins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinnedFish {
    /// The base sets.
    pub variables: Vec<Variable>,
    /// The sets that cover them.
    pub transversals: Vec<Variable>,
    /// The candidates of the base sets in no covering one, or in two of the base.
    pub fins: Vec<Candidate>,
}

/// A digit, from 0 in memory, written from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Digit(pub u8);

/// A house: rows are 0 to 8, columns 9 to 17, blocks 18 to 26.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct House(pub u8);

impl Hall {
    /// A naked subset: squares of a house with as many digits, two masks.
    pub fn naked(house: usize, squares: u16, digits: u16) -> Hall {
        let cells = bits(squares).map(|square| Variable::in_house(house, square));
        let digits = bits(digits).map(|digit| Variable::of_house(house, digit));
        Hall { variables: cells.collect(), transversals: digits.collect() }
    }

    /// A hidden one: digits of a house with as many squares.
    #[doc(hidden)]
    pub fn hidden(house: usize, digits: u16, squares: u16) -> Hall {
        let Hall { variables, transversals } = Hall::naked(house, squares, digits);
        Hall { variables: transversals, transversals: variables }
    }

    /// A fish: a digit in lines, houses, and in those that cover them.
    #[doc(hidden)]
    pub fn fish(digit: usize, base: &[usize], cover: &[usize]) -> Hall {
        let lines = |houses: &[usize]| houses.iter().map(|&house| Variable::of_house(house, digit)).collect();
        Hall { variables: lines(base), transversals: lines(cover) }
    }

    /// The house of a naked or hidden subset, and whether it is a hidden one; nothing for fish.
    #[doc(hidden)]
    pub fn house(&self) -> Option<(usize, bool)> {
        let of = |variables: &[Variable]| variables.first().map(|variable| variable.house());
        match (of(&self.variables)?, of(&self.transversals)?) {
            (None, Some((house, _))) => Some((house, false)),
            (Some((house, _)), None) => Some((house, true)),
            _ => None,
        }
    }

    /// `naked-pairs-in-a-column: c1{r4 r7}{n2 n8}`: the members first.
    pub(super) fn text(&self) -> String {
        let Hall { variables, transversals } = self;
        let Some((house, is_hidden)) = self.house() else { return fish(variables, transversals) };
        let size = match variables.len() {
            2 => "pairs".to_string(),
            3 => "triplets".to_string(),
            4 => "quads".to_string(),
            n => format!("{n}-sets"),
        };
        let (what, kind) = (if is_hidden { "hidden" } else { "naked" }, house_kind(house));
        let (members, values) = (members(house, variables), members(house, transversals));
        format!("{what}-{size}-in-a-{kind}: {}{{{members}}}{{{values}}}", house_name(house))
    }
}

/// `swordfish-in-rows: n7{r3 r4 r7}{c1 c5 c6}`.
pub(super) fn fish(base: &[Variable], cover: &[Variable]) -> String {
    let size = match base.len() {
        2 => "x-wing".to_string(),
        3 => "swordfish".to_string(),
        4 => "jellyfish".to_string(),
        n => format!("{n}-fish"),
    };
    let kind = base.first().and_then(|line| line.house()).map_or("", |(house, _)| house_kind(house));
    format!("{size}-in-{kind}s: {}", houses(base, cover))
}

/// `n7{r3 b4 r7}{c1 c5 b9}`: the digit, its base and its covering sets.
pub(super) fn houses(base: &[Variable], cover: &[Variable]) -> String {
    let houses = |sets: &[Variable]| sets.iter().filter_map(|set| set.house()).collect();
    let (base, cover): (Vec<_>, Vec<_>) = (houses(base), houses(cover));
    let names = |sets: &[(usize, usize)]| list(sets.iter().map(|set| house_name(set.0)), " ");
    let digit = base.first().map_or(0, |&(_, digit)| digit);
    format!("n{}{{{}}}{{{}}}", digit + 1, names(&base), names(&cover))
}

/// Digits and cells of a house: `n6 n9`; `c1 c5` in a row, `r4 r6` in a column, `r7c8 r8c9` in a block.
pub(super) fn members(house: usize, variables: &[Variable]) -> String {
    let line = Variable::of_house(house, 0);
    let name = |variable: &Variable| match variable {
        Variable::Cell(cell) => line.value(Candidate { digit: 0, cell: *cell }),
        Variable::Row(_, digit) | Variable::Column(_, digit) | Variable::Block(_, digit) => {
            format!("n{}", digit + 1)
        }
    };
    list(variables.iter().map(name), " ")
}
