//! Every step that `explain` prints, checked clause by clause against the definitions of nrc-rules B and E.
//!
//! Nothing of the library is used to check: labels, variables, links, the resolution state and the reading of
//! the notation are written here again, as literally as possible.

mod common;

use common::{random_10k, shared};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::sync::LazyLock;
use sudoscope::graph::{Budget, State};
use sudoscope::grid::{Candidates, Grid, parse_puzzle};
use sudoscope::ladder::Ladder;
use sudoscope::rules::{Findings, find_rule};
use sudoscope::solve::{Outcome, Solver};

// ---------------------------------------------------------------- labels, variables, links (A.1)

/// (cell, digit), both from 0.
type Label = (usize, usize);

/// A CSP variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Variable {
    Rc(usize),
    Rn(usize, usize),
    Cn(usize, usize),
    Bn(usize, usize),
}

use Variable::{Bn, Cn, Rc, Rn};

/// The cells of row, column or block `i`, `letter` saying which.
fn house(letter: char, i: usize) -> [usize; 9] {
    std::array::from_fn(|k| match letter {
        'r' => 9 * i + k,
        'c' => 9 * k + i,
        _ => 27 * (i / 3) + 9 * (k / 3) + 3 * (i % 3) + k % 3,
    })
}

fn block(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

impl Variable {
    fn labels(self) -> [Label; 9] {
        match self {
            Rc(cell) => std::array::from_fn(|digit| (cell, digit)),
            Rn(row, digit) => house('r', row).map(|cell| (cell, digit)),
            Cn(column, digit) => house('c', column).map(|cell| (cell, digit)),
            Bn(block, digit) => house('b', block).map(|cell| (cell, digit)),
        }
    }

    fn of((cell, digit): Label) -> [Variable; 4] {
        [Rc(cell), Rn(cell / 9, digit), Cn(cell % 9, digit), Bn(block(cell), digit)]
    }
}

/// Two different labels are linked if they share a variable.
fn linked(a: Label, b: Label) -> bool {
    a != b && Variable::of(a).iter().any(|variable| Variable::of(b).contains(variable))
}

/// Linked to some element.
fn covered(label: Label, by: &[Label]) -> bool {
    by.iter().any(|&other| linked(label, other))
}

/// Not among them and linked to none (A.1).
fn compatible(label: Label, with: &[Label]) -> bool {
    !with.contains(&label) && !covered(label, with)
}

// ---------------------------------------------------------------- the resolution state

/// Candidates, and values asserted.
#[derive(Clone)]
struct Model {
    candidate: [[bool; 9]; 81],
    value: [Option<usize>; 81],
}

impl Model {
    fn of_clues(line: &str) -> Model {
        let mut model = Model { candidate: [[true; 9]; 81], value: [None; 81] };
        for (cell, byte) in line.bytes().take(81).enumerate() {
            if byte.is_ascii_digit() && byte != b'0' {
                model.assert((cell, (byte - b'1') as usize));
            }
        }
        model
    }

    fn has(&self, (cell, digit): Label) -> bool {
        self.candidate[cell][digit]
    }

    fn set(&mut self, (cell, digit): Label, present: bool) {
        self.candidate[cell][digit] = present;
    }

    /// The label becomes a value, and everything linked to it goes (ECP).
    fn assert(&mut self, label: Label) {
        self.value[label.0] = Some(label.1);
        self.set(label, false);
        for other in Variable::of(label).iter().flat_map(|variable| variable.labels()) {
            self.set(other, false);
        }
    }

    fn candidates(&self) -> Vec<Label> {
        let all = (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit)));
        all.filter(|&label| self.has(label)).collect()
    }

    fn candidates_of(&self, variable: Variable) -> Vec<Label> {
        variable.labels().into_iter().filter(|&label| self.has(label)).collect()
    }

    fn is_solved(&self, variable: Variable) -> bool {
        variable.labels().iter().any(|&(cell, digit)| self.value[cell] == Some(digit))
    }

    fn apply(&mut self, step: &Conclusions) {
        step.eliminated.iter().for_each(|&label| self.set(label, false));
        step.asserted.iter().for_each(|&label| self.assert(label));
    }

    /// The same state, in the library's form.
    fn is(&self, grid: &Grid) -> bool {
        self.candidates().into_iter().collect::<BTreeSet<_>>() == labels(&grid.candidates())
            && (0..81).all(|cell| self.value[cell].is_some() == grid.placed().contains(cell))
    }
}

fn labels(candidates: &Candidates) -> BTreeSet<Label> {
    candidates.iter().map(|c| (c.cell as usize, c.digit as usize)).collect()
}

// ---------------------------------------------------------------- reading the notation (E)

type Checked<T> = Result<T, String>;

fn ensure(holds: bool, clause: impl Into<String>) -> Checked<()> {
    if holds { Ok(()) } else { Err(clause.into()) }
}

/// `r3c4` is [(r, 2), (c, 3)].
fn pairs(token: &str) -> Checked<Vec<(char, usize)>> {
    let chars: Vec<char> = token.chars().collect();
    let pair = |pair: &[char]| match *pair {
        [letter, number @ '1'..='9'] => Ok((letter, number as usize - '1' as usize)),
        _ => Err(format!("'{token}' cannot be read")),
    };
    chars.chunks(2).map(pair).collect()
}

fn cell(token: &str) -> Checked<usize> {
    match pairs(token)?[..] {
        [('r', row), ('c', column)] => Ok(9 * row + column),
        _ => Err(format!("'{token}' is not a cell")),
    }
}

fn variable(token: &str) -> Checked<Variable> {
    Ok(match pairs(token)?[..] {
        [('r', row), ('c', column)] => Rc(9 * row + column),
        [('r', row), ('n', digit)] => Rn(row, digit),
        [('c', column), ('n', digit)] => Cn(column, digit),
        [('b', block), ('n', digit)] => Bn(block, digit),
        _ => return Err(format!("'{token}' is not a variable")),
    })
}

