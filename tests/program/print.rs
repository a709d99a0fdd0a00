//! `print`: pictures of puzzles, and sheets as printed by a browser.

use crate::binary::{
    EASY, W5, directory, ends, entries, refused, stderr, stdout, sudoscope, text_of, within,
};
use crate::browser::{Browser, DESK, PHONE, Window};
use crate::common::random_10k;
use roxmltree::{Document, Node};
use serde_json::json;
use std::fs::{read_to_string, write};
use std::path::Path;
use sudoscope::brute::unique_solution;
use sudoscope::grid::{Grid, notation, parse_puzzle};

/// Reads the digits of a drawing by their positions, and counts the clues among them.
fn drawn(svg: &Node) -> (String, usize) {
    let mut cells = [b'.'; 81];
    let digits = svg.descendants().filter(|node| node.has_tag_name("text"));
    let mut clues = 0;
    for digit in digits {
        let at = |name: &str| digit.attribute(name).unwrap().parse::<f64>().unwrap();
        let (row, column) = (((at("y") - 12.6) / 60.0) as usize, (at("x") / 60.0) as usize);
        cells[9 * row + column] = digit.text().unwrap().as_bytes()[0];
        clues += usize::from(digit.parent().unwrap().attribute("class") == Some("clues"));
    }
    (String::from_utf8(cells.into()).unwrap(), clues)
}

/// Reads a drawing from a file's text.
fn drawn_in(svg: &str) -> (String, usize) {
    drawn(&Document::parse(svg).unwrap().root_element())
}

fn solved(puzzle: &str) -> String {
    let grid = Grid::from_clues(&parse_puzzle(puzzle.as_bytes()).unwrap());
    notation::puzzle(&unique_solution(&grid).unwrap())
}

fn clue_count(puzzle: &str) -> usize {
    puzzle.bytes().filter(|&cell| cell != b'.').count()
}

#[test]
fn pictures_have_the_puzzle_or_its_solution() {
    let work = directory("print-pictures");
    let print = |args: &[&str]| stdout(&ends(0, within(&work, &[&["print"], args].concat())));
    for puzzle in [EASY, W5] {
        let clues = clue_count(puzzle);
        assert_eq!(drawn_in(&print(&[puzzle])), (puzzle.to_string(), clues));
        assert_eq!(drawn_in(&print(&["--solution", puzzle])), (solved(puzzle), clues));
    }
    assert_eq!(print(&[EASY, "-o", "one.svg"]), "");
    assert_eq!(read_to_string(work.join("one.svg")).unwrap(), print(&[EASY]));

    // A folder gets a picture of each puzzle and of each solution.
    let puzzles = &random_10k()[..3];
    write(work.join("p.txt"), puzzles.join("\n")).unwrap();
    print(&["p.txt", "--solution", "-o", "all/"]);
    let names = ["puzzle", "solution"].map(|kind| [1, 2, 3].map(|k| format!("{kind}-00{k}.svg")));
    assert_eq!(entries(&work.join("all")), names.concat());
    for (k, puzzle) in puzzles.iter().enumerate() {
        let file = |kind: usize| read_to_string(work.join("all").join(&names[kind][k])).unwrap();
        assert_eq!(drawn_in(&file(0)).0, puzzle[..81]);
        assert_eq!(drawn_in(&file(1)), (solved(&puzzle[..81]), clue_count(&puzzle[..81])));
    }
    let cases = [
        (&["print", "p.txt", "-o", "x.svg"][..], "a picture is of one puzzle: --take 1"),
        (&["print", EASY, "--per-page", "4"], "--per-page is for --format html"),
        (&["print", EASY, "-l", "H", "-o", "x.svg"], "--ladder is for --format html"),
        (&["print", "p.txt", "--format", "html", "-o", "all"], "--format html writes one file"),
        (&["print", "p.txt", "-l", "H,W", "-o", "x.html"], "name exactly one"),
        (&["print", "p.txt", "--per-page", "31", "-o", "x.html"], "31 is not in 1..=30"),
        (&["print", "p.txt", "-o", "p.txt", "--format", "html"], "is read by this command"),
        (&["print", "nowhere.txt"], "nowhere.txt"),
        (&["print", &".".repeat(81)], "there is no puzzle to print"),
    ];
    for (args, message) in cases {
        refused(&within(&work, args), message);
    }
    assert!(!work.join("x.svg").exists() && !work.join("x.html").exists());
    assert!(ends(0, sudoscope(&["print", "--no-validate", &".".repeat(81)])).stdout.starts_with(b"<svg"));
}

