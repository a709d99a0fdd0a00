//! Search for puzzles near known ones, by any scale.
//!
//! ```text
//!   seeds ─▶ parts: sets of removed clues ─▶ neighbours ─▶ new forms ─▶ rated ─▶ chosen ─▶ sink
//!     ▲                                      (in a pool)   (in order)  (in a pool)  (in order)
//!     └─────────────────────────── the next round ──────────────────────────────┘
//! ```
//!
//! Which puzzle of a form is met first depends on the order of the parts only, so any number of threads finds
//! the same puzzles in the same order. Without seeds a search makes [ascents](Ascents).

mod ascent;
mod columns;
mod file;
mod forms;
mod page;
mod seeds;

pub use ascent::Ascents;
pub use columns::SearchColumns;
pub use file::SearchFile;
pub use forms::Forms;
pub use page::SearchPage;
pub use seeds::ReadSeed;

use crate::choice::Choice;
use crate::generate::next_round;
use crate::input::Shard;
use crate::run::Row;
use crate::settings::Settings;
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use sudoscope_engine::budget::Budget;
use sudoscope_engine::canon::Canon;
use sudoscope_engine::check::{CHECK_BUDGET, Near, Neighbour, after_removal, clue_sets};
use sudoscope_engine::grid::{Candidates, Cells, Puzzle};
use sudoscope_engine::scale::{Solver, Status};

/// Cells of each clue digit.
type Clues = [Cells; 9];

/// Order for a search.
pub struct Search {
    /// Number of clues that are removed, at most; as many fewer are added as are removed fewer.
    pub removed: usize,
    /// Number of clues that are added.
    pub added: usize,
    /// Whether only minimal puzzles are found.
    pub minimal: bool,
    /// Scales by which found puzzles are rated.
    pub settings: Settings,
    /// Conditions on the climb by the first scale; the others are climbed only if it meets them.
    pub choice: Option<Choice>,
    /// Number of puzzles that are kept: those with the highest ratings by the first scale.
    pub best: Option<usize>,
    /// Number of puzzles after which the search ends.
    pub count: Option<u64>,
    /// Number of rounds; `None` to go on until a round finds nothing.
    pub rounds: Option<u64>,
    /// Ascents to make, if there are no seeds.
    pub ascents: Option<Ascents>,
    /// Share of the seeds, or of the ascents, that is searched.
    pub shard: Option<Shard>,
}

/// Reasons to stop before the end.
#[derive(Clone, Copy)]
pub struct Stop<'a> {
    /// Flag that stops the search when it is set.
    pub interrupt: &'a AtomicBool,
    /// Time at which the search stops.
    pub until: Option<Instant>,
}

impl Stop<'_> {
    /// Whether the search stops now.
    pub fn is_now(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed) || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// Found puzzle.
#[derive(Clone)]
pub struct Found {
    /// The puzzle and its ratings.
    pub row: Row,
    /// Its canonical form.
    pub form: Puzzle,
    /// The seed, or the found puzzle, from which it comes.
    pub seed: Puzzle,
    /// Round in which it was found, or number of the ascent, from 1.
    pub round: u64,
    /// Cells of its redundant clues.
    pub redundant: Cells,
}

/// Progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SearchProgress {
    /// Number of the round, from 1.
    pub round: u64,
    /// Parts of the round that are done, or ascents.
    pub parts: u64,
    /// All parts of the round, or all ascents; 0 if these have no end.
    pub of: u64,
    /// Neighbours met, in all rounds.
    pub neighbours: u64,
    /// Neighbours that are isomorphic to no seed, to no excluded puzzle and to none met before.
    pub new: u64,
    /// Puzzles kept.
    pub kept: u64,
    /// Highest rating of a kept puzzle by the first scale.
    #[serde(default)]
    pub highest: Option<u32>,
    /// Parts whose solutions are too many to be examined.
    pub unfinished: u64,
}

/// Puzzle to change some clues of: its number among the seeds, the clues to remove, and how many to add.
struct Part {
    seed: usize,
    removed: Clues,
    added: usize,
}

/// Neighbour with its canonical form, and the number of its seed.
struct Formed {
    of: Neighbour,
    form: Clues,
    seed: usize,
}