/// The label that a value of a variable stands for.
fn value(variable: Variable, token: &str) -> Checked<Label> {
    let label = match (variable, &pairs(token)?[..]) {
        (Rc(cell), [('n', digit)]) => (cell, *digit),
        (Rn(row, digit), [('c', column)]) => (9 * row + column, digit),
        (Cn(column, digit), [('r', row)]) => (9 * row + column, digit),
        (Bn(_, digit), [('r', row), ('c', column)]) => (9 * row + column, digit),
        _ => return Err(format!("'{token}' is not a value of {variable:?}")),
    };
    ensure(variable.labels().contains(&label), format!("'{token}' is not in {variable:?}"))?;
    Ok(label)
}

/// `X{a b}{c d}` is X, [a, b], [c, d].
fn braces(body: &str) -> Checked<(&str, Vec<Vec<&str>>)> {
    let (head, lists) = body.split_once('{').ok_or("no {")?;
    let lists = lists.strip_suffix('}').ok_or("no }")?;
    Ok((head, lists.split("}{").map(|list| list.split(' ').collect()).collect()))
}

/// What a step concludes.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Conclusions {
    eliminated: BTreeSet<Label>,
    asserted: BTreeSet<Label>,
}

fn conclusions(text: &str) -> Checked<Conclusions> {
    let mut all = Conclusions::default();
    for one in text.split(',') {
        let one: String = one.split_whitespace().collect();
        let (set, (place, number)) = match (one.split_once('≠'), one.split_once('=')) {
            (Some(parts), None) => (&mut all.eliminated, parts),
            (None, Some(parts)) => (&mut all.asserted, parts),
            _ => return Err(format!("'{one}' is not a conclusion")),
        };
        let digit = match pairs(&format!("n{number}"))?[..] {
            [('n', digit)] => digit,
            _ => return Err(format!("'{number}' is not a digit")),
        };
        ensure(set.insert((cell(place)?, digit)), format!("'{one}' twice"))?;
    }
    Ok(all)
}

/// One link of a chain.
#[derive(Clone, Copy, Debug)]
struct Link {
    variable: Variable,
    left: Label,
    right: Option<Label>,
}

fn links(body: &str) -> Checked<Vec<Link>> {
    let one = |text: &str| {
        let (head, lists) = braces(text)?;
        let variable = variable(head)?;
        let [values] = &lists[..] else { return Err(format!("'{text}' is not a link")) };
        let [left, right] = values[..] else { return Err(format!("'{text}' is not a link")) };
        let right = if right == "." { None } else { Some(value(variable, right)?) };
        Ok(Link { variable, left: value(variable, left)?, right })
    };
    body.split(" - ").map(one).collect()
}

// ---------------------------------------------------------------- the clauses

/// Checks a step in a state. The error is the clause that does not hold.
fn check(model: &Model, text: &str) -> Checked<Conclusions> {
    let (pattern, result) = text.split_once(" ==> ").ok_or("no conclusion")?;
    let concluded = conclusions(result)?;
    let present = concluded.eliminated.iter().chain(&concluded.asserted).all(|&l| model.has(l));
    ensure(present, "a conclusion is about something that is no candidate")?;
    let (name, body) = pattern.split_once(": ").unwrap_or((pattern, ""));
    if name == "naked-single" || name.starts_with("hidden-single") {
        ensure(concluded.eliminated.is_empty(), "a single eliminates")?;
        ensure(concluded.asserted.len() == 1, "a single asserts one value")?;
        concluded.asserted.iter().try_for_each(|&label| single(model, name, label))?;
        return Ok(concluded);
    }
    ensure(concluded.asserted.is_empty(), "the pattern asserts")?;
    let targets = &concluded.eliminated;
    if let Some((family, size)) = name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        let links = links(body)?;
        ensure(size.parse() == Ok(links.len()), "as many variables as the length says")?;
        targets.iter().try_for_each(|&target| chain(model, family, &links, target))?;
    } else {
        let allowed = if let Some(fish) = name.strip_prefix("finned-") {
            finned_fish(model, fish, body)?
        } else if let Some(kind) = name.strip_prefix("naked-") {
            naked(model, kind, body)?
        } else if let Some(kind) = name.strip_prefix("hidden-") {
            hidden(model, kind, body)?
        } else if let Some(kind) = name.strip_prefix("all-different-in-a-") {
            all_different(model, kind, body)?
        } else {
            fish(model, name, body)?
        };
        // A finned fish can be finned in several ways: any one of the sets will do.
        ensure(allowed.contains(targets), "the targets are exactly those of the pattern")?;
    }
    Ok(concluded)
}

/// A.2: a variable with one candidate and no value.
fn single(model: &Model, name: &str, label: Label) -> Checked<()> {
    let [rc, rn, cn, bn] = Variable::of(label);
    let variable = match name {
        "naked-single" => rc,
        "hidden-single-in-a-row" => rn,
        "hidden-single-in-a-column" => cn,
        "hidden-single-in-a-block" => bn,
        _ => return Err(format!("there is no {name}")),
    };
    ensure(!model.is_solved(variable), "the variable has a value")?;
    ensure(model.candidates_of(variable) == [label], "the only candidate of its variable")
}

