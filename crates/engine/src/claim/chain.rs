//! Chains as players write them: nodes, and the strong and weak links between them.
//!
//! ```text
//!   (5)r3c1=(5)r3c4-(5=7)r1c5         Eureka: a node is one or more digits in one or more cells
//!   (2=45)r13c5                       an almost locked set: if it lacks 2, it holds 4 and 5
//!   (3)r28\c36                        a fish, the node of an almost fish
//!   (6|9)r4c2=UR(35)r24c23=(8)r4c3    an almost unique rectangle, or =BUG=, in a strong link
//!   r5c2 -9- r6c1 -5- r6c9            nice loops: the digits are on the links
//!   7 r1c2=r1c8-r4c8=r4c3             one digit for all
//! ```

use super::Unread;
use super::text::{self, Cursor, Sign};
use crate::grid::{Cells, Digit, House};

/// Link between two nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Not both nodes are false.
    Strong,
    /// Not both nodes are true.
    Weak,
}

impl Kind {
    pub fn other(self) -> Kind {
        match self {
            Kind::Strong => Kind::Weak,
            Kind::Weak => Kind::Strong,
        }
    }

    fn of(sign: Option<Sign>) -> Option<Kind> {
        match sign {
            Some(Sign::Equal) => Some(Kind::Strong),
            Some(Sign::Minus) => Some(Kind::Weak),
            _ => None,
        }
    }
}

/// Node of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub what: What,
    /// Column of the first character, and of the character after the last.
    pub columns: (usize, usize),
}

/// Statement of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// Cells of which one holds the digit, or which hold all the digits.
    Digits { digits: Vec<Digit>, cells: Cells },
    /// The digit fills the base houses within the covering houses.
    Fish { digit: Digit, base: Vec<House>, cover: Vec<House> },
}

/// Chain of nodes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Chain {
    pub nodes: Vec<Node>,
    /// The link after each node but the last.
    pub links: Vec<Kind>,
    /// The link from the last node to the first, if the chain is a loop.
    pub closing: Option<Kind>,
    /// Deadly patterns that a text names, of any link.
    pub deadly: Vec<NamedDeadly>,
}

/// Deadly pattern that a text names: a grave, or a unique rectangle, whose digits and corners may be missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NamedDeadly {
    pub is_grave: bool,
    pub digits: Vec<Digit>,
    pub corners: Cells,
    /// The number of the link that has the name, counted from 0; `None` if it stands before the chain.
    pub link: Option<usize>,
}

/// Names of deadly patterns in a chain.
const DEADLY: &[&str] = &["ur", "aur", "bug"];

/// Words for a loop at the end of a chain.
const LOOPS: &[&str] = &["loop", "ring", "cnl"];
/// Words before a fish.
const FISH: &[&str] = &["fish", "xwing", "wing", "swordfish", "jellyfish", "x"];

/// Reads a chain to the end; or several, with `and` between them.
pub(super) fn chains(cursor: &mut Cursor) -> Result<Vec<Chain>, Unread> {
    let read = if is_nice(cursor) { nice } else { eureka };
    let mut all = vec![read(cursor)?];
    while cursor.eat_word(&["and"]) {
        all.push(read(cursor)?);
    }
    match cursor.is_at_end() {
        true => Ok(all),
        false => cursor.expected("a link, = or -"),
    }
}

// ---------------------------------------------------------------- Eureka

/// Reads `(5)r3c1=(5)r3c4-(5=7)r1c5`.
fn eureka(cursor: &mut Cursor) -> Result<Chain, Unread> {
    let mut chain = Chain::default();
    let mut last = common_digit(cursor);
    let is_bracket = last.is_some() && cursor.eat(Sign::Open);
    let named = deadly(cursor);
    let mut open = named.as_ref().map_or(0, |named| named.1);
    chain.deadly.extend(named.map(|named| named.0));
    loop {
        let part = element(cursor, last)?;
        last = part.nodes.last().and_then(|node| match &node.what {
            What::Digits { digits, .. } => digits.first().copied().filter(|_| digits.len() == 1),
            What::Fish { digit, .. } => Some(*digit),
        });
        chain.nodes.extend(part.nodes);
        chain.links.extend(part.links);
        while open > 0 && chain.links.contains(&Kind::Strong) && cursor.eat(Sign::Close) {
            open -= 1;
        }
        let Some(kind) = Kind::of(cursor.sign()) else { break };
        cursor.next();
        if kind == Kind::Strong
            && let Some(named) = deadly_inside(cursor)
        {
            chain.deadly.push(NamedDeadly { link: Some(chain.links.len()), ..named });
        }
        if is_loop(cursor) || is_last(cursor) {
            chain.closing = Some(kind);
            return Ok(chain);
        }
        chain.links.push(kind);
    }
    if is_bracket {
        cursor.eat(Sign::Close);
    }
    if is_loop(cursor) {
        let last = chain.links.last().copied();
        let ends = (chain.nodes.first().map(|node| &node.what), chain.nodes.last().map(|node| &node.what));
        // A chain that comes back to its first node is closed already.
        chain.closing = last.map(Kind::other).filter(|_| chain.nodes.len() < 3 || ends.0 != ends.1);
    }
    Ok(chain)
}

