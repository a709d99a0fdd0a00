//! Forcing chains and nets: contradictions and verities from the tables.

use super::board::Board;
use super::step::{End, Forcing, Step, Why};
use super::tables::{CANDIDATES, Literal, candidate_of, literal};
use crate::budget::{Budget, Within};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Candidate, Cell, Cells, Digit, House, HouseKind};
use std::collections::BTreeSet;

/// Consequences of an assumption: the true and the false places of each digit.
#[derive(Clone, Copy, Default)]
struct Outcome {
    on: [Cells; 9],
    off: [Cells; 9],
}

/// Conclusion, in order: placements before eliminations, both by cell, eliminations also by digit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Conclusion {
    is_elimination: bool,
    cell: Cell,
    digit: Digit,
}

/// Receiver of proofs.
type Show<'a> = &'a mut dyn FnMut(Conclusion, bool, End, &[Way]);

/// Chain of a proof: from this assumption to that literal.
#[derive(Clone, Copy)]
pub struct Way {
    pub start: Literal,
    pub target: Literal,
}

/// Tables from which proofs are read.
pub trait Source {
    /// Whether only proofs with side branches count.
    const IS_NET: bool;

    /// Returns the literals that have a table: true ones, then false ones.
    fn starts(&self) -> &[Literal];

    /// Calls `show` with all consequences of a start.
    fn follow(&mut self, start: Literal, show: &mut impl FnMut(Literal));

    /// Returns the length of the chain from a start to a literal that follows, and whether it has side
    /// branches.
    fn measure(&mut self, way: Way) -> Option<(usize, bool)>;
}

/// Finds the first conclusion that has a proof, and its shortest proof. (Inlined into its caller, the search
/// takes longer.)
#[inline(never)]
pub fn forcing(board: &Board, source: &mut impl Source, budget: &mut Budget) -> Within<Option<Step>> {
    let starts = source.starts().to_vec();
    let mut outcomes = vec![Outcome::default(); 2 * CANDIDATES];
    for &start in &starts {
        let outcome = &mut outcomes[usize::from(start)];
        let mut count = 0;
        source.follow(start, &mut |literal| {
            count += 1;
            if usize::from(literal >> 1) < CANDIDATES {
                let (cell, digit) = candidate_of(literal);
                let plane = if literal & 1 != 0 { &mut outcome.on } else { &mut outcome.off };
                plane[digit].insert(cell);
            }
        });
        budget.take(count)?;
    }
    let allowed = std::array::from_fn(|digit| board.allowed(Digit::new(digit)));
    let proofs = Proofs { board, starts, outcomes, allowed };
    let mut results: BTreeSet<Conclusion> = BTreeSet::new();
    proofs.each(None, &mut |result, _, _, _| _ = results.insert(group_of(result)));
    for wanted in results {
        let mut best: [Option<Found>; 2] = [None, None];
        let mut number = 0;
        proofs.each(Some(wanted), &mut |result, is_verity, end, ways| {
            number += 1;
            let best = &mut best[usize::from(is_verity)];
            if let Some(found) = Found::read(source, result, end, ways, number, best.as_ref()) {
                *best = Some(found);
            }
        });
        budget.take(1 + number)?;
        let found = best.into_iter().enumerate().filter_map(|(kind, found)| Some((kind, found?)));
        // If a contradiction and a verity both lead to a placement, the one found first is taken, whatever
        // its length.
        let len = |found: &Found| if wanted.is_elimination { found.len } else { 0 };
        if let Some((kind, found)) = found.min_by_key(|(_, found)| (len(found), found.number)) {
            return Ok(Some(found.step(kind == 1)));
        }
    }
    Ok(None)
}

/// Returns the group of a conclusion: placements in one cell are compared by their proofs.
fn group_of(result: Conclusion) -> Conclusion {
    let digit = if result.is_elimination { result.digit } else { Digit::new(0) };
    Conclusion { digit, ..result }
}

