//! Printed steps read back: text → evidence.
//!
//! The tokens and notations are read as docs/theory.md has them, by no code that prints; a chain family is
//! its row of `evidence/families/`. What a text leaves out, because it follows from the state, is looked up
//! there: which other candidates a variable has, and the first that excludes each. Whether the step is right
//! is for `verify` to say.

#[path = "reader_or_k.rs"]
mod or_k;

use crate::common::model::{self, Model, block, candidate, house, label, labels, variables};
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use sudoscope::evidence::{
    AlignedPair, AlmostLocked, Arc, Blossom, Branch, By, Colours, Counted, Digit, End, Evidence, Excluded,
    FinnedFish, Firework, Gone, Hall, House, Implication, Implied, Implies, Knot, Kraken, Left, Link,
    Literal, Move, Origin, Rectangle, Right, Round, SerPattern, Step, Strong, Templates, Together, Trace,
};
use sudoscope::grid::notation::Variable;
use sudoscope::grid::{Candidate, Candidates};
use sudoscope::testing::families::{self, Chains, Family, Memory, Notation, Z};
use sudoscope::verify::Checker;

use or_k::impossible;

pub type Checked<T> = Result<T, String>;

fn ensure(holds: bool, clause: impl Into<String>) -> Checked<()> {
    if holds { Ok(()) } else { Err(clause.into()) }
}

// ---------------------------------------------------------------- tokens

/// `r3c4` is [(r, 2), (c, 3)].
fn pairs(token: &str) -> Checked<Vec<(char, u8)>> {
    let chars: Vec<char> = token.chars().collect();
    let pair = |pair: &[char]| match *pair {
        [letter, number @ '1'..='9'] => Ok((letter, number as u8 - b'1')),
        _ => Err(format!("'{token}' cannot be read")),
    };
    chars.chunks(2).map(pair).collect()
}

fn no<T>(token: &str, what: &str) -> Checked<T> {
    Err(format!("'{token}' is not {what}"))
}

/// A word of the evidence as proofs have it: `n2r3c4`, `¬n2r3c4`, `r3n5`, `b4`, `4(536121)`.
pub fn word<T: DeserializeOwned>(token: &str) -> Checked<T> {
    serde_json::from_value(token.into()).map_err(|error| error.to_string())
}

pub fn cell(token: &str) -> Checked<u8> {
    match word(token)? {
        Variable::Cell(cell) => Ok(cell),
        _ => no(token, "a cell"),
    }
}

/// `[34]`.
fn short_cell(token: &str) -> Checked<u8> {
    match *token.as_bytes() {
        [b'[', row @ b'1'..=b'9', column @ b'1'..=b'9', b']'] => Ok(9 * (row - b'1') + column - b'1'),
        _ => no(token, "a cell"),
    }
}

fn digit(token: &str) -> Checked<u8> {
    match *token.as_bytes() {
        [digit @ b'1'..=b'9'] => Ok(digit - b'1'),
        _ => no(token, "a digit"),
    }
}

