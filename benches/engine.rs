//! Benchmarks of the engine alone, on one thread, with the embedded collection: `cargo bench`. For benchmarks
//! with a word in their names: `cargo bench -- whip`; to run each once: `-- --test`. `scripts/bench` times
//! the whole program and compares it with other raters.

use std::cell::LazyCell;
use std::hint::black_box;
use std::time::{Duration, Instant};
use sudoscope::brute;
use sudoscope::budget::Budget;
use sudoscope::grid::{Cells, Grid, parse_puzzle};
use sudoscope::rule::Findings;
use sudoscope::scale::{Effort, Item, Outcome, Scale, Solver};
use sudoscope::state::State;

/// Benchmarks that the command line selects.
struct Bench {
    words: Vec<String>,
    once: bool,
}

impl Bench {
    fn of_arguments() -> Bench {
        let (options, words) = std::env::args().skip(1).partition(|word| word.starts_with("--"));
        let options: Vec<String> = options;
        Bench { words, once: options.iter().any(|option| option == "--test") }
    }

    /// Prints the median of the times for a `unit`, as measured by `measure`, and the first time separately.
    fn time(&self, name: &str, unit: &str, mut measure: impl FnMut() -> Duration) {
        if !self.words.is_empty() && !self.words.iter().any(|word| name.contains(word)) {
            return;
        }
        let first = measure();
        if self.once {
            return println!("{name}: ran");
        }
        let began = Instant::now();
        let mut times = vec![];
        while times.len() < 10 || began.elapsed() < Duration::from_secs(1) {
            times.push(measure());
        }
        times.sort_unstable();
        let [least, median, most] = [0, times.len() / 2, times.len() - 1].map(|at| times[at]);
        println!("{name:40} {median:>10.2?} a {unit} ({least:.2?} to {most:.2?}; first {first:.2?})");
    }
}

/// Returns the mean time of a unit, if `work` does `count` of them.
fn each(count: usize, work: impl FnOnce()) -> Duration {
    let began = Instant::now();
    work();
    began.elapsed() / count as u32
}

/// Reads the first puzzles of the embedded collection.
fn puzzles(count: usize) -> Vec<[Cells; 9]> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/random-10k.txt");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().take(count).map(|line| parse_puzzle(line.as_bytes()).unwrap()).collect()
}

fn ladders(bench: &Bench) {
    let puzzles = puzzles(500);
    for name in ["BRT", "S", "W", "B", "S+W"] {
        let ladder = [Scale::named(name).unwrap()];
        let mut solver = Solver::new();
        bench.time(&format!("rate/{name}"), "puzzle", || {
            each(puzzles.len(), || {
                for clues in &puzzles {
                    black_box(solver.rate(clues, &ladder, Effort::default()));
                }
            })
        });
    }
}

fn validation(bench: &Bench) {
    let grids: Vec<Grid> = puzzles(2000).iter().map(Grid::from_clues).collect();
    bench.time("brute force, limit 2", "puzzle", || {
        each(grids.len(), || {
            black_box(grids.iter().map(|grid| brute::solutions(grid, 2).0).sum::<usize>());
        })
    });
}

/// Ladders, by name or definition, with the items that are timed.
const TIMED: &[(&str, &str)] = &[
    (
        "brt,lc,subset:2-4+fish:2-4+finned-fish:2-3,alldiff",
        "lc naked[2] naked[3] naked[4] hidden[2] hidden[3] fish[2] fish[3] finned-fish[2] finned-fish[3] \
         alldiff",
    ),
    (
        "brt,lc,x-cycle,x-cycle-hinge,x-cycle-general,y-cycle,y-knot",
        "x-cycle x-cycle-hinge x-cycle-general y-cycle y-knot",
    ),
    ("brt,lc,unique", "ur1 ur4 hidden-ur bug1"),
    (
        "brt,lc,subset:2-4,skyscraper,two-string-kite,turbot-fish,empty-rectangle,w-wing,remote-pair,\
         simple-colours-trap,multi-colours,finned:2-3,sashimi:2-3,x-chain:2-4,xy-chain:3-5,sue-de-coq,als-xz,\
         als-xy-wing,aic:2-5,nice-loop:2-5,grouped-aic:2-4",
        "skyscraper two-string-kite turbot-fish empty-rectangle w-wing remote-pair simple-colours-trap \
         multi-colours finned[3] sashimi[3] x-chain[4] xy-chain[5] sue-de-coq als-xz als-xy-wing aic[5] \
         nice-loop[5] grouped-aic[4]",
    ),
    (
        "N",
        "xy[4] hxy[4] c[4] xyt[4] hxyt[4] xyzt[4] hxyzt[4] nrc[3] nrct-2d[4] nrczt-2d[4] \
         nrczt-2d-lr-lasso[4] nrczt-2d-rl-lasso[4]",
    ),
    ("nrczt", "nrczt[4]"),
    ("tW", "bivalue-chain[3] t-whip[4]"),
    ("Z", "z-chain[4]"),
    ("brt,whip:1-2,oddagon:3-7", "oddagon[5]"),
    ("TyW", "typed-whip[4]"),
    ("W", "lc whip[2] whip[3] whip[4] whip[5]"),
    ("B", "braid[3] braid[4] braid[5]"),
    ("gW", "g-whip[2] g-whip[3] g-whip[4]"),
    ("gB", "g-braid[3] g-braid[4]"),
    ("F3W", "forcing-whip[4] forcing3-whip[4]"),
    ("S2W", "s2-whip[3]"),
    ("S4W", "s4-whip[3]"),
    ("S4B", "s4-braid[3]"),
    ("brt,pom1,pom2,pom3", "pom1 pom2 pom3"),
    ("brt,pb1,pb2,pb3", "pb1 pb2 pb3"),
    ("brt,lc,br-net,br-net-hinge,br-net-streams", "br-net br-net-hinge br-net-streams"),
    ("brt,lc,trial", "trial"),
    ("brt,lc,trial-w1", "trial-w1"),
    ("brt,lc,subset:2+fish:2,trial-s2", "trial-s2"),
];

