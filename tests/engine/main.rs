//! Tests of the engine: published ratings and solved sets, definitions and their naive twins, theorems,
//! soundness, invariance, proofs. They form one binary, because linking each takes as long as linking the
//! program.

#[path = "../common/binary.rs"]
mod binary;
#[path = "../common/mod.rs"]
mod common;

#[path = "../../fuzz/hodoku_steps.rs"]
mod hodoku_anywhere;
#[path = "../../fuzz/rules.rs"]
mod rules;
#[path = "../../fuzz/ser.rs"]
mod ser_anywhere;

mod backdoors;
mod board_item_sets;
mod board_proofs;
mod board_ser;
mod board_symmetries;
mod boards;
mod changed_proofs;
mod claims;
mod clauses;
mod colouring;
mod counts;
mod coverage;
mod examples;
mod explained;
mod fewest;
mod gsf;
mod hardest;
mod hodoku;
mod hodoku_steps;
mod minutes;
mod mistakes;
mod mutants;
mod named;
mod names;
mod near;
mod net;
mod openings;
mod or_k;
mod or_k_replay;
mod policies;
mod pom;
mod premise;
mod published;
mod random_boards;
mod rank;
mod replay;
mod second_opinion;
mod ser;
mod ser_chains;
mod soundness;
mod sukaku;
mod symmetry;
mod texts;
mod theorems;
mod twins;
mod unique;
mod verify;
mod y_cycles;
