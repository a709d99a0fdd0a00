//! The page in a browser, its face of one puzzle: played as by a user, with keys and fingers. Run by
//! `scripts/web`, as the tests of `web.rs`.

use crate::binary::{EASY, W5};
use crate::browser::{Browser, DESK, PHONE};
use crate::common::{random_10k, thorough};
use crate::web::{WINDOWS, looks_well, open, page, texts, wait};
use serde_json::json;
use std::path::Path;

fn text(browser: &Browser, id: &str) -> String {
    browser.text(&format!("document.getElementById('{id}').textContent"))
}

fn click(browser: &Browser, selector: &str) {
    browser.value(&format!("document.querySelector({}).click()", json!(selector)));
}

/// Waits until the text of an element contains the words.
fn reads(browser: &Browser, id: &str, words: &str) {
    wait(browser, &format!("document.getElementById('{id}').textContent.includes({})", json!(words)));
}

/// Returns the digits in the grid, `.` for an empty cell.
fn digits(browser: &Browser) -> String {
    browser.text("[...document.querySelectorAll('#grid b')].map(cell => cell.textContent || '.').join('')")
}

/// Puts a finger on a cell.
fn tap(browser: &Browser, cell: usize) {
    browser.value(&format!(
        "document.querySelectorAll('#grid [role=gridcell]')[{cell}]
           .dispatchEvent(new PointerEvent('pointerdown', {{ bubbles: true, cancelable: true }}))"
    ));
}

/// Leaves the page and comes back to its address.
fn reload(browser: &Browser, page: &Path) {
    let hash = browser.text("location.hash");
    open(browser, page, &hash, DESK);
}

#[test]
fn a_puzzle_is_typed_and_solved_by_hints() {
    let Some((browser, page)) = page("web-play") else { return };
    open(&browser, &page, "", DESK);
    // The example of the day is there at once, and its verdict soon.
    assert!(digits(&browser).chars().filter(char::is_ascii_digit).count() >= 17);
    reads(&browser, "verdict", "minute");
    let verdict = text(&browser, "verdict");
    assert!(["(HoDoKu ", " SE ", " W ", "hardest: "].iter().all(|part| verdict.contains(part)), "{verdict}");

    click(&browser, "#new");
    for (cell, digit) in W5.chars().enumerate() {
        if digit != '.' {
            browser.press(&digit.to_string());
        }
        browser.press("ArrowRight");
        if cell % 9 == 8 {
            browser.press("ArrowDown");
        }
    }
    assert_eq!(digits(&browser), W5);
    reads(&browser, "verdict", "Extreme (HoDoKu 5488) · SE 8.3");
    wait(&browser, &format!("location.hash === '#puzzle={W5}'"));
    click(&browser, "#start");
    let mut hints = 0;
    while digits(&browser).contains('.') {
        for stage in ["Look at ", ": ", ""] {
            click(&browser, "#more");
            reads(&browser, "hint-said", stage);
            wait(&browser, "!document.getElementById('hint-said').textContent.includes('Working')");
        }
        click(&browser, "#do");
        hints += 1;
        assert!(hints < 200, "{}", digits(&browser));
    }
    reads(&browser, "played", "Solved");
    assert!(hints > 57, "{hints}");
    assert_eq!(browser.noise(), [""; 0]);
}

#[test]
fn play_is_kept_and_undone() {
    let Some((browser, page)) = page("web-keep") else { return };
    open(&browser, &page, &format!("#puzzle={W5}"), DESK);
    tap(&browser, 0);
    browser.press("m");
    browser.press("1");
    browser.press("8");
    browser.press("m");
    tap(&browser, 1);
    browser.press("6");
    browser.press("c");
    browser.press("2");
    let marks = "[...document.querySelectorAll('#grid [role=gridcell]')[0].querySelectorAll('.on')]
                   .map(mark => mark.textContent).join('')";
    assert_eq!(browser.text(marks), "18");
    let cell = |k: usize| {
        browser.text(&format!("document.querySelectorAll('#grid [role=gridcell] .unseen')[{k}].textContent"))
    };
    assert_eq!(cell(0), "row 1, column 1: candidates 1 8");
    assert_eq!(cell(1), "row 1, column 2: 6, green");
    assert_eq!(cell(2), "row 1, column 3: 3, given");
    wait(&browser, "location.hash.startsWith('#puzzle=%3A0000%3Ax%3A.%2B634')");
    reload(&browser, &page);
    assert_eq!(
        (cell(0).as_str(), cell(1).as_str()),
        ("row 1, column 1: candidates 1 8", "row 1, column 2: 6, green")
    );
    for _ in 0..4 {
        click(&browser, "#undo");
    }
    assert_eq!(digits(&browser), W5);
    assert_eq!(cell(0), "row 1, column 1: empty");
    click(&browser, "#redo");
    click(&browser, "#redo");
    assert_eq!(browser.text(marks), "18");
    // A wrong digit is marked on wish, and the hint says that it is wrong.
    tap(&browser, 0);
    click(&browser, "[data-digit='5']");
    assert_eq!(texts(&browser, "#grid .wrong").len(), 0);
    click(&browser, "#check");
    reads(&browser, "played", "r1c1 and r2c2 are both 5");
    assert!(!texts(&browser, "#grid .wrong").is_empty());
    click(&browser, "#more");
    reads(&browser, "hint-said", "r1c1 and r2c2 are both 5");
    assert!(!text(&browser, "hint-said").contains("--no-validate"));
    click(&browser, "#restart");
    assert_eq!(digits(&browser), W5);
    assert_eq!(browser.noise(), [""; 0]);
}

