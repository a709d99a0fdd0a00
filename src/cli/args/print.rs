//! Arguments of print.

use super::lines::{BoardArgs, LineArgs, column};
use clap::ValueEnum;
use std::path::PathBuf;
use sudoscope::input::Input;
use sudoscope::print::MOST;

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope print PUZZLE -o puzzle.svg          the bare grid
  sudoscope print --solution PUZZLE -o s.svg    with its solution
  sudoscope print --solution easy.txt -o sheet.html
                                                a sheet, 6 a page, the solutions at the end
  sudoscope print easy.txt -o sheet.html --per-page 4 --title 'Week 12' -l H --keep name
  sudoscope print mon.csv tue.csv -o week.html --heading file -l H --stars --upside-down
                                                a page for each day, levels as stars
  sudoscope print --board x+windoku --solution -l W list.txt -o sheet.html
                                                puzzles of another board
  sudoscope print --solution easy.txt -o pictures/
                                                puzzle-001.svg, solution-001.svg and so on",
    after_help = "\
A sheet fits A4 and Letter: open it in a browser and print it, or save it as PDF there. Lines that are not
puzzles, and puzzles with no solution or several, are named and left out."
)]
pub struct PrintArgs {
    /// Puzzles, or files with one puzzle per line; - (the default) is standard input.
    #[arg(value_name = "FILE|PUZZLE", default_value = "-")]
    pub files: Vec<PathBuf>,
    /// Write to this file instead of standard output. A folder, or a name that ends with /, gets a picture of
    /// every puzzle.
    #[arg(short, long, value_name = "FILE|DIR/")]
    pub output: Option<PathBuf>,
    /// Format of the output [default: the extension of the output file, .svg or .html; otherwise svg for one
    /// PUZZLE, else html].
    #[arg(long, value_enum)]
    pub format: Option<PrintFormat>,
    /// Add the solutions: on pages of their own after the puzzles, or drawn into the picture.
    #[arg(long, conflicts_with = "no_validate")]
    pub solution: bool,
    /// Print the solutions upside down below their puzzles, and not on pages of their own.
    #[arg(long, conflicts_with = "no_validate")]
    pub upside_down: bool,
    /// Puzzles on a page of a sheet [default: 6; in large print 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=MOST as i64))]
    pub per_page: Option<u8>,
    /// Text at the top of each page [default: the name of the file].
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Large text at the top of the first page, such as the name of a magazine.
    #[arg(long, value_name = "TEXT")]
    pub masthead: Option<String>,
    /// Begin a page for each value of this column, such as the day, with the value as its heading; `file` is
    /// the name of the file.
    #[arg(long, value_name = "COLUMN|file", value_parser = column)]
    pub heading: Option<String>,
    /// Larger digits and captions, one or two puzzles a page.
    #[arg(long)]
    pub large_print: bool,
    /// Print the rating by this ladder, or other scale, above each puzzle, such as the level by H.
    #[arg(short, long, visible_alias = "scale", value_name = "LADDER")]
    pub ladder: Option<String>,
    /// Print a star for each level up to that of the puzzle, by a ladder with named levels (-l H).
    #[arg(long, requires = "ladder")]
    pub stars: bool,
    /// Columns of the input to print above each puzzle, by name in the header or place from 1.
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', value_parser = column)]
    pub keep: Vec<String>,
    /// Do not check that puzzles have exactly one solution.
    #[arg(long)]
    pub no_validate: bool,
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub lines: LineArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PrintFormat {
    /// A picture.
    Svg,
    /// A sheet to print, in one file.
    Html,
}

impl PrintArgs {
    /// Returns the format that was asked for, or that the output or the input says.
    pub fn format(&self, is_folder: bool, inputs: &[Input]) -> PrintFormat {
        let extension = || self.output.as_ref()?.extension()?.to_str();
        let by_name = || PrintFormat::from_str(extension()?, true).ok();
        let by_input = match (is_folder, inputs) {
            (true, _) | (_, [Input::Text(_)]) => PrintFormat::Svg,
            _ => PrintFormat::Html,
        };
        self.format.or_else(by_name).unwrap_or(by_input)
    }
}
