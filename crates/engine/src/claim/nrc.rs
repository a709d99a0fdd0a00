//! Chains in nrc notation (docs/theory.md, "nrc notation").
//!
//! ```text
//!   r3n5{c1 c4} - r1c5{n5 n7}                    each link a variable with two candidates
//!   b1n4{r3c3 r2c1+r2c2} - [r1c2 r1c3]{n1 n2}    groups, almost locked sets
//!   r2n1{c5 c9} - r8c9{n1 n6} - c5n6{r8 .}       a whip: other candidates are excluded by what is before
//! ```
//!
//! A chain that ends with nothing left depends on its target: each target makes evidence of its own.

use super::chain::{Chain, Kind, Node, What};
use super::judge::{Ground, Judge};
use super::text::{self, Cursor, Sign};
use super::{Failure, Unread, judge, reasons, whips};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, HouseKind};

/// Link of a chain as it is written.
pub(super) struct Written {
    pub variables: Vec<Variable>,
    pub left: Vec<Candidate>,
    pub right: End,
    pub columns: (usize, usize),
}

/// Right end of a link as it is written.
pub(super) enum End {
    Nothing,
    Candidates(Vec<Candidate>),
    /// Transversal sets of a subset.
    Subset(Vec<Variable>),
}

/// Whether the text goes on with a link in this notation: `r3n5{`, `r3c4{n`, `[r1c2 r1c3]{`.
pub(super) fn is_next(cursor: &Cursor) -> bool {
    let mut ahead = *cursor;
    let is_open = |cursor: &mut Cursor| cursor.peek().is_some_and(|token| token.text == "{");
    if ahead.peek().is_some_and(|token| token.text == "[") {
        ahead.next();
        while ahead.read(variable).is_some() {}
        return ahead.eat(Sign::Close) && is_open(&mut ahead);
    }
    match ahead.read(variable) {
        Some(Variable::Cell(_)) => {
            let digit =
                ahead.second().and_then(|token| token.word()).is_some_and(|word| word.starts_with('n'));
            is_open(&mut ahead) && digit
        }
        Some(Variable::In(..)) => is_open(&mut ahead),
        None => false,
    }
}

/// Skips a name with a length: `z-chain[3]:`, `biv-chain-rc[4]`.
pub(super) fn skip_name(cursor: &mut Cursor) {
    let mut ahead = *cursor;
    for _ in 0..24 {
        if is_next(&ahead) {
            *cursor = ahead;
            return;
        }
        if ahead.next().is_none() {
            return;
        }
    }
}

/// Reads `r3c4`, `r3n5`, `n5r3`.
fn variable(word: &str) -> Option<Variable> {
    if let Some(cells) = text::cells(word) {
        return cells.first().filter(|_| cells.len() == 1).map(Variable::Cell);
    }
    let digit_first = || word.strip_prefix('n').and_then(|word| word.split_at_checked(1));
    let (house, digit) = match digit_first() {
        Some((digit, house)) => (house, digit),
        None => word.split_once('n')?,
    };
    match (&text::houses(house)?[..], &text::digits(digit)?[..]) {
        (&[house], &[digit]) => Some(Variable::In(house, digit)),
        _ => None,
    }
}

/// Reads values of a variable: `n5`, `c46`, `r3`, `r3c456`.
fn values(grid: &Grid, variables: &[Variable], word: &str) -> Option<Vec<Candidate>> {
    let of = |digit: Digit, cells: Cells| cells.map(|cell| Candidate::new(digit, cell)).collect::<Vec<_>>();
    let lines = |letter: char| text::digits(word.strip_prefix(letter)?);
    match variables.first()? {
        Variable::Cell(_) => {
            let digits = lines('n')?;
            let &[digit] = &digits[..] else { return None };
            let cells: Cells = variables.iter().flat_map(|variable| variable.cells()).collect();
            // The places in an almost locked set; of one cell the candidate, whether it is there or not.
            let places = if cells.len() > 1 { cells & grid.open_plane(digit) } else { cells };
            Some(of(digit, places))
        }
        &Variable::In(house, digit) => {
            let at = |line: &Digit| match house.kind() {
                HouseKind::Row => Cell::at(house.number(), line.index()),
                _ => Cell::at(line.index(), house.number()),
            };
            let cells: Cells = match house.kind() {
                HouseKind::Row => lines('c')?.iter().map(at).collect(),
                HouseKind::Column => lines('r')?.iter().map(at).collect(),
                HouseKind::Block => text::cells(word)?,
            };
            Some(of(digit, cells))
        }
    }
}

/// Reads chains to the end, with `and` between them, and returns all that they prove.
pub(super) fn grounds(
    judge: &Judge, cursor: &mut Cursor, claimed: &Candidates,
) -> Result<Result<Vec<Ground>, Failure>, Unread> {
    let mut all = Vec::new();
    loop {
        let links = links(&judge.grid, cursor)?;
        match one(judge, &links, claimed) {
            Ok(grounds) => all.extend(grounds),
            Err(failure) => return Ok(Err(failure)),
        }
        if !cursor.eat_word(&["and"]) {
            break;
        }
    }
    match cursor.is_at_end() {
        true => Ok(Ok(all)),
        false => cursor.expected("a link such as r1n2{c3 c4}"),
    }
}

