//! Ladder definitions.

use sudoscope::scale::{Item, Policy, Scale, ScaleError};

/// Takes a ladder definition: an accepted one begins on rung 0, is sorted, and is read back the same. A
/// refused one gives an error message.
pub fn ladder(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let items = |ladder: &Scale| -> Vec<(u32, String)> {
        ladder.items.iter().map(|item| (item.place, item.name())).collect()
    };
    match Scale::define("fuzz", text) {
        Ok(ladder) => {
            // HoDoKu with user settings has its own order.
            let first = u32::from(ladder.policy == Policy::OwnOrder);
            assert!(ladder.items.is_sorted_by_key(|item| item.place) && ladder.items[0].place == first);
            let singles = ladder.beyond_singles().start;
            assert!(ladder.items[singles..].iter().all(|item| item.place > 0));
            let values = ladder.values(0);
            let gives = |item: &Item| values.contains(&item.rating.0[0]);
            assert!(values.is_sorted() && ladder.items.iter().all(gives));
            let again = Scale::recorded(&ladder.description()).expect("it was accepted before");
            assert_eq!(items(&again), items(&ladder));
        }
        Err(ScaleError::UnknownRule(name)) => assert!(text.contains(&name)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
