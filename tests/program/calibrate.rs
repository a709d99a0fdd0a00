//! Calibration: `scan --against` says which rating goes best with a number of the input, `--levels-from`
//! makes a ladder of it, and texts `NAME=value` are read as numbers and as kept columns.

use crate::binary::{code, directory, ends, refused, rows, stdout, within};
use crate::common::random_10k;
use std::fs::{read_to_string, write};

/// Levels that follow the score of H are found again, and the ladder that is written gives them.
#[test]
fn levels_are_found_and_a_ladder_gives_them() {
    let work = directory("calibrate");
    let puzzles: Vec<String> = random_10k()[..300].iter().map(|line| line[..81].to_string()).collect();
    write(work.join("p.txt"), puzzles.join("\n")).unwrap();
    let rated = rows(&ends(0, within(&work, &["rate", "-l", "H", "p.txt"])));
    let scores: Vec<u64> = rated.iter().map(|row| row[5].parse().unwrap()).collect();
    let limits = [300, 500, 900];
    let level = |score: u64| 1 + limits.iter().filter(|&&limit| score > limit).count();
    let highest = |k: usize| scores.iter().filter(|&&score| level(score) <= k).max().unwrap().to_string();
    // One label in thirty is wrong.
    let label = |k: usize| if k % 30 == 7 { 1 + level(scores[k]) % 4 } else { level(scores[k]) };
    let lines = puzzles.iter().enumerate().map(|(k, puzzle)| format!("{puzzle},{}\n", label(k)));
    write(work.join("bank.csv"), format!("puzzle,difficulty\n{}", lines.collect::<String>())).unwrap();
    let args = ["scan", "-l", "H", "-l", "minutes", "-o", "out", "--levels-from", "difficulty", "bank.csv"];
    let text = stdout(&ends(0, within(&work, &args)));
    let cuts = (1..4).map(highest).collect::<Vec<_>>().join(", ");
    let (_, sentence) = text.split_once("your levels (difficulty) go best with H score (0.").expect(&text);
    assert!(sentence.contains(&format!("; cut points for 1…4: {cuts}, which give 97 % of")), "{sentence}");
    assert!(
        text.contains("difficulty.ladder: levels by H score, which agree with 97 % of the labels"),
        "{text}"
    );
    let ladder = read_to_string(work.join("out/difficulty.ladder")).unwrap();
    assert!(ladder.starts_with(&format!("Level 1<={}\nLevel 2<=", highest(1))), "{ladder}");
    let again = rows(&ends(0, within(&work, &["rate", "-l", "@out/difficulty.ladder", "bank.csv"])));
    let agreeing =
        again.iter().enumerate().filter(|(k, row)| row[4] == *format!("Level {}", label(*k))).count();
    assert_eq!(agreeing, 290);
    assert!(again.iter().zip(&rated).all(|(own, of_h)| own[5] == of_h[5]), "the scores are those of H");
    // A finished scan says it again.
    let again = stdout(&ends(0, within(&work, &[&args[..], &["--requeue"]].concat())));
    assert!(again.contains(sentence.lines().next().unwrap()), "{again}");
    // Levels have names in pictures.
    let page = read_to_string(work.join("out/report.html")).unwrap();
    let (_, plot) =
        page.split_once("difficulty against H<").or(page.split_once("difficulty against H")).unwrap();
    assert!(plot.contains(">Medium</text>"));
}

/// `ED=9.3/1.2/1.2` is three numbers, each compared with its own rating.
#[test]
fn each_of_several_numbers_has_its_own_rating() {
    let work = directory("calibrate-parts");
    let input = "........1.....2....34..........5..6...17..3..8....9..4...6...7...8..4..9.2..3.5.. ED=9.8/9.8/9.5\n\
        3..2.5..........1...8.6.2.......76.4..93.....6...8..........92.5..1.4..6.7......5 ED=9.3/1.2/1.2\n";
    write(work.join("ed.txt"), input).unwrap();
    ends(0, within(&work, &["scan", "-l", "SE", "-l", "BRT", "--against", "ED", "-o", "out", "ed.txt"]));
    let table = |name: &str| -> Vec<Vec<String>> {
        let text = read_to_string(work.join("out").join(name)).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
        lines.map(|line| line.split(',').map(str::to_string).collect()).collect()
    };
    let pairs: Vec<Vec<String>> =
        table("cross.csv").into_iter().filter(|row| row[1].starts_with("ED")).collect();
    let names: Vec<(&str, &str)> = pairs.iter().map(|row| (&*row[0], &*row[1])).collect();
    for expected in [("SE", "ED"), ("SE EP", "ED/2"), ("SE ED", "ED/3")] {
        assert!(names.contains(&expected), "{names:?}");
    }
    assert!(pairs.iter().all(|row| !row[0].starts_with("SE") || row[2] == row[3]), "{pairs:?}");
    assert!(!names.contains(&("SE", "ED/2")) && !names.contains(&("BRT", "ED/3")), "{names:?}");
    let off = table("disagreements.csv").into_iter().filter(|row| row[1].starts_with("ED"));
    assert_eq!(off.count(), 0);
    // The text is kept as it is.
    let kept = ends(0, within(&work, &["rate", "-l", "BRT", "--no-validate", "--keep", "ED", "ed.txt"]));
    assert_eq!(
        rows(&kept).iter().map(|row| row[5].to_string()).collect::<Vec<_>>(),
        ["9.8/9.8/9.5", "9.3/1.2/1.2"]
    );
}

#[test]
fn what_cannot_be_calibrated_is_told() {
    let work = directory("calibrate-bad");
    let puzzles = random_10k();
    let lines = puzzles[..30].iter().zip(1..).map(|(puzzle, k)| format!("{},{k}\n", &puzzle[..81]));
    write(work.join("in.csv"), format!("puzzle,n\n{}", lines.collect::<String>())).unwrap();
    for (args, message) in [
        (
            &["-l", "W", "--levels-from", "n"][..],
            "--levels-from needs the score of a ladder, whose levels it sets: -l H",
        ),
        (
            &["-l", "H", "--levels-from", "n"],
            "--levels-from n: n has 30 different values, and levels are 2 to 12",
        ),
        (&["-l", "H", "--levels-from", "x"], "no column is called 'x'; there are puzzle, n"),
        (&["-l", "H", "--levels-from", "n", "--shard", "1/2"], "--levels-from is for a whole scan"),
    ] {
        let output = within(&work, &[&["scan", "-o", "out", "--restart"], args, &["in.csv"]].concat());
        refused(&output, message);
    }
    // A word that no line has is no empty column.
    let output = within(&work, &["rate", "--keep", "n", "-"]);
    assert_eq!(code(&output), Some(1), "{output:?}");
    write(work.join("plain.txt"), format!("{} n=7\n", &random_10k()[0][..81])).unwrap();
    assert_eq!(rows(&ends(0, within(&work, &["rate", "--keep", "n", "plain.txt"])))[0][5], *"7");
    refused(
        &within(&work, &["rate", "--keep", "x", "plain.txt"]),
        "there is no header in which a column is called 'x'",
    );
}
