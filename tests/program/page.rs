//! `report.html` in a headless browser: no label is cut or covered, nothing is wider than the window, and the
//! console stays empty. Skipped, with a message, if there is no Chromium.

use crate::binary::{directory, ends, page_of, refused, sudoscope, text_of};
use crate::browser::{Browser, DESK, PHONE, Window};
use crate::common::random_10k;
use crate::recount::{Collection, Puzzle, table};
use std::{fs, path::PathBuf, sync::LazyLock};

/// Report of 2,000 puzzles by three ladders, one of which leaves some unsolved, with numbers to compare, a
/// reject and a name that must be escaped.
static REPORT: LazyLock<PathBuf> = LazyLock::new(|| {
    let work = &directory("page-report");
    let mut lines = vec!["puzzle,clues & <more>".to_string()];
    for puzzle in random_10k().into_iter().take(2000) {
        let clues = puzzle.chars().filter(|c| c.is_ascii_digit()).count();
        lines.push(format!("{puzzle},{clues}"));
    }
    lines.push("no puzzle".to_string());
    let input = work.join("a <b> & c.csv");
    fs::write(&input, lines.join("\n")).unwrap();
    let args = ["scan", "-l", "W,S,S+gW", "--against", "2", "-o", text_of(work), text_of(&input)];
    ends(1, sudoscope(&args));
    work.clone()
});

fn report() -> String {
    page_of(&REPORT)
}

#[test]
fn the_page_needs_no_network() {
    let html = report();
    let html = html.replace("http://www.w3.org/2000/svg", "");
    for word in ["http://", "https://", "url(", "@import", " src=", "onclick", "eval("] {
        assert!(!html.contains(word), "{word}");
    }
    assert!(html.contains("<h1>a &#60;b&#62; &#38; c.csv</h1>"), "the name is escaped");
    assert!(html.len() < 1_500_000, "{} bytes", html.len());
}

/// Numbers are drawn however large; those too large to calculate with do not count.
#[test]
fn numbers_are_drawn_however_large() {
    let work = directory("page-numbers");
    let input = work.join("in.csv");
    let numbers = ["1e308", "-1e308", "1e15", "-1e15", "1e-300", "nan", "inf", "5", "1e16", ""];
    let puzzles = random_10k();
    let rows = puzzles[..200].iter().enumerate().map(|(k, puzzle)| format!("{puzzle},{}", numbers[k % 10]));
    fs::write(&input, rows.collect::<Vec<_>>().join("\n")).unwrap();
    let out = work.join("out");
    ends(0, sudoscope(&["scan", "-l", "W,S", "--against", "2", "-o", text_of(&out), text_of(&input)]));
    page_of(&out);
    let (_, correlation) = table(&out, "correlation");
    assert!(correlation.iter().any(|row| row.contains(&"80".to_string())), "{correlation:?}");
    for number in ["1e15", "-1e15"] {
        ends(0, sudoscope(&["report", &format!("--brt-as={number}"), text_of(&out)]));
        page_of(&out);
    }
    for number in ["1e16", "-1e308", "nan"] {
        refused(
            &sudoscope(&["report", &format!("--brt-as={number}"), text_of(&out)]),
            "--brt-as must be a number",
        );
    }
}

/// Ratings in tenths and with names are drawn: rules of different ratings are separate, a rating of no puzzle
/// has no bar, and names have an axis but no mean.
#[test]
fn tenths_and_names_are_drawn() {
    let work = directory("page-units");
    let input = work.join("in.txt");
    fs::write(&input, random_10k()[..400].join("\n")).unwrap();
    for ladder in ["SER", "H"] {
        let out = work.join(ladder);
        ends(0, sudoscope(&["scan", "-l", ladder, "-o", text_of(&out), text_of(&input)]));
        let html = page_of(&out);
        let (columns, usage) = table(&out, "usage");
        assert_eq!(columns[1..3], ["rule", "rating"]);
        let cell = |rule: &str, rating: &str| format!("data-rule=\"{rule}\" data-rating=\"{rating}\"");
        let drawn = usage.iter().filter(|row| html.contains(&cell(&row[1], &row[2])));
        assert!(drawn.count() > usage.len() / 2, "{ladder}: of {}", usage.len());
        assert!(!html.contains("0.0 % · 0<"), "{ladder}");
        assert_eq!(html.contains("Mean rating by number of clues"), ladder == "SER");
        assert_eq!(html.contains("<summary>definition</summary>"), ladder == "H");
        let Some(browser) = Browser::start(&work) else { continue };
        for window in [DESK, PHONE] {
            browser.open(&out.join("report.html"), "", window);
            assert_eq!(browser.clipped(), [""; 0], "{ladder}, {} wide", window.width);
            assert_eq!(browser.covered(), [""; 0], "{ladder}, {} wide", window.width);
        }
    }
}

