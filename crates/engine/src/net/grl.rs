//! Good relationship lists: what is known of two Boolean variables.

use std::ops::BitAnd;

/// A good relationships list (Sudopedia, *BR Net*): the pairs of values that variables X and Y may have together.
///
/// ```text
///   bit 2X+Y:   3   2   1   0
///         XY:  11  10  01  00        NAND = 0111: all but 11
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grl(pub u8);

impl Grl {
    /// No pair: the net has no solution.
    pub const EMPTY: Grl = Grl(0);
    /// Exactly one: a conjugate link.
    pub const XOR: Grl = Grl(0b0110);
    /// At least one: a strong link.
    pub const OR: Grl = Grl(0b1110);
    /// Both or none.
    pub const EQUALS: Grl = Grl(0b1001);
    /// Y only with X.
    pub const IMPLIED_BY: Grl = Grl(0b1101);
    /// X only with Y.
    pub const IMPLIES: Grl = Grl(0b1011);
    /// At most one: a weak link.
    pub const NAND: Grl = Grl(0b0111);
    /// Any pair.
    pub const UNRESTRICTED: Grl = Grl(0b1111);

    /// The seven that leave both variables free: those that specify a net.
    pub const FREE: [Grl; 7] = [
        Grl::XOR,
        Grl::OR,
        Grl::EQUALS,
        Grl::IMPLIED_BY,
        Grl::IMPLIES,
        Grl::NAND,
        Grl::UNRESTRICTED,
    ];

    /// The pair of these values.
    #[inline]
    pub const fn pair(x: bool, y: bool) -> Grl {
        Grl(1 << (2 * x as u8 + y as u8))
    }

    /// Whether X and Y may have these values.
    #[inline]
    pub const fn allows(self, x: bool, y: bool) -> bool {
        self.0 & Grl::pair(x, y).0 != 0
    }

    /// The same seen from Y.
    #[inline]
    pub const fn reverse(self) -> Grl {
        Grl(self.0 & 0b1001 | (self.0 & 0b0100) >> 1 | (self.0 & 0b0010) << 1)
    }

    /// What X → Y → Z says of X and Z: a pair is allowed if some value of Y goes with both.
    pub fn then(self, next: Grl) -> Grl {
        let mut all = Grl::EMPTY;
        for (x, y, z) in (0..8).map(|bits| (bits & 4 != 0, bits & 2 != 0, bits & 1 != 0)) {
            if self.allows(x, y) && next.allows(y, z) {
                all.0 |= Grl::pair(x, z).0;
            }
        }
        all
    }

    /// Its name in Sudopedia's *BR Net*; nothing for the nine that fix a variable or allow no pair.
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

    fn all() -> impl Iterator<Item = Grl> {
        (0..16).map(Grl)
    }

    /// The list of Sudopedia's *BR Net*, its strike-outs restored, as pairs XY.
    #[test]
    fn the_seven_of_the_seed() {
        let pairs = |grl: Grl| {
            let values = [(false, false), (false, true), (true, false), (true, true)];
            let held = values.into_iter().filter(|&(x, y)| grl.allows(x, y));
            held.map(|(x, y)| format!("{}{}", x as u8, y as u8)).collect::<Vec<_>>().join(" ")
        };
        let listed: Vec<(&str, String)> =
            Grl::FREE.iter().map(|&grl| (grl.name().unwrap(), pairs(grl))).collect();
        let expected = [
            ("XOR", "01 10"),
            ("OR", "01 10 11"),
            ("EQUALS", "00 11"),
            ("IMPLIED BY", "00 10 11"),
            ("IMPLIES", "00 01 11"),
            ("NAND", "00 01 10"),
            ("unrestricted", "00 01 10 11"),
        ];
        assert_eq!(listed, expected.map(|(name, pairs)| (name, pairs.to_string())));
        // The seven are those that leave either variable both values.
        let is_free = |grl: &Grl| {
            [false, true].into_iter().all(|value| {
                (grl.allows(value, false) || grl.allows(value, true))
                    && (grl.allows(false, value) || grl.allows(true, value))
            })
        };
        assert!(all().filter(is_free).all(|grl| Grl::FREE.contains(&grl)));
        assert_eq!(all().filter(|grl| grl.name().is_some()).count(), 7);
    }

    #[test]
    fn reversing_exchanges_the_variables() {
        for grl in all() {
            for (x, y) in [(false, false), (false, true), (true, false), (true, true)] {
                assert_eq!(grl.reverse().allows(x, y), grl.allows(y, x));
            }
        }
        assert_eq!(Grl::IMPLIES.reverse(), Grl::IMPLIED_BY);
    }

    #[test]
    fn composition_is_that_of_relations() {
        assert_eq!(Grl::NAND.then(Grl::OR), Grl::IMPLIES);
        assert_eq!(Grl::XOR.then(Grl::XOR), Grl::EQUALS);
        assert_eq!(Grl::OR.then(Grl::OR), Grl::UNRESTRICTED);
        for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
            assert_eq!(a.then(Grl::EQUALS), a);
            assert_eq!(a.then(b).reverse(), b.reverse().then(a.reverse()));
            for c in all() {
                assert_eq!(a.then(b).then(c), a.then(b.then(c)));
            }
        }
    }
}
