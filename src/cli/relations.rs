//! `explain --net`: prints the relations of the binary relationship net of a state once it is resolved.

use serde_json::{Value, json};
use sudoscope::grid::{Candidate, notation};
use sudoscope::net::{Grl, RefinedPair, ResolvedNet};

pub fn net_text(net: &ResolvedNet) -> String {
    let [nands, xors] = net.specified;
    let mut text = format!(
        "\nnet of {} candidates: {nands} pairs NAND, {xors} XOR, the others unrestricted\n",
        net.candidates
    );
    if net.contradictory {
        return text + "the net has no solution: all GRLs are empty\n";
    }
    for (candidates, value) in net.fixed.iter().zip(["false", "true"]) {
        if !candidates.is_empty() {
            text += &format!("{value}: {}\n", labels(candidates).join(" "));
        }
    }
    for RefinedPair { pair, specified, refined } in &net.refined {
        text += &format!("{}: {} -> {}\n", labels(pair).join(" "), name(*specified), name(*refined));
    }
    text
}

pub fn net_json(net: &ResolvedNet) -> Value {
    let refined = |RefinedPair { pair, specified, refined }: &RefinedPair| {
        let [before, after] = [specified, refined].map(|grl| name(*grl));
        json!({ "pair": labels(pair), "specified": before, "refined": after })
    };
    json!({
        "candidates": net.candidates,
        "nand": net.specified[0],
        "xor": net.specified[1],
        "contradictory": net.contradictory,
        "false": labels(&net.fixed[0]),
        "true": labels(&net.fixed[1]),
        "refined": net.refined.iter().map(refined).collect::<Vec<_>>(),
    })
}

fn labels(candidates: &[Candidate]) -> Vec<String> {
    candidates.iter().map(|&candidate| notation::label(candidate)).collect()
}

/// Returns the name of a GRL. Each printed GRL leaves both variables free, so it has a name.
fn name(grl: Grl) -> &'static str {
    grl.name().unwrap_or("-")
}
