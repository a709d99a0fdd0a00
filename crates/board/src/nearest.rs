//! The name that was meant.

/// Returns the known name most like a name, if any is similar.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let unlike = |known: &str| strsim::damerau_levenshtein(&name, &known.to_lowercase());
    let nearest = known.into_iter().map(|known| (unlike(known), known)).min_by_key(|(unlike, _)| *unlike);
    let letters = name.chars().count();
    nearest.filter(|(unlike, _)| *unlike < letters.min(2 + letters / 6)).map(|(_, known)| known)
}
