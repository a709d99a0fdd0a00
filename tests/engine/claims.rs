//! Steps that players wrote: our own texts hold, changed texts are refused or say something true, and each
//! kind of answer is given where it belongs.

use crate::common::{Dice, random_10k, thorough};
use std::collections::{BTreeMap, BTreeSet};
use sudoscope::brute::unique_solution;
use sudoscope::claim::{Answer, Claim, Conclusions, Ground, Reason, Why, check_step, why};
use sudoscope::evidence::{Evidence, Example, Notation, Right, RuleKind, Step};
use sudoscope::grid::{Candidates, Given, Grid, Puzzle, parse_puzzle};
use sudoscope::input::read_puzzle;
use sudoscope::path::ResolutionPath;
use sudoscope::rules::RULES;
use sudoscope::scale::Scale;

/// Step of a path as text, with the state in which it holds.
struct Written {
    rule: &'static str,
    text: String,
    state: Puzzle,
    solution: Grid,
}

/// Whether the text of a step in Eureka notation is a chain.
fn is_chain(step: &Step) -> bool {
    match &step.because {
        Evidence::Links(_) | Evidence::Rings(_) => true,
        Evidence::AlmostLocked(sets) => {
            let digit = step.eliminates[0].digit;
            let is_of_one = step.eliminates.iter().all(|one| one.digit == digit);
            sets.commons.len() + 1 == sets.sets.len() && is_of_one
        }
        Evidence::Chain { links } => {
            let is_plain = |(k, link): (usize, &sudoscope::evidence::Link)| {
                let is_one = matches!(link.right, Right::Candidate(_) | Right::Group(_));
                is_one && link.from == k && link.ignored.is_empty()
            };
            links.len() > 1 && links.iter().enumerate().all(is_plain)
        }
        _ => false,
    }
}

/// Returns the state of a grid on a path from a puzzle.
fn state(puzzle: &Puzzle, grid: &Grid) -> Puzzle {
    let given = puzzle.grid().placed();
    Puzzle::state(&Candidates(grid.planes), grid.placed(), given).unwrap_or(Given::from(grid).puzzle())
}

/// Lists the steps of a path with their texts in a notation, or as the scale prints them.
fn steps_of(line: &str, scale: &Scale, notation: Option<Notation>, takes: fn(&Step) -> bool) -> Vec<Written> {
    let puzzle = Given::from(&parse_puzzle(line.as_bytes()).unwrap()).puzzle();
    let solution = unique_solution(&puzzle.grid()).unwrap();
    let path = ResolutionPath::climb(&puzzle, scale, 10_000_000);
    let path = match notation {
        Some(notation) => path.written_in(notation),
        None => path,
    };
    let written = |at: &sudoscope::path::PathStep| Written {
        rule: at.item.rule.info().name,
        text: at.step.text.clone(),
        state: state(&puzzle, at.grid),
        solution,
    };
    path.steps().iter().filter(|at| takes(at.step)).map(written).collect()
}

/// Lists the steps of ladders, each with the share of puzzles that are taken.
fn steps(ladders: &[(&str, usize)], notation: Option<Notation>, takes: fn(&Step) -> bool) -> Vec<Written> {
    let mut all = Vec::new();
    for (k, &(ladder, share)) in ladders.iter().enumerate() {
        let scale = match ladder.split_once('=') {
            Some((name, definition)) => Scale::define(name, definition).unwrap(),
            None => Scale::named(ladder).unwrap(),
        };
        let share = if thorough() { share / 10 } else { share };
        for line in random_10k().iter().skip(7 * k).step_by(share) {
            all.extend(steps_of(line, &scale, notation, takes));
        }
    }
    all
}

