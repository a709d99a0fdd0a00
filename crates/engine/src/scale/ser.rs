//! SER: the rating of the classic Sudoku Explainer as a scale.
//!
//! Its items are techniques, one item for each of a technique's difficulties. They have no fixed order:
//! [`Explainer`] finds the next hint, and its technique and difficulty select the item.

use super::own_order::{Explainers, OwnOrder, Player, Program};
use super::premise::premise;
use super::{Aspect, COLUMNS, Column, Description, Item, Policy, Rating, Scale, ScaleError, Unit};
use crate::budget::{Budget, OutOfBudget, Within};
use crate::evidence::{Info, TECHNIQUES, Technique, TechniqueRow, technique};
use crate::grid::{Candidate, Candidates, Digit, Grid};
use crate::one_solution::OneSolution;
use crate::rule::{Findings, Rule};
use crate::ser::Explainer;
use crate::ser::board::Board;
use crate::ser::hint::{Hint, tenths};
use crate::state::State;
use serde_json::Value;
use std::sync::{Arc, LazyLock};

/// Word in the definition of a scale without the techniques that assume one solution.
const NONUNIQUE: &str = " nonunique";

/// Makes the scale with one column or with all three, with or without the techniques that assume one
/// solution.
pub(super) fn make(name: &str, definition: &str) -> Result<Scale, ScaleError> {
    let column = |name, aspect| Column { name, aspect, unit: Unit::Tenths };
    let mut columns = vec![
        column("", Aspect::Hardest),
        column("EP", Aspect::UntilPlacement),
        column("ED", Aspect::FirstStep),
    ];
    columns.truncate(definition.split('/').count());
    let (name, definition) = (name.to_string(), definition.to_string());
    let description = Description { name, definition, policy: Policy::OwnOrder };
    let order = SerOrder { nonunique: description.definition.ends_with(NONUNIQUE) };
    let is_used = |item: &Item| !order.nonunique || !item.rule.assumes_unique();
    let scale = Scale::new(description, columns, TABLE.items.iter().copied().filter(is_used).collect());
    Ok(Scale { own_order: Some(Arc::new(order)), ..scale })
}

/// A technique as the rule of items. Its sizes are the tenths of its difficulty, if that depends on the
/// pattern.
struct OfTechnique {
    technique: Technique,
    row: &'static TechniqueRow,
}

impl Rule for OfTechnique {
    fn info(&'static self) -> &'static Info {
        &self.row.info
    }

    fn sizes_are_ratings(&self) -> bool {
        true
    }

    fn assumes_unique(&self) -> bool {
        self.technique.assumes_unique()
    }

    /// Finds the next hint of the state, if it is of this technique at this difficulty.
    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let (board, one) = (Board::of(state.grid()), state.one_solution());
        if let Some(hint) = Explainer::default().next(&board, one.as_ref(), &mut state.budget)? {
            let is_size = size == 0 || u32::from(size) == tenths(hint.difficulty);
            if hint.technique == self.technique && is_size {
                take(&hint, found);
            }
        }
        Ok(())
    }
}

/// All items, the easiest first, with an index by technique.
struct ItemTable {
    items: Vec<Item>,
    /// Items of each technique, indexed by how many tenths the rating is above the technique's base.
    of_technique: Vec<Vec<usize>>,
}

static RULES: LazyLock<Vec<OfTechnique>> = LazyLock::new(|| {
    TECHNIQUES.iter().map(|(technique, row)| OfTechnique { technique: *technique, row }).collect()
});

static TABLE: LazyLock<ItemTable> = LazyLock::new(|| {
    let mut items: Vec<(usize, Item)> = Vec::new();
    for (at, rule) in RULES.iter().enumerate() {
        let base = tenths(rule.technique.base());
        let more = u32::from(rule.technique.row().more);
        items.extend((base..=base + more).map(|place| {
            // The item that ends the path rates no step, so it fills only the first column.
            let measured = if rule.technique == Technique::Beyond { 1 } else { COLUMNS };
            let rating = Rating(std::array::from_fn(|k| if k < measured { place } else { 0 }));
            let size = if more > 0 { place as u8 } else { 0 };
            (at, Item { place, rating, rule, size })
        }));
    }
    items.sort_by_key(|(_, item)| item.place);
    let mut of_technique = vec![Vec::new(); TECHNIQUES.len()];
    for (at, (technique, _)) in items.iter().enumerate() {
        of_technique[*technique].push(at);
    }
    ItemTable { items: items.into_iter().map(|(_, item)| item).collect(), of_technique }
});