fn links(grid: &Grid, cursor: &mut Cursor) -> Result<Vec<Written>, Unread> {
    let mut all = vec![link(grid, cursor)?];
    while cursor.eat(Sign::Minus) {
        all.push(link(grid, cursor)?);
    }
    Ok(all)
}

/// Reads `r3n5{c1 c4}`, `[r1c2 r1c3]{n1 n2}`, `[r1c2 r1c3]{n1r1c2 [r1n3 r1n4]}`, `c5n6{r8 .}`.
fn link(grid: &Grid, cursor: &mut Cursor) -> Result<Written, Unread> {
    let start = cursor.column();
    let mut variables = Vec::new();
    if cursor.eat(Sign::Open) {
        while let Some(one) = cursor.read(variable) {
            variables.push(one);
        }
        if !cursor.eat(Sign::Close) {
            return cursor.expected("a cell or ]");
        }
    } else {
        match cursor.read(variable) {
            Some(one) => variables.push(one),
            None => return cursor.expected("a variable such as r1n2 or r1c2"),
        }
    }
    if !cursor.eat(Sign::Open) {
        return cursor.expected("{");
    }
    let label = |word: &str| {
        let (digits, cells) = text::digits_and_cells(word)?;
        Some(super::conclusion::candidates(&digits, cells).iter().collect::<Vec<_>>())
    };
    let side = |cursor: &mut Cursor| {
        let mut all = cursor.read(|word| values(grid, &variables, word).or_else(|| label(word)))?;
        while cursor.eat(Sign::And) {
            all.extend(cursor.read(|word| values(grid, &variables, word))?);
        }
        Some(all)
    };
    let Some(left) = side(cursor) else { return cursor.expected("a value of the variable") };
    let right = if cursor.peek().is_some_and(|token| token.text == ".") {
        cursor.next();
        End::Nothing
    } else if cursor.eat(Sign::Open) {
        let mut sets = Vec::new();
        while let Some(one) = cursor.read(variable) {
            sets.push(one);
        }
        cursor.eat(Sign::Close);
        End::Subset(sets)
    } else {
        match side(cursor) {
            Some(right) => End::Candidates(right),
            None => return cursor.expected("a value of the variable, or ."),
        }
    };
    match cursor.eat(Sign::Close) {
        true => Ok(Written { variables, left, right, columns: (start, cursor.passed()) }),
        false => cursor.expected("}"),
    }
}

/// Returns all that a chain proves: as strong links with weak ones between them, or else as a chain from each
/// target.
fn one(judge: &Judge, links: &[Written], claimed: &Candidates) -> Result<Vec<Ground>, Failure> {
    let as_links = strong(links).map(|chain| reasons::grounds(judge, &chain));
    if let Some(Ok(grounds)) = &as_links
        && (!grounds.is_empty() || links.iter().all(|link| matches!(link.right, End::Candidates(_))))
    {
        return Ok(grounds.clone());
    }
    let mut refused = None;
    let mut all = Vec::new();
    for target in judge.grid.candidates().iter() {
        match whips::from_target(judge, links, target) {
            Ok(ground) => all.push(ground),
            Err(reason) if claimed.contains(target) || refused.is_none() => refused = Some(reason),
            Err(_) => {}
        }
    }
    match (all.is_empty(), as_links) {
        (false, _) => Ok(all),
        (true, Some(Err(failed))) => {
            let columns = links.get((failed.number - 1) / 2).map_or(failed.columns, |link| link.columns);
            Err(Failure { part: Some((failed.number.div_ceil(2), columns)), why: failed.why })
        }
        (true, _) => Err(of_reason(links, refused.unwrap_or_else(|| judge::SOLVED.to_string()))),
    }
}

/// Finds the link in the reason of the checker, `link 2: …`.
fn of_reason(links: &[Written], reason: String) -> Failure {
    let parts = reason.strip_prefix("link ").and_then(|rest| rest.split_once(": "));
    let numbered = parts.and_then(|(number, why)| Some((number.parse::<usize>().ok()?, why)));
    match numbered.and_then(|(number, why)| Some((number, links.get(number.checked_sub(1)?)?, why))) {
        Some((number, link, why)) => Failure { part: Some((number, link.columns)), why: why.to_string() },
        None => Failure { part: None, why: reason },
    }
}

/// Makes a chain of nodes; `None` if an end is missing or is a subset.
fn strong(links: &[Written]) -> Option<Chain> {
    let mut chain = Chain::default();
    for (k, link) in links.iter().enumerate() {
        let End::Candidates(right) = &link.right else { return None };
        if k > 0 {
            chain.links.push(Kind::Weak);
        }
        let is_set = link.variables.len() > 1;
        for (at, side) in [&link.left, right].into_iter().enumerate() {
            let digit = side.first()?.digit;
            let cells: Cells = match is_set {
                true => link.variables.iter().flat_map(|variable| variable.cells()).collect(),
                false => side.iter().map(|one| one.cell).collect(),
            };
            let what = What::Digits { digits: vec![digit], cells };
            chain.nodes.push(Node { what, columns: link.columns });
            if at == 0 {
                chain.links.push(Kind::Strong);
            }
        }
    }
    Some(chain)
}
