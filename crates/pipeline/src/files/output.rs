//! Files that get their names when they are complete.
//!
//! Until then they are called `FILE.NUMBER.partial`. They are made new, so nothing that exists is
//! overwritten. The number is a mark of the file itself: what a killed process left behind is known by it,
//! and removed.

use super::identity::{Place, beside, folder_of, is_special, mark_of, regular, resolved};
use super::lock::{TRIES, busy, is_locked, lock, wait_for};
use super::{PARTIAL, protected::Protected, sync::rename};
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that gets its name when it is complete; dropped before that, it vanishes. No other process can
/// write it meanwhile.
pub struct Output {
    path: PathBuf,
    /// Anything but a regular file is written to directly.
    temporary: Option<Temporary>,
    out: BufWriter<File>,
    /// Whether it is forced to the disk before it gets its name.
    sync: bool,
}

/// The name of a file that is removed with this.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

impl Output {
    /// Opens the file for writing, under a temporary name in the same directory. It may be none of the
    /// inputs. A device or a pipe is written to directly; a link is followed.
    pub fn create(path: &Path, inputs: &Protected) -> io::Result<Output> {
        let path = match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            _ if is_special(path) => {
                let file = OpenOptions::new().write(true).open(path)?;
                return Ok(Output::of(path.to_path_buf(), None, file));
            }
            Ok(_) => resolved(path),
            Err(_) => {
                regular(path)?;
                path.to_path_buf()
            }
        };
        inputs.refuse(&path)?;
        let (file, temporary) = create_new(&path)?;
        let temporary = name_by_mark(&file, &path, temporary)?;
        clear(&path, &temporary.0)?;
        Ok(Output::of(path, Some(temporary), file))
    }

    /// As above for a file of a folder that nobody named: no reader waits there on a pipe.
    pub fn create_in(folder: &Path, name: &str, inputs: &Protected) -> io::Result<Output> {
        let path = folder.join(name);
        regular(&path)?;
        Output::create(&path, inputs)
    }

    /// The error of `create_in`, before there is something to write.
    pub(crate) fn check_in(folder: &Path, name: &str, inputs: &Protected) -> io::Result<()> {
        let path = folder.join(name);
        regular(&path)?;
        inputs.refuse(&path)
    }

    fn of(path: PathBuf, temporary: Option<Temporary>, file: File) -> Output {
        Output { path, temporary, out: BufWriter::with_capacity(1 << 16, file), sync: false }
    }

    /// This file; if `sync`, it and its name are on the disk when it is finished.
    pub fn synced(mut self, sync: bool) -> Output {
        self.sync = sync;
        self
    }

    /// Whether this is also a name of it, such as one with other capitals where they make no difference: what
    /// is written there takes its place.
    pub fn is_called(&self, path: &Path) -> bool {
        let Some(Temporary(temporary)) = &self.temporary else { return false };
        let path = resolved(path);
        // It is not there yet, but its temporary file is.
        let [own, temporary_name] = [&self.path, temporary]
            .map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        let Some(extension) = temporary_name.strip_prefix(&own) else { return false };
        let places = (Place::of(temporary), Place::of(&beside(&path, extension)));
        matches!(places, (Some(own), Some(other)) if own.is(&other))
    }

    /// Writes what is buffered and gives the file its name.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some(temporary) = self.temporary else { return Ok(()) };
        if self.sync {
            self.out.get_ref().sync_all()?;
        }
        rename(&temporary.0, &self.path, self.sync)?;
        // Its old name may be another's from now on.
        std::mem::forget(temporary);
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A new file for this one, locked.
fn create_new(path: &Path) -> io::Result<(File, Temporary)> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    loop {
        let number = RandomState::new().build_hasher().finish();
        let temporary = numbered(path, number);
        match options.open(&temporary) {
            Ok(file) => {
                let temporary = Temporary(temporary);
                lock(&file)?;
                return Ok((file, temporary));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

fn numbered(path: &Path, number: u64) -> PathBuf {
    beside(path, &format!(".{number:016x}{PARTIAL}"))
}

/// Whether this is the name of a temporary file; `begin` is what stands before the number.
fn is_numbered(name: &OsStr, begin: &OsStr) -> bool {
    let rest = name.as_encoded_bytes().strip_prefix(begin.as_encoded_bytes());
    let number = rest.and_then(|rest| rest.strip_suffix(PARTIAL.as_bytes())).unwrap_or_default();
    number.len() == 16 && number.iter().all(u8::is_ascii_hexdigit)
}

/// Calls the file by its own mark. Where no file can have two names, or another is called so, its name stays
/// as it is.
fn name_by_mark(file: &File, path: &Path, temporary: Temporary) -> io::Result<Temporary> {
    let Some(own) = mark_of(file).map(|mark| numbered(path, mark)) else {
        return Ok(temporary);
    };
    let named = match cfg!(windows) {
        // There an open file may keep a name that is removed.
        true if own.exists() => return Ok(temporary),
        true => fs::rename(&temporary.0, &own),
        // Unlike renaming, this takes no other file's place.
        false => fs::hard_link(&temporary.0, &own),
    };
    Ok(match named {
        Ok(()) => Temporary(own),
        Err(_) => temporary,
    })
}

/// Removes what killed processes left behind of this file; an error if a process is at work on it. A
/// directory that cannot be listed stays as it is.
fn clear(path: &Path, own: &Path) -> io::Result<()> {
    if is_locked(&beside(path, PARTIAL)) {
        return Err(busy());
    }
    let Ok(entries) = fs::read_dir(folder_of(path)) else { return Ok(()) };
    let begin = beside(path, ".");
    let [begin, own] = [&begin, own].map(|path| path.file_name().unwrap_or_default());
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || name == own || !is_numbered(&name, begin) {
            continue;
        }
        let other = path.with_file_name(&name);
        let Ok(file) = File::open(&other) else { continue };
        let has_mark = mark_of(&file).is_some_and(|mark| numbered(path, mark) == other);
        // One that was killed before it had its mark is empty.
        if !has_mark && !file.metadata().is_ok_and(|meta| meta.len() == 0) {
            continue;
        }
        // Of two that begin at once and see each other, the one with the greater name gives way.
        let tries = if *own < *name { TRIES } else { 1 };
        match wait_for(&file, tries) {
            Ok(()) => {
                drop(file); // some systems keep the name of a file that is open
                _ = fs::remove_file(&other);
            }
            Err(fs::TryLockError::WouldBlock) => return Err(busy()),
            // Where there are no locks, nobody knows.
            Err(fs::TryLockError::Error(_)) => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn it_has_its_name_when_it_is_whole_and_touches_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        fs::write(&path, "old").unwrap();
        fs::write(folder.path().join("list.partial"), "another's").unwrap();
        let mut output = Output::create(&path, &Protected::default()).unwrap();
        output.write_all(b"new").unwrap();
        assert_eq!((names(folder.path()).len(), fs::read(&path).unwrap()), (3, b"old".to_vec()));
        output.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        drop(Output::create(&path, &Protected::default()).unwrap());
        assert_eq!(names(folder.path()), ["list", "list.partial"]);
        assert_eq!(fs::read(folder.path().join("list.partial")).unwrap(), b"another's");
    }

    #[test]
    fn it_knows_its_other_names() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let output = Output::create(&folder.join("list"), &Protected::default()).unwrap();
        let parent = folder.join("..").join(folder.file_name().unwrap());
        assert!(output.is_called(&folder.join("list")) && output.is_called(&parent.join("list")));
        assert!(!output.is_called(&folder.join("lis")) && !output.is_called(&folder.join("list.csv")));
        // Elsewhere it is one that cannot be made.
        let differ = File::create_new(folder.join("LIST")).is_ok() && cfg!(target_os = "linux");
        assert!(!differ || !output.is_called(&folder.join("LIST")));
    }

    #[test]
    fn what_the_dead_left_behind_is_removed_and_the_living_are_not_disturbed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        let create = || Output::create(&path, &Protected::default());
        // As after a kill: the file stays, the lock is gone.
        let mut output = create().unwrap();
        output.write_all(b"half").unwrap();
        output.flush().unwrap();
        let Output { temporary, out, .. } = output;
        drop(out);
        let left = temporary.unwrap();
        let name = left.0.file_name().unwrap().to_str().unwrap().to_string();
        std::mem::forget(left);
        assert_eq!(names(folder.path()), std::slice::from_ref(&name));
        // A copy has another number, and is a stranger's.
        let copy = folder.path().join("list.0123456789abcdef.partial");
        fs::copy(folder.path().join(&name), &copy).unwrap();
        let first = create().unwrap();
        assert_eq!(names(folder.path()).len(), 2);
        assert!(copy.exists());
        let refused = create().err().unwrap();
        assert_eq!(refused.kind(), io::ErrorKind::ResourceBusy);
        first.finish().unwrap();
        assert_eq!(names(folder.path()), ["list", "list.0123456789abcdef.partial"]);
    }
}
