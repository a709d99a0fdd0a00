//! Files that a stop leaves unfinished, and files that are in the way: kept rows are resumed to the same
//! bytes, and files not known to be ours stay unchanged.
#![cfg(unix)]

use crate::binary::{
    code, command, directory, entries, faulty, finished, piped, signal, start, stderr, sudoscope, system,
    text_of, wait_until,
};
use crate::common::{Dice, random_10k, thorough};
use crate::faults::has_records;
use std::collections::BTreeMap;
use std::fs::{self, read, write};
use std::io::Write;
use std::os::unix::fs::{FileExt, MetadataExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const RANDOM_10K: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/random-10k.txt");

/// Commands that write rows, without their input and their output `out`.
const ROWS: [&str; 8] = [
    "rate -l BRT -j 2",
    "rate -l BRT,LC --format jsonl --skip 3",
    "rate -l S --format plain",
    "minlex",
    "minlex --by solution --format plain",
    "check --format jsonl",
    "solve --format plain",
    "trace -l S --format jsonl",
];

/// Files of a folder; a failed test prints only the lengths of their contents.
#[derive(Clone, PartialEq, Default)]
struct Files(BTreeMap<String, Vec<u8>>);

impl std::fmt::Debug for Files {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_map().entries(self.0.iter().map(|(name, text)| (name, text.len()))).finish()
    }
}

impl std::ops::Index<&str> for Files {
    type Output = Vec<u8>;

    fn index(&self, name: &str) -> &Vec<u8> {
        &self.0[name]
    }
}

impl Files {
    fn of(folder: &Path) -> Files {
        let files = entries(folder).into_iter().filter(|name| folder.join(name).is_file());
        Files(files.map(|name| (name.clone(), read(folder.join(name)).unwrap())).collect())
    }

    /// Replaces the files of the folder by these.
    fn put(&self, folder: &Path) {
        entries(folder).iter().for_each(|name| fs::remove_file(folder.join(name)).unwrap());
        self.0.iter().for_each(|(name, text)| write(folder.join(name), text).unwrap());
    }

    fn names(&self) -> Vec<&str> {
        self.0.keys().map(String::as_str).collect()
    }
}

/// Changes a byte of a file in place.
fn flip(path: &Path, at: usize) {
    let mut bytes = read(path).unwrap();
    bytes[at] ^= 2;
    let file = fs::OpenOptions::new().write(true).open(path).unwrap();
    file.write_all_at(&bytes, 0).unwrap();
}

/// Returns some puzzles with a few lines among them that are none.
fn lines() -> Vec<String> {
    let mut lines = random_10k()[..120].to_vec();
    [70, 40, 9].iter().for_each(|&at| lines.insert(at, format!("no puzzle {at}")));
    lines
}

/// Returns the words of a command that reads from `-` and writes `out`.
fn words<'a>(args: &'a str, out: &'a Path, more: &'a str) -> Vec<&'a str> {
    let more = more.split_whitespace();
    args.split_whitespace().chain(["-", "-o", text_of(out)]).chain(more).collect()
}

/// Stops the command in the middle of its input, after two blocks; returns the files beside `out` then.
fn stop(args: &str, out: &Path, how: &str) -> (Output, Files) {
    let mut child = start(command(&words(args, out, "")).stdin(Stdio::piped()));
    let mut stdin = child.stdin.take().unwrap();
    let lines = lines();
    let length = || out.with_extension("partial").metadata().map_or(0, |meta| meta.len());
    let journal = || {
        let text = read(out.with_extension("resume")).unwrap_or_default();
        text.iter().filter(|&&byte| byte == b'\n').count()
    };
    let mut feed = |some: &[String], least: usize| {
        let before = length();
        // In one piece: a last line without its end would be read later, or not at all before the stop.
        stdin.write_all((some.join("\n") + "\n").as_bytes()).unwrap();
        wait_until(&mut child, || length() > before && journal() >= least);
    };
    let pause = || std::thread::sleep(Duration::from_millis(1300));
    // A head, and a block each second.
    feed(&lines[..30], 0);
    pause();
    feed(&lines[30..50], 3);
    pause();
    feed(&lines[50..60], 4);
    feed(&lines[60..90], 4);
    signal(&child, how);
    let (output, _) = finished(child);
    (output, Files::of(out.parent().unwrap()))
}

