//! Configuration files of HoDoKu (`.hcfg`): differences from its defaults, written by the program as XML.
//!
//! ```text
//!   <object class="sudoku.Options" id="Options0">
//!    <void property="restrictChainLength"><int>30</int></void>                  restrictChainLength = 30
//!    <void property="difficultyLevels"><void index="1"><void property="maxScore"><int>700</int>…
//!    <void class="sudoku.Options" method="getField"><string>solverSteps</string>
//!     <void method="get"><object idref="Options0"/><void index="13">
//!      <void property="enabled"><boolean>false</boolean></void>…           solverSteps[13].enabled = false
//! ```
//!
//! Such a file is read as assignments to such paths. Each becomes a stage of a definition ([docs/hodoku.md]).

// This module reads data from outside, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

mod techniques;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::collections::{BTreeMap, HashMap};
use sudoscope_engine::evidence::{Aspect, Unit};
use sudoscope_engine::scale::{Scale, hodoku_bounds};
use techniques::TECHNIQUES;

/// Properties that limit a search, with the names of their settings.
const BOUNDS: &[(&str, &str)] = &[
    ("restrictChainLength", "chain-links"),
    ("maxFins", "fins"),
    ("maxEndoFins", "endo-fins"),
    ("anzTableLookAhead", "net-rounds"),
];

/// Other properties that decide a path, which must have HoDoKu's defaults.
const FIXED: &[(&str, Value)] = &[
    ("maxTableEntryLength", Value::Number(1000)),
    ("allowUniquenessMissingCandidates", Value::Switch(true)),
    ("allowDualsAndSiamese", Value::Switch(false)),
    ("allowAlsOverlap", Value::Switch(false)),
    ("allowAlsInTablingChains", Value::Switch(false)),
];

/// Switches that have a setting.
const CHAINS_END: &str = "restrictChainSize";
const PAIRS_SUFFICE: &str = "allowErsWithOnlyTwoCandidates";
/// Maximum possible number of links.
const ANY_LINKS: &str = "chain-links:162";

/// Maximum depth of elements.
const MAX_DEPTH: usize = 256;

/// Whether a file looks like a HoDoKu configuration: it begins with `<`, as no definition of a scale does.
pub(super) fn is_hcfg(file: &[u8]) -> bool {
    file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file).trim_ascii_start().starts_with(b"<")
}

/// Converts a configuration file of HoDoKu to a definition of a scale. An error is a message that names the
/// line.
///
/// ```
/// use sudoscope_pipeline::settings::hodoku_definition;
///
/// let changed = r#"<void property="maxFins"><int>3</int></void>"#;
/// let file = format!(r#"<java><object class="sudoku.Options">{changed}</object></java>"#);
/// assert_eq!(hodoku_definition(&file).unwrap(), "HoDoKu,fins:3");
/// ```
pub fn hodoku_definition(text: &str) -> Result<String, String> {
    let stages = stages(&Assigned::read(text)?)?;
    for (line, stage) in &stages {
        let alone = Scale::define("x", &format!("HoDoKu,{stage}"));
        alone.map_err(|error| format!("line {line}: {error}"))?;
    }
    let stages = stages.into_iter().map(|(_, stage)| stage);
    Ok(std::iter::once("HoDoKu".to_string()).chain(stages).collect::<Vec<_>>().join(","))
}

/// A value in a file.
#[derive(Clone, PartialEq, Debug)]
enum Value {
    Number(i64),
    Switch(bool),
    Text(String),
    /// The object at a path.
    At(String),
    /// Any other value.
    Other,
}

/// Values that a file assigns to paths, with the lines.
#[derive(Default)]
struct Assigned {
    values: BTreeMap<String, (usize, Value)>,
    /// Objects created anew, which keep no earlier property.
    new: BTreeMap<String, usize>,
    ids: HashMap<String, Value>,
}

