//! Implications of an assumption by links, singles and locked candidates, with reasons: the evidence of
//! forcing chains and nets. (HoDoKu's own chains keep at most five reasons of a literal, so they are not a
//! proof.)

use super::board::Board;
use crate::evidence::{By, Evidence, Implies, Literal, Locked, Together};
use crate::grid::{Candidate, Cells, Digit, House, HouseKind, notation::Variable};

/// Literals in the order in which they follow, the assumption first.
pub struct Implied<'a> {
    board: &'a Board,
    nodes: Vec<Implies>,
    /// Positions of the literals of each candidate, false and true.
    at: [[[Option<u16>; 2]; 9]; 81],
    off: [Cells; 9],
}

impl<'a> Implied<'a> {
    pub fn from(board: &'a Board, start: Literal) -> Implied<'a> {
        let mut implied =
            Implied { board, nodes: Vec::new(), at: [[[None; 2]; 9]; 81], off: [Cells::EMPTY; 9] };
        implied.add(start, By::Assumed, Vec::new());
        // A technique may be asked for although there are singles (a stale entry of a queue ends the search
        // for them).
        for cell in board.open() {
            let all: Vec<Candidate> = board.in_cell(cell, 0x1FF).collect();
            implied.single(Variable::Cell(cell), &all);
        }
        for (house, digit) in House::all().flat_map(|house| Digit::all().map(move |digit| (house, digit))) {
            if board.count(house, digit) == 1 {
                let all = board.places(house, digit).map(|cell| Candidate::new(digit, cell));
                implied.single(Variable::In(house, digit), &all.collect::<Vec<_>>());
            }
        }
        implied
    }

    fn find(&self, Literal { candidate, holds }: Literal) -> Option<u16> {
        self.at[candidate.cell][candidate.digit][usize::from(holds)]
    }

    fn add(&mut self, literal: Literal, by: By, from: Vec<u16>) {
        if self.find(literal).is_none() {
            let Literal { candidate: Candidate { digit, cell }, holds } = literal;
            let at = self.nodes.len() as u16;
            self.at[cell][digit][usize::from(holds)] = Some(at);
            if !holds {
                self.off[digit].insert(cell);
            }
            self.nodes.push(Implies { literal, by, from });
        }
    }

    /// Adds implications until a literal that is `is_last` is known, or none follow.
    pub fn until(mut self, is_last: impl Fn(Literal) -> bool) -> Implied<'a> {
        let mut next = 0;
        while next < self.nodes.len() && !self.nodes.iter().any(|node| is_last(node.literal)) {
            self.follow(next);
            next += 1;
        }
        self
    }

    /// Adds implications until a literal and its negation are known, or none follow.
    pub fn until_contradiction(mut self) -> Implied<'a> {
        let mut next = 0;
        while next < self.nodes.len() && self.clash().is_none() {
            self.follow(next);
            next += 1;
        }
        self
    }

    /// Returns the first literal whose negation precedes it in the list of nodes.
    fn clash(&self) -> Option<Literal> {
        let literals = self.nodes.iter().map(|node| node.literal);
        literals
            .into_iter()
            .find(|&literal| self.find(!literal) < self.find(literal) && self.find(!literal).is_some())
    }

    /// Returns the kind of contradiction, and the literals that show it.
    pub fn contradiction(&self) -> (Together, Vec<Literal>) {
        let start = self.nodes[0].literal;
        match self.clash() {
            Some(end) if end == !start => (Together::Opposite, vec![end]),
            Some(end) => (Together::Contradiction, vec![end, !end]),
            None => (Together::Contradiction, Vec::new()),
        }
    }

    /// Returns the implications that lead to a literal, the literal itself first; nothing if it does not
    /// follow.
    pub fn chain(&self, end: Literal) -> Vec<Implies> {
        let Some(end) = self.find(end) else { return Vec::new() };
        let mut order = vec![end];
        let mut k = 0;
        while k < order.len() {
            for &from in &self.nodes[usize::from(order[k])].from {
                if !order.contains(&from) {
                    order.push(from);
                }
            }
            k += 1;
        }
        let place = |at: &u16| order.iter().position(|other| other == at).unwrap_or(0) as u16;
        let node = |&at: &u16| {
            let node = &self.nodes[usize::from(at)];
            Implies { from: node.from.iter().map(place).collect(), ..node.clone() }
        };
        order.iter().map(node).collect()
    }

    /// Adds the consequences of a literal, alone and together with earlier literals.
    fn follow(&mut self, at: usize) {
        let Literal { candidate, holds } = self.nodes[at].literal;
        let Candidate { digit, cell } = candidate;
        if holds {
            let seen = self.board.plane(digit) & cell.peers();
            let linked = seen.map(|other| Candidate::new(digit, other));
            for other in self.board.in_cell(cell, !digit.bit()).chain(linked) {
                self.add(Literal { candidate: other, holds: false }, By::Link, vec![at as u16]);
            }
            return;
        }
        let in_cell: Vec<Candidate> = self.board.in_cell(cell, 0x1FF).collect();
        self.single(Variable::Cell(cell), &in_cell);
        for house in cell.houses() {
            let places = self.board.places(house, digit);
            let all: Vec<Candidate> = places.map(|cell| Candidate::new(digit, cell)).collect();
            self.single(Variable::In(house, digit), &all);
            self.locked(house, digit, places);
        }
    }

    /// Returns the positions of the negations of these candidates.
    fn reasons(&self, all: impl IntoIterator<Item = Candidate>) -> Vec<u16> {
        all.into_iter().filter_map(|candidate| self.find(Literal { candidate, holds: false })).collect()
    }

    /// Adds the candidates of a variable whose others are all false: the last one left, or each if none is
    /// left.
    fn single(&mut self, variable: Variable, all: &[Candidate]) {
        let is_left = |one: &&Candidate| !self.off[one.digit].contains(one.cell);
        let left: Vec<Candidate> = all.iter().filter(is_left).copied().collect();
        let known = match left.len() {
            0 => all,
            1 => &left,
            _ => return,
        };
        for &candidate in known {
            let from = self.reasons(all.iter().copied().filter(|&other| other != candidate));
            self.add(Literal { candidate, holds: true }, By::Only(variable), from);
        }
    }

    /// Adds the eliminations by locked candidates, if all places left in a house are also in another one.
    fn locked(&mut self, house: House, digit: Digit, places: Cells) {
        let left = places - self.off[digit];
        let Some(first) = left.first() else { return };
        for cover in first.houses() {
            let crosses = (cover.kind() == HouseKind::Block) != (house.kind() == HouseKind::Block);
            if crosses && left.len() > 1 && left.is_subset(cover.cells()) {
                let gone = self.board.places(cover, digit) - house.cells();
                let from = self.reasons(places.map(|cell| Candidate::new(digit, cell)));
                let base = Variable::In(house, digit);
                for cell in gone {
                    let literal = Literal { candidate: Candidate::new(digit, cell), holds: false };
                    let pattern = Evidence::Locked(Locked { base, cover });
                    self.add(literal, By::Pattern(Box::new(pattern)), from.clone());
                }
            }
        }
    }
}
