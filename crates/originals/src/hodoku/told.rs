//! Steps as HoDoKu prints them.
//!
//! ```text
//!   Finned Swordfish: 4 r249 c167 fr4c3 => r5c1<>4
//!   Continuous Nice Loop: 2/9 8= r5c2 =7= r5c9 -9- r6c8 =8= r5c2 =7 => r5c2<>2, r6c1<>9
//! ```

use super::board::Board;
use super::step::{Sign, Step, Why};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Candidate, Cell, Cells, Digit, House};

impl Step {
    /// Returns the line that HoDoKu prints for the step in this state; `None` for singles, whose lines are
    /// unknown, and for forcing chains and nets, where HoDoKu prints chains of its own.
    pub fn told(&self, board: &Board) -> Option<String> {
        let name = self.technique.row().called;
        let said = self.conclusions();
        Some(match self.body(board)? {
            body if body.is_empty() => format!("{name} => {said}"),
            _ if self.placement.is_some() => format!("{name}: {said}"),
            body => format!("{name}: {body} => {said}"),
        })
    }

    /// Formats the conclusions: the digits in the order in which they first occur, and with each digit all
    /// its cells.
    fn conclusions(&self) -> String {
        if let Some(Candidate { digit, cell }) = self.placement {
            return format!("{}={}", cells_of(Cells::of(cell)), digit.number());
        }
        let of_digit = |digit: Digit| -> String {
            let own = self.eliminations.iter().filter(|one| one.digit == digit);
            format!("{}<>{}", cells_of(own.map(|one| one.cell).collect()), digit.number())
        };
        list(self.digits().into_iter().map(of_digit), ", ")
    }

    /// Returns the digits removed, in the order in which they are met.
    fn digits(&self) -> Vec<Digit> {
        let mut digits: Vec<Digit> = Vec::new();
        for one in &self.eliminations {
            if !digits.contains(&one.digit) {
                digits.push(one.digit);
            }
        }
        digits
    }

    /// Formats the digits removed.
    fn gone(&self, between: &str) -> String {
        list(self.digits().iter().map(|digit| digit.number()), between)
    }

    fn body(&self, board: &Board) -> Option<String> {
        Some(match &self.why {
            Why::Single(_) | Why::Forcing(_) => return None,
            Why::Guess => "guess".to_string(),
            Why::Bug(_) => String::new(),
            Why::Locked { digit, base, .. } => format!("{} in {base}", digit.number()),
            Why::Subset { cells, digits, .. } => {
                format!("{} in {}", digits_of(*digits, ","), cells_of(*cells))
            }
            Why::Fish { digit, base, cover, fins } => fish(*digit, base, cover, *fins),
            Why::EmptyRectangle { digit, block, pair, .. } => {
                let pair: Cells = pair.iter().copied().collect();
                format!("{} in {block} ({})", digit.number(), cells_of(pair))
            }
            Why::Wing(cells) => {
                let [pivot, ..] = *cells;
                let gone = self.digits().iter().fold(0, |all, digit| all | digit.bit());
                let own = board.mask(pivot);
                let last = if own & gone == 0 { format!("/{}", digits_of(gone, "/")) } else { String::new() };
                let cells = cells.iter().copied().collect();
                format!("{}{last} in {}", digits_of(own, "/"), cells_of(cells))
            }
            Why::Rectangle { cells, digits, .. } => {
                let corners: Cells = cells.iter().copied().collect();
                let digits = match board.value(cells[0]) {
                    Some(first) => {
                        let other = digits & !first.bit();
                        format!("{}/{}", first.number(), digits_of(other, ""))
                    }
                    None => digits_of(*digits, "/"),
                };
                format!("{digits} in {}", cells_of(corners))
            }
            Why::SueDeCoq { cells, in_line, in_block, .. } => {
                let set = |cells: Cells| {
                    let digits = cells.fold(0, |all, cell| all | board.mask(cell));
                    format!("{} - {{{}}}", cells_of(cells), digits_of(digits, ""))
                };
                format!("{} ({}, {})", set(*cells), set(*in_line), set(*in_block))
            }
            Why::Colours { digit, colours } => {
                let one = |cells: Cells| list(cells.map(|cell| cells_of(Cells::of(cell))), ",");
                let net =
                    |[one_colour, other]: &[Cells; 2]| format!("({}) / ({})", one(*one_colour), one(*other));
                format!("{} {}", digit.number(), list(colours.iter().map(net), ", "))
            }
            Why::Als { sets, commons } => self.sets(sets, commons),
            Why::Chain(signs) => self.chain(signs)?,
            Why::Loop(signs) => {
                let [first, second, .., last] = &signs[..] else { return None };
                let (begin, end) = (link(last), link(second));
                format!(
                    "{} {}{begin} {} {end}{}",
                    self.gone("/"),
                    last.digit.number(),
                    walk(signs),
                    first.digit.number()
                )
            }
        })
    }

