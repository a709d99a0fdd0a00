//! Colours (docs/theory.md, "Players' techniques"): nets of places joined by houses with two places, in 3D
//! Medusa also by cells with two candidates.

use super::state::{RC, State, are_same, different, distinct, is_in, kind, linked};
use super::{Checked, Claim, ensure};
use crate::evidence::{Clause, Colours};
use crate::grid::{Candidate, Cell, notation::Variable};

/// Checks that each pair has one candidate of each colour and no others, and that the net is connected.
fn net(state: &State, Colours { pairs, colours }: &Colours) -> Checked<()> {
    let [one, other] = colours;
    let all: Vec<Candidate> = one.iter().chain(other).copied().collect();
    ensure(different(&all) && different(pairs), "a candidate or a house comes twice")?;
    let mut joined: Vec<Candidate> = Vec::new();
    let mut left = pairs.clone();
    while !left.is_empty() {
        let touches = |c: &Candidate| joined.is_empty() || joined.contains(c);
        let next = left.iter().position(|&pair| state.candidates(pair).iter().any(touches));
        let Some(next) = next else { return Err("the net does not hang together".into()) };
        let pair = left.remove(next);
        let places = state.candidates(pair);
        let of = |colour: &[Candidate]| places.iter().filter(|c| colour.contains(c)).count();
        let split = places.len() == 2 && of(one) == 1 && of(other) == 1;
        ensure(split, "a pair has not one candidate of each colour")?;
        joined.extend(places.into_iter().filter(|place| is_in(*place, pair)));
    }
    ensure(are_same(distinct(joined), all), "a candidate is in no pair")
}

/// Whether some candidate of the colour is linked to `one`.
fn sees(colour: &[Candidate], one: Candidate) -> bool {
    colour.iter().any(|&other| linked(other, one))
}

fn meet(colour: &[Candidate], other: &[Candidate]) -> bool {
    colour.iter().any(|&one| sees(other, one))
}

/// Checks one net or two, of one digit except in 3D Medusa.
pub(super) fn colours(claim: &Claim, nets: &[Colours]) -> Checked<()> {
    claim.is_of(&[Clause::ColourTrap, Clause::ColourWrap, Clause::ColouredNets, Clause::Medusa])?;
    let (state, targets) = (claim.state, claim.targets()?);
    for own in nets {
        net(state, own)?;
    }
    let coloured = nets.iter().flat_map(|net| net.colours.iter().flatten());
    let of_digit = coloured.chain(targets).all(|one| one.digit == targets[0].digit);
    let of_houses = nets.iter().flat_map(|net| &net.pairs).all(|&pair| kind(pair) != RC);
    ensure(of_digit && of_houses || claim.clause == Clause::Medusa, "more than one digit")?;
    let all = |gone: &dyn Fn(&Candidate) -> bool| targets.iter().all(gone);
    let holds = match (claim.clause, nets) {
        (Clause::ColourTrap, [Colours { colours: [a, b], .. }]) => {
            all(&|target| sees(a, *target) && sees(b, *target))
        }
        (Clause::ColourWrap, [Colours { colours: [a, _], .. }]) => {
            meet(a, a) && all(&|target| a.contains(target))
        }
        (Clause::Medusa, [Colours { colours: [a, b], .. }]) => {
            let is_empty = |cell| is_emptied(state, Variable::Cell(cell), a);
            all(&|target| sees(a, *target) && sees(b, *target))
                || all(&|target| a.contains(target)) && (meet(a, a) || Cell::all().any(is_empty))
        }
        (Clause::ColouredNets, [one, other]) => {
            let ([a, b], [c, d]) = (&one.colours, &other.colours);
            let is_between = |t: &Candidate| {
                let ways = [[a, b, c, d], [b, a, c, d], [a, b, d, c], [b, a, d, c]];
                ways.into_iter().any(|[x, a, y, c]| meet(x, y) && sees(a, *t) && sees(c, *t))
            };
            all(&is_between) || meet(a, c) && meet(a, d) && all(&|target| a.contains(target))
        }
        _ => return Err("not as many nets as the rule has".into()),
    };
    ensure(holds, "a target does not follow")
}

/// Whether the cell has no value and all its candidates are linked to the colour.
fn is_emptied(state: &State, cell: Variable, colour: &[Candidate]) -> bool {
    !state.is_solved(cell) && state.candidates(cell).into_iter().all(|one| sees(colour, one))
}
