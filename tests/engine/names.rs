//! Names mean what they say: in mixed states each alias of a rule proves the same as a definition of the
//! alias, written here and in the naive twins without use of the table of names.

use crate::common::state::find_after;
use crate::common::twins::or_k::{Form, tridagons};
use crate::common::twins::unique::{extended, naive, reversed};
use crate::common::twins::{Proved, Said, said};
use crate::common::twins::{links, rectangles, symmetry};
use crate::common::{random_10k, shared, thorough};
use rayon::prelude::*;
use std::ops::RangeInclusive;
use sudoscope::evidence::Info;
use sudoscope::grid::{
    Candidate, Candidates, Cell, Cells, Digit, Grid, House, exhaust, notation, parse_puzzle,
};
use sudoscope::input::read_puzzle;
use sudoscope::rule::Findings;
use sudoscope::rules::{ALIASES, RULES, SINGLES};
use sudoscope::scale::{Item, Scale, Solver};

/// Names; their meaning as twins with sizes; the largest size compared; the share of the states compared (one
/// in `SAMPLE` times this number, all in a thorough run).
#[rustfmt::skip] // a meaning a line
const NAMES: &[(&str, &str, usize, usize)] = &[
    ("last-cell last-in-house last-free-cell last-cell-in-house single-vacancy", "full-house", 0, 1),
    ("ninth-digit last-instance", "last-digit", 0, 1),
    ("hidden-single-block hidden-single-box hidden-single-in-box hidden-single-in-a-block slicing-and-dicing \
      crosshatching cross-hatching", "hidden-single-in-block", 0, 1),
    ("hidden-single-line hidden-single-in-a-line", "hidden-single-in-line", 0, 1),
    ("sole-candidate lone-single forced-digit only-candidate last-possible-number last-remaining-digit",
     "naked-single", 0, 1),
    ("unique-candidate pinned-digit scanning last-remaining-cell only-place only-square",
     "hidden-single", 0, 1),
    ("locked-candidates intersections intersection intersection-removal box-line-interaction omission \
      whip[1] whip-1", "pointing+claiming", 0, 1),
    ("locked-candidates-type-1 candidate-lines", "pointing", 0, 1),
    ("locked-candidates-type-2 box-line-reduction", "claiming", 0, 1),
    ("naked-pair naked-pairs disjoint-pair naked-double twins", "naked:2", 9, 1),
    ("naked-triple naked-triples naked-triplet naked-triplets triplets", "naked:3", 9, 1),
    ("naked-quad naked-quads naked-quadruple naked-quadruplet", "naked:4", 9, 1),
    ("naked-subset naked-subsets disjoint-subset disjoint-subsets naked-set chain-exclusion cell-subset",
     "naked:2-4", 9, 1),
    ("hidden-pair hidden-pairs hidden-double", "hidden:2", 9, 1),
    ("hidden-triple hidden-triples hidden-triplet hidden-triplets", "hidden:3", 9, 1),
    ("hidden-quad hidden-quads hidden-quadruple hidden-quadruplet", "hidden:4", 9, 1),
    ("hidden-subset hidden-subsets hidden-set pile-exclusion", "hidden:2-4", 9, 1),
    ("subsets hall-sets", "naked:2-4+hidden:2-4", 9, 1),
    ("x-wing xwing x-wings basic-fish-2", "fish:2", 9, 1),
    ("swordfish sword-fish basic-fish-3", "fish:3", 9, 1),
    ("jellyfish jelly-fish basic-fish-4", "fish:4", 9, 1),
    ("squirmbag starfish", "fish:5", 9, 1),
    ("whale", "fish:6", 9, 1),
    ("leviathan", "fish:7", 9, 1),
    ("basic-fish super-hidden-subset super-hidden-subsets", "fish:2-4", 9, 1),
    ("finned-x-wing", "finned:2", 9, 5),
    ("sashimi-x-wing", "sashimi:2", 9, 5),
    ("finned-swordfish", "finned:3", 9, 10),
    ("sashimi-swordfish", "sashimi:3", 9, 10),
    ("finned-jellyfish", "finned:4", 9, 25),
    ("sashimi-jellyfish", "sashimi:4", 9, 10),
    ("y-wing ywing xywing", "wings of a pivot", 9, 1),
    ("wxyzwing wxyz bent-naked-quad bent-naked-quadruple", "wxyz-wing", 0, 5),
    ("xy-chains xychain y-chain bivalue-cell-chain", "xy-chain:3-20", 20, 50),
    ("x-chains xchain", "x-chain:2-10", 10, 2),
    ("aics alternating-inference-chain alternating-inference-chains discontinuous-nice-loop",
     "aic:2-12", 12, 5),
    ("continuous-nice-loop nice-loops", "nice-loop:2-12", 12, 5),
    ("group-aic grouped-chain", "grouped-aic:2-12", 12, 10),
    ("aic-with-als aic-with-almost-locked-sets", "als-aic:2-12", 4, 25),
    ("nice-loop-with-als", "als-nice-loop:2-12", 4, 25),
    ("aur-chain aur-aic almost-unique-rectangle almost-unique-rectangles", "ur-aic:2-12", 4, 25),
    ("bug-chain bug-n-chain", "bug-aic:2-12", 4, 5),
    ("nrc-chain", "bivalue-chain:2-12", 4, 10),
    ("grouped-whip", "g-whip:2-36", 3, 25),
    ("fishy-cycle x-cycles x-loop", "x-cycle", 0, 1),
    ("hinges", "x-cycle-hinge", 0, 1),
    ("simple-coloring simple-colouring simple-colors singles-chains single-chains",
     "simple-colours-trap+simple-colours-wrap", 0, 1),
    ("medusa", "3d-medusa", 0, 1),
    ("empty-rectangles", "empty-rectangle", 0, 1),
    ("2-string-kite kite", "two-string-kite", 0, 1),
    ("remote-pairs", "remote-pair", 0, 1),
    ("semi-remote-pair", "w-wing", 0, 1),
    ("local-wing", "l-wing", 0, 1),
    ("hybrid-wing", "h-wing", 0, 1),
    ("split-wing", "s-wing", 0, 1),
    ("broken-wing guardian", "guardians:5-13", 5, 5),
    ("binary-relationship-net", "br-net", 0, 1),
    ("pattern-overlay pattern-overlay-method pom templating", "pom1", 0, 1),
    ("all-different all-different-constraint", "alldiff", 0, 1),
    ("bowmans-bingo trial-and-error", "trial", 0, 10),
    ("unique-rectangle-type-1 unique-rectangle-1 uniqueness-test-1 ur-type-1 unique-corner", "ur1", 0, 1),
    ("unique-rectangle-type-2 unique-rectangle-2 uniqueness-test-2 ur-type-2 unique-side", "ur2", 0, 1),
    ("unique-rectangle-type-3 unique-rectangle-3 uniqueness-test-3 ur-type-3 unique-subset", "ur3", 0, 1),
    ("unique-rectangle-type-4 unique-rectangle-4 uniqueness-test-4 ur-type-4", "ur4", 0, 1),
    ("unique-rectangle-type-5 unique-rectangle-5 uniqueness-test-5 ur-type-5 unique-diagonal", "ur5", 0, 1),
    ("unique-rectangle-type-6 unique-rectangle-6 uniqueness-test-6 ur-type-6", "ur6", 0, 1),
    ("hidden-rectangle hidden-unique-rectangle", "hidden-ur", 0, 1),
    ("hidden-avoidable-rectangle", "hidden-ar", 0, 1),
    ("external-unique-rectangle", "external-ur", 0, 1),
    ("unique-rectangle-wing", "ur-wing", 0, 1),
    ("unique-rectangle-strong-link", "ur-strong-link", 0, 1),
    ("avoidable-rectangle-type-1 avoidable-rectangle-1 ar-type-1", "ar1", 0, 1),
    ("avoidable-rectangle-type-2 avoidable-rectangle-2 ar-type-2", "ar2", 0, 1),
    ("uniqueness-test", "ur1+ur2+ur3+ur4+ur5+ur6", 0, 1),
    ("unique-rectangle", "ur1+ur2+ur3+ur4+ur5+ur6+hidden-ur", 0, 1),
    ("avoidable-rectangle", "ar1+ar2", 0, 1),
    ("uniqueness", "ur1+ur2+ur3+ur4+ur5+ur6+hidden-ur+ar1+ar2+bug1", 0, 1),
    ("unique-loops uniqueness-loop ul", "unique-loop:6-14", 14, 5),
    ("extended-unique-rectangle extended-unique-rectangles extended-rectangles xr",
     "extended-rectangle:6-14", 8, 2),
    ("avoidable-loop reverse-bivalue-universal-grave", "reverse-bug:4-14", 10, 1),
    ("bug bug-type-1 bivalue-universal-grave", "bug1", 0, 1),
    ("bug-n", "bug-plus:2-9", 9, 1),
    ("gurth gurths-symmetrical-placement symmetrical-placement gurths-theorem", "gsp", 0, 25),
    ("two-sector-disjoint-subsets", "sue-de-coq", 0, 1),
    ("als-xz-rule", "als-xz", 0, 2),
    ("als-xy-wing-rule", "als-xy-wing", 0, 5),
    ("n-times-almost-locked-set-death-blossom", "anls-death-blossom:2-5", 3, 20),
    ("ape aligned-pair", "aligned-pair-exclusion", 0, 5),
    ("almost-locked-pair alp", "almost-locked-candidates:2", 9, 1),
    ("almost-locked-triple alt", "almost-locked-candidates:3", 9, 1),
    ("almost-locked-quadruple", "almost-locked-candidates:4", 9, 1),
    ("alc", "almost-locked-candidates:2-4", 9, 1),
    ("triple-firework", "firework-triple", 0, 1),
    ("quadruple-firework firework-quad", "firework-quadruple", 0, 1),
    ("double-forcing-chain digit-forcing-chains double-implication", "digit-forcing-chain:2-20", 20, 50),
    ("cell-forcing-chains cell-forcing", "cell-forcing-chain:2-20", 20, 50),
    ("region-forcing-chain region-forcing-chains unit-forcing-chains house-forcing-chain",
     "unit-forcing-chain:2-20", 20, 50),
    ("contradiction-forcing-chain contradiction-chains forcing-chain-contradiction",
     "contradiction-chain:2-20", 20, 50),
    ("franken-x-wing", "franken-fish:2", 9, 1),
    ("franken-swordfish", "franken-fish:3", 9, 2),
    ("franken-jellyfish", "franken-fish:4", 9, 5),
    ("finned-franken-x-wing", "finned-franken-fish:2", 9, 1),
    ("finned-franken-swordfish", "finned-franken-fish:3", 9, 10),
    ("finned-franken-jellyfish", "finned-franken-fish:4", 9, 25),
    ("kraken", "kraken-fish-1:2-4+kraken-fish-2:2-4", 2, 20),
    ("kraken-fish-type-1", "kraken-fish-1:2-4", 3, 10),
    ("kraken-fish-type-2", "kraken-fish-2:2-4", 3, 20),
    ("domino-loop hidden-pair-loop v-loop stephen-kurzhals-loop", "sk-loop", 0, 20),
    ("multi-sector-locked-set multi-sector-locked-sets multifish", "msls", 0, 50),
    ("template-exocet", "exocet", 0, 50),
    ("double-junior-exocet", "double-exocet", 0, 50),
    ("degenerate-cyclic-tridagon", "guardians of tridagons", 0, 1),
];

