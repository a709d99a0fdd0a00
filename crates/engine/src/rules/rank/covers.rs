//! Links that contain all candidates of some cells, as many as cells: of each digit its smallest covers.

use crate::evidence::{Evidence, Hall};
use crate::grid::{Candidates, Cells, Grid, HOUSES, notation::Variable};
use crate::rule::Findings;

/// The smallest covers of a digit in the cells: houses, by their numbers.
pub(super) type Covers = Vec<Vec<usize>>;

/// Adds those of the covers that prove something which no cover before them does, of a digit with these
/// places in the cells and outside.
pub(super) fn all_that_prove(
    places: Cells, cells: Cells, smallest: impl Iterator<Item = Vec<usize>>,
) -> Covers {
    let (mut covers, mut proved) = (Covers::new(), Cells::EMPTY);
    for cover in smallest {
        let more = excluded(places, cells, &cover);
        if covers.is_empty() || !more.is_subset(proved) {
            proved |= more;
            covers.push(cover);
        }
    }
    covers
}

/// The places of a digit that a cover excludes: in a link, but in no cell; in two links.
pub(super) fn excluded(places: Cells, cells: Cells, cover: &[usize]) -> Cells {
    let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
    for &house in cover {
        twice |= once & HOUSES[house];
        once |= HOUSES[house];
    }
    places & ((once - cells) | twice)
}

/// Reports what the covers prove: a step takes one cover of each digit, and as many steps are made that each
/// cover is in one.
pub(super) fn report(grid: &Grid, cells: Cells, covers: &[Covers; 9], found: &mut Findings) {
    let steps = covers.iter().map(Vec::len).max().unwrap_or(0);
    for step in 0..steps {
        let chosen =
            covers.each_ref().map(|of| of.get(step).or(of.last()).map_or(&[][..], |cover| &cover[..]));
        let targets = std::array::from_fn(|digit| excluded(grid.open_plane(digit), cells, chosen[digit]));
        found.eliminate(&Candidates(targets), || {
            let links = chosen
                .iter()
                .enumerate()
                .flat_map(|(digit, cover)| cover.iter().map(move |&house| Variable::of_house(house, digit)));
            let variables = cells.map(|cell| Variable::Cell(cell as u8)).collect();
            Evidence::Matched(Hall { variables, transversals: links.collect() })
        });
    }
}