/// Makes a sheet of 14 puzzles, 4 a page, with levels, names and solutions.
fn sheet(work: &Path) -> Vec<String> {
    let puzzles: Vec<String> = random_10k()[..14].iter().map(|line| line[..81].to_string()).collect();
    let names = (1..).map(|k| format!("No <{k}> & more"));
    let rows: String = puzzles.iter().zip(names).map(|(puzzle, name)| format!("{puzzle},{name}\n")).collect();
    write(work.join("week.csv"), format!("puzzle,name\n{rows}no puzzle,x\n{},y\n", ".".repeat(81))).unwrap();
    let args = ["print", "week.csv", "--solution", "--per-page", "4", "-l", "H", "--keep", "name"];
    let output = ends(1, within(work, &[&args[..], &["-o", "sheet.html"]].concat()));
    for line in ["week.csv:16:", "week.csv:17: name y: more than one solution"] {
        assert!(stderr(&output).contains(line), "{}", stderr(&output));
    }
    puzzles
}

#[test]
fn sheets_have_every_puzzle_and_its_solution_behind() {
    let work = directory("print-sheet");
    let puzzles = sheet(&work);
    let html = read_to_string(work.join("sheet.html")).unwrap();
    let body = &html[html.find("<main>").unwrap()..html.find("</body>").unwrap()];
    let body = Document::parse(body).unwrap();
    let tagged = |node: &Node, name: &str| -> Vec<String> {
        let found = node.descendants().filter(|node| node.has_tag_name(name));
        found
            .map(|node| node.descendants().filter_map(|it| it.text().filter(|_| it.is_text())).collect())
            .collect()
    };
    let pages: Vec<Node> = body.descendants().filter(|node| node.has_tag_name("section")).collect();
    let heads: Vec<String> =
        pages.iter().map(|page| [tagged(page, "h1"), tagged(page, "h2")].concat().concat()).collect();
    let spans = ["Puzzles 1–4", "Puzzles 5–8", "Puzzles 9–12", "Puzzles 13–14", "Solutions 1–14"];
    let pages = spans.iter().zip(1..).map(|(span, page)| format!("week {span} · page {page}"));
    assert!(heads.iter().eq(&pages.collect::<Vec<_>>()), "{heads:?}");
    let drawings: Vec<(String, usize)> =
        body.descendants().filter(|node| node.has_tag_name("svg")).map(|svg| drawn(&svg)).collect();
    let solutions = puzzles.iter().map(|puzzle| (solved(puzzle), clue_count(puzzle)));
    let expected = puzzles.iter().map(|puzzle| (puzzle.clone(), clue_count(puzzle))).chain(solutions);
    assert!(drawings.into_iter().eq(expected));
    // The levels are the same as by `rate`.
    let rated = stdout(&ends(1, within(&work, &["rate", "-l", "H", "week.csv"])));
    let levels = rated.lines().skip(1).map(|row| row.split(',').nth(4).unwrap());
    let captions = tagged(&body.root_element(), "figcaption");
    for (k, (caption, level)) in captions.iter().zip(levels).take(14).enumerate() {
        assert_eq!(*caption, format!("{0} {level} · No <{0}> & more", k + 1));
    }
    // A ladder with numeric ratings is named; without a ladder or columns only the number is printed.
    let plain = |args: &[&str]| {
        let html = stdout(&ends(0, within(&work, &[&["print", EASY, "--format", "html"], args].concat())));
        html[html.find("<figcaption>").unwrap()..html.find("</figcaption>").unwrap()].to_string()
    };
    assert_eq!([plain(&[]), plain(&["-l", "W"])], ["<figcaption><b>1</b> ", "<figcaption><b>1</b> W 0"]);
}

