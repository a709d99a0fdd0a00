//! Canonical forms of puzzles of a board.
//!
//! The search goes through the places in reading order. It keeps all symmetries that give the least text so
//! far, each as one order of the cells for all symmetries that agree up to this place, with the names of the
//! digits met so far.

use super::group::{NoForm, Symmetries};
use super::pairs::Order;
use super::{BoardSymmetry, Canon, Canonical, digits_of};
use crate::boards::Board;
use crate::grid::{Cell, Cells, Digit};
use std::sync::Arc;

/// Search for canonical forms of puzzles of one board. One `BoardCanon` serves a thread for all its puzzles;
/// its clones share the symmetries of the board.
///
/// ```
/// use sudoscope_engine::{boards::Board, canon::BoardCanon};
/// let board: Board = "4x4".parse()?;
/// let clues = board.read(b"..2.4.....1.....").unwrap();
/// let form = BoardCanon::of_board(&board)?.of(&clues);
/// assert_eq!(board.write(&form.clues), ".......1.....23.");
/// assert_eq!(form.symmetry.apply(&clues), form.clues);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BoardCanon {
    search: Search,
}

enum Search {
    /// The plain board has a faster search.
    Plain(Box<Canon>),
    OnBoard(ByPlaces),
}

/// Search on the plain board.
impl Default for BoardCanon {
    fn default() -> BoardCanon {
        BoardCanon { search: Search::Plain(Box::default()) }
    }
}

impl Clone for BoardCanon {
    fn clone(&self) -> BoardCanon {
        match &self.search {
            Search::Plain(_) => BoardCanon::default(),
            Search::OnBoard(search) => BoardCanon::by_places(search.symmetries.clone()),
        }
    }
}

/// Search place by place, with its buffers.
struct ByPlaces {
    symmetries: Arc<Symmetries>,
    /// Symmetries that give the least text so far.
    found: Vec<Partial>,
    next: Vec<Partial>,
    /// Numbers in `found`, and in the orbit, of the next symmetries.
    chosen: Vec<(u32, u8)>,
}

/// Symmetries that agree up to a place: one of them, with the names of the digits met so far.
#[derive(Clone, Copy)]
struct Partial {
    order: Order,
    /// Label of each digit from 1, 0 if it has none yet; 0 of a blank.
    labels: [u8; Digit::COUNT + 1],
    /// Label of the next new digit.
    next: u8,
}

/// Number of symmetries whose memory is kept for the next puzzle.
const KEPT: usize = 1_024;

/// Digit of each cell at its place in reading order, 0 for a blank.
type Contents = [u8; Cell::COUNT];

impl BoardCanon {
    /// Finds the symmetries of a board. Fails if they are too many, or not found.
    pub fn of_board(board: &Board) -> Result<BoardCanon, NoForm> {
        if board.text() == "plain" {
            return Ok(BoardCanon::default());
        }
        let symmetries = Symmetries::of(board)?;
        symmetries.check_forms()?;
        Ok(BoardCanon::by_places(Arc::new(symmetries)))
    }

    /// Makes a search that goes through these symmetries, however many they are.
    #[doc(hidden)]
    pub fn by_places(symmetries: Arc<Symmetries>) -> BoardCanon {
        let (found, next, chosen) = (Vec::new(), Vec::new(), Vec::new());
        BoardCanon { search: Search::OnBoard(ByPlaces { symmetries, found, next, chosen }) }
    }

    /// Finds the least text among all images of the puzzle under the symmetries of its board. Clues may
    /// contradict each other or have many solutions.
    pub fn of(&mut self, clues: &[Cells; 9]) -> Canonical<BoardSymmetry> {
        match &mut self.search {
            Search::Plain(canon) => on_board(canon.of(clues)),
            Search::OnBoard(search) => search.of(clues),
        }
    }

    /// Finds the clues of the form only.
    pub fn clues_of(&mut self, clues: &[Cells; 9]) -> [Cells; 9] {
        match &mut self.search {
            Search::Plain(canon) => canon.of(clues).clues,
            Search::OnBoard(search) => search.of(clues).clues,
        }
    }

    /// Finds the image of the puzzle under a symmetry that brings its solution to the least text; if several
    /// do, the least image.
    pub fn by_solution(&mut self, clues: &[Cells; 9], solution: &[Cells; 9]) -> Canonical<BoardSymmetry> {
        match &mut self.search {
            Search::Plain(canon) => on_board(canon.by_solution(clues, solution)),
            Search::OnBoard(search) => search.by_solution(clues, solution),
        }
    }
}

fn on_board(form: Canonical) -> Canonical<BoardSymmetry> {
    let Canonical { clues, symmetry, automorphisms } = form;
    Canonical { clues, symmetry: symmetry.into(), automorphisms }
}

impl ByPlaces {
    fn of(&mut self, clues: &[Cells; 9]) -> Canonical<BoardSymmetry> {
        let rest = self.run(&self.contents(clues));
        self.formed(clues, rest)
    }