/// Ladders whose chains players write.
const CHAINS: &[(&str, usize)] = &[
    ("H", 30),
    ("BC", 100),
    ("x=brt,lc,als-aic:2-4", 200),
    ("x=brt,lc,als-nice-loop:2-3", 80),
    ("x=brt,lc,ur-aic:2-3", 200),
    ("x=brt,lc,subset:2-3,ur-nice-loop:2-3", 80),
    ("x=brt,lc,subset:2-4,bug-aic:2-6", 80),
    ("x=brt,lc,xy:3-8+g-bivalue-chain:3-6", 200),
    ("x=brt,lc,als-xz+als-xy-wing,als-chain:4-6", 100),
];

fn chains() -> Vec<Written> {
    steps(CHAINS, Some(Notation::Eureka), is_chain)
}

/// Whether a step is no single and no trial.
fn is_pattern(step: &Step) -> bool {
    !matches!(step.because, Evidence::Single { .. } | Evidence::Trial { .. })
}

/// Whether all conclusions are true in the solution.
fn is_true(all: &Conclusions, solution: &Grid) -> bool {
    let holds = |one| solution.allows(one);
    all.asserts.iter().all(holds) && !all.eliminates.iter().any(holds)
}

/// Returns the conclusions that an answer says are proved.
fn said(answer: &Answer) -> Conclusions {
    match answer {
        Answer::Holds(proved) => proved.proves(),
        _ => Conclusions::default(),
    }
}

/// Returns the parts of a text in Eureka notation, without name and conclusions.
fn parts(text: &str) -> BTreeSet<String> {
    let body = text.split_once(": ").map_or(text, |(_, body)| body);
    let body = body.split_once(" => ").map_or(body, |(body, _)| body);
    body.split(" and ").map(str::to_string).collect()
}

/// Whether the evidence that was read has the same text in Eureka notation, part by part: so the text says
/// everything. Each ring is evidence by itself. Other links between the corners of a rectangle are looked up.
fn is_read_back(rule: &str, text: &str, grounds: &[Ground]) -> bool {
    let again =
        |ground: &Ground| ground.step.text_as(RuleKind::named(ground.rule), Some("-"), Notation::Eureka);
    let read: Vec<BTreeSet<String>> = grounds.iter().map(|ground| parts(&again(ground))).collect();
    let said = parts(text);
    let has_more = |read: &BTreeSet<String>| rule == "ur-strong-link" && read.is_superset(&said);
    read.iter().any(|read| *read == said || has_more(read))
        || read.into_iter().flatten().collect::<BTreeSet<_>>() == said
}

/// Checks that all texts are valid, and say only true things; counts them by rule.
fn all_valid(all: &[Written], are_whole: bool) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for Written { rule, text, state, solution } in all {
        let answer = check_step(state, text);
        assert!(answer.is_valid(), "{state}: {rule}: {text}: {answer}");
        assert!(is_true(&said(&answer), solution), "{state}: {text}: {answer}");
        let Answer::Holds(proved) = &answer else { panic!("{answer}") };
        let is_whole = !are_whole || is_read_back(rule, text, &proved.grounds);
        assert!(is_whole, "{state}: {rule}: {text}: {:?}", proved.grounds);
        *counts.entry(*rule).or_default() += 1;
    }
    counts
}

/// Checks that each of the rules is counted a few times.
fn assert_has(counts: &BTreeMap<&str, usize>, rules: &str) {
    for rule in rules.split_whitespace() {
        assert!(counts.get(rule).is_some_and(|count| *count > 3), "{rule}: {counts:?}");
    }
}

#[test]
fn our_own_chains_are_valid() {
    let counts = all_valid(&chains(), true);
    let wanted = if thorough() { 20_000 } else { 2_000 };
    assert!(counts.values().sum::<usize>() >= wanted, "{counts:?}");
    assert_has(
        &counts,
        "aic nice-loop xy-chain skyscraper two-string-kite empty-rectangle w-wing bivalue-chain grouped-aic \
         als-aic als-nice-loop als-xz als-xy-wing als-chain xy g-bivalue-chain ur-aic bug-aic",
    );
}

