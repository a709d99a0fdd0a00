//! Checker of proofs, used by `sudoscope verify` and `scan --verify`.
//!
//! The checker is independent of the engine that found the steps: it uses only the data types of the evidence
//! ([`crate::evidence`]) and of the grid ([`crate::grid::Cell`], [`crate::grid::Cells`],
//! [`crate::grid::Digit`], [`crate::grid::House`], [`crate::grid::Candidate`], [`crate::grid::Candidates`]
//! and the enum [`crate::grid::notation::Variable`]). It computes links, variables, houses and the
//! consequences of a value by itself.
//!
//! The checker keeps track of the state, starting from the puzzle. Each step is checked in the state before
//! its round, clause by clause by the definition of the round's rule (docs/theory.md, "Chain vocabulary" and
//! on); then all the steps of the round are applied. The checker never searches: a step that does not show
//! its claim is refused with the clause that fails. If a step assumes that there is no second solution, the
//! solutions of the puzzle as it was given are counted, once.
//!
//! The checker does not check whether anything simpler was possible. The caller, who knows the scale, gives
//! the rating of each rule and size; from these ratings the checker computes the rating of the whole proof
//! (`rating.rs`).

pub(crate) mod aligned_exclusion;
mod almost_locked;
pub(crate) mod bivalue_loop;
pub(crate) mod bug_plus;
mod chain;
mod circle;
mod colouring;
mod colours;
mod deadly;
pub(crate) mod direct;
mod extras;
mod family;
mod firework;
mod forcing;
pub(crate) mod forcing_chains;
mod hall;
mod implications;
mod kraken;
mod linked;
mod links;
mod lists;
pub(crate) mod locked;
mod or_k;
mod position;
mod proved;
mod rating;
mod singles;
mod state;
mod symmetry;
mod template_rank;
mod templates;
mod trial;
mod unique;
pub(crate) mod wing;

use crate::evidence::families::Family;
use crate::evidence::{
    Clause, Column, Evidence, Hints, Outcome, PROOF, Proof, Rating, Round, Step, Strong, TechniqueRow, Unit,
    has_sizes, technique,
};
use crate::grid::Candidate;
use crate::one_solution::{OneSolution, OneState};
pub(crate) use linked::{allows_z, end};
use lists::PatternLists;
pub(crate) use position::Position;
pub(crate) use proved::{Conclusions, Proved};
pub(crate) use rating::{Rated, measured};
use serde_json::Value;
use state::State;
pub(crate) use state::{are_same, different, distinct};
use std::borrow::Cow;
use std::fmt::{Display, Formatter};
use std::sync::{Arc, OnceLock};

/// Clause that fails, in words.
pub type Reason = Cow<'static, str>;

/// Result of a check, or the reason why the check fails.
pub(crate) type Checked<T> = Result<T, Reason>;

/// Checks a clause: if it does not hold, it is the reason for the failure.
pub(crate) fn ensure(holds: bool, clause: impl Into<Reason>) -> Checked<()> {
    if holds { Ok(()) } else { Err(clause.into()) }
}

/// Error in a proof, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The round and its rule, counted from 1; none if the proof as a whole is wrong.
    pub round: Option<(usize, String)>,
    /// The step of the round, counted from 1; none if the round as a whole is wrong.
    pub step: Option<usize>,
    /// The clause that fails.
    pub reason: Reason,
}

