//! `sudoscope rules` and `sudoscope ladders`: the tables as text.

use super::args::{LadderArgs, RuleArgs};
use super::exit::Exit;
use anyhow::{Result, anyhow, bail};
use std::io::Write;
use sudoscope::evidence::Notation;
use sudoscope::rule::{Info, Rule};
use sudoscope::rules::{ALIASES, GROUPS, RULES, TECHNIQUES_WITHOUT_RULE, find_rule, one_name, plain};
use sudoscope::scale::{Aspect, Effort, Item, Named, Policy, SCALES, Scale, ScaleError, rule_and_sizes};
use sudoscope::settings::file_of;
use sudoscope::standard;

pub fn rules(args: RuleArgs) -> Result<Exit> {
    let text = match args.name {
        Some(name) => described(&name)?,
        None if args.markdown => page(),
        None => list(),
    };
    standard::output()?.write_all(text.as_bytes())?;
    Ok(Exit::Complete)
}

/// Lists the rules and groups, one a line.
fn list() -> String {
    let rule = |rule: &&'static dyn Rule| {
        let info = rule.info();
        let unique = if rule.assumes_unique() { " (assumes one solution)" } else { "" };
        let proves = wrapped(&format!("{}{unique}", info.proves), 22);
        format!("{:<14} {:<6} {proves}\n", info.name, sizes(info))
    };
    let group = |(name, members): &(&str, &[&str])| format!("{name:<14} {:<6} {}\n", "", members.join(" + "));
    RULES.iter().map(rule).chain(GROUPS.iter().map(group)).collect()
}

/// Describes a rule or a group, by any of its names, with or without a size.
fn described(typed: &str) -> Result<String> {
    let typed = plain(typed);
    let (name, sizes_typed) = match rule_and_sizes(&typed) {
        Ok(known) => known,
        Err(ScaleError::UnknownRule(_)) if !of_scales(&typed).is_empty() => return Ok(of_scales(&typed)),
        Err(error) => return Err(with_nearest(error)),
    };
    let size = sizes_typed.as_ref().filter(|sizes| sizes.start() == sizes.end()).map(|sizes| *sizes.start());
    let (one, own_size) = one_name(&name, size.unwrap_or(0));
    let meant = match sizes_typed {
        Some(_) if size.is_some() && own_size == 0 => one.to_string(),
        Some(_) if size.is_some() => format!("{one}:{own_size}"),
        Some(sizes) => format!("{one}:{}-{}", sizes.start(), sizes.end()),
        None => one.to_string(),
    };
    let mut text = if meant == typed { String::new() } else { format!("{typed} is {meant}\n\n") };
    let Some(rule) = find_rule(one) else {
        let members = GROUPS.iter().filter(|group| group.0 == one).flat_map(|group| group.1);
        let members: Vec<&str> = members.copied().collect();
        return Ok(text + &format!("{one} stands for {}\n", members.join(" + ")));
    };
    let info = rule.info();
    text += &format!("{}\n\nproves   {}\n", info.name, wrapped(info.proves, 9));
    if rule.assumes_unique() {
        text += "assumes  that the puzzle has only one solution: not with --no-validate\n";
    }
    let example = &info.example;
    text += &format!("source   {}\nevidence {} (docs/proofs.md)\n", info.source, info.evidence);
    text += &format!("sizes    {}\nexample  {}\n", sizes(info), example.step);
    text += &format!(
        "         sudoscope explain {}-l '{}' \\\n",
        asks_for_nrc(example.ladder),
        ladder_argument(example.ladder)
    );
    Ok(text + &format!("           {}\n", example.puzzle))
}

