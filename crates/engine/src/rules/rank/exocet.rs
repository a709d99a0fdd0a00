//! Exocets: two base cells of a block and a line, and two targets such that each live template of a base
//! digit through a base cell takes a target. So base and targets hold the same two digits: otherwise some
//! template would take a target and no base cell, but in all there are as many targets as base cells.
//!
//! The rule contains the exocets with cross-lines, junior and senior: three lines in which a base digit has
//! no room for three places without a target. The lines are determined for the text only.

use crate::budget::{Budget, Within, units};
use crate::evidence::{Evidence, Exocet, Target};
use crate::grid::{Candidates, Cell, Cells, Digit, Grid, House, HouseKind, notation::Variable};
use crate::rule::Findings;
use crate::state::State;
use crate::templates::Live;

/// Most live templates of a state in which exocets are searched for: a state with more is too open.
const MOST: usize = 20_000;

/// A base and its targets. A target of two cells also holds a digit that is not of the base, `locked`.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub base: Cells,
    /// Candidates of the base, as a mask.
    pub digits: u16,
    pub targets: [Cells; 2],
    pub locked: [Option<Digit>; 2],
}

/// Live templates of a state, as cells.
#[derive(Default)]
pub(super) struct Lists(pub [Vec<Cells>; 9]);

impl Lists {
    pub fn of(state: &mut State) -> Within<Option<Lists>> {
        let (grid, live, budget) = state.keep::<Live>();
        live.see(grid);
        let count: usize = Digit::all().map(|digit| live.count(digit)).sum();
        budget.take(units(count) / 4)?;
        if count > MOST {
            return Ok(None);
        }
        live.list();
        Ok(Some(Lists(std::array::from_fn(|digit| live.of_digit(Digit::new(digit)).collect()))))
    }

    fn union(&self, digit: Digit, mut stays: impl FnMut(Cells) -> bool) -> Cells {
        self.0[digit].iter().fold(Cells::EMPTY, |all, &own| if stays(own) { all | own } else { all })
    }