/// Returns the conclusion if an assumption leads to a contradiction.
fn opposite_of(start: Literal) -> Conclusion {
    let (cell, digit) = candidate_of(start);
    Conclusion { is_elimination: start & 1 != 0, cell, digit }
}

struct Proofs<'a> {
    board: &'a Board,
    starts: Vec<Literal>,
    outcomes: Vec<Outcome>,
    /// Cells that no value keeps from holding each digit.
    allowed: [Cells; 9],
}

impl Proofs<'_> {
    fn outcome(&self, start: Literal) -> &Outcome {
        &self.outcomes[usize::from(start)]
    }

    /// Shows all proofs, or the proofs of one group, in order: the conclusion of each proof, whether the
    /// proof is a verity, its end, and its chains.
    fn each(&self, wanted: Option<Conclusion>, show: &mut impl FnMut(Conclusion, bool, End, &[Way])) {
        let is_wanted = |result: Conclusion| wanted.is_none_or(|wanted| group_of(result) == wanted);
        let mut show_wanted = |result: Conclusion, is_verity: bool, end: End, ways: &[Way]| {
            if is_wanted(result) {
                show(result, is_verity, end, ways);
            }
        };
        let show = &mut show_wanted;
        let (on, off) = self.starts.split_at(self.starts.len() / 2);
        for (&on, &off) in on.iter().zip(off) {
            for start in [on, off] {
                if is_wanted(opposite_of(start)) {
                    self.contradictions(start, show);
                }
            }
        }
        for (&on, &off) in on.iter().zip(off) {
            let (cell, digit) = candidate_of(on);
            let rest = Cells::ALL - Cells::of(cell);
            self.verities(&[on, off], rest, End::Both(Candidate::new(digit, cell)), show);
        }
        for cell in self.board.open() {
            let starts: Vec<Literal> =
                Digit::in_mask(self.board.mask(cell)).map(|digit| literal(cell, digit, true)).collect();
            self.verities(&starts, Cells::ALL, End::Cell(cell), show);
        }
        for house in House::all() {
            for digit in Digit::all() {
                let places = self.board.places(house, digit);
                let starts: Vec<Literal> = places.map(|cell| literal(cell, digit, true)).collect();
                self.verities(&starts, Cells::ALL, End::House(house, digit), show);
            }
        }
    }

    fn contradictions(&self, start: Literal, show: &mut impl FnMut(Conclusion, bool, End, &[Way])) {
        let Outcome { on, off } = self.outcome(start);
        let result = opposite_of(start);
        let Conclusion { cell, digit, .. } = result;
        let opposite = if start & 1 != 0 { off } else { on };
        if opposite[digit].contains(cell) {
            show(result, false, End::Contradiction, &[Way { start, target: start ^ 1 }]);
        }
        for digit in Digit::all() {
            if let Some(cell) = (on[digit] & off[digit]).first() {
                let ways = [true, false].map(|is_on| Way { start, target: literal(cell, digit, is_on) });
                show(result, false, End::Contradiction, &ways);
            }
        }
        for p in Digit::all() {
            for q in Digit::all().skip(p.index() + 1) {
                if let Some(cell) = (on[p] & on[q]).first() {
                    let ways = [p, q].map(|digit| Way { start, target: literal(cell, digit, true) });
                    show(result, false, End::Contradiction, &ways);
                }
            }
        }
        let mut ways = Vec::new();
        for kind in HouseKind::ALL {
            for (digit, on) in Digit::all().zip(on).filter(|(_, on)| has_two(**on)) {
                for house in House::of_kind(kind) {
                    let cells = *on & house.cells();
                    if has_two(cells) {
                        ways.clear();
                        ways.extend(cells.map(|cell| Way { start, target: literal(cell, digit, true) }));
                        show(result, false, End::Contradiction, &ways);
                    }
                }
            }
        }
        let some_on = on.iter().fold(Cells::EMPTY, |all, plane| all | *plane);
        let open = Digit::all().fold(Cells::EMPTY, |all, digit| all | (self.board.plane(digit) - off[digit]));
        for cell in self.board.open() - some_on - open {
            ways.clear();
            ways.extend(
                Digit::in_mask(self.board.mask(cell))
                    .map(|digit| Way { start, target: literal(cell, digit, false) }),
            );
            show(result, false, End::Contradiction, &ways);
        }
        for kind in HouseKind::ALL {
            for (digit, off) in Digit::all().zip(off).filter(|(_, off)| !off.is_empty()) {
                for house in House::of_kind(kind) {
                    let cells = self.allowed[digit] & house.cells();
                    if !cells.is_empty() && cells.is_subset(*off) {
                        ways.clear();
                        ways.extend(cells.map(|cell| Way { start, target: literal(cell, digit, false) }));
                        show(result, false, End::Contradiction, &ways);
                    }
                }
            }
        }
    }

    /// Shows the conclusions in `cells` that follow from every assumption in `starts`.
    fn verities(
        &self, starts: &[Literal], cells: Cells, end: End,
        show: &mut impl FnMut(Conclusion, bool, End, &[Way]),
    ) {
        let Some((&first, rest)) = starts.split_first() else { return };
        let mut all = *self.outcome(first);
        for &start in rest {
            let other = self.outcome(start);
            for digit in Digit::all() {
                all.on[digit] &= other.on[digit];
                all.off[digit] &= other.off[digit];
            }
        }
        let show_all = |is_on: bool, digit: Digit, show: Show| {
            let plane = if is_on { all.on[digit] } else { all.off[digit] };
            for cell in plane & cells {
                let target = literal(cell, digit, is_on);
                let ways: Vec<Way> = starts.iter().map(|&start| Way { start, target }).collect();
                show(Conclusion { is_elimination: !is_on, cell, digit }, true, end, &ways);
            }
        };
        if matches!(end, End::Both(_)) {
            Digit::all().for_each(|digit| show_all(true, digit, show));
            Digit::all().for_each(|digit| show_all(false, digit, show));
        } else {
            for digit in Digit::all() {
                show_all(true, digit, show);
                show_all(false, digit, show);
            }
        }
    }
}

