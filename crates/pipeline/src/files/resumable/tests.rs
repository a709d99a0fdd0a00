//! Lists that go on after a stop; damaged ones, and what is in their place.

use super::*;
use serde_json::Value;
use std::fs;

struct Place {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        Place { path: folder.path().join("list"), _folder: folder }
    }

    fn open(&self, unfinished: Unfinished) -> Result<Resumable<u32>, ResumeError> {
        self.open_for(unfinished, 7)
    }

    fn open_for(&self, unfinished: Unfinished, seed: u64) -> Result<Resumable<u32>, ResumeError> {
        let settings = vec![("version", Value::from("1")), ("--seed", Value::from(seed))];
        Resumable::open(&self.path, &settings, unfinished, &Protected::default(), false)
    }

    fn beside(&self, extension: &str) -> PathBuf {
        beside(&self.path, extension)
    }

    /// Returns the names in the folder, with the contents.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(self.path.parent().unwrap()).unwrap();
        let mut files: Vec<_> = entries
            .map(|entry| entry.unwrap())
            .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
            .collect();
        files.sort();
        files
    }

    /// Writes three blocks of an unfinished file, and a torn tail.
    fn begun(&self) {
        let mut file = self.open(Unfinished::Keep).unwrap();
        for block in 0..3 {
            file.write(text(block).as_bytes()).unwrap();
            file.end_block(&block).unwrap();
        }
        file.write(b"torn").unwrap();
    }
}

fn text(block: u32) -> String {
    format!("block {block}\n").repeat(block as usize + 1)
}

/// Writes the missing blocks.
fn complete(mut file: Resumable<u32>) {
    for block in file.state().map_or(0, |last| last + 1)..5 {
        file.write(text(block).as_bytes()).unwrap();
        file.end_block(&block).unwrap();
    }
    file.finish(&9).unwrap();
}

fn whole() -> Vec<(String, Vec<u8>)> {
    vec![("list".to_string(), (0..5).map(text).collect::<String>().into_bytes())]
}

fn flip(path: &Path, at: usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes[at] ^= 4;
    fs::write(path, bytes).unwrap();
}

#[test]
fn it_goes_on_behind_the_last_block() {
    let place = Place::new();
    place.begun();
    let file = place.open(Unfinished::Resume).unwrap();
    assert_eq!(file.state(), Some(&2));
    complete(file);
    assert_eq!(place.files(), whole());
}

#[test]
fn it_is_begun_once_unless_it_is_dropped() {
    let place = Place::new();
    assert!(matches!(place.open(Unfinished::Resume), Err(ResumeError::NothingToResume(_))));
    assert!(place.files().is_empty());
    // No file remains without a block.
    place.open(Unfinished::Keep).unwrap().write(b"some").unwrap();
    assert!(place.files().is_empty());
    place.begun();
    let before = place.files();
    assert!(matches!(place.open(Unfinished::Keep), Err(ResumeError::Unfinished(_))));
    let other = place.open_for(Unfinished::Resume, 8);
    assert!(matches!(other, Err(ResumeError::Different(_, "--seed"))));
    assert_eq!(place.files(), before);
    let file = place.open_for(Unfinished::Restart, 8).unwrap();
    assert!(file.state().is_none());
    complete(file);
    assert_eq!(place.files(), whole());
}

/// If any bit is wrong, everything after it is made again, or it is refused and nothing changes.
#[test]
fn a_wrong_bit_is_noticed_wherever_it_is() {
    let (mut refused, mut dropped) = (0, [0; 4]);
    for extension in [PARTIAL, JOURNAL] {
        for at in 0.. {
            let place = Place::new();
            place.begun();
            // A journal contains the mark of a file, so its length differs by some bytes.
            if at >= fs::read(place.beside(extension)).unwrap().len() {
                break;
            }
            flip(&place.beside(extension), at);
            let before = place.files();
            match place.open(Unfinished::Resume) {
                Ok(file) => {
                    dropped[file.state().map_or(0, |last| *last as usize + 1)] += 1;
                    complete(file);
                    assert_eq!(place.files(), whole(), "{extension} {at}");
                }
                Err(error) => {
                    refused += 1;
                    let is_head = matches!(error, ResumeError::Damaged(_) | ResumeError::Strange(_));
                    assert!(is_head && extension == JOURNAL, "{at}: {error}");
                    assert_eq!(place.files(), before, "{extension} {at}");
                }
            }
        }
    }
    // Refused are errors in the journal's head; bytes after the last block are torn anyway.
    assert!(refused > 50 && refused < 200, "{refused}");
    assert!(dropped.iter().all(|&times| times > 0), "{dropped:?}");
}

