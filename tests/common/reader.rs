//! Reader of printed chains: text → evidence, for the chains that books and programs print.
//!
//! The notations are described in docs/theory.md, and the program's printing code is not used; a chain family
//! is its row of `evidence/families/`. Whatever a text omits because it follows from the state is looked up
//! in the state: the other candidates of a variable, and the first object that excludes each. Whether the
//! step is right is decided by `verify`.

use crate::common::model::{self, Model, block, candidate, house, label, labels, variables};
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use sudoscope::evidence::{
    Arc, Branch, Clause, Evidence, Guarded, Link, Origin, Right, Round, RuleKind, Step,
};
use sudoscope::grid::{Candidate, Candidates, Cell, Digit, House, HouseKind, notation::Variable};
use sudoscope::rules::RULES;
use sudoscope::testing::families::{self, Chains, Family, Memory, Notation, Z};
use sudoscope::testing::has_sizes;
use sudoscope::verify::Checker;

pub type Checked<T> = Result<T, String>;

fn ensure(holds: bool, clause: impl Into<String>) -> Checked<()> {
    if holds { Ok(()) } else { Err(clause.into()) }
}

/// Splits a token into pairs: `r3c4` is [(r, 2), (c, 3)].
fn pairs(token: &str) -> Checked<Vec<(char, usize)>> {
    let chars: Vec<char> = token.chars().collect();
    let pair = |pair: &[char]| match *pair {
        [letter, number @ '1'..='9'] => Ok((letter, number as usize - '1' as usize)),
        _ => Err(format!("'{token}' cannot be read")),
    };
    chars.chunks(2).map(pair).collect()
}

fn no<T>(token: &str, what: &str) -> Checked<T> {
    Err(format!("'{token}' is not {what}"))
}

/// Reads a word of the evidence as written in proofs: `n2r3c4`, `¬n2r3c4`, `r3n5`, `b4`.
pub fn word<T: DeserializeOwned>(token: &str) -> Checked<T> {
    serde_json::from_value(token.into()).map_err(|error| error.to_string())
}

/// Returns the candidate that a value of a variable denotes.
pub fn value(variable: Variable, token: &str) -> Checked<Candidate> {
    let in_house = |house: House| (house.kind(), house.number());
    let of_house = variable.house().map(|(house, digit)| (in_house(house), digit));
    let value = match (variable, of_house, &pairs(token)?[..]) {
        (Variable::Cell(cell), _, &[('n', digit)]) => Candidate::new(Digit::new(digit), cell),
        (_, Some(((HouseKind::Row, row), digit)), &[('c', c)]) => Candidate::new(digit, Cell::at(row, c)),
        (_, Some(((HouseKind::Column, column), digit)), &[('r', r)]) => {
            Candidate::new(digit, Cell::at(r, column))
        }
        (_, Some(((HouseKind::Block, _), digit)), &[('r', r), ('c', c)]) => {
            Candidate::new(digit, Cell::at(r, c))
        }
        _ => return Err(format!("'{token}' is no value of {variable:?}")),
    };
    ensure(is_in(value, variable), format!("'{token}' is not in {variable:?}"))?;
    Ok(value)
}

fn is_in(one: Candidate, variable: Variable) -> bool {
    variables(label(one)).contains(&variable)
}

fn linked(a: Candidate, b: Candidate) -> bool {
    model::linked(label(a), label(b))
}

/// Splits `X{a b}{c d}` into X, [a, b], [c, d].
pub fn braces(body: &str) -> Checked<(&str, Vec<Vec<&str>>)> {
    let (head, lists) = body.split_once('{').ok_or("no {")?;
    let lists = lists.strip_suffix('}').ok_or("no }")?;
    Ok((head, lists.split("}{").map(|list| list.split(' ').collect()).collect()))
}

