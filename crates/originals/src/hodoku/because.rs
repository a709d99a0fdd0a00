//! From steps to their evidence, which is printed, drawn and checked.

use super::board::Board;
use super::implied::Implied;
use super::step::{End, Forcing, Sign, Step, Why};
use crate::evidence::{AlmostLocked, Colours, Digit, Evidence, FinnedFish, Hall, House, Rectangle};
use crate::evidence::{HodokuTechnique, Literal, SerPattern, Strong, Together};
use crate::grid::{Candidate, Cells, HOUSES, PEERS, SQUARES, bits, houses_of, notation::Variable};

impl Step {
    /// What it rests on in this state, as evidence.
    pub fn because(&self, board: &Board) -> Evidence {
        match &self.why {
            Why::Single(house) => {
                let of_house = |house: u8| {
                    let digit = self.placement.map_or(0, |value| value.digit.into());
                    Variable::of_house(house.into(), digit)
                };
                let cell = || Variable::Cell(self.placement.map_or(0, |value| value.cell));
                Evidence::Single { variable: house.map_or_else(cell, of_house) }
            }
            &Why::Locked { digit, base, cover } => {
                let base = Variable::of_house(base.into(), digit.into());
                Evidence::SerPattern(SerPattern::Locked { base, cover: House(cover), single: None })
            }
            &Why::Subset { house, cells, digits, is_hidden } => {
                self.subset(house.into(), cells, digits, is_hidden)
            }
            Why::Fish { digit, base, cover, fins } => of_fish(*digit, base, cover, *fins),
            Why::Chain(signs) if self.technique == HodokuTechnique::RemotePair => {
                let cells = signs.iter().step_by(2).filter_map(|sign| sign.cells.first());
                Evidence::RemotePair(cells.map(|cell| Variable::Cell(cell as u8)).collect())
            }
            Why::Chain(signs) => Evidence::Links(strong_links(board, signs)),
            Why::Loop(signs) => {
                let mut ring = strong_links(board, signs);
                if let [first, .., last] = &signs[..]
                    && first.is_on
                    && !last.is_on
                    && first.digit != last.digit
                {
                    ring.push(strong(board, last, first));
                }
                Evidence::Rings(vec![ring])
            }
            &Why::EmptyRectangle { digit, block, row, column, pair } => {
                let sides = [row, column].map(|line| board.places(block.into(), digit.into()) & house(line));
                let along_row = house(row).contains(pair[0].into());
                let [to, from] = if along_row { sides } else { [sides[1], sides[0]] };
                let sign = |cells, is_on| Sign { digit, cells, is_on };
                let from = from - to;
                let ends = pair.map(|cell| Cells::of(cell.into()));
                let signs = [sign(from, false), sign(to, true), sign(ends[0], false), sign(ends[1], true)];
                Evidence::Links(strong_links(board, &signs))
            }
            Why::Wing(cells) => Evidence::SerPattern(SerPattern::Wing(cells.map(Variable::Cell).to_vec())),
            Why::Rectangle { cells, digits, subset } => {
                Evidence::Rectangle(self.rectangle(board, *cells, *digits, *subset))
            }
            &Why::Bug(cell) => {
                let gone = self.eliminations.iter().fold(0, |all, one| all | 1 << one.digit);
                let left = board.mask(cell.into()) & !gone;
                let candidate = Candidate { digit: left.trailing_zeros() as u8, cell };
                Evidence::Bug { candidate }
            }
            &Why::SueDeCoq { line, block, cells, in_line, in_block } => {
                let [both, of_line, of_block] =
                    [cells, in_line, in_block].map(|cells| digits_of(board, cells));
                let sets = [(line, of_line | both & !of_block), (block, of_block)];
                let transversals = sets.into_iter().flat_map(|(house, digits)| {
                    bits(digits).map(move |digit| Variable::of_house(house.into(), digit))
                });
                let transversals = transversals.collect();
                Evidence::LockedSet(Hall { variables: variables(cells | in_line | in_block), transversals })
            }
            Why::Colours { digit, colours } => Evidence::Colours(self.colours(board, *digit, colours)),
            Why::Als { sets, commons } => {
                let sets: Vec<_> = sets.iter().map(|&(cells, _)| variables(cells)).collect();
                Evidence::AlmostLocked(AlmostLocked { commons: commons_of(sets.len(), commons), sets })
            }
            Why::Forcing(forcing) => Evidence::SerPattern(implications(board, forcing)),
            Why::Guess => Evidence::OnlySolution,
        }
    }

