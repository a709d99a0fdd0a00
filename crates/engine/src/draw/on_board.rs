//! Marks and sentences of steps on other boards. Houses, links and their reasons are those of the step.

use super::board::Board;
use super::frame::Frame;
use super::layers::Layers;
use super::marks::{Marks, Role, Shade, Tie};
use super::sentences::{capital, joined};
use super::step::drawn;
use super::svg::Drawing;
use super::words::{self, Told};
use super::{aligned_exclusion, bivalue_loop, bug_plus, wing};
use crate::board_proof::{BoardEvidence, BoardLink, BoardStep, BoardVariable, HouseName, LinkReason};
use crate::boards;
use crate::evidence::Right;
use crate::grid::{Candidate, Candidates, Cells};

/// Draws a step on a board, found in the state of the contents; `about` describes its rule.
pub fn step_on_board(board: &boards::Board, contents: &Board, step: &BoardStep, about: &str) -> Drawing {
    let marks = Marks::on_board(step, board, &contents.candidates);
    drawn(&Frame::of(board), contents, &marks, &step.text, [String::new(), about.to_string()])
}

/// Puts a step on a board in sentences about a state with these candidates, statement by statement; in the
/// words of players, if asked.
pub(crate) fn sentences_on_board(
    board: &boards::Board, candidates: &Candidates, step: &BoardStep, for_players: bool,
) -> Vec<String> {
    let marks = Marks::on_board(step, board, candidates).told(step, for_players);
    marks.says.into_iter().map(|said| said.words).collect()
}

impl Layers {
    /// Makes the layers of a step on a board, found in the state of the contents.
    pub fn on_board(board: &boards::Board, contents: &Board, step: &BoardStep, for_players: bool) -> Layers {
        let marks = Marks::on_board(step, board, &contents.candidates).told(step, for_players);
        Layers::drawn(contents, marks, Frame::of(board).side)
    }
}

impl Marks {
    /// Makes the marks of a step found in a state with these candidates.
    fn on_board(step: &BoardStep, board: &boards::Board, candidates: &Candidates) -> Marks {
        let mut marks = Marks { branches: 1, ..Marks::default() };
        marks.pattern_on_board(&step.because, step, board, candidates);
        marks.concluded(&step.eliminates, &step.asserts)
    }

    /// Marks the evidence of a step, or a pattern that is part of it.
    pub(super) fn pattern_on_board(
        &mut self, because: &BoardEvidence, step: &BoardStep, board: &boards::Board, candidates: &Candidates,
    ) {
        match because {
            BoardEvidence::Single { variable } => {
                self.words.house = "no other choice here";
                self.shade(cells(board, *variable), Shade::House);
                self.say(0, single_said(*variable, step));
            }
            BoardEvidence::Contradiction { variable } => {
                self.words.empty = "no value";
                self.shade_empty(cells(board, *variable));
                self.say(0, contradiction_said(*variable));
            }
            BoardEvidence::Subset { variables, transversals } => {
                self.subset_on_board(board, [variables, transversals], candidates);
            }
            BoardEvidence::Chain { links } => match &links[..] {
                [link] if link.right == Right::Nothing => self.whip_of_one_on_board(board, link),
                _ => {
                    self.links_on_board(board, links, &step.eliminates, 0);
                    self.end_on_board(board, links, &step.eliminates);
                }
            },
            BoardEvidence::Forcing { variable, branches } => {
                self.forcing_on_board(board, *variable, branches, &step.eliminates);
            }
            BoardEvidence::Circle { arcs } => {
                arcs.iter().for_each(|arc| self.arc(&arc.variable, [arc.left, arc.right], &arc.guardians));
            }
            BoardEvidence::Links { links } => self.strong_links_on_board(board, links),
            BoardEvidence::Rings { rings } => {
                rings.iter().for_each(|ring| self.strong_links_on_board(board, ring));
            }
            BoardEvidence::Colours { nets } => self.nets_on_board(board, nets),
            BoardEvidence::RemotePair { cells } => self.remote_pair_on_board(board, cells, candidates),
            BoardEvidence::Trial { moves, variable } => {
                self.trial_on_board(&step.eliminates, moves, *variable);
            }
            BoardEvidence::Locked(of) => self.locked_on_board(board, of, candidates),
            BoardEvidence::Direct(of) => self.direct_on_board(board, of, step, candidates),
            BoardEvidence::Wing(of) => {
                self.wing(of, candidates);
                self.say(0, wing::sentence(of, &step.eliminates));
            }
            BoardEvidence::BivalueLoop(of) => {
                self.bivalue_loop(of, candidates);
                self.completed_on_board(board, of.subset.as_ref());
                self.say(0, bivalue_loop::sentence(of));
            }
            BoardEvidence::BugPlus(of) => {
                self.bug_plus(of);
                self.completed_on_board(board, of.subset.as_ref());
                self.say(0, bug_plus::sentence(of));
            }
            BoardEvidence::AlignedExclusion(of) => {
                self.aligned_exclusion(of, candidates);
                self.say(0, aligned_exclusion::sentence(&of.cells, &of.excluders));
            }
            BoardEvidence::ForcingChains(of) => self.forcing_chains(&of.chains),
        }
    }

