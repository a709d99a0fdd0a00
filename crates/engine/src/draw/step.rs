//! Picture of a resolution step: the grid with the pattern's marks, and an explanation below the grid.
//!
//! ```text
//!        c1 … c9
//!   r1  ┏━━━━━━━━┓      shades, lines of the grid, links, marks, digits: in this order
//!   ⋮   ┃        ┃
//!       ┗━━━━━━━━┛
//!   whip[3]: …          the step
//!   whip: …             conclusion of the rule
//!   ○ …  ● …            legend of the marks used
//!   best templates …    totals of weights
//! ```

use super::board::{self, Board, SIDE, digits, round};
use super::caption::wrap;
use super::frame::Frame;
use super::legend::legend;
use super::marks::{Marks, Role};
use super::shapes::{LEFT, MARGIN, TOP, over, under};
use super::svg::{Drawing, escape};
use crate::evidence::{Info, Step};
use crate::grid::{Candidate, Candidates};

const WIDTH: f64 = LEFT + SIDE + MARGIN;
/// Characters in a line of the step and of the explanation, and heights of the lines. Both fonts are narrower
/// than assumed here on all known systems.
const STEP_WIDTH: usize = 62;
const STEP_LINE: f64 = 20.0;
const ABOUT_WIDTH: usize = 72;
const ABOUT_LINE: f64 = 18.0;
const LEGEND_LINE: f64 = 24.0;

/// Draws a step of a rule, found in the state of the board.
pub fn step(board: &Board, step: &Step, rule: &Info) -> Drawing {
    titled(board, step, &step.text(rule.name), [String::new(), format!("{}: {}", rule.name, rule.proves)])
}

/// Draws a step with the given text, sentences about it (may be empty) and description of its rule.
pub(crate) fn titled(board: &Board, step: &Step, says: &str, [words, about]: [String; 2]) -> Drawing {
    drawn(&Frame::plain(), board, &Marks::of(step, &board.candidates), says, [words, about])
}

/// Draws marks on a board, with texts as [`titled`]. A smaller grid leaves the texts their width.
pub(super) fn drawn(
    frame: &Frame, board: &Board, marks: &Marks, says: &str, [words, about]: [String; 2],
) -> Drawing {
    let grid = frame.names() + &picture(frame, board, marks);
    let mut below = Below { y: frame.side + 16.0, body: String::new() };
    below.text("step", &wrap(says, STEP_WIDTH), STEP_LINE);
    below.y += 6.0;
    for text in [words, about].iter().filter(|text| !text.is_empty()) {
        below.text("about", &wrap(text, ABOUT_WIDTH), ABOUT_LINE);
    }
    below.y += 10.0;
    below.legend(marks);
    if !marks.totals.is_empty() {
        below.text("about", &wrap(&marks.totals.join("; "), ABOUT_WIDTH), ABOUT_LINE);
    }
    let body = format!("<g transform=\"translate({LEFT} {TOP})\">\n{grid}{}</g>\n", below.body);
    Drawing::new((WIDTH, TOP + below.y + MARGIN), says, body)
}

fn picture(frame: &Frame, board: &Board, marks: &Marks) -> String {
    let dark = |role: &Role| matches!(role, Role::Right(_));
    let on_dark: Candidates = marks.roles.iter().filter(|(_, role)| dark(role)).map(|mark| mark.0).collect();
    let marked: Candidates = marks.roles.iter().map(|mark| mark.0).collect();
    let part = |wanted: &dyn Fn(Candidate) -> bool| -> Candidates {
        board.candidates.iter().filter(|&c| wanted(c)).collect()
    };
    let plain = part(&|c| !marked.contains(c));
    let strong = part(&|c| marked.contains(c) && !on_dark.contains(c));
    [
        frame.paper(),
        under(marks),
        frame.lines.clone(),
        over(board, marks, frame.side),
        "\n".to_string(),
        digits(&Board { candidates: plain, ..*board }),
        board::notes("notes marked", &strong),
        board::notes("notes inverse", &part(&|c| on_dark.contains(c))),
    ]
    .concat()
}

/// Text and legend under the grid, from the top down.
struct Below {
    y: f64,
    body: String,
}

impl Below {
    fn text(&mut self, class: &str, lines: &[String], height: f64) {
        for line in lines {
            self.y += height;
            let (y, line) = (round(self.y), escape(line));
            self.body += &format!("<text class=\"{class}\" x=\"0\" y=\"{y}\">{line}</text>\n");
        }
    }

    /// Adds the roles, links and shades used, in two columns.
    fn legend(&mut self, marks: &Marks) {
        let entries = legend(marks);
        for pair in entries.chunks(2) {
            self.y += LEGEND_LINE;
            for (x, (sample, words)) in [0.0, SIDE / 2.0].into_iter().zip(pair) {
                let y = round(self.y - 5.0);
                let words = escape(words);
                self.body += &format!(
                    "<g transform=\"translate({x} {y})\">{sample}\
                     <text class=\"legend\" x=\"34\" y=\"4.5\">{words}</text></g>\n"
                );
            }
        }
    }
}
