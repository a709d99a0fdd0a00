//! `report.html`: one file with everything in it, drawn from the tables of the run.
//!
//! The page is a function of the tables: each of its numbers stands in one of them. So what is shown cannot
//! differ from what is written. One table is for the page alone: the paths of the hardest puzzles.

mod chart;
mod first;
mod heat;
mod levels;
mod maps;
mod plots;
mod sets;
mod walks;

use super::kept::{KeptRow, Tables};
use super::{Context, Value, header_block, table::Kept};
use crate::walk;
use askama::Template;
use chart::{SERIES, To, mark, percent, short};
use heat::heat;
use sudoscope_engine::draw::{Board, STYLE, grid};
use sudoscope_engine::scale::Scale;
use walks::Walks;

/// The name of the file.
pub(super) const FILE: &str = "report.html";

/// Shares of the puzzles for which the page names the rules that solve them.
const TARGETS: [f64; 4] = [90.0, 95.0, 99.0, 99.9];

/// Examples of a ladder in the page, at most.
const EXAMPLES: usize = 150;

/// Rules in a heat map, sets in a chart of sets, at most: the most used ones.
const RULES: usize = 40;
const SETS: usize = 20;

/// The page of these tables, made from this many rows.
pub(super) fn page(tables: &[Kept], rows: u64, context: &Context) -> askama::Result<String> {
    let tables = Tables(tables);
    let ladder = |scale| ScaleView::of(scale, &tables);
    let ladders = context.scales.iter().map(ladder).collect();
    let mut page = PageView { tables: &tables, context, rows, ladders, walks: Walks::default() };
    page.walks = walks::walks(&tables, context, page.render()?.len());
    page.render()
}

#[derive(Template)]
#[template(path = "page.html")]
struct PageView<'a> {
    tables: &'a Tables<'a>,
    context: &'a Context<'a>,
    rows: u64,
    ladders: Vec<ScaleView<'a>>,
    /// The paths that the page has.
    walks: Walks,
}

impl PageView<'_> {
    /// The names of the inputs, without their directories.
    fn title(&self) -> String {
        let name = |name: &str| match std::path::Path::new(name).file_name() {
            Some(file) if name != "-" => file.to_string_lossy().into_owned(),
            _ => "standard input".to_string(),
        };
        let header = self.context.header;
        let names: Vec<String> = header.inputs.iter().map(|input| name(&input.name)).collect();
        let shard = header.shard.map_or(String::new(), |shard| format!(", shard {shard}"));
        names.join(", ") + &shard
    }

    /// Mark and name of each ladder that has a curve.
    fn legend(&self) -> impl Iterator<Item = (String, &str)> {
        let ladders = self.ladders.iter().take(SERIES).enumerate();
        ladders.map(|(series, ladder)| (mark(8.0, 8.0, series), ladder.name()))
    }

    /// Each rating against each number read from the input: names, picture.
    fn scatters(&self) -> Vec<(String, String)> {
        let read = self.context.read_names();
        let mut rows = self.tables.rows("correlation", &[]);
        rows.retain(|row| read.contains(&row.text("b")));
        let picture = |row: &KeptRow| {
            let (a, b) = (row.text("a"), row.text("b"));
            let classes = self.tables.rows("cross", &[("a", &a), ("b", &b)]);
            let line = (row.number("slope"), row.number("intercept"));
            (format!("{b} against {a}"), plots::scatter((&a, &b), &classes, line))
        };
        rows.iter().map(picture).collect()
    }

    /// The bars of puzzles by number of clues.
    fn clue_bars(&self) -> String {
        let rows = self.tables.rows("clues", &[]);
        levels::bars("Puzzles by number of clues", &rows, ("clues", "s1"), &|_| None)
    }

    /// What the examples' rules are called, for the choice among them.
    fn rules(&self) -> Vec<String> {
        let mut rules: Vec<String> = Vec::new();
        for row in self.ladders.iter().flat_map(|ladder| ladder.rows("rules")) {
            if row.count("puzzles") > 0 && !rules.contains(&row.rule()) {
                rules.push(row.rule());
            }
        }
        rules
    }

    /// How many puzzles were rated, and the mean of their clues.
    fn clues(&self) -> (u64, String) {
        let Some(row) = self.tables.mean_of("clues") else { return (0, String::new()) };
        let (mean, puzzles) = (short(row.number("mean")), row.count("puzzles"));
        let clues = match puzzles {
            1 => mean,
            _ => format!("{mean} ± {}", short(row.number("mean se"))),
        };
        (puzzles, clues)
    }

    fn about(&self) -> Vec<String> {
        header_block("", self.context).split_off(1)
    }
}

