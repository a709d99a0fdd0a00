//! Recount of every table of a scan from its `puzzles.csv` alone: puzzle by puzzle, two passes over a `Vec`,
//! ranks by sorting. Nothing of `sudoscope::stats` or `sudoscope::report` is used.

mod examples;

use serde_json::Value;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::path::Path;
use sudoscope::rules::BRT;
use sudoscope::scale::Scale;

/// Expected cell of a table.
#[derive(Clone, Debug)]
pub enum Cell {
    /// Text.
    Text(String),
    /// Number with this many decimals; an empty cell if it is not a number.
    Number(f64, usize),
    /// Number in its shortest form.
    Plain(f64),
}

use Cell::{Number, Plain, Text};

impl Cell {
    /// Whether the printed cell is right: texts exactly, numbers within half a unit of the last decimal.
    pub fn is(&self, printed: &str) -> bool {
        match self {
            Text(text) => text == printed,
            Plain(number) => printed.parse() == Ok(*number),
            Number(number, _) if !number.is_finite() => printed.is_empty(),
            Number(number, decimals) => {
                let told = printed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
                let slack = 0.5 * 0.1f64.powi(*decimals as i32) + 1e-9 * number.abs().max(1.0);
                told == *decimals && printed.parse().is_ok_and(|found: f64| (found - number).abs() <= slack)
            }
        }
    }
}

fn text(what: impl ToString) -> Cell {
    Text(what.to_string())
}

fn numbers<const N: usize>(numbers: [f64; N], decimals: usize) -> [Cell; N] {
    numbers.map(|number| Number(number, decimals))
}

pub type Rows = Vec<Vec<Cell>>;

/// Row of `puzzles.csv`.
pub struct Puzzle {
    pub line: String,
    pub puzzle: String,
    pub status: String,
    pub clues: usize,
    /// Cell of each ladder, followed by the rules used with their steps.
    pub ratings: Vec<String>,
    pub rules: Vec<BTreeMap<String, u64>>,
    /// Numbers read from the input.
    pub read: Vec<Option<f64>>,
}

/// Contents of `puzzles.csv`, and the way its puzzles are counted.
pub struct Collection {
    pub input: String,
    pub ladders: Vec<Scale>,
    /// Names of the numbers read from the input.
    pub read: Vec<String>,
    pub puzzles: Vec<Puzzle>,
    pub weighted: bool,
    pub brt_as: f64,
}

/// Reads the description of a run in `about.json`.
pub fn about_run(directory: &Path) -> Vec<String> {
    let about: Value = serde_json::from_str(&read_to_string(directory.join("about.json")).unwrap()).unwrap();
    about["run"].as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_string()).collect()
}

/// Returns the lines at the top of a table, in formats that have room for them.
pub fn about_table(directory: &Path, name: &str) -> Vec<String> {
    let about: Value = serde_json::from_str(&read_to_string(directory.join("about.json")).unwrap()).unwrap();
    let (version, table) = (about["sudoscope"].as_str().unwrap(), about["tables"][name].as_str().unwrap());
    [format!("sudoscope {version}: {table}")].into_iter().chain(about_run(directory)).collect()
}

/// Reads the names of a table's columns, and its rows.
pub fn table(directory: &Path, name: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let path = directory.join(format!("{name}.csv"));
    let mut reader = csv::Reader::from_path(path).unwrap();
    let fields = |row: &csv::StringRecord| row.iter().map(str::to_string).collect();
    let columns = fields(reader.headers().unwrap());
    (columns, reader.records().map(|row| fields(&row.unwrap())).collect())
}