/// Buffers of one thread.
struct Finder {
    near: Near,
    canon: Canon,
}

/// Found puzzle as a table is read again, and as a page shows it.
#[derive(Clone, Copy)]
pub struct FoundRow {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The puzzle from which it comes.
    pub seed: Puzzle,
    /// Round in which it was found, or number of the ascent.
    pub round: u64,
    /// Rating by the first scale.
    pub rating: Option<u32>,
}

impl From<&Found> for FoundRow {
    fn from(found: &Found) -> FoundRow {
        let Found { row, seed, round, .. } = found;
        FoundRow { puzzle: row.puzzle, seed: *seed, round: *round, rating: found.rating() }
    }
}

/// Puzzles that an earlier session found, and its progress.
#[derive(Default)]
pub struct FoundBefore {
    /// Puzzles found.
    pub puzzles: Vec<FoundRow>,
    /// Progress.
    pub progress: SearchProgress,
}

/// Receiver of found puzzles, in order, and of the progress made with them.
pub type Sink<'a> = dyn FnMut(&[Found], SearchProgress) -> io::Result<()> + 'a;

impl Search {
    /// Searches from these seeds and passes the puzzles found to `sink`: all but those whose forms are
    /// `known`. Begins after an earlier session, whose puzzles are not passed on again. Returns the progress
    /// made; to stop, the search ends after the parts in work.
    pub fn run(
        &self, pool: &ThreadPool, seeds: Vec<Clues>, known: Forms, before: FoundBefore, stop: Stop,
        sink: &mut Sink,
    ) -> io::Result<SearchProgress> {
        let mut run = Running { search: self, seen: known, seeds: Vec::new(), best: Best::default(), before };
        let (mut canon, mut own) = (Canon::default(), Forms::default());
        for seed in seeds {
            let form = canon.of(&seed).clues;
            run.seen.insert(&form)?;
            // A known seed is searched, too; an isomorphic one would give nothing new.
            if own.insert(&form)? {
                run.seeds.push(seed);
            }
        }
        let mut progress = SearchProgress { round: 1, ..run.before.progress };
        if let Some(ascents) = &self.ascents {
            run.ascend(ascents, pool, &mut progress, stop, sink)?;
        } else {
            run.of_shard();
            run.rounds(pool, &mut progress, stop, sink)?;
        }
        if self.best.is_some() {
            let best: Vec<Found> = std::mem::take(&mut run.best.0).into_values().collect();
            progress.kept = best.len() as u64;
            sink(&best, progress)?;
        }
        Ok(progress)
    }

    fn finder(&self) -> Finder {
        Finder { near: Near::new(self.minimal), canon: Canon::default() }
    }

    fn is_full(&self, progress: &SearchProgress) -> bool {
        self.count.is_some_and(|count| progress.kept >= count)
    }

    /// Returns the parts of a seed: small changes come first.
    fn parts(&self, at: usize, seed: &Clues) -> Vec<Part> {
        let numbers = (0..=self.removed.min(self.added)).rev();
        let numbers = numbers.map(|fewer| (self.removed - fewer, self.added - fewer));
        let part = |added| move |removed| Part { seed: at, removed, added };
        numbers
            .filter(|numbers| *numbers != (0, 0))
            .flat_map(|(removed, added)| clue_sets(seed, removed).into_iter().map(part(added)))
            .collect()
    }