    /// Puts the statements in the words of players, if asked.
    fn told(mut self, step: &BoardStep, for_players: bool) -> Marks {
        if for_players {
            let is_whole =
                matches!(step.because, BoardEvidence::Single { .. } | BoardEvidence::Contradiction { .. });
            self.speak_to_players(is_whole, &step.eliminates, &step.asserts);
        }
        self
    }

    /// Shades the cells of a variable with nothing left: a rectangle at once, others cell by cell.
    fn shade_empty(&mut self, cells: Cells) {
        match is_rectangle(cells) {
            true => self.shade(cells, Shade::Empty),
            false => cells.for_each(|cell| self.shade(Cells::of(cell), Shade::Empty)),
        }
    }

    fn subset_on_board(
        &mut self, board: &boards::Board, [own, others]: [&[BoardVariable]; 2], candidates: &Candidates,
    ) {
        let said = match [are_cells(own), are_cells(others)] {
            [true, _] => {
                self.words.member = "no other digits in these cells";
                let [house, cells, digits] = [houses(others), names(own), digits(others)];
                let why = "so no other cell there holds these";
                format!("In {house} the cells {cells} can hold no digits but {digits}, {why}.")
            }
            [_, true] => {
                self.words.member = "digits without other places";
                let [house, digits, cells] = [houses(own), digits(own), names(others)];
                let why = "so these hold nothing else";
                format!("In {house} the digits {digits} can be in no cells but {cells}, {why}.")
            }
            _ => {
                self.words.member = "places in the base lines";
                self.words.house = "base lines";
                let [base, digit, cover] = [houses(own), digits(own), houses(others)];
                format!("In {base} all places of {digit} are in {cover}: it is nowhere else there.")
            }
        };
        self.words.cells = "as many cells as digits";
        for &variable in own.iter().chain(others) {
            let shade = match variable {
                BoardVariable::Cell(_) => Shade::Cells,
                _ if are_cells(own) || are_cells(others) || own.contains(&variable) => Shade::House,
                _ => Shade::Cover,
            };
            self.shade(cells(board, variable), shade);
        }
        let is_in = |all: &[BoardVariable], one| all.iter().any(|&it| has(board, it, one));
        let members = candidates.iter().filter(|&one| is_in(own, one) && is_in(others, one));
        self.add_all(Role::Member, members);
        self.shades.dedup();
        self.say(0, said);
    }

    fn whip_of_one_on_board(&mut self, board: &boards::Board, link: &BoardLink) {
        let [variable] = link.variables;
        self.words.member = "one of these is true";
        self.words.house = match variable {
            BoardVariable::Cell(_) => "all digits of the cell",
            BoardVariable::In(..) => "all places of the digit here",
        };
        self.shade(cells(board, variable), Shade::House);
        let told = Told::from(link);
        self.add(Role::Member, told.left);
        self.add_all(Role::Member, told.others.iter().copied());
        self.say(0, words::locked(&told));
    }

    /// Marks the links of a chain that begins with one of `start`, in this one of several branches.
    pub(super) fn links_on_board(
        &mut self, board: &boards::Board, links: &[BoardLink], start: &[Candidate], branch: usize,
    ) {
        let depth = usize::from(self.branches > 1);
        for link in links {
            let before = match link.from {
                0 => start,
                k => links[k - 1].right.candidates(),
            };
            let told = Told::from(link);
            before.iter().take(1).for_each(|&from| self.line(from, told.left, Tie::Weak));
            self.add(Role::Left, told.left);
            self.add_all(Role::Ignored, told.others.iter().copied());
            match link.right.candidates().first() {
                Some(&right) => {
                    self.add(Role::Right(branch), right);
                    self.line(told.left, right, Tie::Strong);
                }
                None => self.shade_empty(cells(board, link.variables[0])),
            }
            self.say(depth, words::link(&told, before, link.from == 0 && depth == 0));
        }
    }
}

