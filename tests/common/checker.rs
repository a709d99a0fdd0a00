//! A checker of printed steps, clause by clause by the definitions of docs/theory.md.
//!
//! Nothing of the library is used: labels, variables, links, the resolution state and the reading of the
//! notation are written here again, as literally as possible.

mod net;
pub mod pom;

use std::collections::BTreeSet;
use std::sync::LazyLock;

mod colouring;
pub mod colouring_y;

// ---------------------------------------------------------------- labels, variables, links

/// (cell, digit), both from 0.
pub type Label = (usize, usize);

/// A CSP variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Variable {
    Rc(usize),
    Rn(usize, usize),
    Cn(usize, usize),
    Bn(usize, usize),
}

pub use Variable::{Bn, Cn, Rc, Rn};

/// The cells of row, column or block `i`, `letter` saying which.
pub fn house(letter: char, i: usize) -> [usize; 9] {
    std::array::from_fn(|k| match letter {
        'r' => 9 * i + k,
        'c' => 9 * k + i,
        _ => 27 * (i / 3) + 9 * (k / 3) + 3 * (i % 3) + k % 3,
    })
}

pub fn block(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

impl Variable {
    /// All 324.
    pub fn all() -> impl Iterator<Item = Variable> {
        let pairs = (0..81).map(|i| (i / 9, i % 9));
        pairs.flat_map(|(i, j)| [Rc(9 * i + j), Rn(i, j), Cn(i, j), Bn(i, j)])
    }

    pub fn labels(self) -> [Label; 9] {
        match self {
            Rc(cell) => std::array::from_fn(|digit| (cell, digit)),
            Rn(row, digit) => house('r', row).map(|cell| (cell, digit)),
            Cn(column, digit) => house('c', column).map(|cell| (cell, digit)),
            Bn(block, digit) => house('b', block).map(|cell| (cell, digit)),
        }
    }

    pub fn of((cell, digit): Label) -> [Variable; 4] {
        [Rc(cell), Rn(cell / 9, digit), Cn(cell % 9, digit), Bn(block(cell), digit)]
    }
}

/// Two different labels are linked if they share a variable.
pub fn linked(a: Label, b: Label) -> bool {
    a != b && Variable::of(a).iter().any(|variable| Variable::of(b).contains(variable))
}

/// Linked to some element.
pub fn covered(label: Label, by: &[Label]) -> bool {
    by.iter().any(|&other| linked(label, other))
}

/// Not among them and linked to none.
pub fn compatible(label: Label, with: &[Label]) -> bool {
    !with.contains(&label) && !covered(label, with)
}

// ---------------------------------------------------------------- the resolution state

/// Candidates, and values asserted.
#[derive(Clone)]
pub struct Model {
    pub candidate: [[bool; 9]; 81],
    pub value: [Option<usize>; 81],
}

impl Model {
    pub fn of_clues(line: &str) -> Model {
        let mut model = Model { candidate: [[true; 9]; 81], value: [None; 81] };
        for (cell, byte) in line.bytes().take(81).enumerate() {
            if byte.is_ascii_digit() && byte != b'0' {
                model.assert((cell, (byte - b'1') as usize));
            }
        }
        model
    }

    pub fn has(&self, (cell, digit): Label) -> bool {
        self.candidate[cell][digit]
    }

    pub fn set(&mut self, (cell, digit): Label, present: bool) {
        self.candidate[cell][digit] = present;
    }

    /// The label becomes a value, and everything linked to it goes (ECP).
    pub fn assert(&mut self, label: Label) {
        self.value[label.0] = Some(label.1);
        self.set(label, false);
        for other in Variable::of(label).iter().flat_map(|variable| variable.labels()) {
            self.set(other, false);
        }
    }

    pub fn candidates(&self) -> Vec<Label> {
        let all = (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit)));
        all.filter(|&label| self.has(label)).collect()
    }

    pub fn candidates_of(&self, variable: Variable) -> Vec<Label> {
        variable.labels().into_iter().filter(|&label| self.has(label)).collect()
    }

    pub fn is_solved(&self, variable: Variable) -> bool {
        variable.labels().iter().any(|&(cell, digit)| self.value[cell] == Some(digit))
    }

    pub fn apply(&mut self, step: &Conclusions) {
        step.eliminated.iter().for_each(|&label| self.set(label, false));
        step.asserted.iter().for_each(|&label| self.assert(label));
    }
}

// ---------------------------------------------------------------- reading the notation (E)

pub type Checked<T> = Result<T, String>;

pub fn ensure(holds: bool, clause: impl Into<String>) -> Checked<()> {
    if holds { Ok(()) } else { Err(clause.into()) }
}

/// `r3c4` is [(r, 2), (c, 3)].
pub fn pairs(token: &str) -> Checked<Vec<(char, usize)>> {
    let chars: Vec<char> = token.chars().collect();
    let pair = |pair: &[char]| match *pair {
        [letter, number @ '1'..='9'] => Ok((letter, number as usize - '1' as usize)),
        _ => Err(format!("'{token}' cannot be read")),
    };
    chars.chunks(2).map(pair).collect()
}

pub fn cell(token: &str) -> Checked<usize> {
    match pairs(token)?[..] {
        [('r', row), ('c', column)] => Ok(9 * row + column),
        _ => Err(format!("'{token}' is not a cell")),
    }
}

