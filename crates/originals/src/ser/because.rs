//! Evidence of hints, which is printed, drawn and checked.

use super::board::{digits_in, ones};
use super::chains::literal::{self, Cause};
use super::hint::{self, Bug, Chain, Fish, Hint, HintKind, HouseSet, Loop, TreeNode, Why};
use crate::evidence::{AlignedExclusion, BivalueLoop, BugPlus, By, Direct, Evidence, ForcingChains};
use crate::evidence::{Hall, Implies, Literal, Locked, Together, Wing};
use crate::grid::{Candidate, Cell, Digit, House, HouseKind, notation::Variable};

impl Hint {
    /// Returns the evidence of the hint.
    pub fn because(&self) -> Evidence {
        let (cell, digit) = self.placement.unwrap_or_default();
        let in_house = |house: House| Variable::In(house, digit);
        let direct = |pattern: Evidence, house: House| {
            Evidence::Direct(Direct { pattern: Box::new(pattern), single: in_house(house) })
        };
        match &self.why {
            Why::HiddenSingle(house) => Evidence::Single { variable: in_house(*house) },
            Why::NakedSingle => Evidence::Single { variable: Variable::Cell(cell) },
            Why::Locked(set) => locked(*set),
            Why::DirectLocked(set, third) => direct(locked(*set), *third),
            Why::HiddenSet(set) => Evidence::Subset(hidden(set)),
            Why::DirectHiddenSet(set) => direct(Evidence::Subset(hidden(set)), set.house),
            Why::NakedSet(set) => Evidence::Subset(naked(set)),
            Why::Fish(fish) => Evidence::Subset(of_fish(fish)),
            Why::Wing(cells) => {
                let [pivot, one, other] = cells.map(Variable::Cell);
                Evidence::Wing(Wing { pivot, wings: [one, other] })
            }
            Why::Loop(Loop { cells, digits, subset }) => {
                let of = |(is_hidden, set): &(bool, HouseSet)| match is_hidden {
                    true => hidden(set),
                    false => naked(set),
                };
                let (cells, digits) = (variables(cells), Digit::in_mask(*digits).collect());
                Evidence::BivalueLoop(BivalueLoop { cells, digits, subset: subset.as_ref().map(of) })
            }
            Why::Bug(Bug { extras, subset, .. }) => {
                let of = |&(cell, digits): &(Cell, u16)| {
                    digits_in(digits).map(move |digit| Candidate { digit, cell })
                };
                let extras = extras.iter().flat_map(of).collect();
                Evidence::BugPlus(BugPlus { extras, subset: subset.as_ref().map(naked) })
            }
            Why::Aligned(cells, excluders) => {
                let (cells, excluders) = (variables(cells), variables(excluders));
                Evidence::AlignedExclusion(AlignedExclusion { cells, excluders })
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
                Evidence::ForcingChains(ForcingChains { show, chains })
            }
        }
    }
}

fn implications(chain: &Chain) -> Vec<Implies> {
    let node = |(at, node): (usize, &TreeNode)| {
        let literal = of_literal(node.literal);
        let cell = node.literal.cell();
        let by = match (node.cause, &node.nested) {
            (_, Some(hint)) => By::Pattern(Box::new(hint.because())),
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

fn locked(hint::Locked { digit, base, cover }: hint::Locked) -> Evidence {
    Evidence::Locked(Locked { base: Variable::In(base, digit), cover })
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
