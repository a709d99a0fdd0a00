//! `explain --format html` in a headless browser: at every step the page shows exactly the candidates of the
//! proof. It works with keys alone, without script, in a narrow window and in the dark; there are no
//! requests, no console lines, nothing cut, and no findings of axe-core.

use crate::binary::{W5, directory, ends, prints, refused, stderr, sudoscope, text_of};
use crate::browser::{Browser, DESK, PHONE, Window};
use crate::catalogue::{EXAMPLES, Example};
use crate::common::{is_taken, random_10k, thorough};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use sudoscope::explain::{Shown, page};
use sudoscope::grid::notation::label;

/// Script of the page.
const SCRIPT: &str = include_str!("../../crates/pipeline/src/walk/walk.js");

/// Walks through all steps with the key →, and returns the text of each with the visible ones of the 729
/// candidates.
const WALK: &str = "async () => {
  const seen = [];
  const article = () => document.querySelector('article.walk:not([hidden])');
  const look = () => {
    const marks = Array(729).fill('.');
    const texts = '.board svg .clues text, .board svg .values text, .board svg .notes text';
    for (const text of article().querySelectorAll(texts)) {
      if (text.closest('.end') || !text.getBoundingClientRect().width) continue;
      const box = text.getBoundingClientRect();
      const grid = article().querySelector('.board .paper').getBoundingClientRect();
      const at = (middle, from, side) => Math.floor((middle - from) / side * 9);
      const cell = 9 * at((box.top + box.bottom) / 2, grid.top, grid.height)
        + at((box.left + box.right) / 2, grid.left, grid.width);
      marks[9 * cell + (+text.textContent - 1)] = text.textContent;
    }
    return marks.join('');
  };
  const { length } = article().querySelectorAll('.steps li');
  for (let k = 0; k <= length; k++) {
    const text = article().querySelector('.live').textContent;
    seen.push([text, look()]);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  }
  return seen;
}";

fn html(work: &Path, name: &str, args: &[&str]) -> PathBuf {
    let file = work.join(name);
    ends(0, sudoscope(&[&["explain", "--format", "html", "-o", text_of(&file)], args].concat()));
    file
}

/// Returns each step of a proof with the 729 candidates before the step, and the end with the candidates
/// left. The candidates are computed by the rules of the game alone.
fn states(proof: &Value) -> Vec<(String, String)> {
    let puzzle: Vec<char> = proof["puzzle"].as_str().unwrap().chars().collect();
    let mut marks = vec![true; 729];
    let place = |marks: &mut Vec<bool>, cell: usize, digit: usize| {
        let (row, column) = (cell / 9, cell % 9);
        for other in 0..81 {
            let (r, c) = (other / 9, other % 9);
            let sees = r == row || c == column || (r / 3, c / 3) == (row / 3, column / 3);
            if sees && other != cell {
                marks[9 * other + digit] = false;
            }
        }
        (0..9).for_each(|d| marks[9 * cell + d] = d == digit);
    };
    for (cell, digit) in puzzle.iter().enumerate().filter(|(_, c)| c.is_ascii_digit()) {
        place(&mut marks, cell, digit.to_digit(10).unwrap() as usize - 1);
    }
    let shown = |marks: &[bool]| -> String {
        let one = |(k, &is): (usize, &bool)| if is { (b'1' + (k % 9) as u8) as char } else { '.' };
        marks.iter().enumerate().map(one).collect()
    };
    let labels = |step: &Value, key: &str| -> Vec<(usize, usize)> {
        let parse = |name: &Value| {
            let name = name.as_str().unwrap().as_bytes();
            let at = |k: usize| usize::from(name[k] - b'1');
            (9 * at(3) + at(5), at(1))
        };
        step[key].as_array().unwrap().iter().map(parse).collect()
    };
    let mut all = Vec::new();
    for round in proof["rounds"].as_array().unwrap() {
        let steps = round["steps"].as_array().unwrap();
        let before = shown(&marks);
        for step in steps {
            all.push((step["text"].as_str().unwrap().to_string(), before.clone()));
        }
        for step in steps {
            labels(step, "eliminates").iter().for_each(|(cell, d)| marks[9 * cell + d] = false);
        }
        for step in steps {
            labels(step, "asserts").iter().for_each(|&(cell, d)| place(&mut marks, cell, d));
        }
    }
    all.push(("The end of the path.".to_string(), shown(&marks)));
    all
}

