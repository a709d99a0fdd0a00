//! Rules on boards other than the plain one: houses and links are data. Only counts and conclusions are kept,
//! no evidence.
//!
//! ```text
//!   BoardTables, state ─┬▶ singles, whips of one variable, trial and error    this file
//!                       ├▶ naked and hidden sets, fish                        subsets.rs
//!                       └▶ whips and braids, by the searches in `chain/`      chains.rs
//! ```
//!
//! Where links are the same for each digit, whips of one and two variables are looked up in [`ShortWhips`].
//!
//! Other rules of every board know only variables and links, and so are those of the plain board.

mod chains;
mod subsets;

pub(crate) use chains::{BoardGraphs, ChainScribe, ChainTask};
pub(crate) use subsets::{Subset, SubsetTables};

use crate::board_tables::{BoardTables, SubsetKind};
use crate::boards::ShortWhips;
use crate::budget::Within;
use crate::evidence::Evidence;
use crate::evidence::families::ObjectFamily;
use crate::graph::{Reach, Space, with_graph};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid, HouseKind};
use crate::rule::Findings;
use crate::rules::singles::SingleIn;
use crate::state::State;
use std::sync::{Arc, Mutex, PoisonError};

/// Returns the board of a state of a board that is not plain, with the state.
fn of(state: &State) -> Option<(Arc<BoardTables>, Grid)> {
    state.board().map(|board| (board.clone(), *state.grid()))
}

/// Finds variables without a candidate or value.
pub(super) fn contradictions(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let Some((board, grid)) = of(state) else { return Ok(()) };
    let left = Candidates(grid.planes);
    for variable in board.board.variables() {
        if let (true, Some(label)) = (variable.common(&left).is_empty(), variable.iter().next()) {
            let variable = Variable::Cell(label.cell);
            found.contradict(|| Evidence::Contradiction { variable, clash: Vec::new() });
        }
    }
    Ok(())
}

/// Finds cells with one digit left.
pub(super) fn naked(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (once, twice) = state.grid().once_twice();
    singles(state, found, |_, _| once - twice);
    Ok(())
}

/// Finds digits with one cell left in a house.
pub(super) fn hidden(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let Some((board, grid)) = of(state) else { return Ok(()) };
    singles(state, found, |digit, _| alone(&board, &grid, digit, |_, _| true));
    Ok(())
}

/// Finds digits with one cell left in a house of this kind.
pub(super) fn hidden_in(kind: SingleIn, state: &mut State, found: &mut Findings) -> Within {
    let Some((board, grid)) = of(state) else { return Ok(()) };
    singles(state, found, |digit, _| {
        alone(&board, &grid, digit, |cells, house| {
            let (is_last, is_block) = ((cells - grid.placed()).len() == 1, house == HouseKind::Block);
            match kind {
                SingleIn::FullHouse => is_last,
                SingleIn::Block => is_block && !is_last,
                SingleIn::Line => !is_block && !is_last,
            }
        })
    });
    Ok(())
}

/// Finds the last place of each digit that has values in all other rows.
pub(super) fn last_digits(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let Some((board, grid)) = of(state) else { return Ok(()) };
    singles(state, found, |digit, plane| match (plane & grid.placed()).len() + 1 == board.board.size() {
        true => alone(&board, &grid, digit, |_, _| true),
        false => Cells::EMPTY,
    });
    Ok(())
}

/// Asserts the candidates in the cells that `of` returns for a digit and its places, values included.
fn singles(state: &State, found: &mut Findings, of: impl Fn(Digit, Cells) -> Cells) {
    let grid = state.grid();
    for digit in Digit::all() {
        let plane = grid.plane(digit);
        for cell in of(digit, plane) & grid.open_plane(digit) {
            found.assert(Candidate::new(digit, cell), || Evidence::Single { variable: Variable::Cell(cell) });
        }
    }
}

