//! Texts of steps in players' words, for the kinds of evidence that are no chains (`eureka.rs` has chains).
//!
//! ```text
//!   Hidden Single: r6c1=1 (column 1)
//!   Pointing: 7 in b5/r5 => r5c1<>7                           the digit, its house, the other house
//!   Sue de Coq: r4c13 - {2349} (r4c5 - {34}, r6c2 - {29}) => r6c1<>2
//!   Cell Forcing Chain: r1c4=4 → r1c5<>4 | r1c4=6 → r1c5<>4 => r1c5<>4
//! ```

use super::eureka::{self, named};
use super::{AlignedExclusion, AlmostLocked, BivalueLoop, BugPlus, Colours, Direct, Evidence, Hall, Link};
use super::{Implication, Implied, Literal, Locked, Right, RuleKind, Step, Wing, list, value_text};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, House, HouseKind};

/// Step whose pattern is written, with the candidates of its state if they are known.
#[derive(Clone, Copy)]
pub(super) struct Told<'a> {
    pub step: &'a Step,
    pub kind: RuleKind<'a>,
    pub held: Option<&'a Candidates>,
}

impl Told<'_> {
    /// Formats the pattern without its name. `own` is the text in the notation of the theory, which patterns
    /// without words of players keep, with candidates and houses in players' words if players name the
    /// pattern.
    pub fn body(self, own: &str) -> String {
        self.pattern(&self.step.because).unwrap_or_else(|| match has_players_words(&self.step.because) {
            true => in_cells(own),
            false => own.to_string(),
        })
    }

    fn pattern(self, because: &Evidence) -> Option<String> {
        match because {
            Evidence::Single { variable } => Some(single(*variable, &self.step.asserts)),
            Evidence::Contradiction { variable, .. } => Some(in_words(*variable)),
            Evidence::LockedSet(set) => Some(self.locked_set(set)),
            Evidence::RemotePair(cells) => Some(self.remote_pair(cells)),
            Evidence::Colours(nets) => Some(list(nets.iter().map(colours), ", ")),
            Evidence::Chain { links } => locked_chain(links).or_else(|| self.chain(links)),
            Evidence::AlmostLocked(sets) => {
                eureka::almost_locked(sets, self.step).or_else(|| Some(self.almost_locked(sets)))
            }
            Evidence::AllDifferent { house, .. } => Some(house.in_words()),
            Evidence::Bug { .. } => Some(String::new()),
            Evidence::Locked(of) => Some(locked(of)),
            Evidence::Direct(of) => self.direct(of),
            Evidence::Wing(of) => Some(self.wing(of)),
            Evidence::BivalueLoop(of) => Some(bivalue_loop(of)),
            Evidence::BugPlus(of) => Some(bug_plus(of)),
            Evidence::AlignedExclusion(of) => Some(aligned_exclusion(of)),
            Evidence::ForcingChains(of) => Some(of.players_text()),
            Evidence::Implications { start, steps } if self.kind.clause.cycle().is_none() => {
                let first = Literal { candidate: *start, holds: true };
                let all: Vec<Literal> = [first].into_iter().chain(steps.iter().map(|one| one.to)).collect();
                let is_link = |one: &Implication| matches!(one.by, Implied::Weak | Implied::Strong);
                eureka::alternating(&all).filter(|_| steps.iter().all(is_link))
            }
            other => eureka::pattern(other),
        }
    }

    /// Formats a pattern that is part of another: a subset with its kind, `hidden pair 7,8 in r7c1,r9c2`.
    pub fn part(self) -> String {
        let because = &self.step.because;
        let own = self.pattern(because).unwrap_or_else(|| in_cells(&because.text()));
        let Evidence::Subset(set) = because else { return own };
        let size = match set.variables.len() {
            2 => "pair",
            3 => "triple",
            _ => "quad",
        };
        match set.house() {
            Some((_, true)) => format!("hidden {size} {own}"),
            Some((_, false)) => format!("naked {size} {own}"),
            None => format!("fish {own}"),
        }
    }

    /// Returns the digits that these cells may hold, as `2349` or `2/3/4/9`.
    fn digits(self, cells: &[Variable], between: &str) -> Option<String> {
        let (held, cells) = (self.held?, cells_of(cells));
        let has = |digit: &Digit| held.0[digit.index()].intersects(cells);
        Some(list(Digit::all().filter(has).map(Digit::number), between))
    }

    /// Formats a locked pair, `6,7 in r78c2`, or Sue de Coq: the cells where the block and the line cross,
    /// then the other cells of the line and of the block.
    fn locked_set(self, Hall { variables, transversals }: &Hall) -> String {
        let cells = cells_of(variables);
        let house = |is_block: bool| {
            let mut houses = transversals.iter().filter_map(|one| Some(one.house()?.0));
            houses.find(|house| (house.kind() == HouseKind::Block) == is_block)
        };
        if let (Some(line), Some(block)) = (house(false), house(true)) {
            let rest = |house: House, other: House| -> Vec<Variable> {
                ((cells & house.cells()) - other.cells()).map(Variable::Cell).collect()
            };
            let both: Vec<Variable> = (cells & line.cells() & block.cells()).map(Variable::Cell).collect();
            let parts = [rest(line, block), rest(block, line)];
            if !both.is_empty() && parts.iter().all(|part| !part.is_empty()) {
                let set = |cells: &[Variable]| match self.digits(cells, "") {
                    Some(digits) => format!("{} - {{{digits}}}", names(cells)),
                    None => names(cells),
                };
                return format!("{} ({}, {})", set(&both), set(&parts[0]), set(&parts[1]));
            }
        }
        let mut digits: Vec<u8> =
            transversals.iter().filter_map(|one| Some(one.house()?.1.number())).collect();
        digits.sort_unstable();
        format!("{} in {}", list(digits, ","), names(variables))
    }

    /// Formats as `4/9 r2c4 - r2c8 - r5c8 - r5c1`.
    fn remote_pair(self, cells: &[Variable]) -> String {
        let digits = self.digits(cells, "/").map_or(String::new(), |digits| format!("{digits} "));
        format!("{digits}{}", list(cells, " - "))
    }

    /// Formats an XYZ-Wing, whose pivot also has the digit of the wings: `1/3/4 in r7c589`.
    fn chain(self, links: &[Link]) -> Option<String> {
        if self.kind.rule != "xyz-wing" {
            return eureka::bivalue(links);
        }
        let cells: Vec<Variable> = links.iter().flat_map(|link| link.variables.clone()).collect();
        let all = links.iter().flat_map(|link| {
            let ignored = link.ignored.iter().map(|ignored| ignored.0);
            [link.left].into_iter().chain(link.right.candidates().iter().copied()).chain(ignored)
        });
        let mut digits: Vec<u8> = all.map(|one| one.digit.number()).collect();
        digits.sort_unstable();
        digits.dedup();
        Some(format!("{} in {}", list(digits, "/"), names(&cells)))
    }

    /// Formats as `A=r1c568 {1568}, B=r6c123567 {1256789}, X=1,6`, or, with more sets, as
    /// `[r1c56] -1- [r6c12] -6- [r2c4]`.
    fn almost_locked(self, AlmostLocked { sets, commons }: &AlmostLocked) -> String {
        let [a, b] = &sets[..] else {
            let common =
                |k: usize| commons.get(k).map_or(String::new(), |one| format!(" -{}- ", one.number()));
            let set = |(k, set): (usize, &Vec<Variable>)| format!("[{}]{}", names(set), common(k));
            return list(sets.iter().enumerate().map(set), "").trim_end().to_string();
        };
        let set = |cells: &[Variable]| match self.digits(cells, "") {
            Some(digits) => format!("{} {{{digits}}}", names(cells)),
            None => names(cells),
        };
        let mut commons: Vec<u8> = commons.iter().map(|digit| digit.number()).collect();
        commons.sort_unstable();
        format!("A={}, B={}, X={}", set(a), set(b), list(commons, ","))
    }

    /// Formats the cells, the pivot first if the digits are unknown: `1/2/3 in r1c15,r3c2`.
    fn wing(self, Wing { pivot, wings: [a, b] }: &Wing) -> String {
        let cells = [*pivot, *a, *b];
        match self.digits(&cells, "/") {
            Some(digits) => format!("{digits} in {}", names(&cells)),
            None => list(cells, ","),
        }
    }

    fn direct(self, Direct { pattern, .. }: &Direct) -> Option<String> {
        self.pattern(pattern)
    }
}

