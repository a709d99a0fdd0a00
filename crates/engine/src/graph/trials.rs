//! `Trials`: trial and error on many candidates at once, with singles and optionally groups of candidates.

use super::{Division, Extension, Graph, LANES, Lanes, TargetSet, WideRow, typed_target};

/// Rounds of singles, played on demand, after each candidate of a list is asserted.
#[derive(Default)]
pub(crate) struct Trials {
    /// The candidates, as targets, and the number of rounds that refute each, once known.
    list: Vec<(u16, Option<u16>)>,
    /// One block for every `LANES - spared` candidates; surplus blocks are left from larger graphs.
    blocks: Vec<TrialBlock>,
    /// Lanes of each block that stay unused.
    spared: usize,
    /// Buffer for the initial states; large, so allocated on first use.
    first: Option<Box<Lanes>>,
    rounds: u16,
    has_groups: bool,
    division: Option<Division>,
}

#[derive(Default)]
struct TrialBlock {
    /// The states after the rounds played; they keep the first conclusions.
    lanes: Lanes,
    /// The lanes that may close at once, if they were asked for.
    closing: Option<WideRow>,
    open: WideRow,
    /// Lanes refuted so far.
    refuted: WideRow,
}

impl Trials {
    /// Starts on other candidates. With `groups` only [`Trials::of_size`] may be called afterwards.
    pub(super) fn begin<const C: usize, const V: usize>(
        &mut self, graph: &Graph<C, V>, groups: bool, candidates: impl Iterator<Item = usize>,
    ) {
        self.list.clear();
        self.list.extend(candidates.map(|c| (typed_target(0, c), None)));
        (self.has_groups, self.division, self.spared) = (groups, None, 0);
        self.play_none(graph);
    }

    /// Starts on other candidates. Each candidate is tried in each space of `division`.
    pub(super) fn begin_typed<const C: usize, const V: usize>(
        &mut self, graph: &Graph<C, V>, division: Division, candidates: impl Iterator<Item = usize> + Clone,
    ) {
        self.list.clear();
        for kind in division.types() {
            self.list.extend(candidates.clone().map(|c| (typed_target(kind, c), None)));
        }
        // Keep whole types in a block if they fit: each block then visits variables of few types.
        let of_type = candidates.count();
        let spared = if (1..=LANES).contains(&of_type) { LANES % of_type } else { 0 };
        (self.has_groups, self.division, self.spared) = (false, Some(division), spared);
        self.play_none(graph);
    }

    /// Loads the states in which only the candidates are asserted.
    fn play_none<const C: usize, const V: usize>(&mut self, graph: &Graph<C, V>) {
        self.rounds = 1;
        let in_block = LANES - self.spared;
        let count = self.list.len().div_ceil(in_block);
        self.blocks.resize_with(self.blocks.len().max(count), TrialBlock::default);
        for (list, trial) in self.list.chunks_mut(in_block).zip(&mut self.blocks) {
            (trial.open, trial.refuted) = ((0..list.len()).collect(), WideRow::EMPTY);
            let lanes = &mut trial.lanes;
            let states = list.iter().map(|(c, _)| std::slice::from_ref(c));
            let of = if self.has_groups { Extension::Groups } else { Extension::States };
            lanes.load(&graph.lists, of, self.division, states);
            if !self.has_groups {
                lanes.find_next(&graph.lists);
                // With block variables, chains of two variables are read off the board: few ask.
                let is_asked = graph.lists.types().len() < 4;
                trial.closing = is_asked.then(|| lanes.closing(&graph.lists) & trial.open);
            }
            trial.end_round(list, 0);
        }
    }

