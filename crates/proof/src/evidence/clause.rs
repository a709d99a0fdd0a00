//! Kinds of evidence that the steps of rules show. The column *evidence* names the kind for each rule
//! (`rules.tsv`) and for each technique of SER; texts and the checker use it, not the rule's name. So a rule
//! whose evidence other rules show too needs no code in them.

use super::table::{fail, is_same};

macro_rules! clauses {
    ($($clause:ident $name:literal)*) => {
        /// Kind of evidence that a rule shows: the variant of [`super::Evidence`] by its name in proofs, and
        /// any restrictions on the variant. The checker has a clause for each kind.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Clause {$(
            #[doc = concat!("`", $name, "`")]
            $clause,
        )*}

        const CLAUSES: &[(Clause, &str)] = &[$((Clause::$clause, $name)),*];
    };
}

clauses! {
    Contradiction "contradiction"
    NakedSingle "single cell" HiddenSingle "single house" BlockSingle "single block" LineSingle "single line"
    LastCell "single last-cell" HiddenLastCell "single house last-cell" LastDigit "single last-digit"
    Naked "subset naked" Hidden "subset hidden" Fish "subset fish" AllDifferent "all-different"
    LockedSet "locked-set" Matched "matched" BlossomLoop "matched blossom" DominoLoop "matched dominoes"
    CrossedLines "matched crossed-lines" Fireworks "fireworks"
    Finned "finned" Sashimi "finned sashimi" FinnedLine "finned one-line"
    Franken "franken" FinnedFranken "franken finned" Mutant "franken mutant" Kraken "kraken"
    Skyscraper "links skyscraper" TwoStringKite "links two-string-kite" TurbotFish "links turbot-fish"
    EmptyRectangle "links empty-rectangle" WWing "links w-wing"
    MWing "links m-wing" SWing "links s-wing" LWing "links l-wing" HWing "links h-wing"
    GroupedWWing "links grouped-w-wing" LinksOfDigit "links digit"
    LinksOfCells "links cells"
    Links "links" GroupedLinks "links groups" LinksOfSets "links sets" DeadlyLinks "links deadly"
    Rings "rings" GroupedRings "rings groups" RingsOfSets "rings sets" DeadlyRings "rings deadly"
    ColourTrap "colours trap" ColourWrap "colours wrap" ColouredNets "colours nets" Medusa "colours medusa"
    RemotePair "remote-pair"
    Bent "bent" AlmostLocked "almost-locked" Blossom "blossom" WideBlossom "blossom several"
    AlignedPair "aligned-pair"
    Rectangle "rectangle" HiddenRectangle "rectangle hidden" AvoidableRectangle "rectangle avoidable"
    LinkedRectangle "rectangle links" LinkedAvoidable "rectangle avoidable links"
    WingedRectangle "rectangle wing"
    ExtendedRectangle "deadly rectangle" ExternalRectangle "deadly external"
    BugLite "deadly bug-lite" ReverseBug "deadly reverse"
    Bug "bug" Symmetry "symmetry"
    Chain "chain" Locked "chain locked" Circle "circle" Guardians "circle digit" Forcing "forcing"
    XCycle "implications x-cycle" XCycleEr "implications x-cycle er" XCycleHinge "implications x-cycle hinge"
    XCycleGeneral "implications x-cycle general" YCycle "implications y-cycle" Knots "knots"
    Net "implications" HingeNet "implications hinge" StreamNet "implications streams"
    PatternNet "implications patterns"
    Exocet "exocet" LockedExocet "exocet locked" DoubleExocet "exocet double"
    Weights "weights" Refuted "templates refuted"
    Templates "templates pom" NetTemplates "templates pb"
    Pointing "locked pointing" Claiming "locked claiming" Wing "wing"
    DirectPointing "direct pointing" DirectClaiming "direct claiming" DirectHidden "direct hidden"
    Loop "bivalue-loop" Oddagon "bivalue-loop odd" BugPlus "bug-plus" AlignedExclusion "aligned-exclusion"
    Cycle "forcing-chains cycle" CycleOfDigit "forcing-chains cycle of-digit"
    CycleOfCells "forcing-chains cycle of-cells" Opposite "forcing-chains opposite"
    OppositeOfDigit "forcing-chains opposite of-digit" Nishio "forcing-chains nishio"
    DigitForcing "forcing-chains digit" CellForcing "forcing-chains cell" UnitForcing "forcing-chains unit"
    ContradictionChain "forcing-chains contradiction" ForcingChains "forcing-chains"
    ContradictionNet "forcing-chains net contradiction" DoubleNet "forcing-chains net double"
    CellNet "forcing-chains net cell" UnitNet "forcing-chains net region"
    OnlySolution "only-solution" Nothing "nothing"
    OneCell "impossible one-cell" Impossible "impossible" LastGuardian "last-guardian" Split "split"
    OrChain "or-chain" OrChainOfGroups "or-chain groups" OrContrad "or-chain contrad"
    OrContradOfGroups "or-chain contrad groups" OrForcing "or-forcing" OrForcingOfGroups "or-forcing groups"
    Trial "trial" NishioTrial "trial nishio" DeepTrial "trials" BraidTrial "trials braid"
}

impl Clause {
    /// Returns the name of a cycle of colouring, if the clause is one.
    #[doc(hidden)]
    pub fn cycle(self) -> Option<&'static str> {
        match self {
            Clause::XCycle | Clause::XCycleEr | Clause::XCycleHinge | Clause::XCycleGeneral => {
                Some("x-cycle")
            }
            Clause::YCycle => Some("y-cycle"),
            _ => None,
        }
    }

    /// Whether the clause is for chains with a relation that may have groups.
    pub fn has_groups(self) -> bool {
        matches!(self, Clause::OrChainOfGroups | Clause::OrContradOfGroups | Clause::OrForcingOfGroups)
    }

    /// Whether the clause is for chains with a relation as their last link.
    #[doc(hidden)]
    pub fn is_contrad(self) -> bool {
        matches!(self, Clause::OrContrad | Clause::OrContradOfGroups)
    }

    /// Returns the kind of whip in the names of chains with a relation.
    pub(super) fn whips(self) -> &'static str {
        if self.has_groups() { "g-whip" } else { "whip" }
    }
}

/// Finds the clause named in `text`, and the number after the name (0 if none): the number of digits, sets,
/// branches or guardians, or the type.
pub(super) const fn clause(text: &str) -> (Clause, usize) {
    let (name, number) = match text.as_bytes() {
        [before @ .., b' ', digit @ b'1'..=b'9'] => (before, (*digit - b'0') as usize),
        all => (all, 0),
    };
    let mut k = 0;
    while k < CLAUSES.len() {
        if is_same(CLAUSES[k].1.as_bytes(), name) {
            return (CLAUSES[k].0, number);
        }
        k += 1;
    }
    fail("there is no such evidence: ", text)
}
