//! `report.html`: one file with everything in it, drawn from the tables of the run.
//!
//! The page is a function of the tables: each of its numbers stands in one of them. So what is shown cannot differ from what
//! is written. One table is for the page alone: the paths of the hardest puzzles.

mod chart;
mod heat;
mod levels;
mod plots;
mod sets;

use super::kept::{Kept, KeptRow, Tables};
use super::{Context, Value, header_block};
use askama::Template;
use chart::{SERIES, mark, percent, short};
use levels::Level;
use plots::{Bubble, Mean, TimeRow};
use sudoscope_engine::draw::{Board, STYLE, grid};
use sudoscope_engine::scale::Scale;

/// The name of the file.
pub(super) const FILE: &str = "report.html";

/// Shares of the puzzles for which the page names rules that solve so many.
const TARGETS: [f64; 4] = [90.0, 95.0, 99.0, 99.9];

/// Rules in a heat map, sets in a chart of sets, at most: the most used ones.
const RULES: usize = 40;
const SETS: usize = 20;

/// Classes of a scatter plot, at most; with more, the values are put into bins.
const BUBBLES: usize = 2000;

/// The page of these tables, which are of so many rows.
pub(super) fn page(tables: &[Kept], rows: u64, context: &Context) -> askama::Result<String> {
    let tables = Tables(tables);
    let ladders: Vec<ScaleView> =
        context.scales.iter().map(|ladder| ScaleView::of(ladder, &tables)).collect();
    let levels: Vec<(&str, Vec<Level>)> = context
        .scales
        .iter()
        .map(|ladder| (ladder.name.as_str(), Level::of(&tables, &ladder.name)))
        .collect();
    let means: Vec<(&str, Vec<Mean>)> = context
        .scales
        .iter()
        .map(|ladder| (ladder.name.as_str(), means_by_clues(&tables, &ladder.name)))
        .filter(|(_, means)| !means.is_empty())
        .collect();
    let rated = tables.one("means", &[("number", "clues"), ("clues", "all")]);
    let mut about = header_block("", context);
    about.remove(0);
    let view = PageView {
        style: include_str!("page.css"),
        drawings: STYLE,
        version: &context.header.version,
        title: title(context),
        rows,
        rated: rated.map_or(0, |row| row.count("puzzles")),
        clues: rated.map_or(String::new(), |row| {
            format!("{} ± {}", short(row.number("mean")), short(row.number("mean se")))
        }),
        weighted: context.view.weights != Default::default(),
        weights: context.view.weights.name(),
        interrupted: context.interrupted.is_some(),
        cumulative: levels::cumulative(&levels),
        legend: legend(&levels),
        by_clues: (!means.is_empty()).then(|| plots::by_clues(&means)),
        clue_bars: clue_bars(&tables),
        scatters: scatters(&tables, context),
        correlations: correlations(&tables),
        timed: ladders.iter().any(|ladder| ladder.times.is_some()),
        ladders,
        about,
    };
    view.render()
}

#[derive(Template)]
#[template(path = "page.html")]
struct PageView<'a> {
    style: &'static str,
    drawings: &'static str,
    version: &'a str,
    title: String,
    rows: u64,
    rated: u64,
    clues: String,
    weighted: bool,
    weights: &'static str,
    interrupted: bool,
    cumulative: String,
    /// Mark and name of each ladder that has a curve.
    legend: Vec<(String, String)>,
    by_clues: Option<String>,
    clue_bars: String,
    /// Names, picture.
    scatters: Vec<(String, String)>,
    correlations: Vec<[String; 5]>,
    /// Whether times are known.
    timed: bool,
    ladders: Vec<ScaleView>,
    about: Vec<String>,
}

/// The names of the inputs, without their directories.
fn title(context: &Context) -> String {
    let name = |name: &str| match std::path::Path::new(name).file_name() {
        Some(file) if name != "-" => file.to_string_lossy().into_owned(),
        _ => "standard input".to_string(),
    };
    let names: Vec<String> = context.header.inputs.iter().map(|input| name(&input.name)).collect();
    let shard = context.header.shard.map_or(String::new(), |shard| format!(", shard {shard}"));
    names.join(", ") + &shard
}

/// What the page has of a ladder.
struct ScaleView {
    name: String,
    definition: String,
    solved: String,
    mean: String,
    deviation: String,
    top: String,
    enough: Vec<Enough>,
    /// Sets that were looked for by climbs: at least, solved, how many, which.
    smallest: Vec<Enough>,
    worth: Vec<WorthRow>,
    overlap: String,
    bars: String,
    heat: String,
    sets: String,
    times: Option<String>,
    hardest: Vec<Hard>,
}