pub fn variable(token: &str) -> Checked<Variable> {
    Ok(match pairs(token)?[..] {
        [('r', row), ('c', column)] => Rc(9 * row + column),
        [('r', row), ('n', digit)] => Rn(row, digit),
        [('c', column), ('n', digit)] => Cn(column, digit),
        [('b', block), ('n', digit)] => Bn(block, digit),
        _ => return Err(format!("'{token}' is not a variable")),
    })
}

/// The label that a value of a variable stands for.
pub fn value(variable: Variable, token: &str) -> Checked<Label> {
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
pub fn braces(body: &str) -> Checked<(&str, Vec<Vec<&str>>)> {
    let (head, lists) = body.split_once('{').ok_or("no {")?;
    let lists = lists.strip_suffix('}').ok_or("no }")?;
    Ok((head, lists.split("}{").map(|list| list.split(' ').collect()).collect()))
}

/// What a step concludes.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Conclusions {
    pub eliminated: BTreeSet<Label>,
    pub asserted: BTreeSet<Label>,
}

pub fn conclusions(text: &str) -> Checked<Conclusions> {
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

/// `n2r3c4`.
pub fn label(token: &str) -> Checked<Label> {
    match pairs(token)?[..] {
        [('n', digit), ('r', row), ('c', column)] => Ok((9 * row + column, digit)),
        _ => Err(format!("'{token}' is not a label")),
    }
}

/// What the truth of a chain proceeds from: the target itself, or a right-linking object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Object {
    Candidate(Label),
    /// The three labels of a row or column in a block, and those written.
    Segment([Label; 3], Vec<Label>),
    /// The variables of a Subset and its transversal sets.
    Subset(Vec<Variable>, Vec<Variable>),
}

use Object::{Candidate, Segment, Subset};

impl Object {
    /// Linked to the candidate, to all three labels of the segment; in a transversal set of the Subset and in
    /// none of its variables.
    pub fn kills(&self, label: Label) -> bool {
        match self {
            Candidate(other) => linked(label, *other),
            Segment(all, _) => all.iter().all(|&other| linked(label, other)),
            Subset(of, sets) => {
                let is_in = |v: &Variable| v.labels().contains(&label);
                sets.iter().any(is_in) && !of.iter().any(is_in)
            }
        }
    }
}

/// One link of a chain: its variable, or those of a Subset.
#[derive(Clone, Debug)]
pub struct Link {
    pub variables: Vec<Variable>,
    pub left: Label,
    pub right: Option<Object>,
}

/// `c46` in a row, `r79` in a column, `r3c456` or `r12c4` in a block.
pub fn segment(variable: Variable, token: &str) -> Checked<Object> {
    let lines: Vec<&str> = token.split_inclusive(|c: char| c.is_ascii_digit()).collect();
    let mut groups: Vec<(char, Vec<usize>)> = Vec::new();
    for part in lines {
        let mut chars: Vec<char> = part.chars().collect();
        let number = chars.pop().and_then(|c| c.to_digit(10)).filter(|n| *n > 0);
        let number = number.ok_or_else(|| format!("'{token}' cannot be read"))? as usize - 1;
        match (&chars[..], groups.last_mut()) {
            (&[letter], _) => groups.push((letter, vec![number])),
            (&[], Some((_, numbers))) => numbers.push(number),
            _ => return Err(format!("'{token}' cannot be read")),
        }
    }
    let (rows, columns, digit) = match (variable, &groups[..]) {
        (Rn(row, digit), [('c', columns)]) => (vec![row], columns.clone(), digit),
        (Cn(column, digit), [('r', rows)]) => (rows.clone(), vec![column], digit),
        (Bn(_, digit), [('r', rows), ('c', columns)]) => (rows.clone(), columns.clone(), digit),
        _ => return Err(format!("'{token}' is no segment of {variable:?}")),
    };
    let line = match (&rows[..], &columns[..]) {
        (&[row], [_, _, ..]) => house('r', row),
        ([_, _, ..], &[column]) => house('c', column),
        _ => return Err(format!("'{token}' is not in a row or a column")),
    };
    let listed: Vec<Label> = rows
        .iter()
        .flat_map(|row| columns.iter().map(move |column| (9 * row + column, digit)))
        .collect();
    let in_block = line.into_iter().filter(|&cell| block(cell) == block(listed[0].0));
    let all: Vec<Label> = in_block.map(|cell| (cell, digit)).collect();
    let all: [Label; 3] = all.try_into().map_err(|_| "three labels")?;
    ensure(all.iter().all(|l| variable.labels().contains(l)), "the segment is in its variable")?;
    ensure(listed.iter().all(|l| all.contains(l)), format!("'{token}' is in one block"))?;
    Ok(Segment(all, listed))
}

/// `V{L R}`, `V{L .}`, or `[V V]{L [C C]}`.
pub fn link(text: &str) -> Checked<Link> {
    if let Some((of, rest)) = text.strip_prefix('[').and_then(|text| text.split_once("]{")) {
        let parts = rest.strip_suffix("]}").and_then(|rest| rest.split_once(" ["));
        let (left, sets) = parts.ok_or_else(|| format!("'{text}' is not a link"))?;
        let all = |list: &str| list.split(' ').map(variable).collect::<Checked<Vec<Variable>>>();
        let (of, sets) = (all(of)?, all(sets)?);
        return Ok(Link {
            variables: of.clone(),
            left: label(left)?,
            right: Some(Subset(of, sets)),
        });
    }
    let (head, lists) = braces(text)?;
    let variable = variable(head)?;
    let [values] = &lists[..] else { return Err(format!("'{text}' is not a link")) };
    let [left, right] = values[..] else { return Err(format!("'{text}' is not a link")) };
    let right = match right {
        "." => None,
        _ => Some(value(variable, right).map(Candidate).or_else(|_| segment(variable, right))?),
    };
    Ok(Link { variables: vec![variable], left: value(variable, left)?, right })
}

