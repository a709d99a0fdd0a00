//! What a user reads about each rule: the table `rules.tsv`, in the order in which rules are tried.

use super::clause::{Clause, clause};
use super::hodoku::hodoku;
use super::table::{fail, is_same, rows, table};
use super::technique::technique;
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
    /// What its steps show, in words: the variant of [`super::Evidence`], and what is special about it.
    pub evidence: &'static str,
    /// These words as the clause of the checker.
    pub clause: Clause,
    /// How many things that is of, or of which type, where the clause leaves this open; otherwise 0.
    pub number: usize,
    /// A ladder, a puzzle, and a step of that ladder's path on it by this rule.
    pub example: Example,
}

impl Info {
    /// That of a rule of one's own, without size; `evidence` is in the words of the table. The checker knows
    /// the rules of the table only.
    pub const fn own(name: &'static str, evidence: &'static str, proves: &'static str) -> Info {
        of_row([name, "", "", evidence, proves, "", "", "", ""])
    }
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
    let table: [[&str; 9]; ROWS] = table(TEXT);
    let mut infos = [const { of_row(["", "", "", "chain", "", "", "", "", ""]) }; ROWS];
    let mut k = 0;
    while k < ROWS {
        infos[k] = of_row(table[k]);
        k += 1;
    }
    infos
};

const fn of_row(row: [&'static str; 9]) -> Info {
    let [name, from, to, evidence, proves, source, ladder, puzzle, step] = row;
    let sizes = match (u8::from_str_radix(from, 10), u8::from_str_radix(to, 10)) {
        (Ok(from), Ok(to)) => Some(RangeInclusive::new(from, to)),
        _ => None,
    };
    let (clause, number) = clause(evidence);
    Info { name, proves, source, sizes, evidence, clause, number, example: Example { ladder, puzzle, step } }
}

/// What the table says of a rule. At compile time, so that no rule is without a row.
pub const fn info(rule: &str) -> &'static Info {
    let mut k = 0;
    while k < ROWS {
        if is_same(INFOS[k].name.as_bytes(), rule.as_bytes()) {
            return &INFOS[k];
        }
        k += 1;
    }
    fail("no line of rules.tsv is of the rule ", rule)
}

/// What the table says of a rule, if it is in it.
fn find(rule: &str) -> Option<&'static Info> {
    INFOS.iter().find(|info| info.name == rule)
}

/// What the rule of the table with this name shows, or the technique of SER or HoDoKu, and the number: see
/// [`Info`].
pub fn shows(rule: &str) -> (Clause, usize) {
    let of_hodoku = || hodoku(rule).map_or((Clause::OfSer, 0), |row| (row.info.clause, row.info.number));
    let of_ser = || technique(rule).map_or_else(of_hodoku, |row| (row.clause, row.number));
    find(rule).map_or_else(of_ser, |info| (info.clause, info.number))
}

/// Whether the rule of the table with this name has sizes.
pub fn has_sizes(rule: &str) -> bool {
    find(rule).is_some_and(|info| info.sizes.is_some())
}