impl Collection {
    pub fn of(directory: &Path, weighted: bool, brt_as: f64) -> Collection {
        let about = about_run(directory);
        let told =
            |word: &str| -> Vec<&str> { about.iter().filter_map(|line| line.strip_prefix(word)).collect() };
        let ladder = |line: &str| {
            let (name, definition) = line.split_once(" = ").unwrap();
            Scale::define(name, definition).unwrap()
        };
        let ladders: Vec<Scale> = told("scale ").into_iter().map(ladder).collect();
        let input = told("input: ")[0].split(" (").next().unwrap().to_string();
        let (columns, rows) = table(directory, "puzzles");
        let (l, names) = (ladders.len(), |at: usize| ladders[at].name.as_str());
        assert_eq!(columns[..4], ["line", "puzzle", "status", "clues"]);
        assert!((0..l).all(|at| columns[4 + at] == names(at)));
        assert!((0..l).all(|at| columns[4 + l + at] == format!("{} rules", names(at))));
        let puzzle = |row: Vec<String>| Puzzle {
            line: row[0].clone(),
            puzzle: row[1].clone(),
            status: row[2].clone(),
            clues: row[3].parse().unwrap_or(0),
            ratings: row[4..4 + l].to_vec(),
            rules: row[4 + l..4 + 2 * l].iter().map(|rules| steps(rules)).collect(),
            read: row[4 + 2 * l..].iter().map(|number| number.parse().ok()).collect(),
        };
        let puzzles = rows.into_iter().map(puzzle).collect();
        let read = columns[4 + 2 * l..].to_vec();
        Collection { input, ladders, read, puzzles, weighted, brt_as }
    }

    /// Returns the rated puzzles.
    pub fn rated(&self) -> Vec<&Puzzle> {
        self.puzzles.iter().filter(|puzzle| !puzzle.ratings[0].is_empty()).collect()
    }

    /// Weighs puzzles with n clues by C(81, n), in units of C(81, 26).
    pub fn weight(&self, puzzle: &Puzzle) -> f64 {
        let ways = |n: usize| (0..n).map(|k| (81 - k) as f64 / (k + 1) as f64).product::<f64>();
        if self.weighted { ways(puzzle.clues) / ways(26) } else { 1.0 }
    }

    /// Returns the percentage of a group with this property, and its standard error.
    fn percent(&self, group: &[&Puzzle], is: impl Fn(&Puzzle) -> bool) -> [f64; 2] {
        let ones = group.iter().map(|puzzle| (f64::from(is(puzzle)), self.weight(puzzle)));
        let (mean, error) = mean(&ones.collect::<Vec<_>>());
        [100.0 * mean, 100.0 * error]
    }

    /// Returns the group of all rated puzzles, then the group for each number of clues.
    fn groups(&self) -> Vec<(String, Vec<&Puzzle>)> {
        let all = self.rated();
        let clues: BTreeSet<usize> = all.iter().map(|puzzle| puzzle.clues).collect();
        let with = |n: usize| all.iter().copied().filter(|puzzle| puzzle.clues == n).collect();
        let by_clues: Vec<_> = clues.into_iter().map(|n| (n.to_string(), with(n))).collect();
        [("all".to_string(), all)].into_iter().chain(by_clues).collect()
    }

    pub fn ratings(&self) -> Rows {
        let mut rows = Rows::new();
        for (at, ladder) in self.ladders.iter().enumerate() {
            for (name, group) in self.groups() {
                let count = |cell: &str| group.iter().filter(|puzzle| puzzle.ratings[at] == cell).count();
                let begin = |cell: &str| {
                    let [share, error] = self.percent(&group, |puzzle| puzzle.ratings[at] == cell);
                    let begin = [text(&ladder.name), text(&name), text(cell), text(count(cell))];
                    [&begin[..], &numbers([share, error], 3)].concat()
                };
                let top = group.iter().filter_map(|puzzle| puzzle.ratings[at].parse().ok()).max();
                for rung in ladder.values(0).into_iter().filter(|&rung| rung <= top.unwrap_or(0)) {
                    let up_to = |puzzle: &Puzzle| puzzle.ratings[at].parse().is_ok_and(|r: u32| r <= rung);
                    let cumulative = group.iter().filter(|puzzle| up_to(puzzle)).count();
                    let mut row = begin(&rung.to_string());
                    row.push(text(cumulative));
                    row.extend(numbers(self.percent(&group, up_to), 3));
                    rows.push(row);
                }
                for cell in ["unsolved", "budget"].into_iter().filter(|cell| count(cell) > 0) {
                    let nothing = [text(""), text(""), text("")];
                    rows.push([begin(cell), nothing.to_vec()].concat());
                }
            }
        }
        rows
    }

    pub fn clues(&self) -> Rows {
        let (all, groups) = (self.rated(), self.groups());
        let row = |(name, group): &(String, Vec<&Puzzle>)| {
            let share = self.percent(&all, |puzzle| puzzle.clues.to_string() == *name);
            [&[text(name), text(group.len())][..], &numbers(share, 4)].concat()
        };
        groups.iter().skip(1).map(row).collect()
    }

