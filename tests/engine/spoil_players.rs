//! Ways to spoil the steps of players' techniques. Each way, if it applies, certainly makes the step wrong.

use super::spoil::{SpoilStep, candidates_of, is_in, linked, put};
use crate::common::model::{Model, candidate};
use sudoscope::evidence::{
    AlignedPair, AlmostLocked, Blossom, By, Colours, Deadly, Evidence, Firework, Hall, Implies, Kraken,
    Round, SerPattern, Strong,
};
use sudoscope::grid::Digit;
use sudoscope::grid::notation::Variable;
use sudoscope::grid::{Candidate, Cell, House, HouseKind};

fn links(round: &mut Round, step: usize) -> Option<&mut Vec<Strong>> {
    match &mut round.steps[step].because {
        Evidence::Links(links) => Some(links),
        _ => None,
    }
}

fn nets(round: &mut Round, step: usize) -> Option<&mut Vec<Colours>> {
    match &mut round.steps[step].because {
        Evidence::Colours(nets) => Some(nets),
        _ => None,
    }
}

fn locked(round: &mut Round, step: usize) -> Option<&mut Hall> {
    match &mut round.steps[step].because {
        Evidence::LockedSet(hall) => Some(hall),
        _ => None,
    }
}

fn remote(round: &mut Round, step: usize) -> Option<&mut Vec<Variable>> {
    match &mut round.steps[step].because {
        Evidence::RemotePair(cells) => Some(cells),
        _ => None,
    }
}

fn almost_locked(round: &mut Round, step: usize) -> Option<&mut AlmostLocked> {
    match &mut round.steps[step].because {
        Evidence::AlmostLocked(of) => Some(of),
        _ => None,
    }
}

fn blossom(round: &mut Round, step: usize) -> Option<&mut Blossom> {
    match &mut round.steps[step].because {
        Evidence::Blossom(blossom) => Some(blossom),
        _ => None,
    }
}

fn matched(round: &mut Round, step: usize) -> Option<&mut Hall> {
    match &mut round.steps[step].because {
        Evidence::Matched(hall) => Some(hall),
        _ => None,
    }
}

fn bent(round: &mut Round, step: usize) -> Option<(&mut Vec<Variable>, &mut Digit)> {
    match &mut round.steps[step].because {
        Evidence::Bent { cells, digit } => Some((cells, digit)),
        _ => None,
    }
}

fn fireworks(round: &mut Round, step: usize) -> Option<&mut Vec<Firework>> {
    match &mut round.steps[step].because {
        Evidence::Fireworks(fireworks) => Some(fireworks),
        _ => None,
    }
}

/// Returns the cells of a unique loop or an odd ring.
fn around(round: &mut Round, step: usize) -> Option<&mut Vec<Variable>> {
    match &mut round.steps[step].because {
        Evidence::SerPattern(SerPattern::Loop { cells, .. })
            if ["unique-loop", "bivalue-oddagon"].contains(&&*round.rule) =>
        {
            Some(cells)
        }
        _ => None,
    }
}

fn aligned(round: &mut Round, step: usize) -> Option<&mut AlignedPair> {
    match &mut round.steps[step].because {
        Evidence::AlignedPair(pair) => Some(pair),
        _ => None,
    }
}

fn forcing(round: &mut Round, step: usize) -> Option<&mut Vec<Vec<Implies>>> {
    // SER's chains are spoiled elsewhere.
    let is_of_players = round.rule.ends_with("-chain");
    match &mut round.steps[step].because {
        Evidence::SerPattern(SerPattern::Chains { chains, .. }) if is_of_players => Some(chains),
        Evidence::Kraken(Kraken { chains, .. }) => Some(chains),
        _ => None,
    }
}

fn kraken(round: &mut Round, step: usize) -> Option<&mut Kraken> {
    match &mut round.steps[step].because {
        Evidence::Kraken(kraken) => Some(kraken),
        _ => None,
    }
}

/// Returns the extra candidates, without which there would be a grave.
fn extras(round: &mut Round, step: usize) -> Option<&mut Vec<Candidate>> {
    match &mut round.steps[step].because {
        Evidence::SerPattern(SerPattern::BugPattern { extras, .. }) if round.rule == "bug-plus" => {
            Some(extras)
        }
        _ => None,
    }
}

