//! Plots over two axes: rating by number of clues, rating against a number of the input, times.

use super::chart::{
    Anchor, Axis, Chart, FONT, SERIES, WIDTH, axes, decimal_log, most_room, power_of_ten, short,
};

/// A mean with its standard error, at a number of clues.
pub(super) struct Mean {
    pub clues: f64,
    pub mean: f64,
    pub error: f64,
}

/// Mean rating by number of clues, two standard errors up and down; a curve for each ladder.
pub(super) fn by_clues(ladders: &[(&str, Vec<Mean>)]) -> String {
    let means = || ladders.iter().take(SERIES).flat_map(|(_, means)| means);
    let ends = |of: &dyn Fn(&Mean) -> f64| {
        means().map(of).fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)))
    };
    let (first, last) = ends(&|mean| mean.clues);
    let highest = ends(&|mean| mean.mean + 2.0 * mean.error).1.max(1.0);
    let x = Axis { from: (first - 0.5, last + 0.5), to: (44.0, WIDTH - 12.0) };
    let y = Axis { from: (0.0, highest), to: (250.0, 28.0) };
    let mut chart = Chart::new(WIDTH, 288.0, "Mean rating by number of clues");
    axes(&mut chart, x, y, ("clues", "mean rating ± 2 se"), true);
    for (series, (ladder, means)) in ladders.iter().enumerate().take(SERIES) {
        // Side by side where they have the same number of clues.
        let aside = 5.0 * (series as f64 - 0.5 * (ladders.len().min(SERIES) as f64 - 1.0));
        let at = |mean: &Mean| (x.at(mean.clues) + aside, y.at(mean.mean));
        let points: Vec<(f64, f64)> = means.iter().map(at).collect();
        chart.curve(&points, &format!("s{series}"));
        for (mean, &point) in means.iter().zip(&points) {
            let (low, high) =
                ((mean.mean - 2.0 * mean.error).max(0.0), mean.mean + 2.0 * mean.error);
            chart.line((point.0, y.at(low)), (point.0, y.at(high)), &format!("error s{series}"));
            chart.mark(point, series);
        }
        let values = means.iter().map(|mean| format!("{} {:.2}", mean.clues, mean.mean));
        chart.describe(&format!("{ladder}: {}", values.collect::<Vec<_>>().join(", ")));
    }
    chart.html()
}

/// Puzzles with these two values.
pub(super) struct Bubble {
    pub a: f64,
    pub b: f64,
    pub puzzles: f64,
}

/// A circle for each pair of values, its area the number of puzzles; the line is the least-squares one.
pub(super) fn scatter(names: (&str, &str), classes: &[Bubble], line: (f64, f64)) -> String {
    let ends = |of: &dyn Fn(&Bubble) -> f64| {
        classes
            .iter()
            .map(of)
            .fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)))
    };
    let (a, b) = (ends(&|class| class.a), ends(&|class| class.b));
    let wide =
        |(low, high): (f64, f64)| if high > low { (low, high) } else { (low - 1.0, high + 1.0) };
    let (a, b) = (wide(a), wide(b));
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
    axes(&mut chart, frame_x, frame_y, names, false);
    for class in classes {
        let radius = least + (full - least) * (class.puzzles / most).sqrt();
        let (x, y) = (x.at(class.a), y.at(class.b));
        chart.add(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" class=\"bubble\"/>"
        ));
    }
    let (slope, intercept) = line;
    if slope.is_finite() && slope != 0.0 {
        // The part of the line inside the frame.
        let value = |a: f64| slope * a + intercept;
        let inside = |a: f64| value(a).clamp(frame_y.from.0, frame_y.from.1);
        let ends = [frame_x.from.0, frame_x.from.1].map(|a| {
            let b = inside(a);
            (frame_x.at((b - intercept) / slope), frame_y.at(b))
        });
        chart.line(ends[0], ends[1], "fit");
        chart.describe(&format!(
            "line {} = {} · {} + {}",
            names.1,
            short(slope),
            names.0,
            short(intercept)
        ));
    }
    chart.html()
}

/// The times of a rung, in microseconds: median, 90 %, 99 %, longest.
pub(super) struct TimeRow {
    pub name: String,
    pub at: [f64; 4],
}

/// A row for each rung: its times on a logarithmic scale.
pub(super) fn times(ladder: &str, rows: &[TimeRow]) -> String {
    const ROW: f64 = 22.0;
    let left = most_room(rows.iter().map(|row| row.name.as_str())).max(40.0) + 10.0;
    let all = || rows.iter().flat_map(|row| row.at).filter(|time| *time > 0.0);
    let low = decimal_log(all().fold(f64::MAX, f64::min)).floor();
    let high = decimal_log(all().fold(f64::MIN, f64::max)).ceil().max(low + 1.0);
    let x = Axis { from: (low, high), to: (left + 8.0, WIDTH - 30.0) };
    let bottom = 8.0 + ROW * rows.len() as f64;
    let title = format!("Time per puzzle by rating {ladder}");
    let mut chart = Chart::new(WIDTH, bottom + FONT + 12.0, &title);
    let mut last = f64::MIN;
    for decade in (low as i32)..=(high as i32) {
        let place = x.at(f64::from(decade));
        chart.line((place, 4.0), (place, bottom), "rule");
        let label = microseconds(power_of_ten(decade));
        // Labels that would touch the last one are left out.
        if place - last > room_of_label() {
            chart.text(place, bottom + FONT + 4.0, Anchor::Middle, "", &label);
            last = place;
        }
    }
    for (k, row) in rows.iter().enumerate() {
        let y = 6.0 + ROW * (k as f64 + 0.5);
        chart.text(left, y + 0.35 * FONT, Anchor::End, "", &row.name);
        let at = row.at.map(|time| x.at(decimal_log(time.max(1e-3))));
        chart.line((at[0], y), (at[3], y), "range");
        for (series, place) in at.into_iter().enumerate() {
            chart.mark((place, y), series);
        }
        let [median, ninety, most, longest] = row.at.map(microseconds);
        chart.describe(&format!(
            "{}: median {median}, 90 % {ninety}, 99 % {most}, longest {longest}",
            row.name
        ));
    }
    chart.html()
}

fn room_of_label() -> f64 {
    super::chart::room("100 µs") + 8.0
}

/// A time in the unit that suits it.
pub(super) fn microseconds(time: f64) -> String {
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