    /// Returns the names of the ratings and of the numbers read from the input.
    fn quantities(&self) -> Vec<&str> {
        let ladders = self.ladders.iter().map(|ladder| ladder.name.as_str());
        ladders.chain(self.read.iter().map(String::as_str)).collect()
    }

    /// Returns a puzzle's value of the quantity at place `at` in `quantities`.
    fn number(&self, puzzle: &Puzzle, at: usize) -> Option<f64> {
        match puzzle.ratings.get(at) {
            Some(cell) if cell == "0" => Some(self.brt_as),
            Some(cell) => cell.parse().ok(),
            None => puzzle.read[at - self.ladders.len()],
        }
    }

    pub fn means(&self) -> Rows {
        let mut rows = Rows::new();
        let mut tell = |name: &str, clues: &str, group: &[&Puzzle], of: &dyn Fn(&Puzzle) -> _| {
            let sample: Vec<(f64, f64)> =
                group.iter().filter_map(|puzzle| Some((of(puzzle)?, self.weight(puzzle)))).collect();
            if sample.is_empty() {
                return;
            }
            let ((average, error), mass) = (mean(&sample), mass(&sample));
            let moment = |k| sample.iter().map(|(x, w)| w * (x - average).powi(k)).sum::<f64>();
            let [two, three, four] = [2, 3, 4].map(|k| moment(k) / mass);
            let least = sample.iter().map(|one| one.0).fold(f64::INFINITY, f64::min);
            let most = sample.iter().map(|one| one.0).fold(f64::NEG_INFINITY, f64::max);
            // Equal values have no shape.
            let shape = if least == most {
                [0.0, f64::NAN, f64::NAN]
            } else {
                [two.sqrt(), three / two.powf(1.5), four / two.powi(2)]
            };
            let (having, lacking) = (sample.len(), group.len() - sample.len());
            let mut row = vec![text(name), text(clues), text(having), text(lacking)];
            row.extend(numbers([average, error], 5));
            row.extend(numbers(shape, 5));
            row.extend([Plain(least), Plain(most)]);
            rows.push(row);
        };
        tell("clues", "all", &self.rated(), &|puzzle| Some(puzzle.clues as f64));
        for (at, name) in self.quantities().into_iter().enumerate() {
            for (clues, group) in self.groups() {
                tell(name, &clues, &group, &|puzzle| self.number(puzzle, at));
            }
        }
        rows
    }

    /// Returns the place in the ladder of the last rule that a puzzle used.
    fn last_used(&self, puzzle: &Puzzle, at: usize) -> Option<usize> {
        let used = |item: &sudoscope::scale::Item| puzzle.rules[at].contains_key(&item.name());
        self.ladders[at].items.iter().rposition(used)
    }

    /// Recounts `rules`, given the numbers of candidates removed and values placed by each item of each
    /// ladder, which `puzzles.csv` lacks.
    pub fn rules(&self, done: &[Vec<[u64; 2]>]) -> Rows {
        let all = self.rated();
        let mut rows = Rows::new();
        for (at, ladder) in self.ladders.iter().enumerate() {
            let top = all.iter().filter_map(|puzzle| self.last_used(puzzle, at)).max();
            for (k, item) in ladder.items.iter().enumerate().take(top.unwrap_or(0) + 1) {
                let name = item.name();
                let uses = |puzzle: &Puzzle| puzzle.rules[at].contains_key(&name);
                let ends = |puzzle: &Puzzle| {
                    puzzle.ratings[at].parse::<u8>().is_ok() && self.last_used(puzzle, at) == Some(k)
                };
                let steps: u64 = all.iter().filter_map(|puzzle| puzzle.rules[at].get(&name)).sum();
                let size = if item.size == 0 { String::new() } else { item.size.to_string() };
                let mut row =
                    [&ladder.name, &item.place.to_string(), item.rule.info().name, &size].map(text).to_vec();
                row.extend([text(all.iter().filter(|puzzle| uses(puzzle)).count()), text(steps)]);
                row.extend(done[at][k].map(text));
                row.push(text(all.iter().filter(|puzzle| ends(puzzle)).count()));
                row.extend(numbers(self.percent(&all, uses), 3));
                row.extend(numbers(self.percent(&all, ends), 3));
                rows.push(row);
            }
        }
        rows
    }

