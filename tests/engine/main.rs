//! What the engine proves: published ratings and solved sets, definitions and their naive twins, theorems, soundness,
//! invariance, proofs. One binary, because each is linked for as long as the program itself.

#[path = "../common/binary.rs"]
mod binary;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/reader.rs"]
mod reader;

#[path = "../../fuzz/rules.rs"]
mod rules;

mod colouring;
mod coverage;
mod examples;
mod explained;
mod gsf;
mod hardest;
mod net;
mod policies;
mod pom;
mod published;
mod replay;
mod second_opinion;
mod ser;
mod ser_chains;
mod soundness;
mod spoil;
mod spoil_closures;
mod sukaku;
mod symmetry;
mod theorems;
mod twins;
mod unique;
mod verify;
mod y_cycles;
