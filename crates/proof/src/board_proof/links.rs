//! Checks players' patterns on boards: strong links joined by weak ones, rings, colours, remote pairs.
//!
//! ```text
//!   a = b - c = d      a strong link: a or b; a weak one: not both b and c. So a or d
//! ```

use super::state::State;
use super::step::Claim;
use super::{BoardColours, BoardStrong, BoardVariable};
use crate::evidence::Clause;
use crate::grid::{Candidate, Cell};
use crate::verify::{Checked, Reason, are_same, different, distinct, ensure};

/// Kind of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Cell,
    Row,
    Column,
    /// A digit in any other house.
    Other,
}

fn kind(link: &BoardStrong) -> Kind {
    match link.variable {
        BoardVariable::Cell(_) => Kind::Cell,
        BoardVariable::In(house, _) => match house.letter {
            'r' => Kind::Row,
            'c' => Kind::Column,
            _ => Kind::Other,
        },
    }
}

impl State<'_> {
    /// Checks strong links, and that each begins with a candidate linked to the end of the one before.
    fn in_a_row(&self, links: &[BoardStrong]) -> Checked<()> {
        for (at, link) in links.iter().enumerate() {
            let said = |reason: Reason| -> Reason { format!("link {}: {reason}", at + 1).into() };
            let BoardStrong { variable, from, to } = link;
            ensure(!self.is_solved(*variable)?, "the variable has a value").map_err(said)?;
            let are_all = from != to && are_same([*from, *to], self.candidates(*variable)?);
            ensure(are_all, "the two are not all candidates of the variable").map_err(said)?;
            let before = at.checked_sub(1).map(|before| links[before].to);
            let is_joined = before.is_none_or(|before| self.are_linked(before, *from));
            ensure(is_joined, "it is not linked to the one before").map_err(said)?;
        }
        Ok(())
    }

    fn sees(&self, colour: &[Candidate], one: Candidate) -> bool {
        colour.iter().any(|&other| self.are_linked(other, one))
    }

    fn meet(&self, colour: &[Candidate], other: &[Candidate]) -> bool {
        colour.iter().any(|&one| self.sees(other, one))
    }

    /// Checks that each variable has one candidate of each colour and no others, and that they hang together.
    fn net(&self, BoardColours { pairs, colours }: &BoardColours) -> Checked<()> {
        let [one, other] = colours;
        let all: Vec<Candidate> = one.iter().chain(other).copied().collect();
        ensure(different(&all) && different(pairs), "a candidate or a house comes twice")?;
        let mut held = Vec::new();
        for &pair in pairs {
            let places = self.candidates(pair)?;
            let of = |colour: &[Candidate]| places.iter().filter(|place| colour.contains(place)).count();
            let is_split = places.len() == 2 && of(one) == 1 && of(other) == 1;
            ensure(is_split, "a pair has not one candidate of each colour")?;
            held.push(places);
        }
        let mut joined: Vec<Candidate> = held.first().cloned().unwrap_or_default();
        while let Some(next) = held.iter().position(|two| two.iter().any(|place| joined.contains(place))) {
            joined.extend(held.remove(next));
        }
        ensure(held.is_empty(), "the net does not hang together")?;
        ensure(are_same(distinct(joined), all), "a candidate is in no pair")
    }
}

