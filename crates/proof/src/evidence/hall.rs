//! Hall sets: variables whose candidates lie in as many other variables that cross them.

use super::pattern::Pattern;
use super::players::{Told, cells_of, names};
use super::{Clause, Notation, RuleKind, list};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Digit, House, HouseKind, bits};
use serde::{Deserialize, Serialize};

/// Hall set: variables whose candidates lie in as many other variables of the same house or digit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hall<V = Variable> {
    /// The variables.
    pub variables: Vec<V>,
    /// The other variables: the transversal sets.
    pub transversals: Vec<V>,
}

/// Fish with fins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinnedFish {
    /// The base sets.
    pub variables: Vec<Variable>,
    /// Covering sets.
    pub transversals: Vec<Variable>,
    /// Candidates of the base sets in no covering set, or in two base sets.
    pub fins: Vec<Candidate>,
}

impl Hall {
    /// Makes a naked subset of a house from a mask of squares and a mask of as many digits.
    pub fn naked(house: House, squares: u16, digits: u16) -> Hall {
        let cells = bits(squares).map(|square| Variable::Cell(house.square(square)));
        let digits = bits(digits).map(|digit| Variable::In(house, Digit::new(digit)));
        Hall { variables: cells.collect(), transversals: digits.collect() }
    }

    /// Makes a hidden subset of a house from a mask of digits and a mask of as many squares.
    #[doc(hidden)]
    pub fn hidden(house: House, digits: u16, squares: u16) -> Hall {
        let Hall { variables, transversals } = Hall::naked(house, squares, digits);
        Hall { variables: transversals, transversals: variables }
    }

    /// Makes a fish of a digit from its base lines and covering lines.
    #[doc(hidden)]
    pub fn fish(digit: Digit, base: &[House], cover: &[House]) -> Hall {
        let lines = |houses: &[House]| houses.iter().map(|&house| Variable::In(house, digit)).collect();
        Hall { variables: lines(base), transversals: lines(cover) }
    }

    /// Returns the house of a naked or hidden subset, and whether it is hidden; `None` for a fish.
    #[doc(hidden)]
    pub fn house(&self) -> Option<(House, bool)> {
        let of = |variables: &[Variable]| variables.first().map(|variable| variable.house());
        match (of(&self.variables)?, of(&self.transversals)?) {
            (None, Some((house, _))) => Some((house, false)),
            (Some((house, _)), None) => Some((house, true)),
            _ => None,
        }
    }

    /// Formats the set, members first: `naked-pairs-in-a-column: c1{r4 r7}{n2 n8}`.
    pub(super) fn pattern(&self) -> Pattern {
        let Hall { variables, transversals } = self;
        let Some((house, is_hidden)) = self.house() else { return fish(variables, transversals) };
        let size = match variables.len() {
            2 => "pairs".to_string(),
            3 => "triplets".to_string(),
            4 => "quads".to_string(),
            n => format!("{n}-sets"),
        };
        let (what, kind) = (if is_hidden { "hidden" } else { "naked" }, house.kind().name());
        let [members, values] = [variables, transversals].map(|all| members(house, all, Notation::Nrc));
        Pattern::new(format!("{what}-{size}-in-a-{kind}"), format!("{house}{{{members}}}{{{values}}}"))
    }

    /// Formats the variables and the sets: `{r1c1 r1c2}{r1n4 b1n5}`.
    pub(super) fn plain_text(&self) -> String {
        format!("{{{}}}{{{}}}", list(&self.variables, " "), list(&self.transversals, " "))
    }

    /// Formats a locked pair, `6,7 in r78c2`, or Sue de Coq: the cells where the block and the line cross,
    /// then the other cells of the line and of the block.
    pub(super) fn locked_for_players(&self, told: Told) -> String {
        let Hall { variables, transversals } = self;
        let cells = cells_of(variables);
        let house = |is_block: bool| {
            let mut houses = transversals.iter().filter_map(|one| Some(one.house()?.0));
            houses.find(|house| (house.kind() == HouseKind::Block) == is_block)
        };
        if let (Some(line), Some(block)) = (house(false), house(true)) {
            let rest = |house: House, other: House| -> Vec<Variable> {
                ((cells & house.cells()) - other.cells()).map(Variable::Cell).collect()
            };
            let both: Vec<Variable> = (cells & line.cells() & block.cells()).map(Variable::Cell).collect();
            let parts = [rest(line, block), rest(block, line)];
            if !both.is_empty() && parts.iter().all(|part| !part.is_empty()) {
                let set = |cells: &[Variable]| match told.digits(cells, "") {
                    Some(digits) => format!("{} - {{{digits}}}", names(cells)),
                    None => names(cells),
                };
                return format!("{} ({}, {})", set(&both), set(&parts[0]), set(&parts[1]));
            }
        }
        let mut digits: Vec<u8> =
            transversals.iter().filter_map(|one| Some(one.house()?.1.number())).collect();
        digits.sort_unstable();
        format!("{} in {}", list(digits, ","), names(variables))
    }

