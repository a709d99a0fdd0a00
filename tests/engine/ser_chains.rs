//! SER's chain rules against the classic program: lists of chain hints in given states (their sizes, the
//! first four, the implications of the chosen one), and every chain hint of whole solutions.

use crate::common::{is_taken, random_10k, shared};
use serde_json::Value;
use std::fs::read_to_string;
use sudoscope::brute::unique_solution;
use sudoscope::budget::Budget;
use sudoscope::grid::{Cell, Cells, Digit, Given, Grid, Puzzle, parse_puzzle};
use sudoscope::testing::OneSolution;
use sudoscope::testing::ser::{
    Board, Cause, Chain, ChainRule, ChainRules, Explainer, Hint, Literal, RuleMemory, Why,
};
use sudoscope::testing::ser::{first_aligned_triplet, first_before_chains};

const UNLIMITED: Budget = Budget(u64::MAX);

/// Reads a state from its fields: `=d` for a decided cell, the digits of any other.
fn board_of(fields: &str) -> Board {
    let fields: Vec<&str> = fields.split(' ').collect();
    let mut clues = [Cells::EMPTY; 9];
    for (cell, field) in fields.iter().enumerate() {
        if let Some(digit) = field.strip_prefix('=') {
            clues[digit.parse::<usize>().unwrap() - 1].insert(Cell::new(cell));
        }
    }
    let mut board = Board::new(&Puzzle::Clues(clues));
    for (cell, field) in fields.iter().enumerate().filter(|(_, field)| !field.starts_with('=')) {
        let digits = field.bytes().fold(0, |mask, digit| mask | 1 << (digit - b'1'));
        board.eliminate(Cell::new(cell), !digits);
    }
    board
}

/// Returns the numbers of a hint in the format of the data.
fn as_data(hint: &Hint) -> (f64, u32, u8, String, Option<String>) {
    let candidate =
        |cell: Cell, digit: Digit| format!("{}{}{}", cell.row() + 1, cell.column() + 1, digit.number());
    let digits = |&(cell, mask): &(Cell, u16)| Digit::in_mask(mask).map(move |digit| candidate(cell, digit));
    let mut gone: Vec<String> = hint.eliminations.iter().flat_map(digits).collect();
    gone.sort();
    let placed = hint.placement.map(|(cell, digit)| candidate(cell, digit));
    (hint.difficulty, hint.complexity, hint.sort_key, gone.join(" "), placed)
}

/// Returns the numbers of a hint of the data.
fn of_data(hint: &Value) -> (f64, u32, u8, String, Option<String>) {
    let number = |at: usize| hint[at].as_u64().unwrap_or(0);
    let text = |at: usize| hint[at].as_str().map(str::to_owned);
    (hint[1].as_f64().unwrap(), number(2) as u32, number(3) as u8, text(4).unwrap(), text(5))
}

/// Writes a chain in the format of the data: each literal with its cause, its parents, and the complexity of
/// its nested chain.
fn as_lines(chain: &Chain) -> Vec<String> {
    let line = |at: usize| {
        let node = &chain.nodes()[at];
        let cause = match node.cause {
            Cause::Assumption => "0",
            Cause::Cell => "cell",
            Cause::Block => "block",
            Cause::Row => "row",
            Cause::Column => "col",
            Cause::Advanced => "adv",
            Cause::Further(_) => unreachable!("the plain board has no further types"),
        };
        let mut text = format!("{:?} {cause}", node.literal);
        for &parent in chain.parents(at) {
            text += &format!(" {:?}", chain.nodes()[parent as usize].literal);
        }
        if let Some(hint) = node.nested.as_ref().filter(|hint| hint.complexity > 0) {
            text += &format!(" N{}", hint.complexity);
        }
        text
    };
    (0..chain.nodes().len()).map(line).collect()
}

