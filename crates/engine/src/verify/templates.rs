//! Templates, or patterns of a digit: the 46,656 ways to place it nine times (docs/theory.md, "Templates").
//!
//! The patterns that a digit may have in the state are listed at the beginning of a round. Its lemmas take some out, each
//! for a reason that is checked on what the lemmas before it have left; then the steps say what the rest have in common.

use super::implications::implies;
use super::{Checked, Claim, State, ensure};
use crate::evidence::{Conflict, Digit, Follows, Lemma, Literal, Template, Templates};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Cells};
use std::collections::HashSet;
use std::sync::OnceLock;

/// The cells of a pattern by its label `uvwxyz` (§2.1): u, v, w are its squares in blocks 1, 5, 9; x, y, z say which of
/// the rows and columns that these leave it takes in blocks 2, 6, 7, and what is left of blocks 3, 4, 8 follows.
fn cells_of(label: [u8; 6]) -> Cells {
    let [u, v, w, x, y, z] = label.map(usize::from);
    let mut squares = [(0, 0); 9];
    for (block, square) in [(0, u), (4, v), (8, w)] {
        squares[block] = (square / 3, square % 3);
    }
    // The block; in its band the one whose row, and in its stack the one whose column is taken.
    for (block, in_band, in_stack, turn) in [(1, 0, 4, x), (5, 4, 8, y), (6, 8, 0, z)] {
        let (row, column) = (squares[in_band].0, squares[in_stack].1);
        squares[block] = ((row + 1 + turn / 2) % 3, (column + 1 + turn % 2) % 3);
    }
    for block in [2, 3, 7] {
        let (band, stack) = (block / 3 * 3, block % 3);
        let rows: usize = (band..band + 3).filter(|&b| b != block).map(|b| squares[b].0).sum();
        let columns = (0..3).map(|k| 3 * k + stack).filter(|&b| b != block);
        let columns: usize = columns.map(|b| squares[b].1).sum();
        squares[block] = ((3 - rows) % 3, (3 - columns) % 3);
    }
    let cell =
        |(b, (row, column)): (usize, (usize, usize))| 9 * (b / 3 * 3 + row) + b % 3 * 3 + column;
    squares.into_iter().enumerate().map(cell).collect()
}

/// All patterns by label, in order.
fn all() -> &'static [([u8; 6], Cells)] {
    static ALL: OnceLock<Vec<([u8; 6], Cells)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let label = |index: usize| {
            let squares = [index / 5184, index / 576 % 9, index / 64 % 9];
            let turns = [index / 16 % 4, index / 4 % 4, index % 4];
            let mut digits = squares.into_iter().chain(turns).map(|digit| digit as u8);
            std::array::from_fn(|_| digits.next().unwrap_or(0))
        };
        (0..46_656).map(label).map(|label| (label, cells_of(label))).collect()
    })
}

/// The patterns left of each digit.
#[derive(Default)]
pub(super) struct Lists {
    left: [Vec<([u8; 6], Cells)>; 9],
    /// Two that cannot be together.
    apart: HashSet<[Template; 2]>,
}

impl Lists {
    /// What the lemmas of a round leave; nothing is listed for a rule without patterns.
    pub fn of(state: &State, rule: &str, lemmas: &[Lemma]) -> Checked<Lists> {
        let mut lists = Lists::default();
        if ["pom1", "pom2", "pom3", "pb1", "pb2", "pb3"].contains(&rule) {
            for digit in 0..9 {
                let places = state.places(digit);
                let live = all().iter().filter(|(_, cells)| cells.is_subset(places));
                lists.left[digit] = live.copied().collect();
            }
        }
        for (k, lemma) in lemmas.iter().enumerate() {
            let in_lemma = |reason| format!("lemma {}: {reason}", k + 1);
            lists.learn(state, rule, lemma).map_err(in_lemma)?;
        }
        Ok(lists)
    }

