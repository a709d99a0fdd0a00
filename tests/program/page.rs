//! `report.html` in a headless browser: no label is cut or covered, nothing is wider than the window, the console stays
//! empty. Skipped, with a line saying so, where there is no Chromium.

use crate::binary::{directory, ends, sudoscope, text_of};
use crate::common::random_10k;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Looks at every label of the page and writes what is wrong with it where `--dump-dom` shows it.
const PROBE: &str = r#"<script>
addEventListener('load', () => {
  const bad = [];
  const cut = (inner, outer) => inner.left < outer.left - 1 || inner.right > outer.right + 1
    || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
  const covers = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  let labels = 0;
  for (const svg of document.querySelectorAll('svg')) {
    const name = svg.querySelector('title')?.textContent;
    const box = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]);
    labels += texts.length;
    texts.forEach(([text, at], k) => {
      if (cut(at, box)) bad.push(`${name}: '${text}' is cut`);
      for (const [other, there] of texts.slice(k + 1))
        if (covers(at, there)) bad.push(`${name}: '${text}' and '${other}' cover one another`);
    });
    if (!svg.hasAttribute('aria-hidden') && !svg.getAttribute('aria-label')) bad.push('no text alternative');
  }
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) bad.push(`the page is ${root.scrollWidth} wide, the window ${root.clientWidth}`);
  for (const element of document.querySelectorAll('h1, h2, h3, h4, p, li, figcaption, summary'))
    if (element.scrollWidth > element.clientWidth + 1) bad.push(`cut: ${element.textContent.slice(0, 60)}`);
  const told = document.createElement('pre');
  told.id = 'probe';
  told.textContent = [`labels ${labels}`, `width ${root.clientWidth}`, ...bad].join('\n');
  document.body.append(told);
});
</script>"#;

/// The browser, if there is one.
fn browser() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let found = named.or_else(|| {
        let places = std::env::split_paths(&paths);
        let files = places.flat_map(|place| names.map(|name| place.join(name)));
        files.into_iter().find(|file| file.is_file())
    });
    if found.is_none() {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "Chromium is missing");
        eprintln!("skipped: there is no Chromium");
    }
    found
}

fn browse(browser: &Path, profile: &Path, options: &[&str], page: &Path) -> Output {
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
        .args(["--enable-logging=stderr", "--virtual-time-budget=5000"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(options)
        .arg(page)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// What the probe and the console say of a page: its labels, its width, what is wrong.
fn look(browser: &Path, work: &Path, html: &str, options: &[&str]) -> (usize, usize, Vec<String>) {
    let page = work.join("probed.html");
    fs::write(&page, html.replace("</body>", &format!("{PROBE}</body>"))).unwrap();
    let options = [options, &["--dump-dom"]].concat();
    let output = browse(browser, &work.join("profile"), &options, &page);
    let dom = String::from_utf8(output.stdout).unwrap();
    let told = dom.split_once("<pre id=\"probe\">").expect("the probe has run").1;
    let mut lines = told.split_once("</pre>").unwrap().0.lines().map(str::to_string);
    let mut number = |name: &str| -> usize {
        lines.next().unwrap().strip_prefix(name).unwrap().trim().parse().unwrap()
    };
    let (labels, width) = (number("labels"), number("width"));
    let console = String::from_utf8_lossy(&output.stderr);
    let console = console.lines().filter(|line| line.contains("CONSOLE")).map(str::to_string);
    (labels, width, lines.chain(console).collect())
}

/// The report of 2,000 puzzles by three ladders, one of which leaves some unsolved, with a number to compare with, a
/// reject and a name that has to be escaped.
fn report(work: &Path) -> String {
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
    fs::read_to_string(work.join("report.html")).unwrap()
}

#[test]
fn the_page_shows_all_of_itself() {
    let Some(browser) = browser() else { return };
    let work = directory("page-report");
    let html = report(&work);
    let night = "--blink-settings=preferredColorScheme=0";
    let windows: [(&str, &[&str]); 3] = [
        ("desk", &["--window-size=1280,1000"]),
        ("night", &["--window-size=1280,1000", night]),
        ("phone", &["--window-size=390,800"]),
    ];
    for (name, options) in windows {
        let (labels, width, bad) = look(&browser, &work, &html, options);
        assert!(bad.is_empty(), "{name}, {width} wide:\n{}", bad.join("\n"));
        assert!(labels > 1000, "{name}: {labels} labels only");

        let picture = work.join(format!("{name}.png"));
        let shot = format!("--screenshot={}", picture.display());
        let options = [options, &[shot.as_str()]].concat();
        browse(&browser, &work.join("profile"), &options, &work.join("report.html"));
        let bytes = fs::read(&picture).unwrap();
        assert!(bytes.starts_with(b"\x89PNG") && bytes.len() > 10_000, "{name}: {}", bytes.len());
    }
}

#[test]
fn the_page_needs_no_network_and_no_script() {
    let work = directory("page-plain");
    let html = report(&work);
    for word in ["<script", "http://", "https://", "url(", "@import", "src=", "NaN", "inf,"] {
        assert!(!html.contains(word), "{word}");
    }
    assert!(html.contains("<h1>a &#60;b&#62; &#38; c.csv</h1>"), "the name is escaped");
}

/// The check can fail.
#[test]
fn the_probe_sees_what_is_wrong() {
    let Some(browser) = browser() else { return };
    let work = directory("page-probe");
    let text = |x: u32, text: &str| format!("<text x=\"{x}\" y=\"20\">{text}</text>");
    let page = |body: String| format!("<!DOCTYPE html><html><body>{body}</body></html>");
    let chart = |texts: String| {
        page(format!(
            "<svg width=\"200\" height=\"40\" role=\"img\" aria-label=\"x\"><title>t</title>{texts}</svg>"
        ))
    };
    let wrong = |html: &str| look(&browser, &work, html, &["--window-size=800,600"]).2.join("\n");
    assert_eq!(wrong(&chart(text(10, "fine") + &text(100, "too"))), "");
    assert!(wrong(&chart(text(180, "much too long"))).contains("'much too long' is cut"));
    assert!(wrong(&chart(text(10, "one") + &text(20, "two"))).contains("cover one another"));
    assert!(
        wrong(&page("<div style=\"width:3000px\">wide</div>".into())).contains("wide, the window")
    );
    assert!(wrong(&page("<script>console.error('oh')</script>".into())).contains("oh"));
    assert!(wrong(&page("<svg></svg>".into())).contains("no text alternative"));
}
