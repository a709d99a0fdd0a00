//! Logarithm and exponential by additions, multiplications and divisions only, so that every platform
//! computes the same bits. (The functions of the standard library differ in the last bit.)

const LN_2: f64 = std::f64::consts::LN_2;

/// Terms of a series after which nothing changes.
const TERMS: u32 = 20;

/// Returns the natural logarithm of a positive normal number.
pub fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as i64 - 1023;
    // The mantissa, from 1 to 2, then from √½ to √2.
    let mut mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa /= 2.0;
        exponent += 1;
    }
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let (square, mut power, mut sum) = (t * t, t, 0.0);
    for term in 0..TERMS {
        sum += power / f64::from(2 * term + 1);
        power *= square;
    }
    exponent as f64 * LN_2 + 2.0 * sum
}

/// Returns e to the power of a number between -600 and 600; other numbers count as the nearer of the two.
pub fn exp(x: f64) -> f64 {
    let x = x.clamp(-600.0, 600.0);
    let exponent = (x / LN_2).round();
    let rest = x - exponent * LN_2;
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..TERMS {
        term *= rest / f64::from(k);
        sum += term;
    }
    sum * f64::from_bits(((exponent as i64 + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_the_standard_library() {
        for k in 1..20_000 {
            let x = f64::from(k) * 0.0371;
            assert!((ln(x) - x.ln()).abs() <= 4e-16 * x.ln().abs().max(1.0), "ln {x}");
            let x = f64::from(k - 10_000) * 0.05;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-13, "exp {x}");
        }
        assert_eq!((ln(1.0), exp(0.0)), (0.0, 1.0));
    }
}