/// Stopped rows resume to the same bytes. A stop waits for blocks, which end with the second, so all commands
/// are stopped in parallel.
#[test]
fn rows_that_are_stopped_go_on_to_the_same_bytes() {
    std::thread::scope(|scope| {
        for (k, args) in ROWS.iter().enumerate() {
            scope.spawn(move || stopped_rows_go_on(k, args));
        }
    });
}

fn stopped_rows_go_on(k: usize, args: &str) {
    let folder = directory(&format!("stopped-rows-{k}"));
    let out = folder.join("out");
    let text = lines().join("\n");
    let run = |more: &str| piped(&words(args, &out, more), text.as_bytes());
    let whole = run("");
    assert!(code(&whole).is_some_and(|code| code < 2), "{args}: {whole:?}");
    let expected = Files::of(&folder);
    assert_eq!(expected.names(), ["out"]);
    fs::remove_file(&out).unwrap();

    for how in ["INT", "KILL"] {
        let (stopped, kept) = stop(args, &out, how);
        assert_eq!(kept.names(), ["out.partial", "out.resume"]);
        assert!(expected["out"].starts_with(&kept["out.partial"]), "{args} {how}");
        if how == "INT" {
            assert_eq!(code(&stopped), Some(130), "{args}: {stopped:?}");
            let rows = if args.contains("--skip 3") { 87 } else { 90 };
            let told = format!(
                "sudoscope: stopped after {rows} puzzles, kept in {}; the same command with --resume continues\n",
                text_of(&folder.join("out.partial"))
            );
            assert!(stderr(&stopped).ends_with(&told), "{told}{}", stderr(&stopped));
        }
        // Neither dropped nor mixed up.
        let refused = run("");
        assert_eq!((code(&refused), Files::of(&folder)), (Some(2), kept.clone()), "{args}");
        let told = stderr(&refused);
        let again = |option: &str| format!(" {} {option} ", args.split(' ').next().unwrap());
        assert!(told.contains("out.partial holds what an earlier run left unfinished: resume with: "));
        assert!(told.contains(&again("--resume")) && told.contains(&again("--restart")), "{told}");
        let other = piped(&words(args, &out, "--resume --column 1"), text.as_bytes());
        assert_eq!((code(&other), Files::of(&folder)), (Some(2), kept.clone()), "{other:?}");
        assert!(stderr(&other).contains("its --column differs; --restart drops it"), "{other:?}");
        let mut swapped = lines();
        swapped.swap(20, 21);
        for text in [swapped.join("\n"), text[..300].to_string()] {
            let other = piped(&words(args, &out, "--resume"), text.as_bytes());
            assert_eq!(code(&other), Some(2), "{other:?}");
            assert!(stderr(&other).contains("the input is not what it was"), "{other:?}");
            // Only rows after the last block may be lost.
            let now = Files::of(&folder);
            assert!(kept["out.partial"].starts_with(&now["out.partial"]));
            assert_eq!(now["out.resume"], kept["out.resume"]);
            assert!(how == "KILL" || now == kept, "{now:?} {kept:?}");
        }

        let resumed = run("--resume");
        assert_eq!((code(&resumed), Files::of(&folder)), (code(&whole), expected.clone()), "{args}");
        kept.put(&folder);
        let restarted = run("--restart");
        assert_eq!((code(&restarted), Files::of(&folder)), (code(&whole), expected.clone()));
        fs::remove_file(&out).unwrap();
    }
}

