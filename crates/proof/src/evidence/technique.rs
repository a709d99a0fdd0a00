//! Techniques of SER, in the order of difficulty within each family of the program.

use super::catalogue::of_row;
use super::table::techniques;
use super::{Clause, Info};
use std::ops::RangeInclusive;

/// Row of the table of techniques.
#[doc(hidden)]
pub struct TechniqueRow {
    /// Name, evidence and description. Sizes are ratings in tenths, if these depend on the pattern.
    pub info: Info,
    /// Rating before any addition for length.
    pub base: f64,
    /// Maximum addition in tenths that reports distinguish.
    pub more: u8,
}

const fn row(
    base: f64, more: u8, name: &'static str, evidence: &'static str, proves: &'static str,
) -> TechniqueRow {
    let least = (base * 10.0 + 0.5) as u8;
    let sizes = if more > 0 { Some(RangeInclusive::new(least, least + more)) } else { None };
    // A step needs its scale: docs/ser.md has examples.
    let info = of_row([name, "", "", evidence, proves, "Sudoku Explainer 1.2.1", "SER", "", ""]);
    TechniqueRow { info: Info { sizes, ..info }, base, more }
}

/// Finds the row of the technique that is named `name`.
#[doc(hidden)]
pub fn technique(name: &str) -> Option<&'static TechniqueRow> {
    TECHNIQUES.iter().map(|(_, row)| row).find(|row| row.info.name == name)
}

