//! Exocets: two base cells of a block and a line, and two targets, so that each live template of a digit of
//! the base through one of its cells takes a target. So base and targets hold the same two digits: otherwise
//! some template would take a target and no base cell, and in all there are as many targets as base cells.
//!
//! That contains the exocets with cross-lines, junior and senior: three lines in which a digit of the base
//! has no room for three places but with a target. Which lines these are is looked up for the text only.

use crate::budget::{Budget, Within};
use crate::evidence::{Digit, Evidence, Exocet, House, Target};
use crate::grid::{Candidates, Cells, Grid, HOUSES, PEERS, bits, notation::Variable};
use crate::rule::Findings;
use crate::state::State;
use crate::templates::Live;

/// States with more live templates have no exocets looked for: they are as open as that.
const MOST: usize = 20_000;

/// A base and its targets. A target of two cells holds a digit besides that is not of the base, `locked`.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub base: Cells,
    /// The candidates of the base, as a mask.
    pub digits: u16,
    pub targets: [Cells; 2],
    pub locked: [Option<usize>; 2],
}

/// The live templates of a state, as cells.
#[derive(Default)]
pub(super) struct Lists(pub [Vec<Cells>; 9]);

impl Lists {
    pub fn of(state: &mut State) -> Within<Option<Lists>> {
        let (grid, live, budget) = state.keep::<Live>();
        live.see(grid);
        let count: usize = (0..9).map(|digit| live.count(digit)).sum();
        budget.take(count as u64 / 4)?;
        if count > MOST {
            return Ok(None);
        }
        live.list();
        Ok(Some(Lists(std::array::from_fn(|digit| live.of_digit(digit).collect()))))
    }

    fn union(&self, digit: usize, mut stays: impl FnMut(Cells) -> bool) -> Cells {
        self.0[digit].iter().fold(Cells::EMPTY, |all, &own| if stays(own) { all | own } else { all })
    }

    /// Those of the base's digits that take a cell of it.
    fn through(&self, base: Cells, digits: u16) -> Vec<Cells> {
        let of_digit = bits(digits).flat_map(|digit| self.0[digit].iter());
        of_digit.copied().filter(|template| template.intersects(base)).collect()
    }
}

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let Some(lists) = Lists::of(state)? else { return Ok(()) };
    let mut budget = state.budget;
    let grid = state.grid();
    for exocet in all(grid, &lists, &mut budget)? {
        let targets = exocet.proves(grid, &lists);
        found.eliminate(&targets, || Evidence::Exocet(vec![exocet.evidence(grid)]));
    }
    state.budget = budget;
    Ok(())
}

/// As above with a target of two cells that hold one digit of the base and another one, which has no other
/// place in their block or line.
pub(in crate::rules) fn find_locked(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let Some(lists) = Lists::of(state)? else { return Ok(()) };
    let mut budget = state.budget;
    let grid = state.grid();
    let groups = groups(grid);
    for (base, digits) in bases(grid) {
        let through = lists.through(base, digits);
        budget.take((through.len() * groups.len()) as u64 / 16 + 1)?;
        let fitting =
            |&(cells, locked): &(Cells, usize)| digits >> locked & 1 == 0 && !cells.intersects(base);
        let groups: Vec<(Cells, usize)> = groups.iter().copied().filter(fitting).collect();
        for (k, &(group, locked)) in groups.iter().enumerate() {
            let rest: Vec<Cells> = through.iter().filter(|own| !own.intersects(group)).copied().collect();
            if rest.is_empty() {
                continue;
            }
            let mut report = |second: Cells, its: Option<usize>| {
                // What all of them take would be a target by itself.
                let is_enough = through.iter().all(|own| own.intersects(second));
                let exocet = Found { base, digits, targets: [group, second], locked: [Some(locked), its] };
                if !is_enough {
                    found.eliminate(&exocet.proves(grid, &lists), || {
                        Evidence::Exocet(vec![exocet.evidence(grid)])
                    });
                }
            };
            let cells = !grid.placed() - base - group;
            let others = rest.iter().fold(cells, |others, &own| others & own);
            others.for_each(|cell| report(Cells::of(cell), None));
            for &(second, its) in &groups[k + 1..] {
                let is_apart = !second.intersects(group);
                if is_apart && rest.iter().all(|own| own.intersects(second)) {
                    report(second, Some(its));
                }
            }
        }
    }
    state.budget = budget;
    Ok(())
}

/// All with targets of one cell.
pub(super) fn all(grid: &Grid, lists: &Lists, budget: &mut Budget) -> Within<Vec<Found>> {
    let mut all = Vec::new();
    for (base, digits) in bases(grid) {
        let through = lists.through(base, digits);
        budget.take(through.len() as u64 / 8 + 1)?;
        let [first, ..] = through[..] else { continue };
        // What all of them take would be a target by itself, and two digits of the base in it.
        let everywhere = through.iter().fold(first, |all, &own| all & own);
        let cells = !grid.placed() - base - everywhere;
        for one in first & cells {
            let mut others = cells - Cells::of(one);
            for &template in through.iter().filter(|template| !template.contains(one)) {
                others &= template;
                if others.is_empty() {
                    break;
                }
            }
            // A pair of targets in the first template is found twice.
            for other in others.filter(|&other| !first.contains(other) || one < other) {
                let targets = [one, other].map(Cells::of);
                all.push(Found { base, digits, targets, locked: [None; 2] });
            }
        }
    }
    Ok(all)
}