/// States for each one that is compared.
const SAMPLE: usize = 12;

/// State of a puzzle: the initial state, the current one, and the current one after singles.
struct At {
    first: Grid,
    grid: Grid,
    exhausted: Grid,
}

impl At {
    fn of(first: Grid, grid: Grid) -> At {
        let mut exhausted = grid;
        exhaust(&mut exhausted);
        At { first, grid, exhausted }
    }
}

/// Puzzle in which a digit has seven rows and seven columns, and no fewer.
const LEVIATHAN: &str = ".1.........5.3..7......8.4.84...1.....27...3...3.84..2.9....1.....479...3......2.";

/// Returns states from HoDoKu's library and from climbs of puzzles in mixed collections.
fn states() -> Vec<At> {
    let first = Grid::from_clues(&parse_puzzle(LEVIATHAN.as_bytes()).unwrap());
    let mut all = vec![At::of(first, first)];
    if let Some(library) = shared("reglib.txt") {
        let text = std::fs::read_to_string(library).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with(':')).collect();
        for line in lines.iter().step_by(lines.len() / 250) {
            let Ok(found) = read_puzzle(line.as_bytes()) else { continue };
            let mut first = Grid::default();
            first.place_all(&found.puzzle.clues());
            all.push(At::of(first, found.puzzle.grid()));
        }
    }
    let lines = |name: &str| -> Vec<String> {
        let text = shared(name).map(|path| std::fs::read_to_string(path).unwrap()).unwrap_or_default();
        text.lines().skip(1).take(20).map(|line| line[..81].to_string()).collect()
    };
    let mut puzzles = random_10k()[..80].to_vec();
    puzzles.extend(["top1465.txt", "sudogen0.txt", "cbg-000.csv"].into_iter().flat_map(lines));
    let ladder = Scale::define("test", "brt,lc,subset:2-4,xy-chain+skyscraper,whip:2-36").unwrap();
    let on_the_way = |(k, line): (usize, &String)| {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let mut here = Vec::new();
        Solver::new().observe(&clues, &ladder, u64::MAX, &mut |applied| here.push(*applied.grid));
        // An early state and a late one, at places that vary from puzzle to puzzle.
        let count = here.len();
        let two = [k % count, count / 2 + k % (count - count / 2)];
        two.map(|at| At::of(Grid::from_clues(&clues), here[at]))
    };
    all.par_extend(puzzles.par_iter().enumerate().flat_map_iter(on_the_way));
    all
}

