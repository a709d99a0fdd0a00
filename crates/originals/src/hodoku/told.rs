//! Steps as HoDoKu prints them.
//!
//! ```text
//!   Finned Swordfish: 4 r249 c167 fr4c3 => r5c1<>4
//!   Continuous Nice Loop: 2/9 8= r5c2 =7= r5c9 -9- r6c8 =8= r5c2 =7 => r5c2<>2, r6c1<>9
//! ```

use super::board::Board;
use super::step::{Sign, Step, Why};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Candidate, Cells, HOUSES, bits, column_of, row_of};

impl Step {
    /// The line that HoDoKu prints of it in this state. None of singles, of which nothing is known, and of
    /// forcing chains and nets, whose chains are its own.
    pub fn told(&self, board: &Board) -> Option<String> {
        let name = self.technique.row().called;
        let said = self.conclusions();
        Some(match self.body(board)? {
            body if body.is_empty() => format!("{name} => {said}"),
            _ if self.placement.is_some() => format!("{name}: {said}"),
            body => format!("{name}: {body} => {said}"),
        })
    }

    /// The digits in the order in which they are met, each with all its cells.
    fn conclusions(&self) -> String {
        if let Some(Candidate { digit, cell }) = self.placement {
            return format!("{}={}", cells_of(Cells::of(cell.into())), digit + 1);
        }
        let of_digit = |digit: u8| -> String {
            let own = self.eliminations.iter().filter(|one| one.digit == digit);
            format!("{}<>{}", cells_of(own.map(|one| usize::from(one.cell)).collect()), digit + 1)
        };
        list(self.digits().into_iter().map(of_digit), ", ")
    }

    /// The digits that it removes, in the order in which they are met.
    fn digits(&self) -> Vec<u8> {
        let mut digits: Vec<u8> = Vec::new();
        for one in &self.eliminations {
            if !digits.contains(&one.digit) {
                digits.push(one.digit);
            }
        }
        digits
    }

    /// These, as they are printed.
    fn gone(&self, between: &str) -> String {
        list(self.digits().iter().map(|digit| digit + 1), between)
    }