/// Reads the eliminated and the asserted candidates: `r3c4≠5, r3c6≠5`, `r1c2=3`.
pub fn conclusions(text: &str) -> Checked<[Candidates; 2]> {
    let mut all = [Candidates::EMPTY; 2];
    for one in text.split(',') {
        let one: String = one.split_whitespace().collect();
        let (set, (place, number)) = match (one.split_once('≠'), one.split_once('=')) {
            (Some(parts), None) => (&mut all[0], parts),
            (None, Some(parts)) => (&mut all[1], parts),
            _ => return no(&one, "a conclusion"),
        };
        let one: Candidate = word(&format!("n{number}{place}"))?;
        ensure(!set.contains(one), format!("{one} twice"))?;
        set.insert(one);
    }
    Ok(all)
}

// ---------------------------------------------------------------- steps

/// Whether the steps of a rule are chains that can be read.
pub fn is_chain(rule: &str) -> bool {
    matches!(
        RuleKind::named(rule).clause,
        Clause::Chain
            | Clause::Locked
            | Clause::Circle
            | Clause::Guardians
            | Clause::Forcing
            | Clause::OrChain
            | Clause::OrChainOfGroups
            | Clause::OrContrad
            | Clause::OrContradOfGroups
            | Clause::OrForcing
            | Clause::OrForcingOfGroups
    )
}

/// Reads the chain of a rule in a state.
pub fn read(model: &Model, rule: &str, text: &str) -> Checked<Step> {
    let (pattern, result) = text.split_once(" ==> ").ok_or("no conclusion")?;
    let [eliminated, asserted] = conclusions(result)?;
    let reader = Reader { model, rule, eliminated, asserted };
    let (name, body) = pattern.split_once(": ").or(pattern.split_once(' ')).ok_or("no chain")?;
    let because = match RuleKind::named(rule).clause {
        Clause::Chain | Clause::Locked => reader.chain(name, body),
        Clause::Circle | Clause::Guardians => reader.circle(name, body),
        Clause::Forcing => reader.forcing(name, body),
        _ => reader.or_chain(name, body),
    };
    Ok(Step::new(&eliminated, &asserted, because?))
}

/// Returns the rules that print such a chain.
pub fn rules_of(text: &str) -> Vec<&'static str> {
    let name = text.split([' ', ':']).next().unwrap_or_default();
    let sized = name.trim_end_matches(|c: char| c.is_ascii_alphabetic() || "]-".contains(c));
    let number = sized.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
    let printed = format!("{}#{}", &name[..number], &name[sized.len()..]);
    let is_so = |family: &&Family| {
        let kinds = ["-rc", "-rn", "-cn", "-bn"].map(|kind| family.printed.replace('%', kind));
        kinds.iter().any(|kind| *kind == printed || *kind == name)
    };
    let families = families::TABLES.iter().copied().flatten().filter(is_so);
    let others = RULES.iter().map(|rule| rule.info()).filter(|info| {
        matches!(info.clause, Clause::Circle | Clause::Guardians | Clause::Forcing)
            && name.starts_with(info.name)
    });
    families.map(|family| family.info.name).chain(others.map(|info| info.name)).collect()
}

/// Returns the length of a chain as its family writes it.
fn written(family: &Family, links: &[Link]) -> usize {
    let length = links.iter().map(|link| link.variables.len()).sum::<usize>();
    let is_doubled = matches!(family.chains, Chains::Linked(linked) if linked.one_digit);
    if is_doubled { 2 * length } else { length }
}

/// Returns the size of a chain.
pub fn size_of(rule: &str, step: &Step) -> Option<u8> {
    let size = match &step.because {
        Evidence::Chain { links } => written(families::named(rule)?, links),
        Evidence::OrChain { links, .. } => links.len(),
        Evidence::Circle { arcs } => arcs.len(),
        Evidence::Forcing { branches, .. } | Evidence::OrForcing { branches, .. } => {
            1 + branches.iter().map(|branch| branch.links.len()).sum::<usize>()
        }
        _ => return None,
    };
    Some(size as u8)
}

