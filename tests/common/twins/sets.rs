//! Singles, locked candidates, subsets, fish, all-different consistency (docs/theory.md, "Subsets").

use super::Proved;
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, House, PLAIN};

pub fn proved(rule: &str, size: usize, grid: &Grid) -> Option<Proved> {
    let eliminated = match rule {
        "contradiction"
        | "full-house"
        | "last-digit"
        | "naked-single"
        | "hidden-single-in-block"
        | "hidden-single-in-line"
        | "hidden-single" => {
            return Some(basic(rule, grid));
        }
        "lc" => locked(grid),
        "naked" => naked(grid, size),
        "hidden" => hidden(grid, size),
        "fish" => fish(grid, size),
        "finned-fish" => finned(grid, size),
        "finned" => with_fins(grid, size, false),
        "sashimi" => with_fins(grid, size, true),
        "alldiff" => all_different(grid),
        _ => return None,
    };
    Some(Proved::false_ones(eliminated))
}

fn one(digit: Digit, cell: Cell) -> Candidate {
    Candidate::new(digit, cell)
}

fn of_digit(digit: Digit, cells: Cells) -> impl Iterator<Item = Candidate> {
    cells.map(move |cell| one(digit, cell))
}

/// Whether the digit is decided in the house.
fn is_decided(grid: &Grid, house: Cells, digit: Digit) -> bool {
    (grid.plane(digit) & grid.placed()).intersects(house)
}

/// Applies the rules of singles; a value counts as a candidate of its cell and its houses.
pub fn basic(rule: &str, grid: &Grid) -> Proved {
    let cells = || Cell::all().filter(|&cell| !grid.placed().contains(cell));
    let only = |digit: Digit| {
        let places = PLAIN.houses.iter().map(|&house| house & grid.plane(digit));
        let single = places.filter(|places| places.len() == 1);
        single.fold(Cells::EMPTY, |all, places| all | places) - grid.placed()
    };
    match rule {
        "contradiction" => {
            let empty = Cell::all().any(|cell| grid.digits_of(cell) == 0);
            let homeless = Digit::all()
                .any(|digit| PLAIN.houses.iter().any(|&house| (house & grid.plane(digit)).is_empty()));
            let torn = cells().any(|c| Digit::all().filter(|&digit| only(digit).contains(c)).count() > 1);
            Proved { contradiction: empty || homeless || torn, ..Proved::default() }
        }
        "naked-single" => {
            let single = |&cell: &Cell| grid.digits_of(cell).count_ones() == 1;
            let value = |cell| one(Digit::lowest(grid.digits_of(cell)), cell);
            Proved::true_ones(cells().filter(single).map(value).collect())
        }
        "hidden-single" => Proved::true_ones(Digit::all().flat_map(|d| of_digit(d, only(d))).collect()),
        "last-digit" => {
            let stands = |digit: Digit| (grid.plane(digit) & grid.placed()).len();
            let eight = Digit::all().filter(|&digit| stands(digit) == 8);
            Proved::true_ones(eight.flat_map(|digit| of_digit(digit, only(digit))).collect())
        }
        // Houses of the rule's type, with its number of empty cells.
        _ => {
            let is_meant = |house: Cells| {
                let empty = cells().filter(|&cell| house.contains(cell)).count();
                match rule {
                    "full-house" => empty == 1,
                    "hidden-single-in-block" => empty > 1 && house == block(house),
                    _ => empty > 1 && house != block(house),
                }
            };
            let of_house = |house: Cells| {
                let places = Digit::all().map(move |digit| (digit, house & grid.plane(digit)));
                let single = places.filter(|(_, places)| places.len() == 1);
                single.flat_map(|(digit, places)| of_digit(digit, places - grid.placed()))
            };
            let houses = House::all().map(House::cells).filter(|&house| is_meant(house));
            Proved::true_ones(houses.flat_map(of_house).collect())
        }
    }
}

