//! The questions of a study, each with a sentence, tables and pictures: what the page and the text show.

use super::super::page::chart::short;
use super::super::page::heat::heat;
use super::super::page::walks::{packed, path};
use super::{Findings, KeptRow, Named, Tables, Unit, column, scale_of};
use super::{clues, correlation, disagreements, means, ratings, techniques, worth};
use std::fmt::Write as _;
use sudoscope_engine::grid::read_puzzle;
use sudoscope_engine::scale::Scale;

/// Ratings of a scale in a heat map, rows of a list, at most.
const RATINGS: usize = 24;
const LISTED: usize = 12;

/// Bytes for all paths of the page.
const PATHS: usize = 1_800_000;

/// A question and what is known of it.
pub(super) struct Answer {
    /// In links.
    pub id: &'static str,
    pub title: String,
    pub sentence: String,
    /// How its numbers are made again.
    pub made_by: String,
    pub pictures: Vec<Picture>,
    pub tables: Vec<Shown>,
}

/// A chart with what it shows.
pub(super) struct Picture {
    pub caption: String,
    pub svg: String,
}

/// A table to read: the first cell of a row is its name. A cell that ends with a link to a path has it apart.
#[derive(Default)]
pub(super) struct Shown {
    pub caption: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// What stands in a cell; the links to paths of the page.
#[derive(Clone, Default)]
pub(super) struct Cell {
    pub text: String,
    pub is_code: bool,
    pub links: Vec<(String, String)>,
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell { text, ..Cell::default() }
    }
}

/// All answers, and the paths that they link to: name and data.
pub(super) struct Answers {
    pub all: Vec<Answer>,
    pub paths: Vec<(String, String)>,
}

pub(super) fn answers(findings: &Findings, tables: &Tables) -> Answers {
    let view = Questions { findings, tables };
    let mut paths = Vec::new();
    let all = [
        Some(view.collections()),
        Some(view.how_hard()),
        view.techniques(),
        view.enough(),
        view.worth(),
        view.together(),
        view.disagreements(&mut paths),
        view.no_harder(),
        view.compared(),
        Some(view.isomorphs()),
    ];
    Answers { all: all.into_iter().flatten().collect(), paths }
}

struct Questions<'a> {
    findings: &'a Findings,
    tables: &'a Tables<'a>,
}

