//! Checks proofs on boards: each step by definition, in the state before its round, then the end.
//! (docs/proofs.md, "Boards")

use super::reading::Reading;
use super::{BoardEvidence, BoardLink, BoardProof, BoardRound, BoardStep, BoardVariable};
use crate::evidence::{Outcome, Right};
use crate::grid::{Candidate, Candidates, Cells, Digit};
use crate::verify::{Checked, Reason, Verdict, Wrong, ensure, ensure_version};

/// Checks a whole proof on the board that its text names.
pub fn verify_on_board(proof: &BoardProof) -> Result<Verdict, Wrong> {
    ensure_version(proof.version, &proof.sudoscope)?;
    let board = Reading::of(&proof.board)?;
    let mut state = State::of(&board, &proof.puzzle)?;
    let (mut steps, mut is_contradicted) = (0, false);
    for (at, round) in proof.rounds.iter().enumerate() {
        let wrong = |step, reason: Reason| Wrong { round: Some((at + 1, round.name())), step, reason };
        let as_a_whole = ensure(!is_contradicted, "the round comes after a contradiction")
            .and_then(|()| is_of_scale(&proof.scale, round))
            .and_then(|()| ensure(!round.steps.is_empty(), "the round has no steps"));
        as_a_whole.map_err(|reason| wrong(None, reason))?;
        for (number, step) in (1..).zip(&round.steps) {
            state.check(round, step).map_err(|reason| wrong(Some(number), reason))?;
        }
        steps += round.steps.len() as u64;
        is_contradicted = round.rule == "contradiction";
        state.apply(round);
    }
    end(proof, &state, is_contradicted)?;
    Ok(Verdict { steps, assumes_unique: false })
}

/// Scales on boards.
const SCALES: [&str; 6] = ["BRT", "LC", "S", "W", "S+W", "B"];

/// Checks that the scale has the rule, with this size and rating.
fn is_of_scale(scale: &str, BoardRound { rule, size, rating, .. }: &BoardRound) -> Checked<()> {
    let has = match (rule.as_str(), *size) {
        ("brt" | "contradiction", None) => SCALES.contains(&scale) && *rating == 0,
        ("lc", None) => ["LC", "S"].contains(&scale) && *rating == 1,
        ("subset", Some(size @ 2..=4)) => ["S", "S+W"].contains(&scale) && *rating == u32::from(size),
        // Braids of one or two variables are whips.
        ("whip", Some(size @ 1..=2)) => ["W", "S+W", "B"].contains(&scale) && *rating == u32::from(size),
        ("whip", Some(size)) => ["W", "S+W"].contains(&scale) && *rating == u32::from(size),
        ("braid", Some(size)) => scale == "B" && size > 2 && *rating == u32::from(size),
        _ => false,
    };
    ensure(has, "the scale has no such rule with this rating")
}

/// Checks that the steps lead to the end, and the rating.
fn end(proof: &BoardProof, state: &State, is_contradicted: bool) -> Checked<()> {
    let expected = match proof.outcome {
        Outcome::Solved(rating) => {
            let solution = state.solution().ok_or("said to be solved, but is not")?;
            let most = proof.rounds.iter().map(|round| round.rating).max().unwrap_or(0);
            ensure(rating == most, "the rating is not that of the longest chain")?;
            solution
        }
        _ => {
            let is_said = proof.outcome == Outcome::NoSolution;
            ensure(is_said == is_contradicted, "no solution is said without proof, or proved and not said")?;
            state.text()
        }
    };
    ensure(proof.end == expected, "the end is not where the steps lead")
}

/// Labels that are neither eliminated nor linked to a value, and the cells with a value.
struct State<'a> {
    board: &'a Reading,
    alive: Candidates,
    decided: Cells,
}

