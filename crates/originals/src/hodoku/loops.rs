//! Nice loops and AICs, plain and grouped: chains read from tables of links.

use super::board::{Board, of_digit, seen_by_all};
use super::links::{Links, NEVER, Rounds, Walk};
use super::step::{Sign, Step, Why, sorted, sum};
use super::tables::{Literal, candidate_of, literal};
use crate::budget::{Budget, Within, units};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::mask::Mask;
use crate::grid::{Candidate, Cell, Cells, Digit};
use std::cmp::Reverse;
use std::ops::Range;

/// Finds the best loop or chain: most eliminations, then the shortest chain, then the least sum, then the
/// first. Everything but the eliminations of a continuous loop is known before chains are read.
pub fn nice_loop(board: &Board, links: &Links, budget: &mut Budget) -> Within<Option<Step>> {
    let starts = &links.starts;
    budget.take(LINK_ROUNDS * units(starts.len()))?;
    let mut search = Search { board, links, walk: Walk::default(), outcomes: Default::default() };
    let (mut rounds, mut back) = (Rounds::default(), Back::new(links));
    // Chains from a true candidate come back to its cell and remove one candidate. So false candidates are
    // followed first: mostly one of their chains removes more.
    for start in (starts.len() / 2..starts.len()).filter(|&start| links.next(start).next().is_some()) {
        rounds.fill(links, start);
        search.closed(start, |end| rounds.distance(end));
        search.open(start, &rounds);
        back.note(start, &rounds);
    }
    let step = search.first(true, budget)?;
    if step.is_some() {
        return Ok(step);
    }
    back.note_groups(&mut rounds);
    for start in 0..starts.len() / 2 {
        if links.may_be_cut() {
            rounds.fill(links, start);
            search.closed(start, |end| rounds.distance(end));
        } else {
            search.closed(start, |end| back.distance(start, end));
        }
    }
    search.first(false, budget)
}

/// Cost of the table of a start.
const LINK_ROUNDS: u64 = 8;

type Key = (Reverse<usize>, usize, u32);

/// Possible outcome of a chain from the start, given by its number, to the end.
struct Outcome {
    key: Key,
    /// Whether the end is not in the start's cell. Among outcomes with equal keys, open outcomes are tried
    /// last.
    is_open: bool,
    start: usize,
    end: Literal,
}

/// Eliminations by a chain that comes back to its cell.
enum Closing {
    /// Digits of the cell.
    Discontinuous(u16),
    /// Eliminations by all links together.
    Continuous,
}

/// Distances from true candidates back to their cells. True candidates link only to negations, and if a
/// candidate links to the negation of another candidate, the other links to the negation of the first. So the
/// consequences of negations give the distances; no consequences of true candidates are computed.
///
/// ```text
///   least[x][k]  from x, by its number, to the k-th candidate of its cell; to not x if that is x itself
/// ```
struct Back<'a> {
    links: &'a Links,
    /// Candidates in the cell of each candidate.
    cells: Vec<Range<usize>>,
    least: Vec<[u16; 9]>,
}

impl Back<'_> {
    fn new(links: &Links) -> Back<'_> {
        let half = links.starts.len() / 2;
        let mut cells: Vec<Range<usize>> = Vec::with_capacity(half);
        for cell in links.starts[..half].chunk_by(|&a, &b| candidate_of(a).0 == candidate_of(b).0) {
            let begin = cells.len();
            cells.extend(cell.iter().map(|_| begin..begin + cell.len()));
        }
        Back { links, cells, least: vec![[NEVER; 9]; half] }
    }

    /// Takes the consequences of a negation, of a candidate or of a group.
    fn note(&mut self, start: usize, rounds: &Rounds) {
        let half = self.cells.len();
        let negated = if start < 2 * half { start - half } else { start + 1 };
        for off in self.links.next(negated).filter(|off| (half..2 * half).contains(off)) {
            let own = off - half;
            for (end, least) in self.cells[own].clone().zip(&mut self.least[own]) {
                let links = rounds.distances()[if end == own { off } else { end }];
                *least = (*least).min(links.saturating_add(1));
            }
        }
    }

    fn note_groups(&mut self, rounds: &mut Rounds) {
        for group in 0..self.links.groups.len() {
            let start = self.links.starts.len() + 2 * group;
            rounds.fill(self.links, start);
            self.note(start, rounds);
        }
    }

    /// Returns how many links it takes from the candidate `start` to `end` in the same cell, if more than one
    /// is needed.
    fn distance(&self, start: usize, end: usize) -> Option<usize> {
        let half = self.cells.len();
        let at = match end {
            _ if end == half + start => start,
            _ if end == start || end >= half => return None,
            _ => end,
        };
        let links = self.least[start][at - self.cells[start].start];
        (links != NEVER).then_some(links.into())
    }
}

