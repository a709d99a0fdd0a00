//! The format of a proof: what `explain --json` writes, what `verify` reads, and what a climb under eyes is put into.
//!
//! ```text
//!   { "sudoscope": "0.1.0", "puzzle": "81 characters", "ladder": "W", "definition": "brt,whip:1-36",
//!     "rounds": [                              one application of one rule
//!       { "rule": "whip", "size": 3, "level": 3,
//!         "steps": [                           all proved in the state before the round, then applied at once
//!           { "text": "whip[3]: …", "eliminates": ["n1r1c5"], "asserts": [], "because": { "chain": … } } ] } ],
//!     "outcome": "solved", "rating": 3, "end": "81 characters" }
//! ```
//!
//! Candidates are labels, `n5r1c2`; variables `r1c2`, `r1n2`, `c1n2`, `b1n2`; houses `r1`, `c4`, `b9`; digits are numbers
//! from 1 to 9.

use crate::grid::Candidate;
use crate::grid::notation::Variable;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A proof: how a puzzle was solved, or how far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// The version of the program that wrote it.
    pub sudoscope: String,
    /// 81 cells, or the 729 candidates of a puzzle that is given by these.
    pub puzzle: String,
    /// The ladder's name.
    pub ladder: String,
    /// Its definition.
    pub definition: String,
    /// The rounds, from the puzzle on.
    pub rounds: Vec<Round>,
    /// How it ended.
    pub outcome: Outcome,
    /// The highest level of a round, if the puzzle was solved.
    pub rating: Option<u8>,
    /// The solution: 81 digits; without one the candidates left: 729 characters, nine a cell.
    pub end: String,
}

/// How a path ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Every cell is decided.
    Solved,
    /// No rule proved more.
    Unsolved,
    /// The search steps allowed were used up.
    Budget,
    /// The puzzle was proved to have no solution.
    NoSolution,
}

/// One application of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// The rule's name.
    pub rule: String,
    /// Its size, if it comes in sizes.
    pub size: Option<u8>,
    /// The rung on which it stands.
    pub level: u8,
    /// What several steps rest on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lemmas: Vec<Lemma>,
    /// The steps.
    pub steps: Vec<Step>,
}

/// What several steps of a round rest on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lemma {
    /// A pattern meets all patterns that a digit has left: it is taken out.
    Meets {
        /// The pattern.
        pattern: Template,
        /// The digit.
        digit: Digit,
    },
    /// A digit has no pattern left that can be together with both: these two cannot be together.
    Apart {
        /// The two.
        patterns: [Template; 2],
        /// The digit.
        digit: Digit,
    },
    /// A pattern can be together with none that a digit has left: it is taken out.
    Unpaired {
        /// The pattern.
        pattern: Template,
        /// The digit.
        digit: Digit,
    },
    /// What follows from a pattern is wrong: it is taken out.
    Fails {
        /// The pattern: its candidates, and that the others of its digit are false.
        pattern: Template,
        /// Each literal from one before.
        follows: Vec<Follows>,
        /// What is wrong.
        conflict: Conflict,
    },
}

/// What is wrong with what follows from a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Conflict {
    /// The candidate is true and false.
    Both(Candidate),
    /// No pattern that the digit has left agrees with all of it.
    Digit(Digit),
}

/// A literal follows from another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Follows {
    /// The other.
    pub from: Literal,
    /// Why.
    pub by: Implied,
    /// What follows.
    pub to: Literal,
}

/// One step: what follows, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The step as it is printed, for readers: nothing is concluded from it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The candidates proved false.
    pub eliminates: Vec<Candidate>,
    /// The candidates proved true. Where there are neither, it is proved that there is no solution.
    pub asserts: Vec<Candidate>,
    /// Why.
    pub because: Because,
    /// For readers, as the text is: the matching of a subset's members, and what each removed candidate would leave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub matchings: Vec<String>,
}

/// What a step rests on: one variant a kind of pattern.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Because {
    /// A variable with one candidate.
    Single {
        /// The variable.
        variable: Variable,
    },
    /// A variable without candidate or value; or a cell that is the only place for two digits.
    Contradiction {
        /// The variable.
        variable: Variable,
        /// The variables, of two digits, that have no other place than this cell; none if it is empty itself.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clash: Vec<Variable>,
    },
    /// A naked, hidden or super-hidden subset.
    Subset(Hall),
    /// A fish with fins.
    Finned {
        /// The base lines.
        variables: Vec<Variable>,
        /// The lines that cover them.
        transversals: Vec<Variable>,
        /// The candidates of the base lines in no covering one.
        fins: Vec<Candidate>,
    },
    /// A chain from the targets.
    Chain {
        /// Its links.
        links: Vec<Link>,
    },
    /// An odd circle.
    Circle {
        /// Its arcs: the right of each is the left of the next, and of the first after the last.
        arcs: Vec<Arc>,
    },
    /// The candidates of a variable, each with a partial whip.
    Forcing {
        /// The variable.
        variable: Variable,
        /// A branch for each of its candidates.
        branches: Vec<Branch>,
    },
    /// Four cells that cannot hold two digits crosswise.
    Rectangle(Rectangle),
    /// Every undecided variable has two candidates, but for those of one candidate.
    Bug {
        /// The candidate.
        candidate: Candidate,
    },
    /// Cells of a house with as many digits as they are; the targets are in the house outside one of these sets.
    AllDifferent {
        /// The house.
        house: House,
        /// The sets: cells, and the digits they have. One with fewer digits than cells proves everything.
        sets: Vec<Hall>,
    },
    /// A chain of implications from a candidate to its negation; of colouring, a cycle.
    Implications {
        /// The candidate.
        start: Candidate,
        /// What each literal implies next.
        steps: Vec<Implication>,
    },
    /// Candidates that cannot be false: the one that is asserted, or two that are linked.
    Knots(Vec<Knot>),
    /// What the patterns say of a digit that are left of it.
    Templates(Templates),
    /// A candidate that leads to a contradiction.
    Trial {
        /// How.
        trace: Trace,
    },
    /// Not told: no step is accepted for this.
    Untold,
}

