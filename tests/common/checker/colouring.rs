//! Cycle colouring, from the definitions of gsf: what an edge is, what odd paths are worth by truth tables.

use super::{Checked, Conclusions, Model, block, ensure, house};

/// `79`.
pub fn cell(token: &str) -> Checked<usize> {
    match *token.as_bytes() {
        [row @ b'1'..=b'9', column @ b'1'..=b'9'] => {
            Ok(9 * (row - b'1') as usize + (column - b'1') as usize)
        }
        _ => Err(format!("'{token}' is not a cell")),
    }
}

/// `[79]-[46][44]-`: the cells, and after each the sign of its edge to the next one, `' '` where there is none.
fn walk(text: &str) -> Checked<(Vec<usize>, Vec<char>)> {
    let (mut cells, mut signs) = (Vec::new(), Vec::new());
    let body = text.strip_prefix('[').ok_or("a cycle begins with a cell")?;
    for part in body.split('[') {
        let (token, sign) = part.split_once(']').ok_or("no ]")?;
        cells.push(cell(token)?);
        signs.push(match sign {
            "" => ' ',
            "-" => '-',
            "=" => '=',
            _ => return Err(format!("'{sign}' is not an edge")),
        });
    }
    Ok((cells, signs))
}

/// A named hinge: the letter and number of its house, and its ends.
struct Hinge {
    house: (char, usize),
    ends: [usize; 2],
}

/// `hinge b8: [44]-[79]`.
fn hinge(text: &str) -> Checked<Hinge> {
    let unread = || format!("'{text}' is not a hinge");
    let body = text.strip_prefix("hinge ").ok_or_else(unread)?;
    let (name, ends) = body.split_once(": ").ok_or_else(unread)?;
    let (a, b) = ends.split_once('-').ok_or_else(unread)?;
    let end = |token: &str| {
        cell(token.strip_prefix('[').and_then(|t| t.strip_suffix(']')).ok_or_else(unread)?)
    };
    match *name.as_bytes() {
        [letter @ (b'r' | b'c' | b'b'), number @ b'1'..=b'9'] => {
            let house = (letter as char, (number - b'1') as usize);
            Ok(Hinge { house, ends: [end(a)?, end(b)?] })
        }
        _ => Err(unread()),
    }
}

/// The three houses of a cell.
fn houses(cell: usize) -> [[usize; 9]; 3] {
    [house('r', cell / 9), house('c', cell % 9), house('b', block(cell))]
}

/// Different cells in one row, column or block.
fn see(a: usize, b: usize) -> bool {
    a != b && houses(a).iter().any(|house| house.contains(&b))
}

/// The places for the digit in a house.
fn places(model: &Model, digit: usize, house: &[usize; 9]) -> Vec<usize> {
    house.iter().copied().filter(|&cell| model.has((cell, digit))).collect()
}

/// Whether these values of the ends of an edge are allowed.
fn allows(sign: char, a: bool, b: bool) -> bool {
    match sign {
        '-' => !(a && b),
        '=' => a || b,
        ' ' => a != b,
        _ => true,
    }
}

/// The values of both ends of a path of such edges that its inner cells allow: `table[a][b]`.
fn path(signs: &[char]) -> [[bool; 2]; 2] {
    let start = [[true, false], [false, true]];
    signs.iter().fold(start, |before, &sign| {
        let ends =
            |a: usize, c: usize| (0..2).any(|b| before[a][b] && allows(sign, b == 1, c == 1));
        [[ends(0, 0), ends(0, 1)], [ends(1, 0), ends(1, 1)]]
    })
}

/// What a path says of its ends alone: the sign of the edge it is worth.
fn worth(signs: &[char]) -> char {
    let table = path(signs);
    match (!table[1][1], !table[0][0]) {
        (false, false) => '?',
        (true, false) => '-',
        (false, true) => '=',
        (true, true) => ' ',
    }
}

/// `x-cycle 4 [79]-[39][36]-[46][44]- => [79]-[46][44]-, hinge b8: [44]-[79]`.
pub fn x_cycle(model: &Model, body: &str, concluded: &Conclusions) -> Checked<()> {
    cycle(model, body, concluded, &|_, _, _| Err("an x-cycle has no 2-edges".to_string()))
}

