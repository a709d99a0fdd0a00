//! The 2D chains of HLS: xy-, xyt-, xyz- and xyzt-chains of cells, the same hidden in rn-, cn- and bn-space,
//! and c-chains of one digit (nrc-rules §B.11).

use super::super::Example;
use super::super::pattern::Notation;
use super::linked::{BIVALUE, LinkedRule, Pattern, Z, linked};
use crate::graph::Space;

const RC: &[Space] = &[Space::Typed(0)];
const RN: &[Space] = &[Space::Flat(1)];
const CN: &[Space] = &[Space::Flat(2)];
const BN: &[Space] = &[Space::Typed(3)];
/// Rows and columns are exchanged by transposing the grid: they come together.
const HIDDEN: &[Space] = &[Space::Flat(1), Space::Flat(2)];

const fn xy(name: &'static str, spaces: &'static [Space]) -> Pattern {
    let notation =
        if matches!(spaces[0], Space::Typed(0)) { Notation::Seed } else { Notation::SeedPlanar };
    Pattern { name, notation, spaces, ..BIVALUE }
}

const fn xyt(name: &'static str, spaces: &'static [Space]) -> Pattern {
    Pattern { t: true, ..xy(name, spaces) }
}

const fn xyz(name: &'static str, spaces: &'static [Space]) -> Pattern {
    Pattern { z: Z::OnceInside, ..xy(name, spaces) }
}

const fn xyzt(name: &'static str, spaces: &'static [Space]) -> Pattern {
    Pattern { t: true, ..xyz(name, spaces) }
}

/// `xy`.
pub static XY: LinkedRule = linked(
    "xy",
    "a chain of cells with two digits each: what is linked to both ends is false, in cells",
    "nrc-rules §B.11; HLS",
    3..=36,
    xy("xy#-chain", RC),
    Example {
        ladder: "brt,xy:3-36",
        puzzle: "..5..1.7...8...5..........37.4...2.8..6.23...8..5...9......9....2..14.5...135....",
        step: "xy3-chain {n4 n1}r2c1 - {n1 n9}r2c9 - {n9 n4}r1c7 ==> r1c2≠4",
    },
);

/// `xy-wing`.
pub static XY_WING: LinkedRule = linked(
    "xy-wing",
    "the xy-chain of three cells",
    "nrc-rules §B.11; seed 003",
    3..=3,
    xy("xy-wing", RC),
    Example {
        ladder: "brt,xy-wing:3-3",
        puzzle: "..5..1.7...8...5..........37.4...2.8..6.23...8..5...9......9....2..14.5...135....",
        step: "xy-wing {n4 n1}r2c1 - {n1 n9}r2c9 - {n9 n4}r1c7 ==> r1c2≠4",
    },
);

/// `xyt`.
pub static XYT: LinkedRule = linked(
    "xyt",
    "as xy; a cell may hold digits linked to a previous right-linking one, in cells",
    "nrc-rules §B.11; HLS",
    3..=36,
    xyt("xyt#-chain", RC),
    Example {
        ladder: "brt,lc,xyt:3-6",
        puzzle: "..3...657...4.1.9.....7.1.29......7...6.9.2.5.....8.........7..3245....9.1..6..2.",
        step: "xyt3-chain {n4 n3}r7c5 - {n3 n1}r7c8 - {n1 n4 n3#n3r7c5}r7c9 ==> r7c6≠4",
    },
);

/// `xyz`.
pub static XYZ: LinkedRule = linked(
    "xyz",
    "as xy; one cell, neither the first nor the last, may hold digits linked to the target, in cells",
    "nrc-rules §B.11; HLS",
    3..=36,
    xyz("xyz#-chain", RC),
    Example {
        ladder: "brt,lc,xyz:3-6",
        puzzle: "5....69..67.....3.3.15..6..........2.3...4.......89....4.1....7..54.2.....8....5.",
        step: "xyz3-chain {n9 n2}r2c3 - {n2 n4 n9*}r2c5 - {n4 n9}r3c5 ==> r2c4≠9",
    },
);