pub fn links(body: &str) -> Checked<Vec<Link>> {
    body.split(" - ").map(link).collect()
}

// ---------------------------------------------------------------- the clauses

/// Checks a pattern, its name taken off.
type PatternCheck = fn(&Model, &str, &Conclusions) -> Checked<()>;

/// Checks a step in a state. The error is the clause that does not hold.
pub fn check(model: &Model, text: &str) -> Checked<Conclusions> {
    let (pattern, result) = text.split_once(" ==> ").ok_or("no conclusion")?;
    let concluded = conclusions(result)?;
    let present = concluded.eliminated.iter().chain(&concluded.asserted).all(|&l| model.has(l));
    ensure(present, "a conclusion is about something that is no candidate")?;
    let colouring: Option<(PatternCheck, &str)> = match pattern.split_once(' ') {
        Some(("x-cycle", body)) => Some((colouring::x_cycle, body)),
        Some(("y-cycle", body)) => Some((colouring_y::y_cycle, body)),
        Some(("y-knot", body)) => Some((colouring_y::y_knot, body)),
        _ => None,
    };
    if let Some((check, body)) = colouring {
        check(model, body, &concluded)?;
        return Ok(concluded);
    }
    let (name, body) = pattern.split_once(": ").unwrap_or((pattern, ""));
    if name == "naked-single" || name.starts_with("hidden-single") {
        ensure(concluded.eliminated.is_empty(), "a single eliminates")?;
        ensure(concluded.asserted.len() == 1, "a single asserts one value")?;
        concluded.asserted.iter().try_for_each(|&label| single(model, name, label))?;
        return Ok(concluded);
    }
    if name.starts_with("forcing") {
        forcing(model, name, body, &concluded)?;
        return Ok(concluded);
    }
    if name.starts_with("pom") {
        pom::pom(model, name, body, &concluded)?;
        return Ok(concluded);
    }
    if name.starts_with("pb") {
        pom::pattern_net(model, name, body, &concluded)?;
        return Ok(concluded);
    }
    ensure(concluded.asserted.is_empty(), "the pattern asserts")?;
    let targets = &concluded.eliminated;
    ensure(!targets.is_empty(), "something is eliminated")?;
    if let Some((family, size)) = name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        let size = size.parse().map_err(|_| "the length is a number")?;
        if family == "oddagon" {
            targets.iter().try_for_each(|&target| oddagon(model, size, body, target))?;
            return Ok(concluded);
        }
        let links = links(body)?;
        targets.iter().try_for_each(|&target| chain(model, family, size, &links, target))?;
    } else if let Some((name, body)) = pattern.split_once(' ').filter(|_| body.is_empty()) {
        targets.iter().try_for_each(|&target| nrc_chain(model, name, body, target))?;
    } else if name.starts_with("trial") {
        trial(model, name, body, targets)?;
    } else if name.starts_with("br-net") {
        net::br_net(model, name, body, targets)?;
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

/// A variable with one candidate and no value.
pub fn single(model: &Model, name: &str, label: Label) -> Checked<()> {
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

/// What may make the extra candidates of a variable impossible, and what L may be linked to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Nothing.
    Bivalue,
    /// Z.
    Z,
    /// In the first variable Z, later the previous right-linking objects.
    T,
    /// The last right-linking object: Z in the first variable.
    Near,
    /// Z and the last right-linking object.
    ZNear,
    /// Z and all previous right-linking objects.
    Whip,
    /// As of whips, and L may be linked to any of them.
    Braid,
}

/// A family of chains in CSP-Rules' notation.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    kind: Kind,
    /// R_n is written, and linked to Z.
    full: bool,
    /// The left-linking candidates are different.
    loopless: bool,
    /// Right-linking g-candidates.
    groups: bool,
    /// Right-linking Subsets, up to this size.
    subsets: usize,
}

impl Family {
    pub fn named(name: &str) -> Checked<Family> {
        let family =
            |kind, full, loopless, groups| Ok(Family { kind, full, loopless, groups, subsets: 0 });
        if let Some((size @ ("S2" | "S3" | "S4"), rest)) = name.split_once('-') {
            let kind = match rest {
                "chain" => Kind::Near,
                "zchain" => Kind::ZNear,
                "tchain" => Kind::T,
                "whip" => Kind::Whip,
                "braid" => Kind::Braid,
                _ => return Err(format!("there is no family {name}")),
            };
            let subsets = size[1..].parse().unwrap();
            let full = matches!(kind, Kind::Near | Kind::T);
            return Ok(Family { kind, full, loopless: false, groups: true, subsets });
        }
        match name {
            "biv-chain" => family(Kind::Bivalue, true, true, false),
            "z-chain" => family(Kind::Z, false, true, false),
            "t-whip" => family(Kind::T, false, true, false),
            "whip" => family(Kind::Whip, false, true, false),
            "whip-loops" => family(Kind::Whip, false, false, false),
            "braid" => family(Kind::Braid, false, false, false),
            "g-biv-chain" => family(Kind::Near, true, false, true),
            "g-whip" => family(Kind::Whip, false, false, true),
            "g-braid" => family(Kind::Braid, false, false, true),
            _ => Err(format!("there is no family {name}")),
        }
    }