/// Lists the rules of the level `name`, for all scales that have the level, and the techniques of the kind
/// `name` in scales with an order of their own.
fn of_scales(name: &str) -> String {
    let mut parts = Vec::new();
    for scale in SCALES.iter().filter_map(|named| Scale::named(named.name).ok()) {
        let texts = |item: &Item| {
            let columns = scale.columns.iter().zip(item.rating.0);
            columns.map(|(column, value)| column.unit.text(value)).collect::<Vec<_>>()
        };
        let is_level = |text: &String| text.starts_with(char::is_alphabetic) && plain(text) == name;
        let of_level = scale.items.iter().filter(|item| texts(item).iter().any(is_level));
        let rules: Vec<String> = of_level.map(Item::name).collect();
        if !rules.is_empty() {
            let rules = wrapped(&rules.join(" "), 9);
            parts.push(format!("{name} is a level of {}\n\nrules    {rules}\n", scale.name));
        }
        let mut seen = Vec::new();
        let of_kind = |item: &&Item| ["SER", "HoDoKu"].contains(&&*scale.name) && item.is_of_kind(name);
        for item in scale.items.iter().filter(of_kind) {
            let (info, rating) = (item.rule.info(), texts(item).join(" "));
            if seen.contains(&info.name) {
                continue;
            }
            seen.push(info.name);
            let proves = wrapped(info.proves, 9);
            let of = match scale.name.as_str() {
                "SER" => format!("SER from {rating} on"),
                own => format!("{own}, {rating}"),
            };
            parts.push(format!("{}: a technique of {of}\nproves   {proves}\n", info.name));
        }
    }
    parts.join("\n")
}

/// Adds the most similar known name to the error.
fn with_nearest(error: ScaleError) -> anyhow::Error {
    let nearest = error.nearest().map_or(String::new(), |name| format!("; did you mean '{name}'?"));
    anyhow!("{error}{nearest}")
}

pub fn ladders(args: LadderArgs) -> Result<Exit> {
    let mut out = standard::output()?.lock();
    let Some(name) = args.name else {
        for ladder in SCALES {
            writeln!(out, "{:<8} {}", ladder.name, ladder.definition)?;
            writeln!(out, "{:<8} {}", "", ladder.about)?;
        }
        return Ok(Exit::Complete);
    };
    let ladder = match name.contains('=') || file_of(&name).is_some() {
        true => super::args::settings(&[&name], Policy::AllAtOnce, Effort::default())?.scales()[0].clone(),
        false => {
            let scale = Scale::named(&name).map_err(with_nearest)?;
            for named in SCALES.iter().filter(|named| named.name == name) {
                writeln!(out, "{}: {}\nsource: {}", named.name, named.about, named.source)?;
            }
            scale
        }
    };
    let policy = wrapped(ladder.policy.sentence(), 8);
    // A long definition comes last, so that a table that was asked for is not lost behind it.
    let is_long = ladder.short_definition().is_none();
    let definition = format!("definition: {}\n", ladder.definition);
    writeln!(out, "{}policy: {policy}\n", if is_long { "" } else { &definition })?;
    if args.levels {
        writeln!(out, "{}", levels(&ladder)?)?;
    }
    let gives = |item: &Item| {
        if ladder.columns.iter().any(|column| column.aspect == Aspect::Estimate) {
            // Steps have no share of an estimate.
            return "-".to_string();
        }
        let columns = ladder.columns.iter().zip(item.rating.0);
        columns.map(|(column, value)| column.unit.text(value)).collect::<Vec<_>>().join(" ")
    };
    let width = ladder.items.iter().map(|item| gives(item).len()).max().unwrap_or(0).max(6);
    writeln!(out, "{:<width$}  rules, in the order in which they are tried", "rating")?;
    for together in ladder.items.chunk_by(|a, b| a.place == b.place) {
        let names: Vec<String> = together.iter().map(Item::name).collect();
        writeln!(out, "{:>width$}  {}", gives(&together[0]), names.join(" "))?;
    }
    if is_long {
        write!(out, "\n{definition}")?;
    }
    Ok(Exit::Complete)
}

/// Explains each named level, in players' names.
fn levels(scale: &Scale) -> Result<String> {
    let levels = scale.levels();
    if levels.is_empty() {
        bail!("{} has no levels with names", scale.name);
    }
    let width = levels.iter().map(|level| level.name.len()).max().unwrap_or(0);
    let mut text = format!(
        "A puzzle is on the level of its hardest step. A score above the limit of a level raises it to the\n\
         next.\n\n{:<width$}  limit  the hardest step may be\n",
        "level"
    );
    for level in levels {
        let limit = level.limit.map_or(String::new(), |limit| limit.to_string());
        let rules = wrapped(&level.rules.join(", "), width + 9);
        text += &format!("{:<width$}  {limit:>5}  {rules}\n", level.name);
    }
    Ok(text)
}