    /// Formats a matched set: truths and links in players' words if the rule is known by these.
    pub(super) fn matched_text(&self, kind: RuleKind) -> String {
        match kind.clause {
            Clause::DominoLoop | Clause::CrossedLines => self.players_text(),
            _ => self.plain_text(),
        }
    }
}

impl FinnedFish {
    /// Formats the fish without its fins: `n7{r3 b4 r7}{c1 c5 b9}`.
    pub(super) fn text(&self) -> String {
        houses(&self.variables, &self.transversals, Notation::Nrc)
    }
}

/// Formats as `finned-x-wing-in-rows: n7{r3 r4}{c1 c5}`, or with a sashimi rule's name.
pub(super) fn finned(kind: RuleKind, FinnedFish { variables, transversals, .. }: &FinnedFish) -> Pattern {
    let name = if kind.clause == Clause::Sashimi { kind.rule } else { "finned" };
    let Pattern { head, body, between } = fish(variables, transversals);
    Pattern { head: format!("{name}-{head}"), body, between }
}

/// Formats as `all-different-in-a-row: r1`.
pub(super) fn all_different(house: House) -> Pattern {
    Pattern::new(format!("all-different-in-a-{}", house.kind().name()), house.to_string())
}

/// Formats a fish: `swordfish-in-rows: n7{r3 r4 r7}{c1 c5 c6}`.
fn fish(base: &[Variable], cover: &[Variable]) -> Pattern {
    let size = match base.len() {
        2 => "x-wing".to_string(),
        3 => "swordfish".to_string(),
        4 => "jellyfish".to_string(),
        n => format!("{n}-fish"),
    };
    let kind = base.first().and_then(|line| line.house()).map_or("", |(house, _)| house.kind().name());
    Pattern::new(format!("{size}-in-{kind}s"), houses(base, cover, Notation::Nrc))
}

/// Formats the digit, the base sets and the covering sets: `n7{r3 b4 r7}{c1 c5 b9}`.
pub(super) fn houses(base: &[Variable], cover: &[Variable], notation: Notation) -> String {
    let houses = |sets: &[Variable]| sets.iter().filter_map(|set| set.house()).collect();
    let (base, cover): (Vec<_>, Vec<_>) = (houses(base), houses(cover));
    let names = |sets: &[(House, Digit)]| list(sets.iter().map(|set| set.0), " ");
    let digit = base.first().map_or(Digit::new(0), |&(_, digit)| digit);
    format!("{}{{{}}}{{{}}}", notation.digit(digit), names(&base), names(&cover))
}

/// Formats a subset that completes another pattern: ` - c1{r4 r7}{n2 n8}`.
pub(super) fn completion(subset: &Option<Hall>, notation: Notation) -> String {
    let of = |set: &Hall| {
        let (house, _) = set.house()?;
        let [variables, transversals] =
            [&set.variables, &set.transversals].map(|all| members(house, all, notation));
        Some(format!(" - {house}{{{variables}}}{{{transversals}}}"))
    };
    subset.as_ref().and_then(of).unwrap_or_default()
}

/// Formats digits or cells of a house: `n6 n9`; `c1 c5` in a row, `r4 r6` in a column, `r7c8 r8c9` in a
/// block.
fn members(house: House, variables: &[Variable], notation: Notation) -> String {
    let line = Variable::In(house, Digit::new(0));
    let name = |variable: &Variable| match *variable {
        Variable::Cell(cell) => line.value(Candidate { digit: Digit::new(0), cell }),
        Variable::In(_, digit) => notation.digit(digit),
    };
    list(variables.iter().map(name), " ")
}
