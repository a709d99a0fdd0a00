//! Techniques of SER, in the order of difficulty within each family of the program.

use super::clause::{Clause, clause};

/// Row of the table of techniques.
#[doc(hidden)]
pub struct TechniqueRow {
    /// Name in reports.
    pub name: &'static str,
    /// Rating before any addition for length.
    pub base: f64,
    /// Maximum addition in tenths that reports distinguish.
    pub more: u8,
    /// Evidence of the technique's steps, see [`super::Info`].
    pub evidence: &'static str,
    /// The evidence as a clause of the checker.
    pub clause: Clause,
    /// Number of things in the evidence, or level of nesting.
    pub number: usize,
    /// Description in one line.
    pub about: &'static str,
}

const fn row(
    name: &'static str, base: f64, more: u8, evidence: &'static str, about: &'static str,
) -> TechniqueRow {
    let (clause, number) = clause(evidence);
    TechniqueRow { name, base, more, evidence, clause, number, about }
}

/// Finds the row of the technique that is named `name`.
#[doc(hidden)]
pub fn technique(name: &str) -> Option<&'static TechniqueRow> {
    TECHNIQUES.iter().map(|(_, row)| row).find(|row| row.name == name)
}

macro_rules! techniques {
    ($($id:ident $base:literal $more:literal $name:literal $evidence:literal $about:literal)*) => {
        /// A technique; its row is [`Technique::row`].
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[doc(hidden)]
        pub enum Technique {$(
            #[doc = $about]
            $id,
        )*}

        /// All techniques.
        #[doc(hidden)]
        pub static TECHNIQUES: &[(Technique, TechniqueRow)] = &[$(
            (Technique::$id, row($name, $base, $more, $evidence, $about)),
        )*];
    };
}