/// Returns docs/rules.md: all ladders and all rules.
fn page() -> String {
    let rule = |rule: &&'static dyn Rule| {
        let info = rule.info();
        let unique = if rule.assumes_unique() { "; assumes one solution" } else { "" };
        let name = format!("`{}`", info.name);
        let evidence = format!("`{}`", info.evidence);
        vec![name, sizes(info), format!("{}{unique}", info.proves), evidence, info.source.to_string()]
    };
    let group = |(name, members): &(&str, &[&str])| {
        let members = format!("`{}`", members.join("` + `"));
        vec![format!("`{name}`"), String::new(), members, String::new(), String::new()]
    };
    let without_rule = |[name, instead]: &[&str; 2]| {
        let instead = if instead.is_empty() { "nothing" } else { instead };
        vec![format!("`{name}`"), instead.to_string()]
    };
    let ladder = |named: &Named| {
        let code = |text: &str| format!("`{text}`");
        vec![code(named.name), code(named.definition), named.about.into(), named.source.into()]
    };
    let table = |heads: &[&str], rows: &mut dyn Iterator<Item = Vec<String>>| {
        let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let rows: String = rows.map(row).collect();
        format!("| {} |\n|{}\n{rows}", heads.join(" | "), "---|".repeat(heads.len()))
    };
    format!(
        "# Ladders and rules\n\n\
         Made by `sudoscope rules --markdown`. `sudoscope rules NAME` prints an example as well,\n\
         `sudoscope ladders NAME` the ratings. How to write a ladder: [ladders](ladders.md). Definitions,\n\
         and the short names of sources: [theory](theory.md). Evidence: [proofs](proofs.md).\n\n\
         ## Ladders\n\n{}\n## Rules\n\n\
         They stand in the order in which rules of one rating are tried. The last rows are names for\n\
         several rules together.\n\n{}\n## Other names\n\n\
         Usual names of techniques may stand in a definition. Case does not matter. A test holds each name\n\
         against a definition of its own.\n\n{}\n## Techniques without a rule\n\n{}",
        table(&["ladder", "definition", "what it rates", "source"], &mut SCALES.iter().map(ladder)),
        table(
            &["rule", "sizes", "what it proves", "evidence", "source"],
            &mut RULES.iter().map(rule).chain(GROUPS.iter().map(group))
        ),
        other_names(),
        table(&["technique", "what there is"], &mut TECHNIQUES_WITHOUT_RULE.iter().map(without_rule)),
    )
}

/// Returns a table of other names of each rule and size.
fn other_names() -> String {
    let row = |same: &[[&str; 2]]| {
        let names: Vec<&str> = same.iter().map(|[name, _]| *name).collect();
        format!("| `{}` | {} |\n", same[0][1], names.join(", "))
    };
    let rows: String = ALIASES.chunk_by(|a, b| a[1] == b[1]).map(row).collect();
    format!("| rule | also called |\n|---|---|\n{rows}")
}

/// Returns the option without which the steps of the example's ladder have another notation than its step.
fn asks_for_nrc(ladder: &str) -> &'static str {
    let scale = Scale::named(ladder).or_else(|_| Scale::define("example", ladder));
    match scale.is_ok_and(|scale| scale.notation() != Notation::Nrc) {
        true => "--notation nrc ",
        false => "",
    }
}

/// Returns the argument of `-l` for the ladder of an example.
fn ladder_argument(ladder: &str) -> String {
    match SCALES.iter().any(|named| named.name == ladder) {
        true => ladder.to_string(),
        false => format!("example={ladder}"),
    }
}

fn sizes(info: &Info) -> String {
    info.sizes.as_ref().map_or("-".to_string(), |all| format!("{}-{}", all.start(), all.end()))
}

/// Wraps the text to at most 96 columns; the first line begins at column `indent`.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if indent + line.len() + word.len() < 96 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines.join(&format!("\n{}", " ".repeat(indent)))
}
