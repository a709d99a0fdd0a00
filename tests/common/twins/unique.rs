//! The rules that assume a unique solution, by their definitions (docs/theory.md, "Uniqueness").

use super::{Proved, rectangles};
use std::collections::BTreeSet;
use sudoscope_engine::grid::{Candidate, Candidates, Cells, Grid, HOUSES, PEERS, block_of};

pub const RULES: [&str; 9] = ["ur1", "ur2", "ur3", "ur4", "ur5", "ur6", "hidden-ur", "ar1", "ar2"];

/// In the first state of a puzzle.
pub fn proved(rule: &str, size: usize, grid: &Grid) -> Option<Proved> {
    match rule {
        "unique-loop" => Some(Proved::false_ones(loops(size, grid))),
        "extended-rectangle" => Some(Proved::false_ones(extended(size, grid, grid))),
        "ur-strong-link" | "hidden-ar" | "ur-wing" | "external-ur" => {
            Some(Proved::false_ones(rectangles::naive(rule, grid, grid)))
        }
        "bug-lite" => Some(Proved::false_ones(lites(size, grid))),
        "reverse-bug" => Some(Proved::false_ones(reversed(size, grid, grid))),
        "bivalue-oddagon" => Some(Proved::false_ones(odd_rings(size, grid))),
        "bug-plus" => Some(Proved::false_ones(graves(size, grid))),
        "bug1" => Some(Proved::true_ones(naive_bug(grid))),
        _ => RULES.contains(&rule).then(|| Proved::false_ones(naive(&[rule], grid, grid)[0])),
    }
}

/// Four cells going around a rectangle, from any of its corners in either direction, and two digits in either
/// order: so each definition is written once.
struct Walk<'a> {
    grid: &'a Grid,
    corners: [usize; 4],
    ab: u16,
    a: usize,
    b: usize,
}

