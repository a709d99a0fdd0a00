use super::named::lines;
use super::*;
use crate::budget::Budget;
use crate::grid::{Grid, Progress};
use proptest::prelude::*;
use std::sync::Arc;

/// Layouts of jigsaws.
const LAYOUTS: [&str; 2] = [
    "AAAAAAAABACCCCCBBBDECEECBBBDEEECCBFFDDDEEEBFFDGGGGGGGFDHGGHHFFFDHHHHIIIFDHHIIIIII",
    "000000021453303021453333221453322221455566121445666111445566667488887777888887777",
];

/// Numbers of a board: variables, pairs of links, most links of a label, most variables of a label, most
/// candidates of a variable that a label outside of it excludes, types.
fn numbers(board: &Board) -> [usize; 6] {
    let links = |label| board.linked(label).len();
    let own = |label| board.variables().iter().filter(move |variable| variable.contains(label));
    let excluded = |label| {
        let others = board.variables().iter().filter(move |variable| !variable.contains(label));
        others.map(|it| it.iter().filter(|it| board.linked(label).contains(*it)).count()).max().unwrap()
    };
    [
        board.variables().len(),
        board.labels().map(links).sum::<usize>() / 2,
        board.labels().map(links).max().unwrap(),
        board.labels().map(|label| own(label).count()).max().unwrap(),
        board.labels().map(excluded).max().unwrap(),
        board.types().len() + 1,
    ]
}

#[test]
fn named_boards_have_their_houses_and_links() {
    let cases: [(&str, [usize; 6]); 24] = [
        ("plain", [324, 10_206, 28, 4, 3, 4]),
        ("x", [342, 10_692, 40, 6, 3, 6]),
        ("windoku", [360, 10_782, 32, 5, 5, 5]),
        ("windoku9", [405, 11_592, 32, 5, 5, 5]),
        ("dg", [405, 11_664, 32, 5, 3, 5]),
        ("girandola", [333, 10_440, 34, 5, 5, 5]),
        ("asterisk", [333, 10_440, 34, 5, 5, 5]),
        ("cd", [333, 10_368, 32, 5, 3, 5]),
        ("x+windoku", [378, 11_196, 40, 6, 5, 7]),
        ("antiking", [324, 10_710, 31, 4, 5, 4]),
        ("antiknight", [324, 11_574, 36, 4, 5, 4]),
        ("torus-antiking", [324, 11_016, 31, 4, 5, 4]),
        ("torus-antiknight", [324, 12_474, 36, 4, 5, 4]),
        ("nc", [324, 12_510, 36, 4, 5, 4]),
        ("nc-wrap", [324, 12_798, 36, 4, 5, 4]),
        ("nc-torus", [324, 12_798, 36, 4, 5, 4]),
        ("nc-diag", [324, 12_254, 36, 4, 5, 4]),
        ("latin", [243, 8_748, 24, 3, 1, 3]),
        ("latin7+pandiag", [245, 5_145, 30, 5, 3, 5]),
        ("4x4", [64, 320, 10, 4, 2, 4]),
        ("6x6", [144, 1_836, 17, 4, 3, 4]),
        ("8x8", [256, 6_144, 24, 4, 4, 4]),
        ("d1", [333, 10_449, 34, 5, 3, 5]),
        ("latin5+pandiag", [125, 1_250, 20, 5, 3, 5]),
    ];
    for (name, expected) in cases {
        let board: Board = name.parse().unwrap();
        assert_eq!((board.text(), numbers(&board)), (name, expected));
    }
    for layout in LAYOUTS {
        let board: Board = format!("jigsaw:{layout}").parse().unwrap();
        let [variables, links, ..] = numbers(&board);
        assert!(variables == 324 && (10_062..=10_332).contains(&links), "{links}");
    }
    let king: Board = "antiking+antiknight".parse().unwrap();
    assert_eq!(numbers(&king)[4], 7);
}

