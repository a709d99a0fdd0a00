//! Steps of a climb, kept for a proof.

use super::proved::rule_of;
use crate::board_proof::{BoardEvidence, BoardLink, BoardRound, BoardStep, BoardVariable, HouseName};
use crate::board_tables::reason;
use crate::boards::Board;
use crate::evidence::Right;
use crate::evidence::families::ObjectFamily;
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid, Progress};
use crate::rules::Rebuild;
use crate::rules::on_boards::{ChainScribe, Subset};

/// Writer of the rounds of a climb.
pub struct Scribe<'a> {
    pub board: &'a Board,
    /// Names of the board's variables.
    pub names: Vec<BoardVariable>,
    /// Rounds that are whole.
    pub rounds: Vec<BoardRound>,
    /// Steps of the next round.
    pub steps: Vec<BoardStep>,
}

impl Scribe<'_> {
    pub fn of(board: &Board) -> Scribe<'_> {
        let full = board.full_houses().map(|at| HouseName::of_house(&board.houses()[at], at as u8 + 1));
        let digits = || Digit::all().take(board.size());
        let of_houses = full.flat_map(|name| digits().map(move |digit| BoardVariable::In(name, digit)));
        let names = board.cells().map(BoardVariable::Cell).chain(of_houses).collect();
        Scribe { board, names, rounds: Vec::new(), steps: Vec::new() }
    }

    /// Ends a round of a rule with the steps since the last one.
    pub fn end_round(&mut self, rule: &str, rating: u32) {
        let steps = std::mem::take(&mut self.steps);
        let size = ["subset", "whip", "braid"].contains(&rule).then_some(rating as u8);
        self.rounds.push(BoardRound { rule: rule.to_string(), size, rating: rating.into(), steps });
    }

    /// Plays singles like [`Board::exhaust`].
    pub fn exhaust(&mut self, grid: &mut Grid) -> Progress {
        loop {
            let alive = Candidates(grid.planes);
            let mut singles = Candidates::EMPTY;
            let (mut placed, mut empty) = (Vec::new(), Vec::new());
            for (variable, &name) in self.board.variables().iter().zip(&self.names) {
                let left = variable.common(&alive);
                let mut labels = left.iter();
                match (labels.next(), labels.next()) {
                    (None, _) => empty.push(name),
                    (Some(value), None) if !grid.placed.contains(value.cell) && !singles.contains(value) => {
                        singles.insert(value);
                        placed.push((value, name));
                    }
                    _ => {}
                }
            }
            if !empty.is_empty() {
                self.contradictions(empty);
                self.end_round("contradiction", 0);
                return Progress::Contradiction;
            }
            if placed.is_empty() {
                return if grid.placed == Cells::ALL { Progress::Solved } else { Progress::Open };
            }
            for (value, variable) in placed {
                self.board.place(grid, value);
                let because = BoardEvidence::Single { variable };
                self.steps.push(BoardStep::of("brt", vec![], vec![value], because));
            }
            self.end_round("brt", 0);
        }
    }

    /// Adds variables with nothing left.
    pub fn contradictions(&mut self, empty: impl IntoIterator<Item = BoardVariable>) {
        let because = |variable| BoardEvidence::Contradiction { variable };
        let step = |variable| BoardStep::of("contradiction", vec![], vec![], because(variable));
        self.steps.extend(empty.into_iter().map(step));
    }

    /// Adds whips of one variable that prove all that such whips prove: those that prove most come first.
    pub fn whips_of_one(&mut self, grid: &Grid, rule: &str) {
        let open = grid.candidates();
        let mut all: Vec<(BoardLink, Candidates)> = Vec::new();
        self.board.each_whip_of_one(grid, |variable, targets| {
            let members: Vec<Candidate> = self.board.variables()[variable].common(&open).iter().collect();
            let begin = all.len();
            for target in targets.iter() {
                let link = self.link(self.names[variable], members.clone(), &[target], members[0], None);
                match all[begin..].iter_mut().find(|(other, _)| *other == link) {
                    Some((_, targets)) => targets.insert(target),
                    None => all.push((link, [target].into_iter().collect())),
                }
            }
        });
        let most = all.iter().map(|(_, targets)| targets.len()).max().unwrap_or_default();
        let mut proved = Candidates::EMPTY;
        for count in (1..=most).rev() {
            for (link, targets) in all.iter().filter(|(_, targets)| targets.len() == count) {
                if !targets.without(&proved).is_empty() {
                    proved.extend(targets);
                    self.push_chain(rule, targets.iter().collect(), vec![link.clone()]);
                }
            }
        }
    }

    /// Adds a subset.
    pub fn subset(&mut self, rule: &str, Subset { variables, transversals, targets }: &Subset) {
        let names = |variables: &[usize]| variables.iter().map(|&variable| self.names[variable]).collect();
        let because =
            BoardEvidence::Subset { variables: names(variables), transversals: names(transversals) };
        self.steps.push(BoardStep::of(rule, targets.iter().collect(), vec![], because));
    }

    pub fn push_chain(&mut self, rule: &str, targets: Vec<Candidate>, links: Vec<BoardLink>) {
        self.steps.push(BoardStep::of(rule, targets, vec![], BoardEvidence::Chain { links }));
    }

    /// Makes a link after these objects, the target and the right-linking candidates. Each candidate is
    /// excluded by the last object that is linked to it.
    pub fn link(
        &self, variable: BoardVariable, members: Vec<Candidate>, objects: &[Candidate], left: Candidate,
        right: Option<Candidate>,
    ) -> BoardLink {
        let cells: Cells = members.iter().map(|label| label.cell).collect();
        let excluder = |label: Candidate| {
            let origin = objects.iter().rposition(|&object| self.board.linked(object).contains(label));
            let origin = origin.unwrap_or_default();
            (origin, reason(self.board, [objects[origin], label], cells))
        };
        let others = members.into_iter().filter(|&label| label != left && Some(label) != right);
        let ignored = others.map(|label| {
            let (origin, by) = excluder(label);
            (label, origin, by)
        });
        let (from, by) = excluder(left);
        BoardLink {
            variables: [variable],
            left,
            from,
            by,
            right: right.map_or(Right::Nothing, Right::Candidate),
            ignored: ignored.collect(),
        }
    }
}

impl ChainScribe for Scribe<'_> {
    fn chain<const C: usize, const V: usize>(&mut self, chain: &Rebuild<'_, C, V>, family: ObjectFamily) {
        let graph = chain.graph;
        let label = |at: usize| graph.labels[at];
        let mut objects = vec![label(chain.z)];
        let mut steps = Vec::new();
        for (variable, left, right) in chain.variables() {
            let members = graph.cands[variable].iter().map(label).collect();
            let name = self.names[graph.place_on_board(variable)];
            steps.push(self.link(name, members, &objects, label(left), right.map(label)));
            objects.extend(right.map(label));
        }
        self.push_chain(rule_of(family), vec![objects[0]], steps);
    }
}