/// Returns the states at which the ladder `before` stops on the first puzzles that it does not solve, and
/// their solutions.
fn frozen(puzzles: &[[Cells; 9]], before: Scale) -> Vec<(Grid, Option<Grid>)> {
    let before = [before];
    let mut solver = Solver::new();
    let stuck = puzzles.iter().filter_map(|clues| {
        let (_, climbs) = solver.rate(clues, &before, Effort::default());
        let grid = *solver.grid();
        (climbs[0].outcome == Outcome::Unsolved).then(|| (grid, brute::unique_solution(&grid)))
    });
    let states: Vec<_> = stuck.take(30).collect();
    assert!(!states.is_empty(), "no puzzle is left");
    states
}

/// Measures the times of the last of `items` in these states (plus some 50 ns for reading the clock). Earlier
/// items are applied first, as in a climb: they prove nothing more, but build graphs and partial chains.
fn times_in(
    states: &[(Grid, Option<Grid>)], state: &mut State, items: &[Item],
) -> impl ExactSizeIterator<Item = Duration> {
    let (item, before) = items.split_last().unwrap();
    states.iter().map(move |(grid, solution)| {
        state.reset(grid, *solution, Budget(u64::MAX));
        let mut found = Findings::default();
        for item in before {
            item.rule.find(state, item.size, &mut found).unwrap();
        }
        assert!(!found.any());
        let begin = Instant::now();
        item.rule.find(state, item.size, &mut found).unwrap();
        let time = begin.elapsed();
        black_box(&found);
        time
    })
}

fn mean(times: impl ExactSizeIterator<Item = Duration>) -> Duration {
    let count = times.len() as u32;
    times.sum::<Duration>() / count
}

fn median(times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    times[times.len() / 2]
}

/// Times each rule by itself, in states in which the simpler rules of its ladder prove nothing more.
fn rules(bench: &Bench) {
    let puzzles = puzzles(1500);
    let mut state = State::new();
    for (definition, names) in TIMED {
        let ladder = Scale::named(definition);
        let ladder = ladder.or_else(|_| Scale::define("own", definition)).unwrap();
        for name in names.split_whitespace() {
            let at = ladder.items.iter().position(|item| item.name() == name).unwrap();
            let (before, items) = (&ladder.items[..at], &ladder.items[..=at]);
            let states = LazyCell::new(|| frozen(&puzzles, ladder.with_items(before.to_vec())));
            bench.time(&format!("find/{name}"), "state", || mean(times_in(&states, &mut state, items)));
        }
    }
}

/// Players' techniques that are not in H, applied after locked candidates, subsets and fish.
const OTHERS: &str = "death-blossom wxyz-wing unique-loop:6-10 bug-plus:2-4 mutant-fish:2-3 \
    kraken-fish-1:2-3 kraken-fish-2:2-3 als-aic:2-5 als-nice-loop:2-5 digit-forcing-chain:2-4 \
    cell-forcing-chain:2-4 unit-forcing-chain:2-4 contradiction-chain:2-4 almost-locked-candidates:2-4 \
    aligned-pair-exclusion firework-triple firework-quadruple";

/// Times players' techniques on states where the earlier techniques find nothing more. Each time is the
/// median over the states.
fn players(bench: &Bench) {
    let puzzles = puzzles(1500);
    let mut state = State::new();
    let others = OTHERS.split_whitespace().map(|one| {
        let ladder = Scale::define("own", &format!("brt,lc,subset:2-4+fish:2-4,{one}")).unwrap();
        let name = one.split(':').next().unwrap();
        let first = ladder.items.iter().position(|item| item.rule.info().name == name).unwrap();
        (first, ladder)
    });
    let hodoku = Scale::named("H").unwrap();
    for (first, ladder) in [(hodoku.beyond_singles().start, hodoku)].into_iter().chain(others) {
        for at in first..ladder.items.len() {
            let (before, items) = (&ladder.items[..at], &ladder.items[..=at]);
            let states = LazyCell::new(|| frozen(&puzzles, ladder.with_items(before.to_vec())));
            bench.time(&format!("player/{}", items[at].name()), "state", || {
                median(times_in(&states, &mut state, items))
            });
        }
    }
}

fn main() {
    let bench = Bench::of_arguments();
    ladders(&bench);
    validation(&bench);
    rules(&bench);
    players(&bench);
}