/// A text is read in any order and case, and printed in one way.
#[test]
fn texts_of_boards() {
    let layout = LAYOUTS[1];
    let renamed = "AAAAAAABCDEFFAFABCDEFFFFBBCDEFFBBBBCDEEEGGCBCDDEGGGCCCDDEEGGGGHDIIIIHHHHIIIIIHHHH";
    let cases = [
        ("Windoku + X", "x+windoku"),
        ("plain+nc", "nc"),
        ("plain", "plain"),
        ("x+latin", "latin+x"),
        ("antiknight+6x6", "6x6+antiknight"),
        ("jigsaw:aabbaabbccddccdd", "jigsaw:AABBAABBCCDDCCDD"),
        ("jigsaw:1122112233443344+x", "jigsaw:AABBAABBCCDDCCDD+x"),
    ];
    for (text, expected) in cases {
        assert_eq!(text.parse::<Board>().unwrap().text(), expected);
        assert_eq!(Board::text_of(text).unwrap(), expected);
    }
    let long: Board = format!("jigsaw:{layout}").parse().unwrap();
    assert_eq!(long.text().len(), "jigsaw:".len() + 81);
    assert!(renamed.len() == 81 && long == long.text().parse().unwrap());
    let bad = [
        ("windokuu", "no such board; did you mean 'windoku'?"),
        ("anti-knight", "no such board; did you mean 'antiknight'?"),
        ("diagonal", "no such board; did you mean 'x'?"),
        ("jigsaw", "no such board; did you mean 'jigsaw:LETTERS'?"),
        ("16x16", "boards with more than 9 digits are not possible"),
        ("killer", "killer cages are not possible"),
        ("jigsaw:AAB", "a layout has 81 letters, or 16, 25, 36, 49 or 64; this one has 3"),
        ("jigsaw:AABBAABBCCDDCCDE", "region D has 3 cells, not 4"),
        ("4x4+6x6", "only one of plain, latin, jigsaw and a size such as 6x6"),
        ("x+d1", "the houses or links of 'd1' stand twice"),
        ("nc+nc", "the houses or links of 'nc' stand twice"),
        ("windoku+windoku9", "the houses or links of 'windoku9' stand twice"),
        ("6x6+windoku", "'windoku' needs a board of 81 cells"),
        ("pandiag", "'pandiag' needs latin5 or latin7: no other board has a solution with it"),
    ];
    for (text, expected) in bad {
        let error = text.parse::<Board>().unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
        // Names are compared without a board; whether parts fit together is seen when it is made.
        assert!(Board::text_of(text).map_or_else(|own| own == error, |named| named == text), "{text}");
    }
    let [eighty, eight] = [layout[1..].to_string(), format!("0{}", &layout[..80])];
    let error = |letters: &str| format!("jigsaw:{letters}").parse::<Board>().unwrap_err();
    assert_eq!(error(&eighty), BoardError::Letters(80));
    assert!(matches!(error(&eight), BoardError::Region(_, 8 | 10, 9)));
    assert!(BoardError::Unknown(None).to_string().contains("latin7"));
}

/// Houses and links that are no board are refused.
#[test]
fn houses_are_checked() {
    let house = |name: &str, cells: &[usize]| BoardHouse {
        name: name.to_string(),
        cells: cells.iter().map(|&cell| Cell::new(cell)).collect(),
    };
    let board = |more: &[BoardHouse], links: &[[Candidate; 2]]| {
        Board::of("own", 4, [lines(4), more.to_vec()].concat(), links)
    };
    assert_eq!(board(&[house("p1", &[0, 1, 9, 10, 11])], &[]), Err(BoardError::House(5)));
    assert_eq!(board(&[house("p1", &[0, 4])], &[]), Err(BoardError::House(2)));
    assert_eq!(board(&[house("r1", &[0, 10])], &[]), Err(BoardError::HouseTwice));
    let label = |digit, cell| Candidate::new(Digit::new(digit), Cell::new(cell));
    assert_eq!(board(&[], &[[label(0, 0), label(1, 0)]]), Err(BoardError::Link));
    assert_eq!(board(&[], &[[label(0, 0), label(4, 1)]]), Err(BoardError::Link));
    // A region that is a row, and a partial house, make no variables.
    let board = board(&[house("p1", &[0, 1, 2, 3]), house("p2", &[0, 10])], &[]).unwrap();
    assert_eq!((board.variables().len(), board.linked(label(2, 0)).len()), (48, 10));
}

#[test]
fn puzzles_of_boards_are_read_and_written() {
    let board: Board = "6x6".parse().unwrap();
    let text = "..1....462...5..1......4..4..5.2....";
    let clues = board.read(text.as_bytes()).unwrap();
    assert_eq!(board.write(&clues), text);
    let fail = |text: &str| board.read(text.as_bytes()).unwrap_err().with_column();
    assert_eq!(fail(&text[..35]), "column 36: 35 cells where the board has 36");
    assert_eq!(fail(&text[..16]), "column 17: 16 cells where the board has 36; boards of 16: 4x4, latin4");
    assert_eq!(fail(&text.replace('5', "7")), "column 14: 7 where the digits of the board end with 6");
    assert_eq!(fail(&text.replace('5', "x")), "column 14: 'x' is neither a digit nor a blank (. 0 * _ -)");
}

/// The board as lists: the naive twin.
struct Lists {
    size: usize,
    /// Cells of each house, numbered row by row without gaps.
    houses: Vec<Vec<usize>>,
    links: Vec<[(usize, usize); 2]>,
}

