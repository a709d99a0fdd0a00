//! The table of scales, and ladders: rules on rungs, the scales that users define themselves.
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

use super::classes::classes;
use super::{Aspect, Column, Description, Item, Policy, Scale, Unit};
use crate::rule::Rule;
use crate::rules::{GROUPS, RULES, find_rule};

/// A named scale.
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// Its definition.
    pub definition: &'static str,
    /// What its ratings are.
    pub about: &'static str,
    /// Where ratings by it are published.
    pub source: &'static str,
    /// Makes it, of its name and definition: a ladder, or whatever a file of its own makes.
    make: fn(&str, &str) -> Result<Scale, ScaleError>,
}

const fn ladder(
    name: &'static str,
    definition: &'static str,
    about: &'static str,
    source: &'static str,
) -> Named {
    Named { name, definition, about, source, make: Scale::define }
}

/// The scales with a name.
pub static SCALES: &[Named] = &[
    ladder(
        "W",
        "brt,whip:1-36",
        "whips: the rating W of Berthier's classifications",
        "PBCS §5.2, chapter 6; ratings published with CSP-Rules",
    ),
    ladder(
        "B",
        "brt,whip:1-2,braid:3-36",
        "braids: the rating B; a lower bound of W",
        "PBCS §5.3; ratings published with CSP-Rules",
    ),
    ladder(
        "gW",
        "brt,whip:1-36+g-whip:2-36",
        "whips and g-whips: the rating gW",
        "PBCS chapter 7; ratings published with CSP-Rules",
    ),
    ladder(
        "gB",
        "brt,whip:1-2+g-whip:2,braid:3-36+g-braid:3-36",
        "braids and g-braids: the rating gB",
        "PBCS chapter 7; ratings published with CSP-Rules",
    ),
    ladder(
        "S",
        "brt,lc,subset:2-4+fish:2-4",
        "subsets: naked, hidden and super-hidden pairs, triplets and quads",
        "PBCS chapter 8; Suchard, Yatom, Shapir 2006",
    ),
    ladder(
        "SFin",
        "brt,lc,subset:2-4+fish:2-4+finned-fish:2-4",
        "subsets and finned fish",
        "PBCS chapter 8; CSP-Rules (finned fish)",
    ),
    ladder(
        "S+W",
        "brt,subset:2-4+fish:2-4+whip:1-36",
        "subsets and whips",
        "PBCS chapter 8; ratings published with CSP-Rules",
    ),
    ladder(
        "SFin+W",
        "brt,subset:2-4+fish:2-4+finned-fish:2-4+whip:1-36",
        "subsets, finned fish and whips",
        "PBCS chapter 8; ratings published with CSP-Rules",
    ),
    ladder(
        "S+gW",
        "brt,subset:2-4+fish:2-4+whip:1-36+g-whip:2-36",
        "subsets, whips and g-whips",
        "PBCS chapter 8; ratings published with CSP-Rules",
    ),
    ladder(
        "SFin+gW",
        "brt,subset:2-4+fish:2-4+finned-fish:2-4+whip:1-36+g-whip:2-36",
        "subsets, finned fish, whips and g-whips",
        "PBCS chapter 8; ratings published with CSP-Rules",
    ),
    ladder(
        "FW",
        "brt,whip:1-36+forcing-whip:3-36",
        "whips and forcing whips from variables with two candidates",
        "CSP-Rules (forcing whips), with published ratings",
    ),
    ladder(
        "F3W",
        "brt,whip:1-36+forcing-whip:3-36+forcing3-whip:3-36",
        "whips and forcing whips from variables with two or three candidates",
        "CSP-Rules (forcing whips), with published ratings",
    ),
    ladder(
        "S2W",
        "brt,subset:2+fish:2+whip:1-36+g-whip:2-36+s2-whip:3-36",
        "subsets, whips, g-whips and whips of subsets of 2 variables or fewer",
        "PBCS chapter 9",
    ),
    ladder(
        "S3W",
        "brt,subset:2-3+fish:2-3+whip:1-36+g-whip:2-36+s3-whip:3-36",
        "subsets, whips, g-whips and whips of subsets of 3 variables or fewer",
        "PBCS chapter 9",
    ),
    ladder(
        "S4W",
        "brt,subset:2-4+fish:2-4+whip:1-36+g-whip:2-36+s4-whip:3-36",
        "subsets, whips, g-whips and whips of subsets of 4 variables or fewer",
        "PBCS chapter 9",
    ),
    ladder(
        "S2B",
        "brt,subset:2+fish:2+whip:1-2+g-whip:2+braid:3-36+g-braid:3-36+s2-braid:3-36",
        "subsets, braids, g-braids and braids of subsets of 2 variables or fewer",
        "PBCS chapter 9",
    ),
    ladder(
        "S3B",
        "brt,subset:2-3+fish:2-3+whip:1-2+g-whip:2+braid:3-36+g-braid:3-36+s3-braid:3-36",
        "subsets, braids, g-braids and braids of subsets of 3 variables or fewer",
        "PBCS chapter 9",
    ),
    ladder(
        "S4B",
        "brt,subset:2-4+fish:2-4+whip:1-2+g-whip:2+braid:3-36+g-braid:3-36+s4-braid:3-36",
        "subsets, braids, g-braids and braids of subsets of 4 variables or fewer",
        "PBCS chapter 9",
    ),
    ladder("BC", "brt,whip:1,bivalue-chain:2-20", "bivalue chains", "PBCS §5.1"),
    ladder(
        "Z",
        "brt,whip:1,bivalue-chain:2-20+z-chain:2-20",
        "bivalue chains and z-chains",
        "PBCS §5.1.2",
    ),
    ladder(
        "tW",
        "brt,whip:1,bivalue-chain:2-20+t-whip:2-36",
        "bivalue chains and t-whips",
        "PBCS §5.2.1, as CSP-Rules codes them",
    ),
    ladder(
        "nrc",
        "brt,lc,nrc:2-36",
        "locked candidates and the nrc-chains of 2007",
        "Berthier 2007",
    ),
    ladder(
        "nrct",
        "brt,lc,nrct:2-36",
        "locked candidates and the nrct-chains of 2007",
        "Berthier 2007",
    ),
    ladder(
        "nrcz",
        "brt,lc,nrcz:2-36",
        "locked candidates and the nrcz-chains of 2007",
        "Berthier 2007",
    ),
    ladder(
        "nrczt",
        "brt,lc,nrczt:2-36",
        "locked candidates and the nrczt-chains of 2007",
        "Berthier 2007",
    ),
    ladder(
        "L",
        "brt,lc,subset:2-4+fish:2-4+xyz-wing:3+xy:3-16+hxy:4-16+c:4-8+xyt:4-16+hxyt:4-16+xyzt:4-10+hxyzt:4-7",
        "the 2D theory of 2007: subsets and 2D chains",
        "HLS",
    ),
    ladder(
        "M",
        "brt,lc,subset:2-4+fish:2-4+xyz-wing:3+xy:3-16+hxy:4-16+c:4-8+xyt:4-16+hxyt:4-16+xyzt:4-10+hxyzt:4-7+nrc:2-36+nrct-2d:2-36+nrcz-2d:2-36+nrczt-2d:2-36",
        "the 3D theory of 2007: L with nrc-chains and nrct-, nrcz- and nrczt-chains as SudoRules 13 counted them",
        "HLS2, table XXIII.4",
    ),
    ladder(
        "N",
        "brt,lc,subset:2-4+fish:2-4+xyz-wing:3+xy:3-16+hxy:4-16+c:4-8+xyt:4-16+hxyt:4-16+xyzt:4-10+hxyzt:4-7+nrc:2-36+nrct-2d:2-36+nrcz-2d:2-36+nrczt-2d:2-36+nrczt-2d-lr-lasso:2-36+nrczt-2d-rl-lasso:2-36",
        "M with nrczt-lassos",
        "HLS2, table XXIII.4",
    ),
    ladder(
        "TyW",
        "brt,whip:1,typed-whip:2-36",
        "typed whips: all variables of a chain are of one type (2D chains)",
        "CSP-Rules (typed whips), with published ratings",
    ),
    ladder("POM1", "brt,pom1", "the patterns of one digit at a time", "Myth Jellies 2006"),
    ladder("POM2", "brt,pom1,pom2", "patterns, with pattern exclusion", "Myth Jellies 2006"),
    ladder("POM3", "brt,pom1,pom2,pom3", "patterns, and their pairs", "Myth Jellies 2006"),
    ladder(
        "PB1",
        "brt,pb1",
        "the net of links between candidates and of their patterns",
        "Myth Jellies 2006",
    ),
    ladder(
        "PB2",
        "brt,pb1,pb2",
        "the same; what is derived excludes patterns",
        "Myth Jellies 2006",
    ),
    ladder(
        "PB3",
        "brt,pb1,pb2,pb3",
        "the same; each pattern is put to the test",
        "Myth Jellies 2006",
    ),
    ladder(
        "TE1",
        "brt,trial",
        "trial and error, one assertion deep, with singles: solves what braids solve",
        "PBCS theorem 5.7, chapter 11",
    ),
    ladder(
        "TE",
        "brt,trial,deep-trial:2-3",
        "T&E-depth: how deep trial and error with singles has to go, 0 to 3",
        "PBCS2 chapter 11; classes published with SHC",
    ),
    Named {
        name: "BxB",
        definition: "brt,trial,braid-trial:1-30",
        about: "the length of braids that trial and error needs after one assertion; 0 if singles do",
        source: "PBCS2 §11.4; classes published by Berthier, computed with SHC",
        make: classes,
    },
    Named {
        name: "BxBB",
        definition: "brt,trial,deep-trial:2,deep-braid-trial:1-30",
        about: "the length of braids that trial and error needs after two assertions; 0 if singles do",
        source: "PBCS2 §11.5; classes published by Berthier, computed with SHC",
        make: classes,
    },
    ladder("LC+X", "brt,lc,x-cycle", "locked candidates and x-cycles", "gsf 2005"),
    ladder(
        "LC+X+hinge",
        "brt,lc,x-cycle-hinge",
        "locked candidates and x-cycles with box hinges",
        "gsf 2005",
    ),
    ladder(
        "BR",
        "brt,br-net",
        "the binary relationship net: all chains of links between two candidates",
        "Sudopedia, BR Net",
    ),
    ladder(
        "LC+BR",
        "brt,lc,br-net",
        "locked candidates and the binary relationship net",
        "Sudopedia, BR Net",
    ),
    ladder(
        "LC+SS+BR",
        "brt,lc,alldiff,br-net",
        "locked candidates, all subsets and the binary relationship net",
        "Sudopedia, BR Net; Suchard, Yatom, Shapir 2006",
    ),
    ladder(
        "LC+SS",
        "brt,lc,alldiff",
        "locked candidates and all subsets",
        "Suchard, Yatom, Shapir 2006",
    ),
    ladder("LC", "brt,lc", "singles and locked candidates", "PBCS §5.2 (whip[1])"),
    ladder("LC+K", "brt,lc,y-knot", "locked candidates and y-knots", "gsf 2005"),
    ladder(
        "LC+Y+K",
        "brt,lc,y-cycle,y-knot",
        "locked candidates, y-cycles and y-knots",
        "gsf 2005",
    ),
    ladder("BRT", "brt", "singles only", "PBCS chapter 4"),
    Named {
        name: "SER",
        definition: "ER",
        about: "the rating ER of the classic Sudoku Explainer",
        source: "Juillerat 2006 (Sudoku Explainer 1.2.1, serate 1.2.1.2); ratings published everywhere",
        make: super::ser::make,
    },
    Named {
        name: "SE",
        definition: "ER/EP/ED",
        about: "the same, with the ratings up to the first placement and of the first step",
        source: "Juillerat 2006 (Sudoku Explainer 1.2.1, serate 1.2.1.2); ratings published everywhere",
        make: super::ser::make,
    },
];

