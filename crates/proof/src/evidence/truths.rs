//! Truths and links as players write them: SK-loops as a ring of dominoes, other sets in Xsudo's words.
//!
//! ```text
//!   (38=27)r2c13 - (27=48)r13c2 - … - loop      the digits of the link before, and of the next one
//!   16 Truths = {2N1379 …} 16 Links = {27r2 …}  2N1379: the cells r2c1379; 27r2: 2 and 7 in row 2
//! ```

use super::{Hall, eureka, list};
use crate::grid::Cells;
use crate::grid::notation::Variable;
use crate::grid::{Digit, House, HouseKind};

/// The cells of a domino, and the house that it shares with the next domino.
#[doc(hidden)]
pub type Domino = (Cells, House);

impl Hall {
    /// Formats an SK-loop, `(38=27)r2c13 - … - loop`, or all truths and links.
    pub(super) fn players_text(&self) -> String {
        let Some(ring) = self.dominoes() else { return self.truths_and_links() };
        let digits = |house: House| list(self.digits_in(house).map(Digit::number), "");
        let before = ring.iter().cycle().skip(ring.len() - 1);
        let one = |(&(_, from), &(cells, to)): (&Domino, &Domino)| {
            format!("({}={}){} - ", digits(from), digits(to), eureka::named(cells))
        };
        list(before.zip(&ring).map(one), "") + "loop"
    }

    fn truths_and_links(&self) -> String {
        let Hall { variables, transversals } = self;
        let (truths, links) = (sets(variables).to_uppercase(), sets(transversals));
        format!("{} Truths = {{{truths}}} {} Links = {{{links}}}", variables.len(), transversals.len())
    }

    /// Returns the digits of the links in a house.
    #[doc(hidden)]
    pub fn digits_in(&self, house: House) -> impl Iterator<Item = Digit> {
        let of = move |link: &Variable| link.house().filter(|own| own.0 == house).map(|own| own.1);
        self.transversals.iter().filter_map(of)
    }

    /// Whether the truths are cells, and the links digits in rows and in columns.
    #[doc(hidden)]
    pub fn is_of_crossed_lines(&self) -> bool {
        let kinds = || self.transversals.iter().map(|link| link.house().map(|(house, _)| house.kind()));
        let has = |kind: HouseKind| kinds().any(|one| one == Some(kind));
        self.variables.iter().all(|variable| matches!(variable, Variable::Cell(_)))
            && has(HouseKind::Row)
            && has(HouseKind::Column)
            && kinds().all(|kind| matches!(kind, Some(HouseKind::Row | HouseKind::Column)))
    }

    /// Returns the dominoes of an SK-loop, where the house beside each domino links it to the next; `None`
    /// for other sets, or if one of the eight houses has no link.
    #[doc(hidden)]
    pub fn dominoes(&self) -> Option<Vec<Domino>> {
        let mut houses: Vec<House> =
            self.transversals.iter().filter_map(|link| Some(link.house()?.0)).collect();
        houses.sort_unstable();
        houses.dedup();
        let cell = |variable: &Variable| match *variable {
            Variable::Cell(cell) => Some(cell),
            _ => None,
        };
        let cells: Cells = self.variables.iter().map(cell).collect::<Option<_>>()?;
        let (lines, blocks) = houses.split_at_checked(4)?;
        let is = |house: House, kind: HouseKind| house.kind() == kind;
        let are_lines = is(lines[1], HouseKind::Row)
            && is(lines[2], HouseKind::Column)
            && is(lines[3], HouseKind::Column);
        if !are_lines || blocks.len() != 4 || !is(blocks[0], HouseKind::Block) {
            return None;
        }
        let domino = |line: House, block: House| cells & line.cells() & block.cells();
        // The ring alternates between blocks and lines.
        let has = |line: House, block: House| !domino(line, block).is_empty();
        let other = |all: &[House], not: House, fits: &dyn Fn(House) -> bool| {
            all.iter().copied().find(|&one| one != not && fits(one))
        };
        let (mut line, mut ring) = (lines[0], Vec::new());
        let mut block = other(blocks, line, &|block| has(line, block))?;
        while ring.len() < 8 {
            ring.push((domino(line, block), block));
            line = other(lines, line, &|line| has(line, block))?;
            ring.push((domino(line, block), line));
            block = other(blocks, block, &|block| has(line, block))?;
        }
        let all = ring.iter().fold(Cells::EMPTY, |all, domino| all | domino.0);
        let count: usize = ring.iter().map(|domino| domino.0.len()).sum();
        (all == cells && count == cells.len()).then_some(ring)
    }
}

/// Formats cells row by row, and digits house by house: `2n13 27r2 1c7`.
fn sets(variables: &[Variable]) -> String {
    let group = |variable: &Variable| match *variable {
        Variable::Cell(cell) => (0, cell.row()),
        Variable::In(house, _) => (1 + house.kind().index(), house.number()),
    };
    let member = |variable: &Variable| match *variable {
        Variable::Cell(cell) => cell.column() + 1,
        Variable::In(_, digit) => digit.index() + 1,
    };
    let mut all: Vec<_> = variables.iter().map(|variable| (group(variable), member(variable))).collect();
    all.sort_unstable();
    let one = |own: &[((usize, usize), usize)]| {
        let ((kind, house), members) = (own[0].0, list(own.iter().map(|one| one.1), ""));
        match kind {
            0 => format!("{}n{members}", house + 1),
            _ => format!("{members}{}{}", ["r", "c", "b"][kind - 1], house + 1),
        }
    };
    list(all.chunk_by(|a, b| a.0 == b.0).map(one), " ")
}
