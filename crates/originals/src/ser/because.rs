//! From hints to the evidence of steps, which is printed, drawn and checked.

use super::board::{COLUMN, ROW, ones};
use super::chains::literal::{self, Cause};
use super::hint::{Bug, Chain, Fish, Hint, HintKind, HouseSet, Locked, Loop, TreeNode, Why};
use crate::evidence::{By, Evidence, Hall, House, Implies, Literal, SerPattern, Together};
use crate::grid::{Candidate, notation::Variable};

impl Hint {
    /// What it rests on, as evidence.
    pub fn because(&self) -> Evidence {
        let (cell, digit) = self.placement.unwrap_or_default();
        match (&self.why, self.explained()) {
            (_, Some(explained)) => Evidence::SerPattern(explained),
            (Why::HiddenSingle(house), None) => {
                let variable = Variable::of_house(usize::from(*house), usize::from(digit));
                Evidence::Single { variable }
            }
            (_, None) => Evidence::Single { variable: Variable::Cell(cell) },
        }
    }

    /// As above, unless it is a single.
    fn explained(&self) -> Option<SerPattern> {
        let single = |house: u8| {
            let (_, digit) = self.placement?;
            Some(Variable::of_house(usize::from(house), usize::from(digit)))
        };
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
                let of = |&(cell, digits): &(u8, u16)| {
                    ones(digits).map(move |digit| Candidate { digit: digit as u8, cell })
                };
                let extras = extras.iter().flat_map(of).collect();
                SerPattern::BugPattern { extras, subset: subset.as_ref().map(naked) }
            }
            Why::Aligned(cells, excluders) => {
                SerPattern::Aligned { cells: variables(cells), excluders: variables(excluders) }
            }
            Why::Chain(tree) => {
                let (show, kept) = match tree.kind {
                    // The way back is that of the first chain.
                    HintKind::Cycle => (Together::Cycle, 1),
                    HintKind::Forcing => (Together::Opposite, 1),
                    HintKind::Double => (Together::Both, 2),
                    HintKind::Contradiction => (Together::Contradiction, 2),
                    HintKind::Cell(cell) => (Together::All(Variable::Cell(cell)), 9),
                    HintKind::Region { house, digit } => {
                        let variable = Variable::of_house(usize::from(house), usize::from(digit));
                        (Together::All(variable), 9)
                    }
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
                Some(house) => Variable::of_house(house, node.literal.digit()),
                None => Variable::Cell(cell as u8),
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
    let base = Variable::of_house(usize::from(base), usize::from(digit));
    SerPattern::Locked { base, cover: House(cover), single }
}

fn hidden(set: &HouseSet) -> Hall {
    Hall::hidden(usize::from(set.house), set.digits, set.positions)
}

fn naked(set: &HouseSet) -> Hall {
    Hall::naked(usize::from(set.house), set.positions, set.digits)
}

fn of_fish(fish: &Fish) -> Hall {
    let (lines, across) = if fish.base_is_rows { (ROW, COLUMN) } else { (COLUMN, ROW) };
    let houses = |from, mask| ones(mask).map(|line| from + line).collect::<Vec<_>>();
    Hall::fish(usize::from(fish.digit), &houses(lines, fish.base), &houses(across, fish.cover))
}

fn variables(cells: &[u8]) -> Vec<Variable> {
    cells.iter().map(|&cell| Variable::Cell(cell)).collect()
}
