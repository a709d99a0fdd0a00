//! The page in a browser, its face of many puzzles, driven as by a user. `scripts/web` builds the page, names
//! it in WEB and runs these tests; otherwise they are skipped.

use crate::binary::{W5, directory, piped, stdout};
use crate::browser::{Browser, DESK, PHONE, Window};
use crate::common::random_10k;
use std::path::PathBuf;

/// Opens a browser for the page; `None` if either is missing.
pub fn page(name: &str) -> Option<(Browser, PathBuf)> {
    let Some(page) = std::env::var_os("WEB") else {
        eprintln!("skipped: scripts/web has not built the page");
        return None;
    };
    Some((Browser::start(&directory(name))?, page.into()))
}

/// Opens the page at `hash` in a window, with what earlier pages have kept.
pub fn open(browser: &Browser, page: &std::path::Path, hash: &str, window: Window) {
    browser.open(page, hash, window);
    wait(browser, "document.documentElement.dataset.ready === ''");
}

/// Waits until the condition holds, for at most a minute.
pub fn wait(browser: &Browser, what: &str) {
    let is_so = browser.value(&format!(
        "new Promise(done => {{ const begun = Date.now();
           const look = () => {what} ? done(true) : Date.now() - begun > 60000 ? done(false)
             : setTimeout(look, 5); look(); }})"
    ));
    assert_eq!(is_so, true, "{what}: {:?}", browser.noise());
}

/// Rates a text by these scales, and waits for the end.
fn rate(browser: &Browser, text: &str, scales: &[&str]) {
    browser.value(&format!(
        "document.getElementById('puzzles').value = {};
         for (const one of document.querySelectorAll('.choices input'))
           one.checked = {}.includes(one.value);
         document.getElementById('rate').click()",
        serde_json::json!(text),
        serde_json::json!(scales)
    ));
    wait(browser, ENDED);
}

/// Whether the run has ended.
const ENDED: &str = "/ in [0-9.]+ s/.test(document.getElementById('how-far').textContent)";

/// Returns the texts of these elements.
pub fn texts(browser: &Browser, selector: &str) -> Vec<String> {
    let found = browser.value(&format!(
        "[...document.querySelectorAll({})].map(one => one.textContent)",
        serde_json::json!(selector)
    ));
    serde_json::from_value(found).unwrap()
}

/// Returns the text that the download button offers.
fn downloaded(browser: &Browser) -> String {
    browser.text(
        "new Promise(done => { const make = URL.createObjectURL;
           URL.createObjectURL = blob => {
             URL.createObjectURL = make; done(blob.text()); return make(blob); };
           document.getElementById('download').click(); })",
    )
}

#[test]
fn the_table_is_that_of_the_program() {
    let Some((browser, page)) = page("web-table") else { return };
    open(&browser, &page, "#many", DESK);
    let puzzles = &random_10k()[..700];
    let text = format!("# a list\n{}\nno puzzle\n{}\n", puzzles.join("\n"), ".".repeat(81));
    rate(&browser, &text, &["H", "W"]);
    let expected = stdout(&piped(&["rate", "-l", "H,W", "-"], text.as_bytes()));
    assert_eq!(downloaded(&browser), expected);
    let said = texts(&browser, "#how-far").concat();
    for part in ["702 rows in ", "; invalid: 1; multiple solutions: 1; 1 lines skipped: comment 1"] {
        assert!(said.contains(part), "{said}");
    }

    // Pages of the table, and their order.
    assert_eq!(texts(&browser, "#page"), ["Page 1 of 8"]);
    browser.value("document.querySelector('[data-to=last]').click()");
    assert_eq!(texts(&browser, "#table tbody tr:last-child th").concat(), "703");
    let sort = |column: usize| {
        browser.value(&format!("document.querySelectorAll('#table thead button')[{column}].click()"));
        let head =
            format!("document.querySelectorAll('#table thead th')[{column}].getAttribute('aria-sort')");
        (browser.text(&head), texts(&browser, &format!("#table tbody tr > :nth-child({})", column + 1)))
    };
    let mut ratings: Vec<u32> =
        expected.lines().skip(1).filter_map(|row| row.split(',').nth(6)?.parse().ok()).collect();
    ratings.sort();
    let text = |ratings: &[u32]| ratings.iter().map(u32::to_string).collect::<Vec<_>>();
    assert_eq!(sort(5), ("ascending".to_string(), text(&ratings[..100])));
    ratings.reverse();
    assert_eq!(sort(5), ("descending".to_string(), text(&ratings[..100])));
    let (_, levels) = sort(3);
    assert!(levels.iter().all(|level| level == "Easy"), "{levels:?}");

    // Counts by rating lead to their rows.
    let of = |rating: &str| expected.lines().filter(|row| row.split(',').nth(6) == Some(rating)).count();
    let counts = texts(&browser, ".counts:last-of-type tr:nth-child(2) > *");
    assert_eq!(counts[..2], ["1".to_string(), of("1").to_string()], "{counts:?}");
    browser.value("document.querySelector('.counts [data-text=\"1\"]').click()");
    assert_eq!(texts(&browser, "#shown"), [format!("{} rows with W 1", of("1"))]);
    assert_eq!(browser.noise(), [""; 0]);
}

