//! `report.html`: one self-contained file, drawn from the tables of the run.
//!
//! The page is a function of the tables: each of its numbers is in a table, so the page cannot differ
//! from the files. One table is for the page alone: the paths of the hardest puzzles.

pub(super) mod chart;
mod first;
pub(super) mod heat;
mod levels;
mod maps;
mod plots;
mod sets;
pub(super) mod walks;

use super::columns::{self as column, Named};
use super::kept::{KeptRow, Tables};
use super::{Context, about_run, table::Kept};
use crate::report;
use crate::walk;
use askama::Template;
use chart::{To, mark, percent, short};
use heat::{Columns, heat};
pub(crate) use levels::{Bar, draw_bars};
use sudoscope_engine::draw::{Board, STYLE, grid};
use sudoscope_engine::scale::{Item, Scale, Unit};
use walks::Walks;

/// Name of the file.
pub(super) const FILE: &str = "report.html";

/// Shares of the puzzles for which the page names the rules that solve them.
const TARGETS: [f64; 4] = [90.0, 95.0, 99.0, 99.9];

/// Maximum number of examples of a ladder in the page.
const EXAMPLES: usize = 150;

/// Maximum number of rules in a heat map, and of sets in a chart of sets; the most used ones are shown.
const RULES: usize = 40;
const SETS: usize = 20;

/// Makes the page of `tables`, which were made from `rows` rows, with at most `jobs` threads.
pub(super) fn page(tables: &[Kept], rows: u64, context: &Context, jobs: usize) -> askama::Result<String> {
    let tables = Tables(tables);
    let ladder = |scale| ScaleView::of(scale, &tables);
    let ladders = context.scales.iter().map(ladder).collect();
    let mut page = PageView { tables: &tables, context, rows, ladders, walks: Walks::default() };
    page.walks = walks::walks(&tables, context, page.render()?.len(), jobs);
    page.render()
}

#[derive(Template)]
#[template(path = "page.html")]
struct PageView<'a> {
    tables: &'a Tables<'a>,
    context: &'a Context<'a>,
    rows: u64,
    ladders: Vec<ScaleView<'a>>,
    /// Paths in the page.
    walks: Walks,
}

impl PageView<'_> {
    /// Returns the names of the inputs, without their directories.
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

    /// Draws each rating against each number read from the input: names, picture.
    fn scatters(&self) -> Vec<(String, String)> {
        let read = self.context.read_names();
        let mut rows = self.tables.rows(report::correlation::CORRELATION.name);
        rows.retain(|row| read.contains(&row.text(column::B)));
        let picture = |row: &KeptRow| {
            let (a, b) = (row.text(column::A), row.text(column::B));
            let classes = self.tables.rows(report::cross::CROSS.name);
            let is_of = |row: &&KeptRow| row.text(column::A) == a && row.text(column::B) == b;
            let classes: Vec<KeptRow> = classes.iter().filter(is_of).copied().collect();
            let line = (row.number(column::SLOPE), row.number(column::INTERCEPT));
            (format!("{b} against {a}"), plots::scatter((&a, &b), self.levels_of(&a), &classes, line))
        };
        rows.iter().map(picture).collect()
    }

    /// Returns the names of the levels of a rating, if it has such names.
    fn levels_of(&self, title: &str) -> &'static [&'static str] {
        let mut columns = self.context.scales.iter().flat_map(|scale| scale.titles().zip(&scale.columns));
        match columns.find(|(own, _)| own == title).map(|(_, column)| column.unit) {
            Some(Unit::Named(names)) => names,
            _ => &[],
        }
    }

    /// Draws the bars of puzzles by number of clues.
    fn clue_bars(&self) -> String {
        let rows = self.tables.rows(report::clues::CLUES.name);
        levels::bars("Puzzles by number of clues", &rows, column::CLUES, "s1", &|_| None)
    }

    /// Returns the names of the examples' rules, for selecting among them.
    fn rules(&self) -> Vec<String> {
        let mut rules: Vec<String> = Vec::new();
        for ladder in &self.ladders {
            let mut used = ladder.rows(report::rules::RULES.name);
            used.retain(|row| row.count(column::PUZZLES) > 0);
            for rule in used.iter().map(|row| ladder.rule(row)) {
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
        }
        rules
    }

    /// Returns the number of rated puzzles, and the mean of their clues.
    fn clues(&self) -> (u64, String) {
        let Some(row) = self.tables.mean_of(column::CLUES.name) else { return (0, String::new()) };
        let (mean, puzzles) = (short(row.number(column::MEAN)), row.count(column::PUZZLES));
        let clues = match puzzles {
            1 => mean,
            _ => format!("{mean} ± {}", short(row.number(column::MEAN.error()))),
        };
        (puzzles, clues)
    }

    fn about(&self) -> Vec<String> {
        about_run(self.context)
    }
}

