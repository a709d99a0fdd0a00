//! Evidence of hints, which is printed, drawn and checked.
//!
//! ```text
//!   Hint ─▶ Ground ─┬▶ Evidence         the plain board
//!                   └▶ BoardEvidence    other boards, whose houses have names
//! ```

use super::board::{digits_in, ones};
use super::chains::literal::{self, Cause};
use super::hint::{self, Bug, Chain, Fish, Hint, HintKind, HouseSet, Loop, TreeNode, Why};
use super::houses::{Houses, Plain};
use super::tables::{BoardHouses, Slot};
use crate::board_proof::{BoardEvidence, BoardVariable, HouseName};
use crate::evidence::{AlignedExclusion, BivalueLoop, BugPlus, By, Direct, Evidence, ForcingChains};
use crate::evidence::{Hall, Implies, Literal, Locked, Together, Wing};
use crate::grid::{Candidate, Cell, Digit, House, notation::Variable};

/// Evidence of a hint, in terms of variables, house names and patterns of some kind of board.
enum Ground<V, H, P> {
    Single(V),
    Locked(Locked<V, H>),
    Direct(Direct<V, P>),
    Subset(Hall<V>),
    Wing(Wing),
    BivalueLoop(BivalueLoop<V>),
    BugPlus(BugPlus<V>),
    AlignedExclusion(AlignedExclusion),
    ForcingChains(ForcingChains<V, P>),
}

/// Terms of the evidence of a kind of board.
trait Terms {
    type Houses: Houses;
    type Variable: Copy;
    type Name: Copy;
    type Pattern;

    fn houses(&self) -> &Self::Houses;
    fn cell(cell: Cell) -> Self::Variable;
    fn digit_in(&self, house: HouseOf<Self>, digit: Digit) -> Self::Variable;
    fn name(&self, house: HouseOf<Self>) -> Self::Name;
    fn pattern(&self, ground: Ground<Self::Variable, Self::Name, Self::Pattern>) -> Self::Pattern;
}

type HouseOf<T> = <<T as Terms>::Houses as Houses>::House;

impl Terms for Plain {
    type Houses = Plain;
    type Variable = Variable;
    type Name = House;
    type Pattern = Evidence;

    fn houses(&self) -> &Plain {
        self
    }

    fn cell(cell: Cell) -> Variable {
        Variable::Cell(cell)
    }

    fn digit_in(&self, house: House, digit: Digit) -> Variable {
        Variable::In(house, digit)
    }

    fn name(&self, house: House) -> House {
        house
    }

    fn pattern(&self, ground: Ground<Variable, House, Evidence>) -> Evidence {
        match ground {
            Ground::Single(variable) => Evidence::Single { variable },
            Ground::Locked(of) => Evidence::Locked(of),
            Ground::Direct(of) => Evidence::Direct(of),
            Ground::Subset(of) => Evidence::Subset(of),
            Ground::Wing(of) => Evidence::Wing(of),
            Ground::BivalueLoop(of) => Evidence::BivalueLoop(of),
            Ground::BugPlus(of) => Evidence::BugPlus(of),
            Ground::AlignedExclusion(of) => Evidence::AlignedExclusion(of),
            Ground::ForcingChains(of) => Evidence::ForcingChains(of),
        }
    }
}

impl Terms for BoardHouses {
    type Houses = BoardHouses;
    type Variable = BoardVariable;
    type Name = HouseName;
    type Pattern = BoardEvidence;

    fn houses(&self) -> &BoardHouses {
        self
    }

    fn cell(cell: Cell) -> BoardVariable {
        BoardVariable::Cell(cell)
    }

    fn digit_in(&self, house: Slot, digit: Digit) -> BoardVariable {
        BoardVariable::In(self.name_of(house), digit)
    }

    fn name(&self, house: Slot) -> HouseName {
        self.name_of(house)
    }

    fn pattern(&self, ground: Ground<BoardVariable, HouseName, BoardEvidence>) -> BoardEvidence {
        match ground {
            Ground::Single(variable) => BoardEvidence::Single { variable },
            Ground::Locked(of) => BoardEvidence::Locked(of),
            Ground::Direct(of) => BoardEvidence::Direct(of),
            Ground::Subset(Hall { variables, transversals }) => {
                BoardEvidence::Subset { variables, transversals }
            }
            Ground::Wing(of) => BoardEvidence::Wing(of),
            Ground::BivalueLoop(of) => BoardEvidence::BivalueLoop(of),
            Ground::BugPlus(of) => BoardEvidence::BugPlus(of),
            Ground::AlignedExclusion(of) => BoardEvidence::AlignedExclusion(of),
            Ground::ForcingChains(of) => BoardEvidence::ForcingChains(of),
        }
    }
}

impl Hint {
    /// Returns the evidence of the hint.
    pub fn because(&self) -> Evidence {
        because(&Plain, self)
    }
}

impl BoardHouses {
    /// Returns the evidence of a hint on the board. A digit locked by cells outside the house has other
    /// evidence, as no other house covers its places.
    pub fn because(&self, hint: &Hint<Slot>) -> BoardEvidence {
        because(self, hint)
    }
}