impl Walk<'_> {
    fn digits(&self, cell: usize) -> u16 {
        if self.grid.placed().contains(cell) { 0 } else { self.grid.digits_of(cell) }
    }

    fn bare(&self, cells: &[usize]) -> bool {
        cells.iter().all(|&cell| self.is_open(cell) && self.digits(cell) & !self.ab == 0)
    }

    fn roof(&self, cells: &[usize]) -> bool {
        cells.iter().all(|&cell| self.is_open(cell) && self.digits(cell) & !self.ab != 0)
    }

    fn is_open(&self, cell: usize) -> bool {
        !self.grid.placed().contains(cell)
    }

    fn decided(&self, cells: &[usize]) -> bool {
        cells.iter().all(|&cell| !self.is_open(cell))
    }

    /// The digit has these two places, and no third, in some house with both.
    fn only(&self, digit: usize, one: usize, other: usize) -> bool {
        let both: Cells = [one, other].into_iter().collect();
        let holds = |house: &&Cells| both.is_subset(**house);
        HOUSES.iter().filter(holds).any(|&h| h & self.grid.open_plane(digit) == both)
    }

    /// What each rule proves: digits and cells, present or not.
    fn proved(&self, rule: &str) -> Vec<(u16, Cells)> {
        let [p, q, r, s] = self.corners;
        let (a, b) = (1 << self.a, 1 << self.b);
        let cells = |list: &[usize]| list.iter().copied().collect::<Cells>();
        let same = |list: &[usize]| {
            let extra = self.digits(list[0]) & !self.ab;
            let same = list.iter().all(|&cell| self.is_open(cell) && self.digits(cell) & !self.ab == extra);
            let seen = list.iter().fold(Cells::ALL, |seen, &cell| seen & PEERS[cell]);
            if same && extra.count_ones() == 1 { vec![(extra, seen)] } else { vec![] }
        };
        match rule {
            "ur1" if self.bare(&[p, q, r]) && self.roof(&[s]) => vec![(self.ab, cells(&[s]))],
            "ur2" if self.bare(&[p, q]) => same(&[r, s]),
            "ur3" if self.bare(&[p, q]) && self.roof(&[r, s]) => self.subsets(r, s),
            "ur4" if self.bare(&[p, q]) && self.roof(&[r, s]) && self.only(self.a, r, s) => {
                vec![(b, cells(&[r, s]))]
            }
            "ur5" if self.bare(&[p, r]) => same(&[q, s]),
            "ur5" if self.bare(&[p]) => same(&[q, r, s]),
            "ur6" if self.bare(&[p, r]) && self.roof(&[q, s]) => {
                // The sides are lines: rows first or columns first, by where the walk begins.
                let wing = self.line_only(p, q) && self.line_only(r, s);
                if wing { vec![(a, cells(&[q, s]))] } else { vec![] }
            }
            "hidden-ur" if self.bare(&[p]) => {
                let both = self.line_only(q, r) && self.line_only(r, s);
                if both { vec![(b, cells(&[r]))] } else { vec![] }
            }
            "ar1" if self.decided(&[p, q, r]) && self.is_open(s) => vec![(self.ab, cells(&[s]))],
            "ar2" if self.decided(&[p, q]) => same(&[r, s]),
            "ar2" if self.decided(&[p, r]) => same(&[q, s]),
            _ => vec![],
        }
    }

    /// In the row or column of both cells `a` has these two places and no third.
    fn line_only(&self, one: usize, other: usize) -> bool {
        let both: Cells = [one, other].into_iter().collect();
        let line = HOUSES[..18].iter().find(|house| both.is_subset(**house)).unwrap();
        *line & self.grid.open_plane(self.a) == both
    }

    /// One to three other cells of a house that with the extra digits of both hold one digit more.
    fn subsets(&self, r: usize, s: usize) -> Vec<(u16, Cells)> {
        let extras = (self.digits(r) | self.digits(s)) & !self.ab;
        let both: Cells = [r, s].into_iter().collect();
        let mut proved = Vec::new();
        for &house in HOUSES.iter().filter(|house| both.is_subset(**house)) {
            let others: Vec<usize> = (house - both - self.grid.placed()).collect();
            for set in 1..1u32 << others.len() {
                let chosen: Vec<usize> =
                    (0..others.len()).filter(|k| set >> k & 1 != 0).map(|k| others[k]).collect();
                let digits = chosen.iter().fold(extras, |all, &cell| all | self.digits(cell));
                let size = digits.count_ones() as usize;
                let fits = chosen.len() <= 3 && size == chosen.len() + 1;
                // Real cells have some digit, and without several extras it is type 2.
                if fits && extras.count_ones() > 1 && chosen.iter().all(|&c| self.digits(c) != 0) {
                    let kept = both | chosen.into_iter().collect::<Cells>();
                    proved.push((digits, house - kept));
                }
            }
        }
        proved
    }
}

/// Four cells by rows, going around, and two digits, in each order: all rectangles in the grid of a puzzle
/// that began with another.
pub fn rectangles(first: &Grid, grid: &Grid) -> Vec<([usize; 4], [usize; 2])> {
    let mut all = Vec::new();
    let cell = |row: usize, column: usize| 9 * row + column;
    let different = |k: usize| (k / 9, k % 9);
    for (r1, r2) in (0..81).map(different).filter(|(i, j)| i != j) {
        for (c1, c2) in (0..81).map(different).filter(|(i, j)| i != j) {
            let by_row = [cell(r1, c1), cell(r1, c2), cell(r2, c2), cell(r2, c1)];
            let [p, q, r, s] = by_row.map(block_of);
            // Two sides in a block each.
            let in_two_blocks = p == q && r == s && p != r || p == s && q == r && p != q;
            if !in_two_blocks || by_row.iter().any(|&cell| first.placed().contains(cell)) {
                continue;
            }
            let before = by_row.iter().fold(!0, |common, &cell| common & first.digits_of(cell));
            let held = by_row.map(|cell| grid.digits_of(cell));
            for (a, b) in (0..81).map(different).filter(|(i, j)| i != j) {
                let ab = 1 << a | 1 << b;
                // Both at first; `a` and `b` by turns still, this way round or the other.
                let by_turns = |x: usize, y: usize| (0..4).all(|k| held[k] >> [x, y][k % 2] & 1 != 0);
                if before & ab == ab && (by_turns(a, b) || by_turns(b, a)) {
                    all.push((by_row, [a, b]));
                }
            }
        }
    }
    all
}

