//! Nets of a few variables by their GRLs, and triangle resolution, the loop of Sudopedia's *BR Net*: a slow
//! oracle for the closure.

use sudoscope_engine::net::Grl;
use sudoscope_engine::testing::net::{Clauses, Closure, Literal};

/// A net: GRL(X, Y) at n·x + y, and reversed at n·y + x. The diagonal is not used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relations {
    size: usize,
    grls: Vec<Grl>,
}

/// All pairs of values, in the order of the bits of a GRL.
const VALUES: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

pub fn allows(grl: Grl, x: bool, y: bool) -> bool {
    grl.0 & Grl::pair(x, y).0 != 0
}

/// Returns the GRL that allows these pairs of values.
pub fn grl(allowed: impl Fn(bool, bool) -> bool) -> Grl {
    let pairs = VALUES.into_iter().filter(|&(x, y)| allowed(x, y));
    Grl(pairs.fold(0, |all, (x, y)| all | Grl::pair(x, y).0))
}

impl Relations {
    pub fn new(size: usize) -> Relations {
        Relations { size, grls: vec![Grl::UNRESTRICTED; size * size] }
    }

    /// Returns the refined GRLs of a closure.
    pub fn of<const W: usize>(closure: &Closure<W>) -> Relations {
        let mut net = Relations::new(closure.reach.len());
        for (x, y) in net.pairs() {
            let refined = if closure.is_contradictory() { Grl(0) } else { closure.refined(x, y) };
            net.restrict(x, y, refined);
        }
        net
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        (0..self.size).flat_map(|x| (0..x).map(move |y| (x, y)))
    }

    pub fn grl(&self, x: usize, y: usize) -> Grl {
        self.grls[self.size * x + y]
    }

    pub fn restrict(&mut self, x: usize, y: usize, by: Grl) {
        let both = self.grl(x, y) & by;
        self.grls[self.size * x + y] = both;
        self.grls[self.size * y + x] = grl(|y, x| allows(both, x, y));
    }

    /// Resolves every triangle until nothing changes: each GRL keeps only the pairs that go with some value
    /// of every third variable. Then every GRL has exactly the pairs of the solutions.
    pub fn resolve(&mut self) {
        loop {
            let before = self.clone();
            for z in 0..self.size {
                for (x, y) in self.pairs().filter(|&(x, y)| x != z && y != z) {
                    let (first, second) = (self.grl(x, z), self.grl(z, y));
                    let goes = |a, c| [false, true].map(|b| allows(first, a, b) && allows(second, b, c));
                    self.restrict(x, y, grl(|a, c| goes(a, c).contains(&true)));
                }
            }
            if *self == before {
                return;
            }
        }
    }

    /// Returns a clause for each pair of values that a GRL does not allow.
    pub fn clauses<const W: usize>(&self) -> Clauses<W> {
        let mut clauses = Clauses::new(self.size);
        for (x, y) in self.pairs() {
            for (a, b) in VALUES.into_iter().filter(|&(a, b)| !allows(self.grl(x, y), a, b)) {
                let [a, b] = [(x, a), (y, b)].map(|(variable, holds)| Literal { variable, holds });
                clauses.add(a, !b);
            }
        }
        clauses
    }
}