impl KeptRow<'_> {
    /// The rule of a row, with its size.
    fn rule(&self) -> String {
        match self.text("size") {
            size if size.is_empty() => self.text("rule"),
            size => format!("{}[{size}]", self.text("rule")),
        }
    }

    /// A share in percent, if there is one.
    fn share(&self, column: &str) -> String {
        match self.value(column) {
            Value::Missing => "–".to_string(),
            _ => percent(self.number(column)),
        }
    }

    /// A mean with its standard error; of one puzzle there is none.
    fn mean(&self) -> String {
        match self.count("puzzles") {
            1 => self.rounded("mean", 3),
            _ => format!("{} ± {}", self.rounded("mean", 3), self.rounded("mean se", 3)),
        }
    }

    /// A number with this many decimals.
    fn rounded(&self, column: &str, decimals: usize) -> String {
        format!("{:.decimals$}", self.number(column))
    }

    /// By how many places puzzles rise without a rule.
    fn rise(&self) -> String {
        match self.number("places higher") / self.number("higher without") {
            mean if mean.is_finite() => {
                format!("{mean:.2} (at most {})", self.text("most places higher"))
            }
            _ => "–".to_string(),
        }
    }

    /// The picture of a puzzle.
    fn picture(&self) -> String {
        let title = format!("The puzzle of line {}", self.text("line"));
        let drawn = self.puzzle("puzzle").map(|puzzle| grid(&Board::of_puzzle(puzzle), &title).inline());
        drawn.unwrap_or_default()
    }
}

fn share_and_puzzles(row: &KeptRow) -> String {
    format!("{} · {}", percent(row.number("%")), row.text("puzzles"))
}

/// What the page has of a ladder.
struct ScaleView<'a> {
    scale: &'a Scale,
    tables: &'a Tables<'a>,
    /// Its ratings, and words for puzzles without one.
    levels: Vec<KeptRow<'a>>,
    /// The mean rating for each number of clues.
    means: Vec<KeptRow<'a>>,
}

/// Rules that solve a share of the puzzles.
struct Enough {
    target: String,
    rules: Vec<String>,
    solved: String,
    is_found: bool,
}

impl<'a> ScaleView<'a> {
    fn of(scale: &'a Scale, tables: &'a Tables<'a>) -> ScaleView<'a> {
        let levels = tables.rows("ratings", &[("scale", &scale.name), ("clues", "all")]);
        let mut means = tables.rows("means", &[("number", &scale.name)]);
        // The rating of one puzzle is no mean.
        means.retain(|row| matches!(row.value("clues"), Value::Count(_)) && row.count("puzzles") > 1);
        ScaleView { scale, tables, levels, means }
    }

    fn name(&self) -> &'a str {
        &self.scale.name
    }