impl Display for Wrong {
    /// Formats the error: `round 3, step 1, whip[3]: link 2: …`.
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        if let Some((round, rule)) = &self.round {
            write!(f, "round {round}, ")?;
            if let Some(step) = self.step {
                write!(f, "step {step}, ")?;
            }
            write!(f, "{rule}: ")?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Wrong {}

impl From<Reason> for Wrong {
    fn from(reason: Reason) -> Wrong {
        Wrong { round: None, step: None, reason }
    }
}

/// Verdict on a valid proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The number of steps checked.
    pub steps: u64,
    /// Whether steps assume that the puzzle has no second solution. The checker has counted that the givens
    /// have none.
    pub assumes_unique: bool,
}

/// Checks a whole proof by a scale with these columns. `rating_of` returns the scale's rating of a rule and
/// size, if its first column is the given value.
pub fn verify(
    proof: &Proof, columns: &[Column], rating_of: impl Fn(&str, Option<u8>, &Value) -> Option<Rating>,
) -> Result<Verdict, Wrong> {
    ensure_version(proof.version, &proof.head.sudoscope)?;
    let mut checker = Checker::new(&proof.head.puzzle)?;
    for round in &proof.rounds {
        checker.round(round, &rating_of)?;
    }
    checker.end(&proof.outcome, columns, &proof.end)
}

/// Checks that each step of hints holds in the state of their puzzle. `rating_of` is as for [`verify`].
pub fn verify_hints(
    hints: &Hints, rating_of: impl Fn(&str, Option<u8>, &Value) -> Option<Rating>,
) -> Result<Verdict, Wrong> {
    ensure_version(hints.version, &hints.head.sudoscope)?;
    let mut state = Checker::new(&hints.head.puzzle)?;
    let mut all = Verdict { steps: 0, assumes_unique: false };
    let mut number = 0;
    for (rounds, are_played) in
        [(&hints.rounds, false), (&hints.singles, true), (&hints.after_singles, false)]
    {
        for round in rounds {
            number += 1;
            let at_its_place =
                |wrong: Wrong| Wrong { round: wrong.round.map(|(_, rule)| (number, rule)), ..wrong };
            let mut checker = Checker { steps: 0, ..state.clone() };
            checker.round(round, &rating_of).map_err(at_its_place)?;
            all.steps += checker.steps;
            all.assumes_unique |= checker.assumes_unique;
            if are_played {
                state = checker;
            }
        }
    }
    Ok(all)
}

/// Checks the version of a proof or of hints, which the sudoscope of version `writer` wrote.
#[doc(hidden)]
pub fn ensure_version(version: u32, writer: &str) -> Result<(), Wrong> {
    let why =
        || format!("it is of version {version}, not {PROOF}: use the sudoscope that wrote it, {writer}");
    if version == PROOF { Ok(()) } else { Err(Wrong::from(Reason::from(why()))) }
}

/// Checker of a proof, round by round.
#[derive(Clone, Default)]
pub struct Checker {
    state: State,
    /// Relations proved so far.
    relations: Vec<Vec<Candidate>>,
    rounds: Vec<Rated>,
    steps: u64,
    contradiction: bool,
    assumes_unique: bool,
    /// Reason why steps that assume one solution prove nothing, once such a step was met: copies share it.
    several: Arc<OnceLock<Option<Reason>>>,
    /// The first state, if it has one solution while the givens have several.
    of_state: Arc<OnceLock<Option<OneState>>>,
}

impl Checker {
    /// Starts at a puzzle of 81 cells or 729 candidates.
    pub fn new(puzzle: &str) -> Result<Checker, Wrong> {
        Ok(Checker { state: State::of_puzzle(puzzle)?, ..Checker::default() })
    }

    /// Checks the next round and applies it.
    pub fn round(
        &mut self, round: &Round, rating_of: impl Fn(&str, Option<u8>, &Value) -> Option<Rating>,
    ) -> Result<(), Wrong> {
        let wrong = |step, reason| {
            let size = round.size.map_or(String::new(), |size| format!("[{size}]"));
            let rule = Some((self.rounds.len() + 1, format!("{}{size}", round.rule)));
            Wrong { round: rule, step, reason }
        };
        let as_a_whole = |reason| wrong(None, reason);
        ensure(!self.contradiction, "the round comes after a contradiction").map_err(as_a_whole)?;
        let rating = rating_of(&round.rule, round.size, &round.rating);
        let rating =
            rating.ok_or("the scale has no such rule with this rating".into()).map_err(as_a_whole)?;
        ensure(!round.steps.is_empty(), "the round has no steps").map_err(as_a_whole)?;
        let kind = round.kind();
        let lists = PatternLists::of(&self.state, kind, &round.lemmas).map_err(as_a_whole)?;
        let mut contradiction = false;
        for (k, step) in round.steps.iter().enumerate() {
            let Step { eliminates, asserts, relates, .. } = step;
            let claim = Claim {
                state: &self.state,
                relations: &self.relations,
                lists: &lists,
                rule: kind.rule,
                clause: kind.clause,
                number: kind.number,
                family: kind.family,
                size: round.size,
                rating: rating.0[0],
                eliminates,
                asserts,
                relates,
            };
            let checked = check(&claim, &step.because);
            let checked = checked.and_then(|()| self.ensure_one_solution(&step.because));
            checked.map_err(|reason| wrong(Some(k + 1), reason))?;
            contradiction |= eliminates.is_empty() && asserts.is_empty() && relates.is_empty();
        }
        self.steps += round.steps.len() as u64;
        self.rounds.push(Rated::of(round, rating));
        self.contradiction = contradiction;
        self.assumes_unique |= round.steps.iter().any(|step| assumes_unique(&step.because));
        // A contradiction does not change the state.
        if !contradiction {
            self.apply(round);
        }
        Ok(())
    }