/// Returns the block of the first cell in `cells`.
fn block(mut cells: Cells) -> Cells {
    let first = cells.next().unwrap();
    Cell::all().filter(|&cell| cell.block() == first.block()).collect()
}

/// Finds locked candidates: all places of a digit in a house are also in another house.
pub fn locked(grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    for digit in Digit::all() {
        let plane = grid.open_plane(digit);
        for &house in PLAIN.houses.iter() {
            let held = house & plane;
            for &other in PLAIN.houses.iter().filter(|&&other| other != house && held.is_subset(other)) {
                if !held.is_empty() && !is_decided(grid, house, digit) {
                    all.extend(&of_digit(digit, (other & plane) - house).collect());
                }
            }
        }
    }
    all
}

/// Calls `found` with each set of `n` members whose values number `n`, and with these values.
fn hall(values: &[u16; 9], n: usize, mut found: impl FnMut(u16, u16)) {
    for set in 1_u16..512 {
        let members = || (0..9).filter(|&k| set >> k & 1 != 0);
        let union = members().fold(0, |all, k| all | values[k]);
        let is_open = members().all(|k| values[k] != 0);
        if is_open && set.count_ones() as usize == n && union.count_ones() as usize == n {
            found(set, union);
        }
    }
}

fn squares(house: Cells) -> [Cell; 9] {
    let mut cells = house;
    std::array::from_fn(|_| cells.next().unwrap())
}

fn has(set: u16, k: usize) -> bool {
    set >> k & 1 != 0
}

/// Returns the digits of each undecided cell of a house.
fn digits(grid: &Grid, cells: &[Cell; 9]) -> [u16; 9] {
    cells.map(|cell| if grid.placed().contains(cell) { 0 } else { grid.digits_of(cell) })
}

fn naked(grid: &Grid, n: usize) -> Candidates {
    let mut all = Candidates::EMPTY;
    for cells in PLAIN.houses.iter().map(|&house| squares(house)) {
        let values = digits(grid, &cells);
        hall(&values, n, |set, union| {
            for (k, d) in pairs().filter(|&(k, d)| !has(set, k) && has(values[k] & union, d)) {
                all.insert(one(Digit::new(d), cells[k]));
            }
        });
    }
    all
}

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..81).map(|i| (i / 9, i % 9))
}

fn hidden(grid: &Grid, n: usize) -> Candidates {
    let mut all = Candidates::EMPTY;
    for cells in PLAIN.houses.iter().map(|&house| squares(house)) {
        let values = digits(grid, &cells);
        let place = |d: usize| (0..9).filter(|&k| has(values[k], d)).fold(0_u16, |places, k| places | 1 << k);
        hall(&std::array::from_fn(place), n, |set, union| {
            for (k, d) in pairs().filter(|&(k, d)| has(union, k) && has(values[k] & !set, d)) {
                all.insert(one(Digit::new(d), cells[k]));
            }
        });
    }
    all
}

/// Returns a cell by its line and its place in the line.
fn crossing(by_rows: bool, line: usize, place: usize) -> Cell {
    if by_rows { Cell::at(line, place) } else { Cell::at(place, line) }
}

/// Calls `each` for the rows and for the columns of each digit, with the places in each line.
fn lines(grid: &Grid, mut each: impl FnMut(Digit, bool, [u16; 9])) {
    for (digit, by_rows) in Digit::all().flat_map(|digit| [(digit, true), (digit, false)]) {
        let plane = grid.open_plane(digit);
        let places = |line: usize| {
            let here = |&place: &usize| plane.contains(crossing(by_rows, line, place));
            (0..9).filter(here).fold(0_u16, |places, place| places | 1 << place)
        };
        each(digit, by_rows, std::array::from_fn(places));
    }
}

fn fish(grid: &Grid, n: usize) -> Candidates {
    let mut all = Candidates::EMPTY;
    lines(grid, |digit, by_rows, places| {
        hall(&places, n, |base, cover| {
            for (line, k) in pairs().filter(|&(l, k)| !has(base, l) && has(places[l] & cover, k)) {
                all.insert(one(digit, crossing(by_rows, line, k)));
            }
        });
    });
    all
}