/// `xyz-wing`.
pub static XYZ_WING: LinkedRule = linked(
    "xyz-wing",
    "the xyz-chain of three cells",
    "nrc-rules §B.11; seed 003",
    3..=3,
    xyz("xyz-wing", RC),
    Example {
        ladder: "brt,lc,xyz-wing:3-3",
        puzzle: "..3...657...4.1.9.....7.1.29......7...6.9.2.5.....8.........7..3245....9.1..6..2.",
        step: "xyz-wing {n3 n1}r7c8 - {n1 n4 n3*}r7c9 - {n4 n3}r7c5 ==> r7c6≠3",
    },
);

/// `xyzt`.
pub static XYZT: LinkedRule = linked(
    "xyzt",
    "as xyt; one cell, neither the first nor the last, may hold digits linked to the target, in cells",
    "nrc-rules §B.11; HLS",
    3..=36,
    xyzt("xyzt#-chain", RC),
    Example {
        ladder: "brt,lc,xyzt:3-6",
        puzzle: "....1.4.3.5.2...9..7...9.........5..1...97..45.3.2.7.6..4...6.......1.3.7..3..8..",
        step: "xyzt3-chain {n6 n8}r2c3 - {n8 n2 n6*}r1c2 - {n2 n6 n8#n8r2c3}r1c3 ==> r2c1≠6",
    },
);

/// `hxy`: `hxy-rn` and `hxy-cn` together.
pub static HXY: LinkedRule = linked(
    "hxy",
    "as xy, in rn-space or in cn-space: of rows or columns of a digit, by links of the space",
    "nrc-rules §B.11; HLS (hidden xy-chains)",
    3..=36,
    xy("hxy%#-chain", HIDDEN),
    Example {
        ladder: "brt,hxy:3-36",
        puzzle: "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        step: "hxy-rn3-chain {c2 c7}r9n3 - {c7 c9}r4n3 - {c9 c2}r4n5 ==> r9c2≠5",
    },
);

/// `hxy-rn`.
pub static HXY_RN: LinkedRule = linked(
    "hxy-rn",
    "as xy, of rows of a digit",
    "nrc-rules §B.11; HLS",
    3..=36,
    xy("hxy%#-chain", RN),
    Example {
        ladder: "brt,hxy-rn:3-36",
        puzzle: "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        step: "hxy-rn3-chain {c2 c7}r9n3 - {c7 c9}r4n3 - {c9 c2}r4n5 ==> r9c2≠5",
    },
);

/// `hxy-cn`.
pub static HXY_CN: LinkedRule = linked(
    "hxy-cn",
    "as xy, of columns of a digit",
    "nrc-rules §B.11; HLS",
    3..=36,
    xy("hxy%#-chain", CN),
    Example {
        ladder: "brt,hxy-cn:3-36",
        puzzle: "..5..1.7...8...5..........37.4...2.8..6.23...8..5...9......9....2..14.5...135....",
        step: "hxy-cn3-chain {r9 r6}c7n6 - {r6 r8}c9n6 - {r8 r9}c1n6 ==> r9c2≠6",
    },
);

/// `hxy-bn`.
pub static HXY_BN: LinkedRule = linked(
    "hxy-bn",
    "as xy, of blocks of a digit",
    "nrc-rules §B.11; HLS",
    3..=36,
    xy("hxy%#-chain", BN),
    Example {
        ladder: "brt,hxy-bn:3-36",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "hxy-bn3-chain {r5c1 r5c2}b4n2 - {r1c2 r1c3}b1n2 - {r1c3 r2c1}b1n8 ==> r5c1≠8",
    },
);