/// Everything that each rule's definition proves in the grid of a puzzle that began with another.
pub fn naive(rules: &[&str], first: &Grid, grid: &Grid) -> Vec<Candidates> {
    let mut all = vec![Candidates::EMPTY; rules.len()];
    for (by_row @ [p, q, r, s], [a, b]) in rectangles(first, grid) {
        for corners in [by_row, [p, s, r, q]] {
            let walk = Walk { grid, corners, ab: 1 << a | 1 << b, a, b };
            for (rule, all) in rules.iter().zip(&mut all) {
                for (digits, cells) in walk.proved(rule) {
                    for digit in (0..9).filter(|digit| digits >> digit & 1 != 0) {
                        all.0[digit] |= cells & grid.open_plane(digit);
                    }
                }
            }
        }
    }
    all
}

/// A candidate without which every cell has two digits and every digit no place or two in every house.
pub fn naive_bug(grid: &Grid) -> Candidates {
    let open = !grid.placed();
    let is_last = |candidate: &Candidate| {
        let mut without = *grid;
        without.eliminate(&[*candidate].into_iter().collect());
        let places = |digit: usize, house: &Cells| (*house & without.open_plane(digit)).len();
        open.into_iter().all(|cell| without.digits_of(cell).count_ones() == 2)
            && (0..9).all(|digit| HOUSES.iter().all(|house| [0, 2].contains(&places(digit, house))))
    };
    grid.candidates().iter().filter(is_last).collect()
}

/// What follows if one of these candidates is true: of what is linked to all; of naked subsets with their
/// cells, in a house, as one; and of two cells with the places of a digit, not extra, in a house: they have
/// no others of the `digits` but what is extra.
pub fn one_is_true(grid: &Grid, extras: &[Candidate], digits: u16, all: &mut Candidates) {
    let candidates: Vec<Candidate> = grid.candidates().iter().collect();
    let is_gone = |z: &&Candidate| extras.iter().all(|one| one.is_linked(**z) && one != *z);
    candidates.iter().filter(is_gone).for_each(|z| all.insert(*z));
    let cells: Cells = extras.iter().map(|one| one.cell as usize).collect();
    let theirs = extras.iter().fold(0u16, |mask, one| mask | 1 << one.digit);
    let held = |cell: usize| candidates.iter().filter(move |one| usize::from(one.cell) == cell);
    for house in HOUSES.iter().filter(|house| cells.len() > 1 && cells.is_subset(**house)) {
        let others: Vec<usize> = (*house - cells - grid.placed()).collect();
        for set in 1..1u32 << others.len() {
            let members: Cells = (0..others.len()).filter(|k| set >> k & 1 != 0).map(|k| others[k]).collect();
            let union = members.fold(theirs, |union, cell| union | grid.digits_of(cell));
            let fits = union.count_ones() as usize == members.len() + 1 && members.len() < 7;
            let are_open = members.into_iter().all(|cell| held(cell).next().is_some());
            if fits && are_open && theirs.count_ones() > 1 {
                let outside = *house - cells - members;
                let is_gone = |z: &&Candidate| outside.contains(z.cell.into()) && union >> z.digit & 1 != 0;
                candidates.iter().filter(is_gone).for_each(|z| all.insert(*z));
            }
        }
        for digit in (0..9).filter(|digit| digits >> digit & 1 != 0 && cells.len() == 2) {
            if *house & grid.open_plane(digit) == cells {
                let inside = cells.into_iter().flat_map(held);
                let is_gone = |z: &&Candidate| usize::from(z.digit) != digit && !extras.contains(z);
                inside.filter(is_gone).for_each(|z| all.insert(*z));
            }
        }
    }
}

/// The sets of cells of this size, grown house by house from each cell: two in each house that they are in.
fn closed_sets(cells: Cells, size: usize) -> BTreeSet<Vec<usize>> {
    closed_sets_from(cells.map(Cells::of).collect(), cells, size)
}

