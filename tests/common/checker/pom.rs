//! Steps of the pattern overlay method (docs/theory.md, "Pattern overlay"): lists of patterns by search, and
//! everything that is derived from them, as literally as the definitions have it.

use super::{Checked, Conclusions, Label, Model, Variable, block, ensure, label, linked};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Nine cells, row by row.
pub type Pattern = [usize; 9];

/// All ways to place the digit: a cell in each row that holds it or may hold it, in different columns and blocks.
pub fn patterns(model: &Model, digit: usize) -> Vec<Pattern> {
    fn extend(places: &[Vec<usize>], chosen: &mut Vec<usize>, all: &mut Vec<Pattern>) {
        let Some(row) = places.get(chosen.len()) else {
            all.push(chosen[..].try_into().unwrap());
            return;
        };
        for &cell in row {
            if chosen.iter().all(|&other| other % 9 != cell % 9 && block(other) != block(cell)) {
                chosen.push(cell);
                extend(places, chosen, all);
                chosen.pop();
            }
        }
    }
    let holds = |cell: &usize| model.value[*cell] == Some(digit) || model.candidate[*cell][digit];
    let places: Vec<Vec<usize>> =
        (0..9).map(|row| (9 * row..9 * row + 9).filter(holds).collect()).collect();
    let mut all = Vec::new();
    extend(&places, &mut Vec::new(), &mut all);
    all
}

/// The six digits of a pattern, as Myth Jellies defines them: the squares of blocks 1, 5, 9; then those of blocks 2, 6, 7,
/// "right and down (cyclically) from the intersection point".
pub fn name(pattern: &Pattern) -> String {
    let square = |b: usize| {
        let cell = pattern.iter().find(|&&cell| block(cell) == b).unwrap();
        (cell / 9 % 3, cell % 3)
    };
    let main = [0, 4, 8].map(|b| 3 * square(b).0 + square(b).1);
    let side = |b: usize, row: usize, column: usize| {
        let crossing = (square(row).0, square(column).1);
        let steps = [(1, 1), (1, 2), (2, 1), (2, 2)];
        let at = |(down, right): &(usize, usize)| {
            ((crossing.0 + down) % 3, (crossing.1 + right) % 3) == square(b)
        };
        steps.iter().position(at).unwrap()
    };
    let sides = [side(1, 0, 4), side(5, 4, 8), side(6, 8, 0)];
    main.iter().chain(&sides).map(usize::to_string).collect()
}

fn meet(a: &Pattern, b: &Pattern) -> bool {
    a.iter().any(|cell| b.contains(cell))
}

/// A pattern of the state, and how it went.
#[derive(Clone, Debug)]
pub struct Entry {
    pub digit: usize,
    pub pattern: Pattern,
    pub label: String,
    /// The round in which it was found impossible, and the digits that show it.
    pub death: Option<(usize, Vec<usize>)>,
    /// Whether that was for want of pairs.
    pub unpaired: bool,
}

/// All patterns of the digits that are not decided everywhere, in order of digit and label.
pub fn entries(model: &Model) -> Vec<Entry> {
    let mut all = Vec::new();
    for digit in (0..9).filter(|&digit| (0..81).any(|cell| model.candidate[cell][digit])) {
        let entry = |pattern: Pattern| Entry {
            digit,
            label: name(&pattern),
            pattern,
            death: None,
            unpaired: false,
        };
        let mut list: Vec<Entry> = patterns(model, digit).into_iter().map(entry).collect();
        list.sort_by(|a, b| a.label.cmp(&b.label));
        all.extend(list);
    }
    all
}

