//! Steps of any rule of every board, from what a climb found: rules of boards are asked again for their
//! patterns; other rules leave the evidence of the plain board, in which variables are found again by their
//! candidates.
//!
//! ```text
//!   Solver ── item, conclusions, evidence ──▶ Writer ─┬▶ singles, subsets, whips of one    board, grid
//!                                                     ├▶ whips, braids                     searched again
//!                                                     ├▶ trial and error                   trial.rs
//!                                                     └▶ chains, links, colours            translated
//! ```

use super::scribe::Scribe;
use super::trial::refute;
use crate::board_proof::{
    BoardArc, BoardBranch, BoardColours, BoardEvidence, BoardLink, BoardRound, BoardStep, BoardStrong,
    BoardVariable, LinkReason,
};
use crate::board_tables::{BoardTables, SubsetKind, reason};
use crate::boards::Board;
use crate::budget::Budget;
use crate::evidence::families::{Chains, Memory, Space, named};
use crate::evidence::{Arc, Branch, Clause, Colours, Evidence, Link, Strong};
use crate::grid::{Candidate, Candidates, Cells, Grid, HouseKind, notation::Variable};
use crate::rules::on_boards::{BoardGraphs, ChainTask, SubsetTables};
use crate::scale::{Applied, Scale};

/// Writer of the rounds of a climb.
pub struct Writer<'a> {
    scribe: Scribe<'a>,
    tables: &'a BoardTables,
    scale: &'a Scale,
    graphs: BoardGraphs,
    version: u64,
}

