//! Words and signs of a text that a player wrote, and a cursor that reads them.

use super::{Unread, spelling};
use crate::grid::{Cell, Cells, Digit, House, HouseKind};

/// Sign between words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    /// `=`
    Equal,
    /// `-`
    Minus,
    /// `=>` or another arrow: the conclusions follow.
    Implies,
    /// `<>` or another sign for "is not".
    Differs,
    /// Any bracket that opens.
    Open,
    /// Any bracket that closes.
    Close,
    Comma,
    Colon,
    /// `/`, `\` or `|`.
    Slash,
    /// `&` or `+`.
    And,
    Other,
}

/// Word of letters and digits, or a sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// The sign; `None` for a word.
    pub sign: Option<Sign>,
    /// The word in lower case, or the sign as it is written.
    pub text: String,
    /// Number of the first character in the whole text, from 1.
    pub column: usize,
    /// Number of the character after the last.
    pub end: usize,
}

/// Signs of several characters, the longest first.
const SIGNS: &[(&str, Sign)] = &[
    ("===>", Sign::Implies),
    (":=>", Sign::Implies),
    ("∴", Sign::Implies),
    ("==>", Sign::Implies),
    ("-->", Sign::Implies),
    ("=/=", Sign::Differs),
    ("=!=", Sign::Differs),
    ("=>", Sign::Implies),
    ("->", Sign::Implies),
    ("→", Sign::Implies),
    ("⇒", Sign::Implies),
    ("⟹", Sign::Implies),
    ("➔", Sign::Implies),
    ("<>", Sign::Differs),
    ("><", Sign::Differs),
    ("!=", Sign::Differs),
    ("/=", Sign::Differs),
    ("≠", Sign::Differs),
    ("==", Sign::Equal),
    ("=", Sign::Equal),
    ("--", Sign::Minus),
    ("-", Sign::Minus),
    ("‐", Sign::Minus),
    ("‑", Sign::Minus),
    ("–", Sign::Minus),
    ("—", Sign::Minus),
    ("−", Sign::Minus),
    ("~", Sign::Minus),
    ("(", Sign::Open),
    ("[", Sign::Open),
    ("{", Sign::Open),
    (")", Sign::Close),
    ("]", Sign::Close),
    ("}", Sign::Close),
    (",", Sign::Comma),
    (";", Sign::Comma),
    (":", Sign::Colon),
    ("/", Sign::Slash),
    ("\\", Sign::Slash),
    ("|", Sign::Slash),
    ("&", Sign::And),
    ("+", Sign::And),
];

/// Splits a text into words and signs; white space only separates them.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut all = Vec::new();
    let (mut rest, mut column) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let (length, sign) = match first {
            c if c.is_whitespace() => (0, None),
            c if c.is_alphanumeric() => {
                (rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()), None)
            }
            c => SIGNS
                .iter()
                .find(|(sign, _)| rest.starts_with(sign))
                .map_or((c.len_utf8(), Some(Sign::Other)), |(text, sign)| (text.len(), Some(*sign))),
        };
        let (own, after) = rest.split_at(length.max(first.len_utf8()));
        let end = column + own.chars().count();
        if length > 0 {
            all.push(Token { sign, text: own.to_lowercase(), column, end });
        }
        (rest, column) = (after, end);
    }
    spelling::respelled(all)
}

impl Token {
    /// Returns the word, if it is one.
    pub fn word(&self) -> Option<&str> {
        self.sign.is_none().then_some(self.text.as_str())
    }
}

/// Returns the digit of a character from `1` to `9`.
pub(super) fn digit(letter: char) -> Option<Digit> {
    Digit::all().find(|digit| letter.to_digit(10) == Some(digit.number().into()))
}

/// Reads a word that is digits only, each once: `47`.
pub(super) fn digits(word: &str) -> Option<Vec<Digit>> {
    let all: Vec<Digit> = word.chars().map(digit).collect::<Option<_>>()?;
    let is_new = |(k, one): (usize, &Digit)| !all.iter().take(k).any(|other| other == one);
    (!all.is_empty() && all.iter().enumerate().all(is_new)).then_some(all)
}

/// Reads cells: `r3c4`, `r12c45`, `c45r12`; or positions in a block, `b4p17`.
pub(super) fn cells(word: &str) -> Option<Cells> {
    if let Some((block, positions)) = word.strip_prefix('b').and_then(|word| word.split_once('p')) {
        let &[block] = &digits(block)?[..] else { return None };
        let cells = House::of(HouseKind::Block, block.index()).cells();
        let at = |position: &Digit| cells.into_iter().nth(position.index());
        return digits(positions)?.iter().map(at).collect();
    }
    let (rows, columns) = match word.strip_prefix('c') {
        Some(word) => word.split_once('r').map(|(columns, rows)| (rows, columns))?,
        None => word.strip_prefix('r')?.split_once('c')?,
    };
    let (rows, columns) = (digits(rows)?, digits(columns)?);
    let mut all = Cells::EMPTY;
    for row in rows {
        columns.iter().for_each(|column| all.insert(Cell::at(row.index(), column.index())));
    }
    Some(all)
}

