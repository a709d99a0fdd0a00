//! Wrapping of text into lines.

/// Wraps a text into lines of at most `width` characters. Text in brackets is kept together if possible.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words(text) {
        let parts = if word.chars().count() > width { pieces(&word, width) } else { vec![word] };
        for part in parts {
            let line = lines.last_mut().expect("there is a line");
            if line.is_empty() {
                *line = part;
            } else if line.chars().count() + 1 + part.chars().count() <= width {
                *line += " ";
                *line += &part;
            } else {
                lines.push(part);
            }
        }
    }
    lines
}

/// Splits a text at spaces outside brackets.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut depth = 0i32;
    for c in text.chars() {
        depth += match c {
            '{' | '[' | '(' => 1,
            '}' | ']' | ')' => -1,
            _ => 0,
        };
        match words.last_mut() {
            Some(word) if c != ' ' || depth > 0 => word.push(c),
            _ => words.push(String::new()),
        }
    }
    words
}

/// Splits a word too long for a line at spaces, and the parts at the width if necessary.
fn pieces(word: &str, width: usize) -> Vec<String> {
    let cut = |piece: &str| -> Vec<String> {
        let letters: Vec<char> = piece.chars().collect();
        letters.chunks(width).map(|letters| letters.iter().collect()).collect()
    };
    word.split(' ').flat_map(cut).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_and_nothing_too_long() {
        let long = "x".repeat(70);
        for text in ["", "a", "r1c1{n1 n2} - r1c2{n2 n3} ==> r1c3≠1", &long, "a {b c d e f g} h"] {
            for width in 1..40 {
                let lines = wrap(text, width);
                assert!(lines.iter().all(|line| line.chars().count() <= width), "{lines:?}");
                let bare = |text: &str| text.replace(' ', "");
                assert_eq!(bare(&lines.concat()), bare(text));
            }
        }
        assert_eq!(wrap("a {b c} d", 7), ["a {b c}", "d"]);
        assert_eq!(wrap("a {b c} d", 6), ["a", "{b c}", "d"]);
    }
}
