//! What a user of HoDoKu may change: which techniques are asked and in which order, what their steps give,
//! the limits of the levels, and how far searches go.

use super::{Call, ORDER, Technique};
use crate::evidence::{HODOKU, HODOKU_LIMITS};

/// Settings as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// What is asked, in this order.
    pub asked: Vec<Asked>,
    /// The highest score of each level but the last.
    pub limits: [u32; 4],
    /// How far searches go.
    pub reach: Reach,
}

/// A technique that is asked, and what each of its steps gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    /// By the first of what is looked for together.
    pub call: Call,
    /// From 0.
    pub level: u32,
    /// Points.
    pub score: u32,
}

/// How far searches go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The most links of X-chains, XY-chains and remote pairs.
    pub links: usize,
    /// The most fins of a fish.
    pub fins: usize,
    /// The most cells of a fish that are in two base houses.
    pub endo_fins: usize,
    /// The rounds of singles in a net.
    pub rounds: usize,
    /// The fewest places in the block of an empty rectangle, two or three.
    pub places: usize,
}

impl Default for Settings {
    /// HoDoKu's own.
    fn default() -> Settings {
        let asked = ORDER.iter().map(|&call| Asked::of(call)).collect();
        Settings { asked, limits: HODOKU_LIMITS, reach: Reach::default() }
    }
}

impl Default for Reach {
    fn default() -> Reach {
        Reach { links: 20, fins: 5, endo_fins: 2, rounds: 4, places: 3 }
    }
}

impl Asked {
    /// With HoDoKu's own level and score.
    fn of(call: Call) -> Asked {
        let row = call.row();
        Asked { call, level: row.level, score: row.score }
    }
}

/// The techniques whose name steps of a call have: those of its own, then others that it may return where
/// they are not asked.
pub fn names_of(call: Call) -> [Vec<Technique>; 2] {
    use Technique::*;
    let own = HODOKU.iter().map(|row| row.0).filter(|&technique| call_of(technique) == Some(call)).collect();
    let others: &[Technique] = match call {
        GroupedContinuousLoop => &[ContinuousLoop, DiscontinuousLoop, Aic],
        FrankenXWing => &[XWing, SashimiXWing],
        FrankenSwordfish => &[Swordfish, SashimiSwordfish],
        FinnedFrankenXWing => &[FinnedXWing, SashimiXWing],
        FinnedFrankenSwordfish => &[FinnedSwordfish, SashimiSwordfish],
        _ => &[],
    };
    [own, others.to_vec()]
}

/// The call that looks for a technique: the last one in the order that does not stand behind it in the table.
/// None of giving up.
pub fn call_of(technique: Technique) -> Option<Call> {
    let before = ORDER.iter().rev().find(|&&call| call <= technique).copied();
    before.filter(|_| technique != Technique::GiveUp)
}
