//! Groups of rows that most reports treat alike, so that one row of each group is enough.

use crate::run::Row;
use std::iter::zip;
use sudoscope_engine::scale::{Climb, Outcome, Rating};

/// Rows in input order, in groups that are alike: rows with the same status, number of clues and ends, whose
/// climbs use the same items. With a fast ladder a thousand rows form a few dozen groups.
pub(super) struct Rows<'r> {
    pub all: &'r [Row],
    /// Groups in the order of their first rows.
    pub groups: Vec<Group<'r>>,
    /// Group of each row.
    places: Vec<u32>,
}

/// Rows that are alike.
pub(super) struct Group<'r> {
    pub first: &'r Row,
    pub clues: usize,
    /// Returns the number of rows.
    pub rows: u64,
    digest: u64,
}

impl<'r> Rows<'r> {
    pub fn of(all: &'r [Row]) -> Rows<'r> {
        let mut groups: Vec<Group> = Vec::new();
        let mut places = Vec::with_capacity(all.len());
        // Open addressing from the slot given by the digest; a slot holds a group's number plus 1, or 0.
        let mut table = vec![0_u32; (2 * all.len()).next_power_of_two()];
        let mask = table.len() - 1;
        for row in all {
            let clues = row.clue_count();
            let digest = digest(row, clues);
            let mut at = digest as usize & mask;
            let place = loop {
                match table[at].checked_sub(1) {
                    None => {
                        groups.push(Group { first: row, clues, rows: 0, digest });
                        table[at] = groups.len() as u32;
                        break table[at] - 1;
                    }
                    Some(place) if groups[place as usize].has(row, clues, digest) => break place,
                    Some(_) => at = (at + 1) & mask,
                }
            };
            groups[place as usize].rows += 1;
            places.push(place);
        }
        Rows { all, groups, places }
    }

    /// Returns the groups of rows that were rated.
    pub fn rated(&self) -> impl Iterator<Item = &Group<'r>> {
        self.groups.iter().filter(|group| group.first.is_rated())
    }

    /// Returns the rows, each with the number of its group.
    pub fn with_groups(&self) -> impl Iterator<Item = (&'r Row, usize)> {
        zip(self.all, self.places.iter().map(|&place| place as usize))
    }
}

impl Group<'_> {
    /// Whether this row belongs to the group.
    fn has(&self, row: &Row, clues: usize, digest: u64) -> bool {
        let are_alike = |(a, b): (&Climb, &Climb)| {
            a.outcome == b.outcome && zip(&a.tallies, &b.tallies).all(|(a, b)| (a.steps > 0) == (b.steps > 0))
        };
        self.digest == digest
            && self.clues == clues
            && self.first.status == row.status
            && self.first.climbs.len() == row.climbs.len()
            && zip(&self.first.climbs, &row.climbs).all(are_alike)
    }
}

/// Computes a hash that is the same for rows that are alike.
fn digest(row: &Row, clues: usize) -> u64 {
    // Multiplies by an odd number near 2^64 divided by the golden ratio, and mixes the high half of the
    // product into the low one.
    let mix = |sum: u64, word: u64| {
        let product = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ product >> 32
    };
    let mut sum = mix(row.status as u64, clues as u64);
    for climb in &row.climbs {
        let end = match climb.outcome {
            Outcome::Solved(Rating([first, rest @ ..])) => {
                sum = rest.iter().fold(sum, |sum, &value| mix(sum, value.into()));
                u64::from(first)
            }
            Outcome::Unsolved => 1 << 32,
            Outcome::Budget => 2 << 32,
            Outcome::NoSolution => 3 << 32,
        };
        sum = mix(sum, end);
        for some in climb.tallies.chunks(64) {
            sum = mix(sum, some.iter().fold(0, |bits, tally| bits << 1 | u64::from(tally.steps > 0)));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Line, LineRater};
    use crate::settings::Settings;
    use std::collections::BTreeSet;
    use sudoscope_engine::scale::Policy;

    #[test]
    fn groups_are_those_of_what_rows_say() {
        let settings = Settings::new(&["BRT,LC,SER"], Policy::AllAtOnce, Default::default()).unwrap();
        let text = include_str!("../../../../datasets/random-10k.txt");
        let lines = text.lines().take(300).chain(["no puzzle", ""]);
        let lines = (1..).zip(lines).map(|(at, line)| Line::alone(at, line.as_bytes()));
        let all = LineRater::default().rows(&settings, lines);
        // Everything that groups compare, as a text.
        let said = |row: &Row| {
            let climb = |climb: &Climb| {
                let used: Vec<bool> = climb.tallies.iter().map(|tally| tally.steps > 0).collect();
                (climb.outcome, used)
            };
            let climbs: Vec<_> = row.climbs.iter().map(climb).collect();
            format!("{:?} {} {climbs:?}", row.status, row.clue_count())
        };
        for some in [&all[..], &all[..1], &all[..0], &all[7..100]] {
            let rows = Rows::of(some);
            let mut seen = BTreeSet::new();
            let firsts: Vec<&Row> = some.iter().filter(|row| seen.insert(said(row))).collect();
            assert!(some.len() < 50 || firsts.len() > 10 && firsts.len() < some.len());
            assert!(firsts.iter().copied().eq(rows.groups.iter().map(|group| group.first)));
            assert_eq!(rows.groups.iter().map(|group| group.rows).sum::<u64>(), some.len() as u64);
            assert!(rows.with_groups().all(|(row, at)| said(row) == said(rows.groups[at].first)));
        }
    }
}