    /// Those of Z, R_1 … R_(k-1) that may make extra candidates of V_k impossible.
    pub fn killers(self, objects: &[Object]) -> Vec<&Object> {
        let (z, last) = (&objects[0], &objects[objects.len() - 1]);
        match self.kind {
            Kind::Bivalue => vec![],
            Kind::Z => vec![z],
            Kind::T if objects.len() > 1 => objects[1..].iter().collect(),
            Kind::T => vec![z],
            Kind::Near => vec![last],
            Kind::ZNear => vec![z, last],
            Kind::Whip | Kind::Braid => objects.iter().collect(),
        }
    }

    /// The chain on Z along these links: Z and its right-linking objects, R_n among them if it is written.
    pub fn follow(self, model: &Model, links: &[Link], z: Label) -> Checked<Vec<Object>> {
        ensure(model.has(z), "Z is a candidate")?;
        // Candidates on the left and on the right.
        let (mut lefts, mut rights) = (Vec::new(), vec![z]);
        let mut objects = vec![Candidate(z)];
        let mut variables: Vec<Variable> = Vec::new();
        for (k, Link { variables: of, left, right }) in links.iter().enumerate() {
            let left = *left;
            let mut candidates = BTreeSet::new();
            for (i, &variable) in of.iter().enumerate() {
                let held = model.candidates_of(variable);
                ensure(!model.is_solved(variable), "V is not solved")?;
                ensure(held.len() > 1, "V has more than one candidate")?;
                ensure(!variables.contains(&variable), "the variables are different")?;
                ensure(!of[..i].contains(&variable), "the variables of a Subset are different")?;
                ensure(!variable.labels().contains(&z), "Z is not a candidate of V")?;
                candidates.extend(held);
            }
            // Where groups are allowed, a variable may come again, but not at once.
            if self.groups {
                variables.clear();
            }
            variables.extend(of);
            ensure(candidates.contains(&left), "L is a candidate of V")?;
            ensure(!rights.contains(&left), "L is neither Z nor a previous R")?;
            let different = !self.loopless || !lefts.contains(&left);
            ensure(different, "the left-linking candidates are different")?;
            if self.kind == Kind::Braid {
                let linked = objects.iter().any(|object| object.kills(left));
                ensure(linked, "L is linked to Z or some previous R")?;
            } else {
                ensure(objects[k].kills(left), "L1 is linked to Z, Lk to R(k-1)")?;
            }
            lefts.push(left);
            let killers = self.killers(&objects);
            let is_open = |c: &Label| *c != left && !killers.iter().any(|object| object.kills(*c));
            let open: Vec<Label> = candidates.iter().copied().filter(is_open).collect();
            let Some(right) = right else {
                ensure(k + 1 == links.len() && !self.full, "only the last variable has no R")?;
                ensure(
                    open.iter().all(|&c| linked(c, z)),
                    "every candidate of the last V is linked to Z or some R",
                )?;
                // A genuine R_n, linked to Z; all others are linked to previous right-linking objects.
                let is_end = |&c: &Label| c != left && linked(c, z) && open.iter().all(|&o| o == c);
                let genuine = self.kind != Kind::T || self.subsets > 0;
                ensure(genuine || candidates.iter().any(is_end), "there is an R_n")?;
                break;
            };
            match right {
                &Candidate(right) => {
                    ensure(candidates.contains(&right), "R is a candidate of V")?;
                    let only = "R is the only candidate of V compatible with Z and all R";
                    ensure(open == [right], only)?;
                    ensure(!lefts.contains(&right) && !rights.contains(&right), "R is new")?;
                    rights.push(right);
                }
                Segment(all, listed) => {
                    ensure(self.groups, "no right-linking g-candidates")?;
                    let present = all.iter().copied().filter(|&l| model.has(l));
                    ensure(present.eq(listed.iter().copied()), "the segment as it is present")?;
                    ensure(open.len() > 1, "two candidates of the segment are compatible")?;
                    let inside = open.iter().all(|c| all.contains(c));
                    ensure(inside, "every candidate outside the segment is impossible")?;
                }
                Subset(of, sets) => {
                    let size = of.len();
                    ensure((2..=self.subsets).contains(&size), "the Subset is of a size allowed")?;
                    ensure(sets.len() == size, "as many transversal sets as variables")?;
                    ensure((1..size).all(|i| !sets[..i].contains(&sets[i])), "different sets")?;
                    let is_in = |all: &[Variable; 9], some: &[Variable]| {
                        some.iter().all(|variable| all.contains(variable))
                    };
                    let mut planes = planes().into_iter();
                    let plane = planes.any(|[a, b]| is_in(&a, of) && is_in(&b, sets));
                    ensure(plane, "the variables and sets are of one house or digit")?;
                    let in_some = |c: &Label| sets.iter().any(|set| set.labels().contains(c));
                    ensure(open.iter().all(in_some), "every compatible candidate is in a set")?;
                }
            }
            objects.push(right.clone());
        }
        Ok(objects)
    }
}

/// Two families of nine variables, each of one crossing each of the other: the cells and the digits of a
/// house, the rows and the columns of a digit; either way round.
pub fn planes() -> Vec<[[Variable; 9]; 2]> {
    let one = |i: usize| {
        let of_house = |letter, variable: fn(usize, usize) -> Variable| {
            [house(letter, i).map(Rc), std::array::from_fn(|digit| variable(i, digit))]
        };
        let rows = std::array::from_fn(|row| Rn(row, i));
        let columns = std::array::from_fn(|column| Cn(column, i));
        [of_house('r', Rn), of_house('c', Cn), of_house('b', Bn), [rows, columns]]
    };
    (0..9).flat_map(one).flat_map(|[a, b]| [[a, b], [b, a]]).collect()
}

