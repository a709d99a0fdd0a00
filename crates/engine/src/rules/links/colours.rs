//! Colouring by players' names. Places of a digit that are connected by houses with two places are a *net*;
//! neighbours have different colours. All places of one colour are true, and all of the other false.

use super::{ConjugatePair, Sight};
use crate::budget::Within;
use crate::evidence::{Colours, Evidence};
use crate::grid::{Candidate, Candidates, Cells, Digit, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

/// Net: its colours, the cells that see some cell of each, and the houses.
struct ColourNet {
    colours: [Cells; 2],
    seen: [Cells; 2],
    pairs: Vec<ConjugatePair>,
}

impl ColourNet {
    fn all(&self) -> Cells {
        self.colours[0] | self.colours[1]
    }

    fn evidence(&self, digit: Digit, first: usize) -> Colours {
        let colour = |k: usize| self.colours[k].map(|cell| Candidate::new(digit, cell)).collect::<Vec<_>>();
        let pairs = self.pairs.iter().map(|pair| Variable::In(pair.house, digit));
        Colours { pairs: pairs.collect(), colours: [colour(first), colour(1 - first)] }
    }
}

/// Finds the nets of a digit, except those whose colours clash, which is a contradiction.
fn nets(sight: Sight, digit: Digit, plane: Cells) -> Vec<ColourNet> {
    let mut left = sight.pairs(plane);
    let mut nets = Vec::new();
    while let Some(first) = left.pop() {
        let mut colours = first.places.map(Cells::of);
        let mut own = vec![first];
        loop {
            let all = colours[0] | colours[1];
            let next = left.iter().position(|pair| pair.places.iter().any(|&c| all.contains(c)));
            let Some(next) = next else { break };
            let pair = left.swap_remove(next);
            let [a, b] = pair.places;
            for k in [0, 1] {
                for (one, other) in [(a, b), (b, a)] {
                    if colours[k].contains(one) {
                        colours[1 - k].insert(other);
                    }
                }
            }
            own.push(pair);
        }
        if !colours[0].intersects(colours[1]) {
            own.sort_by_key(|pair| pair.house);
            let seen = colours.map(|cells| cells.fold(Cells::EMPTY, |seen, c| seen | sight.seen(digit, c)));
            nets.push(ColourNet { colours, seen, pairs: own });
        }
    }
    nets
}

/// Eliminates places that see a cell of each colour.
pub(in crate::rules) fn traps(state: &mut State, _: u8, found: &mut Findings) -> Within {
    each(state, found, |digit, plane, nets, found| {
        for net in nets.iter().filter(|net| net.pairs.len() > 1) {
            let targets = (plane & net.seen[0] & net.seen[1]) - net.all();
            found.eliminate(&Candidates::of_digit(Digit::new(digit), targets), || {
                Evidence::Colours(vec![net.evidence(Digit::new(digit), 0)])
            });
        }
    })
}

/// Eliminates colours with two cells that see each other.
pub(in crate::rules) fn wraps(state: &mut State, _: u8, found: &mut Findings) -> Within {
    each(state, found, |digit, _, nets, found| {
        for net in nets {
            for k in [0, 1].into_iter().filter(|&k| net.colours[k].intersects(net.seen[k])) {
                found.eliminate(&Candidates::of_digit(Digit::new(digit), net.colours[k]), || {
                    Evidence::Colours(vec![net.evidence(Digit::new(digit), k)])
                });
            }
        }
    })
}

/// Compares two nets. If a colour of one net sees a colour of the other net, one of the two remaining colours
/// is true. If a colour sees both colours of the other net, the colour that sees both is false.
pub(in crate::rules) fn multi(state: &mut State, _: u8, found: &mut Findings) -> Within {
    each(state, found, |digit, plane, nets, found| {
        for (at, one) in nets.iter().enumerate() {
            for other in &nets[at + 1..] {
                for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if one.colours[i].intersects(other.seen[j]) {
                        let both = one.seen[1 - i] & other.seen[1 - j];
                        let targets = (plane & both) - one.all() - other.all();
                        let nets =
                            || vec![one.evidence(Digit::new(digit), i), other.evidence(Digit::new(digit), j)];
                        found.eliminate(&Candidates::of_digit(Digit::new(digit), targets), || {
                            Evidence::Colours(nets())
                        });
                    }
                }
                for (one, other) in [(one, other), (other, one)] {
                    for k in [0, 1] {
                        if other.seen.iter().all(|seen| one.colours[k].intersects(*seen)) {
                            let nets = || {
                                vec![one.evidence(Digit::new(digit), k), other.evidence(Digit::new(digit), 0)]
                            };
                            let targets = Candidates::of_digit(Digit::new(digit), one.colours[k]);
                            found.eliminate(&targets, || Evidence::Colours(nets()));
                        }
                    }
                }
            }
        }
    })
}

fn each(
    state: &mut State, found: &mut Findings, look: impl Fn(usize, Cells, &[ColourNet], &mut Findings),
) -> Within {
    let (grid, sight) = (state.grid(), Sight::of(state));
    for digit in Digit::all() {
        let plane = grid.open_plane(digit);
        look(digit.index(), plane, &nets(sight, digit, plane), found);
    }
    Ok(())
}