/// Two undecided cells of a block and a line with three to five candidates.
fn bases(grid: &Grid) -> impl Iterator<Item = (Cells, u16)> {
    let open = !grid.placed();
    mini_lines().flat_map(move |line| {
        let cells = line & open;
        let pairs =
            cells.flat_map(move |a| (cells - Cells::of(a)).filter(move |&b| a < b).map(move |b| (a, b)));
        let with_digits =
            pairs.map(|(a, b)| (Cells::of(a) | Cells::of(b), grid.digits_of(a) | grid.digits_of(b)));
        with_digits.filter(|base| (3..=5).contains(&base.1.count_ones()))
    })
}

/// The cells that a line and a block have in common.
fn mini_lines() -> impl Iterator<Item = Cells> {
    let crossed = |line: usize| (18..27).map(move |block| HOUSES[line] & HOUSES[block]);
    (0..18).flat_map(crossed).filter(|cells| !cells.is_empty())
}

/// Two undecided cells of a block and a line that are the only places there of a digit, in the block or in
/// the line; and the digit.
fn groups(grid: &Grid) -> Vec<(Cells, usize)> {
    let mut groups = Vec::new();
    for line in 0..18 {
        for block in 18..27 {
            for digit in 0..9 {
                let cells = HOUSES[line] & HOUSES[block] & grid.open_plane(digit);
                let is_all = |house: usize| grid.open_plane(digit) & HOUSES[house] == cells;
                if cells.len() == 2 && (is_all(line) || is_all(block)) {
                    groups.push((cells, digit));
                }
            }
        }
    }
    groups
}

impl Found {
    pub fn all_targets(&self) -> Cells {
        self.targets[0] | self.targets[1]
    }

    /// Base and targets.
    pub fn cells(&self) -> Cells {
        self.base | self.all_targets()
    }

    /// Whether a template may be in the solution: it takes as many targets as base cells, or fewer, and of a
    /// digit that is locked in a target besides this one.
    pub fn allows(&self, digit: usize, template: Cells) -> bool {
        let locked = self.locked.iter().filter(|&&its| its == Some(digit)).count();
        (template & self.all_targets()).len() <= (template & self.base).len() + locked
    }

    /// The candidates that lose their last template.
    fn proves(&self, grid: &Grid, lists: &Lists) -> Candidates {
        let choices = match self.locked {
            [None, None] => Some(Choices::of(&[*self], lists)),
            _ => None,
        };
        conclude((grid, lists), self.cells(), |digit, template| {
            self.allows(digit, template) && choices.as_ref().is_none_or(|own| own.allows(digit, template))
        })
    }

    pub fn evidence(&self, grid: &Grid) -> Exocet {
        let cell = |cell: usize| Variable::Cell(cell as u8);
        let target = |(cells, locked): (Cells, Option<usize>)| Target {
            cells: cells.map(cell).collect(),
            locked: locked.map(|digit| Digit(digit as u8)),
        };
        Exocet {
            base: self.base.map(cell).collect(),
            digits: bits(self.digits).map(|digit| Digit(digit as u8)).collect(),
            targets: self.targets.into_iter().zip(self.locked).map(target).collect(),
            lines: self.lines(grid).into_iter().flatten().map(|line| House(line as u8)).collect(),
        }
    }

    /// Three lines across that of the base, the first in its block: outside of that line and block, but for
    /// the targets, no digit of the base that may be true there has three places in them that see no other.
    fn lines(&self, grid: &Grid) -> Option<[usize; 3]> {
        let whole = (0..18).find(|&line| self.base.is_subset(HOUSES[line]))?;
        let block = (18..27).find(|&block| self.base.is_subset(HOUSES[block]))?;
        let across = if whole < 9 { 9..18 } else { 0..9 };
        let first = across.clone().find(|&line| {
            HOUSES[line].intersects(HOUSES[whole] & HOUSES[block]) && !HOUSES[line].intersects(self.base)
        })?;
        let mut others = across.filter(|&line| !HOUSES[line].intersects(HOUSES[block]));
        let others: Vec<usize> = others.by_ref().collect();
        let pairs =
            others.iter().flat_map(|&a| others.iter().filter(move |&&b| a < b).map(move |&b| [first, a, b]));
        let mut fitting = pairs.filter(|lines| {
            let cells = lines.iter().fold(Cells::EMPTY, |all, &line| all | HOUSES[line]);
            let cells = cells - HOUSES[whole] - HOUSES[block];
            self.all_targets().is_subset(cells)
                && bits(self.digits).all(|digit| {
                    let places = grid.plane(digit) & cells;
                    !has_three(places, lines) || !has_three(places - self.all_targets(), lines)
                })
        });
        fitting.next()
    }
}

