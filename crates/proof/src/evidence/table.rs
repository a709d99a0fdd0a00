//! Tables as texts, with tabs between the fields and a line of heads, read at compile time.

/// Reads the rows of a table, without its heads.
#[doc(hidden)]
pub const fn table<const COLUMNS: usize, const ROWS: usize>(
    text: &'static str,
) -> [[&'static str; COLUMNS]; ROWS] {
    let mut table = [[""; COLUMNS]; ROWS];
    let (mut at, mut start, mut row, mut field) = (0, 0, 0, 0);
    while at < text.len() {
        let byte = text.as_bytes()[at];
        if matches!(byte, b'\t' | b'\n') {
            if row > 0 && field < COLUMNS {
                table[row - 1][field] = text.split_at(at).0.split_at(start).1;
            }
            (start, field) = (at + 1, field + 1);
        }
        if byte == b'\n' {
            if field != COLUMNS {
                fail("too few fields, or too many: ", if row > 0 { table[row - 1][0] } else { "the heads" });
            }
            (row, field) = (row + 1, 0);
        }
        at += 1;
    }
    table
}

/// Stops the compiler with a message: the fault, and its place.
#[doc(hidden)]
pub const fn fail(what: &str, name: &str) -> ! {
    let mut text = [b' '; 128];
    let (text_of_what, rest) = text.split_at_mut(what.len());
    text_of_what.copy_from_slice(what.as_bytes());
    rest.split_at_mut(name.len()).0.copy_from_slice(name.as_bytes());
    match str::from_utf8(&text) {
        Ok(text) => panic!("{}", text),
        Err(_) => panic!("{}", what),
    }
}

#[doc(hidden)]
pub const fn is_same(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([x, rest @ ..], [y, others @ ..]) = (a, b)
        && *x == *y
    {
        (a, b) = (rest, others);
    }
    a.is_empty() && b.is_empty()
}

#[doc(hidden)]
pub const fn rows(text: &str) -> usize {
    let (mut at, mut lines) = (0, 0);
    while at < text.len() {
        lines += (text.as_bytes()[at] == b'\n') as usize;
        at += 1;
    }
    lines - 1
}

/// Declares the techniques of a program: an enum, and the table of their rows, which `row` makes of fields.
macro_rules! techniques {
    ($kind:ident $table:ident $row:ident: $($id:ident $($field:literal)*)*) => {
        /// Technique, with a row in the table.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[doc(hidden)]
        #[allow(missing_docs)]
        pub enum $kind { $($id,)* }

        /// All techniques.
        #[doc(hidden)]
        pub static $table: &[($kind, $row)] = &[$(($kind::$id, row($($field),*)),)*];

        impl $kind {
            /// Returns the number of the technique's row in the table.
            #[doc(hidden)]
            pub fn index(self) -> usize {
                self as usize
            }

            /// Returns the technique's row of the table.
            pub fn row(self) -> &'static $row {
                &$table[self.index()].1
            }
        }
    };
}
pub(super) use techniques;