/// Formats a single: `r4c8=6`, `r6c1=1 (column 1)`.
fn single(variable: Variable, asserts: &[Candidate]) -> String {
    let value = asserts.first().map_or(String::new(), |&value| value_text(value));
    match variable {
        Variable::Cell(_) => value,
        Variable::In(house, _) => format!("{value} ({})", house.in_words()),
    }
}

/// Formats a variable: `r4c8`, `5 in row 3`.
fn in_words(variable: Variable) -> String {
    match variable {
        Variable::Cell(cell) => cell.to_string(),
        Variable::In(house, digit) => format!("{} in {}", digit.number(), house.in_words()),
    }
}

/// Formats as `7 in b5/r5`.
fn locked(Locked { base, cover }: &Locked) -> String {
    base.house().map_or(String::new(), |(house, digit)| format!("{} in {house}/{cover}", digit.number()))
}

/// Formats locked candidates as `7 in b5/r5`, if the chain is of this kind.
fn locked_chain(links: &[Link]) -> Option<String> {
    let [Link { variables, left, right: Right::Nothing, ignored, .. }] = links else { return None };
    let (house, digit) = variables.first()?.house()?;
    let mut cells: Cells = ignored.iter().map(|ignored| ignored.0.cell).collect();
    cells |= Cells::of(left.cell);
    let mut others = House::all().filter(|&other| other != house && cells.is_subset(other.cells()));
    Some(format!("{} in {house}/{}", digit.number(), others.next()?))
}

