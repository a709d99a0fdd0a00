//! An SVG element: its size, its text for those who cannot see it, and its content.

/// The style sheet of all drawings, for a `<style>` element of the page that contains them.
pub const STYLE: &str = include_str!("style.css");

/// A drawing. It has no fixed size and fills the width available.
pub struct Drawing {
    /// Width and height in units of the drawing.
    size: (f64, f64),
    title: String,
    body: String,
}

impl Drawing {
    pub(super) fn new(size: (f64, f64), title: &str, body: String) -> Drawing {
        Drawing { size, title: title.to_string(), body }
    }

    /// Returns the `<svg>` element for a page that contains [`STYLE`].
    pub fn inline(&self) -> String {
        self.element("", "")
    }

    /// Returns the contents of a self-contained file `NAME.svg`.
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

/// Escapes text for an element or an attribute.
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
