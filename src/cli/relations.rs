//! `explain --net`: what the binary relationship net of a state says once it is resolved.

use serde_json::{Value, json};
use sudoscope::grid::{Grid, notation};
use sudoscope::net::{Clauses, Grl, Net, with_net};

/// The net of a grid, as far as resolving it says more than its specification.
pub struct NetReport {
    candidates: usize,
    /// Pairs specified as NAND and as XOR.
    specified: [usize; 2],
    contradictory: bool,
    /// Candidates that are false, and that are true, in every solution of the net.
    fixed: [Vec<String>; 2],
    refined: Vec<Refined>,
}

/// A pair of candidates that the net leaves open, with its GRL as specified and as refined.
struct Refined {
    pair: [String; 2],
    specified: Grl,
    refined: Grl,
}

impl Refined {
    fn json(&self) -> Value {
        json!({ "pair": self.pair, "specified": name(self.specified), "refined": name(self.refined) })
    }
}

impl NetReport {
    pub fn of(grid: &Grid) -> NetReport {
        with_net!(grid, |net| resolve(net))
    }

    pub fn text(&self) -> String {
        let [nands, xors] = self.specified;
        let mut text = format!(
            "\nnet of {} candidates: {nands} pairs NAND, {xors} XOR, the others unrestricted\n",
            self.candidates
        );
        if self.contradictory {
            return text + "the net has no solution: all GRLs are empty\n";
        }
        for (names, value) in self.fixed.iter().zip(["false", "true"]) {
            if !names.is_empty() {
                text += &format!("{value}: {}\n", names.join(" "));
            }
        }
        for Refined { pair: [x, y], specified, refined } in &self.refined {
            text += &format!("{x} {y}: {} -> {}\n", name(*specified), name(*refined));
        }
        text
    }

    pub fn json(&self) -> Value {
        json!({
            "candidates": self.candidates,
            "nand": self.specified[0],
            "xor": self.specified[1],
            "contradictory": self.contradictory,
            "false": self.fixed[0],
            "true": self.fixed[1],
            "refined": self.refined.iter().map(Refined::json).collect::<Vec<_>>(),
        })
    }
}

/// Every GRL that is printed leaves both variables free, so it has a name.
fn name(grl: Grl) -> &'static str {
    grl.name().unwrap_or("-")
}

fn resolve<const W: usize>(net: Net<W>) -> NetReport {
    let closure = net.clauses.clone().close();
    let label = |i: usize| notation::label(net.candidates[i]);
    let size = net.candidates.len();
    let contradictory = closure.is_contradictory();
    let is_fixed: [Vec<bool>; 2] =
        [(0..size).map(|i| closure.is_false(i)).collect(), (0..size).map(|i| closure.is_true(i)).collect()];
    let free: Vec<usize> = (0..size).filter(|&i| !is_fixed[0][i] && !is_fixed[1][i]).collect();
    let mut specified = [0; 2];
    for (i, k) in (0..size).flat_map(|i| (i + 1..size).map(move |k| (i, k))) {
        match specification(&net.clauses, i, k) {
            Grl::NAND => specified[0] += 1,
            Grl::XOR => specified[1] += 1,
            _ => {}
        }
    }
    let mut refined = Vec::new();
    for (at, &i) in free.iter().enumerate().filter(|_| !contradictory) {
        for &k in &free[at + 1..] {
            let before = specification(&net.clauses, i, k);
            let after = closure.refined(i, k);
            if after != before {
                let pair = [label(i), label(k)];
                refined.push(Refined { pair, specified: before, refined: after });
            }
        }
    }
    let labels = |fixed: &Vec<bool>| (0..size).filter(|&i| fixed[i]).map(label).collect();
    let fixed = if contradictory { Default::default() } else { is_fixed.each_ref().map(labels) };
    NetReport { candidates: size, specified, contradictory, fixed, refined }
}

/// The GRL that the clauses of two variables make.
fn specification<const W: usize>(clauses: &Clauses<W>, i: usize, k: usize) -> Grl {
    let nand = if clauses.nand[i].contains(k) { Grl::NAND } else { Grl::UNRESTRICTED };
    nand & if clauses.or[i].contains(k) { Grl::OR } else { Grl::UNRESTRICTED }
}