/// Reads the name of a deadly pattern, `UR`, `[UR(35)r24c23]`, `(UR 35 r24c23:`, `BUG+2`; also returns how
/// many brackets are still open.
fn deadly(cursor: &mut Cursor) -> Option<(NamedDeadly, usize)> {
    let mut ahead = *cursor;
    let mut open = usize::from(ahead.eat(Sign::Open));
    let is_grave = ahead.word() == Some("bug");
    if !ahead.eat_word(DEADLY) {
        return None;
    }
    if ahead.eat(Sign::And) {
        ahead.read(text::digits);
    }
    let mut digits = ahead.digits().unwrap_or_default();
    let mut inside = ahead;
    if digits.is_empty() && inside.eat(Sign::Open) {
        let read = inside.digits().filter(|_| inside.eat(Sign::Close) && inside.word().is_some());
        if let Some(read) = read {
            (digits, ahead) = (read, inside);
        }
    }
    let corners = ahead.cells().unwrap_or(Cells::EMPTY);
    if open > 0 && ahead.eat(Sign::Close) {
        open = 0;
    }
    ahead.eat(Sign::Colon);
    // The bracket around both sides: `UR[(3)r1c2=(4)r1c5]`.
    let (mut within, is_bracket) = (ahead, ahead.sign() == Some(Sign::Open));
    within.next();
    if is_bracket && within.sign() == Some(Sign::Open) {
        (ahead, open) = (within, open + 1);
    }
    *cursor = ahead;
    Some((NamedDeadly { is_grave, digits, corners, link: None }, open))
}

/// Reads the name of a deadly pattern inside a strong link, `=UR(35)r24c23=`, after its first sign.
fn deadly_inside(cursor: &mut Cursor) -> Option<NamedDeadly> {
    let mut ahead = *cursor;
    let (named, open) = deadly(&mut ahead)?;
    (open == 0 && ahead.eat(Sign::Equal)).then(|| *cursor = ahead).map(|()| named)
}

/// Reads the word `loop`, possibly in brackets, at the end.
fn is_loop(cursor: &mut Cursor) -> bool {
    let mut ahead = *cursor;
    while matches!(ahead.sign(), Some(Sign::Comma)) {
        ahead.next();
    }
    let is_bracket = ahead.eat(Sign::Open);
    let is_loop = ahead.eat_word(LOOPS) && (!is_bracket || ahead.eat(Sign::Close)) && is_last(&ahead);
    if is_loop {
        *cursor = ahead;
    }
    is_loop
}

/// Whether a chain ends here.
fn is_last(cursor: &Cursor) -> bool {
    cursor.is_at_end() || cursor.word() == Some("and")
}

/// Reads the digit of a whole chain: `7 r1c2=r1c8`, `(7): r1c2=r1c8`, `7[r1c2=r1c8]`. A digit that belongs to
/// the first node only has a digit before the second, too, and is the same.
fn common_digit(cursor: &mut Cursor) -> Option<Digit> {
    let mut ahead = *cursor;
    let is_bracket = ahead.eat(Sign::Open);
    let digits = ahead.read(text::digits)?;
    let &[digit] = &digits[..] else { return None };
    if is_bracket && !(ahead.eat(Sign::Close) && ahead.sign() == Some(Sign::Colon)) {
        return None;
    }
    ahead.eat(Sign::Colon);
    let mut first = ahead;
    first.eat(Sign::Open);
    first.word().and_then(text::cells)?;
    *cursor = ahead;
    Some(digit)
}

