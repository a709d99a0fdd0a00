//! Techniques of HoDoKu, in the order in which HoDoKu tries them; techniques that are searched together are
//! listed in succession.

use super::Info;
use super::catalogue::of_row;
use super::table::techniques;

/// Row of the table of techniques.
#[doc(hidden)]
pub struct HodokuRow {
    /// Name in reports, evidence and description.
    pub info: Info,
    /// Name that HoDoKu prints.
    pub called: &'static str,
    /// Level, from 0.
    pub level: u32,
    /// Points that each step adds to the score.
    pub score: u32,
}

/// Names of the levels, and the highest score of each but the last.
#[doc(hidden)]
pub static HODOKU_LEVELS: [&str; 5] = ["Easy", "Medium", "Hard", "Unfair", "Extreme"];
#[doc(hidden)]
pub static HODOKU_LIMITS: [u32; 4] = [800, 1000, 1600, 1800];

const fn row(
    name: &'static str, called: &'static str, level: u32, score: u32, evidence: &'static str,
    proves: &'static str,
) -> HodokuRow {
    // A step needs its scale: docs/hodoku.md has examples.
    let info = of_row([name, "", "", evidence, proves, "Hobiger, HoDoKu 2.3.2", "HoDoKu", "", ""]);
    HodokuRow { info, called, level, score }
}

/// Finds the row of the technique that is named `name`.
pub fn hodoku(name: &str) -> Option<&'static HodokuRow> {
    HODOKU.iter().map(|(_, row)| row).find(|row| row.info.name == name)
}