    /// Rates a new puzzle. Returns its rating by the first scale, and the puzzle if it meets the conditions.
    fn rated(
        &self, solver: &mut Solver, formed: &Formed, seed: &Clues, round: u64,
    ) -> (Option<u32>, Option<Found>) {
        let mut row = Row::of(Puzzle::Clues(formed.of.clues));
        let effort = self.settings.effort();
        row.status = match solver.start(&row.puzzle, effort) {
            Ok(()) => Status::Ok,
            Err(status) => status,
        };
        let (choice, is_ok) = (self.choice.as_ref(), row.status == Status::Ok);
        if is_ok && self.ascents.is_none() && choice.is_some_and(|it| it.rules_out(solver, effort.budget)) {
            return (None, None);
        }
        for (at, scale) in self.settings.scales().iter().enumerate().filter(|_| is_ok) {
            let climb = solver.climb(scale, effort.budget);
            let chosen = |choice: &Choice| choice.keeps(&climb) && choice.needs_all(solver);
            if at == 0 && !choice.is_none_or(chosen) {
                return (climb.outcome.column(0).rating(), None);
            }
            row.climbs.push(climb);
        }
        if row.status == Status::Ok {
            row.status = Status::of(row.climbs.iter().map(|climb| climb.outcome));
        }
        let (form, seed) = (Puzzle::Clues(formed.form), Puzzle::Clues(*seed));
        let is_kept = choice.is_none() || !row.climbs.is_empty();
        let found = Found { row, form, seed, round, redundant: formed.of.redundant };
        (found.rating(), is_kept.then_some(found))
    }

    fn solver(&self) -> Solver {
        Solver::new().only_outcomes(!self.choice.as_ref().is_some_and(Choice::reads_steps))
    }
}

/// Search at work.
struct Running<'a> {
    search: &'a Search,
    seen: Forms,
    seeds: Vec<Clues>,
    best: Best,
    before: FoundBefore,
}

impl Found {
    /// Returns the rating by the first scale, if that solves the puzzle.
    fn rating(&self) -> Option<u32> {
        self.row.climbs.first()?.outcome.column(0).rating()
    }
}

impl Running<'_> {
    /// Keeps the seeds of the shard only: neighbouring ones.
    fn of_shard(&mut self) {
        if let Some(shard) = self.search.shard {
            let share = shard.share(self.seeds.len() as u64);
            self.seeds.truncate(share.end as usize);
            self.seeds.drain(..share.start as usize);
        }
    }

    /// Searches round after round.
    fn rounds(
        &mut self, pool: &ThreadPool, progress: &mut SearchProgress, stop: Stop, sink: &mut Sink,
    ) -> io::Result<()> {
        let search = self.search;
        loop {
            let next = self.round(pool, progress, stop, sink)?;
            let is_last = search.rounds.is_some_and(|rounds| progress.round >= rounds);
            if next.is_empty() || is_last || search.is_full(progress) || stop.is_now() {
                return Ok(());
            }
            self.seeds = next;
            progress.round += 1;
        }
    }

    /// Searches from the seeds of a round; returns the seeds of the next.
    fn round(
        &mut self, pool: &ThreadPool, progress: &mut SearchProgress, stop: Stop, sink: &mut Sink,
    ) -> io::Result<Vec<Clues>> {
        let (search, seeds) = (self.search, std::mem::take(&mut self.seeds));
        let before = self.before.progress;
        // Parts of an earlier session are searched again, but no puzzle of theirs is rated.
        let again = if progress.round < before.round { u64::MAX } else { before.parts };
        let again = if progress.round > before.round { 0 } else { again };
        let of_round = self.before.puzzles.iter().filter(|found| found.round == progress.round);
        let mut next: Vec<Clues> = of_round.map(|found| found.puzzle.clues()).collect();
        let mut parts = seeds.iter().enumerate().flat_map(|(at, seed)| search.parts(at, seed));
        (progress.parts, progress.of) =
            (0, seeds.iter().map(|seed| search.parts(0, seed).len() as u64).sum());
        let goes_on = search.rounds.is_none_or(|rounds| progress.round < rounds);
        let mut size = pool.current_num_threads() as u64;
        while !stop.is_now() && !search.is_full(progress) {
            let is_again = progress.parts < again;
            let most = if is_again { size.min(again - progress.parts) } else { size };
            let some: Vec<Part> = parts.by_ref().take(most as usize).collect();
            if some.is_empty() {
                break;
            }
            let begin = Instant::now();
            let new = self.unseen(pool, &some, &seeds, progress, is_again)?;
            progress.parts += some.len() as u64;
            if !is_again {
                let found = self.rate(pool, &new, &seeds, progress.round);
                if search.best.is_none() && goes_on {
                    next.extend(found.iter().map(|found| found.row.puzzle.clues()));
                }
                self.keep(found, progress, sink)?;
            }
            size = next_round(some.len() as u64, begin.elapsed());
        }
        if search.best.is_some() {
            next = self.best.of_round(progress.round);
        }
        Ok(next)
    }

    /// Returns the neighbours of some parts whose forms are new.
    fn unseen(
        &mut self, pool: &ThreadPool, parts: &[Part], seeds: &[Clues], progress: &mut SearchProgress,
        is_again: bool,
    ) -> io::Result<Vec<Formed>> {
        let (search, seen) = (self.search, &self.seen);
        let find = |finder: &mut Finder, part: &Part| finder.find(part, &seeds[part.seed], Cells::ALL, seen);
        let all = parts.par_iter().map_init(|| search.finder(), find);
        let all: Vec<(Vec<Formed>, u64, bool)> = pool.install(|| all.collect());
        let mut new = Vec::new();
        for (formed, met, is_finished) in all {
            if !is_again {
                progress.neighbours += met;
                progress.unfinished += u64::from(!is_finished);
            }
            for formed in formed {
                if self.seen.insert(&formed.form)? {
                    new.push(formed);
                }
            }
        }
        if !is_again {
            progress.new += new.len() as u64;
        }
        Ok(new)
    }

    fn rate(&self, pool: &ThreadPool, new: &[Formed], seeds: &[Clues], round: u64) -> Vec<Found> {
        let search = self.search;
        let rated = new.par_iter().map_init(
            || search.solver(),
            |solver, formed| search.rated(solver, formed, &seeds[formed.seed], round).1,
        );
        pool.install(|| rated.flatten_iter().collect())
    }

    /// Passes found puzzles on, or keeps the best of them.
    fn keep(
        &mut self, mut found: Vec<Found>, progress: &mut SearchProgress, sink: &mut Sink,
    ) -> io::Result<()> {
        let room = self.search.count.map_or(u64::MAX, |count| count - progress.kept);
        found.truncate(usize::try_from(room).unwrap_or(usize::MAX));
        progress.kept += found.len() as u64;
        progress.highest = found.iter().map(Found::rating).max().flatten().max(progress.highest);
        match self.search.best {
            None => sink(&found, *progress),
            Some(most) => {
                found.into_iter().for_each(|found| self.best.add(found, most));
                progress.kept = self.best.0.len() as u64;
                sink(&[], *progress)
            }
        }
    }
}

