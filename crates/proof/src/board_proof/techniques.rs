//! Checks techniques of SER on boards (docs/boards.md, "SER"). Their clauses are those of the plain board,
//! over the houses of the board.

use super::state::State;
use super::step::Claim;
use super::{BoardEvidence, BoardLink, BoardVariable, HouseName};
use crate::evidence::families::whips;
use crate::evidence::{Clause, ForcingChains, technique};
use crate::grid::{Candidate, Cell, Digit};
use crate::verify::{
    Checked, Conclusions, Position, Proved, aligned_exclusion, bivalue_loop, bug_plus, direct, ensure,
    forcing_chains, locked, wing,
};

impl Position for State<'_> {
    type House = HouseName;
    type Variable = BoardVariable;
    type Pattern = BoardEvidence;

    fn as_chains(pattern: &BoardEvidence) -> Option<&ForcingChains<BoardVariable, BoardEvidence>> {
        match pattern {
            BoardEvidence::ForcingChains(of) => Some(of),
            _ => None,
        }
    }

    fn of_cell(cell: Cell) -> BoardVariable {
        BoardVariable::Cell(cell)
    }

    fn as_cell(variable: BoardVariable) -> Option<Cell> {
        match variable {
            BoardVariable::Cell(cell) => Some(cell),
            BoardVariable::In(..) => None,
        }
    }

    fn of_digit(house: HouseName, digit: Digit) -> BoardVariable {
        BoardVariable::In(house, digit)
    }

    fn as_digit(variable: BoardVariable) -> Option<(HouseName, Digit)> {
        match variable {
            BoardVariable::Cell(_) => None,
            BoardVariable::In(house, digit) => Some((house, digit)),
        }
    }

    fn houses_around(&self, cell: Cell) -> Vec<HouseName> {
        self.board.houses_around(cell).collect()
    }

    fn cells_in(&self, house: HouseName) -> Vec<Cell> {
        self.board.house(house).map(|cells| cells.collect()).unwrap_or_default()
    }

    fn every_variable(&self) -> Vec<BoardVariable> {
        self.board.variables().collect()
    }

    fn every_candidate(&self) -> Vec<Candidate> {
        self.alive.iter().filter(|&label| self.has(label)).collect()
    }

    fn holds(&self, label: Candidate) -> bool {
        self.has(label)
    }

    fn candidates_of(&self, variable: BoardVariable) -> Checked<Vec<Candidate>> {
        self.candidates(variable)
    }

    fn has_value(&self, variable: BoardVariable) -> Checked<bool> {
        self.is_solved(variable)
    }

    fn excludes(&self, one: Candidate, other: Candidate) -> bool {
        self.are_linked(one, other)
    }

    fn belongs(&self, label: Candidate, variable: BoardVariable) -> bool {
        self.board.labels(variable).is_ok_and(|labels| labels.contains(&label))
    }

    fn remove(&mut self, label: Candidate) {
        self.alive = self.alive.without(&[label].into_iter().collect());
    }

    fn proved(&self, pattern: &BoardEvidence) -> Checked<Proved> {
        match pattern {
            BoardEvidence::Locked(of) => locked::proved(self, of),
            BoardEvidence::Subset { variables, transversals } => self.subset(variables, transversals),
            BoardEvidence::ForcingChains(of) => forcing_chains::proved(self, of),
            _ => Err("no such pattern is part of another".into()),
        }
    }
}

impl Conclusions for Claim<'_> {
    fn targets(&self) -> Checked<&[Candidate]> {
        Claim::targets(self)
    }

    fn value(&self) -> Checked<Candidate> {
        Claim::value(self)
    }
}