    fn by_solution(&mut self, clues: &[Cells; 9], solution: &[Cells; 9]) -> Canonical<BoardSymmetry> {
        self.run(&self.contents(solution));
        let contents = self.contents(clues);
        let image = |partial: &Partial| -> Contents {
            partial.order.map(|cell| partial.labels[usize::from(contents[usize::from(cell)])])
        };
        let least = self.found.iter().map(image).min();
        self.found.retain(|partial| Some(image(partial)) == least);
        self.formed(clues, 1)
    }

    /// Makes the form by the first of the symmetries found, each of which stands for as many as `rest`.
    fn formed(&mut self, clues: &[Cells; 9], rest: u64) -> Canonical<BoardSymmetry> {
        self.found.sort_unstable_by_key(|partial| (partial.order, partial.labels));
        let symmetry = self.symmetry(self.found.first());
        // Two relabellings with one order differ in digits that the puzzle lacks.
        self.found.dedup_by_key(|partial| partial.order);
        let automorphisms = rest.saturating_mul(self.found.len() as u64);
        self.forget();
        Canonical { clues: symmetry.apply(clues), symmetry, automorphisms }
    }

    /// Gives back the memory of many symmetries.
    fn forget(&mut self) {
        for partials in [&mut self.found, &mut self.next] {
            partials.clear();
            partials.shrink_to(KEPT);
        }
        self.chosen.clear();
        self.chosen.shrink_to(KEPT);
    }

    fn contents(&self, clues: &[Cells; 9]) -> Contents {
        let (digits, mut contents) = (digits_of(clues), [0; Cell::COUNT]);
        for (own, cell) in contents.iter_mut().zip(&self.symmetries.cells) {
            *own = digits[cell.index()];
        }
        contents
    }

    /// Finds the symmetries that give the least text. Each that is found stands for as many as are returned,
    /// which differ only after the last clue.
    fn run(&mut self, contents: &Contents) -> u64 {
        let ByPlaces { symmetries, found, next, chosen } = self;
        let mut left = contents.iter().filter(|digit| **digit > 0).count();
        found.clear();
        found.extend(
            symmetries.starts.iter().map(|(order, labels)| Partial::start(symmetries, order, labels)),
        );
        for (place, orbit) in symmetries.orbits.iter().enumerate() {
            if left == 0 {
                let rest = symmetries.orbits.iter().skip(place).map(|orbit| orbit.len() as u64);
                return rest.fold(1, u64::saturating_mul);
            }
            let mut least = u8::MAX;
            chosen.clear();
            for (at, partial) in (0..).zip(found.iter()) {
                for (branch, (moved, _)) in (0..).zip(orbit) {
                    let label = partial.label(contents, usize::from(*moved));
                    if label < least {
                        least = label;
                        chosen.clear();
                    }
                    if label == least {
                        chosen.push((at, branch));
                    }
                }
            }
            left -= usize::from(least > 0);
            next.clear();
            for &(at, branch) in chosen.iter() {
                let partial = &found[at as usize];
                next.push(partial.at(contents, &orbit[usize::from(branch)].1, branch == 0, place));
            }
            std::mem::swap(found, next);
        }
        1
    }

    /// Returns one of the symmetries that a partial one stands for. Digits without a label get the labels
    /// that are left.
    fn symmetry(&self, partial: Option<&Partial>) -> BoardSymmetry {
        let Symmetries { size, cells, .. } = &*self.symmetries;
        let mut sources = super::pairs::IN_ORDER;
        let mut digits: [u8; Digit::COUNT] = std::array::from_fn(|digit| digit as u8);
        if let Some(partial) = partial {
            for (cell, source) in cells.iter().zip(partial.order) {
                sources[cell.index()] = cells[usize::from(source)].index() as u8;
            }
            let mut next = partial.next;
            for (own, label) in digits.iter_mut().take(*size).zip(&partial.labels[1..]) {
                *own = if *label > 0 { *label } else { next } - 1;
                next += u8::from(*label == 0);
            }
        }
        BoardSymmetry { size: *size as u8, sources, digits }
    }
}

impl Partial {
    /// Begins with an order. Digits get their names as they are met if each may have each name.
    fn start(symmetries: &Symmetries, order: &Order, names: &[u8; Digit::COUNT]) -> Partial {
        let mut labels = [0; Digit::COUNT + 1];
        if !symmetries.any_labels {
            labels.iter_mut().skip(1).zip(names).for_each(|(label, name)| *label = name + 1);
        }
        Partial { order: *order, labels, next: 1 }
    }

    /// Returns the label of what comes to a place from the place `moved`.
    #[inline]
    fn label(&self, contents: &Contents, moved: usize) -> u8 {
        let digit = contents[usize::from(self.order[moved])];
        match self.labels[usize::from(digit)] {
            0 if digit > 0 => self.next,
            label => label,
        }
    }

    /// Goes on with a symmetry of the orbit of a place.
    #[inline]
    fn at(&self, contents: &Contents, own: &Order, is_identity: bool, place: usize) -> Partial {
        let mut next = *self;
        if !is_identity {
            next.order = own.map(|cell| self.order[usize::from(cell)]);
        }
        let digit = usize::from(contents[usize::from(next.order[place])]);
        if digit > 0 && next.labels[digit] == 0 {
            next.labels[digit] = next.next;
            next.next += 1;
        }
        next
    }
}
