//! The ladder: rules on rungs, the one concept users learn.
//!
//! A definition is stages separated by `,`, rules united in a stage by `+`, sizes as `:N` or `:N-M`:
//!
//! ```text
//!   brt,lc,naked:2-3+hidden:2,whip:2-8
//!    │   │        │              └─ whip[2] on rung 2, whip[3] on rung 3, …, whip[8] on rung 8
//!    │   │        └─ a sized rule stands on the rung of its size
//!    │   └─ a stage without sizes takes the next rung: 1
//!    └─ rung 0: every ladder starts with it
//! ```

// What is read here comes from outside: no panic (tests/program/source.rs has the list of such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use crate::rule::Rule;
use crate::rules::{GROUPS, RULES, find_rule};

/// How a step is chosen, as printed in every output header.
pub const POLICY: &str = "simplest first: the lowest rung with a rule that proves something; within a \
    rung the first such rule in catalogue order; all that this rule proves in the state is applied at \
    once; then again from the bottom";

/// A named ladder.
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// Its definition.
    pub definition: &'static str,
    /// What its ratings are.
    pub about: &'static str,
    /// Where ratings by it are published.
    pub source: &'static str,
}

/// The ladders with a name.
pub static LADDERS: &[Named] = &[
    Named {
        name: "W",
        definition: "brt,whip:1-36",
        about: "whips: the rating W of Berthier's classifications",
        source: "nrc-rules §A.5, §D.1; PBCS chapter 6",
    },
    Named {
        name: "B",
        definition: "brt,whip:1-2,braid:3-36",
        about: "braids: the rating B; a lower bound of W",
        source: "nrc-rules §A.5, §D.1",
    },
    Named {
        name: "gW",
        definition: "brt,whip:1-36+g-whip:2-36",
        about: "whips and g-whips: the rating gW",
        source: "nrc-rules §A.5, §D.1; PBCS chapter 7",
    },
    Named {
        name: "gB",
        definition: "brt,whip:1-2+g-whip:2,braid:3-36+g-braid:3-36",
        about: "braids and g-braids: the rating gB",
        source: "nrc-rules §A.5, §D.1; PBCS chapter 7",
    },
    Named {
        name: "S",
        definition: "brt,lc,subset:2-4+fish:2-4",
        about: "subsets: naked, hidden and super-hidden pairs, triplets and quads",
        source: "nrc-rules §B.14; seed 004",
    },
    Named {
        name: "SFin",
        definition: "brt,lc,subset:2-4+fish:2-4+finned-fish:2-4",
        about: "subsets and finned fish",
        source: "nrc-rules §B.14, §B.15",
    },
    Named {
        name: "S+W",
        definition: "brt,subset:2-4+fish:2-4+whip:1-36",
        about: "subsets and whips",
        source: "nrc-rules §A.5, §D.7",
    },
    Named {
        name: "SFin+W",
        definition: "brt,subset:2-4+fish:2-4+finned-fish:2-4+whip:1-36",
        about: "subsets, finned fish and whips",
        source: "nrc-rules §A.5, §D.7",
    },
    Named {
        name: "S+gW",
        definition: "brt,subset:2-4+fish:2-4+whip:1-36+g-whip:2-36",
        about: "subsets, whips and g-whips",
        source: "nrc-rules §A.5, §D.7",
    },
    Named {
        name: "SFin+gW",
        definition: "brt,subset:2-4+fish:2-4+finned-fish:2-4+whip:1-36+g-whip:2-36",
        about: "subsets, finned fish, whips and g-whips",
        source: "nrc-rules §A.5, §D.7",
    },
    Named {
        name: "FW",
        definition: "brt,whip:1-36+forcing-whip:3-36",
        about: "whips and forcing whips from variables with two candidates",
        source: "nrc-rules §A.5, §B.13, §D.7",
    },
    Named {
        name: "F3W",
        definition: "brt,whip:1-36+forcing-whip:3-36+forcing3-whip:3-36",
        about: "whips and forcing whips from variables with two or three candidates",
        source: "nrc-rules §A.5, §B.13, §D.7",
    },
    Named {
        name: "S2W",
        definition: "brt,subset:2+fish:2+whip:1-36+g-whip:2-36+s2-whip:3-36",
        about: "subsets, whips, g-whips and whips of subsets of 2 variables or fewer",
        source: "nrc-rules §B.18; PBCS chapter 9",
    },
    Named {
        name: "S3W",
        definition: "brt,subset:2-3+fish:2-3+whip:1-36+g-whip:2-36+s3-whip:3-36",
        about: "subsets, whips, g-whips and whips of subsets of 3 variables or fewer",
        source: "nrc-rules §B.18; PBCS chapter 9",
    },
    Named {
        name: "S4W",
        definition: "brt,subset:2-4+fish:2-4+whip:1-36+g-whip:2-36+s4-whip:3-36",
        about: "subsets, whips, g-whips and whips of subsets of 4 variables or fewer",
        source: "nrc-rules §B.18; PBCS chapter 9",
    },
    Named {
        name: "S2B",
        definition: "brt,subset:2+fish:2+whip:1-2+g-whip:2+braid:3-36+g-braid:3-36+s2-braid:3-36",
        about: "subsets, braids, g-braids and braids of subsets of 2 variables or fewer",
        source: "nrc-rules §B.18, §D.14; PBCS chapter 9",
    },
    Named {
        name: "S3B",
        definition: "brt,subset:2-3+fish:2-3+whip:1-2+g-whip:2+braid:3-36+g-braid:3-36+s3-braid:3-36",
        about: "subsets, braids, g-braids and braids of subsets of 3 variables or fewer",
        source: "nrc-rules §B.18, §D.14; PBCS chapter 9",
    },
    Named {
        name: "S4B",
        definition: "brt,subset:2-4+fish:2-4+whip:1-2+g-whip:2+braid:3-36+g-braid:3-36+s4-braid:3-36",
        about: "subsets, braids, g-braids and braids of subsets of 4 variables or fewer",
        source: "nrc-rules §B.18, §D.14; PBCS chapter 9",
    },
    Named {
        name: "BC",
        definition: "brt,whip:1,bivalue-chain:2-20",
        about: "bivalue chains",
        source: "nrc-rules §B.1",
    },
    Named {
        name: "Z",
        definition: "brt,whip:1,bivalue-chain:2-20+z-chain:2-20",
        about: "bivalue chains and z-chains",
        source: "nrc-rules §B.2",
    },
    Named {
        name: "tW",
        definition: "brt,whip:1,bivalue-chain:2-20+t-whip:2-36",
        about: "bivalue chains and t-whips",
        source: "nrc-rules §B.3",
    },
    Named {
        name: "nrc",
        definition: "brt,lc,nrc:2-36",
        about: "locked candidates and the nrc-chains of seed 003",
        source: "seed 003; nrc-rules §B.1-B.4",
    },
    Named {
        name: "nrct",
        definition: "brt,lc,nrct:2-36",
        about: "locked candidates and the nrct-chains of seed 003",
        source: "seed 003; nrc-rules §B.1-B.4",
    },
    Named {
        name: "nrcz",
        definition: "brt,lc,nrcz:2-36",
        about: "locked candidates and the nrcz-chains of seed 003",
        source: "seed 003; nrc-rules §B.1-B.4",
    },
    Named {
        name: "nrczt",
        definition: "brt,lc,nrczt:2-36",
        about: "locked candidates and the nrczt-chains of seed 003",
        source: "seed 003; nrc-rules §B.1-B.4",
    },
    Named {
        name: "L",
        definition: "brt,lc,subset:2-4+fish:2-4+xyz-wing:3+xy:3-16+hxy:4-16+c:4-8+xyt:4-16+hxyt:4-16+xyzt:4-10+hxyzt:4-7",
        about: "the 2D theory of 2007: subsets and 2D chains",
        source: "nrc-rules §A.7, §D.12; HLS",
    },
    Named {
        name: "M",
        definition: "brt,lc,subset:2-4+fish:2-4+xyz-wing:3+xy:3-16+hxy:4-16+c:4-8+xyt:4-16+hxyt:4-16+xyzt:4-10+hxyzt:4-7+nrc:2-36+nrct-2d:2-36+nrcz-2d:2-36+nrczt-2d:2-36",
        about: "the 3D theory of 2007: L with nrc-chains and nrct-, nrcz- and nrczt-chains as SudoRules 13 counted them",
        source: "nrc-rules §A.7, §D.12; HLS2",
    },
    Named {
        name: "N",
        definition: "brt,lc,subset:2-4+fish:2-4+xyz-wing:3+xy:3-16+hxy:4-16+c:4-8+xyt:4-16+hxyt:4-16+xyzt:4-10+hxyzt:4-7+nrc:2-36+nrct-2d:2-36+nrcz-2d:2-36+nrczt-2d:2-36+nrczt-2d-lr-lasso:2-36+nrczt-2d-rl-lasso:2-36",
        about: "M with nrczt-lassos",
        source: "nrc-rules §A.7, §D.12; HLS2",
    },
    Named {
        name: "TyW",
        definition: "brt,whip:1,typed-whip:2-36",
        about: "typed whips: all variables of a chain are of one type (2D chains)",
        source: "nrc-rules §A.5, §B.11, §D.7",
    },
    Named {
        name: "POM1",
        definition: "brt,pom1",
        about: "the patterns of one digit at a time",
        source: "seed 001; colouring-pom-brnet §2",
    },
    Named {
        name: "POM2",
        definition: "brt,pom1,pom2",
        about: "patterns, with pattern exclusion",
        source: "seed 001; colouring-pom-brnet §2",
    },
    Named {
        name: "POM3",
        definition: "brt,pom1,pom2,pom3",
        about: "patterns, and their pairs",
        source: "seed 001; colouring-pom-brnet §2",
    },
    Named {
        name: "PB1",
        definition: "brt,pb1",
        about: "the net of links between candidates and of their patterns",
        source: "seed 001; colouring-pom-brnet §2.7",
    },
    Named {
        name: "PB2",
        definition: "brt,pb1,pb2",
        about: "the same; what is derived excludes patterns",
        source: "seed 001; colouring-pom-brnet §2.7",
    },
    Named {
        name: "PB3",
        definition: "brt,pb1,pb2,pb3",
        about: "the same; each pattern is put to the test",
        source: "seed 001; colouring-pom-brnet §2.7",
    },
    Named {
        name: "TE1",
        definition: "brt,trial",
        about: "trial and error, one assertion deep, with singles: solves what braids solve",
        source: "nrc-rules §B.19, §C.1",
    },
    Named {
        name: "LC+X",
        definition: "brt,lc,x-cycle",
        about: "locked candidates and x-cycles",
        source: "seed 000; colouring-pom-brnet §0, §1",
    },
    Named {
        name: "LC+X+hinge",
        definition: "brt,lc,x-cycle-hinge",
        about: "locked candidates and x-cycles with box hinges",
        source: "seed 000; colouring-pom-brnet §0, §1",
    },
    Named {
        name: "BR",
        definition: "brt,br-net",
        about: "the binary relationship net: all chains of links between two candidates",
        source: "seed 002; colouring-pom-brnet §3",
    },
    Named {
        name: "LC+BR",
        definition: "brt,lc,br-net",
        about: "locked candidates and the binary relationship net",
        source: "seed 002; colouring-pom-brnet §3",
    },
    Named {
        name: "LC+SS+BR",
        definition: "brt,lc,alldiff,br-net",
        about: "locked candidates, all subsets and the binary relationship net",
        source: "seeds 002 and 004; colouring-pom-brnet §0",
    },
    Named {
        name: "LC+SS",
        definition: "brt,lc,alldiff",
        about: "locked candidates and all subsets",
        source: "seed 004; colouring-pom-brnet §4",
    },
    Named {
        name: "LC",
        definition: "brt,lc",
        about: "singles and locked candidates",
        source: "nrc-rules §B.6.2",
    },
    Named {
        name: "LC+K",
        definition: "brt,lc,y-knot",
        about: "locked candidates and y-knots",
        source: "seed 000; colouring-pom-brnet §0, §1",
    },
    Named {
        name: "LC+Y+K",
        definition: "brt,lc,y-cycle,y-knot",
        about: "locked candidates, y-cycles and y-knots",
        source: "seed 000; colouring-pom-brnet §0, §1",
    },
    Named { name: "BRT", definition: "brt", about: "singles only", source: "nrc-rules §A.2" },
];

