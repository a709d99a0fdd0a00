//! Hints: the next step and all steps of a state; the steps that a path lists, their names and notations.

use crate::binary::{W5, code, directory, ends, piped, prints, refused, stderr, stdout, sudoscope, text_of};
use crate::common::{random_10k, shared, thorough};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use sudoscope::evidence::Step;
use sudoscope::grid::{Candidates, Grid, Puzzle, exhaust};
use sudoscope::input::read_puzzle;
use sudoscope::path::{Chosen, ResolutionPath};
use sudoscope::scale::{DEFAULT_BUDGET, Scale};

/// Returns a published state with many chains of almost locked sets.
fn state() -> Option<String> {
    let cases = fs::read_to_string(shared("cases.jsonl")?).unwrap();
    let mut cases = cases.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let case = cases.find(|case| case["kind"] == "redundant-steps").unwrap();
    Some(case["input"].as_str().unwrap().to_string())
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&prints(args)).unwrap()
}

/// Returns the lines of a text that are steps; by a scale of players the text of a single has no arrow.
fn steps(text: &str) -> Vec<&str> {
    let is_single = |line: &str| ["Single: ", "Full House: "].iter().any(|name| line.contains(name));
    text.lines().filter(|line| line.contains(" ==> ") || line.contains(" => ") || is_single(line)).collect()
}

/// Removes the sentences of the steps in rounds.
fn wordless(mut rounds: Value) -> Value {
    let steps = rounds.as_array_mut().unwrap().iter_mut().flat_map(|round| round["steps"].as_array_mut());
    for step in steps.flatten() {
        let words = step.as_object_mut().unwrap().remove("words").unwrap();
        assert!(
            words.as_array().unwrap().iter().all(|one| one.as_str().unwrap().ends_with(['.', '…'])),
            "{words}"
        );
        assert!(!words.as_array().unwrap().is_empty());
    }
    rounds
}

#[test]
fn the_next_step_is_one_step_of_the_first_round() {
    for ladder in ["W", "H", "SER"] {
        let text = prints(&["explain", "--next", "-l", ladder, W5]);
        let path = prints(&["explain", "-l", ladder, W5]);
        let [step] = steps(&text)[..] else { panic!("{text}") };
        assert!(steps(&path).contains(&step), "{ladder}: {step}");
        let hints = json(&["explain", "--next", "-l", ladder, "--format", "json", W5]);
        assert_eq!(hints["rounds"][0]["steps"][0]["text"], step);
        assert_eq!(hints["rounds"][0]["steps"].as_array().unwrap().len(), 1);
    }
    // A mistake in the state makes it a puzzle without solution.
    let mistaken = sudoscope(&["explain", "--next", &W5.replace("..34", "1134")]);
    refused(&mistaken, "no solution: r1c1 and r1c2 are both 1 (row 1); ");
    refused(&sudoscope(&["explain", "--next", "--all", W5]), "cannot be used with");
    let solved = prints(&["explain", "--next", "-l", "TE1", W5]);
    assert!(solved.contains("The next step by TE1: naked-single"), "{solved}");
}