    fn chain(&self, signs: &[Sign]) -> Option<String> {
        use Technique::*;
        let (first, last) = (signs.first()?, signs.last()?);
        let [begin, end] = [first, last].map(|sign| sign.digit.number());
        let of_cells = |range: &[usize]| -> Cells {
            range.iter().map(|&at| signs[at].cells.first().unwrap_or_default()).collect()
        };
        Some(match self.technique {
            RemotePair => {
                let other = signs.get(1)?.digit.number();
                let mut text = format!("{begin}/{other} {}", cells_of(first.cells));
                for pair in signs[1..].chunks(2).take_while(|pair| pair.len() == 2) {
                    text += &format!(" -{}- {}", pair[0].digit.number(), cells_of(pair[1].cells));
                }
                text
            }
            Skyscraper | Kite => {
                let (ends, joint) = (of_cells(&[0, 3]), of_cells(&[1, 2]));
                format!("{begin} in {} (connected by {})", cells_of(ends), cells_of(joint))
            }
            WWing => {
                let (cells, joint) = (of_cells(&[0, 5]), of_cells(&[2, 3]));
                let by = signs.get(1)?.digit.number();
                format!("{begin}/{by} in {} connected by {by} in {}", cells_of(cells), cells_of(joint))
            }
            TurbotFish | XChain => format!("{begin} {}", walk(signs)),
            XyChain | Aic | GroupedAic => {
                format!("{} {begin}- {} -{end}", self.gone("/"), walk(signs))
            }
            _ => format!("{} {}", self.gone("/"), walk(signs)),
        })
    }

    fn sets(&self, sets: &[(Cells, u16)], commons: &[u16]) -> String {
        let set =
            |&(cells, digits): &(Cells, u16)| format!("{} {{{}}}", cells_of(cells), digits_of(digits, ""));
        let gone = self.gone(",");
        let by = |mask: &u16| digits_of(*mask, ",");
        if let Technique::AlsChain = self.technique {
            let begin =
                sets.iter().zip(commons).map(|(own, common)| format!("{} -{}- ", set(own), by(common)));
            let last = sets.last().map_or(String::new(), set);
            return format!("{gone}- {}{last} -{gone}", begin.collect::<String>());
        }
        // The set that is linked to both others is last.
        let mut in_order = sets.to_vec();
        if let [_, linked, last] = &mut in_order[..] {
            std::mem::swap(linked, last);
        }
        let named = in_order.iter().zip(["A", "B", "C"]).map(|(own, name)| format!("{name}={}", set(own)));
        let sets = list(named, ", ");
        match commons {
            [one] if one.count_ones() > 1 => format!("{sets}, X={}", by(one)),
            [one] => format!("{sets}, X={}, Z={gone}", by(one)),
            _ => format!("{sets}, X,Y={}, Z={gone}", by(&commons.iter().fold(0, |all, common| all | common))),
        }
    }
}

/// Formats a fish as `4 r249 c167 fr4c3`.
fn fish(digit: Digit, base: &[House], cover: &[House], fins: Cells) -> String {
    let mut text = format!("{} {} {}", digit.number(), houses(base), houses(cover));
    for fin in fins {
        let is_endo = base.iter().filter(|&&house| house.cells().contains(fin)).count() > 1;
        text += &format!(" {}f{}", if is_endo { "e" } else { "" }, cells_of(Cells::of(fin)));
    }
    text
}

/// Formats the cells of a chain with the links between them; links within a cell are not printed.
fn walk(signs: &[Sign]) -> String {
    let mut text = signs.first().map_or(String::new(), |sign| cells_of(sign.cells));
    for pair in signs.windows(2).filter(|pair| pair[0].cells != pair[1].cells) {
        let (kind, digit) = (link(&pair[1]), pair[1].digit.number());
        text += &format!(" {kind}{digit}{kind} {}", cells_of(pair[1].cells));
    }
    text
}

/// Returns the link to a sign: `=` if one of the two signs is true, `-` if not both are.
fn link(to: &Sign) -> char {
    if to.is_on { '=' } else { '-' }
}

/// Formats houses as `r19b2`.
fn houses(houses: &[House]) -> String {
    let mut text = String::new();
    let mut last = None;
    for house in houses {
        let kind = house.kind();
        if last.replace(kind) != Some(kind) {
            text.push(kind.letter());
        }
        text += &(house.number() + 1).to_string();
    }
    text
}

/// Formats cells as `r4c289,r56c5`: the first cell with the other cells of its row or, if there are none,
/// with the other cells of its column; then the remaining cells in the same way.
fn cells_of(mut cells: Cells) -> String {
    let mut parts = Vec::new();
    while let Some(first) = cells.first() {
        let [row, column] =
            [House::row(first.row()), House::column(first.column())].map(|house| cells & house.cells());
        let numbers = |cells: Cells, of: fn(Cell) -> usize| list(cells.map(|cell| of(cell) + 1), "");
        if row.len() > 1 || column.len() == 1 {
            parts.push(format!("r{}c{}", first.row() + 1, numbers(row, Cell::column)));
            cells -= row;
        } else {
            parts.push(format!("r{}c{}", numbers(column, Cell::row), first.column() + 1));
            cells -= column;
        }
    }
    parts.join(",")
}

fn digits_of(mask: u16, between: &str) -> String {
    list(Digit::in_mask(mask).map(Digit::number), between)
}

fn list<T: ToString>(parts: impl IntoIterator<Item = T>, between: &str) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(between)
}
