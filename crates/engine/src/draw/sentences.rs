//! A sentence about each step without statements link by link: its pattern in this grid, in players' words.

use crate::evidence::{AlmostLocked, BivalueLoop, Blossom, Colours, Deadly, Direct, Evidence, FinnedFish};
use crate::evidence::{Firework, Hall, Locked, Rectangle, Step, Wing};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Cells, Digit, House};

/// Returns the sentence about a step.
pub(super) fn sentence(step: &Step) -> String {
    of(&step.because, step)
}

fn of(because: &Evidence, step: &Step) -> String {
    match because {
        Evidence::Single { variable } => single(*variable, step),
        Evidence::Contradiction { variable, clash } => contradiction(*variable, clash),
        Evidence::OnlySolution => "The only solution has it so.".to_string(),
        Evidence::Subset(hall) => subset(hall),
        Evidence::LockedSet(hall) => locked_set(hall),
        Evidence::Matched(hall) => matched(hall),
        Evidence::Finned(fish) | Evidence::Franken(fish) => finned(fish),
        Evidence::AllDifferent { house, .. } => {
            format!("No way to fill {} with different digits has what is removed.", house.in_words())
        }
        Evidence::Fireworks(all) => fireworks(all),
        Evidence::RemotePair(cells) => remote_pair(cells, step),
        Evidence::Colours(nets) => nets.iter().map(colours).collect::<Vec<_>>().join(" "),
        Evidence::AlmostLocked(sets) => almost_locked(sets),
        Evidence::Blossom(blossom) => self::blossom(blossom),
        Evidence::AlignedPair(pair) => aligned(&pair.cells, &pair.sets.concat()),
        Evidence::AlignedExclusion(of) => aligned(&of.cells, &of.excluders),
        Evidence::Bent { cells, digit } => format!(
            "{} have as many digits as cells. All but {} can be in one of them only, so one of them is {}.",
            names(cells),
            digit.number(),
            digit.number()
        ),
        Evidence::Rectangle(rectangle) => self::rectangle(rectangle),
        Evidence::Deadly(deadly) => self::deadly(deadly),
        Evidence::Bug { candidate } => format!(
            "If {} were not {}, every cell would have two candidates, and the puzzle two solutions or none.",
            candidate.cell,
            candidate.digit.number()
        ),
        Evidence::BugPlus(bug) => format!(
            "{}: otherwise every cell would have two candidates, and the puzzle two solutions or none.",
            one_is_true(&bug.extras)
        ),
        Evidence::Locked(locked) => self::locked(locked),
        Evidence::Direct(direct) => self::direct(direct, step),
        Evidence::Wing(wing) => self::wing(wing, step),
        Evidence::BivalueLoop(of) => bivalue_loop(of),
        other => format!("The pattern is there: {}.", cut(other.text_for_players())),
    }
}

/// Returns the sentence about a digit's only place, or a cell's only digit.
fn single(variable: Variable, step: &Step) -> String {
    match (step.asserts.first(), variable) {
        (Some(value), Variable::Cell(cell)) => format!("{cell} can only be {}.", value.digit.number()),
        (Some(value), Variable::In(house, digit)) => {
            format!("In {} only {} can be {}.", house.in_words(), value.cell, digit.number())
        }
        (None, _) => String::new(),
    }
}

fn contradiction(variable: Variable, clash: &[Variable]) -> String {
    match (variable, clash) {
        (Variable::Cell(cell), []) => format!("{cell} has no candidate left."),
        (Variable::In(house, digit), []) => {
            format!("{} has no place left for {}.", capital(&house.in_words()), digit.number())
        }
        (cell, clash) => format!("{cell} would have to be {}.", digits_of(clash)),
    }
}