    /// Checks a lemma and takes out what it says.
    fn learn(&mut self, state: &State, rule: &str, lemma: &Lemma) -> Checked<()> {
        let rules: &[&str] = match lemma {
            Lemma::Meets { .. } => &["pom2", "pom3"],
            Lemma::Apart { .. } | Lemma::Unpaired { .. } => &["pom3"],
            Lemma::Fails { conflict: Conflict::Both(_), .. } => &["pb2", "pb3"],
            Lemma::Fails { .. } => &["pb3"],
        };
        ensure(rules.contains(&rule), "the rule has no such lemma")?;
        match lemma {
            Lemma::Meets { pattern, digit } => {
                let cells = self.cells(*pattern)?;
                let others = self.others(&[*pattern], *digit)?;
                let meets = others.iter().all(|other| other.1.intersects(cells));
                ensure(meets, "a pattern left of the digit does not meet this one")?;
                self.take_out(*pattern);
            }
            Lemma::Unpaired { pattern, digit } => {
                ensure(
                    !self.any_with(&[*pattern], *digit)?,
                    "it can be together with a pattern left",
                )?;
                self.take_out(*pattern);
            }
            Lemma::Apart { patterns, digit } => {
                let [a, b] = *patterns;
                ensure(a.digit != b.digit, "the two patterns are of one digit")?;
                ensure(
                    !self.any_with(patterns, *digit)?,
                    "both can be together with a pattern left",
                )?;
                self.apart.extend([[a, b], [b, a]]);
            }
            Lemma::Fails { pattern, follows, conflict } => {
                self.fails(state, rule, *pattern, follows, *conflict)?;
                self.take_out(*pattern);
            }
        }
        Ok(())
    }

    /// The cells of a pattern that is left.
    fn cells(&self, Template { digit, label }: Template) -> Checked<Cells> {
        let list = self.left.get(usize::from(digit)).ok_or("there is no such digit")?;
        let found = list.iter().find(|own| own.0 == label);
        found.map(|own| own.1).ok_or("a pattern is none of the digit, or is out".into())
    }

    fn take_out(&mut self, Template { digit, label }: Template) {
        self.left[usize::from(digit)].retain(|own| own.0 != label);
    }

    /// The patterns left of a digit that is none of theirs.
    fn others(&self, patterns: &[Template], Digit(digit): Digit) -> Checked<&[([u8; 6], Cells)]> {
        let is_other = patterns.iter().all(|pattern| pattern.digit != digit);
        ensure(is_other, "the digit is that of a pattern")?;
        Ok(self.left.get(usize::from(digit)).ok_or("there is no such digit")?)
    }

    /// Whether a digit has a pattern left that can be together with all these.
    fn any_with(&self, patterns: &[Template], digit: Digit) -> Checked<bool> {
        let others = self.others(patterns, digit)?;
        let mut cells = Cells::EMPTY;
        for &pattern in patterns {
            cells |= self.cells(pattern)?;
        }
        let goes_with = |&&(label, own): &&([u8; 6], Cells)| {
            let other = Template { digit: digit.0, label };
            let is_apart = |&pattern| self.apart.contains(&[pattern, other]);
            !own.intersects(cells) && !patterns.iter().any(is_apart)
        };
        Ok(others.iter().any(|other| goes_with(&other)))
    }

    /// What follows from a pattern is contradictory, or no pattern left of another digit agrees.
    fn fails(
        &self,
        state: &State,
        rule: &str,
        pattern: Template,
        follows: &[Follows],
        conflict: Conflict,
    ) -> Checked<()> {
        let cells = self.cells(pattern)?;
        let mut known = HashSet::new();
        let is_known = |known: &HashSet<(Candidate, bool)>, literal: Literal| {
            let Literal { candidate, holds } = literal;
            let is_assumed = candidate.digit == pattern.digit
                && cells.contains(usize::from(candidate.cell)) == holds;
            is_assumed || known.contains(&(candidate, holds))
        };
        for Follows { from, by, to } in follows {
            implies(state, self, rule, (*from, by, *to))?;
            ensure(is_known(&known, *from), "something follows from what is not known")?;
            known.insert((to.candidate, to.holds));
        }
        match conflict {
            Conflict::Both(candidate) => {
                let both = [true, false].map(|holds| Literal { candidate, holds });
                let is_both = state.has(candidate) && both.iter().all(|&one| is_known(&known, one));
                ensure(is_both, format!("{candidate} is not both true and false"))
            }
            Conflict::Digit(digit) => {
                let agrees = |other: &([u8; 6], Cells)| {
                    let mut of_digit = known.iter().filter(|literal| literal.0.digit == digit.0);
                    of_digit.all(|(label, holds)| other.1.contains(label.cell.into()) == *holds)
                };
                let others = self.others(&[pattern], digit)?;
                ensure(!others.iter().any(agrees), "a pattern left of the digit agrees")
            }
        }
    }

