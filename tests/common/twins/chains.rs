//! Whips and braids, plain, typed and with g-candidates, bivalue chains with g-candidates, oddagons and
//! guardians, sequence by sequence.

use super::{Patience, Variable, linked, open, places, variables};
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Cells, Grid};

/// Properties of a family of chains.
#[derive(Clone, Copy)]
pub struct Family {
    /// Whether right-linking objects may be g-candidates.
    groups: bool,
    /// Whether a left-linking candidate must be linked to the object just before, not to any object.
    continuous: bool,
    /// Whether left-linking candidates must be different.
    loopless: bool,
    /// Whether all variables are of one type.
    typed: bool,
    /// Whether only the object just before excludes, and the last object must exclude the target.
    bivalue: bool,
}

impl Family {
    pub fn named(name: &str) -> Option<Family> {
        let plain = name.strip_prefix("typed-").unwrap_or(name);
        let family = Family {
            groups: plain.starts_with("g-"),
            continuous: !plain.ends_with("braid"),
            loopless: matches!(plain, "whip" | "g-whip"),
            typed: name != plain,
            bivalue: plain == "g-bivalue-chain",
        };
        let known = ["whip", "whip-loops", "braid", "g-whip", "g-braid", "g-bivalue-chain"];
        known.contains(&plain).then_some(family)
    }
}

/// A right-linking candidate, or the three cells of a digit where a line crosses a block.
#[derive(Clone, PartialEq)]
struct Object(Vec<Candidate>);

impl Object {
    /// Whether a candidate is linked to the whole object.
    fn excludes(&self, c: Candidate) -> bool {
        self.0.iter().all(|&label| linked(label, c))
    }
}

/// Returns the segments that contain two or more of a variable's candidates `cands`; each segment has all its
/// three labels.
fn segments(kind: usize, cands: &[Candidate]) -> Vec<Object> {
    let Some(&first) = cands.first().filter(|_| kind > 0) else { return vec![] };
    let crossing = |row_wise: bool, k: usize| -> Cells {
        let line = |cell: Cell| if row_wise { cell.row() } else { cell.column() };
        let is_in = |&cell: &Cell| {
            let [row, column, block, _] = places(first);
            let here = [cell.block() == block, cell.row() == row, cell.column() == column];
            match kind {
                // The variable's line crosses any block; or any line crosses the variable's block.
                1 => row_wise && here[1] && cell.block() % 3 == k,
                2 => !row_wise && here[2] && cell.block() / 3 == k,
                _ => here[0] && line(cell) % 3 == k,
            }
        };
        Cell::all().filter(is_in).collect()
    };
    let all = [true, false].into_iter().flat_map(|row_wise| (0..3).map(move |k| (row_wise, k)));
    let held = |cells: &Cells| cands.iter().filter(|c| cells.contains(c.cell)).count() > 1;
    let object = |cells: Cells| Object(cells.map(|c| Candidate::new(first.digit, c)).collect());
    all.map(|(row_wise, k)| crossing(row_wise, k)).filter(held).map(object).collect()
}

/// Search for chains on one target.
struct Naive<'a> {
    family: Family,
    variables: &'a [&'a Variable],
    z: Candidate,
    lefts: Vec<Candidate>,
    rights: Vec<Object>,
    used: Vec<usize>,
    /// Whether fewer variables do not count.
    exactly: bool,
    patience: &'a Patience,
}

impl Naive<'_> {
    /// Whether the partial chain can be completed with this many more variables, or with fewer if these
    /// count.
    fn ends(&mut self, left_to_use: usize) -> bool {
        let (family, z) = (self.family, self.z);
        for (v, &&(kind, ref cands)) in self.variables.iter().enumerate() {
            if self.used.contains(&v) || cands.contains(&z) || cands.len() < 2 {
                continue;
            }
            let before = &self.rights[self.rights.len().saturating_sub(1)..];
            let known = if family.bivalue { before } else { &self.rights[..] };
            let by_z = !family.bivalue || self.rights.is_empty();
            let excluded = |c: Candidate| by_z && linked(c, z) || known.iter().any(|r| r.excludes(c));
            let is_left = |c: Candidate| {
                let near_z = linked(c, z) && (!family.continuous || self.rights.is_empty());
                let linking = if family.continuous { before } else { &self.rights[..] };
                let repeats = family.loopless && self.lefts.contains(&c);
                !repeats && (near_z || linking.iter().any(|r| r.excludes(c)))
            };
            let lefts: Vec<Candidate> = cands.iter().copied().filter(|&c| is_left(c)).collect();
            if lefts.is_empty() {
                continue;
            }
            let open: Vec<Candidate> = cands.iter().copied().filter(|&c| !excluded(c)).collect();
            let is_end = !self.exactly || left_to_use == 1;
            if open.is_empty() && !family.bivalue && is_end {
                return true;
            }
            let mut rights: Vec<Object> = Vec::new();
            // A variable whose last candidate is already in the chain leads no further.
            if let [only] = open[..]
                && self.rights.iter().all(|right| right.0 != [only])
            {
                rights.push(Object(vec![only]));
            }
            if family.groups && open.len() > 1 {
                let holds = |object: &Object| open.iter().all(|c| object.0.contains(c));
                let spared = |object: &Object| !object.0.contains(&z);
                rights.extend(segments(kind, cands).into_iter().filter(holds).filter(spared));
            }
            for right in rights {
                if !self.patience.step() {
                    return false;
                }
                if family.bivalue && right.excludes(z) && is_end {
                    return true;
                }
                if left_to_use == 1 {
                    continue;
                }
                // A left-linking candidate may lie in the segment that it leads to, which keeps two others.
                for &left in &lefts {
                    self.lefts.push(left);
                    self.rights.push(right.clone());
                    self.used.push(v);
                    let ends = self.ends(left_to_use - 1);
                    self.used.pop();
                    self.rights.pop();
                    self.lefts.pop();
                    if ends {
                        return true;
                    }
                    if !family.loopless {
                        break; // which one it is makes no difference
                    }
                }
            }
        }
        false
    }
}

