//! Good relationship lists: knowledge of two Boolean variables.

use std::ops::BitAnd;

/// Good relationships list (Sudopedia, *BR Net*): the pairs of values that variables X and Y may have
/// together.
///
/// ```text
///   bit 2X+Y:   3   2   1   0
///         XY:  11  10  01  00        NAND = 0111: all but 11
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grl(pub u8);

impl Grl {
    /// Exactly one is true: a conjugate link.
    pub const XOR: Grl = Grl(0b0110);
    /// At least one is true: a strong link.
    pub const OR: Grl = Grl(0b1110);
    /// Both are true or none is.
    pub const EQUALS: Grl = Grl(0b1001);
    /// Y implies X.
    pub const IMPLIED_BY: Grl = Grl(0b1101);
    /// X implies Y.
    pub const IMPLIES: Grl = Grl(0b1011);
    /// At most one is true: a weak link.
    pub const NAND: Grl = Grl(0b0111);
    /// All pairs are allowed.
    pub const UNRESTRICTED: Grl = Grl(0b1111);

    /// Returns the list of this pair of values only.
    #[inline]
    pub const fn pair(x: bool, y: bool) -> Grl {
        Grl(1 << (2 * x as u8 + y as u8))
    }

    /// Returns its name in Sudopedia's *BR Net*, or `None` for the nine that fix a variable or allow no pair.
    pub fn name(self) -> Option<&'static str> {
        Some(match self {
            Grl::XOR => "XOR",
            Grl::OR => "OR",
            Grl::EQUALS => "EQUALS",
            Grl::IMPLIED_BY => "IMPLIED BY",
            Grl::IMPLIES => "IMPLIES",
            Grl::NAND => "NAND",
            Grl::UNRESTRICTED => "unrestricted",
            _ => return None,
        })
    }
}

impl BitAnd for Grl {
    type Output = Grl;
    fn bitand(self, other: Grl) -> Grl {
        Grl(self.0 & other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The named relationships are the same as in Sudopedia's *BR Net* with its strike-outs restored. They
    /// are written as pairs XY.
    #[test]
    fn the_seven_of_sudopedia() {
        let listed = [
            ("XOR", "01 10"),
            ("OR", "01 10 11"),
            ("EQUALS", "00 11"),
            ("IMPLIED BY", "00 10 11"),
            ("IMPLIES", "00 01 11"),
            ("NAND", "00 01 10"),
            ("unrestricted", "00 01 10 11"),
        ];
        for (name, pairs) in listed {
            let pair = |pair: &str| Grl::pair(pair.starts_with('1'), pair.ends_with('1')).0;
            let grl = Grl(pairs.split(' ').fold(0, |all, text| all | pair(text)));
            assert_eq!(grl.name(), Some(name));
        }
        assert_eq!((0..16).filter(|&bits| Grl(bits).name().is_some()).count(), 7);
    }
}
