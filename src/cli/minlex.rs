//! `sudoscope minlex`: the canonical form of every puzzle.

use super::args::{FormFormat, MinlexArgs, name_of};
use super::exit::Exit;
use super::rows::{LineNames, Printer, print_all, settings_of, shown};
use anyhow::Result;
use std::{io, sync::Arc};
use sudoscope::brute::solutions_within;
use sudoscope::budget::{Budget, OutOfBudget};
use sudoscope::canon::{Canon, Canonical};
use sudoscope::check::CHECK_BUDGET;
use sudoscope::crew::Crew;
use sudoscope::grid::{Cells, Grid, LineError, notation};
use sudoscope::input::{LineAt, Places, clues_of};
use sudoscope::report::{csv_row, status_text};
use sudoscope::run::{Done, Line, Work};
use sudoscope::scale::Status;

pub fn run(args: MinlexArgs) -> Result<Exit> {
    let lines = args.lines.of(&args.files)?;
    let work = FormWork { by_solution: args.solution };
    let names = LineNames::new(&lines.inputs);
    let mut printer = FormPrinter { work: &work, format: args.format, text: Vec::new(), names };
    let mut settings = settings_of("minlex", &lines);
    settings.extend([("--format", name_of(args.format).into()), ("--solution", args.solution.into())]);
    print_all(&lines, (&args.output, settings), args.lines.progress, &mut printer, &work)
}

/// The work of this command.
struct FormWork {
    by_solution: bool,
}

/// The clues of a line and their form, as far as there are any.
struct Formed {
    status: Status,
    error: Option<LineError>,
    clues: Option<[Cells; 9]>,
    form: Option<CanonicalForm>,
}

struct CanonicalForm {
    of_puzzle: Canonical,
    /// The least solution grid, if that is what was asked for.
    solution: Option<[Cells; 9]>,
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
        let (status, form) = if self.by_solution {
            match solution_of(&clues) {
                Err(status) => (status, None),
                Ok(full) => {
                    let of_puzzle = canon.by_solution(&clues, &full);
                    let solution = Some(of_puzzle.symmetry.apply(&full));
                    (Status::Ok, Some(CanonicalForm { of_puzzle, solution }))
                }
            }
        } else {
            (Status::Ok, Some(CanonicalForm { of_puzzle: canon.of(&clues), solution: None }))
        };
        Formed { status, error: None, clues: Some(clues), form }
    }
}

/// The only solution.
fn solution_of(clues: &[Cells; 9]) -> Result<[Cells; 9], Status> {
    match solutions_within(&Grid::from_clues(clues), 2, &mut Budget(CHECK_BUDGET)) {
        Ok((1, Some(grid))) => Ok(std::array::from_fn(|digit| grid.plane(digit))),
        Ok((0, _)) => Err(Status::NoSolution),
        Ok(_) => Err(Status::MultipleSolutions),
        Err(OutOfBudget) => Err(Status::Budget),
    }
}

/// Rows → text.
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
        let head = [&["line", "puzzle", "status"], forms, &["transformation", "automorphisms"]];
        csv_row(&mut self.text, &head.concat());
        Ok(())
    }

    fn batch(&mut self, done: &Done<Formed>) -> io::Result<()> {
        for (row, (line, text)) in done.rows.iter().zip(done.texts.lines()) {
            let at = LineAt { file: done.texts.file, line };
            self.names.name_reject(at, row.status, row.error);
            match self.format {
                FormFormat::Csv => self.csv(row, at, (text, &done.texts.places))?,
                FormFormat::Plain => {
                    // A line for every data line, so that line k of the output is puzzle k.
                    let form = row.form.as_ref().map(|form| notation::clues(&form.of_puzzle.clues));
                    self.text.extend(form.as_deref().unwrap_or(row.status.name()).bytes());
                    self.text.push(b'\n');
                }
            }
        }
        Ok(())
    }
}

impl FormPrinter<'_> {
    fn csv(&mut self, row: &Formed, at: LineAt, (text, places): (&[u8], &Places)) -> io::Result<()> {
        let of_puzzle = row.form.as_ref().map(|form| &form.of_puzzle);
        let solution = row.form.as_ref().and_then(|form| form.solution.as_ref());
        let mut fields = vec![self.names.of(at)];
        fields.push(match &row.clues {
            Some(clues) => notation::clues(clues),
            None => shown(text, places),
        });
        fields.push(status_text(row.status, row.error));
        if self.work.by_solution {
            fields.push(solution.map_or(String::new(), notation::clues));
        }
        fields.push(of_puzzle.map_or(String::new(), |form| notation::clues(&form.clues)));
        fields.push(of_puzzle.map_or(String::new(), |form| form.symmetry.to_string()));
        fields.push(of_puzzle.map_or(String::new(), |form| form.automorphisms.to_string()));
        csv_row(&mut self.text, &fields);
        Ok(())
    }
}