/// `hxyt`: `hxyt-rn` and `hxyt-cn` together.
pub static HXYT: LinkedRule = linked(
    "hxyt",
    "as xyt, in rn-space or in cn-space: of rows or columns of a digit, by links of the space",
    "nrc-rules §B.11; HLS (hidden xy-chains)",
    3..=36,
    xyt("hxyt%#-chain", HIDDEN),
    Example {
        ladder: "brt,lc,hxyt:3-6",
        puzzle: "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        step: "hxyt-cn3-chain {r1 r3}c3n1 - {r3 r2}c3n3 - {r2 r1 r3#n1r3c3}c3n9 ==> r1c3≠2",
    },
);

/// `hxyt-rn`.
pub static HXYT_RN: LinkedRule = linked(
    "hxyt-rn",
    "as xyt, of rows of a digit",
    "nrc-rules §B.11; HLS",
    3..=36,
    xyt("hxyt%#-chain", RN),
    Example {
        ladder: "brt,lc,hxyt-rn:3-6",
        puzzle: "9.7.6........5.2.1..8..1..7......34.8...2......6.....5...54..621....8...64......8",
        step: "hxyt-rn3-chain {c6 c4}r2n7 - {c4 c8}r2n8 - {c8 c6 c4#n7r2c4}r2n9 ==> r2c6≠3",
    },
);

/// `hxyt-cn`.
pub static HXYT_CN: LinkedRule = linked(
    "hxyt-cn",
    "as xyt, of columns of a digit",
    "nrc-rules §B.11; HLS",
    3..=36,
    xyt("hxyt%#-chain", CN),
    Example {
        ladder: "brt,lc,hxyt-cn:3-6",
        puzzle: ".216....75...........83.1..4........3.8451.....7...6...5.2...6.6.....7.5....9.4.8",
        step: "hxyt-cn5-chain {r2 r4}c7n8 - {r4 r2}c8n8 - {r2 r3}c8n4 - {r3 r8 r2#n8r2c8}c8n9 - {r8 r2}c3n9 ==> r2c7≠9",
    },
);

/// `hxyt-bn`.
pub static HXYT_BN: LinkedRule = linked(
    "hxyt-bn",
    "as xyt, of blocks of a digit",
    "nrc-rules §B.11; HLS",
    3..=36,
    xyt("hxyt%#-chain", BN),
    Example {
        ladder: "brt,lc,hxyt-bn:3-6",
        puzzle: "....1.4.3.5.2...9..7...9.........5..1...97..45.3.2.7.6..4...6.......1.3.7..3..8..",
        step: "hxyt-bn3-chain {r1c6 r3c5}b2n5 - {r3c8 r1c8 r3c9#n5r3c5}b3n5 - {r7c8 r9c9}b9n5 ==> r9c6≠5",
    },
);

/// `hxyz`: `hxyz-rn` and `hxyz-cn` together.
pub static HXYZ: LinkedRule = linked(
    "hxyz",
    "as xyz, in rn-space or in cn-space: of rows or columns of a digit, by links of the space",
    "nrc-rules §B.11; HLS (hidden xy-chains)",
    3..=36,
    xyz("hxyz%#-chain", HIDDEN),
    Example {
        ladder: "brt,lc,hxyz:3-6",
        puzzle: "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        step: "hxyz-cn3-chain {r3 r1}c3n1 - {r1 r2 r3*}c3n9 - {r2 r3}c3n3 ==> r3c3≠2",
    },
);

/// `hxyz-rn`.
pub static HXYZ_RN: LinkedRule = linked(
    "hxyz-rn",
    "as xyz, of rows of a digit",
    "nrc-rules §B.11; HLS",
    3..=36,
    xyz("hxyz%#-chain", RN),
    Example {
        ladder: "brt,lc,hxyz-rn:3-6",
        puzzle: "9.7.6........5.2.1..8..1..7......34.8...2......6.....5...54..621....8...64......8",
        step: "hxyz-rn3-chain {c4 c6}r2n7 - {c6 c8 c4*}r2n9 - {c8 c4}r2n8 ==> r2c4≠3",
    },
);

/// `hxyz-cn`.
pub static HXYZ_CN: LinkedRule = linked(
    "hxyz-cn",
    "as xyz, of columns of a digit",
    "nrc-rules §B.11; HLS",
    3..=36,
    xyz("hxyz%#-chain", CN),
    Example {
        ladder: "brt,lc,hxyz-cn:3-6",
        puzzle: "...7........852.....1...25..9.....4...6.4.78..5...7..948....6.....4.5.9....68...7",
        step: "hxyz-cn3-chain {r3 r2}c2n4 - {r2 r8 r3*}c2n6 - {r8 r3}c2n7 ==> r3c2≠3",
    },
);

/// `hxyz-bn`.
pub static HXYZ_BN: LinkedRule = linked(
    "hxyz-bn",
    "as xyz, of blocks of a digit",
    "nrc-rules §B.11; HLS",
    3..=36,
    xyz("hxyz%#-chain", BN),
    Example {
        ladder: "brt,lc,hxyz-bn:3-6",
        puzzle: "...7........852.....1...25..9.....4...6.4.78..5...7..948....6.....4.5.9....68...7",
        step: "hxyz-bn3-chain {r7c5 r8c5}b8n7 - {r8c5 r7c4 r7c5*}b8n2 - {r7c4 r7c5}b8n9 ==> r7c5≠1",
    },
);

/// `hxyzt`: `hxyzt-rn` and `hxyzt-cn` together.
pub static HXYZT: LinkedRule = linked(
    "hxyzt",
    "as xyzt, in rn-space or in cn-space: of rows or columns of a digit, by links of the space",
    "nrc-rules §B.11; HLS (hidden xy-chains)",
    3..=36,
    xyzt("hxyzt%#-chain", HIDDEN),
    Example {
        ladder: "brt,lc,hxyzt:3-6",
        puzzle: "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        step: "hxyzt-rn3-chain {c9 c8}r3n8 - {c8 c3 c9*}r3n1 - {c3 c9 c8#n8r3c8}r3n3 ==> r3c9≠6",
    },
);

/// `hxyzt-rn`.
pub static HXYZT_RN: LinkedRule = linked(
    "hxyzt-rn",
    "as xyzt, of rows of a digit",
    "nrc-rules §B.11; HLS",
    3..=36,
    xyzt("hxyzt%#-chain", RN),
    Example {
        ladder: "brt,lc,hxyzt-rn:3-6",
        puzzle: "....9...3.8....74...14.....9.5....7...7.3...6.4.9.....8.6..1....5.3.......4.5..62",
        step: "hxyzt-rn4-chain {c8 c7}r5n9 - {c7 c6}r5n4 - {c6 c4 c7#n9r5c7 c8*}r5n5 - {c4 c8 c6#n4r5c6 c7#n9r5c7}r5n8 ==> r5c8≠1",
    },
);

/// `hxyzt-cn`.
pub static HXYZT_CN: LinkedRule = linked(
    "hxyzt-cn",
    "as xyzt, of columns of a digit",
    "nrc-rules §B.11; HLS",
    3..=36,
    xyzt("hxyzt%#-chain", CN),
    Example {
        ladder: "brt,lc,hxyzt-cn:3-6",
        puzzle: "...824.....7...9..1.8..3...4...5....7.......23.24...7.....9.2.5......13...1...6..",
        step: "hxyzt-cn3-chain {r5 r1}c8n5 - {r1 r4 r5*}c8n1 - {r4 r5 r1#n5r1c8}c8n6 ==> r5c8≠4",
    },
);

/// `hxyzt-bn`.
pub static HXYZT_BN: LinkedRule = linked(
    "hxyzt-bn",
    "as xyzt, of blocks of a digit",
    "nrc-rules §B.11; HLS",
    3..=36,
    xyzt("hxyzt%#-chain", BN),
    Example {
        ladder: "brt,lc,hxyzt-bn:3-6",
        puzzle: ".31..79..........589.4.............7.2..4....4.8.6..........816....59.7...6..1.3.",
        step: "hxyzt-bn3-chain {r2c7 r3c7}b3n7 - {r3c7 r3c9 r2c7*}b3n1 - {r3c9 r2c7 r3c7#n7r3c7}b3n3 ==> r2c7≠2",
    },
);

/// `c`.
pub static C: LinkedRule = linked(
    "c",
    "a chain of conjugate pairs of one digit; the length is the number of candidates, always even",
    "nrc-rules §B.11; HLS; seed 003 (c-chains)",
    4..=20,
    Pattern { name: "c#-chain", notation: Notation::Seed, one_digit: true, ..BIVALUE },
    Example {
        ladder: "brt,c:4-20",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "c4-chain n1r4{c3 c1} - n1r7{c1 c3} ==> r1c3≠1",
    },
);