/// Checks a step of a rule in a state.
pub fn check(model: &Model, rule: &str, size: Option<u8>, step: &Step) -> Checked<()> {
    let (size, steps) = (size.filter(|_| has_sizes(rule)), vec![step.clone()]);
    let round = Round { rule: rule.into(), size, rating: 0.into(), lemmas: Vec::new(), steps };
    let mut checker = Checker::new(&model.sukaku()).map_err(|wrong| wrong.to_string())?;
    checker.round(&round, |_, _, _| Some(0.into())).map_err(|wrong| wrong.reason.to_string())
}

/// Returns the step of a printed chain, if it holds in a state by one of the rules that print such chains.
pub fn holds(model: &Model, text: &str) -> Checked<Step> {
    let by_rule = |rule: &'static str| -> Checked<Step> {
        let step = read(model, rule, text)?;
        check(model, rule, size_of(rule, &step), &step).map(|()| step)
    };
    let mut all = rules_of(text).into_iter().map(by_rule);
    let first = all.next().ok_or("no rule")?;
    first.or_else(|clause| all.find_map(Result::ok).ok_or(clause))
}

struct Reader<'a> {
    model: &'a Model,
    rule: &'a str,
    eliminated: Candidates,
    asserted: Candidates,
}

impl Reader<'_> {
    fn held(&self, variable: Variable) -> BTreeSet<Candidate> {
        self.model.candidates_of(variable).into_iter().map(candidate).collect()
    }

    /// Reads a link with two candidates: `r1c8{n1 n2}`.
    fn ends(&self, text: &str) -> Checked<(Variable, [Candidate; 2])> {
        let (head, lists) = braces(text)?;
        let variable = word(head)?;
        match &lists[..] {
            [ends] if ends.len() == 2 => {
                Ok((variable, [value(variable, ends[0])?, value(variable, ends[1])?]))
            }
            _ => no(text, "a link"),
        }
    }

    fn chain(&self, name: &str, body: &str) -> Checked<Evidence> {
        // All rules call a whip of one variable `whip[1]`.
        let rule = if name == "whip[1]" { "whip" } else { self.rule };
        let family = families::named(rule).ok_or_else(|| format!("there is no rule {rule}"))?;
        let target = self.eliminated.iter().next().ok_or("something is eliminated")?;
        let links = self.links(family, target, body)?;
        let kind = match links[0].variables[0] {
            Variable::Cell(_) => "-rc",
            Variable::In(house, _) => match house.kind() {
                HouseKind::Row => "-rn",
                HouseKind::Column => "-cn",
                HouseKind::Block => "-bn",
            },
        };
        let expected = family.printed.replace('#', &written(family, &links).to_string()).replace('%', kind);
        ensure(name == expected, format!("the chain is called {expected}"))?;
        Ok(Evidence::Chain { links })
    }

    fn links(&self, family: &Family, target: Candidate, body: &str) -> Checked<Vec<Link>> {
        let mut walk = Walk { reader: self, family, target, links: Vec::new() };
        let all: Vec<&str> = body.split(" - ").collect();
        for (k, text) in all.iter().enumerate() {
            let link = match family.notation {
                Notation::Modern | Notation::Open => walk.link(text, k + 1 == all.len()),
                Notation::Hls | Notation::HlsPlanar => walk.hls(text),
            };
            walk.links.push(link?);
        }
        Ok(walk.links)
    }

    /// Reads `oddagon[3]: r1c8{n1 n2},r1n2{c8 c9},r1c9{n2 n1}`.
    fn circle(&self, name: &str, body: &str) -> Checked<Evidence> {
        let arc = |text: &str| {
            let (variable, [left, right]) = self.ends(text)?;
            let guardians = self.held(variable).into_iter();
            let guardians = guardians.filter(|&one| one != left && one != right).collect();
            Ok(Arc { variable, left, right, guardians })
        };
        let arcs: Vec<Arc> = body.split(',').map(arc).collect::<Checked<_>>()?;
        ensure(name == format!("{}[{}]", self.rule, arcs.len()), "as many variables as the length says")?;
        Ok(Evidence::Circle { arcs })
    }

    /// Reads branches: `|| n5r7c4 - partial-whip[1]: … || …`.
    fn branches(&self, of: &str, body: &str) -> Checked<Vec<Branch>> {
        let mut branches = Vec::new();
        for branch in body.strip_prefix("|| ").ok_or("no branches")?.split(" || ") {
            let (start, whip) = branch.split_once(" - ").unwrap_or((branch, ""));
            let (start, mut links) = (word(start)?, Vec::new());
            if !whip.is_empty() {
                let (size, whip) = whip.split_once(": ").ok_or("a branch is a partial whip")?;
                links = self.links(families::named(of).ok_or("whip")?, start, whip)?;
                ensure(size == format!("partial-whip[{}]", links.len()), "the length of a branch")?;
            }
            branches.push(Branch { start, links });
        }
        Ok(branches)
    }

    /// Reads a forcing chain:
    /// `forcing-whip-elim[3] based on bivalue candidates n5r7c4 and n6r7c4: || n5r7c4 - partial-whip[1]: …`.
    fn forcing(&self, name: &str, body: &str) -> Checked<Evidence> {
        let branches = self.branches("whip", body)?;
        let starts: Vec<String> = branches.iter().map(|branch| branch.start.to_string()).collect();
        let kind = if self.asserted.is_empty() { "elim" } else { "val" };
        let size = 1 + branches.iter().map(|branch| branch.links.len()).sum::<usize>();
        let head = format!("{}-{kind}[{size}] based on ", self.rule);
        let words = match &starts[..] {
            [a, b] => format!("{head}bivalue candidates {a} and {b}"),
            [a, b, c] => format!("{head}trivalue candidates {a}, {b} and {c}"),
            _ => return Err("two or three branches".into()),
        };
        ensure(name == words, words)?;
        let base: BTreeSet<Candidate> = branches.iter().map(|branch| branch.start).collect();
        let mut all = variables(label(branches[0].start)).into_iter();
        let variable = all.find(|&v| self.held(v) == base).ok_or("the candidates of a variable")?;
        Ok(Evidence::Forcing { variable, branches })
    }

    /// Reads a chain with a relation, or a forcing whip:
    /// `Trid-OR4-whip[6]: c7n9{r8 r3} - … - OR4{{n7r7c9 n9r8c7 n7r4c8 | n4r4c6}} - c2n4{r4 .}`.
    fn or_chain(&self, name: &str, body: &str) -> Checked<Evidence> {
        let name = name.split(" based on ").collect::<Vec<_>>();
        let (pattern, count, rest) = named(name[0])?;
        let kind = self.rule.strip_prefix(&format!("or{count}-")).ok_or("the rule is named")?;
        let whips = if RuleKind::named(self.rule).clause.has_groups() { "g-whip" } else { "whip" };
        if let Some(labels) = name.get(1) {
            let guardians = labels.split(' ').map(word).collect::<Checked<Vec<Candidate>>>()?;
            let branches = self.branches(whips, body)?;
            let starts: BTreeSet<Candidate> = branches.iter().map(|branch| branch.start).collect();
            ensure(starts == guardians.iter().copied().collect(), "a branch for each guardian")?;
            let how = if self.asserted.is_empty() { "elim" } else { "val" };
            let size = 1 + branches.iter().map(|branch| branch.links.len()).sum::<usize>();
            ensure(rest == format!("-{kind}-{how}[{size}]"), "the kind and the length")?;
            ensure(guardians.len() == count, "as many as the relation says")?;
            return Ok(Evidence::OrForcing { relation: guarded(pattern, guardians), branches });
        }
        let target = self.eliminated.iter().next().ok_or("something is eliminated")?;
        let family = families::named(whips).ok_or("whip")?;
        let mut walk = Walk { reader: self, family, target, links: Vec::new() };
        let (all, mut relation) = (body.split(" - ").collect::<Vec<_>>(), None);
        for (k, text) in all.iter().enumerate() {
            let link = match text.strip_prefix("OR") {
                Some(text) => {
                    let link = walk.relation(count, text)?;
                    let labels = link.ignored.iter().map(|&(one, _)| one).chain([link.left]);
                    let labels = labels.chain(link.right.candidates().iter().copied());
                    ensure(relation.is_none(), "one relation")?;
                    relation = Some(guarded(pattern.clone(), labels));
                    link
                }
                None => walk.link(text, k + 1 == all.len())?,
            };
            walk.links.push(link);
        }
        let relation = relation.ok_or("no relation")?;
        ensure(relation.guardians.len() == count, "as many as the relation says")?;
        let printed = kind.replace("contrad-", "ctr-").replace("forcing-", "");
        ensure(rest == format!("-{printed}[{}]", all.len()), "the kind and the length")?;
        Ok(Evidence::OrChain { relation, links: walk.links })
    }
}