/// B.6.1, B.6.2, B.6.3, B.7; B.11: a family may be followed by the type of all its variables.
fn chain(model: &Model, family: &str, links: &[Link], z: Label) -> Checked<()> {
    let types = [("-rc", 0), ("-rn", 1), ("-cn", 2), ("-bn", 3)];
    let typed = types.into_iter().find_map(|(suffix, k)| Some((family.strip_suffix(suffix)?, k)));
    if let Some((family, k)) = typed {
        let same_type = links.iter().all(|link| link.variable == Variable::of(link.left)[k]);
        ensure(same_type, "all variables are of the type named")?;
        return chain(model, family, links, z);
    }
    let (continuous, loopless) = match family {
        "whip" => (true, true),
        "whip-loops" => (true, false),
        "braid" => (false, false),
        _ => return Err(format!("there is no family {family}")),
    };
    ensure(model.has(z), "Z is a candidate")?;
    // Z and the right-linking candidates so far; everything on the left; the variables.
    let mut rights = vec![z];
    let mut lefts: Vec<Label> = Vec::new();
    let mut variables: Vec<Variable> = Vec::new();
    for (k, &Link { variable, left, right }) in links.iter().enumerate() {
        let candidates = model.candidates_of(variable);
        ensure(!model.is_solved(variable), "V is not solved")?;
        ensure(candidates.len() > 1, "V has more than one candidate")?;
        ensure(!variables.contains(&variable), "the variables are different")?;
        ensure(!variable.labels().contains(&z), "Z is not a candidate of V")?;
        ensure(candidates.contains(&left), "L is a candidate of V")?;
        ensure(left != z && !rights.contains(&left), "L is neither Z nor a previous R")?;
        ensure(!loopless || !lefts.contains(&left), "the left-linking candidates are different")?;
        if continuous {
            ensure(linked(left, rights[k]), "L1 is linked to Z, Lk to R(k-1)")?;
        } else {
            ensure(covered(left, &rights), "L is linked to Z or some previous R")?;
        }
        lefts.push(left);
        variables.push(variable);
        match right {
            Some(right) => {
                ensure(k + 1 < links.len(), "the last variable has no R")?;
                ensure(candidates.contains(&right), "R is a candidate of V")?;
                let open: Vec<Label> =
                    candidates.into_iter().filter(|&c| compatible(c, &rights)).collect();
                ensure(
                    open == [right],
                    "R is the only candidate of V compatible with Z and all R",
                )?;
                ensure(!lefts.contains(&right), "R is no L")?;
                rights.push(right);
            }
            None => {
                ensure(k + 1 == links.len(), "only the last variable has no R")?;
                let closed = candidates.iter().all(|&c| covered(c, &rights));
                ensure(closed, "every candidate of the last V is linked to Z or some R")?;
            }
        }
    }
    ensure(!links.is_empty() && rights.len() == links.len(), "the chain closes")
}

/// How many members: `pairs`, `triplets`, `quads`, `5-sets`; `x-wing`, `swordfish`, `jellyfish`, `5-fish`.
fn count(word: &str) -> Checked<usize> {
    match word {
        "pairs" | "x-wing" => Ok(2),
        "triplets" | "swordfish" => Ok(3),
        "quads" | "jellyfish" => Ok(4),
        _ => {
            let number = word.strip_suffix("-sets").or(word.strip_suffix("-fish"));
            let number = number.and_then(|number| number.parse().ok()).filter(|n| *n > 4);
            number.ok_or_else(|| format!("'{word}' is no size"))
        }
    }
}

/// `pairs-in-a-row`, with the house `r3`: how many, and the nine cells.
fn house_of(kind: &str, name: &str) -> Checked<(usize, [usize; 9])> {
    let (size, unit) = kind.split_once("-in-a-").ok_or("no house")?;
    let [(letter, index)] = pairs(name)?[..] else { return Err(format!("'{name}' is no house")) };
    ensure(unit == unit_name(letter), "the house is of the kind named")?;
    Ok((count(size)?, house(letter, index)))
}

fn unit_name(letter: char) -> &'static str {
    match letter {
        'r' => "row",
        'c' => "column",
        'b' => "block",
        _ => "nothing",
    }
}

/// The positions of a house, written `c4` in a row, `r4` in a column, `r7c8` in a block.
fn positions(name: &str, tokens: &[&str]) -> Checked<BTreeSet<usize>> {
    let row_or_column = pairs(name)?[0];
    tokens
        .iter()
        .map(|token| match (row_or_column, &pairs(token)?[..]) {
            (('r', row), [('c', column)]) => Ok(9 * row + column),
            (('c', column), [('r', row)]) => Ok(9 * row + column),
            (('b', _), _) => cell(token),
            _ => Err(format!("'{token}' is no position of {name}")),
        })
        .collect()
}

fn digits(tokens: &[&str]) -> Checked<BTreeSet<usize>> {
    lines('n', tokens)
}

/// `r3 r4 r7` with letter r.
fn lines(letter: char, tokens: &[&str]) -> Checked<BTreeSet<usize>> {
    let one = |token: &&str| match pairs(token)?[..] {
        [(l, number)] if l == letter => Ok(number),
        _ => Err(format!("'{token}' is not {letter}N")),
    };
    tokens.iter().map(one).collect()
}

fn two<'a, 'b>(lists: &'a [Vec<&'b str>]) -> Checked<(&'a [&'b str], &'a [&'b str])> {
    match lists {
        [first, second] => Ok((first, second)),
        _ => Err("two lists".to_string()),
    }
}

/// B.14: n cells of a house have n digits; the other cells of that house lose them.
fn naked(model: &Model, kind: &str, body: &str) -> Checked<Vec<BTreeSet<Label>>> {
    let (name, lists) = braces(body)?;
    let (n, house) = house_of(kind, name)?;
    let (cells, values) = two(&lists)?;
    let (cells, values) = (positions(name, cells)?, digits(values)?);
    ensure(cells.len() == n && values.len() == n, "n cells, n digits")?;
    let mut union = BTreeSet::new();
    for &cell in &cells {
        ensure(house.contains(&cell), "the cells are in the house")?;
        let held = model.candidates_of(Rc(cell));
        ensure(model.value[cell].is_none() && !held.is_empty(), "the cells are open")?;
        union.extend(held.iter().map(|label| label.1));
    }
    ensure(union == values, "the digits of the cells are these")?;
    let others = house.into_iter().filter(|cell| !cells.contains(cell));
    let targets = others.flat_map(|cell| values.iter().map(move |&digit| (cell, digit)));
    Ok(vec![targets.filter(|&label| model.has(label)).collect()])
}

/// B.14: n digits have n cells of a house; these lose the other digits.
fn hidden(model: &Model, kind: &str, body: &str) -> Checked<Vec<BTreeSet<Label>>> {
    let (name, lists) = braces(body)?;
    let (n, house) = house_of(kind, name)?;
    let (values, cells) = two(&lists)?;
    let (cells, values) = (positions(name, cells)?, digits(values)?);
    ensure(cells.len() == n && values.len() == n, "n digits, n cells")?;
    let mut union = BTreeSet::new();
    for &digit in &values {
        let places: Vec<usize> =
            house.into_iter().filter(|&cell| model.has((cell, digit))).collect();
        let valued = house.iter().any(|&cell| model.value[cell] == Some(digit));
        ensure(!valued && !places.is_empty(), "the digits are open in the house")?;
        union.extend(places);
    }
    ensure(union == cells, "the cells of the digits are these")?;
    let other = |digit: &usize| !values.contains(digit);
    let targets =
        cells.iter().flat_map(|&cell| (0..9).filter(other).map(move |digit| (cell, digit)));
    Ok(vec![targets.filter(|&label| model.has(label)).collect()])
}

