//! Canonical forms against a naive twin, under random symmetries, and against known facts.

use crate::common::{Dice, random_10k};
use sudoscope::brute::unique_solution;
use sudoscope::canon::{Canon, Canonical, Symmetry};
use sudoscope::grid::{Cells, Grid, notation, parse_puzzle};

fn clues(line: &str) -> [Cells; 9] {
    parse_puzzle(line.as_bytes()).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn solution(clues: &[Cells; 9]) -> [Cells; 9] {
    let grid = unique_solution(&Grid::from_clues(clues)).expect("a puzzle with one solution");
    grid.planes
}

fn random_symmetry(dice: &mut Dice) -> Symmetry {
    let bytes = |order: [usize; 9]| order.map(|at| at as u8);
    let (rows, columns, digits) = (dice.lines(), dice.lines(), dice.order());
    Symmetry::new(dice.below(2) == 1, bytes(rows), bytes(columns), bytes(digits)).unwrap()
}

/// Solution grid with the most automorphisms.
const MOST_CANONICAL: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// Returns puzzles with and without symmetries, with few and many clues, with one solution, many or none.
fn all_kinds() -> Vec<String> {
    let mut kinds: Vec<String> = random_10k().into_iter().take(6).collect();
    let row = "123456789";
    let fulls: Vec<String> = kinds[..4].iter().map(|line| notation::clues(&solution(&clues(line)))).collect();
    let full = fulls[0].clone();
    let diagonal = |digit: fn(usize) -> char| -> String {
        (0..81).map(|cell| if cell % 10 == 0 { digit(cell / 10) } else { '.' }).collect()
    };
    let mut nearly_full = full.clone();
    nearly_full.replace_range(40..41, ".");
    kinds.extend([
        ".".repeat(81),
        "1".repeat(81),
        format!("1{}", ".".repeat(80)),
        format!("11{}2", ".".repeat(78)),
        row.to_string() + &".".repeat(72),
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1".into(),
        diagonal(|_| '1'),
        diagonal(|k| (b'1' + k as u8) as char),
        // A block with its rows in order and out of order.
        "123......456......789......".to_string() + &".".repeat(54),
        "12.......21.......3........".to_string() + &".".repeat(54),
        // Digits twice in a row, so that some orders of labels do not give the least form.
        "1123.....2.......3.......4.............4............5....6........1..1..2........".into(),
        "112233445566778899".to_string() + &".".repeat(63),
        // Cells of two digits: a pattern.
        (0..81).map(|cell| if cell * 7 % 5 == 1 { '1' } else { '.' }).collect(),
        (0..81).map(|cell| if cell / 9 % 3 == cell % 3 { '1' } else { '2' }).collect(),
        nearly_full,
        MOST_CANONICAL.into(),
    ]);
    kinds.extend(fulls);
    kinds
}

/// Returns all orders of nine rows that keep the bands together.
fn all_orders() -> Vec<[usize; 9]> {
    let threes = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut orders = Vec::new();
    for bands in threes {
        for (a, b) in threes.iter().flat_map(|a| threes.map(|b| (*a, b))) {
            for c in threes {
                let inside = [a, b, c];
                orders.push(std::array::from_fn(|k| 3 * bands[k / 3] + inside[k / 3][k % 3]));
            }
        }
    }
    orders
}

/// Naive twin: tries every symmetry, with digits renamed as they appear; returns the least text and the
/// number of symmetries that give it.
fn naive(clues: &[Cells; 9]) -> (String, u64) {
    let text = notation::clues(clues).into_bytes();
    let orders = all_orders();
    let (mut least, mut count) = ([u8::MAX; 81], 0);
    for transposed in [false, true] {
        for rows in &orders {
            'next: for columns in &orders {
                let (mut names, mut next) = ([0; 256], 1);
                let mut image = [0; 81];
                let mut less = false;
                for (at, cell) in image.iter_mut().enumerate() {
                    let (row, column) = (rows[at / 9], columns[at % 9]);
                    let source = text[if transposed { 9 * column + row } else { 9 * row + column }];
                    if source != b'.' && names[source as usize] == 0 {
                        names[source as usize] = next;
                        next += 1;
                    }
                    *cell = names[source as usize];
                    less |= *cell < least[at];
                    if !less && *cell > least[at] {
                        continue 'next;
                    }
                }
                count = if less { 1 } else { count + 1 };
                least = image;
            }
        }
    }
    let text = least.map(|digit| if digit == 0 { '.' } else { (b'0' + digit) as char });
    (text.iter().collect(), count)
}

#[test]
fn forms_are_those_of_the_naive_twin() {
    let mut canon = Canon::default();
    for line in all_kinds() {
        let clues = clues(&line);
        let form = canon.of(&clues);
        let (text, count) = naive(&clues);
        assert_eq!((notation::clues(&form.clues), form.automorphisms), (text, count), "{line}");
    }
}

