//! Lists and objects as programs write them, turned into JSON: names without quotes, quotes of any kind,
//! commas too many, remarks, `=` or `=>` in place of a colon, round brackets, words for nothing.
//!
//! ```text
//!   { puzzle: "..34…", 'level': 3, },     {"puzzle":"..34…","level":3}
//!   {{5, 3, nil}, {6, nil, 1}}            [[5,3,null],[6,null,1]]
//! ```

use super::forms::is_nothing;

/// Maximum depth of brackets.
const MAX_DEPTH: usize = 128;

/// Reads the list or object that a text begins with. Returns its JSON, and its end in the text. If lists are
/// `sparse`, nothing after the last comma is a value, too.
pub(super) fn json(text: &str, sparse: bool) -> Option<(String, usize)> {
    let mut json = Json { text: Vec::with_capacity(text.len()), open: Vec::new(), sparse };
    let mut rest = text;
    loop {
        rest = after_remarks(rest);
        let first = rest.chars().next()?;
        let mut length = first.len_utf8();
        match first {
            '{' | '[' | '(' => json.begin(first)?,
            '}' | ']' | ')' => json.end(first)?,
            ',' | ';' => json.part()?,
            ':' | '=' => {
                length = rest.len() - rest.trim_start_matches([':', '=', '>']).len();
                json.name()?;
            }
            '"' | '\'' | '`' => {
                let (string, end) = quoted(rest, first)?;
                length = end;
                json.scalar(serde_json::to_string(&string).ok()?.as_bytes())?;
            }
            _ => {
                let ends = |c: char| ",;:={}[]()\"'`\n\r".contains(c);
                length = rest.find(ends).unwrap_or(rest.len()).max(length);
                let word = rest.get(..length)?;
                json.scalar(of_word(word.trim_ascii_end()).as_bytes())?;
            }
        }
        rest = rest.get(length..)?;
        if json.open.is_empty() {
            return Some((String::from_utf8(json.text).ok()?, text.len() - rest.len()));
        }
    }
}

/// JSON being written.
struct Json {
    text: Vec<u8>,
    open: Vec<Open>,
    sparse: bool,
}

/// List or object whose end has not been read.
struct Open {
    bracket: char,
    /// Place of the bracket in the JSON.
    at: usize,
    /// Places where the element begins, and its value, which differ if the element has a name.
    element: usize,
    value: usize,
    is_named: bool,
}

impl Json {
    /// Begins a list or an object, which replaces a word before the bracket.
    fn begin(&mut self, bracket: char) -> Option<()> {
        if let Some(outer) = self.open.last() {
            self.text.truncate(outer.value);
        }
        let at = self.text.len();
        self.text.push(b'[');
        self.open.push(Open { bracket, at, element: at + 1, value: at + 1, is_named: false });
        (self.open.len() <= MAX_DEPTH).then_some(())
    }

    fn end(&mut self, bracket: char) -> Option<()> {
        self.finish();
        let open = self.open.pop()?;
        matches!((open.bracket, bracket), ('{', '}') | ('[', ']') | ('(', ')')).then_some(())?;
        let is_empty = self.text.len() == open.at + 1;
        let is_after_comma = self.text.len() == open.element && self.text.ends_with(b",");
        match self.sparse && bracket == ']' {
            true if is_after_comma || is_empty => self.text.extend(b"null"),
            _ if is_after_comma => drop(self.text.pop()),
            _ => {}
        }
        let is_object = open.is_named || is_empty && bracket == '}';
        *self.text.get_mut(open.at)? = if is_object { b'{' } else { b'[' };
        self.text.push(if is_object { b'}' } else { b']' });
        Some(())
    }

    /// Completes an element: a name without a value has null; an element without a name is not of an object.
    fn finish(&mut self) {
        let Some(open) = self.open.last() else { return };
        let is_nameless = open.element == open.value;
        if open.is_named && is_nameless {
            self.text.truncate(open.element);
        } else if !is_nameless && self.text.len() == open.value {
            self.text.extend(b"null");
        }
    }

    /// Ends an element at a comma.
    fn part(&mut self) -> Option<()> {
        self.finish();
        let Json { text, open, .. } = self;
        let open = open.last_mut()?;
        if text.len() == open.element {
            if open.is_named {
                return Some(());
            }
            text.extend(b"null");
        }
        text.push(b',');
        (open.element, open.value) = (text.len(), text.len());
        Some(())
    }

