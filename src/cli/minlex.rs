//! `sudoscope minlex`: prints the canonical form of every puzzle.

use super::args::{FormFormat, FormOf, MinlexArgs, name_of};
use super::exit::Exit;
use super::rows::{LineNames, Printer, print_all, settings_of};
use anyhow::{Result, bail};
use std::io::{self, Write};
use std::sync::Arc;
use sudoscope::brute::solutions_within;
use sudoscope::budget::{Budget, OutOfBudget};
use sudoscope::canon::{Canon, Canonical, Symmetry};
use sudoscope::check::CHECK_BUDGET;
use sudoscope::crew::Crew;
use sudoscope::grid::notation::clue_bytes;
use sudoscope::grid::{Cells, Grid, LineError};
use sudoscope::input::{LineAt, Places, clues_of, shown};
use sudoscope::report::{csv_field, csv_row, csv_row_of, status_text};
use sudoscope::run::{Done, Line, Work};
use sudoscope::scale::Status;

pub fn run(args: MinlexArgs) -> Result<Exit> {
    let lines = args.lines.of(&args.files)?;
    if args.solution && args.by == FormOf::Solution {
        bail!("--solution cannot be used with --by solution, which prints the solution already");
    }
    if args.solution && args.format == FormFormat::Plain {
        bail!("--solution cannot be used with --format plain, which prints canonical puzzles only");
    }
    let work = FormWork { by_solution: args.by == FormOf::Solution, solving: args.solution };
    let names = LineNames::new(&lines.inputs);
    let mut printer = FormPrinter { work: &work, format: args.format, text: Vec::new(), names };
    let mut settings = settings_of("minlex", &lines);
    settings.extend([
        ("--format", name_of(args.format).into()),
        ("--by", name_of(args.by).into()),
        ("--solution", args.solution.into()),
    ]);
    print_all(&lines, &args.output, settings, args.lines.progress, &mut printer, &work)
}

/// Work of this command.
struct FormWork {
    /// Whether the solution, not the puzzle, is brought to its minlex.
    by_solution: bool,
    /// Whether forms of puzzles include their solution.
    solving: bool,
}

/// Result for a line: its clues and their form, as far as they could be found.
struct Formed {
    status: Status,
    error: Option<LineError>,
    clues: Option<[u8; 81]>,
    form: Option<CanonicalForm>,
}

struct CanonicalForm {
    clues: [u8; 81],
    symmetry: Symmetry,
    automorphisms: u64,
    /// Solution of the canonical puzzle, if it was asked for.
    solution: Option<Box<[u8; 81]>>,
}

impl Work for FormWork {
    type Scratch = Canon;
    type Row = Formed;

    fn scratch(&self, _: &Arc<dyn Crew>) -> Canon {
        Canon::default()
    }

    fn row(&self, canon: &mut Canon, line: Line) -> Formed {
        let clues = match clues_of(line.text, line.places) {
            Ok(clues) => clues,
            Err(error) => {
                let (status, error) = (Status::Invalid, Some(error));
                return Formed { status, error, clues: None, form: None };
            }
        };
        let asked = self.by_solution || self.solving;
        let (status, full) = match asked.then(|| solution_of(&clues)).transpose() {
            Ok(full) => (Status::Ok, full),
            Err(status) => (status, None),
        };
        let of_puzzle = match (self.by_solution, &full) {
            (true, full) => full.as_ref().map(|full| canon.by_solution(&clues, full)),
            (false, _) => Some(canon.of(&clues)),
        };
        let form = of_puzzle.map(|of_puzzle| {
            let Canonical { clues, symmetry, automorphisms } = of_puzzle;
            let solution = full.map(|full| Box::new(clue_bytes(&symmetry.apply(&full))));
            CanonicalForm { clues: clue_bytes(&clues), symmetry, automorphisms, solution }
        });
        Formed { status, error: None, clues: Some(clue_bytes(&clues)), form }
    }
}

/// Finds the only solution.
fn solution_of(clues: &[Cells; 9]) -> Result<[Cells; 9], Status> {
    match solutions_within(&Grid::from_clues(clues), 2, &mut Budget(CHECK_BUDGET)) {
        Ok((1, Some(grid))) => Ok(grid.planes),
        Ok((0, _)) => Err(Status::NoSolution),
        Ok(_) => Err(Status::MultipleSolutions),
        Err(OutOfBudget) => Err(Status::Budget),
    }
}