/// Reads a part between links: `(5)r3c1`, `(5=7)r1c5`, `5r3c1`, `r3c1(5)`, `r1c5(5=7)`, `r3c1`, `(3)r28\c36`.
fn element(cursor: &mut Cursor, last: Option<Digit>) -> Result<Chain, Unread> {
    while cursor.eat_word(&["als"]) || cursor.eat(Sign::Colon) {}
    let start = cursor.column();
    if let Some((digits, cells)) = cursor.read(text::digits_and_cells) {
        let cells = more_cells(cursor, cells);
        return Ok(one_node(What::Digits { digits, cells }, (start, cursor.passed())));
    }
    let inside = group(cursor)?;
    if let Some(fish) = fish(cursor, &inside) {
        return Ok(one_node(fish, (start, cursor.passed())));
    }
    let Some(cells) = cursor.cells() else { return cursor.expected("a node such as (5)r1c2") };
    let inside = match inside {
        Some(inside) => Some(inside),
        None => group(cursor)?,
    };
    let columns = (start, cursor.passed());
    let Some(Group { digits, links }) = inside else {
        return match last {
            Some(digit) => Ok(one_node(What::Digits { digits: vec![digit], cells }, columns)),
            None => Err(Unread { column: start, why: "the node has no digit".to_string() }),
        };
    };
    let node = |digits| Node { what: What::Digits { digits, cells }, columns };
    Ok(Chain { nodes: digits.into_iter().map(node).collect(), links, ..Chain::default() })
}

fn one_node(what: What, columns: (usize, usize)) -> Chain {
    Chain { nodes: vec![Node { what, columns }], ..Chain::default() }
}

/// Reads further cells after a comma.
fn more_cells(cursor: &mut Cursor, cells: Cells) -> Cells {
    let mut ahead = *cursor;
    let is_joined = ahead.eat(Sign::Comma) || ahead.eat(Sign::Slash) || ahead.eat(Sign::And);
    match ahead.cells().filter(|_| is_joined) {
        Some(more) => {
            *cursor = ahead;
            cells | more
        }
        None => cells,
    }
}

/// Digits in brackets, with links between them.
struct Group {
    digits: Vec<Vec<Digit>>,
    links: Vec<Kind>,
}

/// Reads `(5)`, `(5=7)`, `(2=4,5)`, `(5=7-8)`; `None` if no bracket is next.
fn group(cursor: &mut Cursor) -> Result<Option<Group>, Unread> {
    let mut ahead = *cursor;
    if !ahead.eat(Sign::Open) {
        return Ok(None);
    }
    let mut group = Group { digits: Vec::new(), links: Vec::new() };
    loop {
        let Some(digits) = ahead.digits() else { return ahead.expected("a digit") };
        group.digits.push(digits);
        if ahead.eat(Sign::Close) {
            *cursor = ahead;
            return Ok(Some(group));
        }
        let Some(kind) = Kind::of(ahead.sign()) else { return ahead.expected("), = or -") };
        group.links.push(kind);
        ahead.next();
    }
}

/// Reads the houses of a fish after its digit in brackets: `r28\c36`, possibly with a name before them.
fn fish(cursor: &mut Cursor, inside: &Option<Group>) -> Option<What> {
    let Some(Group { digits, .. }) = inside else { return None };
    let [own] = &digits[..] else { return None };
    let &[digit] = &own[..] else { return None };
    let mut ahead = *cursor;
    while ahead.eat_word(FISH) || ahead.eat(Sign::Minus) || ahead.eat(Sign::Colon) {}
    let are_cells = |cursor: &Cursor| cursor.word().and_then(text::cells).is_some();
    let is_cells = are_cells(&ahead);
    let base = ahead.read(text::houses)?;
    ahead.eat(Sign::Slash);
    if is_cells && are_cells(&ahead) {
        return None;
    }
    let cover = ahead.read(text::houses)?;
    *cursor = ahead;
    Some(What::Fish { digit, base, cover })
}

// ---------------------------------------------------------------- nice loops

/// Whether the digits stand on the links: `-9-`, `=7=`.
fn is_nice(cursor: &Cursor) -> bool {
    let is_link = |window: &[text::Token]| match window {
        [before, digit, after] => {
            let of_two = Kind::of(before.sign).is_some() && before.sign == after.sign;
            of_two && digit.word().and_then(text::digits).is_some_and(|all| all.len() == 1)
        }
        _ => false,
    };
    cursor.rest().windows(3).any(is_link)
}

/// Link of a nice loop: its kind and digit.
type Labelled = (Kind, Digit);