/// Splits a name such as `Trid-OR4` from the text after it.
fn named(name: &str) -> Checked<(String, usize, &str)> {
    let (pattern, rest) = name.split_once("-OR").ok_or("no relation")?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let guardians = rest[..end].parse().map_err(|_| "a number of guardians")?;
    Ok((pattern.to_string(), guardians, &rest[end..]))
}

fn guarded(pattern: String, guardians: impl IntoIterator<Item = Candidate>) -> Guarded {
    let all: Candidates = guardians.into_iter().collect();
    Guarded { pattern, guardians: all.iter().collect() }
}

// ---------------------------------------------------------------- links

/// Part of a chain that has been read so far.
struct Walk<'a> {
    reader: &'a Reader<'a>,
    family: &'a Family,
    target: Candidate,
    links: Vec<Link>,
}

impl Walk<'_> {
    /// Reads a link: `V{L R}`, `V{L .}`, or `[V V]{L [C C]}`.
    fn link(&self, text: &str, is_last: bool) -> Checked<Link> {
        if let Some((of, rest)) = text.strip_prefix('[').and_then(|text| text.split_once("]{")) {
            let parts = rest.strip_suffix("]}").and_then(|rest| rest.split_once(" ["));
            let (left, sets) = parts.ok_or_else(|| format!("'{text}' is no link"))?;
            let all = |list: &str| list.split(' ').map(word).collect::<Checked<Vec<_>>>();
            let right = Right::Subset { transversals: all(sets)?, candidates: Vec::new() };
            return Ok(self.complete(all(of)?, word(left)?, right));
        }
        let (head, lists) = braces(text)?;
        let variable = word(head)?;
        let [values] = &lists[..] else { return no(text, "a link") };
        let &[left, right] = &values[..] else { return no(text, "a link") };
        let left = value(variable, left)?;
        let right = match right {
            "." if self.family.notation == Notation::Open && is_last => self.unwritten(variable, left),
            "." => Right::Nothing,
            _ => value(variable, right).map(Right::Candidate).or_else(|_| group(variable, right))?,
        };
        Ok(self.complete(vec![variable], left, right))
    }

    /// Completes a link with all other candidates of its variables; each candidate is ignored because of the
    /// first object that excludes it.
    fn complete(&self, variables: Vec<Variable>, left: Candidate, mut right: Right) -> Link {
        let k = self.links.len();
        // The link just before; in braids, the last link that excludes the left-linking candidate.
        let before = self.links.iter().rposition(|link| excludes(link, left)).map_or(0, |k| k + 1);
        let is_braid = matches!(self.family.chains, Chains::Objects(family) if !family.continuous);
        let from = if is_braid { before } else { k };
        let held: BTreeSet<_> = variables.iter().flat_map(|&v| self.reader.held(v)).collect();
        let others = held.into_iter().filter(|&one| one != left && !right.candidates().contains(&one));
        let (mut ignored, mut rest) = (Vec::new(), Vec::new());
        for one in others {
            match self.excluded(one) {
                Some(by) => ignored.push((one, by)),
                None => rest.push(one),
            }
        }
        match &mut right {
            Right::Subset { candidates, .. } => *candidates = rest,
            // Excluded by nothing: the checker will reject the step.
            _ => ignored.extend(rest.into_iter().map(|one| (one, 0))),
        }
        ignored.sort_by_key(|(_, by)| *by == 0);
        Link { variables, left, from, right, ignored }
    }

    /// Returns the origin that excludes the candidate, among the origins that the family uses: the first
    /// previous link that excludes it, else the target.
    fn excluded(&self, one: Candidate) -> Option<Origin> {
        let k = self.links.len();
        let (from, target) = match self.family.chains {
            Chains::Linked(linked) => {
                (if linked.t { 0 } else { k }, linked.z == Z::Always || linked.z == Z::First && k == 0)
            }
            Chains::Objects(family) => match family.memory {
                Memory::All => (0, true),
                Memory::Last => (k.saturating_sub(1), k == 0),
                Memory::TargetAndLast => (k.saturating_sub(1), true),
                Memory::Previous => (0, k == 0),
            },
        };
        let first = (from..k).find(|&k| excludes(&self.links[k], one)).map(|k| k + 1);
        first.or((target && linked(self.target, one)).then_some(0))
    }

    /// Reads a relation, `4{{n7r7c9 n9r8c7 n7r4c8 | n4r4c6}}`: the first candidate linked to the object just
    /// before is left-linking.
    fn relation(&self, count: usize, text: &str) -> Checked<Link> {
        let inside = text.strip_prefix(&format!("{count}{{{{")).and_then(|t| t.strip_suffix("}}"));
        let parts = inside.and_then(|inside| inside.split_once(" | "));
        let Some((lefts, right)) = parts else { return no(text, "a relation") };
        let lefts = lefts.split(' ').map(word).collect::<Checked<Vec<Candidate>>>()?;
        let mut lefts = lefts;
        let before = self.links.last().map_or(Right::Candidate(self.target), |k| k.right.clone());
        let is_near = |one: &Candidate| before.candidates().iter().any(|&c| linked(c, *one));
        let left = lefts.remove(lefts.iter().position(is_near).unwrap_or(0));
        let right = if right == "." { Right::Nothing } else { Right::Candidate(word(right)?) };
        let ignored = lefts.into_iter().map(|one| (one, self.excluded(one).unwrap_or(0))).collect();
        Ok(Link { variables: Vec::new(), left, from: self.links.len(), right, ignored })
    }

    /// Finds the last right-linking candidate, which z-chains and t-whips do not write: it is linked to the
    /// target, and the others are excluded without it.
    fn unwritten(&self, variable: Variable, left: Candidate) -> Right {
        let held = self.reader.held(variable);
        let is_end = |&end: &Candidate| {
            let mut others = held.iter().filter(|&&one| one != left && one != end);
            let all = others.all(|&one| self.excluded(one).is_some());
            end != left && linked(end, self.target) && all
        };
        held.iter().copied().find(is_end).map_or(Right::Nothing, Right::Candidate)
    }

    /// Reads `{n1 n2}r3c4`, `n1r2{c3 c4}`, `n1{r2 r3}c4`, `n1{r1c2 r2c3 r3c3#n1r5c3 r1c1*}b1`; in planes `{c3
    /// c4}r2n1`.
    fn hls(&self, text: &str) -> Checked<Link> {
        let parts = text.split_once('{').and_then(|(a, rest)| Some((a, rest.split_once('}')?)));
        let Some((before, (inside, after))) = parts else { return no(text, "a cell") };
        let is_planar = self.family.notation == Notation::HlsPlanar;
        let variable = match (is_planar, &pairs(before)?[..], &pairs(after)?[..]) {
            (false, &[('n', digit), ('r', row)], []) => Variable::In(House::row(row), Digit::new(digit)),
            (false, &[('n', digit)], &[('c', column)]) => {
                Variable::In(House::column(column), Digit::new(digit))
            }
            (false, &[('n', digit)], &[('b', block)]) => Variable::In(House::block(block), Digit::new(digit)),
            (_, [], [_, (letter, _)]) if is_planar == (*letter == 'n') => word(after)?,
            _ => return no(text, "a cell"),
        };
        let mut values = inside.split(' ');
        let mut next = || value(variable, values.next().unwrap_or_default());
        let (left, right) = (next()?, next()?);
        let mut ignored = Vec::new();
        for extra in values {
            let (one, by) = match (extra.split_once('#'), extra.strip_suffix('*')) {
                (Some((one, by)), None) => {
                    let by = Right::Candidate(word(by)?);
                    let at = self.links.iter().position(|link| link.right == by);
                    (one, 1 + at.ok_or("a previous R excludes it")?)
                }
                (None, Some(one)) => (one, 0),
                _ => return no(extra, "a candidate that is ignored"),
            };
            ignored.push((value(variable, one)?, by));
        }
        let (from, right) = (self.links.len(), Right::Candidate(right));
        Ok(Link { variables: vec![variable], left, from, right, ignored })
    }
}