impl State<'_> {
    /// Reads a puzzle of the board.
    fn of<'a>(board: &'a Reading, puzzle: &str) -> Checked<State<'a>> {
        ensure(puzzle.len() == board.cells.len(), "the puzzle has not as many cells as the board")?;
        let mut clues = Candidates::EMPTY;
        for (byte, cell) in puzzle.bytes().zip(board.cells) {
            let digit = byte.checked_sub(b'1').map(usize::from).filter(|digit| *digit < board.size);
            ensure(
                digit.is_some() || byte == b'.' || byte == b'0',
                "the puzzle has a character that is no digit of the board",
            )?;
            digit.into_iter().for_each(|digit| clues.insert(Candidate { digit: Digit::new(digit), cell }));
        }
        let planes = std::array::from_fn(|digit| if digit < board.size { board.cells } else { Cells::EMPTY });
        let mut state = State { board, alive: Candidates(planes), decided: Cells::EMPTY };
        state.assert_all(&clues);
        Ok(state)
    }

    fn has(&self, label: Candidate) -> bool {
        self.alive.contains(label) && !self.decided.contains(label.cell)
    }

    fn candidates(&self, variable: BoardVariable) -> Checked<Vec<Candidate>> {
        Ok(self.board.labels(variable)?.into_iter().filter(|&label| self.has(label)).collect())
    }

    /// Makes the labels values, all at once, and removes everything linked to them.
    fn assert_all(&mut self, values: &Candidates) {
        for value in values.iter() {
            self.decided.insert(value.cell);
            let gone = self.alive.iter().filter(|&label| self.board.are_linked(value, label)).collect();
            self.alive = self.alive.without(&gone);
        }
    }

    fn apply(&mut self, round: &BoardRound) {
        let of = |list: fn(&BoardStep) -> &Vec<Candidate>| round.steps.iter().flat_map(list).copied();
        self.alive = self.alive.without(&of(|step| &step.eliminates).collect());
        self.assert_all(&of(|step| &step.asserts).collect());
    }

    /// Returns the solution, if every cell is decided and every variable has one label.
    fn solution(&self) -> Option<String> {
        let is_one = |variable| {
            let labels = self.board.labels(variable).unwrap_or_default();
            labels.into_iter().filter(|&label| self.alive.contains(label)).count() == 1
        };
        let is_full = self.decided == self.board.cells && self.board.variables().all(is_one);
        is_full.then(|| self.text().chars().filter(|&sign| sign != '.').collect())
    }

    /// Returns the labels left, for each cell as many characters as there are digits.
    fn text(&self) -> String {
        let digits = || Digit::all().take(self.board.size);
        let labels = self.board.cells.flat_map(|cell| digits().map(move |digit| Candidate { digit, cell }));
        labels
            .map(|label| match self.alive.contains(label) {
                true => char::from(b'0' + label.digit.number()),
                false => '.',
            })
            .collect()
    }

    fn check(&self, round: &BoardRound, step: &BoardStep) -> Checked<()> {
        let BoardStep { eliminates, asserts, .. } = step;
        let all: Vec<Candidate> = eliminates.iter().chain(asserts).copied().collect();
        ensure(all.iter().all(|&label| self.has(label)), "it concludes something of no candidate")?;
        let different: Candidates = all.iter().copied().collect();
        ensure(different.len() == all.len(), "something is concluded twice")?;
        match (&step.because, round.rule.as_str()) {
            (BoardEvidence::Single { variable }, "brt") => {
                ensure(eliminates.is_empty(), "a single eliminates nothing")?;
                let candidates = self.candidates(*variable)?;
                let is_only = candidates == *asserts && asserts.len() == 1;
                ensure(is_only, "the value is not the only candidate of the variable")
            }
            (BoardEvidence::Contradiction { variable }, "contradiction") => {
                ensure(all.is_empty(), "a contradiction concludes nothing else")?;
                let mut labels = self.board.labels(*variable)?.into_iter();
                ensure(!labels.any(|label| self.alive.contains(label)), "the variable has a label left")
            }
            (BoardEvidence::Subset { variables, transversals }, "subset") => {
                ensure(asserts.is_empty(), "a subset asserts nothing")?;
                ensure(!eliminates.is_empty(), "a subset eliminates something")?;
                let size = round.size.map(usize::from);
                let has_size = [variables, transversals].iter().all(|all| Some(all.len()) == size);
                ensure(has_size, "the size is not the number of variables")?;
                self.subset(eliminates, variables, transversals)
            }
            (BoardEvidence::Chain { links }, "lc" | "whip" | "braid") => {
                ensure(asserts.is_empty(), "a chain asserts nothing")?;
                ensure(!eliminates.is_empty(), "a chain eliminates something")?;
                let size = round.size.map_or(1, usize::from);
                ensure(links.len() == size, "the size is not the number of links")?;
                let is_whip = round.rule != "braid";
                eliminates.iter().try_for_each(|&target| self.chain(target, links, is_whip))
            }
            _ => Err("the rule has no such pattern".into()),
        }
    }

    /// Checks that the transversals hold all candidates of the variables. Each variable has a value of its
    /// own, so the variables take all values of the transversals.
    fn subset(
        &self, targets: &[Candidate], variables: &[BoardVariable], transversals: &[BoardVariable],
    ) -> Checked<()> {
        let mut held = Candidates::EMPTY;
        for &transversal in transversals {
            held.extend(&self.candidates(transversal)?.into_iter().collect());
        }
        let mut own = Candidates::EMPTY;
        for &variable in variables {
            let candidates = self.candidates(variable)?;
            ensure(!candidates.is_empty(), "a variable of the subset has a value")?;
            ensure(candidates.iter().all(|&it| held.contains(it)), "no transversal holds a candidate")?;
            ensure(!candidates.iter().any(|&it| own.contains(it)), "two variables have a common candidate")?;
            own.extend(&candidates.into_iter().collect());
        }
        let is_excluded = |target: &Candidate| held.contains(*target) && !own.contains(*target);
        ensure(targets.iter().all(is_excluded), "a target is in no transversal, or in a variable")
    }

    /// Checks that a chain closes, if the target is true.
    fn chain(&self, target: Candidate, links: &[BoardLink], is_whip: bool) -> Checked<()> {
        let mut objects = vec![target];
        for (at, link) in links.iter().enumerate() {
            let said = |reason: Reason| -> Reason { format!("link {}: {reason}", at + 1).into() };
            let right = self.link(&objects, &links[..at], link, is_whip).map_err(said)?;
            let is_last = at + 1 == links.len();
            ensure(right.is_none() == is_last, "only the last variable has nothing left").map_err(said)?;
            objects.extend(right);
        }
        Ok(())
    }

    /// Checks the link after `before`, and returns its right-linking candidate. `objects` are the target and
    /// the right-linking candidates before.
    fn link(
        &self, objects: &[Candidate], before: &[BoardLink], link: &BoardLink, is_whip: bool,
    ) -> Checked<Option<Candidate>> {
        let BoardLink { variables: [variable], left, from, by, right, ignored } = link;
        let right = match right {
            Right::Nothing => None,
            Right::Candidate(right) => Some(*right),
            _ => return Err("the right-linking object is no candidate".into()),
        };
        let is_new = before.iter().all(|earlier| earlier.variables != link.variables);
        ensure(is_new, "the variable was used before")?;
        ensure(!self.board.labels(*variable)?.contains(&objects[0]), "the target is in the variable")?;
        let mut listed: Vec<Candidate> = ignored.iter().map(|ignored| ignored.0).collect();
        listed.extend([*left].into_iter().chain(right));
        listed.sort_unstable();
        let mut candidates = self.candidates(*variable)?;
        candidates.sort_unstable();
        ensure(listed == candidates, "what is listed is not the candidates of the variable")?;
        let excludes = |origin: usize, by, label| {
            objects.get(origin).is_some_and(|&object| self.board.are_linked_by(by, object, label))
        };
        ensure(excludes(*from, *by, *left), "the left-linking candidate is not excluded")?;
        if is_whip {
            ensure(*from == before.len(), "the left-linking candidate is not excluded by the link before")?;
            let is_new = before.iter().all(|earlier| earlier.left != *left);
            ensure(is_new, "the left-linking candidate was one before")?;
        }
        let all_excluded = ignored.iter().all(|&(label, origin, by)| excludes(origin, by, label));
        ensure(all_excluded, "an ignored candidate is not excluded")?;
        let is_free = |right: Candidate| !objects.iter().any(|&object| self.board.are_linked(object, right));
        ensure(right.is_none_or(is_free), "the right-linking candidate is excluded")?;
        let is_old = right.is_some_and(|right| objects.contains(&right));
        ensure(!is_old, "the right-linking candidate was one before")?;
        Ok(right)
    }
}
