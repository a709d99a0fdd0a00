//! Chains whose last candidate is linked to the target.