/// The parts of a fish.
struct Fish {
    n: usize,
    digit: usize,
    in_rows: bool,
    base: BTreeSet<usize>,
    cover: BTreeSet<usize>,
}

impl Fish {
    fn read(name: &str, body: &str) -> Checked<Fish> {
        let (size, unit) = name.split_once("-in-").ok_or("no unit")?;
        let in_rows = match unit {
            "rows" => true,
            "columns" => false,
            _ => return Err(format!("'{unit}' is not rows or columns")),
        };
        let (head, lists) = braces(body)?;
        let [('n', digit)] = pairs(head)?[..] else { return Err("no digit".to_string()) };
        let (base, cover) = two(&lists)?;
        let (b, c) = if in_rows { ('r', 'c') } else { ('c', 'r') };
        let (base, cover) = (lines(b, base)?, lines(c, cover)?);
        let fish = Fish { n: count(size)?, digit, in_rows, base, cover };
        ensure(fish.base.len() == fish.n && fish.cover.len() == fish.n, "n lines, n lines")?;
        Ok(fish)
    }

    fn label(&self, base: usize, cover: usize) -> Label {
        (if self.in_rows { 9 * base + cover } else { 9 * cover + base }, self.digit)
    }

    /// The covering lines where base line `line` has the digit.
    fn places(&self, model: &Model, line: usize) -> BTreeSet<usize> {
        (0..9).filter(|&cover| model.has(self.label(line, cover))).collect()
    }

    /// The candidates of the digit in these covering lines, in no base line.
    fn outside(&self, model: &Model, cover: &BTreeSet<usize>) -> BTreeSet<Label> {
        let lines = (0..9).filter(|line| !self.base.contains(line));
        let all = lines.flat_map(|line| cover.iter().map(move |&place| self.label(line, place)));
        all.filter(|&label| model.has(label)).collect()
    }

    fn is_open(&self, model: &Model, line: usize) -> bool {
        let valued = |cover| model.value[self.label(line, cover).0] == Some(self.digit);
        !(0..9).any(valued) && !self.places(model, line).is_empty()
    }
}

/// B.14: in n rows the digit is confined to n columns; the other rows of these columns lose it.
fn fish(model: &Model, name: &str, body: &str) -> Checked<Vec<BTreeSet<Label>>> {
    let fish = Fish::read(name, body)?;
    let mut union = BTreeSet::new();
    for &line in &fish.base {
        ensure(fish.is_open(model, line), "the digit is open in the base lines")?;
        union.extend(fish.places(model, line));
    }
    ensure(union == fish.cover, "the places in the base lines are these")?;
    Ok(vec![fish.outside(model, &fish.cover)])
}

/// B.15: one of the lines is relaxed, its extra positions all lie in one block, that of itself and some
/// covering line. For an X-wing the clauses of the spec to the letter; above, the other n-1 lines are
/// confined to the n covering lines, and have all of them.
fn finned_fish(model: &Model, name: &str, body: &str) -> Checked<Vec<BTreeSet<Label>>> {
    let fish = Fish::read(name, body)?;
    for &line in &fish.base {
        ensure(fish.is_open(model, line), "the digit is open in the base lines")?;
    }
    let mut allowed = Vec::new();
    for &finned in &fish.base {
        let others: Vec<usize> = fish.base.iter().copied().filter(|&l| l != finned).collect();
        let union: BTreeSet<usize> =
            others.iter().flat_map(|&line| fish.places(model, line)).collect();
        if union != fish.cover {
            continue;
        }
        let places = fish.places(model, finned);
        let fins: BTreeSet<usize> = places.difference(&fish.cover).copied().collect();
        for &last in &fish.cover {
            let stack_of_last = |place: &usize| place / 3 == last / 3;
            let extra_in_block = fins.iter().all(stack_of_last);
            let literal = match (&fish.cover.iter().collect::<Vec<_>>()[..], fish.n) {
                (&[&a, &b], 2) => {
                    let first = if a == last { b } else { a };
                    first / 3 != last / 3
                        && places.contains(&first)
                        && places.iter().all(|p| *p == first || stack_of_last(p))
                }
                _ => true,
            };
            if fins.is_empty() || !extra_in_block || !literal {
                continue;
            }
            let corner = block(fish.label(finned, last).0);
            let targets = fish.outside(model, &fish.cover);
            allowed.push(targets.into_iter().filter(|label| block(label.0) == corner).collect());
        }
    }
    ensure(!allowed.is_empty(), "one line is relaxed, with its extra positions in one block")?;
    Ok(allowed)
}

/// Seed 004: the candidates of a house that are in no assignment of different digits to its open cells.
fn all_different(model: &Model, kind: &str, body: &str) -> Checked<Vec<BTreeSet<Label>>> {
    let [(letter, index)] = pairs(body)?[..] else { return Err("no house".to_string()) };
    ensure(kind == unit_name(letter), "the house is of the kind named")?;
    let open: Vec<usize> =
        house(letter, index).into_iter().filter(|&cell| model.value[cell].is_none()).collect();
    fn assign(model: &Model, open: &[usize], fixed: Label, taken: u16) -> bool {
        let Some((&cell, rest)) = open.split_first() else { return true };
        (0..9).any(|digit| {
            taken >> digit & 1 == 0
                && model.has((cell, digit))
                && (cell != fixed.0 || digit == fixed.1)
                && assign(model, rest, fixed, taken | 1 << digit)
        })
    }
    let all = open.iter().flat_map(|&cell| (0..9).map(move |digit| (cell, digit)));
    let present = all.filter(|&label| model.has(label));
    Ok(vec![present.filter(|&label| !assign(model, &open, label, 0)).collect()])
}

// ---------------------------------------------------------------- replaying climbs

/// The kind of a step: its name up to the size.
fn kind(text: &str) -> String {
    let name = text.split(" ==> ").next().unwrap().split(": ").next().unwrap();
    name.split("-in-").next().unwrap().split('[').next().unwrap().to_string()
}

