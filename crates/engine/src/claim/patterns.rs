//! Short forms of patterns: a name, digits, cells and houses, as players and HoDoKu write them.
//!
//! ```text
//!   X-Wing 5 r26 c37                          Naked Pair: 4,7 in r1c12
//!   Finned Swordfish: 4 r249 c167 fr4c3       W-Wing: 3/4 in r1c2,r5c8 connected by 4 in r15c5
//! ```
//!
//! The name leads to the evidence of a rule; each possible reading becomes evidence. The checker says which
//! readings hold.

use super::bag::{Item, items};
use super::chain::What;
use super::conclusion::Conclusions;
use super::judge::{Ground, Judge};
use super::text::{Cursor, Sign};
use super::{Failure, Unread, sets, singles, uniqueness, wings};
use crate::evidence::hodoku::HODOKU;
use crate::evidence::{Clause, Evidence, RuleKind};
use crate::rules::ALIASES;

/// Reading of a short form: a rule, its size, and evidence of its steps.
pub(super) type Reading = (&'static str, Option<usize>, Evidence);

/// Short form in a state.
pub(super) struct Short<'a> {
    pub judge: &'a Judge,
    pub items: Vec<Item>,
    pub claimed: &'a Conclusions,
}

/// Readings of a short form, and the state of things that it speaks of.
pub(super) struct Readings {
    pub all: Vec<Reading>,
    /// Reason why there is no such pattern, if that is known.
    pub failure: Option<String>,
}

impl Readings {
    pub fn of(all: Vec<Reading>) -> Readings {
        Readings { all, failure: None }
    }

    /// Says that there is no such pattern.
    pub fn none(why: impl Into<String>) -> Readings {
        Readings { all: Vec::new(), failure: Some(why.into()) }
    }
}

/// Function that makes readings of a short form.
pub(super) type Reader = fn(&Short) -> Readings;

/// Pattern with a name.
pub(super) struct Named {
    reader: Reader,
    /// Smallest and largest size.
    sizes: Option<(usize, usize)>,
    /// The rule, if the name means just one type of several.
    rule: Option<&'static str>,
    name: String,
}

/// Returns the reader of a rule's short forms.
fn reader(clause: Clause) -> Option<Reader> {
    use Clause::*;
    Some(match clause {
        NakedSingle | HiddenSingle | BlockSingle | LineSingle | LastCell | HiddenLastCell | LastDigit => {
            singles::singles
        }
        Naked | LockedSet => sets::naked,
        Hidden => sets::hidden,
        Fish | Finned | Sashimi | FinnedLine | Franken | FinnedFranken | Mutant => sets::fish,
        Locked | Pointing | Claiming => sets::locked,
        Skyscraper | TwoStringKite => wings::two_links,
        EmptyRectangle => wings::empty_rectangle,
        WWing | GroupedWWing => wings::w_wing,
        RemotePair => wings::remote_pair,
        Bent => wings::bent,
        ColourTrap | ColourWrap | ColouredNets => wings::colours,
        AlmostLocked => wings::almost_locked,
        Rectangle | HiddenRectangle | AvoidableRectangle | LinkedRectangle | LinkedAvoidable
        | WingedRectangle => uniqueness::rectangle,
        Bug => uniqueness::bug,
        _ => return None,
    })
}

/// Whether texts of such evidence are read: as short forms or as chains.
pub(super) fn is_read(clause: Clause) -> bool {
    use Clause::*;
    let is_chain = matches!(
        clause,
        Links
            | GroupedLinks
            | LinksOfSets
            | LinksOfDigit
            | LinksOfCells
            | TurbotFish
            | MWing
            | SWing
            | LWing
            | HWing
            | Rings
            | GroupedRings
            | RingsOfSets
    );
    is_chain || reader(clause).is_some()
}

