//! Marks for subsets and fish, and for other sets of variables that hold as many values.

use super::marks::{Marks, Role, Shade, Tie, has, held_in, nearest, union};
use super::sentences::{digit_of, digits_of, houses_of, joined, names, told};
use crate::evidence::{Domino, FinnedFish, Hall};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cells, Digit, House, HouseKind};

impl Marks {
    /// Marks a naked or hidden subset, or a fish.
    pub(super) fn subset(&mut self, hall: &Hall, candidates: &Candidates) {
        match hall.house() {
            Some((house, is_hidden)) => self.hall(hall, house, is_hidden, candidates),
            None => self.fish(&hall.variables, &hall.transversals, &[], candidates),
        }
    }

    fn hall(&mut self, hall: &Hall, house: House, is_hidden: bool, candidates: &Candidates) {
        self.words.member = match is_hidden {
            false => "no other digits in these cells",
            true => "digits without other places",
        };
        self.words.cells = "as many cells as digits";
        let (cells, digits) = match is_hidden {
            false => (&hall.variables, &hall.transversals),
            true => (&hall.transversals, &hall.variables),
        };
        let cells = union(cells);
        self.shade(house.cells(), Shade::House);
        self.shade(cells, Shade::Cells);
        let is_of = |c: &Candidate| digits.iter().any(|digit| digit.house() == Some((house, c.digit)));
        self.add_all(Role::Member, candidates.iter().filter(|c| has(cells, c) && is_of(c)));
    }

    pub(super) fn fish(
        &mut self, base: &[Variable], cover: &[Variable], fins: &[Candidate], candidates: &Candidates,
    ) {
        self.words.member = "places in the base lines";
        self.words.extra = "fin";
        self.words.house = "base lines";
        base.iter().for_each(|line| self.shade(line.cells(), Shade::House));
        cover.iter().for_each(|line| self.shade(line.cells(), Shade::Cover));
        let digit = base.first().and_then(|line| line.house()).map_or(0, |(_, digit)| digit.index());
        let members = candidates.0[digit] & union(base) & union(cover);
        self.add_all(Role::Member, members.map(|cell| Candidate::new(Digit::new(digit), cell)));
        self.add_all(Role::Extra, fins.iter().copied());
    }

    /// Marks a fish with fins.
    pub(super) fn finned(&mut self, fish: &FinnedFish, candidates: &Candidates) {
        self.fish(&fish.variables, &fish.transversals, &fish.fins, candidates);
    }

    /// Marks cells that hold as many digits.
    pub(super) fn locked_set(&mut self, hall: &Hall, candidates: &Candidates) {
        let cells = union(&hall.variables);
        self.words.cells = "as many cells as digits";
        self.words.member = "no other digits in these cells";
        self.shade(cells, Shade::Cells);
        self.add_all(Role::Member, held_in(candidates, cells));
    }

    /// Marks the variables, their candidates, and the cells among the transversal sets.
    pub(super) fn matched(&mut self, hall: &Hall, candidates: &Candidates) {
        if let Some(ring) = hall.dominoes() {
            return self.dominoes(hall, &ring, candidates);
        }
        if hall.is_of_crossed_lines() {
            return self.crossed_lines(hall, candidates);
        }
        self.words.cells = "cells that hold these digits";
        self.words.house = "few places for them here";
        self.words.member = "the digits";
        let (cells, houses): (Vec<Variable>, Vec<Variable>) =
            hall.variables.iter().partition(|variable| matches!(variable, Variable::Cell(_)));
        let others = hall.transversals.iter().filter(|set| matches!(set, Variable::Cell(_)));
        self.shade(union(&houses), Shade::House);
        self.shade(union(&cells), Shade::Cells);
        others.for_each(|cell| self.shade(cell.cells(), Shade::Cells));
        for variable in &hall.variables {
            let digit = variable.house().map(|(_, digit)| digit);
            let own = |c: &Candidate| digit.is_none_or(|d| c.digit == d);
            self.add_all(Role::Member, held_in(candidates, variable.cells()).filter(own));
        }
    }

