//! Triangle resolution, the loop of Sudopedia's *BR Net*: slow, for small nets, and the oracle of the closure.

use super::Grl;

/// A net by its GRLs.
///
/// ```text
///   grls[n·x + y] = GRL(X, Y) = GRL(Y, X) reversed      the diagonal is not used
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relations {
    size: usize,
    grls: Vec<Grl>,
}

impl Relations {
    /// A net of `size` variables without restrictions.
    pub fn new(size: usize) -> Relations {
        Relations { size, grls: vec![Grl::UNRESTRICTED; size * size] }
    }

    /// Number of variables.
    pub fn size(&self) -> usize {
        self.size
    }

    /// GRL(X, Y) of two different variables.
    pub fn grl(&self, x: usize, y: usize) -> Grl {
        self.grls[self.size * x + y]
    }

    /// Restricts two different variables further.
    pub fn restrict(&mut self, x: usize, y: usize, grl: Grl) {
        let both = self.grl(x, y) & grl;
        self.grls[self.size * x + y] = both;
        self.grls[self.size * y + x] = both.reverse();
    }

    /// Resolves every triangle, until all are: of each GRL only those pairs stay that go with some value of
    /// any third variable. Then every GRL is refined: it has the pairs of the solutions, no others.
    pub fn resolve(&mut self) {
        loop {
            let before = self.clone();
            for z in 0..self.size {
                for x in (0..self.size).filter(|&x| x != z) {
                    for y in (0..x).filter(|&y| y != z) {
                        self.restrict(x, y, self.grl(x, z).then(self.grl(z, y)));
                    }
                }
            }
            if *self == before {
                return;
            }
        }
    }
}