impl Finder {
    /// Finds the neighbours of a part, but few whose forms are seen, with added clues in these cells. Returns
    /// them, the number of all, and whether the search ended within its budget.
    fn find(&mut self, part: &Part, seed: &Clues, cells: Cells, seen: &Forms) -> (Vec<Formed>, u64, bool) {
        let (mut new, mut met) = (Vec::new(), 0);
        let (kept, allowed) = after_removal(seed, &part.removed);
        let allowed = Candidates(allowed.0.map(|plane| plane & cells));
        let canon = &mut self.canon;
        let ended = self.near.extend(&kept, &allowed, part.added, &mut Budget(PART_BUDGET), &mut |of| {
            met += 1;
            let form = canon.of(&of.clues).clues;
            if !seen.may_contain(&form) {
                new.push(Formed { of: *of, form, seed: part.seed });
            }
        });
        (new, met, ended.is_ok())
    }
}

/// Work for a part: minutes.
const PART_BUDGET: u64 = 30 * CHECK_BUDGET;

/// Puzzles with the highest ratings by the first scale; among equals those found first.
#[derive(Default)]
struct Best(BTreeMap<(Reverse<u32>, u64), Found>, u64);

impl Best {
    fn add(&mut self, found: Found, most: usize) {
        let Some(rating) = found.rating() else { return };
        self.1 += 1;
        self.0.insert((Reverse(rating), self.1), found);
        if self.0.len() > most {
            self.0.pop_last();
        }
    }

    /// Returns the best that were found in this round, in the order in which they were found.
    fn of_round(&self, round: u64) -> Vec<Clues> {
        let of_round = self.0.iter().filter(|(_, found)| found.round == round);
        let mut found: Vec<(u64, Clues)> = of_round.map(|(key, it)| (key.1, it.row.puzzle.clues())).collect();
        found.sort_by_key(|found| found.0);
        found.into_iter().map(|found| found.1).collect()
    }
}
