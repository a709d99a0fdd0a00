//! 3D Medusa: candidates that are connected by cells with two candidates and houses with two places of a
//! digit are a *net* of two colours. All candidates of one colour are true, and all of the other false
//! (SudokuWiki, "3D Medusa").
//!
//! | rule of the page | here |
//! |---|---|
//! | 1, 2: two of a colour in a cell, or of one digit in a house | the colour is false |
//! | 6: a cell with every candidate linked to the colour | the colour is false |
//! | 3, 4, 5: a candidate linked to both colours | the candidate is false |

use super::{ConjugatePair, pairs};
use crate::budget::Within;
use crate::evidence::{Colours, Evidence};
use crate::grid::Digit;
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cells, Grid, bits};
use crate::rule::Findings;
use crate::state::State;

/// Net: its colours, the candidates that see some candidate of each, and the cells and houses with two
/// candidates.
#[derive(Default)]
struct Net {
    colours: [Candidates; 2],
    seen: [Candidates; 2],
    pairs: Vec<Variable>,
}

impl Net {
    fn insert(&mut self, colour: usize, candidate: Candidate) {
        let Candidate { digit, cell } = candidate;
        self.colours[colour].insert(candidate);
        for other in Digit::all() {
            self.seen[colour].0[other] |= if other == digit { cell.peers() } else { Cells::of(cell) };
        }
    }

    /// Whether the colour is false: two of its candidates see each other, or all candidates of a cell see it.
    fn is_false(&self, colour: usize, grid: &Grid) -> bool {
        let (own, seen) = (&self.colours[colour].0, &self.seen[colour].0);
        let meets = own.iter().zip(seen).any(|(own, seen)| own.intersects(*seen));
        meets
            || !(0..9)
                .fold(!grid.placed(), |left, digit| left - (grid.plane(Digit::new(digit)) - seen[digit]))
                .is_empty()
    }

    fn evidence(&self, first: usize) -> Evidence {
        let colours = [first, 1 - first].map(|k| self.colours[k].iter().collect());
        Evidence::Colours(vec![Colours { pairs: self.pairs.clone(), colours }])
    }
}

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    for net in nets(grid) {
        for colour in [0, 1].into_iter().filter(|&colour| net.is_false(colour, grid)) {
            found.eliminate(&net.colours[colour], || net.evidence(colour));
        }
        let seen = |digit: Digit| net.seen[0].0[digit] & net.seen[1].0[digit] & grid.open_plane(digit);
        let both = Candidates(std::array::from_fn(|digit| seen(Digit::new(digit))));
        let [one, other] = &net.colours;
        found.eliminate(&both.without(one).without(other), || net.evidence(0));
    }
    Ok(())
}

/// Finds the nets of a state, except those whose colours clash, which is a contradiction.
fn nets(grid: &Grid) -> Vec<Net> {
    let mut left: Vec<(Variable, [Candidate; 2])> = Vec::new();
    for cell in !grid.placed() {
        let mut digits = bits(grid.digits_of(cell)).map(|digit| Candidate::new(Digit::new(digit), cell));
        if let (Some(one), Some(other), None) = (digits.next(), digits.next(), digits.next()) {
            left.push((Variable::Cell(cell), [one, other]));
        }
    }
    for digit in Digit::all() {
        let of_house = |ConjugatePair { house, places }: ConjugatePair| {
            (Variable::In(house, digit), places.map(|cell| Candidate::new(digit, cell)))
        };
        left.extend(pairs(grid.open_plane(digit)).into_iter().map(of_house));
    }
    let mut nets = Vec::new();
    while let Some((pair, [one, other])) = left.pop() {
        let mut net = Net { pairs: vec![pair], ..Net::default() };
        net.insert(0, one);
        net.insert(1, other);
        let joins = |net: &Net, two: &[Candidate; 2]| {
            (0..2).find_map(|k| (0..2).find(|&colour| net.colours[colour].contains(two[k])).map(|c| (k, c)))
        };
        while let Some(at) = left.iter().position(|(_, two)| joins(&net, two).is_some()) {
            let (pair, two) = left.swap_remove(at);
            let Some((k, colour)) = joins(&net, &two) else { break };
            net.insert(1 - colour, two[1 - k]);
            net.pairs.push(pair);
        }
        let clash = Digit::all().any(|digit| net.colours[0].0[digit].intersects(net.colours[1].0[digit]));
        if !clash && net.pairs.len() > 1 {
            net.pairs.sort_unstable();
            nets.push(net);
        }
    }
    nets
}