/// Checks that the page shows the candidates of the proof at every step, for puzzles and a ladder.
/// (`hints.rs` tests that the listed steps of a round suffice.)
fn compare(browser: &Browser, work: &Path, ladder: &str, puzzles: &[String]) -> usize {
    let input = work.join(format!("{ladder}.txt"));
    fs::write(&input, puzzles.join("\n")).unwrap();
    let take = puzzles.len().to_string();
    let args = ["-l", ladder, "--take", &take, text_of(&input)];
    let file = html(work, &format!("{ladder}.html"), &args);
    let proofs = prints(&[&["explain", "--format", "json"][..], &args].concat());
    let proofs = serde_json::Deserializer::from_str(&proofs).into_iter::<Value>();
    browser.open(&file, "", DESK);
    let mut steps = 0;
    for (k, proof) in proofs.map(Result::unwrap).enumerate() {
        let hash = format!("#puzzle={}&step=1", k + 1);
        go(browser, &hash);
        let seen = browser.value(&format!("({WALK})()"));
        let seen: Vec<(String, String)> = serde_json::from_value(seen).unwrap();
        // The page leaves out steps that add nothing to others of their round.
        let expected = states(&proof);
        let mut expected = expected.iter();
        for (at, seen) in seen.iter().enumerate() {
            let found = expected.find(|step| step.0 == seen.0);
            assert_eq!(found, Some(seen), "{ladder}, puzzle {}, step {}", k + 1, at + 1);
        }
        assert!(expected.next().is_none(), "{ladder}, puzzle {}", k + 1);
        steps += seen.len();
    }
    assert_eq!(browser.noise(), [""; 0], "{ladder}");
    steps
}

/// Goes to a place of the open page and waits until it is shown; fails if that takes more than a minute.
fn go(browser: &Browser, hash: &str) {
    let shown = browser.value(&format!(
        "new Promise(done => {{ const root = document.documentElement; delete root.dataset.shown; const begun = Date.now();
           if (location.hash === '{hash}') dispatchEvent(new HashChangeEvent('hashchange'));
           else location.hash = '{hash}';
           const wait = () => root.dataset.shown !== undefined ? done(true)
             : Date.now() - begun > 60000 ? done(false) : setTimeout(wait, 2); wait(); }})"
    ));
    assert_eq!(shown, true, "{hash} is not shown: {:?}", browser.noise());
}

/// Puzzles on a page; on a page of 200 the browser needs ten times as long for each step.
const EACH: usize = 8;

#[test]
fn every_step_has_the_candidates_of_the_proof() {
    let work = directory("walk-states");
    let Some(browser) = Browser::start(&work) else { return };
    let puzzles = random_10k();
    let (share, each) = if thorough() { (50, 200) } else { (5000, 2) };
    let mut steps = 0;
    for (k, ladder) in ["W", "B", "S4W", "H", "SER"].into_iter().enumerate() {
        let some: Vec<String> = puzzles.iter().skip(3 * k + 7).step_by(share).cloned().collect();
        assert_eq!(some.len(), each);
        steps += some.chunks(EACH).map(|few| compare(&browser, &work, ladder, few)).sum::<usize>();
    }
    assert!(steps > 250 * each, "only {steps} steps");
    // The hardest puzzle of the collection, and one whose trials are nested several deep.
    let hardest = [puzzles[3936].clone()];
    compare(&browser, &work, "W", &[hardest.clone(), [W5.to_string()]].concat());
}