/// A rule at one size, standing on a rung.
#[derive(Clone, Copy)]
pub struct Item {
    /// The rung; it is the rating of a puzzle whose hardest step is by this rule.
    pub rung: u8,
    /// The rule.
    pub rule: &'static dyn Rule,
    /// Its size, 0 for a rule without.
    pub size: u8,
}

impl Item {
    /// `naked-single`, `whip[3]`.
    pub fn name(&self) -> String {
        match self.size {
            0 => self.rule.info().name.to_string(),
            size => format!("{}[{size}]", self.rule.info().name),
        }
    }
}

/// A ladder, ready to be climbed.
#[derive(Clone)]
pub struct Ladder {
    /// The name given by the table or the user.
    pub name: String,
    /// The definition it was made from.
    pub definition: String,
    /// The rules by rung, then in catalogue order. The first [`BRT_ITEMS`] are those of `brt`.
    pub items: Vec<Item>,
    /// Whether several orders of elimination are tried ([`crate::order`]).
    pub best: bool,
}

/// Number of rules in `brt`, the first items of every ladder.
pub const BRT_ITEMS: usize = 3;

/// Why a text is not a ladder.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LadderError {
    /// Not a ladder's name, and not a definition.
    #[error("there is no ladder '{0}'")]
    UnknownLadder(String),
    /// Not a rule's name.
    #[error("there is no rule '{0}'")]
    UnknownRule(String),
    /// A size that is not `N` or `N-M`.
    #[error("'{0}' is not a size: write N or N-M")]
    BadSize(String),
    /// Sizes for a rule that has none.
    #[error("the rule '{0}' has no sizes")]
    Unsized(&'static str),
    /// No sizes for a rule that has them.
    #[error("the rule '{0}' needs a size between {1} and {2}: write {0}:{1}-{2}")]
    NeedsSize(&'static str, u8, u8),
    /// A size that the rule does not come in.
    #[error("the rule '{0}' comes in sizes {1} to {2}, not {3}")]
    NoSuchSize(&'static str, u8, u8, u8),
    /// `brt` after the first stage.
    #[error("'brt' is the first stage of every ladder and cannot come later")]
    LateBrt,
    /// A stage or a rule with no name.
    #[error("the definition '{0}' has an empty stage or rule")]
    Empty(String),
    /// More stages than rungs.
    #[error("a ladder has at most 255 rungs")]
    TooManyRungs,
    /// A name that would not survive in a file of comma-separated columns.
    #[error("'{0}' cannot be a ladder's name: use letters, digits and + - _ . only")]
    BadName(String),
}

impl LadderError {
    /// The name that is unknown, and the names that are known in its place.
    pub fn unknown(&self) -> Option<(&str, Vec<&'static str>)> {
        match self {
            LadderError::UnknownLadder(name) => {
                Some((name, LADDERS.iter().map(|l| l.name).collect()))
            }
            LadderError::UnknownRule(name) => {
                let rules = RULES.iter().map(|rule| rule.info().name);
                Some((name, rules.chain(GROUPS.iter().map(|group| group.0)).collect()))
            }
            _ => None,
        }
    }

    /// The known name most like the unknown one.
    pub fn nearest(&self) -> Option<&'static str> {
        self.unknown().and_then(|(name, known)| nearest(name, known))
    }
}

/// The known name most like `name`.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let unlike = |known: &&str| strsim::damerau_levenshtein(&name, &known.to_lowercase());
    known.into_iter().min_by_key(unlike)
}

