//! Power cuts, with `--sync`: an ext4 file system on a loop device is shut down at a call on a file, and
//! mounted again. All data that was not forced to the disk is lost as in a real cut: file contents, names,
//! and the journal of the file system. Root only.
#![cfg(target_os = "linux")]

use crate::binary::{
    code, command, directory, entries, faulty, finished, start, stderr, sudoscope, system, text_of,
};
use crate::common::{is_taken, random_10k, thorough};
use crate::sweep::files;
use std::collections::BTreeMap;
use std::fs::{self, File, write};
use std::path::{Path, PathBuf};
use std::process::Output;

/// Separate disk, mounted.
struct Disk {
    image: PathBuf,
    place: PathBuf,
}

impl Disk {
    fn new() -> Option<Disk> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("power-disk");
        let place = folder.join("disk");
        // Mount left by a test that was killed.
        system("umount", &[text_of(&place)]);
        let disk = Disk { image: directory("power-disk").join("image"), place };
        File::create(&disk.image).ok()?.set_len(16 << 20).ok()?;
        fs::create_dir(&disk.place).ok()?;
        system("mkfs.ext4", &["-q", "-F", text_of(&disk.image)])?;
        disk.mount().then_some(disk)
    }

    /// Mounts the disk, with nothing written automatically for ten minutes.
    fn mount(&self) -> bool {
        let [image, place] = [&self.image, &self.place].map(|path| text_of(path));
        system("mount", &["-o", "loop,commit=600", image, place]).is_some()
    }

    /// Mounts the disk again, as after a cut.
    fn mount_again(&self) {
        system("umount", &[text_of(&self.place)]).unwrap();
        assert!(self.mount());
    }

    /// Removes all files and forces the removal to the disk.
    fn clear(&self) {
        for name in entries(&self.place).iter().filter(|name| *name != "lost+found") {
            let path = self.place.join(name);
            let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
            removed.unwrap();
        }
        system("sync", &["-f", text_of(&self.place)]).unwrap();
    }

    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = files(&self.place);
        files.retain(|path, _| !path.starts_with("lost+found"));
        files
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        system("umount", &[text_of(&self.place)]);
    }
}

/// Command, with the names of its unfinished and final files if it can resume.
const CASES: [(&str, Option<(&str, &str)>); 6] = [
    ("rate IN -l S -j 1 --sync -o P/out", LIST),
    ("minlex IN -j 1 --sync -o P/out", LIST),
    ("check IN -j 1 --sync -o P/out", LIST),
    ("generate --seed 0 --count 20 -j 1 --sync -o P/out", LIST),
    ("scan IN -l S -j 1 --sync -o P/run", Some(("run/run.partial", "run/run.records"))),
    ("dedupe IN -j 1 --sync -o P/out --duplicates P/twice", None),
];

const LIST: Option<(&str, &str)> = Some(("out.partial", "out"));

/// Command on a disk that loses power.
struct Cut<'a> {
    library: &'a Path,
    disk: &'a Disk,
    words: Vec<String>,
    unfinished: Option<(&'a str, &'a str)>,
    expected: BTreeMap<PathBuf, Vec<u8>>,
}

