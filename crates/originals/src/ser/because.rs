//! Evidence of hints, which is printed, drawn and checked.

use super::board::{digits_in, ones};
use super::chains::literal::{self, Cause};
use super::hint::{Bug, Chain, Fish, Hint, HintKind, HouseSet, Locked, Loop, TreeNode, Why};
use crate::evidence::{By, Evidence, Hall, Implies, Literal, SerPattern, Together};
use crate::grid::{Candidate, Cell, House, HouseKind, notation::Variable};

impl Hint {
    /// Returns the evidence of the hint.
    pub fn because(&self) -> Evidence {
        if let Some(explained) = self.explained() {
            return Evidence::SerPattern(explained);
        }
        let (cell, digit) = self.placement.unwrap_or_default();
        let variable = match &self.why {
            Why::HiddenSingle(house) => Variable::In(*house, digit),
            _ => Variable::Cell(cell),
        };
        Evidence::Single { variable }
    }

    /// Returns the evidence as a pattern of SER, unless the hint is a single.
    fn explained(&self) -> Option<SerPattern> {
        let single = |house: House| Some(Variable::In(house, self.placement?.1));
        Some(match &self.why {
            Why::HiddenSingle(_) | Why::NakedSingle => return None,
            Why::Locked(set) => locked(*set, None),
            Why::DirectLocked(set, third) => locked(*set, single(*third)),
            Why::HiddenSet(set) => SerPattern::Subset { set: hidden(set), single: None },
            Why::DirectHiddenSet(set) => SerPattern::Subset { set: hidden(set), single: single(set.house) },
            Why::NakedSet(set) => SerPattern::Subset { set: naked(set), single: None },
            Why::Fish(fish) => SerPattern::Subset { set: of_fish(fish), single: None },
            Why::Wing(cells) => SerPattern::Wing(variables(cells)),
            Why::Loop(Loop { cells, digits, subset }) => {
                let of = |(is_hidden, set): &(bool, HouseSet)| match is_hidden {
                    true => hidden(set),
                    false => naked(set),
                };
                let (cells, digits) = (variables(cells), SerPattern::digits(*digits));
                SerPattern::Loop { cells, digits, subset: subset.as_ref().map(of) }
            }
            Why::Bug(Bug { extras, subset, .. }) => {
                let of = |&(cell, digits): &(Cell, u16)| {
                    digits_in(digits).map(move |digit| Candidate { digit, cell })
                };
                let extras = extras.iter().flat_map(of).collect();
                SerPattern::BugPattern { extras, subset: subset.as_ref().map(naked) }
            }
            Why::Aligned(cells, excluders) => {
                SerPattern::Aligned { cells: variables(cells), excluders: variables(excluders) }
            }
            Why::Chain(tree) => {
                let (show, kept) = match tree.kind {
                    // The second chain is the first chain in reverse.
                    HintKind::Cycle => (Together::Cycle, 1),
                    HintKind::Forcing => (Together::Opposite, 1),
                    HintKind::Double => (Together::Both, 2),
                    HintKind::Contradiction => (Together::Contradiction, 2),
                    HintKind::Cell(cell) => (Together::All(Variable::Cell(cell)), 9),
                    HintKind::Region { house, digit } => (Together::All(Variable::In(house, digit)), 9),
                };
                let chains = tree.targets.iter().take(kept).map(implications).collect();
                SerPattern::Chains { show, chains }
            }
        })
    }
}

fn implications(chain: &Chain) -> Vec<Implies> {
    let node = |(at, node): (usize, &TreeNode)| {
        let literal = of_literal(node.literal);
        let cell = node.literal.cell();
        let nested = node.nested.as_ref().and_then(|hint| hint.explained());
        let by = match (node.cause, nested) {
            (_, Some(explained)) => By::Pattern(Box::new(explained)),
            (Cause::Assumption, _) => By::Assumed,
            (cause, _) if literal.holds => By::Only(match cause.house(cell) {
                Some(house) => Variable::In(house, node.literal.digit()),
                None => Variable::Cell(cell),
            }),
            _ => By::Link,
        };
        Implies { literal, by, from: chain.parents(at).to_vec() }
    };
    chain.nodes().iter().enumerate().map(node).collect()
}

fn of_literal(literal: literal::Literal) -> Literal {
    Literal { candidate: literal.candidate(), holds: literal.is_on() }
}

fn locked(Locked { digit, base, cover }: Locked, single: Option<Variable>) -> SerPattern {
    SerPattern::Locked { base: Variable::In(base, digit), cover, single }
}

fn hidden(set: &HouseSet) -> Hall {
    Hall::hidden(set.house, set.digits, set.positions)
}

fn naked(set: &HouseSet) -> Hall {
    Hall::naked(set.house, set.positions, set.digits)
}

fn of_fish(fish: &Fish) -> Hall {
    let (row, column) = (HouseKind::Row, HouseKind::Column);
    let (lines, across) = if fish.base_is_rows { (row, column) } else { (column, row) };
    let houses = |kind, mask| ones(mask).map(|line| House::of(kind, line)).collect::<Vec<_>>();
    Hall::fish(fish.digit, &houses(lines, fish.base), &houses(across, fish.cover))
}

fn variables(cells: &[Cell]) -> Vec<Variable> {
    cells.iter().copied().map(Variable::Cell).collect()
}
