//! The 3D chains of seed 003 as HLS2 defines and writes them, and their lassos (nrc-rules §B.1-B.5).
//!
//! The first variable has exactly two candidates. The seed's addendum of July 2008 lets it have candidates
//! linked to the target too: `nrcz-first` and `nrczt-first`.

use super::super::{Example, Info};
use super::linked::{BIVALUE, End, LinkedRule, Pattern, Style, Z};

const NRC_CHAIN: Pattern = Pattern { name: "nrc#-chain ", style: Style::Seed, ..BIVALUE };
const NRCT_CHAIN: Pattern = Pattern { name: "nrct#-chain ", t: true, ..NRC_CHAIN };
const NRCZ_CHAIN: Pattern = Pattern { name: "nrcz#-chain ", z: Z::Later, ..NRC_CHAIN };
const NRCZT_CHAIN: Pattern = Pattern { name: "nrczt#-chain ", t: true, ..NRCZ_CHAIN };

/// `nrc`.
pub static NRC: LinkedRule = LinkedRule {
    info: Info {
        name: "nrc",
        proves: "a chain of nrc-conjugate pairs, each second candidate nrc-linked to the next \
                 first: what is nrc-linked to both ends is false",
        source: "seed 003; nrc-rules §B.1",
        sizes: Some(2..=36),
        example: Example {
            ladder: "brt,nrc:2-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: NRC_CHAIN,
};

/// `nrct`.
pub static NRCT: LinkedRule = LinkedRule {
    info: Info {
        name: "nrct",
        proves: "as nrc; from the second pair on, candidates linked to a previous right-linking \
                 one are ignored",
        source: "seed 003; nrc-rules §B.3",
        sizes: Some(2..=36),
        example: Example {
            ladder: "brt,nrct:2-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: NRCT_CHAIN,
};

/// `nrcz`.
pub static NRCZ: LinkedRule = LinkedRule {
    info: Info {
        name: "nrcz",
        proves: "as nrc; from the second pair on, candidates linked to the target are ignored",
        source: "seed 003; nrc-rules §B.2",
        sizes: Some(2..=36),
        example: Example {
            ladder: "brt,nrcz:2-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: NRCZ_CHAIN,
};

/// `nrczt`.
pub static NRCZT: LinkedRule = LinkedRule {
    info: Info {
        name: "nrczt",
        proves: "as nrc; from the second pair on, candidates linked to the target or to a \
                 previous right-linking one are ignored",
        source: "seed 003; nrc-rules §B.4",
        sizes: Some(2..=36),
        example: Example {
            ladder: "brt,nrczt:2-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: NRCZT_CHAIN,
};

/// `nrcz-first`.
pub static NRCZ_FIRST: LinkedRule = LinkedRule {
    info: Info {
        name: "nrcz-first",
        proves: "as nrcz; candidates linked to the target are ignored in the first pair too",
        source: "seed 003, addendum of 2008; nrc-rules §B.2",
        sizes: Some(2..=36),
        example: Example {
            ladder: "brt,nrcz-first:2-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: Pattern { name: "nrcz-first#-chain ", z: Z::Always, ..NRCZ_CHAIN },
};

/// `nrczt-first`.
pub static NRCZT_FIRST: LinkedRule = LinkedRule {
    info: Info {
        name: "nrczt-first",
        proves: "as nrczt; candidates linked to the target are ignored in the first pair too",
        source: "seed 003, addendum of 2008; nrc-rules §B.4",
        sizes: Some(2..=36),
        example: Example {
            ladder: "brt,nrczt-first:2-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: Pattern { name: "nrczt-first#-chain ", z: Z::Always, ..NRCZT_CHAIN },
};

/// `nrct-lr-lasso`.
pub static NRCT_LR: LinkedRule = LinkedRule {
    info: Info {
        name: "nrct-lr-lasso",
        proves: "an nrct-chain whose last right-linking candidate is linked to a previous one: \
                 the target is false",
        source: "nrc-rules §B.5; HLS2 §XXII.8.2",
        sizes: Some(2..=36),
        example: Example {
            ladder: "brt,nrct-lr-lasso:2-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: Pattern { name: "nrct#-lr-lasso ", end: End::LrLasso, ..NRCT_CHAIN },
};

/// `nrct-rl-lasso`.
pub static NRCT_RL: LinkedRule = LinkedRule {
    info: Info {
        name: "nrct-rl-lasso",
        proves: "an nrct-chain whose last right-linking candidate is a previous left-linking one: \
                 the target is false",
        source: "nrc-rules §B.5; HLS2 §XXII.8.2",
        sizes: Some(2..=36),
        example: Example {
            ladder: "brt,nrct-rl-lasso:2-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: Pattern { name: "nrct#-rl-lasso ", end: End::RlLasso, ..NRCT_CHAIN },
};

/// `nrczt-lr-lasso`.
pub static NRCZT_LR: LinkedRule = LinkedRule {
    info: Info {
        name: "nrczt-lr-lasso",
        proves: "an nrczt-chain whose last right-linking candidate is linked to a previous one: \
                 the target is false",
        source: "nrc-rules §B.5; HLS2 §XXII.8.2",
        sizes: Some(2..=36),
        example: Example {
            ladder: "brt,nrczt-lr-lasso:2-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: Pattern { name: "nrczt#-lr-lasso ", end: End::LrLasso, ..NRCZT_CHAIN },
};

/// `nrczt-rl-lasso`.
pub static NRCZT_RL: LinkedRule = LinkedRule {
    info: Info {
        name: "nrczt-rl-lasso",
        proves: "an nrczt-chain whose last right-linking candidate is a previous left-linking \
                 one: the target is false",
        source: "nrc-rules §B.5; HLS2 §XXII.8.2",
        sizes: Some(2..=36),
        example: Example {
            ladder: "brt,nrczt-rl-lasso:2-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: Pattern { name: "nrczt#-rl-lasso ", end: End::RlLasso, ..NRCZT_CHAIN },
};
