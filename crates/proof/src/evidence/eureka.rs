//! Steps as players write them: chains in Eureka notation, sets and fish by their cells and lines.
//!
//! ```text
//!   (5)r3c1=(5)r3c4-(5=7)r1c5 => r1c1<>7        = one of the two is true, - not both are
//!   (1=3)r1c234-(3)r5c2=(3)r5c9 => r1c9<>1      r1c234 is an almost locked set
//!   4 r28 c36 => r6c3<>4                        a fish: its digit, its lines, the lines that cover them
//!   1,4,7 in r1c123 => r1c5<>4                  a subset
//!   3 Truths = {1N56 2R4} 3 Links = {25b2 2b5}  variables whose candidates are in as many others
//! ```

use super::list;
use super::{AlmostLocked, Evidence, FinnedFish, Hall, Link, Literal, Rectangle, Right, Step, Strong};
use crate::grid::Candidate;
use crate::grid::Cell;
use crate::grid::Digit;
use crate::grid::notation::Variable;
use crate::grid::{House, HouseKind};
use std::collections::BTreeSet;

/// Notation for the pattern of a step.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Notation {
    /// Notation of the theory (docs/theory.md, "nrc notation").
    #[default]
    Nrc,
    /// Players' notation. Steps without one, such as whips, stay in nrc notation.
    Eureka,
}

impl Notation {
    /// Formats as `n5`, `5`.
    pub(super) fn digit(self, digit: Digit) -> String {
        match self {
            Notation::Nrc => digit.to_string(),
            Notation::Eureka => digit.number().to_string(),
        }
    }

    /// Formats as `n5r1c2`, `5r1c2`.
    pub(super) fn candidate(self, one: Candidate) -> String {
        format!("{}{}", self.digit(one.digit), one.cell)
    }

    /// Formats as `r1c2`, and `b7n8`, `8b7`.
    pub(super) fn variable(self, variable: Variable) -> String {
        match (self, variable) {
            (Notation::Eureka, Variable::In(house, digit)) => format!("{}{house}", digit.number()),
            _ => variable.to_string(),
        }
    }
}

/// Formats a pattern, without the name of its rule; `None` if this file has no notation for it.
pub(super) fn pattern(because: &Evidence) -> Option<String> {
    match because {
        Evidence::Links(chain) => Some(links(chain)),
        Evidence::Rings(rings) => Some(list(rings.iter().map(|ring| links(ring) + "- loop"), " and ")),
        Evidence::Subset(set) => subset(set),
        Evidence::Finned(of) | Evidence::Franken(of) => Some(finned(of)),
        Evidence::Rectangle(rectangle) => Some(corners(rectangle)),
        Evidence::Matched(hall) => Some(hall.players_text()),
        _ => None,
    }
}

/// Formats the conclusions: `r1c5<>4, r1c6<>4`, `r1c5=4`.
pub(super) fn conclusions(step: &Step) -> String {
    let written = |sign: &'static str| move |c: &Candidate| format!("{}{sign}{}", c.cell, c.digit.number());
    let mut gone = step.eliminates.clone();
    gone.sort_by_key(|one| (one.cell, one.digit));
    let gone = gone.iter().map(written("<>"));
    list(step.asserts.iter().map(written("=")).chain(gone), ", ")
}

/// Formats strong links: `(5)r3c1=(5)r3c4-(5=7)r1c5`.
fn links(chain: &[Strong]) -> String {
    let one = |link: &Strong| match link.assumes_unique() {
        true => deadly(link),
        false => self::link(&link.by, &link.from, &link.to),
    };
    list(chain.iter().map(one), "-")
}

/// Formats the link of a rectangle, `(6|9)r4c2=UR(35)r24c23=(6|9)r4c3`, or of a grave, `(1)r2c3=BUG=(4)r5c6`.
fn deadly(Strong { by, digits, from, to }: &Strong) -> String {
    let side = |side: &[Candidate]| {
        let digits: BTreeSet<u8> = side.iter().map(|one| one.digit.number()).collect();
        let cells: BTreeSet<Cell> = side.iter().map(|one| one.cell).collect();
        format!("({}){}", list(digits, "|"), named(cells.into_iter()))
    };
    let name = match digits.is_empty() {
        true => "BUG".to_string(),
        false => format!("UR({}){}", list(digits.iter().map(|digit| digit.number()), ""), crossing(by)),
    };
    format!("{}={name}={}", side(from), side(to))
}