    /// Recounts `techniques` without the columns on what puzzles need, which would take climbs.
    pub fn techniques(&self) -> Rows {
        let all = self.rated();
        let mut rows = Rows::new();
        for (at, ladder) in self.ladders.iter().enumerate() {
            for (k, item) in ladder.items.iter().enumerate() {
                let name = item.name();
                let uses = |puzzle: &Puzzle| puzzle.rules[at].contains_key(&name);
                let ends = |puzzle: &Puzzle| {
                    puzzle.ratings[at].parse::<u8>().is_ok() && self.last_used(puzzle, at) == Some(k)
                };
                let count = |is: &dyn Fn(&Puzzle) -> bool| all.iter().filter(|puzzle| is(puzzle)).count();
                if count(&uses) == 0 {
                    continue;
                }
                let title = match name.as_str() {
                    "lc" => "locked-candidates",
                    "naked[2]" => "naked-pair",
                    "naked[3]" => "naked-triple",
                    "naked[4]" => "naked-quad",
                    "hidden[2]" => "hidden-pair",
                    "hidden[3]" => "hidden-triple",
                    "hidden[4]" => "hidden-quad",
                    "fish[2]" => "x-wing",
                    "fish[3]" => "swordfish",
                    "fish[4]" => "jellyfish",
                    name => name,
                };
                let mut row = vec![text(&ladder.name), text(item.place), text(title), text(&name)];
                row.extend([count(&uses), count(&ends)].map(text));
                row.extend([text(""), text("")]);
                row.extend(numbers(self.percent(&all, uses), 3));
                row.extend(numbers(self.percent(&all, ends), 3));
                row.extend([text(""), text("")]);
                rows.push(row);
            }
        }
        rows
    }

    pub fn usage(&self) -> Rows {
        let mut rows = Rows::new();
        for (at, ladder) in self.ladders.iter().enumerate() {
            for name in ladder.items.iter().map(|item| item.name()) {
                for rung in ladder.values(0) {
                    let mut group = self.rated();
                    group.retain(|puzzle| puzzle.ratings[at] == rung.to_string());
                    let uses = |puzzle: &Puzzle| puzzle.rules[at].contains_key(&name);
                    let users = group.iter().filter(|puzzle| uses(puzzle)).count();
                    if users > 0 {
                        let begin = [text(&ladder.name), text(&name), text(rung), text(users)];
                        let share = numbers(self.percent(&group, uses), 3);
                        rows.push([&begin[..], &share].concat());
                    }
                }
            }
        }
        rows
    }

    pub fn sets(&self) -> Rows {
        let all = self.rated();
        let mut rows = Rows::new();
        for (at, ladder) in self.ladders.iter().enumerate() {
            let items: Vec<String> = ladder.items.iter().map(|item| item.name()).collect();
            let set_of = |puzzle: &Puzzle| -> Option<Vec<usize>> {
                puzzle.ratings[at].parse::<u8>().ok()?;
                let used = |item: &usize| puzzle.rules[at].contains_key(&items[*item]);
                Some((BRT..items.len()).filter(used).collect())
            };
            let mut sets: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
            all.iter().filter_map(|puzzle| set_of(puzzle)).for_each(|set| {
                *sets.entry(set).or_default() += 1;
            });
            let mut sets: Vec<(Vec<usize>, usize)> = sets.into_iter().collect();
            sets.sort_by_key(|(_, puzzles)| Reverse(*puzzles)); // stable
            for (set, puzzles) in sets.into_iter().take(200) {
                let names: Vec<&str> = set.iter().map(|&item| items[item].as_str()).collect();
                let mut row = vec![text(&ladder.name), text(set.len()), text(puzzles)];
                let share = self.percent(&all, |puzzle| set_of(puzzle).as_ref() == Some(&set));
                row.extend(numbers(share, 3));
                row.push(text(names.join(" ")));
                rows.push(row);
            }
        }
        rows
    }

    pub fn hardest(&self) -> Rows {
        let mut rows = Rows::new();
        for (at, ladder) in self.ladders.iter().enumerate() {
            let mut order = self.rated();
            order.sort_by_key(|puzzle| {
                let rating = puzzle.ratings[at].parse().unwrap_or(u32::MAX);
                let last = self.last_used(puzzle, at).map(|item| ladder.items[item].name());
                Reverse((rating, last.map_or(0, |name| puzzle.rules[at][&name])))
            });
            for (k, puzzle) in order.into_iter().take(20).enumerate() {
                let used = self.used(puzzle, at);
                let Puzzle { line, puzzle: clues, ratings, .. } = puzzle;
                let begin = [text(&ladder.name), text(k + 1), text(line), text(clues)];
                let end = [text(puzzle.clues), text(&ratings[at]), text(used)];
                rows.push([begin.to_vec(), end.to_vec()].concat());
            }
        }
        rows
    }