/// A browser shows the page well with and without script, wide and narrow, light and dark.
#[test]
fn the_page_is_for_everybody() {
    let work = directory("page-windows");
    let Some(browser) = Browser::start(&work) else { return };
    let page = REPORT.join("report.html");
    let plain = Window { has_script: false, ..PHONE };
    let night = Window { is_dark: true, ..DESK };
    for (window, looks) in [(DESK, true), (night, true), (PHONE, true), (plain, false)] {
        browser.open(&page, "", window);
        assert_eq!(browser.clipped(), [""; 0], "{} wide", window.width);
        assert_eq!(browser.covered(), [""; 0], "{} wide", window.width);
        let labels = browser.value("document.querySelectorAll('svg text').length");
        assert!(labels.as_u64().unwrap() > 1000, "{labels} labels only");
        if looks {
            assert_eq!(browser.axe(), [""; 0], "{} wide", window.width);
        }
        let visible = |selector: &str| {
            browser.value(&format!(
                "[...document.querySelectorAll('{selector}')].filter(one => \
                 one.getBoundingClientRect().width).length"
            ))
        };
        assert!(visible(".examples tbody tr").as_u64().unwrap() > 10);
        assert_eq!(visible("form.find, a.scripted").as_u64().unwrap() > 0, window.has_script);
        assert_eq!(browser.noise(), [""; 0]);
    }
    // Contents lead to sections, and time is the last.
    let links = browser.text(
        "[...document.querySelectorAll('.contents a')].map(a => \
         document.querySelector(a.getAttribute('href')).tagName).join()",
    );
    assert!(links.split(',').all(|name| name == "SECTION"), "{links}");
    assert_eq!(browser.text("[...document.querySelectorAll('main > section')].pop().id"), "time");
}

/// Bars, sets and cells lead to matching examples, and an example's path can be stepped through.
#[test]
fn charts_lead_to_examples_and_these_to_paths() {
    let work = directory("page-examples");
    let Some(browser) = Browser::start(&work) else { return };
    browser.open(&REPORT.join("report.html"), "", DESK);
    let wrong = browser.text(
        "(() => {
          const wrong = [], seen = {};
          for (const part of document.querySelectorAll('.go')) {
            const to = part.dataset;
            part.dispatchEvent(new MouseEvent('click', { bubbles: true }));
            const rows = [...document.querySelectorAll('.examples tbody tr:not([hidden])')];
            const label = JSON.stringify({ ...to }) + part.textContent;
            const isEmpty = part.textContent.endsWith(' 0');
            if (!rows.length !== isEmpty) wrong.push(`${rows.length} for ${label}`);
            for (const row of rows) {
              const [scale, line, rating, , last] = [...row.cells].map(cell => cell.textContent);
              const names = last.split(/\\s+/).map(word => word.split('*')[0]);
              if (scale !== to.scale || (to.rating && rating !== to.rating) || (to.line && line !== to.line)
                || (to.rule && !names.includes(to.rule)) || 
                  (to.set && !to.set.split(' ').every(rule => names.includes(rule))))
                wrong.push(`${row.textContent} for ${label}`);
            }
            for (const kind of Object.keys(to)) seen[kind] = (seen[kind] || 0) + 1;
          }
          for (const kind of ['scale', 'rating', 'rule', 'set', 'line'])
            if (!(seen[kind] > 10)) wrong.push(`${seen[kind]} ${kind}`);
          return wrong.slice(0, 5).join('; ');
        })()",
    );
    assert_eq!(wrong, "");
    // Search and order.
    let found = browser.text(
        "(() => { const form = document.querySelector('form.find');
          form.elements.scale.value = 'W'; form.elements.rating.value = '';
          form.elements.text.value = 'WHIP[4]';
          form.elements.text.dispatchEvent(new Event('input', { bubbles: true }));
          document.querySelectorAll('.examples th button')[2].click();
          return [...document.querySelectorAll('.examples tbody tr:not([hidden])')]
            .map(row => row.cells[2].textContent).join(' '); })()",
    );
    let ratings: Vec<u32> = found.split(' ').map(|rating| rating.parse().unwrap()).collect();
    assert!(ratings.len() > 2 && ratings.is_sorted() && ratings[0] >= 4, "{found}");
    // Every link opens a path of its line.
    let paths = browser.value("document.querySelectorAll('a.to-path').length");
    assert!(paths.as_u64().unwrap() > 20, "{paths}");
    browser.value("document.querySelector('.examples a.to-path').click()");
    let line =
        browser.text("document.querySelector('.examples a.to-path').closest('tr').cells[1].textContent");
    let shown = "new Promise(done => { const wait = () => { const walk = document.querySelector('dialog[open] article.walking h2');
       walk ? done(walk.textContent) : setTimeout(wait, 5); }; wait(); })";
    let title = browser.text(shown);
    assert!(title.starts_with(&format!("Line {line} by ")), "{title}, {line}");
    browser.press("ArrowRight");
    let at = browser.text("document.querySelector('dialog .at').textContent");
    assert!(at.starts_with("2 of "), "{at}");
    assert_eq!(browser.axe(), [""; 0]);
    browser.press("Escape");
    assert!(browser.value("document.querySelector('dialog').open === false").as_bool().unwrap());
    assert_eq!(browser.noise(), [""; 0]);
}