/// What a rule is worth: shares of the puzzles, and how many rungs they rise without it.
struct WorthRow {
    rule: String,
    used: String,
    hardest: String,
    unsolved: String,
    higher: String,
    rungs: String,
    alone: String,
}

/// Rules that solve a share of the puzzles.
struct Enough {
    target: String,
    rules: Vec<String>,
    solved: String,
}

/// One of the hardest puzzles.
struct Hard {
    rank: u64,
    line: String,
    puzzle: String,
    rating: String,
    clues: u64,
    picture: String,
    path: Vec<String>,
}

/// The rule of a row, with its size.
fn rule(row: &KeptRow) -> String {
    match row.text("size") {
        size if size.is_empty() => row.text("rule"),
        size => format!("{}[{size}]", row.text("rule")),
    }
}

impl ScaleView {
    fn of(ladder: &Scale, tables: &Tables) -> ScaleView {
        let name = ladder.name.as_str();
        let levels = Level::of(tables, name);
        let mean = tables.one("means", &[("number", name), ("clues", "all")]);
        let of_mean = |text: &dyn Fn(KeptRow) -> String| mean.map_or("–".to_string(), text);
        let last = levels.iter().rev().find(|level| level.rung.is_some());
        ScaleView {
            name: name.to_string(),
            definition: ladder.definition.clone(),
            solved: last.and_then(|level| level.cumulative).map_or("0 %".into(), percent),
            mean: of_mean(&|row| {
                format!("{:.3} ± {:.3}", row.number("mean"), row.number("mean se"))
            }),
            deviation: of_mean(&|row| format!("{:.3}", row.number("sd"))),
            top: last.map_or("–".to_string(), |level| level.name.clone()),
            enough: enough(tables, ladder),
            smallest: smallest(tables, name),
            worth: worth(tables, name),
            overlap: overlap(tables, name),
            bars: levels::bars(name, &levels),
            heat: heat_map(tables, ladder),
            sets: set_chart(tables, name),
            times: times(tables, name),
            hardest: tables
                .rows("hardest", &[("ladder", name)])
                .map(|row| Hard::of(row, name, tables))
                .collect(),
        }
    }
}

/// For each target the first rules of the ladder that solve so many: a ladder that ends at a rule solves the puzzles
/// whose hardest rule is not after it. Rules that no puzzle uses are left out.
fn enough(tables: &Tables, ladder: &Scale) -> Vec<Enough> {
    let singles = ladder.beyond_singles().start;
    let mut solved = 0.0;
    let mut rules = Vec::new();
    let mut found = Vec::new();
    for (k, row) in tables.rows("rules", &[("ladder", &ladder.name)]).enumerate() {
        if k >= singles && row.count("puzzles") > 0 {
            rules.push(rule(&row));
        }
        solved += row.number("hardest %");
        while let Some(target) = TARGETS.get(found.len()).filter(|target| solved + 5e-3 >= **target)
        {
            // Singles are always there: all of them have to be counted.
            if k + 1 < singles {
                break;
            }
            found.push(Enough {
                target: format!("{target} %"),
                rules: rules.clone(),
                solved: percent(solved.min(100.0)),
            });
        }
    }
    found
}

/// The smallest sets that were found by climbs, or else by the paths of the puzzles.
fn smallest(tables: &Tables, ladder: &str) -> Vec<Enough> {
    let found = |by: &str| -> Vec<Enough> {
        tables
            .rows("minimal-set", &[("ladder", ladder), ("by", by)])
            .map(|row| Enough {
                target: format!("{} %", row.text("wanted %")),
                rules: row.text("rules").split_whitespace().map(str::to_string).collect(),
                solved: match row.has("%") {
                    false => "none found".to_string(),
                    true => percent(row.number("%")),
                },
            })
            .collect()
    };
    let climbed = found("climbs");
    if climbed.is_empty() { found("paths") } else { climbed }
}

fn worth(tables: &Tables, ladder: &str) -> Vec<WorthRow> {
    let share = |row: &KeptRow, column: &str| match row.has(column) {
        false => "–".to_string(),
        true => percent(row.number(column)),
    };
    tables
        .rows("worth", &[("ladder", ladder)])
        .filter(|row| row.count("used") > 0)
        .map(|row| WorthRow {
            rule: rule(&row),
            used: share(&row, "used %"),
            hardest: share(&row, "hardest %"),
            unsolved: share(&row, "unsolved without %"),
            higher: share(&row, "higher without %"),
            rungs: match row.number("rungs higher") / row.number("higher without") {
                mean if mean.is_finite() => {
                    format!("{mean:.2} (at most {})", row.text("most rungs higher"))
                }
                _ => "–".to_string(),
            },
            alone: share(&row, "alone %"),
        })
        .collect()
}