    /// Checks that the puzzle as it was given has no second solution, if the pattern proves nothing
    /// otherwise. What was placed or removed is not given: a pattern that rests on it must hold with its
    /// cells left open. The error is the number of solutions.
    pub fn ensure_one_solution(&self, because: &Evidence) -> Checked<()> {
        if !assumes_unique(because) {
            return Ok(());
        }
        let count = || {
            let several = OneSolution::of_first(&self.state.givens()).err()?;
            Some(Reason::from(format!("it assumes one solution, and {several}")))
        };
        let Some(reason) = self.several.get_or_init(count) else { return Ok(()) };
        let of_state = self.of_state.get_or_init(|| self.state.one_state());
        let holds = |one: &OneState| {
            because.exchanged().is_some_and(|patterns| patterns.iter().all(|&cells| one.without(cells)))
        };
        if of_state.as_ref().is_some_and(holds) { Ok(()) } else { Err(reason.clone()) }
    }

    fn apply(&mut self, round: &Round) {
        let of = |list: fn(&Step) -> &Vec<Candidate>| round.steps.iter().flat_map(list).copied();
        of(|step| &step.eliminates).for_each(|label| self.state.eliminate(label));
        self.state.assert_all(&of(|step| &step.asserts).collect::<Vec<_>>());
        self.relations.extend(round.steps.iter().flat_map(|step| step.relates.clone()));
    }

    /// Checks the outcome and the final grid, by a scale with these columns.
    pub fn end(self, outcome: &Outcome<Value>, columns: &[Column], end: &str) -> Result<Verdict, Wrong> {
        let expected = match outcome {
            Outcome::Solved(rating) => {
                let solution = self.state.solution();
                let solution = solution.ok_or(Cow::from("said to be solved, but is not"))?;
                let unit = columns.first().map_or(Unit::Level, |column| column.unit);
                if let Some(measured) = measured(&self.rounds, columns).map(|value| unit.json(value)) {
                    let said = format!("the rating is {rating}, but the steps give {measured}");
                    ensure(*rating == measured, said)?;
                }
                solution
            }
            _ => {
                let proved = (*outcome == Outcome::NoSolution) == self.contradiction;
                ensure(proved, "no solution is said without proof, or proved and not said")?;
                self.state.text()
            }
        };
        ensure(end == expected, "the end is not where the steps lead")?;
        let Checker { steps, assumes_unique, .. } = self;
        Ok(Verdict { steps, assumes_unique })
    }
}

/// Step claimed by a rule, with the state in which it is claimed.
#[derive(Clone, Copy)]
struct Claim<'a> {
    state: &'a State,
    /// Relations proved before the round.
    relations: &'a [Vec<Candidate>],
    /// The patterns left of each digit, if the rule has patterns.
    lists: &'a PatternLists,
    rule: &'a str,
    /// The kind of pattern that the rule shows: see [`crate::evidence::Info`].
    clause: Clause,
    /// The number that belongs to the clause: a count or a type.
    number: usize,
    /// The rule's chain family, if it has one.
    family: Option<&'static Family>,
    size: Option<u8>,
    /// The round's rating in the first column.
    rating: u32,
    eliminates: &'a [Candidate],
    asserts: &'a [Candidate],
    relates: &'a [Vec<Candidate>],
}

