//! Links that contain all candidates of some cells and are as many as the cells: the smallest covers of each
//! digit.

use crate::evidence::{Evidence, Hall};
use crate::grid::{Candidates, Cells, Digit, Grid, House, notation::Variable};
use crate::rule::Findings;

/// The smallest covers of a digit in the cells: houses.
pub(super) type Covers = Vec<Vec<House>>;

/// Returns the first of the smallest covers of a digit, and each later cover that proves something new.
/// `places` includes the digit's places outside `cells`.
pub(super) fn all_that_prove(
    places: Cells, cells: Cells, smallest: impl Iterator<Item = Vec<House>>,
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

/// Returns the places of a digit that a cover excludes: places in a link but in none of the `cells`, and
/// places in two links.
pub(super) fn excluded(places: Cells, cells: Cells, cover: &[House]) -> Cells {
    let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
    for &house in cover {
        twice |= once & house.cells();
        once |= house.cells();
    }
    places & ((once - cells) | twice)
}

/// Reports the conclusions from the covers. Each step takes one cover of each digit; there are enough steps
/// to use every cover.
pub(super) fn report(grid: &Grid, cells: Cells, covers: &[Covers; 9], found: &mut Findings) {
    let steps = covers.iter().map(Vec::len).max().unwrap_or(0);
    for step in 0..steps {
        let chosen =
            covers.each_ref().map(|of| of.get(step).or(of.last()).map_or(&[][..], |cover| &cover[..]));
        let targets =
            std::array::from_fn(|digit| excluded(grid.open_plane(Digit::new(digit)), cells, chosen[digit]));
        found.eliminate(&Candidates(targets), || {
            let links = Digit::all()
                .zip(chosen)
                .flat_map(|(digit, cover)| cover.iter().map(move |&house| Variable::In(house, digit)));
            let variables = cells.map(Variable::Cell).collect();
            Evidence::Matched(Hall { variables, transversals: links.collect() })
        });
    }
}
