//! The 2D chains of HLS: xy-, xyt-, xyz- and xyzt-chains of cells, the same hidden in rn-, cn- and bn-space,
//! and c-chains of one digit (nrc-rules §B.11).

use super::super::{Example, Info};
use super::linked::{BIVALUE, LinkedRule, Pattern, Style, Z};

const RC: &[usize] = &[0];
const RN: &[usize] = &[1];
const CN: &[usize] = &[2];
const BN: &[usize] = &[3];
/// Rows and columns are exchanged by transposing the grid: they come together.
const HIDDEN: &[usize] = &[1, 2];

const fn xy(name: &'static str, types: &'static [usize]) -> Pattern {
    let style = if types[0] == 0 { Style::Seed } else { Style::SeedPlanar };
    Pattern { name, style, types, flat: types[0] == 1 || types[0] == 2, ..BIVALUE }
}

const fn xyt(name: &'static str, types: &'static [usize]) -> Pattern {
    Pattern { t: true, ..xy(name, types) }
}

const fn xyz(name: &'static str, types: &'static [usize]) -> Pattern {
    Pattern { z: Z::OnceInside, ..xy(name, types) }
}

const fn xyzt(name: &'static str, types: &'static [usize]) -> Pattern {
    Pattern { t: true, ..xyz(name, types) }
}

