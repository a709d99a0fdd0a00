//! Marks of players' patterns, branches and trials on other boards.

use super::marks::{Marks, Role, Shade, Tie};
use super::on_board::{cells, house_in_words, reason_in_words};
use super::sentences::joined;
use super::{colours, words};
use crate::board_proof::{
    BoardBranch, BoardColours, BoardLink, BoardMove, BoardStrong, BoardVariable, LinkReason,
};
use crate::board_tables::reason;
use crate::boards;
use crate::grid::{Candidate, Candidates, Cells};

impl Marks {
    /// Marks the end of a chain: linked to the target or, in lassos, to a previous right-linking candidate.
    pub(super) fn end_on_board(&mut self, board: &boards::Board, links: &[BoardLink], targets: &[Candidate]) {
        let Some((last, before)) = links.split_last() else { return };
        let Some(&right) = last.right.candidates().first() else { return };
        let earlier = before.iter().flat_map(|link| link.right.candidates());
        let is_linked = |end: &&Candidate| board.linked(right).contains(**end);
        if let Some(&end) = targets.iter().chain(earlier).find(is_linked) {
            self.line(right, end, Tie::Weak);
            self.say(0, words::end(right, end, targets.contains(&end)));
        }
    }

    /// Marks the two sides of each link alternately, as in a chain.
    pub(super) fn strong_links_on_board(&mut self, board: &boards::Board, links: &[BoardStrong]) {
        for (at, link) in links.iter().enumerate() {
            let BoardStrong { variable, from, to } = link;
            self.add(Role::Left, *from);
            self.add(Role::Right(0), *to);
            self.line(*from, *to, Tie::Strong);
            if let Some(before) = at.checked_sub(1) {
                self.line(links[before].to, *from, Tie::Weak);
            }
            let (cell, digit) = (to.cell, to.digit.number());
            let is = match variable {
                BoardVariable::Cell(_) => format!("{cell} is {digit}"),
                BoardVariable::In(house, _) => format!("{} has {digit} in {cell}", house_in_words(*house)),
            };
            // A link by a house is easy to see, one by a move is not.
            let by_move = links.get(at + 1).and_then(|next| {
                let why = reason(board, [*to, next.from], Cells::EMPTY);
                let is_move = !matches!(why, LinkReason::Cell | LinkReason::House(_));
                is_move.then(|| (next.from.cell, next.from.digit.number(), reason_in_words(why)))
            });
            let then = by_move
                .map_or(String::new(), |(cell, digit, why)| format!(" and so {cell} is not {digit} ({why})"));
            self.say(0, format!("If {} is not {}, {is}{then}.", from.cell, from.digit.number()));
        }
    }

    /// Marks the cells and their candidates.
    pub(super) fn remote_pair_on_board(
        &mut self, board: &boards::Board, all: &[BoardVariable], candidates: &Candidates,
    ) {
        let together = all.iter().fold(Cells::EMPTY, |together, &one| together | cells(board, one));
        self.words.cells = "cells with the same two digits";
        self.shade(together, Shade::Cells);
        let held: Vec<Candidate> = candidates.iter().filter(|one| together.contains(one.cell)).collect();
        let mut digits: Vec<u8> = held.iter().map(|one| one.digit.number()).collect();
        self.add_all(Role::Member, held);
        digits.sort_unstable();
        digits.dedup();
        if let ([first, .., last], [a, b]) = (all, &digits[..]) {
            let names = joined(all.iter().map(BoardVariable::to_string).collect(), "and");
            let said = "hold the same two digits by turns, so of";
            self.say(0, format!("{names} {said} {first} and {last} one is {a} and the other {b}."));
        }
    }

    /// Marks the colours, and the pairs that join them.
    pub(super) fn nets_on_board(&mut self, board: &boards::Board, nets: &[BoardColours]) {
        self.words.member = "one colour";
        self.words.extra = "the other colour";
        for BoardColours { pairs, colours: [one, other] } in nets {
            self.add_all(Role::Member, one.iter().copied());
            self.add_all(Role::Extra, other.iter().copied());
            for &pair in pairs {
                let is_in = |candidate: &&Candidate| cells(board, pair).contains(candidate.cell);
                if let (Some(&a), Some(&b)) = (one.iter().find(is_in), other.iter().find(is_in)) {
                    self.line(a, b, Tie::Strong);
                }
            }
            self.say(0, colours::sentence([one, other]));
        }
    }

    /// Marks a branch from each candidate of a variable, the first three with marks of their own.
    pub(super) fn forcing_on_board(
        &mut self, board: &boards::Board, variable: BoardVariable, branches: &[BoardBranch],
        targets: &[Candidate],
    ) {
        self.words.cells = "one of these is true";
        if let BoardVariable::Cell(cell) = variable {
            self.shade(Cells::of(cell), Shade::Cells);
        }
        self.branches = branches.len();
        for (at, BoardBranch { start, links }) in branches.iter().enumerate() {
            self.add(Role::Right(at.min(2)), *start);
            self.say(0, format!("Branch {}: {start} is true.", at + 1));
            self.links_on_board(board, links, &[*start], at.min(2));
            let end = links.last().and_then(|link| link.right.candidates().first()).unwrap_or(start);
            let target = targets.iter().find(|&&target| board.linked(*end).contains(target));
            target.into_iter().for_each(|&target| self.line(*end, target, Tie::Weak));
            self.say(1, words::branch_end(&[*end]));
        }
        if let [one, other] = branches {
            self.line(one.start, other.start, Tie::Strong);
        }
    }

    /// Marks the tried candidates, and describes how they fail, single by single.
    pub(super) fn trial_on_board(
        &mut self, tried: &[Candidate], moves: &[BoardMove], emptied: BoardVariable,
    ) {
        self.tried(tried.iter().copied());
        for &one in tried {
            self.remark(0, words::assumed(one), [one]);
        }
        for BoardMove { variable, value } in moves {
            self.remark(1, words::only(variable, *value), [*value]);
        }
        self.remark(1, words::emptied(&emptied), []);
    }
}