/// Climbs a ladder and checks every step, all of one application in the same state. `see` is shown each
/// step in its state.
fn replay(
    solver: &mut Solver,
    line: &str,
    ladder: &Ladder,
    see: &mut dyn FnMut(&Model, &str),
) -> BTreeMap<String, usize> {
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let mut model = Model::of_clues(line);
    let mut counts = BTreeMap::new();
    let climb = solver.observe(&clues, ladder, 100_000_000, &mut |applied| {
        assert!(model.is(applied.grid), "{line}: the states differ");
        let mut all = Conclusions::default();
        let steps = applied.found.steps.as_ref().unwrap();
        assert_eq!(steps.len(), applied.found.firings as usize);
        for step in steps {
            let concluded = check(&model, &step.text).unwrap_or_else(|clause| {
                panic!("{line}\n  by {}\n  {}\n  not so: {clause}", ladder.definition, step.text)
            });
            assert_eq!(concluded.eliminated, labels(&step.eliminated), "{line}: {}", step.text);
            assert_eq!(concluded.asserted, labels(&step.asserted), "{line}: {}", step.text);
            all.eliminated.extend(concluded.eliminated);
            all.asserted.extend(concluded.asserted);
            *counts.entry(kind(&step.text)).or_insert(0) += 1;
            see(&model, &step.text);
        }
        assert_eq!(all.eliminated, labels(&applied.found.eliminated), "{line}");
        assert_eq!(all.asserted, labels(&applied.found.asserted), "{line}");
        model.apply(&all);
    });
    assert!(model.is(solver.grid()), "{line}: the last states differ");
    assert!(matches!(climb.outcome, Outcome::Solved(_) | Outcome::Stuck), "{line}");
    counts
}

fn add(mut all: BTreeMap<String, usize>, more: BTreeMap<String, usize>) -> BTreeMap<String, usize> {
    more.into_iter().for_each(|(kind, n)| *all.entry(kind).or_insert(0) += n);
    all
}

fn replay_all(lines: &[String], definitions: &[&str]) -> BTreeMap<String, usize> {
    let ladders: Vec<Ladder> =
        definitions.iter().map(|text| Ladder::define("test", text).unwrap()).collect();
    let one = |solver: &mut Solver, line: &String| {
        let replays = ladders.iter().map(|ladder| replay(solver, line, ladder, &mut |_, _| {}));
        replays.fold(BTreeMap::new(), add)
    };
    lines.par_iter().map_init(Solver::new, one).reduce(BTreeMap::new, add)
}

const W: &str = "brt,whip:1-36";
const B: &str = "brt,whip:1-2,braid:3-36";
const S_W: &str = "brt,subset:2-4+fish:2-4+whip:1-36";
const SFIN_W: &str = "brt,subset:2-4+fish:2-4+finned-fish:2-4+whip:1-36";
const LOOPS: &str = "brt,whip-loops:1-36";
const TYPED: &str = "brt,whip:1,typed-whip:2-36";

#[test]
fn random_puzzles() {
    let lines = random_10k();
    let counts = replay_all(&lines[..300], &[W, B, S_W, SFIN_W, LOOPS, TYPED]);
    // Sets and fish on their own, in larger sizes, and in states that simpler rules have not cleaned up.
    let sets = [
        "brt,lc,alldiff,fish:2-8+finned-fish:2-8",
        "brt,naked:2-8",
        "brt,hidden:2-8",
        "brt,lc,fish:2-8",
        "brt,lc,finned-fish:2-8",
        "brt,naked:5-8",
        "brt,hidden:5-8",
        "brt,fish:5-8",
        "brt,lc,finned-fish:4-8",
    ];
    let counts = add(counts, replay_all(&lines[..300], &sets));
    eprintln!("random-10k: {counts:#?}");
    for kind in ["naked-single", "hidden-single", "whip", "whip-loops", "braid", "all-different"] {
        assert!(counts[kind] > 100, "{kind}");
    }
    for kind in ["whip-rc", "whip-rn", "whip-cn", "whip-bn"] {
        assert!(counts.contains_key(kind), "{kind}");
    }
    let sets = ["pairs", "triplets", "quads", "5-sets", "6-sets"];
    for kind in sets.iter().flat_map(|set| [format!("naked-{set}"), format!("hidden-{set}")]) {
        assert!(counts.contains_key(&kind), "{kind}");
    }
    for fish in [
        "x-wing",
        "swordfish",
        "jellyfish",
        "5-fish",
        "finned-x-wing",
        "finned-swordfish",
        "finned-jellyfish",
    ] {
        assert!(counts.contains_key(fish), "{fish}");
    }
}

#[test]
fn the_hardest_of_controlled_bias_000() {
    let Some(path) = shared("cbg-000.csv") else { return };
    let text = read_to_string(path).unwrap();
    let rows = text.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let mut rated: Vec<(u8, String)> =
        rows.map(|row| (row[1].parse().unwrap(), row[0].to_string())).collect();
    rated.sort_by_key(|(rating, _)| std::cmp::Reverse(*rating));
    assert!(rated[199].0 >= 5);
    let lines: Vec<String> = rated.into_iter().take(200).map(|(_, line)| line).collect();
    let counts = replay_all(&lines, &[W, B, S_W, SFIN_W, LOOPS]);
    eprintln!("cbg-000: {counts:?}");
}

/// SudoRules' own paths: every line is one firing, applied at once.
#[test]
fn paths_of_sudorules() {
    for name in ["seed000", "cbg2", "cbg13"] {
        let Some(path) = shared(&format!("traces/sudorules-W-{name}.txt")) else { return };
        let text = read_to_string(path).unwrap();
        let puzzle = text.split('"').nth(1).unwrap();
        let mut model = Model::of_clues(puzzle);
        let mut counts = BTreeMap::new();
        for line in text.lines().filter(|line| line.contains(" ==> ")) {
            let step = check(&model, line.trim());
            let step = step.unwrap_or_else(|clause| panic!("{name}: {line}\n  not so: {clause}"));
            model.apply(&step);
            *counts.entry(kind(line)).or_insert(0) += 1;
        }
        eprintln!("{name}: {counts:?}");
        assert!(model.value.iter().all(|value| value.is_some()), "{name} is solved");
    }
}

