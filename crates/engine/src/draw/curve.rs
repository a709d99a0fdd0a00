//! Lines between candidates, bent only as much as is needed to keep digits readable.

use super::board::{CELL, Tenths, round};

pub(super) type Point = (f64, f64);

/// Distance from a candidate's centre to the end of a line, and length of the arrow.
const GAP: f64 = 9.5;
const ARROW: f64 = 5.5;

/// A quadratic curve.
#[derive(Clone, Copy)]
struct Curve {
    from: Point,
    control: Point,
    to: Point,
}

/// Things that lines should avoid.
pub(super) struct Obstacles {
    /// Points, and the minimum distance from each.
    pub points: Vec<(Point, f64)>,
    /// Side of the grid, which lines should not leave.
    pub side: f64,
}

impl Curve {
    /// Makes the curve whose control point is `bend` units beside the middle.
    fn bent(from: Point, to: Point, bend: f64) -> Curve {
        let length = distance(from, to);
        let across = ((from.1 - to.1) / length, (to.0 - from.0) / length);
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let control = (middle.0 + bend * across.0, middle.1 + bend * across.1);
        Curve { from, control, to }
    }

    fn at(&self, t: f64) -> Point {
        self.blossom(t, t)
    }

    /// Returns the control point of the part from `s` to `t`; the point at `t` if the two are equal.
    fn blossom(&self, s: f64, t: f64) -> Point {
        let between = |a: Point, b: Point| (a.0 + s * (b.0 - a.0), a.1 + s * (b.1 - a.1));
        let (a, b) = (between(self.from, self.control), between(self.control, self.to));
        (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1))
    }

    fn points(&self, count: usize) -> impl DoubleEndedIterator<Item = f64> {
        (1..count).map(move |k| k as f64 / count as f64)
    }

    /// Returns a penalty for nearness to obstacles, for leaving the grid and for bending.
    fn cost(&self, obstacles: &Obstacles, bend: f64) -> f64 {
        let points: Vec<Point> = self.points(24).map(|t| self.at(t)).collect();
        let is_out = |p: &Point| [p.0, p.1].into_iter().any(|x| !(3.0..=obstacles.side - 3.0).contains(&x));
        let ends = |of: fn(&Point) -> f64| {
            let places = points.iter().map(of);
            places.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)))
        };
        let (x, y) = (ends(|p| p.0), ends(|p| p.1));
        // A point far from the rectangle around the curve is far from the curve.
        let beside = |at: f64, (low, high): (f64, f64), near| at < low - near || at > high + near;
        let close =
            obstacles.points.iter().filter(|(at, near)| !beside(at.0, x, *near) && !beside(at.1, y, *near));
        let crossed = close.map(|&(at, near)| {
            let square = |p: Point| (p.0 - at.0) * (p.0 - at.0) + (p.1 - at.1) * (p.1 - at.1);
            let nearest = points.iter().map(|&p| square(p)).fold(f64::MAX, f64::min).sqrt();
            (near - nearest).max(0.0) / 6.0
        });
        let out = if points.iter().any(is_out) { 4.0 } else { 0.0 };
        crossed.sum::<f64>() + out + bend.abs() / 150.0
    }
}

/// Draws the line from one candidate to another, with an arrow at its end, as the data of two paths. The line
/// becomes an obstacle.
pub(super) fn line(from: Point, to: Point, obstacles: &mut Obstacles) -> (String, String) {
    let length = distance(from, to);
    let bends: Vec<f64> = if length < 0.75 * CELL {
        vec![36.0, -36.0, 44.0, -44.0]
    } else {
        let steps = [0.0, 0.08, 0.14, 0.2, 0.28, 0.36].into_iter();
        steps.flat_map(|step| [step * length, -step * length]).collect()
    };
    let ends = [from, to];
    let others = obstacles.points.iter().copied().filter(|(at, _)| !ends.contains(at));
    let others = Obstacles { points: others.collect(), ..*obstacles };
    let curves = bends.into_iter().map(|bend| {
        let curve = Curve::bent(from, to, bend);
        (curve, curve.cost(&others, bend))
    });
    let best = curves.min_by(|a, b| a.1.total_cmp(&b.1));
    let curve = best.map_or(Curve::bent(from, to, 0.0), |(curve, _)| curve);
    obstacles.points.extend(curve.points(4).map(|t| (curve.at(t), 9.0)));
    drawn(&curve)
}

/// Draws the part of a curve outside its ends, and its arrow.
fn drawn(curve: &Curve) -> (String, String) {
    let beyond = |end: Point, gap: f64| move |t: &f64| distance(curve.at(*t), end) > gap;
    let first = curve.points(100).find(beyond(curve.from, GAP)).unwrap_or(0.3);
    let last = curve.points(100).rev().find(beyond(curve.to, GAP + ARROW)).unwrap_or(0.7);
    let tip = curve.points(100).rev().find(beyond(curve.to, GAP)).unwrap_or(0.8);
    let last = last.max(first);
    let (start, bend, end) = (curve.at(first), curve.blossom(first, last), curve.at(last));
    let path = format!("M{}q{}", text(start), steps(&[(start, bend), (start, end)]));
    let tip = curve.at(tip);
    let length = distance(end, tip).max(0.1);
    let across = ((end.1 - tip.1) / length * 3.4, (tip.0 - end.0) / length * 3.4);
    let (a, b) = ((end.0 + across.0, end.1 + across.1), (end.0 - across.0, end.1 - across.1));
    (path, format!("M{}l{}z", text(tip), steps(&[(tip, a), (a, b)])))
}

/// Formats the way from one point to another for relative commands, without optional blanks: long pages
/// consist of such numbers.
fn steps(pairs: &[(Point, Point)]) -> String {
    let by = |from: f64, to: f64| Tenths(round(to).0 - round(from).0).to_string();
    let numbers = pairs.iter().flat_map(|(from, to)| [by(from.0, to.0), by(from.1, to.1)]);
    let join = |line: String, number: String| match number.starts_with('-') || line.is_empty() {
        true => line + &number,
        false => line + " " + &number,
    };
    numbers.fold(String::new(), join)
}

fn distance(a: Point, b: Point) -> f64 {
    let (x, y) = (a.0 - b.0, a.1 - b.1);
    (x * x + y * y).sqrt()
}

/// Formats a point: `12.5 30`.
pub(super) fn text(point: Point) -> String {
    format!("{} {}", round(point.0), round(point.1))
}