/// An element whose end has not been read.
#[derive(Default)]
struct Element {
    name: String,
    line: usize,
    /// Path of the object to which the element refers.
    path: Option<String>,
    /// Whether a value in the element is assigned to the path.
    assigns: bool,
    method: String,
    id: Option<String>,
    text: String,
    arguments: Vec<Value>,
    value: Option<Value>,
}

impl Assigned {
    fn read(text: &str) -> Result<Assigned, String> {
        let text = text.trim_start_matches('\u{feff}');
        let (mut assigned, mut open) = (Assigned::default(), Vec::<Element>::new());
        let mut reader = Reader::from_str(text);
        let (mut line, mut at) = (1, 0);
        loop {
            let event = reader.read_event();
            let end = (reader.buffer_position() as usize).min(text.len());
            let begin = line;
            line += text.as_bytes().get(at..end).unwrap_or_default().iter().filter(|&&b| b == b'\n').count();
            at = end;
            let wrong = |why: String| format!("line {begin}: this is no XML: {why}");
            match event.map_err(|error| wrong(error.to_string()))? {
                Event::Start(tag) => {
                    let element = assigned.begin(&tag, line, open.last()).map_err(wrong)?;
                    if open.len() == MAX_DEPTH {
                        return Err(wrong("elements too deep inside of each other".to_string()));
                    }
                    open.push(element);
                }
                Event::Empty(tag) => {
                    let element = assigned.begin(&tag, line, open.last()).map_err(wrong)?;
                    assigned.end(element, open.last_mut());
                }
                Event::End(_) => {
                    if let Some(element) = open.pop() {
                        assigned.end(element, open.last_mut());
                    }
                }
                Event::Text(text) => open.iter_mut().next_back().into_iter().for_each(|it| it.text += &text),
                Event::Eof if open.is_empty() => break,
                Event::Eof => return Err(wrong("it ends inside of an element".to_string())),
                _ => {}
            }
        }
        match assigned.ids.contains_key(OPTIONS) {
            true => Ok(assigned),
            false => {
                Err("it is no configuration of HoDoKu: there is no object of 'sudoku.Options'".to_string())
            }
        }
    }

