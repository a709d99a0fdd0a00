//! The paths of the hardest puzzles, for the page: climbed again, as records have no steps.

use super::kept::{Kept, Tables};
use super::{Column, Context, Kind, Value};
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::ladder::Ladder;
use sudoscope_engine::solve::{Outcome, Solver};

/// Steps of search that a path may cost: some tenths of a second by W, some seconds by S4B.
const PATH_BUDGET: u64 = 250_000;

/// A row for each line of the path of each puzzle in `hardest`.
pub(super) fn paths(tables: &Tables, context: &Context) -> Kept {
    let mut columns = vec![Column::new("ladder", Kind::Text), Column::new("rank", Kind::Count)];
    columns.push(Column::new("step", Kind::Text));
    let budget = PATH_BUDGET.min(context.header.budget);
    let mut rows = Vec::new();
    for ladder in context.ladders {
        for row in tables.rows("hardest", &[("ladder", &ladder.name)]) {
            let Value::Puzzle(puzzle) = row.value("puzzle") else { continue };
            let rank = row.count("rank");
            for step in path(puzzle, ladder, budget) {
                rows.push(Vec::from(row![ladder.name.as_str(), rank, step]));
            }
        }
    }
    Kept { name: "paths", columns, rows }
}

/// The steps of a climb; singles that follow one another are one line.
fn path(puzzle: &Puzzle, ladder: &Ladder, budget: u64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut singles = 0;
    let named = |singles: usize| match singles {
        1 => "one single".to_string(),
        singles => format!("{singles} singles"),
    };
    let climb = Solver::new().observe(puzzle, ladder, budget, &mut |applied| {
        let steps = applied.found.steps.iter().flatten();
        if applied.item.rung == 0 {
            singles += steps.count();
            return;
        }
        if singles > 0 {
            lines.push(named(singles));
            singles = 0;
        }
        let rule = applied.item.rule.info().name;
        lines.extend(steps.map(|step| step.text(rule)));
    });
    if singles > 0 {
        lines.push(named(singles));
    }
    lines.push(match climb.outcome {
        Outcome::Solved(rating) => format!("solved, rating {rating}"),
        Outcome::Stuck => "no rule of the ladder proves anything more".to_string(),
        Outcome::Budget => "the rest of the path is too long to be shown".to_string(),
        Outcome::NoSolution => "no solution".to_string(),
    });
    lines
}
