//! 2D chains of HLS: xy-, xyt-, xyz- and xyzt-chains of cells, their hidden versions in rn-, cn- and
//! bn-space, and c-chains of one digit. A family is a kind of chain in a space; the wings are chains of three
//! cells.

use super::{ALL, Chains, Family, LinkedFamily, Notation, Space, Z, family, modern::BIVALUE};

const XY: LinkedFamily = LinkedFamily { only: false, ..BIVALUE };
const XYT: LinkedFamily = LinkedFamily { t: true, ..XY };
const XYZ: LinkedFamily = LinkedFamily { z: Z::OnceInside, ..XY };
const XYZT: LinkedFamily = LinkedFamily { t: true, ..XYZ };

const CELLS: &[Space] = &[Space::Typed(0)];
const ROWS: &[Space] = &[Space::Flat(1)];
const COLUMNS: &[Space] = &[Space::Flat(2)];
const BLOCKS: &[Space] = &[Space::Typed(3)];
/// Rows and columns together, since transposing the grid exchanges them.
const LINES: &[Space] = &[Space::Flat(1), Space::Flat(2)];

const fn cells(rule: &str, printed: &'static str, linked: LinkedFamily) -> Family {
    family(rule, printed, Notation::Hls, CELLS, Chains::Linked(linked))
}

/// Makes a family of hidden chains: chains of cells, moved to other spaces.
const fn hidden(rule: &str, printed: &'static str, spaces: &'static [Space], linked: LinkedFamily) -> Family {
    family(rule, printed, Notation::HlsPlanar, spaces, Chains::Linked(linked))
}

/// Families of 2D chains.
pub static FAMILIES: [Family; 23] = [
    cells("xy-wing", "xy-wing", XY),
    cells("xyz-wing", "xyz-wing", XYZ),
    cells("xy", "xy#-chain", XY),
    hidden("hxy", "hxy%#-chain", LINES, XY),
    hidden("hxy-rn", "hxy%#-chain", ROWS, XY),
    hidden("hxy-cn", "hxy%#-chain", COLUMNS, XY),
    hidden("hxy-bn", "hxy%#-chain", BLOCKS, XY),
    Family { spaces: ALL, ..cells("c", "c#-chain", LinkedFamily { one_digit: true, ..XY }) },
    cells("xyt", "xyt#-chain", XYT),
    hidden("hxyt", "hxyt%#-chain", LINES, XYT),
    hidden("hxyt-rn", "hxyt%#-chain", ROWS, XYT),
    hidden("hxyt-cn", "hxyt%#-chain", COLUMNS, XYT),
    hidden("hxyt-bn", "hxyt%#-chain", BLOCKS, XYT),
    cells("xyz", "xyz#-chain", XYZ),
    hidden("hxyz", "hxyz%#-chain", LINES, XYZ),
    hidden("hxyz-rn", "hxyz%#-chain", ROWS, XYZ),
    hidden("hxyz-cn", "hxyz%#-chain", COLUMNS, XYZ),
    hidden("hxyz-bn", "hxyz%#-chain", BLOCKS, XYZ),
    cells("xyzt", "xyzt#-chain", XYZT),
    hidden("hxyzt", "hxyzt%#-chain", LINES, XYZT),
    hidden("hxyzt-rn", "hxyzt%#-chain", ROWS, XYZT),
    hidden("hxyzt-cn", "hxyzt%#-chain", COLUMNS, XYZT),
    hidden("hxyzt-bn", "hxyzt%#-chain", BLOCKS, XYZT),
];