/// A storage that is full or forbidden takes nothing away from the page.
#[test]
fn nothing_needs_the_storage() {
    let Some((browser, page)) = page("web-storage") else { return };
    let full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };";
    let forbidden =
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } });";
    // The script of a page that is opened later is run, too: full first, then forbidden.
    for source in [full, forbidden] {
        browser.ask("Page.addScriptToEvaluateOnNewDocument", json!({"source": source}));
        plays_and_hints(&browser, &page);
    }
}

fn plays_and_hints(browser: &Browser, page: &Path) {
    open(browser, page, &format!("#puzzle={W5}"), DESK);
    tap(browser, 0);
    browser.press("1");
    wait(browser, "location.hash.includes('%2B1')");
    reload(browser, page);
    assert_eq!(digits(browser), format!("1{}", &W5[1..]));
    click(browser, "#timer");
    click(browser, "#more");
    reads(browser, "hint-said", "Look at ");
    assert_eq!(browser.noise(), [""; 0]);
}

/// An engine that stops is named, and the next question has another one.
#[test]
fn a_worker_that_dies_is_replaced() {
    let Some((browser, page)) = page("web-worker") else { return };
    let source = "const Living = Worker;
        window.Worker = class extends Living {
          postMessage(message) {
            this.isDead ||= window.isKilling;
            if (!this.isDead) return super.postMessage(message);
            setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { message: 'killed' })));
          }
        };";
    browser.ask("Page.addScriptToEvaluateOnNewDocument", json!({"source": source}));
    open(&browser, &page, &format!("#puzzle={W5}"), DESK);
    reads(&browser, "verdict", "hardest: ");
    for _ in 0..2 {
        browser.value("window.isKilling = true");
        click(&browser, "#more");
        reads(&browser, "hint-said", "The engine has stopped: killed");
        browser.value("window.isKilling = false");
    }
    click(&browser, "#more");
    reads(&browser, "hint-said", "Look at ");
    assert_eq!(browser.noise(), [""; 0]);
}

/// Tabs share the storage and the processor; each shows its puzzle and answers (5; 100 with `THOROUGH=1`).
#[test]
fn many_tabs_answer() {
    let Some((mut browser, page)) = page("web-tabs") else { return };
    for puzzle in &random_10k()[..if thorough() { 100 } else { 5 }] {
        open(&browser, &page, &format!("#puzzle={puzzle}"), DESK);
        assert_eq!(digits(&browser), *puzzle);
        click(&browser, "#more");
        reads(&browser, "hint-said", "Look at ");
        assert_eq!(browser.noise(), [""; 0]);
        browser.tab();
    }
}