/// Lists that are killed at random moments and resumed each time end in the bytes of a run that was not
/// killed. A clock that is a second further ahead at each write lets a block end with each batch.
#[test]
fn lists_that_are_killed_at_any_moment_go_on_to_the_same_bytes() {
    let folder = directory("killed-lists");
    let out = folder.join("out");
    let hurry = faulty("killed-library");
    let seed = u64::from(std::process::id()) << 20 | 1;
    let mut dice = Dice(seed);
    for args in [
        "rate IN --take 2000 -l S -j 2",
        "rate IN --take 1000 -l BRT,LC -j 1 --sync --format jsonl",
        "minlex IN --take 2000 -j 2",
        "check IN --take 1000 -j 1",
        "trace IN --take 200 -l LC -j 2",
        "dedupe IN",
        "generate --seed 0 --count 200 -j 2",
        "search --near IN --take 12 -l S --rounds 2 --rating 1- -j 2",
        "search --seed 1 --tries 9 -l S --rating 2- -j 2",
    ] {
        let words: Vec<&str> = args.split(' ').map(|w| if w == "IN" { RANDOM_10K } else { w }).collect();
        let run = |more: &[&str]| {
            let mut command = command(&[&words[..], &["-o", text_of(&out)], more].concat());
            let hurry =
                hurry.as_ref().map(|library| [("LD_PRELOAD", text_of(library)), ("FAULTY_HURRY", "1000")]);
            command.envs(hurry.into_iter().flatten());
            command
        };
        let begin = Instant::now();
        assert_eq!(code(&run(&[]).output().unwrap()), Some(0), "{args}");
        let longest = begin.elapsed().as_micros() as usize;
        let expected = Files::of(&folder);
        fs::remove_file(&out).unwrap();
        let (mut kills, mut ended, mut kept) = (0, 0, 0);
        while kills < if thorough() { 200 } else { 8 } {
            let is_begun = out.with_extension("partial").exists();
            let mut child = start(&mut run(if is_begun { &["--resume"] } else { &[] }));
            std::thread::sleep(Duration::from_micros(dice.below(longest) as u64));
            child.kill().unwrap();
            let (output, _) = finished(child);
            kills += 1;
            match code(&output) {
                None => kept += usize::from(out.with_extension("resume").exists()),
                Some(0) => {
                    assert!(Files::of(&folder) == expected, "{args}");
                    fs::remove_file(&out).unwrap();
                    ended += 1;
                }
                _ => panic!("{args}, seed {seed}, kill {kills}: {output:?}"),
            }
        }
        println!("{args}: seed {seed}: {kills} moments, {kept} with something kept, {ended} behind the end");
        let more: &[&str] = if out.with_extension("partial").exists() { &["--resume"] } else { &[] };
        let output = run(more).output().unwrap();
        assert_eq!((code(&output), Files::of(&folder)), (Some(0), expected), "{args}: {output:?}");
        fs::remove_file(&out).unwrap();
    }
}

#[test]
fn a_list_that_is_damaged_is_made_again_from_there() {
    let folder = directory("damaged-list");
    let list = folder.join("list");
    let generate = |count: usize, more: &str| {
        let count = count.to_string();
        let args = ["generate", "--seed", "5", "--count", &count, "-j", "1", "-o", text_of(&list)];
        command(&args.into_iter().chain(more.split_whitespace()).collect::<Vec<_>>())
    };
    let mut child = start(&mut generate(1_000_000, ""));
    let blocks =
        || read(folder.join("list.resume")).map_or(0, |text| text.iter().filter(|&&b| b == b'\n').count());
    wait_until(&mut child, || blocks() > 4);
    child.kill().unwrap();
    finished(child);
    let kept = Files::of(&folder);
    let count = kept["list.partial"].len() / 82 + 5;
    let whole = sudoscope(&["generate", "--seed", "5", "--count", &count.to_string()]).stdout;
    let goes_on = |what: &str| {
        let resumed = generate(count, "--resume").output().unwrap();
        assert_eq!(code(&resumed), Some(0), "{what}: {resumed:?}");
        assert_eq!(entries(&folder), ["list"]);
        assert!(read(&list).unwrap() == whole, "{what}");
    };
    // In place.
    flip(&folder.join("list.partial"), 5);
    goes_on("the first block");
    // The hostile case: an earlier state in place of the last.
    let journal = String::from_utf8(kept["list.resume"].clone()).unwrap();
    let tries = journal.lines().last().unwrap().rsplit_once("\"tries\":").unwrap().1;
    let forged = journal.replace(
        &format!("\"tries\":{tries}"),
        &format!("\"tries\":0{}", &tries[tries.find('}').unwrap()..]),
    );
    assert_ne!(forged, journal);
    let flipped = |name: &str, at: usize| {
        let mut bytes = kept[name].clone();
        bytes[at] ^= 2;
        (name.to_string(), bytes)
    };
    let last = kept["list.partial"].len() - 1;
    for (name, bytes) in [
        ("list.resume".to_string(), forged.into_bytes()),
        flipped("list.partial", last / 2),
        flipped("list.partial", last),
        flipped("list.resume", kept["list.resume"].len() - 30),
    ] {
        let mut damaged = kept.clone();
        damaged.0.insert(name.clone(), bytes);
        damaged.put(&folder);
        goes_on(&name);
    }
}