    fn begin(&mut self, tag: &BytesStart, line: usize, parent: Option<&Element>) -> Result<Element, String> {
        let mut attributes = HashMap::new();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let value =
                attribute.normalized_value(XmlVersion::Explicit1_0).map_err(|error| error.to_string())?;
            attributes.insert(attribute.key.local_name().as_ref().to_string(), value.into_owned());
        }
        let name = tag.local_name().as_ref().to_string();
        let mut element = Element { name, line, ..Element::default() };
        element.id = attributes.remove("id");
        element.method = attributes.remove("method").unwrap_or_default();
        let of = parent.and_then(|parent| parent.path.as_deref());
        let inside = |what: &str| of.map(|of| join(of, what));
        let class = attributes.remove("class").unwrap_or_default();
        if let Some(id) = attributes.get("idref") {
            element.value = self.ids.get(id).cloned();
            element.path = match &element.value {
                Some(Value::At(path)) => Some(path.clone()),
                _ => None,
            };
        } else if let Some(property) = attributes.get("property") {
            (element.path, element.assigns) = (inside(property), true);
        } else if let Some(index) = attributes.get("index") {
            (element.path, element.assigns) = (of.map(|of| format!("{of}[{index}]")), true);
        } else if let ("get" | "set", Some("getField")) = (&*element.method, parent.map(|it| &*it.method)) {
            let field = parent.and_then(|parent| parent.arguments.first());
            element.path = match field {
                Some(Value::Text(field)) => Some(field.clone()),
                _ => None,
            };
            element.assigns = element.method == "set";
        } else if let Some(property) = getter(&element.method) {
            element.path = inside(&property);
        } else if let Some(field) = attributes.get("field") {
            element.value = Some(Value::Text(field.clone()));
        } else if class == "sudoku.Options" && element.name == "object" {
            element.path = Some(String::new());
            element.value = Some(Value::At(String::new()));
            self.ids.insert(OPTIONS.to_string(), Value::At(String::new()));
        } else if element.method.is_empty() && ["object", "array"].contains(&&*element.name) {
            // A new object replaces the previous one.
            element.path = parent.filter(|parent| parent.assigns).and_then(|parent| parent.path.clone());
            element.value = Some(element.path.clone().map_or(Value::Other, Value::At));
            if let Some(path) = &element.path {
                self.forget(path);
                self.new.insert(path.clone(), line);
            }
        }
        if let (Some(id), Some(path)) = (&element.id, &element.path) {
            self.ids.insert(id.clone(), Value::At(path.clone()));
        }
        Ok(element)
    }

    fn end(&mut self, mut element: Element, parent: Option<&mut Element>) {
        let text = element.text.trim();
        let value = match &*element.name {
            "int" | "long" | "short" | "byte" => Some(text.parse().map_or(Value::Other, Value::Number)),
            "boolean" => Some(text.parse().map_or(Value::Other, Value::Switch)),
            "string" => Some(Value::Text(element.text.clone())),
            "void" | "java" => None,
            "object" if element.method == "valueOf" => element.arguments.pop(),
            _ => Some(element.value.clone().unwrap_or(Value::Other)),
        };
        if let (Some(id), Some(value)) = (element.id, &value) {
            self.ids.insert(id, value.clone());
        }
        if let (Some(path), true, Some(given)) = (&element.path, element.assigns, element.arguments.last()) {
            let own = Value::At(path.clone());
            let is_object = *given == own || element.method == "set" && element.arguments.len() < 2;
            if !is_object {
                let given = self.resolved(given);
                self.values.insert(path.clone(), (element.line, given));
            }
        }
        if let (Some(parent), Some(value)) = (parent, value) {
            parent.arguments.push(value);
        }
    }

    /// Returns the value itself, or the value at the path to which it refers.
    fn resolved(&self, value: &Value) -> Value {
        match value {
            Value::At(path) => self.get(path).unwrap_or(Value::Other),
            value => value.clone(),
        }
    }

    fn forget(&mut self, object: &str) {
        let is_in = |path: &str| path.strip_prefix(object).is_some_and(|rest| rest.starts_with(['.', '[']));
        self.values.retain(|path, _| !is_in(path));
        self.new.retain(|path, _| !is_in(path));
    }

    /// Returns the value at a path: the assigned one, or HoDoKu's default.
    fn get(&self, path: &str) -> Option<Value> {
        if let Some((_, value)) = self.values.get(path) {
            return Some(value.clone());
        }
        let is_new = self.new.keys().any(|object| {
            path.strip_prefix(object.as_str()).is_some_and(|rest| rest.starts_with(['.', '[']))
        });
        if is_new {
            return match path.rsplit_once('.')?.1 {
                "level" | "baseScore" | "index" | "maxScore" => Some(Value::Number(0)),
                "enabled" => Some(Value::Switch(false)),
                _ => None,
            };
        }
        let rest = path.strip_prefix("solverSteps[")?;
        let (place, key) = rest.split_once("].")?;
        let technique = TECHNIQUES.get(place.parse::<usize>().ok()?)?;
        match key {
            "index" => Some(Value::Number(technique.index)),
            "type" => Some(Value::Text(technique.kind.to_string())),
            "level" => Some(Value::Number(technique.level)),
            "baseScore" => Some(Value::Number(technique.score)),
            "enabled" => Some(Value::Switch(technique.name.is_some())),
            // The first technique's switch, to which Java refers for other values that are true.
            "allStepsEnabled" if place == "0" => Some(Value::Switch(true)),
            _ => None,
        }
    }

    /// A number at a path.
    fn number(&self, path: &str, default: i64) -> Result<i64, String> {
        match self.get(path) {
            None => Ok(default),
            Some(Value::Number(number)) => Ok(number),
            Some(_) => Err(format!("line {}: '{path}' is no whole number", self.line(path))),
        }
    }

    fn switch(&self, path: &str, default: bool) -> Result<bool, String> {
        match self.get(path) {
            None => Ok(default),
            Some(Value::Switch(is_on)) => Ok(is_on),
            Some(_) => Err(format!("line {}: '{path}' is neither true nor false", self.line(path))),
        }
    }

    /// Returns the line of the assignment to a path, or to another in the object around it.
    fn line(&self, path: &str) -> usize {
        let own = self.values.get(path).map(|(line, _)| *line);
        let within = |it: &(&String, usize)| it.0.starts_with(path.split('.').next().unwrap_or(path));
        let all = self.values.iter().map(|(path, (line, _))| (path, *line));
        let new = self.new.iter().map(|(path, line)| (path, *line));
        own.or_else(|| all.chain(new).filter(within).map(|it| it.1).min()).unwrap_or(1)
    }
}