impl<'a> Claim<'a> {
    fn targets(&self) -> Checked<&'a [Candidate]> {
        ensure(self.asserts.is_empty(), "the pattern asserts nothing")?;
        ensure(!self.eliminates.is_empty(), "nothing is eliminated")?;
        Ok(self.eliminates)
    }

    fn value(&self) -> Checked<Candidate> {
        ensure(self.eliminates.is_empty(), "the pattern eliminates nothing")?;
        match self.asserts {
            &[value] => Ok(value),
            _ => Err("one value is asserted".into()),
        }
    }

    /// Checks that the pattern proves that there is no solution.
    fn contradicts(&self) -> Checked<()> {
        let nothing = self.eliminates.is_empty() && self.asserts.is_empty();
        ensure(nothing, "a contradiction concludes nothing else")
    }

    /// Checks the size, or that the rule has no sizes.
    fn has_size(&self, size: usize) -> Checked<()> {
        let expected = has_sizes(self.rule).then_some(size);
        ensure(self.size.map(usize::from) == expected, "the size is not that of the pattern")
    }

    /// Checks the size. A technique of SER has a rating in place of a size: `more` tenths above its base.
    fn is_rated(&self, size: usize, more: u32) -> Checked<()> {
        let Some(row) = technique(self.rule) else { return self.has_size(size) };
        let rating = ((row.base * 10.0).round() as u32).saturating_add(more);
        ensure(self.rating == rating, "the rating does not follow from the rule and its length")
    }

    /// Checks that the targets are false.
    fn removes(&self, is_false: impl Fn(&Candidate) -> bool) -> Checked<()> {
        ensure(self.targets()?.iter().all(is_false), "a target does not follow")
    }

    /// Returns the claim of SER's technique with the rule's name, if there is one: some players' rules have
    /// names of techniques that show another pattern.
    fn of_ser(self) -> Claim<'a> {
        let of = |row: &TechniqueRow| Claim { clause: row.info.clause, number: row.info.number, ..self };
        technique(self.rule).map_or(self, of)
    }

    /// Checks that the rule shows one of the clauses.
    fn shows(&self, clauses: &[Clause]) -> Checked<()> {
        ensure(clauses.contains(&self.clause), "the rule has no such pattern")
    }

    /// Checks that the rule shows one of the clauses, which have no sizes.
    fn is_of(&self, clauses: &[Clause]) -> Checked<()> {
        self.shows(clauses)?;
        ensure(self.size.is_none(), "the rule has no sizes")
    }
}

impl Conclusions for Claim<'_> {
    fn targets(&self) -> Checked<&[Candidate]> {
        Claim::targets(self)
    }

    fn value(&self) -> Checked<Candidate> {
        Claim::value(self)
    }
}

/// Whether the pattern proves nothing if there are several solutions.
fn assumes_unique(because: &Evidence) -> bool {
    match because {
        Evidence::BivalueLoop(of) => of.cells.len() % 2 == 0,
        Evidence::Links(links) => links.iter().any(Strong::assumes_unique),
        Evidence::Rings(rings) => rings.iter().flatten().any(Strong::assumes_unique),
        Evidence::Rectangle(_)
        | Evidence::Deadly(_)
        | Evidence::Bug { .. }
        | Evidence::BugPlus(_)
        | Evidence::Symmetry(_) => true,
        _ => false,
    }
}

/// Checks that the conclusions are different candidates of the state.
fn concludes(claim: &Claim, because: &Evidence) -> Checked<()> {
    let Claim { state, eliminates, asserts, relates, .. } = claim;
    let may_relate = matches!(because, Evidence::Impossible(_) | Evidence::Split { .. });
    ensure(may_relate || relates.is_empty(), "the pattern proves no relation")?;
    for (k, &one) in eliminates.iter().chain(*asserts).enumerate() {
        if !state.has(one) {
            return Err(format!("{one}, of which it says something, is no candidate").into());
        }
        let is_new = eliminates.iter().chain(*asserts).take(k).all(|&other| other != one);
        ensure(is_new, "something is concluded twice")?;
    }
    Ok(())
}