/// Finds finned fish: n - 1 lines with n places between them, and a line whose other places are all in one
/// block.
fn finned(grid: &Grid, n: usize) -> Candidates {
    let mut all = Candidates::EMPTY;
    lines(grid, |digit, by_rows, places| {
        for (base, finned) in (1_u16..512).flat_map(|base| (0..9).map(move |line| (base, line))) {
            let others = || (0..9).filter(|&line| has(base, line) && line != finned);
            let cover = others().fold(0, |all, line| all | places[line]);
            let fins: Vec<usize> = (0..9).filter(|&k| has(places[finned] & !cover, k)).collect();
            let is_fish = has(base, finned)
                && base.count_ones() as usize == n
                && cover.count_ones() as usize == n
                && others().all(|line| places[line] != 0);
            let Some(&fin) = fins.first().filter(|_| is_fish) else { continue };
            let block = crossing(by_rows, finned, fin).block();
            let inside = |line: usize, k: usize| crossing(by_rows, line, k).block() == block;
            if fins.iter().all(|&k| inside(finned, k)) {
                let clears = |&(line, k): &(usize, usize)| {
                    !has(base, line) && has(places[line] & cover, k) && inside(line, k)
                };
                let cells = pairs().filter(clears).map(|(line, k)| crossing(by_rows, line, k));
                all.extend(&cells.map(|cell| one(digit, cell)).collect());
            }
        }
    });
    all
}

/// Finds fish with fins: n lines and n crossing lines; places outside the crossings are all in one block.
fn with_fins(grid: &Grid, n: usize, sashimi: bool) -> Candidates {
    let mut all = Candidates::EMPTY;
    let sets = || (1_u16..512).filter(|set| set.count_ones() as usize == n);
    lines(grid, |digit, by_rows, places| {
        for (base, cover) in sets().flat_map(|base| sets().map(move |cover| (base, cover))) {
            let own = || (0..9).filter(|&line| has(base, line));
            let left = own().map(|line| (places[line] & cover).count_ones()).min();
            let union = own().fold(0, |all, line| all | places[line]);
            let fins: Vec<usize> = pairs()
                .filter(|&(line, k)| has(base, line) && has(places[line] & !cover, k))
                .map(|(line, k)| crossing(by_rows, line, k).block())
                .collect();
            let Some(&block) = fins.first() else { continue };
            let fits = left > Some(0) && (left == Some(1)) == sashimi && cover & !union == 0;
            if fits && fins.iter().all(|&fin| fin == block) {
                let cells = pairs().filter(|&(line, k)| !has(base, line) && has(places[line] & cover, k));
                let cells = cells.map(|(line, k)| crossing(by_rows, line, k));
                let seen = cells.filter(|&cell| cell.block() == block);
                all.extend(&seen.map(|cell| one(digit, cell)).collect());
            }
        }
    });
    all
}

/// Whether cells with the candidates `values` can have different digits that are not in `taken`.
fn assignable(values: &[u16], taken: u16) -> bool {
    let Some((&first, rest)) = values.split_first() else { return true };
    (0..9).any(|d| has(first & !taken, d) && assignable(rest, taken | 1 << d))
}

fn all_different(grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    for cells in PLAIN.houses.iter().map(|&house| squares(house)) {
        let values = digits(grid, &cells);
        for (k, d) in pairs().filter(|&(k, d)| has(values[k], d)) {
            let others = (0..9).filter(|&other| other != k && values[other] != 0);
            // Cells with the fewest digits come first: the answer is the same, but sooner.
            let mut others: Vec<u16> = others.map(|other| values[other]).collect();
            others.sort_by_key(|digits| digits.count_ones());
            if !assignable(&others, 1 << d) {
                all.insert(one(Digit::new(d), cells[k]));
            }
        }
    }
    all
}