techniques! {
    LastCell 1.0 0 "hidden-single-last-cell" "single house last-cell" "the last empty cell of a house"
    SingleInBlock 1.2 0 "hidden-single-in-block" "single block" "a digit has one place in a block"
    SingleInLine 1.5 0 "hidden-single-in-line" "single line" "a digit has one place in a row or column"
    DirectPointing 1.7 0 "direct-pointing" "ser-pattern pointing single"
        "pointing that leaves a hidden single"
    DirectClaiming 1.9 0 "direct-claiming" "ser-pattern claiming single"
        "claiming that leaves a hidden single"
    DirectHiddenPair 2.0 0 "direct-hidden-pair" "ser-pattern hidden single 2"
        "a hidden pair that leaves a hidden single"
    NakedSingle 2.3 0 "naked-single" "single cell" "a cell has one candidate"
    DirectHiddenTriplet 2.5 0 "direct-hidden-triplet" "ser-pattern hidden single 3"
        "a hidden triplet that leaves a hidden single"
    Pointing 2.6 0 "pointing" "ser-pattern pointing" "the places of a digit in a block are in one line"
    Claiming 2.8 0 "claiming" "ser-pattern claiming" "the places of a digit in a line are in one block"
    NakedPair 3.0 0 "naked-pair" "ser-pattern naked 2" "two cells of a house have two digits"
    XWing 3.2 0 "x-wing" "ser-pattern fish 2" "the places of a digit in two lines are in two lines"
    HiddenPair 3.4 0 "hidden-pair" "ser-pattern hidden 2" "two digits have two places in a house"
    NakedTriplet 3.6 0 "naked-triplet" "ser-pattern naked 3" "three cells of a house have three digits"
    Swordfish 3.8 0 "swordfish" "ser-pattern fish 3" "the places of a digit in three lines are in three lines"
    HiddenTriplet 4.0 0 "hidden-triplet" "ser-pattern hidden 3" "three digits have three places in a house"
    XyWing 4.2 0 "xy-wing" "ser-pattern wing" "a cell of two candidates and two that it sees"
    XyzWing 4.4 0 "xyz-wing" "ser-pattern wing" "a cell of three candidates and two that it sees"
    UniqueRectangle1 4.5 0 "unique-rectangle-type-1" "ser-pattern rectangle"
        "one cell of the rectangle has more than the two digits"
    UniqueRectangle2 4.5 0 "unique-rectangle-type-2" "ser-pattern rectangle"
        "the cells with more have one digit more"
    UniqueRectangle3 4.5 3 "unique-rectangle-type-3" "ser-pattern rectangle"
        "what two cells have more makes a subset"
    UniqueRectangle4 4.5 0 "unique-rectangle-type-4" "ser-pattern rectangle"
        "one of the two digits is locked in two cells"
    UniqueLoop1 4.5 5 "unique-loop-type-1" "ser-pattern long-loop"
        "one cell of the loop has more than the two digits"
    UniqueLoop2 4.5 5 "unique-loop-type-2" "ser-pattern long-loop" "the cells with more have one digit more"
    UniqueLoop3 4.5 8 "unique-loop-type-3" "ser-pattern long-loop" "what two cells have more makes a subset"
    UniqueLoop4 4.5 5 "unique-loop-type-4" "ser-pattern long-loop"
        "one of the two digits is locked in two cells"
    NakedQuad 5.0 0 "naked-quad" "ser-pattern naked 4" "four cells of a house have four digits"
    Jellyfish 5.2 0 "jellyfish" "ser-pattern fish 4" "the places of a digit in four lines are in four lines"
    HiddenQuad 5.4 0 "hidden-quad" "ser-pattern hidden 4" "four digits have four places in a house"
    Bug1 5.6 0 "bug-type-1" "ser-pattern bug" "one cell keeps the grid from two solutions"
    Bug2 5.7 0 "bug-type-2" "ser-pattern bug" "one digit keeps the grid from two solutions"
    Bug3 5.7 5 "bug-type-3" "ser-pattern bug" "what keeps the grid from two solutions makes a subset"
    Bug4 5.7 0 "bug-type-4" "ser-pattern bug"
        "two cells keep the grid from two solutions, and a digit is locked in them"
    AlignedPair 6.2 0 "aligned-pair-exclusion" "ser-pattern aligned 2"
        "two cells, and what each of their assignments leaves of others"
    GeneralizedXWing 6.5 0 "generalized-x-wing" "ser-pattern cycle of-digit"
        "a cycle of one digit on four cells"
    XCycle 6.5 9 "bidirectional-x-cycle" "ser-pattern cycle of-digit" "a cycle of one digit"
    YCycle 6.5 9 "bidirectional-y-cycle" "ser-pattern cycle of-cells"
        "a cycle through cells of two candidates"
    Cycle 7.0 9 "bidirectional-cycle" "ser-pattern cycle" "a cycle"
    TurbotFish 6.6 0 "turbot-fish" "ser-pattern opposite of-digit" "the shortest chain of one digit"
    ForcingXChain 6.6 9 "forcing-x-chain" "ser-pattern opposite of-digit"
        "a chain of one digit leads to the opposite of what it begins with"
    ForcingChain 7.0 9 "forcing-chain" "ser-pattern opposite"
        "a chain leads to the opposite of what it begins with"
    AlignedTriplet 7.5 0 "aligned-triplet-exclusion" "ser-pattern aligned 3"
        "three cells, and what each of their assignments leaves of others"
    Nishio 7.5 9 "nishio-forcing-chains" "ser-pattern nishio" "chains of one digit lead to a contradiction"
    CellChains 8.0 12 "cell-forcing-chains" "ser-pattern cell-forcing"
        "chains from all candidates of a cell lead to one outcome"
    RegionChains 8.0 12 "region-forcing-chains" "ser-pattern unit-forcing"
        "chains from all places of a digit in a house lead to one outcome"
    DynamicContradiction0 8.5 12 "dynamic-contradiction-forcing-chains" "ser-pattern net contradiction"
        "a net of chains leads to a contradiction"
    DynamicDouble0 8.5 12 "dynamic-double-forcing-chains" "ser-pattern net double"
        "a candidate and its absence lead to one outcome"
    DynamicCell0 8.5 12 "dynamic-cell-forcing-chains" "ser-pattern net cell"
        "nets from all candidates of a cell lead to one outcome"
    DynamicRegion0 8.5 12 "dynamic-region-forcing-chains" "ser-pattern net region"
        "nets from all places of a digit in a house lead to one outcome"
    DynamicContradiction1 9.0 18 "dynamic-contradiction-forcing-chains-plus" "ser-pattern net contradiction 1"
        "as before, with locked candidates, pairs and x-wings"
    DynamicDouble1 9.0 18 "dynamic-double-forcing-chains-plus" "ser-pattern net double 1"
        "as before, with locked candidates, pairs and x-wings"
    DynamicCell1 9.0 18 "dynamic-cell-forcing-chains-plus" "ser-pattern net cell 1"
        "as before, with locked candidates, pairs and x-wings"
    DynamicRegion1 9.0 18 "dynamic-region-forcing-chains-plus" "ser-pattern net region 1"
        "as before, with locked candidates, pairs and x-wings"
    DynamicContradiction2 9.5 18 "dynamic-contradiction-forcing-chains-plus-chains"
        "ser-pattern net contradiction 2"
        "as before, with forcing chains and cycles"
    DynamicDouble2 9.5 18 "dynamic-double-forcing-chains-plus-chains" "ser-pattern net double 2"
        "as before, with forcing chains and cycles"
    DynamicCell2 9.5 18 "dynamic-cell-forcing-chains-plus-chains" "ser-pattern net cell 2"
        "as before, with forcing chains and cycles"
    DynamicRegion2 9.5 18 "dynamic-region-forcing-chains-plus-chains" "ser-pattern net region 2"
        "as before, with forcing chains and cycles"
    DynamicContradiction3 10.0 18 "dynamic-contradiction-forcing-chains-plus-multiple-chains"
        "ser-pattern net contradiction 3"
        "as before, with cell and region chains"
    DynamicDouble3 10.0 18 "dynamic-double-forcing-chains-plus-multiple-chains" "ser-pattern net double 3"
        "as before, with cell and region chains"
    DynamicCell3 10.0 18 "dynamic-cell-forcing-chains-plus-multiple-chains" "ser-pattern net cell 3"
        "as before, with cell and region chains"
    DynamicRegion3 10.0 18 "dynamic-region-forcing-chains-plus-multiple-chains" "ser-pattern net region 3"
        "as before, with cell and region chains"
    DynamicContradiction4 10.5 18 "dynamic-contradiction-forcing-chains-plus-dynamic-chains"
        "ser-pattern net contradiction 4"
        "as before, with dynamic chains inside"
    DynamicDouble4 10.5 18 "dynamic-double-forcing-chains-plus-dynamic-chains" "ser-pattern net double 4"
        "as before, with dynamic chains inside"
    DynamicCell4 10.5 18 "dynamic-cell-forcing-chains-plus-dynamic-chains" "ser-pattern net cell 4"
        "as before, with dynamic chains inside"
    DynamicRegion4 10.5 18 "dynamic-region-forcing-chains-plus-dynamic-chains" "ser-pattern net region 4"
        "as before, with dynamic chains inside"
    DynamicContradiction5 11.0 18 "dynamic-contradiction-forcing-chains-plus-nested-chains"
        "ser-pattern net contradiction 5"
        "as before, with nested chains inside"
    DynamicDouble5 11.0 18 "dynamic-double-forcing-chains-plus-nested-chains" "ser-pattern net double 5"
        "as before, with nested chains inside"
    DynamicCell5 11.0 18 "dynamic-cell-forcing-chains-plus-nested-chains" "ser-pattern net cell 5"
        "as before, with nested chains inside"
    DynamicRegion5 11.0 18 "dynamic-region-forcing-chains-plus-nested-chains" "ser-pattern net region 5"
        "as before, with nested chains inside"
    Beyond 20.0 0 "beyond-all-techniques" "ser-pattern" "nothing: no technique finds more, which is rated so"
}

impl Technique {
    /// Returns the number of the technique's row in the table.
    #[doc(hidden)]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the technique's row of the table.
    pub fn row(self) -> &'static TechniqueRow {
        &TECHNIQUES[self.index()].1
    }

    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the rating before any addition for length.
    pub fn base(self) -> f64 {
        self.row().base
    }

    /// Whether the technique assumes that the puzzle has no second solution.
    pub fn assumes_unique(self) -> bool {
        matches!(self.row().clause, Clause::SerRectangle | Clause::SerLoop | Clause::SerBug)
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
    fn the_table_is_in_order() {
        assert!(TECHNIQUES.iter().enumerate().all(|(at, row)| row.0 as usize == at));
        assert_eq!(Technique::dynamic(Dynamic::Region, 0), Technique::DynamicRegion0);
        assert_eq!(Technique::dynamic(Dynamic::Contradiction, 3), Technique::DynamicContradiction3);
        assert_eq!(Technique::dynamic(Dynamic::Region, 5), Technique::DynamicRegion5);
    }
}
