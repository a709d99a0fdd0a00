//! Evidence of steps, which is printed, drawn and checked.

use super::board::Board;
use super::implied::Implied;
use super::step::{End, Forcing, Sign, Step, Why};
use crate::evidence::{AlmostLocked, Colours, Evidence, FinnedFish, ForcingChains, Hall, HodokuTechnique};
use crate::evidence::{Literal, Locked, Rectangle, Strong, Together, Wing};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Cell, Cells, Digit, House, HouseKind};

impl Step {
    /// Returns the evidence of the step in this state.
    pub fn because(&self, board: &Board) -> Evidence {
        match &self.why {
            Why::Single(house) => {
                let Candidate { digit, cell } =
                    self.placement.unwrap_or(Candidate::new(Digit::new(0), Cell::new(0)));
                let of_house = |house: House| Variable::In(house, digit);
                Evidence::Single { variable: house.map_or(Variable::Cell(cell), of_house) }
            }
            &Why::Locked { digit, base, cover } => {
                Evidence::Locked(Locked { base: Variable::In(base, digit), cover })
            }
            &Why::Subset { house, cells, digits, is_hidden } => self.subset(house, cells, digits, is_hidden),
            Why::Fish { digit, base, cover, fins } => of_fish(*digit, base, cover, *fins),
            Why::Chain(signs) if self.technique == HodokuTechnique::RemotePair => {
                let cells = signs.iter().step_by(2).filter_map(|sign| sign.cells.first());
                Evidence::RemotePair(cells.map(Variable::Cell).collect())
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
                let sides = [row, column].map(|line| board.places(block, digit) & line.cells());
                let along_row = row.cells().contains(pair[0]);
                let [to, from] = if along_row { sides } else { [sides[1], sides[0]] };
                let sign = |cells, is_on| Sign { digit, cells, is_on };
                let from = from - to;
                let ends = pair.map(Cells::of);
                let signs = [sign(from, false), sign(to, true), sign(ends[0], false), sign(ends[1], true)];
                Evidence::Links(strong_links(board, &signs))
            }
            Why::Wing(cells) => {
                let [pivot, one, other] = cells.map(Variable::Cell);
                Evidence::Wing(Wing { pivot, wings: [one, other] })
            }
            Why::Rectangle { cells, digits, subset } => {
                Evidence::Rectangle(self.rectangle(board, *cells, *digits, *subset))
            }
            &Why::Bug(cell) => {
                let gone = self.eliminations.iter().fold(0, |all, one| all | one.digit.bit());
                let left = board.mask(cell) & !gone;
                Evidence::Bug { candidate: Candidate::new(Digit::lowest(left), cell) }
            }
            &Why::SueDeCoq { line, block, cells, in_line, in_block } => {
                let [both, of_line, of_block] =
                    [cells, in_line, in_block].map(|cells| digits_of(board, cells));
                let sets = [(line, of_line | both & !of_block), (block, of_block)];
                let transversals = sets.into_iter().flat_map(|(house, digits)| {
                    Digit::in_mask(digits).map(move |digit| Variable::In(house, digit))
                });
                let transversals = transversals.collect();
                Evidence::LockedSet(Hall { variables: variables(cells | in_line | in_block), transversals })
            }
            Why::Colours { digit, colours } => Evidence::Colours(self.colours(board, *digit, colours)),
            Why::Als { sets, commons } => {
                let sets: Vec<_> = sets.iter().map(|&(cells, _)| variables(cells)).collect();
                Evidence::AlmostLocked(AlmostLocked { commons: commons_of(sets.len(), commons), sets })
            }
            Why::Forcing(forcing) => Evidence::ForcingChains(implications(board, forcing)),
            Why::Guess => Evidence::OnlySolution,
        }
    }

    /// Returns the evidence of a subset: in a house that also has all eliminations or, if locked, in a block
    /// and a line.
    fn subset(&self, own: House, cells: Cells, digits: u16, is_hidden: bool) -> Evidence {
        let gone: Cells = self.eliminations.iter().map(|one| one.cell).collect();
        let of_house = |house: House| {
            let is_in = |square: &usize| cells.contains(house.square(*square));
            (0..9).filter(is_in).fold(0u16, |all, square| all | 1 << square)
        };
        if is_hidden {
            return Evidence::Subset(Hall::hidden(own, digits, of_house(own)));
        }
        let is_locked = matches!(self.technique, HodokuTechnique::LockedPair | HodokuTechnique::LockedTriple);
        match House::all().find(|&house| (cells | gone).is_subset(house.cells())) {
            Some(house) if !is_locked => Evidence::Subset(Hall::naked(house, of_house(house), digits)),
            _ => {
                let transversals = Digit::in_mask(digits).map(|digit| Variable::In(own, digit)).collect();
                Evidence::LockedSet(Hall { variables: variables(cells), transversals })
            }
        }
    }