impl Ladder {
    /// The ladders that a user names: `NAME[,NAME…]`, or one of his own as `NAME=DEFINITION`.
    ///
    /// ```
    /// use sudoscope_engine::ladder::Ladder;
    ///
    /// let names: Vec<String> = Ladder::parse("W, S+W").unwrap().into_iter().map(|ladder| ladder.name).collect();
    /// assert_eq!(names, ["W", "S+W"]);
    /// assert_eq!(Ladder::parse("easy=brt,lc,naked:2-3").unwrap()[0].top(), 3);
    /// ```
    pub fn parse(text: &str) -> Result<Vec<Ladder>, LadderError> {
        match text.split_once('=') {
            Some((name, definition)) => Ok(vec![Ladder::define(name.trim(), definition)?]),
            None => text.split(',').map(|name| Ladder::named(name.trim())).collect(),
        }
    }

    /// The ladder with this name in [`LADDERS`].
    pub fn named(name: &str) -> Result<Ladder, LadderError> {
        match LADDERS.iter().find(|ladder| ladder.name == name) {
            Some(ladder) => Ladder::define(name, ladder.definition),
            None => Err(LadderError::UnknownLadder(name.to_string())),
        }
    }

    /// A ladder of the user's own.
    ///
    /// ```
    /// let ladder = sudoscope_engine::ladder::Ladder::define("easy", "brt,lc,naked:2-3+hidden:2,whip:2-8").unwrap();
    /// assert_eq!(ladder.top(), 8);
    /// ```
    pub fn define(name: &str, definition: &str) -> Result<Ladder, LadderError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "+-_.".contains(c);
        if name.is_empty() || !name.chars().all(plain) {
            return Err(LadderError::BadName(name.to_string()));
        }
        let (mut items, mut top) = (Vec::new(), 0_u8);
        add_rule("brt", None, 0, &mut items)?;
        for (k, stage) in definition.split(',').enumerate() {
            let stage = stage.trim();
            if stage == "brt" && k == 0 {
                continue;
            }
            let next = top.checked_add(1).ok_or(LadderError::TooManyRungs)?;
            let before = items.len();
            let parts = stage.split('+').map(Part::parse).collect::<Result<Vec<_>, _>>()?;
            // A rule without size in a stage with sizes stands on the lowest rung of the stage.
            let lowest = parts.iter().filter_map(|part| Some(part.sizes?.0)).min();
            for part in parts {
                if part.name.is_empty() {
                    return Err(LadderError::Empty(definition.to_string()));
                }
                if part.name == "brt" {
                    return Err(LadderError::LateBrt);
                }
                add_rule(&part.name, part.sizes, lowest.unwrap_or(next), &mut items)?;
            }
            top = items.iter().skip(before).map(|item| item.rung).fold(top, u8::max);
        }
        let order = |item: &Item| {
            let at = RULES.iter().position(|rule| rule.info().name == item.rule.info().name);
            (item.rung, at, item.size)
        };
        items.sort_by_key(order);
        items.dedup_by_key(|item| order(item));
        let (name, definition) = (name.to_string(), definition.to_string());
        Ok(Ladder { name, definition, items, best: false })
    }

    /// The name of the first rule that assumes that the puzzle has only one solution, if there is one.
    pub fn assumes_unique(&self) -> Option<&'static str> {
        let item = self.items.iter().find(|item| item.rule.assumes_unique())?;
        Some(item.rule.info().name)
    }

    /// The pair of columns of `--policy best`: the smallest rating over several orders of elimination, under
    /// the name of this ladder, and the rating of this ladder, called NAME-free.
    pub fn with_best(self) -> [Ladder; 2] {
        let definition = format!("{}{BEST}", self.definition);
        let free = Ladder { name: format!("{}-free", self.name), ..self.clone() };
        [Ladder { definition, best: true, ..self }, free]
    }

    /// The ladder that a run's header names so.
    pub fn recorded(name: &str, definition: &str) -> Result<Ladder, LadderError> {
        let plain = definition.strip_suffix(BEST);
        let ladder = Ladder::define(name, plain.unwrap_or(definition))?;
        Ok(Ladder { definition: definition.to_string(), best: plain.is_some(), ..ladder })
    }

    /// The highest rung.
    pub fn top(&self) -> u8 {
        self.items.last().map_or(0, |item| item.rung)
    }

    /// The rungs that have a rule, from the bottom.
    pub fn rungs(&self) -> Vec<u8> {
        let mut rungs: Vec<u8> = self.items.iter().map(|item| item.rung).collect();
        rungs.dedup();
        rungs
    }
}

