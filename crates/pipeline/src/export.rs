//! Export of a finished scan for other programs, such as an app: each puzzle with its solution, its ratings,
//! its techniques, and its steps as hints. The schema is `docs/app-json.schema.json`.
//!
//! ```text
//!   {"format":"app-json","version":1, … the ladder and its techniques … "puzzles":[
//!   {"id":"17","puzzle":"..34…", … "steps":[{"technique":"Naked Single", …}]},   one line each
//!   ]}
//! ```

use crate::ask::candidate_numbers;
use crate::report::{Ending, endings, text_on, used};
use crate::run::{Row, RowSolver, RunError, RunFile, RunHeader};
use crate::threads;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use sudoscope_engine::board_climb::BoardClimber;
use sudoscope_engine::boards::Board;
use sudoscope_engine::canon::PatternSymmetry;
use sudoscope_engine::grid::{Candidate, Cells};
use sudoscope_engine::path::{BoardPath, BoardPathStep, PathStep, ResolutionPath};
use sudoscope_engine::scale::{Aspect, Column, Scale, Unit};

/// Name of the one format of exports.
pub const APP_JSON: &str = "app-json";
/// Version of its schema. It rises when a member goes, or changes its meaning.
pub const VERSION: u32 = 1;

/// Puzzles that are worked on at a time.
const AT_A_TIME: usize = 256;

/// Checks the format that is asked for: `app-json`, or with its version `app-json@1`.
pub fn check_format(text: &str) -> Result<(), String> {
    let (name, version) = text.split_once('@').map_or((text, None), |(name, version)| (name, Some(version)));
    if name != APP_JSON {
        return Err(format!("there is no export '{name}'; the format of exports is {APP_JSON}"));
    }
    match version.map(str::parse::<u32>) {
        None | Some(Ok(VERSION)) => Ok(()),
        Some(Ok(older @ ..VERSION)) => Err(format!(
            "{APP_JSON} {older} is an older schema, which this version does not write: it writes \
             {APP_JSON} {VERSION}"
        )),
        Some(Ok(newer)) => Err(format!(
            "{APP_JSON} {newer} is newer than this version of sudoscope, which writes {APP_JSON} {VERSION}"
        )),
        Some(Err(_)) => {
            Err(format!("'{text}': the version of a schema is a number, as in {APP_JSON}@{VERSION}"))
        }
    }
}

/// Export of a scan.
pub struct Export<'a> {
    /// Header of the scan.
    pub header: &'a RunHeader,
    /// Its scales.
    pub scales: &'a [Scale],
    /// Number of the scale whose steps are the hints.
    pub ladder: usize,
    /// Number of threads.
    pub jobs: usize,
}

/// Numbers of rows of an export.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Exported {
    /// Puzzles that were written.
    pub puzzles: u64,
    /// Lines left out: they have no puzzle with exactly one solution.
    pub left_out: u64,
    /// Whether the export was interrupted.
    pub interrupted: bool,
}

#[derive(Serialize)]
struct Head<'a> {
    format: &'static str,
    version: u32,
    program: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'a str>,
    ladder: &'a str,
    scales: Vec<ScaleData<'a>>,
    levels: Vec<LevelData>,
    techniques: Vec<TechniqueData>,
}

#[derive(Serialize)]
struct ScaleData<'a> {
    scale: &'a str,
    definition: &'a str,
}

#[derive(Serialize)]
struct LevelData {
    level: &'static str,
    /// The highest score on the level.
    limit: Option<u32>,
}

#[derive(Serialize)]
struct TechniqueData {
    technique: String,
    rule: &'static str,
    size: Option<u64>,
    rating: String,
    proves: &'static str,
}

#[derive(Serialize)]
struct PuzzleData {
    id: String,
    puzzle: String,
    clues: usize,
    symmetry: &'static str,
    solution: Option<String>,
    status: &'static str,
    level: Value,
    score: Value,
    minutes: Value,
    #[serde(rename = "SE")]
    se: Value,
    ratings: Map<String, Value>,
    columns: Map<String, Value>,
    techniques: Vec<Used>,
    steps: Vec<StepData>,
}

/// Technique that the path of a puzzle uses.
#[derive(Serialize)]
struct Used {
    technique: String,
    steps: u32,
}

/// Step as a hint in three stages (place, technique, step), with its sentences and conclusions.
#[derive(Serialize)]
struct StepData {
    technique: String,
    hints: [String; 3],
    words: Vec<String>,
    placements: Vec<u16>,
    eliminations: Vec<u16>,
}