fn because<T: Terms>(terms: &T, hint: &Hint<HouseOf<T>>) -> T::Pattern {
    let (cell, digit) = hint.placement.unwrap_or_default();
    let in_house = |house| terms.digit_in(house, digit);
    let direct = |pattern, house| {
        let pattern = Box::new(terms.pattern(pattern));
        Ground::Direct(Direct { pattern, single: in_house(house) })
    };
    terms.pattern(match &hint.why {
        Why::HiddenSingle(house) => Ground::Single(in_house(*house)),
        Why::NakedSingle => Ground::Single(T::cell(cell)),
        Why::Locked(set) => Ground::Locked(locked(terms, *set)),
        Why::DirectLocked(set, third) => direct(Ground::Locked(locked(terms, *set)), *third),
        Why::HiddenSet(set) => Ground::Subset(hidden(terms, set)),
        Why::DirectHiddenSet(set) => direct(Ground::Subset(hidden(terms, set)), set.house),
        Why::NakedSet(set) => Ground::Subset(naked(terms, set)),
        Why::Fish(fish) => Ground::Subset(of_fish(terms, fish)),
        Why::Wing(cells) => {
            let [pivot, one, other] = cells.map(Variable::Cell);
            Ground::Wing(Wing { pivot, wings: [one, other] })
        }
        Why::Loop(Loop { cells, digits, subset }) => {
            let of = |(is_hidden, set): &(bool, HouseSet<_>)| match is_hidden {
                true => hidden(terms, set),
                false => naked(terms, set),
            };
            let (cells, digits) = (variables(cells), Digit::in_mask(*digits).collect());
            Ground::BivalueLoop(BivalueLoop { cells, digits, subset: subset.as_ref().map(of) })
        }
        Why::Bug(Bug { extras, subset, .. }) => {
            let of =
                |&(cell, digits): &(Cell, u16)| digits_in(digits).map(move |digit| Candidate { digit, cell });
            let extras = extras.iter().flat_map(of).collect();
            let subset = subset.as_ref().map(|set| naked(terms, set));
            Ground::BugPlus(BugPlus { extras, subset })
        }
        Why::Aligned(cells, excluders) => {
            let (cells, excluders) = (variables(cells), variables(excluders));
            Ground::AlignedExclusion(AlignedExclusion { cells, excluders })
        }
        Why::Chain(tree) => {
            let (show, kept) = match tree.kind {
                // The second chain is the first chain in reverse.
                HintKind::Cycle => (Together::Cycle, 1),
                HintKind::Forcing => (Together::Opposite, 1),
                HintKind::Double => (Together::Both, 2),
                HintKind::Contradiction => (Together::Contradiction, 2),
                HintKind::Cell(cell) => (Together::All(T::cell(cell)), 9),
                HintKind::Region { house, digit } => (Together::All(terms.digit_in(house, digit)), 9),
            };
            let chains = tree.targets.iter().take(kept).map(|chain| implications(terms, chain)).collect();
            Ground::ForcingChains(ForcingChains { show, chains })
        }
    })
}

fn implications<T: Terms>(terms: &T, chain: &Chain<HouseOf<T>>) -> Vec<Implies<T::Variable, T::Pattern>> {
    let node = |(at, node): (usize, &TreeNode<HouseOf<T>>)| {
        let literal = of_literal(node.literal);
        let cell = node.literal.cell();
        let by = match (node.cause, &node.nested) {
            (_, Some(hint)) => By::Pattern(Box::new(because(terms, hint))),
            (Cause::Assumption, _) => By::Assumed,
            (cause, _) if literal.holds => By::Only(match terms.houses().house(cause, cell) {
                Some(house) => terms.digit_in(house, node.literal.digit()),
                None => T::cell(cell),
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

fn locked<T: Terms>(terms: &T, set: hint::Locked<HouseOf<T>>) -> Locked<T::Variable, T::Name> {
    let hint::Locked { digit, base, cover } = set;
    Locked { base: terms.digit_in(base, digit), cover: terms.name(cover) }
}

fn hidden<T: Terms>(terms: &T, set: &HouseSet<HouseOf<T>>) -> Hall<T::Variable> {
    let Hall { variables, transversals } = naked(terms, set);
    Hall { variables: transversals, transversals: variables }
}

fn naked<T: Terms>(terms: &T, set: &HouseSet<HouseOf<T>>) -> Hall<T::Variable> {
    let HouseSet { house, digits, positions } = *set;
    Hall {
        variables: ones(positions).map(|at| T::cell(terms.houses().square(house, at))).collect(),
        transversals: digits_in(digits).map(|digit| terms.digit_in(house, digit)).collect(),
    }
}

fn of_fish<T: Terms>(terms: &T, fish: &Fish) -> Hall<T::Variable> {
    let Fish { digit, base_is_rows, base, cover } = *fish;
    let lines = |is_row, mask| {
        ones(mask).map(|line| terms.digit_in(terms.houses().line(is_row, line), digit)).collect()
    };
    Hall { variables: lines(base_is_rows, base), transversals: lines(!base_is_rows, cover) }
}

fn variables(cells: &[Cell]) -> Vec<Variable> {
    cells.iter().copied().map(Variable::Cell).collect()
}
