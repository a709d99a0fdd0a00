use super::*;
use sudoscope_engine::scale::hodoku_techniques;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<java version="21" class="java.beans.XMLDecoder">
 <object class="sudoku.Options" id="Options0">"#;

fn of(body: &str) -> Result<String, String> {
    hodoku_definition(&format!("{HEAD}\n{body}\n </object>\n</java>\n"))
}

#[test]
fn the_table_has_all_techniques() {
    let own: Vec<&str> = TECHNIQUES.iter().filter_map(|technique| technique.name).collect();
    assert_eq!(own, hodoku_techniques().map(|(name, ..)| name).collect::<Vec<_>>());
    assert!(TECHNIQUES.is_sorted_by_key(|technique| technique.index));
    assert_eq!(TECHNIQUES.len(), include_str!("../hcfg.tsv").lines().count() - 1);
}

#[test]
fn defaults_are_hodoku() {
    assert_eq!(of("").unwrap(), "HoDoKu");
    let alone = r#"<java class="java.beans.XMLDecoder"> <object class="sudoku.Options"/> </java>"#;
    assert_eq!(hodoku_definition(alone).unwrap(), "HoDoKu");
    // An unchanged list as Java writes it; properties that decide no path are ignored.
    let body = r#"<void property="actLevel"><int>2</int></void>
            <void property="showHintButtonsInToolbar">
             <void class="sudoku.Options" id="Field0" method="getField"><string>solverSteps</string>
              <void id="StepConfigArray0" method="get"><object idref="Options0"/>
               <void id="StepConfig0" index="0"><void id="Integer0" property="level"/>
                <void id="Boolean0" method="isAllStepsEnabled"/></void></void></void>
             <void idref="StepConfigArray0"/><object idref="Boolean0"/></void>
            <void property="restrictChainSize"><object idref="Boolean0"/></void>"#;
    assert_eq!(of(body).unwrap(), "HoDoKu");
}

/// Returns a list of techniques with one property of one technique set.
fn step(place: usize, property: &str, value: &str) -> String {
    let value = format!(r#"<void index="{place}"><void property="{property}">{value}</void></void>"#);
    format!(
        r#"<void class="sudoku.Options" method="getField"><string>solverSteps</string>
             <void method="get"><object idref="Options0"/>{value}</void></void>"#
    )
}

fn property(name: &str, value: &str) -> String {
    format!(r#"<void property="{name}">{value}</void>"#)
}

fn int(number: i64) -> String {
    format!("<int>{number}</int>")
}

#[test]
fn changes_are_stages() {
    let off = "<boolean>false</boolean>";
    let limit = format!(r#"<void index="1">{}</void>"#, property("maxScore", &int(700)));
    let kind = |place, kind| {
        let value = format!("<string>{kind}</string>");
        step(
            place,
            "type",
            &format!(r#"<object class="sudoku.SolutionType" method="valueOf">{value}</object>"#),
        )
    };
    for (body, stages) in [
        (step(13, "enabled", off), ",off=x-wing"),
        (step(13, "baseScore", &int(99)), ",99=x-wing"),
        (step(13, "level", &int(2)), ",Medium=x-wing"),
        (step(0, "index", &int(250)), ",order=naked-single+full-house"),
        (step(89, "enabled", off), ",off=brute-force"),
        (property("maxFins", &int(3)), ",fins:3"),
        (property("restrictChainSize", off), ",chain-links:162"),
        (property("difficultyLevels", &limit), ",Easy<=700"),
        // Two places exchange their techniques; their other properties stay.
        (kind(14, "X_WING") + &kind(13, "SWORDFISH"), ",150=x-wing,140=swordfish,order=swordfish+x-wing"),
    ] {
        let mut own: Vec<&str> = stages.split(',').collect();
        let definition = of(&body).unwrap();
        let mut found: Vec<&str> = definition.strip_prefix("HoDoKu").unwrap().split(',').collect();
        own.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, own, "{body}");
    }
}

#[test]
fn mistakes_are_named_with_their_lines() {
    let on = "<boolean>true</boolean>";
    for (body, message) in [
        (step(16, "enabled", on), "line 5: SQUIRMBAG is on, but it is not here"),
        (step(13, "level", &int(7)), "line 5: 7 is no level"),
        (step(13, "baseScore", &int(-3)), "line 5: '-3' cannot stand before '='"),
        (step(13, "enabeld", on), "line 5: there is no 'solverSteps[13].enabeld' in HoDoKu"),
        (step(13, "type", "<string>X_WIN</string>"), "there is no technique 'X_WIN' in HoDoKu"),
        (
            step(13, "type", "<string>SWORDFISH</string>"),
            "line 5: the technique SWORDFISH stands in two places",
        ),
        ("\n".to_string() + &property("maxFins", &int(99)), "line 5: 'fins' is a number from"),
        (property("maxFins", "<string>x</string>"), "'maxFins' is no whole number"),
        (property("allowAlsOverlap", on), "line 4: 'allowAlsOverlap' can only be as HoDoKu has it"),
        ("<void>".into(), "line 5: this is no XML"),
    ] {
        let error = of(&body).unwrap_err();
        assert!(error.contains(message), "{body}: {error}");
    }
    assert!(hodoku_definition("<html></html>").unwrap_err().contains("no configuration of HoDoKu"));
}