/// Memory of a thread.
#[derive(Default)]
struct Scratch {
    solver: RowSolver,
    climber: Box<BoardClimber>,
}

/// Hints of a puzzle, from its path.
struct Hints {
    status: &'static str,
    techniques: Vec<Used>,
    steps: Vec<StepData>,
}

impl Export<'_> {
    /// Writes the puzzles with exactly one solution, in the order of the scan.
    pub fn write<E: From<RunError> + From<io::Error>>(
        &self, file: &RunFile, out: &mut impl Write, interrupt: &AtomicBool,
    ) -> Result<Exported, E> {
        let pool = threads::pool(self.jobs)?;
        let head = serde_json::to_string(&self.head()).map_err(io::Error::other)?;
        write!(out, "{},\n\"puzzles\":[", head.strip_suffix('}').unwrap_or(&head))?;
        let (mut rows, mut done) = (file.rows()?, Exported::default());
        loop {
            let some: Vec<Row> = rows.by_ref().take(AT_A_TIME).collect::<Result<_, _>>()?;
            if some.is_empty() {
                break;
            }
            let rated: Vec<&Row> = some.iter().filter(|row| row.is_rated()).collect();
            done.left_out += (some.len() - rated.len()) as u64;
            let line = |scratch: &mut Scratch, row: &&Row| serde_json::to_string(&self.puzzle(scratch, row));
            let lines = pool.install(|| rated.par_iter().map_init(Scratch::default, line).collect());
            let lines: Vec<String> = Result::map_err(lines, io::Error::other)?;
            for line in lines {
                write!(out, "{}\n{line}", if done.puzzles == 0 { "" } else { "," })?;
                done.puzzles += 1;
            }
            if interrupt.load(Ordering::Relaxed) {
                return Ok(Exported { interrupted: true, ..done });
            }
        }
        out.write_all(b"\n]}\n")?;
        Ok(done)
    }

    fn scale(&self) -> &Scale {
        &self.scales[self.ladder]
    }

    fn head(&self) -> Head<'_> {
        let scale = self.scale();
        let scales = self.scales.iter().map(|it| ScaleData { scale: &it.name, definition: &it.definition });
        let levels = scale.levels().into_iter();
        // Rules of other boards have the names of their steps.
        let items = if self.header.board.is_some() { &[] } else { &scale.items[..] };
        let techniques = items.iter().map(|item| TechniqueData {
            technique: scale.called(item),
            rule: item.rule.info().name,
            size: item.length(),
            rating: scale.rating_of(item),
            proves: item.rule.info().proves,
        });
        Head {
            format: APP_JSON,
            version: VERSION,
            program: format!("sudoscope {}", env!("CARGO_PKG_VERSION")),
            board: self.header.board.as_ref().map(|board| board.text()),
            ladder: &scale.name,
            scales: scales.collect(),
            levels: levels.map(|it| LevelData { level: it.name, limit: it.limit }).collect(),
            techniques: techniques.collect(),
        }
    }

    fn puzzle(&self, scratch: &mut Scratch, row: &Row) -> PuzzleData {
        let (mut row, board) = (row.clone(), self.header.board.as_ref());
        scratch.solver.solve(&mut row, board.map(|board| &**board), self.header.budget);
        let clues = row.puzzle.clues().iter().fold(Cells::EMPTY, |all, cells| all | *cells);
        let solution = row.solution.as_ref().map(|cells| match board {
            None => String::from_utf8_lossy(cells).into_owned(),
            Some(board) => text_on(board, cells),
        });
        let puzzle = board.map_or_else(|| row.puzzle.to_string(), |board| board.write(&row.puzzle.clues()));
        let Hints { status, techniques, steps } = match board {
            None => self.hints(&row),
            Some(board) => self.hints_on(board, &mut scratch.climber, &row),
        };
        PuzzleData {
            id: self.id(&row),
            puzzle,
            clues: row.clue_count(),
            symmetry: PatternSymmetry::of(clues).name,
            solution,
            status,
            level: self.first(&row, |_, column| matches!(column.unit, Unit::Named(_)) && is_level(column)),
            score: self.first(&row, |_, column| column.aspect == Aspect::Sum),
            minutes: self.first(&row, |_, column| column.aspect == Aspect::Estimate),
            se: self.first(&row, |scale, _| ["SER", "SE"].contains(&&*scale.name)),
            ratings: self.endings(&row).map(|(_, title, _, ending)| (title, ending.json())).collect(),
            columns: self.kept(&row).collect(),
            techniques,
            steps,
        }
    }

    fn hints(&self, row: &Row) -> Hints {
        let scale = self.scale();
        let path = ResolutionPath::climb(&row.puzzle, scale, self.header.budget);
        let uses = row.climbs.get(self.ladder).map(|climb| used(scale, climb)).unwrap_or_default();
        Hints {
            status: path.status().name(),
            techniques: by_name(uses.into_iter().map(|it| (it.technique, it.steps))),
            steps: path.steps().iter().map(|step| hint(&path, step)).collect(),
        }
    }

    /// Returns the hints on another board.
    fn hints_on(&self, board: &Arc<Board>, climber: &mut BoardClimber, row: &Row) -> Hints {
        let clues = row.puzzle.clues();
        let proof = climber.prove(self.scale(), board, &clues, self.header.budget);
        let path = BoardPath::of(board.clone(), clues, proof);
        let steps: Vec<StepData> = path.steps().iter().map(|step| hint_on(&path, step)).collect();
        Hints {
            status: path.proof.outcome.status().name(),
            techniques: by_name(steps.iter().map(|step| (step.technique.clone(), 1))),
            steps,
        }
    }

    /// Returns the text of the column `id`, of the first column that was kept, or the line.
    fn id(&self, row: &Row) -> String {
        let keep = &self.header.keep;
        let at = keep.iter().position(|column| column.name.eq_ignore_ascii_case("id")).unwrap_or(0);
        let id = row.kept.get(at).filter(|text| !text.is_empty());
        id.cloned().unwrap_or_else(|| match self.header.inputs.get(usize::from(row.file)) {
            Some(input) if self.header.inputs.len() > 1 => format!("{}:{}", input.name, row.line),
            _ => row.line.to_string(),
        })
    }

    fn kept(&self, row: &Row) -> impl Iterator<Item = (String, Value)> {
        let kept = self.header.keep.iter().zip(&row.kept);
        kept.map(|(column, text)| (column.name.clone(), text.as_str().into())).collect::<Vec<_>>().into_iter()
    }

    /// Returns the ratings of a row, each with its scale, its title and its column. The scale of the hints
    /// comes first.
    fn endings<'r>(&'r self, row: &'r Row) -> impl Iterator<Item = (&'r Scale, String, &'r Column, Ending)> {
        let mut climbs: Vec<_> = self.scales.iter().zip(&row.climbs).collect();
        climbs.get_mut(..=self.ladder).into_iter().for_each(|some| some.rotate_right(1));
        climbs.into_iter().flat_map(|(scale, climb)| {
            let columns = scale.titles().zip(&scale.columns).zip(endings(scale, climb));
            columns.map(move |((title, column), ending)| (scale, title, column, ending))
        })
    }

    /// Returns the rating in the first column that is such a one; null without a rating.
    fn first(&self, row: &Row, is: impl Fn(&Scale, &Column) -> bool) -> Value {
        let mut all = self.endings(row);
        let found = all.find(|(scale, _, column, _)| is(scale, column)).map(|(.., ending)| ending);
        found.filter(|ending| ending.end.rating().is_some()).map_or(Value::Null, Ending::json)
    }
}