fn deadly(round: &mut Round, step: usize) -> Option<&mut Deadly> {
    match &mut round.steps[step].because {
        Evidence::Deadly(deadly) => Some(deadly),
        _ => None,
    }
}

fn wings(round: &mut Round, step: usize) -> Option<&mut Vec<Variable>> {
    match &mut round.steps[step].because {
        Evidence::Rectangle(rectangle) => Some(&mut rectangle.wings).filter(|wings| !wings.is_empty()),
        _ => None,
    }
}

/// Finds a digit that no candidate in `cells` has.
fn absent(model: &Model, cells: &[Variable]) -> Option<Digit> {
    let has = |digit: Digit| {
        cells.iter().any(|&cell| candidates_of(model, cell).iter().any(|one| one.digit == digit))
    };
    Digit::all().find(|&digit| !has(digit))
}

/// Finds a candidate whose digit no candidate in `cells` has.
fn elsewhere(model: &Model, cells: &[Variable]) -> Option<Candidate> {
    let held: Vec<Candidate> = cells.iter().flat_map(|&cell| candidates_of(model, cell)).collect();
    some(model, |one| !held.iter().any(|own| own.digit == one.digit))
}

fn some(model: &Model, holds: impl Fn(Candidate) -> bool) -> Option<Candidate> {
    model.candidates().into_iter().map(candidate).find(|&one| holds(one))
}

