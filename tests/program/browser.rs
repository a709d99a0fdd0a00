//! Headless browser, driven by its own protocol over a pipe: real keys and windows, and no script of ours in
//! the page.

use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Finds the browser's program.
fn program() -> Option<PathBuf> {
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

/// Window of a separate browser process.
pub struct Browser {
    process: Child,
    to: RefCell<ChildStdin>,
    from: RefCell<BufReader<ChildStdout>>,
    next: Cell<u64>,
    session: String,
    /// Events reported since the page was opened: requests and lines of the console.
    events: RefCell<Vec<Value>>,
}

/// Way of viewing a page.
#[derive(Clone, Copy)]
pub struct Window {
    pub width: u32,
    pub is_dark: bool,
    pub has_script: bool,
}

pub const DESK: Window = Window { width: 1280, is_dark: false, has_script: true };
pub const PHONE: Window = Window { width: 390, ..DESK };

impl Browser {
    /// Starts a browser with a profile in this folder; `None` if no browser is installed.
    pub fn start(work: &Path) -> Option<Browser> {
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>&2"])
            .arg(program()?)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"])
            // Without this option, navigations beyond 200 in ten seconds are ignored; a test makes more.
            .arg("--disable-ipc-flooding-protection")
            .arg(format!("--user-data-dir={}", work.join("profile").display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let to = RefCell::new(process.stdin.take().unwrap());
        let from = RefCell::new(BufReader::new(process.stdout.take().unwrap()));
        let (next, events) = (Cell::new(0), RefCell::default());
        let mut browser = Browser { process, to, from, next, session: String::new(), events };
        browser.tab();
        Some(browser)
    }

    /// Opens another tab, in which all further questions are asked.
    pub fn tab(&mut self) {
        self.session.clear();
        let target = self.ask("Target.createTarget", json!({"url": "about:blank"}));
        let target = json!({"targetId": target["targetId"], "flatten": true});
        let session = self.ask("Target.attachToTarget", target);
        self.session = session["sessionId"].as_str().unwrap().to_string();
        for domain in ["Page", "Runtime", "Network", "Log"] {
            self.ask(&format!("{domain}.enable"), json!({}));
        }
    }

    /// Reads the next message.
    fn read(&self) -> Value {
        let mut message = Vec::new();
        self.from.borrow_mut().read_until(0, &mut message).unwrap();
        assert_eq!(message.pop(), Some(0), "the browser has ended");
        serde_json::from_slice(&message).unwrap()
    }

    /// Asks a question and returns the answer; events reported meanwhile are kept.
    pub fn ask(&self, method: &str, params: Value) -> Value {
        self.next.set(self.next.get() + 1);
        let mut message = json!({"id": self.next.get(), "method": method, "params": params});
        if !self.session.is_empty() {
            message["sessionId"] = self.session.clone().into();
        }
        self.to.borrow_mut().write_all(format!("{message}\0").as_bytes()).unwrap();
        loop {
            let answer = self.read();
            if answer["id"] == self.next.get() {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].clone();
            }
            self.events.borrow_mut().push(answer);
        }
    }

    /// Opens a file at `hash` in a window and waits until it has loaded.
    pub fn open(&self, file: &Path, hash: &str, window: Window) {
        let scheme = if window.is_dark { "dark" } else { "light" };
        let size = json!({"width": window.width, "height": 900, "deviceScaleFactor": 1, "mobile": false});
        self.ask("Emulation.setDeviceMetricsOverride", size);
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.ask("Emulation.setEmulatedMedia", json!({"media": "", "features": features}));
        let off = json!({"value": !window.has_script});
        self.ask("Emulation.setScriptExecutionDisabled", off);
        // Leave the page first: navigating to another fragment of the same page would not load it again.
        self.go("about:blank");
        self.events.borrow_mut().clear();
        self.go(&format!("file://{}{hash}", file.display()));
    }

    fn go(&self, url: &str) {
        self.events.borrow_mut().retain(|event| event["method"] != "Page.loadEventFired");
        self.ask("Page.navigate", json!({"url": url}));
        while !self.has("Page.loadEventFired") {
            let event = self.read();
            self.events.borrow_mut().push(event);
        }
    }

    fn has(&self, method: &str) -> bool {
        self.events.borrow().iter().any(|event| event["method"] == method)
    }

    /// Evaluates an expression in the page, awaiting a promise.
    pub fn value(&self, expression: &str) -> Value {
        let params = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let answer = self.ask("Runtime.evaluate", params);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    pub fn text(&self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_else(|| panic!("{expression}")).to_string()
    }

    /// Presses a key such as `Tab`, `ArrowRight` or `h`.
    pub fn press(&self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            key => u32::from(key.to_ascii_uppercase().as_bytes()[0]),
        };
        let typed = match key {
            "Enter" => Some("\r"),
            key => Some(key).filter(|key| key.len() == 1),
        };
        for kind in ["keyDown", "keyUp"] {
            let mut params = json!({"type": kind, "key": key, "windowsVirtualKeyCode": code});
            if let (Some(text), "keyDown") = (typed, kind) {
                params["text"] = text.into();
            }
            self.ask("Input.dispatchKeyEvent", params);
        }
    }

    /// Lists events that should not occur: requests of the page, lines of the console, errors of its script.
    pub fn noise(&self) -> Vec<String> {
        // Reading an answer also reads all events reported before the answer.
        self.value("1");
        let events = self.events.borrow();
        // Data already in memory, such as a worker's script, causes no request.
        let is_in_memory = |url: &str| url.starts_with("data:") || url.starts_with("blob:");
        let url_of = |event: &Value| event["params"]["request"]["url"].as_str().unwrap_or("").to_string();
        let noise = events.iter().filter(|event| match event["method"].as_str() {
            Some("Network.requestWillBeSent") => {
                let url = url_of(event);
                let requests = events.iter().filter(|e| e["method"] == event["method"]);
                let requests = requests.filter(|e| !is_in_memory(&url_of(e)));
                !(url.starts_with("file://") || is_in_memory(&url))
                    || requests.filter(|e| e["params"]["type"] != "Other").count() > 1
            }
            Some("Runtime.consoleAPICalled" | "Runtime.exceptionThrown" | "Log.entryAdded") => true,
            _ => false,
        });
        noise.map(Value::to_string).collect()
    }

    /// Lists elements that are cut or wider than the window.
    pub fn clipped(&self) -> Vec<String> {
        let found = self.value(
            "(() => { const bad = [], root = document.documentElement;
              if (root.scrollWidth > root.clientWidth) 
                bad.push(`the page is ${root.scrollWidth} wide, the window ${root.clientWidth}`);
              const named = 'h1, h2, h3, h4, p, li, button, select, a, td, th, figcaption, summary, code, svg';
              for (const one of document.querySelectorAll(named)) {
                const box = one.getBoundingClientRect();
                if (!box.width || one.closest('.scroll')) continue;
                if (box.right > root.clientWidth + 1 || box.left < -1)
                  bad.push(`outside: ${one.textContent.slice(0, 60)}`);
                if (one.tagName !== 'svg' && one.scrollWidth > one.clientWidth + 1
                    && getComputedStyle(one).display !== 'inline')
                  bad.push(`cut: ${one.textContent.slice(0, 60)}`);
              }
              return bad; })()",
        );
        found.as_array().unwrap().iter().map(Value::to_string).collect()
    }

    /// Lists labels of charts that are cut or cover one another, and charts without a text alternative.
    pub fn covered(&self) -> Vec<String> {
        let found = self.value(
            "(() => { const bad = [];
              const cut = (inner, outer) => inner.left < outer.left - 1 || inner.right > outer.right + 1
                || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
              const covers = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
              for (const svg of document.querySelectorAll('svg')) {
                const name = svg.querySelector('title')?.textContent;
                const box = svg.getBoundingClientRect();
                const texts = [...svg.querySelectorAll('text')]
                  .map(t => [t.textContent, t.getBoundingClientRect()]);
                texts.forEach(([text, at], k) => {
                  if (cut(at, box)) bad.push(`${name}: '${text}' is cut`);
                  for (const [other, there] of texts.slice(k + 1))
                    if (covers(at, there)) bad.push(`${name}: '${text}' and '${other}' cover one another`);
                });
                if (!svg.hasAttribute('aria-hidden') && !svg.getAttribute('aria-label'))
                  bad.push('no text alternative');
              }
              return bad; })()",
        );
        found.as_array().unwrap().iter().map(Value::to_string).collect()
    }

    /// Lists axe-core's findings, if axe-core is available: as the file AXE or fetched by .ci/run.
    pub fn axe(&self) -> Vec<String> {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/axe/package/axe.min.js");
        let file = std::env::var_os("AXE").map_or(own, PathBuf::from);
        let Ok(source) = std::fs::read_to_string(&file) else {
            eprintln!("skipped: axe-core is not there ({})", file.display());
            return Vec::new();
        };
        self.value(&format!("{source}; 1"));
        let found = self.value(
            "axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>
               `${id}: ${nodes.map(node => node.target + ' ' + node.failureSummary).slice(0, 3).join('; ')}`))",
        );
        found.as_array().unwrap().iter().map(Value::to_string).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
