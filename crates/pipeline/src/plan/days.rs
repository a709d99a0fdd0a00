//! The orders of days, as users type them: `mon=easy:6 sat=hard:2+extreme:1`.

use crate::choice::values;
use std::ops::RangeInclusive;
use sudoscope_engine::scale::{Scale, nearest};

/// Names of the days of a week, in order; three letters of a name are enough.
const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Most puzzles of one rating on a day.
const MOST: usize = 1000;

/// Day of a week.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Weekday(usize);

impl Weekday {
    /// Reads a name, or its first three letters, in any case.
    fn named(text: &str) -> Result<Weekday, String> {
        let is_it = |name: &&str| name.eq_ignore_ascii_case(text) || name[..3].eq_ignore_ascii_case(text);
        let found = DAYS.iter().position(is_it).map(Weekday);
        found.ok_or_else(|| {
            let short: Vec<String> = (0..7).map(|day| Weekday(day).short()).collect();
            let known = short.iter().map(String::as_str).chain(DAYS);
            let meant =
                nearest(text, known).map_or(String::new(), |meant| format!("; did you mean {meant}?"));
            format!("'{text}' is no day: these are {}{meant}", short.join(", "))
        })
    }

    /// Returns the name: `Monday`.
    pub fn name(self) -> &'static str {
        DAYS[self.0]
    }

    /// Returns the number in the week, from 1 for Monday.
    pub fn number(self) -> usize {
        self.0 + 1
    }

    /// Returns the short name: `mon`.
    pub fn short(self) -> String {
        self.name()[..3].to_lowercase()
    }
}

/// Puzzles of some ratings that a day asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Portion {
    /// Ratings as they are typed: `easy`, `5-8`.
    pub text: String,
    /// Accepted values of the scale's first column.
    pub ratings: RangeInclusive<u32>,
    /// Number of puzzles.
    pub count: usize,
}

/// A day of each week, and its puzzles as they are ordered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DayOrder {
    /// The day.
    pub day: Weekday,
    /// Its puzzles.
    pub portions: Vec<Portion>,
}

/// Reads orders such as `mon=easy:6 tue=easy:4+medium:2`, with ratings of the scale; sorted by day. The error
/// is a message that names the part that is not understood.
pub fn days_of(text: &str, scale: &Scale) -> Result<Vec<DayOrder>, String> {
    let mut days: Vec<DayOrder> = Vec::new();
    for part in text.split([' ', '\t', '\n', ',', ';']).filter(|part| !part.is_empty()) {
        let (day, portions) = part
            .split_once('=')
            .ok_or_else(|| format!("'{part}' is not DAY=RATING:COUNT, as in mon=easy:6"))?;
        let day = Weekday::named(day)?;
        if days.iter().any(|known| known.day == day) {
            return Err(format!("{} stands twice", day.short()));
        }
        let portion = |text: &str| portion(text, scale).map_err(|why| format!("{}: {why}", day.short()));
        let portions = portions.split('+').map(portion).collect::<Result<_, String>>()?;
        days.push(DayOrder { day, portions });
    }
    days.sort_by_key(|order| order.day);
    if days.is_empty() {
        Err("no day is named; name some, as in 'mon=easy:6 sun=hard:2'".into())
    } else {
        Ok(days)
    }
}

fn portion(text: &str, scale: &Scale) -> Result<Portion, String> {
    let (rating, count) =
        text.rsplit_once(':').ok_or_else(|| format!("'{text}' has no number of puzzles, as in easy:6"))?;
    let ratings = values(rating, scale, 0)?;
    let number = count.parse().ok().filter(|count| (1..=MOST).contains(count));
    let count = number.ok_or_else(|| format!("'{count}' after {rating}: is no number from 1 to {MOST}"))?;
    Ok(Portion { text: rating.to_string(), ratings, count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_or_their_fault_is_named() {
        let scale = Scale::named("H").unwrap();
        let days = days_of("sun=extreme:2 mon=Easy:4+medium-hard:2, Tuesday=easy:1", &scale).unwrap();
        let told: Vec<_> = days.iter().map(|day| (day.day.name(), day.portions.len())).collect();
        assert_eq!(told, [("Monday", 2), ("Tuesday", 1), ("Sunday", 1)]);
        assert_eq!((days[0].portions[1].ratings.clone(), days[0].portions[1].count), (1..=2, 2));
        let cases = [
            ("", "no day is named"),
            ("mun=easy:2", "'mun' is no day: these are mon, tue, wed, thu, fri, sat, sun; did you mean mon?"),
            ("mon", "'mon' is not DAY=RATING:COUNT"),
            ("mon=easy", "mon: 'easy' has no number of puzzles"),
            ("mon=easy:0", "mon: '0' after easy: is no number from 1 to 1000"),
            ("mon=easy:1001", "is no number"),
            ("mon=easy:-1", "is no number"),
            ("mon=esy:2", "Extreme (did you mean Easy?)"),
            ("mon=easy:2+", "mon: '' has no number"),
            ("mon=easy:2 monday=hard:1", "mon stands twice"),
        ];
        for (text, expected) in cases {
            let told = days_of(text, &scale).unwrap_err();
            assert!(told.contains(expected), "{text}: {told}");
        }
    }
}