fn link(by: &[Variable], from: &[Candidate], to: &[Candidate]) -> String {
    let digit = |side: &[Candidate]| side.first().map_or(0, |one| one.digit.number());
    match by.first() {
        Some(Variable::Cell(_)) => format!("({}={}){}", digit(from), digit(to), cells(by)),
        _ => {
            let side =
                |side: &[Candidate]| format!("({}){}", digit(side), named(side.iter().map(|one| one.cell)));
            format!("{}={}", side(from), side(to))
        }
    }
}

/// Formats implications from a candidate, or from its negation if `start_holds` is false, that are by turns
/// links of the two kinds: `(5)r3c1=(5)r3c4-(5=7)r1c5`; `None` for other implications.
///
/// A chain that returns to its beginning is a loop; one that begins with a true candidate ends with its
/// negation, and the candidates between the two are the chain.
pub(super) fn alternating(all: &[Literal]) -> Option<String> {
    let (first, last) = (all.first()?, all.last()?);
    let are_by_turns = all.windows(2).all(|pair| pair[0].holds != pair[1].holds);
    let is_loop = first == last;
    let chain = match (first.holds, is_loop) {
        (true, false) => all.get(1..all.len() - 1)?,
        (true, true) => all.get(1..)?,
        (false, false) => all,
        (false, true) => all.get(..all.len() - 1)?,
    };
    if !are_by_turns || first.candidate != last.candidate || chain.len() < 4 || chain.len() % 2 > 0 {
        return None;
    }
    let one = |pair: &[Literal]| {
        let [from, to] = [pair[0].candidate, pair[1].candidate];
        let by = if from.cell == to.cell { vec![Variable::Cell(from.cell)] } else { Vec::new() };
        link(&by, &[from], &[to])
    };
    let end = if is_loop { "- loop" } else { "" };
    Some(list(chain.chunks(2).map(one), "-") + end)
}

/// Formats a chain if the object before excludes each left-linking candidate and no candidate is ignored.
pub(super) fn bivalue(chain: &[Link]) -> Option<String> {
    let one = |(k, link): (usize, &Link)| match &link.right {
        Right::Candidate(_) | Right::Group(_) if link.from == k && link.ignored.is_empty() => {
            Some(self::link(&link.variables, &[link.left], link.right.candidates()))
        }
        _ => None,
    };
    let parts: Option<Vec<String>> = chain.iter().enumerate().map(one).collect();
    parts.filter(|parts| parts.len() > 1).map(|parts| parts.join("-"))
}

/// Formats as `(4=7)r1c12-(7=4)r5c2` if only one digit is eliminated and the sets form no ring.
pub(super) fn almost_locked(AlmostLocked { sets, commons }: &AlmostLocked, step: &Step) -> Option<String> {
    let digit = step.eliminates.first()?.digit;
    if commons.len() + 1 != sets.len() || step.eliminates.iter().any(|one| one.digit != digit) {
        return None;
    }
    let mut digits = vec![digit];
    digits.extend(commons);
    digits.push(digit);
    let set = |(k, set): (usize, &Vec<Variable>)| {
        format!("({}={}){}", digits[k].number(), digits[k + 1].number(), cells(set))
    };
    Some(list(sets.iter().enumerate().map(set), "-"))
}

/// Formats a fish or a subset: `4 r28 c36`, `1,4 in r1c12`.
pub(super) fn subset(Hall { variables, transversals }: &Hall) -> Option<String> {
    let has_cells = |all: &[Variable]| matches!(all.first(), Some(Variable::Cell(_)));
    let digits = |all: &[Variable]| list(all.iter().filter_map(|one| Some(one.house()?.1.number())), ",");
    match (has_cells(variables), has_cells(transversals)) {
        (true, _) => Some(format!("{} in {}", digits(transversals), cells(variables))),
        (_, true) => Some(format!("{} in {}", digits(variables), cells(transversals))),
        _ => Some(fish(variables, transversals)),
    }
}