fn subset(hall: &Hall) -> String {
    let Hall { variables, transversals } = hall;
    match hall.house() {
        Some((house, false)) => format!(
            "In {} the cells {} can hold no digits but {}, so no other cell there holds these.",
            house.in_words(),
            names(variables),
            digits_of(transversals)
        ),
        Some((house, true)) => format!(
            "In {} the digits {} can be in no cells but {}, so these hold nothing else.",
            house.in_words(),
            digits_of(variables),
            names(transversals)
        ),
        None => format!(
            "In {} all places of {} are in {}: they fill these, so it is nowhere else there.",
            houses_of(variables),
            digit_of(variables),
            houses_of(transversals)
        ),
    }
}

fn finned(FinnedFish { variables, transversals, fins }: &FinnedFish) -> String {
    let (base, digit, cover) = (houses_of(variables), digit_of(variables), houses_of(transversals));
    if fins.is_empty() {
        return format!("In {base} all places of {digit} are in {cover}: it is nowhere else there.");
    }
    let fins: Vec<String> = fins.iter().map(|fin| fin.cell.to_string()).collect();
    format!(
        "Either {} is {digit}, or in {base} all places of {digit} are in {cover}. \
         Both exclude what is removed.",
        joined(fins, "or")
    )
}

fn locked_set(Hall { variables, transversals }: &Hall) -> String {
    format!(
        "The cells {} can hold no digits but {}. Each of these is in one of them, so it is in no cell that \
         sees all its places there.",
        names(variables),
        digits_of(transversals)
    )
}

fn matched(Hall { variables, transversals }: &Hall) -> String {
    let count = variables.len();
    format!(
        "All candidates of {} are in as many others, {}. Each of the {count} takes one of these, so what \
         else is in these is false.",
        joined(variables.iter().map(told).collect(), "and"),
        joined(transversals.iter().map(told).collect(), "and")
    )
}

fn fireworks(all: &[Firework]) -> String {
    let text = Evidence::Fireworks(all.to_vec()).text();
    format!("These cells are all that the digits have outside of a block in a row and a column: {text}.")
}

fn remote_pair(cells: &[Variable], step: &Step) -> String {
    let digits: Vec<String> = digits_in(&step.eliminates).iter().map(|it| it.number().to_string()).collect();
    let (first, last) = (cells.first().map(told), cells.last().map(told));
    format!(
        "{} hold the same two digits by turns, so of {} and {} one is {}.",
        names(cells),
        first.unwrap_or_default(),
        last.unwrap_or_default(),
        joined(digits, "and the other")
    )
}

fn colours(Colours { colours: [one, other], .. }: &Colours) -> String {
    let all = |colour: &[Candidate]| joined(colour.iter().map(is).collect(), "and");
    format!("Either {}, or {}.", all(one), all(other))
}

fn almost_locked(AlmostLocked { sets, commons }: &AlmostLocked) -> String {
    let sets: Vec<String> = sets.iter().map(|set| names(set)).collect();
    let digits: Vec<String> = commons.iter().map(|digit| digit.number().to_string()).collect();
    format!(
        "{} have one digit more than cells each. Of two neighbours only one can hold the common digit ({}), \
         so the other holds all its other digits.",
        joined(sets.iter().map(|set| format!("[{set}]")).collect(), "and"),
        digits.join(", ")
    )
}

fn blossom(Blossom { stem, petals }: &Blossom) -> String {
    let petal = |(digit, cells): &(Digit, Vec<Variable>)| {
        format!("if {} is in {}, [{}] hold all their other digits", digit.number(), names(stem), names(cells))
    };
    capital(&joined(petals.iter().map(petal).collect(), "and")) + "."
}

fn aligned(cells: &[Variable], others: &[Variable]) -> String {
    format!(
        "With what is removed, whatever {} hold, {} would be left with too few digits.",
        names(cells),
        names(others)
    )
}

