//! Unique and avoidable rectangles with links, wings and external guardians, by their definitions
//! (docs/theory.md, "Uniqueness").

use super::unique::{one_is_true, rectangles};
use super::{linked, open};
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, PLAIN};

pub const RULES: [&str; 4] = ["ur-strong-link", "hidden-ar", "ur-wing", "external-ur"];

/// Returns all eliminations of a rule in the state `grid` of a puzzle that began as `first`.
pub fn naive(rule: &str, first: &Grid, grid: &Grid) -> Candidates {
    let mut all = Candidates::EMPTY;
    for (corners, pair) in rectangles(first, grid) {
        let count = corners.iter().filter(|&&cell| grid.placed().contains(cell)).count();
        match rule {
            "hidden-ar" if (1..4).contains(&count) => linked_corners(grid, corners, pair, &mut all),
            "ur-strong-link" if count == 0 => linked_corners(grid, corners, pair, &mut all),
            "ur-wing" if count == 0 => winged(grid, corners, pair, &mut all),
            "external-ur" if count == 0 => external(grid, corners, pair, &mut all),
            _ => {}
        }
    }
    all
}

/// Eliminates the first digit from a corner if every filling with this digit in this corner is crosswise. A
/// corner is filled with the first digit (0), the second digit (1) or another digit (2), if the corner has
/// such a candidate. If two corners are the only places of a digit in a house, one of these corners has the
/// digit; without such links, there must be fillings that are not crosswise.
fn linked_corners(grid: &Grid, corners: [Cell; 4], pair: [Digit; 2], all: &mut Candidates) {
    let may = |k: usize, what: usize| {
        let held = grid.digits_of(corners[k]);
        match what {
            2 => held & !(pair[0].bit() | pair[1].bit()) != 0,
            _ => held & pair[what].bit() != 0,
        }
    };
    let ways = |start: usize, with_links: bool| {
        let fillings = (0..81).map(|n| [n % 3, n / 3 % 3, n / 9 % 3, n / 27]);
        fillings.filter(move |filling| {
            let held = (0..4).all(|k| may(k, filling[k]));
            let apart = (0..4).all(|k| filling[k] == 2 || filling[k] != filling[(k + 1) % 4]);
            let is_linked = |k: usize, what: usize| {
                let two: Cells = [corners[k], corners[(k + 1) % 4]].into_iter().collect();
                let only = PLAIN.houses.iter().any(|house| *house & grid.open_plane(pair[what]) == two);
                !only || filling[k] == what || filling[(k + 1) % 4] == what
            };
            let links = !with_links || (0..8).all(|n| is_linked(n / 2, n % 2));
            filling[start] == 0 && held && apart && links
        })
    };
    for (start, &cell) in corners.iter().enumerate() {
        let is_deadly =
            |filling: &[usize; 4]| filling[start] == 0 && (0..4).all(|k| filling[k] == (k + start) % 2);
        let target = Candidate::new(pair[0], cell);
        let is_open = open(grid).contains(&target);
        let any = ways(start, true).count() > 0;
        let needs_links = !ways(start, false).all(|way| is_deadly(&way));
        if is_open && any && ways(start, true).all(|way| is_deadly(&way)) && needs_links {
            all.insert(target);
        }
    }
}

/// Returns the candidates of the corners that are not of the pair.
fn extras(grid: &Grid, corners: &[Cell], pair: [Digit; 2]) -> Vec<Candidate> {
    let is_extra = |one: &Candidate| corners.contains(&one.cell) && !pair.contains(&one.digit);
    open(grid).into_iter().filter(is_extra).collect()
}

/// Eliminates targets to which each extra candidate is linked, directly or by a cell that it would fill with
/// the target's digit.
fn winged(grid: &Grid, corners: [Cell; 4], pair: [Digit; 2], all: &mut Candidates) {
    let extras = extras(grid, &corners, pair);
    let digits = extras.iter().fold(0u16, |all, one| all | one.digit.bit());
    if !(2..=4).contains(&digits.count_ones()) {
        return;
    }
    for z in open(grid) {
        let leads = |one: &Candidate| {
            let is_wing = |&cell: &Cell| {
                let own = [one.digit, z.digit].map(|digit| Candidate { digit, cell });
                let sees = extras.iter().filter(|e| e.digit == one.digit).all(|&e| linked(e, own[0]));
                let both = one.digit.bit() | z.digit.bit();
                let is_open = !grid.placed().contains(cell) && !corners.contains(&cell);
                is_open && grid.digits_of(cell) == both && sees && linked(own[1], z)
            };
            match one.digit == z.digit {
                true => linked(*one, z),
                false => Cell::all().any(|cell| is_wing(&cell)),
            }
        };
        if extras.iter().all(leads) {
            all.insert(z);
        }
    }
}

/// Lists the guardians of a side, each with whether they are outside it: its extra candidates, or the other
/// places of the pair in a house.
pub fn ways(grid: &Grid, side: [Cell; 2], pair: [Digit; 2]) -> Vec<(bool, Vec<Candidate>)> {
    let cells: Cells = side.into_iter().collect();
    let mut ways = vec![(false, extras(grid, &side, pair))];
    for house in PLAIN.houses.iter().filter(|house| cells.is_subset(**house)) {
        let is_outside = |one: &Candidate| pair.contains(&one.digit) && (*house - cells).contains(one.cell);
        ways.push((true, open(grid).into_iter().filter(is_outside).collect()));
    }
    ways
}

/// Eliminates by external guardians: the corners of a side hold the pair unless one of their extra candidates
/// is true, or one of the other places of both digits in a house. At least one side uses a house.
fn external(grid: &Grid, [p, q, r, s]: [Cell; 4], pair: [Digit; 2], all: &mut Candidates) {
    for [one, other] in [[[p, q], [r, s]], [[q, r], [s, p]]] {
        for (by_house, guardians) in ways(grid, one, pair) {
            for (also, more) in ways(grid, other, pair) {
                let both = [&guardians[..], &more].concat();
                if (by_house || also) && !both.is_empty() {
                    one_is_true(grid, &both, 0, all);
                }
            }
        }
    }
}
