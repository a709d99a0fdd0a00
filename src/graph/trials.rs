//! `Trials`: trial and error with singles, on many candidates at once.

use super::{Bits, Graph, LANES, Lanes, Row};

/// Rounds of singles after the assertion of each of some candidates, as far as asked for.
#[derive(Default)]
pub struct Trials {
    /// The candidates, and in how many rounds each is refuted, once it is known.
    list: Vec<(u16, Option<u16>)>,
    /// For each [`LANES`] of them.
    blocks: Vec<Trial>,
    rounds: u16,
}

struct Trial {
    /// What follows at once.
    forced: Vec<Row>,
    closing: Row,
    /// What is asserted after the rounds played, and the lanes that go on.
    asserted: Vec<Row>,
    open: Row,
}

impl Trials {
    /// Starts on other candidates.
    pub(super) fn begin<const C: usize, const V: usize>(
        &mut self,
        graph: &Graph<C, V>,
        lanes: &mut Lanes,
        candidates: impl Iterator<Item = usize>,
    ) {
        self.list.clear();
        self.list.extend(candidates.map(|c| (c as u16, None)));
        self.rounds = 1;
        self.blocks.clear();
        for list in self.list.chunks_mut(LANES) {
            lanes.load(graph, list.iter().map(|(c, _)| std::slice::from_ref(c)));
            let open: Row = (0..list.len()).collect();
            let (forced, closing) = (lanes.forced(graph).to_vec(), lanes.closing(graph) & open);
            let mut trial = Trial { forced, closing, asserted: Vec::new(), open };
            trial.end_round(graph, lanes, list, 0);
            self.blocks.push(trial);
        }
    }

    /// The candidates that are refuted in fewer than `limit` rounds.
    pub(super) fn refuted_within<const C: usize, const V: usize>(
        &mut self,
        graph: &Graph<C, V>,
        lanes: &mut Lanes,
        limit: usize,
    ) -> Vec<usize> {
        for (list, trial) in self.list.chunks_mut(LANES).zip(&mut self.blocks) {
            let mut rounds = self.rounds;
            while (rounds as usize) < limit && !trial.open.is_empty() {
                lanes.go_on(graph, &trial.asserted);
                trial.end_round(graph, lanes, list, rounds);
                rounds += 1;
            }
        }
        self.rounds = self.rounds.max(limit as u16);
        let refuted = |&(c, rounds): &(u16, Option<u16>)| {
            rounds.filter(|&rounds| (rounds as usize) < limit).map(|_| c as usize)
        };
        self.list.iter().filter_map(refuted).collect()
    }

    /// Those of the candidates `of` on which there may be a chain of two variables (see [`Lanes::closing`]).
    pub fn closing<const C: usize>(&self, of: &Bits<C>) -> Vec<u16> {
        let lists = self.list.chunks(LANES).zip(&self.blocks);
        lists
            .flat_map(|(list, trial)| trial.closing.iter().map(|lane| list[lane].0))
            .filter(|&z| of.contains(z as usize))
            .collect()
    }

    /// Appends each of the candidates `of` with every candidate that is forced after it.
    pub fn first_steps<const C: usize>(&self, of: &Bits<C>, queue: &mut Vec<u16>) {
        for (list, trial) in self.list.chunks(LANES).zip(&self.blocks) {
            let wanted = |&lane: &usize| of.contains(list[lane].0 as usize);
            let lanes: Row = (0..list.len()).filter(wanted).collect();
            for (right, forced) in trial.forced.iter().enumerate() {
                for lane in (*forced & lanes).iter() {
                    queue.extend_from_slice(&[list[lane].0, right as u16]);
                }
            }
        }
    }
}

impl Trial {
    /// Takes note of the lanes that are refuted after so many `rounds`, and of those in which nothing more follows,
    /// and asserts what does.
    fn end_round<const C: usize, const V: usize>(
        &mut self,
        graph: &Graph<C, V>,
        lanes: &mut Lanes,
        list: &mut [(u16, Option<u16>)],
        rounds: u16,
    ) {
        for lane in (lanes.refuted() & self.open).iter() {
            list[lane].1 = Some(rounds);
        }
        self.open = (self.open & lanes.open()) - lanes.refuted();
        self.asserted.clear();
        self.asserted.extend_from_slice(lanes.play(graph));
    }
}