/// The sentences at the top and in the maps are true, as counted again from the rows.
#[test]
fn the_sentences_are_true() {
    let html = report();
    let puzzles = Collection::of(&REPORT, false, 0.0);
    let rated = puzzles.rated();
    let percent = |part: usize| {
        let share = 100.0 * part as f64 / rated.len() as f64;
        let decimals = if share > 0.0 && share < 0.995 || share > 99.0 && share < 100.0 { 2 } else { 1 };
        format!("{share:.decimals$}")
    };
    for (at, ladder) in puzzles.ladders.iter().enumerate() {
        let rating = |puzzle: &&&Puzzle| puzzle.ratings[at].parse::<u32>().ok();
        let solved = rated.iter().filter(|puzzle| rating(puzzle).is_some()).count();
        let up_to = |most: u32| rated.iter().filter(|p| rating(p).is_some_and(|r| r <= most)).count();
        let begin = format!("<strong>{}</strong> ", ladder.name);
        let sentence = html.split_once(&begin).unwrap().1.split_once("</p>").unwrap().0;
        let sentence = sentence.replace('\u{a0}', " ");
        let mut expected = match solved == rated.len() {
            true => "solves all of the puzzles.".to_string(),
            false => format!("solves {} % of the puzzles.", percent(solved)),
        };
        expected += &format!(" Singles alone solve {} %", percent(up_to(0)));
        let enough = (0..40).find(|&most| 100 * up_to(most) >= 99 * rated.len());
        if let Some(most) = enough {
            expected += &format!("; {} % have a rating of at most {most} (", percent(up_to(most)));
        }
        assert!(sentence.starts_with(&expected), "{sentence}\n{expected}");
        let hardest = puzzles.hardest();
        let first = hardest.iter().find(|row| row[0].is(&ladder.name)).unwrap();
        let line = sentence.rsplit_once("line ").unwrap().1.split([' ', '.']).next().unwrap();
        assert!(first[2].is(line), "{sentence}");
        for (other, another) in puzzles.ladders.iter().enumerate().skip(at + 1) {
            let both = |a: bool, b: bool| {
                let is = |puzzle: &&&Puzzle, at: usize| puzzle.ratings[at].parse::<u32>().is_ok();
                let of = rated.iter().filter(|puzzle| is(puzzle, at) == a && is(puzzle, other) == b);
                let count = of.count();
                format!("{count} ({} %)", percent(count))
            };
            let (a, b) = (&ladder.name, &another.name);
            let expected = format!(
                "Both solve {}; only {a} solves {}, only {b} {}; neither {}.",
                both(true, true),
                both(true, false),
                both(false, true),
                both(false, false)
            );
            assert!(html.contains(&expected), "{expected}");
        }
    }
}

/// The checks of the page detect errors.
#[test]
fn the_checks_see_what_is_wrong() {
    let work = directory("page-probe");
    let Some(browser) = Browser::start(&work) else { return };
    let open = |body: &str| {
        let file = work.join("wrong.html");
        fs::write(&file, format!("<!DOCTYPE html><html><body>{body}</body></html>")).unwrap();
        browser.open(&file, "", DESK);
    };
    let chart = |texts: [(u32, &str); 2]| {
        let texts = texts.map(|(x, text)| format!("<text x=\"{x}\" y=\"20\">{text}</text>"));
        let role = "role=\"img\" aria-label=\"x\"";
        let svg = format!("<svg width=\"200\" height=\"40\" {role}><title>t</title>{}</svg>", texts.concat());
        open(&svg);
        browser.covered().join("\n")
    };
    assert_eq!(chart([(10, "fine"), (100, "too")]), "");
    assert!(chart([(10, "fine"), (180, "much too long")]).contains("'much too long' is cut"));
    assert!(chart([(10, "one"), (20, "two")]).contains("cover one another"));
    open("<svg></svg>");
    assert!(browser.covered().join("\n").contains("no text alternative"));
    open("<div style=\"width:3000px\">wide</div>");
    assert!(browser.clipped().join("\n").contains("wide, the window"));
    assert_eq!(browser.noise(), [""; 0]);
    open("<script>console.error('oh')</script>");
    assert!(browser.noise().join("\n").contains("oh"));
}