/// Variables whose candidates lie in as many others of the same house or digit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hall {
    /// The variables.
    pub variables: Vec<Variable>,
    /// The others: the transversal sets.
    pub transversals: Vec<Variable>,
}

/// One variable of a chain, or a subset of some.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// The variable; of a right-linking subset, all its variables.
    pub variables: Vec<Variable>,
    /// The left-linking candidate.
    pub left: Candidate,
    /// What excludes this.
    pub from: Origin,
    /// What is true if everything else in the variable is false.
    pub right: Right,
    /// What else is there, each with what excludes it.
    pub ignored: Vec<(Candidate, Origin)>,
}

/// What excludes a candidate: 0 is the target, or what a branch begins with; k what is right-linking in the k-th link.
pub type Origin = usize;

/// What is right-linking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Right {
    /// Nothing is left: the chain ends.
    Nothing,
    /// A candidate.
    Candidate(Candidate),
    /// One of some candidates of a digit where two houses cross: all that are there.
    Group(Vec<Candidate>),
    /// A subset of the link's variables.
    Subset {
        /// The transversal sets.
        transversals: Vec<Variable>,
        /// The candidates of the variables that are not ignored.
        candidates: Vec<Candidate>,
    },
}

/// Two neighbours of a circle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arc {
    /// The variable that joins them.
    pub variable: Variable,
    /// One of them.
    pub left: Candidate,
    /// The next.
    pub right: Candidate,
    /// The other candidates of the variable, all linked to the target.
    pub guardians: Vec<Candidate>,
}

/// A candidate and what follows from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The candidate.
    pub start: Candidate,
    /// A partial whip; none if the candidate itself is what matters.
    pub links: Vec<Link>,
}

/// A unique rectangle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rectangle {
    /// The two digits.
    pub digits: [Digit; 2],
    /// The cells that hold no other digits.
    pub floor: Vec<Variable>,
    /// The cells that do.
    pub roof: Vec<Variable>,
    /// Variables of one of the digits that have no candidates but two of the rectangle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub confined: Vec<Variable>,
    /// Cells that with the roof, as one cell with its extra digits, are a naked subset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subset: Option<Hall>,
}

/// One step of a chain of implications.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Implication {
    /// Why the literal before implies this one.
    pub by: Implied,
    /// This one.
    pub to: Literal,
}

/// Why a literal implies another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Implied {
    /// Not both: two linked candidates.
    Weak,
    /// Not neither: the only two of a variable.
    Strong,
    /// Not both, or this house would be without their digit.
    Hinge(House),
    /// Singles lead from the first to the second.
    Stream(Trace),
    /// Singles lead from the negation of the second to that of the first.
    Backwards(Trace),
    /// All patterns left of their digit say so.
    Patterns,
}

/// A candidate that cannot be false.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Knot {
    /// The candidate.
    pub candidate: Candidate,
    /// What its negation leads to.
    pub trace: Trace,
}

/// What the patterns say that are left of a digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Templates {
    /// None is left.
    None(Digit),
    /// None takes the cell of the candidate, which is false.
    NoneThrough(Candidate),
    /// All take the cell of the candidate, which is true.
    AllThrough(Candidate),
    /// All patterns of two digits take the cell.
    Disputed(Variable),
}

/// What was played from an assumption, one move after the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// The moves.
    pub moves: Vec<Move>,
    /// Where they end.
    pub end: End,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Move {
    /// The only candidate of a variable.
    Single(Variable, Candidate),
    /// All candidates of a variable are linked to each of these, which go.
    Locked(Variable, Vec<Candidate>),
    /// A subset, and what goes.
    Subset(Hall, Vec<Candidate>),
}

/// The end of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum End {
    /// The variable has nothing left.
    Empty(Variable),
    /// What was to be shown holds.
    Holds,
}

/// A candidate, or its negation: `n5r1c2`, `¬n5r1c2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    /// The candidate.
    pub candidate: Candidate,
    /// Whether the literal says that it is true.
    pub holds: bool,
}

