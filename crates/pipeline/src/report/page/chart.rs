//! Common parts of all charts: the SVG element, space for text, axes.
//!
//! ```text
//!   0 ─────────────────────────▶ x, in pixels at full size
//!   │  ┌─ margin ─┬──────────┐
//!   │  │  labels  │   plot   │   a chart fills the width it is given, up to its own;
//!   │  └──────────┴──────────┘   a wide one keeps its size and is scrolled
//!   ▼ y
//! ```

use std::fmt::{Display, Write};
use sudoscope_engine::draw::escape;

/// Width of most charts: nearly that of a telephone.
pub(super) const WIDTH: f64 = 440.0;
/// Size of all text.
pub(super) const FONT: f64 = 12.0;
/// Number of series that differ by colour, mark and dash.
pub(super) const SERIES: usize = 6;

/// Link from a part of a chart to examples: the attributes by which the page's script selects the examples in
/// their table.
#[derive(Default)]
pub(crate) struct To(String);

impl To {
    pub(super) fn ladder(name: &str) -> To {
        To::default().and("scale", name)
    }

    /// Narrows the link to examples with this value of `rating`, `rule`, `set` or `line`.
    pub(super) fn and(mut self, what: &str, is: &str) -> To {
        let _ = write!(self.0, " data-{what}=\"{}\"", escape(is));
        self
    }
}

/// Chart being drawn.
pub(super) struct Chart {
    width: f64,
    height: f64,
    title: String,
    /// Description for readers who cannot see it.
    about: String,
    body: String,
}

impl Chart {
    pub(super) fn new(width: f64, height: f64, title: &str) -> Chart {
        Chart { width, height, title: title.to_string(), about: String::new(), body: String::new() }
    }

    /// Adds to the description for readers who cannot see the chart.
    pub(super) fn describe(&mut self, text: &str) {
        if !self.about.is_empty() {
            self.about += "; ";
        }
        self.about += text;
    }

    /// Draws a text with its baseline at `y`, and its start, middle or end at `x`.
    pub(super) fn text(&mut self, x: f64, y: f64, anchor: &str, class: &str, text: &str) {
        let text = escape(text);
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{text}</text>"
        ));
    }

    /// Draws a text upwards from a point.
    pub(super) fn upright(&mut self, x: f64, y: f64, text: &str) {
        let text = escape(text);
        self.add(format_args!("<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\">{text}</text>"));
    }

    pub(super) fn bar(&mut self, x: f64, y: f64, width: f64, height: f64, class: &str) {
        self.add(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\" class=\"{class}\"/>",
            width.max(0.0)
        ));
    }

    pub(super) fn circle(&mut self, x: f64, y: f64, radius: impl Display, class: &str) {
        self.add(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" class=\"{class}\"/>"));
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(format_args!("<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" class=\"{class}\"/>"));
    }

    pub(super) fn curve(&mut self, points: &[(f64, f64)], class: &str) {
        let mut path = String::new();
        for (k, (x, y)) in points.iter().enumerate() {
            let _ = write!(path, "{}{x:.1} {y:.1}", if k == 0 { 'M' } else { 'L' });
        }
        self.add(format_args!("<path d=\"{path}\" class=\"curve {class}\"/>"));
    }

    /// Starts a group that leads to these examples, which [`Chart::led`] ends.
    pub(super) fn lead(&mut self, to: &To) {
        self.add(format_args!("<g class=\"go\"{}>", to.0));
    }

    /// Ends a group that [`Chart::lead`] started.
    pub(super) fn led(&mut self) {
        self.add(format_args!("</g>"));
    }

    /// Draws the mark of a series, which has a shape of its own.
    pub(super) fn mark(&mut self, x: f64, y: f64, series: usize) {
        self.add(format_args!("{}", mark(x, y, series)));
    }

    /// Adds any element.
    pub(super) fn add(&mut self, element: std::fmt::Arguments) {
        let _ = writeln!(self.body, "{element}");
    }

    /// Returns the element, to be put into a page.
    pub(super) fn html(&self) -> String {
        let Chart { width, height, body, .. } = self;
        let (title, about) = (escape(&self.title), escape(&self.about));
        let label = if about.is_empty() { title.clone() } else { format!("{title}: {about}") };
        format!(
            "<svg class=\"chart\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" \
             role=\"img\" aria-label=\"{label}\">\n<title>{title}</title>\n{body}</svg>\n"
        )
    }
}

