//! Named scales: the ladders of the table `ladders.tsv`, and the scales that are not ladders.

use super::{Scale, ScaleError};
use crate::evidence::table::{rows, table};

/// A named scale.
#[derive(Clone, Copy)]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// The definition.
    pub definition: &'static str,
    /// The meaning of its ratings.
    pub about: &'static str,
    /// Source of published ratings.
    pub source: &'static str,
    /// Makes the scale from its name and definition: a ladder, or a scale with a file of its own.
    pub(super) make: fn(&str, &str) -> Result<Scale, ScaleError>,
}

const LADDERS: &str = include_str!("ladders.tsv");
const COUNT: usize = rows(LADDERS);

const fn ladder([name, definition, about, source]: [&'static str; 4]) -> Named {
    Named { name, definition, about, source, make: Scale::define }
}

const SER: Named = Named {
    name: "SER",
    definition: "ER",
    about: "the rating ER of the classic Sudoku Explainer",
    source: "Juillerat 2006 (Sudoku Explainer 1.2.1, serate 1.2.1.2); ratings published everywhere",
    make: super::ser::make,
};

/// Source of SER without its techniques for puzzles with one solution.
const NONUNIQUE_SOURCE: &str =
    "the Explainer's order less unique loops and BUG; ratings published by Berthier (FPGXnoU)";

/// Scales that are not ladders. Each is made in its own file.
const OTHERS: &[Named] = &[
    Named {
        name: "BxB",
        definition: "brt,trial,braid-trial:1-30",
        about: "the length of braids that trial and error needs after one assertion; 0 if singles do",
        source: "PBCS2 §11.4; classes published by Berthier, computed with SHC",
        make: super::classes::classes,
    },
    Named {
        name: "BxBB",
        definition: "brt,trial,deep-trial:2,deep-braid-trial:1-30",
        about: "the length of braids that trial and error needs after two assertions; 0 if singles do",
        source: "PBCS2 §11.5; classes published by Berthier, computed with SHC",
        make: super::classes::classes,
    },
    Named {
        name: "HoDoKu",
        definition: super::hodoku_definition::HODOKU_ALONE,
        about: "the level and the score of HoDoKu, step by step in its order",
        source: "Hobiger, HoDoKu 2.3.2 (build 116), its default settings",
        make: super::hodoku::make,
    },
    Named {
        name: "minutes",
        definition: super::minutes::MINUTES,
        about: "minutes of an average player, from the places where a player can go on",
        source: "fitted to times of people (docs/minutes.md)",
        make: super::minutes::make,
    },
    SER,
    Named {
        name: "SE",
        definition: "ER/EP/ED",
        about: "the same, with the ratings up to the first placement and of the first step",
        ..SER
    },
    Named {
        name: "SER-nonunique",
        definition: "ER nonunique",
        about: "SER without the techniques that assume one solution",
        source: NONUNIQUE_SOURCE,
        ..SER
    },
    Named {
        name: "SE-nonunique",
        definition: "ER/EP/ED nonunique",
        about: "SE without the techniques that assume one solution",
        source: NONUNIQUE_SOURCE,
        ..SER
    },
];

/// Other names of scales, in lower case; error messages suggest the scale that is meant.
pub(super) static ALSO_CALLED: &[(&str, &str)] = &[
    ("singles", "BRT"),
    ("locked-candidates", "LC"),
    ("subsets", "S"),
    ("whips", "W"),
    ("braids", "B"),
    ("pattern-overlay", "POM1"),
    ("sudoku-explainer", "SER"),
    ("explainer", "SER"),
    ("serate", "SE"),
    ("er", "SER"),
    ("er/ep/ed", "SE"),
    ("ser/ep/ed", "SE"),
    ("t&e", "TE"),
    ("te-depth", "TE"),
    ("hodoku", "HoDoKu"),
    ("time", "minutes"),
    ("minute", "minutes"),
];

/// All named scales.
pub static SCALES: &[Named] = &{
    let table: [[&str; 4]; COUNT] = table(LADDERS);
    let mut scales = [SER; COUNT + OTHERS.len()];
    let mut k = 0;
    while k < scales.len() {
        scales[k] = if k < COUNT { ladder(table[k]) } else { OTHERS[k - COUNT] };
        k += 1;
    }
    scales
};