/// A family may be followed by the type of all its variables.
pub fn chain(model: &Model, family: &str, size: usize, links: &[Link], z: Label) -> Checked<()> {
    let types = [("-rc", 0), ("-rn", 1), ("-cn", 2), ("-bn", 3)];
    let typed = types.into_iter().find_map(|(suffix, k)| Some((family.strip_suffix(suffix)?, k)));
    if let Some((family, k)) = typed {
        let same_type = |link: &Link| link.variables == [Variable::of(link.left)[k]];
        ensure(links.iter().all(same_type), "all variables are of the type named")?;
        return chain(model, family, size, links, z);
    }
    let length: usize = links.iter().map(|link| link.variables.len()).sum();
    ensure(size == length, "as many variables as the length says")?;
    let family = Family::named(family)?;
    let shortest = if let Kind::Whip | Kind::Braid = family.kind { 1 } else { 2 };
    ensure(size >= shortest, "the family begins with longer chains")?;
    let objects = family.follow(model, links, z)?;
    if family.full {
        ensure(objects.len() == links.len() + 1, "the last variable has an R")?;
        ensure(objects[links.len()].kills(z), "Z is linked to the last R")
    } else {
        ensure(objects.len() == links.len(), "the chain closes")
    }
}

/// From each candidate of a variable a loopless partial whip, perhaps of length 0.
pub fn forcing(model: &Model, name: &str, body: &str, concluded: &Conclusions) -> Checked<()> {
    let (name, base) = name.split_once(" based on ").ok_or("no base")?;
    let (name, size) = name.split_once('[').ok_or("no length")?;
    let (count, word) = match name.split_once("-whip-") {
        Some(("forcing", "elim" | "val")) => (2, "bivalue candidates "),
        Some(("forcing3", "elim" | "val")) => (3, "trivalue candidates "),
        _ => return Err(format!("there is no {name}")),
    };
    let base = base.strip_prefix(word).ok_or("two or three candidates, as the name says")?;
    let base: BTreeSet<Label> =
        base.replace(" and ", ", ").split(", ").map(label).collect::<Checked<_>>()?;
    ensure(base.len() == count, "as many candidates as the name says")?;
    let of_base = Variable::of(*base.first().unwrap()).into_iter();
    let is_base = |v| model.candidates_of(v).into_iter().collect::<BTreeSet<_>>() == base;
    ensure(of_base.into_iter().any(is_base), "they are the candidates of a variable")?;
    let (mut begun, mut ends, mut length) = (BTreeSet::new(), Vec::new(), 1);
    for branch in body.strip_prefix("|| ").ok_or("no branches")?.split(" || ") {
        let (z, whip) = branch.split_once(" - ").unwrap_or((branch, ""));
        let z = label(z)?;
        ensure(base.contains(&z) && begun.insert(z), "one branch from each candidate")?;
        if whip.is_empty() {
            ends.push(z);
            continue;
        }
        let parts = whip.strip_prefix("partial-whip[").and_then(|whip| whip.split_once("]: "));
        let (size, whip) = parts.ok_or("a branch is a partial whip")?;
        let links = links(whip)?;
        ensure(size.parse() == Ok(links.len()), "as many variables as the length says")?;
        length += links.len();
        match Family::named("whip")?.follow(model, &links, z)?[..] {
            [.., Candidate(end)] if links.iter().all(|link| link.right.is_some()) => ends.push(end),
            _ => return Err("a partial whip ends in an R".to_string()),
        }
    }
    ensure(begun == base, "a branch from each candidate")?;
    ensure(size == format!("{length}]"), "the length is 1 more than those of the branches")?;
    if name.ends_with("val") {
        let same = ends.iter().all(|end| concluded.asserted == BTreeSet::from([*end]));
        return ensure(same && concluded.eliminated.is_empty(), "all branches end in what is true");
    }
    ensure(concluded.asserted.is_empty() && !concluded.eliminated.is_empty(), "it eliminates")?;
    let killed = |target: &Label| ends.iter().all(|&end| linked(*target, end));
    ensure(concluded.eliminated.iter().all(killed), "the targets are linked to every end")
}

/// An odd cycle of candidates joined by variables whose other candidates are linked to Z.
pub fn oddagon(model: &Model, size: usize, body: &str, z: Label) -> Checked<()> {
    let links = body.split(',').map(link).collect::<Checked<Vec<Link>>>()?;
    ensure(size == links.len() && size >= 3 && size % 2 == 1, "the length is odd")?;
    for (k, Link { variables, left, right }) in links.iter().enumerate() {
        let &[variable] = &variables[..] else { return Err("a variable".to_string()) };
        let candidates = model.candidates_of(variable);
        ensure(!model.is_solved(variable), "V is not solved")?;
        let next = links[(k + 1) % size].left;
        ensure(*right == Some(Candidate(next)), "the cycle is closed")?;
        let held = |label: &Label| candidates.contains(label);
        ensure(held(left) && held(&next), "the two are candidates of V")?;
        let mut before = links[..k].iter();
        let new = before.all(|link| link.left != *left && link.variables != [variable]);
        ensure(new && *left != next, "candidates and variables are different")?;
        ensure(z != *left, "Z is not in the cycle")?;
        let other = |c: &&Label| **c != *left && **c != next;
        let guardians = candidates.iter().filter(other).all(|&c| linked(c, z));
        ensure(guardians, "every other candidate of V is linked to Z")?;
    }
    Ok(())
}

