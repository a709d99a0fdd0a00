//! `explain --board --next` and `--why`, driven as a user would.

use crate::binary::{code, refused, stdout, sudoscope};
use serde_json::Value;

const SIX: &str = "....1........6...5....2..3.....4....";
const X: &str = ".......6......35..41...8.9............1....86...52...459..3...1...6..............";

fn explained(args: &[&str]) -> String {
    stdout(&sudoscope(&[&["explain", "--board"], args].concat()))
}

/// A hint is the first step of the path.
#[test]
fn hints_on_boards() {
    assert_eq!(
        explained(&["x", "--next", "--words", X]),
        "hidden-single-in-a-row ==> r5c2=5\n    In row 5 only r5c2 can be 5.\n"
    );
    assert_eq!(explained(&["x", "--next", "--stage", "1", X]), "Look at row 5.\n");
    let path = explained(&["x", X]);
    assert!(path.contains(&explained(&["x", "--next", X])));
    let hint = sudoscope(&["explain", "--board", "x", "--next", "--format", "json", X]);
    refused(&hint, "--next with --format json cannot be used with --board");
}

/// A claim is true by the steps that are listed, known, false, or not on the board.
#[test]
fn claims_on_boards() {
    let cases = [
        ("r4c5<>1", Some(0), "r4c5≠1 by one step of W:\nwhip[1]: d1n1{r4c4 .} ==> r4c5≠1, r4c6≠1\n"),
        ("r1c2<>9", Some(0), "r1c2≠9 is so already.\n"),
        ("r5c5=1", Some(1), "r5c5=1 is false.\n"),
        ("r5c2=5", Some(0), "r5c2=5 by one step of W:\nhidden-single-in-a-row ==> r5c2=5\n"),
    ];
    for (claim, exit, answer) in cases {
        let output = sudoscope(&["explain", "--board", "x", "--why", claim, X]);
        assert_eq!(
            (String::from_utf8_lossy(&output.stdout).as_ref(), code(&output)),
            (answer, exit),
            "{claim}"
        );
    }
    let outside = sudoscope(&["explain", "--board", "4x4", "--why", "r5c1=1", "....1....2.3..4."]);
    refused(&outside, "--why: r5c1=1 is not on the board 4x4");
}

/// Steps exclude each candidate that is not in the solution, the last step by name, and no other candidate.
#[test]
fn what_is_false_is_explained() {
    let solution = stdout(&sudoscope(&["solve", "--board", "x", "--format", "plain", X]));
    let (mut paths, mut longest) = (0, 0);
    for (at, value) in solution.trim().bytes().enumerate().filter(|(at, _)| at % 16 == 2) {
        for digit in b'1'..=b'9' {
            let claim = format!("r{}c{}<>{}", at / 9 + 1, at % 9 + 1, char::from(digit));
            let json = sudoscope(&["explain", "--board", "x", "--format", "json", "--why", &claim, X]);
            let answer: Value = serde_json::from_slice(&json.stdout).unwrap();
            let steps = answer["steps"].as_array().unwrap();
            match answer["answer"].as_str().unwrap() {
                "known" => assert!(steps.is_empty() && digit != value, "{claim}"),
                "false" => assert!(steps.is_empty() && digit == value, "{claim}"),
                "now" | "path" => {
                    let last = &steps.last().unwrap()["step"];
                    let label = format!("n{}r{}c{}", char::from(digit), at / 9 + 1, at % 9 + 1);
                    let eliminates = last["eliminates"].as_array().unwrap();
                    let is_said = eliminates.contains(&Value::from(label));
                    assert!(is_said || !last["asserts"].as_array().unwrap().is_empty(), "{claim}");
                    assert_ne!(digit, value, "{claim}");
                    (paths, longest) = (paths + 1, steps.len().max(longest));
                }
                other => panic!("{claim}: {other}"),
            }
        }
    }
    assert!(paths > 10 && longest > 20, "{paths} {longest}");
    assert!(explained(&["6x6", "--no-validate", "--why", "r1c1=5", SIX]).len() > 10);
}
