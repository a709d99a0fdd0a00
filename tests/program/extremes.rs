//! Extremes that no ordinary run meets: lines of gigabytes, millions of blank lines, nested and long bombs,
//! budgets of nothing and of everything, a clock that jumps; and counts by a counter of our own. With
//! `THOROUGH=1` they have the sizes of docs/trust.md, otherwise a hundredth of them.

use crate::binary::{code, command, directory, faulty, finished, start, stderr, stdout, sudoscope, text_of};
use crate::common::{Dice, random_10k, thorough};
use flate2::{Compression, write::GzEncoder};
use std::collections::BTreeSet;
use std::fs::{self, File, read, write};
use std::io::{BufWriter, Write};
use std::os::unix::fs::FileExt;

const EASY: &str = "1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3...";

/// Returns a number of cases: all in a thorough run, else a hundredth.
fn of(all: usize) -> usize {
    if thorough() { all } else { all / 100 }
}

/// A line of 3 GB and ten million blank lines are lines like others, in little memory.
#[test]
fn long_lines_and_many_blank_ones() {
    let path = directory("extreme-lines").join("in.txt");
    let file = File::create(&path).unwrap();
    let end = of(3 << 30) as u64;
    file.write_all_at(b"x", 0).unwrap();
    file.write_all_at(format!("\n{EASY}\n").as_bytes(), end).unwrap();
    drop(file);
    let (output, peak) = finished(start(&mut command(&["rate", text_of(&path)])));
    let rows = stdout(&output);
    assert!(rows.lines().count() == 3 && rows.contains(&format!("\n2,{EASY},ok,26,")), "{rows}");
    assert!(peak < 40_000, "{peak} KB");
    write(&path, "\n".repeat(of(10_000_000)) + EASY).unwrap();
    for name in ["rate", "check", "minlex", "solve", "dedupe"] {
        let (output, peak) = finished(start(&mut command(&[name, text_of(&path)])));
        assert_eq!(code(&output), Some(0), "{name}: {}", stderr(&output));
        assert!(stdout(&output).contains(&EASY[..8]) || name == "minlex", "{name}: {}", stdout(&output));
        assert!(peak < 100_000, "{name}: {peak} KB");
    }
    fs::remove_file(&path).unwrap();
}

/// Files nested a million levels deep, and long runs of what opens something, end in a message or in rows, in
/// little memory.
#[test]
fn bombs_are_answered() {
    let place = directory("extreme-bombs");
    let xml = "<?xml version=\"1.0\"?>";
    for (name, begin, piece) in [
        ("lists", "", "["),
        ("objects", "", "{\"a\":"),
        ("mixed", "", "[{\"a\":["),
        ("comments", "[", "/*"),
        ("signs", "[", "+-"),
        ("escapes", "[\"", "\\u0031"),
        ("elements", xml, "<a>"),
        ("entities", &format!("{xml}<!DOCTYPE a ["), "<!ENTITY b \"c\">"),
        ("references", &format!("{xml}<a>"), "&#49;"),
        ("address", "https://sudokupad.app/", "%25"),
        ("packed address", "https://sudokupad.app/scl", "N4Igzg9gTgpgbg"),
    ] {
        for times in [1_000, of(1_000_000)] {
            let file = place.join(format!("{name}.gz"));
            let mut out = GzEncoder::new(File::create(&file).unwrap(), Compression::fast());
            out.write_all(begin.as_bytes()).unwrap();
            (0..times / 1_000).for_each(|_| out.write_all(piece.repeat(1_000).as_bytes()).unwrap());
            out.finish().unwrap();
            let (output, peak) = finished(start(&mut command(&["rate", "-l", "BRT", text_of(&file)])));
            assert!(matches!(code(&output), Some(0..=2)), "{name} {times}: {output:?}");
            assert!(!stderr(&output).contains("panicked"), "{name} {times}: {}", stderr(&output));
            assert!(peak < 400_000, "{name} {times}: {peak} KB");
            fs::remove_file(file).unwrap();
        }
    }
}

/// With no budget at all and with the largest, commands with a budget end with a status for each puzzle.
#[test]
fn budgets_of_nothing_and_of_everything() {
    let path = directory("extreme-budgets").join("in.txt");
    write(&path, random_10k()[..20].join("\n")).unwrap();
    for budget in ["0", "1", "18446744073709551615"] {
        for args in
            ["rate -l W", "rate -l H", "rate -l HoDoKu", "rate -l minutes", "trace -l W", "solve", "check"]
        {
            let words: Vec<&str> = args.split(' ').chain(["--budget", budget, text_of(&path)]).collect();
            let output = sudoscope(&words);
            assert!(matches!(code(&output), Some(0 | 1)), "{args} {budget}: {}", stderr(&output));
            let lines = stdout(&output).lines().count();
            assert!(
                lines > 20 || args.starts_with("trace") && budget != "18446744073709551615",
                "{args} {budget}: {lines}"
            );
        }
    }
    let output = sudoscope(&["rate", "--budget", "18446744073709551616", text_of(&path)]);
    assert_eq!(code(&output), Some(2), "{}", stderr(&output));
}