/// Runs a command whose files have at most this many blocks: longer ones cannot be written, as on a full
/// disk.
fn limited(blocks: u32, args: &[&str]) -> Output {
    let script = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_sudoscope")]).args(args);
    finished(start(shell.stdin(Stdio::null()))).0
}

/// If nothing fits on the disk, nothing is left; a journal that does not fit costs the block.
#[test]
fn nothing_is_left_of_what_was_never_begun() {
    let folder = directory("never-begun");
    let out = folder.join("out");
    for args in ["rate", "minlex", "check"].map(|name| format!("{name} {RANDOM_10K} --take 20 -o")) {
        let args: Vec<&str> = args.split(' ').chain([text_of(&out)]).collect();
        let broken = limited(0, &args);
        assert_eq!((code(&broken), entries(&folder)), (Some(2), vec![]), "{broken:?}");
        assert!(!stderr(&broken).contains("--resume"), "{broken:?}");
        assert_eq!(code(&sudoscope(&args)), Some(0));
        fs::remove_file(&out).unwrap();
    }
    let args = ["generate", "--seed", "0", "--count", "20", "-o", text_of(&out)];
    let broken = limited(0, &args);
    assert_eq!((code(&broken), entries(&folder)), (Some(2), vec![]), "{broken:?}");
    assert!(!stderr(&broken).contains("--resume"), "{broken:?}");
    // An earlier version left an empty file.
    write(folder.join("out.partial"), "").unwrap();
    assert_eq!(code(&sudoscope(&[&args[..], &["--resume"]].concat())), Some(0));
    assert_eq!(entries(&folder), ["out"]);
}