/// Returns the rule of a hint in the data, or `None` if the hint is not a chain.
fn rule_of(hint: &Value) -> Option<ChainRule> {
    let name = hint[0].as_str().unwrap();
    let level = || match name.split_once(" (+").map(|(_, nested)| nested) {
        None => 0,
        Some(")") => 1,
        Some(" Forcing Chains)") => 2,
        Some(nested) => panic!("{nested}"),
    };
    Some(match name {
        _ if name.starts_with("Nishio") => ChainRule::Nishio,
        _ if name.starts_with("Dynamic") => ChainRule::Dynamic(level()),
        "Cell Forcing Chains" | "Region Forcing Chains" => ChainRule::Multiple,
        "Cell" | "Region" | "Contradiction" | "Double" => {
            // The shorter names give no level, but it follows from the difficulty: 0.5 for each level from
            // 8.0.
            let mut added = 0.0;
            let limits = [6, 8, 10, 14, 18, 26, 34, 50, 66, 98, 130, 194, 258, 386, 514, 770];
            limits.iter().filter(|&&limit| hint[2].as_u64().unwrap() > limit).for_each(|_| added += 0.1);
            match ((hint[1].as_f64().unwrap() - added - 8.0) * 2.0).round() as u8 {
                0 => ChainRule::Multiple,
                rank => ChainRule::Dynamic(rank - 1),
            }
        }
        _ if ["Chain", "Cycle", "Turbot", "Generalized"].iter().any(|word| name.contains(word)) => {
            ChainRule::Forcing
        }
        _ => return None,
    })
}

#[test]
fn lists_of_chain_hints() {
    let Some(path) = shared("ser/chain-lists.jsonl") else { return };
    let mut chains = ChainRules::default();
    let mut lists = 0;
    for line in read_to_string(path).unwrap().lines() {
        let state: Value = serde_json::from_str(line).unwrap();
        let board = board_of(state["pm"].as_str().unwrap());
        for (name, rule) in [
            ("XWingFC", ChainRule::Forcing),
            ("Nishio", ChainRule::Nishio),
            ("Multiple", ChainRule::Multiple),
            ("Dynamic", ChainRule::Dynamic(0)),
        ] {
            let expected = &state["producers"][name];
            let id = (state["id"].as_str().unwrap(), name);
            let all = chains.all(&board, rule, &mut UNLIMITED.clone()).unwrap();
            let top: Vec<_> = all.iter().take(4).map(as_data).collect();
            let expected_top: Vec<_> = expected["top"].as_array().unwrap().iter().map(of_data).collect();
            assert_eq!(top, expected_top, "{id:?}");
            assert_eq!(all.len() as u64, expected["n"].as_u64().unwrap(), "{id:?}");
            let first = chains.first(&board, rule, &mut UNLIMITED.clone()).unwrap();
            assert_eq!(first.as_ref(), all.first(), "{id:?}");
            lists += 1;
        }
        let rule = rule_of(&state["first"]).unwrap();
        let first = chains.first(&board, rule, &mut UNLIMITED.clone()).unwrap().unwrap();
        let Why::Chain(tree) = first.why else { panic!("{}", state["id"]) };
        let ours: Vec<_> = tree.targets.iter().map(as_lines).collect();
        let expected = state["chains"].as_array().unwrap().iter();
        let expected: Vec<Vec<&str>> = expected
            .map(|chain| chain.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect())
            .collect();
        assert_eq!(ours, expected, "{}", state["id"]);
    }
    assert_eq!(lists, 132);
}

/// Applies the eliminations and the placement of a hint of the data.
fn apply(board: &mut Board, hint: &Value) {
    let literal = |text: &str| {
        let [row, column, digit] = [0, 1, 2].map(|at| (text.as_bytes()[at] - b'1') as usize);
        Literal::on(Cell::at(row, column), Digit::new(digit))
    };
    for gone in hint[4].as_str().unwrap().split_whitespace().map(literal) {
        board.eliminate(gone.cell(), gone.digit().bit());
    }
    if let Some(placed) = hint[5].as_str().map(literal) {
        board.place(placed.cell(), placed.digit());
    }
}