/// What [`Ladder::with_best`] adds to a definition.
const BEST: &str = " (the best of several orders)";

/// `name`, `name:N` or `name:N-M`.
struct Part {
    name: String,
    sizes: Option<(u8, u8)>,
}

impl Part {
    fn parse(text: &str) -> Result<Part, LadderError> {
        let Some((name, sizes)) = text.trim().split_once(':') else {
            return Ok(Part { name: text.trim().to_string(), sizes: None });
        };
        let bad = || LadderError::BadSize(sizes.to_string());
        let (from, to) = sizes.split_once('-').unwrap_or((sizes, sizes));
        let from: u8 = from.parse().map_err(|_| bad())?;
        let to: u8 = to.parse().map_err(|_| bad())?;
        if from > to {
            return Err(bad());
        }
        Ok(Part { name: name.to_string(), sizes: Some((from, to)) })
    }
}

/// Puts the rule or group of rules on its rungs: that of each size, or `unsized_rung`.
fn add_rule(
    name: &str,
    sizes: Option<(u8, u8)>,
    unsized_rung: u8,
    items: &mut Vec<Item>,
) -> Result<(), LadderError> {
    if let Some((_, members)) = GROUPS.iter().find(|group| group.0 == name) {
        return members.iter().try_for_each(|rule| add_rule(rule, sizes, unsized_rung, items));
    }
    let rule = find_rule(name).ok_or_else(|| LadderError::UnknownRule(name.to_string()))?;
    let info = rule.info();
    match (sizes, &info.sizes) {
        (None, None) => items.push(Item { rung: unsized_rung, rule, size: 0 }),
        (Some(_), None) => return Err(LadderError::Unsized(info.name)),
        (None, Some(all)) => {
            return Err(LadderError::NeedsSize(info.name, *all.start(), *all.end()));
        }
        (Some((from, to)), Some(all)) => {
            if let Some(size) = [from, to].into_iter().find(|size| !all.contains(size)) {
                return Err(LadderError::NoSuchSize(info.name, *all.start(), *all.end(), size));
            }
            items.extend((from..=to).map(|size| Item { rung: size, rule, size }));
        }
    }
    Ok(())
}
