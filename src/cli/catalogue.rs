//! `sudoscope rules` and `sudoscope ladders`: the tables, as text.

use super::args::{NameArgs, RuleArgs};
use super::exit::Exit;
use anyhow::{Result, bail};
use std::io::Write;
use sudoscope::rule::{Info, Rule};
use sudoscope::rules::{ALIASES, GROUPS, RULES, find_rule, meaning, one_name, plain};
use sudoscope::scale::{Effort, Item, Named, Policy, SCALES, Scale, ScaleError, nearest};

pub fn rules(args: RuleArgs) -> Result<Exit> {
    let mut out = std::io::stdout().lock();
    if args.markdown {
        out.write_all(page().as_bytes())?;
        return Ok(Exit::Complete);
    }
    let Some(name) = args.name else {
        for rule in RULES {
            let info = rule.info();
            let unique = if rule.assumes_unique() { " (assumes one solution)" } else { "" };
            let proves = wrapped(&format!("{}{unique}", info.proves), 22);
            writeln!(out, "{:<14} {:<6} {proves}", info.name, sizes(info))?;
        }
        for (group, members) in GROUPS {
            writeln!(out, "{group:<14} {:<6} {}", "", members.join(" + "))?;
        }
        return Ok(Exit::Complete);
    };
    let name = plain(&name);
    let meaning = meaning(&name).filter(|_| find_rule(&name).is_none());
    let rule_name = meaning.unwrap_or(&name).split(':').next().unwrap_or_default();
    if let Some(meaning) = meaning {
        writeln!(out, "{name} is {meaning}\n")?;
    }
    if let Some((group, members)) = GROUPS.iter().find(|group| group.0 == rule_name) {
        writeln!(out, "{group} stands for {}", members.join(" + "))?;
        return Ok(Exit::Complete);
    }
    let Some(rule) = find_rule(rule_name) else {
        let known = RULES.iter().map(|rule| rule.info().name).chain(GROUPS.iter().map(|g| g.0));
        let known = known.chain(ALIASES.iter().map(|alias| alias[0]));
        bail!("there is no rule '{name}'{}", did_you_mean(&name, known));
    };
    if name.contains(':')
        && let Err(error @ (ScaleError::BadSize(_) | ScaleError::NoSuchSize(..) | ScaleError::Unsized(_))) =
            Scale::define("x", meaning.unwrap_or(&name))
    {
        bail!("{error}");
    }
    let size = name.split_once(':').and_then(|(_, size)| size.parse().ok());
    let (one, _) = one_name(rule.info().name, size.unwrap_or(0));
    let rule = find_rule(one).unwrap_or(rule);
    if one != rule_name {
        writeln!(out, "{name} is {one}\n")?;
    }
    let info = rule.info();
    writeln!(out, "{}\n", info.name)?;
    writeln!(out, "proves   {}", wrapped(info.proves, 9))?;
    if rule.assumes_unique() {
        let assumes = "that the puzzle has only one solution: not with --no-validate";
        writeln!(out, "assumes  {assumes}")?;
    }
    writeln!(out, "source   {}", info.source)?;
    writeln!(out, "sizes    {}", sizes(info))?;
    writeln!(out, "example  {}", info.example.step)?;
    writeln!(out, "         sudoscope explain -l '{}' \\", ladder_argument(info.example.ladder))?;
    writeln!(out, "           {}", info.example.puzzle)?;
    Ok(Exit::Complete)
}

