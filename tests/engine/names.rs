//! Names mean what they say: each alias stands for the rules and sizes written here without use of the table
//! of names. Each rule is its naive twin (`twins.rs`).

use crate::common::random_10k;
use crate::common::state::find;
use rayon::prelude::*;
use sudoscope::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, House, notation, parse_puzzle};
use sudoscope::rules::ALIASES;
use sudoscope::scale::{Item, Scale, Solver};

/// Names; the rules and sizes that they mean.
#[rustfmt::skip] // a meaning a line
const NAMES: &[(&str, &str)] = &[
    ("last-cell last-in-house last-free-cell last-cell-in-house single-vacancy", "full-house"),
    ("ninth-digit last-instance", "last-digit"),
    ("hidden-single-block hidden-single-box hidden-single-in-box hidden-single-in-a-block slicing-and-dicing \
      crosshatching cross-hatching", "hidden-single-in-block"),
    ("hidden-single-line hidden-single-in-a-line", "hidden-single-in-line"),
    ("sole-candidate lone-single forced-digit only-candidate last-possible-number last-remaining-digit",
     "naked-single"),
    ("unique-candidate pinned-digit scanning last-remaining-cell only-place only-square",
     "hidden-single"),
    ("locked-candidates intersections intersection intersection-removal box-line-interaction omission \
      whip[1] whip-1", "lc"),
    ("locked-candidates-type-1 candidate-lines", "pointing"),
    ("locked-candidates-type-2 box-line-reduction", "claiming"),
    ("naked-pair naked-pairs disjoint-pair naked-double twins", "naked:2"),
    ("naked-triple naked-triples naked-triplet naked-triplets triplets", "naked:3"),
    ("naked-quad naked-quads naked-quadruple naked-quadruplet", "naked:4"),
    ("naked-subset naked-subsets disjoint-subset disjoint-subsets naked-set chain-exclusion cell-subset",
     "naked:2-4"),
    ("hidden-pair hidden-pairs hidden-double", "hidden:2"),
    ("hidden-triple hidden-triples hidden-triplet hidden-triplets", "hidden:3"),
    ("hidden-quad hidden-quads hidden-quadruple hidden-quadruplet", "hidden:4"),
    ("hidden-subset hidden-subsets hidden-set pile-exclusion", "hidden:2-4"),
    ("subsets hall-sets", "naked:2-4+hidden:2-4"),
    ("x-wing xwing x-wings basic-fish-2", "fish:2"),
    ("swordfish sword-fish basic-fish-3", "fish:3"),
    ("jellyfish jelly-fish basic-fish-4", "fish:4"),
    ("squirmbag starfish", "fish:5"),
    ("whale", "fish:6"),
    ("leviathan", "fish:7"),
    ("basic-fish super-hidden-subset super-hidden-subsets", "fish:2-4"),
    ("finned-x-wing", "finned:2"),
    ("sashimi-x-wing", "sashimi:2"),
    ("finned-swordfish", "finned:3"),
    ("sashimi-swordfish", "sashimi:3"),
    ("finned-jellyfish", "finned:4"),
    ("sashimi-jellyfish", "sashimi:4"),
    ("y-wing ywing xywing", "xy-wing:3"),
    ("wxyzwing wxyz bent-naked-quad bent-naked-quadruple", "wxyz-wing"),
    ("xy-chains xychain y-chain bivalue-cell-chain", "xy-chain:3-20"),
    ("x-chains xchain", "x-chain:2-10"),
    ("aics alternating-inference-chain alternating-inference-chains discontinuous-nice-loop",
     "aic:2-12"),
    ("continuous-nice-loop nice-loops", "nice-loop:2-12"),
    ("group-aic grouped-chain", "grouped-aic:2-12"),
    ("aic-with-als aic-with-almost-locked-sets", "als-aic:2-12"),
    ("nice-loop-with-als", "als-nice-loop:2-12"),
    ("aur-chain aur-aic almost-unique-rectangle almost-unique-rectangles", "ur-aic:2-12"),
    ("bug-chain bug-n-chain", "bug-aic:2-12"),
    ("nrc-chain", "bivalue-chain:2-12"),
    ("grouped-whip", "g-whip:2-36"),
    ("fishy-cycle x-cycles x-loop", "x-cycle"),
    ("hinges", "x-cycle-hinge"),
    ("simple-coloring simple-colouring simple-colors singles-chains single-chains",
     "simple-colours-trap+simple-colours-wrap"),
    ("medusa", "3d-medusa"),
    ("empty-rectangles", "empty-rectangle"),
    ("2-string-kite kite", "two-string-kite"),
    ("remote-pairs", "remote-pair"),
    ("semi-remote-pair", "w-wing"),
    ("local-wing", "l-wing"),
    ("hybrid-wing", "h-wing"),
    ("split-wing", "s-wing"),
    ("broken-wing guardian", "guardians:5-13"),
    ("binary-relationship-net", "br-net"),
    ("pattern-overlay pattern-overlay-method pom templating", "pom1"),
    ("all-different all-different-constraint", "alldiff"),
    ("bowmans-bingo trial-and-error", "trial"),
    ("unique-rectangle-type-1 unique-rectangle-1 uniqueness-test-1 ur-type-1 unique-corner", "ur1"),
    ("unique-rectangle-type-2 unique-rectangle-2 uniqueness-test-2 ur-type-2 unique-side", "ur2"),
    ("unique-rectangle-type-3 unique-rectangle-3 uniqueness-test-3 ur-type-3 unique-subset", "ur3"),
    ("unique-rectangle-type-4 unique-rectangle-4 uniqueness-test-4 ur-type-4", "ur4"),
    ("unique-rectangle-type-5 unique-rectangle-5 uniqueness-test-5 ur-type-5 unique-diagonal", "ur5"),
    ("unique-rectangle-type-6 unique-rectangle-6 uniqueness-test-6 ur-type-6", "ur6"),
    ("hidden-rectangle hidden-unique-rectangle", "hidden-ur"),
    ("hidden-avoidable-rectangle", "hidden-ar"),
    ("external-unique-rectangle", "external-ur"),
    ("unique-rectangle-wing", "ur-wing"),
    ("unique-rectangle-strong-link", "ur-strong-link"),
    ("avoidable-rectangle-type-1 avoidable-rectangle-1 ar-type-1", "ar1"),
    ("avoidable-rectangle-type-2 avoidable-rectangle-2 ar-type-2", "ar2"),
    ("uniqueness-test", "ur1+ur2+ur3+ur4+ur5+ur6"),
    ("unique-rectangle", "ur1+ur2+ur3+ur4+ur5+ur6+hidden-ur"),
    ("avoidable-rectangle", "ar1+ar2"),
    ("uniqueness", "ur1+ur2+ur3+ur4+ur5+ur6+hidden-ur+ar1+ar2+bug1"),
    ("unique-loops uniqueness-loop ul", "unique-loop:6-14"),
    ("extended-unique-rectangle extended-unique-rectangles extended-rectangles xr",
     "extended-rectangle:6-14"),
    ("avoidable-loop reverse-bivalue-universal-grave", "reverse-bug:4-14"),
    ("bug bug-type-1 bivalue-universal-grave", "bug1"),
    ("bug-n", "bug-plus:2-9"),
    ("gurth gurths-symmetrical-placement symmetrical-placement gurths-theorem", "gsp"),
    ("two-sector-disjoint-subsets", "sue-de-coq"),
    ("als-xz-rule", "als-xz"),
    ("als-xy-wing-rule", "als-xy-wing"),
    ("n-times-almost-locked-set-death-blossom", "anls-death-blossom:2-5"),
    ("ape aligned-pair", "aligned-pair-exclusion"),
    ("almost-locked-pair alp", "almost-locked-candidates:2"),
    ("almost-locked-triple alt", "almost-locked-candidates:3"),
    ("almost-locked-quadruple", "almost-locked-candidates:4"),
    ("alc", "almost-locked-candidates:2-4"),
    ("triple-firework", "firework-triple"),
    ("quadruple-firework firework-quad", "firework-quadruple"),
    ("double-forcing-chain digit-forcing-chains double-implication", "digit-forcing-chain:2-20"),
    ("cell-forcing-chains cell-forcing", "cell-forcing-chain:2-20"),
    ("region-forcing-chain region-forcing-chains unit-forcing-chains house-forcing-chain",
     "unit-forcing-chain:2-20"),
    ("contradiction-forcing-chain contradiction-chains forcing-chain-contradiction",
     "contradiction-chain:2-20"),
    ("franken-x-wing", "franken-fish:2"),
    ("franken-swordfish", "franken-fish:3"),
    ("franken-jellyfish", "franken-fish:4"),
    ("finned-franken-x-wing", "finned-franken-fish:2"),
    ("finned-franken-swordfish", "finned-franken-fish:3"),
    ("finned-franken-jellyfish", "finned-franken-fish:4"),
    ("kraken", "kraken-fish-1:2-4+kraken-fish-2:2-4"),
    ("kraken-fish-type-1", "kraken-fish-1:2-4"),
    ("kraken-fish-type-2", "kraken-fish-2:2-4"),
    ("domino-loop hidden-pair-loop v-loop stephen-kurzhals-loop", "sk-loop"),
    ("multi-sector-locked-set multi-sector-locked-sets multifish", "msls"),
    ("template-exocet", "exocet"),
    ("double-junior-exocet", "double-exocet"),
    ("degenerate-cyclic-tridagon", "degen-cycl-trid"),
];

