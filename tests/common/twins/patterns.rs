//! Steps of the pattern overlay method (docs/theory.md, "Pattern overlay"): lists of patterns by search, and
//! everything derived from them, as literally as in the definitions.

use super::model::{Label, Model, are_pair, block, label, linked};
use std::cell::LazyCell;
use std::collections::BTreeMap;
use sudoscope_engine::evidence::{Counted, Excluded, Gone, Left, Templates};
use sudoscope_engine::grid::{Cell, Digit, House};
use sudoscope_engine::testing::SHOWN;

/// Nine cells, row by row.
pub type Pattern = [Cell; 9];

/// Lists all ways to place the digit: in each row a cell that holds it or may hold it, in different columns
/// and blocks.
pub fn patterns(model: &Model, digit: Digit) -> Vec<Pattern> {
    fn extend(places: &[Vec<Cell>], chosen: &mut Vec<Cell>, all: &mut Vec<Pattern>) {
        let Some(row) = places.get(chosen.len()) else {
            all.push(chosen[..].try_into().unwrap());
            return;
        };
        for &cell in row {
            if chosen.iter().all(|&other| other.column() != cell.column() && block(other) != block(cell)) {
                chosen.push(cell);
                extend(places, chosen, all);
                chosen.pop();
            }
        }
    }
    let holds = |cell: &Cell| model.value[*cell] == Some(digit) || model.candidate[*cell][digit];
    let places: Vec<Vec<Cell>> = (0..9).map(|row| House::row(row).cells().filter(holds).collect()).collect();
    let mut all = Vec::new();
    extend(&places, &mut Vec::new(), &mut all);
    all
}

/// Returns the six digits of a pattern, as Myth Jellies defines them: the squares of blocks 1, 5, 9; then
/// those of blocks 2, 6, 7, "right and down (cyclically) from the intersection point".
pub fn name(pattern: &Pattern) -> String {
    let square = |b: usize| {
        let cell = pattern.iter().find(|&&cell| block(cell) == b).unwrap();
        (cell.row() % 3, cell.column() % 3)
    };
    let main = [0, 4, 8].map(|b| 3 * square(b).0 + square(b).1);
    let side = |b: usize, row: usize, column: usize| {
        let crossing = (square(row).0, square(column).1);
        let steps = [(1, 1), (1, 2), (2, 1), (2, 2)];
        let at =
            |(down, right): &(usize, usize)| ((crossing.0 + down) % 3, (crossing.1 + right) % 3) == square(b);
        steps.iter().position(at).unwrap()
    };
    let sides = [side(1, 0, 4), side(5, 4, 8), side(6, 8, 0)];
    main.iter().chain(&sides).map(usize::to_string).collect()
}

fn meet(a: &Pattern, b: &Pattern) -> bool {
    a.iter().any(|cell| b.contains(cell))
}

/// A pattern of the state, and how it was excluded.
#[derive(Clone, Debug)]
pub struct Entry {
    pub digit: Digit,
    pub pattern: Pattern,
    pub label: String,
    /// The round in which the pattern was found impossible, and the digits that show it.
    pub death: Option<(usize, Vec<Digit>)>,
    /// Whether the pattern was excluded for lack of pairs.
    pub unpaired: bool,
}

/// Lists all patterns of the digits that have candidates, in order of digit and label.
pub fn entries(model: &Model) -> Vec<Entry> {
    let mut all = Vec::new();
    for digit in Digit::all().filter(|&digit| Cell::all().any(|cell| model.candidate[cell][digit])) {
        let entry =
            |pattern: Pattern| Entry { digit, label: name(&pattern), pattern, death: None, unpaired: false };
        let mut list: Vec<Entry> = patterns(model, digit).into_iter().map(entry).collect();
        list.sort_by(|a, b| a.label.cmp(&b.label));
        all.extend(list);
    }
    all
}

