//! Interior point method: finds the λ that are zero in all solutions of A λ = 1, λ ≥ 0, where each column of
//! A is a set of rows.
//!
//! The primal-dual method of Mehrotra (1992) with the objective 0 ends in the middle of all solutions: each λ
//! is positive there if it is positive in any solution, and otherwise its s = −Aᵀy is positive. The result is
//! a proposal only; it is proved in integers.

/// Columns of the matrix A, stored one after the other.
pub(super) struct Columns {
    /// Returns the number of rows.
    pub rows: usize,
    /// Rows of all columns.
    pub places: Vec<u8>,
    /// Start of each column in `places`, and the end of the last.
    pub starts: Vec<usize>,
}

/// Proposed result: a number for each row, and for each column whether it is zero in all solutions.
pub(super) struct Proposal {
    pub y: Vec<f64>,
    pub is_zero: Vec<bool>,
}

/// Outcome of the method.
pub(super) enum End {
    /// A point in the middle of the set of all solutions.
    Middle(Proposal),
    /// Some solution.
    Solution,
    /// A stop, because there is no solution.
    Stopped,
}

/// Most steps; more are not needed unless there is no solution.
const STEPS: usize = 40;

impl Columns {
    pub fn of(&self, column: usize) -> &[u8] {
        &self.places[self.starts[column]..self.starts[column + 1]]
    }