/// Cells of a nice loop.
struct Nice {
    /// Cells with their columns.
    cells: Vec<(Cells, (usize, usize))>,
    /// The link before each cell, and the link after the last.
    links: Vec<Option<Labelled>>,
}

/// Reads `9 r5c2 -9- r6c1 -5- r6c9`, `5- r2c4 -5- r2c8 -3`, `[r1c2]=5=[r3c2]`.
fn nice(cursor: &mut Cursor) -> Result<Chain, Unread> {
    let mut all = Nice { cells: Vec::new(), links: Vec::new() };
    lead(cursor, &mut all);
    loop {
        let start = cursor.column();
        cursor.eat(Sign::Open);
        let Some(cells) = cursor.cells() else { return cursor.expected("a cell such as r1c2") };
        cursor.eat(Sign::Close);
        all.cells.push((cells, (start, cursor.passed())));
        let link = labelled(cursor)?;
        all.links.push(link);
        if link.is_none() || is_last(cursor) {
            return Ok(all.nodes());
        }
    }
}

/// Reads before the first cell: digits that are removed, and the link into the cell, `2/9 8=`.
fn lead(cursor: &mut Cursor, all: &mut Nice) {
    let mut ahead = *cursor;
    ahead.digits();
    if Kind::of(ahead.sign()).is_none() && ahead.word().is_some_and(|word| text::digits(word).is_some()) {
        *cursor = ahead;
    }
    let mut ahead = *cursor;
    let digit = ahead.read(text::digits).and_then(|all| all.first().copied());
    let kind = Kind::of(ahead.sign());
    match (digit, kind) {
        (Some(digit), Some(kind)) => {
            ahead.next();
            all.links.push(Some((kind, digit)));
            *cursor = ahead;
        }
        _ => {
            cursor.digits();
            all.links.push(None);
        }
    }
}

/// Reads a link with its digit, `-5-`; at the end `-5`.
fn labelled(cursor: &mut Cursor) -> Result<Option<Labelled>, Unread> {
    let Some(kind) = Kind::of(cursor.sign()) else { return Ok(None) };
    cursor.next();
    let digits = cursor.read(text::digits);
    let Some(&[digit]) = digits.as_deref() else { return cursor.expected("a digit") };
    if is_last(cursor) {
        return Ok(Some((kind, digit)));
    }
    match Kind::of(cursor.sign()) == Some(kind) {
        true => cursor.next(),
        false => return cursor.expected("the sign before the digit"),
    };
    Ok(Some((kind, digit)))
}

impl Nice {
    /// Makes one or two nodes of each cell.
    fn nodes(self) -> Chain {
        let mut chain = Chain::default();
        let Nice { cells, mut links } = self;
        let is_round = cells.len() > 2 && cells.first().map(|one| one.0) == cells.last().map(|one| one.0);
        let tail = links.last().copied().flatten().filter(|_| links.len() > cells.len());
        if is_round && let (Some(_), Some(_)) = (links.first().copied().flatten(), tail) {
            // The links around a continuous loop are written twice.
            links.pop();
            links.first_mut().map(Option::take);
        }
        let is_continuous = is_round && tail.is_some();
        for (k, (own, columns)) in cells.iter().enumerate() {
            let into = links.get(k).copied().flatten();
            let out = links.get(k + 1).copied().flatten();
            let node =
                |digit| Node { what: What::Digits { digits: vec![digit], cells: *own }, columns: *columns };
            let given = [into, out].into_iter().flatten();
            chain.nodes.extend(given.clone().next().map(|(_, digit)| node(digit)));
            if let (Some((kind, digit)), Some((_, next))) = (into, out)
                && digit != next
            {
                chain.links.push(kind.other());
                chain.nodes.push(node(next));
            }
            if let Some((kind, _)) = out
                && k + 1 < cells.len()
            {
                chain.links.push(kind);
            }
        }
        if is_continuous {
            chain.close();
        }
        chain
    }
}

impl Chain {
    /// Joins the last node to the first, which is in the same cell.
    fn close(&mut self) {
        let (Some(first), Some(last)) = (self.nodes.first(), self.nodes.last()) else { return };
        match (first.what == last.what, self.links.last().copied()) {
            (true, kind) => {
                self.nodes.pop();
                self.links.pop();
                self.closing = kind;
            }
            (false, kind) => self.closing = kind.map(Kind::other),
        }
    }
}
