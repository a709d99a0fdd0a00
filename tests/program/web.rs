//! The page that rates in a browser, driven as by a user. `scripts/web` builds it, names it in WEB and runs
//! these tests; otherwise they are skipped.

use crate::binary::{EASY, W5, directory, piped, stdout};
use crate::browser::{Browser, DESK, PHONE, Window};
use crate::common::random_10k;
use std::path::PathBuf;

/// Opens a browser for the page; `None` if either is missing.
fn page(name: &str) -> Option<(Browser, PathBuf)> {
    let Some(page) = std::env::var_os("WEB") else {
        eprintln!("skipped: scripts/web has not built the page");
        return None;
    };
    Some((Browser::start(&directory(name))?, page.into()))
}

fn open(browser: &Browser, page: &std::path::Path, hash: &str, window: Window) {
    browser.open(page, hash, window);
    wait(browser, "document.documentElement.dataset.ready === ''");
}

/// Waits until the condition holds, for at most a minute.
fn wait(browser: &Browser, what: &str) {
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
    wait(browser, "/ in [0-9.]+ s/.test(document.getElementById('how-far').textContent)");
}

fn texts(browser: &Browser, selector: &str) -> Vec<String> {
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
    open(&browser, &page, "", DESK);
    let puzzles = &random_10k()[..700];
    let text = format!("# a list\n{}\nno puzzle\n{}\n", puzzles.join("\n"), ".".repeat(81));
    rate(&browser, &text, &["W", "H"]);
    let expected = stdout(&piped(&["rate", "-l", "W,H", "-"], text.as_bytes()));
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
        expected.lines().skip(1).filter_map(|row| row.split(',').nth(4)?.parse().ok()).collect();
    ratings.sort();
    let text = |ratings: &[u32]| ratings.iter().map(u32::to_string).collect::<Vec<_>>();
    assert_eq!(sort(4), ("ascending".to_string(), text(&ratings[..100])));
    ratings.reverse();
    assert_eq!(sort(4), ("descending".to_string(), text(&ratings[..100])));
    let (_, levels) = sort(5);
    assert!(levels.iter().all(|level| level == "Easy"), "{levels:?}");

    // Counts by rating lead to their rows.
    let of = |rating: &str| expected.lines().filter(|row| row.split(',').nth(4) == Some(rating)).count();
    let counts = texts(&browser, ".counts tr:nth-child(2) > *");
    assert_eq!(counts[..2], ["1".to_string(), of("1").to_string()], "{counts:?}");
    browser.value("document.querySelector('.counts [data-text=\"1\"]').click()");
    assert_eq!(texts(&browser, "#shown"), [format!("{} rows with W 1", of("1"))]);
    assert_eq!(browser.noise(), [""; 0]);
}

#[test]
fn a_link_leads_to_the_path() {
    let Some((browser, page)) = page("web-link") else { return };
    let steps = "document.getElementById('frame')?.srcdoc.includes('<ol class=\"steps\">')";
    for (asked, title) in [
        ("scale=W", " by W"),
        ("scale=H&show=next", ": the next step by H"),
        ("scale=W&show=all", ": all steps by W"),
    ] {
        let hash = format!("#puzzle={W5}&{asked}");
        open(&browser, &page, &hash, DESK);
        wait(&browser, steps);
        assert_eq!(texts(&browser, "#walk-head"), [format!("{}…{title}", &W5[..18])]);
        assert_eq!(browser.text("location.hash"), hash);
        assert_eq!(browser.noise(), [""; 0], "{hash}");
    }
    // Rows are links; closing a path returns to the table.
    open(&browser, &page, "", DESK);
    rate(&browser, W5, &["W"]);
    browser.value("document.querySelector('#table tbody tr').click()");
    wait(&browser, steps);
    assert_eq!(browser.text("location.hash"), format!("#puzzle={W5}&scale=W"));
    browser.press("Escape");
    wait(&browser, "!document.getElementById('walk').open && !location.hash");
    browser.value("history.back()");
    wait(&browser, steps);
    browser.value("history.back()");
    wait(&browser, "!document.getElementById('walk').open");
    // A link holds the definition of the user's own scale.
    open(&browser, &page, "", DESK);
    browser.value("document.getElementById('own').value = 'easy=brt,lc'");
    rate(&browser, EASY, &[]);
    let link = format!("#puzzle={EASY}&scale=easy%3Dbrt%2Clc");
    assert_eq!(browser.text("document.querySelector('#table tbody a').getAttribute('href')"), link);
    browser.value("document.querySelector('#table tbody a').click()");
    wait(&browser, steps);
    // The page says why there is no path.
    open(&browser, &page, &format!("#puzzle={}&scale=W", ".".repeat(81)), DESK);
    wait(&browser, "document.getElementById('walk-said').textContent.includes('more than one solution')");
    open(&browser, &page, &format!("#puzzle={W5}&scale=SER&show=all"), DESK);
    wait(&browser, "document.getElementById('walk-said').textContent.includes('all steps need a ladder')");
}

#[test]
fn what_goes_wrong_is_said() {
    let Some((browser, page)) = page("web-wrong") else { return };
    open(&browser, &page, "", DESK);
    let error = || texts(&browser, "#error").concat();
    browser.value("document.getElementById('rate').click()");
    assert!(error().contains("There is no puzzle yet"), "{}", error());
    browser.value("document.getElementById('own').value = 'x=brt,wihp:3'");
    browser.value(&format!("document.getElementById('puzzles').value = '{W5}'"));
    browser.value("document.getElementById('rate').click()");
    wait(&browser, "document.getElementById('error').textContent.includes(\"did you mean 'whip'?\")");
    // A stopped run keeps its rows, and the next begins anew.
    browser.value("document.getElementById('own').value = ''");
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
    assert_eq!(texts(&browser, "#table tbody tr > *"), ["1", W5, "ok", "24", "5"]);
    assert_eq!(browser.noise(), [""; 0]);
}

#[test]
fn it_is_seen_and_heard_in_any_window() {
    let Some((browser, page)) = page("web-looks") else { return };
    for window in [DESK, Window { is_dark: true, ..DESK }, PHONE, Window { is_dark: true, ..PHONE }] {
        let looks_well = |when: &str| {
            assert_eq!(browser.clipped(), [""; 0], "{when}, {} wide", window.width);
            assert_eq!(browser.axe(), [""; 0], "{when}, {} wide", window.width);
            assert_eq!(browser.noise(), [""; 0], "{when}, {} wide", window.width);
        };
        open(&browser, &page, "", window);
        browser.value("document.querySelector('details').open = true");
        looks_well("at the beginning");
        let text = format!("{}\n{W5}\nno puzzle\n", random_10k()[..120].join("\n"));
        rate(&browser, &text, &["W", "H", "SER"]);
        looks_well("rated");
        browser.value("document.querySelector('#table tbody a').click()");
        wait(&browser, "document.getElementById('frame')");
        looks_well("a path");
    }
}