#[rustfmt::skip] // a kind a paragraph
pub const PLAYERS_STEPS: &[(&str, SpoilStep)] = &[
    ("a chain whose last link is dropped", |round, step, _| {
        links(round, step).is_some_and(|links| {
            // The rule may have shorter versions of longer chains.
            let is_short = links.len() < 4;
            links.truncate(1);
            is_short
        })
    }),
    ("a chain with a link turned round", |round, step, _| {
        links(round, step).is_some_and(|links| {
            let Strong { from, to, .. } = &mut links[0];
            std::mem::swap(from, to);
            // A chain joined at both ends would be a ring.
            let (to, next) = (links[0].to.clone(), links[1].from.clone());
            !to.iter().all(|&a| next.iter().all(|&b| linked(a, b)))
        })
    }),
    ("a strong link of one side", |round, step, _| {
        links(round, step).is_some_and(|links| {
            let Strong { from, to, .. } = &mut links[1];
            *to = from.clone();
            true
        })
    }),
    ("a strong link without a candidate", |round, step, _| {
        links(round, step).is_some_and(|links| links[0].from.pop().is_some())
    }),
    ("a strong link by a variable of others", |round, step, model| {
        links(round, step).is_some_and(|links| {
            let Strong { by, from, .. } = &mut links[0];
            let sees = |one| Variable::of(from[0]).iter().any(|&v| is_in(one, v));
            let other = some(model, |one| !is_in(one, by[0]) && !sees(one));
            put(&mut by[0], other.map(|one| Variable::of(one)[1]))
        })
    }),
    ("a target that an end does not see", |round, step, model| {
        let Some(links) = links(round, step) else { return false };
        let ends = [links[0].from[0], links[links.len() - 1].to[0]];
        let outside = some(model, |one| !linked(one, ends[0]) || !linked(one, ends[1]));
        put(&mut round.steps[step].eliminates[0], outside)
    }),
    ("a chain that is called by another name", |round, step, _| {
        links(round, step).is_some() && {
            let other = match &round.rule[..] {
                "skyscraper" => "two-string-kite",
                "two-string-kite" => "skyscraper",
                "turbot-fish" => "skyscraper",
                "empty-rectangle" => "turbot-fish",
                "x-chain" => "xy-chain",
                "xy-chain" => "x-chain",
                _ => "skyscraper",
            };
            round.rule = other.to_string();
            true
        }
    }),
    ("a ring with a link dropped", |round, step, _| {
        let Evidence::Rings(rings) = &mut round.steps[step].because else { return false };
        rings[0].pop().is_some()
    }),
    ("a ring that is called a chain", |round, step, _| {
        let Evidence::Rings(rings) = &mut round.steps[step].because else { return false };
        round.steps[step].because = Evidence::Links(rings[0].clone());
        true
    }),
    ("a target that is in no place of a ring", |round, step, model| {
        let Evidence::Rings(rings) = &round.steps[step].because else { return false };
        let all: Vec<Candidate> =
            rings.concat().iter().flat_map(|link| [&link.from[..], &link.to].concat()).collect();
        let far = some(model, |one| !all.iter().any(|&other| other == one || linked(one, other)));
        put(&mut round.steps[step].eliminates[0], far)
    }),
    ("a net with a candidate in the other colour", |round, step, _| {
        nets(round, step).is_some_and(|nets| {
            let [one, other] = &mut nets[0].colours;
            other.extend(one.pop());
            true
        })
    }),
    ("a net without one of its houses", |round, step, _| {
        nets(round, step).is_some_and(|nets| {
            let Colours { pairs, .. } = &mut nets[0];
            let is_only = pairs.len() == 1;
            pairs.truncate(pairs.len() - 1);
            is_only
        })
    }),
    ("a net with a house of more places", |round, step, model| {
        nets(round, step).is_some_and(|nets| {
            let digit = nets[0].colours[0][0].digit;
            let all = House::of_kind(HouseKind::Row).map(|row| Variable::In(row, digit));
            let other = all.into_iter().find(|&row| candidates_of(model, row).len() > 2);
            put(&mut nets[0].pairs[0], other)
        })
    }),
    ("a target that sees no colour", |round, step, model| {
        let Some(nets) = nets(round, step) else { return false };
        let all: Vec<Candidate> = nets.iter().flat_map(|net| net.colours.concat()).collect();
        let far = some(model, |one| !all.iter().any(|&other| other == one || linked(one, other)));
        put(&mut round.steps[step].eliminates[0], far)
    }),
    ("a locked set without a cell", |round, step, _| {
        locked(round, step).is_some_and(|hall| hall.variables.pop().is_some())
    }),
    ("a locked set without a digit", |round, step, _| {
        locked(round, step).is_some_and(|hall| hall.transversals.pop().is_some())
    }),
    ("a locked set without a cell and a digit that it has", |round, step, model| {
        locked(round, step).is_some_and(|hall| {
            hall.variables.pop();
            let gone = hall.transversals.pop();
            let mut held = hall.variables.iter().flat_map(|&cell| candidates_of(model, cell));
            held.any(|one| gone.is_some_and(|gone| is_in(one, gone)))
        })
    }),
    ("a target that does not see the locked set", |round, step, model| {
        let Some(hall) = locked(round, step) else { return false };
        let cells = hall.variables.clone();
        let all: Vec<Candidate> = cells.iter().flat_map(|&cell| candidates_of(model, cell)).collect();
        let far = some(model, |one| !all.iter().any(|&other| other.digit == one.digit && linked(one, other)));
        put(&mut round.steps[step].eliminates[0], far)
    }),
    ("a remote pair without an end", |round, step, _| {
        remote(round, step).is_some_and(|cells| cells.pop().is_some())
    }),
    ("a remote pair with a cell of more digits", |round, step, model| {
        remote(round, step).is_some_and(|cells| {
            let other = Cell::all().map(Variable::Cell).find(|&cell| candidates_of(model, cell).len() > 2);
            put(&mut cells[1], other)
        })
    }),
    ("a target that an end of a remote pair does not see", |round, step, model| {
        let Some(cells) = remote(round, step) else { return false };
        let held = candidates_of(model, cells[0]);
        let far = some(model, |one| !held.iter().any(|&other| linked(one, other)));
        put(&mut round.steps[step].eliminates[0], far)
    }),
    ("a set without one of its cells", |round, step, _| {
        almost_locked(round, step).is_some_and(|of| of.sets[0].pop().is_some())
    }),
    ("a set with a cell twice", |round, step, _| {
        almost_locked(round, step).is_some_and(|of| {
            let cells = &mut of.sets[0];
            cells.push(cells[0]);
            true
        })
    }),
    ("sets of which one is dropped", |round, step, _| {
        almost_locked(round, step).is_some_and(|of| of.sets.pop().is_some())
    }),
    ("a common digit that a set does not have", |round, step, model| {
        almost_locked(round, step).is_some_and(|of| {
            let none = absent(model, &of.sets[0]);
            put(&mut of.commons[0], none)
        })
    }),
    ("a common digit dropped", |round, step, _| {
        almost_locked(round, step).is_some_and(|of| {
            // A ring, such as two sets that share two digits, has as many common digits as sets, and may
            // still hold with one digit fewer.
            let is_open = of.commons.len() < of.sets.len();
            is_open && of.commons.pop().is_some()
        })
    }),
    ("a target that is in no set", |round, step, model| {
        let Some(of) = almost_locked(round, step) else { return false };
        let other = elsewhere(model, &of.sets.concat());
        put(&mut round.steps[step].eliminates[0], other)
    }),
    ("a wing without one of its cells", |round, step, _| {
        bent(round, step).is_some_and(|(cells, _)| cells.pop().is_some())
    }),
    ("a wing with a cell of five digits", |round, step, model| {
        bent(round, step).is_some_and(|(cells, _)| {
            let other = Cell::all().map(Variable::Cell).find(|&cell| candidates_of(model, cell).len() > 4);
            put(&mut cells[0], other)
        })
    }),
    ("a wing of another digit", |round, step, model| {
        bent(round, step).is_some_and(|(cells, digit)| {
            let all = cells.iter().flat_map(|&cell| candidates_of(model, cell));
            let other = all.map(|one| one.digit).find(|other| other != digit);
            put(digit, other)
        })
    }),
    ("a target that does not see the wing", |round, step, model| {
        let Some((cells, &mut digit)) = bent(round, step) else { return false };
        let all: Vec<Candidate> = cells.iter().flat_map(|&cell| candidates_of(model, cell)).collect();
        let own: Vec<Candidate> = all.into_iter().filter(|one| one.digit == digit).collect();
        let far = some(model, |one| one.digit == digit && !own.iter().all(|&other| linked(one, other)));
        put(&mut round.steps[step].eliminates[0], far)
    }),
    ("a loop without one of its cells", |round, step, _| {
        around(round, step).is_some_and(|cells| cells.pop().is_some())
    }),
    ("a loop with two cells exchanged", |round, step, _| {
        around(round, step).is_some_and(|cells| {
            cells.swap(0, 1);
            true
        })
    }),
    ("a loop with another digit", |round, step, model| {
        let Some(cells) = around(round, step) else { return false };
        let none = absent(model, &cells[..1]);
        match &mut round.steps[step].because {
            Evidence::SerPattern(SerPattern::Loop { digits, .. }) => put(&mut digits[0], none),
            _ => false,
        }
    }),
    ("a target that does not follow from a loop", |round, step, model| {
        let Some(cells) = around(round, step).cloned() else { return false };
        let all: Vec<Candidate> = cells.iter().flat_map(|&cell| candidates_of(model, cell)).collect();
        let apart = |one: Candidate| !all.iter().any(|&other| other == one || linked(one, other));
        let other = some(model, apart);
        let because = &round.steps[step].because;
        let Evidence::SerPattern(SerPattern::Loop { subset, .. }) = because else { return false };
        subset.is_none() && put(&mut round.steps[step].eliminates[0], other)
    }),
    ("a grave but for one candidate less", |round, step, _| {
        extras(round, step).is_some_and(|extras| extras.pop().is_some())
    }),
    ("a grave but for another candidate", |round, step, model| {
        extras(round, step).is_some_and(|extras| {
            let known = extras.clone();
            put(&mut extras[0], some(model, |one| !known.contains(&one)))
        })
    }),
    ("a target that does not follow from a grave", |round, step, _| {
        let Some(&mut [extra, ..]) = extras(round, step).map(|extras| &mut extras[..]) else { return false };
        put(&mut round.steps[step].eliminates[0], Some(extra))
    }),
    ("a blossom without a petal", |round, step, _| {
        blossom(round, step).is_some_and(|blossom| blossom.petals.pop().is_some())
    }),
    ("a petal without a cell", |round, step, _| {
        blossom(round, step).is_some_and(|blossom| blossom.petals[0].1.pop().is_some())
    }),
    ("a petal for another digit", |round, step, model| {
        blossom(round, step).is_some_and(|blossom| {
            let other = absent(model, &blossom.stem);
            put(&mut blossom.petals[0].0, other)
        })
    }),
    ("a stem with a cell of no house of it", |round, step, model| {
        blossom(round, step).is_some_and(|blossom| {
            let Variable::Cell(first) = blossom.stem[0] else { return false };
            let far = some(model, |one| one.cell != first && !first.peers().contains(one.cell));
            blossom.stem.extend(far.map(|one| Variable::Cell(one.cell)));
            far.is_some()
        })
    }),
    ("a target that a petal does not have", |round, step, model| {
        let Some(blossom) = blossom(round, step) else { return false };
        let other = elsewhere(model, &blossom.petals[0].1);
        put(&mut round.steps[step].eliminates[0], other)
    }),
    ("matched variables without one of them", |round, step, _| {
        matched(round, step).is_some_and(|hall| hall.variables.pop().is_some())
    }),
    ("matched variables without a set", |round, step, _| {
        matched(round, step).is_some_and(|hall| hall.transversals.pop().is_some())
    }),
    ("matched variables without a digit", |round, step, _| {
        matched(round, step).is_some_and(|hall| {
            hall.transversals.pop();
            hall.variables.pop().is_some()
        })
    }),
    ("matched variables with another cell", |round, step, model| {
        matched(round, step).is_some_and(|hall| {
            let held: Vec<Candidate> =
                hall.variables.iter().flat_map(|&one| candidates_of(model, one)).collect();
            let has_more = |&cell: &Variable| {
                candidates_of(model, cell).iter().any(|one| !held.iter().any(|own| own.digit == one.digit))
            };
            let other = Cell::all().map(Variable::Cell).find(has_more);
            put(&mut hall.variables[0], other)
        })
    }),
    ("matched variables, and a target outside the sets", |round, step, model| {
        let Some(hall) = matched(round, step) else { return false };
        let sets = hall.transversals.clone();
        let far = some(model, |one| !sets.iter().any(|&set| is_in(one, set)));
        put(&mut round.steps[step].eliminates[0], far)
    }),
    ("a firework without a digit", |round, step, _| {
        fireworks(round, step).is_some_and(|all| all[0].digits.pop().is_some())
    }),
    ("a firework with its wings exchanged", |round, step, _| {
        fireworks(round, step).is_some_and(|all| {
            all[0].wings.reverse();
            true
        })
    }),
    ("a firework with another corner", |round, step, _| {
        fireworks(round, step).is_some_and(|all| {
            all[0].corner = all[0].wings[0];
            true
        })
    }),
    ("a firework with a digit that has other places", |round, step, model| {
        fireworks(round, step).is_some_and(|all| {
            let used: Vec<Digit> = all.iter().flat_map(|one| one.digits.clone()).collect();
            all.iter_mut().any(|Firework { corner, wings, digits }| {
                let Variable::Cell(corner) = *corner else { return false };
                let other = some(model, |one| {
                    let in_line = one.cell.row() == corner.row() || one.cell.column() == corner.column();
                    let is_wing = wings.contains(&Variable::Cell(one.cell));
                    let is_new = !used.contains(&one.digit);
                    in_line && one.cell.block() != corner.block() && !is_wing && is_new
                });
                put(&mut digits[0], other.map(|one| one.digit))
            })
        })
    }),
    ("fireworks, and a target that is one of their digits", |round, step, model| {
        let Some(all) = fireworks(round, step) else { return false };
        let Firework { corner, digits, .. } = all[0].clone();
        let held = candidates_of(model, corner);
        let own = held.into_iter().find(|one| digits.contains(&one.digit));
        put(&mut round.steps[step].eliminates[0], own)
    }),
    ("an aligned pair without its sets", |round, step, _| {
        aligned(round, step).is_some_and(|pair| !std::mem::take(&mut pair.sets).is_empty())
    }),
    ("an aligned pair with a cell of a set twice", |round, step, _| {
        aligned(round, step).is_some_and(|pair| {
            pair.sets.first_mut().is_some_and(|set| {
                set.push(set[0]);
                true
            })
        })
    }),
    ("an aligned pair of one cell", |round, step, _| {
        aligned(round, step).is_some_and(|pair| {
            pair.cells[0] = pair.cells[1];
            true
        })
    }),
    ("an aligned pair, and a target elsewhere", |round, step, model| {
        let Some(pair) = aligned(round, step) else { return false };
        let cells = pair.cells;
        let far = some(model, |one| !cells.contains(&Variable::Cell(one.cell)));
        put(&mut round.steps[step].eliminates[0], far)
    }),
    ("a forcing chain dropped", |round, step, _| {
        forcing(round, step).is_some_and(|chains| chains.pop().is_some())
    }),
    ("a forcing chain without its beginning", |round, step, _| {
        forcing(round, step).is_some_and(|chains| chains[0].pop().is_some())
    }),
    ("a forcing chain without a literal inside", |round, step, _| {
        forcing(round, step).is_some_and(|chains| {
            chains.iter_mut().find(|chain| chain.len() > 3).is_some_and(|chain| {
                // The literals on either side have the same sign, so neither follows from the other.
                chain.remove(1);
                for (at, node) in chain.iter_mut().enumerate().filter(|(_, node)| node.by != By::Assumed) {
                    node.from = vec![at as u16 + 1];
                }
                true
            })
        })
    }),
    ("a forcing chain that ends with the opposite", |round, step, _| {
        forcing(round, step).is_some_and(|chains| {
            let end = &mut chains[0][0].literal;
            end.holds = !end.holds;
            true
        })
    }),
    ("forcing chains, and another target", |round, step, model| {
        let Some(chains) = forcing(round, step) else { return false };
        let all: Vec<Candidate> = chains.iter().flatten().map(|node| node.literal.candidate).collect();
        let other = some(model, |one| !all.contains(&one));
        match round.steps[step].eliminates.first_mut() {
            Some(target) => put(target, other),
            None => put(&mut round.steps[step].asserts[0], other),
        }
    }),
    ("a forcing chain that is called by another name", |round, step, _| {
        forcing(round, step).is_some() && {
            let other = match &round.rule[..] {
                "kraken-fish-1" => "kraken-fish-2",
                "kraken-fish-2" => "kraken-fish-1",
                "cell-forcing-chain" => "unit-forcing-chain",
                "unit-forcing-chain" => "cell-forcing-chain",
                "digit-forcing-chain" => "contradiction-chain",
                _ => "digit-forcing-chain",
            };
            round.rule = other.to_string();
            true
        }
    }),
    ("cells of two ways without a guardian", |round, step, _| {
        deadly(round, step).is_some_and(|deadly| deadly.guardians.pop().is_some())
    }),
    ("cells of two ways without a cell", |round, step, _| {
        deadly(round, step).is_some_and(|deadly| deadly.cells.pop().is_some())
    }),
    ("cells of two ways with another digit", |round, step, _| {
        deadly(round, step).is_some_and(|deadly| {
            let other = Digit::all().find(|digit| !deadly.digits.contains(digit));
            put(&mut deadly.digits[0], other)
        })
    }),
    ("cells of two ways, and a guardian as target", |round, step, _| {
        let Some(guardian) = deadly(round, step).map(|deadly| deadly.guardians[0]) else { return false };
        round.steps[step].eliminates[0] = guardian;
        true
    }),
    ("cells of two ways without a house", |round, step, _| {
        deadly(round, step).is_some_and(|deadly| deadly.within.pop().is_some())
    }),
    ("a rectangle without a wing", |round, step, _| {
        wings(round, step).is_some_and(|wings| wings.pop().is_some())
    }),
    ("a rectangle with a wing, and another target", |round, step, model| {
        let Some(wings) = wings(round, step).cloned() else { return false };
        let is_wing = |one: Candidate| wings.contains(&Variable::Cell(one.cell));
        put(&mut round.steps[step].eliminates[0], some(model, is_wing))
    }),
    ("a kraken fish without a fin", |round, step, _| {
        kraken(round, step).is_some_and(|kraken| kraken.fins.pop().is_some())
    }),
    ("a kraken fish without a covering line", |round, step, _| {
        kraken(round, step).is_some_and(|kraken| kraken.transversals.pop().is_some())
    }),
    ("a kraken fish by no covering line", |round, step, _| {
        kraken(round, step).is_some_and(|kraken| kraken.cover.take().is_some())
    }),
];
