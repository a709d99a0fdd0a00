//! The 2D chains of HLS: xy-, xyt-, xyz- and xyzt-chains of cells, the same hidden in rn-, cn- and bn-space,
//! and c-chains of one digit. A family is a kind of chain in a space; the wings are chains of three cells.

use super::modern::BIVALUE;
use super::{ALL, Chains, Family, Form, LinkedFamily, Notation, Space, Z, family};

const XY: LinkedFamily = LinkedFamily { only: false, ..BIVALUE };
const XYT: LinkedFamily = LinkedFamily { t: true, ..XY };
const XYZ: LinkedFamily = LinkedFamily { z: Z::OnceInside, ..XY };
const XYZT: LinkedFamily = LinkedFamily { t: true, ..XYZ };

const CELLS: &[Space] = &[Space::Typed(0)];
const ROWS: &[Space] = &[Space::Flat(1)];
const COLUMNS: &[Space] = &[Space::Flat(2)];
const BLOCKS: &[Space] = &[Space::Typed(3)];
/// Rows and columns are exchanged by transposing the grid: they come together.
const LINES: &[Space] = &[Space::Flat(1), Space::Flat(2)];

/// Chains of cells.
const fn cells(printed: &'static str, linked: LinkedFamily) -> Form {
    Form { printed, notation: Notation::Hls, spaces: CELLS, chains: Chains::Linked(linked) }
}

/// The chains of cells of this name, but in another space: what is after the name, and the words for it.
macro_rules! hidden {
    ($of:literal, $suffix:literal, $words:literal, $spaces:ident, $linked:ident, [$ladder:literal, $sizes:literal], $puzzle:literal, $step:literal) => {
        family(
            concat!("h", $of, $suffix),
            [concat!("as ", $of, $words), "HLS (hidden xy-chains)"],
            3..=36,
            Form {
                printed: concat!("h", $of, "%#-chain"),
                notation: Notation::HlsPlanar,
                spaces: $spaces,
                chains: Chains::Linked($linked),
            },
            [concat!($ladder, "h", $of, $suffix, $sizes), $puzzle, $step],
        )
    };
}

