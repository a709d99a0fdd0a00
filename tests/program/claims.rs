//! `explain --check`: the answers, their exit codes and their parts as JSON.

use crate::binary::{ends, prints, refused, stdout, sudoscope};
use serde_json::{Value, json};

/// State with an XY-chain.
const STATE: &str = ":0000:x:+123+4+5+678+9..6+7+89..3+7..1+2+35+64...+3.49....+7.6.43..3.......+3+75+6+9+18+4+28..+5+326+9+7+962+847+3..:541 148 561 163 863 168 268::";
const CHAIN: &str = "(1=2)r2c7-(2=1)r2c8-(1=5)r9c8-(5=7)r6c8-(7=1)r6c5";

fn answer(code: i32, step: &str, more: &[&str]) -> String {
    let args = [&["explain", "--check", step, STATE], more].concat();
    stdout(&ends(code, sudoscope(&args)))
}

#[test]
fn the_exit_code_is_the_answer() {
    let step = |conclusion: &str| format!("{CHAIN} => {conclusion}");
    assert_eq!(answer(0, &step("r6c7<>1"), &[]), "valid: proves r6c7≠1\n");
    let other = "valid, but it does not prove r6c8≠1: it proves r6c7≠1\n";
    assert_eq!(answer(1, &step("r6c8<>1"), &[]), other);
    let wrong = step("r6c7<>1").replace("(5=7)", "(5=8)").replace("(7=1)", "(8=1)");
    assert_eq!(answer(1, &wrong, &[]), "not valid: link 7, (5=8)r6c8: r6c8 has 5 7\n");
    let unread = "not understood from column 1: 'hello' is not a node such as (5)r1c2\n";
    assert_eq!(answer(2, "hello", &[]), unread);
    // A step may begin with a sign.
    assert!(answer(2, "-(1)r6c7", &[]).starts_with("not understood from column 1: "));
}

#[test]
fn json_has_the_parts() {
    let json = |code, step: &str| -> Value {
        serde_json::from_str(&answer(code, step, &["--format", "json"])).unwrap()
    };
    let valid = json(0, &format!("{CHAIN} => r6c7<>1, r6c7<>4"));
    assert_eq!(valid["answer"], "valid");
    assert_eq!((&valid["claimed"], &valid["known"]), (&json!(["r6c7≠1"]), &json!(["r6c7≠4"])));
    assert_eq!((&valid["unproved"], &valid["beyond"]), (&json!([]), &json!([])));
    let ground = &valid["grounds"][0];
    assert_eq!((&ground["rule"], &ground["size"]), (&json!("als-aic"), &json!(5)));
    assert_eq!(ground["step"]["eliminates"], json!(["n1r6c7"]));
    assert!(ground["step"]["because"]["links"].is_array());
    let wrong = json(1, "(1=2)r2c7-(2=3)r2c8 => r6c7<>1");
    assert_eq!((&wrong["link"], &wrong["column"]), (&json!(3), &json!(11)));
    assert_eq!((&wrong["part"], &wrong["why"]), (&json!("(2=3)r2c8"), &json!("r2c8 has 1 2")));
    let unread = json(2, "(1=2)r2c7-?");
    assert_eq!((&unread["answer"], &unread["column"]), (&json!("not understood"), &json!(11)));
}

#[test]
fn a_step_is_checked_in_one_state() {
    refused(&sudoscope(&["explain", "--check", CHAIN, "12.3"]), "not a puzzle");
    refused(&sudoscope(&["explain", "--check", CHAIN, "--format", "svg", STATE]), "--check");
    refused(&sudoscope(&["explain", "--check", CHAIN, "--next", STATE]), "cannot be used with");
    // Several solutions: only if asked for.
    let empty = ".".repeat(81);
    refused(&sudoscope(&["explain", "--check", CHAIN, &empty]), "more than one solution");
    let any = ["explain", "--no-validate", "--check", "Naked Pair 12 r1c12", &empty];
    let said = stdout(&ends(1, sudoscope(&any)));
    assert_eq!(said, "not valid: r1c1 has 1 2 3 4 5 6 7 8 9, r1c2 has 1 2 3 4 5 6 7 8 9\n");
    assert!(prints(&["explain", "--help"]).contains("--check"));
}