    /// Returns the rules used, in the format of the tables.
    fn used(&self, puzzle: &Puzzle, at: usize) -> String {
        let items = self.ladders[at].items.iter().map(|item| item.name());
        let used = items.filter_map(|name| {
            let steps = puzzle.rules[at].get(&name)?;
            Some(format!("{name}*{steps}"))
        });
        used.collect::<Vec<_>>().join(" ")
    }

    /// Pairs every two ratings, and every rating with every number read, over the puzzles that have both:
    /// first number, second number, weight, puzzle.
    #[allow(clippy::type_complexity)]
    fn pairs(&self) -> Vec<([&str; 2], bool, Vec<(f64, f64, f64, &Puzzle)>)> {
        let (names, ladders) = (self.quantities(), self.ladders.len());
        let mut pairs = Vec::new();
        for b in 1..names.len() {
            for a in 0..b.min(ladders) {
                let both = |puzzle| {
                    let (x, y) = (self.number(puzzle, a)?, self.number(puzzle, b)?);
                    Some((x, y, self.weight(puzzle), puzzle))
                };
                let sample = self.rated().into_iter().filter_map(both).collect();
                pairs.push(([names[a], names[b]], b < ladders, sample));
            }
        }
        pairs
    }

    pub fn correlation(&self) -> Rows {
        let mut rows = Rows::new();
        for (names, _, sample) in self.pairs() {
            if sample.is_empty() {
                continue;
            }
            let plain: Vec<_> = sample.iter().map(|&(a, b, w, _)| (a, b, w)).collect();
            let Line { pearson, error, slope, intercept } = Line::of(&plain);
            let (a, b) = (ranks(&plain, |one| one.0), ranks(&plain, |one| one.1));
            let ranked: Vec<_> = (0..plain.len()).map(|k| (a[k], b[k], plain[k].2)).collect();
            let spearman = Line::of(&ranked).pearson;
            let found = numbers([pearson, error, spearman, slope, intercept], 6);
            rows.push([&names.map(text)[..], &[text(sample.len())], &found].concat());
        }
        rows
    }

    pub fn cross(&self) -> Rows {
        let mut rows = Rows::new();
        for (names, _, mut sample) in self.pairs() {
            let mass: f64 = sample.iter().map(|one| one.2).sum();
            sample.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.total_cmp(&y.1)));
            for class in sample.chunk_by(|x, y| (x.0, x.1) == (y.0, y.1)) {
                let here: f64 = class.iter().map(|one| one.2).sum();
                let values = [Plain(class[0].0), Plain(class[0].1)];
                let counts = [text(class.len()), Number(100.0 * here / mass, 4)];
                rows.push([&names.map(text)[..], &values, &counts].concat());
            }
        }
        rows
    }

    pub fn disagreements(&self) -> Rows {
        let mut rows = Rows::new();
        for (names, are_ratings, sample) in self.pairs() {
            let plain: Vec<_> = sample.iter().map(|&(a, b, w, _)| (a, b, w)).collect();
            let Line { slope, intercept, .. } = match are_ratings {
                true => Line { slope: 1.0, intercept: 0.0, pearson: 1.0, error: 0.0 },
                false => Line::of(&plain),
            };
            let off = |one: &(f64, f64, f64, &Puzzle)| one.1 - slope * one.0 - intercept;
            let mut order: Vec<_> = sample.iter().filter(|one| off(one).abs() > 1e-9).collect();
            order.sort_by_key(|one| Reverse((off(one).abs() * 1e9).round() as u64)); // stable
            for (k, one) in order.into_iter().take(20).enumerate() {
                let &(a, b, _, puzzle) = one;
                let begin = [text(k + 1), text(&puzzle.line), text(&puzzle.puzzle)];
                let end = [Plain(a), Plain(b), Number(off(one), 3)];
                rows.push([&names.map(text)[..], &begin, &end].concat());
            }
        }
        rows
    }

    pub fn rejects(&self) -> Rows {
        let row = |puzzle: &Puzzle| {
            let (column, status, reason) = match puzzle.status.split_once(": column ") {
                Some((status, rest)) => {
                    let (column, reason) = rest.split_once(": ").unwrap();
                    (column, status, reason)
                }
                None if puzzle.status == "no-solution" => ("", "no-solution", "the puzzle has no solution"),
                None if puzzle.status == "multiple-solutions" => {
                    ("", "multiple-solutions", "the puzzle has more than one solution")
                }
                None => return None,
            };
            Some([&self.input, &puzzle.line, column, status, reason].map(text).to_vec())
        };
        self.puzzles.iter().filter_map(row).collect()
    }
}