/// Key of the object whose properties are settings.
const OPTIONS: &str = "sudoku.Options";

fn join(of: &str, property: &str) -> String {
    if of.is_empty() { property.to_string() } else { format!("{of}.{property}") }
}

/// Returns the property that a method gets: `level` for `getLevel`.
fn getter(method: &str) -> Option<String> {
    let name = method.strip_prefix("get").or_else(|| method.strip_prefix("is"))?;
    let first = name.chars().next().filter(char::is_ascii_uppercase)?;
    Some(format!("{}{}", first.to_ascii_lowercase(), name.get(1..)?)).filter(|name| name != "field")
}

/// Returns the levels of HoDoKu, and the highest score of each but the last.
fn levels() -> (&'static [&'static str], &'static [u32]) {
    let hodoku = Scale::named("HoDoKu");
    let column = hodoku.as_ref().ok().and_then(|scale| scale.columns.first());
    match column.map(|column| (column.unit, column.aspect)) {
        Some((Unit::Named(names), Aspect::Level(limits))) => (names, limits),
        _ => (&[], &[]),
    }
}

/// Converts the assignments to stages of a definition, with their lines.
fn stages(assigned: &Assigned) -> Result<Vec<(usize, String)>, String> {
    let mut stages = Vec::new();
    for (path, value) in FIXED {
        if assigned.get(path).is_some_and(|own| own != *value) {
            let line = assigned.line(path);
            return Err(format!("line {line}: '{path}' can only be as HoDoKu has it by default"));
        }
    }
    for (name, default) in hodoku_bounds() {
        let Some((path, _)) = BOUNDS.iter().find(|(_, own)| *own == name) else { continue };
        let default = default as i64;
        let own = assigned.number(path, default)?;
        if own != default {
            stages.push((assigned.line(path), format!("{name}:{own}")));
        }
    }
    if !assigned.switch(CHAINS_END, true)? {
        stages.retain(|(_, stage)| !stage.starts_with("chain-links"));
        stages.push((assigned.line(CHAINS_END), ANY_LINKS.to_string()));
    }
    if assigned.switch(PAIRS_SUFFICE, false)? {
        stages.push((assigned.line(PAIRS_SUFFICE), "empty-rectangle-places:2".to_string()));
    }
    let (names, limits) = levels();
    for (at, (level, limit)) in names.iter().zip(limits).enumerate() {
        let path = format!("difficultyLevels[{}].maxScore", at + 1);
        let (default, own) = (i64::from(*limit), assigned.number(&path, i64::from(*limit))?);
        if own != default {
            stages.push((assigned.line(&path), format!("{level}<={own}")));
        }
    }
    stages.extend(techniques::stages(assigned)?);
    Ok(stages)
}

#[cfg(test)]
mod tests;