/// Files that are read, or belong to someone else, stay unchanged, and no other file appears. Each case has
/// the existing files, a command, and its message.
#[test]
fn what_is_read_and_what_is_another_s_stays_as_it_is() {
    let folder = directory("in-the-way");
    let list = random_10k()[..12].join("\n") + "\n";
    let ours = || {
        let mut child =
            start(command(&["scan", "-", "-l", "BRT", "-o", text_of(&folder)]).stdin(Stdio::piped()));
        write!(child.stdin.as_mut().unwrap(), "{list}").unwrap();
        wait_until(&mut child, || has_records(&folder));
        child.kill().unwrap();
        finished(child);
        read(folder.join("run.partial")).unwrap()
    };
    let unfinished_scan = ours();
    let read_by = "is read by this command: name another output";
    let in_the_way = "it stays as it is; move it away, or name another output";
    let no_run = "is no run file: it stays as it is; move it away, or name another directory";
    let scan = "@scan";
    for (there, args, told) in [
        (&["list.txt.partial"][..], "dedupe list.txt.partial -o list.txt", read_by),
        (&["list.partial"], "rate -o list list.partial", read_by),
        (&["list.partial"], "rate -o list list.partial --resume", read_by),
        (&["list.partial"], "rate -o list list.partial --restart", read_by),
        (&["list.resume"], "rate -o list list.resume", read_by),
        (&["list"], "rate -o list list", read_by),
        (&["list"], "minlex -o list list", read_by),
        (&["list"], "check -o ./list list", read_by),
        (&["list"], "rate -o hard list", read_by),
        (&["list"], "minlex -o soft list", read_by),
        (&["list"], "check -o list soft", read_by),
        (&["list"], "dedupe list -o other --duplicates list", read_by),
        (&["list"], "dedupe list -o other --duplicates hard", read_by),
        (&["a.csv", "b.csv"], "diff a.csv b.csv -o b.csv", read_by),
        (&["step-001.svg"], "explain step-001.svg:4 --format svg -o .", read_by),
        (&["puzzles.csv"], "scan puzzles.csv -l BRT -o .", read_by),
        (&["run.worth"], "scan run.worth -l BRT -o .", read_by),
        (&["run.partial"], "scan run.partial -l BRT -o . --restart", read_by),
        (&["x", "list.partial"], "rate x -o list", in_the_way),
        (&["x", "list.partial"], "rate x -o list --resume", in_the_way),
        (&["x", "list.partial"], "rate x -o list --restart", in_the_way),
        (&["x", "list.partial", "list.resume"], "minlex x -o list --restart", in_the_way),
        (&["x", "list.resume"], "check x -o list", in_the_way),
        (&["list.partial"], "generate -o list", in_the_way),
        (&["list.partial", "list.resume"], "generate -o list --restart", in_the_way),
        (&["list.partial", "list.resume"], "generate -o list --resume", in_the_way),
        (&["list.resume"], "generate -o list", in_the_way),
        (&["x", scan], "rate x -o run", in_the_way),
        (&["x", scan], "rate x -o run --restart", in_the_way),
        (&["x", "run.partial"], "scan x -l BRT -o .", no_run),
        (&["x", "run.partial"], "scan x -l BRT -o . --resume", no_run),
        (&["x", "run.partial"], "scan x -l BRT -o . --requeue", no_run),
        (&["x", "run.partial"], "scan x -l BRT -o . --restart", no_run),
    ] {
        Files::default().put(&folder);
        for name in there {
            match *name == scan {
                true => write(folder.join("run.partial"), &unfinished_scan).unwrap(),
                false => write(folder.join(name), &list).unwrap(),
            }
        }
        if args.contains("hard") {
            fs::hard_link(folder.join("list"), folder.join("hard")).unwrap();
        }
        if args.contains("soft") {
            symlink("list", folder.join("soft")).unwrap();
        }
        let before = (Files::of(&folder), numbers(&folder));
        let words: Vec<&str> = args.split(' ').collect();
        let output = command(&words).current_dir(&folder).output().unwrap();
        assert_eq!(code(&output), Some(2), "{args}: {output:?}");
        assert!(stderr(&output).contains(told), "{args}: {}", stderr(&output));
        assert_eq!((Files::of(&folder), numbers(&folder)), before, "{args}");
    }

    // The input read through standard input instead.
    Files(BTreeMap::from([("list".to_string(), list.clone().into_bytes())])).put(&folder);
    let out = folder.join("list");
    for args in ["rate", "minlex", "explain", "explain --format jsonl"] {
        let input = fs::File::open(&out).unwrap();
        let output = command(&words(args, &out, "")).stdin(input).output().unwrap();
        assert!(code(&output) == Some(2) && stderr(&output).contains(read_by), "{output:?}");
    }

    // The journal of a list, beside a file that someone else has put in the list's place.
    let out = folder.join("own");
    let args = ["generate", "--seed", "0", "--count", "3000", "-o", text_of(&out)];
    let mut child = start(&mut command(&args));
    wait_until(&mut child, || folder.join("own.partial").metadata().is_ok_and(|meta| meta.len() > 0));
    child.kill().unwrap();
    finished(child);
    fs::rename(folder.join("own.partial"), folder.join("kept")).unwrap();
    write(folder.join("own.partial"), "my notes\n").unwrap();
    for more in ["--resume", "--restart", "-j1"] {
        let output = sudoscope(&[&args[..], &[more]].concat());
        assert_eq!(code(&output), Some(2), "{more}: {output:?}");
        assert!(stderr(&output).contains(in_the_way), "{more}: {output:?}");
        assert_eq!(read(folder.join("own.partial")).unwrap(), b"my notes\n");
    }
}

/// FAT file system in an image, mounted by a driver that numbers each spelling of a name differently.
struct Fat(PathBuf);

impl Fat {
    fn new() -> Option<Fat> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fat");
        // Mount left by a test that was killed.
        system("umount", &[text_of(&folder.join("place"))]);
        let image = directory("fat").join("image");
        let place = Fat(folder.join("place"));
        fs::File::create(&image).ok()?.set_len(16 << 20).ok()?;
        fs::create_dir(&place.0).ok()?;
        system("mkfs.vfat", &[text_of(&image)])?;
        system("fusefat", &["-o", "rw+", text_of(&image), text_of(&place.0)])?;
        Some(place)
    }
}

impl Drop for Fat {
    fn drop(&mut self) {
        system("umount", &[text_of(&self.0)]);
    }
}