#[test]
fn a_step_is_checked_and_a_candidate_explained() {
    let Some((browser, page)) = page("web-ask") else { return };
    open(&browser, &page, &format!("#puzzle={W5}"), DESK);
    click(&browser, "#tab-ask");
    let ask = |step: &str| {
        browser.value(&format!("document.getElementById('own-step').value = {}", json!(step)));
        click(&browser, "#own-form button");
        wait(&browser, "/[.:]/.test(document.getElementById('own-said').textContent)");
        text(&browser, "own-said")
    };
    let said = ask("(5)r1c2=(5)r1c8 => r1c3<>5");
    assert!(said.starts_with("Not valid: link 1, (5)r1c2=(5)r1c8:"), "{said}");
    assert_eq!(texts(&browser, "#own-said mark"), ["(5)r1c2=(5)r1c8"]);
    let said = ask("hidden single => r5c8=1");
    assert!(said.starts_with("Valid"), "{said}");
    assert!(browser.value("document.querySelectorAll('#board .over *').length > 0").as_bool().unwrap());
    // Why is 8 not in r1c1? The steps that lead to it are drawn one by one.
    tap(&browser, 0);
    assert_eq!(texts(&browser, "#why-digits button"), ["1", "2", "8"]);
    for digit in [1, 2, 3] {
        click(&browser, &format!("#why-digits button:nth-child({digit})"));
        wait(
            &browser,
            "/may well be|steps? of|steps lead/.test(document.getElementById('why-said').textContent)",
        );
    }
    assert!(!texts(&browser, "#why-said .choose [aria-current]").is_empty());
    assert_eq!(browser.noise(), [""; 0]);
}

/// The path is beside the grid, and the keys belong to it while it is shown, wherever the focus is.
#[test]
fn the_path_is_walked_by_keys() {
    let Some((browser, page)) = page("web-path") else { return };
    let at = || text(&browser, "path-at");
    open(&browser, &page, &format!("#puzzle={W5}&scale=W"), DESK);
    wait(&browser, "!document.getElementById('path-list').hidden");
    assert!(
        text(&browser, "path-said").starts_with("Solved by W: rating 5. "),
        "{}",
        text(&browser, "path-said")
    );
    let all: usize = texts(&browser, "#path-list li").len();
    let of = |k: usize| format!("{k} of {all}");
    assert_eq!(at(), of(1));
    browser.value("document.getElementById('by').focus()");
    for (key, expected) in
        [("ArrowRight", of(2)), ("ArrowRight", of(3)), ("ArrowLeft", of(2)), ("Home", of(1))]
    {
        browser.press(key);
        assert_eq!(
            (browser.text("document.getElementById('by').value").as_str(), at()),
            ("W", expected),
            "{key}"
        );
    }
    browser.press("h");
    assert!(text(&browser, "step-text").starts_with("whip[5]"), "{}", text(&browser, "step-text"));
    browser.press("End");
    assert_eq!(at(), "the end");
    assert!(!digits(&browser).contains('.'));
    browser.press("Escape");
    assert_eq!(digits(&browser), W5);
    // Links: a hint, all steps. A scale of one hint at a time is replaced by H, not by an empty page.
    open(&browser, &page, &format!("#puzzle={W5}&scale=H&show=next"), DESK);
    reads(&browser, "hint-said", "Look at ");
    open(&browser, &page, &format!("#puzzle={W5}&scale=SER&show=all"), DESK);
    reads(&browser, "all-said", "All steps by H in this state");
    reads(&browser, "all-said", "(SER gives one hint at a time.)");
    click(&browser, "#all-said summary");
    wait(&browser, "!document.getElementById('step').hidden");
    open(&browser, &page, &format!("#puzzle={EASY}&scale=easy%3Dbrt%2Clc"), DESK);
    reads(&browser, "path-said", "Solved by easy");
    assert!(!text(&browser, "path-said").contains(" 0 of them"));
    open(&browser, &page, &format!("#puzzle={}", ".".repeat(78) + "123"), DESK);
    reads(&browser, "verdict", "More than one solution");
    assert_eq!(browser.noise(), [""; 0]);
}