/// `xy`.
pub static XY: LinkedRule = LinkedRule {
    info: Info {
        name: "xy",
        proves: "a chain of cells with two digits each: what is linked to both ends is false, in \
                 cells",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,xy:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xy("xy#-chain ", RC),
};

/// `xy-wing`.
pub static XY_WING: LinkedRule = LinkedRule {
    info: Info {
        name: "xy-wing",
        proves: "the xy-chain of three cells",
        source: "nrc-rules §B.11; seed 003",
        sizes: Some(3..=3),
        example: Example {
            ladder: "brt,xy-wing:3-3",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xy("xy-wing ", RC),
};

/// `xyt`.
pub static XYT: LinkedRule = LinkedRule {
    info: Info {
        name: "xyt",
        proves: "as xy; a cell may hold digits linked to a previous right-linking one, in cells",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,xyt:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyt("xyt#-chain ", RC),
};

/// `xyz`.
pub static XYZ: LinkedRule = LinkedRule {
    info: Info {
        name: "xyz",
        proves: "as xy; one cell, neither the first nor the last, may hold digits linked to the \
                 target, in cells",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,xyz:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyz("xyz#-chain ", RC),
};

/// `xyz-wing`.
pub static XYZ_WING: LinkedRule = LinkedRule {
    info: Info {
        name: "xyz-wing",
        proves: "the xyz-chain of three cells",
        source: "nrc-rules §B.11; seed 003",
        sizes: Some(3..=3),
        example: Example {
            ladder: "brt,xyz-wing:3-3",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyz("xyz-wing ", RC),
};

/// `xyzt`.
pub static XYZT: LinkedRule = LinkedRule {
    info: Info {
        name: "xyzt",
        proves: "as xyt; one cell, neither the first nor the last, may hold digits linked to the \
                 target, in cells",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,xyzt:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyzt("xyzt#-chain ", RC),
};

/// `hxy`: `hxy-rn` and `hxy-cn` together.
pub static HXY: LinkedRule = LinkedRule {
    info: Info {
        name: "hxy",
        proves: "as xy, in rn-space or in cn-space: of rows or columns of a digit, by links of \
                 the space",
        source: "nrc-rules §B.11; HLS (hidden xy-chains)",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxy:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xy("hxy%#-chain ", HIDDEN),
};

/// `hxy-rn`.
pub static HXY_RN: LinkedRule = LinkedRule {
    info: Info {
        name: "hxy-rn",
        proves: "as xy, of rows of a digit",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxy-rn:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xy("hxy%#-chain ", RN),
};

/// `hxy-cn`.
pub static HXY_CN: LinkedRule = LinkedRule {
    info: Info {
        name: "hxy-cn",
        proves: "as xy, of columns of a digit",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxy-cn:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xy("hxy%#-chain ", CN),
};

/// `hxy-bn`.
pub static HXY_BN: LinkedRule = LinkedRule {
    info: Info {
        name: "hxy-bn",
        proves: "as xy, of blocks of a digit",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxy-bn:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xy("hxy%#-chain ", BN),
};

/// `hxyt`: `hxyt-rn` and `hxyt-cn` together.
pub static HXYT: LinkedRule = LinkedRule {
    info: Info {
        name: "hxyt",
        proves: "as xyt, in rn-space or in cn-space: of rows or columns of a digit, by links of \
                 the space",
        source: "nrc-rules §B.11; HLS (hidden xy-chains)",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxyt:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyt("hxyt%#-chain ", HIDDEN),
};

/// `hxyt-rn`.
pub static HXYT_RN: LinkedRule = LinkedRule {
    info: Info {
        name: "hxyt-rn",
        proves: "as xyt, of rows of a digit",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxyt-rn:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyt("hxyt%#-chain ", RN),
};

/// `hxyt-cn`.
pub static HXYT_CN: LinkedRule = LinkedRule {
    info: Info {
        name: "hxyt-cn",
        proves: "as xyt, of columns of a digit",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxyt-cn:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyt("hxyt%#-chain ", CN),
};

/// `hxyt-bn`.
pub static HXYT_BN: LinkedRule = LinkedRule {
    info: Info {
        name: "hxyt-bn",
        proves: "as xyt, of blocks of a digit",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxyt-bn:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyt("hxyt%#-chain ", BN),
};

/// `hxyz`: `hxyz-rn` and `hxyz-cn` together.
pub static HXYZ: LinkedRule = LinkedRule {
    info: Info {
        name: "hxyz",
        proves: "as xyz, in rn-space or in cn-space: of rows or columns of a digit, by links of \
                 the space",
        source: "nrc-rules §B.11; HLS (hidden xy-chains)",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxyz:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyz("hxyz%#-chain ", HIDDEN),
};

/// `hxyz-rn`.
pub static HXYZ_RN: LinkedRule = LinkedRule {
    info: Info {
        name: "hxyz-rn",
        proves: "as xyz, of rows of a digit",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxyz-rn:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyz("hxyz%#-chain ", RN),
};

/// `hxyz-cn`.
pub static HXYZ_CN: LinkedRule = LinkedRule {
    info: Info {
        name: "hxyz-cn",
        proves: "as xyz, of columns of a digit",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxyz-cn:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyz("hxyz%#-chain ", CN),
};

/// `hxyz-bn`.
pub static HXYZ_BN: LinkedRule = LinkedRule {
    info: Info {
        name: "hxyz-bn",
        proves: "as xyz, of blocks of a digit",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxyz-bn:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyz("hxyz%#-chain ", BN),
};

/// `hxyzt`: `hxyzt-rn` and `hxyzt-cn` together.
pub static HXYZT: LinkedRule = LinkedRule {
    info: Info {
        name: "hxyzt",
        proves: "as xyzt, in rn-space or in cn-space: of rows or columns of a digit, by links of \
                 the space",
        source: "nrc-rules §B.11; HLS (hidden xy-chains)",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxyzt:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyzt("hxyzt%#-chain ", HIDDEN),
};

/// `hxyzt-rn`.
pub static HXYZT_RN: LinkedRule = LinkedRule {
    info: Info {
        name: "hxyzt-rn",
        proves: "as xyzt, of rows of a digit",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxyzt-rn:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyzt("hxyzt%#-chain ", RN),
};

/// `hxyzt-cn`.
pub static HXYZT_CN: LinkedRule = LinkedRule {
    info: Info {
        name: "hxyzt-cn",
        proves: "as xyzt, of columns of a digit",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxyzt-cn:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyzt("hxyzt%#-chain ", CN),
};

/// `hxyzt-bn`.
pub static HXYZT_BN: LinkedRule = LinkedRule {
    info: Info {
        name: "hxyzt-bn",
        proves: "as xyzt, of blocks of a digit",
        source: "nrc-rules §B.11; HLS",
        sizes: Some(3..=36),
        example: Example {
            ladder: "brt,hxyzt-bn:3-36",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: xyzt("hxyzt%#-chain ", BN),
};

/// `c`.
pub static C: LinkedRule = LinkedRule {
    info: Info {
        name: "c",
        proves: "a chain of conjugate pairs of one digit; the length is the number of candidates, \
                 always even",
        source: "nrc-rules §B.11; HLS; seed 003 (c-chains)",
        sizes: Some(4..=20),
        example: Example {
            ladder: "brt,c:4-20",
            puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            step: "?",
        },
    },
    pattern: Pattern { name: "c#-chain ", style: Style::Seed, one_digit: true, ..BIVALUE },
};