fn are_cells(all: &[BoardVariable]) -> bool {
    all.iter().all(|one| matches!(one, BoardVariable::Cell(_)))
}

/// Returns the cells of a variable.
pub(super) fn cells(board: &boards::Board, variable: BoardVariable) -> Cells {
    match variable {
        BoardVariable::Cell(cell) => Cells::of(cell),
        BoardVariable::In(house, _) => {
            let name = house.to_string();
            let own = board.houses().iter().find(|own| own.name == name);
            own.map_or(Cells::EMPTY, |own| own.cells)
        }
    }
}

fn has(board: &boards::Board, variable: BoardVariable, one: Candidate) -> bool {
    let is_digit = match variable {
        BoardVariable::Cell(_) => true,
        BoardVariable::In(_, digit) => digit == one.digit,
    };
    is_digit && cells(board, variable).contains(one.cell)
}

/// Whether the first and the last cell are the corners of a rectangle of just these cells.
fn is_rectangle(cells: Cells) -> bool {
    let (Some(first), Some(last)) = (cells.min(), cells.max()) else { return false };
    let columns = first.column()..=last.column();
    let area = (last.row() - first.row() + 1) * columns.clone().count();
    area == cells.len() && cells.filter(|cell| columns.contains(&cell.column())).count() == area
}

// ---------------------------------------------------------------- words

/// Names a house: `row 3`, `diagonal d1`.
pub(crate) fn house_in_words(house: HouseName) -> String {
    let number = house.number;
    match house.letter {
        'r' => format!("row {number}"),
        'c' => format!("column {number}"),
        'b' => format!("box {number}"),
        'j' => format!("region {number}"),
        'w' => format!("window {number}"),
        'g' => format!("group {number}"),
        'd' | 'a' => format!("diagonal {house}"),
        _ => format!("house {house}"),
    }
}

/// Says why two candidates are linked: `row 3`, `a knight's move`.
pub(crate) fn reason_in_words(reason: LinkReason) -> String {
    match reason {
        LinkReason::House(house) => house_in_words(house),
        LinkReason::Cell => "one cell".to_string(),
        LinkReason::Knight => "a knight's move".to_string(),
        LinkReason::King => "a king's move".to_string(),
        LinkReason::Next => "consecutive digits side by side".to_string(),
    }
}

pub(super) fn single_said(variable: BoardVariable, step: &BoardStep) -> String {
    match (step.asserts.first(), variable) {
        (Some(value), BoardVariable::Cell(cell)) => format!("{cell} can only be {}.", value.digit.number()),
        (Some(value), BoardVariable::In(house, digit)) => {
            format!("In {} only {} can be {}.", house_in_words(house), value.cell, digit.number())
        }
        (None, _) => String::new(),
    }
}

fn contradiction_said(variable: BoardVariable) -> String {
    match variable {
        BoardVariable::Cell(cell) => format!("{cell} has no candidate left."),
        BoardVariable::In(house, digit) => {
            format!("{} has no place left for {}.", capital(&house_in_words(house)), digit.number())
        }
    }
}

/// Names the different things that variables have of a kind: `1, 4 and 7`.
fn named(all: &[BoardVariable], of: impl Fn(&BoardVariable) -> Option<String>) -> String {
    let mut names: Vec<String> = all.iter().filter_map(of).collect();
    names.dedup();
    joined(names, "and")
}

fn names(all: &[BoardVariable]) -> String {
    named(all, |one| matches!(one, BoardVariable::Cell(_)).then(|| one.to_string()))
}

fn digits(all: &[BoardVariable]) -> String {
    named(all, |one| match one {
        BoardVariable::Cell(_) => None,
        BoardVariable::In(_, digit) => Some(digit.number().to_string()),
    })
}

fn houses(all: &[BoardVariable]) -> String {
    named(all, |one| match one {
        BoardVariable::Cell(_) => None,
        BoardVariable::In(house, _) => Some(house_in_words(*house)),
    })
}