#[test]
fn an_input_is_known_by_other_capitals() {
    let Some(Fat(folder)) = &Fat::new() else {
        return println!("skipped: no FAT file system can be mounted here (fusefat)");
    };
    let list = random_10k()[..3].join("\n") + "\n";
    fs::create_dir(folder.join("sub")).unwrap();
    for name in ["in.txt", "sub/in.txt"] {
        write(folder.join(name), &list).unwrap();
    }
    let read_by = "is read by this command: name another output";
    for (args, told) in [
        ("rate in.txt -o IN.TXT", read_by),
        ("minlex IN.txt -o in.TXT", read_by),
        ("check sub/in.txt -o SUB/in.txt", read_by),
        ("dedupe in.txt -o a --duplicates IN.TXT", read_by),
        ("dedupe in.txt -o a --duplicates A", "cannot go to the same place: name two files"),
        ("dedupe in.txt -o a --duplicates ./a", "cannot go to the same place: name two files"),
        ("explain IN.TXT:1 --format svg -o in.txt", read_by),
    ] {
        let words: Vec<&str> = args.split(' ').collect();
        let output = command(&words).current_dir(folder).output().unwrap();
        assert!(code(&output) == Some(2) && stderr(&output).contains(told), "{args}: {output:?}");
        for name in ["in.txt", "sub/in.txt"] {
            assert_eq!(read(folder.join(name)).unwrap(), list.as_bytes(), "{args}");
        }
    }
    let output = command(&["rate", "in.txt", "-o", "out.txt"]).current_dir(folder).output().unwrap();
    assert_eq!(code(&output), Some(0), "{output:?}");
    assert_eq!(entries(folder), ["in.txt", "out.txt", "sub"]);
}

/// Returns the inode number of each name.
fn numbers(folder: &Path) -> Vec<(String, u64)> {
    let number = |name: String| {
        let number = folder.join(&name).symlink_metadata().unwrap().ino();
        (name, number)
    };
    entries(folder).into_iter().map(number).collect()
}

/// Remains of a killed report are removed by the next process that writes it; similar files are not.
#[test]
fn what_was_left_of_reports_is_removed() {
    let folder = directory("left-over");
    let scan = ["scan", RANDOM_10K, "--take", "30", "-l", "BRT", "-o", text_of(&folder)];
    assert_eq!(code(&sudoscope(&scan)), Some(0));
    let before = Files::of(&folder);
    let strange = folder.join("ratings.csv.0123456789abcdef.partial");
    write(&strange, "my notes\n").unwrap();
    for _ in 0..30 {
        let mut child = start(&mut command(&["report", text_of(&folder)]));
        std::thread::sleep(Duration::from_micros(700));
        child.kill().unwrap();
        finished(child);
    }
    assert_eq!(code(&sudoscope(&["report", text_of(&folder)])), Some(0));
    assert_eq!(read(&strange).unwrap(), b"my notes\n");
    fs::remove_file(&strange).unwrap();
    assert_eq!(Files::of(&folder).names(), before.names());
}

