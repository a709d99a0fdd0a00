//! Puzzles by rating: bars for each ladder, and for each a curve of the share solved up to a rating.

use super::chart::{Axis, Chart, FONT, SERIES, To, WIDTH, axes, most_room, percent, room, whole};
use super::{ScaleView, column, share_and_puzzles};
use crate::report::{columns::Named, kept::KeptRow};
use sudoscope_engine::scale::Unit;

/// Bar of a chart: a name before it, a label after it.
pub(crate) struct Bar {
    pub name: String,
    pub label: String,
    pub length: f64,
}

/// Draws a bar for each row of a table, with its share and puzzles.
pub(super) fn bars<T: ?Sized>(
    title: &str, rows: &[KeptRow], name: Named<T>, class: &str, to: &dyn Fn(&str) -> Option<To>,
) -> String {
    let bar = |row: &KeptRow| {
        let (name, label) = (row.text(name), share_and_puzzles(row));
        Bar { name, label, length: row.number(column::SHARE) }
    };
    draw_bars(title, &rows.iter().map(bar).collect::<Vec<_>>(), class, to)
}

/// Draws bars, each with a link by its name.
pub(crate) fn draw_bars(title: &str, bars: &[Bar], class: &str, to: &dyn Fn(&str) -> Option<To>) -> String {
    const ROW: f64 = 20.0;
    let [names, labels] = [|bar: &Bar| bar.name.clone(), |bar: &Bar| bar.label.clone()]
        .map(|text| bars.iter().map(text).collect::<Vec<String>>());
    let (left, right) = (most_room(&names) + 8.0, most_room(&labels) + 8.0);
    let most = bars.iter().map(|bar| bar.length).fold(0.0, f64::max);
    let width = WIDTH.max(left + right + 120.0);
    let scale = Axis { from: (0.0, most), to: (0.0, width - left - right) };
    let mut chart = Chart::new(width, ROW * bars.len() as f64 + 4.0, title);
    for (k, Bar { name, label, length }) in bars.iter().enumerate() {
        let (y, length) = (ROW * k as f64 + 2.0, scale.at(*length));
        let line = y + 0.5 * ROW + 0.35 * FONT;
        let to = to(name);
        to.iter().for_each(|to| chart.lead(to));
        chart.text(left - 6.0, line, "end", "", name);
        chart.bar(left, y + 2.0, length.max(1.0), ROW - 4.0, class);
        chart.text(left + length + 6.0, line, "start", "", label);
        to.iter().for_each(|_| chart.led());
        chart.describe(&format!("{name}: {label}"));
    }
    chart.html()
}

/// Draws all puzzles as one bar, with a part for each rating; puzzles without one are hatched.
pub(super) fn strip(ladder: &ScaleView) -> String {
    const HEIGHT: f64 = 26.0;
    let title = format!("All puzzles by rating {}", ladder.name());
    let mut chart = Chart::new(WIDTH, HEIGHT + FONT + 8.0, &title);
    let most = ladder.levels.len().max(2) as f64 - 1.0;
    let (mut x, mut free) = (0.0, 0.0);
    for (k, row) in ladder.levels.iter().enumerate() {
        let (width, name) = (WIDTH * row.number(column::SHARE) / 100.0, row.text(column::RATING));
        if width <= 0.0 {
            continue;
        }
        chart.lead(&To::ladder(ladder.name()).and("rating", &name));
        let is_rated = row.rating().is_some();
        let shade = 0.2 + 0.8 * k as f64 / most;
        let fill = if is_rated { "s0" } else { "none" };
        chart.add(format_args!(
            "<rect x=\"{x:.1}\" y=\"0\" width=\"{width:.2}\" height=\"{HEIGHT}\" class=\"part {fill}\" \
             fill-opacity=\"{shade:.2}\"/>"
        ));
        // Labels are drawn if there is room under the part, or beside earlier labels.
        let middle = x + 0.5 * width;
        let half = 0.5 * room(&name);
        if middle - half >= free && middle + half <= WIDTH {
            chart.text(middle, HEIGHT + FONT + 2.0, "middle", "", &name);
            free = middle + half + 4.0;
        }
        chart.led();
        chart.describe(&format!("{name}: {}", share_and_puzzles(row)));
        x += width;
    }
    chart.html()
}

/// Returns the ladders that share an axis of ratings: the ladders with numbers, or else the ladders with the
/// same names as the first ladder.
pub(super) fn with_curve<'l, 'a>(ladders: &'l [ScaleView<'a>]) -> Vec<&'l ScaleView<'a>> {
    let first = ladders.iter().find(|ladder| !ladder.has_names()).or(ladders.first());
    let has_its_axis = |ladder: &&ScaleView| match first.map(|first| first.scale.unit()) {
        Some(unit @ Unit::Named(_)) => ladder.scale.unit() == unit,
        _ => !ladder.has_names(),
    };
    ladders.iter().filter(has_its_axis).take(SERIES).collect()
}

/// Draws the share solved up to each rating, a curve for each ladder.
pub(super) fn cumulative(ladders: &[&ScaleView]) -> String {
    let label = |tick: f64| match ladders.first().map(|ladder| ladder.scale.unit()) {
        Some(unit @ Unit::Named(_)) => whole(tick).map(|_| unit.text(tick as u32)),
        _ => whole(tick),
    };
    let ratings = ladders.iter().flat_map(|ladder| &ladder.levels).filter_map(|row| row.rating());
    let last = ratings.fold(1.0, f64::max);
    let right = WIDTH - label(last).map_or(0.0, |label| 0.5 * room(&label)).max(12.0);
    let x = Axis { from: (0.0, last), to: (40.0, right) };
    let y = Axis { from: (0.0, 100.0), to: (250.0, 28.0) };
    let mut chart = Chart::new(WIDTH, 288.0, "Share of puzzles solved up to each rating");
    axes(&mut chart, x, y, ("rating", "solved, %"), &label);
    for (series, ladder) in ladders.iter().enumerate() {
        let (mut points, mut values) = (Vec::new(), Vec::new());
        for level in &ladder.levels {
            let Some(rating) = level.rating() else { continue };
            let share = level.number(column::CUMULATIVE_SHARE);
            points.push((x.at(rating), y.at(share)));
            values.push(format!("{} {}", level.text(column::RATING), percent(share)));
        }
        chart.curve(&points, &format!("s{series}"));
        points.iter().for_each(|&(x, y)| chart.mark(x, y, series));
        chart.describe(&format!("{}: {}", ladder.name(), values.join(", ")));
    }
    chart.html()
}