/// A cycle without its name; `one_of` says whether at least one of two cells is known to hold the digit.
pub fn cycle(
    model: &Model,
    body: &str,
    concluded: &Conclusions,
    one_of: &dyn Fn(usize, usize, usize) -> Checked<()>,
) -> Checked<()> {
    ensure(concluded.asserted.is_empty(), "the pattern asserts")?;
    let mut parts = body.split(", ");
    let head = parts.next().unwrap_or_default();
    let hinges = parts.map(hinge).collect::<Checked<Vec<Hinge>>>()?;
    let (digit, cycles) = head.split_once(' ').ok_or("no digit")?;
    let digit = match *digit.as_bytes() {
        [digit @ b'1'..=b'9'] => (digit - b'1') as usize,
        _ => return Err(format!("'{digit}' is not a digit")),
    };
    let (whole, collapsed) = match cycles.split_once(" => ") {
        Some((whole, collapsed)) => (walk(whole)?, Some(walk(collapsed)?)),
        None => (walk(cycles)?, None),
    };
    let (cells, signs) = whole;
    let n = cells.len();
    ensure(n >= 3 && n % 2 == 1, "the cycle is odd")?;
    let candidates = cells.iter().all(|&cell| model.has((cell, digit)));
    ensure(candidates, "the cells may hold the digit")?;
    for hinge in &hinges {
        let on = |k: usize| {
            let (a, b) = (cells[k], cells[(k + 1) % n]);
            (hinge.ends == [a, b] || hinge.ends == [b, a]) && signs[k] != '=' && !see(a, b)
        };
        ensure(
            (0..n).any(on),
            "a hinge is an edge of the cycle between cells of different houses",
        )?;
        is_hinge(model, digit, hinge)?;
    }
    let named = |a, b| hinges.iter().any(|h| h.ends == [a, b] || h.ends == [b, a]);
    let not_both = |a, b| see(a, b) || named(a, b);
    for k in 0..n {
        let (a, b) = (cells[k], cells[(k + 1) % n]);
        match signs[k] {
            ' ' => {
                let both = |house: &[usize; 9]| {
                    let places = places(model, digit, house);
                    places.len() == 2 && places.contains(&a) && places.contains(&b)
                };
                let in_house = a != b && houses(a).iter().any(both);
                let proved = not_both(a, b) && one_of(digit, a, b).is_ok();
                ensure(in_house || proved, "the only two places of a house")?;
            }
            '-' => ensure(not_both(a, b), "a 1-edge is in a house or a hinge")?,
            _ => one_of(digit, a, b)?,
        }
    }
    let round = path(&signs);
    ensure(!round[1][1], "the first cell is false")?;
    match collapsed {
        None => ensure(n == 3, "a longer cycle is collapsed")?,
        Some((tri, tri_signs)) => {
            ensure(n > 3, "a tri-cycle is not collapsed")?;
            ensure(
                tri == [cells[0], cells[n - 2], cells[n - 1]],
                "the first cell and the last two",
            )?;
            let expected = [worth(&signs[..n - 2]), signs[n - 2], signs[n - 1]];
            ensure(tri_signs == expected, "the path is worth the edge")?;
            ensure(!path(&tri_signs)[1][1], "the tri-cycle says the same")?;
        }
    }
    let target = [(cells[0], digit)].into_iter().collect();
    ensure(concluded.eliminated == target, "the conclusion is about the first cell")
}

/// Both ends see into the house, and together all its places for the digit; so not both hold it.
fn is_hinge(model: &Model, digit: usize, hinge: &Hinge) -> Checked<()> {
    let (letter, number) = hinge.house;
    let house = house(letter, number);
    let [a, b] = hinge.ends;
    ensure(
        !house.contains(&a) && !house.contains(&b),
        "the ends of a hinge are outside its house",
    )?;
    let into = [a, b].iter().all(|&end| house.iter().any(|&cell| see(cell, end)));
    ensure(into, "the ends of a hinge see into its house")?;
    let places = places(model, digit, &house);
    ensure(!places.is_empty(), "the house of a hinge has places")?;
    let all = places.iter().all(|&place| see(place, a) || see(place, b));
    ensure(all, "the ends of a hinge see all places of its house")
}