/// Names that are in no other table, with the rule or the reader's name, and sizes.
const NAMES: &[(&str, &str, usize)] = &[
    ("skyscraper", "skyscraper", 0),
    ("emptyrectangle", "empty-rectangle", 0),
    ("er", "empty-rectangle", 0),
    ("xywing", "xy-wing", 0),
    ("ywing", "xy-wing", 0),
    ("xyzwing", "xy-wing", 0),
    ("ur", "ur1", 0),
    ("type1ur", "ur1", 0),
    ("uniquerectangle", "ur1", 0),
    ("uniquenesstest", "ur1", 0),
    ("avoidablerectangle", "ar1", 0),
    ("ar", "ar1", 0),
    ("hiddenur", "hidden-ur", 0),
    ("hiddenavoidablerectangle", "hidden-ur", 0),
    ("urstronglink", "ur-strong-link", 0),
    ("urwing", "ur-wing", 0),
    ("urxywing", "ur-wing", 0),
    ("urxyzwing", "ur-wing", 0),
    ("urwxyzwing", "ur-wing", 0),
    ("lastdigit", "naked-single", 0),
    ("vwxyzwing", "vwxyz-wing", 0),
    ("frankenfish", "fish", 0),
    ("finnedfrankenfish", "fish", 0),
    ("mutantfish", "fish", 0),
    ("finnedmutantfish", "fish", 0),
    ("fish", "fish", 0),
    ("finned", "finned", 0),
    ("finnedfish", "finned", 0),
    ("sashimifish", "finned", 0),
    ("nakedsubset", "naked", 0),
    ("hiddensubset", "hidden", 0),
    ("pointing", "lc", 0),
    ("claiming", "lc", 0),
    ("lockedcandidates", "lc", 0),
    ("lockedcandidate", "lc", 0),
    ("pointingpair", "lc", 0),
    ("pointingtriple", "lc", 0),
    ("claimingpair", "lc", 0),
    ("claimingtriple", "lc", 0),
    ("simplecolors", "simple-colours-trap", 0),
    ("simplecolours", "simple-colours-trap", 0),
    ("simplecolourstrap", "simple-colours-trap", 0),
    ("simplecolourswrap", "simple-colours-trap", 0),
    ("simplecolorstrap", "simple-colours-trap", 0),
    ("simplecolorswrap", "simple-colours-trap", 0),
    ("multicolours", "multi-colours", 0),
    ("multicolors", "multi-colours", 0),
    ("multicolors1", "multi-colours", 0),
    ("multicolors2", "multi-colours", 0),
    ("alschain", "als-chain", 0),
    ("alsxz", "als-xz", 0),
    ("alsxywing", "als-xz", 0),
    ("nakedquadruple", "naked", 4),
    ("hiddenquadruple", "hidden", 4),
    ("suedecoq", "sue-de-coq", 0),
    ("single", "naked-single", 0),
    ("hiddensingle", "naked-single", 0),
    ("nakedsingle", "naked-single", 0),
    ("fullhouse", "naked-single", 0),
    ("2sk", "two-string-kite", 0),
    ("twostringkite", "two-string-kite", 0),
    ("dual2stringkite", "two-string-kite", 0),
    ("alsa", "als-xz", 0),
    ("lc", "lc", 0),
    ("boxline", "lc", 0),
    ("boxlinereduction", "lc", 0),
    ("np", "naked", 2),
    ("nt", "naked", 3),
    ("nq", "naked", 4),
    ("hp", "hidden", 2),
    ("ht", "hidden", 3),
    ("hq", "hidden", 4),
    ("sdc", "sue-de-coq", 0),
    ("type2ur", "ur2", 0),
    ("type3ur", "ur3", 0),
    ("type4ur", "ur4", 0),
    ("type5ur", "ur5", 0),
    ("type6ur", "ur6", 0),
];

