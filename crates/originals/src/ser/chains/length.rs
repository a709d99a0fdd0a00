//! Additions to the difficulty for the length of a chain.

/// Returns the addition: 0.1 for each of the limits 4, 6, 8, 12, 16, 24, … that the complexity less 2
/// exceeds. The sum is built as in the classic program, because sums of 0.1 are compared.
pub fn addition(complexity: u32) -> f64 {
    let (mut added, mut limit, mut by_half) = (0.0, 4, true);
    while complexity > limit + 2 {
        added += 0.1;
        limit = if by_half { limit * 3 / 2 } else { limit * 4 / 3 };
        by_half = !by_half;
    }
    added
}

#[cfg(test)]
mod tests {
    use super::addition;

    #[test]
    fn limits_are_those_of_the_table() {
        let limits = [6, 8, 10, 14, 18, 26, 34, 50, 66, 98, 130, 194, 258, 386];
        for (tenths, limit) in limits.into_iter().enumerate() {
            let sum = (0..tenths).fold(0.0, |sum, _| sum + 0.1);
            assert_eq!(addition(limit), sum);
            assert_eq!(addition(limit + 1), sum + 0.1);
        }
    }

    /// Both sums decide between a chain of one digit and a cycle with the same tenths.
    #[test]
    fn sums_are_not_decimals() {
        assert_eq!(6.6 + addition(8), 6.699999999999999);
        assert_eq!(6.6 + addition(14), 6.8999999999999995);
    }
}