// ---------------------------------------------------------------- the checker refuses what is wrong

/// The chain as text.
fn print(family: &str, links: &[Link], target: Label) -> String {
    let name = |(cell, _): Label| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
    let value = |variable: Variable, label: Label| match variable {
        Rc(_) => format!("n{}", label.1 + 1),
        Rn(..) => format!("c{}", label.0 % 9 + 1),
        Cn(..) => format!("r{}", label.0 / 9 + 1),
        Bn(..) => name(label),
    };
    let one = |link: &Link| {
        let variable = match link.variable {
            Rc(cell) => name((cell, 0)),
            Rn(i, n) => format!("r{}n{}", i + 1, n + 1),
            Cn(i, n) => format!("c{}n{}", i + 1, n + 1),
            Bn(i, n) => format!("b{}n{}", i + 1, n + 1),
        };
        let right = link.right.map_or(".".to_string(), |right| value(link.variable, right));
        format!("{variable}{{{} {right}}}", value(link.variable, link.left))
    };
    let body: Vec<String> = links.iter().map(one).collect();
    let (size, target) = (links.len(), format!("{}≠{}", name(target), target.1 + 1));
    format!("{family}[{size}]: {} ==> {target}", body.join(" - "))
}

/// Every way to spoil a chain: (what was done, state, text).
fn spoiled_chains(model: &Model, text: &str) -> Vec<(&'static str, Model, String)> {
    let (pattern, result) = text.split_once(" ==> ").unwrap();
    let (name, body) = pattern.split_once(": ").unwrap();
    let family = name.split('[').next().unwrap();
    let (links, targets) = (links(body).unwrap(), conclusions(result).unwrap().eliminated);
    let z = *targets.first().unwrap();
    assert_eq!(check(model, &print(family, &links, z)).map(|_| ()), Ok(()));
    let n = links.len();
    let mut all = Vec::new();
    let mut rights = vec![z];
    for (k, &Link { variable, left, right }) in links.iter().enumerate() {
        let with = |link: Link| {
            let mut links = links.clone();
            links[k] = link;
            print(family, &links, z)
        };
        for label in variable.labels() {
            if right.is_some() && right != Some(label) {
                let spoiled = with(Link { variable, left, right: Some(label) });
                all.push(("wrong R", model.clone(), spoiled));
            }
            let reaches =
                if family == "braid" { covered(label, &rights) } else { linked(label, rights[k]) };
            if !reaches || !model.has(label) {
                let spoiled = with(Link { variable, left: label, right });
                all.push(("L without link", model.clone(), spoiled));
            }
            if !covered(label, &rights) && Some(label) != right {
                let mut spoiled = model.clone();
                spoiled.set(label, true);
                all.push(("a candidate not covered", spoiled, text.to_string()));
            }
        }
        for missing in [Some(left), right].into_iter().flatten() {
            let mut spoiled = model.clone();
            spoiled.set(missing, false);
            all.push(("a missing candidate", spoiled, text.to_string()));
        }
        if right.is_some() {
            all.push((
                "closed too early",
                model.clone(),
                with(Link { variable, left, right: None }),
            ));
            let mut twice = links.clone();
            twice.insert(k, links[k]);
            all.push(("repeated V and L", model.clone(), print(family, &twice, z)));
        } else if let Some(&other) = variable.labels().iter().find(|&&label| label != left) {
            all.push((
                "not closed",
                model.clone(),
                with(Link { variable, left, right: Some(other) }),
            ));
        }
        if n > 1 {
            // All shorter chains have been applied: without one of its links it is none.
            let mut shorter = links.clone();
            shorter.remove(k);
            all.push(("a link less", model.clone(), print(family, &shorter, z)));
        }
        rights.extend(right);
    }
    let mut gone = model.clone();
    gone.set(z, false);
    all.push(("a missing target", gone, text.to_string()));
    let not_linked = model.candidates().into_iter().filter(|&c| !linked(c, links[0].left));
    if family != "braid" {
        all.extend(
            not_linked.map(|c| ("target not linked", model.clone(), print(family, &links, c))),
        );
    }
    let longer = text.replacen(&format!("[{n}]"), &format!("[{}]", n + 1), 1);
    all.push(("wrong length", model.clone(), longer));
    all
}

/// What no member of this Hall set may have: the candidates of its members outside its values.
fn outside_hall_set(pattern: &str) -> Vec<Label> {
    let (name, body) = pattern.split_once(": ").unwrap();
    let (head, lists) = braces(body).unwrap();
    let (first, second) = two(&lists).unwrap();
    let pairs = |a: Vec<usize>, b: Vec<usize>| -> Vec<Label> {
        a.iter().flat_map(|&a| b.iter().map(move |&b| (a, b))).collect()
    };
    let without = |set: BTreeSet<usize>| (0..9).filter(|k| !set.contains(k)).collect::<Vec<_>>();
    if name.starts_with("naked") {
        let cells = positions(head, first).unwrap().into_iter().collect();
        pairs(cells, without(digits(second).unwrap()))
    } else if let Some(kind) = name.strip_prefix("hidden-") {
        let (_, house) = house_of(kind, head).unwrap();
        let cells = positions(head, second).unwrap();
        let others = house.into_iter().filter(|cell| !cells.contains(cell)).collect();
        pairs(others, digits(first).unwrap().into_iter().collect())
    } else if name.starts_with("finned") {
        Vec::new()
    } else {
        let fish = Fish::read(name, body).unwrap();
        let base = fish.base.iter().copied().collect();
        pairs(base, without(fish.cover.clone())).iter().map(|&(b, c)| fish.label(b, c)).collect()
    }
}

/// The solution, by the end of the W climb.
fn solution(solver: &mut Solver, line: &str) -> Vec<Label> {
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let climb = solver.observe(&clues, &Ladder::named("W").unwrap(), u64::MAX, &mut |_| {});
    assert!(matches!(climb.outcome, Outcome::Solved(_)));
    let grid = *solver.grid();
    (0..9).flat_map(|digit| grid.plane(digit).map(move |cell| (cell, digit))).collect()
}

