//! Common arguments of commands that read puzzles line by line.

use super::names::{ladder_files, settings};
use super::reports::format_values;
use crate::cli::exit::notice;
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use sudoscope::ask::Boards;
use sudoscope::boards::Board;
use sudoscope::files::Unfinished;
use sudoscope::input::{Input, KeptColumn, MAX_INPUTS, Reading, Shard};
use sudoscope::report::{FORMATS, Format, NOT_BUILT_IN, find_format};
use sudoscope::run::{Lines, Plan};
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Policy, Scale};

/// Common arguments of scan and rate: how puzzles are rated.
#[derive(clap::Args)]
pub struct ClimbArgs {
    /// Ladders, or other scales, by name (W,SER,…), or one of your own as NAME=DEFINITION or in a file as
    /// @FILE, which may be a configuration of HoDoKu (.hcfg) or a model of minutes; may be repeated.
    #[arg(short, long = "ladder", visible_alias = "scale", value_name = "LADDER", default_value = "W")]
    pub ladders: Vec<String>,
    /// Maximum work units for each puzzle and scale.
    #[arg(long, value_name = "WORK", default_value_t = DEFAULT_BUDGET)]
    pub budget: u64,
    /// How to apply a rule's eliminations [default: together].
    #[arg(long, value_enum)]
    pub policy: Option<PolicyArg>,
    /// Do not check that puzzles have exactly one solution.
    #[arg(long)]
    pub no_validate: bool,
}

/// Common arguments of commands that write something of each line.
#[derive(clap::Args)]
pub struct PartArgs {
    /// Read only the I-th of N parts of about the same length, cut at line ends; I counts from 1. A job also
    /// reads the beginning of each file, up to the first puzzle, because there may be a header.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Columns of the input to carry through, by name in the header or place from 1, or all: they come last.
    /// NAME:int and NAME:float are columns of numbers.
    #[arg(long, value_name = "COLUMN|all", value_delimiter = ',', value_parser = column)]
    pub keep: Vec<String>,
    #[command(flatten)]
    pub lines: LineArgs,
}

/// Common arguments of commands that ask something of each line.
#[derive(clap::Args)]
pub struct AskArgs {
    /// Files of puzzles, one a line; - (the default) is standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format of the output [default: the extension of the output file, otherwise csv].
    #[arg(long, value_parser = answer_formats())]
    format: Option<String>,
    #[command(flatten)]
    pub part: PartArgs,
}

/// Help of the option that names a board.
pub const BOARD_HELP: &str = "\
Board of the puzzles: x, windoku, antiknight, nc, latin, 6x6, jigsaw:LETTERS and others, joined by + as in \
x+windoku (docs/boards.md) [default: plain]";

/// Returns the board that an option names, for a command that is of one board; `None` for the plain one.
pub fn one_board(text: &str) -> Result<Option<Arc<Board>>> {
    match text.parse().with_context(|| format!("--board {text}"))? {
        Boards::One(board) => Ok(Some(board).filter(|board| board.text() != "plain")),
        _ => bail!("--board {text} cannot be used here: the command {ONE_BOARD}"),
    }
}

/// End of a sentence about a command that is not for several boards at once.
pub const ONE_BOARD: &str =
    "is of one board that --board names; rate --board column rates each line on its own";

/// Common arguments of commands that read puzzles of any board.
#[derive(clap::Args)]
pub struct BoardArgs {
    #[arg(
        long, value_name = "BOARD",
        help = format!("{BOARD_HELP}; column: the board of each line, in a \
            column of the name board or as the line names it")
    )]
    board: Option<String>,
}

impl BoardArgs {
    /// Returns the boards of the lines, if the option is given, or if the lines name boards.
    pub fn boards(&self, lines: &Lines) -> Result<Option<Boards>> {
        Ok(self.given()?.or_else(|| Boards::of_lines(lines)))
    }

    /// Returns the boards that the option names.
    pub fn given(&self) -> Result<Option<Boards>> {
        let parsed = self.board.as_ref().map(|text| text.parse().with_context(|| format!("--board {text}")));
        parsed.transpose()
    }
}