// Fields of a technique: name, name that HoDoKu prints, level, score, evidence, description.
techniques! { HodokuTechnique HODOKU HodokuRow:
    FullHouse "hodoku-full-house" "Full House" 0 4 "single last-cell" "the only empty cell of a house"
    NakedSingle "hodoku-naked-single" "Naked Single" 0 4 "single cell" "a cell has one candidate"
    HiddenSingle "hodoku-hidden-single" "Hidden Single" 0 14 "single house" "a digit has one place in a house"
    LockedPair "hodoku-locked-pair" "Locked Pair" 1 40 "locked-set 2"
        "two cells of a block and a line have two digits: both houses lose something"
    LockedTriple "hodoku-locked-triple" "Locked Triple" 1 60 "locked-set 3"
        "three cells of a block and a line have three digits: both houses lose something"
    Pointing "hodoku-pointing" "Locked Candidates Type 1 (Pointing)" 1 50 "locked pointing"
        "the places of a digit in a block are in one line"
    Claiming "hodoku-claiming" "Locked Candidates Type 2 (Claiming)" 1 50 "locked claiming"
        "the places of a digit in a line are in one block"
    NakedPair "hodoku-naked-pair" "Naked Pair" 1 60 "subset naked 2" "two cells of a house have two digits"
    NakedTriple "hodoku-naked-triple" "Naked Triple" 1 80 "subset naked 3"
        "three cells of a house have three digits"
    HiddenPair "hodoku-hidden-pair" "Hidden Pair" 1 70 "subset hidden 2"
        "two digits have two places in a house"
    HiddenTriple "hodoku-hidden-triple" "Hidden Triple" 1 100 "subset hidden 3"
        "three digits have three places in a house"
    NakedQuad "hodoku-naked-quadruple" "Naked Quadruple" 2 120 "subset naked 4"
        "four cells of a house have four digits"
    HiddenQuad "hodoku-hidden-quadruple" "Hidden Quadruple" 2 150 "subset hidden 4"
        "four digits have four places in a house"
    XWing "hodoku-x-wing" "X-Wing" 2 140 "subset fish 2"
        "the places of a digit in two lines are in two lines across"
    Swordfish "hodoku-swordfish" "Swordfish" 2 150 "subset fish 3"
        "the places of a digit in three lines are in three lines across"
    Jellyfish "hodoku-jellyfish" "Jellyfish" 2 160 "subset fish 4"
        "the places of a digit in four lines are in four lines across"
    RemotePair "hodoku-remote-pair" "Remote Pair" 2 110 "remote-pair"
        "cells with two digits in a row, an even number: each two an odd number apart differ"
    Bug "hodoku-bug+1" "Bivalue Universal Grave + 1" 2 100 "bug"
        "all cells have two candidates but for one with three"
    Skyscraper "hodoku-skyscraper" "Skyscraper" 2 130 "links digit"
        "two lines of one kind with two places each, of which two are in one line across"
    Kite "hodoku-2-string-kite" "2-String Kite" 2 150 "links digit"
        "a row and a column with two places each, of which two are in one block"
    TurbotFish "hodoku-turbot-fish" "Turbot Fish" 2 120 "links digit"
        "two strong links of a digit, joined by a weak one"
    EmptyRectangle "hodoku-empty-rectangle" "Empty Rectangle" 2 120 "links groups"
        "the places of a digit in a block are in a row and a column; a pair across joins these"
    WWing "hodoku-w-wing" "W-Wing" 2 150 "links w-wing"
        "two cells with the same two candidates, and a house that links one of them"
    XyWing "hodoku-xy-wing" "XY-Wing" 2 160 "wing" "a pivot of two candidates and two cells that it sees"
    XyzWing "hodoku-xyz-wing" "XYZ-Wing" 2 180 "wing" "a pivot of three candidates and two cells that it sees"
    Uniqueness1 "hodoku-uniqueness-test-1" "Uniqueness Test 1" 2 100 "rectangle 1"
        "one cell of a rectangle has more than two digits"
    Uniqueness2 "hodoku-uniqueness-test-2" "Uniqueness Test 2" 2 100 "rectangle 2"
        "the cells with more, of one line, have one digit more"
    Uniqueness3 "hodoku-uniqueness-test-3" "Uniqueness Test 3" 2 100 "rectangle 3"
        "what two cells have more makes a subset"
    Uniqueness4 "hodoku-uniqueness-test-4" "Uniqueness Test 4" 2 100 "rectangle 4"
        "one of the two digits is locked in the two cells with more"
    Uniqueness5 "hodoku-uniqueness-test-5" "Uniqueness Test 5" 2 100 "rectangle 5"
        "opposite cells with more, or three, have one digit more"
    Uniqueness6 "hodoku-uniqueness-test-6" "Uniqueness Test 6" 2 100 "rectangle 6"
        "opposite cells have more, and a digit is in its lines only in the rectangle"
    HiddenRectangle "hodoku-hidden-rectangle" "Hidden Rectangle" 2 100 "rectangle hidden"
        "a digit is in the lines of a corner only in the rectangle"
    Avoidable1 "hodoku-avoidable-rectangle-1" "Avoidable Rectangle Type 1" 2 100 "rectangle avoidable 1"
        "three corners are placed, none of them a clue"
    Avoidable2 "hodoku-avoidable-rectangle-2" "Avoidable Rectangle Type 2" 2 100 "rectangle avoidable 2"
        "two corners are placed, and the others have the same digit more"
    FinnedXWing "hodoku-finned-x-wing" "Finned X-Wing" 2 130 "finned" "an x-wing but for fins"
    SashimiXWing "hodoku-sashimi-x-wing" "Sashimi X-Wing" 2 150 "finned sashimi"
        "an x-wing but for fins, with a line that has one place beside them"
    FinnedSwordfish "hodoku-finned-swordfish" "Finned Swordfish" 3 200 "finned" "a swordfish but for fins"
    SashimiSwordfish "hodoku-sashimi-swordfish" "Sashimi Swordfish" 3 240 "finned sashimi"
        "a swordfish but for fins, with a line that has one place beside them"
    FinnedJellyfish "hodoku-finned-jellyfish" "Finned Jellyfish" 3 250 "finned" "a jellyfish but for fins"
    SashimiJellyfish "hodoku-sashimi-jellyfish" "Sashimi Jellyfish" 3 260 "finned sashimi"
        "a jellyfish but for fins, with a line that has one place beside them"
    SueDeCoq "hodoku-sue-de-coq" "Sue de Coq" 3 250 "locked-set"
        "cells of a block and a line, with as many digits as cells"
    ColoursTrap "hodoku-simple-colors-trap" "Simple Colors Trap" 2 150 "colours trap"
        "a place sees both colours of the conjugate pairs of a digit"
    ColoursWrap "hodoku-simple-colors-wrap" "Simple Colors Wrap" 2 150 "colours wrap" "a colour sees itself"
    MultiColours1 "hodoku-multi-colors-1" "Multi Colors 1" 2 200 "colours nets"
        "a place sees a colour of each of two nets, of which the others see each other"
    MultiColours2 "hodoku-multi-colors-2" "Multi Colors 2" 2 200 "colours nets"
        "a colour sees both colours of another net"
    XChain "hodoku-x-chain" "X-Chain" 3 260 "links digit" "a chain of one digit"
    XyChain "hodoku-xy-chain" "XY-Chain" 3 260 "links cells" "a chain of cells with two candidates"
    ContinuousLoop "hodoku-continuous-nice-loop" "Continuous Nice Loop" 3 280 "rings groups"
        "a loop whose every link holds both ways"
    DiscontinuousLoop "hodoku-discontinuous-nice-loop" "Discontinuous Nice Loop" 3 280 "links groups"
        "a loop that leads to a candidate of its first cell"
    Aic "hodoku-aic" "AIC" 3 280 "links groups" "a chain of which one of the ends is true"
    GroupedContinuousLoop "hodoku-grouped-continuous-nice-loop" "Grouped Continuous Nice Loop" 3 300
        "rings groups" "as before, with groups of places"
    GroupedDiscontinuousLoop "hodoku-grouped-discontinuous-nice-loop" "Grouped Discontinuous Nice Loop" 3 300
        "links groups" "as before, with groups of places"
    GroupedAic "hodoku-grouped-aic" "Grouped AIC" 3 300 "links groups" "as before, with groups of places"
    AlsXz "hodoku-als-xz" "Almost Locked Set XZ-Rule" 3 300 "almost-locked 2"
        "two almost locked sets with a digit that one of them lacks"
    AlsXyWing "hodoku-als-xy-wing" "Almost Locked Set XY-Wing" 3 320 "almost-locked 3"
        "three almost locked sets, one linked to both others"
    AlsChain "hodoku-als-chain" "Almost Locked Set Chain" 3 340 "almost-locked"
        "four almost locked sets or more in a row"
    FrankenXWing "hodoku-franken-x-wing" "Franken X-Wing" 3 300 "franken"
        "an x-wing of which blocks may be base and cover"
    MutantXWing "hodoku-mutant-x-wing" "Mutant X-Wing" 3 300 "franken"
        "an x-wing whose base or cover is of blocks only"
    FrankenSwordfish "hodoku-franken-swordfish" "Franken Swordfish" 3 350 "franken"
        "a swordfish of which blocks may be base and cover"
    MutantSwordfish "hodoku-mutant-swordfish" "Mutant Swordfish" 3 350 "franken"
        "a swordfish whose base or cover is of blocks only"
    FinnedFrankenXWing "hodoku-finned-franken-x-wing" "Finned Franken X-Wing" 3 390 "franken finned"
        "a Franken x-wing but for fins"
    FinnedMutantXWing "hodoku-finned-mutant-x-wing" "Finned Mutant X-Wing" 3 390 "franken finned"
        "a mutant x-wing but for fins"
    FinnedFrankenSwordfish "hodoku-finned-franken-swordfish" "Finned Franken Swordfish" 3 410 "franken finned"
        "a Franken swordfish but for fins"
    FinnedMutantSwordfish "hodoku-finned-mutant-swordfish" "Finned Mutant Swordfish" 3 410 "franken finned"
        "a mutant swordfish but for fins"
    ForcingChainContradiction "hodoku-forcing-chain-contradiction" "Forcing Chain Contradiction" 4 500
        "forcing-chains" "chains from an assumption lead to a contradiction"
    ForcingChainVerity "hodoku-forcing-chain-verity" "Forcing Chain Verity" 4 500 "forcing-chains"
        "chains from all places or candidates lead to one outcome"
    ForcingNetContradiction "hodoku-forcing-net-contradiction" "Forcing Net Contradiction" 4 700
        "forcing-chains" "nets of singles from an assumption lead to a contradiction"
    ForcingNetVerity "hodoku-forcing-net-verity" "Forcing Net Verity" 4 700 "forcing-chains"
        "nets of singles from all places or candidates lead to one outcome"
    BruteForce "hodoku-brute-force" "Brute Force" 4 10000 "only-solution"
        "the value of the only solution, in the middle one of the empty cells"
    GiveUp "hodoku-give-up" "Give Up" 4 20000 "only-solution"
        "nothing: no technique finds more, which is rated so"
}