#[test]
fn spoiled_steps_are_refused() {
    let lines = random_10k();
    let ladders = [
        W,
        B,
        SFIN_W,
        LOOPS,
        "brt,alldiff",
        "brt,naked:2-8",
        "brt,hidden:2-8",
        "brt,lc,finned-fish:2-8",
    ];
    let ladders = ladders.map(|text| Ladder::define("test", text).unwrap());
    let spoil = |solver: &mut Solver, line: &String| {
        let solution = solution(solver, line);
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for ladder in &ladders {
            replay(solver, line, ladder, &mut |model, text| {
                let mut refuse = |what: &str, model: &Model, spoiled: &str| {
                    let result = check(model, spoiled);
                    assert!(result.is_err(), "{line}\n  {text}\n  {what}: {spoiled}\n  accepted");
                    *counts.entry(what.to_string()).or_insert(0) += 1;
                };
                let (pattern, result) = text.split_once(" ==> ").unwrap();
                let concluded = conclusions(result).unwrap();
                // No pattern proves what is false.
                for &(cell, digit) in solution.iter().filter(|&&label| model.has(label)) {
                    let target = format!("r{}c{}≠{}", cell / 9 + 1, cell % 9 + 1, digit + 1);
                    refuse("a true target", model, &format!("{pattern} ==> {target}"));
                    if !concluded.eliminated.is_empty() {
                        refuse("a true target more", model, &format!("{text}, {target}"));
                    }
                }
                refuse("a target twice", model, &format!("{text}, {result}"));
                if pattern.contains("single") {
                    let label = *concluded.asserted.first().unwrap();
                    let [rc, rn, cn, bn] = Variable::of(label);
                    let variable = match pattern {
                        "naked-single" => rc,
                        "hidden-single-in-a-row" => rn,
                        "hidden-single-in-a-column" => cn,
                        _ => bn,
                    };
                    for other in variable.labels().into_iter().filter(|&other| other != label) {
                        let mut spoiled = model.clone();
                        spoiled.set(other, true);
                        refuse("not single", &spoiled, text);
                    }
                } else if pattern.contains('[') {
                    for (what, model, spoiled) in spoiled_chains(model, text) {
                        refuse(what, &model, &spoiled);
                    }
                } else if !pattern.starts_with("all-different") {
                    // A member or a value less; a member that another takes the place of.
                    for (at, _) in text.match_indices(' ').filter(|&(at, _)| at < pattern.len()) {
                        if let Some(end) = text[at + 1..].find([' ', '}'])
                            && text[..at].contains('{')
                        {
                            let spoiled = format!("{}{}", &text[..at], &text[at + 1 + end..]);
                            refuse("a member less", model, &spoiled);
                        }
                    }
                    let mut gone = model.clone();
                    gone.set(*concluded.eliminated.first().unwrap(), false);
                    refuse("a missing target", &gone, text);
                    for label in outside_hall_set(pattern) {
                        let mut spoiled = model.clone();
                        spoiled.set(label, true);
                        refuse("a value more", &spoiled, text);
                    }
                }
            });
        }
        counts
    };
    let counts = lines[..60].par_iter().map_init(Solver::new, spoil).reduce(BTreeMap::new, add);
    eprintln!("refused: {counts:#?}");
    assert!(counts.len() > 12);
}

/// Puzzles that whips with loops solve at a lower level.
const LOOP_PUZZLES: &[&str] = &[
    ".72.....43.8.2...6.....5.8..37.........5..4..6..8.9..14...61.92.....2.........6..",
    "...1...3..5.........1.589.6...2.9.7..4......8...73.....864....9......6.17....6...",
];

/// A whip that repeats a left-linking candidate is a whip-loops, but no whip.
#[test]
fn loops_are_refused_as_whips() {
    let ladder = Ladder::define("loops", LOOPS).unwrap();
    let mut solver = Solver::new();
    for line in LOOP_PUZZLES {
        let mut repeated = Vec::new();
        replay(&mut solver, line, &ladder, &mut |model, text| {
            if let Some(rest) = text.strip_prefix("whip-loops")
                && let Err(clause) = check(model, &format!("whip{rest}"))
            {
                assert_eq!(clause, "the left-linking candidates are different", "{text}");
                repeated.push(text.to_string());
            }
        });
        eprintln!("{line}: {repeated:?}");
        assert!(!repeated.is_empty(), "{line}");
    }
}

// ---------------------------------------------------------------- the naive twin

/// The 729 labels, and which are linked.
static LINKED: LazyLock<Vec<[bool; 729]>> = LazyLock::new(|| {
    let label = |i: usize| (i / 9, i % 9);
    (0..729).map(|a| std::array::from_fn(|b| linked(label(a), label(b)))).collect()
});

/// A search for chains straight from the definition: every left-linking candidate, every variable, one after
/// the other, nothing merged and nothing foreseen.
struct Naive {
    candidates: Vec<usize>,
    /// For each label, its open variables: the candidates of each. The same variable is the same list.
    variables: Vec<Vec<Vec<usize>>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Family {
    Whip,
    WhipLoops,
    Braid,
}

impl Naive {
    fn new(model: &Model) -> Naive {
        let number = |&(cell, digit): &Label| 9 * cell + digit;
        let of = |variable| model.candidates_of(variable).iter().map(number).collect();
        let label = |i: usize| (i / 9, i % 9);
        let variables = (0..729).map(|i| Variable::of(label(i)).map(of).to_vec()).collect();
        Naive { candidates: model.candidates().iter().map(number).collect(), variables }
    }

    /// Whether there is a chain with `left` more variables. `rights` begins with Z.
    fn extend(
        &self,
        family: Family,
        left: usize,
        rights: &mut Vec<usize>,
        lefts: &mut Vec<usize>,
        used: &mut Vec<(usize, usize)>,
    ) -> bool {
        let z = rights[0];
        for &l in &self.candidates {
            let continues = match family {
                Family::Braid => rights.iter().any(|&r| LINKED[l][r]),
                _ => LINKED[l][rights[rights.len() - 1]],
            };
            if !continues || rights.contains(&l) || family == Family::Whip && lefts.contains(&l) {
                continue;
            }
            for (kind, candidates) in self.variables[l].iter().enumerate() {
                // Two labels of one variable of a kind name it alike: by its first candidate.
                let name = (kind, candidates[0]);
                if candidates.len() < 2 || candidates.contains(&z) || used.contains(&name) {
                    continue;
                }
                let is_covered = |&c: &usize| rights.iter().any(|&r| LINKED[c][r]);
                if left == 1 {
                    if candidates.iter().all(is_covered) {
                        return true;
                    }
                    continue;
                }
                let open = |c: &&usize| !is_covered(c) && !rights.contains(c);
                let mut rest = candidates.iter().filter(open);
                let (Some(&r), None) = (rest.next(), rest.next()) else { continue };
                if lefts.contains(&r) || r == l {
                    continue;
                }
                rights.push(r);
                lefts.push(l);
                used.push(name);
                let found = self.extend(family, left - 1, rights, lefts, used);
                used.pop();
                lefts.pop();
                rights.pop();
                if found {
                    return true;
                }
            }
        }
        false
    }