    fn body(&self, board: &Board) -> Option<String> {
        Some(match &self.why {
            Why::Single(_) | Why::Forcing(_) => return None,
            Why::Guess => "guess".to_string(),
            Why::Bug(_) => String::new(),
            Why::Locked { digit, base, .. } => format!("{} in {}", digit + 1, house(*base)),
            Why::Subset { cells, digits, .. } => {
                format!("{} in {}", digits_of(*digits, ","), cells_of(*cells))
            }
            Why::Fish { digit, base, cover, fins } => fish(*digit, base, cover, *fins),
            Why::EmptyRectangle { digit, block, pair, .. } => {
                let pair: Cells = pair.iter().map(|&cell| usize::from(cell)).collect();
                format!("{} in {} ({})", digit + 1, house(*block), cells_of(pair))
            }
            Why::Wing(cells) => {
                let [pivot, ..] = *cells;
                let gone = self.digits().iter().fold(0, |all, digit| all | 1u16 << digit);
                let own = board.mask(pivot.into());
                let last = if own & gone == 0 { format!("/{}", digits_of(gone, "/")) } else { String::new() };
                let cells = cells.iter().map(|&cell| usize::from(cell)).collect();
                format!("{}{last} in {}", digits_of(own, "/"), cells_of(cells))
            }
            Why::Rectangle { cells, digits, .. } => {
                let corners: Cells = cells.iter().map(|&cell| usize::from(cell)).collect();
                let digits = match board.value(cells[0].into()) {
                    Some(first) => {
                        let other = digits & !(1 << first);
                        format!("{}/{}", first + 1, digits_of(other, ""))
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
                format!("{} {}", digit + 1, list(colours.iter().map(net), ", "))
            }
            Why::Als { sets, commons } => self.sets(sets, commons),
            Why::Chain(signs) => self.chain(signs)?,
            Why::Loop(signs) => {
                let [first, second, .., last] = &signs[..] else { return None };
                let (begin, end) = (link(last), link(second));
                format!(
                    "{} {}{begin} {} {end}{}",
                    self.gone("/"),
                    last.digit + 1,
                    walk(signs),
                    first.digit + 1
                )
            }
        })
    }

    fn chain(&self, signs: &[Sign]) -> Option<String> {
        use Technique::*;
        let (first, last) = (signs.first()?, signs.last()?);
        let [begin, end] = [first, last].map(|sign| sign.digit + 1);
        let of_cells = |range: &[usize]| -> Cells {
            range.iter().map(|&at| signs[at].cells.first().unwrap_or(0)).collect()
        };
        Some(match self.technique {
            RemotePair => {
                let other = signs.get(1)?.digit + 1;
                let mut text = format!("{begin}/{other} {}", cells_of(first.cells));
                for pair in signs[1..].chunks(2).take_while(|pair| pair.len() == 2) {
                    text += &format!(" -{}- {}", pair[0].digit + 1, cells_of(pair[1].cells));
                }
                text
            }
            Skyscraper | Kite => {
                let (ends, joint) = (of_cells(&[0, 3]), of_cells(&[1, 2]));
                format!("{begin} in {} (connected by {})", cells_of(ends), cells_of(joint))
            }
            WWing => {
                let (cells, joint) = (of_cells(&[0, 5]), of_cells(&[2, 3]));
                let by = signs.get(1)?.digit + 1;
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
        // The set that is linked to both others stands last.
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

/// `4 r249 c167 fr4c3`.
fn fish(digit: u8, base: &[u8], cover: &[u8], fins: Cells) -> String {
    let mut text = format!("{} {} {}", digit + 1, houses(base), houses(cover));
    for fin in fins {
        let is_endo = base.iter().filter(|&&house| HOUSES[usize::from(house)].contains(fin)).count() > 1;
        text += &format!(" {}f{}", if is_endo { "e" } else { "" }, cells_of(Cells::of(fin)));
    }
    text
}

/// The cells of a chain, with the links between them; links within a cell are not printed.
fn walk(signs: &[Sign]) -> String {
    let mut text = signs.first().map_or(String::new(), |sign| cells_of(sign.cells));
    for pair in signs.windows(2).filter(|pair| pair[0].cells != pair[1].cells) {
        let (kind, digit) = (link(&pair[1]), pair[1].digit + 1);
        text += &format!(" {kind}{digit}{kind} {}", cells_of(pair[1].cells));
    }
    text
}

/// The link to a sign: `=` if one of the two is true, `-` if not both are.
fn link(to: &Sign) -> char {
    if to.is_on { '=' } else { '-' }
}

/// `r4`, `c5`, `b6`.
fn house(house: u8) -> String {
    houses(&[house])
}

/// `r19b2`.
fn houses(houses: &[u8]) -> String {
    let mut text = String::new();
    let mut last = None;
    for house in houses {
        let kind = house / 9;
        if last.replace(kind) != Some(kind) {
            text += ["r", "c", "b"][usize::from(kind)];
        }
        text += &(house % 9 + 1).to_string();
    }
    text
}

/// `r4c289,r56c5`: the first cell with those of its row, or, if there are none, with those of its column;
/// then the first one of the rest.
fn cells_of(mut cells: Cells) -> String {
    let mut parts = Vec::new();
    while let Some(first) = cells.first() {
        let [row, column] = [row_of(first), 9 + column_of(first)].map(|house| cells & HOUSES[house]);
        let numbers = |cells: Cells, of: fn(usize) -> usize| list(cells.map(|cell| of(cell) + 1), "");
        if row.len() > 1 || column.len() == 1 {
            parts.push(format!("r{}c{}", row_of(first) + 1, numbers(row, column_of)));
            cells -= row;
        } else {
            parts.push(format!("r{}c{}", numbers(column, row_of), column_of(first) + 1));
            cells -= column;
        }
    }
    parts.join(",")
}

fn digits_of(mask: u16, between: &str) -> String {
    list(bits(mask).map(|digit| digit + 1), between)
}

fn list<T: ToString>(parts: impl IntoIterator<Item = T>, between: &str) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(between)
}