/// Whether the right-linking object of a link excludes a candidate: it is linked to the right-linking
/// candidate, or to all three labels of the segment; or it is in a transversal set of the subset and in none
/// of the variables.
fn excludes(link: &Link, one: Candidate) -> bool {
    match &link.right {
        Right::Nothing => false,
        Right::Candidate(right) => linked(*right, one),
        Right::Group(members) => segment(members).iter().all(|&other| linked(other, one)),
        Right::Subset { transversals, .. } => {
            let is_in_some = |all: &[Variable]| all.iter().any(|&v| is_in(one, v));
            is_in_some(transversals) && !is_in_some(&link.variables)
        }
    }
}

/// Returns the three labels of the row or column in a block that contains these.
fn segment(members: &[Candidate]) -> Vec<Candidate> {
    let (first, second) = (members[0].cell, members[1].cell);
    let is_row = first.row() == second.row();
    let line = if is_row { house('r', first.row()) } else { house('c', first.column()) };
    let cells = line.into_iter().filter(|&cell| block(cell) == block(first));
    cells.map(|cell| Candidate::new(members[0].digit, cell)).collect()
}

/// Reads a segment: `c46` in a row, `r79` in a column, `r3c456` or `r12c4` in a block.
fn group(variable: Variable, token: &str) -> Checked<Right> {
    let numbers = |letter: char| -> Vec<usize> {
        let after = token.split_once(letter).map_or("", |(_, rest)| rest);
        let number = |byte: u8| byte.checked_sub(b'1').filter(|n| *n < 9).map(usize::from);
        after.bytes().map_while(number).collect()
    };
    let Variable::In(own, digit) = variable else { return no(token, "a segment") };
    let (rows, columns) = match own.kind() {
        HouseKind::Row => (vec![own.number()], numbers('c')),
        HouseKind::Column => (numbers('r'), vec![own.number()]),
        HouseKind::Block => (numbers('r'), numbers('c')),
    };
    let cells = rows.iter().flat_map(|&row| columns.iter().map(move |&column| Cell::at(row, column)));
    let members: Vec<Candidate> = cells.map(|cell| Candidate { digit, cell }).collect();
    ensure(members.len() > 1, format!("'{token}' is no segment"))?;
    let all = segment(&members);
    let inside = members.iter().all(|one| all.contains(one) && labels(variable).contains(&label(*one)));
    ensure(inside, format!("'{token}' is no segment"))?;
    Ok(Right::Group(members))
}
