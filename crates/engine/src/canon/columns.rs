//! The order of a symmetry's columns during the search, and the exchanges that are still open. A stack has
//! only 13 possible orders with ties, so tables give the effect of a row on each order.

/// The permutations of three things.
pub(super) const THREES: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Columns of a stack, from 0, in their current order. Bit 0 of `ties` ties the first two, bit 1 the last
/// two; tied columns are in ascending order.
#[derive(Clone, Copy)]
pub(super) struct Order {
    pub columns: [u8; 3],
    pub ties: u8,
}

/// All 13 orders, padded to 16 with the first.
pub(super) static ORDERS: [Order; 16] = {
    let mut orders = [Order { columns: [0, 1, 2], ties: 0b11 }; 16];
    let (mut found, mut at) = (1, 0);
    while at < 18 {
        let (columns, ties) = (THREES[at / 3], at as u8 % 3);
        if !(ties == 1 && columns[0] > columns[1] || ties == 2 && columns[1] > columns[2]) {
            orders[found] = Order { columns: [columns[0] as u8, columns[1] as u8, columns[2] as u8], ties };
            found += 1;
        }
        at += 1;
    }
    orders
};

/// Returns the place of an order in [`ORDERS`].
const fn place_of(columns: [u8; 3], ties: u8) -> u8 {
    let mut k = 0;
    while k < 15 {
        let order = &ORDERS[k];
        let same = order.columns[0] == columns[0] && order.columns[1] == columns[1];
        if same && order.ties == ties {
            break;
        }
        k += 1;
    }
    k as u8
}

/// Place of each order in [`ORDERS`], at 12·first column + 4·second column + ties.
pub(super) static ORDER_OF: [u8; 36] = {
    let (mut table, mut at) = ([0; 36], 0);
    while at < 36 {
        let (a, b) = (at as u8 / 12, at as u8 / 4 % 3);
        if a != b {
            table[at] = place_of([a, b, 3 - a - b], at as u8 & 3);
        }
        at += 1;
    }
    table
};

/// Mark of an order with two digits in tied columns.
pub(super) const DIGITS_TIED: u8 = 0x80;
/// Each order with blanks moved before digits in tied columns, possibly with the mark [`DIGITS_TIED`]; by the
/// place of the order and the columns with a digit, as bits.
pub(super) static BLANKS_FIRST: [[u8; 8]; 16] = {
    let (mut table, mut k) = ([[0; 8]; 16], 0);
    while k < 13 {
        let mut filled = 0;
        while filled < 8 {
            let Order { mut columns, mut ties } = ORDERS[k];
            let mut pass = 0;
            while pass < 3 {
                let [x, y] = [columns[pass % 2], columns[pass % 2 + 1]];
                if ties >> (pass % 2) & 1 != 0 && filled >> x & 1 > filled >> y & 1 {
                    (columns[pass % 2], columns[pass % 2 + 1]) = (y, x);
                }
                pass += 1;
            }
            let (mut at, mut mark) = (0, 0);
            while at < 2 {
                let [x, y] = [filled >> columns[at] & 1, filled >> columns[at + 1] & 1];
                ties &= !(((x ^ y) as u8) << at);
                if x & y != 0 && ties >> at & 1 != 0 {
                    mark = DIGITS_TIED;
                }
                at += 1;
            }
            table[k][filled] = place_of(columns, ties) | mark;
            filled += 1;
        }
        k += 1;
    }
    table
};

/// Places with a digit after this rearrangement, the first place as the highest bit; by the place of the
/// order and the columns with a digit.
static ARRANGED: [[u16; 8]; 16] = {
    let (mut table, mut k) = ([[0; 8]; 16], 0);
    while k < 128 {
        let filled = k % 8;
        let [a, b, c] = ORDERS[BLANKS_FIRST[k / 8][filled] as usize & 15].columns;
        table[k / 8][filled] = ((filled >> a & 1) << 2 | (filled >> b & 1) << 1 | (filled >> c & 1)) as u16;
        k += 1;
    }
    table
};