#[test]
fn sets_and_rectangles_say_everything() {
    let ladders = [
        ("x=brt,lc,subset:2-4,finned:2-4+sashimi:2-4+franken-fish:2-3", 200),
        ("x=brt,lc,msls", 1000),
        ("x=brt,lc,almost-locked-candidates", 300),
        ("x=brt,ur1+ur2+ur3+ur4+ur5+ur6+hidden-ur,ur-strong-link,lc,subset:2-4", 50),
        ("x=brt,lc,subset:2-4,ur-wing", 50),
    ];
    let is_read = |step: &Step| {
        use Evidence::{Finned, Franken, Matched, Rectangle, Subset};
        matches!(step.because, Finned(_) | Franken(_) | Matched(_) | Rectangle(_) | Subset(_))
    };
    let counts = all_valid(&steps(&ladders, Some(Notation::Eureka), is_read), true);
    assert_has(
        &counts,
        "naked hidden finned sashimi msls almost-locked-candidates ur1 ur2 ur3 ur4 hidden-ur ur-strong-link \
         ur-wing",
    );
    assert!(counts.contains_key("ur6") && counts.contains_key("franken-fish"), "{counts:?}");
}

#[test]
fn patterns_of_players_are_valid_in_both_notations() {
    for notation in [Notation::Eureka, Notation::Nrc] {
        let counts = all_valid(&steps(&[("H", 60)], Some(notation), is_pattern), false);
        assert_has(
            &counts,
            "pointing claiming naked hidden fish finned locked-pair sue-de-coq hidden-ur ur1 xy-wing xyz-wing \
             aic w-wing als-xz",
        );
    }
}

#[test]
fn lines_of_hodoku_are_valid() {
    // Forcing chains and nets are printed with our own implications.
    let is_own =
        |step: &Step| !matches!(step.because, Evidence::OnlySolution) && !step.text.starts_with("Forcing");
    let counts = all_valid(&steps(&[("HoDoKu", 50)], None, is_own), false);
    assert!(counts.values().sum::<usize>() > 5_000, "{counts:?}");
    let rules = "pointing naked-pair hidden-pair x-wing skyscraper 2-string-kite empty-rectangle w-wing xy-wing \
                 uniqueness-test-1 hidden-rectangle finned-x-wing xy-chain discontinuous-nice-loop aic sue-de-coq";
    let rules: Vec<String> = rules.split_whitespace().map(|rule| format!("hodoku-{rule}")).collect();
    assert_has(&counts, &rules.join(" "));
}

#[test]
fn whips_and_braids_are_valid() {
    let ladders = [
        ("W", 100),
        ("B", 500),
        ("x=brt,lc,g-whip:2-4", 300),
        ("x=brt,lc,s4-whip:2-5", 1000),
        ("x=brt,lc,z-chain:2-6", 500),
    ];
    let counts = all_valid(&steps(&ladders, Some(Notation::Nrc), is_pattern), false);
    assert_has(&counts, "lc whip braid g-whip z-chain");
}

/// Changes a text in one place.
fn changed(text: &str, dice: &mut Dice) -> String {
    let mut all: Vec<char> = text.chars().collect();
    let at = dice.below(all.len());
    match dice.below(8) {
        0 => drop(all.remove(at)),
        1 => all.swap(at, (at + 1) % text.chars().count()),
        2 => all.insert(at, ['-', '=', '(', ')', ' ', 'r', '5'][dice.below(7)]),
        _ => {
            let is_sign = |c: char| c.is_ascii_digit() || "=-rcb".contains(c);
            let places: Vec<usize> = (0..all.len()).filter(|&at| is_sign(all[at])).collect();
            let at = places[dice.below(places.len())];
            all[at] = match all[at] {
                '=' => '-',
                '-' => '=',
                'r' | 'c' | 'b' => ['r', 'c', 'b'][dice.below(3)],
                _ => char::from(b'1' + dice.below(9) as u8),
            };
        }
    }
    all.into_iter().collect()
}