impl KeptRow<'_> {
    /// Prints a share in percent, or a dash.
    fn share(&self, column: Named<f64>) -> String {
        match self.has(column) {
            true => percent(self.number(column)),
            false => "–".to_string(),
        }
    }

    /// Prints a mean with its standard error, which a single puzzle does not have.
    fn mean(&self) -> String {
        match self.count(column::PUZZLES) {
            1 => self.rounded(column::MEAN, 3),
            _ => self.with_error(column::MEAN, 3),
        }
    }

    /// Prints a number, and its standard error if there is one.
    pub(super) fn with_error(&self, column: Named<f64>, decimals: usize) -> String {
        let number = self.rounded(column, decimals);
        match self.number(column.error()) {
            error if error.is_finite() => format!("{number} ± {error:.decimals$}"),
            _ => number,
        }
    }

    /// Prints a number with this many decimals, or a dash.
    pub(super) fn rounded(&self, column: Named<f64>, decimals: usize) -> String {
        match self.number(column) {
            number if number.is_finite() => format!("{number:.decimals$}"),
            _ => "–".to_string(),
        }
    }

    /// Prints the mean number of places by which puzzles rise without a rule.
    fn rise(&self) -> String {
        match self.count(column::PLACES_HIGHER) as f64 / self.count(column::HIGHER_WITHOUT) as f64 {
            mean if mean.is_finite() => {
                format!("{mean:.2} (at most {})", self.text(column::MOST_HIGHER))
            }
            _ => "–".to_string(),
        }
    }

    /// Draws the puzzle.
    fn picture(&self) -> String {
        let title = format!("The puzzle of line {}", self.text(column::LINE));
        let drawn = self.puzzle().map(|puzzle| grid(&Board::of_puzzle(puzzle), &title).inline());
        drawn.unwrap_or_default()
    }
}

/// Returns mark and name of each ladder that has a curve.
fn legend<'a>(drawn: &[&ScaleView<'a>]) -> Vec<(String, &'a str)> {
    let ladders = drawn.iter().enumerate();
    ladders.map(|(series, ladder)| (mark(8.0, 8.0, series), ladder.name())).collect()
}

fn share_and_puzzles(row: &KeptRow) -> String {
    format!("{} · {}", percent(row.number(column::SHARE)), row.text(column::PUZZLES))
}

/// View of a ladder for the page.
struct ScaleView<'a> {
    scale: &'a Scale,
    tables: &'a Tables<'a>,
    /// Rows of its ratings, and of the words that replace them.
    levels: Vec<KeptRow<'a>>,
    /// Mean rating for each number of clues.
    means: Vec<KeptRow<'a>>,
}