/// Those that have one of some sets.
fn closed_sets_from(mut left: Vec<Cells>, cells: Cells, size: usize) -> BTreeSet<Vec<usize>> {
    let mut all = BTreeSet::new();
    let mut seen = BTreeSet::new();
    while let Some(set) = left.pop() {
        let inside: Vec<usize> = set.collect();
        if set.len() > size || !seen.insert(inside.clone()) {
            continue;
        }
        let count = |house: &&Cells| (**house & set).len();
        if HOUSES.iter().any(|house| count(&house) > 2) {
            continue;
        }
        match HOUSES.iter().find(|house| count(house) == 1) {
            Some(house) => left.extend(((cells & *house) - set).map(|cell| set | Cells::of(cell))),
            None => {
                all.insert(inside);
            }
        }
    }
    all.retain(|set| set.len() == size);
    all
}

/// Whether a closed line goes through all cells, each seen by the next, so that of two in a house one is at
/// an even place.
fn is_loop(set: &[usize], line: &mut Vec<usize>) -> bool {
    let sees = |a: usize, b: usize| PEERS[a].contains(b);
    if line.len() == set.len() {
        let parity = |cell: usize| line.iter().position(|&other| other == cell).unwrap() % 2;
        let by_turns = |house: &Cells| {
            let own: Vec<usize> = set.iter().copied().filter(|&c| house.contains(c)).collect();
            own.len() != 2 || parity(own[0]) != parity(own[1])
        };
        return sees(line[0], line[line.len() - 1]) && HOUSES.iter().all(by_turns);
    }
    for &cell in set {
        if !line.contains(&cell) && line.last().is_none_or(|&last| sees(last, cell)) {
            line.push(cell);
            if is_loop(set, line) {
                return true;
            }
            line.pop();
        }
    }
    false
}

/// Everything that loops of this many cells prove.
fn loops(size: usize, grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    for a in 0..9 {
        for b in 0..a {
            let pair = 1 << a | 1 << b;
            let with_both = grid.open_plane(a) & grid.open_plane(b);
            for set in closed_sets(with_both, size) {
                if size.is_multiple_of(2) && is_loop(&set, &mut Vec::new()) {
                    let is_extra =
                        |one: &Candidate| set.contains(&one.cell.into()) && pair >> one.digit & 1 == 0;
                    let extras: Vec<Candidate> = grid.candidates().iter().filter(is_extra).collect();
                    if !extras.is_empty() {
                        one_is_true(grid, &extras, pair, &mut all);
                    }
                }
            }
        }
    }
    all
}

/// Everything that extended rectangles of this many cells prove, of a puzzle that began with another grid:
/// any two lines, any lines across, any digits of the cells.
pub fn extended(size: usize, first: &Grid, grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    let (n, open) = (size / 2, !grid.placed());
    let sets = || (1..512_u16).filter(|set| set.count_ones() as usize == n);
    let members = |set: u16| (0..9).filter(move |k| set >> k & 1 != 0);
    let cell = |is_row: bool, line: usize, k: usize| if is_row { 9 * line + k } else { 9 * k + line };
    for (is_row, one, other) in
        [true, false].into_iter().flat_map(|r| (0..9).flat_map(move |a| (0..a).map(move |b| (r, a, b))))
    {
        for across in sets().filter(|_| size.is_multiple_of(2)) {
            let pairs: Vec<[usize; 2]> =
                members(across).map(|k| [cell(is_row, one, k), cell(is_row, other, k)]).collect();
            let cells: Cells = pairs.iter().flatten().copied().collect();
            // Exchanged lines leave all blocks what they have.
            let same_blocks = |of: usize| {
                let mut blocks: Vec<usize> = pairs.iter().map(|pair| block_of(pair[of])).collect();
                blocks.sort_unstable();
                blocks
            };
            let one_block = |of: usize| same_blocks(of).windows(2).all(|two| two[0] == two[1]);
            if !cells.is_subset(open) || same_blocks(0) != same_blocks(1) && !(one_block(0) && one_block(1)) {
                continue;
            }
            let held = cells.fold(0, |held, cell| held | grid.digits_of(cell));
            for digits in sets().filter(|digits| digits & !held == 0) {
                let own = |cell: usize| grid.digits_of(cell) & digits;
                let fits = |&[a, b]: &[usize; 2]| {
                    [(a, b), (b, a)].into_iter().all(|(cell, beside)| {
                        own(cell).count_ones() > 1 && own(cell) & !first.digits_of(beside) == 0
                    })
                };
                if pairs.iter().all(fits) {
                    let is_extra =
                        |one: &Candidate| cells.contains(one.cell.into()) && digits >> one.digit & 1 == 0;
                    let extras: Vec<Candidate> = grid.candidates().iter().filter(is_extra).collect();
                    if !extras.is_empty() {
                        one_is_true(grid, &extras, 0, &mut all);
                    }
                }
            }
        }
    }
    all
}

