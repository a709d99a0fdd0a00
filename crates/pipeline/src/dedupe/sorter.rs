//! Sorting of records in bounded memory: the excess goes through temporary files.
//!
//! ```text
//!   push ─▶ buffer ─ full ─▶ sorted run on disk     runs of level 0: as long as the buffer
//!                            FAN runs of a level ─▶ one run of the next level
//!   into_sorted: all runs and the buffer, merged as they are read
//! ```
//!
//! Files have no names, so nothing is left behind however the program ends.

use rayon::slice::ParallelSliceMut;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Maximum number of runs per level, so that few files are open and each record is written only a few times.
const FAN: usize = 32;

/// Bytes read or written at a time, memory permitting.
const CHUNK: usize = 1 << 17;

/// Sorter of `N`-byte records by their bytes.
pub(super) struct Sorter<const N: usize> {
    directory: PathBuf,
    memory: usize,
    buffer: Vec<[u8; N]>,
    /// Runs of each level.
    levels: Vec<Vec<File>>,
}

impl<const N: usize> Sorter<N> {
    /// Creates a sorter that uses about `memory` bytes, and files in `directory`.
    pub fn new(memory: u64, directory: &Path) -> Sorter<N> {
        let memory = usize::try_from(memory).unwrap_or(usize::MAX);
        Sorter { directory: directory.to_path_buf(), memory, buffer: Vec::new(), levels: Vec::new() }
    }

    /// Adds a record.
    pub fn push(&mut self, record: [u8; N]) -> io::Result<()> {
        let most = (self.memory / N).max(64);
        if self.buffer.len() == most {
            self.spill()?;
        }
        if self.buffer.len() == self.buffer.capacity() {
            // Limits the growth of the vector, which otherwise doubles.
            let more = self.buffer.len().max(64).min(most - self.buffer.len());
            self.buffer.reserve_exact(more);
        }
        self.buffer.push(record);
        Ok(())
    }

    /// Turns the buffer into a run.
    fn spill(&mut self) -> io::Result<()> {
        self.buffer.par_sort_unstable();
        let run = write_run(&self.directory, self.buffer.drain(..).map(Ok))?;
        self.add_run(run, 0)
    }

    fn add_run(&mut self, run: File, level: usize) -> io::Result<()> {
        if self.levels.len() == level {
            self.levels.push(Vec::new());
        }
        self.levels[level].push(run);
        if self.levels[level].len() < FAN {
            return Ok(());
        }
        let merge = MergedRuns::<N>::new(std::mem::take(&mut self.levels[level]), vec![], self.memory)?;
        let run = write_run(&self.directory, merge)?;
        self.add_run(run, level + 1)
    }

    /// Returns all records in order.
    pub fn into_sorted(mut self) -> io::Result<impl Iterator<Item = io::Result<[u8; N]>>> {
        if !self.levels.is_empty() && !self.buffer.is_empty() {
            self.spill()?;
            self.buffer = Vec::new();
        }
        self.buffer.par_sort_unstable();
        MergedRuns::new(self.levels.into_iter().flatten().collect(), self.buffer, self.memory)
    }
}

fn write_run<const N: usize>(
    directory: &Path, records: impl Iterator<Item = io::Result<[u8; N]>>,
) -> io::Result<File> {
    let mut out = BufWriter::with_capacity(CHUNK, tempfile::tempfile_in(directory)?);
    for record in records {
        out.write_all(&record?)?;
    }
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(file)
}

/// Merge of the runs and of the records never written.
struct MergedRuns<const N: usize> {
    runs: Vec<BufReader<File>>,
    rest: std::vec::IntoIter<[u8; N]>,
    /// First record of each run that is not at its end; the last number means `rest`.
    heads: BinaryHeap<Reverse<([u8; N], usize)>>,
}

impl<const N: usize> MergedRuns<N> {
    fn new(runs: Vec<File>, rest: Vec<[u8; N]>, memory: usize) -> io::Result<MergedRuns<N>> {
        let chunk = (memory / runs.len().max(1)).clamp(N, CHUNK);
        let runs: Vec<_> = runs.into_iter().map(|run| BufReader::with_capacity(chunk, run)).collect();
        let mut merge = MergedRuns { runs, rest: rest.into_iter(), heads: BinaryHeap::new() };
        (0..=merge.runs.len()).try_for_each(|run| merge.refill(run))?;
        Ok(merge)
    }

    /// Puts the next record of a run among the heads.
    fn refill(&mut self, run: usize) -> io::Result<()> {
        let head = match self.runs.get_mut(run) {
            None => self.rest.next(),
            Some(file) => {
                let mut record = [0; N];
                match file.read_exact(&mut record) {
                    Ok(()) => Some(record),
                    Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
                    Err(error) => return Err(error),
                }
            }
        };
        self.heads.extend(head.map(|record| Reverse((record, run))));
        Ok(())
    }
}

impl<const N: usize> Iterator for MergedRuns<N> {
    type Item = io::Result<[u8; N]>;

    fn next(&mut self) -> Option<io::Result<[u8; N]>> {
        let Reverse((record, run)) = self.heads.pop()?;
        Some(self.refill(run).map(|()| record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records come out as an in-memory sort orders them, whatever the memory; equal ones are all kept.
    #[test]
    fn sorts_like_its_naive_twin() {
        let directory = std::env::temp_dir();
        let mut x = 1u32;
        let mut dice = || {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            x >> 8
        };
        // Buffers of at least 64 records: no run, one and many runs, on one level and on two.
        for (count, memory) in [(0, 1), (1, 1), (64, 1), (65, 1), (5_000, 1), (150_000, 1), (5_000, 1 << 14)]
        {
            let mut sorter = Sorter::<5>::new(memory, &directory);
            let mut all = Vec::new();
            for _ in 0..count {
                let [a, b, ..] = (dice() % 9_000).to_le_bytes();
                all.push([b, a, 0, 1, 2]);
                sorter.push([b, a, 0, 1, 2]).unwrap();
                assert!(sorter.levels.iter().all(|level| level.len() < FAN));
            }
            all.sort_unstable();
            let sorted: Vec<[u8; 5]> = sorter.into_sorted().unwrap().map(Result::unwrap).collect();
            assert!(sorted == all, "{count} records, {memory} bytes");
        }
    }
}