impl<'a> Writer<'a> {
    pub fn of(tables: &'a BoardTables, scale: &'a Scale) -> Writer<'a> {
        let scribe = Scribe::of(&tables.board);
        Writer { scribe, tables, scale, graphs: BoardGraphs::default(), version: 0 }
    }

    pub fn rounds(self) -> Vec<BoardRound> {
        self.scribe.rounds
    }

    /// Writes the round of an item: the steps that prove something which earlier steps of the round do not.
    pub fn round(&mut self, applied: &Applied<'_>) {
        let Applied { item, found, grid } = *applied;
        let (rule, clause) = (item.rule.info().name, item.rule.info().clause);
        match clause {
            _ if found.contradiction => self.contradictions(grid),
            _ if !found.asserted.is_empty() && !keeps_evidence(clause) => {
                self.singles(rule, clause, grid, &found.asserted);
            }
            Clause::Locked | Clause::Pointing | Clause::Claiming => self.whips_of_one(rule, clause, grid),
            Clause::Chain if item.size == 1 => self.whips_of_one(rule, clause, grid),
            Clause::Naked => self.subsets(rule, SubsetKind::Naked, item.size, grid),
            Clause::Hidden => self.subsets(rule, SubsetKind::Hidden, item.size, grid),
            Clause::Fish => self.subsets(rule, SubsetKind::Fish, item.size, grid),
            Clause::Trial => self.trials(rule, grid, &found.eliminated),
            _ => match &found.steps {
                Some(steps) if !steps.is_empty() => {
                    let held = Held::of(self.scribe.board, &self.scribe.names, grid);
                    let mut all = Vec::new();
                    for step in steps {
                        let because = held.evidence(&step.because, &step.eliminates);
                        let (eliminates, asserts) = (step.eliminates.clone(), step.asserts.clone());
                        all.extend(because.map(|because| BoardStep::of(rule, eliminates, asserts, because)));
                    }
                    self.scribe.steps.extend(all);
                }
                _ => self.chains(rule, item.size, grid),
            },
        }
        self.end_round(applied);
    }

    /// Ends the round with those of its steps that prove something new.
    fn end_round(&mut self, applied: &Applied<'_>) {
        let Applied { item, found, .. } = *applied;
        let rule = item.rule.info().name;
        let name = self.scale.has_levels_or_points().then(|| item.players_name());
        let mut known = Candidates::EMPTY;
        let mut steps = std::mem::take(&mut self.scribe.steps);
        steps.retain(|step| {
            let before = known.len();
            known.extend(&step.eliminates.iter().chain(&step.asserts).copied().collect());
            known.len() > before || found.contradiction
        });
        let all = found.eliminated.iter().chain(found.asserted.iter()).collect::<Candidates>();
        debug_assert!(found.contradiction || known == all, "{rule}: steps of other candidates");
        if let Some(name) = name {
            steps = steps.into_iter().map(|step| step.named(rule, &name)).collect();
        }
        let size = (item.size > 0).then_some(item.size);
        let rating = self.scale.unit().json(item.rating.0[0]);
        self.scribe.rounds.push(BoardRound { rule: rule.to_string(), size, rating, steps });
    }

    fn contradictions(&mut self, grid: &Grid) {
        let left = Candidates(grid.planes);
        let all = self.scribe.board.variables().iter().zip(&self.scribe.names);
        let empty = all.filter(|(variable, _)| variable.common(&left).is_empty()).map(|(_, &name)| name);
        let empty: Vec<BoardVariable> = empty.collect();
        self.scribe.contradictions(empty);
    }

    /// Writes singles, each with the first variable that shows the clause.
    fn singles(&mut self, rule: &str, clause: Clause, grid: &Grid, asserted: &Candidates) {
        let Scribe { board, names, steps, .. } = &mut self.scribe;
        let left = Candidates(grid.planes);
        for value in asserted.iter() {
            let shows = |&(variable, &name): &(&Candidates, &BoardVariable)| {
                let is_only = variable.common(&left) == Candidates::from_iter([value]);
                let empty = || variable.iter().filter(|one| !grid.placed.contains(one.cell)).count();
                let is_cell = matches!(name, BoardVariable::Cell(_));
                is_only
                    && match clause {
                        Clause::NakedSingle => is_cell,
                        Clause::LastCell => !is_cell && empty() == 1,
                        Clause::BlockSingle => !is_cell && !name.is_line() && empty() > 1,
                        Clause::LineSingle => name.is_line() && empty() > 1,
                        _ => !is_cell,
                    }
            };
            if let Some((_, &variable)) = board.variables().iter().zip(names.iter()).find(shows) {
                let because = BoardEvidence::Single { variable };
                steps.push(BoardStep::of(rule, vec![], vec![value], because));
            }
        }
    }

    /// Writes whips of one variable, variable by variable.
    fn whips_of_one(&mut self, rule: &str, clause: Clause, grid: &Grid) {
        let (scribe, open) = (&mut self.scribe, grid.candidates());
        let board = scribe.board;
        board.each_whip_of_one(grid, |variable, targets| {
            let house = self.tables.house_of(variable).map(|house| house.kind);
            let is_line = matches!(house, Some(HouseKind::Row | HouseKind::Column));
            let is_wanted = match clause {
                Clause::Pointing => !is_line,
                Clause::Claiming => is_line,
                _ => true,
            };
            let members: Vec<Candidate> = board.variables()[variable].common(&open).iter().collect();
            if let (true, Some(first)) = (is_wanted, targets.iter().next()) {
                let left = members[0];
                let link = scribe.link(scribe.names[variable], members, &[first], left, None);
                scribe.push_chain(rule, targets.iter().collect(), vec![link]);
            }
        });
    }

    fn subsets(&mut self, rule: &str, kind: SubsetKind, size: u8, grid: &Grid) {
        let tables = SubsetTables::of(self.tables, grid);
        for subset in tables.find(kind, size.into()) {
            self.scribe.subset(rule, &subset);
        }
    }

    fn trials(&mut self, rule: &str, grid: &Grid, eliminated: &Candidates) {
        for target in eliminated.iter() {
            if let Some(because) = refute(self.scribe.board, &self.scribe.names, grid, target) {
                self.scribe.steps.push(BoardStep::of(rule, vec![target], vec![], because));
            }
        }
    }

    /// Searches for whips or braids in any variables again.
    fn chains(&mut self, rule: &str, size: u8, grid: &Grid) {
        let family = named(rule).filter(|family| family.spaces == [Space::All]);
        if let Some(Chains::Objects(family)) = family.map(|family| family.chains) {
            debug_assert!(family.memory == Memory::All);
            self.version += 1;
            let board = &*self.tables.board;
            let (solution, version, lengths) = (None, self.version, [u32::from(size); 2]);
            let task = ChainTask { board, grid, solution, version, family, lengths, leaves_rest: false };
            // The climb has found the same chains within its own budget.
            let unlimited = &mut Budget(u64::MAX);
            let _ = self.graphs.shortest_chains(&task, unlimited, &mut Some(&mut self.scribe));
        }
    }
}

