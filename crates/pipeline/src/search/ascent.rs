//! Ascents: hill climbing by the first scale, from random puzzles.
//!
//! ```text
//!   random puzzle ─▶ neighbours, part by part in random order ─▶ a higher rating: go on from there
//!         ▲                    └─ none in any part ─▶ the same rating: go on from there, a few times
//!         └──────── next ascent ─────┘
//! ```
//!
//! An ascent depends on its number only, and not on other ascents. So any number of threads makes the same
//! ones; of isomorphic puzzles the one of the first ascent is kept.

use super::{Clues, Finder, Forms, Found, Part, Running, Search, SearchProgress, Sink, Stop};
use crate::generate::{Random, within};
use crate::input::Next;
use crate::run::{Flow, in_pool};
use rayon::ThreadPool;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use sudoscope_engine::grid::Cells;
use sudoscope_engine::scale::Solver;

/// Ascents from random puzzles.
pub struct Ascents {
    /// Seed of the random numbers.
    pub seed: u64,
    /// Number of ascents; `None` for no end.
    pub tries: Option<u64>,
    /// Cells in which clues may stand.
    pub cells: Cells,
}

/// Most random puzzles that are made until the scale solves one.
const STARTS: usize = 20;

/// Most puzzles in a row that have the same rating.
const LEVEL: u32 = 5;

impl Ascents {
    /// Returns the numbers of the ascents of a search.
    fn numbers(&self, search: &Search) -> Range<u64> {
        let tries = self.tries.unwrap_or(u64::MAX);
        search.shard.map_or(0..tries, |shard| shard.share(tries))
    }
}

/// Puzzle and its rating by the first scale.
type Rated = (u32, Clues);

/// Outcome of an ascent.
#[derive(Default)]
struct Met {
    found: Vec<Found>,
    neighbours: u64,
    new: u64,
    unfinished: u64,
}

/// Ascent at work.
struct Ascent<'a> {
    search: &'a Search,
    number: u64,
    cells: Cells,
    finder: Finder,
    solver: Solver,
    seen: Forms,
    met: Met,
    is_over: &'a (dyn Fn() -> bool + Sync),
}

impl Ascent<'_> {
    /// Goes up from a random puzzle; `None` if it is stopped.
    fn run(mut self, seed: u64) -> Option<Met> {
        let mut random = Random::of(seed, self.number);
        let (mut at, mut level) = ((0..STARTS).find_map(|_| self.start(&mut random)), 0);
        while let Some(from) = at.filter(|_| level <= LEVEL) {
            at = self.next(&mut random, &from);
            level = if at.is_some_and(|at| at.0 == from.0) { level + 1 } else { 0 };
        }
        let Ascent { met, is_over, .. } = self;
        (!is_over()).then_some(met)
    }

    /// Makes a random puzzle; `None` if the scale does not solve it.
    fn start(&mut self, random: &mut Random) -> Option<Rated> {
        let fills = !self.search.minimal && self.cells != Cells::ALL;
        let start = within(random, self.cells, fills)?;
        self.highest(&Part { seed: 0, removed: Default::default(), added: 0 }, &start)
    }

    /// Returns the puzzle to go on from: a neighbour with a higher rating, or else one with the same.
    fn next(&mut self, random: &mut Random, from: &Rated) -> Option<Rated> {
        let mut parts = self.search.parts(0, &from.1);
        random.shuffle(&mut parts);
        let mut level = None;
        for part in parts {
            if (self.is_over)() {
                return None;
            }
            match self.highest(&part, &from.1) {
                Some(highest) if highest.0 > from.0 => return Some(highest),
                Some(highest) if highest.0 == from.0 => level = level.or(Some(highest)),
                _ => {}
            }
        }
        level
    }

    /// Rates the new neighbours of a part; returns the first of those with the highest rating.
    fn highest(&mut self, part: &Part, from: &Clues) -> Option<Rated> {
        let (new, met, is_finished) = self.finder.find(part, from, self.cells, &self.seen);
        self.met.neighbours += met;
        self.met.unfinished += u64::from(!is_finished);
        let mut highest: Option<Rated> = None;
        for formed in new {
            // Nothing fails here: the forms of an ascent are in memory.
            if !self.seen.insert(&formed.form).unwrap_or(false) {
                continue;
            }
            self.met.new += 1;
            let (rating, found) = self.search.rated(&mut self.solver, &formed, from, self.number + 1);
            self.met.found.extend(found);
            let higher = rating.filter(|rating| highest.is_none_or(|highest| *rating > highest.0));
            highest = higher.map(|rating| (rating, formed.of.clues)).or(highest);
        }
        highest
    }
}

/// Ascents on their way to the sink.
struct AscentFlow<'a, 'b> {
    running: &'a mut Running<'b>,
    numbers: Range<u64>,
    progress: &'a mut SearchProgress,
    sink: &'a mut Sink<'a>,
    is_over: &'a dyn Fn() -> bool,
    /// Whether enough puzzles are kept.
    enough: &'a AtomicBool,
    /// Whether an ascent was stopped; those after it do not count.
    is_cut: bool,
}

impl Flow for AscentFlow<'_, '_> {
    type Piece = u64;
    type Done = Option<Met>;
    type Error = io::Error;

    fn next(&mut self, _: usize) -> io::Result<Next<u64>> {
        let next = if (self.is_over)() { None } else { self.numbers.next() };
        Ok(next.map_or(Next::End, Next::Ready))
    }

    fn len(_: &u64) -> usize {
        1
    }

    fn take(&mut self, met: Option<Met>) -> io::Result<()> {
        let Some(Met { found, neighbours, new: rated, unfinished }) = met.filter(|_| !self.is_cut) else {
            self.is_cut = true;
            return Ok(());
        };
        let mut new = Vec::new();
        for found in found {
            if self.running.seen.insert(&found.form.clues())? {
                new.push(found);
            }
        }
        self.progress.parts += 1;
        self.progress.neighbours += neighbours;
        self.progress.new += rated;
        self.progress.unfinished += unfinished;
        self.running.keep(new, self.progress, self.sink)?;
        self.is_cut = self.running.search.is_full(self.progress);
        self.enough.store(self.is_cut, Ordering::Relaxed);
        Ok(())
    }
}

impl Running<'_> {
    /// Makes the ascents that an earlier session has not made.
    pub(super) fn ascend(
        &mut self, ascents: &Ascents, pool: &ThreadPool, progress: &mut SearchProgress, stop: Stop,
        sink: &mut Sink,
    ) -> io::Result<()> {
        let search = self.search;
        let before = std::mem::take(&mut self.before.puzzles);
        before.iter().try_for_each(|found| self.seen.add(&found.puzzle))?;
        let mut numbers = ascents.numbers(search);
        progress.of = ascents.tries.map_or(0, |_| numbers.end - numbers.start);
        numbers.start = numbers.end.min(numbers.start + progress.parts);
        let enough = AtomicBool::new(search.is_full(progress));
        let is_over = || stop.is_now() || enough.load(Ordering::Relaxed);
        let mut sink = |found: &[Found], progress| sink(found, progress);
        let mut flow = AscentFlow {
            running: self,
            numbers,
            progress,
            sink: &mut sink,
            is_over: &is_over,
            enough: &enough,
            is_cut: false,
        };
        in_pool(pool, &mut flow, |number, _| {
            let (cells, finder, solver) = (ascents.cells, search.finder(), search.solver());
            let (seen, met, is_over) = (Forms::default(), Met::default(), &is_over);
            Ascent { search, number, cells, finder, solver, seen, met, is_over }.run(ascents.seed)
        })
    }
}
