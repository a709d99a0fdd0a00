//! Rules that assume a unique solution, by their definitions (docs/theory.md, "Uniqueness").

use super::{Proved, rectangles, symmetry};
use std::collections::BTreeSet;
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, PLAIN};

pub const RULES: [&str; 9] = ["ur1", "ur2", "ur3", "ur4", "ur5", "ur6", "hidden-ur", "ar1", "ar2"];

/// Returns the conclusions of a rule in the first state of a puzzle.
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
        "gsp" => Some(Proved::false_ones(symmetry::placed(grid, grid))),
        _ => RULES.contains(&rule).then(|| Proved::false_ones(naive(&[rule], grid, grid)[0])),
    }
}

/// Walk around the four cells of a rectangle, from any corner in either direction, with two digits in either
/// order, so that each definition is written once.
struct Walk<'a> {
    grid: &'a Grid,
    corners: [Cell; 4],
    ab: u16,
    a: Digit,
    b: Digit,
}

impl Walk<'_> {
    fn digits(&self, cell: Cell) -> u16 {
        if self.grid.placed().contains(cell) { 0 } else { self.grid.digits_of(cell) }
    }

    fn bare(&self, cells: &[Cell]) -> bool {
        cells.iter().all(|&cell| self.is_open(cell) && self.digits(cell) & !self.ab == 0)
    }

    fn roof(&self, cells: &[Cell]) -> bool {
        cells.iter().all(|&cell| self.is_open(cell) && self.digits(cell) & !self.ab != 0)
    }

    fn is_open(&self, cell: Cell) -> bool {
        !self.grid.placed().contains(cell)
    }

    fn decided(&self, cells: &[Cell]) -> bool {
        cells.iter().all(|&cell| !self.is_open(cell))
    }

    /// Whether these two cells are the only places of the digit in some house.
    fn only(&self, digit: Digit, one: Cell, other: Cell) -> bool {
        let both: Cells = [one, other].into_iter().collect();
        let holds = |house: &&Cells| both.is_subset(**house);
        PLAIN.houses.iter().filter(holds).any(|&h| h & self.grid.open_plane(digit) == both)
    }

    /// Returns the eliminations of each rule, as digits and cells, whether or not the candidates exist.
    fn proved(&self, rule: &str) -> Vec<(u16, Cells)> {
        let [p, q, r, s] = self.corners;
        let (a, b) = (self.a.bit(), self.b.bit());
        let cells = |list: &[Cell]| list.iter().copied().collect::<Cells>();
        let same = |list: &[Cell]| {
            let extra = self.digits(list[0]) & !self.ab;
            let same = list.iter().all(|&cell| self.is_open(cell) && self.digits(cell) & !self.ab == extra);
            let seen = list.iter().fold(Cells::ALL, |seen, &cell| seen & cell.peers());
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
                // The sides are lines: rows first or columns first, depending on where the walk begins.
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

    /// Whether these two cells are the only places of `a` in their row or column.
    fn line_only(&self, one: Cell, other: Cell) -> bool {
        let both: Cells = [one, other].into_iter().collect();
        let line = PLAIN.houses[..18].iter().find(|house| both.is_subset(**house)).unwrap();
        *line & self.grid.open_plane(self.a) == both
    }

    /// Finds one to three other cells of a house whose digits, with the extra digits of both cells, number
    /// one more than these other cells.
    fn subsets(&self, r: Cell, s: Cell) -> Vec<(u16, Cells)> {
        let extras = (self.digits(r) | self.digits(s)) & !self.ab;
        let both: Cells = [r, s].into_iter().collect();
        let mut proved = Vec::new();
        for &house in PLAIN.houses.iter().filter(|house| both.is_subset(**house)) {
            let others: Vec<Cell> = (house - both - self.grid.placed()).collect();
            for set in 1..1u32 << others.len() {
                let chosen: Vec<Cell> =
                    (0..others.len()).filter(|k| set >> k & 1 != 0).map(|k| others[k]).collect();
                let digits = chosen.iter().fold(extras, |all, &cell| all | self.digits(cell));
                let size = digits.count_ones() as usize;
                let fits = chosen.len() <= 3 && size == chosen.len() + 1;
                // Cells without digits do not count, and with a single extra digit the rule is type 2.
                if fits && extras.count_ones() > 1 && chosen.iter().all(|&c| self.digits(c) != 0) {
                    let kept = both | chosen.into_iter().collect::<Cells>();
                    proved.push((digits, house - kept));
                }
            }
        }
        proved
    }
}

/// Returns all rectangles in a state of a puzzle that began as `first`: four cells by rows, going around, and
/// two digits in each order.
pub fn rectangles(first: &Grid, grid: &Grid) -> Vec<([Cell; 4], [Digit; 2])> {
    let mut all = Vec::new();
    let different = |k: usize| (k / 9, k % 9);
    for (r1, r2) in (0..81).map(different).filter(|(i, j)| i != j) {
        for (c1, c2) in (0..81).map(different).filter(|(i, j)| i != j) {
            let by_row = [Cell::at(r1, c1), Cell::at(r1, c2), Cell::at(r2, c2), Cell::at(r2, c1)];
            let [p, q, r, s] = by_row.map(Cell::block);
            // Each of two opposite sides lies in one block.
            let in_two_blocks = p == q && r == s && p != r || p == s && q == r && p != q;
            if !in_two_blocks || by_row.iter().any(|&cell| first.placed().contains(cell)) {
                continue;
            }
            let before = by_row.iter().fold(!0, |common, &cell| common & first.digits_of(cell));
            let held = by_row.map(|cell| grid.digits_of(cell));
            let digits = Digit::all().flat_map(|a| Digit::all().map(move |b| (a, b)));
            for (a, b) in digits.filter(|(a, b)| a != b) {
                let ab = a.bit() | b.bit();
                // All corners had both digits at first, and still have `a` and `b` alternately, in one
                // direction or the other.
                let by_turns = |x: Digit, y: Digit| (0..4).all(|k| held[k] & [x, y][k % 2].bit() != 0);
                if before & ab == ab && (by_turns(a, b) || by_turns(b, a)) {
                    all.push((by_row, [a, b]));
                }
            }
        }
    }
    all
}

/// Returns the eliminations of each rule's definition in a state of a puzzle that began as `first`.
pub fn naive(rules: &[&str], first: &Grid, grid: &Grid) -> Vec<Candidates> {
    let mut all = vec![Candidates::EMPTY; rules.len()];
    for (by_row @ [p, q, r, s], [a, b]) in rectangles(first, grid) {
        for corners in [by_row, [p, s, r, q]] {
            let walk = Walk { grid, corners, ab: a.bit() | b.bit(), a, b };
            for (rule, all) in rules.iter().zip(&mut all) {
                for (digits, cells) in walk.proved(rule) {
                    for digit in Digit::in_mask(digits) {
                        all.0[digit] |= cells & grid.open_plane(digit);
                    }
                }
            }
        }
    }
    all
}

/// Finds candidates without which every cell has two digits, and every digit no place or two in every house.
pub fn naive_bug(grid: &Grid) -> Candidates {
    let open = !grid.placed();
    let is_last = |candidate: &Candidate| {
        let mut without = *grid;
        without.eliminate(&[*candidate].into_iter().collect());
        let places = |digit: Digit, house: &Cells| (*house & without.open_plane(digit)).len();
        open.into_iter().all(|cell| without.digits_of(cell).count_ones() == 2)
            && Digit::all()
                .all(|digit| PLAIN.houses.iter().all(|house| [0, 2].contains(&places(digit, house))))
    };
    grid.candidates().iter().filter(is_last).collect()
}

/// Adds the eliminations that follow if one of `extras` is true: the candidates linked to all `extras`; the
/// candidates excluded by naked subsets of a house in which the cells of `extras` count as one cell; and, if
/// `extras` lie in two cells that are the only places of one of `digits` in a house, the other candidates of
/// these two cells.
pub fn one_is_true(grid: &Grid, extras: &[Candidate], digits: u16, all: &mut Candidates) {
    let candidates: Vec<Candidate> = grid.candidates().iter().collect();
    let is_gone = |z: &&Candidate| extras.iter().all(|one| one.is_linked(**z) && one != *z);
    candidates.iter().filter(is_gone).for_each(|z| all.insert(*z));
    let cells: Cells = extras.iter().map(|one| one.cell).collect();
    let theirs = extras.iter().fold(0u16, |mask, one| mask | one.digit.bit());
    let held = |cell: Cell| candidates.iter().filter(move |one| one.cell == cell);
    for house in PLAIN.houses.iter().filter(|house| cells.len() > 1 && cells.is_subset(**house)) {
        let others: Vec<Cell> = (*house - cells - grid.placed()).collect();
        for set in 1..1u32 << others.len() {
            let members: Cells = (0..others.len()).filter(|k| set >> k & 1 != 0).map(|k| others[k]).collect();
            let union = members.fold(theirs, |union, cell| union | grid.digits_of(cell));
            let fits = union.count_ones() as usize == members.len() + 1 && members.len() < 7;
            let are_open = members.into_iter().all(|cell| held(cell).next().is_some());
            if fits && are_open && theirs.count_ones() > 1 {
                let outside = *house - cells - members;
                let is_gone = |z: &&Candidate| outside.contains(z.cell) && union & z.digit.bit() != 0;
                candidates.iter().filter(is_gone).for_each(|z| all.insert(*z));
            }
        }
        for digit in Digit::all().filter(|digit| digits & digit.bit() != 0 && cells.len() == 2) {
            if *house & grid.open_plane(digit) == cells {
                let inside = cells.into_iter().flat_map(held);
                let is_gone = |z: &&Candidate| z.digit != digit && !extras.contains(z);
                inside.filter(is_gone).for_each(|z| all.insert(*z));
            }
        }
    }
}

/// Returns the sets of this many cells with two or none in each house, grown house by house from each cell.
fn closed_sets(cells: Cells, size: usize) -> BTreeSet<Vec<Cell>> {
    closed_sets_from(cells.map(Cells::of).collect(), cells, size)
}

/// Returns such sets, grown from the given ones.
fn closed_sets_from(mut left: Vec<Cells>, cells: Cells, size: usize) -> BTreeSet<Vec<Cell>> {
    let mut all = BTreeSet::new();
    let mut seen = BTreeSet::new();
    while let Some(set) = left.pop() {
        let inside: Vec<Cell> = set.collect();
        if set.len() > size || !seen.insert(inside.clone()) {
            continue;
        }
        let count = |house: &&Cells| (**house & set).len();
        if PLAIN.houses.iter().any(|house| count(&house) > 2) {
            continue;
        }
        match PLAIN.houses.iter().find(|house| count(house) == 1) {
            Some(house) => left.extend(((cells & *house) - set).map(|cell| set | Cells::of(cell))),
            None => {
                all.insert(inside);
            }
        }
    }
    all.retain(|set| set.len() == size);
    all
}

/// Whether a closed line passes through all cells of `set`, so that each cell sees the next and two cells in
/// a house have different parity.
fn is_loop(set: &[Cell], line: &mut Vec<Cell>) -> bool {
    let sees = |a: Cell, b: Cell| a.peers().contains(b);
    if line.len() == set.len() {
        let parity = |cell: Cell| line.iter().position(|&other| other == cell).unwrap() % 2;
        let by_turns = |house: &Cells| {
            let own: Vec<Cell> = set.iter().copied().filter(|&c| house.contains(c)).collect();
            own.len() != 2 || parity(own[0]) != parity(own[1])
        };
        return sees(line[0], line[line.len() - 1]) && PLAIN.houses.iter().all(by_turns);
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

/// Returns the eliminations of loops with this many cells.
fn loops(size: usize, grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    for a in Digit::all() {
        for b in Digit::all().filter(|&b| b < a) {
            let pair = a.bit() | b.bit();
            let with_both = grid.open_plane(a) & grid.open_plane(b);
            for set in closed_sets(with_both, size) {
                if size.is_multiple_of(2) && is_loop(&set, &mut Vec::new()) {
                    let is_extra = |one: &Candidate| set.contains(&one.cell) && pair & one.digit.bit() == 0;
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

/// Returns the eliminations of extended rectangles with this many cells, in a puzzle that began as `first`:
/// any two lines, any lines across, any digits of the cells.
pub fn extended(size: usize, first: &Grid, grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    let (n, open) = (size / 2, !grid.placed());
    let sets = || (1..512_u16).filter(|set| set.count_ones() as usize == n);
    let members = |set: u16| (0..9).filter(move |k| set >> k & 1 != 0);
    let cell =
        |is_row: bool, line: usize, k: usize| if is_row { Cell::at(line, k) } else { Cell::at(k, line) };
    for (is_row, one, other) in
        [true, false].into_iter().flat_map(|r| (0..9).flat_map(move |a| (0..a).map(move |b| (r, a, b))))
    {
        for across in sets().filter(|_| size.is_multiple_of(2)) {
            let pairs: Vec<[Cell; 2]> =
                members(across).map(|k| [cell(is_row, one, k), cell(is_row, other, k)]).collect();
            let cells: Cells = pairs.iter().flatten().copied().collect();
            // Exchanging the lines must not change the content of any block.
            let same_blocks = |of: usize| {
                let mut blocks: Vec<usize> = pairs.iter().map(|pair| pair[of].block()).collect();
                blocks.sort_unstable();
                blocks
            };
            let one_block = |of: usize| same_blocks(of).windows(2).all(|two| two[0] == two[1]);
            if !cells.is_subset(open) || same_blocks(0) != same_blocks(1) && !(one_block(0) && one_block(1)) {
                continue;
            }
            let held = cells.fold(0, |held, cell| held | grid.digits_of(cell));
            for digits in sets().filter(|digits| digits & !held == 0) {
                let own = |cell: Cell| grid.digits_of(cell) & digits;
                let fits = |&[a, b]: &[Cell; 2]| {
                    [(a, b), (b, a)].into_iter().all(|(cell, beside)| {
                        own(cell).count_ones() > 1 && own(cell) & !first.digits_of(beside) == 0
                    })
                };
                if pairs.iter().all(fits) {
                    let is_extra =
                        |one: &Candidate| cells.contains(one.cell) && digits & one.digit.bit() == 0;
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

/// Returns the eliminations of sets with some solved cells, two in each house. Either no cell of the set was
/// solved at first and each could hold both digits then. Or some were, the set has all cells solved by the
/// digits, and every other cell that shares no house with it and may hold one of the digits could hold both
/// at first.
pub fn reversed(size: usize, first: &Grid, grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    for (a, b) in Digit::all().flat_map(|a| Digit::all().filter(move |&b| b < a).map(move |b| (a, b))) {
        let pair = a.bit() | b.bit();
        let may = |cell: &Cell| {
            let had = !first.placed().contains(*cell) && first.digits_of(*cell) & pair == pair;
            had && grid.digits_of(*cell) & pair != 0
        };
        let both = grid.plane(a) | grid.plane(b);
        let values = both & grid.placed();
        let mut sets =
            if size > 4 { closed_sets(Cell::all().filter(may).collect(), size) } else { BTreeSet::new() };
        if values.intersects(first.placed()) {
            sets.extend(closed_sets_from(vec![values], both, size).into_iter().filter(|set| {
                let apart = |cell: &Cell| set.iter().all(|own| own != cell && !own.peers().contains(*cell));
                both.filter(apart).all(|cell| first.digits_of(cell) & pair == pair)
            }));
        }
        for set in sets {
            let solved = set.iter().filter(|&&cell| grid.placed().contains(cell)).count();
            let is_extra = |one: &Candidate| {
                let is_here = set.contains(&one.cell) && !grid.placed().contains(one.cell);
                is_here && pair & one.digit.bit() == 0
            };
            let extras: Vec<Candidate> = grid.candidates().iter().filter(is_extra).collect();
            if solved > 0 && !extras.is_empty() {
                one_is_true(grid, &extras, 0, &mut all);
            }
        }
    }
    all
}

/// Cells with two digits each.
type Lite = Vec<(Cell, u16)>;

/// Returns the eliminations of sets of cells with two digits each, three digits or more in all, in which each
/// digit is twice or not at all in a house: the extra candidates are of one digit, or in at most two cells.
fn lites(size: usize, grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    let pairs = |cell: Cell| {
        let held = grid.digits_of(cell);
        (0..512_u16).filter(move |pair| pair & !held == 0 && pair.count_ones() == 2)
    };
    let count = |lite: &Lite, digit: Digit, house: &Cells| {
        lite.iter().filter(|(cell, pair)| house.contains(*cell) && pair & digit.bit() != 0).count()
    };
    let extras = |lite: &Lite| -> Vec<Candidate> {
        let is_extra = |one: &Candidate| {
            lite.iter().any(|(cell, pair)| *cell == one.cell && pair & one.digit.bit() == 0)
        };
        grid.candidates().iter().filter(is_extra).collect()
    };
    let says = |extras: &[Candidate]| {
        let cells: Cells = extras.iter().map(|one| one.cell).collect();
        cells.len() < 3 || extras.iter().all(|one| one.digit == extras[0].digit)
    };
    let starts = (!grid.placed()).flat_map(|cell| pairs(cell).map(move |pair| vec![(cell, pair)]));
    let (mut left, mut seen): (Vec<Lite>, _) = (starts.collect(), BTreeSet::new());
    while let Some(lite) = left.pop() {
        let more = extras(&lite);
        let each = || Digit::all().flat_map(|digit| PLAIN.houses.iter().map(move |house| (digit, house)));
        let is_full = each().any(|(digit, house)| count(&lite, digit, house) > 2);
        if lite.len() > size || is_full || !says(&more) || !seen.insert(lite.clone()) {
            continue;
        }
        match each().find(|&(digit, house)| count(&lite, digit, house) == 1) {
            Some((digit, house)) => {
                let free = |cell: &Cell| lite.iter().all(|one| one.0 != *cell);
                for cell in (*house & grid.open_plane(digit)).filter(free) {
                    for pair in pairs(cell).filter(|pair| pair & digit.bit() != 0) {
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

/// Returns the eliminations of odd rings with this many cells: each cell may hold both digits, and sees two
/// others of the ring.
fn odd_rings(size: usize, grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    for (a, b) in Digit::all().flat_map(|a| Digit::all().filter(move |&b| b < a).map(move |b| (a, b))) {
        let with_both = grid.open_plane(a) & grid.open_plane(b);
        let (mut left, mut seen): (Vec<Cells>, _) = (with_both.map(Cells::of).collect(), BTreeSet::new());
        while let Some(set) = left.pop() {
            let degree = |cell: Cell| (cell.peers() & set).len();
            if !seen.insert(set.collect::<Vec<_>>()) || set.into_iter().any(|cell| degree(cell) > 2) {
                continue;
            }
            if set.len() < size {
                let beside = (with_both - set).filter(|&cell| degree(cell) > 0);
                left.extend(beside.map(|cell| set | Cells::of(cell)));
            } else if size % 2 == 1 && set.into_iter().all(|cell| degree(cell) == 2) {
                let is_extra = |one: &Candidate| set.contains(one.cell) && ![a, b].contains(&one.digit);
                let extras: Vec<Candidate> = grid.candidates().iter().filter(is_extra).collect();
                if !extras.is_empty() {
                    one_is_true(grid, &extras, 0, &mut all);
                }
            }
        }
    }
    all
}

/// Returns the eliminations of graves with this many extra candidates.
fn graves(size: usize, grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    for extras in extras(size, grid) {
        let theirs = extras.iter().fold(0u16, |mask, one| mask | one.digit.bit());
        one_is_true(grid, &extras, 0x1ff & !theirs, &mut all);
    }
    all
}

/// Lists sets of this many candidates without which the grid would be a grave: all choices of extras in cells
/// with more than two candidates are tried.
pub fn extras(size: usize, grid: &Grid) -> Vec<Vec<Candidate>> {
    let count = |cell: Cell| grid.digits_of(cell).count_ones() as usize;
    let open = !grid.placed();
    let more: usize = open.map(|cell| count(cell).saturating_sub(2)).sum();
    if more != size || open.into_iter().any(|cell| count(cell) < 2) {
        return Vec::new();
    }
    let mut ways = vec![Vec::new()];
    for cell in open.filter(|&cell| count(cell) > 2) {
        let digits: Vec<Digit> = Digit::in_mask(grid.digits_of(cell)).collect();
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
    ways.retain(|extras| {
        let mut without = *grid;
        without.eliminate(&extras.iter().copied().collect());
        let is_two = |digit: Digit| {
            PLAIN.houses.iter().all(|house| {
                let value = grid.plane(digit) & grid.placed() & *house;
                !value.is_empty() || (without.open_plane(digit) & *house).len() == 2
            })
        };
        Digit::all().all(is_two)
    });
    ways
}