/// Formats the two colours of a digit as `5 (r1c2,r3c4) / (r1c7)`; of several digits as
/// `(5r1c2,6r1c2) / (5r1c7)`.
fn colours(Colours { colours: [one, other], .. }: &Colours) -> String {
    let digits: Vec<Digit> = one.iter().chain(other).map(|candidate| candidate.digit).collect();
    let first = digits.first().copied().unwrap_or_else(|| Digit::new(0));
    let is_one = digits.iter().all(|&digit| digit == first);
    let name = |candidate: &Candidate| match is_one {
        true => candidate.cell.to_string(),
        false => format!("{}{}", candidate.digit.number(), candidate.cell),
    };
    let [one, other] = [one, other].map(|colour| format!("({})", list(colour.iter().map(name), ",")));
    match is_one {
        true => format!("{} {one} / {other}", first.number()),
        false => format!("{one} / {other}"),
    }
}

/// Formats as `1/2 in r1c1,r1c4,r5c4,r5c1`, the cells in the order of the loop.
fn bivalue_loop(BivalueLoop { cells, digits, subset }: &BivalueLoop) -> String {
    let digits = list(digits.iter().map(|digit| digit.number()), "/");
    format!("{digits} in {}{}", list(cells, ","), completion(subset))
}

/// Formats the extra candidates: `1r6c7,1r7c8`.
fn bug_plus(BugPlus { extras, subset }: &BugPlus) -> String {
    let extra = |one: &Candidate| format!("{}{}", one.digit.number(), one.cell);
    list(extras.iter().map(extra), ",") + &completion(subset)
}

fn completion(subset: &Option<Hall>) -> String {
    let set = subset.as_ref().and_then(eureka::subset);
    set.map_or(String::new(), |set| format!(" and {set}"))
}

/// Formats as `r1c12 seen by r1c5,r2c3`.
fn aligned_exclusion(AlignedExclusion { cells, excluders }: &AlignedExclusion) -> String {
    format!("{} seen by {}", names(cells), names(excluders))
}

fn cells_of(variables: &[Variable]) -> Cells {
    variables.iter().filter_map(cell_of).collect()
}

fn cell_of(variable: &Variable) -> Option<Cell> {
    match variable {
        Variable::Cell(cell) => Some(*cell),
        Variable::In(..) => None,
    }
}

fn names(variables: &[Variable]) -> String {
    named(variables.iter().filter_map(cell_of))
}

/// Whether players name such patterns: texts of chains from the targets and of patterns of whole digits stay
/// in the notation of the theory.
fn has_players_words(because: &Evidence) -> bool {
    use Evidence::*;
    !matches!(
        because,
        Chain { .. }
            | Circle { .. }
            | Forcing { .. }
            | Implications { .. }
            | Knots(_)
            | Templates(_)
            | Weights(_)
            | Refuted(_)
            | Exocet(_)
            | LastGuardian { .. }
            | Split { .. }
            | OrChain { .. }
            | OrForcing { .. }
    )
}

/// Rewrites candidates and houses in players' words: `8r7c5` for `n8r7c5`, or, in chains of implications,
/// `r7c5=8` and `r7c5<>8`; `8b7` for `b7n8`; `8` for `n8`.
pub(super) fn in_cells(text: &str) -> String {
    let has_implications = text.contains('→');
    let (mut written, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        let is_inside = written.chars().next_back().is_some_and(char::is_alphanumeric);
        let is_negated = c == '¬';
        let name = if is_negated { &rest[c.len_utf8()..] } else { rest };
        let length = name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len());
        match name_in_cells(&name[..length], has_implications, is_negated).filter(|_| !is_inside) {
            Some(said) => {
                written += &said;
                rest = &name[length..];
            }
            None => {
                written.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    written
}

fn name_in_cells(name: &str, has_implications: bool, is_negated: bool) -> Option<String> {
    let bytes = name.as_bytes();
    let is_number = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    match bytes {
        [b'n', digit, b'r', row, b'c', column] if [1, 3, 5].into_iter().all(is_number) => {
            let [digit, row, column] = [digit, row, column].map(|&byte| char::from(byte));
            Some(match (has_implications || is_negated, is_negated) {
                (_, true) => format!("r{row}c{column}<>{digit}"),
                (true, _) => format!("r{row}c{column}={digit}"),
                _ => format!("{digit}r{row}c{column}"),
            })
        }
        [b'r' | b'c' | b'b', _, b'n', digit] if is_number(1) && is_number(3) => {
            Some(format!("{}{}", char::from(*digit), &name[..2]))
        }
        [b'n', digit] if is_number(1) => Some(char::from(*digit).to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::in_cells;

    #[test]
    fn names_of_the_theory_are_rewritten() {
        for (own, players) in [
            ("n1 n2 r1c1 r1c4 by r1n1 but for n4r1c1", "1 2 r1c1 r1c4 by 1r1 but for 4r1c1"),
            ("n4r1c4 → ¬n5r1c4 → n5r1c1", "r1c4=4 → r1c4<>5 → r1c1=5"),
            ("{r1c2 r1c5 r2c2} n3", "{r1c2 r1c5 r2c2} 3"),
            ("no names, r1c2", "no names, r1c2"),
        ] {
            assert_eq!(in_cells(own), players);
        }
    }
}
