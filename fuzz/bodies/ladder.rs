//! Ladder definitions.

use sudoscope::ladder::{BRT_ITEMS, Ladder, LadderError};

/// A ladder definition: what is accepted starts with brt, stands in order, and says the same again; written out item
/// by item it is the same ladder. What is refused is reported in words.
pub fn ladder(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let items = |ladder: &Ladder| -> Vec<(u8, String)> {
        ladder.items.iter().map(|item| (item.rung, item.name())).collect()
    };
    match Ladder::define("fuzz", text) {
        Ok(ladder) => {
            assert!(
                ladder.items.len() >= BRT_ITEMS && ladder.items.is_sorted_by_key(|item| item.rung)
            );
            let brt =
                ladder.items.iter().take(BRT_ITEMS).all(|item| item.rung == 0 && item.size == 0);
            assert!(brt && ladder.items.iter().skip(BRT_ITEMS).all(|item| item.rung > 0));
            assert!(ladder.rungs().is_sorted() && ladder.rungs().contains(&ladder.top()));
            let again =
                Ladder::recorded("fuzz", &ladder.definition).expect("it was accepted before");
            assert_eq!(items(&again), items(&ladder));
        }
        Err(LadderError::UnknownRule(name)) => assert!(text.contains(&name)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
