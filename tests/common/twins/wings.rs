//! Wings named after their strong links, by their definitions (docs/theory.md, "Players' techniques"): all
//! cells and houses with two candidates are tried.

use super::{Proved, linked, open, variables};
use sudoscope_engine::grid::{Candidate, Candidates, Grid};

pub fn proved(rule: &str, grid: &Grid) -> Option<Proved> {
    let kinds: &[&str] = match rule {
        // Links in Eureka notation: a cell in parentheses, a house by its digit.
        "m-wing" => &["(x=y)-y=y-z=z"],
        "s-wing" => &["x=x-(x=y)-y=y"],
        "l-wing" => &["x=x-y=y-z=z", "x=x-x=x-z=z", "x=x-y=y-y=y", "x=x-x=x-x=x"],
        "h-wing" => &["(x=y)-(y=z)-z=z", "(x=y)-y=y-y=y"],
        _ => return None,
    };
    let all = open(grid);
    // The two candidates of each link in both orders, and whether the link is a cell.
    let mut pairs: Vec<(bool, Candidate, Candidate)> = Vec::new();
    for (kind, held) in variables(&all, &[0, 1, 2, 3]) {
        if let [a, b] = held[..] {
            pairs.extend([(kind == 0, a, b), (kind == 0, b, a)]);
        }
    }
    let mut gone = Candidates::EMPTY;
    for &one in &pairs {
        for &two in pairs.iter().filter(|two| linked(one.2, two.1)) {
            for &three in pairs.iter().filter(|three| linked(two.2, three.1)) {
                let links = [one, two, three];
                if kinds.iter().any(|kind| is_of(kind, &links)) {
                    let seen = all.iter().filter(|&&z| linked(z, one.1) && linked(z, three.2));
                    seen.for_each(|&z| gone.insert(z));
                }
            }
        }
    }
    Some(Proved::false_ones(gone))
}

/// Whether three links fit a pattern: six different candidates, cells and houses as in the pattern, and equal
/// digits exactly where it has equal letters, within a link or on both sides of a weak link.
fn is_of(pattern: &str, links: &[(bool, Candidate, Candidate); 3]) -> bool {
    let all: Vec<Candidate> = links.iter().flat_map(|link| [link.1, link.2]).collect();
    let letters: Vec<char> = pattern.chars().filter(char::is_ascii_alphabetic).collect();
    let are_cells = pattern.split('-').zip(links).all(|(part, link)| part.starts_with('(') == link.0);
    let same = |k: usize| (all[k].digit == all[k + 1].digit) == (letters[k] == letters[k + 1]);
    let different = all.iter().enumerate().all(|(k, one)| !all[..k].contains(one));
    are_cells && (0..5).all(same) && different
}