/// Lists names in their order. Each rule appears once, with all its sizes: `pointing, whip[1, 2, 3]`.
fn listed(names: &[String]) -> String {
    let mut rules: Vec<(&str, Vec<&str>)> = Vec::new();
    for name in names {
        let (rule, size) = name.split_once('[').unwrap_or((name, ""));
        match rules.iter_mut().find(|(known, _)| *known == rule) {
            Some((_, sizes)) => sizes.push(size.trim_end_matches(']')),
            None => rules.push((rule, vec![size.trim_end_matches(']')])),
        }
    }
    let text = |(rule, sizes): &(&str, Vec<&str>)| match sizes[..] {
        [""] => rule.to_string(),
        _ => format!("{rule}[{}]", sizes.join(", ")),
    };
    rules.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Set of rules that solve a share of the puzzles.
struct Enough {
    target: String,
    rules: Vec<String>,
    solved: String,
    is_found: bool,
}

impl<'a> ScaleView<'a> {
    fn of(scale: &'a Scale, tables: &'a Tables<'a>) -> ScaleView<'a> {
        let mut levels = tables.of_scale(report::ratings::RATINGS.name, &scale.name);
        levels.retain(|row| row.text(column::GROUP) == "all");
        let mut means = tables.rows(report::means::MEANS.name);
        // The rating of one puzzle is not a mean.
        let is_mean = |row: &KeptRow| row.number(column::GROUP).is_finite() && row.count(column::PUZZLES) > 1;
        means.retain(|row| row.text(column::NUMBER) == scale.name && is_mean(row));
        let mut ladder = ScaleView { scale, tables, levels, means };
        if ladder.has_names() {
            ladder.means.clear();
        }
        ladder
    }

    fn name(&self) -> &'a str {
        &self.scale.name
    }

    fn rows(&self, table: &'static str) -> Vec<KeptRow<'a>> {
        self.tables.of_scale(table, self.name())
    }

    /// Returns the rule of a row, with its size, or with its rating if the rule gives several.
    fn rule(&self, row: &KeptRow) -> String {
        let (rule, size) = (row.text(column::RULE), row.text(column::SIZE));
        let is_it = |item: &&Item| {
            let length = item.length().map_or(String::new(), |length| length.to_string());
            item.rule.info().name == rule
                && length == size
                && self.scale.rating_of(item) == row.text(column::RATING)
        };
        self.scale.items.iter().find(is_it).map_or(rule.clone(), Item::name)
    }

    /// Returns the moments of its rating; ratings that are names have none.
    fn mean(&self) -> Option<KeptRow<'a>> {
        self.tables.mean_of(self.name()).filter(|_| !self.has_names())
    }

    /// Whether its ratings are names.
    fn has_names(&self) -> bool {
        matches!(self.scale.unit(), Unit::Named(_))
    }

    /// Returns the examples that the page has room for.
    fn examples(&self) -> Vec<KeptRow<'a>> {
        let mut rows = self.rows(report::examples::EXAMPLES.name);
        rows.truncate(EXAMPLES);
        rows
    }

    /// Returns the names of its singles, separated by blanks.
    fn singles(&self) -> String {
        let singles = &self.scale.items[..self.scale.beyond_singles().start];
        singles.iter().map(|item| item.name()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the highest rating, if any puzzle has a rating.
    fn top(&self) -> Option<&KeptRow<'a>> {
        self.levels.iter().rev().find(|level| level.rating().is_some())
    }

    /// Finds, for each target, the first rules of the ladder that reach the target: a ladder that ends at a
    /// rule solves the puzzles whose hardest rule is not after it. Rules that no puzzle uses are left out.
    fn enough(&self) -> Vec<Enough> {
        let singles = self.scale.beyond_singles().start;
        let mut solved = 0.0;
        let mut rules = Vec::new();
        let mut found = Vec::new();
        for (k, row) in self.rows(report::rules::RULES.name).iter().enumerate() {
            if k >= singles && row.count(column::PUZZLES) > 0 {
                rules.push(self.rule(row));
            }
            solved += row.number(column::HARDEST_SHARE);
            // Singles always take part, so all of them must be counted.
            let targets = TARGETS.iter().skip(found.len()).filter(|_| k + 1 >= singles);
            found.extend(targets.take_while(|target| solved + 5e-3 >= **target).map(|target| {
                let (target, solved) = (format!("{target} %"), percent(solved.min(100.0)));
                Enough { target, rules: rules.clone(), solved, is_found: true }
            }));
        }
        found
    }

    /// Returns the smallest sets found by climbs, or else those found by the paths of the puzzles.
    fn smallest(&self) -> Vec<Enough> {
        let mut rows = self.rows(report::worth::MINIMAL_SET.name);
        if rows.iter().any(|row| row.text(column::BY) == "climbs") {
            rows.retain(|row| row.text(column::BY) == "climbs");
        }
        let found = |row: &KeptRow| Enough {
            target: format!("{} %", row.text(column::WANTED)),
            rules: row.text(column::RULES).split_whitespace().map(str::to_string).collect(),
            solved: percent(row.number(column::SHARE)),
            is_found: row.has(column::SHARE),
        };
        rows.iter().map(found).collect()
    }

    /// Whether the shares of puzzles that need each technique are known.
    fn knows_needs(&self) -> bool {
        self.rows(report::techniques::TECHNIQUES.name).iter().any(|row| row.has(column::NEEDED_SHARE))
    }

    fn worth(&self) -> Vec<KeptRow<'a>> {
        let mut rows = self.rows(report::worth::WORTH.name);
        rows.retain(|row| row.count(column::USED) > 0);
        rows
    }

    /// Draws, for the puzzles that use one rule, the shares that use another; `None` if that is unknown, or
    /// the rules are too many.
    fn overlap(&self) -> Option<String> {
        let rows = self.rows(report::worth::OVERLAP.name);
        let mut rules: Vec<String> = Vec::new();
        for name in rows.iter().flat_map(|row| [row.text(column::RULE), row.text(column::OTHER)]) {
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
            let (Some(a), Some(b)) = (place(column::RULE), place(column::OTHER)) else { continue };
            let both = row.count(column::USED_BOTH) as f64;
            for (from, to, only) in [(a, b, column::USED_RULE), (b, a, column::USED_OTHER)] {
                let share = 100.0 * both / (both + row.count(only) as f64);
                shares[from][to] = Some(share).filter(|share| share.is_finite());
            }
        }
        let title = format!("Of the puzzles that use a rule, % that use another {}", self.name());
        let lead = |row: usize, _| Some(To::ladder(self.name()).and("rule", &rules[row]));
        Some(heat(&title, &rules, Columns { name: None, titles: &rules }, &shares, &lead))
    }

    fn bars(&self) -> String {
        let title = format!("Puzzles by rating {}", self.name());
        let lead = |rating: &str| Some(To::ladder(self.name()).and("rating", rating));
        let mut rows = self.levels.clone();
        rows.retain(|row| row.count(column::PUZZLES) > 0);
        levels::bars(&title, &rows, column::RATING, "s0", &lead)
    }

    fn heat_map(&self) -> String {
        let mut used = self.rows(report::rules::RULES.name);
        used.retain(|row| row.count(column::PUZZLES) > 0);
        if used.len() > RULES {
            let mut counts: Vec<u64> = used.iter().map(|row| row.count(column::PUZZLES)).collect();
            counts.sort_unstable_by(|a, b| b.cmp(a));
            used.retain(|row| row.count(column::PUZZLES) > counts[RULES]);
        }
        let rules: Vec<String> = used.iter().map(|row| self.rule(row)).collect();
        let is_rating = |level: &&KeptRow| level.rating().is_some() && level.count(column::PUZZLES) > 0;
        let ratings = self.levels.iter().filter(is_rating).map(|level| level.text(column::RATING));
        let ratings: Vec<String> = ratings.collect();
        let mut shares = vec![vec![None; ratings.len()]; rules.len()];
        for row in self.rows(report::usage::USAGE.name) {
            let rule = rules.iter().position(|rule| *rule == row.text(column::RULE));
            let rating = ratings.iter().position(|rating| *rating == row.text(column::RATING));
            if let (Some(rule), Some(rating)) = (rule, rating) {
                shares[rule][rating] = Some(row.number(column::SHARE));
            }
        }
        let title = format!("Share of the puzzles of each rating that use a rule, % {}", self.name());
        let lead = |row: usize, column: usize| {
            let to = To::ladder(self.name());
            Some(to.and("rule", &rules[row]).and("rating", &ratings[column]))
        };
        let columns = Columns { name: (!self.has_names()).then_some("rating"), titles: &ratings };
        heat(&title, &rules, columns, &shares, &lead)
    }

    fn sets(&self) -> String {
        let rows = self.rows(report::sets::SETS.name);
        let rules: Vec<String> =
            self.rows(report::rules::RULES.name).iter().map(|row| self.rule(row)).collect();
        let title = format!("Rules used together {}", self.name());
        sets::sets(&title, self.name(), &rules, &rows[..rows.len().min(SETS)])
    }

    fn times(&self) -> Option<String> {
        let rows = self.rows(report::timing::TIMING.name);
        (!rows.is_empty()).then(|| plots::times(&self.scale.name, &rows))
    }

    /// Returns the path of one of the hardest puzzles.
    fn path(&self, puzzle: &KeptRow) -> Vec<KeptRow<'a>> {
        let mut rows = self.rows(report::paths::NAME);
        rows.retain(|row| row.count(column::RANK) == puzzle.count(column::RANK));
        rows
    }
}