    /// Returns the candidates that are refuted in fewer than `size` rounds, so a chain of `size` variables is
    /// possible. For two variables no round is played: only a candidate whose lane may close at once can have
    /// a chain.
    pub(super) fn of_size<const C: usize, const V: usize>(
        &mut self, graph: &Graph<C, V>, size: usize,
    ) -> Vec<u16> {
        if size == 2 && !self.has_groups {
            self.find_closing(graph);
            return self.closing(|_| true);
        }
        let mut of_size = Vec::new();
        for (list, trial) in self.list.chunks_mut(LANES - self.spared).zip(&mut self.blocks) {
            let mut rounds = self.rounds;
            while (usize::from(rounds)) < size && !trial.open.is_empty() {
                trial.lanes.go_on(&graph.lists);
                trial.end_round(list, rounds);
                rounds += 1;
            }
            for lane in trial.refuted.iter() {
                let (target, rounds) = list[lane];
                if rounds.is_some_and(|rounds| (usize::from(rounds)) < size) {
                    of_size.push(target);
                }
            }
        }
        self.rounds = self.rounds.max(size as u16);
        of_size
    }

    /// Whether more rounds refute no more candidates.
    pub(super) fn is_at_end(&self) -> bool {
        let lists = self.list.chunks(LANES - self.spared);
        lists.zip(&self.blocks).all(|(_, trial)| trial.open.is_empty())
    }

    /// Finds the lanes that may close at once.
    fn find_closing<const C: usize, const V: usize>(&mut self, graph: &Graph<C, V>) {
        let Trials { list, blocks, first, rounds, division, spared, .. } = self;
        let has_begun = *rounds > 1;
        for (list, trial) in list.chunks(LANES - *spared).zip(blocks) {
            let all: WideRow = (0..list.len()).collect();
            trial.closing.get_or_insert_with(|| {
                if !has_begun {
                    return trial.lanes.closing(&graph.lists) & all;
                }
                let states = list.iter().map(|(c, _)| std::slice::from_ref(c));
                let first = first.get_or_insert_default();
                first.load(&graph.lists, Extension::States, *division, states);
                first.closing(&graph.lists) & all
            });
        }
    }

    /// Returns the `wanted` targets that may have a chain of two variables (see [`Lanes::closing`]), once
    /// [`Trials::of_size`] was called for two.
    pub fn closing(&self, wanted: impl Fn(u16) -> bool) -> Vec<u16> {
        let lists = self.list.chunks(LANES - self.spared).zip(&self.blocks);
        lists
            .flat_map(|(list, trial)| trial.closing.unwrap_or_default().iter().map(|lane| list[lane].0))
            .filter(|&target| wanted(target))
            .collect()
    }

    /// Calls `found` with each target in `of` and each candidate forced after it, in the order of the forced
    /// candidates. The set `of` must be a subset of the targets that [`Trials::of_size`] returned.
    pub fn first_steps<const C: usize, const V: usize, const T: usize>(
        &self, graph: &Graph<C, V>, of: &TargetSet<C, T>, mut found: impl FnMut(u16, usize),
    ) {
        for (list, trial) in self.list.chunks(LANES - self.spared).zip(&self.blocks) {
            let wanted = |&lane: &usize| of.contains(list[lane].0);
            let wanted: WideRow = trial.refuted.iter().filter(wanted).collect();
            trial.lanes.each_next(&graph.lists, wanted, |right, lanes| {
                lanes.iter().for_each(|lane| found(list[lane].0, right));
            });
        }
    }
}

impl TrialBlock {
    /// Records the lanes refuted after `rounds` rounds, and closes those in which nothing more follows.
    fn end_round(&mut self, list: &mut [(u16, Option<u16>)], rounds: u16) {
        let refuted = self.lanes.refuted();
        for lane in (refuted & self.open).iter() {
            list[lane].1 = Some(rounds);
        }
        self.refuted |= refuted & self.open;
        self.open = (self.open & self.lanes.open()) - refuted;
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::tests::graphs;
    use super::*;

    /// The lanes that may close at once are the same, whatever was asked before.
    #[test]
    fn sizes_may_be_asked_in_any_order() {
        let mut closing = 0;
        for (_, _, graph) in graphs() {
            let asked = |sizes: [usize; 2]| {
                let mut trials = Trials::default();
                trials.begin(&graph, false, 0..graph.labels.len());
                sizes.map(|size| trials.of_size(&graph, size))
            };
            let ([two, four], [four_first, two_then]) = (asked([2, 4]), asked([4, 2]));
            assert_eq!((&two, four), (&two_then, four_first));
            closing += two.len();
        }
        assert!(closing > 100, "{closing}");
    }
}