/// Everything that cells prove of which some are solved, two in each house. None of them is solved at first,
/// and each could hold both digits then. Or some are, all that are solved by the digits are of them, and each
/// other cell that no house has with them, if it may hold one of the digits, could hold both at first.
pub fn reversed(size: usize, first: &Grid, grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    for (a, b) in (0..9).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let pair = 1 << a | 1 << b;
        let may = |cell: &usize| {
            let had = !first.placed().contains(*cell) && first.digits_of(*cell) & pair == pair;
            had && grid.digits_of(*cell) & pair != 0
        };
        let both = grid.plane(a) | grid.plane(b);
        let values = both & grid.placed();
        let mut sets =
            if size > 4 { closed_sets((0..81).filter(may).collect(), size) } else { BTreeSet::new() };
        if values.intersects(first.placed()) {
            sets.extend(closed_sets_from(vec![values], both, size).into_iter().filter(|set| {
                let apart = |cell: &usize| set.iter().all(|own| own != cell && !PEERS[*own].contains(*cell));
                both.filter(apart).all(|cell| first.digits_of(cell) & pair == pair)
            }));
        }
        for set in sets {
            let solved = set.iter().filter(|&&cell| grid.placed().contains(cell)).count();
            let is_extra = |one: &Candidate| {
                let is_here = set.contains(&one.cell.into()) && !grid.placed().contains(one.cell.into());
                is_here && pair >> one.digit & 1 == 0
            };
            let extras: Vec<Candidate> = grid.candidates().iter().filter(is_extra).collect();
            if solved > 0 && !extras.is_empty() {
                one_is_true(grid, &extras, 0, &mut all);
            }
        }
    }
    all
}

/// Cells, and two digits of each.
type Lite = Vec<(usize, u16)>;

/// Everything that cells prove with two digits each, each digit twice or not at all in a house, three digits
/// or more: what else they have is of one digit, or in two cells.
fn lites(size: usize, grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    let pairs = |cell: usize| {
        let held = grid.digits_of(cell);
        (0..512_u16).filter(move |pair| pair & !held == 0 && pair.count_ones() == 2)
    };
    let count = |lite: &Lite, digit: usize, house: &Cells| {
        lite.iter().filter(|(cell, pair)| house.contains(*cell) && pair >> digit & 1 != 0).count()
    };
    let extras = |lite: &Lite| -> Vec<Candidate> {
        let is_extra = |one: &Candidate| {
            lite.iter().any(|(cell, pair)| *cell == usize::from(one.cell) && pair >> one.digit & 1 == 0)
        };
        grid.candidates().iter().filter(is_extra).collect()
    };
    let says = |extras: &[Candidate]| {
        let cells: Cells = extras.iter().map(|one| usize::from(one.cell)).collect();
        cells.len() < 3 || extras.iter().all(|one| one.digit == extras[0].digit)
    };
    let starts = (!grid.placed()).flat_map(|cell| pairs(cell).map(move |pair| vec![(cell, pair)]));
    let (mut left, mut seen): (Vec<Lite>, _) = (starts.collect(), BTreeSet::new());
    while let Some(lite) = left.pop() {
        let more = extras(&lite);
        let each = || (0..9).flat_map(|digit| HOUSES.iter().map(move |house| (digit, house)));
        let is_full = each().any(|(digit, house)| count(&lite, digit, house) > 2);
        if lite.len() > size || is_full || !says(&more) || !seen.insert(lite.clone()) {
            continue;
        }
        match each().find(|&(digit, house)| count(&lite, digit, house) == 1) {
            Some((digit, house)) => {
                let free = |cell: &usize| lite.iter().all(|one| one.0 != *cell);
                for cell in (*house & grid.open_plane(digit)).filter(free) {
                    for pair in pairs(cell).filter(|pair| pair >> digit & 1 != 0) {
                        let mut wider = [&lite[..], &[(cell, pair)]].concat();
                        wider.sort_unstable();
                        left.push(wider);
                    }
                }
            }
            None => {
                let digits = lite.iter().fold(0, |all, one| all | one.1);
                if lite.len() == size && digits.count_ones() > 2 && !more.is_empty() {
                    one_is_true(grid, &more, 0, &mut all);
                }
            }
        }
    }
    all
}