/// Checks changed texts: everything that an answer says is proved is true. Returns how many texts were
/// refused.
fn refused(all: &[&Written], changes: usize, dice: &mut Dice) -> usize {
    let mut refused = 0;
    for Written { text, state, solution, .. } in all {
        for _ in 0..changes {
            let other = changed(text, dice);
            let answer = check_step(state, &other);
            assert!(is_true(&said(&answer), solution), "{state}: {text}: changed to {other}: {answer}");
            refused += usize::from(!answer.is_valid());
        }
    }
    refused
}

#[test]
fn changed_texts_are_refused_or_true() {
    let of_players = |notation| steps(&[("H", 200)], notation, is_pattern);
    let kinds = [
        chains(),
        of_players(Some(Notation::Eureka)),
        of_players(Some(Notation::Nrc)),
        steps(&[("HoDoKu", 200)], None, is_pattern),
        steps(&[("W", 300), ("gB", 1000)], Some(Notation::Nrc), is_pattern),
    ];
    for (k, all) in kinds.iter().enumerate() {
        let (changes, share) = if thorough() { (50, 1) } else { (1, 4) };
        let some: Vec<&Written> = all.iter().step_by(share).collect();
        let refused = refused(&some, changes, &mut Dice(72 + k as u64));
        let count = changes * some.len();
        assert!(count > 40 && refused * 2 > count && refused < count, "{k}: {refused} of {count}");
    }
}

// ---------------------------------------------------------------- answers

/// State of a puzzle from a path, with an XY-chain, an AIC and a nice loop.
const STATE: &str = ":0000:x:+123+4+5+678+9..6+7+89..3+7..1+2+35+64...+3.49....+7.6.43..3.......+3+75+6+9+18+4+28..+5+326+9+7+962+847+3..:541 148 561 163 863 168 268::";

fn answer(text: &str) -> String {
    check_step(&read_puzzle(STATE.as_bytes()).unwrap().puzzle, text).to_string()
}

#[test]
fn steps_are_read_as_players_write_them() {
    let texts = "
        (1=2)r2c7-(2=1)r2c8-(1=5)r9c8-(5=7)r6c8-(7=1)r6c5 => r6c7<>1
        (1=2)R2C7 - (2=1)R2C8 - (1=5)R9C8 - (5=7)R6C8 - (7=1)R6C5 ==> r6c7 ≠ 1
        xy-chain: r2c7(1=2)–r2c8(2=1)–r9c8(1=5)–r6c8(5=7)–r6c5(7=1) → -1r6c7
        XY-Chain: 1 1- r2c7 -2- r2c8 -1- r9c8 -5- r6c8 -7- r6c5 -1 => r6c7<>1
        1 r6c7 -1- r2c7 -2- r2c8 -1- r9c8 -5- r6c8 -7- r6c5 -1- r6c7 => r6c7<>1
        [r6c7]-1-[r2c7]-2-[r2c8]-1-[r9c8]-5-[r6c8]-7-[r6c5]-1-[r6c7] => r6c7!=1
        1r6c7-(1=2)r2c7-(2=1)r2c8-(1=5)r9c8-(5=7)r6c8-(7=1)r6c5-1r6c7 => r6c7/=1; stte
        (1=2)r2c7-(2=1)r2c8-(1=5)r9c8-(5=7)r6c8-(7=1)r6c5 => r6c7\\1
        1r2c7=2r2c7 - 2r2c8=1r2c8 - 1r9c8=5r9c8 - 5r6c8=7r6c8 - 7r6c5=1r6c5, so r6c7 <> 1";
    for text in texts.trim().lines() {
        assert_eq!(answer(text.trim()), "valid: proves r6c7≠1", "{text}");
    }
}