/// The steps of `--one-step` are those of `--all` after which singles fill the grid; those of `--simplest`
/// prove all that all steps prove, and each of them something that no step before it does.
#[test]
fn one_step_and_simplest_are_choices_of_all() {
    let mut counts = [0; 2];
    for line in random_10k().iter().step_by(if thorough() { 10 } else { 160 }) {
        let puzzle = read_puzzle(line.as_bytes()).unwrap().puzzle;
        let scale = Scale::define("x", "brt,lc,naked:2-4+hidden:2-4+fish:2-4,whip:2-3").unwrap();
        // A state in which singles prove nothing.
        let mut grid = puzzle.grid();
        exhaust(&mut grid);
        let Some(state) = Puzzle::state(&Candidates(grid.planes), grid.placed(), puzzle.grid().placed())
        else {
            continue;
        };
        if grid.is_solved() {
            continue;
        }
        let items = || (0..scale.items.len()).collect();
        let listed = |chosen: &Chosen| {
            let all =
                ResolutionPath::all(&state, &scale, &items(), DEFAULT_BUDGET).choose(chosen, DEFAULT_BUDGET);
            all.steps().iter().map(|step| (step.step.clone(), *step.grid)).collect::<Vec<_>>()
        };
        let all = listed(&Chosen::All);
        let solves = |(step, grid): &(Step, Grid)| {
            let mut grid = *grid;
            grid.eliminate(&step.eliminates.iter().copied().collect());
            grid.place_all(&step.asserts.iter().copied().collect::<Candidates>().0);
            exhaust(&mut grid);
            grid.is_solved()
        };
        let texts = |steps: &[(Step, Grid)]| steps.iter().map(|one| one.0.text.clone()).collect::<Vec<_>>();
        let expected: Vec<_> = all.iter().filter(|one| solves(one)).cloned().collect();
        assert_eq!(
            texts(&listed(&Chosen::Solving(Box::new(Scale::named("BRT").unwrap())))),
            texts(&expected),
            "{state}"
        );
        let conclusions = |steps: &[(Step, Grid)]| -> BTreeSet<String> {
            let of = |step: &Step| step.eliminates.iter().map(|one| format!("-{one}")).collect::<Vec<_>>();
            let values = |step: &Step| step.asserts.iter().map(|one| format!("+{one}")).collect::<Vec<_>>();
            steps.iter().flat_map(|(step, _)| [of(step), values(step)].concat()).collect()
        };
        let simplest = listed(&Chosen::Simplest);
        assert_eq!(conclusions(&simplest), conclusions(&all), "{state}");
        let adds = |at: usize| conclusions(&simplest[..at]).len() < conclusions(&simplest[..=at]).len();
        assert!((0..simplest.len()).all(adds), "{state}");
        counts[0] += expected.len();
        counts[1] += all.len() - simplest.len();
    }
    assert!(counts[0] > 50 && counts[1] > 50, "{counts:?}");
    let text = prints(&["explain", "--one-step", "--then", "W", "-l", "S", W5]);
    assert!(text.contains("Single steps by S after which W solves the puzzle: "), "{text}");
    let hints = prints(&["explain", "--one-step", "--format", "json", W5]);
    let verified = ends(0, piped(&["verify", "-"], hints.as_bytes()));
    assert!(stdout(&verified).ends_with(" steps verified\n"), "{}", stdout(&verified));
    refused(&sudoscope(&["explain", "--then", "W", W5]), "--one-step");
}

/// Stages of the steps of a path: the place is no technique and no conclusion, and the technique no step.
#[test]
fn stages_give_nothing_away() {
    let mut techniques = BTreeSet::new();
    for ladder in ["H", "HoDoKu", "SER"] {
        let scale = Scale::named(ladder).unwrap();
        for line in &random_10k()[..40] {
            let path =
                ResolutionPath::climb(&read_puzzle(line.as_bytes()).unwrap().puzzle, &scale, DEFAULT_BUDGET);
            for step in path.steps() {
                let state =
                    Puzzle::state(&Candidates(step.grid.planes), step.grid.placed(), step.grid.placed());
                let Some(state) = state else { continue };
                let hint = ResolutionPath::next(&state, &scale, DEFAULT_BUDGET);
                let (Some(stages), [next]) = (hint.stages(), &hint.steps()[..]) else { panic!("{state}") };
                let name = hint.name_of(next);
                assert!(stages.technique.starts_with(&format!("{name}: ")), "{stages:?}");
                assert_eq!(stages.step, next.step.text);
                assert!(!stages.place.contains(&name), "{stages:?}");
                let placed = next.step.asserts.iter().map(|value| value.cell.to_string());
                assert!(!placed.clone().any(|cell| stages.place.contains(&cell)), "{stages:?}");
                techniques.insert(name);
            }
        }
    }
    assert!(techniques.len() > 20, "{techniques:?}");
}