/// Returns the mark of a series: disc, square, triangle, diamond, cross, ring.
pub(super) fn mark(x: f64, y: f64, series: usize) -> String {
    let shape = match series % SERIES {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"),
        1 => format!("<path d=\"M{:.1} {:.1}h7v7h-7z\"/>", x - 3.5, y - 3.5),
        2 => format!("<path d=\"M{x:.1} {:.1}l4.5 8h-9z\"/>", y - 5.0),
        3 => format!("<path d=\"M{x:.1} {:.1}l5 5l-5 5l-5-5z\"/>", y - 5.0),
        4 => format!("<path class=\"open\" d=\"M{:.1} {:.1}l7 7m0-7l-7 7\"/>", x - 3.5, y - 3.5),
        _ => format!("<circle class=\"open\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>"),
    };
    format!("<g class=\"mark s{}\">{shape}</g>", series % SERIES)
}

/// Estimates the width of a text, rather too large than too small, as fonts differ.
pub(super) fn room(text: &str) -> f64 {
    0.62 * FONT * text.chars().count() as f64
}

/// Estimates the width of the longest of some texts.
pub(super) fn most_room(texts: &[impl AsRef<str>]) -> f64 {
    texts.iter().map(|text| room(text.as_ref())).fold(0.0, f64::max)
}

/// Returns the smallest and the largest of some numbers.
pub(super) fn ends(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)))
}

/// Linear scale from values to places.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub from: (f64, f64),
    pub to: (f64, f64),
}

impl Axis {
    /// Returns the place of a value.
    pub(super) fn at(&self, value: f64) -> f64 {
        let ((low, high), (start, end)) = (self.from, self.to);
        if high == low { start } else { start + (value - low) / (high - low) * (end - start) }
    }

    /// Returns round values for ticks, about `most` of them, whose labels fit beside each other.
    pub(super) fn ticks(&self, most: usize) -> Vec<f64> {
        let (low, high) = self.from;
        let most = most.max(1);
        let step = step((high - low) / most as f64);
        let first = (low / step).ceil();
        // Counted, as a step may be too small to lead from one large number to another.
        let ticks = (0..=most).map(|k| (first + k as f64) * step);
        let mut ticks: Vec<f64> = ticks.take_while(|tick| *tick <= high + 1e-9).collect();
        ticks.dedup();
        ticks
    }
}

/// Returns the smallest of …, 0.5, 1, 2, 5, 10, … that is at least `least`.
fn step(least: f64) -> f64 {
    if least <= 0.0 || !least.is_finite() {
        return 1.0;
    }
    let unit = power_of_ten(exponent_of(least));
    let times = [1.0, 2.0, 5.0, 10.0].into_iter().find(|times| times * unit >= least * (1.0 - 1e-9));
    times.unwrap_or(10.0) * unit
}

/// Returns the exponent of a positive number, read from its decimal digits: the same on every machine, unlike
/// logarithms.
fn exponent_of(number: f64) -> i32 {
    let digits = format!("{number:e}");
    digits.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0)
}

/// Returns the number nearest to this power of ten.
pub(super) fn power_of_ten(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().unwrap_or(1.0)
}

/// Returns the decimal logarithm of a positive number, up to one part in a million. Each bit of its fraction
/// says whether squaring the remainder reaches ten. It is the same on every machine, as it uses only
/// multiplication and division.
pub(super) fn decimal_log(number: f64) -> f64 {
    if number <= 0.0 || !number.is_finite() {
        return 0.0;
    }
    let exponent = exponent_of(number);
    let (mut rest, mut fraction) = (number / power_of_ten(exponent), 0.0);
    for bit in 1..=20 {
        rest *= rest;
        if rest >= 10.0 {
            rest /= 10.0;
            fraction += 1.0 / f64::from(1 << bit);
        }
    }
    f64::from(exponent) + fraction
}

