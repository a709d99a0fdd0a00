//! Clauses of the checker, by their texts: each refuses something, in steps or proofs changed at random
//! (`mutants.rs`, `changed_proofs.rs`) or in a line of `tests/data/refused.jsonl`.

use crate::common::model::{Model, candidate, labels};
use crate::{changed_proofs, mutants};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use sudoscope::evidence::Round;
use sudoscope::verify::{Checker, Wrong};

/// Refusals of a clause below which a line is wanted: changes at random may miss it when rules change.
const RARE: usize = 8;

/// Whether `RENEW` asks for lines.
static RENEWED: LazyLock<bool> = LazyLock::new(|| std::env::var_os("RENEW").is_some());

/// Reasons of refusal, without numbers: how often each was given, and the shortest line that it refuses.
#[derive(Clone, Default)]
pub struct Reasons(BTreeMap<String, (usize, Option<String>)>);

pub fn without_numbers(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

impl Reasons {
    /// Counts a reason; returns whether it is new. Numbers of links and names of candidates make none new.
    pub fn add(&mut self, reason: &str) -> bool {
        let (count, _) = self.0.entry(without_numbers(reason)).or_default();
        *count += 1;
        *count == 1
    }

    /// Keeps a round that is refused for a rare reason in the state of a puzzle, if lines are renewed.
    pub fn keep(&mut self, reason: &str, puzzle: &str, round: &Round) {
        if !*RENEWED {
            return;
        }
        let (count, kept) = self.0.entry(without_numbers(reason)).or_default();
        if *count < RARE && refusal(puzzle, std::slice::from_ref(round)).is_some_and(|again| again == reason)
        {
            let line = json!({"clause": reason, "puzzle": puzzle, "rounds": [round]}).to_string();
            if kept.as_ref().is_none_or(|kept| kept.len() > line.len()) {
                *kept = Some(line);
            }
        }
    }

    pub fn extend(&mut self, others: &Reasons) {
        for (reason, (count, line)) in &others.0 {
            let (all, kept) = self.0.entry(reason.clone()).or_default();
            *all += count;
            *kept = [kept.take(), line.clone()].into_iter().flatten().min_by_key(String::len);
        }
    }

    /// Returns how often a clause refused something, and a line.
    fn of(&self, clause: &str) -> (usize, Option<&String>) {
        let own = || self.0.iter().filter(|(reason, _)| is_by(reason, clause)).map(|(_, own)| own);
        (own().map(|(count, _)| count).sum(), own().find_map(|(_, line)| line.as_ref()))
    }
}

/// Whether the clause gives this reason; `*` stands for any text.
pub fn is_by(reason: &str, clause: &str) -> bool {
    let mut rest = reason;
    clause.split('*').all(|piece| match rest.find(piece) {
        Some(at) => {
            rest = &rest[at + piece.len()..];
            true
        }
        None => false,
    })
}

/// Returns the reason why a round is refused, if it is the last.
fn refusal(puzzle: &str, rounds: &[Round]) -> Option<String> {
    let mut refused = Checker::new(puzzle).map(|_| ()).err();
    let mut checker = Checker::new(puzzle).unwrap_or_default();
    for round in rounds {
        if refused.is_some() {
            return None;
        }
        // Techniques of SER are rated in tenths.
        let rating = |_: &str, _, rating: &Value| Some(((rating.as_f64()? * 10.0).round() as u32).into());
        refused = checker.round(round, rating).err();
    }
    refused.map(|Wrong { reason, .. }| reason.to_string())
}

/// Returns a folder of the proofs' source.
pub fn proof_source(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/proof/src").join(folder)
}

/// Returns the texts by which the checker in these files refuses: the literals of `ensure`, `Err` and `ok_or`
/// in its source, without numbers, with `*` for each value in it.
pub fn clauses(files: impl Iterator<Item = PathBuf>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        // The last literal of a call: `, "…")`, `Err("…"`, `ok_or("…"`, at a line's end too.
        for (at, _) in code.match_indices('"') {
            let before = code[..at].trim_end();
            let Some(end) = code[at + 1..].find('"') else { continue };
            let (literal, after) = (&code[at + 1..at + 1 + end], &code[at + 2 + end..]);
            let after = after.trim_start_matches([',', ' ']);
            let opens = [",", "Err(", "ok_or(", "from("].iter().any(|word| before.ends_with(word));
            let closes = [")", ".into()"].iter().any(|word| after.starts_with(word));
            let is_reason = opens && closes && !before.ends_with("write!(f,");
            if (is_reason || before.ends_with("format!(")) && literal.contains(' ') {
                all.insert(with_stars(&without_numbers(literal)));
            }
        }
    }
    all
}

