//! Objects of f-puzzles and SudokuPad whose rules are those of a board.

use super::super::site_objects::{is_harmless, is_nothing, rows_of};
use super::rules::block;
use super::{Named, Regions, Rules};
use serde_json::{Map, Value};
use sudoscope_engine::grid::{Cell, Cells};

type Object = Map<String, Value>;

/// Flags, and names in the list `global`, with the parts of boards that they are.
const FLAGS: [(&str, &str); 8] = [
    ("diagonal-", "d1"),
    ("diagonal+", "d2"),
    ("windoku", "windoku"),
    ("disjointgroups", "dg"),
    ("disjoint", "dg"),
    ("antiking", "antiking"),
    ("antiknight", "antiknight"),
    ("nonconsecutive", "nc"),
];

/// Styles and types of cages that are extra regions.
const REGIONS: [&str; 3] = ["extraregion", "windoku", "disjoint"];

/// Whether some board has the rule of this name.
pub(in crate::input::forms) fn is_of_boards(name: &str) -> bool {
    part(name).is_some() || REGIONS.contains(&name)
}

fn part(name: &str) -> Option<&'static str> {
    FLAGS.iter().find(|flag| flag.0 == name).map(|flag| flag.1)
}

/// Reads an object: its puzzle, or the name of a rule that boards have not.
pub(super) fn named(object: &Object) -> Result<Named, &str> {
    let rows = rows_of(object).ok_or("")?;
    let size = rows.len();
    if !(4..=9).contains(&size) || rows.iter().any(|row| row.len() != size) {
        return Err("size");
    }
    let cells: Vec<&Value> = rows.into_iter().flatten().collect();
    let mut rules = Rules::of(size);
    rules.regions = match object.get("regions").and_then(Value::as_array).filter(|list| !list.is_empty()) {
        Some(list) => layout_of_lists(list, size).ok_or("regions")?,
        None => layout_of_cells(&cells, size).ok_or("grid")?,
    };
    // Shading is looked at when the regions are known.
    let mut members: Vec<(&String, &Value)> = object.iter().filter(|(_, value)| !is_nothing(value)).collect();
    members.sort_by_key(|(name, _)| *name == "underlays");
    for (name, value) in members {
        let is_read = match name.as_str() {
            "global" => of_global(value, &mut rules),
            "extraregion" => of_regions(value, &mut rules),
            "cages" => of_cages(value, &mut rules),
            "lines" => of_lines(value, &mut rules),
            "metadata" => value.get("norowcol").is_none_or(is_nothing).then_some(()),
            "underlays" => is_shading(value, &rules).then_some(()),
            name => {
                let part = part(name).filter(|_| value.as_bool() == Some(true));
                rules.parts.extend(part);
                (part.is_some() || is_harmless(name)).then_some(())
            }
        };
        is_read.ok_or(if name == "metadata" { "" } else { name.as_str() })?;
    }
    rules.named(clues(object, &cells))
}

/// Returns the given digits; `?` for a value that is no digit.
fn clues(object: &Object, cells: &[&Value]) -> Vec<u8> {
    let is_f_puzzles = object.contains_key("grid");
    let clue = |cell: &&Value| {
        let is_given = cell.get("given").and_then(Value::as_bool).unwrap_or(!is_f_puzzles);
        let value = cell.get("value").filter(|value| is_given && !is_nothing(value))?;
        let digit = value.as_u64().or_else(|| value.as_str()?.parse().ok());
        Some(match digit {
            Some(digit @ 0..=9) => b'0' + digit as u8,
            _ => b'?',
        })
    };
    cells.iter().map(|cell| clue(cell).unwrap_or(b'.')).collect()
}

/// Reads the numbers of regions at the cells; a cell without one is in its block, a cell with null in none.
fn layout_of_cells(cells: &[&Value], size: usize) -> Option<Regions> {
    let has_none = |cell: &&&Value| cell.get("region").is_some_and(Value::is_null);
    match cells.iter().filter(has_none).count() {
        0 => {}
        count => return (count == size * size).then_some(Regions::Nothing),
    }
    let regions: Vec<Option<u8>> =
        cells.iter().map(|cell| u8::try_from(cell.get("region")?.as_u64()?).ok()).collect();
    if regions.iter().all(Option::is_none) {
        return Some(Regions::Blocks);
    }
    let own = |at: usize| block(size, [at / size, at % size]) as u8;
    Some(Regions::Layout(regions.iter().enumerate().map(|(at, it)| it.unwrap_or(own(at))).collect()))
}

