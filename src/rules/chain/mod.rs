//! Chains on the candidate graph. `search` walks; a family says what may follow what.

pub mod braid;
mod matching;
mod search;
pub mod whip;

use super::{Findings, of_digit};
use crate::graph::{Budget, GraphJob, OutOfBudget, State, Tier};
use crate::grid::notation;
use search::{Chain, Search};

/// What a chain family allows.
#[derive(Clone, Copy)]
struct Family {
    /// Its name in nrc notation.
    name: &'static str,
    /// Each left-linking candidate is linked to the right-linking candidate just before it (whips);
    /// otherwise to the target or any previous one (braids).
    continuous: bool,
    /// Left-linking candidates must be pairwise different (nrc-rules §B.6.3). Without continuity the
    /// condition has no effect, and is not looked at.
    loopless: bool,
    /// All variables of a chain are of one type, rc, rn, cn or bn (nrc-rules §B.11).
    typed: bool,
}

/// Eliminates every target of a chain of `family` with exactly `size` variables, 2 or more.
fn find_chains(
    state: &mut State,
    family: Family,
    size: u8,
    found: &mut Findings,
) -> Result<(), OutOfBudget> {
    let job = FindChains { family, size: size as usize, found, budget: state.budget };
    let (left, result) = state.with_graph(job);
    state.budget = left;
    result
}

struct FindChains<'a> {
    family: Family,
    size: usize,
    found: &'a mut Findings,
    budget: Budget,
}

impl GraphJob for FindChains<'_> {
    type Output = (Budget, Result<(), OutOfBudget>);

    fn run<const C: usize, const V: usize>(self, tier: &mut Tier<C, V>) -> Self::Output {
        let Tier { graph, targets, seen } = tier;
        let mut search = Search::new(graph, seen, self.family, self.size, self.budget);
        for target in targets.of_size(graph, self.size) {
            match search.run(target) {
                Err(out) => return (search.budget(), Err(out)),
                Ok(false) => {}
                Ok(true) => {
                    let candidate = graph.labels[target.candidate];
                    let cells = crate::grid::Cells::of(candidate.cell as usize);
                    self.found.eliminate(&of_digit(candidate.digit as usize, cells), || {
                        let Chain { suffix, links } = search.chain(target);
                        let (name, size) = (self.family.name, self.size);
                        format!("{name}{suffix}[{size}]: {}", notation::chain(&links))
                    });
                }
            }
        }
        (search.budget(), Ok(()))
    }
}