    fn rectangle(
        &self, board: &Board, cells: [Cell; 4], digits: u16, subset: Option<(House, Cells, u16)>,
    ) -> Rectangle {
        use HodokuTechnique::{Avoidable1, Avoidable2, HiddenRectangle, Uniqueness4, Uniqueness6};
        let is_avoidable = matches!(self.technique, Avoidable1 | Avoidable2);
        let is_floor = |cell: Cell| match is_avoidable {
            true => board.value(cell).is_some(),
            false => board.mask(cell) & !digits == 0,
        };
        let (floor, roof): (Cells, Cells) = cells.iter().fold(Default::default(), |(floor, roof), &cell| {
            let own = Cells::of(cell);
            if is_floor(cell) { (floor | own, roof) } else { (floor, roof | own) }
        });
        let gone = self.eliminations.first().map_or(Digit::new(0), |one| one.digit);
        let other = Digit::in_mask(digits & !gone.bit()).next().unwrap_or_default();
        let target = self.eliminations.first().map_or(Cell::new(0), |one| one.cell);
        let all = floor | roof;
        let confines = |line: House, digit: Digit, within: Cells| board.places(line, digit).is_subset(within);
        let confined: Vec<Variable> = match self.technique {
            Uniqueness4 => {
                let line =
                    House::all().find(|&line| roof.is_subset(line.cells()) && confines(line, other, roof));
                line.map(|line| Variable::In(line, other)).into_iter().collect()
            }
            Uniqueness6 => {
                let rows = House::of_kind(HouseKind::Row).filter(|&row| row.cells().intersects(all));
                rows.map(|row| Variable::In(row, gone)).collect()
            }
            HiddenRectangle => {
                let [row, column, _] = target.houses();
                [row, column].map(|line| Variable::In(line, other)).to_vec()
            }
            _ => Vec::new(),
        };
        let mut pair = Digit::in_mask(digits);
        let digits = [pair.next().unwrap_or_default(), pair.next().unwrap_or_default()];
        let subset = subset.map(|(house, cells, digits)| {
            let transversals = Digit::in_mask(digits).map(|digit| Variable::In(house, digit)).collect();
            Hall { variables: variables(cells), transversals }
        });
        let (floor, roof) = (variables(floor), variables(roof));
        Rectangle { digits, floor, roof, confined, subset, wings: Vec::new() }
    }

    /// Returns the nets. The first colour of each net is the colour from which the conclusion follows.
    fn colours(&self, board: &Board, digit: Digit, groups: &[[Cells; 2]]) -> Vec<Colours> {
        let gone: Cells = self.eliminations.iter().map(|one| one.cell).collect();
        let seen = |cells: Cells| cells.fold(Cells::EMPTY, |all, cell| all | cell.peers());
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
            let is_pair = |&house: &House| {
                let places = board.places(house, digit);
                places.len() == 2 && places.is_subset(all)
            };
            let pairs = House::all().filter(is_pair).map(|house| Variable::In(house, digit)).collect();
            let of = |cells: Cells| cells.map(|cell| Candidate::new(digit, cell)).collect();
            Colours { pairs, colours: colours.map(of) }
        };
        groups.iter().map(net).collect()
    }
}

fn variables(cells: Cells) -> Vec<Variable> {
    cells.map(Variable::Cell).collect()
}

fn digits_of(board: &Board, cells: Cells) -> u16 {
    cells.fold(0, |all, cell| all | board.mask(cell))
}

fn of_fish(digit: Digit, base: &[House], cover: &[House], fins: Cells) -> Evidence {
    let sets = |houses: &[House]| houses.iter().map(|&house| Variable::In(house, digit)).collect();
    let (variables, transversals) = (sets(base), sets(cover));
    let is_basic = base.iter().chain(cover).all(|house| house.kind() != HouseKind::Block);
    if is_basic && fins.is_empty() {
        return Evidence::Subset(Hall { variables, transversals });
    }
    let fins = fins.map(|cell| Candidate::new(digit, cell)).collect();
    let fish = FinnedFish { variables, transversals, fins };
    if is_basic { Evidence::Finned(fish) } else { Evidence::Franken(fish) }
}

/// Returns the strong links of a chain: from a false sign to a true one.
fn strong_links(board: &Board, signs: &[Sign]) -> Vec<Strong> {
    let strong = |pair: &[Sign]| (!pair[0].is_on && pair[1].is_on).then(|| strong(board, &pair[0], &pair[1]));
    signs.windows(2).filter_map(strong).collect()
}

fn strong(board: &Board, from: &Sign, to: &Sign) -> Strong {
    let of = |sign: &Sign| sign.cells.map(|cell| Candidate::new(sign.digit, cell)).collect();
    let by = if from.digit != to.digit {
        Variable::Cell(from.cells.first().unwrap_or_default())
    } else {
        let is_it = |&house: &House| board.places(house, from.digit) == from.cells | to.cells;
        Variable::In(House::all().find(is_it).unwrap_or_default(), from.digit)
    };
    Strong { by: vec![by], digits: Vec::new(), from: of(from), to: of(to) }
}

/// Chooses a digit for each link, no two in a row equal; for a link of two sets, all its digits.
fn commons_of(sets: usize, commons: &[u16]) -> Vec<Digit> {
    if sets == 2 {
        return Digit::in_mask(commons.iter().fold(0, |all, mask| all | mask)).collect();
    }
    let mut chosen: Vec<Digit> = Vec::new();
    for (k, &mask) in commons.iter().enumerate() {
        let before = chosen.last().map_or(0, |digit| digit.bit());
        let behind = commons.get(k + 1).filter(|next| next.count_ones() == 1).map_or(0, |next| *next);
        let free = [mask & !before & !behind, mask & !before, mask];
        chosen.push(Digit::lowest(free.into_iter().find(|&mask| mask != 0).unwrap_or(mask)));
    }
    chosen
}

/// Returns the implications of a forcing step: from each assumption to the outcome, or from one to a
/// contradiction.
fn implications(board: &Board, forcing: &Forcing) -> ForcingChains {
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
            let starts = board.in_cell(cell, 0x1FF).collect();
            (Together::All(Variable::Cell(cell)), all(starts))
        }
        End::House(house, digit) => {
            let starts = board.places(house, digit).map(|cell| Candidate::new(digit, cell)).collect();
            (Together::All(Variable::In(house, digit)), all(starts))
        }
    };
    ForcingChains { show, chains }
}
