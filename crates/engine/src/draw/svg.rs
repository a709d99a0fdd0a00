//! An SVG element: its size, what it says to those who do not see it, and what is in it.

/// The style sheet of all drawings, for a `<style>` element of the page they stand in.
pub const STYLE: &str = include_str!("style.css");

/// A drawing. It has no size of its own: it fills the width it is given.
pub struct Drawing {
    /// Width and height in its own units.
    size: (f64, f64),
    title: String,
    body: String,
}

impl Drawing {
    pub(super) fn new(size: (f64, f64), title: &str, body: String) -> Drawing {
        Drawing { size, title: title.to_string(), body }
    }

    /// The `<svg>` element for a page that holds [`STYLE`].
    pub fn inline(&self) -> String {
        self.element("", "")
    }

    /// The file `NAME.svg`, which needs nothing else.
    pub fn document(&self) -> String {
        let style = format!("<style>\n{STYLE}.sudoku {{ background: var(--paper); }}\n</style>\n");
        self.element(" xmlns=\"http://www.w3.org/2000/svg\"", &style)
    }

    fn element(&self, namespace: &str, style: &str) -> String {
        let title = escape(&self.title);
        let (width, height) = self.size;
        format!(
            "<svg{namespace} class=\"sudoku\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-label=\"{title}\">\n\
             <title>{title}</title>\n{style}{}</svg>\n",
            self.body
        )
    }
}

/// Text as it stands in an element or an attribute.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            c => escaped.push(c),
        }
    }
    escaped
}