/// Adds up the steps of techniques that have one name at several sizes.
fn by_name(uses: impl Iterator<Item = (String, u32)>) -> Vec<Used> {
    let mut all: Vec<Used> = Vec::new();
    for (technique, steps) in uses {
        match all.iter_mut().find(|used| used.technique == technique) {
            Some(used) => used.steps += steps,
            None => all.push(Used { technique, steps }),
        }
    }
    all
}

fn is_level(column: &Column) -> bool {
    matches!(column.aspect, Aspect::Level(_))
}

fn hint(path: &ResolutionPath, step: &PathStep<'_>) -> StepData {
    let stages = path.stages_of(step);
    StepData {
        technique: path.name_of(step),
        hints: [stages.place, stages.technique, stages.step],
        words: path.words(step),
        placements: candidate_numbers(&step.step.asserts),
        eliminations: candidate_numbers(&step.step.eliminates),
    }
}

fn hint_on(path: &BoardPath, step: &BoardPathStep<'_>) -> StepData {
    let stages = path.stages_of(step);
    let numbers = |some: &[Candidate]| candidate_numbers(some);
    StepData {
        technique: step.name(),
        hints: [stages.place, stages.technique, stages.step],
        words: path.words(step),
        placements: numbers(&step.step.asserts),
        eliminations: numbers(&step.step.eliminates),
    }
}