/// Candidates of each cell; a decided cell has its value alone.
#[derive(Clone, PartialEq, Debug)]
struct ListState {
    left: Vec<Vec<bool>>,
    decided: Vec<bool>,
}

impl Lists {
    fn is_linked(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let in_house = self.houses.iter().any(|house| house.contains(&a.0) && house.contains(&b.0));
        a != b
            && (a.0 == b.0
                || a.1 == b.1 && in_house
                || self.links.contains(&[a, b])
                || self.links.contains(&[b, a]))
    }

    fn variables(&self) -> Vec<Vec<(usize, usize)>> {
        let cells =
            (0..self.size * self.size).map(|cell| (0..self.size).map(|digit| (cell, digit)).collect());
        let full = self.houses.iter().filter(|house| house.len() == self.size);
        let places = full
            .flat_map(|house| (0..self.size).map(|digit| house.iter().map(|&cell| (cell, digit)).collect()));
        cells.chain(places).collect()
    }

    fn place(&self, state: &mut ListState, label: (usize, usize)) {
        for cell in 0..self.size * self.size {
            for digit in 0..self.size {
                if self.is_linked(label, (cell, digit)) {
                    state.left[cell][digit] = false;
                }
            }
        }
        state.decided[label.0] = true;
    }

    fn candidates(&self, state: &ListState, variable: &[(usize, usize)]) -> Vec<(usize, usize)> {
        variable.iter().copied().filter(|label| state.left[label.0][label.1]).collect()
    }

    /// Plays one single after the other; returns false if a variable is empty.
    fn exhaust(&self, state: &mut ListState) -> bool {
        loop {
            let all: Vec<_> = self.variables().iter().map(|it| self.candidates(state, it)).collect();
            if all.iter().any(Vec::is_empty) {
                return false;
            }
            match all.iter().find(|it| it.len() == 1 && !state.decided[it[0].0]) {
                Some(single) => self.place(state, single[0]),
                None => return true,
            }
        }
    }

    /// Returns the labels that whips of one variable exclude, in order.
    fn whips_of_one(&self, state: &ListState) -> Vec<(usize, usize)> {
        let is_open = |label: &(usize, usize)| state.left[label.0][label.1] && !state.decided[label.0];
        let variables = self.variables();
        let labels =
            (0..self.size).flat_map(|digit| (0..self.size * self.size).map(move |cell| (cell, digit)));
        labels
            .filter(is_open)
            .filter(|&target| {
                variables.iter().any(|variable| {
                    let own: Vec<_> = variable.iter().filter(|it| is_open(it)).collect();
                    !own.is_empty() && own.iter().all(|&&it| self.is_linked(it, target))
                })
            })
            .collect()
    }

    /// Counts the solutions in which each cell holds one of the candidates left, up to `limit`.
    fn count(&self, values: &mut Vec<usize>, state: &ListState, limit: usize) -> usize {
        let cell = values.len();
        if cell == self.size * self.size {
            return 1;
        }
        let mut found = 0;
        for digit in (0..self.size).filter(|&digit| state.left[cell][digit]) {
            let fits =
                values.iter().enumerate().all(|(other, &own)| !self.is_linked((cell, digit), (other, own)));
            if fits && found < limit {
                values.push(digit);
                found += self.count(values, state, limit - found);
                values.pop();
            }
        }
        found
    }
}

/// Random numbers below a bound.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Makes a random board: rows, columns, some full and partial houses, some links.
fn random_board(dice: &mut Dice, size: usize) -> (Board, Lists) {
    let cell = |k: usize| Cell::at(k / size, k % size);
    let mut houses = lines(size);
    let mut lists = Lists { size, houses: Vec::new(), links: Vec::new() };
    for k in 0..dice.below(4) {
        let length = if dice.below(2) == 0 { size } else { 2 + dice.below(size - 1) };
        let mut cells = Cells::EMPTY;
        while cells.len() < length {
            cells.insert(cell(dice.below(size * size)));
        }
        houses.push(BoardHouse { name: format!("p{k}"), cells });
    }
    for house in &houses {
        lists.houses.push(house.cells.map(|cell| size * cell.row() + cell.column()).collect());
    }
    let is_alike = dice.below(2) == 0;
    for _ in 0..dice.below(30) {
        let mut label = || (dice.below(size * size), dice.below(size));
        let [a, b] = [label(), label()];
        if a.0 != b.0 && is_alike {
            lists.links.extend((0..size).map(|digit| [(a.0, digit), (b.0, digit)]));
        } else if a.0 != b.0 {
            lists.links.push([a, b]);
        }
    }
    let label = |(at, digit): (usize, usize)| Candidate::new(Digit::new(digit), cell(at));
    let links: Vec<_> = lists.links.iter().map(|link| link.map(label)).collect();
    (Board::of("random", size, houses, &links).unwrap(), lists)
}