/// Whether a rule that asserts something has evidence of the plain board.
fn keeps_evidence(clause: Clause) -> bool {
    matches!(clause, Clause::Links | Clause::Forcing)
}

/// State in which evidence is translated.
struct Held<'a> {
    board: &'a Board,
    /// Names of the variables, with their candidates.
    variables: Vec<(BoardVariable, Candidates)>,
    /// The types of the variables, as [`Board::types`] numbers them from 1; cells are of type 0.
    types: Vec<usize>,
}

impl Held<'_> {
    fn of<'a>(board: &'a Board, names: &[BoardVariable], grid: &Grid) -> Held<'a> {
        let open = grid.candidates();
        let held = board.variables().iter().map(|variable| variable.common(&open));
        let all = board.types();
        let type_of = |house: usize| 1 + all.iter().position(|own| own.contains(&house)).unwrap_or_default();
        let of_houses = board.full_houses().flat_map(|house| vec![type_of(house); board.size()]);
        let types = board.cells().map(|_| 0).chain(of_houses).collect();
        Held { board, variables: names.iter().copied().zip(held).collect(), types }
    }

    /// Returns the variables with just these candidates, in the order of the board: cells, rows, columns,
    /// others.
    fn with(&self, candidates: &Candidates) -> impl Iterator<Item = BoardVariable> {
        self.variables.iter().filter(move |own| own.1 == *candidates).map(|own| own.0)
    }

    /// Returns evidence in terms of the board; `None` if it is not of a rule of boards.
    fn evidence(&self, because: &Evidence, targets: &[Candidate]) -> Option<BoardEvidence> {
        Some(match because {
            Evidence::Chain { links } => {
                BoardEvidence::Chain { links: self.chain(links, *targets.first()?)? }
            }
            Evidence::Forcing { branches, .. } => {
                let starts = branches.iter().map(|branch| branch.start).collect();
                let branch = |branch: &Branch| {
                    let links = self.chain(&branch.links, branch.start)?;
                    Some(BoardBranch { start: branch.start, links })
                };
                let branches = branches.iter().map(branch).collect::<Option<_>>()?;
                BoardEvidence::Forcing { variable: self.with(&starts).next()?, branches }
            }
            Evidence::Circle { arcs } => {
                let mut used = Vec::new();
                let arc = |arc: &Arc| {
                    let Arc { left, right, guardians, .. } = arc;
                    let all = [*left, *right].into_iter().chain(guardians.iter().copied()).collect();
                    let variable = self.with(&all).find(|variable| !used.contains(variable))?;
                    used.push(variable);
                    Some(BoardArc { variable, left: *left, right: *right, guardians: guardians.clone() })
                };
                BoardEvidence::Circle { arcs: arcs.iter().map(arc).collect::<Option<_>>()? }
            }
            Evidence::Links(links) => BoardEvidence::Links { links: self.links(links)? },
            Evidence::Rings(rings) => {
                let ring = |ring: &Vec<Strong>| self.links(ring);
                BoardEvidence::Rings { rings: rings.iter().map(ring).collect::<Option<_>>()? }
            }
            Evidence::Colours(nets) => {
                let nets = nets.iter().map(|net| self.net(net)).collect();
                BoardEvidence::Colours { nets }
            }
            Evidence::RemotePair(cells) => {
                let cell = |variable: &Variable| match variable {
                    Variable::Cell(cell) => Some(BoardVariable::Cell(*cell)),
                    Variable::In(..) => None,
                };
                BoardEvidence::RemotePair { cells: cells.iter().map(cell).collect::<Option<_>>()? }
            }
            _ => return None,
        })
    }

    /// Translates links of a chain from a target. All variables of the chain are of one type, if that is
    /// possible.
    fn chain(&self, links: &[Link], target: Candidate) -> Option<Vec<BoardLink>> {
        let members = |link: &Link| -> Candidates {
            let ignored = link.ignored.iter().map(|ignored| ignored.0);
            [link.left].into_iter().chain(link.right.candidates().iter().copied()).chain(ignored).collect()
        };
        let variables = self.one_each(&links.iter().map(members).collect::<Vec<_>>())?;
        let mut objects = vec![target];
        let mut all = Vec::new();
        for (link, variable) in links.iter().zip(variables) {
            let cells: Cells = members(link).iter().map(|one| one.cell).collect();
            let by = |origin: usize, label| -> Option<LinkReason> {
                Some(reason(self.board, [*objects.get(origin)?, label], cells))
            };
            let ignored =
                link.ignored.iter().map(|&(label, origin)| Some((label, origin, by(origin, label)?)));
            all.push(BoardLink {
                variables: [variable],
                left: link.left,
                from: link.from,
                by: by(link.from, link.left)?,
                right: link.right.clone(),
                ignored: ignored.collect::<Option<_>>()?,
            });
            objects.extend(link.right.candidates());
        }
        Some(all)
    }

    /// Chooses a variable for each of these sets of candidates: all different, and all of one type if that is
    /// possible.
    fn one_each(&self, sets: &[Candidates]) -> Option<Vec<BoardVariable>> {
        let chosen = |is_wanted: &dyn Fn(usize) -> bool| {
            let mut chosen: Vec<usize> = Vec::new();
            for set in sets {
                let fits = |&at: &usize| self.variables[at].1 == *set && is_wanted(self.types[at]);
                let next = (0..self.variables.len()).filter(fits).find(|at| !chosen.contains(at))?;
                chosen.push(next);
            }
            Some(chosen.into_iter().map(|at| self.variables[at].0).collect())
        };
        let last = self.types.iter().max().copied().unwrap_or_default();
        (0..=last).find_map(|kind| chosen(&|own| own == kind)).or_else(|| chosen(&|_| true))
    }

    fn links(&self, links: &[Strong]) -> Option<Vec<BoardStrong>> {
        let one = |link: &Strong| {
            let (&[from], &[to]) = (&link.from[..], &link.to[..]) else { return None };
            let is_cell = from.cell == to.cell;
            let fits = |variable: &BoardVariable| is_cell == matches!(variable, BoardVariable::Cell(_));
            let variable = self.with(&[from, to].into_iter().collect()).find(fits)?;
            Some(BoardStrong { variable, from, to })
        };
        links.iter().map(one).collect()
    }

    /// Translates a net: the variables with one candidate of each colour.
    fn net(&self, Colours { colours, .. }: &Colours) -> BoardColours {
        let [one, other] = colours.each_ref().map(|colour| colour.iter().copied().collect::<Candidates>());
        let of_digit = |own: &&(BoardVariable, Candidates)| {
            let is_split = own.1.common(&one).len() == 1 && own.1.common(&other).len() == 1;
            own.1.len() == 2 && is_split && matches!(own.0, BoardVariable::In(..))
        };
        let pairs = self.variables.iter().filter(of_digit).map(|own| own.0).collect();
        BoardColours { pairs, colours: colours.clone() }
    }
}
