//! Nice loops and AICs, plain and grouped: chains read from tables of links.

use super::board::{Board, of_digit, seen_by_all};
use super::links::{Links, Rounds, Walk};
use super::step::{Sign, Step, Why, sorted, sum};
use super::tables::{Literal, candidate_of, literal};
use crate::budget::{Budget, Within};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Candidate, Cells, PEERS, bits};
use std::cmp::Reverse;

/// The best one: most eliminations, then the shortest chain, then the least sum, then the first. All but the
/// eliminations of a continuous loop is known before chains are read.
pub fn nice_loop(board: &Board, links: &Links, budget: &mut Budget) -> Within<Option<Step>> {
    let mut search = Search { board, links, walk: Walk::default(), outcomes: Vec::new() };
    let mut rounds = Rounds::default();
    for start in 0..links.starts.len() {
        budget.take(LINK_ROUNDS)?;
        rounds.fill(links, start);
        search.closed(start, &rounds);
        if links.starts[start] & 1 == 0 {
            search.open(start, &rounds);
        }
    }
    let mut outcomes = std::mem::take(&mut search.outcomes);
    outcomes.sort_unstable_by_key(|outcome| (outcome.key, outcome.is_open, outcome.start));
    for equal in outcomes.chunk_by_mut(|a, b| (a.key, a.is_open, a.start) == (b.key, b.is_open, b.start)) {
        budget.spend()?;
        search.walk.expand(links, equal[0].start);
        equal.sort_unstable_by_key(|outcome| search.walk.position(links.number(outcome.end)));
        let step = equal.iter().find_map(|outcome| search.step(outcome));
        if step.is_some() {
            return Ok(step);
        }
    }
    Ok(None)
}

/// What the table of a start costs.
const LINK_ROUNDS: u64 = 8;

type Key = (Reverse<usize>, usize, u32);

/// What a chain may remove, if it is one: from the start, by its number, to the end.
struct Outcome {
    key: Key,
    /// Whether the end is in another cell. These are looked for after the others.
    is_open: bool,
    start: usize,
    end: Literal,
}

/// What a chain removes that comes back to its cell.
enum Closing {
    /// These digits of the cell.
    Discontinuous(u16),
    /// What its links say together.
    Continuous,
}

struct Search<'a> {
    board: &'a Board,
    links: &'a Links,
    walk: Walk,
    outcomes: Vec<Outcome>,
}

impl Search<'_> {
    /// The chains that come back to the cell in which they began.
    fn closed(&mut self, start: usize, rounds: &Rounds) {
        let first = self.links.starts[start];
        let (cell, _) = candidate_of(first);
        for digit in bits(self.board.mask(cell)) {
            for end in [false, true].map(|is_on| literal(cell, digit, is_on)) {
                let Some(distance) = self.distance(rounds, end) else { continue };
                let key = match self.closing(first, end) {
                    Some(Closing::Discontinuous(digits)) => {
                        let gone = self.board.in_cell(cell, digits);
                        (
                            Reverse((self.board.mask(cell) & digits).count_ones() as usize),
                            distance + 1,
                            sum(gone),
                        )
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
            (false, false) if a == z => Some(Closing::Discontinuous(1 << a)),
            (true, true) if a == z => Some(Closing::Discontinuous(mask & !(1 << a))),
            (false, true) if a != z => Some(Closing::Discontinuous(1 << a)),
            (true, false) if a != z => Some(Closing::Discontinuous(1 << z)),
            (false, false) if mask.count_ones() > 2 => None,
            _ => Some(Closing::Continuous),
        }
    }

    /// The chains of whose two ends one is true.
    fn open(&mut self, start: usize, rounds: &Rounds) {
        let (cell, a) = candidate_of(self.links.starts[start]);
        for z in bits(self.board.mask(cell)) {
            let is_same = z == a;
            let seen = if is_same { Cells::ALL } else { self.board.plane(a) & PEERS[cell] };
            for other in (self.board.plane(z) & seen) - Cells::of(cell) {
                let end = literal(other, z, true);
                let Some(distance) = self.distance(rounds, end) else { continue };
                let gone = self.board.plane(a) & PEERS[cell] & PEERS[other];
                if is_same && gone.len() < 2 {
                    continue;
                }
                let (count, sum) = match is_same {
                    true => (gone.len(), sum(of_digit(a, gone))),
                    false => (2, sum(both_ends((cell, a), (other, z)))),
                };
                self.offer(Outcome { key: (Reverse(count), distance + 1, sum), is_open: true, start, end });
            }
        }
    }

    /// By how many links an end follows, if it does by more than one.
    fn distance(&self, rounds: &Rounds, end: Literal) -> Option<usize> {
        rounds.distance(self.links.number(end)).filter(|&links| links > 1)
    }

    fn offer(&mut self, outcome: Outcome) {
        if outcome.key.0 != Reverse(0) {
            self.outcomes.push(outcome);
        }
    }

    /// The chain to an end in the table that was made last, if it uses no cell twice. A loop may come through
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

    /// The step of an outcome, if its chain is one.
    fn step(&self, outcome: &Outcome) -> Option<Step> {
        let (start, end) = (self.links.starts[outcome.start], outcome.end);
        let signs = self.signs(end, !outcome.is_open)?;
        let ((cell, a), (other, z)) = (candidate_of(start), candidate_of(end));
        let closing = if outcome.is_open { None } else { self.closing(start, end) };
        let gone: Vec<Candidate> = match closing {
            None if a == z => of_digit(a, self.board.plane(a) & PEERS[cell] & PEERS[other]).collect(),
            None => both_ends((cell, a), (other, z)).to_vec(),
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

    /// What a loop removes whose every link holds both ways.
    fn around(&self, signs: &[Sign], start: Literal, last: Literal) -> Vec<Candidate> {
        let end = signs.len() - 1;
        let mut gone: Vec<Candidate> = Vec::new();
        if start & 1 == 0 && last & 1 != 0 {
            let ((cell, a), (_, z)) = (candidate_of(start), candidate_of(last));
            gone.extend(self.board.in_cell(cell, !(1 << a | 1 << z)));
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
                    let keep = 1 << own.digit | 1 << behind.digit;
                    gone.extend(self.board.in_cell(first(own), !keep));
                }
            }
            if !own.is_on {
                let digit = usize::from(own.digit);
                let cells = self.board.plane(digit) & seen_by_all(own.cells | before.cells);
                gone.extend(of_digit(digit, cells - all));
            }
        }
        sorted(gone)
    }
}

/// Of two ends with different digits each loses the other's.
fn both_ends((cell, a): (usize, usize), (end, z): (usize, usize)) -> [Candidate; 2] {
    let mut both = [Candidate::new(z, cell), Candidate::new(a, end)];
    both.sort_unstable();
    both
}

/// The cell of a sign, the first one of a group.
fn first(sign: &Sign) -> usize {
    sign.cells.first().unwrap_or(0)
}
