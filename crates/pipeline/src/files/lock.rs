//! Files that only one process at a time writes.

use super::identity::{id_at, id_of, open_regular, regular};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Result};
use std::path::Path;
use std::time::Duration;

/// Opens a file, creating it if necessary, and locks out other processes until it is closed. The lock is held
/// by the system, so it ends with the process, however that ends.
pub(crate) fn open_locked(path: &Path) -> Result<File> {
    regular(path)?;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    loop {
        let is_new = !path.exists();
        let file = options.open(path)?;
        lock(&file).inspect_err(|error| {
            // A file created here is not left behind.
            if is_new && error.kind() != ErrorKind::ResourceBusy {
                let _ = std::fs::remove_file(path);
            }
        })?;
        // Between opening and locking, its owner may have given the file its final name; then this process
        // must no longer write it.
        if is_named(&file, path) {
            return Ok(file);
        }
    }
}

/// Locks other processes out of a file. Any process started by this one has a copy of the lock for a moment,
/// until it runs its own program; so a lock is not believed at once.
pub(super) fn lock(file: &File) -> Result<()> {
    match wait_for(file, TRIES) {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(busy()),
        // Some file systems have no locks.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Tries to get the lock this often, at least once.
pub(super) fn wait_for(file: &File, tries: usize) -> std::result::Result<(), TryLockError> {
    for _ in 1..tries {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            answer => return answer,
        }
    }
    file.try_lock()
}

pub(super) const TRIES: usize = 20;
const PAUSE: Duration = Duration::from_millis(10);

/// Whether another process is writing this file; nobody writes a file that does not exist.
pub(crate) fn is_locked(path: &Path) -> bool {
    let lock = open_regular(path).map(|file| file.try_lock_shared());
    matches!(lock, Ok(Err(TryLockError::WouldBlock)))
}

/// Returns the error for a file that another process is writing.
pub(crate) fn busy() -> Error {
    Error::new(ErrorKind::ResourceBusy, "another process is writing it")
}

/// Whether `path` is now a name of `file`; without file numbers, whether any file is at `path`.
fn is_named(file: &File, path: &Path) -> bool {
    match id_of(file) {
        None => path.exists(),
        id => id == id_at(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_owner_until_it_is_closed() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("list");
        assert!(!is_locked(&path));
        let first = open_locked(&path).unwrap();
        let refused = open_locked(&path).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::ResourceBusy);
        assert_eq!(refused.to_string(), "another process is writing it");
        assert!(is_locked(&path));
        drop(first);
        assert!(!is_locked(&path));
        open_locked(&path).unwrap();
    }

    /// Another process may finish a file that this one has opened, before this one locks it.
    #[test]
    fn a_file_with_another_name_is_not_the_one_that_was_asked_for() {
        let directory = tempfile::tempdir().unwrap();
        let [partial, list] = ["list.partial", "list"].map(|name| directory.path().join(name));
        let file = open_locked(&partial).unwrap();
        assert!(is_named(&file, &partial));
        std::fs::rename(&partial, &list).unwrap();
        assert!(!is_named(&file, &partial) && is_named(&file, &list));
        open_locked(&partial).unwrap();
    }
}