/// A clock that jumps an hour back or forth at each write changes no byte of a list or of a run's tables.
#[test]
fn a_clock_that_jumps() {
    let Some(library) = faulty("jumping-library") else { return println!("skipped: no library") };
    let folder = directory("extreme-clock");
    let input = folder.join("in.txt");
    write(&input, random_10k()[..of(200_000).min(10_000)].join("\n")).unwrap();
    for args in ["rate -l BRT -j 2", "minlex -j 2", "check -j 1", "trace -l BRT -j 2", "dedupe", "solve -j 2"]
    {
        let run = |out: &str, jump: &str| {
            let out = folder.join(out);
            let words: Vec<&str> = args.split(' ').chain([text_of(&input), "-o", text_of(&out)]).collect();
            let mut command = command(&words);
            command.env("LD_PRELOAD", &library).env("FAULTY_JUMP", jump);
            let output = command.output().unwrap();
            assert_eq!(code(&output), Some(0), "{args}: {output:?}");
            read(out).unwrap()
        };
        assert!(run("steady.csv", "0") == run("jumping.csv", "3600"), "{args}");
        ["steady.csv", "jumping.csv"].iter().for_each(|name| fs::remove_file(folder.join(name)).unwrap());
    }
}

/// A million ids that differ by one character name their puzzles in the output.
#[test]
fn ids_that_differ_by_a_character() {
    let path = directory("extreme-ids").join("in.csv");
    let mut out = BufWriter::new(File::create(&path).unwrap());
    let (count, stem) = (of(1_000_000), "i".repeat(60));
    writeln!(out, "id,puzzle").unwrap();
    (0..count).for_each(|k| writeln!(out, "{stem}{k:07},{EASY}").unwrap());
    drop(out);
    let (output, peak) =
        finished(start(&mut command(&["rate", "-l", "BRT", "--keep", "id", text_of(&path)])));
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let ids: BTreeSet<&str> =
        text.lines().skip(1).filter_map(|line| line.split(',').find(|f| f.starts_with('i'))).collect();
    assert_eq!((ids.len(), text.lines().count()), (count, count + 1));
    assert!(peak < 60_000, "{peak} KB");
    fs::remove_file(&path).unwrap();
}

// ---- counts by code that shares nothing with the program ----

/// Cells as digits, 0 for an open one.
type Plain = [u8; 81];

/// Counts solutions up to `limit`: the open cell with the fewest digits is filled with each of them. `used`
/// has the digits of the rows, the columns and the blocks.
fn count(cells: &mut Plain, used: &mut [u16; 27], limit: u64) -> u64 {
    let houses = |at: usize| [at / 9, 9 + at % 9, 18 + at / 27 * 3 + at % 9 / 3];
    let left =
        |used: &[u16; 27], at: usize| houses(at).iter().fold(0x3fe, |left, &house| left & !used[house]);
    let open = (0..81).filter(|&at| cells[at] == 0).min_by_key(|&at| left(used, at).count_ones());
    let Some(at) = open else { return 1 };
    let (digits, mut found) = (left(used, at), 0);
    for digit in (1..10).filter(|digit| digits >> digit & 1 == 1) {
        cells[at] = digit;
        houses(at).iter().for_each(|&house| used[house] |= 1 << digit);
        found += count(cells, used, limit - found);
        houses(at).iter().for_each(|&house| used[house] &= !(1 << digit));
        if found >= limit {
            break;
        }
    }
    cells[at] = 0;
    found
}

/// Returns the digits of each row, column and block.
fn used_in(cells: &Plain) -> [u16; 27] {
    let mut used = [0; 27];
    for (at, &digit) in cells.iter().enumerate().filter(|one| *one.1 > 0) {
        [at / 9, 9 + at % 9, 18 + at / 27 * 3 + at % 9 / 3]
            .iter()
            .for_each(|&house| used[house] |= 1 << digit);
    }
    used
}

/// Whether no house has a digit twice.
fn is_consistent(cells: &Plain) -> bool {
    (0..81).all(|one| {
        (0..one).all(|two| {
            let [(r, c), (s, d)] = [one, two].map(|at| (at / 9, at % 9));
            let is_peer = r == s || c == d || r / 3 == s / 3 && c / 3 == d / 3;
            cells[one] == 0 || cells[one] != cells[two] || !is_peer
        })
    })
}