/// Of the puzzles that use a rule, how many use another; nothing if it is not known.
fn overlap(tables: &Tables, ladder: &str) -> String {
    let rows: Vec<KeptRow> = tables.rows("overlap", &[("ladder", ladder)]).collect();
    let mut rules: Vec<String> = Vec::new();
    for name in rows.iter().flat_map(|row| [row.text("rule"), row.text("other")]) {
        if !rules.contains(&name) {
            rules.push(name);
        }
    }
    if rules.is_empty() || rules.len() > RULES {
        return String::new();
    }
    let mut shares = vec![vec![None; rules.len()]; rules.len()];
    for row in &rows {
        let place = |name: String| rules.iter().position(|rule| *rule == name);
        let (Some(a), Some(b)) = (place(row.text("rule")), place(row.text("other"))) else {
            continue;
        };
        let both = row.number("used both");
        for (from, to, only) in [(a, b, "used rule only"), (b, a, "used other only")] {
            let share = 100.0 * both / (both + row.number(only));
            shares[from][to] = Some(share).filter(|share| share.is_finite());
        }
    }
    let names: Vec<&str> = rules.iter().map(String::as_str).collect();
    let title = format!("Of the puzzles that use a rule, % that use another {ladder}");
    heat::heat(&title, &names, heat::Columns::Upright(&rules), |a, b| shares[a][b])
}

fn heat_map(tables: &Tables, ladder: &Scale) -> String {
    let levels = Level::of(tables, &ladder.name);
    let ladder = ladder.name.as_str();
    let mut used: Vec<(String, u64)> = tables
        .rows("rules", &[("ladder", ladder)])
        .map(|row| (rule(&row), row.count("puzzles")))
        .filter(|rule| rule.1 > 0)
        .collect();
    if used.len() > RULES {
        let mut counts: Vec<u64> = used.iter().map(|rule| rule.1).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        used.retain(|rule| rule.1 > counts[RULES]);
    }
    let rules: Vec<&str> = used.iter().map(|rule| rule.0.as_str()).collect();
    let ratings: Vec<String> = levels
        .iter()
        .filter(|level| level.rung.is_some() && level.puzzles > 0)
        .map(|level| level.name.clone())
        .collect();
    let mut shares = vec![vec![None; ratings.len()]; rules.len()];
    for row in tables.rows("usage", &[("ladder", ladder)]) {
        let rule = rules.iter().position(|rule| *rule == row.text("rule"));
        let rating = ratings.iter().position(|rating| *rating == row.text("rating"));
        if let (Some(rule), Some(rating)) = (rule, rating) {
            shares[rule][rating] = Some(row.number("%"));
        }
    }
    let title = format!("Share of the puzzles of each rating that use a rule, % {ladder}");
    heat::heat(&title, &rules, heat::Columns::Flat("rating", &ratings), |rule, rating| {
        shares[rule][rating]
    })
}

fn set_chart(tables: &Tables, ladder: &str) -> String {
    let rows: Vec<(String, u64, f64)> = tables
        .rows("sets", &[("ladder", ladder)])
        .take(SETS)
        .map(|row| (row.text("rules"), row.count("puzzles"), row.number("%")))
        .collect();
    let sets: Vec<sets::Set> = rows
        .iter()
        .map(|(rules, puzzles, share)| sets::Set {
            rules: rules.split_whitespace().collect(),
            puzzles: *puzzles,
            share: *share,
        })
        .collect();
    // Columns in the order of the ladder.
    let all: Vec<String> =
        tables.rows("rules", &[("ladder", ladder)]).map(|row| rule(&row)).collect();
    let shown = |rule: &&String| sets.iter().any(|set| set.rules.contains(&rule.as_str()));
    let rules: Vec<&str> = all.iter().filter(shown).map(String::as_str).collect();
    sets::sets(&format!("Rules used together {ladder}"), &rules, &sets)
}

fn times(tables: &Tables, ladder: &str) -> Option<String> {
    let rows: Vec<TimeRow> = tables
        .rows("timing", &[("ladder", ladder)])
        .map(|row| TimeRow {
            name: row.text("rung"),
            at: ["p50 us", "p90 us", "p99 us", "max us"].map(|column| row.number(column)),
        })
        .collect();
    (!rows.is_empty()).then(|| plots::times(ladder, &rows))
}