/// Reads lists of cells; `None` unless each cell is in one.
fn layout_of_lists(lists: &[Value], size: usize) -> Option<Regions> {
    let mut layout = vec![u8::MAX; size * size];
    for (number, list) in (0..u8::MAX).zip(lists) {
        for cell in cells_of(list)? {
            let place = (cell.column() < size)
                .then(|| layout.get_mut(size * cell.row() + cell.column()))
                .flatten()?;
            *place = number;
        }
    }
    (!layout.contains(&u8::MAX)).then_some(Regions::Layout(layout))
}

/// Reads cells: `[row, column]` from 0, or `R1C1`.
fn cells_of(list: &Value) -> Option<Cells> {
    list.as_array()?.iter().map(cell).collect()
}

fn cell(value: &Value) -> Option<Cell> {
    let [row, column] = match value {
        Value::Array(pair) => {
            let [row, column] = &pair[..] else { return None };
            [row.as_u64()?, column.as_u64()?]
        }
        _ => {
            let (row, column) = value.as_str()?.strip_prefix('R')?.split_once('C')?;
            [row.parse::<u64>().ok()?.checked_sub(1)?, column.parse::<u64>().ok()?.checked_sub(1)?]
        }
    };
    let [row, column] = [usize::try_from(row).ok()?, usize::try_from(column).ok()?];
    (row < 9 && column < 9).then(|| Cell::at(row, column))
}

fn of_global(value: &Value, rules: &mut Rules) -> Option<()> {
    let parts: Option<Vec<_>> = value.as_array()?.iter().map(|name| part(name.as_str()?)).collect();
    rules.parts.extend(parts?);
    Some(())
}

fn of_regions(value: &Value, rules: &mut Rules) -> Option<()> {
    let regions: Option<Vec<Cells>> = value.as_array()?.iter().map(|it| cells_of(it.get("cells")?)).collect();
    rules.extra.extend(regions?);
    Some(())
}

/// Reads cages that are extra regions. A cage without cells is a title.
fn of_cages(value: &Value, rules: &mut Rules) -> Option<()> {
    for cage in value.as_array()? {
        let Some(list) = cage.get("cells").filter(|list| !is_nothing(list)) else { continue };
        let word = |name| cage.get(name).and_then(Value::as_str);
        let is_region =
            [word("style"), word("type")].into_iter().flatten().any(|word| REGIONS.contains(&word));
        let sum = (rules.size * (rules.size + 1) / 2) as u64;
        let has_sum = cage.get("sum").is_some_and(|it| !is_nothing(it) && it.as_u64() != Some(sum));
        (is_region && !has_sum).then_some(())?;
        rules.extra.push(cells_of(list)?);
    }
    Some(())
}

/// Reads lines through all cells of a diagonal.
fn of_lines(value: &Value, rules: &mut Rules) -> Option<()> {
    let end = rules.size as f64;
    for line in value.as_array()? {
        let points: Option<Vec<[f64; 2]>> = line.get("wayPoints")?.as_array()?.iter().map(point).collect();
        let points = points?;
        let ends = [points.first()?[0], points.last()?[0]];
        (ends == [0.0, end] || ends == [end, 0.0]).then_some(())?;
        rules.parts.push(match &points[..] {
            points if points.iter().all(|[row, column]| row == column) => "d1",
            points if points.iter().all(|[row, column]| row + column == end) => "d2",
            _ => return None,
        });
    }
    Some(())
}

fn point(value: &Value) -> Option<[f64; 2]> {
    let [row, column] = &value.as_array()?[..] else { return None };
    Some([row.as_f64()?, column.as_f64()?])
}

/// Whether all that is drawn below the digits is in extra regions.
fn is_shading(value: &Value, rules: &Rules) -> bool {
    let is_one = |drawn: &Value| {
        let [row, column] = drawn.get("center").and_then(point)?;
        let inside = |at: &f64| (0.0..9.0).contains(at);
        let cell = [row, column].iter().all(inside).then(|| Cell::at(row as usize, column as usize))?;
        (drawn.get("text").is_none() && rules.extra.iter().any(|cells| cells.contains(cell))).then_some(())
    };
    value.as_array().is_some_and(|all| all.iter().all(|drawn| is_one(drawn).is_some()))
}