/// Everything beside the puzzle is kept, in the table and in the download; what is wrong with a row is said.
#[test]
fn a_pasted_table_keeps_its_columns() {
    let Some((browser, page)) = page("web-paste") else { return };
    open(&browser, &page, "", DESK);
    browser.value(
        "for (const one of document.querySelectorAll('.choices input')) one.checked = one.value === 'W'",
    );
    let row = |(k, puzzle): (usize, &String)| format!("id-{k},\"Title, {k}\",{puzzle}");
    let rows: Vec<String> = random_10k().iter().enumerate().map(row).collect();
    let text = format!("id,title,puzzle\n{}\n", rows.join("\n"));
    browser.value(&format!(
        "(() => {{ const data = new DataTransfer(); data.setData('text', {});
           document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true }})); }})()",
        serde_json::json!(text)
    ));
    wait(&browser, ENDED);
    assert_eq!(browser.text("location.hash"), "#many");
    assert_eq!(texts(&browser, "#table thead th").join(" "), "line id title puzzle status W clues");
    assert_eq!(texts(&browser, "#table tbody tr:first-child .kept"), ["id-0", "Title, 0"]);
    let args = ["rate", "-l", "W", "--keep", "id", "--keep", "title", "-"];
    assert_eq!(downloaded(&browser), stdout(&piped(&args, text.as_bytes())));
    // A row opens the workbench under its name, and the way back leads to the table.
    browser.value("document.querySelector('#table tbody tr:nth-child(3)').click()");
    wait(&browser, "document.getElementById('named').textContent === 'id-2 · Title, 2'");
    assert_eq!(browser.text("location.hash"), format!("#puzzle={}", random_10k()[2]));
    browser.value("history.back()");
    wait(&browser, "!document.getElementById('many').hidden");
    assert_eq!(browser.noise(), [""; 0]);
}

/// Filters and the choice of 6 rows of each level show rows that have what is asked for.
#[test]
fn rows_are_filtered_and_chosen() {
    let Some((browser, page)) = page("web-filters") else { return };
    open(&browser, &page, "#many", DESK);
    browser.value("document.getElementById('examples').click()");
    let lines = browser.text("document.getElementById('list').textContent");
    let lines: Vec<&str> = lines.trim().lines().take(60).collect();
    rate(&browser, &lines.join("\n"), &["HoDoKu"]);
    let shown = || texts(&browser, "#table tbody td.puzzle");
    let set = |name: &str, value: &str| {
        browser.value(&format!(
            "(() => {{ const field = document.getElementById('filters').elements.{name}; field.value = '{value}';
               field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"
        ));
    };
    // Every fifth example, from the third on, is hard.
    set("level", "Hard");
    let hard: Vec<&str> = lines.iter().skip(2).step_by(5).copied().collect();
    assert_eq!(shown(), hard);
    set("least", "26");
    let clues = |line: &&&str| line.chars().filter(char::is_ascii_digit).count();
    let many: Vec<&str> = hard.iter().filter(|line| clues(line) >= 26).copied().collect();
    assert!(!many.is_empty() && many.len() < hard.len());
    assert_eq!(shown(), many);
    browser.value("document.getElementById('all').click()");
    set("symmetry", "rotational-180");
    let is_symmetric =
        |line: &&&str| line.bytes().zip(line.bytes().rev()).all(|(a, b)| (a == b'.') == (b == b'.'));
    let found = shown();
    assert!(found.len() > 20 && found.iter().all(|line| is_symmetric(&&line.as_str())), "{found:?}");
    browser.value("document.getElementById('all').click()");
    let technique = browser.text("document.getElementById('filters').elements.technique.options[2].value");
    set("technique", &technique);
    assert!((1..60).contains(&shown().len()), "{technique}");
    browser.value("document.getElementById('all').click(); document.getElementById('six').click()");
    let six: Vec<&str> = (0..30).map(|k| lines[k]).collect();
    assert_eq!(shown(), six);
    assert_eq!(browser.noise(), [""; 0]);
}