impl<'a> Questions<'a> {
    fn reference(&self) -> &'a str {
        &self.findings.reference
    }

    /// Rows of a table that are of a collection.
    fn of(&self, table: &'static str, collection: &str) -> Vec<KeptRow<'a>> {
        let mut rows = self.tables.rows(table);
        rows.retain(|row| row.text(column::COLLECTION) == collection);
        rows
    }

    fn names(&self) -> impl Iterator<Item = &'a str> {
        self.findings.collections.iter().map(|it| it.name.as_str())
    }

    /// The scales, each once.
    fn scales(&self) -> Vec<&'a Scale> {
        let mut scales: Vec<&Scale> = Vec::new();
        for scale in self.findings.scans.iter().flat_map(|scan| &scan.scales) {
            if !scales.iter().any(|known| known.name == scale.name) {
                scales.push(scale);
            }
        }
        scales
    }

    fn collections(&self) -> Answer {
        let rows = self.tables.rows("collections");
        let all: u64 = rows.iter().map(|row| row.count(column::PUZZLES)).sum();
        let twice: u64 =
            rows.iter().map(|row| row.count(column::PUZZLES) - row.count(column::DIFFERENT)).sum();
        let row = |row: &KeptRow| {
            let [puzzles, different] = [column::PUZZLES, column::DIFFERENT].map(|it| row.text(it));
            let weights = row.text(column::WEIGHTS);
            cells([
                row.text(column::COLLECTION),
                puzzles,
                different,
                row.with_error(column::MEAN, 3),
                weights,
            ])
        };
        let table = Shown {
            head: head(["collection", "puzzles", "different", "mean clues ± se", "weights"]),
            rows: rows.iter().map(row).collect(),
            ..Shown::default()
        };
        let scan = |scan: &super::Scanned| cells([scan.collection.clone(), scan.command.clone()]);
        let mut commands = Shown {
            caption: "The scans".to_string(),
            head: head(["collection", "command"]),
            rows: self.findings.scans.iter().map(scan).collect(),
        };
        commands.rows.iter_mut().for_each(|row| row[1].is_code = true);
        Answer {
            id: "collections",
            title: "The collections".to_string(),
            sentence: format!(
                "{all} puzzles of {} collections; within a collection {twice} repeat another one up to the \
                 symmetries of the grid. Others are compared with {}.",
                rows.len(),
                self.reference()
            ),
            made_by: "table collections; sudoscope dedupe --same isomorph FILE counts those that repeat one"
                .to_string(),
            pictures: Vec::new(),
            tables: vec![table, commands],
        }
    }

    fn how_hard(&self) -> Answer {
        let (mut tables, mut pictures) = (Vec::new(), Vec::new());
        let mut sentence = None;
        for scale in self.scales() {
            for (title, unit) in scale.titles().zip(scale.columns.iter().map(|column| column.unit)) {
                let named = matches!(unit, Unit::Named(_));
                let rows: Vec<_> = self.names().filter_map(|it| self.hard_row(&title, it, named)).collect();
                if rows.is_empty() {
                    continue;
                }
                let head = head([
                    "collection",
                    "solved % ± se",
                    "mean of these ± se",
                    "50 % at most",
                    "90 %",
                    "99 %",
                    "highest",
                ]);
                sentence = sentence.or_else(|| self.how_hard_in_short(&title, &rows));
                tables.push(Shown { caption: title.clone(), head, rows });
                pictures.extend(self.rating_map(&title));
            }
        }
        Answer {
            id: "hard",
            title: "How hard".to_string(),
            sentence: sentence.unwrap_or_default(),
            made_by: "tables ratings and means; of one collection: sudoscope report DIR".to_string(),
            pictures,
            tables,
        }
    }

    fn how_hard_in_short(&self, title: &str, rows: &[Vec<Cell>]) -> Option<String> {
        let own = rows.iter().find(|row| row[0].text == self.reference())?;
        let solved = |row: &&Vec<Cell>| row[1].text.split(' ').next().and_then(|it| it.parse::<f64>().ok());
        let least = rows.iter().filter(|row| solved(row).is_some());
        let least = least.min_by(|a, b| solved(a).unwrap_or(0.0).total_cmp(&solved(b).unwrap_or(0.0)))?;
        Some(format!(
            "By {title} the mean rating of {} is {}, and 99 % are rated at most {}; least is solved of {}: \
             {} %.",
            self.reference(),
            own[2].text,
            own[5].text,
            least[0].text,
            least[1].text
        ))
    }

    /// A row for a collection by a column of ratings.
    fn hard_row(&self, title: &str, name: &str, named: bool) -> Option<Vec<Cell>> {
        let is_all = |row: &KeptRow| row.text(column::GROUP) == "all";
        let mut levels = self.of(ratings::RATINGS.name, name);
        levels.retain(|row| row.text(column::SCALE) == title && is_all(row));
        let mut means = self.of(means::MEANS.name, name);
        means.retain(|row| row.text(column::NUMBER) == title && is_all(row));
        let mean = means.first()?;
        let rated: Vec<&KeptRow> = levels.iter().filter(|row| row.rating().is_some()).collect();
        let top = rated.last();
        let up_to = |share: f64| {
            let enough = rated.iter().find(|row| row.number(column::CUMULATIVE_SHARE) >= share - 5e-4);
            enough.map_or("–".to_string(), |row| row.text(column::RATING))
        };
        let mean_text = if named { "–".to_string() } else { mean.with_error(column::MEAN, 3) };
        let solved = top.map_or("–".to_string(), |row| row.with_error(column::CUMULATIVE_SHARE, 2));
        let highest = match top {
            Some(row) => row.text(column::RATING),
            None => mean.text(column::MOST),
        };
        let [half, most, nearly] = [50.0, 90.0, 99.0].map(up_to);
        Some(cells([name.to_string(), solved, mean_text, half, most, nearly, highest]))
    }

    /// Shares of each rating in each collection.
    fn rating_map(&self, title: &str) -> Option<Picture> {
        let mut rows = self.tables.rows(ratings::RATINGS.name);
        rows.retain(|row| row.text(column::SCALE) == title && row.text(column::GROUP) == "all");
        let mut ends: Vec<(f64, String)> = Vec::new();
        for row in rows.iter().filter(|row| row.count(column::PUZZLES) > 0) {
            let end = (row.rating().unwrap_or(f64::MAX), row.text(column::RATING));
            if !ends.contains(&end) {
                ends.push(end);
            }
        }
        ends.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        if ends.is_empty() || ends.len() > RATINGS {
            return None;
        }
        let mut names: Vec<String> = Vec::new();
        for row in &rows {
            if !names.contains(&row.text(column::COLLECTION)) {
                names.push(row.text(column::COLLECTION));
            }
        }
        let ends: Vec<String> = ends.into_iter().map(|end| end.1).collect();
        let mut shares = vec![vec![None; ends.len()]; names.len()];
        for row in &rows {
            let y = names.iter().position(|name| *name == row.text(column::COLLECTION));
            let x = ends.iter().position(|end| *end == row.text(column::RATING));
            if let (Some(x), Some(y), true) = (x, y, row.count(column::PUZZLES) > 0) {
                shares[y][x] = Some(row.number(column::SHARE));
            }
        }
        let caption = format!("{title}: of the puzzles of a collection, % with each rating");
        let name = ends.iter().all(|end| end.len() < 6).then_some(title);
        let svg = heat(&caption, &names, (name, &ends), &shares, &|_, _| None);
        Some(Picture { caption, svg })
    }

    /// The scales of which it is known in the reference what their techniques are needed for.
    fn with_needs(&self) -> Vec<&'a Scale> {
        let rows = self.of(techniques::TECHNIQUES.name, self.reference());
        let mut scales = self.scales();
        scales.retain(|scale| {
            rows.iter().any(|row| row.text(column::SCALE) == scale.name && row.has(column::NEEDED_SHARE))
        });
        scales
    }

    fn techniques(&self) -> Option<Answer> {
        let (mut sentences, mut pictures, mut tables) = (Vec::new(), Vec::new(), Vec::new());
        for scale in self.with_needs() {
            let mut own = self.of(techniques::TECHNIQUES.name, self.reference());
            own.retain(|row| row.text(column::SCALE) == scale.name);
            let row = |row: &KeptRow| {
                let shares = [column::USED_BY_SHARE, column::HARDEST_SHARE, column::NEEDED_SHARE];
                let [used, hardest, needed] = shares.map(|share| row.with_error(share, 3));
                cells([row.text(column::TECHNIQUE), row.text(column::RATING), used, hardest, needed])
            };
            let most = |share: Named<f64>| {
                let beyond = own.iter().filter(|row| row.has(column::NEEDED_SHARE));
                let most = beyond.max_by(|a, b| a.number(share).total_cmp(&b.number(share)))?;
                Some(format!("{} ({} %)", most.text(column::TECHNIQUE), most.with_error(share, 2)))
            };
            if let (Some(used), Some(needed)) = (most(column::USED_BY_SHARE), most(column::NEEDED_SHARE)) {
                sentences
                    .push(format!("By {}, {used} is used most often, and {needed} is needed", scale.name));
            }
            let maps = [
                ("used", column::USED_BY_SHARE),
                ("hardest", column::HARDEST_SHARE),
                ("needed", column::NEEDED_SHARE),
            ];
            pictures.extend(maps.into_iter().filter_map(|(what, of)| self.technique_map(scale, what, of)));
            tables.push(Shown {
                caption: format!("{}, by {}", self.reference(), scale.name),
                head: head(["technique", "rating", "used by % ± se", "hardest % ± se", "needed % ± se"]),
                rows: own.iter().map(row).collect(),
            });
        }
        (!tables.is_empty()).then(|| Answer {
            id: "techniques",
            title: "Which techniques".to_string(),
            sentence: format!("In {}, beyond singles. {}.", self.reference(), sentences.join(". ")),
            made_by: "table techniques; of one collection: sudoscope worth --needed DIR".to_string(),
            pictures,
            tables,
        })
    }

    /// Techniques against collections.
    fn technique_map(&self, scale: &Scale, what: &str, share: Named<f64>) -> Option<Picture> {
        let mut rows = self.tables.rows(techniques::TECHNIQUES.name);
        rows.retain(|row| row.text(column::SCALE) == scale.name && row.has(share));
        let (mut names, mut collections): (Vec<String>, Vec<String>) = Default::default();
        for row in &rows {
            for (list, name) in
                [(&mut names, row.text(column::TECHNIQUE)), (&mut collections, row.text(column::COLLECTION))]
            {
                if !list.contains(&name) {
                    list.push(name);
                }
            }
        }
        if names.is_empty() {
            return None;
        }
        let order = |name: &String| scale.items.iter().position(|item| item.title() == *name);
        names.sort_by_key(order);
        let mut shares = vec![vec![None; collections.len()]; names.len()];
        for row in &rows {
            let y = names.iter().position(|name| *name == row.text(column::TECHNIQUE))?;
            let x = collections.iter().position(|name| *name == row.text(column::COLLECTION))?;
            shares[y][x] = Some(row.number(share)).filter(|share| *share > 0.0);
        }
        let caption =
            format!("{}: of the puzzles of a collection (column), % by technique: {what}", scale.name);
        let svg = heat(&caption, &names, (None, &collections), &shares, &|_, _| None);
        Some(Picture { caption, svg })
    }

    fn enough(&self) -> Option<Answer> {
        let mut rows = self.tables.rows(worth::MINIMAL_SET.name);
        rows.retain(|row| row.has(column::SHARE));
        let own = |row: &&KeptRow| row.text(column::COLLECTION) == self.reference();
        let best = rows.iter().filter(own).find(|row| row.text(column::WANTED) == "99")?;
        let sentence = format!(
            "{} rules of {} beside singles solve {} % of {} (by {}): {}.",
            best.text(column::SIZE),
            best.text(column::SCALE),
            best.with_error(column::SHARE, 3),
            self.reference(),
            best.text(column::BY),
            best.text(column::RULES)
        );
        let row = |row: &KeptRow| {
            let texts = [column::COLLECTION, column::SCALE, column::BY, column::RULES].map(|it| row.text(it));
            let [collection, scale, by, rules] = texts;
            let wanted = format!("{} %", row.text(column::WANTED));
            let (size, solved) = (row.text(column::SIZE), row.with_error(column::SHARE, 3));
            cells([collection, scale, wanted, size, solved, by, rules])
        };
        Some(Answer {
            id: "enough",
            title: "The smallest sets of rules".to_string(),
            sentence,
            made_by: "table minimal-set; of one collection: sudoscope worth --minimal-set DIR".to_string(),
            pictures: Vec::new(),
            tables: vec![Shown {
                head: head(["collection", "scale", "at least", "rules", "solved % ± se", "by", "which"]),
                rows: rows.iter().map(row).collect(),
                ..Shown::default()
            }],
        })
    }

    fn worth(&self) -> Option<Answer> {
        let mut rows = self.of(worth::WORTH.name, self.reference());
        rows.retain(|row| row.has(column::UNSOLVED_SHARE));
        let first = |share: Named<f64>| {
            let most = rows.iter().max_by(|a, b| a.number(share).total_cmp(&b.number(share)))?;
            let rule = rule(most);
            Some(format!("{rule} ({}: {} %)", most.text(column::SCALE), most.with_error(share, 2)))
        };
        let (without, higher) = (first(column::UNSOLVED_SHARE)?, first(column::HIGHER_SHARE)?);
        let row = |row: &KeptRow| {
            let shares =
                [column::USED_SHARE, column::UNSOLVED_SHARE, column::HIGHER_SHARE, column::ALONE_SHARE];
            let [used, unsolved, higher, alone] = shares.map(|share| row.with_error(share, 3));
            cells([row.text(column::SCALE), rule(row), used, unsolved, higher, alone])
        };
        Some(Answer {
            id: "worth",
            title: "What each rule adds".to_string(),
            sentence: format!(
                "In {}: left out, most puzzles stay unsolved without {without}; most get a higher rating \
                 without {higher}.",
                self.reference()
            ),
            made_by: "tables worth and overlap; of one collection: sudoscope worth DIR".to_string(),
            pictures: Vec::new(),
            tables: vec![Shown {
                head: head([
                    "scale",
                    "rule",
                    "used % ± se",
                    "unsolved without % ± se",
                    "higher without % ± se",
                    "alone % ± se",
                ]),
                rows: rows.iter().map(row).collect(),
                ..Shown::default()
            }],
        })
    }

    fn together(&self) -> Option<Answer> {
        let rows = self.of(correlation::CORRELATION.name, self.reference());
        let scales = self.all_scales();
        let differs = |row: &&KeptRow| {
            let [a, b] = [column::A, column::B].map(|it| scale_of(&scales, &row.text(it)));
            a.zip(b).is_none_or(|((a, _), (b, _))| a.name != b.name) && row.has(column::SPEARMAN)
        };
        let rows: Vec<&KeptRow> = rows.iter().filter(differs).collect();
        let with_clues = |row: &&&KeptRow| row.text(column::B) == clues::CLUES.name;
        let strength = |row: &KeptRow| row.number(column::SPEARMAN).abs();
        let best =
            rows.iter().filter(|row| !with_clues(row)).max_by(|a, b| strength(a).total_cmp(&strength(b)))?;
        let mut sentence = format!(
            "In {} the ratings that go together best are {} and {}: rank correlation {} over {} puzzles.",
            self.reference(),
            best.text(column::A),
            best.text(column::B),
            best.rounded(column::SPEARMAN, 3),
            best.text(column::PUZZLES)
        );
        let by_clues = rows.iter().filter(with_clues).max_by(|a, b| strength(a).total_cmp(&strength(b)));
        if let Some(row) = by_clues {
            let _ = write!(
                sentence,
                " The number of clues goes together best with {}: {}.",
                row.text(column::A),
                row.rounded(column::SPEARMAN, 3)
            );
        }
        let row = |row: &&KeptRow| {
            let pearson = row.number(column::PEARSON);
            let known = short((1000.0 * pearson * pearson).round() / 10.0);
            cells([
                row.text(column::A),
                row.text(column::B),
                row.text(column::PUZZLES),
                row.rounded(column::SPEARMAN, 4),
                row.with_error(column::PEARSON, 4),
                format!("{known} %"),
            ])
        };
        Some(Answer {
            id: "together",
            title: "How ratings go together".to_string(),
            sentence,
            made_by:
                "table correlation (of all collections), table map; of one collection: sudoscope report DIR"
                    .to_string(),
            pictures: Vec::new(),
            tables: vec![Shown {
                caption: format!(
                    "{}; predicts: the share of the variance of one that a line of the other explains",
                    self.reference()
                ),
                head: head(["a", "b", "puzzles", "Spearman", "Pearson ± se", "predicts"]),
                rows: rows.iter().map(row).collect(),
            }],
        })
    }

    fn all_scales(&self) -> Vec<Scale> {
        self.scales().into_iter().cloned().collect()
    }

    fn disagreements(&self, paths: &mut Vec<(String, String)>) -> Option<Answer> {
        let rows = self.tables.rows(disagreements::DISAGREEMENTS.name);
        let first = rows.first()?;
        let scales = self.all_scales();
        let mut room = PATHS;
        let mut tables: Vec<Shown> = Vec::new();
        for row in &rows {
            let [a, b] = [column::A, column::B].map(|it| row.text(it));
            let caption = format!("{a} and {b}");
            if tables.last().is_none_or(|table| table.caption != caption) {
                let head = head(["line", a.as_str(), b.as_str(), "off", "puzzle"]);
                tables.push(Shown { caption, head, rows: Vec::new() });
            }
            let values = [column::VALUE_A, column::VALUE_B].map(|it| row.text(it));
            let mut puzzle = Cell { is_code: true, ..Cell::from(row.text(column::PUZZLE)) };
            for title in [a, b] {
                let Some((scale, _)) = scale_of(&scales, &title) else { continue };
                let at = scales.iter().position(|it| it.name == scale.name).unwrap_or_default();
                let line: String = row
                    .text(column::LINE)
                    .chars()
                    .map(|c| if c.is_alphanumeric() { c } else { '-' })
                    .collect();
                let name = format!("{}-{line}", at + 1);
                if !paths.iter().any(|path| path.0 == name) {
                    let known = read_puzzle(row.text(column::PUZZLE).as_bytes()).ok().and_then(|found| {
                        let title = format!("Line {} by {}", row.text(column::LINE), scale.name);
                        packed(&path(&found.puzzle, scale, self.findings.budget), title, &name)
                    });
                    let Some(packed) = known.filter(|packed| packed.len() <= room) else { continue };
                    room -= packed.len();
                    paths.push((name.clone(), packed));
                }
                puzzle.links.push((format!("path by {}", scale.name), format!("puzzle={name}&step=1")));
            }
            let [x, y] = values;
            let cells = [row.text(column::LINE), x, y, row.text(column::OFF)].map(Cell::from);
            tables.last_mut()?.rows.push(cells.into_iter().chain([puzzle]).collect());
        }
        Some(Answer {
            id: "disagree",
            title: "Where ratings disagree most".to_string(),
            sentence: format!(
                "Ten puzzles of {} for each two ratings. First of the first list is line {}: {} {}, {} {}.",
                self.reference(),
                first.text(column::LINE),
                first.text(column::A),
                first.text(column::VALUE_A),
                first.text(column::B),
                first.text(column::VALUE_B)
            ),
            made_by:
                "table disagreements; a page of a path: sudoscope explain --format html -l SCALE FILE:LINE"
                    .to_string(),
            pictures: Vec::new(),
            tables,
        })
    }

    fn no_harder(&self) -> Option<Answer> {
        let mut rows = self.tables.rows("no-harder");
        rows.retain(|row| row.text(column::OF_REFERENCE) != "50");
        let others = rows.iter().filter(|row| {
            row.text(column::COLLECTION) != self.reference() && row.text(column::OF_REFERENCE) == "99"
        });
        let least =
            others.clone().max_by(|a, b| a.number(column::SHARE).total_cmp(&b.number(column::SHARE)))?;
        let sentence = format!(
            "Of {} {} % are no harder by {} than 99 % of {}.",
            least.text(column::COLLECTION),
            least.with_error(column::SHARE, 2),
            least.text(column::SCALE),
            self.reference()
        );
        let row = |row: &KeptRow| {
            let names = [column::COLLECTION, column::SCALE].map(|it| row.text(it));
            let limit = format!(
                "{} % of {}: at most {}",
                row.text(column::OF_REFERENCE),
                self.reference(),
                row.text(column::RATING)
            );
            let [collection, scale] = names;
            cells([collection, scale, limit, row.text(column::PUZZLES), row.with_error(column::SHARE, 3)])
        };
        Some(Answer {
            id: "no-harder",
            title: "Who is not hard".to_string(),
            sentence,
            made_by: "table no-harder; made of the tables ratings of both".to_string(),
            pictures: Vec::new(),
            tables: vec![Shown {
                head: head(["collection", "scale", "no harder than", "puzzles", "% ± se"]),
                rows: rows.iter().map(row).collect(),
                ..Shown::default()
            }],
        })
    }

    fn compared(&self) -> Option<Answer> {
        let compare = self.tables.rows("compare");
        let mut tables: Vec<Shown> = Vec::new();
        let mut first = None;
        for name in self.names().filter(|name| *name != self.reference()) {
            let mut rows = compare.clone();
            rows.retain(|row| row.text(column::COLLECTION) == name && row.text(column::OF) != "clues");
            let size = |row: &KeptRow| {
                let size = row.number(column::DIFFERENCE).abs() / row.number(column::DIFFERENCE.error());
                if size.is_finite() { size } else { 0.0 }
            };
            rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
            rows.truncate(LISTED);
            if rows.is_empty() {
                continue;
            }
            first =
                first.or(rows.iter().find(|row| row.text(column::OF) == "mean").copied().or(Some(rows[0])));
            let row = |row: &KeptRow| {
                let [a, b, difference] =
                    [column::IN_A, column::IN_B, column::DIFFERENCE].map(|it| row.with_error(it, 3));
                let what = [column::SCALE, column::OF, column::VALUE].map(|it| row.text(it)).join(" ");
                cells([what.trim().to_string(), a, b, difference])
            };
            tables.push(Shown {
                caption: name.to_string(),
                head: head(["what", self.reference(), name, "difference"]),
                rows: rows.iter().map(row).collect(),
            });
        }
        let first = first?;
        Some(Answer {
            id: "compared",
            title: format!("How collections differ from {}", self.reference()),
            sentence: format!(
                "{}: {} {} {} is {} there and {} in {}; below are the {LISTED} clearest differences of each.",
                first.text(column::COLLECTION),
                first.text(column::SCALE),
                first.text(column::OF),
                first.text(column::VALUE),
                first.rounded(column::IN_B, 3),
                first.rounded(column::IN_A, 3),
                self.reference()
            ),
            made_by: "table compare; of two collections: sudoscope compare DIR DIR".to_string(),
            pictures: Vec::new(),
            tables,
        })
    }

    fn isomorphs(&self) -> Answer {
        let rows = self.tables.rows("isomorphs");
        let row = |row: &KeptRow| {
            cells([row.text(column::COLLECTION), row.text(column::OTHER), row.text(column::PUZZLES)])
        };
        let most = rows.iter().max_by_key(|row| row.count(column::PUZZLES));
        let sentence = match most {
            None => {
                "No puzzle of a collection is one of another, up to the symmetries of the grid.".to_string()
            }
            Some(row) => format!(
                "Most in common have {} and {}: {} puzzles, up to the symmetries of the grid.",
                row.text(column::COLLECTION),
                row.text(column::OTHER),
                row.text(column::PUZZLES)
            ),
        };
        Answer {
            id: "isomorphs",
            title: "Puzzles in common".to_string(),
            sentence,
            made_by: "table isomorphs; sudoscope minlex FILE prints the forms that are compared".to_string(),
            pictures: Vec::new(),
            tables: vec![Shown {
                head: head(["collection", "other", "in common"]),
                rows: rows.iter().map(row).collect(),
                ..Shown::default()
            }]
            .into_iter()
            .filter(|table| !table.rows.is_empty())
            .collect(),
        }
    }
}