/// Each rule's example is a step of the page, with the removed candidates crossed out; one rule in five is
/// tested, all in a thorough run.
#[test]
fn every_rule_has_its_page() {
    let work = directory("walk-rules");
    let Some(browser) = Browser::start(&work) else { return };
    let part = |example: &'static Example| (example.info.name.to_string(), Shown::from(&example.path));
    let looked_at: Vec<_> = EXAMPLES.iter().enumerate().filter(|(k, _)| is_taken(*k, 5)).collect();
    for (k, (_, example)) in looked_at.iter().enumerate() {
        let Example { info, path, at } = example;
        let place = k % EACH;
        if place == 0 {
            let file = work.join(format!("rules-{k}.html"));
            let few = &looked_at[k..(k + EACH).min(looked_at.len())];
            let few: Vec<_> = few.iter().map(|(_, example)| part(example)).collect();
            fs::write(&file, page("some rules", few).unwrap()).unwrap();
            browser.open(&file, "", DESK);
        }
        go(&browser, &format!("#puzzle={}&step={}", place + 1, at + 1));
        let seen = browser.value(
            "(() => { const article = document.querySelector('article.walk:not([hidden])');
               const crosses = [...article.querySelectorAll('.over .cross')].map(mark => mark.dataset.label);
               return [article.querySelector('.live').textContent, crosses.sort().join(' '),
                       String(article.querySelectorAll('.under *, .over *').length > 0)]; })()",
        );
        let gone = &path.steps()[*at].step.eliminates;
        let mut gone: Vec<String> = gone.iter().map(|&c| label(c)).collect();
        gone.sort();
        let expected = serde_json::json!([info.example.step, gone.join(" "), "true"]);
        assert_eq!(seen, expected, "{}", info.name);
    }
    assert_eq!(browser.noise(), [""; 0]);
    let text = page("every rule", EXAMPLES.iter().map(part).collect()).unwrap();
    // Size of a separate page for each rule: its part, and the text before and after all parts.
    let parts: Vec<&str> = text.split("<article class=\"walk\"").collect();
    let around = parts[0].len() + SCRIPT.len() + 1000;
    for (part, Example { info, .. }) in parts[1..].iter().zip(EXAMPLES.iter()) {
        let alone = around + part.len();
        assert!(alone <= 300_000, "{}: {alone} bytes", info.name);
    }
    assert_eq!(parts.len(), 1 + EXAMPLES.len());
}

#[test]
fn a_path_is_walked_with_keys_alone() {
    let work = directory("walk-keys");
    let Some(browser) = Browser::start(&work) else { return };
    let file = html(&work, "path.html", &["-l", "W", W5]);
    browser.open(&file, "#step=12", DESK);
    go(&browser, "#step=12");
    let at = || browser.text("document.querySelector('.at').textContent");
    let count = browser.value("document.querySelectorAll('.steps li').length").as_u64().unwrap();
    assert_eq!(at(), format!("12 of {count}"));
    for (key, expected) in [
        ("ArrowRight", format!("13 of {count}")),
        ("ArrowLeft", format!("12 of {count}")),
        ("End", "end".to_string()),
        ("ArrowRight", "end".to_string()),
        ("Home", format!("1 of {count}")),
        ("ArrowLeft", format!("1 of {count}")),
    ] {
        browser.press(key);
        assert_eq!(at(), expected, "{key}");
    }
    // The address follows a little later, because browsers limit how often it changes.
    let later = "new Promise(done => setTimeout(() => done(location.hash), 400))";
    assert_eq!(browser.text(later), "#step=1");
    // The hardest steps in order, and round again.
    let mut found = Vec::new();
    for _ in 0..3 {
        browser.press("h");
        found.push(browser.text("document.querySelector('.live').textContent"));
    }
    assert!(found.iter().all(|text| text.starts_with("whip[5]")), "{found:?}");
    // Keys reach every control, and the focus is visible.
    let mut reached = Vec::new();
    for _ in 0..34 {
        browser.press("Tab");
        reached.push(browser.text(
            "(() => { const one = document.activeElement, style = getComputedStyle(one);
               const name = one.getAttribute('aria-label') || one.textContent;
               return `${style.outlineStyle === 'none' ? 'unseen ' : ''}${name}`; })()",
        ));
    }
    assert!(!reached.iter().any(|name| name.starts_with("unseen")), "{reached:?}");
    for name in [
        "First step",
        "Step back",
        "Next step",
        "To the end",
        "Play",
        "Hardest",
        "729",
        "pencilmarks",
        "link",
    ] {
        assert!(reached.iter().any(|one| one == name), "{name} of {reached:?}");
    }
    // Focusing the words of a chain highlights its links.
    browser.value("document.querySelector('.says button').focus()");
    let hot = "document.querySelectorAll('.over .hot').length";
    assert!(browser.value(hot).as_u64().unwrap() > 0);
    assert!(browser.value("document.querySelectorAll('.over.traced').length == 1").as_bool().unwrap());
    // The filter leaves the steps of one rule.
    let rules = browser.text(
        "(() => { const select = document.querySelector('select'); select.value = 'whip[5]';
           select.dispatchEvent(new Event('change'));
           return [...document.querySelectorAll('.steps li:not([hidden])')]
             .map(li => li.textContent).join('|'); })()",
    );
    assert!(rules.contains("whip[5]") && !rules.contains("single"), "{rules}");
    assert_eq!(browser.noise(), [""; 0]);
}

