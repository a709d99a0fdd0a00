//! Worked examples of HLS2, PBCS, CSP-Rules and Berthier 2007: the library finds the conclusions of every
//! quoted step in its state, by the rule and at the size that the step names, and the checker accepts what it
//! finds.
//!
//! Steps are quoted in the formats of `explain`: bn cells are written with their block, and if a quotation
//! names only the two linking candidates of a cell, its other candidates are added. Two quotations are
//! corrected: in the post of 2007, `nrc2-chain N8R1{C2 C9} - N8{R8 R7}C9` means r7c7, not the given r7c9, so
//! block 9 (as in HLS2); in Royle17 211 the path needs b3n2 before b3n9.

use crate::clauses::word;
use crate::common::model::{Model, label};
use crate::common::state;
use std::collections::BTreeSet;
use sudoscope::evidence::{Round, Step};
use sudoscope::grid::{Candidate, Cell, Cells, Digit, Grid};
use sudoscope::rule::Findings;
use sudoscope::testing::families;
use sudoscope::testing::has_sizes;
use sudoscope::verify::Checker;

/// Puzzle with steps of its path; singles are applied before each step.
///
/// A step marked `+` is not quoted, but needed before the next quotation. `subsets P` applies whip[1] and
/// Subsets of up to P variables, `whips N` whips of up to N, to quiescence.
struct Example {
    name: &'static str,
    start: &'static str,
    steps: &'static [&'static str],
    end: End,
}