    /// A subset: of a house in which is all that it removes, or, locked, of a block and a line.
    fn subset(&self, own: usize, cells: Cells, digits: u16, is_hidden: bool) -> Evidence {
        let gone: Cells = self.eliminations.iter().map(|one| usize::from(one.cell)).collect();
        let of_house = |house: usize| {
            let is_in = |square: &usize| cells.contains(SQUARES[house][*square].into());
            (0..9).filter(is_in).fold(0u16, |all, square| all | 1 << square)
        };
        let set = |set: Hall| Evidence::SerPattern(SerPattern::Subset { set, single: None });
        if is_hidden {
            return set(Hall::hidden(own, digits, of_house(own)));
        }
        let is_locked = matches!(self.technique, HodokuTechnique::LockedPair | HodokuTechnique::LockedTriple);
        match (0..27).find(|&house| (cells | gone).is_subset(HOUSES[house])) {
            Some(house) if !is_locked => set(Hall::naked(house, of_house(house), digits)),
            _ => {
                let transversals = bits(digits).map(|digit| Variable::of_house(own, digit)).collect();
                Evidence::LockedSet(Hall { variables: variables(cells), transversals })
            }
        }
    }

    fn rectangle(
        &self, board: &Board, cells: [u8; 4], digits: u16, subset: Option<(u8, Cells, u16)>,
    ) -> Rectangle {
        use HodokuTechnique::{Avoidable1, Avoidable2, HiddenRectangle, Uniqueness4, Uniqueness6};
        let is_avoidable = matches!(self.technique, Avoidable1 | Avoidable2);
        let is_floor = |cell: usize| match is_avoidable {
            true => board.value(cell).is_some(),
            false => board.mask(cell) & !digits == 0,
        };
        let (floor, roof): (Cells, Cells) = cells.iter().fold(Default::default(), |(floor, roof), &cell| {
            let own = Cells::of(cell.into());
            if is_floor(cell.into()) { (floor | own, roof) } else { (floor, roof | own) }
        });
        let gone = self.eliminations.first().map_or(0, |one| usize::from(one.digit));
        let other = bits(digits & !(1 << gone)).next().unwrap_or(0);
        let target = self.eliminations.first().map_or(0, |one| usize::from(one.cell));
        let all = floor | roof;
        let confines =
            |&line: &usize, digit: usize, within: Cells| board.places(line, digit).is_subset(within);
        let confined: Vec<Variable> = match self.technique {
            Uniqueness4 => {
                let line = (0..27).find(|&line| roof.is_subset(HOUSES[line]) && confines(&line, other, roof));
                line.map(|line| Variable::of_house(line, other)).into_iter().collect()
            }
            Uniqueness6 => {
                let rows = (0..9).filter(|&row| HOUSES[row].intersects(all));
                rows.map(|row| Variable::of_house(row, gone)).collect()
            }
            HiddenRectangle => {
                let [row, column, _] = houses_of(target);
                [row, column].map(|line| Variable::of_house(line, other)).to_vec()
            }
            _ => Vec::new(),
        };
        let mut pair = bits(digits).map(|digit| Digit(digit as u8));
        let digits = [pair.next().unwrap_or(Digit(0)), pair.next().unwrap_or(Digit(0))];
        let subset = subset.map(|(house, cells, digits)| {
            let transversals = bits(digits).map(|digit| Variable::of_house(house.into(), digit)).collect();
            Hall { variables: variables(cells), transversals }
        });
        let (floor, roof) = (variables(floor), variables(roof));
        Rectangle { digits, floor, roof, confined, subset, wings: Vec::new() }
    }

    /// Nets with the colour first from which the conclusion follows.
    fn colours(&self, board: &Board, digit: u8, groups: &[[Cells; 2]]) -> Vec<Colours> {
        let gone: Cells = self.eliminations.iter().map(|one| usize::from(one.cell)).collect();
        let seen = |cells: Cells| cells.fold(Cells::EMPTY, |all, cell| all | PEERS[cell]);
        let mut groups = groups.to_vec();
        match (self.technique, &mut groups[..]) {
            (HodokuTechnique::ColoursWrap | HodokuTechnique::MultiColours2, [first, ..])
                if !gone.is_subset(first[0]) =>
            {
                first.swap(0, 1);
            }
            (HodokuTechnique::MultiColours1, [one, other]) => {
                let ways = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let meet = |&(a, b): &(usize, usize)| seen(one[a]).intersects(other[b]);
                if let Some((a, b)) = ways.into_iter().find(meet) {
                    one.swap(0, a);
                    other.swap(0, b);
                }
            }
            _ => {}
        }
        let net = |colours: &[Cells; 2]| {
            let all = colours[0] | colours[1];
            let is_pair = |&house: &usize| {
                let places = board.places(house, digit.into());
                places.len() == 2 && places.is_subset(all)
            };
            let pairs =
                (0..27).filter(is_pair).map(|house| Variable::of_house(house, digit.into())).collect();
            let of = |cells: Cells| cells.map(|cell| Candidate::new(digit.into(), cell)).collect();
            Colours { pairs, colours: colours.map(of) }
        };
        groups.iter().map(net).collect()
    }
}

