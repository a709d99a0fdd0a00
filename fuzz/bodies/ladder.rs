//! Ladder definitions.

use sudoscope::rules::BRT;
use sudoscope::scale::{Scale, ScaleError};

/// A ladder definition: what is accepted starts with brt, stands in order, and says the same again; written out item
/// by item it is the same ladder. What is refused is reported in words.
pub fn ladder(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let items = |ladder: &Scale| -> Vec<(u32, String)> {
        ladder.items.iter().map(|item| (item.place, item.name())).collect()
    };
    match Scale::define("fuzz", text) {
        Ok(ladder) => {
            assert!(ladder.items.len() >= BRT && ladder.items.is_sorted_by_key(|item| item.place));
            let brt = ladder.items.iter().take(BRT).all(|item| item.place == 0 && item.size == 0);
            assert!(brt && ladder.items.iter().skip(BRT).all(|item| item.place > 0));
            assert!(ladder.values(0).is_sorted() && ladder.values(0).contains(&ladder.top()));
            let again = Scale::recorded(&ladder.description()).expect("it was accepted before");
            assert_eq!(items(&again), items(&ladder));
        }
        Err(ScaleError::UnknownRule(name)) => assert!(text.contains(&name)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