/// Number of places from the first digit to the end of a row, with tied stacks in order. Indexed by the ties
/// of stacks and by the places with a digit.
static FROM_FIRST: [[u8; 512]; 4] = {
    let (mut table, mut k) = ([[0; 512]; 4], 0);
    while k < 2048 {
        let (ties, filled) = (k / 512, k as u32 % 512);
        let [a, b, c] = ordered([filled >> 6, filled >> 3 & 7, filled & 7], ties);
        table[ties][k % 512] = 32 - (a << 6 | b << 3 | c).leading_zeros() as u8;
        k += 1;
    }
    table
};

/// Numbers of digits in the three stacks, in ascending order. Indexed by the cells of a row that have a
/// digit.
pub(super) static FILLED: [u8; 512] = {
    let (mut table, mut k) = ([0; 512], 0);
    while k < 512 {
        let row = k as u32;
        let [a, b, c] =
            ordered([(row & 7).count_ones(), (row >> 3 & 7).count_ones(), (row >> 6).count_ones()], 0b11);
        table[k] = (a << 4 | b << 2 | c) as u8;
        k += 1;
    }
    table
};

/// Sorts tied neighbours.
const fn ordered([mut a, mut b, mut c]: [u32; 3], ties: usize) -> [u32; 3] {
    if ties & 1 != 0 && a > b {
        (a, b) = (b, a);
    }
    if ties & 2 != 0 && b > c {
        (b, c) = (c, b);
    }
    if ties & 1 != 0 && a > b {
        (a, b) = (b, a);
    }
    [a, b, c]
}

/// Order of columns and stacks: a byte for each stack, the first stack lowest, with the number of its first
/// column in the high half and its order in the low half; then two bits that tie stacks.
#[derive(Clone, Copy)]
pub(super) struct Columns(pub u32);

impl Columns {
    pub const IN_ORDER: Columns = Columns(0x3_60_30_00);

    /// Makes columns without ties.
    pub fn in_order(columns: &[usize; 9]) -> Columns {
        let stack = |at: usize| {
            let [a, b] = [columns[at], columns[at + 1]];
            (a / 3 * 0x30) as u32 | u32::from(ORDER_OF[12 * (a % 3) + 4 * (b % 3)])
        };
        Columns(stack(0) | stack(3) << 8 | stack(6) << 16)
    }

    /// Returns the first column and the order of the stack at a place, from 0.
    #[inline(always)]
    pub fn stack(self, at: usize) -> (u32, usize) {
        let stack = self.0 >> (8 * at);
        (stack >> 4 & 15, (stack & 15) as usize)
    }

    #[inline(always)]
    pub fn stack_ties(self) -> u32 {
        self.0 >> 24 & 3
    }

    /// Returns the number of places from the first digit of a row on; `filled` are its cells with a digit.
    #[inline(always)]
    pub fn places_from_first(self, filled: u16) -> u8 {
        let places = |at: usize| {
            let (first, order) = self.stack(at);
            usize::from(ARRANGED[order][usize::from(filled >> first & 7)])
        };
        let all = places(0) << 6 | places(1) << 3 | places(2);
        FROM_FIRST[self.stack_ties() as usize][all & 0x1ff]
    }

    /// Returns the column at a place.
    #[inline(always)]
    pub fn column(self, place: usize) -> u8 {
        let (first, order) = self.stack(place / 3);
        first as u8 + ORDERS[order].columns[place % 3]
    }

    /// Returns the digit of a row at a place.
    #[inline(always)]
    pub fn digit(self, cells: &[u8; 16], place: usize) -> u32 {
        cells[usize::from(self.column(place) & 15)].into()
    }
}

/// Puts a number below 16 at a place of a word, four bits for each place.
#[inline(always)]
pub(super) fn nibble(number: usize, place: usize) -> u64 {
    (number as u64) << (4 * place)
}