/// Replaces each `{…}` by `*`.
fn with_stars(literal: &str) -> String {
    let mut pieces = literal.split('{');
    let first = pieces.next().unwrap_or_default().to_string();
    pieces.fold(first, |all, piece| all + "*" + piece.split_once('}').map_or("", |(_, rest)| rest))
}

/// Reads a word of the evidence as written in proofs: `n2r3c4`, `r3n5`.
pub fn word<T: DeserializeOwned>(token: &str) -> T {
    serde_json::from_value(token.into()).unwrap_or_else(|error| panic!("{token}: {error}"))
}

/// Returns a state in which each variable written `V{values}`, as `r1n2{c3 c4}`, has no candidates but these,
/// and all else is open.
pub fn bare(state: &str) -> Model {
    let mut model = Model::of_clues("");
    for part in state.split("; ") {
        let (variable, values) = part.trim_end_matches('}').split_once('{').unwrap();
        // The name of a candidate has its value for each of its variables.
        let is_held = |name: String| values.split(' ').any(|value| name.contains(value));
        let others = labels(word(variable)).into_iter().filter(|&one| !is_held(candidate(one).to_string()));
        others.for_each(|one| model.set(one, false));
    }
    model
}

/// Returns the path of the lines: a clause; a puzzle, or a state as [`bare`] reads it; and rounds, the last
/// of which is refused.
fn lines_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/refused.jsonl")
}

/// `RENEW=1` adds lines for clauses that refuse little, as far as changes at random find some.
#[test]
fn every_clause_refuses_something() {
    let text = std::fs::read_to_string(lines_file()).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let mut by_line = Reasons::default();
    for line in &lines {
        let line: Value = serde_json::from_str(line).unwrap();
        let rounds: Vec<Round> = serde_json::from_value(line["rounds"].clone()).unwrap();
        let puzzle = line["puzzle"].as_str().unwrap();
        let bare = puzzle.contains('{').then(|| bare(puzzle).sukaku());
        let reason = refusal(bare.as_deref().unwrap_or(puzzle), &rounds);
        assert_eq!(reason.as_deref(), line["clause"].as_str(), "{line}");
        by_line.add(&reason.unwrap());
    }
    let mut all = mutants::REASONS.clone();
    all.extend(&changed_proofs::REASONS);
    let files = std::fs::read_dir(proof_source("verify")).unwrap();
    let clauses = clauses(files.map(|entry| entry.unwrap().path()));
    let mut silent = Vec::new();
    for clause in &clauses {
        let (count, line) = all.of(clause);
        if by_line.of(clause).0 == 0 && count < RARE {
            match line.filter(|_| *RENEWED) {
                Some(line) => lines.push(line.clone()),
                None if count == 0 => silent.push(clause),
                None => println!("rare: {count} {clause}"),
            }
        }
    }
    println!("{} clauses, {} lines", clauses.len(), lines.len());
    if *RENEWED {
        lines.sort();
        std::fs::write(lines_file(), lines.join("\n") + "\n").unwrap();
    }
    assert!(silent.is_empty() && clauses.len() > 400, "{} refuse nothing: {silent:#?}", silent.len());
}