    /// Turns the value read last into a name; in an object only elements with names stay.
    fn name(&mut self) -> Option<()> {
        let Json { text, open, .. } = self;
        let open = open.last_mut()?;
        let name = text.split_off(open.value.min(text.len()));
        if open.value > open.element || name.is_empty() || b"[{".contains(name.first()?) {
            return Some(());
        }
        if !open.is_named {
            text.truncate(open.at + 1);
            (open.is_named, open.element) = (true, text.len());
        }
        let is_text = name.starts_with(b"\"");
        let quotes: &[u8] = if is_text { b"" } else { b"\"" };
        text.extend([quotes, &name, quotes, b":"].concat());
        open.value = text.len();
        Some(())
    }

    fn scalar(&mut self, json: &[u8]) -> Option<()> {
        self.text.truncate(self.open.last()?.value);
        self.text.extend(json);
        Some(())
    }
}

/// Removes blanks and remarks before a text.
fn after_remarks(mut text: &str) -> &str {
    loop {
        text = text.trim_ascii_start();
        let (begin, end) = match text.as_bytes() {
            [b'/', b'/', ..] | [b'#', b' ', ..] | [b'-', b'-', b' ', ..] => ("", "\n"),
            [b'/', b'*', ..] => ("/*", "*/"),
            _ => return text,
        };
        let rest = text.get(begin.len()..).unwrap_or_default();
        text = rest.split_once(end).map_or("", |(_, rest)| rest);
    }
}

/// Reads a text in quotes, one or three together; returns it, and its end.
fn quoted(text: &str, quote: char) -> Option<(String, usize)> {
    let three = [quote; 3].iter().collect::<String>();
    if let Some(inside) = text.strip_prefix(&three) {
        let end = inside.find(&three)?;
        return Some((inside.get(..end)?.to_string(), end + 6));
    }
    let (mut string, mut chars) = (String::new(), text.char_indices().skip(1));
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => match chars.next()?.1 {
                'n' => string.push('\n'),
                'r' => string.push('\r'),
                't' => string.push('\t'),
                letter @ ('u' | 'x') => {
                    let digits: String =
                        chars.by_ref().take(if letter == 'u' { 4 } else { 2 }).map(|(_, c)| c).collect();
                    string.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?).unwrap_or('\u{fffd}'));
                }
                other => string.push(other),
            },
            _ if c == quote => return Some((string, at + 1)),
            _ => string.push(c),
        }
    }
    None
}

/// Returns the JSON of a word: a number, true, false, null, or else a text.
fn of_word(word: &str) -> String {
    match word {
        "true" | "True" | "TRUE" => "true".to_string(),
        "false" | "False" | "FALSE" => "false".to_string(),
        _ if is_nothing(word.as_bytes()) => "null".to_string(),
        _ if serde_json::from_str::<serde_json::Number>(word).is_ok() => word.to_string(),
        _ => serde_json::to_string(word).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_json() {
        for (text, expected) in [
            ("{ a: \"1\", 'b c': 2, }, x", r#"{"a":"1","b c":2}"#),
            ("[1, , 'x\\'y' /* no */, // no\n ]", r#"[1,null,"x'y"]"#),
            ("{{5, 3, nil}, {6., None}}", r#"[[5,3,null],["6.",null]]"#),
            ("{a = {1,2}, [\"b\"] = true}", r#"{"a":[1,2]}"#),
            ("{:a => 5, 1 => `x\ny`}", r#"{"a":5,"1":"x\ny"}"#),
            ("{1, 2, a: 3}", r#"{"a":3}"#),
            ("[intArrayOf(5, 0), new int[]{1}]", "[[5,0],[1]]"),
            ("{a: {}, b: [], c: f(1).g, d: }", r#"{"a":{},"b":[],"c":".g","d":null}"#),
            ("('..3' '4', \"\"\"x\"\"\")", r#"["4","x"]"#),
            ("{a: b: c}", r#"{"a":"c"}"#),
            ("[1", ""),
            ("[1}", ""),
            ("['x]", ""),
        ] {
            let found = json(text, false).map(|found| found.0);
            assert_eq!(found.as_deref(), (!expected.is_empty()).then_some(expected), "{text}");
            if let Some(found) = found {
                serde_json::from_str::<serde_json::Value>(&found).unwrap();
            }
        }
        assert_eq!(json("[[,{v:5},],[]] x", true).unwrap(), (r#"[[null,{"v":5},null],[null]]"#.into(), 14));
        assert!(json(&"[".repeat(1000), false).is_none());
    }
}
