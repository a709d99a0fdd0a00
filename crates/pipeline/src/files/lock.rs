//! Files that one process at a time writes.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// Opens a file, which is made if it is not there, and locks out other processes until it is closed. The lock is the
/// system's, so it goes with the process, however that ends.
pub(crate) fn open_locked(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    loop {
        let file = options.open(path)?;
        match file.try_lock() {
            Ok(()) if is_named(&file, path) => return Ok(file),
            // Between opening and locking, its owner gave the file its final name: it is no longer ours to write.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::new(ErrorKind::ResourceBusy, "another process is writing it"));
            }
            // Some file systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                return Ok(file);
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// Whether this is the file that now has this name.
#[cfg(unix)]
fn is_named(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |meta: std::fs::Metadata| (meta.dev(), meta.ino());
    let ids = file.metadata().map(id).and_then(|open| Ok((open, path.metadata().map(id)?)));
    ids.is_ok_and(|(open, named)| open == named)
}

#[cfg(not(unix))]
fn is_named(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_owner_until_it_is_closed() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("list");
        let first = open_locked(&path).unwrap();
        let refused = open_locked(&path).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::ResourceBusy);
        assert_eq!(refused.to_string(), "another process is writing it");
        drop(first);
        open_locked(&path).unwrap();
    }

    /// What one process has opened, another may finish before it is locked.
    #[cfg(unix)]
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