#[test]
fn puzzles_come_and_go_in_any_form() {
    let Some((browser, page)) = page("web-forms") else { return };
    open(&browser, &page, &format!("#puzzle={W5}"), DESK);
    click(&browser, "#candidates");
    click(&browser, "#tab-share");
    let mut copied = Vec::new();
    for kind in ["81", "marks", "library", "frame", "sudokupad"] {
        browser.value("document.getElementById('copy-text').value = ''");
        click(&browser, &format!("[data-copy='{kind}']"));
        wait(&browser, "document.getElementById('copy-text').value");
        copied.push(browser.text("document.getElementById('copy-text').value"));
    }
    assert_eq!(copied[0], W5);
    assert!(copied[4].starts_with("https://sudokupad.app/fpuz"));
    for form in &copied {
        click(&browser, "#new");
        click(&browser, "#paste");
        browser.value(&format!("document.getElementById('pasted').value = {}", json!(form)));
        click(&browser, "#paste-form .main");
        let same = json!(W5);
        wait(
            &browser,
            &format!(
                "[...document.querySelectorAll('#grid b')].map(cell => cell.textContent || '.').join('') === {same}"
            ),
        );
    }
    for (kind, begin) in [("svg", "image/svg+xml"), ("png", "image/png")] {
        let made = browser.text(&format!(
            "new Promise(done => {{ const make = URL.createObjectURL;
               URL.createObjectURL = blob => {{ URL.createObjectURL = make; done(`${{blob.type}} ${{blob.size}}`); return make(blob); }};
               document.querySelector('[data-picture={kind}]').click(); }})"
        ));
        let (type_, size) = made.split_once(' ').unwrap();
        assert!(type_ == begin && size.parse::<usize>().unwrap() > 3000, "{made}");
    }
    // A made puzzle has the level that was asked for.
    browser.value("document.getElementById('level').value = 'medium'");
    click(&browser, "#generate");
    reads(&browser, "verdict", "Medium (HoDoKu ");
    click(&browser, "#example");
    reads(&browser, "verdict", "Medium (HoDoKu ");
    assert_eq!(browser.noise(), [""; 0]);
}

/// Everything looks well in each window; on a phone it is large enough for fingers.
#[test]
fn the_workbench_is_seen_and_heard_in_any_window() {
    let Some((browser, page)) = page("web-bench") else { return };
    for window in WINDOWS {
        open(&browser, &page, &format!("#puzzle={W5}"), window);
        reads(&browser, "verdict", "minute");
        looks_well(&browser, window, "a puzzle");
        if window.width == PHONE.width {
            let bottom = "document.getElementById('pad').getBoundingClientRect().bottom";
            assert!(browser.value(bottom).as_f64().unwrap() < 844.0);
            let small = browser.text(
                "[...document.querySelectorAll('button:not(.link), select, summary, nav a')]
                   .filter(one => one.getClientRects().length && one.getBoundingClientRect().height < 44)
                   .map(one => one.id || one.textContent).join()",
            );
            assert_eq!(small, "");
        }
        for _ in 0..3 {
            click(&browser, "#more");
            wait(&browser, "!document.getElementById('hint-said').textContent.includes('Working')");
        }
        looks_well(&browser, window, "a hint");
        click(&browser, "#verdict button");
        wait(&browser, "!document.getElementById('path-list').hidden");
        browser.press("h");
        looks_well(&browser, window, "a path");
    }
}

const JIGSAW: &str =
    "jigsaw:AAAAAAAABACCCCCBBBDECEECBBBDEEECCBFFDDDEEEBFFDGGGGGGGFDHGGHHFFFDHHHHIIIFDHHIIIIII";

/// Boards, each with a puzzle, its verdict, a wrong digit, and the numbers of cells that the first one sees,
/// of diagonals and of shades.
const BOARDS: [(&str, &str, &str, &str, [usize; 3]); 4] = [
    (
        "x",
        ".........2......6....4.6...1........9.68..........42....173..4.......8..8..2..3..",
        "S 2 · W 2 · B 2 · hardest: subset[2]",
        "1",
        [26, 2, 0],
    ),
    (
        "windoku",
        "3...............5..9....1.2.1.............2.49..23....6..5..8...3..7..9..........",
        "S 2",
        "1",
        [20, 0, 4],
    ),
    (
        JIGSAW,
        ".....98....2....3.3.....4.....8......1......996...7..3.....46.8...9...5..........",
        "S: unsolved · W 3 · B 3",
        "2",
        [16, 0, 0],
    ),
    ("6x6", "..1....462...5..1......4..4..5.2....", "S 0", "3", [12, 0, 0]),
];

/// Chooses a board as a user does: in the menu, a layout in the field.
fn choose(browser: &Browser, board: &str) {
    let text = if board.starts_with("jigsaw") { "jigsaw:" } else { board };
    let change = "document.getElementById('rules').dispatchEvent(new Event('change'))";
    browser.value(&format!("document.getElementById('rules').value = {}; {change}", json!(text)));
    if text != board {
        browser.value(&format!("document.getElementById('rules-text').value = {}", json!(board)));
        click(browser, "#rules-form button");
    }
    wait(browser, &format!("document.getElementById('rules').value === {}", json!(board)));
    wait(browser, "!document.getElementById('setting').hidden");
    // The menu has the value at once, the rest of the page when the engine has answered.
    let shown = json!(format!("--board {board} "));
    wait(browser, &format!("document.getElementById('program').textContent.includes({shown})"));
}

