//! Columns of the tables that are drawn or folded: name, kind of values, and type read from them. A report
//! lists them with `columns!`; the page asks a row for them, so a wrong name or type does not compile.
//! Columns of rated rows are in `fields.rs`, as they depend on the scales.

use super::table::{Column, Kind};
use std::marker::PhantomData;

/// Column of values that are read as `T`: `str`, `u64` or `f64`.
pub(super) struct Named<T: ?Sized> {
    pub name: &'static str,
    pub kind: Kind,
    /// Name of the column of standard errors that follows, if any.
    error: Option<&'static str>,
    read_as: PhantomData<fn() -> Box<T>>,
}

impl<T: ?Sized> Clone for Named<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Named<T> {}

impl<T: ?Sized> Named<T> {
    const fn new(name: &'static str, kind: Kind) -> Named<T> {
        Named { name, kind, error: None, read_as: PhantomData }
    }

    /// Returns the column with another kind, for tables that need one.
    pub const fn of(self, kind: Kind) -> Named<T> {
        Named { kind, ..self }
    }

    /// Returns the column without standard errors.
    pub const fn exact(self) -> Named<T> {
        Named { error: None, ..self }
    }

    /// Returns the column of its standard errors.
    pub fn error(self) -> Named<T> {
        Named { name: self.error.unwrap_or(self.name), ..self }.exact()
    }
}

/// One column of a table, or several.
pub(super) trait Columns {
    fn add_to(self, columns: &mut Vec<Column>);
}

impl<T: ?Sized> Columns for Named<T> {
    fn add_to(self, columns: &mut Vec<Column>) {
        let names = [Some(self.name), self.error].into_iter().flatten();
        columns.extend(names.map(|name| Column::new(name, self.kind)));
    }
}

impl Columns for Vec<Column> {
    fn add_to(self, columns: &mut Vec<Column>) {
        columns.extend(self);
    }
}

/// Lists the columns of a table: `columns![SCALE, PUZZLES, SHARE]`.
macro_rules! columns {
    ($($named:expr),* $(,)?) => {{
        let mut columns = Vec::new();
        $($crate::report::columns::Columns::add_to($named, &mut columns);)*
        columns
    }};
}

macro_rules! named {
    (with errors, $kind:expr; $($name:ident $text:literal)*) => {
        $(pub(super) const $name: Named<f64> =
            Named { error: Some(concat!($text, " se")), ..Named::new($text, $kind) };)*
    };
    ($type:ty, $kind:expr; $($name:ident $text:literal)*) => {
        $(pub(super) const $name: Named<$type> = Named::new($text, $kind);)*
    };
}

named! { str, Kind::Text;
    SCALE "scale" RULE "rule" RULES "rules" OTHER "other" TECHNIQUE "technique" BY "by" STEP "step"
    A "a" B "b" END_A "end a" END_B "end b" FIRST "first"
    OF "of" VALUE "value" COLLECTION "collection" FILES "files" WEIGHTS "weights"
    FILE "file" LINE "line" PUZZLE "puzzle" STATUS "status" REASON "reason" SLOWEST "slowest" NUMBER "number"
}

// In tables of rules, ratings are text: they come from several scales, and some rules have none.
named! { f64, Kind::Text; RATING "rating" }

// Number of clues, or `all` in the row of all puzzles.
named! { f64, Kind::Text; GROUP "clues" }

named! { u64, Kind::Count;
    LINES "lines" DIFFERENT "different"
    CLUES "clues" PUZZLES "puzzles" WITHOUT "without" CUMULATIVE "cumulative" RANK "rank" COLUMN "column"
    LINE_NUMBER "line" SIZE "size" STEPS "steps" ELIMINATIONS "eliminations" PLACEMENTS "placements"
    USED "used" HARDEST "hardest" NEEDED "needed" UNKNOWN "unknown"
    UNSOLVED_WITHOUT "unsolved without" OUT_WITHOUT "out of budget without" HIGHER_WITHOUT "higher without"
    PLACES_HIGHER "places higher" MOST_HIGHER "most places higher" LOWER_WITHOUT "lower without"
    ALONE "alone" OUT_ALONE "out of budget alone"
    USED_BOTH "used both" USED_RULE "used rule only" USED_OTHER "used other only"
    ALONE_BOTH "alone both" ALONE_RULE "alone rule only" ALONE_OTHER "alone other only"
}

named! { with errors, Kind::Number(3);
    SHARE "%" CUMULATIVE_SHARE "cumulative %" PUZZLES_SHARE "puzzles %" USED_SHARE "used %"
    USED_BY_SHARE "used by %" HARDEST_SHARE "hardest %" NEEDED_SHARE "needed %"
    UNSOLVED_SHARE "unsolved without %" HIGHER_SHARE "higher without %" ALONE_SHARE "alone %"
}

// Estimates by which two banks are compared.
named! { with errors, Kind::Number(3); IN_A "a" IN_B "b" DIFFERENCE "difference" }

named! { f64, Kind::Number(3); OFF "off" }

named! { with errors, Kind::Number(5); MEAN "mean" }

named! { f64, Kind::Number(5); DEVIATION "sd" SKEWNESS "skewness" KURTOSIS "kurtosis" }

named! { f64, Kind::Plain;
    LEAST "least" MOST "most" VALUE_A "value a" VALUE_B "value b" WANTED "wanted %"
    OF_REFERENCE "of reference %"
}

named! { with errors, Kind::Number(6); PEARSON "pearson" }

named! { f64, Kind::Number(6); SPEARMAN "spearman" SLOPE "slope" INTERCEPT "intercept" }

named! { f64, Kind::Number(2);
    MEAN_TIME "mean us" HALF "p50 us" NINETY "p90 us" NINETY_NINE "p99 us" P999 "p99.9 us" P9999 "p99.99 us"
    LONGEST "max us"
}