struct Search<'a> {
    board: &'a Board,
    links: &'a Links,
    walk: Walk,
    /// Outcomes that remove one candidate, and outcomes that remove several.
    outcomes: [Vec<Outcome>; 2],
}

impl Search<'_> {
    /// Adds the outcomes of chains that come back to the cell in which they began.
    fn closed(&mut self, start: usize, distance: impl Fn(usize) -> Option<usize>) {
        let first = self.links.starts[start];
        let (cell, _) = candidate_of(first);
        for digit in Digit::in_mask(self.board.mask(cell)) {
            for end in [false, true].map(|is_on| literal(cell, digit, is_on)) {
                let distance = distance(self.links.number(end)).filter(|&links| links > 1);
                let Some(distance) = distance else { continue };
                let key = match self.closing(first, end) {
                    Some(Closing::Discontinuous(digits)) => {
                        let gone = self.board.in_cell(cell, digits);
                        (Reverse((self.board.mask(cell) & digits).size()), distance + 1, sum(gone))
                    }
                    Some(Closing::Continuous) => {
                        self.walk.expand(self.links, start);
                        let Some(signs) = self.signs(end, true) else { continue };
                        let gone = self.around(&signs, first, end);
                        (Reverse(gone.len()), signs.len(), sum(gone))
                    }
                    None => continue,
                };
                self.offer(Outcome { key, is_open: false, start, end });
            }
        }
    }

    fn closing(&self, start: Literal, end: Literal) -> Option<Closing> {
        let ((cell, a), (_, z)) = (candidate_of(start), candidate_of(end));
        let (is_off, is_on) = (start & 1 == 0, end & 1 != 0);
        let mask = self.board.mask(cell);
        match (is_off, is_on) {
            (false, false) if a == z => Some(Closing::Discontinuous(a.bit())),
            (true, true) if a == z => Some(Closing::Discontinuous(mask & !a.bit())),
            (false, true) if a != z => Some(Closing::Discontinuous(a.bit())),
            (true, false) if a != z => Some(Closing::Discontinuous(z.bit())),
            (false, false) if mask.count_ones() > 2 => None,
            _ => Some(Closing::Continuous),
        }
    }

    /// Adds the outcomes of chains with two ends, one of which is true.
    fn open(&mut self, start: usize, rounds: &Rounds) {
        let (cell, a) = candidate_of(self.links.starts[start]);
        for z in Digit::in_mask(self.board.mask(cell)) {
            let is_same = z == a;
            let seen = if is_same { Cells::ALL } else { self.board.plane(a) & cell.peers() };
            for other in (self.board.plane(z) & seen) - Cells::of(cell) {
                let end = literal(other, z, true);
                let distance = rounds.distance(self.links.number(end)).filter(|&links| links > 1);
                let Some(distance) = distance else { continue };
                let gone = self.board.plane(a) & cell.peers() & other.peers();
                if is_same && gone.len() < 2 {
                    continue;
                }
                let (count, sum) = match is_same {
                    true => (gone.len(), sum(of_digit(a, gone))),
                    false => (2, sum(both_ends(cell, a, other, z))),
                };
                self.offer(Outcome { key: (Reverse(count), distance + 1, sum), is_open: true, start, end });
            }
        }
    }

    /// Finds the first outcome with a valid chain among the outcomes that remove several candidates or,
    /// without `has_several`, among the outcomes that remove one.
    fn first(&mut self, has_several: bool, budget: &mut Budget) -> Within<Option<Step>> {
        let links = self.links;
        let mut outcomes = std::mem::take(&mut self.outcomes[usize::from(has_several)]);
        outcomes.sort_unstable_by_key(|outcome| (outcome.key, outcome.is_open, outcome.start));
        for equal in outcomes.chunk_by_mut(|a, b| (a.key, a.is_open, a.start) == (b.key, b.is_open, b.start))
        {
            budget.spend()?;
            self.walk.expand(links, equal[0].start);
            equal.sort_unstable_by_key(|outcome| self.walk.position(links.number(outcome.end)));
            let step = equal.iter().find_map(|outcome| self.step(outcome));
            if step.is_some() {
                return Ok(step);
            }
        }
        Ok(None)
    }

    fn offer(&mut self, outcome: Outcome) {
        let Reverse(count) = outcome.key.0;
        if count > 0 {
            self.outcomes[usize::from(count > 1)].push(outcome);
        }
    }

    /// Returns the chain to an end in the table built last, if it uses no cell twice. A loop may pass through
    /// its first cell, but does not begin or end within it.
    fn signs(&self, end: Literal, is_loop: bool) -> Option<Vec<Sign>> {
        let number = self.links.number(end);
        self.walk.position(number)?;
        let mut chain = Vec::new();
        self.walk.read(self.links, number, &mut chain);
        let signs: Vec<Sign> = chain.iter().rev().map(|&literal| self.links.sign(literal)).collect();
        let (start, last) = (first(&signs[0]), signs.len() - 1);
        if is_loop && (first(&signs[1]) == start || first(&signs[last]) == first(&signs[last - 1])) {
            return None;
        }
        let mut used = Cells::EMPTY;
        for pair in signs.windows(2) {
            if used.contains(first(&pair[1])) {
                return None;
            }
            if !(is_loop && first(&pair[0]) == start) {
                used |= pair[0].cells;
            }
        }
        Some(signs)
    }

    /// Returns the step of an outcome, if its chain is valid.
    fn step(&self, outcome: &Outcome) -> Option<Step> {
        let (start, end) = (self.links.starts[outcome.start], outcome.end);
        let signs = self.signs(end, !outcome.is_open)?;
        let ((cell, a), (other, z)) = (candidate_of(start), candidate_of(end));
        let closing = if outcome.is_open { None } else { self.closing(start, end) };
        let gone: Vec<Candidate> = match closing {
            None if a == z => of_digit(a, self.board.plane(a) & cell.peers() & other.peers()).collect(),
            None => both_ends(cell, a, other, z).to_vec(),
            Some(Closing::Discontinuous(digits)) => self.board.in_cell(cell, digits).collect(),
            Some(Closing::Continuous) => self.around(&signs, start, end),
        };
        use Technique::*;
        let names = match closing {
            None => [Aic, GroupedAic],
            Some(Closing::Discontinuous(_)) => [DiscontinuousLoop, GroupedDiscontinuousLoop],
            Some(Closing::Continuous) => [ContinuousLoop, GroupedContinuousLoop],
        };
        let name = names[usize::from(signs.iter().any(|sign| sign.cells.len() > 1))];
        let is_continuous = matches!(closing, Some(Closing::Continuous));
        Step::remove(name, gone, || if is_continuous { Why::Loop(signs) } else { Why::Chain(signs) })
    }

    /// Returns the eliminations by a loop in which every link holds both ways.
    fn around(&self, signs: &[Sign], start: Literal, last: Literal) -> Vec<Candidate> {
        let end = signs.len() - 1;
        let mut gone: Vec<Candidate> = Vec::new();
        if start & 1 == 0 && last & 1 != 0 {
            let ((cell, a), (_, z)) = (candidate_of(start), candidate_of(last));
            gone.extend(self.board.in_cell(cell, !(a.bit() | z.bit())));
        }
        let all = signs.iter().fold(Cells::EMPTY, |all, sign| all | sign.cells);
        for k in 1..=end {
            let (before, own) = (&signs[k - 1], &signs[k]);
            if first(before) == first(own) {
                continue;
            }
            if own.is_on && k + 2 <= end {
                let (next, behind) = (&signs[k + 1], &signs[k + 2]);
                if !next.is_on && first(next) == first(own) && behind.is_on && first(behind) != first(next) {
                    let keep = own.digit.bit() | behind.digit.bit();
                    gone.extend(self.board.in_cell(first(own), !keep));
                }
            }
            if !own.is_on {
                let cells = self.board.plane(own.digit) & seen_by_all(own.cells | before.cells);
                gone.extend(of_digit(own.digit, cells - all));
            }
        }
        sorted(gone)
    }
}

