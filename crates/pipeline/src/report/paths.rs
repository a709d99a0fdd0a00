//! Paths of the hardest puzzles for the page, climbed again, as records have no steps.

use super::columns::{RANK, SCALE, STEP};
use super::{Context, hardest::HARDEST, kept::Tables, table::Kept};
use sudoscope_engine::evidence::Evidence;
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::scale::{Outcome, Scale, Solver};

/// Maximum search steps for a path: some tenths of a second by W, some seconds by S4B.
pub(super) const PATH_BUDGET: u64 = 250_000;

/// Name of the table.
pub(super) const NAME: &str = "paths";

/// Last line of a path that is cut off.
const CUT: &str = "the rest of the path is too long to be shown";

/// Maximum bytes of text of all paths, and of one; the page shows whole paths step by step if it has room.
const ALL: usize = 480_000;
const ONE: usize = 10_000;

/// Makes a row for each line of the path of each puzzle in `hardest`.
pub(super) fn paths(tables: &Tables, context: &Context) -> Kept {
    let budget = PATH_BUDGET.min(context.header.budget);
    let room = ONE.min(ALL / tables.rows(HARDEST.name).len().max(1));
    let mut rows = Vec::new();
    for scale in context.scales {
        for row in tables.of_scale(HARDEST.name, &scale.name) {
            let Some(puzzle) = row.puzzle() else { continue };
            let rank = row.count(RANK);
            for step in path(puzzle, scale, budget, room) {
                rows.push(row![scale.name.clone(), rank, step]);
            }
        }
    }
    Kept { name: NAME, columns: columns![SCALE, RANK, STEP], rows }
}

/// Returns the steps of a climb; consecutive singles share one line.
fn path(puzzle: &Puzzle, scale: &Scale, budget: u64, mut room: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut singles = 0;
    let named = |singles: usize| match singles {
        1 => "one single".to_string(),
        singles => format!("{singles} singles"),
    };
    let climb = Solver::new().observe(puzzle, scale, budget, &mut |applied| {
        if room == 0 {
            return;
        }
        let steps = applied.found.steps.iter().flatten();
        if steps.clone().all(|step| matches!(step.because, Evidence::Single { .. })) {
            singles += steps.count();
            return;
        }
        if singles > 0 {
            lines.push(named(singles));
            singles = 0;
        }
        let rule = applied.item.rule.info().name;
        for step in steps {
            let text = step.text(rule);
            room = room.saturating_sub(text.len());
            if room == 0 {
                return;
            }
            lines.push(text);
        }
    });
    if room == 0 {
        lines.push(CUT.to_string());
    }
    if singles > 0 {
        lines.push(named(singles));
    }
    lines.push(match climb.outcome.column(0) {
        Outcome::Solved(value) => format!("solved, rating {}", scale.unit().text(value)),
        Outcome::Unsolved => "no rule of the scale proves anything more".to_string(),
        Outcome::Budget if room == 0 => return lines,
        Outcome::Budget => CUT.to_string(),
        Outcome::NoSolution => "no solution".to_string(),
    });
    lines
}