impl Cut<'_> {
    fn words(&self) -> Vec<&str> {
        self.words.iter().map(String::as_str).collect()
    }

    /// Runs the command from the beginning, with the power cut at this call.
    fn cut(&self, at: &[(&str, &str)]) -> Output {
        self.disk.clear();
        let mut command = command(&self.words());
        command.env("LD_PRELOAD", self.library).env("FAULTY_PLACE", &self.disk.place);
        // A second then passes with each batch, after which rows are forced to the disk.
        command.envs([("FAULTY_CUT", "1"), ("FAULTY_HURRY", "1000")]).envs(at.iter().copied());
        finished(start(&mut command)).0
    }

    /// Cuts the power at this call and runs the command again; returns the call, and whether rows were kept.
    /// `None` if there are fewer calls.
    fn at(&self, at: usize) -> Option<(String, bool)> {
        let output = self.cut(&[("FAULTY_AT", &at.to_string())]);
        let told = stderr(&output);
        let Some(fault) = told.lines().find(|line| line.starts_with("fault ")) else {
            assert_eq!(code(&output), Some(0), "{output:?}");
            assert!(self.disk.files() == self.expected);
            return None;
        };
        assert_eq!((code(&output), told.contains("no shutdown")), (Some(9), false), "{told}");
        self.disk.mount_again();
        let now = self.disk.files();
        let about = format!("{:?}, {fault}: {:?}", self.words, now.keys());
        for (path, text) in now.iter().filter(|(path, _)| self.expected.contains_key(*path)) {
            assert!(*text == self.expected[path], "{}: {about}", path.display());
        }
        let kept = self.is_kept(&told, &now, &about);
        let is_unfinished = self.unfinished.is_some_and(|(path, _)| now.contains_key(Path::new(path)));
        let more: &[&str] = if is_unfinished { &["--resume"] } else { &[] };
        let again = sudoscope(&[&self.words()[..], more].concat());
        assert_eq!(code(&again), Some(0), "{again:?}, after {about}");
        assert!(self.disk.files() == self.expected, "{about}");
        Some((fault.to_string(), kept))
    }

    /// Checks that without `--sync` a power cut after the rename leaves no complete list. Otherwise the
    /// simulated cuts would test nothing.
    fn loses_what_is_not_forced(&mut self) {
        self.words.retain(|word| word != "--sync");
        let output = self.cut(&[("FAULTY_CALL", "unlink"), ("FAULTY_AT", "1")]);
        assert!(stderr(&output).contains("unlink"), "{output:?}");
        self.disk.mount_again();
        assert_ne!(self.disk.files().get(Path::new("out")), self.expected.get(Path::new("out")));
    }

    /// Checks that the forced part of an unfinished file and its journal exists, under the file's own name or
    /// its final name; returns whether this part has rows.
    fn is_kept(&self, told: &str, now: &BTreeMap<PathBuf, Vec<u8>>, about: &str) -> bool {
        let Some((partial, last)) = self.unfinished else { return false };
        let whole = &self.expected[Path::new(last)];
        let mut kept = false;
        for forced in told.lines().filter_map(|line| line.strip_prefix("forced ")) {
            let (length, path) = forced.split_once(' ').unwrap();
            let length: usize = length.parse().unwrap();
            let path = Path::new(path).strip_prefix(&self.disk.place).unwrap();
            let is_partial = path == Path::new(partial);
            if now.contains_key(Path::new(last)) {
                continue;
            }
            // A run put together from its parts, in fewer bytes, replaces them when it is whole.
            if is_partial && now[path] == *whole {
                kept = true;
            } else if is_partial {
                assert!(now[path].len() >= length, "{length} of {forced}: {about}");
                // The blocks of a run may be split differently, but its head is the same.
                let end = whole.iter().enumerate().filter(|byte| *byte.1 == b'\n').nth(1);
                let same = if last.ends_with("run.records") { end.unwrap().0 } else { length };
                let same = same.min(length);
                assert_eq!(now[path][..same], whole[..same], "{about}");
                kept |= length > 0;
            } else if path == Path::new("out.resume") {
                assert!(now[path].len() >= length, "{length} of {forced}: {about}");
            }
        }
        kept
    }
}

/// After a power cut at any call on a file, every file with its final name is whole, data forced to the disk
/// exists, and running the command again gives the same bytes. The suite samples the calls; a thorough run
/// takes all.
#[test]
fn the_power_goes_at_a_call_on_a_file() {
    let (Some(library), Some(disk)) = (faulty("power-library"), Disk::new()) else {
        return println!("skipped: no file system can be mounted here");
    };
    let mut lines = random_10k()[..40].to_vec();
    lines.push(lines[3].clone());
    let input = directory("power-input").join("in");
    write(&input, lines.join("\n") + "\n").unwrap();
    let mut all = 0;
    for (args, unfinished) in CASES {
        let args = args.replace("P/", &format!("{}/", text_of(&disk.place)));
        let words = args.split(' ').map(|word| word.replace("IN", text_of(&input))).collect();
        let expected = BTreeMap::new();
        let mut cut = Cut { library: &library, disk: &disk, words, unfinished, expected };
        disk.clear();
        assert_eq!(code(&sudoscope(&cut.words())), Some(0), "{args}");
        cut.expected = disk.files();
        let (mut points, mut kept) = (0, 0);
        for at in (1..).filter(|&at| is_taken(at, 16)) {
            let Some((_, is_kept)) = cut.at(at) else { break };
            points += 1;
            kept += usize::from(is_kept);
        }
        if unfinished == LIST {
            cut.loses_what_is_not_forced();
        }
        println!("{args}: {points} cuts, {kept} with rows on the disk");
        assert!(points > 0 && (kept > 0 || unfinished.is_none() || !thorough()), "{args}");
        all += points;
    }
    println!("{all} cuts");
}