/// Returns the targets of chains of at most `size` variables, and of locked candidates.
pub fn up_to(family: &Family, grid: &Grid, size: usize, patience: &Patience) -> Candidates {
    let mut all = super::sets::locked(grid);
    all.extend(&targets(family, grid, size, false, patience));
    all
}

/// Returns the targets of chains of at most this many variables, or of `exactly` this many.
pub fn targets(family: &Family, grid: &Grid, size: usize, exactly: bool, patience: &Patience) -> Candidates {
    let all = variables(&open(grid), &[0, 1, 2, 3]);
    let kinds: Vec<Vec<usize>> = match family.typed {
        true => (0..4).map(|kind| vec![kind]).collect(),
        false => vec![(0..4).collect()],
    };
    let mut found = Candidates::EMPTY;
    for kinds in kinds {
        let variables: Vec<&Variable> = all.iter().filter(|v| kinds.contains(&v.0)).collect();
        for z in open(grid) {
            let (lefts, rights, used) = (Vec::new(), Vec::new(), Vec::new());
            let (family, variables) = (*family, &variables[..]);
            let mut naive = Naive { family, variables, z, lefts, rights, used, exactly, patience };
            if size > 0 && naive.ends(size) {
                found.insert(z);
            }
        }
    }
    found
}

/// Returns the targets of odd circles of this many candidates: each variable between two neighbours has no
/// other candidates than those linked to the target.
pub fn oddagons(grid: &Grid, size: usize, patience: &Patience) -> Candidates {
    let mut found = Candidates::EMPTY;
    if size.is_multiple_of(2) {
        return found;
    }
    for z in open(grid) {
        let mut edges = Vec::new();
        for (v, (_, cands)) in variables(&open(grid), &[0, 1, 2, 3]).into_iter().enumerate() {
            for (a, b) in cands.iter().flat_map(|&a| cands.iter().map(move |&b| (a, b))) {
                let mut others = cands.iter().filter(|&&c| c != a && c != b);
                if a != b && a != z && b != z && others.all(|&c| linked(c, z)) {
                    edges.push((a, b, v));
                }
            }
        }
        if edges.iter().any(|&(a, b, v)| closes(&edges, &mut vec![a, b], &mut vec![v], size, patience)) {
            found.insert(z);
        }
    }
    found
}

/// Returns the candidates that see all guardians of a ring of `size` places of a digit: any two neighbours
/// are in a house without a third place of the ring, and the house's other places are guardians.
pub fn guardians(grid: &Grid, size: usize, patience: &Patience) -> Candidates {
    let mut found = Candidates::EMPTY;
    let houses = variables(&open(grid), &[1, 2, 3]);
    for z in open(grid).into_iter().filter(|_| size % 2 == 1) {
        let mut edges = Vec::new();
        for (v, (_, places)) in houses.iter().enumerate() {
            for (a, b) in places.iter().flat_map(|&a| places.iter().map(move |&b| (a, b))) {
                if a != b && places.iter().filter(|&&c| c != a && c != b).all(|&c| linked(c, z)) {
                    edges.push((a, b, v));
                }
            }
        }
        let is_proper = |ring: &[Candidate], used: &[usize]| {
            let inside = |v: usize| houses[v].1.iter().filter(|one| ring.contains(one)).count();
            used.iter().all(|&v| inside(v) == 2) && used.iter().any(|&v| houses[v].1.len() > 2)
        };
        let all = |&(a, b, v): &(Candidate, Candidate, usize)| {
            rings(&edges, &mut vec![a, b], &mut vec![v], size, patience, &is_proper)
        };
        if edges.iter().any(all) {
            found.insert(z);
        }
    }
    found
}

/// Whether a path can be closed so that the ring and its variables are proper.
fn rings(
    edges: &[(Candidate, Candidate, usize)], path: &mut Vec<Candidate>, used: &mut Vec<usize>, size: usize,
    patience: &Patience, is_proper: &dyn Fn(&[Candidate], &[usize]) -> bool,
) -> bool {
    let (first, last) = (path[0], path[path.len() - 1]);
    for &(_, b, v) in edges.iter().filter(|edge| edge.0 == last) {
        let is_end = path.len() == size;
        if !patience.step() || (if is_end { b != first } else { path.contains(&b) || b < first }) {
            continue;
        }
        used.push(v);
        let closes = match is_end {
            true => is_proper(path, used),
            false => {
                path.push(b);
                let closes = rings(edges, path, used, size, patience, is_proper);
                path.pop();
                closes
            }
        };
        used.pop();
        if closes {
            return true;
        }
    }
    false
}

fn closes(
    edges: &[(Candidate, Candidate, usize)], path: &mut Vec<Candidate>, used: &mut Vec<usize>, size: usize,
    patience: &Patience,
) -> bool {
    let (first, last) = (path[0], path[path.len() - 1]);
    for &(a, b, v) in edges.iter().filter(|edge| edge.0 == last) {
        if used.contains(&v) || !patience.step() {
            continue;
        }
        if path.len() == size {
            if a == last && b == first {
                return true;
            }
            continue;
        }
        // Any candidate of the circle can be the beginning, so only the least is tried.
        if path.contains(&b) || b < first {
            continue;
        }
        path.push(b);
        used.push(v);
        let closes = closes(edges, path, used, size, patience);
        used.pop();
        path.pop();
        if closes {
            return true;
        }
    }
    false
}