/// Replays the solutions of a file and compares each chain hint with the first of its rule; returns the
/// number of chain hints.
fn replay(name: &str, share: usize) -> usize {
    let Some(path) = shared(name) else { return 0 };
    let (mut chains, mut count) = (ChainRules::default(), 0);
    for (at, line) in read_to_string(path).unwrap().lines().enumerate() {
        if !is_taken(at, share) {
            continue;
        }
        let solution: Value = serde_json::from_str(line).unwrap();
        let line = solution["puzzle"].as_str().unwrap();
        let mut board = Board::new(&parse_puzzle(line.as_bytes()).unwrap().into());
        for hint in solution["steps"].as_array().unwrap() {
            if let Some(rule) = rule_of(hint) {
                let first = chains.first(&board, rule, &mut UNLIMITED.clone()).unwrap();
                assert_eq!(first.as_ref().map(as_data), Some(of_data(hint)), "{}", solution["id"]);
                count += 1;
            }
            apply(&mut board, hint);
        }
    }
    count
}

#[test]
fn chain_hints_of_solutions() {
    if shared("ser/steps.jsonl").is_some() {
        assert!(replay("ser/steps.jsonl", 2) > 700);
    }
}

#[test]
fn chain_hints_of_the_hardest() {
    if shared("ser/steps-hard-own.jsonl").is_some() {
        assert!(replay("ser/steps-hard-own.jsonl", 4) > 100);
    }
}

/// Finds the eliminations of the first aligned exclusion by trying all assignments, cells and digits one by
/// one.
fn plain_aligned(board: &Board, size: usize) -> Option<Vec<(Cell, u16)>> {
    let held = |cell: Cell| Digit::all().filter(move |&digit| board.allows(cell, digit));
    let sees = |a: Cell, b: Cell| a != b && a.peers().contains(b);
    let is_few = |cell: Cell| (2..=size).contains(&held(cell).count());
    let is_base = |&cell: &Cell| {
        let near = || Cell::all().filter(move |&other| sees(cell, other));
        held(cell).count() > 1 && near().any(is_few) && !near().any(|other| held(other).count() == 1)
    };
    let bases: Vec<Cell> = Cell::all().filter(is_base).collect();
    let gone = |cells: &[Cell]| -> Option<Vec<(Cell, u16)>> {
        let sees_all = |&cell: &Cell| is_few(cell) && cells.iter().all(|&base| sees(base, cell));
        let excluders: Vec<Cell> = Cell::all().filter(sees_all).collect();
        if excluders.len() < 2 {
            return None;
        }
        let mut assignments = vec![Vec::new()];
        for &cell in cells {
            let with = |digits: &Vec<Digit>| {
                let clash =
                    |digit| digits.iter().zip(cells).any(|(&own, &at)| own == digit && sees(at, cell));
                let longer = |digit| digits.iter().copied().chain([digit]).collect();
                held(cell).filter(|&digit| !clash(digit)).map(longer).collect::<Vec<Vec<Digit>>>()
            };
            assignments = assignments.iter().flat_map(with).collect();
        }
        let mut allowed = vec![0u16; cells.len()];
        for digits in assignments {
            if excluders.iter().all(|&cell| held(cell).any(|digit| !digits.contains(&digit))) {
                digits.iter().zip(&mut allowed).for_each(|(digit, allowed)| *allowed |= digit.bit());
            }
        }
        let lost =
            cells.iter().zip(allowed).map(|(&cell, allowed)| (cell, board.candidates(cell) & !allowed));
        let lost: Vec<_> = lost.filter(|&(_, digits)| digits != 0).collect();
        (!lost.is_empty()).then_some(lost)
    };
    let mut pairs = bases.iter().enumerate().flat_map(|(k, &b)| bases[..k].iter().map(move |&a| (a, b)));
    pairs.find_map(|(a, b)| {
        if size == 2 {
            return gone(&[a, b]);
        }
        // Block, then row and column of each cell: the order of the excluders.
        let mut thirds: Vec<Cell> = Vec::new();
        for cell in [a, b] {
            let [row, column, block] = cell.houses();
            let near = [block, row, column].into_iter().flat_map(|house| house.cells());
            thirds.extend(near.filter(|&c| sees(cell, c) && is_few(c)));
        }
        let is_third = |c: &&Cell| **c != a && **c != b && bases.contains(c);
        thirds.iter().filter(is_third).find_map(|&c| gone(&[a, b, c]))
    })
}