fn rectangle(rectangle: &Rectangle) -> String {
    let digits: Vec<String> = rectangle.digits.iter().map(|digit| digit.number().to_string()).collect();
    let cells = joined(rectangle.cells().map(|cell| cell.to_string()).collect(), "and");
    let digits = joined(digits, "and");
    let mut text = format!("If {cells} held only {digits}, they could be exchanged: a second solution.");
    for variable in rectangle.confined.iter().filter_map(|one| one.house()) {
        text += &format!(" In {} only two of them can be {}.", variable.0.in_words(), variable.1.number());
    }
    if let Some(set) = &rectangle.subset {
        text += &format!(
            " Like one cell, {} and {} hold {}.",
            names(&rectangle.roof),
            names(&set.variables),
            digits_of(&set.transversals)
        );
    }
    text
}

fn deadly(Deadly { cells, guardians, .. }: &Deadly) -> String {
    format!(
        "{}: otherwise the digits of {} could be exchanged, and there were a second solution.",
        one_is_true(guardians),
        names(cells)
    )
}

fn bivalue_loop(BivalueLoop { cells, digits, .. }: &BivalueLoop) -> String {
    let digits: Vec<String> = digits.iter().map(|digit| digit.number().to_string()).collect();
    format!(
        "The cells {} cannot all hold {} only: one of their other candidates is true.",
        names(cells),
        joined(digits, "and")
    )
}

fn locked(Locked { base, cover }: &Locked) -> String {
    let Some((house, digit)) = base.house() else { return String::new() };
    format!(
        "In {} all places of {} are in {}, so it is nowhere else there.",
        house.in_words(),
        digit.number(),
        cover.in_words()
    )
}

fn direct(Direct { pattern, single }: &Direct, step: &Step) -> String {
    format!("{} {}", of(pattern, step), self::single(*single, step).replace("only", "then only"))
}

fn wing(Wing { pivot, wings }: &Wing, step: &Step) -> String {
    let digit = step.eliminates.first().map_or(0, |gone| gone.digit.number());
    let wings = joined(wings.iter().map(told).collect(), "and");
    format!("Whatever {} is, one of it and {wings} is {digit}.", told(pivot))
}

/// Most characters of a pattern in a sentence.
const LONGEST: usize = 300;

fn cut(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

// ---------------------------------------------------------------- words

/// Returns a candidate as a statement: `r4c7 is 1`.
fn is(one: &Candidate) -> String {
    format!("{} is {}", one.cell, one.digit.number())
}

/// Says that one of several candidates is true.
fn one_is_true(all: &[Candidate]) -> String {
    match all {
        [one] => is(one),
        all => joined(all.iter().map(is).collect(), "or"),
    }
}

/// Names a variable: `r4c7`, `1 in row 4`.
fn told(variable: &Variable) -> String {
    match variable {
        Variable::Cell(cell) => cell.to_string(),
        Variable::In(house, digit) => format!("{} in {}", digit.number(), house.in_words()),
    }
}

/// Names the cells among variables.
fn names(variables: &[Variable]) -> String {
    let is_cell = |one: &&Variable| matches!(one, Variable::Cell(_));
    let cells = variables.iter().filter(is_cell).fold(Cells::EMPTY, |all, cell| all | cell.cells());
    joined(cells.map(|cell| cell.to_string()).collect(), "and")
}

fn digits_of(variables: &[Variable]) -> String {
    let mut digits: Vec<u8> =
        variables.iter().filter_map(|one| one.house()).map(|(_, digit)| digit.number()).collect();
    digits.sort_unstable();
    digits.dedup();
    joined(digits.iter().map(u8::to_string).collect(), "and")
}

fn digits_in(candidates: &[Candidate]) -> Vec<Digit> {
    Digit::all().filter(|&digit| candidates.iter().any(|one| one.digit == digit)).collect()
}

fn digit_of(variables: &[Variable]) -> u8 {
    variables.iter().find_map(|one| one.house()).map_or(0, |(_, digit)| digit.number())
}

/// Names houses: `rows 2 and 8`, `row 2 and box 4`.
fn houses_of(variables: &[Variable]) -> String {
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

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