fn has_two(mut cells: Cells) -> bool {
    cells.next().is_some() && !cells.is_empty()
}

/// A proof of a conclusion.
struct Found {
    result: Conclusion,
    end: End,
    len: usize,
    /// Number of the proof of the same kind that was found first.
    number: u64,
    has_branches: bool,
}

impl Found {
    /// Reads the chains of a proof; returns `None` if it is not better than the best.
    fn read<S: Source>(
        source: &mut S, result: Conclusion, end: End, ways: &[Way], number: u64, best: Option<&Found>,
    ) -> Option<Found> {
        let (mut len, mut has_branches) = (0, false);
        for &way in ways {
            let (own, has_own) = source.measure(way)?;
            len += own;
            has_branches |= has_own;
        }
        let is_worse = best.is_some_and(|best| best.len <= len) || S::IS_NET && !has_branches;
        let number = best.map_or(number, |best| best.number);
        (!is_worse).then_some(Found { result, end, len, number, has_branches })
    }

    fn step(self, is_verity: bool) -> Step {
        let Conclusion { is_elimination, cell, digit } = self.result;
        let technique = match (self.has_branches, is_verity) {
            (false, false) => Technique::ForcingChainContradiction,
            (false, true) => Technique::ForcingChainVerity,
            (true, false) => Technique::ForcingNetContradiction,
            (true, true) => Technique::ForcingNetVerity,
        };
        let candidate = Candidate::new(digit, cell);
        let why = Why::Forcing(Forcing { candidate, holds: !is_elimination, end: self.end });
        let (placement, eliminations) =
            if is_elimination { (None, vec![candidate]) } else { (Some(candidate), Vec::new()) };
        Step { technique, placement, eliminations, why }
    }
}