/// The candidate that a value of a variable stands for.
pub fn value(variable: Variable, token: &str) -> Checked<Candidate> {
    let value = match (variable, &pairs(token)?[..]) {
        (Variable::Cell(cell), &[('n', digit)]) => Candidate { digit, cell },
        (Variable::Row(row, digit), [('c', c)]) => Candidate { digit, cell: 9 * row + c },
        (Variable::Column(column, digit), [('r', r)]) => Candidate { digit, cell: 9 * r + column },
        (Variable::Block(_, digit), [('r', r), ('c', c)]) => Candidate { digit, cell: 9 * r + c },
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

fn digit_in(House(house): House, digit: u8) -> Variable {
    [Variable::Row, Variable::Column, Variable::Block][usize::from(house / 9)](house % 9, digit)
}

fn is_kind(House(house): House, word: &str) -> bool {
    ["row", "column", "block"][usize::from(house / 9)] == word
}

/// `n6`; `c4` of a row, `r4` of a column, `r7c8` of a block.
fn member(house: House, token: &str) -> Checked<Variable> {
    match pairs(token)?[..] {
        [('n', digit)] => Ok(digit_in(house, digit)),
        _ => value(digit_in(house, 0), token).map(|one| Variable::Cell(one.cell)),
    }
}

/// `X{a b}{c d}` is X, [a, b], [c, d].
pub fn braces(body: &str) -> Checked<(&str, Vec<Vec<&str>>)> {
    let (head, lists) = body.split_once('{').ok_or("no {")?;
    let lists = lists.strip_suffix('}').ok_or("no }")?;
    Ok((head, lists.split("}{").map(|list| list.split(' ').collect()).collect()))
}

/// What is eliminated, and what is asserted: `r3c4≠5, r3c6≠5`, `r1c2=3`.
pub fn conclusions(text: &str) -> Checked<[Candidates; 2]> {
    let mut all = [Candidates::EMPTY; 2];
    for one in text.split(',') {
        let one: String = one.split_whitespace().collect();
        let (set, (place, number)) = match (one.split_once('≠'), one.split_once('=')) {
            (Some(parts), None) => (&mut all[0], parts),
            (None, Some(parts)) => (&mut all[1], parts),
            _ => return no(&one, "a conclusion"),
        };
        let one = Candidate { cell: cell(place)?, digit: digit(number)? };
        ensure(!set.contains(one), format!("{one} twice"))?;
        set.insert(one);
    }
    Ok(all)
}

// ---------------------------------------------------------------- steps

/// What texts never say: which singles lead to the end.
fn unsaid() -> Trace {
    Trace { moves: Vec::new(), end: End::Holds }
}

/// What is refuted along a trace, and below that.
fn refutations(trace: &Trace) -> Trace {
    let refuted = trace.moves.iter().filter_map(|one| match one {
        Move::Refuted(candidate, trace) => Some(Move::Refuted(*candidate, refutations(trace))),
        _ => None,
    });
    Trace { moves: refuted.collect(), ..unsaid() }
}

/// `r1c2=5 {r3c4=1, r3c7=2}, r8c8=3`.
fn tree(text: &str) -> Checked<Trace> {
    let (mut moves, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let (name, after) = rest.split_at(rest.find([',', ' ']).unwrap_or(rest.len()));
        let candidate = conclusions(name)?[1].iter().next().ok_or("a value is refuted")?;
        let (mut below, mut after) = (unsaid(), after);
        if let Some(inner) = after.strip_prefix(" {") {
            let mut depth = 1;
            let close = inner.find(|c| {
                depth += i32::from(c == '{') - i32::from(c == '}');
                depth == 0
            });
            let close = close.ok_or("a brace is closed")?;
            (below, after) = (tree(&inner[..close])?, &inner[close + 1..]);
        }
        moves.push(Move::Refuted(candidate, below));
        rest = after.strip_prefix(", ").unwrap_or(after);
        ensure(after.is_empty() || after.len() > rest.len(), "a comma stands between two")?;
    }
    Ok(Trace { moves, ..unsaid() })
}

/// The step without what its text never says: traces, and from which end of an edge of a y-cycle one leads to
/// the other; the sets of a house whose cells are all different.
pub fn said(step: &Step, rule: &str) -> Step {
    let mut step = Step { text: String::new(), matchings: Vec::new(), ..step.clone() };
    match &mut step.because {
        Evidence::Trial { trace } => *trace = unsaid(),
        Evidence::Trials { trace } => *trace = refutations(trace),
        Evidence::Knots(knots) => knots.iter_mut().for_each(|knot| knot.trace = unsaid()),
        Evidence::AllDifferent { sets, .. } => sets.clear(),
        Evidence::Implications { steps, .. } => {
            for by in steps.iter_mut().flat_map(|one| [Some(&mut one.by), one.also.as_mut()]) {
                match by {
                    Some(by @ Implied::Backwards(_)) if rule == "y-cycle" => *by = Implied::Stream(unsaid()),
                    Some(Implied::Stream(trace) | Implied::Backwards(trace)) => *trace = unsaid(),
                    _ => {}
                }
            }
        }
        _ => {}
    }
    step
}

/// The step of a rule in a state.
pub fn read(model: &Model, rule: &str, text: &str) -> Checked<Step> {
    let (pattern, result) = text.split_once(" ==> ").ok_or("no conclusion")?;
    let relates = if result.starts_with("OR") { or_k::relations(result)? } else { Vec::new() };
    let [eliminated, asserted] = if relates.is_empty() { conclusions(result)? } else { Default::default() };
    let reader = Reader { model, rule, eliminated, asserted, relates };
    let step = Step::new(&eliminated, &asserted, reader.because(pattern)?);
    Ok(Step { relates: reader.relates, ..step })
}

/// The rules that print such a step.
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
    let families: Vec<&str> = families.map(|family| family.info.name).collect();
    let heads = [
        "full-house",
        "last-digit",
        "naked-single",
        "hidden-single",
        "naked",
        "hidden",
        "oddagon",
        "forcing-whip",
        "forcing3-whip",
    ];
    let head = heads.into_iter().find(|head| name.starts_with(head));
    match (families.is_empty(), head) {
        (true, head) => vec![head.unwrap_or("fish")],
        (false, _) => families,
    }
}

/// The size of a step, if its rule has sizes.
pub fn size_of(rule: &str, step: &Step) -> Option<u8> {
    let length = |links: &[Link]| links.iter().map(|link| link.variables.len()).sum::<usize>();
    let size = match &step.because {
        Evidence::Subset(Hall { variables, .. })
        | Evidence::Finned(FinnedFish { variables, .. })
        | Evidence::Franken(FinnedFish { variables, .. }) => variables.len(),
        Evidence::Chain { links } if rule == "c" => 2 * length(links),
        Evidence::Chain { links } if rule != "lc" => length(links),
        Evidence::Circle { arcs } => arcs.len(),
        Evidence::SerPattern(SerPattern::Loop { cells, .. }) => cells.len(),
        Evidence::SerPattern(SerPattern::BugPattern { extras, .. }) => extras.len(),
        Evidence::AlmostLocked(of) if rule == "als-chain" => of.sets.len(),
        Evidence::Matched(hall) => hall.variables.len().div_ceil(2),
        Evidence::Kraken(kraken) => kraken.variables.len(),
        Evidence::SerPattern(SerPattern::Chains { chains, .. }) => {
            chains.iter().map(|chain| chain.len() - 1).max().unwrap_or(0)
        }
        Evidence::Links(links) if rule.ends_with("chain") || rule.ends_with("aic") => links.len(),
        Evidence::Rings(rings) => rings[0].len(),
        Evidence::OrChain { links, .. } => links.len(),
        Evidence::Split { chain, .. } => chain.len() - 1,
        Evidence::Forcing { branches, .. } | Evidence::OrForcing { branches, .. } => {
            1 + branches.iter().map(|branch| length(&branch.links)).sum::<usize>()
        }
        _ => return None,
    };
    Some(size as u8)
}

/// What a printed step says in a state, if it holds by one of the rules that print such steps.
pub fn holds(model: &Model, text: &str) -> Checked<Step> {
    let by_rule = |rule: &'static str| -> Checked<Step> {
        let step = read(model, rule, text)?;
        let (size, steps) = (size_of(rule, &step), vec![step.clone()]);
        let round = Round { rule: rule.into(), size, rating: 0.into(), lemmas: Vec::new(), steps };
        let mut checker = Checker::new(&model.sukaku()).map_err(|wrong| wrong.to_string())?;
        checker.round(&round, |_, _, _| Some(0.into())).map_err(|wrong| wrong.reason)?;
        Ok(step)
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
    relates: Vec<Vec<Candidate>>,
}

impl Reader<'_> {
    fn held(&self, variable: Variable) -> BTreeSet<Candidate> {
        self.model.candidates_of(variable).into_iter().map(candidate).collect()
    }

    /// The only conclusion.
    fn one(&self) -> Checked<Candidate> {
        let mut all = self.eliminated.iter().chain(self.asserted.iter());
        all.next().filter(|_| all.next().is_none()).ok_or("one conclusion".into())
    }

    fn because(&self, pattern: &str) -> Checked<Evidence> {
        if let Some((kind, _)) = self.rule.split_once("-cycle") {
            let body = pattern.strip_prefix(&format!("{kind}-cycle "));
            return self.cycle(body.ok_or("the rule is named")?);
        }
        let parts = pattern.split_once(": ").or(pattern.split_once(' '));
        let (name, body) = parts.unwrap_or((pattern, ""));
        let is_rule = || ensure(name == self.rule, "the rule is named");
        match self.rule {
            "last-digit" => {
                ensure(name == "last-digit", "the rule is named")?;
                let [_, variable, ..] = variables(label(self.one()?));
                Ok(Evidence::Single { variable })
            }
            "naked-single"
            | "hidden-single"
            | "full-house"
            | "hidden-single-in-block"
            | "hidden-single-in-line" => {
                let head = if self.rule == "full-house" { self.rule } else { "hidden-single" };
                let houses = ["row", "column", "block"].map(|kind| format!("{head}-in-a-{kind}"));
                let kinds = ["naked-single".to_string()].into_iter().chain(houses);
                let mut all = kinds.zip(variables(label(self.one()?)));
                let (_, variable) = all.find(|(kind, _)| kind == pattern).ok_or("no single")?;
                Ok(Evidence::Single { variable })
            }
            "naked" | "hidden" => self.subset(name, body).map(Evidence::Subset),
            "fish" | "finned-fish" | "finned" | "sashimi" => self.fish(name, body),
            "alldiff" => {
                let house = word(body)?;
                let unit = name.strip_prefix("all-different-in-a-");
                ensure(unit.is_some_and(|unit| is_kind(house, unit)), "the kind of the house")?;
                Ok(Evidence::AllDifferent { house, sets: Vec::new() })
            }
            "y-knot" => {
                is_rule()?;
                self.knot(body)
            }
            "bug1" => {
                let candidate = self.one()?;
                ensure(name == "bug+1" && body == format!("n{}", candidate.digit + 1), "the digit")?;
                Ok(Evidence::Bug { candidate })
            }
            "pointing" | "claiming" => {
                is_rule()?;
                let (base, cover) = body.split_once(" in ").ok_or("no house")?;
                let (base, cover) = (word(base)?, word(cover)?);
                Ok(Evidence::SerPattern(SerPattern::Locked { base, cover, single: None }))
            }
            "locked-pair" | "locked-triple" | "sue-de-coq" => {
                is_rule()?;
                sets(body).map(Evidence::LockedSet)
            }
            "almost-locked-candidates" => {
                is_rule()?;
                sets(body).map(Evidence::Matched)
            }
            "firework-triple" | "firework-quadruple" => {
                is_rule()?;
                let all = body.split(" and ").map(firework).collect::<Checked<_>>()?;
                Ok(Evidence::Fireworks(all))
            }
            "aligned-pair-exclusion" => {
                is_rule()?;
                aligned_pair(body).map(Evidence::AlignedPair)
            }
            "franken-fish" | "finned-franken-fish" | "mutant-fish" => {
                is_rule()?;
                self.franken(body)
            }
            "kraken-fish-1" | "kraken-fish-2" => {
                is_rule()?;
                self.kraken(body)
            }
            "digit-forcing-chain" | "cell-forcing-chain" | "unit-forcing-chain" | "contradiction-chain" => {
                is_rule()?;
                self.forcing_chains(body)
            }
            "nice-loop" | "grouped-nice-loop" | "als-nice-loop" => {
                is_rule()?;
                let ring = |ring: &str| ring.split(" - ").map(|link| self.strong(link)).collect();
                Ok(Evidence::Rings(body.split(" and ").map(ring).collect::<Checked<_>>()?))
            }
            "als-xz" | "als-xy-wing" | "als-chain" => {
                is_rule()?;
                almost_locked(body).map(Evidence::AlmostLocked)
            }
            "death-blossom" => {
                is_rule()?;
                blossom(body).map(Evidence::Blossom)
            }
            "wxyz-wing" => {
                is_rule()?;
                let (cells, name) = body.split_once("} n").ok_or("cells and a digit")?;
                let cells = cells.strip_prefix('{').ok_or("no {")?.split(' ');
                let cells = cells.map(word).collect::<Checked<_>>()?;
                Ok(Evidence::Bent { cells, digit: Digit(digit(name)?) })
            }
            "unique-loop" => {
                is_rule()?;
                let (list, subset) = self.with_subset(body)?;
                let [a, b, cells @ ..] = &list[..] else { return no(body, "a loop") };
                let digit = |token: &str| digit(token.strip_prefix('n').unwrap_or_default());
                let digits = vec![Digit(digit(a)?), Digit(digit(b)?)];
                let cells = cells.iter().map(|token| word(token)).collect::<Checked<_>>()?;
                Ok(Evidence::SerPattern(SerPattern::Loop { cells, digits, subset }))
            }
            "bug-plus" => {
                is_rule()?;
                let (list, subset) = self.with_subset(body)?;
                let extras = list.iter().map(|token| word(token)).collect::<Checked<_>>()?;
                Ok(Evidence::SerPattern(SerPattern::BugPattern { extras, subset }))
            }
            "remote-pair" => {
                is_rule()?;
                let cells = body.split(' ').map(word).collect::<Checked<_>>()?;
                Ok(Evidence::RemotePair(cells))
            }
            "simple-colours-trap" | "simple-colours-wrap" | "multi-colours" => {
                is_rule()?;
                let nets = body.split(" and ").map(net).collect::<Checked<_>>()?;
                Ok(Evidence::Colours(nets))
            }
            "skyscraper" | "two-string-kite" | "turbot-fish" | "empty-rectangle" | "x-chain" | "xy-chain"
            | "w-wing" | "aic" | "grouped-aic" | "als-aic" => {
                is_rule()?;
                let links = body.split(" - ").map(|link| self.strong(link));
                Ok(Evidence::Links(links.collect::<Checked<_>>()?))
            }
            "last-guardian" | "split" => self.relation(name, body),
            "tridagon" | "anti-tridagon" | "degen-cycl-trid" | "degen-cycl-trid-coded" | "imp630" => {
                is_rule()?;
                impossible(body)
            }
            rule if rule.starts_with("select") => {
                is_rule()?;
                impossible(body)
            }
            rule if rule.starts_with("or") => self.or_chain(name, body),
            "oddagon" => self.circle(name, body),
            "forcing-whip" | "forcing3-whip" => self.forcing(name, body),
            "ur1" | "ur2" | "ur3" | "ur4" | "ur5" | "ur6" | "hidden-ur" | "ar1" | "ar2" => {
                self.rectangle(name, body)
            }
            rule if rule.starts_with("br-net") || rule == "pb1" => {
                is_rule()?;
                self.implications(body)
            }
            rule if rule.starts_with('p') => {
                is_rule()?;
                self.templates(body).map(Evidence::Templates)
            }
            rule if rule.ends_with("-trial") => {
                is_rule()?;
                let body = body.strip_suffix(" fail").ok_or("something fails")?;
                Ok(Evidence::Trials { trace: tree(body)? })
            }
            rule if rule.starts_with("trial") => {
                is_rule()?;
                let tried = conclusions(body.strip_suffix(" fails").ok_or("something fails")?)?;
                ensure(tried[1] == self.eliminated, "what is tried is eliminated")?;
                Ok(Evidence::Trial { trace: unsaid() })
            }
            _ => self.chain(name, body),
        }
    }

    // ------------------------------------------------------------ subsets, fish, rectangles

    /// `c1{r4 r7}{n2 n8}`.
    fn hall(&self, body: &str) -> Checked<(House, Hall)> {
        let (head, lists) = braces(body)?;
        let [variables, transversals] = &lists[..] else { return no(body, "a subset") };
        let house = word(head)?;
        let all = |tokens: &[&str]| -> Checked<Vec<Variable>> {
            tokens.iter().map(|token| member(house, token)).collect()
        };
        Ok((house, Hall { variables: all(variables)?, transversals: all(transversals)? }))
    }

    /// `n1 n2 r1c1 r1c5 - c1{r4 r7}{n2 n8}`: words, and a subset perhaps.
    fn with_subset<'b>(&self, body: &'b str) -> Checked<(Vec<&'b str>, Option<Hall>)> {
        let (list, subset) = match body.split_once(" - ") {
            Some((list, subset)) => (list, Some(self.hall(subset)?.1)),
            None => (body, None),
        };
        Ok((list.split(' ').collect(), subset))
    }

    /// `naked-pairs-in-a-column: c1{r4 r7}{n2 n8}`.
    fn subset(&self, name: &str, body: &str) -> Checked<Hall> {
        let (house, hall) = self.hall(body)?;
        let named = name.strip_prefix(&format!("{}-", self.rule));
        let named = named.and_then(|name| name.split_once("-in-a-"));
        let (size, unit) = named.ok_or("the rule is named")?;
        ensure(is_kind(house, unit), "the house is of the kind named")?;
        ensure(count(size)? == hall.variables.len(), "as many as the name says")?;
        Ok(hall)
    }

    /// `swordfish-in-rows: n7{r3 r4 r7}{c1 c5 c6}`, `finned-x-wing-in-columns: …`.
    fn fish(&self, name: &str, body: &str) -> Checked<Evidence> {
        let (head, lists) = braces(body)?;
        let [('n', digit)] = pairs(head)?[..] else { return no(head, "a digit") };
        let line = |token: &&str| word(token).map(|house| (house, digit_in(house, digit)));
        let all = |tokens: &Vec<&str>| tokens.iter().map(line).collect::<Checked<Vec<_>>>();
        let [base, cover] = &lists[..] else { return no(body, "a fish") };
        let (base, cover) = (all(base)?, all(cover)?);
        let kind = if self.rule == "sashimi" { "sashimi-" } else { "finned-" };
        let fin = name.strip_prefix(kind);
        let (size, unit) = fin.unwrap_or(name).split_once("-in-").ok_or("no unit")?;
        ensure(fin.is_some() == (self.rule != "fish"), "finned or not")?;
        let unit = unit.strip_suffix('s').unwrap_or_default();
        ensure(base.iter().all(|(house, _)| is_kind(*house, unit)), "the lines are as named")?;
        ensure(count(size)? == base.len(), "as many as the name says")?;
        let [variables, transversals]: [Vec<Variable>; 2] =
            [base, cover].map(|lines| lines.into_iter().map(|line| line.1).collect());
        if fin.is_none() {
            return Ok(Evidence::Subset(Hall { variables, transversals }));
        }
        let is_fin = |&one: &Candidate| !transversals.iter().any(|&line| is_in(one, line));
        let held = variables.iter().flat_map(|&line| self.held(line)).filter(is_fin);
        let fins: BTreeSet<Candidate> = held.collect();
        let fins = fins.into_iter().collect();
        Ok(Evidence::Finned(FinnedFish { variables, transversals, fins }))
    }

    /// `n7{r3 b4 r7}{c1 c5 b9}`.
    fn franken(&self, body: &str) -> Checked<Evidence> {
        let (head, lists) = braces(body)?;
        let [('n', digit)] = pairs(head)?[..] else { return no(head, "a digit") };
        let set = |token: &&str| word(token).map(|house| digit_in(house, digit));
        let [base, cover] = &lists[..] else { return no(body, "a fish") };
        let [base, cover] = [base, cover].map(|sets| sets.iter().map(set).collect::<Checked<Vec<_>>>());
        let (variables, transversals) = (base?, cover?);
        let count = |one: Candidate, sets: &[Variable]| sets.iter().filter(|&&s| is_in(one, s)).count();
        let held: BTreeSet<Candidate> = variables.iter().flat_map(|&set| self.held(set)).collect();
        let is_fin = |&one: &Candidate| count(one, &transversals) == 0 || count(one, &variables) > 1;
        let mut fins: Vec<Candidate> = held.into_iter().filter(is_fin).collect();
        fins.sort_unstable();
        Ok(Evidence::Franken(FinnedFish { variables, transversals, fins }))
    }

    /// `n5{r1 r4}{c2 c7}: n5r1c3 → ¬n5r2c2 | n5r4c9 → …`; `n5{r1 r4}{c2 c7} by c2n5: …`.
    fn kraken(&self, body: &str) -> Checked<Evidence> {
        let (fish, chains) = body.split_once(": ").ok_or("no chains")?;
        let (fish, cover) = match fish.split_once(" by ") {
            Some((fish, cover)) => (fish, Some(word(cover)?)),
            None => (fish, None),
        };
        let Evidence::Franken(FinnedFish { variables, transversals, fins }) = self.franken(fish)? else {
            return no(fish, "a fish");
        };
        let chains = chains.split(" | ").map(|chain| self.implied(chain)).collect::<Checked<_>>()?;
        Ok(Evidence::Kraken(Kraken { variables, transversals, fins, cover, chains }))
    }

    /// `n5r1c2 → ¬n5r1c7 → n6r1c7`: a chain, its end first.
    fn implied(&self, text: &str) -> Checked<Vec<Implies>> {
        let literals = text.split(" → ").map(word).collect::<Checked<Vec<Literal>>>()?;
        let last = literals.len() - 1;
        let by = |at: usize| {
            let Some(before) = at.checked_sub(1) else { return By::Assumed };
            let [from, to] = [before, at].map(|at| literals[at]);
            let both = BTreeSet::from([from.candidate, to.candidate]);
            let mut all = variables(label(to.candidate)).into_iter();
            match all.find(|&variable| self.held(variable) == both) {
                Some(variable) if to.holds => By::Only(variable),
                _ => By::Link,
            }
        };
        let node = |at: usize| Implies {
            literal: literals[at],
            by: by(at),
            from: if at == 0 { Vec::new() } else { vec![(last - at + 1) as u16] },
        };
        Ok((0..=last).rev().map(node).collect())
    }

    /// `n5r1c2 → ¬n5r1c7 | n5r1c4 → ¬n5r1c7`: chains, and what they show by the rule.
    fn forcing_chains(&self, body: &str) -> Checked<Evidence> {
        let chains = body.split(" | ").map(|chain| self.implied(chain));
        let chains = chains.collect::<Checked<Vec<_>>>()?;
        let starts: BTreeSet<Candidate> =
            chains.iter().map(|chain| chain[chain.len() - 1].literal.candidate).collect();
        let ends: BTreeSet<Candidate> = chains.iter().map(|chain| chain[0].literal.candidate).collect();
        let of = |all: &BTreeSet<Candidate>| -> Checked<Variable> {
            let first = all.first().ok_or("a candidate")?;
            let mut variables = variables(label(*first)).into_iter();
            variables.find(|&v| self.held(v) == *all).ok_or("no variable has just these".into())
        };
        let show = match self.rule {
            "digit-forcing-chain" => Together::Both,
            "contradiction-chain" if chains.len() == 2 && ends.len() == 1 => Together::Contradiction,
            "contradiction-chain" => Together::Empties(of(&ends)?),
            _ => Together::All(of(&starts)?),
        };
        Ok(Evidence::SerPattern(SerPattern::Chains { show, chains }))
    }

    /// `unique-rectangle-4: n2 n8 r2c5 r5c4 r5c5 r2c4 - r2n2{c4 c5} - r2{c1}{n5 n6}`: floor, roof, and what
    /// else.
    fn rectangle(&self, name: &str, body: &str) -> Checked<Evidence> {
        let is_avoidable = self.rule.starts_with("ar");
        let expected = match self.rule.split_at(2) {
            ("ur", kind) => format!("unique-rectangle-{kind}"),
            ("ar", kind) => format!("avoidable-rectangle-{kind}"),
            _ => "hidden-unique-rectangle".to_string(),
        };
        ensure(name == expected, "the rule is named")?;
        let mut parts = body.split(" - ");
        let tokens: Vec<&str> = parts.next().unwrap_or_default().split(' ').collect();
        let &[a, b, ref corners @ ..] = &tokens[..] else { return no(body, "a rectangle") };
        let digit = |token: &str| digit(token.strip_prefix('n').unwrap_or_default()).map(Digit);
        let digits = [digit(a)?, digit(b)?];
        let corners = corners.iter().map(|t| word(t)).collect::<Checked<Vec<_>>>()?;
        let in_floor = |corner: &Variable| match is_avoidable {
            true => self.model.is_solved(*corner),
            false => self.held(*corner).iter().all(|one| digits.contains(&Digit(one.digit))),
        };
        let roof = corners.iter().position(|corner| !in_floor(corner)).unwrap_or(corners.len());
        let (mut confined, mut subset) = (Vec::new(), None);
        for part in parts {
            if let Ok((_, hall)) = self.hall(part) {
                ensure(subset.replace(hall).is_none(), "one subset")?;
                continue;
            }
            let link = self.ends(part)?;
            let inside: BTreeSet<Candidate> = self.held(link.0).into_iter().collect();
            ensure(BTreeSet::from(link.1) == inside, "both ends are the places of the variable")?;
            confined.push(link.0);
        }
        let (floor, roof) = (corners[..roof].to_vec(), corners[roof..].to_vec());
        Ok(Evidence::Rectangle(Rectangle { digits, floor, roof, confined, subset }))
    }

    // ------------------------------------------------------------ links of players

    /// `r3n5{c1 c4}`, `b4n5{r4c1+r4c3 r5c2}`, `r1c2{n1 n2}`, `[r1c2 r1c3]{n1 n2}`.
    fn strong(&self, text: &str) -> Checked<Strong> {
        let (head, lists) = text.split_once('{').ok_or("no {")?;
        let sides = lists.strip_suffix('}').and_then(|sides| sides.split_once(' '));
        let (from, to) = sides.ok_or("two sides")?;
        let cells = head.strip_prefix('[').and_then(|head| head.strip_suffix(']'));
        let by: Vec<Variable> = match cells {
            Some(cells) => cells.split(' ').map(word).collect::<Checked<_>>()?,
            None => vec![word(head)?],
        };
        ensure(cells.is_none() || by.len() > 1, "one cell has no brackets")?;
        let side = |text: &str| -> Checked<Vec<Candidate>> {
            match by[..] {
                [variable @ (Variable::Row(..) | Variable::Column(..) | Variable::Block(..))] => {
                    text.split('+').map(|token| value(variable, token)).collect()
                }
                _ => {
                    let wanted = digit(text.strip_prefix('n').unwrap_or_default())?;
                    let mut all: Vec<_> = by.iter().flat_map(|&cell| self.held(cell)).collect();
                    all.retain(|one| one.digit == wanted);
                    ensure(!all.is_empty(), "the digit is in the cells")?;
                    Ok(all)
                }
            }
        };
        Ok(Strong { from: side(from)?, to: side(to)?, by })
    }

    // ------------------------------------------------------------ chains

    /// `r1c8{n1 n2}`.
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
        // A whip of one variable is so called by all rules.
        let rule = if name == "whip[1]" { "whip" } else { self.rule };
        let family = families::named(rule).ok_or_else(|| format!("there is no rule {rule}"))?;
        let target = self.eliminated.iter().next().ok_or("something is eliminated")?;
        let links = self.links(family, target, body)?;
        let length: usize = links.iter().map(|link| link.variables.len()).sum();
        let is_doubled = matches!(family.chains, Chains::Linked(linked) if linked.one_digit);
        let length = if is_doubled { 2 * length } else { length };
        let kind = match links[0].variables[0] {
            Variable::Cell(_) => "-rc",
            Variable::Row(..) => "-rn",
            Variable::Column(..) => "-cn",
            Variable::Block(..) => "-bn",
        };
        let expected = family.printed.replace('#', &length.to_string()).replace('%', kind);
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

    /// `oddagon[3]: r1c8{n1 n2},r1n2{c8 c9},r1c9{n2 n1}`.
    fn circle(&self, name: &str, body: &str) -> Checked<Evidence> {
        let arc = |text: &str| {
            let (variable, [left, right]) = self.ends(text)?;
            let guardians = self.held(variable).into_iter();
            let guardians = guardians.filter(|&one| one != left && one != right).collect();
            Ok(Arc { variable, left, right, guardians })
        };
        let arcs: Vec<Arc> = body.split(',').map(arc).collect::<Checked<_>>()?;
        ensure(name == format!("oddagon[{}]", arcs.len()), "as many variables as the length says")?;
        Ok(Evidence::Circle { arcs })
    }

    /// `|| n5r7c4 - partial-whip[1]: … || …`.
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

    /// `forcing-whip-elim[3] based on bivalue candidates n5r7c4 and n6r7c4: || n5r7c4 - partial-whip[1]: … || …`.
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

    // ------------------------------------------------------------ implications

    /// `n5r1c2 - n5r1c7 = n6r1c7 -b4- … ~> ¬n6r3c4`; `n4r7c9 → ¬n4r2c3 ⇒ n4r2c5`.
    fn implications(&self, body: &str) -> Checked<Evidence> {
        let tokens: Vec<&str> = body.split(' ').collect();
        let start = word(tokens[0])?;
        let (mut from, mut steps) = (Literal { candidate: start, holds: true }, Vec::new());
        for pair in tokens[1..].chunks(2) {
            let &[joint, to] = pair else { return no(body, "candidates with links between them") };
            let turned = || word(to).map(|candidate| Literal { candidate, holds: !from.holds });
            let link = if from.holds { Implied::Weak } else { Implied::Strong };
            let (by, to) = match joint {
                "-" => (Implied::Weak, turned()?),
                "=" => (Implied::Strong, turned()?),
                "~>" => (Implied::Stream(unsaid()), word(to)?),
                "<~" => (Implied::Backwards(unsaid()), word(to)?),
                "→" => (link, word(to)?),
                "⇒" => (Implied::Patterns, word(to)?),
                _ => {
                    let house = joint.strip_prefix('-').and_then(|joint| joint.strip_suffix('-'));
                    (Implied::Hinge(word(house.ok_or("no link")?)?), turned()?)
                }
            };
            steps.push(Implication { by, also: None, to });
            from = to;
        }
        Ok(Evidence::Implications { start, steps })
    }

    /// `4 [79]-[39][36]-[46][44]- => [79]-[46][44]-, hinge b8: [44]-[79]`: `-` is not both, `=` not neither,
    /// nothing is both; a longer cycle is collapsed to a tri-cycle.
    fn cycle(&self, body: &str) -> Checked<Evidence> {
        let mut parts = body.split(", hinge ");
        let (number, cycles) = parts.next().unwrap_or_default().split_once(' ').ok_or("no digit")?;
        let digit = digit(number)?;
        let (whole, collapsed) = cycles.split_once(" => ").unwrap_or((cycles, ""));
        let (cells, signs) = walk(whole)?;
        let n = cells.len();
        let mut hinges: Vec<&str> = parts.collect();
        let mut steps = Vec::new();
        for (k, &sign) in signs.iter().enumerate() {
            let [a, b] = [cells[k], cells[(k + 1) % n]].map(|cell| Candidate { digit, cell });
            let name = |cell: u8| format!("[{}{}]", cell / 9 + 1, cell % 9 + 1);
            let ends = format!(": {}-{}", name(a.cell), name(b.cell));
            let hinge = hinges.first().and_then(|hinge| hinge.strip_suffix(&ends));
            let weak = match hinge.filter(|_| sign != '=') {
                Some(house) => {
                    hinges.remove(0);
                    Implied::Hinge(word(house)?)
                }
                None => Implied::Weak,
            };
            let both = BTreeSet::from([a, b]);
            let are_two = variables(label(a)).into_iter().any(|variable| self.held(variable) == both);
            let strong = if are_two { Implied::Strong } else { Implied::Stream(unsaid()) };
            // By turns true and false.
            let (by, also) = match (k % 2 == 0, sign) {
                (true, '-') => (weak, None),
                (true, ' ') => (weak, Some(strong)),
                (false, '=') => (strong, None),
                (false, ' ') => (strong, Some(weak)),
                _ => return Err("1-edges and 2-edges by turns".into()),
            };
            steps.push(Implication { by, also, to: Literal { candidate: b, holds: k % 2 == 1 } });
        }
        ensure(hinges.is_empty(), "a hinge is an edge of the cycle")?;
        if n > 3 {
            let expected = [worth(&signs[..n - 2]), signs[n - 2], signs[n - 1]];
            let corners = [cells[0], cells[n - 2], cells[n - 1]];
            let (tri, tri_signs) = walk(collapsed)?;
            ensure(tri == corners && tri_signs == expected, "the path is worth the edge")?;
        }
        ensure((n > 3) != collapsed.is_empty(), "a longer cycle is collapsed")?;
        Ok(Evidence::Implications { start: Candidate { digit, cell: cells[0] }, steps })
    }

    /// `4 [41]#[45]`, `7 [14]#c4n5`.
    fn knot(&self, body: &str) -> Checked<Evidence> {
        let (knot, place) = body.split_once('#').ok_or("a y-knot shows somewhere")?;
        let (number, token) = knot.split_once(' ').ok_or("no digit")?;
        let candidate = Candidate { digit: digit(number)?, cell: short_cell(token)? };
        let place = short_cell(place).map(Variable::Cell).or_else(|_| word(place))?;
        Ok(Evidence::Knots(vec![Knot { candidate, place, trace: unsaid() }]))
    }

    // ------------------------------------------------------------ patterns of a digit

    fn templates(&self, body: &str) -> Checked<Templates> {
        let words: Vec<&str> = body.split([' ', ':', '(', ')']).filter(|w| !w.is_empty()).collect();
        let count = |word: &str| word.parse().map_err(|_| format!("'{word}' is no number"));
        let (number, place, is_true, counted) = match words[..] {
            [n, "has", "no", "pattern", "through", at, live, "live"] => {
                (n, at, false, Counted::Live(count(live)?))
            }
            ["every", "pattern", "of", n, "takes", at, live, "live"] => {
                (n, at, true, Counted::Live(count(live)?))
            }
            [n, "has", "no", "pattern", "left", "through", at, left, "of", of, "left"] => {
                (n, at, false, Counted::Left { left: count(left)?, of: count(of)? })
            }
            [n, side @ ("through" | "outside"), at, ..] => {
                let list = body.split_once(": ").ok_or("no patterns")?.1;
                let parts = list.rsplit_once(" and ");
                let more = parts.and_then(|(all, more)| Some((all, more.strip_suffix(" more")?)));
                let (list, more) = more.unwrap_or((list, "0"));
                let first = list.split(", ").filter(|one| !one.is_empty()).map(gone);
                let first = first.collect::<Checked<_>>()?;
                (n, at, side == "outside", Counted::Out { first, more: count(more)? })
            }
            _ => return no(body, "about patterns"),
        };
        let candidate = Candidate { digit: digit(number)?, cell: cell(place)? };
        Ok(match is_true {
            true => Templates::AllThrough { candidate, counted },
            false => Templates::NoneThrough { candidate, counted },
        })
    }
}