/// See the head of this file.
pub static FAMILIES: &[Family] = &[
    family(
        "xy-wing",
        ["the xy-chain of three cells", "Berthier 2007"],
        3..=3,
        cells("xy-wing", XY),
        [
            "brt,xy-wing:3-3",
            "..5..1.7...8...5..........37.4...2.8..6.23...8..5...9......9....2..14.5...135....",
            "xy-wing {n4 n1}r2c1 - {n1 n9}r2c9 - {n9 n4}r1c7 ==> r1c2≠4",
        ],
    ),
    family(
        "xyz-wing",
        ["the xyz-chain of three cells", "Berthier 2007"],
        3..=3,
        cells("xyz-wing", XYZ),
        [
            "brt,lc,xyz-wing:3-3",
            "..3...657...4.1.9.....7.1.29......7...6.9.2.5.....8.........7..3245....9.1..6..2.",
            "xyz-wing {n3 n1}r7c8 - {n1 n4 n3*}r7c9 - {n4 n3}r7c5 ==> r7c6≠3",
        ],
    ),
    family(
        "xy",
        [
            "a chain of cells with two digits each: what is linked to both ends is false, in cells",
            "HLS",
        ],
        3..=36,
        cells("xy#-chain", XY),
        [
            "brt,xy:3-36",
            "..5..1.7...8...5..........37.4...2.8..6.23...8..5...9......9....2..14.5...135....",
            "xy3-chain {n4 n1}r2c1 - {n1 n9}r2c9 - {n9 n4}r1c7 ==> r1c2≠4",
        ],
    ),
    hidden!(
        "xy",
        "",
        ", in rn-space or in cn-space: of rows or columns of a digit, by links of the space",
        LINES,
        XY,
        ["brt,", ":3-36"],
        "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        "hxy-rn3-chain {c2 c7}r9n3 - {c7 c9}r4n3 - {c9 c2}r4n5 ==> r9c2≠5"
    ),
    hidden!(
        "xy",
        "-rn",
        ", of rows of a digit",
        ROWS,
        XY,
        ["brt,", ":3-36"],
        "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        "hxy-rn3-chain {c2 c7}r9n3 - {c7 c9}r4n3 - {c9 c2}r4n5 ==> r9c2≠5"
    ),
    hidden!(
        "xy",
        "-cn",
        ", of columns of a digit",
        COLUMNS,
        XY,
        ["brt,", ":3-36"],
        "..5..1.7...8...5..........37.4...2.8..6.23...8..5...9......9....2..14.5...135....",
        "hxy-cn3-chain {r9 r6}c7n6 - {r6 r8}c9n6 - {r8 r9}c1n6 ==> r9c2≠6"
    ),
    hidden!(
        "xy",
        "-bn",
        ", of blocks of a digit",
        BLOCKS,
        XY,
        ["brt,", ":3-36"],
        "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        "hxy-bn3-chain {r5c1 r5c2}b4n2 - {r1c2 r1c3}b1n2 - {r1c3 r2c1}b1n8 ==> r5c1≠8"
    ),
    family(
        "c",
        [
            "a chain of conjugate pairs of one digit; the length is the number of candidates, always even",
            "HLS; Berthier 2007 (c-chains)",
        ],
        4..=20,
        Form { spaces: ALL, ..cells("c#-chain", LinkedFamily { one_digit: true, ..XY }) },
        [
            "brt,c:4-20",
            "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
            "c4-chain n1r4{c3 c1} - n1r7{c1 c3} ==> r1c3≠1",
        ],
    ),
    family(
        "xyt",
        ["as xy; a cell may hold digits linked to a previous right-linking one, in cells", "HLS"],
        3..=36,
        cells("xyt#-chain", XYT),
        [
            "brt,lc,xyt:3-6",
            "..3...657...4.1.9.....7.1.29......7...6.9.2.5.....8.........7..3245....9.1..6..2.",
            "xyt3-chain {n4 n3}r7c5 - {n3 n1}r7c8 - {n1 n4 n3#n3r7c5}r7c9 ==> r7c6≠4",
        ],
    ),
    hidden!(
        "xyt",
        "",
        ", in rn-space or in cn-space: of rows or columns of a digit, by links of the space",
        LINES,
        XYT,
        ["brt,lc,", ":3-6"],
        "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        "hxyt-cn3-chain {r1 r3}c3n1 - {r3 r2}c3n3 - {r2 r1 r3#n1r3c3}c3n9 ==> r1c3≠2"
    ),
    hidden!(
        "xyt",
        "-rn",
        ", of rows of a digit",
        ROWS,
        XYT,
        ["brt,lc,", ":3-6"],
        "9.7.6........5.2.1..8..1..7......34.8...2......6.....5...54..621....8...64......8",
        "hxyt-rn3-chain {c6 c4}r2n7 - {c4 c8}r2n8 - {c8 c6 c4#n7r2c4}r2n9 ==> r2c6≠3"
    ),
    hidden!(
        "xyt",
        "-cn",
        ", of columns of a digit",
        COLUMNS,
        XYT,
        ["brt,lc,", ":3-6"],
        ".216....75...........83.1..4........3.8451.....7...6...5.2...6.6.....7.5....9.4.8",
        "hxyt-cn5-chain {r2 r4}c7n8 - {r4 r2}c8n8 - {r2 r3}c8n4 - {r3 r8 r2#n8r2c8}c8n9 - {r8 r2}c3n9 ==> r2c7≠9"
    ),
    hidden!(
        "xyt",
        "-bn",
        ", of blocks of a digit",
        BLOCKS,
        XYT,
        ["brt,lc,", ":3-6"],
        "....1.4.3.5.2...9..7...9.........5..1...97..45.3.2.7.6..4...6.......1.3.7..3..8..",
        "hxyt-bn3-chain {r1c6 r3c5}b2n5 - {r3c8 r1c8 r3c9#n5r3c5}b3n5 - {r7c8 r9c9}b9n5 ==> r9c6≠5"
    ),
    family(
        "xyz",
        [
            "as xy; one cell, neither the first nor the last, may hold digits linked to the target, in cells",
            "HLS",
        ],
        3..=36,
        cells("xyz#-chain", XYZ),
        [
            "brt,lc,xyz:3-6",
            "5....69..67.....3.3.15..6..........2.3...4.......89....4.1....7..54.2.....8....5.",
            "xyz3-chain {n9 n2}r2c3 - {n2 n4 n9*}r2c5 - {n4 n9}r3c5 ==> r2c4≠9",
        ],
    ),
    hidden!(
        "xyz",
        "",
        ", in rn-space or in cn-space: of rows or columns of a digit, by links of the space",
        LINES,
        XYZ,
        ["brt,lc,", ":3-6"],
        "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        "hxyz-cn3-chain {r3 r1}c3n1 - {r1 r2 r3*}c3n9 - {r2 r3}c3n3 ==> r3c3≠2"
    ),
    hidden!(
        "xyz",
        "-rn",
        ", of rows of a digit",
        ROWS,
        XYZ,
        ["brt,lc,", ":3-6"],
        "9.7.6........5.2.1..8..1..7......34.8...2......6.....5...54..621....8...64......8",
        "hxyz-rn3-chain {c4 c6}r2n7 - {c6 c8 c4*}r2n9 - {c8 c4}r2n8 ==> r2c4≠3"
    ),
    hidden!(
        "xyz",
        "-cn",
        ", of columns of a digit",
        COLUMNS,
        XYZ,
        ["brt,lc,", ":3-6"],
        "...7........852.....1...25..9.....4...6.4.78..5...7..948....6.....4.5.9....68...7",
        "hxyz-cn3-chain {r3 r2}c2n4 - {r2 r8 r3*}c2n6 - {r8 r3}c2n7 ==> r3c2≠3"
    ),
    hidden!(
        "xyz",
        "-bn",
        ", of blocks of a digit",
        BLOCKS,
        XYZ,
        ["brt,lc,", ":3-6"],
        "...7........852.....1...25..9.....4...6.4.78..5...7..948....6.....4.5.9....68...7",
        "hxyz-bn3-chain {r7c5 r8c5}b8n7 - {r8c5 r7c4 r7c5*}b8n2 - {r7c4 r7c5}b8n9 ==> r7c5≠1"
    ),
    family(
        "xyzt",
        [
            "as xyt; one cell, neither the first nor the last, may hold digits linked to the target, in cells",
            "HLS",
        ],
        3..=36,
        cells("xyzt#-chain", XYZT),
        [
            "brt,lc,xyzt:3-6",
            "....1.4.3.5.2...9..7...9.........5..1...97..45.3.2.7.6..4...6.......1.3.7..3..8..",
            "xyzt3-chain {n6 n8}r2c3 - {n8 n2 n6*}r1c2 - {n2 n6 n8#n8r2c3}r1c3 ==> r2c1≠6",
        ],
    ),
    hidden!(
        "xyzt",
        "",
        ", in rn-space or in cn-space: of rows or columns of a digit, by links of the space",
        LINES,
        XYZT,
        ["brt,lc,", ":3-6"],
        "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        "hxyzt-rn3-chain {c9 c8}r3n8 - {c8 c3 c9*}r3n1 - {c3 c9 c8#n8r3c8}r3n3 ==> r3c9≠6"
    ),
    hidden!(
        "xyzt",
        "-rn",
        ", of rows of a digit",
        ROWS,
        XYZT,
        ["brt,lc,", ":3-6"],
        "....9...3.8....74...14.....9.5....7...7.3...6.4.9.....8.6..1....5.3.......4.5..62",
        "hxyzt-rn4-chain {c8 c7}r5n9 - {c7 c6}r5n4 - {c6 c4 c7#n9r5c7 c8*}r5n5 - {c4 c8 c6#n4r5c6 c7#n9r5c7}r5n8 ==> r5c8≠1"
    ),
    hidden!(
        "xyzt",
        "-cn",
        ", of columns of a digit",
        COLUMNS,
        XYZT,
        ["brt,lc,", ":3-6"],
        "...824.....7...9..1.8..3...4...5....7.......23.24...7.....9.2.5......13...1...6..",
        "hxyzt-cn3-chain {r5 r1}c8n5 - {r1 r4 r5*}c8n1 - {r4 r5 r1#n5r1c8}c8n6 ==> r5c8≠4"
    ),
    hidden!(
        "xyzt",
        "-bn",
        ", of blocks of a digit",
        BLOCKS,
        XYZT,
        ["brt,lc,", ":3-6"],
        ".31..79..........589.4.............7.2..4....4.8.6..........816....59.7...6..1.3.",
        "hxyzt-bn3-chain {r2c7 r3c7}b3n7 - {r3c7 r3c9 r2c7*}b3n1 - {r3c9 r2c7 r3c7#n7r3c7}b3n3 ==> r2c7≠2"
    ),
];