/// Whether one place on each line can be taken of which none sees another.
fn has_three(places: Cells, lines: &[usize; 3]) -> bool {
    let [a, b, c] = lines.map(|line| places & HOUSES[line]);
    a.into_iter().any(|first| {
        let (b, c) = (b - PEERS[first], c - PEERS[first]);
        b.into_iter().any(|second| !(c - PEERS[second]).is_empty())
    })
}

/// The candidates without a template that stays: of those with a live template, and in these cells of all.
pub(super) fn conclude(
    (grid, lists): (&Grid, &Lists), cells: Cells, mut stays: impl FnMut(usize, Cells) -> bool,
) -> Candidates {
    let kept = std::array::from_fn(|digit| lists.union(digit, |template| stays(digit, template)));
    without_template((grid, lists), cells, &kept)
}

/// As above, where the templates of each digit that stay have these cells.
pub(super) fn without_template(
    (grid, lists): (&Grid, &Lists), cells: Cells, kept: &[Cells; 9],
) -> Candidates {
    Candidates(std::array::from_fn(|digit| {
        let open = grid.open_plane(digit);
        if open.is_empty() {
            return Cells::EMPTY;
        }
        (open & (cells | lists.union(digit, |_| true))) - kept[digit]
    }))
}

/// Choices of digits: each base holds two, its targets the same. What choices give each digit, of the cells
/// of all bases and targets.
pub(super) struct Choices {
    cells: Vec<usize>,
    digits: u16,
    given: [Sets; 9],
    /// Whether no choice gives a digit to two bases.
    pub bases_differ: bool,
}

/// Sets of at most eight things, by their masks.
#[derive(Clone, Copy, Default)]
struct Sets([u64; 4]);

impl Sets {
    fn insert(&mut self, set: usize) {
        self.0[set / 64] |= 1 << (set % 64);
    }

    fn contains(&self, set: usize) -> bool {
        self.0[set / 64] >> (set % 64) & 1 != 0
    }
}

/// A choice as it is made: the cells of each digit so far, and the digits that bases have.
#[derive(Clone, Copy, Default)]
struct Choice {
    given: [usize; 9],
    of_bases: u16,
    bases_differ: bool,
}

impl Choices {
    /// Those for which each digit has a template that takes what it is given, and no more.
    pub fn of(exocets: &[Found], lists: &Lists) -> Choices {
        let all = exocets.iter().fold(Cells::EMPTY, |all, one| all | one.cells());
        let digits = exocets.iter().fold(0, |all, one| all | one.digits);
        let mut own =
            Choices { cells: all.collect(), digits, given: [Sets::default(); 9], bases_differ: true };
        let mut live = [Sets::default(); 9];
        for digit in bits(digits) {
            let possible = |own: &&Cells| exocets.iter().all(|one| one.allows(digit, **own));
            lists.0[digit]
                .iter()
                .filter(possible)
                .for_each(|&template| live[digit].insert(own.set(template)));
        }
        own.choose(exocets, &live, Choice { bases_differ: true, ..Choice::default() });
        own
    }

    /// The cells among these, as a mask.
    fn set(&self, cells: Cells) -> usize {
        self.cells.iter().enumerate().fold(0, |set, (k, &cell)| set | usize::from(cells.contains(cell)) << k)
    }

    /// Goes through the choices for these exocets.
    fn choose(&mut self, exocets: &[Found], live: &[Sets; 9], choice: Choice) {
        let Some((first, rest)) = exocets.split_first() else {
            if bits(self.digits).all(|digit| live[digit].contains(choice.given[digit])) {
                bits(self.digits).for_each(|digit| self.given[digit].insert(choice.given[digit]));
                self.bases_differ &= choice.bases_differ;
            }
            return;
        };
        let masks = |cells: Cells| cells.map(|cell| self.set(Cells::of(cell))).collect::<Vec<usize>>();
        let (bases, targets) = (masks(first.base), masks(first.all_targets()));
        for a in bits(first.digits) {
            for b in bits(first.digits).filter(|&b| b != a) {
                for [x, y] in [[0, 1], [1, 0]] {
                    let (pair, mut more) = (1 << a | 1 << b, choice);
                    more.bases_differ &= choice.of_bases & pair == 0;
                    more.of_bases |= pair;
                    more.given[a] |= bases[0] | targets[x];
                    more.given[b] |= bases[1] | targets[y];
                    // No cell has two digits.
                    let sizes: u32 = more.given.iter().map(|set| set.count_ones()).sum();
                    if more.given.iter().fold(0, |all, set| all | set).count_ones() == sizes {
                        self.choose(rest, live, more);
                    }
                }
            }
        }
    }

    /// Whether a template takes what a choice gives its digit.
    pub fn allows(&self, digit: usize, template: Cells) -> bool {
        self.digits >> digit & 1 == 0 || self.given[digit].contains(self.set(template))
    }
}