/// Why a text is not a ladder.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScaleError {
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

impl ScaleError {
    /// The name that is unknown, and the names that are known in its place.
    pub fn unknown(&self) -> Option<(&str, Vec<&'static str>)> {
        match self {
            ScaleError::UnknownLadder(name) => {
                Some((name, SCALES.iter().map(|l| l.name).collect()))
            }
            ScaleError::UnknownRule(name) => {
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

impl Scale {
    /// The ladders that a user names: `NAME[,NAME…]`, or one of his own as `NAME=DEFINITION`.
    ///
    /// ```
    /// use sudoscope_engine::scale::Scale;
    ///
    /// let names: Vec<String> = Scale::parse("W, S+W").unwrap().into_iter().map(|ladder| ladder.name).collect();
    /// assert_eq!(names, ["W", "S+W"]);
    /// assert_eq!(Scale::parse("easy=brt,lc,naked:2-3").unwrap()[0].top(), 3);
    /// ```
    pub fn parse(text: &str) -> Result<Vec<Scale>, ScaleError> {
        match text.split_once('=') {
            Some((name, definition)) => Ok(vec![Scale::define(name.trim(), definition)?]),
            None => text.split(',').map(|name| Scale::named(name.trim())).collect(),
        }
    }

    /// The ladder with this name in [`SCALES`].
    pub fn named(name: &str) -> Result<Scale, ScaleError> {
        match SCALES.iter().find(|named| named.name == name) {
            Some(named) => (named.make)(name, named.definition),
            None => Err(ScaleError::UnknownLadder(name.to_string())),
        }
    }

    /// A ladder of the user's own.
    ///
    /// ```
    /// let ladder = sudoscope_engine::scale::Scale::define("easy", "brt,lc,naked:2-3+hidden:2,whip:2-8").unwrap();
    /// assert_eq!(ladder.top(), 8);
    /// ```
    pub fn define(name: &str, definition: &str) -> Result<Scale, ScaleError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "+-_.".contains(c);
        if name.is_empty() || !name.chars().all(plain) {
            return Err(ScaleError::BadName(name.to_string()));
        }
        let (mut items, mut top) = (Vec::new(), 0_u8);
        add_rule("brt", None, 0, &mut items)?;
        for (k, stage) in definition.split(',').enumerate() {
            let stage = stage.trim();
            if stage == "brt" && k == 0 {
                continue;
            }
            let next = top.checked_add(1).ok_or(ScaleError::TooManyRungs)?;
            let before = items.len();
            let parts = stage.split('+').map(Part::parse).collect::<Result<Vec<_>, _>>()?;
            // A rule without size in a stage with sizes stands on the lowest rung of the stage.
            let lowest = parts.iter().filter_map(|part| Some(part.sizes?.0)).min();
            for part in parts {
                if part.name.is_empty() {
                    return Err(ScaleError::Empty(definition.to_string()));
                }
                if part.name == "brt" {
                    return Err(ScaleError::LateBrt);
                }
                add_rule(&part.name, part.sizes, lowest.unwrap_or(next), &mut items)?;
            }
            let rungs = items.iter().skip(before).map(|item| item.place as u8);
            top = rungs.fold(top, u8::max);
        }
        let order = |item: &Item| {
            let at = RULES.iter().position(|rule| rule.info().name == item.rule.info().name);
            (item.place, at, item.size)
        };
        items.sort_by_key(order);
        items.dedup_by_key(|item| order(item));
        let (name, definition) = (name.to_string(), definition.to_string());
        let description = Description { name, definition, policy: Policy::AllAtOnce };
        let level = Column { name: "", aspect: Aspect::Hardest, unit: Unit::Level };
        Ok(Scale::new(description, vec![level], items))
    }

    /// The scale that a run file or a proof describes so.
    pub fn recorded(description: &Description) -> Result<Scale, ScaleError> {
        let Description { name, definition, policy } = description;
        let named = SCALES.iter().find(|it| it.name == name && it.definition == definition);
        let make = named.map_or(Scale::define as fn(&str, &str) -> _, |named| named.make);
        Ok(Scale { policy: *policy, ..make(name, definition)? })
    }
}

/// `name`, `name:N` or `name:N-M`.
struct Part {
    name: String,
    sizes: Option<(u8, u8)>,
}

impl Part {
    fn parse(text: &str) -> Result<Part, ScaleError> {
        let Some((name, sizes)) = text.trim().split_once(':') else {
            return Ok(Part { name: text.trim().to_string(), sizes: None });
        };
        let bad = || ScaleError::BadSize(sizes.to_string());
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
) -> Result<(), ScaleError> {
    if let Some((_, members)) = GROUPS.iter().find(|group| group.0 == name) {
        return members.iter().try_for_each(|rule| add_rule(rule, sizes, unsized_rung, items));
    }
    let rule = find_rule(name).ok_or_else(|| ScaleError::UnknownRule(name.to_string()))?;
    let info = rule.info();
    match (sizes, &info.sizes) {
        (None, None) => items.push(on_rung(unsized_rung, rule, 0)),
        (Some(_), None) => return Err(ScaleError::Unsized(info.name)),
        (None, Some(all)) => {
            return Err(ScaleError::NeedsSize(info.name, *all.start(), *all.end()));
        }
        (Some((from, to)), Some(all)) => {
            if let Some(size) = [from, to].into_iter().find(|size| !all.contains(size)) {
                return Err(ScaleError::NoSuchSize(info.name, *all.start(), *all.end(), size));
            }
            items.extend((from..=to).map(|size| on_rung(size, rule, size)));
        }
    }
    Ok(())
}

/// The item of a rule on a rung.
fn on_rung(rung: u8, rule: &'static dyn Rule, size: u8) -> Item {
    let rung = u32::from(rung);
    Item { place: rung, rating: rung.into(), rule, size }
}