/// `[r1c2 r1c3`: the cells of a set, after what is before it.
fn set(text: &str) -> Checked<(&str, Vec<Variable>)> {
    let (before, cells) = text.split_once('[').ok_or("no [")?;
    Ok((before, cells.split(' ').map(word).collect::<Checked<_>>()?))
}

/// `[r1c2 r1c3] -5- [r4c2 r6c2]`; ` -7-` behind it where the last is linked to the first.
fn almost_locked(body: &str) -> Checked<AlmostLocked> {
    let (mut sets, mut commons) = (Vec::new(), Vec::new());
    let common = |text: &str| -> Checked<Digit> {
        let inner = text.strip_prefix(" -").and_then(|text| text.strip_suffix('-'));
        digit(inner.ok_or("a digit between two sets")?).map(Digit)
    };
    let (all, end) = body.rsplit_once(']').ok_or("no ]")?;
    for (k, part) in all.split(']').enumerate() {
        let (before, cells) = set(part)?;
        sets.push(cells);
        match k {
            0 => ensure(before.is_empty(), "a chain begins with a set")?,
            _ => commons.push(common(before.strip_suffix(' ').ok_or("no space")?)?),
        }
    }
    if !end.is_empty() {
        commons.push(common(end)?);
    }
    Ok(AlmostLocked { sets, commons })
}

