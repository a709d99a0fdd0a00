//! Files that get their names when they are complete.
//!
//! Until then their names are `FILE.NUMBER.partial`. They are created anew, so nothing that exists is
//! overwritten. The number is a mark of the file itself, by which files left behind by killed processes are
//! recognised and removed.

use super::identity::{Place, beside, folder_of, is_special, mark_of, regular, resolved};
use super::lock::{TRIES, busy, is_locked, lock, wait_for};
use super::{PARTIAL, protected::Protected, sync::rename};
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that gets its name when it is complete, and vanishes if dropped before. No other process can write
/// it meanwhile.
pub struct Output {
    path: PathBuf,
    /// Temporary name; `None` if the output is not a regular file and is written to directly.
    temporary: Option<Temporary>,
    out: BufWriter<File>,
    /// Whether the file is forced to the disk before it gets its name.
    sync: bool,
}

/// Name of a file that is removed when this is dropped.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

impl Output {
    /// Opens the file for writing, under a temporary name in the same directory. It must not be one of the
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

    /// Opens a file in a folder for writing. Since no user named it, no reader waits on a pipe there: it must
    /// be regular.
    pub fn create_in(folder: &Path, name: &str, inputs: &Protected) -> io::Result<Output> {
        let path = folder.join(name);
        regular(&path)?;
        Output::create(&path, inputs)
    }

    /// Returns the error that `create_in` would, before there is anything to write.
    pub(crate) fn check_in(folder: &Path, name: &str, inputs: &Protected) -> io::Result<()> {
        let path = folder.join(name);
        regular(&path)?;
        inputs.refuse(&path)
    }

    fn of(path: PathBuf, temporary: Option<Temporary>, file: File) -> Output {
        Output { path, temporary, out: BufWriter::with_capacity(1 << 16, file), sync: false }
    }

    /// Sets whether the file and its name are to be on the disk once it is finished.
    pub fn synced(mut self, sync: bool) -> Output {
        self.sync = sync;
        self
    }

    /// Whether `path` is also a name of the file, such as a name that differs in case where case makes no
    /// difference: writing to `path` would replace the file.
    pub fn is_called(&self, path: &Path) -> bool {
        let Some(Temporary(temporary)) = &self.temporary else { return false };
        let path = resolved(path);
        // The file does not exist yet, but its temporary file does.
        let [own, temporary_name] = [&self.path, temporary]
            .map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        let Some(extension) = temporary_name.strip_prefix(&own) else { return false };
        let places = (Place::of(temporary), Place::of(&beside(&path, extension)));
        matches!(places, (Some(own), Some(other)) if own.is(&other))
    }

    /// Writes the buffered bytes and gives the file its name.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some(temporary) = self.temporary else { return Ok(()) };
        if self.sync {
            self.out.get_ref().sync_all()?;
        }
        rename(&temporary.0, &self.path, self.sync)?;
        // The old name may belong to another file from now on.
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

/// Creates a new temporary file for this path, locked.
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

/// Whether this is the name of a temporary file; `begin` is the part before the number.
fn is_numbered(name: &OsStr, begin: &OsStr) -> bool {
    let rest = name.as_encoded_bytes().strip_prefix(begin.as_encoded_bytes());
    let number = rest.and_then(|rest| rest.strip_suffix(PARTIAL.as_bytes())).unwrap_or_default();
    number.len() == 16 && number.iter().all(u8::is_ascii_hexdigit)
}

/// Names the file by its own mark. If files cannot have two names, or another file has this one, the name
/// stays.
fn name_by_mark(file: &File, path: &Path, temporary: Temporary) -> io::Result<Temporary> {
    let Some(own) = mark_of(file).map(|mark| numbered(path, mark)) else {
        return Ok(temporary);
    };
    let named = match cfg!(windows) {
        // An open file may keep a removed name on Windows.
        true if own.exists() => return Ok(temporary),
        true => fs::rename(&temporary.0, &own),
        // Unlike a rename, a link never replaces another file.
        false => fs::hard_link(&temporary.0, &own),
    };
    Ok(match named {
        Ok(()) => Temporary(own),
        Err(_) => temporary,
    })
}

/// Removes temporary files of this path that killed processes left behind; fails if a process is working on
/// one. A directory that cannot be listed stays as it is.
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
        // A file whose process was killed before giving it its mark is empty.
        if !has_mark && !file.metadata().is_ok_and(|meta| meta.len() == 0) {
            continue;
        }
        // If two processes begin at once and see each other, the process whose file has the greater name
        // gives way.
        let tries = if *own < *name { TRIES } else { 1 };
        match wait_for(&file, tries) {
            Ok(()) => {
                drop(file); // some systems keep the name of an open file
                _ = fs::remove_file(&other);
            }
            Err(fs::TryLockError::WouldBlock) => return Err(busy()),
            // On file systems without locks nobody knows.
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
        // Only on Linux does this show that the two names differ.
        let differ = File::create_new(folder.join("LIST")).is_ok() && cfg!(target_os = "linux");
        assert!(!differ || !output.is_called(&folder.join("LIST")));
    }

    #[test]
    fn what_the_dead_left_behind_is_removed_and_the_living_are_not_disturbed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        let create = || Output::create(&path, &Protected::default());
        // The state after a kill: the file stays, the lock is released.
        let mut output = create().unwrap();
        output.write_all(b"half").unwrap();
        output.flush().unwrap();
        let Output { temporary, out, .. } = output;
        drop(out);
        let left = temporary.unwrap();
        let name = left.0.file_name().unwrap().to_str().unwrap().to_string();
        std::mem::forget(left);
        assert_eq!(names(folder.path()), std::slice::from_ref(&name));
        // A copy has another number, and counts as a stranger's.
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
