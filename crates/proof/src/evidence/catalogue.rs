//! User documentation of each rule: the table `rules.tsv`, in the order in which rules are tried.

use super::clause::{Clause, clause};
use super::families::{self, Family};
use super::hodoku::hodoku;
use super::table::{fail, is_same, rows, table};
use super::technique::technique;
use std::ops::RangeInclusive;

/// User documentation of a rule.
pub struct Info {
    /// Name in ladders and reports.
    pub name: &'static str,
    /// Conclusion of the rule, in a sentence or two.
    pub proves: &'static str,
    /// Source of the definition: author, book or post.
    pub source: &'static str,
    /// Sizes of the rule; `None` for a rule without size.
    pub sizes: Option<RangeInclusive<u8>>,
    /// Evidence of the rule's steps in words: the variant of [`super::Evidence`], and any restrictions on the
    /// variant.
    pub evidence: &'static str,
    /// Clause of the checker for this evidence.
    pub clause: Clause,
    /// Number of things in the evidence, or type of the evidence, if the clause leaves the number or type
    /// open; otherwise 0.
    pub number: usize,
    /// A ladder, a puzzle, and a step by this rule on the ladder's path.
    pub example: Example,
}

impl Info {
    /// Returns the kind of the rule.
    pub fn kind(&self) -> RuleKind<'static> {
        let family = families::named(self.name);
        RuleKind { rule: self.name, clause: self.clause, number: self.number, family }
    }

    /// Makes the documentation of a user-defined rule without size; `evidence` is in the words of the table.
    /// The checker knows only the rules of the table.
    pub const fn own(name: &'static str, evidence: &'static str, proves: &'static str) -> Info {
        of_row([name, "", "", evidence, proves, "", "", "", ""])
    }
}

/// Example of a rule, see [`Info::example`].
#[derive(Clone, Copy)]
pub struct Example {
    /// The ladder's definition.
    pub ladder: &'static str,
    /// The 81 cells.
    pub puzzle: &'static str,
    /// The whole text of the step, as `explain` prints it.
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

pub(super) const fn of_row(row: [&'static str; 9]) -> Info {
    let [name, from, to, evidence, proves, source, ladder, puzzle, step] = row;
    let sizes = match (u8::from_str_radix(from, 10), u8::from_str_radix(to, 10)) {
        (Ok(from), Ok(to)) => Some(RangeInclusive::new(from, to)),
        _ => None,
    };
    let (clause, number) = clause(evidence);
    Info { name, proves, source, sizes, evidence, clause, number, example: Example { ladder, puzzle, step } }
}

/// Returns the table's entry for a rule. At compile time a rule without a row is an error.
#[doc(hidden)]
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

/// Finds the table's entry for a rule.
fn find(rule: &str) -> Option<&'static Info> {
    INFOS.iter().find(|info| info.name == rule)
}

/// Rule as its steps know it: its name, and the kind of evidence that they show.
#[derive(Clone, Copy)]
pub struct RuleKind<'a> {
    /// Name of the rule.
    pub rule: &'a str,
    /// Clause of the checker, see [`Info::clause`].
    pub clause: Clause,
    /// Number that belongs to the clause, see [`Info::number`].
    pub number: usize,
    /// Chain family of the rule, if it is one.
    pub(crate) family: Option<&'static Family>,
}

impl<'a> RuleKind<'a> {
    /// Kind of a pattern that is part of another.
    pub(super) const UNNAMED: RuleKind<'static> =
        RuleKind { rule: "", clause: Clause::Nothing, number: 0, family: None };

    /// Looks up the rule, or technique of SER or HoDoKu, with this name.
    pub fn named(rule: &'a str) -> RuleKind<'a> {
        let of_ser = || technique(rule).map(|row| &row.info);
        let of_hodoku = || hodoku(rule).map(|row| &row.info);
        let info = find(rule).or_else(of_ser).or_else(of_hodoku);
        info.map_or(RuleKind { rule, ..RuleKind::UNNAMED }, |info| info.kind())
    }
}

/// Whether `rule` names a rule of the table that has sizes.
#[doc(hidden)]
pub fn has_sizes(rule: &str) -> bool {
    find(rule).is_some_and(|info| info.sizes.is_some())
}