/// Printer that turns rows into text.
struct FormPrinter<'a> {
    work: &'a FormWork,
    format: FormFormat,
    text: Vec<u8>,
    names: LineNames,
}

impl Printer<Formed> for FormPrinter<'_> {
    fn text(&mut self) -> &mut Vec<u8> {
        &mut self.text
    }

    fn names(&self) -> &LineNames {
        &self.names
    }

    fn head(&mut self) -> io::Result<()> {
        if self.format == FormFormat::Plain {
            return Ok(());
        }
        let forms: &[&str] = match self.work.by_solution {
            false => &["minlex"],
            true => &["solution minlex", "carried puzzle"],
        };
        let solution: &[&str] = if self.work.solving { &["solution"] } else { &[] };
        let head = [&["line", "puzzle", "status"], forms, &["transformation", "automorphisms"], solution];
        csv_row(&mut self.text, &head.concat());
        Ok(())
    }

    fn batch(&mut self, done: &Done<Formed>) -> io::Result<()> {
        for (row, (line, text)) in done.rows.iter().zip(done.texts.lines()) {
            let at = LineAt { file: done.texts.file, line };
            self.names.name_reject(at, row.status, row.error);
            match self.format {
                FormFormat::Csv => self.csv(row, at, text, &done.texts.places),
                FormFormat::Plain => {
                    // Every data line gets a line, so that line k of the output is puzzle k.
                    let name = row.status.name().as_bytes();
                    self.text.extend_from_slice(row.form.as_ref().map_or(name, |form| &form.clues));
                    self.text.push(b'\n');
                }
            }
        }
        Ok(())
    }
}

/// Field of a row.
enum Field<'a> {
    /// Text that may need quotes.
    Text(&'a [u8]),
    /// Text that needs no quotes.
    Plain(&'a [u8]),
    Symmetry(Symmetry),
    Count(u64),
}

impl Field<'_> {
    fn write(self, text: &mut Vec<u8>) {
        match self {
            Field::Text(field) => csv_field(field, text),
            Field::Plain(field) => text.extend_from_slice(field),
            // Writing to a vector does not fail.
            Field::Symmetry(symmetry) => _ = write!(text, "{symmetry}"),
            Field::Count(count) => _ = write!(text, "{count}"),
        }
    }
}

impl FormPrinter<'_> {
    fn csv(&mut self, row: &Formed, at: LineAt, text: &[u8], places: &Places) {
        let (form, name) = (row.form.as_ref(), self.names.of(at));
        let invalid = row.clues.is_none().then(|| shown(text, places));
        let reason = row.error.map(|error| status_text(row.status, Some(error)));
        let puzzle = match (&row.clues, &invalid) {
            (Some(own), _) => Field::Plain(own),
            (None, invalid) => Field::Text(invalid.as_deref().unwrap_or_default().as_bytes()),
        };
        let status = Field::Text(reason.as_deref().unwrap_or(row.status.name()).as_bytes());
        let nothing = || Field::Plain(b"");
        let solution = form.and_then(|form| form.solution.as_ref());
        let solution = solution.map_or_else(nothing, |text| Field::Plain(&text[..]));
        let [clues, symmetry, automorphisms] = match form {
            Some(form) => {
                [Field::Plain(&form.clues), Field::Symmetry(form.symmetry), Field::Count(form.automorphisms)]
            }
            None => [nothing(), nothing(), nothing()],
        };
        let name = Field::Text(name.as_bytes());
        match (self.work.by_solution, self.work.solving) {
            (true, _) => {
                let fields = [name, puzzle, status, solution, clues, symmetry, automorphisms];
                csv_row_of(&mut self.text, fields, Field::write);
            }
            (false, solving) => {
                let fields = [name, puzzle, status, clues, symmetry, automorphisms, solution];
                let asked = fields.into_iter().take(6 + usize::from(solving));
                csv_row_of(&mut self.text, asked, Field::write);
            }
        }
    }
}