/// A cell of the nrc notation: two candidates, then others, each with the right-linking candidate that excludes
/// it, or none if it is linked to Z.
#[derive(Clone, Debug)]
pub struct NrcCell {
    pub variable: Variable,
    pub left: Label,
    pub right: Label,
    pub extras: Vec<(Label, Option<Label>)>,
}

/// HLS2's notation: `{n1 n2}r3c4`, `n1r2{c3 c4}`, `n1{r2 r3}c4`, `n1{r1c2 r2c3}b1`; of hxy chains `{c3 c4}r2n1`.
pub fn nrc_cell(text: &str, hxy: bool) -> Checked<NrcCell> {
    let parts = text.split_once('{').and_then(|(a, rest)| Some((a, rest.split_once('}')?)));
    let (before, (inside, after)) = parts.ok_or_else(|| format!("'{text}' is not a cell"))?;
    let variable = match (hxy, &pairs(before)?[..], &pairs(after)?[..]) {
        (false, [], &[('r', row), ('c', column)]) => Rc(9 * row + column),
        (false, &[('n', digit), ('r', row)], []) => Rn(row, digit),
        (false, &[('n', digit)], &[('c', column)]) => Cn(column, digit),
        (false, &[('n', digit)], &[('b', block)]) => Bn(block, digit),
        (true, [], &[('r', row), ('n', digit)]) => Rn(row, digit),
        (true, [], &[('c', column), ('n', digit)]) => Cn(column, digit),
        (true, [], &[('b', block), ('n', digit)]) => Bn(block, digit),
        _ => return Err(format!("'{text}' is not a cell")),
    };
    let mut values = inside.split(' ');
    let mut next = || values.next().ok_or("two candidates");
    let (left, right) = (value(variable, next()?)?, value(variable, next()?)?);
    let extra = |text: &str| match (text.split_once('#'), text.strip_suffix('*')) {
        (Some((extra, by)), None) => Ok((value(variable, extra)?, Some(label(by)?))),
        (None, Some(extra)) => Ok((value(variable, extra)?, None)),
        _ => Err(format!("'{text}' is no extra candidate")),
    };
    let extras: Vec<_> = values.map(extra).collect::<Checked<_>>()?;
    ensure(extras.is_sorted_by_key(|(_, by)| by.is_none()), "t-candidates before z-candidates")?;
    Ok(NrcCell { variable, left, right, extras })
}

/// The chains of HLS2.
pub fn nrc_chain(model: &Model, name: &str, body: &str, z: Label) -> Checked<()> {
    let (head, length, tail) = match name {
        "xy-wing" => ("xy", 3, "chain"),
        "xyz-wing" => ("xyz", 3, "chain"),
        _ => {
            let at = name.find(|c: char| c.is_ascii_digit()).ok_or("no length")?;
            let (length, tail) = name[at..].split_once('-').ok_or("no -chain")?;
            (&name[..at], length.parse().map_err(|_| "the length is a number")?, tail)
        }
    };
    // The kinds of variables that a link may go through, and the kind of the cells.
    let (family, shared, cells): (&str, &[usize], Option<usize>) = match head.split_once('-') {
        Some((family, "rn")) => (family, &[0, 2], Some(1)),
        Some((family, "cn")) => (family, &[0, 1], Some(2)),
        Some((family, "bn")) => (family, &[0, 1, 2, 3], Some(3)),
        Some((family, "first")) => (family, &[0, 1, 2, 3], None),
        None if head.starts_with("xy") => (head, &[1, 2, 3], Some(0)),
        None => (head, &[0, 1, 2, 3], None),
        _ => return Err(format!("there is no {name}")),
    };
    let (space, extras) = family.split_at(family.find(['t', 'z']).unwrap_or(family.len()));
    let (in_3d, first) = (space == "nrc", head.ends_with("-first"));
    let is_named = match space {
        "nrc" => !head.contains('-') || first && extras.starts_with('z'),
        "hxy" => cells > Some(0),
        "xy" => cells == Some(0),
        "c" => cells.is_none() && !first && extras.is_empty(),
        _ => false,
    };
    let (is_t, is_z) = (extras.ends_with('t'), extras.starts_with('z'));
    ensure(is_named && ["", "t", "z", "zt"].contains(&extras), format!("there is no {name}"))?;
    let links = |a: Label, b: Label| {
        a != b && shared.iter().any(|&k| Variable::of(a)[k] == Variable::of(b)[k])
    };
    let chain: Vec<NrcCell> =
        body.split(" - ").map(|text| nrc_cell(text, space == "hxy")).collect::<Checked<_>>()?;
    let n = chain.len();
    let counted = if space == "c" { 2 * n } else { n };
    ensure(length == counted && n >= 2, "as many variables as the length says")?;
    ensure(model.has(z), "Z is a candidate")?;
    let (mut all, mut rights, mut variables) = (vec![z], vec![z], Vec::new());
    let mut with_z = 0;
    for (k, NrcCell { variable, left, right, extras }) in chain.iter().enumerate() {
        let (variable, left, right) = (*variable, *left, *right);
        ensure(!model.is_solved(variable), "V is not solved")?;
        ensure(!variables.contains(&variable), "the variables are different")?;
        let kind = Variable::of(left).iter().position(|v| *v == variable);
        ensure(cells.is_none() || cells == kind, "all cells are of the space named")?;
        let one_digit = kind != Some(0) && left.1 == chain[0].left.1;
        ensure(space != "c" || one_digit, "a c-chain is about one digit")?;
        ensure(links(left, rights[k]), "L1 is linked to Z, Lk to R(k-1)")?;
        let mut listed: Vec<Label> = extras.iter().map(|&(extra, _)| extra).collect();
        listed.extend([left, right]);
        listed.sort();
        ensure(listed == model.candidates_of(variable), "all candidates of V are listed, once")?;
        for &(extra, by) in extras {
            if let Some(by) = by {
                ensure(is_t && rights[1..].contains(&by), "a previous R excludes it")?;
                ensure(links(extra, by), "a t-candidate is linked to a previous R")?;
            } else {
                ensure(is_z && (k > 0 || first), "z-candidates are allowed there")?;
                ensure(links(extra, z), "a z-candidate is linked to Z")?;
            }
        }
        if extras.iter().any(|(_, by)| by.is_none()) {
            with_z += 1;
            let inner = 0 < k && k + 1 < n && with_z == 1;
            ensure(in_3d || inner, "one inner variable has z-candidates")?;
        }
        variables.push(variable);
        rights.push(right);
        all.extend([left, right]);
    }
    // All different; but the last R of an rl-lasso is a previous L.
    let (end, before) = (rights[n], &chain[..n - 1]);
    let lasso = tail == "rl-lasso";
    let different = all.iter().collect::<BTreeSet<_>>().len() + usize::from(lasso) == all.len();
    ensure(different, "all candidates are different")?;
    match tail {
        "chain" => ensure(links(end, z), "Z is linked to the last R"),
        "lr-lasso" | "rl-lasso" => {
            ensure(in_3d && is_t && !first, format!("there is no {name}"))?;
            let mut before = before.iter();
            if lasso {
                ensure(before.any(|cell| cell.left == end), "the last R is a previous L")
            } else {
                ensure(
                    before.any(|cell| links(end, cell.right)),
                    "the last R excludes a previous R",
                )
            }
        }
        _ => Err(format!("there is no {name}")),
    }
}