/// A pattern of a digit, by its label: `4(536121)` (seed 001).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Template {
    /// The digit, from 0.
    pub digit: u8,
    /// u, v, w below 9 and x, y, z below 4.
    pub label: [u8; 6],
}

/// A digit, from 0 in memory, written from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Digit(pub u8);

/// A house: rows are 0 to 8, columns 9 to 17, blocks 18 to 26.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct House(pub u8);

// ---------------------------------------------------------------- texts

/// `[(b'r', 0), (b'c', 1)]` as `r1c2`.
fn write(pairs: &[(u8, u8)]) -> String {
    let one = |&(letter, index): &(u8, u8)| format!("{}{}", letter as char, u16::from(index) + 1);
    pairs.iter().map(one).collect()
}

/// The other way round, for letters in this order.
fn read<const N: usize>(text: &str, letters: [u8; N]) -> Option<[u8; N]> {
    let bytes = text.as_bytes();
    let mut indices = [0; N];
    if bytes.len() != 2 * N {
        return None;
    }
    for k in 0..N {
        let (letter, number) = (bytes[2 * k], bytes[2 * k + 1]);
        if letter != letters[k] || !(b'1'..=b'9').contains(&number) {
            return None;
        }
        indices[k] = number - b'1';
    }
    Some(indices)
}

/// `n5r1c2`.
pub(super) fn label(candidate: Candidate) -> String {
    let Candidate { digit, cell } = candidate;
    write(&[(b'n', digit), (b'r', cell / 9), (b'c', cell % 9)])
}

fn candidate(text: &str) -> Option<Candidate> {
    let [digit, row, column] = read(text, *b"nrc")?;
    Some(Candidate { digit, cell: 9 * row + column })
}

fn variable_name(variable: Variable) -> String {
    match variable {
        Variable::Cell(cell) => write(&[(b'r', cell / 9), (b'c', cell % 9)]),
        Variable::Row(row, digit) => write(&[(b'r', row), (b'n', digit)]),
        Variable::Column(column, digit) => write(&[(b'c', column), (b'n', digit)]),
        Variable::Block(block, digit) => write(&[(b'b', block), (b'n', digit)]),
    }
}

fn variable(text: &str) -> Option<Variable> {
    let cell = read(text, *b"rc").map(|[row, column]| Variable::Cell(9 * row + column));
    let row = || read(text, *b"rn").map(|[row, digit]| Variable::Row(row, digit));
    let column = || read(text, *b"cn").map(|[column, digit]| Variable::Column(column, digit));
    let block = || read(text, *b"bn").map(|[block, digit]| Variable::Block(block, digit));
    cell.or_else(row).or_else(column).or_else(block)
}

fn house(text: &str) -> Option<House> {
    (0..)
        .zip(b"rcb")
        .find_map(|(kind, &letter)| read(text, [letter]).map(|[i]| House(9 * kind + i)))
}

/// A type that is written as a text.
macro_rules! as_text {
    ($type:ty, $write:expr, $read:expr, $what:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&$write(*self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
                $read(&text).ok_or_else(|| D::Error::custom(format!("'{text}' is not {}", $what)))
            }
        }
    };
}
as_text!(Candidate, label, candidate, "a candidate like n5r1c2");
as_text!(Variable, variable_name, variable, "a variable like r1c2, r1n5, c2n5 or b1n5");
as_text!(House, house_name, house, "a house like r1, c2 or b3");
as_text!(Literal, literal_name, literal, "a literal like n5r1c2 or ¬n5r1c2");
as_text!(Template, template_name, template, "a pattern like 4(536121)");

fn literal_name(Literal { candidate, holds }: Literal) -> String {
    let sign = if holds { "" } else { "¬" };
    format!("{sign}{}", label(candidate))
}

fn literal(text: &str) -> Option<Literal> {
    let negated = text.strip_prefix('¬');
    let holds = negated.is_none();
    Some(Literal { candidate: candidate(negated.unwrap_or(text))?, holds })
}

fn template_name(Template { digit, label }: Template) -> String {
    let label: String = label.iter().map(|k| k.to_string()).collect();
    format!("{}({label})", u16::from(digit) + 1)
}

fn template(text: &str) -> Option<Template> {
    let [digit @ b'1'..=b'9', b'(', label @ .., b')'] = text.as_bytes() else { return None };
    let mut numbers = <[u8; 6]>::try_from(label).ok()?;
    for (k, number) in numbers.iter_mut().enumerate() {
        let bound = if k < 3 { 9 } else { 4 };
        *number = number.checked_sub(b'0').filter(|number| *number < bound)?;
    }
    Some(Template { digit: digit - b'1', label: numbers })
}

fn house_name(House(house): House) -> String {
    write(&[(b"rcb"[usize::from(house / 9).min(2)], house % 9)])
}

impl Serialize for Digit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(u16::from(self.0) + 1)
    }
}

impl<'de> Deserialize<'de> for Digit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u8::deserialize(deserializer)? {
            digit @ 1..=9 => Ok(Digit(digit - 1)),
            other => Err(D::Error::custom(format!("{other} is not a digit from 1 to 9"))),
        }
    }
}