/// Formats a number as briefly as possible, with at most three decimals.
pub(in crate::report) fn short(number: f64) -> String {
    if number.abs() >= 1e15 {
        return format!("{number:e}");
    }
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Prints a share in percent, with more decimals near 0 and 100.
pub(in crate::report) fn percent(share: f64) -> String {
    if share > 0.0 && share < 0.995 || share > 99.0 && share < 100.0 {
        format!("{share:.2} %")
    } else {
        format!("{share:.1} %")
    }
}

/// Prints a whole number as the label of an axis.
pub(super) fn whole(tick: f64) -> Option<String> {
    (tick.fract() == 0.0).then(|| short(tick))
}

/// Draws the axes of a plot: lines across it at values of y, values of x below, the names of both. Values
/// without a `label` get no tick.
pub(super) fn axes(
    chart: &mut Chart, x: Axis, y: Axis, names: (&str, &str), label: &dyn Fn(f64) -> Option<String>,
) {
    let ((left, right), (bottom, top)) = (x.to, y.to);
    for tick in y.ticks(((bottom - top) / 30.0) as usize) {
        chart.line((left, y.at(tick)), (right, y.at(tick)), "rule");
        chart.text(left - 6.0, y.at(tick) + 0.35 * FONT, "end", "", &short(tick));
    }
    let ends = [x.from.0, x.from.1].map(|end| label(end).unwrap_or_else(|| short(end)));
    let widest = most_room(&ends) + 14.0;
    for tick in x.ticks(((right - left) / widest) as usize) {
        let Some(label) = label(tick) else { continue };
        chart.line((x.at(tick), bottom), (x.at(tick), bottom + 4.0), "axis");
        chart.text(x.at(tick), bottom + 4.0 + FONT, "middle", "", &label);
    }
    chart.line((left, bottom), (right, bottom), "axis");
    chart.text(right, bottom + 2.0 * FONT + 10.0, "end", "name", names.0);
    chart.text(0.0, top - 10.0, "start", "name", names.1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let scale = Axis { from: (0.0, 11.0), to: (0.0, 300.0) };
        assert_eq!(scale.ticks(6), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(scale.at(11.0), 300.0);
        let scale = Axis { from: (17.0, 17.0), to: (0.0, 300.0) };
        assert_eq!(scale.ticks(6), [17.0]);
    }

    #[test]
    fn logarithms_are_exact_at_powers_of_ten_and_near_elsewhere() {
        for exponent in -3..9 {
            assert_eq!(decimal_log(power_of_ten(exponent)), f64::from(exponent));
        }
        for k in 1..5000 {
            let number = 0.017 * f64::from(k * k);
            let (ours, system) = (decimal_log(number), number.log10());
            assert!((0.0..2e-6).contains(&(system - ours + 1e-9)), "{number}: {ours} {system}");
        }
    }

    /// Numbers of the input may be as large as a line can hold.
    #[test]
    fn large_numbers_have_few_ticks() {
        let ticks = |low, high| Axis { from: (low, high), to: (0.0, 300.0) }.ticks(6);
        assert_eq!(ticks(1e300, 1e300), [1e300]);
        assert_eq!(ticks(-1e300, 1e300).len(), 5);
        for (low, high) in [(f64::MIN, f64::MAX), (0.0, f64::INFINITY), (1e16, 1e16 + 2.0)] {
            assert!((1..=7).contains(&ticks(low, high).len()), "{low} to {high}");
        }
        assert_eq!((short(1e300), short(-2.5e20)), ("1e300".to_string(), "-2.5e20".to_string()));
    }

    #[test]
    fn shares_keep_their_decimals() {
        assert_eq!(percent(42.35), "42.4 %");
        assert_eq!(percent(0.04), "0.04 %");
        assert_eq!(percent(99.96), "99.96 %");
        assert_eq!((percent(0.0), percent(100.0)), ("0.0 %".to_string(), "100.0 %".to_string()));
    }
}