/// Reads houses: `r28`, `r2b4`.
pub(super) fn houses(word: &str) -> Option<Vec<House>> {
    let (mut kind, mut all) = (None, Vec::new());
    for letter in word.chars() {
        match HouseKind::ALL.into_iter().find(|kind| kind.letter() == letter) {
            Some(own) => kind = Some(own),
            None => all.push(House::of(kind?, digit(letter)?.index())),
        }
    }
    (!all.is_empty() && word.ends_with(|last: char| last.is_ascii_digit())).then_some(all)
}

/// Splits a word into digits before cells, and the cells: `5r3c4`, `n5r3c4`, `57r13c5`.
pub(super) fn digits_and_cells(word: &str) -> Option<(Vec<Digit>, Cells)> {
    let at = word.find('r')?;
    let (before, place) = word.split_at_checked(at)?;
    Some((digits(before.strip_prefix('n').unwrap_or(before))?, cells(place)?))
}

/// Reader of tokens.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    tokens: &'a [Token],
    /// Column after the last token.
    end: usize,
    /// Column after the token that was read last.
    passed: usize,
}

impl<'a> Cursor<'a> {
    /// Reads these tokens, after which the text goes on at the column `end`.
    pub fn of(tokens: &'a [Token], end: usize) -> Cursor<'a> {
        Cursor { tokens, end, passed: 1 }
    }

    /// Returns the tokens that are left.
    pub fn rest(&self) -> &'a [Token] {
        self.tokens
    }

    pub fn peek(&self) -> Option<&'a Token> {
        self.tokens.first()
    }

    /// Returns the token after the next.
    pub fn second(&self) -> Option<&'a Token> {
        self.tokens.get(1)
    }

    pub fn is_at_end(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Returns the column of the next token.
    pub fn column(&self) -> usize {
        self.peek().map_or(self.end, |token| token.column)
    }

    /// Returns the column after the token that was read last.
    pub fn passed(&self) -> usize {
        self.passed
    }

    pub fn next(&mut self) -> Option<&'a Token> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        self.passed = first.end;
        Some(first)
    }

    /// Returns the sign that is next.
    pub fn sign(&self) -> Option<Sign> {
        self.peek()?.sign
    }

    /// Returns the word that is next.
    pub fn word(&self) -> Option<&'a str> {
        self.peek()?.word()
    }

    /// Reads the sign if it is next.
    pub fn eat(&mut self, sign: Sign) -> bool {
        let is_next = self.sign() == Some(sign);
        if is_next {
            self.next();
        }
        is_next
    }

    /// Reads one of the words if it is next.
    pub fn eat_word(&mut self, words: &[&str]) -> bool {
        let is_next = self.word().is_some_and(|word| words.contains(&word));
        if is_next {
            self.next();
        }
        is_next
    }

    /// Reads the next word as something, or reads nothing.
    pub fn read<T>(&mut self, of: impl Fn(&str) -> Option<T>) -> Option<T> {
        let one = of(self.word()?)?;
        self.next();
        Some(one)
    }

    /// Says that something else is expected at the next token.
    pub fn expected<T>(&self, what: &str) -> Result<T, Unread> {
        let found = match self.peek() {
            Some(token) => format!("'{}' is not {what}", token.text),
            None => format!("{what} is missing"),
        };
        Err(Unread { column: self.column(), why: found })
    }

    /// Whether the text goes on with a chain in Eureka notation: it has digits with a link in brackets, or a
    /// link after a node.
    pub fn is_chain(&self) -> bool {
        let is_link = |token: &Token| token.sign == Some(Sign::Equal);
        // Letters such as `X=` and `RCC=` name digits and sets.
        let is_letter = |token: Option<&Token>| {
            token
                .and_then(Token::word)
                .is_some_and(|word| word.len() <= 3 && word.chars().all(char::is_alphabetic))
        };
        let before = |at: usize| at.checked_sub(1).and_then(|at| self.tokens.get(at));
        (0..self.tokens.len()).any(|at| self.tokens.get(at).is_some_and(is_link) && !is_letter(before(at)))
    }

    /// Reads cells: `r1c23,r4c7`; between them stands a comma, `|` or `&`, or nothing.
    pub fn cells(&mut self) -> Option<Cells> {
        let mut all = self.read(cells)?;
        loop {
            let mut ahead = *self;
            let is_joined = matches!(ahead.sign(), Some(Sign::Comma | Sign::Slash | Sign::And));
            if is_joined || ahead.word() == Some("and") {
                ahead.next();
            }
            let Some(more) = ahead.read(cells) else { return Some(all) };
            all |= more;
            *self = ahead;
        }
    }

    /// Reads digits: `47`, `4,7`, `4/7`.
    pub fn digits(&mut self) -> Option<Vec<Digit>> {
        let mut all = self.read(number)?;
        loop {
            let mut ahead = *self;
            let is_joined = matches!(ahead.sign(), Some(Sign::Comma | Sign::Slash | Sign::And));
            if is_joined {
                ahead.next();
            }
            match ahead.read(number) {
                Some(more) if is_joined => all.extend(more),
                _ => return Some(all),
            }
            *self = ahead;
        }
    }
}

/// Reads digits, each of which may have an `n` before it: `47`, `n4`.
fn number(word: &str) -> Option<Vec<Digit>> {
    digits(word.strip_prefix('n').unwrap_or(word))
}

/// Formats digits with spaces: `2 5 8`.
pub(super) fn spaced(digits: impl IntoIterator<Item = Digit>) -> String {
    let numbers = digits.into_iter().map(|digit| digit.number().to_string());
    numbers.collect::<Vec<_>>().join(" ")
}
