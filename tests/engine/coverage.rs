//! HoDoKu's regression library: the number of cases that one application of each closure covers, compared
//! with the prototypes' table (read from the file beside the data).

use crate::common::state::{candidate, step};
use crate::common::{beside, shared};
use rayon::prelude::*;
use sudoscope::budget::Budget;
use sudoscope::grid::{Candidates, Digit, Grid, parse_puzzle};
use sudoscope::rule::Findings;
use sudoscope::rules::find_rule;
use sudoscope::scale::Scale;
use sudoscope::state::State;

/// Way of applying rules to a state.
enum Engine {
    /// Rules of a ladder without singles, to their fixed point.
    Closure(&'static str),
    /// A single application of a rule.
    Once(&'static str),
    /// An application of a rule to each digit in turn, with its conclusions applied before the next digit.
    /// The table was made this way; if singles are not exhausted, it finds more than one application to the
    /// whole state.
    InTurn(&'static str),
    /// An application of a rule, then an application of another in the resulting state.
    Then(&'static str, &'static str),
}
use Engine::{Closure, InTurn, Once, Then};

/// Columns of the table.
const ENGINES: [(&str, Engine); 15] = [
    ("single", Closure("brt")),
    ("LC", Closure("lc")),
    ("subset", Closure("subset:2-4")),
    ("X", Closure("x-cycle")),
    ("Xh2", Closure("x-cycle-hinge")),
    ("Xh3", Closure("x-cycle-general")),
    ("POM1", InTurn("pom1")),
    ("BR", Once("br-net")),
    ("PB1", Once("pb1")),
    ("POM2", Once("pom2")),
    ("PB2", Once("pb2")),
    ("PB3", Once("pb3")),
    ("Y+K", Then("y-knot", "y-cycle")),
    ("FL", Once("trial")),
    ("streams", Once("br-net-streams")),
];

/// Case of the library.
pub struct Case {
    pub code: String,
    /// The givens.
    pub first: Grid,
    pub grid: Grid,
    pub eliminations: Candidates,
    pub placements: Candidates,
}

impl Case {
    /// `:code[-variant]:candidates:givens:deleted:eliminations:placements:extra`
    pub fn parse(line: &str) -> Case {
        let fields: Vec<&str> = line.split(':').collect();
        let list = |text: &str| text.split_whitespace().map(candidate).collect::<Candidates>();
        // `+` marks a digit as placed, not given.
        let (mut placed, mut real) = (false, String::new());
        for c in fields[3].chars() {
            match c {
                '+' => placed = true,
                _ => real.push(if std::mem::take(&mut placed) { '.' } else { c }),
            }
        }
        let first = Grid::from_clues(&parse_puzzle(real.as_bytes()).unwrap());
        let givens = fields[3].replace('+', "");
        let mut grid = Grid::from_clues(&parse_puzzle(givens.as_bytes()).unwrap());
        grid.eliminate(&list(fields[4]));
        Case {
            code: fields[1].to_string(),
            first,
            grid,
            eliminations: list(fields[5]),
            placements: list(fields[6]),
        }
    }

    /// Whether the engine finds all that the case expects. A value that becomes a visible single counts as
    /// found.
    fn is_covered(&self, engine: &Engine) -> bool {
        let mut state = State::new();
        state.reset(&self.grid, None, Budget(u64::MAX));
        let mut all = Findings::default();
        let once = |name: &str, state: &mut State| {
            let mut found = Findings::default();
            find_rule(name).unwrap().find(state, 0, &mut found).unwrap();
            found
        };
        match engine {
            InTurn(name) => {
                for digit in Digit::all() {
                    let found = once(name, &mut state);
                    for (ours, theirs) in
                        [(&mut all.eliminated, &found.eliminated), (&mut all.asserted, &found.asserted)]
                    {
                        ours.0[digit] = theirs.0[digit];
                    }
                    state.grid_mut().eliminate(&all.eliminated);
                    state.grid_mut().place_all(&all.asserted.0);
                }
            }
            Once(name) => all = once(name, &mut state),
            Then(first, second) => {
                all = once(first, &mut state);
                state.grid_mut().eliminate(&all.eliminated);
                state.grid_mut().place_all(&all.asserted.0);
                let other = once(second, &mut state);
                all.eliminated.extend(&other.eliminated);
                all.asserted.extend(&other.asserted);
            }
            Closure(rules) => {
                let mut ladder = Scale::define("closure", rules).unwrap();
                if *rules != "brt" {
                    ladder.items.retain(|item| item.place > 0);
                }
                while let Some(found) = step(&mut state, &ladder) {
                    all.eliminated.extend(&found.eliminated);
                    all.asserted.extend(&found.asserted);
                }
            }
        }
        let mut after = self.grid;
        after.eliminate(&all.eliminated);
        after.place_all(&all.asserted.0);
        state.reset(&after, None, Budget(u64::MAX));
        for single in ["naked-single", "hidden-single"] {
            all.asserted.extend(&once(single, &mut state).asserted);
        }
        self.eliminations.iter().all(|c| !after.allows(c))
            && self.placements.iter().all(|c| all.asserted.contains(c))
    }
}

#[test]
fn one_application_of_each_closure() {
    let (Some(library), Some(specification)) =
        (shared("reglib.txt"), beside("../shared/spec/colouring-pom-brnet.md"))
    else {
        return;
    };
    let text = std::fs::read_to_string(library).unwrap();
    let cases: Vec<Case> = text.lines().filter(|line| line.starts_with(':')).map(Case::parse).collect();
    assert_eq!(cases.len(), 1112);
    let covered: Vec<Vec<bool>> = cases
        .par_iter()
        .map(|case| ENGINES.iter().map(|(_, engine)| case.is_covered(engine)).collect())
        .collect();

    let text = std::fs::read_to_string(specification).unwrap();
    let table: Vec<Vec<&str>> = text
        .lines()
        .skip_while(|line| !line.starts_with("| code | technique |"))
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.split('|').map(|cell| cell.trim().trim_matches('*')).collect())
        .collect();
    assert_eq!(table[0][4..19], ENGINES.map(|(name, _)| name));
    let mut wrong = Vec::new();
    for row in &table[2..table.len() - 1] {
        let named = |case: &&Case| case.code == row[1];
        let base = |case: &&Case| {
            case.code.split_once('-').is_some_and(|(code, variant)| code == row[1] && variant != "x")
        };
        let exact = cases.iter().any(|case| named(&case));
        let of_row = |case: &&Case| if exact { named(case) } else { base(case) };
        let chosen: Vec<usize> = (0..cases.len()).filter(|&k| of_row(&&cases[k])).collect();
        assert_eq!(chosen.len().to_string(), row[3], "cases of {}", row[1]);
        for (at, (engine, _)) in ENGINES.iter().enumerate() {
            let ours = chosen.iter().filter(|&&k| covered[k][at]).count();
            let published: usize = row[4 + at].parse().unwrap();
            let enough = *engine == "Y+K" && ours >= published;
            if ours != published && !enough {
                wrong.push(format!("{} {engine}: ours {ours}, table {published}", row[1]));
            }
        }
    }
    assert_eq!(wrong, [""; 0], "{wrong:#?}");
}