// Fields of a technique: base, addition, name, evidence, description.
techniques! { Technique TECHNIQUES TechniqueRow:
    LastCell 1.0 0 "hidden-single-last-cell" "single house last-cell" "the last empty cell of a house"
    SingleInBlock 1.2 0 "hidden-single-in-block" "single block" "a digit has one place in a block"
    SingleInLine 1.5 0 "hidden-single-in-line" "single line" "a digit has one place in a row or column"
    DirectPointing 1.7 0 "direct-pointing" "direct pointing" "pointing that leaves a hidden single"
    DirectClaiming 1.9 0 "direct-claiming" "direct claiming" "claiming that leaves a hidden single"
    DirectHiddenPair 2.0 0 "direct-hidden-pair" "direct hidden 2" "a hidden pair that leaves a hidden single"
    NakedSingle 2.3 0 "naked-single" "single cell" "a cell has one candidate"
    DirectHiddenTriplet 2.5 0 "direct-hidden-triplet" "direct hidden 3"
        "a hidden triplet that leaves a hidden single"
    Pointing 2.6 0 "pointing" "locked pointing" "the places of a digit in a block are in one line"
    Claiming 2.8 0 "claiming" "locked claiming" "the places of a digit in a line are in one block"
    NakedPair 3.0 0 "naked-pair" "subset naked 2" "two cells of a house have two digits"
    XWing 3.2 0 "x-wing" "subset fish 2" "the places of a digit in two lines are in two lines"
    HiddenPair 3.4 0 "hidden-pair" "subset hidden 2" "two digits have two places in a house"
    NakedTriplet 3.6 0 "naked-triplet" "subset naked 3" "three cells of a house have three digits"
    Swordfish 3.8 0 "swordfish" "subset fish 3" "the places of a digit in three lines are in three lines"
    HiddenTriplet 4.0 0 "hidden-triplet" "subset hidden 3" "three digits have three places in a house"
    XyWing 4.2 0 "xy-wing" "wing" "a cell of two candidates and two that it sees"
    XyzWing 4.4 0 "xyz-wing" "wing" "a cell of three candidates and two that it sees"
    UniqueRectangle1 4.5 0 "unique-rectangle-type-1" "bivalue-loop 4"
        "one cell of the rectangle has more than the two digits"
    UniqueRectangle2 4.5 0 "unique-rectangle-type-2" "bivalue-loop 4"
        "the cells with more have one digit more"
    UniqueRectangle3 4.5 3 "unique-rectangle-type-3" "bivalue-loop 4"
        "what two cells have more makes a subset"
    UniqueRectangle4 4.5 0 "unique-rectangle-type-4" "bivalue-loop 4"
        "one of the two digits is locked in two cells"
    UniqueLoop1 4.5 5 "unique-loop-type-1" "bivalue-loop" "one cell of the loop has more than the two digits"
    UniqueLoop2 4.5 5 "unique-loop-type-2" "bivalue-loop" "the cells with more have one digit more"
    UniqueLoop3 4.5 8 "unique-loop-type-3" "bivalue-loop" "what two cells have more makes a subset"
    UniqueLoop4 4.5 5 "unique-loop-type-4" "bivalue-loop" "one of the two digits is locked in two cells"
    NakedQuad 5.0 0 "naked-quad" "subset naked 4" "four cells of a house have four digits"
    Jellyfish 5.2 0 "jellyfish" "subset fish 4" "the places of a digit in four lines are in four lines"
    HiddenQuad 5.4 0 "hidden-quad" "subset hidden 4" "four digits have four places in a house"
    Bug1 5.6 0 "bug-type-1" "bug-plus" "one cell keeps the grid from two solutions"
    Bug2 5.7 0 "bug-type-2" "bug-plus" "one digit keeps the grid from two solutions"
    Bug3 5.7 5 "bug-type-3" "bug-plus" "what keeps the grid from two solutions makes a subset"
    Bug4 5.7 0 "bug-type-4" "bug-plus"
        "two cells keep the grid from two solutions, and a digit is locked in them"
    AlignedPair 6.2 0 "aligned-pair-exclusion" "aligned-exclusion 2"
        "two cells, and what each of their assignments leaves of others"
    GeneralizedXWing 6.5 0 "generalized-x-wing" "forcing-chains cycle of-digit"
        "a cycle of one digit on four cells"
    XCycle 6.5 9 "bidirectional-x-cycle" "forcing-chains cycle of-digit" "a cycle of one digit"
    YCycle 6.5 9 "bidirectional-y-cycle" "forcing-chains cycle of-cells"
        "a cycle through cells of two candidates"
    Cycle 7.0 9 "bidirectional-cycle" "forcing-chains cycle" "a cycle"
    TurbotFish 6.6 0 "turbot-fish" "forcing-chains opposite of-digit" "the shortest chain of one digit"
    ForcingXChain 6.6 9 "forcing-x-chain" "forcing-chains opposite of-digit"
        "a chain of one digit leads to the opposite of what it begins with"
    ForcingChain 7.0 9 "forcing-chain" "forcing-chains opposite"
        "a chain leads to the opposite of what it begins with"
    AlignedTriplet 7.5 0 "aligned-triplet-exclusion" "aligned-exclusion 3"
        "three cells, and what each of their assignments leaves of others"
    Nishio 7.5 9 "nishio-forcing-chains" "forcing-chains nishio" "chains of one digit lead to a contradiction"
    CellChains 8.0 12 "cell-forcing-chains" "forcing-chains cell"
        "chains from all candidates of a cell lead to one outcome"
    RegionChains 8.0 12 "region-forcing-chains" "forcing-chains unit"
        "chains from all places of a digit in a house lead to one outcome"
    DynamicContradiction0 8.5 12 "dynamic-contradiction-forcing-chains" "forcing-chains net contradiction"
        "a net of chains leads to a contradiction"
    DynamicDouble0 8.5 12 "dynamic-double-forcing-chains" "forcing-chains net double"
        "a candidate and its absence lead to one outcome"
    DynamicCell0 8.5 12 "dynamic-cell-forcing-chains" "forcing-chains net cell"
        "nets from all candidates of a cell lead to one outcome"
    DynamicRegion0 8.5 12 "dynamic-region-forcing-chains" "forcing-chains net region"
        "nets from all places of a digit in a house lead to one outcome"
    DynamicContradiction1 9.0 18 "dynamic-contradiction-forcing-chains-plus"
        "forcing-chains net contradiction 1" "as before, with locked candidates, pairs and x-wings"
    DynamicDouble1 9.0 18 "dynamic-double-forcing-chains-plus" "forcing-chains net double 1"
        "as before, with locked candidates, pairs and x-wings"
    DynamicCell1 9.0 18 "dynamic-cell-forcing-chains-plus" "forcing-chains net cell 1"
        "as before, with locked candidates, pairs and x-wings"
    DynamicRegion1 9.0 18 "dynamic-region-forcing-chains-plus" "forcing-chains net region 1"
        "as before, with locked candidates, pairs and x-wings"
    DynamicContradiction2 9.5 18 "dynamic-contradiction-forcing-chains-plus-chains"
        "forcing-chains net contradiction 2"
        "as before, with forcing chains and cycles"
    DynamicDouble2 9.5 18 "dynamic-double-forcing-chains-plus-chains" "forcing-chains net double 2"
        "as before, with forcing chains and cycles"
    DynamicCell2 9.5 18 "dynamic-cell-forcing-chains-plus-chains" "forcing-chains net cell 2"
        "as before, with forcing chains and cycles"
    DynamicRegion2 9.5 18 "dynamic-region-forcing-chains-plus-chains" "forcing-chains net region 2"
        "as before, with forcing chains and cycles"
    DynamicContradiction3 10.0 18 "dynamic-contradiction-forcing-chains-plus-multiple-chains"
        "forcing-chains net contradiction 3"
        "as before, with cell and region chains"
    DynamicDouble3 10.0 18 "dynamic-double-forcing-chains-plus-multiple-chains" "forcing-chains net double 3"
        "as before, with cell and region chains"
    DynamicCell3 10.0 18 "dynamic-cell-forcing-chains-plus-multiple-chains" "forcing-chains net cell 3"
        "as before, with cell and region chains"
    DynamicRegion3 10.0 18 "dynamic-region-forcing-chains-plus-multiple-chains" "forcing-chains net region 3"
        "as before, with cell and region chains"
    DynamicContradiction4 10.5 18 "dynamic-contradiction-forcing-chains-plus-dynamic-chains"
        "forcing-chains net contradiction 4"
        "as before, with dynamic chains inside"
    DynamicDouble4 10.5 18 "dynamic-double-forcing-chains-plus-dynamic-chains" "forcing-chains net double 4"
        "as before, with dynamic chains inside"
    DynamicCell4 10.5 18 "dynamic-cell-forcing-chains-plus-dynamic-chains" "forcing-chains net cell 4"
        "as before, with dynamic chains inside"
    DynamicRegion4 10.5 18 "dynamic-region-forcing-chains-plus-dynamic-chains" "forcing-chains net region 4"
        "as before, with dynamic chains inside"
    DynamicContradiction5 11.0 18 "dynamic-contradiction-forcing-chains-plus-nested-chains"
        "forcing-chains net contradiction 5"
        "as before, with nested chains inside"
    DynamicDouble5 11.0 18 "dynamic-double-forcing-chains-plus-nested-chains" "forcing-chains net double 5"
        "as before, with nested chains inside"
    DynamicCell5 11.0 18 "dynamic-cell-forcing-chains-plus-nested-chains" "forcing-chains net cell 5"
        "as before, with nested chains inside"
    DynamicRegion5 11.0 18 "dynamic-region-forcing-chains-plus-nested-chains" "forcing-chains net region 5"
        "as before, with nested chains inside"
    Beyond 20.0 0 "beyond-all-techniques" "nothing" "nothing: no technique finds more, which is rated so"
}

