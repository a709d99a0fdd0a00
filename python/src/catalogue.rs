//! Tables of ladders and rules, as dictionaries from which a data frame can be made directly.

use crate::settings::settings;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sudoscope::rules::{GROUPS, RULES};
use sudoscope::scale::{Effort, Item, Named, Policy, SCALES};

/// Returns the named ladders.
///
/// Each ladder is a dictionary: `name`, `definition`, `about` (the meaning of its ratings), `source` (their
/// publication), and `ratings`: each as text, as the scale prints it, with the rules that give it.
///
/// >>> import sudoscope
/// >>> sudoscope.ladders()[0]["name"], sudoscope.ladders()[0]["definition"]
/// ('W', 'brt,whip:1-36')
/// >>> [ladder["ratings"][-1] for ladder in sudoscope.ladders() if ladder["name"] == "LC+BR"]
/// [{'rating': '2', 'rules': ['br-net']}]
#[pyfunction]
pub fn ladders(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let one = |named: &Named| {
        let row = PyDict::new(py);
        row.set_item("name", named.name)?;
        row.set_item("definition", named.definition)?;
        row.set_item("about", named.about)?;
        row.set_item("source", named.source)?;
        let settings = settings(&[named.name], Policy::AllAtOnce, Effort::default())?;
        let ladder = &settings.scales()[0];
        let unit = ladder.unit();
        let ratings = ladder.items.chunk_by(|a, b| a.place == b.place).map(|rules| {
            let rating = PyDict::new(py);
            rating.set_item("rating", unit.text(rules[0].rating.0[0]))?;
            rating.set_item("rules", rules.iter().map(Item::name).collect::<Vec<_>>())?;
            Ok(rating)
        });
        row.set_item("ratings", ratings.collect::<PyResult<Vec<_>>>()?)?;
        Ok(row)
    };
    SCALES.iter().map(one).collect()
}

/// Returns the name or definition of an example's ladder.
fn ladder_of(ladder: &str) -> String {
    match SCALES.iter().any(|named| named.name == ladder) {
        true => ladder.to_string(),
        false => format!("example={ladder}"),
    }
}

/// Returns the rules that ladders are made of.
///
/// Each rule is a dictionary: `name`, `proves`, `source`, `least` and `most` (its sizes; None if it has
/// none), `assumes_unique` (whether it holds only if there is one solution), `ladder`, `puzzle` and `step`
/// (an example: this ladder's path on this puzzle has this step), and `members` (the rules that a group name
/// means; groups have no example).
///
/// >>> import sudoscope
/// >>> whip = [rule for rule in sudoscope.rules() if rule["name"] == "whip"][0]
/// >>> whip["least"], whip["most"]
/// (1, 36)
/// >>> whip["step"] in [step.text for step in sudoscope.explain(whip["puzzle"], whip["ladder"]).steps]
/// True
#[pyfunction]
pub fn rules(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let mut rows = Vec::new();
    for rule in RULES {
        let info = rule.info();
        let row = PyDict::new(py);
        row.set_item("name", info.name)?;
        row.set_item("proves", info.proves)?;
        row.set_item("source", info.source)?;
        row.set_item("least", info.sizes.as_ref().map(|sizes| *sizes.start()))?;
        row.set_item("most", info.sizes.as_ref().map(|sizes| *sizes.end()))?;
        row.set_item("assumes_unique", rule.assumes_unique())?;
        row.set_item("ladder", ladder_of(info.example.ladder))?;
        row.set_item("puzzle", info.example.puzzle)?;
        row.set_item("step", info.example.step)?;
        row.set_item("members", Vec::<&str>::new())?;
        rows.push(row);
    }
    for (name, members) in GROUPS {
        let row = PyDict::new(py);
        row.set_item("name", name)?;
        row.set_item("proves", format!("what {} prove", members.join(", ")))?;
        for key in ["source", "least", "most", "assumes_unique", "ladder", "puzzle", "step"] {
            row.set_item(key, None::<&str>)?;
        }
        row.set_item("members", members.to_vec())?;
        rows.push(row);
    }
    Ok(rows)
}