    /// Returns the templates of the base digits that take a base cell.
    fn through(&self, base: Cells, digits: u16) -> Vec<Cells> {
        let of_digit = Digit::in_mask(digits).flat_map(|digit| self.0[digit].iter());
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

/// Finds exocets with a target of two cells that hold a base digit and another digit, which has no other
/// place in their block or line.
pub(in crate::rules) fn find_locked(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let Some(lists) = Lists::of(state)? else { return Ok(()) };
    let mut budget = state.budget;
    let grid = state.grid();
    let groups = groups(grid);
    for (base, digits) in bases(grid) {
        let through = lists.through(base, digits);
        budget.take(units(through.len() * groups.len()) / 16 + 1)?;
        let fitting =
            |&(cells, locked): &(Cells, Digit)| digits & locked.bit() == 0 && !cells.intersects(base);
        let groups: Vec<(Cells, Digit)> = groups.iter().copied().filter(fitting).collect();
        for (k, &(group, locked)) in groups.iter().enumerate() {
            let rest: Vec<Cells> = through.iter().filter(|own| !own.intersects(group)).copied().collect();
            if rest.is_empty() {
                continue;
            }
            let mut report = |second: Cells, its: Option<Digit>| {
                // A target that all templates take would be enough by itself.
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

/// Finds all exocets with targets of one cell.
pub(super) fn all(grid: &Grid, lists: &Lists, budget: &mut Budget) -> Within<Vec<Found>> {
    let mut all = Vec::new();
    for (base, digits) in bases(grid) {
        let through = lists.through(base, digits);
        budget.take(units(through.len()) / 8 + 1)?;
        let [first, ..] = through[..] else { continue };
        // A cell that all templates take would be a target by itself, and hold two base digits.
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

/// Returns all bases: two undecided cells of a block and a line, with three to five candidates in all.
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

/// Returns the cells of each crossing of a line and a block.
fn mini_lines() -> impl Iterator<Item = Cells> {
    let crossed = |line: House| House::blocks().map(move |block| line.cells() & block.cells());
    House::lines().flat_map(crossed).filter(|cells| !cells.is_empty())
}

/// Returns all pairs of undecided cells in both a block and a line that are a digit's only places in the
/// block or in the line, each pair with the digit.
fn groups(grid: &Grid) -> Vec<(Cells, Digit)> {
    let mut groups = Vec::new();
    for line in House::lines() {
        for block in House::blocks() {
            for digit in Digit::all() {
                let cells = line.cells() & block.cells() & grid.open_plane(digit);
                let is_all = |house: House| grid.open_plane(digit) & house.cells() == cells;
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

    /// Returns the cells of the base and the targets.
    pub fn cells(&self) -> Cells {
        self.base | self.all_targets()
    }

    /// Whether a template may be in the solution: whether it takes at most as many targets as base cells, and
    /// one more for each target in which its digit is locked.
    pub fn allows(&self, digit: Digit, template: Cells) -> bool {
        let locked = self.locked.iter().filter(|&&its| its == Some(digit)).count();
        (template & self.all_targets()).len() <= (template & self.base).len() + locked
    }

    /// Returns the candidates that lose their last template.
    fn proves(&self, grid: &Grid, lists: &Lists) -> Candidates {
        let choices = match self.locked {
            [None, None] => Some(Choices::of(&[*self], lists)),
            _ => None,
        };
        conclude(grid, lists, self.cells(), |digit, template| {
            self.allows(digit, template) && choices.as_ref().is_none_or(|own| own.allows(digit, template))
        })
    }

    pub fn evidence(&self, grid: &Grid) -> Exocet {
        let target = |(cells, locked): (Cells, Option<Digit>)| Target {
            cells: cells.map(Variable::Cell).collect(),
            locked,
        };
        Exocet {
            base: self.base.map(Variable::Cell).collect(),
            digits: Digit::in_mask(self.digits).collect(),
            targets: self.targets.into_iter().zip(self.locked).map(target).collect(),
            lines: self.lines(grid).into_iter().flatten().collect(),
        }
    }

    /// Returns three lines across the base's line, the first of them through its block, such that outside of
    /// the base's line and block no base digit has three places on them that see no other, unless one is a
    /// target.
    fn lines(&self, grid: &Grid) -> Option<[House; 3]> {
        let whole = House::lines().find(|&line| self.base.is_subset(line.cells()))?;
        let block = House::blocks().find(|&block| self.base.is_subset(block.cells()))?;
        let across = House::of_kind(match whole.kind() {
            HouseKind::Row => HouseKind::Column,
            _ => HouseKind::Row,
        });
        let first = across.clone().find(|&line| {
            line.cells().intersects(whole.cells() & block.cells()) && !line.cells().intersects(self.base)
        })?;
        let mut others = across.filter(|&line| !line.cells().intersects(block.cells()));
        let others: Vec<House> = others.by_ref().collect();
        let pairs =
            others.iter().flat_map(|&a| others.iter().filter(move |&&b| a < b).map(move |&b| [first, a, b]));
        let mut fitting = pairs.filter(|lines| {
            let cells = lines.iter().fold(Cells::EMPTY, |all, &line| all | line.cells());
            let cells = cells - whole.cells() - block.cells();
            self.all_targets().is_subset(cells)
                && Digit::in_mask(self.digits).all(|digit| {
                    let places = grid.plane(digit) & cells;
                    !has_three(places, lines) || !has_three(places - self.all_targets(), lines)
                })
        });
        fitting.next()
    }
}

/// Whether one place on each line can be chosen so that none sees another.
fn has_three(places: Cells, lines: &[House; 3]) -> bool {
    let [a, b, c] = lines.map(|line| places & line.cells());
    a.into_iter().any(|first| {
        let (b, c) = (b - first.peers(), c - first.peers());
        b.into_iter().any(|second| !(c - second.peers()).is_empty())
    })
}

/// Returns the candidates without a template that stays: in `cells` every such candidate, elsewhere only
/// candidates that had a live template.
pub(super) fn conclude(
    grid: &Grid, lists: &Lists, cells: Cells, mut stays: impl FnMut(Digit, Cells) -> bool,
) -> Candidates {
    let kept = std::array::from_fn(|digit| {
        let digit = Digit::new(digit);
        lists.union(digit, |template| stays(digit, template))
    });
    without_template(grid, lists, cells, &kept)
}

/// Returns the candidates without a template that stays: in `cells` every such candidate, elsewhere only
/// candidates that had a live template. `kept` has, for each digit, the cells of the templates that stay.
pub(super) fn without_template(grid: &Grid, lists: &Lists, cells: Cells, kept: &[Cells; 9]) -> Candidates {
    Candidates(std::array::from_fn(|digit| {
        let digit = Digit::new(digit);
        let open = grid.open_plane(digit);
        if open.is_empty() {
            return Cells::EMPTY;
        }
        (open & (cells | lists.union(digit, |_| true))) - kept[digit]
    }))
}

/// Choices of digits: each base holds two digits, and its targets the same. `given` are the sets of base and
/// target cells that choices give to each digit.
pub(super) struct Choices {
    cells: Vec<Cell>,
    digits: u16,
    given: [Sets; 9],
    /// Whether no choice gives a digit to two bases.
    pub bases_differ: bool,
}

/// Sets of at most eight members, by their masks.
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

/// Choice in the making: the cells of each digit so far, and the digits of the bases.
#[derive(Clone, Copy, Default)]
struct Choice {
    given: [usize; 9],
    of_bases: u16,
    bases_differ: bool,
}

impl Choices {
    /// Finds the choices for which each digit has a template that takes exactly the cells given to it.
    pub fn of(exocets: &[Found], lists: &Lists) -> Choices {
        let all = exocets.iter().fold(Cells::EMPTY, |all, one| all | one.cells());
        let digits = exocets.iter().fold(0, |all, one| all | one.digits);
        let mut own =
            Choices { cells: all.collect(), digits, given: [Sets::default(); 9], bases_differ: true };
        let mut live = [Sets::default(); 9];
        for digit in Digit::in_mask(digits) {
            let possible = |own: &&Cells| exocets.iter().all(|one| one.allows(digit, **own));
            lists.0[digit]
                .iter()
                .filter(possible)
                .for_each(|&template| live[digit].insert(own.set(template)));
        }
        own.choose(exocets, &live, Choice { bases_differ: true, ..Choice::default() });
        own
    }

    /// Returns the base and target cells among `cells`, as a mask.
    fn set(&self, cells: Cells) -> usize {
        self.cells.iter().enumerate().fold(0, |set, (k, &cell)| set | usize::from(cells.contains(cell)) << k)
    }

    /// Tries all choices for these exocets.
    fn choose(&mut self, exocets: &[Found], live: &[Sets; 9], choice: Choice) {
        let Some((first, rest)) = exocets.split_first() else {
            if Digit::in_mask(self.digits).all(|digit| live[digit].contains(choice.given[digit])) {
                Digit::in_mask(self.digits).for_each(|digit| self.given[digit].insert(choice.given[digit]));
                self.bases_differ &= choice.bases_differ;
            }
            return;
        };
        let masks = |cells: Cells| cells.map(|cell| self.set(Cells::of(cell))).collect::<Vec<usize>>();
        let (bases, targets) = (masks(first.base), masks(first.all_targets()));
        for a in Digit::in_mask(first.digits) {
            for b in Digit::in_mask(first.digits).filter(|&b| b != a) {
                for [x, y] in [[0, 1], [1, 0]] {
                    let (pair, mut more) = (a.bit() | b.bit(), choice);
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

    /// Whether a template takes exactly the cells that some choice gives to its digit.
    pub fn allows(&self, digit: Digit, template: Cells) -> bool {
        self.digits & digit.bit() == 0 || self.given[digit].contains(self.set(template))
    }
}