/// Returns the states in which a rule proves something in its example.
fn states_of_example(rule: &Info) -> Vec<At> {
    let ladder = rule.example.ladder;
    let ladder = Scale::named(ladder).or_else(|_| Scale::define("example", ladder)).unwrap();
    let (clues, mut here) = (parse_puzzle(rule.example.puzzle.as_bytes()).unwrap(), Vec::new());
    Solver::new().observe(&clues, &ladder, u64::MAX, &mut |applied| {
        if applied.item.rule.info().name == rule.name {
            here.push(At::of(Grid::from_clues(&clues), *applied.grid));
        }
    });
    here
}

/// Splits a meaning into rules or twins with their sizes.
fn parts(meaning: &'static str) -> Vec<(&'static str, RangeInclusive<usize>)> {
    let of = |part: &'static str| {
        let (name, sizes) = part.split_once(':').unwrap_or((part, "0"));
        let (from, to) = sizes.split_once('-').unwrap_or((sizes, sizes));
        (name, from.parse().unwrap()..=to.parse().unwrap())
    };
    meaning.split('+').map(of).collect()
}

/// Finds XY-wings: a pivot of two digits, and two wings that each have one of these digits and share a third
/// digit.
fn xy_wings(grid: &Grid) -> Candidates {
    let held = |cell: Cell| grid.digits_of(cell);
    let pairs: Cells = (!grid.placed()).filter(|&cell| held(cell).count_ones() == 2).collect();
    let mut gone = Candidates::EMPTY;
    for pivot in pairs {
        let wings: Vec<Cell> = (pivot.peers() & pairs).collect();
        for (&a, &b) in wings.iter().flat_map(|a| wings.iter().map(move |b| (a, b))) {
            let shared = held(a) & held(b);
            if shared.count_ones() == 1 && held(pivot) == held(a) ^ held(b) {
                let digit = Digit::lowest(shared);
                let seen = a.peers() & b.peers() & grid.open_plane(digit);
                seen.for_each(|cell| gone.insert(Candidate::new(digit, cell)));
            }
        }
    }
    gone
}

