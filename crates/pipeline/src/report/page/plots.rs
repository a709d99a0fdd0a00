//! Plots over two axes: rating by number of clues, rating against a number of the input, times.

use super::chart::{
    Axis, Chart, FONT, SERIES, WIDTH, axes, decimal_log, ends, most_room, power_of_ten, room, short, whole,
};
use super::{ScaleView, column};
use crate::report::{columns::Named, kept::KeptRow};

/// Times drawn for a rating.
const TIMES: [Named<f64>; 4] = [column::HALF, column::NINETY, column::NINETY_NINE, column::LONGEST];

/// Maximum number of classes in a scatter plot; beyond it, the values are put into bins.
const BUBBLES: usize = 2000;

/// Returns the ladders that have means.
pub(super) fn with_means<'l, 'a>(ladders: &'l [ScaleView<'a>]) -> Vec<&'l ScaleView<'a>> {
    ladders.iter().filter(|ladder| !ladder.means.is_empty()).take(SERIES).collect()
}

/// Draws the mean rating by number of clues, with two standard errors up and down; a curve for each ladder
/// with means.
pub(super) fn by_clues(ladders: &[&ScaleView]) -> Option<String> {
    let means = || ladders.iter().flat_map(|ladder| &ladder.means);
    let bar = |row: &KeptRow| {
        let (mean, error) = (row.number(column::MEAN), 2.0 * row.number(column::MEAN.error()));
        ((mean - error).max(0.0), mean + error)
    };
    means().next()?;
    let (first, last) = ends(means().map(|row| row.number(column::GROUP)));
    let highest = ends(means().map(|row| bar(row).1)).1.max(1.0);
    let x = Axis { from: (first - 0.5, last + 0.5), to: (44.0, WIDTH - 12.0) };
    let y = Axis { from: (0.0, highest), to: (250.0, 28.0) };
    let mut chart = Chart::new(WIDTH, 288.0, "Mean rating by number of clues");
    axes(&mut chart, x, y, ("clues", "mean rating ± 2 se"), &whole);
    for (series, ladder) in ladders.iter().enumerate() {
        // Ladders are side by side at the same number of clues.
        let aside = 5.0 * (series as f64 - 0.5 * (ladders.len() as f64 - 1.0));
        let at = |row: &KeptRow| (x.at(row.number(column::GROUP)) + aside, y.at(row.number(column::MEAN)));
        let points: Vec<(f64, f64)> = ladder.means.iter().map(at).collect();
        chart.curve(&points, &format!("s{series}"));
        for (mean, &(x, middle)) in ladder.means.iter().zip(&points) {
            let (low, high) = bar(mean);
            chart.line((x, y.at(low)), (x, y.at(high)), &format!("error s{series}"));
            chart.mark(x, middle, series);
        }
        let value = |row: &KeptRow| format!("{} {:.2}", row.text(column::GROUP), row.number(column::MEAN));
        let values: Vec<String> = ladder.means.iter().map(value).collect();
        chart.describe(&format!("{}: {}", ladder.name(), values.join(", ")));
    }
    Some(chart.html())
}

/// Puzzles with these two values.
struct Bubble {
    a: f64,
    b: f64,
    puzzles: f64,
}

/// Draws a circle for each pair of values, its area the number of puzzles, and the least-squares line.
/// `levels` are the names of the values across, if they are levels.
pub(super) fn scatter(names: (&str, &str), levels: &[&str], classes: &[KeptRow], line: (f64, f64)) -> String {
    let classes = binned(classes);
    let wide = |(low, high): (f64, f64)| if high > low { (low, high) } else { (low - 1.0, high + 1.0) };
    let a = wide(ends(classes.iter().map(|class| class.a)));
    let b = wide(ends(classes.iter().map(|class| class.b)));
    let most = classes.iter().map(|class| class.puzzles).fold(1.0, f64::max);
    let (full, least) = (13.0, 1.2);
    let x = Axis { from: a, to: (46.0 + full, WIDTH - 6.0 - full) };
    let y = Axis { from: b, to: (300.0 - full, 28.0 + full) };
    let title = format!("{} against {}", names.1, names.0);
    let mut chart = Chart::new(WIDTH, 342.0, &title);
    let around = |scale: Axis, by: f64| {
        let unit = (scale.from.1 - scale.from.0) / (scale.to.1 - scale.to.0).abs() * by;
        (scale.from.0 - unit, scale.from.1 + unit)
    };
    let frame_x = Axis { from: around(x, full), to: (46.0, WIDTH - 6.0) };
    let frame_y = Axis { from: around(y, full), to: (300.0, 28.0) };
    axes(&mut chart, frame_x, frame_y, names, &|tick| match levels {
        [] => Some(short(tick)),
        levels => {
            levels.get(tick as usize).filter(|_| tick >= 0.0 && tick.fract() == 0.0).map(|it| it.to_string())
        }
    });
    for class in &classes {
        let radius = least + (full - least) * (class.puzzles / most).sqrt();
        chart.circle(x.at(class.a), y.at(class.b), format_args!("{radius:.1}"), "bubble");
    }
    let (slope, intercept) = line;
    if slope.is_finite() && slope != 0.0 {
        // Part of the line inside the frame.
        let inside = |a: f64| (slope * a + intercept).clamp(frame_y.from.0, frame_y.from.1);
        let [from, to] = [frame_x.from.0, frame_x.from.1].map(|a| {
            let b = inside(a);
            (frame_x.at((b - intercept) / slope), frame_y.at(b))
        });
        chart.line(from, to, "fit");
        let (slope, intercept) = (short(slope), short(intercept));
        chart.describe(&format!("line {} = {slope} · {} + {intercept}", names.1, names.0));
    }
    chart.html()
}

