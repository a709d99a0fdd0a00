//! Lines that are JSON objects.

use serde_json::{Map, Value};
use sudoscope::input::{KeptColumn, Places, Reading, puzzle_of, shown};

const PUZZLE: &str = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";

/// Returns places in lines whose puzzle is the member `q`, with the members `id` and `a` kept.
fn places() -> Places {
    let names = |names: &[&str]| -> Vec<String> { names.iter().map(|name| name.to_string()).collect() };
    let reading = Reading {
        column: Some("q".to_string()),
        keep: names(&["id", "a"]).into_iter().map(KeptColumn::from).collect(),
        against: names(&["a"]),
        ..Reading::default()
    };
    reading.places_of(None).expect("there is no header in which something is missing")
}

/// Takes a line as an object, whole or not, and a puzzle among members that the bytes determine.
pub fn object(bytes: &[u8]) {
    let named = places();
    for places in [&Places::default(), &named] {
        let line = [b"{\"q\":", bytes].concat();
        for line in [bytes, &line] {
            if let Err(error) = puzzle_of(line, places) {
                assert!(error.column >= 1 && error.column as usize <= line.len() + 1, "{error:?}");
            }
            shown(line, places);
            let beside = (places.kept(line).len(), places.numbers(line).len());
            assert_eq!(beside, if places == &named { (2, 1) } else { (0, 0) });
        }
    }

    // So must be the columns of an object as programs write them, with these bytes inside.
    let text = String::from_utf8_lossy(bytes);
    for line in
        [format!("{{ q: '{PUZZLE}', a: 5, {text} }}"), format!("x = [{{ {text}, q: \"{PUZZLE}\" }}];")]
    {
        for places in [&Places::default(), &named] {
            if let Ok(found) = puzzle_of(line.as_bytes(), places) {
                assert!(found.end <= line.len(), "{line}");
            }
            shown(line.as_bytes(), places);
            places.kept(line.as_bytes());
        }
    }

    // An object as another program would write it must be read unchanged.
    let text = String::from_utf8_lossy(bytes);
    let (at, short) = (bytes.first().copied().unwrap_or_default(), text.chars().take(60));
    let short: String = short.collect();
    let mut members = Map::new();
    members.insert("id".to_string(), short.clone().into());
    members.insert("a".to_string(), at.into());
    members.insert(format!("{short} "), Value::Null);
    members.insert("q".to_string(), PUZZLE.into());
    let line = Value::Object(members).to_string().into_bytes();
    let found = puzzle_of(&line, &named).expect("it has a puzzle");
    assert_eq!((found.puzzle.to_string().as_str(), found.end), (PUZZLE, line.len()));
    assert_eq!(*named.kept(&line), [short, at.to_string()]);
    assert_eq!(*named.numbers(&line), [f64::from(at)]);
    // Without its end, the line is not an object.
    let cut = &line[..line.len() - 1 - usize::from(at) % (line.len() - 2)];
    assert!(puzzle_of(cut, &named).is_err());
}