/// Formats a subset that completes another pattern: ` and 1,4 in r1c12`.
pub(super) fn completion(subset: &Option<Hall>) -> String {
    let set = subset.as_ref().and_then(self::subset);
    set.map_or(String::new(), |set| format!(" and {set}"))
}

fn fish(base: &[Variable], cover: &[Variable]) -> String {
    let digit = base.iter().find_map(|line| line.house()).map_or(0, |(_, digit)| digit.number());
    format!("{digit} {} {}", lines(base), lines(cover))
}

/// Formats houses: `r28`, `r2b4`.
fn lines(sets: &[Variable]) -> String {
    let mut text = String::new();
    for kind in HouseKind::ALL {
        let houses = sets.iter().filter_map(|set| set.house()).map(|(house, _)| house);
        let own: Vec<House> = houses.filter(|house| house.kind() == kind).collect();
        if !own.is_empty() {
            text.push(kind.letter());
            text += &list(own.iter().map(|house| house.number() + 1), "");
        }
    }
    text
}

/// Formats a fish and its fins: `4 r28 c36 fins r8c4`.
fn finned(FinnedFish { variables, transversals, fins }: &FinnedFish) -> String {
    let fins_text = named(fins.iter().map(|fin| fin.cell));
    let fins_text = if fins.is_empty() { String::new() } else { format!(" fins {fins_text}") };
    format!("{}{fins_text}", fish(variables, transversals))
}

/// Formats the floor, the roof and any further parts: `2/8 in r2c5,r5c4|r2c4,r5c5`.
fn corners(rectangle: &Rectangle) -> String {
    let digits = list(rectangle.digits.map(Digit::number), "/");
    let mut text = format!("{digits} in {}|{}", cells(&rectangle.floor), cells(&rectangle.roof));
    for &variable in &rectangle.confined {
        let [left, right] = rectangle.ends(variable);
        text += &format!(" and {}", link(&[variable], &[left], &[right]));
    }
    if let Some(set) = rectangle.subset.as_ref().and_then(subset) {
        text += &format!(" and {set}");
    }
    if !rectangle.wings.is_empty() {
        text += &format!(" wings {}", cells(&rectangle.wings));
    }
    text
}

/// Formats the cells where rows and columns cross: `r24c23`.
fn crossing(variables: &[Variable]) -> String {
    let cells = || variables.iter().filter(|one| one.house().is_none()).flat_map(|one| one.cells());
    let [rows, columns] = [Cell::row, Cell::column].map(|line: fn(Cell) -> usize| {
        let lines: BTreeSet<usize> = cells().map(|cell| line(cell) + 1).collect();
        list(lines, "")
    });
    format!("r{rows}c{columns}")
}

fn cells(variables: &[Variable]) -> String {
    named(variables.iter().filter_map(|variable| match variable {
        Variable::Cell(cell) => Some(*cell),
        _ => None,
    }))
}

/// Formats cells together by row, or by column if all are in one: `r1c23,r4c7`, `r146c2`.
pub(super) fn named(cells: impl Iterator<Item = Cell>) -> String {
    let mut cells: Vec<Cell> = cells.collect();
    cells.sort_unstable();
    let Some(&first) = cells.first() else { return String::new() };
    if cells.len() > 1 && cells.iter().all(|&cell| cell.column() == first.column()) {
        let rows = list(cells.iter().map(|&cell| cell.row() + 1), "");
        return format!("r{rows}c{}", first.column() + 1);
    }
    let row = |cells: &[Cell]| {
        let columns = list(cells.iter().map(|&cell| cell.column() + 1), "");
        format!("r{}c{columns}", cells[0].row() + 1)
    };
    list(cells.chunk_by(|&a, &b| a.row() == b.row()).map(row), ",")
}