/// Returns at most as many classes as a page can hold, by putting values of b into bins.
fn binned(rows: &[KeptRow]) -> Vec<Bubble> {
    let class = |row: &KeptRow| {
        let [a, b] = [column::VALUE_A, column::VALUE_B].map(|column| row.number(column));
        let puzzles = row.count(column::PUZZLES) as f64;
        Bubble { a, b, puzzles }
    };
    let classes: Vec<Bubble> = rows.iter().map(class).collect();
    if classes.len() <= BUBBLES {
        return classes;
    }
    let (low, high) = ends(classes.iter().map(|class| class.b));
    let step = (high - low) / 60.0;
    let mut bins: Vec<Bubble> = Vec::new();
    // Classes are in order of a, then b.
    for class in classes {
        let b = low + ((class.b - low) / step).floor() * step + 0.5 * step;
        match bins.last_mut().filter(|last| last.a == class.a && last.b == b) {
            Some(last) => last.puzzles += class.puzzles,
            None => bins.push(Bubble { b, ..class }),
        }
    }
    bins
}

/// Draws a row for each rating: its times on a logarithmic scale, median, 90 %, 99 %, longest.
pub(super) fn times(ladder: &str, rows: &[KeptRow]) -> String {
    const ROW: f64 = 22.0;
    let names: Vec<String> = rows.iter().map(|row| row.text(column::RATING)).collect();
    let times = |row: &KeptRow| TIMES.map(|column| row.number(column));
    let left = most_room(&names).max(40.0) + 10.0;
    let (low, high) = ends(rows.iter().flat_map(times).filter(|time| *time > 0.0));
    let low = decimal_log(low).floor();
    let high = decimal_log(high).ceil().max(low + 1.0);
    let x = Axis { from: (low, high), to: (left + 8.0, WIDTH - 30.0) };
    let bottom = 8.0 + ROW * rows.len() as f64;
    let title = format!("Time per puzzle by rating {ladder}");
    let mut chart = Chart::new(WIDTH, bottom + FONT + 12.0, &title);
    let mut last = f64::MIN;
    for decade in (low as i32)..=(high as i32) {
        let place = x.at(f64::from(decade));
        chart.line((place, 4.0), (place, bottom), "rule");
        let label = microseconds(power_of_ten(decade));
        // Labels that would touch the previous one are left out.
        if place - last > room("100 µs") + 8.0 {
            chart.text(place, bottom + FONT + 4.0, "middle", "", &label);
            last = place;
        }
    }
    for (k, (row, name)) in rows.iter().zip(&names).enumerate() {
        let y = 6.0 + ROW * (k as f64 + 0.5);
        chart.text(left, y + 0.35 * FONT, "end", "", name);
        let at = times(row).map(|time| x.at(decimal_log(time.max(1e-3))));
        chart.line((at[0], y), (at[3], y), "range");
        for (series, place) in at.into_iter().enumerate() {
            chart.mark(place, y, series);
        }
        let [median, ninety, most, longest] = times(row).map(microseconds);
        chart.describe(&format!("{name}: median {median}, 90 % {ninety}, 99 % {most}, longest {longest}"));
    }
    chart.html()
}

/// Prints a time in a suitable unit.
fn microseconds(time: f64) -> String {
    let short = |number: f64| {
        if number < 9.95 { short((10.0 * number).round() / 10.0) } else { format!("{number:.0}") }
    };
    match time {
        time if time < 1e3 => format!("{} µs", short(time)),
        time if time < 1e6 => format!("{} ms", short(time / 1e3)),
        time => format!("{} s", short(time / 1e6)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let values = [0.5, 12.0, 999.0, 1500.0, 2.5e7].map(microseconds);
        assert_eq!(values, ["0.5 µs", "12 µs", "999 µs", "1.5 ms", "25 s"]);
    }
}