fn line_of(cells: &Plain) -> String {
    cells.iter().map(|&digit| if digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

fn cells_of(line: &str) -> Plain {
    std::array::from_fn(|at| if line.as_bytes()[at] == b'.' { 0 } else { line.as_bytes()[at] - b'0' })
}

/// Returns the puzzle with rows, columns, bands, stacks, digits and the diagonal exchanged at random.
fn isomorph(cells: &Plain, dice: &mut Dice) -> Plain {
    let (rows, columns, digits, turn) = (dice.lines(), dice.lines(), dice.order::<9>(), dice.below(2) == 1);
    std::array::from_fn(|at| {
        let (row, column) = (rows[at / 9], columns[at % 9]);
        match cells[if turn { 9 * column + row } else { 9 * row + column }] {
            0 => 0,
            digit => digits[usize::from(digit) - 1] as u8 + 1,
        }
    })
}

/// Solutions of random puzzles of 8 to 40 clues, some of them contradictory, are counted as by `count`.
#[test]
fn solutions_are_counted_as_by_a_plain_counter() {
    const LIMIT: u64 = 2_000;
    let path = directory("extreme-counts").join("in.txt");
    let mut dice = Dice(0x0c0f_fee5);
    write(&path, random_10k()[..of(2_000)].join("\n")).unwrap();
    let solved = stdout(&sudoscope(&["solve", "--format", "plain", text_of(&path)]));
    let puzzles: Vec<Plain> = (0..)
        .zip(solved.lines().map(cells_of))
        .map(|(k, full)| {
            let wanted = 8 + 7 * k % if k % 2 == 1 { 33 } else { 13 };
            let order = dice.order::<81>();
            let mut cells = [0; 81];
            order[..wanted].iter().for_each(|&at| cells[at] = full[at]);
            if k % 5 == 4 {
                cells[order[0]] = 1 + dice.below(9) as u8;
            }
            cells
        })
        .collect();
    write(&path, puzzles.iter().map(|cells| line_of(cells) + "\n").collect::<String>()).unwrap();
    let output = sudoscope(&["check", "--limit", &LIMIT.to_string(), "--format", "jsonl", text_of(&path)]);
    let rows = stdout(&output);
    let mut tally = [0; 3];
    for (cells, row) in puzzles.iter().zip(rows.lines()) {
        let row: serde_json::Value = serde_json::from_str(row).unwrap();
        let ours = row["solutions"].as_u64();
        let own =
            if is_consistent(cells) { count(&mut cells.clone(), &mut used_in(cells), LIMIT + 1) } else { 0 };
        assert_eq!(ours, (own <= LIMIT).then_some(own), "{}: {row}", line_of(cells));
        tally[usize::from(own > 0) + usize::from(own > LIMIT)] += 1;
    }
    println!("no solution, up to {LIMIT}, more: {tally:?}");
    assert!(rows.lines().count() == puzzles.len() && tally.iter().all(|&count| count > 0), "{tally:?}");
}

/// Random isomorphs of a puzzle have its minlex form, and `dedupe` keeps the first of each among a million.
#[test]
fn isomorphs_have_one_form_and_are_kept_once() {
    let folder = directory("extreme-isomorphs");
    let mut dice = Dice(0x1507_0b0e);
    let (lines, copies) = (random_10k(), 100);
    let originals: Vec<Plain> = lines[..of(10_000)].iter().map(|line| cells_of(line)).collect();
    let path = folder.join("in.txt");
    let mut out = BufWriter::new(File::create(&path).unwrap());
    // Each puzzle comes once in each hundredth, in an order of its own.
    let mut firsts = Vec::new();
    for copy in 0..copies {
        let (stride, count) = (2 * dice.below(1_000) + 1, originals.len());
        let stride = if count % stride == 0 || stride % 5 == 0 { 1 } else { stride };
        for k in 0..count {
            let line = line_of(&isomorph(&originals[(k * stride + copy) % count], &mut dice));
            if copy == 0 {
                firsts.push(line.clone());
            }
            writeln!(out, "{line}").unwrap();
        }
    }
    drop(out);
    let (output, _) = finished(start(&mut command(&["dedupe", text_of(&path)])));
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let kept = stdout(&output);
    assert!(kept.lines().eq(firsts.iter().map(String::as_str)), "{} kept", kept.lines().count());
    let some = folder.join("some.txt");
    let puzzles = &originals[..originals.len() / 10];
    let copied: String = puzzles
        .iter()
        .flat_map(|cells| {
            (0..copies).map(|_| line_of(&isomorph(cells, &mut dice)) + "\n").collect::<Vec<_>>()
        })
        .collect();
    write(&some, copied).unwrap();
    let forms = stdout(&sudoscope(&["minlex", "--format", "plain", text_of(&some)]));
    let forms: Vec<&str> = forms.lines().collect();
    assert_eq!(forms.len(), copies * puzzles.len());
    let alike = forms.chunks(copies).filter(|forms| forms.iter().all(|form| *form == forms[0])).count();
    assert_eq!(alike, puzzles.len());
    let different: BTreeSet<&&str> = forms.iter().collect();
    assert_eq!(different.len(), puzzles.len());
}