/// `{r2c1 r1n4 r1n5}{r1c5 b1n4 b1n5}`: variables, and as many sets.
fn sets(body: &str) -> Checked<Hall> {
    let (_, lists) = braces(body)?;
    let [cells, sets] = &lists[..] else { return no(body, "variables and sets") };
    let all = |tokens: &[&str]| tokens.iter().map(|token| word(token)).collect::<Checked<_>>();
    Ok(Hall { variables: all(cells)?, transversals: all(sets)? })
}

/// `r1c1{r1c5 r6c1}{n1 n2}`: a corner, the cells of its row and column, and the digits.
fn firework(text: &str) -> Checked<Firework> {
    let (corner, lists) = braces(text)?;
    let [wings, digits] = &lists[..] else { return no(text, "a firework") };
    let &[p, q] = &wings[..] else { return no(text, "a firework") };
    let digit = |token: &&str| digit(token.strip_prefix('n').unwrap_or_default()).map(Digit);
    let digits = digits.iter().map(digit).collect::<Checked<_>>()?;
    Ok(Firework { corner: word(corner)?, wings: [word(p)?, word(q)?], digits })
}

/// `r1c2 r3c5 [r1c4 r1c5] [r3c2]`: two cells, and sets.
fn aligned_pair(body: &str) -> Checked<AlignedPair> {
    let (cells, all) = body.split_once(" [").unwrap_or((body, ""));
    let &[a, b] = &cells.split(' ').collect::<Vec<_>>()[..] else {
        return no(cells, "two cells");
    };
    let set = |text: &str| text.split(' ').map(word).collect::<Checked<Vec<_>>>();
    let sets = match all {
        "" => Vec::new(),
        _ => {
            let all = all.strip_suffix(']').ok_or("no ]")?;
            all.split("] [").map(set).collect::<Checked<_>>()?
        }
    };
    Ok(AlignedPair { cells: [word(a)?, word(b)?], sets })
}

