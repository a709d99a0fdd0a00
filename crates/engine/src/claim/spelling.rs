//! Other spellings of words: rewrites them as the readers know them.
//!
//! ```text
//!   row 7, box 4, columns 3 and 6      r7, b4, c36
//!   7s, 4r5, UR26, r5,7c8              7, 4 r5, UR 26, r57c8
//!   5 X-Wing, UR 26 r26c12 type 4      X-Wing 5, UR type 4 26 r26c12
//! ```

use super::patterns;
use super::text::{self, Cursor, Sign, Token};

/// Rewrites words of a text.
pub(super) fn respelled(tokens: Vec<Token>) -> Vec<Token> {
    let (mut all, mut rest) = (Vec::new(), &tokens[..]);
    if let Some(after) = number(rest) {
        rest = after;
    }
    while let Some((first, after)) = rest.split_first() {
        rest = match house(rest).or_else(|| joined(rest)) {
            Some((token, after)) => {
                all.push(token);
                after
            }
            None => {
                all.extend(split(first));
                after
            }
        };
    }
    all
}

/// Skips the number of a step at the beginning: `1.`, `3)`, `Step 5:`.
fn number(tokens: &[Token]) -> Option<&[Token]> {
    let is_number = |token: &Token| token.word().is_some_and(|word| word.chars().all(|c| c.is_ascii_digit()));
    match tokens {
        [step, number, sign, rest @ ..]
            if step.word() == Some("step")
                && is_number(number)
                && [":", "."].contains(&sign.text.as_str()) =>
        {
            Some(rest)
        }
        [number, sign, rest @ ..] if is_number(number) && [".", ")"].contains(&sign.text.as_str()) => {
            Some(rest)
        }
        _ => None,
    }
}

/// Words for houses.
const HOUSES: &[(&str, &str)] = &[
    ("row", "r"),
    ("rows", "r"),
    ("column", "c"),
    ("columns", "c"),
    ("col", "c"),
    ("cols", "c"),
    ("box", "b"),
    ("boxes", "b"),
    ("block", "b"),
    ("blocks", "b"),
];

/// Reads `row 7`, `columns 3 and 6`, `boxes 1,2` as one word.
fn house(tokens: &[Token]) -> Option<(Token, &[Token])> {
    let (first, rest) = tokens.split_first()?;
    let letter = HOUSES.iter().find(|(word, _)| first.word() == Some(*word))?.1;
    let of = |token: &Token| token.word().filter(|word| text::digits(word).is_some()).map(str::to_string);
    let (number, mut rest) = rest.split_first()?;
    let (mut text, mut end) = (format!("{letter}{}", of(number)?), number.end);
    while let [sign, number, after @ ..] = rest {
        let is_joined = matches!(sign.sign, Some(Sign::Comma | Sign::And)) || sign.word() == Some("and");
        let Some(more) = of(number).filter(|_| is_joined) else { break };
        text += &more;
        (rest, end) = (after, number.end);
    }
    Some((Token { sign: None, text, column: first.column, end }, rest))
}

/// Reads cells with commas inside, `r5,7c8`, as one word.
fn joined(tokens: &[Token]) -> Option<(Token, &[Token])> {
    let (first, mut rest) = tokens.split_first()?;
    let mut text = first.word()?.to_string();
    text::digits(text.strip_prefix('r')?)?;
    while let [comma, next, after @ ..] = rest {
        let next_text = next.word().filter(|_| comma.sign == Some(Sign::Comma))?;
        text += next_text;
        if text::digits(next_text).is_none() {
            let token = Token { sign: None, text, column: first.column, end: next.end };
            return text::cells(&token.text).is_some().then_some((token, after));
        }
        rest = after;
    }
    None
}

/// Splits `7s`, `4r5`, `ur26` into words.
fn split(token: &Token) -> Vec<Token> {
    let parts = token.word().and_then(|word| {
        let (before, after) = word.split_at_checked(word.find(|c: char| !c.is_ascii_digit())?)?;
        let is_house = || text::houses(after).is_some() && text::cells(after).is_none();
        match word.strip_prefix("ur").filter(|digits| text::digits(digits).is_some()) {
            Some(digits) => Some(["ur", digits]),
            None if text::digits(before).is_none() => None,
            None if after == "s" => Some([before, ""]),
            None => is_house().then_some([before, after]),
        }
    });
    let Some([before, after]) = parts else { return vec![token.clone()] };
    let middle = token.column + before.chars().count();
    let part = |text: &str, column, end| Token { sign: None, text: text.to_string(), column, end };
    match after {
        "" => vec![part(before, token.column, token.end)],
        _ => vec![part(before, token.column, middle), part(after, middle, token.end)],
    }
}

/// Puts the name of a pattern first, then its type, then the digits that stand before its name.
pub(super) fn named_first(pattern: &[Token], end: usize) -> Vec<Token> {
    let mut cursor = Cursor::of(pattern, end);
    if patterns::name(&mut cursor).is_some() {
        return type_after(pattern, pattern.len() - cursor.rest().len());
    }
    let is_digits = |token: &&Token| {
        let is_bracket = matches!(token.sign, Some(Sign::Open | Sign::Close | Sign::Comma | Sign::Slash));
        is_bracket || ["<", ">"].contains(&token.text.as_str()) || is_digits_word(token)
    };
    let (digits, rest) = pattern.split_at(pattern.iter().take_while(is_digits).count());
    let mut cursor = Cursor::of(rest, end);
    if digits.is_empty() || patterns::name(&mut cursor).is_none() {
        return pattern.to_vec();
    }
    let length = rest.len() - cursor.rest().len();
    let digits = digits.iter().filter(|token| is_digits_word(token));
    let (name, rest) = rest.split_at(length);
    let all: Vec<Token> = name.iter().chain(digits).chain(rest).cloned().collect();
    type_after(&all, length)
}

fn is_digits_word(token: &Token) -> bool {
    token.word().is_some_and(|word| text::digits(word).is_some())
}

/// Puts `type 4` from the end after the name.
fn type_after(pattern: &[Token], length: usize) -> Vec<Token> {
    match pattern {
        [before @ .., word, number]
            if before.len() >= length && word.word() == Some("type") && is_digits_word(number) =>
        {
            let (name, rest) = before.split_at(length);
            name.iter().chain([word, number]).chain(rest).cloned().collect()
        }
        _ => pattern.to_vec(),
    }
}