#[test]
fn a_browser_prints_sheets_page_by_page() {
    let work = directory("print-browser");
    let Some(browser) = Browser::start(&work) else { return };
    sheet(&work);
    let page = work.join("sheet.html");
    for window in [DESK, Window { is_dark: true, ..DESK }, PHONE] {
        browser.open(&page, "", window);
        assert_eq!(browser.clipped(), [""; 0], "{}", window.width);
        assert_eq!(browser.noise(), [""; 0]);
        assert_eq!(browser.axe(), [""; 0], "{}", window.width);
    }
    let pages = |file: &Path, (width, height): (f64, f64)| {
        browser.open(file, "", DESK);
        let paper = json!({"paperWidth": width, "paperHeight": height, "preferCSSPageSize": true});
        let pdf = browser.ask("Page.printToPDF", paper)["data"].as_str().unwrap().to_string();
        browser.value(&format!("atob('{pdf}').match(/\\/Type\\s*\\/Page[^s]/g).length")).as_u64().unwrap()
    };
    const PAPERS: [(f64, f64); 2] = [(8.27, 11.69), (8.5, 11.0)];
    assert_eq!(PAPERS.map(|paper| pages(&page, paper)), [5, 5]);
    // No page overflows, for any number per page.
    write(work.join("p.txt"), random_10k()[..30].join("\n")).unwrap();
    for per_page in [1_u64, 2, 3, 4, 6, 9, 12, 20, 30] {
        let (number, file) = (per_page.to_string(), work.join("n.html"));
        let args = ["print", "p.txt", "--solution", "--per-page", &number, "-o", text_of(&file)];
        ends(0, within(&work, &args));
        let expected = 30_u64.div_ceil(per_page) + if per_page < 30 { 2 } else { 1 };
        assert_eq!(PAPERS.map(|paper| pages(&file, paper)), [expected; 2], "{per_page} a page");
        if per_page > 12 {
            continue;
        }
        // Solutions below their puzzles, a masthead, headings and stars take no other page.
        let more =
            ["--masthead", "The Daily Grid", "--heading", "file", "-l", "H", "--stars", "--upside-down"];
        let args = ["print", "p.txt", "--per-page", &number, "-o", text_of(&file)];
        ends(0, within(&work, &[&args[..], &more].concat()));
        assert_eq!(
            PAPERS.map(|paper| pages(&file, paper)),
            [30_u64.div_ceil(per_page); 2],
            "{per_page} a page"
        );
        assert_eq!(browser.clipped(), [""; 0], "{per_page} a page");
    }
    for (number, expected) in [("1", 30), ("2", 15)] {
        let args =
            ["print", "p.txt", "--large-print", "--upside-down", "--per-page", number, "-o", "large.html"];
        ends(0, within(&work, &args));
        let file = work.join("large.html");
        assert_eq!(PAPERS.map(|paper| pages(&file, paper)), [expected; 2], "{number} a page in large print");
    }
}

/// A page for each day, levels as stars, solutions below their puzzles.
#[test]
fn sheets_have_headings_stars_and_solutions_upside_down() {
    let work = directory("print-plan");
    let puzzles = &random_10k()[..5];
    let days = ["Monday", "Monday", "Tuesday", "Tuesday", "Tuesday"];
    let rows: String =
        puzzles.iter().zip(days).map(|(puzzle, day)| format!("{day},{}\n", &puzzle[..81])).collect();
    write(work.join("week.csv"), format!("day,puzzle\n{rows}")).unwrap();
    let print = |args: &[&str]| {
        let html = within(&work, &[&["print", "week.csv", "--format", "html"], args].concat());
        stdout(&ends(0, html))
    };
    let html = print(&["--heading", "day", "-l", "H", "--stars", "--upside-down", "--masthead", "Grid & Co"]);
    assert_eq!(html.matches("<section").count(), 2);
    assert_eq!(html.matches("<p>Grid &amp; Co</p>").count(), 1);
    for (day, span, feet) in [("Monday", "Puzzles 1–2 · page 1", 2), ("Tuesday", "Puzzles 3–5 · page 2", 3)]
    {
        let head = format!("<span>{day}</span> <span>{span}</span>");
        let (_, page) = html.split_once(&head).expect(&head);
        let foot = page.split_once("<aside").unwrap().1.split_once("</aside>").unwrap().0;
        assert_eq!(foot.matches("<figure>").count(), feet, "{day}");
    }
    let rated = stdout(&ends(0, within(&work, &["rate", "-l", "H", "week.csv"])));
    const STARS: [(&str, &str); 5] = [
        ("Easy", "★☆☆☆☆"),
        ("Medium", "★★☆☆☆"),
        ("Hard", "★★★☆☆"),
        ("Unfair", "★★★★☆"),
        ("Extreme", "★★★★★"),
    ];
    for row in rated.lines().skip(1) {
        let level = row.split(',').nth(4).unwrap();
        let stars = STARS.iter().find(|named| named.0 == level).unwrap().1;
        assert!(html.contains(&format!("{stars} {level}</figcaption>")), "{level}");
    }
    assert!(
        print(&["--heading", "file", "--large-print"]).contains("<span>week</span> <span>Puzzle 5 · page 5")
    );
    for (args, message) in [
        (&["--stars", "-l", "W"][..], "--stars shows levels, which W has not: -l H"),
        (&["--stars"], "--ladder"),
        (&["--heading", "dya"], "no column is called 'dya'; there are day, puzzle"),
        (&["--large-print", "--per-page", "4"], "--large-print has one or two puzzles a page"),
        (&["--upside-down", "--no-validate"], "cannot be used with"),
        (&["--upside-down", "--per-page", "13"], "--upside-down has room for at most 12 puzzles a page"),
    ] {
        refused(&within(&work, &[&["print", "week.csv", "-o", "x.html"], args].concat()), message);
    }
    for option in [&["--masthead", "x"][..], &["--heading", "file"], &["--upside-down"], &["--large-print"]] {
        let output = within(&work, &[&["print", EASY, "-o", "x.svg"], option].concat());
        refused(&output, "is for --format html");
    }
    assert!(!work.join("x.html").exists());
}
