//! What an assumption implies by links, singles and locked candidates, with reasons: the evidence of forcing
//! chains and nets. (HoDoKu's own chains keep five reasons of a literal at most, so they are no proof.)

use super::board::Board;
use crate::evidence::{By, House, Implies, Literal, SerPattern, Together};
use crate::grid::{Candidate, Cells, HOUSES, PEERS, houses_of, notation::Variable};

/// Literals in the order in which they follow, the assumption first.
pub struct Implied<'a> {
    board: &'a Board,
    nodes: Vec<Implies>,
    /// Where the literals of each candidate are, false and true.
    at: [[[Option<u16>; 2]; 9]; 81],
    off: [Cells; 9],
}

impl<'a> Implied<'a> {
    pub fn from(board: &'a Board, start: Literal) -> Implied<'a> {
        let mut implied =
            Implied { board, nodes: Vec::new(), at: [[[None; 2]; 9]; 81], off: [Cells::EMPTY; 9] };
        implied.add(start, By::Assumed, Vec::new());
        // A technique may be asked although there are singles (a stale entry of a queue ends them).
        for cell in board.open() {
            let all: Vec<Candidate> = board.in_cell(cell, 0x1FF).collect();
            implied.single(Variable::Cell(cell as u8), &all);
        }
        for (house, digit) in (0..27).flat_map(|house| (0..9).map(move |digit| (house, digit))) {
            if board.count(house, digit) == 1 {
                let all = board.places(house, digit).map(|cell| Candidate::new(digit, cell));
                implied.single(Variable::of_house(house, digit), &all.collect::<Vec<_>>());
            }
        }
        implied
    }

    fn find(&self, Literal { candidate, holds }: Literal) -> Option<u16> {
        self.at[usize::from(candidate.cell)][usize::from(candidate.digit)][usize::from(holds)]
    }

    fn add(&mut self, literal: Literal, by: By, from: Vec<u16>) {
        if self.find(literal).is_none() {
            let Literal { candidate: Candidate { digit, cell }, holds } = literal;
            let at = self.nodes.len() as u16;
            self.at[usize::from(cell)][usize::from(digit)][usize::from(holds)] = Some(at);
            if !holds {
                self.off[usize::from(digit)].insert(cell.into());
            }
            self.nodes.push(Implies { literal, by, from });
        }
    }

    /// Goes on until a literal is known, or there are no more.
    pub fn until(mut self, is_last: impl Fn(Literal) -> bool) -> Implied<'a> {
        let mut next = 0;
        while next < self.nodes.len() && !self.nodes.iter().any(|node| is_last(node.literal)) {
            self.follow(next);
            next += 1;
        }
        self
    }

    /// Goes on until a literal and its negation are known, or there are no more.
    pub fn until_contradiction(mut self) -> Implied<'a> {
        let mut next = 0;
        while next < self.nodes.len() && self.clash().is_none() {
            self.follow(next);
            next += 1;
        }
        self
    }

    /// The first literal whose negation came before it.
    fn clash(&self) -> Option<Literal> {
        let literals = self.nodes.iter().map(|node| node.literal);
        literals
            .into_iter()
            .find(|&literal| self.find(!literal) < self.find(literal) && self.find(!literal).is_some())
    }

    /// What the contradiction is, and the literals that show it.
    pub fn contradiction(&self) -> (Together, Vec<Literal>) {
        let start = self.nodes[0].literal;
        match self.clash() {
            Some(end) if end == !start => (Together::Opposite, vec![end]),
            Some(end) => (Together::Contradiction, vec![end, !end]),
            None => (Together::Contradiction, Vec::new()),
        }
    }

    /// The implications of a literal, itself first; nothing if it does not follow.
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

    /// Adds what follows from a literal, and from it with others before.
    fn follow(&mut self, at: usize) {
        let Literal { candidate, holds } = self.nodes[at].literal;
        let (cell, digit) = (usize::from(candidate.cell), usize::from(candidate.digit));
        if holds {
            let seen = self.board.plane(digit) & PEERS[cell];
            let linked = seen.map(|other| Candidate::new(digit, other));
            for other in self.board.in_cell(cell, !(1 << digit)).chain(linked) {
                self.add(Literal { candidate: other, holds: false }, By::Link, vec![at as u16]);
            }
            return;
        }
        let in_cell: Vec<Candidate> = self.board.in_cell(cell, 0x1FF).collect();
        self.single(Variable::Cell(candidate.cell), &in_cell);
        for house in houses_of(cell) {
            let places = self.board.places(house, digit);
            let all: Vec<Candidate> = places.map(|cell| Candidate::new(digit, cell)).collect();
            self.single(Variable::of_house(house, digit), &all);
            self.locked(house, digit, places);
        }
    }

    /// Where the negations of these are.
    fn reasons(&self, all: impl IntoIterator<Item = Candidate>) -> Vec<u16> {
        all.into_iter().filter_map(|candidate| self.find(Literal { candidate, holds: false })).collect()
    }

    /// The candidates of a variable of which all others are false: the last one, or each if none is left.
    fn single(&mut self, variable: Variable, all: &[Candidate]) {
        let is_left = |one: &&Candidate| !self.off[usize::from(one.digit)].contains(one.cell.into());
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

    /// The places that are left in a house are in another one, too.
    fn locked(&mut self, house: usize, digit: usize, places: Cells) {
        let left = places - self.off[digit];
        let Some(first) = left.first() else { return };
        for cover in houses_of(first) {
            let crosses = (cover >= 18) != (house >= 18);
            if crosses && left.len() > 1 && left.is_subset(HOUSES[cover]) {
                let gone = self.board.places(cover, digit) - HOUSES[house];
                let from = self.reasons(places.map(|cell| Candidate::new(digit, cell)));
                let base = Variable::of_house(house, digit);
                for cell in gone {
                    let literal = Literal { candidate: Candidate::new(digit, cell), holds: false };
                    let pattern = SerPattern::Locked { base, cover: House(cover as u8), single: None };
                    self.add(literal, By::Pattern(Box::new(pattern)), from.clone());
                }
            }
        }
    }
}