/// Returns the cells that are the only place of a digit in a wanted house.
fn alone(
    board: &BoardTables, grid: &Grid, digit: Digit, is_wanted: impl Fn(Cells, HouseKind) -> bool,
) -> Cells {
    let places = board.houses.iter().filter(|house| is_wanted(house.cells, house.kind));
    let places = places.map(|house| house.cells & grid.plane(digit));
    places.filter(|places| places.len() == 1).fold(Cells::EMPTY, |all, places| all | places)
}

/// Finds whips of one variable: candidates that are linked to all candidates of a variable.
pub(super) fn locked(state: &mut State, _: u8, found: &mut Findings) -> Within {
    locked_by(state, found, |_| true)
}

/// Finds whips of one variable that is a digit in a row or column, or any other variable (pointing).
pub(super) fn locked_one_way(is_pointing: bool, state: &mut State, found: &mut Findings) -> Within {
    let is_line = |kind| matches!(kind, Some(HouseKind::Row | HouseKind::Column));
    locked_by(state, found, |kind| is_line(kind) != is_pointing)
}

fn locked_by(
    state: &mut State, found: &mut Findings, is_wanted: impl Fn(Option<HouseKind>) -> bool,
) -> Within {
    let Some((board, grid)) = of(state) else { return Ok(()) };
    if state.keep::<ShortWhips>().1.by_one(&board.board, &grid).is_some_and(|none| none.is_empty()) {
        return Ok(());
    }
    board.board.each_whip_of_one(&grid, |variable, targets| {
        if is_wanted(board.house_of(variable).map(|house| house.kind)) {
            found.eliminate_on_board(targets);
        }
    });
    Ok(())
}

/// Finds subsets of a kind.
pub(super) fn subsets(kind: SubsetKind, state: &mut State, size: u8, found: &mut Findings) -> Within {
    let Some((board, _)) = of(state) else { return Ok(()) };
    let (_, tables) = state.remember(|grid| SubsetTables::of(&board, grid));
    tables.find(kind, size.into()).for_each(|subset| found.eliminate_on_board(&subset.targets));
    Ok(())
}

/// Finds candidates from which singles lead to a contradiction.
pub(super) fn trial(state: &mut State, found: &mut Findings) -> Within {
    /// More rounds than there are cells.
    const ROUNDS: usize = 100;
    with_graph!(state, Space::All, |cache, budget| {
        budget.take(cache.graph.labels.len() as u64)?;
        let failed = cache.targets(Reach::Singles, ROUNDS).into_iter();
        found.eliminate_unrecorded(&failed.map(|c| cache.graph.labels[c]).collect());
        Ok(())
    })
}

/// Finds whips or braids with this number of variables.
pub(super) fn chains(state: &mut State, family: ObjectFamily, size: u32, found: &mut Findings) -> Within {
    let Some((board, grid)) = of(state) else { return Ok(()) };
    // Both kinds of chains exclude the same.
    if size == 2
        && let Some(targets) = state.keep::<ShortWhips>().1.by_two(&board.board, &grid)
    {
        found.eliminate_unrecorded(&targets);
        return Ok(());
    }
    let (version, solution) = (state.version(), state.solution().copied());
    // Kept values may be shared between threads; nothing waits for the mutex.
    let (_, graphs, budget) = state.keep::<Mutex<BoardGraphs>>();
    let graphs = graphs.get_mut().unwrap_or_else(PoisonError::into_inner);
    let task = ChainTask {
        board: &board.board,
        grid: &grid,
        solution: solution.as_ref(),
        version,
        family,
        lengths: [size; 2],
        leaves_rest: found.may_run_ahead(),
    };
    if let Some((_, targets)) = graphs.shortest_chains(&task, budget, &mut None::<&mut Nobody>)? {
        found.eliminate_unrecorded(&targets);
    }
    Ok(())
}

/// Scribe who writes nothing.
struct Nobody;

impl ChainScribe for Nobody {
    fn chain<const C: usize, const V: usize>(&mut self, _: &super::Rebuild<'_, C, V>, _: ObjectFamily) {}
}
