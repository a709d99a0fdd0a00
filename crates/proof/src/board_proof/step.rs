//! Checks one step: its conclusions, and the clause of its pattern.

use super::state::State;
use super::{BoardEvidence, BoardRound, BoardStep, BoardVariable, HouseName};
use crate::evidence::{Clause, RuleKind};
use crate::grid::{Candidate, Candidates, Digit};
use crate::verify::{Checked, ensure};

/// Step in the state before its round.
#[derive(Clone, Copy)]
pub(super) struct Claim<'a> {
    pub state: &'a State<'a>,
    /// The kind of the rule; of `brt` and `subset`, which are several rules, only the name.
    pub kind: RuleKind<'a>,
    pub size: Option<u8>,
    pub step: &'a BoardStep,
}

impl<'a> Claim<'a> {
    pub fn of(state: &'a State<'a>, round: &'a BoardRound, step: &'a BoardStep) -> Claim<'a> {
        Claim { state, kind: RuleKind::named(&round.rule), size: round.size, step }
    }

    pub fn check(&self) -> Checked<()> {
        let BoardStep { eliminates, asserts, because, .. } = self.step;
        let all: Vec<Candidate> = eliminates.iter().chain(asserts).copied().collect();
        ensure(all.iter().all(|&label| self.state.has(label)), "it concludes something of no candidate")?;
        let different: Candidates = all.iter().copied().collect();
        ensure(different.len() == all.len(), "something is concluded twice")?;
        match (because, self.kind.rule, self.kind.clause) {
            (BoardEvidence::Single { variable }, _, _) => self.single(*variable),
            (BoardEvidence::Contradiction { variable }, "contradiction", _) => {
                ensure(all.is_empty(), "a contradiction concludes nothing else")?;
                let mut labels = self.state.board.labels(*variable)?.into_iter();
                ensure(!labels.any(|label| self.state.alive.contains(label)), "the variable has a label left")
            }
            (BoardEvidence::Subset { variables, transversals }, _, _) => self.subset(variables, transversals),
            (BoardEvidence::Chain { links }, _, _) => self.chain(links),
            (BoardEvidence::Forcing { variable, branches }, _, Clause::Forcing) => {
                self.forcing(*variable, branches)
            }
            (BoardEvidence::Circle { arcs }, _, Clause::Circle) => self.circle(arcs),
            (BoardEvidence::Links { links }, _, _) => self.strong_links(links),
            (BoardEvidence::Rings { rings }, _, Clause::Rings) => self.rings(rings),
            (BoardEvidence::Colours { nets }, _, _) => self.colours(nets),
            (BoardEvidence::RemotePair { cells }, _, Clause::RemotePair) => self.remote_pair(cells),
            (BoardEvidence::Trial { moves, variable }, _, Clause::Trial) => self.trial(moves, *variable),
            _ => Err("the rule has no such pattern".into()),
        }
    }

    /// Returns the eliminated candidates of a step that asserts nothing.
    pub fn targets(&self) -> Checked<&'a [Candidate]> {
        ensure(self.step.asserts.is_empty(), "the pattern asserts nothing")?;
        ensure(!self.step.eliminates.is_empty(), "the pattern eliminates something")?;
        Ok(&self.step.eliminates)
    }

    /// Returns the value of a step that asserts one, and nothing else.
    pub fn value(&self) -> Checked<Candidate> {
        ensure(self.step.eliminates.is_empty(), "the pattern eliminates nothing")?;
        match self.step.asserts[..] {
            [value] => Ok(value),
            _ => Err("the pattern asserts one value".into()),
        }
    }

    pub fn has_size(&self, size: usize) -> Checked<()> {
        ensure(self.size.map(usize::from) == Some(size), "the size is not that of the pattern")
    }

    /// Checks the only candidate of a variable. Rules are named by the kind of the variable; some are for the
    /// last cell of a house, or for the last place of a digit.
    fn single(&self, variable: BoardVariable) -> Checked<()> {
        let (state, clause) = (self.state, self.kind.clause);
        let is_line = variable.is_line();
        let holds = match (variable, clause) {
            _ if self.kind.rule == "brt" => true,
            (BoardVariable::Cell(_), _) => clause == Clause::NakedSingle,
            (_, Clause::HiddenSingle | Clause::LastDigit | Clause::LastCell) => true,
            (_, Clause::LineSingle) => is_line,
            (_, Clause::BlockSingle) => !is_line,
            _ => false,
        };
        ensure(holds, "the rule has no such single")?;
        let value = self.value()?;
        let labels = state.board.labels(variable)?;
        let empty = labels.iter().filter(|label| !state.decided.contains(label.cell)).count();
        match clause {
            Clause::LastCell => ensure(empty == 1, "the house has more empty cells")?,
            Clause::BlockSingle | Clause::LineSingle => ensure(empty > 1, "it is the last cell")?,
            Clause::LastDigit => {
                let values = (state.alive.0[value.digit] & state.decided).len();
                ensure(values + 1 == state.board.size, "the digit has other places to find")?;
            }
            _ => {}
        }
        ensure(!state.is_solved(variable)?, "the variable has a value")?;
        let is_only = state.candidates(variable)? == [value];
        ensure(is_only, "the value is not the only candidate of the variable")
    }

    /// Checks that the transversals hold all candidates of the variables. Each variable has a value of its
    /// own, so the variables take all values of the transversals.
    fn subset(&self, variables: &[BoardVariable], transversals: &[BoardVariable]) -> Checked<()> {
        let are_cells = |all: &[BoardVariable]| all.iter().all(|one| matches!(one, BoardVariable::Cell(_)));
        let of = |one: &BoardVariable| match one {
            BoardVariable::In(house, digit) => Some((*house, *digit)),
            BoardVariable::Cell(_) => None,
        };
        let alike = |all: &[BoardVariable], is_it: fn((HouseName, Digit), (HouseName, Digit)) -> bool| {
            let first = all.first().and_then(of);
            all.iter().all(|one| first.zip(of(one)).is_some_and(|(first, own)| is_it(first, own)))
        };
        let of_one_house = |all: &[BoardVariable]| alike(all, |first, own| first.0 == own.0);
        let of_lines = |all: &[BoardVariable]| {
            all.iter().all(|one| one.is_line())
                && alike(all, |first, own| first.1 == own.1 && first.0.letter == own.0.letter)
        };
        let crosses = variables.first().and_then(of).map(|own| own.0.letter)
            != transversals.first().and_then(of).map(|own| own.0.letter);
        let are_of_rule = match self.kind.clause {
            Clause::Naked => are_cells(variables) && of_one_house(transversals),
            Clause::Hidden => are_cells(transversals) && of_one_house(variables),
            Clause::Fish => of_lines(variables) && of_lines(transversals) && crosses,
            _ => self.kind.rule == "subset",
        };
        ensure(are_of_rule, "the rule has no such subset")?;
        let targets = self.targets()?;
        [variables, transversals].iter().try_for_each(|all| self.has_size(all.len()))?;
        let state = self.state;
        let mut held = Candidates::EMPTY;
        for &transversal in transversals {
            held.extend(&state.candidates(transversal)?.into_iter().collect());
        }
        let mut own = Candidates::EMPTY;
        for &variable in variables {
            let candidates = state.candidates(variable)?;
            ensure(!candidates.is_empty(), "a variable of the subset has a value")?;
            ensure(candidates.iter().all(|&it| held.contains(it)), "no transversal holds a candidate")?;
            ensure(!candidates.iter().any(|&it| own.contains(it)), "two variables have a common candidate")?;
            own.extend(&candidates.into_iter().collect());
        }
        let is_excluded = |target: &Candidate| held.contains(*target) && !own.contains(*target);
        ensure(targets.iter().all(is_excluded), "a target is in no transversal, or in a variable")
    }
}