/// `r5c5 1 [r5c1 r5c3] 2 [r1c5 r2c5]`.
fn blossom(body: &str) -> Checked<Blossom> {
    let (stem, petals) = body.split_once(' ').ok_or("no petals")?;
    let petals = petals.strip_suffix(']').ok_or("no ]")?.split("] ").map(|petal| {
        let (before, cells) = set(petal)?;
        Ok((Digit(digit(before.strip_suffix(' ').ok_or("no digit")?)?), cells))
    });
    Ok(Blossom { stem: word(stem)?, petals: petals.collect::<Checked<_>>()? })
}

/// `{n5r1c2 n5r3c4|n5r1c7} by r1n5 c7n5`.
fn net(text: &str) -> Checked<Colours> {
    let (colours, pairs) = text.split_once(" by ").ok_or("no houses")?;
    let colours = colours.strip_prefix('{').and_then(|all| all.strip_suffix('}'));
    let (one, other) = colours.and_then(|all| all.split_once('|')).ok_or("two colours")?;
    let all = |text: &str| text.split(' ').map(word).collect::<Checked<Vec<Candidate>>>();
    let pairs = pairs.split(' ').map(word).collect::<Checked<_>>()?;
    Ok(Colours { pairs, colours: [all(one)?, all(other)?] })
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

/// `4b(536121) meets 5acd`, `4(536121) meets all 30 of 5`, `4(536121) has no pair with 7`.
fn gone(text: &str) -> Checked<Gone> {
    let (pattern, why) = text.split_once(") ").ok_or("no pattern")?;
    let (name, squares) = pattern.split_once('(').ok_or("no pattern")?;
    let split = |text: &str| -> Checked<(u8, Vec<usize>)> {
        let (number, letters) = text.split_at_checked(1).ok_or("no digit")?;
        let letters = letters.bytes().map(|letter| letter.wrapping_sub(b'a').into());
        Ok((digit(number)?, letters.collect()))
    };
    let (own, number) = split(name)?;
    let pattern = word(&format!("{}({squares})", own + 1))?;
    let by = match why.split(' ').collect::<Vec<_>>()[..] {
        ["meets", "all", left, "of", other] => {
            let left = left.parse().map_err(|_| "a number")?;
            Excluded::Meets(Digit(digit(other)?), Left::Count(left))
        }
        ["meets", others] => {
            let (digit, numbers) = split(others)?;
            Excluded::Meets(Digit(digit), Left::Numbers(numbers))
        }
        ["has", "no", "pair", "with", other] => Excluded::Unpaired(Digit(digit(other)?)),
        _ => return no(why, "why a pattern is out"),
    };
    Ok(Gone { pattern, number: number.first().copied(), by })
}

/// `[79]-[46][44]-`: the cells, and after each the sign of its edge to the next one, `' '` where there is
/// none.
fn walk(text: &str) -> Checked<(Vec<u8>, Vec<char>)> {
    let (mut cells, mut signs) = (Vec::new(), Vec::new());
    ensure(text.starts_with('['), "a cycle begins with a cell")?;
    for part in text.split('[').skip(1) {
        let (cell, sign) = part.split_once(']').ok_or("no ]")?;
        cells.push(short_cell(&format!("[{cell}]"))?);
        signs.push(sign.chars().next().unwrap_or(' '));
        ensure(["", "-", "="].contains(&sign), format!("'{sign}' is no edge"))?;
    }
    Ok((cells, signs))
}

/// What a path of such edges says of its ends alone, by truth tables: the sign of the edge it is worth.
fn worth(signs: &[char]) -> char {
    let allows = |sign, a, b| match sign {
        '-' => !(a && b),
        '=' => a || b,
        _ => a != b,
    };
    // The values of the last cell that go with each value of the first.
    let mut table = [[true, false], [false, true]];
    for &sign in signs {
        let next = |row: [bool; 2], c: bool| (0..2).any(|b| row[b] && allows(sign, b == 1, c));
        table = table.map(|row| [next(row, false), next(row, true)]);
    }
    match (!table[1][1], !table[0][0]) {
        (false, false) => '?',
        (true, false) => '-',
        (false, true) => '=',
        (true, true) => ' ',
    }
}

// ---------------------------------------------------------------- links

/// A chain, so far as it has been read.
struct Walk<'a> {
    reader: &'a Reader<'a>,
    family: &'a Family,
    target: Candidate,
    links: Vec<Link>,
}