#[test]
fn a_file_cut_off_anywhere_goes_on() {
    for extension in [PARTIAL, JOURNAL] {
        let mut refused = 0;
        for length in (0..).take_while(|&length| {
            let place = Place::new();
            place.begun();
            let path = place.beside(extension);
            let is_longer = fs::metadata(&path).unwrap().len() > length;
            File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
            let before = place.files();
            match place.open(Unfinished::Resume) {
                Ok(file) => {
                    complete(file);
                    assert_eq!(place.files(), whole(), "{extension} {length}");
                }
                Err(error) => {
                    refused += 1;
                    assert!(matches!(error, ResumeError::Strange(_)), "{error}");
                    assert_eq!(place.files(), before, "{extension} {length}");
                }
            }
            is_longer
        }) {
            assert!(length < 1000);
        }
        // A journal with a torn head does not show whose the file is.
        assert_eq!(refused > 0, extension == JOURNAL);
    }
}

#[test]
fn what_is_another_s_stays_as_it_is() {
    let cases: [&[(&str, &str)]; 4] = [
        &[("list.partial", "1..2..\n")],
        &[("list.resume", "my notes\n")],
        &[("list.partial", "1..2..\n"), ("list.resume", "my notes\n")],
        // The journal is of a file that got its name; then somebody made another file.
        &[("list.partial", "1..2..\n"), ("list.resume", "")],
    ];
    for case in cases {
        for unfinished in [Unfinished::Keep, Unfinished::Resume, Unfinished::Restart] {
            let place = Place::new();
            for (name, text) in case {
                fs::write(place.path.with_file_name(name), text).unwrap();
            }
            let before = place.files();
            match place.open(unfinished).err() {
                Some(ResumeError::Strange(_) | ResumeError::NothingToResume(_)) => {}
                other => panic!("{case:?}: {other:?}"),
            }
            assert_eq!(place.files(), before);
        }
    }
    // The same with a journal of this program, whole but left over.
    let place = Place::new();
    place.begun();
    fs::remove_file(place.beside(PARTIAL)).unwrap();
    fs::write(place.beside(PARTIAL), "1..2..\n").unwrap();
    let before = place.files();
    for unfinished in [Unfinished::Keep, Unfinished::Resume, Unfinished::Restart] {
        let refused = place.open(unfinished).err();
        assert!(matches!(refused, Some(ResumeError::Strange(_))), "{refused:?}");
        assert_eq!(place.files(), before);
    }
}

#[test]
fn a_journal_alone_is_left_over() {
    let place = Place::new();
    place.begun();
    fs::remove_file(place.beside(PARTIAL)).unwrap();
    complete(place.open(Unfinished::Keep).unwrap());
    assert_eq!(place.files(), whole());
}

#[test]
fn what_is_no_file_is_refused() {
    for name in ["list", "list.partial", "list.resume"] {
        let place = Place::new();
        if name == "list.resume" {
            fs::write(place.beside(PARTIAL), "").unwrap();
        }
        fs::create_dir(place.path.with_file_name(name)).unwrap();
        for unfinished in [Unfinished::Keep, Unfinished::Resume, Unfinished::Restart] {
            match place.open(unfinished).err() {
                Some(ResumeError::Io(_, error)) => {
                    assert_eq!(error.to_string(), "not a regular file");
                }
                Some(ResumeError::NothingToResume(_)) if name == "list" => {}
                other => panic!("{name}: {other:?}"),
            }
        }
    }
}