/// A rule at its size.
fn rule(row: &KeptRow) -> String {
    match row.text(column::SIZE) {
        size if size.is_empty() => row.text(column::RULE),
        size => format!("{}[{size}]", row.text(column::RULE)),
    }
}

fn head<'t>(names: impl IntoIterator<Item = &'t str>) -> Vec<String> {
    names.into_iter().map(String::from).collect()
}

fn cells<const N: usize>(texts: [String; N]) -> Vec<Cell> {
    texts.into_iter().map(Cell::from).collect()
}

/// All of it as Markdown: what the page shows but pictures.
pub(super) fn text(findings: &Findings, answers: &Answers) -> String {
    let mut text = format!("# {}\n\n", super::page::title(findings));
    for line in &findings.about {
        let _ = writeln!(text, "- {line}");
    }
    for answer in &answers.all {
        let _ =
            write!(text, "\n## {}\n\n{}\n\nMade by: {}.\n", answer.title, answer.sentence, answer.made_by);
        for Shown { caption, head, rows } in &answer.tables {
            if !caption.is_empty() {
                let _ = write!(text, "\n### {caption}\n");
            }
            let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
            text += "\n";
            text += &line(head.clone());
            text += &format!("|{}\n", "---|".repeat(head.len()));
            for row in rows {
                let cell = |cell: &Cell| match cell.is_code {
                    true => format!("`{}`", cell.text.replace('|', "\\|")),
                    false => cell.text.replace('|', "\\|"),
                };
                text += &line(row.iter().map(cell).collect());
            }
        }
    }
    text
}