impl Technique {
    /// Returns the rating before any addition for length.
    pub fn base(self) -> f64 {
        self.row().base
    }

    /// Whether the technique assumes that the puzzle has no second solution.
    pub fn assumes_unique(self) -> bool {
        matches!(self.row().info.clause, Clause::Loop | Clause::BugPlus)
    }

    /// Returns the technique this many rows further down.
    #[doc(hidden)]
    pub fn plus(self, rows: usize) -> Technique {
        TECHNIQUES[self.index() + rows].0
    }

    /// Returns the dynamic forcing chain of this kind and level of nesting (0 to 5).
    pub fn dynamic(kind: Dynamic, level: usize) -> Technique {
        Technique::DynamicContradiction0.plus(4 * level + kind as usize)
    }
}

/// Kinds of dynamic forcing chains, in the order of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[doc(hidden)]
pub enum Dynamic {
    /// One assumption leads to a contradiction.
    Contradiction,
    /// An assumption and its opposite lead to one outcome.
    Double,
    /// All candidates of a cell lead to one outcome.
    Cell,
    /// All places of a digit in a house lead to one outcome.
    Region,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dynamic_chains_have_four_kinds_a_level() {
        assert_eq!(Technique::dynamic(Dynamic::Region, 0), Technique::DynamicRegion0);
        assert_eq!(Technique::dynamic(Dynamic::Contradiction, 3), Technique::DynamicContradiction3);
        assert_eq!(Technique::dynamic(Dynamic::Region, 5), Technique::DynamicRegion5);
    }
}