/// Common arguments of all commands that read puzzles line by line.
#[derive(clap::Args)]
pub struct LineArgs {
    #[command(flatten)]
    pub threads: Threads,
    /// Skip the first N puzzles.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub skip: u64,
    /// Read at most N puzzles.
    #[arg(long, value_name = "N")]
    pub take: Option<u64>,
    /// Column of a table, by name in the header or place from 1, or member of objects, that holds the puzzle
    /// [default: found from content].
    #[arg(long, value_name = "COLUMN", value_parser = column)]
    pub column: Option<String>,
    /// Sheet of a spreadsheet [default: the only one with cells].
    #[arg(long, value_name = "NAME")]
    pub sheet: Option<String>,
    /// Take single digits of pencilmarks as candidates and not as clues: the grid is a sukaku.
    #[arg(long)]
    pub sukaku: bool,
    /// Read files instead of mapping them; by default plain files are mapped into memory if the system can.
    #[arg(long)]
    pub no_mmap: bool,
    /// Show progress on standard error; auto: if it is a terminal.
    #[arg(long, value_enum, default_value_t = When::Auto)]
    pub progress: When,
}

impl LineArgs {
    /// Changes lines to those of puzzles of these boards. A puzzle may be an argument.
    pub fn on(&self, boards: &Boards, mut lines: Lines) -> Result<Lines> {
        if self.sukaku {
            bail!("--sukaku cannot be used with {}: puzzles of a board are clues", boards.asked_by());
        }
        for input in &mut lines.inputs {
            let text = input.path().filter(|path| !path.exists()).and_then(|path| path.to_str());
            if let Some(text) = text.filter(|text| boards.reads(text)) {
                *input = Input::Text(text.as_bytes().into());
            }
        }
        boards.prepare(&mut lines.reading);
        Ok(lines)
    }
}

/// Output file of a list, and the treatment of an unfinished one.
#[derive(clap::Args)]
pub struct OutputArgs {
    /// Write to this file instead of standard output. Until it is complete, it is FILE.partial, with its
    /// journal FILE.resume.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Force the output to disk about once a second: a power cut then loses at most a second of work.
    #[arg(long, requires = "output")]
    pub sync: bool,
    /// Resume the unfinished file.
    #[arg(long, conflicts_with = "restart")]
    pub resume: bool,
    /// Discard the unfinished file.
    #[arg(long)]
    pub restart: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PolicyArg {
    /// All conclusions of a rule at once: the rating depends on the puzzle only.
    Together,
    /// One target at a time in several orders, if braids rate lower than whips: the smallest rating; the
    /// order-free one is in a column NAME-free.
    Best,
    /// One hint at a time: the first pattern of the first rule that proves something, alone.
    One,
}

impl From<PolicyArg> for Policy {
    fn from(argument: PolicyArg) -> Policy {
        match argument {
            PolicyArg::Together => Policy::AllAtOnce,
            PolicyArg::Best => Policy::BestOfOrders,
            PolicyArg::One => Policy::OneHint,
        }
    }
}

impl ClimbArgs {
    /// Makes the plan for these lines; `timed` if times per puzzle are wanted.
    pub fn plan(&self, lines: Lines, timed: bool) -> Result<Plan> {
        let effort = Effort { budget: self.budget, validate: !self.no_validate };
        let policy = self.policy.map_or(Policy::AllAtOnce, Policy::from);
        let settings = settings(&self.ladders, policy, effort)?;
        let keeps_its_own = |scale: &Scale| scale.policy != policy;
        if let (Some(argument), true) = (self.policy, settings.scales().iter().all(keeps_its_own)) {
            bail!(
                "--policy {} cannot be used with -l {}, which has a policy of its own",
                name_of(argument),
                self.ladders.join(",")
            );
        }
        let lines = Lines { besides: ladder_files(&self.ladders), ..lines };
        Ok(Plan { lines, settings, tallied: true, solved: false, wide: false, timed, verify: false })
    }
}

impl PartArgs {
    /// Returns the lines of these files, of all shards.
    pub fn lines(&self, files: &[PathBuf]) -> Result<Lines> {
        if self.shard.is_some() && (self.lines.skip > 0 || self.lines.take.is_some()) {
            bail!("--skip and --take count puzzles of all input, which a job with --shard does not know");
        }
        let mut lines = self.lines.of(files)?;
        let puzzle = self.lines.column.as_deref();
        lines.reading.keep = KeptColumn::list(&self.keep, &lines.inputs, puzzle)?;
        Ok(lines)
    }
}

impl AskArgs {
    /// Returns the lines to ask: those of the shard, if only one is wanted.
    pub fn lines(&self) -> Result<Lines> {
        let mut lines = self.part.lines(&self.files)?;
        if let Some(shard) = self.part.shard {
            lines.inputs = shard.parts(&lines.inputs)?;
        }
        Ok(lines)
    }