/// Returns the conclusions of a twin at a size, if it gives any answer.
fn defined(twin: &str, size: usize, first: &Grid, grid: &Grid) -> Option<Proved> {
    match twin {
        "ur1" | "ur2" | "ur3" | "ur4" | "ur5" | "ur6" | "hidden-ur" | "ar1" | "ar2" => {
            return Some(Proved::false_ones(naive(&[twin], first, grid)[0]));
        }
        "ur-strong-link" | "hidden-ar" | "ur-wing" | "external-ur" => {
            return Some(Proved::false_ones(rectangles::naive(twin, first, grid)));
        }
        "ur-aic" | "ur-nice-loop" => return Some(links::of_rectangles(twin, size, first, grid)),
        "gsp" => return Some(Proved::false_ones(symmetry::placed(first, grid))),
        "reverse-bug" => return Some(Proved::false_ones(reversed(size, first, grid))),
        "extended-rectangle" => return Some(Proved::false_ones(extended(size, first, grid))),
        "wings of a pivot" => return Some(Proved::false_ones(xy_wings(grid))),
        "guardians of tridagons" => {
            let all = tridagons(grid, Form::Cyclic).into_iter().flat_map(|(_, guardians)| guardians);
            return Some(Proved::false_ones(all.collect()));
        }
        _ => {}
    }
    match said(twin, size, grid, &Candidates::EMPTY, u64::MAX) {
        Said::Exactly(proved) => Some(proved),
        Said::UpToSize(eliminated) => Some(Proved::false_ones(eliminated)),
        _ => None,
    }
}

