//! Pictures of steps: every rule's example and every step of some paths, drawn and read back as XML.

use crate::binary::{directory, ends, refused, stdout, sudoscope, text_of};
use crate::catalogue::{EXAMPLES, Example};
use roxmltree::{Document, Node};
use std::collections::BTreeSet;
use std::fs::{read_dir, read_to_string};
use sudoscope::draw::{self, Board};
use sudoscope::evidence::{Evidence, Info, Right, Step};
use sudoscope::grid::{Candidate, Grid, notation::label, parse_puzzle};
use sudoscope::path::PathStep;
use sudoscope::scale::{DEFAULT_BUDGET, Scale, Solver};

/// Calls `see` with each step of a path, its rule, and the board before the step.
fn walk(definition: &str, puzzle: &str, see: &mut dyn FnMut(&Step, &'static Info, &Board)) {
    let clues = parse_puzzle(puzzle.as_bytes()).unwrap();
    let ladder = Scale::named(definition).or_else(|_| Scale::define("x", definition)).unwrap();
    Solver::new().observe(&clues, &ladder, DEFAULT_BUDGET, &mut |applied| {
        for step in applied.found.steps.iter().flatten() {
            see(step, applied.item.rule.info(), &Board::of_state(&clues, applied.grid));
        }
    });
}

fn class<'a>(node: &Node<'a, '_>) -> &'a str {
    node.attribute("class").unwrap_or_default()
}

/// Names the candidates with marks of a class, and checks that none is marked twice.
fn marks(svg: &Document, wanted: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let marks = svg.descendants().filter(|node| class(node).split(' ').any(|c| c == wanted));
    for name in marks.filter_map(|node| node.attribute("data-label")) {
        assert!(names.insert(name.to_string()), "{wanted} {name} twice");
    }
    names
}

fn names(set: &[Candidate]) -> BTreeSet<String> {
    set.iter().copied().map(label).collect()
}

/// Checks the conditions that every picture of a step must meet.
fn check(drawn: &str, step: &Step, rule: &str) {
    let text = step.text(rule);
    let svg = Document::parse(drawn).unwrap_or_else(|error| panic!("{text}: {error}"));
    for word in ["NaN", "inf", " id=", "href"] {
        assert!(!drawn.contains(word), "{text}: {word}");
    }
    assert_eq!(marks(&svg, "cross"), names(&step.eliminates), "{text}");
    assert_eq!(marks(&svg, "placed"), names(&step.asserts), "{text}");
    let texts = |wanted: &str| -> Vec<&str> {
        let nodes = svg.descendants().filter(|node| class(node) == wanted);
        nodes.filter_map(|node| node.text()).collect()
    };
    let bare = |text: &str| text.replace(' ', "");
    assert_eq!(bare(&texts("step").concat()), bare(&text));
    let widest = |wanted: &str| texts(wanted).iter().map(|t| t.chars().count()).max().unwrap_or(0);
    assert!(widest("step") <= 62 && widest("about") <= 72, "{text}");
    assert!(widest("legend") <= 31, "{:?}", texts("legend"));
    let root = svg.root_element();
    assert_eq!(root.attribute("aria-label"), Some(text.as_str()));
    assert_eq!((root.attribute("role"), texts("")), (Some("img"), texts("")));
    // Candidates of a chain are marked.
    if let Evidence::Chain { links } = &step.because {
        let is_locked = links.len() == 1 && links[0].right == Right::Nothing;
        for link in links {
            let left = if is_locked { "member" } else { "left" };
            assert!(marks(&svg, left).contains(&label(link.left)), "{text}");
            let right = match link.right {
                Right::Candidate(_) => "right",
                _ => "group",
            };
            for candidate in link.right.candidates() {
                assert!(marks(&svg, right).contains(&label(*candidate)), "{text}");
            }
        }
    }
    inside(&svg);
}

/// Checks that nothing is drawn outside the picture.
fn inside(svg: &Document) {
    let root = svg.root_element();
    let size: Vec<f64> = root.attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
    for node in svg.descendants().filter(|node| node.is_element()) {
        for (name, limit) in [("x", size[2]), ("cx", size[2]), ("y", size[3]), ("cy", size[3])] {
            if let Some(at) = node.attribute(name) {
                let at: f64 = at.parse().unwrap();
                assert!((-30.0..=limit).contains(&at), "{name}={at}");
            }
        }
    }
}

#[test]
fn every_rule_draws_its_example() {
    for Example { info, path, at } in EXAMPLES.iter() {
        let PathStep { step, grid, .. } = path.steps()[*at];
        let board = Board::of_state(&path.puzzle.clues(), grid);
        let drawn = draw::step(&board, step, info).document();
        check(&drawn, step, info.name);
        let svg = Document::parse(&drawn).unwrap();
        // More than the conclusions must be marked.
        let marked = svg.descendants().filter(|node| node.has_attribute("data-label")).count();
        let concluded = step.eliminates.len() + step.asserts.len();
        let mut shaded = ["house", "cells", "empty"].iter();
        let shaded = shaded.any(|kind| svg.descendants().any(|node| class(&node) == *kind));
        let is_trial = info.name.starts_with("trial");
        assert!(marked > concluded || shaded || is_trial, "{}", info.name);
    }
}

#[test]
fn every_step_of_some_paths_is_drawn() {
    let ladders = ["W", "S4W", "S2B", "gB", "N", "F3W", "L", "LC+Y+K", "POM3", "PB2", "SFin"];
    let own = ["brt,lc,unique,whip:2-4", "brt,lc,br-net-streams", "brt,lc,oddagon:3-7,s3-zchain:2-6"];
    let puzzles = crate::common::random_10k();
    let mut steps = 0;
    for (k, definition) in ladders.into_iter().chain(own).enumerate() {
        for puzzle in puzzles.iter().skip(k).step_by(1_000) {
            walk(definition, &puzzle[..81], &mut |step, info, board| {
                check(&draw::step(board, step, info).document(), step, info.name);
                steps += 1;
            });
        }
    }
    assert!(steps > 2000, "only {steps} steps");
}

/// A page may hold many drawings and one style sheet; a file holds its own.
#[test]
fn grids_stand_alone_and_in_pages() {
    for puzzle in crate::common::random_10k().iter().take(20) {
        let clues = parse_puzzle(&puzzle.as_bytes()[..81]).unwrap();
        let grid = Grid::from_clues(&clues);
        for board in
            [Board::of_puzzle(&clues.into()), Board::solved(&clues, &grid), Board::of_state(&clues, &grid)]
        {
            let drawing = draw::grid(&board, "<a & \"b\">");
            let (inline, document) = (drawing.inline(), drawing.document());
            assert!(!inline.contains("<style") && document.contains("<style"));
            for svg in [&inline, &document] {
                let svg = Document::parse(svg).unwrap();
                assert_eq!(svg.root_element().attribute("aria-label"), Some("<a & \"b\">"));
                let texts = svg.descendants().filter(|node| node.has_tag_name("text")).count();
                let given = clues.iter().map(|cells| cells.len()).sum::<usize>();
                assert_eq!(texts, given + board.candidates.len());
                inside(&svg);
            }
        }
    }
}

#[test]
fn explain_draws_the_hardest_step_or_any_or_all() {
    let puzzle = "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......";
    let explain = |args: &[&str]| sudoscope(&[&["explain", "-l", "W"], args, &[puzzle]].concat());
    let drawn = |args: &[&str]| stdout(&ends(0, explain(args)));
    let folder = directory("draw");
    let file = folder.join("one.svg");
    assert_eq!(drawn(&["--format", "svg", "-o", text_of(&folder)]), "");
    let text = drawn(&[]);
    let steps: Vec<&str> = text.lines().filter(|line| line.contains(" ==> ")).collect();
    assert_eq!(read_dir(&folder).unwrap().count(), steps.len());
    let title = |svg: &str| {
        let svg = Document::parse(svg).unwrap();
        svg.root_element().attribute("aria-label").unwrap().to_string()
    };
    for (k, step) in steps.iter().enumerate() {
        let name = folder.join(format!("step-{:03}.svg", k + 1));
        assert_eq!(title(&read_to_string(name).unwrap()), *step);
    }
    let whip = steps.iter().find(|step| step.starts_with("whip[3]")).unwrap();
    assert_eq!(title(&drawn(&["--format", "svg"])), *whip);
    assert_eq!(drawn(&["--format", "svg", "--step", "3", "-o", text_of(&file)]), "");
    assert_eq!(title(&read_to_string(&file).unwrap()), steps[2]);
    for number in ["0", "999"] {
        let expected = format!("no step {number}: the path has {}", steps.len());
        refused(&explain(&["--format", "svg", "--step", number]), &expected);
    }
}
