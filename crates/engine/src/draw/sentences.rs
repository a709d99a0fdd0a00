//! A sentence about each step without statements link by link: its pattern in this grid, in players' words.

use super::{
    aligned_exclusion, almost_locked, bivalue_loop, bug_plus, colours, deadly, direct, firework, hall,
};
use super::{links, locked, singles, template_rank, templates, unique, wing};
use crate::evidence::{Evidence, Step};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Cells, Digit, House};

/// Returns the sentence about a step.
pub(super) fn sentence(step: &Step) -> String {
    of(&step.because, step)
}

/// Returns the sentence about a pattern of a step. Each kind of evidence has its sentence beside its marks.
pub(super) fn of(because: &Evidence, step: &Step) -> String {
    match because {
        Evidence::Single { variable } => singles::single_said(*variable, step),
        Evidence::Contradiction { variable, clash } => singles::contradiction_said(*variable, clash),
        Evidence::OnlySolution => "The only solution has it so.".to_string(),
        Evidence::Subset(hall) => hall::subset_said(hall),
        Evidence::LockedSet(hall) => hall::locked_set_said(hall),
        Evidence::Matched(hall) => hall::matched_said(hall),
        Evidence::Finned(fish) | Evidence::Franken(fish) => hall::finned_said(fish),
        Evidence::AllDifferent { house, .. } => hall::all_different_said(*house),
        Evidence::Fireworks(all) => firework::sentence(all),
        Evidence::RemotePair(cells) => links::remote_pair_said(cells, step),
        Evidence::Colours(nets) => {
            let said = nets.iter().map(|net| colours::sentence(net.colours.each_ref().map(Vec::as_slice)));
            said.collect::<Vec<_>>().join(" ")
        }
        Evidence::AlmostLocked(sets) => almost_locked::sentence(sets),
        Evidence::Blossom(blossom) => almost_locked::blossom_said(blossom),
        Evidence::AlignedPair(pair) => aligned_exclusion::sentence(&pair.cells, &pair.sets.concat()),
        Evidence::AlignedExclusion(of) => aligned_exclusion::sentence(&of.cells, &of.excluders),
        Evidence::Bent { cells, digit } => almost_locked::bent_said(cells, *digit),
        Evidence::Rectangle(rectangle) => unique::sentence(rectangle),
        Evidence::Deadly(deadly) => deadly::sentence(deadly),
        Evidence::Bug { candidate } => unique::bug_said(*candidate),
        Evidence::BugPlus(bug) => bug_plus::sentence(bug),
        Evidence::Locked(locked) => locked::sentence(locked),
        Evidence::Direct(direct) => direct::sentence(direct, step),
        Evidence::Wing(wing) => wing::sentence(wing, &step.eliminates),
        Evidence::BivalueLoop(of) => bivalue_loop::sentence(of),
        Evidence::Exocet(all) => all.iter().map(template_rank::exocet_said).collect::<Vec<_>>().join(" "),
        Evidence::Weights(all) => template_rank::weights_said(all),
        Evidence::Refuted(all) => template_rank::refuted_said(all, step),
        Evidence::Templates(of) => templates::sentence(of),
        other => format!("The pattern is there: {}.", cut(other.text_for_players())),
    }
}

/// Most characters of a pattern in a sentence.
const LONGEST: usize = 300;

/// Cuts a text that is too long for a sentence.
pub(super) fn cut(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

// ---------------------------------------------------------------- words

/// Returns a candidate as a statement: `r4c7 is 1`.
pub(super) fn is(one: &Candidate) -> String {
    format!("{} is {}", one.cell, one.digit.number())
}

/// Says that one of several candidates is true.
pub(super) fn one_is_true(all: &[Candidate]) -> String {
    match all {
        [one] => is(one),
        all => joined(all.iter().map(is).collect(), "or"),
    }
}

/// Names a variable: `r4c7`, `1 in row 4`.
pub(super) fn told(variable: &Variable) -> String {
    match variable {
        Variable::Cell(cell) => cell.to_string(),
        Variable::In(house, digit) => format!("{} in {}", digit.number(), house.in_words()),
    }
}

/// Names the cells among variables.
pub(super) fn names(variables: &[Variable]) -> String {
    let is_cell = |one: &&Variable| matches!(one, Variable::Cell(_));
    let cells = variables.iter().filter(is_cell).fold(Cells::EMPTY, |all, cell| all | cell.cells());
    joined(cells.map(|cell| cell.to_string()).collect(), "and")
}

/// Names the digits of variables: `1, 4 and 7`.
pub(super) fn digits_of(variables: &[Variable]) -> String {
    let mut digits: Vec<u8> =
        variables.iter().filter_map(|one| one.house()).map(|(_, digit)| digit.number()).collect();
    digits.sort_unstable();
    digits.dedup();
    joined(digits.iter().map(u8::to_string).collect(), "and")
}

/// Lists the digits of candidates.
pub(super) fn digits_in(candidates: &[Candidate]) -> Vec<Digit> {
    Digit::all().filter(|&digit| candidates.iter().any(|one| one.digit == digit)).collect()
}

/// Returns the digit of variables of one digit.
pub(super) fn digit_of(variables: &[Variable]) -> u8 {
    variables.iter().find_map(|one| one.house()).map_or(0, |(_, digit)| digit.number())
}

/// Names houses: `rows 2 and 8`, `row 2 and box 4`.
pub(super) fn houses_of(variables: &[Variable]) -> String {
    let mut houses: Vec<House> = Vec::new();
    for (house, _) in variables.iter().filter_map(|one| one.house()) {
        if !houses.contains(&house) {
            houses.push(house);
        }
    }
    let kind = houses.first().map(|house| house.kind());
    let are_alike = houses.len() > 1 && houses.iter().all(|house| Some(house.kind()) == kind);
    match houses.first().map(|house| house.in_words()).filter(|_| are_alike) {
        Some(first) => {
            let kind = first.split(' ').next().unwrap_or_default();
            let plural = if kind == "box" { "boxes".to_string() } else { format!("{kind}s") };
            let numbers = houses.iter().map(|house| (house.number() + 1).to_string()).collect();
            format!("{plural} {}", joined(numbers, "and"))
        }
        None => joined(houses.iter().map(|house| house.in_words()).collect(), "and"),
    }
}

/// Joins names by commas, and the last by a word: `a, b and c`.
pub(crate) fn joined(mut names: Vec<String>, last: &str) -> String {
    match names.pop() {
        Some(end) if !names.is_empty() => format!("{} {last} {end}", names.join(", ")),
        end => end.unwrap_or_default(),
    }
}

/// Returns the text with a capital letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