/// Checks one step of a round in the state before the round.
fn check(claim: &Claim, because: &Evidence) -> Checked<()> {
    concludes(claim, because)?;
    match because {
        Evidence::Single { variable } => singles::single(claim, *variable),
        Evidence::Contradiction { variable, clash } => singles::contradiction(claim, *variable, clash),
        Evidence::Subset(hall) => hall::subset(claim, hall),
        Evidence::LockedSet(hall) => hall::locked_set(claim, hall),
        Evidence::Matched(hall) => hall::matched(claim, hall),
        Evidence::Fireworks(fireworks) => firework::fireworks(claim, fireworks),
        Evidence::Links(chain) => links::links(claim, chain),
        Evidence::Rings(rings) => links::rings(claim, rings),
        Evidence::Colours(nets) => colours::colours(claim, nets),
        Evidence::AlmostLocked(sets) => almost_locked::chain(claim, sets),
        Evidence::Blossom(blossom) => almost_locked::blossom(claim, blossom),
        Evidence::AlignedPair(pair) => almost_locked::aligned_pair(claim, pair),
        Evidence::Bent { cells, digit } => almost_locked::bent(claim, cells, *digit),
        Evidence::RemotePair(cells) => links::remote_pair(claim, cells),
        Evidence::Finned(fish) => hall::finned(claim, fish),
        Evidence::Franken(fish) => hall::franken(claim, fish),
        Evidence::Kraken(of) => kraken::kraken(claim, of),
        Evidence::Chain { links } => chain::chain(claim, links),
        Evidence::Circle { arcs } => circle::circle(claim, arcs),
        Evidence::Forcing { variable, branches } => forcing::forcing(claim, *variable, branches),
        Evidence::Rectangle(rectangle) => unique::rectangle(claim, rectangle),
        Evidence::Deadly(of) => deadly::deadly(claim, of),
        Evidence::Bug { candidate } => unique::bug(claim, *candidate),
        Evidence::AllDifferent { house, sets } => hall::all_different(claim, *house, sets),
        Evidence::Implications { start, steps } => implications::implications(claim, *start, steps),
        Evidence::Knots(knots) => colouring::knots(claim, knots),
        Evidence::Templates(templates) => templates::templates(claim, templates),
        Evidence::Exocet(all) => template_rank::exocets(claim, all),
        Evidence::Weights(weights) => template_rank::weights(claim, weights),
        Evidence::Refuted(all) => template_rank::refuted(claim, all),
        Evidence::Locked(of) => locked::locked(claim, of),
        Evidence::Direct(of) => direct::direct(claim, of),
        Evidence::Wing(of) => wing::wing(&claim.of_ser(), of),
        Evidence::BivalueLoop(of) => bivalue_loop::bivalue_loop(claim, of),
        Evidence::BugPlus(of) => bug_plus::bug_plus(claim, of),
        Evidence::Symmetry(of) => symmetry::symmetry(claim, of),
        Evidence::AlignedExclusion(of) => aligned_exclusion::aligned_exclusion(&claim.of_ser(), of),
        Evidence::ForcingChains(of) => forcing_chains::forcing_chains(&claim.of_ser(), of),
        Evidence::OnlySolution => singles::only_solution(claim),
        Evidence::Impossible(pattern) => or_k::impossible(claim, pattern),
        Evidence::LastGuardian { .. } => or_k::last_guardian(claim),
        Evidence::Split { relation, chain } => or_k::split(claim, relation, chain),
        Evidence::OrChain { relation, links } => or_k::chain(claim, relation, links),
        Evidence::OrForcing { relation, branches } => or_k::forcing(claim, relation, branches),
        Evidence::Trial { trace } => trial::trial(claim, trace),
        Evidence::Trials { trace } => trial::trials(claim, trace),
    }
}
