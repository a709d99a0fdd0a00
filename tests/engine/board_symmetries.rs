//! Symmetries of boards against naive twins, and canonical forms under these symmetries.

use crate::boards::{Row, rows};
use crate::common::{Dice, random_10k};
use crate::random_boards::random;
use std::collections::HashSet;
use std::sync::Arc;
use sudoscope::boards::{BASES, Board, PARTS};
use sudoscope::canon::{BoardCanon, BoardSymmetry, Canon, NoForm, Symmetries};
use sudoscope::grid::{Candidate, Cell, Cells, Digit, parse_puzzle};

fn board(name: &str) -> Board {
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Renaming of cells and digits.
#[derive(Clone, Debug)]
struct Renaming {
    cells: Vec<usize>,
    digits: [usize; 9],
}

impl Renaming {
    fn label(&self, label: Candidate) -> Candidate {
        Candidate::new(
            Digit::new(self.digits[label.digit.index()]),
            Cell::new(self.cells[label.cell.index()]),
        )
    }

    fn of(&self, clues: &[Cells; 9]) -> [Cells; 9] {
        let mut images = [Cells::EMPTY; 9];
        for (digit, plane) in Digit::all().zip(clues) {
            for cell in *plane {
                let image = self.label(Candidate::new(digit, cell));
                images[image.digit].insert(image.cell);
            }
        }
        images
    }

    /// Whether houses become houses, and links links, by definition.
    fn keeps(&self, board: &Board) -> bool {
        let moved = |cells: Cells| cells.map(|cell| Cell::new(self.cells[cell.index()])).collect::<Cells>();
        let houses: HashSet<u128> = board.houses().iter().map(|house| house.cells.bits()).collect();
        let keeps_link = |label: Candidate| {
            let own: HashSet<Candidate> = board.linked(label).iter().map(|other| self.label(other)).collect();
            own == board.linked(self.label(label)).iter().collect()
        };
        board.houses().iter().all(|house| houses.contains(&moved(house.cells).bits()))
            && board.labels().all(keeps_link)
    }
}

/// Naive twin: finds all renamings of the cells that keep houses and links with one renaming of the digits,
/// cell by cell. A part is given up if it does not keep which cells are in one house.
fn naive(board: &Board, digits: [usize; 9]) -> Vec<Renaming> {
    fn go(
        board: &Board, cells: &[Cell], share: &[Vec<usize>], at: usize, own: &mut Renaming,
        all: &mut Vec<Renaming>,
    ) {
        let Some(cell) = cells.get(at) else {
            all.extend(own.keeps(board).then(|| own.clone()));
            return;
        };
        for image in cells {
            let before = cells[..at].iter().map(|other| (other.index(), own.cells[other.index()]));
            let fits = before.clone().all(|(other, to)| {
                to != image.index() && share[cell.index()][other] == share[image.index()][to]
            });
            if fits {
                own.cells[cell.index()] = image.index();
                go(board, cells, share, at + 1, own, all);
            }
        }
    }
    // A house that stands twice, as rows do that are regions, too, is one.
    let houses: HashSet<u128> = board.houses().iter().map(|house| house.cells.bits()).collect();
    let has = |a: usize, b: usize| {
        let both = (Cells::of(Cell::new(a)) | Cells::of(Cell::new(b))).bits();
        houses.iter().filter(|&house| both & house == both).count()
    };
    let share: Vec<Vec<usize>> = (0..81).map(|a| (0..81).map(|b| has(a, b)).collect()).collect();
    let cells: Vec<Cell> = board.cells().collect();
    let (mut own, mut all) = (Renaming { cells: (0..81).collect(), digits }, Vec::new());
    go(board, &cells, &share, 0, &mut own, &mut all);
    all
}

/// Returns all orders of the digits of a small board.
fn orders(size: usize) -> Vec<[usize; 9]> {
    let mut all = vec![Vec::new()];
    for _ in 0..size {
        let longer = |begun: Vec<usize>| -> Vec<Vec<usize>> {
            let rest = (0..size).filter(|digit| !begun.contains(digit));
            rest.map(|digit| [begun.clone(), vec![digit]].concat()).collect()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    let filled = |order: Vec<usize>| std::array::from_fn(|digit| order.get(digit).copied().unwrap_or(digit));
    all.into_iter().map(filled).collect()
}

/// The symmetries of small boards are those of the naive twin, with each order of the digits.
#[test]
fn symmetries_are_those_of_the_naive_twin() {
    let jigsaws = ["jigsaw:AABBACBBACDDCCDD", "jigsaw:AAAABBBBCCCCDDDD"];
    let named = ["4x4", "4x4+x", "4x4+d1", "4x4+nc", "4x4+nc-wrap", "4x4+antiking", "latin4+nc-torus"];
    for name in named.into_iter().chain(jigsaws) {
        let board = board(name);
        let found = Symmetries::of(&board).unwrap();
        let by_digits: Vec<Vec<Renaming>> =
            orders(4).into_iter().map(|digits| naive(&board, digits)).collect();
        let pairs = by_digits.iter().map(|all| all.len() as u64).sum::<u64>();
        let cells: HashSet<Vec<usize>> = by_digits.into_iter().flatten().map(|own| own.cells).collect();
        assert_eq!(found.count(), cells.len() as u64, "{name}");
        assert_eq!(found.count() * found.relabellings(), pairs, "{name}");
    }
}

/// Symmetries of the plain board that keep further houses are the symmetries of a board with these houses, if
/// none of these has another that moves blocks.
#[test]
fn symmetries_are_those_of_the_plain_board_that_keep_the_houses() {
    let threes = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut lines: Vec<[usize; 9]> = Vec::new();
    for bands in threes {
        for (a, b) in threes.iter().flat_map(|a| threes.map(|b| (*a, b))) {
            lines.extend(threes.map(|c| std::array::from_fn(|k| 3 * bands[k / 3] + [a, b, c][k / 3][k % 3])));
        }
    }
    for name in ["x", "d1", "windoku", "girandola", "asterisk", "cd", "x+windoku"] {
        let board = board(name);
        let houses: HashSet<u128> = board.houses().iter().skip(27).map(|house| house.cells.bits()).collect();
        let cells: Vec<Vec<[usize; 2]>> = board.houses()[27..]
            .iter()
            .map(|house| house.cells.map(|cell| [cell.row(), cell.column()]).collect())
            .collect();
        let mut count = 0;
        for (rows, columns) in lines.iter().flat_map(|rows| lines.iter().map(move |columns| (rows, columns)))
        {
            for transposed in [false, true] {
                let moved = |[row, column]: [usize; 2]| {
                    let [row, column] = [rows[row], columns[column]];
                    1 << if transposed { 9 * column + row } else { 9 * row + column }
                };
                let image = |cells: &Vec<[usize; 2]>| cells.iter().fold(0u128, |all, it| all | moved(*it));
                count += u64::from(cells.iter().all(|house| houses.contains(&image(house))));
            }
        }
        assert_eq!(Symmetries::of(&board).unwrap().count(), count, "{name}");
    }
    let plain = Symmetries::of(&board("plain")).unwrap();
    assert_eq!(plain.count(), 2 * (lines.len() * lines.len()) as u64);
}

/// Rearranges a puzzle by a random symmetry: one that a random full set of clues needs for its form.
fn random_symmetry(canon: &mut BoardCanon, board: &Board, dice: &mut Dice) -> BoardSymmetry {
    let mut clues = [Cells::EMPTY; 9];
    for cell in board.cells() {
        let digit = dice.below(board.size() + 4);
        if digit < board.size() {
            clues[digit].insert(cell);
        }
    }
    canon.of(&clues).symmetry
}

fn renaming(symmetry: &BoardSymmetry, board: &Board) -> Renaming {
    let mut all = Renaming { cells: (0..81).collect(), digits: std::array::from_fn(|digit| digit) };
    for cell in board.cells() {
        all.cells[symmetry.source(cell).index()] = cell.index();
    }
    let corner = board.cells().next().unwrap();
    for (digit, to) in all.digits.iter_mut().enumerate().take(board.size()) {
        let mut one = [Cells::EMPTY; 9];
        one[digit].insert(symmetry.source(corner));
        *to = symmetry.apply(&one).iter().position(|plane| plane.contains(corner)).unwrap();
    }
    all
}

/// Asserts that images of a puzzle under random symmetries have one form, which is no greater than any.
fn assert_invariant(canon: &mut BoardCanon, board: &Board, clues: &[Cells; 9], dice: &mut Dice) {
    let form = canon.of(clues);
    let what = || format!("{board} {}", board.write(clues));
    assert_eq!(form.symmetry.apply(clues), form.clues, "{}", what());
    assert_eq!(canon.of(&form.clues).clues, form.clues, "{}", what());
    for _ in 0..4 {
        let symmetry = random_symmetry(canon, board, dice);
        let own = renaming(&symmetry, board);
        assert!(own.keeps(board), "{} {own:?}", what());
        let image = symmetry.apply(clues);
        assert_eq!(own.of(clues), image, "{}", what());
        let other = canon.of(&image);
        assert_eq!((other.clues, other.automorphisms), (form.clues, form.automorphisms), "{}", what());
        assert!(board.write(&form.clues) <= board.write(&image), "{}", what());
    }
}

/// Puzzles of all kinds of boards.
#[test]
fn isomorphs_on_boards_have_one_form() {
    let dice = &mut Dice(0x9e37_79b9_7f4a_7c15);
    let mut kinds = HashSet::new();
    let mut last: Option<(Arc<Board>, BoardCanon)> = None;
    for Row { board, clues, .. } in rows(40) {
        if last.as_ref().is_none_or(|(known, _)| *known != board) {
            last = match BoardCanon::of_board(&board) {
                Err(error) => {
                    assert!(
                        matches!(error, NoForm::TooMany(_)) && board.text() == "latin",
                        "{board} {error}"
                    );
                    continue;
                }
                Ok(canon) => Some((board.clone(), canon)),
            };
        }
        let Some((_, canon)) = &mut last else { continue };
        assert_invariant(canon, &board, &clues, dice);
        kinds.insert(board.text().split(':').next().unwrap().to_string());
    }
    assert!(kinds.is_empty() || kinds.len() >= 18, "{kinds:?}");
}

/// Boards with random houses, partial ones too, and random links.
#[test]
fn isomorphs_on_random_boards_have_one_form() {
    let dice = &mut Dice(0x2545_f491_4f6c_dd1d);
    let mut with_symmetries = 0;
    for at in 0..60 {
        let (board, clues) = random(dice, at % 3 == 0);
        let Ok(mut canon) = BoardCanon::of_board(&board) else { continue };
        with_symmetries += usize::from(Symmetries::of(&board).unwrap().count() > 1);
        assert_invariant(&mut canon, &board, &clues, dice);
    }
    assert!(with_symmetries > 10, "{with_symmetries}");
}

/// Renames the cells of a jigsaw: its puzzles have the same number of automorphisms, and its group the same
/// size.
#[test]
fn symmetries_do_not_depend_on_names() {
    let names = "jigsaw:AABBACBBACDDCCDD";
    let turned: String = (0..16).map(|at| names.as_bytes()[7 + 4 * (at % 4) + at / 4] as char).collect();
    let (one, other) = (board(names), board(&format!("jigsaw:{turned}")));
    assert_ne!(one, other);
    let count = |board: &Board| Symmetries::of(board).unwrap().count();
    assert_eq!(count(&one), count(&other));
    let automorphisms = |board: &Board, clues: &[u8]| {
        BoardCanon::of_board(board).unwrap().of(&board.read(clues).unwrap()).automorphisms
    };
    assert_eq!(automorphisms(&one, b"12.............."), automorphisms(&other, b"1...2..........."));
    assert_eq!(automorphisms(&one, &[b'.'; 16]), count(&one));
}

/// The centres of the blocks are a disjoint group, so they add nothing to all nine groups.
#[test]
fn a_house_that_stands_twice_is_one() {
    let [groups, both] = ["dg", "dg+cd"].map(board);
    assert_eq!(both.houses().len(), groups.houses().len() + 1);
    assert_eq!(Symmetries::of(&both).unwrap().count(), Symmetries::of(&groups).unwrap().count());
}

/// The search place by place gives the minlex of the plain board.
#[test]
fn forms_of_the_plain_board_are_its_minlexes() {
    let symmetries = Arc::new(Symmetries::of(&board("plain")).unwrap());
    let (mut by_places, mut canon) = (BoardCanon::by_places(symmetries), Canon::default());
    let mut plain = BoardCanon::of_board(&board("plain")).unwrap();
    for line in random_10k().into_iter().take(20) {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let form = canon.of(&clues);
        let [own, same] = [by_places.of(&clues), plain.of(&clues)];
        assert_eq!((own.clues, own.automorphisms), (form.clues, form.automorphisms), "{line}");
        assert_eq!((same.clues, same.automorphisms), (form.clues, form.automorphisms), "{line}");
        assert_eq!(same.symmetry.to_string(), form.symmetry.to_string());
        assert_eq!(same.symmetry.apply(&clues), form.clues);
    }
}

/// On `nc` only the reverse of the digits, and the digits as they are, keep the links.
#[test]
fn digits_of_linked_boards_have_few_names() {
    let nc = board("nc");
    let mut canon = BoardCanon::of_board(&nc).unwrap();
    let mut form = |digit: usize| {
        let mut clues = [Cells::EMPTY; 9];
        clues[digit].insert(Cell::new(80));
        canon.of(&clues).clues
    };
    assert_eq!((form(0), form(1)), (form(8), form(7)));
    assert_ne!(form(0), form(1));
    assert!(form(2)[2].contains(Cell::new(80)));
}

/// All named boards have symmetries that are found; the bound refuses large groups only.
#[test]
fn named_boards_have_symmetries() {
    let bases = BASES.iter().map(|base| base.name.to_string());
    let parts = PARTS.iter().filter(|part| part.name != "pandiag").map(|part| part.name.to_string());
    for name in bases.chain(parts).chain(["latin5+pandiag", "latin7+pandiag"].map(String::from)) {
        let board = board(&name);
        let count = Symmetries::of(&board).unwrap().count();
        let is_plain = name == "plain";
        assert_eq!(BoardCanon::of_board(&board).is_ok(), count <= 2_000_000 || is_plain, "{name} {count}");
        assert!(count >= 4, "{name}");
    }
}

/// The page of boards has the number of symmetries of each named board.
#[test]
fn symmetries_are_documented() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/boards.md");
    let page = std::fs::read_to_string(page).unwrap();
    let section = page.split("## Symmetries").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut named = HashSet::new();
    for row in section.lines().filter(|line| line.starts_with("| `")) {
        let [_, names, cells, digits, _] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        for name in names.split(", ").map(|name| name.trim_matches('`')) {
            let found = Symmetries::of(&board(name)).unwrap();
            let documented = [cells, digits].map(|number| number.replace(',', "").parse::<u64>().unwrap());
            assert_eq!([found.count(), found.relabellings()], documented, "{name}");
            named.extend(name.split('+').map(String::from));
        }
    }
    for name in BASES.iter().map(|base| base.name).chain(PARTS.iter().map(|part| part.name)) {
        assert!(named.contains(name), "{name}");
    }
}