impl Claim<'_> {
    /// Checks a step of a technique with this rating in tenths.
    pub fn technique(&self, rating: u32) -> Checked<()> {
        let (state, because) = (self.state, &self.step.because);
        let (clause, number) = (self.kind.clause, self.kind.number);
        ensure(state.board.is_of_full_houses(), "SER is not defined on the board")?;
        let more = match because {
            BoardEvidence::Chain { .. } => 1,
            BoardEvidence::BivalueLoop(of) => bivalue_loop::more(state, of)?,
            BoardEvidence::BugPlus(of) => bug_plus::more(state, of)?,
            BoardEvidence::ForcingChains(of) => forcing_chains::more(state, of),
            _ => 0,
        };
        let base = technique(self.kind.rule).map_or(0, |row| (row.base * 10.0).round() as u32);
        ensure(
            rating == base.saturating_add(more),
            "the rating does not follow from the rule and its length",
        )?;
        match (because, clause) {
            (BoardEvidence::Single { variable }, _) => self.single(*variable),
            (
                BoardEvidence::Subset { variables, transversals },
                Clause::Naked | Clause::Hidden | Clause::Fish,
            ) => {
                self.is_subset(clause, variables, transversals)?;
                state.subset(variables, transversals)?.covers(self)
            }
            (BoardEvidence::Chain { links }, Clause::Claiming) => self.locked_by_cells(links),
            (BoardEvidence::Locked(of), Clause::Pointing | Clause::Claiming) => {
                let is_pointing = clause == Clause::Pointing;
                ensure(is_of_block(of.base) == is_pointing, "the house is not of the rule's kind")?;
                locked::proved(state, of)?.covers(self)
            }
            (
                BoardEvidence::Direct(of),
                Clause::DirectPointing | Clause::DirectClaiming | Clause::DirectHidden,
            ) => {
                self.leaves_single(&of.pattern)?;
                direct::proved(state, of)?.covers(self)
            }
            (BoardEvidence::Wing(of), Clause::Wing) => wing::proved(state, of)?.covers(self),
            (BoardEvidence::BivalueLoop(of), Clause::Loop) => {
                bivalue_loop::is_of_rule(clause, number, of.cells.len())?;
                bivalue_loop::proved(state, of)?.covers(self)
            }
            (BoardEvidence::BugPlus(of), Clause::BugPlus) => bug_plus::proved(state, of)?.covers(self),
            (BoardEvidence::AlignedExclusion(of), Clause::AlignedExclusion) => {
                aligned_exclusion::proved(state, number, of)?.covers(self)
            }
            (BoardEvidence::ForcingChains(of), _) => {
                let is_of_rule = forcing_chains::is_of_rule(state, (clause, number), of);
                ensure(is_of_rule, "the rule has no such pattern")?;
                forcing_chains::proved(state, of)?.covers(self)
            }
            _ => Err("the rule has no such pattern".into()),
        }
    }

    /// Checks that a pattern that leaves a single is of the rule's kind.
    fn leaves_single(&self, pattern: &BoardEvidence) -> Checked<()> {
        match (pattern, self.kind.clause) {
            (BoardEvidence::Locked(of), Clause::DirectPointing) if is_of_block(of.base) => Ok(()),
            (BoardEvidence::Locked(of), Clause::DirectClaiming) if !is_of_block(of.base) => Ok(()),
            (BoardEvidence::Subset { variables, transversals }, Clause::DirectHidden) => {
                self.is_subset(Clause::Hidden, variables, transversals)
            }
            _ => Err("the rule has no such pattern".into()),
        }
    }

    /// Checks a digit whose places in a house each target sees, though no house has the target and all of
    /// them.
    fn locked_by_cells(&self, links: &[BoardLink]) -> Checked<()> {
        let [link] = links else { return Err("the chain is no whip of one variable".into()) };
        let [variable] = link.variables;
        ensure(matches!(variable, BoardVariable::In(..)), "the variable is no digit of a house")?;
        self.objects(whips::WHIP, links)?;
        let places: Vec<Cell> = self.state.candidates(variable)?.iter().map(|place| place.cell).collect();
        let is_locked = |target: &Candidate| {
            let mut houses = self.state.board.houses_around(target.cell);
            houses.any(|house| {
                self.state.board.house(house).is_some_and(|own| places.iter().all(|&cell| own.contains(cell)))
            })
        };
        ensure(!self.targets()?.iter().any(is_locked), "a house has the target and all places")
    }
}

/// Whether the variable is a digit in a block: no other house is one.
pub(super) fn is_of_block(variable: BoardVariable) -> bool {
    matches!(variable, BoardVariable::In(HouseName { letter: 'b', .. }, _))
}
