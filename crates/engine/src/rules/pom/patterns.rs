//! Patterns of each digit in a net: the relations that they give its candidates, and which patterns are
//! impossible.

use crate::budget::{Budget, Within, units};
use crate::evidence::Implied;
use crate::graph::Bits;
use crate::grid::Digit;
use crate::grid::Grid;
use crate::net::{Clauses, Closure, Literal, Net};
use crate::templates::Factors;

pub(super) fn reason<const W: usize>(net: &Net<W>, from: Literal, to: Literal) -> Implied {
    let [truths, lies] = net.clauses.next(from);
    let is_link = if to.holds { truths } else { lies }.contains(to.variable);
    if is_link { Implied::link(from.holds) } else { Implied::Patterns }
}

/// Live patterns of the open digits, as sets of variables: their undecided cells.
#[derive(Clone)]
pub(super) struct Patterns<const W: usize> {
    pub digits: Vec<DigitPatterns<W>>,
}

#[derive(Clone)]
pub(super) struct DigitPatterns<const W: usize> {
    pub digit: Digit,
    /// All variables of the digit.
    pub all: Bits<W>,
    pub patterns: Vec<Bits<W>>,
}

impl<const W: usize> Patterns<W> {
    pub(super) fn of(grid: &Grid, net: &Net<W>, budget: &mut Budget) -> Within<Patterns<W>> {
        let mut digits = Vec::with_capacity(9);
        for digit in Digit::all().filter(|&digit| !grid.open_plane(digit).is_empty()) {
            let open = grid.open_plane(digit);
            let mut patterns = Vec::new();
            Factors::of(grid.plane(digit))
                .each(|template| patterns.push(net.variables(digit, template & open)));
            budget.take(units(patterns.len()))?;
            digits.push(DigitPatterns { digit, all: net.variables(digit, open), patterns });
        }
        Ok(Patterns { digits })
    }

    pub(super) fn len(&self) -> usize {
        self.digits.iter().map(|digit| digit.patterns.len()).sum()
    }

    pub(super) fn empty_digit(&self) -> Option<Digit> {
        self.digits.iter().find(|digit| digit.patterns.is_empty()).map(|digit| digit.digit)
    }

    /// Adds the relations between the candidates of each digit:
    ///
    /// ```text
    ///   c → ¬e    no pattern has both               e is not in the union of patterns with c
    ///   c →  e    every pattern with c has e        e is in all patterns with c
    ///  ¬c →  e    every pattern has c or e          e is in all patterns without c
    ///  ¬c → ¬e    the same as e → c
    /// ```
    ///
    /// A candidate without patterns is false (`c → ¬c`), a candidate in all patterns is true.
    pub(super) fn relate(&self, clauses: &mut Clauses<W>) {
        clauses.implications();
        for DigitPatterns { all, patterns, .. } in &self.digits {
            // Union and intersection of the patterns with each candidate.
            let mut through = [(Bits::EMPTY, *all); 81];
            let first = all.first().unwrap_or_default();
            for pattern in patterns {
                for c in pattern.iter() {
                    let (union, with) = &mut through[c - first];
                    *union |= *pattern;
                    *with = *with & *pattern;
                }
            }
            for c in all.iter() {
                let (union, mut with) = through[c - first];
                with.remove(c);
                clauses.nand[c] |= *all - union;
                clauses.implies[c] |= with;
                // After a few patterns the intersection is empty.
                let mut without = *all;
                for pattern in patterns.iter().filter(|pattern| !pattern.contains(c)) {
                    without = without & *pattern;
                    if without.is_empty() {
                        break;
                    }
                }
                clauses.or[c] |= without;
            }
        }
    }

    /// Removes the patterns that contradict a clause of the closure between two candidates of their digit.
    pub(super) fn obey(&mut self, closure: &Closure<W>) {
        let false_with = closure.false_with();
        for DigitPatterns { all, patterns, .. } in &mut self.digits {
            for c in all.iter() {
                let excluded = false_with[c];
                let with = closure.reach[c] & *all;
                let without = closure.true_without(c) & *all;
                patterns.retain(|pattern| {
                    if pattern.contains(c) {
                        !pattern.intersects(&excluded) && (with - *pattern).is_empty()
                    } else {
                        (without - *pattern).is_empty()
                    }
                });
            }
        }
    }

    /// Removes the patterns that imply a contradiction, or leave another digit no pattern.
    pub(super) fn test(&mut self, closure: &Closure<W>, budget: &mut Budget) -> Within {
        let (false_with, false_without) = (closure.false_with(), closure.false_without());
        for at in 0..self.digits.len() {
            let all = self.digits[at].all;
            let of = |c: usize| {
                let without = closure.true_without(c);
                [
                    Consequences { truths: without, lies: false_without[c] },
                    Consequences { truths: closure.reach[c], lies: false_with[c] },
                ]
            };
            let consequences: Vec<[Consequences<W>; 2]> = all.iter().map(of).collect();
            let mut patterns = std::mem::take(&mut self.digits[at].patterns);
            let mut result = Ok(());
            patterns.retain(|pattern| {
                let mut whole = Consequences { truths: *pattern, lies: all - *pattern };
                for (c, [without, with]) in all.iter().zip(&consequences) {
                    whole.join(if pattern.contains(c) { with } else { without });
                }
                let mut scanned = 1;
                let others = self.digits.iter().enumerate().filter(|&(other, _)| other != at);
                let stays = !whole.truths.intersects(&whole.lies)
                    && others.map(|(_, digit)| digit).all(|digit| {
                        let truths = whole.truths & digit.all;
                        digit.patterns.iter().any(|other| {
                            scanned += 1;
                            (truths - *other).is_empty() && !other.intersects(&whole.lies)
                        })
                    });
                result = result.and_then(|()| budget.take(1 + scanned / 16));
                stays
            });
            result?;
            self.digits[at].patterns = patterns;
        }
        Ok(())
    }
}

/// Consequences of a literal, or of several.
#[derive(Clone, Copy)]
struct Consequences<const W: usize> {
    truths: Bits<W>,
    lies: Bits<W>,
}

impl<const W: usize> Consequences<W> {
    fn join(&mut self, other: &Consequences<W>) {
        self.truths |= other.truths;
        self.lies |= other.lies;
    }
}