/// Everything that odd rings of this many cells prove: each cell may hold both digits, and sees two others of
/// the ring.
fn odd_rings(size: usize, grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    for (a, b) in (0..9).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let with_both = grid.open_plane(a) & grid.open_plane(b);
        let (mut left, mut seen): (Vec<Cells>, _) = (with_both.map(Cells::of).collect(), BTreeSet::new());
        while let Some(set) = left.pop() {
            let degree = |cell: usize| (PEERS[cell] & set).len();
            if !seen.insert(set.collect::<Vec<_>>()) || set.into_iter().any(|cell| degree(cell) > 2) {
                continue;
            }
            if set.len() < size {
                let beside = (with_both - set).filter(|&cell| degree(cell) > 0);
                left.extend(beside.map(|cell| set | Cells::of(cell)));
            } else if size % 2 == 1 && set.into_iter().all(|cell| degree(cell) == 2) {
                let is_extra =
                    |one: &Candidate| set.contains(one.cell.into()) && ![a, b].contains(&one.digit.into());
                let extras: Vec<Candidate> = grid.candidates().iter().filter(is_extra).collect();
                if !extras.is_empty() {
                    one_is_true(grid, &extras, 0, &mut all);
                }
            }
        }
    }
    all
}

/// Everything that graves with all but this many candidates prove: any that are not of a cell with two are
/// tried.
fn graves(size: usize, grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    let count = |cell: usize| grid.digits_of(cell).count_ones() as usize;
    let open = !grid.placed();
    let more: usize = open.map(|cell| count(cell).saturating_sub(2)).sum();
    if more != size || open.into_iter().any(|cell| count(cell) < 2) {
        return all;
    }
    let mut ways = vec![Vec::new()];
    for cell in open.filter(|&cell| count(cell) > 2) {
        let digits: Vec<usize> = (0..9).filter(|digit| grid.digits_of(cell) >> digit & 1 != 0).collect();
        let taken = (1..1u32 << digits.len())
            .filter(|set| set.count_ones() as usize + 2 == digits.len())
            .map(|set| -> Vec<Candidate> {
                let some = (0..digits.len()).filter(|k| set >> k & 1 != 0);
                some.map(|k| Candidate::new(digits[k], cell)).collect()
            });
        let taken: Vec<Vec<Candidate>> = taken.collect();
        let with =
            |way: &Vec<Candidate>| taken.iter().map(|more| [&way[..], more].concat()).collect::<Vec<_>>();
        ways = ways.iter().flat_map(with).collect();
    }
    for extras in ways {
        let mut without = *grid;
        without.eliminate(&extras.iter().copied().collect());
        let is_two = |digit: usize| {
            HOUSES.iter().all(|house| {
                let value = grid.plane(digit) & grid.placed() & *house;
                !value.is_empty() || (without.open_plane(digit) & *house).len() == 2
            })
        };
        if (0..9).all(is_two) {
            let theirs = extras.iter().fold(0u16, |mask, one| mask | 1 << one.digit);
            one_is_true(grid, &extras, 0x1ff & !theirs, &mut all);
        }
    }
    all
}