/// Returns the rules and sizes of a definition, beyond singles if there are others.
fn meant(definition: &str) -> Vec<String> {
    let scale = Scale::define("x", definition).unwrap();
    let items = match &scale.items[scale.beyond_singles()] {
        [] => &scale.items[1..],
        items => items,
    };
    items.iter().map(Item::name).collect()
}

#[test]
fn each_name_means_these_rules() {
    let mut names: Vec<&str> = NAMES.iter().flat_map(|row| row.0.split_whitespace()).collect();
    let mut known: Vec<&str> = ALIASES.iter().map(|[name, _]| *name).collect();
    names.sort_unstable();
    known.sort_unstable();
    assert_eq!(names, known);
    for (names, meaning) in NAMES {
        names.split_whitespace().for_each(|name| assert_eq!(meant(name), meant(meaning), "{name}"));
    }
}

/// Finds pairs of cells in no common house with the same two digits, and a block whose places for either
/// digit are all seen by one of the cells, some only by the first and some only by the second.
fn er_intersection_pairs(grid: &Grid) -> Candidates {
    let pairs: Vec<Cell> = (!grid.placed()).filter(|&cell| grid.digits_of(cell).count_ones() == 2).collect();
    let mut gone = Candidates::EMPTY;
    for (&a, &b) in pairs.iter().flat_map(|a| pairs.iter().map(move |b| (a, b))) {
        let digits: Vec<Digit> = Digit::in_mask(grid.digits_of(a)).collect();
        let is_split = |&digit: &Digit, block: Cells| {
            let places = block & grid.open_plane(digit);
            places.is_subset(a.peers() | b.peers())
                && !places.is_subset(a.peers())
                && !places.is_subset(b.peers())
                && places.len() > 1
        };
        let same = a < b && !a.peers().contains(b) && grid.digits_of(a) == grid.digits_of(b);
        for block in
            House::blocks().map(House::cells).filter(|block| !block.contains(a) && !block.contains(b))
        {
            if same && digits.iter().all(|digit| is_split(digit, block)) {
                for &digit in &digits {
                    let seen = a.peers() & b.peers() & grid.open_plane(digit);
                    seen.for_each(|cell| gone.insert(Candidate::new(digit, cell)));
                }
            }
        }
    }
    gone
}

/// Every ER intersection pair, which has no rule of its own, is a w-wing or a grouped one, as `no_rules.tsv`
/// says.
#[test]
fn er_intersection_pairs_are_w_wings() {
    let ladder = Scale::define("test", "brt,lc").unwrap();
    let count = |line: &String| {
        let (clues, mut solver) = (parse_puzzle(line.as_bytes()).unwrap(), Solver::new());
        solver.observe(&clues, &ladder, u64::MAX, &mut |_| {});
        let grid = solver.grid();
        let [mut wings, grouped] = ["w-wing", "grouped-w-wing"].map(|rule| find(rule, 0, grid).eliminated);
        wings.extend(&grouped);
        let pairs = er_intersection_pairs(grid);
        assert!(pairs.iter().all(|one| wings.contains(one)), "{}", notation::pencilmarks(grid));
        pairs.len()
    };
    assert!(random_10k()[..800].par_iter().map(count).sum::<usize>() > 0);
}
