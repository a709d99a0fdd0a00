//! What a user reads about each rule: the table `rules.tsv`, in the order in which rules are tried.

use super::table::{rows, table};
use std::ops::RangeInclusive;

/// What a user reads about a rule.
pub struct Info {
    /// Its name in ladders and reports.
    pub name: &'static str,
    /// What it proves, in a sentence or two.
    pub proves: &'static str,
    /// Where it is defined: author, book or post.
    pub source: &'static str,
    /// The sizes it comes in; `None` for a rule without size.
    pub sizes: Option<RangeInclusive<u8>>,
    /// A ladder, a puzzle, and a step of that ladder's path on it by this rule.
    pub example: Example,
}

/// See [`Info::example`].
#[derive(Clone, Copy)]
pub struct Example {
    /// The ladder's definition.
    pub ladder: &'static str,
    /// The 81 cells.
    pub puzzle: &'static str,
    /// The whole text of the step as `explain` prints it.
    pub step: &'static str,
}

const TEXT: &str = include_str!("rules.tsv");
const ROWS: usize = rows(TEXT);

static INFOS: [Info; ROWS] = {
    let table: [[&str; 8]; ROWS] = table(TEXT);
    let mut infos = [const { of_row([""; 8]) }; ROWS];
    let mut k = 0;
    while k < ROWS {
        infos[k] = of_row(table[k]);
        k += 1;
    }
    infos
};

const fn of_row(row: [&'static str; 8]) -> Info {
    let [name, from, to, proves, source, ladder, puzzle, step] = row;
    let sizes = match (u8::from_str_radix(from, 10), u8::from_str_radix(to, 10)) {
        (Ok(from), Ok(to)) => Some(RangeInclusive::new(from, to)),
        _ => None,
    };
    Info { name, proves, source, sizes, example: Example { ladder, puzzle, step } }
}

/// What the table says of a rule. At compile time, so that no rule is without a row.
pub const fn info(rule: &str) -> &'static Info {
    let mut k = 0;
    while !is_same(INFOS[k].name.as_bytes(), rule.as_bytes()) {
        k += 1;
    }
    &INFOS[k]
}

const fn is_same(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([x, rest @ ..], [y, others @ ..]) = (a, b)
        && *x == *y
    {
        (a, b) = (rest, others);
    }
    a.is_empty() && b.is_empty()
}