/// Takes only letters and digits of a name: `xwing`.
fn squeezed(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Finds the pattern of a squeezed name.
fn named(name: &str) -> Option<Named> {
    let own = |name: &str| NAMES.iter().find(|(own, ..)| *own == name).map(|&(_, rule, size)| (rule, size));
    // `finned-5-fish` is a fish with a size.
    let sized = || {
        let (before, after) = name.split_once(|c: char| c.is_ascii_digit())?;
        let (rule, _) = own(&format!("{before}{after}")).filter(|_| after == "fish")?;
        let size = name.get(before.len()..)?.trim_end_matches("fish").parse().ok()?;
        Some((rule, size))
    };
    let (rule, size) = own(name).or_else(|| alias(name)).or_else(|| of_hodoku(name)).or_else(sized)?;
    let reader = match rule {
        "xy-wing" | "xyz-wing" => wings::xy_wing,
        "sue-de-coq" => wings::sue_de_coq,
        _ => reader(RuleKind::named(rule).clause)?,
    };
    let is_typed = name.ends_with(|last: char| last.is_ascii_digit()) || name.starts_with("type");
    let sizes = (size > 0).then_some((size, size));
    Some(Named { reader, sizes, rule: is_typed.then_some(rule), name: name.to_string() })
}

/// Finds a name among the other names of rules, or a rule of this name.
fn alias(name: &str) -> Option<(&'static str, usize)> {
    let [_, meaning] = ALIASES.iter().find(|[alias, _]| squeezed(alias) == name)?;
    let meaning = meaning.split('+').next()?;
    let (rule, size) = meaning.split_once(':').unwrap_or((meaning, ""));
    Some((rule, size.parse().unwrap_or(0)))
}

/// Finds a name that HoDoKu prints.
fn of_hodoku(name: &str) -> Option<(&'static str, usize)> {
    let (_, row) = HODOKU.iter().find(|(_, row)| squeezed(row.called) == name)?;
    let sizes = [("xwing", 2), ("swordfish", 3), ("jellyfish", 4)];
    let size = sizes.iter().find(|(end, _)| name.ends_with(end)).map_or(0, |(_, size)| *size);
    Some((row.info.name, size))
}

/// Reads the name of a pattern at the beginning, as long as possible; with a colon after it, or none.
pub(super) fn name(cursor: &mut Cursor) -> Option<Named> {
    let mut found = None;
    let (mut ahead, mut text, mut words) = (*cursor, String::new(), Vec::new());
    for _ in 0..12 {
        let Some(token) = ahead.next() else { break };
        match token.sign {
            None => {
                text += &token.text;
                words.push(token.text.as_str());
            }
            Some(Sign::Minus | Sign::And | Sign::Open | Sign::Close | Sign::Slash) => {}
            Some(_) => break,
        }
        let is_list = matches!(ahead.sign(), Some(Sign::Slash | Sign::Comma));
        if token.word().is_some_and(|word| !(is_list && word.starts_with(|c: char| c.is_ascii_digit())))
            && let Some(named) = named(&text)
        {
            found = Some((Named { name: words.join(" "), ..named }, ahead));
        }
    }
    let (named, mut after) = found?;
    while matches!(after.sign(), Some(Sign::Close)) {
        after.next();
    }
    after.eat(Sign::Colon);
    *cursor = after;
    Some(named)
}

/// Reads a short form after its name, and returns all that it proves.
pub(super) fn grounds(
    judge: &Judge, named: &Named, cursor: &mut Cursor, claimed: &Conclusions,
) -> Result<Result<Vec<Ground>, Failure>, Unread> {
    let column = cursor.column();
    let items = items(cursor)?;
    read(judge, named, items, column, claimed)
}

/// Reads the parts of a short form, and returns all that it proves.
fn read(
    judge: &Judge, named: &Named, items: Vec<Item>, column: usize, claimed: &Conclusions,
) -> Result<Result<Vec<Ground>, Failure>, Unread> {
    let Readings { all, failure } = (named.reader)(&Short { judge, items, claimed });
    if let Some(why) = failure {
        return Ok(Err(Failure { part: None, why }));
    }
    if all.is_empty() {
        return Err(Unread { column, why: "a part of the pattern is missing".to_string() });
    }
    let fits = |(rule, size, _): &&Reading| {
        let is_size =
            named.sizes.is_none_or(|(from, to)| size.is_none_or(|size| (from..=to).contains(&size)));
        is_size && named.rule.is_none_or(|own| is_type(rule, own))
    };
    let all: Vec<&Reading> = all.iter().filter(fits).collect();
    if all.is_empty() {
        return Ok(Err(Failure { part: None, why: format!("the pattern is no {}", named.name) }));
    }
    let (mut grounds, mut refused) = (Vec::new(), Vec::new());
    for (rule, size, because) in all {
        match judge.proved(rule, *size, because) {
            Ok(ground) => grounds.push(ground),
            Err(reason) => refused.push(reason),
        }
    }
    // A reason about a target: the pattern is there, and proves nothing.
    let holds = !grounds.is_empty() || refused.iter().any(|reason| reason.starts_with("a target"));
    match holds {
        true => Ok(Ok(grounds)),
        false => {
            Ok(Err(Failure { part: None, why: refused.first().map_or(String::new(), |why| why.to_string()) }))
        }
    }
}

/// Reads a value without a pattern: a single.
pub(super) fn single(
    judge: &Judge, end: usize, claimed: &Conclusions,
) -> Result<Result<Vec<Ground>, Failure>, Unread> {
    let named = Named { reader: singles::singles, sizes: None, rule: None, name: "single".to_string() };
    grounds(judge, &named, &mut Cursor::of(&[], end), claimed)
}

/// Reads a node without links: a fish `(5)r36\\c27`, or a subset `(47)r1c12`.
pub(super) fn lone(
    judge: &Judge, node: &What, column: usize, claimed: &Conclusions,
) -> Result<Result<Vec<Ground>, Failure>, Unread> {
    let (reader, items): (Reader, _) = match node {
        What::Fish { digit, base, cover } => {
            let houses = [base, cover].map(|houses| Item::Houses(houses.clone()));
            (sets::fish, [vec![Item::Digits(vec![*digit])], houses.to_vec()].concat())
        }
        What::Digits { digits, cells } if digits.len() > 1 && digits.len() == cells.len() => {
            (sets::naked, vec![Item::Digits(digits.clone()), Item::Cells(*cells, String::new())])
        }
        What::Digits { .. } => {
            return Err(Unread { column, why: "a node without a link proves nothing".to_string() });
        }
    };
    let named = Named { reader, sizes: None, rule: None, name: "pattern".to_string() };
    read(judge, &named, items, column, claimed)
}

/// Whether a reading is of the type that a name means.
fn is_type(rule: &str, own: &str) -> bool {
    let kind = |rule: &str| {
        let RuleKind { clause, number, .. } = RuleKind::named(rule);
        (clause, number)
    };
    let types = [Clause::Rectangle, Clause::AvoidableRectangle];
    !types.contains(&kind(own).0) || kind(rule) == kind(own)
}

/// Readers of patterns that are written as chains, too.
const CHAINS: &[Reader] = &[
    wings::two_links,
    wings::empty_rectangle,
    wings::w_wing,
    wings::xy_wing,
    wings::almost_locked,
    wings::remote_pair,
    sets::locked,
];

impl Named {
    /// Whether the name is of a pattern that may be a link of a chain.
    pub fn is_deadly(&self) -> bool {
        let readers: [Reader; 2] = [uniqueness::rectangle, uniqueness::bug];
        readers.iter().any(|reader| std::ptr::fn_addr_eq(*reader, self.reader))
    }

    /// Whether the text after the name may be a chain.
    pub fn may_be_chain(&self) -> bool {
        CHAINS.iter().any(|reader| std::ptr::fn_addr_eq(*reader, self.reader))
    }
}