#[test]
fn all_isomorphs_have_one_form() {
    let mut canon = Canon::default();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let kinds = all_kinds().into_iter().chain(random_10k().into_iter().skip(6).take(2000));
    for line in kinds {
        let clues = clues(&line);
        let form = canon.of(&clues);
        assert_eq!(form.symmetry.apply(&clues), form.clues, "{line}");
        let again = canon.of(&form.clues);
        assert_eq!((again.clues, again.automorphisms), (form.clues, form.automorphisms), "{line}");
        for _ in 0..8 {
            let image = random_symmetry(&mut dice).apply(&clues);
            let other = canon.of(&image);
            assert_eq!(other.symmetry.apply(&image), form.clues, "{line}");
            let what = |form: &Canonical| (form.clues, form.automorphisms);
            assert_eq!(what(&other), what(&form), "{line}");
        }
    }
}

#[test]
fn forms_by_solution_are_invariant_too() {
    let mut canon = Canon::default();
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    for line in random_10k().into_iter().take(500) {
        let clues = clues(&line);
        let full = solution(&clues);
        let form = canon.by_solution(&clues, &full);
        let least = canon.of(&full);
        assert_eq!(form.symmetry.apply(&full), least.clues);
        assert_eq!(form.symmetry.apply(&clues), form.clues);
        assert_eq!(form.automorphisms, canon.of(&clues).automorphisms);
        let symmetry = random_symmetry(&mut dice);
        let other = canon.by_solution(&symmetry.apply(&clues), &symmetry.apply(&full));
        assert_eq!((other.clues, other.automorphisms), (form.clues, form.automorphisms));
    }
}

/// The grid with the most automorphisms has 648 of them, the largest number that a solution grid can have
/// (Russell and Jarvis, 2006), and as many symmetries take a puzzle of this grid to the least solution.
#[test]
fn a_grid_of_many_automorphisms() {
    let full = clues(MOST_CANONICAL);
    let mut canon = Canon::default();
    let form = canon.of(&full);
    assert_eq!(form.automorphisms, 648);
    let mut fewer = full;
    fewer[0].remove(full[0].first().unwrap());
    let mut dice = Dice(7);
    let form = canon.by_solution(&fewer, &full);
    for _ in 0..20 {
        let symmetry = random_symmetry(&mut dice);
        let other = canon.by_solution(&symmetry.apply(&fewer), &symmetry.apply(&full));
        assert_eq!((other.clues, other.automorphisms), (form.clues, form.automorphisms));
    }
}

#[test]
fn symmetries_are_a_group() {
    let mut dice = Dice(11);
    let puzzle = clues(&random_10k()[0]);
    for _ in 0..500 {
        let [a, b, c] = std::array::from_fn(|_| random_symmetry(&mut dice));
        assert_eq!(b.apply(&a.apply(&puzzle)), a.then(&b).apply(&puzzle));
        assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
        assert_eq!(a.then(&a.inverse()), Symmetry::IDENTITY);
        assert_eq!(a.inverse().then(&a), Symmetry::IDENTITY);
        assert_eq!(a.to_string().parse(), Ok(a));
    }
    assert_eq!(Symmetry::IDENTITY.to_string(), "r123456789 c123456789 d123456789");
    let bad = [
        "",
        "T",
        "r123456789 c123456789",
        "r123456789 c123456789 d123456788",
        "r142356789 c123456789 d123456789",
        "r123456780 c123456789 d123456789",
        "r123456789 c12345678 d123456789",
        "r123456789  c123456789 d123456789",
        "r123456789 c123456789 d123456789 ",
        "rABCDEFGHI c123456789 d123456789",
        "c123456789 r123456789 d123456789",
    ];
    for text in bad {
        assert!(text.parse::<Symmetry>().is_err(), "{text}");
    }
}

/// A symmetry acts as its text says, checked against an image written by hand: transposed, the first two rows
/// exchanged, the last column before the two others of its stack, 1 and 2 exchanged.
#[test]
fn a_symmetry_does_what_its_text_says() {
    let symmetry: Symmetry = "T r213456789 c123456978 d213456789".parse().unwrap();
    let puzzle = clues(&format!("1{}3......12", ".".repeat(71)));
    let image = symmetry.apply(&puzzle);
    // The 1 in r1c1 moves via r1c1 to r2c1; the 3 in r9c1 via r1c9 to r2c7; the 1 in r9c8 via r8c9 to r8c7;
    // the 2 in r9c9 to r9c7.
    let expected: String = (0..81)
        .map(|cell| match cell {
            9 => '2',
            15 => '3',
            69 => '2',
            78 => '1',
            _ => '.',
        })
        .collect();
    assert_eq!(notation::clues(&image), expected);
}