impl Walk<'_> {
    /// `V{L R}`, `V{L .}`, or `[V V]{L [C C]}`.
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

    /// The link with all the other candidates that there are, each ignored for the first that excludes it.
    fn complete(&self, variables: Vec<Variable>, left: Candidate, mut right: Right) -> Link {
        let k = self.links.len();
        // What is just before; in braids, if it is not that, the last that excludes it.
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
            // None of them: whoever checks the step will say so.
            _ => ignored.extend(rest.into_iter().map(|one| (one, 0))),
        }
        ignored.sort_by_key(|(_, by)| *by == 0);
        Link { variables, left, from, right, ignored }
    }

    /// What excludes the candidate, of what the family uses_relations: the first of the previous links, or
    /// else the target.
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

    /// The last right-linking candidate, which z-chains and t-whips do not write: linked to the target, and
    /// the others are excluded without it.
    fn unwritten(&self, variable: Variable, left: Candidate) -> Right {
        let held = self.reader.held(variable);
        let is_end = |&end: &Candidate| {
            let mut others = held.iter().filter(|&&one| one != left && one != end);
            let all = others.all(|&one| self.excluded(one).is_some());
            end != left && linked(end, self.target) && all
        };
        held.iter().copied().find(is_end).map_or(Right::Nothing, Right::Candidate)
    }

    /// `{n1 n2}r3c4`, `n1r2{c3 c4}`, `n1{r2 r3}c4`, `n1{r1c2 r2c3 r3c3#n1r5c3 r1c1*}b1`; of planes
    /// `{c3 c4}r2n1`.
    fn hls(&self, text: &str) -> Checked<Link> {
        let parts = text.split_once('{').and_then(|(a, rest)| Some((a, rest.split_once('}')?)));
        let Some((before, (inside, after))) = parts else { return no(text, "a cell") };
        let is_planar = self.family.notation == Notation::HlsPlanar;
        let variable = match (is_planar, &pairs(before)?[..], &pairs(after)?[..]) {
            (false, &[('n', digit), ('r', row)], []) => Variable::Row(row, digit),
            (false, &[('n', digit)], &[('c', column)]) => Variable::Column(column, digit),
            (false, &[('n', digit)], &[('b', block)]) => Variable::Block(block, digit),
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

/// What the right-linking object of a link excludes: what is linked to the candidate, or to all three labels
/// of the segment; of a subset, what is in a transversal set and in none of the variables.
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

/// The three labels of a row or column in a block that these are of.
fn segment(members: &[Candidate]) -> Vec<Candidate> {
    let (first, second) = (usize::from(members[0].cell), usize::from(members[1].cell));
    let line = if first / 9 == second / 9 { house('r', first / 9) } else { house('c', first % 9) };
    let cells = line.into_iter().filter(|&cell| block(cell) == block(first));
    cells.map(|cell| Candidate::new(members[0].digit.into(), cell)).collect()
}

/// `c46` in a row, `r79` in a column, `r3c456` or `r12c4` in a block.
fn group(variable: Variable, token: &str) -> Checked<Right> {
    let numbers = |letter: char| -> Vec<u8> {
        let after = token.split_once(letter).map_or("", |(_, rest)| rest);
        after.bytes().map_while(|byte| byte.checked_sub(b'1').filter(|n| *n < 9)).collect()
    };
    let (rows, columns, digit) = match variable {
        Variable::Row(row, digit) => (vec![row], numbers('c'), digit),
        Variable::Column(column, digit) => (numbers('r'), vec![column], digit),
        Variable::Block(_, digit) => (numbers('r'), numbers('c'), digit),
        Variable::Cell(_) => return no(token, "a segment"),
    };
    let cells = rows.iter().flat_map(|row| columns.iter().map(move |column| 9 * row + column));
    let members: Vec<Candidate> = cells.map(|cell| Candidate { digit, cell }).collect();
    ensure(members.len() > 1, format!("'{token}' is no segment"))?;
    let all = segment(&members);
    let inside = members.iter().all(|one| all.contains(one) && labels(variable).contains(&label(*one)));
    ensure(inside, format!("'{token}' is no segment"))?;
    Ok(Right::Group(members))
}