    /// The targets of chains with exactly `size` variables.
    fn targets(&self, family: Family, size: usize) -> BTreeSet<Label> {
        let is_target =
            |&z: &usize| self.extend(family, size, &mut vec![z], &mut Vec::new(), &mut Vec::new());
        self.candidates.iter().copied().filter(is_target).map(|z| (z / 9, z % 9)).collect()
    }
}

/// A state without singles, in both forms.
type TwoForms = (Model, Grid);

/// The state of the model in which the library found something.
fn two_forms(grid: &Grid) -> TwoForms {
    let mut model = Model::of_clues(&sudoscope::grid::notation::puzzle(grid));
    let candidates = labels(&grid.candidates());
    for label in model.candidates() {
        model.set(label, candidates.contains(&label));
    }
    assert!(model.is(grid));
    (model, *grid)
}

/// What a rule finds in a state at one size.
fn find(rule: &str, grid: &Grid, size: u8) -> Findings {
    let (mut state, mut found) = (State::new(), Findings::traced());
    state.reset(grid, None, Budget(u64::MAX));
    find_rule(rule).unwrap().find(&mut state, size, &mut found).unwrap();
    found
}

/// States met on the way up a ladder whose next step is by a chain that `pleases`, `from_each` puzzle.
fn states(
    lines: &[&str],
    definition: &str,
    from_each: usize,
    pleases: &(dyn Fn(&str, u8, &Grid) -> bool + Sync),
) -> Vec<TwoForms> {
    let ladder = Ladder::define("test", definition).unwrap();
    let of = |line: &&str| {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let mut here = Vec::new();
        Solver::new().observe(&clues, &ladder, u64::MAX, &mut |applied| {
            let (name, size) = (applied.item.rule.info().name, applied.item.size);
            if size > 0 && here.len() < from_each && pleases(name, size, applied.grid) {
                here.push(two_forms(applied.grid));
            }
        });
        here
    };
    lines.par_iter().flat_map(of).collect()
}

/// What the rule finds at each size is what the definition says. Of braids only the shortest on each target
/// must be found; a longer one, with right-linking candidates that it could do without, may be.
fn compare(model: &Model, grid: &Grid, family: Family, upto: usize) -> usize {
    let name = match family {
        Family::Whip => "whip",
        Family::WhipLoops => "whip-loops",
        Family::Braid => "braid",
    };
    let naive = Naive::new(model);
    let (mut ours, mut theirs) = (BTreeSet::new(), BTreeSet::new());
    for size in 1..=upto {
        // Braids of one or two variables are whips; the rule begins at 3.
        let name = if family == Family::Braid && size < 3 { "whip" } else { name };
        let found = find(name, grid, size as u8);
        found.steps.iter().flatten().for_each(|step| {
            check(model, &step.text).unwrap_or_else(|clause| panic!("{}: {clause}", step.text));
        });
        let (found, expected) = (labels(&found.eliminated), naive.targets(family, size));
        let text = || sudoscope::grid::notation::pencilmarks(grid);
        if family == Family::Braid {
            assert!(found.is_subset(&expected), "{name}[{size}]\n{}", text());
        } else {
            assert_eq!(found, expected, "{name}[{size}]\n{}", text());
        }
        ours.extend(found);
        theirs.extend(expected);
        assert_eq!(ours, theirs, "up to {name}[{size}]\n{}", text());
    }
    ours.len()
}

/// Numbers of targets: whips, whips with loops, braids.
fn compare_all(states: &[TwoForms], upto: usize) -> [usize; 3] {
    let started = std::time::Instant::now();
    let one = |(model, grid): &TwoForms| {
        [
            compare(model, grid, Family::Whip, upto),
            compare(model, grid, Family::WhipLoops, upto),
            compare(model, grid, Family::Braid, upto),
        ]
    };
    let counts = states.par_iter().map(one);
    let sum = counts.reduce(|| [0; 3], |a, b| std::array::from_fn(|k| a[k] + b[k]));
    eprintln!("{} states up to {upto}: {sum:?} targets, {:?}", states.len(), started.elapsed());
    sum
}

#[test]
fn whips_and_braids_equal_their_naive_twin() {
    let lines = random_10k();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mixed = states(&lines[..400], W, 2, &|_, size, _| size >= 3);
    assert!(mixed.len() >= 60);
    compare_all(&mixed[..60], 4);
    let raw = states(&lines[..20], W, 1, &|_, _, _| true);
    compare_all(&raw, 4);
    // Where braids prove more than whips.
    let more_braids = |name: &str, size: u8, grid: &Grid| {
        let targets = |rule: &str| find(rule, grid, size).eliminated;
        name == "braid" && size <= 4 && targets("braid") != targets("whip")
    };
    let braided = states(&lines[..4000], B, 1, &more_braids);
    assert!(braided.len() >= 5, "{}", braided.len());
    let [whips, _, braids] = compare_all(&braided[..braided.len().min(20)], 4);
    assert!(braids > whips, "{whips} {braids}");
    // Where whips with loops prove more than whips without.
    let more_loops = |name: &str, size: u8, grid: &Grid| {
        let targets = |rule: &str| find(rule, grid, size).eliminated;
        name == "whip-loops" && size == 5 && targets("whip-loops") != targets("whip")
    };
    let looped = states(&LOOP_PUZZLES[..1], LOOPS, 1, &more_loops);
    let [whips, loops, _] = compare_all(&looped, 5);
    assert!(loops > whips, "{whips} {loops}");
}
