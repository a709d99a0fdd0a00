//! Helpers for the tests and for the fuzz target that tests the rules.
#![allow(dead_code, unused_imports)] // no binary uses all of it

pub mod state;

pub use sudoscope_twins::{self as twins, model, patterns, relations};

use std::ops::Range;
use std::path::{Path, PathBuf};
use sudoscope::budget::{FORCING_STEP, LINKED_STEP};
use sudoscope::rule::Info;
use sudoscope::scale::{ItemSet, Named, SCALES, Scale};
use sudoscope::testing::families::{Chains, named};

/// Returns the path of `../shared/data/NAME`. If it is missing, the test is skipped with a line that says so;
/// under `CI=true` this is a failure.
pub fn shared(name: &str) -> Option<PathBuf> {
    beside(&format!("../shared/data/{name}"))
}

/// Whether `THOROUGH=1` asks for the longer form of a test that samples otherwise.
pub fn thorough() -> bool {
    std::env::var_os("THOROUGH").is_some_and(|value| value == "1")
}

/// Chooses the size of a sample: small, large with debug assertions (the checked run of `.ci/run` repeats
/// such tests), or all in a thorough run.
pub fn sample<T>(small: T, large: T, all: T) -> T {
    match thorough() {
        true => all,
        false if cfg!(debug_assertions) => large,
        false => small,
    }
}

/// Whether a test takes its case number `at`: one case in `share`, all in a thorough run.
pub fn is_taken(at: usize, share: usize) -> bool {
    thorough() || at.is_multiple_of(share)
}

/// Returns the most work units of a step of a rule's or ladder's chains ([`LINKED_STEP`], [`FORCING_STEP`],
/// `Reach::step_cost`): a test multiplies its number of searches by it.
pub fn step_cost(definition: &str) -> u64 {
    let cost = |rule: &str| match named(rule).map(|family| family.chains) {
        // Ends of lassos also count.
        Some(Chains::Linked(_)) => 3 * LINKED_STEP,
        // Looking ahead by groups also counts.
        Some(Chains::Objects(family)) => 2 * family.reach.step_cost(),
        None if rule.starts_with("forcing") => FORCING_STEP,
        None => 1,
    };
    definition.split([',', '+', ':']).map(cost).max().unwrap_or(1)
}

/// Lists the named scales that are ladders. The others use techniques of another program, and depend on how a
/// puzzle is written.
pub fn named_ladders() -> impl Iterator<Item = &'static Named> {
    let is_ladder = |named: &&Named| {
        let scale = Scale::define(named.name, named.definition);
        scale.is_ok_and(|scale| scale.items.iter().all(|item| item.rule.called().is_none()))
    };
    SCALES.iter().filter(is_ladder)
}

/// Returns the ladder of a rule by itself above locked candidates, in sizes up to `longest`, at least in its
/// first.
pub fn alone(info: &Info, longest: u8) -> String {
    match (&info.sizes, info.name) {
        (Some(sizes), name) => {
            let last = longest.clamp(*sizes.start(), *sizes.end());
            format!("brt,lc,{name}:{}-{last}", sizes.start())
        }
        (None, "contradiction" | "naked-single" | "hidden-single") => "brt".to_string(),
        (None, name @ ("full-house" | "last-digit" | "hidden-single-in-block" | "hidden-single-in-line")) => {
            format!("{name},naked-single,hidden-single")
        }
        (None, "lc") => "brt,lc".to_string(),
        // Locked candidates leave nothing to these rules.
        (None, name @ ("pointing" | "claiming" | "locked-pair" | "locked-triple")) => format!("brt,{name}"),
        (None, name) => format!("brt,lc,{name}"),
    }
}

/// Returns a path from the root of the project; a missing file is treated as by [`shared`].
pub fn beside(path: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if path.exists() {
        return Some(path);
    }
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{} is missing", path.display());
    eprintln!("skipped: {} is not there", path.display());
    None
}

/// Returns the lines of `datasets/random-10k.txt`: random minimal puzzles.
pub fn random_10k() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/random-10k.txt");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().map(str::to_string).collect()
}

/// Returns sets of items of a scale: all, none, without one, one alone, about half of them, at random.
pub fn some_sets(items: Range<usize>, dice: &mut Dice) -> Vec<ItemSet> {
    let all = ItemSet::of(items.clone());
    let mut sets = vec![all.clone(), ItemSet::default()];
    for _ in 0..3 {
        let one = items.start + dice.below(items.len());
        sets.extend([all.without(one), ItemSet::of([one])]);
        let odds = 2 + dice.below(3);
        sets.push(all.iter().filter(|_| dice.below(odds) > 0).collect());
        sets.push(all.iter().filter(|_| dice.below(odds) == 0).collect());
    }
    sets
}

/// Random numbers by xorshift64, the same on every machine.
pub struct Dice(pub u64);

impl Dice {
    /// Returns a number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    /// Returns the numbers below `N` in random order.
    pub fn order<const N: usize>(&mut self) -> [usize; N] {
        let mut order = std::array::from_fn(|k| k);
        (1..N).for_each(|k| order.swap(k, self.below(k + 1)));
        order
    }

    /// Returns nine rows or columns in a random order that keeps bands or stacks together.
    pub fn lines(&mut self) -> [usize; 9] {
        let bands = self.order::<3>();
        let inside = [self.order::<3>(), self.order::<3>(), self.order::<3>()];
        std::array::from_fn(|k| 3 * bands[k / 3] + inside[k / 3][k % 3])
    }
}

/// A symmetry of the sudoku group.
#[derive(Clone, Copy, Debug)]
pub struct Symmetry {
    digits: [usize; 9],
    rows: [usize; 9],
    columns: [usize; 9],
    transposed: bool,
}

impl Symmetry {
    /// Draws a symmetry: digits relabelled; bands, stacks, rows within bands and columns within stacks
    /// permuted; rows and columns exchanged half of the time.
    pub fn random(dice: &mut Dice) -> Symmetry {
        Symmetry {
            digits: dice.order(),
            rows: dice.lines(),
            columns: dice.lines(),
            transposed: dice.below(2) == 1,
        }
    }

    /// Returns the image of a sukaku of 729 characters.
    pub fn apply_sukaku(&self, sukaku: &str) -> String {
        let mut image = vec![b'.'; 729];
        // Each digit is transformed as a puzzle of its own.
        for digit in 0..9 {
            let own = |cell: usize| sukaku.as_bytes()[9 * cell + digit] as char;
            let plane = self.apply(&(0..81).map(own).collect::<String>());
            let new = self.digits[digit];
            for (cell, byte) in plane.bytes().enumerate().filter(|&(_, byte)| byte != b'.') {
                image[9 * cell + new] = byte;
            }
        }
        String::from_utf8(image).unwrap()
    }

    /// Returns the symmetry that only exchanges rows and columns.
    pub fn transposition() -> Symmetry {
        let same = std::array::from_fn(|k| k);
        Symmetry { digits: same, rows: same, columns: same, transposed: true }
    }

    /// Returns the image of a puzzle of 81 characters.
    pub fn apply(&self, puzzle: &str) -> String {
        let puzzle = puzzle.as_bytes();
        let image = |cell: usize| {
            let (row, column) = (self.rows[cell / 9], self.columns[cell % 9]);
            let source = if self.transposed { 9 * column + row } else { 9 * row + column };
            match puzzle[source] {
                digit @ b'1'..=b'9' => (b'1' + self.digits[(digit - b'1') as usize] as u8) as char,
                _ => '.',
            }
        };
        (0..81).map(image).collect()
    }
}