#[test]
fn hints_come_in_stages() {
    let all: Vec<String> =
        (1..=3).map(|stage| prints(&["explain", "--next", "--stage", &stage.to_string(), W5])).collect();
    assert_eq!(all[0], "Look at box 6.\n");
    assert!(all[1].starts_with(&format!("{}Naked Single: ", all[0])), "{}", all[1]);
    assert_eq!(all[2], format!("{}Naked Single: r4c8=6\n", all[1]));
    let with_words = prints(&["explain", "--next", "--stage", "3", "--words", W5]);
    assert_eq!(with_words, format!("{}r4c8 can only be 6.\n", all[2]));
    assert_eq!(prints(&["explain", "--next", "--stage", "2", "--words", W5]), all[1]);
    let stages = &json(&["explain", "--next", "--format", "json", W5])["stages"];
    let members = ["place", "technique", "step"].map(|name| stages[name].as_str().unwrap().to_string());
    assert_eq!(members.join("\n") + "\n", all[2]);
    refused(&sudoscope(&["explain", "--stage", "1", W5]), "--next");
}

#[test]
fn a_post_as_an_argument_is_read_as_a_file() {
    let work = directory("hints-post");
    let rows: Vec<&str> = (0..9).map(|row| &W5[9 * row..9 * row + 9]).collect();
    let frame = |row: &[&str]| row.join("\n").replace('.', " . ");
    let bars = "*---------*";
    let posts = [
        format!("Hello, I am stuck here.\n{}\nWhat is the next step?\n", rows.join("\n")),
        format!("Hello,\n[code]{bars}\n{}\n{bars}[/code]\nthank you", frame(&rows)),
        format!("Two of them, 1 and 2:\n{W5}\nand\n{}\n", random_10k()[0]),
    ];
    for (number, post) in posts.iter().enumerate() {
        let file = work.join(format!("{number}.txt"));
        fs::write(&file, post).unwrap();
        for how in ["--next", "--all"] {
            let of_file = sudoscope(&["explain", how, text_of(&file)]);
            let of_text = sudoscope(&["explain", how, post]);
            assert!(stdout(&of_file).contains("Naked Single"), "{post}");
            assert_eq!((stdout(&of_text), code(&of_text)), (stdout(&of_file), code(&of_file)), "{post}");
        }
    }
    refused(&sudoscope(&["explain", "Hello,\nthere is no puzzle here"]), "not a puzzle");
}

#[test]
fn all_steps_hold_in_the_state() {
    let work = directory("hints-all");
    let input = work.join("some.txt");
    fs::write(&input, random_10k()[..12].join("\n")).unwrap();
    let name = text_of(&input);
    // All steps include those in a state with singles still to be played.
    for ladder in ["H", "BC", "LC+X+hinge", "LC+SS+BR", "PB2", "L"] {
        let hints = prints(&["explain", "--all", "-l", ladder, "--format", "jsonl", name]);
        assert_eq!(hints.lines().count(), 12);
        let verified = ends(0, piped(&["verify", "-"], hints.as_bytes()));
        assert!(stdout(&verified).ends_with("12 proofs verified, 0 wrong\n"), "{ladder}");
        // A false step is named.
        let first: Value = serde_json::from_str(hints.lines().next().unwrap()).unwrap();
        let mut spoiled = first.clone();
        let last = spoiled["rounds"].as_array_mut().unwrap().last_mut().unwrap();
        last["steps"][0]["eliminates"] = serde_json::json!(["n1r1c1", "n2r1c1"]);
        let output = ends(1, piped(&["verify", "-"], spoiled.to_string().as_bytes()));
        let rounds = first["rounds"].as_array().unwrap().len();
        assert!(stderr(&output).contains(&format!("round {rounds}, step 1")), "{}", stderr(&output));
    }
}