    /// Marks the dominoes of an SK-loop, and for each link the nearest places in the two dominoes that it
    /// joins.
    fn dominoes(&mut self, hall: &Hall, ring: &[Domino], candidates: &Candidates) {
        self.words.cells = "cells of the dominoes";
        self.words.cover = "dominoes";
        self.words.member = "linked in a line";
        self.words.extra = "linked in a block";
        let next = ring.iter().cycle().skip(1);
        for (&(cells, house), &(others, _)) in ring.iter().zip(next) {
            self.shade(cells, Shade::Cells);
            self.shade(cells, Shade::Cover);
            for digit in hall.digits_in(house) {
                let role = if house < House::new(18) { Role::Member } else { Role::Extra };
                let places = candidates.0[digit];
                let of = |own: Cells| (places & own).map(|cell| Candidate::new(digit, cell));
                let (from, to) = (of(cells).collect::<Vec<_>>(), of(others).collect::<Vec<_>>());
                self.link_nearest(&from, &to);
                self.add_all(role, from.into_iter().chain(to));
            }
        }
    }

    fn link_nearest(&mut self, from: &[Candidate], to: &[Candidate]) {
        let end = from.first().and_then(|&one| nearest(to, one));
        let ends = end.and_then(|end| Some((nearest(from, end)?, end)));
        if let Some((start, end)) = ends {
            self.line(start, end, Tie::Weak);
        }
    }

    /// Marks crossings of lines: links in rows have home digits, links in columns have away digits.
    fn crossed_lines(&mut self, Hall { variables, transversals }: &Hall, candidates: &Candidates) {
        self.words.cells = "where the lines cross";
        self.words.cover = "lines with a digit";
        self.words.member = "home digits: linked in rows";
        self.words.extra = "away digits: linked in columns";
        let cells = union(variables);
        self.shade(cells, Shade::Cells);
        for (link, (house, digit)) in transversals.iter().filter_map(|link| Some((link, link.house()?))) {
            if !self.shades.contains(&(link.cells(), Shade::Cover)) {
                self.shade(link.cells(), Shade::Cover);
            }
            let role = if house.kind() == HouseKind::Row { Role::Member } else { Role::Extra };
            let places = candidates.0[digit] & cells & link.cells();
            self.add_all(role, places.map(|cell| Candidate::new(digit, cell)));
        }
    }
}

pub(super) fn subset_said(hall: &Hall) -> String {
    let Hall { variables, transversals } = hall;
    match hall.house() {
        Some((house, false)) => format!(
            "In {} the cells {} can hold no digits but {}, so no other cell there holds these.",
            house.in_words(),
            names(variables),
            digits_of(transversals)
        ),
        Some((house, true)) => format!(
            "In {} the digits {} can be in no cells but {}, so these hold nothing else.",
            house.in_words(),
            digits_of(variables),
            names(transversals)
        ),
        None => format!(
            "In {} all places of {} are in {}: they fill these, so it is nowhere else there.",
            houses_of(variables),
            digit_of(variables),
            houses_of(transversals)
        ),
    }
}

pub(super) fn finned_said(FinnedFish { variables, transversals, fins }: &FinnedFish) -> String {
    let (base, digit, cover) = (houses_of(variables), digit_of(variables), houses_of(transversals));
    if fins.is_empty() {
        return format!("In {base} all places of {digit} are in {cover}: it is nowhere else there.");
    }
    let fins: Vec<String> = fins.iter().map(|fin| fin.cell.to_string()).collect();
    format!(
        "Either {} is {digit}, or in {base} all places of {digit} are in {cover}. \
         Both exclude what is removed.",
        joined(fins, "or")
    )
}

pub(super) fn locked_set_said(Hall { variables, transversals }: &Hall) -> String {
    format!(
        "The cells {} can hold no digits but {}. Each of these is in one of them, so it is in no cell that \
         sees all its places there.",
        names(variables),
        digits_of(transversals)
    )
}

pub(super) fn matched_said(Hall { variables, transversals }: &Hall) -> String {
    let count = variables.len();
    format!(
        "All candidates of {} are in as many others, {}. Each of the {count} takes one of these, so what \
         else is in these is false.",
        joined(variables.iter().map(told).collect(), "and"),
        joined(transversals.iter().map(told).collect(), "and")
    )
}

/// Returns the sentence about a house whose cells are all different.
pub(super) fn all_different_said(house: House) -> String {
    format!("No way to fill {} with different digits has what is removed.", house.in_words())
}