/// Copied text is read back as the shown state; only one line is above the grid, even on a phone.
#[test]
fn what_is_copied_is_the_state() {
    let work = directory("walk-copied");
    let Some(browser) = Browser::start(&work) else { return };
    let file = html(&work, "path.html", &["-l", "H", W5]);
    browser.open(&file, "#step=20", PHONE);
    go(&browser, "#step=20");
    let copied = |what: &str| {
        browser.text(&format!(
            "new Promise(done => {{ navigator.clipboard.writeText = async text => done(text);
               document.querySelector('[data-copy=\"{what}\"]').click(); }})"
        ))
    };
    let candidates = copied("729");
    let read = |text: &str| {
        let found = sudoscope::input::puzzle_of(text.as_bytes(), &sudoscope::input::ANYWHERE).unwrap();
        sudoscope::grid::Puzzle::sukaku_of(&found.puzzle.grid()).to_string()
    };
    for form in ["library", "marks"] {
        assert_eq!(read(&copied(form)), candidates, "{form}: {}", copied(form));
    }
    assert!(copied("link").ends_with("path.html#step=20"));
    let top = "document.querySelector('.board').getBoundingClientRect().top";
    assert!(browser.value(top).as_f64().unwrap() < 70.0, "{}", browser.value(top));
}

#[test]
fn the_page_shows_all_of_itself() {
    let work = directory("walk-looks");
    let Some(browser) = Browser::start(&work) else { return };
    let file = html(&work, "path.html", &["-l", "W", W5]);
    let input = work.join("some.txt");
    fs::write(&input, random_10k()[..5].join("\n")).unwrap();
    let several = html(&work, "several.html", &["-l", "SER", text_of(&input)]);
    for window in [DESK, Window { is_dark: true, ..DESK }, PHONE, Window { is_dark: true, ..PHONE }] {
        for (file, hash) in [(&file, "#step=58"), (&several, "#puzzle=2&step=30")] {
            browser.open(file, hash, window);
            go(&browser, hash);
            assert_eq!(browser.clipped(), [""; 0], "{} wide", window.width);
            assert_eq!(browser.axe(), [""; 0], "{} wide", window.width);
            assert_eq!(browser.noise(), [""; 0], "{} wide", window.width);
        }
    }
    // Controls have names, there is one main part, and headings skip no level.
    let bad = browser.text(
        "(() => { const bad = [];
           for (const one of document.querySelectorAll('button, a, select, svg[role=img]')) {
             const name = one.getAttribute('aria-label') || one.textContent
               || one.closest('label')?.textContent;
             if (!name?.trim()) bad.push(one.outerHTML.slice(0, 80));
           }
           if (document.querySelectorAll('main').length !== 1) bad.push('main');
           let level = 0;
           for (const heading of document.querySelectorAll('h1, h2, h3, h4')) {
             if (+heading.tagName[1] > level + 1) bad.push(heading.textContent);
             level = +heading.tagName[1];
           }
           return bad.join('; '); })()",
    );
    assert_eq!(bad, "");
}

/// The page of a long path is small, even if steps are nets of a hundred links.
#[test]
fn the_page_of_a_long_path_is_small() {
    let work = directory("walk-long");
    let long = "........6..5..8.9..3.4..7....491........8..4.5....42....1..9.5..6....4.37........";
    let file = html(&work, "path.html", &["-l", "SER", long]);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.len() <= 300_000, "{}", text.len());
}