fn house(house: u8) -> Cells {
    HOUSES[usize::from(house)]
}

fn variables(cells: Cells) -> Vec<Variable> {
    cells.map(|cell| Variable::Cell(cell as u8)).collect()
}

fn digits_of(board: &Board, cells: Cells) -> u16 {
    cells.fold(0, |all, cell| all | board.mask(cell))
}

fn of_fish(digit: u8, base: &[u8], cover: &[u8], fins: Cells) -> Evidence {
    let sets =
        |houses: &[u8]| houses.iter().map(|&house| Variable::of_house(house.into(), digit.into())).collect();
    let (variables, transversals) = (sets(base), sets(cover));
    let is_basic = base.iter().chain(cover).all(|&house| house < 18);
    if is_basic && fins.is_empty() {
        let set = Hall { variables, transversals };
        return Evidence::SerPattern(SerPattern::Subset { set, single: None });
    }
    let fins = fins.map(|cell| Candidate::new(digit.into(), cell)).collect();
    let fish = FinnedFish { variables, transversals, fins };
    if is_basic { Evidence::Finned(fish) } else { Evidence::Franken(fish) }
}

/// The strong links of a chain: from what is false to what is true.
fn strong_links(board: &Board, signs: &[Sign]) -> Vec<Strong> {
    let strong = |pair: &[Sign]| (!pair[0].is_on && pair[1].is_on).then(|| strong(board, &pair[0], &pair[1]));
    signs.windows(2).filter_map(strong).collect()
}

fn strong(board: &Board, from: &Sign, to: &Sign) -> Strong {
    let of = |sign: &Sign| sign.cells.map(|cell| Candidate::new(sign.digit.into(), cell)).collect();
    let by = if from.digit != to.digit {
        Variable::Cell(from.cells.first().unwrap_or(0) as u8)
    } else {
        let is_it = |&house: &usize| board.places(house, from.digit.into()) == from.cells | to.cells;
        Variable::of_house((0..27).find(is_it).unwrap_or(0), from.digit.into())
    };
    Strong { by: vec![by], from: of(from), to: of(to) }
}

/// A digit for each link, no two in a row the same; of two sets with two digits both.
fn commons_of(sets: usize, commons: &[u16]) -> Vec<Digit> {
    if sets == 2 {
        return bits(commons.iter().fold(0, |all, mask| all | mask))
            .map(|digit| Digit(digit as u8))
            .collect();
    }
    let mut chosen: Vec<Digit> = Vec::new();
    for (k, &mask) in commons.iter().enumerate() {
        let before = chosen.last().map_or(0, |digit| 1u16 << digit.0);
        let behind = commons.get(k + 1).filter(|next| next.count_ones() == 1).map_or(0, |next| *next);
        let free = [mask & !before & !behind, mask & !before, mask];
        let digit = free.into_iter().find(|&mask| mask != 0).unwrap_or(mask).trailing_zeros();
        chosen.push(Digit(digit as u8));
    }
    chosen
}

/// The implications that show it: from each assumption to the outcome, or from one to a contradiction.
fn implications(board: &Board, forcing: &Forcing) -> SerPattern {
    let outcome = Literal { candidate: forcing.candidate, holds: forcing.holds };
    let to_outcome = |candidate: Candidate, holds: bool| {
        let start = Literal { candidate, holds };
        Implied::from(board, start).until(|literal| literal == outcome).chain(outcome)
    };
    let all = |starts: Vec<Candidate>| starts.into_iter().map(|start| to_outcome(start, true)).collect();
    let (show, chains) = match forcing.end {
        End::Contradiction => {
            let implied = Implied::from(board, !outcome).until_contradiction();
            let (show, ends) = implied.contradiction();
            (show, ends.into_iter().map(|end| implied.chain(end)).collect())
        }
        End::Both(start) => (Together::Both, vec![to_outcome(start, true), to_outcome(start, false)]),
        End::Cell(cell) => {
            let starts = board.in_cell(cell.into(), 0x1FF).collect();
            (Together::All(Variable::Cell(cell)), all(starts))
        }
        End::House(house, digit) => {
            let (house, digit) = (usize::from(house), usize::from(digit));
            let starts = board.places(house, digit).map(|cell| Candidate::new(digit, cell)).collect();
            (Together::All(Variable::of_house(house, digit)), all(starts))
        }
    };
    SerPattern::Chains { show, chains }
}