    /// Returns a column as numbers, which are 0 or 1.
    pub fn row(&self, column: usize) -> Vec<f64> {
        let mut row = vec![0.0; self.rows];
        self.of(column).iter().for_each(|&at| row[usize::from(at)] = 1.0);
        row
    }

    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns A v.
    fn times(&self, v: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; self.rows];
        for (column, value) in v.iter().enumerate() {
            self.of(column).iter().for_each(|&row| all[usize::from(row)] += value);
        }
        all
    }

    /// Returns Aᵀ y for one column.
    pub fn dot(&self, column: usize, y: &[f64]) -> f64 {
        self.of(column).iter().map(|&row| y[usize::from(row)]).sum()
    }

    /// Returns a proposal, or `None` if the method does not converge.
    pub fn propose(&self) -> Option<Proposal> {
        match self.middle(|_| false, false)? {
            End::Middle(proposal) => Some(proposal),
            End::Solution | End::Stopped => None,
        }
    }

    /// Finds the middle of all solutions or, with `any`, some solution. Stops earlier if `shows_none` holds
    /// for numbers for the rows, which then show that there is no solution.
    pub fn middle(&self, mut shows_none: impl FnMut(&[f64]) -> bool, any: bool) -> Option<End> {
        let count = self.len();
        let columns = count as f64;
        let (mut x, mut s, mut y) = (vec![0.1; count], vec![1.0; count], vec![0.0; self.rows]);
        let mut before = f64::INFINITY;
        for _ in 0..STEPS {
            let primal: Vec<f64> = self.times(&x).iter().map(|sum| 1.0 - sum).collect();
            let dual: Vec<f64> = (0..count).map(|k| -self.dot(k, &y) - s[k]).collect();
            let gap = x.iter().zip(&s).map(|(x, s)| x * s).sum::<f64>() / columns;
            let largest = |all: &[f64]| all.iter().fold(0.0f64, |worst, one| worst.max(one.abs()));
            if any && largest(&primal) < 1e-9 {
                return Some(End::Solution);
            }
            let error = largest(&primal).max(largest(&dual));
            // The small number added to the diagonal may keep the error from decreasing.
            let is_least = error < 1e-7 && error > 0.5 * before;
            before = error;
            if (error < 1e-9 || is_least) && gap < 1e-10 {
                let is_zero = x.iter().zip(&s).map(|(x, s)| x < s).collect();
                return Some(End::Middle(Proposal { y, is_zero }));
            }
            if shows_none(&y) {
                return Some(End::Stopped);
            }
            let ratio: Vec<f64> = x.iter().zip(&s).map(|(x, s)| x / s).collect();
            let factor = self.factor(&ratio)?;
            let step = |wanted: &[f64]| {
                let moved: Vec<f64> = (0..count).map(|k| ratio[k] * dual[k] - wanted[k] / s[k]).collect();
                let mut dy: Vec<f64> = self.times(&moved).iter().zip(&primal).map(|(a, b)| a + b).collect();
                factor.solve(&mut dy);
                let ds: Vec<f64> = (0..count).map(|k| dual[k] - self.dot(k, &dy)).collect();
                let dx: Vec<f64> = (0..count).map(|k| (wanted[k] - x[k] * ds[k]) / s[k]).collect();
                (dx, dy, ds)
            };
            let affine: Vec<f64> = x.iter().zip(&s).map(|(x, s)| -x * s).collect();
            let (dx, _, ds) = step(&affine);
            let (a, b) = (longest(&x, &dx), longest(&s, &ds));
            let after: f64 = (0..count).map(|k| (x[k] + a * dx[k]) * (s[k] + b * ds[k])).sum();
            let share = after / columns / gap;
            let centre = share * share * share * gap;
            let wanted: Vec<f64> = (0..count).map(|k| affine[k] - dx[k] * ds[k] + centre).collect();
            let (dx, dy, ds) = step(&wanted);
            let (a, b) = (0.995 * longest(&x, &dx), 0.995 * longest(&s, &ds));
            x.iter_mut().zip(&dx).for_each(|(x, dx)| *x += a * dx);
            s.iter_mut().zip(&ds).for_each(|(s, ds)| *s += b * ds);
            y.iter_mut().zip(&dy).for_each(|(y, dy)| *y += b * dy);
        }
        None
    }

    /// Returns the factor L of A diag(ratio) Aᵀ = L Lᵀ (Cholesky). The matrix is singular, as the rows of the
    /// cells and the rows of the digits have dependent sums; a small number added to the diagonal mends that.
    fn factor(&self, ratio: &[f64]) -> Option<Factor> {
        let rows = self.rows;
        let mut matrix = vec![0.0; rows * rows];
        for (column, ratio) in ratio.iter().enumerate() {
            let places = self.of(column);
            for (k, &row) in places.iter().enumerate() {
                let own = &mut matrix[usize::from(row) * rows..];
                places[k..].iter().for_each(|&other| own[usize::from(other)] += ratio);
            }
        }
        let little = 1e-12 * (0..rows).map(|row| matrix[row * (rows + 1)]).sum::<f64>() / rows as f64;
        for k in 0..rows {
            let (before, rest) = matrix.split_at_mut((k + 1) * rows);
            let own = &mut before[k * rows + k..];
            let square = own[0] + little;
            // NaN is also rejected.
            let root = Some(square).filter(|square| *square > 0.0)?.sqrt();
            own[0] = root;
            own[1..].iter_mut().for_each(|one| *one /= root);
            for (j, other) in rest.chunks_exact_mut(rows).enumerate() {
                let by = own[1 + j];
                if by != 0.0 {
                    other[k + 1 + j..].iter_mut().zip(&own[1 + j..]).for_each(|(one, a)| *one -= by * a);
                }
            }
        }
        Some(Factor { rows, matrix })
    }
}

/// Returns the longest step, at most 1, that makes no value negative.
fn longest(values: &[f64], by: &[f64]) -> f64 {
    values
        .iter()
        .zip(by)
        .fold(1.0, |least, (value, by)| if *by < 0.0 { least.min(-value / by) } else { least })
}

/// The matrix L by columns: column k begins at k * (rows + 1).
struct Factor {
    rows: usize,
    matrix: Vec<f64>,
}

impl Factor {
    fn column(&self, k: usize) -> (f64, &[f64]) {
        let own = &self.matrix[k * self.rows + k..(k + 1) * self.rows];
        (own[0], &own[1..])
    }

    /// Solves L Lᵀ v = right.
    fn solve(&self, right: &mut [f64]) {
        for k in 0..self.rows {
            let (root, below) = self.column(k);
            right[k] /= root;
            let value = right[k];
            right[k + 1..].iter_mut().zip(below).for_each(|(one, a)| *one -= a * value);
        }
        for k in (0..self.rows).rev() {
            let (root, below) = self.column(k);
            let sum: f64 = below.iter().zip(&right[k + 1..]).map(|(a, b)| a * b).sum();
            right[k] = (right[k] - sum) / root;
        }
    }
}