enum End {
    /// Singles give this solution.
    Solution(&'static str),
    /// Singles solve it.
    Solved,
    /// The rest of the path is not quoted; no candidate of this solution is eliminated.
    Towards(&'static str),
    /// The rest of the path is not quoted.
    Open,
}

use End::{Open, Solution, Solved, Towards};

#[rustfmt::skip] // a step a line
const EXAMPLES: &[Example] = &[
    Example {
        name: "the hinge of Berthier 2007",
        start: "604352970002470036370690002429536187751284369863719200200160093100040620006020700",
        steps: &[
            "whip[1]: c4n8{r8 .} ==> r9c6≠8, r8c6≠8, r7c6≠8",
            "nrc3-chain n1r9{c8 c9} - {n1 n8}r1c9 - {n8 n5}r8c9 ==> r9c8≠5",
            "nrc3-chain {n8 n9}r9c4 - n9r8{c4 c2} - n3{r8 r9}c2 ==> r9c2≠8",
            "nrc3-chain {n9 n5}r9c1 - {n5 n3}r9c6 - n3{r9 r8}c2 ==> r8c2≠9",
            "nrc2-chain n8r1{c2 c9} - n8{r8c9 r7c7}b9 ==> r7c2≠8",
            "naked-pairs-in-a-block: b9{r7c7 r8c9}{n5 n8} ==> r9c9≠5",
            "xy-wing {n1 n8}r1c2 - {n8 n5}r3c3 - {n5 n1}r3c8 ==> r1c9≠1",
        ],
        end: Solution(
            "614352978982471536375698412429536187751284369863719254247165893138947625596823741",
        ),
    },
    Example {
        name: "Sudogen0-212",
        start: "351.9...2..8..3..........6.71..46..9.4......6....3..5.4...8...79..1..6.........93",
        steps: &[
            "whip[1]: r4n8{c7 .} ==> r5c8≠8, r5c7≠8",
            "whip[1]: r3n7{c4 .} ==> r1c6≠7",
            "whip[1]: c7n5{r7 .} ==> r8c9≠5",
            "nrc3-chain n4{r9 r2}c4 - {n4 n8}r1c6 - {n8 n7}r3c4 ==> r9c4≠7",
            "naked-pairs-in-a-column: c4{r2 r9}{n2 n4} ==> r6c4≠2, r5c4≠2",
            "nrct3-chain {n4 n1}r2c8 - n1{r3 r6 r2#n1r2c8}c9 - n4{r6c9 r6c7}b6 ==> r1c7≠4",
            "nrc3-chain n7{r5 r1}c8 - {n7 n8}r1c7 - {n8 n2}r4c7 ==> r5c8≠2",
            "nrct3-chain {n4 n8}r1c6 - n8r3{c4 c9 c6#n8r1c6} - {n8 n4}r8c9 ==> r8c6≠4",
            "whip[1]: r8n4{c8 .} ==> r9c7≠4",
        ],
        end: Solved,
    },
    Example {
        name: "Sudogen0-59",
        start: "4.3..1.7..7..98...........21....9....39...4.....62..3......65.....9..6.4.1..87...",
        steps: &[
            "subsets 2",
            "+nrc3-chain {n6 n9}r3c2 - {n9 n1}r3c7 - n1r2{c9 c3} ==> r2c3≠6",
            "nrcz2-chain n6r5{c8 c1} - n6r2{c1 c9 c8*} ==> r3c8≠6",
            "nrcz3-chain n4{r2c4 r3c5}b2 - {n4 n5}r3c8 - n5r1{c9 c5 c4*} ==> r2c4≠5",
            "+nrcz3-chain {n6 n9}r3c2 - n9r1{c2 c9} - n6{r1c9 r2c8 r2c9*}b3 ==> r2c1≠6",
            "xy3-chain {n5 n2}r2c1 - {n2 n4}r2c4 - {n4 n5}r9c4 ==> r9c1≠5",
        ],
        end: Open,
    },
    Example {
        name: "Sudogen0-4443",
        start: ".13..........5....9..2.81......4..6...6..2.1...89..3.2.4.7.....3...95..1...4..28.",
        steps: &[
            "subsets 4",
            "nrczt2-lr-lasso n5{r6 r3}c8 - n5r1{c9 c7 c1*} ==> r6c1≠5",
            "nrczt4-rl-lasso n5r6{c2 c8} - n4r6{c8 c1} - {n4 n7 n5*}r5c1 - {n7 n5}r6c2 ==> r4c1≠5, r4c2≠5, \
             r4c3≠5, r5c2≠5",
            "nrczt3-lr-lasso n5{r3 r6}c8 - n5{r6 r9 r3*}c2 - n5{r9 r7 r3*}c3 ==> r3c9≠5",
            "nrct4-chain {n7 n2}r8c3 - n2{r8 r4}c2 - n3{r4 r5}c2 - n9{r5 r9 r4#n2r4c2}c2 ==> r9c2≠7",
        ],
        end: Open,
    },
    Example {
        name: "Sudogen0-7766",
        start: "..78.....23..1.5......63.7.....91.8.31.7.......96.....4....29.3.5......718.......",
        steps: &[
            "subsets 3",
            "+nrc3-chain {n9 n4}r3c2 - {n4 n8}r2c3 - n8{r2 r3}c9 ==> r3c9≠9",
            "+nrc4-chain n3r1{c8 c7} - n3r4{c7 c4} - n2{r4 r3}c4 - {n2 n4}r3c7 ==> r1c8≠4",
            "+nrct4-chain n6r4{c2 c1} - {n6 n5}r1c1 - n5{r1c5 r3c4 r1c6#n5r1c1}b2 - n2{r3 r4}c4 ==> r4c2≠2",
            "+nrc3-chain n2{r5c5 r4c4}b5 - n3{r4c4 r6c5}b5 - {n3 n4}r8c5 ==> r5c5≠4",
            "+nrc3-chain n5{r4 r5}c3 - {n5 n2}r5c5 - n2r4{c4 c9} ==> r4c9≠5",
            "+nrc3-chain {n4 n2}r3c7 - n2{r3 r4}c4 - {n2 n4}r4c9 ==> r1c9≠4, r2c9≠4, r3c9≠4",
            "+nrct3-chain n9r3{c2 c4} - {n9 n4}r2c4 - n4r1{c5 c2 c6#n4r2c4} ==> r1c2≠9",
            "nrczt3-chain n4r3{c4 c7} - n4r2{c8 c3 c4*} - n4{r1 r4}c2 ==> r4c4≠4",
            "xyzt4-chain {n4 n9}r2c4 - {n9 n5 n4*}r1c6 - {n5 n6}r1c1 - {n6 n4}r1c2 ==> r1c5≠4",
        ],
        end: Open,
    },
    Example {
        name: "cb#7",
        start: "..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57",
        steps: &[
            "whip[1]: r4n6{c9 .} ==> r6c9≠6, r5c7≠6",
            "whip[1]: r3n9{c3 .} ==> r1c2≠9",
            "whip[1]: r1n9{c7 .} ==> r2c7≠9, r2c9≠9",
            "biv-chain[2]: r4n4{c3 c9} - c8n4{r6 r7} ==> r7c3≠4",
            "whip[3]: r6n3{c2 c9} - r2c9{n3 n2} - r1n2{c7 .} ==> r6c2≠2",
            "biv-chain[4]: r1c2{n2 n7} - b3n7{r1c7 r2c7} - c7n3{r2 r4} - r4c1{n3 n2} ==> r3c1≠2",
        ],
        end: Towards(
            "123456789456789123789123465214598376567342891938671542372865914645917238891234657",
        ),
    },
    Example {
        name: "cbg-000 2862",
        start: "1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3...",
        steps: &[
            "subsets 1",
            "hidden-pairs-in-a-row: r5{n6 n8}{c1 c3} ==> r5c1≠2, r5c1≠4, r5c1≠9, r5c3≠1, r5c3≠4, r5c3≠5, \
             r5c3≠9",
            "naked-triplets-in-a-row: r9{c1 c2 c8}{n8 n9 n1} ==> r9c9≠8, r9c7≠1",
            "swordfish-in-rows: n7{r3 r4 r7}{c6 c1 c5} ==> r6c5≠7, r6c1≠7, r2c6≠7, r2c5≠7, r2c1≠7, r1c5≠7",
        ],
        end: Solved,
    },
    Example {
        name: "Royle17 17265",
        start: ".38.5.......4..2...............815..46.....7.2........7..6....4......3.........9.",
        steps: &[
            "subsets 2",
            "biv-chain[3]: c1n8{r8 r9} - r9n3{c1 c4} - b8n1{r9c4 r8c4} ==> r8c1≠1",
        ],
        end: Open,
    },
    Example {
        name: "Royle17 17265",
        start: ".38.5.......4..2...............815..46.....7.2........7..6....4......3.........9.",
        steps: &[
            "subsets 2",
            "xyt4-chain {n1 n5}r8c4 - {n5 n4}r9c6 - {n4 n2}r9c5 - {n2 n1 n4#n4r9c6}r9c2 ==> r9c4≠1",
        ],
        end: Open,
    },
    Example {
        name: "Royle17 211",
        start: ".......31.8..4.....7.......1.63...7.3............8....54....8.....6..2.....1.....",
        steps: &[
            "whip[1]: r1n2{c5 .} ==> r2c4≠2",
            "+whip[1]: b3n2{r2c9 .} ==> r2c1≠2",
            "whip[1]: b3n9{r1c7 .} ==> r9c7≠9",
            "whip[1]: b9n7{r9c7 .} ==> r9c5≠7, r9c3≠7",
            "hxy-cn4-chain {r1 r3}c7n9 - {r3 r9}c7n5 - {r9 r8}c5n5 - {r8 r1}c5n7 ==> r1c7≠7",
        ],
        end: Solved,
    },
    Example {
        name: "Magictour 1",
        start: "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
        steps: &[
            "whips 9",
            "whip[10]: c4n4{r5 r3} - c4n9{r3 r1} - r2c6{n9 n5} - r2n4{c6 c9} - b3n9{r2c9 r3c7} - r3n5{c7 c2} \
             - c2n9{r3 r2} - c2n3{r2 r4} - c7n3{r4 r6} - r6n4{c7 .} ==> r5c4≠3",
        ],
        end: Towards(
            "468931527751624839392578461134756298289413675675289314846192753513867942927345186",
        ),
    },
    Example {
        name: "Sudogen0_1M 279845",
        start: "9817.325.752..19..364.9...8.173...92.43..9.6..9...7...4..1...29.29..8......9..5..",
        steps: &[
            "whip[1]: c7n6{r7 .} ==> r9c9≠6, r8c9≠6",
            "whip[2]: c1n8{r6 r9} - c8n8{r9 .} ==> r6c3≠8",
            "whips 3",
            "+nrczt4-chain n4{r4 r9}c6 - n6{r9 r7 r4*}c6 - {n6 n5 n4#n4r9c6}r8c4 - n5r3{c4 c6} ==> r4c6≠5",
            "+nrct4-chain n5r4{c5 c1} - n5{r6 r7}c3 - n8r7{c3 c7} - n8r4{c7 c5 c1#n5r4c1} ==> r4c5≠6",
            "+nrc3-chain n6r4{c1 c6} - {n6 n5}r7c6 - n5{r7 r6}c3 ==> r6c3≠6",
            "whip[4]: b9n6{r7c7 r8c7} - r8c4{n6 n4} - c6n4{r9 r4} - r4c7{n4 .} ==> r7c7≠8",
        ],
        end: Open,
    },
];

/// Advances the state between quotations by subsets of the test's own or checked whips of the library;
/// returns whether the line asked for that.
fn prepare(model: &mut Model, line: &str) -> bool {
    let (what, size) = line.split_once(' ').unwrap();
    if what == "subsets" {
        assert!(model.close(size.parse().unwrap()));
    } else if what == "whips" {
        let size: u8 = size.parse().unwrap();
        let shortest = |model: &Model| (1..=size).map(|n| find("whip", n, model)).find(|found| found.any());
        while let Some(found) = shortest(model) {
            let steps = found.steps.iter().flatten();
            steps.for_each(|step| model.apply(&step.eliminates, &step.asserts));
            assert!(model.close(0));
        }
    } else {
        return false;
    }
    true
}

/// Applies a rule of the library at one size and checks every step it prints.
fn find(rule: &str, size: u8, model: &Model) -> Findings {
    let value = |digit, cell: &Cell| model.value[*cell] == Some(digit);
    let cells = |digit| Cell::all().filter(|cell| value(Digit::new(digit), cell)).collect::<Cells>();
    let mut grid = Grid::from_clues(&std::array::from_fn(cells));
    let gone = grid.candidates().iter().filter(|&one| !model.has(label(one))).collect();
    grid.eliminate(&gone);
    let found = state::find(rule, size.into(), &grid);
    let steps = found.steps.clone().unwrap_or_default();
    if !steps.is_empty() {
        let size = Some(size).filter(|_| has_sizes(rule));
        let round = Round { rule: rule.into(), size, rating: 0.into(), lemmas: Vec::new(), steps };
        let checked = Checker::new(&model.sukaku()).unwrap().round(&round, |_, _, _| Some(0.into()));
        checked.unwrap_or_else(|wrong| panic!("{rule}[{size:?}]: {wrong}"));
    }
    found
}

/// Finds a step of the library with all words of a quoted subset or fish, in any order.
fn subset(model: &Model, text: &str) -> Option<Step> {
    let words = |text: &str| -> BTreeSet<String> {
        text.split([' ', '{', '}', ',']).filter(|word| !word.is_empty()).map(str::to_string).collect()
    };
    let sizes = ["naked", "hidden", "fish"].iter().flat_map(|rule| (2..=4).map(move |size| (rule, size)));
    let mut steps = sizes.flat_map(|(&rule, size)| {
        let steps = find(rule, size, model).steps.into_iter().flatten();
        steps.map(move |step| (step.text(rule), step))
    });
    steps.find(|(printed, _)| words(printed).is_superset(&words(text))).map(|(_, step)| step)
}

/// Returns the rules that print chains with such a name, and the size: `nrct#-chain` for `nrct3-chain`.
fn named(text: &str) -> (Vec<&'static str>, u8) {
    let name = text.split([' ', ':']).next().unwrap();
    let sized = name.trim_end_matches(|c: char| c.is_ascii_alphabetic() || "]-".contains(c));
    let number = sized.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
    let printed = format!("{}#{}", &name[..number], &name[sized.len()..]);
    let is_so = |family: &&families::Family| {
        let kinds = ["-rc", "-rn", "-cn", "-bn"].map(|kind| family.printed.replace('%', kind));
        kinds.iter().any(|kind| *kind == printed || *kind == name)
    };
    let families = families::TABLES.iter().copied().flatten().filter(is_so);
    (families.map(|family| family.info.name).collect(), sized[number..].parse().unwrap_or(3))
}

/// Reads eliminated candidates: `r3c4≠5, r3c6≠5`.
fn eliminated(text: &str) -> Vec<Candidate> {
    let (_, conclusions) = text.split_once(" ==> ").unwrap();
    let one = |text: &str| {
        let (cell, digit) = text.split_once('≠').unwrap();
        word(&format!("n{digit}{cell}"))
    };
    conclusions.split(", ").map(one).collect()
}

#[test]
fn quoted_steps_are_found() {
    for Example { name, start, steps, end } in EXAMPLES {
        let mut model = Model::of_clues(start);
        assert!(model.close(0));
        for text in *steps {
            let text = text.strip_prefix('+').unwrap_or(text);
            if prepare(&mut model, text) {
                continue;
            }
            let (quoted, (rules, size)) = (eliminated(text), named(text));
            let is_found = |rule: &&str| {
                let found = find(rule, size, &model).eliminated;
                quoted.iter().all(|one| found.contains(*one))
            };
            // Several families may share a name: the first finds all conclusions.
            let is_found = rules.first().map_or_else(|| subset(&model, text).is_some(), is_found);
            assert!(is_found, "{name}: {text}");
            model.apply(&quoted, &[]);
            assert!(model.close(0), "{name}: a contradiction after {text}");
        }
        let value = |cell: Cell| model.value[cell].map_or('.', |digit| (b'0' + digit.number()) as char);
        let values: String = Cell::all().map(value).collect();
        match end {
            Solution(solution) => assert_eq!(values, *solution, "{name}"),
            Solved => assert!(!values.contains('.'), "{name}: {values}"),
            Towards(solution) => {
                let of = |cell: Cell| (cell, Digit::new((solution.as_bytes()[cell] - b'1') as usize));
                let is_open = |cell| model.value[cell] == Some(of(cell).1) || model.has(of(cell));
                assert!(Cell::all().all(is_open), "{name}");
            }
            Open => {}
        }
    }
}