/// Rules that require a state without singles are applied after singles, and give the same steps there as the
/// path.
#[test]
fn chains_are_asked_after_singles() {
    let ladder = "x=brt,whip:2-36";
    let hints = json(&["explain", "--all", "-l", ladder, "--format", "json", W5]);
    let path = json(&["explain", "-l", ladder, "--format", "json", W5]);
    let rounds = |of: &Value, name: &str| of[name].as_array().unwrap().clone();
    let is_single =
        |round: &&Value| ["naked-single", "hidden-single"].contains(&round["rule"].as_str().unwrap());
    let before: Vec<Value> = rounds(&path, "rounds").iter().take_while(is_single).cloned().collect();
    assert!(!before.is_empty() && *wordless(hints["singles"].clone()).as_array().unwrap() == before);
    let next = &rounds(&path, "rounds")[before.len()];
    assert_eq!(wordless(hints["after_singles"].clone())[0], *next);
    let verify = |hints: &Value| piped(&["verify", "-"], hints.to_string().as_bytes());
    let verified = stdout(&ends(0, verify(&hints)));
    assert!(verified.contains(" steps verified"), "{verified}");
    // Without the singles, the chains are verified in the state before them, where they do not hold.
    let mut spoiled = hints.clone();
    spoiled.as_object_mut().unwrap().remove("singles");
    assert!(stderr(&ends(1, verify(&spoiled))).contains(", whip["));
    let text = prints(&["explain", "--all", "-l", ladder, W5]);
    let (here, later) = text.split_once("\nafter the singles:\n+").unwrap();
    assert!(here.contains("-single") && !later.contains("-single") && steps(later)[0].starts_with("whip["));
    assert!(later.contains(" in this state: ") && later.contains("; after its singles: "), "{later}");
    // A page shows both states.
    let page = prints(&["explain", "--all", "-l", ladder, "--format", "html", W5]);
    assert!(page.contains("whip["));
}

/// All steps listed for a rule in a state are the same as in the path's round of that rule in the same state.
#[test]
fn all_steps_of_a_rule_are_those_of_its_round() {
    let Some(state) = state() else { return };
    let hints = json(&["explain", "--all", "--rule", "als-chain:4-8", "--format", "json", &state]);
    let path = json(&["explain", "-l", "x=brt,als-chain:4-8", "--format", "json", &state]);
    let of = |rounds: &Value| -> BTreeSet<String> {
        let rounds = rounds.as_array().unwrap().iter();
        let mut chains = rounds.skip_while(|round| round["rule"] != "als-chain");
        let first = chains.next().unwrap();
        first["steps"].as_array().unwrap().iter().map(|step| step["because"].to_string()).collect()
    };
    assert_eq!(of(&hints["rounds"]), of(&path["rounds"]));
}

#[test]
fn the_fewest_steps_are_a_path() {
    let text = prints(&["explain", "--fewest", W5]);
    assert!(text.starts_with(W5) && text.ends_with(" of H beyond singles, the fewest.\n"), "{text}");
    let whips = ["explain", "--fewest", "--rule", "whip:2-5", W5];
    // The default work proves what that of a rating does not.
    let own = prints(&whips);
    assert!(own.ends_with("5 steps of rules beyond singles, the fewest.\n"), "{own}");
    let own = prints(&[&whips[..], &["--budget", "12500000"]].concat());
    let found =
        "6 steps of rules beyond singles, the fewest that were found: the work allowed was used up.\n";
    assert!(own.ends_with(found), "{own}");
    let proof = json(&["explain", "--fewest", "--format", "json", W5]);
    assert_eq!(proof["scale"], "H");
    let few = prints(&["explain", "--fewest", "--budget", "600", W5]);
    assert!(few.ends_with("No path of H was found: the work allowed was used up.\n"), "{few}");
    for other in ["--next", "--all", "--one-step", "--why=r1c1<>3"] {
        refused(&sudoscope(&["explain", "--fewest", other, W5]), "cannot be used with");
    }
    refused(&sudoscope(&["explain", "--fewest", "-l", "SER", W5]), "SER gives one hint at a time");
}

