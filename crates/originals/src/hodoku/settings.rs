//! Settings that a user of HoDoKu may change: the techniques and their order, the level and score of their
//! steps, the limits of the levels, and the reach of searches.

use super::{Call, ORDER, Technique};
use crate::evidence::{HODOKU, HODOKU_LIMITS};

/// All settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Techniques to ask for, in this order.
    pub asked: Vec<Asked>,
    /// Highest score of each level but the last.
    pub limits: [u32; 4],
    /// Limits of searches.
    pub reach: Reach,
}

/// Technique to ask for, with the level and score of its steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The technique, or the first of several that are searched for together.
    pub call: Call,
    /// Level, from 0.
    pub level: u32,
    /// Score in points.
    pub score: u32,
}

/// Limits of searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Most links of X-chains, XY-chains and remote pairs.
    pub links: usize,
    /// Most fins of a fish.
    pub fins: usize,
    /// Most cells of a fish that are in two base houses.
    pub endo_fins: usize,
    /// Rounds of singles in a net.
    pub rounds: usize,
    /// Fewest places in the block of an empty rectangle, two or three.
    pub places: usize,
}

impl Default for Settings {
    /// Returns HoDoKu's own settings.
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
    /// Returns the technique with HoDoKu's own level and score.
    fn of(call: Call) -> Asked {
        let row = call.row();
        Asked { call, level: row.level, score: row.score }
    }
}

/// Returns the techniques that can name the steps of a call: its own, then others that it may return if these
/// are not asked for.
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

/// Returns the call that finds a technique: the last one in the order that is not after it in the table, or
/// `None` for giving up.
pub fn call_of(technique: Technique) -> Option<Call> {
    let before = ORDER.iter().rev().find(|&&call| call <= technique).copied();
    before.filter(|_| technique != Technique::GiveUp)
}
