//! Truths and links as players write them: SK-loops as a ring of dominoes, the others in Xsudo's words.
//!
//! ```text
//!   (38=27)r2c13 - (27=48)r13c2 - … - loop      the digits of the link before, and of the next one
//!   16 Truths = {2N1379 …} 16 Links = {27r2 …}  2N1379: the cells r2c1379; 27r2: 2 and 7 in row 2
//! ```

use super::{Hall, eureka, list};
use crate::grid::notation::Variable;
use crate::grid::{Cells, HOUSES, column_of, row_of};

/// The cells of a domino, and the house that it shares with the next one.
#[doc(hidden)]
pub type Domino = (Cells, usize);

impl Hall {
    /// `(38=27)r2c13 - … - loop`, or all truths and links.
    pub(super) fn players_text(&self) -> String {
        let Some(ring) = self.dominoes() else { return self.truths_and_links() };
        let digits = |house: usize| list(self.digits_in(house).map(|digit| digit + 1), "");
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

    /// The digits of the links in a house.
    #[doc(hidden)]
    pub fn digits_in(&self, house: usize) -> impl Iterator<Item = usize> {
        let of = move |link: &Variable| link.house().filter(|own| own.0 == house).map(|own| own.1);
        self.transversals.iter().filter_map(of)
    }

    /// Whether it is of cells, and of digits in rows and in columns.
    #[doc(hidden)]
    pub fn is_of_crossed_lines(&self) -> bool {
        let has = |is: fn(&Variable) -> bool| self.transversals.iter().any(is);
        self.variables.iter().all(|variable| matches!(variable, Variable::Cell(_)))
            && has(|link| matches!(link, Variable::Row(..)))
            && has(|link| matches!(link, Variable::Column(..)))
            && !has(|link| matches!(link, Variable::Cell(_) | Variable::Block(..)))
    }

    /// The dominoes of an SK-loop, each linked to the next by the house beside it; nothing for other sets, or
    /// where one of the eight houses has no link.
    #[doc(hidden)]
    pub fn dominoes(&self) -> Option<Vec<Domino>> {
        let mut houses: Vec<usize> =
            self.transversals.iter().filter_map(|link| Some(link.house()?.0)).collect();
        houses.sort_unstable();
        houses.dedup();
        let cell = |variable: &Variable| match *variable {
            Variable::Cell(cell) => Some(usize::from(cell)),
            _ => None,
        };
        let cells: Cells = self.variables.iter().map(cell).collect::<Option<_>>()?;
        let (lines, blocks) = houses.split_at_checked(4)?;
        let is_ring = lines[1] < 9 && (9..18).contains(&lines[2]) && lines[3] < 18 && blocks.len() == 4;
        if !is_ring || blocks[0] < 18 {
            return None;
        }
        let domino = |line: usize, block: usize| cells & HOUSES[line] & HOUSES[block];
        // In turn within a block and along a line.
        let has = |line: usize, block: usize| !domino(line, block).is_empty();
        let other = |all: &[usize], not: usize, fits: &dyn Fn(usize) -> bool| {
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

/// Cells row by row, and digits house by house: `2n13 27r2 1c7`.
fn sets(variables: &[Variable]) -> String {
    let group = |variable: &Variable| match *variable {
        Variable::Cell(cell) => (0, row_of(cell.into())),
        Variable::Row(house, _) => (1, house.into()),
        Variable::Column(house, _) => (2, house.into()),
        Variable::Block(house, _) => (3, house.into()),
    };
    let member = |variable: &Variable| match *variable {
        Variable::Cell(cell) => column_of(cell.into()) + 1,
        Variable::Row(_, digit) | Variable::Column(_, digit) | Variable::Block(_, digit) => {
            usize::from(digit) + 1
        }
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