impl Claim<'_> {
    /// Checks a chain of the shape that its rule requires. Candidates linked to both ends are false; a
    /// candidate that is both ends is true.
    pub fn strong_links(&self, links: &[BoardStrong]) -> Checked<()> {
        let [BoardStrong { from: first, .. }, .., BoardStrong { to: last, .. }] = links else {
            return Err("there are not two links".into());
        };
        self.state.in_a_row(links)?;
        self.shape(links)?;
        if self.kind.clause == Clause::Links && self.step.eliminates.is_empty() {
            let value = self.value()?;
            return ensure([first, last].iter().all(|end| **end == value), "the ends are not the value");
        }
        let is_gone =
            |target: &Candidate| [first, last].iter().all(|&&end| self.state.are_linked(*target, end));
        ensure(self.targets()?.iter().all(is_gone), "a target is not linked to both ends")
    }

    /// Checks that the links have the shape that the rule requires.
    fn shape(&self, links: &[BoardStrong]) -> Checked<()> {
        let kinds: Vec<Kind> = links.iter().map(kind).collect();
        let of_digit = |link: &BoardStrong| link.from.digit == links[0].from.digit;
        let one_digit = links.iter().all(of_digit) && !kinds.contains(&Kind::Cell);
        let sized = || self.has_size(links.len()).is_ok();
        let line = if kinds[0] == Kind::Row { Cell::column } else { Cell::row };
        let are_in_line = |a: Candidate, b: Candidate| line(a.cell) == line(b.cell);
        let holds = match (self.kind.clause, links) {
            (Clause::Skyscraper, [one, other]) => {
                let are_lines = matches!(kinds[..], [Kind::Row, Kind::Row] | [Kind::Column, Kind::Column]);
                let is_fish = are_in_line(one.from, other.to);
                one_digit && are_lines && are_in_line(one.to, other.from) && !is_fish
            }
            (Clause::TwoStringKite, [_, _]) => {
                one_digit && matches!(kinds[..], [Kind::Row, Kind::Column] | [Kind::Column, Kind::Row])
            }
            (Clause::TurbotFish, [_, _]) => one_digit && kinds.contains(&Kind::Other),
            (Clause::Links, _) => sized(),
            (Clause::LinksOfDigit, _) => one_digit && sized(),
            (Clause::LinksOfCells, _) => kinds.iter().all(|&kind| kind == Kind::Cell) && sized(),
            (Clause::WWing, [one, pair, other]) => {
                let ends = [one.from, one.to, other.to, other.from].map(|end| end.digit);
                let are_same = ends[0] == ends[2] && ends[1] == ends[3] && pair.from.digit == ends[1];
                let are_cells = [0, 2].iter().all(|&at| kinds[at] == Kind::Cell);
                are_cells && kinds[1] != Kind::Cell && are_same
            }
            (Clause::MWing | Clause::SWing | Clause::LWing | Clause::HWing, [_, second, third]) => {
                self.is_named_wing([0, 1, 2].map(|at| kinds[at] == Kind::Cell), [second, third])
                    && different(&links.iter().flat_map(|link| [link.from, link.to]).collect::<Vec<_>>())
            }
            _ => false,
        };
        ensure(holds, "the links are not those of the rule")
    }

    fn is_named_wing(&self, are_cells: [bool; 3], [second, third]: [&BoardStrong; 2]) -> bool {
        let one_digit = second.from.digit == third.from.digit;
        match (self.kind.clause, are_cells) {
            (Clause::MWing, [true, false, false]) => !one_digit,
            (Clause::HWing, [true, false, false]) => one_digit,
            (Clause::HWing, [true, true, false]) | (Clause::SWing, [false, true, false]) => true,
            (clause, are_cells) => clause == Clause::LWing && are_cells == [false; 3],
        }
    }

    /// Checks rings: the last link is linked to the first, too. Candidates linked to both sides of any weak
    /// link are false.
    pub fn rings(&self, rings: &[Vec<BoardStrong>]) -> Checked<()> {
        ensure(!rings.is_empty(), "there is no ring")?;
        for ring in rings {
            self.state.in_a_row(ring)?;
            self.has_size(ring.len())?;
            let [BoardStrong { from: first, .. }, .., BoardStrong { to: last, .. }] = &ring[..] else {
                return Err("there are not two links".into());
            };
            ensure(self.state.are_linked(*last, *first), "the last link is not linked to the first")?;
        }
        let is_gone = |&target: &Candidate| {
            let sees = |one| self.state.are_linked(target, one);
            rings.iter().any(|ring| {
                let next = ring.iter().cycle().skip(1);
                ring.iter().zip(next).any(|(link, next)| sees(link.to) && sees(next.from))
            })
        };
        ensure(self.targets()?.iter().all(is_gone), "a target is not linked to both sides of a link")
    }

    /// Checks one net or two of a digit.
    pub fn colours(&self, nets: &[BoardColours]) -> Checked<()> {
        let (state, targets) = (self.state, self.targets()?);
        nets.iter().try_for_each(|net| state.net(net))?;
        let coloured = nets.iter().flat_map(|net| net.colours.iter().flatten());
        let of_digit = coloured.chain(targets).all(|one| one.digit == targets[0].digit);
        ensure(of_digit, "more than one digit")?;
        let holds = match (self.kind.clause, nets) {
            (Clause::ColourTrap, [BoardColours { colours: [a, b], .. }]) => {
                targets.iter().all(|&target| state.sees(a, target) && state.sees(b, target))
            }
            (Clause::ColourWrap, [BoardColours { colours: [a, _], .. }]) => {
                state.meet(a, a) && targets.iter().all(|target| a.contains(target))
            }
            (Clause::ColouredNets, [one, other]) => {
                let ([a, b], [c, d]) = (&one.colours, &other.colours);
                let is_between = |&target: &Candidate| {
                    let ways = [[a, b, c, d], [b, a, c, d], [a, b, d, c], [b, a, d, c]];
                    let sees = |[x, a, y, c]: [&Vec<Candidate>; 4]| {
                        state.meet(x, y) && state.sees(a, target) && state.sees(c, target)
                    };
                    ways.into_iter().any(sees)
                };
                let is_false = state.meet(a, c) && state.meet(a, d);
                targets.iter().all(is_between) || is_false && targets.iter().all(|one| a.contains(one))
            }
            _ => return Err("not as many nets as the rule has".into()),
        };
        ensure(holds, "a target does not follow")
    }

    /// Checks an even number of cells with the same two digits, where each cell is linked to the next by both
    /// digits: the ends hold different digits.
    pub fn remote_pair(&self, cells: &[BoardVariable]) -> Checked<()> {
        ensure(cells.len() >= 4 && cells.len().is_multiple_of(2), "not four cells, six, or more")?;
        ensure(different(cells), "a cell comes twice")?;
        let held = cells.iter().map(|&cell| self.state.candidates(cell)).collect::<Checked<Vec<_>>>()?;
        let are_cells = cells.iter().all(|cell| matches!(cell, BoardVariable::Cell(_)));
        ensure(are_cells, "something is no cell")?;
        let digits = |own: &Vec<Candidate>| own.iter().map(|one| one.digit).collect::<Vec<_>>();
        let of_pair = |own: &Vec<Candidate>| own.len() == 2 && digits(own) == digits(&held[0]);
        ensure(held.iter().all(of_pair), "the cells have not the same two digits")?;
        let are_joined = |two: &[Vec<Candidate>]| {
            two[0].iter().zip(&two[1]).all(|(&one, &other)| self.state.are_linked(one, other))
        };
        ensure(held.windows(2).all(are_joined), "a cell is not seen by the one before")?;
        let sees = |target: &Candidate, end: &[Candidate]| {
            end.iter().any(|&one| self.state.are_linked(*target, one) && one.digit == target.digit)
        };
        let is_between = |target: &Candidate| {
            let mut pairs = (0..held.len()).flat_map(|k| (k + 3..held.len()).step_by(2).map(move |j| [k, j]));
            pairs.any(|pair| pair.iter().all(|&k| sees(target, &held[k])))
        };
        ensure(
            self.targets()?.iter().all(is_between),
            "a target is not a digit of the pair that two cells see",
        )
    }
}