/// Reads steps such as `whip[1]*2 whip[3]*1` by name.
fn steps(rules: &str) -> BTreeMap<String, u64> {
    let one = |rule: &str| {
        let (name, steps) = rule.rsplit_once('*').unwrap();
        (name.to_string(), steps.parse().unwrap())
    };
    rules.split_whitespace().map(one).collect()
}

fn mass(sample: &[(f64, f64)]) -> f64 {
    sample.iter().map(|(_, w)| w).sum()
}

/// Returns the mean of values with weights, and its standard error.
pub fn mean(sample: &[(f64, f64)]) -> (f64, f64) {
    let mass = mass(sample);
    let mean = sample.iter().map(|(x, w)| x * w).sum::<f64>() / mass;
    let squares: f64 = sample.iter().map(|(x, w)| (w * (x - mean)).powi(2)).sum();
    (mean, squares.sqrt() / mass)
}

/// Least-squares line and Pearson's coefficient of pairs with weights.
pub struct Line {
    pub pearson: f64,
    pub error: f64,
    pub slope: f64,
    pub intercept: f64,
}

impl Line {
    pub fn of(sample: &[(f64, f64, f64)]) -> Line {
        let one = |of: fn(&(f64, f64, f64)) -> f64| -> Vec<f64> { sample.iter().map(of).collect() };
        let (a, b, w) = (one(|one| one.0), one(|one| one.1), one(|one| one.2));
        let constant = |values: &[f64]| values.iter().all(|value| *value == values[0]);
        let (flat_a, flat_b) = (constant(&a), constant(&b));
        let n = sample.len();
        let mass: f64 = w.iter().sum();
        let mean = |x: &[f64]| (0..n).map(|k| w[k] * x[k]).sum::<f64>() / mass;
        let (mean_a, mean_b) = (mean(&a), mean(&b));
        let around = |x: &[f64], mean: f64| -> Vec<f64> { x.iter().map(|x| x - mean).collect() };
        let (a, b) = (around(&a, mean_a), around(&b, mean_b));
        let product = |x: &[f64], y: &[f64]| (0..n).map(|k| w[k] * x[k] * y[k]).sum::<f64>() / mass;
        let (aa, bb, ab) = (product(&a, &a), product(&b, &b), product(&a, &b));
        let pearson = ab / aa.sqrt() / bb.sqrt();
        // Influence of a puzzle on r: z_a z_b − r (z_a² + z_b²) / 2.
        let influence = |k: usize| {
            let (a, b) = (a[k] / aa.sqrt(), b[k] / bb.sqrt());
            w[k] * (a * b - pearson * (a * a + b * b) / 2.0)
        };
        let error = (0..n).map(|k| influence(k).powi(2)).sum::<f64>().sqrt() / mass;
        let slope = if flat_b { 0.0 } else { ab / aa };
        let line = Line { pearson, error, slope, intercept: mean_b - slope * mean_a };
        match (flat_a, flat_b) {
            (false, false) => line,
            (false, true) => Line { pearson: f64::NAN, error: f64::NAN, ..line },
            _ => Line { pearson: f64::NAN, error: f64::NAN, slope: f64::NAN, intercept: f64::NAN },
        }
    }
}

/// Ranks the values: the weight below each plus half the weight of its equals.
fn ranks(sample: &[(f64, f64, f64)], of: impl Fn(&(f64, f64, f64)) -> f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..sample.len()).collect();
    order.sort_by(|&x, &y| of(&sample[x]).total_cmp(&of(&sample[y])));
    let mut ranks = vec![0.0; sample.len()];
    let mut below = 0.0;
    for equals in order.chunk_by(|&x, &y| of(&sample[x]) == of(&sample[y])) {
        let here: f64 = equals.iter().map(|&k| sample[k].2).sum();
        equals.iter().for_each(|&k| ranks[k] = below + here / 2.0);
        below += here;
    }
    ranks
}