/// Returns the eliminations of two ends with different digits: each end loses the other end's digit.
fn both_ends(cell: Cell, a: Digit, end: Cell, z: Digit) -> [Candidate; 2] {
    let mut both = [Candidate::new(z, cell), Candidate::new(a, end)];
    both.sort_unstable();
    both
}

/// Returns the cell of a sign, or the first cell of a group.
fn first(sign: &Sign) -> Cell {
    sign.cells.first().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::tests::states;
    use super::*;

    /// The distances from candidates back to their cells are the same as in a search from each candidate.
    #[test]
    fn the_way_back_is_that_of_the_candidate() {
        let states = states(&[Technique::ContinuousLoop, Technique::GroupedContinuousLoop]);
        let mut known = 0;
        for (board, has_groups) in states.iter().flat_map(|board| [(board, false), (board, true)]) {
            let links = Links::of(board, has_groups);
            assert!(!links.may_be_cut() && links.groups.is_empty() != has_groups);
            let (mut rounds, mut back) = (Rounds::default(), Back::new(&links));
            let half = links.starts.len() / 2;
            for start in half..2 * half {
                rounds.fill(&links, start);
                back.note(start, &rounds);
            }
            back.note_groups(&mut rounds);
            for start in 0..half {
                rounds.fill(&links, start);
                for end in back.cells[start].clone().flat_map(|end| [end, half + end]) {
                    let distance = rounds.distance(end).filter(|&links| links > 1);
                    assert_eq!(back.distance(start, end), distance, "{start} {end}");
                    known += usize::from(distance.is_some());
                }
            }
        }
        assert!(known > 100, "{known}");
    }
}