#[test]
fn hints_are_of_the_rules_that_are_named() {
    let named = prints(&["explain", "--all", "--rule", "x-wing", "--rule", "naked:2", W5]);
    assert!(named.contains("\nscale H\n") && !named.contains("AIC"), "{named}");
    let own = prints(&["explain", "--all", "--rule", "wxyz-wing", W5]);
    assert!(own.contains("scale rules = wxyz-wing"), "{own}");
    for (args, expected) in [
        (&["--all", "--rule", "gem"][..], "there is no rule 'gem'"),
        (&["--all", "--rule", "x-wing", "-l", "W"], "the ladder W has no x-wing"),
        (&["--all", "-l", "SER"], "SER gives one hint at a time"),
        (&["--rule", "x-wing"], "--all"),
    ] {
        refused(&sudoscope(&[&["explain"], args, &[W5]].concat()), expected);
    }
    // Work is bounded, and missing rules are reported.
    let text = prints(&["explain", "--all", "--every", "--budget", "1", W5]);
    assert!(text.contains("The work allowed was used up: rules are missing."), "{text}");
}

/// A path lists only as many steps of a round as prove everything; the proof has them all.
#[test]
fn steps_without_effect_are_not_listed() {
    let Some(state) = state() else { return };
    let args = ["-l", "x=brt,als-chain:4-8", &state];
    let text = prints(&[&["explain"], &args[..]].concat());
    let proof = json(&[&["explain", "--format", "json"], &args[..]].concat());
    let all: usize = proof["rounds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|round| round["steps"].as_array().unwrap().len())
        .sum();
    assert!(steps(&text).len() < 60 && all > 300, "{} of {all} steps", steps(&text).len());
    let mut listed = steps(&text).into_iter().peekable();
    for round in proof["rounds"].as_array().unwrap() {
        let round = round["steps"].as_array().unwrap();
        let gone = |steps: &[&Value]| -> BTreeSet<String> {
            let lists = steps.iter().flat_map(|step| [&step["eliminates"], &step["asserts"]]);
            lists.flat_map(|list| list.as_array().unwrap()).map(Value::to_string).collect()
        };
        let mut own = Vec::new();
        while let Some(text) = listed.peek()
            && let Some(step) = round.iter().find(|step| step["text"] == *text && !own.contains(step))
        {
            own.push(step);
            listed.next();
        }
        assert_eq!(gone(&own), gone(&round.iter().collect::<Vec<_>>()));
        // Each listed step is needed.
        for at in 0..own.len() {
            let others = [&own[..at], &own[at + 1..]].concat();
            assert_ne!(gone(&others), gone(&own), "{}", own[at]["text"]);
        }
    }
    assert!(listed.next().is_none());
}

/// Text, picture, page and table agree on the hardest step.
#[test]
fn there_is_one_hardest_step() {
    let scale = Scale::named("H").unwrap();
    for puzzle in random_10k().iter().step_by(500) {
        let path =
            ResolutionPath::climb(&read_puzzle(puzzle.as_bytes()).unwrap().puzzle, &scale, DEFAULT_BUDGET);
        let Some(hardest) = path.hardest() else { continue };
        let name = path.name_of(&hardest);
        assert!(path.text(false).contains(&format!("MOST COMPLEX RULE = {name}\n")), "{puzzle}");
        assert!(path.summary().contains(&format!("The hardest step is {name}.")), "{puzzle}");
        let harder = |step: &&sudoscope::path::PathStep| step.item.rating > hardest.item.rating;
        assert_eq!(path.steps().iter().filter(harder).count(), 0, "{puzzle}");
        let picture = prints(&["explain", "-l", "H", "--format", "svg", puzzle]);
        let title = hardest.step.text.replace('<', "&lt;").replace('>', "&gt;");
        assert!(picture.contains(&title), "{puzzle}: {title}");
    }
}

/// By scales of players steps have players' names and notations, in text, proof and page; `--notation nrc`
/// has the theory's, and is the default of its ladders.
#[test]
fn players_names_and_notations() {
    let text = prints(&["explain", "-l", "H", W5]);
    for step in [
        "Naked Single: r4c8=6",
        "Hidden Single: r5c8=1 (box 6)",
        "Pointing: 4 in b3/r3 => r3c2<>4, r3c3<>4",
        "AIC: (1)r3c4=(1)r6c4-(1=8)r6c5-(8=3)r5c4 => r3c4<>3",
        "Locked Pair: 6,7 in r78c2 => r6c2<>7, r8c3<>7",
        "XYZ-Wing: 1/5/8 in r6c1,r8c13 => r7c1<>5",
    ] {
        assert!(steps(&text).contains(&step), "{step}\n{text}");
    }
    assert!(text.contains("\nExtreme: score 4388 > 1800\n"), "{text}");
    assert!(!steps(&text).iter().any(|step| step.contains("==>") || step.contains('≠')), "{text}");
    let nrc = prints(&["explain", "-l", "H", "--notation", "nrc", W5]);
    assert!(nrc.contains("\nPointing: b3n4 in r3 ==> r3c2≠4, r3c3≠4\n"), "{nrc}");
    assert_eq!(steps(&nrc).len(), steps(&text).len(), "the same steps");
    let eureka = prints(&["explain", "-l", "H", "--notation", "eureka", W5]);
    assert_eq!(eureka, text);
    let proof = prints(&["explain", "--format", "json", "-l", "H", W5]);
    assert!(proof.contains("\"AIC: (1)r3c4=(1)r6c4-(1=8)r6c5-(8=3)r5c4 => r3c4<>3\""));
    ends(0, piped(&["verify", "-"], proof.as_bytes()));
    let page = prints(&["explain", "--format", "html", "-l", "H", W5]);
    assert!(page.contains("(1)r3c4=(1)r6c4-(1=8)r6c5-(8=3)r5c4"));
    assert!(page.contains("82 steps, 57 of them singles."), "singles are counted");
    let picture = prints(&["explain", "--format", "svg", "--step", "1", "-l", "H", W5]);
    assert!(picture.contains("Naked Single: r4c8=6"), "{picture}");
    // Whips keep their notation.
    let whips = prints(&["explain", "-l", "W", W5]);
    assert!(whips.contains("\nwhip[5]: ") && whips.contains("naked-single ==> r4c8=6"), "{whips}");
    assert!(prints(&["explain", "-l", "W", "--notation", "eureka", W5]).contains("whip[5]: "));
    // SER and HoDoKu are of players, too, and a ladder all of whose rules have players' names.
    let ser = prints(&["explain", "-l", "SER", W5]);
    for step in [
        "Hidden Single: r1c7=7 (box 3)",
        "Forcing Chain: (1)r3c4=(1)r1c5-(1=8)r6c5-(8=3)r5c4 => r3c4<>3",
        "Direct Hidden Pair: 7,8 in r2c45 => r2c9=3",
    ] {
        assert!(steps(&ser).contains(&step), "{step}\n{ser}");
    }
    let hodoku = prints(&["explain", "-l", "HoDoKu", W5]);
    for step in
        ["Hidden Single: r5c8=1 (box 6)", "Sue de Coq: r4c13 - {2349} (r4c5 - {34}, r6c2 - {29}) => r6c1<>2"]
    {
        assert!(steps(&hodoku).contains(&step), "{step}\n{hodoku}");
    }
    let named = "x=brt,lc,naked:2-4+hidden:2-4,sue-de-coq";
    assert!(prints(&["explain", "-l", named, W5]).contains("\nLocked Candidates: 5 in "));
    let levels = prints(&["ladders", "H", "--levels"]);
    for line in ["Medium    1000  Locked Pair, ", "Extreme         BR Net, Trial"] {
        assert!(levels.contains(line), "{levels}");
    }
    refused(&sudoscope(&["ladders", "W", "--levels"]), "W has no levels with names");
}

/// Without a ladder, paths are by H, and the first line says how to get W.
#[test]
fn paths_are_by_h_unless_a_ladder_is_named() {
    let text = prints(&["explain", W5]);
    let (first, rest) = text.split_once('\n').unwrap();
    assert!(first.ends_with("explain -l W"), "{first}");
    assert_eq!(rest, prints(&["explain", "-l", "H", W5]));
    assert_eq!(
        prints(&["explain", "--format", "json", W5]),
        prints(&["explain", "--format", "json", "-l", "H", W5])
    );
}

/// Text with `--words` puts each step in sentences about this grid; so does JSON.
#[test]
fn each_step_is_put_in_words() {
    let text = prints(&["explain", "--words", "-l", "H", W5]);
    let expected = "\nAIC: (1)r3c4=(1)r6c4-(1=8)r6c5-(8=3)r5c4 => r3c4<>3
    If r3c4 is not 1, column 4 has 1 in r6c4.
    If r6c5 is not 1, r6c5 is 8.
    If r5c4 is not 8, r5c4 is 3.
    So r3c4 is not 3.\n";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("\nHidden Single: r5c8=1 (box 6)\n    In box 6 only r5c8 can be 1.\n"), "{text}");
    // SER's sentences are in cells, too.
    let ser = prints(&["explain", "--words", "-l", "SER", W5]);
    assert!(ser.contains("    As r3c4 is not 1, box 2 has nothing else: r1c5 is 1.\n"), "{ser}");
    for (text, ladder) in [(&text, "H"), (&ser, "SER")] {
        let sentences: Vec<&str> = text.lines().filter(|line| line.starts_with("    ")).collect();
        let lines = text.lines().zip(text.lines().skip(1));
        for (step, below) in lines.filter(|(line, _)| steps(line).len() == 1) {
            assert!(below.starts_with("    "), "{ladder}: {step}");
        }
        let has_name = |line: &&str| line.split(|c: char| !c.is_alphanumeric()).any(is_of_theory);
        assert_eq!(sentences.iter().copied().find(|line| has_name(line)), None, "{ladder}");
    }
    let path = json(&["explain", "--words", "--format", "json", "-l", "H", W5]);
    let without = json(&["explain", "--format", "json", "-l", "H", W5]);
    assert_eq!(wordless(path["rounds"].clone()), without["rounds"]);
    ends(0, piped(&["verify", "-"], path.to_string().as_bytes()));
    refused(&sudoscope(&["explain", "--words", "--format", "html", W5]), "--words cannot be used with");
}

/// Whether a word names a candidate or a variable in the notation of the theory: `n4r7c5`, `r7n4`, `b6n1`.
fn is_of_theory(word: &str) -> bool {
    let letters: String = word.chars().step_by(2).collect();
    let has_numbers = word.chars().skip(1).step_by(2).all(|c| c.is_ascii_digit());
    has_numbers && ["nrc", "rn", "cn", "bn"].contains(&letters.as_str())
}

/// All steps in groups: each conclusion heads one group, nothing that all steps prove is missing, the first
/// of a group is the first that proves it, and no chain is there twice.
#[test]
fn all_steps_are_grouped_by_what_they_prove() {
    let Some(state) = crowded() else { return };
    let text = prints(&["explain", "--all", &state]);
    assert!(
        text.contains("\nr3c9<>6: ") && text.contains(" steps, rating Hard\nTwo-String Kite: "),
        "{text}"
    );
    assert!(text.contains("Not looked for: BR Net, Trial (--every)."), "{text}");
    assert!(steps(&text).len() < 100, "{}", steps(&text).len());
    let one = prints(&["explain", "--all", "--limit", "1", &state]);
    let all = json(&["explain", "--all", "--format", "json", &state]);
    let every = json(&["explain", "--all", "--every", "--format", "json", &state]);
    let groups = all["groups"].as_array().unwrap();
    assert_eq!(steps(&one).len(), groups.len());
    let of = |hints: &Value, taken: &dyn Fn(&Value) -> bool| -> Vec<Value> {
        let rounds = hints["rounds"].as_array().unwrap().iter().filter(|round| taken(round));
        rounds.flat_map(|round| round["steps"].as_array().unwrap().clone()).collect()
    };
    let proved = |steps: &[Value]| -> BTreeSet<String> {
        let lists = steps.iter().flat_map(|step| [("-", &step["eliminates"]), ("+", &step["asserts"])]);
        lists
            .flat_map(|(sign, list)| list.as_array().unwrap().iter().map(move |one| format!("{sign}{one}")))
            .collect()
    };
    let is_pattern = |round: &Value| !["br-net", "trial"].contains(&round["rule"].as_str().unwrap());
    let (grouped, patterns) = (of(&all, &|_| true), of(&every, &is_pattern));
    assert_eq!(proved(&grouped), proved(&patterns));
    assert!(grouped.len() < patterns.len(), "{} of {}", grouped.len(), patterns.len());
    let listed: usize = groups.iter().map(|group| group["steps"].as_array().unwrap().len()).sum();
    assert_eq!(listed, grouped.len());
    let heads: Vec<&str> =
        groups.iter().flat_map(|group| group["proves"].as_str().unwrap().split(", ")).collect();
    assert_eq!(heads.iter().collect::<BTreeSet<_>>().len(), heads.len(), "each conclusion once");
    assert_eq!(heads.len(), proved(&grouped).len());
    // A grouped chain without groups is a chain that is there already.
    let texts: Vec<&str> = grouped.iter().map(|step| step["text"].as_str().unwrap()).collect();
    let body = |text: &&str| text.split(": ").nth(1).map(str::to_string);
    let plain: BTreeSet<String> =
        texts.iter().filter(|text| !text.starts_with("Grouped")).filter_map(body).collect();
    let repeated = texts.iter().filter(|text| text.starts_with("Grouped")).filter_map(body);
    assert_eq!(repeated.filter(|one| plain.contains(one)).count(), 0);
    for named in [&["--rule", "trial"][..], &["-l", "TE1"], &["--every"]] {
        let text = prints(&[&["explain", "--all"], named, &[&state]].concat()).to_lowercase();
        assert!(text.contains("trial: ") && !text.contains("not looked for"), "{named:?}");
    }
    let verified = ends(0, piped(&["verify", "-"], all.to_string().as_bytes()));
    assert!(stdout(&verified).contains(" steps verified"), "{}", stdout(&verified));
    refused(&sudoscope(&["explain", "--limit", "2", W5]), "--all");
}

/// Sizes that are asked for are looked for, or refused.
#[test]
fn sizes_are_taken_at_their_word() {
    let Some(state) = crowded() else { return };
    let text = prints(&["explain", "--all", "--rule", "aic:2-12", &state]);
    assert!(text.contains("\nscale rules = aic:2-12\n"), "{text}");
    refused(
        &sudoscope(&["explain", "--all", "-l", "H", "--rule", "aic:2-12", &state]),
        "the ladder H has no aic[6]",
    );
    let short = prints(&["explain", "--all", "--rule", "aic:2-5", &state]);
    assert!(short.contains("\nscale H\n"), "{short}");
}

/// Returns a published state with some thousand steps for a few removals.
fn crowded() -> Option<String> {
    let cases = fs::read_to_string(shared("cases-4.jsonl")?).unwrap();
    let mut cases = cases.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    Some(cases.find(|case| case["id"] == "d75")?["input"].as_str()?.to_string())
}
