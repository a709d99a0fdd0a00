//! Writes a rule for two cells of a block with the same two digits, and puts it on a ladder.

use sudoscope_engine::budget::Within;
use sudoscope_engine::evidence::{Evidence, Hall, Info};
use sudoscope_engine::grid::{Candidate, Cells, Digit, House, Puzzle};
use sudoscope_engine::rule::{Findings, Rule};
use sudoscope_engine::scale::{DEFAULT_BUDGET, Item, Scale, Solver};
use sudoscope_engine::state::State;

struct PairInBlock;

static INFO: Info =
    Info::own("pair-in-block", "subset naked", "two cells of a block have only the same two digits");

impl Rule for PairInBlock {
    fn info(&'static self) -> &'static Info {
        &INFO
    }

    fn find(&self, state: &mut State, _size: u8, found: &mut Findings) -> Within {
        let grid = state.grid();
        for block in House::blocks() {
            for (i, j) in (0..9).flat_map(|i| (i + 1..9).map(move |j| (i, j))) {
                let (one, other) = (block.square(i), block.square(j));
                let digits = grid.digits_of(one);
                if digits.count_ones() != 2 || grid.digits_of(other) != digits {
                    continue;
                }
                let others = block.cells() - Cells::of(one) - Cells::of(other);
                let of_digit =
                    |digit| (grid.plane(digit) & others).map(move |cell| Candidate::new(digit, cell));
                let targets = Digit::in_mask(digits).flat_map(of_digit).collect();
                found.eliminate(&targets, || Evidence::Subset(Hall::naked(block, 1 << i | 1 << j, digits)));
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let line = "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3";
    let puzzle: Puzzle = line.parse()?;
    // Puts the rule between singles and whips, and moves each whip one rung up.
    let ladder = Scale::named("W")?;
    let (first, mut items) = (ladder.beyond_singles().start, ladder.items.clone());
    for item in &mut items[first..] {
        (item.place, item.rating) = (item.place + 1, (item.place + 1).into());
    }
    items.insert(first, Item { place: 1, rating: 1.into(), rule: &PairInBlock, size: 0 });
    let scale = ladder.with_items(items);
    let climb = Solver::new().observe(&puzzle, &scale, DEFAULT_BUDGET, &mut |applied| {
        for step in applied.found.steps.iter().flatten().filter(|_| applied.item.place == 1) {
            println!("{}: {}", applied.item, step.text(INFO.name));
        }
    });
    println!("{:?}", climb.outcome.column(0));
    Ok(())
}
//> pair-in-block: naked-pairs-in-a-block: b6{r4c7 r6c7}{n3 n5} ==> r5c7≠3, r5c7≠5, r5c8≠3
//> Solved(4)