/// How many members: `pairs`, `triplets`, `quads`, `5-sets`; `x-wing`, `swordfish`, `jellyfish`, `5-fish`.
pub fn count(word: &str) -> Checked<usize> {
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
pub fn house_of(kind: &str, name: &str) -> Checked<(usize, [usize; 9])> {
    let (size, unit) = kind.split_once("-in-a-").ok_or("no house")?;
    let [(letter, index)] = pairs(name)?[..] else { return Err(format!("'{name}' is no house")) };
    ensure(unit == unit_name(letter), "the house is of the kind named")?;
    Ok((count(size)?, house(letter, index)))
}

pub fn unit_name(letter: char) -> &'static str {
    match letter {
        'r' => "row",
        'c' => "column",
        'b' => "block",
        _ => "nothing",
    }
}

/// The positions of a house, written `c4` in a row, `r4` in a column, `r7c8` in a block.
pub fn positions(name: &str, tokens: &[&str]) -> Checked<BTreeSet<usize>> {
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

pub fn digits(tokens: &[&str]) -> Checked<BTreeSet<usize>> {
    lines('n', tokens)
}

/// `r3 r4 r7` with letter r.
pub fn lines(letter: char, tokens: &[&str]) -> Checked<BTreeSet<usize>> {
    let one = |token: &&str| match pairs(token)?[..] {
        [(l, number)] if l == letter => Ok(number),
        _ => Err(format!("'{token}' is not {letter}N")),
    };
    tokens.iter().map(one).collect()
}

pub fn two<'a, 'b>(lists: &'a [Vec<&'b str>]) -> Checked<(&'a [&'b str], &'a [&'b str])> {
    match lists {
        [first, second] => Ok((first, second)),
        _ => Err("two lists".to_string()),
    }
}