#[test]
fn each_answer_says_what_is_wrong() {
    let cases = "
        (1=2)r2c7-(2=1)r2c8-(1=5)r9c8-(5=8)r6c8-(8=1)r6c5 => r6c7<>1
            not valid: link 7, (5=8)r6c8: r6c8 has 5 7
        (1=2)r2c7-(2=1)r2c8-(1=5)r9c8-(5=7)r6c8-(7=1)r6c5 => r6c8<>1
            valid, but it does not prove r6c8≠1: it proves r6c7≠1
        (1=2)r2c7-(2=1)r2c8-(1=5)r9c8-(5=7)r6c8-(7=1)r6c5 => r6c7<>14
            valid: proves r6c7≠1; r6c7≠4 is so already
        (1=2)r2c7-(2=1)r2c8=(1=5)r9c8-(5=7)r6c8-(7=1)r6c5 => r6c7<>1
            not valid: link 4, (2=1)r2c8=(1=5)r9c8: a strong link after a strong one
        (1=2)r2c7-(2=1r2c8-(1=5)r9c8 => r6c7<>1
            not understood from column 14: '1r2c8' is not a digit
        (1=2)r2c7-(2=1)r2c8-(1=5)r9c8-(5=7)r6c8-(7=1)r6c5
            valid: proves r6c7≠1
        (1=2)r2c7-(2=1)r2c8-(1=5)r6c7 => r6c7<>1
            not valid: link 4, (2=1)r2c8-(1=5)r6c7: r2c8 and r6c7 do not see each other
        (1=2)r2c7-(2=1)r2c8-(1=5)r9c8-(5=7)r6c8-(7=1)r6c5 => 1r6c7
            valid, but it does not prove r6c7=1: it proves r6c7≠1";
    let lines: Vec<&str> = cases.trim().lines().map(str::trim).collect();
    for case in lines.chunks(2) {
        assert_eq!(answer(case[0]), case[1], "{}", case[0]);
    }
}

/// Cases of `tests/data/claims.txt`: a state after `@`, then texts, each with its answer below.
#[test]
fn short_forms_have_their_answers() {
    let mut state = None;
    let lines: Vec<&str> = include_str!("../data/claims.txt").lines().collect();
    let mut lines = lines.into_iter();
    while let Some(line) = lines.next() {
        if let Some(text) = line.strip_prefix('@') {
            state = Some(read_puzzle(text.as_bytes()).unwrap().puzzle);
            continue;
        }
        let answer = check_step(&state.unwrap(), line).to_string();
        assert_eq!(answer, lines.next().unwrap().trim(), "{line}");
    }
}

// ---------------------------------------------------------------- why

/// Reads a claim and asks why it is so, by a scale.
fn asked(puzzle: &Puzzle, claim: &str, scale: &Scale, all: bool) -> (Claim, Why) {
    let claim = Claim::read(claim).unwrap_or_else(|unread| panic!("{claim}: {unread:?}"));
    (claim, why(puzzle, claim, scale, 10_000_000, all))
}

#[test]
fn the_simplest_step_proves_a_claim_or_a_path_leads_to_it() {
    // Without trial and error, which proves nearly everything at once.
    let h = Scale::define("x", "brt,lc,subset:2-4,skyscraper+w-wing+xy-wing,aic:2-5").unwrap();
    let (mut now, mut paths, mut steps) = (0, 0, 0);
    for line in random_10k().iter().skip(3).step_by(if thorough() { 100 } else { 300 }) {
        let puzzle = parse_puzzle(line.as_bytes()).unwrap();
        let puzzle = Given::from(&puzzle).puzzle();
        let path = ResolutionPath::climb(&puzzle, &h, 10_000_000);
        let patterns: Vec<_> = path.steps().into_iter().filter(|at| is_pattern(at.step)).collect();
        for at in patterns.iter().step_by(4) {
            let Some(gone) = at.step.eliminates.first() else { continue };
            let claim = format!("{}<>{}", gone.cell, gone.digit.number());
            // In the state of the step one step suffices, no harder than this one.
            let here = state(&puzzle, at.grid);
            match asked(&here, &claim, &h, false) {
                (_, Why::Now(found)) => {
                    let [Reason { item, step }] = &found[..] else { panic!("{claim}: {}", found.len()) };
                    assert!(
                        item.rating <= at.item.rating && step.eliminates.contains(gone),
                        "{line}: {claim}"
                    );
                    now += 1;
                }
                (_, other) => {
                    panic!("{line}: {claim}: {}", other.text(Claim::read(&claim).unwrap(), &h.name, true))
                }
            }
            // From the beginning steps lead to it; the checker accepts them one after the other.
            match asked(&puzzle, &claim, &h, false) {
                (_, Why::Path { steps: found, is_needed }) => {
                    assert!(is_needed, "{claim}");
                    // No step repeats a conclusion of a step before it.
                    let mut known = std::collections::BTreeSet::new();
                    let mut conclusions = found.iter().flat_map(|reason| &reason.step.eliminates);
                    assert!(conclusions.all(|one| known.insert(*one)), "{claim}");
                    steps += found.len();
                    paths += 1;
                    let last = &found.last().unwrap().step;
                    let is_linked = |value: &sudoscope::grid::Candidate| value.is_linked(*gone);
                    assert!(last.eliminates.contains(gone) || last.asserts.iter().any(is_linked), "{claim}");
                }
                (_, Why::Now(_)) => {}
                (claim, other) => panic!("{line}: {}", other.text(claim, &h.name, true)),
            }
        }
    }
    assert!(now > 20 && paths > 10 && steps > paths, "{now} {paths} {steps}");
}

#[test]
fn claims_that_are_false_or_known_are_told() {
    let h = Scale::named("H").unwrap();
    let puzzle = read_puzzle(STATE.as_bytes()).unwrap().puzzle;
    let solution = unique_solution(&puzzle.grid()).unwrap();
    let told = |claim: &str, with_solution| {
        let (claim, why) = asked(&puzzle, claim, &h, false);
        why.text(claim, &h.name, with_solution)
    };
    let value =
        (1..=9).find(|n| solution.digits_of(sudoscope::grid::Cell::at(5, 7)) == 1 << (n - 1)).unwrap();
    assert_eq!(told(&format!("r6c8<>{value}"), false), format!("r6c8≠{value} is false.\n"));
    assert_eq!(told(&format!("r6c8<>{value}"), true), format!("r6c8≠{value} is false: r6c8={value}.\n"));
    assert_eq!(told("r6c8<>1", false), "r6c8≠1 is so already.\n");
    let unread = Claim::read("r6c8<>12").unwrap_err();
    assert_eq!(unread.why, "a question is about one candidate");
    // Every step that proves it, the simplest first.
    let (claim, Why::Now(all)) = asked(&puzzle, "r6c7<>1", &h, true) else { panic!("no step") };
    assert!(all.len() > 1 && all.is_sorted_by_key(|reason| reason.item.rating), "{claim}");
    let is_linked = |value: &sudoscope::grid::Candidate| value.is_linked(claim.candidate);
    let proves =
        |step: &Step| step.eliminates.contains(&claim.candidate) || step.asserts.iter().any(is_linked);
    assert!(all.iter().all(|reason| proves(&reason.step)));
}

/// Trial and error proves a claim only if nothing else does.
#[test]
fn trial_and_error_is_the_last_reason() {
    let read = |line: &str| Given::from(&parse_puzzle(line.as_bytes()).unwrap()).puzzle();
    let easy = read(".5....4......6........42698....8...3..13....7..4....6..4.......6....5974.1392....");
    let h = Scale::named("H").unwrap();
    let (_, Why::Path { steps, .. }) = asked(&easy, "r5c6<>9", &h, false) else { panic!("no path") };
    assert!(steps.len() > 1 && steps.iter().all(|reason| !reason.item.is_trial()));
    let (_, Why::Now(all)) = asked(&easy, "r5c6<>9", &h, true) else { panic!("no step") };
    assert!(all.iter().any(|reason| reason.item.is_trial()));
    let trial = Scale::named("TE1").unwrap();
    let hard = read("..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75");
    let (_, Why::Now(one)) = asked(&hard, "r1c1<>2", &trial, false) else { panic!("no step") };
    assert!(one.len() == 1 && one[0].item.is_trial());
}

#[test]
fn a_question_takes_a_share_of_the_budget() {
    let puzzle =
        parse_puzzle(b"..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75");
    let puzzle = Given::from(&puzzle.unwrap()).puzzle();
    let w = Scale::named("W").unwrap();
    let solution = unique_solution(&puzzle.grid()).unwrap();
    let wrong = |one: &sudoscope::grid::Candidate| !solution.allows(*one);
    let claims: Vec<String> = puzzle
        .grid()
        .candidates()
        .iter()
        .filter(wrong)
        .step_by(40)
        .map(|one| format!("{}<>{}", one.cell, one.digit.number()))
        .collect();
    let mut unfinished = 0;
    for text in &claims {
        let claim = Claim::read(text).unwrap();
        let told = why(&puzzle, claim, &w, 400, false);
        let is_unfinished = matches!(&told, Why::NotProved { is_unfinished: true, .. });
        assert!(is_unfinished || told.is_shown(), "{}", told.text(claim, &w.name, false));
        unfinished += usize::from(is_unfinished);
        assert!(why(&puzzle, claim, &w, 10_000_000, false).is_shown(), "{text}");
    }
    assert!(unfinished > 2, "{unfinished} of {}", claims.len());
}

#[test]
fn a_solved_grid_proves_nothing_more() {
    let line = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    let puzzle = Given::from(&parse_puzzle(line.as_bytes()).unwrap()).puzzle();
    let solution = unique_solution(&puzzle.grid()).unwrap();
    let answer = check_step(&state(&puzzle, &solution), "Pointing 5 b1 r1 => r1c9<>5").to_string();
    assert!(answer.starts_with("not valid: ") && answer.len() > 20, "{answer}");
}

// ---------------------------------------------------------------- our own texts

/// Whether steps of the rule are not found in a state alone: they need relations that are proved in steps
/// before, or (reverse BUG) are found only on a path from the givens.
fn needs_more(rule: &str) -> bool {
    let starts = ["or", "split", "last-guardian", "reverse-bug"];
    starts.iter().any(|start| rule.starts_with(start))
}

#[test]
fn our_own_text_of_every_rule_is_valid() {
    let mut read = BTreeMap::new();
    for info in RULES.iter().map(|rule| rule.info()) {
        let Example { ladder, puzzle, .. } = info.example;
        if needs_more(info.name) || puzzle.is_empty() {
            continue;
        }
        let scale = Scale::named(ladder).unwrap_or_else(|_| Scale::define("own", ladder).unwrap());
        let puzzle = Given::from(&parse_puzzle(puzzle.as_bytes()).unwrap()).puzzle();
        let path = ResolutionPath::climb(&puzzle, &scale, 50_000_000);
        let steps = path.steps();
        let Some(at) = steps.iter().find(|at| at.item.rule.info().name == info.name) else { continue };
        if at.step.eliminates.is_empty() && at.step.asserts.is_empty() {
            continue;
        }
        // In the notation of the ladder, and in that of the theory.
        let kind = at.item.rule.info().kind();
        for text in [at.step.text.clone(), at.step.text_as(kind, None, Notation::Nrc)] {
            let answer = check_step(&state(&puzzle, at.grid), &text);
            read.insert((info.name, text), (answer.is_valid(), answer.to_string()));
        }
    }
    let bad: Vec<_> = read.iter().filter(|(_, (is_valid, ..))| !is_valid).collect();
    assert!(bad.is_empty() && read.len() > 200, "{}: {bad:#?}", read.len());
}