fn paste(browser: &Browser, text: &str) {
    click(browser, "#paste");
    browser.value(&format!("document.getElementById('pasted').value = {}", json!(text)));
    click(browser, "#paste-form .main");
}

/// A board is chosen, drawn, played, checked and hinted, and it is there when the user comes back.
#[test]
fn boards_are_drawn_and_played() {
    let Some((browser, page)) = page("web-boards") else { return };
    let shown = "[...document.querySelectorAll('#grid [role=gridcell]:not([hidden]) b')]
                   .map(cell => cell.textContent || '.').join('')";
    for (board, puzzle, verdict, wrong, [seen, diagonals, shades]) in BOARDS {
        open(&browser, &page, "", DESK);
        choose(&browser, board);
        paste(&browser, puzzle);
        reads(&browser, "verdict", verdict);
        wait(&browser, &format!("{shown} === {}", json!(puzzle)));
        tap(&browser, 0);
        assert_eq!(texts(&browser, "#grid .near").len(), seen, "{board}");
        let lines = browser.text("document.querySelector('#board .thin').getAttribute('d')");
        assert_eq!(lines.matches('L').count(), diagonals, "{board}");
        assert_eq!(texts(&browser, "#board .shades path").len(), shades, "{board}");
        // A wrong digit is named; without it there is a hint.
        tap(&browser, puzzle.find('.').unwrap());
        click(&browser, "#check");
        browser.press(wrong);
        reads(&browser, "played", "cannot be: the givens say");
        click(&browser, "#undo");
        click(&browser, "#check");
        for stage in ["Look at ", ": ", ""] {
            click(&browser, "#more");
            reads(&browser, "hint-said", stage);
        }
        wait(&browser, "document.getElementById('step-text').textContent.includes('==>')");
        // The address follows the grid after a quarter of a second without a move.
        wait(&browser, &format!("location.hash.endsWith('&puzzle={puzzle}')"));
        reload(&browser, &page);
        wait(&browser, &format!("{shown} === {}", json!(puzzle)));
        open(&browser, &page, &browser.text("location.hash"), PHONE);
        looks_well(&browser, PHONE, board);
        click(&browser, "#solution");
        reads(&browser, "played", "Solved");
        assert_eq!(browser.noise(), [""; 0]);
    }
}

/// A text that names its board opens on it, and a plain puzzle on the plain board.
#[test]
fn a_text_names_its_board() {
    let Some((browser, page)) = page("web-named") else { return };
    let puzzle = BOARDS[2].1;
    open(&browser, &page, &format!("#puzzle={W5}"), DESK);
    paste(&browser, &format!("{puzzle}{}", &JIGSAW["jigsaw:".len()..]));
    wait(&browser, &format!("document.getElementById('rules').value === {}", json!(JIGSAW)));
    wait(&browser, &format!("location.hash.endsWith('&puzzle={puzzle}')"));
    open(&browser, &page, &format!("#puzzle={W5}"), DESK);
    reads(&browser, "verdict", "(HoDoKu ");
    open(&browser, &page, &format!("#board={JIGSAW}&puzzle={puzzle}&scale=W"), DESK);
    reads(&browser, "path-said", "Solved by W: rating 3.");
    open(&browser, &page, "#board=windoku8", DESK);
    reads(&browser, "verdict", "No such board; did you mean 'windoku'?");
    assert_eq!(browser.noise(), [""; 0]);
}

/// Takes the picture of the README, of a step in the middle of a path, as base64 into the file `PICTURE`:
/// `scripts/screenshot` asks for it. Elsewhere the page of that step is only opened.
#[test]
fn the_picture_of_the_page() {
    let Some((browser, page)) = page("web-picture") else { return };
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/web/page/examples.txt");
    let examples = std::fs::read_to_string(examples).unwrap();
    let puzzle = examples.lines().nth(3).unwrap();
    open(&browser, &page, &format!("#puzzle={puzzle}&scale=HoDoKu&step=28"), DESK);
    reads(&browser, "step-text", "XY-Chain");
    reads(&browser, "verdict", "minute");
    browser.ask("Emulation.setScrollbarsHidden", json!({"hidden": true}));
    let taken = browser.ask("Page.captureScreenshot", json!({"format": "png"}));
    let taken = taken["data"].as_str().unwrap();
    assert!(taken.starts_with("iVBORw0KGgo"), "no PNG");
    if let Some(file) = std::env::var_os("PICTURE") {
        std::fs::write(file, taken).unwrap();
    }
}