/// N cells of a house have n digits; the other cells of that house lose them.
pub fn naked(model: &Model, kind: &str, body: &str) -> Checked<Vec<BTreeSet<Label>>> {
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

/// N digits have n cells of a house; these lose the other digits.
pub fn hidden(model: &Model, kind: &str, body: &str) -> Checked<Vec<BTreeSet<Label>>> {
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
pub struct Fish {
    pub n: usize,
    pub digit: usize,
    pub in_rows: bool,
    pub base: BTreeSet<usize>,
    pub cover: BTreeSet<usize>,
}

impl Fish {
    pub fn read(name: &str, body: &str) -> Checked<Fish> {
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

    pub fn label(&self, base: usize, cover: usize) -> Label {
        (if self.in_rows { 9 * base + cover } else { 9 * cover + base }, self.digit)
    }

    /// The covering lines where base line `line` has the digit.
    pub fn places(&self, model: &Model, line: usize) -> BTreeSet<usize> {
        (0..9).filter(|&cover| model.has(self.label(line, cover))).collect()
    }

    /// The candidates of the digit in these covering lines, in no base line.
    pub fn outside(&self, model: &Model, cover: &BTreeSet<usize>) -> BTreeSet<Label> {
        let lines = (0..9).filter(|line| !self.base.contains(line));
        let all = lines.flat_map(|line| cover.iter().map(move |&place| self.label(line, place)));
        all.filter(|&label| model.has(label)).collect()
    }

    pub fn is_open(&self, model: &Model, line: usize) -> bool {
        let valued = |cover| model.value[self.label(line, cover).0] == Some(self.digit);
        !(0..9).any(valued) && !self.places(model, line).is_empty()
    }
}

/// In n rows the digit is confined to n columns; the other rows of these columns lose it.
pub fn fish(model: &Model, name: &str, body: &str) -> Checked<Vec<BTreeSet<Label>>> {
    let fish = Fish::read(name, body)?;
    let mut union = BTreeSet::new();
    for &line in &fish.base {
        ensure(fish.is_open(model, line), "the digit is open in the base lines")?;
        union.extend(fish.places(model, line));
    }
    ensure(union == fish.cover, "the places in the base lines are these")?;
    Ok(vec![fish.outside(model, &fish.cover)])
}

/// One of the lines is relaxed, its extra positions all lie in one block, that of itself and some
/// covering line. For an X-wing the clauses of the spec to the letter; above, the other n-1 lines are
/// confined to the n covering lines, and have all of them.
pub fn finned_fish(model: &Model, name: &str, body: &str) -> Checked<Vec<BTreeSet<Label>>> {
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
pub fn all_different(model: &Model, kind: &str, body: &str) -> Checked<Vec<BTreeSet<Label>>> {
    let [(letter, index)] = pairs(body)?[..] else { return Err("no house".to_string()) };
    ensure(kind == unit_name(letter), "the house is of the kind named")?;
    let open: Vec<usize> =
        house(letter, index).into_iter().filter(|&cell| model.value[cell].is_none()).collect();
    pub fn assign(model: &Model, open: &[usize], fixed: Label, taken: u16) -> bool {
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

/// The labels where the variables of each plane cross, either way round.
pub static CROSSINGS: LazyLock<Vec<[[Label; 9]; 9]>> = LazyLock::new(|| {
    let cross = |a: Variable, b: Variable| {
        let common = a.labels().into_iter().find(|label| b.labels().contains(label));
        common.expect("they cross")
    };
    planes().into_iter().map(|[a, b]| a.map(|a| b.map(|b| cross(a, b)))).collect()
});

impl Model {
    /// The theory BRT, with whip[1] from 1 on, with Subsets of up to `p` from 2 on, applied to quiescence. False:
    /// a variable has neither value nor candidate.
    pub fn close(&mut self, p: u32) -> bool {
        loop {
            let open = || Variable::all().filter(|&variable| !self.is_solved(variable));
            if open().any(|variable| self.candidates_of(variable).is_empty()) {
                return false;
            }
            let only = open().find_map(|v| match self.candidates_of(v)[..] {
                [only] => Some(only),
                _ => None,
            });
            if let Some(only) = only {
                self.assert(only);
                continue;
            }
            let mut targets = if p > 0 { self.by_whips_1() } else { BTreeSet::new() };
            if targets.is_empty() {
                targets = self.by_subsets(p);
            }
            if targets.is_empty() {
                return true;
            }
            targets.into_iter().for_each(|label| self.set(label, false));
        }
    }

    /// The candidates linked to every candidate of some variable.
    pub fn by_whips_1(&self) -> BTreeSet<Label> {
        let mut targets = BTreeSet::new();
        for variable in Variable::all() {
            let held = self.candidates_of(variable);
            let Some(&first) = held.first() else { continue };
            let near = Variable::of(first).into_iter().flat_map(|v| self.candidates_of(v));
            targets.extend(near.filter(|&z| held.iter().all(|&c| linked(c, z))));
        }
        targets
    }

    /// Naked, hidden and super-hidden Subsets of 2 to `p` variables.
    pub fn by_subsets(&self, p: u32) -> BTreeSet<Label> {
        let mut targets = BTreeSet::new();
        for lines in CROSSINGS.iter() {
            let mask = |line: &[Label; 9]| {
                (0..9).fold(0_u16, |mask, j| mask | u16::from(self.has(line[j])) << j)
            };
            let masks = lines.map(|line| mask(&line));
            for some in (1..512_u16).filter(|some| (2..=p).contains(&some.count_ones())) {
                let is_in = |i: &usize| some >> i & 1 == 1;
                let union = (0..9).filter(is_in).fold(0, |union, i| union | masks[i]);
                let all_open = (0..9).filter(is_in).all(|i| masks[i] != 0);
                if all_open && union.count_ones() == some.count_ones() {
                    let others =
                        (0..9).filter(|i| !is_in(i)).flat_map(|i| lines[i].into_iter().enumerate());
                    let killed =
                        others.filter(|&(j, label)| union >> j & 1 == 1 && self.has(label));
                    targets.extend(killed.map(|(_, label)| label));
                }
            }
        }
        targets
    }
}

/// Trial and error in a theory.
pub fn trial(model: &Model, name: &str, body: &str, targets: &BTreeSet<Label>) -> Checked<()> {
    let p = match name {
        "trial" => 0,
        "trial-w1" => 1,
        "trial-s2" => 2,
        "trial-s3" => 3,
        "trial-s4" => 4,
        _ => return Err(format!("there is no {name}")),
    };
    let tried = conclusions(body.strip_suffix(" fails").ok_or("something fails")?)?;
    ensure(tried.asserted == *targets && targets.len() == 1, "what is tried is eliminated")?;
    let mut copy = model.clone();
    targets.iter().for_each(|&label| copy.assert(label));
    ensure(!copy.close(p), "the trial ends in a contradiction")
}