/// A pipe, a directory or a device in the place of a run's file or an unfinished one is refused at once.
#[test]
fn what_is_no_file_is_no_run() {
    let folder = directory("no-files");
    let whole = folder.join("whole");
    let scan = ["scan", RANDOM_10K, "--take", "9", "-l", "BRT", "-o", text_of(&whole)];
    assert_eq!(code(&sudoscope(&scan)), Some(0));
    if system("mkfifo", &[text_of(&folder.join("try"))]).is_none() {
        return println!("skipped: there is no mkfifo");
    }
    let kinds: [fn(&Path); 3] = [
        |path| drop(system("mkfifo", &[text_of(path)]).unwrap()),
        |path| symlink("/dev/zero", path).unwrap(),
        |path| fs::create_dir(path).unwrap(),
    ];
    for (k, make) in kinds.into_iter().enumerate() {
        let place = folder.join(format!("place-{k}"));
        for (name, args) in [
            ("run.records", "report PLACE"),
            ("run.records", "report PLACE -o OTHER"),
            ("run.records", "worth PLACE"),
            ("run.records", "diff PLACE WHOLE"),
            ("run.records", "diff WHOLE PLACE"),
            ("run.records", "merge -o OTHER PLACE WHOLE"),
            ("run.records", "scan INPUT --take 9 -l BRT -o PLACE"),
            ("run.records", "scan INPUT --take 9 -l BRT -o PLACE --requeue"),
            ("run.partial", "scan INPUT --take 9 -l BRT -o PLACE"),
            ("run.partial", "scan INPUT --take 9 -l BRT -o PLACE --resume"),
            ("run.partial", "scan INPUT --take 9 -l BRT -o PLACE --restart"),
            ("run.partial", "scan INPUT --take 9 -l BRT -o PLACE --requeue"),
            ("merge.partial", "merge -o PLACE WHOLE"),
            ("list.partial", "rate INPUT --take 9 -o PLACE/list"),
            ("list.partial", "minlex INPUT --take 9 -o PLACE/list --resume"),
            ("list.partial", "check INPUT --take 9 -o PLACE/list --restart"),
            ("list.resume", "rate INPUT --take 9 -o PLACE/list"),
            ("list.partial", "generate -o PLACE/list"),
            ("list.partial", "generate -o PLACE/list --resume"),
            ("list.resume", "generate -o PLACE/list"),
            ("rates.csv", "diff PLACE/rates.csv WHOLE/puzzles.csv"),
            // Refused before hours of work, not after them.
            ("puzzles.csv", "scan INPUT --take 9 -l BRT -o PLACE"),
            ("report.html", "scan INPUT --take 9 -l BRT -o PLACE --restart"),
            ("run.worth", "scan INPUT --take 9 -l BRT -o PLACE"),
            ("rules.csv", "report WHOLE -o PLACE"),
            ("sudoscope-scan.1", "man PLACE"),
            ("step-001.svg", "explain INPUT:3937 --format svg -o PLACE"),
        ] {
            let _ = fs::remove_dir_all(&place);
            fs::create_dir(&place).unwrap();
            make(&place.join(name));
            let args: Vec<String> = args
                .split(' ')
                .map(|word| match word {
                    "OTHER" => text_of(&folder.join("other")).to_string(),
                    word => word
                        .replace("PLACE", text_of(&place))
                        .replace("WHOLE", text_of(&whole))
                        .replace("INPUT", RANDOM_10K),
                })
                .collect();
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let (output, _) = finished(start(&mut command(&args)));
            // For diff, a directory may hold a run.
            let is_run = args[0] == "diff" && place.join(name).is_dir() && name == "rates.csv";
            let told = if is_run { "holds no finished scan" } else { "not a regular file" };
            assert_eq!(code(&output), Some(2), "{args:?}: {output:?}");
            assert!(stderr(&output).contains(told), "{args:?}: {output:?}");
            assert_eq!(entries(&place), [name], "{args:?}");
        }
        // Stored results of `worth` in a finished run.
        let _ = fs::remove_dir_all(&place);
        assert!(system("cp", &["-r", text_of(&whole), text_of(&place)]).is_some());
        make(&place.join("run.worth"));
        let (output, _) = finished(start(&mut command(&["report", text_of(&place)])));
        assert_eq!(code(&output), Some(2), "{output:?}");
        assert!(stderr(&output).contains("run.worth: not a regular file"), "{output:?}");
    }
}

#[test]
fn nothing_is_joined_where_a_scan_writes() {
    let folder = directory("merge-busy");
    let [one, out] = ["one", "out"].map(|name| folder.join(name));
    let scan = ["scan", RANDOM_10K, "--take", "9", "-l", "BRT", "-o", text_of(&one)];
    assert_eq!(code(&sudoscope(&scan)), Some(0));
    let mut child = start(command(&["scan", "-", "-l", "BRT", "-o", text_of(&out)]).stdin(Stdio::piped()));
    writeln!(child.stdin.as_mut().unwrap(), "{}", random_10k()[0]).unwrap();
    wait_until(&mut child, || has_records(&out));
    let refused = sudoscope(&["merge", "-o", text_of(&out), text_of(&one)]);
    assert_eq!(code(&refused), Some(2), "{refused:?}");
    assert!(stderr(&refused).contains("run.partial: another process is writing it"), "{refused:?}");
    assert_eq!(entries(&out), ["run.partial"]);
    drop(child.stdin.take());
    assert_eq!(code(&finished(child).0), Some(0));
    let joined: PathBuf = folder.join("joined");
    assert_eq!(code(&sudoscope(&["merge", "-o", text_of(&joined), text_of(&one)])), Some(0));
}