pub fn ladders(args: NameArgs) -> Result<Exit> {
    let mut out = std::io::stdout().lock();
    let Some(name) = args.name else {
        for ladder in SCALES {
            writeln!(out, "{:<8} {}", ladder.name, ladder.definition)?;
            writeln!(out, "{:<8} {}", "", ladder.about)?;
        }
        return Ok(Exit::Complete);
    };
    let ladder = match name.contains('=') || name.starts_with('@') {
        true => super::args::settings(&[&name], Policy::AllAtOnce, Effort::default())?.scales()[0].clone(),
        false => match SCALES.iter().find(|ladder| ladder.name == name) {
            Some(named) => {
                writeln!(out, "{}: {}\nsource: {}", named.name, named.about, named.source)?;
                Scale::named(named.name)?
            }
            None => {
                let known = SCALES.iter().map(|ladder| ladder.name);
                bail!("there is no ladder '{name}'{}", did_you_mean(&name, known));
            }
        },
    };
    let policy = wrapped(ladder.policy.sentence(), 8);
    writeln!(out, "definition: {}\npolicy: {}\n", ladder.definition, policy)?;
    let gives = |item: &Item| {
        let columns = ladder.columns.iter().zip(item.rating.0);
        columns.map(|(column, value)| column.unit.text(value)).collect::<Vec<_>>().join(" ")
    };
    let width = ladder.items.iter().map(|item| gives(item).len()).max().unwrap_or(0).max(4);
    writeln!(out, "{:<width$}  rules, in the order in which they are tried", "rung")?;
    for on_rung in ladder.items.chunk_by(|a, b| a.place == b.place) {
        let names: Vec<String> = on_rung.iter().map(Item::name).collect();
        writeln!(out, "{:>width$}  {}", gives(&on_rung[0]), names.join(" "))?;
    }
    Ok(Exit::Complete)
}

/// docs/rules.md: all ladders and all rules.
fn page() -> String {
    let rule = |rule: &&'static dyn Rule| {
        let info = rule.info();
        let unique = if rule.assumes_unique() { "; assumes one solution" } else { "" };
        let name = format!("`{}`", info.name);
        [name, sizes(info), format!("{}{unique}", info.proves), info.source.to_string()]
    };
    let group = |(name, members): &(&str, &[&str])| {
        [format!("`{name}`"), String::new(), format!("`{}`", members.join("` + `")), String::new()]
    };
    let ladder = |named: &Named| {
        let code = |text: &str| format!("`{text}`");
        [code(named.name), code(named.definition), named.about.into(), named.source.into()]
    };
    let table = |head: &str, rows: &mut dyn Iterator<Item = [String; 4]>| {
        let row = |cells: [String; 4]| format!("| {} |\n", cells.join(" | "));
        format!("{head}\n|---|---|---|---|\n{}", rows.map(row).collect::<String>())
    };
    format!(
        "# Ladders and rules\n\n\
         Made by `sudoscope rules --markdown`. `sudoscope rules NAME` prints an example as well,\n\
         `sudoscope ladders NAME` the rungs. How to write a ladder: [ladders](ladders.md). Definitions,\n\
         and the short names of sources: [theory](theory.md).\n\n## Ladders\n\n{}\n## Rules\n\n\
         They stand in the order in which rules of one rung are tried. The last rows are names for\n\
         several rules together.\n\n{}\n## Other names\n\n\
         Usual names of techniques may stand in a definition. Case does not matter.\n\n{}",
        table("| ladder | definition | what it rates | source |", &mut SCALES.iter().map(ladder)),
        table(
            "| rule | sizes | what it proves | source |",
            &mut RULES.iter().map(rule).chain(GROUPS.iter().map(group))
        ),
        other_names(),
    )
}

/// What each rule, at a size, is called too.
fn other_names() -> String {
    let row = |same: &[[&str; 2]]| {
        let names: Vec<&str> = same.iter().map(|[name, _]| *name).collect();
        format!("| `{}` | {} |\n", same[0][1], names.join(", "))
    };
    let rows: String = ALIASES.chunk_by(|a, b| a[1] == b[1]).map(row).collect();
    format!("| rule | also called |\n|---|---|\n{rows}")
}

/// What to write after `-l` for the ladder of an example.
fn ladder_argument(ladder: &str) -> String {
    match SCALES.iter().any(|named| named.name == ladder) {
        true => ladder.to_string(),
        false => format!("example={ladder}"),
    }
}

fn sizes(info: &Info) -> String {
    info.sizes.as_ref().map_or("-".to_string(), |all| format!("{}-{}", all.start(), all.end()))
}

fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    nearest(name, known).map_or(String::new(), |nearest| format!("; did you mean '{nearest}'?"))
}

/// The text in lines of at most 96 columns, the first of which begins at column `indent`.
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