/// Applies technique 1 in rounds to its end; with `pairs`, then strong path consistency in rounds.
pub fn overlay(model: &Model, pairs: bool) -> Vec<Entry> {
    let mut all = entries(model);
    let mut digits: Vec<Digit> = all.iter().map(|entry| entry.digit).collect();
    digits.dedup();
    let mut round = 0;
    let mut together: Vec<Vec<bool>> = all
        .iter()
        .map(|a| all.iter().map(|b| a.digit != b.digit && !meet(&a.pattern, &b.pattern)).collect())
        .collect();
    let mut unpaired = false;
    loop {
        round += 1;
        let left: Vec<usize> = (0..all.len()).filter(|&i| all[i].death.is_none()).collect();
        let of = |digit: Digit| left.iter().copied().filter(|&i| all[i].digit == digit).collect();
        let lists: BTreeMap<Digit, Vec<usize>> = digits.iter().map(|&d| (d, of(d))).collect();
        if lists.values().any(Vec::is_empty) {
            return all;
        }
        let mut going = Vec::new();
        if unpaired {
            for (&i, &j) in left.iter().flat_map(|i| left.iter().map(move |j| (i, j))) {
                let thirds = lists.iter().filter(|(d, _)| **d != all[i].digit && **d != all[j].digit);
                if together[i][j]
                    && thirds
                        .map(|(_, list)| list)
                        .any(|list| !list.iter().any(|&k| together[i][k] && together[j][k]))
                {
                    going.push((i, j));
                }
            }
        }
        going.iter().for_each(|&(i, j)| together[i][j] = false);
        let mut dead = Vec::new();
        for &i in &left {
            let excludes = |(d, list): (&Digit, &Vec<usize>)| {
                let alone = *d != all[i].digit && !list.iter().any(|&j| together[i][j]);
                alone.then_some(*d)
            };
            let by: Vec<Digit> = lists.iter().filter_map(excludes).collect();
            if !by.is_empty() {
                dead.push((i, by));
            }
        }
        if going.is_empty() && dead.is_empty() {
            if unpaired || !pairs {
                return all;
            }
            unpaired = true;
        }
        for (i, by) in dead {
            all[i].death = Some((round, by));
            all[i].unpaired = unpaired;
        }
    }
}

/// Whether the steps of a round say the truth about patterns, as shown to readers, in its state.
pub fn are_counted(model: &Model, rule: &str, said: &[&Templates]) -> bool {
    let all = match rule {
        "pom2" | "pom3" => overlay(model, rule == "pom3"),
        _ => entries(model),
    };
    let net = LazyCell::new(|| net(model, rule).patterns.len());
    let is_so = |templates: &&Templates| {
        let (candidate, is_true, counted) = match templates {
            Templates::NoneThrough { candidate, counted } => (candidate, false, counted),
            Templates::AllThrough { candidate, counted } => (candidate, true, counted),
            _ => return false,
        };
        let (cell, digit) = label(*candidate);
        let list: Vec<&Entry> = all.iter().filter(|entry| entry.digit == digit).collect();
        match counted {
            Counted::Live(live) => list.len() == *live,
            Counted::Left { left, of } => (*net, all.len()) == (*left, *of),
            Counted::Out { first, more } => {
                let is_out = |entry: &&&Entry| entry.pattern.contains(&cell) != is_true;
                let out: Vec<&Entry> = list.iter().filter(is_out).copied().collect();
                let is_gone = |(gone, entry)| is_gone(gone, entry, &list, &all);
                first.len() == out.len().min(SHOWN)
                    && first.len() + more == out.len()
                    && first.iter().zip(out).all(is_gone)
            }
        }
    };
    said.iter().all(is_so)
}

/// Whether the entry is the pattern that `gone` names and was excluded for the same reason.
fn is_gone(gone: &Gone, entry: &Entry, list: &[&Entry], all: &[Entry]) -> bool {
    let number = list.iter().position(|other| other.label == entry.label);
    let is_short = |list: &[&Entry]| list.len() <= 26;
    let named = gone.pattern.label.map(|k| k.to_string()).concat() == entry.label
        && gone.pattern.digit == entry.digit
        && gone.number == number.filter(|_| is_short(list));
    let Some((round, by)) = &entry.death else { return false };
    named
        && match &gone.by {
            Excluded::Unpaired(other) => entry.unpaired && by.contains(other),
            Excluded::Meets(other, left) => {
                let others: Vec<&Entry> = all.iter().filter(|entry| entry.digit == *other).collect();
                let was_left = |&k: &usize| others[k].death.as_ref().is_none_or(|(end, _)| end >= round);
                let were: Vec<usize> = (0..others.len()).filter(was_left).collect();
                let meets_all = were.iter().all(|&k| meet(&others[k].pattern, &entry.pattern));
                let told = match left {
                    Left::Numbers(numbers) => is_short(&others) && *numbers == were,
                    Left::Count(count) => !is_short(&others) && *count == were.len(),
                };
                !entry.unpaired && by.contains(other) && meets_all && told
            }
        }
}

// ---------------------------------------------------------------- patterns in a net

/// A candidate, and whether it is taken as true.
type Literal = (Label, bool);

