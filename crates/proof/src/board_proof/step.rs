//! Checks one step: its conclusions, and the clause of its pattern.

use super::state::State;
use super::techniques::is_of_block;
use super::{BoardEvidence, BoardRound, BoardStep, BoardVariable, HouseName};
use crate::evidence::{Clause, RuleKind, technique};
use crate::grid::{Candidate, Candidates, Digit};
use crate::verify::{Checked, ensure};

/// Step in the state before its round.
#[derive(Clone, Copy)]
pub(super) struct Claim<'a> {
    pub state: &'a State<'a>,
    /// The kind of the rule; of `brt` and `subset`, which are several rules, only the name.
    pub kind: RuleKind<'a>,
    pub size: Option<u8>,
    /// The rating in tenths, if the rule is a technique of SER.
    pub of_ser: Option<u32>,
    pub step: &'a BoardStep,
}

impl<'a> Claim<'a> {
    /// Makes the claim of a step; `rating` is that of a round of SER.
    pub fn of(
        state: &'a State<'a>, round: &'a BoardRound, step: &'a BoardStep, rating: Option<u32>,
    ) -> Claim<'a> {
        let technique = rating.and_then(|rating| Some((rating, technique(&round.rule)?)));
        let kind = technique.map_or(RuleKind::named(&round.rule), |(_, row)| row.info.kind());
        Claim { state, kind, size: round.size, of_ser: technique.map(|(rating, _)| rating), step }
    }

    pub fn check(&self) -> Checked<()> {
        let BoardStep { eliminates, asserts, because, .. } = self.step;
        let all: Vec<Candidate> = eliminates.iter().chain(asserts).copied().collect();
        ensure(all.iter().all(|&label| self.state.has(label)), "it concludes something of no candidate")?;
        let different: Candidates = all.iter().copied().collect();
        ensure(different.len() == all.len(), "something is concluded twice")?;
        if let Some(rating) = self.of_ser {
            return self.technique(rating);
        }
        match (because, self.kind.rule, self.kind.clause) {
            (BoardEvidence::Single { variable }, _, _) => self.single(*variable),
            (BoardEvidence::Contradiction { variable }, "contradiction", _) => {
                ensure(all.is_empty(), "a contradiction concludes nothing else")?;
                let mut labels = self.state.board.labels(*variable)?.into_iter();
                ensure(!labels.any(|label| self.state.alive.contains(label)), "the variable has a label left")
            }
            (BoardEvidence::Subset { variables, transversals }, _, _) => {
                self.is_subset(self.kind.clause, variables, transversals)?;
                self.state.subset(variables, transversals)?.covers(self)
            }
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
        let is_own = match self.of_ser {
            Some(_) => self.kind.number == size,
            None => self.size.map(usize::from) == Some(size),
        };
        ensure(is_own, "the size is not that of the pattern")
    }

    /// Checks the only candidate of a variable. Rules are named by the kind of the variable; some are for the
    /// last cell of a house, or for the last place of a digit.
    pub fn single(&self, variable: BoardVariable) -> Checked<()> {
        let (state, clause) = (self.state, self.kind.clause);
        let is_line = match self.of_ser {
            Some(_) => !is_of_block(variable),
            None => variable.is_line(),
        };
        let holds = match (variable, clause) {
            _ if self.kind.rule == "brt" => true,
            (BoardVariable::Cell(_), _) => clause == Clause::NakedSingle,
            (_, Clause::HiddenSingle | Clause::LastDigit | Clause::LastCell | Clause::HiddenLastCell) => true,
            (_, Clause::LineSingle) => is_line,
            (_, Clause::BlockSingle) => !is_line,
            _ => false,
        };
        ensure(holds, "the rule has no such single")?;
        let value = self.value()?;
        let labels = state.board.labels(variable)?;
        let empty = labels.iter().filter(|label| !state.decided.contains(label.cell)).count();
        match clause {
            Clause::LastCell | Clause::HiddenLastCell => {
                ensure(empty == 1, "the house has more empty cells")?
            }
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

    /// Checks that the subset is of this kind, and of the rule's size.
    pub fn is_subset(
        &self, clause: Clause, variables: &[BoardVariable], transversals: &[BoardVariable],
    ) -> Checked<()> {
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
        let are_of_rule = match clause {
            Clause::Naked => are_cells(variables) && of_one_house(transversals),
            Clause::Hidden => are_cells(transversals) && of_one_house(variables),
            Clause::Fish => of_lines(variables) && of_lines(transversals) && crosses,
            _ => self.kind.rule == "subset",
        };
        ensure(are_of_rule, "the rule has no such subset")?;
        [variables, transversals].iter().try_for_each(|all| self.has_size(all.len()))
    }
}
