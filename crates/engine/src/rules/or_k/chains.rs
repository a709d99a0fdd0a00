//! OR_k-chains: the rules, one for each kind and number of guardians.

use super::relation::{OrKind, guarded};
use super::{forcing, whips};
use crate::budget::Within;
use crate::evidence::{Evidence, Info, Link, Right, info};
use crate::graph::{OrRelation, Reach, Space, with_graph};
use crate::grid::{Candidate, Candidates, Cell, Digit};
use crate::rule::{Findings, Rule};
use crate::state::State;

/// Rule for the chains of one kind, with relations of this many guardians.
pub(in crate::rules) struct OrChains {
    info: &'static Info,
    kind: OrKind,
    /// Objects that may be right-linking in variables.
    reach: Reach,
    guardians: usize,
}

macro_rules! chains {
    ($(($guardians:literal, $of:literal, $reach:expr))*) => {
        &[$(
            &OrChains::new(concat!("or", $guardians, "-forcing-", $of), OrKind::Forcing, $guardians, $reach),
            &OrChains::new(concat!("or", $guardians, "-contrad-", $of), OrKind::Contrad, $guardians, $reach),
            &OrChains::new(concat!("or", $guardians, "-", $of), OrKind::Whip, $guardians, $reach),
        )*]
    };
}

const SINGLES: Reach = Reach::Singles;
const GROUPS: Reach = Reach::Segments;

/// All OR_k-chains, in the order in which CSP-Rules tries them; there, chains with groups have at most six
/// guardians.
#[rustfmt::skip] // one column for each number of guardians
pub(in crate::rules) static CHAINS: &[&dyn Rule] = chains!(
    (2, "whip", SINGLES) (3, "whip", SINGLES) (4, "whip", SINGLES) (5, "whip", SINGLES) (6, "whip", SINGLES)
    (7, "whip", SINGLES) (8, "whip", SINGLES)
    (2, "g-whip", GROUPS) (3, "g-whip", GROUPS) (4, "g-whip", GROUPS) (5, "g-whip", GROUPS)
    (6, "g-whip", GROUPS)
);

impl OrChains {
    const fn new(name: &str, kind: OrKind, guardians: usize, reach: Reach) -> OrChains {
        OrChains { info: info(name), kind, reach, guardians }
    }
}

impl Rule for OrChains {
    fn info(&'static self) -> &'static Info {
        self.info
    }

    fn uses_relations(&self) -> bool {
        true
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Within {
        let relations = state.relations().of(self.guardians);
        for relation in &relations {
            if size == 1 {
                of_one(state.grid().candidates(), relation, found);
                continue;
            }
            let size = usize::from(size);
            with_graph!(state, Space::All, |cache, budget| match self.kind {
                OrKind::Forcing => forcing::find(cache, relation, self.reach, size, found, budget),
                kind => whips::find(cache, relation, kind, self.reach, size, found, budget),
            })?;
        }
        Ok(())
    }
}

/// Eliminates the candidates linked to all guardians.
fn of_one(candidates: Candidates, relation: &OrRelation, found: &mut Findings) {
    let sees_all = |one: &Candidate| relation.guardians.iter().all(|other| one.is_linked(other));
    let targets: Candidates = candidates.iter().filter(sees_all).collect();
    found.eliminate(&targets, || {
        let mut guardians = relation.guardians.iter();
        let left = guardians.next().unwrap_or(Candidate::new(Digit::new(0), Cell::new(0)));
        let ignored = guardians.map(|other| (other, 0)).collect();
        let link = Link { variables: Vec::new(), left, from: 0, right: Right::Nothing, ignored };
        Evidence::OrChain { relation: guarded(relation), links: vec![link] }
    });
}