/// Returns a name's conclusions at sizes up to a limit (for relations, the size is the number of guardians)
/// and the conclusions of the name's definition, or `None` if the definition takes too long.
fn both(items: &[Item], meaning: &'static str, upto: usize, at: &At) -> Option<[Proved; 2]> {
    let is_single = |item: &Item| RULES[..SINGLES].iter().any(|it| it.info().name == item.rule.info().name);
    let grid = if items.iter().any(is_single) { &at.grid } else { &at.exhausted };
    let unite = |all: &mut Proved, one: &Proved| {
        all.eliminated.extend(&one.eliminated);
        all.asserted.extend(&one.asserted);
        all.contradiction |= one.contradiction;
    };
    let (mut named, mut meant) = (Proved::default(), Proved::default());
    for item in items.iter().filter(|item| usize::from(item.size) <= upto) {
        let found = find_after(&at.first, item.rule.info().name, item.size.into(), grid);
        let Findings { eliminated, asserted, contradiction, related, .. } = found;
        unite(&mut named, &Proved { eliminated, asserted, contradiction });
        related.iter().for_each(|relation| named.eliminated.extend(&relation.guardians));
    }
    for (twin, sizes) in parts(meaning) {
        for size in sizes.filter(|size| *size <= upto) {
            unite(&mut meant, &defined(twin, size, &at.first, grid)?);
        }
    }
    Some([named, meant])
}

#[test]
fn each_name_proves_what_it_means() {
    let mut names: Vec<&str> = NAMES.iter().flat_map(|row| row.0.split_whitespace()).collect();
    let mut known: Vec<&str> = ALIASES.iter().map(|[name, _]| *name).collect();
    names.sort_unstable();
    known.sort_unstable();
    assert_eq!(names, known);
    let all = states();
    assert!(all.len() >= 500 || shared("reglib.txt").is_none(), "{}", all.len());
    NAMES.par_iter().for_each(|&(names, meaning, upto, share)| {
        let items_of = |name: &str| {
            let scale = Scale::define("x", name).unwrap();
            match &scale.items[scale.beyond_singles()] {
                [] => scale.items[1..].to_vec(),
                items => items.to_vec(),
            }
        };
        let mut names = names.split_whitespace().map(|name| (name, items_of(name)));
        let (name, items) = names.next().unwrap();
        let texts = |items: &[Item]| items.iter().map(Item::name).collect::<Vec<_>>();
        names.for_each(|(other, its)| assert_eq!(texts(&its), texts(&items), "{name}, {other}"));
        let example = states_of_example(items[0].rule.info());
        let compared = |at: &At| {
            let [named, meant] = both(&items, meaning, upto, at)?;
            let show = || format!("{name}\n{}", notation::pencilmarks(&at.exhausted));
            assert_eq!(named, meant, "{}", show());
            Some(meant.eliminated.len() + meant.asserted.len())
        };
        // A rare pattern may be in none of the sampled states.
        let shares = if thorough() { vec![1] } else { vec![SAMPLE * share, share] };
        let proved_in =
            |share: usize| all.par_iter().step_by(share).chain(&example).filter_map(compared).sum::<usize>();
        let proved = shares.into_iter().map(proved_in).find(|&proved| proved > 0).unwrap_or(0);
        assert!(proved > 0, "{name} proves nothing");
    });
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
    let count = |at: &At| {
        let by = |name: &str| find_after(&at.first, name, 0, &at.exhausted).eliminated;
        let (mut wings, pairs) = (by("w-wing"), er_intersection_pairs(&at.exhausted));
        wings.extend(&by("grouped-w-wing"));
        let show = || notation::pencilmarks(&at.exhausted);
        assert!(pairs.iter().all(|one| wings.contains(one)), "{}", show());
        pairs.len()
    };
    let share = if thorough() { 1 } else { SAMPLE / 4 };
    let proved: usize = states().par_iter().step_by(share).map(count).sum();
    assert!(proved > 0);
}