fn means_by_clues(tables: &Tables, number: &str) -> Vec<Mean> {
    tables
        .rows("means", &[("number", number)])
        .filter_map(|row| {
            let Value::Count(clues) = row.value("clues") else { return None };
            let clues = *clues as f64;
            Some(Mean { clues, mean: row.number("mean"), error: row.number("mean se") })
        })
        .collect()
}

fn clue_bars(tables: &Tables) -> String {
    let rows: Vec<(String, String, f64)> = tables
        .rows("clues", &[])
        .map(|row| {
            let label = format!("{} · {}", percent(row.number("%")), row.text("puzzles"));
            (row.text("clues"), label, row.number("%"))
        })
        .collect();
    let rows: Vec<(&str, String, f64)> =
        rows.iter().map(|(name, label, share)| (name.as_str(), label.clone(), *share)).collect();
    levels::rows_of_bars("Puzzles by number of clues", &rows, "s1")
}

/// Each rating against each number read from the input.
fn scatters(tables: &Tables, context: &Context) -> Vec<(String, String)> {
    let read: Vec<String> =
        context.header.against.iter().map(|name| context.input_name(name)).collect();
    let mut pictures = Vec::new();
    for row in tables.rows("correlation", &[]) {
        let (a, b) = (row.text("a"), row.text("b"));
        if !read.contains(&b) {
            continue;
        }
        let classes: Vec<Bubble> = tables
            .rows("cross", &[("a", &a), ("b", &b)])
            .map(|row| Bubble {
                a: row.number("value a"),
                b: row.number("value b"),
                puzzles: row.number("puzzles"),
            })
            .collect();
        let line = (row.number("slope"), row.number("intercept"));
        let picture = plots::scatter((&a, &b), &binned(classes), line);
        pictures.push((format!("{b} against {a}"), picture));
    }
    pictures
}

/// At most so many classes that a page can hold: values of b in steps.
fn binned(classes: Vec<Bubble>) -> Vec<Bubble> {
    if classes.len() <= BUBBLES {
        return classes;
    }
    let low = classes.iter().map(|class| class.b).fold(f64::MAX, f64::min);
    let high = classes.iter().map(|class| class.b).fold(f64::MIN, f64::max);
    let step = (high - low) / 60.0;
    let mut bins: Vec<Bubble> = Vec::new();
    // Classes are in order of a, then b.
    for class in classes {
        let b = low + ((class.b - low) / step).floor() * step + 0.5 * step;
        match bins.last_mut().filter(|last| last.a == class.a && last.b == b) {
            Some(last) => last.puzzles += class.puzzles,
            None => bins.push(Bubble { b, ..class }),
        }
    }
    bins
}

fn correlations(tables: &Tables) -> Vec<[String; 5]> {
    tables
        .rows("correlation", &[])
        .map(|row| {
            let pearson = format!("{:.4} ± {:.4}", row.number("pearson"), row.number("pearson se"));
            let spearman = format!("{:.4}", row.number("spearman"));
            [row.text("a"), row.text("b"), row.text("puzzles"), pearson, spearman]
        })
        .collect()
}

fn legend(levels: &[(&str, Vec<Level>)]) -> Vec<(String, String)> {
    let mark = |series: usize| {
        let mark = mark(8.0, 8.0, series);
        format!(
            "<svg class=\"chart key\" width=\"16\" height=\"16\" aria-hidden=\"true\">{mark}</svg>"
        )
    };
    let names = levels.iter().take(SERIES).enumerate();
    names.map(|(series, (ladder, _))| (mark(series), ladder.to_string())).collect()
}

impl Hard {
    fn of(row: KeptRow, ladder: &str, tables: &Tables) -> Hard {
        let line = row.text("line");
        let title = format!("The puzzle of line {line}");
        let picture = match row.value("puzzle") {
            Value::Puzzle(puzzle) => grid(&Board::of_puzzle(puzzle), &title).inline(),
            _ => String::new(),
        };
        let place = [("ladder", ladder), ("rank", &row.text("rank"))];
        Hard {
            rank: row.count("rank"),
            rating: row.text("rating"),
            clues: row.count("clues"),
            puzzle: row.text("puzzle"),
            path: tables.rows("paths", &place).map(|step| step.text("step")).collect(),
            picture,
            line,
        }
    }
}