/// Returns the targets of whips of two variables, by the definition.
fn whips_of_two(board: &Board, grid: &Grid) -> Candidates {
    let open = grid.candidates();
    let variables: Vec<Candidates> = board.variables().iter().map(|all| all.common(&open)).collect();
    let is_target = |target: &Candidate| {
        let excluded = board.linked(*target);
        let is_first = |all: &&Candidates| !all.contains(*target) && all.without(excluded).len() == 1;
        variables
            .iter()
            .filter(is_first)
            .flat_map(|all| all.without(excluded).iter().collect::<Vec<_>>())
            .any(|right| {
                let others = variables.iter().filter(|all| !all.is_empty() && !all.contains(*target));
                let left = |all: &Candidates| all.without(excluded).without(board.linked(right));
                others.map(left).any(|left| left.is_empty())
            })
    };
    open.iter().filter(is_target).collect()
}

/// Candidates read off random boards are the targets of whips of two variables.
#[test]
fn short_whips_equal_their_definition() {
    let (mut dice, mut whips, mut counts) = (Dice(80), ShortWhips::default(), [0; 3]);
    for _ in 0..if cfg!(miri) { 5 } else { 300 } {
        let size = 4 + dice.below(4);
        let board = Arc::new(random_board(&mut dice, size).0);
        let mut grid = board.start(&[Cells::EMPTY; 9]);
        while board.exhaust(&mut grid) == Progress::Open {
            let excluded = board.whips_of_one(&grid);
            let by_one = whips.by_one(&board, &grid);
            assert!(by_one.is_none_or(|found| found == excluded), "{:?} {grid:?}", board.houses());
            if !excluded.is_empty() {
                assert_eq!(whips.by_two(&board, &grid), None);
                grid.eliminate(&excluded);
                continue;
            }
            match whips.by_two(&board, &grid) {
                Some(found) => {
                    assert_eq!(found, whips_of_two(&board, &grid), "{:?} {grid:?}", board.houses());
                    counts[usize::from(!found.is_empty())] += 1;
                }
                None => counts[2] += 1,
            }
            let open: Vec<Candidate> = grid.candidates().iter().collect();
            for _ in 0..size {
                grid.eliminate(&[open[dice.below(open.len())]].into_iter().collect());
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 50) || cfg!(miri), "{counts:?}");
}

fn as_lists(board: &Board, grid: &Grid) -> ListState {
    let cells = || board.cells();
    let digits = |cell| Digit::all().take(board.size()).map(|it| grid.plane(it).contains(cell)).collect();
    ListState {
        left: cells().map(digits).collect(),
        decided: cells().map(|cell| grid.placed().contains(cell)).collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// On random boards with random clues singles, whips of one variable and the number of solutions are
    /// those of the lists.
    #[test]
    fn boards_equal_their_lists(seed: u64, size in 4_usize..=5, count in 0_usize..9) {
        let mut dice = Dice(seed);
        let (board, lists) = random_board(&mut dice, size);
        let mut clues = [Cells::EMPTY; 9];
        let cells = size * size;
        let mut state = ListState { left: vec![vec![true; size]; cells], decided: vec![false; cells] };
        for _ in 0..count {
            let (at, digit) = (dice.below(size * size), dice.below(size));
            if !state.decided[at] {
                lists.place(&mut state, (at, digit));
                clues[digit].insert(Cell::at(at / size, at % size));
            }
        }
        let mut grid = board.start(&clues);
        prop_assert_eq!(&as_lists(&board, &grid), &state);
        // Lists have no singles: on larger boards they would take hours.
        if size == 4 {
            let solutions = board.solutions(&grid, 20, &mut Budget(u64::MAX)).unwrap();
            prop_assert_eq!(solutions.0 as usize, lists.count(&mut Vec::new(), &state, 20));
        }
        let progress = board.exhaust(&mut grid);
        prop_assert_eq!(progress != Progress::Contradiction, lists.exhaust(&mut state));
        if progress != Progress::Contradiction {
            prop_assert_eq!(&as_lists(&board, &grid), &state);
            prop_assert_eq!(progress == Progress::Solved, state.decided.iter().all(|it| *it));
            let excluded = board.whips_of_one(&grid);
            let numbers = |it: Candidate| (size * it.cell.row() + it.cell.column(), it.digit.index());
            prop_assert_eq!(excluded.iter().map(numbers).collect::<Vec<_>>(), lists.whips_of_one(&state));
        }
    }
}