/// The list of steps, the first grid and the last one are readable without script.
#[test]
fn the_page_is_readable_without_script() {
    let work = directory("walk-plain");
    let file = html(&work, "path.html", &["-l", "W", W5]);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.len() <= 300_000, "{}", text.len());
    for word in ["http://", "https://", "url(", "@import", "src=", "onclick", "eval("] {
        assert!(!text.replace("http://www.w3.org/2000/svg", "").contains(word), "{word}");
    }
    let Some(browser) = Browser::start(&work) else { return };
    for window in [Window { has_script: false, ..DESK }, Window { has_script: false, ..PHONE }] {
        browser.open(&file, "", window);
        let seen = browser.value(
            // Skips the name of the rule, because the text after it may name another.
            "[...document.querySelectorAll('.steps li code')].map(one => one.lastChild.textContent.trim())",
        );
        let path = prints(&["explain", "-l", "W", W5]);
        for step in seen.as_array().unwrap() {
            assert!(path.contains(step.as_str().unwrap()), "{step}");
        }
        let visible = |selector: &str| {
            browser.value(&format!(
                "[...document.querySelectorAll('{selector}')].filter(one => \
                 one.getBoundingClientRect().width).length"
            ))
        };
        assert_eq!(visible(".steps li").as_u64().unwrap(), path.matches("==>").count() as u64);
        assert_eq!((visible(".board svg"), visible("button")), (2.into(), 0.into()));
        assert_eq!(visible(".end .values text").as_u64(), Some(57));
        assert_eq!((browser.clipped(), browser.noise()), (vec![], vec![]));
    }
}

#[test]
fn explain_takes_files_and_lines() {
    let work = directory("walk-files");
    let input = work.join("bank.txt");
    let puzzles = random_10k();
    fs::write(&input, format!("# three\n{}\n{}\n123\n{}\n", puzzles[0], puzzles[1], puzzles[2])).unwrap();
    let name = text_of(&input);
    let alone: Vec<String> = puzzles[..3].iter().map(|p| prints(&["explain", "-l", "H", p])).collect();
    let output = ends(1, sudoscope(&["explain", name]));
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    // The first line says that the ladder is H, once.
    assert_eq!(text.split_once('\n').unwrap().1, alone.join("\n"));
    assert!(stderr(&output).contains("line 4: not a puzzle"), "{}", stderr(&output));
    assert_eq!(prints(&["explain", "-l", "H", &format!("{name}:3")]), alone[1]);
    assert_eq!(prints(&["explain", "-l", "H", "--take", "2", name]), alone[..2].join("\n"));
    let named = ["explain", "-l", "H", &format!("{name}:5"), "--format"];
    assert_eq!(prints(&[&named[..], &["text"]].concat()), alone[2]);
    let line = prints(&[&named[..], &["jsonl"]].concat());
    assert!(line.contains(&puzzles[2]) && line.lines().count() == 1, "{line}");
    refused(&sudoscope(&["explain", &format!("{name}:1")]), "no puzzle on line 1");
    let none = work.join("none.txt");
    fs::write(&none, format!("11{}\n", ".".repeat(79))).unwrap();
    for format in ["text", "jsonl"] {
        let args = ["explain", "--no-validate", "--format", format, text_of(&none)];
        ends(1, sudoscope(&args));
    }
    refused(&sudoscope(&["explain", &format!("{name}:4")]), "not a puzzle");
    refused(&sudoscope(&["explain", "--format", "svg", "--take", "2", name]), "FILE:LINE");
    refused(&sudoscope(&["explain", "-o", name, name]), "bank.txt");
}

/// A state is named by its digits, and one step is counted as one.
#[test]
fn a_state_is_named_by_its_digits() {
    let state = format!(":0000:x:{}+6{}:811::", &W5[..34], &W5[35..]);
    let page = prints(&["explain", "--next", "--format", "html", &state]);
    let title = format!("{}…: the next step by H", &W5[..18]);
    assert!(page.contains(&format!("<h1>{title}</h1>")), "{}", &page[..300]);
    assert!(page.contains(" 1 step.</p>"));
}