impl ItemTable {
    /// Returns the item of a hint in a scale that has all items or some. Chains longer than any item count as
    /// the longest.
    fn item_of(&self, technique: Technique, tenths_of_hint: u32, scale: &Scale) -> Option<usize> {
        let items = &self.of_technique[technique.index()];
        let more = tenths_of_hint.saturating_sub(tenths(technique.base())) as usize;
        let at = items[more.min(items.len() - 1)];
        if has_all_items(scale) {
            return Some(at);
        }
        let name = self.items[at].name();
        scale.items.iter().position(|item| item.name() == name)
    }
}

/// Returns the item of a scale of SER that a technique is at this difficulty, in tenths.
pub(crate) fn item_of(technique: Technique, tenths_of_hint: u32, scale: &Scale) -> Option<usize> {
    TABLE.item_of(technique, tenths_of_hint, scale)
}

/// Whether a scale of SER has all items.
pub(crate) fn has_all_items(scale: &Scale) -> bool {
    scale.items.len() == TABLE.items.len()
}

/// Returns the rating of a technique on boards, if its first column is the given value. Chains of any length
/// have one; so has a digit locked by cells, whose technique is claiming, and a contradiction, at 0.
pub(crate) fn rating_on_boards(rule: &str, size: Option<u8>, rating: &Value) -> Option<Rating> {
    let place = Unit::Tenths.read_json(rating)?;
    match technique(rule) {
        Some(row) => {
            let expected = row.info.sizes.as_ref().map(|_| place);
            (size.map(u32::from) == expected).then_some(Rating([place, place, place, 0]))
        }
        None => (rule == "contradiction" && size.is_none() && place == 0).then_some(Rating::default()),
    }
}

/// State of SER while it solves a puzzle.
struct OnBoard<'a> {
    explainer: &'a mut Explainer,
    board: Board,
    one: Option<OneSolution>,
}

/// Order of Sudoku Explainer.
struct SerOrder {
    nonunique: bool,
}

impl OwnOrder for SerOrder {
    /// Begins in a state. Its solution saves work and changes nothing.
    fn begin<'a>(
        &'a self, explainers: &'a mut Explainers, state: &mut State,
    ) -> Option<Box<dyn Player + 'a>> {
        let explainer = explainers.of::<Explainer>();
        explainer.know(state.solution());
        let one = (!self.nonunique).then(|| premise(state)).flatten();
        Some(Box::new(OnBoard { explainer, board: Board::of(state.grid()), one }))
    }
}

impl Program for OnBoard<'_> {
    type Hint = Hint;

    fn is_full(&self) -> bool {
        self.board.is_full()
    }

    fn next(&mut self, budget: &mut Budget) -> Within<Option<Hint>> {
        self.explainer.next(&self.board, self.one.as_ref(), budget)
    }

    fn item_of(&self, hint: Option<&Hint>, scale: &Scale) -> Option<usize> {
        match hint {
            Some(hint) => TABLE.item_of(hint.technique, tenths(hint.difficulty), scale),
            None => TABLE.item_of(Technique::Beyond, 0, scale),
        }
    }

    fn rating_of(&self, hint: &Hint) -> Rating {
        Rating([tenths(hint.difficulty); COLUMNS])
    }

    fn take(&self, hint: &Hint, found: &mut Findings) {
        take(hint, found);
    }

    fn apply(&mut self, hint: &Hint) {
        hint.apply(&mut self.board);
    }

    fn grid(&self) -> Grid {
        self.board.grid()
    }
}

/// Turns a hint into findings. Candidates that a value excludes from its cell are not counted in addition to
/// it.
fn take(hint: &Hint, found: &mut Findings) {
    let because = || hint.because();
    if let Some((cell, digit)) = hint.placement {
        return found.assert(Candidate { digit, cell }, because);
    }
    let mut gone = Candidates::EMPTY;
    for &(cell, digits) in &hint.eliminations {
        Digit::in_mask(digits).for_each(|digit| gone.insert(Candidate { digit, cell }));
    }
    found.eliminate(&gone, because);
}