/// In every state of the rating of random puzzles, the first hint of each rule (found by bit sets, by digit,
/// by distances, with memory and the solution known) equals the first of the whole list made without all
/// that. The first hint of the other rules is the same with the memory of all earlier puzzles and with none.
#[test]
fn fast_and_plain_paths_agree() {
    let mut memory = RuleMemory::default();
    let (mut asked, mut aligned, dynamic) = (0, 0, (0..=5).map(ChainRule::Dynamic));
    let mut rules = vec![ChainRule::Forcing, ChainRule::Nishio, ChainRule::Multiple];
    rules.extend(dynamic);
    let lines = random_10k();
    for (at, line) in lines.iter().take(2_000).enumerate().filter(|&(at, _)| is_taken(at, 4)) {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let solution = unique_solution(&Grid::from_clues(&clues)).unwrap();
        let digit_of = |cell: Cell| Digit::all().find(|&digit| solution.plane(digit).contains(cell));
        let solution = std::array::from_fn(|cell| digit_of(Cell::new(cell)).unwrap());
        let (mut fast, mut board) = (ChainRules::default(), Board::new(&clues.into()));
        let one = OneSolution::supposed(&Given::from(&clues));
        fast.know((at % 8 == 0).then_some(solution));
        let mut fast_hint = |board: &Board| {
            rules.iter().find_map(|&rule| {
                let first = fast.first(board, rule, &mut UNLIMITED.clone()).unwrap();
                let all = ChainRules::default().all(board, rule, &mut UNLIMITED.clone()).unwrap();
                assert_eq!(first.as_ref(), all.first(), "{rule:?}, {line}");
                asked += 1;
                first
            })
        };
        while !board.is_full() {
            let plain = first_before_chains(&board, Some(&one), &mut RuleMemory::default());
            assert_eq!(first_before_chains(&board, Some(&one), &mut memory), plain, "{line}");
            let plain = first_aligned_triplet(&board, &mut RuleMemory::default());
            assert_eq!(first_aligned_triplet(&board, &mut memory), plain, "{line}");
            // Aligned pairs are the last technique before chains.
            let before = first_before_chains(&board, Some(&one), &mut RuleMemory::default());
            let is_pair = before
                .as_ref()
                .is_some_and(|hint| hint.technique.row().info.name == "aligned-pair-exclusion");
            if aligned < 60 && (before.is_none() || is_pair) {
                let removed = |hint: Option<Hint>| hint.map(|hint| hint.eliminations);
                assert_eq!(removed(before), plain_aligned(&board, 2), "{line}");
                let triplet = first_aligned_triplet(&board, &mut RuleMemory::default());
                assert_eq!(removed(triplet), plain_aligned(&board, 3), "{line}");
                aligned += 1;
            }
            let hint = first_before_chains(&board, Some(&one), &mut memory).or_else(|| fast_hint(&board));
            let Some(hint) = hint else { break };
            hint.apply(&mut board);
        }
    }
    assert!(asked > 1_000 && aligned == 60, "{asked}, {aligned}");
}

/// Each dynamic rule, which continues where the previous level ended with lists of previous states, finds the
/// same first hint as the whole list made from scratch.
#[test]
fn levels_go_on_where_the_level_before_ended() {
    // Most steps of Easter Monster are of level 1 or 2.
    let line = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let (mut board, one) = (Board::new(&clues.into()), OneSolution::supposed(&Given::from(&clues)));
    let (mut explainer, mut chains, mut memory) =
        (Explainer::default(), ChainRules::default(), RuleMemory::default());
    let mut by_level = [0; 6];
    for _ in 0..40 {
        let step = explainer.next(&board, Some(&one), &mut UNLIMITED.clone()).unwrap().unwrap();
        if first_before_chains(&board, Some(&one), &mut memory).is_none() {
            for level in 0..=5 {
                let rule = ChainRule::Dynamic(level);
                let first = chains.first(&board, rule, &mut UNLIMITED.clone()).unwrap();
                let all = ChainRules::default().all(&board, rule, &mut UNLIMITED.clone()).unwrap();
                assert_eq!(first.as_ref(), all.first(), "{level}");
                if first.is_some() {
                    by_level[usize::from(level)] += 1;
                    break;
                }
            }
        }
        step.apply(&mut board);
    }
    assert!(by_level[1] > 0 && by_level[2] > 2, "{by_level:?}");
}