/// Technique 1 in rounds, to its end; with `pairs` then strong path consistency in rounds.
pub fn overlay(model: &Model, pairs: bool) -> Vec<Entry> {
    let mut all = entries(model);
    let mut digits: Vec<usize> = all.iter().map(|entry| entry.digit).collect();
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
        let of = |digit: usize| left.iter().copied().filter(|&i| all[i].digit == digit).collect();
        let lists: BTreeMap<usize, Vec<usize>> = digits.iter().map(|&d| (d, of(d))).collect();
        if lists.values().any(Vec::is_empty) {
            return all;
        }
        let mut going = Vec::new();
        if unpaired {
            for (&i, &j) in left.iter().flat_map(|i| left.iter().map(move |j| (i, j))) {
                let thirds =
                    lists.iter().filter(|(d, _)| **d != all[i].digit && **d != all[j].digit);
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
            let excludes = |(d, list): (&usize, &Vec<usize>)| {
                let alone = *d != all[i].digit && !list.iter().any(|&j| together[i][j]);
                alone.then_some(*d)
            };
            let by: Vec<usize> = lists.iter().filter_map(excludes).collect();
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

thread_local! {
    /// The last state looked at, its technique, and what came of it: steps come in bunches.
    static LAST: RefCell<Option<(Model, bool, Vec<Entry>)>> = const { RefCell::new(None) };
    static LAST_NET: RefCell<Option<(Model, u8, NetEnd)>> = const { RefCell::new(None) };
}

fn same(a: &Model, b: &Model) -> bool {
    a.candidate == b.candidate && a.value == b.value
}

/// `pom1`, `pom2`, `pom3`.
pub fn pom(model: &Model, name: &str, body: &str, concluded: &Conclusions) -> Checked<()> {
    let (target, is_true) = only(concluded)?;
    match name {
        "pom1" => single_digit(model, body, target, is_true),
        "pom2" | "pom3" => {
            let pairs = name == "pom3";
            LAST.with_borrow_mut(|last| {
                if !last.as_ref().is_some_and(|(m, p, _)| *p == pairs && same(m, model)) {
                    *last = Some((model.clone(), pairs, overlay(model, pairs)));
                }
                exclusion(&last.as_ref().unwrap().2, body, target, is_true)
            })
        }
        _ => Err(format!("there is no {name}")),
    }
}

/// The only conclusion, and whether it asserts.
fn only(concluded: &Conclusions) -> Checked<(Label, bool)> {
    let mut all = concluded.eliminated.iter().map(|&label| (label, false));
    let mut asserted = concluded.asserted.iter().map(|&label| (label, true));
    let (first, second) = (all.next(), asserted.next());
    ensure(all.next().is_none() && asserted.next().is_none(), "one conclusion")?;
    first.xor(second).ok_or_else(|| "one conclusion".to_string())
}

fn cell_text(cell: usize) -> String {
    format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)
}

fn single_digit(model: &Model, body: &str, (at, digit): Label, is_true: bool) -> Checked<()> {
    let live = patterns(model, digit);
    let through = live.iter().filter(|pattern| pattern.contains(&at)).count();
    let (n, total, place) = (digit + 1, live.len(), cell_text(at));
    let (text, holds) = match is_true {
        false => (format!("{n} has no pattern through {place} ({total} live)"), through == 0),
        true => (format!("every pattern of {n} takes {place} ({total} live)"), through == total),
    };
    ensure(body == text, format!("'{text}'"))?;
    ensure(total > 0 && holds, "so it is")
}

/// `4 through r7c9: 4b(536121) meets 5acd, 4d(535121) has no pair with 7 and 3 more`.
fn exclusion(all: &[Entry], body: &str, (at, digit): Label, is_true: bool) -> Checked<()> {
    let side = if is_true { "outside" } else { "through" };
    let head = format!("{} {side} {}: ", digit + 1, cell_text(at));
    let rest = body.strip_prefix(&head).ok_or("which patterns")?;
    let list: Vec<&Entry> = all.iter().filter(|entry| entry.digit == digit).collect();
    let (gone, others): (Vec<&Entry>, Vec<&Entry>) =
        list.iter().partition(|entry| entry.pattern.contains(&at) != is_true);
    ensure(gone.iter().all(|entry| entry.death.is_some()), "all these patterns are impossible")?;
    ensure(others.iter().any(|entry| entry.death.is_none()), "others are not")?;
    let (named, more) = match rest
        .rsplit_once(" and ")
        .and_then(|(a, b)| b.strip_suffix(" more").map(|b| (a, b)))
    {
        Some((named, more)) => (named, more.parse().map_err(|_| "a number")?),
        None => (rest, 0),
    };
    let named: Vec<&str> = named.split(", ").filter(|text| !text.is_empty()).collect();
    ensure(named.len() + more == gone.len(), "each pattern is named or counted")?;
    ensure(more == 0 || named.len() == 6, "six are named")?;
    for (text, entry) in named.iter().zip(gone) {
        let number = list.iter().position(|other| other.label == entry.label).unwrap();
        let letter = letters(list.len(), [number]);
        let pattern = format!("{}{letter}({}) ", digit + 1, entry.label);
        let why = text.strip_prefix(&pattern).ok_or_else(|| format!("'{pattern}'"))?;
        let (round, by) = entry.death.as_ref().unwrap();
        let is_reason = by.iter().any(|&other| {
            if entry.unpaired {
                return why == format!("has no pair with {}", other + 1);
            }
            let others: Vec<&Entry> = all.iter().filter(|entry| entry.digit == other).collect();
            let is_left = |&k: &usize| others[k].death.as_ref().is_none_or(|(end, _)| end >= round);
            let left: Vec<usize> = (0..others.len()).filter(is_left).collect();
            assert!(left.iter().all(|&k| meet(&others[k].pattern, &entry.pattern)));
            why == match others.len() {
                ..=26 => format!("meets {}{}", other + 1, letters(others.len(), left)),
                _ => format!("meets all {} of {}", left.len(), other + 1),
            }
        });
        ensure(is_reason, format!("'{why}' is why"))?;
    }
    Ok(())
}

fn letters(length: usize, numbers: impl IntoIterator<Item = usize>) -> String {
    let letter = |k: usize| (b'a' + k as u8) as char;
    if length <= 26 { numbers.into_iter().map(letter).collect() } else { String::new() }
}

// ---------------------------------------------------------------- patterns in a net

/// A candidate, and whether it is taken as true.
type Literal = (Label, bool);

/// The patterns left where a net with patterns comes to its end, and the candidates it makes false.
#[derive(Clone, Debug)]
pub struct NetEnd {
    pub patterns: Vec<(usize, Pattern)>,
    pub all: usize,
    pub failed: Vec<Label>,
}

/// Two candidates that are the only ones of a variable.
fn conjugate(model: &Model, a: Label, b: Label) -> bool {
    let both = |v: &Variable| v.labels().contains(&b) && model.candidates_of(*v).len() == 2;
    a != b && Variable::of(a).iter().any(both)
}

/// Whether the pattern gives the literal its truth.
fn satisfies(pattern: &Pattern, ((cell, _), holds): Literal) -> bool {
    pattern.contains(&cell) == holds
}

/// One clause of the net: a link, or what all patterns of a digit say.
fn by_link(model: &Model, from: Literal, to: Literal) -> bool {
    match (from.1, to.1) {
        (true, false) => linked(from.0, to.0),
        (false, true) => conjugate(model, from.0, to.0),
        _ => false,
    }
}

fn by_patterns(patterns: &[(usize, Pattern)], from: Literal, to: Literal) -> bool {
    let own = patterns.iter().filter(|(digit, _)| *digit == from.0.1);
    from.0.1 == to.0.1
        && own.map(|(_, pattern)| pattern).all(|p| !satisfies(p, from) || satisfies(p, to))
}

/// By their words: 1 is PB1, 2 PB2, 3 PB3. Nothing is left where a digit has no pattern.
pub fn net_end(model: &Model, level: u8) -> NetEnd {
    let mut patterns: Vec<(usize, Pattern)> =
        entries(model).into_iter().map(|entry| (entry.digit, entry.pattern)).collect();
    let all = patterns.len();
    let candidates = model.candidates();
    let literals: Vec<Literal> =
        candidates.iter().flat_map(|&label| [(label, false), (label, true)]).collect();
    let number: BTreeMap<Literal, usize> =
        literals.iter().enumerate().map(|(i, &literal)| (literal, i)).collect();
    let mut digits: Vec<usize> = patterns.iter().map(|(digit, _)| *digit).collect();
    digits.dedup();
    loop {
        // What each literal leads to, by one clause, then by any number.
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
        let values = |pattern: &(usize, Pattern)| -> Vec<usize> {
            let own = candidates.iter().filter(|label| label.1 == pattern.0);
            own.map(|&label| number[&(label, pattern.1.contains(&label.0))]).collect()
        };
        let contradicts = |seen: &dyn Fn(usize) -> bool, pattern: &(usize, Pattern)| {
            let own = candidates.iter().filter(|label| label.1 == pattern.0);
            let mut values = own.map(|&label| number[&(label, !pattern.1.contains(&label.0))]);
            values.any(seen)
        };
        if level >= 2 {
            // Against a clause between two candidates of the digit: a literal it makes true leads to one it does not.
            patterns.retain(|pattern| {
                !values(pattern).iter().any(|&from| contradicts(&|to| reach[from][to], pattern))
            });
        }
        if level >= 3 && patterns.len() == before {
            let lists = patterns.clone();
            patterns.retain(|pattern| {
                let from = values(pattern);
                let leads_to = |to: usize| from.iter().any(|&i| reach[i][to]);
                let is_consistent = candidates.iter().all(|&label| {
                    !(leads_to(number[&(label, false)]) && leads_to(number[&(label, true)]))
                });
                is_consistent
                    && digits.iter().filter(|&&digit| digit != pattern.0).all(|&digit| {
                        let mut list = lists.iter().filter(|other| other.0 == digit);
                        list.any(|other| {
                            !meet(&pattern.1, &other.1) && !contradicts(&leads_to, other)
                        })
                    })
            });
        }
        if patterns.len() == before {
            let fails = |&label: &Label| reach[number[&(label, true)]][number[&(label, false)]];
            let failed = candidates.iter().copied().filter(fails).collect();
            return NetEnd { patterns, all, failed };
        }
        if digits.iter().any(|digit| !patterns.iter().any(|pattern| pattern.0 == *digit)) {
            return NetEnd { patterns: Vec::new(), all, failed: candidates };
        }
    }
}

/// `pb1` prints a chain, `n4r7c9 → ¬n4r2c3 ⇒ n4r2c5 → ¬n4r7c9`; the others `4 has no pattern left through r7c9 (60 of
/// 92 left)`.
pub fn pattern_net(model: &Model, name: &str, body: &str, concluded: &Conclusions) -> Checked<()> {
    let level = match name {
        "pb1" => 1,
        "pb2" => 2,
        "pb3" => 3,
        _ => return Err(format!("there is no {name}")),
    };
    let (target, is_true) = only(concluded)?;
    ensure(!is_true, "a net eliminates")?;
    LAST_NET.with_borrow_mut(|last| {
        if !last.as_ref().is_some_and(|(m, l, _)| *l == level && same(m, model)) {
            *last = Some((model.clone(), level, net_end(model, level)));
        }
        let end = &last.as_ref().unwrap().2;
        ensure(end.failed.contains(&target), "the candidate fails")?;
        if level > 1 {
            let (n, place, left) = (target.1 + 1, cell_text(target.0), end.patterns.len());
            let all = end.all;
            let text = format!("{n} has no pattern left through {place} ({left} of {all} left)");
            let through = |(d, p): &(usize, Pattern)| *d == target.1 && p.contains(&target.0);
            ensure(!end.patterns.iter().any(through), "no pattern left")?;
            return ensure(body == text, format!("'{text}'"));
        }
        let tokens: Vec<&str> = body.split(' ').collect();
        ensure(tokens.len() >= 3 && tokens.len() % 2 == 1, "candidates with links between them")?;
        let literal = |token: &str| -> Checked<Literal> {
            match token.strip_prefix('¬') {
                Some(token) => Ok((label(token)?, false)),
                None => Ok((label(token)?, true)),
            }
        };
        let mut from = literal(tokens[0])?;
        ensure(from == (target, true), "the chain begins with the candidate")?;
        for pair in tokens[1..].chunks(2) {
            let to = literal(pair[1])?;
            ensure(model.has(to.0), format!("{} is a candidate", pair[1]))?;
            let holds = match pair[0] {
                "→" => by_link(model, from, to),
                "⇒" => by_patterns(&end.patterns, from, to),
                _ => return Err(format!("there is no link '{}'", pair[0])),
            };
            ensure(holds, format!("{from:?} {} {to:?}", pair[0]))?;
            from = to;
        }
        ensure(from == (target, false), "the chain ends with its negation")
    })
}

/// For a state, the candidates that the rule with this name proves false, and true.
pub fn proved(model: &Model, name: &str) -> Conclusions {
    if let Some(level) = name.strip_prefix("pb") {
        let failed = net_end(model, level.parse().unwrap()).failed;
        return Conclusions { eliminated: failed.into_iter().collect(), ..Conclusions::default() };
    }
    let all = if name == "pom1" { entries(model) } else { overlay(model, name == "pom3") };
    let mut proved = Conclusions::default();
    for (at, digit) in model.candidates() {
        let mut left = all.iter().filter(|e| e.digit == digit && e.death.is_none()).peekable();
        assert!(left.peek().is_some(), "a digit has no pattern left");
        let (with, without): (Vec<&Entry>, Vec<&Entry>) =
            left.partition(|entry| entry.pattern.contains(&at));
        if with.is_empty() {
            proved.eliminated.insert((at, digit));
        } else if without.is_empty() {
            proved.asserted.insert((at, digit));
        }
    }
    proved
}