    /// Changes the lines to ask to those of puzzles of these boards.
    pub fn on(&self, boards: &Boards, lines: Lines) -> Result<Lines> {
        self.part.lines.on(boards, lines)
    }

    /// Returns the format that was asked for, or that the file's extension says; `None` for plain lines.
    pub fn format(&self) -> Result<Option<&'static Format>> {
        let of_file = extension(self.output.output.as_ref());
        let is_plain = self.format.as_deref().or(of_file).is_some_and(|it| it.eq_ignore_ascii_case(PLAIN));
        let found = || table_format(self.format.as_deref(), self.output.output.as_ref());
        (!is_plain).then(found).transpose()
    }
}

fn extension(output: Option<&PathBuf>) -> Option<&str> {
    output.and_then(|path| path.extension()?.to_str())
}

/// Returns the format of tables that was asked for, or that the file's extension says.
pub fn table_format(format: Option<&str>, output: Option<&PathBuf>) -> Result<&'static Format> {
    let mut names = FORMATS.iter().map(|format| format.name).chain(NOT_BUILT_IN.iter().copied());
    let of_file = names.find(|name| extension(output).is_some_and(|it| it.eq_ignore_ascii_case(name)));
    find_format(format.or(of_file).unwrap_or("csv")).map_err(anyhow::Error::msg)
}

/// Name of the format without columns.
const PLAIN: &str = "plain";

/// Returns the names of the formats of answers.
fn answer_formats() -> PossibleValuesParser {
    let plain = PossibleValue::new(PLAIN).help(
        "one value a line: of rate the rating, by one scale; of \
        minlex the form; of solve the solution",
    );
    PossibleValuesParser::new(format_values().chain([plain]))
}

impl OutputArgs {
    /// Returns the treatment of an unfinished file.
    pub fn unfinished(&self) -> Unfinished {
        match (self.resume, self.restart) {
            (true, _) => Unfinished::Resume,
            (_, true) => Unfinished::Restart,
            _ => Unfinished::Keep,
        }
    }
}

impl LineArgs {
    pub fn of(&self, files: &[PathBuf]) -> Result<Lines> {
        let inputs: Vec<Input> = files.iter().map(|file| Input::of_puzzle_or_file(file)).collect();
        if inputs.len() > MAX_INPUTS {
            bail!("too many inputs: at most {MAX_INPUTS}");
        }
        if inputs.iter().filter(|&input| *input == Input::Stdin).count() > 1 {
            bail!("standard input (-) can be read only once");
        }
        if inputs.contains(&Input::Stdin) && std::io::stdin().is_terminal() {
            let end = if cfg!(windows) { "Ctrl-Z and Enter end" } else { "Ctrl-D ends" };
            notice(format_args!(
                "sudoscope: reading puzzles from the terminal, one a line; {end}, and a FILE would be read \
                 instead"
            ));
        }
        let reading = Reading {
            skip: self.skip,
            take: self.take,
            column: self.column.clone(),
            sheet: self.sheet.clone(),
            against: Vec::new(),
            keep: Vec::new(),
            sukaku: self.sukaku,
            each_line: false,
            map: !self.no_mmap,
            hashed: false,
        };
        Ok(Lines { inputs, reading, jobs: self.threads.count(), besides: Vec::new() })
    }
}

/// Checks a column: a name, or a place from 1.
pub(super) fn column(text: &str) -> Result<String, String> {
    match text.parse::<i64>() {
        Ok(..1) => Err("columns are counted from 1".to_string()),
        _ if text.is_empty() => Err("a column has a name or a place".to_string()),
        _ => Ok(text.to_string()),
    }
}

/// Returns a value as it is typed.
pub fn name_of(value: impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
}

/// Number of threads.
#[derive(clap::Args)]
pub struct Threads {
    /// Threads [default: all].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl Threads {
    /// Whether a number of threads is given.
    pub fn is_given(&self) -> bool {
        self.jobs.is_some()
    }

    /// Returns the number asked for, or all that this process may use.
    pub fn count(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(all, usize::from)
    }
}