    /// All patterns left of a digit say that one literal of it implies another.
    pub fn imply(&self, from: Literal, to: Literal) -> Checked<()> {
        ensure(from.candidate.digit == to.candidate.digit, "the patterns are of two digits")?;
        let says = |cells: Cells, literal: Literal| {
            cells.contains(usize::from(literal.candidate.cell)) == literal.holds
        };
        let list = &self.left[usize::from(from.candidate.digit)];
        let all = list.iter().all(|&(_, cells)| !says(cells, from) || says(cells, to));
        ensure(all, "a pattern left of the digit does not say so")
    }
}

/// What the patterns left say.
pub(super) fn templates(claim: &Claim, templates: &Templates) -> Checked<()> {
    claim.is_of(&["pom1", "pom2", "pom3", "pb1", "pb2", "pb3"])?;
    let list = |digit: u8| {
        let list = claim.lists.left.get(usize::from(digit));
        list.ok_or("there is no such digit")
    };
    match *templates {
        Templates::None(Digit(digit)) => {
            claim.contradicts()?;
            ensure(list(digit)?.is_empty(), "the digit has a pattern left")
        }
        Templates::NoneThrough { candidate, .. } => {
            let is_target = claim.targets()? == [candidate];
            ensure(is_target, "the candidate is not the only target")?;
            let mut list = list(candidate.digit)?.iter();
            let none = list.all(|own| !own.1.contains(candidate.cell.into()));
            ensure(none, "a pattern left takes the candidate")
        }
        Templates::AllThrough { candidate, .. } => {
            ensure(claim.value()? == candidate, "the candidate is not the value")?;
            let mut list = list(candidate.digit)?.iter();
            let all = list.all(|own| own.1.contains(candidate.cell.into()));
            ensure(all, "a pattern left does not take the candidate")
        }
        Templates::Disputed(variable) => {
            claim.contradicts()?;
            let Variable::Cell(cell @ 0..81) = variable else {
                return Err("what is disputed is a cell".into());
            };
            let takes =
                |list: &&Vec<([u8; 6], Cells)>| list.iter().all(|own| own.1.contains(cell.into()));
            let count = claim.lists.left.iter().filter(takes).count();
            ensure(count >= 2, "the cell is not in every pattern of two digits")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each has one cell in every house, all are different, and each cell is in as many.
    #[test]
    fn all_patterns_are_there() {
        let cells: HashSet<Cells> = all().iter().map(|own| own.1).collect();
        assert_eq!(cells.len(), 46_656);
        for own in &cells {
            let houses = |c| [c / 9, 9 + c % 9, 18 + c / 27 * 3 + c % 9 / 3];
            let held: HashSet<usize> = own.flat_map(houses).collect();
            assert_eq!((own.len(), held.len()), (9, 27), "{own:?}");
        }
        for cell in 0..81 {
            assert_eq!(cells.iter().filter(|own| own.contains(cell)).count(), 5184);
        }
    }

    /// Myth Jellies' first picture, and the pattern that his table sets.
    #[test]
    fn labels_are_those_of_the_seed() {
        let cells = |label: [u8; 6]| cells_of(label).collect::<Vec<_>>();
        assert_eq!(cells([0; 6]), [0, 13, 26, 30, 43, 47, 60, 64, 77]);
        assert_eq!(cells([5, 3, 6, 1, 2, 1]), [8, 11, 23, 34, 39, 45, 55, 67, 78]);
    }
}