    fn rows(&self, table: &str) -> Vec<KeptRow<'a>> {
        self.tables.rows(table, &[("scale", self.name())])
    }

    /// The examples that the page has room for.
    fn examples(&self) -> Vec<KeptRow<'a>> {
        let mut rows = self.rows("examples");
        rows.truncate(EXAMPLES);
        rows
    }

    /// The names of its singles, with blanks between.
    fn singles(&self) -> String {
        let singles = &self.scale.items[..self.scale.beyond_singles().start];
        singles.iter().map(|item| item.name()).collect::<Vec<_>>().join(" ")
    }

    /// The highest rating, if any puzzle has one.
    fn top(&self) -> Option<&KeptRow<'a>> {
        self.levels.iter().rev().find(|level| level.rating("rating").is_some())
    }

    /// For each target the first rules of the ladder that reach it: a ladder that ends at a rule solves the
    /// puzzles whose hardest rule is not after it. Rules that no puzzle uses are left out.
    fn enough(&self) -> Vec<Enough> {
        let singles = self.scale.beyond_singles().start;
        let mut solved = 0.0;
        let mut rules = Vec::new();
        let mut found = Vec::new();
        for (k, row) in self.rows("rules").iter().enumerate() {
            if k >= singles && row.count("puzzles") > 0 {
                rules.push(row.rule());
            }
            solved += row.number("hardest %");
            // Singles are always there: all of them have to be counted.
            let targets = TARGETS.iter().skip(found.len()).filter(|_| k + 1 >= singles);
            found.extend(targets.take_while(|target| solved + 5e-3 >= **target).map(|target| {
                let (target, solved) = (format!("{target} %"), percent(solved.min(100.0)));
                Enough { target, rules: rules.clone(), solved, is_found: true }
            }));
        }
        found
    }

    /// The smallest sets that were found by climbs, or else by the paths of the puzzles.
    fn smallest(&self) -> Vec<Enough> {
        let mut rows = self.rows("minimal-set");
        if rows.iter().any(|row| row.text("by") == "climbs") {
            rows.retain(|row| row.text("by") == "climbs");
        }
        let found = |row: &KeptRow| Enough {
            target: format!("{} %", row.text("wanted %")),
            rules: row.text("rules").split_whitespace().map(str::to_string).collect(),
            solved: percent(row.number("%")),
            is_found: !matches!(row.value("%"), Value::Missing),
        };
        rows.iter().map(found).collect()
    }

    /// Which share of the puzzles needs a technique, where that was found out.
    fn knows_needs(&self) -> bool {
        self.rows("techniques").iter().any(|row| !matches!(row.value("needed %"), Value::Missing))
    }

    fn worth(&self) -> Vec<KeptRow<'a>> {
        let mut rows = self.rows("worth");
        rows.retain(|row| row.count("used") > 0);
        rows
    }

    /// Of the puzzles that use a rule, how many use another; nothing if it is not known.
    fn overlap(&self) -> Option<String> {
        let rows = self.rows("overlap");
        let mut rules: Vec<String> = Vec::new();
        for name in rows.iter().flat_map(|row| [row.text("rule"), row.text("other")]) {
            if !rules.contains(&name) {
                rules.push(name);
            }
        }
        if rules.is_empty() || rules.len() > RULES {
            return None;
        }
        let mut shares = vec![vec![None; rules.len()]; rules.len()];
        for row in &rows {
            let place = |column| rules.iter().position(|rule| *rule == row.text(column));
            let (Some(a), Some(b)) = (place("rule"), place("other")) else { continue };
            let both = row.number("used both");
            for (from, to, only) in [(a, b, "used rule only"), (b, a, "used other only")] {
                let share = 100.0 * both / (both + row.number(only));
                shares[from][to] = Some(share).filter(|share| share.is_finite());
            }
        }
        let title = format!("Of the puzzles that use a rule, % that use another {}", self.name());
        let lead = |row: usize, _| Some(To::ladder(self.name()).and("rule", &rules[row]));
        Some(heat(&title, &rules, (None, &rules), &shares, &lead))
    }

    fn bars(&self) -> String {
        let title = format!("Puzzles by rating {}", self.name());
        let lead = |rating: &str| Some(To::ladder(self.name()).and("rating", rating));
        levels::bars(&title, &self.levels, ("rating", "s0"), &lead)
    }

    fn heat_map(&self) -> String {
        let mut used = self.rows("rules");
        used.retain(|row| row.count("puzzles") > 0);
        if used.len() > RULES {
            let mut counts: Vec<u64> = used.iter().map(|row| row.count("puzzles")).collect();
            counts.sort_unstable_by(|a, b| b.cmp(a));
            used.retain(|row| row.count("puzzles") > counts[RULES]);
        }
        let rules: Vec<String> = used.iter().map(KeptRow::rule).collect();
        let is_rating = |level: &&KeptRow| level.rating("rating").is_some() && level.count("puzzles") > 0;
        let ratings = self.levels.iter().filter(is_rating).map(|level| level.text("rating"));
        let ratings: Vec<String> = ratings.collect();
        let mut shares = vec![vec![None; ratings.len()]; rules.len()];
        for row in self.rows("usage") {
            let rule = rules.iter().position(|rule| *rule == row.text("rule"));
            let rating = ratings.iter().position(|rating| *rating == row.text("rating"));
            if let (Some(rule), Some(rating)) = (rule, rating) {
                shares[rule][rating] = Some(row.number("%"));
            }
        }
        let title = format!("Share of the puzzles of each rating that use a rule, % {}", self.name());
        let lead = |row: usize, column: usize| {
            let to = To::ladder(self.name());
            Some(to.and("rule", &rules[row]).and("rating", &ratings[column]))
        };
        heat(&title, &rules, (Some("rating"), &ratings), &shares, &lead)
    }

    fn sets(&self) -> String {
        let rows = self.rows("sets");
        let rules: Vec<String> = self.rows("rules").iter().map(KeptRow::rule).collect();
        let title = format!("Rules used together {}", self.name());
        sets::sets(&title, self.name(), &rules, &rows[..rows.len().min(SETS)])
    }

    fn times(&self) -> Option<String> {
        let rows = self.rows("timing");
        (!rows.is_empty()).then(|| plots::times(&self.scale.name, &rows))
    }

    /// The path of one of the hardest puzzles.
    fn path(&self, puzzle: &KeptRow) -> Vec<KeptRow<'a>> {
        let place = [("scale", self.name()), ("rank", &puzzle.text("rank"))];
        self.tables.rows("paths", &place)
    }
}