#[test]
fn what_goes_wrong_is_said() {
    let Some((browser, page)) = page("web-wrong") else { return };
    open(&browser, &page, "#many", DESK);
    let error = || texts(&browser, "#error").concat();
    browser.value("document.getElementById('rate').click()");
    assert!(error().contains("There is no puzzle yet"), "{}", error());
    browser.value("document.getElementById('own').value = 'x=brt,wihp:3'");
    browser.value(&format!("document.getElementById('puzzles').value = '{W5}'"));
    browser.value("document.getElementById('rate').click()");
    wait(&browser, "document.getElementById('error').textContent.includes(\"did you mean 'whip'?\")");
    // The error stands alone: nothing was looked for.
    assert!(!texts(&browser, "main").concat().contains("No puzzle was found"));
    assert_eq!(browser.value("document.getElementById('progress').hidden"), true);
    // A stopped run keeps its rows, and the next begins anew.
    browser.value(
        "document.getElementById('own').value = '';
         for (const one of document.querySelectorAll('.choices input')) one.checked = one.value === 'W'",
    );
    let long = random_10k().join("\n");
    browser.value(&format!(
        "document.getElementById('puzzles').value = {}; document.getElementById('rate').click()",
        serde_json::json!(long)
    ));
    wait(&browser, "document.querySelectorAll('#table tbody tr').length > 0");
    browser.value("document.getElementById('stop').click()");
    let said = texts(&browser, "#how-far").concat();
    assert!(said.starts_with("Stopped after ") && said.contains(" of 10,000 rows"), "{said}");
    rate(&browser, W5, &["W"]);
    assert_eq!(texts(&browser, "#table tbody tr > *"), ["1", W5, "ok", "5", "24"]);
    assert_eq!(browser.noise(), [""; 0]);
}

#[test]
fn it_is_seen_and_heard_in_any_window() {
    let Some((browser, page)) = page("web-looks") else { return };
    for window in WINDOWS {
        open(&browser, &page, "#many", window);
        browser.value("document.querySelector('details').open = true");
        looks_well(&browser, window, "at the beginning");
        assert_eq!(
            browser.value("document.getElementById('rate').getBoundingClientRect().bottom < 844"),
            true
        );
        let text = format!("{}\n{W5}\nno puzzle\n", random_10k()[..30].join("\n"));
        rate(&browser, &text, &["W", "H", "SER"]);
        looks_well(&browser, window, "rated");
    }
}

/// Windows in which everything must look well.
pub const WINDOWS: [Window; 4] =
    [DESK, Window { is_dark: true, ..DESK }, PHONE, Window { is_dark: true, ..PHONE }];

/// Checks that nothing is cut, that axe finds no fault, and that the console is empty.
pub fn looks_well(browser: &Browser, window: Window, when: &str) {
    assert_eq!(browser.clipped(), [""; 0], "{when}, {} wide", window.width);
    assert_eq!(browser.axe(), [""; 0], "{when}, {} wide", window.width);
    assert_eq!(browser.noise(), [""; 0], "{when}, {} wide", window.width);
}