/// Patterns left at the end of a net with patterns, and the candidates that the net makes false.
#[derive(Clone, Debug)]
pub struct NetEnd {
    pub patterns: Vec<(Digit, Pattern)>,
    pub failed: Vec<Label>,
}

/// Whether the literal is true in the pattern.
fn satisfies(pattern: &Pattern, ((cell, _), holds): Literal) -> bool {
    pattern.contains(&cell) == holds
}

/// Whether a link of the net leads from one literal to the other.
fn by_link(model: &Model, from: Literal, to: Literal) -> bool {
    match (from.1, to.1) {
        (true, false) => linked(from.0, to.0),
        (false, true) => are_pair(model, from.0, to.0),
        _ => false,
    }
}

fn by_patterns(patterns: &[(Digit, Pattern)], from: Literal, to: Literal) -> bool {
    let own = patterns.iter().filter(|(digit, _)| *digit == from.0.1);
    from.0.1 == to.0.1 && own.map(|(_, pattern)| pattern).all(|p| !satisfies(p, from) || satisfies(p, to))
}

/// Computes `pb1`, `pb2` or `pb3` by its definition. No pattern is left if some digit has none.
pub fn net(model: &Model, rule: &str) -> NetEnd {
    let level = rule.as_bytes()[2] - b'0';
    let mut patterns: Vec<(Digit, Pattern)> =
        entries(model).into_iter().map(|entry| (entry.digit, entry.pattern)).collect();
    let candidates = model.candidates();
    let literals: Vec<Literal> =
        candidates.iter().flat_map(|&label| [(label, false), (label, true)]).collect();
    let number: BTreeMap<Literal, usize> =
        literals.iter().enumerate().map(|(i, &literal)| (literal, i)).collect();
    let mut digits: Vec<Digit> = patterns.iter().map(|(digit, _)| *digit).collect();
    digits.dedup();
    loop {
        // Literals that each literal leads to, by one clause, then by any number.
        let next = |&from: &Literal| -> Vec<usize> {
            let is_next = |to: &Literal| {
                *to != from && (by_link(model, from, *to) || by_patterns(&patterns, from, *to))
            };
            (0..literals.len()).filter(|&i| is_next(&literals[i])).collect()
        };
        let next: Vec<Vec<usize>> = literals.iter().map(next).collect();
        let reach = |from: usize| {
            let (mut seen, mut stack) = (vec![false; literals.len()], vec![from]);
            while let Some(i) = stack.pop() {
                if !std::mem::replace(&mut seen[i], true) {
                    stack.extend(&next[i]);
                }
            }
            seen
        };
        let reach: Vec<Vec<bool>> = (0..literals.len()).map(reach).collect();
        let before = patterns.len();
        let values = |pattern: &(Digit, Pattern)| -> Vec<usize> {
            let own = candidates.iter().filter(|label| label.1 == pattern.0);
            own.map(|&label| number[&(label, pattern.1.contains(&label.0))]).collect()
        };
        let contradicts = |seen: &dyn Fn(usize) -> bool, pattern: &(Digit, Pattern)| {
            let own = candidates.iter().filter(|label| label.1 == pattern.0);
            let mut values = own.map(|&label| number[&(label, !pattern.1.contains(&label.0))]);
            values.any(seen)
        };
        if level >= 2 {
            // A pattern breaks a clause between two candidates of its digit if a literal that it makes true
            // leads to one that it makes false.
            patterns.retain(|pattern| {
                !values(pattern).iter().any(|&from| contradicts(&|to| reach[from][to], pattern))
            });
        }
        if level >= 3 && patterns.len() == before {
            let lists = patterns.clone();
            patterns.retain(|pattern| {
                let from = values(pattern);
                let leads_to = |to: usize| from.iter().any(|&i| reach[i][to]);
                let is_consistent = candidates
                    .iter()
                    .all(|&label| !(leads_to(number[&(label, false)]) && leads_to(number[&(label, true)])));
                is_consistent
                    && digits.iter().filter(|&&digit| digit != pattern.0).all(|&digit| {
                        let mut list = lists.iter().filter(|other| other.0 == digit);
                        list.any(|other| !meet(&pattern.1, &other.1) && !contradicts(&leads_to, other))
                    })
            });
        }
        if patterns.len() == before {
            let fails = |&label: &Label| reach[number[&(label, true)]][number[&(label, false)]];
            let failed = candidates.iter().copied().filter(fails).collect();
            return NetEnd { patterns, failed };
        }
        if digits.iter().any(|digit| !patterns.iter().any(|pattern| pattern.0 == *digit)) {
            return NetEnd { patterns: Vec::new(), failed: candidates };
        }
    }
}
